//! `patchlight modules`: lists what was captured when a file was built.

use crate::exit::Exit;
use anyhow::Result;
use clap::Args;
use patchlight_capture::modules::BuiltFile;
use patchlight_capture::record::State;
use std::path::PathBuf;

#[derive(Args)]
pub struct ModulesArgs {
    /// Executables, shared libraries, archives or objects built with `patchlight cc`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub fn run(args: &ModulesArgs) -> Result<Exit> {
    for file in &args.files {
        print(&BuiltFile::read(file)?);
    }
    Ok(Exit::Ok)
}

fn print(built: &BuiltFile) {
    for part in &built.parts {
        println!("{}:", part.file.display());
        for record in &part.records {
            println!("  {}", record.source.display());
            if !record.flags.is_empty() {
                println!("    flags: {}", record.flags);
            }
            match &record.state {
                State::Module(path) => println!("    module: {}", path.display()),
                State::Unsupported(reason) => println!("    unsupported: {reason}"),
                State::Archive(path) => {
                    println!("    members that were not linked: {}", path.display());
                }
            }
        }
    }
    let n_modules = built.records().filter(|r| matches!(r.state, State::Module(_))).count();
    let n_unsupported =
        built.records().filter(|r| matches!(r.state, State::Unsupported(_))).count();
    let modules = if n_modules == 1 { "module" } else { "modules" };
    println!("{n_modules} {modules}, {n_unsupported} unsupported");
}
