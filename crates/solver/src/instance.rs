//! SAT instances: which gates are loaded where, and solving over them.
//!
//! A query loads the cone of its literals. The small solver gets it first; what it cannot decide
//! within a few conflicts goes to CaDiCaL. Either instance stays while its cone is a fair share of
//! what is loaded, and is dropped when the rest outgrows it: propagation runs through all loaded
//! gates, and CaDiCaL assigns them all.
//!
//! Reads of free arrays are inputs; when a model gives two reads of one element different values,
//! the missing implication is added for good and the query solved again.

use patchlight_expr::{ArrayId, Assignment, Bits, Terms};
use rustc_hash::FxHashMap;

use crate::blast::{Blaster, Owner};
use crate::circuit::{Circuit, Gate, GateId, Lit};
use crate::sat::{Large, Limits, SatAnswer, SatLit, SatSolver, Small};

/// Conflicts that the small solver is given before CaDiCaL takes over.
const SMALL_CONFLICTS: u64 = 2000;
/// An instance is dropped when it holds this many times the cone, plus some.
const SLACK_FACTOR: usize = 4;
const SLACK_GATES: usize = 2000;

/// How often each instance was used.
#[derive(Copy, Clone, Default, Debug)]
pub struct InstanceStats {
    pub small_queries: u64,
    pub large_queries: u64,
    pub conflicts: u64,
    pub lemmas: u64,
    pub instances: u64,
    pub gates_loaded: u64,
}

/// A value of an input element in a model.
pub type ElementValue = (ArrayId, u64, Bits);

/// The answer for a set of literals.
pub enum LitsOutcome {
    Sat(Vec<ElementValue>),
    /// Positions of literals that cannot hold together.
    Unsat(Vec<usize>),
    Unknown,
}

/// A SAT solver and the gates it knows.
struct Loaded<S> {
    sat: S,
    /// The variable of each gate, by the gate's index; 0 if it is not loaded.
    vars: Vec<SatLit>,
    n_loaded: usize,
}

impl<S: SatSolver + Default> Loaded<S> {
    fn new() -> Loaded<S> {
        Loaded { sat: S::default(), vars: Vec::new(), n_loaded: 0 }
    }

    fn is_outgrown(&self, cone: &[GateId]) -> bool {
        self.n_loaded > SLACK_FACTOR * cone.len() + SLACK_GATES
    }

    fn lit(&self, lit: Lit) -> SatLit {
        let var = self.vars[lit.gate().index()];
        if lit.is_negated() { -var } else { var }
    }

    /// Loads the gates of a cone, which come operands first.
    fn load(&mut self, circuit: &Circuit, cone: &[GateId]) -> usize {
        let n_before = self.n_loaded;
        if self.vars.len() < circuit.len() {
            self.vars.resize(circuit.len(), 0);
        }
        for &gate in cone {
            if self.vars[gate.index()] == 0 {
                self.n_loaded += 1;
                let var = self.n_loaded as SatLit;
                self.vars[gate.index()] = var;
                self.add_gate(circuit.gate(gate), var);
            }
        }
        self.n_loaded - n_before
    }

    fn add_gate(&mut self, gate: Gate, out: SatLit) {
        match gate {
            Gate::False => self.sat.add_clause(&[-out]),
            Gate::Input(_) => {}
            Gate::And(a, b) => {
                let (a, b) = (self.lit(a), self.lit(b));
                self.add_all(&[&[-out, a], &[-out, b], &[out, -a, -b]]);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.lit(a), self.lit(b));
                self.add_all(&[&[-out, a, b], &[-out, -a, -b], &[out, -a, b], &[out, a, -b]]);
            }
            Gate::Mux(s, t, e) => {
                let (s, t, e) = (self.lit(s), self.lit(t), self.lit(e));
                self.add_all(&[&[-s, -t, out], &[-s, t, -out], &[s, -e, out], &[s, e, -out]]);
                // Redundant, but they let equal branches decide the output.
                self.add_all(&[&[-t, -e, out], &[t, e, -out]]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (self.lit(a), self.lit(b), self.lit(c));
                self.add_all(&[&[-a, -b, out], &[-a, -c, out], &[-b, -c, out]]);
                self.add_all(&[&[a, b, -out], &[a, c, -out], &[b, c, -out]]);
            }
        }
    }

    fn add_all(&mut self, clauses: &[&[SatLit]]) {
        for clause in clauses {
            self.sat.add_clause(clause);
        }
    }
}

/// The instances of one solver.
pub struct Instances {
    small: Loaded<Small>,
    large: Option<Loaded<Large>>,
    /// Implications between reads of free arrays: the two inputs' owners, and the literal.
    lemmas: Vec<(Owner, Owner, Lit)>,
    /// The last cone walk that reached each gate.
    stamps: Vec<u32>,
    stamp: u32,
    /// Values of gates, by index, in the last model or under the last hints.
    values: Vec<bool>,
    small_conflicts: u64,
    pub stats: InstanceStats,
}

