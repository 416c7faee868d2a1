//! Everything that is not on the fast path: accesses that need a second look, wide integers, soft
//! floats, stack objects.

use super::Cursor;
use crate::context::Context;
use crate::memory::{NewObject, ObjectKind, SiteId};
use crate::outcome::{Access, PathEnd};
use crate::program::Program;
use crate::state::{State, Stop, View};
use crate::value::{Tag, Value};
use crate::{float, wide};
use patchlight_ir::kinds::{FloatFmt, int_words};
use patchlight_ir::{Def, LocalId, Op, Reg};

/// Where x86-64's `va_list` has its fields, and what they hold when the registers are used up.
const GP_OFFSET_END: u32 = 48;
const FP_OFFSET_END: u32 = 176;
/// Front ends align values in the area to at most this.
const VARARGS_ALIGN: u64 = 64;

impl Cursor {
    fn word(&self, reg: Reg) -> u64 {
        // SAFETY: verified registers.
        unsafe { self.get(reg) }
    }

    fn set_word(&self, dst: Def, value: u64) {
        // SAFETY: verified registers.
        unsafe { self.set(dst, value) }
    }

    fn int(&self, reg: Reg, w: u8) -> u128 {
        self.words(reg, int_words(w))
    }

    fn set_int(&self, dst: Def, w: u8, value: u128) {
        self.set_words(dst, int_words(w), value);
    }

    fn float(&self, reg: Reg, fmt: FloatFmt) -> u128 {
        self.words(reg, fmt.words())
    }

    fn set_float(&self, dst: Def, fmt: FloatFmt, value: u128) {
        self.set_words(dst, fmt.words(), value);
    }

    fn words(&self, reg: Reg, n: u16) -> u128 {
        let low = u128::from(self.word(reg));
        if n == 1 { low } else { low | u128::from(self.word(Reg(reg.0 + 1))) << 64 }
    }

    fn set_words(&self, dst: Def, n: u16, value: u128) {
        self.set_word(dst, value as u64);
        if n == 2 {
            self.set_word(Def(Reg(dst.0.0 + 1)), (value >> 64) as u64);
        }
    }
}

impl State {
    #[inline(never)]
    pub(super) fn load_cold(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        address: u64,
        n: u32,
    ) -> Result<Value, Stop> {
        let access = Access { address, size: n.into(), write: false };
        self.check_size(program, context, at, access)?;
        let loaded = self.memory.load_slow(&mut context.terms, address, n);
        if loaded.is_err() || self.memory.remark.is_some() {
            self.save(at);
            self.take_remark(program);
        }
        let value = loaded.map_err(|fault| Stop::End(self.access_bug(program, fault, access)))?;
        let value = match value {
            Value::Term(term) => self.determined(&context.terms, term).map_or(value, Value::Word),
            word => word,
        };
        match self.view {
            View::Both => {
                let is_shadow = |term| context.terms.has_shadow(term);
                self.touched |= matches!(value, Value::Term(term) if is_shadow(term));
                Ok(value)
            }
            View::One(_) => self.seen(context, value),
        }
    }

    /// Loads a word, or more than that into a register.
    #[inline(never)]
    pub(super) fn load_into(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        dst: Def,
        address: u64,
        n: u32,
    ) -> Result<Option<u64>, Stop> {
        if self.view == View::Both
            && let Some(pair) = self.memory.load_pair(&context.terms, address, n)
        {
            self.touched = true;
            at.set_pair(dst, pair);
            return Ok(None);
        }
        Ok(match self.load_cold(program, context, at, address, n)? {
            Value::Word(word) => Some(word),
            Value::Term(term) => {
                // SAFETY: verified registers.
                unsafe { at.set_tag(dst, Tag::of(term)) };
                None
            }
        })
    }

    /// A term of `8 * n` bits, or a word of which `n` bytes are stored.
    #[inline(never)]
    pub(super) fn store_cold(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        address: u64,
        value: Value,
        n: u32,
    ) -> Result<(), Stop> {
        let access = Access { address, size: n.into(), write: true };
        self.check_size(program, context, at, access)?;
        let stored = match value {
            Value::Word(word) => self.memory.store_slow(address, word, n),
            Value::Term(term) => self.memory.store_term(&mut context.terms, address, term, n),
        };
        stored.map_err(|fault| {
            self.save(at);
            Stop::End(self.access_bug(program, fault, access))
        })
    }

    /// Checks an access against a size that depends on the input.
    pub(super) fn check_size(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        access: Access,
    ) -> Result<(), Stop> {
        let Ok((index, offset)) = self.memory.locate(access.address) else { return Ok(()) };
        if self.memory.size_term(index).is_some() {
            self.save(at);
            self.check_range(program, context, access, index, u64::from(offset) + access.size)?;
        }
        Ok(())
    }

