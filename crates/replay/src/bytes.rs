//! Bytes in JSON.

use serde::{Deserialize, Serialize};

/// Bytes that are written as two hexadecimal digits each. `{"text": "…"}` is read too, for cases
/// that people write.
#[derive(Clone, Default, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "Written")]
pub struct Hex(pub Vec<u8>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Digits(String),
    Text { text: String },
}

impl std::fmt::Display for Hex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl From<&[u8]> for Hex {
    fn from(bytes: &[u8]) -> Hex {
        Hex(bytes.to_vec())
    }
}

impl From<Hex> for String {
    fn from(hex: Hex) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digits = |byte: u8| [byte >> 4, byte & 15].map(|n| char::from(DIGITS[usize::from(n)]));
        hex.0.into_iter().flat_map(digits).collect()
    }
}

impl TryFrom<Written> for Hex {
    type Error = String;

    fn try_from(written: Written) -> Result<Hex, String> {
        match written {
            Written::Digits(digits) => Hex::try_from(digits),
            Written::Text { text } => Ok(Hex(text.into_bytes())),
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
        text.as_bytes().chunks_exact(2).map(byte).collect::<Result<_, _>>().map(Hex)
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
        assert_eq!(read("\"2d61\""), Some(Hex(b"-a".to_vec())));
        assert_eq!(read("{\"text\":\"-a\"}"), Some(Hex(b"-a".to_vec())));
        assert_eq!(read("\"-a\""), None);
    }
}
