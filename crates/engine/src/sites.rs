//! Where allocations and `free`s happened.

use crate::memory::SiteId;
use patchlight_ir::FuncId;
use std::collections::HashMap;

/// The calls that led to an allocation or a `free`, each kept once.
#[derive(Clone, Default)]
pub(crate) struct Sites {
    sites: Vec<Box<[(FuncId, u32)]>>,
    ids: HashMap<Box<[(FuncId, u32)]>, SiteId>,
}

impl Sites {
    pub(crate) fn known(&self, calls: &[(FuncId, u32)]) -> Option<SiteId> {
        self.ids.get(calls).copied()
    }

    pub(crate) fn add(&mut self, calls: &[(FuncId, u32)]) -> SiteId {
        self.sites.push(calls.into());
        // Site 0 means: not known.
        let id = SiteId(self.sites.len() as u32);
        self.ids.insert(calls.into(), id);
        id
    }

    pub(crate) fn calls(&self, id: SiteId) -> &[(FuncId, u32)] {
        if id.0 == 0 { &[] } else { &self.sites[id.0 as usize - 1] }
    }
}
