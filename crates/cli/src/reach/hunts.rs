//! Hunts for all targets, one after the other.

use super::native::{Confirmed, Native};
use super::world::Seeds;
use crate::program::{ENTRY, ProgramArgs};
use anyhow::{Context as _, Result, anyhow, bail};
use patchlight_engine::{Context, Program};
use patchlight_guide::analysis::{Analysis, Guidance, Trace};
use patchlight_guide::callees::Precision;
use patchlight_guide::definitions::Stores;
use patchlight_guide::distance::UNREACHABLE;
use patchlight_guide::hunt::{Ground, Heuristics, Hunt, Limits, Outcome, SeedId};
use patchlight_guide::options::Texts;
use patchlight_guide::run::trace;
use patchlight_guide::targets::{Target, of_line, one_for_each_block};
use patchlight_ir::{FileId, FuncId, Function, SourceMap};
use patchlight_replay::{Case, Hex, Origin};
use patchlight_solver::{Budget, SolverConfig};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// Tests that take longer are not traced to their end.
const MAX_OPS: u64 = 50_000_000;
/// What one question to the solver may take.
const MAX_QUESTION: Duration = Duration::from_secs(5);
/// Seeds that a hunt starts from, one after the other.
const MAX_STARTS: usize = 3;

pub struct Hunts<'p> {
    program: &'p Program,
    analysis: Analysis<'p>,
    stores: Stores,
    texts: Texts,
    /// Which functions are the program's own, not libc's.
    is_own: Vec<bool>,
    seeds: Seeds<'p>,
    /// `argv[0]`.
    name: &'p [u8],
    /// What each test executes.
    traces: Vec<Trace>,
    native: Option<Native>,
    args: &'p ProgramArgs,
    pub heuristics: Heuristics,
    pub max_time: Duration,
    pub batch: u64,
    /// What was analysed once for all targets took so long.
    analysis_seconds: f64,
}

/// How targets are hunted for.
pub type HuntAll<'a> = dyn Fn(&mut Hunts<'_>, &[Target]) -> Result<Vec<Hunted>> + 'a;

/// What became of a target.
pub struct Hunted {
    pub program: String,
    pub file: String,
    pub line: u32,
    pub status: Status,
    pub seconds: f64,
    /// Distances and preconditions, with what is analysed once for all targets.
    pub analysis_seconds: f64,
}

pub enum Status {
    /// By this test.
    Covered(String),
    Reached {
        case: Box<Case>,
        seed: String,
    },
    Unreachable,
    Unreached {
        closest: Option<u32>,
        reason: String,
    },
}

