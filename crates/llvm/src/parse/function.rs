//! Functions: headers, bodies, blocks.

use crate::ast::{Block, BlockId, Body, Function, FunctionId, Inst, InstKind, Param};

use super::attrs::{FnSuffix, Prefix};
use super::*;

impl<'a> Parser<'a> {
    /// `define …` or `declare …`
    pub(super) fn function(&mut self) -> Result<()> {
        let line = self.tok.line;
        let is_definition = self.word() == "define";
        self.bump();
        self.locals.clear();
        self.body = Body::default();
        let prefix = self.prefix()?;
        let ret = self.ty()?;
        self.ret_type = ret;
        let symbol = self.defined_symbol()?;
        let id = FunctionId(self.module.functions.len() as u32);
        self.define(symbol, SymbolDef::Function(id));
        let (params, varargs) = self.params(is_definition)?;
        let mut function = Function {
            symbol,
            line,
            params,
            varargs,
            ret,
            body: None,
            ..Self::empty_function(prefix, symbol)
        };
        self.function_suffix(&mut function)?;
        if is_definition {
            self.body()?;
            function.body = Some(std::mem::take(&mut self.body));
        }
        self.module.functions.push(function);
        Ok(())
    }

    fn empty_function(prefix: Prefix, symbol: SymbolId) -> Function<'a> {
        Function {
            symbol,
            link: prefix.link,
            cc: prefix.cc,
            ret: TypeId::VOID,
            ret_attrs: prefix.ret_attrs,
            params: Vec::new(),
            varargs: false,
            fn_attrs: Default::default(),
            attr_group: None,
            addr_space: prefix.addr_space,
            section: None,
            comdat: None,
            align: 0,
            gc: None,
            prefix: None,
            prologue: None,
            personality: None,
            dbg: prefix.dbg,
            body: None,
            line: 0,
        }
    }

    /// `(T attrs %name, …)`; a definition's parameters become the first values of the body.
    fn params(&mut self, is_definition: bool) -> Result<(Vec<Param<'a>>, bool)> {
        self.expect(Kind::LParen, "`(`")?;
        let mut params = Vec::new();
        let mut varargs = false;
        if !self.at(Kind::RParen) {
            loop {
                if self.eat(Kind::Ellipsis) {
                    varargs = true;
                    break;
                }
                let ty = self.value_type()?;
                let attrs = self.param_attrs()?;
                let named = matches!(self.tok.kind, Kind::Local | Kind::LocalNum);
                let token = named.then(|| self.bump());
                let name = token.map_or("", |token| self.text_of(token));
                if is_definition {
                    self.define_value(token, ty)?;
                }
                params.push(Param { ty, name, attrs });
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        self.expect(Kind::RParen, "`,` or `)`")?;
        Ok((params, varargs))
    }

    /// Everything between the parameters and the body.
    fn function_suffix(&mut self, function: &mut Function<'a>) -> Result<()> {
        let mut suffix = FnSuffix::default();
        loop {
            let word = self.word();
            match word {
                "unnamed_addr" | "local_unnamed_addr" => {
                    self.bump();
                    function.link.unnamed_addr = true;
                }
                "addrspace" => function.addr_space = self.addr_space()?,
                "section" => {
                    self.bump();
                    function.section = Some(self.string()?);
                }
                "partition" => {
                    self.bump();
                    self.string()?;
                }
                "comdat" => {
                    self.bump();
                    function.comdat = Some(self.comdat_ref(function.symbol)?);
                }
                "align" => {
                    self.bump();
                    function.align = self.alignment()?;
                }
                "gc" => {
                    self.bump();
                    function.gc = Some(self.string()?);
                }
                "prefix" | "prologue" | "personality" => {
                    self.bump();
                    let value = Some(self.typed_const()?);
                    match word {
                        "prefix" => function.prefix = value,
                        "prologue" => function.prologue = value,
                        _ => function.personality = value,
                    }
                }
                _ if self.at(Kind::MetaName) => {
                    let (name, node) = self.attachment()?;
                    if name == "dbg" {
                        function.dbg = Some(node);
                    }
                }
                _ if self.fn_attr(&mut suffix)? => {}
                _ => break,
            }
        }
        function.fn_attrs = suffix.attrs;
        function.attr_group = suffix.group;
        Ok(())
    }

    /// `{ … }`
    fn body(&mut self) -> Result<()> {
        let open = self.expect(Kind::LBrace, "`{`")?;
        loop {
            match self.tok.kind {
                Kind::RBrace => break,
                Kind::Word if self.word().starts_with("uselistorder") => self.use_list_order()?,
                _ => self.block()?,
            }
        }
        if self.body.blocks.is_empty() {
            let reason = "a function body has at least one block".to_owned();
            return Err(self.error_at(open, ParseErrorKind::Invalid(reason)));
        }
        self.check_locals()?;
        self.bump();
        self.renumber_blocks();
        Ok(())
    }

    /// A label, if there is one, and the instructions up to the terminator.
    fn block(&mut self) -> Result<()> {
        let labelled = matches!(self.tok.kind, Kind::Label | Kind::LabelNum);
        let block = BlockId(self.body.blocks.len() as u32);
        let start = self.body.insts.len() as u32;
        let label = labelled.then(|| self.bump());
        let name = label.map_or("", |token| self.text_of(token));
        let number = self.define_label(label, block)?;
        let mut phis_over = false;
        loop {
            if self.at(Kind::Record) {
                self.debug_record()?;
                continue;
            }
            let token = self.tok;
            if !self.instruction()? {
                continue;
            }
            let Some(inst) = self.body.insts.last() else { continue };
            match inst.kind {
                InstKind::Phi { .. } if phis_over => {
                    let reason = "phi nodes stand first in their block".to_owned();
                    return Err(self.error_at(token, ParseErrorKind::Invalid(reason)));
                }
                InstKind::Phi { .. } => {}
                kind if kind.is_terminator() => break,
                _ => phis_over = true,
            }
        }
        let end = self.body.insts.len() as u32;
        self.body.blocks.push(Block { name, number, start, end, address_taken: false });
        Ok(())
    }

    /// `uselistorder …, { 1, 0 }`: of no interest.
    pub(super) fn use_list_order(&mut self) -> Result<()> {
        while !self.at(Kind::RBrace) {
            if matches!(self.tok.kind, Kind::Eof | Kind::Bad) {
                return Err(self.expected("`}`"));
            }
            self.bump();
        }
        self.bump();
        Ok(())
    }

    /// Replaces provisional block ids by places in the text. They stand in terminators and in the
    /// pools only. `check_locals` has made sure that all labels are defined.
    fn renumber_blocks(&mut self) {
        let labels = &self.locals.labels;
        let renumber = |id: &mut BlockId| {
            if let Some(defined) = labels[id.index()].defined {
                *id = defined;
            }
        };
        let body = &mut self.body;
        body.phi_edges.iter_mut().for_each(|edge| renumber(&mut edge.block));
        body.cases.iter_mut().for_each(|case| renumber(&mut case.target));
        body.targets.iter_mut().for_each(renumber);
        for block in &body.blocks {
            let Some(Inst { kind, .. }) = body.insts.get_mut(block.end as usize - 1) else {
                continue;
            };
            match kind {
                InstKind::Br { target } => renumber(target),
                InstKind::CondBr { if_true, if_false, .. } => {
                    renumber(if_true);
                    renumber(if_false);
                }
                InstKind::Switch { default, .. } => renumber(default),
                InstKind::Invoke { normal, unwind, .. } => {
                    renumber(normal);
                    renumber(unwind);
                }
                InstKind::CallBr { fallthrough, .. } => renumber(fallthrough),
                _ => {}
            }
        }
    }
}
