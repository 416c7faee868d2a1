//! Terminators and exception handling.

use crate::ast::{Clause, FuncletOp, InstKind, List, SwitchCase, Type};

use super::insts::Parsed;
use super::*;

impl<'a> Parser<'a> {
    /// `br label %a` or `br i1 %c, label %a, label %b`
    pub(super) fn br(&mut self) -> Result<Parsed> {
        if self.word() == "label" {
            let target = self.label_ref()?;
            return Ok((InstKind::Br { target }, TypeId::VOID));
        }
        let token = self.tok;
        let (ty, cond) = self.typed_operand()?;
        self.check_type(token, ty, TypeId::I1)?;
        self.expect(Kind::Comma, "`,`")?;
        let if_true = self.label_ref()?;
        self.expect(Kind::Comma, "`,`")?;
        let if_false = self.label_ref()?;
        Ok((InstKind::CondBr { cond, if_true, if_false }, TypeId::VOID))
    }

    pub(super) fn ret(&mut self) -> Result<Parsed> {
        let token = self.tok;
        let (ty, value) = match self.eat_word("void") {
            true => (TypeId::VOID, None),
            false => self.typed_operand().map(|(ty, value)| (ty, Some(value)))?,
        };
        self.check_type(token, ty, self.ret_type)?;
        Ok((InstKind::Ret { value }, TypeId::VOID))
    }

    /// `switch T %v, label %d [ T 1, label %a … ]`
    pub(super) fn switch(&mut self) -> Result<Parsed> {
        let token = self.tok;
        let (ty, value) = self.typed_operand()?;
        if !matches!(self.module.types.get_nominal(ty), Type::Int(_)) {
            return Err(self.mismatch(token, ty, TypeId::I32));
        }
        self.expect(Kind::Comma, "`,`")?;
        let default = self.label_ref()?;
        self.expect(Kind::LBracket, "`[`")?;
        let start = self.body.cases.len();
        while !self.eat(Kind::RBracket) {
            let token = self.tok;
            let value = self.typed_const()?;
            self.check_type(token, self.module.consts.get(value).ty, ty)?;
            self.expect(Kind::Comma, "`,`")?;
            let target = self.label_ref()?;
            self.body.cases.push(SwitchCase { value, target });
        }
        let cases = List::new(start, self.body.cases.len());
        Ok((InstKind::Switch { value, default, cases }, TypeId::VOID))
    }

    /// `indirectbr ptr %p, [label %a, …]`
    pub(super) fn indirect_br(&mut self) -> Result<Parsed> {
        let address = self.pointer_operand()?;
        self.expect(Kind::Comma, "`,`")?;
        let targets = self.label_list()?;
        Ok((InstKind::IndirectBr { address, targets }, TypeId::VOID))
    }

    /// `landingpad T cleanup catch U v filter U v …`
    pub(super) fn landing_pad(&mut self) -> Result<Parsed> {
        let ty = self.value_type()?;
        let cleanup = self.eat_word("cleanup");
        let start = self.body.clauses.len();
        while matches!(self.word(), "catch" | "filter") {
            let token = self.bump();
            let filter = self.text_of(token) == "filter";
            let (_, value) = self.typed_operand()?;
            self.body.clauses.push(Clause { filter, value });
        }
        let clauses = List::new(start, self.body.clauses.len());
        Ok((InstKind::LandingPad { cleanup, clauses }, ty))
    }

    /// Windows exception handling: only the control flow is kept.
    pub(super) fn funclet(&mut self, word: &str) -> Result<Parsed> {
        let start = self.body.targets.len();
        let (op, ty) = match word {
            "catchpad" | "cleanuppad" => {
                self.expect_word("within")?;
                self.operand(TypeId::TOKEN)?;
                self.pad_args()?;
                let op = match word {
                    "catchpad" => FuncletOp::CatchPad,
                    _ => FuncletOp::CleanupPad,
                };
                return Ok((InstKind::Funclet { op }, TypeId::TOKEN));
            }
            "catchswitch" => {
                self.expect_word("within")?;
                self.operand(TypeId::TOKEN)?;
                self.label_list()?;
                self.unwind_target()?;
                (FuncletOp::CatchSwitch, TypeId::TOKEN)
            }
            "catchret" => {
                self.expect_word("from")?;
                self.operand(TypeId::TOKEN)?;
                self.expect_word("to")?;
                let target = self.label_ref()?;
                self.body.targets.push(target);
                (FuncletOp::CatchRet, TypeId::VOID)
            }
            _ => {
                self.expect_word("from")?;
                self.operand(TypeId::TOKEN)?;
                self.unwind_target()?;
                (FuncletOp::CleanupRet, TypeId::VOID)
            }
        };
        let targets = List::new(start, self.body.targets.len());
        Ok((InstKind::FuncletBr { op, targets }, ty))
    }

    /// `[T value, …]`, checked and dropped.
    fn pad_args(&mut self) -> Result<()> {
        self.expect(Kind::LBracket, "`[`")?;
        while !self.eat(Kind::RBracket) {
            self.typed_operand()?;
            self.list_comma(Kind::RBracket, "`,` or `]`")?;
        }
        Ok(())
    }

    /// `unwind to caller` or `unwind label %a`
    fn unwind_target(&mut self) -> Result<()> {
        self.expect_word("unwind")?;
        if self.eat_word("to") {
            return self.expect_word("caller");
        }
        let target = self.label_ref()?;
        self.body.targets.push(target);
        Ok(())
    }
}
