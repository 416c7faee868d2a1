//! Code that both versions of a function execute together, behind the function's own.
//!
//! From a branch of versions on whose arms only compute, a state in which both versions run goes on
//! here: first through the branch's *row* (see [`super::arms`]), then through copies of the blocks
//! behind it, in which jumps are left out and the conditions of loops stand at their ends. (The
//! function's own blocks stay as they are: it is at their starts that versions which have parted come
//! together again.)
//!
//! **Invariant.** Nobody but the interpreter ever sees a place of this code: blocks with calls are not
//! copied, and a state that stops is at the op that it executes a copy of, or at the branch whose row
//! it is in.

use super::Code;
use super::arms::{self, Branch, Versions};
use patchlight_ir::op::{Field, IdMap};
use patchlight_ir::{BlockId, Body, Op};
use std::collections::HashMap;

/// A condition of up to this many ops is copied to where a jump to it is.
const MAX_CONDITION: usize = 6;
/// Ops beyond the function's own number.
const MAX_MORE_OPS: usize = 256;

/// What the ops behind a function's own are.
#[derive(Default)]
pub(crate) struct Together {
    start: u32,
    origins: Box<[Origin]>,
}

/// Where an op comes from.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Origin {
    /// The op that it is, of the module.
    pub(crate) op: u32,
    /// The branch to whose row it belongs.
    pub(crate) branch: Option<u32>,
}

impl Together {
    pub(crate) fn origin(&self, pc: u32) -> Option<Origin> {
        self.origins.get(pc.checked_sub(self.start)? as usize).copied()
    }

    /// The op of the module that an op is.
    pub(crate) fn original(&self, pc: u32) -> u32 {
        self.origin(pc).map_or(pc, |origin| origin.op)
    }
}

/// Adds such code to a function.
pub(super) fn add_code(code: &mut Code, body: &Body) {
    if !body.has_versions() {
        return;
    }
    let versions = Versions::of(body, code.has_hidden_reads);
    let mut ops = std::mem::take(&mut code.ops).into_vec();
    let mut body = body.clone();
    for (pc, op) in versions.needless(&body) {
        (ops[pc], body.ops[pc]) = (op, op);
    }
    let body = &body;
    let branches = versions.branches.iter().map(|branch| (branch.pc, branch)).collect();
    let start = ops.len() as u32;
    let mut layout = Layout {
        body,
        versions: &versions,
        branches,
        start,
        added: Vec::new(),
        rows: HashMap::new(),
        placed: HashMap::new(),
        pending: Vec::new(),
        n_regs: body.n_regs,
    };
    for branch in &versions.branches {
        layout.begin(branch);
    }
    while let Some(block) = layout.pending.pop() {
        if layout.is_to_be_copied(block) {
            layout.follow(block);
        }
    }
    layout.resolve();
    for branch in &versions.branches {
        let Some(&both) = layout.rows.get(&branch.pc) else { continue };
        let [old, new] = branch.starts().map(|block| BlockId(body.blocks[block.index()]));
        ops[branch.pc as usize] = Op::BrTogether { old, new, both: BlockId(both) };
    }
    code.n_regs = layout.n_regs;
    ops.extend(layout.added.iter().map(|added| added.op));
    code.ops = ops.into();
    code.together =
        Together { start, origins: layout.added.iter().map(|added| added.origin).collect() };
}

struct Layout<'a> {
    body: &'a Body,
    versions: &'a Versions,
    /// By their ops.
    branches: HashMap<u32, &'a Branch>,
    start: u32,
    added: Vec<Added>,
    /// Where the row of a branch begins, or one of them.
    rows: HashMap<u32, u32>,
    /// Where the copies of blocks begin.
    placed: HashMap<BlockId, u32>,
    /// Blocks that copies lead to.
    pending: Vec<BlockId>,
    n_regs: u16,
}

struct Added {
    op: Op,
    origin: Origin,
    /// It leads to blocks, whose places are not known yet.
    is_open: bool,
}

