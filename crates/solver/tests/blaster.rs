//! The bit-blaster against the evaluator, operation by operation.

use patchlight_expr::{Assignment, Bits, Evaluator, FactsTable, Kind, TermId, Terms};
use patchlight_solver::blast::Blaster;
use patchlight_solver::circuit::Lit;
use patchlight_solver::instance::{Instances, LitsOutcome};
use patchlight_solver::sat::Limits;

const WIDTH: u32 = 4;

struct Fixture {
    terms: Terms,
    blaster: Blaster,
    instances: Instances,
    vars: Vec<TermId>,
}

impl Fixture {
    /// Two variables of four bits and one of one bit, built without rewrites.
    fn new(small_conflicts: u64) -> Fixture {
        let mut terms = Terms::plain();
        let vars = [(0, WIDTH), (1, WIDTH), (2, 1)]
            .map(|(i, width)| {
                let array = terms.input_array(&format!("v{i}"), 0, width);
                terms.element(array, 0)
            })
            .to_vec();
        let instances = Instances::new(small_conflicts);
        Fixture { terms, blaster: Blaster::default(), instances, vars }
    }

    /// Checks a term on all values of the variables: with the variables' bits assumed, the SAT
    /// solver must find the evaluator's value possible, and no other.
    fn check(&mut self, term: TermId) {
        let facts = &mut FactsTable::new();
        let inputs: Vec<Vec<Lit>> = self
            .vars
            .iter()
            .map(|&var| self.blaster.blast(&mut self.terms, facts, var).to_vec())
            .collect();
        let bits = self.blaster.blast(&mut self.terms, facts, term).to_vec();
        for values in 0..1u64 << 9 {
            let values = [values & 15, values >> 4 & 15, values >> 8];
            let mut assignment = Assignment::new();
            for (&var, value) in self.vars.iter().zip(values) {
                let (array, index) = self.terms.as_input(var).unwrap();
                assignment.set(array, index, Bits::from_u64(self.terms.width(var), value));
            }
            let expected = Evaluator::new(assignment).value(&self.terms, term);
            let mut lits = Vec::new();
            for (word, value) in inputs.iter().zip(values) {
                lits.extend(agreeing(word, &Bits::from_u64(word.len() as u32, value)));
            }
            let same: Vec<Lit> = agreeing(&bits, &expected).collect();
            lits.extend(&same);
            assert!(
                self.is_sat(&lits),
                "{:?} of {values:?} is {expected:?}",
                self.terms.node(term)
            );
            // One wrong bit at a time: the value must be the only one.
            let n_fixed = lits.len() - same.len();
            for &bit in &same {
                lits.truncate(n_fixed);
                lits.push(!bit);
                assert!(!self.is_sat(&lits), "{:?} of {values:?}", self.terms.node(term));
            }
        }
    }

    fn is_sat(&mut self, lits: &[Lit]) -> bool {
        let limits = Limits::default();
        match self.instances.solve(&self.terms, &mut self.blaster, lits, None, &limits) {
            LitsOutcome::Sat(_) => true,
            LitsOutcome::Unsat(_) => false,
            LitsOutcome::Unknown => panic!("there is no limit"),
        }
    }
}

fn agreeing<'a>(word: &'a [Lit], value: &'a Bits) -> impl Iterator<Item = Lit> + 'a {
    word.iter().enumerate().map(|(i, &bit)| if value.bit(i as u32) { bit } else { !bit })
}

fn apply(terms: &mut Terms, kind: Kind, a: TermId, b: TermId) -> TermId {
    if kind.is_unary() { terms.unary(kind, a) } else { terms.binary(kind, a, b) }
}

#[test]
fn every_operation_at_width_4_agrees_with_the_evaluator() {
    let mut f = Fixture::new(1000);
    let (x, y, b) = (f.vars[0], f.vars[1], f.vars[2]);
    let t = &mut f.terms;
    let mut all: Vec<TermId> = Kind::OPERATIONS.iter().map(|&kind| apply(t, kind, x, y)).collect();
    all.extend([t.concat(x, y), t.zext(x, 7), t.sext(x, 7), t.ite(b, x, y)]);
    for (low, width) in [(0, 1), (0, 3), (1, 2), (3, 1), (0, 4)] {
        all.push(t.extract(x, low, width));
    }
    for term in all {
        f.check(term);
    }
}

