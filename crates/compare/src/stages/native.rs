//! Both versions natively: on the tests, on their neighbours, and on everything that was found.

use super::bench::Bench;
use super::cases::Tests;
use super::early::Early;
use super::findings::{Origins, one_per_cluster};
use super::usage::PatchedTexts;
use super::{Done, Said, Share, Stage, Work};
use crate::pair::Pair;
use crate::run_key::run_key;
use crate::shadow::phases::Test;
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_cache::Key;
use patchlight_pool::n_processors;
use patchlight_project::store::Store;
use patchlight_replay::sandbox_config;
use patchlight_replay::{
    Case, Class, Options, Report, SandboxConfig, Variant, Versions, compare, neighbours,
    program_options,
};
use patchlight_results::{Finding, FoundBy, StageName};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::time::Instant;

/// A native run that takes longer hangs: there may be many of them.
const MAX_SECONDS: f64 = 2.0;
/// Native runs that making one finding smaller may take.
const MAX_MINIMISING: usize = 300;
/// After so many cases what is known is stored, and the clock is looked at.
const CHUNK: usize = 60;
const CHUNK_BYTES: usize = 64 << 20;
/// Tests of one program that a first look is taken at before those of another.
const PER_LOOK: usize = 10;
/// Variants of all tests together: for each second of the budget, and at most.
const PER_SECOND: usize = 15;
const MOST_NEIGHBOURS: usize = 20_000;

/// What comparing cases showed, as far as it is needed later.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Compared {
    /// Those that were compared, and those that the deadline cut.
    pub n_cases: usize,
    #[serde(default)]
    pub n_cut: usize,
    /// Those on which the versions differ.
    pub differing: Vec<Case>,
    /// The names of those on which both versions did something that can be compared.
    pub valid: Vec<String>,
    pub non_deterministic: Vec<(String, Vec<String>)>,
    pub not_replayed: Vec<(String, String)>,
    /// Those on which both versions fail in the same way, and how.
    #[serde(default)]
    pub failing: Vec<(String, String)>,
    /// What they show, before it is made smaller and put together.
    #[serde(default)]
    pub early: Vec<Finding>,
}

impl Compared {
    /// What it is told as.
    pub fn told(&self, what: &str) -> String {
        let (n, differing) = (counted(self.n_cases, what), self.differing.len());
        let differ = if differing == 1 { "differs" } else { "differ" };
        match self.n_cut {
            0 => format!("{n}, {differing} {differ}"),
            n_cut => format!("{n}, {differing} {differ}, {n_cut} not compared"),
        }
    }

    fn add(&mut self, other: Compared) {
        self.n_cases += other.n_cases;
        self.n_cut += other.n_cut;
        self.differing.extend(other.differing);
        self.valid.extend(other.valid);
        self.non_deterministic.extend(other.non_deterministic);
        self.not_replayed.extend(other.not_replayed);
        self.failing.extend(other.failing);
        self.early.extend(other.early);
    }
}

/// All variants, in an order in which the first ones are of all kinds: variants of one test, and
/// variants of one kind, stand side by side.
fn spread<'v, 's>(variants: &'v [Variant<'s>]) -> impl Iterator<Item = &'v Variant<'s>> {
    let n_parts = variants.len().div_ceil(CHUNK).max(1);
    let part = move |first: usize| variants.iter().skip(first).step_by(n_parts);
    (0..n_parts).flat_map(part)
}

/// The next cases that are run together: not too many, and not too large.
fn next_chunk(cases: &mut impl Iterator<Item = Case>) -> Vec<Case> {
    let (mut chunk, mut n_bytes) = (Vec::new(), 0);
    while chunk.len() < CHUNK && n_bytes < CHUNK_BYTES {
        let Some(case) = cases.next() else { break };
        n_bytes += case.size();
        chunk.push(case);
    }
    chunk
}

/// The tests of a program that no first look was taken at.
pub struct Look {
    cases: std::iter::Peekable<std::vec::IntoIter<Case>>,
}

impl Look {
    pub fn new(tests: Tests) -> Look {
        Look { cases: tests.into_iter().peekable() }
    }

    pub fn is_over(&mut self) -> bool {
        self.cases.peek().is_none()
    }
}

pub struct NativeRuns<'p> {
    pair: &'p Pair,
    pub versions: &'p Versions,
    config: SandboxConfig,
}

