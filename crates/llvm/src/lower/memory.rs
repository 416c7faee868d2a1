//! Addresses, loads, stores, allocas and atomics.
//!
//! An address stays `base + index * scale + offset` until something needs it; loads and stores take
//! that form in one op.

use super::function::{FnLower, Lowered, gap};
use super::types::{Scalar, Shape, Step};
use super::value::{Addr, Base, Index, Src, Val, mask, signed};
use crate::ast::{CmpXchgOperands, Inst, List, Operand, RmwOp, Type, TypeId};
use patchlight_ir::kinds::{BinOp, BitBinOp, FloatBinOp, IntPred};
use patchlight_ir::{Def, LocalId, LocalPlace, Op, Reg};

/// Builds the op of the right width and addressing form; `$n` and `$x` are the forms' names.
macro_rules! access_op {
    ($self:ident, $addr:ident, $bits:expr, $field:ident: $value:expr,
     [$($b:literal $plain:ident $x:ident $xs:ident $g:ident $gx:ident $gxs:ident)*]) => {
        match ($bits, $addr) {
            $(($b, Encoded::Plain { base, offset }) => {
                Some(Op::$plain { $field: $value, base, offset })
            }
            ($b, Encoded::Indexed { base, index, offset }) => {
                let Index { reg: index, scale, sext } = index;
                Some(if sext {
                    Op::$xs { $field: $value, base, index, scale, offset }
                } else {
                    Op::$x { $field: $value, base, index, scale, offset }
                })
            }
            ($b, Encoded::Global { global, offset }) => {
                Some(Op::$g { $field: $value, global, offset })
            }
            ($b, Encoded::GlobalIndexed { global, index, scale, sext, offset }) => Some(if sext {
                Op::$gxs { $field: $value, index, scale, global, offset }
            } else {
                Op::$gx { $field: $value, index, scale, global, offset }
            }),)*
            _ => None,
        }
    };
}

/// An address in the form of an op's fields.
#[derive(Copy, Clone, Debug)]
enum Encoded {
    Plain {
        base: Reg,
        offset: i32,
    },
    Indexed {
        base: Reg,
        index: Index,
        offset: i32,
    },
    Global {
        global: patchlight_ir::GlobalId,
        offset: i64,
    },
    GlobalIndexed {
        global: patchlight_ir::GlobalId,
        index: Reg,
        scale: u16,
        sext: bool,
        offset: i32,
    },
}

