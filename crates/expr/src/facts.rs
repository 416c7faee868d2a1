//! What is known of a term whatever the inputs are: an interval and known bits.
//!
//! Facts are for terms of at most 64 bits; of wider ones nothing is known. They are computed when
//! asked for, bottom up, and kept in a side table. Every transfer function is checked against
//! brute force at width 3.

use rustc_hash::FxHashMap;

use crate::array::Contents;
use crate::bits::mask64;
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

/// An unsigned interval and known bits of a term.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    width: u32,
    /// Bits that are surely 0, and bits that are surely 1.
    pub zeros: u64,
    pub ones: u64,
    /// The least and greatest value, unsigned.
    pub lo: u64,
    pub hi: u64,
}

/// Entries of a table that a read's interval is computed from at most.
const MAX_TABLE_SCAN: u64 = 4096;

impl Facts {
    /// Nothing is known.
    pub fn unknown(width: u32) -> Facts {
        Facts { width, zeros: 0, ones: 0, lo: 0, hi: mask64(width) }
    }

    pub fn constant(width: u32, value: u64) -> Facts {
        Facts { width, zeros: !value & mask64(width), ones: value, lo: value, hi: value }
    }

    /// The value, if only one is possible.
    pub fn as_constant(&self) -> Option<u64> {
        (self.lo == self.hi && self.width <= 64).then_some(self.lo)
    }

    /// The truth, if it is known.
    pub fn as_bool(&self) -> Option<bool> {
        self.as_constant().map(|value| value == 1)
    }

    /// Whether `value` is not excluded.
    pub fn allows(&self, value: u64) -> bool {
        (self.lo..=self.hi).contains(&value) && value & self.zeros == 0 && !value & self.ones == 0
    }

    fn interval(width: u32, lo: u64, hi: u64) -> Facts {
        Facts { lo, hi, ..Facts::unknown(width) }.tightened()
    }

    fn known(width: u32, zeros: u64, ones: u64) -> Facts {
        let mask = mask64(width);
        Facts { width, zeros: zeros & mask, ones: ones & mask, lo: 0, hi: mask }.tightened()
    }

    /// Lets interval and known bits learn from each other.
    fn tightened(mut self) -> Facts {
        self.lo = self.lo.max(self.ones);
        self.hi = self.hi.min(!self.zeros & mask64(self.width));
        if self.lo > self.hi {
            // A contradiction can only come from a caller's refinement; it is kept as it is.
            return self;
        }
        let common = !(self.lo ^ self.hi).checked_ilog2().map_or(0, |bit| mask64(bit + 1));
        let common = common & mask64(self.width);
        self.zeros |= common & !self.lo;
        self.ones |= common & self.lo;
        self
    }

    /// What holds of both.
    pub fn join(self, other: Facts) -> Facts {
        Facts {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }

    /// What holds if both are true of the same value. `None` if they contradict each other.
    pub fn meet(self, other: Facts) -> Option<Facts> {
        let met = Facts {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
        };
        let met = met.tightened();
        (met.lo <= met.hi && met.zeros & met.ones == 0).then_some(met)
    }

    /// Facts from a lower and an upper bound.
    pub fn between(width: u32, lo: u64, hi: u64) -> Facts {
        Facts::interval(width, lo, hi)
    }

    fn is_nonnegative(&self) -> bool {
        self.hi >> (self.width - 1) == 0
    }

    fn is_negative(&self) -> bool {
        self.lo >> (self.width - 1) == 1
    }

    fn trailing_zeros(&self) -> u32 {
        self.zeros.trailing_ones()
    }
}

/// The side table.
#[derive(Default)]
pub struct FactsTable {
    known: FxHashMap<TermId, Facts>,
}

impl FactsTable {
    pub fn new() -> FactsTable {
        FactsTable::default()
    }

    /// Takes `facts` for granted, for a table that serves one set of assumptions.
    pub fn assume(&mut self, term: TermId, facts: Facts) {
        self.known.insert(term, facts);
    }

    pub fn clear(&mut self) {
        self.known.clear();
    }

