//! How versions of a project are built: what is compiled again, what older compilers took, submodules,
//! libtool, Meson and Ninja.

use crate::projects::{Project, findings, said};
use crate::real_projects::{ADD, BUDGET, PRINT, config, init, project, write};
use crate::support::root;
use serde_json::{Value, json};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Two sources, and a makefile that knows nothing of the header. One of them is compiled by its absolute
/// name, as CMake does it.
const TWO: [(&str, &str); 3] = [
    (
        "print.c",
        "#include <stdio.h>\n#include \"add.h\"\nint other(int);\n\
         int main(int argc, char **argv)\n{\n\
         \tprintf(\"%d\\n\", argc > 1 ? other(add(argv[1][0])) : 0);\n\treturn 0;\n}\n",
    ),
    ("other.c", "int other(int n)\n{\n\tint two[2] = {n, n};\n\treturn two[n & 1];\n}\n"),
    (
        "Makefile",
        "print: print.o other.o\n\t$(CC) -g -o $@ print.o other.o\n\
         print.o: print.c\n\t$(CC) -g -c print.c\n\
         other.o: other.c\n\t$(CC) -g -MD -c \"$$PWD/other.c\"\n\
         check: print\n\t./print a\n",
    ),
];

/// A compiler that writes down what it compiles. Returns the list.
fn with_list(project: &mut Project) -> PathBuf {
    let above = project.dir().parent().expect("a directory").to_path_buf();
    let script = "#!/bin/sh\ncase \" $* \" in *' -c '*) echo \"$*\" >>\"${0%/*}/list\" ;; esac\n\
                  exec gcc \"$@\"\n";
    std::fs::create_dir(above.join("bin")).expect("a directory");
    std::fs::write(above.join("bin/cc"), script).expect("written");
    project.shell("chmod +x bin/cc && : >bin/list", &above);
    project.path = Some(above.join("bin"));
    above.join("bin/list")
}

/// The sources that were compiled since the last question, each with whether it was for sanitizers.
fn compiled(list: &Path) -> Vec<(String, bool)> {
    let text = std::fs::read_to_string(list).expect("a list");
    std::fs::write(list, "").expect("written");
    let source = |line: &str| {
        let name = line.split(' ').find(|word| word.ends_with(".c")).expect("a source");
        let name = name.rsplit('/').next().unwrap_or(name);
        (name.to_string(), line.contains("-fsanitize"))
    };
    let mut all: Vec<(String, bool)> = text.lines().map(source).collect();
    all.sort();
    all
}

/// What the tests of the suite showed.
pub fn of_native_runs(results: &Value) -> &str {
    let mut stages = results["stages"].as_array().expect("stages").iter();
    let stage = stages.find(|stage| stage["name"] == "native").expect("the stage");
    stage["result"].as_str().expect("a result")
}

/// The number that a version prints on the input of the first finding.
fn printed(results: &Value, version: &str) -> i64 {
    let text = results["findings"][0][version]["stdout"].as_str().expect("a text");
    text.trim().parse().expect("a number")
}

