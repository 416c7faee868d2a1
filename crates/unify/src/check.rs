//! The proof that a unified body is both versions: its projection to one of them does, op by op, what
//! that version does.
//!
//! The check knows nothing of how the body was made. It goes through the projection and the version
//! side by side and keeps account of which register of the version every register of the projection
//! holds. Ops that belong to neither may only move values and compare.

use crate::Side;
use crate::branches;
use crate::emit::Origin;
use crate::items::Params;
use crate::plain::{behind_jumps, blank};
use patchlight_ir::op::{Field, IdMap};
use patchlight_ir::{BlockId, Body, Def, Function, LocalPlace, Op, Reg};
use std::collections::{BTreeMap, HashMap};

#[cfg(test)]
mod tests;

/// What a register of the projection holds, in terms of the version.
#[derive(Clone, PartialEq, Debug)]
enum Holds {
    Register(Reg),
    /// The result of a comparison, or its opposite.
    Truth(Op, bool),
    Constant(u64),
}

type Account = BTreeMap<Reg, Holds>;

/// A unified body and one of the versions that it is made of.
pub(crate) struct Projection<'a> {
    unified: &'a Body,
    origins: &'a [Origin],
    side: Side,
    function: &'a Function,
    body: &'a Body,
    /// Registers of the version that are read in another block than they are written in.
    crossing: Vec<bool>,
    params: Params<'a>,
}

/// Why a projection is not its version.
type Mismatch = String;

