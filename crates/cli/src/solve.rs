//! `patchlight solve`: SMT-LIB scripts.

use crate::args::mebibytes;
use crate::exit::Exit;
use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use patchlight_cache::Cache;
use patchlight_solver::{
    Backend, Budget, Response, ScriptError, ScriptRunner, Solver, SolverConfig, Z3,
};
use patchlight_toolchain::Environment;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct SolveArgs {
    /// Scripts; with several, one line is printed per script
    #[arg(required = true, value_name = "FILE.smt2")]
    files: Vec<PathBuf>,

    /// Which solver to use
    #[arg(long, value_enum, default_value_t = SolverKind::Own)]
    solver: SolverKind,

    /// Ask Z3 as well and fail if it disagrees; it takes over when a limit is reached
    #[arg(long)]
    solver_check: bool,

    /// The Z3 executable [default: the one that `patchlight setup` installs]
    #[arg(long, value_name = "PATH")]
    z3: Option<PathBuf>,

    /// Time limit per check, in milliseconds
    #[arg(long, value_name = "MS")]
    timeout: Option<u64>,

    /// Limit of conflicts per check
    #[arg(long, value_name = "N")]
    max_conflicts: Option<u64>,

    /// Memory limit for clauses per check, in MiB
    #[arg(long, value_name = "MIB", value_parser = mebibytes())]
    max_memory: Option<u64>,

    /// Print times and which layers answered
    #[arg(long)]
    stats: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum SolverKind {
    /// Patchlight's own: bit-blasting and SAT
    Own,
    Z3,
}

/// What the checks of one script came to.
#[derive(Default)]
struct Answers {
    answers: Vec<&'static str>,
    checking: Duration,
    parsing: Duration,
}

pub fn run(args: &SolveArgs) -> Result<Exit> {
    let is_single = args.files.len() == 1;
    let start = Instant::now();
    let mut all_read = true;
    let (mut checking, mut parsing) = (Duration::ZERO, Duration::ZERO);
    for file in &args.files {
        match solve(args, file, is_single) {
            Ok(outcome) => {
                if !is_single {
                    let milliseconds = outcome.checking.as_secs_f64() * 1e3;
                    let answers = outcome.answers.join(" ");
                    println!("{}: {answers} {milliseconds:.3} ms", file.display());
                }
                checking += outcome.checking;
                parsing += outcome.parsing;
            }
            Err(error) => {
                eprintln!("patchlight: {error:#}");
                all_read = false;
            }
        }
    }
    if args.stats {
        eprintln!(
            "patchlight: {} files, checking {:.3} ms, parsing {:.3} ms, all {:.3} ms",
            args.files.len(),
            checking.as_secs_f64() * 1e3,
            parsing.as_secs_f64() * 1e3,
            start.elapsed().as_secs_f64() * 1e3
        );
    }
    Ok(if all_read { Exit::Ok } else { Exit::Usage })
}

fn solve(args: &SolveArgs, file: &Path, is_single: bool) -> Result<Answers> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let text = std::str::from_utf8(&bytes)
        .map_err(|error| anyhow!("{}: not UTF-8: {error}", file.display()))?;
    let mut runner = ScriptRunner::new(text, Solver::new(config(args)?));
    let mut outcome = Answers::default();
    loop {
        let response = runner.next_response().map_err(|error| match error {
            ScriptError::Text(error) => anyhow!("{}:{error}", file.display()),
            ScriptError::Solver(error) => anyhow!("{}: {error}", file.display()),
        })?;
        match response {
            None | Some(Response::Exit) => break,
            Some(Response::Checked(answer, elapsed)) => {
                outcome.answers.push(answer.name());
                outcome.checking += elapsed;
                if is_single {
                    println!("{}", answer.name());
                }
            }
            Some(Response::Text(text)) if is_single => println!("{text}"),
            Some(Response::Refused(reason)) if is_single => println!("(error \"{reason}\")"),
            Some(_) => {}
        }
    }
    outcome.parsing = runner.parsing();
    if args.stats && is_single {
        print_stats(&runner);
    }
    Ok(outcome)
}

fn config(args: &SolveArgs) -> Result<SolverConfig> {
    let budget = Budget {
        time: args.timeout.map(Duration::from_millis),
        conflicts: args.max_conflicts,
        memory: args.max_memory.map(|mebibytes| mebibytes << 20),
        until: None,
    };
    let backend = match args.solver {
        SolverKind::Z3 => Backend::Z3(start_z3(args)?),
        SolverKind::Own if args.solver_check => Backend::Checked(start_z3(args)?),
        SolverKind::Own => Backend::Sat,
    };
    Ok(SolverConfig { budget, backend })
}

fn start_z3(args: &SolveArgs) -> Result<Z3> {
    let command = match &args.z3 {
        Some(path) => path.clone(),
        None => Environment::ensure(&Cache::open()?)?.z3(),
    };
    Ok(Z3::start(&command)?)
}

fn print_stats(runner: &ScriptRunner) {
    let (layers, sat) = (runner.solver().stats(), runner.solver().instance_stats());
    eprintln!(
        "patchlight: {} terms, {} rewrites, {} constants folded, {} gates",
        runner.terms().len(),
        runner.terms().rules().n_applied(),
        runner.terms().rules().folds(),
        runner.solver().n_gates()
    );
    eprintln!(
        "patchlight: {} queries; slices decided by kept models {}, kept cores {}, SAT {}, nobody {}",
        layers.queries, layers.by_models, layers.by_cores, layers.by_sat, layers.unknown
    );
    eprintln!(
        "patchlight: SAT: {} small and {} large calls, {} conflicts, {} gates loaded, {} lemmas",
        sat.small_queries, sat.large_queries, sat.conflicts, sat.gates_loaded, sat.lemmas
    );
    for (rule, n_applied) in runner.terms().rules().counts().filter(|&(_, n)| n > 0) {
        eprintln!("patchlight: {n_applied:>8} {rule}");
    }
}
