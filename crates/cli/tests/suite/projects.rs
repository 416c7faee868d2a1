//! `patchlight init` and `patchlight test` on small projects: as a new user would, and what goes
//! wrong.

use crate::support::{Scratch, is_long, patchlight, root};
use serde_json::Value;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// A project in a repository of its own.
pub struct Project {
    scratch: Scratch,
    /// Searched before everything else.
    pub path: Option<PathBuf>,
    /// Where Python finds modules.
    pub python: Option<PathBuf>,
}

impl Project {
    /// A copy of a bundled project, committed.
    fn of(name: &str, from: &str) -> Project {
        let project = Project::empty(name);
        let from = root().join(from);
        project.shell(&format!("cp -r {}/. project", from.display()), project.scratch.path());
        project.commit_all();
        project
    }

    pub fn empty(name: &str) -> Project {
        let scratch = Scratch::new(&format!("project-{name}"));
        let project = Project { scratch, path: None, python: None };
        std::fs::create_dir(project.dir()).expect("a directory is made");
        project
    }

    pub fn commit_all(&self) {
        let commit = "git init --quiet && git add . && git commit --quiet -m first";
        self.shell(commit, &self.dir());
    }

    pub fn dir(&self) -> PathBuf {
        self.scratch.path().join("project")
    }

    /// Runs a shell command that must succeed.
    pub fn shell(&self, command: &str, dir: &Path) {
        let mut shell = self.command("sh");
        let output = shell.args(["-c", command]).current_dir(dir).output().expect("sh");
        assert!(output.status.success(), "{command}: {}", said(&output));
    }

    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.dir());
        for role in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{role}_NAME"), "A. U. Thor");
            command.env(format!("GIT_{role}_EMAIL"), "author@example.org");
        }
        if let Some(modules) = &self.python {
            command.env("PYTHONPATH", modules);
        }
        if let Some(first) = &self.path {
            let path = std::env::var("PATH").unwrap_or_default();
            command.env("PATH", format!("{}:{path}", first.display()));
        }
        command
    }

    pub fn patchlight(&self, args: &[&str]) -> Output {
        self.command(patchlight()).args(args).output().expect("patchlight")
    }

    /// Results of `patchlight test`, and its exit code.
    pub fn test(&self, args: &[&str]) -> (Value, i32) {
        let all = [&["test", "--format", "json"], args].concat();
        let output = self.patchlight(&all);
        let results = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", said(&output)));
        (results, output.status.code().unwrap_or(-1))
    }

    fn commit_patch(&self, patch: &Path) {
        let command = format!("git apply {} && git commit --quiet -am second", patch.display());
        self.shell(&command, &self.dir());
    }
}

pub fn said(output: &Output) -> String {
    let text = [output.stdout.as_slice(), &output.stderr].concat();
    String::from_utf8_lossy(&text).into_owned()
}

pub fn findings(results: &Value) -> Vec<(&str, &str)> {
    let all = results["findings"].as_array().expect("findings");
    all.iter().map(|f| (f["class"].as_str().unwrap(), f["shape"].as_str().unwrap())).collect()
}

