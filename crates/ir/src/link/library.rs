//! What a library offers to the linker: symbols by name, functions and globals one by one.

use crate::ids::{FileId, FuncId, GlobalId, NameId};
use crate::link::LinkError;
use crate::module::{FuncKind, Function, Global, GlobalKind, Linkage, Module, Structor};
use crate::verify::Sizes;
use std::collections::HashMap;
use thiserror::Error;

pub type LibraryError = Box<dyn std::error::Error + Send + Sync>;

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Symbol {
    Func(FuncId),
    Global(GlobalId),
}

/// A module that was linked once (see [`super::link_library`]) and is read piece by piece. All ids
/// are the library's own. What is handed out must have passed
/// [`crate::verify_structure`] with these `sizes`.
pub trait Library {
    fn sizes(&self) -> Sizes;
    /// The function of this name that other modules see (see [`exports`]).
    fn find_function(&self, name: &str) -> Option<FuncId>;
    fn find_global(&self, name: &str) -> Option<GlobalId>;
    fn function(&mut self, id: FuncId) -> Result<Function, LibraryError>;
    fn global(&mut self, id: GlobalId) -> Result<Global, LibraryError>;
    fn name(&self, id: NameId) -> &str;
    fn file(&self, id: FileId) -> &str;
    fn constructors(&self) -> &[Structor];
    fn destructors(&self) -> &[Structor];
}

/// The definitions that other modules see: what the index of a stored library holds.
pub fn exports(module: &Module) -> impl Iterator<Item = (&str, Symbol)> {
    let functions = module.functions.iter().enumerate().filter_map(|(index, function)| {
        let seen = function.linkage != Linkage::Internal && function.kind != FuncKind::Declared;
        seen.then(|| (function.name.as_str(), Symbol::Func(FuncId::from_index(index))))
    });
    let globals = module.globals.iter().enumerate().filter_map(|(index, global)| {
        let seen = global.linkage != Linkage::Internal && global.kind != GlobalKind::Declared;
        seen.then(|| (global.name.as_str(), Symbol::Global(GlobalId::from_index(index))))
    });
    functions.chain(globals)
}

/// A library in memory.
#[derive(Default)]
pub struct ModuleLibrary {
    module: Module,
    functions: HashMap<String, FuncId>,
    globals: HashMap<String, GlobalId>,
}

impl ModuleLibrary {
    pub fn new(module: Module) -> ModuleLibrary {
        let mut library = ModuleLibrary::default();
        for (name, symbol) in exports(&module) {
            match symbol {
                Symbol::Func(id) => drop(library.functions.insert(name.to_string(), id)),
                Symbol::Global(id) => drop(library.globals.insert(name.to_string(), id)),
            }
        }
        library.module = module;
        library
    }
}

#[derive(Debug, Error)]
#[error("there is no {what} {index}")]
struct Missing {
    what: &'static str,
    index: usize,
}

impl Library for ModuleLibrary {
    fn sizes(&self) -> Sizes {
        Sizes::of(&self.module)
    }

    fn find_function(&self, name: &str) -> Option<FuncId> {
        self.functions.get(name).copied()
    }

    fn find_global(&self, name: &str) -> Option<GlobalId> {
        self.globals.get(name).copied()
    }

    fn function(&mut self, id: FuncId) -> Result<Function, LibraryError> {
        let missing = Missing { what: "function", index: id.index() };
        Ok(self.module.functions.get(id.index()).cloned().ok_or(missing)?)
    }

    fn global(&mut self, id: GlobalId) -> Result<Global, LibraryError> {
        let missing = Missing { what: "global", index: id.index() };
        Ok(self.module.globals.get(id.index()).cloned().ok_or(missing)?)
    }

    fn name(&self, id: NameId) -> &str {
        self.module.name(id)
    }

    fn file(&self, id: FileId) -> &str {
        self.module.file(id)
    }

    fn constructors(&self) -> &[Structor] {
        &self.module.constructors
    }

    fn destructors(&self) -> &[Structor] {
        &self.module.destructors
    }
}

impl From<LibraryError> for LinkError {
    fn from(error: LibraryError) -> LinkError {
        LinkError::Library(error)
    }
}
