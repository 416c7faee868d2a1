//! Who calls whom in a module.
//!
//! Direct calls are exact. A call through a pointer may reach any function whose address is taken
//! (by an op, an initialiser, or as a constructor, which the loader calls); arguments are not
//! compared, because C programs get them wrong. An alias stands for its target.

use crate::ids::{FuncId, Reg};
use crate::module::{FuncKind, GlobalKind, Module, RelocTarget};
use crate::op::Op;

/// A call in a body.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct CallSite {
    pub caller: FuncId,
    /// The index of the call among the caller's ops.
    pub op: usize,
    pub callee: Callee,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Callee {
    Direct(FuncId),
    /// `call.ptr`, `tailcall.ptr`, `forward`: the register holds the address.
    Indirect(Reg),
}

#[derive(Clone, Debug)]
pub struct CallGraph {
    sites: Vec<CallSite>,
    /// Where each caller's sites begin; one more entry for the end.
    first_site: Vec<usize>,
    callees: Vec<Vec<FuncId>>,
    callers: Vec<Vec<FuncId>>,
    address_taken: Vec<FuncId>,
}

impl CallGraph {
    /// The module must be verified.
    pub fn new(module: &Module) -> CallGraph {
        let n = module.functions.len();
        let mut graph = CallGraph {
            sites: Vec::new(),
            first_site: Vec::with_capacity(n + 1),
            callees: vec![Vec::new(); n],
            callers: vec![Vec::new(); n],
            address_taken: Vec::new(),
        };
        let mut taken = vec![false; n];
        for index in 0..n {
            graph.first_site.push(graph.sites.len());
            graph.add_function(module, FuncId::from_index(index), &mut taken);
        }
        graph.first_site.push(graph.sites.len());
        take_addresses_outside_bodies(module, &mut taken);
        graph.address_taken = (0..n).filter(|&i| taken[i]).map(FuncId::from_index).collect();
        graph.add_edges();
        graph
    }

    fn add_function(&mut self, module: &Module, caller: FuncId, taken: &mut [bool]) {
        let Some(body) = module.functions[caller.index()].body() else { return };
        for (op, code) in body.ops.iter().enumerate() {
            let callee = match *code {
                Op::Call { func, .. } | Op::TailCall { func, .. } => {
                    Callee::Direct(target(module, func))
                }
                Op::CallPtr { target, .. }
                | Op::TailCallPtr { target, .. }
                | Op::Forward { target } => Callee::Indirect(target),
                Op::FuncAddr { func, .. } => {
                    taken[target(module, func).index()] = true;
                    continue;
                }
                _ => continue,
            };
            self.sites.push(CallSite { caller, op, callee });
        }
    }

    fn add_edges(&mut self) {
        for site in &self.sites {
            if let Callee::Direct(callee) = site.callee {
                self.callees[site.caller.index()].push(callee);
                self.callers[callee.index()].push(site.caller);
            }
        }
        for list in self.callees.iter_mut().chain(&mut self.callers) {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// All calls, by caller and then in the order of its ops.
    pub fn sites(&self) -> &[CallSite] {
        &self.sites
    }

    pub fn sites_of(&self, caller: FuncId) -> &[CallSite] {
        &self.sites[self.first_site[caller.index()]..self.first_site[caller.index() + 1]]
    }

    /// The functions that `caller` calls directly, each once.
    pub fn callees(&self, caller: FuncId) -> &[FuncId] {
        &self.callees[caller.index()]
    }

    /// The functions that call `callee` directly, each once.
    pub fn callers(&self, callee: FuncId) -> &[FuncId] {
        &self.callers[callee.index()]
    }

    /// The functions that a call through a pointer may reach.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.address_taken
    }
}

fn take_addresses_outside_bodies(module: &Module, taken: &mut [bool]) {
    for global in &module.globals {
        let GlobalKind::Defined(init) = &global.kind else { continue };
        for reloc in &init.relocs {
            if let RelocTarget::Func(func) = reloc.target {
                taken[target(module, func).index()] = true;
            }
        }
    }
    for structor in module.constructors.iter().chain(&module.destructors) {
        taken[target(module, structor.func).index()] = true;
    }
}

/// The function that an alias stands for in the end.
fn target(module: &Module, mut func: FuncId) -> FuncId {
    while let FuncKind::Alias(next) = module.functions[func.index()].kind {
        func = next;
    }
    func
}
