//! Conditions that are not the same in both versions.
//!
//! A patch that adds `if (c) return -1;` gives the new version a branch of its own: one way goes on
//! where the old version is, the other does not. Such a branch becomes one of both versions, on a
//! condition that the old version has decided already, exactly as a person would write
//! `if (change(0, c))`. In the same way `a || b` that was `b` becomes one decision, which each
//! version makes in its own way. So the versions part only where they really decide differently.

use crate::Side;
use crate::align::is_two_way;
use crate::items::{Item, Items, Virtual};
use std::collections::{BTreeMap, BTreeSet};

/// More branches than a condition has.
const MAX_BRANCHES: usize = 12;

/// A decision between two places. Each version makes it by ops of its own or is at one of the places
/// already.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Where it leads if the last branch is taken, and if it is not.
    pub(crate) exits: [usize; 2],
    /// The version that has nothing to decide, where it waits, and whether it goes with the other one
    /// if the branch is taken.
    pub(crate) waits: Option<Waits>,
    /// The item of the last branch, and whose it is.
    pub(crate) branch: (Side, usize),
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct Waits {
    pub(crate) side: Side,
    pub(crate) place: usize,
    pub(crate) taken: bool,
}

impl Guard {
    /// Where the versions are, old and new, when the one that waits has gone along.
    fn behind(&self) -> Option<(usize, usize)> {
        let Waits { side, place, taken } = self.waits?;
        let exit = self.exits[usize::from(!taken)];
        Some(match side {
            Side::Old => (place, exit),
            Side::New => (exit, place),
        })
    }
}

#[derive(Default)]
pub(crate) struct Guards {
    pub(crate) all: Vec<Guard>,
    /// By the places at which the versions are, old and new.
    pub(crate) at: BTreeMap<(usize, usize), usize>,
    /// The guard to whose condition an item of a version belongs.
    of_old: BTreeMap<usize, usize>,
    of_new: BTreeMap<usize, usize>,
}

/// One version's items, and the place of each.
pub(crate) struct SidePlaces<'a> {
    pub(crate) items: &'a Items<'a>,
    pub(crate) places: &'a [usize],
    /// The item of this version at a place, and whether it is its own alone.
    pub(crate) at: &'a BTreeMap<usize, (usize, bool)>,
}

/// Ops that decide between two places.
#[derive(Clone)]
struct Condition {
    exits: BTreeSet<usize>,
    items: BTreeSet<usize>,
    /// The last branch, and where it goes if it is taken.
    branch: usize,
    then: usize,
    /// The other version has none of the ops.
    is_own: bool,
}

impl Guards {
    /// Looks for a decision where the old version is at `old` and the new one at `new`. Gives back
    /// where they are next without having parted, if that is not one place.
    pub(crate) fn look(
        &mut self,
        sides: &[SidePlaces<'_>; 2],
        old: usize,
        new: usize,
    ) -> Option<(usize, usize)> {
        if old == new || self.at.contains_key(&(old, new)) {
            return None;
        }
        let [olds, news] = sides;
        let (befores, afters) = (olds.conditions(old), news.conditions(new));
        let same = afters.iter().rev().find_map(|after| {
            let before = befores.iter().rev().find(|before| before.exits == after.exits)?;
            Some((before, after))
        });
        if let Some((before, after)) = same {
            // Values may differ; the decision is one op already.
            let is_one = olds.places[before.branch] == news.places[after.branch];
            if is_one && olds.has_one_branch(before) && news.has_one_branch(after) {
                return None;
            }
            let guard = after.guard(Side::New, None);
            self.add((old, new), guard, Some(before), Some(after));
            return None;
        }
        let leads = |all: &[Condition], to: usize| {
            let mut own = all.iter().rev().filter(|condition| condition.is_own);
            own.find(|condition| condition.exits.contains(&to)).cloned()
        };
        let first = |all: &[Condition], side: &SidePlaces<'_>, start: usize| {
            let is_statement = all.first()?.is_own && !side.is_expression(start);
            is_statement.then(|| all[0].clone())
        };
        if let Some(after) = leads(&afters, old) {
            let guard = after.guard(Side::New, Some((Side::Old, old, old)));
            self.add((old, new), guard, None, Some(&after));
        } else if let Some(before) = leads(&befores, new) {
            let guard = before.guard(Side::Old, Some((Side::New, new, new)));
            self.add((old, new), guard, Some(&before), None);
        } else if let Some(before) = first(&befores, olds, old) {
            // Ops that were removed, then others that were added: one after the other.
            let goes_on = before.behind();
            let guard = before.guard(Side::Old, Some((Side::New, goes_on, new)));
            return self.add((old, new), guard, Some(&before), None).then_some((goes_on, new));
        } else if let Some(after) = first(&afters, news, new) {
            let goes_on = after.behind();
            let guard = after.guard(Side::New, Some((Side::Old, goes_on, old)));
            return self.add((old, new), guard, None, Some(&after)).then_some((old, goes_on));
        }
        None
    }

