//! `tests/ui/explore`: programs with symbolic inputs. They say how many paths exit (`paths: N`) or with
//! which statuses (`statuses: 0 1`); a line with an error is marked `//~ KIND` (`paths=N` if N paths end
//! there). `options:` has more options. Every generated test is replayed natively. With `brute: N`, the
//! tests are compared with native runs on all inputs of N bytes: one test per class, and each the
//! smallest input of its class.
//!
//! `tests/ui/explore-bugs`: the same for programs modelled on known vulnerabilities.

use crate::support::{Case, Scratch, cases, cases_of, patchlight, root};
use patchlight_testing::{CommentedProgram, Dialect, Mark};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The least number of programs that the suites must have, and of those with brute force.
const AT_LEAST: usize = 80;
const AT_LEAST_BRUTE: usize = 20;
const AT_LEAST_BUGS: usize = 10;

const DIALECT: Dialect =
    Dialect::new(&["cflags", "options", "paths", "statuses", "brute", "concretised"])
        .with_marks(&["paths"]);

/// Kind and line of errors, with the number of paths that end there.
pub type Errors = BTreeMap<(String, usize), u64>;

struct Expected {
    paths: Option<u64>,
    errors: Errors,
    /// How many bytes all inputs together have, if all are tried.
    brute: Option<usize>,
    /// How many places fix values, if any does.
    concretised: usize,
    /// The exit statuses that the tests have, where libc decides how many paths there are.
    statuses: Option<BTreeSet<u64>>,
    /// More options for the exploration.
    options: Vec<String>,
}

fn expected(case: &Case) -> Result<Expected, String> {
    let program = &case.program;
    let status = |word: &str| word.parse().map_err(|error| format!("statuses: {word}: {error}"));
    let statuses = program.one("statuses")?.map(|list| list.split_whitespace().map(status));
    Ok(Expected {
        paths: program.number("paths")?,
        errors: marked_errors(program)?,
        brute: program.number("brute")?,
        concretised: program.number("concretised")?.unwrap_or(0),
        statuses: statuses.map(Iterator::collect::<Result<_, String>>).transpose()?,
        options: program.words("options")?,
    })
}

/// The errors that the marks of a program ask for.
pub fn marked_errors(program: &CommentedProgram) -> Result<Errors, String> {
    let marks = program.marks.iter();
    let error =
        |mark: &Mark| Ok(((mark.words.clone(), mark.line), mark.number("paths")?.unwrap_or(1)));
    marks.map(error).collect()
}

/// What an exploration wrote.
struct Results {
    dir: PathBuf,
    stats: Value,
    cases: Vec<Value>,
    stderr: String,
}

fn explore(case: &Case, options: &[String], scratch: &Scratch) -> Result<Results, String> {
    let dir = scratch.path().join("results");
    let mut command = Command::new(patchlight());
    command.arg("explore").args(&case.sources).arg("--out").arg(&dir).args(options);
    command.arg("--cflags").arg(format!("-w {}", case.cflags.join(" ")));
    // A busy machine must not make a question too hard.
    command.args(["--max-query-time", "300"]);
    let output = command.current_dir(root()).output().map_err(|error| error.to_string())?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("explore fails:\n{stderr}"));
    }
    let json = |text: &str| serde_json::from_str(text).map_err(|error| error.to_string());
    let read = |name: &str| fs::read_to_string(dir.join(name)).map_err(|error| error.to_string());
    let stats = json(&read("stats.json")?)?;
    let cases = read("cases.jsonl")?.lines().map(json).collect::<Result<_, _>>()?;
    Ok(Results { dir, stats, cases, stderr })
}

fn agrees(case: &Case, suite: &str) -> Result<(), String> {
    let expected = expected(case)?;
    let scratch = Scratch::new(&format!("{suite}-{}", case.name));
    let options: Vec<String> =
        std::iter::once("--replay".to_string()).chain(expected.options.clone()).collect();
    let results = explore(case, &options, &scratch)?;
    let check = || {
        check_counts(case, &expected, &results)?;
        check_replay(&results)?;
        match expected.brute {
            Some(n_bytes) => check_classes(case, n_bytes, &results, &scratch),
            None => Ok(()),
        }
    };
    check().map_err(|complaint: String| format!("{complaint}\n{}", results.stderr))
}

