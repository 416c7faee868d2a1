//! Which ops of two bodies are the same.
//!
//! Both bodies are sequences, in the order of the source, and the alignment is the one with the
//! highest score. **Any alignment is right** as long as what is matched can be one op (see
//! [`can_match`]): `emit` makes each version go from op to op as it did. A better one shares more.

use crate::items::{Item, Items, Virtual};
use crate::lines::Anchor;
use patchlight_ir::Op;
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// One step through both sequences.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Step {
    Both(usize, usize),
    Old(usize),
    New(usize),
}

/// What the registers of the old version are in the new one, as far as it is known.
pub(crate) trait Guess {
    /// Whether two registers are the same; `None` if nothing is known of one of them.
    fn same(&self, old: Virtual, new: Virtual) -> Option<bool>;
}

/// Larger parts are cut where both versions have the same rare ops.
const MAX_CELLS: usize = 1 << 24;

pub(crate) fn align(old: &Items<'_>, new: &Items<'_>, guess: &impl Guess) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut o, mut n) = (0, 0);
    let part = |o: usize, n: usize, to: (usize, usize), steps: &mut Vec<Step>| {
        if (to.0 - o) * (to.1 - n) <= MAX_CELLS {
            align_part(old, new, o..to.0, n..to.1, guess, steps);
        } else {
            steps.extend((o..to.0).map(Step::Old));
            steps.extend((n..to.1).map(Step::New));
        }
    };
    if old.items.len() * new.items.len() > MAX_CELLS {
        for (from, to) in fixed_points(old, new) {
            part(o, n, (from, to), &mut steps);
            steps.push(Step::Both(from, to));
            (o, n) = (from + 1, to + 1);
        }
    }
    part(o, n, (old.items.len(), new.items.len()), &mut steps);
    steps
}

/// Whether one op can stand for both.
pub(crate) fn can_match(old: &Item, new: &Item) -> bool {
    let same_choice = |a: &Op, b: &Op| match (a, b) {
        (Op::Switch { w: a, .. }, Op::Switch { w: b, .. }) => a == b,
        _ => false,
    };
    let movable = !matches!(old.op, Op::IndirectBr { .. } | Op::BlockAddr { .. });
    movable
        && (old.shape == new.shape
            || same_choice(&old.op, &new.op)
            || (is_two_way(&old.op) && is_two_way(&new.op)))
}

/// A branch on a condition.
pub(crate) fn is_two_way(op: &Op) -> bool {
    crate::branches::condition(op, patchlight_ir::Def(patchlight_ir::Reg(0))).is_some()
}

fn score(old: &Item, new: &Item, guess: &impl Guess) -> i32 {
    if !can_match(old, new) {
        return -1;
    }
    let mut score = if old.shape == new.shape { 8 } else { 3 };
    score += match (old.anchor, new.anchor) {
        (Anchor::Unknown, _) | (_, Anchor::Unknown) => 0,
        (Anchor::Changed, Anchor::Changed) => 1,
        (Anchor::At(..), Anchor::At(..)) if old.anchor == new.anchor => 8,
        (Anchor::At(..), Anchor::At(..)) => -16,
        _ => -6,
    };
    let registers = old.uses.iter().zip(&new.uses).chain(old.args.iter().zip(&new.args));
    let written = old.def.iter().zip(&new.def).map(|(old, new)| (&old.0, &new.0));
    for (&old, &new) in registers.chain(written) {
        score += match guess.same(old, new) {
            Some(true) => 2,
            Some(false) => -3,
            None => 0,
        };
    }
    score
}

/// Ops that are in the same order in both, by what they are and where they stand.
fn fixed_points(old: &Items<'_>, new: &Items<'_>) -> Vec<(usize, usize)> {
    let key = |item: &Item| match item.anchor {
        Anchor::At(file, line) => (item.shape, file, line),
        _ => (item.shape, u32::MAX, 0),
    };
    let [a, b] = [old, new].map(|side| side.items.iter().map(key).collect::<Vec<_>>());
    let equal = capture_diff_slices(Algorithm::Patience, &a, &b)
        .into_iter()
        .filter(|change| change.tag() == DiffTag::Equal)
        .flat_map(|change| change.old_range().zip(change.new_range()));
    equal.collect()
}

/// The best alignment of two parts, by dynamic programming.
fn align_part(
    old: &Items<'_>,
    new: &Items<'_>,
    olds: std::ops::Range<usize>,
    news: std::ops::Range<usize>,
    guess: &impl Guess,
    steps: &mut Vec<Step>,
) {
    const BOTH: u8 = 0;
    const OLD: u8 = 1;
    const NEW: u8 = 2;
    let width = news.len() + 1;
    let mut moves = vec![NEW; (olds.len() + 1) * width];
    // Best scores from here to the end, row by row from the last.
    let mut below = vec![0; width];
    for o in (0..olds.len()).rev() {
        let mut row = vec![0; width];
        moves[o * width + width - 1] = OLD;
        for n in (0..news.len()).rev() {
            let [before, after] = [&old.items[olds.start + o], &new.items[news.start + n]];
            let (mut best, mut direction) = match below[n] >= row[n + 1] {
                true => (below[n], OLD),
                false => (row[n + 1], NEW),
            };
            let score = score(before, after, guess);
            if score > 0 && below[n + 1] + score >= best {
                (best, direction) = (below[n + 1] + score, BOTH);
            }
            row[n] = best;
            moves[o * width + n] = direction;
        }
        below = row;
    }
    let (mut o, mut n) = (0, 0);
    while o < olds.len() || n < news.len() {
        match moves[o * width + n] {
            BOTH => {
                steps.push(Step::Both(olds.start + o, news.start + n));
                (o, n) = (o + 1, n + 1);
            }
            OLD => {
                steps.push(Step::Old(olds.start + o));
                o += 1;
            }
            _ => {
                steps.push(Step::New(news.start + n));
                n += 1;
            }
        }
    }
}
