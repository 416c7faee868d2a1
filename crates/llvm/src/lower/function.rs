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
use super::module::ModuleCx;
use super::regs::Temps;
use super::types::{Scalar, Shape};
use super::value::{Addr, Base, Src, Val};
use crate::ast::{self, BlockId, Inst, InstKind, Operand, TypeId, ValueId};
use patchlight_ir::op::{Field, IdMap};
use patchlight_ir::{Body, Def, Local, LocalPlace, Op, Reg};
use std::borrow::Cow;

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
    pub n_params: u16,
    pub n_ret: u8,
}

struct SetDef(Reg);

impl IdMap for SetDef {
    fn def(&mut self, _: Def) -> Def {
        Def(self.0)
    }
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

    /// Parameters first, then promoted locals, then values that live across blocks.
    fn assign_registers(&mut self) -> Lowered<()> {
        let n_values = self.body.values.len();
        let s = &mut *self.s;
        s.vals.clear();
        s.vals.resize(n_values, Val::Unset);
        s.fixed.clear();
        s.fixed.resize(n_values, NONE);
        s.def_at.clear();
        s.def_at.resize(n_values, NONE);
        s.value_loc.clear();
        s.value_loc.resize(n_values, 0);
        s.parts.clear();
        s.local_of.clear();
        s.local_of.resize(n_values, NONE);
        s.mutable.clear();
        let mut next = 0;
        for index in 0..self.function.params.len() {
            let param = &self.function.params[index];
            if self.ast.param_attrs(param.attrs).byval.is_some() {
                // The parameter's value is the copy that the prologue makes.
                next += 1;
                continue;
            }
            next = self.fix(ValueId(index as u32), param.ty, next)?;
        }
        self.n_params = u16::try_from(next).map_err(|_| Gap("too many parameters".into()))?;
        self.n_ret = match self.cx.layouts.words(self.function.ret) {
            Some(words) if words <= u8::MAX.into() => words as u8,
            _ => return gap("return value of this type"),
        };
        for index in 0..self.function.params.len() {
            let param = &self.function.params[index];
            if self.ast.param_attrs(param.attrs).byval.is_some() {
                next = self.fix(ValueId(index as u32), param.ty, next)?;
            }
        }
        next = self.assign_locals(next);
        next = self.assign_crossing(next);
        next = self.assign_shadows(next);
        if self.has_masked_access() {
            self.dummy_slot = Some(reg(next));
            next += 1;
        }
        for i in 0..self.s.analysis.loop_consts.len() {
            self.loop_consts.push((self.s.analysis.loop_consts[i], reg(next)));
            next += 1;
        }
        if next > u16::MAX.into() {
            return gap("function with more than 65,535 registers");
        }
        self.s.mutable.resize(next as usize, false);
        self.s.temps.start_function(next);
        self.mark_shared_phis();
        Ok(())
    }

    fn assign_locals(&mut self, mut next: u32) -> u32 {
        for index in 0..self.s.analysis.candidates.len() {
            let candidate = self.s.analysis.candidates[index].clone();
            if !candidate.promoted {
                continue;
            }
            let own = candidate.param.filter(|param| {
                let i = param.index();
                self.s.analysis.uses[i] == 1
                    && self.ast.param_attrs(self.function.params[i].attrs).byval.is_none()
            });
            let home = match own {
                Some(param) => self.s.fixed[param.index()],
                None => {
                    next += u32::from(candidate.scalar.words());
                    next - u32::from(candidate.scalar.words())
                }
            };
            self.s.fixed[candidate.value.index()] = home;
            self.s.vals[candidate.value.index()] = Val::Local(index as u32);
            let last = (home + u32::from(candidate.scalar.words())) as usize;
            if self.s.mutable.len() < last {
                self.s.mutable.resize(last, false);
            }
            self.s.mutable[home as usize..last].fill(true);
            self.out.locals.push(Local {
                name: String::new(),
                place: LocalPlace::Register {
                    reg: reg(home),
                    width: candidate.scalar.bits().into(),
                },
            });
            self.s.local_of[candidate.value.index()] = self.out.locals.len() as u32 - 1;
        }
        next
    }

