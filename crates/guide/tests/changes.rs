//! The change sequence graph of the paper on change interaction errors (Definitions 4 and 5,
//! Algorithm 1) on small programs: nodes and edges follow from the definitions by hand, and on random
//! ones by exhaustive search.

mod common;

use common::{Random, func, function, module};
use patchlight_guide::callees::Precision;
use patchlight_guide::changes::{
    EdgeKind, Interactions, NodeKind, SequenceGraph, StatementId, Statements,
};
use patchlight_guide::dependence::Dependences;
use patchlight_guide::graph::Graph;
use patchlight_ir::{FileId, Module};
use std::collections::BTreeSet;

struct Sequences {
    statements: Statements,
    interactions: Interactions,
    graph: SequenceGraph,
}

fn changed(module: &Module, lines: &[u32]) -> (Statements, Vec<StatementId>) {
    let statements =
        Statements::new(module, |func| module.functions[func.index()].body().is_some());
    let changes = lines.iter().flat_map(|&line| statements.at(FileId(0), line)).collect();
    (statements, changes)
}

fn sequences(module: &Module, lines: &[u32]) -> Sequences {
    let (statements, changes) = changed(module, lines);
    let graph = Graph::new(module, Precision::Likely);
    let dependences = Dependences::new(module, |_| false);
    let interactions = Interactions::new(&statements, &dependences, &changes);
    let entry = function(module, "main");
    let graph = SequenceGraph::new(module, &graph, entry, &statements, &changes, &interactions);
    Sequences { statements, interactions, graph }
}

impl Sequences {
    fn line(&self, statement: StatementId) -> u32 {
        self.statements.get(statement).line
    }

    fn lines(&self, kind: NodeKind) -> Vec<u32> {
        let nodes = self.graph.nodes.iter().filter(|node| node.kind == kind);
        nodes.map(|node| self.line(node.statement)).collect()
    }

    fn edges(&self, kind: EdgeKind) -> BTreeSet<(u32, u32)> {
        let edges = self.graph.edges.iter().filter(|edge| edge.kind == kind);
        let line = |number| self.line(self.graph.node(number).statement);
        edges.map(|edge| (line(edge.from), line(edge.to))).collect()
    }

    fn starts(&self) -> Vec<u32> {
        let starts = self.graph.starts.iter();
        starts.map(|&number| self.line(self.graph.node(number).statement)).collect()
    }
}

const PUTS: &str = "func @puts external params 1 ret 1 declared\n";

fn program(ops: &str, more: &str) -> Module {
    module(&(func("@main external params 2 ret 1", ops) + more + PUTS))
}

/// Changes of `r2` in line 2 or 3 and of `r3` in line 4 meet in line 5.
const MEET: &str = "b0:\n br.eq.i 32, r0, 1, b1, b2 !1\nb1:\n const r2, 1 !2\n jmp b3\n\
    b2:\n const r2, 2 !3\n jmp b3\nb3:\n const r3, 7 !4\n add.32 r4, r2, r3 !5\n mov r5, r4 !6\n \
    call r6, 1, @puts, 1, args5 !7\n ret r5, 1 !8";

