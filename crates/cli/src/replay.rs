//! `patchlight replay`: two versions natively, in a sandbox, on given cases.

mod json;
mod shell;
mod show;

use crate::cache::ScratchDir;
use crate::exit::Exit;
use crate::program::split_flags;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use patchlight_replay::{
    Builder, Config, Executable, Fix, Limits, Options, Report, Template, TimeFormat, Version,
    Versions, compare, load, neighbours, program_options,
};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// The hidden first argument of the sandbox's worker.
const WORKER: &str = "sandbox-worker";

#[derive(Args)]
pub struct ReplayArgs {
    /// The old version: an executable, a C file (may be repeated), or a directory for --build
    #[arg(long, value_name = "PROGRAM", required = true)]
    old: Vec<PathBuf>,

    /// The new version
    #[arg(long, value_name = "PROGRAM", required = true)]
    new: Vec<PathBuf>,

    /// The old version built with AddressSanitizer and UndefinedBehaviorSanitizer
    #[arg(long, value_name = "EXE")]
    old_sanitized: Option<PathBuf>,

    /// The new version built with sanitizers
    #[arg(long, value_name = "EXE")]
    new_sanitized: Option<PathBuf>,

    /// A later version without the new one's bugs: differences are expected or bugs
    #[arg(long, value_name = "PROGRAM")]
    fixed: Vec<PathBuf>,

    /// The version just before the fixed one [default: the new version]
    #[arg(long, value_name = "PROGRAM")]
    fixed_parent: Vec<PathBuf>,

    #[command(flatten)]
    build: BuildArgs,

    #[command(flatten)]
    sandbox: SandboxArgs,

    /// A time that is not compared, as strftime has it, such as %H:%M:%S
    #[arg(long, value_name = "FORMAT")]
    mask_time: Vec<String>,

    /// Vary the cases, too: a byte, an option, a file's kind; at most N variants of each case
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000")]
    neighbours: Option<usize>,

    /// Where report.json and the cases that stand for their clusters go
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// case.json, cases.jsonl or .ktest files, raw inputs, or directories of them
    #[arg(value_name = "CASES", required = true)]
    cases: Vec<PathBuf>,

    /// The command line of raw inputs: @@ stands for the input's file
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

/// How sources become executables.
#[derive(Args)]
struct BuildArgs {
    /// Flags for C files
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    cflags: String,

    /// A shell command that builds a directory, with CC, CFLAGS and LDFLAGS from the environment
    #[arg(long, value_name = "COMMAND")]
    build: Option<OsString>,

    /// The executable that --build makes, relative to the directory
    #[arg(long, value_name = "FILE")]
    exe: Option<PathBuf>,
}

#[derive(Args)]
struct SandboxArgs {
    /// The most seconds for a run
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    timeout: f64,

    /// The most memory for a run, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    max_memory: u64,

    /// How many cases run at a time [default: the number of processors]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,

    /// A directory that programs may read beside the system's own
    #[arg(long, value_name = "DIR")]
    readable: Vec<PathBuf>,

