//! A linked module made ready for execution.
//!
//! Blocks become op indices, builtins get their numbers, and functions that exist only here
//! (`__pl_run_ctors`, `__pl_run_dtors`) get their bodies.

mod arms;
mod together;

use crate::builtin::Builtin;
use crate::memory::{self, NewObject, ObjectKind, SiteId};
use crate::outcome::Limit;
use crate::starts::Starts;
use crate::state::State;
use crate::summary::Summary;
pub(crate) use arms::meetings;
use patchlight_ir::op::IdMap;
use patchlight_ir::verify::{Sizes, VerifyError, verify_global, verify_structure};
use patchlight_ir::{
    ArgsId, BLOCK_ADDRESS_STEP, BlockId, Body, Def, FileId, FuncId, FuncKind, Function, Global,
    GlobalId, GlobalKind, Linkage, Loc, LocalPlace, Module, NameId, Op, Reg, RelocTarget,
};
use std::collections::HashMap;
use std::rc::Rc;
pub(crate) use together::Origin;
use together::Together;

#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    #[error("the program has no function `{0}`")]
    NoEntry(String),
    #[error(transparent)]
    Malformed(#[from] VerifyError),
    #[error("the globals do not fit into memory: {0}")]
    TooLarge(Limit),
    #[error("the alias `{alias}` lies {offset} bytes into `{target}`, which has {size}")]
    AliasOutside { alias: String, target: String, offset: u64, size: u64 },
}

pub struct Program {
    pub module: Module,
    pub(crate) code: Vec<Code>,
    block_addresses: BlockAddresses,
    by_name: HashMap<String, FuncId>,
    /// How often it was put at its start.
    pub starts: Starts,
}

/// A function as the interpreter sees it.
pub(crate) struct Code {
    pub(crate) kind: CodeKind,
    /// Whether lengths and places that it asks for may be terms.
    pub(crate) takes_terms: bool,
    /// A register may be read on ways that the body does not show.
    pub(crate) has_hidden_reads: bool,
    pub(crate) n_params: u16,
    pub(crate) n_regs: u16,
    /// The module's ops with op indices for blocks, then those for versions that run together.
    pub(crate) ops: Box<[Op]>,
    pub(crate) together: Together,
    pub(crate) args: Box<[Reg]>,
    /// Size and alignment of each local in memory; 0 and 1 of one that is in a register.
    pub(crate) locals: Box<[(u64, u64)]>,
    pub(crate) switches: Box<[Switch]>,
    pub(crate) branch_tables: Box<[BranchTable]>,
}

impl Code {
    pub(crate) fn has_body(&self) -> bool {
        matches!(self.kind, CodeKind::Defined | CodeKind::Summarised(_))
    }
}

/// The op index of each block that a computed jump may go to, by the distance of the blocks'
/// addresses.
#[derive(Default)]
pub(crate) struct BranchTable {
    first: u64,
    ops: Box<[Option<u32>]>,
}

impl BranchTable {
    /// `blocks`: addresses and op indices.
    fn new(blocks: &[(u64, u32)]) -> BranchTable {
        let Some(first) = blocks.iter().map(|&(address, _)| address).min() else {
            return BranchTable::default();
        };
        let mut ops = Vec::new();
        for &(address, op) in blocks {
            let n = ((address - first) / BLOCK_ADDRESS_STEP) as usize;
            ops.resize(ops.len().max(n + 1), None);
            ops[n] = Some(op);
        }
        BranchTable { first, ops: ops.into() }
    }

