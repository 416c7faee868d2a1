//! Calls: who calls whom with which pointers, and what library functions do with them.

use super::allocators::Allocator;
use super::constraints::{Inside, constant_of, meant};
use super::objects::{ObjectId, ObjectKind, Place, TO_THE_END};
use super::{MemoryCopy, Node, Rule, Solver};
use crate::library::{Behaviour, Effect, Returned, Signals};
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
    fn new(func: FuncId, op: u32, kind: SiteKind) -> Site {
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
                let cell = self.cell(object, Place::ANYWHERE, TO_THE_END);
                self.add_copy(argument, cell.stored);
            }
        }
    }

    fn forward_variadic(&mut self, from: FuncId, to: FuncId) {
        let [from, to] = [from, to].map(|func| self.object(ObjectKind::Variadic(func)));
        self.copy_contents((from, Place::ANYWHERE), (to, Place::ANYWHERE), TO_THE_END);
    }

    fn call_library(&mut self, number: u32, callee: FuncId, arguments: &[Node], result: &[Node]) {
        let name = &self.module.functions[callee.index()].name;
        let behaviour = self.library.behaviour(name).clone();
        let (func, op) = (self.sites[number as usize].func, self.sites[number as usize].op);
        let effects: Vec<Effect> = (0..arguments.len()).map(|n| behaviour.of_argument(n)).collect();
        let has_reads = effects.contains(&Effect::Reads);
        // Everything that is reachable, if somebody wants it.
        let is_deep = effects.iter().any(|effect| effect.is_deep());
        let reachable = is_deep.then(|| self.reachable(&effects, arguments));
        for (n, (&effect, &argument)) in effects.iter().zip(arguments).enumerate() {
            let mut pointer = argument;
            match effect {
                Effect::Permutes if has_reads => {
                    let from = effects.iter().position(|&effect| effect == Effect::Reads);
                    let from = arguments[from.expect("one that reads")];
                    let bytes = self.length(func, op as usize).unwrap_or(TO_THE_END);
                    self.add_memory_copy(MemoryCopy { to: argument, from, bytes });
                }
                Effect::Permutes => {
                    let contents = self.new_node();
                    let (by, bytes) = (Place::ANYWHERE, TO_THE_END);
                    self.add_rule(argument, Rule::Load { to: contents, by, bytes });
                    self.add_rule(argument, Rule::Store { from: contents, by, bytes });
                }
                Effect::StoresPointers => {
                    let others = self.all_but(arguments, n);
                    let (by, bytes) = (Place::START, 8);
                    self.add_rule(argument, Rule::Store { from: others, by, bytes });
                }
                Effect::StoresFresh => {
                    let fresh = self.new_node();
                    let object = self.object(ObjectKind::MadeBy(func, op));
                    self.add_place(fresh, object, Place::START);
                    let (by, bytes) = (Place::START, 8);
                    self.add_rule(argument, Rule::Store { from: fresh, by, bytes });
                    self.touch(number, fresh, false, true);
                }
                Effect::Calls => {
                    let others = self.all_but(arguments, n);
                    self.add_callbacks(number, argument, others);
                }
                Effect::Everything | Effect::ReadsAll => {
                    pointer = reachable.expect("somebody wants it");
                }
                Effect::Value | Effect::Reads | Effect::Writes | Effect::ReadsAndWrites => {}
            }
            if effect.reads() || effect.writes() {
                self.touch(number, pointer, effect.reads(), effect.writes());
            }
        }
        if let Some(reachable) = reachable
            && effects.contains(&Effect::Everything)
        {
            let (by, bytes) = (Place::ANYWHERE, TO_THE_END);
            self.add_rule(reachable, Rule::Store { from: reachable, by, bytes });
            self.add_callbacks(number, reachable, reachable);
        }
        match behaviour.signals {
            Some(Signals::Handles) => {
                let functions = reachable.into_iter().chain(arguments.get(1).copied());
                functions.for_each(|from| self.add_copy(from, self.handlers));
            }
            Some(Signals::Sends) => {
                let passed = self.all_but(arguments, arguments.len());
                self.add_callbacks(number, self.handlers, passed);
            }
            None => {}
        }
        self.touch_globals(number, &behaviour, reachable);
        self.return_from_library(number, callee, &behaviour, arguments, result, reachable);
    }

    /// A node with all that deep arguments lead to.
    fn reachable(&mut self, effects: &[Effect], arguments: &[Node]) -> Node {
        let node = self.new_node();
        for (effect, &argument) in effects.iter().zip(arguments) {
            if effect.is_deep() {
                self.add_rule(argument, Rule::Move(node, Place::ANYWHERE));
            }
        }
        let (by, bytes) = (Place::ANYWHERE, TO_THE_END);
        // What is loaded may point into the middle of something: a node of its own moves it.
        let loaded = self.new_node();
        self.add_rule(node, Rule::Load { to: loaded, by, bytes });
        self.add_rule(loaded, Rule::Move(node, Place::ANYWHERE));
        node
    }

    fn all_but(&mut self, arguments: &[Node], but: usize) -> Node {
        let node = self.new_node();
        for (n, &argument) in arguments.iter().enumerate() {
            if n != but {
                self.add_rule(argument, Rule::Move(node, Place::ANYWHERE));
            }
        }
        node
    }

    fn add_callbacks(&mut self, number: u32, functions: Node, arguments: Node) {
        let Site { func, op, .. } = self.sites[number as usize];
        let site = self.sites.len() as u32;
        let kind = SiteKind::Callback(arguments);
        self.sites.push(Site::new(func, op, kind));
        self.add_rule(functions, Rule::Call(site));
    }

    fn touch(&mut self, number: u32, pointer: Node, reads: bool, writes: bool) {
        let bytes = TO_THE_END;
        self.add_rule(pointer, Rule::Touch { bytes });
        self.sites[number as usize].touches.push(Touch { pointer, bytes, reads, writes });
    }

    /// Symbols of the library that the program sees, as `optarg`.
    fn touch_globals(&mut self, number: u32, behaviour: &Behaviour, contents: Option<Node>) {
        for name in behaviour.globals {
            let Some(&global) = self.globals.get(name) else { continue };
            let Some((object, place)) = self.global(global) else { continue };
            let pointer = self.new_node();
            self.add_place(pointer, object, place);
            self.touch(number, pointer, true, true);
            if let Some(contents) = contents {
                let (by, bytes) = (Place::START, 8);
                self.add_rule(pointer, Rule::Store { from: contents, by, bytes });
            }
        }
    }

    fn return_from_library(
        &mut self,
        number: u32,
        callee: FuncId,
        behaviour: &Behaviour,
        arguments: &[Node],
        result: &[Node],
        reachable: Option<Node>,
    ) {
        let Some(&to) = result.first() else { return };
        let Site { func, op, .. } = self.sites[number as usize];
        let made = ObjectKind::MadeBy(func, op);
        match behaviour.returned {
            Returned::NoPointer => {}
            Returned::Allocated => self.return_object(made, to),
            Returned::Fresh => {
                self.return_object(made, to);
                self.touch(number, to, false, true);
            }
            Returned::Reallocated => {
                self.return_object(made, to);
                if let Some(&old) = arguments.first() {
                    self.add_copy(old, to);
                }
            }
            Returned::Same(n) => {
                if let Some(&argument) = arguments.get(n) {
                    self.add_copy(argument, to);
                }
            }
            Returned::Into(n) => {
                if let Some(&argument) = arguments.get(n) {
                    self.add_rule(argument, Rule::Move(to, Place::ANYWHERE));
                }
            }
            Returned::Own => {
                self.return_object(ObjectKind::Library(callee), to);
                self.touch(number, to, false, true);
            }
            Returned::Kept => {
                let kept = match self.kept.get(&callee) {
                    Some(&kept) => kept,
                    None => self.new_node(),
                };
                self.kept.insert(callee, kept);
                if let Some(&first) = arguments.first() {
                    self.add_rule(first, Rule::Move(kept, Place::ANYWHERE));
                }
                self.add_copy(kept, to);
                self.touch(number, kept, true, true);
            }
            Returned::Anything => {
                self.return_object(made, to);
                self.touch(number, to, false, true);
                if let Some(reachable) = reachable {
                    self.add_copy(reachable, to);
                    // What it made may lead to all that it was given.
                    let (by, bytes) = (Place::ANYWHERE, TO_THE_END);
                    self.add_rule(to, Rule::Store { from: reachable, by, bytes });
                }
            }
        }
    }

    fn return_object(&mut self, kind: ObjectKind, to: Node) {
        let object = self.object(kind);
        self.add_place(to, object, Place::START);
    }

    /// The length that a call of `memcpy` is given, if it is a constant.
    fn length(&self, func: FuncId, op: usize) -> Option<u64> {
        let values = self.values[func.index()].as_ref()?;
        let body = self.module.functions[func.index()].body()?;
        let length = values.reads(op).last()?;
        constant_of(body, values, *length)
    }
}