    /// Executes one op that is not a terminator, on concrete operands. True if its result is a term
    /// all the same.
    #[inline(never)]
    pub(super) fn slow_op(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        op: Op,
    ) -> Result<bool, Stop> {
        match op {
            Op::BitUn { op, w, dst, a } => {
                at.set_int(dst, w, wide::bit_unary(op, w, at.int(a, w)));
            }
            Op::BitBin { op, w, dst, a, b } => {
                at.set_int(dst, w, wide::bit_binary(op, w, at.int(a, w), at.int(b, w)));
            }
            Op::Overflow { op, w, dst, a, b } => {
                let (value, over) = wide::overflowing(op, w, at.int(a, w), at.int(b, w));
                at.set_int(dst, w, value);
                at.set_word(Def(Reg(dst.0.0 + int_words(w))), over.into());
            }
            Op::Funnel { right, w, dst, a, b, c } => {
                let value = wide::funnel(right, w, at.int(a, w), at.int(b, w), at.int(c, w));
                at.set_int(dst, w, value);
            }
            Op::WideBin { op, w, dst, a, b } => {
                let value = op.fold_wide(w, at.int(a, w), at.int(b, w));
                let Some(value) = value else { return Err(self.division_bug(program, at)) };
                at.set_int(dst, w, value);
            }
            Op::WideCmp { op, w, dst, a, b } => {
                at.set_word(dst, wide::compare(op, w, at.int(a, w), at.int(b, w)).into());
            }
            Op::WideZext { from, to, dst, a } => at.set_int(dst, to, at.int(a, from)),
            Op::WideSext { from, to, dst, a } => {
                let value = wide::signed(at.int(a, from), from) as u128;
                at.set_int(dst, to, value & wide::mask(to));
            }
            Op::WideTrunc { from, to, dst, a } => {
                at.set_int(dst, to, at.int(a, from) & wide::mask(to));
            }
            _ if is_float(&op) => self.float_op(program, at, op)?,
            Op::LoadN { w, dst, base, offset } => {
                let address = at.word(base).wrapping_add_signed(offset.into());
                match self.load_cold(program, context, at, address, u32::from(w) / 8)? {
                    Value::Word(word) => at.set_word(dst, word),
                    Value::Term(term) => {
                        // SAFETY: verified registers.
                        unsafe { at.set_tag(dst, Tag::of(term)) };
                        return Ok(true);
                    }
                }
            }
            _ => self.memory_op(program, context, at, op)?,
        }
        Ok(false)
    }

    fn float_op(&mut self, program: &Program, at: &Cursor, op: Op) -> Result<(), Stop> {
        match op {
            Op::FloatBin { op, fmt, dst, a, b } => {
                let value = float::binary(op, fmt, at.float(a, fmt), at.float(b, fmt));
                at.set_float(dst, fmt, value);
            }
            Op::FloatUn { op, fmt, dst, a } => {
                let Some(value) = float::unary(op, fmt, at.float(a, fmt)) else {
                    self.save(at);
                    let what = format!("{} of {}", op.text(), fmt.text());
                    return Err(Stop::End(self.unsupported(program, what)));
                };
                at.set_float(dst, fmt, value);
            }
            Op::FloatFma { fmt, dst, a, b, c } => {
                let (a, b, c) = (at.float(a, fmt), at.float(b, fmt), at.float(c, fmt));
                at.set_float(dst, fmt, float::fused_multiply_add(fmt, a, b, c));
            }
            Op::FloatCmp { pred, fmt, dst, a, b } => {
                let holds = float::compare(pred, fmt, at.float(a, fmt), at.float(b, fmt));
                at.set_word(dst, holds.into());
            }
            Op::FloatCast { from, to, dst, a } => {
                at.set_float(dst, to, float::cast(from, to, at.float(a, from)));
            }
            Op::FloatToInt { from, signed, saturating, w, dst, a } => {
                let value = float::to_int(from, signed, saturating, w, at.float(a, from));
                at.set_int(dst, w, value);
            }
            Op::IntToFloat { to, signed, w, dst, a } => {
                at.set_float(dst, to, float::from_int(to, signed, w, at.int(a, w)));
            }
            _ => unreachable!("{} is not a floating-point op", op.mnemonic()),
        }
        Ok(())
    }

