//! Rust sources as words and signs with their lines, without comments, strings and test code.

#[derive(Clone, Debug, PartialEq)]
pub struct Token<'a> {
    pub text: &'a str,
    pub line: usize,
}

/// The tokens of a file. `::` is one token, other signs are of one character each; literals are
/// left out.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        let len = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            '\'' => char_or_lifetime(rest),
            'r' | 'b' | 'c' if literal_prefix(rest).is_some() => literal_prefix(rest).unwrap_or(1),
            ':' if rest.starts_with("::") => {
                tokens.push(Token { text: &rest[..2], line });
                2
            }
            c if is_word(c) => {
                let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                tokens.push(Token { text: &rest[..len], line });
                len
            }
            c if c.is_whitespace() => c.len_utf8(),
            c => {
                tokens.push(Token { text: &rest[..c.len_utf8()], line });
                c.len_utf8()
            }
        };
        line += rest[..len].matches('\n').count();
        at += len;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    loop {
        let open = rest[at..].find("/*").map_or(usize::MAX, |n| at + n);
        let close = rest[at..].find("*/").map_or(usize::MAX, |n| at + n);
        match (open, close) {
            (usize::MAX, usize::MAX) => return rest.len(),
            (open, close) if open < close => (depth, at) = (depth + 1, open + 2),
            (_, close) if depth == 1 => return close + 2,
            (_, close) => (depth, at) = (depth - 1, close + 2),
        }
    }
}

/// The length of a string that begins with its quote.
fn string(rest: &str) -> usize {
    let mut is_escaped = false;
    for (n, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return n + 1,
            _ => {}
        }
    }
    rest.len()
}

fn char_or_lifetime(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((n, c))) => {
            let after = n + c.len_utf8();
            rest[after..].find('\'').map_or(rest.len(), |n| after + n + 1)
        }
        (Some(_), Some((n, '\''))) => n + 1,
        _ => 1,
    }
}

/// The length of a raw string, a byte string or a byte: what has letters before its quote.
fn literal_prefix(rest: &str) -> Option<usize> {
    let letters = rest.find(|c: char| !matches!(c, 'r' | 'b' | 'c')).filter(|&n| n <= 2)?;
    let after = &rest[letters..];
    let n_hashes = after.find(|c| c != '#')?;
    let is_raw = rest[..letters].contains('r');
    match after[n_hashes..].chars().next()? {
        '"' if is_raw => {
            let end = format!("\"{}", "#".repeat(n_hashes));
            let begin = letters + n_hashes + 1;
            Some(rest[begin..].find(&end).map_or(rest.len(), |n| begin + n + end.len()))
        }
        '"' if n_hashes == 0 => Some(letters + string(after)),
        '\'' if n_hashes == 0 && &rest[..letters] == "b" => Some(letters + char_or_lifetime(after)),
        _ => None,
    }
}

/// The tokens without items that only tests have, and the names of modules of which that is true
/// and which have files of their own.
pub fn without_tests(tokens: Vec<Token<'_>>) -> (Vec<Token<'_>>, Vec<String>) {
    const CFG_TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut rest = tokens.as_slice();
    while let Some((first, after)) = rest.split_first() {
        if rest.len() < CFG_TEST.len() || !CFG_TEST.iter().zip(rest).all(|(a, b)| *a == b.text) {
            kept.push(first.clone());
            rest = after;
            continue;
        }
        let (item, after) = rest.split_at(item_len(rest));
        let names = item.windows(3).filter(|w| w[0].text == "mod" && w[2].text == ";");
        modules.extend(names.map(|w| w[1].text.to_string()));
        rest = after;
    }
    (kept, modules)
}

/// The tokens of an item with its attributes: up to a semicolon, or the end of its first braces.
fn item_len(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0usize;
    for (n, token) in tokens.iter().enumerate() {
        match token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(token.text, ";" | "}") {
            return n + 1;
        }
    }
    tokens.len()
}

#[test]
fn comments_literals_and_test_code_are_no_tokens() {
    let source = r##"
use crate::a; // crate::b
/* crate::c /* crate::d */ crate::e */
fn f<'x>(c: &'x str) { g("crate::h", 'c', '\'', b'"', r#"crate::"i"#, br"\", c) }
#[cfg(test)]
mod tests { use crate::j; }
#[cfg(test)]
mod sample;
use crate::k;
"##;
    let (tokens, modules) = without_tests(tokens(source));
    let after_colons = tokens.windows(3).filter(|w| w[0].text == "crate" && w[1].text == "::");
    let found: Vec<(&str, usize)> = after_colons.map(|w| (w[2].text, w[2].line)).collect();
    assert_eq!(found, [("a", 2), ("k", 9)]);
    assert_eq!(modules, ["sample"]);
}
