//! `patchlight explore`: makes inputs symbolic, runs all paths, writes a test for each.

use crate::args::{ProgramArgs, mebibytes, one_of};
use crate::exit::Exit;
use crate::inputs::InputArgs;
use anyhow::Result;
use clap::Args;
use patchlight_budget::Budget;
use patchlight_engine::explore::Limits;
use patchlight_engine::explore::search::Strategy;
use patchlight_explore::{DriveOptions, Format, Options, explore};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct ExploreArgs {
    #[command(flatten)]
    program: ProgramArgs,

    #[command(flatten)]
    inputs: InputArgs,

    /// Directory for tests, statistics and reports
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    drive: DriveArgs,

    /// Limit of forks, all paths together
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_forks: u64,

    /// Limit of forks per path
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    max_depth: u32,

    /// Limit of ops per path
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_ops: u64,

    /// Time limit per solver query
    #[arg(long = "query-budget", alias = "max-query-time", value_name = "TIME", default_value = "10s", value_parser = time)]
    max_query_time: Duration,

    /// Fork at each byte that libc's string functions read
    #[arg(long)]
    no_summaries: bool,

    /// Write separate files for each test in these formats [default: all, up to 1,000 tests]
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', value_parser = one_of(Format::ALL))]
    write: Vec<Format>,

    /// Run each test natively and report where it differs from the prediction
    #[arg(long)]
    replay: bool,

    /// A case-N.json to start from: inputs have its bytes unless a path needs others
    #[arg(long, value_name = "CASE", help_heading = "Inputs")]
    test: Option<PathBuf>,

    /// The program's arguments
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

#[derive(Args)]
struct DriveArgs {
    /// Time limit, such as 90s or 5m
    #[arg(long = "budget", alias = "max-time", value_name = "TIME", value_parser = time)]
    max_time: Option<Duration>,

    /// Memory limit in MB; paths are parked, not lost
    #[arg(long, value_name = "MB", value_parser = mebibytes())]
    max_memory: Option<u64>,

    /// Number of paths to run in parallel [default: number of cores]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,

    /// Which path to run next, by one strategy or by several in turn
    #[arg(long, value_name = "STRATEGIES", value_delimiter = ',',
          value_parser = one_of(Strategy::ALL), default_value = "mixed")]
    search: Vec<Strategy>,

    /// Alternate between the path nearest to this line and one that --search chooses
    #[arg(long, value_name = "FILE:LINE")]
    target: Option<String>,

    /// Seed of the random number generator
    #[arg(long = "seed", alias = "random-seed", value_name = "N", default_value_t = 1)]
    random_seed: u64,

    /// Continue the exploration that wrote to --out before it was stopped or killed
    #[arg(long)]
    resume: bool,
}

fn time(text: &str) -> Result<Duration, String> {
    match text.parse()? {
        Budget::Time(time) => Ok(time),
        Budget::Steps(_) => {
            Err("expected a time, such as 90s; use --max-ops to limit steps".to_string())
        }
    }
}

pub fn run(args: &ExploreArgs) -> Result<Exit> {
    let drive = &args.drive;
    let options = Options {
        program: args.program.files(),
        inputs: args.inputs.inputs(args.test.as_deref())?,
        out: args.out.clone(),
        drive: DriveOptions {
            max_time: drive.max_time,
            max_memory: drive.max_memory,
            jobs: drive.jobs,
            search: drive.search.clone(),
            target: drive.target.clone(),
            random_seed: drive.random_seed,
            resume: drive.resume,
        },
        limits: Limits {
            max_forks: args.max_forks,
            max_depth: args.max_depth,
            max_ops: args.max_ops,
            ..Limits::default()
        },
        max_query_time: args.max_query_time,
        no_summaries: args.no_summaries,
        write: args.write.clone(),
        replay: args.replay,
        args: args.args.clone(),
    };
    explore(&options)?.print();
    Ok(Exit::Ok)
}
