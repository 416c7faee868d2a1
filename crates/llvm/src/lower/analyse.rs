//! A first look at a function: who uses which value where, which allocas need no memory, which
//! values need a register of their own.

use super::intrinsics::Intrinsic;
use super::module::ModuleCx;
use super::types::{Scalar, Shape};
use crate::ast::{
    self, BlockId, Body, Callee, ConstKind, Inst, InstKind, List, Operand, PhiEdge, TypeId, ValueId,
};

pub(super) const NONE: u32 = u32::MAX;

/// An alloca that may become a register.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub value: ValueId,
    pub scalar: Scalar,
    /// Nothing but loads and stores of its own width touch it.
    pub promoted: bool,
    first_block: u32,
    last_store_block: u32,
    /// A load comes first in some block; in the entry.
    exposed: bool,
    exposed_in_entry: bool,
    /// The parameter that is stored first, in the entry.
    pub param: Option<ValueId>,
    /// May be read before it was written.
    pub needs_init: bool,
}

#[derive(Copy, Clone, Debug)]
struct FarUse {
    value: ValueId,
    defined_in: u32,
    used_in: u32,
}

/// What the first look found; kept between functions for its memory.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    pub uses: Vec<u32>,
    def_block: Vec<u32>,
    /// The last instruction of the value's own block that uses it (the terminator for phi nodes of
    /// successors).
    last_use: Vec<u32>,
    /// The instruction that defines the value.
    pub def_inst: Vec<u32>,
    pub crosses: Vec<bool>,
    /// The candidate that an alloca's value is.
    pub candidate_of: Vec<u32>,
    pub candidates: Vec<Candidate>,
    /// For a value that may share its phi node's register: the phi node.
    pub shares_phi: Vec<u32>,
    /// For a phi node whose only use is the first store to a promoted local: that candidate.
    pub phi_local: Vec<u32>,
    /// Constants that code in loops needs in registers.
    pub loop_consts: Vec<u64>,
    /// (block, candidate): the first access in the block is a store, or there is one at all.
    stores: Vec<(u32, u32)>,
    exposed_loads: Vec<(u32, u32)>,
    /// Uses in another block than the value's own, the entry's values left out.
    far_uses: Vec<FarUse>,
    /// A value that is used before its definition in its own block.
    early_use: Option<ValueId>,
    loop_depth: Vec<i32>,
    /// Blocks that some path from the entry leads to. In others a value may be used before its
    /// definition; they are not looked at.
    pub reachable: Vec<bool>,
}

const MAX_LOOP_CONSTS: usize = 16;

impl Analysis {
    pub fn run(
        &mut self,
        cx: &mut ModuleCx<'_, '_>,
        function: &ast::Function<'_>,
        body: &Body<'_>,
    ) {
        self.reset(body);
        self.find_reachable(body);
        self.find_definitions(cx, body);
        self.find_loops(body);
        for (index, block) in body.blocks.iter().enumerate() {
            if !self.reachable[index] {
                continue;
            }
            for at in block.start..block.end {
                self.look_at(cx, function, body, index as u32, at);
            }
        }
        self.find_phi_locals(cx, body);
        self.find_shared_phis(cx, body);
        self.find_uninitialised(body);
    }

    fn reset(&mut self, body: &Body<'_>) {
        fn refill<T: Clone>(vec: &mut Vec<T>, len: usize, value: T) {
            vec.clear();
            vec.resize(len, value);
        }
        let n = body.values.len();
        refill(&mut self.uses, n, 0);
        refill(&mut self.def_block, n, 0);
        refill(&mut self.def_inst, n, 0);
        refill(&mut self.last_use, n, 0);
        refill(&mut self.crosses, n, false);
        refill(&mut self.candidate_of, n, NONE);
        refill(&mut self.shares_phi, n, NONE);
        refill(&mut self.phi_local, n, NONE);
        refill(&mut self.reachable, body.blocks.len(), false);
        refill(&mut self.loop_depth, body.blocks.len() + 1, 0);
        self.candidates.clear();
        self.loop_consts.clear();
        self.stores.clear();
        self.exposed_loads.clear();
        self.far_uses.clear();
        self.early_use = None;
    }

