//! Where the versions go on: the places behind an op, and the decisions between them.

use super::{EXTRA, Emitter, Extra, Fields, PlaceId};
use crate::Side;
use crate::align::{Step, is_two_way};
use crate::branches;
use crate::guards::{Guard, SidePlaces, Waits};
use crate::items::Item;
use patchlight_ir::{BlockId, Def, Op, Reg};
use std::collections::BTreeMap;

impl Emitter<'_> {
    pub(super) fn extra(&mut self, extra: Extra) -> usize {
        let next = self.extras.len();
        let n = *self.numbers.entry(extra).or_insert(next);
        if n == next {
            self.extras.push(extra);
        }
        EXTRA + n
    }

    /// The places at which the versions go on, as one number.
    pub(super) fn where_to(&mut self, old: PlaceId, new: PlaceId) -> usize {
        if old == new {
            return new;
        }
        let (old, new) = self.apart(old, new);
        self.extra(Extra::Crossing(old, new))
    }

    /// Where each version goes on, if that is not the same place. Before a guard, the one that has
    /// nothing to decide says so and waits.
    pub(super) fn apart(&mut self, old: PlaceId, new: PlaceId) -> (usize, usize) {
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

    pub(super) fn find_guards(&mut self) {
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
    pub(super) fn decision(&self) -> Reg {
        Reg(self.registers.len().min(usize::from(u16::MAX)) as u16)
    }

    pub(super) fn emit_extra(&mut self, extra: Extra) {
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
    pub(super) fn decided_by(&self, version: Side, item: usize) -> Option<(usize, bool)> {
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
    pub(super) fn emit_decision(
        &mut self,
        item: &Item,
        uses: &[Reg],
        guard: (usize, bool),
        loc: u32,
    ) {
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
    pub(super) fn out_of_guard(&mut self, side: Side, item: usize, place: PlaceId) -> usize {
        match self.guards.decided(side, item, place) {
            Some((guard, taken)) => self.extra(Extra::Decided(guard, taken)),
            None => place,
        }
    }
}
