//! Random queries against Z3, and rewritten against plainly built terms.
//!
//! Z3's binary is what `PATCHLIGHT_Z3` names (`make test` sets it), or `z3` on the search path.
//! `PATCHLIGHT_TEST_LONG=1` runs the full number of queries.

#[path = "../../expr/tests/recipe/mod.rs"]
mod recipe;

use patchlight_expr::rewrite::RuleBook;
use patchlight_expr::{Assignment, Evaluator, Kind, TermId, Terms};
use patchlight_solver::{Answer, Backend, Budget, Path, Solver, SolverConfig, Z3};
use recipe::{Random, Recipe, Variables};

fn is_long() -> bool {
    std::env::var_os("PATCHLIGHT_TEST_LONG").is_some()
}

fn z3() -> Z3 {
    let command = std::env::var("PATCHLIGHT_Z3").unwrap_or_else(|_| "z3".to_owned());
    let z3 = Z3::start(std::path::Path::new(&command));
    z3.unwrap_or_else(|error| panic!("no Z3 ({error}): set PATCHLIGHT_Z3 to its binary"))
}

fn solve(solver: &mut Solver, terms: &mut Terms, constraints: &[TermId]) -> Answer {
    let mut path = Path::new();
    for &constraint in constraints {
        solver.assume(terms, &mut path, constraint);
    }
    solver.check_path(terms, &path, None).expect("the backends agree")
}

/// A query of a few comparisons of terms of one width from 1 to 64.
fn query(r: &mut Random) -> Vec<Recipe> {
    let width = match r.below(3) {
        0 => 1 + r.below(8) as u32,
        1 => r.pick(&[8, 16, 32]),
        _ => 1 + r.below(64) as u32,
    };
    // Products and quotients of wide symbols are hard for everybody; depth keeps them rare.
    let depth = if width > 12 { 1 } else { 2 };
    let n_constraints = 1 + r.below(3);
    (0..n_constraints)
        .map(|_| {
            let kind = r.pick(Kind::COMPARISONS);
            let comparison = Recipe::op(kind, r.term(width, depth), r.term(width, depth));
            if r.below(2) == 0 { Recipe::not(comparison) } else { comparison }
        })
        .collect()
}

#[test]
fn answers_to_random_queries_are_those_of_z3() {
    let mut z3 = z3();
    let n_queries = if is_long() { 20_000 } else { 200 };
    let mut r = Random(2024);
    // Wall time on a busy machine is no measure of a query: the budget only stops what would hang.
    let budget = Budget::time(std::time::Duration::from_secs(30));
    let (mut n_sat, mut n_unsat, mut n_unknown) = (0, 0, 0);
    for _ in 0..n_queries {
        let mut terms = Terms::new();
        let variables = Variables::declare(&mut terms);
        let recipes = query(&mut r);
        let constraints: Vec<TermId> =
            recipes.iter().map(|recipe| variables.build(&mut terms, recipe)).collect();
        let mut solver = Solver::new(SolverConfig { budget, ..SolverConfig::default() });
        let ours = solve(&mut solver, &mut terms, &constraints);
        // Z3 gets the query as it was written, not as we rewrote it.
        let mut plain = Terms::plain();
        let variables = Variables::declare(&mut plain);
        let written: Vec<TermId> =
            recipes.iter().map(|recipe| variables.build(&mut plain, recipe)).collect();
        let theirs = z3.check(&mut plain, &written, &Assignment::new(), &budget).expect("Z3 runs");
        match (&ours, &theirs) {
            (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => n_unknown += 1,
            _ => assert_eq!(ours.name(), theirs.name(), "{recipes:?}"),
        }
        for model in [&ours, &theirs] {
            if let Answer::Sat(model) = model {
                let mut evaluator = Evaluator::new(model.clone());
                assert!(written.iter().all(|&term| evaluator.is_true(&plain, term)), "{recipes:?}");
            }
        }
        match ours {
            Answer::Sat(_) => n_sat += 1,
            Answer::Unsat(_) => n_unsat += 1,
            Answer::Unknown(_) => {}
        }
    }
    println!("{n_sat} sat, {n_unsat} unsat, {n_unknown} past the budget");
    assert!(n_sat > n_queries / 10 && n_unsat > n_queries / 10 && n_unknown < n_queries / 50);
}

#[test]
fn the_checked_backend_agrees_with_itself() {
    let z3 = z3();
    let mut r = Random(5);
    let mut terms = Terms::new();
    let variables = Variables::declare(&mut terms);
    let budget = Budget::time(std::time::Duration::from_secs(5));
    let mut solver = Solver::new(SolverConfig { budget, backend: Backend::Checked(z3) });
    for _ in 0..60 {
        let recipes = query(&mut r);
        let constraints: Vec<TermId> =
            recipes.iter().map(|recipe| variables.build(&mut terms, recipe)).collect();
        solve(&mut solver, &mut terms, &constraints);
    }
}

#[test]
fn rewritten_terms_are_proved_equal_to_plainly_built_ones() {
    let mut r = Random(31);
    let n_terms = if is_long() { 3000 } else { 300 };
    let mut n_proved = 0;
    for _ in 0..n_terms {
        let width = r.pick(&[1, 2, 3, 4, 5, 8]);
        let recipe = r.term(width, 3);
        let mut terms = Terms::with_rules(RuleBook::all());
        let variables = Variables::declare(&mut terms);
        let rewritten = variables.build(&mut terms, &recipe);
        // Both are built in one arena: the rules are switched off for the second.
        terms.set_rules(RuleBook::none());
        let plain = variables.build(&mut terms, &recipe);
        let differs = terms.ne(rewritten, plain);
        let budget = Budget::time(std::time::Duration::from_secs(5));
        let mut solver = Solver::new(SolverConfig { budget, ..SolverConfig::default() });
        match solve(&mut solver, &mut terms, &[differs]) {
            Answer::Unsat(_) => n_proved += 1,
            Answer::Sat(model) => panic!("{recipe:?} differs under {model:?}"),
            Answer::Unknown(_) => {}
        }
    }
    assert!(n_proved * 100 >= n_terms * 98, "only {n_proved} of {n_terms} were decided");
}
