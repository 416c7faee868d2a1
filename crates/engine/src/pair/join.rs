//! From one state to two and back.
//!
//! Parting is a fork after which each state sees one version. Two states come together again at the
//! same op of the same frame: what differs between them becomes a shadow.

use crate::context::Context;
use crate::state::{State, View};
use crate::term_ops;
use crate::value::{Beside, Tag, Value};
use patchlight_expr::{Side, TermId, Terms};
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
        let frame = self.frames.last()?;
        let n_frames = self.frames.len();
        Some(Position { n_frames, serial: frame.serial, func: frame.func, pc: frame.pc })
    }

    /// Where the frame at `at` goes on after the call that it waits for, if it does.
    pub(super) fn after_call(&self, at: Position) -> Option<Position> {
        let frame = self.frames.get(at.n_frames - 1).filter(|frame| frame.serial == at.serial)?;
        let is_waiting = self.frames.len() > at.n_frames;
        is_waiting.then_some(Position { pc: frame.pc + 1, ..at })
    }

    /// Where the frame below the top one goes on after the call that it waits for.
    pub(super) fn return_position(&self) -> Option<Position> {
        let n_frames = self.frames.len().checked_sub(1)?;
        let frame = self.frames.get(n_frames.checked_sub(1)?)?;
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
        let Some(frame) = self.frames.last() else { return };
        for at in frame.base..frame.base + usize::from(frame.n_regs) {
            let Beside { tag, old } = self.tags[at];
            if tag == Tag::PAIR {
                self.tags[at] = Beside::NOTHING;
                if side == Side::Old {
                    self.regs[at] = old;
                }
            } else if let Some(term) = tag.term().filter(|&term| terms.has_shadow(term)) {
                let term = terms.project(term, side);
                self.tags[at] = Beside::term(term);
                if let Some(word) = terms.as_u64(term) {
                    self.tags[at] = Beside::NOTHING;
                    self.regs[at] = word;
                }
            }
        }
    }

    /// Takes over what the other version has decided meanwhile.
    pub(super) fn take_path(&mut self, other: &State) {
        self.path = other.path.clone();
        self.witness = other.witness.clone();
    }

    /// Whether the two can come together: they are at one place, and their frames have the same
    /// objects, but for those that only one version has in the top frame.
    pub(super) fn can_join(&self, old: &State) -> bool {
        let first = |state: &State| state.frames.last().map(|frame| frame.first_object);
        self.pair_position() == old.pair_position()
            && (self.stack_objects == old.stack_objects || first(self) == first(old))
            && one_goes_on(&self.stack_objects, &old.stack_objects)
            && self.varargs.len() == old.varargs.len()
            && self.inputs == old.inputs
    }

    /// Makes the state of the new version, which ran last, that of both. Before they parted they had
    /// `n_frames`: what they called since, they called alike, and the caller waits with values of
    /// each.
    pub(super) fn join(&mut self, context: &mut Context, old: State, n_frames: usize) {
        let terms = &mut context.terms;
        for depth in n_frames.min(self.frames.len()) - 1..self.frames.len() {
            let frame = self.frames[depth];
            for n in 0..frame.n_regs {
                let at = frame.base + usize::from(n);
                let (before, after) = (old.register(terms, at), self.register(terms, at));
                if before != after {
                    let value = shadow(terms, before, after);
                    self.set_value_at(terms, depth, Reg(n), value);
                }
            }
        }
        for (after, &before) in self.varargs.iter_mut().zip(&old.varargs) {
            if *after != before {
                *after = shadow(terms, before, *after);
            }
        }
        if old.stack_objects.len() > self.stack_objects.len() {
            self.stack_objects = old.stack_objects;
        }
        self.n_frames_made = self.n_frames_made.max(old.n_frames_made);
        for warning in old.warnings {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        self.memory.join(terms, old.memory);
        self.touched |= old.touched;
        self.view = View::Both;
        self.known = Default::default();
        // What is known of one version's path need not be so on the other's.
        self.determined = Default::default();
    }
}

/// Whether one list is the other one with more behind it. Since the n-th object of either version has
/// one address, the versions have made as many as the shorter one has, and one of them more.
pub(super) fn one_goes_on(a: &[u64], b: &[u64]) -> bool {
    a.starts_with(b) || b.starts_with(a)
}

/// What the versions see of something that each of them has its own value of.
pub(crate) fn shadow(terms: &mut Terms, old: Value, new: Value) -> Value {
    let [old, new] = [old, new].map(|value| whole(terms, value));
    let shadow = terms.shadow(old, new);
    terms.as_u64(shadow).map_or(Value::Term(shadow), Value::Word)
}

fn whole(terms: &mut Terms, value: Value) -> TermId {
    match value {
        Value::Word(word) => terms.constant(64, word),
        Value::Term(term) => term_ops::fit(terms, term, 64),
    }
}
