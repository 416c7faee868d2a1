//! Programs in the text format whose lines are numbered by hand, so that places have names.

#![allow(dead_code, reason = "each test uses a part")]

use patchlight_guide::analysis::Analysis;
use patchlight_guide::callees::Precision;
use patchlight_guide::graph::Node;
use patchlight_guide::targets::of_line;
use patchlight_ir::{FileId, FuncId, Module, SourceMap};

const N_LINES: usize = 60;

/// A module from functions in which `LINES` stands for locations: `!7` is line 7. Ops without one
/// belong to no line.
pub fn module(items: &str) -> Module {
    let lines: String = (0..N_LINES).map(|n| format!("  loc !{n} file0 {n} 1 n0\n")).collect();
    let text = format!("file \"p.c\"\nname \"f\"\n{}", items.replace("LINES", &lines));
    let module =
        patchlight_ir::text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    patchlight_ir::verify(&module).expect("a sound module");
    module
}

/// A function with eight registers and the argument pool `r0` to `r7`.
pub fn func(head: &str, ops: &str) -> String {
    format!("func {head} {{\n  regs 8\nLINES  args r0 r1 r2 r3 r4 r5 r6 r7\n{ops}\n}}\n")
}

pub fn function(module: &Module, name: &str) -> FuncId {
    let index = module.functions.iter().position(|function| function.name == name);
    FuncId::from_index(index.expect("a function of this name"))
}

pub fn analysis(module: &Module) -> Analysis<'_> {
    Analysis::new(module, function(module, "main"), Precision::Likely)
}

/// The pieces that a line became.
pub fn nodes(analysis: &Analysis<'_>, line: u32) -> Vec<Node> {
    let map = SourceMap::new(analysis.module);
    let target = of_line(analysis.module, &map, &analysis.graph, FileId(0), line);
    target.unwrap_or_else(|| panic!("line {line} has no code")).nodes
}

pub fn node(analysis: &Analysis<'_>, line: u32) -> Node {
    nodes(analysis, line)[0]
}

/// Pseudo-random numbers, the same in every run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32 % limit
    }

    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len() as u32) as usize]
    }
}
