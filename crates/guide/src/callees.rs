//! Whom a call may reach.
//!
//! A call through a pointer reaches functions whose address is taken. Those that take another number
//! of arguments or give back something else are left out where we look for the likely way, and kept
//! where something is to be proved: C programs get types wrong. A pointer that comes straight from a
//! table which nobody writes can only be what the table has.

use patchlight_ir::callgraph::CallGraph;
use patchlight_ir::{Body, FuncId, FuncKind, GlobalId, GlobalKind, Module, Op, Reg, RelocTarget};
use std::collections::{HashMap, HashSet};

/// What calls through pointers are taken for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Precision {
    /// By type: what the program most likely does.
    Likely,
    /// Everything that can happen: what a proof needs.
    Safe,
    /// Nothing, as in the paper, which has no function pointers.
    DirectOnly,
}

pub struct Callees<'m> {
    module: &'m Module,
    precision: Precision,
    address_taken: Vec<FuncId>,
    by_signature: HashMap<Signature, Vec<FuncId>>,
    /// Globals that only loads touch.
    never_written: HashSet<GlobalId>,
}

/// Functions that send signals to the program itself.
const SENDERS: [&str; 4] = ["raise", "kill", "alarm", "setitimer"];

/// Words of arguments, words of results.
type Signature = (u16, u8);

impl<'m> Callees<'m> {
    pub fn new(module: &'m Module, graph: &CallGraph, precision: Precision) -> Callees<'m> {
        let mut by_signature: HashMap<Signature, Vec<FuncId>> = HashMap::new();
        for &func in graph.address_taken() {
            let function = &module.functions[func.index()];
            by_signature.entry((function.n_params, function.n_ret)).or_default().push(func);
        }
        let address_taken = graph.address_taken().to_vec();
        let never_written = never_written(module);
        Callees { module, precision, address_taken, by_signature, never_written }
    }

    /// The functions that the op at `at` may call.
    pub fn of(&self, body: &Body, at: usize) -> Vec<FuncId> {
        match body.ops[at] {
            Op::Call { func, .. } | Op::TailCall { func, .. } => self.by_name(func),
            Op::CallPtr { target, n_args, n_ret, .. } => {
                self.through(body, at, target, Some((n_args, Some(n_ret))))
            }
            Op::TailCallPtr { target, n_args, .. } => {
                self.through(body, at, target, Some((n_args, None)))
            }
            Op::Forward { target } => self.through(body, at, target, None),
            _ => Vec::new(),
        }
    }

    fn by_name(&self, func: FuncId) -> Vec<FuncId> {
        let func = self.meant(func);
        let function = &self.module.functions[func.index()];
        let is_chosen_at_start = matches!(function.kind, FuncKind::IFunc(_));
        // What is outside of the program may call back: the loader, the system with a signal.
        let is_outside = self.precision == Precision::Safe && function.body().is_none();
        if is_chosen_at_start || is_outside {
            return self.address_taken.clone();
        }
        let mut callees = vec![func];
        if self.precision == Precision::Likely && SENDERS.contains(&function.name.as_str()) {
            callees.extend(self.handlers());
        }
        callees
    }

    /// Functions that may handle signals.
    fn handlers(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.address_taken.iter().copied().filter(|func| {
            let function = &self.module.functions[func.index()];
            function.n_ret == 0 && matches!(function.n_params, 1 | 3)
        })
    }

    fn through(
        &self,
        body: &Body,
        at: usize,
        target: Reg,
        call: Option<(u16, Option<u8>)>,
    ) -> Vec<FuncId> {
        if self.precision == Precision::DirectOnly {
            return Vec::new();
        }
        if let Some(table) = self.table_of(body, at, target) {
            return table;
        }
        let (Precision::Likely, Some((n_args, n_ret))) = (self.precision, call) else {
            return self.address_taken.clone();
        };
        let fits = |&(params, ret): &Signature| {
            params <= n_args && n_ret.is_none_or(|n_ret| n_ret == 0 || n_ret == ret)
        };
        // Variable arguments come after the parameters, so fewer parameters fit only then.
        let exact = |func: &FuncId| {
            let function = &self.module.functions[func.index()];
            function.n_params == n_args || function.variadic
        };
        let signatures = self.by_signature.keys().filter(|signature| fits(signature));
        let mut fitting: Vec<FuncId> =
            signatures.flat_map(|key| &self.by_signature[key]).copied().filter(exact).collect();
        fitting.sort_unstable();
        fitting
    }

    /// The functions of the table that a register was loaded from a few ops before.
    fn table_of(&self, body: &Body, at: usize, target: Reg) -> Option<Vec<FuncId>> {
        let start = body.block_range(body.block_of(at)).start;
        let mut wanted = target;
        for op in body.ops[start..at].iter().rev() {
            let mut writes = false;
            op.for_each_write(|reg| writes |= reg == wanted);
            if !writes {
                continue;
            }
            if let Op::Mov { a, .. } = *op {
                wanted = a;
                continue;
            }
            let pointer = op.access().filter(|access| access.is_load() && access.bytes == 8)?;
            let global = pointer.address.global()?;
            return self.never_written.contains(&global).then(|| self.functions_in(global));
        }
        None
    }

    fn functions_in(&self, global: GlobalId) -> Vec<FuncId> {
        let GlobalKind::Defined(init) = &self.module.globals[global.index()].kind else {
            return Vec::new();
        };
        let targets = init.relocs.iter().filter_map(|reloc| match reloc.target {
            RelocTarget::Func(func) => Some(self.meant(func)),
            RelocTarget::Global(_) | RelocTarget::Block(..) => None,
        });
        let mut functions: Vec<FuncId> = targets.collect();
        functions.sort_unstable();
        functions.dedup();
        functions
    }

    /// The function that an alias stands for.
    fn meant(&self, mut func: FuncId) -> FuncId {
        while let FuncKind::Alias(next) = self.module.functions[func.index()].kind {
            func = next;
        }
        func
    }
}

/// Constants, and globals of which no op has the address or stores to them.
fn never_written(module: &Module) -> HashSet<GlobalId> {
    let mut written = vec![false; module.globals.len()];
    for body in module.functions.iter().filter_map(|function| function.body()) {
        for op in &body.ops {
            if !op.access().is_some_and(|access| access.is_load()) {
                op.for_each_field(|field| {
                    if let patchlight_ir::op::Field::Global(global) = field {
                        written[global.index()] = true;
                    }
                });
            }
        }
    }
    for global in &module.globals {
        match &global.kind {
            GlobalKind::Defined(init) => {
                for reloc in &init.relocs {
                    if let RelocTarget::Global(target) = reloc.target {
                        written[target.index()] = true;
                    }
                }
            }
            GlobalKind::Alias { global, .. } => written[global.index()] = true,
            GlobalKind::Declared => {}
        }
    }
    let is_fixed = |&(n, global): &(usize, &patchlight_ir::Global)| {
        let is_defined = matches!(global.kind, GlobalKind::Defined(_));
        is_defined && (global.constant || !written[n])
    };
    let all = module.globals.iter().enumerate().filter(is_fixed);
    all.map(|(n, _)| GlobalId::from_index(n)).collect()
}
