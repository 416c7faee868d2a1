//! How far a state is from given lines: blocks to execute at least, as the program's text has it.
//!
//! Distances go along jumps and into calls, and from a function that is left back to where each of
//! the state's frames called it. Which branches the inputs allow is not considered.

use crate::state::State;
use patchlight_ir::callgraph::{CallGraph, Callee};
use patchlight_ir::cfg::Cfg;
use patchlight_ir::{BlockId, Body, FuncId, Module, Op};
use std::collections::{HashMap, VecDeque};

/// No way leads there.
pub const UNREACHABLE: u32 = u32::MAX;

pub struct Distances {
    /// By function and block, from the block's start; nothing for functions without a body.
    to_target: Vec<Vec<u32>>,
    /// Blocks until the function is left.
    to_return: Vec<Vec<u32>>,
    shapes: Vec<Option<Shape>>,
}

/// What of a function a state's distance needs.
struct Shape {
    /// The first op of each block.
    starts: Vec<u32>,
    successors: Vec<Vec<u32>>,
    /// Ops that are targets, and ops that call, with the functions that they may call.
    targets: Vec<u32>,
    calls: Vec<(u32, Vec<FuncId>)>,
}

impl Distances {
    /// Distances to the ops for which `is_target` holds.
    pub fn new(module: &Module, is_target: impl Fn(&Body, usize) -> bool) -> Distances {
        let graph = CallGraph::new(module);
        let functions = module.functions.iter().enumerate();
        let shapes = functions.map(|(index, function)| {
            let calls = calls_of(&graph, FuncId::from_index(index));
            function.body().map(|body| Shape::new(body, calls, &is_target))
        });
        let shapes: Vec<Option<Shape>> = shapes.collect();
        let to_return = module.functions.iter().zip(&shapes).map(|(function, shape)| {
            let (Some(body), Some(shape)) = (function.body(), shape) else { return Vec::new() };
            let leaves = |&block: &u32| {
                let last = body.terminator(BlockId::from_index(block as usize));
                matches!(last, Op::Ret { .. })
            };
            shape.distances_inside((0..shape.starts.len() as u32).filter(leaves))
        });
        let to_return = to_return.collect();
        let to_target = distances_to_targets(&shapes);
        Distances { to_target, to_return, shapes }
    }

    pub fn of(&self, state: &State) -> u32 {
        let mut best = UNREACHABLE;
        // Blocks until all inner frames are left.
        let mut left = 0u32;
        for depth in (0..state.n_frames()).rev() {
            let Some((func, op)) = state.position_at(depth) else { break };
            let Some(shape) = &self.shapes[func.index()] else { break };
            let block = shape.block_of(op);
            // An outer frame goes on behind its call.
            let is_innermost = depth + 1 == state.n_frames();
            let next = if is_innermost { op } else { op + 1 };
            best = best.min(left.saturating_add(self.inside(func, shape, block, next)));
            left = left.saturating_add(self.to_return[func.index()][block]).saturating_add(1);
            if left == UNREACHABLE {
                break;
            }
        }
        best
    }

    /// From an op of a block, without leaving the function.
    fn inside(&self, func: FuncId, shape: &Shape, block: usize, op: u32) -> u32 {
        let end = shape.starts.get(block + 1).copied().unwrap_or(u32::MAX);
        let rest = op..end;
        if shape.targets.iter().any(|target| rest.contains(target)) {
            return 0;
        }
        let calls = shape.calls.iter().filter(|(call, _)| rest.contains(call));
        let entries = calls.flat_map(|(_, callees)| callees).map(|&callee| self.entry(callee));
        let successors = shape.successors[block].iter();
        let next = successors.map(|&next| self.to_target[func.index()][next as usize]);
        entries.chain(next).min().map_or(UNREACHABLE, |distance| distance.saturating_add(1))
    }

    fn entry(&self, func: FuncId) -> u32 {
        self.to_target[func.index()].first().copied().unwrap_or(UNREACHABLE)
    }
}

/// The ops of a function that call, and whom.
fn calls_of(graph: &CallGraph, func: FuncId) -> Vec<(u32, Vec<FuncId>)> {
    let sites = graph.sites_of(func).iter();
    let callees = sites.map(|site| {
        let callees = match site.callee {
            Callee::Direct(callee) => vec![callee],
            Callee::Indirect(_) => graph.address_taken().to_vec(),
        };
        (site.op as u32, callees)
    });
    callees.collect()
}

impl Shape {
    fn new(
        body: &Body,
        calls: Vec<(u32, Vec<FuncId>)>,
        is_target: &impl Fn(&Body, usize) -> bool,
    ) -> Shape {
        let cfg = Cfg::new(body);
        let numbers = |blocks: &[BlockId]| blocks.iter().map(|block| block.0).collect();
        Shape {
            starts: body.block_ids().map(|block| body.block_range(block).start as u32).collect(),
            successors: body.block_ids().map(|block| numbers(cfg.successors(block))).collect(),
            targets: (0..body.ops.len())
                .filter(|&op| is_target(body, op))
                .map(|op| op as u32)
                .collect(),
            calls,
        }
    }

