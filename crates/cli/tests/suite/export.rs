//! `patchlight export`: what is exported does natively what the sandbox saw.

use crate::support::{Scratch, patchlight};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Shows everything that it is given, and leaves a file behind.
const SHOW: &str = r#"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
extern char **environ;
static void bytes(const char *title, const char *text, size_t n)
{
	printf("%s:", title);
	for (size_t i = 0; i < n; i++)
		printf(" %02x", (unsigned char)text[i]);
	putchar('\n');
}
static void show(const char *name)
{
	struct stat st;
	char text[4096];
	lstat(name, &st);
	bytes("name", name, strlen(name));
	printf("mode %o", st.st_mode);
	if (S_ISREG(st.st_mode)) {
		printf(" time %ld\n", st.st_mtime < 1000000000 ? (long)st.st_mtime : -1);
		FILE *in = fopen(name, "r");
		size_t n = in ? fread(text, 1, sizeof text, in) : 0;
		bytes(in ? "contents" : "unreadable", text, n);
	} else if (S_ISLNK(st.st_mode)) {
		ssize_t n = readlink(name, text, sizeof text);
		bytes(" link", text, n < 0 ? 0 : n);
	} else
		putchar('\n');
}
int main(int argc, char **argv)
{
	static char input[1 << 16];
	struct dirent **entries;
	for (int i = 0; i < argc; i++)
		bytes("arg", argv[i], strlen(argv[i]));
	for (char **variable = environ; *variable; variable++)
		bytes("env", *variable, strlen(*variable));
	bytes("stdin", input, fread(input, 1, sizeof input, stdin));
	printf("umask %o\n", umask(0));
	int n = scandir(".", &entries, NULL, alphasort);
	for (int i = 0; i < n; i++)
		if (entries[i]->d_name[0] != '.')
			show(entries[i]->d_name);
	VERSION
}
"#;
const OLD: &str = "printf(\"old\\n\"); return 0;";
const NEW: &str = "printf(\"new\\n\\n\"); fputs(\"\\001\\377%s\\\\\\n\", stderr); return 3;";

fn bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Inputs with every byte that there may be, wherever it may be.
fn cases() -> Vec<Value> {
    let all: Vec<u8> = (1..=255).collect();
    let newlines = b"a\n\n".as_slice();
    vec![
        json!({"args": [bytes(b"-f"), bytes(b""), bytes(&all), bytes(newlines), bytes(b"$(touch x)`'\"\\")]}),
        json!({"args": [], "env": [{"name": "A", "bytes": bytes(&all)}, {"name": "B", "bytes": bytes(b"$(x) '")}, {"name": "LC_ALL", "bytes": bytes(b"C")}]}),
        json!({"args": [bytes(b"x")], "stdin": bytes(&(0..=255).cycle().take(5000).collect::<Vec<u8>>())}),
        json!({"args": [], "umask": "077", "files": [
            {"name": "-rf 'x'\n\"$(touch y)\"", "bytes": bytes(b"%d\\n\0'\n")},
            {"name": "private", "bytes": bytes(b"p"), "mode": "600", "mtime": 86400},
            {"name": "ä/b/c", "bytes": bytes(b"deep")},
            {"name": "empty", "mode": "755"},
            {"name": "link", "kind": "link", "bytes": bytes(b"-target\n")},
            {"name": "fifo", "kind": "fifo"},
            {"name": "dir", "kind": "directory", "mode": "555"}]}),
        json!({"args": [], "cwd": "in side", "program": bytes(b"other name"), "files": [{"name": "in side/x", "bytes": bytes(b"x")}]}),
    ]
}

