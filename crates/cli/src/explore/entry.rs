//! How an explored program starts: what Patchlight adds to it before it is linked.

use crate::cache::{Cache, Key};
use crate::program::{
    ENTRY, ProgramArgs, defines, link, link_with_summaries, load_all, load_modules, lower_text,
};
use anyhow::Result;
use patchlight_engine::Program;
use patchlight_ir::Module;
use std::collections::HashSet;

/// The entry of programs that ask how many arguments they have (see `harness/start.ll`).
const CHOOSING_ENTRY: &str = "__pl_start_chosen";
const START: &str = include_str!("../../harness/start.ll");
pub const FUZZ_MAIN: &str = include_str!("../../harness/fuzz_main.c");
const FUZZ_FUNCTION: &str = "LLVMFuzzerTestOneInput";

/// A program ready to be explored.
pub struct Loaded {
    pub program: Program,
    /// The name of its entry.
    pub entry: &'static str,
    /// The names of the sources that are its own, not libc's.
    pub sources: HashSet<String>,
    /// It has no `main` of its own, but one that calls its fuzz target.
    pub has_fuzz_main: bool,
}

pub fn load(
    args: &ProgramArgs,
    chooses_args: bool,
    fuzz_len: u32,
    with_summaries: bool,
) -> Result<Loaded> {
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
    Ok(Loaded { program, entry, sources, has_fuzz_main })
}

fn fuzz_main(cache: &Cache, args: &ProgramArgs, len: u32) -> Result<Vec<(String, Module)>> {
    let name = format!("harness-{}/fuzz_main.c", Key::of([FUZZ_MAIN.as_bytes()]).as_str());
    if cache.read(&name).is_none() {
        cache.write(&name, FUZZ_MAIN.as_bytes())?;
    }
    let file = cache.path(&name);
    let args = ProgramArgs {
        files: vec![file.clone()],
        cflags: format!("-DPATCHLIGHT_FUZZ_LEN={len}"),
        clang: args.clang.clone(),
        root: None,
    };
    load_modules(cache, &args, &file)
}
