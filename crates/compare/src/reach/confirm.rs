//! What native runs say of targets: whether an input leads there, which tests cover them that the engine
//! cannot run to their end, and where inputs lead that it cannot go on with.

use super::hunts::{Hunts, Missed, Status};
use super::native::{Breakpoints, Confirmed};
use anyhow::Result;
use patchlight_guide::analysis::Trace;
use patchlight_guide::graph::Node;
use patchlight_guide::hunt::{CutOff, SeedId};
use patchlight_guide::targets::Target;
use patchlight_replay::{Case, Hex};
use std::collections::HashSet;

/// Tests that show which code of a line is not a target's.
const MAX_WITHOUT: usize = 8;

impl Hunts<'_> {
    /// Which of the given tests executes each target. What the engine does not run to its end is run natively.
    pub fn covered(&mut self, targets: &[Target]) -> Result<Vec<Option<Status>>> {
        let by_engine = |target: &Target| {
            let executes = |trace: &Trace| target.nodes.iter().any(|&node| trace.has(node));
            self.tests.traces[..self.tests.n_given].iter().position(executes).map(SeedId)
        };
        let mut tests: Vec<Option<SeedId>> = targets.iter().map(by_engine).collect();
        let is_open =
            |&n: &usize| tests[n].is_none() && self.is_whole_line(&targets[n], targets[n].line);
        let open: Vec<usize> = (0..targets.len()).filter(is_open).collect();
        if !self.tests.cut_off.is_empty() && !open.is_empty() {
            let asked: Vec<&Target> = open.iter().map(|&n| &targets[n]).collect();
            for (n, test) in open.into_iter().zip(self.covered_natively(&asked)?) {
                tests[n] = test;
            }
        }
        let status = |seed: SeedId| Status::Covered(self.tests.seeds.case(seed).name.clone());
        Ok(tests.into_iter().map(|test| test.map(status)).collect())
    }

    /// Which of the tests that the engine does not run to their end natively comes to each target.
    fn covered_natively(&mut self, targets: &[&Target]) -> Result<Vec<Option<SeedId>>> {
        let seeds = self.tests.cut_off.clone();
        let cases = seeds.iter().map(|&seed| self.tests.seeds.case(seed).clone()).collect();
        let cases = self.named_as_program(cases);
        let of_target = |target: &&Target| (target.file, self.whole_lines(target));
        let lines: Vec<_> = targets.iter().map(of_target).collect();
        let module = &self.known.program.module;
        let native = self.native()?;
        let places: Vec<Vec<u64>> =
            lines.iter().map(|(file, lines)| native.place(module.file(*file), lines)).collect();
        let first = native.first_of_each(&places, &cases)?;
        Ok(first.into_iter().map(|test| test.map(|n| seeds[n])).collect())
    }

    /// Whether all code of a line is in a target's blocks.
    fn is_whole_line(&self, target: &Target, line: u32) -> bool {
        let graph = &self.known.analysis.graph;
        let block = |node: Node| graph.piece(node).map(|piece| (piece.func, piece.block));
        let blocks: HashSet<_> = target.nodes.iter().map(|&node| block(node)).collect();
        self.nodes_of_line(target, line).all(|node| blocks.contains(&block(node)))
    }

    /// The code of a line of a target's file.
    fn nodes_of_line(&self, target: &Target, line: u32) -> impl Iterator<Item = Node> {
        let ops = self.known.lines.ops_of_line(target.file, line).iter();
        ops.filter_map(|op| self.known.analysis.graph.node_at(op.func, op.op as u32))
    }

    /// Tests that execute code of a target's line, but not the target.
    fn tests_without(&self, target: &Target) -> Vec<Case> {
        let nodes: Vec<Node> = self.nodes_of_line(target, target.line).collect();
        let is_one = |&n: &usize| {
            let trace = &self.tests.traces[n];
            let comes_by = |nodes: &[Node]| nodes.iter().any(|&node| trace.has(node));
            comes_by(&nodes) && !comes_by(&target.nodes)
        };
        let mut tests: Vec<usize> = (0..self.tests.traces.len()).filter(is_one).collect();
        tests.sort_by_key(|&n| self.tests.lengths[n]);
        tests.truncate(MAX_WITHOUT);
        tests.into_iter().map(|n| self.tests.seeds.case(SeedId(n)).clone()).collect()
    }

    /// Whether a run that the engine could not go on with comes to the target natively.
    pub(super) fn goes_on_natively(
        &mut self,
        target: &Target,
        run: &CutOff,
    ) -> Result<Option<Status>> {
        if !self.is_whole_line(target, target.line) {
            return Ok(None);
        }
        let case = self.named(target, self.tests.seeds.with_inputs(run.seed, &run.inputs));
        let seed = self.tests.seeds.case(run.seed).name.clone();
        let is_there = self.confirm(target, &case)?.is_none();
        Ok(is_there.then(|| Status::Reached { case: Box::new(case), seed }))
    }

    /// `None` if a native run comes to the target, otherwise what it shows.
    pub fn confirm(&mut self, target: &Target, case: &Case) -> Result<Option<Missed>> {
        let told = match self.run_natively(target, case)? {
            Confirmed::Yes => return Ok(None),
            Confirmed::No => "the native program does not get there on the input",
            Confirmed::NoCode => "the native executable has no code for the line",
        };
        // The engine came there.
        Ok(Some(Missed { closest: Some(0), ..Missed::plain("native", told) }))
    }

    fn run_natively(&mut self, target: &Target, case: &Case) -> Result<Confirmed> {
        let (lines, whole) = (self.lines_of(target), self.whole_lines(target));
        let case = self.named_as_program(vec![case.clone()]).remove(0);
        let file = self.known.program.module.file(target.file);
        let confirmed = self.native()?.confirm(file, &whole, &case, &[])?;
        if confirmed != Confirmed::NoCode {
            return Ok(confirmed);
        }
        let without = self.named_as_program(self.tests_without(target));
        self.native()?.confirm(file, &lines, &case, &without)
    }

    /// A target's line, and those whose code is executed together with it.
    fn lines_of(&self, target: &Target) -> Vec<u32> {
        let mut lines = vec![target.line];
        for piece in target.nodes.iter().filter_map(|&node| self.known.analysis.graph.piece(node)) {
            let Some(body) = self.known.program.module.functions[piece.func.index()].body() else {
                continue;
            };
            let ops = piece.first as usize..=piece.last as usize;
            let locs = ops.map(|op| body.loc(op)).filter(|loc| loc.file == target.file);
            lines.extend(locs.map(|loc| loc.line).filter(|&line| line != 0));
        }
        lines
    }

    /// Those of a target's lines that have no code elsewhere.
    fn whole_lines(&self, target: &Target) -> Vec<u32> {
        let mut lines = self.lines_of(target);
        lines.retain(|&line| self.is_whole_line(target, line));
        lines
    }

    pub(super) fn native(&mut self) -> Result<&mut Breakpoints> {
        let native = match self.native.take() {
            Some(native) => native,
            None => Breakpoints::new(self.known.files)?,
        };
        Ok(self.native.insert(native))
    }

    /// Copies of the executable are called otherwise.
    pub(super) fn named_as_program(&self, mut cases: Vec<Case>) -> Vec<Case> {
        for case in &mut cases {
            case.run.program.get_or_insert_with(|| Hex::from(self.known.name.to_vec()));
        }
        cases
    }
}
