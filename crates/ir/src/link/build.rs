//! Builds the linked module: follows references from what is wanted, breadth first.
//!
//! A symbol is *resolved* (whose definition does this name mean?) and a definition is *placed* (it
//! gets its id in the result and is queued; its own references are resolved when its turn comes).

use super::definitions::{Definition, Definitions};
use super::{Library, LinkError, Unit};
use crate::ids::{FileId, FuncId, GlobalId, NameId};
use crate::module::{FuncKind, Function, Global, GlobalKind, Linkage, Module, Structor};
use crate::verify::Sizes;
use std::collections::{HashMap, HashSet, VecDeque};

/// What becomes of aliases.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Mode {
    /// They are replaced by what they stand for.
    Program,
    /// They stay: their names are exported.
    Library,
}

#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Owner {
    Unit(usize),
    Library,
}

pub(super) enum Decision<Id> {
    Place(Owner, Id),
    Declare,
}

pub(super) enum Work {
    Func(FuncId, Owner),
    Global(GlobalId, Owner),
}

/// Where an owner's ids went; `None` where they were not needed yet.
pub(super) struct Maps {
    pub(super) resolved_functions: Vec<Option<FuncId>>,
    pub(super) placed_functions: Vec<Option<FuncId>>,
    pub(super) resolved_globals: Vec<Option<GlobalId>>,
    pub(super) placed_globals: Vec<Option<GlobalId>>,
    pub(super) names: Vec<Option<NameId>>,
    pub(super) files: Vec<Option<FileId>>,
}

impl Maps {
    fn new(sizes: Sizes) -> Maps {
        Maps {
            resolved_functions: vec![None; sizes.functions],
            placed_functions: vec![None; sizes.functions],
            resolved_globals: vec![None; sizes.globals],
            placed_globals: vec![None; sizes.globals],
            names: vec![None; sizes.names],
            files: vec![None; sizes.files],
        }
    }
}

pub(super) struct Build<'a> {
    pub(super) units: Vec<Unit>,
    pub(super) library: &'a mut dyn Library,
    pub(super) is_builtin: &'a dyn Fn(&str) -> bool,
    pub(super) mode: Mode,
    pub(super) functions: Definitions,
    pub(super) globals: Definitions,
    /// One for each unit, then one for the library.
    pub(super) maps: Vec<Maps>,
    pub(super) declared_functions: HashMap<String, FuncId>,
    pub(super) declared_globals: HashMap<String, GlobalId>,
    pub(super) name_ids: HashMap<String, NameId>,
    pub(super) file_ids: HashMap<String, FileId>,
    /// What was read from the library last: it is often resolved and then placed.
    pub(super) last_function: Option<(FuncId, Function)>,
    pub(super) last_global: Option<(GlobalId, Global)>,
    pub(super) work: VecDeque<Work>,
    pub(super) result: Module,
}

