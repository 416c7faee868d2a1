//! `patchlight history`: every commit of a range; `patchlight merge`: what shards found, in one
//! store.

use crate::exit::Exit;
use crate::interrupt;
use crate::test::FailOn;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use patchlight_budget::Budget;
use patchlight_budget::Interrupted;
use patchlight_compare::stages::{Pipeline, Saying};
use patchlight_project::Project;
use patchlight_project::baseline::Baseline;
use patchlight_project::build::BuildFailed;
use patchlight_project::git::Repository;
use patchlight_project::snapshot::Snapshot;
use patchlight_project::store::Store;
use patchlight_replay::Class;
use patchlight_results::{Results, Verdict};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct HistoryArgs {
    /// The commits after OLD up to NEW, each compared with its parent
    #[arg(value_name = "OLD..NEW", required_unless_present = "quilt")]
    range: Option<String>,

    /// The patches of a quilt series, such as debian/patches, each on top of those before it and HEAD
    #[arg(long, value_name = "DIR", conflicts_with = "range")]
    quilt: Option<PathBuf>,

    /// Test only the K-th of N parts of the commits, to use several machines
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    /// Time limit per commit [default: `budget` of patchlight.toml]
    #[arg(long, value_name = "TIME")]
    budget: Option<Budget>,

    /// Fail on these answers and on worse ones
    #[arg(long, value_name = "ANSWER", default_value = "inconclusive")]
    fail_on: FailOn,
}

#[derive(Args)]
pub struct MergeArgs {
    /// The stores of other shards: .patchlight/store.sqlite in their project directories
    #[arg(value_name = "STORE", required = true)]
    stores: Vec<PathBuf>,
}

#[derive(Copy, Clone, Debug, PartialEq)]
struct Shard {
    number: usize,
    of: usize,
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Shard, String> {
        let wrong = || format!("`{text}` is not a shard such as 1/4");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let parse = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        let (number, of) = (parse(number)?, parse(of)?);
        if number == 0 || number > of { Err(wrong()) } else { Ok(Shard { number, of }) }
    }
}

/// A version that is compared with the one before it. They are read when it is their turn.
struct Step<'r> {
    name: String,
    title: String,
    old: Box<dyn Fn() -> Result<Snapshot> + 'r>,
    new: Box<dyn Fn() -> Result<Snapshot> + 'r>,
}

/// The commits of a range.
fn commits<'r>(repository: &'r Repository, range: &str) -> Result<Vec<Step<'r>>> {
    let Some((from, to)) = range.split_once("..") else {
        bail!("`{range}` is not a range such as v1.0..HEAD");
    };
    let to = match to.trim_start_matches('.') {
        "" => "HEAD",
        to => to,
    };
    let commits = repository.range(&repository.commit(from)?.hash, &repository.commit(to)?.hash)?;
    if commits.is_empty() {
        bail!("no commit in `{range}` changes the project");
    }
    let step = |commit: String| -> Result<Step<'r>> {
        let (title, old) = (repository.commit(&commit)?.title, format!("{commit}~1"));
        Ok(Step {
            name: commit[..10.min(commit.len())].to_string(),
            title,
            old: Box::new(move || Snapshot::of_revision(repository, &old)),
            new: Box::new(move || Snapshot::of_revision(repository, &commit)),
        })
    };
    commits.into_iter().map(step).collect()
}

/// The patches that `series` of a directory lists.
fn patches<'r>(repository: &'r Repository, dir: &Path) -> Result<Vec<Step<'r>>> {
    let series = dir.join("series");
    let text = fs::read_to_string(&series).with_context(|| series.display().to_string())?;
    let mut files: Vec<PathBuf> = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        let Some(name) = words.next() else { continue };
        if let Some(option) = words.find(|word| *word != "-p1") {
            bail!("{}:{}: `{option}` is not supported, only -p1", series.display(), n + 1);
        }
        files.push(dir.join(name));
    }
    ensure!(!files.is_empty(), "{} lists no patch", series.display());
    let with_first = |files: &[PathBuf]| -> Box<dyn Fn() -> Result<Snapshot> + 'r> {
        let files = files.to_vec();
        Box::new(move || {
            let head = Snapshot::of_revision(repository, "HEAD")?;
            files.iter().try_fold(head, |version, file| version.patched(file))
        })
    };
    let step = |n: usize| Step {
        name: files[n].file_name().unwrap_or_default().to_string_lossy().into_owned(),
        title: String::new(),
        old: with_first(&files[..n]),
        new: with_first(&files[..=n]),
    };
    Ok((0..files.len()).map(step).collect())
}

/// What a commit does.
enum Row {
    Tested(Box<Results>),
    /// It could not be tested, and why.
    Failed(String),
}

