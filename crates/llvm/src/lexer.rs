//! Tokens of LLVM text.
//!
//! One token at a time, no allocation; a token is a kind and a span. Comments and white space are
//! skipped. Words are not told apart here: the parser compares their text. Every span's ends lie on
//! character boundaries, because only ASCII bytes delimit tokens.

use memchr::{memchr, memchr_iter};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Eof,
    /// A byte that starts no token, or a string without end.
    Bad,
    /// A keyword, type, attribute, instruction, …
    Word,
    /// `name:`, `7:` or `"name":`; the span is the name's.
    Label,
    /// Like `Label`, but a number.
    LabelNum,
    /// A decimal integer; `num` is its magnitude, `u64::MAX` if it is larger.
    Int,
    /// A decimal float.
    Float,
    /// `0x…`, with or without one of K, L, M, H, R after the x.
    HexFloat,
    /// `%name`, `%"name"`; the span is the name's.
    Local,
    /// `%7`
    LocalNum,
    Global,
    GlobalNum,
    /// `"…"`; the span is between the quotes.
    Str,
    /// `c"…"`
    ByteStr,
    /// `!7`
    MetaNum,
    /// `!name`, `!DIExpression`
    MetaName,
    /// `!` before something else.
    Bang,
    /// `#7`
    AttrGroup,
    /// `#dbg_value`; the span is `dbg_value`.
    Record,
    /// `$name`
    Comdat,
    /// `^7`
    Summary,
    Comma,
    Equal,
    LParen,
    RParen,
    LBracket,
    RBracket,
    LBrace,
    RBrace,
    Less,
    Greater,
    Star,
    Pipe,
    Colon,
    Ellipsis,
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    /// The span of the token's text, which for names and strings leaves out sigils and quotes.
    pub start: u32,
    pub end: u32,
    /// Where the token starts, sigil included.
    pub pos: u32,
    pub line: u32,
    /// The number of a number-like token.
    pub num: u64,
}

pub(crate) struct Lexer<'a> {
    pub text: &'a str,
    bytes: &'a [u8],
    pub pos: usize,
    pub line: u32,
}

const IDENT: u8 = 1;
const DIGIT: u8 = 2;
const SPACE: u8 = 4;

static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-') {
            table[byte] |= IDENT;
        }
        if b.is_ascii_digit() {
            table[byte] |= DIGIT;
        }
        if matches!(b, b' ' | b'\t' | b'\r') {
            table[byte] |= SPACE;
        }
        byte += 1;
    }
    table
};

