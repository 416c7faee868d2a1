//! Which arguments of a call its result depends on, whatever happens in between: so that a slice that
//! goes into a function with one call does not come out of it at all others.
//!
//! Only ways over registers and control count. A way over memory may lead anywhere, and slices
//! follow it without these summaries.

use super::DependenceKind;
use super::edges::Edges;
use crate::fast_hash::{IdMap, IdSet};
use patchlight_ir::FuncId;

/// The helpers of a call of analysed functions.
pub(super) struct Call {
    pub caller: FuncId,
    pub callees: Vec<FuncId>,
    pub arguments: Vec<u32>,
    pub result: u32,
}

/// What summaries need to know of functions.
pub(super) struct Functions<'a> {
    /// By function: what it returns, its first parameter, how many there are.
    pub returns: &'a [u32],
    pub parameters: &'a [u32],
    pub n_params: Vec<u16>,
}

/// Calls that may reach more functions than this are taken to use all of their arguments.
const MANY: usize = 16;

/// From each argument to the results that depend on it.
pub(super) fn shortcuts(
    edges: &Edges,
    functions: &Functions<'_>,
    calls: &[Call],
) -> IdMap<u32, Vec<u32>> {
    let mut solver = Solver::new(edges, functions, calls);
    solver.solve();
    let mut shortcuts: IdMap<u32, Vec<u32>> = IdMap::default();
    for call in calls {
        for (n, &argument) in call.arguments.iter().enumerate() {
            if solver.uses(call, n) {
                shortcuts.entry(argument).or_default().push(call.result);
            }
        }
    }
    shortcuts
}

struct Solver<'a> {
    edges: &'a Edges,
    functions: &'a Functions<'a>,
    calls: &'a [Call],
    /// By result, the calls that it is of: several if a call reaches functions and the library.
    by_result: IdMap<u32, Vec<usize>>,
    /// By callee, the functions that call it.
    callers: Vec<Vec<FuncId>>,
    /// By function, its parameters that its result depends on.
    used: Vec<IdSet<u16>>,
}

impl<'a> Solver<'a> {
    fn new(edges: &'a Edges, functions: &'a Functions<'a>, calls: &'a [Call]) -> Solver<'a> {
        let mut by_result: IdMap<u32, Vec<usize>> = IdMap::default();
        let mut callers = vec![Vec::new(); functions.returns.len()];
        for (n, call) in calls.iter().enumerate() {
            by_result.entry(call.result).or_default().push(n);
            if call.callees.len() <= MANY {
                call.callees.iter().for_each(|callee| callers[callee.index()].push(call.caller));
            }
        }
        callers.iter_mut().for_each(|list: &mut Vec<FuncId>| {
            list.sort_unstable();
            list.dedup();
        });
        let used = vec![IdSet::default(); functions.returns.len()];
        Solver { edges, functions, calls, by_result, callers, used }
    }

    fn solve(&mut self) {
        let n = self.functions.returns.len();
        let mut waiting: Vec<FuncId> = (0..n).map(FuncId::from_index).collect();
        let mut is_waiting = vec![true; n];
        while let Some(func) = waiting.pop() {
            is_waiting[func.index()] = false;
            if self.visit(func) {
                for &caller in &self.callers[func.index()] {
                    if !std::mem::replace(&mut is_waiting[caller.index()], true) {
                        waiting.push(caller);
                    }
                }
            }
        }
    }

    /// Whether the result of a call depends on an argument, as far as is known.
    fn uses(&self, call: &Call, n: usize) -> bool {
        call.callees.len() > MANY
            || call.callees.iter().any(|callee| self.used[callee.index()].contains(&(n as u16)))
    }

    /// Goes backwards from a function's result. True if it depends on more parameters than before.
    fn visit(&mut self, func: FuncId) -> bool {
        let n_params = u32::from(self.functions.n_params[func.index()]);
        if n_params == 0 {
            return false;
        }
        let parameters = self.functions.parameters[func.index()];
        let parameters = parameters..parameters + n_params;
        let returned = self.functions.returns[func.index()];
        let (mut seen, mut waiting) = (IdSet::default(), vec![returned]);
        let before = self.used[func.index()].len();
        while let Some(node) = waiting.pop() {
            if !seen.insert(node) {
                continue;
            }
            if parameters.contains(&node) {
                self.used[func.index()].insert((node - parameters.start) as u16);
                continue;
            }
            let inside = |kind| matches!(kind, DependenceKind::Register | DependenceKind::Control);
            waiting.extend(
                self.edges.to(node).filter(|&(_, kind)| inside(kind)).map(|(from, _)| from),
            );
            for &call in self.by_result.get(&node).into_iter().flatten() {
                let call = &self.calls[call];
                let used = call.arguments.iter().enumerate().filter(|&(n, _)| self.uses(call, n));
                waiting.extend(used.map(|(_, &argument)| argument));
            }
        }
        self.used[func.index()].len() > before
    }
}
