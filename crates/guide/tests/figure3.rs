//! The columns of Figure 3 in the paper on KATCH: distances by control flow alone, and without the
//! edges that provably do not lead to the target.

use patchlight_guide::analysis::Analysis;
use patchlight_guide::callees::Precision;
use patchlight_guide::targets::of_line;
use patchlight_ir::{FileId, FuncId, Module, SourceMap, text};

/// The figure's program, line for line, as `run`; `f` begins in line 8.
const FIGURE_3: &str = r#"file "figure3.c"
name "run"
name "f"
global @hits external size 4 align 4 {
}
func @run external params 1 ret 0 {
  regs 2
  loc !0 file0 0 0 n0
  loc !1 file0 1 6 n0
  loc !2 file0 2 6 n0
  loc !3 file0 4 6 n0
  loc !4 file0 5 6 n0
  loc !5 file0 6 6 n0
  args r1 r0
b0:
  br.slt.32i r0, 100, b1, b2 !1
b1:
  const r1, 0 !2
  call r0, 0, @f, 1, args0 !2
  jmp b2 !2
b2:
  br.sgt.32i r0, 100, b3, b5 !3
b3:
  br.sgt.32i r0, 200, b4, b5 !4
b4:
  call r0, 0, @f, 1, args1 !5
  jmp b5 !5
b5:
  ret r0, 0 !0
}
func @f external params 1 ret 0 {
  regs 2
  loc !0 file0 8 0 n1
  loc !1 file0 9 6 n1
  loc !2 file0 10 6 n1
b0:
  br.eq.i 32, r0, 999, b1, b2 !1
b1:
  const r1, 1 !2
  store.32g r1, @hits, 0 !2
  jmp b2 !2
b2:
  ret r0, 0 !0
}
"#;

/// The lines that the figure gives distances for.
const LINES: [u32; 7] = [1, 2, 4, 5, 6, 9, 10];

fn module() -> Module {
    text::parse(FIGURE_3).expect("a module")
}

fn entry(module: &Module) -> FuncId {
    let named = module.functions.iter().position(|function| function.name == "run");
    FuncId::from_index(named.expect("`run`"))
}

/// The distance of each line's first instruction to line 10.
fn distances(prunes: bool) -> Vec<u32> {
    let module = module();
    let analysis = Analysis::new(&module, entry(&module), Precision::Likely);
    let map = SourceMap::new(&module);
    let nodes = |line| {
        let target = of_line(&module, &map, &analysis.graph, FileId(0), line);
        target.expect("a line with code").nodes
    };
    let guidance = analysis.towards(nodes(10), prunes);
    LINES.iter().map(|&line| guidance.distances.from(nodes(line)[0])).collect()
}

#[test]
fn distances_by_control_flow_are_the_first_column() {
    assert_eq!(distances(false), [2, 1, 3, 2, 1, 1, 0]);
}

#[test]
fn distances_without_closed_ways_are_the_second_column() {
    assert_eq!(distances(true), [4, 4, 3, 2, 1, 1, 0]);
}

#[test]
fn what_the_initial_value_of_a_global_forbids_is_unreachable() {
    let guarded =
        FIGURE_3.replace("br.eq.i 32, r0, 999", "load.32g r1, @on, 0 !1\n  br.eq.i 32, r1, 999");
    let guarded =
        guarded.replace("global @hits", "global @on internal size 4 align 4 {\n}\nglobal @hits");
    let module = text::parse(&guarded).expect("a module");
    let analysis = Analysis::new(&module, entry(&module), Precision::Likely);
    let map = SourceMap::new(&module);
    let target = of_line(&module, &map, &analysis.graph, FileId(0), 10).expect("code");
    assert!(analysis.proves_unreachable(&analysis.towards(target.nodes, true)));
    let reachable = of_line(&module, &map, &analysis.graph, FileId(0), 9).expect("code");
    assert!(!analysis.proves_unreachable(&analysis.towards(reachable.nodes, true)));
}