fn check_counts(case: &Case, expected: &Expected, results: &Results) -> Result<(), String> {
    let stats = &results.stats;
    for key in ["unsupported", "limits", "not_explored"] {
        if stats[key].as_object().is_none_or(|list| !list.is_empty()) {
            return Err(format!("{key}: {}", stats[key]));
        }
    }
    let n_concretised = stats["concretised"].as_object().map_or(0, serde_json::Map::len);
    if n_concretised != expected.concretised {
        return Err(format!("values are fixed at {n_concretised} places"));
    }
    if let Some(paths) = expected.paths
        && stats["paths_completed"] != paths
    {
        return Err(format!("{} paths instead of {paths}", stats["paths_completed"]));
    }
    let statuses = results.cases.iter().filter_map(|case| case["end"]["exit"].as_u64());
    let statuses: BTreeSet<u64> = statuses.collect();
    if expected.statuses.as_ref().is_some_and(|expected| *expected != statuses) {
        return Err(format!("the statuses are {statuses:?}"));
    }
    let errors = errors(&case.sources[0], &results.cases);
    if errors != expected.errors {
        return Err(format!("errors {errors:?} instead of {:?}", expected.errors));
    }
    Ok(())
}

/// The errors of the tests, at the innermost line that is the program's own.
pub fn errors(source: &Path, cases: &[Value]) -> Errors {
    let source = source.file_name().expect("a name").to_string_lossy().into_owned();
    let line_of = |place: &Value| {
        let (_, rest) = place.as_str()?.split_once(&format!("{source}:"))?;
        rest.split(':').next()?.parse::<usize>().ok()
    };
    let mut errors = Errors::new();
    for case in cases {
        let end = &case["end"];
        let signal = end["killed"].as_i64().map(|signal| format!("killed-{signal}"));
        let kind = end["error"]["kind"].as_str().map(str::to_string).or(signal);
        let Some(kind) = kind else { continue };
        let places = case["backtrace"].as_array().cloned().unwrap_or_default();
        let line = places.iter().find_map(line_of).unwrap_or(0);
        *errors.entry((kind, line)).or_default() += 1;
    }
    errors
}

fn check_replay(results: &Results) -> Result<(), String> {
    let (stats, replay) = (&results.stats, &results.stats["replay"]);
    if replay["differ"] != 0 || replay["agree"] != stats["tests"] {
        return Err(format!("natively: {replay}"));
    }
    if stats["coverage"]["not_confirmed"].as_array().is_none_or(|tests| !tests.is_empty()) {
        return Err("a second run does not confirm all tests".to_string());
    }
    Ok(())
}

/// Compares the tests with the classes of native runs on all inputs.
fn check_classes(
    case: &Case,
    n_bytes: usize,
    results: &Results,
    scratch: &Scratch,
) -> Result<(), String> {
    let native = classes(case, n_bytes, scratch)?;
    let mut ours = BTreeSet::new();
    for case in &results.cases {
        let inputs = case["inputs"].as_array().cloned().unwrap_or_default();
        let bytes = inputs.iter().filter_map(|input| input["bytes"].as_str()).collect::<String>();
        let ends = if case["end"]["exit"].is_null() { "error" } else { "exit" };
        ours.insert(format!("{bytes:0<width$} {ends}", width = 2 * n_bytes));
    }
    if ours.len() != results.cases.len() {
        return Err("two tests have the same inputs".to_string());
    }
    let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
        a.difference(b).take(8).cloned().collect::<Vec<_>>()
    };
    if native == ours {
        return Ok(());
    }
    Err(format!(
        "{} classes natively, {} tests; only natively {:?}, only ours {:?}",
        native.len(),
        ours.len(),
        only(&native, &ours),
        only(&ours, &native)
    ))
}

