//! Targets of hunts: given lines, and blocks that are drawn at random.

use super::hunts::Hunts;
use anyhow::{Context as _, Result, bail};
use patchlight_guide::targets::{Target, of_line, one_for_each_block};
use patchlight_ir::{FileId, FuncId, Module, SourceMap};
use std::collections::{BTreeSet, HashSet};

/// The lines of a function's code.
pub struct FunctionLines {
    pub file: String,
    pub lines: BTreeSet<u32>,
}

/// The lines of functions of which the linked program has nothing, since nothing refers to them. That a
/// single line has no code any more says nothing: its code may be that of another line.
fn left_out<'a>(
    module: &'a Module,
    map: &SourceMap,
    functions: &[FunctionLines],
) -> HashSet<(&'a str, u32)> {
    let (mut left_out, mut linked) = (HashSet::new(), HashSet::new());
    for FunctionLines { file, lines } in functions {
        for file in module.files_named(file) {
            let is_linked = lines.iter().any(|&line| !map.ops_of_line(file, line).is_empty());
            let set = if is_linked { &mut linked } else { &mut left_out };
            set.extend(lines.iter().map(|&line| (module.file(file), line)));
        }
    }
    left_out.difference(&linked).copied().collect()
}

impl Hunts<'_> {
    /// The targets that `FILE:LINE`s stand for, one for each block.
    /// `functions`: the program's own, with those that the linker left out.
    pub fn targets(&self, places: &[String], functions: &[FunctionLines]) -> Result<Vec<Target>> {
        let module = &self.known.program.module;
        let map = &self.known.lines;
        let left_out_lines = left_out(module, map, functions);
        let mut targets = Vec::new();
        for place in places {
            let expected = || format!("--target {place}: expected FILE:LINE");
            let (file, line) = place.rsplit_once(':').with_context(expected)?;
            let line: u32 = line.parse().with_context(expected)?;
            let files = module.files_named(file);
            let graph = &self.known.analysis.graph;
            let target = |&file: &patchlight_ir::FileId| of_line(module, map, graph, file, line);
            let left_out = files
                .iter()
                .copied()
                .find(|&file| left_out_lines.contains(&(module.file(file), line)));
            let left_out = left_out.map(|file| Target { file, line, nodes: Vec::new() });
            match files.iter().find_map(target).or(left_out) {
                Some(target) => targets.push(target),
                None => eprintln!("patchlight: --target {place}: the program has no code there"),
            }
        }
        if targets.is_empty() {
            bail!("the program has no code at any target");
        }
        Ok(one_for_each_block(&self.known.analysis.graph, targets))
    }

    /// Of lines that begin in the same block, the first.
    pub fn one_for_each_block(&self, targets: Vec<Target>) -> Vec<Target> {
        one_for_each_block(&self.known.analysis.graph, targets)
    }

    /// The code of a line of one of these files.
    pub fn target_at(&self, files: &[FileId], line: u32) -> Option<Target> {
        let (module, map) = (&self.known.program.module, &self.known.lines);
        let graph = &self.known.analysis.graph;
        files.iter().find_map(|&file| of_line(module, map, graph, file, line))
    }

    /// Blocks of the program's own sources that no test executes, drawn at random.
    pub fn draw(&mut self, n: usize, seed: u64, from: &[String]) -> Result<Vec<Target>> {
        let module = &self.known.program.module;
        let graph = &self.known.analysis.graph;
        let mut all: Vec<Target> = Vec::new();
        for (index, _) in self.known.is_own.iter().enumerate().filter(|(_, is_own)| **is_own) {
            let func = FuncId::from_index(index);
            let Some(body) = module.functions[index].body() else { continue };
            for block in body.block_ids() {
                let range = body.block_range(block);
                let Some(node) = graph.node_at(func, range.start as u32) else { continue };
                // The first line of the block's that it does not share with the branch before.
                let loc = range.map(|op| body.loc(op)).find(|loc| loc.line != 0);
                let is_meant = |file: &str| {
                    from.is_empty()
                        || from.iter().any(|end| std::path::Path::new(file).ends_with(end))
                };
                if let Some(loc) = loc
                    && is_meant(module.file(loc.file))
                    && !self.tests.traces.iter().any(|trace| trace.has(node))
                {
                    all.push(Target { file: loc.file, line: loc.line, nodes: vec![node] });
                }
            }
        }
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut draw = || {
            // Marsaglia's xorshift.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let n = state.checked_rem(all.len() as u64)?;
            Some(all.swap_remove(n as usize))
        };
        let mut drawn = Vec::new();
        loop {
            let some: Vec<Target> = std::iter::from_fn(&mut draw).take(n - drawn.len()).collect();
            if some.is_empty() {
                break;
            }
            let covered = self.covered(&some)?;
            let open = some.into_iter().zip(covered).filter(|(_, covered)| covered.is_none());
            drawn.extend(open.map(|(target, _)| target));
        }
        drawn.sort_by_key(|target| (target.file, target.line));
        Ok(drawn)
    }
}
