//! `patchlight ir`: what a program is lowered to, as `.plir` text.

use crate::args::ProgramArgs;
use anyhow::Result;
use clap::Args;
use patchlight_cache::Cache;
use patchlight_load::load_modules;

#[derive(Args)]
pub struct IrArgs {
    #[command(flatten)]
    program: ProgramArgs,
}

pub fn run(args: &IrArgs) -> Result<()> {
    let cache = Cache::open()?;
    for file in &args.program.files {
        for (_, module) in load_modules(&cache, &args.program.files(), file)? {
            print!("{module}");
        }
    }
    Ok(())
}