    pub(crate) fn target(&self, address: u64) -> Option<u32> {
        let distance = address.checked_sub(self.first)?;
        let n =
            distance.is_multiple_of(BLOCK_ADDRESS_STEP).then_some(distance / BLOCK_ADDRESS_STEP)?;
        self.ops.get(n as usize).copied().flatten()
    }
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum CodeKind {
    Defined,
    /// Defined, and called only where its summary does not say what it returns.
    Summarised(Summary),
    Builtin(Builtin),
    Undefined,
}

pub(crate) enum Switch {
    /// Values from `min` on.
    Dense {
        min: u64,
        targets: Box<[u32]>,
        default: u32,
    },
    Sorted {
        cases: Box<[(u64, u32)]>,
        default: u32,
    },
}

impl Switch {
    #[inline]
    pub(crate) fn target(&self, value: u64) -> u32 {
        match self {
            Switch::Dense { min, targets, default } => {
                targets.get(value.wrapping_sub(*min) as usize).copied().unwrap_or(*default)
            }
            Switch::Sorted { cases, default } => cases
                .binary_search_by_key(&value, |&(case, _)| case)
                .map_or(*default, |n| cases[n].1),
        }
    }
}

impl Switch {
    pub(crate) fn default_target(&self) -> u32 {
        match self {
            Switch::Dense { default, .. } | Switch::Sorted { default, .. } => *default,
        }
    }

    /// All values with a case of their own, and where they go.
    pub(crate) fn cases(&self) -> Vec<(u64, u32)> {
        match self {
            Switch::Dense { min, targets, default } => {
                let cases = targets.iter().enumerate();
                let case = |(n, &to): (usize, &u32)| (min.wrapping_add(n as u64), to);
                cases.map(case).filter(|(_, to)| to != default).collect()
            }
            Switch::Sorted { cases, .. } => cases.to_vec(),
        }
    }
}

impl Program {
    /// Checks and prepares a linked module.
    pub fn new(mut module: Module) -> Result<Program, ProgramError> {
        add_structor_calls(&mut module);
        let sizes = Sizes::of(&module);
        for function in &module.functions {
            verify_structure(sizes, function)?;
        }
        for global in &module.globals {
            verify_global(sizes, global)?;
        }
        let block_addresses = BlockAddresses::new(&module);
        let code = module.functions.iter().map(prepare);
        let mut code: Vec<Code> = code.collect();
        for (id, function) in module.functions.iter().enumerate() {
            fill_branch_tables(&mut code[id], FuncId::from_index(id), function, &block_addresses);
            if let Some(body) = function.body() {
                code[id].has_hidden_reads = has_hidden_reads(&code, body);
                together::add_code(&mut code[id], body);
            }
        }
        let by_name = module
            .functions
            .iter()
            .enumerate()
            .filter(|(_, function)| function.linkage != Linkage::Internal)
            .map(|(id, function)| (function.name.clone(), FuncId::from_index(id)))
            .collect();
        Ok(Program { module, code, block_addresses, by_name, starts: Starts::default() })
    }

    /// Lets string functions that the program has from libc return terms instead of forking at each
    /// byte. `is_own`: whether the program defines a function of this name itself. Lengths and
    /// places are terms only where such a function asks for them: in libc, positions in buffers
    /// would depend on them.
    pub fn summarise(mut self, is_own: impl Fn(&str) -> bool) -> Program {
        for (function, code) in self.module.functions.iter().zip(&mut self.code) {
            code.takes_terms = is_own(&function.name);
        }
        for (name, func) in &self.by_name {
            let code = &mut self.code[func.index()];
            if let Some(summary) = Summary::from_name(name)
                && code.has_body()
                && !is_own(name)
            {
                code.kind = CodeKind::Summarised(summary);
            }
        }
        self
    }

    /// Whether the function whose frame is on top takes lengths and places that are terms.
    pub(crate) fn takes_terms(&self, state: &State) -> bool {
        state.position().is_some_and(|(func, _)| self.code[func.index()].takes_terms)
    }

    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.by_name.get(name).copied()
    }

    pub(crate) fn block_address(&self, func: FuncId, block: BlockId) -> u64 {
        self.block_addresses.of(func, block)
    }

    /// Where each version goes, if the op sends them different ways.
    pub(crate) fn arms_at(&self, func: FuncId, pc: u32) -> Option<[u32; 2]> {
        let body = self.module.functions[func.index()].body()?;
        let Op::BrVersion { old, new } = *body.ops.get(pc as usize)? else { return None };
        Some([old, new].map(|block| body.blocks[block.index()]))
    }

