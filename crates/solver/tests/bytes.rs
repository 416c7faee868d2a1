//! Questions about single bytes and forks of paths: against SAT, and against brute force.

#[path = "../../expr/tests/recipe/mod.rs"]
mod recipe;

use patchlight_expr::{ArrayId, Assignment, Evaluator, FactsTable, Kind, TermId, Terms};
use patchlight_solver::blast::Blaster;
use patchlight_solver::instance::{Instances, LitsOutcome};
use patchlight_solver::sat::Limits;
use patchlight_solver::{Answer, Path, Solver};
use recipe::Random;

struct Bytes {
    t: Terms,
    array: ArrayId,
    classes: TermId,
}

impl Bytes {
    fn new() -> Bytes {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let classes: Vec<u8> = (0..=255u8).map(|byte| byte.wrapping_mul(37) >> 5).collect();
        let table = t.table(&classes);
        let classes = t.array_term(table);
        Bytes { t, array, classes }
    }

    /// A condition on one byte, as programs have them.
    fn about_one(&mut self, r: &mut Random, index: u64) -> TermId {
        let t = &mut self.t;
        let byte = t.element(self.array, index);
        let constant = t.constant(8, r.below(256));
        let term = match r.below(6) {
            0 => {
                let wide = t.zext(byte, 32);
                t.read(self.classes, wide)
            }
            1 | 2 => {
                let kind = r.pick(&[Kind::And, Kind::Add, Kind::Mul, Kind::Xor, Kind::LShr]);
                t.binary(kind, byte, constant)
            }
            _ => byte,
        };
        let limit = t.constant(8, r.below(256));
        let kind = r.pick(&[Kind::Eq, Kind::Ult, Kind::Ult, Kind::Slt]);
        let condition = t.binary(kind, term, limit);
        let condition = if r.below(2) == 0 { condition } else { t.not(condition) };
        match r.below(5) {
            0 => {
                let other = self.about_one(r, index);
                self.t.binary(r.pick(&[Kind::And, Kind::Or]), condition, other)
            }
            _ => condition,
        }
    }

    fn about_two(&mut self, r: &mut Random, a: u64, b: u64) -> TermId {
        let t = &mut self.t;
        let (x, y) = (t.element(self.array, a), t.element(self.array, b));
        let limit = t.constant(8, r.below(256));
        let mixed = t.binary(r.pick(&[Kind::Add, Kind::Sub, Kind::Xor, Kind::And]), x, y);
        let condition = if r.below(2) == 0 { t.ult(mixed, limit) } else { t.ult(x, y) };
        if r.below(2) == 0 { condition } else { t.not(condition) }
    }

    /// A condition on the byte that another byte points to: it may be any.
    fn about_any(&mut self, r: &mut Random, index: u64) -> TermId {
        let t = &mut self.t;
        let byte = t.element(self.array, index);
        let (base, at) = (t.array_term(self.array), t.zext(byte, 32));
        let read = t.read(base, at);
        let limit = t.constant(8, r.below(256));
        t.ult(read, limit)
    }

    fn assignment(&self, bytes: &[u8]) -> Assignment {
        let mut assignment = Assignment::new();
        assignment.set_bytes(self.array, bytes);
        assignment
    }

    fn holds(&self, constraints: &[TermId], model: &Assignment) -> bool {
        let mut evaluator = Evaluator::new(model.clone());
        constraints.iter().all(|&term| evaluator.is_true(&self.t, term))
    }

    /// What the bit-blaster and SAT say, without any other layer.
    fn is_sat(&mut self, constraints: &[TermId]) -> bool {
        let (mut blaster, mut facts) = (Blaster::default(), FactsTable::new());
        let lit = |&term: &TermId| blaster.blast(&mut self.t, &mut facts, term)[0];
        let lits: Vec<_> = constraints.iter().map(lit).collect();
        let limits = Limits::default();
        match Instances::default().solve(&self.t, &mut blaster, &lits, None, &limits) {
            LitsOutcome::Sat(_) => true,
            LitsOutcome::Unsat(_) => false,
            LitsOutcome::Unknown => panic!("there is no limit"),
        }
    }
}

