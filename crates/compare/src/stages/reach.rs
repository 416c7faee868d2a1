//! Changed lines that no test executes: inputs that lead there, as further tests.

use super::bench::{Bench, Surroundings};
use super::progress::Progress;
use super::select::{LineOfFile, Reach};
use super::{Done, Said, Share, Stage, Work};
use crate::pair::Pair;
use crate::reach::hunts::{HuntAll, Hunted, Hunts, Status, Subject};
use crate::run_key::run_key;
use crate::trace::Traces;
use anyhow::Result;
use patchlight_budget::{Budget, Deadline, Interrupted};
use patchlight_cache::Key;
use patchlight_guide::hunt::Heuristics;
use patchlight_guide::targets::Target;
use patchlight_ir::FileId;
use patchlight_load::ProgramFiles;
use patchlight_replay::Case;
use patchlight_results::StageName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

/// Tests that hunts start from: the first ones, in the order in which they are followed.
const MOST_TESTS: usize = 50;
/// A hunt takes no longer, however large the budget is.
const LONGEST: Budget = Budget::seconds(30);

/// What became of the lines.
#[derive(Default)]
pub struct Reached {
    pub cases: Vec<Case>,
    /// Lines that a test executes natively, behind something that the engine does not support.
    /// Each with the test's name.
    pub covered: Vec<(LineOfFile, String)>,
    pub n_unreachable: usize,
    /// Lines for which it was known before, and those that there was no time for.
    pub n_known: usize,
    pub n_cut: usize,
}

/// What is kept of a hunt.
#[derive(Serialize, Deserialize)]
enum Kept {
    /// By the test of this name.
    Covered(String),
    Reached(Box<Case>),
    Unreachable,
    Unreached,
}

pub const STAGE: Stage = Stage {
    name: StageName::Reach,
    about: "makes inputs that lead to changed lines which no test executes",
    share: Share::Of(1, 5),
    needs: &[StageName::Select],
    work: Work::Program(reach),
};

fn reach(bench: &mut Bench<'_>, deadline: &Deadline) -> Result<Done> {
    let untested: Vec<LineOfFile> = bench.lines.untested();
    if untested.is_empty() {
        return Ok(None);
    }
    let touching: Vec<&Case> = bench.touching.iter().map(|&n| &bench.tests[n]).collect();
    let starts = if touching.is_empty() { bench.tests.iter().collect() } else { touching };
    let Surroundings { store, progress, .. } = bench.surroundings;
    let reached = reach_all(bench.pair, bench.traces(), &starts, &untested, deadline, progress)?;
    for (place, test) in &reached.covered {
        let reach = Reach { new: BTreeSet::from([place.clone()]), ..Reach::default() };
        bench.add_reach(test, reach, |executed| &mut executed.by_tests);
    }
    let (found, n) = (reached.cases.len(), untested.len() - reached.covered.len());
    let lines = if n == 1 { "changed line" } else { "changed lines" };
    let mut result = format!("{found} of {n} {lines} that no test executes");
    if reached.n_unreachable > 0 {
        result += &format!(", {} unreachable", reached.n_unreachable);
    }
    let cases: Vec<&Case> = reached.cases.iter().collect();
    let (reaches, _) = bench.selector.reach_all(&cases, store, deadline, progress)?;
    for (case, reach) in reached.cases.iter().zip(reaches).filter(|(_, one)| one.gap.is_none()) {
        bench.add_reach(&case.name, reach, |executed| &mut executed.by_generated);
    }
    bench.reached = reached.cases;
    let is_cached = reached.n_known == untested.len();
    Ok(Some(Said { is_cached, is_partial: reached.n_cut > 0, result }))
}

