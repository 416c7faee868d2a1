//! What one version executes on a test: a concrete run in the engine, block by block.
//!
//! A test runs once for all who want to know something of it: which functions it enters, which lines
//! it executes, which ways it goes, how it ends. The project's store keeps that for as long as the
//! functions stay the same.
//!
//! **Absent: order.** How often and when something was executed is not kept.

use crate::memo::Memo;
use crate::run_key::run_key;
use crate::shadow::confirm::PredictedEnd;
use anyhow::{Result, bail};
use patchlight_budget::{Deadline, cost};
use patchlight_drive::coverage::Coverage;
use patchlight_drive::walk::Walk;
use patchlight_drive::{Seed, by_block};
use patchlight_engine::contents::Contents;
use patchlight_engine::{Context, PathEnd, Program, State};
use patchlight_guide::analysis::Trace as OnGraph;
use patchlight_guide::graph::Graph;
use patchlight_ir::{FileId, FuncId};
use patchlight_load::ENTRY;
use patchlight_project::store::Store;
use patchlight_replay::Case;
use patchlight_unify::function_labels;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Blocks between two looks at the deadline.
const LOOK_EVERY: u64 = 4096;
/// Tests that take longer are not traced to their end.
pub const MAX_OPS: u64 = 50_000_000;

pub struct Tracer<'p> {
    program: &'p Program,
    coverage: Coverage<'p>,
    /// `argv[0]`.
    name: &'p [u8],
    /// By the number of a function.
    labels: Vec<String>,
    /// Files of the project, by the engine's number.
    paths: Vec<Option<String>>,
    memo: Memo<'p>,
}

/// The tracers of a program's versions.
pub struct Tracers<'p> {
    pub old: Tracer<'p>,
    pub new: Tracer<'p>,
}

/// What tests execute, as far as the project's store knows.
#[derive(Copy, Clone)]
pub struct Traces<'a> {
    pub tracer: &'a Tracer<'a>,
    pub store: &'a Store,
}

/// Whether something was known before.
type IsKnown = bool;

/// What a test executes, wherever that stands. Functions have the numbers that they have here.
#[derive(Serialize, Deserialize)]
pub struct Trace {
    /// The labels of the functions that it enters.
    functions: Vec<String>,
    /// The first and the last ops of pieces of blocks, by function. Of what is not the project's, no
    /// line is ever asked for.
    pieces: Vec<(usize, Vec<(u32, u32)>)>,
    /// Steps within a function.
    jumps: Vec<Steps>,
    /// Steps into functions and out of them.
    calls: Vec<Steps>,
    pub n_ops: u64,
    pub end: PredictedEnd,
}

/// From one function to another, and from which op to which.
type Steps = (usize, usize, Vec<(u32, u32)>);
type StepsByFunctions = BTreeMap<(usize, usize), Vec<(u32, u32)>>;

/// How a version ends on a test, and the functions that it enters.
pub type EndOfTest = (PredictedEnd, Vec<FuncId>);

impl Trace {
    /// A test that could not be traced.
    pub fn failed(error: &anyhow::Error) -> Trace {
        Trace {
            functions: Vec::new(),
            pieces: Vec::new(),
            jumps: Vec::new(),
            calls: Vec::new(),
            n_ops: 0,
            end: PredictedEnd::Unsupported(format!("{error:#}")),
        }
    }

    /// Why it is not all that the test executes.
    pub fn gap(&self) -> Option<&str> {
        match &self.end {
            PredictedEnd::Unsupported(gap) | PredictedEnd::Limit(gap) => Some(gap),
            _ => None,
        }
    }

    /// Whether a limit ended it.
    pub fn is_limited(&self) -> bool {
        matches!(self.end, PredictedEnd::Limit(_))
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
        let (coverage, labels) = (Coverage::new(program, &own), function_labels(&program.module));
        Tracer { program, coverage, name, labels, paths, memo }
    }

    /// All lines with code, by file of the project.
    pub fn lines_with_code(&self) -> BTreeSet<(String, u32)> {
        self.coverage.lines_with_code().filter_map(|(file, line)| self.place(file, line)).collect()
    }

    fn place(&self, file: FileId, line: u32) -> Option<(String, u32)> {
        Some((self.paths.get(file.index())?.clone()?, line))
    }

    /// What a test executes, as it was before if nothing that it executes has changed.
    pub fn trace(
        &self,
        case: &Case,
        store: &Store,
        deadline: &Deadline,
    ) -> Result<(Trace, IsKnown)> {
        if let Some(trace) = self.known(case, store)? {
            return Ok((trace, true));
        }
        let seed = Seed::new(case.clone(), "confirm")?;
        let (mut state, mut posix) = seed.start_fixed(self.program, self.name)?;
        let (mut context, mut walk) = (Context::default(), Walk::default());
        let mut n_blocks = 0u64;
        let see = |state: &State, step| {
            walk.mark(self.program, state, step);
            n_blocks += 1;
            !n_blocks.is_multiple_of(LOOK_EVERY) || !deadline.is_over()
        };
        let end = by_block(self.program, &mut context, &mut state, &mut posix, MAX_OPS, see);
        deadline.spend(state.path.n_ops * cost::OP);
        // What the deadline cut is not what the test executes.
        if let Some(cut) = deadline.cut() {
            bail!("{cut}");
        }
        let trace = self.of_run(&state, &walk, &end);
        self.memo.put(store, &key(case)?, &[state.entered().functions()], &trace, 0.0)?;
        Ok((trace, false))
    }

