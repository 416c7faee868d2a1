//! Finds the places of hunks and puts what they say there.

use super::{Changes, FilePatch, Hunk, PatchError, Result};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Lines at the ends of a hunk's context that may be others, as in `patch`.
const MAX_FUZZ: usize = 2;

/// A name without its first `strip` directories. None if it has fewer, or leads out of the tree.
pub(super) fn stripped(name: &str, strip: usize) -> Option<PathBuf> {
    let parts: Vec<Component<'_>> =
        Path::new(name).components().filter(|part| *part != Component::CurDir).collect();
    let is_plain = parts.iter().all(|part| matches!(part, Component::Normal(_)));
    (is_plain && parts.len() > strip).then(|| parts[strip..].iter().collect())
}

pub(super) fn exists(path: &Path, root: &Path, changes: &Changes) -> bool {
    match changes.get(path) {
        Some(change) => change.is_some(),
        None => root.join(path).is_file(),
    }
}

/// The file that is changed; `None` if the patch makes it.
pub(super) fn target(
    file: &FilePatch,
    strip: usize,
    root: &Path,
    changes: &Changes,
) -> std::result::Result<Option<PathBuf>, String> {
    let Some(old) = &file.old else { return Ok(None) };
    let names = [Some(old), file.new.as_ref().filter(|_| !file.is_rename)];
    let paths: Vec<PathBuf> =
        names.into_iter().flatten().filter_map(|name| stripped(name, strip)).collect();
    // Some write the name of a copy (`x.c.orig`) on one of the sides.
    let there = paths.iter().find(|path| exists(path, root, changes));
    match there.or(paths.first()) {
        Some(path) => Ok(Some(path.clone())),
        None => Err(format!("the file name {old} is not usable")),
    }
}

pub(super) fn apply(
    patch: &Path,
    file: &FilePatch,
    strip: usize,
    root: &Path,
    changes: &mut Changes,
) -> Result<()> {
    let in_tree = |why: String| PatchError::Tree { patch: patch.to_path_buf(), why };
    let from = target(file, strip, root, changes).map_err(in_tree)?;
    let to = match (&file.new, &from) {
        (None, _) => None,
        (Some(_), Some(from)) if !file.is_rename => Some(from.clone()),
        (Some(name), _) => {
            let path = stripped(name, strip);
            Some(path.ok_or_else(|| in_tree(format!("the file name {name} is not usable")))?)
        }
    };
    let old = match &from {
        Some(path) => text(path, root, changes)?,
        None => {
            let made = to.as_ref().filter(|to| exists(to, root, changes));
            if let Some(made) = made {
                return Err(in_tree(format!("{} already exists", made.display())));
            }
            Vec::new()
        }
    };
    let name =
        from.as_ref().or(to.as_ref()).map_or(String::new(), |path| path.display().to_string());
    let new = patched(&old, &file.hunks).map_err(|(n, why)| PatchError::Hunk {
        patch: patch.to_path_buf(),
        hunk: n + 1,
        line: file.hunks[n].old_start,
        file: name,
        why,
    })?;
    if let Some(from) = from {
        changes.insert(from, None);
    }
    if let Some(to) = to {
        changes.insert(to, Some(new));
    }
    Ok(())
}

fn text(path: &Path, root: &Path, changes: &Changes) -> Result<Vec<u8>> {
    if let Some(Some(text)) = changes.get(path) {
        return Ok(text.clone());
    }
    let path = root.join(path);
    fs::read(&path).map_err(|error| PatchError::Io { path, error })
}

