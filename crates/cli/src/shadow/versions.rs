//! The three programs behind two versions: both in one, and each by itself.

use crate::cache::Cache;
pub use crate::program::ENTRY;
use crate::program::ProgramArgs;
use crate::unify::{OneVersion, unify};
use anyhow::{Context, Result};
use clap::Args;
use patchlight_engine::Program;
use patchlight_ir::{GlobalId, Init};
use patchlight_unify::Side;
use std::collections::HashSet;
use std::path::PathBuf;

/// Two versions on the command line.
#[derive(Args)]
pub struct VersionArgs {
    /// Both versions in one: .c files in which `change(old, new)` of `patchlight.h` marks what changed
    #[arg(value_name = "PROGRAM", required_unless_present = "old", conflicts_with = "old")]
    files: Vec<PathBuf>,

    /// The old version: an executable built with `patchlight cc`, or .c, .ll or .bc files
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "new")]
    old: Vec<PathBuf>,

    /// The new version
    #[arg(long, value_name = "FILES", num_args = 1.., requires = "old")]
    new: Vec<PathBuf>,

    /// Compiler options for the C sources
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    cflags: String,

    /// Another clang (version 15 or later) than the one that Patchlight brings along
    #[arg(long, value_name = "CLANG")]
    clang: Option<PathBuf>,
}

impl VersionArgs {
    /// What one version is made of.
    pub fn version(&self, side: Side) -> ProgramArgs {
        let (own, define) = match side {
            Side::Old => (&self.old, "PATCHLIGHT_OLD"),
            Side::New => (&self.new, "PATCHLIGHT_NEW"),
        };
        if self.files.is_empty() { self.program(own, None) } else { self.annotated(define) }
    }

    fn annotated(&self, define: &str) -> ProgramArgs {
        self.program(&self.files, Some(define))
    }

    fn program(&self, files: &[PathBuf], define: Option<&str>) -> ProgramArgs {
        let define = define.map(|define| format!(" -D{define}")).unwrap_or_default();
        ProgramArgs {
            files: files.to_vec(),
            cflags: format!("{}{define}", self.cflags),
            clang: self.clang.clone(),
        }
    }
}

pub struct Versions {
    pub both: Program,
    pub old: Program,
    pub new: Program,
    /// The names of the sources that are the program's own, not libc's.
    pub sources: HashSet<String>,
    /// What globals hold at first in the old version, where that differs.
    pub old_initialisers: Vec<(GlobalId, Init)>,
    /// `argv[0]`.
    pub name: Vec<u8>,
}

impl Versions {
    pub fn load(args: &VersionArgs) -> Result<Versions> {
        use std::os::unix::ffi::OsStringExt;
        let cache = Cache::open()?;
        let load =
            |side, name: &'static str| OneVersion::load(&cache, &args.version(side)).context(name);
        let old = load(Side::Old, "the old version")?;
        let new = load(Side::New, "the new version")?;
        let mut sources: HashSet<String> = old.sources.keys().cloned().collect();
        sources.extend(new.sources.keys().cloned());
        let own = &old.functions | &new.functions;
        let (both, old_initialisers) = if args.files.is_empty() {
            let unified = unify(&old, &new)?;
            (unified.module, unified.old_initialisers)
        } else {
            let both = args.annotated("PATCHLIGHT_BOTH");
            let mut both = OneVersion::load(&cache, &both).context(
                "both versions in one: each compiles, so the two arguments of a change() may not fit",
            )?;
            sources.extend(both.sources.into_keys());
            let initialisers = patchlight_unify::old_initialisers(&old.module, &mut both.module);
            (both.module, initialisers)
        };
        let name = crate::run::program_name(&args.version(Side::New).files[0]).into_vec();
        let program = |module| -> Result<Program> {
            Ok(Program::new(module)?
                .summarise(|name| own.contains(name.trim_end_matches(" (old)"))))
        };
        Ok(Versions {
            both: program(both)?,
            old: program(old.module)?,
            new: program(new.module)?,
            sources,
            old_initialisers,
            name,
        })
    }
}
