//! Changed lines that no test executes: inputs that lead there, as further tests.

use super::Pair;
use super::progress::Progress;
use super::select::Place;
use crate::cache::Key;
use crate::interrupt;
use crate::program::ProgramArgs;
use crate::reach::hunts::{HuntAll, Hunted, Hunts, Status};
use crate::store::Store;
use anyhow::Result;
use patchlight_guide::hunt::Heuristics;
use patchlight_guide::targets::Target;
use patchlight_ir::FileId;
use patchlight_replay::Case;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Tests that hunts start from: the first ones, in the order in which they are followed.
const MOST_TESTS: usize = 50;
/// A hunt takes no longer, however large the budget is.
const LONGEST: Duration = Duration::from_secs(30);
/// In less time nothing is found.
const SHORTEST: Duration = Duration::from_secs(1);

/// What became of the lines.
#[derive(Default)]
pub struct Reached {
    pub cases: Vec<Case>,
    /// Lines that a test executes natively, behind something that the engine does not support.
    pub covered: Vec<Place>,
    pub n_unreachable: usize,
    /// Lines for which it was known before.
    pub n_known: usize,
}

/// What is kept of a hunt.
#[derive(Serialize, Deserialize)]
enum Kept {
    Covered,
    Reached(Box<Case>),
    Unreachable,
    Unreached,
}

/// Hunts for inputs that lead to lines of the new version, until the time is over.
pub fn reach_all(
    pair: &Pair,
    tests: &[&Case],
    lines: &[Place],
    store: &Store,
    time: Duration,
    progress: &Progress,
) -> Result<Reached> {
    let mut reached = Reached::default();
    let tests = &tests[..tests.len().min(MOST_TESTS)];
    let args = program_args(pair);
    let deadline = Instant::now() + time;
    let mut hunts = None;
    for (n, place) in lines.iter().enumerate() {
        let key = key(pair, tests, place)?;
        let kept = match store.get::<Kept>("reach", &key)? {
            Some((kept, _)) => {
                reached.n_known += 1;
                kept
            }
            None => {
                let left = deadline.saturating_duration_since(Instant::now());
                if left < SHORTEST || interrupt::is_asked() {
                    continue;
                }
                progress.show(|| format!("hunting for {}:{}", place.0, place.1));
                let begin = Instant::now();
                let made = match hunts.take() {
                    Some(hunts) => hunts,
                    None => match start(pair, tests, &args) {
                        Err(error) if error.is::<interrupt::Interrupted>() => continue,
                        made => made?,
                    },
                };
                let hunts = hunts.insert(made);
                hunts.max_time = (left / (lines.len() - n) as u32).clamp(SHORTEST, LONGEST);
                let kept = hunt(pair, hunts, place)?;
                // What time would have shown is not known.
                if interrupt::is_asked() && matches!(kept, Kept::Unreached) {
                    continue;
                }
                store.put("reach", &key, &kept, begin.elapsed().as_secs_f64())?;
                kept
            }
        };
        match kept {
            Kept::Covered => reached.covered.push(place.clone()),
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
    tests: &[&Case],
    places: &[Place],
    hunt_all: &HuntAll<'_>,
) -> Result<Vec<Hunted>> {
    let args = program_args(pair);
    let mut hunts = start(pair, tests, &args)?;
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

fn program_args(pair: &Pair) -> ProgramArgs {
    let (files, cflags) = (vec![pair.new_executable.clone()], String::new());
    ProgramArgs { files, cflags, clang: None, root: None }
}

fn start<'p>(pair: &'p Pair, tests: &[&Case], args: &'p ProgramArgs) -> Result<Hunts<'p>> {
    let versions = &pair.versions;
    let own: Vec<String> = versions.source_paths[1].keys().cloned().collect();
    let cases = tests.iter().map(|&case| case.clone()).collect();
    let heuristics =
        Heuristics { regeneration: true, switching: true, options: true, extensions: true };
    Hunts::new(&versions.new, &versions.name, &own, cases, heuristics, args)
}

fn target(pair: &Pair, hunts: &Hunts<'_>, (path, line): &Place) -> Option<Target> {
    let module = &pair.versions.new.module;
    let files = (0..module.files.len()).map(FileId::from_index);
    let is_meant = |file: &FileId| pair.path_of(module.file(*file)) == *path;
    let files: Vec<FileId> = files.filter(is_meant).collect();
    hunts.target_at(&files, *line)
}

fn hunt(pair: &Pair, hunts: &mut Hunts<'_>, place: &Place) -> Result<Kept> {
    let (path, line) = place;
    let Some(target) = target(pair, hunts, place) else { return Ok(Kept::Unreached) };
    Ok(match hunts.hunt(&target)?.status {
        Status::Reached { case, .. } => {
            let name = format!("reach {path}:{line}");
            Kept::Reached(Box::new(Case { name, ..*case }))
        }
        Status::Unreachable => Kept::Unreachable,
        Status::Covered(_) => Kept::Covered,
        Status::Unreached(_) => Kept::Unreached,
    })
}

fn key(pair: &Pair, tests: &[&Case], (path, line): &Place) -> Result<Key> {
    let mut parts = vec![pair.key.as_str().as_bytes().to_vec(), path.clone().into_bytes()];
    parts.push(line.to_string().into_bytes());
    for test in tests {
        parts.push(serde_json::to_vec(&test.run)?);
    }
    Ok(Key::of(parts.iter().map(Vec::as_slice)))
}
