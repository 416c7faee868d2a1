//! `patchlight replay` as a user sees it: builds, reports, bad input.

use crate::support::{Scratch, patchlight};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const OLD: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	char *text = malloc(4);
	int n = argc > 1 ? atoi(argv[1]) : 0;
	if (n < 4)
		text[n] = 'x';
	printf("%d\n", n / 2);
	return 0;
}
"#;

fn write(dir: &Path, name: &str, text: &str) {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().expect("a directory")).expect("a writable directory");
    fs::write(path, text).expect("a writable directory");
}

fn case(arg: &str) -> String {
    format!("{{\"version\":1,\"run\":{{\"args\":[{{\"text\":\"{arg}\"}}]}}}}")
}

fn replay(dir: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(patchlight());
    command.arg("replay").args(args).current_dir(dir).output().expect("patchlight")
}

fn report(dir: &Path) -> Value {
    let text = fs::read(dir.join("out/report.json")).expect("a report");
    serde_json::from_slice(&text).expect("JSON")
}

#[test]
fn sources_are_built_compared_and_reported() {
    let scratch = Scratch::new("replay-sources");
    let dir = scratch.path();
    write(dir, "old.c", OLD);
    write(dir, "new.c", &OLD.replace("n < 4", "n <= 4").replace("n / 2", "n == 9 ? 5 : n / 2"));
    for arg in ["1", "4", "9"] {
        write(dir, &format!("cases/{arg}.json"), &case(arg));
    }
    let output = replay(dir, &["--old", "old.c", "--new", "new.c", "cases", "--out", "out"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for part in [
        "[0] regression: heap-buffer-overflow in main at new.c:9 (1 case)",
        "[1] output difference: other text within a line (1 case)",
        "out/build/new/new 4 </dev/null",
        "3 cases: 1 regression, 1 output difference, 1 the same",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let report = report(dir);
    let finding = &report["findings"][0];
    assert_eq!(finding["class"], "regression");
    assert_eq!((&finding["file"], &finding["line"]), (&"new.c".into(), &9.into()));
    assert_eq!(finding["new"]["sanitizer"]["kind"], "heap-buffer-overflow");
    assert_eq!((&finding["old"]["exit"], &finding["old"]["stdout"]), (&0.into(), &"2\n".into()));
    assert_eq!((&finding["replayed"], &finding["cluster"]), (&true.into(), &0.into()));
    let again = ["--old", "out/build/old/old", "--new", "out/build/new/new", "out/cluster-1.json"];
    let output = replay(dir, &again);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("1 case: 1 output difference"), "{text}");
}

#[test]
fn the_command_of_a_report_works_after_the_build_is_gone() {
    let scratch = Scratch::new("replay-pasted");
    let dir = scratch.path();
    write(dir, "old.c", OLD);
    write(dir, "new.c", &OLD.replace("n / 2", "n == 9 ? 5 : n / 2"));
    write(dir, "case.json", &case("9"));
    let output = replay(dir, &["--old", "old.c", "--new", "new.c", "case.json"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let command = text.lines().find(|line| line.ends_with("</dev/null")).expect("a command");
    let output = Command::new("bash").args(["-c", command]).output().expect("bash");
    assert_eq!(output.stdout, b"5\n", "{text}");
}

#[test]
fn a_build_command_builds_directories_twice() {
    let scratch = Scratch::new("replay-build");
    let dir = scratch.path();
    let makefile = "prog: prog.c\n\t$(CC) $(CFLAGS) prog.c -o prog $(LDFLAGS)\n";
    for (version, text) in [("old", OLD.to_string()), ("new", OLD.replace("n < 4", "n < 5"))] {
        write(dir, &format!("{version}/prog.c"), &text);
        write(dir, &format!("{version}/Makefile"), makefile);
    }
    write(dir, "case.json", &case("4"));
    let versions = ["--old", "old", "--new", "new", "--build", "make -s", "--exe", "prog"];
    let output = replay(dir, &[&versions[..], &["case.json"]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("[0] regression: heap-buffer-overflow"), "{text}");
    assert!(!dir.join("old/prog").exists(), "the user's directory is not built in");
    let output = replay(dir, &["--old", "old", "--new", "new", "case.json"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("old is a directory: use --build and --exe"), "{text}");
}

/// The paper's rule: what the fix leaves alone, or keeps, is expected.
#[test]
fn a_fixed_version_tells_expected_differences_from_bugs() {
    let scratch = Scratch::new("replay-fixed");
    let dir = scratch.path();
    let program = |expression: &str| {
        format!(
            "#include <stdio.h>\nint main(int argc, char **argv) {{ int c = argv[1][0]; \
                 printf(\"%d\\n\", {expression}); return 0; }}"
        )
    };
    write(dir, "old.c", &program("0"));
    write(dir, "new.c", &program("c == 'a' ? 1 : c == 'b' ? 2 : c == 'c' ? 3 : 0"));
    // Between the patch and the fix, c's output was changed by somebody else.
    write(dir, "parent.c", &program("c == 'a' ? 1 : c == 'b' ? 2 : c == 'c' ? 4 : 0"));
    write(dir, "fixed.c", &program("c == 'a' ? 1 : c == 'b' ? 0 : c == 'c' ? 4 : 0"));
    for arg in ["a", "b", "c", "d"] {
        write(dir, &format!("cases/{arg}.json"), &case(arg));
    }
    let versions = ["--old", "old.c", "--new", "new.c", "--fixed", "fixed.c"];
    let with = |more: &[&str]| {
        let output = replay(dir, &[&versions[..], more, &["cases", "--out", "out"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report = report(dir);
        let findings = report["findings"].as_array().expect("a list").clone();
        let words = findings.iter().map(|finding| {
            let name = finding["case"]["name"].as_str().expect("a name").to_string();
            (name, finding["class"].as_str().expect("a class").to_string())
        });
        let mut words: Vec<_> = words.collect();
        words.sort();
        words
    };
    let expected = |c: &str| {
        [("a.json", "expected"), ("b.json", "bug"), ("c.json", c)]
            .map(|(name, class)| (name.to_string(), class.to_string()))
    };
    assert_eq!(with(&["--fixed-parent", "parent.c"]), expected("expected"));
    assert_eq!(with(&[]), expected("bug"));
}

/// The seed shows nothing; its neighbours do, and what they show is made small.
#[test]
fn neighbours_of_a_case_are_compared_and_minimised() {
    let scratch = Scratch::new("replay-neighbours");
    let dir = scratch.path();
    write(dir, "old.c", OLD);
    write(dir, "new.c", &OLD.replace("n / 2", "n == 9 ? 5 : n / 2"));
    write(dir, "case.json", &case("0007"));
    let args = ["--old", "old.c", "--new", "new.c", "case.json", "--out", "out"];
    let output = replay(dir, &args);
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 case: 1 the same"));
    let output = replay(dir, &[&args[..], &["--neighbours"]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("[0] output difference: other text within a line"), "{text}");
    assert_eq!(report(dir)["clusters"][0]["case"]["run"]["args"][0], "39");
}

#[test]
fn bad_input_is_named_and_the_rest_goes_on() {
    let scratch = Scratch::new("replay-bad");
    let dir = scratch.path();
    write(dir, "old.c", OLD);
    write(dir, "new.c", OLD);
    write(dir, "cases/good.json", &case("1"));
    write(dir, "cases/broken.json", "{\"version\":1,");
    write(dir, "cases/short.ktest", "KTEST\0\0");
    write(
        dir,
        "cases/outside.json",
        "{\"version\":1,\"run\":{\"args\":[],\"files\":[{\"name\":\"../x\"}]}}",
    );
    write(dir, "text", "no program");
    let output = replay(dir, &["--old", "old.c", "--new", "new.c", "cases", "--out", "out"]);
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    for part in [
        "cases/broken.json: EOF while parsing",
        "cases/short.ktest: the .ktest file ends in the middle of the version",
        "outside.json: the file `../x` is outside the case's directory",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 case: 1 the same"));
    let output = replay(dir, &["--old", "text", "--new", "out/build/new/new", "cases/good.json"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("not replayed: good.json: cannot start the executable"), "{text}");
    let output = replay(dir, &["--old", "absent", "--new", "text", "cases/good.json"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("cannot read absent"), "{text}");
}