#[test]
fn a_later_version_compiles_what_differs_and_is_what_a_clean_build_makes() {
    let mut project = project("objects", &[&TWO[..], &[("add.h", ADD)]].concat());
    let list = with_list(&mut project);
    init(&project);
    write(&project, &[("add.h", &ADD.replace("? 1", "? 2"))]);
    assert_eq!(project.test(&BUDGET).1, 3);
    compiled(&list);
    // The makefile does not know of the header, and still nothing is out of date.
    write(&project, &[("add.h", &ADD.replace("n + 1", "n + 2"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!(exit, 3, "{results:#}");
    assert_eq!(of_native_runs(&results), "1 test, 1 differs");
    let again = [("print.c".to_string(), false), ("print.c".to_string(), true)];
    assert_eq!(compiled(&list), again);
    // The same version, made from nothing, in the same place: not a byte is different.
    let made = &results["programs"][0]["executables"];
    let files =
        ["new", "new_sanitized"].map(|file| PathBuf::from(made[file].as_str().expect("a file")));
    let objects = files.each_ref().map(|file| file.with_file_name("other.d"));
    let all: Vec<&PathBuf> = files.iter().chain(&objects).collect();
    let read =
        || all.iter().map(|file| std::fs::read(file).expect("it is there")).collect::<Vec<_>>();
    let kept = read();
    let version = files[0].parent().and_then(Path::parent).expect("a directory");
    std::fs::remove_dir_all(version).expect("removed");
    std::fs::remove_dir_all(project.dir().join(".patchlight/objects")).expect("removed");
    let (_, exit) = project.test(&["--budget", "501Msteps"]);
    assert_eq!((exit, compiled(&list).len()), (3, 4));
    assert!(read() == kept, "a clean build makes something else");
}

#[test]
fn variables_that_several_files_define_are_one_as_with_older_compilers() {
    let header = "int count;\nint add(int n);\n";
    let main = PRINT.replace("\treturn 0;", "\tcount++;\n\treturn 0;");
    let add = "#include \"add.h\"\nint add(int n)\n{\n\treturn n == 'x' ? 1 : n + count + 1;\n}\n";
    let makefile = "print: print.c add.c add.h\n\t$(CC) -g -c print.c add.c\n\
                    \t$(CC) -g -o $@ print.o add.o\ncheck: print\n\t./print a\n";
    let files =
        [("print.c", main.as_str()), ("add.c", add), ("add.h", header), ("Makefile", makefile)];
    let project = project("common", &files);
    assert!(init(&project).contains("-fcommon"));
    write(&project, &[("add.c", &add.replace("count + 1", "count + 2"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["with_common"]), (3, &json!(["old", "new"])), "{results:#}");
    assert_eq!(results["unknowns"], json!([]), "it is built with sanitizers, too: {results:#}");
    let text = said(&project.patchlight(&["report"]));
    assert!(text.contains("both versions were built with `-fcommon`"), "{text}");
    // What clashes with it as well is an error as before.
    write(&project, &[("add.c", &format!("{add}int main(void)\n{{\n\treturn 0;\n}}\n"))]);
    let output = project.patchlight(&["test", BUDGET[0], BUDGET[1]]);
    assert_eq!(output.status.code(), Some(4), "{}", said(&output));
    assert!(said(&output).contains("multiple definition of `main'"), "{}", said(&output));
}

/// Builds with sanitizers wait here until both programs' findings were said.
#[test]
fn builds_with_sanitizers_delay_no_finding_of_any_program() {
    let makefile = "all: p q\np q: print.c add.h | wait\n\t$(CC) -g -o $@ print.c\n\
                    wait:\n\t@case '$(CC)' in */sanitized/*) n=0; until [ -e ../../../../../go ]; do \
                    n=$$((n + 1)); [ $$n -lt 3000 ] || exit 1; sleep 0.1; done ;; esac\n\
                    check: all\n\t./p a\n\t./p b\n\t./q a\n\t./q b\n";
    let project = project("delay", &[("print.c", PRINT), ("add.h", ADD), ("Makefile", makefile)]);
    init(&project);
    write(&project, &[("add.h", &ADD.replace("n + 1", "n + 2"))]);
    let mut test = project.command(crate::support::patchlight());
    test.args(["test", BUDGET[0], BUDGET[1]]).stderr(std::process::Stdio::piped());
    let mut child = test.stdout(std::process::Stdio::null()).spawn().expect("patchlight");
    let mut lines = std::io::BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let mut said = Vec::new();
    for program in ["p", "q"] {
        let found =
            |line: &String| line.starts_with(&format!("found output difference: `{program} "));
        while !said.iter().any(found) {
            let line = lines.next().unwrap_or_else(|| panic!("{program}: only {said:?}"));
            said.push(line.expect("a line"));
        }
    }
    std::fs::write(project.dir().with_file_name("go"), "").expect("written");
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    assert_eq!(child.wait().expect("it ends").code(), Some(3), "{said:?} {rest:?}");
    let report = project.patchlight(&["report", "--format", "json"]);
    let results: Value = serde_json::from_slice(&report.stdout).expect("results");
    assert_eq!(results["unknowns"], json!([]), "it was built with sanitizers: {results:#}");
}

#[test]
fn submodules_are_part_of_each_version() {
    let project = Project::empty("submodule");
    let library = project.dir().with_file_name("library");
    std::fs::create_dir(&library).expect("a directory");
    let commit = "git add . && git commit --quiet -m next";
    std::fs::write(library.join("add.h"), ADD).expect("written");
    project.shell(&format!("git init --quiet && {commit}"), &library);
    let makefile = "print: print.c lib/add.h\n\t$(CC) -g -Ilib -o $@ print.c\n\
                    check: print\n\t./print a\n";
    write(
        &project,
        &[("print.c", PRINT), ("Makefile", makefile), (".gitignore", "/.patchlight\n")],
    );
    let add = "git -c protocol.file.allow=always submodule --quiet add ../library lib";
    project.shell(&format!("git init --quiet && {add} && {commit}"), &project.dir());
    assert!(init(&project).contains("program: print (run once by the tests)"));
    project.shell(commit, &project.dir());
    let changed = ADD.replace("n + 1", "n + 2");
    std::fs::write(project.dir().join("lib/add.h"), changed).expect("written");
    project.shell(commit, &project.dir().join("lib"));
    project.shell(commit, &project.dir());
    let (results, exit) = project.test(&["HEAD~1..HEAD", BUDGET[0], BUDGET[1]]);
    assert_eq!(exit, 3, "{results:#}");
    assert_eq!(of_native_runs(&results), "1 test, 1 differs");
    assert_eq!(printed(&results, "new"), printed(&results, "old") + 1, "{results:#}");
}

/// As libtool leaves a program that is not installed: a script, and the program behind it.
#[test]
fn a_libtool_script_stands_for_the_program_behind_it() {
    let makefile = "print: .libs/print\n\
                    \tprintf '#!/bin/sh\\n# print - temporary wrapper script for .libs/print\\n' >$@\n\
                    \techo \"LD_LIBRARY_PATH=\\\"$$PWD/.libs:\\$$LD_LIBRARY_PATH\\\"\" >>$@\n\
                    \techo export LD_LIBRARY_PATH >>$@\n\
                    \techo \"exec \\\"$$PWD/.libs/print\\\" \\\"\\$$@\\\"\" >>$@\n\tchmod +x $@\n\
                    .libs/print: print.c add.c\n\tmkdir -p .libs\n\
                    \t$(CC) -g -shared -fPIC -Wl,-soname,libadd.so -o .libs/libadd.so add.c\n\
                    \t$(CC) -g -o $@ print.c -L.libs -ladd\n\
                    check: print\n\t./print a | grep -q 9\n";
    let (main, add) =
        (PRINT.replace("#include \"add.h\"", "int add(int);"), ADD.replace("static ", ""));
    let files = [("print.c", main.as_str()), ("add.c", &add), ("Makefile", makefile)];
    let project = project("libtool", &files);
    assert!(init(&project).contains("program: print (run once by the tests)"));
    assert_eq!(config(&project)["programs"], toml::Value::from(vec!["print"]));
    write(&project, &[("add.c", &add.replace("n + 1", "n + 2"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!(exit, 3, "{results:#}");
    let program = &results["programs"][0];
    assert_eq!(
        (&program["name"], &program["n_tests"]),
        (&json!("print"), &json!(1)),
        "{results:#}"
    );
    assert_eq!(of_native_runs(&results), "1 test, 1 differs");
    assert_eq!(printed(&results, "new"), printed(&results, "old") + 1, "{results:#}");
    let doubts = &results["doubts"];
    assert_eq!(doubts, &json!([]), "lines of the library are executed: {results:#}");
}

/// A project whose build system is not installed everywhere.
fn with_build_tools(name: &str, files: &[(&str, &str)]) -> Project {
    let tools = Command::new("sh").arg(root().join("tools/test-env.sh")).output().expect("sh");
    assert!(tools.status.success(), "{}", said(&tools));
    let text = String::from_utf8(tools.stdout).expect("two directories");
    let mut project = project(name, files);
    (project.path, project.python) = match text.lines().collect::<Vec<_>>()[..] {
        [path, modules] => (Some(path.into()), Some(modules.into())),
        _ => panic!("{text}"),
    };
    project
}

/// `init` and `test` of a project that prints.
fn shows_a_difference(project: &Project) -> Value {
    let text = init(project);
    assert!(text.contains("print (run once by the tests)"), "{text}");
    write(project, &[("add.h", &ADD.replace("n + 1", "n + 2"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["suite"]["status"]), (3, &json!(0)), "{results:#}");
    assert_eq!(findings(&results)[0].0, "output_difference", "{results:#}");
    results
}

#[test]
fn a_project_with_meson_needs_no_editing() {
    let build = "project('print', 'c')\nprint = executable('print', 'print.c')\n\
                 test('a', print, args: ['a'])\n";
    let files = [("print.c", PRINT), ("add.h", ADD), ("meson.build", build)];
    let project = with_build_tools("meson", &files);
    shows_a_difference(&project);
    let config = config(&project);
    assert_eq!(config["programs"], toml::Value::from(vec!["build/print"]));
    assert_eq!(config["suite"].as_str(), Some("meson test -C build --print-errorlogs"));
}

#[test]
fn a_project_with_ninja_needs_no_editing() {
    let build = "rule cc\n  command = cc -g -MD -MF $out.d -o $out $in\n  depfile = $out.d\n\
                 rule run\n  command = ./print a\nbuild print: cc print.c\nbuild check: run | print\n\
                 default print\n";
    let files = [("print.c", PRINT), ("add.h", ADD), ("build.ninja", build)];
    let project = with_build_tools("ninja", &files);
    shows_a_difference(&project);
    let config = config(&project);
    assert_eq!(config["programs"], toml::Value::from(vec!["print"]));
    assert_eq!(
        (config["build"].as_str(), config["suite"].as_str()),
        (Some("ninja"), Some("ninja check"))
    );
}
