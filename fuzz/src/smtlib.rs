//! SMT-LIB scripts: bad text is an error with a place; what is read means the same whether rewrites are
//! on or off, and when it is written and read again; and what is unsatisfiable has no model.
//!
//! The meaning of a term is its value by the evaluator, for a few assignments of all inputs.

use patchlight_expr::smtlib::{Command, Reader, write_query};
use patchlight_expr::{
    ArrayId, Assignment, Bits, Contents, Evaluator, ExprError, Position, TermId, Terms,
};
use patchlight_solver::{Budget, Response, ScriptError, ScriptRunner, Solver, SolverConfig};

/// Bits of all terms together that are evaluated: products of large numbers take long.
const MAX_BITS: usize = 1 << 17;
/// Widths and numbers of terms up to which an answer is asked for.
const MAX_WIDTH: u32 = 8;
const MAX_TERMS: usize = 200;
const N_ASSIGNMENTS: u64 = 4;

pub fn holds(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (mut terms, mut plain) = (Terms::new(), Terms::plain());
    let script = Script::read(&mut terms, text);
    if let Some(error) = &script.error {
        check_place(text, error.position());
    }
    let unchanged = Script::read(&mut plain, text);
    assert_eq!(script.assertions.len(), unchanged.assertions.len(), "without rewrites");
    let is_small = |terms: &Terms| n_bits(terms) <= MAX_BITS;
    if !is_small(&terms) || !is_small(&plain) {
        return;
    }
    for seed in 0..N_ASSIGNMENTS {
        let found = values(&terms, &script.assertions, seed);
        let expected = values(&plain, &unchanged.assertions, seed);
        assert_eq!(found, expected, "with rewrites, without");
    }
    check_written(&terms, &script.assertions);
    if is_easy(&terms) && is_easy(&plain) {
        check_answers(text, &terms, &script);
    }
}

/// What a script asserts, and when it asks.
#[derive(Default)]
struct Script {
    /// All that are ever asserted.
    assertions: Vec<TermId>,
    /// What is asserted and assumed at each check.
    checks: Vec<Vec<TermId>>,
    error: Option<ExprError>,
}

impl Script {
    /// Up to the first error.
    fn read(terms: &mut Terms, text: &str) -> Script {
        let mut script = Script::default();
        let mut reader = Reader::new(text);
        let (mut asserted, mut scopes) = (Vec::new(), Vec::new());
        loop {
            match reader.next_command(terms) {
                Ok(None | Some(Command::Exit)) => return script,
                Ok(Some(Command::Assert(term))) => {
                    asserted.push(term);
                    script.assertions.push(term);
                }
                Ok(Some(Command::CheckSat)) => script.checks.push(asserted.clone()),
                Ok(Some(Command::CheckSatAssuming(assumed))) => {
                    script.checks.push(asserted.iter().chain(&assumed).copied().collect());
                }
                Ok(Some(Command::Push(n))) => (0..n).for_each(|_| scopes.push(asserted.len())),
                Ok(Some(Command::Pop(n))) => {
                    (0..n).for_each(|_| asserted.truncate(scopes.pop().unwrap_or(0)));
                }
                Ok(Some(Command::Reset | Command::ResetAssertions)) => {
                    asserted.clear();
                    scopes.clear();
                }
                Ok(Some(_)) => {}
                Err(error) => {
                    script.error = Some(error);
                    return script;
                }
            }
        }
    }
}

fn check_place(text: &str, at: Position) {
    // Behind the last newline there is another line, on which the text ends.
    let line = text.split('\n').nth((at.line as usize).wrapping_sub(1));
    let n_columns = line.map(|line| line.chars().count() + 1);
    let is_inside = n_columns.is_some_and(|n| (1..=n).contains(&(at.column as usize)));
    assert!(is_inside, "{at} is not in the text");
}

fn n_bits(terms: &Terms) -> usize {
    (0..terms.len()).map(|n| terms.width(TermId::from_index(n)) as usize).sum()
}