impl FnLower<'_, '_, '_> {
    /// The address that a pointer operand stands for; its registers live as long as the operand.
    pub fn take_addr(&mut self, ptr: Operand) -> Lowered<Addr> {
        let val = self.take(ptr)?;
        self.addr_of(val)
    }

    pub fn addr_of(&mut self, val: Val) -> Lowered<Addr> {
        match val {
            Val::Addr(addr) => Ok(addr),
            val => Ok(Addr::reg(self.in_reg(val, Scalar::Ptr)?)),
        }
    }

    fn encode(&mut self, addr: Addr) -> Encoded {
        let offset = i32::try_from(addr.offset);
        match (addr.base, addr.index, offset) {
            (Base::Reg(base), None, Ok(offset)) => Encoded::Plain { base, offset },
            (Base::Reg(base), Some(index), Ok(offset)) => Encoded::Indexed { base, index, offset },
            (Base::Global(global), None, _) => Encoded::Global { global, offset: addr.offset },
            (Base::Global(global), Some(index), Ok(offset)) if index.scale <= u16::MAX.into() => {
                let Index { reg, scale, sext } = index;
                Encoded::GlobalIndexed { global, index: reg, scale: scale as u16, sext, offset }
            }
            (Base::Global(global), Some(index), _) => {
                let base = self.scratch(1);
                let offset = addr.offset;
                self.emit(Op::GlobalAddr { dst: Def(base), global, offset });
                Encoded::Indexed { base, index, offset: 0 }
            }
            (Base::Reg(old), index, Err(_)) => {
                let base = self.scratch(1);
                self.emit(Op::Add64I { dst: Def(base), a: old, b: addr.offset as u64 });
                match index {
                    Some(index) => Encoded::Indexed { base, index, offset: 0 },
                    None => Encoded::Plain { base, offset: 0 },
                }
            }
        }
    }

    pub fn emit_address(&mut self, dst: Def, addr: Addr) {
        let op = match self.encode(addr) {
            Encoded::Plain { base: a, offset: 0 } => Op::Mov { dst, a },
            Encoded::Plain { base: a, offset } => {
                Op::Add64I { dst, a, b: i64::from(offset) as u64 }
            }
            Encoded::Indexed { base, index, offset } => {
                let Index { reg: index, scale, sext } = index;
                match sext {
                    true => Op::LeaXs { dst, base, index, scale, offset },
                    false => Op::LeaX { dst, base, index, scale, offset },
                }
            }
            Encoded::Global { global, offset } => Op::GlobalAddr { dst, global, offset },
            Encoded::GlobalIndexed { global, index, scale, sext, offset } => match sext {
                true => Op::LeaGXs { dst, index, scale, global, offset },
                false => Op::LeaGX { dst, index, scale, global, offset },
            },
        };
        self.emit(op);
    }

    /// Loads up to 64 bits into `dst`.
    pub fn emit_load(&mut self, bits: u8, dst: Reg, addr: Addr) {
        let encoded = self.encode(addr);
        let dst = Def(dst);
        let op = access_op!(self, encoded, bits, dst: dst, [
            8 Load8 Load8X Load8Xs Load8G Load8GX Load8GXs
            16 Load16 Load16X Load16Xs Load16G Load16GX Load16GXs
            32 Load32 Load32X Load32Xs Load32G Load32GX Load32GXs
            64 Load64 Load64X Load64Xs Load64G Load64GX Load64GXs
        ]);
        if let Some(op) = op {
            return self.emit(op);
        }
        // Odd widths: whole bytes, then the bits that count.
        let w = bits.next_multiple_of(8);
        if w == 8 {
            self.emit_load(8, dst.0, addr);
        } else {
            let (base, offset) = self.plain(addr);
            self.emit(Op::LoadN { w, dst, base, offset });
        }
        if w != bits {
            self.emit(Op::Trunc { from: w, to: bits, dst, a: dst.0 });
        }
    }

    pub fn emit_store(&mut self, bits: u8, a: Reg, addr: Addr) {
        let encoded = self.encode(addr);
        let op = access_op!(self, encoded, bits, a: a, [
            8 Store8 Store8X Store8Xs Store8G Store8GX Store8GXs
            16 Store16 Store16X Store16Xs Store16G Store16GX Store16GXs
            32 Store32 Store32X Store32Xs Store32G Store32GX Store32GXs
            64 Store64 Store64X Store64Xs Store64G Store64GX Store64GXs
        ]);
        if let Some(op) = op {
            return self.emit(op);
        }
        let w = bits.next_multiple_of(8);
        if w == 8 {
            self.emit_store(8, a, addr);
        } else {
            let (base, offset) = self.plain(addr);
            self.emit(Op::StoreN { w, a, base, offset });
        }
    }

    /// The address as a base and an offset only.
    fn plain(&mut self, addr: Addr) -> (Reg, i32) {
        match self.encode(addr) {
            Encoded::Plain { base, offset } => (base, offset),
            _ => {
                let base = self.scratch(1);
                self.emit_address(Def(base), addr);
                (base, 0)
            }
        }
    }

    /// Loads a scalar of any width; the caller owns the result.
    pub fn load_scalar(&mut self, scalar: Scalar, addr: Addr) -> Val {
        let bits = scalar.bits();
        let dst = self.result(scalar.words());
        self.emit_load(bits.min(64), dst, addr);
        if bits > 64 {
            self.emit_load(bits - 64, Reg(dst.0 + 1), addr.plus(8));
        }
        Val::Reg(dst)
    }

    pub fn store_scalar(&mut self, scalar: Scalar, val: Val, addr: Addr) -> Lowered<()> {
        let a = self.in_reg(val, scalar)?;
        let bits = scalar.bits();
        self.emit_store(bits.min(64), a, addr);
        if bits > 64 {
            self.emit_store(bits - 64, Reg(a.0 + 1), addr.plus(8));
        }
        Ok(())
    }

    /// Loads a value of any type; the caller owns the result.
    pub fn load_value(&mut self, ty: TypeId, addr: Addr) -> Lowered<Val> {
        if let Shape::Scalar(scalar) = self.cx.layouts.shape(ty) {
            return Ok(self.load_scalar(scalar, addr));
        }
        if self.cx.layouts.is_packed_vector(ty) {
            return self.load_packed(ty, addr);
        }
        let Some(range) = self.cx.layouts.parts(ty) else { return self.unsupported_type(ty) };
        let mut parts = Vec::with_capacity(range.len as usize);
        for i in range.iter() {
            let part = self.cx.layouts.part(i);
            parts.push(self.load_scalar(part.scalar, addr.plus(part.offset)));
        }
        Ok(self.parts_val(&parts))
    }

    pub fn store_value(&mut self, ty: TypeId, val: Val, addr: Addr) -> Lowered<()> {
        if let Shape::Scalar(scalar) = self.cx.layouts.shape(ty) {
            return self.store_scalar(scalar, val, addr);
        }
        if self.cx.layouts.is_packed_vector(ty) {
            return self.store_packed(ty, val, addr);
        }
        let Some(range) = self.cx.layouts.parts(ty) else { return self.unsupported_type(ty) };
        let vals = self.parts_of(val);
        for (i, val) in range.iter().zip(vals) {
            let part = self.cx.layouts.part(i);
            self.store_scalar(part.scalar, val, addr.plus(part.offset))?;
        }
        Ok(())
    }

    pub fn lower_load(&mut self, inst: &Inst, ptr: Operand) -> Lowered<()> {
        if let Some((home, _)) = self.promoted(ptr) {
            self.define(inst, Val::Reg(home));
            return Ok(());
        }
        if self.is_not_evaluated(inst) {
            self.drop_use(ptr);
            let val = self.zero(inst.ty)?;
            self.define(inst, val);
            return Ok(());
        }
        let addr = self.take_addr(ptr)?;
        let shape = self.cx.layouts.shape(inst.ty);
        if matches!(shape, Shape::Scalar(s) if matches!(s.bits(), 8 | 16 | 32 | 64))
            && is_direct(addr)
        {
            self.single_op();
        }
        let val = self.load_value(inst.ty, addr)?;
        self.define(inst, val);
        Ok(())
    }

    pub fn lower_store(&mut self, value: Operand, ptr: Operand) -> Lowered<()> {
        if let Some((home, scalar)) = self.promoted(ptr) {
            return self.assign(home, scalar, value);
        }
        let ty = self.type_of(value);
        let val = match self.cx.layouts.shape(ty) {
            Shape::Scalar(scalar) => match self.untruncated(value, scalar) {
                Some(reg) => {
                    self.take(value)?;
                    Val::Reg(reg)
                }
                None => self.take_scalar(value)?,
            },
            _ => self.take(value)?,
        };
        let addr = self.take_addr(ptr)?;
        self.store_value(ty, val, addr)
    }

    /// The register whose low bits are a truncated value, if a store takes no others.
    fn untruncated(&self, value: Operand, scalar: Scalar) -> Option<Reg> {
        let Operand::Local(value) = value else { return None };
        match (self.peek(value), scalar) {
            (Val::Field { reg, shift: 0, mask: kept, .. }, Scalar::Int(bits @ (8 | 16 | 32)))
                if kept == mask(bits) =>
            {
                Some(reg)
            }
            _ => None,
        }
    }

    pub fn lower_alloca(
        &mut self,
        inst: &Inst,
        ty: TypeId,
        count: Option<Operand>,
        align: u32,
    ) -> Lowered<()> {
        let Some(value) = inst.result else { return Ok(()) };
        if matches!(self.peek(value), Val::Local(_)) {
            return Ok(());
        }
        let layout = self.cx.layouts.get(ty);
        let align = if align == 0 { layout.align } else { align };
        let count = match count {
            None => Src::Imm(1),
            Some(count) => {
                let scalar = self.scalar_of(self.type_of(count))?;
                let src = self.take_src(count)?;
                match src {
                    Src::Imm(n) => Src::Imm(n & mask(scalar.bits())),
                    src => src,
                }
            }
        };
        let dst = self.result(1);
        match count {
            Src::Imm(n) => {
                let size = layout.size.saturating_mul(n);
                self.add_memory_local(value, size, align, dst);
            }
            Src::Reg(n) => {
                let size = match layout.size {
                    1 => n,
                    size => {
                        let total = self.scratch(1);
                        self.emit(Op::Mul64I { dst: Def(total), a: n, b: size });
                        total
                    }
                };
                let local = self.add_dynamic_local(value, align);
                self.emit(Op::AllocaDyn { dst: Def(dst), size, local });
            }
        }
        self.define(inst, Val::Reg(dst));
        Ok(())
    }

    fn add_dynamic_local(&mut self, value: crate::ast::ValueId, align: u32) -> LocalId {
        let local = LocalId::from_index(self.out.locals.len());
        self.out.locals.push(patchlight_ir::Local {
            name: String::new(),
            place: LocalPlace::Memory { size: 0, align },
        });
        self.s.local_of[value.index()] = local.0;
        local
    }

    // Address computation.

    pub fn lower_gep(
        &mut self,
        inst: &Inst,
        source: TypeId,
        operands: List<Operand>,
    ) -> Lowered<()> {
        let body = self.body;
        let operands = body.operands(operands);
        if self.cx.layouts.is_vector(inst.ty) {
            return self.lower_vector_gep(inst, source, operands);
        }
        let Some((&base, indices)) = operands.split_first() else { return gap("getelementptr") };
        let mut addr = self.take_addr(base)?;
        let mut ty = source;
        for (level, &index) in indices.iter().enumerate() {
            let known = self.const_index(index);
            let Some((step, inner)) = self.cx.layouts.step(ty, level, known) else {
                return gap("getelementptr with this index");
            };
            ty = inner;
            addr = match step {
                Step::Offset(offset) => addr.plus(offset),
                Step::Stride(size) => self.add_index(addr, index, size)?,
            };
        }
        self.retain_addr(addr);
        self.define(inst, Val::Addr(addr));
        Ok(())
    }

    pub fn const_index(&self, index: Operand) -> Option<i64> {
        use crate::ast::ConstKind;
        let id = match index {
            Operand::Const(id) => id,
            Operand::Local(value) => {
                return match self.peek(value) {
                    Val::Imm(imm) => Some(imm as i64),
                    _ => None,
                };
            }
            _ => return None,
        };
        let constant = self.ast.consts.get(id);
        let bits = match self.ast.types.get(constant.ty) {
            Type::Int(bits) => bits.min(64) as u8,
            _ => return None,
        };
        match constant.kind {
            ConstKind::Bits(value) => Some(signed(value, bits)),
            ConstKind::Wide(words) => self.ast.consts.words(words).first().map(|&w| w as i64),
            ConstKind::Zero | ConstKind::Undef | ConstKind::Poison | ConstKind::Null => Some(0),
            _ => None,
        }
    }

    fn add_index(&mut self, addr: Addr, index: Operand, stride: u64) -> Lowered<Addr> {
        if let Operand::Const(_) = index
            && let Some(index) = self.const_index(index)
        {
            return Ok(addr.plus((index as u64).wrapping_mul(stride)));
        }
        let scalar = self.scalar_of(self.type_of(index))?;
        // A sign extension that still waits goes into the address.
        let val = match index {
            Operand::Local(v) if matches!(self.peek(v), Val::Sext { from: 32, to: 64, .. }) => {
                self.take(index)?
            }
            _ => self.take_scalar(index)?,
        };
        self.add_index_val(addr, val, scalar, stride)
    }

    /// `addr + val * stride`; what has to be computed for it ends with the instruction unless the
    /// caller retains the address.
    pub fn add_index_val(
        &mut self,
        addr: Addr,
        val: Val,
        scalar: Scalar,
        stride: u64,
    ) -> Lowered<Addr> {
        let (reg, sext) = match val {
            Val::Imm(imm) => {
                let index = signed(imm, scalar.bits().min(64));
                return Ok(addr.plus((index as u64).wrapping_mul(stride)));
            }
            Val::Sext { reg, from: 32, to: 64 } => (reg, true),
            val => match scalar.bits() {
                64 => (self.in_reg(val, scalar)?, false),
                32 => (self.in_reg(val, scalar)?, true),
                bits if bits > 64 => {
                    let wide = self.truncate(scalar, Scalar::Int(64), val)?;
                    let reg = self.in_reg(wide, Scalar::Int(64))?;
                    (reg, false)
                }
                from => {
                    let a = self.in_reg(val, scalar)?;
                    let dst = self.scratch(1);
                    self.emit(Op::Sext { from, to: 64, dst: Def(dst), a });
                    (dst, false)
                }
            },
        };
        if stride == 0 {
            return Ok(addr);
        }
        let addr = match addr.index {
            None => addr,
            // One index is all that an address can hold.
            Some(_) => {
                let base = self.scratch(1);
                let start = Addr { offset: 0, ..addr };
                self.emit_address(Def(base), start);
                Addr { base: Base::Reg(base), index: None, offset: addr.offset }
            }
        };
        match u32::try_from(stride) {
            Ok(scale) => Ok(Addr { index: Some(Index { reg, scale, sext }), ..addr }),
            Err(_) => {
                let index = match sext {
                    true => {
                        let wide = self.scratch(1);
                        self.emit(Op::Sext { from: 32, to: 64, dst: Def(wide), a: reg });
                        wide
                    }
                    false => reg,
                };
                let scaled = self.scratch(1);
                self.emit(Op::Mul64I { dst: Def(scaled), a: index, b: stride });
                let index = Index { reg: scaled, scale: 1, sext: false };
                Ok(Addr { index: Some(index), ..addr })
            }
        }
    }

    // Atomics: one thread, so a plain read and a plain write.

    pub fn lower_cmpxchg(&mut self, inst: &Inst, operands: CmpXchgOperands) -> Lowered<()> {
        let body = self.body;
        let &[ptr, expected, new] = body.operands(operands.operands) else {
            return gap("cmpxchg");
        };
        let scalar = self.scalar_of(self.type_of(expected))?;
        let expected = self.take_scalar(expected)?;
        let new = self.take_scalar(new)?;
        let addr = self.take_addr(ptr)?;
        let old = self.load_scalar(scalar, addr);
        let success = self.compare(IntPred::Eq, scalar, old, expected)?;
        let success = self.settle(success, Scalar::Int(1))?;
        let cond = self.in_reg(success, Scalar::Int(1))?;
        let written = self.select(scalar, cond, new, old)?;
        self.store_scalar(scalar, written, addr)?;
        self.release(written);
        let val = self.parts_val(&[old, success]);
        self.define(inst, val);
        Ok(())
    }

    pub fn lower_atomic_rmw(
        &mut self,
        inst: &Inst,
        op: RmwOp,
        ptr: Operand,
        value: Operand,
    ) -> Lowered<()> {
        let scalar = self.scalar_of(self.type_of(value))?;
        let value = self.take_scalar(value)?;
        let addr = self.take_addr(ptr)?;
        let old = self.load_scalar(scalar, addr);
        let new = self.rmw(op, scalar, old, value)?;
        self.store_scalar(scalar, new, addr)?;
        self.release(new);
        self.define(inst, old);
        Ok(())
    }

    fn rmw(&mut self, op: RmwOp, scalar: Scalar, old: Val, value: Val) -> Lowered<Val> {
        use crate::ast::BinaryOp;
        let binary = match op {
            RmwOp::Xchg => {
                self.retain(value);
                return Ok(value);
            }
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::And => BinaryOp::And,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::Xor => BinaryOp::Xor,
            RmwOp::FAdd => BinaryOp::FAdd,
            RmwOp::FSub => BinaryOp::FSub,
            RmwOp::Nand => {
                let both = self.binary(BinaryOp::And, scalar, old, value)?;
                let val = self.invert(scalar, both)?;
                self.release(both);
                return Ok(val);
            }
            _ => return self.rmw_special(op, scalar, old, value),
        };
        self.binary(binary, scalar, old, value)
    }

    /// All bits flipped.
    pub fn invert(&mut self, scalar: Scalar, val: Val) -> Lowered<Val> {
        let ones = match scalar.bits() {
            bits if bits <= 64 => Val::Imm(mask(bits)),
            bits => Val::WideImm(u64::MAX, mask(bits - 64)),
        };
        self.binary(crate::ast::BinaryOp::Xor, scalar, val, ones)
    }

    fn rmw_special(&mut self, op: RmwOp, scalar: Scalar, old: Val, value: Val) -> Lowered<Val> {
        let a = self.in_reg(old, scalar)?;
        let b = self.in_reg(value, scalar)?;
        let bit2 = match op {
            RmwOp::Max => Some(BitBinOp::Smax),
            RmwOp::Min => Some(BitBinOp::Smin),
            RmwOp::UMax => Some(BitBinOp::Umax),
            RmwOp::UMin => Some(BitBinOp::Umin),
            RmwOp::USubSat => Some(BitBinOp::UsubSat),
            _ => None,
        };
        if let Some(op) = bit2 {
            let dst = self.result(scalar.words());
            self.emit(Op::BitBin { op, w: scalar.bits(), dst: Def(dst), a, b });
            return Ok(Val::Reg(dst));
        }
        if let Scalar::Float(fmt) = scalar {
            let op = match op {
                RmwOp::FMax => FloatBinOp::MaxNum,
                RmwOp::FMin => FloatBinOp::MinNum,
                RmwOp::FMaximum => FloatBinOp::Maximum,
                RmwOp::FMinimum => FloatBinOp::Minimum,
                _ => return gap("atomicrmw on floats"),
            };
            return Ok(self.float2(op, fmt, a, b));
        }
        if scalar.words() != 1 {
            return gap("atomicrmw at this width");
        }
        self.rmw_wrapping(op, scalar, Src::Reg(a), Src::Reg(b))
    }

    /// Increment and decrement with a bound, subtraction with a condition.
    fn rmw_wrapping(&mut self, op: RmwOp, scalar: Scalar, old: Src, bound: Src) -> Lowered<Val> {
        let (Src::Reg(a), Src::Reg(b)) = (old, bound) else { return gap("atomicrmw") };
        let (old_val, bound_val) = (Val::Reg(a), Val::Reg(b));
        let w = scalar.bits();
        match op {
            RmwOp::UIncWrap => {
                let next = self.int_binary(BinOp::Add, w, old, Src::Imm(1))?;
                let wraps = self.compare(IntPred::Uge, scalar, old_val, bound_val)?;
                self.select_and_release(scalar, wraps, Val::Imm(0), next)
            }
            RmwOp::UDecWrap => {
                let next = self.int_binary(BinOp::Sub, w, old, Src::Imm(1))?;
                let zero = self.compare(IntPred::Eq, scalar, old_val, Val::Imm(0))?;
                let kept = self.select_and_release(scalar, zero, bound_val, next)?;
                let above = self.compare(IntPred::Ugt, scalar, old_val, bound_val)?;
                self.select_and_release(scalar, above, bound_val, kept)
            }
            RmwOp::USubCond => {
                let less = self.int_binary(BinOp::Sub, w, old, bound)?;
                let fits = self.compare(IntPred::Uge, scalar, old_val, bound_val)?;
                let cond = self.in_reg(fits, Scalar::Int(1))?;
                let val = self.select(scalar, cond, less, old_val)?;
                self.release(fits);
                self.release(less);
                Ok(val)
            }
            _ => gap("atomicrmw operation"),
        }
    }

    fn select_and_release(
        &mut self,
        scalar: Scalar,
        cond: Val,
        a: Val,
        owned_b: Val,
    ) -> Lowered<Val> {
        let reg = self.in_reg(cond, Scalar::Int(1))?;
        let val = self.select(scalar, reg, a, owned_b)?;
        self.release(cond);
        self.release(owned_b);
        Ok(val)
    }
}

/// Can a load or store encode the address as it is?
fn is_direct(addr: Addr) -> bool {
    match (addr.base, addr.index) {
        (Base::Global(_), None) => true,
        (Base::Global(_), Some(index)) => {
            index.scale <= u16::MAX.into() && i32::try_from(addr.offset).is_ok()
        }
        (Base::Reg(_), _) => i32::try_from(addr.offset).is_ok(),
    }
}