/// Gates of constants fold to constants, so that this is one more opinion at any width.
#[test]
fn every_operation_on_constants_at_any_width_agrees_with_the_evaluator() {
    let mut state = 3u64;
    let mut limb = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state.rotate_right(17)
    };
    for &kind in Kind::OPERATIONS {
        for width in [1, 2, 3, 5, 7, 8, 31, 32, 63, 64, 65, 100, 129] {
            let mut value = |n: u32| match n % 3 {
                0 => Bits::from_u64(width, limb() % u64::from(width + 1)),
                _ => Bits::from_limbs(width, vec![limb(), limb(), limb()]),
            };
            for round in 0..6 {
                let (a, b) = (value(1 + round / 3), value(round));
                let mut terms = Terms::plain();
                let (x, y) = (terms.constant_bits(&a), terms.constant_bits(&b));
                let term = apply(&mut terms, kind, x, y);
                let expected = Evaluator::default().value(&terms, term);
                let mut blaster = Blaster::default();
                let bits = blaster.blast(&mut terms, &mut FactsTable::new(), term);
                assert!(
                    agreeing(bits, &expected).all(|bit| bit == Lit::TRUE),
                    "{kind:?} of {a:?} and {b:?} is {expected:?}, not {bits:?}"
                );
            }
        }
    }
}

#[test]
fn operations_with_every_constant_at_width_4_agree_with_the_evaluator() {
    let mut f = Fixture::new(1000);
    let x = f.vars[0];
    for value in 0..16 {
        let constant = f.terms.constant(WIDTH, value);
        for kind in [Kind::Mul, Kind::UDiv, Kind::SDiv, Kind::URem, Kind::SRem, Kind::Shl] {
            let term = f.terms.binary(kind, x, constant);
            f.check(term);
        }
        let term = f.terms.binary(Kind::UDiv, constant, x);
        f.check(term);
    }
}

#[test]
fn cadical_alone_gives_the_same_answers() {
    let mut f = Fixture::new(0);
    let (x, y) = (f.vars[0], f.vars[1]);
    for kind in [Kind::Mul, Kind::SDiv, Kind::AShr] {
        let term = f.terms.binary(kind, x, y);
        f.check(term);
    }
}

#[test]
fn reads_of_every_kind_of_array_agree_with_the_evaluator() {
    use patchlight_expr::{ArrayDef, Contents};
    let mut f = Fixture::new(1000);
    let (x, y) = (f.vars[0], f.vars[1]);
    let t = &mut f.terms;
    let rest = t.input_array("rest", WIDTH, WIDTH);
    let mut arrays = vec![t.array_term(rest)];
    let values: Box<[u8]> = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5].into();
    let three = t.constant(WIDTH, 3);
    for contents in [
        Contents::Table { values: values.clone(), rest: None },
        Contents::Table { values, rest: Some(rest) },
        Contents::Object { elements: [x, three, y, x, y].into(), rest: None },
        Contents::Object { elements: [x, y].into(), rest: Some(rest) },
        Contents::Filled { element: y },
    ] {
        let array =
            t.defined_array(ArrayDef { index_width: WIDTH, element_width: WIDTH, contents });
        let array = t.array_term(array);
        let stored = t.store(array, y, three);
        let twice = t.store(stored, three, x);
        arrays.extend([array, stored, twice]);
        let below = t.store(array, three, y);
        arrays.push(below);
    }
    let choice = t.ite(f.vars[2], arrays[1], arrays[8]);
    arrays.push(choice);
    let reads: Vec<TermId> = arrays.into_iter().map(|array| t.read(array, x)).collect();
    for read in reads {
        check_read(&mut f, read, rest);
    }
}

/// As `Fixture::check`, but the elements of `rest` are what the model says.
fn check_read(f: &mut Fixture, read: TermId, rest: patchlight_expr::ArrayId) {
    let facts = &mut FactsTable::new();
    let vars = f.vars.clone();
    let inputs: Vec<Vec<Lit>> =
        vars.iter().map(|&var| f.blaster.blast(&mut f.terms, facts, var).to_vec()).collect();
    let bits = f.blaster.blast(&mut f.terms, facts, read).to_vec();
    for values in 0..1u64 << 9 {
        let values = [values & 15, values >> 4 & 15, values >> 8];
        let mut lits = Vec::new();
        let mut assignment = Assignment::new();
        for ((word, value), &var) in inputs.iter().zip(values).zip(&vars) {
            let value = Bits::from_u64(word.len() as u32, value);
            lits.extend(agreeing(word, &value));
            let (array, index) = f.terms.as_input(var).unwrap();
            assignment.set(array, index, value);
        }
        let limits = Limits::default();
        let mut n_possible = 0;
        // Whatever the rest holds, the read is a function of it: take it from a model that fixes
        // the read's bits, and evaluate.
        for wanted in 0..16 {
            let wanted = Bits::from_u64(bits.len() as u32, wanted);
            let mut all = lits.clone();
            all.extend(agreeing(&bits, &wanted));
            let outcome = f.instances.solve(&f.terms, &mut f.blaster, &all, None, &limits);
            let LitsOutcome::Sat(model) = outcome else { continue };
            n_possible += 1;
            let mut full = assignment.clone();
            for (array, index, value) in model {
                if array == rest {
                    full.set(array, index, value);
                }
            }
            assert_eq!(Evaluator::new(full).value(&f.terms, read), wanted);
        }
        assert!(n_possible > 0, "a read has some value");
    }
}
