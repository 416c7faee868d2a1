//! `tests/ui/explore-inputs`: programs whose exit status says which class their inputs belong to.
//! The oracle is the native program: run on all inputs over the alphabet that the program's
//! comment gives, it shows which classes exist; run on each test, it must do what was predicted.
//!
//! `options:` has the options of the exploration, `alphabet:` the bytes (besides NUL, where strings
//! end), `max-paths:` how many paths may be needed to tell the classes apart. A line with an error that
//! some inputs lead to is marked `//~ KIND`.

use crate::explore::{errors, marked_errors};
use crate::support::{Scratch, entries, patchlight, read_all, root};
use patchlight_testing::{CommentedProgram, Dialect, Table};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a native run gets.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Run {
    pub args: Vec<Vec<u8>>,
    pub env: Vec<(String, Vec<u8>)>,
    pub stdin: Vec<u8>,
    pub files: Vec<(String, Vec<u8>)>,
}

const AT_LEAST: usize = 13;
const DIALECT: Dialect = Dialect::new(&["options", "alphabet", "max-paths"]).with_marks(&[]);

/// In turn: some make files in the root directory for a moment, natively, and others look for them.
#[test]
fn inputs_lead_to_the_classes_that_native_runs_show() {
    let dir = "tests/ui/explore-inputs";
    let programs = read_all(&entries(dir, &["c"]), |path| CommentedProgram::read(path, &DIALECT));
    let table = Table::new(dir, programs, |program| program.name.clone());
    table.at_least(AT_LEAST).check_in_turn(check);
}

#[test]
fn a_seed_gives_the_bytes_that_no_path_asks_for() {
    let scratch = Scratch::new("explore-seed");
    let case = r#"{"version":1,"inputs":[{"name":"stdin","bytes":"787a0a"}],"end":{"exit":0}}"#;
    fs::write(scratch.path().join("seed.json"), case).expect("a writable directory");
    let source = root().join("tests/ui/explore-inputs/standard_input.c");
    let options = ["--sym-stdin", "3", "--test", "seed.json"].map(str::to_string);
    let cases = explore(&source, &options, &scratch);
    let inputs: BTreeSet<Vec<u8>> = cases.iter().map(|case| bytes(&case["run"]["stdin"])).collect();
    // Each byte is a newline or not; one that need not be a newline is the seed's, unless that is
    // one: then it is the least byte, 0.
    let expected = [b'x', b'\n'].iter().flat_map(|&first| {
        let second = [b'z', b'\n'].into_iter();
        second.flat_map(move |second| [b'\n', 0].map(|third| vec![first, second, third]))
    });
    assert_eq!(inputs, expected.collect());
}

fn check(program: &CommentedProgram) -> Result<(), String> {
    let scratch = Scratch::new(&format!("explore-{}", program.name));
    let options = program.words("options")?;
    let cases = explore(&program.path, &options, &scratch);
    let most = program.number("max-paths")?.unwrap_or(usize::MAX);
    if cases.len() > most {
        return Err(format!("{} paths", cases.len()));
    }
    let found: BTreeSet<_> = errors(&program.path, &cases).into_keys().collect();
    let expected: BTreeSet<_> = marked_errors(program)?.into_keys().collect();
    if found != expected {
        return Err(format!("errors {found:?} instead of {expected:?}"));
    }
    let native = compile(&program.path, &options, &scratch);
    let mut classes = BTreeSet::new();
    for case in cases.iter().filter(|case| case["end"]["error"].is_null()) {
        let predicted = case["end"]["exit"].as_i64();
        let found = native_status(&native, &run_of(case), &scratch);
        if predicted != found.map(i64::from) {
            return Err(format!("natively {found:?}: {case}"));
        }
        classes.extend(found);
    }
    if !expected.is_empty() {
        return Ok(());
    }
    let alphabet = program.text("alphabet")?.ok_or("no alphabet")?;
    let all = all_runs(&options, &alphabet);
    let exist: BTreeSet<i32> =
        all.iter().filter_map(|run| native_status(&native, run, &scratch)).collect();
    match classes == exist {
        true => Ok(()),
        false => Err(format!("classes {classes:?}, but {exist:?} in {} runs", all.len())),
    }
}

/// All runs over the alphabet that the options allow.
pub fn all_runs(options: &[String], alphabet: &[u8]) -> Vec<Run> {
    let mut words = options.iter();
    let number = |words: &mut std::slice::Iter<String>| -> usize {
        words.next().and_then(|word| word.parse().ok()).expect("a number")
    };
    let after = options.iter().skip_while(|word| *word != "--").skip(1);
    let known = after.map(|word| word.clone().into_bytes()).collect();
    let mut runs = vec![Run { args: known, ..Run::default() }];
    while let Some(word) = words.next().filter(|word| *word != "--") {
        match word.as_str() {
            "--sym-arg" => {
                let strings = strings(alphabet, number(&mut words));
                runs = product(&runs, &strings, |run, string| run.args.push(string));
            }
            "--sym-args" => {
                let [min, max] = [number(&mut words), number(&mut words)];
                let strings = strings(alphabet, number(&mut words));
                let mut all = Vec::new();
                for n in 0..=max {
                    if n >= min {
                        all.extend(runs.clone());
                    }
                    runs = product(&runs, &strings, |run, string| run.args.push(string));
                }
                runs = all;
            }
            "--sym-stdin" => {
                let strings = exact(alphabet, number(&mut words));
                runs = product(&runs, &strings, |run, string| run.stdin = string);
            }
            "--fuzz-len" => {
                let strings = strings(alphabet, number(&mut words));
                runs = product(&runs, &strings, |run, string| run.stdin = string);
            }
            "--sym-files" => {
                let n = number(&mut words);
                let strings = exact(alphabet, number(&mut words));
                for name in ["A", "B", "C"].iter().take(n) {
                    runs = product(&runs, &strings, |run, string| {
                        run.files.push((name.to_string(), string));
                    });
                }
            }
            "--sym-env" => {
                let name = words.next().expect("a name").clone();
                let strings = strings(alphabet, number(&mut words));
                runs = product(&runs, &strings, |run, string| {
                    run.env.push((name.clone(), string));
                });
            }
            "--no-summaries" => {}
            other => panic!("`{other}` among the options"),
        }
    }
    runs
}

