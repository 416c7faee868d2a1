//! Arithmetic on pairs of 64-bit words, as `longlong.h` and its kin write it.

use super::Constraints;
use crate::ast::{Inst, Operand};
use crate::lower::function::{FnLower, Lowered, gap};
use crate::lower::types::Scalar;
use crate::lower::value::Val;
use patchlight_ir::kinds::BinOp;
use patchlight_ir::{Def, Op, Reg};

const WORD: Scalar = Scalar::Int(64);

impl FnLower<'_, '_, '_> {
    /// `addq $5,$1; adcq $3,$0` or the same with `subq; sbbq`: the high word first.
    pub(super) fn asm_two_words(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        constraints: &Constraints,
        op: BinOp,
    ) -> Lowered<()> {
        self.check_words(inst, args, constraints, &[Some(0), Some(2)])?;
        let &[a_high, b_high, a_low, b_low] = args else { return gap("double words") };
        let a = self.word_pair(a_low, Some(a_high))?;
        let b = self.word_pair(b_low, Some(b_high))?;
        let (low, high) = self.wide_words(op, a, b);
        let parts = self.parts_val(&[high, low]);
        self.define(inst, parts);
        Ok(())
    }

    /// `mulq $3`: the low word first.
    pub(super) fn asm_wide_product(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        constraints: &Constraints,
    ) -> Lowered<()> {
        self.check_words(inst, args, constraints, &[Some(0), None])?;
        let &[a, b] = args else { return gap("double words") };
        let a = self.word_pair(a, None)?;
        let b = self.word_pair(b, None)?;
        let (low, high) = self.wide_words(BinOp::Mul, a, b);
        let parts = self.parts_val(&[low, high]);
        self.define(inst, parts);
        Ok(())
    }

    /// Outputs start from these arguments, and everything is a word in a register.
    fn check_words(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        constraints: &Constraints,
        tied: &[Option<usize>],
    ) -> Lowered<()> {
        let starts: Vec<_> = constraints.outputs.iter().map(|(_, tied)| *tied).collect();
        let in_memory = constraints.inputs.iter().any(|(memory, _)| *memory);
        let mut words = starts == tied && !in_memory && constraints.inputs.len() == args.len();
        for &arg in args {
            let ty = self.type_of(arg);
            words &= self.scalars(ty)? == [WORD];
        }
        words &= inst.result.is_some() && self.scalars(inst.ty)? == [WORD, WORD];
        if words { Ok(()) } else { gap("inline assembly on double words with these operands") }
    }

    fn word_pair(&mut self, low: Operand, high: Option<Operand>) -> Lowered<Reg> {
        let low = self.take_scalar(low)?;
        let high = high.map_or(Ok(Val::Imm(0)), |high| self.take_scalar(high))?;
        let pair = self.scratch(2);
        self.emit_val(pair, low, WORD);
        self.emit_val(Reg(pair.0 + 1), high, WORD);
        Ok(pair)
    }

    fn wide_words(&mut self, op: BinOp, a: Reg, b: Reg) -> (Val, Val) {
        let wide = self.scratch(2);
        self.emit(Op::WideBin { op, w: 128, dst: Def(wide), a, b });
        let (low, high) = (self.result(1), self.result(1));
        self.emit(Op::Mov { dst: Def(low), a: wide });
        self.emit(Op::Mov { dst: Def(high), a: Reg(wide.0 + 1) });
        (Val::Reg(low), Val::Reg(high))
    }
}
