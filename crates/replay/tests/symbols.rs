//! Frames of sanitizers' reports are those that the sanitizers would show themselves.

mod support;

use patchlight_replay::{
    Executable, Judge, LibrarySearch, Options, Sanitizers, Verdict, Version, Versions,
};
use std::fs;
use std::path::Path;
use std::process::Command;
use support::{case, compile_with, config, never, scratch};

/// Errors in a function, in an inlined one, in a library function, in one that runs recursively, and in
/// a shared library.
const PROGRAM: &str = r"
#include <stdlib.h>
#include <string.h>
int of_library(int *a, int n);
static int get(int *a, int i) { return a[i]; }
static inline __attribute__((always_inline)) int twice(int *a, int i)
{
    return get(a, i) * 2;
}
static int down(int *a, int n) { return n ? down(a, n - 1) + 1 : a[3]; }
int main(int argc, char **argv)
{
    volatile int three = 3, big = 2147483647;
    int *a = calloc(3, sizeof *a), b[3] = {1};
    switch (argc > 1 ? *argv[1] : 0) {
    case 'i': return twice(a, three);
    case 'm': memset(a, 0, three * 40); return *a;
    case 'r': return down(a, three);
    case 'b': return b[three];
    case 'o': return big + three;
    case 'f': free(a); free(a); return 0;
    case 's': return of_library(a, three);
    }
    return 0;
}
";
const LIBRARY: &str = "int of_library(int *a, int n)\n{\n    return a[n];\n}\n";

/// `#1 0x5a in main /src/x.c:15`: the frames in the program's own sources, the innermost first.
fn told(report: &str) -> Vec<(String, String, u32)> {
    let mut frames = Vec::new();
    for line in report.lines().map(str::trim_start).skip_while(|line| !line.starts_with("#0 ")) {
        let Some((_, rest)) = line.strip_prefix('#').and_then(|rest| rest.split_once(" in "))
        else {
            break;
        };
        let place = rest.rsplit_once(' ').and_then(|(function, place)| {
            let (path, line) = place.rsplit_once(':')?;
            let name = path.rsplit('/').next()?;
            let is_own = ["program.c", "library.c"].contains(&name);
            is_own.then_some((function.to_string(), name.to_string(), line.parse().ok()?))
        });
        frames.extend(place);
    }
    frames
}

fn build(dir: &Path) -> Executable {
    fs::write(dir.join("program.c"), PROGRAM).unwrap();
    fs::write(dir.join("library.c"), LIBRARY).unwrap();
    let library = dir.join("libours.so");
    compile_with(&dir.join("library.c"), &["-shared", "-fPIC"], Sanitizers::On, &library);
    let program = dir.join("program");
    let link = [format!("-L{}", dir.display()), "-lours".to_string()];
    let link: Vec<&str> = link.iter().map(String::as_str).collect();
    compile_with(&dir.join("program.c"), &link, Sanitizers::On, &program);
    Executable::open_with(&program, &LibrarySearch::built_in(dir)).unwrap()
}

#[test]
fn frames_are_those_that_the_sanitizer_shows() {
    let dir = scratch();
    let sanitized = build(dir.path());
    // Without an error it is the same program.
    let version = Version { plain: sanitized.clone(), sanitized: Some(sanitized.clone()) };
    let versions = Versions { old: version.clone(), new: version, fixes: Vec::new() };
    let (config, options) = (config(dir.path()), Options::default());
    let mut judge = Judge::new(&config, &versions, &options).expect("a sandbox");
    for error in ["i", "m", "r", "b", "o", "f", "s"] {
        let native = Command::new(&sanitized.path)
            .arg(error)
            .env("LD_LIBRARY_PATH", dir.path())
            .env("ASAN_OPTIONS", "detect_leaks=0")
            .env("UBSAN_OPTIONS", "print_stacktrace=1")
            .output()
            .expect("it runs");
        let mut expected = told(&String::from_utf8_lossy(&native.stderr));
        assert!(!expected.is_empty(), "{error}: {}", String::from_utf8_lossy(&native.stderr));
        expected.dedup();
        expected.truncate(3);
        // Both versions fail alike; the finding that a case with an origin is has the reports.
        let mut case = case(&[error]);
        case.origin = Some(Default::default());
        let verdict = judge.judge(&case, &never()).expect("a worker that lives");
        let Verdict::Found(finding) = verdict else { panic!("{error}: {verdict:?}") };
        let report = finding.new.report.as_ref().expect("an error");
        let frames = report.frames.iter();
        let frames: Vec<_> =
            frames.map(|one| (one.function.clone(), one.file.clone(), one.line)).collect();
        assert_eq!(frames, expected, "{error}");
    }
}
