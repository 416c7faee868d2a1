//! Calls: arguments, results, and what library functions do.

use super::DependenceKind;
use super::build::Builder;
use super::edges::Helper;
use super::summary::Call;
use crate::library::{Returned, State};
use crate::points_to::objects::{ObjectKind, Offsets, TO_THE_END};
use crate::points_to::{Site, SiteKind};
use patchlight_ir::{FuncId, Op};
use std::collections::{HashMap, HashSet};

/// What many calls through pointers share that may reach the same functions.
struct Group {
    entry: u32,
    returned: u32,
    parameters: Vec<u32>,
}

impl<'a> Builder<'a> {
    pub fn add_sites(&mut self) {
        let points_to = self.points_to;
        let mut groups: HashMap<Vec<FuncId>, Group> = HashMap::new();
        for site in points_to.sites() {
            let own = site.callees.iter().copied();
            let mut own: Vec<FuncId> =
                own.filter(|func| self.values[func.index()].is_some()).collect();
            own.sort_unstable();
            let library = site.callees.iter().filter(|func| self.values[func.index()].is_none());
            for &func in library {
                self.add_library_call(site, func);
            }
            if own.is_empty() {
                continue;
            }
            if !groups.contains_key(&own) {
                let group = self.new_group_of(&own);
                groups.insert(own.clone(), group);
            }
            let group = &groups[&own];
            match site.kind {
                SiteKind::Own => self.add_call(site, &own, group),
                SiteKind::Callback(_) => self.add_callback(site, group),
            }
        }
    }

    /// Whether a call may reach the library.
    pub fn calls_library(&self, node: u32) -> bool {
        self.library_calls.contains(&node)
    }

    pub fn find_library_calls(&self) -> HashSet<u32> {
        let is_library = |func: &FuncId| self.values[func.index()].is_none();
        let sites = self.points_to.sites().iter();
        let library = sites.filter(|site| {
            // A call that reaches nobody does what nobody knows.
            site.kind == SiteKind::Own
                && (site.callees.is_empty() || site.callees.iter().any(is_library))
        });
        library.map(|site| self.layout.op(site.func, site.op as usize)).collect()
    }

    fn new_group_of(&mut self, callees: &[FuncId]) -> Group {
        if let [one] = *callees {
            let n_params = u32::from(self.module.functions[one.index()].n_params);
            let first = self.parameters[one.index()];
            let parameters = (first..first + n_params).collect();
            let (entry, returned) = (self.entries[one.index()], self.returns[one.index()]);
            return Group { entry, returned, parameters };
        }
        let [entry, returned] = [(); 2].map(|()| self.new_helper(Helper::Between));
        let n_params = |func: &FuncId| self.module.functions[func.index()].n_params;
        let n = callees.iter().map(n_params).max().unwrap_or(0);
        let parameters: Vec<u32> = (0..n).map(|_| self.new_helper(Helper::Between)).collect();
        for func in callees {
            self.add(entry, self.entries[func.index()], DependenceKind::Register);
            self.add(self.returns[func.index()], returned, DependenceKind::Register);
            for word in 0..n_params(func) {
                let to = self.parameters[func.index()] + u32::from(word);
                self.add(parameters[usize::from(word)], to, DependenceKind::Register);
            }
        }
        Group { entry, returned, parameters }
    }

    fn add_call(&mut self, site: &Site, callees: &[FuncId], group: &Group) {
        let op = self.layout.op(site.func, site.op as usize);
        self.add(op, group.entry, DependenceKind::Call);
        let result = self.results[&op];
        self.add(op, result, DependenceKind::Register);
        self.add(group.returned, result, DependenceKind::Result);
        let body = self.module.functions[site.func.index()].body().expect("a call is in a body");
        let code = body.ops[site.op as usize];
        if !matches!(code, Op::Call { .. } | Op::CallPtr { .. }) {
            self.add(result, self.returns[site.func.index()], DependenceKind::Register);
        }
        let mut passed = Vec::new();
        if let Op::Forward { .. } = code {
            let n_params = u32::from(self.module.functions[site.func.index()].n_params);
            let first = self.parameters[site.func.index()];
            passed.extend((first..first + n_params).map(Some));
            self.forward_variadic(site.func, callees);
        } else {
            let n_args = code.call_args().map_or(0, |(_, n)| usize::from(n));
            passed.extend((0..n_args).map(|n| self.memory.arguments.get(&(op, n)).copied()));
        }
        let mut arguments = Vec::with_capacity(passed.len());
        for (n, from) in passed.into_iter().enumerate() {
            // A function that hands its arguments on adds nothing to them.
            let argument = self.new_helper(match code {
                Op::Forward { .. } => Helper::Between,
                _ => Helper::Argument(op),
            });
            if let Some(from) = from {
                self.add(from, argument, DependenceKind::Register);
            }
            if let Some(&parameter) = group.parameters.get(n) {
                self.add(argument, parameter, DependenceKind::Argument);
            }
            self.pass_variadic(argument, n, callees);
            arguments.push(argument);
        }
        let (caller, callees) = (site.func, callees.to_vec());
        self.calls.push(Call { caller, callees, arguments, result });
    }

