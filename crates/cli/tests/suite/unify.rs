//! `patchlight unify`: two versions as one program, and what it says of versions that cannot be.

use crate::support::{Scratch, patchlight};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

const OLD: &str = r#"#include <stdio.h>
#include <stdlib.h>
static int limit = 3;
static int clamp(int value) {
    int bound = limit;
    if (value > bound)
        return bound;
    return value;
}
int main(int argc, char **argv) {
    int n = atoi(argv[1]);
    int total = 0;
    for (int i = 0; i < n; i++)
        total += clamp(i);
    printf("%d\n", total);
    return total > 100;
}
"#;

struct Pair {
    scratch: Scratch,
}

impl Pair {
    fn new(name: &str, old: &str, new: &str) -> Pair {
        let scratch = Scratch::new(&format!("unify-{name}"));
        for (dir, text) in [("old", old), ("new", new)] {
            fs::create_dir_all(scratch.path().join(dir)).expect("a directory");
            fs::write(scratch.path().join(dir).join("p.c"), text).expect("a file");
        }
        Pair { scratch }
    }

    fn source(&self, version: &str) -> PathBuf {
        self.scratch.path().join(version).join("p.c")
    }

    fn unify(&self, flags: &[&str]) -> Output {
        Command::new(patchlight())
            .arg("unify")
            .args([self.source("old"), self.source("new")])
            .args(flags)
            .output()
            .expect("patchlight runs")
    }

    fn says(&self, flags: &[&str]) -> String {
        let output = self.unify(flags);
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    }

    /// What each version prints natively.
    fn natively(&self, version: &str, arg: &str) -> (Vec<u8>, Option<i32>) {
        let executable = self.scratch.path().join(format!("{version}.exe"));
        let built =
            Command::new("cc").arg(self.source(version)).arg("-o").arg(&executable).status();
        assert!(built.expect("cc").success());
        let output = Command::new(&executable).arg(arg).output().expect("it runs");
        (output.stdout, output.status.code())
    }
}

#[test]
fn the_unified_program_is_each_of_its_versions() {
    let new =
        OLD.replace("limit = 3", "limit = 7").replace("value > bound", "value >= bound").replace(
            "    int total = 0;\n",
            "    int total = 0;\n    if (n < 0)\n        return 2;\n    total += n & 1;\n",
        );
    let pair = Pair::new("versions", OLD, &new);
    for version in ["old", "new"] {
        for arg in ["-4", "0", "1", "5", "12", "90"] {
            let output = pair.unify(&["--as", version, "--", arg]);
            let native = pair.natively(version, arg);
            assert_eq!((output.stdout, output.status.code()), native, "{version} on {arg}");
        }
    }
}

#[test]
fn what_changed_is_told_in_terms_of_the_source() {
    let new = OLD
        .replace("bound", "most")
        .replace(
            "    int n = atoi(argv[1]);\n",
            "    int n = atoi(argv[1]);\n    if (n > 9)\n        n = 9;\n",
        )
        .replace("limit = 3", "limit = 4");
    let said = Pair::new("explain", OLD, &new).says(&["--explain"]);
    for line in [
        "changed: main:",
        "  lines only in the new version: 12, 13\n",
        "  conditions added: 1\n",
        "changed initialiser: limit\n",
    ] {
        assert!(said.contains(line), "no `{line}` in:\n{said}");
    }
    assert!(!said.contains("changed: clamp"), "a renamed variable is no change:\n{said}");
}

#[test]
fn a_function_with_another_name_is_found() {
    let said = Pair::new("renamed", OLD, &OLD.replace("clamp", "bounded")).says(&["--explain"]);
    assert!(said.contains("renamed: clamp is now bounded"), "{said}");
    assert!(!said.contains("changed:"), "{said}");
}

#[test]
fn a_function_with_other_parameters_is_one_function() {
    // In front, behind, in between, and one less.
    let edits: [Edits<'_>; 4] = [
        &[("clamp(int value)", "clamp(int least, int value)"), ("clamp(i)", "clamp(1, i)")],
        &[("clamp(int value)", "clamp(int value, int least)"), ("clamp(i)", "clamp(i, 1)")],
        &[
            ("clamp(int value)", "clamp(int least, int value, int more)"),
            ("clamp(i)", "clamp(1, i, n)"),
            ("return bound;", "return bound + (more > 50);"),
        ],
        &[("clamp(int value)", "clamp(void)"), ("clamp(i)", "clamp()"), ("value", "limit")],
    ];
    for (n, edits) in edits.into_iter().enumerate() {
        let new = edits.iter().fold(OLD.to_string(), |text, (from, to)| text.replace(from, to));
        let new = new.replace("return value;", "return value < least ? least : value;");
        let pair = Pair::new(&format!("parameters-{n}"), OLD, &new);
        let said = pair.says(&["--explain"]);
        assert!(said.contains("changed: clamp:"), "{n}: {said}");
        assert!(!said.contains("not unified"), "{n}: {said}");
        for (version, arg) in ["old", "new"].into_iter().flat_map(|v| [(v, "5"), (v, "90")]) {
            let output = pair.unify(&["--as", version, "--", arg]);
            let native = pair.natively(version, arg);
            assert_eq!((output.stdout, output.status.code()), native, "{n}: {version} on {arg}");
        }
    }
}

