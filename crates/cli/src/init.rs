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
    let guess = write_config(&root, &wanted, &|line| println!("{line}"))?;
    let config = &guess.config;
    for program in &config.programs {
        let n_runs = guess.suite.as_ref().and_then(|suite| suite.executed.get(program));
        let runs = match n_runs {
            None => String::new(),
            Some(1) => " (run once by the tests)".to_string(),
            Some(n) => format!(" (run {n} times by the tests)"),
        };
        println!("program: {}{runs}", program.display());
    }
    if !guess.not_run.is_empty() {
        let names: Vec<String> =
            guess.not_run.iter().map(|path| path.display().to_string()).collect();
        println!("not run by the tests, so not compared: {}", names.join(", "));
    }
    match (&config.suite, &guess.suite) {
        (Some(suite), Some(run)) if run.status != 0 => {
            println!("tests: `{suite}`, which fails here (exit status {})", run.status);
        }
        (Some(suite), _) => println!("tests: `{suite}`"),
        (None, _) if config.tests.is_empty() => println!(
            "tests: none found, so only runs without arguments are compared; set `suite` to a \
             command or `tests` to files with cases"
        ),
        (None, _) => {}
    }
    println!("wrote {CONFIG}; `patchlight test` now compares the working tree with HEAD");
    Ok(Exit::Ok)
}