    pub(crate) fn is_defined(&self, func: FuncId) -> bool {
        self.code.get(func.index()).is_some_and(|code| code.kind != CodeKind::Undefined)
    }

    /// The address of a function; an undefined weak one is null.
    pub(crate) fn func_address(&self, func: FuncId) -> u64 {
        let function = &self.module.functions[func.index()];
        if !self.is_defined(func) && function.linkage == Linkage::Weak {
            return 0;
        }
        memory::func_address(func)
    }

    /// Gives every global an object (those of a section whose bounds are asked for share one).
    pub(crate) fn place_globals(&self, state: &mut State) -> Result<(), ProgramError> {
        let sections = self.sections_with_bounds();
        let mut addresses = vec![0; self.module.globals.len()];
        for (name, members) in &sections {
            let placed = self.place_section(state, name, members, &mut addresses);
            placed.map_err(ProgramError::TooLarge)?;
        }
        for (id, global) in self.module.globals.iter().enumerate() {
            let in_section = global.section.as_deref().is_some_and(|s| sections.contains_key(s));
            if matches!(global.kind, GlobalKind::Defined(_)) && !in_section {
                let kind = ObjectKind::Global(GlobalId::from_index(id));
                let (size, align) = (global.size, u64::from(global.align.max(1)));
                let site = SiteId::default();
                let new = NewObject { kind, size, align, zeroed: true, site };
                addresses[id] = state.memory.allocate(new).map_err(ProgramError::TooLarge)?;
            }
        }
        for (id, global) in self.module.globals.iter().enumerate() {
            if let GlobalKind::Alias { global: target, offset } = global.kind {
                let base = &self.module.globals[target.index()];
                // Further on are the addresses of other objects. Where a declared one ends is not known.
                let is_outside = matches!(base.kind, GlobalKind::Defined(_)) && offset > base.size;
                let address = addresses[target.index()].checked_add(offset);
                addresses[id] = address.filter(|_| !is_outside).ok_or_else(|| {
                    let (alias, target) = (global.name.clone(), base.name.clone());
                    ProgramError::AliasOutside { alias, target, offset, size: base.size }
                })?;
            }
        }
        state.shared.global_addresses = addresses.into();
        for (id, global) in self.module.globals.iter().enumerate() {
            self.initialise(state, state.shared.global_addresses[id], global);
        }
        for (id, global) in self.module.globals.iter().enumerate() {
            let in_section = global.section.as_deref().is_some_and(|s| sections.contains_key(s));
            if global.constant && matches!(global.kind, GlobalKind::Defined(_)) && !in_section {
                state.memory.make_constant(state.shared.global_addresses[id]);
            }
        }
        Ok(())
    }

    /// Sections for which the program declares `__start_NAME` or `__stop_NAME`.
    fn sections_with_bounds(&self) -> std::collections::BTreeMap<&str, Vec<usize>> {
        let mut sections = std::collections::BTreeMap::new();
        for global in self.module.globals.iter().filter(|g| g.kind == GlobalKind::Declared) {
            let name = global.name.strip_prefix("__start_");
            if let Some(name) = name.or_else(|| global.name.strip_prefix("__stop_")) {
                sections.entry(name).or_insert_with(Vec::new);
            }
        }
        for (id, global) in self.module.globals.iter().enumerate() {
            let members = global.section.as_deref().and_then(|name| sections.get_mut(name));
            if let (Some(members), GlobalKind::Defined(_)) = (members, &global.kind) {
                members.push(id);
            }
        }
        sections.retain(|_, members| !members.is_empty());
        sections
    }

