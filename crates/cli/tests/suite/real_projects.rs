//! What projects are like: programs that only the suite makes, suites that fail, C++ beside C, builds
//! that ask git for their version, functions of the same name.

use crate::project_builds::of_native_runs;
use crate::projects::{Project, findings, said};
use serde_json::{Value, json};

pub const BUDGET: [&str; 2] = ["--budget", "500Msteps"];

pub fn project(name: &str, files: &[(&str, &str)]) -> Project {
    let project = Project::empty(name);
    write(&project, files);
    write(&project, &[(".gitignore", "/out\n/.patchlight\n*.o\n")]);
    project.commit_all();
    project
}

pub fn write(project: &Project, files: &[(&str, &str)]) {
    for (name, text) in files {
        std::fs::write(project.dir().join(name), text).expect("written");
    }
}

pub fn init(project: &Project) -> String {
    let output = project.patchlight(&["init"]);
    assert!(output.status.success(), "{}", said(&output));
    said(&output)
}

pub fn config(project: &Project) -> toml::Table {
    let text = std::fs::read_to_string(project.dir().join("patchlight.toml")).expect("written");
    text.parse().expect("TOML")
}

/// Prints its argument's first letter as a number, plus what `add.h` says.
pub const PRINT: &str = "#include <stdio.h>\n#include \"add.h\"\n\
                     int main(int argc, char **argv)\n{\n\
                     \tprintf(\"%d\\n\", argc > 1 ? add(argv[1][0]) : 0);\n\treturn 0;\n}\n";
pub const ADD: &str = "static int add(int n)\n{\n\treturn n == 'x' ? 1 : n + 1;\n}\n";

