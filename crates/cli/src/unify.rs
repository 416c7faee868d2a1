//! `patchlight unify`: two versions of a program as one, and what they have in common.

use crate::cache::Cache;
use crate::exit::Exit;
use crate::program::{self, ENTRY, ProgramArgs};
use crate::run;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use patchlight_engine::{PathEnd, Program, Side, State};
use patchlight_ir::Module;
use patchlight_posix::Posix;
use patchlight_unify::{Lines, Patterns, Unified};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The most memory of a program that is run as one of its versions.
const MAX_MEMORY: u64 = 8 << 30;

#[derive(Args)]
pub struct UnifyArgs {
    /// The old version: an executable built with `patchlight cc`, or a .c, .ll or .bc file
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The new version
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// Say what was matched, changed, added and removed, instead of printing the program
    #[arg(long)]
    explain: bool,

    /// Run the unified program as one of its versions, with the arguments behind `--`
    #[arg(long = "as", value_name = "VERSION", conflicts_with = "explain")]
    run_as: Option<Version>,

    /// Compiler options for the C sources
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    cflags: String,

    /// Another clang (version 15 or later) than the one that Patchlight brings along
    #[arg(long, value_name = "CLANG")]
    clang: Option<PathBuf>,

    /// What the program gets as its arguments
    #[arg(last = true, value_name = "ARGS", requires = "run_as")]
    args: Vec<OsString>,
}

#[derive(Copy, Clone, ValueEnum)]
enum Version {
    Old,
    New,
}

/// A version, linked with libc.
pub struct OneVersion {
    pub module: Module,
    /// The sources that are the program's own, not libc's: where they are, by name.
    pub sources: BTreeMap<String, PathBuf>,
    /// The functions that are the program's own.
    pub functions: HashSet<String>,
    /// It was compiled just now: the sources are what they were then.
    is_fresh: bool,
}

impl OneVersion {
    pub fn load(cache: &Cache, args: &ProgramArgs) -> Result<OneVersion> {
        let modules = program::load_all(cache, args)?;
        let sources = modules.iter().flat_map(|(_, module)| {
            let dirs = module.directories.iter().map(Path::new);
            let files = module.files.iter().zip(dirs.chain(std::iter::repeat(Path::new(""))));
            files.map(|(name, dir)| (name.clone(), args.source_path(dir, name)))
        });
        let sources = sources.collect();
        let functions = program::own_functions(&modules);
        let is_source = |file: &PathBuf| file.extension().is_some_and(|e| e == "c");
        let is_fresh = args.files.iter().all(is_source);
        let module = program::link_module(cache, args, modules, ENTRY)?;
        Ok(OneVersion { module, sources, functions, is_fresh })
    }
}

/// Makes one program of two versions.
pub fn unify(old: &OneVersion, new: &OneVersion) -> Result<Unified> {
    let is_own = |name: &str| old.functions.contains(name) || new.functions.contains(name);
    Ok(patchlight_unify::unify(&old.module, &new.module, &lines(old, new), &is_own)?)
}

/// Compares the texts of the sources, as far as they are there.
fn lines(old: &OneVersion, new: &OneVersion) -> Lines {
    let mut lines = Lines::default();
    let read = |path: &Path| std::fs::read_to_string(path).ok();
    for (before, old_path) in &old.sources {
        let Some((after, new_path)) = counterpart(before, &old.sources, &new.sources) else {
            continue;
        };
        // A file may have been another one when an older program was built from it.
        if old_path == new_path && !(old.is_fresh && new.is_fresh) {
            continue;
        }
        if let (Some(old_text), Some(new_text)) = (read(old_path), read(new_path)) {
            lines.add((before, &old_text), (after, &new_text));
        }
    }
    lines
}

/// The file of the new version whose path ends like that of the old one. A file that was renamed is
/// the one that only the new version has, if there is only one.
pub fn counterpart<'n>(
    name: &str,
    old: &BTreeMap<String, PathBuf>,
    new: &'n BTreeMap<String, PathBuf>,
) -> Option<(&'n String, &'n PathBuf)> {
    let common = |path: &str| {
        let pairs = path.rsplit('/').zip(name.rsplit('/'));
        pairs.take_while(|(a, b)| a == b).count()
    };
    let best = new.iter().max_by_key(|(path, _)| (*path == name, common(path)))?;
    if common(best.0) > 0 {
        return Some(best);
    }
    // A file may have several names.
    let only_new: Vec<_> = new.iter().filter(|(path, _)| !old.contains_key(*path)).collect();
    let (_, first) = only_new.first()?;
    let is_one = only_new.iter().all(|(_, path)| path == first);
    let alike =
        |path: &str| path.split('/').zip(name.split('/')).take_while(|(a, b)| a == b).count();
    only_new.into_iter().filter(|_| is_one).max_by_key(|(path, _)| alike(path))
}

pub fn execute(args: &UnifyArgs) -> Result<Exit> {
    let cache = Cache::open()?;
    let load = |file: &PathBuf, name: &'static str| {
        let args = ProgramArgs {
            files: vec![file.clone()],
            cflags: args.cflags.clone(),
            clang: args.clang.clone(),
            root: None,
        };
        OneVersion::load(&cache, &args).context(name)
    };
    let old = load(&args.old, "the old version")?;
    let new = load(&args.new, "the new version")?;
    let unified = unify(&old, &new)?;
    if let Some(version) = args.run_as {
        return run_as(args, version, unified);
    }
    let mut out = std::io::stdout().lock();
    // A reader that has seen enough (`| head`) is no error.
    let _ = match args.explain {
        true => explain(&mut out, &unified),
        false => print(&mut out, &unified),
    };
    Ok(Exit::Ok)
}

fn run_as(args: &UnifyArgs, version: Version, unified: Unified) -> Result<Exit> {
    let program = Program::new(unified.module)?;
    let mut state = State::new(&program, ENTRY, MAX_MEMORY)?;
    let (side, file) = match version {
        Version::Old => (Side::Old, &args.old),
        Version::New => (Side::New, &args.new),
    };
    state.be_version(&program, side, &unified.old_initialisers);
    let mut posix = Posix::new(run::config(file, &args.args)?);
    if let Err(limit) = posix.start(&program, &mut state) {
        return Ok(run::end(&PathEnd::Limit(limit)));
    }
    let mut sink = run::pass_through;
    Ok(run::end(&patchlight_posix::run(&program, &mut state, &mut posix, u64::MAX, &mut sink)))
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
    writeln!(out, "{} functions are the same in both versions", summary.same.len())?;
    for function in &summary.changed {
        writeln!(
            out,
            "changed: {}: {} ops of both versions, {} of the old one, {} of the new one",
            function.name, function.n_shared, function.n_old, function.n_new
        )?;
        let lines = [("old", &function.old_lines), ("new", &function.new_lines)];
        for (version, lines) in lines.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
            writeln!(out, "  lines of the {version} version alone: {}", lines.join(", "))?;
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
            writeln!(out, "  variable renamed: {old} is {new} now")?;
        }
    }
    for (old, new) in &summary.renamed {
        writeln!(out, "renamed: {old} is {new} now")?;
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
