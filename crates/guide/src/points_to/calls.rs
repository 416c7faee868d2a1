//! Calls: who calls whom with which pointers.

use super::allocators::Allocator;
use super::constraints::{Inside, meant};
use super::objects::{ObjectId, ObjectKind, Offsets, TO_THE_END};
use super::{Node, Rule, Solver};
use crate::values::Value;
use patchlight_ir::{FuncId, Op};
use std::collections::BTreeSet;

/// A call, or what a library function calls that was called.
#[derive(Debug)]
pub struct Site {
    pub func: FuncId,
    pub op: u32,
    pub kind: SiteKind,
    /// Whom it may reach.
    pub callees: BTreeSet<FuncId>,
    /// The objects that are called, if it is through a pointer.
    through: Vec<ObjectId>,
    /// What the library functions among them do with memory.
    pub touches: Vec<Touch>,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum SiteKind {
    /// The op itself is the call.
    Own,
    /// A library function that the op calls calls back: all arguments come from this node.
    Callback(Node),
}

/// Memory that a library function accesses.
#[derive(Copy, Clone, Debug)]
pub struct Touch {
    /// What points to it.
    pub pointer: Node,
    pub bytes: u64,
    pub reads: bool,
    pub writes: bool,
}

impl Site {
    pub(super) fn new(func: FuncId, op: u32, kind: SiteKind) -> Site {
        let (callees, through, touches) = (BTreeSet::new(), Vec::new(), Vec::new());
        Site { func, op, kind, callees, through, touches }
    }
}

/// Calls through pointers tell so many arguments apart, and one less.
const LAST_ARGUMENT: usize = 11;

/// What functions that cannot be told apart are given and give back.
#[derive(Copy, Clone, Debug)]
pub(super) struct Interface {
    arguments: [Node; LAST_ARGUMENT + 1],
    returned: Node,
}

impl<'m> Solver<'m> {
    pub(super) fn add_call(&mut self, at: Inside<'m>, index: usize) {
        let number = self.sites.len() as u32;
        let (func, op) = (at.func, index as u32);
        let kind = SiteKind::Own;
        self.sites.push(Site::new(func, op, kind));
        match at.body.ops[index] {
            Op::Call { func: callee, .. } | Op::TailCall { func: callee, .. } => {
                self.connect(number, meant(self.module, callee));
            }
            Op::CallPtr { target, .. }
            | Op::TailCallPtr { target, .. }
            | Op::Forward { target } => {
                let target = self.node(at.func, at.values.read(at.body, index, target));
                self.add_rule(target, Rule::Call(number));
            }
            _ => {}
        }
    }

    /// A call through a pointer reaches a function, or several that cannot be told apart.
    pub(super) fn call_through(&mut self, number: u32, object: ObjectId) {
        let site = &mut self.sites[number as usize];
        if !site.through.contains(&object) {
            site.through.push(object);
            let (func, op, kind) = (site.func, site.op as usize, site.kind);
            let interface = self.interface(object);
            match kind {
                SiteKind::Callback(arguments) => {
                    interface.arguments.iter().for_each(|&to| self.add_copy(arguments, to));
                    self.add_copy(interface.returned, arguments);
                }
                SiteKind::Own => {
                    for (n, argument) in self.arguments(func, op).into_iter().enumerate() {
                        self.add_copy(argument, interface.arguments[n.min(LAST_ARGUMENT)]);
                    }
                    for to in self.result(func, op) {
                        self.add_copy(interface.returned, to);
                    }
                }
            }
        }
        self.connect_all(number, object);
    }

    /// Functions with more parameters than the call has arguments are not meant.
    fn connect_all(&mut self, number: u32, object: ObjectId) -> bool {
        let Site { func, op, kind, .. } = self.sites[number as usize];
        let n_args = match (kind, self.op(func, op as usize)) {
            (SiteKind::Own, Op::CallPtr { n_args, .. } | Op::TailCallPtr { n_args, .. }) => n_args,
            _ => u16::MAX,
        };
        let mut is_new = false;
        for func in self.objects[object.index()].functions.clone() {
            if self.module.functions[func.index()].n_params <= n_args {
                is_new |= self.connect(number, func);
            }
        }
        is_new
    }

    /// The nodes through which functions that cannot be told apart are called.
    fn interface(&mut self, object: ObjectId) -> Interface {
        if let Some(known) = self.objects[object.index()].interface {
            return known;
        }
        let arguments = [(); LAST_ARGUMENT + 1].map(|()| self.new_node());
        let interface = Interface { arguments, returned: self.new_node() };
        self.objects[object.index()].interface = Some(interface);
        for func in self.objects[object.index()].functions.clone() {
            self.implement(func, interface);
        }
        interface
    }

    /// A function is called through an interface.
    fn implement(&mut self, func: FuncId, interface: Interface) {
        if self.values[func.index()].is_none() {
            return;
        }
        self.pass(&interface.arguments, func);
        for n in LAST_ARGUMENT as u32..u32::from(self.module.functions[func.index()].n_params) {
            self.add_copy(interface.arguments[LAST_ARGUMENT], self.node(func, Value(n)));
        }
        self.add_copy(self.returned[func.index()], interface.returned);
    }

