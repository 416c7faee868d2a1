//! Globals: which definition a name means, and what its initialiser becomes.

use super::LinkError;
use super::build::{Build, Decision, Mode, Owner, Work, is_winner};
use crate::ids::GlobalId;
use crate::module::{Global, GlobalKind, Linkage, RelocTarget};
use std::collections::HashSet;

impl Build<'_> {
    pub(super) fn resolve_global(
        &mut self,
        owner: Owner,
        id: GlobalId,
    ) -> Result<GlobalId, LinkError> {
        if let Some(done) = self.maps(owner).resolved_globals[id.index()] {
            return Ok(done);
        }
        let head = match owner {
            Owner::Unit(unit) => &self.units[unit].module.globals[id.index()],
            Owner::Library => self.library_global(id)?,
        };
        let (linkage, is_declared) = (head.linkage, head.kind == GlobalKind::Declared);
        let name = head.name.clone();
        let decision = match (linkage, owner) {
            (Linkage::Internal, _) => Decision::Place(owner, id),
            (_, Owner::Unit(_)) => self.decide_global(&name),
            (_, Owner::Library) => match self.globals.get(&name) {
                Some(winner) => Decision::Place(Owner::Unit(winner.unit), GlobalId(winner.id)),
                None if is_declared => Decision::Declare,
                None => Decision::Place(owner, id),
            },
        };
        let done = match decision {
            Decision::Place(owner, id) => self.place_global(owner, id)?,
            Decision::Declare => {
                let global = self.take_global(owner, id)?;
                self.declare_global(global)
            }
        };
        self.maps(owner).resolved_globals[id.index()] = Some(done);
        Ok(done)
    }

    pub(super) fn decide_global(&self, name: &str) -> Decision<GlobalId> {
        if let Some(winner) = self.globals.get(name) {
            return Decision::Place(Owner::Unit(winner.unit), GlobalId(winner.id));
        }
        let found = self.library.find_global(name);
        found.map_or(Decision::Declare, |id| Decision::Place(Owner::Library, id))
    }

    fn library_global(&mut self, id: GlobalId) -> Result<&Global, LinkError> {
        if self.last_global.as_ref().is_none_or(|(last, _)| *last != id) {
            self.last_global = Some((id, self.library.global(id)?));
        }
        let (_, global) = self.last_global.as_ref().expect("it was just read");
        Ok(global)
    }

    fn take_global(&mut self, owner: Owner, id: GlobalId) -> Result<Global, LinkError> {
        match owner {
            Owner::Unit(unit) => {
                let global = &mut self.units[unit].module.globals[id.index()];
                if matches!(global.kind, GlobalKind::Alias { .. }) {
                    return Ok(global.clone());
                }
                let kind = std::mem::replace(&mut global.kind, GlobalKind::Declared);
                let head = global.clone();
                Ok(Global { kind, ..head })
            }
            Owner::Library => {
                self.library_global(id)?;
                let (_, global) = self.last_global.take().expect("it was just read");
                Ok(global)
            }
        }
    }

    fn declare_global(&mut self, mut global: Global) -> GlobalId {
        if let Some(&done) = self.declared_globals.get(&global.name) {
            if global.linkage == Linkage::External {
                self.result.globals[done.index()].linkage = Linkage::External;
            }
            return done;
        }
        let id = GlobalId::from_index(self.result.globals.len());
        self.declared_globals.insert(global.name.clone(), id);
        global.kind = GlobalKind::Declared;
        // Nobody knows how large it would be.
        global.size = 0;
        self.result.globals.push(global);
        id
    }

    pub(super) fn place_global(
        &mut self,
        owner: Owner,
        id: GlobalId,
    ) -> Result<GlobalId, LinkError> {
        if let Some(done) = self.maps(owner).placed_globals[id.index()] {
            return Ok(done);
        }
        let global = self.take_global(owner, id)?;
        match global.kind {
            GlobalKind::Alias { global: target, offset } if self.mode == Mode::Program => {
                let (base, offset) = self.alias_base(owner, &global.name, target, offset)?;
                let base = self.place_global(owner, base)?;
                if offset == 0 {
                    self.maps(owner).placed_globals[id.index()] = Some(base);
                    return Ok(base);
                }
                let kind = GlobalKind::Alias { global: base, offset };
                Ok(self.append_global(owner, id, Global { kind, ..global }))
            }
            _ => {
                let new = self.append_global(owner, id, global);
                self.work.push_back(Work::Global(new, owner));
                Ok(new)
            }
        }
    }

    /// Follows aliases to what is none, adding up the offsets.
    fn alias_base(
        &mut self,
        owner: Owner,
        symbol: &str,
        mut target: GlobalId,
        mut offset: u64,
    ) -> Result<(GlobalId, u64), LinkError> {
        let mut passed = HashSet::new();
        while passed.insert(target) {
            let head = match owner {
                Owner::Unit(unit) => &self.units[unit].module.globals[target.index()],
                Owner::Library => self.library_global(target)?,
            };
            match head.kind {
                GlobalKind::Alias { global, offset: more } => {
                    target = global;
                    // One that is too large for a number is outside of any global, which is told
                    // when the program is loaded.
                    offset = offset.saturating_add(more);
                }
                _ => return Ok((target, offset)),
            }
        }
        Err(LinkError::AliasCycle { symbol: symbol.to_string() })
    }

    fn append_global(&mut self, owner: Owner, id: GlobalId, mut global: Global) -> GlobalId {
        let winner = self.globals.get(&global.name);
        let stays = match owner {
            Owner::Unit(unit) => is_winner(winner, unit, id.index()),
            Owner::Library => winner.is_none(),
        };
        match winner {
            Some(winner) if stays && global.linkage == Linkage::Common => {
                (global.size, global.align) = (winner.size, winner.align);
            }
            _ if !stays => global.linkage = Linkage::Internal,
            _ => {}
        }
        let new = GlobalId::from_index(self.result.globals.len());
        self.result.globals.push(global);
        self.maps(owner).placed_globals[id.index()] = Some(new);
        new
    }

    pub(super) fn finish_global(&mut self, id: GlobalId, owner: Owner) -> Result<(), LinkError> {
        let global = &mut self.result.globals[id.index()];
        let mut kind = std::mem::replace(&mut global.kind, GlobalKind::Declared);
        match &mut kind {
            GlobalKind::Declared => {}
            GlobalKind::Alias { global, .. } => *global = self.place_global(owner, *global)?,
            GlobalKind::Defined(init) => {
                for reloc in &mut init.relocs {
                    reloc.target = match reloc.target {
                        RelocTarget::Func(func) => {
                            RelocTarget::Func(self.resolve_function(owner, func)?)
                        }
                        RelocTarget::Global(global) => {
                            RelocTarget::Global(self.resolve_global(owner, global)?)
                        }
                        RelocTarget::Block(func, block) => {
                            RelocTarget::Block(self.place_function(owner, func)?, block)
                        }
                    };
                }
            }
        }
        self.result.globals[id.index()].kind = kind;
        Ok(())
    }
}
