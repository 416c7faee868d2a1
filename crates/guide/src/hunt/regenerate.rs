//! Informed path regeneration: back to a decision that made the wanted side infeasible.

use super::leads::Side;
use super::walk::Decided;
use super::{Begin, Hunt, HuntError, Level, Walk, World};
use patchlight_engine::TermId;
use patchlight_engine::explore::names::InputBytes;
use patchlight_expr::Assignment;
use patchlight_solver::Answer;
use std::rc::Rc;

/// How many decisions that forbid a side are taken the other way.
const MAX_TRIES: usize = 4;

impl<W: World> Hunt<'_, W> {
    /// `core`: constraints which, together, forbid the side.
    pub(super) fn regenerate(
        &mut self,
        level: &mut Level<W::System>,
        side: &Side<W::System>,
        core: &[TermId],
    ) -> Result<Option<Walk<W::System>>, HuntError> {
        for decided in self.forbidding(side, core) {
            let Some(model) = self.other_way(&decided, side.wanted)? else { continue };
            let inputs = self.input_bytes(&side.walk.state, &model);
            let begin = Begin { seed: side.walk.seed, inputs: Some(inputs) };
            let Some(walk) = self.begin(begin)? else { continue };
            let found = self.go_on(level, walk, super::FIRST_RUN)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The decisions of a run that added a constraint of the core, the latest first.
    pub(super) fn forbidding(&self, side: &Side<W::System>, core: &[TermId]) -> Vec<Rc<Decided>> {
        let mut found = Vec::new();
        let mut after = &side.before;
        // The first of the trail is the side itself.
        let mut next = side.walk.trail.as_ref().and_then(|own| own.earlier.as_ref());
        while let Some(decided) = next {
            let is_added = |&term: &TermId| after.contains(term) && !decided.before.contains(term);
            if core.iter().any(is_added) {
                found.push(Rc::clone(decided));
                if found.len() == MAX_TRIES {
                    break;
                }
            }
            after = &decided.before;
            next = decided.earlier.as_ref();
        }
        found
    }

    /// Inputs that take a decision the other way, and if they can, satisfy what is wanted later.
    fn other_way(
        &mut self,
        decided: &Decided,
        wanted: TermId,
    ) -> Result<Option<Assignment>, HuntError> {
        let both = self.context.terms.and(decided.other, wanted);
        for condition in [both, decided.other] {
            let witness = decided.witness.values();
            let (solver, terms) = (&mut self.context.solver, &mut self.context.terms);
            match solver.check(terms, &decided.before, condition, witness)? {
                Answer::Sat(model) => return Ok(Some(model)),
                Answer::Unsat(_) | Answer::Unknown(_) => {}
            }
        }
        Ok(None)
    }

    /// The bytes of a state's inputs under a model.
    pub(super) fn input_bytes(
        &self,
        state: &patchlight_engine::State,
        model: &Assignment,
    ) -> InputBytes {
        let inputs = state.path.inputs.iter().map(|&id| {
            let input = self.context.input(id);
            let mut bytes = model.bytes(input.array).to_vec();
            bytes.resize(input.len as usize, 0);
            ((input.name.clone(), input.occurrence), bytes)
        });
        inputs.collect()
    }
}
