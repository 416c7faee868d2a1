//! `patchlight test`: from a commit to a report.

mod cases;
mod findings;
mod follow;
mod memo;
mod native;
mod pair;
mod pipeline;
mod program_run;
mod progress;
mod reach;
mod select;
mod suite;
mod trace;

use crate::baseline::Baseline;
use crate::exit::Exit;
use crate::interact::of_project::OfProject;
use crate::interrupt;
use crate::project::Project;
use crate::project::config::Time;
use crate::project::git::Repository;
use crate::project::snapshot::Snapshot;
use crate::reach::hunts::{HuntAll, Hunted};
use crate::report_command;
use crate::reports::Format;
use crate::results::Results;
use anyhow::{Context, Result, bail};
use clap::Args;
pub use pair::Pair;
use patchlight_replay::Class;
use pipeline::Pipeline;
use std::path::PathBuf;

/// What is done with each program of a project.
pub type StudyAll<'a> = dyn Fn(&mut OfProject<'_>) -> Result<()> + 'a;

#[derive(Args)]
pub struct TestArgs {
    /// The versions: OLD..NEW, or COMMIT for what it changes. Without it, the working tree against
    /// HEAD
    #[arg(value_name = "REV..REV")]
    range: Option<String>,

    /// A directory with the old version's sources
    #[arg(long, value_name = "DIR", requires = "new", conflicts_with = "range")]
    old: Option<PathBuf>,

    /// A directory with the new version's sources
    #[arg(long, value_name = "DIR", requires = "old")]
    new: Option<PathBuf>,

    /// A patch that makes the new version of the old one: of REV, or of HEAD
    #[arg(long, value_name = "FILE", conflicts_with_all = ["old", "new"])]
    patch: Option<PathBuf>,

    /// How long it may take, such as 90s or 5m [default: what patchlight.toml says]
    #[arg(long, value_name = "TIME")]
    budget: Option<Time>,

    /// How the report is written
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,

    /// Where the report goes [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &TestArgs) -> Result<Exit> {
    let project = Project::find()?;
    interrupt::listen();
    let own = project.directory()?;
    let repository = match args.old {
        Some(_) => None,
        None => Some(Repository::open(&project.root, &own)?),
    };
    let (old, new) = versions(args, repository.as_ref())?;
    let budget = args.budget.unwrap_or(project.config.budget);
    let results = test(&project, repository.as_ref(), budget, &old, &new)?;
    report_command::write(&results, args.format, args.out.as_deref())?;
    let page = own.join("report.html");
    report_command::write(&results, Format::Html, Some(&page))?;
    if args.format == Format::Terminal && args.out.is_none() {
        println!("\nmore: {}", page.display());
    }
    Ok(verdict(&results))
}

/// Hunts for the lines that a patch changes. `hunt_all` says how.
pub fn reach(range: &str, hunt_all: &HuntAll<'_>) -> Result<Vec<Hunted>> {
    let project = Project::find()?;
    let repository = Repository::open(&project.root, &project.directory()?)?;
    let (old, new) = revisions(Some(range), None, &repository)?;
    let pipeline = Pipeline::new(&project, Some(&repository), project.config.budget)?;
    pipeline.reach_patch(&old, &new, hunt_all)
}

/// Looks at how the changes of a patch act together, in each program. `study` says how.
pub fn interact(range: &str, study: &StudyAll<'_>) -> Result<Exit> {
    let project = Project::find()?;
    let repository = Repository::open(&project.root, &project.directory()?)?;
    let (old, new) = revisions(Some(range), None, &repository)?;
    let pipeline = Pipeline::new(&project, Some(&repository), project.config.budget)?;
    pipeline.interact_patch(&old, &new, study)?;
    Ok(Exit::Ok)
}

/// Compares two versions of a project.
pub fn test(
    project: &Project,
    repository: Option<&Repository>,
    budget: Time,
    old: &Snapshot,
    new: &Snapshot,
) -> Result<Results> {
    let baseline = Baseline::read(&project.root)?;
    let mut results = Pipeline::new(project, repository, budget)?.run(old, new)?;
    baseline.apply(&mut results);
    Ok(results)
}

fn versions(args: &TestArgs, repository: Option<&Repository>) -> Result<(Snapshot, Snapshot)> {
    if let (Some(old), Some(new)) = (&args.old, &args.new) {
        return Ok((Snapshot::of_directory(old)?, Snapshot::of_directory(new)?));
    }
    let repository = repository.context("there is no repository")?;
    revisions(args.range.as_deref(), args.patch.as_ref(), repository)
}

/// The versions that a range or a patch names.
fn revisions(
    range: Option<&str>,
    patch: Option<&PathBuf>,
    repository: &Repository,
) -> Result<(Snapshot, Snapshot)> {
    let revision = |name: &str| {
        let name = if name.is_empty() { "HEAD" } else { name };
        Snapshot::of_revision(repository, name)
    };
    match (range.map(|range| (range, range.split_once(".."))), patch) {
        (Some((_, Some(_))), Some(_)) => {
            bail!("--patch makes the new version: name the old one only")
        }
        (range, Some(patch)) => {
            let base = range.map_or("HEAD", |(name, _)| name);
            Ok((revision(base)?, revision(base)?.patched(patch)?))
        }
        (None, None) => Ok((revision("HEAD")?, Snapshot::of_working_tree(repository)?)),
        (Some((_, Some((old, new)))), None) => match new.strip_prefix('.') {
            // As git has it: what the branch changed since it parted.
            Some(new) => {
                let [a, b] = [old, new].map(|name| if name.is_empty() { "HEAD" } else { name });
                Ok((revision(&repository.merge_base(a, b)?)?, revision(new)?))
            }
            None => Ok((revision(old)?, revision(new)?)),
        },
        (Some((name, None)), None) => Ok((revision(&format!("{name}~1"))?, revision(name)?)),
    }
}

/// What the exit code says of the results.
pub fn verdict(results: &Results) -> Exit {
    let news = || results.findings.iter().filter(|finding| !finding.is_accepted);
    let is_bad = |class: Class| matches!(class, Class::Regression | Class::Bug);
    match &results.suite {
        _ if news().any(|finding| is_bad(finding.class)) => Exit::Regression,
        _ if news().next().is_some() => Exit::Difference,
        Some(suite) if suite.status != 0 => Exit::BuildFailed,
        _ => Exit::Ok,
    }
}
