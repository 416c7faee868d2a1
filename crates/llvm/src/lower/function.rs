//! Lowers one function: walks its blocks in text order and keeps, for each SSA value, what is known
//! about it ([`Val`]).
//!
//! **Invariants.**
//! - A value that another block uses has registers of its own (`fixed`) from the start; all others
//!   end with their block.
//! - Registers of promoted locals, and of phi nodes that share one with their next value, change
//!   while values still refer to them: those values are in `pending`, and whoever writes such a
//!   register first saves them ([`FnLower::save_dependents`]).
//! - Operands are taken before results are given registers; what was taken for the last time is
//!   freed when the instruction is done, or just before its only op is emitted.

use super::analyse::{Analysis, NONE};
use super::intrinsics::Intrinsic;
use super::module::ModuleCx;
use super::regs::Temps;
use super::value::Val;
use crate::ast::{self, BlockId, Operand, ValueId};
use patchlight_ir::{Body, Op, Reg};
use std::borrow::Cow;

mod operands;
mod registers;
mod results;

/// A construct that we do not lower: its name. The path ends where it would be executed.
#[derive(Debug)]
pub(super) struct Gap(pub Cow<'static, str>);

pub(super) type Lowered<T> = Result<T, Gap>;

pub(super) fn gap<T>(what: impl Into<Cow<'static, str>>) -> Lowered<T> {
    Err(Gap(what.into()))
}

/// Memory that one function after the other uses.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub analysis: Analysis,
    pub temps: Temps,
    vals: Vec<Val>,
    fixed: Vec<u32>,
    def_at: Vec<u32>,
    value_loc: Vec<u32>,
    parts: Vec<Val>,
    pending: Vec<ValueId>,
    dying: Vec<Val>,
    mutable: Vec<bool>,
    /// The entry of an alloca among the body's locals.
    pub local_of: Vec<u32>,
}

/// A block that is emitted after all blocks of the text: copies on an edge, a wide switch.
#[derive(Debug)]
pub(super) struct TailBlock {
    pub ops: Vec<Op>,
    pub loc: u32,
}

pub(super) struct FnLower<'c, 'm, 'a> {
    pub cx: &'c mut ModuleCx<'m, 'a>,
    pub ast: &'m ast::Module<'a>,
    pub function: &'m ast::Function<'a>,
    pub body: &'m ast::Body<'a>,
    pub s: &'c mut Scratch,
    pub out: Body,
    /// Where the ops of the current block begin.
    block_start: usize,
    pub current_block: BlockId,
    pub loc: u32,
    /// The next result may take the register of an operand that dies.
    release_early: bool,
    /// Registers that hold constants for loops.
    loop_consts: Vec<(u64, Reg)>,
    pub tail_blocks: Vec<TailBlock>,
    /// For phi nodes of blocks that `indirectbr` reaches: where their next value waits.
    pub shadow_phis: Vec<(ValueId, Reg)>,
    /// A slot of the stack that masked-off lanes read and write.
    pub dummy_slot: Option<Reg>,
    /// Some call asks whether its operand is a constant.
    pub asks_for_constants: bool,
    pub n_params: u16,
    pub n_ret: u8,
}

impl<'c, 'm, 'a> FnLower<'c, 'm, 'a> {
    pub fn new(
        cx: &'c mut ModuleCx<'m, 'a>,
        s: &'c mut Scratch,
        function: &'m ast::Function<'a>,
        body: &'m ast::Body<'a>,
    ) -> Self {
        FnLower {
            ast: cx.ast,
            cx,
            function,
            body,
            s,
            out: Body::default(),
            block_start: 0,
            current_block: BlockId(0),
            loc: 0,
            release_early: false,
            loop_consts: Vec::new(),
            tail_blocks: Vec::new(),
            shadow_phis: Vec::new(),
            dummy_slot: None,
            asks_for_constants: false,
            n_params: 0,
            n_ret: 0,
        }
    }

    /// Gives the body; its first blocks are those of the text.
    pub fn lower(mut self) -> Lowered<Body> {
        self.s.analysis.run(self.cx, self.function, self.body);
        if let Some(value) = self.s.analysis.first_undominated(self.body) {
            let value = &self.body.values[value.index()];
            let name = value.number.map_or(value.name.to_owned(), |number| number.to_string());
            return gap(format!("`%{name}` is used on a path that does not define it"));
        }
        self.asks_for_constants = self.calls_any(|it| it == Intrinsic::IsConstant);
        self.assign_registers()?;
        self.prologue()?;
        for block in 0..self.body.blocks.len() as u32 {
            self.lower_block(BlockId(block));
        }
        for tail in std::mem::take(&mut self.tail_blocks) {
            self.out.blocks.push(self.out.ops.len() as u32);
            for op in tail.ops {
                self.emit_at(op, tail.loc);
            }
        }
        if !self.s.temps.fits() {
            return gap("function with more than 65,535 registers");
        }
        self.out.n_regs = self.s.temps.n_regs() as u16;
        self.name_locals();
        self.out.locs = self.cx.locations.take();
        Ok(self.out)
    }

    fn lower_block(&mut self, block: BlockId) {
        self.current_block = block;
        if block.0 > 0 {
            self.out.blocks.push(self.out.ops.len() as u32);
        }
        self.block_start = self.out.ops.len();
        self.s.temps.start_block();
        self.s.pending.clear();
        self.s.dying.clear();
        if !self.s.analysis.reachable[block.index()] {
            self.loc = 0;
            self.emit(Op::Unreachable {});
            return;
        }
        self.copy_shadow_phis(block);
        let body = self.body;
        for inst in body.block_insts(block) {
            if let Some(dbg) = inst.dbg {
                let cx = &mut *self.cx;
                self.loc = cx.locations.get(dbg, &mut cx.names, &mut cx.files);
            } else {
                self.loc = 0;
            }
            let done = self.lower_inst(inst);
            self.release_early = false;
            self.flush();
            match done {
                Ok(Flow::Next) => {}
                Ok(Flow::Ended) => return,
                Err(Gap(what)) => {
                    let what = self.cx.name(&what);
                    self.emit(Op::Unsupported { what });
                    return;
                }
            }
        }
    }

    fn name_locals(&mut self) {
        let body = self.body;
        for record in &body.debug_records {
            if record.kind == ast::DebugRecordKind::Declare
                && let (Some(Operand::Local(value)), Some(variable)) =
                    (record.value, record.variable)
            {
                let local = self.s.local_of[value.index()];
                if local != NONE
                    && let Some(name) = self.cx.locations.variable(variable)
                {
                    self.out.locals[local as usize].name = name;
                }
            }
        }
    }

    // Emission.

    pub fn emit(&mut self, op: Op) {
        self.emit_at(op, self.loc);
    }

    pub fn emit_at(&mut self, op: Op, loc: u32) {
        self.out.ops.push(op);
        self.out.op_locs.push(loc);
    }
}

/// Does the walk through a block go on?
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Flow {
    Next,
    Ended,
}

fn reg(index: u32) -> Reg {
    // A function with more registers is refused before its ops are used.
    Reg(index.min(u32::from(u16::MAX - 1)) as u16)
}