    /// Values of types that registers cannot hold get none: what defines them is a gap.
    fn assign_crossing(&mut self, mut next: u32) -> u32 {
        let body = self.body;
        for inst in &body.insts {
            let Some(value) = inst.result else { continue };
            let i = value.index();
            let is_phi = matches!(inst.kind, InstKind::Phi { .. });
            let local = self.s.analysis.phi_local[i];
            if local != NONE {
                let home = self.s.analysis.candidates[local as usize].value;
                self.s.fixed[i] = self.s.fixed[home.index()];
                self.s.vals[i] = Val::Reg(reg(self.s.fixed[i]));
                continue;
            }
            if !(self.s.analysis.crosses[i] || is_phi)
                || self.s.fixed[i] != NONE
                || self.s.analysis.uses[i] == 0
                || self.s.analysis.shares_phi[i] != NONE
            {
                continue;
            }
            next = self.fix(value, inst.ty, next).unwrap_or(next);
        }
        for i in 0..body.values.len() {
            let phi = self.s.analysis.shares_phi[i];
            if phi != NONE && self.s.fixed[phi as usize] != NONE {
                self.s.fixed[i] = self.s.fixed[phi as usize];
                self.s.vals[i] = self.s.vals[phi as usize];
            } else if phi != NONE && self.s.analysis.crosses[i] {
                next = self.fix(ValueId(i as u32), body.values[i].ty, next).unwrap_or(next);
            }
        }
        next
    }

    fn mark_shared_phis(&mut self) {
        for i in 0..self.body.values.len() {
            if self.s.analysis.shares_phi[i] != NONE && self.s.fixed[i] != NONE {
                let words = match self.cx.layouts.shape(self.body.values[i].ty) {
                    Shape::Scalar(scalar) => scalar.words(),
                    _ => 0,
                };
                for word in 0..usize::from(words) {
                    self.s.mutable[self.s.fixed[i] as usize + word] = true;
                }
            }
        }
    }

    /// Gives a value registers of its own, from `next` on.
    fn fix(&mut self, value: ValueId, ty: TypeId, next: u32) -> Lowered<u32> {
        let i = value.index();
        match self.cx.layouts.shape(ty) {
            Shape::Scalar(scalar) => {
                self.s.fixed[i] = next;
                self.s.vals[i] = Val::Reg(reg(next));
                Ok(next + u32::from(scalar.words()))
            }
            Shape::Empty => Ok(next),
            _ => {
                let Some(range) = self.cx.layouts.parts(ty) else {
                    return self.unsupported_type(ty);
                };
                self.s.fixed[i] = next;
                let start = self.s.parts.len() as u32;
                let mut at = next;
                for part in range.iter() {
                    self.s.parts.push(Val::Reg(reg(at)));
                    at += u32::from(self.cx.layouts.part(part).scalar.words());
                }
                self.s.vals[i] = Val::Parts { start, len: range.len };
                Ok(at)
            }
        }
    }

    fn prologue(&mut self) -> Lowered<()> {
        self.out.blocks.push(0);
        let mut word = 0;
        for index in 0..self.function.params.len() {
            let param = &self.function.params[index];
            let attrs = self.ast.param_attrs(param.attrs);
            let Some(ty) = attrs.byval else {
                word += self.cx.layouts.words(param.ty).unwrap_or(0);
                continue;
            };
            let layout = self.cx.layouts.get(ty);
            let align = attrs.align.max(layout.align);
            let copy = reg(self.s.fixed[index]);
            self.add_memory_local(ValueId(index as u32), layout.size, align, copy);
            let len = self.s.temps.alloc(1);
            self.emit(Op::Const { dst: Def(len), value: layout.size });
            self.emit(Op::MemCpy { to: copy, from: reg(word), len });
            self.s.temps.release(len);
            word += 1;
        }
        for index in 0..self.s.analysis.candidates.len() {
            let candidate = &self.s.analysis.candidates[index];
            if candidate.promoted && candidate.needs_init {
                let home = self.s.fixed[candidate.value.index()];
                for word in 0..u32::from(candidate.scalar.words()) {
                    self.emit(Op::Const { dst: Def(reg(home + word)), value: 0 });
                }
            }
        }
        for index in 0..self.loop_consts.len() {
            let (value, dst) = self.loop_consts[index];
            self.emit(Op::Const { dst: Def(dst), value });
        }
        if let Some(slot) = self.dummy_slot {
            const SIZE: u64 = 16;
            let local = patchlight_ir::LocalId::from_index(self.out.locals.len());
            let place = LocalPlace::Memory { size: SIZE, align: SIZE as u32 };
            self.out.locals.push(Local { name: String::new(), place });
            self.emit(Op::Alloca { dst: Def(slot), local });
            let zero = self.s.temps.alloc(1);
            self.emit(Op::Const { dst: Def(zero), value: 0 });
            self.emit(Op::Store64 { a: zero, base: slot, offset: 0 });
            self.emit(Op::Store64 { a: zero, base: slot, offset: 8 });
            self.s.temps.release(zero);
        }
        Ok(())
    }

