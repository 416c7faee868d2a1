//! Branches, returns, and the copies that phi nodes become.
//!
//! A phi node has a register; every edge to its block writes it. The copies of an edge happen at
//! once in LLVM, so they are put in an order in which none reads what another has written. Edges
//! from blocks with several successors get a block of their own for them.

use super::function::{Flow, FnLower, Lowered, TailBlock, gap};
use super::types::{Scalar, Shape};
use super::value::{Addr, Base, Cmp, Src, Val, signed};
use crate::ast::{BlockId, ConstKind, Inst, InstKind, List, Operand, SwitchCase, ValueId};
use patchlight_ir::kinds::IntPred;
use patchlight_ir::{BlockId as IrBlock, Def, Op, Reg, SwitchTable, TableId};

/// One word that an edge writes.
#[derive(Copy, Clone, Debug)]
struct WordCopy {
    dst: Reg,
    from: WordSource,
}

#[derive(Copy, Clone, Debug)]
enum WordSource {
    Reg(Reg),
    /// Reads no register.
    Op(Op),
}

/// A phi node of an edge's target.
#[derive(Copy, Clone, Debug)]
struct PhiCopy {
    dst: Reg,
    scalar: Scalar,
    operand: Operand,
}

impl FnLower<'_, '_, '_> {
    pub fn lower_terminator(&mut self, inst: &Inst) -> Lowered<Flow> {
        match inst.kind {
            InstKind::Ret { value } => self.lower_ret(value)?,
            InstKind::Br { target } => self.go(target)?,
            InstKind::CondBr { cond, if_true, if_false } => {
                self.lower_cond_br(cond, if_true, if_false)?;
            }
            InstKind::Switch { value, default, cases } => {
                self.lower_switch(value, default, cases)?;
            }
            InstKind::IndirectBr { address, targets } => {
                self.lower_indirect(address, targets)?;
            }
            InstKind::Invoke { call, normal, .. } => {
                if self.lower_call(inst, call)? == Flow::Ended {
                    return Ok(Flow::Ended);
                }
                self.go(normal)?;
            }
            InstKind::CallBr { call, fallthrough, .. } => {
                if self.lower_call(inst, call)? == Flow::Ended {
                    return Ok(Flow::Ended);
                }
                self.go(fallthrough)?;
            }
            InstKind::Unreachable => self.emit(Op::Unreachable {}),
            InstKind::Resume { .. } => return gap("resume"),
            _ => return gap("Windows exception handling"),
        }
        Ok(Flow::Ended)
    }

    fn lower_ret(&mut self, value: Option<Operand>) -> Lowered<()> {
        let n = self.n_ret;
        let Some(value) = value else {
            self.emit(Op::Ret { a: Reg(0), n: 0 });
            return Ok(());
        };
        let ty = self.type_of(value);
        let a = match self.cx.layouts.shape(ty) {
            Shape::Empty => Reg(0),
            Shape::Scalar(_) => self.take_reg(value)?,
            _ => {
                let scalars = self.scalars(ty)?;
                let val = self.take(value)?;
                self.consecutive(&scalars, val)?
            }
        };
        self.emit(Op::Ret { a, n });
        Ok(())
    }

    /// The words of a split value in consecutive registers.
    fn consecutive(&mut self, scalars: &[Scalar], val: Val) -> Lowered<Reg> {
        let words = self.words_of(scalars, val)?;
        let first = words.first().copied();
        let in_order = words.iter().enumerate().all(|(i, word)| match (word, first) {
            (Src::Reg(reg), Some(Src::Reg(first))) => usize::from(reg.0) == first.index() + i,
            _ => false,
        });
        if let (true, Some(Src::Reg(first))) = (in_order, first) {
            return Ok(first);
        }
        let run = self.result_run(words.len() as u16);
        for (i, word) in words.into_iter().enumerate() {
            self.move_word(Reg(run.0 + i as u16), word);
        }
        Ok(run)
    }

    /// A value, word by word; what waits is computed.
    pub fn words_of(&mut self, scalars: &[Scalar], val: Val) -> Lowered<Vec<Src>> {
        let parts = self.parts_of(val);
        let mut words = Vec::with_capacity(scalars.len());
        for (&scalar, part) in scalars.iter().zip(parts) {
            match part {
                Val::Imm(imm) => {
                    words.push(Src::Imm(imm));
                    if scalar.words() == 2 {
                        words.push(Src::Imm(0));
                    }
                }
                Val::WideImm(low, high) => words.extend([Src::Imm(low), Src::Imm(high)]),
                part => {
                    let reg = self.in_reg(part, scalar)?;
                    words.extend((0..scalar.words()).map(|i| Src::Reg(Reg(reg.0 + i))));
                }
            }
        }
        Ok(words)
    }

    // Phi nodes.

    /// Leaves the block for its only successor.
    pub fn go(&mut self, target: BlockId) -> Lowered<()> {
        self.copy_inline(target)?;
        self.emit(Op::Jmp { to: IrBlock(target.0) });
        Ok(())
    }

    fn copy_inline(&mut self, target: BlockId) -> Lowered<()> {
        let Some(mut copies) = self.scalar_copies(target) else {
            let copies = self.word_copies(target)?;
            return self.emit_copies(copies, None);
        };
        // One that no other still reads can be written at once, often by the op that computes it.
        while let Some(free) = (0..copies.len()).find(|&i| {
            copies
                .iter()
                .enumerate()
                .all(|(j, copy)| j == i || !self.reads(copy.operand, copies[i]))
        }) {
            let PhiCopy { dst, scalar, operand } = copies.swap_remove(free);
            self.assign(dst, scalar, operand)?;
        }
        let mut words = Vec::new();
        for copy in copies {
            let val = self.take_scalar(copy.operand)?;
            self.push_words(copy.dst, copy.scalar, val, &mut words)?;
        }
        self.emit_copies(words, None)
    }

    fn reads(&self, operand: Operand, written: PhiCopy) -> bool {
        let Operand::Local(value) = operand else { return false };
        let range = written.dst.0..written.dst.0 + written.scalar.words();
        let mut found = false;
        self.peek(value).for_each_reg(|reg| {
            found |= range.contains(&reg.0) || range.contains(&(reg.0 + 1));
        });
        found
    }

    /// The copies of the edge to `target` if all of its phi nodes are scalars.
    fn scalar_copies(&mut self, target: BlockId) -> Option<Vec<PhiCopy>> {
        let body = self.body;
        let mut copies = Vec::new();
        for inst in body.block_insts(target) {
            let (InstKind::Phi { incoming }, Some(phi)) = (inst.kind, inst.result) else { break };
            let Shape::Scalar(scalar) = self.cx.layouts.shape(inst.ty) else { return None };
            let Some(dst) = self.phi_home(phi) else { continue };
            let edges = body.phi_edges(incoming);
            let edge = edges.iter().find(|edge| edge.block == self.current_block)?;
            if edge.value != Operand::Local(phi) || self.shadow_of(phi).is_some() {
                copies.push(PhiCopy { dst, scalar, operand: edge.value });
            }
        }
        Some(copies)
    }

    /// Where edges put a phi node's next value; `None` if nobody uses it.
    fn phi_home(&self, phi: ValueId) -> Option<Reg> {
        self.shadow_of(phi).or_else(|| self.fixed_reg(phi))
    }

    fn shadow_of(&self, phi: ValueId) -> Option<Reg> {
        self.shadow_phis.iter().find(|(value, _)| *value == phi).map(|&(_, reg)| reg)
    }

    fn word_copies(&mut self, target: BlockId) -> Lowered<Vec<WordCopy>> {
        let body = self.body;
        let mut copies = Vec::new();
        for inst in body.block_insts(target) {
            let (InstKind::Phi { incoming }, Some(phi)) = (inst.kind, inst.result) else { break };
            let Some(home) = self.phi_home(phi) else { continue };
            let edges = body.phi_edges(incoming);
            let Some(edge) = edges.iter().find(|edge| edge.block == self.current_block) else {
                return gap("phi node without a value for this edge");
            };
            if edge.value == Operand::Local(phi) && self.shadow_of(phi).is_none() {
                continue;
            }
            let scalars = self.scalars(inst.ty)?;
            let val = match scalars.len() {
                1 => self.take_scalar(edge.value)?,
                _ => self.take(edge.value)?,
            };
            let mut dst = home;
            for (scalar, part) in scalars.into_iter().zip(self.parts_of(val)) {
                self.push_words(dst, scalar, part, &mut copies)?;
                dst.0 += scalar.words();
            }
        }
        Ok(copies)
    }

    fn push_words(
        &mut self,
        dst: Reg,
        scalar: Scalar,
        val: Val,
        copies: &mut Vec<WordCopy>,
    ) -> Lowered<()> {
        let constant = |word: u16, value: u64| {
            let dst = Reg(dst.0 + word);
            WordCopy { dst, from: WordSource::Op(Op::Const { dst: Def(dst), value }) }
        };
        match val {
            Val::Imm(value) => {
                copies.push(constant(0, value));
                if scalar.words() == 2 {
                    copies.push(constant(1, 0));
                }
            }
            Val::WideImm(low, high) => copies.extend([constant(0, low), constant(1, high)]),
            Val::Func(func) => {
                let op = Op::FuncAddr { dst: Def(dst), func };
                copies.push(WordCopy { dst, from: WordSource::Op(op) });
            }
            Val::Addr(Addr { base: Base::Global(global), index: None, offset }) => {
                let op = Op::GlobalAddr { dst: Def(dst), global, offset };
                copies.push(WordCopy { dst, from: WordSource::Op(op) });
            }
            val => {
                let reg = self.in_reg(val, scalar)?;
                for word in 0..scalar.words() {
                    let from = WordSource::Reg(Reg(reg.0 + word));
                    copies.push(WordCopy { dst: Reg(dst.0 + word), from });
                }
            }
        }
        Ok(())
    }

    /// Puts the copies in order; a circle is opened through a temporary. Without `tail` they are
    /// emitted here.
    fn emit_copies(
        &mut self,
        copies: Vec<WordCopy>,
        mut tail: Option<&mut Vec<Op>>,
    ) -> Lowered<()> {
        let mut out = |f: &mut Self, op: Op| match &mut tail {
            Some(ops) => ops.push(op),
            None => f.emit(op),
        };
        let mut moves: Vec<(Reg, Reg)> = Vec::new();
        let mut constants = Vec::new();
        for copy in copies {
            match copy.from {
                WordSource::Reg(from) if from != copy.dst => moves.push((copy.dst, from)),
                WordSource::Reg(_) => {}
                WordSource::Op(op) => constants.push(op),
            }
        }
        while !moves.is_empty() {
            let free = moves.iter().position(|&(dst, _)| moves.iter().all(|&(_, a)| a != dst));
            match free {
                Some(i) => {
                    let (dst, a) = moves.swap_remove(i);
                    out(self, Op::Mov { dst: Def(dst), a });
                }
                None => {
                    let (dst, _) = moves[0];
                    let saved = self.scratch(1);
                    out(self, Op::Mov { dst: Def(saved), a: dst });
                    moves.iter_mut().filter(|(_, a)| *a == dst).for_each(|(_, a)| *a = saved);
                }
            }
        }
        for op in constants {
            out(self, op);
        }
        Ok(())
    }

    /// The block that an edge of a branch leads to: one with copies if there are any.
    fn edge(&mut self, target: BlockId) -> Lowered<IrBlock> {
        let copies = self.word_copies(target)?;
        let needed = copies.iter().any(|copy| match copy.from {
            WordSource::Reg(from) => from != copy.dst,
            WordSource::Op(_) => true,
        });
        if !needed {
            return Ok(IrBlock(target.0));
        }
        let mut ops = Vec::with_capacity(copies.len() + 1);
        self.emit_copies(copies, Some(&mut ops))?;
        ops.push(Op::Jmp { to: IrBlock(target.0) });
        Ok(self.add_tail(ops))
    }

    fn add_tail(&mut self, ops: Vec<Op>) -> IrBlock {
        self.tail_blocks.push(TailBlock { ops, loc: self.loc });
        IrBlock::from_index(self.body.blocks.len() + self.tail_blocks.len() - 1)
    }

    /// Gives the phi nodes of blocks that `indirectbr` reaches a second register: such an edge
    /// cannot be split, and its source may need the nodes' old values elsewhere.
    pub fn assign_shadows(&mut self, mut next: u32) -> u32 {
        let body = self.body;
        for inst in &body.insts {
            let InstKind::IndirectBr { targets, .. } = inst.kind else { continue };
            for &target in body.targets(targets) {
                for inst in body.block_insts(target) {
                    let (InstKind::Phi { .. }, Some(phi)) = (inst.kind, inst.result) else { break };
                    if self.fixed_reg(phi).is_none() || self.shadow_of(phi).is_some() {
                        continue;
                    }
                    let words = self.cx.layouts.words(inst.ty).unwrap_or(0);
                    self.shadow_phis.push((phi, Reg(next.min(u16::MAX.into()) as u16)));
                    next += words;
                }
            }
        }
        next
    }

    pub fn copy_shadow_phis(&mut self, block: BlockId) {
        if self.shadow_phis.is_empty() {
            return;
        }
        let body = self.body;
        for inst in body.block_insts(block) {
            let (InstKind::Phi { .. }, Some(phi)) = (inst.kind, inst.result) else { break };
            let (Some(shadow), Some(home)) = (self.shadow_of(phi), self.fixed_reg(phi)) else {
                continue;
            };
            for word in 0..self.cx.layouts.words(inst.ty).unwrap_or(0) as u16 {
                let (dst, a) = (Def(Reg(home.0 + word)), Reg(shadow.0 + word));
                self.emit(Op::Mov { dst, a });
            }
        }
    }

    // Branches.

    fn lower_cond_br(&mut self, cond: Operand, if_true: BlockId, if_false: BlockId) -> Lowered<()> {
        if if_true == if_false {
            self.drop_use(cond);
            return self.go(if_true);
        }
        let val = self.take(cond)?;
        if let Val::Imm(imm) = val {
            return self.go(if imm & 1 == 1 { if_true } else { if_false });
        }
        let then = self.edge(if_true)?;
        let other = self.edge(if_false)?;
        let fused = match val {
            Val::Cmp(cmp) => branch_op(cmp, then, other),
            _ => None,
        };
        let op = match fused {
            Some(op) => op,
            None => {
                let cond = self.in_reg(val, Scalar::Int(1))?;
                Op::BrIf { cond, then, other }
            }
        };
        self.emit(op);
        Ok(())
    }

    fn lower_switch(
        &mut self,
        value: Operand,
        default: BlockId,
        cases: List<SwitchCase>,
    ) -> Lowered<()> {
        let scalar = self.scalar_of(self.type_of(value))?;
        let val = self.take_scalar(value)?;
        let body = self.body;
        let mut edges: Vec<(BlockId, IrBlock)> = Vec::new();
        let mut edge_to = |f: &mut Self, target: BlockId| -> Lowered<IrBlock> {
            if let Some(&(_, block)) = edges.iter().find(|(to, _)| *to == target) {
                return Ok(block);
            }
            let block = f.edge(target)?;
            edges.push((target, block));
            Ok(block)
        };
        let default = edge_to(self, default)?;
        if scalar.bits() > 64 {
            let mut wide = Vec::new();
            for case in body.cases(cases) {
                wide.push((self.const_val(case.value)?, edge_to(self, case.target)?));
            }
            return self.wide_switch(scalar, val, &wide, default);
        }
        let mut table = Vec::with_capacity(cases.len());
        for case in body.cases(cases) {
            let ConstKind::Bits(bits) = self.ast.consts.get(case.value).kind else {
                return gap("switch case that is not a number");
            };
            table.push((bits, edge_to(self, case.target)?));
        }
        if table.is_empty() {
            self.emit(Op::Jmp { to: default });
            return Ok(());
        }
        table.sort_by_key(|&(bits, _)| bits);
        let a = self.in_reg(val, scalar)?;
        self.out.switches.push(SwitchTable { cases: table, default });
        let table = TableId::from_index(self.out.switches.len() - 1);
        self.emit(Op::Switch { w: scalar.bits(), a, table });
        Ok(())
    }

    /// A chain of comparisons, built from its end.
    fn wide_switch(
        &mut self,
        scalar: Scalar,
        val: Val,
        cases: &[(Val, IrBlock)],
        default: IrBlock,
    ) -> Lowered<()> {
        let a = self.in_reg(val, scalar)?;
        let cond = self.scratch(1);
        let b = self.scratch(2);
        let mut next = default;
        for &(case, target) in cases.iter().rev() {
            let (low, high) = match case {
                Val::Imm(low) => (low, 0),
                Val::WideImm(low, high) => (low, high),
                _ => return gap("switch case that is not a number"),
            };
            let ops = vec![
                Op::Const { dst: Def(b), value: low },
                Op::Const { dst: Def(Reg(b.0 + 1)), value: high },
                Op::WideCmp { op: IntPred::Eq, w: scalar.bits(), dst: Def(cond), a, b },
                Op::BrIf { cond, then: target, other: next },
            ];
            next = self.add_tail(ops);
        }
        self.emit(Op::Jmp { to: next });
        Ok(())
    }

    fn lower_indirect(&mut self, address: Operand, targets: List<BlockId>) -> Lowered<()> {
        let a = self.take_reg(address)?;
        let body = self.body;
        let mut copies = Vec::new();
        let mut table: Vec<IrBlock> = Vec::new();
        for &target in body.targets(targets) {
            if table.contains(&IrBlock(target.0)) {
                continue;
            }
            copies.extend(self.word_copies(target)?);
            table.push(IrBlock(target.0));
        }
        self.emit_copies(copies, None)?;
        self.out.branch_tables.push(table);
        let table = TableId::from_index(self.out.branch_tables.len() - 1);
        self.emit(Op::IndirectBr { a, table });
        Ok(())
    }

    /// An operand that must be constant (`immarg` and the like).
    pub fn const_bits(&self, operand: Operand) -> Option<u64> {
        let Operand::Const(id) = operand else { return None };
        match self.ast.consts.get(id).kind {
            ConstKind::Bits(bits) => Some(bits),
            ConstKind::Zero | ConstKind::Null => Some(0),
            _ => None,
        }
    }
}

