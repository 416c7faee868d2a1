//! Arms of `br.version` that only compute, as code that both versions execute together.
//!
//! An arm that writes registers and nothing else does no harm to the version that it does not belong
//! to. Behind a function's own ops there is, for each branch with such arms, a *row*: the old
//! version's arm, then the new one's, then a `version` for each register that they leave different.
//! Registers whose value is still needed are not written before the end of a row: so whatever cannot
//! be done together in it (a question, an error, addresses that differ) takes the state back to the
//! branch, as if nothing had happened, and each version goes through its arm by itself.
//!
//! **Invariant.** No op of a row changes anything but registers that are dead at the branch, until
//! the last `version`s, none of which can be given up.

use super::Code;
use patchlight_ir::op::{Field, IdMap};
use patchlight_ir::{BlockId, Body, Cfg, Def, Dominators, Liveness, Op, Reg};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Larger arms are executed apart. (A row is shorter than what a state may execute at once.)
const MAX_OPS: usize = 512;

const OLD: usize = 0;
const NEW: usize = 1;

/// The rows of a function.
#[derive(Default)]
pub(crate) struct Rows {
    /// Where the first one begins.
    start: u32,
    origins: Box<[Origin]>,
}

/// Where an op of a row comes from.
#[derive(Copy, Clone)]
struct Origin {
    op: u32,
    branch: u32,
}

impl Rows {
    fn origin(&self, pc: u32) -> Option<Origin> {
        self.origins.get(pc.checked_sub(self.start)? as usize).copied()
    }

    /// The branch to whose row an op belongs.
    pub(crate) fn branch_of(&self, pc: u32) -> Option<u32> {
        self.origin(pc).map(|origin| origin.branch)
    }

    /// The op of the module that an op is.
    pub(crate) fn original(&self, pc: u32) -> u32 {
        self.origin(pc).map_or(pc, |origin| origin.op)
    }
}

/// Adds a row for each branch of a function whose arms allow it. `keeps_all`: a register may be read
/// on ways that the body does not show.
pub(super) fn add_rows(code: &mut Code, body: &Body, keeps_all: bool) {
    if !body.has_versions() {
        return;
    }
    let versions = [true, false].map(|is_old| body.of_version(is_old));
    let branches = find_branches(body, &versions);
    let arms = branches.iter().flat_map(|branch| &branch.arms);
    let mut written: BTreeSet<Reg> = arms.flat_map(|arm| &arm.written).copied().collect();
    written.extend(body.ops.iter().filter_map(|op| match op {
        Op::Version { dst, .. } => Some(dst.0),
        _ => None,
    }));
    let liveness = versions.each_ref().map(|version| {
        (!keeps_all).then(|| Liveness::of(version, &Cfg::new(version), written.iter().copied()))
    });
    let mut ops = std::mem::take(&mut code.ops).into_vec();
    if let [Some(old), Some(new)] = &liveness {
        leave_out_versions(&mut ops, body, &versions, [old, new]);
    }
    let start = ops.len() as u32;
    let mut origins = Vec::new();
    for branch in &branches {
        let start = ops.len() as u32;
        let spare = body.n_regs;
        let writer = Writer { versions: &versions, liveness: &liveness, branch, start, spare };
        let Some(row) = writer.row() else { continue };
        let [old, new] = branch.arms.each_ref().map(|arm| BlockId(body.blocks[arm.start.index()]));
        ops[branch.pc as usize] = Op::BrTogether { old, new, both: BlockId(start) };
        code.n_regs = code.n_regs.max(row.n_regs);
        for (op, origin) in row.ops {
            ops.push(op);
            origins.push(Origin { op: origin, branch: branch.pc });
        }
    }
    code.ops = ops.into();
    code.rows = Rows { start, origins: origins.into() };
}

/// A register that one of the versions does not read any more holds what the other one has.
fn leave_out_versions(ops: &mut [Op], body: &Body, versions: &[Body; 2], liveness: [&Liveness; 2]) {
    for block in body.block_ids() {
        for pc in body.block_range(block) {
            let Op::Version { dst, old, new } = body.ops[pc] else { continue };
            let is_live = |version: usize| {
                liveness[version].is_live_behind(&versions[version], block, pc, dst.0)
            };
            if !is_live(OLD) {
                ops[pc] = Op::Mov { dst, a: new };
            } else if !is_live(NEW) {
                ops[pc] = Op::Mov { dst, a: old };
            }
        }
    }
}