    fn place_section(
        &self,
        state: &mut State,
        name: &str,
        members: &[usize],
        addresses: &mut [u64],
    ) -> Result<(), Limit> {
        let mut size = 0;
        let mut offsets = Vec::new();
        for &id in members {
            let global = &self.module.globals[id];
            // What is too large for a number is too large for memory.
            let align = u64::from(global.align.max(1));
            size = u64::checked_next_multiple_of(size, align).unwrap_or(u64::MAX);
            offsets.push(size);
            size = size.saturating_add(global.size);
        }
        let kind = ObjectKind::Global(GlobalId::from_index(members[0]));
        let site = SiteId::default();
        let new = NewObject { kind, size, align: 64, zeroed: true, site };
        let start = state.memory.allocate(new)?;
        for (&id, offset) in members.iter().zip(offsets) {
            addresses[id] = start + offset;
        }
        for (id, global) in self.module.globals.iter().enumerate() {
            if global.name.strip_prefix("__start_") == Some(name) {
                addresses[id] = start;
            } else if global.name.strip_prefix("__stop_") == Some(name) {
                addresses[id] = start + size;
            }
        }
        Ok(())
    }

    fn initialise(&self, state: &mut State, address: u64, global: &Global) {
        let GlobalKind::Defined(init) = &global.kind else { return };
        let memory = &mut state.memory;
        let in_bounds = "an initialiser is not larger than its global";
        memory.write(address, &init.bytes).expect(in_bounds);
        for reloc in &init.relocs {
            let target = match reloc.target {
                RelocTarget::Func(func) => self.func_address(func),
                RelocTarget::Global(global) => state.shared.global_addresses[global.index()],
                RelocTarget::Block(func, block) => self.block_address(func, block),
            };
            let value = target.wrapping_add_signed(reloc.addend);
            if reloc.size == 8 {
                memory.write(address + reloc.offset, &value.to_le_bytes()).expect(in_bounds);
            } else {
                // A relative pointer does not fit into 4 bytes here: its number stands for it.
                Rc::make_mut(&mut state.shared.relative_pointers).push(value);
                let number = state.shared.relative_pointers.len() as u32;
                memory.write(address + reloc.offset, &number.to_le_bytes()).expect(in_bounds);
            }
        }
    }
}

struct BlocksToOps<'a> {
    blocks: &'a [u32],
}

impl IdMap for BlocksToOps<'_> {
    fn block(&mut self, id: BlockId) -> BlockId {
        BlockId(self.blocks[id.index()])
    }
}

fn prepare(function: &Function) -> Code {
    let FuncKind::Defined(body) = &function.kind else {
        let builtin = Builtin::from_name(&function.name);
        return Code {
            kind: builtin.map_or(CodeKind::Undefined, CodeKind::Builtin),
            takes_terms: false,
            has_hidden_reads: false,
            n_params: function.n_params,
            n_regs: 0,
            ops: Box::default(),
            together: Together::default(),
            args: Box::default(),
            locals: Box::default(),
            switches: Box::default(),
            branch_tables: Box::default(),
        };
    };
    let mut map = BlocksToOps { blocks: &body.blocks };
    let mut ops = body.ops.clone();
    for op in &mut ops {
        // The block of `addr.b` belongs to another function: it stays a block.
        if !matches!(op, Op::BlockAddr { .. }) {
            op.remap(&mut map);
        }
    }
    Code {
        kind: CodeKind::Defined,
        takes_terms: false,
        has_hidden_reads: false,
        n_params: function.n_params,
        n_regs: body.n_regs,
        ops: ops.into(),
        together: Together::default(),
        args: body.args.clone().into(),
        locals: body.locals.iter().map(|local| layout(local.place)).collect(),
        switches: body.switches.iter().map(|table| prepare_switch(body, table)).collect(),
        branch_tables: Box::default(),
    }
}

/// Whether registers are read where no op says so: after a second return from `setjmp`, and by
/// `forward`, which reads all parameters.
fn has_hidden_reads(code: &[Code], body: &Body) -> bool {
    body.ops.iter().any(|op| match *op {
        Op::Call { func, .. } => matches!(
            code[func.index()].kind,
            CodeKind::Builtin(Builtin::SetJmp | Builtin::ShortSetJmp | Builtin::SigSetJmp)
        ),
        Op::Forward { .. } => true,
        _ => false,
    })
}

