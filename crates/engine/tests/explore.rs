//! Explorations of a small program: whoever runs the paths and however often they are interrupted,
//! the set of tests is the same.

use patchlight_engine::explore::names::PathName;
use patchlight_engine::explore::pool::{self, Event, Gauges, Wish, Work};
use patchlight_engine::explore::search::{Strategy, searcher};
use patchlight_engine::explore::{Ended, Explorer, Process, System};
use patchlight_engine::{Context, PathEnd, Program, State, Stop, Syscall};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Seven input bytes, each compared with 100 and, if it is above, with the one before: returns how
/// often it was greater.
const PROGRAM: &str = "file \"t.c\"\nname \"main\"\n\
    func @__VERIFIER_nondet_uchar external params 0 ret 1 declared\n\
    func @main external params 0 ret 1 {\n regs 6\n loc !0 file0 1 1 n0\n\
    b0:\n const r1, 0\n const r2, 0\n const r4, 0\n jmp b1\n\
    b1:\n call r3, 1, @__VERIFIER_nondet_uchar, 0, args0\n br.sgt.32i r3, 100, b2, b4\n\
    b2:\n br.ult 8, r4, r3, b3, b4\n\
    b3:\n add.32i r1, r1, 1\n jmp b4\n\
    b4:\n mov r4, r3\n add.32i r2, r2, 1\n br.slt.32i r2, 7, b1, b5\n\
    b5:\n ret r1, 1\n}\n";

/// Two input bytes whose values, modulo 8, are sizes on the stack, and between them one that `switch`
/// sorts into three classes: returns the sizes' sum and 16 times the class.
const CHOOSING: &str = "file \"t.c\"\nname \"main\"\n\
    func @__VERIFIER_nondet_uchar external params 0 ret 1 declared\n\
    func @main external params 0 ret 1 {\n regs 6\n loc !0 file0 1 1 n0\n\
    local l0 \"\" size 0 align 1\n switch t0 9: b1, 70: b2, default b3\n\
    b0:\n call r0, 1, @__VERIFIER_nondet_uchar, 0, args0\n and.i 32, r0, r0, 7\n zext 32, 64, r0, r0\n\
    alloca.dyn r2, r0, l0\n call r1, 1, @__VERIFIER_nondet_uchar, 0, args0\n switch 8, r1, t0\n\
    b1:\n add.32i r0, r0, 16\n jmp b3\n\
    b2:\n add.32i r0, r0, 32\n jmp b3\n\
    b3:\n call r3, 1, @__VERIFIER_nondet_uchar, 0, args0\n and.i 32, r3, r3, 7\n zext 32, 64, r3, r3\n\
    alloca.dyn r4, r3, l0\n add.n 32, r0, r0, r3\n ret r0, 1\n}\n";

/// No system calls here.
#[derive(Clone)]
struct NoSystem;

impl System for NoSystem {
    fn syscall(
        &mut self,
        program: &Program,
        _context: &mut Context,
        state: &mut State,
        _call: Syscall,
    ) -> ControlFlow<Stop> {
        ControlFlow::Break(Stop::End(state.unsupported(program, "a system call")))
    }
}

type Test = (Vec<Vec<u8>>, i32);

fn program(text: &str) -> Program {
    Program::new(patchlight_ir::text::parse(text).expect("a module")).expect("a valid module")
}

fn explorer<'p>(program: &'p Program, strategies: &[Strategy]) -> Explorer<'p, NoSystem> {
    let root = |_: &mut Context| {
        Process::new(State::new(program, "main", 1 << 30).expect("a `main`"), NoSystem)
    };
    Explorer::new(program, Context::default(), searcher(strategies, 7), Box::new(root))
}

fn test_of(explorer: &mut Explorer<'_, NoSystem>, ended: Ended<NoSystem>) -> Test {
    let witness = explorer.context.new_witness(ended.model);
    let status = ended.process.state.path.exit_status;
    let status = status.map(|term| explorer.context.word_under(&witness, term) as i32);
    let PathEnd::Exit(code) = ended.end else { panic!("{:?}", ended.end) };
    let inputs = ended.inputs.expect("small questions have answers");
    (inputs.into_iter().map(|(_, bytes)| bytes).collect(), status.unwrap_or(code))
}

/// Runs a pool and collects tests, asking `wish` after each event.
fn run_pool(
    text: &str,
    jobs: usize,
    strategies: &[Strategy],
    start: Vec<PathName>,
    wish: &mut dyn FnMut(u64) -> Wish,
) -> (Vec<Test>, Vec<Vec<PathName>>) {
    let program = program(text);
    let work = Work {
        explorer: &|_| explorer(&program, strategies),
        context: &Context::default,
        finish: &test_of,
        max_parked_bytes: usize::MAX,
        is_out_of_memory: &|| false,
    };
    let (mut tests, mut checkpoints) = (Vec::new(), Vec::new());
    let mut n_events = 0;
    let totals = pool::run(jobs, &work, start, &Gauges::default(), &mut |event| {
        match event {
            Event::Ended(test) => tests.push(test),
            Event::Checkpoint(names) => {
                checkpoints.push(names.iter().map(|name| PathName::clone(name)).collect());
            }
            Event::Tick => {}
        }
        n_events += 1;
        wish(n_events)
    });
    totals.expect("the solver answers");
    (tests, checkpoints)
}

