//! Questions: up to four answers while the versions run together, two while they do not.

use super::flips::{Flip, Waiting};
use super::solo::{Parted, Stage};
use super::{
    Found, Head, Mode, Observed, Pair, PairExplorer, PartingKind, Shape, Shows, Site, Together,
};
use crate::state::State;
use patchlight_expr::{Assignment, Side, TermId};
use patchlight_solver::{Answer, SolverError};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Pairs that are queued for one parting on the seed's own path.
const MAX_ALIKE: u32 = 4096;
/// Pairs that are queued for one parting beyond it.
const MAX_ALIKE_BEYOND: u32 = 8;
/// Calls that tell partings at one op apart.
const CHAIN: usize = 8;

impl<S: Observed> PairExplorer<'_, S> {
    /// Answers a question that both versions ask at once.
    pub(super) fn decide_together(
        &mut self,
        head: Head,
        mut together: Together<S>,
        condition: TermId,
    ) -> Result<Pair<S>, SolverError> {
        self.stats.questions += 1;
        if self.context.terms.has_shadow(condition) {
            return self.decide_four_ways(head, together, condition);
        }
        let truth = self.context.is_true_under(&together.state.path.witness, condition);
        let [taken, other] = [truth, !truth].map(|side| self.literal(condition, side));
        self.other_side(&head, &mut together, condition, !truth, other)?;
        together.state.assume(&mut self.context, taken);
        together.state.answer(condition, truth);
        Ok(Pair { head, shape: Shape::Together(together) })
    }

    /// Both then, both else, and the two cases in which they part.
    fn decide_four_ways(
        &mut self,
        head: Head,
        mut together: Together<S>,
        condition: TermId,
    ) -> Result<Pair<S>, SolverError> {
        self.stats.touched = true;
        let [old, new] = [Side::Old, Side::New].map(|s| self.context.terms.project(condition, s));
        let seed =
            [old, new].map(|term| self.context.is_true_under(&together.state.path.witness, term));
        let cases = [[true, true], [false, false], [true, false], [false, true]];
        for case in cases.into_iter().filter(|&case| case != seed) {
            let parts = case[0] != case[1];
            let literals = [self.literal(old, case[0]), self.literal(new, case[1])];
            let both = self.context.terms.and(literals[0], literals[1]);
            if !parts {
                self.other_side(&head, &mut together, condition, case[0], both)?;
                continue;
            }
            let site = self.site(&together.state, case);
            let key = key_of(&head, &together.state, &site.kind);
            if !self.admits_parting(&head, key) {
                continue;
            }
            let Some(model) = self.feasible(&together.state, both)? else { continue };
            *self.queued.entry(key).or_default() += 1;
            let mut child = together.fork();
            self.take(&mut child.state, &literals, model);
            self.part_at(head.beside(), child, site, both)?;
        }
        for (term, truth) in [(old, seed[0]), (new, seed[1])] {
            let literal = self.literal(term, truth);
            together.state.assume(&mut self.context, literal);
        }
        if seed[0] == seed[1] {
            together.state.answer(condition, seed[0]);
            return Ok(Pair { head, shape: Shape::Together(together) });
        }
        Ok(self.part(head, together, None))
    }

    /// The side of a branch that both versions could take and do not: a pair of its own now if
    /// everything is explored, else later if time is left.
    fn other_side(
        &mut self,
        head: &Head,
        together: &mut Together<S>,
        condition: TermId,
        truth: bool,
        when: TermId,
    ) -> Result<(), SolverError> {
        match self.mode {
            Mode::Explore => {
                let Some(model) = self.feasible(&together.state, when)? else { return Ok(()) };
                let mut child = together.fork();
                self.take(&mut child.state, &[when], model);
                child.state.answer(condition, truth);
                self.push(Pair { head: head.beside(), shape: Shape::Together(child) });
            }
            Mode::Concolic if self.flips.has_room() => {
                let is_changed = self.is_in_changed_function(&together.state);
                let key = key_of(head, &together.state, &(truth, "flip"));
                if self.flips.admits(key) && self.context.terms.as_bool(when) != Some(false) {
                    let together = together.fork();
                    let flip = Flip { head: head.beside(), together, condition, truth, when };
                    self.flips.add(Waiting::Flip(flip), is_changed);
                }
            }
            Mode::Concolic | Mode::Paper => {}
        }
        Ok(())
    }

    fn is_in_changed_function(&self, state: &State) -> bool {
        let func = state.position().map(|(func, _)| func);
        let body = func.and_then(|func| self.program.module.functions[func.index()].body());
        body.is_some_and(patchlight_ir::Body::has_versions)
    }

    /// Makes a pair of the next flip. False if there is none.
    pub(super) fn flip_next(&mut self) -> Result<bool, SolverError> {
        let Flip { mut head, mut together, condition, truth, when } = match self.flips.next() {
            None => return Ok(false),
            Some(Waiting::Flip(flip)) => flip,
            Some(Waiting::Pair(mut pair)) => {
                pair.head.depth += 1;
                self.push(pair);
                return Ok(true);
            }
        };
        if let Some(model) = self.feasible(&together.state, when)? {
            self.take(&mut together.state, &[when], model);
            together.state.answer(condition, truth);
            head.depth += 1;
            self.push(Pair { head, shape: Shape::Together(together) });
        }
        Ok(true)
    }

    /// Keeps a pair that came to one op again after it answered a question otherwise than the seed.
    pub(super) fn keep_tentative(&mut self, mut head: Head, parted: Parted<S>) {
        let key = key_of(&head, &parted.new.state, &"tentative");
        if self.mode == Mode::Concolic && self.flips.has_room() && self.flips.admits(key) {
            head.tentative = false;
            let is_changed = self.is_in_changed_function(&parted.new.state);
            let pair = self.come_together(head, parted);
            self.flips.add(Waiting::Pair(pair), is_changed);
        }
    }

    /// A pair that parts at its op: its test, and its place in the queue.
    fn part_at(
        &mut self,
        mut head: Head,
        child: Together<S>,
        site: Site,
        when: TermId,
    ) -> Result<(), SolverError> {
        head.depth += 1;
        self.report_parting(&head, site.clone(), &child.state, Some(when))?;
        let pair = self.part(head, child, Some(site));
        self.push(pair);
        Ok(())
    }

    /// Reports that the versions part on a path, and when they do.
    pub(super) fn report_parting(
        &mut self,
        head: &Head,
        site: Site,
        state: &State,
        when: Option<TermId>,
    ) -> Result<(), SolverError> {
        self.stats.partings += 1;
        let inputs = self.inputs_for(&state.path.condition, state)?;
        let condition = when.map(|when| self.in_words(state, when));
        let (shows, depth, site) = (Shows::Parting, head.distance(), Some(site));
        self.found.push(Found { shows, site, depth, visible: None, inputs, condition });
        Ok(())
    }

    fn site(&self, state: &State, [old, _]: [bool; 2]) -> Site {
        let (func, pc) = state.position().expect("a program that runs is somewhere");
        let body = self.program.module.functions[func.index()].body();
        let is_branch = body.is_some_and(|body| body.ops[pc as usize].is_terminator());
        let kind = if is_branch { PartingKind::Branch(!old) } else { PartingKind::Check(!old) };
        self.site_at(state, pc, kind)
    }

    /// Answers a question that one version asks by itself.
    pub(super) fn decide_solo(
        &mut self,
        head: &Head,
        parted: &mut Parted<S>,
        condition: TermId,
    ) -> Result<(), SolverError> {
        self.stats.questions += 1;
        let state = &mut parted.active().state;
        let truth = self.context.is_true_under(&state.path.witness, condition);
        let [taken, other] = [truth, !truth].map(|side| self.literal(condition, side));
        // Versions that do not meet any more run to the witness's ends, or to all.
        let forks = parted.stage != Stage::End || self.mode == Mode::Explore;
        if forks {
            self.fork_solo(head, parted, condition, other, truth)?;
        }
        let state = &mut parted.active().state;
        state.answer(condition, truth);
        if forks {
            parted.active().state.assume(&mut self.context, taken);
        }
        Ok(())
    }

    fn fork_solo(
        &mut self,
        head: &Head,
        parted: &mut Parted<S>,
        condition: TermId,
        other: TermId,
        truth: bool,
    ) -> Result<(), SolverError> {
        let is_new = parted.turn == Side::New;
        let kind = PartingKind::Solo(is_new);
        let state = &parted.active().state;
        let key = key_of(head, state, &kind);
        if !self.admits_parting(head, key) {
            return Ok(());
        }
        let Some(model) = self.feasible(&parted.active().state, other)? else { return Ok(()) };
        *self.queued.entry(key).or_default() += 1;
        let mut child = parted.fork();
        let state = &mut child.active().state;
        self.take(state, &[other], model);
        state.answer(condition, !truth);
        let mut head = head.beside();
        if parted.stage == Stage::Step {
            head.tentative = true;
        } else {
            head.depth += 1;
        }
        if parted.stage == Stage::Solo && !parted.is_silent {
            let state = &child.active().state;
            let pc = state.position().expect("a program that runs is somewhere").1;
            let site = self.site_at(state, pc, kind);
            self.report_parting(&head, site, state, Some(other))?;
        }
        self.push(Pair { head, shape: Shape::Parted(Box::new(child)) });
        Ok(())
    }

    /// Whether a parting is worth a pair of its own: all are on the seed's path, beyond it the first
    /// ones at their place.
    fn admits_parting(&self, head: &Head, key: u64) -> bool {
        let n = self.queued.get(&key).copied().unwrap_or(0);
        self.mode == Mode::Explore || n < if head.depth > 0 { MAX_ALIKE_BEYOND } else { MAX_ALIKE }
    }

    fn literal(&mut self, condition: TermId, truth: bool) -> TermId {
        if truth { condition } else { self.context.terms.not(condition) }
    }

    /// An assignment that satisfies the path condition and `condition`.
    pub(super) fn feasible(
        &mut self,
        state: &State,
        condition: TermId,
    ) -> Result<Option<Assignment>, SolverError> {
        let context = &mut self.context;
        let witness = state.path.witness.values();
        Ok(
            match context.solver.check(
                &mut context.terms,
                &state.path.condition,
                condition,
                witness,
            )? {
                Answer::Sat(model) => Some(model),
                Answer::Unsat(_) => None,
                Answer::Unknown(_) => {
                    self.give_up("solver");
                    None
                }
            },
        )
    }

    fn take(&mut self, state: &mut State, literals: &[TermId], model: Assignment) {
        state.path.witness = self.context.new_witness(model);
        for &literal in literals {
            state.assume(&mut self.context, literal);
        }
    }
}

/// Stands for the op at hand, the calls that led to it, and `what` is done there.
fn key_of(head: &Head, state: &State, what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    (head.depth > 0).hash(&mut hasher);
    what.hash(&mut hasher);
    for at in (0..state.n_frames()).rev().take(CHAIN) {
        state.position_at(at).hash(&mut hasher);
    }
    hasher.finish()
}
