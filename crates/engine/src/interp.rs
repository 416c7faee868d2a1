//! The interpreter: one loop over concrete words, made twice.
//!
//! The loop keeps four things in machine registers: the next op, the frame's registers, the code
//! and the number of ops left. Loads and stores go through the slot table without a call when the
//! slot says that nothing special is there; what is special goes through `cold`.
//!
//! A frame in which no register holds a term runs in the untagged loop, which knows of words only.
//! Once a load, an argument or a result brings a term, the frame goes on in the tagged loop: there
//! every operand's tag is looked at, and an op with a term among its operands goes through
//! `symbolic`. An op reads its operands before it changes anything, so it can be given up after
//! any of them, and executed again after its question was answered. When no op has met a term for a
//! while, the frame is back in the untagged loop, with the ops on its terms guarded (`guards`).
//!
//! **Safety.** The register file and the ops are accessed unchecked. Both are sound because
//! `Program::new` has verified every body: registers are below `n_regs`, targets are block starts,
//! every block ends in a terminator; and because `push_frame` makes room for `n_regs` registers.

mod address;
mod calls;
mod cold;
pub(crate) mod guards;
pub(crate) mod pairs;
pub(crate) mod shape;
mod symbolic;

use crate::context::Context;
use crate::memory::{self, PAGE_SLOTS, Page, SLOT_MASK};
use crate::outcome::{BugKind, PathEnd};
use crate::program::{Origin, Program};
use crate::state::{State, Stop, View};
use crate::value::{Beside, Tag, Value};
use guards::Passed;
use pairs::OwnStore;
use patchlight_expr::Side;
use patchlight_ir::kinds::BinOp;
use patchlight_ir::op::Field;
use patchlight_ir::{Def, Op, Reg};
use std::ptr::NonNull;
use symbolic::Step;

/// Blocks without an op on terms after which a frame leaves the tagged loop.
const QUIET_BLOCKS: u32 = 4;

/// Where the interpreter is. Made anew whenever the top frame changes.
#[derive(Copy, Clone)]
pub(crate) struct Cursor {
    pub(crate) pc: *const Op,
    pub(crate) ops: *const Op,
    pub(crate) regs: *mut u64,
    pub(crate) tags: *mut Beside,
}

impl Cursor {
    /// # Safety
    /// `reg` must be below the frame's number of registers.
    #[inline(always)]
    unsafe fn get(&self, reg: Reg) -> u64 {
        // SAFETY: the caller's promise.
        unsafe { *self.regs.add(reg.0 as usize) }
    }

    /// # Safety
    /// `dst` must be below the frame's number of registers.
    #[inline(always)]
    unsafe fn set(&self, dst: Def, value: u64) {
        // SAFETY: the caller's promise.
        unsafe { *self.regs.add(dst.0.0 as usize) = value }
    }

    /// # Safety
    /// `reg` must be below the frame's number of registers.
    #[inline(always)]
    unsafe fn tag(&self, reg: Reg) -> Tag {
        // SAFETY: the caller's promise.
        unsafe { (*self.tags.add(reg.0 as usize)).tag }
    }

    /// # Safety
    /// `dst` must be below the frame's number of registers.
    #[inline(always)]
    unsafe fn set_tag(&self, dst: Def, tag: Tag) {
        // SAFETY: the caller's promise.
        unsafe { (*self.tags.add(dst.0.0 as usize)).tag = tag }
    }

    /// # Safety
    /// `reg` must be below the frame's number of registers.
    #[inline(always)]
    unsafe fn beside(&self, reg: Reg) -> Beside {
        // SAFETY: the caller's promise.
        unsafe { *self.tags.add(reg.0 as usize) }
    }

    /// # Safety
    /// `dst` must be below the frame's number of registers.
    #[inline(always)]
    unsafe fn set_beside(&self, dst: Def, beside: Beside) {
        // SAFETY: the caller's promise.
        unsafe { *self.tags.add(dst.0.0 as usize) = beside }
    }

    fn op(&self) -> Op {
        // SAFETY: `pc` is an op of the function.
        unsafe { *self.pc }
    }

    /// The index of the current op.
    #[inline(always)]
    pub(crate) fn index(&self) -> u32 {
        // SAFETY: both point into the same function's ops.
        unsafe { self.pc.offset_from(self.ops) as u32 }
    }
}

#[inline(always)]
fn cut(w: u8, value: u64) -> u64 {
    value & (u64::MAX >> (64 - u32::from(w)))
}

#[inline(always)]
fn sext(w: u8, value: u64) -> i64 {
    let unused = 64 - u32::from(w);
    ((value << unused) as i64) >> unused
}

#[inline(always)]
fn shl(w: u8, a: u64, b: u64) -> u64 {
    if b < u64::from(w) { cut(w, a << b) } else { 0 }
}

#[inline(always)]
fn lshr(w: u8, a: u64, b: u64) -> u64 {
    if b < u64::from(w) { a >> b } else { 0 }
}

#[inline(always)]
fn ashr(w: u8, a: u64, b: u64) -> u64 {
    if b < u64::from(w) { cut(w, (sext(w, a) >> b) as u64) } else { 0 }
}

/// An immediate of a compare-and-branch at width `w`.
#[inline(always)]
fn imm(w: u8, value: i32) -> u64 {
    cut(w, value as i64 as u64)
}