    /// Two groups of functions became one.
    pub(super) fn join_interfaces(
        &mut self,
        stays: ObjectId,
        joining: Option<Interface>,
        of: &[FuncId],
    ) {
        let stayed = self.objects[stays.index()].interface;
        let interface = match (stayed, joining) {
            (None, None) => return,
            (Some(stayed), Some(joining)) => {
                let pairs = stayed.arguments.into_iter().zip(joining.arguments);
                for (a, b) in pairs.chain([(stayed.returned, joining.returned)]) {
                    self.add_copy(a, b);
                    self.add_copy(b, a);
                }
                return;
            }
            (Some(stayed), None) => stayed,
            (None, Some(joining)) => {
                self.objects[stays.index()].interface = Some(joining);
                let others = self.objects[stays.index()].functions.clone();
                for func in others.into_iter().filter(|func| !of.contains(func)) {
                    self.implement(func, joining);
                }
                return;
            }
        };
        of.iter().for_each(|&func| self.implement(func, interface));
    }

    /// Functions that became one with others are called where those are. True if a call is new.
    pub(super) fn connect_merged_functions(&mut self) -> bool {
        let mut is_new = false;
        for number in 0..self.sites.len() {
            let mut through = self.sites[number].through.clone();
            through.iter_mut().for_each(|object| *object = self.whole(*object));
            through.sort_unstable();
            through.dedup();
            for object in through {
                is_new |= self.connect_all(number as u32, object);
            }
        }
        is_new
    }

    /// A call reaches a function. True if that is new.
    fn connect(&mut self, number: u32, callee: FuncId) -> bool {
        let site = &mut self.sites[number as usize];
        if !site.callees.insert(callee) {
            return false;
        }
        let (func, op, kind) = (site.func, site.op as usize, site.kind);
        let is_direct = site.through.is_empty();
        let is_own = self.values[callee.index()].is_some();
        // The library calls itself: nothing of it is seen.
        if kind != SiteKind::Own {
            return true;
        }
        if is_own && let Op::Forward { .. } = self.op(func, op) {
            self.forward_variadic(func, callee);
        }
        let arguments = self.arguments(func, op);
        let result = self.result(func, op);
        if !is_own {
            self.call_library(number, callee, &arguments, &result);
        } else if is_direct {
            self.pass(&arguments, callee);
            self.return_from(callee, (func, op), &arguments, &result);
        }
        true
    }

    /// What a function of the program gives back to a call.
    fn return_from(
        &mut self,
        callee: FuncId,
        (func, op): (FuncId, usize),
        arguments: &[Node],
        result: &[Node],
    ) {
        let returned = self.returned[callee.index()];
        for &to in result {
            match self.allocators.get(&callee) {
                None => self.add_copy(returned, to),
                Some(&allocator) => {
                    self.return_object(ObjectKind::MadeBy(func, op as u32), to);
                    if let Allocator::Reallocates(n) = allocator
                        && let Some(&old) = arguments.get(usize::from(n))
                    {
                        self.add_copy(old, to);
                    }
                }
            }
        }
    }

    fn op(&self, func: FuncId, op: usize) -> Op {
        let body = self.module.functions[func.index()].body().expect("a call is in a body");
        body.ops[op]
    }

    /// The nodes of the arguments of a call.
    fn arguments(&self, func: FuncId, op: usize) -> Vec<Node> {
        let values = self.values[func.index()].as_ref().expect("a function that is analysed");
        let body = self.module.functions[func.index()].body().expect("a call is in a body");
        match &body.ops[op] {
            Op::Forward { .. } => {
                let n_params = self.module.functions[func.index()].n_params;
                (0..n_params).map(|n| self.node(func, Value(n.into()))).collect()
            }
            code => {
                let n_args = code.call_args().map_or(0, |(_, n)| usize::from(n));
                let reads = values.reads(op);
                let reads = &reads[reads.len() - n_args..];
                reads.iter().map(|&value| self.node(func, value)).collect()
            }
        }
    }

    /// Where the result of a call goes.
    fn result(&self, func: FuncId, op: usize) -> Vec<Node> {
        let values = self.values[func.index()].as_ref().expect("a function that is analysed");
        match self.op(func, op) {
            Op::Call { n_ret, .. } | Op::CallPtr { n_ret, .. } => {
                (0..n_ret).map(|word| self.node(func, values.written(op, word.into()))).collect()
            }
            _ => vec![self.returned[func.index()]],
        }
    }

    fn pass(&mut self, arguments: &[Node], callee: FuncId) {
        let function = &self.module.functions[callee.index()];
        let (n_params, variadic) = (usize::from(function.n_params), function.variadic);
        for (n, &argument) in arguments.iter().enumerate() {
            if n < n_params {
                self.add_copy(argument, self.node(callee, Value(n as u32)));
            } else if variadic {
                let object = self.object(ObjectKind::Variadic(callee));
                let cell = self.cell(object, Offsets::ANYWHERE, TO_THE_END);
                self.add_copy(argument, cell.stored);
            }
        }
    }

    fn forward_variadic(&mut self, from: FuncId, to: FuncId) {
        let [from, to] = [from, to].map(|func| self.object(ObjectKind::Variadic(func)));
        self.copy_contents((from, Offsets::ANYWHERE), (to, Offsets::ANYWHERE), TO_THE_END);
    }
}
