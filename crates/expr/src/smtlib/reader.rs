//! The reader: a script's commands, one by one.
//!
//! Terms are built while they are read, by a machine with its own stack, so that nesting depth
//! costs heap only. Functions with parameters are read once, with fresh variables, and
//! substituted when they are applied.

use rustc_hash::FxHashMap;

use super::lexer::{Lexer, Token};
use super::operators::Operator;
use super::sorts::{Sort, Value};
use crate::array::{ArrayDef, ArrayId, Contents};
use crate::bits::Bits;
use crate::error::ExprError;
use crate::substitute::Substitution;
use crate::term::{MAX_WIDTH, TermId};
use crate::terms::Terms;

/// A command of a script, with its terms built.
#[derive(Clone, Debug)]
pub enum Command {
    Assert(TermId),
    CheckSat,
    CheckSatAssuming(Vec<TermId>),
    Push(u32),
    Pop(u32),
    /// The text of each term as it stands in the script, and the term.
    GetValue(Vec<(String, Value)>),
    GetModel,
    ResetAssertions,
    Reset,
    Echo(String),
    Exit,
    /// A command without an effect on answers: options, information, logic, declarations.
    Nothing,
}

/// A declared symbol, for models.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub name: String,
    pub array: ArrayId,
    pub sort: Sort,
    /// Sorts of the arguments; a function is an array over their concatenation.
    pub arguments: Vec<Sort>,
}

#[derive(Clone)]
enum Symbol {
    Value(Value),
    /// An uninterpreted function.
    Function {
        array: TermId,
        arguments: Vec<Sort>,
        result: Sort,
    },
    /// A defined function: its body over the parameters.
    Macro {
        parameters: Vec<Value>,
        body: Value,
    },
}

enum Head {
    Operator(Operator),
    Function { array: TermId, arguments: Vec<Sort>, result: Sort },
    Macro { parameters: Vec<Value>, body: Value },
    ConstArray(u32, u32),
    Annotation,
}

enum Frame<'a> {
    Apply {
        head: Head,
        name: &'a str,
        at: usize,
        first_value: usize,
    },
    /// Reading the bindings of a `let`; the names so far.
    Bindings {
        names: Vec<&'a str>,
        first_value: usize,
    },
    /// Reading the body of a `let`.
    Body {
        names: Vec<&'a str>,
    },
}

/// Reads a script.
pub struct Reader<'a> {
    lexer: Lexer<'a>,
    symbols: FxHashMap<&'a str, Vec<Symbol>>,
    /// Names declared in each open scope, the outermost first.
    scopes: Vec<Vec<&'a str>>,
    declarations: Vec<Declaration>,
    n_declared: Vec<usize>,
    operators: FxHashMap<&'a str, Operator>,
}

type Read<T> = Result<T, ExprError>;

/// Scopes that may be open at once; each takes memory.
const MAX_SCOPES: usize = 1 << 20;

