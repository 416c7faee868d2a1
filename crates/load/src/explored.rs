//! How an explored program starts: what Patchlight adds to it before it is linked.

use crate::{
    ENTRY, NamedModule, ProgramFiles, defines, link, link_with_summaries, load_all, load_modules,
    lower_text,
};
use anyhow::Result;
use patchlight_cache::{Cache, Key};
use patchlight_engine::Program;
use patchlight_toolchain::{FUZZ_MAIN, START};
use std::collections::HashSet;

/// The entry of programs that ask how many arguments they have (see `harness/start.ll`).
const CHOOSING_ENTRY: &str = "__pl_start_chosen";
const FUZZ_FUNCTION: &str = "LLVMFuzzerTestOneInput";

/// A program ready to be explored.
pub struct Explored {
    pub program: Program,
    /// The name of its entry.
    pub entry: &'static str,
    /// The names of the sources that are its own, not libc's.
    pub sources: HashSet<String>,
    /// It has no `main` of its own, but one that calls its fuzz target.
    pub has_fuzz_main: bool,
}

/// Loads a program to be explored. `chooses_args`: how many arguments it has is an input.
pub fn explored(
    args: &ProgramFiles,
    chooses_args: bool,
    fuzz_len: u32,
    with_summaries: bool,
) -> Result<Explored> {
    let cache = Cache::open()?;
    let mut modules = load_all(&cache, args)?;
    let sources = modules.iter().flat_map(|(_, module)| module.files.iter().cloned()).collect();
    let has_fuzz_main = !defines(&modules, "main") && defines(&modules, FUZZ_FUNCTION);
    if has_fuzz_main {
        modules.extend(fuzz_main(&cache, args, fuzz_len)?);
    }
    let entry = if chooses_args { CHOOSING_ENTRY } else { ENTRY };
    if chooses_args {
        modules.push(("start.ll".to_string(), lower_text(START.as_bytes(), "start.ll")?));
    }
    let link = if with_summaries { link_with_summaries } else { link };
    let program = link(&cache, args, modules, entry)?;
    Ok(Explored { program, entry, sources, has_fuzz_main })
}

fn fuzz_main(cache: &Cache, args: &ProgramFiles, len: u32) -> Result<Vec<NamedModule>> {
    let name = format!("harness-{}/fuzz_main.c", Key::of([FUZZ_MAIN.as_bytes()]).as_str());
    if cache.read(&name).is_none() {
        cache.write(&name, FUZZ_MAIN.as_bytes())?;
    }
    let file = cache.path(&name);
    let args = ProgramFiles {
        files: vec![file.clone()],
        cflags: format!("-DPATCHLIGHT_FUZZ_LEN={len}"),
        clang: args.clang.clone(),
        ..ProgramFiles::default()
    };
    load_modules(cache, &args, &file)
}
