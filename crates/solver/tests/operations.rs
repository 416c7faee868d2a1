//! What the chain offers beyond yes and no, against brute force, and its budgets.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

use patchlight_expr::{ArrayId, Assignment, Bits, Evaluator, TermId, Terms};
use patchlight_solver::{Answer, Budget, Enumeration, Path, Range, Solver, SolverConfig, Why};

/// An arena with three input bytes, a solver and an empty path.
struct Fixture {
    t: Terms,
    array: ArrayId,
    bytes: Vec<TermId>,
    solver: Solver,
    path: Path,
}

impl Fixture {
    fn new() -> Fixture {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let bytes = (0..3).map(|i| t.element(array, i)).collect();
        Fixture { t, array, bytes, solver: Solver::default(), path: Path::new() }
    }

    fn assume(&mut self, constraint: TermId) {
        self.solver.assume(&mut self.t, &mut self.path, constraint);
    }

    fn assignment(&self, bytes: &[u8]) -> Assignment {
        let mut assignment = Assignment::new();
        assignment.set_bytes(self.array, bytes);
        assignment
    }

    /// All values of `term` on the path, by trying all values of the first two bytes.
    fn by_brute_force(&self, term: TermId) -> Vec<u64> {
        let mut values = Vec::new();
        let mut evaluator = Evaluator::new(Assignment::new());
        for (a, b) in (0..=255).flat_map(|a| (0..=255).map(move |b| (a, b))) {
            evaluator.set_assignment(self.assignment(&[a, b]));
            let constraints = self.path.constraints();
            if constraints.iter().all(|&c| evaluator.is_true(&self.t, c)) {
                values.push(evaluator.word(&self.t, term));
            }
        }
        values.sort_unstable();
        values.dedup();
        values
    }

    /// A path over two bytes: a + b is 77 modulo 91, and a is above b.
    fn with_path() -> Fixture {
        let mut f = Fixture::new();
        let (a, b) = (f.bytes[0], f.bytes[1]);
        let sum = f.t.add(a, b);
        let modulus = f.t.constant(8, 91);
        let remainder = f.t.urem(sum, modulus);
        let wanted = f.t.constant(8, 77);
        let (first, second) = (f.t.eq(remainder, wanted), f.t.ult(b, a));
        f.assume(first);
        f.assume(second);
        f
    }
}

#[test]
fn the_range_of_a_term_is_its_least_and_greatest_value() {
    let mut f = Fixture::with_path();
    let product = f.t.mul(f.bytes[0], f.bytes[1]);
    for term in [f.bytes[0], f.bytes[1], product] {
        let values = f.by_brute_force(term);
        let range = f.solver.range(&mut f.t, &f.path, term, None).unwrap();
        let bits = |value: &u64| Bits::from_u64(8, *value);
        let expected = Range::Between(bits(&values[0]), bits(values.last().unwrap()));
        assert_eq!(range, expected);
    }
    let never = f.t.boolean(false);
    f.assume(never);
    let range = f.solver.range(&mut f.t, &f.path, product, None).unwrap();
    assert_eq!(range, Range::Empty);
}

#[test]
fn an_enumeration_is_complete_or_says_that_it_is_not() {
    let mut f = Fixture::with_path();
    let low = f.t.extract(f.bytes[0], 0, 4);
    let expected = f.by_brute_force(low);
    let found = f.solver.enumerate(&mut f.t, &f.path, low, 16, None).unwrap();
    let Enumeration::All(found) = found else { panic!("at most 16 values exist: {found:?}") };
    assert_eq!(found.iter().map(Bits::low_u64).collect::<Vec<_>>(), expected);
    let some = f.solver.enumerate(&mut f.t, &f.path, f.bytes[0], 3, None).unwrap();
    assert!(matches!(some, Enumeration::More(values) if values.len() == 3));
}

