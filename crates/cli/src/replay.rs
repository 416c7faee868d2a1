//! `patchlight replay`: two versions natively, in a sandbox, on given cases.

use crate::args::mebibytes;
use crate::exit::Exit;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use patchlight_budget::Deadline;
use patchlight_cache::ScratchDir;
use patchlight_replay::{
    Builder, Case, Executable, Fix, Options, RunLimits, SandboxConfig, Template, TimeFormat,
    Variant, Version, Versions, compare, load, neighbours, program_options, sandbox_config,
};
use patchlight_report::replay::{text, write};
use patchlight_toolchain::{native_toolchain, split_flags};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct ReplayArgs {
    /// The old version: an executable, a C file (may be repeated), or a directory for --build
    #[arg(long, value_name = "PROGRAM", required = true)]
    old: Vec<PathBuf>,

    /// The new version
    #[arg(long, value_name = "PROGRAM", required = true)]
    new: Vec<PathBuf>,

    /// The old version, built with sanitizers
    #[arg(long, value_name = "EXE")]
    old_sanitized: Option<PathBuf>,

    /// The new version, built with sanitizers
    #[arg(long, value_name = "EXE")]
    new_sanitized: Option<PathBuf>,

    /// A later version that fixes the new one's bugs, to tell bugs from expected differences
    #[arg(long, value_name = "PROGRAM")]
    fixed: Vec<PathBuf>,

    /// The version just before the fixed one [default: the new version]
    #[arg(long, value_name = "PROGRAM")]
    fixed_parent: Vec<PathBuf>,

    #[command(flatten)]
    build: BuildArgs,

    #[command(flatten)]
    sandbox: SandboxArgs,

    /// A strftime format of times to ignore, such as %H:%M:%S (may be repeated)
    #[arg(long, value_name = "FORMAT")]
    mask_time: Vec<String>,

    /// Also run variants of the cases with another byte, option or kind of file, at most N per case
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000")]
    neighbours: Option<usize>,

    /// Directory for report.json and one case per cluster
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// case.json, cases.jsonl or .ktest files, raw inputs, or directories of them
    #[arg(value_name = "CASES", required = true)]
    cases: Vec<PathBuf>,

    /// The command line for raw inputs; @@ stands for the input file
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

/// How sources become executables.
#[derive(Args)]
struct BuildArgs {
    /// Compiler options for C files
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    cflags: String,

    /// A shell command that builds a directory, using CC, CFLAGS and LDFLAGS of the environment
    #[arg(long, value_name = "COMMAND")]
    build: Option<OsString>,

    /// The executable that --build produces, relative to the directory
    #[arg(long, value_name = "FILE")]
    exe: Option<PathBuf>,
}

#[derive(Args)]
struct SandboxArgs {
    /// Time limit per run, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    timeout: f64,

    /// Memory limit per run, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = mebibytes())]
    max_memory: u64,

    /// Number of cases to run in parallel [default: number of cores]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,

    /// A directory that programs may read, besides the system's own (may be repeated)
    #[arg(long, value_name = "DIR")]
    readable: Vec<PathBuf>,

    /// Run programs even if nothing protects your files from them
    #[arg(long)]
    unsafe_no_sandbox: bool,
}

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
        bail!("no cases to run");
    }
    let (config, options, deadline) = (config(&args.sandbox)?, options(args)?, Deadline::none());
    let mut cases = loaded.cases;
    if let Some(most) = args.neighbours {
        let options = program_options(&config, &versions, &deadline)?.unwrap_or_default();
        let plural = if options.len() == 1 { "" } else { "s" };
        eprintln!("patchlight: found {} option{plural} of the program", options.len());
        let variants: Vec<Case> =
            neighbours(&cases, &options, most, &deadline).iter().map(Variant::case).collect();
        cases.extend(variants);
    }
    let report = compare(&config, &versions, &cases, &options, &deadline)?;
    print!("{}", text(&report, &versions));
    if let Some(out) = &args.out {
        write(out, &report, &loaded.problems)?;
    }
    Ok(Exit::Ok)
}

fn config(args: &SandboxArgs) -> Result<SandboxConfig> {
    let limits =
        RunLimits { seconds: args.timeout, memory_mb: args.max_memory, ..RunLimits::default() };
    limits.check().with_context(|| format!("--timeout {}", args.timeout))?;
    let readable = args
        .readable
        .iter()
        .map(|dir| dir.canonicalize().with_context(|| format!("cannot read {}", dir.display())));
    Ok(SandboxConfig {
        limits,
        read_only: readable.collect::<Result<_>>()?,
        unsafe_no_sandbox: args.unsafe_no_sandbox,
        ..sandbox_config()?
    })
}

fn options(args: &ReplayArgs) -> Result<Options> {
    let defaults = Options::default();
    let format = |text: &String| {
        TimeFormat::parse(text)
            .with_context(|| format!("--mask-time: `{text}` is not a time format"))
    };
    Ok(Options {
        n_workers: args.sandbox.jobs.unwrap_or(defaults.n_workers).max(1),
        times: args.mask_time.iter().map(format).collect::<Result<_>>()?,
        ..defaults
    })
}

fn versions(args: &ReplayArgs, scratch: &Path) -> Result<Versions> {
    let builder = Builder {
        toolchain: native_toolchain(),
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
        bail!("--fixed-parent needs --fixed");
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
