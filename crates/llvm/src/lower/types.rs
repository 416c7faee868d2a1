//! What types look like in memory and in registers, for x86-64 Linux.
//!
//! A type is either a scalar (one or two registers) or it is split into scalar parts, in order:
//! structs, arrays and vectors nest to any depth and flatten to one list, and integers of more than 128
//! bits are words. Layouts are computed on
//! first use and kept by `TypeId`.

use crate::ast::{Type, TypeId, TypeTable};
use patchlight_ir::kinds::{FloatFmt, int_words};

/// A value that registers hold: integers up to 128 bits, floats, addresses.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Scalar {
    Int(u8),
    Float(FloatFmt),
    Ptr,
}

impl Scalar {
    pub fn bits(self) -> u8 {
        match self {
            Scalar::Int(bits) => bits,
            Scalar::Float(fmt) => fmt.bits(),
            Scalar::Ptr => 64,
        }
    }

    pub fn words(self) -> u16 {
        int_words(self.bits())
    }

    /// How many bytes a load or store touches.
    pub fn store_size(self) -> u64 {
        u64::from(self.bits()).div_ceil(8)
    }
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Shape {
    /// No value: `void`, labels, metadata, tokens.
    Empty,
    Scalar(Scalar),
    /// Structs, arrays, vectors, and integers of more than 128 bits.
    Split,
    /// Integers of more than [`MAX_INT`] bits, scalable vectors, target types, opaque structs.
    Unsupported,
}

#[derive(Copy, Clone, Debug)]
pub(super) struct Layout {
    /// The distance of two elements of an array: a multiple of the alignment.
    pub size: u64,
    /// The bytes that a store touches.
    pub store_size: u64,
    pub align: u32,
    pub shape: Shape,
}

/// One scalar of a split value.
#[derive(Copy, Clone, Debug)]
pub(super) struct Part {
    pub scalar: Scalar,
    /// In bytes, from the start of the value.
    pub offset: u64,
}

/// How far an index of `getelementptr` goes.
#[derive(Copy, Clone, Debug)]
pub(super) enum Step {
    /// A field: the index says which.
    Offset(u64),
    /// So many bytes for each 1 of the index.
    Stride(u64),
}

/// A run of the part pool.
#[derive(Copy, Clone, Debug)]
pub(super) struct PartRange {
    start: u32,
    pub len: u32,
}

impl PartRange {
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// Larger types count as this large: no memory holds one, and sizes can be added and rounded up.
const MAX_SIZE: u64 = 1 << 60;

/// Integers of more bits are unsupported: code for each of their words would be long.
const MAX_INT: u32 = 4096;

/// More parts than this are a value that no register file should hold.
const MAX_PARTS: u64 = 8192;

#[derive(Debug)]
pub(super) struct Layouts<'m, 'a> {
    types: &'m TypeTable<'a>,
    /// 8 or 16: it changed with LLVM 18.
    i128_align: u32,
    layouts: Vec<Option<Layout>>,
    parts_of: Vec<Option<PartRange>>,
    parts: Vec<Part>,
    /// Where a struct's field offsets begin in `offsets`.
    offsets_of: Vec<Option<u32>>,
    offsets: Vec<u64>,
}

impl<'m, 'a> Layouts<'m, 'a> {
    pub fn new(types: &'m TypeTable<'a>, i128_align: u32) -> Self {
        Layouts {
            types,
            i128_align,
            layouts: vec![None; types.len()],
            parts_of: vec![None; types.len()],
            parts: Vec::new(),
            offsets_of: vec![None; types.len()],
            offsets: Vec::new(),
        }
    }

    pub fn get(&mut self, ty: TypeId) -> Layout {
        if let Some(layout) = self.layouts[ty.index()] {
            return layout;
        }
        let layout = self.compute(ty);
        self.layouts[ty.index()] = Some(layout);
        layout
    }

    pub fn shape(&mut self, ty: TypeId) -> Shape {
        self.get(ty).shape
    }

    /// The element of an array or vector, and how many there are.
    pub fn element(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        match self.types.get(ty) {
            Type::Array { elem, len } => Some((elem, len)),
            Type::Vector { elem, len, .. } => Some((elem, len.into())),
            _ => None,
        }
    }

    pub fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Vector { .. })
    }

    /// The bits of an integer that is split into words.
    pub fn limbs_of(&self, ty: TypeId) -> Option<u32> {
        match self.types.get(ty) {
            Type::Int(bits @ 129..=MAX_INT) => Some(bits),
            _ => None,
        }
    }

