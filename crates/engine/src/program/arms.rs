//! Arms of `br.version` that only compute, as code that both versions execute together.
//!
//! An arm that writes registers and nothing else does no harm to the version that it does not belong
//! to. A *row* is the old version's arm, then the new one's, then a `version` for each register that
//! they leave different. Stores of an arm wait until both are done, and then leave alone what the
//! other version has. Registers whose value is still needed are not written before the end of a row:
//! so whatever cannot be done together in it (a question, an error, addresses that differ) takes the
//! state back to the branch, as if nothing had happened, and each version goes through its arm by
//! itself.
//!
//! **Invariant.** No op of a row changes anything but registers that are dead at the branch, until
//! stores that have been checked and the last `version`s, none of which can be given up.

use patchlight_ir::access::{Access, Address, Base, Use};
use patchlight_ir::op::{Field, IdMap};
use patchlight_ir::{BlockId, Body, Cfg, Def, Dominators, Liveness, Op, Reg};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Larger arms are executed apart. (A row is shorter than what a state may execute at once.)
const MAX_OPS: usize = 512;

const OLD: usize = 0;
const NEW: usize = 1;

/// Both versions of a function, the old one first.
pub(super) struct Versions {
    bodies: [Body; 2],
    /// `None`: every register is needed everywhere.
    liveness: [Option<Liveness>; 2],
    /// Those whose arms only compute.
    pub(super) branches: Vec<Branch>,
}

impl Versions {
    /// `keeps_all`: a register may be read on ways that the body does not show.
    pub(super) fn of(body: &Body, keeps_all: bool) -> Versions {
        let bodies = [true, false].map(|is_old| body.of_version(is_old));
        let branches = find_branches(body, &bodies);
        let arms = branches.iter().flat_map(|branch| &branch.arms);
        let mut written: BTreeSet<Reg> = arms.flat_map(|arm| &arm.written).copied().collect();
        written.extend(body.ops.iter().filter_map(|op| match op {
            Op::Version { dst, .. } => Some(dst.0),
            _ => None,
        }));
        let liveness = bodies.each_ref().map(|version| {
            (!keeps_all).then(|| Liveness::of(version, &Cfg::new(version), written.iter().copied()))
        });
        Versions { bodies, liveness, branches }
    }

    fn is_needed(&self, version: usize, block: BlockId, reg: Reg) -> bool {
        self.liveness[version].as_ref().is_none_or(|liveness| liveness.is_live(block, reg))
    }

    /// `version`s that need not be: a register that one of the versions does not read any more may
    /// hold what the other one has.
    pub(super) fn needless(&self, body: &Body) -> Vec<(usize, Op)> {
        let [Some(old), Some(new)] = &self.liveness else { return Vec::new() };
        let mut needless = Vec::new();
        for block in body.block_ids() {
            for pc in body.block_range(block) {
                let Op::Version { dst, old: before, new: after } = body.ops[pc] else { continue };
                if !old.is_live_behind(&self.bodies[OLD], block, pc, dst.0) {
                    needless.push((pc, Op::Mov { dst, a: after }));
                } else if !new.is_live_behind(&self.bodies[NEW], block, pc, dst.0) {
                    needless.push((pc, Op::Mov { dst, a: before }));
                }
            }
        }
        needless
    }
}

pub(super) struct Branch {
    pub(super) pc: u32,
    arms: [Arm; 2],
    /// Where both lead.
    pub(super) after: BlockId,
}

impl Branch {
    pub(super) fn starts(&self) -> [BlockId; 2] {
        self.arms.each_ref().map(|arm| arm.start)
    }
}

struct Arm {
    start: BlockId,
    /// Each before its successors.
    blocks: Vec<BlockId>,
    written: BTreeSet<Reg>,
}

fn find_branches(body: &Body, [as_old, as_new]: &[Body; 2]) -> Vec<Branch> {
    let meetings = meetings(body);
    let branches = body.block_ids().filter_map(|block| {
        let Op::BrVersion { old, new } = *body.terminator(block) else { return None };
        let after = meetings.immediate(block)?;
        let arms = [Arm::of(as_old, old, after)?, Arm::of(as_new, new, after)?];
        Some(Branch { pc: body.block_range(block).end as u32 - 1, arms, after })
    });
    branches.collect()
}