    /// What a run executed that came to its end.
    fn of_run(&self, state: &State, walk: &Walk, end: &PathEnd) -> Trace {
        let mut functions: Vec<FuncId> = state.entered().functions();
        let numbers = functions.iter().enumerate();
        let mut numbers: HashMap<FuncId, usize> = numbers.map(|(n, &func)| (func, n)).collect();
        let mut number = |func: FuncId| {
            *numbers.entry(func).or_insert_with(|| {
                functions.push(func);
                functions.len() - 1
            })
        };
        let mut pieces: BTreeMap<usize, Vec<(u32, u32)>> = BTreeMap::new();
        for (func, first, last) in walk.reached().pieces() {
            if self.coverage.is_own(func) {
                pieces.entry(number(func)).or_default().push((first, last));
            }
        }
        let mut steps: [StepsByFunctions; 2] = Default::default();
        for moved in walk.moves() {
            let ((from, op), (to, next)) = (moved.from, moved.to);
            let of = &mut steps[usize::from(moved.is_other_frame)];
            of.entry((number(from), number(to))).or_default().push((op, next));
        }
        let [jumps, calls] = steps.map(|steps| -> Vec<Steps> {
            steps.into_iter().map(|((from, to), ops)| (from, to, ops)).collect()
        });
        Trace {
            functions: functions.iter().map(|&func| self.memo.label(func).to_string()).collect(),
            pieces: pieces.into_iter().collect(),
            jumps,
            calls,
            n_ops: state.path.n_ops,
            end: PredictedEnd::from(end),
        }
    }

    /// What a test executes, if that is known.
    pub fn known(&self, case: &Case, store: &Store) -> Result<Option<Trace>> {
        Ok(self.memo.get(store, &key(case)?)?.map(|(trace, _)| trace))
    }

    /// The functions that a test enters.
    pub fn entered(&self, trace: &Trace) -> Vec<FuncId> {
        trace.functions.iter().filter_map(|label| self.memo.labelled(label)).collect()
    }

    /// Which of some functions a test enters, by their labels.
    pub fn entered_of(&self, trace: &Trace, functions: &HashSet<String>) -> BTreeSet<String> {
        let entered = self.entered(trace).into_iter().map(|func| &self.labels[func.index()]);
        entered.filter(|label| functions.contains(*label)).cloned().collect()
    }

    /// The ops of the project's own functions that a test executes.
    pub fn ops<'t>(
        &'t self,
        trace: &'t Trace,
    ) -> impl Iterator<Item = (FuncId, RangeInclusive<u32>)> + 't {
        let of_function = |(number, pieces): &'t (usize, Vec<(u32, u32)>)| {
            let func = self.memo.labelled(trace.functions.get(*number)?)?;
            Some(pieces.iter().map(move |&(first, last)| (func, first..=last)))
        };
        trace.pieces.iter().filter_map(of_function).flatten()
    }

    /// The lines of the project's sources that a test executes.
    pub fn lines(&self, trace: &Trace) -> BTreeSet<(String, u32)> {
        let pieces = self.ops(trace);
        let lines = pieces
            .flat_map(|(func, ops)| self.coverage.lines_of_piece(func, (*ops.start(), *ops.end())));
        lines.filter_map(|(file, line)| self.place(file, line)).collect()
    }

    /// The places of the program's graph that a test comes to, and the ways that it goes.
    pub fn on_graph(&self, trace: &Trace, graph: &Graph) -> OnGraph {
        let mut on_graph = OnGraph::new(graph);
        let start = self.program.function_named(ENTRY).and_then(|entry| graph.entry(entry));
        start.into_iter().for_each(|start| on_graph.add_node(start));
        let labels = trace.functions.iter();
        let functions: Vec<Option<FuncId>> =
            labels.map(|label| self.memo.labelled(label)).collect();
        let function = |number: usize| functions.get(number).copied().flatten();
        for (steps, is_other_frame) in [(&trace.jumps, false), (&trace.calls, true)] {
            for (from, to, ops) in steps {
                let (Some(from), Some(to)) = (function(*from), function(*to)) else { continue };
                for &(op, next) in ops {
                    let nodes = (graph.node_at(from, op), graph.node_at(to, next));
                    if let (Some(from), Some(to)) = nodes {
                        on_graph.add_step(graph, from, to, is_other_frame);
                    }
                }
            }
        }
        on_graph
    }
}

impl Tracers<'_> {
    /// How each version ends on a test, and the functions that it enters, if that is known.
    pub fn ends(&self, case: &Case, store: &Store) -> Result<Option<[EndOfTest; 2]>> {
        let end = |tracer: &Tracer<'_>| -> Result<Option<EndOfTest>> {
            let trace = tracer.known(case, store)?.filter(|trace| !trace.is_limited());
            Ok(trace.map(|trace| (trace.end.clone(), tracer.entered(&trace))))
        };
        let Some(old) = end(&self.old)? else { return Ok(None) };
        Ok(end(&self.new)?.map(|new| [old, new]))
    }
}

impl Traces<'_> {
    /// What a test executes; it runs if that is not known.
    pub fn of(&self, case: &Case, deadline: &Deadline) -> Result<Trace> {
        Ok(self.tracer.trace(case, self.store, deadline)?.0)
    }
}

fn key(case: &Case) -> Result<Vec<u8>> {
    Ok(run_key(&case.run)?.as_str().as_bytes().to_vec())
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