    /// A vector whose elements are not whole bytes: they are packed bit by bit in memory.
    pub fn is_packed_vector(&mut self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Vector { elem, .. } => match self.shape(elem) {
                Shape::Scalar(scalar) => scalar.bits() % 8 != 0,
                _ => false,
            },
            _ => false,
        }
    }

    fn int_align(&self, bits: u32) -> u32 {
        match bits {
            0..=8 => 1,
            9..=16 => 2,
            17..=32 => 4,
            33..=64 => 8,
            _ => self.i128_align,
        }
    }

    fn compute(&mut self, ty: TypeId) -> Layout {
        let scalar = |scalar: Scalar, align: u32| {
            let store_size = scalar.store_size();
            let size = store_size.next_multiple_of(align.into());
            Layout { size, store_size, align, shape: Shape::Scalar(scalar) }
        };
        match self.types.get(ty) {
            Type::Void | Type::Label | Type::Token | Type::Metadata | Type::Function { .. } => {
                Layout { size: 0, store_size: 0, align: 1, shape: Shape::Empty }
            }
            Type::Half => scalar(Scalar::Float(FloatFmt::F16), 2),
            Type::BFloat => scalar(Scalar::Float(FloatFmt::Bf16), 2),
            Type::Float => scalar(Scalar::Float(FloatFmt::F32), 4),
            Type::Double => scalar(Scalar::Float(FloatFmt::F64), 8),
            Type::X86Fp80 => scalar(Scalar::Float(FloatFmt::F80), 16),
            Type::Fp128 => scalar(Scalar::Float(FloatFmt::F128), 16),
            Type::X86Mmx => scalar(Scalar::Int(64), 8),
            Type::Ptr { .. } => scalar(Scalar::Ptr, 8),
            Type::Int(bits) if bits <= 128 => scalar(Scalar::Int(bits as u8), self.int_align(bits)),
            Type::Int(bits) => self.limbs(bits),
            Type::Array { elem, len } => {
                let elem = self.get(elem);
                let size = elem.size.saturating_mul(len).min(MAX_SIZE);
                Layout { size, store_size: size, align: elem.align, shape: Shape::Split }
            }
            Type::Vector { elem, len, scalable } => self.vector(elem, len, scalable),
            Type::Struct { .. } => self.structure(ty),
            Type::PpcFp128 => unsupported(16, 16),
            Type::X86Amx => unsupported(1024, 64),
            Type::Named(_) | Type::Target => unsupported(0, 1),
        }
    }

    /// An integer of several words.
    fn limbs(&self, bits: u32) -> Layout {
        let store_size = u64::from(bits).div_ceil(8);
        let align = self.i128_align;
        let shape = if bits <= MAX_INT { Shape::Split } else { Shape::Unsupported };
        Layout { size: store_size.next_multiple_of(align.into()), store_size, align, shape }
    }

    fn vector(&mut self, elem: TypeId, len: u32, scalable: bool) -> Layout {
        let elem = self.get(elem);
        let bits = match elem.shape {
            Shape::Scalar(scalar) if !scalable => u64::from(scalar.bits()) * u64::from(len),
            _ => return unsupported(elem.size.saturating_mul(len.into()), 16),
        };
        let store_size = bits.div_ceil(8);
        let align = store_size.next_power_of_two().max(1);
        Layout {
            size: store_size.next_multiple_of(align),
            store_size,
            align: align.min(1 << 20) as u32,
            shape: Shape::Split,
        }
    }

    fn structure(&mut self, ty: TypeId) -> Layout {
        let Type::Struct { fields, packed } = self.types.get(ty) else {
            return unsupported(0, 1);
        };
        let types = self.types;
        let (mut size, mut align, mut supported) = (0u64, 1u32, true);
        let mut offsets = Vec::with_capacity(types.list(fields).len());
        for &field in types.list(fields) {
            let field = self.get(field);
            if !packed {
                size = size.next_multiple_of(field.align.into());
                align = align.max(field.align);
            }
            supported &= field.shape != Shape::Unsupported;
            offsets.push(size);
            size = size.saturating_add(field.size).min(MAX_SIZE);
        }
        self.offsets_of[ty.index()] = Some(self.offsets.len() as u32);
        self.offsets.extend(offsets);
        let size = size.next_multiple_of(align.into());
        let shape = if supported { Shape::Split } else { Shape::Unsupported };
        Layout { size, store_size: size, align, shape }
    }

    /// The offset of a struct's field and its type.
    pub fn field(&mut self, ty: TypeId, index: usize) -> Option<(u64, TypeId)> {
        let Type::Struct { fields, .. } = self.types.get(ty) else { return None };
        let field = *self.types.list(fields).get(index)?;
        if self.offsets_of[ty.index()].is_none() {
            let layout = self.structure(ty);
            self.layouts[ty.index()] = Some(layout);
        }
        let start = self.offsets_of[ty.index()]? as usize;
        Some((self.offsets[start + index], field))
    }

    /// What an index of `getelementptr` means: the first one steps over whole values of the source
    /// type, the others go into a struct (`index` is known then), an array or a vector.
    pub fn step(&mut self, ty: TypeId, level: usize, index: Option<i64>) -> Option<(Step, TypeId)> {
        if level == 0 {
            return Some((Step::Stride(self.get(ty).size), ty));
        }
        match self.types.get(ty) {
            Type::Struct { .. } => {
                let (offset, field) = self.field(ty, usize::try_from(index?).ok()?)?;
                Some((Step::Offset(offset), field))
            }
            Type::Array { elem, .. } => Some((Step::Stride(self.get(elem).size), elem)),
            Type::Vector { elem, .. } => Some((Step::Stride(self.get(elem).store_size), elem)),
            _ => None,
        }
    }

    /// The scalars of a type, in order; `None` if it has some that registers cannot hold, or too
    /// many.
    pub fn parts(&mut self, ty: TypeId) -> Option<PartRange> {
        if let Some(range) = self.parts_of[ty.index()] {
            return Some(range);
        }
        let mut parts = Vec::new();
        self.collect(ty, 0, &mut parts)?;
        let range = PartRange { start: self.parts.len() as u32, len: parts.len() as u32 };
        self.parts.append(&mut parts);
        self.parts_of[ty.index()] = Some(range);
        Some(range)
    }

    pub fn part(&self, index: usize) -> Part {
        self.parts[index]
    }

    fn collect(&mut self, ty: TypeId, offset: u64, parts: &mut Vec<Part>) -> Option<()> {
        match self.types.get(ty) {
            Type::Array { elem, len } => {
                let size = self.get(elem).size;
                self.collect_elements(elem, len, size, offset, parts)
            }
            Type::Vector { elem, len, scalable: false } => {
                let size = self.get(elem).store_size;
                self.collect_elements(elem, len.into(), size, offset, parts)
            }
            Type::Struct { fields, .. } => {
                for index in 0..self.types.list(fields).len() {
                    let (at, field) = self.field(ty, index)?;
                    self.collect(field, offset + at, parts)?;
                }
                Some(())
            }
            Type::Int(bits @ 129..=MAX_INT) => {
                for word in 0..bits.div_ceil(64) {
                    let scalar = Scalar::Int((bits - 64 * word).min(64) as u8);
                    parts.push(Part { scalar, offset: offset + 8 * u64::from(word) });
                }
                Some(())
            }
            _ => match self.shape(ty) {
                Shape::Scalar(scalar) => {
                    parts.push(Part { scalar, offset });
                    Some(())
                }
                Shape::Empty => Some(()),
                _ => None,
            },
        }
    }

    fn collect_elements(
        &mut self,
        elem: TypeId,
        len: u64,
        size: u64,
        offset: u64,
        parts: &mut Vec<Part>,
    ) -> Option<()> {
        if len > MAX_PARTS {
            return None;
        }
        for index in 0..len {
            self.collect(elem, offset + index * size, parts)?;
            if parts.len() as u64 > MAX_PARTS {
                return None;
            }
        }
        Some(())
    }

    /// Which parts of `ty` the field at `indices` covers, and its type.
    pub fn sub_parts(&mut self, ty: TypeId, indices: &[u32]) -> Option<(u32, u32, TypeId)> {
        let (mut ty, mut start) = (ty, 0u32);
        for &index in indices {
            match self.types.get(ty) {
                Type::Struct { fields, .. } => {
                    let types = self.types;
                    let list = types.list(fields);
                    for &field in list.get(..index as usize)? {
                        start += self.parts(field)?.len;
                    }
                    ty = *list.get(index as usize)?;
                }
                Type::Array { elem, .. } | Type::Vector { elem, .. } => {
                    start += self.parts(elem)?.len * index;
                    ty = elem;
                }
                _ => return None,
            }
        }
        Some((start, self.parts(ty)?.len, ty))
    }

    /// How many registers all parts together take.
    pub fn words(&mut self, ty: TypeId) -> Option<u32> {
        match self.shape(ty) {
            Shape::Empty => Some(0),
            Shape::Scalar(scalar) => Some(scalar.words().into()),
            _ => {
                let range = self.parts(ty)?;
                Some(range.iter().map(|i| u32::from(self.parts[i].scalar.words())).sum())
            }
        }
    }
}

fn unsupported(size: u64, align: u32) -> Layout {
    let size = size.min(MAX_SIZE).next_multiple_of(align.into());
    Layout { size, store_size: size, align, shape: Shape::Unsupported }
}
