//! `patchlight test`: from a commit to a report.

use crate::exit::Exit;
use crate::interrupt;
use crate::report::{self, formats};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use patchlight_budget::{Budget, Interrupt};
use patchlight_compare::reach::hunts::{HuntAll, Hunted};
use patchlight_compare::stages::{Pipeline, Saying, StudyAll};
use patchlight_project::Project;
use patchlight_project::baseline::Baseline;
use patchlight_project::config::check_budget;
use patchlight_project::git::Repository;
use patchlight_project::snapshot::Snapshot;
use patchlight_report::Format;
use patchlight_results::{Finding, Verdict};
use std::path::PathBuf;

#[derive(Args)]
pub struct TestArgs {
    /// What to compare: OLD..NEW, or COMMIT with its parent [default: the working tree with HEAD]
    #[arg(value_name = "REV..REV")]
    range: Option<String>,

    /// Directory with the sources of the old version
    #[arg(long, value_name = "DIR", requires = "new", conflicts_with = "range")]
    old: Option<PathBuf>,

    /// Directory with the sources of the new version
    #[arg(long, value_name = "DIR", requires = "old")]
    new: Option<PathBuf>,

    /// A patch to apply to REV [default: HEAD] to get the new version
    #[arg(long, value_name = "FILE", conflicts_with_all = ["old", "new"])]
    patch: Option<PathBuf>,

    /// Time limit, such as 90s or 5m [default: `budget` of patchlight.toml]
    #[arg(long, value_name = "TIME")]
    budget: Option<Budget>,

    /// Fail on these answers and on worse ones
    #[arg(long, value_name = "ANSWER", default_value = "inconclusive")]
    pub fail_on: FailOn,

    /// Say what each stage does, and how long it takes
    #[arg(long, short)]
    pub verbose: bool,

    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "terminal", value_parser = formats())]
    format: &'static Format,

    /// Write the report to FILE [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &TestArgs) -> Result<Exit> {
    let project = Project::find()?;
    let interrupt = interrupt::listen();
    let own = project.directory()?;
    let repository = match args.old {
        Some(_) => None,
        None => Some(Repository::open(&project.root, &own)?),
    };
    let (old, new) = versions(args, repository.as_ref())?;
    let budget = args.budget.unwrap_or(project.config.budget);
    check_budget(budget)?;
    let baseline = Baseline::read(&project.root)?;
    let announce = |finding: &Finding| {
        let is_accepted = baseline.has(&finding.id);
        (!is_accepted).then(|| format!("found {}", patchlight_report::in_a_line(finding)))
    };
    let said = Saying { announce: &announce, is_verbose: args.verbose };
    let pipeline = Pipeline::new(&project, repository.as_ref(), budget, &interrupt, said)?;
    let mut results = pipeline.run(&old, &new)?;
    baseline.apply(&mut results);
    // The page first: whoever reads the report may have seen enough before its end.
    let page = own.join("report.html");
    let html = Format::named("html").expect("a format");
    report::write(&results, html, Some(&page))?;
    report::write(&results, args.format, args.out.as_deref())?;
    if args.format.name == "terminal" && args.out.is_none() {
        println!("\nfull report: {}", page.display());
    }
    Ok(args.fail_on.exit(results.verdict()))
}

/// Which answers make `test` and `history` fail.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum FailOn {
    /// Regressions
    Regression,
    /// Regressions and other differences
    Difference,
    /// Regressions, other differences, and that nothing can be said
    Inconclusive,
}

impl FailOn {
    /// The exit code of an answer. A suite that fails is an error, whatever was asked for.
    pub fn exit(self, verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Regression => Exit::Regression,
            Verdict::SuiteFailed => Exit::BuildFailed,
            Verdict::Difference if self != FailOn::Regression => Exit::Difference,
            Verdict::Inconclusive if self == FailOn::Inconclusive => Exit::Inconclusive,
            _ => Exit::Ok,
        }
    }
}

/// Hunts for the lines that a patch changes. `hunt_all` says how.
pub fn reach(range: &str, interrupt: &Interrupt, hunt_all: &HuntAll<'_>) -> Result<Vec<Hunted>> {
    let project = Project::find()?;
    let repository = Repository::open(&project.root, &project.directory()?)?;
    let (old, new) = revisions(Some(range), None, &repository)?;
    let (budget, said) = (project.config.budget, Saying::NOTHING);
    let pipeline = Pipeline::new(&project, Some(&repository), budget, interrupt, said)?;
    pipeline.reach_patch(&old, &new, hunt_all)
}

/// Looks at how the changes of a patch act together, in each program. `study` says how.
pub fn interact(range: &str, interrupt: &Interrupt, study: &StudyAll<'_>) -> Result<Exit> {
    let project = Project::find()?;
    let repository = Repository::open(&project.root, &project.directory()?)?;
    let (old, new) = revisions(Some(range), None, &repository)?;
    let (budget, said) = (project.config.budget, Saying::NOTHING);
    let pipeline = Pipeline::new(&project, Some(&repository), budget, interrupt, said)?;
    pipeline.interact_patch(&old, &new, study)?;
    Ok(Exit::Ok)
}

fn versions(args: &TestArgs, repository: Option<&Repository>) -> Result<(Snapshot, Snapshot)> {
    if let (Some(old), Some(new)) = (&args.old, &args.new) {
        return Ok((Snapshot::of_directory(old)?, Snapshot::of_directory(new)?));
    }
    let repository = repository.context("not in a git repository")?;
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
            bail!("--patch defines the new version: give only the old revision, not a range")
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