/// Whether an operand of a slow op is a term.
fn uses_terms(at: &Cursor) -> bool {
    let op = at.op();
    let n = op.words().1;
    let mut found = false;
    op.for_each_field(|field| {
        if let Field::Use(reg) = field {
            // SAFETY: verified registers.
            found |= (0..n).any(|word| unsafe { at.tag(Reg(reg.0 + word)) }.is_set());
        }
    });
    found
}

/// Makes what a slow op writes concrete.
fn clear_tags(at: &Cursor) {
    let op = at.op();
    let n = op.words().0;
    op.for_each_field(|field| {
        if let Field::Def(reg) = field {
            for word in 0..n {
                // SAFETY: verified registers.
                unsafe { at.set_tag(Def(Reg(reg.0 + word)), Tag::CONCRETE) };
            }
        }
    });
}

/// Where `n` bytes at `address` lie, if a plain access is allowed there; else the slot, if any.
macro_rules! plain_place {
    ($pages:expr, $address:expr, $n:expr, $len:ident) => {{
        let number = ($address >> 32) as u32;
        let index = (number & SLOT_MASK) as usize;
        let pages: &[*const Page] = $pages;
        match pages.get(index / PAGE_SLOTS) {
            Some(&page) => {
                // SAFETY: the pages live as long as the memory, which does not change meanwhile.
                let slot = unsafe { &(*page).slots[index % PAGE_SLOTS] };
                let offset = ($address as u32).wrapping_sub(slot.base);
                if slot.number == number && u64::from(offset) + $n <= u64::from(slot.$len) {
                    // SAFETY: `offset + n` is within the object's allocation (see `Slot`).
                    Ok(unsafe { slot.data.add(offset as usize) })
                } else {
                    Err(Some(slot))
                }
            }
            None => Err(None),
        }
    }};
}

impl State {
    /// Runs the versions that are in view until something needs the caller, or for about `max_ops` ops.
    pub(crate) fn run_view(
        &mut self,
        program: &Program,
        context: &mut Context,
        max_ops: u64,
    ) -> Stop {
        let mut left = max_ops.min(i64::MAX as u64 / 2) as i64;
        let start = left;
        let stop = loop {
            let stop = match self.top_is_tagged() {
                false => self.run_loop::<false>(program, context, &mut left),
                true => self.run_loop::<true>(program, context, &mut left),
            };
            if let Some(stop) = stop {
                break stop;
            }
        };
        self.path.n_ops += (start - left) as u64;
        self.leave_together(program, stop)
    }

    /// Whoever looks at a state sees it in its function's own code. What cannot be done together in a
    /// row is done apart, from its branch on.
    fn leave_together(&mut self, program: &Program, stop: Stop) -> Stop {
        let Some(frame) = self.stack.frames.last_mut() else { return stop };
        let origin = program.code[frame.func.index()].together.origin(frame.pc);
        let Some(Origin { op, branch }) = origin else { return stop };
        frame.pc = branch.unwrap_or(op);
        if branch.is_none() || stop == Stop::Paused { stop } else { Stop::Apart }
    }

