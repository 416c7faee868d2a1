//! The three programs behind two versions: both in one, and each by itself.

use super::patched::PatchedTree;
use crate::cache::Cache;
pub use crate::program::ENTRY;
use crate::program::ProgramArgs;
use crate::unify::{OneVersion, unify};
use anyhow::{Context, Result};
use clap::Args;
use patchlight_engine::contents::Contents;
use patchlight_engine::{Program, Side};
use patchlight_ir::{BlockId, Body, FuncId, GlobalId, Init, Op};
use patchlight_unify::Summary;
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Two versions on the command line.
#[derive(Args)]
pub struct VersionArgs {
    /// Both versions in one: .c files in which `change(old, new)` of `patchlight.h` marks what changed
    #[arg(value_name = "PROGRAM", required_unless_present = "old", conflicts_with = "old")]
    files: Vec<PathBuf>,

    /// The old version: an executable built with `patchlight cc`, or .c, .ll or .bc files
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "other")]
    old: Vec<PathBuf>,

    /// The new version
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "old", group = "other")]
    new: Vec<PathBuf>,

    /// The new version is the old one, .c files, with these patches applied one after the other
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "old", group = "other")]
    patch: Vec<PathBuf>,

    /// Compiler options for the C sources
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    cflags: String,

    /// Another clang (version 15 or later) than the one that Patchlight brings along
    #[arg(long, value_name = "CLANG")]
    clang: Option<PathBuf>,
}

impl VersionArgs {
    /// The range of revisions, if that is what was given instead of a program.
    pub fn range(&self) -> Option<&str> {
        let [program] = &self.files[..] else { return None };
        crate::project::git::as_range(program)
    }

    /// What the versions are made of. Applies patches.
    pub fn sources(&self) -> Result<Sources> {
        let is_annotated = !self.files.is_empty();
        if is_annotated {
            let annotated = |define| self.program(&self.files, &format!(" -D{define}"));
            return Ok(Sources {
                old: annotated("PATCHLIGHT_OLD"),
                new: annotated("PATCHLIGHT_NEW"),
                both: Some(annotated("PATCHLIGHT_BOTH")),
                patched: None,
            });
        }
        if self.patch.is_empty() {
            let (old, new) = (self.program(&self.old, ""), self.program(&self.new, ""));
            return Ok(Sources { old, new, both: None, patched: None });
        }
        let tree = PatchedTree::make(&self.patch, &self.old)?;
        let is_there = |file: &&PathBuf| file.exists();
        let old: Vec<PathBuf> = self.old.iter().filter(is_there).cloned().collect();
        let new = ProgramArgs {
            files: tree.files(&self.old)?,
            cflags: tree.flags(&self.cflags)?,
            clang: self.clang.clone(),
            root: None,
        };
        Ok(Sources { old: self.program(&old, ""), new, both: None, patched: Some(tree) })
    }

    fn program(&self, files: &[PathBuf], more_flags: &str) -> ProgramArgs {
        ProgramArgs {
            files: files.to_vec(),
            cflags: format!("{}{more_flags}", self.cflags),
            clang: self.clang.clone(),
            root: None,
        }
    }
}

/// What two versions are made of.
pub struct Sources {
    pub old: ProgramArgs,
    pub new: ProgramArgs,
    /// Both in one, with annotations.
    both: Option<ProgramArgs>,
    patched: Option<PatchedTree>,
}

impl Sources {
    /// Two executables built with `patchlight cc`, each with what was `$PATCHLIGHT_ROOT` then.
    pub fn built(old: (PathBuf, PathBuf), new: (PathBuf, PathBuf)) -> Sources {
        let program = |(executable, root)| ProgramArgs {
            files: vec![executable],
            cflags: String::new(),
            clang: None,
            root: Some(root),
        };
        Sources { old: program(old), new: program(new), both: None, patched: None }
    }
}

