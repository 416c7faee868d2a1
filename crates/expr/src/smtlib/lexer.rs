//! Tokens of SMT-LIB text. Positions are byte offsets; lines are counted only for errors.

use crate::error::{ExprError, Position};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// A symbol, a reserved word or a numeral; quoted symbols come without their bars.
    Atom(&'a str),
    /// `#b…` or `#x…`, with the mark.
    Literal(&'a str),
    /// `:name`, with the colon.
    Keyword(&'a str),
    Text(&'a str),
    End,
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Where the last token began.
    start: usize,
    peeked: Option<(Token<'a>, usize, usize)>,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, start: 0, peeked: None }
    }

    /// Where the last token began.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Where the last token ended.
    pub fn end(&self) -> usize {
        self.at
    }

    pub fn slice(&self, from: usize, to: usize) -> &'a str {
        &self.text[from..to]
    }

    /// Line and column of a byte offset.
    pub fn position(&self, offset: usize) -> Position {
        let before = &self.text[..offset.min(self.text.len())];
        let line = before.bytes().filter(|&byte| byte == b'\n').count() as u32 + 1;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position { line, column: before[line_start..].chars().count() as u32 + 1 }
    }

    pub fn error(&self, message: impl Into<String>) -> ExprError {
        ExprError::Syntax { at: self.position(self.start), message: message.into() }
    }

    pub fn peek(&mut self) -> Result<Token<'a>, ExprError> {
        if let Some((token, ..)) = self.peeked {
            return Ok(token);
        }
        let (old_start, old_at) = (self.start, self.at);
        let token = self.next()?;
        self.peeked = Some((token, self.start, self.at));
        (self.start, self.at) = (old_start, old_at);
        Ok(token)
    }

    pub fn next(&mut self) -> Result<Token<'a>, ExprError> {
        if let Some((token, start, end)) = self.peeked.take() {
            (self.start, self.at) = (start, end);
            return Ok(token);
        }
        self.skip_blanks();
        self.start = self.at;
        let bytes = self.text.as_bytes();
        let Some(&first) = bytes.get(self.at) else {
            return Ok(Token::End);
        };
        match first {
            b'(' => Ok(self.single(Token::Open)),
            b')' => Ok(self.single(Token::Close)),
            b'|' => self.quoted_symbol(),
            b'"' => self.string(),
            b':' => Ok(Token::Keyword(self.word())),
            b'#' => Ok(Token::Literal(self.word())),
            byte if is_symbol_byte(byte) => Ok(Token::Atom(self.word())),
            _ => Err(self.error("unexpected character")),
        }
    }

    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.at += 1;
        token
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => {
                    let rest = &bytes[self.at..];
                    let line = rest.iter().position(|&byte| byte == b'\n');
                    self.at += line.unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = &self.text.as_bytes()[self.at + 1..];
        let length = rest.iter().position(|&byte| !is_symbol_byte(byte)).unwrap_or(rest.len());
        self.at += 1 + length;
        &self.text[self.start..self.at]
    }

    fn quoted_symbol(&mut self) -> Result<Token<'a>, ExprError> {
        let inside = &self.text[self.at + 1..];
        let Some(length) = inside.find('|') else {
            return Err(self.error("quoted symbol without an end"));
        };
        self.at += length + 2;
        Ok(Token::Atom(&inside[..length]))
    }

    fn string(&mut self) -> Result<Token<'a>, ExprError> {
        let bytes = self.text.as_bytes();
        let mut end = self.at + 1;
        loop {
            match (bytes.get(end), bytes.get(end + 1)) {
                (Some(b'"'), Some(b'"')) => end += 2,
                (Some(b'"'), _) => break,
                (Some(_), _) => end += 1,
                (None, _) => return Err(self.error("string without an end")),
            }
        }
        let content = &self.text[self.at + 1..end];
        self.at = end + 1;
        Ok(Token::Text(content))
    }
}

fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte) || byte >= 0x80
}
