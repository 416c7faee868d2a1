//! The table at the end, as in the paper on shadow symbolic execution: for each phase how many inputs
//! part the versions, how many of them were run natively, and what those showed.

use patchlight_compare::shadow::totals::Totals;
use patchlight_replay::{Class, Report};
use patchlight_results::FoundBy;
use std::collections::{BTreeMap, HashMap};

const COLUMNS: [&str; 7] =
    ["divergences", "in the engine", "replayed", "regressions", "fixes", "output", "other"];

/// What a phase has found.
#[derive(Copy, Clone, Default)]
struct Row {
    divergences: usize,
    /// Those whose outcomes differ under the engine.
    differ: usize,
    replayed: usize,
    regressions: usize,
    fixes: usize,
    outputs: usize,
    others: usize,
}

/// `report`: what native runs showed, if there were any.
pub fn add(out: &mut String, totals: &Totals, report: Option<&Report>) {
    let rows = rows(totals, report);
    line!(out, "{:<10} {}", "phase", line(&COLUMNS));
    for (phase, row) in &rows {
        line!(out, "{:<10} {}", phase.name(), row.line(report.is_some()));
    }
    if rows.len() > 1 {
        let sum = rows.values().fold(Row::default(), |sum, row| sum.plus(row));
        line!(out, "{:<10} {}", "total", sum.line(report.is_some()));
    }
}

fn rows(totals: &Totals, report: Option<&Report>) -> BTreeMap<FoundBy, Row> {
    let mut rows: BTreeMap<FoundBy, Row> = BTreeMap::new();
    let mut phases = HashMap::new();
    for test in totals.inputs() {
        let row = rows.entry(test.phase).or_default();
        row.divergences += 1;
        row.differ += usize::from(test.differs);
        row.replayed += usize::from(test.is_replayed);
        phases.insert(test.case.name.as_str(), test.phase);
    }
    for (_, finding) in report.into_iter().flat_map(|report| &report.findings) {
        let phase = phases.get(finding.case.name.as_str());
        let Some(row) = phase.and_then(|phase| rows.get_mut(phase)) else { continue };
        match finding.class {
            Class::Regression | Class::Bug => row.regressions += 1,
            Class::Fix => row.fixes += 1,
            Class::OutputDifference | Class::Expected => row.outputs += 1,
            Class::ResourceDifference | Class::LatentError | Class::SilentDivergence => {
                row.others += 1;
            }
        }
    }
    rows
}

impl Row {
    fn line(&self, is_native: bool) -> String {
        let share = match self.divergences {
            0 => "-".to_string(),
            n => format!("{} %", 100 * self.replayed / n),
        };
        let native = [self.regressions, self.fixes, self.outputs, self.others];
        let native = native.map(|n| if is_native { n.to_string() } else { "-".to_string() });
        let [regressions, fixes, outputs, others] = &native;
        let share = if is_native { share.as_str() } else { "-" };
        let (divergences, differ) = (self.divergences.to_string(), self.differ.to_string());
        line(&[&divergences, &differ, share, regressions, fixes, outputs, others])
    }

    fn plus(self, other: &Row) -> Row {
        Row {
            divergences: self.divergences + other.divergences,
            differ: self.differ + other.differ,
            replayed: self.replayed + other.replayed,
            regressions: self.regressions + other.regressions,
            fixes: self.fixes + other.fixes,
            outputs: self.outputs + other.outputs,
            others: self.others + other.others,
        }
    }
}

fn line(cells: &[&str; 7]) -> String {
    let cells = cells.iter().zip(COLUMNS).map(|(cell, head)| format!("{cell:>n$}", n = head.len()));
    cells.collect::<Vec<_>>().join("  ")
}