impl Layout<'_> {
    fn position(&self) -> u32 {
        self.start + self.added.len() as u32
    }

    /// Makes a row for a branch, behind a copy of the block that ends in it if there may be one.
    fn begin(&mut self, branch: &Branch) {
        let block = self.body.block_of(branch.pc as usize);
        if self.is_to_be_copied(block) {
            self.follow(block);
        } else if !self.rows.contains_key(&branch.pc) && self.row(branch) {
            self.follow(branch.after);
        }
    }

    /// The row of a branch. False if there are not enough registers.
    fn row(&mut self, branch: &Branch) -> bool {
        let Some(row) = arms::row(self.body, self.versions, branch, self.position()) else {
            return false;
        };
        self.rows.insert(branch.pc, self.position());
        self.n_regs = self.n_regs.max(row.n_regs);
        self.added.extend(row.ops.into_iter().map(|(op, original)| Added {
            op,
            origin: Origin { op: original, branch: Some(branch.pc) },
            is_open: false,
        }));
        true
    }

    fn push(&mut self, op: Op, original: u32) {
        let origin = Origin { op: original, branch: None };
        self.added.push(Added { op, origin, is_open: op.is_terminator() });
    }

    /// Copies a block and those that follow it without a choice.
    fn follow(&mut self, mut block: BlockId) {
        loop {
            if !self.is_to_be_copied(block) {
                return self.push(Op::Jmp { to: block }, self.body.blocks[block.index()]);
            }
            self.placed.insert(block, self.position());
            let range = self.body.block_range(block);
            let last = range.end - 1;
            self.copy(range.start..last);
            block = match self.body.ops[last] {
                Op::Jmp { to } if self.is_condition(to) => {
                    self.copy(self.body.block_range(to));
                    return self.lead_on(to);
                }
                Op::Jmp { to } => to,
                Op::BrVersion { .. } => match self.branches.get(&(last as u32)).copied() {
                    Some(branch) if self.row(branch) => branch.after,
                    _ => return self.copy(last..last + 1),
                },
                _ => {
                    self.copy(last..last + 1);
                    return self.lead_on(block);
                }
            };
        }
    }

    fn copy(&mut self, range: std::ops::Range<usize>) {
        for pc in range {
            self.push(self.body.ops[pc], pc as u32);
        }
    }

    /// What the end of a block leads to is to be copied. Tables lead to the function's own blocks.
    fn lead_on(&mut self, block: BlockId) {
        self.body.terminator(block).for_each_field(|field| {
            if let Field::Block(to) = field {
                self.pending.push(to);
            }
        });
    }

    /// Whether a block is short and ends in a choice between two.
    fn is_condition(&self, block: BlockId) -> bool {
        let mut n_targets = 0;
        self.body
            .terminator(block)
            .for_each_field(|field| n_targets += usize::from(matches!(field, Field::Block(_))));
        let is_version = matches!(self.body.terminator(block), Op::BrVersion { .. });
        n_targets == 2
            && !is_version
            && self.body.block_range(block).len() <= MAX_CONDITION
            && self.can_be_copied(block)
    }

    fn is_to_be_copied(&self, block: BlockId) -> bool {
        !self.placed.contains_key(&block) && self.can_be_copied(block)
    }

    /// A frame that waits for a call, and objects that it makes, are known by their ops.
    fn can_be_copied(&self, block: BlockId) -> bool {
        let acts = |op: &Op| {
            let makes = matches!(
                op,
                Op::Forward { .. } | Op::Alloca { .. } | Op::AllocaDyn { .. } | Op::VaStart { .. }
            );
            makes || op.call_args().is_some()
        };
        self.added.len() < self.body.ops.len() + MAX_MORE_OPS
            && !self.body.block_ops(block).iter().any(acts)
    }

    /// Blocks become the ops with which they, or their copies, begin.
    fn resolve(&mut self) {
        let mut places = Places(|block: BlockId| match self.placed.get(&block) {
            Some(&place) => place,
            None => self.body.blocks[block.index()],
        });
        for added in self.added.iter_mut().filter(|added| added.is_open) {
            added.op.remap(&mut places);
        }
    }
}

struct Places<F>(F);

impl<F: Fn(BlockId) -> u32> IdMap for Places<F> {
    fn block(&mut self, id: BlockId) -> BlockId {
        BlockId((self.0)(id))
    }
}

#[cfg(test)]
mod tests {
    use super::Origin;
    use crate::program::Program;
    use expect_test::{Expect, expect};
    use patchlight_ir::{Def, Op, Reg};
    use std::fmt::Write;

    const HEAD: &str =
        "file \"t.c\"\nname \"f\"\nfunc @f external params 2 ret 1 {\nregs 4\nloc !0 file0 1 1 n0";