#[test]
fn a_statement_that_depends_on_two_changes_is_where_they_may_meet() {
    let module = program(MEET, "");
    let found = sequences(&module, &[2, 4]);
    let meets = |line: u32| {
        let statement = found.statements.at(FileId(0), line).next().expect("a statement");
        let of: BTreeSet<u32> =
            found.interactions.of(statement).into_iter().map(|id| found.line(id)).collect();
        of.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(meets(5), [2, 4], "definition 4");
    assert_eq!(meets(1), []);
    assert_eq!(meets(3), []);
    // Lines 6 to 8 only hand on what met in line 5.
    assert_eq!(meets(6), [2, 4]);
    assert_eq!(found.lines(NodeKind::Interaction), [5]);
}

#[test]
fn nodes_are_changes_meetings_and_outputs_and_edges_follow_control() {
    let module = program(MEET, "");
    let found = sequences(&module, &[2, 4]);
    assert_eq!(found.lines(NodeKind::Change), [2, 4]);
    // What is printed, and the return of `main`.
    assert_eq!(found.lines(NodeKind::Output), [7, 8]);
    assert_eq!(found.starts(), [2, 4], "by either side of line 1");
    let flow = BTreeSet::from([(2, 4), (4, 5), (5, 7), (7, 8)]);
    assert_eq!(found.edges(EdgeKind::Flow), flow);
    assert_eq!(found.edges(EdgeKind::Dependence), BTreeSet::from([(2, 5), (4, 5)]));
}

#[test]
fn changes_on_two_sides_of_a_branch_never_follow_one_another() {
    let module = program(MEET, "");
    let found = sequences(&module, &[2, 3]);
    let flow = found.edges(EdgeKind::Flow);
    assert!(!flow.contains(&(2, 3)) && !flow.contains(&(3, 2)), "{flow:?}");
    assert_eq!(found.starts(), [2, 3]);
}

#[test]
fn a_change_in_a_loop_follows_itself() {
    let module = program(
        "b0:\n const r2, 0 !1\n jmp b1\nb1:\n br.ult 32, r2, r0, b2, b3 !2\n\
         b2:\n add.32i r2, r2, 1 !3\n jmp b1\nb3:\n ret r2, 1 !4",
        "",
    );
    let alone = sequences(&module, &[3]);
    assert_eq!(alone.edges(EdgeKind::Flow), BTreeSet::from([(3, 3), (3, 4)]));
    assert_eq!(alone.starts(), [3, 4], "the loop is entered or not");
    // The condition of line 2 and the return of line 4 read what both changes may have written: they
    // meet there.
    let both = sequences(&module, &[1, 3]);
    assert_eq!(both.lines(NodeKind::Interaction), [2, 4]);
    let flow = BTreeSet::from([(1, 2), (2, 3), (2, 4), (3, 2)]);
    assert_eq!(both.edges(EdgeKind::Flow), flow);
}

#[test]
fn control_goes_into_functions_and_comes_back_to_where_it_came_from() {
    let module = program(
        "b0:\n mov r2, r0 !1\n call r3, 0, @callee, 1, args0 !2\n mov r4, r0 !3\n \
         call r3, 0, @callee, 1, args0 !4\n ret r2, 1 !5",
        &func(
            "@callee internal params 1 ret 0",
            "b0:\n br.eq.i 32, r0, 1, b1, b2 !11\nb1:\n mov r1, r0 !12\n jmp b2\nb2:\n ret r0, 0 !13",
        ),
    );
    let found = sequences(&module, &[1, 3, 12]);
    // Line 12 is come by in the first call or not, then line 3; after it in the second call or not.
    let flow = BTreeSet::from([(1, 12), (1, 3), (3, 12), (3, 5), (12, 3), (12, 5)]);
    assert_eq!(found.edges(EdgeKind::Flow), flow);
}

#[test]
fn a_function_that_is_never_left_leads_nowhere() {
    let endless = "b0:\n jmp b1\nb1:\n mov r1, r0 !12\n jmp b1";
    let module = program(
        "b0:\n mov r2, r0 !1\n call r3, 0, @callee, 1, args0 !2\n ret r2, 1 !3",
        &func("@callee internal params 1 ret 0", endless),
    );
    let found = sequences(&module, &[1]);
    assert_eq!(found.edges(EdgeKind::Flow), BTreeSet::new());
}

#[test]
fn going_on_after_a_call_is_no_new_visit_of_the_statement() {
    // Line 2 goes on behind the call, in a piece of its own.
    let module = program(
        "b0:\n call r3, 1, @callee, 1, args0 !2\n add.32i r4, r3, 1 !2\n ret r4, 1 !3",
        &func("@callee internal params 1 ret 1", "b0:\n mov r1, r0 !11\n ret r1, 1"),
    );
    let found = sequences(&module, &[2, 11]);
    let flow = BTreeSet::from([(2, 11), (11, 3)]);
    let expected: BTreeSet<_> = flow.into_iter().chain([(2, 3)]).collect();
    let edges = found.edges(EdgeKind::Flow);
    assert!(edges.is_subset(&expected) && edges.contains(&(11, 3)), "{edges:?}");
    assert!(!edges.contains(&(11, 2)) && !edges.contains(&(2, 2)), "{edges:?}");
}

#[test]
fn changes_in_isolation_only_lead_to_outputs() {
    let module = program(MEET, "");
    let (statements, changes) = changed(&module, &[2, 4]);
    let graph = Graph::new(&module, Precision::Likely);
    let graph = SequenceGraph::in_isolation(&module, &graph, &statements, &changes);
    let line = |number| statements.get(graph.node(number).statement).line;
    let edges: BTreeSet<_> =
        graph.edges.iter().map(|edge| (line(edge.from), line(edge.to))).collect();
    assert_eq!(edges, BTreeSet::from([(2, 7), (2, 8), (4, 7), (4, 8)]));
    assert_eq!(graph.starts.iter().map(|&number| line(number)).collect::<Vec<_>>(), [2, 4]);
}

/// Marked blocks that one can come to from a marked block without going through another one. Going on
/// in the same block is no visit of it.
fn next_marked(targets: &[Vec<usize>], marked: &[bool], from: usize) -> BTreeSet<usize> {
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut waiting: Vec<usize> = targets[from].iter().copied().filter(|&to| to != from).collect();
    while let Some(block) = waiting.pop() {
        if marked[block] {
            found.insert(block);
        } else if seen.insert(block) {
            waiting.extend(&targets[block]);
        }
    }
    found
}

#[test]
fn edges_of_random_functions_are_those_of_exhaustive_search() {
    const N: usize = 8;
    let mut random = Random::new(11);
    let mut n_edges = 0;
    for _ in 0..200 {
        let mut target = || 1 + random.below(N as u32 - 1) as usize;
        let targets: Vec<Vec<usize>> =
            (0..N).map(|_| (0..target() % 3).map(|_| target()).collect()).collect();
        let changes: Vec<u32> =
            (0..N as u32).filter(|_| random.below(2) == 0).map(|n| n + 1).collect();
        let mut ops = String::new();
        for (block, targets) in targets.iter().enumerate() {
            let line = block + 1;
            ops += &format!("b{block}:\n mov r2, r0 !{line}\n");
            ops += &match targets[..] {
                [] => format!(" ret r0, 1 !{line}\n"),
                [to] => format!(" jmp b{to}\n"),
                [to, other, ..] => format!(" br.eq.i 32, r1, 5, b{to}, b{other} !{line}\n"),
            };
        }
        let found = sequences(&program(&ops, ""), &changes);
        // Changes, outputs, and what two branches that changed decide about.
        let nodes: Vec<u32> =
            found.graph.nodes.iter().map(|node| found.line(node.statement)).collect();
        let marked: Vec<bool> = (1..=N as u32).map(|line| nodes.contains(&line)).collect();
        assert!(changes.iter().all(|&line| marked[line as usize - 1]));
        let mut expected = BTreeSet::new();
        for from in (0..N).filter(|&block| marked[block]) {
            let next = next_marked(&targets, &marked, from);
            expected.extend(next.into_iter().map(|to| (from as u32 + 1, to as u32 + 1)));
        }
        assert_eq!(found.edges(EdgeKind::Flow), expected, "{ops}");
        n_edges += expected.len();
    }
    assert!(n_edges > 400, "{n_edges}");
}