    fn find_reachable(&mut self, body: &Body<'_>) {
        let reachable = &mut self.reachable;
        let mut stack = vec![BlockId(0)];
        if let Some(entry) = reachable.first_mut() {
            *entry = true;
        }
        while let Some(block) = stack.pop() {
            let Some(last) = body.block_insts(block).last() else { continue };
            for_each_successor(body, last, |target| {
                if !std::mem::replace(&mut reachable[target.index()], true) {
                    stack.push(target);
                }
            });
        }
    }

    fn find_definitions(&mut self, cx: &mut ModuleCx<'_, '_>, body: &Body<'_>) {
        for (index, block) in body.blocks.iter().enumerate() {
            for at in block.start..block.end {
                let inst = &body.insts[at as usize];
                let Some(value) = inst.result else { continue };
                self.def_block[value.index()] = index as u32;
                self.def_inst[value.index()] = at;
                if let InstKind::Alloca { ty, count, .. } = inst.kind
                    && is_one(cx, count)
                    && let Shape::Scalar(scalar) = cx.layouts.shape(ty)
                {
                    self.candidate_of[value.index()] = self.candidates.len() as u32;
                    self.candidates.push(Candidate {
                        value,
                        scalar,
                        promoted: true,
                        first_block: NONE,
                        last_store_block: NONE,
                        exposed: false,
                        exposed_in_entry: false,
                        param: None,
                        needs_init: false,
                    });
                }
            }
        }
    }

    /// Text order is nearly always such that a loop is a run of blocks: from the target of a
    /// backward edge to its source.
    fn find_loops(&mut self, body: &Body<'_>) {
        for (index, block) in body.blocks.iter().enumerate() {
            let Some(last) = block.end.checked_sub(1) else { continue };
            for_each_successor(body, &body.insts[last as usize], |target| {
                if target.index() <= index {
                    self.loop_depth[target.index()] += 1;
                    self.loop_depth[index + 1] -= 1;
                }
            });
        }
        let mut depth = 0;
        for change in &mut self.loop_depth {
            depth += *change;
            *change = depth;
        }
    }

    fn look_at(
        &mut self,
        cx: &mut ModuleCx<'_, '_>,
        function: &ast::Function<'_>,
        body: &Body<'_>,
        block: u32,
        at: u32,
    ) {
        let inst = &body.insts[at as usize];
        let own_uses = inst.result.map(|value| self.uses[value.index()]);
        match inst.kind {
            InstKind::Load { ptr, .. } => {
                if !self.access(cx, ptr, inst.ty, (block, at), None) {
                    self.used(ptr, block, at);
                }
            }
            InstKind::Store { value, ptr, .. } => {
                let ty = cx.ast.operand_type(body, value);
                let param = match value {
                    Operand::Local(v) if v.index() < function.params.len() && block == 0 => Some(v),
                    _ => None,
                };
                if !self.access(cx, ptr, ty, (block, at), Some(param)) {
                    self.used(ptr, block, at);
                    self.wants_register(cx, value, block);
                }
                self.used(value, block, at);
            }
            InstKind::Phi { incoming } => return self.look_at_phi(body, incoming),
            _ => {
                for_each_operand(cx, body, inst, |operand, wants| {
                    self.used(operand, block, at);
                    if wants {
                        self.wants_register(cx, operand, block);
                    }
                });
            }
        }
        // Only a phi node may use its own result.
        if inst.result.map(|value| self.uses[value.index()]) != own_uses {
            self.early_use = inst.result;
        }
    }

    fn look_at_phi(&mut self, body: &Body<'_>, incoming: List<PhiEdge>) {
        for edge in body.phi_edges(incoming) {
            let from = edge.block;
            if !self.reachable[from.index()] {
                continue;
            }
            let end = body.blocks[from.index()].end.saturating_sub(1);
            self.used(edge.value, from.0, end);
        }
    }

