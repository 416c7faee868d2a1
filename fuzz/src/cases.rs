//! Cases: what cannot be read is a problem with a place, and what is read comes back equal when it is
//! written.
//!
//! The first line of an input is a file's name, which says how the rest is read.

use patchlight_replay::{Case, Hex, Template, command_lines, encode_ktest_case, load_bytes};
use patchlight_report::replay::case_json;
use std::path::Path;

pub fn hold(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (name, rest) = bytes.split_at(end);
    let name = std::str::from_utf8(name).unwrap_or("x.json");
    let contents = rest.strip_prefix(b"\n").unwrap_or(rest);
    if name.ends_with(".toml") {
        return command_lines_hold(contents);
    }
    let template = Template(vec![b"--in=@@".to_vec()]);
    let template = (!name.is_empty()).then_some(&template);
    let loaded = load_bytes(Path::new(name), contents.to_vec(), template);
    let is_named = |problem: &String| problem.starts_with(name);
    assert!(loaded.problems.iter().all(is_named), "{:?}", loaded.problems);
    loaded.cases.iter().for_each(comes_back);
    if name.ends_with(".ktest")
        && let [case] = &loaded.cases[..]
    {
        ktest_comes_back(case);
    }
}

fn command_lines_hold(contents: &[u8]) {
    let Ok(text) = std::str::from_utf8(contents) else { return };
    if let Ok(cases) = command_lines(text, "program") {
        cases.iter().for_each(comes_back);
    }
}

fn comes_back(case: &Case) {
    assert_eq!(case.check(), Ok(()));
    let written = case_json(case).expect("a case can be written");
    let read = load_bytes(Path::new("x.json"), written.clone().into_bytes(), None);
    assert_eq!(read.problems, Vec::<String>::new(), "{written}");
    assert_eq!(read.cases, std::slice::from_ref(case), "{written}");
}

/// What KLEE's options stand for has been put in their place, so arguments that look like them do not
/// come back.
fn ktest_comes_back(case: &Case) {
    let Case { run, inputs, .. } = case;
    let is_option = |arg: &Hex| arg.0.starts_with(b"-sym-") || arg.0.starts_with(b"--sym-");
    if run.args.iter().any(is_option) {
        return;
    }
    let written = encode_ktest_case(case, b"program").expect("files of tests are regular");
    let read = load_bytes(Path::new("x.ktest"), written, None);
    assert_eq!(read.problems, Vec::<String>::new());
    let [again] = &read.cases[..] else { panic!("one case, not {}", read.cases.len()) };
    assert_eq!((&again.run.args, &again.run.env), (&run.args, &run.env));
    assert_eq!((&again.run.stdin, &again.run.files), (&run.stdin, &run.files));
    assert_eq!(again.inputs, *inputs);
}