/// Follows a random path as an exploration does and checks every answer against SAT.
fn follow(seed: u64, two_bytes_in_ten: u64) -> (Solver, usize, usize) {
    let mut r = Random(seed);
    let mut b = Bytes::new();
    let mut solver = Solver::default();
    let mut path = Path::new();
    let mut witness = b.assignment(&[7, 200, 90]);
    let (mut n_sat, mut n_unsat) = (0, 0);
    for _ in 0..40 {
        let (first, second) = (r.below(3), r.below(3));
        let condition = if r.below(10) < two_bytes_in_ten && first != second {
            b.about_two(&mut r, first, second)
        } else if two_bytes_in_ten > 0 && r.below(25) == 0 {
            b.about_any(&mut r, first)
        } else {
            let (one, other) = (b.about_one(&mut r, first), b.about_one(&mut r, second));
            let is_joined = two_bytes_in_ten > 0 && r.below(4) == 0;
            if is_joined { b.t.and(one, other) } else { one }
        };
        let holds = b.holds(&[condition], &witness);
        let negation = b.t.not(condition);
        let (here, there) = if holds { (condition, negation) } else { (negation, condition) };
        let mut query = path.constraints();
        query.push(there);
        let expected = b.is_sat(&query);
        let answer = solver.check(&mut b.t, &path, there, &witness).unwrap();
        assert_eq!(answer.is_sat(), expected, "seed {seed}, {query:?}");
        match answer {
            Answer::Sat(model) => {
                n_sat += 1;
                assert!(b.holds(&query, &model), "seed {seed}, {query:?}");
                let taken = if r.below(2) == 0 { there } else { here };
                if taken == there {
                    witness = model;
                }
                solver.assume(&mut b.t, &mut path, taken);
            }
            Answer::Unsat(core) => {
                n_unsat += 1;
                assert!(core.iter().all(|term| query.contains(term)), "seed {seed}, {core:?}");
                assert!(!b.is_sat(&core), "seed {seed}: {core:?} can hold together");
            }
            Answer::Unknown(why) => panic!("{why:?}"),
        }
    }
    (solver, n_sat, n_unsat)
}

#[test]
fn answers_about_single_bytes_are_those_of_sat_and_need_no_solving() {
    let (mut n_sat, mut n_unsat) = (0, 0);
    for seed in 0..60 {
        let (solver, sat, unsat) = follow(seed, 0);
        assert_eq!(solver.instance_stats().small_queries, 0, "seed {seed}");
        (n_sat, n_unsat) = (n_sat + sat, n_unsat + unsat);
    }
    assert!(n_sat > 300 && n_unsat > 300, "{n_sat} sat, {n_unsat} unsat");
}

#[test]
fn answers_about_single_bytes_are_right_beside_constraints_on_two() {
    let mut n_by_sets = 0;
    for seed in 100..180 {
        n_by_sets += follow(seed, 4).0.stats().by_byte_set;
    }
    assert!(n_by_sets > 200, "{n_by_sets}");
}

/// The nearest model by its definition, over two bytes.
fn nearest_by_brute_force(b: &Bytes, constraints: &[TermId], seed: [u8; 2]) -> Option<[u8; 2]> {
    let mut evaluator = Evaluator::default();
    let mut is_feasible = |x: u8, y: u8| {
        evaluator.set_assignment(b.assignment(&[x, y]));
        constraints.iter().all(|&term| evaluator.is_true(&b.t, term))
    };
    let wanted_first = |wanted: u8| std::iter::once(wanted).chain(0..=255);
    let x = wanted_first(seed[0]).find(|&x| (0..=255).any(|y| is_feasible(x, y)))?;
    let y = wanted_first(seed[1]).find(|&y| is_feasible(x, y))?;
    Some([x, y])
}