/// Both versions, and what the sandbox saw of them on all cases, as results.
fn results(dir: &Path) -> Value {
    for (name, end) in [("old", OLD), ("new", NEW)] {
        fs::create_dir_all(dir.join(name)).expect("a directory");
        fs::write(dir.join(name).join("show.c"), SHOW.replace("VERSION", end)).expect("a source");
    }
    fs::create_dir_all(dir.join("cases")).expect("a directory");
    for (n, run) in cases().into_iter().enumerate() {
        let case = json!({"version": 1, "run": run}).to_string();
        fs::write(dir.join(format!("cases/{n}.json")), case).expect("a case");
    }
    let report = replay(dir, "cases");
    let findings = report["findings"].as_array().expect("findings");
    let side = |side: &Value| {
        json!({"end": format!("exit {}", side["exit"]), "stdout": side["stdout"],
               "stderr": side["stderr"], "sanitizer": null, "files": []})
    };
    let findings: Vec<Value> = findings.iter().map(|finding| json!({
        "id": format!("id-{}", finding["case"]["name"].as_str().unwrap().trim_end_matches(".json")),
        "program": "show", "class": finding["class"], "shape": "$(touch z)\n`x`", "place": null,
        "what": null, "condition": null, "phase": "suite", "n_cases": 1, "tests": [],
        "case": finding["case"], "old_command": null, "new_command": null,
        "old": side(&finding["old"]), "new": side(&finding["new"]), "is_accepted": false,
    })).collect();
    json!({"format": 2, "project": "show", "old": {"name": "A", "id": ""}, "new": {"name": "B", "id": ""},
           "programs": [], "suite": null, "patch": [], "findings": findings, "partings": [],
           "unknowns": [], "stages": [], "is_interrupted": false})
}

/// `report.json` of native runs on the cases.
fn replay(dir: &Path, cases: &str) -> Value {
    let args = ["--old", "old/show.c", "--new", "new/show.c", cases, "--out", "out"];
    let mut command = Command::new(patchlight());
    let output = command.arg("replay").args(args).current_dir(dir).output().expect("patchlight");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read(dir.join("out/report.json")).expect("a report");
    serde_json::from_slice(&text).expect("JSON")
}

fn export(dir: &Path, args: &[&str]) -> Vec<String> {
    let mut command = Command::new(patchlight());
    command.args(["export", "results.json"]).args(args).args(["--out", "exported"]);
    let output = command.current_dir(dir).output().expect("patchlight");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let entries = fs::read_dir(dir.join("exported")).expect("a directory");
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn run(dir: &Path, shell: &str, script: &str, executables: &[&str]) -> Output {
    let mut command = Command::new(shell);
    command.arg(format!("exported/{script}")).args(executables).current_dir(dir);
    command.env("STRAY", "variable").output().expect("a shell")
}

const EXECUTABLES: [&str; 2] = ["out/build/old/show", "out/build/new/show"];

#[test]
fn exported_tests_expect_byte_for_byte_what_the_sandbox_saw() {
    let scratch = Scratch::new("export-suite");
    let dir = scratch.path();
    let results = results(dir);
    assert_eq!(results["findings"].as_array().unwrap().len(), cases().len());
    fs::write(dir.join("results.json"), results.to_string()).unwrap();
    let [old, new] = EXECUTABLES;
    for (expect, same, other) in [("old", old, new), ("new", new, old)] {
        let names = export(dir, &["--as", "suite", "--expect", expect]);
        assert_eq!(names.len(), cases().len());
        for (name, shell) in names.iter().flat_map(|name| [(name, "sh"), (name, "bash")]) {
            let output = run(dir, shell, name, &[same]);
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(output.status.code(), Some(0), "{shell} {name} {expect}: {text}");
            let output = run(dir, shell, name, &[other]);
            assert_eq!(output.status.code(), Some(1), "{shell} {name} {expect}");
        }
    }
    let left: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 6, "nothing of the inputs ran: {left:?}");
}

