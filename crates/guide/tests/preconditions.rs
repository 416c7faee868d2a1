//! What must be true to come to a target: the paper's equations on small programs by hand, and on
//! random ones by running them on all inputs. A condition that a run which comes to the target
//! violates, or a closed way that it takes, would be a wrong proof.

mod common;

use common::{Random, analysis, func, function, module, node};
use patchlight_guide::analysis::Analysis;
use patchlight_guide::callees::Precision;
use patchlight_guide::effects::Effects;
use patchlight_guide::formula::{Atom, Formula, Var};
use patchlight_guide::graph::{Graph, Node, WayKind};
use patchlight_guide::precondition::Preconditions;
use patchlight_ir::{FuncId, Module, Op, Reg};

/// The conditions at lines for coming to a target.
fn conditions(module: &Module, target: u32) -> (Analysis<'_>, Preconditions) {
    let analysis = analysis(module);
    let effects = Effects::new(module, &analysis.graph);
    let targets = [node(&analysis, target)];
    let preconditions = Preconditions::new(module, &analysis.graph, &effects, &targets);
    (analysis, preconditions)
}

fn at(module: &Module, target: u32, line: u32) -> Formula {
    let (analysis, preconditions) = conditions(module, target);
    preconditions.at(node(&analysis, line)).clone()
}

fn is(reg: u16, value: u64) -> Formula {
    Formula::All(vec![Atom::equal(Var::Reg(Reg(reg)), 32, value)])
}

fn main_of(ops: &str) -> Module {
    module(&func("@main external params 2 ret 0", ops))
}

#[test]
fn the_side_of_a_branch_is_the_condition_before_it() {
    let module = main_of(
        "b0:\n br.eq.i 32, r0, 999, b1, b2 !1\nb1:\n mov r1, r0 !2\n jmp b2\nb2:\n ret r0, 0 !3",
    );
    assert_eq!(at(&module, 2, 1), is(0, 999));
    assert!(at(&module, 2, 2).is_true(), "nothing is needed at the target");
    assert!(at(&module, 2, 3).is_false(), "nothing leads from there");
    assert!(at(&module, 3, 1).is_true(), "both sides lead to line 3");
}

#[test]
fn what_a_register_is_computed_from_takes_its_place() {
    let before = |op: &str| {
        let ops = format!(
            "b0:\n mov r2, r0 !1\n {op} !1\n br.eq.i 32, r2, 30, b1, b2 !1\n\
             b1:\n ret r0, 0 !2\nb2:\n ret r0, 0 !3"
        );
        at(&main_of(&ops), 2, 1)
    };
    assert_eq!(before("mov r2, r1"), is(1, 30));
    assert_eq!(before("add.32i r2, r1, 8"), is(1, 22));
    assert!(before("const r2, 30").is_true());
    assert!(before("const r2, 31").is_false());
    // The mask cannot give 30, or leaves it to the other bits.
    for mask in [15, 62] {
        let masked = before(&format!("and.i 32, r2, r1, {mask}"));
        for value in 0..128u64 {
            assert_eq!(masked.atoms()[0].holds_for(value), value & mask == 30, "{value}");
        }
    }
    // What is not followed says nothing.
    assert!(before("mul.32i r2, r1, 2").is_true());
}

#[test]
fn a_comparison_that_was_kept_is_the_condition_itself() {
    let module = main_of(
        "b0:\n ult.i 32, r2, r0, 5 !1\n xor.i 1, r3, r2, 1 !1\n br r3, b1, b2 !1\n\
         b1:\n ret r0, 0 !2\nb2:\n ret r0, 0 !3",
    );
    let formula = at(&module, 2, 1);
    for value in [0, 4, 5, 6, 0xffff_ffff] {
        assert_eq!(formula.atoms()[0].holds_for(value), value >= 5, "{value}");
    }
}

