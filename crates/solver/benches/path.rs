//! As an engine asks: along growing paths, is the other side of each branch feasible?
//!
//! Run with `cargo bench -p patchlight-solver`. Each program is followed along the path of its
//! input; at every branch the other side is asked for. The figures are of single queries, all
//! layers included.

use std::time::{Duration, Instant};

use patchlight_expr::{ArrayId, Assignment, Evaluator, TermId, Terms};
use patchlight_solver::{Answer, Budget, Path, Solver, SolverConfig};

/// A concolic run: terms, a path, and the input that it follows.
struct Run {
    t: Terms,
    array: ArrayId,
    solver: Solver,
    path: Path,
    witness: Assignment,
    evaluator: Evaluator,
    times: Vec<Duration>,
    n_feasible: usize,
}

impl Run {
    fn new(input: &[u8]) -> Run {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let mut witness = Assignment::new();
        witness.set_bytes(array, input);
        Run {
            t,
            array,
            solver: Solver::default(),
            path: Path::new(),
            evaluator: Evaluator::new(witness.clone()),
            witness,
            times: Vec::new(),
            n_feasible: 0,
        }
    }

    fn byte(&mut self, index: u64) -> TermId {
        self.t.element(self.array, index)
    }

    /// Takes the side that the input takes, after asking for the other.
    fn branch(&mut self, condition: TermId) -> bool {
        if let Some(truth) = self.t.as_bool(condition) {
            return truth;
        }
        let taken = self.evaluator.is_true(&self.t, condition);
        let negation = self.t.not(condition);
        let (here, there) = if taken { (condition, negation) } else { (negation, condition) };
        let start = Instant::now();
        let answer = self.solver.check(&mut self.t, &self.path, there, &self.witness);
        self.times.push(start.elapsed());
        match answer {
            Ok(Answer::Sat(_)) => self.n_feasible += 1,
            Ok(Answer::Unsat(_)) => {}
            other => panic!("no answer: {other:?}"),
        }
        self.solver.assume(&mut self.t, &mut self.path, here);
        taken
    }

    fn is_byte(&mut self, byte: TermId, value: u8) -> bool {
        let value = self.t.constant(8, u64::from(value));
        let condition = self.t.eq(byte, value);
        self.branch(condition)
    }

    fn is_digit(&mut self, byte: TermId) -> bool {
        let zero = self.t.constant(8, u64::from(b'0'));
        let offset = self.t.sub(byte, zero);
        let ten = self.t.constant(8, 10);
        let condition = self.t.ult(offset, ten);
        self.branch(condition)
    }

    fn report(&mut self, name: &str) {
        self.times.sort_unstable();
        let n = self.times.len();
        let at = |share: usize| self.times[(n * share / 100).min(n - 1)].as_secs_f64() * 1e3;
        let total: Duration = self.times.iter().sum();
        let layers = self.solver.stats();
        println!(
            "solve/{name}: {n} queries ({} feasible), median {:.4} ms, 90 % {:.4} ms, 99 % {:.4} ms, \
             largest {:.3} ms, all {:.1} ms; facts {}, models {}, cores {}, SAT {}",
            self.n_feasible,
            at(50),
            at(90),
            at(99),
            at(100),
            total.as_secs_f64() * 1e3,
            layers.by_facts,
            layers.by_models,
            layers.by_cores,
            layers.by_sat
        );
    }
}

/// Bubble sort: every comparison is over the same few bytes.
fn bubble_sort() {
    let input = [9, 3, 200, 3, 77, 41, 150, 8, 250, 1];
    let mut run = Run::new(&input);
    let mut values: Vec<TermId> = (0..input.len() as u64).map(|i| run.byte(i)).collect();
    for end in (1..values.len()).rev() {
        for i in 0..end {
            let condition = run.t.slt(values[i + 1], values[i]);
            if run.branch(condition) {
                values.swap(i, i + 1);
            }
        }
    }
    run.report("bubble sort of 10 bytes");
}

