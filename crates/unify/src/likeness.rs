//! Functions that have another name in the new version.

use crate::symbols::can_be_one;
use patchlight_ir::{Body, FuncId, Module};
use std::collections::HashMap;

/// How much of two functions must be alike, in percent.
const ENOUGH: usize = 70;
/// Functions of a few ops are alike by chance.
const FEWEST_OPS: usize = 4;

/// Pairs of functions that nothing of the same name was found for, the most alike first. No function
/// is in two pairs.
pub(crate) fn renamed(
    old: &Module,
    new: &Module,
    is_left: impl Fn(FuncId) -> bool,
    is_free: impl Fn(FuncId) -> bool,
) -> Vec<(FuncId, FuncId)> {
    let olds = profiles(old, is_left);
    let news = profiles(new, is_free);
    let mut likely = Vec::new();
    for (before, profile) in &olds {
        for (after, other) in &news {
            let [a, b] = [(old, before), (new, after)].map(|(m, id)| &m.functions[id.index()]);
            let percent = profile.likeness(other);
            if percent >= ENOUGH && can_be_one(a, b) {
                likely.push((percent, *before, *after));
            }
        }
    }
    likely.sort_by_key(|&(percent, before, after)| (std::cmp::Reverse(percent), before, after));
    let mut pairs: Vec<(FuncId, FuncId)> = Vec::new();
    for (_, before, after) in likely {
        if pairs.iter().all(|&(b, a)| b != before && a != after) {
            pairs.push((before, after));
        }
    }
    pairs
}

fn profiles(module: &Module, wanted: impl Fn(FuncId) -> bool) -> Vec<(FuncId, Profile)> {
    let ids = (0..module.functions.len()).map(FuncId::from_index).filter(|&id| wanted(id));
    let profile = |id: FuncId| {
        let body = module.functions[id.index()].body()?;
        (body.ops.len() >= FEWEST_OPS).then(|| (id, Profile::of(module, body)))
    };
    ids.filter_map(profile).collect()
}

/// How often a function does what.
struct Profile {
    counts: HashMap<String, usize>,
    n: usize,
}

impl Profile {
    fn of(module: &Module, body: &Body) -> Profile {
        let mut counts = HashMap::new();
        for op in &body.ops {
            let mut word = op.mnemonic().to_string();
            op.for_each_field(|field| match field {
                patchlight_ir::op::Field::Func(func) => {
                    word.push_str(&module.functions[func.index()].name);
                }
                patchlight_ir::op::Field::Global(global) => {
                    word.push_str(&module.globals[global.index()].name);
                }
                _ => {}
            });
            *counts.entry(word).or_default() += 1;
        }
        Profile { counts, n: body.ops.len() }
    }

    fn likeness(&self, other: &Profile) -> usize {
        let both = self.counts.iter().map(|(word, &n)| {
            let others = other.counts.get(word).copied().unwrap_or(0);
            n.min(others)
        });
        200 * both.sum::<usize>() / (self.n + other.n)
    }
}
