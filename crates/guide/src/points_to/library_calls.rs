//! Calls of library functions: what they do with pointers, as [`crate::library`] says.

use super::calls::{Site, SiteKind, Touch};
use super::constraints::constant_of;
use super::objects::{ObjectKind, Offsets, TO_THE_END};
use super::{MemoryCopy, Node, Rule, Solver};
use crate::library::{Behaviour, Effect, Returned, Signals};
use patchlight_ir::FuncId;

impl Solver<'_> {
    pub(super) fn call_library(
        &mut self,
        number: u32,
        callee: FuncId,
        arguments: &[Node],
        result: &[Node],
    ) {
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
                    let (by, bytes) = (Offsets::ANYWHERE, TO_THE_END);
                    self.add_rule(argument, Rule::Load { to: contents, by, bytes });
                    self.add_rule(argument, Rule::Store { from: contents, by, bytes });
                }
                Effect::StoresPointers => {
                    let others = self.all_but(arguments, n);
                    let (by, bytes) = (Offsets::START, 8);
                    self.add_rule(argument, Rule::Store { from: others, by, bytes });
                }
                Effect::StoresFresh => {
                    let fresh = self.new_node();
                    let object = self.object(ObjectKind::MadeBy(func, op));
                    self.add_place(fresh, object, Offsets::START);
                    let (by, bytes) = (Offsets::START, 8);
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
            let (by, bytes) = (Offsets::ANYWHERE, TO_THE_END);
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
                self.add_rule(argument, Rule::Move(node, Offsets::ANYWHERE));
            }
        }
        let (by, bytes) = (Offsets::ANYWHERE, TO_THE_END);
        // What is loaded may point into the middle of something: a node of its own moves it.
        let loaded = self.new_node();
        self.add_rule(node, Rule::Load { to: loaded, by, bytes });
        self.add_rule(loaded, Rule::Move(node, Offsets::ANYWHERE));
        node
    }

    fn all_but(&mut self, arguments: &[Node], but: usize) -> Node {
        let node = self.new_node();
        for (n, &argument) in arguments.iter().enumerate() {
            if n != but {
                self.add_rule(argument, Rule::Move(node, Offsets::ANYWHERE));
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
                let (by, bytes) = (Offsets::START, 8);
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
                    self.add_rule(argument, Rule::Move(to, Offsets::ANYWHERE));
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
                    self.add_rule(first, Rule::Move(kept, Offsets::ANYWHERE));
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
                    let (by, bytes) = (Offsets::ANYWHERE, TO_THE_END);
                    self.add_rule(to, Rule::Store { from: reachable, by, bytes });
                }
            }
        }
    }

    pub(super) fn return_object(&mut self, kind: ObjectKind, to: Node) {
        let object = self.object(kind);
        self.add_place(to, object, Offsets::START);
    }

    /// The length that a call of `memcpy` is given, if it is a constant.
    fn length(&self, func: FuncId, op: usize) -> Option<u64> {
        let values = self.values[func.index()].as_ref()?;
        let body = self.module.functions[func.index()].body()?;
        let length = values.reads(op).last()?;
        constant_of(body, values, *length)
    }
}
