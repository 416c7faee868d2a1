//! Addresses in reports as places in sources.
//!
//! Sanitizers could look places up themselves, but each run would read all debug information anew: 93 ms
//! of a crashing run, instead of 6. Here each file is read once, and each address looked up once.
//!
//! **Absent: the system's libraries and the sanitizers' own**, whose frames nobody is shown.

use super::Frame;
use crate::executable::Executable;
use addr2line::Loader;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What is known of the files of a sandbox.
#[derive(Default)]
pub struct Symbols {
    /// `None` for a file without debug information.
    files: HashMap<PathBuf, Option<Loader>>,
    known: HashMap<(PathBuf, u64), Vec<Frame>>,
}

impl Symbols {
    /// The frames at an address of a file as it is called in the sandbox, the innermost first: several
    /// where calls are inlined, none if it is not a file of the project's.
    pub fn frames(&mut self, executable: &Executable, file: &Path, address: u64) -> Vec<Frame> {
        let Some(path) = file_of(executable, file) else { return Vec::new() };
        let key = (path.to_path_buf(), address);
        if let Some(frames) = self.known.get(&key) {
            return frames.clone();
        }
        let loader = self.files.entry(path.to_path_buf()).or_insert_with(|| Loader::new(path).ok());
        let frames =
            loader.as_ref().and_then(|loader| look_up(loader, address)).unwrap_or_default();
        self.known.insert(key, frames.clone());
        frames
    }
}

/// The host's file, by the name that it has in the sandbox.
fn file_of<'e>(executable: &'e Executable, file: &Path) -> Option<&'e Path> {
    let name = file.file_name()?.to_str()?;
    let library = executable.libraries.iter().find(|library| library.name == name);
    match library {
        Some(library) => Some(&library.path),
        None => (executable.name == name).then_some(&executable.path),
    }
}

/// `None` for damaged debug information.
fn look_up(loader: &Loader, address: u64) -> Option<Vec<Frame>> {
    let mut found = loader.find_frames(address).ok()?;
    let mut frames = Vec::new();
    while let Some(frame) = found.next().ok()? {
        let (Some(function), Some(location)) = (frame.function, frame.location) else { continue };
        let (Some(file), Some(line)) = (location.file, location.line) else { continue };
        let function = function.demangle().ok()?.into_owned();
        frames.push(Frame::new(function, file, line));
    }
    Some(frames)
}
