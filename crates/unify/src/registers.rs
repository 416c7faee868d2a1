//! Which registers of two bodies are the same, and the registers of the unified body.
//!
//! Ops that are matched vote for what they read and write, and so do names of variables; then the
//! pairs with the most votes are taken. **Any injective pairing is right**: where it does not fit an
//! op, `emit` moves values. A variable that was renamed wins its own votes.

use crate::align::{Guess, Step};
use crate::items::{Items, Virtual};
use patchlight_ir::Reg;
use std::collections::{BTreeMap, HashMap};

/// Pairs of virtual registers.
#[derive(Default)]
pub(crate) struct Pairing {
    pub(crate) to_new: HashMap<Virtual, Virtual>,
    pub(crate) to_old: HashMap<Virtual, Virtual>,
}

impl Guess for Pairing {
    fn same(&self, old: Virtual, new: Virtual) -> Option<bool> {
        match (self.to_new.get(&old), self.to_old.get(&new)) {
            (None, None) => None,
            (paired, _) => Some(paired == Some(&new)),
        }
    }
}

impl Pairing {
    /// What is known before anything is aligned: parameters, and variables by their names.
    pub(crate) fn by_name(old: &Items<'_>, new: &Items<'_>) -> Pairing {
        let mut votes = Votes::default();
        votes.names(old, new);
        votes.elect(old, new)
    }

    pub(crate) fn by_vote(old: &Items<'_>, new: &Items<'_>, steps: &[Step]) -> Pairing {
        let mut votes = Votes::default();
        votes.names(old, new);
        for step in steps {
            let &Step::Both(before, after) = step else { continue };
            let (before, after) = (&old.items[before], &new.items[after]);
            for ((a, _), (b, _)) in before.def.iter().zip(&after.def) {
                votes.add(*a, *b, 2);
            }
            let reads = before.uses.iter().zip(&after.uses);
            for (&a, &b) in reads.chain(before.args.iter().zip(&after.args)) {
                votes.add(a, b, 1);
            }
        }
        votes.elect(old, new)
    }

    fn insert(&mut self, old: Virtual, new: Virtual) {
        self.to_new.insert(old, new);
        self.to_old.insert(new, old);
    }
}

#[derive(Default)]
struct Votes(BTreeMap<(Virtual, Virtual), u32>);

/// More than all ops of a function have together.
const CERTAIN: u32 = 1 << 30;
/// A name that both versions have once counts as much as a few ops.
const NAME: u32 = 1 << 20;

impl Votes {
    fn add(&mut self, old: Virtual, new: Virtual, votes: u32) {
        *self.0.entry((old, new)).or_default() += votes;
    }

    fn names(&mut self, old: &Items<'_>, new: &Items<'_>) {
        // Which of them are the same is not known if there are more in one version.
        if old.params.len() == new.params.len() {
            for (&a, &b) in old.params.iter().zip(&new.params) {
                self.add(a, b, CERTAIN);
            }
        }
        let names = |side: &Items<'_>| {
            let mut by_name: HashMap<String, Vec<Virtual>> = HashMap::new();
            for (n, info) in side.virtuals.iter().enumerate() {
                if !info.name.is_empty() && info.first.0 as usize == n {
                    by_name.entry(info.name.clone()).or_default().push(Virtual(n as u32));
                }
            }
            by_name
        };
        let (olds, news) = (names(old), names(new));
        for (name, a) in &olds {
            let Some(b) = news.get(name) else { continue };
            // Several variables of one name are in the order of the source.
            for (&a, &b) in a.iter().zip(b) {
                self.add(a, b, NAME);
            }
        }
    }

    /// Takes pairs by their votes. Values of several words are paired as a whole.
    fn elect(self, old: &Items<'_>, new: &Items<'_>) -> Pairing {
        let mut ranked: Vec<((Virtual, Virtual), u32)> = self.0.into_iter().collect();
        ranked.sort_by_key(|&(pair, votes)| (std::cmp::Reverse(votes), pair));
        let mut pairing = Pairing::default();
        for ((a, b), _) in ranked {
            let (before, after) = (&old.virtuals[a.0 as usize], &new.virtuals[b.0 as usize]);
            let same_word = a.0 - before.first.0 == b.0 - after.first.0;
            if before.words != after.words
                || !same_word
                || pairing.to_new.contains_key(&a)
                || pairing.to_old.contains_key(&b)
            {
                continue;
            }
            for word in 0..u32::from(before.words) {
                pairing.insert(Virtual(before.first.0 + word), Virtual(after.first.0 + word));
            }
        }
        pairing
    }
}

/// Where the virtual registers of both versions are in the unified body.
pub(crate) struct Registers {
    pub(crate) old: Vec<Reg>,
    pub(crate) new: Vec<Reg>,
    /// Registers that mean something to both versions.
    pub(crate) is_shared: Vec<bool>,
    /// How many parameters come first, before all of these. None if both versions have as many: then
    /// these are the first registers of both.
    pub(crate) n_incoming: usize,
}

/// The unified body would need more registers than there are.
pub(crate) struct TooMany;

impl Registers {
    pub(crate) fn of(
        old: &Items<'_>,
        new: &Items<'_>,
        pairing: &Pairing,
    ) -> Result<Registers, TooMany> {
        let mut n_regs = 0u32;
        let mut next = || {
            n_regs += 1;
            u16::try_from(n_regs - 1).map(Reg).map_err(|_| TooMany)
        };
        let n_params = [old, new].map(|side| side.params.len());
        let differ = n_params[0] != n_params[1];
        let n_incoming = if differ { n_params[0].max(n_params[1]) } else { 0 };
        for _ in 0..n_incoming {
            next()?;
        }
        // Parameters come first in both, and in the same order.
        let mut news = Vec::with_capacity(new.virtuals.len());
        for _ in &new.virtuals {
            news.push(next()?);
        }
        let mut olds = Vec::with_capacity(old.virtuals.len());
        let mut is_shared = vec![false; n_incoming + news.len()];
        for n in 0..old.virtuals.len() {
            let reg = match pairing.to_new.get(&Virtual(n as u32)) {
                Some(paired) => {
                    let reg = news[paired.0 as usize];
                    is_shared[reg.index()] = true;
                    reg
                }
                None => next()?,
            };
            olds.push(reg);
        }
        is_shared.resize(n_regs as usize, false);
        Ok(Registers { old: olds, new: news, is_shared, n_incoming })
    }

    pub(crate) fn len(&self) -> usize {
        self.is_shared.len()
    }
}
