//! Metadata: stepped over, but for `!dbg` attachments and debug records.
//!
//! Numbered nodes are remembered by offset; `debuginfo` reads those it needs.

use crate::ast::{DebugRecord, MetadataId, Operand};

use super::*;

impl<'a> Parser<'a> {
    /// `!7 = …` lines at the top level.
    pub(super) fn metadata_definitions(&mut self) -> Result<()> {
        let first = self.tok;
        self.lexer.pos = first.pos as usize;
        self.lexer.line = first.line;
        let limit = self.lexer.text.len() as u64;
        let nodes = &mut self.module.metadata;
        let mut beyond = None;
        let done = self.lexer.metadata_lines(|number, offset| {
            if number > limit {
                beyond = Some(number);
                return;
            }
            let number = number as usize;
            if nodes.len() <= number {
                nodes.resize(number + 1, 0);
            }
            nodes[number] = offset as u32;
        });
        if let Some(number) = beyond {
            return Err(self.invalid(format!("metadata number {number} is too large")));
        }
        if done.is_none() {
            // A last line without newline ends here too: accept it if it is complete.
            return self.last_metadata_line();
        }
        self.resume_at(self.lexer.pos);
        Ok(())
    }

    /// The line that `metadata_lines` stopped at, token by token.
    fn last_metadata_line(&mut self) -> Result<()> {
        self.resume_at(self.lexer.pos);
        self.expect(Kind::MetaNum, "metadata")?;
        self.expect(Kind::Equal, "`=`")?;
        self.eat_word("distinct");
        self.metadata_node()?;
        Ok(())
    }

    /// `!name = !{…}` at the top level: of no interest.
    pub(super) fn named_metadata(&mut self) -> Result<()> {
        self.bump();
        self.expect(Kind::Equal, "`=`")?;
        self.metadata_node()?;
        Ok(())
    }

    /// A node: `!7`, `!{…}`, `!"…"`, `!DIName(…)`, `distinct !{…}`. Takes all of it.
    pub(super) fn metadata_node(&mut self) -> Result<MetadataId> {
        self.eat_word("distinct");
        let token = self.tok;
        let id = match token.kind {
            Kind::MetaNum => {
                self.bump();
                u32::try_from(token.num).ok().and_then(MetadataId::numbered)
            }
            Kind::MetaName | Kind::Bang => {
                let start = token.pos as usize;
                self.lexer.line = token.line;
                let Some(end) = self.lexer.skip_metadata(start) else {
                    let found = "a metadata node that does not end".to_owned();
                    return Err(
                        self.error(ParseErrorKind::Expected { expected: "metadata", found })
                    );
                };
                if end == start + 1 {
                    return Err(self.expected("metadata"));
                }
                self.resume_at(end);
                MetadataId::inline(token.pos)
            }
            _ => return Err(self.expected("metadata")),
        };
        id.ok_or_else(|| self.undefined("metadata", token))
    }

    /// `!name node`, an attachment.
    pub(super) fn attachment(&mut self) -> Result<(&'a str, MetadataId)> {
        let name = self.bump();
        let node = self.metadata_node()?;
        Ok((self.text_of(name), node))
    }

    /// `, !name node` behind an instruction, as many as there are. Returns that of `!dbg`.
    #[inline]
    pub(super) fn attachments(&mut self) -> Result<Option<MetadataId>> {
        let mut dbg = None;
        while std::mem::take(&mut self.comma_taken) || self.eat(Kind::Comma) {
            if !self.at(Kind::MetaName) {
                return Err(self.expected("a metadata attachment"));
            }
            let (name, node) = self.attachment()?;
            if name == "dbg" {
                dbg = Some(node);
            }
        }
        Ok(dbg)
    }

    /// The value of type `metadata` in an argument: a node, or a typed value in metadata's clothes.
    pub(super) fn metadata_operand(&mut self) -> Result<Operand> {
        match self.tok.kind {
            Kind::MetaNum | Kind::MetaName | Kind::Bang => {
                self.metadata_node().map(Operand::Metadata)
            }
            _ => {
                let token = self.tok;
                let ty = self.value_type()?;
                if ty == TypeId::METADATA {
                    return Err(self.mismatch(token, ty, TypeId::PTR));
                }
                self.operand(ty)
            }
        }
    }

    /// `#dbg_declare(ptr %x, !12, !DIExpression(), !14)` and its kin.
    pub(super) fn debug_record(&mut self) -> Result<()> {
        let token = self.bump();
        let kind = match self.text_of(token) {
            "dbg_declare" => Some(DebugRecordKind::Declare),
            "dbg_value" => Some(DebugRecordKind::Value),
            "dbg_assign" => Some(DebugRecordKind::Assign),
            "dbg_label" => Some(DebugRecordKind::Label),
            _ => None,
        };
        if !self.at(Kind::LParen) {
            return Err(self.expected("`(`"));
        }
        let Some(kind) = kind else { return self.skip_parens() };
        self.bump();
        let value = match kind {
            DebugRecordKind::Label => None,
            _ => {
                let value = self.metadata_operand()?;
                self.expect(Kind::Comma, "`,`")?;
                Some(value)
            }
        };
        let mut nodes = Vec::new();
        loop {
            nodes.push(self.metadata_operand()?);
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::RParen, "`,` or `)`")?;
        let dbg = nodes.pop().and_then(as_node);
        self.push_record(kind, value, &nodes, dbg);
        Ok(())
    }

    /// `nodes`: the variable (or label) and the expression; what follows them is of no interest.
    pub(super) fn push_record(
        &mut self,
        kind: DebugRecordKind,
        value: Option<Operand>,
        nodes: &[Operand],
        dbg: Option<MetadataId>,
    ) {
        let node = |i: usize| nodes.get(i).copied().and_then(as_node);
        let value = value.filter(|value| self.is_location(*value));
        let (variable, expression) = (node(0), node(1));
        let at = self.body.insts.len() as u32;
        self.body.debug_records.push(DebugRecord { at, kind, value, variable, expression, dbg });
    }

    /// The operand says where a variable is: it is neither a node nor undefined.
    fn is_location(&self, value: Operand) -> bool {
        use crate::ast::ConstKind;
        match value {
            Operand::Metadata(_) => false,
            Operand::Const(id) => {
                !matches!(self.module.consts.get(id).kind, ConstKind::Undef | ConstKind::Poison)
            }
            Operand::Local(_) | Operand::Symbol(_) => true,
        }
    }
}

fn as_node(operand: Operand) -> Option<MetadataId> {
    match operand {
        Operand::Metadata(id) => Some(id),
        _ => None,
    }
}
