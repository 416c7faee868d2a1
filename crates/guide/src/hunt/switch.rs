//! Definition switching: a branch that does not depend on the input, but on which definition of a
//! value was executed. Another definition becomes the target, until a run executes it.

use super::leads::Leads;
use super::{Begin, Hunt, HuntError, Level, MAX_DEPTH, Walk, World};
use crate::analysis::Trace;
use crate::definitions::Definition;
use crate::distance::UNREACHABLE;
use crate::graph::{Node, WayKind};
use crate::options::{self, Addition};
use std::rc::Rc;

/// An intermediate target gets this share of the time that is left.
const SHARE: u32 = 4;
/// How far before a definition a branch on an option may stand.
const MAX_STEPS_BACK: usize = 6;
/// Definitions that are hunted for, for one branch.
const MAX_SWITCHES: usize = 12;

impl<W: World> Hunt<'_, W> {
    pub(super) fn switch(
        &mut self,
        level: &mut Level<W::System>,
        branch: Node,
        to: Node,
    ) -> Result<Option<Walk<W::System>>, HuntError> {
        if !self.heuristics.switching {
            return Ok(None);
        }
        let graph = &self.ground.analysis.graph;
        let mut ways = graph.ways_from(branch).filter(|&way| graph.way(way).to == to);
        if ways.any(|way| self.progress.executed.has_way(way)) {
            return Ok(None);
        }
        let through_pointers = self.heuristics.extensions;
        let definitions = self.ground.finder(through_pointers).of_side(branch, to);
        let found = self.by_options(level, &definitions)?;
        if found.is_some() {
            return Ok(found);
        }
        let mut n_switches = 0;
        for definition in definitions.iter().filter(|one| one.satisfies != Some(false)) {
            if n_switches >= MAX_SWITCHES || self.is_over(level) {
                break;
            }
            let found = self.by_options_before(level, definition.node)?;
            if found.is_some() {
                return Ok(found);
            }
            if level.depth + 1 >= MAX_DEPTH || !self.is_new(definition) {
                continue;
            }
            n_switches += 1;
            let found = self.by_definition(level, definition.node)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Adds what gives wanted results of calls.
    fn by_options(
        &mut self,
        level: &mut Level<W::System>,
        definitions: &[Definition],
    ) -> Result<Option<Walk<W::System>>, HuntError> {
        if !self.heuristics.options {
            return Ok(None);
        }
        let calls = definitions.iter().filter_map(|definition| definition.call.as_ref());
        let module = self.ground.analysis.module;
        let additions: Vec<Addition> =
            calls.flat_map(|result| options::additions(module, result)).collect();
        for addition in additions {
            let mut found = self.add(level, &addition)?;
            for n in 0..self.others.len() {
                if found.is_some() || self.is_over(level) {
                    break;
                }
                found =
                    self.add_to(level, Begin { seed: self.others[n], inputs: None }, &addition)?;
            }
            if found.is_some() || self.is_over(level) {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// A definition may stand right behind a branch on the result of a call, as the cases of a loop
    /// over options do.
    fn by_options_before(
        &mut self,
        level: &mut Level<W::System>,
        definition: Node,
    ) -> Result<Option<Walk<W::System>>, HuntError> {
        let graph = &self.ground.analysis.graph;
        let mut node = definition;
        for _ in 0..MAX_STEPS_BACK {
            let [way] = *graph.ways_to(node) else { return Ok(None) };
            let way = graph.way(way as usize);
            if way.kind == WayKind::Side {
                let through_pointers = self.heuristics.extensions;
                let definitions = self.ground.finder(through_pointers).of_side(way.from, way.to);
                return self.by_options(level, &definitions);
            }
            node = way.from;
        }
        Ok(None)
    }

    /// What was executed before does not help; nor what was hunted for in vain.
    fn is_new(&mut self, definition: &Definition) -> bool {
        !self.progress.executed.has(definition.node)
            && self.progress.switched.insert(definition.node)
    }

    /// Hunts for a definition, then goes on with the run that executes it.
    fn by_definition(
        &mut self,
        level: &mut Level<W::System>,
        definition: Node,
    ) -> Result<Option<Walk<W::System>>, HuntError> {
        let until = level.until.fraction(1, SHARE);
        let mut inner = Level {
            guidance: Rc::new(self.ground.analysis.towards(vec![definition], true)),
            leads: Leads::default(),
            seen: Trace::new(&self.ground.analysis.graph),
            depth: level.depth + 1,
            until,
            closest: UNREACHABLE,
            base: level.base.clone(),
        };
        let base = inner.base.clone();
        // The seed runs again: its leads are others now.
        self.progress.tried.remove(&(base.seed, base.inputs.clone().unwrap_or_default()));
        match self.pursue(&mut inner, base)? {
            Some(walk) => {
                self.note_progress();
                self.go_on(level, walk, super::FIRST_RUN)
            }
            None => Ok(None),
        }
    }

    /// Runs the program with something more on its command line or around it.
    pub(super) fn add(
        &mut self,
        level: &mut Level<W::System>,
        addition: &Addition,
    ) -> Result<Option<Walk<W::System>>, HuntError> {
        self.add_to(level, level.base.clone(), addition)
    }

    fn add_to(
        &mut self,
        level: &mut Level<W::System>,
        Begin { seed, inputs }: Begin,
        addition: &Addition,
    ) -> Result<Option<Walk<W::System>>, HuntError> {
        if !self.progress.additions.insert((level.depth, seed, addition.clone())) {
            return Ok(None);
        }
        for seed in self.world.extend(seed, inputs.as_ref(), addition) {
            let Some(walk) = self.begin(Begin { seed, inputs: None })? else { continue };
            let found = self.go_on(level, walk, super::FIRST_RUN)?;
            if found.is_some() || self.is_over(level) {
                return Ok(found);
            }
        }
        Ok(None)
    }
}