    /// Run programs even where nothing keeps them from the user's files
    #[arg(long)]
    unsafe_no_sandbox: bool,
}

/// Whether this process is to be a sandbox's worker.
pub fn is_worker() -> bool {
    std::env::args_os().nth(1).is_some_and(|arg| arg == WORKER)
}

/// A sandbox whose worker is this program.
pub fn sandbox_config() -> Result<Config> {
    let this = std::env::current_exe().context("this program's own executable")?;
    Ok(Config::new([this.into_os_string(), WORKER.into()]))
}

pub use json::case_json;
pub use shell::{command as shell_command, quote};
pub use show::print;

pub fn run(args: &ReplayArgs) -> Result<Exit> {
    let scratch = ScratchDir::new("replay")?;
    // Commands in the report name these executables, so they stay if anything does.
    let builds = args.out.as_ref().map_or(scratch.0.clone(), |out| out.join("build"));
    let versions = versions(args, &builds)?;
    let template = (!args.args.is_empty())
        .then(|| Template(args.args.iter().map(|arg| arg.clone().into_vec()).collect()));
    let loaded = load(&args.cases, template.as_ref());
    for problem in &loaded.problems {
        eprintln!("patchlight: {problem}");
    }
    if loaded.cases.is_empty() {
        bail!("there are no cases to run");
    }
    let (config, options) = (config(&args.sandbox)?, options(args)?);
    let mut cases = loaded.cases;
    if let Some(most) = args.neighbours {
        let options = program_options(&config, &versions)?;
        eprintln!("patchlight: {} options are known", options.len());
        cases.extend(neighbours(&cases, &options, most));
    }
    let report = compare(&config, &versions, &cases, &options)?;
    show::print(&report, &versions);
    if let Some(out) = &args.out {
        write(out, &report, &loaded.problems)?;
    }
    Ok(Exit::Ok)
}

fn write(out: &Path, report: &Report, problems: &[String]) -> Result<()> {
    fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let text = serde_json::to_string_pretty(&json::Json::new(report, problems))?;
    let files = std::iter::once(("report.json".to_string(), text));
    let cases = json::representatives(report).map(|(n, case)| (format!("cluster-{n}.json"), case));
    for (name, text) in files.chain(cases) {
        let path = out.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn config(args: &SandboxArgs) -> Result<Config> {
    if !(args.timeout > 0.0 && args.timeout.is_finite()) {
        bail!("--timeout: {} is no number of seconds", args.timeout);
    }
    let limits = Limits { seconds: args.timeout, memory_mb: args.max_memory, ..Limits::default() };
    let readable = args
        .readable
        .iter()
        .map(|dir| dir.canonicalize().with_context(|| format!("cannot read {}", dir.display())));
    Ok(Config {
        limits,
        read_only: readable.collect::<Result<_>>()?,
        unsafe_no_sandbox: args.unsafe_no_sandbox,
        ..sandbox_config()?
    })
}

fn options(args: &ReplayArgs) -> Result<Options> {
    let defaults = Options::default();
    let format = |text: &String| {
        TimeFormat::parse(text).with_context(|| format!("--mask-time: `{text}` is no format"))
    };
    Ok(Options {
        n_workers: args.sandbox.jobs.unwrap_or(defaults.n_workers).max(1),
        times: args.mask_time.iter().map(format).collect::<Result<_>>()?,
        ..defaults
    })
}

fn versions(args: &ReplayArgs, scratch: &Path) -> Result<Versions> {
    let builder = Builder {
        compiler: std::env::var_os("CC").unwrap_or_else(|| "cc".into()),
        cflags: split_flags(&args.build.cflags)?,
        dir: scratch.to_path_buf(),
        command: args.build.build.clone(),
        product: args.build.exe.clone(),
    };
    let with = |version: Version, sanitized: &Option<PathBuf>| -> Result<Version> {
        let given = sanitized.as_ref().map(|path| Executable::open(path)).transpose()?;
        Ok(Version { sanitized: given.or(version.sanitized), ..version })
    };
    if args.fixed_parent.len() > args.fixed.len() {
        bail!("--fixed-parent without --fixed");
    }
    let one = |path: &PathBuf, name: String| builder.version(&name, std::slice::from_ref(path));
    let mut fixes = Vec::new();
    for (n, fixed) in args.fixed.iter().enumerate() {
        let parent = args.fixed_parent.get(n);
        let parent = parent.map(|path| one(path, format!("fixed-parent-{n}"))).transpose()?;
        fixes.push(Fix { parent, fixed: one(fixed, format!("fixed-{n}"))? });
    }
    Ok(Versions {
        old: with(builder.version("old", &args.old)?, &args.old_sanitized)?,
        new: with(builder.version("new", &args.new)?, &args.new_sanitized)?,
        fixes,
    })
}

/// `report.json` without problems of loading.
pub fn report_json(report: &Report) -> Result<serde_json::Value> {
    Ok(serde_json::to_value(json::Json::new(report, &[]))?)
}
