//! What the versions cannot execute together, one after the other in one state.
//!
//! The old version executes its part, its changes are taken back, the new one executes its own, and
//! what either changed is joined. That gives what parting gives (`solo`, `join`) for a fraction of its
//! cost: nothing is forked. It is given up as soon as there is more to do than to execute ops that
//! both come back from to one place: a question, a system call, an end, a parting that has to be
//! reported, or too many ops. Then the state is what it was, and the versions part.
//!
//! **Invariant.** No frame below the one in which the turns begin is changed: it is watched, and
//! nothing returns to it.

use super::join::{Position, one_goes_on};
use super::meeting::Live;
use super::{Observed, PairExplorer, shadow};
use crate::context::{Context, PinReason, Witness};
use crate::memory::Changes;
use crate::outcome::{Warning, WarningKind};
use crate::program::Program;
use crate::state::{Frame, Known, State, Stop, View, WATCHED};
use crate::value::{Beside, Tag, Value};
use patchlight_expr::{Side, TermId, Terms};
use patchlight_ir::{FuncId, Reg};
use patchlight_solver::Path;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// Ops of a turn. What takes longer does not suffer from a fork.
const MAX_OPS: u64 = 5_000;
/// Blocks of a turn, not counting those of calls.
const MAX_RUNS: usize = 500;
/// How many more turns may be given up than not before no more are tried at a place.
const MAX_GIVEN_UP: u32 = 4;

#[derive(Default)]
pub(super) struct Turns {
    given_up: HashMap<(FuncId, u32), u32>,
    live: Live,
    /// Room for the next turns.
    room: [Registers; 2],
}

/// Branches of one version: where each goes, and where they meet.
#[derive(Copy, Clone)]
struct Way {
    starts: [u32; 2],
    meeting: Position,
}

/// A state before the first turn, but for its memory.
struct Before {
    frame: Frame,
    registers: Registers,
    n_ops: u64,
    n_quiet: u32,
    n_frames_made: u64,
    n_warnings: usize,
    warned: Rc<HashSet<(FuncId, u32, WarningKind)>>,
    known: Known,
    path: Path,
    determined: Rc<HashMap<TermId, u64>>,
    n_scattered: u32,
    witness: Witness,
    n_inputs: usize,
    exit_status: Option<TermId>,
    pins: BTreeMap<(PinReason, String), u64>,
}

/// What the old version leaves.
struct Left {
    /// From the one on in which the turns began.
    frames: Vec<Frame>,
    registers: Registers,
    n_frames_made: u64,
    warnings: Vec<Warning>,
    memory: Changes,
}

/// What belongs to frames.
#[derive(Default)]
struct Registers {
    words: Vec<u64>,
    /// None if there is nothing beside the words.
    tags: Vec<Beside>,
    stack_objects: Vec<u64>,
    varargs: Vec<Value>,
}

impl Registers {
    /// Takes those of a frame and of the ones above it.
    fn take(&mut self, state: &State, first: &Frame) {
        let top = state.frames.last().unwrap_or(first);
        let range = first.base..top.base + usize::from(top.n_regs);
        let mut above = state.frames.iter().rev().take_while(|frame| frame.base >= first.base);
        let is_tagged = above.any(|frame| frame.tagged);
        set(&mut self.words, &state.regs[range.clone()]);
        set(&mut self.tags, if is_tagged { &state.tags[range] } else { &[] });
        set(&mut self.stack_objects, &state.stack_objects[first.first_object as usize..]);
        set(&mut self.varargs, &state.varargs[first.first_vararg as usize..]);
    }

    fn beside(&self, at: usize) -> Beside {
        self.tags.get(at).copied().unwrap_or(Beside::NOTHING)
    }
}

