//! A test for the project's own suite: ends with 0 if the program does what one of the versions
//! did, with 1 if it does not.

use super::script::{Script, runner};
use super::shell::head;
use super::{Expected, Made, NewFile};
use patchlight_replay::Class;
use patchlight_results::slug;
use patchlight_results::{Behaviour, Finding, MOST_OUTPUT, Results, Version};

pub fn script(results: &Results, finding: &Finding, expected: Option<Expected>) -> Made {
    let expected = expected.unwrap_or(match finding.class {
        Class::Regression | Class::Bug | Class::ResourceDifference => Expected::Old,
        _ => Expected::New,
    });
    let (version, behaviour) = match expected {
        Expected::Old => (&results.old, &finding.old),
        Expected::New => (&results.new, &finding.new),
    };
    let status = status(behaviour)?;
    if behaviour.stdout.0.len() >= MOST_OUTPUT || behaviour.stderr.0.len() >= MOST_OUTPUT {
        return Err("its output is too long to be kept".to_string());
    }
    let name = format!("{}.sh", slug(&finding.id));
    let mut script = Script::default();
    script.line("#!/bin/sh");
    head(&mut script, results, finding);
    script.line("#");
    script.comment(&format!("Expects the behaviour of {}.", called(expected, version)));
    script.comment(&format!("Usage: sh {name} PROGRAM"));
    script.comment(
        "PROGRAM, or $PROGRAM, is the executable. Exits with 0 if it behaves as expected, 1 if it",
    );
    script.comment("does not, 2 if it could not be run.");
    for file in &behaviour.files {
        script.comment(&format!("Not checked: {file}"));
    }
    script.line(ARGUMENTS);
    runner(&mut script, finding)?;
    script.line("\n# The expected behaviour.");
    script.writer("expected_out", &behaviour.stdout.0);
    script.writer("expected_err", &behaviour.stderr.0);
    script.line(&format!("echo {status} >\"$work/expected.status\""));
    script.line(CHECK);
    Ok(vec![NewFile::script(name, script.finish())])
}

fn called(expected: Expected, version: &Version) -> String {
    let side = match expected {
        Expected::Old => "old",
        Expected::New => "new",
    };
    let commit = version.commit.as_ref();
    let hash = commit.map_or(String::new(), |commit| format!(", {:.12}", commit.hash));
    format!("the {side} version ({}{hash})", version.name)
}

/// What the shell sees of an end. The texts are those of `replay`'s ends.
fn status(behaviour: &Behaviour) -> Result<i32, String> {
    let number = |prefix: &str| behaviour.end.strip_prefix(prefix)?.parse::<i32>().ok();
    match (number("exit "), number("signal ")) {
        (Some(status), _) => Ok(status),
        (_, Some(signal)) => Ok(128 + signal),
        // As `timeout` says it.
        _ if behaviour.end == "no end in time" => Ok(124),
        _ => Err(format!("a test cannot expect `{}`", behaviour.end)),
    }
}

const ARGUMENTS: &str = r#"
program=${1:-${PROGRAM:-}}
if [ -z "$program" ]; then
	echo "usage: sh $0 PROGRAM" >&2
	exit 2
fi"#;

const CHECK: &str = r#"expected_out >"$work/expected.out"
expected_err >"$work/expected.err"

failed=0
check() {
	if ! cmp -s "$work/expected.$1" "$work/actual.$1"; then
		echo "$2 is not as expected:"
		cat -v "$work/expected.$1" >"$work/expected"
		cat -v "$work/actual.$1" >"$work/actual"
		(cd "$work" && diff -u expected actual)
		failed=1
	fi
}

run actual "$program"
check status "the exit status"
check out "standard output"
check err "standard error"
exit $failed"#;
