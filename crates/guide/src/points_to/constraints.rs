//! What ops and initial values say about pointers.

use super::objects::{Object, ObjectId, ObjectKind, Offsets, TO_THE_END};
use super::{MemoryCopy, Node, Rule, Solver};
use crate::values::{Origin, Value, Values};
use patchlight_ir::access::{Access, Address, Base, Use};
use patchlight_ir::{Body, FuncId, FuncKind, GlobalId, GlobalKind, Module, Op, Reg, RelocTarget};
use std::collections::{HashMap, HashSet};

/// How many values are looked at to find out whether a pointer goes round in a loop.
const MAX_LOOP: usize = 200;

/// One function while its ops are looked at.
#[derive(Copy, Clone)]
pub(super) struct Inside<'m> {
    pub func: FuncId,
    pub body: &'m Body,
    pub values: &'m Values,
}

impl<'m> Solver<'m> {
    pub(super) fn add_constraints(&mut self) {
        let module = self.module;
        for index in 0..module.functions.len() {
            let func = FuncId::from_index(index);
            let values = &self.values[index];
            let (Some(body), Some(values)) = (module.functions[index].body(), values) else {
                continue;
            };
            self.add_function(Inside { func, body, values });
        }
        self.add_starts();
    }

    /// What the system and the loader call.
    fn add_starts(&mut self) {
        let module = self.module;
        let mut starts: Vec<FuncId> = Vec::new();
        let main = module.functions.iter().position(|function| function.name == "main");
        starts.extend(main.map(FuncId::from_index));
        let structors = module.constructors.iter().chain(&module.destructors);
        starts.extend(structors.map(|structor| meant(module, structor.func)));
        let environment = self.object(ObjectKind::Environment);
        let cell = self.cell(environment, Offsets::ANYWHERE, TO_THE_END);
        self.add_place(cell.stored, environment, Offsets::ANYWHERE);
        for func in starts {
            if self.values[func.index()].is_some() {
                for n in 0..module.functions[func.index()].n_params {
                    let node = self.node(func, Value(n.into()));
                    self.add_place(node, environment, Offsets::ANYWHERE);
                }
            }
        }
    }

    fn add_function(&mut self, at: Inside<'m>) {
        let mut parts: HashMap<Value, Vec<Value>> = HashMap::new();
        for &(meeting, part) in at.values.parts() {
            self.add_copy(self.node(at.func, part), self.node(at.func, meeting));
            parts.entry(meeting).or_default().push(part);
        }
        for op in 0..at.body.ops.len() {
            self.add_op(at, op, &parts);
        }
    }

    fn add_op(&mut self, at: Inside<'m>, index: usize, parts: &HashMap<Value, Vec<Value>>) {
        let op = &at.body.ops[index];
        let read = |reg: Reg| {
            Node(self.first_node[at.func.index()] + at.values.read(at.body, index, reg).0)
        };
        let result = self.node(at.func, at.values.written(index, 0));
        if let Some(Access { address, usage, bytes }) = op.access() {
            return match usage {
                Use::Load(_) => self.add_load(at, index, address, bytes.into()),
                Use::Store(value) => self.add_store(at, index, address, bytes.into(), read(value)),
                Use::Compute(_) => self.add_address(at, index, address, parts),
            };
        }
        let anywhere = |to| move |from| (from, Rule::Move(to, Offsets::ANYWHERE));
        match *op {
            Op::Mov { a, .. } | Op::Zext { a, .. } | Op::Sext { a, .. } | Op::Trunc { a, .. } => {
                self.add_copy(read(a), result);
            }
            Op::Select { a, b, .. } | Op::Version { old: a, new: b, .. } => {
                let (a, b) = (read(a), read(b));
                self.add_copy(a, result);
                self.add_copy(b, result);
            }
            // The way that a function pointer or a field's address is mostly computed.
            Op::Add64I { a, b, .. } => {
                let address = Address { base: Base::Reg(a), index: None, offset: b as i64 };
                self.add_address(at, index, address, parts);
            }
            Op::Add64 { a, b, .. }
            | Op::And { w: 64, a, b, .. }
            | Op::Or { w: 64, a, b, .. }
            | Op::Xor { w: 64, a, b, .. } => {
                for (from, rule) in [read(a), read(b)].map(anywhere(result)) {
                    self.add_rule(from, rule);
                }
            }
            Op::Sub64 { a, .. }
            | Op::AndI { w: 64, a, .. }
            | Op::OrI { w: 64, a, .. }
            | Op::XorI { w: 64, a, .. }
            | Op::Shl64I { a, .. }
            | Op::LshrI { w: 64, a, .. }
            | Op::Lshr { w: 64, a, .. }
            | Op::Shl64 { a, .. } => {
                let (from, rule) = anywhere(result)(read(a));
                self.add_rule(from, rule);
            }
            Op::FuncAddr { func, .. } => {
                let object = self.object(ObjectKind::Function(meant(self.module, func)));
                self.add_place(result, object, Offsets::START);
            }
            Op::Alloca { .. } | Op::AllocaDyn { .. } => {
                let object = self.object(ObjectKind::MadeBy(at.func, index as u32));
                self.add_place(result, object, Offsets::START);
            }
            Op::LoadRelative { base, .. } => {
                let rule = Rule::Load { to: result, by: Offsets::ANYWHERE, bytes: TO_THE_END };
                self.add_rule(read(base), rule);
            }
            Op::MemCpy { to, from, len } | Op::MemMove { to, from, len } => {
                let bytes = constant_of(at.body, at.values, at.values.read(at.body, index, len))
                    .unwrap_or(TO_THE_END);
                let (to, from) = (read(to), read(from));
                self.add_memory_copy(MemoryCopy { to, from, bytes });
            }
            Op::MemSet { to, len, .. } => {
                let bytes = constant_of(at.body, at.values, at.values.read(at.body, index, len))
                    .unwrap_or(TO_THE_END);
                self.add_rule(read(to), Rule::Touch { bytes });
            }
            Op::VaStart { a } => self.add_variadic(at.func, read(a)),
            Op::Ret { .. } => {
                let returned = self.returned[at.func.index()];
                for &value in at.values.reads(index) {
                    self.add_copy(self.node(at.func, value), returned);
                }
            }
            _ if is_call(op) => self.add_call(at, index),
            _ => {}
        }
    }

