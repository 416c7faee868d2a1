//! Queries with what recorded ones lack: division, wide products, shifts by symbols, free arrays.
//!
//! The answers in the files are those on which Bitwuzla and Z3 agree.

use std::fs;
use std::path::Path;

use patchlight_solver::{Response, ScriptRunner, Solver, SolverConfig};

#[test]
fn the_answers_are_those_in_the_files() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/queries");
    let mut files: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 50);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let status = text.split(":status ").nth(1).unwrap().split(')').next().unwrap();
        let mut runner = ScriptRunner::new(&text, Solver::new(SolverConfig::default()));
        let response = runner.next_response().unwrap();
        let Some(Response::Checked(answer, _)) = response else { panic!("{}", file.display()) };
        assert_eq!(answer.name(), status, "{}", file.display());
    }
}
