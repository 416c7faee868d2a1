//! A reader that goes away before a command has printed anything, as in `patchlight … | head -0`.

use crate::support::{Scratch, patchlight, root};
use std::fs;
use std::process::{Command, Stdio};

/// 128 + `SIGPIPE`.
const NOBODY_READS: i32 = 141;

/// What a command writes to when nobody reads.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

/// Commands that print a lot or little, on files that are in the directory.
fn commands(scratch: &Scratch) -> Vec<Vec<String>> {
    let source = "#include <stdio.h>\nint main(int n, char **v) { puts(v[0]); return n - 1; }\n";
    fs::write(scratch.path().join("old.c"), source).expect("a file");
    fs::write(scratch.path().join("new.c"), source.replace("n - 1", "n - 2")).expect("a file");
    fs::write(scratch.path().join("a.smt2"), "(set-logic QF_BV)\n(check-sat)\n").expect("a file");
    let results = root().join("tests/reports/cut.json").display().to_string();
    let lines = [
        "--help",
        "--version",
        "help explore",
        "explore --help",
        "man",
        "completions bash",
        "doctor",
        "setup --path z3",
        "ir old.c",
        "run old.c",
        "solve a.smt2",
        "unify old.c new.c",
        "unify old.c new.c --explain",
        "shadow --old old.c --new new.c",
        &format!("report {results}"),
        &format!("report {results} --format html"),
    ];
    lines.map(|line| line.split(' ').map(str::to_string).collect()).to_vec()
}

#[test]
fn a_command_whose_reader_is_gone_ends_quietly() {
    let scratch = Scratch::new("closed-output");
    for args in commands(&scratch) {
        let mut command = Command::new(patchlight());
        command.args(&args).current_dir(scratch.path()).stdin(Stdio::null());
        let output = command.stdout(closed_pipe()).output().expect("patchlight");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(NOBODY_READS), "{args:?}: {said}");
        assert!(!said.contains("panicked") && !said.contains("mistake"), "{args:?}: {said}");
    }
}

#[test]
fn a_command_that_has_no_reader_for_its_messages_either_ends_by_them() {
    let scratch = Scratch::new("closed-errors");
    for args in [&["report", "missing.json"][..], &["run", "missing.c"], &["doctor"]] {
        let mut command = Command::new(patchlight());
        command.args(args).current_dir(scratch.path()).stdin(Stdio::null());
        let status = command.stdout(closed_pipe()).stderr(closed_pipe()).status();
        assert_eq!(status.expect("patchlight").code(), Some(NOBODY_READS), "{args:?}");
    }
}

#[test]
fn a_full_disk_is_no_reader_that_is_gone() {
    for args in [&["--help"][..], &["man"], &["completions", "fish"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let output = Command::new(patchlight()).args(args).stdout(full).output();
        let output = output.expect("patchlight");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        let expected =
            "patchlight: cannot write the output: No space left on device (os error 28)\n";
        assert_eq!(said, expected, "{args:?}");
    }
}