pub fn run(args: &HistoryArgs) -> Result<Exit> {
    let project = Project::find()?;
    let repository = Repository::open(&project.root, &project.directory()?)?;
    let steps = match (&args.range, &args.quilt) {
        (_, Some(dir)) => patches(&repository, dir)?,
        (Some(range), None) => commits(&repository, range)?,
        (None, None) => bail!("give a range of commits, or --quilt"),
    };
    let interrupt = interrupt::listen();
    let shard = args.shard.unwrap_or(Shard { number: 1, of: 1 });
    let own = steps.iter().enumerate().filter(|(n, _)| n % shard.of == shard.number - 1);
    let own: Vec<&Step> = own.map(|(_, step)| step).collect();
    let budget = args.budget.unwrap_or(project.config.budget);
    let mut rows = Vec::new();
    for (n, step) in own.iter().enumerate() {
        if interrupt.is_asked() {
            break;
        }
        let Step { name, title, .. } = step;
        eprintln!("== {} of {}: {name} {title}", n + 1, own.len());
        let versions = (step.old)().and_then(|old| Ok((old, (step.new)()?)));
        let tested = versions.and_then(|(old, new)| {
            let said = Saying::NOTHING;
            let pipeline = Pipeline::new(&project, Some(&repository), budget, &interrupt, said)?;
            let mut results = pipeline.run(&old, &new)?;
            Baseline::read(&project.root)?.apply(&mut results);
            Ok(results)
        });
        rows.push((
            name.clone(),
            title.clone(),
            match tested {
                Err(error) if error.is::<Interrupted>() => break,
                Ok(results) => Row::Tested(Box::new(results)),
                Err(error) => {
                    eprintln!("patchlight: {error:#}");
                    Row::Failed(match error.is::<BuildFailed>() {
                        true => "the build failed".to_string(),
                        false => {
                            format!("{error:#}").lines().next().unwrap_or_default().to_string()
                        }
                    })
                }
            },
        ));
    }
    print(&rows, own.len());
    let exits = rows.iter().map(|(_, _, row)| match row {
        Row::Tested(results) => args.fail_on.exit(results.verdict()),
        // A commit that could not be tested is not one without differences.
        Row::Failed(_) => Exit::BuildFailed,
    });
    let exits: Vec<Exit> = exits.collect();
    let worst = [Exit::Regression, Exit::Difference, Exit::BuildFailed, Exit::Inconclusive];
    Ok(worst.into_iter().find(|exit| exits.contains(exit)).unwrap_or(Exit::Ok))
}

fn print(rows: &[(String, String, Row)], n_commits: usize) {
    println!(
        "{:<10} {:>9} {:>6} {:>8} {:>11} {:>7} {:>5}  {:<13} title",
        "commit", "functions", "tests", "touching", "regressions", "outputs", "fixes", "answer"
    );
    for (commit, title, row) in rows {
        match row {
            Row::Tested(results) => {
                let sum = |count: fn(&patchlight_results::ProgramResults) -> usize| {
                    results.programs.iter().map(count).sum::<usize>()
                };
                let functions = sum(|program| program.changed_functions.len());
                let (tests, touching) = (sum(|program| program.n_tests), sum(|p| p.n_touching));
                let new = results.findings.iter().filter(|finding| !finding.is_accepted);
                let classes: Vec<Class> = new.map(|finding| finding.class).collect();
                let count = |wanted: &[Class]| {
                    classes.iter().filter(|class| wanted.contains(class)).count()
                };
                let regressions = count(&[Class::Regression, Class::Bug]);
                let outputs = count(&[Class::OutputDifference, Class::ResourceDifference]);
                let fixes = count(&[Class::Fix]);
                let answer = match results.verdict() {
                    Verdict::Regression => "regression",
                    Verdict::Difference => "difference",
                    Verdict::SuiteFailed => "suite fails",
                    Verdict::Inconclusive => "inconclusive",
                    Verdict::NoDifference => "no difference",
                    Verdict::SameCode => "same code",
                };
                println!(
                    "{commit:<10} {functions:>9} {tests:>6} {touching:>8} {regressions:>11} \
                     {outputs:>7} {fixes:>5}  {answer:<13} {title}"
                );
            }
            Row::Failed(why) => println!("{commit:<10} {why}  {title}"),
        }
    }
    if rows.len() < n_commits {
        println!("{} of {n_commits} commits tested; run the same command to continue", rows.len());
    }
}

pub fn merge(args: &MergeArgs) -> Result<Exit> {
    let project = Project::find()?;
    let store = Store::open(&project.directory()?)?;
    for path in &args.stores {
        if !path.is_file() {
            bail!("{} does not exist", path.display());
        }
        let n = store.merge(path).with_context(|| path.display().to_string())?;
        let runs = if n == 1 { "run" } else { "runs" };
        println!("{}: {n} {runs}", path.display());
    }
    Ok(Exit::Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_as_parts() {
        assert_eq!("2/4".parse(), Ok(Shard { number: 2, of: 4 }));
        for text in ["0/4", "5/4", "1", "a/b", "1/0"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
