//! How a project may be built and tested, as far as its files tell.
//!
//! Nothing here is more than a guess: `guess` tries what is offered, the likeliest first.

use anyhow::Result;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Scripts that run a project's tests, if it has no build system that does.
const SCRIPTS: [&str; 12] = [
    "test",
    "tests",
    "check",
    "run-tests",
    "run_tests",
    "runtests",
    "tests/run",
    "test/run",
    "tests/run-tests",
    "test/run-tests",
    "scripts/run-tests",
    "scripts/test",
];
/// How their names end, and what runs them.
const INTERPRETERS: [(&str, &str); 3] = [(".sh", "sh"), (".py", "python3"), ("", "sh")];
const MAKEFILES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];
/// What makefiles call the target that runs the tests, the likeliest first.
const TEST_TARGETS: [&str; 6] = ["check", "test", "tests", "unittest", "unit-test", "runtests"];
/// Where makefiles of their own may run the tests.
const TEST_DIRECTORIES: [&str; 4] = ["tests", "test", "t", "testing"];
/// Options with such words in their names ask for more than the tests, or for none.
const OTHER_OPTIONS: [&str; 13] = [
    "COVERAGE", "VALGRIND", "SANIT", "FUZZ", "INSTALL", "PERF", "BENCH", "PYTHON", "DISABLE",
    "WITHOUT", "SKIP", "NO_TEST", "NOTEST",
];
/// How deep build files of subdirectories are looked for.
const DEPTH: usize = 3;

/// A way to build a project and to run its tests.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recipe {
    pub system: &'static str,
    /// The program that must be there for it.
    pub tool: &'static str,
    pub configure: Option<String>,
    pub build: String,
    pub suite: Option<String>,
    /// A command that makes the programs of the suite without running it.
    pub build_tests: Option<&'static str>,
}

impl Recipe {
    fn new(system: &'static str, tool: &'static str, build: impl Into<String>) -> Recipe {
        let (configure, suite, build_tests) = (None, None, None);
        Recipe { system, tool, configure, build: build.into(), suite, build_tests }
    }
}

/// All ways that the files of a project suggest, the likeliest first.
pub fn recipes(root: &Path) -> Result<Vec<Recipe>> {
    let others = [meson(root), configure(root), make(root), ninja(root)];
    let mut all = cmake(root);
    all.extend(others.into_iter().flatten());
    if all.is_empty() {
        all.extend(c_files(root)?);
    }
    Ok(all)
}

/// A build system that is there and is not supported, and an example of what to write for it.
pub fn unknown_system(root: &Path) -> Option<&'static str> {
    let systems = [
        ("SConstruct", "SCons"),
        ("BUILD.bazel", "Bazel"),
        ("xmake.lua", "xmake"),
        ("premake5.lua", "Premake"),
        ("wscript", "waf"),
    ];
    systems.into_iter().find(|(file, _)| root.join(file).is_file()).map(|(_, system)| system)
}

/// With the options that add the tests; then with those, too, that the tests' own build files ask for,
/// in case they do not build without.
fn cmake(root: &Path) -> Vec<Recipe> {
    if !root.join("CMakeLists.txt").is_file() {
        return Vec::new();
    }
    let text = all_texts(root, "CMakeLists.txt");
    let mut recipe = Recipe::new("CMake", "cmake", "cmake --build build");
    let with = |options: &[String]| {
        let options: String = options.iter().map(|option| format!(" -D{option}=ON")).collect();
        Some(format!("cmake -S . -B build{options}"))
    };
    let mut options = cmake_options(&text, is_option_for_tests);
    recipe.configure = with(&options);
    let calls = calls(&text);
    let has = |name: &str, first: &str| {
        calls.iter().any(|(call, words)| {
            call == name && (first.is_empty() || words.first().is_some_and(|word| word == first))
        })
    };
    if has("enable_testing", "") || has("include", "CTest") || has("add_test", "") {
        recipe.suite = Some("ctest --test-dir build --output-on-failure".to_string());
    } else if let Some(target) = TEST_TARGETS.iter().find(|target| has("add_custom_target", target))
    {
        recipe.suite = Some(format!("cmake --build build --target {target}"));
    } else if let Some((interpreter, script)) = script(root) {
        // Such a script expects to be where the programs are.
        recipe.suite = Some(format!("cd build && {interpreter} ../{script}"));
    }
    let n_options = options.len();
    let asked = asked_by_tests(root);
    let is_asked = |name: &str| asked.contains(name) && !is_for_more(name);
    let more = cmake_options(&text, is_asked).into_iter();
    options.extend(more.filter(|name| !is_option_for_tests(name)));
    let mut all = vec![recipe.clone()];
    if options.len() > n_options {
        recipe.configure = with(&options);
        all.push(recipe);
    }
    all
}

