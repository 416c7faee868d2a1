//! What one version executes on a test: a concrete run in the engine, block by block.

use super::memo::Memo;
use crate::explore::lcov::{Coverage, Reached};
use crate::explore::rerun::drive;
use crate::shadow::confirm::fixed_start;
use crate::store::Store;
use anyhow::Result;
use patchlight_engine::contents::Contents;
use patchlight_engine::{Context, PathEnd, Program, State};
use patchlight_ir::{FileId, FuncId};
use patchlight_replay::Case;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

/// Tests that take longer are not traced to their end.
const MAX_OPS: u64 = 50_000_000;

pub struct Tracer<'p> {
    program: &'p Program,
    coverage: Coverage<'p>,
    /// `argv[0]`.
    name: &'p [u8],
    /// Files of the project, by the engine's number.
    paths: Vec<Option<String>>,
    memo: Memo<'p>,
}

/// Whether something was known before.
type IsKnown = bool;

/// What a test reaches, wherever it stands.
#[derive(Serialize, Deserialize)]
pub struct Trace {
    /// By function: the first and the last ops of the pieces of blocks.
    pieces: BTreeMap<String, Vec<(u32, u32)>>,
    /// Why it is not all that the test reaches.
    pub gap: Option<String>,
}

impl Trace {
    pub fn failed(error: &anyhow::Error) -> Trace {
        Trace { pieces: BTreeMap::new(), gap: Some(format!("{error:#}")) }
    }
}

impl<'p> Tracer<'p> {
    /// `sources`: where the program's own sources are, by name; `root`: the project's directory;
    /// `patchlight`: what stands for this very program.
    pub fn new(
        program: &'p Program,
        name: &'p [u8],
        sources: &BTreeMap<String, PathBuf>,
        root: &Path,
        patchlight: &[u8],
    ) -> Tracer<'p> {
        let own: HashSet<String> = sources.keys().cloned().collect();
        let paths = program.module.files.iter().map(|file| {
            let path = sources.get(file)?;
            path_below(root, path)
        });
        let paths = paths.collect();
        let contents = Contents::new(program, &[], program.module.files.len());
        let memo = Memo::new(["trace", "trace needs"], vec![contents], &[name, patchlight]);
        Tracer { program, coverage: Coverage::new(program, &own), name, paths, memo }
    }

    /// All lines with code, by file of the project.
    pub fn lines_with_code(&self) -> BTreeSet<(String, u32)> {
        self.coverage.lines_with_code().filter_map(|(file, line)| self.place(file, line)).collect()
    }

    fn place(&self, file: FileId, line: u32) -> Option<(String, u32)> {
        Some((self.paths.get(file.index())?.clone()?, line))
    }

    /// What a test reaches, as it was before if nothing that it reaches has changed.
    pub fn trace(&self, case: &Case, store: &Store) -> Result<(Trace, IsKnown)> {
        let test = serde_json::to_string(&case.run)?;
        if let Some((trace, _)) = self.memo.get(store, test.as_bytes())? {
            return Ok((trace, true));
        }
        let (mut state, mut posix, _dir) = fixed_start(self.program, self.name, case)?;
        let (mut context, mut reached) = (Context::default(), Reached::default());
        let see = |state: &State, step| {
            reached.mark(self.program, state, step);
            true
        };
        let end = drive(self.program, &mut context, &mut state, &mut posix, MAX_OPS, see);
        let gap = match &end {
            PathEnd::Unsupported(gap) => Some(gap.what.to_string()),
            PathEnd::Limit(limit) => Some(limit.to_string()),
            _ => None,
        };
        let mut pieces: BTreeMap<String, Vec<(u32, u32)>> = BTreeMap::new();
        for (func, first, last) in reached.pieces() {
            let of = pieces.entry(self.memo.label(func).to_string()).or_default();
            // Of what is not the project's, no line is ever asked for.
            if self.coverage.is_own(func) {
                of.push((first, last));
            }
        }
        let trace = Trace { pieces, gap };
        self.memo.put(store, test.as_bytes(), &[state.entered().functions()], &trace, 0.0)?;
        Ok((trace, false))
    }

    /// Whether a test comes by one of some functions.
    pub fn enters(&self, trace: &Trace, functions: &HashSet<String>) -> bool {
        let name = |func: FuncId| &self.program.module.functions[func.index()].name;
        let entered = trace.pieces.keys().filter_map(|label| self.memo.labelled(label));
        entered.into_iter().any(|func| functions.contains(name(func)))
    }

    /// The lines of the project's sources that a test reaches.
    pub fn lines(&self, trace: &Trace) -> BTreeSet<(String, u32)> {
        let mut lines = BTreeSet::new();
        for (label, pieces) in &trace.pieces {
            let Some(func) = self.memo.labelled(label) else { continue };
            let places = pieces.iter().flat_map(|&piece| self.coverage.lines_of_piece(func, piece));
            lines.extend(places.filter_map(|(file, line)| self.place(file, line)));
        }
        lines
    }
}

/// A file's name in the project, if it is one of its files.
pub fn path_below(root: &Path, path: &Path) -> Option<String> {
    let mut parts: Vec<std::path::Component<'_>> = Vec::new();
    for part in path.strip_prefix(root).ok()?.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.iter().collect::<PathBuf>().to_string_lossy().into_owned())
}