impl<'p> NativeRuns<'p> {
    pub fn new(pair: &'p Pair) -> Result<NativeRuns<'p>> {
        let mut config = sandbox_config()?;
        config.limits.seconds = MAX_SECONDS;
        Ok(NativeRuns { pair, versions: &pair.native, config })
    }

    fn options(&self) -> Options {
        Options { times: self.pair.times.clone(), ..Options::default() }
    }

    /// Both versions without sanitizers, which are not built yet.
    pub fn plain(pair: &'p Pair, versions: &'p Versions) -> Result<NativeRuns<'p>> {
        Ok(NativeRuns { versions, ..NativeRuns::new(pair)? })
    }

    /// Compares the next tests, for a first look.
    pub fn look(&self, look: &mut Look, deadline: &Deadline, early: &Early<'_>) -> Result<()> {
        let some = next_chunk(&mut look.cases.by_ref().take(PER_LOOK));
        if some.is_empty() || deadline.is_over() {
            return Ok(());
        }
        early.add(&self.compare(&some, FoundBy::Suite, 1, deadline)?.early)
    }

    /// Compares cases. True if all of this was known before.
    pub fn cross_check(
        &self,
        store: &Store,
        stage: StageName,
        cases: &[Case],
        deadline: &Deadline,
        early: &Early<'_>,
    ) -> Result<(Compared, bool)> {
        let (mut all, mut is_known) = (Compared::default(), true);
        let mut cases = cases.iter().cloned();
        loop {
            let some = next_chunk(&mut cases);
            if some.is_empty() {
                return Ok((all, is_known));
            }
            let (compared, was_known) = self.remembered(store, stage, &some, deadline)?;
            early.add(&compared.early)?;
            all.add(compared);
            is_known &= was_known;
        }
    }

    /// Variants of the tests, as many as there is time for.
    pub fn neighbours(
        &self,
        store: &Store,
        cases: &[Case],
        deadline: &Deadline,
        early: &Early<'_>,
    ) -> Result<(Compared, bool)> {
        if cases.is_empty() {
            return Ok((Compared::default(), true));
        }
        let Ok(options) = program_options(&self.config, self.versions, deadline)? else {
            return Ok((Compared { n_cut: 1, ..Compared::default() }, false));
        };
        // How many there are depends on the budget, not on the clock.
        let most = (self.pair.seconds() as usize * PER_SECOND).min(MOST_NEIGHBOURS);
        let variants = neighbours(cases, &options, (most / cases.len()).max(20), deadline);
        let (mut all, mut is_known) = (Compared::default(), true);
        let mut made = spread(&variants).map(Variant::case);
        loop {
            if deadline.is_over() {
                all.n_cut += 1;
                return Ok((all, is_known));
            }
            let some = next_chunk(&mut made);
            if some.is_empty() {
                return Ok((all, is_known));
            }
            let (compared, was_known) =
                self.remembered(store, StageName::Neighbours, &some, deadline)?;
            early.add(&compared.early)?;
            all.add(compared);
            is_known &= was_known;
        }
    }

    /// What is cut is not stored: the next run goes on with it.
    fn remembered(
        &self,
        store: &Store,
        stage: StageName,
        cases: &[Case],
        deadline: &Deadline,
    ) -> Result<(Compared, bool)> {
        let key = self.key(cases)?;
        if let Some((compared, _)) = store.get(stage.name(), &key)? {
            return Ok((compared, true));
        }
        let begin = Instant::now();
        let phase = match stage {
            StageName::Neighbours => FoundBy::Neighbours,
            StageName::Interactions => FoundBy::Interactions,
            _ => FoundBy::Suite,
        };
        let compared = self.compare(cases, phase, n_processors(), deadline)?;
        if compared.n_cut == 0 {
            store.put(stage.name(), &key, &compared, begin.elapsed().as_secs_f64())?;
        }
        Ok((compared, false))
    }

    fn compare(
        &self,
        cases: &[Case],
        phase: FoundBy,
        n_workers: usize,
        deadline: &Deadline,
    ) -> Result<Compared> {
        if cases.is_empty() {
            return Ok(Compared::default());
        }
        let options = Options { minimise_runs: 0, n_workers, ..self.options() };
        let report = compare(&self.config, self.versions, cases, &options, deadline)?;
        let phases = cases.iter().map(|case| (case.name.as_str(), phase)).collect();
        let texts = PatchedTexts::default();
        let origins = Origins { found: HashMap::new(), phases, texts: &texts };
        let early = one_per_cluster(self.pair, &report, &origins);
        let valid = valid(cases, &report).map(str::to_string).collect();
        let findings = report.findings.into_iter().map(|(_, finding)| finding);
        let seen = findings.filter(|finding| finding.class != Class::SilentDivergence);
        let name = |case: Case| case.name;
        Ok(Compared {
            n_cases: cases.len() - report.not_compared.len(),
            n_cut: report.not_compared.len(),
            differing: seen.map(|finding| finding.case).collect(),
            valid,
            non_deterministic: report
                .non_deterministic
                .into_iter()
                .map(|(case, varies)| (name(case), varies))
                .collect(),
            not_replayed: report
                .not_replayed
                .into_iter()
                .map(|(case, why)| (name(case), why))
                .collect(),
            failing: report
                .failing
                .into_iter()
                .map(|(case, shape)| (name(case), shape.to_string()))
                .collect(),
            early,
        })
    }

