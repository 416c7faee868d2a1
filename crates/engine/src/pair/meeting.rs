//! Where two versions that part come together again.

use super::join::Position;
use crate::program::{Program, meetings};
use crate::state::Frame;
use patchlight_ir::{BlockId, Body, Cfg, FuncId, Liveness, Reg};
use std::collections::HashMap;
use std::rc::Rc;

/// For each block of a function the first op of the block that follows on every way.
type Followers = Rc<[Option<u32>]>;

#[derive(Default)]
pub(super) struct Meetings {
    followers: HashMap<FuncId, Followers>,
}

impl Meetings {
    /// Where versions that leave the block of `at` on different ways meet: where all ways from the
    /// block lead. `None`: not before the function returns.
    pub(super) fn after(&mut self, program: &Program, at: Position) -> Option<Position> {
        let body = program.module.functions[at.func.index()].body()?;
        let pc = self.followers(at.func, body)[block_of(body, at.pc)]?;
        Some(Position { pc, ..at })
    }

    fn followers(&mut self, func: FuncId, body: &Body) -> Followers {
        let new = || {
            let tree = meetings(body);
            let first = |block: BlockId| tree.immediate(block).map(|b| body.blocks[b.index()]);
            body.block_ids().map(first).collect()
        };
        Rc::clone(self.followers.entry(func).or_insert_with(new))
    }
}

/// Which registers the old and the new version still read.
#[derive(Default)]
pub(super) struct Live {
    functions: HashMap<FuncId, [(Body, Cfg); 2]>,
    registers: HashMap<(FuncId, Reg), [Liveness; 2]>,
}

impl Live {
    /// Whether each version reads a register of a frame, from where the frame is on.
    pub(super) fn at(&mut self, program: &Program, frame: &Frame, reg: Reg) -> [bool; 2] {
        let Some(body) = program.module.functions[frame.func.index()].body() else {
            return [true; 2];
        };
        let block = block_of(body, frame.pc);
        let is_start = body.blocks[block] == frame.pc;
        if !is_start || program.code[frame.func.index()].has_hidden_reads {
            return [true; 2];
        }
        let versions = self.functions.entry(frame.func).or_insert_with(|| {
            [true, false].map(|is_old| {
                let version = body.of_version(is_old);
                let cfg = Cfg::new(&version);
                (version, cfg)
            })
        });
        let live = self.registers.entry((frame.func, reg)).or_insert_with(|| {
            versions.each_ref().map(|(version, cfg)| Liveness::of(version, cfg, [reg]))
        });
        live.each_ref().map(|live| live.is_live(BlockId::from_index(block), reg))
    }
}

/// The index of the block in which an op is.
fn block_of(body: &Body, pc: u32) -> usize {
    body.blocks.partition_point(|&start| start <= pc) - 1
}

/// The op that ends the block of another one.
pub(super) fn terminator_after(body: &Body, pc: u32) -> u32 {
    let block = BlockId::from_index(block_of(body, pc));
    body.block_range(block).end as u32 - 1
}