#[test]
fn the_canonical_model_is_nearest_to_the_seed_whatever_was_asked_before() {
    let seed_bytes = [40u8, 100, 7];
    let expected = {
        // Byte by byte: the seed's value if some completion exists, else the smallest.
        let f = Fixture::with_path();
        let feasible = |a: u8, b: u8| {
            let mut evaluator = Evaluator::new(f.assignment(&[a, b]));
            f.path.constraints().iter().all(|&c| evaluator.is_true(&f.t, c))
        };
        let first = std::iter::once(seed_bytes[0]).chain(0..=255);
        let a = first.into_iter().find(|&a| (0..=255).any(|b| feasible(a, b))).unwrap();
        let second = std::iter::once(seed_bytes[1]).chain(0..=255);
        let b = second.into_iter().find(|&b| feasible(a, b)).unwrap();
        [a, b, seed_bytes[2]]
    };
    for n_before in 0..4 {
        let mut f = Fixture::with_path();
        let witness = f.assignment(&[0, 0]);
        for value in 0..n_before {
            let constant = f.t.constant(8, 50 * value);
            let condition = f.t.ult(constant, f.bytes[1]);
            f.solver.check(&mut f.t, &f.path, condition, &witness).unwrap();
        }
        let seed = f.assignment(&seed_bytes);
        let Answer::Sat(model) = f.solver.canonical_model(&mut f.t, &f.path, &seed).unwrap() else {
            panic!("the path is feasible");
        };
        let found: Vec<u64> = (0..3).map(|i| model.get_u64(f.array, i)).collect();
        assert_eq!(found, expected.map(u64::from));
    }
}

#[test]
fn a_fork_gets_a_model_of_the_other_side_that_keeps_the_rest_of_the_witness() {
    let mut f = Fixture::new();
    let ten = f.t.constant(8, 10);
    let first = f.t.ult(f.bytes[0], ten);
    f.assume(first);
    let witness = f.assignment(&[5, 6, 7]);
    let condition = f.t.ult(f.bytes[1], f.bytes[0]);
    let Answer::Sat(model) = f.solver.check(&mut f.t, &f.path, condition, &witness).unwrap() else {
        panic!("the other side is feasible");
    };
    let value = |i| model.get_u64(f.array, i);
    assert!(value(1) < value(0) && value(0) < 10);
    assert_eq!(value(2), 7, "a byte that the question does not touch");
    let twenty = f.t.constant(8, 20);
    let beyond = f.t.ult(twenty, f.bytes[0]);
    let answer = f.solver.check(&mut f.t, &f.path, beyond, &witness).unwrap();
    let Answer::Unsat(core) = answer else { panic!("{answer:?}") };
    assert_eq!(core, [first, beyond], "the core is what contradicts");
    let must = f.t.not(beyond);
    let sure = f.solver.must_be_true(&mut f.t, &f.path, must, &witness).unwrap();
    assert_eq!(sure, Some(true));
}

#[test]
fn earlier_answers_are_used_again() {
    let mut f = Fixture::new();
    let (a, b) = (f.bytes[0], f.bytes[1]);
    let witness = f.assignment(&[0, 0, 0]);
    let product = f.t.mul(a, b);
    let target = f.t.constant(8, 143);
    let condition = f.t.eq(product, target);
    assert!(f.solver.check(&mut f.t, &f.path, condition, &witness).unwrap().is_sat());
    assert!(f.solver.check(&mut f.t, &f.path, condition, &witness).unwrap().is_sat());
    let stats = f.solver.stats();
    assert_eq!((stats.by_sat, stats.by_models), (1, 1));
    let even = f.t.extract(a, 0, 1);
    let even = f.t.not(even);
    f.assume(even);
    for _ in 0..2 {
        assert!(f.solver.check(&mut f.t, &f.path, condition, &witness).unwrap().is_unsat());
    }
    let stats = f.solver.stats();
    assert_eq!((stats.by_sat, stats.by_cores), (2, 1));
}

