//! The parser. Symbols are looked up in a first pass over the tokens, so they may be used before
//! they appear.

use super::lex::{Placed, Token, tokens};
use crate::ids::{ArgsId, BlockId, FileId, FuncId, GlobalId, LocalId, NameId, Reg, TableId};
use crate::kinds::{
    BinOp, BitBinOp, BitUnOp, FloatBinOp, FloatFmt, FloatPred, FloatUnOp, IntPred, OverflowOp,
};
use crate::module::{
    Body, FuncKind, Function, Global, GlobalKind, Init, Linkage, Loc, Local, LocalPlace, Module,
    Reloc, RelocTarget, Structor, SwitchTable,
};
use crate::op::{Def, Op};
use std::collections::HashMap;
use std::str::FromStr;
use thiserror::Error;

#[derive(Clone, PartialEq, Debug, Error)]
#[error("{line}:{column}: {message}")]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

/// Reads a module from its text.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    let tokens = tokens(text)?;
    let mut parser = Parser {
        functions: Symbols::collect(&tokens, "func"),
        globals: Symbols::collect(&tokens, "global"),
        tokens,
        position: 0,
    };
    parser.module()
}

/// The entries of one table: by name, and how many there are.
struct Symbols {
    by_name: HashMap<String, u32>,
    len: u32,
}

impl Symbols {
    fn collect(tokens: &[Placed], keyword: &str) -> Symbols {
        let mut symbols = Symbols { by_name: HashMap::new(), len: 0 };
        let mut depth = 0_u32;
        for pair in tokens.windows(2) {
            match (&pair[0].token, &pair[1].token) {
                (Token::Mark('{'), _) => depth += 1,
                (Token::Mark('}'), _) => depth = depth.saturating_sub(1),
                (Token::Word(word), Token::Symbol(name, _)) if depth == 0 && word == keyword => {
                    symbols.by_name.entry(name.clone()).or_insert(symbols.len);
                    symbols.len += 1;
                }
                _ => {}
            }
        }
        symbols
    }
}

struct Parser {
    tokens: Vec<Placed>,
    position: usize,
    functions: Symbols,
    globals: Symbols,
}

type Parsed<T> = Result<T, ParseError>;