/// Where ways that leave a block meet again. A way on which the program ends is none on which the
/// versions could meet, unless the function never returns, as a `main` that ends in `exit`: then the
/// end that comes last in the source is where ways lead.
pub(crate) fn meetings(body: &Body) -> Dominators {
    let cfg = Cfg::new(body);
    let ends = body.block_ids().filter(|&block| cfg.successors(block).is_empty());
    let (fatal, returning): (BTreeSet<BlockId>, BTreeSet<BlockId>) =
        ends.partition(|&block| matches!(body.terminator(block), Op::Unreachable {}));
    let line = |block: BlockId| body.loc(body.block_range(block).end - 1).line;
    let last = fatal.into_iter().max_by_key(|&block| (line(block), block));
    let exits = if returning.is_empty() { last.into_iter().collect() } else { returning };
    Dominators::post_of_exits(&cfg, |block| exits.contains(&block))
}

impl Arm {
    /// What a version does between two blocks, unless it does more than compute, or goes in circles.
    fn of(version: &Body, start: BlockId, after: BlockId) -> Option<Arm> {
        let mut arm = Arm { start, blocks: Vec::new(), written: BTreeSet::new() };
        // A block is finished once all that it leads to is.
        let mut is_finished = HashMap::from([(after, true)]);
        let mut pending = vec![start];
        let mut n_ops = 0;
        while let Some(&block) = pending.last() {
            match is_finished.get(&block) {
                Some(true) => drop(pending.pop()),
                Some(false) => {
                    is_finished.insert(block, true);
                    arm.blocks.push(block);
                    pending.pop();
                }
                None => {
                    is_finished.insert(block, false);
                    let ops = version.block_ops(block);
                    n_ops += ops.len();
                    if n_ops > MAX_OPS || !ops.iter().all(computes) {
                        return None;
                    }
                    for op in ops {
                        op.for_each_write(|reg| {
                            arm.written.insert(reg);
                        });
                    }
                    let first = pending.len();
                    version.for_each_successor(version.terminator(block), |to| pending.push(to));
                    if pending[first..].iter().any(|to| is_finished.get(to) == Some(&false)) {
                        return None;
                    }
                }
            }
        }
        arm.blocks.reverse();
        arm.can_wait_with_stores(version).then_some(arm)
    }

    /// Whether it does not matter that all stores come last.
    fn can_wait_with_stores(&self, version: &Body) -> bool {
        let mut stores: Vec<Access> = Vec::new();
        for op in self.blocks.iter().flat_map(|&block| version.block_ops(block)) {
            let Some(access) = op.access() else {
                if !stores.is_empty() && matches!(op, Op::LoadRelative { .. }) {
                    return false;
                }
                continue;
            };
            match access.usage {
                Use::Store(_) => stores.push(access),
                Use::Load(_) if !stores.iter().all(|store| self.are_apart(store, &access)) => {
                    return false;
                }
                Use::Load(_) | Use::Compute(_) => {}
            }
        }
        stores.is_empty() || self.blocks.len() == 1
    }

    /// Whether two accesses are to different bytes of something that stays the same.
    fn are_apart(&self, a: &Access, b: &Access) -> bool {
        let (a_len, b_len) = (a.bytes, b.bytes);
        let (a, b) = (&a.address, &b.address);
        let same_base = match (a.base, b.base) {
            (Base::Reg(a), Base::Reg(b)) => a == b && !self.written.contains(&a),
            (Base::Global(a), Base::Global(b)) => a == b,
            _ => false,
        };
        let is_fixed = a.index.is_none() && b.index.is_none();
        let before =
            |a: &Address, n: u32, b: &Address| a.offset.saturating_add(n.into()) <= b.offset;
        same_base && is_fixed && (before(a, a_len, b) || before(b, b_len, a))
    }
}

