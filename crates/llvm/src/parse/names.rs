//! Global names: symbols and comdats, interned on first mention.

use std::borrow::Cow;

use crate::ast::{Comdat, ComdatId};

use super::*;

impl<'a> Parser<'a> {
    /// The symbol that the current token (`@name` or `@7`) names. Takes the token.
    pub(super) fn symbol(&mut self) -> Result<SymbolId> {
        let token = self.tok;
        match token.kind {
            Kind::Global => {
                self.bump();
                let name = self.name_text(token);
                if let Some(&id) = self.symbols.get(&*name) {
                    return Ok(id);
                }
                let id = self.new_symbol(token, name.clone(), false);
                self.symbols.insert(name, id);
                Ok(id)
            }
            Kind::GlobalNum => {
                self.bump();
                if let Some(&id) = self.numbered_symbols.get(&token.num) {
                    return Ok(id);
                }
                let id = self.new_symbol(token, Cow::Borrowed(self.text_of(token)), true);
                self.numbered_symbols.insert(token.num, id);
                Ok(id)
            }
            _ => Err(self.expected("a global name")),
        }
    }

    pub(super) fn new_symbol(
        &mut self,
        token: Token,
        name: Cow<'a, str>,
        unnamed: bool,
    ) -> SymbolId {
        let id = SymbolId(self.module.symbols.len() as u32);
        let record = match name.strip_prefix("llvm.dbg.") {
            Some("declare") => Some(DebugRecordKind::Declare),
            Some("value") => Some(DebugRecordKind::Value),
            Some("assign") => Some(DebugRecordKind::Assign),
            Some("label") => Some(DebugRecordKind::Label),
            _ => None,
        };
        self.symbol_info.push(SymbolInfo { first_use: token, record });
        self.module.symbols.push(Symbol { name, unnamed, def: None });
        id
    }

    /// Takes the name that a definition gives: `@name` or `@7`.
    pub(super) fn defined_symbol(&mut self) -> Result<SymbolId> {
        let token = self.tok;
        let id = self.symbol()?;
        if token.kind == Kind::GlobalNum {
            self.next_symbol_number = self.next_symbol_number.max(token.num.saturating_add(1));
        }
        if self.module.symbols[id.index()].def.is_some() {
            return Err(self.redefined("symbol", token));
        }
        Ok(id)
    }

    #[cold]
    pub(super) fn redefined(&self, what: &'static str, token: Token) -> ParseError {
        let name = self.describe(token).trim_matches('`').to_owned();
        self.error_at(token, ParseErrorKind::Redefined { what, name })
    }

    #[cold]
    pub(super) fn undefined(&self, what: &'static str, token: Token) -> ParseError {
        let name = self.describe(token).trim_matches('`').to_owned();
        self.error_at(token, ParseErrorKind::Undefined { what, name })
    }

    pub(super) fn define(&mut self, symbol: SymbolId, def: SymbolDef) {
        self.module.symbols[symbol.index()].def = Some(def);
    }

    pub(super) fn comdat_named(&mut self, name: Cow<'a, str>) -> ComdatId {
        if let Some(&id) = self.comdats.get(&*name) {
            return id;
        }
        let id = ComdatId(self.module.comdats.len() as u32);
        self.module.comdats.push(Comdat { name: name.clone(), kind: None });
        self.comdats.insert(name, id);
        id
    }

    /// Behind `comdat`: `($name)`, or nothing for the symbol's own name.
    pub(super) fn comdat_ref(&mut self, symbol: SymbolId) -> Result<ComdatId> {
        if !self.eat(Kind::LParen) {
            let name = self.module.symbols[symbol.index()].name.clone();
            return Ok(self.comdat_named(name));
        }
        let token = self.expect(Kind::Comdat, "a comdat name")?;
        let name = self.name_text(token);
        self.expect(Kind::RParen, "`)`")?;
        Ok(self.comdat_named(name))
    }

    /// A string in quotes, decoded.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>> {
        let token = self.expect(Kind::Str, "a string")?;
        Ok(self.name_text(token))
    }

    /// A token's text with its escapes decoded.
    pub(super) fn name_text(&self, token: Token) -> Cow<'a, str> {
        super::literals::decode_str(self.text_of(token))
    }
}