/// The names that conditions in the build files of tests are about.
fn asked_by_tests(root: &Path) -> BTreeSet<String> {
    let texts = TEST_DIRECTORIES.map(|name| all_texts(&root.join(name), "CMakeLists.txt"));
    let calls = texts.iter().flat_map(|text| calls(text));
    let conditions = calls.filter(|(name, _)| name == "if" || name == "elseif");
    conditions.flat_map(|(_, words)| words).collect()
}

/// Whether an option asks for more than the tests.
fn is_for_more(name: &str) -> bool {
    let upper = name.to_uppercase();
    OTHER_OPTIONS.iter().any(|other| upper.contains(other))
}

fn is_option_for_tests(name: &str) -> bool {
    name.to_uppercase().contains("TEST") && !is_for_more(name)
}

/// Options of CMake's that are wanted, and are off.
fn cmake_options(text: &str, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let mut options: Vec<String> = Vec::new();
    for (call, words) in calls(text) {
        let (Some(name), Some(value)) = (words.first(), words.last()) else { continue };
        let is_off = ["OFF", "NO", "FALSE", "0"].contains(&value.to_uppercase().as_str())
            || value.starts_with('"');
        if call == "option" && is_wanted(name) && is_off && !options.contains(name) {
            options.push(name.clone());
        }
    }
    options
}

