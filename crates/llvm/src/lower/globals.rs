//! Global variables: their bytes, and the addresses among them that the loader fills in.

use super::consts::{Known, LinkAddress, Target};
use super::module::{LowerError, ModuleCx};
use super::types::Shape;
use crate::ast::{self, ConstId, ConstKind, Type, TypeId};
use patchlight_ir::{BLOCK_ADDRESS_STEP, FuncId, GlobalId, Init, Reloc, RelocTarget};

/// An initialiser while it is written.
struct Image {
    bytes: Vec<u8>,
    relocs: Vec<Reloc>,
    distances: Vec<Distance>,
    /// The global itself: relative pointers start there.
    own: Option<GlobalId>,
}

/// The distance of two blocks (by their numbers in the text), which is known when their function
/// is done.
struct Distance {
    offset: u64,
    size: u8,
    func: FuncId,
    to: u32,
    from: u32,
    addend: i64,
}

/// Why an initialiser cannot be written.
struct Refused(&'static str);

impl<'m, 'a> ModuleCx<'m, 'a> {
    pub fn initialiser(
        &mut self,
        global: &ast::Global<'a>,
        id: GlobalId,
        init: ConstId,
    ) -> Result<Init, LowerError> {
        let mut image = Image::new(Some(id));
        self.write(&mut image, init, 0).map_err(|Refused(reason)| LowerError::Initialiser {
            name: self.ast.symbol(global.symbol).name.to_string(),
            line: global.line,
            reason,
        })?;
        for distance in std::mem::take(&mut image.distances) {
            let to = i64::from(self.final_block(distance.func, distance.to).0);
            let from = i64::from(self.final_block(distance.func, distance.from).0);
            let value = (to - from) * BLOCK_ADDRESS_STEP as i64 + distance.addend;
            image.put(distance.offset, &value.to_le_bytes()[..usize::from(distance.size)]);
        }
        let used = image.bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        image.bytes.truncate(used);
        image.relocs.sort_by_key(|reloc| reloc.offset);
        Ok(Init { bytes: image.bytes, relocs: image.relocs })
    }

    /// The memory image of a constant without addresses.
    pub fn const_bytes(&mut self, id: ConstId) -> Option<Vec<u8>> {
        let mut image = Image::new(None);
        self.write(&mut image, id, 0).ok()?;
        image.relocs.is_empty().then_some(image.bytes)
    }

    fn reloc_target(&self, target: Target) -> RelocTarget {
        match target {
            Target::Func(func) => RelocTarget::Func(func),
            Target::Global(global) => RelocTarget::Global(global),
            Target::Block(func, block) => RelocTarget::Block(func, self.final_block(func, block)),
        }
    }

    fn write(&mut self, image: &mut Image, id: ConstId, offset: u64) -> Result<(), Refused> {
        let constant = self.ast.consts.get(id);
        let ast = self.ast;
        match constant.kind {
            ConstKind::Zero | ConstKind::Null | ConstKind::Undef | ConstKind::Poison => Ok(()),
            ConstKind::Bytes(bytes) => {
                image.put(offset, ast.consts.bytes(bytes));
                Ok(())
            }
            ConstKind::Aggregate(list) => {
                self.write_elements(image, constant.ty, ast.consts.elements(list), offset)
            }
            ConstKind::Splat(element) => {
                let Some((_, len)) = self.layouts.element(constant.ty) else {
                    return Err(Refused("splat of a type that is no vector"));
                };
                let elements = vec![element; len as usize];
                self.write_elements(image, constant.ty, &elements, offset)
            }
            ConstKind::Cast { op: ast::CastOp::BitCast, value }
                if self.layouts.shape(constant.ty) == Shape::Split =>
            {
                self.write(image, value, offset)
            }
            _ => self.write_scalar(image, id, constant.ty, offset),
        }
    }

    fn write_elements(
        &mut self,
        image: &mut Image,
        ty: TypeId,
        elements: &[ConstId],
        offset: u64,
    ) -> Result<(), Refused> {
        if self.layouts.is_packed_vector(ty) {
            return self.write_packed(image, elements, offset);
        }
        let stride = match self.ast.types.get(ty) {
            Type::Array { elem, .. } => self.layouts.get(elem).size,
            Type::Vector { elem, .. } => self.layouts.get(elem).store_size,
            Type::Struct { .. } => {
                for (index, &element) in elements.iter().enumerate() {
                    let Some((at, _)) = self.layouts.field(ty, index) else {
                        return Err(Refused("more values than fields"));
                    };
                    self.write(image, element, offset + at)?;
                }
                return Ok(());
            }
            _ => return Err(Refused("aggregate of a scalar type")),
        };
        for (index, &element) in elements.iter().enumerate() {
            self.write(image, element, offset + index as u64 * stride)?;
        }
        Ok(())
    }

    /// Elements that are not whole bytes lie side by side, bit by bit.
    fn write_packed(
        &mut self,
        image: &mut Image,
        elements: &[ConstId],
        offset: u64,
    ) -> Result<(), Refused> {
        let mut at = 0u64;
        for &element in elements {
            let ty = self.ast.consts.get(element).ty;
            let Shape::Scalar(scalar) = self.layouts.shape(ty) else {
                return Err(Refused("vector of aggregates"));
            };
            let Some(Known::Int(value)) = self.known(element) else {
                return Err(Refused("address in a vector of bits"));
            };
            for bit in 0..u64::from(scalar.bits()) {
                if value >> bit & 1 == 1 {
                    let place = at + bit;
                    let index = (offset + place / 8) as usize;
                    image.grow(index + 1);
                    image.bytes[index] |= 1 << (place % 8);
                }
            }
            at += u64::from(scalar.bits());
        }
        Ok(())
    }

    fn write_scalar(
        &mut self,
        image: &mut Image,
        id: ConstId,
        ty: TypeId,
        offset: u64,
    ) -> Result<(), Refused> {
        if let ConstKind::Wide(words) = self.ast.consts.get(id).kind {
            // Integers of any width, and long double.
            let size = self.layouts.get(ty).store_size;
            let ast = self.ast;
            let bytes: Vec<u8> =
                ast.consts.words(words).iter().flat_map(|word| word.to_le_bytes()).collect();
            let size = if self.layouts.shape(ty) == Shape::Unsupported {
                bytes.len()
            } else {
                size as usize
            };
            image.put(offset, &bytes[..size.min(bytes.len())]);
            return Ok(());
        }
        let size = self.layouts.get(ty).store_size;
        match self.known(id) {
            Some(Known::Int(value)) => {
                image.put(offset, &value.to_le_bytes()[..size.min(16) as usize]);
                Ok(())
            }
            Some(Known::Addr(place)) if size == 8 => {
                image.reloc(offset, self.reloc_target(place.target), place.addend, 8);
                Ok(())
            }
            Some(Known::Diff(LinkAddress { target, addend }, from))
                if size == 4 && image.own.is_some_and(|own| from.target == Target::Global(own)) =>
            {
                image.reloc(offset, self.reloc_target(target), addend.wrapping_sub(from.addend), 4);
                Ok(())
            }
            Some(Known::Diff(
                LinkAddress { target: Target::Block(func, to), addend },
                LinkAddress { target: Target::Block(other, from), addend: less },
            )) if func == other && image.own.is_some() => {
                let addend = addend.wrapping_sub(less);
                image.distances.push(Distance { offset, size: size as u8, func, to, from, addend });
                Ok(())
            }
            Some(Known::Diff(..)) => Err(Refused("distance of two addresses")),
            Some(Known::Addr(_)) => Err(Refused("address that does not fit its type")),
            None => Err(Refused("constant expression that we do not evaluate")),
        }
    }
}

impl Image {
    fn new(own: Option<GlobalId>) -> Image {
        Image { bytes: Vec::new(), relocs: Vec::new(), distances: Vec::new(), own }
    }

    fn grow(&mut self, len: usize) {
        if self.bytes.len() < len {
            self.bytes.resize(len, 0);
        }
    }

    fn put(&mut self, offset: u64, bytes: &[u8]) {
        // Zeros need no room: the rest of a global is zero.
        let Some(last) = bytes.iter().rposition(|&byte| byte != 0) else { return };
        let start = offset as usize;
        self.grow(start + last + 1);
        self.bytes[start..=start + last].copy_from_slice(&bytes[..=last]);
    }

    fn reloc(&mut self, offset: u64, target: RelocTarget, addend: i64, size: u8) {
        self.relocs.push(Reloc { offset, target, addend, size });
    }
}
