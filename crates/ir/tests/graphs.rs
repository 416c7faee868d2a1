//! Control flow, dominators, calls and source lines.

use expect_test::expect;
use patchlight_ir::text::parse;
use patchlight_ir::*;
use proptest::prelude::*;
use std::fmt::Write;

/// A body whose blocks have exactly these successors.
fn body_with_edges(successors: &[Vec<u32>]) -> Body {
    let mut body = Body::default();
    for targets in successors {
        body.blocks.push(body.ops.len() as u32);
        body.ops.push(match targets[..] {
            [] => Op::Ret { a: Reg(0), n: 0 },
            [to] => Op::Jmp { to: BlockId(to) },
            _ => {
                let table = TableId::from_index(body.branch_tables.len());
                body.branch_tables.push(targets.iter().map(|&to| BlockId(to)).collect());
                Op::IndirectBr { a: Reg(0), table }
            }
        });
    }
    body
}

fn blocks(cfg: &Cfg) -> impl Iterator<Item = BlockId> + use<> {
    (0..cfg.n_blocks()).map(BlockId::from_index)
}

/// The blocks that `from` reaches without passing `avoided`.
fn reached(
    n: usize,
    from: &[BlockId],
    avoided: Option<BlockId>,
    next: impl Fn(BlockId) -> Vec<BlockId>,
) -> Vec<bool> {
    let mut seen = vec![false; n];
    let mut open = from.to_vec();
    while let Some(block) = open.pop() {
        if Some(block) != avoided && !std::mem::replace(&mut seen[block.index()], true) {
            open.extend(next(block));
        }
    }
    seen
}

/// The definition: `a` dominates `b` if `b` is reached, but not without passing `a`.
fn check_against_definition(
    tree: &Dominators,
    n: usize,
    roots: &[BlockId],
    next: impl Fn(BlockId) -> Vec<BlockId>,
) {
    let all = reached(n, roots, None, &next);
    for a in (0..n).map(BlockId::from_index) {
        let without_a = reached(n, roots, Some(a), &next);
        for b in (0..n).map(BlockId::from_index) {
            let expected = all[b.index()] && !without_a[b.index()];
            assert_eq!(tree.dominates(a, b), expected, "{a} dominates {b}");
        }
        assert_eq!(tree.is_reached(a), all[a.index()], "{a} is reached");
    }
}

fn any_edges() -> impl Strategy<Value = Vec<Vec<u32>>> {
    (2..12_u32).prop_flat_map(|n| {
        let targets = prop::collection::vec(1..n, 0..4);
        prop::collection::vec(targets, n as usize)
    })
}

proptest! {
    #[test]
    fn dominators_are_what_every_way_from_the_entry_passes(edges in any_edges()) {
        let cfg = Cfg::new(&body_with_edges(&edges));
        let tree = Dominators::new(&cfg);
        let next = |block| cfg.successors(block).to_vec();
        check_against_definition(&tree, cfg.n_blocks(), &[BlockId(0)], next);
    }

    #[test]
    fn post_dominators_are_what_every_way_to_an_exit_passes(edges in any_edges()) {
        let cfg = Cfg::new(&body_with_edges(&edges));
        let tree = Dominators::post(&cfg);
        let exits: Vec<_> = blocks(&cfg).filter(|&b| cfg.successors(b).is_empty()).collect();
        let next = |block| cfg.predecessors(block).to_vec();
        check_against_definition(&tree, cfg.n_blocks(), &exits, next);
    }

    #[test]
    fn edges_go_both_ways_and_come_once(edges in any_edges()) {
        let cfg = Cfg::new(&body_with_edges(&edges));
        for from in blocks(&cfg) {
            for to in blocks(&cfg) {
                let expected = usize::from(edges[from.index()].contains(&to.0));
                let forth = cfg.successors(from).iter().filter(|&&block| block == to).count();
                let back = cfg.predecessors(to).iter().filter(|&&block| block == from).count();
                prop_assert_eq!((forth, back), (expected, expected));
            }
        }
    }

    #[test]
    fn in_reverse_post_order_only_edges_that_close_a_loop_go_back(edges in any_edges()) {
        let cfg = Cfg::new(&body_with_edges(&edges));
        let order = cfg.reverse_post_order();
        let next = |block| cfg.successors(block).to_vec();
        let all = reached(cfg.n_blocks(), &[BlockId(0)], None, next);
        let n_reached = all.iter().filter(|&&reached| reached).count();
        prop_assert_eq!(order.len(), n_reached);
        for (position, &from) in order.iter().enumerate() {
            for &to in cfg.successors(from) {
                let goes_back = order[..=position].contains(&to);
                let closes_loop = reached(cfg.n_blocks(), &[to], None, next)[from.index()];
                prop_assert!(!goes_back || closes_loop, "{} to {}", from, to);
            }
        }
    }
}

/// The registers that each block reads (`false`) and writes, in order.
type Accesses = Vec<Vec<(u16, bool)>>;

fn any_accesses() -> impl Strategy<Value = (Vec<Vec<u32>>, Accesses)> {
    any_edges().prop_flat_map(|edges| {
        let accesses = prop::collection::vec((1..70_u16, any::<bool>()), 0..4);
        let all = prop::collection::vec(accesses, edges.len());
        (Just(edges), all)
    })
}

