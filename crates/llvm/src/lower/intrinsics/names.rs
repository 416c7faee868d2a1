//! Which intrinsic a name means.

use super::{Intrinsic, Reduction};
use crate::ast::{BinaryOp, CastOp};
use patchlight_ir::kinds::{BitBinOp, BitUnOp, FloatBinOp, FloatUnOp, OverflowOp};

impl Intrinsic {
    /// `name` without `llvm.`; types at its end do not matter.
    pub fn resolve(name: &str) -> Intrinsic {
        let mut rest = name;
        loop {
            if let Some(intrinsic) = Self::by_name(rest) {
                return intrinsic;
            }
            match rest.rfind('.') {
                Some(dot) => rest = &rest[..dot],
                None => return Intrinsic::Unknown,
            }
        }
    }

    fn by_name(name: &str) -> Option<Intrinsic> {
        memory_and_hints(name)
            .or_else(|| integers(name))
            .or_else(|| floats(name))
            .or_else(|| vectors(name))
            .or_else(|| constrained(name.strip_prefix("experimental.constrained.")?))
    }
}

fn memory_and_hints(name: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    Some(match name {
        "lifetime.start"
        | "lifetime.end"
        | "invariant.start"
        | "invariant.end"
        | "assume"
        | "donothing"
        | "sideeffect"
        | "prefetch"
        | "va_end"
        | "clear_cache"
        | "pseudoprobe"
        | "experimental.noalias.scope.decl"
        | "set.rounding"
        | "reset.fpmode"
        | "reset.fpenv"
        | "var.annotation"
        | "fake.use"
        | "instrprof.increment" => Nothing,
        "expect"
        | "expect.with.probability"
        | "launder.invariant.group"
        | "strip.invariant.group"
        | "annotation"
        | "ptr.annotation"
        | "ssa.copy"
        | "threadlocal.address"
        | "arithmetic.fence"
        | "preserve.array.access.index"
        | "preserve.struct.access.index"
        | "preserve.union.access.index" => Identity,
        "returnaddress" | "frameaddress" | "sponentry" | "addressofreturnaddress" => Constant(0),
        "get.rounding" | "flt.rounds" | "allow.ubsan.check" | "allow.runtime.check" => Constant(1),
        "memcpy" | "memcpy.inline" | "memcpy.element.unordered.atomic" => MemCpy,
        "memmove" | "memmove.element.unordered.atomic" => MemMove,
        "memset" | "memset.inline" | "memset.element.unordered.atomic" => MemSet,
        "stacksave" => StackSave,
        "stackrestore" => StackRestore,
        "eh.sjlj.setjmp" => SetJmp,
        "eh.sjlj.longjmp" => LongJmp,
        "va_start" => VaStart,
        "va_copy" => VaCopy,
        "trap" | "debugtrap" | "ubsantrap" => Trap,
        "readcyclecounter" | "readsteadycounter" | "x86.rdtsc" => ReadCounter,
        "objectsize" => ObjectSize,
        "is.constant" => IsConstant,
        "load.relative" => LoadRelative,
        "ptrmask" => PtrMask,
        _ => return None,
    })
}

fn integers(name: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    Some(match name {
        "sadd.with.overflow" => Overflow(OverflowOp::Sadd),
        "uadd.with.overflow" => Overflow(OverflowOp::Uadd),
        "ssub.with.overflow" => Overflow(OverflowOp::Ssub),
        "usub.with.overflow" => Overflow(OverflowOp::Usub),
        "smul.with.overflow" => Overflow(OverflowOp::Smul),
        "umul.with.overflow" => Overflow(OverflowOp::Umul),
        "smin" => Bit2(BitBinOp::Smin),
        "smax" => Bit2(BitBinOp::Smax),
        "umin" => Bit2(BitBinOp::Umin),
        "umax" => Bit2(BitBinOp::Umax),
        "sadd.sat" => Bit2(BitBinOp::SaddSat),
        "uadd.sat" => Bit2(BitBinOp::UaddSat),
        "ssub.sat" => Bit2(BitBinOp::SsubSat),
        "usub.sat" => Bit2(BitBinOp::UsubSat),
        "sshl.sat" => Bit2(BitBinOp::SshlSat),
        "ushl.sat" => Bit2(BitBinOp::UshlSat),
        "ctpop" => Bit1(BitUnOp::Popcount),
        "ctlz" => Bit1(BitUnOp::LeadingZeros),
        "cttz" => Bit1(BitUnOp::TrailingZeros),
        "bswap" => Bit1(BitUnOp::ByteSwap),
        "bitreverse" => Bit1(BitUnOp::BitReverse),
        "abs" => Bit1(BitUnOp::Abs),
        "fshl" => Funnel(false),
        "fshr" => Funnel(true),
        "ucmp" => Compare3(false),
        "scmp" => Compare3(true),
        _ => return None,
    })
}

