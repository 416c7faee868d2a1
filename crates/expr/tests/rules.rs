//! Every rewrite rule, and the builder as a whole, against the evaluator.

mod recipe;

use std::collections::HashSet;

use patchlight_expr::rewrite::{self, Rule, RuleBook};
use patchlight_expr::{Assignment, Bits, Evaluator, Kind, Side, TermId, Terms};
use recipe::{ArrayRecipe, Random, Recipe, Variables, operand};

/// Cases that each rule is checked on, at each small width and at random widths.
const CASES: usize = 12;
/// Recipes that are tried to find those cases, and at most to find the first.
const ATTEMPTS: usize = 2_000;
const MAX_ATTEMPTS: usize = 40_000;

/// The same recipe built with one rule (or all), and plainly.
struct Twins {
    rewritten: Terms,
    plain: Terms,
    variables: Variables,
}

impl Twins {
    fn new(book: RuleBook) -> Twins {
        let (mut rewritten, mut plain) = (Terms::with_rules(book), Terms::plain());
        Variables::declare(&mut plain);
        let variables = Variables::declare(&mut rewritten);
        Twins { rewritten, plain, variables }
    }

    fn build(&mut self, recipe: &Recipe) -> (TermId, TermId) {
        let rewritten = self.variables.build(&mut self.rewritten, recipe);
        (rewritten, self.variables.build(&mut self.plain, recipe))
    }

    fn n_applied(&self) -> u64 {
        self.rewritten.rules().n_applied()
    }

    /// Checks that both terms have the same value, for both versions.
    fn check(&mut self, pair: (TermId, TermId), recipe: &Recipe, assignments: &[Assignment]) {
        for side in [Side::Old, Side::New] {
            let left = self.rewritten.project(pair.0, side);
            let right = self.plain.project(pair.1, side);
            let (mut a, mut b) =
                (Evaluator::new(Assignment::new()), Evaluator::new(Assignment::new()));
            for assignment in assignments {
                a.set_assignment(assignment.clone());
                b.set_assignment(assignment.clone());
                let (x, y) = (a.value(&self.rewritten, left), b.value(&self.plain, right));
                assert_eq!(x, y, "{recipe:?} under {assignment:?}");
            }
        }
    }
}

/// A recipe whose root is what the rule looks at.
fn recipe_for(rule: &Rule, r: &mut Random, w: u32) -> Recipe {
    match rule.kind {
        Kind::Extract => {
            let inner = operand(r, w + 1 + r.clone().below(2) as u32);
            match r.below(6) {
                0 => Recipe::extract(operand(r, w), 0, w),
                1 => {
                    let wide = |r: &mut Random| match r.below(3) {
                        0 => Recipe::Const(r.constant(w + 2)),
                        _ => Recipe::extend(Kind::ZExt, Recipe::Var(r.below(2) as u32, w), w + 2),
                    };
                    Recipe::extract(Recipe::op(r.pick(Kind::ARITHMETIC), wide(r), wide(r)), 0, w)
                }
                _ => Recipe::extract(inner, r.below(2) as u32, w),
            }
        }
        Kind::Concat => concatenation(r, w),
        Kind::ZExt | Kind::SExt => Recipe::extend(rule.kind, operand(r, w), w + 2),
        Kind::Ite => conditional(r, w),
        Kind::Read | Kind::Store => read(r, w),
        kind if kind.is_unary() => Recipe::unary(kind, operand(r, w)),
        kind => Recipe::op(kind, operand(r, w), operand(r, w)),
    }
}

fn concatenation(r: &mut Random, w: u32) -> Recipe {
    let whole = Recipe::Var(2, 3 * w);
    let part = |k: u32| Recipe::extract(whole.clone(), k * w, w);
    let join = |a: Recipe, b: Recipe| Recipe::op(Kind::Concat, a, b);
    match r.below(4) {
        0 => join(part(1), part(0)),
        1 => join(part(2), join(part(1), operand(r, w))),
        2 => join(join(operand(r, w), operand(r, w)), operand(r, w)),
        _ => join(operand(r, w), operand(r, w)),
    }
}

