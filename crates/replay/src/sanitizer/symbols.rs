//! Addresses in reports as places in sources.
//!
//! Sanitizers could look places up themselves, but each run would read all debug information anew: 93 ms
//! of a crashing run, instead of 6. Here each file is read once, and each address looked up once.
//!
//! **Absent: the system's libraries and the sanitizers' own**, whose frames nobody is shown.

use super::Frame;
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
    /// The frames at an address of a file, the innermost first: several where calls are inlined.
    pub fn frames(&mut self, path: &Path, address: u64) -> Vec<Frame> {
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
