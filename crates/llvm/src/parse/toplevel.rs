//! What stands outside of functions.

use crate::ast::{Alias, AliasId, ComdatKind, Global, GlobalId, Type};

use super::*;

impl<'a> Parser<'a> {
    pub(super) fn module(&mut self) -> Result<()> {
        loop {
            match self.tok.kind {
                Kind::Eof => return Ok(()),
                Kind::Word => self.toplevel_word()?,
                Kind::Local | Kind::LocalNum => self.type_definition()?,
                Kind::Global | Kind::GlobalNum => self.global_definition()?,
                Kind::Comdat => self.comdat_definition()?,
                Kind::MetaNum => self.metadata_definitions()?,
                Kind::MetaName => self.named_metadata()?,
                Kind::Summary => self.summary()?,
                _ => return Err(self.expected("a definition")),
            }
        }
    }

    fn toplevel_word(&mut self) -> Result<()> {
        match self.word() {
            "define" | "declare" => self.function(),
            "attributes" => self.attribute_group(),
            "target" => self.target(),
            "source_filename" => {
                self.bump();
                self.expect(Kind::Equal, "`=`")?;
                self.module.source_filename = Some(self.string()?);
                Ok(())
            }
            "module" => {
                self.bump();
                self.expect_word("asm")?;
                let line = self.string()?;
                self.module.module_asm.push(line);
                Ok(())
            }
            // An unnamed global: it gets the next number.
            "global" | "constant" | "external" | "internal" | "private" | "thread_local" => {
                self.unnamed_global()
            }
            word if word.starts_with("uselistorder") => self.use_list_order(),
            _ => Err(self.expected("a definition")),
        }
    }

    /// `target triple = "…"` or `target datalayout = "…"`
    fn target(&mut self) -> Result<()> {
        self.bump();
        let token = self.expect(Kind::Word, "`triple` or `datalayout`")?;
        self.expect(Kind::Equal, "`=`")?;
        let value = Some(self.string()?);
        match self.text_of(token) {
            "triple" => self.module.target_triple = value,
            "datalayout" => self.module.data_layout = value,
            _ => {
                let found = self.describe(token);
                let expected = "`triple` or `datalayout`";
                return Err(self.error_at(token, ParseErrorKind::Expected { expected, found }));
            }
        }
        Ok(())
    }

    /// `%name = type { … }` or `%name = type opaque`
    fn type_definition(&mut self) -> Result<()> {
        let token = self.tok;
        let id = self.named_type_id()?;
        self.expect(Kind::Equal, "`=`")?;
        self.expect_word("type")?;
        let index = id.0 as usize;
        if self.module.types.named[index].declared {
            return Err(self.redefined("type", token));
        }
        self.module.types.named[index].declared = true;
        if self.eat_word("opaque") {
            return Ok(());
        }
        let start = self.tok;
        let body = self.value_type()?;
        if !matches!(self.module.types.get_nominal(body), Type::Struct { .. }) {
            let found = format!("`{}`", self.module.types.display(body));
            let expected = "a struct type or `opaque`";
            return Err(self.error_at(start, ParseErrorKind::Expected { expected, found }));
        }
        self.module.types.named[index].body = Some(body);
        Ok(())
    }

    /// `$name = comdat any`
    fn comdat_definition(&mut self) -> Result<()> {
        let token = self.bump();
        self.expect(Kind::Equal, "`=`")?;
        self.expect_word("comdat")?;
        let kind = match self.word() {
            "any" => ComdatKind::Any,
            "exactmatch" => ComdatKind::ExactMatch,
            "largest" => ComdatKind::Largest,
            "nodeduplicate" | "noduplicates" => ComdatKind::NoDeduplicate,
            "samesize" => ComdatKind::SameSize,
            _ => return Err(self.expected("a kind of comdat")),
        };
        self.bump();
        let id = self.comdat_named(self.name_text(token));
        self.module.comdats[id.index()].kind = Some(kind);
        Ok(())
    }

    /// `^0 = module: (…)`: of no interest.
    fn summary(&mut self) -> Result<()> {
        self.bump();
        self.expect(Kind::Equal, "`=`")?;
        let word = self.bump();
        if !matches!(word.kind, Kind::Label | Kind::Word) {
            return Err(self.expected("a summary entry"));
        }
        self.eat(Kind::Colon);
        if self.at(Kind::LParen) {
            return self.skip_parens();
        }
        self.bump();
        Ok(())
    }

