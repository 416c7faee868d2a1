//! Variable arguments: the words of a call beyond the fixed ones, and `va_list`.
//!
//! The words are an image of what a function of the System V ABI finds: the integer registers that
//! fixed arguments left free (8 bytes each), the vector registers (16 bytes each), then the memory
//! arguments. `va_arg` is code of the compiler's own that walks the register save area first, and
//! whether it pads a 16-byte value depends on where it finds it; so nothing less will do. What is
//! not needed at the end of the image is left out.

use super::function::{FnLower, Lowered, gap};
use super::types::{Scalar, Shape};
use super::value::{Addr, Src, Val};
use crate::ast::{Arg, Inst, Operand, TypeId};
use patchlight_ir::kinds::{BinOp, FloatFmt, IntPred};
use patchlight_ir::{Def, Op, Reg};

const N_INTEGER: usize = 6;
const N_VECTOR: usize = 8;
/// The register save area: integer registers, then vector registers.
const INTEGER_END: u64 = 8 * N_INTEGER as u64;
/// The image begins at a multiple of this.
const MAX_ALIGN: u32 = 64;
/// Fields of a `va_list`: two offsets of 4 bytes, then two addresses.
const OVERFLOW_FIELD: u64 = 8;
const SAVE_AREA_FIELD: u64 = 16;

/// Where the ABI passes a value.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Class {
    Integer,
    Vector,
    Memory,
}

/// How many registers of each class are taken.
#[derive(Copy, Clone, Default, Debug)]
struct Taken {
    integer: usize,
    vector: usize,
}

impl Taken {
    /// Takes a register for a value, if its class has one left.
    fn take(&mut self, class: Class) -> bool {
        let (taken, limit) = match class {
            Class::Integer => (&mut self.integer, N_INTEGER),
            Class::Vector => (&mut self.vector, N_VECTOR),
            Class::Memory => return false,
        };
        let is_free = *taken < limit;
        *taken += usize::from(is_free);
        is_free
    }
}