/// Tokens.
impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.position].token
    }

    /// The last token is `End` and stays.
    fn advance(&mut self) {
        self.position = (self.position + 1).min(self.tokens.len() - 1);
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let Placed { line, column, .. } = self.tokens[self.position];
        Err(ParseError { line, column, message: message.into() })
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = match self.peek() {
            Token::Word(word) => format!("`{word}`"),
            Token::Symbol(name, _) => format!("`@{name}`"),
            Token::Text(_) => "a text".to_string(),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::End => "the end".to_string(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    fn word(&mut self, what: &str) -> Parsed<String> {
        match self.peek() {
            Token::Word(word) => {
                let word = word.clone();
                self.advance();
                Ok(word)
            }
            _ => self.expected(what),
        }
    }

    fn is_word(&self, expected: &str) -> bool {
        matches!(self.peek(), Token::Word(word) if word == expected)
    }

    fn take_word(&mut self, expected: &str) -> bool {
        let found = self.is_word(expected);
        if found {
            self.advance();
        }
        found
    }

    fn keyword(&mut self, expected: &str) -> Parsed<()> {
        if self.take_word(expected) { Ok(()) } else { self.expected(&format!("`{expected}`")) }
    }

    fn take_mark(&mut self, mark: char) -> bool {
        let found = *self.peek() == Token::Mark(mark);
        if found {
            self.advance();
        }
        found
    }

    fn mark(&mut self, mark: char) -> Parsed<()> {
        if self.take_mark(mark) { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    fn bytes(&mut self) -> Parsed<Vec<u8>> {
        match self.peek() {
            Token::Text(bytes) => {
                let bytes = bytes.clone();
                self.advance();
                Ok(bytes)
            }
            _ => self.expected("a text in quotes"),
        }
    }

    fn text(&mut self) -> Parsed<String> {
        let start = self.position;
        String::from_utf8(self.bytes()?).or_else(|_| {
            self.position = start;
            self.error("a text that is not UTF-8")
        })
    }

    /// A word that `read` understands; an error points at it.
    fn read<T>(&mut self, what: &str, read: impl FnOnce(&str) -> Option<T>) -> Parsed<T> {
        let value = match self.peek() {
            Token::Word(word) => read(word),
            _ => None,
        };
        match value {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.expected(what),
        }
    }

    fn number<T: FromStr>(&mut self) -> Parsed<T> {
        let what = format!("a number ({})", std::any::type_name::<T>());
        self.read(&what, |word| word.parse().ok())
    }

    /// An id as its `Display` prints it.
    fn id<T: FromStr>(&mut self, prefix: &str) -> Parsed<T> {
        let read = |word: &str| word.strip_prefix(prefix)?.parse().ok();
        self.read(&format!("`{prefix}N`"), read)
    }

    fn symbol(&mut self, what: &str, table: fn(&Parser) -> &Symbols) -> Parsed<u32> {
        let Token::Symbol(name, index) = self.peek() else { return self.expected(what) };
        let symbols = table(self);
        let id = match index {
            Some(index) => (*index < symbols.len).then_some(*index),
            None => symbols.by_name.get(name).copied(),
        };
        let Some(id) = id else { return self.error(format!("there is no {what} `@{name}`")) };
        self.advance();
        Ok(id)
    }

    fn func(&mut self) -> Parsed<FuncId> {
        self.symbol("function", |parser| &parser.functions).map(FuncId)
    }

    fn global(&mut self) -> Parsed<GlobalId> {
        self.symbol("global", |parser| &parser.globals).map(GlobalId)
    }
}

/// Items.
impl Parser {
    fn module(&mut self) -> Parsed<Module> {
        let mut module = Module::default();
        while *self.peek() != Token::End {
            let start = self.position;
            match self.word("an item")?.as_str() {
                "file" => module.files.push(self.text()?),
                "name" => module.names.push(self.text()?),
                "constructor" => module.constructors.push(self.structor()?),
                "destructor" => module.destructors.push(self.structor()?),
                "global" => module.globals.push(self.global_item()?),
                "func" => module.functions.push(self.func_item()?),
                _ => {
                    self.position = start;
                    return self.expected("an item");
                }
            }
        }
        Ok(module)
    }

    fn structor(&mut self) -> Parsed<Structor> {
        Ok(Structor { priority: self.number()?, func: self.func()? })
    }

    fn new_symbol(&mut self) -> Parsed<String> {
        match self.peek() {
            Token::Symbol(name, _) => {
                let name = name.clone();
                self.advance();
                Ok(name)
            }
            _ => self.expected("a symbol"),
        }
    }

    fn linkage(&mut self) -> Parsed<Linkage> {
        self.read("a linkage", |word| match word {
            "external" => Some(Linkage::External),
            "internal" => Some(Linkage::Internal),
            "weak" => Some(Linkage::Weak),
            "common" => Some(Linkage::Common),
            _ => None,
        })
    }

    fn global_item(&mut self) -> Parsed<Global> {
        let name = self.new_symbol()?;
        let linkage = self.linkage()?;
        let constant = self.take_word("constant");
        let thread_local = self.take_word("thread_local");
        self.keyword("size")?;
        let size = self.number()?;
        self.keyword("align")?;
        let align = self.number()?;
        let section = if self.take_word("section") { Some(self.text()?) } else { None };
        let kind = if self.take_word("declared") {
            GlobalKind::Declared
        } else if self.take_word("alias") {
            let global = self.global()?;
            self.mark('+')?;
            GlobalKind::Alias { global, offset: self.number()? }
        } else {
            GlobalKind::Defined(self.init()?)
        };
        Ok(Global { name, linkage, size, align, constant, thread_local, section, kind })
    }

    fn init(&mut self) -> Parsed<Init> {
        let mut init = Init::default();
        self.mark('{')?;
        while !self.take_mark('}') {
            if self.take_word("bytes") {
                init.bytes.extend(self.bytes()?);
                continue;
            }
            self.keyword("reloc")?;
            let size = self.number()?;
            self.keyword("at")?;
            let offset = self.number()?;
            let target = if self.take_word("func") {
                RelocTarget::Func(self.func()?)
            } else if self.take_word("global") {
                RelocTarget::Global(self.global()?)
            } else {
                self.keyword("block")?;
                RelocTarget::Block(self.func()?, self.block()?)
            };
            self.mark('+')?;
            init.relocs.push(Reloc { offset, target, addend: self.number()?, size });
        }
        Ok(init)
    }

    fn func_item(&mut self) -> Parsed<Function> {
        let name = self.new_symbol()?;
        let linkage = self.linkage()?;
        self.keyword("params")?;
        let n_params = self.number()?;
        self.keyword("ret")?;
        let n_ret = self.number()?;
        let variadic = self.take_word("variadic");
        let kind = if self.take_word("declared") {
            FuncKind::Declared
        } else if self.take_word("alias") {
            FuncKind::Alias(self.func()?)
        } else if self.take_word("ifunc") {
            FuncKind::IFunc(self.func()?)
        } else {
            FuncKind::Defined(Box::new(self.body()?))
        };
        Ok(Function { name, linkage, n_params, variadic, n_ret, kind })
    }
}

/// Bodies.
impl Parser {
    fn body(&mut self) -> Parsed<Body> {
        let mut body = Body::default();
        self.mark('{')?;
        self.keyword("regs")?;
        body.n_regs = self.number()?;
        body.optimised = self.take_word("optimised");
        while self.table(&mut body)? {}
        let mut loc = 0;
        while !self.take_mark('}') {
            if self.is_label() {
                self.label(&mut body)?;
                continue;
            }
            let op = self.op()?;
            body.ops.push(op);
            if self.take_mark('!') {
                loc = self.number()?;
            }
            body.op_locs.push(loc);
        }
        Ok(body)
    }

    /// One of the lines before the ops. `switch` is an op's word, too: what follows a table's is a
    /// table.
    fn table(&mut self, body: &mut Body) -> Parsed<bool> {
        if self.take_word("loc") {
            let loc = self.loc(body.locs.len())?;
            body.locs.push(loc);
        } else if self.take_word("local") {
            let local = self.local(body.locals.len())?;
            body.locals.push(local);
        } else if self.take_word("args") {
            while matches!(self.peek(), Token::Word(word) if is_register(word)) {
                body.args.push(self.reg()?);
            }
        } else if self.take_word("switch") {
            let table = self.switch(body.switches.len())?;
            body.switches.push(table);
        } else if self.take_word("table") {
            self.next_id(TableId::PREFIX, body.branch_tables.len())?;
            let mut blocks = Vec::new();
            while !self.is_label() && matches!(self.peek(), Token::Word(word) if is_block(word)) {
                blocks.push(self.block()?);
            }
            body.branch_tables.push(blocks);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// The id of a table's new entry: they come in order.
    fn next_id(&mut self, prefix: &str, expected: usize) -> Parsed<()> {
        let word = format!("{prefix}{expected}");
        self.keyword(&word)
    }

    fn loc(&mut self, index: usize) -> Parsed<Loc> {
        self.mark('!')?;
        self.next_id("", index)?;
        let file = FileId(self.id(FileId::PREFIX)?);
        let (line, column) = (self.number()?, self.number()?);
        let function = NameId(self.id(NameId::PREFIX)?);
        let inlined_at = if self.take_word("at") {
            self.mark('!')?;
            Some(self.number()?)
        } else {
            None
        };
        Ok(Loc { file, line, column, function, inlined_at })
    }

    fn local(&mut self, index: usize) -> Parsed<Local> {
        self.next_id(LocalId::PREFIX, index)?;
        let name = self.text()?;
        let place = if self.take_word("size") {
            let size = self.number()?;
            self.keyword("align")?;
            LocalPlace::Memory { size, align: self.number()? }
        } else {
            let reg = self.reg()?;
            self.keyword("width")?;
            LocalPlace::Register { reg, width: self.number()? }
        };
        Ok(Local { name, place })
    }

    fn switch(&mut self, index: usize) -> Parsed<SwitchTable> {
        self.next_id(TableId::PREFIX, index)?;
        let mut cases = Vec::new();
        while !self.take_word("default") {
            let value = self.number()?;
            self.mark(':')?;
            cases.push((value, self.block()?));
            self.mark(',')?;
        }
        Ok(SwitchTable { cases, default: self.block()? })
    }

    fn is_label(&self) -> bool {
        let next = self.tokens.get(self.position + 1);
        matches!(self.peek(), Token::Word(word) if is_block(word))
            && next.is_some_and(|next| next.token == Token::Mark(':'))
    }

    fn label(&mut self, body: &mut Body) -> Parsed<()> {
        self.next_id(BlockId::PREFIX, body.blocks.len())?;
        self.mark(':')?;
        match u32::try_from(body.ops.len()) {
            Ok(start) => body.blocks.push(start),
            Err(_) => return self.error("too many ops"),
        }
        Ok(())
    }

    fn reg(&mut self) -> Parsed<Reg> {
        self.id(Reg::PREFIX).map(Reg)
    }

    fn block(&mut self) -> Parsed<BlockId> {
        self.id(BlockId::PREFIX).map(BlockId)
    }
}

fn is_register(word: &str) -> bool {
    word.strip_prefix(Reg::PREFIX).is_some_and(|number| number.parse::<u16>().is_ok())
}

fn is_block(word: &str) -> bool {
    word.strip_prefix(BlockId::PREFIX).is_some_and(|number| number.parse::<u32>().is_ok())
}

/// How a field of an op is read.
trait ParseField: Sized {
    fn parse(parser: &mut Parser) -> Parsed<Self>;
}

macro_rules! parse_fields {
    (numbers { $($number:ty,)* } ids { $($id:ident,)* } words { $($kind:ident,)* }) => {
        $(impl ParseField for $number {
            fn parse(parser: &mut Parser) -> Parsed<Self> {
                parser.number()
            }
        })*
        $(impl ParseField for $id {
            fn parse(parser: &mut Parser) -> Parsed<Self> {
                parser.id($id::PREFIX).map($id)
            }
        })*
        $(impl ParseField for $kind {
            fn parse(parser: &mut Parser) -> Parsed<Self> {
                parser.read(stringify!($kind), $kind::from_text)
            }
        })*
    };
}

parse_fields! {
    numbers { u8, u16, u32, u64, i32, i64, bool, }
    ids { Reg, BlockId, NameId, ArgsId, TableId, LocalId, }
    words {
        BinOp, IntPred, FloatPred, FloatFmt, FloatBinOp, FloatUnOp, BitUnOp, BitBinOp, OverflowOp,
    }
}

impl ParseField for Def {
    fn parse(parser: &mut Parser) -> Parsed<Self> {
        parser.reg().map(Def)
    }
}

impl ParseField for FuncId {
    fn parse(parser: &mut Parser) -> Parsed<Self> {
        parser.func()
    }
}

impl ParseField for GlobalId {
    fn parse(parser: &mut Parser) -> Parsed<Self> {
        parser.global()
    }
}

/// Reads the fields of one op, with a comma before all but the first.
struct Fields<'a> {
    parser: &'a mut Parser,
    is_first: bool,
}

impl Fields<'_> {
    fn next<T: ParseField>(&mut self) -> Parsed<T> {
        if !std::mem::replace(&mut self.is_first, false) {
            self.parser.mark(',')?;
        }
        T::parse(self.parser)
    }
}

macro_rules! parse_op {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident: $ty:ty),* },)*) => {
        impl Parser {
            fn op(&mut self) -> Parsed<Op> {
                let start = self.position;
                let word = self.word("an op")?;
                let mut fields = Fields { parser: self, is_first: true };
                match word.as_str() {
                    $($text => Ok(Op::$name { $($field: fields.next()?),* }),)*
                    _ => {
                        self.position = start;
                        self.expected("an op")
                    }
                }
            }
        }
    };
}
crate::for_each_op!(parse_op);
