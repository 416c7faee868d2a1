//! Neighbours of seeds: where options come from, and what they find.

mod support;

use patchlight_replay::{
    Case, Options, Variant, Version, Versions, compare, from_executable, neighbours,
};
use support::{case, compile_text, config, never, scratch};

const GETOPT: &str = r#"
    #include <getopt.h>
    #include <stdio.h>
    #include <stdlib.h>
    static const struct option table[] = {
        { "lines", required_argument, NULL, 'n' },
        { "quiet", no_argument, NULL, 'q' },
        { "color", optional_argument, NULL, 256 },
        { 0 },
    };
    int main(int argc, char **argv)
    {
        int lines = 10, c;
        while ((c = getopt_long(argc, argv, "n:qv", table, NULL)) != -1) {
            if (c == '?')
                return 2;
            if (c == 'n')
                lines = atoi(optarg);
        }
        printf("%d lines\n", LINES);
        return 0;
    }"#;

fn program(lines: &str) -> String {
    GETOPT.replace("LINES", lines)
}

#[test]
fn options_are_found_in_the_executable() {
    let dir = scratch();
    let exe = compile_text(dir.path(), "tool", &program("lines"));
    let options = from_executable(&std::fs::read(exe.path).unwrap());
    let names: Vec<String> =
        options.iter().map(|option| format!("{} {:?}", option.name, option.arity)).collect();
    assert_eq!(
        names,
        [
            "--color Optional",
            "--lines Required",
            "--quiet None",
            "-n Required",
            "-q None",
            "-v None"
        ]
    );
}

/// No given case has the option, let alone the value, on which the versions differ.
#[test]
fn a_neighbour_finds_what_the_seed_does_not_show() {
    let dir = scratch();
    let version = |name: &str, text: &str| Version {
        plain: compile_text(dir.path(), name, &program(text)),
        sanitized: None,
    };
    let versions = Versions {
        old: version("old", "lines < 0 ? 0 : lines"),
        new: version("new", "lines"),
        fixes: Vec::new(),
    };
    let options = from_executable(&std::fs::read(&versions.new.plain.path).unwrap());
    let seeds = [case(&["-q"])];
    let variants = neighbours(&seeds, &options, 500, &never());
    let cases: Vec<Case> = variants.iter().map(Variant::case).collect();
    let report =
        compare(&config(dir.path()), &versions, &cases, &Options::default(), &never()).unwrap();
    let args: Vec<String> = report.clusters[0]
        .representative
        .case
        .run
        .args
        .iter()
        .map(|arg| String::from_utf8_lossy(&arg.0).into_owned())
        .collect();
    assert_eq!(report.clusters.len(), 1);
    assert!(args.concat().contains("-1"), "{args:?}");
}
