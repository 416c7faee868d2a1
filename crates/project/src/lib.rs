//! A project: its directory, `patchlight.toml`, and the versions of it that are compared.

pub mod baseline;
pub mod build;
pub mod changes;
pub mod config;
pub mod git;
pub mod guess;
mod recipe;
pub mod snapshot;
pub mod store;

use anyhow::{Context, Result, bail};
use config::Config;
use std::fs;
use std::path::{Path, PathBuf};

/// The file that says how a project is built and tested.
pub const CONFIG: &str = "patchlight.toml";
/// The directory in which everything about a project is kept.
const DIRECTORY: &str = ".patchlight";

pub struct Project {
    /// The directory with `patchlight.toml`.
    pub root: PathBuf,
    pub config: Config,
}

impl Project {
    /// The project of the current directory: the nearest directory above with a `patchlight.toml`.
    pub fn find() -> Result<Project> {
        let here = std::env::current_dir().context("cannot get the current directory")?;
        let Some(root) = here.ancestors().find(|dir| dir.join(CONFIG).is_file()) else {
            bail!(
                "no {CONFIG} in this directory or its parents: run `patchlight init` to create one"
            );
        };
        Project::open(root)
    }

    pub fn open(root: &Path) -> Result<Project> {
        let path = root.join(CONFIG);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let config = Config::parse(&text).with_context(|| path.display().to_string())?;
        Ok(Project { root: root.canonicalize()?, config })
    }

    pub fn name(&self) -> String {
        self.root.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// A place of its own for what is kept. Git does not see it.
    pub fn directory(&self) -> Result<PathBuf> {
        let dir = self.root.join(DIRECTORY);
        let place = || format!("cannot write to {}", dir.display());
        fs::create_dir_all(&dir).with_context(place)?;
        let ignore = dir.join(".gitignore");
        if !ignore.exists() {
            fs::write(ignore, "*\n").with_context(place)?;
        }
        Ok(dir)
    }
}
