//! Ops of both versions: operands that each has for itself, results where each expects them.

use super::{Emitter, Fields, Origin, Parts, PlaceId};
use crate::Side;
use crate::align::is_two_way;
use crate::branches;
use crate::items::{Item, Virtual};
use patchlight_ir::{BlockId, Def, Op, Reg, SwitchTable, TableId};

impl Emitter<'_> {
    /// An op of both versions.
    pub(super) fn emit_both(&mut self, place: PlaceId, o: usize, n: usize) {
        let (old, new) = (&self.old.items[o], &self.new.items[n]);
        let loc = self.new.loc_of(n);
        let mut temps = 0;
        if is_two_way(&new.op) && self.emit_branch((o, n), &mut temps, loc) {
            self.most_temps = self.most_temps.max(temps);
            return;
        }
        let uses = self.operands(&old.uses, &new.uses, new.use_words, &mut temps, loc);
        let mut args = self.operands(&old.args, &new.args, 1, &mut temps, loc);
        // What only one version passes is nothing to the other one.
        let more = [(&old.args, &self.registers.old), (&new.args, &self.registers.new)];
        for (own, registers) in more {
            args.extend(own.iter().skip(args.len()).map(|v| registers[v.0 as usize]));
        }
        let (targets, table) = self.joint_targets(o, n);
        let mut after = Vec::new();
        let def = new.def.zip(old.def).map(|((to, words), (from, _))| {
            let (from, to) =
                (self.registers.old[from.0 as usize], self.registers.new[to.0 as usize]);
            if from == to {
                return to;
            }
            let temp = self.temp(&mut temps, words);
            for word in 0..words {
                let value = Reg(temp.0 + word);
                let (old_dst, new_dst) = (Reg(from.0 + word), Reg(to.0 + word));
                // A register that is nothing to the other version may hold anything there.
                after.push(match self.registers.is_shared[old_dst.index()] {
                    true => Op::Version { dst: Def(old_dst), old: value, new: old_dst },
                    false => Op::Mov { dst: Def(old_dst), a: value },
                });
                after.push(match self.registers.is_shared[new_dst.index()] {
                    true => Op::Version { dst: Def(new_dst), old: new_dst, new: value },
                    false => Op::Mov { dst: Def(new_dst), a: value },
                });
            }
            temp
        });
        self.most_temps = self.most_temps.max(temps);
        let parts = Parts { uses, args, def, targets, table, first_local: 0 };
        let origin = Origin { old: true, new: true };
        self.push_main(new, &parts, origin, loc);
        for op in after {
            self.push(op, loc);
        }
        if let (Some(before), Some(next)) = (old.next, new.next) {
            let before = self.out_of_guard(Side::Old, o, self.old_place[before]);
            let next = self.out_of_guard(Side::New, n, self.new_place[next]);
            self.go_on(Some(place), before, next, loc);
        }
    }

    /// A branch of both versions. False if it can be one op as it is.
    pub(super) fn emit_branch(
        &mut self,
        (o, n): (usize, usize),
        temps: &mut usize,
        loc: u32,
    ) -> bool {
        let (old, new) = (&self.old.items[o], &self.new.items[n]);
        let before: [PlaceId; 2] = [0, 1].map(|way| self.old_place[old.targets[way]]);
        let mut after: [PlaceId; 2] = [0, 1].map(|way| self.new_place[new.targets[way]]);
        let same = |a: usize, b: usize| usize::from(before[a] == after[b]);
        let crossed = same(0, 1) + same(1, 0) > same(0, 0) + same(1, 1);
        if old.shape == new.shape && !crossed {
            return false;
        }
        let mut truths = [Reg(0); 2];
        let sides = [(old, &self.registers.old), (new, &self.registers.new)];
        for (truth, (item, registers)) in truths.iter_mut().zip(sides) {
            *truth = self.temp(temps, 1);
            let uses: Vec<Reg> = item.uses.iter().map(|v| registers[v.0 as usize]).collect();
            let mut op = branches::condition(&item.op, Def(*truth)).expect("a branch");
            op.remap(&mut Fields { uses: uses.iter(), def: Some(*truth), targets: [].iter() });
            self.push(op, loc);
        }
        let [old_truth, mut new_truth] = truths;
        if crossed {
            let turned = self.temp(temps, 1);
            self.push(Op::EqI { w: 1, dst: Def(turned), a: new_truth, b: 0 }, loc);
            new_truth = turned;
            after.swap(0, 1);
        }
        let cond = self.temp(temps, 1);
        self.push(Op::Version { dst: Def(cond), old: old_truth, new: new_truth }, loc);
        let [then, other] = [0, 1].map(|way| {
            let before = self.out_of_guard(Side::Old, o, before[way]);
            let after = self.out_of_guard(Side::New, n, after[way]);
            BlockId::from_index(self.where_to(before, after))
        });
        self.push(Op::BrIf { cond, then, other }, loc);
        self.origins.push((self.body.ops.len() - 1, Origin { old: true, new: true }));
        true
    }

    pub(super) fn temp(&self, temps: &mut usize, words: u16) -> Reg {
        let first = self.n_regs + *temps;
        *temps += usize::from(words);
        // More registers than there are: `emit` says so in the end.
        Reg(first.min(usize::from(u16::MAX)) as u16)
    }

    /// One register for each operand, with what each version has for it.
    pub(super) fn operands(
        &mut self,
        old: &[Virtual],
        new: &[Virtual],
        words: u16,
        temps: &mut usize,
        loc: u32,
    ) -> Vec<Reg> {
        let mut operands = Vec::with_capacity(new.len());
        for (before, after) in old.iter().zip(new) {
            let before = self.registers.old[before.0 as usize];
            let after = self.registers.new[after.0 as usize];
            if before == after {
                operands.push(after);
                continue;
            }
            let temp = self.temp(temps, words);
            for word in 0..words {
                let [dst, old, new] = [temp, before, after].map(|reg| Reg(reg.0 + word));
                self.push(Op::Version { dst: Def(dst), old, new }, loc);
            }
            operands.push(temp);
        }
        operands
    }

    pub(super) fn joint_targets(&mut self, o: usize, n: usize) -> (Vec<usize>, Option<TableId>) {
        let (old, new) = (&self.old.items[o], &self.new.items[n]);
        if let (Op::Switch { table: before, .. }, Op::Switch { table: after, .. }) =
            (old.op, new.op)
        {
            let (before, after) = (self.old.switch(before), self.new.switch(after));
            return (Vec::new(), Some(self.joint_switch(old, before, new, after)));
        }
        let pairs = old.targets.iter().zip(&new.targets);
        let pairs: Vec<(usize, usize)> =
            pairs.map(|(&a, &b)| (self.old_place[a], self.new_place[b])).collect();
        let mut targets = Vec::with_capacity(pairs.len());
        for (before, after) in pairs {
            let before = self.out_of_guard(Side::Old, o, before);
            let after = self.out_of_guard(Side::New, n, after);
            targets.push(self.where_to(before, after));
        }
        (targets, None)
    }

    /// A table with the cases of both.
    pub(super) fn joint_switch(
        &mut self,
        old: &Item,
        before: &SwitchTable,
        new: &Item,
        after: &SwitchTable,
    ) -> TableId {
        let mut values: Vec<u64> = before.cases.iter().map(|case| case.0).collect();
        values.extend(after.cases.iter().map(|case| case.0));
        values.sort_unstable();
        values.dedup();
        let target = |item: &Item, table: &SwitchTable, value: u64, places: &[PlaceId]| {
            let n = table.cases.binary_search_by_key(&value, |case| case.0);
            places[item.targets[n.unwrap_or(table.cases.len())]]
        };
        let mut cases = Vec::new();
        for value in values {
            let to = self.where_to(
                target(old, before, value, &self.old_place),
                target(new, after, value, &self.new_place),
            );
            cases.push((value, BlockId::from_index(to)));
        }
        let default = self.where_to(
            self.old_place[old.targets[before.cases.len()]],
            self.new_place[new.targets[after.cases.len()]],
        );
        let default = BlockId::from_index(default);
        self.body.switches.push(SwitchTable { cases, default });
        TableId::from_index(self.body.switches.len() - 1)
    }
}
