//! Models, cores and nearest models kept from earlier queries.

use std::collections::VecDeque;

use patchlight_expr::{ArrayId, Assignment, Bits, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::instance::ElementValue;

/// Models that a query is tried on at most, the newest first.
const MAX_MODELS: usize = 8;
/// Cores kept for one constraint, and in all.
const MAX_CORES_PER_TERM: usize = 8;
const MAX_CORES: usize = 20_000;
/// Slices whose nearest model is kept.
const MAX_NEAREST: usize = 20_000;

#[derive(Default)]
pub(crate) struct Cache {
    models: VecDeque<Assignment>,
    /// Cores by their youngest constraint.
    cores: FxHashMap<TermId, Vec<Box<[TermId]>>>,
    n_cores: usize,
    nearest: FxHashMap<NearestKey, Box<[ElementValue]>>,
}

/// What decides a slice's nearest model: its constraints, sorted, and the seed's values of the
/// elements that they depend on.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct NearestKey {
    constraints: Box<[TermId]>,
    seed: Box<[Bits]>,
}

impl NearestKey {
    pub fn new(
        constraints: &[TermId],
        elements: &[(ArrayId, u64)],
        seed: &Assignment,
        terms: &Terms,
    ) -> NearestKey {
        let mut constraints: Box<[TermId]> = constraints.into();
        constraints.sort_unstable();
        let value = |&(array, index): &(ArrayId, u64)| {
            seed.get(array, index, terms.array(array).element_width)
        };
        NearestKey { constraints, seed: elements.iter().map(value).collect() }
    }
}

impl Cache {
    pub fn models(&self) -> impl Iterator<Item = &Assignment> {
        self.models.iter()
    }

    pub fn keep_model(&mut self, model: Assignment) {
        self.models.push_front(model);
        self.models.truncate(MAX_MODELS);
    }

    pub fn keep_core(&mut self, core: &[TermId]) {
        let Some(&youngest) = core.iter().max() else {
            return;
        };
        if self.n_cores >= MAX_CORES {
            self.cores.clear();
            self.n_cores = 0;
        }
        let of_term = self.cores.entry(youngest).or_default();
        if of_term.len() < MAX_CORES_PER_TERM {
            of_term.push(core.into());
            self.n_cores += 1;
        }
    }

    pub fn nearest(&self, key: &NearestKey) -> Option<&[ElementValue]> {
        self.nearest.get(key).map(|values| &**values)
    }

    pub fn keep_nearest(&mut self, key: NearestKey, values: &[ElementValue]) {
        if self.nearest.len() >= MAX_NEAREST {
            self.nearest.clear();
        }
        self.nearest.insert(key, values.into());
    }

    /// A kept core all of whose constraints are among the given ones.
    pub fn find_core(&self, constraints: &[TermId]) -> Option<&[TermId]> {
        let candidates = constraints.iter().filter_map(|term| self.cores.get(term));
        let mut candidates = candidates.flatten().peekable();
        candidates.peek()?;
        let all: FxHashSet<TermId> = constraints.iter().copied().collect();
        candidates.find(|core| core.iter().all(|term| all.contains(term))).map(|core| &**core)
    }
}
