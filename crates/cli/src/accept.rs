//! `patchlight accept`: marks differences as intended.

use crate::exit::Exit;
use anyhow::{Context, Result, bail};
use clap::Args;
use patchlight_project::Project;
use patchlight_project::baseline::Baseline;
use patchlight_project::store::Store;
use std::collections::BTreeMap;

#[derive(Args)]
pub struct AcceptArgs {
    /// Ids of findings of the last run
    #[arg(value_name = "ID", required_unless_present = "all")]
    ids: Vec<String>,

    /// Accept all findings of the last run
    #[arg(long, conflicts_with = "ids")]
    all: bool,
}

pub fn run(args: &AcceptArgs) -> Result<Exit> {
    let project = Project::find()?;
    let store = Store::open(&project.directory()?)?;
    let last = store.last_run()?.context("no results yet: run `patchlight test` first")?;
    let mut baseline = Baseline::read(&project.root)?;
    let findings: BTreeMap<&str, _> =
        last.findings.iter().map(|finding| (finding.id.as_str(), finding)).collect();
    let ids: Vec<String> = match args.all {
        true => last.findings.iter().map(|finding| finding.id.clone()).collect(),
        false => args.ids.clone(),
    };
    for given in ids {
        // It may have been shown before it became part of another one.
        let id = &match findings.contains_key(given.as_str()) {
            true => given,
            false => store.alias(&given)?.unwrap_or(given),
        };
        let Some(finding) = findings.get(id.as_str()) else {
            bail!("no finding has the id `{id}`");
        };
        let place = finding.place.as_ref();
        let place = place.map_or(String::new(), |at| format!(", {}:{}", at.file, at.line));
        let (class, shape) = (finding.class.name(), &finding.shape);
        let what = format!("{}: {class}: {shape}{place}", finding.program);
        println!("accepted {id}: {what}");
        baseline.accept(&last, id, &what);
    }
    baseline.write(&project.root)?;
    Ok(Exit::Ok)
}
