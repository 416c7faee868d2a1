//! Distances by their definition in the paper on KATCH (§3.2): branches between a place and the
//! target; calls are gone into or past, and nothing comes back.

mod common;

use common::{Random, analysis, func, function, module, node};
use patchlight_guide::analysis::{Analysis, Trace};
use patchlight_guide::callees::Precision;
use patchlight_guide::distance::UNREACHABLE;
use patchlight_ir::Module;

/// The distances of lines to a target.
fn distances(module: &Module, lines: &[u32], target: u32) -> Vec<u32> {
    let analysis = analysis(module);
    let guidance = analysis.towards(vec![node(&analysis, target)], false);
    lines.iter().map(|&line| guidance.distances.from(node(&analysis, line))).collect()
}

#[test]
fn branches_count_and_blocks_do_not() {
    // 1 ── 2 ── 3? ── 4 ── 5? ── 6, both branches lead to 7 as well.
    let module = module(&func(
        "@main external params 1 ret 0",
        "b0:\n mov r1, r0 !1\n jmp b1\nb1:\n mov r2, r0 !2\n jmp b2\n\
         b2:\n br.eq.i 32, r0, 1, b3, b6 !3\nb3:\n mov r1, r0 !4\n jmp b4\n\
         b4:\n br.eq.i 32, r0, 2, b5, b6 !5\nb5:\n mov r1, r0 !6\n jmp b6\nb6:\n ret r0, 0 !7",
    ));
    assert_eq!(distances(&module, &[1, 2, 3, 4, 5, 6], 6), [2, 2, 2, 1, 1, 0]);
    // Past 3 it is one branch to 7, from 6 none.
    assert_eq!(distances(&module, &[1, 4, 5, 6, 7], 7), [1, 1, 1, 0, 0]);
}

#[test]
fn the_nearer_of_two_ways_counts_and_a_switch_is_one_branch() {
    let text = func(
        "@main external params 1 ret 0",
        "switch t0 1: b1, 2: b2, 3: b3, default b4\nb0:\n switch 32, r0, t0 !1\n\
         b1:\n br.eq.i 32, r0, 7, b2, b4 !2\nb2:\n br.eq.i 32, r0, 8, b3, b4 !3\n\
         b3:\n mov r1, r0 !4\n jmp b4\nb4:\n ret r0, 0 !5",
    );
    assert_eq!(distances(&module(&text), &[1, 2, 3, 4], 4), [1, 2, 1, 0]);
    let longer = text.replace("3: b3, default", "3: b1, default");
    assert_eq!(distances(&module(&longer), &[1, 2, 3, 4], 4), [2, 2, 1, 0]);
}

#[test]
fn a_branch_with_one_target_is_a_jump() {
    let module = module(&func(
        "@main external params 1 ret 0",
        "b0:\n br.eq.i 32, r0, 1, b1, b1 !1\nb1:\n ret r0, 0 !2",
    ));
    assert_eq!(distances(&module, &[1], 2), [0]);
}

#[test]
fn a_loop_is_left_by_one_branch_and_not_entered_backwards() {
    let module = module(&func(
        "@main external params 1 ret 0",
        "b0:\n const r1, 0 !1\n jmp b1\nb1:\n br.ult 32, r1, r0, b2, b3 !2\n\
         b2:\n add.32i r1, r1, 1 !3\n jmp b1\nb3:\n ret r0, 0 !4",
    ));
    assert_eq!(distances(&module, &[1, 2, 3, 4], 4), [1, 1, 1, 0]);
    assert_eq!(distances(&module, &[4], 3), [UNREACHABLE]);
}

const CALLS: &str = "b0:\n br.eq.i 32, r0, 1, b1, b2 !1\n\
    b1:\n call r1, 0, @helper, 1, args0 !2\n jmp b2\n\
    b2:\n call r1, 0, @other, 1, args0 !3\n jmp b3\n\
    b3:\n br.eq.i 32, r0, 2, b4, b5 !4\nb4:\n mov r1, r0 !5\n jmp b5\nb5:\n ret r0, 0 !6";

