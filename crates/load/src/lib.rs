//! From files to a linked program that the engine runs, whatever language they are in.
//!
//! A language is a [`FrontEnd`]: it recognises its files, lowers them to modules, links them with its
//! runtime library, and says how the same program is built natively. **A new language is one more
//! entry in [`front_ends`]**; nothing outside of this crate names one.

pub mod captured;
mod explored;
pub mod libc;
mod llvm;
mod lowering;
pub mod module_file;

pub use explored::{Explored, explored};
pub use llvm::ENTRY;
pub use lowering::lower_text;

use anyhow::{Context, Result, bail};
use patchlight_cache::Cache;
use patchlight_capture::cc::ROOT;
use patchlight_capture::modules::BuiltFile;
use patchlight_engine::Program;
use patchlight_ir::Module;
use patchlight_replay::Version;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A module, and what to call it in messages.
pub type NamedModule = (String, Module);

/// What one language needs.
pub trait FrontEnd: Sync {
    /// Which files it takes, for the message about a file that nobody takes.
    fn takes(&self) -> &'static str;

    fn recognises(&self, file: &Path, content: &[u8]) -> bool;

    /// The lowered modules of one file.
    fn lower(
        &self,
        cache: &Cache,
        program: &ProgramFiles,
        file: &Path,
        content: &[u8],
    ) -> Result<Vec<NamedModule>>;

    /// The function in which programs begin.
    fn entry(&self) -> &'static str;

    /// Joins modules with what they need of the runtime library.
    fn link(
        &self,
        cache: &Cache,
        program: &ProgramFiles,
        modules: Vec<NamedModule>,
        entry: &str,
    ) -> Result<Module>;

    /// Builds the same program as it runs without Patchlight: plain, and with all checks that there
    /// are. `name` says in messages which version it is.
    fn build_natively(&self, name: &str, program: &ProgramFiles, dir: &Path) -> Result<Version>;

    /// What a program is called when it runs: its `argv[0]`.
    fn name_of(&self, file: &Path) -> OsString;

    /// Whether loading the file compiles it, so that its sources are what it was made from.
    fn is_fresh(&self, file: &Path) -> bool;
}

/// All languages.
pub fn front_ends() -> &'static [&'static dyn FrontEnd] {
    &[&llvm::Llvm]
}

/// The files of a program, and how they are read.
#[derive(Clone, Debug, Default)]
pub struct ProgramFiles {
    pub files: Vec<PathBuf>,
    /// Compiler options for sources.
    pub cflags: String,
    /// Another clang than the pinned one.
    pub clang: Option<PathBuf>,
    /// The directory that was `$PATCHLIGHT_ROOT` when the program was built.
    pub root: Option<PathBuf>,
    /// One of the files, if somebody has read it already.
    pub built: Option<Arc<BuiltFile>>,
    /// Its `main` may be in a part that there is no module of, as in C++: all other parts are linked,
    /// and executing it is a gap.
    pub may_lack_main: bool,
}

impl ProgramFiles {
    /// Where a source is that debug information names.
    pub fn source_path(&self, dir: &Path, name: &str) -> PathBuf {
        let path = dir.join(name);
        let Ok(below) = path.strip_prefix(ROOT) else { return path };
        if let Some(root) = &self.root {
            return root.join(below);
        }
        // An executable that `patchlight test` built lies below the directory that it was built in.
        let executable = self.files.first().and_then(|file| std::path::absolute(file).ok());
        let mut above = executable.iter().flat_map(|file| file.ancestors().skip(1));
        let root = above.find(|root| root.join(below).is_file());
        root.map_or_else(|| path.clone(), |root| root.join(below))
    }

    /// What one of the files leads to that was built with `patchlight cc`.
    pub fn built_file(&self, file: &Path) -> Result<Arc<BuiltFile>> {
        match &self.built {
            Some(built) if built.path == file => Ok(Arc::clone(built)),
            _ => Ok(Arc::new(BuiltFile::read(file)?)),
        }
    }

    /// The language that the program is in.
    pub fn front_end(&self) -> Result<&'static dyn FrontEnd> {
        let first = self.files.first().context("no program given")?;
        front_end_of(first, &read(first)?)
    }

    /// What the program is called when it runs.
    pub fn name(&self) -> Result<OsString> {
        Ok(self.front_end()?.name_of(&self.files[0]))
    }

    /// Builds the program natively.
    pub fn build_natively(&self, name: &str, dir: &Path) -> Result<Version> {
        self.front_end()?.build_natively(name, self, dir)
    }

    /// Whether loading the program compiles all of it.
    pub fn is_fresh(&self) -> Result<bool> {
        let front_end = self.front_end()?;
        Ok(self.files.iter().all(|file| front_end.is_fresh(file)))
    }
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

fn front_end_of(file: &Path, content: &[u8]) -> Result<&'static dyn FrontEnd> {
    let found = front_ends().iter().find(|front_end| front_end.recognises(file, content));
    match found {
        Some(front_end) => Ok(*front_end),
        None => {
            let takes: Vec<&str> = front_ends().iter().map(|front_end| front_end.takes()).collect();
            bail!("{}: not {}", file.display(), takes.join(", nor "))
        }
    }
}

/// Reads, compiles and links a program.
pub fn load(program: &ProgramFiles) -> Result<Program> {
    let cache = Cache::open()?;
    let modules = load_all(&cache, program)?;
    link(&cache, program, modules, program.front_end()?.entry())
}

/// The modules of a program's files.
pub fn load_all(cache: &Cache, program: &ProgramFiles) -> Result<Vec<NamedModule>> {
    let mut modules = Vec::new();
    for file in &program.files {
        modules.extend(load_modules(cache, program, file)?);
    }
    Ok(modules)
}

/// The modules of one of a program's files.
pub fn load_modules(
    cache: &Cache,
    program: &ProgramFiles,
    file: &Path,
) -> Result<Vec<NamedModule>> {
    let content = read(file)?;
    front_end_of(file, &content)?.lower(cache, program, file, &content)
}

/// Whether one of the modules has this function with a body.
pub fn defines(modules: &[NamedModule], function: &str) -> bool {
    let defined =
        |module: &Module| module.functions.iter().any(|f| f.name == function && f.body().is_some());
    modules.iter().any(|(_, module)| defined(module))
}

/// Links modules with the runtime library to a program that begins with `entry`.
pub fn link(
    cache: &Cache,
    program: &ProgramFiles,
    modules: Vec<NamedModule>,
    entry: &str,
) -> Result<Program> {
    Ok(Program::new(link_module(cache, program, modules, entry)?)?)
}

/// Links modules with the runtime library.
pub fn link_module(
    cache: &Cache,
    program: &ProgramFiles,
    modules: Vec<NamedModule>,
    entry: &str,
) -> Result<Module> {
    program.front_end()?.link(cache, program, modules, entry)
}

/// The same, with summaries in the place of libc's string functions.
pub fn link_with_summaries(
    cache: &Cache,
    program: &ProgramFiles,
    modules: Vec<NamedModule>,
    entry: &str,
) -> Result<Program> {
    let own = own_functions(&modules);
    Ok(link(cache, program, modules, entry)?.summarise(|name| own.contains(name)))
}

/// The names of the functions that modules have with a body.
pub fn own_functions(modules: &[NamedModule]) -> HashSet<String> {
    let functions = modules.iter().flat_map(|(_, module)| &module.functions);
    functions.filter(|f| f.body().is_some()).map(|f| f.name.clone()).collect()
}
