//! `patchlight unify`: two versions of a program as one, and what they have in common.

use crate::exit::Exit;
use crate::run;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use patchlight_cache::Cache;
use patchlight_compare::versions::{OneVersion, unify};
use patchlight_drive::{CannotStart, MAX_MEMORY, start_fixed};
use patchlight_engine::{PathEnd, Program, Side};
use patchlight_load::{ENTRY, ProgramFiles};
use patchlight_unify::{Patterns, Unified};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct UnifyArgs {
    /// The old version: an executable built with `patchlight cc`, or a .c, .ll or .bc file
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The new version
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// Say what was matched, changed, added and removed instead of printing the program
    #[arg(long)]
    explain: bool,

    /// Run the merged program as one of its versions, with the arguments after `--`
    #[arg(long = "as", value_name = "VERSION", conflicts_with = "explain")]
    run_as: Option<Version>,

    /// Compiler options for the C sources
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    cflags: String,

    /// The clang to use (version 15 or later) [default: the one that comes with Patchlight]
    #[arg(long, value_name = "CLANG")]
    clang: Option<PathBuf>,

    /// The program's arguments
    #[arg(last = true, value_name = "ARGS", requires = "run_as")]
    args: Vec<OsString>,
}

#[derive(Copy, Clone, ValueEnum)]
enum Version {
    Old,
    New,
}

pub fn execute(args: &UnifyArgs) -> Result<Exit> {
    let cache = Cache::open()?;
    let old = OneVersion::load(&cache, &files(args, &args.old)).context("the old version")?;
    let new = OneVersion::load(&cache, &files(args, &args.new)).context("the new version")?;
    let unified = unify(&old, &new)?;
    if let Some(version) = args.run_as {
        return run_as(args, version, unified);
    }
    let mut text = Vec::new();
    match args.explain {
        true => explain(&mut text, &unified)?,
        false => print(&mut text, &unified)?,
    }
    print!("{}", String::from_utf8(text)?);
    Ok(Exit::Ok)
}

fn files(args: &UnifyArgs, file: &Path) -> ProgramFiles {
    ProgramFiles {
        files: vec![file.to_path_buf()],
        cflags: args.cflags.clone(),
        clang: args.clang.clone(),
        ..ProgramFiles::default()
    }
}

fn run_as(args: &UnifyArgs, version: Version, unified: Unified) -> Result<Exit> {
    let program = Program::new(unified.module)?;
    let (side, file) = match version {
        Version::Old => (Side::Old, &args.old),
        Version::New => (Side::New, &args.new),
    };
    let config = run::config(&files(args, file), &args.args)?;
    let (mut state, mut posix) = match start_fixed(&program, ENTRY, config, MAX_MEMORY) {
        Err(CannotStart::Limit(limit)) => return Ok(run::end(&PathEnd::Limit(limit))),
        started => started?,
    };
    state.be_version(&program, side, &unified.old_initialisers);
    let mut sink = run::pass_through;
    Ok(run::end(&patchlight_posix::run(&program, &mut state, &mut posix, &|_| true, &mut sink)))
}

/// The functions that are not the same in both versions.
fn print(out: &mut impl Write, unified: &Unified) -> std::io::Result<()> {
    for (n, function) in unified.module.functions.iter().enumerate() {
        if function.body().is_some_and(|body| body.has_versions()) {
            let id = patchlight_ir::FuncId::from_index(n);
            writeln!(out, "{}", patchlight_ir::text::print_function(&unified.module, id))?;
        }
    }
    Ok(())
}

fn explain(out: &mut impl Write, unified: &Unified) -> std::io::Result<()> {
    let summary = &unified.summary;
    match summary.same.len() {
        1 => writeln!(out, "1 function is the same in both versions")?,
        n => writeln!(out, "{n} functions are the same in both versions")?,
    }
    for function in &summary.changed {
        writeln!(
            out,
            "changed: {}: {} ops of both versions, {} of the old one, {} of the new one",
            function.name, function.n_shared, function.n_old, function.n_new
        )?;
        let lines = [("old", &function.old_lines), ("new", &function.new_lines)];
        for (version, lines) in lines.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
            writeln!(out, "  lines only in the {version} version: {}", lines.join(", "))?;
        }
        let counts = [
            ("added", function.conditions_added),
            ("removed", function.conditions_removed),
            ("changed", function.conditions_changed),
        ];
        for (what, n) in counts.into_iter().filter(|&(_, n)| n > 0) {
            writeln!(out, "  conditions {what}: {n}")?;
        }
        for (old, new) in &function.renamed {
            writeln!(out, "  variable renamed: {old} is now {new}")?;
        }
    }
    for (old, new) in &summary.renamed {
        writeln!(out, "renamed: {old} is now {new}")?;
    }
    let lists = [
        ("added", &summary.added),
        ("removed", &summary.removed),
        ("not unified", &summary.apart),
        ("changed initialiser", &summary.initialisers),
    ];
    for (what, names) in lists {
        for name in names {
            writeln!(out, "{what}: {name}")?;
        }
    }
    match summary.patterns() {
        // Nothing changed, or only names.
        patterns if patterns == Patterns::default() => Ok(()),
        patterns => print_patterns(out, &patterns),
    }
}

/// The columns of the table in which the paper on shadow symbolic execution counts annotations.
fn print_patterns(out: &mut impl Write, patterns: &Patterns) -> std::io::Result<()> {
    let list = |names: &BTreeSet<String>| match names.len() {
        0 => "none".to_string(),
        _ => names.iter().cloned().collect::<Vec<_>>().join(", "),
    };
    writeln!(out, "as annotations:")?;
    writeln!(out, "  modified rvalues: {}", patterns.rvalues)?;
    writeln!(out, "  extra assignments or conditions: {}", patterns.extra)?;
    writeln!(out, "  straightline code: {}", patterns.straightline)?;
    writeln!(out, "  added or removed variables: {}", list(&patterns.variables))?;
    writeln!(out, "  modified types: {}", list(&patterns.types))
}
