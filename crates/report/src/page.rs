//! Builds markup. Only literals of this program are markup; everything else is escaped text.

use crate::compare::Piece;
use crate::escape;

pub struct Page {
    out: String,
}

/// Attributes: names are literals, values are escaped.
pub type Attributes<'a> = &'a [(&'static str, &'a str)];

impl Page {
    pub fn new() -> Page {
        Page { out: String::new() }
    }

    pub fn finish(self) -> String {
        self.out
    }

    pub fn raw(&mut self, markup: &'static str) -> &mut Page {
        self.out.push_str(markup);
        self
    }

    /// One line: control characters are shown as escapes.
    pub fn text(&mut self, text: &str) -> &mut Page {
        self.out.push_str(&escape::markup(&escape::name(text)));
        self
    }

    /// A line of a source, whose tabs stay tabs.
    pub fn source(&mut self, line: &str) -> &mut Page {
        for (n, part) in line.split('\t').enumerate() {
            if n > 0 {
                self.raw("\t");
            }
            self.text(part);
        }
        self
    }

    pub fn text_lines(&mut self, lines: &[String]) -> &mut Page {
        for line in lines {
            self.text(line).raw("\n");
        }
        self
    }

    pub fn open(&mut self, tag: &'static str, attributes: Attributes) -> &mut Page {
        self.out.push('<');
        self.out.push_str(tag);
        for (name, value) in attributes {
            self.out.push(' ');
            self.out.push_str(name);
            if !value.is_empty() {
                self.out.push_str("=\"");
                self.text(value);
                self.out.push('"');
            }
        }
        self.out.push('>');
        self
    }

    pub fn close(&mut self, tag: &'static str) -> &mut Page {
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push('>');
        self
    }

    pub fn element(&mut self, tag: &'static str, attributes: Attributes, text: &str) -> &mut Page {
        self.open(tag, attributes).text(text).close(tag)
    }

    /// What a program wrote: escapes look other than text, and what differs is marked.
    pub fn pieces(&mut self, pieces: &[Piece], mark: &'static str) -> &mut Page {
        for piece in pieces {
            if piece.differs {
                self.open(mark, &[]);
            }
            match piece.span.is_escape {
                true => self.element("span", &[("class", "esc")], &piece.span.text),
                false => self.text(&piece.span.text),
            };
            if piece.differs {
                self.close(mark);
            }
        }
        self
    }

    /// What is known to be no markup of the page's own: styles and scripts of this program.
    pub fn embed(&mut self, tag: &'static str, contents: &'static str) -> &mut Page {
        self.open(tag, &[]).raw(contents).close(tag)
    }
}

/// `1 input`, `2 inputs`.
pub fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
