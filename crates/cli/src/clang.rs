//! `patchlight clang`: the compiler that Patchlight brings along, e.g. to make LLVM text by hand.

use crate::exit::Exit;
use anyhow::{Context, Result};
use clap::Args;
use patchlight_cache::Cache;
use patchlight_toolchain::Clang;
use std::ffi::OsString;

#[derive(Args)]
pub struct ClangArgs {
    /// Options for clang
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

pub fn run(args: &ClangArgs) -> Result<Exit> {
    let cache = Cache::open()?;
    let clang = Clang::find(&cache, None)?;
    let status = clang
        .command()
        .args(["-target", "x86_64-linux-gnu"])
        .args(clang.system_includes())
        .args(&args.args)
        .status()
        .context("cannot start clang")?;
    Ok(status.code().map_or(Exit::Usage, Exit::Program))
}
