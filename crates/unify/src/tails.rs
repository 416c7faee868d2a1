//! Undoes copies: lowering gives blocks that end alike an end of their own each, which makes the
//! versions look less alike than they are.
//!
//! Two ops are the same if they do the same to the same registers, stand on the same line, and what
//! follows is the same.

use crate::plain::behind_jumps;
use patchlight_ir::op::IdMap;
use patchlight_ir::{BlockId, Body, Op};
use std::collections::{BTreeSet, HashMap};

/// Rounds of looking for ops that are the same: each finds those one block farther from the end.
const MAX_ROUNDS: usize = 8;

/// A body in which ends that are the same are there once, where the last of them was. It does what the other one does.
pub(crate) fn merge(body: &Body) -> Body {
    let last = lasts(body);
    if last.iter().enumerate().all(|(at, &last)| at == last) {
        return body.clone();
    }
    rebuild(body, &last)
}

/// For each op the last one that is the same.
fn lasts(body: &Body) -> Vec<usize> {
    let mut last: Vec<usize> = (0..body.ops.len()).collect();
    for _ in 0..MAX_ROUNDS {
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut next_round: Vec<usize> = (0..body.ops.len()).collect();
        for block in body.block_ids().rev() {
            let mut behind = None;
            for at in body.block_range(block).rev() {
                let key = key(body, at, behind, &last);
                next_round[at] = *known.entry(key).or_insert(at);
                behind = Some(next_round[at]);
            }
        }
        if next_round == last {
            break;
        }
        last = next_round;
    }
    last
}

/// What an op does, where it stands, and what follows.
fn key(body: &Body, at: usize, behind: Option<usize>, last: &[usize]) -> String {
    use std::fmt::Write;
    let op = &body.ops[at];
    let loc = body.loc(at);
    let mut key = format!("{:?} {} ", loc.file, loc.line);
    // Blocks and places in tables are what they stand for.
    let lead = |block: BlockId| last[behind_jumps(body, body.blocks[block.index()] as usize)];
    let mut registers = Vec::new();
    body.for_each_read(op, |reg| registers.push(reg));
    op.for_each_write(|reg| registers.push(reg));
    let _ = write!(key, "{:?} {registers:?} {behind:?}", crate::plain::blank(op));
    if let Op::Switch { table, .. } = *op {
        let cases = body.switch(table).cases.iter().map(|case| case.0).collect::<Vec<_>>();
        let _ = write!(key, "{cases:?}");
    }
    if let Op::Alloca { local, .. } | Op::AllocaDyn { local, .. } = *op {
        let _ = write!(key, "{local}");
    }
    if op.is_terminator() {
        body.for_each_successor(op, |block| {
            let _ = write!(key, " {}", lead(block));
        });
    }
    key
}

fn rebuild(body: &Body, last: &[usize]) -> Body {
    let kept = |at: usize| last[at] == at;
    // A block begins where one began, and where something that was cut off goes on.
    let mut starts: BTreeSet<usize> = BTreeSet::new();
    for block in body.block_ids() {
        let range = body.block_range(block);
        if block == BlockId(0) || kept(range.start) {
            starts.insert(range.start);
        }
        starts.extend(range.clone().filter(|&at| !kept(at)).map(|at| last[at]));
    }
    let mut merged =
        Body { ops: Vec::new(), blocks: Vec::new(), op_locs: Vec::new(), ..body.clone() };
    let number: HashMap<usize, BlockId> =
        starts.iter().enumerate().map(|(n, &at)| (at, BlockId::from_index(n))).collect();
    // Behind jumps, as ops were compared: the last of jumps that are the same may be one that leads
    // back to the others.
    let to =
        |block: BlockId| number[&last[behind_jumps(body, body.blocks[block.index()] as usize)]];
    for &start in &starts {
        merged.blocks.push(merged.ops.len() as u32);
        let mut at = start;
        loop {
            let jump = match (kept(at), number.get(&at)) {
                (false, _) => Some(number[&last[at]]),
                (true, Some(&block)) if at != start => Some(block),
                _ => None,
            };
            merged.op_locs.push(body.op_locs[at]);
            if let Some(to) = jump {
                merged.ops.push(Op::Jmp { to });
                break;
            }
            let mut op = body.ops[at];
            if !matches!(op, Op::BlockAddr { .. }) {
                op.remap(&mut Retarget(&to));
            }
            merged.ops.push(op);
            if op.is_terminator() {
                break;
            }
            at += 1;
        }
    }
    for table in &mut merged.switches {
        table.cases.iter_mut().for_each(|case| case.1 = to(case.1));
        table.default = to(table.default);
    }
    for table in &mut merged.branch_tables {
        table.iter_mut().for_each(|block| *block = to(*block));
    }
    merged
}

struct Retarget<F>(F);

impl<F: Fn(BlockId) -> BlockId> IdMap for Retarget<F> {
    fn block(&mut self, id: BlockId) -> BlockId {
        (self.0)(id)
    }
}
