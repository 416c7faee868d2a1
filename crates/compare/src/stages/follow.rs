//! Tests that execute changed code, followed by both versions at once: concolic, then bounded.

use super::bench::{Bench, Surroundings};
use super::native::counted;
use super::select::before;
use super::{Done, Said, Share, Stage, Work};
use crate::memo::{Memo, Moves};
use crate::pair::Pair;
use crate::run_key::run_key;
use crate::shadow::confirm::PredictedEnd;
use crate::shadow::phases::{self, Test};
use crate::shadow::totals::Totals;
use crate::shadow::{self, Plan};
use crate::trace::EndOfTest;
use anyhow::Result;
use patchlight_budget::{Budget, Deadline};
use patchlight_drive::Seed;
use patchlight_engine::contents::Contents;
use patchlight_ir::FuncId;
use patchlight_pool::{Turn, in_parallel, n_processors};
use patchlight_replay::Case;
use patchlight_results::{StageName, UnknownKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The deadline is shared out among so many tests at a time.
const SHARES: usize = 12;
/// A phase of a test takes no longer, however large the budget is.
const LONGEST: Duration = Duration::from_secs(60);

/// What following one test showed.
#[derive(Default, Serialize, Deserialize)]
pub struct Followed {
    pub test: String,
    pub touched: bool,
    pub found: Vec<Test>,
    pub limits: BTreeMap<String, u64>,
    pub unsupported: BTreeMap<String, u64>,
    /// Both versions fail on it, in this way.
    pub fails: Option<PredictedEnd>,
    /// The functions that were entered: of the program that is both versions, of each by itself.
    #[serde(skip)]
    entered: [Vec<FuncId>; 3],
}

pub const STAGE: Stage = Stage {
    name: StageName::Follow,
    about: "follows the tests with both versions at once: concolic, then bounded",
    share: Share::Of(3, 5),
    needs: &[StageName::Select, StageName::Reach],
    work: Work::Program(follow),
};

fn follow(bench: &mut Bench<'_>, deadline: &Deadline) -> Result<Done> {
    let seeds = bench.seeds();
    let (followed, n_known) = follow_all(bench, &seeds, deadline)?;
    let n = followed.len();
    if n < seeds.len() {
        let n_left = (seeds.len() - n) as u64;
        bench.found.unknown(UnknownKind::Limit, "no time to follow a test".into(), n_left);
    }
    bench.found.add_followed(followed)?;
    let (tests, n_inputs) = (counted(n, "test"), bench.found.tests.len());
    let diverge = match n_inputs {
        1 => "1 input makes the versions diverge".to_string(),
        n => format!("{n} inputs make the versions diverge"),
    };
    let result = format!("{tests} followed{}, {diverge}", before(n_known, n));
    let (is_cached, is_partial) = (n_known == seeds.len(), n < seeds.len());
    Ok(Some(Said { is_cached, is_partial, result }))
}

/// Follows the tests in the given order until the deadline. Gives what was found for those that there
/// was time for, and for how many it was known before.
fn follow_all(
    bench: &Bench<'_>,
    tests: &[Case],
    deadline: &Deadline,
) -> Result<(Vec<Followed>, usize)> {
    let (pair, tracers) = (bench.pair, bench.tracers);
    let Surroundings { store, progress, .. } = bench.surroundings;
    let memo = memo(pair);
    let mut results: Vec<Option<Followed>> = Vec::new();
    for case in tests {
        let known: Option<(Followed, Moves)> = memo.get(store, &key(case)?)?;
        results.push(known.and_then(|(followed, moves)| followed.moved(case, &moves)));
    }
    let todo: Vec<usize> = (0..tests.len()).filter(|&n| results[n].is_none()).collect();
    let n_known = tests.len() - todo.len();
    let work = |_: &mut (), &n: &usize, turn: &Turn| -> Result<Followed> {
        let nth = n_known + turn.number + 1;
        progress.show(|| format!("following test {nth} of {}", tests.len()));
        let begin = Instant::now();
        let piece = piece(turn);
        let known = tracers.ends(&tests[n], store)?;
        let followed = follow_one(pair, &tests[n], known, &piece)?;
        if followed.is_worth_keeping() && !piece.interrupt().is_asked() {
            let seconds = begin.elapsed().as_secs_f64();
            memo.put(store, &key(&tests[n])?, &followed.entered, &followed, seconds)?;
        }
        bench.early.confirm(bench.native, &followed.found, turn.deadline())?;
        Ok(followed)
    };
    let done = in_parallel(pair.n_workers, &todo, deadline, || Ok(()), work)?;
    for (n, followed) in todo.into_iter().zip(done) {
        results[n] = followed.ok();
    }
    Ok((results.into_iter().flatten().collect(), n_known))
}

/// What one test may take: an equal part of what is left, as if there were few.
fn piece(turn: &Turn) -> Deadline {
    let n_rounds = turn.n_left().div_ceil(n_processors()).min(SHARES);
    turn.deadline().piece(n_rounds, turn.n_all.min(SHARES * n_processors()))
}

fn memo(pair: &Pair) -> Memo<'_> {
    let versions = &pair.versions;
    let alone = |program| Contents::new(program, &[], usize::MAX);
    let programs = vec![versions.contents(), alone(&versions.old), alone(&versions.new)];
    let budget = pair.budget.to_string();
    let depends_on = [&versions.name, budget.as_bytes(), &pair.patchlight];
    Memo::new(["follow", "follow needs"], programs, &depends_on)
}

