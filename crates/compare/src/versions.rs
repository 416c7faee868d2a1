//! The three programs behind two versions: both in one, and each by itself.

use crate::patched::PatchedTree;
use anyhow::{Context, Result, anyhow};
use patchlight_cache::Cache;
use patchlight_capture::modules::BuiltFile;
use patchlight_engine::contents::Contents;
use patchlight_engine::{Program, Side};
use patchlight_ir::link::link_library;
use patchlight_ir::{BlockId, Body, FuncId, Function, GlobalId, Init, Module, Op};
pub use patchlight_load::ENTRY;
use patchlight_load::{ProgramFiles, link_module, load_all, own_functions};
use patchlight_unify::own_names::in_its_version;
use patchlight_unify::{Differing, Lines, Summary, Unified, function_labels};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How two versions are given.
pub enum Given<'a> {
    /// `.c` files in which `change(old, new)` of `patchlight.h` marks what changed.
    Annotated(&'a [PathBuf]),
    /// The files of each.
    Both { old: &'a [PathBuf], new: &'a [PathBuf] },
    /// The old version's `.c` files, and patches that make the new one of them.
    Patched { old: &'a [PathBuf], patches: &'a [PathBuf] },
}

/// What two versions are made of.
pub struct Sources {
    pub old: ProgramFiles,
    pub new: ProgramFiles,
    /// Both in one, with annotations.
    both: Option<ProgramFiles>,
    patched: Option<PatchedTree>,
}

impl Sources {
    /// What the versions are made of. Applies patches.
    pub fn new(given: &Given<'_>, cflags: &str, clang: Option<&Path>) -> Result<Sources> {
        let program = |files: &[PathBuf], cflags: String| ProgramFiles {
            files: files.to_vec(),
            cflags,
            clang: clang.map(Path::to_path_buf),
            ..ProgramFiles::default()
        };
        match *given {
            Given::Annotated(files) => {
                let annotated = |define: &str| program(files, format!("{cflags} -D{define}"));
                Ok(Sources {
                    old: annotated("PATCHLIGHT_OLD"),
                    new: annotated("PATCHLIGHT_NEW"),
                    both: Some(annotated("PATCHLIGHT_BOTH")),
                    patched: None,
                })
            }
            Given::Both { old, new } => {
                let [old, new] = [old, new].map(|files| program(files, cflags.to_string()));
                Ok(Sources { old, new, both: None, patched: None })
            }
            Given::Patched { old, patches } => {
                let tree = PatchedTree::make(patches, old)?;
                let new = program(&tree.files(old)?, tree.flags(cflags)?);
                let is_there = |file: &&PathBuf| file.exists();
                let old: Vec<PathBuf> = old.iter().filter(is_there).cloned().collect();
                let old = program(&old, cflags.to_string());
                Ok(Sources { old, new, both: None, patched: Some(tree) })
            }
        }
    }

    /// Two executables built with `patchlight cc`, each with what was `$PATCHLIGHT_ROOT` then.
    pub fn built(old: (Arc<BuiltFile>, PathBuf), new: (Arc<BuiltFile>, PathBuf)) -> Sources {
        let program = |(built, root): (Arc<BuiltFile>, PathBuf)| ProgramFiles {
            files: vec![built.path.clone()],
            root: Some(root),
            built: Some(built),
            may_lack_main: true,
            ..ProgramFiles::default()
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
    /// What differs in the sources and is no part of the program: what nothing in it uses of a
    /// library.
    pub unreached: Vec<Unreached>,
}

/// A function that differs and that the program cannot come to; or a table.
pub struct Unreached {
    pub differing: Differing,
    /// Where a function is: its name and its source, if that is known for sure.
    pub function: Option<(String, String)>,
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
                    "cannot compile both versions in one, though each compiles: the arguments of a change() may not fit together",
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
        let unreached = match summary {
            Some(_) => unreached(&cache, [&of.old, &of.new], [&old, &new])?,
            None => Vec::new(),
        };
        let n_new_files = new.module.files.len();
        let name = argv0(&of.new)?.into_vec();
        let program = |module| -> Result<Program> {
            Ok(Program::new(module)?.summarise(|name| own.contains(in_its_version(name).0)))
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
            unreached,
        })
    }

