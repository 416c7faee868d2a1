//! Which registers are read later, on some way, before they are written.
//!
//! Asked for a few registers of a body at a time: most are read only in the block that wrote them.

use crate::cfg::Cfg;
use crate::ids::{BlockId, Reg};
use crate::module::Body;

/// What is live at the start of each block, of the registers that were asked for.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// In order: a register's position is its bit.
    regs: Vec<Reg>,
    n_words: usize,
    /// `n_words` for each block.
    at_start: Vec<u64>,
}

impl Liveness {
    /// The body must be structurally sound.
    pub fn of(body: &Body, cfg: &Cfg, regs: impl IntoIterator<Item = Reg>) -> Liveness {
        let mut regs: Vec<Reg> = regs.into_iter().collect();
        regs.sort_unstable();
        regs.dedup();
        let n_words = regs.len().div_ceil(64);
        let at_start = vec![0; n_words * body.n_blocks()];
        let mut liveness = Liveness { regs, n_words, at_start };
        let written = liveness.scan(body);
        liveness.flow(cfg, &written);
        liveness
    }

    /// Whether some way from the start of a block reads a register that was asked for.
    pub fn is_live(&self, block: BlockId, reg: Reg) -> bool {
        self.bit(reg).is_some_and(|(word, bit)| self.at_start[self.place(block) + word] & bit != 0)
    }

    /// The same for the place behind an op of a block of the body.
    pub fn is_live_behind(&self, body: &Body, block: BlockId, op: usize, reg: Reg) -> bool {
        for op in &body.ops[op + 1..body.block_range(block).end] {
            let (mut is_read, mut is_written) = (false, false);
            body.for_each_read(op, |read| is_read |= read == reg);
            op.for_each_write(|written| is_written |= written == reg);
            if is_read || is_written {
                return is_read;
            }
        }
        let mut is_live = false;
        body.for_each_successor(body.terminator(block), |to| is_live |= self.is_live(to, reg));
        is_live
    }

    fn bit(&self, reg: Reg) -> Option<(usize, u64)> {
        let at = self.regs.binary_search(&reg).ok()?;
        Some((at / 64, 1 << (at % 64)))
    }

    fn place(&self, block: BlockId) -> usize {
        block.index() * self.n_words
    }

    /// Makes live what a block reads before it writes it. Returns what each block writes.
    fn scan(&mut self, body: &Body) -> Vec<u64> {
        let mut written = vec![0; self.at_start.len()];
        for block in body.block_ids() {
            let place = self.place(block);
            for op in body.block_ops(block) {
                body.for_each_read(op, |reg| {
                    if let Some((word, bit)) = self.bit(reg) {
                        self.at_start[place + word] |= bit & !written[place + word];
                    }
                });
                op.for_each_write(|reg| {
                    if let Some((word, bit)) = self.bit(reg) {
                        written[place + word] |= bit;
                    }
                });
            }
        }
        written
    }

    /// What is live at the start of a block is live before it too.
    fn flow(&mut self, cfg: &Cfg, written: &[u64]) {
        let mut pending: Vec<BlockId> = (0..cfg.n_blocks()).map(BlockId::from_index).collect();
        while let Some(block) = pending.pop() {
            for &before in cfg.predecessors(block) {
                let (from, to) = (self.place(block), self.place(before));
                let mut changed = false;
                for word in 0..self.n_words {
                    let live = self.at_start[from + word] & !written[to + word];
                    changed |= live & !self.at_start[to + word] != 0;
                    self.at_start[to + word] |= live;
                }
                if changed {
                    pending.push(before);
                }
            }
        }
    }
}