/// The calls in a CMake file: names in lower case, and their words; texts in quotes are one word.
fn calls(text: &str) -> Vec<(String, Vec<String>)> {
    let mut calls = Vec::new();
    let text: String = text.lines().map(|line| without_comment(line) + "\n").collect();
    let mut rest = text.as_str();
    while let Some(open) = rest.find('(') {
        let before = rest[..open].trim_end();
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = before.rsplit(|c| !is_name(c)).next().unwrap_or_default().to_lowercase();
        let mut words = Vec::new();
        let (mut word, mut is_quoted, mut end) = (String::new(), false, rest.len());
        for (at, c) in rest[open + 1..].char_indices() {
            match c {
                '"' => {
                    is_quoted = !is_quoted;
                    word.push(c);
                }
                ')' if !is_quoted => {
                    end = open + 1 + at;
                    break;
                }
                c if c.is_whitespace() && !is_quoted => {
                    words.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
                }
                c => word.push(c),
            }
        }
        words.extend((!word.is_empty()).then_some(word));
        calls.push((name, words));
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    calls
}

fn without_comment(line: &str) -> String {
    let n_quotes_before = |at: usize| line[..at].matches('"').count();
    let comment = line.match_indices('#').find(|(at, _)| n_quotes_before(*at) % 2 == 0);
    comment.map_or(line, |(at, _)| &line[..at]).to_string()
}

fn meson(root: &Path) -> Option<Recipe> {
    root.join("meson.build").is_file().then_some(())?;
    let options = ["meson_options.txt", "meson.options"].map(|name| root.join(name));
    let options = options.iter().filter_map(|path| fs::read_to_string(path).ok());
    let options: String = options.flat_map(|text| meson_options(&text)).collect();
    let mut recipe = Recipe::new("Meson", "meson", "ninja -C build");
    recipe.configure = Some(format!("meson setup build{options}"));
    let has_tests = calls(&all_texts(root, "meson.build")).iter().any(|(name, _)| name == "test");
    recipe.suite = has_tests.then(|| "meson test -C build --print-errorlogs".to_string());
    Some(recipe)
}

/// Options of Meson's that add the tests, and are off.
fn meson_options(text: &str) -> Vec<String> {
    let options = calls(text).into_iter().filter(|(name, _)| name == "option");
    options
        .filter_map(|(_, words)| {
            let words: String = words.concat().replace('"', "'");
            let name = words.split('\'').nth(1)?;
            let value = match () {
                () if words.contains("value:false") => "true",
                () if words.contains("value:'disabled'") => "enabled",
                () => return None,
            };
            is_option_for_tests(name).then(|| format!(" -D{name}={value}"))
        })
        .collect()
}

fn configure(root: &Path) -> Option<Recipe> {
    let has = |name: &str| root.join(name).is_file();
    let configure = match () {
        () if has("configure") => "./configure",
        () if has("bootstrap") && has("configure.ac") => "./bootstrap && ./configure",
        () if has("autogen.sh") => "NOCONFIGURE=1 ./autogen.sh && ./configure",
        () if has("configure.ac") || has("configure.in") => "autoreconf -i && ./configure",
        () => return None,
    };
    let mut recipe = Recipe::new("configure", "make", "make");
    recipe.configure = Some(configure.to_string());
    let is_automake = has("Makefile.am");
    recipe.suite = match has("Makefile.in") && !is_automake {
        true => make_target(&root.join("Makefile.in")).or_else(|| in_subdirectory(root)),
        false => Some("make check".to_string()),
    };
    recipe.build_tests = is_automake.then_some("make check TESTS=");
    Some(recipe)
}

fn make(root: &Path) -> Option<Recipe> {
    let makefile = MAKEFILES.iter().map(|name| root.join(name)).find(|path| path.is_file())?;
    let mut recipe = Recipe::new("Make", "make", "make");
    let suite = make_target(&makefile).or_else(|| run_script(root));
    recipe.suite = suite.or_else(|| in_subdirectory(root));
    Some(recipe)
}

fn ninja(root: &Path) -> Option<Recipe> {
    let text = fs::read_to_string(root.join("build.ninja")).ok()?;
    let mut recipe = Recipe::new("Ninja", "ninja", "ninja");
    let has = |target: &str| text.lines().any(|line| line.starts_with(&format!("build {target}:")));
    let target = TEST_TARGETS.iter().find(|target| has(target));
    recipe.suite = target.map(|target| format!("ninja {target}")).or_else(|| run_script(root));
    Some(recipe)
}

fn c_files(root: &Path) -> Result<Option<Recipe>> {
    let mut sources: Vec<String> = fs::read_dir(root)?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".c"))
        .collect();
    sources.sort();
    // A library whose only program is that of its tests.
    let test = sources.iter().find(|name| is_for_tests(Path::new(name)) && has_main(root, name));
    let program = match sources.as_slice() {
        [] => return Ok(None),
        _ if let Some(recipe) = library(root, &sources) => return Ok(Some(recipe)),
        _ if let Some(test) = test => match root.join(stem(test)).is_dir() {
            true => format!("{}.out", stem(test)),
            false => stem(test),
        },
        [source] => stem(source),
        _ => root.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    };
    let build = format!("cc -g -o {program} {} -lm", sources.join(" "));
    let mut recipe = Recipe::new("C files", "cc", build);
    recipe.suite = match test {
        Some(_) => Some(format!("./{program}")),
        None => run_script(root),
    };
    Ok(Some(recipe))
}

