//! What one question to the solver may cost, under a deadline.

use patchlight_budget::{Budget as Amount, Deadline, cost};
use patchlight_solver::Budget;
use std::time::Duration;

/// The most time for one question, if time is what is limited.
const MAX_TIME: Duration = Duration::from_secs(10);
/// The most conflicts, if steps are: unlike time, the same on every machine.
const MAX_CONFLICTS: u64 = 10_000;

/// A question does not outlast the work that it is asked for.
pub fn of_question(deadline: &Deadline) -> Budget {
    match deadline.left() {
        Some(Amount::Steps(_)) => Budget { conflicts: Some(MAX_CONFLICTS), ..Budget::default() },
        Some(Amount::Time(_)) | None => {
            Budget { until: deadline.instant(), ..Budget::time(MAX_TIME) }
        }
    }
}

/// What an exploration has been charged for.
#[derive(Default)]
pub struct Spent {
    ops: u64,
    questions: u64,
}

impl Spent {
    /// Charges a deadline for what was done since the last time.
    pub fn charge(&mut self, deadline: &Deadline, ops: u64, questions: u64) {
        let new_ops = ops.saturating_sub(self.ops);
        let new_questions = questions.saturating_sub(self.questions);
        deadline.spend(new_ops * cost::OP + new_questions * cost::QUESTION);
        (self.ops, self.questions) = (ops, questions);
    }
}