/// The text after all hunks, or the one that does not apply and why.
fn patched(old: &[u8], hunks: &[Hunk]) -> std::result::Result<Vec<u8>, (usize, String)> {
    let lines: Vec<&[u8]> = old.split_inclusive(|&byte| byte == b'\n').collect();
    let mut new: Vec<u8> = Vec::new();
    // Lines that are done, and how far hunks are from where they should be.
    let (mut done, mut offset) = (0, 0isize);
    for (n, hunk) in hunks.iter().enumerate() {
        let search = Search { lines: &lines, hunk, done, wanted: wanted(hunk, offset) };
        let Some(at) = (0..=search.max_fuzz()).find_map(|fuzz| search.place(fuzz)) else {
            return Err((n, search.reason()));
        };
        offset = at as isize - start_of(hunk) as isize;
        // Context stays as it is in the file. What follows belongs to the next hunk, too.
        lines[done..at + hunk.leading].iter().for_each(|line| new.extend(*line));
        let changed = hunk.leading..hunk.after.len() - hunk.trailing;
        hunk.after[changed].iter().for_each(|line| new.extend(line));
        done = at + hunk.before.len() - hunk.trailing;
    }
    lines[done..].iter().for_each(|line| new.extend(*line));
    Ok(new)
}

/// Where a hunk begins in the old file, from 0.
fn start_of(hunk: &Hunk) -> usize {
    // A hunk without old lines stands behind the line that it names.
    if hunk.before.is_empty() { hunk.old_start } else { hunk.old_start.saturating_sub(1) }
}

fn wanted(hunk: &Hunk, offset: isize) -> usize {
    start_of(hunk).saturating_add_signed(offset)
}

/// A hunk that is looked for in lines of which the first ones are done.
struct Search<'a> {
    lines: &'a [&'a [u8]],
    hunk: &'a Hunk,
    done: usize,
    /// Where it should begin.
    wanted: usize,
}

impl Search<'_> {
    fn context(&self) -> usize {
        self.hunk.leading.max(self.hunk.trailing)
    }

    fn max_fuzz(&self) -> usize {
        MAX_FUZZ.min(self.context())
    }

    /// Where the hunk fits best if `fuzz` lines at the ends of its context may be others. Less context
    /// at one end than at the other says that the file begins or ends there.
    fn place(&self, fuzz: usize) -> Option<usize> {
        let Search { lines, hunk, done, wanted } = *self;
        let n = hunk.before.len();
        if n == 0 {
            return (done..=lines.len()).contains(&wanted).then_some(wanted);
        }
        let left_out = |context: usize| (fuzz + context).checked_sub(self.context());
        let (start, end) = (left_out(hunk.leading), left_out(hunk.trailing));
        let fits = |at: usize| self.fits(at, start.unwrap_or(0), end.unwrap_or(0));
        let begins_file = start.is_none() && hunk.old_start <= 1;
        match (begins_file, end.is_none()) {
            (true, ends_file) => {
                (done == 0 && (!ends_file || n == lines.len()) && fits(0)).then_some(0)
            }
            (false, true) => lines.len().checked_sub(n).filter(|&at| at >= done && fits(at)),
            (false, false) => {
                let last = (lines.len() + end.unwrap_or(0)).checked_sub(n)?;
                let most = wanted.max(last);
                let nearest = (0..=most).flat_map(|by| [Some(wanted + by), wanted.checked_sub(by)]);
                nearest.flatten().find(|&at| (done..=last).contains(&at) && fits(at))
            }
        }
    }

    /// Whether the lines at `at` are the hunk's, but for some at its ends.
    fn fits(&self, at: usize, start: usize, end: usize) -> bool {
        let before = &self.hunk.before;
        let Some(wanted) = before.get(start..before.len() - end) else { return false };
        let found = self.lines.get(at + start..at + before.len() - end);
        found.is_some_and(|found| found.iter().eq(wanted.iter()))
    }

    /// The first line that is not what the hunk says, where it should stand.
    fn reason(&self) -> String {
        let Search { lines, hunk, done, wanted } = *self;
        let start = wanted.max(done);
        let shown = |line: &[u8]| String::from_utf8_lossy(line).trim_end().to_string();
        let wrong =
            hunk.before.iter().enumerate().find(|(n, line)| {
                lines.get(start + n).is_none_or(|found| *found != line.as_slice())
            });
        match wrong {
            Some((n, line)) => match lines.get(start + n) {
                Some(found) => {
                    let at = start + n + 1;
                    format!("line {at} is `{}`, not `{}`", shown(found), shown(line))
                }
                None => format!("the file ends before `{}`", shown(line)),
            },
            None => "it overlaps the hunk before it".to_string(),
        }
    }
}