impl<S: Observed> PairExplorer<'_, S> {
    /// Lets each version execute what they cannot execute together, up to where they are one again.
    /// False, and nothing has changed, if they have to part for it.
    pub(super) fn take_turns(&mut self, state: &mut State) -> bool {
        let Some(at) = state.pair_position() else { return false };
        let place = (at.func, at.pc);
        if self.turns.given_up.get(&place).is_some_and(|&n| n >= MAX_GIVEN_UP) {
            return false;
        }
        let arms = self.program.arms_at(at.func, at.pc);
        let way = match arms {
            Some(starts) => match self.meetings.after(self.program, at) {
                Some(meeting) => Some(Way { starts, meeting }),
                None => return false,
            },
            None => None,
        };
        let below = at.n_frames.checked_sub(2);
        let copy = below.map_or(0, |below| state.watch(below));
        let is_done = self.both_turns(state, at, way);
        if let Some(below) = below {
            state.frames[below].guarded = copy;
        }
        state.touched |= way.is_some();
        if is_done {
            self.stats.joins += 1;
            if let Some(n) = self.turns.given_up.get_mut(&place) {
                *n = n.saturating_sub(1);
            }
        } else {
            *self.turns.given_up.entry(place).or_default() += 1;
        }
        is_done
    }

    fn both_turns(&mut self, state: &mut State, at: Position, way: Option<Way>) -> bool {
        let [room, old_room] = std::mem::take(&mut self.turns.room);
        let before = Before::of(state, &self.context, at, room);
        let old_is_there = self.turn(state, Side::Old, at, way, &before);
        self.stats.ops += state.n_ops - before.n_ops;
        let left = Left::of(state, &before, at, old_room);
        state.go_back(&before, at);
        if old_is_there {
            if self.turn(state, Side::New, at, way, &before) && state.meets(&left, at) {
                let live = &mut self.turns.live;
                let terms = &mut self.context.terms;
                self.turns.room = state.join_left(self.program, terms, live, before, left);
                return true;
            }
            drop(state.memory.take_back_changes());
            state.go_back(&before, at);
        }
        self.context.pins = before.pins;
        self.turns.room = [before.registers, left.registers];
        state.view = View::Both;
        false
    }

    /// Lets one version go its way, or execute the op at hand and what follows without a jump. False if
    /// it cannot.
    fn turn(
        &mut self,
        state: &mut State,
        side: Side,
        at: Position,
        way: Option<Way>,
        before: &Before,
    ) -> bool {
        state.memory.note_changes();
        state.take_side(&mut self.context.terms, side);
        if let Some(Way { starts, meeting }) = way {
            state.jump_to(starts[side as usize]);
            if state.pair_position() == Some(meeting) {
                return true;
            }
        }
        let end = state.n_ops + MAX_OPS;
        for _ in 0..MAX_RUNS {
            let mut ops = 0;
            if state.frames.len() > at.n_frames {
                // Up to the return from what was called, and what follows on it.
                let copy = state.watch(at.n_frames - 1);
                let stop = state.run(self.program, &mut self.context, MAX_OPS);
                state.frames[at.n_frames - 1].guarded = copy;
                if !matches!(stop, Stop::Paused) {
                    return false;
                }
                ops = 1;
            }
            let is_spent = state.n_ops > end;
            if is_spent || !matches!(state.run(self.program, &mut self.context, ops), Stop::Paused)
            {
                return false;
            }
            if way.is_none_or(|way| state.pair_position() == Some(way.meeting)) {
                let same_inputs = state.inputs.len() == before.n_inputs;
                let has_moved = state.n_ops > before.n_ops;
                return has_moved && same_inputs && state.path.len() == before.path.len();
            }
        }
        false
    }
}

impl Before {
    fn of(state: &State, context: &Context, at: Position, mut registers: Registers) -> Before {
        let frame = state.frames[at.n_frames - 1];
        registers.take(state, &frame);
        Before {
            frame,
            registers,
            n_ops: state.n_ops,
            n_quiet: state.n_quiet,
            n_frames_made: state.n_frames_made,
            n_warnings: state.warnings.len(),
            warned: Rc::clone(&state.warned),
            known: state.known.clone(),
            path: state.path.clone(),
            determined: Rc::clone(&state.determined),
            n_scattered: state.n_scattered,
            witness: state.witness.clone(),
            n_inputs: state.inputs.len(),
            exit_status: state.exit_status,
            pins: context.pins.clone(),
        }
    }
}

impl Left {
    /// Takes the changes of a turn back from memory.
    fn of(state: &mut State, before: &Before, at: Position, mut registers: Registers) -> Left {
        registers.take(state, &before.frame);
        Left {
            frames: state.frames[at.n_frames - 1..].to_vec(),
            registers,
            n_frames_made: state.n_frames_made,
            warnings: state.warnings[before.n_warnings..].to_vec(),
            memory: state.memory.take_back_changes(),
        }
    }
}

impl State {
    /// Lets nothing return to a frame. Returns what its `guarded` was.
    fn watch(&mut self, frame: usize) -> u16 {
        std::mem::replace(&mut self.frames[frame].guarded, WATCHED)
    }

