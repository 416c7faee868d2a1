//! Edges of the dependence graph between lines of small programs, by their definitions: definitions
//! that reach uses, stores that overlap loads, branches that decide (brute force on random graphs),
//! arguments, results, calls and allocations.

mod common;

use common::{Random, func, module};
use patchlight_guide::dependence::DependenceKind::{self, *};
use patchlight_guide::dependence::Dependences;
use patchlight_ir::{FileId, Module, OpPlace, SourceMap};
use std::collections::BTreeSet;

fn line_of(module: &Module, place: OpPlace) -> u32 {
    let body = module.functions[place.func.index()].body().expect("a body");
    body.loc(place.op).line
}

/// The other lines that a line depends on.
fn of(module: &Module, line: u32) -> Vec<(u32, DependenceKind)> {
    let dependences = Dependences::new(module, |_| false);
    let map = SourceMap::new(module);
    let ops = map.ops_of_line(FileId(0), line);
    assert!(!ops.is_empty(), "line {line} has no code");
    let direct = ops.iter().flat_map(|&op| dependences.of(op));
    let lines = direct.map(|(place, kind)| (line_of(module, place), kind));
    let lines: BTreeSet<_> = lines.filter(|&(of, _)| of != line).collect();
    lines.into_iter().collect()
}

fn main_of(ops: &str) -> Module {
    module(&func("@main external params 2 ret 1", ops))
}

#[test]
fn a_use_depends_on_the_definitions_that_reach_it() {
    let module = main_of(
        "b0:\n const r2, 1 !1\n const r3, 9 !2\n br.eq.i 32, r0, 1, b1, b2 !3\n\
         b1:\n const r2, 2 !4\n jmp b2\nb2:\n add.32 r4, r2, r3 !5\n const r2, 3 !6\n ret r4, 1 !7",
    );
    assert_eq!(of(&module, 5), [(1, Register), (2, Register), (4, Register)]);
    assert_eq!(of(&module, 7), [(5, Register)]);
    assert_eq!(of(&module, 4), [(3, Control)]);
}

#[test]
fn a_load_depends_on_stores_to_bytes_that_overlap() {
    let module = module(
        &("global @g internal size 16 align 4 {\n}\n".to_string()
            + &func(
                "@main external params 2 ret 1",
                "b0:\n store.32g r0, @g, 0 !1\n store.8g r0, @g, 3 !2\n store.32g r0, @g, 4 !3\n \
                 store.64g r0, @g, 8 !4\n load.32g r2, @g, 0 !5\n load.32g r3, @g, 12 !6\n ret r2, 1 !7",
            )),
    );
    assert_eq!(of(&module, 5), [(1, Memory), (2, Memory)]);
    assert_eq!(of(&module, 6), [(4, Memory)]);
}

#[test]
fn elements_of_arrays_are_told_from_fields_between_them() {
    // Elements of 8 bytes with two fields each: an index reaches all fields of one kind.
    let module = module(
        &("global @g internal size 64 align 4 {\n}\n".to_string()
            + &func(
                "@main external params 2 ret 1",
                "b0:\n store.32gx r0, r1, 8, @g, 0 !1\n store.32gx r0, r1, 8, @g, 4 !2\n \
                 store.32g r0, @g, 24 !3\n load.32gx r2, r0, 8, @g, 0 !4\n load.32g r3, @g, 20 !5\n \
                 ret r2, 1 !6",
            )),
    );
    assert_eq!(of(&module, 4), [(1, Memory), (3, Memory)]);
    assert_eq!(of(&module, 5), [(2, Memory)]);
}

#[test]
fn pointers_tell_objects_apart() {
    let module = module(
        &("global @a internal size 8 align 4 {\n}\nglobal @b internal size 8 align 4 {\n}\n"
            .to_string()
            + &func(
                "@main external params 2 ret 1",
                "b0:\n addr.g r2, @a, 0 !1\n addr.g r3, @b, 0 !2\n select r4, r0, r2, r3 !3\n \
                 store.32 r1, r2, 0 !4\n store.32 r1, r3, 0 !5\n store.32 r1, r4, 4 !6\n \
                 load.32 r5, r2, 0 !7\n load.32 r6, r3, 4 !8\n ret r5, 1 !9",
            )),
    );
    assert_eq!(of(&module, 7), [(1, Register), (4, Memory)]);
    assert_eq!(of(&module, 8), [(2, Register), (6, Memory)]);
}

#[test]
fn an_access_depends_on_the_allocation_and_not_on_what_is_freed() {
    let module = module(
        &(func(
            "@main external params 2 ret 1",
            "b0:\n call r2, 1, @malloc, 1, args0 !1\n store.32 r1, r2, 0 !2\n load.32 r3, r2, 0 !3\n \
             call r4, 0, @free, 1, args2 !4\n load.32 r5, r2, 0 !5\n ret r3, 1 !6",
        ) + "func @malloc external params 1 ret 1 declared\nfunc @free external params 1 ret 0 declared\n"),
    );
    assert_eq!(of(&module, 3), [(1, Register), (1, Allocation), (2, Memory)]);
    assert_eq!(of(&module, 5), [(1, Register), (1, Allocation), (2, Memory)]);
}