    fn used(&mut self, operand: Operand, block: u32, at: u32) {
        let Operand::Local(value) = operand else { return };
        let i = value.index();
        self.uses[i] += 1;
        if self.def_block[i] != block {
            self.crosses[i] = true;
        }
        self.note_order(value, block, at);
        self.last_use[i] = self.last_use[i].max(at);
        if self.candidate_of[i] != NONE {
            self.candidates[self.candidate_of[i] as usize].promoted = false;
        }
    }

    /// A load or a store (`stored` is there) through `ptr`. Is it one that a register can serve?
    fn access(
        &mut self,
        cx: &mut ModuleCx<'_, '_>,
        ptr: Operand,
        ty: TypeId,
        (block, at): (u32, u32),
        stored: Option<Option<ValueId>>,
    ) -> bool {
        let Operand::Local(value) = ptr else { return false };
        let index = self.candidate_of[value.index()];
        if index == NONE {
            return false;
        }
        let candidate = &mut self.candidates[index as usize];
        match cx.layouts.shape(ty) {
            Shape::Scalar(scalar) if scalar.bits() == candidate.scalar.bits() => {}
            _ => {
                candidate.promoted = false;
                return false;
            }
        }
        let first = candidate.first_block == NONE;
        if first {
            candidate.first_block = block;
        }
        match stored {
            Some(param) => {
                if first {
                    candidate.param = param;
                }
                if candidate.last_store_block != block {
                    candidate.last_store_block = block;
                    self.stores.push((block, index));
                }
            }
            None if candidate.last_store_block != block => {
                candidate.exposed = true;
                candidate.exposed_in_entry |= block == 0;
                self.exposed_loads.push((block, index));
            }
            None => {}
        }
        // The alloca's value must be known where it is used, even if it turns out to need memory.
        if self.def_block[value.index()] != block {
            self.crosses[value.index()] = true;
        }
        self.note_order(value, block, at);
        self.uses[value.index()] += 1;
        true
    }

    /// Keeps what `first_undominated` needs. A parameter looks like a value of the entry.
    fn note_order(&mut self, value: ValueId, block: u32, at: u32) {
        let defined_in = self.def_block[value.index()];
        if defined_in == block {
            if self.def_inst[value.index()] > at {
                self.early_use = Some(value);
            }
        } else if defined_in != 0 {
            self.far_uses.push(FarUse { value, defined_in, used_in: block });
        }
    }

    /// A value that some path uses without having defined it. Compilers' text has none.
    pub fn first_undominated(&mut self, body: &Body<'_>) -> Option<ValueId> {
        if self.early_use.is_some() || self.far_uses.is_empty() {
            return self.early_use;
        }
        let flow = Flow::new(body);
        self.far_uses.sort_unstable_by_key(|far| (far.defined_in, far.used_in));
        self.far_uses.dedup_by_key(|far| (far.defined_in, far.used_in));
        let mut definers: Vec<u32> = self.far_uses.iter().map(|far| far.defined_in).collect();
        definers.dedup();
        let mut rest = &self.far_uses[..];
        for batch in definers.chunks(64) {
            let mut stored = vec![0u64; flow.n_blocks()];
            for (bit, &block) in batch.iter().enumerate() {
                stored[block as usize] = 1 << bit;
            }
            let defined = flow.assigned_on_entry(&stored);
            let last = batch[batch.len() - 1];
            let (of_batch, others) =
                rest.split_at(rest.partition_point(|far| far.defined_in <= last));
            rest = others;
            let undominated = |far: &&FarUse| {
                defined[far.used_in as usize] & stored[far.defined_in as usize] == 0
            };
            if let Some(far) = of_batch.iter().find(undominated) {
                return Some(far.value);
            }
        }
        None
    }

    fn wants_register(&mut self, cx: &ModuleCx<'_, '_>, operand: Operand, block: u32) {
        if self.loop_depth[block as usize] == 0 || self.loop_consts.len() >= MAX_LOOP_CONSTS {
            return;
        }
        let Operand::Const(id) = operand else { return };
        let value = match cx.ast.consts.get(id).kind {
            ConstKind::Bits(value) => value,
            ConstKind::Null => 0,
            _ => return,
        };
        if !self.loop_consts.contains(&value) {
            self.loop_consts.push(value);
        }
    }

