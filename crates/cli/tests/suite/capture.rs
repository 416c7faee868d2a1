//! Builds with `patchlight cc`: the bundled projects under four build systems, the compiler's many
//! ways to be called, and what may go wrong. The oracle is the same build with the plain compiler.

use crate::support::{Scratch, first_difference, patchlight, root};
use object::{Object, ObjectSection, SectionFlags};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How the program `tally` is called, and with which input.
const RUNS: &[(&[&str], &str)] = &[
    (&["--version"], ""),
    (&["one", "two,", "Two x9", "(19)"], ""),
    (&["--wrong"], ""),
    (&[], "the cat and the hat\nand The CAT.\n"),
    (&[], ""),
];

/// A directory with a store of its own.
struct Bench {
    scratch: Scratch,
}

impl Bench {
    fn new(name: &str) -> Bench {
        Bench { scratch: Scratch::new(&format!("capture-{name}")) }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn store(&self) -> PathBuf {
        self.path("store")
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.path(name), content).expect("a writable directory");
    }

    /// A shell in the directory; `$CC` is what `cc` says.
    fn shell(&self, cc: &str, line: &str) -> Output {
        let mut command = Command::new("sh");
        command.args(["-c", line]).env("CC", cc);
        self.run(&mut command)
    }

    fn run(&self, command: &mut Command) -> Output {
        command.current_dir(self.scratch.path()).env("PATCHLIGHT_STORE", self.store());
        command.env("LC_ALL", "C").env_remove("MAKEFLAGS");
        command.stdin(Stdio::null()).output().expect("it starts")
    }

    #[track_caller]
    fn captured(&self, line: &str) -> Output {
        let output = self.shell(&captured_cc(), line);
        assert!(output.status.success(), "{line}: {}", said(&output));
        output
    }