/// Whether an op writes a register of a word or a few bytes and nothing else, or jumps within its
/// function.
fn computes(op: &Op) -> bool {
    let acts = matches!(
        op,
        Op::Call { .. }
            | Op::CallPtr { .. }
            | Op::TailCall { .. }
            | Op::TailCallPtr { .. }
            | Op::Forward { .. }
            | Op::Ret { .. }
            | Op::Unreachable {}
            | Op::Trap {}
            | Op::Unsupported { .. }
            | Op::IndirectBr { .. }
            | Op::Switch { .. }
            | Op::Alloca { .. }
            | Op::AllocaDyn { .. }
            | Op::StackSave { .. }
            | Op::ReadCounter { .. }
    );
    let mut writes_register = false;
    op.for_each_field(|field| writes_register |= matches!(field, Field::Def(_)));
    let stores = op.access().is_some_and(|access| access.stored().is_some());
    // What writes no register and is no jump writes memory.
    !acts && op.words() == (1, 1) && (writes_register || op.is_terminator() || stores)
}

/// The ops of a row, each with the op of the module that it is. What follows it stands where both
/// arms lead.
pub(super) struct Row {
    pub(super) ops: Vec<(Op, u32)>,
    pub(super) n_regs: u16,
}

/// The row of a branch that begins at `start`. `None` if there are not enough registers.
pub(super) fn row(body: &Body, versions: &Versions, branch: &Branch, start: u32) -> Option<Row> {
    Writer { versions, branch, start, spare: body.n_regs, stores: Vec::new() }.row()
}

/// Writes the row of one branch.
struct Writer<'a> {
    versions: &'a Versions,
    branch: &'a Branch,
    start: u32,
    /// The next register that no op of the function knows.
    spare: u16,
    /// Checks and stores that come after both arms.
    stores: Vec<[Op; 2]>,
}

impl Writer<'_> {
    fn row(mut self) -> Option<Row> {
        let Branch { pc, arms, after } = self.branch;
        let mut ops = Vec::new();
        let mut names = [BTreeMap::new(), BTreeMap::new()];
        for (version, names) in names.iter_mut().enumerate() {
            *names = self.new_names(version)?;
            self.write_arm(version, names, &mut ops)?;
        }
        for step in 0..2 {
            ops.extend(self.stores.iter().map(|store| (store[step], *pc)));
        }
        for &reg in arms[OLD].written.union(&arms[NEW].written) {
            let [old, new] = names.each_ref().map(|names| *names.get(&reg).unwrap_or(&reg));
            let needed = [OLD, NEW].map(|version| self.versions.is_needed(version, *after, reg));
            let dst = Def(reg);
            match needed {
                [true, true] => ops.push((Op::Version { dst, old, new }, *pc)),
                [true, false] if old != reg => ops.push((Op::Mov { dst, a: old }, *pc)),
                [false, true] if new != reg => ops.push((Op::Mov { dst, a: new }, *pc)),
                _ => {}
            }
        }
        Some(Row { ops, n_regs: self.spare })
    }

    /// Registers of its own for what an arm writes while somebody needs what was there: either
    /// version what was there before the branch, the old one what its arm has left there.
    fn new_names(&mut self, version: usize) -> Option<BTreeMap<Reg, Reg>> {
        let Branch { arms, after, .. } = self.branch;
        let mut names = BTreeMap::new();
        for &reg in &arms[version].written {
            let is_needed =
                [OLD, NEW].iter().any(|&of| self.versions.is_needed(of, arms[of].start, reg));
            if is_needed || version == NEW && self.versions.is_needed(OLD, *after, reg) {
                names.insert(reg, Reg(self.spare));
                self.spare = self.spare.checked_add(1)?;
            }
        }
        Some(names)
    }

    fn write_arm(
        &mut self,
        version: usize,
        names: &BTreeMap<Reg, Reg>,
        row: &mut Vec<(Op, u32)>,
    ) -> Option<()> {
        let (versions, branch, start) = (self.versions, self.branch, self.start);
        let (body, arm) = (&versions.bodies[version], &branch.arms[version]);
        let position = |row: &[(Op, u32)]| start + row.len() as u32;
        let first = row.len();
        let mut renaming = Renaming::default();
        // In a single block it is clear which value of a register is meant.
        if arm.blocks.len() > 1 {
            for (&reg, &name) in names {
                if self.versions.is_needed(version, arm.start, reg) {
                    row.push((Op::Mov { dst: Def(name), a: reg }, self.branch.pc));
                }
            }
            renaming.names.clone_from(names);
        }
        for (n, &block) in arm.blocks.iter().enumerate() {
            renaming.blocks.insert(block, position(row));
            let follower = arm.blocks.get(n + 1).copied().unwrap_or(self.branch.after);
            for pc in body.block_range(block) {
                let mut op = body.ops[pc];
                if op == (Op::Jmp { to: follower }) {
                    continue;
                }
                op.remap(&mut Uses(&renaming));
                if let Some(Access { address, usage: Use::Store(a), bytes }) = op.access() {
                    let own = self.own_store(version, address, a, bytes)?;
                    row.extend(own.map(|op| (op, pc as u32)));
                    continue;
                }
                op.for_each_write(|reg| {
                    if let Some(&name) = names.get(&reg) {
                        renaming.names.insert(reg, name);
                    }
                });
                op.remap(&mut Defs(&renaming));
                row.push((op, pc as u32));
            }
        }
        renaming.blocks.insert(self.branch.after, position(row));
        for (op, _) in &mut row[first..] {
            // The block of `addr.b` is none to go to.
            if !matches!(op, Op::BlockAddr { .. }) {
                op.remap(&mut Blocks(&renaming));
            }
        }
        Some(())
    }

    /// Keeps what a store of an arm needs until both arms are done.
    fn own_store(&mut self, version: usize, to: Address, a: Reg, n: u32) -> Option<[Op; 2]> {
        let [address, value] = [Reg(self.spare), Reg(self.spare.checked_add(1)?)];
        self.spare = self.spare.checked_add(2)?;
        let (is_old, n) = (version == OLD, n as u8);
        self.stores.push([
            Op::CheckOwn { is_old, n, address, a: value },
            Op::StoreOwn { is_old, n, address, a: value },
        ]);
        Some([address_op(Def(address), to)?, Op::Mov { dst: Def(value), a }])
    }
}

