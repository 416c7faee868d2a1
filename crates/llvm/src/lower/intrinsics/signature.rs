//! Which operands and which result each intrinsic has.
//!
//! A text may declare and call an intrinsic with any types, or with too few operands. This is looked
//! at once, before the intrinsic is lowered: the code that lowers it relies on it.
//!
//! Absent on purpose: integers are not told from floats here. Who needs a float asks for its format.

use super::super::function::FnLower;
use super::super::types::{Scalar, Shape};
use super::{Intrinsic, Reduction};
use crate::ast::{Inst, Operand, TypeId};

/// What is demanded of an operand's or the result's type.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Any,
    /// A scalar of one register.
    Word,
    Scalar,
    /// The result's type.
    Result,
    /// The first operand's type.
    First,
    /// A scalar if the result is one, else a vector of as many elements as the result.
    Lanes,
    /// The same with elements of one bit.
    BitLanes,
    /// A scalar or a vector, with the elements that the result has.
    Elements,
    /// The scalars of the first operand, then a bit for each.
    WithOverflow,
}

impl Intrinsic {
    /// The result, and the operands that are looked at; others may follow.
    fn signature(self) -> (Kind, &'static [Kind]) {
        use Kind::{Any, BitLanes, Elements, First, Lanes, Result, Scalar, WithOverflow, Word};
        match self {
            Self::Nothing | Self::Trap | Self::Unknown => (Any, &[]),
            Self::Identity => (Any, &[Result]),
            Self::Constant(_) | Self::StackSave | Self::ReadCounter => (Word, &[]),
            Self::MemCpy | Self::MemMove | Self::MemSet => (Any, &[Word, Word, Word]),
            Self::StackRestore | Self::VaStart | Self::LongJmp => (Any, &[Word]),
            Self::SetJmp => (Word, &[Word]),
            Self::VaCopy => (Any, &[Word, Word]),
            Self::LoadRelative | Self::PtrMask => (Word, &[Word, Word]),
            Self::ObjectSize => (Word, &[Word, Any]),
            Self::IsConstant => (Word, &[Any]),
            Self::Overflow(_) => (WithOverflow, &[Any, First]),
            Self::Bit1(_) | Self::Float1(_) | Self::Libm1(_) => (Lanes, &[Result]),
            Self::Bit2(_) | Self::Float2(_) | Self::Libm2(_) | Self::Binary(_) => {
                (Lanes, &[Result, Result])
            }
            Self::Funnel(_) | Self::Fma | Self::FmulAdd => (Lanes, &[Result, Result, Result]),
            Self::Cast(_) | Self::FloatToIntSat(_) => (Lanes, &[Lanes]),
            Self::Compare3(_) => (Lanes, &[Lanes, First]),
            Self::FloatCompare => (BitLanes, &[Lanes, First, Any]),
            Self::IsFpClass => (BitLanes, &[Lanes, Any]),
            Self::LibmToInt(_) | Self::ToFp16 => (Word, &[Scalar]),
            Self::FromFp16 => (Scalar, &[Word]),
            Self::PowI | Self::LdExp => (Lanes, &[Result, Word]),
            Self::Reduce(Reduction::Ordered(_)) => (Scalar, &[Result, Elements]),
            Self::Reduce(_) => (Scalar, &[Elements]),
            Self::MaskedLoad => (Lanes, &[Word]),
            Self::Gather => (Lanes, &[Lanes]),
            Self::MaskedStore => (Any, &[Any, Word]),
            Self::Scatter => (Any, &[Any, Any]),
            Self::VectorInsert => (Lanes, &[Result, Elements]),
            Self::VectorExtract => (Lanes, &[Elements]),
            Self::VectorReverse => (Lanes, &[Result]),
        }
    }
}

/// The scalar of each lane; how many lanes a vector has.
type LanesOf = (Scalar, Option<u64>);

impl FnLower<'_, '_, '_> {
    pub(super) fn has_signature(
        &mut self,
        inst: &Inst,
        args: &[Operand],
        intrinsic: Intrinsic,
    ) -> bool {
        let (result, operands) = intrinsic.signature();
        let types: Vec<TypeId> = args.iter().map(|&arg| self.type_of(arg)).collect();
        let first = types.first().copied().unwrap_or(inst.ty);
        types.len() >= operands.len()
            && self.is_of_kind(result, inst.ty, inst.ty, first)
            && operands
                .iter()
                .zip(types)
                .all(|(&kind, ty)| self.is_of_kind(kind, ty, inst.ty, first))
    }

    fn is_of_kind(&mut self, kind: Kind, ty: TypeId, result: TypeId, first: TypeId) -> bool {
        let same_lanes = |of: Option<LanesOf>, other: Option<LanesOf>| {
            of.is_some() && of.map(|(_, n)| n) == other.map(|(_, n)| n)
        };
        match kind {
            Kind::Any => true,
            Kind::Word => {
                matches!(self.cx.layouts.shape(ty), Shape::Scalar(scalar) if scalar.words() == 1)
            }
            Kind::Scalar => self.one_scalar(ty),
            Kind::Result => ty == result,
            Kind::First => ty == first,
            Kind::Lanes => same_lanes(self.lanes(ty), self.lanes(result)),
            Kind::BitLanes => {
                matches!(self.lanes(ty), Some((Scalar::Int(1), _)))
                    && same_lanes(self.lanes(ty), self.lanes(result))
            }
            Kind::Elements => {
                let element = |lanes: Option<LanesOf>| lanes.map(|(scalar, _)| scalar);
                let own = element(self.lanes(ty));
                own.is_some() && own == element(self.lanes(result))
            }
            Kind::WithOverflow => {
                let (Ok(all), Ok(values)) = (self.scalars(ty), self.scalars(first)) else {
                    return false;
                };
                let n_lanes =
                    if self.cx.layouts.limbs_of(first).is_some() { 1 } else { values.len() };
                let bits = vec![Scalar::Int(1); n_lanes];
                all == [values, bits].concat()
            }
        }
    }

    fn lanes(&mut self, ty: TypeId) -> Option<LanesOf> {
        if let Shape::Scalar(scalar) = self.cx.layouts.shape(ty) {
            return Some((scalar, None));
        }
        if !self.cx.layouts.is_vector(ty) {
            return None;
        }
        let (element, n) = self.cx.layouts.element(ty)?;
        match self.cx.layouts.shape(element) {
            Shape::Scalar(scalar) => Some((scalar, Some(n))),
            _ => None,
        }
    }
}
