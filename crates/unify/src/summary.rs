//! What a unification found, for people.

use crate::align::Step;
use crate::items::Items;
use crate::symbols::Symbols;
use patchlight_ir::{FuncId, Function, GlobalId, Init, Module};
use std::collections::HashSet;

/// One function that is not the same in both versions.
pub struct FunctionSummary {
    pub name: String,
    /// Its name in the old version.
    pub old_name: String,
    pub n_shared: usize,
    pub n_old: usize,
    pub n_new: usize,
}

#[derive(Default)]
pub struct Summary {
    /// Functions that are the same in both versions.
    pub n_same: usize,
    pub changed: Vec<FunctionSummary>,
    pub renamed: Vec<(String, String)>,
    pub added: Vec<String>,
    pub removed: Vec<String>,
    /// Functions of one name that could not be made one.
    pub apart: Vec<String>,
    pub initialisers: Vec<String>,
}

impl FunctionSummary {
    pub(crate) fn of(
        was: &Function,
        is: &Function,
        old: &Items<'_>,
        new: &Items<'_>,
        steps: &[Step],
    ) -> FunctionSummary {
        let shared = steps.iter().filter(|step| matches!(step, Step::Both(..))).count();
        FunctionSummary {
            name: is.name.clone(),
            old_name: was.name.clone(),
            n_shared: shared,
            n_old: old.items.len() - shared,
            n_new: new.items.len() - shared,
        }
    }
}

impl Summary {
    pub(crate) fn add_symbols(
        &mut self,
        old: &Module,
        new: &Module,
        symbols: &Symbols,
        initialisers: &[(GlobalId, Init)],
    ) {
        let pairs = &symbols.renamed;
        let name = |module: &Module, id: FuncId| module.functions[id.index()].name.clone();
        self.renamed = pairs.iter().map(|&(a, b)| (name(old, a), name(new, b))).collect();
        let names = initialisers.iter().map(|(id, _)| new.globals[id.index()].name.clone());
        self.initialisers = names.collect();
        let of_old: HashSet<&str> = old.functions.iter().map(|f| f.name.as_str()).collect();
        let of_new: HashSet<&str> = new.functions.iter().map(|f| f.name.as_str()).collect();
        let matched: HashSet<FuncId> = symbols.functions.iter().copied().collect();
        for (n, function) in new.functions.iter().enumerate() {
            if !matched.contains(&FuncId::from_index(n)) {
                let list = match of_old.contains(function.name.as_str()) {
                    true => &mut self.apart,
                    false => &mut self.added,
                };
                list.push(function.name.clone());
            }
        }
        for (n, function) in old.functions.iter().enumerate() {
            let is_own = symbols.functions[n].index() >= new.functions.len();
            if is_own && !of_new.contains(function.name.as_str()) {
                self.removed.push(function.name.clone());
            }
        }
    }
}