    fn add_load(&mut self, at: Inside<'m>, index: usize, address: Address, bytes: u64) {
        let to = self.node(at.func, at.values.written(index, 0));
        let by = Offsets::new(address.offset, address.stride());
        match address.base {
            Base::Reg(base) => {
                let base = self.node(at.func, at.values.read(at.body, index, base));
                self.add_rule(base, Rule::Load { to, by, bytes });
            }
            Base::Global(global) => {
                if let Some((object, place)) = self.global(global) {
                    let cell = self.cell(object, place.moved(by), bytes);
                    self.add_copy(cell.loaded, to);
                }
            }
        }
    }

    fn add_store(
        &mut self,
        at: Inside<'m>,
        index: usize,
        address: Address,
        bytes: u64,
        from: Node,
    ) {
        let by = Offsets::new(address.offset, address.stride());
        match address.base {
            Base::Reg(base) => {
                let base = self.node(at.func, at.values.read(at.body, index, base));
                self.add_rule(base, Rule::Store { from, by, bytes });
            }
            Base::Global(global) => {
                if let Some((object, place)) = self.global(global) {
                    let cell = self.cell(object, place.moved(by), bytes);
                    self.add_copy(from, cell.stored);
                }
            }
        }
    }

    fn add_address(
        &mut self,
        at: Inside<'m>,
        index: usize,
        address: Address,
        parts: &HashMap<Value, Vec<Value>>,
    ) {
        let value = at.values.written(index, 0);
        let to = self.node(at.func, value);
        let mut by = Offsets::new(address.offset, address.stride());
        match address.base {
            Base::Reg(base) => {
                let base = at.values.read(at.body, index, base);
                if by.stride == 0 && by.offset != 0 && goes_round(at, parts, base, value) {
                    by = Offsets::new(0, by.offset.unsigned_abs());
                }
                self.add_rule(self.node(at.func, base), Rule::Move(to, by));
            }
            Base::Global(global) => {
                if let Some((object, place)) = self.global(global) {
                    self.add_place(to, object, place.moved(by));
                }
            }
        }
    }

    pub(super) fn add_memory_copy(&mut self, copy: MemoryCopy) {
        let number = self.memory_copies.len() as u32;
        self.memory_copies.push(copy);
        for (node, rule) in [(copy.from, Rule::CopyFrom(number)), (copy.to, Rule::CopyTo(number))] {
            self.add_rule(node, Rule::Touch { bytes: copy.bytes });
            self.add_rule(node, rule);
        }
    }

    /// `va_start`: the list has the address of the variable arguments.
    fn add_variadic(&mut self, func: FuncId, list: Node) {
        let object = self.object(ObjectKind::Variadic(func));
        let pointer = self.new_node();
        self.add_place(pointer, object, Offsets::ANYWHERE);
        for offset in [8, 16] {
            let by = Offsets::new(offset, 0);
            self.add_rule(list, Rule::Store { from: pointer, by, bytes: 8 });
        }
        self.add_rule(list, Rule::Touch { bytes: 24 });
    }

