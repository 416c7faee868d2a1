//! Which test a program is started on, for those who count starts.

use patchlight_engine::Program;
use patchlight_engine::starts::StartKind;
use patchlight_replay::Run;
use std::hash::{DefaultHasher, Hasher};

/// Takes note that a program is put at its start on a test.
pub fn note_start(program: &Program, run: &Run, kind: StartKind) {
    let mut hasher = DefaultHasher::new();
    hasher.write(&serde_json::to_vec(run).expect("a run is plain data"));
    program.starts.note(hasher.finish(), kind);
}
