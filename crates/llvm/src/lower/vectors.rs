//! Vectors and aggregates: lists of scalars, so most of their instructions only rename parts.

use super::function::{FnLower, Lowered, gap};
use super::types::{Scalar, Shape, Step};
use super::value::{Addr, Src, Val, mask, signed};
use crate::ast::{CastOp, ConstId, ConstKind, Inst, Operand, TypeId};
use patchlight_ir::kinds::{BinOp, IntPred};
use patchlight_ir::{Def, Reg};

/// Up to 64 bits of a value that is taken apart.
#[derive(Copy, Clone, Debug)]
struct Chunk {
    start: u32,
    bits: u32,
    src: Src,
}

impl FnLower<'_, '_, '_> {
    pub fn lower_extract_value(
        &mut self,
        inst: &Inst,
        aggregate: Operand,
        indices: &[u32],
    ) -> Lowered<()> {
        let ty = self.type_of(aggregate);
        let val = self.take(aggregate)?;
        let Some((start, len, _)) = self.cx.layouts.sub_parts(ty, indices) else {
            return self.unsupported_type(ty);
        };
        let parts = self.parts_of(val);
        let picked = &parts[start as usize..(start + len) as usize];
        self.define_picked(inst, picked)
    }

    /// The result is these parts, which other values own.
    fn define_picked(&mut self, inst: &Inst, picked: &[Val]) -> Lowered<()> {
        let val = match (self.cx.layouts.shape(inst.ty), picked) {
            (Shape::Scalar(_), &[val]) => val,
            _ => self.parts_val(picked),
        };
        self.retain(val);
        self.define(inst, val);
        Ok(())
    }

    pub fn lower_insert_value(
        &mut self,
        inst: &Inst,
        aggregate: Operand,
        element: Operand,
        indices: &[u32],
    ) -> Lowered<()> {
        let val = self.take(aggregate)?;
        let mut parts = self.parts_of(val);
        let element = match self.cx.is_scalar(self.type_of(element)) {
            true => self.take_scalar(element)?,
            false => self.take(element)?,
        };
        let Some((start, len, _)) = self.cx.layouts.sub_parts(inst.ty, indices) else {
            return self.unsupported_type(inst.ty);
        };
        let element = self.parts_of(element);
        parts[start as usize..(start + len) as usize].copy_from_slice(&element);
        self.define_picked(inst, &parts)
    }

    pub fn lower_extract_element(
        &mut self,
        inst: &Inst,
        vector: Operand,
        index: Operand,
    ) -> Lowered<()> {
        let val = self.take(vector)?;
        let parts = self.parts_of(val);
        if let Some(index) = self.const_index(index) {
            let part = usize::try_from(index).ok().and_then(|i| parts.get(i)).copied();
            return self.define_picked(inst, &[part.unwrap_or(Val::Imm(0))]);
        }
        let scalar = self.scalar_of(inst.ty)?;
        let index_scalar = self.scalar_of(self.type_of(index))?;
        let index = self.take_scalar(index)?;
        let Some((&last, rest)) = parts.split_last() else { return gap("empty vector") };
        let mut val = last;
        self.retain(val);
        for (i, &part) in rest.iter().enumerate().rev() {
            let cond = self.lane_chosen(index, index_scalar, i)?;
            let next = self.select(scalar, cond, part, val)?;
            self.release(val);
            val = next;
        }
        self.define(inst, val);
        Ok(())
    }

    /// Is this lane the one that a variable index means?
    fn lane_chosen(&mut self, index: Val, scalar: Scalar, lane: usize) -> Lowered<Reg> {
        let cmp = self.compare(IntPred::Eq, scalar, index, Val::Imm(lane as u64))?;
        self.free_later(cmp);
        let cond = self.in_reg(cmp, Scalar::Int(1))?;
        Ok(cond)
    }

    pub fn lower_insert_element(
        &mut self,
        inst: &Inst,
        vector: Operand,
        element: Operand,
        index: Operand,
    ) -> Lowered<()> {
        let val = self.take(vector)?;
        let mut parts = self.parts_of(val);
        let element_ty = self.type_of(element);
        let element = self.take_scalar(element)?;
        if let Some(index) = self.const_index(index) {
            if let Some(part) = usize::try_from(index).ok().and_then(|i| parts.get_mut(i)) {
                *part = element;
            }
            return self.define_picked(inst, &parts);
        }
        let scalar = self.scalar_of(element_ty)?;
        let index_scalar = self.scalar_of(self.type_of(index))?;
        let index = self.take_scalar(index)?;
        for (i, part) in parts.iter_mut().enumerate() {
            let cond = self.lane_chosen(index, index_scalar, i)?;
            *part = self.select(scalar, cond, element, *part)?;
        }
        let val = self.parts_val(&parts);
        self.define(inst, val);
        Ok(())
    }

    pub fn lower_shuffle(
        &mut self,
        inst: &Inst,
        lhs: Operand,
        rhs: Operand,
        shuffle: ConstId,
    ) -> Lowered<()> {
        let a = self.take(lhs)?;
        let b = self.take(rhs)?;
        let mut sources = self.parts_of(a);
        sources.extend(self.parts_of(b));
        let Some(range) = self.cx.layouts.parts(inst.ty) else {
            return self.unsupported_type(inst.ty);
        };
        let ast = self.ast;
        let lane_of = |element: ConstId| match ast.consts.get(element).kind {
            ConstKind::Bits(lane) => lane as usize,
            ConstKind::Zero => 0,
            // Undefined: zero, as everywhere.
            _ => usize::MAX,
        };
        let n = range.len as usize;
        let lanes: Vec<usize> = match ast.consts.get(shuffle).kind {
            ConstKind::Aggregate(list) => {
                ast.consts.elements(list).iter().map(|&element| lane_of(element)).collect()
            }
            ConstKind::Splat(element) => vec![lane_of(element); n],
            ConstKind::Zero => vec![0; n],
            _ => vec![usize::MAX; n],
        };
        let picked: Vec<Val> =
            lanes.iter().map(|&i| sources.get(i).copied().unwrap_or(Val::Imm(0))).collect();
        self.define_picked(inst, &picked)
    }

    pub fn lower_vector_cast(&mut self, inst: &Inst, op: CastOp, value: Operand) -> Lowered<()> {
        let from_ty = self.type_of(value);
        if op == CastOp::BitCast {
            let from = self.scalars(from_ty)?;
            let to = self.scalars(inst.ty)?;
            let val = match from.len() {
                1 => self.take_scalar(value)?,
                _ => self.take(value)?,
            };
            let parts = self.regroup(&from, val, &to)?;
            let val = match (self.cx.layouts.shape(inst.ty), parts.as_slice()) {
                (Shape::Scalar(_), &[val]) => val,
                _ => self.parts_val(&parts),
            };
            self.define(inst, val);
            return Ok(());
        }
        let to = self.scalars(inst.ty)?;
        let mut lane = 0;
        self.each_lane(inst, &[value], |f, from, vals| {
            let to = to[lane];
            lane += 1;
            let val = f.cast(op, from, to, vals[0])?;
            f.settle(val, to)
        })
    }

    // Bits.

    /// The same bits as other scalars, lowest first; the caller owns them.
    pub fn regroup(&mut self, from: &[Scalar], val: Val, to: &[Scalar]) -> Lowered<Vec<Val>> {
        let chunks = self.chunks(from, val)?;
        let mut start = 0;
        let mut parts = Vec::with_capacity(to.len());
        for &scalar in to {
            let bits = u32::from(scalar.bits());
            let low = self.gather(&chunks, start, bits.min(64))?;
            if bits <= 64 {
                parts.push(low);
            } else {
                let high = self.gather(&chunks, start + 64, bits - 64)?;
                let (low_src, high_src) =
                    (self.source(low, Scalar::Int(64))?, self.source(high, Scalar::Int(64))?);
                let pair = self.result(2);
                self.move_word(pair, low_src);
                self.move_word(Reg(pair.0 + 1), high_src);
                self.release(low);
                self.release(high);
                parts.push(Val::Reg(pair));
            }
            start += bits;
        }
        Ok(parts)
    }

    fn chunks(&mut self, from: &[Scalar], val: Val) -> Lowered<Vec<Chunk>> {
        let words = self.words_of(from, val)?;
        let mut words = words.into_iter();
        let mut chunks = Vec::new();
        let mut start = 0;
        for scalar in from {
            let mut left = u32::from(scalar.bits());
            while left > 0 {
                let bits = left.min(64);
                let src = words.next().unwrap_or(Src::Imm(0));
                chunks.push(Chunk { start, bits, src });
                start += bits;
                left -= bits;
            }
        }
        Ok(chunks)
    }

    /// `bits` ≤ 64 bits from `start` on as one word.
    fn gather(&mut self, chunks: &[Chunk], start: u32, bits: u32) -> Lowered<Val> {
        let end = start + bits;
        let mut word = Val::Imm(0);
        for chunk in chunks {
            let chunk_end = chunk.start + chunk.bits;
            if chunk_end <= start || chunk.start >= end {
                continue;
            }
            let piece = self.piece(chunk, start, end)?;
            word = match word {
                Val::Imm(0) => piece,
                word => {
                    let a = self.source(word, Scalar::Int(64))?;
                    let b = self.source(piece, Scalar::Int(64))?;
                    let both = self.int_binary(BinOp::Or, 64, a, b)?;
                    self.release(word);
                    self.release(piece);
                    both
                }
            };
        }
        Ok(word)
    }

    /// What a chunk adds to the word of bits `start..end`, in its place there.
    fn piece(&mut self, chunk: &Chunk, start: u32, end: u32) -> Lowered<Val> {
        let mut val = match chunk.src {
            Src::Reg(reg) => Val::Reg(reg),
            Src::Imm(imm) => Val::Imm(imm),
        };
        self.retain(val);
        let step = |f: &mut Self, op: BinOp, val: Val, imm: u64| -> Lowered<Val> {
            let src = f.source(val, Scalar::Int(64))?;
            let next = f.int_binary(op, 64, src, Src::Imm(imm))?;
            f.release(val);
            Ok(next)
        };
        let mut bits = chunk.bits;
        if chunk.start < start {
            let cut = start - chunk.start;
            val = step(self, BinOp::Lshr, val, cut.into())?;
            bits -= cut;
        }
        let from = chunk.start.max(start);
        if from + bits > end {
            val = step(self, BinOp::And, val, mask((end - from) as u8))?;
        }
        if from > start {
            val = step(self, BinOp::Shl, val, (from - start).into())?;
        }
        Ok(val)
    }

    /// A vector of elements that are not whole bytes.
    pub fn load_packed(&mut self, ty: TypeId, addr: Addr) -> Lowered<Val> {
        let scalars = self.scalars(ty)?;
        let words = packed_words(&scalars);
        let mut loaded = Vec::with_capacity(words.len());
        for (i, &word) in words.iter().enumerate() {
            loaded.push(self.load_scalar(word, addr.plus(8 * i as u64)));
        }
        let image = self.parts_val(&loaded);
        let parts = self.regroup(&words, image, &scalars)?;
        self.release(image);
        Ok(self.parts_val(&parts))
    }

    pub fn store_packed(&mut self, ty: TypeId, val: Val, addr: Addr) -> Lowered<()> {
        let scalars = self.scalars(ty)?;
        let words = packed_words(&scalars);
        for (i, word) in self.regroup(&scalars, val, &words)?.into_iter().enumerate() {
            self.store_scalar(words[i], word, addr.plus(8 * i as u64))?;
            self.release(word);
        }
        Ok(())
    }

    pub fn lower_vector_gep(
        &mut self,
        inst: &Inst,
        source: TypeId,
        operands: &[Operand],
    ) -> Lowered<()> {
        let Some(range) = self.cx.layouts.parts(inst.ty) else {
            return self.unsupported_type(inst.ty);
        };
        let mut taken = Vec::with_capacity(operands.len());
        for &operand in operands {
            let ty = self.type_of(operand);
            let scalar = self.scalars(ty)?[0];
            let val = self.take(operand)?;
            taken.push((scalar, self.parts_of(val)));
        }
        let lane_of = |parts: &[Val], lane: usize| parts[lane.min(parts.len() - 1)];
        let mut lanes = Vec::with_capacity(range.len as usize);
        for lane in 0..range.len as usize {
            let mut addr = self.addr_of(lane_of(&taken[0].1, lane))?;
            let mut ty = source;
            for (level, (scalar, parts)) in taken[1..].iter().enumerate() {
                let index = lane_of(parts, lane);
                let known = match index {
                    Val::Imm(imm) => Some(signed(imm, scalar.bits().min(64))),
                    _ => None,
                };
                let Some((step, inner)) = self.cx.layouts.step(ty, level, known) else {
                    return gap("getelementptr with this index");
                };
                ty = inner;
                addr = match step {
                    Step::Offset(offset) => addr.plus(offset),
                    Step::Stride(size) => self.add_index_val(addr, index, *scalar, size)?,
                };
            }
            let dst = self.result(1);
            self.emit_address(Def(dst), addr);
            lanes.push(Val::Reg(dst));
        }
        let val = self.parts_val(&lanes);
        self.define(inst, val);
        Ok(())
    }
}

/// The image of a packed vector: words of 64 bits and the rest.
fn packed_words(scalars: &[Scalar]) -> Vec<Scalar> {
    let mut left: u32 = scalars.iter().map(|scalar| u32::from(scalar.bits())).sum();
    let mut words = Vec::new();
    while left > 0 {
        let bits = left.min(64);
        words.push(Scalar::Int(bits as u8));
        left -= bits;
    }
    words
}