impl<'a> Lexer<'a> {
    /// `text` must be shorter than 2^31 bytes.
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, bytes: text.as_bytes(), pos: 0, line: 1 }
    }

    /// The byte at `pos`, or 0 at the end.
    #[inline]
    fn at(&self, pos: usize) -> u8 {
        self.bytes.get(pos).copied().unwrap_or(0)
    }

    #[inline]
    fn skip_space(&mut self) {
        loop {
            let byte = self.at(self.pos);
            if CLASS[byte as usize] & SPACE != 0 {
                self.pos += 1;
            } else if byte == b'\n' {
                self.pos += 1;
                self.line += 1;
            } else if byte == b';' {
                let rest = &self.bytes[self.pos..];
                self.pos += memchr(b'\n', rest).unwrap_or(rest.len());
            } else {
                return;
            }
        }
    }

    #[inline]
    fn scan(&self, mut pos: usize, class: u8) -> usize {
        while CLASS[self.at(pos) as usize] & class != 0 {
            pos += 1;
        }
        pos
    }

    pub fn next(&mut self) -> Token {
        self.skip_space();
        let pos = self.pos;
        let byte = self.at(pos);
        match byte {
            b'%' => self.sigil(Kind::Local, Kind::LocalNum),
            b'@' => self.sigil(Kind::Global, Kind::GlobalNum),
            b',' => self.single(Kind::Comma),
            b'(' => self.single(Kind::LParen),
            b')' => self.single(Kind::RParen),
            b'[' => self.single(Kind::LBracket),
            b']' => self.single(Kind::RBracket),
            b'{' => self.single(Kind::LBrace),
            b'}' => self.single(Kind::RBrace),
            b'<' => self.single(Kind::Less),
            b'>' => self.single(Kind::Greater),
            b'=' => self.single(Kind::Equal),
            b'*' => self.single(Kind::Star),
            b'|' => self.single(Kind::Pipe),
            b':' => self.single(Kind::Colon),
            b'!' => self.sigil(Kind::MetaName, Kind::MetaNum),
            b'#' => self.sigil(Kind::Record, Kind::AttrGroup),
            b'^' => self.sigil(Kind::Bad, Kind::Summary),
            b'"' => self.string(pos, pos + 1, Kind::Str),
            b'0'..=b'9' => self.number(),
            b'+' | b'-' if self.at(pos + 1).is_ascii_digit() => self.number(),
            b'c' if self.at(pos + 1) == b'"' => self.string(pos, pos + 2, Kind::ByteStr),
            b'.' if self.bytes[pos..].starts_with(b"...") => {
                self.token(Kind::Ellipsis, pos, pos + 3)
            }
            b'$' => self.comdat(),
            b'+' => self.word(pos + 1),
            _ if CLASS[byte as usize] & IDENT != 0 => self.word(pos),
            0 if pos >= self.bytes.len() => self.token(Kind::Eof, pos, pos),
            _ => {
                // Step over the whole character, so that spans stay on boundaries.
                let width = self.text[pos..].chars().next().map_or(1, char::len_utf8);
                self.token(Kind::Bad, pos, pos + width)
            }
        }
    }

    #[inline]
    fn single(&mut self, kind: Kind) -> Token {
        self.token(kind, self.pos, self.pos + 1)
    }

    /// Makes a token of `start..end` and moves behind it.
    #[inline]
    fn token(&mut self, kind: Kind, start: usize, end: usize) -> Token {
        let pos = self.pos as u32;
        self.pos = end;
        Token { kind, start: start as u32, end: end as u32, pos, line: self.line, num: 0 }
    }

    fn word(&mut self, from: usize) -> Token {
        let start = self.pos;
        let end = self.scan(from, IDENT);
        if self.at(end) == b':' {
            let token = self.token(Kind::Label, start, end);
            self.pos += 1;
            return token;
        }
        self.token(Kind::Word, start, end)
    }

    /// `%`, `@`, `!`, `#` or `^`, and the name or number behind it.
    #[inline]
    fn sigil(&mut self, named: Kind, numbered: Kind) -> Token {
        let start = self.pos + 1;
        let first = self.at(start);
        if CLASS[first as usize] & DIGIT != 0 {
            let end = self.scan(start, DIGIT);
            let num = decimal(&self.bytes[start..end]);
            let mut token = self.token(numbered, start, end);
            token.num = num;
            return token;
        }
        if CLASS[first as usize] & IDENT != 0 && named != Kind::Bad {
            let mut end = self.scan(start, IDENT);
            // Metadata names may be escaped: `!foo\2Ebar`.
            while named == Kind::MetaName && self.at(end) == b'\\' {
                end = self.scan(end + 1, IDENT);
            }
            return self.token(named, start, end);
        }
        match named {
            Kind::Local | Kind::Global if first == b'"' => self.string(self.pos, start + 1, named),
            Kind::MetaName => self.single(Kind::Bang),
            _ => self.single(Kind::Bad),
        }
    }

    fn comdat(&mut self) -> Token {
        let start = self.pos + 1;
        if self.at(start) == b'"' {
            return self.string(self.pos, start + 1, Kind::Comdat);
        }
        let end = self.scan(start, IDENT);
        if self.at(end) == b':' {
            return self.word(self.pos);
        }
        self.token(Kind::Comdat, start, end)
    }

    /// A string whose first character is at `start`.
    fn string(&mut self, pos: usize, start: usize, kind: Kind) -> Token {
        self.pos = pos;
        let Some(len) = memchr(b'"', &self.bytes[start..]) else {
            return self.token(Kind::Bad, pos, self.bytes.len());
        };
        let end = start + len;
        let mut token = self.token(kind, start, end);
        self.pos = end + 1;
        self.line += memchr_iter(b'\n', &self.bytes[start..end]).count() as u32;
        if kind == Kind::Str && self.at(self.pos) == b':' {
            token.kind = Kind::Label;
            self.pos += 1;
        }
        token
    }

    fn number(&mut self) -> Token {
        let start = self.pos;
        let signed = !self.at(start).is_ascii_digit();
        let digits = start + usize::from(signed);
        if !signed && self.at(start) == b'0' && self.at(start + 1) == b'x' {
            let end = self.scan(start + 2, IDENT);
            return self.token(Kind::HexFloat, start, end);
        }
        let end = self.scan(digits, DIGIT);
        let num = decimal(&self.bytes[digits..end]);
        match self.at(end) {
            b'.' => {
                let end = self.float_end(end);
                self.token(Kind::Float, start, end)
            }
            b':' if !signed => {
                let mut token = self.token(Kind::LabelNum, start, end);
                token.num = num;
                self.pos += 1;
                token
            }
            byte if CLASS[byte as usize] & IDENT != 0 => self.word(end),
            _ => {
                let mut token = self.token(Kind::Int, start, end);
                token.num = num;
                token
            }
        }
    }

    /// From the decimal point of a float to its end.
    fn float_end(&self, point: usize) -> usize {
        let end = self.scan(point + 1, DIGIT);
        if !matches!(self.at(end), b'e' | b'E') {
            return end;
        }
        let sign = usize::from(matches!(self.at(end + 1), b'+' | b'-'));
        let exponent = end + 1 + sign;
        match self.scan(exponent, DIGIT) {
            last if last == exponent => end,
            last => last,
        }
    }

    /// The offset behind the bracketed text that starts at `open`, where a bracket stands, or `None`
    /// if it never closes. Strings are skipped; comments are not expected. Counts lines.
    pub fn skip_brackets(&mut self, open: usize) -> Option<usize> {
        let mut depth = 0u32;
        let mut pos = open;
        loop {
            match self.bytes.get(pos)? {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(pos + 1);
                    }
                }
                b'"' => pos += 1 + memchr(b'"', &self.bytes[pos + 1..])?,
                b'\n' => self.line += 1,
                _ => {}
            }
            pos += 1;
        }
    }

    /// The offset behind the metadata node whose `!` stands at `start`: `!7`, `!"…"`, `!{…}`,
    /// `!Name(…)`.
    pub fn skip_metadata(&mut self, start: usize) -> Option<usize> {
        let next = start + 1;
        match self.at(next) {
            b'{' => self.skip_brackets(next),
            b'"' => Some(next + 2 + memchr(b'"', &self.bytes[next + 1..])?),
            b'0'..=b'9' => Some(self.scan(next, DIGIT)),
            _ => {
                let end = self.scan(next, IDENT);
                if self.at(end) == b'(' { self.skip_brackets(end) } else { Some(end) }
            }
        }
    }

    /// Reads lines of the form `!7 = …` from `pos` on, as long as they come, and hands out number
    /// and offset of the node. Moves to the end of the last one. `None`: the line at `pos` is not of
    /// this form, or its node does not end.
    pub fn metadata_lines(&mut self, mut node: impl FnMut(u64, usize)) -> Option<()> {
        while self.at(self.pos) == b'!' && self.at(self.pos + 1).is_ascii_digit() {
            let digits = self.pos + 1;
            let end = self.scan(digits, DIGIT);
            let number = decimal(&self.bytes[digits..end]);
            let equal = self.scan(end, SPACE);
            if self.at(equal) != b'=' {
                return None;
            }
            let start = self.scan(equal + 1, SPACE);
            node(number, start);
            let line_end = start + memchr(b'\n', &self.bytes[start..])?;
            // A line that ends in a closing bracket is a whole node: the printer breaks no lines.
            if matches!(self.bytes[line_end - 1], b')' | b'}') {
                self.pos = line_end + 1;
                self.line += 1;
            } else {
                let bang = start + memchr(b'!', &self.bytes[start..])?;
                self.line += memchr_iter(b'\n', &self.bytes[start..bang]).count() as u32;
                self.pos = self.skip_metadata(bang)?;
                self.skip_space();
            }
        }
        Some(())
    }

    /// From 1, in bytes.
    pub fn column(&self, pos: usize) -> u32 {
        let before = &self.bytes[..pos.min(self.bytes.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        (before.len() - line_start + 1) as u32
    }
}

/// The value of decimal digits; `u64::MAX` if it does not fit.
fn decimal(digits: &[u8]) -> u64 {
    let mut value = 0u64;
    for &digit in digits {
        let next = value.checked_mul(10).and_then(|v| v.checked_add(u64::from(digit - b'0')));
        let Some(next) = next else { return u64::MAX };
        value = next;
    }
    value
}
