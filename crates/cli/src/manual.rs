//! `patchlight completions` and `patchlight man`: made from the command line's own description.

use crate::exit::Exit;
use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::Shell;
use std::path::PathBuf;

#[derive(Args)]
pub struct CompletionsArgs {
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Args)]
pub struct ManArgs {
    /// Write a page for each command to DIR [default: print the main page]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn completions(args: &CompletionsArgs, mut command: Command) -> Result<Exit> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "patchlight", &mut text);
    print!("{}", String::from_utf8(text)?);
    Ok(Exit::Ok)
}

pub fn man(args: &ManArgs, command: Command) -> Result<Exit> {
    match &args.out {
        Some(dir) => {
            std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
            clap_mangen::generate_to(command, dir).with_context(|| dir.display().to_string())?;
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            print!("{}", String::from_utf8(page)?);
        }
    }
    Ok(Exit::Ok)
}
