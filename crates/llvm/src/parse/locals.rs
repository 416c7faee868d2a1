//! Local names of one function: values and blocks, numbered or named.
//!
//! A name may be used before its definition: the first mention makes the id, the definition checks
//! the type. Blocks get provisional ids in the order of mention; when the body is complete they are
//! renumbered in text order (`function.rs`).

use crate::ast::{BlockId, Value, ValueId};

use super::*;

#[derive(Copy, Clone, Default)]
enum Local {
    #[default]
    Unknown,
    Value(ValueId),
    Block(u32),
}

/// A block under its provisional id.
pub(super) struct Label {
    /// The token of the first mention.
    mention: Token,
    /// The block's place in the text, once defined.
    pub defined: Option<BlockId>,
}

/// The entry block is the first one to be mentioned: where the body begins.
const ENTRY: BlockId = BlockId(0);

#[derive(Default)]
pub(super) struct Locals<'a> {
    names: FastMap<&'a str, Local>,
    numbers: Vec<Local>,
    next_number: u64,
    /// Values used before their definition.
    forward: Vec<(ValueId, Token)>,
    /// By `ValueId`.
    defined: Vec<bool>,
    /// By provisional id.
    pub labels: Vec<Label>,
}

impl Locals<'_> {
    /// Forgets everything, for the next function.
    pub fn clear(&mut self) {
        if self.names.capacity() > 64 + 8 * self.names.len() {
            // Clearing costs the capacity: do not let one large function slow all others down.
            self.names = FastMap::default();
        }
        self.names.clear();
        self.numbers.clear();
        self.next_number = 0;
        self.forward.clear();
        self.defined.clear();
        self.labels.clear();
    }
}

impl<'a> Parser<'a> {
    /// What the token `%name` or `%7` stands for.
    fn local_slot(&mut self, token: Token) -> Result<&mut Local> {
        if matches!(token.kind, Kind::LocalNum | Kind::LabelNum) {
            // Every number has an instruction or block of more than one byte in the text, or it is
            // undefined: this bounds the table.
            if token.num > self.lexer.text.len() as u64 {
                return Err(self.undefined("value", token));
            }
            let number = token.num as usize;
            let numbers = &mut self.locals.numbers;
            if numbers.len() <= number {
                numbers.resize(number + 1, Local::Unknown);
            }
            return Ok(&mut numbers[number]);
        }
        let name = self.text_of(token);
        Ok(self.locals.names.entry(name).or_default())
    }

    fn new_value(&mut self, ty: TypeId, token: Token, defined: bool) -> ValueId {
        let id = ValueId(self.body.values.len() as u32);
        let number = (token.kind == Kind::LocalNum).then_some(token.num as u32);
        self.body.values.push(Value { ty, name: self.text_of(token), number });
        self.locals.defined.push(defined);
        id
    }

    /// Takes a `%name` in the place of an operand of the given type.
    #[inline]
    pub(super) fn local_use(&mut self, ty: TypeId) -> Result<ValueId> {
        let token = self.bump();
        let known = *self.local_slot(token)?;
        match known {
            Local::Value(id) => {
                self.check_type(token, self.body.values[id.index()].ty, ty)?;
                Ok(id)
            }
            Local::Block(_) => Err(self.mismatch(token, TypeId::LABEL, ty)),
            Local::Unknown => {
                let id = self.new_value(ty, token, false);
                self.locals.forward.push((id, token));
                *self.local_slot(token)? = Local::Value(id);
                Ok(id)
            }
        }
    }

    /// Defines the value of a parameter or instruction. `name` is its token; without one it gets the
    /// next number.
    pub(super) fn define_value(&mut self, name: Option<Token>, ty: TypeId) -> Result<ValueId> {
        let token = name.unwrap_or(Token {
            kind: Kind::LocalNum,
            num: self.locals.next_number,
            start: self.tok.pos,
            end: self.tok.pos,
            ..self.tok
        });
        self.take_number(token, "value")?;
        let known = *self.local_slot(token)?;
        match known {
            Local::Unknown => {
                let id = self.new_value(ty, token, true);
                *self.local_slot(token)? = Local::Value(id);
                Ok(id)
            }
            Local::Value(id) if !self.locals.defined[id.index()] => {
                self.check_type(token, ty, self.body.values[id.index()].ty)?;
                self.locals.defined[id.index()] = true;
                Ok(id)
            }
            _ => Err(self.redefined("value", token)),
        }
    }

    /// Checks that a defined number is the next one, or (since LLVM 20) a larger one.
    fn take_number(&mut self, token: Token, what: &'static str) -> Result<()> {
        if matches!(token.kind, Kind::LocalNum | Kind::LabelNum) {
            if token.num < self.locals.next_number {
                return Err(self.redefined(what, token));
            }
            self.locals.next_number = token.num.saturating_add(1);
        }
        Ok(())
    }

    /// Takes `label %name`, where a branch leads; the id is provisional.
    pub(super) fn label_ref(&mut self) -> Result<BlockId> {
        self.expect_word("label")?;
        let token = self.tok;
        let label = self.label_name()?;
        if label == ENTRY {
            let reason = "no branch leads to the entry block".to_owned();
            return Err(self.error_at(token, ParseErrorKind::Invalid(reason)));
        }
        Ok(label)
    }

    /// Takes `%name` in the place of a label; the id is provisional.
    pub(super) fn label_name(&mut self) -> Result<BlockId> {
        if !matches!(self.tok.kind, Kind::Local | Kind::LocalNum) {
            return Err(self.expected("a label"));
        }
        let token = self.bump();
        match *self.local_slot(token)? {
            Local::Block(label) => Ok(BlockId(label)),
            Local::Value(id) => {
                Err(self.mismatch(token, self.body.values[id.index()].ty, TypeId::LABEL))
            }
            Local::Unknown => {
                let label = self.new_label(token);
                *self.local_slot(token)? = Local::Block(label);
                Ok(BlockId(label))
            }
        }
    }

    fn new_label(&mut self, mention: Token) -> u32 {
        self.locals.labels.push(Label { mention, defined: None });
        self.locals.labels.len() as u32 - 1
    }

    /// Defines the block that starts here. Without a label it gets the next number. Returns the
    /// number of a block without a name.
    pub(super) fn define_label(
        &mut self,
        name: Option<Token>,
        block: BlockId,
    ) -> Result<Option<u32>> {
        let number = self.locals.next_number;
        let token = name.unwrap_or(Token { kind: Kind::LabelNum, num: number, ..self.tok });
        self.take_number(token, "block")?;
        let known = *self.local_slot(token)?;
        let label = match known {
            Local::Unknown => {
                let label = self.new_label(token);
                *self.local_slot(token)? = Local::Block(label);
                label
            }
            Local::Block(label) if self.locals.labels[label as usize].defined.is_none() => label,
            _ => return Err(self.redefined("block", token)),
        };
        self.locals.labels[label as usize].defined = Some(block);
        let numbered = token.kind == Kind::LabelNum;
        Ok(numbered.then_some(token.num as u32))
    }

    /// Every name used is defined.
    pub(super) fn check_locals(&self) -> Result<()> {
        let undefined = |(id, _): &&(ValueId, Token)| !self.locals.defined[id.index()];
        if let Some(&(_, token)) = self.locals.forward.iter().find(undefined) {
            return Err(self.undefined("value", token));
        }
        match self.locals.labels.iter().find(|label| label.defined.is_none()) {
            Some(label) => Err(self.undefined("label", label.mention)),
            None => Ok(()),
        }
    }
}
