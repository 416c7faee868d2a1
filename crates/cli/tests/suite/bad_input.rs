//! Bad input gets a message with file, line and reason, and exit code 1; never a panic.

use crate::support::{Scratch, patchlight};
use std::fs;
use std::process::Command;

const LAYOUT: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";
const MAIN: &str = "define i32 @main() {\n  ret i32 0\n}\n";

/// Runs `patchlight run` on a file with this content; returns what it says and its exit code.
fn run_on(name: &str, content: &str) -> (String, Option<i32>) {
    let scratch = Scratch::new(&format!("bad-{name}"));
    let file = scratch.path().join(name);
    fs::write(&file, content).expect("a writable directory");
    let output =
        Command::new(patchlight()).arg("run").arg(&file).output().expect("patchlight starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let said = said.replace(&format!("{}/", scratch.path().display()), "");
    (said, output.status.code())
}

#[track_caller]
fn refuses(name: &str, content: &str, expected: &[&str]) {
    let (said, code) = run_on(name, content);
    for part in expected {
        assert!(said.contains(part), "{part:?} is not in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(code, Some(1), "{said}");
}

#[test]
fn a_truncated_file_is_refused_at_its_end() {
    let text = "define i32 @main() {\n  %1 = add i32 1,";
    refuses("cut.ll", &format!("{LAYOUT}{text}"), &["cut.ll:3:", "end of"]);
}

#[test]
fn typed_pointers_name_the_compiler_to_use() {
    let text = "define i32 @main() {\n  %p = alloca i32*\n  ret i32 0\n}\n";
    refuses("typed.ll", &format!("{LAYOUT}{text}"), &["typed.ll:3:", "clang 15"]);
}

#[test]
fn another_data_layout_is_refused() {
    let layout = "target datalayout = \"E-m:e-i64:64-n32:64\"\n";
    refuses("layout.ll", &format!("{layout}{MAIN}"), &["layout.ll", "E-m:e-i64:64-n32:64"]);
}

#[test]
fn an_unknown_instruction_is_named_with_its_line() {
    let text = "define i32 @main() {\n  %1 = frobnicate i32 1\n  ret i32 0\n}\n";
    refuses("unknown.ll", &format!("{LAYOUT}{text}"), &["unknown.ll:3:", "frobnicate"]);
}

#[test]
fn a_program_without_main_is_refused() {
    refuses(
        "none.ll",
        &format!("{LAYOUT}define void @f() {{\n  ret void\n}}\n"),
        &["no function `main`"],
    );
}

#[test]
fn a_compile_error_is_the_compilers_own_message() {
    refuses("broken.c", "int main(void) { return x; }\n", &["broken.c:1:25", "undeclared"]);
}

#[test]
fn a_missing_file_and_a_wrong_kind_are_refused() {
    let output = Command::new(patchlight()).args(["run", "no-such.c"]).output().expect("starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("no-such.c") && output.status.code() == Some(1), "{said}");
    refuses("text.txt", "hello", &["text.txt: not a .c, .ll or .bc file, or an executable"]);
}

#[test]
fn two_definitions_of_a_function_name_both_files() {
    let scratch = Scratch::new("bad-duplicate");
    let [a, b] = ["a.c", "b.c"].map(|name| scratch.path().join(name));
    fs::write(&a, "int f(void) { return 1; }\nint main(void) { return f(); }\n").expect("written");
    fs::write(&b, "int f(void) { return 2; }\n").expect("written");
    let output = Command::new(patchlight()).arg("run").args([&a, &b]).output().expect("starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("`f` is defined twice"), "{said}");
    assert!(said.contains("a.c") && said.contains("b.c"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_unresolved_symbol_is_unsupported_only_when_it_is_called() {
    let source = "#include <stdio.h>\nint nobody_defines_me(int);\n\
        int main(int argc, char **argv) {\n  puts(\"before\");\n  fflush(stdout);\n\
        return argc > 0 ? nobody_defines_me(1) : 0;\n}\n";
    let (said, code) = run_on("unresolved.c", source);
    assert!(said.contains("unsupported: call of `nobody_defines_me`"), "{said}");
    assert!(said.contains("unresolved.c:6"), "{said}");
    assert_eq!(code, Some(98));
    let (said, code) = run_on("unresolved.c", &source.replace("argc > 0", "argc > 99"));
    assert_eq!((said.as_str(), code), ("", Some(0)));
}

#[test]
fn a_limit_on_memory_that_no_machine_has_is_refused() {
    for command in ["run", "explore", "solve"] {
        for limit in ["0", "1152921504606846976", "-1", "1.5"] {
            let output = Command::new(patchlight())
                .args([command, &format!("--max-memory={limit}"), "no-such-file.c"])
                .output()
                .expect("patchlight starts");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(said.contains("--max-memory"), "{command} {limit}: {said}");
            assert!(!output.status.success() && !said.contains("panicked"), "{said}");
        }
    }
}