/// The op that computes an address.
fn address_op(dst: Def, Address { base, index, offset }: Address) -> Option<Op> {
    Some(match (base, index) {
        (Base::Reg(a), None) => Op::Add64I { dst, a, b: offset as u64 },
        (Base::Global(global), None) => Op::GlobalAddr { dst, global, offset },
        (Base::Reg(base), Some(index)) => {
            let (offset, scale, narrow) = (offset.try_into().ok()?, index.scale, index.narrow);
            match (index.reg, narrow) {
                (index, true) => Op::LeaXs { dst, base, index, scale, offset },
                (index, false) => Op::LeaX { dst, base, index, scale, offset },
            }
        }
        (Base::Global(global), Some(index)) => {
            let offset = offset.try_into().ok()?;
            let scale = index.scale.try_into().ok()?;
            match (index.reg, index.narrow) {
                (index, true) => Op::LeaGXs { dst, index, scale, global, offset },
                (index, false) => Op::LeaGX { dst, index, scale, global, offset },
            }
        }
    })
}

/// What registers and blocks are called in a row.
#[derive(Default)]
struct Renaming {
    names: BTreeMap<Reg, Reg>,
    blocks: HashMap<BlockId, u32>,
}

struct Uses<'a>(&'a Renaming);
struct Defs<'a>(&'a Renaming);
struct Blocks<'a>(&'a Renaming);

impl IdMap for Uses<'_> {
    fn reg(&mut self, reg: Reg) -> Reg {
        self.0.names.get(&reg).copied().unwrap_or(reg)
    }
}

impl IdMap for Defs<'_> {
    fn def(&mut self, Def(reg): Def) -> Def {
        Def(self.0.names.get(&reg).copied().unwrap_or(reg))
    }
}

impl IdMap for Blocks<'_> {
    fn block(&mut self, id: BlockId) -> BlockId {
        BlockId(self.0.blocks[&id])
    }
}
