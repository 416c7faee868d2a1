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
use super::{Observed, PairExplorer};
use crate::context::{Context, PinReason};
use crate::memory::Changes;
use crate::program::Program;
use crate::state::{Frame, PathSoFar, Stack, State, Stop, View, WATCHED};
use crate::term_ops::shadow;
use crate::value::{Beside, Tag, Value};
use patchlight_expr::{Side, Terms};
use patchlight_ir::{FuncId, Reg};
use std::collections::{BTreeMap, HashMap};

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
    room: [Upper; 2],
}

/// Branches of one version: where each goes, and where they meet.
#[derive(Copy, Clone)]
struct Way {
    starts: [u32; 2],
    meeting: Position,
}

/// A state before the first turn, but for its memory.
struct Before {
    stack: Upper,
    path: PathSoFar,
    pins: BTreeMap<(PinReason, String), u64>,
}

/// What the old version leaves.
struct Left {
    stack: Upper,
    path: PathSoFar,
    memory: Changes,
}

/// A stack from the frame on in which turns begin.
#[derive(Default)]
struct Upper {
    frames: Vec<Frame>,
    words: Vec<u64>,
    /// None if there is nothing beside the words.
    tags: Vec<Beside>,
    objects: Vec<u64>,
    varargs: Vec<Value>,
    n_frames_made: u64,
}

impl Upper {
    /// Takes the frames above `depth` others. `first`: the one that is or was the lowest of them.
    fn take(&mut self, stack: &Stack, depth: usize, first: &Frame) {
        let Stack { frames, regs, tags, objects, varargs, n_frames_made } = stack;
        let top = frames.last().unwrap_or(first);
        let range = first.base..top.base + usize::from(top.n_regs);
        let is_tagged = frames[depth..].iter().any(|frame| frame.tagged);
        set(&mut self.frames, &frames[depth..]);
        set(&mut self.words, &regs[range.clone()]);
        set(&mut self.tags, if is_tagged { &tags[range] } else { &[] });
        set(&mut self.objects, &objects[first.first_object as usize..]);
        set(&mut self.varargs, &varargs[first.first_vararg as usize..]);
        self.n_frames_made = *n_frames_made;
    }

    /// Makes a stack what it was when this was taken of it.
    fn put_back(&self, stack: &mut Stack, depth: usize) {
        let Stack { frames, regs, tags, objects, varargs, n_frames_made } = stack;
        for frame in frames.drain(depth..) {
            if frame.tagged {
                tags[frame.base..][..frame.n_regs.into()].fill(Beside::NOTHING);
            }
        }
        let first = self.first();
        frames.extend_from_slice(&self.frames);
        regs[first.base..][..self.words.len()].copy_from_slice(&self.words);
        tags[first.base..][..self.tags.len()].copy_from_slice(&self.tags);
        objects.truncate(first.first_object as usize);
        objects.extend_from_slice(&self.objects);
        varargs.truncate(first.first_vararg as usize);
        varargs.extend_from_slice(&self.varargs);
        *n_frames_made = self.n_frames_made;
    }

    fn first(&self) -> &Frame {
        &self.frames[0]
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
            state.stack.frames[below].guarded = copy;
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
        self.stats.ops += state.path.n_ops - before.path.n_ops;
        let left = state.take_back(&before, at, old_room);
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
        self.turns.room = [before.stack, left.stack];
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
        let end = state.path.n_ops + MAX_OPS;
        for _ in 0..MAX_RUNS {
            let mut ops = 0;
            if state.stack.frames.len() > at.n_frames {
                // Up to the return from what was called, and what follows on it.
                let copy = state.watch(at.n_frames - 1);
                let stop = state.run_view(self.program, &mut self.context, MAX_OPS);
                state.stack.frames[at.n_frames - 1].guarded = copy;
                if !matches!(stop, Stop::Paused) {
                    return false;
                }
                ops = 1;
            }
            if state.path.n_ops > end {
                return false;
            }
            let stop = state.run_view(self.program, &mut self.context, ops);
            if !matches!(stop, Stop::Paused) {
                return false;
            }
            if way.is_none_or(|way| state.pair_position() == Some(way.meeting)) {
                let (path, before) = (&state.path, &before.path);
                let same_inputs = path.inputs.len() == before.inputs.len();
                let has_moved = path.n_ops > before.n_ops;
                return has_moved && same_inputs && path.condition.len() == before.condition.len();
            }
        }
        false
    }
}

