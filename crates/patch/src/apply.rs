//! Finds the places of hunks and puts what they say there.

use super::{Changes, FilePatch, Hunk, Kind, PatchError, Result};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Lines at the ends of a hunk's context that may be others, as in `patch`.
const MAX_FUZZ: usize = 2;

const MISORDERED: &str = "it overlaps the hunk before it, or belongs before that";

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

/// The file that is read, unless the patch makes one, and the file that is written, unless it removes
/// one.
pub(super) fn names(
    file: &FilePatch,
    strip: usize,
    is_there: impl Fn(&Path) -> bool,
) -> std::result::Result<(Option<PathBuf>, Option<PathBuf>), String> {
    let strip = if file.kind == Kind::Change { strip } else { strip.saturating_sub(1) };
    let usable = |name: &String| {
        stripped(name, strip).ok_or_else(|| format!("the file name {name} is not usable"))
    };
    match (&file.old, &file.new) {
        (Some(old), Some(new)) if file.kind == Kind::Change => {
            // Some write the name of a copy (`x.c.orig`) on one of the sides.
            let mut paths: Vec<PathBuf> =
                [old, new].into_iter().filter_map(|name| stripped(name, strip)).collect();
            let there = paths.iter().position(|path| is_there(path));
            if there.is_none() && makes_file(&file.hunks) {
                return Ok((None, Some(usable(new)?)));
            }
            if paths.is_empty() {
                usable(old)?;
            }
            let path = paths.swap_remove(there.unwrap_or(0));
            Ok((Some(path.clone()), Some(path)))
        }
        (old, new) => {
            let usable = |name: &Option<String>| name.as_ref().map(usable).transpose();
            Ok((usable(old)?, usable(new)?))
        }
    }
}

/// Whether hunks say that there was no file, or an empty one: `@@ -0,0 +1,2 @@`.
fn makes_file(hunks: &[Hunk]) -> bool {
    matches!(hunks, [hunk] if hunk.old_start == 0 && hunk.before.is_empty())
}

pub(super) fn apply(
    patch: &Path,
    file: &FilePatch,
    strip: usize,
    root: &Path,
    changes: &mut Changes,
) -> Result<()> {
    let in_tree = |why: String| PatchError::Tree { patch: patch.to_path_buf(), why };
    let is_there = |path: &Path| exists(path, root, changes);
    let (from, to) = names(file, strip, is_there).map_err(in_tree)?;
    if let Some(made) = to.as_ref().filter(|_| from != to)
        && is_there(made)
    {
        return Err(in_tree(format!("{} already exists", made.display())));
    }
    let old = match &from {
        None => Vec::new(),
        Some(path) => match changes.get(path) {
            Some(Some(text)) => text.clone(),
            Some(None) => {
                let path = path.display();
                return Err(in_tree(format!("{path} was removed or renamed before this change")));
            }
            None => {
                let path = root.join(path);
                fs::read(&path).map_err(|error| PatchError::Io { path, error })?
            }
        },
    };
    let name =
        from.as_ref().or(to.as_ref()).map_or(String::new(), |path| path.display().to_string());
    let new = patched(&old, &file.hunks).map_err(|(n, why)| PatchError::Hunk {
        patch: patch.to_path_buf(),
        hunk: n + 1,
        line: file.hunks[n].old_start,
        file: name.clone(),
        why,
    })?;
    if to.is_none() && !new.is_empty() {
        let why = format!("{name} is not empty after the lines that the patch removes with it");
        return Err(in_tree(why));
    }
    if let Some(from) = from.filter(|_| file.kind != Kind::Copy) {
        changes.insert(from, None);
    }
    if let Some(to) = to {
        changes.insert(to, Some(new));
    }
    Ok(())
}