    /// What is behind the ops of the function `f`, with the ops of the module that it stands for.
    fn check(body: &str, expected: Expect) {
        let text = format!("{HEAD}\n{body}}}\n");
        let program = Program::new(patchlight_ir::text::parse(&text).unwrap()).unwrap();
        let code = &program.code[0];
        let mut rows = String::new();
        for pc in code.together.start..code.ops.len() as u32 {
            let Origin { op, branch } = code.together.origin(pc).unwrap();
            let row = if branch.is_some() { "row" } else { "" };
            writeln!(rows, "{pc} = {op} {row}: {:?}", code.ops[pc as usize]).unwrap();
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
                8 = 1 row: Add32I { dst: r2, a: r0, b: 1 }
                9 = 2 row: Mul32I { dst: r3, a: r2, b: 2 }
                10 = 4 row: Load32 { dst: r2, base: r1, offset: 0 }
                11 = 5 row: Add32I { dst: r4, a: r2, b: 2 }
                12 = 0 row: Version { dst: r3, old: r3, new: r4 }
                13 = 7 : Ret { a: r3, n: 1 }
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
                6 = 1 row: Sub32 { dst: r4, a: r0, b: r1 }
                7 = 2 row: Add32I { dst: r4, a: r4, b: 1 }
                8 = 0 row: Version { dst: r0, old: r4, new: r0 }
                9 = 4 : Add32 { dst: r2, a: r0, b: r1 }
                10 = 5 : Ret { a: r2, n: 1 }
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
                5 = 1 row: Mul32I { dst: r2, a: r0, b: 3 }
                6 = 3 : Version { dst: r3, old: r2, new: r1 }
                7 = 4 : Ret { a: r3, n: 1 }
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
                5 = 0 row: Mov { dst: r4, a: r0 }
                6 = 1 row: BrEqI { w: 32, a: r1, b: 0, then: b8, other: b7 }
                7 = 2 row: Udiv { w: 32, dst: r4, a: r4, b: r1 }
                8 = 0 row: Version { dst: r0, old: r4, new: r0 }
                9 = 4 : Ret { a: r0, n: 1 }
            "#]],
        );
    }

    #[test]
    fn a_loop_has_its_condition_at_its_end_and_calls_are_left_to_the_function() {
        check(
            "args r0 r1
            b0:
              const r2, 0
              jmp b1
            b1:
              br.ult.i 32, r2, 9, b2, b5
            b2:
              br.version b3, b4
            b3:
              mul.32i r2, r2, 3
              jmp b4
            b4:
              add.32i r2, r2, 1
              jmp b1
            b5:
              call r3, 1, @f, 2, args0
              ret r3, 1
            ",
            expect![[r#"
                10 = 4 row: Mul32I { dst: r4, a: r2, b: 3 }
                11 = 3 row: Version { dst: r2, old: r4, new: r2 }
                12 = 6 : Add32I { dst: r2, a: r2, b: 1 }
                13 = 2 : BrUltI { w: 32, a: r2, b: 9, then: b10, other: b8 }
            "#]],
        );
    }

    #[test]
    fn stores_of_an_arm_come_after_both_and_are_checked_before() {
        check(
            "b0:
              br.version b1, b2
            b1:
              load.32 r2, r1, 0
              add.32i r2, r2, 1
              store.32 r2, r1, 0
              load.32 r2, r1, 4
              store.32x r2, r1, r0, 4, 8
              jmp b3
            b2:
              store.8 r0, r1, 0
              jmp b3
            b3:
              ret r0, 1
            ",
            expect![[r#"
                10 = 1 row: Load32 { dst: r2, base: r1, offset: 0 }
                11 = 2 row: Add32I { dst: r2, a: r2, b: 1 }
                12 = 3 row: Add64I { dst: r4, a: r1, b: 0 }
                13 = 3 row: Mov { dst: r5, a: r2 }
                14 = 4 row: Load32 { dst: r2, base: r1, offset: 4 }
                15 = 5 row: LeaX { dst: r6, base: r1, index: r0, scale: 4, offset: 8 }
                16 = 5 row: Mov { dst: r7, a: r2 }
                17 = 7 row: Add64I { dst: r8, a: r1, b: 0 }
                18 = 7 row: Mov { dst: r9, a: r0 }
                19 = 0 row: CheckOwn { is_old: true, n: 4, address: r4, a: r5 }
                20 = 0 row: CheckOwn { is_old: true, n: 4, address: r6, a: r7 }
                21 = 0 row: CheckOwn { is_old: false, n: 1, address: r8, a: r9 }
                22 = 0 row: StoreOwn { is_old: true, n: 4, address: r4, a: r5 }
                23 = 0 row: StoreOwn { is_old: true, n: 4, address: r6, a: r7 }
                24 = 0 row: StoreOwn { is_old: false, n: 1, address: r8, a: r9 }
                25 = 9 : Ret { a: r0, n: 1 }
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
              load.32 r0, r1, 2
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
