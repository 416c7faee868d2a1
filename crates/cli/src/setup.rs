//! `patchlight setup`: the private environment and the lowered libc, made once.

use anyhow::Result;
use clap::{Args, ValueEnum};
use patchlight_cache::Cache;
use patchlight_load::libc;
use patchlight_toolchain::{Environment, REQUIREMENTS};
use std::path::PathBuf;

#[derive(Args)]
pub struct SetupArgs {
    /// Print the path of an installed tool
    #[arg(long, value_name = "TOOL")]
    path: Option<Tool>,

    /// Install from the wheels in DIR, without a network
    #[arg(long, value_name = "DIR")]
    wheels: Option<PathBuf>,

    /// Print the pinned wheels for `pip download --no-deps --requirement`
    #[arg(long, conflicts_with_all = ["path", "wheels"])]
    requirements: bool,
}

#[derive(Copy, Clone, ValueEnum)]
enum Tool {
    Zig,
    Z3,
}

pub fn run(args: &SetupArgs) -> Result<()> {
    if args.requirements {
        print!("{REQUIREMENTS}");
        return Ok(());
    }
    let cache = Cache::open()?;
    let environment = Environment::ensure_from(&cache, args.wheels.as_deref())?;
    libc::library(&cache)?;
    match args.path {
        Some(Tool::Zig) => println!("{}", environment.wheel().join("zig").display()),
        Some(Tool::Z3) => println!("{}", environment.z3().display()),
        None => {}
    }
    Ok(())
}