    /// `i = phi [0, …], [i + 1, here]`: if the phi node is not used any more when its next value
    /// is computed, both live in one register.
    fn find_shared_phis(&mut self, cx: &mut ModuleCx<'_, '_>, body: &Body<'_>) {
        for (index, block) in body.blocks.iter().enumerate() {
            for at in block.start..block.end {
                let inst = &body.insts[at as usize];
                let (InstKind::Phi { incoming }, Some(phi)) = (inst.kind, inst.result) else {
                    break;
                };
                if self.crosses[phi.index()]
                    || self.phi_local[phi.index()] != NONE
                    || !matches!(cx.layouts.shape(inst.ty), Shape::Scalar(_))
                {
                    continue;
                }
                for edge in body.phi_edges(incoming) {
                    let Operand::Local(value) = edge.value else { continue };
                    let v = value.index();
                    if self.def_block[v] == index as u32
                        && v >= self.n_params(body)
                        && self.shares_phi[v] == NONE
                        && self.candidate_of[v] == NONE
                        && self.def_inst[v] > at
                        && self.def_inst[v] + 1 < block.end
                        && self.last_use[phi.index()] <= self.def_inst[v]
                        && !matches!(
                            body.insts[self.def_inst[v] as usize].kind,
                            InstKind::Phi { .. }
                        )
                    {
                        self.shares_phi[v] = phi.0;
                        break;
                    }
                }
            }
        }
    }

    /// `x = c ? a : b`: the edges write `x` itself.
    fn find_phi_locals(&mut self, cx: &mut ModuleCx<'_, '_>, body: &Body<'_>) {
        for block in &body.blocks {
            let insts = &body.insts[block.start as usize..block.end as usize];
            if !matches!(insts.first(), Some(Inst { kind: InstKind::Phi { .. }, .. })) {
                continue;
            }
            let mut touched: Vec<u32> = Vec::new();
            for inst in insts {
                match inst.kind {
                    InstKind::Store { value, ptr: Operand::Local(ptr), .. } => {
                        let candidate = self.candidate_of[ptr.index()];
                        if candidate != NONE && !touched.contains(&candidate) {
                            self.bind_phi(cx, body, block.start, value, candidate);
                        }
                        touched.push(candidate);
                    }
                    InstKind::Load { ptr: Operand::Local(ptr), .. } => {
                        touched.push(self.candidate_of[ptr.index()]);
                    }
                    InstKind::Call { .. } => break,
                    _ => {}
                }
            }
        }
    }

    fn bind_phi(
        &mut self,
        cx: &mut ModuleCx<'_, '_>,
        body: &Body<'_>,
        block_start: u32,
        value: Operand,
        candidate: u32,
    ) {
        let Operand::Local(mut phi) = value else { return };
        // An extension with zeros changes nothing in a register.
        if self.uses[phi.index()] == 1
            && phi.index() >= self.n_params(body)
            && let InstKind::Cast { op: ast::CastOp::ZExt, value: Operand::Local(inner), .. } =
                body.insts[self.def_inst[phi.index()] as usize].kind
            && inner.index() >= self.n_params(body)
        {
            phi = inner;
        }
        let i = phi.index();
        let at = self.def_inst[i];
        let inst = &body.insts[at as usize];
        if i < self.n_params(body)
            || !matches!(inst.kind, InstKind::Phi { .. })
            || at < block_start
            || self.uses[i] != 1
            || self.crosses[i]
            || self.phi_local.contains(&candidate)
        {
            return;
        }
        let scalar = self.candidates[candidate as usize].scalar;
        if let Shape::Scalar(own) = cx.layouts.shape(inst.ty)
            && own.words() == scalar.words()
            && self.candidates[candidate as usize].promoted
        {
            self.phi_local[i] = candidate;
        }
    }

    fn n_params(&self, body: &Body<'_>) -> usize {
        body.insts.iter().find_map(|inst| inst.result).map_or(body.values.len(), |v| v.index())
    }