#[test]
fn conditions_that_contradict_each_other_close_a_way() {
    // Behind the second branch `r0` is 200 or more, before it less than 100.
    let module = main_of(
        "b0:\n br.ult.i 32, r0, 100, b1, b2 !1\nb1:\n mov r2, r0 !2\n jmp b2\n\
         b2:\n br.ugt.i 32, r0, 199, b3, b4 !3\nb3:\n ret r0, 0 !4\nb4:\n ret r0, 0 !5",
    );
    let (analysis, preconditions) = conditions(&module, 4);
    let ways = analysis.graph.ways_from(node(&analysis, 1));
    let closed: Vec<bool> = ways.map(|way| preconditions.is_closed(way)).collect();
    assert_eq!(closed, [true, false], "the way to line 2 and the one past it");
}

#[test]
fn of_two_ways_only_what_both_need_is_needed() {
    // To line 4 by `r0 = 1 ∧ r1 = 7` or by `r0 ≠ 1 ∧ r1 = 7`; to line 6 by other values of `r1`.
    let ops = |second: u32| {
        format!(
            "b0:\n br.eq.i 32, r0, 1, b1, b2 !1\nb1:\n br.eq.i 32, r1, 7, b3, b4 !2\n\
             b2:\n br.eq.i 32, r1, {second}, b3, b4 !3\nb3:\n ret r0, 0 !4\nb4:\n ret r0, 0 !5"
        )
    };
    assert_eq!(at(&main_of(&ops(7)), 4, 1), is(1, 7));
    // Of different formulae nothing stays, which is the paper's second approximation.
    assert!(at(&main_of(&ops(8)), 4, 1).is_true());
}

const FLAG: &str = "global @flag internal size 4 align 4 {\n}\n";

fn with_flag(ops: &str, more: &str) -> Module {
    module(&(FLAG.to_string() + &func("@main external params 2 ret 0", ops) + more))
}

#[test]
fn a_flag_in_memory_is_followed_to_where_it_is_set() {
    let module = with_flag(
        "b0:\n br.eq.i 32, r0, 1, b1, b2 !1\nb1:\n const r2, 0 !2\n store.32g r2, @flag, 0 !2\n jmp b3\n\
         b2:\n store.32g r1, @flag, 0 !3\n jmp b3\nb3:\n load.32g r3, @flag, 0 !4\n \
         br.eq.i 32, r3, 5, b4, b5 !4\nb4:\n ret r0, 0 !5\nb5:\n ret r0, 0 !6",
        "",
    );
    assert!(at(&module, 5, 2).is_false(), "the flag becomes 0");
    assert_eq!(at(&module, 5, 3), is(1, 5));
}

#[test]
fn what_a_global_is_at_first_excludes_the_start() {
    let ops = "b0:\n load.32g r3, @flag, 0 !1\n br.eq.i 32, r3, 5, b1, b2 !1\n\
        b1:\n ret r0, 0 !2\nb2:\n ret r0, 0 !3";
    let module = with_flag(ops, "");
    let (analysis, preconditions) = conditions(&module, 2);
    let entry = analysis.graph.entry(function(&module, "main")).expect("a body");
    assert!(preconditions.excludes_start(&module, entry));
    let set = common::module(
        &(FLAG.replace("{\n}", "{\n bytes \"\\05\"\n}")
            + &func("@main external params 2 ret 0", ops)),
    );
    let (_, preconditions) = conditions(&set, 2);
    assert!(!preconditions.excludes_start(&set, entry));
}

#[test]
fn a_call_that_may_change_a_global_says_nothing_of_it_any_more() {
    let ops = "b0:\n const r2, 0 !1\n store.32g r2, @flag, 0 !1\n call r4, 0, @callee, 1, args0 !1\n \
        load.32g r3, @flag, 0 !2\n br.eq.i 32, r3, 5, b1, b2 !2\nb1:\n ret r0, 0 !3\nb2:\n ret r0, 0 !4";
    let callee =
        |op: &str| func("@callee internal params 1 ret 0", &format!("b0:\n {op}\n ret r0, 0"));
    let harmless = with_flag(ops, &callee("mov r1, r0"));
    assert!(at(&harmless, 3, 1).is_false(), "the flag is still 0");
    let sets = with_flag(ops, &callee("store.32g r0, @flag, 0"));
    assert!(at(&sets, 3, 1).is_true());
    // A store through a pointer changes what has an address.
    let exposes = with_flag(ops, &callee("addr.g r1, @flag, 0\n store.32 r0, r1, 0"));
    assert!(at(&exposes, 3, 1).is_true());
    let hidden = with_flag(ops, &callee("store.32 r0, r0, 0"));
    assert!(at(&hidden, 3, 1).is_false(), "nobody has its address");
}

