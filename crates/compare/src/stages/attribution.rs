//! Which changes of a patch a regression needs, if it needs several.

use super::bench::Bench;
use super::native::counted;
use super::{Done, Said, Share, Stage, Work};
use crate::interact::of_project::OfProject;
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_replay::{Case, Class};
use patchlight_results::{Finding, StageName};

/// Of at most so many errors it is found out.
const MOST_EXPLAINED: usize = 3;

pub const STAGE: Stage = Stage {
    name: StageName::Attribution,
    about: "builds parts of the patch to find out which changes a regression needs",
    share: Share::Of(1, 1),
    needs: &[StageName::Replay],
    work: Work::Program(attribute),
};

fn attribute(bench: &mut Bench<'_>, deadline: &Deadline) -> Result<Done> {
    let is_bad = |class: Class| matches!(class, Class::Regression | Class::Bug);
    let mut bad: Vec<&mut Finding> = bench
        .findings
        .iter_mut()
        .filter(|finding| is_bad(finding.class))
        .take(MOST_EXPLAINED)
        .collect();
    if bad.is_empty() || bench.n_hunks == 0 || deadline.is_over() {
        return Ok(None);
    }
    bench.surroundings.progress.show(|| "building parts of the patch".to_string());
    let cases: Vec<Case> = bad.iter().map(|finding| finding.case.clone()).collect();
    let (surroundings, old, path) = (bench.surroundings, bench.old, bench.path);
    let build = |patch: &str| surroundings.build_patched(old, path, patch, deadline);
    let of_project = OfProject { pair: bench.pair, tests: &[], build: &build };
    let needed = of_project.needed_for(&cases.iter().collect::<Vec<_>>(), deadline)?;
    let n = needed.iter().flatten().count();
    for (finding, together) in bad.iter_mut().zip(needed) {
        finding.together = together;
    }
    let need = if n == 1 { "needs" } else { "need" };
    let result = format!("{} {need} several changes", counted(n, "error"));
    Ok((n > 0).then_some(Said { is_cached: false, is_partial: false, result }))
}
