//! What an exploration found, counted: `stats.json` and the last lines on the terminal.

use super::cases::CaseEnd;
use patchlight_engine::explore::pool::Totals;
use patchlight_engine::{PathEnd, Place, Program};
use serde::Serialize;
use std::collections::BTreeMap;

/// How many places `slow_places` names at most.
const N_SLOW_PLACES: usize = 5;

#[derive(Default, Serialize)]
pub struct Summary {
    pub paths_completed: u64,
    pub paths_error: u64,
    /// Dropped by the program's own harness.
    pub paths_discarded: u64,
    /// Not finished when the exploration stopped.
    pub paths_live: usize,
    pub tests: u64,
    /// Questions that came to the solver's chain; most of them never reach SAT.
    pub solver_queries: u64,
    pub sat_queries: u64,
    pub query_time_median_us: f64,
    pub query_time_p90_us: f64,
    pub instructions: u64,
    pub forks: u64,
    pub terms: usize,
    pub seconds: f64,
    pub peak_memory_mb: u64,
    /// Why it ended before all paths were run.
    pub stopped: Option<String>,
    /// Gaps of ours, with how many paths they ended.
    pub unsupported: BTreeMap<String, u64>,
    /// Paths that a limit ended.
    pub limits: BTreeMap<String, u64>,
    /// Sides of branches that were left out, by the limit that forbids them.
    pub not_explored: BTreeMap<&'static str, u64>,
    /// Values that were fixed, by reason and place.
    pub concretised: BTreeMap<String, u64>,
    /// Where most time was spent with the solver, in seconds.
    pub slow_places: BTreeMap<String, f64>,
    /// What running the tests again showed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<CoverageSummary>,
    /// What running the tests natively showed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<ReplaySummary>,
}

/// Of the program's own lines.
#[derive(Default, Serialize)]
pub struct CoverageSummary {
    pub lines: usize,
    pub lines_reached: usize,
    /// Tests whose second run, with fixed inputs, did not end as the first one: our own mistake.
    pub not_confirmed: Vec<u64>,
}

#[derive(Default, Serialize)]
pub struct ReplaySummary {
    pub agree: u64,
    pub differ: u64,
    /// Tests without a prediction: their path ended at a gap or a limit of ours.
    pub without_prediction: u64,
    pub differences: Vec<String>,
}

impl Summary {
    /// True if the path deserves a test.
    pub fn count(&mut self, end: &PathEnd) -> bool {
        match end {
            PathEnd::Exit(_) => self.paths_completed += 1,
            PathEnd::Killed(_) | PathEnd::Bug(_) => self.paths_error += 1,
            PathEnd::Discarded => {
                self.paths_discarded += 1;
                return false;
            }
            PathEnd::Unsupported(gap) => {
                let place = gap.backtrace.first().map_or(String::new(), |at| format!(" in {at}"));
                *self.unsupported.entry(format!("{}{place}", gap.what)).or_default() += 1;
            }
            PathEnd::Limit(limit) => *self.limits.entry(limit.to_string()).or_default() += 1,
        }
        true
    }

    /// Counts a test of the exploration that is resumed.
    pub fn count_earlier(&mut self, end: &CaseEnd) {
        self.tests += 1;
        match end {
            CaseEnd::Exit(_) => self.paths_completed += 1,
            CaseEnd::Killed(_) | CaseEnd::Error { .. } => self.paths_error += 1,
            CaseEnd::Unsupported(what) => {
                *self.unsupported.entry(what.clone()).or_default() += 1;
            }
            CaseEnd::Limit(what) => *self.limits.entry(what.clone()).or_default() += 1,
        }
    }

    pub fn take_totals(&mut self, program: &Program, totals: &Totals) {
        self.paths_live = totals.live;
        self.forks = totals.stats.forks;
        self.solver_queries = totals.stats.questions;
        self.sat_queries = totals.stats.solver_queries;
        let times = &totals.stats.query_times;
        self.query_time_median_us = times.quantile_us(0.5);
        self.query_time_p90_us = times.quantile_us(0.9);
        for ((func, op), time) in times.slowest(N_SLOW_PLACES) {
            let places = program.places(func, op as usize);
            let place = places.first().map_or_else(String::new, Place::to_string);
            *self.slow_places.entry(place).or_default() += time.as_secs_f64();
        }
        self.instructions = totals.stats.ops;
        self.terms = totals.terms;
        self.not_explored = totals.stats.not_explored.clone();
        for ((reason, place), n) in &totals.pins {
            self.concretised.insert(format!("{} in {place}", reason.text()), *n);
        }
        self.peak_memory_mb = peak_memory_mb();
    }

    pub fn print(&self) {
        eprintln!(
            "patchlight: {} completed, {} with errors, {}, {}, {}, {:.2} s, {} MB",
            counted(self.paths_completed, "path", "paths"),
            self.paths_error,
            counted(self.tests, "test", "tests"),
            counted(self.solver_queries, "query", "queries"),
            counted(self.instructions, "op", "ops"),
            self.seconds,
            self.peak_memory_mb
        );
        if let Some(why) = &self.stopped {
            eprintln!("patchlight: stopped by {why}, paths unfinished: {}", self.paths_live);
        }
        let lists = [
            ("unsupported", &self.unsupported),
            ("limit", &self.limits),
            ("concretised", &self.concretised),
        ];
        for (what, list) in lists {
            for (name, n) in list {
                let times = if *n == 1 { "time" } else { "times" };
                eprintln!("patchlight: {what}: {name} ({n} {times})");
            }
        }
        for (limit, n) in &self.not_explored {
            eprintln!("patchlight: branches not explored because of {limit}: {n}");
        }
        if let Some(coverage) = &self.coverage {
            let CoverageSummary { lines, lines_reached, not_confirmed } = coverage;
            eprintln!("patchlight: the tests reach {lines_reached} of {lines} lines");
            if !not_confirmed.is_empty() {
                eprintln!("patchlight: a second run did not confirm tests {not_confirmed:?}");
            }
        }
        if let Some(replay) = &self.replay {
            replay.print();
        }
    }
}

fn counted(n: u64, one: &str, several: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { several })
}

pub fn peak_memory_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kb = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kb.unwrap_or(0) / 1024
}
