//! `patchlight init`: makes `patchlight.toml` from what a project looks like.

use crate::exit::Exit;
use anyhow::{Context, Result};
use clap::Args;
use patchlight_project::CONFIG;
use patchlight_project::guess::{Wanted, write_config};
use std::path::PathBuf;

#[derive(Args)]
pub struct InitArgs {
    /// Replace an existing patchlight.toml
    #[arg(long)]
    force: bool,

    /// An executable to compare, relative to this directory (may be repeated) [default: what a
    /// build produces]
    #[arg(long = "program", value_name = "FILE")]
    programs: Vec<PathBuf>,
}

pub fn run(args: &InitArgs) -> Result<Exit> {
    let root = std::env::current_dir().context("cannot get the current directory")?;
    let wanted = Wanted { force: args.force, programs: &args.programs };
    let config = write_config(&root, &wanted, &|line| println!("{line}"))?;
    for program in &config.programs {
        println!("program: {}", program.display());
    }
    match &config.suite {
        Some(suite) => println!("tests: `{suite}`"),
        None if config.tests.is_empty() => {
            println!("tests: none found; set `suite` to a command or `tests` to files with cases")
        }
        None => {}
    }
    println!("wrote {CONFIG}; `patchlight test` now compares the working tree with HEAD");
    Ok(Exit::Ok)
}
