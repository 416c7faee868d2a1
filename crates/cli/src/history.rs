//! `patchlight history`: every commit of a range; `patchlight merge`: what shards found, in one
//! store.

use crate::exit::Exit;
use crate::interrupt;
use crate::project::Project;
use crate::project::build::BuildFailed;
use crate::project::config::Time;
use crate::project::git::Repository;
use crate::project::snapshot::Snapshot;
use crate::results::Results;
use crate::store::Store;
use crate::test;
use anyhow::{Context, Result, bail};
use clap::Args;
use patchlight_replay::Class;
use std::path::PathBuf;

#[derive(Args)]
pub struct HistoryArgs {
    /// The commits behind OLD up to NEW, each against the one before it
    #[arg(value_name = "OLD..NEW")]
    range: String,

    /// The K-th of N equal parts of the commits, for several machines
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    /// How long each commit may take [default: what patchlight.toml says]
    #[arg(long, value_name = "TIME")]
    budget: Option<Time>,
}

#[derive(Args)]
pub struct MergeArgs {
    /// The stores of other shards: .patchlight/store.sqlite of their projects
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
        let wrong = || format!("`{text}` is no part such as 1/4");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let parse = |text: &str| text.parse::<usize>().map_err(|_| wrong());
        let (number, of) = (parse(number)?, parse(of)?);
        if number == 0 || number > of { Err(wrong()) } else { Ok(Shard { number, of }) }
    }
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
    let Some((from, to)) = args.range.split_once("..") else {
        bail!("`{}` is no range such as v1.0..HEAD", args.range);
    };
    let to = match to.trim_start_matches('.') {
        "" => "HEAD",
        to => to,
    };
    let commits = repository.range(&repository.commit(from)?.hash, &repository.commit(to)?.hash)?;
    if commits.is_empty() {
        bail!("`{}` has no commit that changes the project", args.range);
    }
    interrupt::listen();
    let shard = args.shard.unwrap_or(Shard { number: 1, of: 1 });
    let own = commits.iter().enumerate().filter(|(n, _)| n % shard.of == shard.number - 1);
    let own: Vec<&String> = own.map(|(_, commit)| commit).collect();
    let budget = args.budget.unwrap_or(project.config.budget);
    let mut rows = Vec::new();
    for (n, &commit) in own.iter().enumerate() {
        if interrupt::is_asked() {
            break;
        }
        let title = repository.commit(commit)?.title;
        eprintln!("== {} of {}: {} {title}", n + 1, own.len(), &commit[..10]);
        let old = Snapshot::of_revision(&repository, &format!("{commit}~1"));
        let new = Snapshot::of_revision(&repository, commit)?;
        let tested =
            old.and_then(|old| test::test(&project, Some(&repository), budget, &old, &new));
        rows.push((
            commit.clone(),
            title,
            match tested {
                Err(error) if error.is::<interrupt::Interrupted>() => break,
                Ok(results) => Row::Tested(Box::new(results)),
                Err(error) => {
                    eprintln!("patchlight: {error:#}");
                    Row::Failed(match error.is::<BuildFailed>() {
                        true => "a build fails".to_string(),
                        false => {
                            format!("{error:#}").lines().next().unwrap_or_default().to_string()
                        }
                    })
                }
            },
        ));
    }
    print(&rows, own.len());
    let tested = rows.iter().filter_map(|(_, _, row)| match row {
        Row::Tested(results) => Some(test::verdict(results)),
        Row::Failed(_) => None,
    });
    let verdicts: Vec<Exit> = tested.collect();
    let worst = [Exit::Regression, Exit::Difference, Exit::BuildFailed];
    Ok(worst.into_iter().find(|exit| verdicts.contains(exit)).unwrap_or(Exit::Ok))
}

fn print(rows: &[(String, String, Row)], n_commits: usize) {
    println!(
        "{:<10} {:>9} {:>6} {:>8} {:>11} {:>7} {:>5}  title",
        "commit", "functions", "tests", "touching", "regressions", "outputs", "fixes"
    );
    for (commit, title, row) in rows {
        let commit = &commit[..10.min(commit.len())];
        match row {
            Row::Tested(results) => {
                let sum = |count: fn(&crate::results::Program) -> usize| {
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
                println!(
                    "{commit:<10} {functions:>9} {tests:>6} {touching:>8} {regressions:>11} \
                     {outputs:>7} {fixes:>5}  {title}"
                );
            }
            Row::Failed(why) => println!("{commit:<10} {why}  {title}"),
        }
    }
    if rows.len() < n_commits {
        println!("{} of {n_commits} commits; the same command goes on", rows.len());
    }
}

pub fn merge(args: &MergeArgs) -> Result<Exit> {
    let project = Project::find()?;
    let store = Store::open(&project.directory()?)?;
    for path in &args.stores {
        if !path.is_file() {
            bail!("there is no {}", path.display());
        }
        let n = store.merge(path).with_context(|| path.display().to_string())?;
        println!("{}: {n} runs", path.display());
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
