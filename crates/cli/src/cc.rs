//! `patchlight cc`: a drop-in C compiler.

use crate::exit::Exit;
use anyhow::Result;
use clap::Args;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The name under which the binary is `patchlight cc`, for callers that take one word only.
const COMPILER_NAME: &str = "patchlight-cc";

#[derive(Args)]
pub struct CcArgs {
    /// Compiler options and files. $PATCHLIGHT_CC is the compiler for native code (default: cc),
    /// $PATCHLIGHT_CLANG (or --clang CLANG as the first option) the one for LLVM IR
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

/// The arguments of `patchlight cc`, if that is what was called. They are a compiler's, so the
/// usual parser must not see them.
pub fn arguments() -> Option<Vec<OsString>> {
    let mut args = std::env::args_os();
    let program = args.next()?;
    if Path::new(&program).file_name() == Some(OsStr::new(COMPILER_NAME)) {
        return Some(args.collect());
    }
    (args.next()? == "cc").then(|| args.collect())
}

pub fn run(args: Vec<OsString>) -> Result<Exit> {
    patchlight_capture::cc::compile(args)?;
    Ok(Exit::Ok)
}