impl FnLower<'_, '_, '_> {
    fn class_of(&mut self, ty: TypeId) -> Class {
        let layout = self.cx.layouts.get(ty);
        match layout.shape {
            Shape::Scalar(Scalar::Float(FloatFmt::F80)) => Class::Memory,
            Shape::Scalar(Scalar::Float(_)) => Class::Vector,
            Shape::Scalar(scalar) if scalar.bits() <= 64 => Class::Integer,
            Shape::Split if self.cx.layouts.is_vector(ty) && layout.size <= 16 => Class::Vector,
            _ => Class::Memory,
        }
    }

    /// The registers that fixed arguments of these types take.
    fn taken_by(&mut self, types: impl Iterator<Item = (TypeId, bool)>) -> Taken {
        let mut taken = Taken::default();
        for (ty, by_value) in types {
            let class = if by_value { Class::Memory } else { self.class_of(ty) };
            taken.take(class);
        }
        taken
    }

    /// Appends the image of the variable arguments to a call's words.
    pub fn variable_args(
        &mut self,
        fixed: &[Arg],
        variable: &[Arg],
        regs: &mut Vec<Reg>,
    ) -> Lowered<()> {
        let ast = self.ast;
        let types = fixed.iter().map(|arg| (arg.ty, ast.param_attrs(arg.attrs).byval.is_some()));
        let start = self.taken_by(types);
        let mut taken = start;
        let mut zero = None;
        let (mut integer, mut vector, mut memory) = (Vec::new(), Vec::new(), Vec::new());
        // Where memory arguments begin, in words from the start of the image.
        let memory_start = N_INTEGER - start.integer + 2 * N_VECTOR;
        for arg in variable {
            let attrs = ast.param_attrs(arg.attrs);
            if let Some(ty) = attrs.byval {
                let layout = self.cx.layouts.get(ty);
                let start = aligned(attrs.align.max(layout.align), memory_start, memory.len())?;
                self.pad(start, &mut memory, &mut zero)?;
                let addr = self.take_addr(arg.value)?;
                self.copy_words(addr, layout.size, &mut memory)?;
                continue;
            }
            let class = self.class_of(arg.ty);
            match (class, taken.take(class)) {
                (Class::Integer, true) => self.image_words(arg, &mut integer)?,
                (Class::Vector, true) => {
                    self.image_words(arg, &mut vector)?;
                    self.pad(2 * (taken.vector - start.vector), &mut vector, &mut zero)?;
                }
                _ => {
                    // C aligns 128-bit integers to 16 bytes, whatever LLVM before 18 says.
                    let align = match arg.ty {
                        TypeId::I128 => 16,
                        ty => self.cx.layouts.get(ty).align,
                    };
                    let start = aligned(align, memory_start, memory.len())?;
                    self.pad(start, &mut memory, &mut zero)?;
                    self.image_words(arg, &mut memory)?;
                }
            }
        }
        let image_start = regs.len();
        regs.append(&mut integer);
        if !vector.is_empty() || !memory.is_empty() {
            let vectors = image_start + N_INTEGER - start.integer + 2 * start.vector;
            self.pad(vectors, regs, &mut zero)?;
            regs.append(&mut vector);
            if !memory.is_empty() {
                self.pad(image_start + memory_start, regs, &mut zero)?;
                regs.append(&mut memory);
            }
        }
        Ok(())
    }

    fn pad(&mut self, len: usize, regs: &mut Vec<Reg>, zero: &mut Option<Reg>) -> Lowered<()> {
        if regs.len() < len {
            let filler = match *zero {
                Some(zero) => zero,
                None => *zero.insert(self.const_reg(0)?),
            };
            regs.resize(len, filler);
        }
        Ok(())
    }

    /// A value as it lies in memory, in words.
    fn image_words(&mut self, arg: &Arg, regs: &mut Vec<Reg>) -> Lowered<()> {
        if !self.cx.layouts.is_vector(arg.ty) {
            return self.fixed_arg(arg, regs);
        }
        let n_words = self.cx.layouts.get(arg.ty).store_size.div_ceil(8) as usize;
        let val = self.take(arg.value)?;
        let scalars = self.scalars(arg.ty)?;
        for word in self.regroup(&scalars, val, &vec![Scalar::Int(64); n_words])? {
            regs.push(self.in_reg(word, Scalar::Int(64))?);
            self.free_later(word);
        }
        Ok(())
    }

    /// The contents of a struct that is passed by value.
    fn copy_words(&mut self, addr: Addr, size: u64, regs: &mut Vec<Reg>) -> Lowered<()> {
        const MAX_SIZE: u64 = 1 << 16;
        if size > MAX_SIZE {
            return gap("struct of more than 64 KiB as a variable argument");
        }
        let mut at = 0;
        while at < size {
            let bytes = (size - at).min(8);
            let word = self.scratch(1);
            self.emit_load(bytes as u8 * 8, word, addr.plus(at));
            regs.push(word);
            at += 8;
        }
        Ok(())
    }

    /// The op gives the image's address as the overflow area; here the fields are set for the
    /// registers that this function's own parameters leave free.
    pub fn lower_va_start(&mut self, list: Operand) -> Lowered<()> {
        let ast = self.ast;
        let params = self.function.params.iter();
        let types = params.map(|p| (p.ty, ast.param_attrs(p.attrs).byval.is_some()));
        let taken = self.taken_by(types.collect::<Vec<_>>().into_iter());
        let a = self.take_reg(list)?;
        self.emit(Op::VaStart { a });
        let list = Addr::reg(a);
        let image = self.scratch(1);
        self.emit_load(64, image, list.plus(OVERFLOW_FIELD));
        let integer_offset = 8 * taken.integer as u64;
        let vector_offset = INTEGER_END + 16 * taken.vector as u64;
        let offsets = self.const_reg(vector_offset << 32 | integer_offset)?;
        self.emit_store(64, offsets, list);
        let field = self.scratch(1);
        let b = integer_offset.wrapping_neg();
        self.emit(Op::Add64I { dst: Def(field), a: image, b });
        self.emit_store(64, field, list.plus(SAVE_AREA_FIELD));
        let b = INTEGER_END - integer_offset + 16 * N_VECTOR as u64;
        self.emit(Op::Add64I { dst: Def(field), a: image, b });
        self.emit_store(64, field, list.plus(OVERFLOW_FIELD));
        Ok(())
    }

    /// `va_arg` as an instruction: from the save area while there is something, then from memory.
    pub fn lower_va_arg(&mut self, inst: &Inst, list: Operand) -> Lowered<()> {
        let list = self.take_addr(list)?;
        let layout = self.cx.layouts.get(inst.ty);
        let area = self.scratch(1);
        self.emit_load(64, area, list.plus(OVERFLOW_FIELD));
        let mut from = area;
        if layout.align >= 16 {
            let rest = u64::from(layout.align) - 1;
            let up = self.scratch(1);
            self.emit(Op::Add64I { dst: Def(up), a: area, b: rest });
            from = self.scratch(1);
            self.emit(Op::AndI { w: 64, dst: Def(from), a: up, b: !rest });
        }
        let mut next = self.scratch(1);
        let size = layout.size.next_multiple_of(8);
        self.emit(Op::Add64I { dst: Def(next), a: from, b: size });
        let saved = match self.class_of(inst.ty) {
            Class::Integer => Some((list, 8, INTEGER_END - 8)),
            Class::Vector => Some((list.plus(4), 16, INTEGER_END + 16 * (N_VECTOR as u64 - 1))),
            Class::Memory => None,
        };
        if let Some((field, step, last)) = saved {
            (from, next) = self.choose_area(list, field, step, last, (area, from, next))?;
        }
        let val = self.load_value(inst.ty, Addr::reg(from))?;
        self.emit_store(64, next, list.plus(OVERFLOW_FIELD));
        self.define(inst, val);
        Ok(())
    }

    /// Chooses between the save area and memory: gives the value's address and the next memory
    /// argument's, and moves the offset on.
    fn choose_area(
        &mut self,
        list: Addr,
        field: Addr,
        step: u64,
        last: u64,
        (area, from, next): (Reg, Reg, Reg),
    ) -> Lowered<(Reg, Reg)> {
        let offset = self.scratch(1);
        self.emit_load(32, offset, field);
        let free = self.compare(IntPred::Ule, Scalar::Int(32), Val::Reg(offset), Val::Imm(last))?;
        self.free_later(free);
        let cond = self.in_reg(free, Scalar::Int(1))?;
        let save = self.scratch(1);
        self.emit_load(64, save, list.plus(SAVE_AREA_FIELD));
        self.emit(Op::Add64 { dst: Def(save), a: save, b: offset });
        self.emit(Op::Select { dst: Def(save), cond, a: save, b: from });
        let moved = self.int_binary(BinOp::Add, 32, Src::Reg(offset), Src::Imm(step))?;
        let moved_reg = self.in_reg(moved, Scalar::Int(32))?;
        self.emit(Op::Select { dst: Def(offset), cond, a: moved_reg, b: offset });
        self.release(moved);
        self.emit_store(32, offset, field);
        let after = self.scratch(1);
        self.emit(Op::Select { dst: Def(after), cond, a: area, b: next });
        Ok((save, after))
    }
}

/// Where an argument with this alignment goes among the memory arguments, which begin at word
/// `start` of the image. Less than 16 bytes are as good as 8: whoever reads it does not look further.
fn aligned(align: u32, start: usize, len: usize) -> Lowered<usize> {
    if align > MAX_ALIGN {
        return gap(format!("variable argument that is aligned to {align} bytes"));
    }
    let words = if align < 16 { 1 } else { align as usize / 8 };
    Ok((start + len).next_multiple_of(words) - start)
}
