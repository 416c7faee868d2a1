//! Checks that a module keeps the rules that everyone else relies on.
//!
//! **Structure** ([`verify_structure`], [`verify_global`]): one pass, needs no other function. The
//! interpreter accesses registers unchecked, so whatever it executes has passed this.
//! - Every register that an op or its arguments touch, with all its words, is below `n_regs`; so
//!   are the parameters. A field that covers no word (`call` without a result) may be anything.
//! - The first block starts at 0, starts increase strictly, every block ends in the only
//!   terminator that it holds, and no edge leads to the entry.
//! - Blocks, tables, arguments, locals, functions, globals, names, files and locations exist;
//!   `op_locs` has one entry an op, `locs` at least one, and `inlined_at` never runs in a circle.
//! - Widths are 1 to 64; 1 to 128 for bit operations and conversions to and from floats; 65 to 128
//!   for `wide`; whole bytes for `load.n` and `store.n`. Extensions do not shrink, `trunc` does not
//!   grow. Immediates are cut to the width.
//! - Switch cases increase strictly and fit the width.
//! - `ret` hands back as many registers as the function says.
//! - Initialisers fit their global; relocations are 4 or 8 bytes, sorted, apart, inside, and over
//!   bytes that are 0. Alignments are powers of two.
//!
//! **Assignment** ([`verify_body`]): every register that is read was written on all paths from the
//! entry; parameters count as written.
//!
//! **Modules** ([`verify`]): all of the above; aliases end at something that is no alias; block
//! addresses name a block of a defined function; constructors exist.
//!
//! Absent on purpose: agreement of calls with their callee's signature. C lets declarations
//! differ between files, so whoever executes a call compares.

use crate::ids::{BlockId, FuncId, Reg, TableId};
use crate::module::{
    Body, FuncKind, Function, Global, GlobalKind, Init, LocalPlace, Module, RelocTarget,
};
use crate::op::{Field, Op};
use thiserror::Error;

/// How large the tables are that a function's ids point into.
#[derive(Copy, Clone, Debug)]
pub struct Sizes {
    pub functions: usize,
    pub globals: usize,
    pub names: usize,
    pub files: usize,
}

impl Sizes {
    pub fn of(module: &Module) -> Sizes {
        Sizes {
            functions: module.functions.len(),
            globals: module.globals.len(),
            names: module.names.len(),
            files: module.files.len(),
        }
    }
}

