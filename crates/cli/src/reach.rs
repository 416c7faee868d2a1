//! `patchlight reach`: finds inputs that lead to given lines, or to those that a patch changes.

mod all;
mod confirm;
pub mod hunts;
mod native;
mod report;
mod targets;
mod vary;
mod world;

use crate::cache::Cache;
use crate::exit::Exit;
use crate::interrupt;
use crate::program::{ENTRY, ProgramArgs, link, link_with_summaries, load_all};
use crate::project::git::as_range;
use crate::shadow::seeds::load_cases;
use anyhow::{Context, Result, bail};
use clap::Args;
use hunts::{HuntAll, Hunted, Hunts};
use patchlight_guide::hunt::Heuristics;
use patchlight_guide::targets::Target;
use patchlight_ir::Module;
use report::{COMBINATIONS, Report};
use std::cell::RefCell;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::time::Duration;
use targets::FunctionLines;

#[derive(Args)]
pub struct ReachArgs {
    #[command(flatten)]
    program: ProgramArgs,

    /// A line to come to (may be repeated)
    #[arg(long = "target", value_name = "FILE:LINE")]
    targets: Vec<String>,

    /// N blocks of the program's own sources that no test executes, drawn at random
    #[arg(long, value_name = "N")]
    draw: Option<usize>,

    /// The seed of the draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    random_seed: u64,

    /// Of these files alone, by the end of their names (may be repeated)
    #[arg(long = "from", value_name = "FILE", requires = "draw")]
    drawn_from: Vec<String>,

    /// Tests to start from: cases as `patchlight replay` reads them, or directories of them
    #[arg(long, visible_alias = "seed", value_name = "PATH", num_args = 1..)]
    tests: Vec<PathBuf>,

    /// A file that is standard input of the test behind `--`
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,

    /// Files that the test behind `--` finds in its directory
    #[arg(long = "file", value_name = "FILE")]
    given_files: Vec<PathBuf>,

    /// Where the report and the inputs go
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The most seconds for a target
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    max_time: f64,

    /// A hunt ends that came no nearer for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0)]
    patience: f64,

    /// Ops that a run goes on for before the leads are looked at again
    #[arg(long, value_name = "OPS", default_value_t = 10_000)]
    batch: u64,

    #[command(flatten)]
    heuristics: HeuristicArgs,

    /// Hunt for all targets with each combination of the heuristics
    #[arg(long)]
    ablation: bool,

    /// The program's arguments in the test to start from
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

#[derive(Args)]
#[command(next_help_heading = "Heuristics")]
struct HeuristicArgs {
    /// Without going back to the decision that forbids a branch
    #[arg(long)]
    no_regeneration: bool,

    /// Without looking for other definitions of what a branch depends on
    #[arg(long)]
    no_switching: bool,

    /// Without adding options that the program knows to the command line
    #[arg(long)]
    no_options: bool,

    /// Without what goes beyond the paper on KATCH
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
    let max_time = Duration::try_from_secs_f64(args.max_time).context("--max-time")?;
    let patience = Duration::try_from_secs_f64(args.patience).context("--patience")?;
    if let Some(dir) = &args.out {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    }
    let log = args.out.as_ref().map(|dir| dir.join("targets.jsonl"));
    if let Some(log) = log.as_ref().filter(|log| log.exists()) {
        fs::remove_file(log).with_context(|| format!("cannot remove {}", log.display()))?;
    }
    interrupt::listen();
    let ablated: RefCell<[usize; COMBINATIONS.len()]> = RefCell::default();
    let hunt_all = |hunts: &mut Hunts<'_>, targets: &[Target]| {
        (hunts.max_time, hunts.batch) = (max_time, args.batch);
        (hunts.heuristics, hunts.patience) = (heuristics, patience);
        hunts.log = log.clone();
        let all = hunts.hunt_all(targets, true)?;
        hunts.log = None;
        if args.ablation && !interrupt::is_asked() {
            for (n, (_, regeneration, switching)) in COMBINATIONS.into_iter().enumerate() {
                hunts.heuristics = Heuristics { regeneration, switching, ..heuristics };
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
        Some(range) => crate::test::reach(range, &hunt_all)?,
        None => hunt_program(args, heuristics, &hunt_all)?,
    };
    let report = Report::new(all);
    if let Some(dir) = &args.out {
        report.write(dir)?;
    }
    report.print();
    if interrupt::is_asked() {
        println!("Interrupted: this is what was known by then.");
        return Ok(Exit::Killed(libc::SIGINT));
    }
    if args.ablation {
        report::print_ablation(ablated.into_inner());
    }
    Ok(Exit::Ok)
}

fn hunt_program(
    args: &ReachArgs,
    heuristics: Heuristics,
    hunt_all: &HuntAll<'_>,
) -> Result<Vec<Hunted>> {
    if args.targets.is_empty() && args.draw.is_none() {
        bail!("--target FILE:LINE says where to go");
    }
    let cache = Cache::open()?;
    let modules = load_all(&cache, &args.program)?;
    let own: Vec<String> =
        modules.iter().flat_map(|(_, module)| module.files.iter().cloned()).collect();
    let lines = lines_of_functions(&modules);
    // Summaries of libc's functions make one decision of many, which the paper's engine does not.
    let link = if heuristics.extensions { link_with_summaries } else { link };
    let program = link(&cache, &args.program, modules, ENTRY)?;
    let name = crate::run::program_name(&args.program.files[0]).into_vec();
    let cases = load_cases(&args.tests, args.stdin.as_deref(), &args.given_files, &args.args)?;
    let mut hunts = Hunts::new(&program, &name, &own, cases, heuristics, &args.program)?;
    let mut targets = match args.targets.is_empty() {
        true => Vec::new(),
        false => hunts.targets(&args.targets, &lines)?,
    };
    if let Some(n) = args.draw {
        targets.extend(hunts.draw(n, args.random_seed, &args.drawn_from)?);
    }
    hunt_all(&mut hunts, &targets)
}

/// The lines of each function that has code, as far as they are in one file.
fn lines_of_functions(modules: &[(String, Module)]) -> Vec<FunctionLines> {
    let mut all = Vec::new();
    for (_, module) in modules {
        for body in module.functions.iter().filter_map(|function| function.body()) {
            let Some(first) = body.locs.iter().find(|loc| loc.line != 0) else { continue };
            let locs = body.locs.iter().filter(|loc| loc.line != 0 && loc.file == first.file);
            let lines = locs.map(|loc| loc.line).collect();
            all.push(FunctionLines { file: module.file(first.file).to_string(), lines });
        }
    }
    all
}
