//! What a unification found, for people.

use crate::Side;
use crate::align::Step;
use crate::guards::Guards;
use crate::items::{Items, Virtual};
use crate::labels::function_labels;
use crate::patterns::Patterns;
use crate::registers::Pairing;
use crate::symbols::Symbols;
use patchlight_ir::{FuncId, Function, GlobalId, Init, Module};
use std::collections::{BTreeSet, HashSet};

/// One function that is not the same in both versions.
pub struct FunctionSummary {
    pub name: String,
    /// Its name in the old version.
    pub old_name: String,
    pub n_shared: usize,
    pub n_old: usize,
    pub n_new: usize,
    /// Lines with ops that one version has alone.
    pub old_lines: BTreeSet<u32>,
    pub new_lines: BTreeSet<u32>,
    /// Variables that have another name in the new version.
    pub renamed: BTreeSet<(String, String)>,
    /// Conditions that only the new version asks, that only the old one asks, and that they ask
    /// otherwise.
    pub conditions_added: usize,
    pub conditions_removed: usize,
    pub conditions_changed: usize,
    /// What a person would annotate.
    pub patterns: Patterns,
}

/// A function of both versions, aligned.
pub(crate) struct Aligned<'a> {
    pub(crate) functions: [&'a Function; 2],
    pub(crate) sides: [&'a Items<'a>; 2],
    pub(crate) steps: &'a [Step],
    pub(crate) pairing: &'a Pairing,
    pub(crate) guards: &'a Guards,
}

impl Aligned<'_> {
    /// The names of registers that are the same; none for those that are no variables.
    pub(crate) fn variables(&self) -> BTreeSet<(String, String)> {
        let name = |side: &Items<'_>, v: Virtual| side.virtuals[v.0 as usize].name.clone();
        let [old, new] = self.sides;
        self.pairing.to_new.iter().map(|(&a, &b)| (name(old, a), name(new, b))).collect()
    }
}

#[derive(Default)]
pub struct Summary {
    /// Functions that are the same in both versions.
    pub same: Vec<String>,
    pub changed: Vec<FunctionSummary>,
    pub renamed: Vec<(String, String)>,
    pub added: Vec<String>,
    pub removed: Vec<String>,
    /// Functions of one name that could not be made one.
    pub apart: Vec<String>,
    pub initialisers: Vec<String>,
    /// All functions that are not the same in both versions.
    pub differing: Vec<Differing>,
}

/// A function that is not the same in both versions, or that only one has, by its labels
/// ([`crate::function_labels`]): names alone may be those of several static functions.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Differing {
    pub old: Option<String>,
    pub new: Option<String>,
}

impl FunctionSummary {
    pub(crate) fn of(aligned: &Aligned<'_>) -> FunctionSummary {
        let &Aligned { functions: [was, is], sides: [old, new], steps, guards, .. } = aligned;
        let shared = steps.iter().filter(|step| matches!(step, Step::Both(..))).count();
        let (mut old_lines, mut new_lines) = (BTreeSet::new(), BTreeSet::new());
        let line = |side: &Items<'_>, item| side.body.locs[side.loc_of(item) as usize].line;
        for step in steps {
            match *step {
                Step::Old(item) => _ = old_lines.insert(line(old, item)),
                Step::New(item) => _ = new_lines.insert(line(new, item)),
                Step::Both(..) => {}
            }
        }
        let pairs = aligned.variables().into_iter();
        let renamed = pairs.filter(|(a, b)| !a.is_empty() && !b.is_empty() && a != b).collect();
        let conditions = |asks: Option<Side>| {
            let waiting = guards.all.iter().map(|guard| guard.waits.map(|waits| waits.side));
            waiting.filter(|waits| *waits == asks).count()
        };
        FunctionSummary {
            name: is.name.clone(),
            old_name: was.name.clone(),
            n_shared: shared,
            n_old: old.items.len() - shared,
            n_new: new.items.len() - shared,
            old_lines,
            new_lines,
            renamed,
            conditions_added: conditions(Some(Side::Old)),
            conditions_removed: conditions(Some(Side::New)),
            conditions_changed: conditions(None),
            patterns: Patterns::of(aligned),
        }
    }
}

/// Less than this of the larger version, in percent, is shared by chance.
const BY_CHANCE: usize = 20;

impl Summary {
    /// What a person would annotate in all. A changed initialiser is a changed expression.
    pub fn patterns(&self) -> Patterns {
        let mut all = Patterns { rvalues: self.initialisers.len(), ..Patterns::default() };
        for Patterns { rvalues, extra, straightline, variables, types } in
            self.changed.iter().map(|function| &function.patterns)
        {
            all.rvalues += rvalues;
            all.extra += extra;
            all.straightline += straightline;
            all.variables.extend(variables.iter().cloned());
            all.types.extend(types.iter().cloned());
        }
        all
    }

    /// Whether the versions are two programs that have hardly an op in common.
    pub(crate) fn shares_nothing(
        &self,
        old: &Module,
        new: &Module,
        is_own: &dyn Fn(&str) -> bool,
    ) -> bool {
        let same: HashSet<&str> = self.same.iter().map(String::as_str).collect();
        let sizes = |module: &Module, only_same: bool| -> usize {
            let own = module.functions.iter().filter(|f| is_own(&f.name));
            let counted = own.filter(|f| !only_same || same.contains(f.name.as_str()));
            counted.filter_map(|f| f.body()).map(|body| body.ops.len()).sum()
        };
        let changed = self.changed.iter().filter(|function| is_own(&function.name));
        let shared: usize = changed.map(|function| function.n_shared).sum();
        let all = sizes(old, false).max(sizes(new, false));
        (shared + sizes(new, true)) * 100 < all * BY_CHANCE
    }

    /// `changed`: the functions of both versions that are not the same.
    pub(crate) fn add_symbols(
        &mut self,
        old: &Module,
        new: &Module,
        symbols: &Symbols,
        initialisers: &[(GlobalId, Init)],
        changed: &[(FuncId, FuncId)],
    ) {
        let pairs = &symbols.renamed;
        let name = |module: &Module, id: FuncId| module.functions[id.index()].name.clone();
        self.renamed = pairs.iter().map(|&(a, b)| (name(old, a), name(new, b))).collect();
        let names = initialisers.iter().map(|(id, _)| new.globals[id.index()].name.clone());
        self.initialisers = names.collect();
        let of_old: HashSet<&str> = old.functions.iter().map(|f| f.name.as_str()).collect();
        let of_new: HashSet<&str> = new.functions.iter().map(|f| f.name.as_str()).collect();
        let matched: HashSet<FuncId> = symbols.functions.iter().copied().collect();
        let [old_labels, new_labels] = [old, new].map(function_labels);
        self.differing.extend(changed.iter().map(|(before, after)| Differing {
            old: Some(old_labels[before.index()].clone()),
            new: Some(new_labels[after.index()].clone()),
        }));
        for (n, function) in new.functions.iter().enumerate() {
            if !matched.contains(&FuncId::from_index(n)) {
                self.differing.push(Differing { old: None, new: Some(new_labels[n].clone()) });
                let list = match of_old.contains(function.name.as_str()) {
                    true => &mut self.apart,
                    false => &mut self.added,
                };
                list.push(function.name.clone());
            }
        }
        for (n, function) in old.functions.iter().enumerate() {
            let is_own = symbols.functions[n].index() >= new.functions.len();
            if is_own {
                self.differing.push(Differing { old: Some(old_labels[n].clone()), new: None });
            }
            if is_own && !of_new.contains(function.name.as_str()) {
                self.removed.push(function.name.clone());
            }
        }
    }
}
