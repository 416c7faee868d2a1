//! The three programs behind annotated sources: both versions in one, and each by itself.

use crate::cache::Cache;
pub use crate::program::ENTRY;
use crate::program::{self, ProgramArgs};
use anyhow::{Context, Result};
use patchlight_engine::Program;
use std::collections::{HashMap, HashSet};

pub struct Versions {
    pub both: Program,
    pub old: Program,
    pub new: Program,
    /// The names of the sources that are the program's own, not libc's.
    pub sources: HashSet<String>,
    /// How many globals of a name are the program's own.
    pub globals: HashMap<String, usize>,
    /// `argv[0]`.
    pub name: Vec<u8>,
}

impl Versions {
    pub fn load(args: &ProgramArgs) -> Result<Versions> {
        use std::os::unix::ffi::OsStringExt;
        let cache = Cache::open()?;
        let old = load_one(&cache, args, "PATCHLIGHT_OLD").context("the old version")?.program;
        let new = load_one(&cache, args, "PATCHLIGHT_NEW").context("the new version")?.program;
        let both = load_one(&cache, args, "PATCHLIGHT_BOTH").context(
            "both versions in one: each compiles, so the two arguments of a change() may not fit",
        )?;
        let Loaded { program: both, sources, globals } = both;
        let name = crate::run::program_name(&args.files[0]).into_vec();
        Ok(Versions { both, old, new, sources, globals, name })
    }
}

struct Loaded {
    program: Program,
    sources: HashSet<String>,
    globals: HashMap<String, usize>,
}

fn load_one(cache: &Cache, args: &ProgramArgs, define: &str) -> Result<Loaded> {
    let args = ProgramArgs {
        files: args.files.clone(),
        cflags: format!("{} -D{define}", args.cflags),
        clang: args.clang.clone(),
    };
    let modules = program::load_all(cache, &args)?;
    let sources = modules.iter().flat_map(|(_, module)| module.files.iter().cloned()).collect();
    let mut globals = HashMap::new();
    for global in modules.iter().flat_map(|(_, module)| &module.globals) {
        *globals.entry(global.name.clone()).or_default() += 1;
    }
    Ok(Loaded {
        program: program::link_with_summaries(cache, &args, modules, ENTRY)?,
        sources,
        globals,
    })
}
