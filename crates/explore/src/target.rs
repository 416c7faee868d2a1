//! `--target FILE:LINE`: where the exploration should go.

use anyhow::{Context as _, Result, bail};
use patchlight_engine::Program;
use patchlight_engine::explore::distances::Distances;
use patchlight_ir::Body;
use std::path::Path;

/// How far it is to the given line from everywhere in the program.
pub fn distances(program: &Program, place: &str) -> Result<Distances> {
    let expected = || format!("--target {place}: expected FILE:LINE");
    let (file, line) = place.rsplit_once(':').with_context(expected)?;
    let line: u32 = line.parse().with_context(expected)?;
    // A name without directories stands for all files that are called so.
    let files = program.module.files.iter();
    let is_meant: Vec<bool> = files.map(|known| Path::new(known).ends_with(file)).collect();
    let is_target = |body: &Body, op: usize| {
        let loc = body.loc(op);
        loc.line == line && is_meant.get(loc.file.index()) == Some(&true)
    };
    let bodies = program.module.functions.iter().filter_map(|function| function.body());
    let exists = |body: &Body| (0..body.ops.len()).any(|op| is_target(body, op));
    if !bodies.into_iter().any(exists) {
        bail!("--target {place}: the program has no code there");
    }
    Ok(Distances::new(&program.module, is_target))
}