#[test]
fn each_version_runs_its_own_functions_before_and_after_main() {
    let before = |priority: u32, text: &str| {
        format!(
            "__attribute__((constructor({priority}))) static void f{priority}(void) {{ {text} }}\n"
        )
    };
    let after = |name: &str, text: &str| {
        format!("__attribute__((destructor)) static void {name}(void) {{ puts(\"{text}\"); }}\n")
    };
    let main = "int main(int argc, char **argv) {";
    let old = [before(300, "limit += 2;"), before(500, "puts(\"both\");"), after("one", "was")];
    let new = [
        before(200, "limit *= 2;"),
        before(400, "limit += 2; puts(\"new\");"),
        before(500, "puts(\"both\");"),
        after("two", "is"),
    ];
    let old = OLD.replace(main, &format!("{}{main}", old.concat()));
    let new = OLD.replace(main, &format!("{}{main}", new.concat()));
    let pair = Pair::new("structors", &old, &new);
    for version in ["old", "new"] {
        let output = pair.unify(&["--as", version, "--", "9"]);
        let native = pair.natively(version, "9");
        assert_eq!((output.stdout, output.status.code()), native, "{version}");
    }
}

#[test]
fn two_programs_that_have_nothing_in_common_are_called_so() {
    let other = r#"#include <string.h>
struct node { struct node *next; char key[16]; };
static struct node nodes[8];
static struct node *lookup(struct node *first, const char *key) {
    while (first && strcmp(first->key, key))
        first = first->next;
    return first;
}
int main(int argc, char **argv) {
    struct node *list = 0;
    while (*++argv) {
        struct node *n = nodes + (argc-- & 7);
        strncpy(n->key, *argv, sizeof n->key - 1);
        n->next = list;
        list = n;
    }
    return lookup(list, "x") != 0;
}
"#;
    let pair = Pair::new("strangers", OLD, other);
    let output = pair.unify(&[]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("nothing in common"), "{said}");
    assert!(!output.status.success());
}

#[test]
fn a_version_without_main_or_for_another_machine_is_named() {
    let pair = Pair::new("no-main", OLD, "int helper(void) { return 1; }\n");
    let said = pair.says(&[]);
    assert!(said.contains("the new version") && said.contains("no function `main`"), "{said}");
    let foreign = pair.scratch.path().join("foreign.ll");
    let text = "target datalayout = \"e-m:e-p:32:32-i64:64\"\ntarget triple = \"armv7-linux\"\n\
                define i32 @main() {\n  ret i32 0\n}\n";
    fs::write(&foreign, text).expect("a file");
    let output = Command::new(patchlight())
        .arg("unify")
        .args([foreign, pair.source("old")])
        .output()
        .expect("patchlight runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("the old version") && said.contains("foreign.ll"), "{said}");
    assert!(!output.status.success());
}

/// Texts and what they are replaced by.
type Edits<'t> = &'t [(&'t str, &'t str)];

/// The counts of annotations that `--explain` ends with: changed expressions, extra assignments and
/// conditions, straightline code, then variables and types by name.
fn annotations(name: &str, edits: Edits<'_>) -> String {
    let mut new = OLD.to_string();
    for (from, to) in edits {
        assert_eq!(new.matches(from).count(), 1, "{from}");
        new = new.replace(from, to);
    }
    let said = Pair::new(&format!("patterns-{name}"), OLD, &new).says(&["--explain"]);
    let counts = said.lines().skip_while(|line| *line != "as annotations:").skip(1);
    let counts = counts.filter_map(|line| line.split_once(": ")).map(|(_, count)| count);
    counts.take(5).collect::<Vec<_>>().join(" | ")
}

#[test]
fn edits_of_the_papers_patterns_are_counted_as_what_they_are() {
    let cases: [(&str, Edits<'_>, &str); 10] = [
        ("same", &[], ""),
        ("right-hand-side", &[("total = 0", "total = 5")], "1 | 0 | 0 | none | none"),
        ("argument", &[("clamp(i)", "clamp(i + 1)")], "1 | 0 | 0 | none | none"),
        ("condition", &[("total > 100", "total > 90")], "1 | 0 | 0 | none | none"),
        ("initialiser", &[("limit = 3", "limit = 4")], "1 | 0 | 0 | none | none"),
        (
            "weakened",
            &[("value > bound)", "value > bound || value == 7)")],
            "1 | 0 | 0 | none | none",
        ),
        (
            "assignment",
            &[("    printf", "    total = total * n;\n    printf")],
            "0 | 1 | 0 | none | none",
        ),
        (
            "conditional",
            &[("    printf", "    if (n == 9)\n        puts(\"nine\");\n    printf")],
            "0 | 1 | 0 | none | none",
        ),
        ("code", &[("    printf", "    puts(\"new\");\n    printf")], "0 | 0 | 1 | none | none"),
        (
            "variable",
            &[("    int total", "    int unused = n;\n    int total")],
            "0 | 1 | 0 | unused | none",
        ),
    ];
    let found = cases.map(|(name, edits, _)| format!("{name}: {}", annotations(name, edits)));
    let expected = cases.map(|(name, _, counts)| format!("{name}: {counts}"));
    assert_eq!(found, expected);
}

#[test]
fn a_variable_of_another_size_is_a_modified_type() {
    let found = annotations("type", &[("    int total", "    long total")]);
    assert!(found.ends_with(" | 0 | 0 | none | total"), "{found}");
}