    /// What is known of `term`.
    pub fn of(&mut self, terms: &Terms, term: TermId) -> Facts {
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        let mut pending = vec![term];
        while let Some(&at) = pending.last() {
            if self.known.contains_key(&at) {
                pending.pop();
                continue;
            }
            let node = terms.node(at);
            let n_before = pending.len();
            let is_read = node.kind == Kind::Read;
            let needed = node.operands().skip(usize::from(is_read));
            pending.extend(needed.filter(|operand| !self.known.contains_key(operand)));
            if pending.len() == n_before {
                pending.pop();
                let facts = self.transfer(terms, at, node);
                self.known.insert(at, facts);
            }
        }
        self.known[&term]
    }

    fn transfer(&self, terms: &Terms, term: TermId, node: Node) -> Facts {
        let width = node.width();
        let unknown = Facts::unknown(width);
        let Some(first) = node.operands().next() else {
            return terms.as_u64(term).map_or(unknown, |value| Facts::constant(width, value));
        };
        if width > 64 || width == 0 || terms.width(first) > 64 {
            return unknown;
        }
        let of = |operand: TermId| self.known[&operand];
        match node.kind {
            Kind::Read => self.read(terms, node),
            Kind::Ite => match of(node.a()).as_bool() {
                Some(true) => of(node.b()),
                Some(false) => of(node.c()),
                None => of(node.b()).join(of(node.c())),
            },
            Kind::Shadow => of(node.a()).join(of(node.b())),
            Kind::Extract => extract(of(node.a()), node.low(), width),
            Kind::ZExt => zext(of(node.a()), width),
            Kind::SExt => sext(of(node.a()), width),
            Kind::Store => unknown,
            kind if kind.is_unary() => unary(kind, of(node.a())),
            kind => binary(kind, width, of(node.a()), of(node.b())),
        }
    }

