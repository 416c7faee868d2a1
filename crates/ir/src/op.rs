//! The op table. One row an op: `for_each_op!` hands the rows to whoever generates something from
//! them (here the enum and its field visitor; in [`crate::text`] the printer and the parser).
//!
//! **Conventions.**
//! - A register holds a value of `w` ≤ 64 bits zero-extended: its upper bits are always 0. Every
//!   op relies on that and keeps it, but for stores: they take the low bits of their operand.
//! - `…32`, `…64`: the operand width, for the ops that are hot. `…N`: the width is the field `w`,
//!   1 to 64. Ops without such an ending work at any `w` ≤ 64 without masking; they carry `w`
//!   because a term needs it.
//! - `…I`: the second operand is an immediate, already cut to the width (zero-extended). In
//!   compare-and-branch it is 32 bits, sign-extended, then cut to the width.
//! - Addresses: `base + offset`; `…X` adds `index * scale` with a 64-bit index, `…Xs` with a
//!   32-bit index that is sign-extended first; `…G` has a global as its base.
//! - `Wide…` ops work on integers of 65 to 128 bits; see [`Op::words`] for who takes how many
//!   registers.
//! - `undef` and `poison` do not exist: front ends make them 0.

use crate::ids::{ArgsId, BlockId, FuncId, GlobalId, LocalId, NameId, Reg, TableId};
use crate::kinds::{
    BinOp, BitBinOp, BitUnOp, FloatBinOp, FloatFmt, FloatPred, FloatUnOp, IntPred, OverflowOp,
    int_words,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A register that the op writes.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub struct Def(pub Reg);

impl fmt::Debug for Def {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[macro_export]
macro_rules! for_each_op {
    ($then:ident) => {
        $then! {
            // Moves and constants.
            Mov "mov" { dst: Def, a: Reg },
            Const "const" { dst: Def, value: u64 },
            GlobalAddr "addr.g" { dst: Def, global: GlobalId, offset: i64 },
            FuncAddr "addr.f" { dst: Def, func: FuncId },
            BlockAddr "addr.b" { dst: Def, func: FuncId, block: BlockId },
            Select "select" { dst: Def, cond: Reg, a: Reg, b: Reg },

            // Integer arithmetic whose result is cut to the width.
            Add32 "add.32" { dst: Def, a: Reg, b: Reg },
            Add64 "add.64" { dst: Def, a: Reg, b: Reg },
            AddN "add.n" { w: u8, dst: Def, a: Reg, b: Reg },
            Add32I "add.32i" { dst: Def, a: Reg, b: u64 },
            Add64I "add.64i" { dst: Def, a: Reg, b: u64 },
            AddNI "add.ni" { w: u8, dst: Def, a: Reg, b: u64 },
            Sub32 "sub.32" { dst: Def, a: Reg, b: Reg },
            Sub64 "sub.64" { dst: Def, a: Reg, b: Reg },
            SubN "sub.n" { w: u8, dst: Def, a: Reg, b: Reg },
            Mul32 "mul.32" { dst: Def, a: Reg, b: Reg },
            Mul64 "mul.64" { dst: Def, a: Reg, b: Reg },
            MulN "mul.n" { w: u8, dst: Def, a: Reg, b: Reg },
            Mul32I "mul.32i" { dst: Def, a: Reg, b: u64 },
            Mul64I "mul.64i" { dst: Def, a: Reg, b: u64 },
            MulNI "mul.ni" { w: u8, dst: Def, a: Reg, b: u64 },
            Shl32 "shl.32" { dst: Def, a: Reg, b: Reg },
            Shl64 "shl.64" { dst: Def, a: Reg, b: Reg },
            ShlN "shl.n" { w: u8, dst: Def, a: Reg, b: Reg },
            Shl32I "shl.32i" { dst: Def, a: Reg, b: u64 },
            Shl64I "shl.64i" { dst: Def, a: Reg, b: u64 },
            ShlNI "shl.ni" { w: u8, dst: Def, a: Reg, b: u64 },

            // Integer arithmetic that needs no cut.
            And "and" { w: u8, dst: Def, a: Reg, b: Reg },
            AndI "and.i" { w: u8, dst: Def, a: Reg, b: u64 },
            Or "or" { w: u8, dst: Def, a: Reg, b: Reg },
            OrI "or.i" { w: u8, dst: Def, a: Reg, b: u64 },
            Xor "xor" { w: u8, dst: Def, a: Reg, b: Reg },
            XorI "xor.i" { w: u8, dst: Def, a: Reg, b: u64 },
            Lshr "lshr" { w: u8, dst: Def, a: Reg, b: Reg },
            LshrI "lshr.i" { w: u8, dst: Def, a: Reg, b: u64 },
            /// `a >> shift & mask`
            LshrAndI "lshr.and.i" { w: u8, shift: u8, dst: Def, a: Reg, mask: u64 },
            Udiv "udiv" { w: u8, dst: Def, a: Reg, b: Reg },
            UdivI "udiv.i" { w: u8, dst: Def, a: Reg, b: u64 },
            Urem "urem" { w: u8, dst: Def, a: Reg, b: Reg },
            UremI "urem.i" { w: u8, dst: Def, a: Reg, b: u64 },

            // Signed arithmetic.
            Ashr32 "ashr.32" { dst: Def, a: Reg, b: Reg },
            Ashr64 "ashr.64" { dst: Def, a: Reg, b: Reg },
            AshrN "ashr.n" { w: u8, dst: Def, a: Reg, b: Reg },
            Ashr32I "ashr.32i" { dst: Def, a: Reg, b: u64 },
            Ashr64I "ashr.64i" { dst: Def, a: Reg, b: u64 },
            AshrNI "ashr.ni" { w: u8, dst: Def, a: Reg, b: u64 },
            Sdiv32 "sdiv.32" { dst: Def, a: Reg, b: Reg },
            Sdiv64 "sdiv.64" { dst: Def, a: Reg, b: Reg },
            SdivN "sdiv.n" { w: u8, dst: Def, a: Reg, b: Reg },
            Sdiv32I "sdiv.32i" { dst: Def, a: Reg, b: u64 },
            Sdiv64I "sdiv.64i" { dst: Def, a: Reg, b: u64 },
            Srem32 "srem.32" { dst: Def, a: Reg, b: Reg },
            Srem64 "srem.64" { dst: Def, a: Reg, b: Reg },
            SremN "srem.n" { w: u8, dst: Def, a: Reg, b: Reg },
            Srem32I "srem.32i" { dst: Def, a: Reg, b: u64 },
            Srem64I "srem.64i" { dst: Def, a: Reg, b: u64 },

            // Comparisons: 0 or 1.
            Eq "eq" { w: u8, dst: Def, a: Reg, b: Reg },
            EqI "eq.i" { w: u8, dst: Def, a: Reg, b: u64 },
            Ne "ne" { w: u8, dst: Def, a: Reg, b: Reg },
            NeI "ne.i" { w: u8, dst: Def, a: Reg, b: u64 },
            Ult "ult" { w: u8, dst: Def, a: Reg, b: Reg },
            UltI "ult.i" { w: u8, dst: Def, a: Reg, b: u64 },
            Ule "ule" { w: u8, dst: Def, a: Reg, b: Reg },
            UgtI "ugt.i" { w: u8, dst: Def, a: Reg, b: u64 },
            Slt32 "slt.32" { dst: Def, a: Reg, b: Reg },
            Slt64 "slt.64" { dst: Def, a: Reg, b: Reg },
            SltN "slt.n" { w: u8, dst: Def, a: Reg, b: Reg },
            Slt32I "slt.32i" { dst: Def, a: Reg, b: u64 },
            Slt64I "slt.64i" { dst: Def, a: Reg, b: u64 },
            SltNI "slt.ni" { w: u8, dst: Def, a: Reg, b: u64 },
            Sle32 "sle.32" { dst: Def, a: Reg, b: Reg },
            Sle64 "sle.64" { dst: Def, a: Reg, b: Reg },
            SleN "sle.n" { w: u8, dst: Def, a: Reg, b: Reg },
            Sgt32I "sgt.32i" { dst: Def, a: Reg, b: u64 },
            Sgt64I "sgt.64i" { dst: Def, a: Reg, b: u64 },
            SgtNI "sgt.ni" { w: u8, dst: Def, a: Reg, b: u64 },

            // Width changes, both widths at most 64.
            Zext "zext" { from: u8, to: u8, dst: Def, a: Reg },
            Sext "sext" { from: u8, to: u8, dst: Def, a: Reg },
            Trunc "trunc" { from: u8, to: u8, dst: Def, a: Reg },

            // Bit operations at 1 to 128 bits.
            BitUn "bit1" { op: BitUnOp, w: u8, dst: Def, a: Reg },
            BitBin "bit2" { op: BitBinOp, w: u8, dst: Def, a: Reg, b: Reg },
            /// The value, then one register with the overflow bit.
            Overflow "overflow" { op: OverflowOp, w: u8, dst: Def, a: Reg, b: Reg },
            /// `a:b` shifted left by `c % w`, its upper half; with `right` the other way, its lower.
            Funnel "funnel" { right: bool, w: u8, dst: Def, a: Reg, b: Reg, c: Reg },

            // Integers of 65 to 128 bits.
            WideBin "wide" { op: BinOp, w: u8, dst: Def, a: Reg, b: Reg },
            WideCmp "wide.cmp" { op: IntPred, w: u8, dst: Def, a: Reg, b: Reg },
            WideZext "wide.zext" { from: u8, to: u8, dst: Def, a: Reg },
            WideSext "wide.sext" { from: u8, to: u8, dst: Def, a: Reg },
            WideTrunc "wide.trunc" { from: u8, to: u8, dst: Def, a: Reg },

            // Floating point.
            FAdd64 "fadd.64" { dst: Def, a: Reg, b: Reg },
            FSub64 "fsub.64" { dst: Def, a: Reg, b: Reg },
            FMul64 "fmul.64" { dst: Def, a: Reg, b: Reg },
            FDiv64 "fdiv.64" { dst: Def, a: Reg, b: Reg },
            FAdd32 "fadd.32" { dst: Def, a: Reg, b: Reg },
            FSub32 "fsub.32" { dst: Def, a: Reg, b: Reg },
            FMul32 "fmul.32" { dst: Def, a: Reg, b: Reg },
            FDiv32 "fdiv.32" { dst: Def, a: Reg, b: Reg },
            FloatBin "float2" { op: FloatBinOp, fmt: FloatFmt, dst: Def, a: Reg, b: Reg },
            FloatUn "float1" { op: FloatUnOp, fmt: FloatFmt, dst: Def, a: Reg },
            FloatFma "fma" { fmt: FloatFmt, dst: Def, a: Reg, b: Reg, c: Reg },
            FloatCmp "fcmp" { pred: FloatPred, fmt: FloatFmt, dst: Def, a: Reg, b: Reg },
            FloatCast "fcast" { from: FloatFmt, to: FloatFmt, dst: Def, a: Reg },
            /// Out of range and NaN give 0, or the nearest value with `saturating`.
            FloatToInt "ftoi" { from: FloatFmt, signed: bool, saturating: bool, w: u8, dst: Def, a: Reg },
            IntToFloat "itof" { to: FloatFmt, signed: bool, w: u8, dst: Def, a: Reg },

            // Memory.
            Load8 "load.8" { dst: Def, base: Reg, offset: i32 },
            Load16 "load.16" { dst: Def, base: Reg, offset: i32 },
            Load32 "load.32" { dst: Def, base: Reg, offset: i32 },
            Load64 "load.64" { dst: Def, base: Reg, offset: i32 },
            /// `w` is a multiple of 8, at most 64.
            LoadN "load.n" { w: u8, dst: Def, base: Reg, offset: i32 },
            Load8X "load.8x" { dst: Def, base: Reg, index: Reg, scale: u32, offset: i32 },
            Load16X "load.16x" { dst: Def, base: Reg, index: Reg, scale: u32, offset: i32 },
            Load32X "load.32x" { dst: Def, base: Reg, index: Reg, scale: u32, offset: i32 },
            Load64X "load.64x" { dst: Def, base: Reg, index: Reg, scale: u32, offset: i32 },
            Load8Xs "load.8xs" { dst: Def, base: Reg, index: Reg, scale: u32, offset: i32 },
            Load16Xs "load.16xs" { dst: Def, base: Reg, index: Reg, scale: u32, offset: i32 },
            Load32Xs "load.32xs" { dst: Def, base: Reg, index: Reg, scale: u32, offset: i32 },
            Load64Xs "load.64xs" { dst: Def, base: Reg, index: Reg, scale: u32, offset: i32 },
            Load8G "load.8g" { dst: Def, global: GlobalId, offset: i64 },
            Load16G "load.16g" { dst: Def, global: GlobalId, offset: i64 },
            Load32G "load.32g" { dst: Def, global: GlobalId, offset: i64 },
            Load64G "load.64g" { dst: Def, global: GlobalId, offset: i64 },
            Load8GX "load.8gx" { dst: Def, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Load16GX "load.16gx" { dst: Def, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Load32GX "load.32gx" { dst: Def, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Load64GX "load.64gx" { dst: Def, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Load8GXs "load.8gxs" { dst: Def, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Load16GXs "load.16gxs" { dst: Def, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Load32GXs "load.32gxs" { dst: Def, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Load64GXs "load.64gxs" { dst: Def, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Store8 "store.8" { a: Reg, base: Reg, offset: i32 },
            Store16 "store.16" { a: Reg, base: Reg, offset: i32 },
            Store32 "store.32" { a: Reg, base: Reg, offset: i32 },
            Store64 "store.64" { a: Reg, base: Reg, offset: i32 },
            StoreN "store.n" { w: u8, a: Reg, base: Reg, offset: i32 },
            Store8X "store.8x" { a: Reg, base: Reg, index: Reg, scale: u32, offset: i32 },
            Store16X "store.16x" { a: Reg, base: Reg, index: Reg, scale: u32, offset: i32 },
            Store32X "store.32x" { a: Reg, base: Reg, index: Reg, scale: u32, offset: i32 },
            Store64X "store.64x" { a: Reg, base: Reg, index: Reg, scale: u32, offset: i32 },
            Store8Xs "store.8xs" { a: Reg, base: Reg, index: Reg, scale: u32, offset: i32 },
            Store16Xs "store.16xs" { a: Reg, base: Reg, index: Reg, scale: u32, offset: i32 },
            Store32Xs "store.32xs" { a: Reg, base: Reg, index: Reg, scale: u32, offset: i32 },
            Store64Xs "store.64xs" { a: Reg, base: Reg, index: Reg, scale: u32, offset: i32 },
            Store8G "store.8g" { a: Reg, global: GlobalId, offset: i64 },
            Store16G "store.16g" { a: Reg, global: GlobalId, offset: i64 },
            Store32G "store.32g" { a: Reg, global: GlobalId, offset: i64 },
            Store64G "store.64g" { a: Reg, global: GlobalId, offset: i64 },
            Store8GX "store.8gx" { a: Reg, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Store16GX "store.16gx" { a: Reg, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Store32GX "store.32gx" { a: Reg, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Store64GX "store.64gx" { a: Reg, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Store8GXs "store.8gxs" { a: Reg, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Store16GXs "store.16gxs" { a: Reg, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Store32GXs "store.32gxs" { a: Reg, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            Store64GXs "store.64gxs" { a: Reg, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            LeaX "lea.x" { dst: Def, base: Reg, index: Reg, scale: u32, offset: i32 },
            LeaXs "lea.xs" { dst: Def, base: Reg, index: Reg, scale: u32, offset: i32 },
            LeaGX "lea.gx" { dst: Def, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            LeaGXs "lea.gxs" { dst: Def, index: Reg, scale: u16, global: GlobalId, offset: i32 },
            /// `base` plus the relative pointer stored at `base + index` (see [`crate::Reloc`]).
            LoadRelative "load.relative" { dst: Def, base: Reg, index: Reg },
            MemCpy "memcpy" { to: Reg, from: Reg, len: Reg },
            MemMove "memmove" { to: Reg, from: Reg, len: Reg },
            MemSet "memset" { to: Reg, value: Reg, len: Reg },
            /// A stack object of the size that the local gives; it lives until the function returns.
            Alloca "alloca" { dst: Def, local: LocalId },
            /// The same with a size in bytes that is known only now.
            AllocaDyn "alloca.dyn" { dst: Def, size: Reg, local: LocalId },
            StackSave "stack.save" { dst: Def },
            /// Ends the life of the stack objects made since the save.
            StackRestore "stack.restore" { a: Reg },
            /// Fills the `va_list` at `a`: every variable argument comes from the overflow area.
            VaStart "va.start" { a: Reg },
            /// A counter that grows with execution (`rdtsc`).
            ReadCounter "counter" { dst: Def },

            /// Of a program that is two versions: what each of them has for a value.
            Version "version" { dst: Def, old: Reg, new: Reg },
            /// Only in the engine's copies of code, for an op that touches a register with a term.
            Guarded "guarded" {},
            /// Only in the engine's code for both versions: whether one of them can store `n` bytes of
            /// `a` while the other one keeps what is there, and the store itself.
            CheckOwn "check.own" { is_old: bool, n: u8, address: Reg, a: Reg },
            StoreOwn "store.own" { is_old: bool, n: u8, address: Reg, a: Reg },

            // Calls. The arguments are `n_args` registers of the argument pool from `args` on;
            // what goes beyond the callee's parameters is its variable arguments, 8 bytes each.
            Call "call" { dst: Def, n_ret: u8, func: FuncId, n_args: u16, args: ArgsId },
            CallPtr "call.ptr" { dst: Def, n_ret: u8, target: Reg, n_args: u16, args: ArgsId },

            // Terminators.
            Jmp "jmp" { to: BlockId },
            BrIf "br" { cond: Reg, then: BlockId, other: BlockId },
            BrEq "br.eq" { w: u8, a: Reg, b: Reg, then: BlockId, other: BlockId },
            BrEqI "br.eq.i" { w: u8, a: Reg, b: i32, then: BlockId, other: BlockId },
            BrNe "br.ne" { w: u8, a: Reg, b: Reg, then: BlockId, other: BlockId },
            BrNeI "br.ne.i" { w: u8, a: Reg, b: i32, then: BlockId, other: BlockId },
            BrUlt "br.ult" { w: u8, a: Reg, b: Reg, then: BlockId, other: BlockId },
            BrUltI "br.ult.i" { w: u8, a: Reg, b: i32, then: BlockId, other: BlockId },
            BrUle "br.ule" { w: u8, a: Reg, b: Reg, then: BlockId, other: BlockId },
            BrUgtI "br.ugt.i" { w: u8, a: Reg, b: i32, then: BlockId, other: BlockId },
            BrSlt32 "br.slt.32" { a: Reg, b: Reg, then: BlockId, other: BlockId },
            BrSlt32I "br.slt.32i" { a: Reg, b: i32, then: BlockId, other: BlockId },
            BrSle32 "br.sle.32" { a: Reg, b: Reg, then: BlockId, other: BlockId },
            BrSgt32I "br.sgt.32i" { a: Reg, b: i32, then: BlockId, other: BlockId },
            BrSlt64 "br.slt.64" { a: Reg, b: Reg, then: BlockId, other: BlockId },
            BrSlt64I "br.slt.64i" { a: Reg, b: i32, then: BlockId, other: BlockId },
            BrSle64 "br.sle.64" { a: Reg, b: Reg, then: BlockId, other: BlockId },
            BrSgt64I "br.sgt.64i" { a: Reg, b: i32, then: BlockId, other: BlockId },
            /// Of a program that is two versions: each has its own successor.
            BrVersion "br.version" { old: BlockId, new: BlockId },
            /// Only in the engine's code: `br.version` with a way that both versions can take together.
            BrTogether "br.together" { old: BlockId, new: BlockId, both: BlockId },
            Switch "switch" { w: u8, a: Reg, table: TableId },
            /// Goes to the block of the table whose address `a` is.
            IndirectBr "br.indirect" { a: Reg, table: TableId },
            /// The frame is left before the callee is entered.
            TailCall "tailcall" { func: FuncId, n_args: u16, args: ArgsId },
            TailCallPtr "tailcall.ptr" { target: Reg, n_args: u16, args: ArgsId },
            /// Hands all of this call's arguments on to the function at `target`.
            Forward "forward" { target: Reg },
            /// `n` registers from `a` on go to the caller.
            Ret "ret" { a: Reg, n: u8 },
            /// The program says that control never comes here.
            Unreachable "unreachable" {},
            /// The program stops itself (`__builtin_trap`).
            Trap "trap" {},
            /// A construct that we do not model; its name says which. Ends the path when executed.
            Unsupported "unsupported" { what: NameId },
        }
    };
}

/// What a field of an op can be, as its role in the op shows.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Field {
    Def(Reg),
    Use(Reg),
    Block(BlockId),
    Func(FuncId),
    Global(GlobalId),
    Name(NameId),
    Args(ArgsId),
    Table(TableId),
    Local(LocalId),
    /// Widths, immediates, scales, operators.
    Other,
}

macro_rules! field_roles {
    ($($ty:ty => $value:ident, $make:expr;)*) => {
        $(impl From<$ty> for Field {
            fn from($value: $ty) -> Field {
                $make
            }
        })*
    };
}

field_roles! {
    Def => value, Field::Def(value.0);
    Reg => value, Field::Use(value);
    BlockId => value, Field::Block(value);
    FuncId => value, Field::Func(value);
    GlobalId => value, Field::Global(value);
    NameId => value, Field::Name(value);
    ArgsId => value, Field::Args(value);
    TableId => value, Field::Table(value);
    LocalId => value, Field::Local(value);
    u8 => _value, Field::Other;
    u16 => _value, Field::Other;
    u32 => _value, Field::Other;
    u64 => _value, Field::Other;
    i32 => _value, Field::Other;
    i64 => _value, Field::Other;
    bool => _value, Field::Other;
    BinOp => _value, Field::Other;
    IntPred => _value, Field::Other;
    FloatPred => _value, Field::Other;
    FloatFmt => _value, Field::Other;
    FloatBinOp => _value, Field::Other;
    FloatUnOp => _value, Field::Other;
    BitUnOp => _value, Field::Other;
    BitBinOp => _value, Field::Other;
    OverflowOp => _value, Field::Other;
}

/// Rewrites the ids of an op in place: linking renumbers functions, globals and names; preparing
/// code for execution replaces blocks by op indices.
pub trait IdMap {
    fn block(&mut self, id: BlockId) -> BlockId {
        id
    }
    fn func(&mut self, id: FuncId) -> FuncId {
        id
    }
    fn global(&mut self, id: GlobalId) -> GlobalId {
        id
    }
    fn name(&mut self, id: NameId) -> NameId {
        id
    }
    fn def(&mut self, def: Def) -> Def {
        def
    }
    fn reg(&mut self, reg: Reg) -> Reg {
        reg
    }
}

trait Remap {
    fn remap(&mut self, _map: &mut impl IdMap) {}
}

macro_rules! remap_fields {
    (ids { $($id:ty => $method:ident,)* } plain { $($plain:ty,)* }) => {
        $(impl Remap for $id {
            fn remap(&mut self, map: &mut impl IdMap) {
                *self = map.$method(*self);
            }
        })*
        $(impl Remap for $plain {})*
    };
}

remap_fields! {
    ids {
        BlockId => block, FuncId => func, GlobalId => global, NameId => name, Def => def,
        Reg => reg,
    }
    plain {
        ArgsId, TableId, LocalId, u8, u16, u32, u64, i32, i64, bool, BinOp, IntPred,
        FloatPred, FloatFmt, FloatBinOp, FloatUnOp, BitUnOp, BitBinOp, OverflowOp,
    }
}

macro_rules! define_op {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident: $ty:ty),* },)*) => {
        #[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
        pub enum Op { $($(#[$doc])* $name { $($field: $ty),* },)* }

        impl Op {
            /// The op's word in the text format.
            pub fn mnemonic(&self) -> &'static str {
                match self { $(Op::$name { .. } => $text,)* }
            }

            /// Calls `see` for every field, in the order of the table.
            pub fn for_each_field(&self, mut see: impl FnMut(Field)) {
                match *self {
                    $(Op::$name { $($field),* } => { $(see(Field::from($field));)* })*
                }
            }

            pub fn remap(&mut self, map: &mut impl IdMap) {
                match self {
                    $(Op::$name { $($field),* } => { $(Remap::remap($field, map);)* })*
                }
            }
        }
    };
}
for_each_op!(define_op);

const _: () = assert!(size_of::<Op>() <= 16);

impl Op {
    /// How many registers each `Def` and each `Use` field of this op covers.
    pub fn words(&self) -> (u16, u16) {
        match *self {
            Op::BitUn { w, .. } | Op::BitBin { w, .. } | Op::Funnel { w, .. } => {
                (int_words(w), int_words(w))
            }
            Op::Overflow { w, .. } => (int_words(w) + 1, int_words(w)),
            Op::WideBin { .. } => (2, 2),
            Op::WideCmp { .. } => (1, 2),
            Op::WideZext { from, to, .. }
            | Op::WideSext { from, to, .. }
            | Op::WideTrunc { from, to, .. } => (int_words(to), int_words(from)),
            Op::FloatBin { fmt, .. } | Op::FloatUn { fmt, .. } | Op::FloatFma { fmt, .. } => {
                (fmt.words(), fmt.words())
            }
            Op::FloatCmp { fmt, .. } => (1, fmt.words()),
            Op::FloatCast { from, to, .. } => (to.words(), from.words()),
            Op::FloatToInt { from, w, .. } => (int_words(w), from.words()),
            Op::IntToFloat { to, w, .. } => (to.words(), int_words(w)),
            Op::Call { n_ret, .. } => (n_ret.into(), 1),
            Op::CallPtr { n_ret, .. } => (n_ret.into(), 1),
            Op::Ret { n, .. } => (0, n.into()),
            _ => (1, 1),
        }
    }

    /// A terminator that goes one of two ways, by a comparison.
    pub fn is_branch(&self) -> bool {
        let mut n_blocks = 0;
        self.for_each_field(|field| n_blocks += usize::from(matches!(field, Field::Block(_))));
        n_blocks == 2 && !matches!(self, Op::BrVersion { .. })
    }

    /// Every block must end in a terminator and hold no other.
    pub fn is_terminator(&self) -> bool {
        use Op::*;
        matches!(
            self,
            Jmp { .. }
                | BrIf { .. }
                | BrEq { .. }
                | BrEqI { .. }
                | BrNe { .. }
                | BrNeI { .. }
                | BrUlt { .. }
                | BrUltI { .. }
                | BrUle { .. }
                | BrUgtI { .. }
                | BrSlt32 { .. }
                | BrSlt32I { .. }
                | BrSle32 { .. }
                | BrSgt32I { .. }
                | BrSlt64 { .. }
                | BrSlt64I { .. }
                | BrSle64 { .. }
                | BrSgt64I { .. }
                | BrVersion { .. }
                | BrTogether { .. }
                | Switch { .. }
                | IndirectBr { .. }
                | TailCall { .. }
                | TailCallPtr { .. }
                | Forward { .. }
                | Ret { .. }
                | Unreachable { .. }
                | Trap { .. }
                | Unsupported { .. }
        )
    }
}