    #[track_caller]
    fn modules(&self, file: &str) -> String {
        let output = self.run(Command::new(patchlight()).args(["modules", file]));
        assert!(output.status.success(), "{}", said(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn run_program(&self, file: &str, args: &[&str]) -> Output {
        self.run(Command::new(patchlight()).args(["run", file, "--"]).args(args))
    }

    /// What is in the store.
    fn stored(&self) -> Vec<String> {
        let entries = fs::read_dir(self.store()).into_iter().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

fn captured_cc() -> String {
    format!("{} cc", patchlight())
}

fn said(output: &Output) -> String {
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{}\n{out}{err}", output.status)
}

// The projects.

/// The directories with CMake, Meson and Ninja, and with Meson's modules.
fn build_tools() -> (String, String) {
    let output = Command::new("sh").arg(root().join("tools/test-env.sh")).output().expect("sh");
    assert!(output.status.success(), "the build systems: {}", said(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines = text.lines().map(str::to_string);
    (lines.next().expect("a directory"), lines.next().expect("a directory"))
}

/// Builds in `build` and returns what the program does natively, call by call.
fn build_and_run(bench: &Bench, cc: &str, steps: &str) -> Vec<Output> {
    fs::create_dir(bench.path("build")).expect("a fresh directory");
    let output = bench.shell(cc, &format!("cd build && {steps}"));
    assert!(output.status.success(), "CC={cc}: {}", said(&output));
    let runs = RUNS.iter();
    runs.map(|(args, input)| tally(bench, Command::new("./tally").args(*args), input)).collect()
}

fn tally(bench: &Bench, command: &mut Command, input: &str) -> Output {
    let file = bench.path("input");
    fs::write(&file, input).expect("a writable directory");
    let stdin = fs::File::open(&file).expect("just written");
    command.current_dir(bench.path("build")).stdin(stdin).output().expect("it starts")
}

#[track_caller]
fn same_run(what: &str, expected: &Output, found: &Output) {
    let difference = first_difference("stdout", &expected.stdout, &found.stdout)
        .and_then(|()| first_difference("stderr", &expected.stderr, &found.stderr));
    assert!(difference.is_ok(), "{what}: {difference:?}\n{}", said(found));
    assert_eq!(expected.status, found.status, "{what}");
}

/// Every file of a build that has code, with its content.
fn built_files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut dirs = vec![dir.to_path_buf()];
    while let Some(next) = dirs.pop() {
        for entry in fs::read_dir(next).expect("a readable directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                dirs.push(path);
            } else if let Ok(content) = fs::read(&path)
                && content.starts_with(b"\x7fELF")
            {
                let name = path.strip_prefix(dir).expect("it is inside").to_path_buf();
                // Whether the compiler works is tried in directories with random names.
                if !name.to_string_lossy().contains("CompilerId") {
                    files.insert(name, content);
                }
            }
        }
    }
    files
}

/// The sections that are loaded: name, address and bytes. The build id is a hash of the whole file.
fn loaded_sections(content: &[u8]) -> Vec<(String, u64, Vec<u8>)> {
    const ALLOC: u64 = 2;
    let file = object::File::parse(content).expect("ELF");
    let is_loaded =
        |flags| matches!(flags, SectionFlags::Elf { sh_flags, .. } if sh_flags.0 & ALLOC != 0);
    file.sections()
        .filter(|section| is_loaded(section.flags()))
        .map(|section| {
            let name = section.name().expect("a name").to_string();
            (name, section.address(), section.data().expect("bytes").to_vec())
        })
        .filter(|(name, ..)| name != ".note.gnu.build-id")
        .collect()
}

#[track_caller]
fn same_code(plain: &BTreeMap<PathBuf, Vec<u8>>, captured: &BTreeMap<PathBuf, Vec<u8>>) {
    const HEADER: usize = 64;
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(plain), names(captured));
    for (name, bytes) in plain {
        let ours = &captured[name];
        if name.extension().is_some_and(|extension| extension == "o") {
            assert!(ours.len() > bytes.len(), "{} is not marked", name.display());
            let is_same = ours[HEADER..bytes.len()] == bytes[HEADER..];
            assert!(is_same, "{} has other bytes", name.display());
        }
        assert_eq!(loaded_sections(bytes), loaded_sections(ours), "{}", name.display());
    }
}

/// Builds a project both ways, at the same place, and compares everything.
fn project_is_captured(name: &str, cc: &str, steps: &str) {
    let bench = Bench::new(name);
    let copy = format!("cp -r {}/tests/projects projects", root().display());
    assert!(bench.shell("", &copy).status.success());
    let plain_runs = build_and_run(&bench, "cc", steps);
    fs::rename(bench.path("build"), bench.path("plain")).expect("renamed");
    // Neither build may write beside the sources.
    assert!(bench.shell("", "chmod -R a-w projects").status.success());
    let captured_runs = build_and_run(&bench, cc, steps);
    same_code(&built_files(&bench.path("plain")), &built_files(&bench.path("build")));
    for (n, (args, input)) in RUNS.iter().enumerate() {
        same_run(&format!("native {args:?}"), &plain_runs[n], &captured_runs[n]);
        let mut command = Command::new(patchlight());
        command.args(["run", "./tally", "--"]).args(*args);
        let ours = tally(&bench, &mut command, input);
        same_run(&format!("patchlight {args:?}"), &plain_runs[n], &ours);
    }
    let listed = bench.modules("build/tally");
    for source in ["main.c", "table.c", "text.c", "shape.c"] {
        assert!(listed.contains(&format!("common/{source}\n")), "{listed}");
    }
    assert!(listed.ends_with("4 modules, 0 unsupported\n"), "{listed}");
    let stored = bench.stored();
    let again = bench.shell(cc, &format!("cd build && {steps}"));
    assert!(again.status.success(), "{}", said(&again));
    assert_eq!(bench.stored(), stored, "a second build adds to the store");
    assert!(bench.shell("", "chmod -R u+w projects").status.success());
}

#[test]
fn a_make_project_is_captured() {
    project_is_captured("make", &captured_cc(), "make -j4 -f ../projects/make/Makefile CC=\"$CC\"");
}

#[test]
fn an_autotools_project_is_captured() {
    let steps = "../projects/autotools/configure CC=\"$CC\" && make -j4";
    project_is_captured("autotools", &captured_cc(), steps);
}

#[test]
fn a_cmake_project_is_captured() {
    let (path, _) = build_tools();
    let steps = format!(
        "PATH={path}:$PATH && cmake -S ../projects/cmake -B . -DCMAKE_BUILD_TYPE=RelWithDebInfo \
         && cmake --build . --parallel 4"
    );
    project_is_captured("cmake", &captured_cc(), &steps);
}

#[test]
fn a_meson_project_is_captured() {
    let (path, modules) = build_tools();
    // One word, by the name of a link.
    let link = Scratch::new("capture-link");
    let cc = link.path().join("patchlight-cc");
    std::os::unix::fs::symlink(patchlight(), &cc).expect("a link");
    let steps = format!(
        "export PATH={path}:$PATH PYTHONPATH={modules} && \
         {{ [ -f build.ninja ] || meson setup . ../projects/meson; }} && ninja -j4"
    );
    project_is_captured("meson", &cc.display().to_string(), &steps);
}

// The ways of calling a compiler.

const MAIN: &str = "#include <stdio.h>\nint part(int);\nint main(void) { printf(\"%d\\n\", part(20)); return 0; }\n";
const PART: &str = "int part(int x) { return x * 2 + EXTRA; }\n";

fn two_sources(name: &str) -> Bench {
    let bench = Bench::new(name);
    bench.write("main.c", MAIN);
    bench.write("part.c", PART);
    bench
}

#[track_caller]
fn prints(bench: &Bench, program: &str, expected: &str) {
    let output = bench.run_program(program, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{}", said(&output));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn one_call_may_compile_and_link_several_sources() {
    let bench = two_sources("several");
    bench.captured(
        "$CC -DEXTRA=2 main.c part.c -o both && $CC -c -DEXTRA=3 part.c && $CC main.c part.o",
    );
    prints(&bench, "both", "42\n");
    prints(&bench, "a.out", "43\n");
    assert!(bench.modules("a.out").contains("2 modules, 0 unsupported"));
    assert!(!bench.path("main.o").exists(), "an object is left behind");
}

#[test]
fn an_object_may_be_linked_twice_and_partially() {
    let bench = two_sources("twice");
    bench.captured(
        "$CC -c -DEXTRA=1 main.c part.c && $CC main.o part.o -o one && \
         $CC main.o part.o -o two && $CC -r main.o part.o -o merged.o && $CC merged.o -o three && \
         strip one && $CC -Wl,--gc-sections -ffunction-sections main.o part.o -s -o four",
    );
    for program in ["one", "two", "three", "four"] {
        prints(&bench, program, "41\n");
    }
    assert_eq!(bench.stored().len(), 2);
}

#[test]
fn response_files_standard_input_and_languages_are_understood() {
    let bench = two_sources("input");
    bench.write("args", "-DEXTRA='( 5 )' -c part.c\n-o \"my part.o\"");
    bench.captured(
        "cp main.c main.text && $CC @args && cat main.text | $CC -x c - -x none 'my part.o' -o piped \
         && $CC -x c main.text -x none 'my part.o' -o named && $CC -E main.c > main.i \
         && $CC -pipe -c main.i && $CC main.o 'my part.o' -o preprocessed",
    );
    for program in ["piped", "named", "preprocessed"] {
        prints(&bench, program, "45\n");
    }
}

#[test]
fn calls_that_make_no_object_are_the_compilers_own() {
    let bench = two_sources("questions");
    let questions = [
        "$CC -E main.c",
        "$CC -M main.c",
        "$CC -MM -MT x main.c",
        "$CC -S main.c -o -",
        "$CC -DEXTRA=1 -fsyntax-only part.c",
        "$CC --version",
        "$CC -dumpmachine",
        "$CC",
        "$CC -print-file-name=libc.a",
        "$CC -c no-such.c",
        "$CC -v",
        "$CC -E - < main.c",
        "$CC -c main.c -o /dev/null",
        "$CC -Wall -Wextra -DEXTRA=x+ -c part.c",
        "$CC -zzz main.c",
        "$CC -DEXTRA=1 -MD -MF deps -c part.c && cat deps",
        "$CC no-such.o",
    ];
    for question in questions {
        let (expected, found) = (bench.shell("cc", question), bench.captured_or_not(question));
        // Temporary files have random names.
        let clean = |output: &Output| {
            let text = said(output);
            let words = text.split(' ').filter(|word| !word.contains("/tmp/cc"));
            words.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(clean(&expected), clean(&found), "{question}");
    }
}

impl Bench {
    fn captured_or_not(&self, line: &str) -> Output {
        self.shell(&captured_cc(), line)
    }
}

#[test]
fn assembly_and_what_clang_refuses_are_marked_and_run_until_they_are_called() {
    let bench = Bench::new("unsupported");
    bench.write("asm.s", ".globl five\nfive: mov $5, %eax\n ret\n");
    bench.write(
        "nested.c",
        "int nested(int x) { int add(int y) { return x + y; } return add(1); }\n",
    );
    bench.write(
        "main.c",
        "int five(void); int nested(int);\n\
         int main(int argc, char **argv) { return argc == 1 ? 0 : argc == 2 ? five() : nested(6); }\n",
    );
    bench.captured(
        "$CC -c asm.s nested.c main.c && ar rc parts.a asm.o nested.o && $CC main.o parts.a",
    );
    let native = bench.shell("", "./a.out 1; [ $? = 5 ] && ./a.out 1 2; [ $? = 7 ]");
    assert!(native.status.success());
    let listed = bench.modules("a.out");
    assert!(listed.contains("asm.s\n    unsupported: assembly\n"), "{listed}");
    assert!(listed.contains("nested.c\n    unsupported: clang: nested.c:1:"), "{listed}");
    assert!(listed.ends_with("1 module, 2 unsupported\n"), "{listed}");
    assert_eq!(bench.run_program("a.out", &[]).status.code(), Some(0));
    let called = bench.run_program("a.out", &["1"]);
    let text = said(&called);
    assert_eq!(called.status.code(), Some(98), "{text}");
    assert!(text.contains("unsupported: call of `five`"), "{text}");
    assert!(text.contains("asm.s: assembly"), "{text}");
}

#[test]
fn old_c_that_the_users_compiler_accepts_is_captured() {
    let bench = Bench::new("old");
    bench.write("old.c", "main() { char *p = 0; int *q = p; return implicit(q == 0); }\n");
    bench.write("implicit.c", "int implicit(x) int x; { return x ? 3 : 4; }\n");
    bench.captured("$CC -w -O2 -D_FORTIFY_SOURCE=2 -march=native -fno-builtin old.c implicit.c");
    assert_eq!(bench.run_program("a.out", &[]).status.code(), Some(3));
}

#[test]
fn sources_that_compile_only_if_they_are_optimised_are_captured() {
    let bench = Bench::new("optimised");
    // glibc's <libintl.h> brings <locale.h> along if `__OPTIMIZE__` is defined.
    bench.write("main.c", "#include <libintl.h>\nint main(void) { return LC_ALL == 6 ? 3 : 4; }\n");
    bench.captured("$CC -O0 -O2 main.c");
    assert_eq!(bench.run_program("a.out", &[]).status.code(), Some(3));
}

#[test]
fn what_the_optimiser_inlined_comes_from_the_archive() {
    let bench = Bench::new("inlined");
    bench.write(
        "half.h",
        "#ifndef HALF\n#define HALF inline\n#endif\nHALF int half(int x) { return x / 2; }\n",
    );
    bench.write("half.c", "#define HALF extern inline\n#include \"half.h\"\n");
    bench.write("other.c", "int main(void) { return 1; }\n");
    bench.write("main.c", "#include \"half.h\"\nint main(void) { return half(14); }\n");
    bench.captured(
        "$CC -O2 -c half.c other.c main.c && ar rc libhalf.a half.o other.o && \
         $CC main.o -L. -lhalf -o one && $CC -O2 main.c libhalf.a libhalf.a -o two",
    );
    for program in ["one", "two"] {
        let listed = bench.modules(program);
        assert!(listed.ends_with("1 module, 0 unsupported\n"), "{listed}");
        assert_eq!(bench.run_program(program, &[]).status.code(), Some(7));
    }
}

#[test]
fn objects_for_link_time_optimisation_are_captured() {
    let bench = two_sources("lto");
    bench.captured(
        "$CC -flto -O2 -DEXTRA=6 -c main.c part.c && $CC -flto -O2 main.o part.o -o one && \
         gcc-ar rc libpart.a part.o && $CC -flto -O2 main.o libpart.a -o two",
    );
    prints(&bench, "one", "46\n");
    prints(&bench, "two", "46\n");
}

// What may go wrong.

#[test]
fn a_failed_compilation_is_the_compilers_own_and_leaves_nothing_behind() {
    let bench = Bench::new("failed");
    bench.write("error.c", "int main(void) { return undeclared; }\n");
    bench.write("header.c", "#include \"no-such.h\"\nint main(void) { return 0; }\n");
    bench.write("good.c", "int good;\n");
    for line in ["$CC -c error.c", "$CC header.c", "$CC -c good.c error.c -w", "$CC good.c -o x"] {
        let (expected, found) = (bench.shell("cc", line), bench.captured_or_not(line));
        assert_eq!(expected.status.code(), found.status.code(), "{line}");
        if !line.ends_with('x') {
            assert_eq!(said(&expected), said(&found), "{line}");
        }
    }
    assert_eq!(bench.stored(), Vec::<String>::new());
    assert!(!bench.path("error.o").exists() && !bench.path("a.out").exists());
}

#[test]
fn a_store_without_room_only_marks_the_object() {
    let bench = Bench::new("full");
    let many: String =
        (0..4000).map(|n| format!("int f{n}(int x) {{ return x + {n}; }}\n")).collect();
    bench.write("large.c", &format!("{many}int main(void) {{ return f7(1); }}\n"));
    fs::create_dir(bench.store()).expect("a directory");
    // A disk of 1 MB where we may mount one (in a name space of our own), else a limit for files.
    let mount = "mount -t tmpfs -o size=1m none store";
    let may_mount = bench.run(Command::new("unshare").args(["-rm", "sh", "-c", mount]));
    let (shell, limit, reason) = match may_mount.status.success() {
        true => (&["unshare", "-rm", "sh", "-c"][..], mount, "No space left"),
        false => (&["sh", "-c"][..], "trap '' XFSZ && ulimit -f 2048", "File too large"),
    };
    let build =
        format!("CC='{}' && $CC -pipe large.c && ls store && ./a.out; [ $? = 8 ]", captured_cc());
    let script = format!("{limit} && {build}");
    let output = bench.run(Command::new(shell[0]).args(&shell[1..]).arg(&script));
    assert_eq!(said(&output), "exit status: 0\n", "the native build and an empty store");
    let listed = bench.modules("a.out");
    assert!(listed.contains("unsupported: cannot write") && listed.contains(reason), "{listed}");
    let run = bench.run_program("a.out", &[]);
    assert_eq!(run.status.code(), Some(1));
    let text = said(&run);
    assert!(text.contains("not captured: ") && text.contains(reason), "{text}");
}

#[test]
fn a_store_that_cannot_be_made_and_a_missing_clang_only_mark_the_object() {
    let bench = Bench::new("no-store");
    bench.write("store", "not a directory");
    bench.write("main.c", "int main(void) { return 0; }\n");
    assert_eq!(said(&bench.captured("$CC main.c -o a && ./a")), "exit status: 0\n");
    assert!(bench.modules("a").contains("unsupported: cannot create"), "{}", bench.modules("a"));
    assert_eq!(
        said(&bench.captured("$CC --clang=/no/clang main.c -o b && ./b")),
        "exit status: 0\n"
    );
    assert!(
        bench.modules("b").contains("unsupported: cannot start clang"),
        "{}",
        bench.modules("b")
    );
}

#[test]
fn a_program_that_was_not_built_with_us_says_how_to_build_it() {
    let bench = two_sources("foreign");
    assert!(bench.shell("cc", "$CC -DEXTRA=0 main.c part.c -o plain").status.success());
    for command in ["modules", "run", "ir"] {
        let output = bench.run(Command::new(patchlight()).args([command, "plain"]));
        assert_eq!(output.status.code(), Some(1));
        let text = said(&output);
        assert!(text.contains("plain was not built with Patchlight"), "{text}");
        assert!(text.contains("CC=\"patchlight cc\""), "{text}");
    }
}

#[test]
fn a_module_that_is_gone_from_the_store_is_named() {
    let bench = Bench::new("gone");
    bench.write("main.c", "int main(void) { return 0; }\nint bench_gone_marker;\n");
    bench.captured("$CC main.c && rm -r store");
    let output = bench.run_program("a.out", &[]);
    assert_eq!(output.status.code(), Some(1));
    let text = said(&output);
    assert!(text.contains("main.c") && text.contains("build the program again"), "{text}");
}

/// The user's wrapper calls us, and we call what is called `cc`: the wrapper.
#[test]
fn a_wrapper_called_cc_does_not_call_itself_without_end() {
    let bench = Bench::new("wrapper");
    bench.write("main.c", "int main(void) { return 7; }\n");
    let wrapper = format!("#!/bin/sh\nexec '{}' cc \"$@\"\n", patchlight());
    fs::create_dir(bench.path("bin")).expect("a directory");
    bench.write("bin/cc", &wrapper);
    let bin = bench.path("bin");
    let line = "chmod +x bin/cc && unset PATCHLIGHT_CC && PATH=$PWD/bin:$PATH cc -o it main.c";
    let output = bench.shell("", &format!("{line} && ./it; [ $? = 7 ]"));
    assert!(output.status.success(), "{}", said(&output));
    assert!(bench.modules("it").ends_with("1 module, 0 unsupported\n"));
    // There is nothing else.
    let alone = "unset PATCHLIGHT_CC && PATH=$PWD/bin cc -c main.c";
    let output = bench.shell("", alone);
    let text = said(&output);
    assert!(!output.status.success(), "{text}");
    let expected = format!("call `patchlight cc` again (tried: {}/cc)", bin.display());
    assert!(text.contains(&expected), "{text}");
}