    /// `None` if the top frame belongs into the other loop.
    #[allow(clippy::cognitive_complexity)]
    fn run_loop<const TAGGED: bool>(
        &mut self,
        program: &Program,
        context: &mut Context,
        ops_left: &mut i64,
    ) -> Option<Stop> {
        let mut left = *ops_left;
        // Never lent out (functions get a copy, `&{ at }`), so that it stays in machine registers.
        let mut at = self.cursor(program);
        let mut block_start = at.pc;
        macro_rules! stop {
            ($stop:expr) => {{
                *ops_left = left;
                return Some($stop);
            }};
        }
        macro_rules! other_loop {
            () => {{
                *ops_left = left;
                return None;
            }};
        }
        // Leaves the loop with an end that needs to know where the program is.
        macro_rules! cold_try {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(stop) => stop!(stop),
                }
            };
        }
        macro_rules! next {
            () => {{
                // SAFETY: an op that is not a terminator has a successor.
                at.pc = unsafe { at.pc.add(1) };
                continue;
            }};
        }
        macro_rules! count_block {
            () => {
                // SAFETY: both point into the same function's ops.
                left -= unsafe { at.pc.offset_from(block_start) } as i64 + 1;
            };
        }
        macro_rules! jump {
            ($target:expr) => {{
                let target: u32 = $target;
                count_block!();
                // SAFETY: a verified target.
                at.pc = unsafe { at.ops.add(target as usize) };
                block_start = at.pc;
                if left < 0 {
                    self.save(&{ at });
                    stop!(Stop::Paused);
                }
                if TAGGED {
                    self.path.n_quiet += 1;
                    if self.path.n_quiet > QUIET_BLOCKS {
                        self.save(&{ at });
                        self.path.n_quiet = 0;
                        if self.leave_tagged_loop(program) {
                            other_loop!();
                        }
                    }
                }
                continue;
            }};
        }
        macro_rules! branch {
            ($cond:expr, $then:expr, $other:expr) => {{
                let target = if $cond { $then.0 } else { $other.0 };
                jump!(target)
            }};
        }
        // Continues with a frame that was entered or left without a look at anything else.
        macro_rules! continue_in {
            ($cursor:expr) => {{
                count_block!();
                at = $cursor;
                block_start = at.pc;
                if left < 0 {
                    self.save(&{ at });
                    stop!(Stop::Paused);
                }
                continue;
            }};
        }
        // Continues with the frame that is on top now.
        macro_rules! resume {
            () => {{
                at = self.cursor(program);
                block_start = at.pc;
                if left < 0 {
                    self.save(&{ at });
                    stop!(Stop::Paused);
                }
                if self.top_is_tagged() != TAGGED {
                    other_loop!();
                }
                continue;
            }};
        }
        macro_rules! symbolic {
            () => {
                self.path.n_quiet = 0;
                match self.symbolic_op(program, context, &{ at }) {
                    Ok(Step::Next) => next!(),
                    Ok(Step::Again) => continue,
                    Ok(Step::Jump(target)) => jump!(target),
                    Err(stop) => {
                        // SAFETY: both point into the same function's ops.
                        left -= unsafe { at.pc.offset_from(block_start) } as i64;
                        stop!(stop)
                    }
                }
            };
        }
        macro_rules! get {
            ($reg:expr) => {{
                let reg: Reg = $reg;
                // SAFETY: verified registers.
                if TAGGED && unsafe { at.tag(reg) }.is_set() {
                    symbolic!();
                }
                // SAFETY: verified registers.
                unsafe { at.get(reg) }
            }};
        }
        macro_rules! set {
            ($dst:expr, $value:expr) => {{
                let value: u64 = $value;
                // SAFETY: verified registers.
                unsafe {
                    at.set($dst, value);
                    if TAGGED {
                        at.set_tag($dst, Tag::CONCRETE);
                    }
                }
            }};
        }
        // Goes on after an op that has brought more than a word into a register.
        macro_rules! brought {
            ($dst:expr) => {{
                if TAGGED {
                    next!()
                }
                count_block!();
                if !self.bring(program, &{ at }, $dst) {
                    other_loop!()
                }
                at = self.cursor(program);
                block_start = at.pc;
                continue;
            }};
        }
        macro_rules! load {
            ($ty:ty, $dst:expr, $address:expr) => {{
                let address: u64 = $address;
                const N: u64 = size_of::<$ty>() as u64;
                let value = match plain_place!(&self.memory.load_pages, address, N, load_len) {
                    // SAFETY: the place is inside of the object.
                    Ok(place) => unsafe { place.cast::<$ty>().read_unaligned() }.into(),
                    Err(slot) => match memory::load_written::<{ N as usize }>(slot, address) {
                        Some(word) => word,
                        None => {
                            let n = N as u32;
                            match self.load_into(program, context, &{ at }, $dst, address, n) {
                                Ok(Some(word)) => word,
                                Ok(None) => brought!($dst),
                                Err(stop) => stop!(stop),
                            }
                        }
                    },
                };
                set!($dst, value);
                next!()
            }};
        }
        macro_rules! store {
            ($ty:ty, $a:expr, $address:expr) => {{
                let address: u64 = $address;
                let value = get!($a);
                const N: u64 = size_of::<$ty>() as u64;
                match plain_place!(&self.memory.store_pages, address, N, store_len) {
                    // SAFETY: the place is inside of the object.
                    Ok(place) => unsafe { place.cast::<$ty>().write_unaligned(value as $ty) },
                    Err(slot)
                        // SAFETY: the slot was found in `store_pages` just now.
                        if unsafe {
                            let slot = slot.map(NonNull::from);
                            self.memory.store_written::<{ N as usize }>(slot, address, value)
                        } => {}
                    Err(_) => {
                        let value = Value::Word(value);
                        cold_try!(self.store_cold(
                            program,
                            context,
                            &{ at },
                            address,
                            value,
                            N as u32
                        ))
                    }
                }
                next!()
            }};
        }
        macro_rules! based {
            ($base:expr, $offset:expr) => {
                get!($base).wrapping_add($offset as i64 as u64)
            };
        }
        macro_rules! indexed {
            ($base:expr, $index:expr, $scale:expr, $offset:expr) => {
                ($base)
                    .wrapping_add(($index).wrapping_mul(u64::from($scale)))
                    .wrapping_add($offset as i64 as u64)
            };
        }
        macro_rules! sext32 {
            ($reg:expr) => {
                get!($reg) as u32 as i32 as i64 as u64
            };
        }
        macro_rules! global {
            ($global:expr) => {
                // SAFETY: the id was verified and every global has an address.
                unsafe { *self.shared.global_addresses.get_unchecked($global.index()) }
            };
        }
        macro_rules! float2 {
            ($float:ident, $bits:ty, $dst:expr, $a:expr, $op:tt, $b:expr) => {{
                let value = $float::from_bits(get!($a) as $bits) $op $float::from_bits(get!($b) as $bits);
                set!($dst, value.to_bits().into());
                next!()
            }};
        }
        macro_rules! calc {
            ($dst:expr, $value:expr) => {{
                set!($dst, $value);
                next!()
            }};
        }
        macro_rules! divide {
            ($dst:expr, $value:expr) => {{
                match $value {
                    Some(value) => calc!($dst, value),
                    None => stop!(self.division_bug(program, &{ at })),
                }
            }};
        }
        macro_rules! slow {
            ($op:expr) => {{
                if TAGGED {
                    if uses_terms(&{ at }) {
                        symbolic!();
                    }
                    clear_tags(&{ at });
                }
                match cold_try!(self.slow_op(program, context, &{ at }, $op)) {
                    // Something that is only now known to depend on the input.
                    true if !TAGGED => {
                        count_block!();
                        self.tag_top_frame(&{ at });
                        other_loop!()
                    }
                    _ => next!(),
                }
            }};
        }
        macro_rules! enter {
            ($entered:expr) => {{
                count_block!();
                self.save(&{ at });
                cold_try!($entered);
                resume!()
            }};
        }

        loop {
            // SAFETY: `pc` stays within the function's ops.
            let op: &Op = unsafe { &*at.pc };
            match *op {
                Op::Mov { dst, a } => calc!(dst, get!(a)),
                Op::Const { dst, value } => calc!(dst, value),
                Op::GlobalAddr { dst, global, offset } => {
                    calc!(dst, global!(global).wrapping_add(offset as u64))
                }
                Op::FuncAddr { dst, func } => calc!(dst, program.func_address(func)),
                Op::BlockAddr { dst, func, block } => {
                    calc!(dst, program.block_address(func, block))
                }
                Op::Select { dst, cond, a, b } => {
                    calc!(dst, if get!(cond) != 0 { get!(a) } else { get!(b) })
                }

                Op::Add32 { dst, a, b } => {
                    calc!(dst, (get!(a) as u32).wrapping_add(get!(b) as u32).into())
                }
                Op::Add64 { dst, a, b } => calc!(dst, get!(a).wrapping_add(get!(b))),
                Op::AddN { w, dst, a, b } => calc!(dst, cut(w, get!(a).wrapping_add(get!(b)))),
                Op::Add32I { dst, a, b } => {
                    calc!(dst, (get!(a) as u32).wrapping_add(b as u32).into())
                }
                Op::Add64I { dst, a, b } => calc!(dst, get!(a).wrapping_add(b)),
                Op::AddNI { w, dst, a, b } => calc!(dst, cut(w, get!(a).wrapping_add(b))),
                Op::Sub32 { dst, a, b } => {
                    calc!(dst, (get!(a) as u32).wrapping_sub(get!(b) as u32).into())
                }
                Op::Sub64 { dst, a, b } => calc!(dst, get!(a).wrapping_sub(get!(b))),
                Op::SubN { w, dst, a, b } => calc!(dst, cut(w, get!(a).wrapping_sub(get!(b)))),
                Op::Mul32 { dst, a, b } => {
                    calc!(dst, (get!(a) as u32).wrapping_mul(get!(b) as u32).into())
                }
                Op::Mul64 { dst, a, b } => calc!(dst, get!(a).wrapping_mul(get!(b))),
                Op::MulN { w, dst, a, b } => calc!(dst, cut(w, get!(a).wrapping_mul(get!(b)))),
                Op::Mul32I { dst, a, b } => {
                    calc!(dst, (get!(a) as u32).wrapping_mul(b as u32).into())
                }
                Op::Mul64I { dst, a, b } => calc!(dst, get!(a).wrapping_mul(b)),
                Op::MulNI { w, dst, a, b } => calc!(dst, cut(w, get!(a).wrapping_mul(b))),
                Op::Shl32 { dst, a, b } => calc!(dst, shl(32, get!(a), get!(b))),
                Op::Shl64 { dst, a, b } => calc!(dst, shl(64, get!(a), get!(b))),
                Op::ShlN { w, dst, a, b } => calc!(dst, shl(w, get!(a), get!(b))),
                Op::Shl32I { dst, a, b } => calc!(dst, shl(32, get!(a), b)),
                Op::Shl64I { dst, a, b } => calc!(dst, shl(64, get!(a), b)),
                Op::ShlNI { w, dst, a, b } => calc!(dst, shl(w, get!(a), b)),

                Op::And { w: _, dst, a, b } => calc!(dst, get!(a) & get!(b)),
                Op::AndI { w: _, dst, a, b } => calc!(dst, get!(a) & b),
                Op::Or { w: _, dst, a, b } => calc!(dst, get!(a) | get!(b)),
                Op::OrI { w: _, dst, a, b } => calc!(dst, get!(a) | b),
                Op::Xor { w: _, dst, a, b } => calc!(dst, get!(a) ^ get!(b)),
                Op::XorI { w: _, dst, a, b } => calc!(dst, get!(a) ^ b),
                Op::Lshr { w, dst, a, b } => calc!(dst, lshr(w, get!(a), get!(b))),
                Op::LshrI { w, dst, a, b } => calc!(dst, lshr(w, get!(a), b)),
                Op::LshrAndI { w: _, shift, dst, a, mask } => {
                    calc!(dst, get!(a).wrapping_shr(shift.into()) & mask)
                }
                Op::Udiv { w: _, dst, a, b } => divide!(dst, get!(a).checked_div(get!(b))),
                Op::UdivI { w: _, dst, a, b } => divide!(dst, get!(a).checked_div(b)),
                Op::Urem { w: _, dst, a, b } => divide!(dst, get!(a).checked_rem(get!(b))),
                Op::UremI { w: _, dst, a, b } => divide!(dst, get!(a).checked_rem(b)),

                Op::Ashr32 { dst, a, b } => calc!(dst, ashr(32, get!(a), get!(b))),
                Op::Ashr64 { dst, a, b } => calc!(dst, ashr(64, get!(a), get!(b))),
                Op::AshrN { w, dst, a, b } => calc!(dst, ashr(w, get!(a), get!(b))),
                Op::Ashr32I { dst, a, b } => calc!(dst, ashr(32, get!(a), b)),
                Op::Ashr64I { dst, a, b } => calc!(dst, ashr(64, get!(a), b)),
                Op::AshrNI { w, dst, a, b } => calc!(dst, ashr(w, get!(a), b)),
                Op::Sdiv32 { dst, a, b } => divide!(
                    dst,
                    (get!(a) as i32).checked_div(get!(b) as i32).map(|q| (q as u32).into())
                ),
                Op::Sdiv64 { dst, a, b } => {
                    divide!(dst, (get!(a) as i64).checked_div(get!(b) as i64).map(|q| q as u64))
                }
                Op::SdivN { w, dst, a, b } => {
                    divide!(dst, BinOp::Sdiv.fold(w, get!(a), get!(b)))
                }
                Op::Sdiv32I { dst, a, b } => {
                    divide!(dst, (get!(a) as i32).checked_div(b as i32).map(|q| (q as u32).into()))
                }
                Op::Sdiv64I { dst, a, b } => {
                    divide!(dst, (get!(a) as i64).checked_div(b as i64).map(|q| q as u64))
                }
                Op::Srem32 { dst, a, b } => divide!(
                    dst,
                    (get!(a) as i32).checked_rem(get!(b) as i32).map(|r| (r as u32).into())
                ),
                Op::Srem64 { dst, a, b } => {
                    divide!(dst, (get!(a) as i64).checked_rem(get!(b) as i64).map(|r| r as u64))
                }
                Op::SremN { w, dst, a, b } => {
                    divide!(dst, BinOp::Srem.fold(w, get!(a), get!(b)))
                }
                Op::Srem32I { dst, a, b } => {
                    divide!(dst, (get!(a) as i32).checked_rem(b as i32).map(|r| (r as u32).into()))
                }
                Op::Srem64I { dst, a, b } => {
                    divide!(dst, (get!(a) as i64).checked_rem(b as i64).map(|r| r as u64))
                }

                Op::Eq { w: _, dst, a, b } => calc!(dst, (get!(a) == get!(b)).into()),
                Op::EqI { w: _, dst, a, b } => calc!(dst, (get!(a) == b).into()),
                Op::Ne { w: _, dst, a, b } => calc!(dst, (get!(a) != get!(b)).into()),
                Op::NeI { w: _, dst, a, b } => calc!(dst, (get!(a) != b).into()),
                Op::Ult { w: _, dst, a, b } => calc!(dst, (get!(a) < get!(b)).into()),
                Op::UltI { w: _, dst, a, b } => calc!(dst, (get!(a) < b).into()),
                Op::Ule { w: _, dst, a, b } => calc!(dst, (get!(a) <= get!(b)).into()),
                Op::UgtI { w: _, dst, a, b } => calc!(dst, (get!(a) > b).into()),
                Op::Slt32 { dst, a, b } => {
                    calc!(dst, ((get!(a) as i32) < get!(b) as i32).into())
                }
                Op::Slt64 { dst, a, b } => {
                    calc!(dst, ((get!(a) as i64) < get!(b) as i64).into())
                }
                Op::SltN { w, dst, a, b } => {
                    calc!(dst, (sext(w, get!(a)) < sext(w, get!(b))).into())
                }
                Op::Slt32I { dst, a, b } => calc!(dst, ((get!(a) as i32) < b as i32).into()),
                Op::Slt64I { dst, a, b } => calc!(dst, ((get!(a) as i64) < b as i64).into()),
                Op::SltNI { w, dst, a, b } => calc!(dst, (sext(w, get!(a)) < sext(w, b)).into()),
                Op::Sle32 { dst, a, b } => calc!(dst, (get!(a) as i32 <= get!(b) as i32).into()),
                Op::Sle64 { dst, a, b } => calc!(dst, (get!(a) as i64 <= get!(b) as i64).into()),
                Op::SleN { w, dst, a, b } => {
                    calc!(dst, (sext(w, get!(a)) <= sext(w, get!(b))).into())
                }
                Op::Sgt32I { dst, a, b } => calc!(dst, (get!(a) as i32 > b as i32).into()),
                Op::Sgt64I { dst, a, b } => calc!(dst, (get!(a) as i64 > b as i64).into()),
                Op::SgtNI { w, dst, a, b } => calc!(dst, (sext(w, get!(a)) > sext(w, b)).into()),

                Op::Zext { from: _, to: _, dst, a } => calc!(dst, get!(a)),
                Op::Sext { from, to, dst, a } => calc!(dst, cut(to, sext(from, get!(a)) as u64)),
                Op::Trunc { from: _, to, dst, a } => calc!(dst, cut(to, get!(a))),

                Op::FAdd64 { dst, a, b } => float2!(f64, u64, dst, a, +, b),
                Op::FSub64 { dst, a, b } => float2!(f64, u64, dst, a, -, b),
                Op::FMul64 { dst, a, b } => float2!(f64, u64, dst, a, *, b),
                Op::FDiv64 { dst, a, b } => float2!(f64, u64, dst, a, /, b),
                Op::FAdd32 { dst, a, b } => float2!(f32, u32, dst, a, +, b),
                Op::FSub32 { dst, a, b } => float2!(f32, u32, dst, a, -, b),
                Op::FMul32 { dst, a, b } => float2!(f32, u32, dst, a, *, b),
                Op::FDiv32 { dst, a, b } => float2!(f32, u32, dst, a, /, b),

                Op::Load8 { dst, base, offset } => load!(u8, dst, based!(base, offset)),
                Op::Load16 { dst, base, offset } => load!(u16, dst, based!(base, offset)),
                Op::Load32 { dst, base, offset } => load!(u32, dst, based!(base, offset)),
                Op::Load64 { dst, base, offset } => load!(u64, dst, based!(base, offset)),
                Op::Load8X { dst, base, index, scale, offset } => {
                    load!(u8, dst, indexed!(get!(base), get!(index), scale, offset))
                }
                Op::Load16X { dst, base, index, scale, offset } => {
                    load!(u16, dst, indexed!(get!(base), get!(index), scale, offset))
                }
                Op::Load32X { dst, base, index, scale, offset } => {
                    load!(u32, dst, indexed!(get!(base), get!(index), scale, offset))
                }
                Op::Load64X { dst, base, index, scale, offset } => {
                    load!(u64, dst, indexed!(get!(base), get!(index), scale, offset))
                }
                Op::Load8Xs { dst, base, index, scale, offset } => {
                    load!(u8, dst, indexed!(get!(base), sext32!(index), scale, offset))
                }
                Op::Load16Xs { dst, base, index, scale, offset } => {
                    load!(u16, dst, indexed!(get!(base), sext32!(index), scale, offset))
                }
                Op::Load32Xs { dst, base, index, scale, offset } => {
                    load!(u32, dst, indexed!(get!(base), sext32!(index), scale, offset))
                }
                Op::Load64Xs { dst, base, index, scale, offset } => {
                    load!(u64, dst, indexed!(get!(base), sext32!(index), scale, offset))
                }
                Op::Load8G { dst, global, offset } => {
                    load!(u8, dst, global!(global).wrapping_add(offset as u64))
                }
                Op::Load16G { dst, global, offset } => {
                    load!(u16, dst, global!(global).wrapping_add(offset as u64))
                }
                Op::Load32G { dst, global, offset } => {
                    load!(u32, dst, global!(global).wrapping_add(offset as u64))
                }
                Op::Load64G { dst, global, offset } => {
                    load!(u64, dst, global!(global).wrapping_add(offset as u64))
                }
                Op::Load8GX { dst, index, scale, global, offset } => {
                    load!(u8, dst, indexed!(global!(global), get!(index), scale, offset))
                }
                Op::Load16GX { dst, index, scale, global, offset } => {
                    load!(u16, dst, indexed!(global!(global), get!(index), scale, offset))
                }
                Op::Load32GX { dst, index, scale, global, offset } => {
                    load!(u32, dst, indexed!(global!(global), get!(index), scale, offset))
                }
                Op::Load64GX { dst, index, scale, global, offset } => {
                    load!(u64, dst, indexed!(global!(global), get!(index), scale, offset))
                }
                Op::Load8GXs { dst, index, scale, global, offset } => {
                    load!(u8, dst, indexed!(global!(global), sext32!(index), scale, offset))
                }
                Op::Load16GXs { dst, index, scale, global, offset } => {
                    load!(u16, dst, indexed!(global!(global), sext32!(index), scale, offset))
                }
                Op::Load32GXs { dst, index, scale, global, offset } => {
                    load!(u32, dst, indexed!(global!(global), sext32!(index), scale, offset))
                }
                Op::Load64GXs { dst, index, scale, global, offset } => {
                    load!(u64, dst, indexed!(global!(global), sext32!(index), scale, offset))
                }
                Op::Store8 { a, base, offset } => store!(u8, a, based!(base, offset)),
                Op::Store16 { a, base, offset } => store!(u16, a, based!(base, offset)),
                Op::Store32 { a, base, offset } => store!(u32, a, based!(base, offset)),
                Op::Store64 { a, base, offset } => store!(u64, a, based!(base, offset)),
                Op::Store8X { a, base, index, scale, offset } => {
                    store!(u8, a, indexed!(get!(base), get!(index), scale, offset))
                }
                Op::Store16X { a, base, index, scale, offset } => {
                    store!(u16, a, indexed!(get!(base), get!(index), scale, offset))
                }
                Op::Store32X { a, base, index, scale, offset } => {
                    store!(u32, a, indexed!(get!(base), get!(index), scale, offset))
                }
                Op::Store64X { a, base, index, scale, offset } => {
                    store!(u64, a, indexed!(get!(base), get!(index), scale, offset))
                }
                Op::Store8Xs { a, base, index, scale, offset } => {
                    store!(u8, a, indexed!(get!(base), sext32!(index), scale, offset))
                }
                Op::Store16Xs { a, base, index, scale, offset } => {
                    store!(u16, a, indexed!(get!(base), sext32!(index), scale, offset))
                }
                Op::Store32Xs { a, base, index, scale, offset } => {
                    store!(u32, a, indexed!(get!(base), sext32!(index), scale, offset))
                }
                Op::Store64Xs { a, base, index, scale, offset } => {
                    store!(u64, a, indexed!(get!(base), sext32!(index), scale, offset))
                }
                Op::Store8G { a, global, offset } => {
                    store!(u8, a, global!(global).wrapping_add(offset as u64))
                }
                Op::Store16G { a, global, offset } => {
                    store!(u16, a, global!(global).wrapping_add(offset as u64))
                }
                Op::Store32G { a, global, offset } => {
                    store!(u32, a, global!(global).wrapping_add(offset as u64))
                }
                Op::Store64G { a, global, offset } => {
                    store!(u64, a, global!(global).wrapping_add(offset as u64))
                }
                Op::Store8GX { a, index, scale, global, offset } => {
                    store!(u8, a, indexed!(global!(global), get!(index), scale, offset))
                }
                Op::Store16GX { a, index, scale, global, offset } => {
                    store!(u16, a, indexed!(global!(global), get!(index), scale, offset))
                }
                Op::Store32GX { a, index, scale, global, offset } => {
                    store!(u32, a, indexed!(global!(global), get!(index), scale, offset))
                }
                Op::Store64GX { a, index, scale, global, offset } => {
                    store!(u64, a, indexed!(global!(global), get!(index), scale, offset))
                }
                Op::Store8GXs { a, index, scale, global, offset } => {
                    store!(u8, a, indexed!(global!(global), sext32!(index), scale, offset))
                }
                Op::Store16GXs { a, index, scale, global, offset } => {
                    store!(u16, a, indexed!(global!(global), sext32!(index), scale, offset))
                }
                Op::Store32GXs { a, index, scale, global, offset } => {
                    store!(u32, a, indexed!(global!(global), sext32!(index), scale, offset))
                }
                Op::Store64GXs { a, index, scale, global, offset } => {
                    store!(u64, a, indexed!(global!(global), sext32!(index), scale, offset))
                }
                Op::LeaX { dst, base, index, scale, offset } => {
                    calc!(dst, indexed!(get!(base), get!(index), scale, offset))
                }
                Op::LeaXs { dst, base, index, scale, offset } => {
                    calc!(dst, indexed!(get!(base), sext32!(index), scale, offset))
                }
                Op::LeaGX { dst, index, scale, global, offset } => {
                    calc!(dst, indexed!(global!(global), get!(index), scale, offset))
                }
                Op::LeaGXs { dst, index, scale, global, offset } => {
                    calc!(dst, indexed!(global!(global), sext32!(index), scale, offset))
                }
                Op::Alloca { dst, local } => {
                    calc!(dst, cold_try!(self.allocate_local(program, local, None)))
                }

                Op::Call { dst, n_ret, func, n_args, args } => {
                    if !TAGGED
                        && let Some(entered) =
                            self.call_plain(program, at, func, (dst, n_ret), (args, n_args))
                    {
                        continue_in!(entered);
                    }
                    enter!(self.call(program, context, &{ at }, func, (dst, n_ret), (args, n_args)))
                }
                Op::CallPtr { dst, n_ret, target, n_args, args } => {
                    let target = get!(target);
                    if !TAGGED
                        && let Some(func) = memory::func_at(target)
                        && let Some(entered) =
                            self.call_plain(program, at, func, (dst, n_ret), (args, n_args))
                    {
                        continue_in!(entered);
                    }
                    enter!(self.call_ptr(
                        program,
                        context,
                        &{ at },
                        target,
                        (dst, n_ret),
                        (args, n_args)
                    ))
                }
                Op::TailCall { func, n_args, args } => {
                    enter!(self.tail_call(program, &mut context.terms, func, (args, n_args)))
                }
                Op::TailCallPtr { target, n_args, args } => {
                    let target = get!(target);
                    enter!(self.tail_call_ptr(program, &mut context.terms, target, (args, n_args)))
                }
                Op::Forward { target } => {
                    let target = get!(target);
                    enter!(self.forward(program, context, &{ at }, target))
                }
                Op::Ret { a, n } => {
                    if !TAGGED && let Some(below) = self.leave_plain(program, at, a, n) {
                        continue_in!(below);
                    }
                    count_block!();
                    if self.is_watched_below() {
                        self.save(&{ at });
                        stop!(Stop::Paused)
                    }
                    if self.leave(&{ at }, a, n) {
                        resume!()
                    }
                    stop!(Stop::Returned(self.returned_value(&mut context.terms, &{ at }, a, n)))
                }

                Op::Jmp { to } => jump!(to.0),
                Op::BrIf { cond, then, other } => branch!(get!(cond) != 0, then, other),
                Op::BrEq { w: _, a, b, then, other } => branch!(get!(a) == get!(b), then, other),
                Op::BrEqI { w, a, b, then, other } => branch!(get!(a) == imm(w, b), then, other),
                Op::BrNe { w: _, a, b, then, other } => branch!(get!(a) != get!(b), then, other),
                Op::BrNeI { w, a, b, then, other } => branch!(get!(a) != imm(w, b), then, other),
                Op::BrUlt { w: _, a, b, then, other } => branch!(get!(a) < get!(b), then, other),
                Op::BrUltI { w, a, b, then, other } => branch!(get!(a) < imm(w, b), then, other),
                Op::BrUle { w: _, a, b, then, other } => branch!(get!(a) <= get!(b), then, other),
                Op::BrUgtI { w, a, b, then, other } => branch!(get!(a) > imm(w, b), then, other),
                Op::BrSlt32 { a, b, then, other } => {
                    branch!((get!(a) as i32) < get!(b) as i32, then, other)
                }
                Op::BrSlt32I { a, b, then, other } => branch!((get!(a) as i32) < b, then, other),
                Op::BrSle32 { a, b, then, other } => {
                    branch!(get!(a) as i32 <= get!(b) as i32, then, other)
                }
                Op::BrSgt32I { a, b, then, other } => branch!(get!(a) as i32 > b, then, other),
                Op::BrSlt64 { a, b, then, other } => {
                    branch!((get!(a) as i64) < get!(b) as i64, then, other)
                }
                Op::BrSlt64I { a, b, then, other } => {
                    branch!((get!(a) as i64) < i64::from(b), then, other)
                }
                Op::BrSle64 { a, b, then, other } => {
                    branch!(get!(a) as i64 <= get!(b) as i64, then, other)
                }
                Op::BrSgt64I { a, b, then, other } => {
                    branch!(get!(a) as i64 > i64::from(b), then, other)
                }
                Op::Version { dst, old, new } => match self.view {
                    View::One(Side::Old) => calc!(dst, get!(old)),
                    View::One(Side::New) => calc!(dst, get!(new)),
                    View::Both => {
                        let (old, new) = (get!(old), get!(new));
                        self.touched = true;
                        if old == new {
                            calc!(dst, new)
                        }
                        { at }.set_pair(dst, [old, new]);
                        brought!(dst)
                    }
                },
                Op::Guarded {} => {
                    let passed = match self.calculate_guarded(program, &{ at }) {
                        Some(passed) => passed,
                        None => cold_try!(self.pass_guard(program, context, &{ at })),
                    };
                    match passed {
                        Passed::Next => next!(),
                        Passed::Jump(to) => jump!(to),
                        Passed::Elsewhere => {
                            count_block!();
                        }
                        Passed::Again | Passed::Tagged => {
                            // SAFETY: both point into the same function's ops.
                            left -= unsafe { at.pc.offset_from(block_start) } as i64;
                        }
                    }
                    if self.top_is_tagged() {
                        other_loop!()
                    }
                    at = self.cursor(program);
                    block_start = at.pc;
                }
                Op::BrVersion { old, new } => match self.view {
                    View::One(Side::Old) => jump!(old.0),
                    View::One(Side::New) => jump!(new.0),
                    View::Both => {
                        self.save(&{ at });
                        stop!(Stop::Apart)
                    }
                },
                Op::CheckOwn { is_old, n, address, a } => {
                    let store = OwnStore { is_old, n, address, a };
                    cold_try!(self.check_own(context, &{ at }, store));
                    next!()
                }
                Op::StoreOwn { is_old, n, address, a } => {
                    self.store_own(context, &{ at }, OwnStore { is_old, n, address, a });
                    next!()
                }
                Op::BrTogether { old, new, both } => match self.view {
                    View::One(Side::Old) => jump!(old.0),
                    View::One(Side::New) => jump!(new.0),
                    View::Both => {
                        self.touched = true;
                        count_block!();
                        // SAFETY: behind the function's own ops there are those for both versions.
                        at.pc = unsafe { at.ops.add(both.0 as usize) };
                        block_start = at.pc;
                    }
                },
                Op::Switch { w: _, a, table } => {
                    jump!(self.switch_target(program, get!(a), table))
                }
                Op::IndirectBr { a, table } => {
                    let address = get!(a);
                    jump!(cold_try!(self.indirect_target(program, &{ at }, address, table)))
                }
                Op::Unreachable {} => stop!(self.end_at(program, &{ at }, BugKind::Unreachable)),
                Op::Trap {} => stop!(self.end_at(program, &{ at }, BugKind::Trap)),
                Op::Unsupported { what } => {
                    self.save(&{ at });
                    let what = program.module.name(what).to_string();
                    let end: PathEnd = self.unsupported(program, what);
                    stop!(Stop::End(end))
                }

                Op::BitUn { .. }
                | Op::BitBin { .. }
                | Op::Overflow { .. }
                | Op::Funnel { .. }
                | Op::WideBin { .. }
                | Op::WideCmp { .. }
                | Op::WideZext { .. }
                | Op::WideSext { .. }
                | Op::WideTrunc { .. }
                | Op::FloatBin { .. }
                | Op::FloatUn { .. }
                | Op::FloatFma { .. }
                | Op::FloatCmp { .. }
                | Op::FloatCast { .. }
                | Op::FloatToInt { .. }
                | Op::IntToFloat { .. }
                | Op::LoadN { .. }
                | Op::StoreN { .. }
                | Op::LoadRelative { .. }
                | Op::MemCpy { .. }
                | Op::MemMove { .. }
                | Op::MemSet { .. }
                | Op::AllocaDyn { .. }
                | Op::StackSave { .. }
                | Op::StackRestore { .. }
                | Op::VaStart { .. }
                | Op::ReadCounter { .. } => slow!(*op),
            }
        }
    }
}