#[test]
fn a_commit_that_passes_its_tests_is_shown_to_break_something() {
    let project = Project::of("commit", "demo/fields");
    project.commit_patch(&root().join("demo/fields.patch"));
    project.shell("make --silent check && make clean", &project.dir());
    assert!(project.patchlight(&["init"]).status.success());
    let (results, exit) = project.test(&["HEAD~1..HEAD", "--budget", "3Gsteps"]);
    assert_eq!(exit, 2, "{results:#}");
    let found = findings(&results);
    let regression = found.iter().find(|(class, _)| *class == "regression");
    assert!(
        regression.is_some_and(|(_, shape)| shape.starts_with("heap-buffer-overflow in select"))
    );
    assert!(found.contains(&("output_difference", "exit 1, then exit 0")), "{found:?}");
    // The input really does that: the printed command, and the sanitizer's word.
    let worst = &results["findings"][0];
    let frame = &worst["new"]["sanitizer"]["frames"][0];
    assert_eq!(frame["function"], "select_fields", "{worst:#}");
    assert_eq!(worst["old"]["sanitizer"], Value::Null);
    let program = &results["programs"][0];
    assert_eq!(program["disagreements"], serde_json::json!([]));
    assert_eq!((&program["n_tests"], &program["n_touching"]), (&12.into(), &12.into()));
    assert_eq!(results["suite"]["n_invocations"], 12);
    // Nothing of it is done again.
    let (again, exit) = project.test(&["HEAD~1..HEAD", "--budget", "3Gsteps"]);
    assert_eq!((again, exit), (results.clone(), 2));
    // What is accepted is not reported any more.
    for finding in results["findings"].as_array().expect("findings") {
        let id = finding["id"].as_str().expect("an id");
        assert!(project.patchlight(&["accept", id]).status.success());
    }
    let (accepted, exit) = project.test(&["HEAD~1..HEAD", "--budget", "3Gsteps"]);
    assert_eq!(exit, 0, "{accepted:#}");
    let unknown = project.patchlight(&["accept", "0123456789ab"]);
    assert_eq!(unknown.status.code(), Some(1));
}

/// How often one input was started in a version by the end of the last stage before `follow`, at most.
fn most_starts_before_follow(results: &Value) -> u64 {
    let stages = results["stages"].as_array().expect("stages").iter();
    let before = stages.take_while(|stage| stage["name"] != "follow");
    let most = before.flat_map(|stage| ["old", "new"].map(|v| stage["engine"][v]["most"].as_u64()));
    most.flatten().max().expect("a program runs in the engine")
}

/// `init` and `test` on a bundled project, with its change in the working tree.
fn needs_no_editing(project: &Project, patch: &Path, expected: (&str, &str), exit: i32) {
    let output = project.patchlight(&["init"]);
    assert!(output.status.success(), "{}", said(&output));
    project.shell(&format!("git apply {}", patch.display()), &project.dir());
    let (results, code) = project.test(&["--budget", "2Gsteps"]);
    let found = findings(&results);
    let matches =
        |(class, shape): &(&str, &str)| *class == expected.0 && shape.starts_with(expected.1);
    assert!(found.iter().any(matches), "{found:?}\n{results:#}");
    assert_eq!(code, exit);
    assert_eq!(results["suite"]["status"], 0);
    assert_eq!(results["new"]["name"], "working tree");
    let most = most_starts_before_follow(&results);
    assert!((1..=2).contains(&most), "a test was started {most} times\n{results:#}");
}

#[test]
fn a_project_with_configure_needs_no_editing() {
    let project = Project::of("configure", "examples/configure");
    let expected = ("regression", "stack-buffer-overflow");
    needs_no_editing(&project, &root().join("examples/configure/change.patch"), expected, 2);
}

#[test]
fn a_project_with_cmake_needs_no_editing() {
    let tools = Command::new("sh").arg(root().join("tools/test-env.sh")).output().expect("sh");
    let text = String::from_utf8(tools.stdout).expect("a path");
    let mut lines = text.lines();
    let mut project = Project::of("cmake", "examples/cmake");
    project.path = lines.next().map(PathBuf::from);
    let expected = ("output_difference", "other text within a line");
    needs_no_editing(&project, &root().join("examples/cmake/change.patch"), expected, 3);
}

#[test]
fn a_single_file_needs_no_editing() {
    let project = Project::of("single", "examples/single");
    let expected = ("regression", "");
    needs_no_editing(&project, &root().join("examples/single/change.patch"), expected, 2);
}

#[test]
fn a_change_of_a_comment_makes_no_difference() {
    let project = Project::of("comment", "examples/single");
    assert!(project.patchlight(&["init"]).status.success());
    project.shell("sed -i 's/reads a sum/takes a sum/' calc.c", &project.dir());
    let (results, exit) = project.test(&["--budget", "500Msteps"]);
    assert_eq!((exit, findings(&results).len()), (0, 0));
    assert_eq!(results["programs"][0]["changed_functions"], serde_json::json!([]));
}

