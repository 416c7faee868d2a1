//! Cuts `.plir` text into tokens. Line ends mean nothing.

use super::ParseError;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// Op words, keywords, ids, numbers: whatever is made of word characters.
    Word(String),
    /// `@name` or `@"name"`, with the entry that `#` picks.
    Symbol(String, Option<u32>),
    Text(Vec<u8>),
    /// One of `{ } , : + !`.
    Mark(char),
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub token: Token,
    pub line: u32,
    pub column: u32,
}

pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-')
}

pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let (line, column) = (lexer.line, lexer.column);
        let token = lexer.token()?;
        let is_end = token == Token::End;
        tokens.push(Placed { token, line, column });
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl Lexer<'_> {
    fn token(&mut self) -> Result<Token, ParseError> {
        match self.peek() {
            None => Ok(Token::End),
            Some('@') => self.symbol(),
            Some('"') => Ok(Token::Text(self.quoted()?)),
            Some(c) if is_word(c) => Ok(Token::Word(self.word())),
            Some(c @ ('{' | '}' | ',' | ':' | '+' | '!')) => {
                self.next();
                Ok(Token::Mark(c))
            }
            Some(c) => Err(self.error(format!("unexpected character {c:?}"))),
        }
    }

    fn symbol(&mut self) -> Result<Token, ParseError> {
        self.next();
        let name = match self.peek() {
            Some('"') => String::from_utf8(self.quoted()?)
                .map_err(|_| self.error("a name that is not UTF-8".into()))?,
            _ => self.word(),
        };
        if self.peek() != Some('#') {
            return Ok(Token::Symbol(name, None));
        }
        self.next();
        match self.word().parse() {
            Ok(index) => Ok(Token::Symbol(name, Some(index))),
            Err(_) => Err(self.error("expected a number after `#`".into())),
        }
    }

    fn word(&mut self) -> String {
        let len = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(len);
        self.rest = rest;
        // Word characters are one byte each.
        self.column += len as u32;
        word.to_string()
    }

    fn quoted(&mut self) -> Result<Vec<u8>, ParseError> {
        self.next();
        let mut bytes = Vec::new();
        loop {
            match self.next() {
                Some('"') => return Ok(bytes),
                Some('\\') => {
                    let digits = [self.next(), self.next()].map(|c| c?.to_digit(16));
                    let [Some(high), Some(low)] = digits else {
                        return Err(self.error("expected two hex digits after `\\`".into()));
                    };
                    bytes.push((high * 16 + low) as u8);
                }
                Some('\n') | None => return Err(self.error("a text without its end".into())),
                Some(c) => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
            }
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(c) = self.peek() {
            if c == ';' {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.next();
                }
            } else if c.is_whitespace() {
                self.next();
            } else {
                break;
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(c)
    }

    fn error(&self, message: String) -> ParseError {
        ParseError { line: self.line, column: self.column, message }
    }
}