#[test]
fn canonical_models_are_the_nearest_ones_whatever_was_asked_before() {
    let mut n_models = 0;
    for seed in 0..60 {
        let mut r = Random(seed);
        let mut b = Bytes::new();
        let mut used = Solver::default();
        let mut path = Path::new();
        for _ in 0..1 + r.below(4) {
            let index = r.below(2);
            let constraint = if r.below(3) == 0 {
                b.about_two(&mut r, 0, 1)
            } else {
                b.about_one(&mut r, index)
            };
            used.assume(&mut b.t, &mut path, constraint);
            let other = b.about_two(&mut r, 0, 1);
            used.check(&mut b.t, &path, other, &Assignment::new()).unwrap();
        }
        let wanted = [r.below(256) as u8, r.below(256) as u8];
        let found = nearest_by_brute_force(&b, &path.constraints(), wanted);
        let expected = found.filter(|_| !path.is_false());
        let near = b.assignment(&wanted);
        // The second question to the used solver is answered from what it kept.
        let mut fresh = Solver::default();
        for solver in [0, 0, 1] {
            let solver = if solver == 0 { &mut used } else { &mut fresh };
            let answer = solver.canonical_model(&mut b.t, &path, &near).unwrap();
            let found = match answer {
                Answer::Sat(model) => Some([0, 1].map(|i| model.get_u64(b.array, i) as u8)),
                Answer::Unsat(_) => None,
                Answer::Unknown(why) => panic!("{why:?}"),
            };
            assert_eq!(found, expected, "seed {seed}");
        }
        n_models += usize::from(expected.is_some());
    }
    assert!(n_models > 30, "{n_models}");
}

#[test]
fn a_canonical_model_with_a_read_at_a_symbolic_index_does_not_depend_on_the_past() {
    for seed in 0..20 {
        let mut r = Random(seed);
        let mut b = Bytes::new();
        let mut used = Solver::default();
        let mut path = Path::new();
        for _ in 0..3 {
            let constraint = match r.below(2) {
                0 => b.about_any(&mut r, 1),
                _ => b.about_two(&mut r, 0, 1),
            };
            used.assume(&mut b.t, &mut path, constraint);
            let other = b.about_any(&mut r, 0);
            used.check(&mut b.t, &path, other, &Assignment::new()).unwrap();
        }
        let near = b.assignment(&[9, 250, 3]);
        let [first, second] = [used, Solver::default()].map(|mut solver| {
            match solver.canonical_model(&mut b.t, &path, &near).unwrap() {
                Answer::Sat(model) => {
                    assert!(b.holds(&path.constraints(), &model), "seed {seed}");
                    Some(model.bytes(b.array).to_vec())
                }
                _ => None,
            }
        });
        assert_eq!(first.is_some(), b.is_sat(&path.constraints()), "seed {seed}");
        assert_eq!(first, second, "seed {seed}");
    }
}

#[test]
fn a_whole_path_over_single_bytes_has_a_model_near_the_witness_or_a_core() {
    for seed in 0..40 {
        let mut r = Random(seed);
        let mut b = Bytes::new();
        let mut solver = Solver::default();
        let mut path = Path::new();
        for _ in 0..1 + r.below(6) {
            let index = r.below(2);
            let constraint = b.about_one(&mut r, index);
            solver.assume(&mut b.t, &mut path, constraint);
        }
        let near = b.assignment(&[77, 3, 12]);
        let expected = nearest_by_brute_force(&b, &path.constraints(), [77, 3]);
        match solver.check_path(&mut b.t, &path, Some(&near)).unwrap() {
            Answer::Sat(model) => {
                let found = [0, 1].map(|i| model.get_u64(b.array, i) as u8);
                assert_eq!((Some(found), model.get_u64(b.array, 2)), (expected, 12));
            }
            answer if path.is_false() => assert!(answer.is_unsat()),
            Answer::Unsat(core) => {
                assert!(expected.is_none() && !b.is_sat(&core), "seed {seed}, {core:?}");
                assert!(core.iter().all(|&term| path.contains(term)));
            }
            Answer::Unknown(why) => panic!("{why:?}"),
        }
    }
}

