//! Where the values of a branch come from, and which calls and texts could give it others.

mod common;

use common::{analysis, func, function, module, node, nodes};
use patchlight_guide::analysis::{Analysis, Trace};
use patchlight_guide::definitions::{Definition, Finder, Stores};
use patchlight_guide::options::{Addition, Texts, additions};
use patchlight_ir::Module;

/// The definitions on which it depends whether the branch of line `from` goes to line `to`, as lines:
/// with whether they satisfy the condition, and how far away they are.
fn definitions(
    module: &Module,
    [from, to]: [u32; 2],
    pointers: bool,
) -> Vec<(u32, Option<bool>, u32)> {
    let analysis = analysis(module);
    let found = find(&analysis, [from, to], pointers);
    found.iter().map(|one| (line_of(&analysis, one), one.satisfies, one.depth)).collect()
}

fn find(analysis: &Analysis<'_>, [from, to]: [u32; 2], pointers: bool) -> Vec<Definition> {
    let is_own = vec![true; analysis.module.functions.len()];
    let stores = Stores::new(analysis, &is_own);
    let finder = Finder::new(analysis, &stores, &is_own, pointers);
    // The branch is behind all calls of its line.
    let branch = *nodes(analysis, from).last().expect("code");
    finder.of_side(branch, node(analysis, to))
}

fn line_of(analysis: &Analysis<'_>, definition: &Definition) -> u32 {
    let piece = analysis.graph.piece(definition.node).expect("a piece");
    let body = analysis.module.functions[piece.func.index()].body().expect("a body");
    body.loc(piece.last as usize).line
}

#[test]
fn constants_that_satisfy_the_condition_come_first() {
    let module = module(&func(
        "@main external params 1 ret 0",
        "switch t0 1: b1, 2: b2, default b3\nb0:\n switch 32, r0, t0 !1\nb1:\n const r1, 5 !2\n jmp b4 !2\n\
         b2:\n const r1, 7 !3\n jmp b4 !3\nb3:\n const r1, 9 !4\n jmp b4 !4\n\
         b4:\n br.eq.i 32, r1, 7, b5, b6 !5\nb5:\n ret r0, 0 !6\nb6:\n ret r0, 0 !7",
    ));
    let expected = [(3, Some(true), 0), (2, Some(false), 0), (4, Some(false), 0)];
    let mut found = definitions(&module, [5, 6], false);
    found[1..].sort_unstable();
    assert_eq!(found, expected);
    // For the other side it is the other way round.
    let other = definitions(&module, [5, 7], false);
    assert_eq!(other[2], (3, Some(false), 0));
    assert!(other[..2].iter().all(|one| one.1 == Some(true)));
}

#[test]
fn a_parameter_is_given_by_all_calls_of_its_function() {
    let module = module(
        &(func(
            "@main external params 1 ret 0",
            "b0:\n const r1, 3 !1\n call r2, 0, @callee, 1, args1 !1\n const r1, 4 !2\n \
             call r2, 0, @callee, 1, args1 !2\n call r2, 0, @callee, 1, args0 !3\n ret r0, 0 !4",
        ) + &func(
            "@callee internal params 1 ret 0",
            "b0:\n br.eq.i 32, r0, 4, b1, b2 !11\nb1:\n ret r0, 0 !12\nb2:\n ret r0, 0 !13",
        )),
    );
    let expected = [(2, Some(true), 1), (3, None, 1), (1, Some(false), 1)];
    assert_eq!(definitions(&module, [11, 12], false), expected);
}

#[test]
fn what_was_loaded_is_given_by_stores_to_the_same_bytes() {
    let module = module(
        &("global @mode internal size 8 align 4 {\n}\n".to_string()
            + &func(
                "@main external params 1 ret 0",
                "b0:\n br.eq.i 32, r0, 1, b1, b2 !1\nb1:\n const r1, 2 !2\n store.32g r1, @mode, 0 !2\n \
                 jmp b3 !2\nb2:\n const r1, 2 !3\n store.32g r1, @mode, 4 !3\n jmp b3 !3\n\
                 b3:\n load.32g r2, @mode, 0 !4\n br.eq.i 32, r2, 2, b4, b5 !4\n\
                 b4:\n ret r0, 0 !5\nb5:\n ret r0, 0 !6",
            )),
    );
    // Line 3 stores to the bytes behind.
    assert_eq!(definitions(&module, [4, 5], false), [(2, Some(true), 1)]);
}