#[test]
fn programs_that_only_the_suite_makes_are_built_and_recorded() {
    let makefile = "all:\n\techo a library without programs\n\
                    check: print\n\t./print a | grep -q 98\n\
                    print: print.c add.h\n\t$(CC) -g -o $@ print.c\n";
    let files = [("print.c", PRINT), ("add.h", ADD), ("Makefile", makefile)];
    let project = project("late", &files);
    let text = init(&project);
    assert!(text.contains("program: print (run once by the tests)"), "{text}");
    assert_eq!(config(&project)["build"].as_str(), Some("make && make print"));
    write(&project, &[("add.h", &ADD.replace("? 1", "? 2"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, results["suite"]["n_invocations"].as_u64()), (3, Some(1)), "{results:#}");
}

#[test]
fn test_programs_that_the_suite_only_builds_are_run() {
    let makefile = "all:\n\techo a library without programs\n\
                    check: test_print test_args no-such-file\n\
                    test_%: print.c add.h\n\t$(CC) -g -D$* -o $@ print.c\n";
    // One of them wants an argument.
    let print = PRINT.replace(
        "\treturn 0;",
        "#ifdef args\n\treturn argc < 2;\n#else\n\treturn add('y') != 'z';\n#endif",
    );
    let files = [("print.c", print.as_str()), ("add.h", ADD), ("Makefile", makefile)];
    let project = project("only-built", &files);
    let text = init(&project);
    assert!(text.contains("running the test programs instead: `./test_print`"), "{text}");
    assert!(text.contains("not run by the tests, so not compared: test_args"), "{text}");
    assert_eq!(config(&project)["suite"].as_str(), Some("./test_print"));
    write(&project, &[("add.h", &ADD.replace("n + 1", "n + 2"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, results["suite"]["n_invocations"].as_u64()), (3, Some(1)), "{results:#}");
}

#[test]
fn programs_that_run_under_valgrind_are_recorded() {
    let makefile = "print: print.c add.h\n\t$(CC) -g -o $@ print.c\n\
                    check: print\n\tvalgrind -q --log-file=log.%p ./print a | grep -q 98\n\
                    \tgrep -q 'ERROR SUMMARY: 0 errors' log.*\n";
    let files = [("print.c", PRINT), ("add.h", ADD), ("Makefile", makefile)];
    let mut project = project("valgrind", &files);
    // One that runs nothing.
    let bin = project.dir().with_file_name("bin");
    project.shell(
        "mkdir bin && printf '#!/bin/sh\\nexit 7\\n' >bin/valgrind && chmod +x bin/valgrind",
        bin.parent().expect("a directory"),
    );
    project.path = Some(bin);
    let text = init(&project);
    assert!(text.contains("program: print (run once by the tests)"), "{text}");
    assert!(!text.contains("fails here"), "{text}");
    write(&project, &[("add.h", &ADD.replace("? 1", "? 2"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, results["suite"]["n_invocations"].as_u64()), (3, Some(1)), "{results:#}");
}

#[test]
fn warnings_of_a_younger_compiler_are_no_errors() {
    let makefile = "print: print.c add.h\n\t$(CC) -g -Wall -Werror -o $@ print.c\n\
                    check: print\n\t./print a\n";
    let warned = format!("static int unused(void) {{ return 1; }}\n{PRINT}");
    let files = [("print.c", warned.as_str()), ("add.h", ADD), ("Makefile", makefile)];
    let project = project("werror", &files);
    init(&project);
    write(&project, &[("add.h", &ADD.replace("? 1", "? 2"))]);
    assert_eq!(project.test(&BUDGET).1, 3);
}

/// What yacc makes: lines of another file, by a name that is meant from where the source is.
#[test]
fn changed_lines_of_generated_sources_are_found() {
    let makefile = "print: src/print.c\n\t$(CC) -g -o $@ \"$$PWD/src/print.c\"\n\
                    check: print\n\t./print a\n";
    let grammar = "ignored\nint add(int n) { return n == 'x' ? 1 : n + 1; }\n";
    let source = |add: &str| {
        format!(
            "#include <stdio.h>\n#line 2 \"print.y\"\n{add}\n#line 4 \"print.c\"\n\
             int main(int argc, char **argv)\n{{\n\
             \tprintf(\"%d\\n\", argc > 1 ? add(argv[1][0]) : 0);\n\treturn 0;\n}}\n"
        )
    };
    let line = grammar.lines().nth(1).expect("a line");
    let project = Project::empty("yacc");
    std::fs::create_dir(project.dir().join("src")).expect("a directory");
    write(&project, &[("Makefile", makefile), (".gitignore", "/print\n/.patchlight\n")]);
    write(&project, &[("src/print.y", grammar), ("src/print.c", &source(line))]);
    project.commit_all();
    init(&project);
    let change = |text: &str| text.replace("? 1", "? 2");
    write(&project, &[("src/print.y", &change(grammar)), ("src/print.c", &source(&change(line)))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["doubts"]), (3, &json!([])), "{results:#}");
    let patch = results["patch"].as_array().expect("files");
    let file = patch.iter().find(|file| file["path"] == "src/print.y").expect("it changed");
    let lines = file["hunks"][0].as_array().expect("lines").iter();
    let executed: Vec<&Value> = lines.map(|line| &line["executed"]["by_tests"]).collect();
    assert_eq!(executed.iter().filter(|n| ***n == 1).count(), 2, "{results:#}");
}

#[test]
fn an_error_that_is_older_than_the_patch_is_named() {
    let makefile = "print: print.c add.h\n\t$(CC) -g -o $@ print.c\ncheck: print\n\t./print a\n";
    let print = PRINT.replace("int main", "static char two[2];\nint main");
    let print = print.replace("\treturn 0;", "\ttwo[0] = two[argc];\n\treturn 0;");
    let files = [("print.c", print.as_str()), ("add.h", ADD), ("Makefile", makefile)];
    let project = project("older", &files);
    init(&project);
    write(&project, &[("add.h", &ADD.replace("? 1", "? 2"))]);
    let (results, _) = project.test(&BUDGET);
    let failing = &results["programs"][0]["failing"];
    assert_eq!(failing[0][0], "print-1", "{results:#}");
    assert!(failing[0][1].as_str().is_some_and(|how| how.contains("print.c:7")), "{results:#}");
    let text = said(&project.patchlight(&["report"]));
    assert!(text.contains("fails in both versions: print-1: "), "{text}");
}

#[test]
fn files_that_autotools_made_are_not_out_of_date_in_a_copy() {
    let makefile = "print: print.c add.h\n\t$(CC) -g -o $@ print.c\n\
                    add.h: add.h.in\n\texit 1\ncheck: print\n\t./print a\n";
    let files = [("print.c", PRINT), ("add.h", ADD), ("add.h.in", ""), ("Makefile", makefile)];
    let project = project("times", &files);
    project.shell("touch -d 2020-01-01 add.h", &project.dir());
    assert!(init(&project).contains("program: print (run once by the tests)"));
}

#[test]
fn a_suite_that_runs_no_program_of_the_project_is_refused() {
    let makefile = "print: print.c add.h\n\t$(CC) -g -o $@ print.c\ncheck:\n\ttest -f print.c\n";
    let files = [("print.c", PRINT), ("add.h", ADD), ("Makefile", makefile)];
    let project = project("nothing", &files);
    let output = project.patchlight(&["init"]);
    let text = said(&output);
    assert!(!output.status.success(), "{text}");
    assert!(text.contains("runs no program that the project builds; built: print"), "{text}");
    assert!(!project.dir().join("patchlight.toml").exists());
}

#[test]
fn a_suite_that_fails_newly_comes_first_with_its_output() {
    let makefile = "print: print.c add.h\n\t$(CC) -g -o $@ print.c\n\
                    check: print\n\t@./print a | grep -q 98 || { echo 'print a: wrong'; false; }\n";
    let files = [("print.c", PRINT), ("add.h", ADD), ("Makefile", makefile)];
    let project = project("failing", &files);
    init(&project);
    write(&project, &[("add.h", &ADD.replace("n + 1", "n + 2"))]);
    let (results, _) = project.test(&BUDGET);
    assert_eq!(results["suite"]["old_status"], 0, "{results:#}");
    let output = project.patchlight(&["report"]);
    let text = said(&output);
    assert!(text.starts_with("`make check` fails on the new version (exit status 2)"), "{text}");
    assert!(text.contains("    | print a: wrong\n"), "{text}");
    // One that failed before is no news.
    project.shell("git commit --quiet -am second", &project.dir());
    write(&project, &[("add.h", &ADD.replace("n + 1", "n + 3"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["suite"]["old_status"]), (3, &json!(2)), "{results:#}");
}

#[test]
fn a_program_that_one_version_lacks_is_named() {
    let makefile = "print: print.c add.h\n\t$(CC) -g -o $@ print.c\ncheck: print\n\t./print a\n";
    let files = [("print.c", PRINT), ("add.h", ADD), ("Makefile", makefile)];
    let project = project("absent", &files);
    init(&project);
    let makefile = makefile.replace(
        "print: print.c",
        "all: print other\nother: print.c\n\t$(CC) -o $@ print.c\nprint: print.c",
    );
    let text = std::fs::read_to_string(project.dir().join("patchlight.toml")).expect("written");
    let both = text.replace("[\"print\"]", "[\"print\", \"other\"]");
    write(&project, &[("Makefile", &makefile), ("patchlight.toml", &both)]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!(exit, 6, "{results:#}");
    let why = "the old version does not build it";
    let left_out = json!({"doubt": "left_out", "program": "other", "why": why});
    assert_eq!(results["doubts"], json!([left_out]), "{results:#}");
}

#[test]
fn builds_may_ask_git_for_their_version() {
    let makefile = "print: print.c add.h\n\
                    \t$(CC) -g -DVERSION=\\\"`git describe --tags`\\\" -o $@ print.c\n\
                    check: print\n\t./print a\n";
    let text = PRINT.replace("printf(\"%d\\n\", ", "printf(VERSION \" %d\\n\", ");
    let files = [("print.c", text.as_str()), ("add.h", ADD), ("Makefile", makefile)];
    let project = project("describe", &files);
    project.shell("git tag v1.5", &project.dir());
    init(&project);
    write(&project, &[("add.h", &ADD.replace("? 1", "? 2"))]);
    project.shell("git add . && git commit --quiet -m second", &project.dir());
    let (results, exit) = project.test(&["HEAD~1..HEAD", BUDGET[0], BUDGET[1]]);
    assert_eq!((exit, findings(&results).len()), (3, 1), "{results:#}");
    let printed = |version: &str| results["findings"][0][version]["stdout"].clone();
    assert_eq!((printed("old"), printed("new")), (json!("v1.5 1\n"), json!("v1.5 2\n")));
    project.shell("git fsck --strict && git diff --quiet", &project.dir());
}

#[test]
fn functions_of_one_name_in_two_files_are_two() {
    let twice = |n: u32, body: &str| {
        format!(
            "static int value(int c)\n{{\n{body}}}\nint value{n}(int c)\n{{\n\treturn value(c);\n}}\n"
        )
    };
    let main = "#include <stdio.h>\nint value1(int);\nint value2(int);\n\
                int main(int argc, char **argv)\n{\n\
                \tif (argc < 2)\n\t\treturn 2;\n\
                \tint n = argv[1][0] == '1' ? value1(argv[1][1]) : value2(argv[1][1]);\n\
                \tprintf(\"%d\\n\", n);\n\treturn 0;\n}\n";
    let makefile = "two: main.c a.c b.c\n\t$(CC) -g -o $@ main.c a.c b.c\n\
                    check: two\n\t./two 1a\n\t./two 2a\n\t./two 2b\n";
    let (a, b) = (twice(1, "\treturn c == 'z' ? 5 : 1;\n"), twice(2, "\treturn c;\n"));
    let files = [("main.c", main), ("a.c", a.as_str()), ("b.c", &b), ("Makefile", makefile)];
    let project = project("twice", &files);
    init(&project);
    write(&project, &[("a.c", &a.replace("? 5", "? 6"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!(exit, 3, "{results:#}");
    let program = &results["programs"][0];
    assert_eq!(program["changed_functions"], json!(["value (a.c)"]), "{results:#}");
    assert_eq!((&program["n_touching"], &program["n_tests"]), (&json!(1), &json!(3)));
}

#[test]
fn parts_in_cxx_are_built_and_compared_natively() {
    let cxx = "#include <string>\n\
               extern \"C\" int add(int n)\n{\n\tstd::string text(1, (char)n);\n\
               \treturn text == \"b\" ? 7 : n + (int)text.size();\n}\n";
    let main = PRINT.replace("#include \"add.h\"", "int add(int n);");
    let makefile = "print: print.o add.o\n\t$(CXX) -g -o $@ print.o add.o\n\
                    print.o: print.c\n\t$(CC) -g -c print.c\n\
                    add.o: add.cc\n\t$(CXX) -g -c add.cc\n\
                    check: print\n\t./print a\n\t./print b\n";
    let files = [("print.c", main.as_str()), ("add.cc", cxx), ("Makefile", makefile)];
    let project = project("cxx", &files);
    init(&project);
    // A test shows the difference.
    write(&project, &[("add.cc", &cxx.replace("? 7", "? 8"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!(exit, 3, "{results:#}");
    // No test shows it: nobody can say that there is none.
    let other = cxx.replace("== \"b\"", "== \"b\" || text == \"q\"");
    write(&project, &[("add.cc", &other)]);
    let (results, exit) = project.test(&BUDGET);
    let doubts: Vec<&Value> = results["doubts"].as_array().expect("doubts").iter().collect();
    let kinds: Vec<&str> = doubts.iter().filter_map(|doubt| doubt["doubt"].as_str()).collect();
    // Variants of the tests may find it.
    assert!(exit == 3 || exit == 6 && kinds == ["not_captured"], "{results:#}");
    // A comment changes nothing that the compiler makes.
    write(&project, &[("add.cc", &cxx.replace("#include", "/* text */ #include"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["verdict"]), (0, &json!("same_code")), "{results:#}");
}

#[test]
fn programs_whose_main_is_in_cxx_are_compared_natively() {
    let main = "#include <iostream>\n#include <string>\nextern \"C\" int add(int);\n\
                int main(int argc, char **argv)\n{\n\
                \tstd::string text = argc > 1 ? argv[1] : \"\";\n\
                \tstd::cout << text.size() << ' ' << add(text[0]) << std::endl;\n\
                \treturn 0;\n}\n";
    let add = "int add(int n)\n{\n\treturn n == 'q' ? 1 : n + 1;\n}\n";
    let makefile = "print: main.cc add.o\n\t$(CXX) -g -o $@ main.cc add.o\n\
                    add.o: add.c\n\t$(CC) -g -c add.c\n\
                    check: print\n\t./print a\n\t./print b\n";
    let files = [("main.cc", main), ("add.c", add), ("Makefile", makefile)];
    let project = project("cxx-main", &files);
    init(&project);
    let doubts = |results: &Value| -> Vec<String> {
        let all = results["doubts"].as_array().expect("doubts").iter();
        all.map(|doubt| doubt["doubt"].as_str().expect("a kind").to_string()).collect()
    };
    // What no test shows is not said to be the same: of C++, and of C that it calls.
    let silent_cxx = main.replace("add(text[0])", "add(text[0] == '!' ? '?' : text[0])");
    let silent_c = add.replace("? 1", "? 2");
    for (name, text) in [("main.cc", &silent_cxx), ("add.c", &silent_c)] {
        write(&project, &[(name, text)]);
        let (results, exit) = project.test(&BUDGET);
        assert_eq!(results["left_out"], Value::Null, "{results:#}");
        // Variants of the tests may find it.
        let is_in_doubt = doubts(&results).contains(&"not_captured".to_string());
        assert!(exit == 3 || exit == 6 && is_in_doubt, "{name}: {results:#}");
        assert_eq!(results["programs"][0]["n_compared"], 2, "{results:#}");
        assert_eq!(results["not_built"], Value::Null, "{results:#}");
        project.shell("git checkout --quiet .", &project.dir());
    }
    // A test shows a difference, with the same tests as before.
    for (name, text) in [
        ("main.cc", main.replace("size()", "size() + 1")),
        ("add.c", add.replace("n + 1", "n + 2")),
    ] {
        write(&project, &[(name, &text)]);
        let (results, exit) = project.test(&BUDGET);
        assert_eq!(exit, 3, "{name}: {results:#}");
        assert_eq!(of_native_runs(&results), "2 tests, 2 differ");
        project.shell("git checkout --quiet .", &project.dir());
    }
    // An error that only a build with sanitizers shows.
    let beyond =
        add.replace("\treturn", "\tchar two[2] = {0};\n\tn += two[n - 'a' + 1];\n\treturn");
    write(&project, &[("add.c", &beyond)]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!(exit, 2, "{results:#}");
    project.shell("git checkout --quiet .", &project.dir());
    // Comments change nothing that the compiler makes.
    write(
        &project,
        &[("main.cc", &main.replace("#include <string>", "/* text */ #include <string>"))],
    );
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["verdict"]), (0, &json!("same_code")), "{results:#}");
}

#[test]
fn sources_have_the_names_that_they_are_compiled_by() {
    // By its absolute name, as CMake does it; and with a dot.
    let makefile = "print: print.c dot.c\n\t$(CC) -g -o $@ \"$$PWD/print.c\" ./dot.c\n\
                    check: print\n\t./print a\n";
    let print = "#include <stdio.h>\nextern const char *dot;\nint main(int argc, char **argv)\n{\n\
                 \tprintf(\"%s %s %d\\n\", __FILE__, dot, argc > 1 ? argv[1][0] : 0);\n\
                 \treturn 0;\n}\n";
    let dot = "const char *dot = __FILE__;\n";
    let project = project("file", &[("print.c", print), ("dot.c", dot), ("Makefile", makefile)]);
    init(&project);
    write(&project, &[("print.c", &print.replace("? argv[1][0]", "? argv[1][0] + 1"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!(exit, 3, "{results:#}");
    let printed = |version: &str| results["findings"][0][version]["stdout"].clone();
    let both = (printed("old"), printed("new"));
    let text = both.0.as_str().expect("a text");
    assert!(text.starts_with("print.c ./dot.c "), "{text}");
    assert_eq!(results["programs"][0]["disagreements"], json!([]), "{results:#}");
}

#[test]
fn both_versions_have_the_same_tests() {
    let test = |extra: &str| {
        format!(
            "#include <stdio.h>\nint add(int n);\nint main(void)\n{{\n\
             \tint c = getchar();\n\tprintf(\"%d {extra}\\n\", add(c));\n\treturn 0;\n}}\n"
        )
    };
    let library = ADD.replace("static ", "");
    let makefile = "run: tests/run.c add.c\n\t$(CC) -g -o $@ tests/run.c add.c\n\
                    check: run\n\techo a | ./run\n";
    let project = Project::empty("same-tests");
    std::fs::create_dir(project.dir().join("tests")).expect("a directory");
    let before = test("ok");
    write(&project, &[("tests/run.c", &before), ("add.c", &library), ("Makefile", makefile)]);
    write(&project, &[(".gitignore", "/run\n/.patchlight\n")]);
    project.commit_all();
    init(&project);
    // The test prints something else, and the library returns something else.
    write(&project, &[("tests/run.c", &test("done")), ("add.c", &library.replace("? 1", "? 2"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, findings(&results).len()), (3, 1), "{results:#}");
    let printed = |version: &str| results["findings"][0][version]["stdout"].clone();
    assert_eq!((printed("old"), printed("new")), (json!("1 done\n"), json!("2 done\n")));
    let shared = json!({"version": "new", "files": ["tests/run.c"]});
    assert_eq!(results["shared_tests"], shared);
    // A test of what the old version lacks.
    let new = test("done").replace("add(c)", "more(c)").replace("int add", "int more");
    let more =
        format!("{}int more(int n)\n{{\n\treturn add(n);\n}}\n", library.replace("? 1", "? 2"));
    write(&project, &[("tests/run.c", &new), ("add.c", &more)]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["shared_tests"]["version"]), (3, &json!("old")), "{results:#}");
}

#[test]
fn accepting_one_difference_hides_no_other() {
    let makefile = "print: print.c add.h\n\t$(CC) -g -o $@ print.c\ncheck: print\n\t./print a\n";
    let add = |n: u32, m: u32| {
        format!("static int add(int n)\n{{\n\treturn n == 'x' ? {n} : n == 'y' ? {m} : n;\n}}\n")
    };
    let before = add(1, 1);
    let files = [("print.c", PRINT), ("add.h", before.as_str()), ("Makefile", makefile)];
    let project = project("accept", &files);
    init(&project);
    // The arguments of inputs whose findings are not accepted.
    let shown = |n: u32, m: u32| {
        write(&project, &[("add.h", &add(n, m))]);
        let (results, exit) = project.test(&BUDGET);
        let open = results["findings"].as_array().expect("findings").iter();
        let open = open.filter(|finding| finding["is_accepted"] == false);
        let args = open.map(|finding| finding["case"]["run"]["args"][0].clone());
        (exit, args.collect::<Vec<Value>>())
    };
    let (x, y) = (json!("78"), json!("79"));
    assert_eq!(shown(2, 1), (3, vec![x.clone()]));
    assert!(project.patchlight(&["accept", "--all"]).status.success());
    assert_eq!(shown(2, 1), (0, Vec::new()));
    assert_eq!(shown(1, 2), (3, vec![y.clone()]), "another line's difference at the same place");
    let (exit, both) = shown(2, 2);
    assert!(exit == 3 && (both.contains(&x) || both.contains(&y)), "{both:?}");
    assert_eq!(shown(3, 1), (3, vec![x]), "another difference of the same line");
    assert_eq!(shown(2, 1), (0, Vec::new()));
}

#[test]
fn what_no_test_can_reach_is_not_the_same_code() {
    let makefile = "print: print.c lib.a\n\t$(CC) -g -o $@ print.c lib.a\n\
                    lib.a: lib.c\n\t$(CC) -g -c -o lib.o lib.c && ar rc lib.a lib.o\n\
                    check: print\n\t./print a\n";
    let main = "#include <stdio.h>\nint used(int);\nint main(int argc, char **argv)\n{\n\
                \tprintf(\"%d\\n\", argc > 1 ? used(argv[1][0]) : 0);\n\treturn 0;\n}\n";
    let lib = |n: u32| {
        format!(
            "int used(int c)\n{{\n\treturn c + 1;\n}}\nint unused(int c)\n{{\n\treturn c + {n};\n}}\n"
        )
    };
    let before = lib(2);
    let files = [("print.c", main), ("lib.c", before.as_str()), ("Makefile", makefile)];
    let project = project("unused", &files);
    init(&project);
    write(&project, &[("lib.c", &format!("/* moved */\n{before}"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["verdict"]), (0, &json!("same_code")), "{results:#}");
    for changed in [
        lib(3),
        before.replace("int unused(", "int renamed("),
        format!("{before}int x(void)\n{{\n\treturn 1;\n}}\n"),
    ] {
        write(&project, &[("lib.c", &changed)]);
        let (results, exit) = project.test(&BUDGET);
        assert_eq!(
            (exit, &results["verdict"]),
            (6, &json!("inconclusive")),
            "{changed}: {results:#}"
        );
    }
}

#[test]
fn a_function_of_a_library_need_be_executed_in_one_program_only() {
    let library = |one: &str, two: &str| {
        format!("int one(int n)\n{{\n{one}}}\nint two(int n)\n{{\n{two}}}\n")
    };
    let main = |function: &str, own: &str| {
        format!(
            "#include <stdio.h>\nint {function}(int);\nstatic int own(int n)\n{{\n{own}}}\n\
             int main(int argc, char **argv)\n{{\n\
             \tint n = argc > 1 ? argv[1][0] : 0;\n\
             \tprintf(\"%d\\n\", argc > 7 ? own(n) : {function}(n));\n\treturn 0;\n}}\n"
        )
    };
    let makefile = "all: p q\n\
                    p: p.c lib.c\n\t$(CC) -g -o $@ p.c lib.c\n\
                    q: q.c lib.c\n\t$(CC) -g -o $@ q.c lib.c\n\
                    check: all\n\t./p a\n\t./p x\n\t./q a\n\t./q x\n";
    let short = "\treturn n == 'x' ? 1 : n + 1;\n";
    let long = "\tif (n == 'x')\n\t\treturn 1;\n\treturn n + 1;\n";
    let (old, new) = (library(short, short), library(long, long));
    let [p, q] = ["one", "two"].map(|function| main(function, short));
    let files = [("lib.c", old.as_str()), ("p.c", &p), ("q.c", &q), ("Makefile", makefile)];
    let project = project("several", &files);
    init(&project);
    // Each program executes one of the two functions that both have.
    write(&project, &[("lib.c", &new)]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["verdict"]), (0, &json!("no_difference")), "{results:#}");
    // Functions of one name in two programs are two.
    let both = "./p a 2 3 4 5 6 7 8\n\t./p x 2 3 4 5 6 7 8\n";
    write(
        &project,
        &[
            ("lib.c", &old),
            ("p.c", &main("one", long)),
            (
                "q.c",
                &main("two", "\treturn n == 'y' ? 1 : n + 1;\n").replace("argc > 7", "argc > 900"),
            ),
            ("Makefile", &makefile.replace("./q a\n", &format!("./q a\n\t{both}"))),
        ],
    );
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["verdict"]), (6, &json!("inconclusive")), "{results:#}");
    let programs = results["programs"].as_array().expect("programs");
    let open: Vec<&Value> = programs.iter().map(|program| &program["not_entered"]).collect();
    assert_eq!(open, [&Value::Null, &json!(["own"])], "{results:#}");
}

#[test]
fn findings_are_said_when_they_are_confirmed() {
    let makefile = "print: print.c add.h\n\t$(CC) -g -o $@ print.c\n\
                    check: print\n\t./print a\n\t./print b\n";
    let project = project("early", &[("print.c", PRINT), ("add.h", ADD), ("Makefile", makefile)]);
    init(&project);
    write(&project, &[("add.h", &ADD.replace("n + 1", "n + 2"))]);
    let output = project.patchlight(&["test", BUDGET[0], BUDGET[1]]);
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|line| line.starts_with("found output difference: `print "));
    let line = line.unwrap_or_else(|| panic!("nothing was said: {text}"));
    let id = line.rsplit_once('[').expect("an id").1.trim_end_matches(']');
    assert!(!text.contains("unify"), "only with --verbose: {text}");
    // It is called so, or part of one that is told now.
    let accepted = project.patchlight(&["accept", id]);
    assert!(accepted.status.success(), "{}\n{text}", said(&accepted));
    let (results, exit) = project.test(&["--verbose", BUDGET[0], BUDGET[1]]);
    assert_eq!(exit, 0, "{results:#}");
}

#[test]
fn a_parameter_that_becomes_const_is_the_same_code() {
    let code = "#include <assert.h>\n#include <stdio.h>\n\
                static int first(char *text)\n{\n\tassert(text);\n\treturn text[0];\n}\n\
                int main(int argc, char **argv)\n{\n\
                \treturn argc > 1 ? !printf(\"%d\\n\", first(argv[1])) : 2;\n}\n";
    let makefile = "p: p.c\n\t$(CC) -g -o $@ p.c\ncheck: p\n\t./p a\n";
    let project = project("const", &[("p.c", code), ("Makefile", makefile)]);
    init(&project);
    write(&project, &[("p.c", &code.replace("first(char", "first(const char"))]);
    let (results, exit) = project.test(&BUDGET);
    assert_eq!((exit, &results["verdict"]), (0, &json!("same_code")), "{results:#}");
}

#[test]
fn a_suite_that_always_links_the_program_is_recorded() {
    let makefile = "all: print\n.PHONY: all check print\n\
                    print:\n\t$(CC) -g -o $@ print.c\n\
                    check: print\n\t./print a\n\t./print b\n";
    let project =
        project("relinked", &[("print.c", PRINT), ("add.h", ADD), ("Makefile", makefile)]);
    init(&project);
    write(&project, &[("add.h", &ADD.replace("? 1", "? 2"))]);
    let (results, exit) = project.test(&BUDGET);
    let program = &results["programs"][0];
    assert_eq!((exit, &program["n_tests"]), (3, &json!(2)), "{results:#}");
    assert_eq!(results["unknowns"], json!([]), "{results:#}");
}
