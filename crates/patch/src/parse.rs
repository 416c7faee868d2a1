//! Reads unified diffs. Whatever stands between them is not looked at.

use super::{FilePatch, Hunk, Kind};

/// A line and what is wrong there.
type Failure = (usize, String);

pub(super) fn parse(text: &[u8]) -> Result<Vec<FilePatch>, Failure> {
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let mut parser = Parser { lines, at: 0, git: GitHeader::default(), files: Vec::new() };
    while parser.at < parser.lines.len() {
        parser.next()?;
    }
    if parser.files.is_empty() {
        return Err((1, "not a unified diff".to_string()));
    }
    Ok(parser.files)
}

struct Parser<'t> {
    lines: Vec<&'t [u8]>,
    at: usize,
    git: GitHeader,
    files: Vec<FilePatch>,
}

/// What the lines behind `diff --git` have said so far.
#[derive(Default)]
struct GitHeader {
    is_open: bool,
    from: Option<String>,
    /// The last file was renamed or copied by this header: changes that follow are changes to it.
    has_file: bool,
}

impl<'t> Parser<'t> {
    fn line(&self, at: usize) -> Option<&'t [u8]> {
        self.lines.get(at).copied()
    }

    fn fail<T>(&self, why: &str) -> Result<T, Failure> {
        Err((self.at + 1, why.to_string()))
    }

    fn next(&mut self) -> Result<(), Failure> {
        let Some(line) = self.line(self.at) else { return Ok(()) };
        let next = self.line(self.at + 1).unwrap_or_default();
        if let (Some(old), Some(new)) = (line.strip_prefix(b"--- "), next.strip_prefix(b"+++ ")) {
            let has_hunk = self.line(self.at + 2).is_some_and(|line| line.starts_with(b"@@ "));
            if has_hunk {
                return self.file(name_in(old), name_in(new));
            }
        }
        if line.starts_with(b"*** ") && next.starts_with(b"--- ") {
            return self.fail("a context diff; only unified diffs are supported");
        }
        if line.starts_with(b"GIT binary patch") {
            return self.fail("binary patches are not supported");
        }
        if line.starts_with(b"diff --git ") {
            self.git = GitHeader { is_open: true, ..GitHeader::default() };
        } else if self.git.is_open {
            self.renamed_or_copied(line);
        }
        self.at += 1;
        Ok(())
    }

    fn renamed_or_copied(&mut self, line: &[u8]) {
        let is_from = |start: &&[u8]| line.starts_with(start);
        if let Some(start) = [&b"rename from "[..], b"copy from "].iter().find(|s| is_from(s)) {
            self.git.from = Some(text_of(line[start.len()..].trim_ascii_end()));
        }
        let kinds = [(&b"rename to "[..], Kind::Rename), (b"copy to ", Kind::Copy)];
        for (start, kind) in kinds {
            if let Some(to) = line.strip_prefix(start)
                && let Some(old) = self.git.from.take()
            {
                let new = Some(text_of(to.trim_ascii_end()));
                self.files.push(FilePatch { old: Some(old), new, kind, hunks: Vec::new() });
                self.git.has_file = true;
            }
        }
    }

    fn file(&mut self, old: Option<String>, new: Option<String>) -> Result<(), Failure> {
        if old.is_none() && new.is_none() {
            return self.fail("both file names are /dev/null");
        }
        self.at += 2;
        let mut hunks = Vec::new();
        while self.line(self.at).is_some_and(|line| line.starts_with(b"@@ ")) {
            hunks.push(self.hunk()?);
        }
        let git = std::mem::take(&mut self.git);
        match self.files.last_mut().filter(|_| git.has_file) {
            Some(renamed) => renamed.hunks = hunks,
            None => self.files.push(FilePatch { old, new, kind: Kind::Change, hunks }),
        }
        Ok(())
    }

    fn hunk(&mut self) -> Result<Hunk, Failure> {
        let header = String::from_utf8_lossy(self.lines[self.at]).into_owned();
        let Some([old_start, n_old, n_new]) = counts(&header) else {
            return self.fail("not a hunk header");
        };
        if old_start.checked_add(n_old).is_none_or(|end| isize::try_from(end).is_err()) {
            return self.fail("the line number is too large");
        }
        self.at += 1;
        let header_line = self.at;
        let mut hunk = Hunk { old_start, ..Hunk::default() };
        let mut has_changed = false;
        while hunk.before.len() < n_old || hunk.after.len() < n_new {
            let Some(line) = self.line(self.at) else { return self.fail("the hunk is cut off") };
            let (kind, text) = match line.split_first() {
                // Mail programs take blanks at the ends of lines away.
                Some((b'\n' | b'\r', _)) => (b' ', line),
                Some((&kind, text)) => (kind, text),
                None => return self.fail("the hunk is cut off"),
            };
            match kind {
                b' ' => {
                    hunk.before.push(text.to_vec());
                    hunk.after.push(text.to_vec());
                    hunk.trailing += 1;
                    hunk.leading += usize::from(!has_changed);
                }
                b'-' => hunk.before.push(text.to_vec()),
                b'+' => hunk.after.push(text.to_vec()),
                _ => return self.fail("the hunk is shorter than its header says"),
            }
            if hunk.before.len() > n_old || hunk.after.len() > n_new {
                return self.fail("the hunk is longer than its header says");
            }
            if kind != b' ' {
                (has_changed, hunk.trailing) = (true, 0);
                if !line.ends_with(b"\n") {
                    return self.fail("the patch ends in the middle of a line");
                }
            }
            self.at += 1;
            if self.line(self.at).is_some_and(|next| next.starts_with(b"\\")) {
                without_newline(&mut hunk, kind);
                let is_end = |side: u8, n: usize, all: usize| kind == side || n == all;
                if !is_end(b'+', hunk.before.len(), n_old) || !is_end(b'-', hunk.after.len(), n_new)
                {
                    return self.fail("more lines follow the end of the file");
                }
                self.at += 1;
            }
        }
        // `patch` and git refuse it, too: whoever wrote it wanted something else.
        if !has_changed {
            return Err((header_line, "the hunk changes nothing".to_string()));
        }
        Ok(hunk)
    }
}

