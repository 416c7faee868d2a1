//! Constants: numbers and addresses that are known before execution, and what code makes of them.

use super::arith::{fold, int_op, int_pred};
use super::function::{FnLower, Lowered, gap};
use super::module::{ModuleCx, SymbolRef};
use super::types::{Scalar, Shape, Step};
use super::value::{Addr, Val, mask, signed};
use crate::ast::{
    BinaryOp, CastOp, ConstId, ConstKind, IntPredicate, List, SymbolId, Type, TypeId,
};
use patchlight_ir::{Def, FuncId, GlobalId, Op};

/// A constant of a scalar type.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum Known {
    /// Cut to the width.
    Int(u128),
    Addr(LinkAddress),
    /// The distance of two addresses in different objects.
    Diff(LinkAddress, LinkAddress),
}

/// An address that the loader will know.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct LinkAddress {
    pub target: Target,
    pub addend: i64,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum Target {
    Func(FuncId),
    Global(GlobalId),
    /// A block by its number in the text.
    Block(FuncId, u32),
}

/// Constant expressions nest no deeper than this.
const MAX_DEPTH: u32 = 200;

impl ModuleCx<'_, '_> {
    /// The value of a scalar constant, if it can be said without executing anything.
    pub fn known(&mut self, id: ConstId) -> Option<Known> {
        self.known_at(id, 0)
    }

    fn known_at(&mut self, id: ConstId, depth: u32) -> Option<Known> {
        if depth > MAX_DEPTH {
            return None;
        }
        let constant = self.ast.consts.get(id);
        let deeper = depth + 1;
        match constant.kind {
            ConstKind::Bits(bits) => Some(Known::Int(bits.into())),
            ConstKind::Wide(words) => match *self.ast.consts.words(words) {
                [low] => Some(Known::Int(low.into())),
                [low, high] => Some(Known::Int(u128::from(high) << 64 | u128::from(low))),
                _ => None,
            },
            ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Zero
            | ConstKind::None => Some(Known::Int(0)),
            ConstKind::Symbol(symbol)
            | ConstKind::DsoLocalEquivalent(symbol)
            | ConstKind::NoCfi(symbol) => self.known_symbol(symbol),
            ConstKind::BlockAddress(block) => {
                let address = self.ast.consts.block_address(block);
                let symbol = self.ast.function(address.function).symbol;
                let SymbolRef::Func(func) = self.symbols[symbol.index()] else { return None };
                let target = Target::Block(func, address.block.0);
                Some(Known::Addr(LinkAddress { target, addend: 0 }))
            }
            ConstKind::GetElementPtr { source, operands, .. } => {
                self.known_gep(source, operands, deeper)
            }
            ConstKind::Cast { op, value } => {
                let from = self.ast.consts.get(value).ty;
                let value = self.known_at(value, deeper)?;
                self.known_cast(op, from, constant.ty, value)
            }
            ConstKind::Binary { op, lhs, rhs, .. } => {
                let lhs = self.known_at(lhs, deeper)?;
                let rhs = self.known_at(rhs, deeper)?;
                let Shape::Scalar(scalar) = self.layouts.shape(constant.ty) else { return None };
                known_binary(op, scalar.bits(), lhs, rhs)
            }
            ConstKind::ICmp { pred, lhs, rhs } => {
                let lhs = self.known_at(lhs, deeper)?;
                let rhs = self.known_at(rhs, deeper)?;
                self.known_compare(pred, lhs, rhs)
            }
            ConstKind::Select { cond, if_true, if_false } => match self.known_at(cond, deeper)? {
                Known::Int(0) => self.known_at(if_false, deeper),
                Known::Int(_) => self.known_at(if_true, deeper),
                _ => None,
            },
            _ => None,
        }
    }

    fn known_symbol(&self, symbol: SymbolId) -> Option<Known> {
        let target = match self.symbols[symbol.index()] {
            SymbolRef::Func(func) => Target::Func(func),
            SymbolRef::Global(global) => Target::Global(global),
            SymbolRef::Intrinsic(_) | SymbolRef::Undefined => return None,
        };
        Some(Known::Addr(LinkAddress { target, addend: 0 }))
    }

