//! The options that say what is symbolic, and what it is unless a path asks for something else.

use anyhow::{Context as _, Result, bail};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum, value_parser};
use patchlight_explore::{Inputs, read_seed};
use patchlight_posix::{FileForm, Stream, Symbolic, SymbolicArgs, SymbolicString};
use std::path::Path;

/// Files are named by letters.
const MAX_FILES: u32 = 26;

#[derive(Args, Debug)]
#[command(next_help_heading = "Inputs")]
pub struct InputArgs {
    #[command(flatten)]
    args: SymbolicArgOptions,

    /// Standard input of LEN symbolic bytes
    #[arg(long, value_name = "LEN")]
    sym_stdin: Option<u32>,

    /// Files A, B, … of LEN symbolic bytes each in the working directory
    #[arg(long, num_args = 2, value_names = ["N", "LEN"])]
    sym_files: Option<Vec<u32>>,

    /// Each of these files may also be of these kinds [default: all kinds]
    #[arg(
        long,
        value_name = "KINDS",
        value_delimiter = ',',
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "missing,directory,unreadable,read-only,dangling-link",
        requires = "sym_files"
    )]
    sym_file_kinds: Option<Vec<OtherKind>>,

    /// Each of these files may be shorter, or empty
    #[arg(long, requires = "sym_files")]
    sym_file_sizes: bool,

    /// Standard output and error may be terminals, as may standard input unless it is symbolic
    #[arg(long)]
    sym_terminals: bool,

    /// The environment variable NAME with at most LEN symbolic bytes (may be repeated)
    #[arg(long, num_args = 2, value_names = ["NAME", "LEN"], action = ArgAction::Append)]
    sym_env: Vec<String>,

    /// Most bytes to pass to `LLVMFuzzerTestOneInput` in a program without `main`
    #[arg(long, value_name = "LEN", default_value_t = 16)]
    pub fuzz_len: u32,
}

impl InputArgs {
    pub fn symbolic(&self) -> Result<Symbolic> {
        let mut symbolic =
            Symbolic { args: self.args.0.clone(), stdin: self.sym_stdin, ..Symbolic::default() };
        if let Some(group) = symbolic.args.iter().find(|group| group.min > group.max) {
            bail!(
                "--sym-args {} {}: the minimum is greater than the maximum",
                group.min,
                group.max
            );
        }
        if let Some([n, len]) = self.sym_files.as_deref() {
            if *n > MAX_FILES {
                bail!("--sym-files {n}: at most {MAX_FILES} files are possible");
            }
            let name = |at: u8| char::from(b'A' + at).to_string();
            let files = (0..*n as u8).map(|at| SymbolicString { name: name(at), len: *len });
            symbolic.files = files.collect();
        }
        if let Some(kinds) = &self.sym_file_kinds {
            let others = FileForm::ALL.into_iter().skip(1);
            symbolic.file_forms = std::iter::once(FileForm::Regular)
                .chain(others.filter(|form| kinds.iter().any(|kind| kind.form() == *form)))
                .collect();
        }
        symbolic.file_sizes = self.sym_file_sizes;
        if self.sym_terminals {
            let input = self.sym_stdin.is_none().then_some(Stream::In);
            symbolic.terminals = input.into_iter().chain([Stream::Out, Stream::Err]).collect();
        }
        for pair in self.sym_env.chunks(2) {
            let [name, len] = pair else { bail!("--sym-env takes a name and a length") };
            if name.is_empty() || name.contains('=') {
                bail!("--sym-env: `{name}` is not a valid variable name");
            }
            let len = len.parse().with_context(|| format!("--sym-env {name} {len}"))?;
            symbolic.env.push(SymbolicString { name: name.clone(), len });
        }
        Ok(symbolic)
    }

    /// With the bytes of a test to start from.
    pub fn inputs(&self, test: Option<&Path>) -> Result<Inputs> {
        let seed = test.map(read_seed).transpose()?.unwrap_or_default();
        Ok(Inputs { symbolic: self.symbolic()?, fuzz_len: self.fuzz_len, seed })
    }
}

/// What a symbolic file may be instead of a file that can be read and written.
#[derive(Copy, Clone, Debug, ValueEnum)]
enum OtherKind {
    Missing,
    Directory,
    Unreadable,
    ReadOnly,
    DanglingLink,
}

impl OtherKind {
    fn form(self) -> FileForm {
        match self {
            OtherKind::Missing => FileForm::Missing,
            OtherKind::Directory => FileForm::Directory,
            OtherKind::Unreadable => FileForm::Unreadable,
            OtherKind::ReadOnly => FileForm::ReadOnly,
            OtherKind::DanglingLink => FileForm::Dangling,
        }
    }
}

/// `--sym-arg` and `--sym-args` in the order in which they were given, which derived options do
/// not keep.
#[derive(Debug)]
struct SymbolicArgOptions(Vec<SymbolicArgs>);

const ONE: &str = "sym-arg";
const SEVERAL: &str = "sym-args";

impl Args for SymbolicArgOptions {
    fn augment_args(command: Command) -> Command {
        let option = |name| {
            let arg = Arg::new(name).long(name).action(ArgAction::Append);
            arg.value_parser(value_parser!(u32))
        };
        command
            .arg(
                option(ONE)
                    .value_name("LEN")
                    .help("Another argument of at most LEN symbolic bytes (may be repeated)"),
            )
            .arg(option(SEVERAL).num_args(3).value_names(["MIN", "MAX", "LEN"]).help(
                "From MIN to MAX more arguments of at most LEN symbolic bytes (may be repeated)",
            ))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SymbolicArgOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let values = |name: &str| -> Vec<(usize, u32)> {
            let places = matches.indices_of(name).into_iter().flatten();
            places.zip(matches.get_many(name).into_iter().flatten().copied()).collect()
        };
        let one = values(ONE).into_iter().map(|(at, len)| (at, (1, 1, len)));
        let several = values(SEVERAL);
        let several = several.chunks_exact(3).map(|c| (c[0].0, (c[0].1, c[1].1, c[2].1)));
        let mut groups: Vec<_> = one.chain(several).collect();
        groups.sort_unstable();
        let group = |(_, (min, max, len))| SymbolicArgs { min, max, len };
        Ok(SymbolicArgOptions(groups.into_iter().map(group).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