/// A library of C files without a program, with programs that test it in a directory of their own.
fn library(root: &Path, sources: &[String]) -> Option<Recipe> {
    if sources.iter().any(|source| has_main(root, source)) {
        return None;
    }
    let directory = TEST_DIRECTORIES.into_iter().find(|name| root.join(name).is_dir())?;
    let mut tests: Vec<String> = fs::read_dir(root.join(directory))
        .ok()?
        .flatten()
        .map(|entry| format!("{directory}/{}", entry.file_name().to_string_lossy()))
        .filter(|name| name.ends_with(".c") && has_main(root, name))
        .map(|name| stem(&name))
        .collect();
    tests.sort();
    if tests.is_empty() {
        return None;
    }
    let all = sources.join(" ");
    let build = tests.iter().map(|test| format!("cc -g -I. -o {test} {test}.c {all} -lm"));
    let build: Vec<String> = build.collect();
    let mut recipe = Recipe::new("C files", "cc", build.join(" && "));
    let name = |test: &String| test[directory.len() + 1..].to_string();
    let runs: Vec<String> = tests.iter().map(|test| format!("./{}", name(test))).collect();
    recipe.suite = Some(format!("cd {directory} && {}", runs.join(" && ")));
    Some(recipe)
}

fn stem(source: &str) -> String {
    source.trim_end_matches(".c").to_string()
}

