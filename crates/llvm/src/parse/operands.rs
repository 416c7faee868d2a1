//! Which types the operands of an operation may have: the same for instructions and for constant
//! expressions. What passes here can be lowered without asking again.

use super::*;
use crate::ast::{BinaryOp, CastOp, Type};

/// What the operands of a `getelementptr` have told about its type so far.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct GepType {
    base: Option<TypeId>,
    vector: Option<TypeId>,
}

impl Parser<'_> {
    #[cold]
    pub(super) fn wrong_operand(
        &self,
        token: Token,
        expected: &'static str,
        ty: TypeId,
    ) -> ParseError {
        let found = format!("`{}`", self.module.types.display(ty));
        self.error_at(token, ParseErrorKind::Expected { expected, found })
    }

    /// Integers, floats and pointers make vectors.
    pub(super) fn may_be_lane(&self, ty: TypeId) -> bool {
        let ty = self.module.types.get_nominal(ty);
        matches!(ty, Type::Int(_) | Type::Ptr { .. } | Type::Target) || float_bits(ty).is_some()
    }

    pub(super) fn check_binary(&self, token: Token, op: BinaryOp, ty: TypeId) -> Result<()> {
        use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
        match op {
            FAdd | FSub | FMul | FDiv | FRem => self.check_float(token, ty),
            _ if matches!(self.scalar(ty), Type::Int(_)) => Ok(()),
            _ => Err(self.wrong_operand(token, "an integer type", ty)),
        }
    }

    pub(super) fn check_float(&self, token: Token, ty: TypeId) -> Result<()> {
        match float_bits(self.scalar(ty)) {
            Some(_) => Ok(()),
            None => Err(self.wrong_operand(token, "a float type", ty)),
        }
    }

    /// The operands of `icmp`.
    pub(super) fn check_ordered(&self, token: Token, ty: TypeId) -> Result<()> {
        match self.scalar(ty) {
            Type::Int(_) | Type::Ptr { .. } => Ok(()),
            _ => Err(self.wrong_operand(token, "an integer or pointer type", ty)),
        }
    }

    /// A single integer: an index of a vector, a number of elements.
    pub(super) fn check_integer(&self, token: Token, ty: TypeId) -> Result<()> {
        match self.module.types.get_nominal(ty) {
            Type::Int(_) => Ok(()),
            _ => Err(self.wrong_operand(token, "an integer type", ty)),
        }
    }

    /// One bit chooses a whole value, a vector of bits chooses lane by lane.
    pub(super) fn check_condition(&self, token: Token, cond: TypeId, ty: TypeId) -> Result<()> {
        let lanes = self.n_lanes(cond);
        if self.scalar(cond) != Type::Int(1) {
            return Err(self.mismatch(token, cond, TypeId::I1));
        }
        if lanes.is_some() && lanes != self.n_lanes(ty) {
            return Err(self.wrong_operand(token, "a bit for each element", cond));
        }
        Ok(())
    }

    pub(super) fn check_cast(
        &self,
        token: Token,
        op: CastOp,
        from: TypeId,
        to: TypeId,
    ) -> Result<()> {
        let (source, target) = (self.scalar(from), self.scalar(to));
        let floats = (float_bits(source), float_bits(target));
        let is_valid = match (op, source, target) {
            (CastOp::BitCast, ..) => self.has_same_bits(from, to),
            _ if self.n_lanes(from) != self.n_lanes(to) => false,
            (CastOp::Trunc, Type::Int(a), Type::Int(b)) => a > b,
            (CastOp::ZExt | CastOp::SExt, Type::Int(a), Type::Int(b)) => a < b,
            (CastOp::FpTrunc, ..) => matches!(floats, (Some(a), Some(b)) if a > b),
            (CastOp::FpExt, ..) => matches!(floats, (Some(a), Some(b)) if a < b),
            (CastOp::FpToUi | CastOp::FpToSi, _, Type::Int(_)) => floats.0.is_some(),
            (CastOp::UiToFp | CastOp::SiToFp, Type::Int(_), _) => floats.1.is_some(),
            (CastOp::PtrToInt | CastOp::PtrToAddr, Type::Ptr { .. }, Type::Int(_)) => true,
            (CastOp::IntToPtr, Type::Int(_), Type::Ptr { .. }) => true,
            (CastOp::AddrSpaceCast, Type::Ptr { .. }, Type::Ptr { .. }) => true,
            _ => false,
        };
        if is_valid {
            return Ok(());
        }
        let types = &self.module.types;
        let reason = format!("invalid cast from {} to {}", types.display(from), types.display(to));
        Err(self.error_at(token, ParseErrorKind::Invalid(reason)))
    }

    fn has_same_bits(&self, from: TypeId, to: TypeId) -> bool {
        let bits = |ty: TypeId| {
            let scalar = match self.scalar(ty) {
                Type::Int(bits) => bits,
                Type::X86Mmx => 64,
                Type::X86Amx => 8192,
                other => float_bits(other)?,
            };
            let (n, scalable) = self.n_lanes(ty).unwrap_or((1, false));
            Some((u64::from(scalar) * u64::from(n), scalable))
        };
        match (self.scalar(from), self.scalar(to)) {
            (Type::Ptr { .. }, Type::Ptr { .. }) => from == to,
            _ => bits(from).is_some() && bits(from) == bits(to),
        }
    }

    /// The length of a vector and whether it is a multiple of the processor's own; `None` for
    /// other types.
    fn n_lanes(&self, ty: TypeId) -> Option<(u32, bool)> {
        match self.module.types.get(ty) {
            Type::Vector { len, scalable, .. } => Some((len, scalable)),
            _ => None,
        }
    }

    /// Takes the next operand of a `getelementptr` into account: a pointer, then integers, each
    /// alone or in vectors of one length.
    pub(super) fn gep_operand(&self, token: Token, gep: &mut GepType, ty: TypeId) -> Result<()> {
        match (gep.base, self.scalar(ty)) {
            (None, Type::Ptr { .. }) => gep.base = Some(ty),
            (None, _) => return Err(self.wrong_operand(token, "a pointer", ty)),
            (Some(_), Type::Int(_)) => {}
            (Some(_), _) => return Err(self.wrong_operand(token, "an integer type", ty)),
        }
        let Some(lanes) = self.n_lanes(ty) else { return Ok(()) };
        let first = *gep.vector.get_or_insert(ty);
        if self.n_lanes(first) != Some(lanes) {
            return Err(self.wrong_operand(token, "vectors of one length", ty));
        }
        Ok(())
    }

    /// The type of the whole: a pointer, or a vector of them if one of the operands is a vector.
    pub(super) fn gep_type(&mut self, token: Token, gep: GepType) -> Result<TypeId> {
        match gep {
            GepType { base: None, .. } => Err(self.wrong_operand(token, "a pointer", TypeId::VOID)),
            GepType { base: Some(base), vector: Some(vector) } if vector != base => {
                Ok(self.like_vector(vector, base))
            }
            GepType { base: Some(base), .. } => Ok(base),
        }
    }
}

fn float_bits(ty: Type) -> Option<u32> {
    Some(match ty {
        Type::Half | Type::BFloat => 16,
        Type::Float => 32,
        Type::Double => 64,
        Type::X86Fp80 => 80,
        Type::Fp128 | Type::PpcFp128 => 128,
        _ => return None,
    })
}
