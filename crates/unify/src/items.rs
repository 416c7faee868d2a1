//! A body as it is aligned: ops without jumps, on virtual registers.
//!
//! See [`crate::webs`] for what virtual registers are.

use crate::Side;
use crate::lines::Anchor;
use crate::plain::{behind_jumps, blank};
use crate::webs::Virtuals;
pub(crate) use crate::webs::{Virtual, VirtualInfo};
use patchlight_ir::op::{Field, IdMap};
use patchlight_ir::{BlockId, Body, FuncId, Function, Op, Reg, SwitchTable, TableId};
use std::collections::HashMap;

/// An op of one version.
pub(crate) struct Item {
    /// Its index in the body.
    pub(crate) at: usize,
    /// With the ids of the unified module, and the registers and blocks of its own body.
    pub(crate) op: Op,
    /// What it is, whatever registers and blocks it is about: equal numbers are equal.
    pub(crate) shape: u32,
    /// What its register fields read, each the first word, and how many words these are.
    pub(crate) uses: Vec<Virtual>,
    pub(crate) use_words: u16,
    pub(crate) args: Vec<Virtual>,
    /// What it writes: the first word, and how many.
    pub(crate) def: Option<(Virtual, u16)>,
    /// Where a terminator leads, in the order of its fields or of its table.
    pub(crate) targets: Vec<usize>,
    /// The item behind one that is no terminator.
    pub(crate) next: Option<usize>,
    pub(crate) anchor: Anchor,
}

impl Item {
    /// Whether it writes registers and does nothing else, but perhaps fail.
    pub(crate) fn only_computes(&self) -> bool {
        let acts = matches!(
            self.op,
            Op::Alloca { .. }
                | Op::AllocaDyn { .. }
                | Op::StackSave { .. }
                | Op::Call { .. }
                | Op::CallPtr { .. }
                | Op::ReadCounter { .. }
        );
        self.def.is_some() && !acts
    }
}

pub(crate) struct Items<'b> {
    pub(crate) body: &'b Body,
    pub(crate) items: Vec<Item>,
    pub(crate) virtuals: Vec<VirtualInfo>,
    pub(crate) entry: usize,
    pub(crate) params: Vec<Virtual>,
    fixed: Vec<Option<Virtual>>,
}

/// Numbers for shapes, the same for both versions.
#[derive(Default)]
pub(crate) struct Shapes(HashMap<String, u32>);

impl Shapes {
    fn number(&mut self, shape: String) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(shape).or_insert(next)
    }

    /// `params`: functions that take another number of words in the other version, and how many they
    /// take in either.
    fn of(&mut self, body: &Body, op: &Op, params: &Params<'_>) -> u32 {
        let place = match *op {
            Op::Alloca { local, .. } | Op::AllocaDyn { local, .. } => Some(body.local(local).place),
            _ => None,
        };
        let mut shape = blank(op);
        if params.of_call(op).is_some()
            && let Op::Call { n_args, .. } | Op::TailCall { n_args, .. } = &mut shape
        {
            *n_args = u16::MAX;
        }
        self.number(format!("{shape:?} {place:?}"))
    }
}

/// What one version knows of functions with changed parameters.
#[derive(Copy, Clone)]
pub(crate) struct Params<'s> {
    pub(crate) all: &'s HashMap<FuncId, [u16; 2]>,
    pub(crate) side: Side,
}

impl Params<'_> {
    /// How many words the function that is called takes in either version, if that has changed and
    /// the call passes what its own version takes. `op` has the ids of the unified module.
    pub(crate) fn of_call(&self, op: &Op) -> Option<[u16; 2]> {
        let (Op::Call { func, n_args, .. } | Op::TailCall { func, n_args, .. }) = *op else {
            return None;
        };
        let both = *self.all.get(&func)?;
        let own = both[usize::from(self.side == Side::New)];
        (own == n_args).then_some(both)
    }
}

impl<'b> Items<'b> {
    /// `ids` rewrites the ids of an op to those of the unified module, `anchor` says where an op
    /// stands.
    pub(crate) fn of(
        function: &Function,
        body: &'b Body,
        shapes: &mut Shapes,
        params: &Params<'_>,
        ids: &mut impl IdMap,
        anchor: impl Fn(usize) -> Anchor,
    ) -> Items<'b> {
        let mut virtuals = Virtuals::of(function, body);
        let mut items = Vec::new();
        let mut item_at = vec![usize::MAX; body.ops.len()];
        for block in body.block_ids() {
            virtuals.begin_block(block);
            for at in body.block_range(block) {
                // A jump is an op only where jumps lead to nothing else.
                if behind_jumps(body, at) != at {
                    continue;
                }
                item_at[at] = items.len();
                let mut op = body.ops[at];
                op.remap(ids);
                let (def_words, use_words) = op.words();
                let (mut uses, mut written) = (Vec::new(), None);
                op.for_each_field(|field| match field {
                    Field::Use(reg) if use_words > 0 => uses.push(virtuals.read(reg)),
                    Field::Def(reg) if def_words > 0 => written = Some(reg),
                    _ => {}
                });
                let args = op.call_args().map_or(&[][..], |(args, n)| body.args(args, n));
                let args = args.iter().map(|&reg| virtuals.read(reg)).collect();
                let def = written.map(|reg| (virtuals.write(reg, at), def_words));
                let shape = shapes.of(body, &op, params);
                let (targets, next, anchor) = (Vec::new(), None, anchor(at));
                items.push(Item {
                    at,
                    op,
                    shape,
                    uses,
                    use_words,
                    args,
                    def,
                    targets,
                    next,
                    anchor,
                });
            }
        }
        let lead_to =
            |block: BlockId| item_at[behind_jumps(body, body.blocks[block.index()] as usize)];
        for item in &mut items {
            if item.op.is_terminator() {
                body.for_each_successor(&body.ops[item.at], |block| {
                    item.targets.push(lead_to(block));
                });
            } else {
                item.next = Some(item_at[behind_jumps(body, item.at + 1)]);
            }
        }
        let entry = lead_to(BlockId(0));
        let params = (0..function.n_params).map(|n| virtuals.fixed(Reg(n))).collect();
        let (all, fixed) = virtuals.into_parts();
        Items { body, items, virtuals: all, entry, params, fixed }
    }

    /// The virtual register that a variable's register is.
    pub(crate) fn fixed_register(&self, reg: Reg) -> Option<Virtual> {
        self.fixed[reg.index()]
    }

    /// The location of an item, as a place in the body's `locs`.
    pub(crate) fn loc_of(&self, item: usize) -> u32 {
        self.body.op_locs[self.items[item].at]
    }

    pub(crate) fn switch(&self, table: TableId) -> &SwitchTable {
        self.body.switch(table)
    }
}