    /// A stack object: its alloca op and its entry among the locals.
    pub fn add_memory_local(&mut self, value: ValueId, size: u64, align: u32, dst: Reg) {
        let local = patchlight_ir::LocalId::from_index(self.out.locals.len());
        self.out
            .locals
            .push(Local { name: String::new(), place: LocalPlace::Memory { size, align } });
        self.s.local_of[value.index()] = local.0;
        self.emit(Op::Alloca { dst: Def(dst), local });
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

    // Operands.

    pub fn type_of(&self, operand: Operand) -> TypeId {
        self.ast.operand_type(self.body, operand)
    }

    pub fn scalar_of(&mut self, ty: TypeId) -> Lowered<Scalar> {
        match self.cx.layouts.shape(ty) {
            Shape::Scalar(scalar) => Ok(scalar),
            _ => self.unsupported_type(ty),
        }
    }

    pub fn unsupported_type<T>(&self, ty: TypeId) -> Lowered<T> {
        gap(format!("value of type {}", self.ast.types.display(ty)))
    }

    /// What is known about an operand; counts as one use of it.
    pub fn take(&mut self, operand: Operand) -> Lowered<Val> {
        match operand {
            Operand::Local(value) => {
                let val = self.s.vals[value.index()];
                self.consume(value, val);
                Ok(if val == Val::Unset {
                    self.zero(self.body.values[value.index()].ty)?
                } else {
                    val
                })
            }
            Operand::Const(id) => {
                let val = self.const_val(id)?;
                self.s.dying.push(val);
                Ok(val)
            }
            Operand::Symbol(symbol) => Ok(self.symbol_val(symbol)),
            Operand::Metadata(_) => gap("metadata as a value"),
        }
    }

    pub fn consume_one(&mut self, value: ValueId) {
        self.consume(value, self.s.vals[value.index()]);
    }

    fn consume(&mut self, value: ValueId, val: Val) {
        if self.s.fixed[value.index()] != NONE {
            return;
        }
        let uses = &mut self.s.analysis.uses[value.index()];
        *uses = uses.saturating_sub(1);
        if *uses == 0 {
            self.s.dying.push(val);
        }
    }

    /// The registers of a scalar operand; its value is put there if it is not yet.
    pub fn take_reg(&mut self, operand: Operand) -> Lowered<Reg> {
        if let Operand::Local(value) = operand {
            if let Val::Reg(reg) = self.s.vals[value.index()] {
                self.consume(value, Val::Reg(reg));
                return Ok(reg);
            }
            self.force(value)?;
        }
        let scalar = self.scalar_of(self.type_of(operand))?;
        let val = self.take(operand)?;
        self.in_reg(val, scalar)
    }

    /// A scalar operand of at most 64 bits.
    pub fn take_src(&mut self, operand: Operand) -> Lowered<Src> {
        match operand {
            Operand::Const(id) => {
                if let ast::ConstKind::Bits(bits) = self.ast.consts.get(id).kind {
                    return Ok(Src::Imm(bits));
                }
            }
            Operand::Local(value) => {
                if let Val::Imm(imm) = self.s.vals[value.index()] {
                    return Ok(Src::Imm(imm));
                }
                return self.take_reg(operand).map(Src::Reg);
            }
            _ => {}
        }
        match self.take(operand)? {
            Val::Imm(imm) => Ok(Src::Imm(imm)),
            val => self.in_reg(val, Scalar::Ptr).map(Src::Reg),
        }
    }

    /// Makes sure that a value is in registers from now on.
    pub fn force(&mut self, value: ValueId) -> Lowered<()> {
        let i = value.index();
        let val = self.s.vals[i];
        if matches!(val, Val::Reg(_) | Val::Unset | Val::Parts { .. } | Val::Local(_) | Val::Imm(_))
        {
            return Ok(());
        }
        let scalar = self.scalar_of(self.body.values[i].ty)?;
        let loc = std::mem::replace(&mut self.loc, self.s.value_loc[i]);
        let dst = self.s.temps.alloc(scalar.words());
        self.emit_val(dst, val, scalar);
        self.loc = loc;
        self.release(val);
        self.s.vals[i] = Val::Reg(dst);
        self.s.def_at[i] = self.out.ops.len() as u32 - 1;
        Ok(())
    }

    /// The value in registers, which are freed when the instruction is done.
    pub fn in_reg(&mut self, val: Val, scalar: Scalar) -> Lowered<Reg> {
        if let Val::Reg(reg) = val {
            return Ok(reg);
        }
        if let Val::Imm(imm) = val
            && scalar.words() == 1
            && let Some(&(_, reg)) = self.loop_consts.iter().find(|(value, _)| *value == imm)
        {
            return Ok(reg);
        }
        let dst = self.s.temps.alloc(scalar.words());
        self.emit_val(dst, val, scalar);
        self.s.dying.push(Val::Reg(dst));
        Ok(dst)
    }

    pub fn src_reg(&mut self, src: Src, scalar: Scalar) -> Lowered<Reg> {
        match src {
            Src::Reg(reg) => Ok(reg),
            Src::Imm(imm) => self.in_reg(Val::Imm(imm), scalar),
        }
    }

    /// Emits the op (or two) that puts a value into `dst`.
    pub fn emit_val(&mut self, dst: Reg, val: Val, scalar: Scalar) {
        let high = Def(Reg(dst.0.wrapping_add(1)));
        let dst = Def(dst);
        match val {
            Val::Imm(value) => {
                self.emit(Op::Const { dst, value });
                if scalar.words() == 2 {
                    self.emit(Op::Const { dst: high, value: 0 });
                }
            }
            Val::WideImm(low, up) => {
                self.emit(Op::Const { dst, value: low });
                self.emit(Op::Const { dst: high, value: up });
            }
            Val::Reg(from) => {
                self.emit(Op::Mov { dst, a: from });
                if scalar.words() == 2 {
                    self.emit(Op::Mov { dst: high, a: Reg(from.0 + 1) });
                }
            }
            Val::Addr(addr) => self.emit_address(dst, addr),
            Val::Func(func) => self.emit(Op::FuncAddr { dst, func }),
            Val::Cmp(cmp) => self.emit_compare(dst, cmp),
            Val::Sext { reg, from, to } => self.emit(Op::Sext { from, to, dst, a: reg }),
            Val::Unset | Val::Local(_) | Val::Parts { .. } => {
                self.emit(Op::Const { dst, value: 0 });
            }
        }
    }

    // Lifetimes.

    pub fn retain(&mut self, val: Val) {
        if let Val::Parts { start, len } = val {
            for i in start..start + len {
                self.retain(self.s.parts[i as usize]);
            }
        } else {
            val.for_each_reg(|reg| self.s.temps.retain(reg));
        }
    }

    pub fn release(&mut self, val: Val) {
        if let Val::Parts { start, len } = val {
            for i in start..start + len {
                self.release(self.s.parts[i as usize]);
            }
        } else {
            val.for_each_reg(|reg| self.s.temps.release(reg));
        }
    }

    fn flush(&mut self) {
        while let Some(val) = self.s.dying.pop() {
            self.release(val);
        }
    }

    /// The instruction needs a single op: its result may take a dying operand's register.
    pub fn single_op(&mut self) {
        self.release_early = true;
    }

    /// A register (or two) for a result; the caller owns one reference.
    pub fn result(&mut self, words: u16) -> Reg {
        if self.release_early && words == 1 {
            self.flush();
            self.release_early = false;
        }
        self.s.temps.alloc(words)
    }

    /// A temporary that ends with the instruction.
    pub fn scratch(&mut self, words: u16) -> Reg {
        let reg = self.s.temps.alloc(words);
        self.s.dying.push(Val::Reg(reg));
        reg
    }

    /// Frees a value that the caller owns when the instruction is done.
    pub fn free_later(&mut self, val: Val) {
        self.s.dying.push(val);
    }

    pub fn result_run(&mut self, words: u16) -> Reg {
        self.s.temps.alloc_run(1, words)
    }

    // Definitions.

    pub fn n_uses(&self, value: ValueId) -> u32 {
        self.s.analysis.uses[value.index()]
    }

    pub fn fixed_reg(&self, value: ValueId) -> Option<Reg> {
        let home = self.s.fixed[value.index()];
        (home != NONE).then(|| reg(home))
    }

    pub fn peek(&self, value: ValueId) -> Val {
        self.s.vals[value.index()]
    }

    /// The promoted local that a pointer is the address of: its registers and its scalar.
    pub fn promoted(&self, ptr: Operand) -> Option<(Reg, Scalar)> {
        let Operand::Local(value) = ptr else { return None };
        let Val::Local(index) = self.s.vals[value.index()] else { return None };
        let scalar = self.s.analysis.candidates[index as usize].scalar;
        Some((reg(self.s.fixed[value.index()]), scalar))
    }

    /// Records the result of an instruction; takes over the references that `val` holds.
    pub fn define(&mut self, inst: &Inst, val: Val) {
        let Some(value) = inst.result else {
            self.release(val);
            return;
        };
        let i = value.index();
        if self.s.analysis.uses[i] == 0 {
            self.release(val);
            return;
        }
        if self.s.fixed[i] != NONE {
            self.define_fixed(value, inst.ty, val);
            return;
        }
        self.s.vals[i] = val;
        self.s.value_loc[i] = self.loc;
        self.s.def_at[i] = (self.out.ops.len() as u32).wrapping_sub(1);
        if self.refers_to_mutable(val) {
            self.s.pending.push(value);
        }
    }

    fn define_fixed(&mut self, value: ValueId, ty: TypeId, val: Val) {
        let home = self.s.fixed[value.index()];
        if let Val::Parts { start, len } = val {
            let Some(range) = self.cx.layouts.parts(ty) else { return };
            let mut at = home;
            for (i, part) in (start..start + len).zip(range.iter()) {
                let scalar = self.cx.layouts.part(part).scalar;
                self.place(reg(at), scalar, self.s.parts[i as usize], None);
                at += u32::from(scalar.words());
            }
            self.release(val);
            return;
        }
        let Shape::Scalar(scalar) = self.cx.layouts.shape(ty) else { return };
        let last = self.out.ops.len().checked_sub(1);
        self.flush();
        self.place(reg(home), scalar, val, last);
        self.release(val);
    }

    fn refers_to_mutable(&self, val: Val) -> bool {
        if let Val::Parts { start, len } = val {
            return (start..start + len).any(|i| self.refers_to_mutable(self.s.parts[i as usize]));
        }
        let mut found = false;
        val.for_each_reg(|reg| {
            found |= self.s.mutable.get(reg.index()).copied().unwrap_or(false);
        });
        found
    }

    fn is_mutable(&self, reg: Reg) -> bool {
        self.s.mutable.get(reg.index()).copied().unwrap_or(false)
    }

    /// Puts an operand into the registers of a local, a phi node or the like.
    pub fn assign(&mut self, dst: Reg, scalar: Scalar, operand: Operand) -> Lowered<()> {
        let Operand::Local(value) = operand else {
            let val = self.take(operand)?;
            self.place(dst, scalar, val, None);
            return Ok(());
        };
        let i = value.index();
        let is_own = self.s.fixed[i] == NONE;
        let last = is_own && self.s.analysis.uses[i] == 1;
        if last {
            // Nobody else needs it: what is written need not be saved for it.
            self.s.pending.retain(|&pending| pending != value);
        } else {
            self.force(value)?;
        }
        let val = match self.s.vals[i] {
            Val::Unset => Val::Imm(0),
            val => val,
        };
        let def_at = (is_own && self.s.def_at[i] != NONE).then(|| self.s.def_at[i] as usize);
        let placed = self.place(dst, scalar, val, def_at);
        self.consume(value, val);
        if placed == Placed::Retargeted && !last {
            // From now on the value is read where it was put.
            self.release(val);
            self.s.vals[i] = Val::Reg(dst);
            self.s.pending.push(value);
        }
        Ok(())
    }

    /// Emits what puts `val` into `dst`: the op at `def_at` writes there instead if that is
    /// possible.
    fn place(&mut self, dst: Reg, scalar: Scalar, val: Val, def_at: Option<usize>) -> Placed {
        if val == Val::Reg(dst) {
            return Placed::Copied;
        }
        if let (Val::Reg(from), Some(def_at)) = (val, def_at)
            && self.retarget(def_at, from, dst, scalar.words())
        {
            return Placed::Retargeted;
        }
        self.save_dependents(dst, scalar.words());
        self.emit_val(dst, val, scalar);
        Placed::Copied
    }

    /// Makes the op at `def_at`, which writes the temporary `from`, write `dst`.
    fn retarget(&mut self, def_at: usize, from: Reg, dst: Reg, words: u16) -> bool {
        const FAR: usize = 12;
        let len = self.out.ops.len();
        if def_at < self.block_start
            || def_at >= len
            || len - def_at > FAR
            || !self.s.temps.is_temp(from)
            || !self.s.temps.is_sole(from)
            || self.out.ops[def_at].words().0 != words
            || !defines(&self.out.ops[def_at], from)
        {
            return false;
        }
        let touched = self.out.ops[def_at + 1..]
            .iter()
            .any(|op| touches(&self.out, op, dst, words) || touches(&self.out, op, from, words));
        if touched {
            return false;
        }
        if self.is_mutable(dst) && self.has_dependents(dst, words) {
            if def_at + 1 != len {
                return false;
            }
            // What still needs the old value is saved before the op, in registers that the op does
            // not read: some of its own may count as free already.
            let (Some(op), Some(loc)) = (self.out.ops.pop(), self.out.op_locs.pop()) else {
                return false;
            };
            self.s.temps.set_only_fresh(true);
            self.save_dependents(dst, words);
            self.s.temps.set_only_fresh(false);
            self.emit_at(op, loc);
        }
        let at = if def_at + 1 == len { self.out.ops.len() - 1 } else { def_at };
        self.out.ops[at].remap(&mut SetDef(dst));
        true
    }

    fn has_dependents(&self, dst: Reg, words: u16) -> bool {
        self.s.pending.iter().any(|value| {
            self.s.analysis.uses[value.index()] > 0
                && self.depends(self.s.vals[value.index()], dst, words)
        })
    }

    fn depends(&self, val: Val, dst: Reg, words: u16) -> bool {
        if let Val::Parts { start, len } = val {
            return (start..start + len)
                .any(|i| self.depends(self.s.parts[i as usize], dst, words));
        }
        let mut found = false;
        val.for_each_reg(|reg| found |= (dst.0..dst.0 + words).contains(&reg.0));
        found
    }

    /// Registers from `dst` on are about to change: values that refer to them and are still
    /// needed get registers of their own.
    pub fn save_dependents(&mut self, dst: Reg, words: u16) {
        if !self.is_mutable(dst) {
            return;
        }
        let mut pending = std::mem::take(&mut self.s.pending);
        pending.retain(|&value| {
            let i = value.index();
            if self.s.analysis.uses[i] == 0 {
                return false;
            }
            if !self.depends(self.s.vals[i], dst, words) {
                return true;
            }
            self.detach(value);
            false
        });
        self.s.pending = pending;
    }

    /// All values that refer to registers which may change get their own: a call may come back
    /// twice.
    pub fn save_all_dependents(&mut self) {
        for value in std::mem::take(&mut self.s.pending) {
            if self.s.analysis.uses[value.index()] > 0 {
                self.detach(value);
            }
        }
    }

    fn detach(&mut self, value: ValueId) {
        let i = value.index();
        let val = self.s.vals[i];
        let ty = self.body.values[i].ty;
        match val {
            Val::Parts { start, len } => {
                let Some(range) = self.cx.layouts.parts(ty) else { return };
                let copies = self.s.parts.len() as u32;
                for (at, part) in (start..start + len).zip(range.iter()) {
                    let scalar = self.cx.layouts.part(part).scalar;
                    let old = self.s.parts[at as usize];
                    let new = self.copy_of(old, scalar);
                    self.release(old);
                    self.s.parts.push(new);
                }
                self.s.vals[i] = Val::Parts { start: copies, len };
            }
            _ => {
                let Shape::Scalar(scalar) = self.cx.layouts.shape(ty) else { return };
                let loc = std::mem::replace(&mut self.loc, self.s.value_loc[i]);
                let new = self.copy_of(val, scalar);
                self.loc = loc;
                self.release(val);
                self.s.vals[i] = new;
                self.s.def_at[i] = self.out.ops.len() as u32 - 1;
            }
        }
    }

    fn copy_of(&mut self, val: Val, scalar: Scalar) -> Val {
        if matches!(val, Val::Imm(_) | Val::WideImm(..) | Val::Func(_)) {
            return val;
        }
        let dst = self.s.temps.alloc(scalar.words());
        self.emit_val(dst, val, scalar);
        Val::Reg(dst)
    }

    // Parts.

    /// Stores the parts of a split value in the pool; takes over their references.
    pub fn parts_val(&mut self, parts: &[Val]) -> Val {
        let start = self.s.parts.len() as u32;
        self.s.parts.extend_from_slice(parts);
        Val::Parts { start, len: parts.len() as u32 }
    }

    /// The parts of a value that was taken; a scalar is one part.
    pub fn parts_of(&self, val: Val) -> Vec<Val> {
        match val {
            Val::Parts { start, len } => {
                self.s.parts[start as usize..(start + len) as usize].to_vec()
            }
            val => vec![val],
        }
    }

    /// The scalars of a type, a scalar being its own only one.
    pub fn scalars(&mut self, ty: TypeId) -> Lowered<Vec<Scalar>> {
        let Some(range) = self.cx.layouts.parts(ty) else { return self.unsupported_type(ty) };
        Ok(range.iter().map(|i| self.cx.layouts.part(i).scalar).collect())
    }

    pub fn zero(&mut self, ty: TypeId) -> Lowered<Val> {
        match self.cx.layouts.shape(ty) {
            Shape::Split => {
                let Some(range) = self.cx.layouts.parts(ty) else {
                    return self.unsupported_type(ty);
                };
                Ok(self.parts_val(&vec![Val::Imm(0); range.len as usize]))
            }
            Shape::Unsupported => self.unsupported_type(ty),
            _ => Ok(Val::Imm(0)),
        }
    }

    /// An address with registers that stay valid as long as the caller's references do.
    pub fn retain_addr(&mut self, addr: Addr) {
        if let Base::Reg(base) = addr.base {
            self.s.temps.retain(base);
        }
        if let Some(index) = addr.index {
            self.s.temps.retain(index.reg);
        }
    }
}

/// Does the walk through a block go on?
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Flow {
    Next,
    Ended,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Placed {
    Copied,
    Retargeted,
}

fn reg(index: u32) -> Reg {
    // A function with more registers is refused before its ops are used.
    Reg(index.min(u32::from(u16::MAX - 1)) as u16)
}

fn defines(op: &Op, reg: Reg) -> bool {
    let mut found = false;
    op.for_each_field(|field| found |= field == Field::Def(reg));
    found
}

/// Does the op read or write one of `words` registers from `first` on?
fn touches(body: &Body, op: &Op, first: Reg, words: u16) -> bool {
    let range = first.0..first.0 + words;
    let mut found = false;
    op.for_each_write(|reg| found |= range.contains(&reg.0));
    body.for_each_read(op, |reg| found |= range.contains(&reg.0));
    found
}
