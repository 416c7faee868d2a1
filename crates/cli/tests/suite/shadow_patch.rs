//! `patchlight shadow --old FILES --patch FILE`, and versions built with `patchlight cc`.
//!
//! What the new version is, `diff -u` and `patch` say: patches are made by the one, and what a patch
//! that fits only nearly makes is compared with the other.

use crate::support::{Scratch, in_steps, patchlight};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const HEADER: &str = "#define LIMIT 5\n";
const PART: &str =
    "#include <stdio.h>\n#include \"part.h\"\nint is_large(int n)\n{\n\treturn n > LIMIT;\n}\n";
const MAIN: &str = "#include <stdio.h>\n#include \"../include/part.h\"\n\nint is_large(int n);\n\n\
    int main(int argc, char **argv)\n{\n\tint n = argv[1][0] - '0';\n\
    \tif (is_large(n))\n\t\tputs(\"large\");\n\telse\n\t\tputs(\"small\");\n\treturn 0;\n}\n";

/// A tree of sources, and a patch that an edit of it makes.
struct Tree {
    scratch: Scratch,
}

impl Tree {
    fn new(name: &str) -> Tree {
        let scratch = Scratch::new(&format!("shadow-patch-{name}"));
        let tree = Tree { scratch };
        for dir in ["a/src", "a/include"] {
            fs::create_dir_all(tree.path(dir)).expect("a writable directory");
        }
        tree.write("a/include/part.h", HEADER);
        tree.write("a/src/part.c", PART);
        tree.write("a/src/main.c", MAIN);
        tree
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a writable directory");
    }

    /// What `diff -ruN` says about a copy after `edit`. The names have one directory in front, or none.
    fn diff(&self, strip: usize, edit: impl Fn(&Path)) -> PathBuf {
        let copied = Command::new("cp").args(["-r", "a", "b"]).current_dir(self.path("")).status();
        assert!(copied.expect("cp").success());
        edit(&self.path("b"));
        let (from, old, new) = match strip {
            0 => ("a", ".", "../b"),
            _ => ("", "a", "b"),
        };
        let mut diff = Command::new("diff");
        let output = diff.args(["-ruN", old, new]).current_dir(self.path(from)).output();
        let text = output.expect("diff").stdout;
        assert!(!text.is_empty());
        let patch = self.path("fix.patch");
        fs::write(&patch, [b"What it is for.\n\n".to_vec(), text].concat()).expect("writable");
        patch
    }

    fn shadow(&self, args: &[&str]) -> Output {
        let mut command = in_steps("shadow");
        command.current_dir(self.path("a")).args(args);
        command.output().expect("patchlight starts")
    }

    /// What each version does on the first input that was found.
    fn outcomes(&self, args: &[&str]) -> Vec<[String; 2]> {
        let out = self.path("out");
        let mut all = vec!["--out", out.to_str().expect("text")];
        all.extend(args);
        let output = self.shadow(&all);
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{messages}");
        let tests = fs::read_to_string(out.join("tests.jsonl")).expect("tests");
        let tests = tests.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let said = |outcome: &Value| outcome["stdout"].as_str().unwrap_or_default().to_string();
        let outcomes = |test: &Value| [0, 1].map(|n| said(&test["outcomes"][n]));
        tests.filter(|test| test["differs"] == true).map(|test| outcomes(&test)).collect()
    }
}

const SOURCES: [&str; 3] = ["--old", "src/main.c", "src/part.c"];

fn limit_of_seven(new: &Path) {
    fs::write(new.join("include/part.h"), "#define LIMIT 7\n").expect("writable");
}

#[test]
fn a_patch_of_a_header_changes_the_sources_that_include_it() {
    for strip in [1, 0] {
        let tree = Tree::new(&format!("header-{strip}"));
        let patch = tree.diff(strip, limit_of_seven);
        let patch = patch.to_str().expect("text");
        let args = [&SOURCES[..], &["--patch", patch, "--cflags", "-Iinclude", "--", "3"]].concat();
        let found = tree.outcomes(&args);
        assert!(!found.is_empty());
        assert!(found.iter().all(|both| *both == ["large\n", "small\n"]), "{found:?}");
        assert_eq!(fs::read_to_string(tree.path("a/include/part.h")).expect("text"), HEADER);
    }
}