impl<'a> Build<'a> {
    pub fn new(
        units: Vec<Unit>,
        library: &'a mut dyn Library,
        is_builtin: &'a dyn Fn(&str) -> bool,
        mode: Mode,
    ) -> Result<Build<'a>, LinkError> {
        let sizes = units.iter().map(|unit| Sizes::of(&unit.module)).chain([library.sizes()]);
        Ok(Build {
            maps: sizes.map(Maps::new).collect(),
            functions: Definitions::functions(&units)?,
            globals: Definitions::globals(&units)?,
            units,
            library,
            is_builtin,
            mode,
            declared_functions: HashMap::new(),
            declared_globals: HashMap::new(),
            name_ids: HashMap::new(),
            file_ids: HashMap::new(),
            last_function: None,
            last_global: None,
            work: VecDeque::new(),
            result: Module::default(),
        })
    }

    pub fn place_roots(&mut self, roots: &[&str]) -> Result<(), LinkError> {
        for root in roots {
            if let Decision::Place(owner, id) = self.decide_function(root) {
                self.place_function(owner, id)?;
            }
            if let Decision::Place(owner, id) = self.decide_global(root) {
                self.place_global(owner, id)?;
            }
        }
        Ok(())
    }

    /// Keeps the globals of sections whose bounds the program asks for. They come before other
    /// globals so that their order is the order of the modules.
    pub fn place_section_arrays(&mut self) -> Result<(), LinkError> {
        let globals = || self.units.iter().flat_map(|unit| &unit.module.globals);
        let section_of = |global: &Global| {
            let name = &global.name;
            let bound = name.strip_prefix("__start_").or_else(|| name.strip_prefix("__stop_"))?;
            (global.kind == GlobalKind::Declared).then(|| bound.to_string())
        };
        let sections: HashSet<String> = globals().filter_map(section_of).collect();
        if sections.is_empty() {
            return Ok(());
        }
        for unit in 0..self.units.len() {
            for id in 0..self.units[unit].module.globals.len() {
                let section = &self.units[unit].module.globals[id].section;
                if section.as_ref().is_some_and(|section| sections.contains(section)) {
                    self.resolve_global(Owner::Unit(unit), GlobalId::from_index(id))?;
                }
            }
        }
        Ok(())
    }

    /// The library's first, then the program's, sorted by priority alone.
    pub fn place_structors(&mut self) -> Result<(), LinkError> {
        let mut wanted = vec![(
            Owner::Library,
            self.library.constructors().to_vec(),
            self.library.destructors().to_vec(),
        )];
        for (index, unit) in self.units.iter_mut().enumerate() {
            let constructors = std::mem::take(&mut unit.module.constructors);
            let destructors = std::mem::take(&mut unit.module.destructors);
            wanted.push((Owner::Unit(index), constructors, destructors));
        }
        for (owner, constructors, destructors) in wanted {
            for Structor { priority, func } in constructors {
                let func = self.resolve_function(owner, func)?;
                self.result.constructors.push(Structor { priority, func });
            }
            for Structor { priority, func } in destructors {
                let func = self.resolve_function(owner, func)?;
                self.result.destructors.push(Structor { priority, func });
            }
        }
        self.result.constructors.sort_by_key(|structor| structor.priority);
        self.result.destructors.sort_by_key(|structor| structor.priority);
        Ok(())
    }

    /// Every definition that is internal or wins, in the order of the units.
    pub fn place_everything(&mut self) -> Result<(), LinkError> {
        for unit in 0..self.units.len() {
            let owner = Owner::Unit(unit);
            for id in 0..self.units[unit].module.functions.len() {
                if self.is_kept_function(unit, id) {
                    self.place_function(owner, FuncId::from_index(id))?;
                }
            }
            for id in 0..self.units[unit].module.globals.len() {
                if self.is_kept_global(unit, id) {
                    self.place_global(owner, GlobalId::from_index(id))?;
                }
            }
        }
        Ok(())
    }

    fn is_kept_function(&self, unit: usize, id: usize) -> bool {
        let function = &self.units[unit].module.functions[id];
        function.kind != FuncKind::Declared
            && (function.linkage == Linkage::Internal
                || is_winner(self.functions.get(&function.name), unit, id))
    }

    fn is_kept_global(&self, unit: usize, id: usize) -> bool {
        let global = &self.units[unit].module.globals[id];
        global.kind != GlobalKind::Declared
            && (global.linkage == Linkage::Internal
                || is_winner(self.globals.get(&global.name), unit, id))
    }

    pub fn finish(mut self) -> Result<Module, LinkError> {
        while let Some(work) = self.work.pop_front() {
            match work {
                Work::Func(id, owner) => self.finish_function(id, owner)?,
                Work::Global(id, owner) => self.finish_global(id, owner)?,
            }
        }
        Ok(self.result)
    }

    pub(super) fn maps(&mut self, owner: Owner) -> &mut Maps {
        match owner {
            Owner::Unit(unit) => &mut self.maps[unit],
            Owner::Library => self.maps.last_mut().expect("the library has maps"),
        }
    }
}

pub(super) fn is_winner(definition: Option<&Definition>, unit: usize, id: usize) -> bool {
    definition.is_some_and(|winner| winner.unit == unit && winner.id as usize == id)
}

/// Names and files.
impl Build<'_> {
    pub(super) fn name(&mut self, owner: Owner, id: NameId) -> NameId {
        if let Some(done) = self.maps(owner).names[id.index()] {
            return done;
        }
        let text = match owner {
            Owner::Unit(unit) => self.units[unit].module.name(id),
            Owner::Library => self.library.name(id),
        };
        let new = intern(&mut self.name_ids, &mut self.result.names, text, NameId::from_index);
        self.maps(owner).names[id.index()] = Some(new);
        new
    }

    pub(super) fn file(&mut self, owner: Owner, id: FileId) -> FileId {
        if let Some(done) = self.maps(owner).files[id.index()] {
            return done;
        }
        let text = match owner {
            Owner::Unit(unit) => self.units[unit].module.file(id),
            Owner::Library => self.library.file(id),
        };
        let new = intern(&mut self.file_ids, &mut self.result.files, text, FileId::from_index);
        self.maps(owner).files[id.index()] = Some(new);
        new
    }
}

pub(super) fn intern<Id: Copy>(
    ids: &mut HashMap<String, Id>,
    texts: &mut Vec<String>,
    text: &str,
    from_index: impl Fn(usize) -> Id,
) -> Id {
    if let Some(&id) = ids.get(text) {
        return id;
    }
    let id = from_index(texts.len());
    ids.insert(text.to_string(), id);
    texts.push(text.to_string());
    id
}
