//! What one version executes on a test: a concrete run in the engine, block by block.

use crate::explore::lcov::{Coverage, Reached};
use crate::explore::rerun::drive;
use crate::program::ENTRY;
use crate::shadow::seeds::{config, directory};
use anyhow::{Result, anyhow};
use patchlight_engine::{Context, PathEnd, Program, State};
use patchlight_ir::FileId;
use patchlight_posix::{Input, Posix};
use patchlight_replay::{Case, Hex};
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
}

/// What a test reaches.
pub struct Trace {
    /// Lines of the project's sources.
    pub lines: BTreeSet<(String, u32)>,
    pub functions: BTreeSet<String>,
    /// Why it is not all that the test reaches.
    pub gap: Option<String>,
}

impl<'p> Tracer<'p> {
    /// `sources`: where the program's own sources are, by name; `root`: the project's directory.
    pub fn new(
        program: &'p Program,
        name: &'p [u8],
        sources: &BTreeMap<String, PathBuf>,
        root: &Path,
    ) -> Tracer<'p> {
        let own: HashSet<String> = sources.keys().cloned().collect();
        let paths = program.module.files.iter().map(|file| {
            let path = sources.get(file)?;
            path_below(root, path)
        });
        let paths = paths.collect();
        Tracer { program, coverage: Coverage::new(program, &own), name, paths }
    }

    /// All lines with code, by file of the project.
    pub fn lines_with_code(&self) -> BTreeSet<(String, u32)> {
        self.coverage.lines_with_code().filter_map(|(file, line)| self.place(file, line)).collect()
    }

    fn place(&self, file: FileId, line: u32) -> Option<(String, u32)> {
        Some((self.paths.get(file.index())?.clone()?, line))
    }

    pub fn trace(&self, case: &Case) -> Result<Trace> {
        let dir = directory(&case.run, "trace")?;
        let mut config = config(&case.run, self.name, &dir.0);
        config.args.extend(case.run.args.iter().map(|Hex(bytes)| bytes.clone()));
        config.stdin = Input::Bytes(case.run.stdin.0.clone().into());
        let mut state = State::new(self.program, ENTRY, 8 << 30)?;
        let mut posix = Posix::new(config);
        posix.start(self.program, &mut state).map_err(|limit| anyhow!("{limit}"))?;
        let (mut context, mut reached) = (Context::default(), Reached::default());
        let end = drive(self.program, &mut context, &mut state, &mut posix, MAX_OPS, &mut reached);
        let gap = match &end {
            PathEnd::Unsupported(gap) => Some(gap.what.to_string()),
            PathEnd::Limit(limit) => Some(limit.to_string()),
            _ => None,
        };
        let lines = self.coverage.lines_of(&reached).into_iter();
        let lines = lines.filter_map(|(file, line)| self.place(file, line)).collect();
        let functions = reached.functions().into_iter();
        let name =
            |func: patchlight_ir::FuncId| self.program.module.functions[func.index()].name.clone();
        Ok(Trace { lines, functions: functions.map(name).collect(), gap })
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