impl<'a> Projection<'a> {
    pub(crate) fn new(
        (unified, origins): (&'a Body, &'a [Origin]),
        (function, body): (&'a Function, &'a Body),
        params: Params<'a>,
    ) -> Projection<'a> {
        let crossing = crossing(function, body);
        Projection { unified, origins, side: params.side, function, body, crossing, params }
    }

    /// `ids`: what the version's ids are in the unified module.
    pub(crate) fn check(&self, ids: &mut impl IdMap) -> Result<(), Mismatch> {
        let mut start = Account::new();
        for n in 0..self.function.n_params {
            start.insert(Reg(n), Holds::Register(Reg(n)));
        }
        let mut places: HashMap<usize, (usize, Account)> = HashMap::new();
        let mut pending = vec![(behind_jumps(self.body, 0), 0, start)];
        while let Some((at, place, mut account)) = pending.pop() {
            let place = self.reached(self.lead(place), &mut account)?;
            let account = match places.get(&at) {
                Some((known, _)) if *known != place => {
                    return Err(format!("op {at} is in two places, {known} and {place}"));
                }
                Some((_, before)) => {
                    let both: Account = before
                        .iter()
                        .filter(|(reg, holds)| account.get(reg) == Some(holds))
                        .map(|(&reg, holds)| (reg, holds.clone()))
                        .collect();
                    if both == *before {
                        continue;
                    }
                    both
                }
                None => account,
            };
            places.insert(at, (place, account.clone()));
            self.walk(at, place, account, ids, &mut pending)?;
        }
        Ok(())
    }

    /// The next op of the projection that does something: behind jumps.
    fn lead(&self, mut place: usize) -> usize {
        for _ in 0..=self.unified.n_blocks() {
            let to = match (self.unified.ops[place], self.side) {
                (Op::Jmp { to }, _) if !self.is_own(place) => to,
                (Op::BrVersion { old, .. }, Side::Old) => old,
                (Op::BrVersion { new, .. }, Side::New) => new,
                _ => break,
            };
            place = self.unified.blocks[to.index()] as usize;
        }
        place
    }

    /// Whether an op of the projection is one of the version's.
    fn is_own(&self, place: usize) -> bool {
        match self.side {
            Side::Old => self.origins[place].old,
            Side::New => self.origins[place].new,
        }
    }

    /// Goes on from an op of the version and its place to the end of the block.
    fn walk(
        &self,
        mut at: usize,
        mut place: usize,
        mut account: Account,
        ids: &mut impl IdMap,
        pending: &mut Vec<(usize, usize, Account)>,
    ) -> Result<(), Mismatch> {
        loop {
            place = self.reached(place, &mut account)?;
            let mut op = self.body.ops[at];
            op.remap(ids);
            self.same_op(at, &op, place, &account)?;
            op.for_each_write(|reg| account.retain(|_, holds| !holds.depends_on(reg)));
            let unified = &self.unified.ops[place];
            unified.for_each_write(|reg| {
                account.remove(&reg);
            });
            let (mut theirs, mut ours) = (Vec::new(), Vec::new());
            op.for_each_write(|reg| theirs.push(reg));
            unified.for_each_write(|reg| ours.push(reg));
            account.extend(ours.into_iter().zip(theirs.into_iter().map(Holds::Register)));
            if op.is_terminator() {
                return self.targets(at, &op, place, &account, pending);
            }
            place += 1;
            // What only moves values belongs to the op before it.
            while !self.is_own(place)
                && matches!(self.unified.ops[place], Op::Mov { .. } | Op::Version { .. })
            {
                self.helper(place, &mut account)?;
                place += 1;
            }
            let next = behind_jumps(self.body, at + 1);
            let next_place = self.lead(place);
            if next != at + 1 || next_place != place {
                let account = if next == at + 1 { account } else { self.kept(&account) };
                pending.push((next, next_place, account));
                return Ok(());
            }
            (at, place) = (next, next_place);
        }
    }

    /// What matters in other blocks.
    fn kept(&self, account: &Account) -> Account {
        let kept = account.iter().filter(
            |(_, holds)| matches!(holds, Holds::Register(reg) if self.crossing[reg.index()]),
        );
        kept.map(|(&reg, holds)| (reg, holds.clone())).collect()
    }

    /// The place of the version's next op, behind those that are none of the version's.
    fn reached(&self, mut place: usize, account: &mut Account) -> Result<usize, Mismatch> {
        for _ in 0..=self.unified.ops.len() {
            if self.is_reached(place, account) {
                return Ok(place);
            }
            place = self.helped(place, account)?;
        }
        Err(format!("op {place} is in a circle of ops that are neither version's"))
    }

    /// Whether an op of the projection stands for the version's next one: its own, or the branch on
    /// what the version asks.
    fn is_reached(&self, place: usize, account: &Account) -> bool {
        let asks = match self.unified.ops[place] {
            Op::BrIf { cond, .. } => account.get(&cond).is_some_and(|h| h.as_truth().is_some()),
            _ => false,
        };
        self.is_own(place) || asks
    }

    /// The place behind an op that is none of the version's.
    fn helped(&self, place: usize, account: &mut Account) -> Result<usize, Mismatch> {
        let next = match self.unified.ops[place] {
            Op::BrIf { cond, then, other } => {
                let Some(Holds::Constant(value)) = account.get(&cond) else {
                    return Err(format!("op {place} asks what neither version does"));
                };
                self.unified.blocks[if *value != 0 { then } else { other }.index()] as usize
            }
            _ => {
                self.helper(place, account)?;
                place + 1
            }
        };
        Ok(self.lead(next))
    }

    /// An op that is none of the version's.
    fn helper(&self, place: usize, account: &mut Account) -> Result<(), Mismatch> {
        let op = &self.unified.ops[place];
        let (dst, holds) = match *op {
            Op::Mov { dst, a } => (dst, account.get(&a).cloned()),
            Op::Const { dst, value } => (dst, Some(Holds::Constant(value))),
            Op::Version { dst, old, new } => {
                let source = if self.side == Side::Old { old } else { new };
                (dst, account.get(&source).cloned())
            }
            Op::EqI { w: 1, dst, a, b: 0 } => {
                let turned = account.get(&a).and_then(Holds::as_truth);
                (dst, turned.map(|(op, truth)| Holds::Truth(op, !truth)))
            }
            _ => (self.comparison(op)?, self.truth(op, account)),
        };
        match holds {
            Some(holds) => account.insert(dst.0, holds),
            None => account.remove(&dst.0),
        };
        Ok(())
    }

    fn comparison(&self, op: &Op) -> Result<Def, Mismatch> {
        use Op::*;
        match *op {
            Eq { dst, .. } | EqI { dst, .. } | Ne { dst, .. } | NeI { dst, .. } => Ok(dst),
            Ult { dst, .. } | UltI { dst, .. } | Ule { dst, .. } | UgtI { dst, .. } => Ok(dst),
            Slt32 { dst, .. } | Slt32I { dst, .. } | Sle32 { dst, .. } => Ok(dst),
            Sgt32I { dst, .. } | Slt64 { dst, .. } | Slt64I { dst, .. } => Ok(dst),
            Sle64 { dst, .. } | Sgt64I { dst, .. } => Ok(dst),
            _ => Err(format!("`{op:?}` is neither version's")),
        }
    }

    /// A comparison in terms of the version's registers.
    fn truth(&self, op: &Op, account: &Account) -> Option<Holds> {
        let mut known = true;
        let mut own = *op;
        own.remap(&mut Own { account, known: &mut known });
        known.then(|| normal(own)).map(|(op, truth)| Holds::Truth(op, truth))
    }

    fn same_op(&self, at: usize, op: &Op, place: usize, account: &Account) -> Result<(), Mismatch> {
        let unified = &self.unified.ops[place];
        if self.asked(op, unified, account).is_some() {
            return Ok(());
        }
        self.same_tables(op, unified)?;
        let (mut theirs, mut ours) = (Vec::new(), Vec::new());
        self.body.for_each_read(op, |reg| theirs.push(reg));
        self.unified.for_each_read(unified, |reg| ours.push(reg));
        let mut called = blank(op);
        if self.passes_more(op, unified)
            && let Op::Call { n_args, .. } | Op::TailCall { n_args, .. } = &mut called
        {
            *n_args = ours.len() as u16;
            ours.truncate(theirs.len());
        }
        if called != blank(unified) {
            return Err(format!("op {place} `{unified:?}` is not op {at} `{op:?}`"));
        }
        let reads_same = theirs.len() == ours.len()
            && ours.iter().zip(&theirs).all(|(ours, theirs)| {
                account.get(ours) == Some(&Holds::Register(*theirs)) || !self.is_written(*theirs)
            });
        reads_same.then_some(()).ok_or_else(|| {
            format!("op {place} `{unified:?}` reads {ours:?}, not {theirs:?} as op {at} does")
        })
    }

    /// Whether a call has arguments that the function takes in the other version only. Its projection
    /// to this one begins without them.
    fn passes_more(&self, op: &Op, unified: &Op) -> bool {
        let (Op::Call { n_args, .. } | Op::TailCall { n_args, .. }) = *unified else {
            return false;
        };
        self.params.of_call(op).is_some_and(|both| n_args == both[0].max(both[1]))
    }

    /// A register that nothing ever writes has no value that could be lost.
    fn is_written(&self, reg: Reg) -> bool {
        let mut written = reg.0 < self.function.n_params;
        for op in &self.body.ops {
            op.for_each_write(|other| written |= other == reg);
        }
        written
    }

    /// Where one op is a branch on what was compared before, and what was compared is what the
    /// version asks: whether the answer is turned.
    fn asked(&self, op: &Op, unified: &Op, account: &Account) -> Option<bool> {
        let Op::BrIf { cond, .. } = *unified else { return None };
        let (asked, truth) = account.get(&cond)?.as_truth()?;
        let (condition, expected) = normal(branches::condition(op, Def(Reg(0)))?);
        (asked == condition).then_some(truth != expected)
    }

    fn same_tables(&self, op: &Op, unified: &Op) -> Result<(), Mismatch> {
        let place = |body: &Body, op: &Op| match *op {
            Op::Alloca { local, .. } | Op::AllocaDyn { local, .. } => Some(body.local(local).place),
            _ => None,
        };
        let [theirs, ours]: [Option<LocalPlace>; 2] =
            [place(self.body, op), place(self.unified, unified)];
        (theirs == ours).then_some(()).ok_or_else(|| "stack objects differ".to_string())
    }

    /// Where a terminator leads in both.
    fn targets(
        &self,
        at: usize,
        op: &Op,
        place: usize,
        account: &Account,
        pending: &mut Vec<(usize, usize, Account)>,
    ) -> Result<(), Mismatch> {
        let unified = &self.unified.ops[place];
        let mut pairs: Vec<(BlockId, BlockId)> = Vec::new();
        if let (Op::Switch { table: theirs, .. }, Op::Switch { table: ours, .. }) = (op, unified) {
            let (theirs, ours) = (self.body.switch(*theirs), self.unified.switch(*ours));
            let to = |table: &patchlight_ir::SwitchTable, value: u64| {
                let n = table.cases.binary_search_by_key(&value, |case| case.0);
                n.map_or(table.default, |n| table.cases[n].1)
            };
            let values = theirs.cases.iter().chain(&ours.cases).map(|case| case.0);
            pairs.extend(values.map(|value| (to(theirs, value), to(ours, value))));
            pairs.push((theirs.default, ours.default));
        } else {
            let (mut theirs, mut ours) = (Vec::new(), Vec::new());
            self.body.for_each_successor(op, |block| theirs.push(block));
            self.unified.for_each_successor(unified, |block| ours.push(block));
            if self.asked(op, unified, account) == Some(true) {
                ours.reverse();
            }
            if theirs.len() != ours.len() {
                return Err(format!("op {place} has other targets than op {at}"));
            }
            pairs.extend(theirs.into_iter().zip(ours));
        }
        for (theirs, ours) in pairs {
            let next = behind_jumps(self.body, self.body.blocks[theirs.index()] as usize);
            let place = self.unified.blocks[ours.index()] as usize;
            pending.push((next, place, self.kept(account)));
        }
        Ok(())
    }
}