#[test]
fn a_path_contains_a_conjunction_and_its_parts() {
    let mut b = Bytes::new();
    let (x, y) = (b.t.element(b.array, 0), b.t.element(b.array, 1));
    let ten = b.t.constant(8, 10);
    let (first, second) = (b.t.ult(x, ten), b.t.ult(ten, y));
    let both = b.t.and(first, second);
    let mut path = Path::new();
    let mut solver = Solver::default();
    solver.assume(&mut b.t, &mut path, both);
    assert!([both, first, second].into_iter().all(|term| path.contains(term)));
    assert_eq!(path.constraints(), [first, second]);
    let negation = b.t.not(first);
    assert!(!path.contains(negation));
}

#[test]
fn a_conjunction_about_several_bytes_needs_no_solving() {
    let mut b = Bytes::new();
    let bytes: Vec<TermId> = (0..3).map(|index| b.t.element(b.array, index)).collect();
    let wanted = b"let".map(|byte| b.t.constant(8, u64::from(byte)));
    let equal: Vec<TermId> = bytes.iter().zip(wanted).map(|(&x, y)| b.t.eq(x, y)).collect();
    let is_let = equal.iter().copied().reduce(|all, one| b.t.and(all, one)).unwrap();
    let (mut path, mut solver) = (Path::new(), Solver::default());
    let witness = b.assignment(b"xyz!");
    let Answer::Sat(model) = solver.check(&mut b.t, &path, is_let, &witness).unwrap() else {
        panic!("nothing excludes it");
    };
    assert_eq!(model.bytes(b.array), b"let!");
    let no_vowel = b.t.not(equal[1]);
    solver.assume(&mut b.t, &mut path, no_vowel);
    let Answer::Unsat(core) = solver.check(&mut b.t, &path, is_let, &witness).unwrap() else {
        panic!("the second byte is no e");
    };
    assert_eq!(core, [no_vowel, is_let]);
    assert_eq!((solver.stats().by_byte_set, solver.stats().by_sat), (2, 0));
}

/// The slices of constraints, by joining whatever shares an input until nothing changes.
fn slices_by_joining(b: &Bytes, constraints: &[TermId]) -> Vec<Vec<TermId>> {
    let mut supports = patchlight_expr::SupportTable::default();
    let mut facts = FactsTable::new();
    let mut slices: Vec<(Vec<TermId>, Vec<patchlight_expr::InputKey>)> = Vec::new();
    for &constraint in constraints {
        let mut keys = supports.of(&b.t, &mut facts, constraint).to_vec();
        let is_apart = |slice: &(Vec<TermId>, Vec<patchlight_expr::InputKey>)| {
            slice.1.iter().all(|key| !keys.contains(key))
        };
        let (apart, touched): (Vec<_>, Vec<_>) = slices.into_iter().partition(is_apart);
        let mut terms: Vec<TermId> = touched.iter().flat_map(|slice| slice.0.clone()).collect();
        keys.extend(touched.iter().flat_map(|slice| slice.1.clone()));
        terms.push(constraint);
        slices = apart;
        slices.push((terms, keys));
    }
    let position = |term: &TermId| constraints.iter().position(|other| other == term);
    let mut slices: Vec<Vec<TermId>> = slices.into_iter().map(|slice| slice.0).collect();
    slices.iter_mut().for_each(|slice| slice.sort_by_key(position));
    slices.sort_by_key(|slice| position(&slice[0]));
    slices
}

#[test]
fn forks_of_a_path_have_their_own_constraints_and_slices() {
    let mut r = Random(9);
    let mut b = Bytes::new();
    let mut solver = Solver::default();
    let mut paths = vec![Path::new()];
    for _ in 0..400 {
        let mut path = r.pick(&paths);
        let (first, second) = (r.below(20), r.below(20));
        let constraint = if r.below(3) == 0 && first != second {
            b.about_two(&mut r, first, second)
        } else {
            b.about_one(&mut r, first)
        };
        solver.assume(&mut b.t, &mut path, constraint);
        paths.push(path);
    }
    for path in paths {
        assert_eq!(path.slices(), slices_by_joining(&b, &path.constraints()));
    }
}
