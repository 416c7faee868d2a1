//! Tests that both versions follow at once, and inputs on which the versions differ.

pub mod confirm;
pub mod native;
pub mod phases;
pub mod progress;
pub mod totals;
mod trace;
pub mod why_not;

use crate::versions::{Sources, Versions};
use anyhow::{Context, Result};
use native::Replayed;
use patchlight_budget::{Budget, Deadline};
use patchlight_drive::Seed;
use patchlight_engine::pair::Mode;
use patchlight_replay::Case;
use progress::Progress;
use std::fs;
use std::path::Path;
use totals::Totals;

/// What the phases of a test may take, and what forks.
pub struct Plan {
    pub mode: Mode,
    pub concolic: Budget,
    pub bounded: Budget,
}

impl Plan {
    /// Forks where the versions diverge; each phase may take so much.
    pub fn with_each_phase(budget: Budget) -> Plan {
        Plan { mode: Mode::Concolic, concolic: budget, bounded: budget }
    }
}

/// What comparing two versions showed.
pub struct Comparison {
    pub versions: Versions,
    /// Inputs on which the versions diverge, each with what the engine predicts.
    pub totals: Totals,
    /// What native runs of them show. `None` if they were not asked for.
    pub native: Option<Replayed>,
}

/// Compares two versions of a program: follows tests with both at once, and runs the inputs that were
/// found natively. `builds`: where the native versions are built; without it nothing runs natively.
///
/// Native runs need a worker: the calling program has to begin with
/// [`patchlight_replay::serve_if_asked`]. `examples/compare.rs` is a whole program.
pub fn compare(
    sources: &Sources,
    tests: &[Case],
    plan: &Plan,
    builds: Option<&Path>,
    deadline: &Deadline,
    progress: &mut Progress,
) -> Result<Comparison> {
    let versions = Versions::load(sources)?;
    let totals = follow_all(&versions, tests, plan, deadline, progress)?;
    progress.native(totals.replayed().count());
    let native = match (builds, totals.n_inputs()) {
        (None, _) => None,
        (Some(_), 0) => Some(Replayed::default()),
        (Some(builds), _) => {
            fs::create_dir_all(builds)
                .with_context(|| format!("cannot create {}", builds.display()))?;
            Some(native::replay_all(sources, builds, &totals, deadline)?)
        }
    };
    progress.finish();
    Ok(Comparison { versions, totals, native })
}

/// Follows the tests, one after the other.
fn follow_all(
    versions: &Versions,
    tests: &[Case],
    plan: &Plan,
    deadline: &Deadline,
    progress: &mut Progress,
) -> Result<Totals> {
    let mut totals = Totals::default();
    for case in tests {
        progress.next_test();
        totals.add_seed(versions, case, deadline)?;
        let seed = Seed::new(case.clone(), "seed")?;
        let followed = phases::follow(versions, &seed, plan, deadline, progress)?;
        totals.add(versions, &case.name, followed, deadline)?;
    }
    Ok(totals)
}