fn floats(name: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    Some(match name {
        "fabs" => Float1(FloatUnOp::Abs),
        "sqrt" => Float1(FloatUnOp::Sqrt),
        "floor" => Float1(FloatUnOp::Floor),
        "ceil" => Float1(FloatUnOp::Ceil),
        "trunc" => Float1(FloatUnOp::Trunc),
        "rint" | "nearbyint" | "roundeven" => Float1(FloatUnOp::Rint),
        "round" => Float1(FloatUnOp::Round),
        "canonicalize" => Identity,
        "copysign" => Float2(FloatBinOp::CopySign),
        "minnum" | "minimumnum" => Float2(FloatBinOp::MinNum),
        "maxnum" | "maximumnum" => Float2(FloatBinOp::MaxNum),
        "minimum" => Float2(FloatBinOp::Minimum),
        "maximum" => Float2(FloatBinOp::Maximum),
        "fma" => Fma,
        "fmuladd" => FmulAdd,
        "pow" => Libm2("pow"),
        "exp" => Libm1("exp"),
        "exp2" => Libm1("exp2"),
        "exp10" => Libm1("exp10"),
        "log" => Libm1("log"),
        "log2" => Libm1("log2"),
        "log10" => Libm1("log10"),
        "sin" => Libm1("sin"),
        "cos" => Libm1("cos"),
        "tan" => Libm1("tan"),
        "asin" => Libm1("asin"),
        "acos" => Libm1("acos"),
        "atan" => Libm1("atan"),
        "atan2" => Libm2("atan2"),
        "sinh" => Libm1("sinh"),
        "cosh" => Libm1("cosh"),
        "tanh" => Libm1("tanh"),
        "lround" => LibmToInt("lround"),
        "llround" => LibmToInt("llround"),
        "lrint" => LibmToInt("lrint"),
        "llrint" => LibmToInt("llrint"),
        "powi" => PowI,
        "ldexp" => LdExp,
        "fptosi.sat" => FloatToIntSat(true),
        "fptoui.sat" => FloatToIntSat(false),
        "convert.to.fp16" => ToFp16,
        "convert.from.fp16" => FromFp16,
        "is.fpclass" => IsFpClass,
        _ => return None,
    })
}

fn vectors(name: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    let reduction = match name {
        "vector.reduce.add" => Reduction::Binary(BinaryOp::Add),
        "vector.reduce.mul" => Reduction::Binary(BinaryOp::Mul),
        "vector.reduce.and" => Reduction::Binary(BinaryOp::And),
        "vector.reduce.or" => Reduction::Binary(BinaryOp::Or),
        "vector.reduce.xor" => Reduction::Binary(BinaryOp::Xor),
        "vector.reduce.smin" => Reduction::Bit2(BitBinOp::Smin),
        "vector.reduce.smax" => Reduction::Bit2(BitBinOp::Smax),
        "vector.reduce.umin" => Reduction::Bit2(BitBinOp::Umin),
        "vector.reduce.umax" => Reduction::Bit2(BitBinOp::Umax),
        "vector.reduce.fmin" => Reduction::Float2(FloatBinOp::MinNum),
        "vector.reduce.fmax" => Reduction::Float2(FloatBinOp::MaxNum),
        "vector.reduce.fminimum" => Reduction::Float2(FloatBinOp::Minimum),
        "vector.reduce.fmaximum" => Reduction::Float2(FloatBinOp::Maximum),
        "vector.reduce.fadd" => Reduction::Ordered(BinaryOp::FAdd),
        "vector.reduce.fmul" => Reduction::Ordered(BinaryOp::FMul),
        "masked.load" => return Some(MaskedLoad),
        "masked.store" => return Some(MaskedStore),
        "masked.gather" => return Some(Gather),
        "masked.scatter" => return Some(Scatter),
        "vector.insert" => return Some(VectorInsert),
        "vector.extract" => return Some(VectorExtract),
        "vector.reverse" | "experimental.vector.reverse" => return Some(VectorReverse),
        _ => return None,
    };
    Some(Reduce(reduction))
}

/// `experimental.constrained.…`: like the plain operation; the rounding mode is the default one.
fn constrained(name: &str) -> Option<Intrinsic> {
    use Intrinsic::*;
    Some(match name {
        "fadd" => Binary(BinaryOp::FAdd),
        "fsub" => Binary(BinaryOp::FSub),
        "fmul" => Binary(BinaryOp::FMul),
        "fdiv" => Binary(BinaryOp::FDiv),
        "frem" => Binary(BinaryOp::FRem),
        "fptrunc" => Cast(CastOp::FpTrunc),
        "fpext" => Cast(CastOp::FpExt),
        "fptosi" => Cast(CastOp::FpToSi),
        "fptoui" => Cast(CastOp::FpToUi),
        "sitofp" => Cast(CastOp::SiToFp),
        "uitofp" => Cast(CastOp::UiToFp),
        "fcmp" | "fcmps" => FloatCompare,
        name => return floats(name),
    })
}