    /// What one input that the engine made shows.
    pub fn confirm(&self, test: &Test, deadline: &Deadline) -> Result<Vec<Finding>> {
        let options = Options { minimise_runs: 0, n_workers: 1, ..self.options() };
        let cases = std::slice::from_ref(&test.case);
        let report = compare(&self.config, self.versions, cases, &options, deadline)?;
        let found = HashMap::from([(test.case.name.as_str(), test)]);
        let (phases, texts) = (HashMap::new(), &PatchedTexts::default());
        Ok(one_per_cluster(self.pair, &report, &Origins { found, phases, texts }))
    }

    fn key(&self, cases: &[Case]) -> Result<Key> {
        let mut parts = vec![self.pair.key.as_str().to_string()];
        for case in cases {
            parts.push(format!("{} {:?}", case.name, case.origin));
            parts.push(serde_json::to_string(&case.inputs)?);
            parts.push(run_key(&case.run)?.as_str().to_string());
        }
        Ok(Key::of(parts.iter().map(String::as_bytes)))
    }

    /// Everything that was found, with clusters and the smallest cases that stand for them.
    pub fn report(&self, cases: &[Case], deadline: &Deadline) -> Result<Report> {
        if cases.is_empty() {
            return Ok(Report::default());
        }
        let options = Options { minimise_runs: MAX_MINIMISING, ..self.options() };
        Ok(compare(&self.config, self.versions, cases, &options, deadline)?)
    }
}

/// The names of the cases on which both versions did something that can be compared.
pub fn valid<'c>(cases: &'c [Case], report: &Report) -> impl Iterator<Item = &'c str> {
    let not_compared = report.not_compared.iter().map(|(case, _)| case);
    let not_run = report.not_replayed.iter().map(|(case, _)| case);
    let varying = report.non_deterministic.iter().map(|(case, _)| case);
    let others = not_compared.chain(not_run).chain(varying);
    let others: HashSet<String> = others.map(|case| case.name.clone()).collect();
    cases.iter().map(|case| case.name.as_str()).filter(move |name| !others.contains(*name))
}

pub const STAGE: Stage = Stage {
    name: StageName::Native,
    about: "runs the tests that execute changed code natively, on both versions",
    share: Share::Of(1, 3),
    needs: &[StageName::Select, StageName::Reach],
    work: Work::Program(native),
};

pub const NEIGHBOURS: Stage = Stage {
    name: StageName::Neighbours,
    about: "does the same with variants of these tests: a byte, an option, a file's kind changed",
    share: Share::Of(1, 6),
    needs: &[StageName::Select, StageName::Reach],
    work: Work::Program(compare_neighbours),
};

fn native(bench: &mut Bench<'_>, deadline: &Deadline) -> Result<Done> {
    let seeds = bench.seeds();
    bench
        .surroundings
        .progress
        .show(|| format!("running {} natively", counted(seeds.len(), "test")));
    let store = bench.surroundings.store;
    let (compared, is_cached) =
        bench.native.cross_check(store, StageName::Native, &seeds, deadline, bench.early)?;
    let result = compared.told("test");
    let is_partial = compared.n_cut > 0;
    bench.found.add_compared(compared, FoundBy::Suite);
    Ok(Some(Said { is_cached, is_partial, result }))
}

fn compare_neighbours(bench: &mut Bench<'_>, deadline: &Deadline) -> Result<Done> {
    let seeds = bench.seeds();
    bench.surroundings.progress.show(|| "running variants of the tests natively".to_string());
    let (compared, is_cached) =
        bench.native.neighbours(bench.surroundings.store, &seeds, deadline, bench.early)?;
    let result = compared.told("variant");
    let is_partial = compared.n_cut > 0;
    bench.found.add_compared(compared, FoundBy::Neighbours);
    Ok(Some(Said { is_cached, is_partial, result }))
}

/// `1 test`, `2 tests`.
pub fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