/// A line that only an option leads to, and a suite that does not give it.
const UNTESTED: &str = r#"#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	int summary = 0, n = 0;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--summary") == 0)
			summary = 1;
		else
			n++;
	}
	if (summary)
		printf("%d words\n", n);
	return 0;
}
"#;

#[test]
fn a_changed_line_that_no_test_executes_gets_an_input() {
    let project = Project::empty("reach");
    let dir = project.dir();
    let write = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("written");
    write("words.c", UNTESTED);
    write("patchlight.toml", "build = \"$CC -g -o words words.c\"\nprograms = [\"words\"]\n");
    project.commit_all();
    write("words.c", &UNTESTED.replace("%d words", "%d word(s)"));
    let (results, exit) = project.test(&["--budget", "2Gsteps"]);
    assert_eq!(exit, 3, "{results:#}");
    let stages = results["stages"].as_array().expect("stages");
    let stage = stages.iter().find(|stage| stage["name"] == "reach").expect("the stage");
    let result = stage["result"].as_str().expect("a result");
    assert!(result.starts_with("1 of 1 changed line that no test executes"), "{result}");
    project.shell("git commit --quiet -am second", &dir);
    let output = project.patchlight(&["reach", "HEAD~1..HEAD", "--out", "found"]);
    assert!(output.status.success(), "{}", said(&output));
    let report = std::fs::read(dir.join("found/report.json")).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    let target = &report["targets"][0];
    assert_eq!((&target["file"], &target["line"]), (&"words.c".into(), &14.into()));
    assert_eq!(target["status"], "reached", "{report:#}");
}

/// A line behind a number that nobody guesses.
const LOCKED: &str = r#"#include <stdio.h>

int main(int argc, char **argv)
{
	unsigned hash = 2166136261u;
	for (char *byte = argc > 1 ? argv[1] : ""; *byte; byte++)
		hash = (hash ^ (unsigned char)*byte) * 16777619u;
	if (hash == 0x13572468u)
		puts("open");
	return 0;
}
"#;

#[test]
fn what_was_not_compared_is_inconclusive_and_not_the_same() {
    let project = Project::empty("inconclusive");
    let dir = project.dir();
    let write = |name: &str, text: &str| std::fs::write(dir.join(name), text).expect("written");
    write("lock.c", LOCKED);
    write("spare.c", "int spare(void)\n{\n\treturn 1;\n}\n");
    write("patchlight.toml", "build = \"$CC -g -o lock lock.c\"\nprograms = [\"lock\"]\n");
    project.commit_all();
    write("lock.c", &LOCKED.replace("\"open\"", "\"opened\""));
    let budget = ["--budget", "500Msteps"];
    let (results, exit) = project.test(&budget);
    assert_eq!((&results["verdict"], exit), (&"inconclusive".into(), 6), "{results:#}");
    let doubts = &results["doubts"];
    assert_eq!(doubts[0]["doubt"], "not_executed", "{doubts:#}");
    let line =
        |n: u32, is_old: bool| serde_json::json!({"file": "lock.c", "line": n, "is_old": is_old});
    assert_eq!(doubts[0]["lines"], serde_json::json!([line(9, true), line(9, false)]));
    let (_, exit) = project.test(&[&budget[..], &["--fail-on", "difference"]].concat());
    assert_eq!(exit, 0);
    let output = project.patchlight(&["report"]);
    let text = said(&output);
    assert!(text.starts_with("inconclusive: "), "{text}");
    assert!(text.contains("nothing executes 2 of 2 changed lines of code: lock.c:9"), "{text}");

    project.shell("git checkout --quiet lock.c", &dir);
    write("spare.c", "int spare(void)\n{\n\treturn 2;\n}\n");
    let (results, exit) = project.test(&budget);
    assert_eq!(exit, 6, "{results:#}");
    assert_eq!(
        results["doubts"],
        serde_json::json!([{"doubt": "not_built", "files": ["spare.c"]}])
    );
    write("spare.c", "/* spare */ int spare(void)\n{\n\treturn 1;\n}\n");
    let (results, exit) = project.test(&budget);
    assert_eq!((&results["verdict"], exit), (&"same_code".into(), 0), "{results:#}");
}