/// Lists of ranges, as `cut -f` reads them: numbers with an overflow check at each digit.
fn range_list() {
    let input = b"12-345,7,99-1000,18446,5-,77-78,4294967295,1-2,3-4,65536-70000,8";
    let mut run = Run::new(input);
    let mut value = run.t.zero(64);
    let mut previous = value;
    for i in 0..input.len() as u64 {
        let byte = run.byte(i);
        if run.is_byte(byte, b',') || run.is_byte(byte, b'-') {
            let condition = run.t.ult(value, previous);
            run.branch(condition);
            previous = value;
            value = run.t.zero(64);
        } else if run.is_digit(byte) {
            let limit = run.t.constant(64, u64::MAX / 10);
            let overflows = run.t.ult(limit, value);
            run.branch(overflows);
            let ten = run.t.constant(64, 10);
            let zero = run.t.constant(8, u64::from(b'0'));
            let digit = run.t.sub(byte, zero);
            let digit = run.t.zext(digit, 64);
            let scaled = run.t.mul(value, ten);
            value = run.t.add(scaled, digit);
        }
    }
    run.report("list of ranges, 64 bytes");
}

/// A tokenizer with a table of character classes and keywords.
fn tokenizer() {
    let input: Vec<u8> = b"while (count < limit) { if (x1 == 0x1f) return foo; else bar(); } "
        .iter()
        .copied()
        .cycle()
        .take(400)
        .collect();
    let mut run = Run::new(&input);
    let classes: Vec<u8> = (0..=255u8)
        .map(|c| match c {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => 1,
            b'0'..=b'9' => 2,
            b' ' | b'\n' | b'\t' => 3,
            0 => 0,
            _ => 4,
        })
        .collect();
    let table = run.t.table(&classes);
    let table = run.t.array_term(table);
    for i in 0..input.len() as u64 {
        let byte = run.byte(i);
        let index = run.t.zext(byte, 32);
        let class = run.t.read(table, index);
        for value in [1, 2, 3] {
            if run.is_byte(class, value) {
                break;
            }
        }
        if run.is_byte(byte, b'w') {
            let next = run.byte(i + 1);
            run.is_byte(next, b'h');
        }
    }
    run.report("tokenizer of 400 bytes");
}

/// A checksum over everything read so far, tested at each step: the path is one slice.
fn checksum() {
    let input: Vec<u8> = (0..48).map(|i| (i * 37 + 11) as u8).collect();
    let mut run = Run::new(&input);
    let mut sum = run.t.constant(32, 1);
    for i in 0..input.len() as u64 {
        let byte = run.byte(i);
        let word = run.t.zext(byte, 32);
        let rotated = run.t.constant(32, 5);
        let shifted = run.t.shl(sum, rotated);
        let mixed = run.t.xor(shifted, word);
        sum = run.t.add(mixed, sum);
        let low = run.t.extract(sum, 0, 8);
        run.is_byte(low, 0x42);
    }
    run.report("checksum of 48 bytes");
}

/// How exactly a budget of time is kept on a hard query.
fn budget() {
    for millis in [20, 100, 500, 2000] {
        let mut t = Terms::new();
        let array = t.input_array("factors", 1, 40);
        let (x, y) = (t.element(array, 0), t.element(array, 1));
        let product = t.mul(x, y);
        let target = t.constant(40, 700_001 * 912_349);
        let limit = t.constant(40, 1 << 20);
        let one = t.constant(40, 1);
        let mut path = Path::new();
        let budget = Budget::time(Duration::from_millis(millis));
        let mut solver = Solver::new(SolverConfig { budget, ..SolverConfig::default() });
        let constraints =
            [t.eq(product, target), t.ult(x, limit), t.ult(y, limit), t.ult(one, x), t.ult(one, y)];
        for constraint in constraints {
            solver.assume(&mut t, &mut path, constraint);
        }
        let start = Instant::now();
        let answer = solver.check_path(&mut t, &path, None);
        let elapsed = start.elapsed().as_secs_f64() * 1e3;
        let name = answer.map_or("error", |answer| answer.name());
        println!(
            "solve/budget: factoring a 40-bit product in {millis} ms: {name} after {elapsed:.1} ms"
        );
    }
}

fn main() {
    bubble_sort();
    range_list();
    tokenizer();
    checksum();
    budget();
}