#[test]
fn an_argument_is_what_the_call_passes() {
    let callee = func(
        "@callee internal params 1 ret 0",
        "b0:\n br.eq.i 32, r0, 999, b1, b2 !11\nb1:\n ret r0, 0 !12\nb2:\n ret r0, 0 !13",
    );
    let module = with_flag(
        "b0:\n const r2, 0 !1\n call r3, 0, @callee, 1, args2 !1\n call r3, 0, @callee, 1, args1 !2\n \
         ret r0, 0 !3",
        &callee,
    );
    let (analysis, preconditions) = conditions(&module, 12);
    assert_eq!(*preconditions.at(node(&analysis, 2)), is(1, 999));
    let call = |line: u32| {
        let mut ways = analysis.graph.ways_from(node(&analysis, line));
        ways.find(|&way| analysis.graph.way(way).kind == WayKind::Call).expect("a call")
    };
    assert!(preconditions.is_closed(call(1)) && !preconditions.is_closed(call(2)));
}

#[test]
fn what_returns_twice_keeps_no_condition() {
    let ops = "b0:\n const r2, 0 !1\n call r3, 1, @setjmp, 1, args0 !1\n br.eq.i 32, r2, 5, b1, b2 !2\n\
        b1:\n ret r0, 0 !3\nb2:\n const r2, 5 !4\n ret r0, 0 !4";
    let twice = with_flag(ops, "func @setjmp external params 1 ret 1 declared\n");
    // The second time, `r2` may be what line 4 made it.
    assert!(at(&twice, 3, 1).is_true());
    let once = ops.replace("@setjmp", "@getpid");
    let once = with_flag(&once, "func @getpid external params 1 ret 1 declared\n");
    assert!(at(&once, 3, 1).is_false());
}

// Random programs, run on all inputs.

const OPS: [&str; 11] = [
    "const rA, N",
    "mov rA, rB",
    "add.32i rA, rB, N",
    "and.i 32, rA, rB, N",
    "eq.i 32, rA, rB, N",
    "ult.i 32, rA, rB, N",
    "sgt.32i rA, rB, N",
    "trunc 32, 2, rA, rB\n sext 2, 32, rA, rA",
    "store.32g rB, @flag, 0",
    "load.32g rA, @flag, 0",
    "call rA, 1, @callee, 2, args0",
];
const ENDS: [&str; 9] = [
    "jmp bT",
    "br.eq.i 32, rB, N, bT, bU",
    "br.ne.i 32, rB, N, bT, bU",
    "br.ult.i 32, rB, N, bT, bU",
    "br.ugt.i 32, rB, N, bT, bU",
    "br.slt.32i rB, N, bT, bU",
    "br.sgt.32i rB, N, bT, bU",
    "switch 32, rB, t0",
    "ret rB, 1",
];
const N_BLOCKS: u32 = 5;

/// A template with random registers, numbers and blocks.
fn filled(random: &mut Random, template: &str) -> String {
    let mut text = template.to_string();
    for (letter, limit, from) in [("rA", 6, 0), ("rB", 6, 0), ("N", 5, 0), ("T", 5, 1), ("U", 5, 1)]
    {
        let prefix = if letter.starts_with('r') { "r" } else { "" };
        text = text.replace(letter, &format!("{prefix}{}", random.below(limit) + from));
    }
    text
}

