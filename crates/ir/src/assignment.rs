//! Definite assignment: is every register written before it is read, on all paths?
//!
//! Most registers are read only in the block that wrote them, so only those that some block reads
//! before writing take part. They are independent of each other: 64 of them at a time flow
//! through the graph as one word a block, so that huge bodies need little memory.

use crate::cfg::Cfg;
use crate::ids::{BlockId, Reg};
use crate::module::{Body, Function};

/// The first op (and its register) that may read what was never written. Parameters are written
/// on entry; blocks that the entry does not reach may read anything. The body must be structurally
/// sound.
pub(crate) fn first_unassigned_read(function: &Function, body: &Body) -> Option<(usize, Reg)> {
    let batches = Batches::collect(function, body);
    if batches.0.is_empty() {
        return None;
    }
    let cfg = Cfg::new(body);
    let order = cfg.reverse_post_order();
    let mut facts = Facts { gen_set: vec![0; body.n_blocks()], out: vec![0; body.n_blocks()] };
    let firsts = batches.0.iter().filter_map(|batch| facts.first_bad_read(&cfg, &order, batch));
    firsts.min_by_key(|&(index, _)| index)
}

/// Up to 64 registers, each a bit.
#[derive(Default)]
struct Batch {
    writes: Vec<(BlockId, u64)>,
    reads: Vec<ExposedRead>,
}

/// A read that no write in the same block comes before.
struct ExposedRead {
    block: BlockId,
    op: usize,
    reg: Reg,
    bit: u64,
}

struct Batches(Vec<Batch>);

impl Batches {
    fn collect(function: &Function, body: &Body) -> Batches {
        const NO_SLOT: u32 = u32::MAX;
        let mut slots = vec![NO_SLOT; body.n_regs.into()];
        let mut n_slots = 0;
        let mut batches: Vec<Batch> = Vec::new();
        scan_exposed(function, body, |block, op, reg| {
            let slot = &mut slots[reg.index()];
            if *slot == NO_SLOT {
                *slot = n_slots;
                n_slots += 1;
                batches.resize_with(n_slots.div_ceil(64) as usize, Batch::default);
            }
            let read = ExposedRead { block, op, reg, bit: 1 << (*slot % 64) };
            batches[(*slot / 64) as usize].reads.push(read);
        });
        if !batches.is_empty() {
            for block in body.block_ids() {
                for op in body.block_ops(block) {
                    op.for_each_write(|reg| {
                        let slot = slots[reg.index()];
                        if slot != NO_SLOT {
                            batches[(slot / 64) as usize].writes.push((block, 1 << (slot % 64)));
                        }
                    });
                }
            }
        }
        Batches(batches)
    }
}

/// Calls `see` for each read that no write in its block comes before; parameters left out.
fn scan_exposed(function: &Function, body: &Body, mut see: impl FnMut(BlockId, usize, Reg)) {
    let mut written_in = vec![None; body.n_regs.into()];
    for block in body.block_ids() {
        for index in body.block_range(block) {
            let op = &body.ops[index];
            body.for_each_read(op, |reg| {
                if reg.0 >= function.n_params && written_in[reg.index()] != Some(block) {
                    see(block, index, reg);
                }
            });
            op.for_each_write(|reg| written_in[reg.index()] = Some(block));
        }
    }
}

/// One word a block, reused from batch to batch.
struct Facts {
    /// What the block itself writes.
    gen_set: Vec<u64>,
    /// What is certainly written at its end.
    out: Vec<u64>,
}

impl Facts {
    fn first_bad_read(
        &mut self,
        cfg: &Cfg,
        order: &[BlockId],
        batch: &Batch,
    ) -> Option<(usize, Reg)> {
        self.gen_set.fill(0);
        // The greatest solution: everything is written until a path shows otherwise.
        self.out.fill(u64::MAX);
        for &(block, bit) in &batch.writes {
            self.gen_set[block.index()] |= bit;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order {
                let out = self.at_start(cfg, block) | self.gen_set[block.index()];
                changed |= std::mem::replace(&mut self.out[block.index()], out) != out;
            }
        }
        let mut bad =
            batch.reads.iter().filter(|read| self.at_start(cfg, read.block) & read.bit == 0);
        bad.next().map(|read| (read.op, read.reg))
    }

    fn at_start(&self, cfg: &Cfg, block: BlockId) -> u64 {
        if block == BlockId(0) {
            return 0;
        }
        let predecessors = cfg.predecessors(block).iter();
        predecessors.fold(u64::MAX, |all, from| all & self.out[from.index()])
    }
}
