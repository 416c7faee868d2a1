//! Writes the unified body.
//!
//! Every item of either version has exactly one place: items that are matched share one. After an
//! item each version goes to the place of its own next item; where these are not the same, a
//! `br.version` stands. A matched op reads what each version has for an operand (`version`) and
//! writes where each expects it. So the projection to one version is that version, whatever was
//! matched.

use crate::Side;
use crate::align::{Step, is_two_way};
use crate::branches;
use crate::guards::{Guard, Guards, SidePlaces, Waits};
use crate::items::{Item, Items, Virtual};
use crate::registers::{Registers, TooMany};
use patchlight_ir::op::IdMap;
use patchlight_ir::{
    ArgsId, BlockId, Body, Def, FileId, Loc, LocalId, LocalPlace, NameId, Op, Reg, SwitchTable,
    TableId,
};
use std::collections::{BTreeMap, HashMap};

/// The place of an item: its number in the order of the steps.
type PlaceId = usize;

/// What the ids of locations of the old version are in the unified module.
pub(crate) struct OldPlaces<'a> {
    pub(crate) files: &'a [FileId],
    pub(crate) names: &'a [NameId],
}

pub(crate) struct Emitter<'a> {
    old: &'a Items<'a>,
    new: &'a Items<'a>,
    steps: &'a [Step],
    registers: &'a Registers,
    old_place: Vec<PlaceId>,
    new_place: Vec<PlaceId>,
    /// Where a block must begin.
    leaders: Vec<bool>,
    guards: Guards,
    /// Blocks behind those of the places.
    extras: Vec<Extra>,
    numbers: HashMap<Extra, usize>,
    n_regs: usize,
    most_temps: usize,
    body: Body,
    block_of_place: HashMap<PlaceId, BlockId>,
    old_locs: u32,
    old_locals: u32,
    origins: Vec<(usize, Origin)>,
}

/// Whose op an op of the unified body is; nobody's if it only moves values or sends the versions on.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Origin {
    pub(crate) old: bool,
    pub(crate) new: bool,
}

/// Where an op leads before blocks have numbers: to places, or from here on to extra blocks.
const EXTRA: usize = 1 << 31;

/// A block that is at no place.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
enum Extra {
    /// Sends each version on.
    Crossing(usize, usize),
    /// The branch of a guard.
    Guard(usize),
    /// Says how a guard's condition ended.
    Decided(usize, bool),
}

