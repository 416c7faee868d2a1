//! Bytes and names as text that cannot act: on a terminal, in XML, in a line of a log.

use std::fmt::Write;

/// A piece of text, or of what stands for bytes that are none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Span {
    pub text: String,
    pub is_escape: bool,
}

impl Span {
    /// Where escapes look like all else: backslashes are doubled, so that none is mistaken for one.
    pub fn plain(&self) -> String {
        match self.is_escape {
            true => self.text.clone(),
            false => self.text.replace('\\', "\\\\"),
        }
    }
}

/// UTF-8 as it is; everything else, and what would move or hide text, as an escape.
pub fn spans(bytes: &[u8]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut add = |text: &str, is_escape: bool| match spans.last_mut() {
        Some(last) if last.is_escape == is_escape => last.text.push_str(text),
        _ => spans.push(Span { text: text.to_string(), is_escape }),
    };
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_shown(c) {
                add(c.encode_utf8(&mut [0; 4]), false);
            } else {
                add(&escape(c), true);
            }
        }
        for byte in chunk.invalid() {
            add(&format!("\\x{byte:02x}"), true);
        }
    }
    spans
}

/// One line of text for names, places and commands: what is text in them stays as it is.
pub fn name(text: &str) -> String {
    spans(text.as_bytes()).into_iter().map(|span| span.text).collect()
}

/// Whether a character is shown where it stands and as what it is.
fn is_shown(c: char) -> bool {
    let acts = matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
        | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e0fff}');
    !c.is_control() && !acts
}

fn escape(c: char) -> String {
    match c {
        '\t' => "\\t".to_string(),
        '\n' => "\\n".to_string(),
        '\r' => "\\r".to_string(),
        c if u32::from(c) < 0x80 => format!("\\x{:02x}", u32::from(c)),
        c => format!("\\u{{{:x}}}", u32::from(c)),
    }
}

/// The beginning of a text, at most so many bytes, and an ellipsis if that is not all.
pub fn shorten(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_string();
    }
    let most = most.saturating_sub('…'.len_utf8());
    let end = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    format!("{}…", &text[..end])
}

/// For HTML and XML, in text and in attributes with double quotes.
pub fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// A path as a relative URI reference; what is not unreserved is encoded.
pub fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_shown_as_an_escape() {
        let bytes = b"a\x1b[31m\xff\r\n\t\\ \xc2\x9b \xe2\x80\xae \xc3\xa4";
        let shown: String = spans(bytes).iter().map(Span::plain).collect();
        assert_eq!(shown, "a\\x1b[31m\\xff\\r\\n\\t\\\\ \\u{9b} \\u{202e} ä",);
        assert_eq!(name("C:\\x\u{7}"), "C:\\x\\x07");
    }

    #[test]
    fn markup_has_no_character_of_markup_left() {
        assert_eq!(markup("<a b=\"c\" d='e'>&"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(shorten("ääää", 8), "ääää");
        assert_eq!(shorten("ääää", 7), "ää…");
        assert_eq!(shorten("ääää", 6), "ä…");
    }

    #[test]
    fn paths_become_uris_by_rfc_3986() {
        assert_eq!(uri("src/a b#ä?.c"), "src/a%20b%23%C3%A4%3F.c");
    }
}
