//! What a patch changes: pieces of its text, and the lines whose code is not what it was.

use crate::versions::blocks_of;
use crate::versions::counterpart;
use anyhow::{Context, Result};
use patchlight_engine::Side;
use patchlight_ir::{Body, Loc, Module, Op};
use patchlight_unify::Summary;
use similar::{ChangeTag, DiffTag, TextDiff};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How many lines a call of a macro may have.
const MACRO_LINES: u64 = 8;

/// A piece of a textual diff: neighbouring lines that changed.
#[derive(Clone, Debug)]
pub struct Hunk {
    /// The file's name in the new version.
    pub file: String,
    /// The lines that were, and those that are, from 1 on.
    pub old: Range<u32>,
    pub new: Range<u32>,
    /// Its file among those that differ.
    of: usize,
}

/// A file that is not the same in both versions.
struct ChangedFile {
    /// What debug information of the new version calls it.
    names: Vec<String>,
    old_path: PathBuf,
    old_lines: Vec<String>,
    new_lines: Vec<String>,
}

pub struct Changes {
    pub hunks: Vec<Hunk>,
    /// Lines of the new version, by file, whose code is not what it was.
    pub lines: BTreeMap<String, BTreeSet<u32>>,
    /// Globals that begin with other values: they are changes without a statement.
    pub initialisers: Vec<String>,
    files: Vec<ChangedFile>,
}

/// Two versions of a program, and what unifying made of them.
pub struct Compared<'a> {
    /// Where the sources of the old and of the new version are, by their names in debug information.
    pub sources: [&'a BTreeMap<String, PathBuf>; 2],
    pub new: &'a Module,
    pub both: &'a Module,
    pub summary: &'a Summary,
    /// What people call a source of the new version.
    pub shown: &'a dyn Fn(&str) -> String,
}

impl Changes {
    /// `by_text`: all lines of the textual diff.
    pub fn new(of: &Compared<'_>, by_text: bool) -> Result<Changes> {
        let mut changes = Changes {
            hunks: Vec::new(),
            lines: BTreeMap::new(),
            initialisers: Vec::new(),
            files: Vec::new(),
        };
        let read = |path: &PathBuf| {
            let text = std::fs::read(path).with_context(|| path.display().to_string())?;
            Ok::<String, anyhow::Error>(String::from_utf8_lossy(&text).into_owned())
        };
        let [old, new] = of.sources;
        for (before, old_path) in old {
            let Some((after, new_path)) = counterpart(before, old, new) else { continue };
            let is_known = changes.files.iter().any(|file| file.old_path == *old_path);
            if !is_known && old_path.exists() && new_path.exists() {
                let texts = [read(old_path)?, read(new_path)?];
                let names = new.iter().filter(|(_, path)| *path == new_path);
                let names = names.map(|(name, _)| name.clone());
                let shown = (of.shown)(after);
                let names = names.chain([shown.clone()]).collect();
                changes.add_file(&shown, names, old_path, &texts);
            }
        }
        if by_text {
            for hunk in &changes.hunks {
                for name in &changes.files[hunk.of].names {
                    changes.lines.entry(name.clone()).or_default().extend(hunk.new.clone());
                }
            }
            return Ok(changes);
        }
        changes.add_code(of);
        Ok(changes)
    }