    fn read(&self, terms: &Terms, node: Node) -> Facts {
        let unknown = Facts::unknown(node.width());
        let Some(array) = terms.as_array(node.a()) else {
            return unknown;
        };
        let index = self.known[&node.b()];
        let Contents::Table { values, .. } = &terms.array(array).contents else {
            return unknown;
        };
        if index.hi >= values.len() as u64 || index.hi - index.lo > MAX_TABLE_SCAN {
            return unknown;
        }
        let reachable = (index.lo..=index.hi).filter(|&i| index.allows(i));
        let values = reachable.map(|i| Facts::constant(node.width(), values[i as usize].into()));
        values.reduce(Facts::join).map_or(unknown, Facts::tightened)
    }
}

fn not(a: Facts) -> Facts {
    let mask = mask64(a.width);
    Facts { width: a.width, zeros: a.ones, ones: a.zeros, lo: !a.hi & mask, hi: !a.lo & mask }
}

fn extract(a: Facts, low: u32, width: u32) -> Facts {
    let known = Facts::known(width, a.zeros >> low, a.ones >> low);
    let (lo, hi) = (a.lo >> low, a.hi >> low);
    // The interval carries over if the bits that are cut off above are the same throughout.
    if lo & !mask64(width) != hi & !mask64(width) {
        return known;
    }
    let cut = Facts::interval(width, lo & mask64(width), hi & mask64(width));
    cut.meet(known).unwrap_or(known)
}

fn zext(a: Facts, width: u32) -> Facts {
    Facts { width, zeros: a.zeros | (mask64(width) & !mask64(a.width)), ..a }
}

fn sext(a: Facts, width: u32) -> Facts {
    let above = mask64(width) & !mask64(a.width);
    if a.is_nonnegative() {
        return zext(a, width);
    }
    if a.is_negative() {
        let (lo, hi) = (a.lo | above, a.hi | above);
        return Facts { width, ones: a.ones | above, zeros: a.zeros, lo, hi };
    }
    let low_bits = mask64(a.width - 1);
    Facts::known(width, a.zeros & low_bits, a.ones & low_bits)
}

fn unary(kind: Kind, a: Facts) -> Facts {
    match kind {
        Kind::Not => not(a),
        _ => Facts::unknown(a.width),
    }
}

fn binary(kind: Kind, width: u32, a: Facts, b: Facts) -> Facts {
    match kind {
        Kind::And => {
            let known = Facts::known(width, a.zeros | b.zeros, a.ones & b.ones);
            Facts { hi: known.hi.min(a.hi).min(b.hi), ..known }.tightened()
        }
        Kind::Or => {
            let known = Facts::known(width, a.zeros & b.zeros, a.ones | b.ones);
            Facts { lo: known.lo.max(a.lo).max(b.lo), ..known }.tightened()
        }
        Kind::Xor => {
            let zeros = (a.zeros & b.zeros) | (a.ones & b.ones);
            Facts::known(width, zeros, (a.zeros & b.ones) | (a.ones & b.zeros))
        }
        Kind::Add => add(a, b),
        Kind::Sub => sub(a, b),
        Kind::Mul => mul(a, b),
        Kind::UDiv => udiv(a, b),
        Kind::URem => urem(a, b),
        Kind::SDiv if a.is_nonnegative() && b.is_nonnegative() && b.lo > 0 => udiv(a, b),
        Kind::SRem if a.is_nonnegative() && b.is_nonnegative() => urem(a, b),
        Kind::Shl => shl(a, b),
        Kind::LShr => lshr(a, b),
        Kind::AShr if a.is_nonnegative() => lshr(a, b),
        Kind::Eq => eq(a, b),
        Kind::Ult => ordered(a.lo, a.hi, b.lo, b.hi),
        Kind::Slt => slt(a, b),
        Kind::Concat => {
            let zeros = a.zeros << b.width | b.zeros;
            let known = Facts::known(width, zeros, a.ones << b.width | b.ones);
            Facts { lo: a.lo << b.width | b.lo, hi: a.hi << b.width | b.hi, ..known }
        }
        _ => Facts::unknown(width),
    }
}

fn with_trailing_zeros(facts: Facts, n_zeros: u32) -> Facts {
    let zeros = Facts::known(facts.width, mask64(n_zeros.min(64)), 0);
    facts.meet(zeros).unwrap_or(facts)
}

fn add(a: Facts, b: Facts) -> Facts {
    let width = a.width;
    let sum = match a.hi.checked_add(b.hi) {
        Some(hi) if hi <= mask64(width) => Facts::interval(width, a.lo + b.lo, hi),
        _ => Facts::unknown(width),
    };
    with_trailing_zeros(sum, a.trailing_zeros().min(b.trailing_zeros()))
}

fn sub(a: Facts, b: Facts) -> Facts {
    let difference = if a.lo >= b.hi {
        Facts::interval(a.width, a.lo - b.hi, a.hi - b.lo)
    } else {
        Facts::unknown(a.width)
    };
    with_trailing_zeros(difference, a.trailing_zeros().min(b.trailing_zeros()))
}

fn mul(a: Facts, b: Facts) -> Facts {
    let width = a.width;
    let product = match a.hi.checked_mul(b.hi) {
        Some(hi) if hi <= mask64(width) => Facts::interval(width, a.lo * b.lo, hi),
        _ => Facts::unknown(width),
    };
    with_trailing_zeros(product, a.trailing_zeros().saturating_add(b.trailing_zeros()))
}

fn udiv(a: Facts, b: Facts) -> Facts {
    match (a.lo.checked_div(b.hi), a.hi.checked_div(b.lo)) {
        (Some(lo), Some(hi)) => Facts::interval(a.width, lo, hi),
        _ => Facts::unknown(a.width),
    }
}

fn urem(a: Facts, b: Facts) -> Facts {
    if a.hi < b.lo {
        return a;
    }
    let hi = if b.lo > 0 { a.hi.min(b.hi - 1) } else { a.hi };
    Facts::interval(a.width, 0, hi)
}

fn shl(a: Facts, b: Facts) -> Facts {
    let width = a.width;
    let Some(by) = b.as_constant() else {
        return with_trailing_zeros(Facts::unknown(width), a.trailing_zeros().min(width));
    };
    if by >= u64::from(width) {
        return Facts::constant(width, 0);
    }
    let known = Facts::known(width, a.zeros << by | mask64(by as u32), a.ones << by);
    let fits = a.hi <= mask64(width) >> by;
    if fits { Facts { lo: a.lo << by, hi: a.hi << by, ..known }.tightened() } else { known }
}

fn lshr(a: Facts, b: Facts) -> Facts {
    let width = a.width;
    let shift = |word: u64, by: u64| if by >= u64::from(width) { 0 } else { word >> by };
    let interval = Facts::interval(width, shift(a.lo, b.hi), shift(a.hi, b.lo));
    let Some(by) = b.as_constant() else {
        return interval;
    };
    let above = mask64(width) & !shift(mask64(width), by);
    let known = Facts::known(width, shift(a.zeros, by) | above, shift(a.ones, by));
    interval.meet(known).unwrap_or(interval)
}

fn eq(a: Facts, b: Facts) -> Facts {
    if a.meet(b).is_none() {
        return Facts::constant(1, 0);
    }
    let same = a.as_constant().is_some() && a.as_constant() == b.as_constant();
    if same { Facts::constant(1, 1) } else { Facts::unknown(1) }
}

/// Whether a value of one interval is below one of another.
fn ordered<T: Ord>(a_lo: T, a_hi: T, b_lo: T, b_hi: T) -> Facts {
    if a_hi < b_lo {
        Facts::constant(1, 1)
    } else if a_lo >= b_hi {
        Facts::constant(1, 0)
    } else {
        Facts::unknown(1)
    }
}

fn slt(a: Facts, b: Facts) -> Facts {
    let (a_lo, a_hi) = signed_bounds(a);
    let (b_lo, b_hi) = signed_bounds(b);
    ordered(a_lo, a_hi, b_lo, b_hi)
}

fn signed_bounds(a: Facts) -> (i64, i64) {
    let signed = |word: u64| crate::ops::signed(a.width, word);
    if a.is_nonnegative() || a.is_negative() {
        return (signed(a.lo), signed(a.hi));
    }
    let least = 1u64 << (a.width - 1);
    (signed(least), signed(least - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 3;

    /// Every fact that an interval or a single known bit can give at width 3.
    fn all_facts() -> Vec<Facts> {
        let intervals = (0..8).flat_map(|lo| (lo..8).map(move |hi| (lo, hi)));
        let bits = (0..3).flat_map(|bit| [(1 << bit, 0), (0, 1 << bit)]);
        let mut all: Vec<Facts> = intervals.map(|(lo, hi)| Facts::between(WIDTH, lo, hi)).collect();
        all.extend(bits.map(|(zeros, ones)| Facts::known(WIDTH, zeros, ones)));
        all
    }

    fn members(facts: Facts) -> impl Iterator<Item = u64> {
        (0..8).filter(move |&value| facts.allows(value))
    }

    #[test]
    fn facts_of_binary_operations_allow_every_possible_value() {
        for &kind in Kind::ARITHMETIC.iter().chain(Kind::COMPARISONS) {
            let width = if kind.is_comparison() { 1 } else { WIDTH };
            for (a, b) in
                all_facts().iter().flat_map(|&a| all_facts().into_iter().map(move |b| (a, b)))
            {
                let facts = binary(kind, width, a, b);
                for (x, y) in members(a).flat_map(|x| members(b).map(move |y| (x, y))) {
                    let value = crate::ops::binary(kind, WIDTH, x, y);
                    assert!(facts.allows(value), "{kind:?} of {x} in {a:?} and {y} in {b:?}");
                }
            }
        }
    }

    #[test]
    fn facts_of_unary_operations_and_shapes_allow_every_possible_value() {
        for a in all_facts() {
            for x in members(a) {
                for &kind in Kind::UNARY {
                    assert!(unary(kind, a).allows(crate::ops::unary(kind, WIDTH, x)), "{kind:?}");
                }
                assert!(zext(a, 5).allows(x));
                assert!(sext(a, 5).allows(crate::ops::signed(WIDTH, x) as u64 & 31));
                for (low, width) in [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (2, 1)] {
                    let part = x >> low & mask64(width);
                    assert!(extract(a, low, width).allows(part), "{low} {width} of {x} in {a:?}");
                }
                for b in all_facts() {
                    let joined = binary(Kind::Concat, 6, a, b);
                    assert!(members(b).all(|y| joined.allows(x << 3 | y)));
                }
            }
        }
    }

    #[test]
    fn a_table_read_is_bounded_by_the_reachable_entries() {
        let mut t = Terms::new();
        let table = t.table(&[9, 50, 7, 60, 200]);
        let input = t.input_array("in", 32, 8);
        let x = t.element(input, 0);
        let three = t.constant(8, 3);
        let masked = t.and(x, three);
        let index = t.zext(masked, 32);
        let base = t.array_term(table);
        let read = t.read(base, index);
        let facts = FactsTable::new().of(&t, read);
        assert_eq!((facts.lo, facts.hi), (7, 60));
    }
}
