//! `patchlight ir`: what a program is lowered to, as `.plir` text.

use crate::cache::Cache;
use crate::program::{ProgramArgs, load_modules};
use anyhow::Result;
use clap::Args;
use std::io::Write;

#[derive(Args)]
pub struct IrArgs {
    #[command(flatten)]
    program: ProgramArgs,
}

pub fn run(args: &IrArgs) -> Result<()> {
    let cache = Cache::open()?;
    for file in &args.program.files {
        for (_, module) in load_modules(&cache, &args.program, file)? {
            // A reader that has seen enough (`| head`) is no error.
            let _ = write!(std::io::stdout().lock(), "{module}");
        }
    }
    Ok(())
}