/// All strings of exactly `len` bytes.
fn exact(alphabet: &[u8], len: usize) -> Vec<Vec<u8>> {
    let mut strings = vec![Vec::new()];
    for _ in 0..len {
        let longer = strings.iter().flat_map(|string| {
            alphabet.iter().map(move |&byte| [string.as_slice(), &[byte]].concat())
        });
        strings = longer.collect();
    }
    strings
}

/// All strings of at most `len` bytes.
fn strings(alphabet: &[u8], len: usize) -> Vec<Vec<u8>> {
    (0..=len).flat_map(|len| exact(alphabet, len)).collect()
}

fn product(runs: &[Run], strings: &[Vec<u8>], add: impl Fn(&mut Run, Vec<u8>)) -> Vec<Run> {
    let each = runs.iter().flat_map(|run| {
        strings.iter().map(|string| {
            let mut run = run.clone();
            add(&mut run, string.clone());
            run
        })
    });
    each.collect()
}

/// Explores in an empty directory; the tests that were written.
fn explore(source: &Path, options: &[String], scratch: &Scratch) -> Vec<Value> {
    let out = scratch.path().join("out");
    let (ours, programs): (Vec<_>, Vec<_>) = {
        let end = options.iter().position(|word| word == "--").unwrap_or(options.len());
        (options[..end].to_vec(), options[end..].to_vec())
    };
    let seed = scratch.path().join("seed.json");
    let ours = ours.iter().map(|word| match word.as_str() {
        "seed.json" => seed.as_os_str(),
        word => OsStr::new(word),
    });
    let mut command = Command::new(patchlight());
    command.arg("explore").arg(source).arg("--out").arg(&out).args(ours).args(programs);
    let output = command.current_dir(scratch.dir("cwd")).output().expect("patchlight");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {messages}", source.display());
    let stats = fs::read(out.join("stats.json")).expect("the statistics");
    let stats: Value = serde_json::from_slice(&stats).expect("JSON");
    assert_eq!(stats["unsupported"], serde_json::json!({}), "{}", source.display());
    let entries = fs::read_dir(&out).expect("the tests").map(|entry| entry.expect("one").path());
    let is_case = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        name.starts_with("case-") && name.ends_with(".json")
    };
    let read = |path| serde_json::from_slice(&fs::read(path).expect("a test")).expect("JSON");
    entries.filter(is_case).map(read).collect()
}

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().expect("a string of digits");
    let digit = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("digits");
    (0..hex.len()).step_by(2).map(digit).collect()
}

fn run_of(case: &Value) -> Run {
    let list = |key: &str| case["run"][key].as_array().expect("a list").iter();
    let named =
        |pair: &Value| (pair["name"].as_str().expect("a name").to_string(), bytes(&pair["bytes"]));
    Run {
        args: list("args").map(bytes).collect(),
        env: list("env").map(named).collect(),
        stdin: bytes(&case["run"]["stdin"]),
        files: list("files").map(named).collect(),
    }
}

fn compile(source: &Path, options: &[String], scratch: &Scratch) -> PathBuf {
    let native = scratch.path().join("native");
    let mut command = Command::new("cc");
    command.args(["-O0", "-w", "-o"]).arg(&native).arg(source);
    if options.iter().any(|word| word == "--fuzz-len") {
        command.arg(root().join("crates/toolchain/harness/fuzz_main.c"));
    }
    assert!(command.status().expect("a C compiler").success(), "{}", source.display());
    native
}

/// The exit status of a native run in a directory that holds its files and nothing else.
fn native_status(native: &Path, run: &Run, scratch: &Scratch) -> Option<i32> {
    let cwd = scratch.dir("native-cwd");
    for (name, data) in &run.files {
        fs::write(cwd.join(name), data).expect("a writable directory");
    }
    let stdin = scratch.path().join("stdin");
    fs::write(&stdin, &run.stdin).expect("a writable directory");
    let env = run.env.iter().map(|(name, value)| (name, OsStr::from_bytes(value)));
    let status = Command::new(native)
        .args(run.args.iter().map(|arg| OsStr::from_bytes(arg)))
        .env_clear()
        .envs(env)
        .current_dir(&cwd)
        .stdin(Stdio::from(fs::File::open(&stdin).expect("just written")))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    fs::remove_dir_all(&cwd).expect("a directory of ours");
    status.expect("a native run").code()
}
