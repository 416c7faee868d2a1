//! As an exploration asks: depth first over all paths, a fork at every branch that goes both ways,
//! a canonical model at every end.
//!
//! Run with `cargo bench -p patchlight-solver --bench fork`. A state is a path, its witness and how
//! far its program has come; the programs are written below as functions from a state to its next
//! branch.

use std::hint::black_box;
use std::time::{Duration, Instant};

use patchlight_expr::{ArrayId, Assignment, Evaluator, TermId, Terms};
use patchlight_solver::{Answer, Path, Solver};

/// A program over input bytes: `next` gives the branch that comes after the outcomes so far.
trait Program {
    fn next(&self, t: &mut Terms, input: ArrayId, outcomes: &[bool]) -> Option<TermId>;
}

struct State {
    path: Path,
    witness: Assignment,
    outcomes: Vec<bool>,
}

/// Times of one kind of step. On a busy machine the median tells more than the mean.
#[derive(Default)]
struct Clock {
    times: Vec<Duration>,
}

impl Clock {
    fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.times.push(start.elapsed());
        result
    }

    fn report(&mut self) -> String {
        self.times.sort_unstable();
        let at = |share: usize| {
            self.times.get(self.times.len() * share / 100).unwrap_or(&Duration::ZERO)
        };
        format!("{} (median {:?}, 90 % {:?})", self.times.len(), at(50), at(90))
    }
}

/// Time that this thread was on a processor, as Linux counts it.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

fn explore(name: &str, program: &impl Program) {
    let mut t = Terms::new();
    let input = t.input_array("in", 32, 8);
    let mut solver = Solver::default();
    let mut evaluator = Evaluator::new(Assignment::new());
    let seed = Assignment::new();
    let first = State { path: Path::new(), witness: seed.clone(), outcomes: Vec::new() };
    let mut states = vec![first];
    let (mut truths, mut queries, mut forks, mut ends) =
        (Clock::default(), Clock::default(), Clock::default(), Clock::default());
    let start = processor_time();
    while let Some(mut state) = states.pop() {
        while let Some(condition) = program.next(&mut t, input, &state.outcomes) {
            let holds = t.as_bool(condition).unwrap_or_else(|| {
                truths.time(|| {
                    evaluator.set_assignment(state.witness.clone());
                    evaluator.is_true(&t, condition)
                })
            });
            let negation = t.not(condition);
            let (here, there) = if holds { (condition, negation) } else { (negation, condition) };
            let answer = queries.time(|| solver.check(&mut t, &state.path, there, &state.witness));
            if let Ok(Answer::Sat(witness)) = answer {
                let mut outcomes = state.outcomes.clone();
                outcomes.push(!holds);
                forks.time(|| {
                    let mut path = state.path.clone();
                    solver.assume(&mut t, &mut path, there);
                    states.push(State { path, witness, outcomes });
                    solver.assume(&mut t, &mut state.path, here);
                });
            }
            state.outcomes.push(holds);
        }
        let model = ends.time(|| solver.canonical_model(&mut t, &state.path, &seed));
        assert!(matches!(black_box(model), Ok(Answer::Sat(_))), "every path is feasible");
    }
    println!(
        "fork/{name}: {} paths in {:.1?}\n  evaluations {}\n  queries {}\n  forks {}\n  canonical \
         models {}\n  {:?}",
        ends.times.len(),
        processor_time() - start,
        truths.report(),
        queries.report(),
        forks.report(),
        ends.report(),
        solver.stats()
    );
}

/// Classes of characters, as a scanner tells them apart; only letters and digits go on.
struct Scanner {
    len: u64,
}

impl Program for Scanner {
    fn next(&self, t: &mut Terms, input: ArrayId, outcomes: &[bool]) -> Option<TermId> {
        let mut outcomes = outcomes.iter().copied();
        for index in 0..self.len {
            let byte = t.element(input, index);
            let mut ask = |condition: TermId| outcomes.next().ok_or(condition);
            let mut branches = || -> Result<bool, TermId> {
                if ask(equals(t, byte, 0))? || ask(equals(t, byte, b' '))? {
                    return Ok(false);
                }
                if !ask(below(t, byte, b'0'))? && ask(below(t, byte, b'9' + 1))? {
                    // The same digit again, and a character that it can no longer be.
                    ask(equals(t, byte, b'x'))?;
                    return Ok(true);
                }
                Ok(!ask(below(t, byte, b'a'))? && ask(below(t, byte, b'z' + 1))?)
            };
            match branches() {
                Err(condition) => return Some(condition),
                Ok(true) => {}
                Ok(false) => return None,
            }
        }
        None
    }
}

fn equals(t: &mut Terms, byte: TermId, value: u8) -> TermId {
    let value = t.constant(8, u64::from(value));
    t.eq(byte, value)
}

fn below(t: &mut Terms, byte: TermId, value: u8) -> TermId {
    let value = t.constant(8, u64::from(value));
    t.ult(byte, value)
}

/// Bubble sort of words of so many bytes.
struct Sort {
    n_words: u64,
    n_bytes: u64,
}

impl Program for Sort {
    fn next(&self, t: &mut Terms, input: ArrayId, outcomes: &[bool]) -> Option<TermId> {
        let mut values: Vec<TermId> = Vec::new();
        for word in 0..self.n_words {
            let bytes = (0..self.n_bytes).map(|i| word * self.n_bytes + i);
            let elements: Vec<TermId> = bytes.map(|i| t.element(input, i)).collect();
            let joined = elements.into_iter().reduce(|low, high| t.concat(high, low));
            values.extend(joined);
        }
        let mut outcomes = outcomes.iter();
        for end in (1..values.len()).rev() {
            for i in 0..end {
                let condition = t.ult(values[i + 1], values[i]);
                match outcomes.next() {
                    None => return Some(condition),
                    Some(true) => values.swap(i, i + 1),
                    Some(false) => {}
                }
            }
        }
        None
    }
}

/// A fork of a long path, whose constraints are about bytes of their own.
fn long_path(n_constraints: u64) {
    let mut t = Terms::new();
    let input = t.input_array("in", 32, 8);
    let mut solver = Solver::default();
    let mut path = Path::new();
    for index in 0..n_constraints {
        let byte = t.element(input, index);
        let condition = below(&mut t, byte, 200);
        solver.assume(&mut t, &mut path, condition);
    }
    let last = t.element(input, n_constraints / 2);
    let conditions: Vec<TermId> = (0..200).map(|value| below(&mut t, last, value)).collect();
    let mut clock = Clock::default();
    for &condition in conditions.iter().cycle().take(2000) {
        clock.time(|| {
            let mut fork = path.clone();
            solver.assume(&mut t, &mut fork, condition);
            black_box(fork)
        });
    }
    println!("fork/of a path of {n_constraints} constraints: {}", clock.report());
}

fn main() {
    explore("scanner of 12 bytes", &Scanner { len: 12 });
    explore("bubble sort of 6 bytes", &Sort { n_words: 6, n_bytes: 1 });
    explore("bubble sort of 6 words", &Sort { n_words: 6, n_bytes: 4 });
    for n_constraints in [100, 10_000] {
        long_path(n_constraints);
    }
}