impl<'a> Emitter<'a> {
    pub(crate) fn new(
        old: &'a Items<'a>,
        new: &'a Items<'a>,
        steps: &'a [Step],
        registers: &'a Registers,
        places: &OldPlaces<'_>,
    ) -> Emitter<'a> {
        let mut old_place = vec![0; old.items.len()];
        let mut new_place = vec![0; new.items.len()];
        for (place, step) in steps.iter().enumerate() {
            if let Step::Both(o, _) | Step::Old(o) = *step {
                old_place[o] = place;
            }
            if let Step::Both(_, n) | Step::New(n) = *step {
                new_place[n] = place;
            }
        }
        let mut body = Body { optimised: new.body.optimised, ..Body::default() };
        body.locs = new.body.locs.clone();
        let old_locs = body.locs.len() as u32;
        body.locs.extend(old.body.locs.iter().map(|loc| Loc {
            file: places.files.get(loc.file.index()).copied().unwrap_or(loc.file),
            function: places.names.get(loc.function.index()).copied().unwrap_or(loc.function),
            inlined_at: loc.inlined_at.map(|at| at + old_locs),
            ..*loc
        }));
        let mut emitter = Emitter {
            old,
            new,
            steps,
            registers,
            old_place,
            new_place,
            leaders: vec![false; steps.len()],
            guards: Guards::default(),
            extras: Vec::new(),
            numbers: HashMap::new(),
            n_regs: registers.len(),
            most_temps: 0,
            body,
            block_of_place: HashMap::new(),
            old_locs,
            old_locals: new.body.locals.len() as u32,
            origins: Vec::new(),
        };
        emitter.add_locals();
        emitter
    }

    fn add_locals(&mut self) {
        let sides = [(self.new, &self.registers.new), (self.old, &self.registers.old)];
        for (side, registers) in sides {
            for local in &side.body.locals {
                let mut local = local.clone();
                if let LocalPlace::Register { reg, width } = local.place {
                    let reg = side.fixed_register(reg).map_or(Reg(0), |v| registers[v.0 as usize]);
                    local.place = LocalPlace::Register { reg, width };
                }
                self.body.locals.push(local);
            }
        }
    }

    pub(crate) fn emit(mut self) -> Result<(Body, Vec<Origin>, Guards), TooMany> {
        self.find_guards();
        self.find_leaders();
        self.begin_block();
        self.go_on(None, self.old_place[self.old.entry], self.new_place[self.new.entry], 0);
        for place in 0..self.steps.len() {
            self.emit_place(place);
        }
        let mut extra_blocks = Vec::new();
        while let Some(&extra) = self.extras.get(extra_blocks.len()) {
            extra_blocks.push(self.begin_block());
            self.emit_extra(extra);
        }
        self.resolve_blocks(&extra_blocks);
        let n_regs = self.n_regs + self.most_temps;
        self.body.n_regs = u16::try_from(n_regs).map_err(|_| TooMany)?;
        let mut origins = vec![Origin::default(); self.body.ops.len()];
        for (at, origin) in self.origins {
            origins[at] = origin;
        }
        Ok((self.body, origins, self.guards))
    }

    fn extra(&mut self, extra: Extra) -> usize {
        let next = self.extras.len();
        let n = *self.numbers.entry(extra).or_insert(next);
        if n == next {
            self.extras.push(extra);
        }
        EXTRA + n
    }

    /// The places at which the versions go on, as one number.
    fn where_to(&mut self, old: PlaceId, new: PlaceId) -> usize {
        if old == new {
            return new;
        }
        let (old, new) = self.apart(old, new);
        self.extra(Extra::Crossing(old, new))
    }

    /// Where each version goes on, if that is not the same place. Before a guard, the one that has
    /// nothing to decide says so and waits.
    fn apart(&mut self, old: PlaceId, new: PlaceId) -> (usize, usize) {
        let Some(&guard) = self.guards.at.get(&(old, new)) else { return (old, new) };
        let Some(Waits { side, taken, .. }) = self.guards.all[guard].waits else {
            return (old, new);
        };
        let waits = self.extra(Extra::Decided(guard, taken));
        match side {
            Side::Old => (waits, new),
            Side::New => (old, waits),
        }
    }

    fn find_guards(&mut self) {
        let mut at_old = BTreeMap::new();
        let mut at_new = BTreeMap::new();
        for (place, step) in self.steps.iter().enumerate() {
            match *step {
                Step::Both(o, n) => {
                    at_old.insert(place, (o, false));
                    at_new.insert(place, (n, false));
                }
                Step::Old(o) => _ = at_old.insert(place, (o, true)),
                Step::New(n) => _ = at_new.insert(place, (n, true)),
            }
        }
        let mut meetings = vec![(self.old.entry, self.new.entry)];
        for step in self.steps {
            let &Step::Both(o, n) = step else { continue };
            let (old, new) = (&self.old.items[o], &self.new.items[n]);
            meetings.extend(old.next.zip(new.next));
            if let (Op::Switch { .. }, _) | (_, Op::Switch { .. }) = (old.op, new.op) {
                continue;
            }
            meetings.extend(old.targets.iter().copied().zip(new.targets.iter().copied()));
        }
        let (old_place, new_place) = (&self.old_place, &self.new_place);
        let sides = [
            SidePlaces { items: self.old, places: old_place, at: &at_old },
            SidePlaces { items: self.new, places: new_place, at: &at_new },
        ];
        for (o, n) in meetings {
            let mut at = Some((old_place[o], new_place[n]));
            while let Some((old, new)) = at {
                at = self.guards.look(&sides, old, new);
            }
        }
        if !self.guards.all.is_empty() {
            self.n_regs += 1;
        }
    }

    /// How the condition of a guard ended.
    fn decision(&self) -> Reg {
        Reg(self.registers.len().min(usize::from(u16::MAX)) as u16)
    }

    fn emit_extra(&mut self, extra: Extra) {
        match extra {
            Extra::Crossing(old, new) => {
                let [old, new] = [old, new].map(BlockId::from_index);
                self.push(Op::BrVersion { old, new }, 0);
            }
            Extra::Decided(guard, taken) => {
                let dst = Def(self.decision());
                self.push(Op::Const { dst, value: taken.into() }, 0);
                let to = BlockId::from_index(self.extra(Extra::Guard(guard)));
                self.push(Op::Jmp { to }, 0);
            }
            Extra::Guard(guard) => {
                let Guard { mut exits, branch, waits } = self.guards.all[guard];
                if let Some(Waits { side, place, taken }) = waits {
                    let exit = &mut exits[usize::from(!taken)];
                    *exit = match side {
                        Side::Old => self.where_to(place, *exit),
                        Side::New => self.where_to(*exit, place),
                    };
                }
                let loc = match branch {
                    (Side::Old, item) => self.old_locs + self.old.loc_of(item),
                    (Side::New, item) => self.new.loc_of(item),
                };
                let [then, other] = exits.map(BlockId::from_index);
                self.push(Op::BrIf { cond: self.decision(), then, other }, loc);
            }
        }
    }

    /// The guard that a branch decides whichever way it goes, and how if it is taken.
    fn decided_by(&self, version: Side, item: usize) -> Option<(usize, bool)> {
        let (side, places) = match version {
            Side::Old => (self.old, &self.old_place),
            Side::New => (self.new, &self.new_place),
        };
        let item_targets = &side.items[item].targets;
        if !is_two_way(&side.items[item].op) {
            return None;
        }
        let [then, other] =
            [0, 1].map(|way| self.guards.decided(version, item, places[item_targets[way]]));
        let ((guard, taken), (other_guard, other_taken)) = (then?, other?);
        (guard == other_guard && taken != other_taken).then_some((guard, taken))
    }

    /// A branch that decides a guard: what it asks is what the guard asks.
    fn emit_decision(&mut self, item: &Item, uses: &[Reg], guard: (usize, bool), loc: u32) {
        let (guard, taken) = guard;
        let decision = self.decision();
        let mut op = branches::condition(&item.op, Def(decision)).expect("a branch");
        op.remap(&mut Fields { uses: uses.iter(), def: Some(decision), targets: [].iter() });
        self.push(op, loc);
        if !taken {
            self.push(Op::EqI { w: 1, dst: Def(decision), a: decision, b: 0 }, loc);
        }
        let to = BlockId::from_index(self.extra(Extra::Guard(guard)));
        self.push(Op::Jmp { to }, loc);
    }

    /// Where an item of one version leads, on its way to a place: out of a guard's condition the way
    /// is by the guard's branch.
    fn out_of_guard(&mut self, side: Side, item: usize, place: PlaceId) -> usize {
        match self.guards.decided(side, item, place) {
            Some((guard, taken)) => self.extra(Extra::Decided(guard, taken)),
            None => place,
        }
    }

    /// A block begins wherever something may jump to.
    fn find_leaders(&mut self) {
        let mut lead = |place: PlaceId| self.leaders[place] = true;
        lead(self.old_place[self.old.entry]);
        lead(self.new_place[self.new.entry]);
        for (place, step) in self.steps.iter().enumerate() {
            let mut next = Vec::new();
            if let Step::Both(o, _) | Step::Old(o) = *step {
                let item = &self.old.items[o];
                item.targets.iter().for_each(|&to| lead(self.old_place[to]));
                next.extend(item.next.map(|to| self.old_place[to]));
            }
            if let Step::Both(_, n) | Step::New(n) = *step {
                let item = &self.new.items[n];
                item.targets.iter().for_each(|&to| lead(self.new_place[to]));
                next.extend(item.next.map(|to| self.new_place[to]));
            }
            // What does not simply go on to the next place jumps.
            if next.iter().any(|&to| to != place + 1) {
                next.into_iter().for_each(&mut lead);
            }
        }
        for guard in &self.guards.all {
            guard.exits.iter().for_each(|&exit| lead(exit));
            guard.waits.iter().for_each(|waits| lead(waits.place));
        }
    }

    fn begin_block(&mut self) -> BlockId {
        self.body.blocks.push(self.body.ops.len() as u32);
        BlockId::from_index(self.body.blocks.len() - 1)
    }

    fn push(&mut self, op: Op, loc: u32) {
        self.body.ops.push(op);
        self.body.op_locs.push(loc);
    }

    fn emit_place(&mut self, place: PlaceId) {
        let after_jump = self.body.ops.last().is_none_or(Op::is_terminator);
        if self.leaders[place] || after_jump {
            if !after_jump {
                self.push(Op::Jmp { to: BlockId::from_index(place) }, 0);
            }
            let block = self.begin_block();
            self.block_of_place.insert(place, block);
        }
        match self.steps[place] {
            Step::Both(o, n) => self.emit_both(place, o, n),
            Step::Old(o) => {
                let (side, registers) = (self.old, &self.registers.old);
                self.emit_one(Side::Old, place, side, o, registers);
            }
            Step::New(n) => {
                let (side, registers) = (self.new, &self.registers.new);
                self.emit_one(Side::New, place, side, n, registers);
            }
        }
    }

    /// An op of one version.
    fn emit_one(
        &mut self,
        version: Side,
        place: PlaceId,
        side: &Items<'_>,
        n: usize,
        registers: &[Reg],
    ) {
        let item = &side.items[n];
        let at = |v: Virtual| registers[v.0 as usize];
        let (places, first_loc, first_local) = match version {
            Side::Old => (&self.old_place, self.old_locs, self.old_locals),
            Side::New => (&self.new_place, 0, 0),
        };
        let targets: Vec<PlaceId> = item.targets.iter().map(|&to| places[to]).collect();
        let next = item.next.map(|to| places[to]);
        let loc = first_loc + side.loc_of(n);
        if let Some(guard) = self.decided_by(version, n) {
            let uses: Vec<Reg> = item.uses.iter().map(|&v| at(v)).collect();
            self.emit_decision(item, &uses, guard, loc);
            return;
        }
        let table = match item.op {
            Op::Switch { table, .. } => Some(self.own_switch(side.switch(table), &targets)),
            _ => None,
        };
        let targets: Vec<usize> =
            targets.into_iter().map(|to| self.out_of_guard(version, n, to)).collect();
        let next = next.map(|to| self.out_of_guard(version, n, to));
        let parts = Parts {
            uses: item.uses.iter().map(|&v| at(v)).collect(),
            args: item.args.iter().map(|&v| at(v)).collect(),
            def: item.def.map(|(v, _)| at(v)),
            targets,
            table,
            first_local,
        };
        let origin = match version {
            Side::Old => Origin { old: true, new: false },
            Side::New => Origin { old: false, new: true },
        };
        self.push_main(item, &parts, origin, loc);
        if let Some(next) = next {
            self.go_on(Some(place), next, next, loc);
        }
    }

    /// An op of both versions.
    fn emit_both(&mut self, place: PlaceId, o: usize, n: usize) {
        let (old, new) = (&self.old.items[o], &self.new.items[n]);
        let loc = self.new.loc_of(n);
        let mut temps = 0;
        if is_two_way(&new.op) && self.emit_branch((o, n), &mut temps, loc) {
            self.most_temps = self.most_temps.max(temps);
            return;
        }
        let uses = self.operands(&old.uses, &new.uses, new.use_words, &mut temps, loc);
        let args = self.operands(&old.args, &new.args, 1, &mut temps, loc);
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
    fn emit_branch(&mut self, (o, n): (usize, usize), temps: &mut usize, loc: u32) -> bool {
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

    fn temp(&self, temps: &mut usize, words: u16) -> Reg {
        let first = self.n_regs + *temps;
        *temps += usize::from(words);
        // More registers than there are: `emit` says so in the end.
        Reg(first.min(usize::from(u16::MAX)) as u16)
    }

    /// One register for each operand, with what each version has for it.
    fn operands(
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

    fn joint_targets(&mut self, o: usize, n: usize) -> (Vec<usize>, Option<TableId>) {
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
    fn joint_switch(
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

    /// The op of an item with other registers, targets and tables.
    fn push_main(&mut self, item: &Item, parts: &Parts, origin: Origin, loc: u32) {
        let mut op = item.op;
        match &mut op {
            Op::Call { args, .. }
            | Op::CallPtr { args, .. }
            | Op::TailCall { args, .. }
            | Op::TailCallPtr { args, .. } => {
                *args = ArgsId::from_index(self.body.args.len());
                self.body.args.extend_from_slice(&parts.args);
            }
            Op::Alloca { local, .. } | Op::AllocaDyn { local, .. } => {
                *local = LocalId(local.0 + parts.first_local);
            }
            Op::Switch { table, .. } => *table = parts.table.unwrap_or(*table),
            Op::IndirectBr { table, .. } => {
                let blocks = parts.targets.iter().map(|&to| BlockId::from_index(to)).collect();
                self.body.branch_tables.push(blocks);
                *table = TableId::from_index(self.body.branch_tables.len() - 1);
            }
            _ => {}
        }
        let (uses, targets) = (parts.uses.iter(), parts.targets.iter());
        op.remap(&mut Fields { uses, def: parts.def, targets });
        self.origins.push((self.body.ops.len(), origin));
        self.push(op, loc);
    }

    fn own_switch(&mut self, table: &SwitchTable, targets: &[usize]) -> TableId {
        let cases = table.cases.iter().zip(targets);
        let cases = cases.map(|(case, &to)| (case.0, BlockId::from_index(to))).collect();
        let default = BlockId::from_index(targets[table.cases.len()]);
        self.body.switches.push(SwitchTable { cases, default });
        TableId::from_index(self.body.switches.len() - 1)
    }

    /// After an op that is no terminator, or at the start.
    fn go_on(&mut self, place: Option<PlaceId>, old: usize, new: usize, loc: u32) {
        if old != new {
            let (old, new) = self.apart(old, new);
            let [old, new] = [old, new].map(BlockId::from_index);
            self.push(Op::BrVersion { old, new }, loc);
        } else if place.is_none_or(|place| new != place + 1) {
            self.push(Op::Jmp { to: BlockId::from_index(new) }, loc);
        }
    }

    /// Places become the blocks that begin there.
    fn resolve_blocks(&mut self, extras: &[BlockId]) {
        struct Resolve<'r> {
            places: &'r HashMap<PlaceId, BlockId>,
            extras: &'r [BlockId],
        }
        impl IdMap for Resolve<'_> {
            fn block(&mut self, id: BlockId) -> BlockId {
                match id.index().checked_sub(EXTRA) {
                    Some(n) => self.extras[n],
                    None => self.places[&id.index()],
                }
            }
        }
        let mut resolve = Resolve { places: &self.block_of_place, extras };
        for op in &mut self.body.ops {
            // A label is another function's block, and no place of this one.
            if !matches!(op, Op::BlockAddr { .. }) {
                op.remap(&mut resolve);
            }
        }
        for table in &mut self.body.switches {
            table.cases.iter_mut().for_each(|case| case.1 = resolve.block(case.1));
            table.default = resolve.block(table.default);
        }
        for table in &mut self.body.branch_tables {
            table.iter_mut().for_each(|block| *block = resolve.block(*block));
        }
    }
}

/// What an op is about in the unified body.
struct Parts {
    uses: Vec<Reg>,
    args: Vec<Reg>,
    def: Option<Reg>,
    targets: Vec<usize>,
    table: Option<TableId>,
    first_local: u32,
}

/// Registers and targets of an op, in the order of its fields.
struct Fields<'t> {
    uses: std::slice::Iter<'t, Reg>,
    def: Option<Reg>,
    targets: std::slice::Iter<'t, usize>,
}

impl IdMap for Fields<'_> {
    fn block(&mut self, id: BlockId) -> BlockId {
        self.targets.next().map_or(id, |&to| BlockId::from_index(to))
    }
    fn def(&mut self, _: Def) -> Def {
        Def(self.def.unwrap_or(Reg(0)))
    }
    fn reg(&mut self, _: Reg) -> Reg {
        self.uses.next().copied().unwrap_or(Reg(0))
    }
}