impl Default for Instances {
    fn default() -> Instances {
        Instances::new(SMALL_CONFLICTS)
    }
}

impl Instances {
    /// Instances whose small solver is given so many conflicts; with 0, CaDiCaL does everything.
    pub fn new(small_conflicts: u64) -> Instances {
        Instances {
            small: Loaded::new(),
            large: None,
            lemmas: Vec::new(),
            stamps: Vec::new(),
            stamp: 0,
            values: Vec::new(),
            small_conflicts,
            stats: InstanceStats::default(),
        }
    }

    /// Whether all literals can hold together.
    pub fn solve(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        lits: &[Lit],
        hints: Option<&Assignment>,
        limits: &Limits,
    ) -> LitsOutcome {
        self.solve_wishing(terms, blaster, Goal { lits, wishes: &[] }, hints, limits)
    }

    /// Finds the model that grants wishes in their order: the first if it is possible, then the
    /// second beside it, and so on. Only easy queries have an answer.
    pub fn solve_preferring(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        goal: Goal,
        limits: &Limits,
    ) -> LitsOutcome {
        self.solve_wishing(terms, blaster, goal, None, limits)
    }

    fn solve_wishing(
        &mut self,
        terms: &Terms,
        blaster: &mut Blaster,
        goal: Goal,
        hints: Option<&Assignment>,
        limits: &Limits,
    ) -> LitsOutcome {
        let Goal { lits, wishes } = goal;
        if let Some(at) = lits.iter().position(|&lit| lit == Lit::FALSE) {
            return LitsOutcome::Unsat(vec![at]);
        }
        let reached: Vec<Lit> = lits.iter().chain(wishes).copied().collect();
        loop {
            let mut cone = self.cone(blaster, &reached);
            let lemmas = self.lemmas_for(blaster, &mut cone);
            if let Some(hints) = hints {
                self.evaluate(terms, blaster, &cone, hints);
            }
            let has_hints = hints.is_some();
            let query = Query { lits, wishes, lemmas: &lemmas, cone: &cone, has_hints };
            match self.solve_cone(&blaster.circuit, &query, limits) {
                LitsOutcome::Sat(_) => {}
                other => return other,
            }
            if !self.add_lemmas(terms, blaster, &cone) {
                return LitsOutcome::Sat(self.model(blaster, &cone));
            }
        }
    }

    fn solve_cone(&mut self, circuit: &Circuit, query: &Query, limits: &Limits) -> LitsOutcome {
        if self.small_conflicts > 0 {
            let conflicts =
                limits.conflicts.map_or(self.small_conflicts, |n| n.min(self.small_conflicts));
            let small_limits = Limits { conflicts: Some(conflicts), ..*limits };
            if self.small.is_outgrown(query.cone) {
                self.small = Loaded::new();
                self.stats.instances += 1;
            }
            self.stats.small_queries += 1;
            self.stats.gates_loaded += self.small.load(circuit, query.cone) as u64;
            let wishes = query.wishes.iter().filter(|wish| wish.as_constant().is_none());
            let wishes: Vec<SatLit> = wishes.map(|&wish| self.small.lit(wish)).collect();
            self.small.sat.set_wishes(wishes.into_iter());
            let before = self.small.sat.n_conflicts();
            let outcome = run(&mut self.small, query, &mut self.values, &small_limits);
            self.stats.conflicts += self.small.sat.n_conflicts() - before;
            if !query.wishes.is_empty() {
                return outcome;
            }
            let is_final = limits.conflicts.is_some_and(|limit| limit <= conflicts);
            if is_final || !matches!(outcome, LitsOutcome::Unknown) || limits.is_late() {
                return outcome;
            }
        }
        if self.large.as_ref().is_none_or(|large| large.is_outgrown(query.cone)) {
            self.large = Some(Loaded::new());
            self.stats.instances += 1;
        }
        let large = self.large.get_or_insert_with(Loaded::new);
        self.stats.large_queries += 1;
        self.stats.gates_loaded += large.load(circuit, query.cone) as u64;
        let before = large.sat.n_conflicts();
        // The small solver has spent its share already.
        let conflicts = limits.conflicts.map(|n| n.saturating_sub(self.small_conflicts));
        let outcome = run(large, query, &mut self.values, &Limits { conflicts, ..*limits });
        self.stats.conflicts += large.sat.n_conflicts() - before;
        outcome
    }

