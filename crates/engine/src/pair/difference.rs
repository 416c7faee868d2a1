//! What two versions leave behind: is it the same, and if not always, when not?

use super::solo::Parted;
use super::{Found, Half, Head, Mode, Observed, PairExplorer, Shows, Together};
use crate::outcome::PathEnd;
use crate::state::State;
use crate::value::Value;
use patchlight_expr::{Side, TermId};
use patchlight_solver::SolverError;

/// When two things differ.
enum Difference {
    Never,
    Always,
    When(TermId),
}

type Visible = Vec<(String, Vec<Value>)>;

impl<S: Observed> PairExplorer<'_, S> {
    /// Both versions came to one end, together.
    pub(super) fn finish_together(
        &mut self,
        head: Head,
        together: Together<S>,
        end: &PathEnd,
    ) -> Result<(), SolverError> {
        self.count_end(end);
        let Together { state, mut system, old_system } = together;
        self.stats.touched |= state.touched;
        if !is_its_own(end) {
            return Ok(());
        }
        self.stats.paths += 1;
        let old = old_system.unwrap_or_else(|| system.clone()).visible();
        let seen = [old, system.visible()];
        let status = state.path.exit_status.map(Value::Term);
        self.report_output(head, state, seen, status.map(|status| [status; 2]))
    }

    /// Reports an input on which what is seen differs, if there is one on this path.
    fn report_output(
        &mut self,
        head: Head,
        mut state: State,
        mut seen: [Visible; 2],
        status: Option<[Value; 2]>,
    ) -> Result<(), SolverError> {
        for (seen, status) in seen.iter_mut().zip(status.into_iter().flatten()) {
            let byte = self.status_byte(status);
            seen.push(("exit status".to_string(), vec![byte]));
        }
        match self.difference(&seen[0], &seen[1]) {
            Difference::Never => return Ok(()),
            Difference::Always => {}
            Difference::When(condition) => {
                let Some(model) = self.feasible(&state, condition)? else { return Ok(()) };
                state.path.witness = self.context.new_witness(model);
                state.assume(&mut self.context, condition);
            }
        }
        self.stats.touched = true;
        let inputs = self.inputs_for(&state.path.condition, &state)?;
        let (shows, depth) = (Shows::Output, head.distance());
        let site = head.last_parting;
        self.found.push(Found { shows, site, depth, visible: Some(true), inputs, condition: None });
        Ok(())
    }

    /// Both versions came to an end at the same op, each by itself.
    pub(super) fn finish_alike(
        &mut self,
        head: Head,
        parted: Parted<S>,
    ) -> Result<(), SolverError> {
        let Parted { mut old, mut new, .. } = parted;
        self.stats.paths += 1;
        self.stats.touched |= new.state.touched;
        let seen = [old.system.visible(), new.system.visible()];
        let status = |half: &Half<S>| match &half.end {
            Some(end) => status_value(half.state.path.exit_status, end),
            None => Value::Word(0),
        };
        let status = [status(&old), status(&new)];
        self.report_output(head, new.state, seen, Some(status))
    }

    /// Both versions came to their ends on ways of their own.
    pub(super) fn finish_parted(
        &mut self,
        head: Head,
        parted: Parted<S>,
    ) -> Result<(), SolverError> {
        let Parted { old, mut new, .. } = parted;
        self.stats.touched |= new.state.touched;
        let ends = old.end.zip(new.end);
        let Some((old_end, new_end)) = ends else { return Ok(()) };
        for end in [&old_end, &new_end] {
            self.count_end(end);
        }
        if [&old_end, &new_end].contains(&&PathEnd::Discarded) {
            return Ok(());
        }
        let is_known = [&old_end, &new_end].iter().all(|end| is_its_own(end));
        self.stats.paths += u64::from(is_known);
        let mut old_system = old.system;
        let seen = [old_system.visible(), new.system.visible()];
        let status = [old.state.path.exit_status, new.state.path.exit_status];
        if self.mode == Mode::Explore {
            let ends = [(status[0], &old_end), (status[1], &new_end)];
            let status = ends.map(|(term, end)| status_value(term, end));
            self.turn_to_difference(&mut new.state, &seen, status)?;
        }
        let differs = !same_kind(&old_end, &new_end)
            || self.status_differs(&new.state, status)
            || match self.difference(&seen[0], &seen[1]) {
                Difference::Never => false,
                Difference::Always => true,
                Difference::When(condition) => {
                    self.context.is_true_under(&new.state.path.witness, condition)
                }
            };
        // Without `--explore` no other input is known to make the decisions of the last stage.
        let inputs = self.named(&new.state, new.state.path.witness.values());
        let shows = Shows::Divergence { old: old_end, new: new_end };
        let depth = head.distance();
        let site = head.last_parting;
        let condition = None;
        let visible = is_known.then_some(differs);
        self.found.push(Found { shows, site, depth, visible, inputs, condition });
        Ok(())
    }

    fn status_byte(&mut self, status: Value) -> Value {
        match status {
            Value::Word(word) => Value::Word(word & 0xff),
            Value::Term(term) => Value::Term(self.context.terms.extract(term, 0, 8)),
        }
    }

    /// Takes an input of the path on which what is seen differs, if there is one.
    fn turn_to_difference(
        &mut self,
        state: &mut State,
        seen: &[Visible; 2],
        status: [Value; 2],
    ) -> Result<(), SolverError> {
        let mut seen = seen.clone();
        for (seen, status) in seen.iter_mut().zip(status) {
            seen.push(("exit status".to_string(), vec![self.status_byte(status)]));
        }
        let Difference::When(condition) = self.difference(&seen[0], &seen[1]) else {
            return Ok(());
        };
        if let Some(model) = self.feasible(state, condition)? {
            state.path.witness = self.context.new_witness(model);
        }
        Ok(())
    }

    fn status_differs(&mut self, state: &State, status: [Option<TermId>; 2]) -> bool {
        let [Some(old), Some(new)] = status else { return false };
        let (old, new) = (
            self.context.terms.project(old, Side::Old),
            self.context.terms.project(new, Side::New),
        );
        let [old, new] =
            [old, new].map(|term| self.context.word_under(&state.path.witness, term) & 0xff);
        old != new
    }

    fn count_end(&mut self, end: &PathEnd) {
        match end {
            PathEnd::Unsupported(gap) => {
                let place = gap.backtrace.first().map_or_else(String::new, |p| format!(" at {p}"));
                *self.stats.unsupported.entry(format!("{}{place}", gap.what)).or_default() += 1;
            }
            PathEnd::Limit(_) => self.give_up("ops of a path"),
            _ => {}
        }
    }

    fn difference(&mut self, old: &Visible, new: &Visible) -> Difference {
        let form = |all: &Visible| -> Vec<(String, usize)> {
            all.iter().map(|(name, bytes)| (name.clone(), bytes.len())).collect()
        };
        if form(old) != form(new) {
            return Difference::Always;
        }
        let bytes = |all: &Visible| -> Vec<Value> {
            all.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect()
        };
        let mut when = None;
        for (old, new) in bytes(old).into_iter().zip(bytes(new)) {
            let terms = &mut self.context.terms;
            let [old, new] =
                [(old, Side::Old), (new, Side::New)].map(|(value, side)| match value {
                    Value::Word(word) => terms.constant(8, word & 0xff),
                    Value::Term(term) => terms.project(term, side),
                });
            let differs = terms.ne(old, new);
            match terms.as_bool(differs) {
                Some(true) => return Difference::Always,
                Some(false) => {}
                None => when = Some(when.map_or(differs, |other| terms.or(other, differs))),
            }
        }
        when.map_or(Difference::Never, Difference::When)
    }
}

/// The exit status of a version that came to an end; 0 if it has none.
fn status_value(term: Option<TermId>, end: &PathEnd) -> Value {
    match (term, end) {
        (Some(term), _) => Value::Term(term),
        (None, PathEnd::Exit(code)) => Value::Word(*code as u64),
        (None, _) => Value::Word(0),
    }
}

/// Whether it is the program that came to an end, not what we can do with it.
fn is_its_own(end: &PathEnd) -> bool {
    matches!(end, PathEnd::Exit(_) | PathEnd::Killed(_) | PathEnd::Bug(_))
}

/// Whether both end in the same way, apart from what they leave behind.
fn same_kind(old: &PathEnd, new: &PathEnd) -> bool {
    match (old, new) {
        (PathEnd::Exit(old), PathEnd::Exit(new)) => old == new,
        (PathEnd::Killed(old), PathEnd::Killed(new)) => old == new,
        (PathEnd::Bug(old), PathEnd::Bug(new)) => old.kind == new.kind,
        _ => false,
    }
}