/// What this thread has had of a processor: a busy machine takes longer, not more.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// x * y = a product of two 20-bit primes, both factors above 1: hard on purpose.
fn factoring(t: &mut Terms) -> Vec<TermId> {
    let array = t.input_array("factors", 1, 40);
    let (x, y) = (t.element(array, 0), t.element(array, 1));
    let product = t.mul(x, y);
    let target = t.constant(40, 700_001 * 912_349);
    let one = t.constant(40, 1);
    let limit = t.constant(40, 1 << 20);
    let mut all = vec![t.eq(product, target)];
    for factor in [x, y] {
        all.extend([t.ult(one, factor), t.ult(factor, limit)]);
    }
    all
}

#[test]
fn a_hard_query_obeys_its_budget_of_time() {
    for millis in [50, 300, 1000] {
        let mut t = Terms::new();
        let constraints = factoring(&mut t);
        let budget = Budget::time(Duration::from_millis(millis));
        let mut solver = Solver::new(SolverConfig { budget, ..SolverConfig::default() });
        let mut path = Path::new();
        for constraint in constraints {
            solver.assume(&mut t, &mut path, constraint);
        }
        let start = processor_time();
        let answer = solver.check_path(&mut t, &path, None).unwrap();
        let took = (processor_time() - start).as_millis() as u64;
        assert!(matches!(answer, Answer::Unknown(Why::Time)), "{answer:?}");
        // What is exact is measured by the benchmark.
        assert!(took <= millis + millis / 10 + 200, "{took} ms of {millis}");
    }
}

#[test]
fn a_query_whose_gates_alone_take_long_obeys_its_budget() {
    let mut t = Terms::new();
    let array = t.input_array("in", 32, 128);
    let mut value = t.element(array, 0);
    for i in 1..400 {
        let divisor = t.element(array, i);
        value = t.sdiv(value, divisor);
    }
    let target = t.constant(128, 3);
    let condition = t.eq(value, target);
    let budget = Budget::time(Duration::from_millis(100));
    let mut solver = Solver::new(SolverConfig { budget, ..SolverConfig::default() });
    let start = processor_time();
    let path = Path::new();
    let answer = solver.check(&mut t, &path, condition, &Assignment::new()).unwrap();
    assert!(matches!(answer, Answer::Unknown(Why::Time)), "{answer:?}");
    assert!(processor_time() - start < Duration::from_millis(400));
}

#[test]
fn a_hard_query_obeys_its_budgets_of_conflicts_and_memory() {
    let budgets = [
        (Budget { conflicts: Some(500), ..Budget::default() }, Why::Conflicts),
        (Budget { conflicts: Some(5000), ..Budget::default() }, Why::Conflicts),
        (Budget { memory: Some(1 << 20), ..Budget::default() }, Why::Memory),
    ];
    for (budget, expected) in budgets {
        let mut t = Terms::new();
        let constraints = factoring(&mut t);
        let mut solver = Solver::new(SolverConfig { budget, ..SolverConfig::default() });
        let mut path = Path::new();
        for constraint in constraints {
            solver.assume(&mut t, &mut path, constraint);
        }
        let answer = solver.check_path(&mut t, &path, None).unwrap();
        assert!(matches!(answer, Answer::Unknown(why) if why == expected), "{answer:?}");
        let n_conflicts = solver.instance_stats().conflicts;
        let limit = budget.conflicts.unwrap_or(u64::MAX);
        assert!(n_conflicts <= limit.saturating_add(limit / 10), "{n_conflicts} conflicts");
    }
}

#[test]
fn a_chain_of_a_million_terms_is_blasted_and_solved() {
    let mut f = Fixture::new();
    let (a, b) = (f.t.extract(f.bytes[0], 0, 1), f.t.extract(f.bytes[1], 0, 1));
    let mut condition = a;
    for _ in 0..500_000 {
        condition = f.t.xor(condition, b);
        condition = f.t.or(condition, a);
    }
    let witness = f.assignment(&[0, 0, 0]);
    let answer = f.solver.check(&mut f.t, &f.path, condition, &witness).unwrap();
    assert!(!matches!(answer, Answer::Unknown(_)));
}