    fn block_of(&self, op: u32) -> usize {
        self.starts.partition_point(|&start| start <= op).saturating_sub(1)
    }

    fn predecessors(&self) -> Vec<Vec<u32>> {
        let mut predecessors = vec![Vec::new(); self.starts.len()];
        for (block, successors) in self.successors.iter().enumerate() {
            successors.iter().for_each(|&next| predecessors[next as usize].push(block as u32));
        }
        predecessors
    }

    /// Blocks from each block to the nearest of these.
    fn distances_inside(&self, ends: impl Iterator<Item = u32>) -> Vec<u32> {
        let predecessors = self.predecessors();
        let mut distances = vec![UNREACHABLE; self.starts.len()];
        let mut queue: VecDeque<u32> = ends.collect();
        queue.iter().for_each(|&end| distances[end as usize] = 0);
        while let Some(block) = queue.pop_front() {
            for &before in &predecessors[block as usize] {
                if distances[before as usize] == UNREACHABLE {
                    distances[before as usize] = distances[block as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
        distances
    }
}

/// Breadth first from the targets backwards, over jumps and calls: each is one step.
fn distances_to_targets(shapes: &[Option<Shape>]) -> Vec<Vec<u32>> {
    let n_blocks = |shape: &Option<Shape>| shape.as_ref().map_or(0, |shape| shape.starts.len());
    let mut distances: Vec<Vec<u32>> =
        shapes.iter().map(|shape| vec![UNREACHABLE; n_blocks(shape)]).collect();
    let mut callers: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
    let mut predecessors = Vec::with_capacity(shapes.len());
    let mut queue = VecDeque::new();
    for (func, shape) in shapes.iter().enumerate() {
        predecessors.push(shape.as_ref().map(Shape::predecessors).unwrap_or_default());
        let Some(shape) = shape else { continue };
        for (call, callees) in &shape.calls {
            let place = (func, shape.block_of(*call));
            callees
                .iter()
                .for_each(|callee| callers.entry(callee.index()).or_default().push(place));
        }
        for &target in &shape.targets {
            let block = shape.block_of(target);
            if distances[func][block] == UNREACHABLE {
                distances[func][block] = 0;
                queue.push_back((func, block));
            }
        }
    }
    while let Some((func, block)) = queue.pop_front() {
        let next = distances[func][block] + 1;
        let jumps = predecessors[func][block].iter().map(|&before| (func, before as usize));
        let calls = callers.get(&func).filter(|_| block == 0).into_iter().flatten().copied();
        for (func, block) in jumps.chain(calls) {
            if distances[func][block] == UNREACHABLE {
                distances[func][block] = next;
                queue.push_back((func, block));
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Program;

    /// `main` branches: one way loops, the other calls `f`, whose second block is the target.
    const PROGRAM: &str = "file \"t.c\"\nname \"main\"\nname \"f\"\n\
        func @f internal params 0 ret 1 {\n regs 1\n loc !0 file0 7 1 n1\n\
        b0:\n br.sgt.32i r0, 3, b1, b2\n\
        b1:\n const r0, 5\n jmp b2\n\
        b2:\n ret r0, 1\n}\n\
        func @main external params 0 ret 1 {\n regs 2\n loc !0 file0 1 1 n0\n\
        b0:\n const r1, 0\n br.sgt.32i r1, 0, b1, b2\n\
        b1:\n jmp b1\n\
        b2:\n call r1, 1, @f, 0, args0\n jmp b3\n\
        b3:\n ret r1, 1\n}\n";

    fn program() -> Program {
        let module = patchlight_ir::text::parse(PROGRAM).expect("a module");
        Program::new(module).expect("a valid module")
    }

    /// To the constant in the function with three blocks.
    fn distances(program: &Program) -> Distances {
        Distances::new(&program.module, |body, op| {
            body.n_blocks() == 3 && matches!(body.ops[op], Op::Const { .. })
        })
    }

    #[test]
    fn blocks_are_counted_along_jumps_and_into_calls() {
        let program = program();
        let distances = distances(&program);
        let n_blocks = |n| distances.to_target.iter().find(|blocks| blocks.len() == n);
        assert_eq!(n_blocks(3), Some(&vec![1, 0, UNREACHABLE]));
        // Into `f` is a step, and one more leads to its second block.
        assert_eq!(n_blocks(4), Some(&vec![3, UNREACHABLE, 2, UNREACHABLE]));
    }

    #[test]
    fn a_state_at_its_start_is_as_far_as_the_first_block() {
        let program = program();
        let state = State::new(&program, "main", 1 << 20).expect("a `main`");
        assert_eq!(distances(&program).of(&state), 3);
    }
}
