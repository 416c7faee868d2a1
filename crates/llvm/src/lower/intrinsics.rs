//! LLVM's intrinsic functions: which one a name means, and what becomes of it.
//!
//! To add one: a variant of [`Intrinsic`] if none of the groups fits, its name in
//! [`Intrinsic::resolve`], its operands in `signature`, and an arm in [`FnLower::lower_intrinsic`].
//! Names that are not listed, and calls that do not match the signature, are `unsupported` ops when
//! executed.

use super::function::{Flow, FnLower, Lowered, gap};
use super::types::{Scalar, Shape};
use super::value::{Addr, Src, Val, mask};
use crate::ast::{self, BinaryOp, CastOp, Inst, Operand, TypeId};
use patchlight_ir::kinds::{
    BinOp, BitBinOp, BitUnOp, FloatBinOp, FloatFmt, FloatPred, FloatUnOp, IntPred, OverflowOp,
};
use patchlight_ir::{Def, Op, Reg};

mod fpclass;
mod names;
mod reduce;
mod signature;

/// What an intrinsic does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Intrinsic {
    /// Nothing at all; its operands are not used either.
    Nothing,
    /// Gives its first operand back.
    Identity,
    /// A fixed answer.
    Constant(u64),
    MemCpy,
    MemMove,
    MemSet,
    Overflow(OverflowOp),
    Bit2(BitBinOp),
    Bit1(BitUnOp),
    /// To the right if set.
    Funnel(bool),
    Float1(FloatUnOp),
    Float2(FloatBinOp),
    Fma,
    /// A multiplication and an addition, rounded twice: as code without FMA does.
    FmulAdd,
    Binary(BinaryOp),
    Cast(CastOp),
    FloatCompare,
    /// A function of libm, named for `double`; its operand has the result's type.
    Libm1(&'static str),
    /// The same with two operands.
    Libm2(&'static str),
    /// The same with a result of another type than its operand's.
    LibmToInt(&'static str),
    PowI,
    LdExp,
    FloatToIntSat(bool),
    ToFp16,
    FromFp16,
    Compare3(bool),
    StackSave,
    StackRestore,
    VaStart,
    VaCopy,
    /// `__builtin_setjmp`, whose buffer is shorter than that of `setjmp`.
    SetJmp,
    LongJmp,
    Trap,
    ReadCounter,
    ObjectSize,
    IsConstant,
    IsFpClass,
    LoadRelative,
    PtrMask,
    Reduce(Reduction),
    MaskedLoad,
    MaskedStore,
    Gather,
    Scatter,
    VectorInsert,
    VectorExtract,
    VectorReverse,
    Unknown,
}

/// How the lanes of a vector become one value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Reduction {
    Binary(BinaryOp),
    /// From a start value on, in order.
    Ordered(BinaryOp),
    Bit2(BitBinOp),
    Float2(FloatBinOp),
}

impl FnLower<'_, '_, '_> {
    pub fn has_masked_access(&self) -> bool {
        use Intrinsic::{Gather, MaskedLoad, MaskedStore, Scatter};
        self.calls_any(|it| matches!(it, MaskedLoad | MaskedStore | Gather | Scatter))
    }

    pub fn calls_any(&self, is_meant: impl Fn(Intrinsic) -> bool) -> bool {
        self.body.calls.iter().any(|call| match call.callee {
            ast::Callee::Operand(callee) => self.cx.intrinsic_of(callee).is_some_and(&is_meant),
            ast::Callee::Asm(_) => false,
        })
    }

    pub fn lower_intrinsic(
        &mut self,
        inst: &Inst,
        call: &ast::Call<'_>,
        callee: Operand,
        intrinsic: Intrinsic,
    ) -> Lowered<Flow> {
        let body = self.body;
        let args: Vec<Operand> = body.args(call.args).iter().map(|arg| arg.value).collect();
        if !self.has_signature(inst, &args, intrinsic) {
            return gap(format!("intrinsic {} with these operands", self.intrinsic_name(callee)));
        }
        match intrinsic {
            Intrinsic::Nothing => {
                // A result, if any, is a token or a pointer that nobody looks into.
                let val = self.zero(inst.ty)?;
                self.define(inst, val);
            }
            Intrinsic::Identity => {
                let val = self.take(args[0])?;
                self.retain(val);
                self.drop_uses(&args[1..]);
                self.define(inst, val);
            }
            Intrinsic::Constant(value) => {
                self.drop_uses(&args);
                self.define(inst, Val::Imm(value));
            }
            Intrinsic::Trap => {
                self.drop_uses(&args);
                self.emit(Op::Trap {});
                return Ok(Flow::Ended);
            }
            Intrinsic::Unknown => {
                return gap(format!("intrinsic {}", self.intrinsic_name(callee)));
            }
            _ => self.lower_value_intrinsic(inst, &args, intrinsic)?,
        }
        Ok(Flow::Next)
    }

    fn intrinsic_name(&self, callee: Operand) -> &str {
        self.cx.callee_symbol(callee).map_or("", |symbol| self.cx.symbol_name(symbol))
    }

    fn drop_uses(&mut self, operands: &[Operand]) {
        operands.iter().for_each(|&operand| self.drop_use(operand));
    }

    fn lower_value_intrinsic(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        intrinsic: Intrinsic,
    ) -> Lowered<()> {
        match intrinsic {
            Intrinsic::MemCpy | Intrinsic::MemMove | Intrinsic::MemSet => {
                self.memory_intrinsic(args, intrinsic)
            }
            Intrinsic::Overflow(op) => self.overflow(inst, op, args),
            Intrinsic::Bit2(op) => self.each_lane(inst, &args[..2], |f, scalar, vals| {
                let a = f.in_reg(vals[0], scalar)?;
                let b = f.in_reg(vals[1], scalar)?;
                let dst = f.result(scalar.words());
                f.emit(Op::BitBin { op, w: scalar.bits(), dst: Def(dst), a, b });
                Ok(Val::Reg(dst))
            }),
            Intrinsic::Bit1(op) => self.each_lane(inst, &args[..1], |f, scalar, vals| {
                let a = f.in_reg(vals[0], scalar)?;
                let dst = f.result(scalar.words());
                f.emit(Op::BitUn { op, w: scalar.bits(), dst: Def(dst), a });
                Ok(Val::Reg(dst))
            }),
            Intrinsic::Funnel(right) => self.each_lane(inst, &args[..3], |f, scalar, vals| {
                let a = f.in_reg(vals[0], scalar)?;
                let b = f.in_reg(vals[1], scalar)?;
                let c = f.in_reg(vals[2], scalar)?;
                let dst = f.result(scalar.words());
                f.emit(Op::Funnel { right, w: scalar.bits(), dst: Def(dst), a, b, c });
                Ok(Val::Reg(dst))
            }),
            Intrinsic::Binary(op) => self.each_lane(inst, &args[..2], |f, scalar, vals| {
                f.binary(op, scalar, vals[0], vals[1])
            }),
            Intrinsic::Cast(op) => self.cast_intrinsic(inst, op, args[0]),
            Intrinsic::Compare3(signed) => self.three_way(inst, args, signed),
            Intrinsic::Reduce(reduction) => self.reduce(inst, reduction, args),
            Intrinsic::StackSave => {
                let dst = self.result(1);
                self.emit(Op::StackSave { dst: Def(dst) });
                self.define(inst, Val::Reg(dst));
                Ok(())
            }
            Intrinsic::StackRestore => {
                let a = self.take_reg(args[0])?;
                self.emit(Op::StackRestore { a });
                Ok(())
            }
            Intrinsic::SetJmp => {
                let buffer = self.take_reg(args[0])?;
                self.save_all_dependents();
                let val = self.call_scalar("__pl_setjmp", &[buffer], Scalar::Int(32))?;
                self.define(inst, val);
                Ok(())
            }
            Intrinsic::LongJmp => {
                let buffer = self.take_reg(args[0])?;
                let one = self.const_reg(1)?;
                self.call_nothing("__pl_longjmp", &[buffer, one])
            }
            Intrinsic::VaStart => self.lower_va_start(args[0]),
            Intrinsic::VaCopy => {
                const VA_LIST_SIZE: u64 = 24;
                let to = self.take_reg(args[0])?;
                let from = self.take_reg(args[1])?;
                let len = self.const_reg(VA_LIST_SIZE)?;
                self.emit(Op::MemCpy { to, from, len });
                Ok(())
            }
            Intrinsic::ReadCounter => {
                let dst = self.result(1);
                self.emit(Op::ReadCounter { dst: Def(dst) });
                self.define(inst, Val::Reg(dst));
                Ok(())
            }
            Intrinsic::LoadRelative => {
                let base = self.take_reg(args[0])?;
                let index_scalar = self.scalar_of(self.type_of(args[1]))?;
                let index = self.take_scalar(args[1])?;
                let index = self.sign_extend(index_scalar, Scalar::Int(64), index)?;
                let index = self.in_reg(index, Scalar::Int(64))?;
                let dst = self.result(1);
                self.emit(Op::LoadRelative { dst: Def(dst), base, index });
                self.define(inst, Val::Reg(dst));
                Ok(())
            }
            Intrinsic::PtrMask => {
                let a = self.take_reg(args[0])?;
                let b = self.take_src(args[1])?;
                let val = self.int_binary(BinOp::And, 64, Src::Reg(a), b)?;
                self.define(inst, val);
                Ok(())
            }
            Intrinsic::ObjectSize => self.object_size(inst, args),
            Intrinsic::IsConstant => {
                let known = matches!(args[0], Operand::Const(_));
                self.drop_uses(args);
                self.define(inst, Val::Imm(known.into()));
                Ok(())
            }
            Intrinsic::MaskedLoad
            | Intrinsic::MaskedStore
            | Intrinsic::Gather
            | Intrinsic::Scatter => self.masked_access(inst, args, intrinsic),
            Intrinsic::VectorInsert | Intrinsic::VectorExtract | Intrinsic::VectorReverse => {
                self.rearrange(inst, args, intrinsic)
            }
            _ => self.lower_float_intrinsic(inst, args, intrinsic),
        }
    }

    fn lower_float_intrinsic(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        intrinsic: Intrinsic,
    ) -> Lowered<()> {
        match intrinsic {
            Intrinsic::Float1(op) => self.each_lane(inst, &args[..1], |f, scalar, vals| {
                let fmt = float_fmt(scalar)?;
                let a = f.in_reg(vals[0], scalar)?;
                Ok(f.float1(op, fmt, a))
            }),
            Intrinsic::Float2(op) => self.each_lane(inst, &args[..2], |f, scalar, vals| {
                let fmt = float_fmt(scalar)?;
                let a = f.in_reg(vals[0], scalar)?;
                let b = f.in_reg(vals[1], scalar)?;
                Ok(f.float2(op, fmt, a, b))
            }),
            Intrinsic::Fma => self.each_lane(inst, &args[..3], |f, scalar, vals| {
                let fmt = float_fmt(scalar)?;
                let a = f.in_reg(vals[0], scalar)?;
                let b = f.in_reg(vals[1], scalar)?;
                let c = f.in_reg(vals[2], scalar)?;
                let dst = f.result(scalar.words());
                f.emit(Op::FloatFma { fmt, dst: Def(dst), a, b, c });
                Ok(Val::Reg(dst))
            }),
            Intrinsic::FmulAdd => self.each_lane(inst, &args[..3], |f, scalar, vals| {
                let product = f.binary(BinaryOp::FMul, scalar, vals[0], vals[1])?;
                let sum = f.binary(BinaryOp::FAdd, scalar, product, vals[2])?;
                f.release(product);
                Ok(sum)
            }),
            Intrinsic::FloatCompare => {
                let pred = self.metadata_string(args[2]).and_then(FloatPred::from_text);
                let Some(pred) = pred else { return gap("constrained comparison of floats") };
                self.each_lane(inst, &args[..2], |f, scalar, vals| {
                    f.float_compare(pred, float_fmt(scalar)?, vals[0], vals[1])
                })
            }
            Intrinsic::Libm1(name) => self.libm(inst, name, &args[..1]),
            Intrinsic::Libm2(name) => self.libm(inst, name, &args[..2]),
            Intrinsic::LibmToInt(name) => {
                let scalar = self.scalar_of(self.type_of(args[0]))?;
                let val = self.take_scalar(args[0])?;
                let name = libm_name(name, float_fmt(scalar)?)?;
                let regs = self.regs_of(&[val], scalar)?;
                let to = self.scalar_of(inst.ty)?;
                let wide = self.call_scalar(&name, &regs, Scalar::Int(64))?;
                self.free_later(wide);
                let val = self.truncate(Scalar::Int(64), to, wide)?;
                self.define(inst, val);
                Ok(())
            }
            Intrinsic::PowI => self.power(inst, args),
            Intrinsic::LdExp => self.ldexp(inst, args),
            Intrinsic::FloatToIntSat(signed) => {
                let to = self.scalars(inst.ty)?;
                let w = to.first().map_or(32, |scalar| scalar.bits());
                self.each_lane(inst, &args[..1], |f, from, vals| {
                    f.float_to_int(from, w, signed, true, vals[0])
                })
            }
            Intrinsic::ToFp16 => {
                let from = self.scalar_of(self.type_of(args[0]))?;
                let val = self.take_scalar(args[0])?;
                let half = Scalar::Float(FloatFmt::F16);
                let val = self.cast(CastOp::FpTrunc, from, half, val)?;
                self.define(inst, val);
                Ok(())
            }
            Intrinsic::FromFp16 => {
                let to = self.scalar_of(inst.ty)?;
                let val = self.take_scalar(args[0])?;
                let half = Scalar::Float(FloatFmt::F16);
                let val = self.cast(CastOp::FpExt, half, to, val)?;
                self.define(inst, val);
                Ok(())
            }
            Intrinsic::IsFpClass => self.is_fp_class(inst, args),
            _ => gap("intrinsic on floats"),
        }
    }

    fn libm(&mut self, inst: &Inst, name: &str, args: &[Operand]) -> Lowered<()> {
        self.each_lane(inst, args, |f, scalar, vals| {
            let name = libm_name(name, float_fmt(scalar)?)?;
            let regs = f.regs_of(vals, scalar)?;
            f.call_scalar(&name, &regs, scalar)
        })
    }

    /// The string of an operand `metadata !"…"`.
    fn metadata_string(&self, operand: Operand) -> Option<&str> {
        let Operand::Metadata(id) = operand else { return None };
        let text = self.ast.text.get(id.inline_offset()? as usize..)?;
        text.trim_start_matches('!').strip_prefix('"')?.split('"').next()
    }

    /// The words of scalar operands, in order.
    fn regs_of(&mut self, vals: &[Val], scalar: Scalar) -> Lowered<Vec<Reg>> {
        let mut regs = Vec::new();
        for &val in vals {
            let reg = self.in_reg(val, scalar)?;
            regs.extend((0..scalar.words()).map(|word| Reg(reg.0 + word)));
        }
        Ok(regs)
    }

    fn memory_intrinsic(&mut self, args: &[Operand], intrinsic: Intrinsic) -> Lowered<()> {
        let to = self.take_reg(args[0])?;
        let second = self.take_reg(args[1])?;
        let len = self.take_reg(args[2])?;
        self.emit(match intrinsic {
            Intrinsic::MemCpy => Op::MemCpy { to, from: second, len },
            Intrinsic::MemMove => Op::MemMove { to, from: second, len },
            _ => Op::MemSet { to, value: second, len },
        });
        Ok(())
    }

    /// The value and the overflow bit, in one op for each lane.
    fn overflow(&mut self, inst: &Inst, op: OverflowOp, args: &[Operand]) -> Lowered<()> {
        let ty = self.type_of(args[0]);
        if let Some(bits) = self.cx.layouts.limbs_of(ty) {
            return self.lower_limbs_overflow(inst, bits, op, args[0], args[1]);
        }
        let scalars = self.scalars(ty)?;
        let mut taken = Vec::new();
        for &arg in &args[..2] {
            let val = match scalars.len() {
                1 => self.take_scalar(arg)?,
                _ => self.take(arg)?,
            };
            taken.push(self.parts_of(val));
        }
        let (mut values, mut bits) = (Vec::new(), Vec::new());
        for (i, &scalar) in scalars.iter().enumerate() {
            let a = self.in_reg(taken[0][i], scalar)?;
            let b = self.in_reg(taken[1][i], scalar)?;
            let dst = self.result_run(scalar.words() + 1);
            self.emit(Op::Overflow { op, w: scalar.bits(), dst: Def(dst), a, b });
            values.push(Val::Reg(dst));
            bits.push(Val::Reg(Reg(dst.0 + scalar.words())));
        }
        values.extend(bits);
        let val = self.parts_val(&values);
        self.define(inst, val);
        Ok(())
    }

    fn cast_intrinsic(&mut self, inst: &Inst, op: CastOp, value: Operand) -> Lowered<()> {
        let to = self.scalars(inst.ty)?;
        let mut lane = 0;
        self.each_lane(inst, &[value], |f, from, vals| {
            let to = to[lane];
            lane += 1;
            f.cast(op, from, to, vals[0])
        })
    }

    /// `ucmp`, `scmp`: -1, 0 or 1.
    fn three_way(&mut self, inst: &Inst, args: &[Operand], signed: bool) -> Lowered<()> {
        let w = self.scalars(inst.ty)?.first().map_or(8, |scalar| scalar.bits());
        if w > 64 {
            return gap("three-way comparison with a result of more than 64 bits");
        }
        let (less, greater) = match signed {
            true => (IntPred::Slt, IntPred::Sgt),
            false => (IntPred::Ult, IntPred::Ugt),
        };
        self.each_lane(inst, &args[..2], |f, scalar, vals| {
            let above = f.compare(greater, scalar, vals[0], vals[1])?;
            let above = f.settle(above, Scalar::Int(1))?;
            let below = f.compare(less, scalar, vals[0], vals[1])?;
            let below = f.settle(below, Scalar::Int(1))?;
            let a = f.source(above, Scalar::Int(1))?;
            let b = f.source(below, Scalar::Int(1))?;
            let val = f.int_binary(BinOp::Sub, w, a, b)?;
            f.release(above);
            f.release(below);
            Ok(val)
        })
    }

    fn power(&mut self, inst: &Inst, args: &[Operand]) -> Lowered<()> {
        let exponent = self.take_reg(args[1])?;
        self.each_lane(inst, &args[..1], |f, scalar, vals| {
            let name = match float_fmt(scalar)? {
                FloatFmt::F32 => "__powisf2",
                FloatFmt::F64 => "__powidf2",
                FloatFmt::F80 => "__powixf2",
                FloatFmt::F128 => "__powitf2",
                _ => return gap("powi at this precision"),
            };
            let mut regs = f.regs_of(vals, scalar)?;
            regs.push(exponent);
            f.call_scalar(name, &regs, scalar)
        })
    }

    fn ldexp(&mut self, inst: &Inst, args: &[Operand]) -> Lowered<()> {
        let exponent = self.take_reg(args[1])?;
        self.each_lane(inst, &args[..1], |f, scalar, vals| {
            let name = libm_name("ldexp", float_fmt(scalar)?)?;
            let mut regs = f.regs_of(vals, scalar)?;
            regs.push(exponent);
            f.call_scalar(&name, &regs, scalar)
        })
    }

    /// The size of an object that is known here; else "unknown", as the flag wants it said.
    fn object_size(&mut self, inst: &Inst, args: &[Operand]) -> Lowered<()> {
        let scalar = self.scalar_of(inst.ty)?;
        let min = self.const_bits(args[1]) == Some(1);
        let known = match self.take(args[0])? {
            Val::Addr(addr) if addr.index.is_none() => self.known_size(addr),
            Val::Reg(_) => self.alloca_size(args[0]),
            _ => None,
        };
        let largest = mask(scalar.bits());
        let unknown = if min { 0 } else { largest };
        let known = known.filter(|&size| size <= largest);
        self.define(inst, Val::Imm(known.unwrap_or(unknown)));
        Ok(())
    }

    fn known_size(&mut self, addr: Addr) -> Option<u64> {
        use super::value::Base;
        let Base::Global(global) = addr.base else { return None };
        let global = &self.cx.out.globals[global.index()];
        let defined = self
            .ast
            .globals
            .iter()
            .any(|g| g.init.is_some() && self.cx.symbol_name(g.symbol) == global.name);
        let offset = u64::try_from(addr.offset).ok()?;
        defined.then(|| global.size.saturating_sub(offset))
    }

    fn alloca_size(&self, ptr: Operand) -> Option<u64> {
        let Operand::Local(value) = ptr else { return None };
        let local = *self.s.local_of.get(value.index())?;
        match self.out.locals.get(local as usize)?.place {
            patchlight_ir::LocalPlace::Memory { size, .. } if size > 0 => Some(size),
            _ => None,
        }
    }
}

pub(super) fn float_fmt(scalar: Scalar) -> Lowered<FloatFmt> {
    match scalar {
        Scalar::Float(fmt) => Ok(fmt),
        _ => gap("float intrinsic on integers"),
    }
}

/// `sin`, `sinf` or `sinl`.
fn libm_name(name: &str, fmt: FloatFmt) -> Lowered<String> {
    match fmt {
        FloatFmt::F32 => Ok(format!("{name}f")),
        FloatFmt::F64 => Ok(name.to_owned()),
        FloatFmt::F80 => Ok(format!("{name}l")),
        _ => gap(format!("{name} at this precision")),
    }
}

impl FnLower<'_, '_, '_> {
    /// Is the type one scalar?
    pub fn one_scalar(&mut self, ty: TypeId) -> bool {
        matches!(self.cx.layouts.shape(ty), Shape::Scalar(_))
    }
}