/// Comparison and branch in one op, where the op table has it.
fn branch_op(cmp: Cmp, then: IrBlock, other: IrBlock) -> Option<Op> {
    let Cmp { pred, w, a, b } = cmp;
    match b {
        Src::Reg(b) => Some(match (pred, w) {
            (IntPred::Eq, _) => Op::BrEq { w, a, b, then, other },
            (IntPred::Ne, _) => Op::BrNe { w, a, b, then, other },
            (IntPred::Ult, _) => Op::BrUlt { w, a, b, then, other },
            (IntPred::Ule, _) => Op::BrUle { w, a, b, then, other },
            (IntPred::Slt, 32) => Op::BrSlt32 { a, b, then, other },
            (IntPred::Slt, 64) => Op::BrSlt64 { a, b, then, other },
            (IntPred::Sle, 32) => Op::BrSle32 { a, b, then, other },
            (IntPred::Sle, 64) => Op::BrSle64 { a, b, then, other },
            _ => return None,
        }),
        Src::Imm(imm) => {
            let b = i32::try_from(signed(imm, w)).ok()?;
            Some(match (pred, w) {
                (IntPred::Eq, _) => Op::BrEqI { w, a, b, then, other },
                (IntPred::Ne, _) => Op::BrNeI { w, a, b, then, other },
                (IntPred::Ult, _) => Op::BrUltI { w, a, b, then, other },
                (IntPred::Ugt, _) => Op::BrUgtI { w, a, b, then, other },
                (IntPred::Slt, 32) => Op::BrSlt32I { a, b, then, other },
                (IntPred::Slt, 64) => Op::BrSlt64I { a, b, then, other },
                (IntPred::Sgt, 32) => Op::BrSgt32I { a, b, then, other },
                (IntPred::Sgt, 64) => Op::BrSgt64I { a, b, then, other },
                _ => return None,
            })
        }
    }
}