    fn unnamed_global(&mut self) -> Result<()> {
        let number = self.next_symbol_number;
        self.next_symbol_number += 1;
        let token = Token { end: self.tok.start, num: number, ..self.tok };
        let name = std::borrow::Cow::Owned(number.to_string());
        let symbol = match self.numbered_symbols.get(&number) {
            Some(&symbol) => symbol,
            None => {
                let symbol = self.new_symbol(token, name, true);
                self.numbered_symbols.insert(number, symbol);
                symbol
            }
        };
        self.global_rest(symbol, self.tok.line)
    }

    /// `@name = …`: a variable, an alias or an ifunc.
    fn global_definition(&mut self) -> Result<()> {
        let line = self.tok.line;
        let symbol = self.defined_symbol()?;
        self.expect(Kind::Equal, "`=`")?;
        self.global_rest(symbol, line)
    }

    fn global_rest(&mut self, symbol: SymbolId, line: u32) -> Result<()> {
        let mut link = LinkInfo::default();
        let mut addr_space = 0;
        let mut externally_initialized = false;
        let mut is_declaration = false;
        loop {
            let word = self.word();
            match word {
                "global" | "constant" => break,
                "alias" | "ifunc" => return self.alias(symbol, link, line),
                "addrspace" => addr_space = self.addr_space()?,
                "externally_initialized" => {
                    self.bump();
                    externally_initialized = true;
                }
                _ => {
                    if !self.at(Kind::Word) || !self.link_word(word, &mut link)? {
                        return Err(self.expected("`global`, `constant`, `alias` or `ifunc`"));
                    }
                    is_declaration |= matches!(word, "external" | "extern_weak");
                }
            }
        }
        let is_const = self.word() == "constant";
        self.bump();
        let ty = self.value_type()?;
        let init = if is_declaration { None } else { Some(self.constant(ty)?) };
        let mut global = Global {
            symbol,
            link,
            addr_space,
            externally_initialized,
            is_const,
            ty,
            init,
            section: None,
            comdat: None,
            align: 0,
            dbg: Vec::new(),
            line,
        };
        self.global_suffix(&mut global)?;
        let id = GlobalId(self.module.globals.len() as u32);
        self.define(symbol, SymbolDef::Global(id));
        self.module.globals.push(global);
        Ok(())
    }

    /// `, section "…", comdat, align 8, !dbg !7 #0`
    fn global_suffix(&mut self, global: &mut Global<'a>) -> Result<()> {
        while self.eat(Kind::Comma) {
            match self.word() {
                "section" => {
                    self.bump();
                    global.section = Some(self.string()?);
                }
                "comdat" => {
                    self.bump();
                    global.comdat = Some(self.comdat_ref(global.symbol)?);
                }
                "align" => {
                    self.bump();
                    global.align = self.alignment()?;
                }
                _ if self.at(Kind::MetaName) => {
                    let (name, node) = self.attachment()?;
                    if name == "dbg" {
                        global.dbg.push(node);
                    }
                }
                // `partition "…"`, `code_model "…"`, `no_sanitize_address`, …
                _ if self.at(Kind::Word) => {
                    self.bump();
                    if self.at(Kind::LParen) {
                        self.skip_parens()?;
                    }
                    self.eat(Kind::Str);
                }
                _ => return Err(self.expected("a property of the variable")),
            }
        }
        let mut attrs = super::attrs::FnSuffix::default();
        while self.fn_attr(&mut attrs)? {}
        Ok(())
    }

    /// `alias T, ptr @target` or `ifunc T, ptr @resolver`
    fn alias(&mut self, symbol: SymbolId, link: LinkInfo, line: u32) -> Result<()> {
        let is_ifunc = self.word() == "ifunc";
        self.bump();
        let ty = self.ty()?;
        self.expect(Kind::Comma, "`,`")?;
        let target = self.alias_target()?;
        let mut partition = None;
        while self.eat(Kind::Comma) {
            if self.eat_word("partition") {
                partition = Some(self.string()?);
            } else if self.at(Kind::MetaName) {
                self.attachment()?;
            } else {
                return Err(self.expected("`partition`"));
            }
        }
        let id = AliasId(self.module.aliases.len() as u32);
        self.define(symbol, SymbolDef::Alias(id));
        self.module.aliases.push(Alias { symbol, link, ty, target, is_ifunc, partition, line });
        Ok(())
    }

    /// `ptr @target`, or a constant expression without its type.
    fn alias_target(&mut self) -> Result<ConstId> {
        match self.word() {
            "bitcast" | "getelementptr" | "addrspacecast" | "inttoptr" => {
                self.constant(TypeId::PTR)
            }
            _ => self.typed_const(),
        }
    }
}
