//! Programs and tests that `patchlight shadow` cannot do much with: each gets its own message.

use crate::support::{Scratch, in_steps};
use std::fs;

/// What `patchlight shadow` says about a source and a test, and its exit code.
fn shadow(name: &str, source: &str, arg: &str, native: bool) -> (String, Option<i32>) {
    let scratch = Scratch::new(&format!("shadow-bad-{name}"));
    let file = scratch.path().join(name);
    fs::write(&file, source).expect("a writable directory");
    let mut command = in_steps("shadow");
    command.arg(&file);
    if !native {
        command.arg("--no-native");
    }
    let output = command.args(["--", arg]).output().expect("patchlight starts");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(!said.contains("panicked"), "{said}");
    (said, output.status.code())
}

#[track_caller]
fn says(said: &str, expected: &[&str]) {
    for part in expected {
        assert!(said.contains(part), "{part:?} is not in: {said}");
    }
}

#[test]
fn a_version_that_does_not_compile_is_named_with_the_compilers_message() {
    let source = "#include <patchlight.h>\nint main(void) { return change(0, missing); }\n";
    let (said, code) = shadow("new.c", source, "x", false);
    says(&said, &["the new version", "new.c:2", "missing"]);
    assert!(!said.contains("the old version"), "{said}");
    assert_eq!(code, Some(1));
    let source = "#include <patchlight.h>\nint main(void) { return change(missing, 0); }\n";
    let (said, _) = shadow("old.c", source, "x", false);
    says(&said, &["the old version", "old.c:2", "missing"]);
}

#[test]
fn arguments_of_a_change_that_do_not_fit_are_told_from_versions_that_do_not_compile() {
    let source = "#include <patchlight.h>\nstruct s { int a; } s;\n\
        int main(void) {\n  (void)change(s, 1);\n  return 0;\n}\n";
    let (said, code) = shadow("types.c", source, "x", false);
    says(&said, &["cannot compile both versions in one", "change()", "types.c:4"]);
    assert_eq!(code, Some(1));
}

#[test]
fn a_test_that_does_not_come_by_the_patch_is_named_and_no_error() {
    let source = "#include <patchlight.h>\nint main(int argc, char **argv) {\n\
        if (argc > 5) return change(1, 2);\n  return 0;\n}\n";
    let (said, code) = shadow("elsewhere.c", source, "x", false);
    says(&said, &["0 of 1 test executes changed code", "does not execute changed code: "]);
    assert_eq!(code, Some(0));
}

#[test]
fn a_test_on_which_both_versions_fail_is_named_and_followed_all_the_same() {
    let source = "#include <patchlight.h>\n#include <stdlib.h>\n\
        int main(int argc, char **argv) {\n\
        if (change(argv[1][0] == 'a', argv[1][0] == 'b')) return 1;\n\
        if (argv[1][0] == 'x') abort();\n  return 0;\n}\n";
    let (said, code) = shadow("crash.c", source, "x", false);
    says(&said, &["both versions fail: command line (signal 6)", "concolic             2"]);
    assert_eq!(code, Some(0));
}

#[test]
fn a_program_that_is_not_deterministic_is_called_so() {
    let source = "#include <patchlight.h>\n#include <stdio.h>\n#include <time.h>\n\
        int main(int argc, char **argv) {\n  struct timespec now;\n  int parted = 0;\n\
        clock_gettime(CLOCK_REALTIME, &now);\n  printf(\"%ld\\n\", now.tv_nsec);\n\
        if (change(argv[1][0] == 'a', argv[1][0] == 'b')) parted = 1;\n\
        return parted - parted;\n}\n";
    let (said, code) = shadow("clock.c", source, "x", true);
    says(&said, &["non-deterministic: case-"]);
    assert_eq!(code, Some(0));
}
