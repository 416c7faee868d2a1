//! Minimised cases against the shortest that exhaustive search finds.

mod support;

use patchlight_replay::compare;
use patchlight_replay::{Case, File, FileKind, Hex, Named, Options, Report, Version, Versions};
use std::path::Path;
use std::process::Command;
use support::{case, compile, compile_text, config, never, scratch};

const PREDICATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/minimise/predicates.c");

/// A string on which each patch shows.
const STARTS: [&str; 20] = [
    "12345678",
    "key=1,2,3",
    "00ax00ax",
    "1,2,3,4,5",
    "abcdcba",
    "31500",
    "longer than four",
    "-x19",
    "95-10",
    "55555",
    "zzz",
    "-12",
    "111111",
    "abc,123,xyz",
    "xxyyzz",
    "123456789",
    "9081726",
    "a--b--c",
    "list: of:",
    "x((1)(2))x",
];

#[test]
fn minimised_cases_are_hardly_longer_than_the_shortest_there_are() {
    let dir = scratch();
    let built = |define: &str| {
        compile(Path::new(PREDICATES), &[define], &dir.path().join(define.trim_start_matches('-')))
    };
    let (old, new, search) = (built("-DOLD"), built("-DNEW"), built("-DSEARCH"));
    let output = Command::new(&search.path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let shortest: Vec<&str> = text.lines().collect();
    assert_eq!(shortest.len(), STARTS.len());
    let config = config(dir.path());
    let mut wrong = Vec::new();
    for (n, (start, shortest)) in STARTS.iter().zip(shortest).enumerate() {
        let called = |exe: &patchlight_replay::Executable| Version {
            plain: exe.clone().called(&format!("p{n}")),
            sanitized: None,
        };
        let versions = Versions { old: called(&old), new: called(&new), fixes: Vec::new() };
        let options = Options { n_reruns: 1, n_workers: 1, ..Options::default() };
        let report = compare(&config, &versions, &[case(&[start])], &options, &never()).unwrap();
        let args = &report.clusters[0].representative.case.run.args;
        let found = args.iter().map(|arg| arg.0.len()).sum::<usize>();
        if found as f64 > 1.2 * shortest.len() as f64 {
            let text = String::from_utf8_lossy(&args[0].0).into_owned();
            wrong.push(format!("p{n}: `{text}` instead of `{shortest}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn minimised(old: &str, new: &str, case: Case) -> (Report, Case) {
    let dir = scratch();
    let version = |name: &str, text: &str| Version {
        plain: compile_text(dir.path(), name, text),
        sanitized: None,
    };
    let versions =
        Versions { old: version("old", old), new: version("new", new), fixes: Vec::new() };
    let report =
        compare(&config(dir.path()), &versions, &[case], &Options::default(), &never()).unwrap();
    let case = report.clusters[0].representative.case.clone();
    (report, case)
}

#[test]
fn what_a_finding_does_not_need_goes() {
    let old = "#include <stdio.h>\nint main(int c, char **v) { return 0; }";
    let new = r#"
        #include <stdio.h>
        int main(int c, char **v)
        {
            char text[9] = { 0 };
            FILE *f = fopen("data", "r");
            return c > 1 && v[1][0] == '-' && f && fread(text, 1, 8, f) > 2 && text[2] == 'z';
        }"#;
    let mut seed = case(&["-abc", "--other", "operand"]);
    seed.run.stdin = Hex::from(b"unused".to_vec());
    seed.run.env = vec![Named { name: "UNUSED".to_string(), bytes: Hex::from(b"1".to_vec()) }];
    let file = |name: &str, kind| File {
        name: name.to_string(),
        bytes: Hex::from(b"xyz123".to_vec()),
        kind,
        mtime: Some(1),
        ..File::default()
    };
    seed.run.files = vec![file("data", FileKind::Regular), file("more", FileKind::Regular)];
    let (report, case) = minimised(old, new, seed);
    assert_eq!(report.summary.output_differences, 1);
    assert_eq!(case.run.args, [Hex::from(b"-".to_vec())]);
    let agreeing = report.clusters[0].agreeing.as_ref().expect("another first byte");
    assert_eq!(agreeing.run.args, [Hex::from(b".".to_vec())]);
    assert_eq!(agreeing.run.files, case.run.files);
    assert_eq!(case.run.files.len(), 1);
    assert_eq!(
        (&case.run.files[0].bytes, case.run.files[0].mtime),
        (&Hex::from(b"00z".to_vec()), None)
    );
    assert_eq!((case.run.stdin.0.len(), case.run.env.len()), (0, 0));
}

/// A shorter input that crashes elsewhere is another finding.
#[test]
fn a_minimised_case_shows_the_same_end() {
    let old = "int main(void) { return 0; }";
    let new = r#"
        #include <stdlib.h>
        #include <string.h>
        int main(int c, char **v)
        {
            if (c > 1 && strlen(v[1]) > 3)
                abort();
            return *(volatile char *)0;
        }"#;
    let (_, case) = minimised(old, new, case(&["longer"]));
    assert_eq!(case.run.args, [Hex::from(b"0000".to_vec())]);
}