fn all_tests(text: &str) -> BTreeSet<Test> {
    let go_on = &mut |_| Wish::GoOn;
    let (tests, _) = run_pool(text, 1, &[Strategy::DepthFirst], vec![PathName::default()], go_on);
    let set: BTreeSet<Test> = tests.iter().cloned().collect();
    assert_eq!(set.len(), tests.len(), "no test comes twice");
    set
}

/// What the program does, in Rust: the decisions that an input leads to, and the result.
fn decisions(bytes: &[u8]) -> (Vec<bool>, i32) {
    let (mut taken, mut result, mut last) = (Vec::new(), 0, 0);
    for &byte in bytes {
        taken.push(byte > 100);
        if byte > 100 {
            taken.push(last < byte);
            result += i32::from(last < byte);
        }
        last = byte;
    }
    (taken, result)
}

#[test]
fn every_class_of_inputs_has_exactly_one_test() {
    let tests = all_tests(PROGRAM);
    let mut classes = BTreeSet::new();
    for (inputs, status) in &tests {
        let (taken, result) = decisions(&inputs.concat());
        assert_eq!(result, *status, "{inputs:?}");
        assert!(classes.insert(taken), "{inputs:?}");
    }
    // Only how bytes lie to 100 and to each other counts, and a class
    // is decided byte by byte, given the byte before. The first byte above 100 always exceeds 0.
    let mut reached: BTreeSet<(Vec<bool>, u8)> = BTreeSet::from([(Vec::new(), 0)]);
    for _ in 0..7 {
        let mut next = BTreeSet::new();
        for (taken, last) in &reached {
            for byte in [0, 100].into_iter().chain(101..=255) {
                let mut taken = taken.clone();
                taken.push(byte > 100);
                if byte > 100 {
                    taken.push(*last < byte);
                }
                next.insert((taken, byte));
            }
        }
        // All last bytes matter for what is possible next, so they are all kept.
        reached = next;
    }
    let expected: BTreeSet<Vec<bool>> = reached.into_iter().map(|(taken, _)| taken).collect();
    assert_eq!(classes, expected);
}

#[test]
fn strategies_and_workers_do_not_change_the_set_of_tests() {
    let expected = all_tests(PROGRAM);
    let all = Strategy::ALL.map(|(strategy, ..)| strategy);
    for jobs in [1, 2, 4] {
        for strategies in [&[Strategy::BreadthFirst][..], &[Strategy::RandomPath], &all] {
            let start = vec![PathName::default()];
            let (tests, last) = run_pool(PROGRAM, jobs, strategies, start, &mut |_| Wish::GoOn);
            assert_eq!(tests.len(), expected.len(), "{jobs} jobs, {strategies:?}");
            assert_eq!(tests.into_iter().collect::<BTreeSet<_>>(), expected);
            assert_eq!(last, [Vec::new()], "no path is left");
        }
    }
}

#[test]
fn every_choice_has_a_test() {
    let tests = all_tests(CHOOSING);
    let classes: BTreeSet<(u8, u8, u8)> = tests
        .iter()
        .map(|(inputs, status)| {
            let [a, b, c] = inputs.concat()[..] else { panic!("{inputs:?}") };
            let class = [9, 70].iter().position(|&one| one == b).map_or(0, |at| at as u8 + 1);
            assert_eq!(*status, i32::from(a % 8 + class * 16 + c % 8), "{inputs:?}");
            (a % 8, class, c % 8)
        })
        .collect();
    assert_eq!((tests.len(), classes.len()), (8 * 3 * 8, 8 * 3 * 8));
}

#[test]
fn a_run_that_is_resumed_from_a_checkpoint_ends_with_the_same_tests() {
    // What a path asked on the way to the checkpoint, the inputs of the time chose.
    resumed_at_all_moments(PROGRAM);
    resumed_at_all_moments(CHOOSING);
}

fn resumed_at_all_moments(text: &str) {
    let expected = all_tests(text);
    for moment in (3..200).step_by(13) {
        let mut killed = |n| match n {
            _ if n == moment => Wish::Checkpoint,
            _ if n > moment + 20 => Wish::Stop,
            _ => Wish::GoOn,
        };
        let start = vec![PathName::default()];
        let (before, checkpoints) = run_pool(text, 2, &[Strategy::RandomPath], start, &mut killed);
        // What was reported before the checkpoint plus what follows from it is everything.
        let names = checkpoints.into_iter().next().expect("a checkpoint");
        let (after, _) = run_pool(text, 2, &[Strategy::NewCoverage], names, &mut |_| Wish::GoOn);
        let tests: BTreeSet<Test> = before.into_iter().chain(after).collect();
        assert_eq!(tests, expected, "checkpoint after {moment} events");
    }
}

#[test]
fn giving_back_memory_loses_no_path() {
    for text in [PROGRAM, CHOOSING] {
        let expected = all_tests(text);
        let mut often = |n: u64| if n.is_multiple_of(9) { Wish::ShrinkMemory } else { Wish::GoOn };
        let start = vec![PathName::default()];
        let (tests, _) = run_pool(text, 2, &[Strategy::RandomPath], start, &mut often);
        assert_eq!(tests.len(), expected.len());
        assert_eq!(tests.into_iter().collect::<BTreeSet<_>>(), expected);
    }
}
