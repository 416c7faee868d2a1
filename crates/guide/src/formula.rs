//! Conditions for coming to a target: conjunctions of intervals that values must lie in.
//!
//! `All([])` is *true*. A disjunction of two conjunctions keeps what they have in common, which is
//! the paper's second approximation: of different formulae nothing stays but what is the same.

use patchlight_ir::{GlobalId, Reg};

/// More conditions than this say hardly more.
const MAX_ATOMS: usize = 16;

/// Something with a value: a register of the function at hand, or bytes of a global.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Var {
    Reg(Reg),
    Cell(Cell),
}

/// `bytes` bytes of a global.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Cell {
    pub global: GlobalId,
    pub offset: i64,
    pub bytes: u8,
}

impl Cell {
    pub fn overlaps(&self, other: &Cell) -> bool {
        let end = |cell: &Cell| cell.offset + i64::from(cell.bytes);
        self.global == other.global && self.offset < end(other) && other.offset < end(self)
    }
}

/// `(value & mask) - low`, in `width` bits, is at most `span`.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Atom {
    pub var: Var,
    pub width: u8,
    pub mask: u64,
    pub low: u64,
    pub span: u64,
}

/// The `width` low bits.
pub fn ones(width: u8) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

impl Atom {
    /// The values from `low` to `high`; beyond the largest value comes 0.
    pub fn between(var: Var, width: u8, low: u64, high: u64) -> Atom {
        let all = ones(width);
        Atom { var, width, mask: all, low: low & all, span: high.wrapping_sub(low) & all }
    }

    pub fn equal(var: Var, width: u8, value: u64) -> Atom {
        Atom::between(var, width, value, value)
    }

    pub fn not_equal(var: Var, width: u8, value: u64) -> Atom {
        Atom::between(var, width, value.wrapping_add(1), value.wrapping_sub(1))
    }

    pub fn holds_for(&self, value: u64) -> bool {
        (value & self.mask).wrapping_sub(self.low) & ones(self.width) <= self.span
    }

    /// Whether every value is allowed.
    pub fn is_true(&self) -> bool {
        self.span == ones(self.width)
    }

    fn high(&self) -> u64 {
        self.low.wrapping_add(self.span) & ones(self.width)
    }

    /// Whether no value satisfies both.
    fn excludes(&self, other: &Atom) -> bool {
        let same = self.var == other.var && self.width == other.width && self.mask == other.mask;
        // Two intervals of a circle meet if and only if one of them begins inside the other.
        let contains = |a: &Atom, value: u64| value.wrapping_sub(a.low) & ones(a.width) <= a.span;
        same && !contains(self, other.low) && !contains(other, self.low)
    }

    /// The same condition on a value that was extended with its sign from `from` bits to `to`.
    pub fn before_sign_extension(&self, var: Var, from: u8, to: u8) -> Option<Verdict> {
        let half = 1u64 << (from - 1);
        if self.mask & !(half - 1) == 0 {
            return Some(Verdict::Atom(Atom { var, ..*self }));
        }
        if self.mask != ones(self.width) || self.width != to {
            return None;
        }
        // Moved by half, the values that there are go from 0 to `most`.
        let most = ones(from);
        let (low, high) = (self.low.wrapping_add(half), self.high().wrapping_add(half));
        let (low, high) = (low & ones(to), high & ones(to));
        let (low, high) = match (low <= high, low <= most) {
            (true, false) => return Some(Verdict::False),
            (true, true) => (low, high.min(most)),
            (false, false) => (0, high.min(most)),
            (false, true) if high >= most || high.wrapping_add(1) >= low => {
                return Some(Verdict::True);
            }
            (false, true) => (low, high),
        };
        let back = |value: u64| value.wrapping_sub(half) & most;
        let atom = Atom::between(var, from, back(low), back(high));
        Some(if (low, high) == (0, most) { Verdict::True } else { Verdict::Atom(atom) })
    }
}

/// What becomes of an atom.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Verdict {
    True,
    False,
    Atom(Atom),
}

