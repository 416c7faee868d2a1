//! What two versions did, side by side: lines that belong together, and what differs within them.

use super::escape::{Span, spans};
use patchlight_results::{Behaviour, SanitizerError};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

/// Lines of an output that are compared; a note says so if there are more.
const MOST_LINES: usize = 2000;
/// Longer lines are cut.
const LONGEST_LINE: usize = 4000;
/// What differs in more than so many pairs of lines is shown as all different: aligning it would take
/// seconds. (A limit of time would make two reports of the same results differ.)
const MOST_PAIRS: usize = 16_000_000;

/// One aspect of the behaviour.
#[derive(Debug)]
pub struct Section {
    pub title: &'static str,
    pub rows: Vec<Row>,
}

impl Section {
    pub fn differs(&self) -> bool {
        self.rows.iter().any(|row| row.mark != Mark::Same)
    }
}

/// A line of each version, or of one.
#[derive(Debug, Eq, PartialEq)]
pub struct Row {
    pub mark: Mark,
    pub old: Option<Vec<Piece>>,
    pub new: Option<Vec<Piece>>,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Mark {
    Same,
    Changed,
    OnlyOld,
    OnlyNew,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Piece {
    pub span: Span,
    /// The other version's line does not have it.
    pub differs: bool,
}

/// A row, or so many rows that are the same and far from any that is not.
#[derive(Debug, Eq, PartialEq)]
pub enum Shown<'a> {
    Row(&'a Row),
    Gap(usize),
}

/// All that is known of both behaviours, aspect by aspect. Those of which there is nothing to see
/// are left out.
pub fn sections(old: &Behaviour, new: &Behaviour) -> Vec<Section> {
    let error = |behaviour: &Behaviour| behaviour.sanitizer.as_ref().map_or(vec![], error_text);
    let end = |behaviour: &Behaviour| lines_of(std::slice::from_ref(&behaviour.end));
    let mut sections = vec![
        Section { title: "end", rows: rows(&end(old), &end(new)) },
        Section { title: "sanitizer", rows: rows(&error(old), &error(new)) },
        Section { title: "standard output", rows: rows(&old.stdout.0, &new.stdout.0) },
        Section { title: "standard error", rows: rows(&old.stderr.0, &new.stderr.0) },
        Section { title: "files", rows: rows(&lines_of(&old.files), &lines_of(&new.files)) },
    ];
    sections.retain(|section| !section.rows.is_empty());
    sections
}

fn lines_of(texts: &[String]) -> Vec<u8> {
    texts.iter().flat_map(|text| [text.as_bytes(), b"\n"].concat()).collect()
}

fn error_text(error: &SanitizerError) -> Vec<u8> {
    let mut text = format!("{}\n", error.kind);
    for frame in &error.frames {
        let function = if frame.function.is_empty() { "?" } else { &frame.function };
        text += &format!("  in {function} at {}:{}\n", frame.file, frame.line);
    }
    text.into_bytes()
}

/// Rows that differ, each with so many rows around it.
pub fn with_context(rows: &[Row], context: usize) -> Vec<Shown<'_>> {
    let differs = |n: usize| rows.get(n).is_some_and(|row| row.mark != Mark::Same);
    let is_near = |n: usize| (n.saturating_sub(context)..=n + context).any(differs);
    let mut shown = Vec::new();
    let mut at = 0;
    for run in rows.chunk_by({
        let mut n = 0;
        move |_, _| {
            n += 1;
            is_near(n - 1) == is_near(n)
        }
    }) {
        // A gap takes a line itself, so one of a single row saves nothing.
        match is_near(at) || run.len() == 1 {
            true => shown.extend(run.iter().map(Shown::Row)),
            false => shown.push(Shown::Gap(run.len())),
        }
        at += run.len();
    }
    shown
}

/// The lines of two texts, aligned.
pub fn rows(old: &[u8], new: &[u8]) -> Vec<Row> {
    let (old_lines, new_lines) = (lines(old), lines(new));
    let mut rows = Vec::new();
    for op in aligned(&old_lines, &new_lines) {
        let (old, new) = (&old_lines[op.old_range()], &new_lines[op.new_range()]);
        if let DiffOp::Equal { .. } = op {
            for line in old {
                let whole = Some(pieces(line, &[]));
                rows.push(Row { mark: Mark::Same, old: whole.clone(), new: whole });
            }
            continue;
        }
        for n in 0..old.len().max(new.len()) {
            rows.push(match (old.get(n), new.get(n)) {
                (Some(old), Some(new)) => changed(old, new),
                (Some(old), None) => {
                    Row { mark: Mark::OnlyOld, old: Some(all_differs(old)), new: None }
                }
                (None, new) => {
                    let new = new.map(|new| all_differs(new));
                    Row { mark: Mark::OnlyNew, old: None, new }
                }
            });
        }
    }
    rows
}

/// Lines with their ends, as many as are compared.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').take(MOST_LINES).collect()
}

fn aligned<T: Eq + std::hash::Hash>(old: &[T], new: &[T]) -> Vec<DiffOp> {
    let before = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let ends = old_rest.iter().rev().zip(new_rest.iter().rev());
    let after = ends.take_while(|(old, new)| old == new).count();
    let (old_len, new_len) = (old_rest.len() - after, new_rest.len() - after);
    if old_len.saturating_mul(new_len) <= MOST_PAIRS {
        return capture_diff_slices(Algorithm::Myers, old, new);
    }
    let equal = |old_index, new_index, len| DiffOp::Equal { old_index, new_index, len };
    let mut ops = vec![equal(0, 0, before)];
    ops.push(DiffOp::Replace { old_index: before, old_len, new_index: before, new_len });
    ops.push(equal(before + old_len, before + new_len, after));
    ops.retain(|op| !op.old_range().is_empty() || !op.new_range().is_empty());
    ops
}