/// A library with a test program, as small ones are: the tests tell the dynamic linker where it is.
const LIBRARY: [(&str, &str); 4] = [
    (
        "version.c",
        "#include <string.h>\n\
         const char *zlibVersion(void)\n{\n\treturn \"ours\";\n}\n\
         int rank(const char *text)\n{\n\treturn text[0] == 'x' ? 7 : (int)strlen(text);\n}\n",
    ),
    (
        "show.c",
        "#include <stdio.h>\n\
         const char *zlibVersion(void);\nint rank(const char *text);\n\
         int main(int argc, char **argv)\n{\n\
         \tif (argc > 1)\n\t\tprintf(\"%s %d\\n\", zlibVersion(), rank(argv[1]));\n\
         \treturn 0;\n}\n",
    ),
    (
        "Makefile",
        "show: show.c out/libz.so.1\n\t$(CC) -g -o $@ show.c out/libz.so.1\n\
         out/libz.so.1: version.c\n\tmkdir -p out\n\
         \t$(CC) -g -shared -fPIC -Wl,-soname,libz.so.1 -o $@ version.c\n\
         check: show\n\tLD_LIBRARY_PATH=out ./show ab | grep -q 'ours 2'\n",
    ),
    (".gitignore", "/show\n/out\n/.patchlight\n"),
];

#[test]
fn a_program_runs_with_the_shared_library_of_its_build_not_with_the_systems() {
    let project = Project::empty("shared-library");
    let dir = project.dir();
    let is_mounted = patchlight_replay::SYSTEM.iter().any(|system| dir.starts_with(system));
    assert!(!is_mounted, "{} is in every sandbox", dir.display());
    for (name, text) in LIBRARY {
        std::fs::write(dir.join(name), text).expect("written");
    }
    project.commit_all();
    let output = project.patchlight(&["init"]);
    assert!(said(&output).contains("program: show (run once by the tests)"), "{}", said(&output));
    let (_, library) = LIBRARY[0];
    std::fs::write(dir.join("version.c"), library.replace("? 7", "? 8")).expect("written");
    let (results, exit) = project.test(&["--budget", "1Gsteps"]);
    assert_eq!(exit, 3, "{results:#}");
    assert_eq!(findings(&results).len(), 1, "{results:#}");
    let texts = |version: &str| results["findings"][0][version]["stdout"].clone();
    assert_eq!((texts("old"), texts("new")), ("ours 7\n".into(), "ours 8\n".into()));
    // Lines of the library are lines of the project.
    let mut files = results["patch"].as_array().expect("a patch").iter();
    let file = files.find(|file| file["path"] == "version.c").expect("the library's source");
    let changed = file["hunks"][0].as_array().expect("a hunk");
    let executed: Vec<&Value> = changed.iter().filter(|line| !line["executed"].is_null()).collect();
    assert_eq!(executed.len(), 2, "{results:#}");
}

#[test]
fn two_directories_need_no_repository() {
    let project = Project::of("directories", "examples/single");
    assert!(project.patchlight(&["init"]).status.success());
    let patch = root().join("examples/single/change.patch");
    let copy = format!("cp -r . ../new && patch --quiet -d ../new -p1 <{}", patch.display());
    project.shell(&copy, &project.dir());
    project.shell("rm -rf .git", &project.dir());
    let (results, exit) = project.test(&["--old", ".", "--new", "../new", "--budget", "1Gsteps"]);
    assert_eq!(exit, 2, "{results:#}");
}