    fn find_uninitialised(&mut self, body: &Body<'_>) {
        let undecided: Vec<u32> = (0..self.candidates.len() as u32)
            .filter(|&i| {
                // What the entry stores before anything reads it needs no further look.
                let candidate = &self.candidates[i as usize];
                let in_entry = candidate.first_block == 0 && !candidate.exposed_in_entry;
                candidate.promoted && candidate.exposed && !in_entry
            })
            .collect();
        if undecided.is_empty() {
            return;
        }
        let flow = Flow::new(body);
        for batch in undecided.chunks(64) {
            self.flow_batch(&flow, batch);
        }
    }

    fn flow_batch(&mut self, flow: &Flow, batch: &[u32]) {
        let mut bit_of = vec![0u64; self.candidates.len()];
        for (bit, &candidate) in batch.iter().enumerate() {
            bit_of[candidate as usize] = 1 << bit;
        }
        let n = flow.n_blocks();
        let mut stored = vec![0u64; n];
        for &(block, candidate) in &self.stores {
            stored[block as usize] |= bit_of[candidate as usize];
        }
        let assigned = flow.assigned_on_entry(&stored);
        for &(block, candidate) in &self.exposed_loads {
            let bit = bit_of[candidate as usize];
            if bit != 0 && assigned[block as usize] & bit == 0 {
                self.candidates[candidate as usize].needs_init = true;
            }
        }
    }
}

fn is_one(cx: &ModuleCx<'_, '_>, count: Option<Operand>) -> bool {
    match count {
        None => true,
        Some(Operand::Const(id)) => matches!(cx.ast.consts.get(id).kind, ConstKind::Bits(1)),
        Some(_) => false,
    }
}

/// Predecessors and an order in which most of them come first.
struct Flow {
    order: Vec<u32>,
    preds: Vec<Vec<u32>>,
}