    pub(super) fn object(&mut self, kind: ObjectKind) -> ObjectId {
        if let Some(&known) = self.object_of.get(&kind) {
            return known;
        }
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push(Object::new(kind, id));
        self.object_of.insert(kind, id);
        id
    }

    /// Globals of a section that programs go through from its start to its end are one object.
    fn section(&mut self, start: GlobalId) -> Option<ObjectId> {
        let module = self.module;
        let bounds = &module.globals[start.index()];
        let section = bounded_section(&bounds.name)?;
        if !matches!(bounds.kind, GlobalKind::Declared) {
            return None;
        }
        let whole = self.object(ObjectKind::Global(start));
        for (n, global) in module.globals.iter().enumerate() {
            if global.section.as_deref() == Some(section)
                && let Some((member, _)) = self.global(GlobalId::from_index(n))
            {
                self.merge(whole, member);
            }
        }
        let whole = self.whole(whole);
        self.fold(whole);
        Some(whole)
    }

    /// The place of a global; `None` for constants without pointers, which nothing depends on.
    pub(super) fn global(&mut self, global: GlobalId) -> Option<(ObjectId, Offsets)> {
        let module = self.module;
        let (global, place) = aliased(module, global);
        let kind = ObjectKind::Global(global);
        if let Some(&known) = self.object_of.get(&kind) {
            return Some((known, place));
        }
        if let Some(first) = self.section(global) {
            return Some((first, Offsets::ANYWHERE));
        }
        let definition = &module.globals[global.index()];
        let relocs = match &definition.kind {
            GlobalKind::Defined(init) => &init.relocs[..],
            _ => &[],
        };
        if definition.constant && relocs.is_empty() {
            return None;
        }
        let object = self.object(kind);
        for reloc in relocs {
            let target = match reloc.target {
                RelocTarget::Func(func) => {
                    let func = ObjectKind::Function(meant(module, func));
                    Some((self.object(func), Offsets::START))
                }
                RelocTarget::Global(global) => self.global(global),
                RelocTarget::Block(..) => None,
            };
            if let Some((pointee, place)) = target {
                let at = Offsets::new(reloc.offset as i64, 0);
                let cell = self.cell(object, at, reloc.size.into());
                self.add_place(cell.stored, pointee, place.moved(Offsets::new(reloc.addend, 0)));
            }
        }
        Some((object, place))
    }
}

/// The section that the linker's symbols for its start and end are about.
fn bounded_section(name: &str) -> Option<&str> {
    name.strip_prefix("__start_").or_else(|| name.strip_prefix("__stop_"))
}

/// What a global is, and where in it, that may be an alias.
pub(super) fn aliased(module: &Module, global: GlobalId) -> (GlobalId, Offsets) {
    let (mut global, mut offset) = (global, 0);
    while let GlobalKind::Alias { global: next, offset: by } = module.globals[global.index()].kind {
        (global, offset) = (next, offset + by as i64);
    }
    (global, Offsets::new(offset, 0))
}

pub fn is_call(op: &Op) -> bool {
    use Op::*;
    matches!(
        op,
        Call { .. } | TailCall { .. } | CallPtr { .. } | TailCallPtr { .. } | Forward { .. }
    )
}

/// The function that an alias stands for.
pub(super) fn meant(module: &Module, mut func: FuncId) -> FuncId {
    while let FuncKind::Alias(next) = module.functions[func.index()].kind {
        func = next;
    }
    func
}

/// The value, if it is a constant.
pub fn constant_of(body: &Body, values: &Values, value: Value) -> Option<u64> {
    let Origin::Op(op) = values.origin(value) else { return None };
    match body.ops[op as usize] {
        Op::Const { value, .. } => Some(value),
        _ => None,
    }
}

/// Whether a sum is computed from itself, in a loop.
fn goes_round(
    at: Inside<'_>,
    parts: &HashMap<Value, Vec<Value>>,
    summand: Value,
    sum: Value,
) -> bool {
    let (mut seen, mut waiting) = (HashSet::new(), vec![summand]);
    while let Some(value) = waiting.pop() {
        if value == sum || seen.len() > MAX_LOOP {
            return true;
        }
        if !seen.insert(value) {
            continue;
        }
        match at.values.origin(value) {
            Origin::Meeting => waiting.extend(parts.get(&value).into_iter().flatten()),
            Origin::Op(op) => {
                if let Op::Mov { .. } | Op::Add64I { .. } | Op::Select { .. } =
                    at.body.ops[op as usize]
                {
                    waiting.extend(at.values.reads(op as usize));
                }
            }
            Origin::Parameter(_) | Origin::Nothing => {}
        }
    }
    false
}
