//! From one state to two and back.
//!
//! Parting is a fork after which each state sees one version. Two states come together again at the
//! same op of the same frame: what differs between them becomes a shadow.

use crate::context::Context;
use crate::state::{Stack, State, View};
use crate::term_ops::shadow;
use crate::value::{Beside, Tag, Value};
use patchlight_expr::{Side, Terms};
use patchlight_ir::{FuncId, Reg};

/// Where a state is. Equal for two states that were parted if they are at the same op of a frame
/// that both have.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Position {
    pub(super) n_frames: usize,
    pub(super) serial: u64,
    pub(super) func: FuncId,
    pub(super) pc: u32,
}

impl State {
    pub(super) fn pair_position(&self) -> Option<Position> {
        let frame = self.stack.frames.last()?;
        let n_frames = self.stack.frames.len();
        Some(Position { n_frames, serial: frame.serial, func: frame.func, pc: frame.pc })
    }

    /// Where the frame at `at` goes on after the call that it waits for, if it does.
    pub(super) fn after_call(&self, at: Position) -> Option<Position> {
        let frame =
            self.stack.frames.get(at.n_frames - 1).filter(|frame| frame.serial == at.serial)?;
        let is_waiting = self.stack.frames.len() > at.n_frames;
        is_waiting.then_some(Position { pc: frame.pc + 1, ..at })
    }

    /// Where the frame below the top one goes on after the call that it waits for.
    pub(super) fn return_position(&self) -> Option<Position> {
        let n_frames = self.stack.frames.len().checked_sub(1)?;
        let frame = self.stack.frames.get(n_frames.checked_sub(1)?)?;
        Some(Position { n_frames, serial: frame.serial, func: frame.func, pc: frame.pc + 1 })
    }

    /// The state of the old version; this one is the new version's from now on.
    pub(super) fn part(&mut self, terms: &mut Terms) -> State {
        let mut old = self.fork();
        old.take_side(terms, Side::Old);
        self.take_side(terms, Side::New);
        old
    }

    pub(super) fn take_side(&mut self, terms: &mut Terms, side: Side) {
        self.view = View::One(side);
        self.memory.take_side(side);
        // The registers of lower frames are projected when they are used.
        let Some(frame) = self.stack.frames.last() else { return };
        for at in frame.base..frame.base + usize::from(frame.n_regs) {
            let Beside { tag, old } = self.stack.tags[at];
            if tag == Tag::PAIR {
                self.stack.tags[at] = Beside::NOTHING;
                if side == Side::Old {
                    self.stack.regs[at] = old;
                }
            } else if let Some(term) = tag.term().filter(|&term| terms.has_shadow(term)) {
                let term = terms.project(term, side);
                self.stack.tags[at] = Beside::term(term);
                if let Some(word) = terms.as_u64(term) {
                    self.stack.tags[at] = Beside::NOTHING;
                    self.stack.regs[at] = word;
                }
            }
        }
    }

    /// Takes over what the other version has decided meanwhile.
    pub(super) fn take_path(&mut self, other: &State) {
        self.path.condition = other.path.condition.clone();
        self.path.witness = other.path.witness.clone();
    }

    /// Whether the two can come together: they are at one place, and their frames have the same
    /// objects, but for those that only one version has in the top frame.
    pub(super) fn can_join(&self, old: &State) -> bool {
        let first = |stack: &Stack| stack.frames.last().map(|frame| frame.first_object);
        let (own, other) = (&self.stack, &old.stack);
        self.pair_position() == old.pair_position()
            && (own.objects == other.objects || first(own) == first(other))
            && one_goes_on(&own.objects, &other.objects)
            && own.varargs.len() == other.varargs.len()
            && self.path.inputs == old.path.inputs
    }

    /// Makes the state of the new version, which ran last, that of both. Before they parted they had
    /// `n_frames`: what they called since, they called alike, and the caller waits with values of
    /// each.
    pub(super) fn join(&mut self, context: &mut Context, old: State, n_frames: usize) {
        let terms = &mut context.terms;
        for depth in n_frames.min(self.stack.frames.len()) - 1..self.stack.frames.len() {
            let frame = self.stack.frames[depth];
            for n in 0..frame.n_regs {
                let at = frame.base + usize::from(n);
                let (before, after) = (old.register(terms, at), self.register(terms, at));
                if before != after {
                    let value = shadow(terms, before, after);
                    self.set_value_at(terms, depth, Reg(n), value);
                }
            }
        }
        // Which version's view it has, what it learned of terms, and what all states share does not
        // matter any more.
        let State { memory, stack, path, view: _, touched, meanings: _, shared: _ } = old;
        // The frames are the same, and the registers have just been joined.
        let Stack { frames: _, regs: _, tags: _, objects, varargs, n_frames_made } = stack;
        self.stack.join_lists(terms, 0, &objects, &varargs);
        self.stack.n_frames_made = self.stack.n_frames_made.max(n_frames_made);
        self.path.join(path);
        // What is known of one version's path need not be so on the other's.
        self.path.determined = Default::default();
        self.memory.join(terms, memory);
        self.touched |= touched;
        self.view = View::Both;
    }
}

impl Stack {
    /// Joins what belongs to frames beside their registers. `objects`: those of the old version from
    /// the `first_object`-th on; `varargs`: the old version's, as many of the last ones as are given.
    pub(super) fn join_lists(
        &mut self,
        terms: &mut Terms,
        first_object: usize,
        objects: &[u64],
        varargs: &[Value],
    ) {
        let first_vararg = self.varargs.len() - varargs.len();
        for (after, &before) in self.varargs[first_vararg..].iter_mut().zip(varargs) {
            if *after != before {
                *after = shadow(terms, before, *after);
            }
        }
        if objects.len() > self.objects.len() - first_object {
            self.objects.truncate(first_object);
            self.objects.extend_from_slice(objects);
        }
    }
}

/// Whether one list is the other one with more behind it. Since the n-th object of either version has
/// one address, the versions have made as many as the shorter one has, and one of them more.
pub(super) fn one_goes_on(a: &[u64], b: &[u64]) -> bool {
    a.starts_with(b) || b.starts_with(a)
}