fn changed(old: &[u8], new: &[u8]) -> Row {
    let (old_words, new_words) = (words(old), words(new));
    let (mut only_old, mut only_new) = (Vec::new(), Vec::new());
    let range = |words: &[&[u8]], of: Range<usize>| {
        let length = |words: &[&[u8]]| words.iter().map(|word| word.len()).sum::<usize>();
        let start = length(&words[..of.start]);
        start..start + length(&words[of])
    };
    for op in aligned(&old_words, &new_words) {
        if !matches!(op, DiffOp::Equal { .. }) {
            only_old.push(range(&old_words, op.old_range()));
            only_new.push(range(&new_words, op.new_range()));
        }
    }
    Row {
        mark: Mark::Changed,
        old: Some(pieces(old, &joined(old, only_old))),
        new: Some(pieces(new, &joined(new, only_new))),
    }
}

/// Words that differ, with the spaces between them.
fn joined(line: &[u8], ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if line[last.end..range.start].iter().all(|&byte| byte == b' ') => {
                last.end = range.end;
            }
            _ => all.push(range),
        }
    }
    all
}

fn all_differs(line: &[u8]) -> Vec<Piece> {
    pieces(line, std::slice::from_ref(&(0..line.len())))
}

/// Runs of letters and digits, and every other byte.
fn words(line: &[u8]) -> Vec<&[u8]> {
    let line = &line[..line.len().min(LONGEST_LINE)];
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
    line.chunk_by(|&a, &b| is_word(a) && is_word(b)).collect()
}

/// A line without its end. That there is none is said; it may be all that differs.
fn pieces(line: &[u8], differing: &[Range<usize>]) -> Vec<Piece> {
    let (text, has_end) = match line.strip_suffix(b"\n") {
        Some(text) => (text, true),
        None => (line, false),
    };
    let shown = &text[..text.len().min(LONGEST_LINE)];
    let mut pieces = Vec::new();
    let mut add = |range: Range<usize>, differs: bool| {
        let range = range.start.min(shown.len())..range.end.min(shown.len());
        let spans = spans(&shown[range]).into_iter();
        pieces.extend(spans.map(|span| Piece { span, differs }));
    };
    let mut at = 0;
    for range in differing {
        add(at..range.start, false);
        add(range.clone(), true);
        at = range.end;
    }
    add(at..shown.len(), false);
    let note = |text: String| Span { text, is_escape: true };
    if shown.len() < text.len() {
        let rest = text.len() - shown.len();
        pieces.push(Piece { span: note(format!(" … {rest} more bytes")), differs: false });
    }
    let differs = differing.last().is_some_and(|last| last.end == line.len());
    if !has_end && differs && !line.is_empty() {
        pieces.push(Piece { span: note(" (no newline)".to_string()), differs: false });
    }
    let is_end = |range: &Range<usize>| range.start == text.len();
    if has_end && differing.first().is_some_and(is_end) {
        pieces.push(Piece { span: note("\\n".to_string()), differs: true });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pieces: &Option<Vec<Piece>>) -> String {
        let piece = |piece: &Piece| match piece.differs {
            true => format!("[{}]", piece.span.text),
            false => piece.span.text.clone(),
        };
        pieces.as_ref().map_or("-".to_string(), |all| all.iter().map(piece).collect())
    }

    fn check(old: &str, new: &str, expected: &[&str]) {
        let shown: Vec<String> = rows(old.as_bytes(), new.as_bytes())
            .iter()
            .map(|row| format!("{:?}: {} | {}", row.mark, text(&row.old), text(&row.new)))
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn long_outputs_that_share_nothing_are_not_aligned_but_for_their_ends() {
        let lines = |of: u32| [0].into_iter().chain(of..of + 5_000).chain([1, 2]);
        let [old, new]: [Vec<u32>; 2] = [10, 10_000].map(|of| lines(of).collect());
        let ops = aligned(&old, &new);
        let expected = [
            DiffOp::Equal { old_index: 0, new_index: 0, len: 1 },
            DiffOp::Replace { old_index: 1, old_len: 5_000, new_index: 1, new_len: 5_000 },
            DiffOp::Equal { old_index: 5_001, new_index: 5_001, len: 2 },
        ];
        assert_eq!(ops, expected);
    }

    #[test]
    fn lines_are_aligned_and_what_differs_within_them_is_marked() {
        check(
            "a\nb:c d\ne\n",
            "a\nb;c d\nx\ne\n",
            &["Same: a | a", "Changed: b[:]c d | b[;]c d", "OnlyNew: - | [x]", "Same: e | e"],
        );
        check("exit 0\n", "signal 6\n", &["Changed: [exit 0] | [signal 6]"]);
        check("a\nb\n", "b\n", &["OnlyOld: [a] | -", "Same: b | b"]);
    }

    #[test]
    fn a_missing_newline_is_seen() {
        check("a", "a\n", &["Changed: a (no newline) | a[\\n]"]);
        check("a", "b\n", &["Changed: [a] (no newline) | [b]"]);
        check("a", "a", &["Same: a | a"]);
    }

    #[test]
    fn rows_far_from_all_differences_are_a_gap() {
        let all = rows(b"1\n2\n3\n4\n5\n6\n", b"1\n2\n3\n4\nx\n6\n");
        let shown = with_context(&all, 1);
        assert_eq!(shown[0], Shown::Gap(3));
        assert_eq!(shown.len(), 4);
        assert_eq!(with_context(&rows(b"1\n2\n", b"1\n2\n"), 1), [Shown::Gap(2)]);
    }
}