    fn known_gep(&mut self, source: TypeId, operands: List<ConstId>, depth: u32) -> Option<Known> {
        let ast = self.ast;
        let (&base, indices) = ast.consts.elements(operands).split_first()?;
        let base = self.known_at(base, depth)?;
        let (mut ty, mut offset) = (source, 0i64);
        for (level, &index) in indices.iter().enumerate() {
            let index_ty = ast.consts.get(index).ty;
            let Known::Int(index) = self.known_at(index, depth)? else { return None };
            let index = match ast.types.get(index_ty) {
                Type::Int(bits) if bits < 64 => signed(index as u64, bits as u8),
                _ => index as i64,
            };
            let (step, inner) = self.layouts.step(ty, level, Some(index))?;
            ty = inner;
            offset = offset.wrapping_add(match step {
                Step::Offset(offset) => offset as i64,
                Step::Stride(size) => index.wrapping_mul(size as i64),
            });
        }
        Some(match base {
            Known::Int(base) => Known::Int((base as u64).wrapping_add(offset as u64).into()),
            Known::Addr(place) => Known::Addr(place.plus(offset)),
            Known::Diff(..) => return None,
        })
    }

    fn known_cast(&mut self, op: CastOp, from: TypeId, to: TypeId, value: Known) -> Option<Known> {
        let (Shape::Scalar(from), Shape::Scalar(to)) =
            (self.layouts.shape(from), self.layouts.shape(to))
        else {
            return None;
        };
        match (op, value) {
            (CastOp::Trunc | CastOp::ZExt, Known::Int(value)) => {
                Some(Known::Int(value & wide_mask(to.bits())))
            }
            (CastOp::SExt, Known::Int(value)) => {
                let shift = 128 - u32::from(from.bits());
                let extended = ((value << shift) as i128 >> shift) as u128;
                Some(Known::Int(extended & wide_mask(to.bits())))
            }
            (CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr, Known::Int(value)) => {
                Some(Known::Int(value & wide_mask(to.bits().min(64))))
            }
            (CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr, Known::Addr(_))
                if to.bits() == 64 =>
            {
                Some(value)
            }
            (CastOp::BitCast | CastOp::AddrSpaceCast, _) => Some(value),
            (CastOp::Trunc, Known::Diff(..)) => Some(value),
            _ => None,
        }
    }

    fn known_compare(&self, pred: IntPredicate, lhs: Known, rhs: Known) -> Option<Known> {
        let equal = match (lhs, rhs) {
            (Known::Int(a), Known::Int(b)) => {
                let holds = match pred {
                    IntPredicate::Eq => a == b,
                    IntPredicate::Ne => a != b,
                    IntPredicate::Ult => a < b,
                    IntPredicate::Ule => a <= b,
                    IntPredicate::Ugt => a > b,
                    IntPredicate::Uge => a >= b,
                    _ => return None,
                };
                return Some(Known::Int(holds.into()));
            }
            (Known::Addr(a), Known::Addr(b)) if a.target == b.target => a.addend == b.addend,
            _ => return None,
        };
        match pred {
            IntPredicate::Eq => Some(Known::Int(equal.into())),
            IntPredicate::Ne => Some(Known::Int((!equal).into())),
            _ => None,
        }
    }
}

impl LinkAddress {
    pub fn plus(self, offset: i64) -> LinkAddress {
        LinkAddress { addend: self.addend.wrapping_add(offset), ..self }
    }
}

fn wide_mask(bits: u8) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

fn known_binary(op: BinaryOp, bits: u8, lhs: Known, rhs: Known) -> Option<Known> {
    match (op, lhs, rhs) {
        (_, Known::Int(a), Known::Int(b)) => fold(int_op(op)?, bits, a, b).map(Known::Int),
        (BinaryOp::Add, Known::Addr(place), Known::Int(n))
        | (BinaryOp::Add, Known::Int(n), Known::Addr(place)) => {
            Some(Known::Addr(place.plus(n as i64)))
        }
        (BinaryOp::Sub, Known::Addr(place), Known::Int(n)) => {
            Some(Known::Addr(place.plus((n as i64).wrapping_neg())))
        }
        (BinaryOp::Sub, Known::Addr(a), Known::Addr(b)) if a.target == b.target => {
            let distance = a.addend.wrapping_sub(b.addend) as u64;
            Some(Known::Int(u128::from(distance) & wide_mask(bits)))
        }
        (BinaryOp::Sub, Known::Addr(a), Known::Addr(b)) => Some(Known::Diff(a, b)),
        (BinaryOp::Add, Known::Diff(a, b), Known::Int(n)) => Some(Known::Diff(a.plus(n as i64), b)),
        _ => None,
    }
}

