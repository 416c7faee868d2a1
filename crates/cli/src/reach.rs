//! `patchlight reach`: finds inputs that lead to given lines, or to those that a patch changes.

use crate::args::{GivenTests, ProgramArgs, or_revisions};
use crate::exit::Exit;
use crate::interrupt;
use anyhow::{Context, Result, bail};
use clap::Args;
use patchlight_budget::{Budget, Deadline};
use patchlight_compare::reach::hunts::{Hunted, Hunts, Log};
use patchlight_compare::reach::{COMBINATIONS, Draw, hunt_program};
use patchlight_guide::hunt::Heuristics;
use patchlight_guide::targets::Target;
use patchlight_project::git::as_range;
use patchlight_report::reach::{Report, ablation, append};
use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

const PROGRAM_HELP: &str = "\
The program: an executable built with `patchlight cc`, or .c, .ll or .bc files. Or the revisions \
REV..REV of a project with patchlight.toml, to reach the lines that change between them";

#[derive(Args)]
#[command(mut_args(|arg| or_revisions(arg, PROGRAM_HELP)))]
pub struct ReachArgs {
    #[command(flatten)]
    program: ProgramArgs,

    /// A line to reach (may be repeated)
    #[arg(long = "target", value_name = "FILE:LINE")]
    targets: Vec<String>,

    /// Try to reach N random blocks of the program's own sources that no test executes
    #[arg(long, value_name = "N")]
    draw: Option<usize>,

    /// Seed of the random number generator
    #[arg(long = "seed", alias = "random-seed", value_name = "N", default_value_t = 1)]
    random_seed: u64,

    /// Draw only from files whose path ends in FILE (may be repeated)
    #[arg(long = "from", value_name = "FILE", requires = "draw")]
    drawn_from: Vec<String>,

    #[command(flatten)]
    tests: GivenTests,

    /// Directory for the report and the inputs
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Time limit per target, such as 90s or 5m
    #[arg(long, alias = "max-time", value_name = "TIME", default_value = "60s")]
    budget: Budget,

    /// Give up on a target after this time without progress
    #[arg(long, value_name = "TIME", default_value = "20s")]
    patience: Budget,

    /// Ops to execute before choosing again what to try next
    #[arg(long, value_name = "OPS", default_value_t = 10_000)]
    batch: u64,

    #[command(flatten)]
    heuristics: HeuristicArgs,

    /// Repeat the search with each combination of the heuristics
    #[arg(long)]
    ablation: bool,
}

#[derive(Args)]
#[command(next_help_heading = "Heuristics")]
struct HeuristicArgs {
    /// Do not go back to the decision that rules out a branch
    #[arg(long)]
    no_regeneration: bool,

    /// Do not look for other definitions of what a branch depends on
    #[arg(long)]
    no_switching: bool,

    /// Do not add options of the program to the command line
    #[arg(long)]
    no_options: bool,

    /// Do not use anything that goes beyond the paper on KATCH
    #[arg(long)]
    no_extensions: bool,
}

impl HeuristicArgs {
    fn heuristics(&self) -> Heuristics {
        Heuristics {
            regeneration: !self.no_regeneration,
            switching: !self.no_switching,
            options: !self.no_options,
            extensions: !self.no_extensions,
        }
    }
}

pub fn run(args: &ReachArgs) -> Result<Exit> {
    let heuristics = args.heuristics.heuristics();
    if let Some(dir) = &args.out {
        fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    }
    let log_file = args.out.as_ref().map(|dir| dir.join("targets.jsonl"));
    if let Some(log) = log_file.as_ref().filter(|log| log.exists()) {
        fs::remove_file(log).with_context(|| format!("cannot remove {}", log.display()))?;
    }
    let log = log_file.map(|file| -> Log { Rc::new(move |hunted: &Hunted| append(&file, hunted)) });
    let interrupt = interrupt::listen();
    let ablated: RefCell<[usize; COMBINATIONS.len()]> = RefCell::default();
    let hunt_all = |hunts: &mut Hunts<'_>, targets: &[Target]| {
        (hunts.effort.max, hunts.effort.batch) = (args.budget, args.batch);
        (hunts.effort.heuristics, hunts.effort.patience) = (heuristics, args.patience);
        hunts.log = log.clone();
        let all = hunts.hunt_all(targets, true)?;
        hunts.log = None;
        if args.ablation && !interrupt.is_asked() {
            for (n, (_, regeneration, switching)) in COMBINATIONS.into_iter().enumerate() {
                hunts.effort.heuristics = Heuristics { regeneration, switching, ..heuristics };
                hunts.forget_made();
                ablated.borrow_mut()[n] += Report::new(hunts.hunt_all(targets, false)?).n_reached();
            }
        }
        Ok(all)
    };
    let range = match &args.program.files[..] {
        [program] => as_range(program),
        _ => None,
    };
    let all = match range {
        Some(range) => crate::test::reach(range, &interrupt, &hunt_all)?,
        None => {
            if args.targets.is_empty() && args.draw.is_none() {
                bail!(
                    "nothing to reach: give --target FILE:LINE, --draw N, or REV..REV instead of a program"
                );
            }
            let cases = args.tests.load()?;
            let draw = args.draw.map(|n| Draw {
                n,
                random_seed: args.random_seed,
                from: args.drawn_from.clone(),
            });
            let (program, lines) = (args.program.files(), &args.targets);
            let deadline = Deadline::never(&interrupt);
            hunt_program(&program, cases, lines, draw.as_ref(), heuristics, &deadline, &hunt_all)?
        }
    };
    let report = Report::new(all);
    if let Some(dir) = &args.out {
        report.write(dir)?;
    }
    print!("{}", report.text());
    if interrupt.is_asked() {
        println!("Interrupted: these are the results so far.");
        return Ok(Exit::Killed(libc::SIGINT));
    }
    if args.ablation {
        print!("{}", ablation(ablated.into_inner()));
    }
    Ok(Exit::Ok)
}
