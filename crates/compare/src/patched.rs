//! The new version as the old one with patches: its files, its compiler options, and how its places
//! are named for people.

use anyhow::{Result, bail};
use patchlight_cache::ScratchDir;
use patchlight_patch::{Patch, Patched};
use patchlight_toolchain::split_flags;
use std::path::{Path, PathBuf, absolute};

/// Options that name a file or a directory, in the same word or in the next one.
const PATH_OPTIONS: [&str; 6] = ["-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I"];

pub struct PatchedTree {
    dir: ScratchDir,
    root: PathBuf,
    /// What stands before the tree's own names in the names that the user gave.
    prefix: String,
}

impl PatchedTree {
    /// Applies patches to a copy of the tree that has the sources.
    pub fn make(patches: &[PathBuf], sources: &[PathBuf]) -> Result<PatchedTree> {
        for source in sources {
            if source.extension().is_none_or(|extension| extension != "c") {
                bail!(
                    "{}: --patch needs the .c files of the old version; otherwise build both versions \
                     with `patchlight cc`",
                    source.display()
                );
            }
        }
        let patches =
            patches.iter().map(|path| Patch::read(path)).collect::<Result<Vec<_>, _>>()?;
        let patched = Patched::of(&patches, sources)?;
        for source in sources {
            let path = absolute(source)?;
            if !path.exists() && patched.has(&path) != Some(true) {
                bail!("{} does not exist, and no patch creates it", source.display());
            }
        }
        let named = sources.iter().map(absolute).collect::<Result<Vec<_>, _>>()?;
        for made in patched.made().filter(|made| made.extension().is_some_and(|e| e == "c")) {
            if !named.contains(&made) {
                let made = made.display();
                eprintln!(
                    "patchlight: the patch creates {made}, which is not part of the program unless --old lists it"
                );
            }
        }
        let dir = ScratchDir::new("patched")?;
        patched.write(&dir.0)?;
        let prefix = prefix(&sources[0], &patched.root)?;
        Ok(PatchedTree { dir, root: patched.root, prefix })
    }

    /// The sources in the copy, without those that the patch takes away.
    pub fn files(&self, sources: &[PathBuf]) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for source in sources {
            files.extend(self.copy_of(source)?.filter(|file| file.exists()));
        }
        if files.is_empty() {
            bail!("the patch removes all sources");
        }
        Ok(files)
    }

    fn copy_of(&self, path: &Path) -> Result<Option<PathBuf>> {
        let path = absolute(path)?;
        Ok(path.strip_prefix(&self.root).ok().map(|relative| self.dir.0.join(relative)))
    }

    /// Compiler options that look into the copy, and have `__FILE__` be what it is in the old version.
    pub fn flags(&self, flags: &str) -> Result<String> {
        let mut words = Vec::new();
        let mut is_path = false;
        for word in split_flags(flags)? {
            let text = word.to_string_lossy().into_owned();
            let option = PATH_OPTIONS.into_iter().find(|option| text.starts_with(option));
            let (before, path) = match option {
                _ if is_path => ("", text.as_str()),
                Some(option) => text.split_at(option.len()),
                None => (text.as_str(), ""),
            };
            let path = match path {
                "" => String::new(),
                path => self.copied(path)?,
            };
            is_path = !is_path && option.is_some_and(|option| option == text);
            words.push(quoted(&format!("{before}{path}")));
        }
        let map = format!("-fmacro-prefix-map={}/={}", self.dir.0.display(), self.prefix);
        words.push(quoted(&map));
        Ok(words.join(" "))
    }

    fn copied(&self, path: &str) -> Result<String> {
        let copy = self.copy_of(Path::new(path))?.filter(|copy| copy.exists());
        Ok(copy.map_or_else(|| path.to_string(), |copy| copy.display().to_string()))
    }

    /// A name of the copy as the user would give it.
    pub fn shown(&self, name: &str) -> String {
        // Compilers leave out what the name has in common with their own directory, so the copy is
        // known by the name of its directory, which nothing else has.
        let directory = self.dir.0.file_name().unwrap_or_default().to_string_lossy();
        let inside = name.split_once(&format!("{directory}/")).map(|(_, inside)| inside);
        inside.map_or_else(|| name.to_string(), |inside| format!("{}{inside}", self.prefix))
    }
}

/// What stands before the name of a source in its tree.
fn prefix(source: &Path, root: &Path) -> Result<String> {
    let path = absolute(source)?;
    let inside = path.strip_prefix(root).unwrap_or(&path).display().to_string();
    let given = source.display().to_string();
    let before = given.strip_suffix(&inside).filter(|b| b.is_empty() || b.ends_with('/'));
    Ok(before.map_or_else(|| format!("{}/", root.display()), str::to_string))
}

/// A word that `split_flags` gives back as it is.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\"'\"'"))
}