/// Registers that some block reads before it writes them.
fn crossing(function: &Function, body: &Body) -> Vec<bool> {
    let mut crossing = vec![false; body.n_regs.into()];
    crossing[..usize::from(function.n_params)].fill(true);
    let mut written_in = vec![None; body.n_regs.into()];
    for block in body.block_ids() {
        for op in body.block_ops(block) {
            body.for_each_read(op, |reg| {
                crossing[reg.index()] |= written_in[reg.index()] != Some(block);
            });
            op.for_each_write(|reg| written_in[reg.index()] = Some(block));
        }
    }
    crossing
}

/// A condition in one form: what is compared, and whether it must hold.
fn normal(condition: Op) -> (Op, bool) {
    match condition {
        Op::EqI { w: 1, dst, a, b: 0 } => (Op::Mov { dst, a }, false),
        Op::NeI { w: 1, dst, a, b: 0 } => (Op::Mov { dst, a }, true),
        other => (other, true),
    }
}

impl Holds {
    fn as_truth(&self) -> Option<(Op, bool)> {
        match *self {
            Holds::Register(a) => Some((Op::Mov { dst: Def(Reg(0)), a }, true)),
            Holds::Truth(op, truth) => Some((op, truth)),
            Holds::Constant(_) => None,
        }
    }

    fn depends_on(&self, reg: Reg) -> bool {
        match self {
            Holds::Register(own) => *own == reg,
            Holds::Constant(_) => false,
            Holds::Truth(op, _) => {
                let mut found = false;
                op.for_each_field(|field| found |= field == Field::Use(reg));
                found
            }
        }
    }
}

struct Own<'a> {
    account: &'a Account,
    known: &'a mut bool,
}

impl IdMap for Own<'_> {
    fn def(&mut self, _: Def) -> Def {
        Def(Reg(0))
    }
    fn reg(&mut self, reg: Reg) -> Reg {
        match self.account.get(&reg) {
            Some(Holds::Register(own)) => *own,
            _ => {
                *self.known = false;
                reg
            }
        }
    }
}
