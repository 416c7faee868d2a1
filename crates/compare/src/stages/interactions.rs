//! Inputs along the sequences of changes, if the patch has several.

use super::bench::Bench;
use super::native::counted;
use super::{Done, Said, Share, Stage, Work};
use crate::interact::Made;
use crate::interact::of_project::{Along, OfProject};
use crate::run_key::run_key;
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_cache::Key;
use patchlight_replay::Case;
use patchlight_results::{FoundBy, StageName, UnknownKind};
use std::time::Instant;

/// Tests that are started from: the first ones, in the order in which they are followed.
const MOST_TESTS: usize = 20;

pub const STAGE: Stage = Stage {
    name: StageName::Interactions,
    about: "makes inputs that execute several changes in a row, and runs them natively",
    share: Share::Of(1, 6),
    needs: &[StageName::Select, StageName::Reach],
    work: Work::Program(interactions),
};

fn interactions(bench: &mut Bench<'_>, deadline: &Deadline) -> Result<Done> {
    let mut seeds = bench.seeds();
    seeds.truncate(MOST_TESTS);
    let begin = Instant::now();
    let mut parts = vec![bench.pair.key.as_str().as_bytes().to_vec()];
    for seed in &seeds {
        parts.push(run_key(&seed.run)?.as_str().as_bytes().to_vec());
    }
    let key = Key::of(parts.iter().map(Vec::as_slice));
    let (store, stage) = (bench.surroundings.store, StageName::Interactions);
    let known = store.get::<Option<Along>>(stage.name(), &key)?;
    let (is_known, mut is_partial) = (known.is_some(), false);
    let along = match known {
        Some((along, _)) => along,
        None => {
            bench
                .surroundings
                .progress
                .show(|| "looking for interactions of the changes".to_string());
            let seeds: Vec<&Case> = seeds.iter().collect();
            let build = |_: &str| Ok(Made::LackOfTime);
            let of_project = OfProject { pair: bench.pair, tests: &seeds, build: &build };
            let own = deadline.fraction(2, 3);
            let along = of_project.along_sequences(bench.traces(), &own)?;
            // What the deadline cut is made anew.
            is_partial = own.is_over();
            if !is_partial {
                store.put(stage.name(), &key, &along, begin.elapsed().as_secs_f64())?;
            }
            along
        }
    };
    let Some(along) = along else { return Ok(None) };
    for (what, count) in &along.gaps {
        let kind = match what.starts_with("unsupported") {
            true => UnknownKind::Unsupported,
            false => UnknownKind::Limit,
        };
        bench.found.unknown(kind, what.clone(), *count as u64);
    }
    let (compared, is_compared) =
        bench.native.cross_check(store, stage, &along.cases, deadline, bench.early)?;
    let changes = counted(along.n_changes, "change");
    let result = format!("{} along {changes}", compared.told("input"));
    is_partial |= compared.n_cut > 0;
    bench.found.add_compared(compared, FoundBy::Interactions);
    bench.graph = Some(along.graph);
    Ok(Some(Said { is_cached: is_known && is_compared, is_partial, result }))
}
