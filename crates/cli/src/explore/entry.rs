//! How an explored program starts: what Patchlight adds to it before it is linked.

use crate::cache::{Cache, Key};
use crate::program::{ENTRY, ProgramArgs, defines, link, load_all, load_modules, lower_text};
use anyhow::Result;
use patchlight_engine::Program;
use patchlight_ir::Module;

/// The entry of programs that ask how many arguments they have (see `harness/start.ll`).
const CHOOSING_ENTRY: &str = "__pl_start_chosen";
const START: &str = include_str!("../../harness/start.ll");
const FUZZ_MAIN: &str = include_str!("../../harness/fuzz_main.c");
const FUZZ_FUNCTION: &str = "LLVMFuzzerTestOneInput";

/// The program, and the name of its entry.
pub fn load(
    args: &ProgramArgs,
    chooses_args: bool,
    fuzz_len: u32,
) -> Result<(Program, &'static str)> {
    let cache = Cache::open()?;
    let mut modules = load_all(&cache, args)?;
    if !defines(&modules, "main") && defines(&modules, FUZZ_FUNCTION) {
        modules.extend(fuzz_main(&cache, args, fuzz_len)?);
    }
    if !chooses_args {
        return Ok((link(&cache, args, modules, ENTRY)?, ENTRY));
    }
    modules.push(("start.ll".to_string(), lower_text(START.as_bytes(), "start.ll")?));
    Ok((link(&cache, args, modules, CHOOSING_ENTRY)?, CHOOSING_ENTRY))
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
    };
    load_modules(cache, &args, &file)
}