fn has_main(root: &Path, source: &str) -> bool {
    let text = fs::read(root.join(source)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines().any(|line| {
        let line = line.trim_start();
        ["int main(", "int main (", "main(", "main ("].iter().any(|start| line.starts_with(start))
    })
}

/// Whether a program or its source is made for the tests, by its name.
pub fn is_for_tests(name: &Path) -> bool {
    name.components().any(|part| {
        let part = part.as_os_str().to_string_lossy().to_lowercase();
        let stem = part.split('.').next().unwrap_or_default();
        ["test", "tests", "check", "cmakefiles", "gnulib-tests", "examples"].contains(&stem)
            || ["test-", "test_", "check-", "check_"].iter().any(|start| stem.starts_with(start))
            || stem.ends_with("-test")
            || stem.ends_with("_test")
            || stem.ends_with("_tests")
    })
}

/// The target of a makefile that runs the tests.
fn make_target(makefile: &Path) -> Option<String> {
    let text = with_included(makefile, makefile.parent()?, DEPTH)?;
    let has = |target: &str| {
        let mut rules = text.lines().filter(|line| !line.starts_with('\t'));
        rules.any(|line| {
            line.split_once(':').is_some_and(|(targets, rest)| {
                !rest.starts_with('=') && targets.split_whitespace().any(|name| name == target)
            })
        })
    };
    TEST_TARGETS.iter().find(|target| has(target)).map(|target| format!("make {target}"))
}

/// The text of a makefile and of those that it includes, as far as their names are plain.
fn with_included(makefile: &Path, directory: &Path, depth: usize) -> Option<String> {
    let mut text = fs::read_to_string(makefile).ok()?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let included: Vec<PathBuf> = lines
        .filter_map(|line| line.trim_start_matches([' ', '-', 's']).strip_prefix("include"))
        .filter(|names| names.starts_with([' ', '\t']))
        .flat_map(str::split_whitespace)
        .map(|name| directory.join(name))
        .collect();
    for makefile in included.iter().filter(|_| depth > 0) {
        if let Some(more) = with_included(makefile, directory, depth - 1) {
            text.push('\n');
            text.push_str(&more);
        }
    }
    Some(text)
}

/// What runs the script of the tests, and the script.
fn script(root: &Path) -> Option<(&'static str, String)> {
    let mut all = SCRIPTS.into_iter().flat_map(|name| {
        INTERPRETERS.map(|(end, interpreter)| (interpreter, format!("{name}{end}")))
    });
    all.find(|(_, name)| root.join(name).is_file() && is_script(&root.join(name)))
}

/// A file without an ending may be anything.
fn is_script(path: &Path) -> bool {
    path.extension().is_some()
        || fs::read_to_string(path).is_ok_and(|text| {
            text.lines().next().is_some_and(|line| line.starts_with("#!") && line.ends_with("sh"))
        })
}

fn run_script(root: &Path) -> Option<String> {
    script(root).map(|(interpreter, script)| format!("{interpreter} {script}"))
}

/// A suite in a makefile of its own.
fn in_subdirectory(root: &Path) -> Option<String> {
    TEST_DIRECTORIES.iter().find_map(|directory| {
        let makefiles = MAKEFILES.iter().map(|name| root.join(directory).join(name));
        let target = makefiles.filter_map(|makefile| make_target(&makefile)).next()?;
        Some(target.replacen("make", &format!("make -C {directory}"), 1))
    })
}

/// The texts of all build files with a name, those of subdirectories included.
fn all_texts(root: &Path, name: &str) -> String {
    let mut text = String::new();
    let mut directories: Vec<(PathBuf, usize)> = vec![(root.to_path_buf(), 0)];
    while let Some((directory, depth)) = directories.pop() {
        if let Ok(one) = fs::read_to_string(directory.join(name)) {
            text.push_str(&one);
            text.push('\n');
        }
        let entries = fs::read_dir(&directory).into_iter().flatten().flatten();
        let below = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        if depth < DEPTH {
            directories.extend(below.map(|entry| (entry.path(), depth + 1)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        dir
    }

    fn first(files: &[(&str, &str)]) -> Recipe {
        recipes(project(files).path()).unwrap().remove(0)
    }

    #[test]
    fn targets_are_told_from_assignments() {
        let recipe = first(&[("Makefile", "check := no\nall: x\nx test: y\n\techo check:\n")]);
        assert_eq!(recipe.suite.as_deref(), Some("make test"));
    }

    #[test]
    fn a_library_of_c_files_is_built_with_its_tests() {
        let files = [("a.c", "int a;"), ("b.c", "int b;"), ("test/one.c", "int main(void)")];
        let recipe = first(&files);
        assert_eq!(recipe.build, "cc -g -I. -o test/one test/one.c a.c b.c -lm");
        assert_eq!(recipe.suite.as_deref(), Some("cd test && ./one"));
        // One with a program of its own is that program.
        let program = first(&[("a.c", "int main(void)"), ("test/one.c", "int main(void)")]);
        assert_eq!(program.build, "cc -g -o a a.c -lm");
    }

    #[test]
    fn scripts_are_run_by_what_their_names_and_first_lines_say() {
        let suite = |name: &str, text: &str| {
            first(&[("CMakeLists.txt", "project(x)"), (name, text)]).suite.unwrap_or_default()
        };
        assert_eq!(
            suite("scripts/run-tests.py", "import os"),
            "cd build && python3 ../scripts/run-tests.py"
        );
        assert_eq!(suite("tests/run", "#!/bin/sh\n"), "cd build && sh ../tests/run");
        assert_eq!(suite("tests/run", "#!/usr/bin/perl\n"), "");
    }

    #[test]
    fn targets_may_be_in_an_included_makefile() {
        let (makefile, tests) = ("all: x\n-include t/tests.mk $(NONE)", "check: x\n\t./t/run");
        let recipe = first(&[("Makefile", makefile), ("t/tests.mk", tests)]);
        assert_eq!(recipe.suite.as_deref(), Some("make check"));
        let itself = first(&[("Makefile", "include Makefile\ntest: x")]);
        assert_eq!(itself.suite.as_deref(), Some("make test"));
    }

    #[test]
    fn a_suite_may_be_in_a_subdirectory() {
        let recipe = first(&[("Makefile", "all: x\n"), ("test/Makefile", "test: x\n")]);
        assert_eq!(recipe.suite.as_deref(), Some("make -C test test"));
        let recipe = first(&[
            ("CMakeLists.txt", "project(x C)\nadd_subdirectory(tests)\n"),
            ("tests/CMakeLists.txt", "ADD_TEST (NAME a COMMAND a)\n"),
        ]);
        assert!(recipe.suite.unwrap().starts_with("ctest"));
    }

    #[test]
    fn tests_of_cmake_are_found_however_it_is_written() {
        for text in ["ENABLE_TESTING()", "enable_testing ()", "Include(CTest)"] {
            assert!(first(&[("CMakeLists.txt", text)]).suite.is_some(), "{text}");
        }
        for text in ["# enable_testing()", "set(x \"enable_testing()\")", "project(testing C)"] {
            assert_eq!(first(&[("CMakeLists.txt", text)]).suite, None, "{text}");
        }
    }

    #[test]
    fn a_script_runs_where_cmake_builds() {
        let recipe = first(&[("CMakeLists.txt", "project(x C)\n"), ("scripts/run-tests.sh", "")]);
        assert_eq!(recipe.suite.as_deref(), Some("cd build && sh ../scripts/run-tests.sh"));
    }

    #[test]
    fn options_that_add_the_tests_are_switched_on() {
        let text = "option(X_BUILD_TESTS \"Build the tests (slow)\" OFF)\n\
                    option(X_TEST_COVERAGE \"more\" OFF)\noption(TESTS_ON \"yes\" ON)\n\
                    option(X_WITHOUT_TESTS \"none\" OFF)\n\
                    OPTION(with_tests \"no value\")\noption(SHARED \"no test\" OFF)\n";
        let recipe = first(&[("CMakeLists.txt", text)]);
        let expected = "cmake -S . -B build -DX_BUILD_TESTS=ON -Dwith_tests=ON";
        assert_eq!(recipe.configure.as_deref(), Some(expected));
        let options = "option('tests', type : 'boolean', value : false)\n\
                       option('docs', type: 'feature', value: 'disabled')\n\
                       option('unit_tests', type: 'feature', value: 'disabled')\n";
        let build = "project('x', 'c')\nt = executable('t', 't.c')\ntest('t', t)\n";
        let recipe = first(&[("meson.build", build), ("meson_options.txt", options)]);
        let expected = "meson setup build -Dtests=true -Dunit_tests=enabled";
        assert_eq!(recipe.configure.as_deref(), Some(expected));
        assert!(recipe.suite.unwrap().starts_with("meson test"));
    }

    #[test]
    fn options_that_the_tests_ask_for_are_tried_if_they_do_not_build_without() {
        let options = "option(WITH_TESTS \"x\" OFF)\noption(X_CUSTOM_ALLOC \"x\" OFF)\n\
                       option(X_OTHER \"x\" OFF)\noption(X_COVERAGE \"x\" OFF)\n";
        let tests = "if(NOT X_CUSTOM_ALLOC)\n  list(REMOVE_ITEM T a.c)\nendif()\n\
                     if (X_COVERAGE AND TRUE)\nendif()\nadd_test(a a)\n";
        let files = [("CMakeLists.txt", options), ("test/CMakeLists.txt", tests)];
        let dir = project(&files);
        let configure = recipes(dir.path()).unwrap().into_iter().map(|recipe| recipe.configure);
        let expected = [
            "cmake -S . -B build -DWITH_TESTS=ON",
            "cmake -S . -B build -DWITH_TESTS=ON -DX_CUSTOM_ALLOC=ON",
        ];
        assert_eq!(configure.flatten().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_library_of_c_files_is_tested_by_its_test_program() {
        let main = "#include \"lib.h\"\nint main(void) { return f(); }\n";
        let files = [("lib.c", "int f(void) { return 0; }\n"), ("tests.c", main), ("tests.sh", "")];
        let recipe = first(&files);
        assert_eq!(recipe.build, "cc -g -o tests lib.c tests.c -lm");
        assert_eq!(recipe.suite.as_deref(), Some("./tests"));
    }

    #[test]
    fn every_build_system_that_is_there_is_offered() {
        let files =
            [("CMakeLists.txt", ""), ("meson.build", ""), ("configure", ""), ("Makefile", "")];
        let dir = project(&files);
        let systems: Vec<&str> =
            recipes(dir.path()).unwrap().iter().map(|recipe| recipe.system).collect();
        assert_eq!(systems, ["CMake", "Meson", "configure", "Make"]);
    }

    #[test]
    fn programs_of_the_tests_are_known_by_their_names() {
        for name in ["tests/helper", "test-foo", "src/foo_test", "build/CMakeFiles/x/a.out"] {
            assert!(is_for_tests(Path::new(name)), "{name}");
        }
        for name in ["src/cut", "build/contest", "attest"] {
            assert!(!is_for_tests(Path::new(name)), "{name}");
        }
    }
}