fn conditional(r: &mut Random, w: u32) -> Recipe {
    let (x, y) = (Recipe::Var(0, w), Recipe::Var(1, w));
    let condition = r.pick(&[
        Recipe::Var(9, 1),
        Recipe::not(Recipe::Var(9, 1)),
        Recipe::word(1, 1),
        Recipe::word(1, 0),
        Recipe::op(Kind::Eq, x.clone(), y.clone()),
    ]);
    match r.below(3) {
        0 => Recipe::ite(condition, r.pick(&[x.clone(), y.clone()]), r.pick(&[x, y])),
        _ => Recipe::ite(condition, operand(r, w), operand(r, w)),
    }
}

fn read(r: &mut Random, w: u32) -> Recipe {
    let w = w.min(64);
    let (x, y) = (Recipe::Var(0, 8), Recipe::Var(1, 8));
    let mut array = match r.below(5) {
        0 => ArrayRecipe::Filled(w, x.clone()),
        1 => ArrayRecipe::Table(w, vec![7; 16]),
        2 => ArrayRecipe::Object(w, vec![x.clone(), y.clone()]),
        3 => ArrayRecipe::Input(w),
        _ => ArrayRecipe::Table(w, (0..16).map(|i| i * 11).collect()),
    };
    let one = Recipe::word(w, 1);
    let near = Recipe::op(Kind::Add, Recipe::Var(0, w), one);
    let indices = [Recipe::Var(0, w), Recipe::Var(1, w), near, Recipe::word(w, 1)];
    for _ in 0..r.below(4) {
        let index = r.pick(&indices);
        let there = Recipe::Read(Box::new(array.clone()), Box::new(index.clone()));
        array = ArrayRecipe::Store(Box::new(array), index, r.pick(&[x.clone(), y.clone(), there]));
    }
    Recipe::Read(Box::new(array), Box::new(r.pick(&indices)))
}

/// Which variables a recipe has.
fn collect_variables(recipe: &Recipe, found: &mut HashSet<(u32, u32)>) {
    match recipe {
        Recipe::Var(number, width) => {
            found.insert((*number, *width));
        }
        Recipe::Const(_) => {}
        Recipe::Unary(_, a) | Recipe::Extract(a, ..) | Recipe::Extend(_, a, _) => {
            collect_variables(a, found);
        }
        Recipe::Op(_, a, b) | Recipe::Shadow(a, b) => {
            collect_variables(a, found);
            collect_variables(b, found);
        }
        Recipe::Ite(a, b, c) => [a, b, c].into_iter().for_each(|r| collect_variables(r, found)),
        Recipe::Read(array, index) => {
            collect_array_variables(array, found);
            collect_variables(index, found);
        }
    }
}

fn collect_array_variables(recipe: &ArrayRecipe, found: &mut HashSet<(u32, u32)>) {
    match recipe {
        ArrayRecipe::Table(..) | ArrayRecipe::Input(_) => {}
        ArrayRecipe::Filled(_, element) => collect_variables(element, found),
        ArrayRecipe::Object(_, elements) => {
            elements.iter().for_each(|element| collect_variables(element, found));
        }
        ArrayRecipe::Store(array, index, value) => {
            collect_array_variables(array, found);
            collect_variables(index, found);
            collect_variables(value, found);
        }
    }
}

/// All assignments of the variables if they are few bits, else `n_random` ones.
fn assignments(
    v: &Variables,
    vars: &HashSet<(u32, u32)>,
    r: &mut Random,
    n_random: u64,
) -> Vec<Assignment> {
    let mut vars: Vec<(u32, u32)> = vars.iter().copied().collect();
    vars.sort_unstable();
    let n_bits: u32 = vars.iter().map(|var| var.1).sum();
    let n_assignments = if n_bits <= 10 { 1 << n_bits } else { n_random };
    let one = |k: u64| {
        let mut assignment = Assignment::new();
        let mut rest = k;
        for &var in &vars {
            let value = if n_bits <= 10 { Bits::from_u64(var.1, rest) } else { r.bits(var.1) };
            rest = rest.checked_shr(var.1).unwrap_or(0);
            v.assign(&mut assignment, var, value);
        }
        let bytes: Vec<u8> = (0..16).map(|_| r.next() as u8).collect();
        (1..=4).for_each(|w| v.assign_input(&mut assignment, w, &bytes));
        assignment
    };
    (0..n_assignments).map(one).collect()
}

