//! Finds inputs that lead to given lines, or to those that a patch changes.

mod all;
mod confirm;
pub mod hunts;
mod native;
mod targets;
mod vary;
mod world;

use anyhow::Result;

use hunts::{HuntAll, Hunted, Hunts, Subject};
use patchlight_budget::Deadline;
use patchlight_cache::Cache;
use patchlight_guide::hunt::Heuristics;
use patchlight_ir::Module;
use patchlight_load::{ENTRY, ProgramFiles, link, link_with_summaries, load_all};
use patchlight_replay::Case;
use std::os::unix::ffi::OsStringExt;
use targets::FunctionLines;

/// The columns of the paper's Table 2: regeneration, switching.
pub const COMBINATIONS: [(&str, bool, bool); 4] = [
    ("greedy", false, false),
    ("greedy + regeneration", true, false),
    ("greedy + switching", false, true),
    ("all", true, true),
];

/// Blocks that no test executes, drawn at random.
pub struct Draw {
    pub n: usize,
    pub random_seed: u64,
    /// Of these files alone, by the end of their names; of all if there are none.
    pub from: Vec<String>,
}

/// Hunts for lines of a program, as `FILE:LINE`, and for blocks that are drawn. `hunt_all` says how.
pub fn hunt_program(
    program_files: &ProgramFiles,
    cases: Vec<Case>,
    lines: &[String],
    draw: Option<&Draw>,
    heuristics: Heuristics,
    deadline: &Deadline,
    hunt_all: &HuntAll<'_>,
) -> Result<Vec<Hunted>> {
    let cache = Cache::open()?;
    let modules = load_all(&cache, program_files)?;
    let own: Vec<String> =
        modules.iter().flat_map(|(_, module)| module.files.iter().cloned()).collect();
    let function_lines = lines_of_functions(&modules);
    // Summaries of libc's functions make one decision of many, which the paper's engine does not.
    let link = if heuristics.extensions { link_with_summaries } else { link };
    let program = link(&cache, program_files, modules, ENTRY)?;
    let name = program_files.name()?.into_vec();
    let (program, name, files) = (&program, name.as_slice(), program_files);
    let subject = Subject { program, name, own, files, traces: None };
    let mut hunts = Hunts::new(subject, cases, heuristics, deadline)?;
    let mut targets = match lines.is_empty() {
        true => Vec::new(),
        false => hunts.targets(lines, &function_lines)?,
    };
    if let Some(draw) = draw {
        targets.extend(hunts.draw(draw.n, draw.random_seed, &draw.from)?);
    }
    hunt_all(&mut hunts, &targets)
}

/// The lines of each function that has code, as far as they are in one file.
fn lines_of_functions(modules: &[(String, Module)]) -> Vec<FunctionLines> {
    let mut all = Vec::new();
    for (_, module) in modules {
        for body in module.functions.iter().filter_map(|function| function.body()) {
            let Some(first) = body.locs.iter().find(|loc| loc.line != 0) else { continue };
            let locs = body.locs.iter().filter(|loc| loc.line != 0 && loc.file == first.file);
            let lines = locs.map(|loc| loc.line).collect();
            all.push(FunctionLines { file: module.file(first.file).to_string(), lines });
        }
    }
    all
}