fn key(case: &Case) -> Result<Vec<u8>> {
    Ok(run_key(&case.run)?.as_str().as_bytes().to_vec())
}

impl Followed {
    /// What could not even be started is tried again.
    fn is_worth_keeping(&self) -> bool {
        !self.entered[0].is_empty()
    }

    /// What was found before, for the test as it is called now and with lines as they are now.
    fn moved(mut self, case: &Case, moves: &Moves) -> Option<Followed> {
        // Texts that name a line would name the one of that time.
        if !moves.is_empty() && !self.unsupported.is_empty() {
            return None;
        }
        for test in &mut self.found {
            if !test.file.is_empty() {
                test.line = moves.line(&test.function, &test.file, test.is_old, test.line)?;
            }
            if let Some(origin) = &mut test.case.origin {
                origin.line = test.line;
            }
            let number = test.case.name.rsplit_once('~').map_or("", |(_, number)| number);
            test.case.name = format!("{}~{number}", case.name);
        }
        self.test = case.name.clone();
        Some(self)
    }
}

/// `known`: how each version ends on the test, and the functions that it enters.
fn follow_one(
    pair: &Pair,
    case: &Case,
    known: Option<[EndOfTest; 2]>,
    piece: &Deadline,
) -> Result<Followed> {
    let versions = &pair.versions;
    let mut totals = Totals::default();
    match known {
        Some(known) => totals.add_known_seed(case, known),
        None => totals.add_seed(versions, case, piece)?,
    }
    let mut quiet = shadow::progress::Progress::quiet();
    // Two fifths for each phase: the inputs are run on each version, too.
    let part = match piece.left() {
        Some(Budget::Time(left)) => Budget::Time((left * 2 / 5).min(LONGEST)),
        Some(Budget::Steps(left)) => Budget::Steps(left / 5 * 2),
        None => Budget::Time(LONGEST),
    };
    let plan = Plan::with_each_phase(part);
    let seed = Seed::new(case.clone(), "seed");
    let followed = seed.and_then(|seed| {
        let large: Vec<String> = seed.too_large().map(str::to_string).collect();
        Ok((phases::follow(versions, &seed, &plan, piece, &mut quiet)?, large))
    });
    let (followed, large) = match followed {
        Ok(followed) => followed,
        // The engine cannot start from such a test; the native stages use it all the same.
        Err(error) => {
            let why = format!("{}: {error:#}", case.name);
            let unsupported = BTreeMap::from([(why, 1)]);
            return Ok(Followed { test: case.name.clone(), unsupported, ..Followed::default() });
        }
    };
    let touched = followed.touched;
    totals.add(versions, &case.name, followed, piece)?;
    for name in large {
        let what = format!("{name} is too large to be varied");
        *totals.limits.entry(what).or_default() += 1;
    }
    let fails = totals.crashing.pop().map(|(_, end)| end);
    let mut found = std::mem::take(&mut totals.tests);
    for test in &mut found {
        test.case.name = format!("{}~{}", case.name, test.case.name.trim_start_matches("case-"));
    }
    Ok(Followed {
        test: case.name.clone(),
        touched,
        found,
        limits: std::mem::take(&mut totals.limits),
        unsupported: std::mem::take(&mut totals.unsupported),
        fails,
        entered: totals.entered.map(|functions| functions.into_iter().collect()),
    })
}
