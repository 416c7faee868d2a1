//! Values of directives: text with escapes, and words of a command line.

/// Text with escapes, as bytes: `\n`, `\t`, `\0`, `\\`, `\"`, `\xHH`. Double quotes around the text keep
/// spaces at its ends.
pub fn text(value: &str) -> Result<Vec<u8>, String> {
    match value.strip_prefix('"') {
        Some(quoted) => match quoted_text(quoted)? {
            (text, "") => Ok(text),
            (_, rest) => Err(format!("`{rest}` follows the closing quote")),
        },
        None => unescaped(value),
    }
}

/// Words between spaces. One that begins with a double quote ends at the next one; so it may have
/// spaces in it, or be empty.
pub fn words(value: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut rest = value.trim_start();
    while !rest.is_empty() {
        let word = match rest.strip_prefix('"') {
            Some(quoted) => {
                let (word, after) = quoted_text(quoted)?;
                if !after.is_empty() && !after.starts_with(char::is_whitespace) {
                    return Err(format!("no space behind the closing quote in `{value}`"));
                }
                rest = after;
                word
            }
            None => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let word = unescaped(&rest[..end])?;
                rest = &rest[end..];
                word
            }
        };
        words.push(String::from_utf8(word).map_err(|_| format!("`{value}` is not UTF-8"))?);
        rest = rest.trim_start();
    }
    Ok(words)
}

/// The text up to a closing quote, and what follows it.
fn quoted_text(quoted: &str) -> Result<(Vec<u8>, &str), String> {
    let mut is_escaped = false;
    for (at, c) in quoted.char_indices() {
        match c {
            '"' if !is_escaped => return Ok((unescaped(&quoted[..at])?, &quoted[at + 1..])),
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    Err(format!("`\"{quoted}` has no closing quote"))
}

fn unescaped(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend(plain.as_bytes());
        let bad = || format!("`\\{escape}` begins with no escape");
        let (byte, len) = match escape.as_bytes().first().ok_or_else(bad)? {
            b'n' => (b'\n', 1),
            b't' => (b'\t', 1),
            b'0' => (0, 1),
            &byte @ (b'\\' | b'"') => (byte, 1),
            b'x' => {
                let digits = escape.get(1..3).ok_or_else(bad)?;
                (u8::from_str_radix(digits, 16).map_err(|_| bad())?, 3)
            }
            _ => return Err(bad()),
        };
        bytes.push(byte);
        rest = &escape[len..];
    }
    bytes.extend(rest.as_bytes());
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_between_spaces_unless_they_are_quoted() {
        let all = words(r#" -a  "with spaces" "" abc"de" tab\there "\"x\\" "#).unwrap();
        assert_eq!(all, ["-a", "with spaces", "", "abc\"de\"", "tab\there", "\"x\\"]);
        assert_eq!(words("").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn text_is_all_of_the_value_with_escapes() {
        assert_eq!(text(r"a b\n").unwrap(), b"a b\n");
        assert_eq!(text(r#"" a\x00\xff ""#).unwrap(), b" a\0\xff ");
        assert_eq!(text(r"\\n").unwrap(), b"\\n");
    }

    #[test]
    fn what_is_no_escape_or_not_closed_is_an_error() {
        for value in [r"\q", r"\", r"\x1", r"\xgg", "\"open", "\"a\"b"] {
            assert!(text(value).is_err(), "{value}");
            assert!(words(value).is_err(), "{value}");
        }
    }
}
