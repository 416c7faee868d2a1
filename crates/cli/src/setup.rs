//! `patchlight setup`: the private environment and the lowered libc, made once.

use anyhow::Result;
use clap::{Args, ValueEnum};
use patchlight_cache::Cache;
use patchlight_load::libc;
use patchlight_toolchain::Environment;

#[derive(Args)]
pub struct SetupArgs {
    /// Print the path of an installed tool
    #[arg(long, value_name = "TOOL")]
    path: Option<Tool>,
}

#[derive(Copy, Clone, ValueEnum)]
enum Tool {
    Zig,
    Z3,
}

pub fn run(args: &SetupArgs) -> Result<()> {
    let cache = Cache::open()?;
    let environment = Environment::ensure(&cache)?;
    libc::library(&cache)?;
    match args.path {
        Some(Tool::Zig) => println!("{}", environment.wheel().join("zig").display()),
        Some(Tool::Z3) => println!("{}", environment.z3().display()),
        None => {}
    }
    Ok(())
}