    fn memory_op(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        op: Op,
    ) -> Result<(), Stop> {
        match op {
            Op::StoreN { w, a, base, offset } => {
                let address = at.word(base).wrapping_add_signed(offset.into());
                let value = Value::Word(at.word(a));
                self.store_cold(program, context, at, address, value, u32::from(w) / 8)?;
            }
            Op::LoadRelative { dst, base, index } => {
                let address = at.word(base).wrapping_add(at.word(index));
                let number = self.load_cold(program, context, at, address, 4)?;
                let number = self.settle(context, number)?;
                let target = (number as usize).checked_sub(1);
                let target = target.and_then(|n| self.shared.relative_pointers.get(n).copied());
                at.set_word(dst, target.unwrap_or(0));
            }
            Op::MemCpy { to, from, len } => {
                self.save(at);
                self.mem_copy(program, context, at.word(to), at.word(from), at.word(len), true)?;
            }
            Op::MemMove { to, from, len } => {
                self.save(at);
                self.mem_copy(program, context, at.word(to), at.word(from), at.word(len), false)?;
            }
            Op::MemSet { to, value, len } => {
                self.save(at);
                let value = Value::Word(at.word(value));
                self.mem_set(program, context, at.word(to), value, at.word(len))?;
            }
            Op::AllocaDyn { dst, size, local } => {
                let address = self.allocate_local(program, local, Some(at.word(size)))?;
                at.set_word(dst, address);
            }
            Op::StackSave { dst } => at.set_word(dst, self.stack.objects.len() as u64),
            Op::StackRestore { a } => {
                let frame = self.stack.frames.last().expect("code runs in a frame");
                let keep = (at.word(a) as usize).max(frame.first_object as usize);
                if keep < self.stack.objects.len() {
                    self.free_stack_objects(keep);
                }
            }
            Op::VaStart { a } => {
                self.save(at);
                self.va_start(program, context, at.word(a))?;
            }
            Op::ReadCounter { dst } => {
                self.save(at);
                at.set_word(dst, self.stack.n_frames_made * 64 + u64::from(at.index()));
            }
            _ => unreachable!("{} is handled in the loop", op.mnemonic()),
        }
        Ok(())
    }

    /// A new object for a local of the top frame, of its own size if none is given.
    pub(super) fn allocate_local(
        &mut self,
        program: &Program,
        local: LocalId,
        size: Option<u64>,
    ) -> Result<u64, Stop> {
        let func = self.stack.frames.last().expect("code runs in a frame").func;
        let (own_size, align) = program.code[func.index()].locals[local.index()];
        let kind = ObjectKind::Stack(func, local);
        self.allocate_on_stack(kind, size.unwrap_or(own_size), align)
    }

    fn allocate_on_stack(&mut self, kind: ObjectKind, size: u64, align: u64) -> Result<u64, Stop> {
        let new = NewObject { kind, size, align, zeroed: false, site: SiteId::default() };
        let address =
            self.memory.allocate(new).map_err(|limit| Stop::End(PathEnd::Limit(limit)))?;
        self.stack.objects.push(address);
        Ok(address)
    }

    /// All of the frame's variable arguments go into an object of their own.
    fn va_start(
        &mut self,
        program: &Program,
        context: &mut Context,
        list: u64,
    ) -> Result<(), Stop> {
        let frame = *self.stack.frames.last().expect("code runs in a frame");
        let words = self.stack.varargs[frame.first_vararg as usize..].to_vec();
        let kind = ObjectKind::Varargs(frame.func);
        let area = self.allocate_on_stack(kind, 8 * words.len() as u64, VARARGS_ALIGN)?;
        for (n, word) in words.into_iter().enumerate() {
            let address = area + 8 * n as u64;
            let stored = match word {
                Value::Word(word) => self.memory.store_slow(address, word, 8),
                Value::Term(term) => {
                    let term = context.terms.zext(term, 64);
                    self.memory.store_term(&mut context.terms, address, term, 8)
                }
            };
            stored.expect("the area was made for these words");
        }
        let mut fields = Vec::with_capacity(24);
        fields.extend(GP_OFFSET_END.to_le_bytes());
        fields.extend(FP_OFFSET_END.to_le_bytes());
        fields.extend(area.to_le_bytes());
        fields.extend(0u64.to_le_bytes());
        self.memory.write(list, &fields).map_err(|fault| {
            let access = Access { address: list, size: 24, write: true };
            Stop::End(self.access_bug(program, fault, access))
        })
    }
}

pub(super) fn is_float(op: &Op) -> bool {
    matches!(
        op,
        Op::FloatBin { .. }
            | Op::FloatUn { .. }
            | Op::FloatFma { .. }
            | Op::FloatCmp { .. }
            | Op::FloatCast { .. }
            | Op::FloatToInt { .. }
            | Op::IntToFloat { .. }
    )
}