/// The text after all hunks, or the one that does not apply and why.
fn patched(old: &[u8], hunks: &[Hunk]) -> std::result::Result<Vec<u8>, (usize, String)> {
    let lines: Vec<&[u8]> = old.split_inclusive(|&byte| byte == b'\n').collect();
    let mut new: Vec<u8> = Vec::new();
    let mut add = |line: &[u8]| {
        // What a hunk calls the end of the file need not be that any more.
        if !new.is_empty() && !new.ends_with(b"\n") {
            new.push(b'\n');
        }
        new.extend(line);
    };
    // Lines that are done, and how far hunks are from where they should be.
    let (mut done, mut offset) = (0, 0isize);
    for (n, hunk) in hunks.iter().enumerate() {
        let wanted = start_of(hunk).saturating_add(offset);
        let search = Search { lines: &lines, hunk, done, wanted };
        let found = (0..=search.max_fuzz()).find_map(|fuzz| search.place(fuzz));
        let Some(at) = found else { return Err((n, search.reason())) };
        if at < done {
            return Err((n, MISORDERED.to_string()));
        }
        offset = at as isize - start_of(hunk);
        // Context stays as it is in the file. What follows belongs to the next hunk, too.
        lines[done..at + hunk.leading].iter().for_each(|line| add(line));
        let changed = hunk.leading..hunk.after.len() - hunk.trailing;
        hunk.after[changed].iter().for_each(|line| add(line));
        done = at + hunk.before.len() - hunk.trailing;
    }
    lines[done..].iter().for_each(|line| add(line));
    Ok(new)
}

/// Where a hunk begins in the old file, from 0.
fn start_of(hunk: &Hunk) -> isize {
    // A hunk without old lines stands behind the line that it names.
    let start =
        if hunk.before.is_empty() { hunk.old_start } else { hunk.old_start.saturating_sub(1) };
    isize::try_from(start).expect("larger ones are not read")
}

/// A hunk that is looked for in lines of which the first ones are done.
struct Search<'a> {
    lines: &'a [&'a [u8]],
    hunk: &'a Hunk,
    done: usize,
    /// Where it should begin; that need not be a place that exists.
    wanted: isize,
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
    ///
    /// A hunk that fits where it should, but before lines that are done, is not looked for elsewhere:
    /// it is out of order.
    fn place(&self, fuzz: usize) -> Option<usize> {
        let Search { lines, hunk, done, wanted } = *self;
        let n = hunk.before.len();
        if n == 0 {
            return usize::try_from(wanted).ok().filter(|at| (done..=lines.len()).contains(at));
        }
        let left_out = |context: usize| (fuzz + context).checked_sub(self.context());
        let (start, end) = (left_out(hunk.leading), left_out(hunk.trailing));
        let fits = |at: usize| self.fits(at, start.unwrap_or(0), end.unwrap_or(0));
        let begins_file = start.is_none() && hunk.old_start <= 1;
        match (begins_file, end.is_none()) {
            (true, ends_file) => ((!ends_file || n == lines.len()) && fits(0)).then_some(0),
            (false, true) => lines.len().checked_sub(n).filter(|&at| at >= done && fits(at)),
            (false, false) => {
                let last = (lines.len() + end.unwrap_or(0)).checked_sub(n)?;
                let wanted = usize::try_from(wanted).unwrap_or(0);
                if wanted > last {
                    return (done..=last).rev().find(|&at| fits(at));
                }
                let nearest = (0..=last).flat_map(|by| {
                    let before = wanted.checked_sub(by).filter(|&at| at >= done);
                    [Some(wanted + by).filter(|&at| at <= last), before]
                });
                nearest.flatten().find(|&at| fits(at))
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
        let wanted = usize::try_from(wanted).unwrap_or(0);
        if wanted > lines.len() && hunk.before.is_empty() {
            return format!("the file has only {} lines", lines.len());
        }
        let start = wanted.max(done);
        let rest = lines.get(start..).unwrap_or_default();
        let shown = |line: &[u8]| String::from_utf8_lossy(line).trim_end().to_string();
        let mut before = hunk.before.iter().enumerate();
        match before.find(|(n, line)| rest.get(*n).is_none_or(|found| found != line)) {
            Some((n, line)) => match rest.get(n) {
                Some(found) => {
                    let at = start + n + 1;
                    format!("line {at} is `{}`, not `{}`", shown(found), shown(line))
                }
                None => format!("the file ends before `{}`", shown(line)),
            },
            None => MISORDERED.to_string(),
        }
    }
}