fn random_function(random: &mut Random, head: &str, first_line: u32) -> String {
    let mut ops = "switch t0 1: b1, 3: b2, default b3\nb0:\n".to_string();
    for reg in 2..6 {
        ops += &format!(" const r{reg}, {}\n", random.below(4));
    }
    ops += " jmp b1\n";
    for block in 1..=N_BLOCKS {
        ops += &format!("b{block}:\n mov r6, r0 !{}\n", first_line + block);
        for _ in 0..random.below(3) {
            let template = *random.pick(&OPS);
            ops += &format!(" {}\n", filled(random, template));
        }
        let template = *random.pick(&ENDS);
        ops += &format!(" {}\n", filled(random, template));
    }
    func(head, &ops)
}

/// A place of a run, before its ops.
struct Step {
    node: Node,
    frame: usize,
    regs: [u64; 8],
    flag: u64,
}

/// A run: where it was, and the ways between.
#[derive(Default)]
struct Run {
    steps: Vec<Step>,
    /// By frame: how many steps there were when it was left.
    left: Vec<Option<usize>>,
    /// From a step to a later one; the second is in the frame that the way leads into.
    ways: Vec<(usize, usize)>,
}

const MAX_STEPS: usize = 200;
const MAX_FRAMES: usize = 40;

struct Machine<'m> {
    module: &'m Module,
    graph: &'m Graph,
    run: Run,
    flag: u64,
}

impl Machine<'_> {
    /// What a call returns; nothing if the run takes too long.
    fn call(&mut self, func: FuncId, args: [u64; 2], from: Option<usize>) -> Option<u64> {
        let frame = self.run.left.len();
        self.run.left.push(None);
        let body = self.module.functions[func.index()].body().expect("a body");
        let mut regs = [0; 8];
        regs[..2].copy_from_slice(&args);
        let (mut at, mut came_from) = (0, from);
        loop {
            let node = self.graph.node_at(func, at as u32).expect("a piece");
            if self.graph.piece(node).expect("a piece").first == at as u32 {
                let step = self.run.steps.len();
                self.run.steps.push(Step { node, frame, regs, flag: self.flag });
                self.run.ways.extend(came_from.map(|from| (from, step)));
                came_from = Some(step);
            }
            if self.run.steps.len() > MAX_STEPS || frame > MAX_FRAMES {
                return None;
            }
            let value = |reg: Reg| regs[reg.index()];
            let to = |block: patchlight_ir::BlockId| body.blocks[block.index()] as usize;
            let side = |holds, then, other| to(if holds { then } else { other });
            let mut write = None;
            let next = match body.ops[at] {
                Op::Const { dst, value } => {
                    write = Some((dst, value));
                    at + 1
                }
                Op::Mov { dst, a } => {
                    write = Some((dst, value(a)));
                    at + 1
                }
                Op::Add32I { dst, a, b } => {
                    write = Some((dst, (value(a) + b) & 0xffff_ffff));
                    at + 1
                }
                Op::AndI { dst, a, b, .. } => {
                    write = Some((dst, value(a) & b));
                    at + 1
                }
                Op::EqI { dst, a, b, .. } => {
                    write = Some((dst, (value(a) == b).into()));
                    at + 1
                }
                Op::UltI { dst, a, b, .. } => {
                    write = Some((dst, (value(a) < b).into()));
                    at + 1
                }
                Op::Sgt32I { dst, a, b } => {
                    write = Some((dst, (value(a) as i32 > b as i32).into()));
                    at + 1
                }
                Op::Trunc { dst, a, to, .. } => {
                    write = Some((dst, value(a) & ((1 << to) - 1)));
                    at + 1
                }
                Op::Sext { dst, a, from, .. } => {
                    let wide = (value(a) << (64 - from)) as i64 >> (64 - from);
                    write = Some((dst, wide as u64 & 0xffff_ffff));
                    at + 1
                }
                Op::Store32G { a, .. } => {
                    self.flag = value(a);
                    at + 1
                }
                Op::Load32G { dst, .. } => {
                    write = Some((dst, self.flag));
                    at + 1
                }
                Op::Call { dst, func: callee, .. } => {
                    let result = self.call(callee, [value(Reg(0)), value(Reg(1))], came_from)?;
                    write = Some((dst, result));
                    at + 1
                }
                Op::Jmp { to: block } => to(block),
                Op::BrEqI { a, b, then, other, .. } => side(value(a) == b as u64, then, other),
                Op::BrNeI { a, b, then, other, .. } => side(value(a) != b as u64, then, other),
                Op::BrUltI { a, b, then, other, .. } => side(value(a) < b as u64, then, other),
                Op::BrUgtI { a, b, then, other, .. } => side(value(a) > b as u64, then, other),
                Op::BrSlt32I { a, b, then, other } => side((value(a) as i32) < b, then, other),
                Op::BrSgt32I { a, b, then, other } => side(value(a) as i32 > b, then, other),
                Op::Switch { a, table, .. } => {
                    let table = body.switch(table);
                    let case = table.cases.iter().find(|case| case.0 == value(a));
                    to(case.map_or(table.default, |case| case.1))
                }
                Op::Ret { a, .. } => {
                    self.run.left[frame] = Some(self.run.steps.len());
                    return Some(value(a));
                }
                ref other => panic!("{other:?}"),
            };
            if let Some((dst, value)) = write {
                regs[dst.0.index()] = value;
            }
            at = next;
        }
    }
}