#[test]
fn exported_scripts_show_how_two_executables_differ() {
    let scratch = Scratch::new("export-shell");
    let dir = scratch.path();
    let mut results = results(dir);
    results["programs"] = json!([{"name": "show", "changed_functions": [], "n_tests": 0,
        "n_touching": 0, "n_generated": 0, "n_replayed": 0, "disagreements": [],
        "non_deterministic": [], "not_replayed": [],
        "executables": {"old": EXECUTABLES[0], "new": EXECUTABLES[1]}}]);
    fs::write(dir.join("results.json"), results.to_string()).unwrap();
    let [old, new] = EXECUTABLES;
    for name in export(dir, &["--as", "shell"]) {
        let output = run(dir, "sh", &name, &[]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{name}: {text}");
        for part in ["-status 0", "+status 3", "-old", "+new", "+^AM-^?%s\\"] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        assert_eq!(run(dir, "sh", &name, &[new, new]).status.code(), Some(0));
        assert_eq!(run(dir, "sh", &name, &[old, "absent"]).status.code(), Some(2));
    }
}

#[test]
fn what_a_script_cannot_do_is_said() {
    let scratch = Scratch::new("export-refused");
    let dir = scratch.path();
    let mut results = results(dir);
    results["findings"][0]["case"]["run"]["env"] = json!([{"name": "A B", "bytes": ""}]);
    results["findings"][1]["case"]["run"]["terminals"] = json!(["stdout"]);
    results["findings"][2]["case"]["run"]["files"] = json!([{"name": "../x"}]);
    results["findings"][3]["is_accepted"] = json!(true);
    fs::write(dir.join("results.json"), results.to_string()).unwrap();
    let mut command = Command::new(patchlight());
    command.args(["export", "results.json", "--as", "shell", "--out", "exported"]);
    let output = command.current_dir(dir).output().expect("patchlight");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    for part in [
        ": shells cannot pass on a variable named `A B`",
        ": it needs a terminal, which a script does not have",
        ": the file `../x` is outside the case's directory",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert_eq!(text.matches("cannot export ").count(), 3, "{text}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1 finding, 1 file in exported\n");
}

#[test]
fn exported_cases_are_read_back_and_differ_in_the_same_way() {
    let scratch = Scratch::new("export-cases");
    let dir = scratch.path();
    let results = results(dir);
    fs::write(dir.join("results.json"), results.to_string()).unwrap();
    let names = export(dir, &["--as", "cases"]);
    assert_eq!(names[0], "id-0.json");
    let again = replay(dir, "exported");
    let outputs = |findings: &Value, side: &str| {
        let findings = findings.as_array().unwrap().iter();
        let mut all: Vec<Value> = findings.map(|finding| finding[side]["stdout"].clone()).collect();
        all.sort_by_key(Value::to_string);
        all
    };
    for side in ["old", "new"] {
        assert_eq!(outputs(&again["findings"], side), outputs(&results["findings"], side));
    }
}

#[test]
fn exported_inputs_of_fuzzers_and_of_klee_have_the_case_s_bytes() {
    let scratch = Scratch::new("export-data");
    let dir = scratch.path();
    let results = results(dir);
    let of = |n: usize| json!([results["findings"][n].clone()]);
    let index = |id: &str| {
        let findings = results["findings"].as_array().unwrap();
        findings.iter().position(|finding| finding["id"] == id).expect("a finding")
    };
    let with = |findings: Value| {
        let mut results = results.clone();
        results["findings"] = findings;
        fs::write(dir.join("results.json"), results.to_string()).unwrap();
        let _ = fs::remove_dir_all(dir.join("exported"));
    };
    with(of(index("id-2")));
    assert_eq!(export(dir, &["--as", "corpus"]), ["id-2.stdin"]);
    let expected: Vec<u8> = (0..=255).cycle().take(5000).collect();
    assert_eq!(fs::read(dir.join("exported/id-2.stdin")).unwrap(), expected);
    with(of(index("id-0")));
    assert_eq!(export(dir, &["--as", "corpus"]), ["id-0.args"]);
    with(of(index("id-1")));
    assert_eq!(export(dir, &["--as", "ktest"]), ["id-1.ktest"]);
    let again = replay(dir, "exported");
    let finding = &results["findings"][index("id-1")];
    assert_eq!(again["findings"][0]["new"]["stdout"], finding["new"]["stdout"]);
}
