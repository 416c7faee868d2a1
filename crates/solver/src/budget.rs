//! How much a query may cost.

use std::time::{Duration, Instant};

use crate::sat::Limits;

/// Limits of one query; past them the answer is `Unknown`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    pub time: Option<Duration>,
    /// When all queries have to be done.
    pub until: Option<Instant>,
    pub conflicts: Option<u64>,
    /// Bytes that the SAT solver's clauses may take, estimated from their number.
    pub memory: Option<u64>,
}

/// Why a query has no answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Why {
    Time,
    Conflicts,
    Memory,
    /// The second backend gave up.
    Backend,
}

impl Budget {
    /// A budget of time alone.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// Whether it is too late for any query.
    pub fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// How long a query that starts now may take.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        let until = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        self.time.into_iter().chain(until).min()
    }

    pub(crate) fn start(&self) -> Limits {
        let deadline = self.time_left().map(|time| Instant::now() + time);
        Limits { deadline, conflicts: self.conflicts, memory: self.memory }
    }
}

/// Why a SAT solver stopped under these limits.
pub(crate) fn why(limits: &Limits) -> Why {
    match limits {
        _ if limits.is_late() => Why::Time,
        Limits { conflicts: None, memory: Some(_), .. } => Why::Memory,
        Limits { conflicts: Some(_), .. } => Why::Conflicts,
        _ => Why::Time,
    }
}