    /// Unless some of the ops decide something else already, or who waits would wait in a circle.
    fn add(
        &mut self,
        at: (usize, usize),
        guard: Guard,
        before: Option<&Condition>,
        after: Option<&Condition>,
    ) -> bool {
        let taken = |of: &BTreeMap<usize, usize>, condition: Option<&Condition>| {
            condition.is_some_and(|c| c.items.iter().any(|item| of.contains_key(item)))
        };
        if taken(&self.of_old, before) || taken(&self.of_new, after) {
            return false;
        }
        let mut next = guard.behind();
        while let Some(places) = next {
            if places == at {
                return false;
            }
            next = self.at.get(&places).and_then(|&n| self.all[n].behind());
        }
        let n = self.all.len();
        for (of, condition) in [(&mut self.of_old, before), (&mut self.of_new, after)] {
            of.extend(condition.iter().flat_map(|c| &c.items).map(|&item| (item, n)));
        }
        self.all.push(guard);
        self.at.insert(at, n);
        true
    }

    /// The guard to whose condition an item belongs, and how it is decided if the item leads to
    /// `place`.
    pub(crate) fn decided(&self, side: Side, item: usize, place: usize) -> Option<(usize, bool)> {
        let of = match side {
            Side::Old => &self.of_old,
            Side::New => &self.of_new,
        };
        let &guard = of.get(&item)?;
        let exit = self.all[guard].exits.iter().position(|&exit| exit == place)?;
        Some((guard, exit == 0))
    }
}

impl Condition {
    /// The exit at which the program goes on: what depends on a condition comes before it.
    fn behind(&self) -> usize {
        self.exits.last().copied().unwrap_or(self.then)
    }

    /// `waits`: the other version, the exit to which it goes along, and where it is.
    fn guard(&self, side: Side, waits: Option<(Side, usize, usize)>) -> Guard {
        let otherwise = self.exits.iter().copied().find(|&exit| exit != self.then);
        let exits = [self.then, otherwise.unwrap_or(self.then)];
        let waits =
            waits.map(|(side, exit, place)| Waits { side, place, taken: exit == self.then });
        Guard { exits, waits, branch: (side, self.branch) }
    }
}

/// What leads from a place to a branch.
struct Segment {
    items: Vec<usize>,
    branch: usize,
    targets: [usize; 2],
}

impl SidePlaces<'_> {
    /// Whether what is at a place belongs to this version alone.
    fn is_own(&self, place: usize) -> bool {
        self.at.get(&place).is_some_and(|&(_, is_own)| is_own)
    }

    fn has_one_branch(&self, condition: &Condition) -> bool {
        let items = condition.items.iter().map(|&item| &self.items.items[item]);
        items.filter(|item| is_two_way(&item.op)).count() == 1
    }

    /// Whether all that is this version's own from a place on only computes: what it computes differs,
    /// and nobody parts for it.
    fn is_expression(&self, start: usize) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = vec![start];
        while let Some(place) = pending.pop() {
            let Some(&(at, true)) = self.at.get(&place) else { continue };
            let item = &self.items.items[at];
            if !item.only_computes() && !is_two_way(&item.op) {
                return false;
            }
            if seen.insert(place) {
                let next = item.targets.iter().chain(item.next.as_ref());
                pending.extend(next.map(|&to| self.places[to]));
            }
        }
        true
    }

    /// Conditions that begin at a place, with more and more branches.
    fn conditions(&self, start: usize) -> Vec<Condition> {
        let mut all = Vec::new();
        let Some(mut last) = self.segment(start, true) else { return all };
        let mut items: BTreeSet<usize> = BTreeSet::new();
        let mut starts = BTreeSet::from([start]);
        let mut exits: BTreeSet<usize> = last.targets.into_iter().collect();
        for _ in 0..MAX_BRANCHES {
            items.extend(&last.items);
            if exits.len() == 2 && exits.is_disjoint(&starts) {
                let (branch, then) = (last.branch, last.targets[0]);
                let (exits, items) = (exits.clone(), items.clone());
                let is_own = items.iter().all(|&item| self.is_own(self.places[item]));
                all.push(Condition { exits, items, branch, then, is_own });
            }
            // Conditions come before what depends on them.
            let segments = exits.iter().filter(|place| !starts.contains(place));
            let found = segments.filter_map(|&place| Some((place, self.segment(place, false)?)));
            let Some((next, segment)) = { found }.next() else { break };
            exits.remove(&next);
            exits.extend(segment.targets);
            starts.insert(next);
            last = segment;
        }
        all
    }

    /// The ops from a place to a branch. Those of the first one may do anything, as long as they are
    /// this version's own.
    fn segment(&self, start: usize, is_first: bool) -> Option<Segment> {
        let mut items = Vec::new();
        let mut place = start;
        loop {
            let &(at, is_own) = self.at.get(&place)?;
            if items.contains(&at) {
                return None;
            }
            items.push(at);
            let item = &self.items.items[at];
            if is_two_way(&item.op) {
                let targets = [0, 1].map(|n| self.places[item.targets[n]]);
                let segment = Segment { items, branch: at, targets };
                return (targets[0] != targets[1]).then_some(segment);
            }
            let may_do_anything = is_first && is_own;
            if !may_do_anything && !self.is_part_of_condition(item) {
                return None;
            }
            place = self.places[item.next?];
        }
    }

    /// Whether an op only computes something for a branch: it changes no variable.
    fn is_part_of_condition(&self, item: &Item) -> bool {
        let names_nothing = |v: Virtual| self.items.virtuals[v.0 as usize].name.is_empty();
        item.only_computes() && item.def.is_some_and(|(v, _)| names_nothing(v))
    }
}
