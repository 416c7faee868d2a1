//! The system calls, one file an area. `dispatch` says which are here.

pub(crate) mod descriptors;
pub(crate) mod directories;
pub(crate) mod io;
pub(crate) mod memory;
pub(crate) mod misc;
pub(crate) mod open;
pub(crate) mod paths;
pub(crate) mod poll;
pub(crate) mod process;
pub(crate) mod signals;
pub(crate) mod stat;
mod symbolic_path;
pub(crate) mod terminal;
pub(crate) mod time;