#[test]
fn arguments_results_and_calls_lead_between_functions() {
    let module = module(
        &(func(
            "@main external params 2 ret 1",
            "b0:\n const r2, 4 !1\n call r3, 1, @callee, 1, args2 !2\n add.32i r4, r3, 1 !3\n ret r4, 1 !4",
        ) + &func(
            "@callee internal params 1 ret 1",
            "b0:\n mul.32i r1, r0, 3 !11\n const r2, 8 !12\n ret r1, 1 !13",
        )),
    );
    assert_eq!(of(&module, 11), [(2, Argument), (2, Call)]);
    assert_eq!(of(&module, 12), [(2, Call)]);
    assert_eq!(of(&module, 3), [(2, Register), (13, Result)], "the call, and what it returns");
    assert_eq!(of(&module, 2), [(1, Register)]);
}

#[test]
fn a_slice_goes_through_a_function_only_to_the_results_of_the_same_call() {
    let module = module(
        &(func(
            "@main external params 2 ret 1",
            "b0:\n const r2, 4 !1\n call r3, 1, @twice, 1, args2 !2\n const r4, 5 !3\n \
             call r5, 1, @twice, 1, args4 !4\n mov r6, r3 !5\n mov r7, r5 !6\n ret r6, 1 !7",
        ) + &func(
            "@twice internal params 1 ret 1",
            "b0:\n mul.32i r1, r0, 2 !11\n ret r1, 1 !12",
        )),
    );
    let dependences = Dependences::new(&module, |_| false);
    let map = SourceMap::new(&module);
    let affected = |line: u32| {
        let places = dependences.affected_by(map.ops_of_line(FileId(0), line));
        let lines: BTreeSet<u32> = places.iter().map(|place| line_of(&module, place)).collect();
        lines
    };
    assert!(affected(1).is_superset(&BTreeSet::from([2, 5, 7, 11, 12])));
    assert!(!affected(1).contains(&6), "the other call's result");
    assert!(affected(3).contains(&6) && !affected(3).contains(&5));
}

// Control dependence by its definition.

const N: usize = 7;

struct Control {
    targets: Vec<Vec<usize>>,
}

impl Control {
    fn new(random: &mut Random) -> Control {
        let mut target = || 1 + random.below(N as u32 - 1) as usize;
        let targets = (0..N).map(|block| match block {
            // The last block is the only end.
            block if block == N - 1 => Vec::new(),
            _ => (0..1 + target() % 2).map(|_| target()).collect(),
        });
        Control { targets: targets.collect() }
    }

    /// Whether the end can be come to from a block without going through another one.
    fn escapes(&self, from: usize, without: Option<usize>) -> bool {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![from]);
        while let Some(block) = waiting.pop() {
            if Some(block) == without || !seen.insert(block) {
                continue;
            }
            if block == N - 1 {
                return true;
            }
            waiting.extend(&self.targets[block]);
        }
        false
    }

    fn is_reached(&self, block: usize) -> bool {
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![0]);
        while let Some(at) = waiting.pop() {
            if at == block {
                return true;
            }
            if seen.insert(at) {
                waiting.extend(&self.targets[at]);
            }
        }
        false
    }

    /// Whether all ways from a block to the end go through another one.
    fn always_comes_to(&self, from: usize, to: usize) -> bool {
        !self.escapes(from, Some(to))
    }

    /// After Ferrante, Ottenstein and Warren: one side of the branch always comes to the block, and the
    /// branch itself (going on from it) does not.
    fn depends(&self, block: usize, branch: usize) -> bool {
        let sides = &self.targets[branch];
        sides.iter().any(|&side| self.always_comes_to(side, block))
            && sides.iter().any(|&side| !self.always_comes_to(side, block))
    }

    fn text(&self) -> String {
        let mut ops = String::new();
        for (block, targets) in self.targets.iter().enumerate() {
            let line = block + 1;
            ops += &format!("b{block}:\n const r2, {block} !{line}\n");
            ops += &match targets[..] {
                [] => " ret r0, 1\n".to_string(),
                [to] => format!(" jmp b{to}\n"),
                [to, other, ..] => format!(" br.eq.i 32, r1, 5, b{to}, b{other} !{}\n", line + 20),
            };
        }
        ops
    }
}

#[test]
fn branches_that_decide_about_blocks_are_those_of_the_definition() {
    let mut random = Random::new(5);
    let (mut n_graphs, mut n_edges) = (0, 0);
    while n_graphs < 150 {
        let control = Control::new(&mut random);
        let is_usual = |block| control.is_reached(block) && control.escapes(block, None);
        if !(0..N).all(is_usual) {
            continue;
        }
        n_graphs += 1;
        let module = main_of(&control.text());
        let dependences = Dependences::new(&module, |_| false);
        let map = SourceMap::new(&module);
        for block in 0..N {
            let op = map.ops_of_line(FileId(0), block as u32 + 1)[0];
            let found: BTreeSet<u32> = dependences
                .of(op)
                .into_iter()
                .filter(|&(_, kind)| kind == Control)
                .map(|(place, _)| line_of(&module, place) - 21)
                .collect();
            let expected: BTreeSet<u32> =
                (0..N).filter(|&branch| control.depends(block, branch)).map(|n| n as u32).collect();
            assert_eq!(found, expected, "block {block} of\n{}", control.text());
            n_edges += expected.len();
        }
    }
    assert!(n_edges > 500, "{n_edges}");
}