    /// Arguments beyond the parameters.
    fn pass_variadic(&mut self, argument: u32, n: usize, callees: &[FuncId]) {
        for func in callees {
            if n < usize::from(self.module.functions[func.index()].n_params) {
                continue;
            }
            let Some(object) = self.points_to.object(ObjectKind::Variadic(*func)) else { continue };
            if let Some(cell) = self.points_to.cell(object, Offsets::ANYWHERE, TO_THE_END) {
                let stored = self.cell_node(cell.stored);
                self.add(argument, stored, DependenceKind::Memory);
            }
        }
    }

    fn forward_variadic(&mut self, from: FuncId, callees: &[FuncId]) {
        let cell = |func: FuncId| {
            let object = self.points_to.object(ObjectKind::Variadic(func))?;
            self.points_to.cell(object, Offsets::ANYWHERE, TO_THE_END)
        };
        let Some(loaded) = cell(from).map(|cell| cell.loaded) else { return };
        let stored: Vec<_> = callees.iter().filter_map(|&func| Some(cell(func)?.stored)).collect();
        for stored in stored {
            let (loaded, stored) = (self.cell_node(loaded), self.cell_node(stored));
            self.add(loaded, stored, DependenceKind::Memory);
        }
    }

    /// A library function calls back: with values of its own, which depend on the call.
    fn add_callback(&mut self, site: &Site, group: &Group) {
        let op = self.layout.op(site.func, site.op as usize);
        self.add(op, group.entry, DependenceKind::Call);
        self.add(group.returned, op, DependenceKind::Result);
        for &parameter in &group.parameters {
            self.add(op, parameter, DependenceKind::Argument);
        }
    }

    fn add_library_call(&mut self, site: &Site, callee: FuncId) {
        let op = self.layout.op(site.func, site.op as usize);
        if site.kind != SiteKind::Own {
            return;
        }
        for touch in &site.touches {
            let cells = self.cells_of(touch.pointer, Offsets::START, touch.bytes);
            self.access(op, cells, touch.reads, touch.writes);
        }
        let name = &self.module.functions[callee.index()].name;
        let behaviour = self.points_to.library().behaviour(name).clone();
        if let Some(state) = behaviour.state {
            let state = self.state(state);
            self.add(state, op, DependenceKind::Memory);
            self.add(op, state, DependenceKind::Memory);
        }
        if behaviour.sets_errno {
            let errno = self.state(State::Errno);
            self.add(op, errno, DependenceKind::Memory);
        }
        if let Some(&result) = self.results.get(&op) {
            self.add(op, result, DependenceKind::Register);
        }
        if behaviour.returned == Returned::Reallocated {
            self.add_reallocation(site, op);
        }
    }

    /// `realloc` allocates what it was given, too.
    fn add_reallocation(&mut self, site: &Site, op: u32) {
        let Some(values) = &self.values[site.func.index()] else { return };
        let body = self.module.functions[site.func.index()].body();
        let code = body.map(|body| &body.ops[site.op as usize]);
        if !matches!(code, Some(Op::Call { .. } | Op::CallPtr { .. })) {
            return;
        }
        let result = self.points_to.node(site.func, values.written(site.op as usize, 0));
        for (object, _) in self.points_to.places(result) {
            let allocation = self.allocation(object);
            self.add(op, allocation, DependenceKind::Allocation);
        }
    }
}
