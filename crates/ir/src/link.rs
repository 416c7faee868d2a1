//! Links modules by the names of their symbols, and takes from a library what is still missing.
//!
//! **Who wins.**
//! - Internal symbols never meet others.
//! - Among the program's modules an external definition beats a tentative (common) one, which
//!   beats a weak one, as in ELF; two external ones are an error; of several weak ones the first
//!   stays; of several tentative ones the largest size and alignment.
//! - Any definition of the program beats the library's, also for the library's own references.
//! - A function whose name the engine knows (`is_builtin`) and the program does not define stays
//!   declared, whatever the library has.
//! - What nobody defines stays declared, one symbol a name; it is weak only if all references are.
//!
//! An alias means the definition in its own module, even where another module's definition of that
//! name wins: such a copy is kept as an internal symbol.
//!
//! **Invariants of the result.** Only what the roots and the constructors reach is there; roots
//! come first, the rest in order of discovery, so equal input gives equal output. No function
//! alias is left, and of the global aliases only those with an offset, directly to their target.
//! An ifunc is a function that calls its resolver and forwards to what that returns. Names and
//! files are deduplicated.
//!
//! Functions and globals are separate name spaces: an op cannot use one as the other. If some
//! module of the program declares `__start_X` or `__stop_X`, all globals of the program in section
//! `X` are kept, in the order of the modules; whoever lays out memory defines the two symbols.
//!
//! Modules must be verified; a broken id panics.

mod build;
mod definitions;
mod functions;
mod globals;
mod library;

pub use library::{Library, LibraryError, ModuleLibrary, Symbol, exports};

use crate::module::Module;
use build::{Build, Mode};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum LinkError {
    #[error("`{symbol}` is defined twice: in {first} and in {second}")]
    Duplicate { symbol: String, first: String, second: String },
    #[error("the aliases of `{symbol}` form a circle")]
    AliasCycle { symbol: String },
    #[error("`{symbol}` has too many parameters for an ifunc")]
    TooManyParameters { symbol: String },
    #[error("cannot read from the library: {0}")]
    Library(LibraryError),
}

/// A module of the program and what to call it in messages.
pub(crate) struct Unit {
    pub name: String,
    pub module: Module,
}

/// Collects the modules of a program.
#[derive(Default)]
pub struct Linker {
    units: Vec<Unit>,
}

impl Linker {
    pub fn new() -> Linker {
        Linker::default()
    }

    /// Adds a module of the program; `name` stands for it in messages.
    pub fn add(&mut self, name: impl Into<String>, module: Module) {
        self.units.push(Unit { name: name.into(), module });
    }

    /// Links what `roots` (functions or globals) and constructors reach. A root that nobody
    /// defines is left out: callers look for it by name in the result.
    pub fn finish(
        self,
        roots: &[&str],
        library: &mut dyn Library,
        is_builtin: &dyn Fn(&str) -> bool,
    ) -> Result<Module, LinkError> {
        let mut build = Build::new(self.units, library, is_builtin, Mode::Program)?;
        build.place_roots(roots)?;
        build.place_section_arrays()?;
        build.place_structors()?;
        build.finish()
    }

    /// Makes the modules one that serves as a library: everything is kept, also aliases, whose
    /// names a program may want.
    pub fn finish_library(self) -> Result<Module, LinkError> {
        let mut nothing = ModuleLibrary::default();
        let mut build = Build::new(self.units, &mut nothing, &|_| false, Mode::Library)?;
        build.place_everything()?;
        build.place_structors()?;
        build.finish()
    }
}

/// [`Linker::finish_library`] for a list of modules.
pub fn link_library(modules: Vec<(String, Module)>) -> Result<Module, LinkError> {
    let units = modules.into_iter().map(|(name, module)| Unit { name, module }).collect();
    Linker { units }.finish_library()
}