impl<'p> Hunts<'p> {
    /// `own`: the names of the program's own sources.
    pub fn new(
        program: &'p Program,
        name: &'p [u8],
        own: &[String],
        cases: Vec<Case>,
        heuristics: Heuristics,
        args: &'p ProgramArgs,
    ) -> Result<Hunts<'p>> {
        let module = &program.module;
        let entry = program.function_named(ENTRY).context("the program has no start")?;
        let precision =
            if heuristics.extensions { Precision::Likely } else { Precision::DirectOnly };
        let begin = Instant::now();
        let analysis = Analysis::new(module, entry, precision);
        let analysis_seconds = begin.elapsed().as_secs_f64();
        let own: HashSet<&String> = own.iter().collect();
        let is_own = |function: &Function| {
            let loc = function.body().and_then(|body| body.locs.first());
            let file = loc.and_then(|loc| module.files.get(loc.file.index()));
            file.is_some_and(|file| own.contains(file))
        };
        let is_own: Vec<bool> = module.functions.iter().map(is_own).collect();
        let stores = Stores::new(&analysis, &is_own);
        let texts = Texts::new(module, &is_own);
        let seeds = Seeds::new(program, name, cases)?;
        let mut hunts = Hunts {
            program,
            analysis,
            stores,
            texts,
            is_own,
            seeds,
            name,
            traces: Vec::new(),
            native: None,
            args,
            heuristics,
            max_time: Duration::from_secs(60),
            batch: 10_000,
            analysis_seconds,
        };
        hunts.trace_all()?;
        Ok(hunts)
    }

    fn trace_all(&mut self) -> Result<()> {
        for seed in self.seeds.ids() {
            let start = self.seeds.start_concrete(seed)?;
            let mut context = Context::default();
            let graph = &self.analysis.graph;
            let (found, _) = trace(self.program, graph, &mut context, start, MAX_OPS);
            self.traces.push(found);
        }
        Ok(())
    }

    /// The targets that `FILE:LINE`s stand for, one for each block.
    /// `lines`: those that have code, as far as they are the program's own.
    pub fn targets(
        &self,
        places: &[String],
        lines: &HashSet<(String, u32)>,
    ) -> Result<Vec<Target>> {
        let module = &self.program.module;
        let map = SourceMap::new(module);
        let mut targets = Vec::new();
        for place in places {
            let expected = || format!("--target {place}: FILE:LINE is expected");
            let (file, line) = place.rsplit_once(':').with_context(expected)?;
            let line: u32 = line.parse().with_context(expected)?;
            let files = module.files_named(file);
            let graph = &self.analysis.graph;
            let target = |&file: &patchlight_ir::FileId| of_line(module, &map, graph, file, line);
            let left_out = files
                .iter()
                .copied()
                .find(|&file| lines.contains(&(module.file(file).to_string(), line)));
            let left_out = left_out.map(|file| Target { file, line, nodes: Vec::new() });
            match files.iter().find_map(target).or(left_out) {
                Some(target) => targets.push(target),
                None => eprintln!("patchlight: --target {place}: the program has no code there"),
            }
        }
        if targets.is_empty() {
            bail!("no target has code");
        }
        Ok(one_for_each_block(&self.analysis.graph, targets))
    }

    /// Of lines that begin in the same block, the first.
    pub fn one_for_each_block(&self, targets: Vec<Target>) -> Vec<Target> {
        one_for_each_block(&self.analysis.graph, targets)
    }

    /// The code of a line of one of these files.
    pub fn target_at(&self, files: &[FileId], line: u32) -> Option<Target> {
        let module = &self.program.module;
        let map = SourceMap::new(module);
        let graph = &self.analysis.graph;
        files.iter().find_map(|&file| of_line(module, &map, graph, file, line))
    }

    /// Blocks of the program's own sources that no test executes, drawn at random.
    pub fn draw(&self, n: usize, seed: u64, from: &[String]) -> Vec<Target> {
        let module = &self.program.module;
        let graph = &self.analysis.graph;
        let mut all: Vec<Target> = Vec::new();
        for (index, _) in self.is_own.iter().enumerate().filter(|(_, is_own)| **is_own) {
            let func = FuncId::from_index(index);
            let Some(body) = module.functions[index].body() else { continue };
            for block in body.block_ids() {
                let range = body.block_range(block);
                let Some(node) = graph.node_at(func, range.start as u32) else { continue };
                // The first line of the block's that it does not share with the branch before.
                let loc = range.map(|op| body.loc(op)).find(|loc| loc.line != 0);
                let is_meant = |file: &str| {
                    from.is_empty()
                        || from.iter().any(|end| std::path::Path::new(file).ends_with(end))
                };
                if let Some(loc) = loc
                    && is_meant(module.file(loc.file))
                    && !self.traces.iter().any(|trace| trace.has(node))
                {
                    all.push(Target { file: loc.file, line: loc.line, nodes: vec![node] });
                }
            }
        }
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut drawn = Vec::new();
        while drawn.len() < n && !all.is_empty() {
            // Marsaglia's xorshift.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            drawn.push(all.swap_remove((state % all.len() as u64) as usize));
        }
        drawn.sort_by_key(|target| (target.file, target.line));
        drawn
    }

    pub fn hunt_all(&mut self, targets: &[Target]) -> Result<Vec<Hunted>> {
        targets.iter().map(|target| self.hunt(target)).collect()
    }

    pub fn hunt(&mut self, target: &Target) -> Result<Hunted> {
        let begin = Instant::now();
        let mut analysis = Duration::ZERO;
        let status = self.status(target, begin, &mut analysis)?;
        let file = self.program.module.file(target.file).to_string();
        let seconds = begin.elapsed().as_secs_f64();
        let analysis_seconds = self.analysis_seconds + analysis.as_secs_f64();
        let program = std::path::Path::new(&self.args.files[0]).file_name().unwrap_or_default();
        let program = program.to_string_lossy().into_owned();
        Ok(Hunted { program, file, line: target.line, status, seconds, analysis_seconds })
    }

    fn status(
        &mut self,
        target: &Target,
        begin: Instant,
        analysis: &mut Duration,
    ) -> Result<Status> {
        let executes = |trace: &&Trace| target.nodes.iter().any(|&node| trace.has(node));
        if let Some(n) = self.traces.iter().position(|trace| executes(&trace)) {
            return Ok(Status::Covered(self.seeds.case(SeedId(n)).name.clone()));
        }
        let guidance = self.analysis.towards(target.nodes.clone(), true);
        let is_unreachable = self.analysis.proves_unreachable(&guidance);
        *analysis = begin.elapsed();
        if target.nodes.is_empty() || is_unreachable {
            return Ok(Status::Unreachable);
        }
        let starts = self.nearest_seeds(&guidance);
        let (n_seeds, n_starts) = (self.seeds.len(), starts.len().min(MAX_STARTS));
        let mut best: (u32, String) = (UNREACHABLE, String::new());
        for (n, &seed) in starts.iter().take(MAX_STARTS).enumerate() {
            let left = self.max_time.saturating_sub(begin.elapsed());
            if left.is_zero() {
                break;
            }
            let deadline = Instant::now() + left / (n_starts - n) as u32;
            let outcome = self.hunt_from(target, seed, deadline)?;
            match outcome {
                Outcome::Reached { seed: from, inputs } => {
                    let case = self.seeds.with_inputs(from, &inputs);
                    let case = self.named(target, case);
                    match self.confirm(target, &case)? {
                        None => {
                            let seed = self.seeds.case(seed).name.clone();
                            self.seeds.truncate(n_seeds);
                            return Ok(Status::Reached { case: Box::new(case), seed });
                        }
                        Some(reason) => best = (0, reason),
                    }
                }
                Outcome::NotReached { closest, reason } => {
                    if closest < best.0 || best.1.is_empty() {
                        best = (closest, reason.to_string());
                    }
                }
            }
            self.seeds.truncate(n_seeds);
        }
        let (closest, reason) = best;
        let closest = (closest != UNREACHABLE).then_some(closest);
        Ok(Status::Unreached { closest, reason })
    }

    fn hunt_from(&mut self, target: &Target, seed: SeedId, deadline: Instant) -> Result<Outcome> {
        let budget = Budget { until: Some(deadline), ..Budget::time(MAX_QUESTION) };
        let mut context = Context::new(SolverConfig { budget, ..SolverConfig::default() });
        context.follows_witness = true;
        let ground = Ground {
            program: self.program,
            analysis: &self.analysis,
            stores: &self.stores,
            texts: &self.texts,
            is_own: &self.is_own,
        };
        let limits = Limits { deadline, batch: self.batch };
        let mut hunt = Hunt::new(&ground, self.heuristics, limits, context, &mut self.seeds);
        let guidance = self.analysis.towards(target.nodes.clone(), true);
        hunt.run(guidance, seed).map_err(|error| anyhow!("{error}"))
    }

    /// The tests, nearest to the target first; of several, the shorter run.
    fn nearest_seeds(&self, guidance: &Guidance) -> Vec<SeedId> {
        let entry = self.program.function_named(ENTRY);
        let Some(start) = entry.and_then(|entry| self.analysis.graph.entry(entry)) else {
            return Vec::new();
        };
        let distance = |trace: &Trace| guidance.distance_of_run(&self.analysis.graph, trace, start);
        let mut order: Vec<(u32, usize)> =
            self.traces.iter().enumerate().map(|(n, trace)| (distance(trace), n)).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, n)| SeedId(n)).collect()
    }

    fn named(&self, target: &Target, case: Case) -> Case {
        let file = self.program.module.file(target.file).to_string();
        let base = std::path::Path::new(&file).file_name().unwrap_or_default();
        let name = format!("{}-{}", base.to_string_lossy(), target.line);
        let origin = Origin { phase: "reach".to_string(), file: file.clone(), line: target.line };
        Case { name, origin: Some(origin), ..case }
    }

    /// `None` if a native run comes to the target, otherwise what it shows.
    fn confirm(&mut self, target: &Target, case: &Case) -> Result<Option<String>> {
        let native = match self.native.take() {
            Some(native) => native,
            None => Native::new(self.args)?,
        };
        let native = self.native.insert(native);
        let module = &self.program.module;
        let mut lines = vec![target.line];
        // Code that is executed together with the line's.
        for piece in target.nodes.iter().filter_map(|&node| self.analysis.graph.piece(node)) {
            let Some(body) = module.functions[piece.func.index()].body() else { continue };
            let ops = piece.first as usize..=piece.last as usize;
            let locs = ops.map(|op| body.loc(op)).filter(|loc| loc.file == target.file);
            lines.extend(locs.map(|loc| loc.line).filter(|&line| line != 0));
        }
        // The marked copy is called otherwise.
        let mut case = case.clone();
        case.run.program.get_or_insert_with(|| Hex(self.name.to_vec()));
        Ok(match native.confirm(module.file(target.file), &lines, &case)? {
            Confirmed::Yes => None,
            Confirmed::No => Some("a native run on the input does not come there".to_string()),
            Confirmed::NoCode => Some("the native executable has no code there".to_string()),
        })
    }
}
