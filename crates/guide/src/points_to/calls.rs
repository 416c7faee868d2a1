//! Calls: who calls whom with which pointers, and what library functions do with them.

use super::constraints::{Inside, constant_of, meant};
use super::objects::{ObjectKind, Place, TO_THE_END};
use super::{MemoryCopy, Node, Rule, Solver};
use crate::library::{Behaviour, Effect, Returned};
use crate::values::Value;
use patchlight_ir::{FuncId, Op};

/// A call, or what a library function calls that was called.
#[derive(Debug)]
pub struct Site {
    pub func: FuncId,
    pub op: u32,
    pub kind: SiteKind,
    /// Whom it may reach.
    pub callees: Vec<FuncId>,
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

impl<'m> Solver<'m> {
    pub(super) fn add_call(&mut self, at: Inside<'m>, index: usize) {
        let number = self.sites.len() as u32;
        let (func, op) = (at.func, index as u32);
        let kind = SiteKind::Own;
        self.sites.push(Site { func, op, kind, callees: Vec::new(), touches: Vec::new() });
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

    /// Functions that became one with others are called where those are. True if a call is new.
    pub(super) fn connect_merged_functions(&mut self) -> bool {
        let mut is_new = false;
        for node in 0..self.holders.len() {
            let rules = self.holders[node].rules.iter();
            let calls: Vec<u32> = rules
                .filter_map(|rule| match rule {
                    Rule::Call(site) => Some(*site),
                    _ => None,
                })
                .collect();
            if calls.is_empty() {
                continue;
            }
            for (object, _) in self.settled_targets(Node(node as u32)) {
                for func in self.objects[object.index()].functions.clone() {
                    for &site in &calls {
                        is_new |= self.connect(site, func);
                    }
                }
            }
        }
        is_new
    }

    /// A call reaches a function. True if that is new.
    pub(super) fn connect(&mut self, number: u32, callee: FuncId) -> bool {
        let site = &mut self.sites[number as usize];
        if site.callees.contains(&callee) {
            return false;
        }
        site.callees.push(callee);
        let (func, op, kind) = (site.func, site.op as usize, site.kind);
        let is_own = self.values[callee.index()].is_some();
        match kind {
            SiteKind::Callback(arguments) if is_own => self.pass_all(arguments, callee),
            // The library calls itself: nothing of it is seen.
            SiteKind::Callback(_) => {}
            SiteKind::Own => {
                let arguments = self.arguments(func, op);
                let result = self.result(func, op);
                if is_own {
                    self.pass(&arguments, callee);
                    if let Op::Forward { .. } = self.op(func, op) {
                        self.forward_variadic(func, callee);
                    }
                    let returned = self.returned[callee.index()];
                    result.iter().for_each(|&to| self.add_copy(returned, to));
                } else {
                    self.call_library(number, callee, &arguments, &result);
                }
            }
        }
        true
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

    fn pass_all(&mut self, arguments: Node, callee: FuncId) {
        let n_params = self.module.functions[callee.index()].n_params;
        for n in 0..n_params {
            self.add_copy(arguments, self.node(callee, Value(n.into())));
        }
        self.add_copy(self.returned[callee.index()], arguments);
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
        self.sites.push(Site { func, op, kind, callees: Vec::new(), touches: Vec::new() });
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