impl Run {
    /// Whether the run comes to a target from a step on, before the step's frame is left.
    fn comes_to(&self, target: Node, from: usize) -> bool {
        let end = self.left[self.steps[from].frame].unwrap_or(self.steps.len());
        self.steps[from..end].iter().any(|step| step.node == target)
    }
}

impl Step {
    fn violates(&self, atom: &Atom) -> bool {
        let value = match atom.var {
            Var::Reg(reg) => self.regs[reg.index()],
            Var::Cell(_) => self.flag,
        };
        !atom.holds_for(value)
    }
}

#[test]
fn no_run_that_comes_to_the_target_violates_a_condition_or_takes_a_closed_way() {
    let mut random = Random::new(3);
    let (mut n_reached, mut n_atoms, mut n_closed) = (0, 0, 0);
    for _ in 0..120 {
        let text = FLAG.to_string()
            + &random_function(&mut random, "@main external params 2 ret 1", 0)
            + &random_function(&mut random, "@callee internal params 2 ret 1", 20);
        let module = module(&text);
        let main = function(&module, "main");
        let analysis = Analysis::new(&module, main, Precision::Likely);
        let graph = &analysis.graph;
        let effects = Effects::new(&module, graph);
        let mut runs = Vec::new();
        for (a, b) in (0..6u64).flat_map(|a| (0..6).map(move |b| (a, b))) {
            let values = [a, b].map(|n| if n == 5 { 0xffff_ffff } else { n });
            let mut machine = Machine { module: &module, graph, run: Run::default(), flag: 0 };
            machine.call(main, values, None);
            runs.push(machine.run);
        }
        for line in [2, 4, 5, 22, 24] {
            let target = node(&analysis, line);
            let conditions = Preconditions::new(&module, graph, &effects, &[target]);
            n_closed += (0..graph.ways().len()).filter(|&way| conditions.is_closed(way)).count();
            for run in &runs {
                for (n, step) in
                    run.steps.iter().enumerate().filter(|(n, _)| run.comes_to(target, *n))
                {
                    let formula = conditions.at(step.node);
                    assert!(!formula.is_false(), "{:?} of line {line} in\n{text}", step.node);
                    let violated = formula.atoms().iter().find(|atom| step.violates(atom));
                    assert_eq!(violated, None, "at step {n} to line {line} in\n{text}");
                    n_atoms += formula.atoms().len();
                    n_reached += 1;
                }
                for &(from, to) in run.ways.iter().filter(|way| run.comes_to(target, way.1)) {
                    let [way, _] = graph.ways_of_step(run.steps[from].node, run.steps[to].node);
                    let way = way.expect("a way of the graph");
                    assert!(!conditions.is_closed(way), "{from} {to} to line {line} in\n{text}");
                }
            }
        }
    }
    assert!(
        n_reached > 10_000 && n_atoms > 1_000 && n_closed > 500,
        "{n_reached} {n_atoms} {n_closed}"
    );
}
