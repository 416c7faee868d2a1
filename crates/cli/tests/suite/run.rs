//! `tests/ui/run`: every program must print, natively and under Patchlight, the same to stdout and
//! stderr and end in the same way. The native run is the oracle.

use crate::support::{Case, Scratch, cases, first_difference};
use patchlight_testing::{Dialect, Table};
use std::os::unix::process::ExitStatusExt;
use std::process::Output;

/// The least number of programs that the suite must have.
const AT_LEAST: usize = 100;
const DIALECT: Dialect = Dialect::new(&["cflags", "native", "args", "env", "stdin"]);

/// All programs.
pub fn programs() -> Table<Case> {
    cases("tests/ui/run", &DIALECT).at_least(AT_LEAST)
}

fn agrees_with_native(case: &Case, level: &str) -> Result<(), String> {
    let scratch = Scratch::new(&format!("run{level}-{}", case.name));
    let native = case.run_natively(&scratch);
    let ours = case.run_patchlight(&[level], &scratch);
    let difference = first_difference("stdout", &native.stdout, &ours.stdout)
        .and_then(|()| first_difference("stderr", &native.stderr, &ours.stderr));
    let status = (status(&native), status(&ours));
    let stderr = String::from_utf8_lossy(&ours.stderr);
    let said = stderr.lines().take(8).collect::<Vec<_>>().join("\n    ");
    difference.map_err(|difference| format!("{difference}\n    {said}"))?;
    if status.0 != status.1 {
        return Err(format!("status: native {}, patchlight {}\n    {said}", status.0, status.1));
    }
    Ok(())
}

/// As a shell shows it: 128 and the signal's number for a program that was killed.
fn status(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| 128 + output.status.signal().unwrap_or(0))
}

fn check_level(level: &str) {
    programs().check(|case| agrees_with_native(case, level));
}

#[test]
fn programs_behave_as_natively_at_o0() {
    check_level("-O0");
}

#[test]
fn programs_behave_as_natively_at_o1() {
    check_level("-O1");
}

#[test]
fn programs_behave_as_natively_at_o2() {
    check_level("-O2");
}
