//! Parser of LLVM text: one pass, one token of look-ahead, no backtracking.
//!
//! Strict where the meaning depends on it (operands, types, definitions), tolerant elsewhere:
//! attributes, flags and metadata it does not know are skipped. Unknown words are told from the next
//! instruction by the line they stand on. Bad input gives an error, never a panic; nesting is bounded.
//!
//! Absent: anything that needs the data layout, dominance, and checks that only matter to
//! optimisers.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::ast::{
    ConstId, DebugRecordKind, LinkInfo, Module, NamedTypeId, ParamAttrs, ParamAttrsId, Symbol,
    SymbolDef, SymbolId, TypeId,
};
use crate::error::{ParseError, ParseErrorKind};
use crate::hash::FastHasher;
use crate::lexer::{Kind, Lexer, Token};

mod attrs;
mod calls;
mod consts;
mod finish;
mod function;
mod insts;
mod literals;
mod locals;
mod metadata;
mod names;
mod operands;
mod terminators;
mod toplevel;
mod types;

use consts::ConstCache;
use finish::PendingBlockAddress;
pub(crate) use literals::decode_str;
use locals::Locals;

/// Types, constants and metadata may nest this deep, and no deeper.
const MAX_DEPTH: u32 = 128;

type Result<T, E = ParseError> = std::result::Result<T, E>;
type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// Parses the text of one module.
pub fn parse(text: &[u8]) -> Result<Module<'_>> {
    let at_start = |kind| ParseError { line: 1, column: 1, kind: Box::new(kind) };
    if text.starts_with(b"BC\xC0\xDE") {
        return Err(at_start(ParseErrorKind::Bitcode));
    }
    if text.len() >= 1 << 31 {
        return Err(at_start(ParseErrorKind::TooLarge));
    }
    let text = std::str::from_utf8(text).map_err(|error| {
        let valid = &text[..error.valid_up_to()];
        let line = memchr::memchr_iter(b'\n', valid).count() as u32 + 1;
        let column = valid.iter().rev().take_while(|&&byte| byte != b'\n').count() as u32 + 1;
        ParseError { line, column, kind: Box::new(ParseErrorKind::NotUtf8) }
    })?;
    let mut parser = Parser::new(text);
    parser.module()?;
    parser.finish()
}