#[test]
fn what_goes_wrong_has_an_exit_code_and_a_message() {
    let project = Project::of("wrong", "examples/single");
    let fails = |args: &[&str], code: i32, words: &[&str]| {
        let output = project.patchlight(args);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {text}");
        for word in words {
            assert!(text.contains(word), "{args:?}: {word} is not in {text}");
        }
    };
    fails(&["test"], 1, &["patchlight.toml", "patchlight init"]);
    assert!(project.patchlight(&["init"]).status.success());
    fails(&["init"], 1, &["--force"]);
    fails(&["test", "nowhere..HEAD"], 1, &["nowhere"]);
    fails(&["test", "--budget", "long"], 1, &["long"]);
    fails(&["accept", "0123456789ab"], 1, &["patchlight test"]);
    // A patch that does not fit.
    project.shell("sed 's/long other/long nothing/' change.patch >bad.patch", &project.dir());
    fails(&["test", "--patch", "bad.patch"], 5, &["calc.c", "bad.patch"]);
    // A version that does not compile: which one, and the compiler's message.
    project.shell("echo 'int f(void) { return missing; }' >>calc.c", &project.dir());
    fails(&["test", "--budget", "5s"], 4, &["the new version", "missing"]);
    project.shell("git checkout --quiet calc.c && echo '= 3' >>patchlight.toml", &project.dir());
    fails(&["test"], 1, &["patchlight.toml", "line"]);
}

#[test]
fn a_history_is_one_table_and_goes_on_where_it_was() {
    let project = Project::of("history", "examples/single");
    assert!(project.patchlight(&["init"]).status.success());
    project.shell(
        "sed -i 's/reads a sum/takes a sum/' calc.c && git commit -qam comment",
        &project.dir(),
    );
    project.commit_patch(&root().join("examples/single/change.patch"));
    let first =
        project.patchlight(&["history", "HEAD~2..HEAD", "--budget", "1Gsteps", "--shard", "1/2"]);
    assert_eq!(first.status.code(), Some(0), "{}", said(&first));
    let all = project.patchlight(&["history", "HEAD~2..HEAD", "--budget", "1Gsteps"]);
    assert_eq!(all.status.code(), Some(2), "{}", said(&all));
    let table = String::from_utf8_lossy(&all.stdout).into_owned();
    assert!(table.contains("comment") && table.contains("second"), "{table}");
    assert!(said(&all).contains("nothing has changed"), "{}", said(&all));
    // Another shard's store is taken over, its runs with it.
    project.shell("mkdir ../other && cp .patchlight/store.sqlite* ../other", &project.dir());
    project.shell("rm .patchlight/store.sqlite*", &project.dir());
    let merged = project.patchlight(&["merge", "../other/store.sqlite"]);
    assert!(said(&merged).contains(": 2 runs"), "{}", said(&merged));
    let last = project.patchlight(&["report", "--format", "json"]);
    let last: Value = serde_json::from_slice(&last.stdout).expect("results");
    assert_eq!(last["new"]["commit"]["title"], "second");
}

#[test]
fn tests_that_are_in_no_version_are_part_of_what_was_run() {
    let project = calculator("untracked");
    let case = |word: &str| format!("[[case]]\nargs = [\"twice\", \"{word}\"]\n");
    let file = |name: &str, text: &str| {
        std::fs::write(project.dir().join(name), text).expect("a file is written");
    };
    file("patchlight.toml", "build = \"make\"\nprograms = [\"calc\"]\ntests = [\"more.toml\"]\n");
    file(".gitignore", "more.toml\n");
    project.shell("sed -i 's/x > 100/x > 98/' calc.c", &project.dir());
    project.shell("git add . && git commit --quiet -m second", &project.dir());
    let n_tests = || {
        let (results, _) = project.test(&["HEAD~1..HEAD", "--budget", "100Msteps"]);
        results["programs"][0]["n_tests"].as_u64()
    };
    file("more.toml", &case("a"));
    assert_eq!(n_tests(), Some(1));
    file("more.toml", &[case("a"), case("b")].concat());
    assert_eq!(n_tests(), Some(2));
}

