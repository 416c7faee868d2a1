//! Ops on pairs: what a register holds if both versions have a word there and not the same one.
//!
//! A pair is a shadow of two constants that costs no term. It lives in registers only: in memory
//! its bytes are shadows, and whoever else asks for a register gets a shadow.

use super::shape::{self, Binary, Branch, Operand};
use super::{Cursor, cut, sext};
use crate::context::Context;
use crate::outcome::Access;
use crate::program::Program;
use crate::state::{State, Stop, View};
use crate::value::{Beside, Tag};
use patchlight_expr::{Side, Terms};
use patchlight_ir::access::{self, Address, Base, Use};
use patchlight_ir::kinds::IntPred;
use patchlight_ir::op::Field;
use patchlight_ir::{Def, Op, Reg};

/// What the old and the new version have.
pub(crate) type Pair = [u64; 2];

/// A store of `n` bytes that one version does.
#[derive(Copy, Clone)]
pub(super) struct OwnStore {
    pub(super) is_old: bool,
    pub(super) n: u8,
    pub(super) address: Reg,
    pub(super) a: Reg,
}

impl OwnStore {
    /// The version's place in a pair.
    fn side(self) -> usize {
        usize::from(!self.is_old)
    }
}

/// What an op on pairs did.
pub(super) enum Done {
    /// It wrote memory, or a register that holds a word or more than a word as before.
    Next,
    /// It wrote a register that held a word and holds a pair now, or the other way around.
    Changed(Reg),
    Jump(u32),
}