/// Hunts for inputs that lead to lines of the new version, until the deadline.
fn reach_all(
    pair: &Pair,
    traces: Traces<'_>,
    tests: &[&Case],
    lines: &[LineOfFile],
    deadline: &Deadline,
    progress: &Progress,
) -> Result<Reached> {
    let mut reached = Reached::default();
    let tests = &tests[..tests.len().min(MOST_TESTS)];
    let args = program_args(pair);
    let (store, stage) = (traces.store, StageName::Reach.name());
    let mut hunts = None;
    for (n, place) in lines.iter().enumerate() {
        let key = key(pair, tests, place)?;
        let kept = match store.get::<Kept>(stage, &key)? {
            Some((kept, _)) => {
                reached.n_known += 1;
                kept
            }
            None if deadline.is_over() => {
                reached.n_cut += 1;
                continue;
            }
            None => {
                progress.show(|| {
                    format!("searching for an input that reaches {}:{}", place.0, place.1)
                });
                let begin = Instant::now();
                let made = match hunts.take() {
                    Some(hunts) => hunts,
                    None => match start(pair, traces, tests, &args, deadline) {
                        Err(error) if error.is::<Interrupted>() => {
                            reached.n_cut += 1;
                            continue;
                        }
                        made => made?,
                    },
                };
                let hunts = hunts.insert(made);
                hunts.effort.deadline = deadline.fraction(1, (lines.len() - n) as u32);
                hunts.effort.max = LONGEST;
                let kept = hunt(pair, hunts, place)?;
                // What time would have shown is not known.
                if deadline.interrupt().is_asked() && matches!(kept, Kept::Unreached) {
                    reached.n_cut += 1;
                    continue;
                }
                store.put(stage, &key, &kept, begin.elapsed().as_secs_f64())?;
                kept
            }
        };
        match kept {
            Kept::Covered(test) => reached.covered.push((place.clone(), test)),
            Kept::Reached(case) => reached.cases.push(*case),
            Kept::Unreachable => reached.n_unreachable += 1,
            Kept::Unreached => {}
        }
    }
    Ok(reached)
}

/// Hunts for all of these lines of the new version. `hunt_all` says how.
pub fn hunt_places(
    pair: &Pair,
    traces: Traces<'_>,
    tests: &[&Case],
    places: &[LineOfFile],
    deadline: &Deadline,
    hunt_all: &HuntAll<'_>,
) -> Result<Vec<Hunted>> {
    let args = program_args(pair);
    let mut hunts = start(pair, traces, tests, &args, deadline)?;
    let targets = places.iter().filter_map(|place| target(pair, &hunts, place)).collect();
    let targets = hunts.one_for_each_block(targets);
    let hunted = hunt_all(&mut hunts, &targets)?.into_iter();
    let named = hunted.map(|one| Hunted {
        program: pair.name.clone(),
        file: pair.path_of(&one.file),
        ..one
    });
    Ok(named.collect())
}

fn program_args(pair: &Pair) -> ProgramFiles {
    let built = Arc::clone(&pair.executables[1]);
    let files = vec![built.path.clone()];
    ProgramFiles { files, built: Some(built), may_lack_main: true, ..ProgramFiles::default() }
}

fn start<'p>(
    pair: &'p Pair,
    traces: Traces<'p>,
    tests: &[&Case],
    files: &'p ProgramFiles,
    deadline: &Deadline,
) -> Result<Hunts<'p>> {
    let versions = &pair.versions;
    let subject = Subject {
        program: &versions.new,
        name: &versions.name,
        own: versions.source_paths[1].keys().cloned().collect(),
        files,
        traces: Some(traces),
    };
    let cases = tests.iter().map(|&case| case.clone()).collect();
    let heuristics =
        Heuristics { regeneration: true, switching: true, options: true, extensions: true };
    Hunts::new(subject, cases, heuristics, deadline)
}

fn target(pair: &Pair, hunts: &Hunts<'_>, (path, line): &LineOfFile) -> Option<Target> {
    let module = &pair.versions.new.module;
    let files = (0..module.files.len()).map(FileId::from_index);
    let is_meant = |file: &FileId| pair.path_of(module.file(*file)) == *path;
    let files: Vec<FileId> = files.filter(is_meant).collect();
    hunts.target_at(&files, *line)
}

fn hunt(pair: &Pair, hunts: &mut Hunts<'_>, place: &LineOfFile) -> Result<Kept> {
    let (path, line) = place;
    let Some(target) = target(pair, hunts, place) else { return Ok(Kept::Unreached) };
    Ok(match hunts.hunt(&target)?.status {
        Status::Reached { case, .. } => {
            let name = format!("reach {path}:{line}");
            Kept::Reached(Box::new(Case { name, ..*case }))
        }
        Status::Unreachable => Kept::Unreachable,
        Status::Covered(test) => Kept::Covered(test),
        Status::Unreached(_) => Kept::Unreached,
    })
}

fn key(pair: &Pair, tests: &[&Case], (path, line): &LineOfFile) -> Result<Key> {
    let mut parts = vec![pair.key.as_str().as_bytes().to_vec(), path.clone().into_bytes()];
    parts.push(line.to_string().into_bytes());
    for test in tests {
        parts.push(run_key(&test.run)?.as_str().as_bytes().to_vec());
    }
    Ok(Key::of(parts.iter().map(Vec::as_slice)))
}
