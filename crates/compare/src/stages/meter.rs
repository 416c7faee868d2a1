//! What a stage costs: its time, and what it does in the engine.

use crate::pair::Pair;
use patchlight_engine::Program;
use patchlight_results::{Engine, Starts};
use std::time::Instant;

/// A stage that has begun.
pub struct Meter<'p> {
    begin: Instant,
    /// The program that it is about, if it is about one, and what was done with that before.
    program: Option<(&'p Pair, Engine)>,
}

/// What a stage cost.
pub struct Cost {
    pub seconds: f64,
    pub engine: Engine,
}

impl<'p> Meter<'p> {
    /// A stage of the whole project.
    pub fn of_project() -> Meter<'p> {
        Meter { begin: Instant::now(), program: None }
    }

    pub fn of_program(pair: &'p Pair) -> Meter<'p> {
        Meter { begin: Instant::now(), program: Some((pair, engine(pair))) }
    }

    pub fn cost(&self) -> Cost {
        let engine = self.program.map(|(pair, before)| since(before, engine(pair)));
        Cost { seconds: self.begin.elapsed().as_secs_f64(), engine: engine.unwrap_or_default() }
    }

    /// The cost of a stage that loaded a program.
    pub fn cost_of_loading(&self, pair: &Pair) -> Cost {
        Cost { engine: engine(pair), ..self.cost() }
    }
}

/// What was done with a program up to now.
fn engine(pair: &Pair) -> Engine {
    let of = |program: &Program| {
        let counts = program.starts.counts();
        Starts {
            n_runs: counts.n_runs,
            n_searches: counts.n_searches,
            most_runs: counts.most_runs,
            most: counts.most,
        }
    };
    let versions = &pair.versions;
    Engine {
        n_loads: pair.executables.iter().map(|executable| executable.n_loads()).sum(),
        old: of(&versions.old),
        new: of(&versions.new),
        both: of(&versions.both),
    }
}

/// What was done since. The most of something counts from the beginning.
fn since(before: Engine, now: Engine) -> Engine {
    let of = |before: Starts, now: Starts| Starts {
        n_runs: now.n_runs - before.n_runs,
        n_searches: now.n_searches - before.n_searches,
        ..now
    };
    Engine {
        n_loads: now.n_loads - before.n_loads,
        old: of(before.old, now.old),
        new: of(before.new, now.new),
        both: of(before.both, now.both),
    }
}