impl Flow {
    fn new(body: &Body<'_>) -> Flow {
        let n = body.blocks.len();
        let mut preds = vec![Vec::new(); n];
        let mut order = Vec::with_capacity(n);
        let mut seen = vec![false; n];
        // Depth first; a block is finished after its successors, so the reverse is the order.
        let mut stack = vec![(0u32, successors(body, 0))];
        if n > 0 {
            seen[0] = true;
        }
        while let Some((block, rest)) = stack.last_mut() {
            let block = *block;
            match rest.pop() {
                Some(next) => {
                    preds[next as usize].push(block);
                    if !seen[next as usize] {
                        seen[next as usize] = true;
                        stack.push((next, successors(body, next)));
                    }
                }
                None => {
                    order.push(block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        Flow { order, preds }
    }

    fn n_blocks(&self) -> usize {
        self.preds.len()
    }

    /// Which bits are set on all paths to each block's start.
    fn assigned_on_entry(&self, stored: &[u64]) -> Vec<u64> {
        let mut on_entry = vec![u64::MAX; stored.len()];
        if let Some(first) = on_entry.first_mut() {
            *first = 0;
        }
        loop {
            let mut changed = false;
            for &block in self.order.iter().skip(1) {
                let b = block as usize;
                let all = self.preds[b]
                    .iter()
                    .fold(u64::MAX, |all, &p| all & (on_entry[p as usize] | stored[p as usize]));
                changed |= all != on_entry[b];
                on_entry[b] = all;
            }
            if !changed {
                return on_entry;
            }
        }
    }
}

fn successors(body: &Body<'_>, block: u32) -> Vec<u32> {
    let mut targets = Vec::new();
    if let Some(last) = body.block_insts(BlockId(block)).last() {
        for_each_successor(body, last, |target| targets.push(target.0));
    }
    targets
}

pub(super) fn for_each_successor(body: &Body<'_>, inst: &Inst, mut see: impl FnMut(BlockId)) {
    match inst.kind {
        InstKind::Br { target } => see(target),
        InstKind::CondBr { if_true, if_false, .. } => {
            see(if_true);
            see(if_false);
        }
        InstKind::Switch { default, cases, .. } => {
            see(default);
            body.cases(cases).iter().for_each(|case| see(case.target));
        }
        InstKind::IndirectBr { targets, .. } => {
            body.targets(targets).iter().for_each(|&target| see(target));
        }
        InstKind::Invoke { normal, .. } => see(normal),
        InstKind::CallBr { fallthrough, indirect, .. } => {
            see(fallthrough);
            body.targets(indirect).iter().for_each(|&target| see(target));
        }
        InstKind::FuncletBr { targets, .. } => {
            body.targets(targets).iter().for_each(|&target| see(target));
        }
        _ => {}
    }
}

/// Calls `see` for every operand that the lowering will use, and whether a constant there needs a
/// register. Phi nodes are not handled here.
fn for_each_operand(
    cx: &ModuleCx<'_, '_>,
    body: &Body<'_>,
    inst: &Inst,
    mut see: impl FnMut(Operand, bool),
) {
    match inst.kind {
        InstKind::Binary { lhs, rhs, .. }
        | InstKind::ICmp { lhs, rhs, .. }
        | InstKind::FCmp { lhs, rhs, .. } => {
            see(lhs, false);
            see(rhs, matches!(inst.kind, InstKind::FCmp { .. }) || is_float_op(&inst.kind));
        }
        InstKind::FNeg { value, .. }
        | InstKind::Cast { value, .. }
        | InstKind::Freeze { value }
        | InstKind::Resume { value } => see(value, false),
        InstKind::Select { cond, if_true, if_false } => {
            see(cond, false);
            see(if_true, true);
            see(if_false, true);
        }
        InstKind::Alloca { count: Some(count), .. } => see(count, false),
        InstKind::GetElementPtr { operands, .. } => {
            body.operands(operands).iter().for_each(|&operand| see(operand, false));
        }
        InstKind::CmpXchg { operands } => {
            body.operands(operands.operands).iter().for_each(|&operand| see(operand, false));
        }
        InstKind::AtomicRmw { ptr, value, .. } => {
            see(ptr, false);
            see(value, false);
        }
        InstKind::VaArg { list } => see(list, false),
        InstKind::ExtractElement { vector, index } => {
            see(vector, false);
            see(index, false);
        }
        InstKind::InsertElement { vector, element, index } => {
            see(vector, false);
            see(element, false);
            see(index, false);
        }
        InstKind::ShuffleVector { lhs, rhs, .. } => {
            see(lhs, false);
            see(rhs, false);
        }
        InstKind::ExtractValue { aggregate, .. } => see(aggregate, false),
        InstKind::InsertValue { aggregate, element, .. } => {
            see(aggregate, false);
            see(element, false);
        }
        InstKind::Call { call } | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => {
            call_operands(cx, body, call, see);
        }
        InstKind::Ret { value: Some(value) } => see(value, false),
        InstKind::CondBr { cond, .. } => see(cond, false),
        InstKind::Switch { value, .. } => see(value, false),
        InstKind::IndirectBr { address, .. } => see(address, false),
        InstKind::Load { .. }
        | InstKind::Store { .. }
        | InstKind::Phi { .. }
        | InstKind::Alloca { count: None, .. }
        | InstKind::Fence { .. }
        | InstKind::LandingPad { .. }
        | InstKind::Funclet { .. }
        | InstKind::Ret { value: None }
        | InstKind::Br { .. }
        | InstKind::Unreachable
        | InstKind::FuncletBr { .. } => {}
    }
}

fn is_float_op(kind: &InstKind) -> bool {
    use ast::BinaryOp::*;
    matches!(kind, InstKind::Binary { op: FAdd | FSub | FMul | FDiv | FRem, .. })
}

fn call_operands(
    cx: &ModuleCx<'_, '_>,
    body: &Body<'_>,
    call: ast::CallId,
    mut see: impl FnMut(Operand, bool),
) {
    let call = body.call(call);
    let mut wants = true;
    if let Callee::Operand(callee) = call.callee {
        match cx.intrinsic_of(callee) {
            Some(Intrinsic::Nothing) => return,
            Some(_) => wants = false,
            None => see(callee, false),
        }
    }
    body.args(call.args).iter().for_each(|arg| see(arg.value, wants));
}
