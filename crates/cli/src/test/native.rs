//! Both versions natively: on the tests, on their neighbours, and on everything that was found.

use super::Pair;
use crate::cache::Key;
use crate::interrupt;
use crate::replay;
use crate::store::Store;
use anyhow::Result;
use patchlight_replay::{
    Case, Class, Config, Options, Report, Versions, compare, neighbours, program_options,
};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A native run that takes longer hangs: there may be many of them.
const MAX_SECONDS: f64 = 2.0;
/// Native runs that making one finding smaller may take: at most, and for each second of the budget.
const MAX_MINIMISING: usize = 500;
const MINIMISING_PER_SECOND: f64 = 3.0;
/// At least so many cases are compared in a second.
const RATE: f64 = 150.0;
/// After so many cases what is known is stored, and the clock is looked at.
const CHUNK: usize = 60;
/// Variants of all tests together.
const MOST_NEIGHBOURS: usize = 20_000;

/// What comparing cases showed, as far as it is needed later.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Compared {
    pub n_cases: usize,
    /// Those on which the versions differ.
    pub differing: Vec<Case>,
    pub non_deterministic: Vec<(String, Vec<String>)>,
    pub not_replayed: Vec<(String, String)>,
}

impl Compared {
    fn add(&mut self, other: Compared) {
        self.n_cases += other.n_cases;
        self.differing.extend(other.differing);
        self.non_deterministic.extend(other.non_deterministic);
        self.not_replayed.extend(other.not_replayed);
    }
}

/// All cases, in an order in which the first ones are of all kinds: variants of one test, and
/// variants of one kind, stand side by side.
fn spread(cases: &[Case]) -> Vec<Case> {
    let n_parts = cases.len().div_ceil(CHUNK).max(1);
    let part = |first: usize| cases.iter().skip(first).step_by(n_parts);
    (0..n_parts).flat_map(part).cloned().collect()
}

pub struct Native<'p> {
    pair: &'p Pair,
    pub versions: &'p Versions,
    config: Config,
}

impl<'p> Native<'p> {
    pub fn new(pair: &'p Pair) -> Result<Native<'p>> {
        let mut config = replay::sandbox_config()?;
        config.limits.seconds = MAX_SECONDS;
        Ok(Native { pair, versions: &pair.native, config })
    }

    /// The tests themselves. True if this was known before.
    pub fn cross_check(&self, store: &Store, cases: &[&Case]) -> Result<(Compared, bool)> {
        let cases: Vec<Case> = cases.iter().map(|&case| case.clone()).collect();
        let (mut all, mut is_known) = (Compared::default(), true);
        for some in cases.chunks(CHUNK) {
            if interrupt::is_asked() {
                break;
            }
            let (compared, was_known) = self.remembered(store, "natively", some)?;
            all.add(compared);
            is_known &= was_known;
        }
        Ok((all, is_known))
    }

    /// Variants of the tests, as many as there is time for.
    pub fn neighbours(
        &self,
        store: &Store,
        cases: &[&Case],
        time: Duration,
    ) -> Result<(Compared, bool)> {
        if cases.is_empty() {
            return Ok((Compared::default(), true));
        }
        let most = ((time.as_secs_f64() * RATE) as usize).min(MOST_NEIGHBOURS);
        // How many there is time for depends on the clock: what was tried before is enough.
        let cases: Vec<Case> = cases.iter().map(|&case| case.clone()).collect();
        let key = self.key(&cases)?;
        if let Some((compared, _)) = store.get("neighbours", &key)? {
            return Ok((compared, true));
        }
        let options = program_options(&self.config, self.versions)?;
        let variants = neighbours(&cases, &options, (most / cases.len()).max(20));
        let begin = Instant::now();
        let mut compared = Compared::default();
        for some in spread(&variants).chunks(CHUNK) {
            if begin.elapsed() >= time || interrupt::is_asked() {
                break;
            }
            compared.add(self.compare(some)?);
        }
        if !interrupt::is_asked() {
            store.put("neighbours", &key, &compared, begin.elapsed().as_secs_f64())?;
        }
        Ok((compared, false))
    }

    fn remembered(&self, store: &Store, stage: &str, cases: &[Case]) -> Result<(Compared, bool)> {
        let key = self.key(cases)?;
        if let Some((compared, _)) = store.get(stage, &key)? {
            return Ok((compared, true));
        }
        let begin = Instant::now();
        let compared = self.compare(cases)?;
        store.put(stage, &key, &compared, begin.elapsed().as_secs_f64())?;
        Ok((compared, false))
    }

    fn compare(&self, cases: &[Case]) -> Result<Compared> {
        if cases.is_empty() {
            return Ok(Compared::default());
        }
        let options = Options { minimise_runs: 0, ..Options::default() };
        let report = compare(&self.config, self.versions, cases, &options)?;
        let findings = report.findings.into_iter().map(|(_, finding)| finding);
        let seen = findings.filter(|finding| finding.class != Class::SilentDivergence);
        let name = |case: Case| case.name;
        Ok(Compared {
            n_cases: cases.len(),
            differing: seen.map(|finding| finding.case).collect(),
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
        })
    }

    fn key(&self, cases: &[Case]) -> Result<Key> {
        let cases = serde_json::to_string(cases)?;
        Ok(Key::of([self.pair.key.as_str().as_bytes(), cases.as_bytes()]))
    }

    /// Everything that was found, with clusters and the smallest cases that stand for them.
    pub fn report(&self, cases: &[Case], budget: Duration) -> Result<Report> {
        if cases.is_empty() {
            return Ok(Report::default());
        }
        let runs = (budget.as_secs_f64() * MINIMISING_PER_SECOND) as usize;
        let options =
            Options { minimise_runs: runs.clamp(30, MAX_MINIMISING), ..Options::default() };
        Ok(compare(&self.config, self.versions, cases, &options)?)
    }
}