#[test]
fn places_have_the_names_that_the_user_gave_and_file_macros_do_not_differ() {
    let tree = Tree::new("names");
    tree.write("a/src/part.c", &PART.replace("return", "if (n < 0) puts(__FILE__);\n\treturn"));
    let patch = tree.diff(1, |new| {
        let text = fs::read_to_string(new.join("src/main.c")).expect("text");
        fs::write(new.join("src/main.c"), text.replace("- '0'", "- '1'")).expect("writable");
    });
    let patch = patch.to_str().expect("text");
    let args = [&SOURCES[..], &["--patch", patch, "--cflags", "-Iinclude -w", "--", "3"]].concat();
    let found = tree.outcomes(&args);
    assert!(found.contains(&["large\n".to_string(), "small\n".to_string()]), "{found:?}");
    let both_negative = found.iter().filter(|both| both.iter().all(|said| said.contains("part.c")));
    assert!(both_negative.count() == 0, "{found:?}");
    let tests = fs::read_to_string(tree.path("out/tests.jsonl")).expect("tests");
    let files = tests.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let files: BTreeSet<String> =
        files.filter_map(|test| Some(test["file"].as_str()?.to_string())).collect();
    let own: Vec<&String> = files.iter().filter(|file| !file.starts_with("musl/")).collect();
    assert_eq!(own, ["src/main.c", "src/part.c"]);
}

#[test]
fn sources_that_the_patch_makes_and_takes_away_are_of_one_version_each() {
    let tree = Tree::new("made");
    let patch = tree.diff(1, |new| {
        fs::remove_file(new.join("src/part.c")).expect("there");
        fs::write(new.join("src/other.c"), PART.replace("LIMIT", "8")).expect("writable");
    });
    let patch = patch.to_str().expect("text");
    let options = ["src/other.c", "--patch", patch, "--cflags", "-Iinclude", "--", "3"];
    let found = tree.outcomes(&[&SOURCES[..], &options].concat());
    assert!(!found.is_empty());
    assert!(found.iter().all(|both| *both == ["large\n", "small\n"]), "{found:?}");
}

#[test]
fn a_patch_that_does_not_apply_is_told_with_hunk_file_and_line_and_the_code_5() {
    let tree = Tree::new("stale");
    let patch = tree.diff(1, |new| {
        let text = MAIN.replace("puts(\"large\")", "printf(\"large\\n\")");
        fs::write(new.join("src/main.c"), text).expect("writable");
    });
    tree.write("a/src/main.c", &MAIN.replace("large\"", "big\""));
    let args = [&SOURCES[..], &["--patch", patch.to_str().expect("text"), "--", "3"]].concat();
    let output = tree.shadow(&args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{said}");
    for part in ["fix.patch does not apply: hunk 1 (at line 7) of src/main.c", "line 10 is", "big"]
    {
        assert!(said.contains(part), "{part:?} is not in {said}");
    }
}

#[test]
fn patches_of_other_trees_and_files_that_are_none_have_the_code_5_too() {
    let tree = Tree::new("strange");
    tree.write("fix.patch", "--- a/lib/x.c\n+++ b/lib/x.c\n@@ -1 +1 @@\n-a\n+b\n");
    let args = [&SOURCES[..], &["--patch", "../fix.patch", "--", "3"]].concat();
    let cases = [
        (None, "a/lib/x.c does not exist in "),
        (Some("a letter\n"), "fix.patch:1: not a unified diff"),
        (Some("--- a/src/main.c\n+++ b/src/main.c\n@@ -1,3 +1,3 @@\n #in"), "fix.patch:5: "),
        (Some("--- a/x\n+++ b/x\n@@ -what @@\n"), "fix.patch:3: not a hunk header"),
        (Some("--- ../../x\n+++ ../../x\n@@ -1 +1 @@\n-a\n+b\n"), "does not apply"),
    ];
    for (patch, message) in cases {
        if let Some(patch) = patch {
            tree.write("fix.patch", patch);
        }
        let output = tree.shadow(&args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(5), "{said}");
        assert!(said.contains(message), "{message:?} is not in {said}");
    }
    let output = tree.shadow(&["--old", "src/main.o", "--patch", "../fix.patch", "--", "3"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("--patch needs the .c files"), "{said}");
}

#[test]
fn executables_built_with_patchlight_cc_are_versions_too() {
    let tree = Tree::new("built");
    let patch = tree.diff(1, limit_of_seven);
    let mut versions = Vec::new();
    for (name, apply) in [("old", false), ("new", true)] {
        if apply {
            let mut patch_command = Command::new("patch");
            patch_command.args(["-p1", "-s", "-i"]).arg(&patch).current_dir(tree.path("a"));
            assert!(patch_command.status().expect("patch").success());
        }
        let executable = tree.path(name).join("program");
        fs::create_dir_all(tree.path(name)).expect("a writable directory");
        let mut cc = Command::new(patchlight());
        cc.args(["cc", "-Iinclude", "src/main.c", "src/part.c", "-o"]).arg(&executable);
        assert!(cc.current_dir(tree.path("a")).status().expect("patchlight starts").success());
        versions.push(executable.to_str().expect("text").to_string());
    }
    let found = tree.outcomes(&["--old", &versions[0], "--new", &versions[1], "--", "3"]);
    assert!(!found.is_empty());
    assert!(found.iter().all(|both| *both == ["large\n", "small\n"]), "{found:?}");
    let report = fs::read_to_string(tree.path("out/report.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["findings"][0]["class"], "output_difference", "{report}");
}