fn calls() -> Module {
    let helper =
        "b0:\n br.eq.i 32, r0, 9, b1, b2 !11\nb1:\n mov r1, r0 !12\n jmp b2\nb2:\n ret r0, 0 !13";
    let other = "b0:\n mov r1, r0 !21\n ret r0, 0 !22";
    module(
        &(func("@main external params 1 ret 0", CALLS)
            + &func("@helper internal params 1 ret 0", helper)
            + &func("@other internal params 1 ret 0", other)),
    )
}

#[test]
fn a_way_into_a_function_costs_nothing() {
    assert_eq!(distances(&calls(), &[2, 1, 11, 12], 12), [1, 2, 1, 0]);
}

#[test]
fn a_way_past_a_call_costs_a_branch_only_if_the_call_leads_there_too() {
    // To line 5: `other` does not lead there, nor does `helper`.
    assert_eq!(distances(&calls(), &[1, 2, 3, 4], 5), [2, 1, 1, 1]);
    // Where the called function calls on to the target, its call is a branch with two sides.
    let module = module(
        &(func(
            "@main external params 1 ret 0",
            "b0:\n call r1, 0, @middle, 1, args0 !1\n br.eq.i 32, r0, 2, b1, b2 !2\n\
             b1:\n call r1, 0, @last, 1, args0 !3\n jmp b2\nb2:\n ret r0, 0 !4",
        ) + &func(
            "@middle internal params 1 ret 0",
            "b0:\n br.eq.i 32, r0, 1, b1, b4 !11\nb1:\n br.eq.i 32, r0, 2, b2, b4 !12\n\
             b2:\n br.eq.i 32, r0, 3, b3, b4 !13\nb3:\n call r1, 0, @last, 1, args0 !14\n jmp b4\n\
             b4:\n ret r0, 0 !15",
        ) + &func("@last internal params 1 ret 0", "b0:\n ret r0, 0 !21")),
    );
    // Through `middle` three branches, past it one and the branch of line 2.
    assert_eq!(distances(&module, &[1, 2, 3, 11], 21), [2, 1, 0, 3]);
}

#[test]
fn nothing_comes_back_from_a_function() {
    // `helper` is called by `main` alone, but its code does not lead to what follows the call.
    assert_eq!(distances(&calls(), &[11, 13], 5), [UNREACHABLE; 2]);
}

#[test]
fn calls_through_pointers_reach_functions_by_type_all_or_none() {
    let module = module(
        &("global @table external size 8 align 8 {\n reloc 8 at 0 func @one + 0\n}\n".to_string()
            + &func(
                "@main external params 1 ret 0",
                "b0:\n load.64 r1, r0, 0 !1\n call.ptr r2, 0, r1, 1, args0 !1\n \
                 addr.f r3, @two !2\n ret r0, 0",
            )
            + &func("@one internal params 1 ret 0", "b0:\n ret r0, 0 !11")
            + &func("@two internal params 2 ret 0", "b0:\n ret r0, 0 !21")),
    );
    let distance = |precision, line| {
        let analysis = Analysis::new(&module, function(&module, "main"), precision);
        let guidance = analysis.towards(vec![node(&analysis, line)], false);
        guidance.distances.from(node(&analysis, 1))
    };
    use Precision::{DirectOnly, Likely, Safe};
    assert_eq!([Likely, Safe, DirectOnly].map(|p| distance(p, 11)), [0, 0, UNREACHABLE]);
    // Another number of parameters: only if anything may happen.
    assert_eq!([Likely, Safe, DirectOnly].map(|p| distance(p, 21)), [UNREACHABLE, 0, UNREACHABLE]);
}

#[test]
fn a_table_that_nobody_writes_says_who_is_called() {
    let table = |linkage: &str| {
        format!("global @table {linkage} size 8 align 8 {{\n reloc 8 at 0 func @one + 0\n}}\n")
    };
    let code = func(
        "@main external params 1 ret 0",
        "b0:\n load.64g r1, @table, 0 !1\n call.ptr r2, 0, r1, 1, args0 !1\n addr.f r3, @two !2\n \
         ret r0, 0",
    ) + &func("@one internal params 1 ret 0", "b0:\n ret r0, 0 !11")
        + &func("@two internal params 1 ret 0", "b0:\n ret r0, 0 !21");
    let constant = module(&(table("internal constant") + &code));
    assert_eq!(distances(&constant, &[1], 11), [0]);
    assert_eq!(distances(&constant, &[1], 21), [UNREACHABLE]);
    let written =
        code.replace("addr.f r3, @two !2\n", "addr.f r3, @two !2\n store.64g r3, @table, 0\n");
    let written = module(&(table("internal") + &written));
    assert_eq!(distances(&written, &[1], 21), [0]);
}