fn is_easy(terms: &Terms) -> bool {
    let narrow = (0..terms.len()).all(|n| terms.width(TermId::from_index(n)) <= MAX_WIDTH);
    let shapes = terms.arrays().all(|(_, array)| array.index_width.max(array.element_width) <= 8);
    narrow && shapes && terms.len() <= MAX_TERMS
}

fn inputs(terms: &Terms) -> Vec<ArrayId> {
    terms.arrays().filter(|(_, array)| array.is_input()).map(|(id, _)| id).collect()
}

/// What an element of the `n`-th input is: small numbers and their negatives, and anything else.
fn element(seed: u64, n: usize, index: u64, width: u32) -> Bits {
    let mixed = (seed << 32 ^ (n as u64) << 8 ^ index).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = match mixed >> 62 {
        0 => mixed >> 32 & 3,
        1 => !(mixed >> 32 & 3),
        _ => mixed >> 7,
    };
    let limbs = (0..width.div_ceil(64)).map(|limb| word.rotate_left(limb)).collect();
    Bits::from_limbs(width, limbs)
}

fn assignment(terms: &Terms, seed: u64, number: impl Fn(ArrayId) -> Option<usize>) -> Assignment {
    let mut assignment = Assignment::new();
    for array in inputs(terms) {
        let Some(n) = number(array) else { continue };
        let def = terms.array(array);
        for index in 0..16.min(1u64.checked_shl(def.index_width).unwrap_or(16)) {
            assignment.set(array, index, element(seed, n, index, def.element_width));
        }
    }
    assignment
}

fn values(terms: &Terms, assertions: &[TermId], seed: u64) -> Vec<bool> {
    let all = inputs(terms);
    let number = |array| all.iter().position(|&input| input == array);
    truths(terms, assertions, assignment(terms, seed, number))
}

fn truths(terms: &Terms, assertions: &[TermId], assignment: Assignment) -> Vec<bool> {
    let mut evaluator = Evaluator::new(assignment);
    assertions.iter().map(|&term| evaluator.is_true(terms, term)).collect()
}

/// Inputs are written under names that end in their number here.
fn check_written(terms: &Terms, assertions: &[TermId]) {
    let text = write_query(terms, assertions, &[]);
    let mut other = Terms::new();
    let back = Script::read(&mut other, &text);
    if let Some(error) = back.error {
        panic!("what was written is not read: {error}\n{text}");
    }
    let all = inputs(terms);
    let number = |array: ArrayId| {
        let Contents::Input { name } = &other.array(array).contents else { return None };
        let id: usize = name.rsplit('!').next()?.parse().ok()?;
        all.iter().position(|input| input.index() == id)
    };
    for seed in 0..N_ASSIGNMENTS {
        let expected = values(terms, assertions, seed);
        let found = truths(&other, &back.assertions, assignment(&other, seed, number));
        assert_eq!(found, expected, "what is read again, what was written\n{text}");
    }
}

/// Models are evaluated by the solver itself. Where there is none, no assignment is one.
fn check_answers(text: &str, terms: &Terms, script: &Script) {
    let budget = Budget { conflicts: Some(200), ..Budget::default() };
    let solver = Solver::new(SolverConfig { budget, ..SolverConfig::default() });
    let mut runner = ScriptRunner::new(text, solver);
    let mut checks = script.checks.iter();
    loop {
        match runner.next_response() {
            Ok(Some(Response::Checked(answer, _))) => {
                let asked = checks.next().expect("as many answers as checks");
                for seed in 0..N_ASSIGNMENTS {
                    let is_model = values(terms, asked, seed).iter().all(|&is_true| is_true);
                    assert!(!(answer.is_unsat() && is_model), "unsatisfiable, with a model");
                }
            }
            Ok(Some(Response::Text(_) | Response::Refused(_))) => {}
            Ok(Some(Response::Exit) | None) => return,
            Err(ScriptError::Text(error)) => return assert_eq!(Some(error), script.error),
            Err(ScriptError::Solver(error)) => panic!("{error}"),
        }
    }
}