impl FnLower<'_, '_, '_> {
    pub fn symbol_val(&mut self, symbol: SymbolId) -> Val {
        match self.cx.symbols[symbol.index()] {
            SymbolRef::Func(func) => Val::Func(func),
            SymbolRef::Global(global) => Val::Addr(Addr::global(global, 0)),
            SymbolRef::Intrinsic(_) | SymbolRef::Undefined => Val::Imm(0),
        }
    }

    /// A constant as a value; the caller owns what has to be computed for it.
    pub fn const_val(&mut self, id: ConstId) -> Lowered<Val> {
        let constant = self.ast.consts.get(id);
        match constant.kind {
            ConstKind::Bits(bits) => return Ok(Val::Imm(bits)),
            ConstKind::Symbol(symbol) => return Ok(self.symbol_val(symbol)),
            _ => {}
        }
        match self.cx.layouts.shape(constant.ty) {
            Shape::Scalar(scalar) => self.const_scalar(id, scalar),
            Shape::Split => {
                let mut parts = Vec::new();
                self.const_parts(id, &mut parts)?;
                Ok(self.parts_val(&parts))
            }
            Shape::Empty => Ok(Val::Imm(0)),
            Shape::Unsupported => self.unsupported_type(constant.ty),
        }
    }

    fn const_scalar(&mut self, id: ConstId, scalar: Scalar) -> Lowered<Val> {
        match self.cx.known(id) {
            Some(Known::Int(value)) if scalar.words() == 1 => Ok(Val::Imm(value as u64)),
            Some(Known::Int(value)) => Ok(Val::WideImm(value as u64, (value >> 64) as u64)),
            Some(Known::Addr(place)) => self.place_val(place),
            _ => self.const_expr(id, scalar),
        }
    }

    fn place_val(&mut self, place: LinkAddress) -> Lowered<Val> {
        match place.target {
            Target::Global(global) => Ok(Val::Addr(Addr::global(global, place.addend))),
            Target::Func(func) if place.addend == 0 => Ok(Val::Func(func)),
            Target::Func(func) => {
                let base = self.scratch(1);
                self.emit(Op::FuncAddr { dst: Def(base), func });
                let addr = Addr { offset: place.addend, ..Addr::reg(base) };
                self.retain_addr(addr);
                Ok(Val::Addr(addr))
            }
            Target::Block(func, block) => {
                let dst = self.result(1);
                self.cx.has_block_addresses = true;
                let block = patchlight_ir::BlockId(block);
                self.emit(Op::BlockAddr { dst: Def(dst), func, block });
                Ok(Val::Reg(dst))
            }
        }
    }

    /// An expression whose value only execution knows.
    fn const_expr(&mut self, id: ConstId, scalar: Scalar) -> Lowered<Val> {
        let constant = self.ast.consts.get(id);
        match constant.kind {
            ConstKind::Binary { op, lhs, rhs, .. } => {
                let (a, b) = (self.const_val(lhs)?, self.const_val(rhs)?);
                let val = self.binary(op, scalar, a, b)?;
                self.release(a);
                self.release(b);
                Ok(val)
            }
            ConstKind::Cast { op, value } => {
                let from = self.scalar_of(self.ast.consts.get(value).ty)?;
                let a = self.const_val(value)?;
                let val = self.cast(op, from, scalar, a)?;
                self.release(a);
                Ok(val)
            }
            ConstKind::ICmp { pred, lhs, rhs } => {
                let from = self.scalar_of(self.ast.consts.get(lhs).ty)?;
                let (a, b) = (self.const_val(lhs)?, self.const_val(rhs)?);
                let val = self.compare(int_pred(pred), from, a, b)?;
                let val = self.settle(val, Scalar::Int(1))?;
                self.release(a);
                self.release(b);
                Ok(val)
            }
            ConstKind::Select { cond, if_true, if_false } => {
                let cond = self.const_val(cond)?;
                let (a, b) = (self.const_val(if_true)?, self.const_val(if_false)?);
                let reg = self.in_reg(cond, Scalar::Int(1))?;
                let val = self.select(scalar, reg, a, b)?;
                self.release(cond);
                self.release(a);
                self.release(b);
                Ok(val)
            }
            ConstKind::GetElementPtr { source, operands, .. } => {
                self.const_gep(source, self.ast.consts.elements(operands))
            }
            _ => gap("constant expression"),
        }
    }

    fn const_gep(&mut self, source: TypeId, operands: &[ConstId]) -> Lowered<Val> {
        let Some((&base, indices)) = operands.split_first() else { return gap("getelementptr") };
        let base = self.const_val(base)?;
        self.free_later(base);
        let mut addr = self.addr_of(base)?;
        let mut ty = source;
        for (level, &index) in indices.iter().enumerate() {
            let scalar = self.scalar_of(self.ast.consts.get(index).ty)?;
            let val = self.const_val(index)?;
            self.free_later(val);
            let known = match val {
                Val::Imm(imm) => Some(signed(imm, scalar.bits().min(64))),
                _ => None,
            };
            let Some((step, inner)) = self.cx.layouts.step(ty, level, known) else {
                return gap("getelementptr with this index");
            };
            ty = inner;
            addr = match step {
                Step::Offset(offset) => addr.plus(offset),
                Step::Stride(size) => self.add_index_val(addr, val, scalar, size)?,
            };
        }
        self.retain_addr(addr);
        Ok(Val::Addr(addr))
    }

    /// The scalars of a split constant, in order.
    fn const_parts(&mut self, id: ConstId, parts: &mut Vec<Val>) -> Lowered<()> {
        let constant = self.ast.consts.get(id);
        let ast = self.ast;
        match constant.kind {
            ConstKind::Aggregate(list) => {
                for &element in ast.consts.elements(list) {
                    match self.cx.layouts.shape(ast.consts.get(element).ty) {
                        Shape::Split => self.const_parts(element, parts)?,
                        Shape::Empty => {}
                        _ => parts.push(self.const_val(element)?),
                    }
                }
                Ok(())
            }
            ConstKind::Splat(element) => {
                let Some((_, len)) = self.cx.layouts.element(constant.ty) else {
                    return gap("splat");
                };
                let val = self.const_val(element)?;
                for _ in 0..len {
                    self.retain(val);
                    parts.push(val);
                }
                Ok(())
            }
            ConstKind::Bytes(bytes) => {
                parts.extend(ast.consts.bytes(bytes).iter().map(|&byte| Val::Imm(byte.into())));
                Ok(())
            }
            ConstKind::Zero | ConstKind::Undef | ConstKind::Poison | ConstKind::Null => {
                let val = self.zero(constant.ty)?;
                parts.extend(self.parts_of(val));
                Ok(())
            }
            _ => {
                let Some(bytes) = self.cx.const_bytes(id) else {
                    return gap("constant expression of a vector or aggregate");
                };
                self.parts_from_bytes(constant.ty, &bytes, parts)
            }
        }
    }

    /// The scalars of a value whose memory image is known.
    fn parts_from_bytes(&mut self, ty: TypeId, bytes: &[u8], parts: &mut Vec<Val>) -> Lowered<()> {
        let Some(range) = self.cx.layouts.parts(ty) else { return self.unsupported_type(ty) };
        for i in range.iter() {
            let part = self.cx.layouts.part(i);
            let start = part.offset as usize;
            let mut image = [0u8; 16];
            for (to, from) in image.iter_mut().zip(bytes.iter().skip(start)) {
                *to = *from;
            }
            let value = u128::from_le_bytes(image) & wide_mask(part.scalar.bits());
            parts.push(match part.scalar.words() {
                1 => Val::Imm(value as u64 & mask(part.scalar.bits())),
                _ => Val::WideImm(value as u64, (value >> 64) as u64),
            });
        }
        Ok(())
    }
}