    fn add_file(
        &mut self,
        name: &str,
        names: Vec<String>,
        old_path: &Path,
        [old, new]: &[String; 2],
    ) {
        if old == new {
            return;
        }
        let diff = TextDiff::from_lines(old.as_str(), new.as_str());
        let of = self.files.len();
        let lines = |range: Range<usize>| range.start as u32 + 1..range.end as u32 + 1;
        for op in diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal) {
            let (old, new) = (lines(op.old_range()), lines(op.new_range()));
            self.hunks.push(Hunk { file: name.to_string(), old, new, of });
        }
        let all = |text: &str| text.split_inclusive('\n').map(str::to_string).collect();
        let file = ChangedFile {
            names,
            old_path: old_path.to_path_buf(),
            old_lines: all(old),
            new_lines: all(new),
        };
        let bare = without_comments(old);
        self.hunks.retain(|hunk| {
            hunk.of != of || without_comments(&file.with(std::iter::once(hunk))) != bare
        });
        self.files.push(file);
    }

    /// The lines whose code is another one in the new version: changed text in functions that unifying
    /// does not find to be the same. In such a function whose text did not change (a macro did, or a
    /// type), the lines with other code.
    fn add_code(&mut self, of: &Compared<'_>) {
        let added: BTreeSet<&String> = of.summary.added.iter().chain(&of.summary.apart).collect();
        let bodies: HashMap<&String, &Body> = of
            .new
            .functions
            .iter()
            .filter_map(|function| Some((&function.name, function.body()?)))
            .collect();
        for function in &of.both.functions {
            let is_added = added.contains(&function.name);
            let both = function.body().filter(|body| is_added || body.has_versions());
            let (Some(both), Some(body)) = (both, bodies.get(&function.name)) else { continue };
            let place = |body: &Body, op: usize| {
                let loc = body.loc(op);
                // The files of the old version follow those of the new one.
                let file = of.new.files.get(loc.file.index()).filter(|_| loc.line != 0)?;
                Some((file.clone(), loc.line))
            };
            let all = (0..body.ops.len()).filter_map(|op| place(body, op));
            let is_text = |(file, line): &(String, u32)| self.hunk_at(file, *line).is_some();
            let mut lines: BTreeSet<(String, u32)> = all.filter(is_text).collect();
            if lines.is_empty() {
                let blocks = [Side::Old, Side::New].map(|side| blocks_of(both, side));
                let own = (0..both.ops.len()).filter(|&op| is_only_new(both, &blocks, op));
                // `__LINE__` is another number in every function below a change.
                let is_code = |op: &usize| !is_choice_or_line(both, *op);
                lines = own.filter(is_code).filter_map(|op| place(both, op)).collect();
            }
            for (file, line) in lines {
                self.lines.entry(file).or_default().insert(line);
            }
        }
        self.initialisers.clone_from(&of.summary.initialisers);
    }

    /// The hunk that a line of the new version is in.
    pub fn hunk_at(&self, file: &str, line: u32) -> Option<usize> {
        self.hunks.iter().position(|hunk| {
            let names = &self.files[hunk.of].names;
            names.iter().any(|name| name == file) && hunk.new.contains(&line)
        })
    }

    /// The directory that all changed files are in, and these sources of the old version.
    pub fn root(&self, sources: &[PathBuf]) -> Result<PathBuf> {
        let changed = self.files.iter().map(|file| &file.old_path);
        let paths = changed.chain(sources).map(std::path::absolute);
        let paths = paths.collect::<Result<Vec<PathBuf>, _>>()?;
        let mut root = paths.first().and_then(|path| path.parent()).unwrap_or(Path::new("/"));
        while !paths.iter().all(|path| path.starts_with(root)) {
            root = root.parent().unwrap_or(Path::new("/"));
        }
        Ok(root.to_path_buf())
    }

    /// A patch of the old version in `root` that has only some of the hunks.
    pub fn half(&self, chosen: &BTreeSet<usize>, root: &Path) -> Result<String> {
        let mut patch = String::new();
        for (of, file) in self.files.iter().enumerate() {
            let half =
                file.with(self.hunks.iter().enumerate().filter_map(|(n, hunk)| {
                    (hunk.of == of && chosen.contains(&n)).then_some(hunk)
                }));
            let was = file.old_lines.concat();
            if half != was {
                let path = std::path::absolute(&file.old_path)?;
                let name = path.strip_prefix(root).unwrap_or(&path).display();
                let diff = TextDiff::from_lines(&was, &half);
                let names = (format!("a/{name}"), format!("b/{name}"));
                patch += &diff.unified_diff().header(&names.0, &names.1).to_string();
            }
        }
        Ok(patch)
    }

    /// A hunk for people: removed and added lines.
    pub fn text_of(&self, hunk: &Hunk) -> String {
        let file = &self.files[hunk.of];
        let lines = |lines: &[String], range: &Range<u32>, tag: ChangeTag| -> String {
            let range = range.start as usize - 1..range.end as usize - 1;
            lines[range].iter().map(|line| format!("{tag}{}\n", line.trim_end())).collect()
        };
        lines(&file.old_lines, &hunk.old, ChangeTag::Delete)
            + &lines(&file.new_lines, &hunk.new, ChangeTag::Insert)
    }
}

/// A C text without comments and white space, except in strings.
pub fn without_comments(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let len = match c {
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => {
                let len = quoted_len(rest, c);
                bare += &rest[..len];
                len
            }
            _ if c.is_whitespace() => c.len_utf8(),
            _ => {
                bare.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[len..];
    }
    bare
}

/// How long the literal is with which a text begins.
fn quoted_len(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            // A quote that is not closed in its line is none.
            c if c == quote || c == '\n' => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Whether an op only leads to what each version has for itself, or is the number of its line.
fn is_choice_or_line(body: &Body, op: usize) -> bool {
    match body.ops[op] {
        Op::Version { .. } | Op::BrVersion { .. } | Op::Jmp { .. } => true,
        Op::Const { value, .. } => {
            // Constants may stand at the function's start, and a macro's line is that of its end.
            let is_line = |loc: &Loc| value.abs_diff(u64::from(loc.line)) <= MACRO_LINES;
            value > MACRO_LINES && body.locs.iter().any(is_line)
        }
        _ => false,
    }
}

/// Whether an op of a unified body is the new version's alone, or a choice between the versions.
/// `blocks`: those that the old and the new version come to.
fn is_only_new(body: &Body, [by_old, by_new]: &[Vec<bool>; 2], op: usize) -> bool {
    let block = body.block_of(op).index();
    let is_choice = matches!(body.ops[op], Op::Version { .. } | Op::BrVersion { .. });
    by_new[block] && (is_choice || !by_old[block])
}

impl ChangedFile {
    /// The old text with some hunks, in order.
    fn with<'h>(&self, hunks: impl Iterator<Item = &'h Hunk>) -> String {
        let slice = |lines: &[String], from: u32, to: u32| {
            lines[from as usize - 1..to as usize - 1].concat()
        };
        let (mut text, mut at) = (String::new(), 1);
        for hunk in hunks {
            text += &slice(&self.old_lines, at, hunk.old.start);
            text += &slice(&self.new_lines, hunk.new.start, hunk.new.end);
            at = hunk.old.end;
        }
        text + &slice(&self.old_lines, at, self.old_lines.len() as u32 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_white_space_do_not_count_but_in_strings() {
        let bare = "charc='\"';puts(\"a //  /* b\");return0;";
        let text = "char c = '\"'; /* \" */ puts(\"a //  /* b\"); // c\n return 0;\n";
        assert_eq!(without_comments(text), bare);
        assert_eq!(without_comments("x /* open"), "x");
        assert_eq!(without_comments("a = '\\'' + \"\\\"\"; // '"), "a='\\''+\"\\\"\";");
    }
}
