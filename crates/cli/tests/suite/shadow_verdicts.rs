//! What `patchlight shadow --explore` says in the end, on programs whose paths can be counted by hand.

use crate::support::{Scratch, in_steps};
use serde_json::Value;
use std::fs;

const LETTER: &str = "#include <stdio.h>\nint main(int argc, char **argv) {\n\tchar x = argv[1][0];\n\
    \tif (x < 'a')\n\t\treturn 1;\n\tif (x > 'z')\n\t\treturn 2;\n\tputs(\"letter\");\n\treturn 0;\n}\n";

/// The last line that is printed, and the summary of the report.
fn explored(name: &str, old: &str, new: &str, args: &[&str]) -> (String, Value) {
    let scratch = Scratch::new(&format!("shadow-verdict-{name}"));
    let path = |name: &str| scratch.path().join(name);
    fs::write(path("old.c"), old).expect("a writable directory");
    fs::write(path("new.c"), new).expect("a writable directory");
    let mut command = in_steps("shadow");
    command.args(["--explore", "--old"]).arg(path("old.c"));
    command.arg("--new").arg(path("new.c")).arg("--out").arg(path("out")).args(args);
    let output = command.output().expect("patchlight starts");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{messages}");
    let report = fs::read_to_string(path("out").join("report.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    (said.lines().last().unwrap_or_default().to_string(), report["summary"].clone())
}

#[test]
fn a_program_and_itself_do_not_differ_on_its_three_paths() {
    let (said, summary) = explored("same", LETTER, LETTER, &["--", "q"]);
    assert_eq!(said, "no difference, all 3 paths covered");
    assert_eq!((&summary["paths"], &summary["covers_all_paths"]), (&3.into(), &true.into()));
    assert_eq!(summary["verdict"], said);
}

#[test]
fn conditions_in_another_order_are_no_difference_although_the_versions_part() {
    let first = "\tif (x < 'a')\n\t\treturn 1;\n";
    let second = "\tif (x > 'z')\n\t\treturn 2;\n";
    let new = LETTER.replace(&format!("{first}{second}"), &format!("{second}{first}"));
    let (said, summary) = explored("order", LETTER, &new, &["--", "q"]);
    assert!(said.starts_with("no difference, all 3 paths covered"), "{said}");
    assert_eq!(summary["covers_all_paths"], true);
}

#[test]
fn versions_that_differ_are_said_to_also_if_all_paths_are_covered() {
    let new = LETTER.replace("letter", "lettre");
    let (said, summary) = explored("message", LETTER, &new, &["--", "0"]);
    assert_eq!(said, "the versions differ, all 3 paths covered");
    assert_eq!(summary["covers_all_paths"], true);
}

#[test]
fn a_file_that_differs_is_a_difference_also_if_nothing_is_printed() {
    let old = "#include <stdio.h>\nint main(int argc, char **argv) {\n\
        FILE *file = fopen(\"made\", \"w\");\n\
        fputs(argv[1][0] == 'q' ? \"no\" : \"yes\", file);\n  return fclose(file);\n}\n";
    let (said, _) = explored("file", old, &old.replace("yes", "yet"), &["--", "q"]);
    assert_eq!(said, "the versions differ, all 2 paths covered");
}

#[test]
fn time_that_is_up_is_a_budget_and_not_all_paths() {
    let old = "int steps;\nint main(int argc, char **argv) {\n  int n = 0;\n\
        for (int i = 0; i < 40; i++) {\n    if (argv[1][i] > 'c') {\n      steps++;\n\
        n += steps % 3;\n    }\n  }\n  return n > 1000;\n}\n";
    let new = old.replace("n += steps % 3", "n += steps % 3 + 0");
    let arg = "0123456789".repeat(4);
    let (said, summary) = explored("time", old, &new, &["--concolic-budget", "0.5s", "--", &arg]);
    assert!(said.starts_with("no difference within the budget ("), "{said}");
    assert!(said.contains(" paths covered, limit: time ("), "{said}");
    assert_eq!(summary["covers_all_paths"], false);
}

#[test]
fn a_gap_of_ours_is_not_all_paths() {
    let old = "#include <unistd.h>\nint main(int argc, char **argv) {\n\
        if (argv[1][0] == 'f') return fork();\n  return 0;\n}\n";
    let (said, summary) = explored("gap", old, old, &["--", "q"]);
    let expected = "no difference within the budget (1 path covered, unsupported: fork";
    assert!(said.starts_with(expected), "{said}");
    assert_eq!(summary["covers_all_paths"], false);
}

#[test]
fn values_that_were_fixed_are_not_all_paths() {
    let old =
        "int main(int argc, char **argv) {\n  double d = argv[1][0];\n  return d > 100.0;\n}\n";
    let (said, summary) = explored("fixed", old, old, &["--", "q"]);
    let expected = "no difference within the budget (1 path covered, fixed: floating point";
    assert!(said.starts_with(expected), "{said}");
    assert_eq!(summary["covers_all_paths"], false);
}

#[test]
fn versions_come_together_in_a_main_that_never_returns() {
    let old = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
        int main(int argc, char **argv) {\n  if (argc < 2) {\n    puts(\"usage\");\n    exit(2);\n  }\n\
        int special = strcmp(argv[0], \"one\") == 0;\n\
        if (argv[1][0] == 'a')\n    puts(\"a\");\n  exit(special);\n}\n";
    let new = old.replace("\"one\"", "\"another\"");
    let (said, summary) = explored("exits", old, &new, &["--", "q"]);
    assert_eq!(said, "no difference, all 2 paths covered");
    assert_eq!(summary["divergences"], 0);
}

#[test]
fn what_only_one_version_does_before_main_is_a_difference_if_it_shows() {
    let old = "#include <stdio.h>\nstatic int limit = 'f';\n\
        int main(int argc, char **argv) {\n  puts(argv[1][0] < limit ? \"low\" : \"high\");\n\
        return 0;\n}\n";
    let constructor = |text: &str| {
        let function =
            format!("__attribute__((constructor)) static void init(void) {{ {text} }}\n");
        old.replace("int main", &format!("{function}int main"))
    };
    let (said, _) = explored("no-effect", old, &constructor("limit = 'f';"), &["--", "q"]);
    assert_eq!(said, "no difference, all 2 paths covered");
    let (said, _) = explored("effect", old, &constructor("limit = 'g';"), &["--", "q"]);
    assert!(said.starts_with("the versions differ"), "{said}");
}

#[test]
fn a_parameter_more_is_no_difference_where_it_changes_nothing() {
    let old = "#include <stdio.h>\nstatic int class_of(int c) {\n  if (c < 'a')\n    return 1;\n\
        if (c > 'z')\n    return 2;\n  return 3;\n}\n\
        int main(int argc, char **argv) {\n  return class_of(argv[1][0]);\n}\n";
    let new = old
        .replace("class_of(int c)", "class_of(int first, int c)")
        .replace("< 'a'", "< first")
        .replace("class_of(argv", "class_of('a', argv");
    let (said, summary) = explored("parameter", old, &new, &["--", "q"]);
    assert_eq!(said, "no difference, all 3 paths covered");
    assert_eq!(summary["divergences"], 0);
}

#[test]
fn versions_come_together_although_one_has_its_variables_in_memory() {
    let old = "#include <stdio.h>\nint main(int argc, char **argv) {\n  int letters = 0, others = 0;\n\
        for (int i = 0; argv[1][i]; i++) {\n    char c = argv[1][i];\n\
        if (c >= 'a' && c <= 'z')\n      letters++;\n    else\n      others++;\n  }\n\
        printf(\"%d %d\\n\", letters, others);\n  return 0;\n}\n";
    let count = "static void count(char c, int *letters, int *others) {\n\
        if (c >= 'a' && c <= 'z')\n    ++*letters;\n  else\n    ++*others;\n}\n";
    let inlined = "if (c >= 'a' && c <= 'z')\n      letters++;\n    else\n      others++;\n";
    assert!(old.contains(inlined));
    let extracted = old
        .replace(inlined, "count(c, &letters, &others);\n")
        .replace("int main", &format!("{count}int main"));
    for (name, pair) in [("extracted", [old, &extracted]), ("inlined", [&extracted, old])] {
        let (said, summary) = explored(name, pair[0], pair[1], &["--", "ab"]);
        // Each byte ends the argument, or is below, among or above the letters.
        assert_eq!(said, "no difference, all 13 paths covered", "{name}");
        assert_eq!(summary["divergences"], 0, "{name}");
    }
}
