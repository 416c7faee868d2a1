//! Which globals a function may change, with everything that it calls.
//!
//! A global whose address some op or initialiser has can be changed by any store through a pointer,
//! and so by any call: it is *exposed*. All others are changed only by ops that name them.

use crate::graph::{Graph, WayKind};
use patchlight_ir::access::Use;
use patchlight_ir::{FuncId, GlobalId, GlobalKind, Module, Op, RelocTarget};

/// The builtin through which everything outside of the program happens.
const SYSTEM_CALL: &str = "__pl_syscall";
/// Functions that come back more than once: what was true before the first time says nothing.
const RETURN_TWICE: [&str; 6] =
    ["setjmp", "_setjmp", "__pl_setjmp", "sigsetjmp", "__sigsetjmp", "vfork"];

pub struct Effects {
    exposed: Vec<bool>,
    /// By global: its bit, if some op that names it stores to it.
    bits: Vec<Option<u32>>,
    /// By function.
    changes: Vec<Vec<u64>>,
    returns_twice: Vec<bool>,
}

impl Effects {
    pub fn new(module: &Module, graph: &Graph) -> Effects {
        let exposed = exposed(module);
        let mut bits = vec![None; module.globals.len()];
        let mut n_bits = 0;
        for_each_store(module, |_, global| {
            let bit = &mut bits[global.index()];
            if bit.is_none() && !exposed[global.index()] {
                *bit = Some(n_bits);
                n_bits += 1;
            }
        });
        let words = (n_bits as usize).div_ceil(64);
        let mut changes = vec![vec![0u64; words]; module.functions.len()];
        for_each_store(module, |func, global| {
            if let Some(bit) = bits[global.index()] {
                changes[func.index()][bit as usize / 64] |= 1 << (bit % 64);
            }
        });
        let twice = |name: &str| RETURN_TWICE.contains(&name);
        let returns_twice = module.functions.iter().map(|function| twice(&function.name)).collect();
        let mut effects = Effects { exposed, bits, changes, returns_twice };
        effects.close(module, graph);
        effects
    }

    /// Adds to each function what those that it calls change, until nothing is new.
    fn close(&mut self, module: &Module, graph: &Graph) {
        let callers = callers(module, graph);
        let mut waiting: Vec<usize> = (0..module.functions.len()).collect();
        let mut is_waiting = vec![true; module.functions.len()];
        while let Some(callee) = waiting.pop() {
            is_waiting[callee] = false;
            let added = std::mem::take(&mut self.changes[callee]);
            for &caller in callers[callee].iter().filter(|&&caller| caller as usize != callee) {
                let caller = caller as usize;
                let mut grew = false;
                for (word, more) in self.changes[caller].iter_mut().zip(&added) {
                    grew |= *more & !*word != 0;
                    *word |= more;
                }
                if grew && !std::mem::replace(&mut is_waiting[caller], true) {
                    waiting.push(caller);
                }
            }
            self.changes[callee] = added;
        }
    }

    pub fn is_exposed(&self, global: GlobalId) -> bool {
        self.exposed[global.index()]
    }

    /// Whether a call of the function leaves a global as it is.
    pub fn leaves(&self, func: FuncId, global: GlobalId) -> bool {
        let is_changed =
            |bit: u32| self.changes[func.index()][bit as usize / 64] >> (bit % 64) & 1 == 1;
        !self.is_exposed(global) && !self.bits[global.index()].is_some_and(is_changed)
    }

    pub fn returns_twice(&self, func: FuncId) -> bool {
        self.returns_twice[func.index()]
    }
}

fn for_each_store(module: &Module, mut see: impl FnMut(FuncId, GlobalId)) {
    for (index, function) in module.functions.iter().enumerate() {
        let Some(body) = function.body() else { continue };
        for access in body.ops.iter().filter_map(Op::access) {
            if let (Use::Store(_), Some(global)) = (access.usage, access.address.global()) {
                see(FuncId::from_index(index), global);
            }
        }
    }
}

/// Globals of which something has the address.
fn exposed(module: &Module) -> Vec<bool> {
    let mut exposed = vec![false; module.globals.len()];
    for body in module.functions.iter().filter_map(|function| function.body()) {
        for access in body.ops.iter().filter_map(Op::access) {
            if let (Use::Compute(_), Some(global)) = (access.usage, access.address.global()) {
                exposed[global.index()] = true;
            }
        }
    }
    for (n, global) in module.globals.iter().enumerate() {
        match &global.kind {
            GlobalKind::Defined(init) => {
                for reloc in &init.relocs {
                    if let RelocTarget::Global(target) = reloc.target {
                        exposed[target.index()] = true;
                    }
                }
            }
            // Two names for the same bytes.
            GlobalKind::Alias { global, .. } => {
                exposed[n] = true;
                exposed[global.index()] = true;
            }
            GlobalKind::Declared => exposed[n] = true,
        }
    }
    exposed
}

/// By callee: the functions that call it, as the graph has it. Handlers of signals run whenever
/// the system is called.
fn callers(module: &Module, graph: &Graph) -> Vec<Vec<u32>> {
    let mut callers: Vec<Vec<u32>> = vec![Vec::new(); module.functions.len()];
    let calls = graph.ways().iter().filter(|way| way.kind == WayKind::Call);
    for way in calls {
        let Some(caller) = graph.piece(way.from) else { continue };
        match graph.piece(way.to) {
            Some(callee) => callers[callee.func.index()].push(caller.func.0),
            None => {
                for number in graph.ways_from(way.to) {
                    if let Some(callee) = graph.piece(graph.way(number).to) {
                        callers[callee.func.index()].push(caller.func.0);
                    }
                }
            }
        }
    }
    let performs_calls: Vec<u32> = (0..module.functions.len() as u32)
        .filter(|&n| calls_system(module, &module.functions[n as usize]))
        .collect();
    let taken = patchlight_ir::callgraph::CallGraph::new(module);
    for handler in taken.address_taken() {
        let function = &module.functions[handler.index()];
        if function.n_ret == 0 && matches!(function.n_params, 1 | 3) {
            callers[handler.index()].extend(&performs_calls);
        }
    }
    for list in &mut callers {
        list.sort_unstable();
        list.dedup();
    }
    callers
}

fn calls_system(module: &Module, function: &patchlight_ir::Function) -> bool {
    let Some(body) = function.body() else { return false };
    body.ops.iter().any(|op| match op {
        Op::Call { func, .. } | Op::TailCall { func, .. } => {
            module.functions[func.index()].name == SYSTEM_CALL
        }
        _ => false,
    })
}
