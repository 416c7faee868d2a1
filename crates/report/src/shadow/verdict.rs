//! What `--explore` may say about all inputs: whether the versions differ, and whether all paths were
//! followed or something cut some of them off.

use patchlight_compare::shadow::totals::Totals;
use patchlight_replay::{Class, Report};

/// `report`: what native runs showed, if there were any.
pub fn verdict(totals: &Totals, report: Option<&Report>) -> String {
    let findings = report.into_iter().flat_map(|report| &report.findings);
    let differs_natively = |class: Class| class != Class::SilentDivergence;
    let differ = totals.has_difference
        || findings.into_iter().any(|(_, finding)| differs_natively(finding.class));
    let paths = match totals.paths {
        1 => "1 path".to_string(),
        n => format!("{n} paths"),
    };
    let mut verdict = match (differ, totals.n_cut) {
        (false, 0) => format!("no difference, all {paths} covered"),
        (true, 0) => format!("the versions differ, all {paths} covered"),
        (false, _) => format!("no difference within the budget ({paths} covered, {})", cut(totals)),
        (true, _) => format!("the versions differ ({paths} covered, {})", cut(totals)),
    };
    if !differ && totals.n_inputs() > 0 {
        verdict += &match totals.n_inputs() {
            1 => "; 1 input makes the versions diverge on the way".to_string(),
            n => format!("; {n} inputs make the versions diverge on the way"),
        };
    }
    verdict
}

/// What cut paths off.
fn cut(totals: &Totals) -> String {
    let lists = [("limit", &totals.limits), ("unsupported", &totals.unsupported)];
    let lists = lists.into_iter().chain([("fixed", &totals.fixed)]);
    let entries = lists
        .flat_map(|(kind, list)| list.iter().map(move |(what, n)| format!("{kind}: {what} ({n})")));
    entries.collect::<Vec<_>>().join(", ")
}
