//! A patch in terms of the annotations that a person would write for it: the patterns of the paper on
//! shadow symbolic execution (its section 3.1 and Table 2). As there, the classification is a rough
//! one: what stands between two ops of both versions counts once.

use crate::Side;
use crate::align::Step;
use crate::guards::Guards;
use crate::items::{Item, Items};
use crate::summary::Aligned;
use patchlight_ir::{Body, LocalPlace};
use std::collections::{BTreeMap, BTreeSet};

/// How often each pattern occurs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patterns {
    /// `change(a, b)` inside of an expression or a condition.
    pub rvalues: usize,
    /// An assignment or a condition that only one version has.
    pub extra: usize,
    /// Other code that only one version has.
    pub straightline: usize,
    /// Variables that only one version has.
    pub variables: BTreeSet<String>,
    /// Variables whose size differs.
    pub types: BTreeSet<String>,
}

impl Patterns {
    pub(crate) fn of(aligned: &Aligned<'_>) -> Patterns {
        let &Aligned { functions: [was, is], sides: [old, new], steps, pairing, guards } = aligned;
        let mut patterns = Patterns::default();
        let mut gap = Gap::default();
        for &step in steps {
            match step {
                Step::Old(item) => gap.old.push(item),
                Step::New(item) => gap.new.push(item),
                Step::Both(before, after) => {
                    let is_first = gap.is_empty();
                    patterns.count(&std::mem::take(&mut gap), [old, new], steps, guards);
                    let other = |(a, b): (&_, &_)| pairing.to_new.get(a).is_some_and(|is| is != b);
                    let [before, after] = [&old.items[before], &new.items[after]];
                    let uses = before.uses.iter().zip(&after.uses);
                    let args = before.args.iter().zip(&after.args);
                    // Another variable is used; temporaries were counted with what computes them.
                    patterns.rvalues += usize::from(is_first && uses.chain(args).any(other));
                }
            }
        }
        patterns.count(&gap, [old, new], steps, guards);
        if let (Some(was), Some(is)) = (was.body(), is.body()) {
            patterns.add_variables(was, is, &aligned.variables());
        }
        patterns
    }

    fn count(&mut self, gap: &Gap, [old, new]: [&Items<'_>; 2], steps: &[Step], guards: &Guards) {
        if gap.is_empty() {
            return;
        }
        let mut has_condition = false;
        for guard in &guards.all {
            let (side, item) = guard.branch;
            let of_side = if side == Side::Old { &gap.old } else { &gap.new };
            if of_side.contains(&item) {
                has_condition = true;
                // A condition that leads to nothing new is a part of one that both have.
                let is_part = guard.exits.iter().all(|&to| matches!(steps[to], Step::Both(..)));
                match guard.waits.is_none() || is_part {
                    true => self.rvalues += 1,
                    false => self.extra += 1,
                }
            }
        }
        if has_condition {
            return;
        }
        let (olds, news) = (gap.items(&gap.old, old), gap.items(&gap.new, new));
        let acts = |item: &&&Item| !item.only_computes() && !item.op.is_terminator();
        let n_acts = olds.iter().chain(&news).filter(acts).count();
        let n_calls = olds.iter().chain(&news).filter(|item| item.op.call_args().is_some()).count();
        let writes_variable = |items: &[&Item], side: &Items<'_>| {
            items.iter().any(|item| {
                let def = item.def.map(|(def, _)| &side.virtuals[def.0 as usize].name);
                def.is_some_and(|name| !name.is_empty())
            })
        };
        let is_alone = olds.is_empty() || news.is_empty();
        match (is_alone, n_acts) {
            (true, 0) if writes_variable(&olds, old) || writes_variable(&news, new) => {
                self.extra += 1;
            }
            (true, 1) if n_calls == 0 => self.extra += 1,
            (_, 0) => self.rvalues += 1,
            _ => self.straightline += 1,
        }
    }

    fn add_variables(&mut self, was: &Body, is: &Body, pairs: &BTreeSet<(String, String)>) {
        let named = |body: &Body| -> BTreeMap<String, u64> {
            let locals = body.locals.iter().filter(|local| !local.name.is_empty());
            let size = |place: LocalPlace| match place {
                LocalPlace::Register { width, .. } => u64::from(width),
                LocalPlace::Memory { size, .. } => size * 8,
            };
            locals.map(|local| (local.name.clone(), size(local.place))).collect()
        };
        let (was, is) = (named(was), named(is));
        let is_renamed = |name: &String| {
            pairs.iter().any(|(old, new)| old != new && (old == name || new == name))
        };
        for name in was.keys().chain(is.keys()) {
            match (was.get(name), is.get(name)) {
                (Some(before), Some(after)) if before != after => {
                    _ = self.types.insert(name.clone())
                }
                (Some(_), Some(_)) => {}
                _ if is_renamed(name) => {}
                _ => _ = self.variables.insert(name.clone()),
            }
        }
    }
}

/// What stands between two ops of both versions.
#[derive(Default)]
struct Gap {
    old: Vec<usize>,
    new: Vec<usize>,
}

impl Gap {
    fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty()
    }

    fn items<'i>(&self, which: &[usize], side: &'i Items<'_>) -> Vec<&'i Item> {
        which.iter().map(|&item| &side.items[item]).collect()
    }
}