#[test]
fn structures_are_followed_by_their_offsets_only_if_that_is_asked_for() {
    let module = module(&func(
        "@main external params 2 ret 0",
        "b0:\n const r2, 6 !1\n store.32 r2, r0, 8 !1\n jmp b1 !1\nb1:\n const r2, 6 !2\n \
         store.32 r2, r0, 12 !2\n jmp b2 !2\nb2:\n load.32 r3, r1, 8 !3\n \
         br.eq.i 32, r3, 6, b3, b4 !3\nb3:\n ret r0, 0 !4\nb4:\n ret r0, 0 !5",
    ));
    assert_eq!(definitions(&module, [3, 4], false), []);
    assert_eq!(definitions(&module, [3, 4], true), [(1, Some(true), 1)]);
}

#[test]
fn a_result_is_given_by_the_call_and_by_what_the_function_returns() {
    let module = module(
        &(func(
            "@main external params 1 ret 0",
            "b0:\n call r1, 1, @callee, 1, args0 !1\n br.eq.i 32, r1, 1, b1, b2 !2\n\
             b1:\n ret r0, 0 !3\nb2:\n ret r0, 0 !4",
        ) + &func(
            "@callee internal params 1 ret 1",
            "b0:\n br.eq.i 32, r0, 5, b1, b2 !11\nb1:\n const r1, 1 !12\n ret r1, 1 !12\n\
             b2:\n const r1, 0 !13\n ret r1, 1 !13",
        )),
    );
    let analysis = analysis(&module);
    let found = find(&analysis, [2, 3], false);
    let lines: Vec<_> = found.iter().map(|one| (line_of(&analysis, one), one.satisfies)).collect();
    assert_eq!(lines, [(12, Some(true)), (1, None), (13, Some(false))]);
    let call = found[1].call.expect("the call is named");
    assert_eq!((call.func, call.op), (function(&module, "main"), 0));
    let wanted = call.wanted.expect("a condition on its result");
    assert!(wanted.holds_for(1) && !wanted.holds_for(0));
}

#[test]
fn a_condition_is_carried_through_additions_and_masks() {
    let module = module(&func(
        "@main external params 1 ret 0",
        "b0:\n br.eq.i 32, r0, 1, b1, b2 !1\nb1:\n const r1, 10 !2\n jmp b3 !2\nb2:\n const r1, 11 !3\n \
         jmp b3 !3\nb3:\n add.32i r2, r1, 5 !4\n br.eq.i 32, r2, 16, b4, b5 !4\n\
         b4:\n ret r0, 0 !5\nb5:\n ret r0, 0 !6",
    ));
    let found = definitions(&module, [4, 5], false);
    // 11 + 5 is 16; the addition itself gives what it is given.
    assert_eq!(found, [(3, Some(true), 1), (4, None, 0), (2, Some(false), 1)]);
}

const TEXTS: &str = "global @.opts internal constant size 5 align 1 {\n bytes \"ab:w\\00\"\n}\n\
    global @.help internal constant size 7 align 1 {\n bytes \"--help\\00\"\n}\n\
    global @.home internal constant size 5 align 1 {\n bytes \"HOME\\00\"\n}\n\
    func @getopt external params 3 ret 1 declared\n\
    func @strcmp external params 2 ret 1 declared\n\
    func @getenv external params 1 ret 1 declared\n";

fn asks() -> Module {
    module(
        &(TEXTS.to_string()
            + &func(
                "@main external params 2 ret 0",
                "b0:\n addr.g r2, @.opts, 0 !1\n call r3, 1, @getopt, 3, args0 !1\n \
                 br.eq.i 32, r3, 119, b1, b2 !1\nb1:\n ret r0, 0 !2\nb2:\n mov r0, r1 !3\n \
                 addr.g r1, @.help, 0 !3\n call r3, 1, @strcmp, 2, args0 !3\n br.eq.i 32, r3, 0, b3, b4 !3\n\
                 b3:\n ret r0, 0 !4\nb4:\n addr.g r0, @.home, 0 !5\n call r3, 1, @getenv, 1, args0 !5\n \
                 br.eq.i 64, r3, 0, b5, b6 !5\nb5:\n ret r0, 0 !6\nb6:\n ret r0, 0 !7",
            )),
    )
}