struct Branch {
    pc: u32,
    /// The old version's, then the new one's.
    arms: [Arm; 2],
    /// Where both lead.
    after: BlockId,
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
/// versions could meet.
pub(crate) fn meetings(body: &Body) -> Dominators {
    let returns = |block| !matches!(body.terminator(block), Op::Unreachable {});
    Dominators::post_of_exits(&Cfg::new(body), returns)
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
        Some(arm)
    }
}

/// Whether an op writes registers of a word each and nothing else, or jumps within its function.
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
    // What writes no register and is no jump writes memory.
    !acts && op.words() == (1, 1) && (writes_register || op.is_terminator())
}

/// The ops of a row, each with the op of the module that it is.
struct Row {
    ops: Vec<(Op, u32)>,
    n_regs: u16,
}

/// Writes the row of one branch. What there are two of belongs to the old and to the new version.
struct Writer<'a> {
    versions: &'a [Body; 2],
    /// `None`: every register is needed everywhere.
    liveness: &'a [Option<Liveness>; 2],
    branch: &'a Branch,
    /// Where the row begins.
    start: u32,
    /// The next register that no op of the function knows.
    spare: u16,
}

impl Writer<'_> {
    /// `None` if there are not enough registers.
    fn row(mut self) -> Option<Row> {
        let Branch { pc, arms, after } = self.branch;
        let mut ops = Vec::new();
        let mut names = [BTreeMap::new(), BTreeMap::new()];
        for (version, names) in names.iter_mut().enumerate() {
            *names = self.new_names(version)?;
            self.write_arm(version, names, &mut ops);
        }
        for &reg in arms[OLD].written.union(&arms[NEW].written) {
            let [old, new] = names.each_ref().map(|names| *names.get(&reg).unwrap_or(&reg));
            let needed = [OLD, NEW].map(|version| self.is_needed(version, *after, reg));
            let dst = Def(reg);
            match needed {
                [true, true] => ops.push((Op::Version { dst, old, new }, *pc)),
                [true, false] if old != reg => ops.push((Op::Mov { dst, a: old }, *pc)),
                [false, true] if new != reg => ops.push((Op::Mov { dst, a: new }, *pc)),
                _ => {}
            }
        }
        let after = BlockId(self.versions[NEW].blocks[after.index()]);
        ops.push((Op::Jmp { to: after }, *pc));
        Some(Row { ops, n_regs: self.spare })
    }

    fn is_needed(&self, version: usize, block: BlockId, reg: Reg) -> bool {
        self.liveness[version].as_ref().is_none_or(|liveness| liveness.is_live(block, reg))
    }

    /// Registers of its own for what an arm writes while somebody needs what was there: either
    /// version what was there before the branch, the old one what its arm has left there.
    fn new_names(&mut self, version: usize) -> Option<BTreeMap<Reg, Reg>> {
        let Branch { arms, after, .. } = self.branch;
        let mut names = BTreeMap::new();
        for &reg in &arms[version].written {
            let is_needed = [OLD, NEW].iter().any(|&of| self.is_needed(of, arms[of].start, reg));
            if is_needed || version == NEW && self.is_needed(OLD, *after, reg) {
                names.insert(reg, Reg(self.spare));
                self.spare = self.spare.checked_add(1)?;
            }
        }
        Some(names)
    }

    fn write_arm(&self, version: usize, names: &BTreeMap<Reg, Reg>, row: &mut Vec<(Op, u32)>) {
        let (body, arm) = (&self.versions[version], &self.branch.arms[version]);
        let position = |row: &[(Op, u32)]| self.start + row.len() as u32;
        let first = row.len();
        let mut renaming = Renaming::default();
        // In a single block it is clear which value of a register is meant.
        if arm.blocks.len() > 1 {
            for (&reg, &name) in names {
                if self.is_needed(version, arm.start, reg) {
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
    }
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

#[cfg(test)]
mod tests {
    use crate::program::Program;
    use expect_test::{Expect, expect};
    use patchlight_ir::{Def, Op, Reg};
    use std::fmt::Write;

    const HEAD: &str =
        "file \"t.c\"\nname \"f\"\nfunc @f external params 2 ret 1 {\nregs 4\nloc !0 file0 1 1 n0";

    /// The rows of the function `f`, with the ops of the module that they come from.
    fn check(body: &str, expected: Expect) {
        let text = format!("{HEAD}\n{body}}}\n");
        let program = Program::new(patchlight_ir::text::parse(&text).unwrap()).unwrap();
        let code = &program.code[0];
        let mut rows = String::new();
        for pc in code.rows.start..code.ops.len() as u32 {
            let (original, branch) = (code.rows.original(pc), code.rows.branch_of(pc).unwrap());
            writeln!(rows, "{pc} ({original} of {branch}): {:?}", code.ops[pc as usize]).unwrap();
        }
        expected.assert_eq(&rows);
    }

    #[test]
    fn arms_with_one_result_need_one_register_more() {
        check(
            "b0:
              br.version b1, b2
            b1:
              add.32i r2, r0, 1
              mul.32i r3, r2, 2
              jmp b3
            b2:
              load.32 r2, r1, 0
              add.32i r3, r2, 2
              jmp b3
            b3:
              ret r3, 1
            ",
            expect![[r#"
                8 (1 of 0): Add32I { dst: r2, a: r0, b: 1 }
                9 (2 of 0): Mul32I { dst: r3, a: r2, b: 2 }
                10 (4 of 0): Load32 { dst: r2, base: r1, offset: 0 }
                11 (5 of 0): Add32I { dst: r4, a: r2, b: 2 }
                12 (0 of 0): Version { dst: r3, old: r3, new: r4 }
                13 (0 of 0): Jmp { to: b7 }
            "#]],
        );
    }

    #[test]
    fn what_is_read_later_is_not_written_before_the_end() {
        check(
            "b0:
              br.version b1, b2
            b1:
              sub.32 r0, r0, r1
              add.32i r0, r0, 1
              jmp b2
            b2:
              add.32 r2, r0, r1
              ret r2, 1
            ",
            expect![[r#"
                6 (1 of 0): Sub32 { dst: r4, a: r0, b: r1 }
                7 (2 of 0): Add32I { dst: r4, a: r4, b: 1 }
                8 (0 of 0): Version { dst: r0, old: r4, new: r0 }
                9 (0 of 0): Jmp { to: b4 }
            "#]],
        );
    }

    #[test]
    fn what_one_version_alone_reads_needs_no_version() {
        check(
            "b0:
              br.version b1, b2
            b1:
              mul.32i r2, r0, 3
              jmp b2
            b2:
              version r3, r2, r1
              ret r3, 1
            ",
            expect![[r#"
                5 (1 of 0): Mul32I { dst: r2, a: r0, b: 3 }
                6 (0 of 0): Jmp { to: b3 }
            "#]],
        );
    }

    #[test]
    fn a_register_is_what_the_only_version_that_reads_it_has() {
        let text = format!(
            "{HEAD}
            b0:
              version r2, r0, r1
              br.version b1, b2
            b1:
              add.32i r3, r2, 1
              ret r3, 1
            b2:
              ret r0, 1
            }}"
        );
        let program = Program::new(patchlight_ir::text::parse(&text).unwrap()).unwrap();
        assert_eq!(program.code[0].ops[0], Op::Mov { dst: Def(Reg(2)), a: Reg(0) });
    }

    #[test]
    fn arms_may_branch_and_belong_to_a_version_inside_too() {
        check(
            "b0:
              br.version b1, b3
            b1:
              br.eq.i 32, r1, 0, b3, b2
            b2:
              udiv 32, r0, r0, r1
              br.version b3, b2
            b3:
              ret r0, 1
            ",
            expect![[r#"
                5 (0 of 0): Mov { dst: r4, a: r0 }
                6 (1 of 0): BrEqI { w: 32, a: r1, b: 0, then: b8, other: b7 }
                7 (2 of 0): Udiv { w: 32, dst: r4, a: r4, b: r1 }
                8 (0 of 0): Version { dst: r0, old: r4, new: r0 }
                9 (0 of 0): Jmp { to: b4 }
            "#]],
        );
    }

    #[test]
    fn there_is_no_row_for_arms_that_act_or_go_in_circles() {
        check(
            "b0:
              br.version b1, b2
            b1:
              store.32 r0, r1, 0
              jmp b2
            b2:
              br.version b3, b4
            b3:
              add.32i r0, r0, 1
              br.eq.i 32, r0, 9, b4, b3
            b4:
              ret r0, 1
            ",
            expect![[r#""#]],
        );
    }
}