    /// Does what a jump does.
    fn jump_to(&mut self, pc: u32) {
        self.n_ops += 1;
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc;
        }
    }

    /// Makes everything but the memory what it was before a turn.
    fn go_back(&mut self, before: &Before, at: Position) {
        for frame in self.frames.drain(at.n_frames - 1..) {
            if frame.tagged {
                self.tags[frame.base..][..frame.n_regs.into()].fill(Beside::NOTHING);
            }
        }
        let Before { frame, ref registers, .. } = *before;
        self.frames.push(frame);
        self.regs[frame.base..][..registers.words.len()].copy_from_slice(&registers.words);
        self.tags[frame.base..][..registers.tags.len()].copy_from_slice(&registers.tags);
        self.stack_objects.truncate(frame.first_object as usize);
        self.stack_objects.extend_from_slice(&registers.stack_objects);
        self.varargs.truncate(frame.first_vararg as usize);
        self.varargs.extend_from_slice(&registers.varargs);
        (self.n_ops, self.n_quiet) = (before.n_ops, before.n_quiet);
        self.n_frames_made = before.n_frames_made;
        self.warnings.truncate(before.n_warnings);
        self.warned = Rc::clone(&before.warned);
        self.known = before.known.clone();
        self.path = before.path.clone();
        self.determined = Rc::clone(&before.determined);
        self.n_scattered = before.n_scattered;
        self.witness = before.witness.clone();
        if self.inputs.len() > before.n_inputs {
            Rc::make_mut(&mut self.inputs).truncate(before.n_inputs);
        }
        self.exit_status = before.exit_status;
    }

    /// Whether the new version is where the old one was, with the same objects in its frames.
    fn meets(&self, left: &Left, at: Position) -> bool {
        let place = |frame: &Frame| (frame.serial, frame.func, frame.pc);
        let frames = &self.frames[at.n_frames - 1..];
        let first = frames[0];
        let Registers { stack_objects, varargs, .. } = &left.registers;
        let own_objects = &self.stack_objects[first.first_object as usize..];
        frames.iter().map(place).eq(left.frames.iter().map(place))
            && (own_objects == stack_objects.as_slice() || frames.len() == 1)
            && one_goes_on(own_objects, stack_objects)
            && self.varargs.len() - first.first_vararg as usize == varargs.len()
    }

    /// Makes the state of the new version that of both. What is not needed any more comes back.
    fn join_left(
        &mut self,
        program: &Program,
        terms: &mut Terms,
        live: &mut Live,
        before: Before,
        left: Left,
    ) -> [Registers; 2] {
        let depth = self.frames.len() - left.frames.len();
        for n in 0..left.frames.len() {
            self.join_registers(program, terms, live, &before, &left, (depth, n));
        }
        let own = self.varargs.len() - left.registers.varargs.len();
        for (after, &before) in self.varargs[own..].iter_mut().zip(&left.registers.varargs) {
            if *after != before {
                *after = shadow(terms, before, *after);
            }
        }
        let first_object = before.frame.first_object as usize;
        if left.registers.stack_objects.len() > self.stack_objects.len() - first_object {
            self.stack_objects.truncate(first_object);
            self.stack_objects.extend_from_slice(&left.registers.stack_objects);
        }
        self.n_frames_made = self.n_frames_made.max(left.n_frames_made);
        for warning in left.warnings {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        self.memory.join_changes(terms, left.memory);
        self.view = View::Both;
        self.known = Known::default();
        [before.registers, left.registers]
    }

    /// Joins the registers of the `n`-th frame above `depth`.
    fn join_registers(
        &mut self,
        program: &Program,
        terms: &mut Terms,
        live: &mut Live,
        before: &Before,
        left: &Left,
        (depth, n): (usize, usize),
    ) {
        let frame = self.frames[depth + n];
        let is_top = n + 1 == left.frames.len();
        let first = frame.base - before.frame.base;
        let mut copy = frame;
        (copy.tagged, copy.guarded) = (false, 0);
        if frame.serial == before.frame.serial {
            (copy.tagged, copy.guarded) = (before.frame.tagged, before.frame.guarded);
        }
        for reg in 0..frame.n_regs {
            let at = frame.base + usize::from(reg);
            let from = first + usize::from(reg);
            let new = (self.regs[at], self.tags[at]);
            let old = (left.registers.words[from], left.registers.beside(from));
            if old != new {
                let needed = match is_top {
                    true => live.at(program, &frame, Reg(reg)),
                    false => [true, true],
                };
                (self.regs[at], self.tags[at]) = join_words(terms, needed, old, new);
            }
            // A frame that gets more than a word where it had one looks at every operand.
            if self.tags[at].tag.is_set() && !before.registers.beside(from).tag.is_set() {
                (copy.tagged, copy.guarded) = (true, 0);
            }
        }
        self.frames[depth + n] = copy;
    }
}

fn set<T: Copy>(room: &mut Vec<T>, values: &[T]) {
    room.clear();
    room.extend_from_slice(values);
}

/// One register of both versions, if each of them needs its own.
fn join_words(
    terms: &mut Terms,
    needed: [bool; 2],
    old: (u64, Beside),
    new: (u64, Beside),
) -> (u64, Beside) {
    match needed {
        [true, true] => {}
        [true, false] => return old,
        [false, true] => return new,
        [false, false] => return (new.0, Beside::NOTHING),
    }
    let value = |(word, beside): (u64, Beside), of_pair: u64| match beside.tag {
        Tag::PAIR => Value::Word(of_pair),
        tag => tag.term().map_or(Value::Word(word), Value::Term),
    };
    match (value(old, old.1.old), value(new, new.0)) {
        (Value::Word(old), Value::Word(new)) if old == new => (new, Beside::NOTHING),
        (Value::Word(old), Value::Word(new)) => (new, Beside::pair(old)),
        (old, new) => match shadow(terms, old, new) {
            Value::Word(word) => (word, Beside::NOTHING),
            Value::Term(term) => match terms.as_pair(term) {
                Some([old, new]) => (new, Beside::pair(old)),
                None => (0, Beside::term(term)),
            },
        },
    }
}
