//! `patchlight shadow --why-not FILE:LINE` on patches whose effects are known by construction.

use crate::support::{Scratch, in_steps};
use serde_json::Value;
use std::fs;

/// Each edit below changes one line of this program and nothing else.
const OLD: &str = "#include <stdio.h>
#include <string.h>

static int length(const char *word)
{
	int n = 0;
	while (word[n])
		n++;
	return n;
}

int main(int argc, char **argv)
{
	int n = argv[1][0] - '0';
	int spare = n;
	if (argc > 2)
		puts(\"two\");
	if (n > 5)
		puts(\"large\");
	puts(length(\"one\") > 2 ? \"long\" : \"short\");
	return 0;
}
";

struct Answers {
    said: String,
    /// By test, the given one first.
    answers: Vec<Value>,
}

impl Answers {
    /// Asks about the line that an edit changes, in the new or in the old version.
    fn of(name: &str, edit: (&str, &str), in_old: bool, flags: &[&str]) -> Answers {
        let scratch = Scratch::new(&format!("why-not-{name}"));
        assert_eq!(OLD.matches(edit.0).count(), 1);
        let line = OLD[..OLD.find(edit.0).expect("there")].lines().count();
        let (old, new) = (scratch.path().join("old.c"), scratch.path().join("new.c"));
        fs::write(&old, OLD).expect("a writable directory");
        fs::write(&new, OLD.replace(edit.0, edit.1)).expect("a writable directory");
        let line = format!("{}.c:{line}", if in_old { "old:old" } else { "new" });
        let out = scratch.path().join("out");
        let mut command = in_steps("shadow");
        command.arg("--old").arg(&old).arg("--new").arg(&new).arg("--out").arg(&out);
        command.args(["--why-not", &line]).args(flags).args(["--", "3"]);
        let output = command.output().expect("patchlight starts");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{messages}");
        let report = fs::read_to_string(out.join("report.json")).expect("a report");
        let report: Value = serde_json::from_str(&report).expect("JSON");
        let answers = report["why_not"][0]["tests"].as_array().expect("answers").clone();
        Answers { said: String::from_utf8_lossy(&output.stdout).into_owned(), answers }
    }

    fn kinds(&self) -> Vec<&str> {
        self.answers.iter().filter_map(|answer| answer["answer"].as_str()).collect()
    }
}

#[test]
fn a_line_that_no_test_comes_by_is_not_reached() {
    let answers = Answers::of("unreached", ("puts(\"two\")", "puts(\"2\")"), false, &[]);
    assert_eq!(answers.kinds(), ["not_reached"]);
    let expected = "not reached: 1 of 1 given tests, 0 of 0 generated inputs\n    command line\n";
    assert!(answers.said.contains(expected), "{}", answers.said);
}

#[test]
fn a_line_that_computes_the_same_in_another_way_is_reached_with_equal_values() {
    let answers =
        Answers::of("equal", ("n = argv[1][0] - '0'", "n = -48 + argv[1][0]"), false, &[]);
    assert!(answers.kinds().iter().all(|&kind| kind == "equal"), "{:?}", answers.answers);
    let expected = "reached with equal values: 1 of 1 given tests";
    assert!(answers.said.contains(expected), "{}", answers.said);
}

#[test]
fn a_variable_that_differs_and_is_not_looked_at_is_named() {
    let answers = Answers::of("unused", ("spare = n", "spare = n + 1"), false, &[]);
    assert_eq!(answers.kinds()[0], "unused", "{:?}", answers.answers);
    assert_eq!(answers.answers[0]["variable"], "spare");
}

#[test]
fn versions_that_part_and_come_together_again_are_said_to() {
    // One step more or less in the loop of `length`, and the same is printed.
    let answers = Answers::of("parted", ("length(\"one\")", "length(\"four\")"), false, &[]);
    assert_eq!(answers.kinds()[0], "parted", "{:?}", answers.answers);
    let at = answers.answers[0]["at"].as_str().expect("a place");
    assert!(at.contains("length at "), "{at}");
}

#[test]
fn a_line_that_makes_a_difference_on_a_generated_input_only_is_said_to() {
    for (name, in_old) in [("new", false), ("old", true)] {
        let answers = Answers::of(&format!("differs-{name}"), ("n > 5", "n > 7"), in_old, &[]);
        assert_eq!(answers.kinds()[..2], ["equal", "differs"], "{:?}", answers.answers);
        assert_eq!(answers.answers[1]["is_given"], false);
        let expected = "made a difference: 0 of 1 given tests, 1 of 1 generated inputs";
        assert!(answers.said.contains(expected), "{}", answers.said);
    }
}

#[test]
fn a_line_without_code_is_bad_input() {
    let scratch = Scratch::new("why-not-bad");
    let file = scratch.path().join("p.c");
    fs::write(&file, OLD).expect("a writable directory");
    for (line, message) in [
        ("p.c:3", "there is no code at p.c:3 of the new version"),
        ("old:q.c:13", "there is no code at q.c:13 of the old version"),
        ("p.c", "expected FILE:LINE"),
        ("p.c:x", "`x` is not a line number"),
    ] {
        let mut command = in_steps("shadow");
        command.arg("--old").arg(&file).arg("--new").arg(&file);
        let output = command.args(["--no-native", "--why-not", line, "--", "3"]).output();
        let output = output.expect("patchlight starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(message), "{said}");
    }
}