#[derive(Clone, PartialEq, Debug, Error)]
#[error("`{symbol}`{}: {problem}", op_place(.op))]
pub struct VerifyError {
    /// The function, global or table at fault.
    pub symbol: String,
    /// The op at fault: its index and its word in the text format.
    pub op: Option<(usize, &'static str)>,
    pub problem: Problem,
}

fn op_place(op: &Option<(usize, &'static str)>) -> String {
    op.map_or(String::new(), |(index, mnemonic)| format!(", op {index} ({mnemonic})"))
}

#[derive(Clone, PartialEq, Debug, Error)]
pub enum Problem {
    #[error("{words} word(s) from {reg} on exceed the {n_regs} registers")]
    Register { reg: Reg, words: usize, n_regs: u16 },
    #[error("{n_params} parameters exceed the {n_regs} registers")]
    Parameters { n_params: u16, n_regs: u16 },
    #[error("there are no blocks")]
    NoBlocks,
    #[error("{0} does not start after the block before it, inside the ops")]
    BlockStart(BlockId),
    #[error("{0} does not end in a terminator")]
    NoTerminator(BlockId),
    #[error("a terminator stands inside {0}")]
    EarlyTerminator(BlockId),
    #[error("an edge leads to the entry block")]
    EdgeToEntry,
    #[error("{what} {index} does not exist")]
    Missing { what: &'static str, index: usize },
    #[error("{n_locs} locations for {n_ops} ops")]
    OpLocs { n_locs: usize, n_ops: usize },
    #[error("location {0} is inlined into itself")]
    InlinedInCircle(u32),
    #[error("width {0} is not allowed here")]
    Width(u8),
    #[error("widths {from} to {to} go the wrong way")]
    WidthOrder { from: u8, to: u8 },
    #[error("immediate {value:#x} exceeds {width} bits")]
    Immediate { value: u64, width: u8 },
    #[error("the cases of {0} do not increase")]
    CasesUnsorted(TableId),
    #[error("{n} registers are returned, not {expected}")]
    Returned { n: u8, expected: u8 },
    #[error("alignment {0} is not a power of two")]
    Alignment(u32),
    #[error("{bytes} bytes of initialiser exceed the size {size}")]
    InitSize { bytes: usize, size: u64 },
    #[error("the relocation at {0} overlaps another, leaves the global, or is not 4 or 8 bytes")]
    Reloc(u64),
    #[error("the bytes beneath the relocation at {0} are not 0")]
    RelocBytes(u64),
    #[error("its aliases form a circle")]
    AliasCycle,
    #[error("{0} is read before it is written on some path")]
    Unassigned(Reg),
    #[error("an op that only the engine makes stands in a module")]
    EngineOnly,
}

/// Checks a whole module.
pub fn verify(module: &Module) -> Result<(), VerifyError> {
    let sizes = Sizes::of(module);
    for function in &module.functions {
        verify_structure(sizes, function)?;
    }
    for global in &module.globals {
        verify_global(sizes, global)?;
    }
    for function in &module.functions {
        if let Some(body) = function.body() {
            verify_block_addresses(module, function, body)?;
            verify_assignment(function, body)?;
        }
    }
    let at = |symbol: &str, result: Result<(), Problem>| {
        result.map_err(|problem| VerifyError { symbol: symbol.to_string(), op: None, problem })
    };
    for global in &module.globals {
        at(&global.name, verify_block_relocs(module, global))?;
    }
    verify_aliases(module)?;
    for structor in module.constructors.iter().chain(&module.destructors) {
        at("constructors", exists("function", structor.func.index(), sizes.functions))?;
    }
    Ok(())
}

/// Checks one body with everything that needs no other body but for block addresses.
pub fn verify_body(module: &Module, function: &Function, body: &Body) -> Result<(), VerifyError> {
    verify_body_structure(Sizes::of(module), function, body)?;
    verify_block_addresses(module, function, body)?;
    verify_assignment(function, body)
}

/// The part that makes execution safe, in one pass: for functions that come from a cache.
pub fn verify_structure(sizes: Sizes, function: &Function) -> Result<(), VerifyError> {
    match &function.kind {
        FuncKind::Declared => Ok(()),
        FuncKind::Defined(body) => verify_body_structure(sizes, function, body),
        FuncKind::Alias(other) | FuncKind::IFunc(other) => {
            exists("function", other.index(), sizes.functions).map_err(|problem| VerifyError {
                symbol: function.name.clone(),
                op: None,
                problem,
            })
        }
    }
}

/// The same for a global.
pub fn verify_global(sizes: Sizes, global: &Global) -> Result<(), VerifyError> {
    let result = match &global.kind {
        GlobalKind::Declared => Ok(()),
        GlobalKind::Alias { global, .. } => exists("global", global.index(), sizes.globals),
        GlobalKind::Defined(init) => verify_init(sizes, global, init),
    };
    result.map_err(|problem| VerifyError { symbol: global.name.clone(), op: None, problem })
}

fn verify_body_structure(
    sizes: Sizes,
    function: &Function,
    body: &Body,
) -> Result<(), VerifyError> {
    let structure = Structure { sizes, function, body };
    let at = |op: Option<usize>| {
        move |problem| VerifyError {
            symbol: function.name.clone(),
            op: op.map(|index| (index, body.ops[index].mnemonic())),
            problem,
        }
    };
    structure.blocks().map_err(at(None))?;
    structure.locations().map_err(at(None))?;
    structure.pools().map_err(at(None))?;
    for (index, op) in body.ops.iter().enumerate() {
        structure.op(op).map_err(at(Some(index)))?;
    }
    Ok(())
}

fn exists(what: &'static str, index: usize, len: usize) -> Result<(), Problem> {
    if index < len { Ok(()) } else { Err(Problem::Missing { what, index }) }
}

struct Structure<'a> {
    sizes: Sizes,
    function: &'a Function,
    body: &'a Body,
}

impl Structure<'_> {
    fn blocks(&self) -> Result<(), Problem> {
        let body = self.body;
        let first = *body.blocks.first().ok_or(Problem::NoBlocks)?;
        if first != 0 {
            return Err(Problem::BlockStart(BlockId(0)));
        }
        for (index, &start) in body.blocks.iter().enumerate() {
            let block = BlockId::from_index(index);
            let end = body.blocks.get(index + 1).map_or(body.ops.len(), |&next| next as usize);
            let ops = body.ops.get(start as usize..end).ok_or(Problem::BlockStart(block))?;
            let (last, inner) = ops.split_last().ok_or(Problem::BlockStart(block))?;
            if !last.is_terminator() {
                return Err(Problem::NoTerminator(block));
            }
            if inner.iter().any(Op::is_terminator) {
                return Err(Problem::EarlyTerminator(block));
            }
        }
        Ok(())
    }

    fn locations(&self) -> Result<(), Problem> {
        let Body { ops, op_locs, locs, .. } = self.body;
        if op_locs.len() != ops.len() {
            return Err(Problem::OpLocs { n_locs: op_locs.len(), n_ops: ops.len() });
        }
        exists("location", 0, locs.len())?;
        for &loc in op_locs {
            exists("location", loc as usize, locs.len())?;
        }
        for loc in locs {
            exists("file", loc.file.index(), self.sizes.files)?;
            exists("name", loc.function.index(), self.sizes.names)?;
            if let Some(at) = loc.inlined_at {
                exists("location", at as usize, locs.len())?;
            }
        }
        let inlined_at = |loc: usize| locs[loc].inlined_at.map(|at| at as usize);
        match find_cycle(locs.len(), inlined_at) {
            Some(loc) => Err(Problem::InlinedInCircle(loc as u32)),
            None => Ok(()),
        }
    }

    /// What the ops share: parameters, locals, arguments, tables.
    fn pools(&self) -> Result<(), Problem> {
        let body = self.body;
        if self.function.n_params > body.n_regs {
            let (n_params, n_regs) = (self.function.n_params, body.n_regs);
            return Err(Problem::Parameters { n_params, n_regs });
        }
        for local in &body.locals {
            match local.place {
                LocalPlace::Register { reg, width } => {
                    self.registers(reg, usize::from(width).div_ceil(64))?;
                }
                LocalPlace::Memory { align, .. } => power_of_two(align)?,
            }
        }
        for &reg in &body.args {
            self.registers(reg, 1)?;
        }
        for (index, table) in body.switches.iter().enumerate() {
            if !table.cases.is_sorted_by(|a, b| a.0 < b.0) {
                return Err(Problem::CasesUnsorted(TableId::from_index(index)));
            }
            for &(_, block) in &table.cases {
                self.target(block)?;
            }
            self.target(table.default)?;
        }
        for &block in body.branch_tables.iter().flatten() {
            self.target(block)?;
        }
        Ok(())
    }

    fn op(&self, op: &Op) -> Result<(), Problem> {
        // Almost all ops are sound: look for the reason only if one is not.
        let (def_words, use_words) = op.words();
        let check = |field| self.field(op, field, def_words.into(), use_words.into());
        let mut sound = true;
        op.for_each_field(|field| sound &= check(field).is_ok());
        if !sound {
            let mut result = Ok(());
            op.for_each_field(|field| result = result.clone().and_then(|()| check(field)));
            return result;
        }
        if let Some((args, n_args)) = op.call_args() {
            exists("argument", args.index() + usize::from(n_args), self.body.args.len() + 1)?;
        }
        if let Op::Ret { n, .. } = *op
            && n != self.function.n_ret
        {
            return Err(Problem::Returned { n, expected: self.function.n_ret });
        }
        if let Op::Switch { w, table, .. } = *op
            && let Some(&(largest, _)) = self.body.switch(table).cases.last()
        {
            immediate(w, largest)?;
        }
        widths(op)
    }

    #[inline]
    fn field(&self, op: &Op, field: Field, defs: usize, uses: usize) -> Result<(), Problem> {
        let body = self.body;
        match field {
            Field::Def(reg) => self.registers(reg, defs),
            Field::Use(reg) => self.registers(reg, uses),
            // The block may be another function's: see `verify_block_addresses`.
            Field::Block(_) if matches!(op, Op::BlockAddr { .. }) => Ok(()),
            Field::Block(block) => self.target(block),
            Field::Func(func) => exists("function", func.index(), self.sizes.functions),
            Field::Global(global) => exists("global", global.index(), self.sizes.globals),
            Field::Name(name) => exists("name", name.index(), self.sizes.names),
            Field::Local(local) => exists("local", local.index(), body.locals.len()),
            Field::Table(table) => match op {
                Op::IndirectBr { .. } => {
                    exists("branch table", table.index(), body.branch_tables.len())
                }
                _ => exists("switch table", table.index(), body.switches.len()),
            },
            // Together with their number, in `op`.
            Field::Args(_) => Ok(()),
            Field::Other => Ok(()),
        }
    }

    fn registers(&self, reg: Reg, words: usize) -> Result<(), Problem> {
        let n_regs = self.body.n_regs;
        if words == 0 || reg.index() + words <= usize::from(n_regs) {
            Ok(())
        } else {
            Err(Problem::Register { reg, words, n_regs })
        }
    }

    fn target(&self, block: BlockId) -> Result<(), Problem> {
        if block == BlockId(0) {
            return Err(Problem::EdgeToEntry);
        }
        exists("block", block.index(), self.body.blocks.len())
    }
}

fn widths(op: &Op) -> Result<(), Problem> {
    use Op::*;
    match *op {
        Add32I { b, .. } | Mul32I { b, .. } | Shl32I { b, .. } | Ashr32I { b, .. } => {
            immediate(32, b)
        }
        Sdiv32I { b, .. } | Srem32I { b, .. } | Slt32I { b, .. } | Sgt32I { b, .. } => {
            immediate(32, b)
        }
        AddNI { w, b, .. } | MulNI { w, b, .. } | ShlNI { w, b, .. } | AshrNI { w, b, .. } => {
            immediate(w, b)
        }
        AndI { w, b, .. } | OrI { w, b, .. } | XorI { w, b, .. } | LshrI { w, b, .. } => {
            immediate(w, b)
        }
        UdivI { w, b, .. } | UremI { w, b, .. } | EqI { w, b, .. } | NeI { w, b, .. } => {
            immediate(w, b)
        }
        UltI { w, b, .. } | UgtI { w, b, .. } | SltNI { w, b, .. } | SgtNI { w, b, .. } => {
            immediate(w, b)
        }
        LshrAndI { w, shift, mask, .. } => {
            immediate(w, mask)?;
            if shift < w { Ok(()) } else { Err(Problem::Width(shift)) }
        }
        AddN { w, .. } | SubN { w, .. } | MulN { w, .. } | ShlN { w, .. } => width(w, 1, 64),
        And { w, .. } | Or { w, .. } | Xor { w, .. } | Lshr { w, .. } => width(w, 1, 64),
        Udiv { w, .. } | Urem { w, .. } | AshrN { w, .. } | SdivN { w, .. } => width(w, 1, 64),
        SremN { w, .. } | Eq { w, .. } | Ne { w, .. } | Ult { w, .. } => width(w, 1, 64),
        Ule { w, .. } | SltN { w, .. } | SleN { w, .. } | Switch { w, .. } => width(w, 1, 64),
        BrEq { w, .. } | BrEqI { w, .. } | BrNe { w, .. } | BrNeI { w, .. } => width(w, 1, 64),
        BrUlt { w, .. } | BrUltI { w, .. } | BrUle { w, .. } | BrUgtI { w, .. } => width(w, 1, 64),
        LoadN { w, .. } | StoreN { w, .. } if !w.is_multiple_of(8) => Err(Problem::Width(w)),
        LoadN { w, .. } | StoreN { w, .. } => width(w, 8, 64),
        BitUn { w, .. } | BitBin { w, .. } | Overflow { w, .. } | Funnel { w, .. } => {
            width(w, 1, 128)
        }
        FloatToInt { w, .. } | IntToFloat { w, .. } => width(w, 1, 128),
        WideBin { w, .. } | WideCmp { w, .. } => width(w, 65, 128),
        Zext { from, to, .. } | Sext { from, to, .. } => extension(from, to, 64),
        Trunc { from, to, .. } => truncation(from, to, 64),
        WideZext { from, to, .. } | WideSext { from, to, .. } => {
            width(to, 65, 128)?;
            extension(from, to, 128)
        }
        WideTrunc { from, to, .. } => {
            width(from, 65, 128)?;
            truncation(from, to, 128)
        }
        Guarded {} | CheckOwn { .. } | StoreOwn { .. } | BrTogether { .. } => {
            Err(Problem::EngineOnly)
        }
        _ => Ok(()),
    }
}

fn width(w: u8, least: u8, most: u8) -> Result<(), Problem> {
    if (least..=most).contains(&w) { Ok(()) } else { Err(Problem::Width(w)) }
}

fn immediate(w: u8, value: u64) -> Result<(), Problem> {
    width(w, 1, 64)?;
    if value >> (w - 1) > 1 {
        return Err(Problem::Immediate { value, width: w });
    }
    Ok(())
}

fn extension(from: u8, to: u8, most: u8) -> Result<(), Problem> {
    width(from, 1, most)?;
    width(to, 1, most)?;
    if from <= to { Ok(()) } else { Err(Problem::WidthOrder { from, to }) }
}

fn truncation(from: u8, to: u8, most: u8) -> Result<(), Problem> {
    width(from, 1, most)?;
    width(to, 1, most)?;
    if from >= to { Ok(()) } else { Err(Problem::WidthOrder { from, to }) }
}

fn power_of_two(align: u32) -> Result<(), Problem> {
    if align.is_power_of_two() { Ok(()) } else { Err(Problem::Alignment(align)) }
}

fn verify_init(sizes: Sizes, global: &Global, init: &Init) -> Result<(), Problem> {
    power_of_two(global.align)?;
    if init.bytes.len() as u64 > global.size {
        return Err(Problem::InitSize { bytes: init.bytes.len(), size: global.size });
    }
    let mut free_from = 0;
    for reloc in &init.relocs {
        let end = reloc.offset.checked_add(reloc.size.into());
        match end {
            Some(end)
                if matches!(reloc.size, 4 | 8)
                    && reloc.offset >= free_from
                    && end <= global.size =>
            {
                free_from = end;
            }
            _ => return Err(Problem::Reloc(reloc.offset)),
        }
        let beneath = init.bytes.iter().skip(reloc.offset as usize).take(reloc.size.into());
        if beneath.into_iter().any(|&byte| byte != 0) {
            return Err(Problem::RelocBytes(reloc.offset));
        }
        match reloc.target {
            RelocTarget::Func(func) | RelocTarget::Block(func, _) => {
                exists("function", func.index(), sizes.functions)?;
            }
            RelocTarget::Global(target) => exists("global", target.index(), sizes.globals)?,
        }
    }
    Ok(())
}

fn verify_block_addresses(
    module: &Module,
    function: &Function,
    body: &Body,
) -> Result<(), VerifyError> {
    for (index, op) in body.ops.iter().enumerate() {
        if let Op::BlockAddr { func, block, .. } = *op {
            block_exists(module, func, block).map_err(|problem| VerifyError {
                symbol: function.name.clone(),
                op: Some((index, op.mnemonic())),
                problem,
            })?;
        }
    }
    Ok(())
}

fn verify_block_relocs(module: &Module, global: &Global) -> Result<(), Problem> {
    let GlobalKind::Defined(init) = &global.kind else { return Ok(()) };
    for reloc in &init.relocs {
        if let RelocTarget::Block(func, block) = reloc.target {
            block_exists(module, func, block)?;
        }
    }
    Ok(())
}

fn block_exists(module: &Module, func: FuncId, block: BlockId) -> Result<(), Problem> {
    let body = module.functions[func.index()].body();
    exists("block", block.index(), body.map_or(0, |body| body.blocks.len()))
}

fn verify_aliases(module: &Module) -> Result<(), VerifyError> {
    let circle = |name: &str| VerifyError {
        symbol: name.to_string(),
        op: None,
        problem: Problem::AliasCycle,
    };
    let function_alias = |index: usize| match module.functions[index].kind {
        FuncKind::Alias(target) => Some(target.index()),
        _ => None,
    };
    if let Some(index) = find_cycle(module.functions.len(), function_alias) {
        return Err(circle(&module.functions[index].name));
    }
    let global_alias = |index: usize| match module.globals[index].kind {
        GlobalKind::Alias { global, .. } => Some(global.index()),
        _ => None,
    };
    if let Some(index) = find_cycle(module.globals.len(), global_alias) {
        return Err(circle(&module.globals[index].name));
    }
    Ok(())
}

/// A node on a cycle of `next`, if there is one: every node is walked over once.
fn find_cycle(len: usize, next: impl Fn(usize) -> Option<usize>) -> Option<usize> {
    let mut walk_of = vec![usize::MAX; len];
    for start in 0..len {
        let mut node = start;
        while walk_of[node] == usize::MAX {
            walk_of[node] = start;
            match next(node) {
                Some(follower) if walk_of[follower] == start => return Some(follower),
                Some(follower) => node = follower,
                None => break,
            }
        }
    }
    None
}

fn verify_assignment(function: &Function, body: &Body) -> Result<(), VerifyError> {
    match crate::assignment::first_unassigned_read(function, body) {
        None => Ok(()),
        Some((index, reg)) => Err(VerifyError {
            symbol: function.name.clone(),
            op: Some((index, body.ops[index].mnemonic())),
            problem: Problem::Unassigned(reg),
        }),
    }
}