#[test]
fn an_execution_is_as_far_as_its_nearest_frame_and_the_way_back_to_it() {
    let module = calls();
    let analysis = analysis(&module);
    let guidance = analysis.towards(vec![node(&analysis, 5)], false);
    let op = |line: u32| {
        let place = analysis.graph.piece(node(&analysis, line)).expect("a piece");
        (place.func, place.first)
    };
    let main = function(&module, "main");
    let call = analysis.graph.piece(node(&analysis, 2)).expect("a piece").last;
    let of_frames = |frames: Vec<_>| {
        analysis.to_return.of_frames(&analysis.graph, &guidance.distances, frames.into_iter())
    };
    // At line 13 nothing stands between `helper` and its return; behind the call of line 2 it is
    // one branch to line 5.
    assert_eq!(of_frames(vec![op(13), (main, call)]), 1);
    // At line 11 it is one branch to the return.
    assert_eq!(of_frames(vec![op(11), (main, call)]), 2);
    assert_eq!(of_frames(vec![op(4)]), 1);
}

#[test]
fn a_seed_is_as_near_as_the_places_that_are_left_without_closed_ones() {
    // The paper's Figure 3: the call with 0 does not count, so input 50 is farther than input 150.
    let module = module(
        &(func(
            "@main external params 1 ret 0",
            "b0:\n br.slt.32i r0, 100, b1, b2 !1\nb1:\n const r1, 0 !2\n \
             call r2, 0, @f, 1, args1 !2\n jmp b2\nb2:\n br.sgt.32i r0, 100, b3, b5 !4\n\
             b3:\n br.sgt.32i r0, 200, b4, b5 !5\nb4:\n call r2, 0, @f, 1, args0 !6\n jmp b5\n\
             b5:\n ret r0, 0 !7",
        ) + &func(
            "@f internal params 1 ret 0",
            "b0:\n br.eq.i 32, r0, 999, b1, b2 !9\nb1:\n mov r1, r0 !10\n jmp b2\nb2:\n ret r0, 0 !11",
        )),
    );
    let analysis = analysis(&module);
    let graph = &analysis.graph;
    let start = graph.entry(function(&module, "main")).expect("a body");
    let run = |lines: &[u32]| {
        let mut trace = Trace::new(graph);
        let all: Vec<_> = lines.iter().map(|&line| node(&analysis, line)).collect();
        trace.add_node(start);
        for pair in all.windows(2) {
            trace.add_node(pair[1]);
            for way in graph.ways_of_step(pair[0], pair[1]).into_iter().flatten() {
                trace.add_way(way);
            }
        }
        trace
    };
    let nearest = |prunes: bool, lines: &[u32]| {
        let guidance = analysis.towards(vec![node(&analysis, 10)], prunes);
        guidance.nearest_of_run(graph, &run(lines), start).0
    };
    let (input_50, input_150) = ([1, 2, 9, 11], [1, 4, 5, 7]);
    assert_eq!([nearest(false, &input_50), nearest(false, &input_150)], [1, 2]);
    assert_eq!([nearest(true, &input_50), nearest(true, &input_150)], [4, 2]);
}

/// A random program as plain data: what a block calls, and where it leads.
struct Plan {
    /// By function, by block: the function that it calls, and its targets; none is a return.
    functions: Vec<Vec<(Option<usize>, Vec<usize>)>>,
}

const N_FUNCTIONS: usize = 3;
const N_BLOCKS: usize = 5;

