//! Both versions' behaviour in two columns, or one below the other where there is no room.

use super::paint::{Colour, Paint};
use crate::compare::{Mark, Piece, Row, Section, Shown, sections, with_context};
use patchlight_results::Finding;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Two columns need so much room.
const NARROWEST: usize = 64;
/// Rows of a section that are shown.
const MOST_ROWS: usize = 12;

pub fn table(finding: &Finding, width: usize, paint: Paint) -> Vec<String> {
    let layout = Layout { width, column: width.saturating_sub(7) / 2, paint };
    let mut lines = Vec::new();
    for section in sections(&finding.old, &finding.new) {
        layout.section(&section, &mut lines);
    }
    lines
}

struct Layout {
    width: usize,
    column: usize,
    paint: Paint,
}

impl Layout {
    fn section(&self, section: &Section, lines: &mut Vec<String>) {
        match section.title {
            "end" => self.rows(section, ("old: ", "new: "), lines),
            "standard error" => self.rows(section, ("2> ", "2> "), lines),
            "files" => self.rows(section, ("files: ", "files: "), lines),
            _ => self.rows(section, ("", ""), lines),
        }
    }

    fn rows(&self, section: &Section, titles: (&str, &str), lines: &mut Vec<String>) {
        let shown = with_context(&section.rows, 1);
        for shown in shown.iter().take(MOST_ROWS) {
            match shown {
                // The ends are said even if they are the same.
                Shown::Gap(_) if section.title == "end" => {
                    section.rows.iter().for_each(|row| self.row(row, titles, lines));
                }
                Shown::Gap(n) => {
                    let what = if *n == 1 { "line" } else { "lines" };
                    let text = format!("… {n} identical {what} of {}", section.title);
                    lines.push(self.note(&text));
                }
                Shown::Row(row) => self.row(row, titles, lines),
            }
        }
        if shown.len() > MOST_ROWS {
            let text = format!("… more of {}", section.title);
            lines.push(self.note(&text));
        }
    }

    fn note(&self, text: &str) -> String {
        format!("  │ {}", self.paint.with(Colour::Dim, &cut(text, self.width.saturating_sub(4))))
    }

    fn row(&self, row: &Row, titles: (&str, &str), lines: &mut Vec<String>) {
        if self.width < NARROWEST {
            return self.stacked(row, titles, lines);
        }
        let sign = match row.mark {
            Mark::Same => ' ',
            Mark::Changed => '≠',
            Mark::OnlyOld => '-',
            Mark::OnlyNew => '+',
        };
        let old =
            row.old.as_ref().map(|old| self.cell(old, titles.0, Colour::OldMark, self.column));
        let new =
            row.new.as_ref().map(|new| self.cell(new, titles.1, Colour::NewMark, self.column));
        let old = old.unwrap_or_else(|| Cell { text: String::new(), width: 0 });
        let rest = " ".repeat(self.column.saturating_sub(old.width));
        let new = new.map_or(String::new(), |cell| cell.text);
        lines.push(format!("{sign} │ {}{rest} │ {new}", old.text).trim_end().to_string());
    }

    fn stacked(&self, row: &Row, titles: (&str, &str), lines: &mut Vec<String>) {
        let most = self.width.saturating_sub(4);
        let mut add = |sign: char, pieces: &Option<Vec<Piece>>, title: &str, colour: Colour| {
            if let Some(pieces) = pieces {
                lines.push(format!("{sign} │ {}", self.cell(pieces, title, colour, most).text));
            }
        };
        match row.mark {
            Mark::Same => add(' ', &row.new, titles.1.trim_start_matches("new: "), Colour::Plain),
            _ => {
                add('-', &row.old, titles.0, Colour::OldMark);
                add('+', &row.new, titles.1, Colour::NewMark);
            }
        }
    }

    /// The part of a line that fits, with the first difference in it.
    fn cell(&self, pieces: &[Piece], title: &str, mark: Colour, most: usize) -> Cell {
        let most = most.saturating_sub(width(title));
        let text = |piece: &Piece| piece.span.plain();
        let before: usize =
            pieces.iter().take_while(|piece| !piece.differs).map(|piece| width(&text(piece))).sum();
        let all: usize = pieces.iter().map(|piece| width(&text(piece))).sum();
        let mut skip = match all > most && before + 8 > most && pieces.iter().any(|p| p.differs) {
            true => before.saturating_sub(most / 3),
            false => 0,
        };
        let mut cell = Cell { text: title.to_string(), width: width(title) };
        let end = cell.width + most;
        if skip > 0 {
            cell.push("…", Colour::Dim, self.paint);
        }
        for piece in pieces {
            let mut shown = String::new();
            let mut is_full = false;
            for c in text(piece).chars() {
                let columns = c.width().unwrap_or(0);
                if skip > 0 {
                    skip = skip.saturating_sub(columns.max(1));
                } else if cell.width + width(&shown) + columns > end - usize::from(all > most) {
                    is_full = true;
                    break;
                } else {
                    shown.push(c);
                }
            }
            let colour = match (piece.differs, piece.span.is_escape) {
                (true, _) => mark,
                (false, true) => Colour::Dim,
                (false, false) => Colour::Plain,
            };
            cell.push(&shown, colour, self.paint);
            if is_full {
                cell.push("…", Colour::Dim, self.paint);
                break;
            }
        }
        cell
    }
}

struct Cell {
    text: String,
    width: usize,
}

impl Cell {
    fn push(&mut self, text: &str, colour: Colour, paint: Paint) {
        self.width += width(text);
        self.text.push_str(&paint.with(colour, text));
    }
}

pub fn width(text: &str) -> usize {
    text.width()
}

/// The beginning of a text, in at most so many columns.
pub fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_string();
    }
    let mut out = String::new();
    for c in text.chars() {
        if width(&out) + c.width().unwrap_or(0) >= most {
            break;
        }
        out.push(c);
    }
    out + "…"
}
