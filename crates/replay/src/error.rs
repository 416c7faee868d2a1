//! What can go wrong with replay itself, as opposed to the programs that it runs.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the sandbox's worker does not start: {0}")]
    Worker(#[source] io::Error),
    #[error("the sandbox's worker ended: {0}")]
    WorkerEnded(#[source] io::Error),
    #[error("cannot read {0}: {1}")]
    Executable(PathBuf, #[source] io::Error),
    #[error(
        "this system offers no way to keep a program from the user's files (neither mount \
         namespaces nor Landlock); --unsafe-no-sandbox runs programs all the same"
    )]
    NoProtection,
    #[error("{0}")]
    Build(String),
}

pub type Result<T> = std::result::Result<T, Error>;
