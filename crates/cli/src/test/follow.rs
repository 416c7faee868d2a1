//! Tests that come by the patch, followed by both versions at once: concolic, then bounded.

use super::Pair;
use super::memo::{Memo, Moves};
use super::progress::Progress;
use crate::interrupt;
use crate::shadow::phases::{Test, follow};
use crate::shadow::seeds::Seed;
use crate::shadow::totals::Totals;
use crate::shadow::{self, Plan};
use crate::store::Store;
use anyhow::Result;
use patchlight_engine::contents::Contents;
use patchlight_engine::pair::Mode;
use patchlight_ir::FuncId;
use patchlight_replay::Case;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time is shared out among so many tests at a time.
const SHARES: u32 = 12;
/// A phase of a test takes no longer, however large the budget is.
const LONGEST: Duration = Duration::from_secs(60);
/// In less time nothing is found.
const SHORTEST: Duration = Duration::from_secs(2);

/// What following one test showed.
#[derive(Default, Serialize, Deserialize)]
pub struct Followed {
    pub test: String,
    pub touched: bool,
    pub found: Vec<Test>,
    pub limits: BTreeMap<String, u64>,
    pub unsupported: BTreeMap<String, u64>,
    /// Both versions fail on it, in this way.
    pub fails: Option<String>,
    /// The functions that were entered: of the program that is both versions, of each by itself.
    #[serde(skip)]
    entered: [Vec<FuncId>; 3],
    /// It was not followed to the end because Ctrl-C came.
    #[serde(skip)]
    pub is_interrupted: bool,
}

/// Follows the tests in the given order until the time is over. Gives what was found
/// for those that there was time for, and for how many it was known before.
pub fn follow_all(
    pair: &Pair,
    tests: &[&Case],
    store: &Store,
    deadline: Instant,
    progress: &Progress,
) -> Result<(Vec<Followed>, usize)> {
    let memo = memo(pair);
    let mut results: Vec<Option<Followed>> = Vec::new();
    for case in tests {
        let known: Option<(Followed, Moves)> = memo.get(store, &key(case)?)?;
        results.push(known.and_then(|(followed, moves)| followed.moved(case, &moves)));
    }
    let todo: Vec<usize> = (0..tests.len()).filter(|&n| results[n].is_none()).collect();
    let n_known = tests.len() - todo.len();
    let queue = Mutex::new((todo.iter().copied(), todo.len()));
    let done = Mutex::new((results, Ok(())));
    let work = || {
        loop {
            let (n, n_left) = {
                let mut queue = queue.lock().expect("no panic");
                let Some(n) = queue.0.next() else { return };
                queue.1 -= 1;
                (n, queue.1 + 1)
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if left < SHORTEST || interrupt::is_asked() {
                return;
            }
            progress.show(|| {
                format!("following {} of {} tests", n_known + todo.len() - n_left + 1, tests.len())
            });
            let begin = Instant::now();
            let result = follow_one(pair, tests[n], plan(left, n_left));
            let mut done = done.lock().expect("no panic");
            match result {
                Ok(followed) => {
                    if followed.is_worth_keeping() {
                        let seconds = begin.elapsed().as_secs_f64();
                        let kept = key(tests[n]).and_then(|key| {
                            memo.put(store, &key, &followed.entered, &followed, seconds)
                        });
                        done.1 = std::mem::replace(&mut done.1, Ok(())).and(kept);
                    }
                    done.0[n] = Some(followed);
                }
                Err(error) => done.1 = Err(error),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..pair.n_workers {
            scope.spawn(work);
        }
    });
    let (results, outcome) = done.into_inner().expect("no panic");
    outcome?;
    Ok((results.into_iter().flatten().collect(), n_known))
}

/// An equal share of the time for each test, half of it for each phase.
fn plan(left: Duration, n_left: usize) -> Plan {
    let share = left / (2 * SHARES.min(n_left as u32).max(1));
    let time = share.clamp(SHORTEST / 2, LONGEST);
    Plan { mode: Mode::Concolic, concolic: time, bounded: time }
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
    Ok(serde_json::to_vec(&case.run)?)
}

impl Followed {
    /// What could not even be started is tried again.
    fn is_worth_keeping(&self) -> bool {
        !self.is_interrupted && !self.entered[0].is_empty()
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

fn follow_one(pair: &Pair, case: &Case, plan: Plan) -> Result<Followed> {
    let versions = &pair.versions;
    let seed = Seed { case: case.clone() };
    let mut totals = Totals::default();
    totals.add_seed(versions, &seed.case)?;
    let mut quiet = shadow::progress::Progress::quiet();
    let followed = match follow(versions, &seed, &plan, &mut quiet) {
        Ok(followed) => followed,
        // Such a test is no input of the engine's; the native stages have it all the same.
        Err(error) => {
            let why = format!("{}: {error:#}", case.name);
            let unsupported = BTreeMap::from([(why, 1)]);
            return Ok(Followed { test: case.name.clone(), unsupported, ..Followed::default() });
        }
    };
    let touched = followed.touched;
    totals.add(versions, &case.name, followed)?;
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
        is_interrupted: interrupt::is_asked(),
    })
}
