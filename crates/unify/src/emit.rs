//! Writes the unified body.
//!
//! Every item of either version has exactly one place: items that are matched share one. After an
//! item each version goes to the place of its own next item; where these are not the same, a
//! `br.version` stands. A matched op reads what each version has for an operand (`version`) and
//! writes where each expects it. So the projection to one version is that version, whatever was
//! matched.

mod shared;
mod ways;

use crate::Side;
use crate::align::Step;
use crate::guards::Guards;
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
        self.take_params();
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

    /// Puts parameters where each version expects them, if they do not come in that order.
    fn take_params(&mut self) {
        if self.registers.n_incoming == 0 {
            return;
        }
        let sides = [(self.old, &self.registers.old), (self.new, &self.registers.new)];
        let mut from: BTreeMap<Reg, [Option<Reg>; 2]> = BTreeMap::new();
        for (n, (side, registers)) in sides.into_iter().enumerate() {
            for (at, param) in side.params.iter().enumerate() {
                from.entry(registers[param.0 as usize]).or_default()[n] = Some(Reg(at as u16));
            }
        }
        for (dst, from) in from {
            let dst = Def(dst);
            match from {
                [Some(old), Some(new)] if old != new => {
                    self.push(Op::Version { dst, old, new }, 0);
                }
                [_, Some(a)] | [Some(a), None] => self.push(Op::Mov { dst, a }, 0),
                [None, None] => {}
            }
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

    /// The op of an item with other registers, targets and tables.
    fn push_main(&mut self, item: &Item, parts: &Parts, origin: Origin, loc: u32) {
        let mut op = item.op;
        match &mut op {
            Op::Call { args, n_args, .. }
            | Op::CallPtr { args, n_args, .. }
            | Op::TailCall { args, n_args, .. }
            | Op::TailCallPtr { args, n_args, .. } => {
                *args = ArgsId::from_index(self.body.args.len());
                // Both versions' parameters may be more than those of either.
                *n_args = parts.args.len() as u16;
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