impl Before {
    fn of(state: &State, context: &Context, at: Position, mut room: Upper) -> Before {
        let depth = at.n_frames - 1;
        room.take(&state.stack, depth, &state.stack.frames[depth]);
        Before { stack: room, path: state.path.clone(), pins: context.pins.clone() }
    }
}

impl State {
    /// Lets nothing return to a frame. Returns what its `guarded` was.
    fn watch(&mut self, frame: usize) -> u16 {
        std::mem::replace(&mut self.stack.frames[frame].guarded, WATCHED)
    }

    /// Does what a jump does.
    fn jump_to(&mut self, pc: u32) {
        self.path.n_ops += 1;
        if let Some(frame) = self.stack.frames.last_mut() {
            frame.pc = pc;
        }
    }

    /// Takes the turn of the old version back, and keeps what it left.
    fn take_back(&mut self, before: &Before, at: Position, mut room: Upper) -> Left {
        room.take(&self.stack, at.n_frames - 1, before.stack.first());
        let memory = self.memory.take_back_changes();
        let path = self.go_back(before, at);
        Left { stack: room, path, memory }
    }

    /// Makes everything but the memory, which takes its changes back by itself, what it was before a
    /// turn. Returns how the path went on in it.
    fn go_back(&mut self, before: &Before, at: Position) -> PathSoFar {
        let State { memory: _, stack, path, view: _, touched: _, meanings: _, shared: _ } = self;
        before.stack.put_back(stack, at.n_frames - 1);
        std::mem::replace(path, before.path.clone())
    }

    /// Whether the new version is where the old one was, with the same objects in its frames.
    fn meets(&self, left: &Left, at: Position) -> bool {
        let place = |frame: &Frame| (frame.serial, frame.func, frame.pc);
        let frames = &self.stack.frames[at.n_frames - 1..];
        let first = frames[0];
        let old = &left.stack;
        let objects = &self.stack.objects[first.first_object as usize..];
        let varargs = &self.stack.varargs[first.first_vararg as usize..];
        frames.iter().map(place).eq(old.frames.iter().map(place))
            && (objects == old.objects.as_slice() || frames.len() == 1)
            && one_goes_on(objects, &old.objects)
            && varargs.len() == old.varargs.len()
    }

    /// Makes the state of the new version that of both. What is not needed any more comes back.
    fn join_left(
        &mut self,
        program: &Program,
        terms: &mut Terms,
        live: &mut Live,
        before: Before,
        left: Left,
    ) -> [Upper; 2] {
        let depth = self.stack.frames.len() - left.stack.frames.len();
        for n in 0..left.stack.frames.len() {
            self.join_registers(program, terms, live, &before, &left, (depth, n));
        }
        let Left { stack: old, path, memory } = left;
        // The frames are the same, and the registers have just been joined.
        let Upper { frames: _, words: _, tags: _, objects, varargs, n_frames_made } = &old;
        let first_object = before.stack.first().first_object as usize;
        self.stack.join_lists(terms, first_object, objects, varargs);
        self.stack.n_frames_made = self.stack.n_frames_made.max(*n_frames_made);
        self.path.join(path);
        self.memory.join_changes(terms, memory);
        self.view = View::Both;
        [before.stack, old]
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
        let frame = self.stack.frames[depth + n];
        let is_top = n + 1 == left.stack.frames.len();
        let began = before.stack.first();
        let first = frame.base - began.base;
        let mut copy = frame;
        (copy.tagged, copy.guarded) = (false, 0);
        if frame.serial == began.serial {
            (copy.tagged, copy.guarded) = (began.tagged, began.guarded);
        }
        let Stack { regs, tags, .. } = &mut self.stack;
        for reg in 0..frame.n_regs {
            let at = frame.base + usize::from(reg);
            let from = first + usize::from(reg);
            let new = (regs[at], tags[at]);
            let old = (left.stack.words[from], left.stack.beside(from));
            if old != new {
                let needed = match is_top {
                    true => live.at(program, &frame, Reg(reg)),
                    false => [true, true],
                };
                (regs[at], tags[at]) = join_words(terms, needed, old, new);
            }
            // A frame that gets more than a word where it had one looks at every operand.
            if tags[at].tag.is_set() && !before.stack.beside(from).tag.is_set() {
                (copy.tagged, copy.guarded) = (true, 0);
            }
        }
        self.stack.frames[depth + n] = copy;
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