/// Checks a rule on recipes at the given width until enough cases applied it.
fn check_rule(rule: &Rule, r: &mut Random, width: impl Fn(&mut Random) -> u32) -> usize {
    let mut n_cases = 0;
    let mut twins = Twins::new(RuleBook::only(rule.name));
    for attempt in 0..MAX_ATTEMPTS {
        if n_cases == CASES || n_cases > 0 && attempt > ATTEMPTS {
            break;
        }
        let w = width(r);
        let recipe = recipe_for(rule, r, w);
        let n_before = twins.n_applied();
        let pair = twins.build(&recipe);
        if twins.n_applied() == n_before {
            continue;
        }
        let mut vars = HashSet::new();
        collect_variables(&recipe, &mut vars);
        let assignments = assignments(&twins.variables, &vars, r, 100);
        twins.check(pair, &recipe, &assignments);
        check_size(&twins, pair, rule, &recipe);
        n_cases += 1;
    }
    n_cases
}

/// No rule makes a term larger, written out as a tree; the laws of shadows are no rewrites in this sense.
fn check_size(twins: &Twins, pair: (TermId, TermId), rule: &Rule, recipe: &Recipe) {
    if twins.plain.has_shadow(pair.1) {
        return;
    }
    let (rewritten, plain) = (size(&twins.rewritten, pair.0), size(&twins.plain, pair.1));
    assert!(rewritten <= plain, "{} grew {recipe:?} from {plain} to {rewritten}", rule.name);
}

fn size(terms: &Terms, term: TermId) -> usize {
    1 + terms.node(term).operands().map(|operand| size(terms, operand)).sum::<usize>()
}

fn reachable(terms: &Terms, term: TermId) -> HashSet<TermId> {
    let mut seen = HashSet::from([term]);
    let mut pending = vec![term];
    while let Some(at) = pending.pop() {
        pending.extend(terms.node(at).operands().filter(|&operand| seen.insert(operand)));
    }
    seen
}

#[test]
fn each_rule_by_itself_agrees_with_the_evaluator_up_to_width_4() {
    for rule in rewrite::all_rules() {
        let mut r = Random(rule.name.len() as u64);
        let n_cases: usize = (1..=4).map(|w| check_rule(rule, &mut r, |_| w)).sum();
        assert!(n_cases > 0, "{} was never applied", rule.name);
    }
}

#[test]
fn each_rule_by_itself_agrees_with_the_evaluator_at_random_widths() {
    for rule in rewrite::all_rules() {
        let mut r = Random(1000 + rule.name.len() as u64);
        let n_cases = check_rule(rule, &mut r, |r| match r.below(3) {
            0 => r.pick(&[1, 8, 16, 32, 64, 128]),
            _ => 2 + r.below(127) as u32,
        });
        assert!(n_cases > 0, "{} was never applied", rule.name);
    }
}

#[test]
fn the_whole_builder_agrees_with_plainly_built_terms() {
    let mut r = Random(7);
    let mut twins = Twins::new(RuleBook::all());
    for round in 0..3000 {
        let width = r.pick(&[1, 2, 3, 4, 8, 8, 16, 32, 33, 64, 65, 100, 128]);
        let recipe = r.term(width, 2 + (round % 4));
        let pair = twins.build(&recipe);
        let all: HashSet<(u32, u32)> = (1..=160).flat_map(|w| [(0, w), (1, w)]).collect();
        let some = assignments(&twins.variables, &all, &mut r, 4);
        twins.check(pair, &recipe, &some);
    }
}

#[test]
fn every_operation_is_generated() {
    // A generator that forgets an operation would make the tests above look better than they are.
    let mut r = Random(3);
    let mut twins = Twins::new(RuleBook::all());
    let mut kinds = HashSet::new();
    for _ in 0..3000 {
        let recipe = r.term(8, 4);
        let (_, plain) = twins.build(&recipe);
        kinds.extend(reachable(&twins.plain, plain).iter().map(|&at| twins.plain.kind(at)));
    }
    assert!(Kind::OPERATIONS.iter().all(|kind| kinds.contains(kind)));
    assert!([Kind::Read, Kind::Store, Kind::Ite].iter().all(|kind| kinds.contains(kind)));
}
