//! Executables to run.

use crate::error::{Error, Result};
use crate::sanitizer::has_sanitizer;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Executable {
    pub path: PathBuf,
    /// What it is called when it runs, the same for all versions of a program.
    pub name: String,
    /// Whether it has a sanitizer in it.
    pub is_sanitized: bool,
}

impl Executable {
    /// The executable in a file. It is called by the file's name.
    pub fn open(path: &Path) -> Result<Executable> {
        let cannot = |error| Error::Executable(path.to_path_buf(), error);
        let path = path.canonicalize().map_err(cannot)?;
        let bytes = std::fs::read(&path).map_err(cannot)?;
        let is_sanitized = has_sanitizer(&bytes);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Executable { path, name, is_sanitized })
    }

    pub fn called(self, name: &str) -> Executable {
        Executable { name: name.to_string(), ..self }
    }
}