/// A symbol's facts that only the parser needs, beside `Module::symbols`.
struct SymbolInfo {
    first_use: Token,
    /// It is the intrinsic of this debug record.
    record: Option<DebugRecordKind>,
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token not yet taken.
    tok: Token,
    /// The line on which the last taken token stands.
    prev_line: u32,
    depth: u32,
    module: Module<'a>,
    symbols: FastMap<Cow<'a, str>, SymbolId>,
    numbered_symbols: FastMap<u64, SymbolId>,
    next_symbol_number: u64,
    symbol_info: Vec<SymbolInfo>,
    named_types: FastMap<&'a str, NamedTypeId>,
    numbered_types: FastMap<u64, NamedTypeId>,
    comdats: FastMap<Cow<'a, str>, crate::ast::ComdatId>,
    param_attrs: FastMap<ParamAttrs, ParamAttrsId>,
    const_cache: ConstCache,
    pending_block_addresses: Vec<PendingBlockAddress<'a>>,
    /// Where each named type is first mentioned, by `NamedTypeId`.
    type_uses: Vec<Token>,
    /// Of the function being read.
    locals: Locals<'a>,
    body: crate::ast::Body<'a>,
    ret_type: TypeId,
    /// The comma before an attachment (`, !dbg !7`) has been taken already.
    comma_taken: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Parser<'a> {
        let mut lexer = Lexer::new(text);
        let tok = lexer.next();
        let module = Module { text, param_attrs: vec![ParamAttrs::default()], ..Module::default() };
        Parser {
            lexer,
            tok,
            prev_line: 1,
            depth: 0,
            module,
            symbols: FastMap::default(),
            numbered_symbols: FastMap::default(),
            next_symbol_number: 0,
            symbol_info: Vec::new(),
            named_types: FastMap::default(),
            numbered_types: FastMap::default(),
            comdats: FastMap::default(),
            param_attrs: FastMap::from_iter([(ParamAttrs::default(), ParamAttrsId::NONE)]),
            const_cache: ConstCache::default(),
            pending_block_addresses: Vec::new(),
            type_uses: Vec::new(),
            locals: Locals::default(),
            body: crate::ast::Body::default(),
            ret_type: TypeId::VOID,
            comma_taken: false,
        }
    }

    // Tokens.

    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.tok;
        self.prev_line = token.line;
        self.tok = self.lexer.next();
        token
    }

    /// Goes on at an offset behind the current token; lines up to there are counted already.
    fn resume_at(&mut self, pos: usize) {
        self.prev_line = self.lexer.line;
        self.lexer.pos = pos;
        self.tok = self.lexer.next();
    }

    #[inline]
    fn text_of(&self, token: Token) -> &'a str {
        &self.lexer.text[token.start as usize..token.end as usize]
    }

    /// The current token's text if it is a word, else "".
    #[inline]
    fn word(&self) -> &'a str {
        if self.tok.kind == Kind::Word { self.text_of(self.tok) } else { "" }
    }

    #[inline]
    fn at(&self, kind: Kind) -> bool {
        self.tok.kind == kind
    }

    #[inline]
    fn eat(&mut self, kind: Kind) -> bool {
        let found = self.tok.kind == kind;
        if found {
            self.bump();
        }
        found
    }

    #[inline]
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        if found {
            self.bump();
        }
        found
    }

    #[inline]
    fn expect(&mut self, kind: Kind, expected: &'static str) -> Result<Token> {
        if self.tok.kind == kind { Ok(self.bump()) } else { Err(self.expected(expected)) }
    }

    fn expect_word(&mut self, word: &'static str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.expected(word)) }
    }

    /// The current token stands on the line of the token before it.
    fn same_line(&self) -> bool {
        self.tok.line == self.prev_line
    }

    fn expect_u32(&mut self, expected: &'static str) -> Result<u32> {
        let token = self.tok;
        match u32::try_from(token.num) {
            Ok(value) if token.kind == Kind::Int && !self.text_of(token).starts_with('-') => {
                self.bump();
                Ok(value)
            }
            _ => Err(self.expected(expected)),
        }
    }

    /// Steps over `( … )`, brackets of all kinds counted. The current token must be `(`.
    fn skip_parens(&mut self) -> Result<()> {
        let mut depth = 0u32;
        loop {
            match self.tok.kind {
                Kind::LParen => depth += 1,
                Kind::RParen => depth -= 1,
                Kind::Eof | Kind::Bad => return Err(self.expected("`)`")),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Runs `inner` one level deeper.
    fn nested<T>(
        &mut self,
        what: &'static str,
        inner: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error(ParseErrorKind::TooDeep { what, limit: MAX_DEPTH }));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    // Errors.

    #[cold]
    fn error_at(&self, token: Token, kind: ParseErrorKind) -> ParseError {
        let column = self.lexer.column(token.pos as usize);
        ParseError { line: token.line, column, kind: Box::new(kind) }
    }

    /// An error at the current token.
    #[cold]
    fn error(&self, kind: ParseErrorKind) -> ParseError {
        self.error_at(self.tok, kind)
    }

    #[cold]
    fn invalid(&self, reason: impl Into<String>) -> ParseError {
        self.error(ParseErrorKind::Invalid(reason.into()))
    }

    #[cold]
    fn expected(&self, expected: &'static str) -> ParseError {
        self.error(ParseErrorKind::Expected { expected, found: self.describe(self.tok) })
    }

    /// A token as an error message shows it, cut if long.
    fn describe(&self, token: Token) -> String {
        const LIMIT: usize = 40;
        if token.kind == Kind::Eof {
            return "end of file".to_owned();
        }
        if token.kind == Kind::Bad
            && self.lexer.text[token.pos as usize..].starts_with(['"', 'c', '%', '@', '$'])
        {
            return "a string that does not end".to_owned();
        }
        let end = if token.kind == Kind::Eof { token.end as usize } else { self.token_end(token) };
        let text = &self.lexer.text[token.pos as usize..end];
        let mut shown: String = text.chars().take(LIMIT).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        format!("`{shown}`")
    }

    /// The end of a token with its closing quote or colon.
    fn token_end(&self, token: Token) -> usize {
        let end = token.end as usize;
        let closing = self.lexer.text.as_bytes().get(end).copied();
        let quoted = token.start > token.pos
            && self.lexer.text.as_bytes().get(token.start as usize - 1) == Some(&b'"');
        if quoted && closing == Some(b'"') { end + 1 } else { end }
    }

    fn check_type(&self, name: Token, found: TypeId, expected: TypeId) -> Result<()> {
        if found == expected {
            return Ok(());
        }
        Err(self.mismatch(name, found, expected))
    }

    #[cold]
    fn mismatch(&self, name: Token, found: TypeId, expected: TypeId) -> ParseError {
        let types = &self.module.types;
        let kind = ParseErrorKind::TypeMismatch {
            name: self.describe(name).trim_matches('`').to_owned(),
            found: types.display(found).to_string(),
            expected: types.display(expected).to_string(),
        };
        self.error_at(name, kind)
    }
}