const LOGICS: [&str; 8] = ["QF_BV", "QF_ABV", "QF_AUFBV", "QF_UFBV", "BV", "ABV", "AUFBV", "ALL"];

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader {
            lexer: Lexer::new(text),
            symbols: FxHashMap::default(),
            scopes: vec![Vec::new()],
            declarations: Vec::new(),
            n_declared: Vec::new(),
            operators: FxHashMap::default(),
        }
    }

    /// The symbols that are declared now.
    pub fn declarations(&self) -> &[Declaration] {
        &self.declarations
    }

    /// The next command, or `None` at the end of the text.
    pub fn next_command(&mut self, terms: &mut Terms) -> Read<Option<Command>> {
        match self.lexer.next()? {
            Token::End => return Ok(None),
            Token::Open => {}
            _ => return Err(self.lexer.error("expected a command")),
        }
        let name = self.symbol("a command's name")?;
        let at = self.lexer.start();
        let command = match name {
            "assert" => Command::Assert(self.boolean(terms)?),
            "check-sat" => Command::CheckSat,
            "check-sat-assuming" => Command::CheckSatAssuming(self.assumptions(terms)?),
            "push" => self.push()?,
            "pop" => self.pop()?,
            "declare-fun" | "declare-const" => self.declare(terms, name == "declare-fun")?,
            "define-fun" | "define-const" => self.define(terms, name == "define-fun")?,
            "set-logic" => self.set_logic()?,
            "get-value" => Command::GetValue(self.values_asked(terms)?),
            "get-model" => Command::GetModel,
            "reset-assertions" => Command::ResetAssertions,
            "reset" => self.reset(),
            "echo" => match self.lexer.next()? {
                Token::Text(text) => Command::Echo(text.to_owned()),
                _ => return Err(self.lexer.error("expected a string")),
            },
            "exit" => Command::Exit,
            "set-info" | "set-option" | "get-info" | "get-option" | "get-assertions" => {
                self.skip_to_close()?;
                return Ok(Some(Command::Nothing));
            }
            _ => {
                let what = format!("the command `{name}`");
                return Err(ExprError::Unsupported { at: self.lexer.position(at), what });
            }
        };
        self.close()?;
        Ok(Some(command))
    }

    fn reset(&mut self) -> Command {
        self.symbols.clear();
        self.scopes = vec![Vec::new()];
        self.declarations.clear();
        self.n_declared.clear();
        Command::Reset
    }

    fn close(&mut self) -> Read<()> {
        match self.lexer.next()? {
            Token::Close => Ok(()),
            _ => Err(self.lexer.error("expected `)`")),
        }
    }

    fn open(&mut self) -> Read<()> {
        match self.lexer.next()? {
            Token::Open => Ok(()),
            _ => Err(self.lexer.error("expected `(`")),
        }
    }

    fn symbol(&mut self, what: &str) -> Read<&'a str> {
        match self.lexer.next()? {
            Token::Atom(name) => Ok(name),
            _ => Err(self.lexer.error(format!("expected {what}"))),
        }
    }

    fn numeral(&mut self) -> Read<u32> {
        let digits = self.symbol("a numeral")?;
        digits.parse().map_err(|_| self.lexer.error(format!("`{digits}` is not a numeral")))
    }

    /// Skips what is left of a command, its closing parenthesis included.
    fn skip_to_close(&mut self) -> Read<()> {
        let mut depth = 1;
        while depth > 0 {
            match self.lexer.next()? {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                Token::End => return Err(self.lexer.error("the text ends within a command")),
                _ => {}
            }
        }
        Ok(())
    }

    fn set_logic(&mut self) -> Read<Command> {
        let name = self.symbol("a logic")?;
        if LOGICS.contains(&name) {
            return Ok(Command::Nothing);
        }
        let at = self.lexer.position(self.lexer.start());
        Err(ExprError::UnknownLogic { at, name: name.to_owned() })
    }

    fn optional_count(&mut self) -> Read<u32> {
        if self.lexer.peek()? == Token::Close { Ok(1) } else { self.numeral() }
    }

    fn push(&mut self) -> Read<Command> {
        let n_scopes = self.optional_count()?;
        if self.scopes.len() + n_scopes as usize > MAX_SCOPES {
            return Err(self.unsupported("more than a million open scopes"));
        }
        for _ in 0..n_scopes {
            self.scopes.push(Vec::new());
            self.n_declared.push(self.declarations.len());
        }
        Ok(Command::Push(n_scopes))
    }

    fn pop(&mut self) -> Read<Command> {
        let n_scopes = self.optional_count()?;
        for _ in 0..n_scopes {
            let Some(n_declared) = self.n_declared.pop() else {
                return Err(self.lexer.error("`pop` without a `push`"));
            };
            self.declarations.truncate(n_declared);
            for name in self.scopes.pop().unwrap_or_default() {
                self.unbind(name);
            }
        }
        Ok(Command::Pop(n_scopes))
    }

    fn bind(&mut self, name: &'a str, symbol: Symbol) {
        self.symbols.entry(name).or_default().push(symbol);
    }

    fn unbind(&mut self, name: &str) {
        if let Some(stack) = self.symbols.get_mut(name) {
            stack.pop();
        }
    }

    fn bind_in_scope(&mut self, name: &'a str, symbol: Symbol) {
        self.bind(name, symbol);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name);
        }
    }

    fn check_new(&self, name: &str) -> Read<()> {
        if self.symbols.get(name).is_some_and(|stack| !stack.is_empty()) {
            return Err(self.lexer.error(format!("`{name}` is declared already")));
        }
        Ok(())
    }

    fn declare(&mut self, terms: &mut Terms, has_arguments: bool) -> Read<Command> {
        let name = self.symbol("a name")?;
        self.check_new(name)?;
        let mut arguments = Vec::new();
        if has_arguments {
            self.open()?;
            while self.lexer.peek()? != Token::Close {
                arguments.push(self.sort()?);
            }
            self.close()?;
        }
        let sort = self.sort()?;
        let (array, symbol) = self.declared_symbol(terms, name, &arguments, sort)?;
        self.bind_in_scope(name, symbol);
        self.declarations.push(Declaration { name: name.to_owned(), array, sort, arguments });
        Ok(Command::Nothing)
    }

    fn declared_symbol(
        &self,
        terms: &mut Terms,
        name: &str,
        arguments: &[Sort],
        sort: Sort,
    ) -> Read<(ArrayId, Symbol)> {
        if arguments.is_empty() {
            let (array, value) = fresh(terms, name, sort);
            return Ok((array, Symbol::Value(value)));
        }
        let widths = arguments.iter().chain([&sort]).map(|sort| match sort {
            Sort::Bool => Some(1),
            Sort::BitVec(width) => Some(*width),
            Sort::Array(..) => None,
        });
        let widths: Option<Vec<u32>> = widths.collect();
        let Some((&result_width, index_widths)) = widths.as_deref().and_then(<[u32]>::split_last)
        else {
            return Err(self.unsupported("a function on arrays"));
        };
        let index_width: u64 = index_widths.iter().map(|&width| u64::from(width)).sum();
        if index_width > 64 {
            return Err(self.unsupported("a function of more than 64 bits"));
        }
        let array = terms.input_array(name, index_width as u32, result_width);
        let function = Symbol::Function {
            array: terms.array_term(array),
            arguments: arguments.to_vec(),
            result: sort,
        };
        Ok((array, function))
    }

    fn unsupported(&self, what: &str) -> ExprError {
        let at = self.lexer.position(self.lexer.start());
        ExprError::Unsupported { at, what: what.to_owned() }
    }

    fn define(&mut self, terms: &mut Terms, has_parameters: bool) -> Read<Command> {
        let name = self.symbol("a name")?;
        self.check_new(name)?;
        let mut parameters = Vec::new();
        let mut names = Vec::new();
        if has_parameters {
            self.open()?;
            while self.lexer.peek()? != Token::Close {
                self.open()?;
                let parameter = self.symbol("a parameter")?;
                let sort = self.sort()?;
                self.close()?;
                names.push(parameter);
                parameters.push(fresh(terms, parameter, sort).1);
            }
            self.close()?;
        }
        let sort = self.sort()?;
        for (parameter, &value) in names.iter().zip(&parameters) {
            self.bind(parameter, Symbol::Value(value));
        }
        let body = self.term(terms)?;
        names.iter().for_each(|parameter| self.unbind(parameter));
        if body.sort(terms) != sort {
            let message = format!("has a body of sort {}, not {sort}", body.sort(terms));
            return Err(self.sort_error(name, message));
        }
        let symbol = if parameters.is_empty() {
            Symbol::Value(body)
        } else {
            Symbol::Macro { parameters, body }
        };
        self.bind_in_scope(name, symbol);
        Ok(Command::Nothing)
    }

    fn sort_error(&self, op: &str, message: String) -> ExprError {
        let at = self.lexer.position(self.lexer.start());
        ExprError::Sort { at, op: op.to_owned(), message }
    }

    fn sort(&mut self) -> Read<Sort> {
        let token = self.lexer.next()?;
        let start = self.lexer.start();
        match token {
            Token::Atom("Bool") => return Ok(Sort::Bool),
            Token::Atom(name) => return Err(self.unknown_sort(start, name)),
            Token::Open => {}
            _ => return Err(self.lexer.error("expected a sort")),
        }
        match self.symbol("a sort")? {
            "_" => {
                let name = self.symbol("a sort")?;
                if name != "BitVec" {
                    return Err(self.unknown_sort(self.lexer.start(), name));
                }
                let width = self.numeral()?;
                if width == 0 || width > MAX_WIDTH {
                    let message = format!("a width from 1 to {MAX_WIDTH} is needed, not {width}");
                    return Err(self.lexer.error(message));
                }
                self.close()?;
                Ok(Sort::BitVec(width))
            }
            "Array" => {
                let (index, element) = (self.flat_sort()?, self.flat_sort()?);
                if index > 64 {
                    return Err(self.unsupported("an array index of more than 64 bits"));
                }
                self.close()?;
                Ok(Sort::Array(index, element))
            }
            name => Err(self.unknown_sort(self.lexer.start(), name)),
        }
    }

    /// The width of an index's or element's sort.
    fn flat_sort(&mut self) -> Read<u32> {
        // `sort` is entered at most twice from here: nested arrays end the reading.
        match self.lexer.peek()? {
            Token::Atom("Bool") => Err(self.unsupported("an array of Booleans")),
            _ => match self.sort()? {
                Sort::BitVec(width) => Ok(width),
                _ => Err(self.unsupported("a nested array")),
            },
        }
    }

    fn unknown_sort(&self, start: usize, name: &str) -> ExprError {
        ExprError::UnknownSort { at: self.lexer.position(start), name: name.to_owned() }
    }

    fn boolean(&mut self, terms: &mut Terms) -> Read<TermId> {
        self.lexer.peek()?;
        let value = self.term(terms)?;
        match value.sort(terms) {
            Sort::Bool => Ok(value.term),
            sort => Err(self.sort_error("assert", format!("takes a Boolean, not a {sort}"))),
        }
    }

    fn assumptions(&mut self, terms: &mut Terms) -> Read<Vec<TermId>> {
        self.open()?;
        let mut assumptions = Vec::new();
        while self.lexer.peek()? != Token::Close {
            assumptions.push(self.boolean(terms)?);
        }
        self.close()?;
        Ok(assumptions)
    }

    fn values_asked(&mut self, terms: &mut Terms) -> Read<Vec<(String, Value)>> {
        self.open()?;
        let mut asked = Vec::new();
        while self.lexer.peek()? != Token::Close {
            let before = self.lexer.end();
            let value = self.term(terms)?;
            let text = self.lexer.slice(before, self.lexer.end()).trim();
            asked.push((text.to_owned(), value));
        }
        self.close()?;
        Ok(asked)
    }

    /// Reads one term.
    fn term(&mut self, terms: &mut Terms) -> Read<Value> {
        let mut frames: Vec<Frame<'a>> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        loop {
            if let Some(Frame::Bindings { .. }) = frames.last() {
                self.next_binding(&mut frames, &mut values)?;
            }
            match self.lexer.next()? {
                Token::Open => self.open_term(terms, &mut frames, &mut values)?,
                Token::Close => self.close_term(terms, &mut frames, &mut values)?,
                Token::Literal(literal) => values.push(self.literal(terms, literal)?),
                Token::Atom(name) => values.push(self.atom(terms, name)?),
                Token::Keyword(_)
                    if matches!(
                        frames.last(),
                        Some(Frame::Apply { head: Head::Annotation, .. })
                    ) =>
                {
                    self.skip_attribute()?;
                }
                Token::End => return Err(self.lexer.error("the text ends within a term")),
                _ => return Err(self.lexer.error("expected a term")),
            }
            if frames.is_empty() {
                return values.pop().ok_or_else(|| self.lexer.error("expected a term"));
            }
        }
    }

    fn skip_attribute(&mut self) -> Read<()> {
        match self.lexer.peek()? {
            Token::Close | Token::Keyword(_) => Ok(()),
            Token::Open => {
                self.lexer.next()?;
                self.skip_to_close()
            }
            _ => self.lexer.next().map(|_| ()),
        }
    }

    /// After a binding's value, or at the first: goes on to the next binding or to the body.
    fn next_binding(&mut self, frames: &mut Vec<Frame<'a>>, values: &mut Vec<Value>) -> Read<()> {
        let Some(Frame::Bindings { names, first_value }) = frames.last_mut() else {
            return Ok(());
        };
        if values.len() - *first_value < names.len() {
            return Ok(());
        }
        if !names.is_empty() {
            match self.lexer.next()? {
                Token::Close => {}
                _ => return Err(self.lexer.error("expected `)` after a binding")),
            }
        }
        match self.lexer.next()? {
            Token::Open => match self.lexer.next()? {
                Token::Atom(name) => names.push(name),
                _ => return Err(self.lexer.error("expected a variable")),
            },
            Token::Close => {
                let (names, first_value) = (std::mem::take(names), *first_value);
                frames.pop();
                for (name, value) in names.iter().zip(values.drain(first_value..)) {
                    self.bind(name, Symbol::Value(value));
                }
                frames.push(Frame::Body { names });
            }
            _ => return Err(self.lexer.error("expected a binding")),
        }
        Ok(())
    }

    fn open_term(
        &mut self,
        terms: &mut Terms,
        frames: &mut Vec<Frame<'a>>,
        values: &mut Vec<Value>,
    ) -> Read<()> {
        let at = self.lexer.start();
        let (head, name) = match self.lexer.next()? {
            Token::Atom("_") => {
                values.push(self.indexed_constant(terms)?);
                return Ok(());
            }
            Token::Atom("let") => {
                self.open()?;
                frames.push(Frame::Bindings { names: Vec::new(), first_value: values.len() });
                return Ok(());
            }
            Token::Atom("!") => (Head::Annotation, "!"),
            Token::Atom(name) => (self.head(name)?, name),
            Token::Open => self.compound_head()?,
            _ => return Err(self.lexer.error("expected an operator")),
        };
        frames.push(Frame::Apply { head, name, at, first_value: values.len() });
        Ok(())
    }

    fn head(&mut self, name: &'a str) -> Read<Head> {
        if let Some(&operator) = self.operators.get(name) {
            return Ok(Head::Operator(operator));
        }
        match self.symbols.get(name).and_then(|stack| stack.last()) {
            Some(Symbol::Function { array, arguments, result }) => {
                return Ok(Head::Function {
                    array: *array,
                    arguments: arguments.clone(),
                    result: *result,
                });
            }
            Some(Symbol::Macro { parameters, body }) => {
                return Ok(Head::Macro { parameters: parameters.clone(), body: *body });
            }
            Some(Symbol::Value(_)) => {
                return Err(self.sort_error(name, "is not a function".into()));
            }
            None => {}
        }
        match Operator::from_name(name) {
            Some(operator) => {
                self.operators.insert(name, operator);
                Ok(Head::Operator(operator))
            }
            None => Err(self.unknown_symbol(name)),
        }
    }

    fn unknown_symbol(&self, name: &str) -> ExprError {
        let at = self.lexer.position(self.lexer.start());
        ExprError::UnknownSymbol { at, name: name.to_owned() }
    }

    /// `((_ extract 7 0) …)` or `((as const (Array …)) …)`, after its second parenthesis.
    fn compound_head(&mut self) -> Read<(Head, &'a str)> {
        match self.symbol("an operator")? {
            "_" => {
                let name = self.symbol("an operator")?;
                let mut indices = Vec::new();
                while self.lexer.peek()? != Token::Close {
                    indices.push(self.numeral()?);
                }
                let operator = Operator::indexed(name, &indices);
                let operator = operator.ok_or_else(|| self.unknown_symbol(name))?;
                self.close()?;
                Ok((Head::Operator(operator), name))
            }
            "as" => {
                let name = self.symbol("`const`")?;
                if name != "const" {
                    return Err(self.unknown_symbol(name));
                }
                let Sort::Array(index, element) = self.sort()? else {
                    return Err(self.lexer.error("expected the sort of an array"));
                };
                self.close()?;
                Ok((Head::ConstArray(index, element), name))
            }
            name => Err(self.unknown_symbol(name)),
        }
    }

    /// `bvN width)`, after `(_`.
    fn indexed_constant(&mut self, terms: &mut Terms) -> Read<Value> {
        let name = self.symbol("a constant")?;
        let Some(digits) = name.strip_prefix("bv") else {
            return Err(self.unknown_symbol(name));
        };
        let at = self.lexer.start();
        let width = self.numeral()?;
        if width == 0 || width > MAX_WIDTH {
            let message = format!("a width from 1 to {MAX_WIDTH} is needed, not {width}");
            return Err(self.lexer.error(message));
        }
        let Some(value) = Bits::from_decimal(width, digits) else {
            let message = format!("`{digits}` is not a number of {width} bits");
            return Err(ExprError::Syntax { at: self.lexer.position(at), message });
        };
        self.close()?;
        Ok(Value::bits(terms.constant_bits(&value)))
    }

    fn literal(&mut self, terms: &mut Terms, literal: &str) -> Read<Value> {
        let (radix_bits, digits) = match literal.as_bytes().get(1) {
            Some(b'b') => (1, &literal[2..]),
            Some(b'x') => (4, &literal[2..]),
            _ => return Err(self.lexer.error(format!("`{literal}` is not a constant"))),
        };
        let width = digits.len() as u32 * radix_bits;
        if width == 0 || width > MAX_WIDTH {
            return Err(self.lexer.error(format!("`{literal}` is not a constant")));
        }
        let mut limbs = vec![0u64; width.div_ceil(64) as usize];
        for (i, digit) in digits.chars().rev().enumerate() {
            let Some(digit) = digit.to_digit(1 << radix_bits) else {
                return Err(self.lexer.error(format!("`{literal}` is not a constant")));
            };
            let bit = i as u32 * radix_bits;
            limbs[(bit / 64) as usize] |= u64::from(digit) << (bit % 64);
        }
        let value = Bits::from_limbs(width, limbs);
        Ok(Value::bits(terms.constant_bits(&value)))
    }

    fn atom(&mut self, terms: &mut Terms, name: &str) -> Read<Value> {
        match self.symbols.get(name).and_then(|stack| stack.last()) {
            Some(Symbol::Value(value)) => return Ok(*value),
            Some(_) => return Err(self.sort_error(name, "needs operands".into())),
            None => {}
        }
        match name {
            "true" | "false" => Ok(Value::boolean(terms.boolean(name == "true"))),
            _ => Err(self.unknown_symbol(name)),
        }
    }

    fn close_term(
        &mut self,
        terms: &mut Terms,
        frames: &mut Vec<Frame<'a>>,
        values: &mut Vec<Value>,
    ) -> Read<()> {
        match frames.pop() {
            Some(Frame::Apply { head, name, at, first_value }) => {
                let args = values.split_off(first_value);
                let value = apply_head(terms, &head, &args).map_err(|message| ExprError::Sort {
                    at: self.lexer.position(at),
                    op: name.to_owned(),
                    message,
                })?;
                values.push(value);
                Ok(())
            }
            Some(Frame::Body { names }) => {
                names.iter().for_each(|name| self.unbind(name));
                Ok(())
            }
            Some(Frame::Bindings { .. }) | None => Err(self.lexer.error("unexpected `)`")),
        }
    }
}

