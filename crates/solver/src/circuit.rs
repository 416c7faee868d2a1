//! Gates: a hash-consed, constant-folded circuit that outlives queries.
//!
//! Gates are inputs, conjunctions, exclusive ors, multiplexers and majorities. A literal is a gate
//! and a sign. Equal gates are one gate; operands are older than the gate.

use std::ops::Not;

use rustc_hash::FxHashMap;

/// A gate, or its complement.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    fn new(gate: GateId, negated: bool) -> Lit {
        Lit(gate.0 << 1 | u32::from(negated))
    }

    pub fn gate(self) -> GateId {
        GateId(self.0 >> 1)
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The constant, if it is one.
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self == Lit::TRUE)
    }

    fn negated_if(self, condition: bool) -> Lit {
        Lit(self.0 ^ u32::from(condition))
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A gate; gate 0 is the constant false.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GateId(u32);

impl GateId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a gate computes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    False,
    /// A free input; the number says whose bit it is.
    Input(u32),
    And(Lit, Lit),
    Xor(Lit, Lit),
    /// Selector, then, else.
    Mux(Lit, Lit, Lit),
    Majority(Lit, Lit, Lit),
}

impl Gate {
    /// The literals that the gate reads.
    pub fn operands(&self) -> impl Iterator<Item = Lit> + use<> {
        let (all, n) = match *self {
            Gate::False | Gate::Input(_) => ([Lit::FALSE; 3], 0),
            Gate::And(a, b) | Gate::Xor(a, b) => ([a, b, b], 2),
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => ([a, b, c], 3),
        };
        all.into_iter().take(n)
    }
}

/// All gates.
pub struct Circuit {
    gates: Vec<Gate>,
    ids: FxHashMap<Gate, GateId>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit { gates: vec![Gate::False], ids: FxHashMap::default() }
    }
}

impl Circuit {
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    pub fn gate(&self, id: GateId) -> Gate {
        self.gates[id.index()]
    }

    /// A new free input that belongs to `owner`.
    pub fn input(&mut self, owner: u32) -> Lit {
        self.gates.push(Gate::Input(owner));
        Lit::new(GateId(self.gates.len() as u32 - 1), false)
    }

    fn intern(&mut self, gate: Gate) -> Lit {
        let next = GateId(self.gates.len() as u32);
        let id = *self.ids.entry(gate).or_insert(next);
        if id == next {
            self.gates.push(gate);
        }
        Lit::new(id, false)
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        match self.absorb(a, b).or_else(|| self.absorb(b, a)) {
            Some(lit) => lit,
            None => self.intern(Gate::And(a, b)),
        }
    }

    /// `x & nest` where `nest` is a conjunction, or the complement of one, that mentions `x`.
    fn absorb(&self, x: Lit, nest: Lit) -> Option<Lit> {
        let Gate::And(p, q) = self.gate(nest.gate()) else {
            return None;
        };
        match nest.is_negated() {
            false if p == x || q == x => Some(nest),
            false if p == !x || q == !x => Some(Lit::FALSE),
            true if p == !x || q == !x => Some(x),
            _ => None,
        }
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (Lit(a.0 & !1), Lit(b.0 & !1));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::constant(negate);
        }
        if a == Lit::FALSE {
            return b.negated_if(negate);
        }
        self.intern(Gate::Xor(a, b)).negated_if(negate)
    }

    pub fn mux(&mut self, select: Lit, then: Lit, other: Lit) -> Lit {
        let (select, then, other) =
            if select.is_negated() { (!select, other, then) } else { (select, then, other) };
        if select == Lit::FALSE {
            return other;
        }
        if then == other {
            return then;
        }
        if then == !other {
            return self.xor(select, other);
        }
        if then == Lit::TRUE || then == select {
            return self.or(select, other);
        }
        if then == Lit::FALSE || then == !select {
            return self.and(!select, other);
        }
        if other == Lit::FALSE || other == select {
            return self.and(select, then);
        }
        if other == Lit::TRUE || other == !select {
            return self.or(!select, then);
        }
        let negate = then.is_negated();
        let (then, other) = (then.negated_if(negate), other.negated_if(negate));
        self.intern(Gate::Mux(select, then, other)).negated_if(negate)
    }

    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        if a == b {
            return a;
        }
        if b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        match a.as_constant() {
            Some(false) => self.and(b, c),
            Some(true) => self.or(b, c),
            None => {
                let negate = a.is_negated();
                let [a, b, c] = [a, b, c].map(|lit| lit.negated_if(negate));
                self.intern(Gate::Majority(a, b, c)).negated_if(negate)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a literal when the inputs, in order of their making, have the given bits.
    fn value(circuit: &Circuit, lit: Lit, bits: u32) -> bool {
        let mut values = vec![false];
        let mut next_input = 0;
        for gate in &circuit.gates[1..] {
            let of = |lit: Lit| values[lit.gate().index()] != lit.is_negated();
            let output = match *gate {
                Gate::False => false,
                Gate::Input(_) => {
                    next_input += 1;
                    bits >> (next_input - 1) & 1 == 1
                }
                Gate::And(a, b) => of(a) && of(b),
                Gate::Xor(a, b) => of(a) != of(b),
                Gate::Mux(s, t, e) => {
                    if of(s) {
                        of(t)
                    } else {
                        of(e)
                    }
                }
                Gate::Majority(a, b, c) => u8::from(of(a)) + u8::from(of(b)) + u8::from(of(c)) >= 2,
            };
            values.push(output);
        }
        values[lit.gate().index()] != lit.is_negated()
    }

    #[test]
    fn folded_gates_compute_what_the_plain_ones_would() {
        let mut circuit = Circuit::default();
        let (x, y) = (circuit.input(0), circuit.input(1));
        let xy = circuit.and(x, !y);
        let pool = [Lit::FALSE, Lit::TRUE, x, !x, y, !y, xy, !xy];
        for &a in &pool {
            for &b in &pool {
                for &c in &pool {
                    let gates = [
                        circuit.and(a, b),
                        circuit.xor(a, b),
                        circuit.mux(a, b, c),
                        circuit.majority(a, b, c),
                    ];
                    for bits in 0..4 {
                        let of = |lit| value(&circuit, lit, bits);
                        let [p, q, r] = [a, b, c].map(of);
                        assert_eq!(of(gates[0]), p && q);
                        assert_eq!(of(gates[1]), p != q);
                        assert_eq!(of(gates[2]), if p { q } else { r });
                        assert_eq!(of(gates[3]), u8::from(p) + u8::from(q) + u8::from(r) >= 2);
                    }
                }
            }
        }
    }
}