impl Plan {
    fn new(random: &mut Random) -> Plan {
        let mut block = |n: usize| {
            let callee = (random.below(3) == 0).then(|| random.below(N_FUNCTIONS as u32) as usize);
            let mut target = || 1 + random.below(N_BLOCKS as u32 - 1) as usize;
            let targets = match n {
                0 => vec![target(), target()],
                _ => (0..target() % 3).map(|_| target()).collect(),
            };
            (callee, targets)
        };
        let mut function = || (0..N_BLOCKS).map(&mut block).collect();
        Plan { functions: (0..N_FUNCTIONS).map(|_| function()).collect() }
    }

    /// The line of a block's beginning; behind its call it is the next one.
    fn line(function: usize, block: usize) -> u32 {
        (function * 20 + block * 2 + 1) as u32
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (f, blocks) in self.functions.iter().enumerate() {
            let mut ops = String::new();
            for (b, (callee, targets)) in blocks.iter().enumerate() {
                let line = Plan::line(f, b);
                ops += &format!("b{b}:\n mov r1, r0 !{line}\n");
                let mut end = line;
                if let Some(callee) = callee {
                    ops += &format!(" call r2, 0, @f{callee}, 1, args0 !{line}\n");
                    end = line + 1;
                }
                ops += &match targets[..] {
                    [] => format!(" ret r0, 0 !{end}\n"),
                    [to] => format!(" jmp b{to} !{end}\n"),
                    [to, other, ..] => format!(" br.eq.i 32, r0, 5, b{to}, b{other} !{end}\n"),
                };
            }
            text += &func(&format!("@f{f} internal params 1 ret 0"), &ops);
        }
        text + &func("@main external params 1 ret 0", "b0:\n call r1, 0, @f0, 1, args0\n ret r0, 0")
    }

    /// Ways with their costs between lines, as the module's documentation defines them.
    fn ways(&self, target: u32) -> Vec<(u32, u32, u32)> {
        let mut ways = Vec::new();
        let mut past = Vec::new();
        for (f, blocks) in self.functions.iter().enumerate() {
            for (b, (callee, targets)) in blocks.iter().enumerate() {
                let line = Plan::line(f, b);
                let end = line + u32::from(callee.is_some());
                if let Some(callee) = *callee {
                    ways.push((line, Plan::line(callee, 0), 0));
                    past.push((line, callee));
                }
                let is_branch = matches!(targets[..], [to, other, ..] if to != other);
                let to = targets.iter().take(2).map(|&to| Plan::line(f, to));
                ways.extend(to.map(|to| (end, to, u32::from(is_branch))));
            }
        }
        // Whether the target can be come to at all decides what going past a call costs.
        let free: Vec<_> = past.iter().map(|&(line, _)| (line, line + 1, 0)).collect();
        let all_free = [&ways[..], &free[..]].concat();
        for (line, callee) in past {
            let leads = shortest(&all_free, Plan::line(callee, 0), target) != UNREACHABLE;
            ways.push((line, line + 1, u32::from(leads)));
        }
        ways
    }
}

/// By relaxing all ways until nothing changes.
fn shortest(ways: &[(u32, u32, u32)], from: u32, target: u32) -> u32 {
    let mut best = [UNREACHABLE; 64];
    best[target as usize] = 0;
    for _ in 0..64 {
        for &(before, after, cost) in ways {
            let through = best[after as usize].saturating_add(cost);
            best[before as usize] = best[before as usize].min(through);
        }
    }
    best[from as usize]
}

#[test]
fn distances_in_random_programs_are_those_of_exhaustive_relaxation() {
    let mut random = Random::new(7);
    let mut n_reachable = 0;
    for _ in 0..150 {
        let plan = Plan::new(&mut random);
        let module = module(&plan.text());
        let analysis = analysis(&module);
        let target_line = Plan::line(random.below(3) as usize, random.below(5) as usize);
        let guidance = analysis.towards(vec![node(&analysis, target_line)], false);
        let ways = plan.ways(target_line);
        for f in 0..N_FUNCTIONS {
            for b in 0..N_BLOCKS {
                let line = Plan::line(f, b);
                let found = guidance.distances.from(node(&analysis, line));
                assert_eq!(
                    found,
                    shortest(&ways, line, target_line),
                    "{line} to {target_line}:\n{}",
                    plan.text()
                );
                n_reachable += u32::from(found != UNREACHABLE);
            }
        }
    }
    assert!(n_reachable > 500, "{n_reachable}");
}