/// The first access to a register on some way from a block is a read: found by walking all ways.
fn reads_first(edges: &[Vec<u32>], accesses: &[Vec<(u16, bool)>], start: usize, reg: u16) -> bool {
    let first = |block: usize| accesses[block].iter().find(|(to, _)| *to == reg);
    let (mut seen, mut open) = (vec![false; edges.len()], vec![start]);
    while let Some(block) = open.pop() {
        match first(block) {
            Some((_, false)) => return true,
            Some((_, true)) => {}
            None if std::mem::replace(&mut seen[block], true) => {}
            None => open.extend(edges[block].iter().map(|&to| to as usize)),
        }
    }
    false
}

proptest! {
    #[test]
    fn a_register_is_live_where_some_way_reads_it_before_writing_it(
        (edges, accesses) in any_accesses(),
    ) {
        let plain = body_with_edges(&edges);
        let mut body = Body { branch_tables: plain.branch_tables.clone(), ..Body::default() };
        for (block, accesses) in accesses.iter().enumerate() {
            body.blocks.push(body.ops.len() as u32);
            for &(reg, is_write) in accesses {
                body.ops.push(match is_write {
                    true => Op::Const { dst: Def(Reg(reg)), value: 0 },
                    false => Op::Mov { dst: Def(Reg(0)), a: Reg(reg) },
                });
            }
            body.ops.push(plain.ops[block]);
        }
        let liveness = Liveness::of(&body, &Cfg::new(&body), (1..70).map(Reg));
        for block in body.block_ids() {
            for reg in 1..70 {
                let expected = reads_first(&edges, &accesses, block.index(), reg);
                prop_assert_eq!(liveness.is_live(block, Reg(reg)), expected, "r{} at {}", reg, block);
            }
        }
    }
}

#[test]
fn the_tree_of_a_loop_with_two_exits() {
    // b0 → b1 → {b2, b5}, b2 → {b3, b4}, b3 → b1, b4 and b5 leave, b6 runs for ever.
    let edges = [vec![1], vec![2, 5], vec![3, 4], vec![1], vec![], vec![], vec![6]];
    let cfg = Cfg::new(&body_with_edges(&edges));
    let (tree, post) = (Dominators::new(&cfg), Dominators::post(&cfg));
    let mut text = String::new();
    for block in blocks(&cfg) {
        let (before, after) = (tree.immediate(block), post.immediate(block));
        writeln!(text, "{block}: after {before:?}, before {after:?}").unwrap();
    }
    expect![[r#"
        b0: after None, before Some(b1)
        b1: after Some(b0), before None
        b2: after Some(b1), before None
        b3: after Some(b2), before Some(b1)
        b4: after Some(b2), before None
        b5: after Some(b1), before None
        b6: after None, before None
    "#]]
    .assert_eq(&text);
}

#[test]
fn calls_are_found_through_aliases_and_addresses_wherever_they_are_taken() {
    let module = parse(include_str!("calls.plir")).unwrap();
    verify(&module).unwrap();
    let graph = CallGraph::new(&module);
    let name = |id: &FuncId| module.functions[id.index()].name.as_str();
    let names = |ids: &[FuncId]| ids.iter().map(name).collect::<Vec<_>>().join(" ");
    let mut text = String::new();
    for func in (0..module.functions.len()).map(FuncId::from_index) {
        let (callees, callers) = (names(graph.callees(func)), names(graph.callers(func)));
        writeln!(text, "{}: calls [{callees}], called by [{callers}]", name(&func)).unwrap();
        for site in graph.sites_of(func) {
            writeln!(text, "  op {}: {:?}", site.op, site.callee).unwrap();
        }
    }
    writeln!(text, "address taken: {}", names(graph.address_taken())).unwrap();
    expect![[r#"
        main: calls [work on_stop], called by []
          op 0: Direct(f1)
          op 1: Direct(f1)
          op 3: Indirect(r0)
          op 4: Direct(f5)
        work: calls [work], called by [main work]
          op 0: Direct(f1)
        setup: calls [], called by []
        callback: calls [], called by []
        on_start: calls [], called by []
        on_stop: calls [], called by [main]
        stop: calls [], called by []
        address taken: setup callback on_start on_stop
    "#]]
    .assert_eq(&text);
}

#[test]
fn lines_find_their_ops_and_ops_their_lines_also_through_inlining() {
    let module = parse(include_str!("inlined.plir")).unwrap();
    verify(&module).unwrap();
    let map = SourceMap::new(&module);
    let mut text = String::new();
    for file in module.files_named("a.c").into_iter().chain(module.files_named("util.h")) {
        for line in map.lines_of_file(file) {
            writeln!(text, "{}:{line}", module.file(file)).unwrap();
            for OpPlace { func, block, op } in map.ops_of_line(file, line) {
                writeln!(text, "  {func} {block} op {op}").unwrap();
            }
        }
    }
    for place in module.source_of(FuncId(0), 1) {
        let SourcePlace { file, line, column, function } = place;
        writeln!(text, "{function} at {file}:{line}:{column}").unwrap();
    }
    expect![[r#"
        src/a.c:10
          f0 b1 op 3
        src/a.c:12
          f0 b0 op 1
          f0 b0 op 2
        src/util.h:3
          f0 b0 op 1
        helper at src/util.h:3:9
        f at src/a.c:12:7
    "#]]
    .assert_eq(&text);
    assert_eq!(map.ops_of_line(FileId(0), 99), &[]);
    assert_eq!(module.files_named("til.h"), vec![]);
}
