//! What can go wrong with replay itself, as opposed to the programs that it runs.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot start the sandbox's worker: {0}")]
    Worker(#[source] io::Error),
    #[error("the sandbox's worker died: {0}")]
    WorkerEnded(#[source] io::Error),
    #[error("cannot read {0}: {1}")]
    Executable(PathBuf, #[source] io::Error),
    #[error(
        "this system has no means to protect your files from a program (neither mount \
         namespaces nor Landlock); --unsafe-no-sandbox runs programs anyway"
    )]
    NoProtection,
    #[error("{0}")]
    Limits(#[from] crate::case::BadCase),
    #[error("cannot start the C compiler `{0}`: {1}")]
    NoCompiler(String, #[source] io::Error),
    #[error("{0}")]
    Build(String),
}

pub type Result<T> = std::result::Result<T, Error>;