/// The line before `\ No newline at end of file` has none.
fn without_newline(hunk: &mut Hunk, kind: u8) {
    let cut = |lines: &mut Vec<Vec<u8>>| {
        if let Some(last) = lines.last_mut().filter(|last| last.ends_with(b"\n")) {
            last.pop();
        }
    };
    if kind != b'+' {
        cut(&mut hunk.before);
    }
    if kind != b'-' {
        cut(&mut hunk.after);
    }
}

/// A name without the date behind it; none if there is no such file.
fn name_in(line: &[u8]) -> Option<String> {
    let line = text_of(line.trim_ascii_end());
    // Without a tab a date may follow a blank.
    let (name, date) = match line.split_once('\t').or_else(|| line.split_once(' ')) {
        Some((name, date)) if date.starts_with(|c: char| c.is_ascii_digit()) => (name, date),
        _ => (line.split_once('\t').map_or(line.as_str(), |(name, _)| name), ""),
    };
    // `diff -N` gives files that are not there the beginning of time, anywhere on earth.
    let is_missing = date.starts_with("1970-01-01 ") || date.starts_with("1969-12-31 ");
    (name != "/dev/null" && !is_missing).then(|| name.trim_matches('"').to_string())
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_matches('"').to_string()
}

/// `@@ -START[,N] +START[,N] @@`: the old start and both numbers of lines.
fn counts(header: &str) -> Option<[usize; 3]> {
    let mut words = header.strip_prefix("@@ ")?.split(' ');
    let range = |word: Option<&str>, sign: char| -> Option<(usize, usize)> {
        let word = word?.strip_prefix(sign)?;
        let (start, n) = word.split_once(',').unwrap_or((word, "1"));
        Some((start.parse().ok()?, n.parse().ok()?))
    };
    let (old_start, n_old) = range(words.next(), '-')?;
    let (_, n_new) = range(words.next(), '+')?;
    Some([old_start, n_old, n_new])
}