#[test]
fn patches_of_a_quilt_series_are_tested_one_after_the_other() {
    let project = calculator("quilt");
    let patch = |from: &str, to: &str, file: &str| {
        let make = format!("sed -i 's/{from}/{to}/' calc.c && git diff > debian/patches/{file}");
        project.shell(&format!("mkdir -p debian/patches && {make}"), &project.dir());
    };
    patch("x > 100", "x >= 101", "same.patch");
    project.shell("git commit --quiet --all -m same", &project.dir());
    patch("x >= 101", "x > 98", "other.patch");
    project.shell("git reset --quiet --hard HEAD~1", &project.dir());
    let series = "# in this order\nsame.patch -p1\n\nother.patch\n";
    std::fs::write(project.dir().join("debian/patches/series"), series).expect("written");
    let history = ["history", "--quilt", "debian/patches", "--budget", "500Msteps"];
    let output = project.patchlight(&history);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let answer = |patch: &str| {
        let line = table.lines().find(|line| line.starts_with(patch));
        line.unwrap_or_else(|| panic!("{}", said(&output))).to_string()
    };
    assert!(!answer("same.patch").contains("  difference"), "{table}");
    assert!(answer("other.patch").contains("  difference"), "{table}");
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    std::fs::write(project.dir().join("debian/patches/series"), "a.patch -p0\n").expect("written");
    let refused = said(&project.patchlight(&history));
    assert!(refused.contains("series:1: `-p0` is not supported, only -p1"), "{refused}");
}

const CALCULATOR: &str = "\
#include <stdio.h>
#include <string.h>

static int twice(int x)
{
	if (x > 100)
		return 100;
	return x + x;
}

static int shout(int x)
{
	if (x == '!')
		return 0;
	return x - 32;
}