/// The smallest input of each class, and how it ends (see `brute.c`).
fn classes(case: &Case, n_bytes: usize, scratch: &Scratch) -> Result<BTreeSet<String>, String> {
    let (object, driver) = (scratch.path().join("program.o"), scratch.path().join("brute"));
    let mut compile = Command::new(patchlight());
    compile.args(["clang", "--", "-O0", "-w", "-c", "-Dmain=program_main"]);
    compile.args(["-fsanitize-coverage=bb,trace-pc,no-prune", "-I", "crates/toolchain/harness"]);
    compile.args(&case.cflags).args(&case.sources).arg("-o").arg(&object);
    succeed(&mut compile)?;
    let mut link = Command::new("cc");
    link.args(["-O2", "-w", "-no-pie", &format!("-DINPUT_BYTES={n_bytes}")]);
    link.args(["-Wl,--wrap=exit,--wrap=abort,--wrap=__assert_fail"]);
    link.arg("crates/cli/tests/suite/brute.c").arg(&object).arg("-o").arg(&driver).arg("-lm");
    succeed(&mut link)?;
    let output = succeed(&mut Command::new(&driver))?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect())
}

fn succeed(command: &mut Command) -> Result<Output, String> {
    let output = command.current_dir(root()).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!("{command:?} fails:\n{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn all_paths_are_found_and_all_tests_reproduce() {
    let programs = cases("tests/ui/explore", &DIALECT).at_least(AT_LEAST);
    let brute = |case: &&Case| expected(case).is_ok_and(|expected| expected.brute.is_some());
    let n_brute = programs.rows().iter().filter(brute).count();
    let is_enough = n_brute >= AT_LEAST_BRUTE || !programs.is_whole();
    assert!(is_enough, "only {n_brute} programs with brute force");
    programs.check(|case| agrees(case, "explore"));
}

/// These programs compare the results of libc's functions with those of plain ones of their own.
#[test]
fn libc_and_its_summaries_return_the_same_on_all_inputs() {
    let names = ["strcmp", "strcasecmp", "strchr", "strlen", "strtol"];
    let names = names.map(|name| format!("summary_{name}"));
    let is_summary = |name: &str| names.iter().any(|summary| summary == name);
    let programs = cases_of("tests/ui/explore", &DIALECT, is_summary).at_least(names.len());
    programs.check(|case| {
        let mut forks = Vec::new();
        for option in ["", "--no-summaries"] {
            let options: Vec<String> = option.split_whitespace().map(str::to_string).collect();
            let scratch = Scratch::new(&format!("{}{option}", case.name));
            let results = explore(case, &options, &scratch)?;
            if results.stats["paths_error"] != 0 {
                return Err(format!("{option}: {} errors", results.stats["paths_error"]));
            }
            forks.push(results.stats["forks"].as_u64().ok_or("the number of forks")?);
        }
        match forks[0] <= forks[1] {
            true => Ok(()),
            false => Err(format!("forks with and without summaries: {forks:?}")),
        }
    });
}

#[test]
fn known_kinds_of_vulnerabilities_are_found() {
    cases("tests/ui/explore-bugs", &DIALECT).at_least(AT_LEAST_BUGS).check(|case| {
        if expected(case)?.errors.is_empty() {
            return Err("no error is expected".to_string());
        }
        agrees(case, "explore-bugs")
    });
}

/// A reader of KLEE's format, version 3, written from its description.
fn read_ktest(path: &Path) -> Vec<(String, Vec<u8>)> {
    fn number(bytes: &mut &[u8]) -> usize {
        let (number, rest) = bytes.split_at(4);
        *bytes = rest;
        u32::from_be_bytes(number.try_into().expect("four bytes")) as usize
    }
    fn counted<'a>(bytes: &mut &'a [u8]) -> &'a [u8] {
        let n = number(bytes);
        let (taken, rest) = bytes.split_at(n);
        *bytes = rest;
        taken
    }
    let content = fs::read(path).expect("a test");
    let mut bytes = content.strip_prefix(b"KTEST").expect("the magic");
    assert_eq!(number(&mut bytes), 3);
    let n_args = number(&mut bytes);
    for _ in 0..n_args {
        counted(&mut bytes);
    }
    assert_eq!((number(&mut bytes), number(&mut bytes)), (0, 0));
    let n = number(&mut bytes);
    let objects = (0..n).map(|_| {
        let name = String::from_utf8(counted(&mut bytes).to_vec()).expect("a name");
        (name, counted(&mut bytes).to_vec())
    });
    let objects = objects.collect();
    assert!(bytes.is_empty(), "bytes behind the last object");
    objects
}