fn layout(place: LocalPlace) -> (u64, u64) {
    match place {
        LocalPlace::Memory { size, align } => (size, align.max(1).into()),
        LocalPlace::Register { .. } => (0, 1),
    }
}

fn prepare_switch(body: &Body, table: &patchlight_ir::SwitchTable) -> Switch {
    let op_of = |block: BlockId| body.blocks[block.index()];
    let default = op_of(table.default);
    let cases = &table.cases;
    let (Some(&(min, _)), Some(&(max, _))) = (cases.first(), cases.last()) else {
        return Switch::Sorted { cases: Box::default(), default };
    };
    let span = max - min;
    if span < 4 * cases.len() as u64 + 16 {
        let mut targets = vec![default; span as usize + 1];
        for &(value, block) in cases {
            targets[(value - min) as usize] = op_of(block);
        }
        return Switch::Dense { min, targets: targets.into(), default };
    }
    Switch::Sorted { cases: cases.iter().map(|&(v, block)| (v, op_of(block))).collect(), default }
}

/// Where the blocks of functions with computed jumps begin: all blocks of such a function have
/// addresses, [`BLOCK_ADDRESS_STEP`] apart.
#[derive(Default)]
struct BlockAddresses {
    first: HashMap<FuncId, u64>,
}

impl BlockAddresses {
    fn new(module: &Module) -> BlockAddresses {
        let mut n_blocks = 0;
        let mut addresses = BlockAddresses::default();
        for (id, function) in module.functions.iter().enumerate() {
            let Some(body) = function.body().filter(|body| !body.branch_tables.is_empty()) else {
                continue;
            };
            addresses.first.insert(FuncId::from_index(id), n_blocks);
            n_blocks += body.blocks.len() as u64;
        }
        addresses
    }

    /// Blocks of a function without computed jumps share an address: nobody can go there.
    fn of(&self, func: FuncId, block: BlockId) -> u64 {
        let first = self.first.get(&func).copied();
        first.map_or(memory::NO_BLOCK, |first| memory::block_address(first + u64::from(block.0)))
    }
}

fn fill_branch_tables(
    code: &mut Code,
    id: FuncId,
    function: &Function,
    addresses: &BlockAddresses,
) {
    let Some(body) = function.body() else { return };
    let entry = |&block: &BlockId| (addresses.of(id, block), body.blocks[block.index()]);
    let table = |table: &Vec<BlockId>| {
        let blocks: Vec<_> = table.iter().map(entry).collect();
        BranchTable::new(&blocks)
    };
    code.branch_tables = body.branch_tables.iter().map(table).collect();
}

/// `__pl_run_ctors` and `__pl_run_dtors`: libc's start and exit code calls them.
fn add_structor_calls(module: &mut Module) {
    let constructors: Vec<FuncId> = module.constructors.iter().map(|s| s.func).collect();
    let destructors: Vec<FuncId> = module.destructors.iter().rev().map(|s| s.func).collect();
    for (name, calls) in [("__pl_run_ctors", constructors), ("__pl_run_dtors", destructors)] {
        let declared = |f: &Function| f.name == name && f.kind == FuncKind::Declared;
        if let Some(at) = module.functions.iter().position(declared) {
            let file = FileId::from_index(module.files.len());
            module.files.push(String::new());
            let function = NameId::from_index(module.names.len());
            module.names.push(name.to_string());
            let loc = Loc { file, line: 0, column: 0, function, inlined_at: None };
            module.functions[at].kind = FuncKind::Defined(Box::new(calls_in_order(&calls, loc)));
        }
    }
}

fn calls_in_order(calls: &[FuncId], loc: Loc) -> Body {
    let call =
        |&func: &FuncId| Op::Call { dst: Def(Reg(0)), n_ret: 0, func, n_args: 0, args: ArgsId(0) };
    let mut ops: Vec<Op> = calls.iter().map(call).collect();
    ops.push(Op::Ret { a: Reg(0), n: 0 });
    let op_locs = vec![0; ops.len()];
    Body { n_regs: 1, ops, blocks: vec![0], op_locs, locs: vec![loc], ..Body::default() }
}
