//! Options of compilers on a command line.

use anyhow::{Result, bail};
use std::ffi::OsString;

/// Splits a string of options as a shell does: blanks separate, quotes and backslashes keep.
pub fn split_flags(flags: &str) -> Result<Vec<OsString>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = flags.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(quote) = quote {
        bail!("--cflags: unmatched {quote}");
    }
    words.extend(word.map(OsString::from));
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_split_as_in_a_shell() {
        let split = |flags: &str| split_flags(flags).unwrap();
        assert_eq!(split("-O2  -DX='a b' -I\"my dir\""), ["-O2", "-DX=a b", "-Imy dir"]);
        assert_eq!(split(r#"-DS=\"x\" '' "#), ["-DS=\"x\"", ""]);
        assert!(split_flags("-D'x").is_err());
    }
}