#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Formula {
    False,
    /// Sorted.
    All(Vec<Atom>),
}

impl Formula {
    pub const TRUE: Formula = Formula::All(Vec::new());

    pub fn is_false(&self) -> bool {
        *self == Formula::False
    }

    pub fn is_true(&self) -> bool {
        matches!(self, Formula::All(atoms) if atoms.is_empty())
    }

    pub fn atoms(&self) -> &[Atom] {
        match self {
            Formula::False => &[],
            Formula::All(atoms) => atoms,
        }
    }

    /// The conjunction with one more condition.
    pub fn and(&mut self, verdict: Verdict) {
        let Formula::All(atoms) = self else { return };
        match verdict {
            Verdict::True => {}
            Verdict::False => *self = Formula::False,
            Verdict::Atom(atom) if atom.is_true() => {}
            Verdict::Atom(atom) if atom.mask == 0 => {
                if !atom.holds_for(0) {
                    *self = Formula::False;
                }
            }
            Verdict::Atom(atom) => {
                if atoms.iter().any(|other| other.excludes(&atom)) {
                    *self = Formula::False;
                } else if let Err(place) = atoms.binary_search(&atom)
                    && atoms.len() < MAX_ATOMS
                {
                    atoms.insert(place, atom);
                }
            }
        }
    }

    /// What holds if one of both does.
    pub fn or(self, other: &Formula) -> Formula {
        match (self, other) {
            (Formula::False, other) => other.clone(),
            (this, Formula::False) => this,
            (Formula::All(atoms), Formula::All(others)) => {
                let both = atoms.into_iter().filter(|atom| others.binary_search(atom).is_ok());
                Formula::All(both.collect())
            }
        }
    }

    /// Every condition replaced by what it says one step before.
    pub fn map(&self, mut before: impl FnMut(&Atom) -> Verdict) -> Formula {
        let mut result = Formula::TRUE;
        for atom in self.atoms() {
            result.and(before(atom));
        }
        if self.is_false() { Formula::False } else { result }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Var = Var::Reg(Reg(0));

    fn both(a: Atom, b: Atom) -> Formula {
        let mut formula = Formula::TRUE;
        formula.and(Verdict::Atom(a));
        formula.and(Verdict::Atom(b));
        formula
    }

    #[test]
    fn intervals_without_a_common_value_are_a_contradiction() {
        let small = Atom::between(X, 4, 14, 3);
        for low in 0..16 {
            for high in 0..16 {
                let other = Atom::between(X, 4, low, high);
                let meet = (0..16).any(|n| small.holds_for(n) && other.holds_for(n));
                assert_eq!(both(small, other).is_false(), !meet, "{low} {high}");
            }
        }
    }

    #[test]
    fn a_condition_before_a_sign_extension_says_the_same_of_every_value() {
        let extended = |n: u64| if n >= 4 { n | 0b11000 } else { n };
        for low in 0..32 {
            for high in 0..32 {
                let after = Atom::between(X, 5, low, high);
                let before = after.before_sign_extension(X, 3, 5).expect("an interval");
                for n in 0..8 {
                    let holds = match before {
                        Verdict::True => true,
                        Verdict::False => false,
                        Verdict::Atom(atom) => atom.holds_for(n),
                    };
                    // A condition may become weaker, never stronger.
                    assert!(holds || !after.holds_for(extended(n)), "{low} {high} {n}");
                    let is_interval = low <= high;
                    assert!(
                        !is_interval || holds == after.holds_for(extended(n)),
                        "{low} {high} {n}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_disjunction_keeps_what_both_sides_say() {
        let (a, b, c) = (
            Atom::equal(X, 32, 1),
            Atom::not_equal(Var::Reg(Reg(1)), 32, 4),
            Atom::equal(Var::Reg(Reg(2)), 8, 9),
        );
        assert_eq!(both(a, b).or(&both(b, c)), Formula::All(vec![b]));
        assert_eq!(Formula::False.or(&both(a, b)), both(a, b));
        assert!(both(a, b).or(&Formula::TRUE).is_true());
    }
}