/// A fresh variable or array.
fn fresh(terms: &mut Terms, name: &str, sort: Sort) -> (ArrayId, Value) {
    match sort {
        Sort::Bool => {
            let array = terms.input_array(name, 0, 1);
            (array, Value::boolean(terms.element(array, 0)))
        }
        Sort::BitVec(width) => {
            let array = terms.input_array(name, 0, width);
            (array, Value::bits(terms.element(array, 0)))
        }
        Sort::Array(index, element) => {
            let array = terms.input_array(name, index, element);
            (array, Value::bits(terms.array_term(array)))
        }
    }
}

fn apply_head(terms: &mut Terms, head: &Head, args: &[Value]) -> Result<Value, String> {
    match head {
        Head::Operator(operator) => operator.apply(terms, args),
        Head::Function { array, arguments, result } => {
            check_sorts(terms, args, arguments.iter().copied())?;
            let index = args.iter().map(|arg| arg.term);
            let index = index.reduce(|high, low| terms.concat(high, low));
            let index = index.ok_or("needs operands")?;
            let term = terms.read(*array, index);
            Ok(Value { term, is_bool: *result == Sort::Bool })
        }
        Head::Macro { parameters, body } => {
            let sorts: Vec<Sort> = parameters.iter().map(|p| p.sort(terms)).collect();
            check_sorts(terms, args, sorts.into_iter())?;
            let mut substitution = Substitution::default();
            for (parameter, arg) in parameters.iter().zip(args) {
                substitution.replace(parameter.term, arg.term);
            }
            let term = substitution.apply(terms, body.term);
            Ok(Value { term, is_bool: body.is_bool })
        }
        Head::ConstArray(index_width, element_width) => {
            let &[element] = args else {
                return Err("takes one element".into());
            };
            if element.sort(terms) != Sort::BitVec(*element_width) {
                return Err(format!("takes an element of {element_width} bits"));
            }
            let contents = Contents::Filled { element: element.term };
            let (index_width, element_width) = (*index_width, *element_width);
            let array = terms.defined_array(ArrayDef { index_width, element_width, contents });
            Ok(Value::bits(terms.array_term(array)))
        }
        Head::Annotation => match args {
            [value] => Ok(*value),
            _ => Err("takes one term".into()),
        },
    }
}

fn check_sorts(
    terms: &Terms,
    args: &[Value],
    sorts: impl ExactSizeIterator<Item = Sort>,
) -> Result<(), String> {
    if args.len() != sorts.len() {
        return Err(format!("takes {} operands, not {}", sorts.len(), args.len()));
    }
    for (arg, sort) in args.iter().zip(sorts) {
        if arg.sort(terms) != sort {
            return Err(format!("takes a {sort}, not a {}", arg.sort(terms)));
        }
    }
    Ok(())
}
