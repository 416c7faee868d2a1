//! The cache directory: what was compiled, lowered or installed once, by the hash of what it was
//! made from. Nothing in it is needed again after `rm -rf`, and a broken entry is made anew.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;
use xxhash_rust::xxh3::Xxh3;

/// A content hash in hexadecimal.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct Key(String);

impl Key {
    /// The parts are kept apart: `["ab", "c"]` is not `["a", "bc"]`.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Key {
        let mut hasher = Xxh3::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Key(format!("{:032x}", hasher.digest128()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How many executables of `Cache::keep` stay.
const MOST_KEPT: usize = 50;

/// So old may be what a living process has for itself.
const YOUNG: Duration = Duration::from_secs(24 * 60 * 60);

pub struct Cache {
    dir: PathBuf,
}

impl Cache {
    /// `$PATCHLIGHT_CACHE`, or `patchlight` in the user's cache directory.
    pub fn open() -> Result<Cache> {
        let from_env = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let dir = from_env("PATCHLIGHT_CACHE")
            .map(PathBuf::from)
            .or_else(|| from_env("XDG_CACHE_HOME").map(|dir| Path::new(&dir).join("patchlight")))
            .or_else(|| from_env("HOME").map(|dir| Path::new(&dir).join(".cache/patchlight")))
            .context("no directory for the cache: set PATCHLIGHT_CACHE or HOME")?;
        fs::create_dir_all(&dir)
            .with_context(|| format!("cannot create the cache directory {}", dir.display()))?;
        let dir = dir.canonicalize()?;
        Ok(Cache { dir })
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// A path beside the cache's entries that no other thread of any process uses. A thread gets
    /// the same path again: what a program sees of it does not vary.
    pub fn scratch(&self, name: &str) -> PathBuf {
        let thread = format!("{:?}", std::thread::current().id());
        let thread = thread.trim_matches(|c: char| !c.is_ascii_digit());
        self.dir.join(format!("tmp-{}-{thread}-{name}", std::process::id()))
    }

    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.path(name)).ok()
    }

    /// Writes an entry so that other processes see all of it or nothing.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path(name);
        let parent = path.parent().expect("an entry lies in the cache");
        let place = || format!("cannot write {}", path.display());
        fs::create_dir_all(parent).with_context(place)?;
        let file = name.replace('/', "-");
        let scratch = self.scratch(&file);
        fs::write(&scratch, bytes).with_context(place)?;
        fs::rename(&scratch, &path).with_context(place)
    }

    /// A file as it is now, at a place where it stays after this process has ended: in the end the
    /// oldest go. A file outside of the cache is the user's own and stays where it is.
    pub fn keep(&self, file: &Path) -> Result<PathBuf> {
        if !file.starts_with(&self.dir) {
            return Ok(file.to_path_buf());
        }
        let place = || format!("cannot keep {}", file.display());
        let key = Key::of([fs::read(file).with_context(place)?.as_slice()]);
        let (kept, scratch) = (self.path("kept"), self.scratch(key.as_str()));
        let dir = kept.join(key.as_str());
        fs::create_dir_all(&dir).with_context(place)?;
        let to = dir.join(file.file_name().unwrap_or_default());
        fs::copy(file, &scratch).with_context(place)?;
        fs::rename(&scratch, &to).with_context(place)?;
        forget_oldest(&kept);
        Ok(to)
    }
}

fn forget_oldest(kept: &Path) {
    let entries = fs::read_dir(kept).into_iter().flatten().flatten();
    let modified = |entry: &fs::DirEntry| entry.metadata().and_then(|data| data.modified()).ok();
    let mut dirs: Vec<_> = entries.map(|entry| (modified(&entry), entry.path())).collect();
    dirs.sort();
    let n_old = dirs.len().saturating_sub(MOST_KEPT);
    for (_, dir) in &dirs[..n_old] {
        // Somebody else may have removed it already.
        let _ = fs::remove_dir_all(dir);
    }
}

/// Removes what processes that were killed had for themselves. One that is not seen from here may
/// live in another container: what is young stays.
fn remove_left_behind(dir: &Path) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix("tmp-").and_then(|rest| rest.split('-').next());
        let is_gone = owner.is_some_and(|pid| !Path::new("/proc").join(pid).exists());
        let modified = entry.metadata().and_then(|data| data.modified());
        let age = modified.ok().and_then(|then| then.elapsed().ok());
        if is_gone && age.is_some_and(|age| age > YOUNG) {
            let _ = fs::remove_dir_all(entry.path()).or_else(|_| fs::remove_file(entry.path()));
        }
    }
}

/// A directory of the cache's that is gone when its owner is.
pub struct ScratchDir(pub PathBuf);

impl ScratchDir {
    pub fn new(name: &str) -> Result<ScratchDir> {
        let cache = Cache::open()?;
        static FIRST: Once = Once::new();
        FIRST.call_once(|| remove_left_behind(&cache.dir));
        let path = cache.scratch(name);
        fs::create_dir_all(&path).with_context(|| format!("cannot create {}", path.display()))?;
        Ok(ScratchDir(path))
    }
}

impl Drop for ScratchDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn what_killed_processes_left_behind_is_removed_after_a_day() {
        let dir = ScratchDir::new("left-behind").expect("a directory");
        // No process has so large a number.
        let names = ["tmp-4194305-1-old", "tmp-4194305-1-young", "kept"];
        let own = format!("tmp-{}-1-old", std::process::id());
        for name in names.into_iter().chain([own.as_str()]) {
            let path = dir.0.join(name);
            fs::create_dir(&path).expect("a directory");
            fs::write(path.join("file"), "").expect("a file");
            if !name.ends_with("young") {
                let old = SystemTime::now() - 2 * YOUNG;
                let opened = fs::File::open(&path).expect("a directory");
                opened.set_modified(old).expect("an owner");
            }
        }
        remove_left_behind(&dir.0);
        let is_there = |name: &str| dir.0.join(name).exists();
        assert_eq!(names.map(is_there), [false, true, true]);
        assert!(is_there(&own));
    }
}