    /// All gates beneath the literals, operands first. A read of a free array brings its index.
    fn cone(&mut self, blaster: &Blaster, lits: &[Lit]) -> Vec<GateId> {
        self.stamp += 1;
        let mut cone = Vec::new();
        self.extend_cone(&blaster.circuit, lits.iter().copied(), &mut cone);
        if blaster.free_reads().is_empty() {
            return cone;
        }
        loop {
            let n_before = cone.len();
            let indices: Vec<Lit> = owners(&blaster.circuit, &cone)
                .into_iter()
                .filter_map(|owner| match owner {
                    Owner::FreeRead(id) => Some(&blaster.free_reads()[id as usize].index),
                    Owner::Element(_) => None,
                })
                .flat_map(|index| index.iter().copied())
                .collect();
            self.extend_cone(&blaster.circuit, indices.into_iter(), &mut cone);
            if cone.len() == n_before {
                return cone;
            }
        }
    }

    fn extend_cone(
        &mut self,
        circuit: &Circuit,
        lits: impl Iterator<Item = Lit>,
        cone: &mut Vec<GateId>,
    ) {
        if self.stamps.len() < circuit.len() {
            self.stamps.resize(circuit.len(), 0);
            self.values.resize(circuit.len(), false);
        }
        // Each gate is entered once, and joins the cone when its operands have.
        let mut pending: Vec<(GateId, bool)> = lits.map(|lit| (lit.gate(), false)).collect();
        while let Some((gate, is_entered)) = pending.pop() {
            if is_entered {
                cone.push(gate);
            } else if self.stamps[gate.index()] != self.stamp {
                self.stamps[gate.index()] = self.stamp;
                pending.push((gate, true));
                let operands = circuit.gate(gate).operands().map(Lit::gate);
                let is_new = |operand: &GateId| self.stamps[operand.index()] != self.stamp;
                pending.extend(operands.filter(is_new).map(|operand| (operand, false)));
            }
        }
    }

    /// The known implications between reads in the cone; their gates join the cone.
    fn lemmas_for(&mut self, blaster: &Blaster, cone: &mut Vec<GateId>) -> Vec<Lit> {
        if self.lemmas.is_empty() {
            return Vec::new();
        }
        let is_reached = |owner: Owner| {
            let bits = match owner {
                Owner::Element(id) => &blaster.inputs()[id as usize].bits,
                Owner::FreeRead(id) => &blaster.free_reads()[id as usize].value,
            };
            bits.iter().any(|bit| self.stamps[bit.gate().index()] == self.stamp)
        };
        let both = |lemma: &&(Owner, Owner, Lit)| is_reached(lemma.0) && is_reached(lemma.1);
        let lemmas: Vec<Lit> = self.lemmas.iter().filter(both).map(|lemma| lemma.2).collect();
        self.extend_cone(&blaster.circuit, lemmas.iter().copied(), cone);
        lemmas
    }

    /// Computes the cone's gates under an assignment.
    fn evaluate(&mut self, terms: &Terms, blaster: &Blaster, cone: &[GateId], hints: &Assignment) {
        let values = &mut self.values;
        let of = |values: &[bool], lit: Lit| values[lit.gate().index()] != lit.is_negated();
        for &gate in cone {
            let value = match blaster.circuit.gate(gate) {
                Gate::False => false,
                Gate::Input(owner) => {
                    let (array, index, bits) = match Owner::of(owner) {
                        Owner::Element(id) => {
                            let input = &blaster.inputs()[id as usize];
                            (input.array, input.index, &input.bits)
                        }
                        Owner::FreeRead(id) => {
                            let read = &blaster.free_reads()[id as usize];
                            (read.array, word(values, &read.index), &read.value)
                        }
                    };
                    let bit = bits.iter().position(|bit| bit.gate() == gate).unwrap_or(0);
                    let width = terms.array(array).element_width;
                    if width <= 64 {
                        hints.get_u64(array, index) >> bit & 1 == 1
                    } else {
                        hints.get(array, index, width).bit(bit as u32)
                    }
                }
                Gate::And(a, b) => of(values, a) && of(values, b),
                Gate::Xor(a, b) => of(values, a) != of(values, b),
                Gate::Mux(s, t, e) => of(values, if of(values, s) { t } else { e }),
                Gate::Majority(a, b, c) => {
                    let (a, b, c) = (of(values, a), of(values, b), of(values, c));
                    if a == b { a } else { c }
                }
            };
            values[gate.index()] = value;
        }
    }

