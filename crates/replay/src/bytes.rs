//! Bytes in JSON.

use serde::{Deserialize, Serialize, Serializer};
use std::sync::Arc;

/// How many bytes are written at a time.
const PIECE: usize = 4096;

/// Bytes that are written as two hexadecimal digits each. `{"text": "…"}` is read too, for cases
/// that people write. Copies share the bytes: cases may have large files in common.
#[derive(Clone, Default, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Deserialize)]
#[serde(try_from = "Written")]
pub struct Hex(pub Arc<Vec<u8>>);

impl Hex {
    /// The bytes, to be changed: those of copies stay.
    pub fn make_mut(&mut self) -> &mut Vec<u8> {
        Arc::make_mut(&mut self.0)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Digits(String),
    Text { text: String },
}

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digits = |byte: &u8| [byte >> 4, byte & 15].map(|n| char::from(DIGITS[usize::from(n)]));
        // A piece at a time, since the bytes may be many.
        self.0
            .chunks(PIECE)
            .try_for_each(|piece| f.write_str(&piece.iter().flat_map(digits).collect::<String>()))
    }
}

impl From<&[u8]> for Hex {
    fn from(bytes: &[u8]) -> Hex {
        Hex::from(bytes.to_vec())
    }
}

impl From<Vec<u8>> for Hex {
    fn from(bytes: Vec<u8>) -> Hex {
        Hex(Arc::new(bytes))
    }
}

impl TryFrom<Written> for Hex {
    type Error = String;

    fn try_from(written: Written) -> Result<Hex, String> {
        match written {
            Written::Digits(digits) => Hex::try_from(digits),
            Written::Text { text } => Ok(Hex::from(text.into_bytes())),
        }
    }
}

impl TryFrom<String> for Hex {
    type Error = String;

    fn try_from(text: String) -> Result<Hex, String> {
        let wrong = || format!("`{text}` is not a list of hexadecimal bytes");
        if !text.len().is_multiple_of(2) {
            return Err(wrong());
        }
        let digit = |digit: u8| char::from(digit).to_digit(16).ok_or_else(wrong);
        let byte = |pair: &[u8]| Ok((digit(pair[0])? << 4 | digit(pair[1])?) as u8);
        text.as_bytes().chunks_exact(2).map(byte).collect::<Result<Vec<u8>, _>>().map(Hex::from)
    }
}

/// Bytes that are written as one character each, U+0000 to U+00FF: text stays readable and
/// everything else comes back as it was.
#[derive(Clone, Default, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Latin1(pub Vec<u8>);

impl Latin1 {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Latin1> for String {
    fn from(bytes: Latin1) -> String {
        bytes.0.into_iter().map(char::from).collect()
    }
}

impl TryFrom<String> for Latin1 {
    type Error = String;

    fn try_from(text: String) -> Result<Latin1, String> {
        let byte = |c: char| u8::try_from(c).map_err(|_| format!("`{c}` is not a byte"));
        text.chars().map(byte).collect::<Result<_, _>>().map(Latin1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_hexadecimal_digits_are_refused() {
        assert!(Hex::try_from("0g".to_string()).is_err());
        assert!(Hex::try_from("012".to_string()).is_err());
        assert!(Latin1::try_from("\u{100}".to_string()).is_err());
    }

    #[test]
    fn bytes_are_read_as_digits_or_as_text() {
        let read = |text: &str| serde_json::from_str::<Hex>(text).ok();
        assert_eq!(read("\"2d61\""), Some(Hex::from(b"-a".to_vec())));
        assert_eq!(read("{\"text\":\"-a\"}"), Some(Hex::from(b"-a".to_vec())));
        assert_eq!(read("\"-a\""), None);
    }
}