/// A program in a file of its own.
fn one_program(scratch: &Scratch, text: &str) -> Case {
    let dir = scratch.dir("program");
    fs::write(dir.join("program.c"), text).expect("a writable directory");
    Case::read(&dir.join("program.c"), &DIALECT).expect("a program")
}

#[test]
fn all_formats_say_the_same() {
    let scratch = Scratch::new("explore-formats");
    let program = "#include <klee/klee.h>\n\
        int main(void) {\n\
            unsigned char a[2]; int b = klee_int(\"b\");\n\
            klee_make_symbolic(a, sizeof a, \"a\");\n\
            if (a[1] == 200) return 1;\n\
            if (b == -2) return 2;\n\
            return 0;\n\
        }\n";
    let case = one_program(&scratch, program);
    let results = explore(&case, &[], &scratch).expect("an exploration");
    assert_eq!(results.cases.len(), 3);
    for case in &results.cases {
        let n = case["case"].as_u64().expect("a number");
        let file = |name: String| fs::read(results.dir.join(name)).expect("a file");
        let own: Value = serde_json::from_slice(&file(format!("case-{n}.json"))).expect("JSON");
        assert_eq!(&own, case);
        let bytes = |at: usize| {
            let digits = case["inputs"][at]["bytes"].as_str().expect("bytes");
            let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).expect("a byte");
            (0..digits.len()).step_by(2).map(byte).collect::<Vec<u8>>()
        };
        let (b, a) = (bytes(0), bytes(1));
        assert_eq!(
            read_ktest(&results.dir.join(format!("case-{n}.ktest"))),
            [("b".to_string(), b.clone()), ("a".to_string(), a.clone())]
        );
        assert_eq!(file(format!("corpus/case-{n}")), [b, a].concat());
        let xml = String::from_utf8(file(format!("test-suite/testcase-{n}.xml"))).expect("text");
        assert_eq!(xml.matches("<input ").count(), 2);
    }
    let metadata = results.dir.join("test-suite/metadata.xml");
    let metadata = fs::read_to_string(metadata).expect("metadata");
    assert!(metadata.contains("<sourcecodelang>C</sourcecodelang>"));
}

/// The counts are those of two tests that both run lines 3, 4 and 7, of which one runs line 5.
#[test]
fn coverage_counts_the_tests_of_each_line() {
    let scratch = Scratch::new("explore-coverage");
    let program = "#include <klee/klee.h>\n\
        int main(void) {\n\
            unsigned char a; klee_make_symbolic(&a, 1, \"a\");\n\
            if (a == 7)\n\
                return 1;\n\
            if (a > 255) return 3;\n\
            return 0;\n\
        }\n";
    let results = explore(&one_program(&scratch, program), &[], &scratch).expect("an exploration");
    let text = fs::read_to_string(results.dir.join("coverage.info")).expect("coverage");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("DA:")).collect();
    assert_eq!(lines[..5], ["DA:2,2", "DA:3,2", "DA:4,2", "DA:5,1", "DA:6,1"]);
    assert!(text.contains("BRDA:4,") && text.contains("SF:"));
    assert_eq!(text.matches("end_of_record").count(), 1, "libc's sources are not the program's");
}

/// `__clang__` makes the explored program another one than the natively compiled one.
#[test]
fn replay_says_where_the_native_program_does_something_else() {
    let scratch = Scratch::new("explore-differs");
    let program = "#include <klee/klee.h>\n\
        #include <stdio.h>\n\
        int main(void) {\n\
            unsigned char a; klee_make_symbolic(&a, 1, \"a\");\n\
        #ifndef __clang__\n\
            if (a == 7) return 5;\n\
            if (a == 9) puts(\"native\");\n\
        #endif\n\
            if (a == 7) return 1;\n\
            if (a == 9) return 2;\n\
            return 0;\n\
        }\n";
    let case = one_program(&scratch, program);
    let results = explore(&case, &["--replay".to_string()], &scratch).expect("an exploration");
    let replay = &results.stats["replay"];
    assert_eq!((&replay["agree"], &replay["differ"]), (&Value::from(1), &Value::from(2)));
    let differences = replay["differences"].to_string();
    assert!(differences.contains("predicted exit status 1, natively exit status 5"));
    assert!(differences.contains("stdout"));
}
