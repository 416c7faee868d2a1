//! Options that several commands have: they mean the same in each.

use anyhow::{Context as _, Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use clap::{Arg, Args};
use patchlight_compare::versions::{Given, Sources};
use patchlight_load::ProgramFiles;
use patchlight_replay::{Case, File, Hex, Run};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// Takes a limit on memory: at most a tebibyte.
pub fn mebibytes() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..=1 << 20)
}

/// One of several values, each with its name and what it is for.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = (T, &'static str, &'static str)>,
) -> impl TypedValueParser<Value = T> {
    let values: Vec<(T, &'static str, &'static str)> = values.into_iter().collect();
    let names = values.iter().map(|(_, name, about)| PossibleValue::new(*name).help(*about));
    let parser = PossibleValuesParser::new(names.collect::<Vec<_>>());
    parser.map(move |given| {
        let value = values.iter().find(|(_, name, _)| *name == given);
        value.expect("the parser takes these names only").0.clone()
    })
}

/// Says in the help text that revisions can be given instead of a program.
pub fn or_revisions(arg: Arg, help: &'static str) -> Arg {
    match arg.get_id() == "files" {
        true => arg.value_name("PROGRAM|REV..REV").help(help),
        false => arg,
    }
}

/// A program on the command line.
#[derive(Args, Clone)]
pub struct ProgramArgs {
    /// The program: an executable built with `patchlight cc`, or .c, .ll or .bc files
    #[arg(required = true, value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,

    /// Compiler options for the C sources
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    pub cflags: String,

    /// The clang to use (version 15 or later) [default: the one that comes with Patchlight]
    #[arg(long, value_name = "CLANG")]
    pub clang: Option<PathBuf>,
}

impl ProgramArgs {
    pub fn files(&self) -> ProgramFiles {
        ProgramFiles {
            files: self.files.clone(),
            cflags: self.cflags.clone(),
            clang: self.clang.clone(),
            ..ProgramFiles::default()
        }
    }
}

/// Two versions on the command line.
#[derive(Args)]
pub struct VersionArgs {
    /// .c files that contain both versions: `change(old, new)` of `patchlight.h` marks what changed
    #[arg(value_name = "PROGRAM", required_unless_present = "old", conflicts_with = "old")]
    files: Vec<PathBuf>,

    /// The old version: an executable built with `patchlight cc`, or .c, .ll or .bc files
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "other")]
    old: Vec<PathBuf>,

    /// The new version
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "old", group = "other")]
    new: Vec<PathBuf>,

    /// Patches to apply to the old version, which must be .c files, to get the new version
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "old", group = "other")]
    patch: Vec<PathBuf>,

    /// Compiler options for the C sources
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    cflags: String,

    /// The clang to use (version 15 or later) [default: the one that comes with Patchlight]
    #[arg(long, value_name = "CLANG")]
    clang: Option<PathBuf>,
}

impl VersionArgs {
    /// The range of revisions, if that is what was given instead of a program.
    pub fn range(&self) -> Option<&str> {
        let [program] = &self.files[..] else { return None };
        patchlight_project::git::as_range(program)
    }

    /// What the versions are made of. Applies patches.
    pub fn sources(&self) -> Result<Sources> {
        let given = match () {
            () if !self.files.is_empty() => Given::Annotated(&self.files),
            () if self.patch.is_empty() => Given::Both { old: &self.old, new: &self.new },
            () => Given::Patched { old: &self.old, patches: &self.patch },
        };
        Sources::new(&given, &self.cflags, self.clang.as_deref())
    }
}

/// Tests on the command line.
#[derive(Args)]
pub struct GivenTests {
    /// Tests to start from: case files (see `patchlight replay`) or directories of them
    #[arg(long, value_name = "PATH", num_args = 1..)]
    tests: Vec<PathBuf>,

    /// A file to use as standard input of the test given after `--`
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,

    /// A file to put into the directory of the test given after `--` (may be repeated)
    #[arg(long = "file", value_name = "FILE")]
    given_files: Vec<PathBuf>,

    /// The program's arguments, as a test to start from
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<OsString>,
}

impl GivenTests {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        let GivenTests { tests, stdin, given_files, args } = self;
        tests.is_empty() && stdin.is_none() && given_files.is_empty() && args.is_empty()
    }

    /// The tests; without any, the one that the command line describes.
    pub fn load(&self) -> Result<Vec<Case>> {
        let loaded = patchlight_replay::load(&self.tests, None);
        for problem in &loaded.problems {
            eprintln!("patchlight: {problem}");
        }
        let mut cases = loaded.cases;
        if self.tests.is_empty() {
            cases.push(self.command_line()?);
        }
        if cases.is_empty() {
            bail!("none of the tests could be read");
        }
        Ok(cases)
    }

    fn command_line(&self) -> Result<Case> {
        let read = |path: &Path| fs::read(path).with_context(|| path.display().to_string());
        let stdin = self.stdin.as_deref().map(read).transpose()?.unwrap_or_default();
        let mut files = Vec::new();
        for path in &self.given_files {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push(File { name, bytes: Hex::from(read(path)?), ..File::default() });
        }
        let run = Run {
            args: self.args.iter().map(|arg| Hex::from(arg.clone().into_vec())).collect(),
            stdin: Hex::from(stdin),
            files,
            ..Run::default()
        };
        let case = Case { name: "command line".to_string(), run, ..Case::default() };
        case.check()?;
        Ok(case)
    }
}