    /// Adds the implications that the model violates; whether there were any.
    fn add_lemmas(&mut self, terms: &Terms, blaster: &mut Blaster, cone: &[GateId]) -> bool {
        let owners = owners(&blaster.circuit, cone);
        if !owners.iter().any(|owner| matches!(owner, Owner::FreeRead(_))) {
            return false;
        }
        let mut first_at: FxHashMap<(ArrayId, u64), (Owner, Bits)> = FxHashMap::default();
        let mut violated = Vec::new();
        for owner in owners {
            let (array, index, value) = self.element_value(blaster, owner);
            match first_at.get(&(array, index)) {
                None => {
                    first_at.insert((array, index), (owner, value));
                }
                Some((_, known)) if *known == value => {}
                Some((first, _)) => violated.push((array, *first, owner)),
            }
        }
        for &(array, a, b) in &violated {
            let index_width = terms.array(array).index_width as usize;
            let side = |blaster: &Blaster, owner: Owner| match owner {
                Owner::Element(id) => {
                    let input = &blaster.inputs()[id as usize];
                    (blaster.index_word(index_width, input.index), input.bits.to_vec())
                }
                Owner::FreeRead(id) => {
                    let read = &blaster.free_reads()[id as usize];
                    (read.index.to_vec(), read.value.to_vec())
                }
            };
            let (x, y) = (side(blaster, a), side(blaster, b));
            let lemma = blaster.consistency((&x.0, &x.1), (&y.0, &y.1));
            self.lemmas.push((a, b, lemma));
        }
        self.stats.lemmas += violated.len() as u64;
        !violated.is_empty()
    }

    fn element_value(&self, blaster: &Blaster, owner: Owner) -> ElementValue {
        match owner {
            Owner::Element(id) => {
                let input = &blaster.inputs()[id as usize];
                (input.array, input.index, self.bits(&input.bits))
            }
            Owner::FreeRead(id) => {
                let read = &blaster.free_reads()[id as usize];
                (read.array, word(&self.values, &read.index), self.bits(&read.value))
            }
        }
    }

    fn bits(&self, lits: &[Lit]) -> Bits {
        let mut limbs = vec![0u64; lits.len().div_ceil(64)];
        for (i, lit) in lits.iter().enumerate() {
            let bit = self.values[lit.gate().index()] != lit.is_negated();
            limbs[i / 64] |= u64::from(bit) << (i % 64);
        }
        Bits::from_limbs(lits.len() as u32, limbs)
    }

    fn model(&self, blaster: &Blaster, cone: &[GateId]) -> Vec<ElementValue> {
        let owners = owners(&blaster.circuit, cone);
        owners.into_iter().map(|owner| self.element_value(blaster, owner)).collect()
    }
}

/// Literals that must hold, and literals that should, the most important first.
#[derive(Copy, Clone)]
pub struct Goal<'a> {
    pub lits: &'a [Lit],
    pub wishes: &'a [Lit],
}

struct Query<'a> {
    lits: &'a [Lit],
    wishes: &'a [Lit],
    lemmas: &'a [Lit],
    cone: &'a [GateId],
    has_hints: bool,
}

fn run<S: SatSolver + Default>(
    loaded: &mut Loaded<S>,
    query: &Query,
    values: &mut [bool],
    limits: &Limits,
) -> LitsOutcome {
    let scope: Vec<SatLit> = query.cone.iter().map(|gate| loaded.vars[gate.index()]).collect();
    if query.has_hints {
        for (&gate, &var) in query.cone.iter().zip(&scope) {
            loaded.sat.suggest(var, values[gate.index()]);
        }
    }
    let all = query.lits.iter().chain(query.lemmas);
    let assumptions: Vec<SatLit> =
        all.filter(|lit| lit.as_constant().is_none()).map(|&lit| loaded.lit(lit)).collect();
    match loaded.sat.solve(&assumptions, &scope, limits) {
        SatAnswer::Unknown => LitsOutcome::Unknown,
        SatAnswer::Sat => {
            for (&gate, &var) in query.cone.iter().zip(&scope) {
                values[gate.index()] = loaded.sat.value(var);
            }
            LitsOutcome::Sat(Vec::new())
        }
        SatAnswer::Unsat => {
            let is_failed = |&at: &usize| {
                let lit = query.lits[at];
                lit.as_constant().is_none() && {
                    let lit = loaded.lit(lit);
                    loaded.sat.failed(lit)
                }
            };
            LitsOutcome::Unsat((0..query.lits.len()).filter(is_failed).collect())
        }
    }
}

/// Whose bits are among the cone's inputs, each once; elements before free reads.
fn owners(circuit: &Circuit, cone: &[GateId]) -> Vec<Owner> {
    let mut numbers: Vec<u32> = cone
        .iter()
        .filter_map(|&gate| match circuit.gate(gate) {
            Gate::Input(owner) => Some(owner),
            _ => None,
        })
        .collect();
    numbers.sort_unstable_by_key(|&number| (number & 1, number));
    numbers.dedup();
    numbers.into_iter().map(Owner::of).collect()
}

fn word(values: &[bool], lits: &[Lit]) -> u64 {
    let bit = |lit: &Lit| values[lit.gate().index()] != lit.is_negated();
    lits.iter().take(64).enumerate().fold(0, |word, (i, lit)| word | u64::from(bit(lit)) << i)
}