pub struct Versions {
    pub both: Program,
    pub old: Program,
    pub new: Program,
    /// The names of the sources that are the program's own, not libc's.
    pub sources: HashSet<String>,
    /// The one program was written as two versions.
    pub is_annotated: bool,
    /// What globals hold at first in the old version, where that differs.
    pub old_initialisers: Vec<(GlobalId, Init)>,
    /// `argv[0]`.
    pub name: Vec<u8>,
    /// Where the own sources of the old and of the new version are, by name.
    pub source_paths: [BTreeMap<String, PathBuf>; 2],
    /// How many files the new version has in the unified program.
    n_new_files: usize,
    /// What unifying found; none if one program was both versions from the beginning.
    pub summary: Option<Summary>,
}

impl Versions {
    pub fn load(of: &Sources) -> Result<Versions> {
        use std::os::unix::ffi::OsStringExt;
        let cache = Cache::open()?;
        let old = OneVersion::load(&cache, &of.old).context("the old version")?;
        let mut new = OneVersion::load(&cache, &of.new).context("the new version")?;
        let mut sources: HashSet<String> = old.sources.keys().cloned().collect();
        sources.extend(new.sources.keys().cloned());
        let own = &old.functions | &new.functions;
        let (mut both, old_initialisers, summary) = match &of.both {
            None => {
                let unified = unify(&old, &new)?;
                (unified.module, unified.old_initialisers, Some(unified.summary))
            }
            Some(both) => {
                let mut both = OneVersion::load(&cache, both).context(
                    "both versions in one: each compiles, so the two arguments of a change() may not fit",
                )?;
                sources.extend(both.sources.into_keys());
                let initialisers =
                    patchlight_unify::old_initialisers(&old.module, &mut both.module);
                (both.module, initialisers, None)
            }
        };
        if let Some(tree) = &of.patched {
            let names = both.files.iter_mut().chain(&mut new.module.files);
            names.for_each(|name| *name = tree.shown(name));
            sources = sources.iter().map(|name| tree.shown(name)).collect();
        }
        let n_new_files = new.module.files.len();
        let name = argv0(&of.new.files[0]).into_vec();
        let program = |module| -> Result<Program> {
            Ok(Program::new(module)?
                .summarise(|name| own.contains(name.trim_end_matches(" (old)"))))
        };
        Ok(Versions {
            both: program(both)?,
            old: program(old.module)?,
            new: program(new.module)?,
            sources,
            is_annotated: of.both.is_some(),
            old_initialisers,
            name,
            n_new_files,
            source_paths: [old.sources, new.sources],
            summary,
        })
    }

    /// Whether only the old version has an op of the unified program.
    pub fn is_only_old(&self, func: FuncId, pc: u32) -> bool {
        let function = &self.both.module.functions[func.index()];
        let Some(body) = function.body() else { return false };
        let is_removed =
            self.summary.as_ref().is_some_and(|summary| summary.removed.contains(&function.name));
        if is_removed || function.name.ends_with(" (old)") {
            return true;
        }
        // The old version's files follow those of the new one, also where only a condition is the
        // old version's.
        if body.loc(pc as usize).file.index() >= self.n_new_files && self.summary.is_some() {
            return true;
        }
        // What the new version cannot come to is the old one's.
        !blocks_of(body, Side::New)[body.block_of(pc as usize).index()]
    }

    /// What the functions of the one program hold.
    pub fn contents(&self) -> Contents<'_> {
        Contents::new(&self.both, &self.old_initialisers, self.n_new_files)
    }
}

/// Natively, an executable is started by its name without directories.
fn argv0(file: &Path) -> OsString {
    match file.extension() {
        None => file.file_name().unwrap_or_default().to_os_string(),
        Some(_) => crate::run::program_name(file),
    }
}

/// By block: whether a version can come to it.
pub fn blocks_of(body: &Body, side: Side) -> Vec<bool> {
    let mut is_reached = vec![false; body.n_blocks()];
    let mut todo = vec![BlockId::from_index(0)];
    while let Some(block) = todo.pop() {
        if std::mem::replace(&mut is_reached[block.index()], true) {
            continue;
        }
        match *body.terminator(block) {
            Op::BrVersion { old, new } => todo.push(if side == Side::Old { old } else { new }),
            ref terminator => body.for_each_successor(terminator, |next| todo.push(next)),
        }
    }
    is_reached
}