impl Cursor {
    /// What the versions have in a register, unless it holds a term.
    #[inline]
    fn pair(&self, reg: Reg) -> Option<Pair> {
        // SAFETY: verified registers.
        let (new, Beside { tag, old }) = unsafe { (self.get(reg), self.beside(reg)) };
        match tag {
            Tag::CONCRETE => Some([new, new]),
            Tag::PAIR => Some([old, new]),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn set_pair(&self, dst: Def, [old, new]: Pair) -> Done {
        let beside = if old == new { Beside::NOTHING } else { Beside::pair(old) };
        // SAFETY: verified registers.
        unsafe {
            let before = self.tag(dst.0).is_set();
            self.set(dst, new);
            self.set_beside(dst, beside);
            if before == (old != new) { Done::Next } else { Done::Changed(dst.0) }
        }
    }

    fn operand(&self, operand: Operand) -> Option<Pair> {
        match operand {
            Operand::Reg(reg) => self.pair(reg),
            Operand::Imm(value) => Some([value, value]),
        }
    }

    /// Whether a comparison holds, for both versions.
    fn compare_pairs(&self, test: &Binary<IntPred>) -> Option<[bool; 2]> {
        let (a, b) = (self.pair(test.a)?, self.operand(test.b)?);
        let side = |n: usize| {
            let [a, b] = [a[n], b[n]].map(|word| cut(test.w, word));
            test.op.holds(a.cmp(&b), sext(test.w, a).cmp(&sext(test.w, b)))
        };
        Some([side(0), side(1)])
    }
}

impl State {
    /// Executes an op whose operands are words and pairs, for both versions. `None` if it has other
    /// operands or cannot be done so, and nothing has changed.
    pub(super) fn pair_op(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        op: &Op,
    ) -> Result<Option<Done>, Stop> {
        if let Some(done) = calculate(at, op) {
            return Ok(Some(done));
        }
        match *op {
            Op::CheckOwn { is_old, n, address, a } => {
                self.check_own(context, at, OwnStore { is_old, n, address, a })?;
                return Ok(Some(Done::Next));
            }
            Op::StoreOwn { is_old, n, address, a } => {
                self.store_own(context, at, OwnStore { is_old, n, address, a });
                return Ok(Some(Done::Next));
            }
            _ => {}
        }
        match op.access() {
            Some(access) => self.pair_access(program, context, at, access),
            None => Ok(None),
        }
    }

    /// A computed address, or a pair that is stored. Everything else is at addresses that differ.
    fn pair_access(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        access: access::Access,
    ) -> Result<Option<Done>, Stop> {
        let access::Access { address, usage, bytes: n } = access;
        let Some([old, new]) = self.address_pair(at, address) else { return Ok(None) };
        match usage {
            Use::Compute(dst) => Ok(Some(at.set_pair(dst, [old, new]))),
            Use::Store(a) if old == new => {
                let Some(pair) = at.pair(a) else { return Ok(None) };
                let access = Access { address: new, size: n.into(), write: true };
                self.check_size(program, context, at, access)?;
                let stored = self.memory.store_pair(&mut context.terms, new, pair, n);
                stored.map_err(|fault| {
                    self.save(at);
                    Stop::End(self.access_bug(program, fault, access))
                })?;
                Ok(Some(Done::Next))
            }
            Use::Store(_) | Use::Load(_) => Ok(None),
        }
    }

    /// Whether one version can store a word of its own, whatever the other one has there.
    #[inline(never)]
    pub(super) fn check_own(
        &mut self,
        context: &mut Context,
        at: &Cursor,
        store: OwnStore,
    ) -> Result<(), Stop> {
        self.save(at);
        self.own_store(&context.terms, at, store).map(drop).ok_or(Stop::Apart)
    }

    /// Stores a word of one version; the other one keeps what it has there. It was checked before.
    #[inline(never)]
    pub(super) fn store_own(&mut self, context: &mut Context, at: &Cursor, store: OwnStore) {
        let checked = "a store that was checked";
        let terms = &mut context.terms;
        let (address, value, mut pair) = self.own_store(terms, at, store).expect(checked);
        let side = store.side();
        if pair[side] != value {
            pair[side] = value;
            self.memory.store_pair(terms, address, pair, store.n.into()).expect(checked);
        }
    }

    /// Where a version stores a word of its own, the word, and what the versions have there.
    fn own_store(&self, terms: &Terms, at: &Cursor, store: OwnStore) -> Option<(u64, u64, Pair)> {
        let OwnStore { n, address, a, .. } = store;
        let address = at.pair(address)?[store.side()];
        let value = cut(8 * n, at.pair(a)?[store.side()]);
        let there = self.memory.words_of_both(terms, address, n.into())?;
        Some((address, value, there))
    }

    fn address_pair(&self, at: &Cursor, address: Address) -> Option<Pair> {
        let base = match address.base {
            Base::Reg(reg) => at.pair(reg)?,
            Base::Global(global) => [self.shared.global_addresses[global.index()]; 2],
        };
        let distance = match address.index {
            Some(index) => at.pair(index.reg)?.map(|word| {
                let word = if index.narrow { sext(32, word) as u64 } else { word };
                word.wrapping_mul(index.scale.into())
            }),
            None => [0; 2],
        };
        let place = |n: usize| base[n].wrapping_add(distance[n]);
        Some([place(0), place(1)].map(|place| place.wrapping_add(address.offset as u64)))
    }

    /// The operands of an op as whoever knows no pairs sees them: shadows, or the word of the
    /// version that runs. False if none of them was a pair.
    pub(super) fn dissolve_pairs(&self, terms: &mut Terms, at: &Cursor, op: &Op) -> bool {
        let n = op.words().1;
        let mut any = false;
        op.for_each_field(|field| {
            let Field::Use(first) = field else { return };
            for reg in (first.0..first.0 + n).map(Reg) {
                // SAFETY: verified registers.
                if unsafe { at.tag(reg) } == Tag::PAIR {
                    self.dissolve(terms, at, reg);
                    any = true;
                }
            }
        });
        any
    }

    fn dissolve(&self, terms: &mut Terms, at: &Cursor, reg: Reg) {
        let Some([old, new]) = at.pair(reg) else { return };
        match self.view {
            View::One(Side::Old) => drop(at.set_pair(Def(reg), [old, old])),
            View::One(Side::New) => drop(at.set_pair(Def(reg), [new, new])),
            View::Both => {
                let [old, new] = [old, new].map(|word| terms.constant(64, word));
                let shadow = terms.shadow(old, new);
                // SAFETY: verified registers.
                unsafe { at.set_beside(Def(reg), Beside::term(shadow)) };
            }
        }
    }
}

/// Executes an op that reads and writes registers only, or jumps.
pub(super) fn calculate(at: &Cursor, op: &Op) -> Option<Done> {
    if let Some((dst, Binary { op, w, a, b })) = shape::arithmetic(op) {
        let (a, b) = (at.pair(a)?, at.operand(b)?);
        let side = |n: usize| op.fold(w, cut(w, a[n]), cut(w, b[n]));
        return Some(at.set_pair(dst, [side(0)?, side(1)?]));
    }
    if let Some(Branch { test, then, other }) = shape::branch(op) {
        let [old, new] = at.compare_pairs(&test)?;
        return (old == new).then_some(Done::Jump(if new { then.0 } else { other.0 }));
    }
    if let Some((dst, test)) = shape::comparison(op) {
        return Some(at.set_pair(dst, at.compare_pairs(&test)?.map(u64::from)));
    }
    let (dst, pair) = match *op {
        Op::Const { dst, value } => (dst, [value, value]),
        Op::Mov { dst, a } | Op::Zext { dst, a, .. } => (dst, at.pair(a)?),
        Op::Sext { from, to, dst, a } => {
            (dst, at.pair(a)?.map(|word| cut(to, sext(from, word) as u64)))
        }
        Op::Trunc { to, dst, a, .. } => (dst, at.pair(a)?.map(|word| cut(to, word))),
        Op::LshrAndI { shift, dst, a, mask, .. } => {
            (dst, at.pair(a)?.map(|word| word.wrapping_shr(shift.into()) & mask))
        }
        Op::Select { dst, cond, a, b } => {
            let (cond, a, b) = (at.pair(cond)?, at.pair(a)?, at.pair(b)?);
            let side = |n: usize| if cond[n] != 0 { a[n] } else { b[n] };
            (dst, [side(0), side(1)])
        }
        Op::Version { dst, old, new } => (dst, [at.pair(old)?[0], at.pair(new)?[1]]),
        Op::BrIf { cond, then, other } => {
            let [old, new] = at.pair(cond)?.map(|word| word != 0);
            return (old == new).then_some(Done::Jump(if new { then.0 } else { other.0 }));
        }
        _ => return None,
    };
    Some(at.set_pair(dst, pair))
}