    /// Whether only the old version has an op of the unified program.
    pub fn is_only_old(&self, func: FuncId, pc: u32) -> bool {
        let function = &self.both.module.functions[func.index()];
        let Some(body) = function.body() else { return false };
        let is_removed =
            self.summary.as_ref().is_some_and(|summary| summary.removed.contains(&function.name));
        if is_removed || in_its_version(&function.name).1 {
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
fn argv0(program: &ProgramFiles) -> Result<OsString> {
    let file = &program.files[0];
    match file.extension() {
        None => Ok(file.file_name().unwrap_or_default().to_os_string()),
        Some(_) => program.name(),
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

/// A version, linked with libc.
pub struct OneVersion {
    pub module: Module,
    /// The sources that are the program's own, not libc's: where they are, by name.
    pub sources: BTreeMap<String, PathBuf>,
    /// Names of sources that are those of several files.
    ambiguous: HashSet<String>,
    /// The functions that are the program's own.
    pub functions: HashSet<String>,
    /// It was compiled just now: the sources are what they were then.
    is_fresh: bool,
}

impl OneVersion {
    pub fn load(cache: &Cache, program: &ProgramFiles) -> Result<OneVersion> {
        let modules = load_all(cache, program)?;
        let sources = modules.iter().flat_map(|(_, module)| {
            let dirs = module.directories.iter().map(Path::new);
            let files = module.files.iter().zip(dirs.chain(std::iter::repeat(Path::new(""))));
            files.map(|(name, dir)| (name.clone(), program.source_path(dir, name)))
        });
        let (mut sources, all): (BTreeMap<String, PathBuf>, _) = (BTreeMap::new(), sources);
        let mut ambiguous = HashSet::new();
        for (name, path) in all {
            match sources.insert(name.clone(), path.clone()) {
                Some(other) if other != path => _ = ambiguous.insert(name),
                _ => {}
            }
        }
        let functions = own_functions(&modules);
        let is_fresh = program.is_fresh()?;
        let module = link_module(cache, program, modules, ENTRY)?;
        Ok(OneVersion { module, sources, ambiguous, functions, is_fresh })
    }
}

/// The functions of the sources that differ and are no part of the programs.
fn unreached(
    cache: &Cache,
    files: [&ProgramFiles; 2],
    [old, new]: [&OneVersion; 2],
) -> Result<Vec<Unreached>> {
    let everything = |files: &ProgramFiles| -> Result<Module> {
        link_library(load_all(cache, files)?).map_err(|error| anyhow!(error))
    };
    let [all_old, all_new] = [everything(files[0])?, everything(files[1])?];
    let unified = patchlight_unify::unify(&all_old, &all_new, &lines(old, new), &|_| false)?;
    // What the programs have is compared with them. Static functions may share a name.
    let n_named = |module: &Module, label: &str| {
        let name = label.split(" (").next().unwrap_or(label);
        let functions = module.functions.iter();
        functions.filter(|function| function.name == name && function.body().is_some()).count()
    };
    let is_linked = |version: &OneVersion, all: &Module, label: &Option<String>| {
        label.as_ref().is_none_or(|label| n_named(&version.module, label) >= n_named(all, label))
    };
    let mut differing = unified.summary.differing;
    // Whoever uses a library knows its functions by name.
    let renamed = unified.summary.renamed.into_iter();
    differing.extend(renamed.map(|(old, new)| Differing { old: Some(old), new: Some(new) }));
    differing
        .retain(|one| !is_linked(old, &all_old, &one.old) || !is_linked(new, &all_new, &one.new));
    let linked: HashSet<&str> = new.module.globals.iter().map(|one| one.name.as_str()).collect();
    let tables = unified.summary.initialisers.into_iter();
    let tables = tables.filter(|name| !linked.contains(name.as_str()));
    let tables = tables.map(|name| Differing { old: Some(name.clone()), new: Some(name) });
    let [in_old, in_new] = [(&all_old, old), (&all_new, new)].map(|(module, version)| {
        let labels = function_labels(module).into_iter();
        let functions = labels.zip(&module.functions).filter_map(|(label, function)| {
            let file = source_of(module, function)?;
            let is_sure = !version.ambiguous.contains(file);
            is_sure.then(|| (label, (function.name.clone(), file.to_string())))
        });
        functions.collect::<HashMap<_, _>>()
    });
    let function = |one: &Differing| match (&one.old, &one.new) {
        (_, Some(label)) => in_new.get(label).cloned(),
        (Some(label), None) => in_old.get(label).cloned(),
        (None, None) => None,
    };
    let functions = differing
        .into_iter()
        .map(|differing| Unreached { function: function(&differing), differing });
    let tables = tables.map(|differing| Unreached { differing, function: None });
    Ok(functions.chain(tables).collect())
}

/// The source that a function is in, by the name that the module has for it.
pub fn source_of<'m>(module: &'m Module, function: &Function) -> Option<&'m str> {
    let file = function.body()?.locs.first()?.file;
    module.files.get(file.index()).map(String::as_str)
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