#[test]
fn options_texts_and_variables_are_named_by_the_calls_that_ask_for_them() {
    let module = asks();
    let texts = Texts::new(&module, &vec![true; module.functions.len()]);
    let all: Vec<Addition> = texts.all().cloned().collect();
    let argument = |text: &str| Addition::Argument(text.as_bytes().to_vec());
    for expected in [
        argument("-a"),
        argument("-w"),
        Addition::Text(b"--help".to_vec()),
        Addition::Variable("HOME".to_string()),
    ] {
        assert!(all.contains(&expected), "{expected:?} is not in {all:?}");
    }
}

#[test]
fn a_wanted_result_of_getopt_is_its_option() {
    let module = asks();
    let analysis = analysis(&module);
    let found = find(&analysis, [1, 2], false);
    let calls = found.iter().filter_map(|definition| definition.call);
    let wanted: Vec<Addition> = calls.flat_map(|call| additions(&module, &call)).collect();
    assert_eq!(wanted, [Addition::Argument(b"-w".to_vec())]);
}

// Gateways.

const GUARDED: &str = "b0:\n br.eq.i 32, r0, 1, b1, b7 !1\nb1:\n br.eq.i 32, r1, 1, b2, b3 !2\n\
    b2:\n mov r2, r0 !3\n jmp b4 !3\nb3:\n mov r2, r1 !4\n jmp b4 !4\n\
    b4:\n br.eq.i 32, r2, 5, b5, b6 !5\nb5:\n mov r3, r0 !6\n jmp b7 !6\n\
    b6:\n br.eq.i 32, r2, 6, b5, b7 !7\nb7:\n ret r0, 0 !8";

/// The line of the gateway to some lines, after a run that was at others.
fn gateway(module: &Module, targets: &[u32], executed: &[u32]) -> Option<u32> {
    let analysis = analysis(module);
    let nodes = targets.iter().map(|&line| node(&analysis, line)).collect();
    let guidance = analysis.towards(nodes, true);
    let mut trace = Trace::new(&analysis.graph);
    executed.iter().for_each(|&line| trace.add_node(node(&analysis, line)));
    let found = guidance.gateway(&analysis.graph, &trace)?;
    let piece = analysis.graph.piece(found).expect("a piece");
    let body = module.functions[piece.func.index()].body().expect("a body");
    Some(body.loc(piece.last as usize).line)
}

#[test]
fn the_gateway_is_the_first_place_that_all_ways_to_the_target_share() {
    let module = module(&func("@main external params 2 ret 0", GUARDED));
    // A run that took the other side at line 1: everything goes through line 2.
    assert_eq!(gateway(&module, &[6], &[1, 8]), Some(2));
    assert_eq!(gateway(&module, &[3], &[1, 8]), Some(2));
    // From line 2 on two ways lead to line 5, which is the first that they share.
    assert_eq!(gateway(&module, &[6], &[1, 2, 8]), Some(5));
    // Of the two ways from line 5 to the target nothing is shared but the target.
    assert_eq!(gateway(&module, &[6], &[1, 2, 3, 5, 8]), Some(6));
}

#[test]
fn several_targets_have_no_gateway_behind_which_they_part() {
    let module = module(&func("@main external params 2 ret 0", GUARDED));
    assert_eq!(gateway(&module, &[3, 4], &[1, 8]), Some(2));
    assert_eq!(gateway(&module, &[3, 4], &[1, 2, 8]), None);
}

#[test]
fn a_way_that_provably_does_not_lead_there_is_not_gone_round_by() {
    // The way past line 2 sets what the target needs otherwise.
    let text = "b0:\n br.eq.i 32, r0, 1, b1, b4 !1\nb1:\n br.eq.i 32, r1, 1, b2, b3 !2\n\
        b2:\n const r2, 5 !3\n jmp b5 !3\nb3:\n const r2, 6 !4\n jmp b5 !4\nb4:\n ret r0, 0 !5\n\
        b5:\n br.eq.i 32, r2, 5, b6, b4 !6\nb6:\n ret r0, 0 !7";
    let module = module(&func("@main external params 2 ret 0", text));
    assert_eq!(gateway(&module, &[7], &[1, 2, 5]), Some(3));
}
