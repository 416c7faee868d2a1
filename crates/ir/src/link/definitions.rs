//! Which of the program's definitions of a name wins.

use crate::link::{LinkError, Unit};
use crate::module::{FuncKind, GlobalKind, Linkage};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The winning definition of a name: which unit's, and its id there.
#[derive(Copy, Clone, Debug)]
pub(super) struct Definition {
    pub unit: usize,
    pub id: u32,
    linkage: Linkage,
    /// The largest that a tentative definition asks for.
    pub size: u64,
    pub align: u32,
}

#[derive(Default)]
pub(super) struct Definitions(HashMap<String, Definition>);

impl Definitions {
    pub fn functions(units: &[Unit]) -> Result<Definitions, LinkError> {
        let mut all = Definitions::default();
        for (unit, Unit { module, .. }) in units.iter().enumerate() {
            for (id, function) in module.functions.iter().enumerate() {
                if function.kind != FuncKind::Declared {
                    let linkage = function.linkage;
                    let new = Definition { unit, id: id as u32, linkage, size: 0, align: 1 };
                    all.add(units, &function.name, new)?;
                }
            }
        }
        Ok(all)
    }

    pub fn globals(units: &[Unit]) -> Result<Definitions, LinkError> {
        let mut all = Definitions::default();
        for (unit, Unit { module, .. }) in units.iter().enumerate() {
            for (id, global) in module.globals.iter().enumerate() {
                if global.kind != GlobalKind::Declared {
                    let (linkage, size, align) = (global.linkage, global.size, global.align);
                    let new = Definition { unit, id: id as u32, linkage, size, align };
                    all.add(units, &global.name, new)?;
                }
            }
        }
        Ok(all)
    }

    pub fn get(&self, name: &str) -> Option<&Definition> {
        self.0.get(name)
    }

    fn add(&mut self, units: &[Unit], name: &str, new: Definition) -> Result<(), LinkError> {
        if new.linkage == Linkage::Internal {
            return Ok(());
        }
        let mut entry = match self.0.entry(name.to_string()) {
            Entry::Vacant(entry) => {
                entry.insert(new);
                return Ok(());
            }
            Entry::Occupied(entry) => entry,
        };
        let old = entry.get_mut();
        match (old.linkage, new.linkage) {
            (Linkage::External, Linkage::External) => {
                return Err(LinkError::Duplicate {
                    symbol: name.to_string(),
                    first: units[old.unit].name.clone(),
                    second: units[new.unit].name.clone(),
                });
            }
            (Linkage::Common, Linkage::Common) => {
                old.size = old.size.max(new.size);
                old.align = old.align.max(new.align);
            }
            _ if strength(new.linkage) > strength(old.linkage) => *old = new,
            _ => {}
        }
        Ok(())
    }
}

fn strength(linkage: Linkage) -> u8 {
    match linkage {
        Linkage::Internal => 0,
        Linkage::Weak => 1,
        Linkage::Common => 2,
        Linkage::External => 3,
    }
}