int main(int argc, char **argv)
{
	int x = argc == 3 ? argv[2][0] : 0;
	if (argc == 3 && strcmp(argv[1], \"twice\") == 0)
		x = twice(x);
	else if (argc == 3 && strcmp(argv[1], \"shout!\") == 0)
		x = shout(x);
	printf(\"%d\\n\", x);
	return 0;
}
";

/// A project with a function for each of its first two tests.
fn calculator(name: &str) -> Project {
    let project = Project::empty(name);
    let write = |file: &str, text: &str| {
        std::fs::write(project.dir().join(file), text).expect("a file is written");
    };
    write("calc.c", CALCULATOR);
    write("Makefile", "calc: calc.c\n\tcc -g -o calc calc.c\n");
    write("suite.sh", "for x in 'twice a' 'shout! b' 'other c'; do ./calc $x || exit 1; done\n");
    let config = "build = \"make\"\nprograms = [\"calc\"]\nsuite = \"sh suite.sh\"\n";
    write("patchlight.toml", config);
    project.commit_all();
    project
}

fn stage<'r>(results: &'r Value, name: &str) -> &'r str {
    let stages = results["stages"].as_array().expect("stages");
    let stage = stages.iter().find(|stage| stage["name"] == name);
    stage.and_then(|stage| stage["result"].as_str()).unwrap_or_else(|| panic!("{name}"))
}

/// What is reported, but for what depends on the clock.
fn reported(results: &Value) -> Value {
    let mut reported = results.clone();
    reported["stages"] = Value::Null;
    reported
}

#[test]
fn after_a_change_in_one_function_only_tests_that_come_by_it_are_followed_again() {
    let project = calculator("one-function");
    project.shell("sed -i 's/x > 100/x > 98/' calc.c", &project.dir());
    let budget = ["--budget", "1200Msteps"];
    let (first, exit) = project.test(&budget);
    assert_eq!((exit, findings(&first).len()), (3, 1), "{first:#}");
    // Another function changes, and the first one moves.
    project.shell(
        "sed -i \"s/x == '!'/x == '?'/; 3s,^,/* A comment. */\\n\\n,\" calc.c",
        &project.dir(),
    );
    let (second, exit) = project.test(&budget);
    assert_eq!(exit, 3, "{second:#}");
    assert_eq!(stage(&second, "select"), "2 of 3 tests execute changed code (2 as before)");
    assert!(stage(&second, "follow").starts_with("2 tests followed (1 as before)"), "{second:#}");
    assert!(stage(&second, "record").contains("3 times"), "{second:#}");
    // It is what is found without anything that was known before.
    project.shell("rm -r .patchlight/store.sqlite*", &project.dir());
    let (anew, _) = project.test(&budget);
    assert!(!stage(&anew, "follow").contains("before"), "{anew:#}");
    assert_eq!(reported(&second), reported(&anew));
    let lines: Vec<u64> = anew["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter_map(|finding| finding["place"]["line"].as_u64())
        .collect();
    assert_eq!(lines, [8, 15]);
    // The last results are at hand for other tools.
    let exported = project.patchlight(&["export", "--as", "cases", "--out", "../cases"]);
    assert!(said(&exported).starts_with("2 findings, 2 files in"), "{}", said(&exported));
}

#[test]
fn a_test_that_is_killed_goes_on_and_reports_the_same() {
    let project = calculator("killed");
    project.shell("sed -i \"s/x > 100/x > 98/; s/x == '!'/x == '?'/\" calc.c", &project.dir());
    let budget = ["--budget", "1200Msteps"];
    let began = Instant::now();
    let (reference, _) = project.test(&budget);
    let took = began.elapsed();
    assert_eq!(findings(&reference).len(), 2, "{reference:#}");
    let n_moments = if is_long() { 20 } else { 5 };
    for n in 0..n_moments {
        // Every second time it goes on after two kills.
        if n % 2 == 0 {
            project.shell("rm -rf .patchlight", &project.dir());
        }
        let mut running = project.command(patchlight());
        running.args(["test", "--format", "json"]).args(budget);
        running.stdout(Stdio::null()).stderr(Stdio::null());
        let mut running = running.spawn().expect("patchlight");
        // Spread over the whole run, by the golden ratio.
        std::thread::sleep(took.mul_f64((f64::from(n) * 0.618_034) % 1.0));
        running.kill().expect("it is ours");
        running.wait().expect("it ends");
        if n % 2 == 0 && n + 1 < n_moments {
            continue;
        }
        let (results, _) = project.test(&budget);
        assert_eq!(reported(&results), reported(&reference), "moment {n}");
        let store = project.dir().join(".patchlight/store.sqlite");
        assert!(!store.with_extension("broken").exists(), "moment {n}");
        let db = rusqlite::Connection::open(store).expect("the store");
        let check: String =
            db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("an answer");
        let n_runs: i64 =
            db.query_row("SELECT count(*) FROM runs", [], |row| row.get(0)).expect("an answer");
        assert_eq!((check.as_str(), n_runs), ("ok", 1), "moment {n}");
    }
}

#[test]
fn an_interrupted_test_reports_what_is_known_and_then_goes_on() {
    let project = calculator("interrupted");
    project.shell("sed -i 's/x > 100/x > 98/' calc.c", &project.dir());
    let mut command = project.command(patchlight());
    command.args(["test", "--verbose", "--format", "json", "--budget", "1200Msteps"]);
    let mut running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs");
    // As soon as both versions are built.
    let mut said = std::io::BufReader::new(running.stderr.take().expect("a pipe")).lines();
    let mut lines = said.by_ref().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("both versions with sanitizers")));
    // SAFETY: a signal to a process of ours that was not waited for.
    unsafe { libc::kill(running.id() as i32, libc::SIGINT) };
    std::thread::spawn(move || said.for_each(drop));
    let output = running.wait_with_output().expect("it ends");
    let results: Value = serde_json::from_slice(&output.stdout).expect("results");
    assert_eq!(results["is_interrupted"], true, "{results:#}");
    let (results, exit) = project.test(&["--budget", "1200Msteps"]);
    assert_eq!((&results["is_interrupted"], exit), (&false.into(), 3), "{results:#}");
    assert_eq!(findings(&results).len(), 1);
}
