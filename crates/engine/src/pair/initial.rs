//! Objects that the versions begin with in different states: globals with changed initialisers.

use crate::context::Context;
use crate::program::Program;
use crate::state::{State, View};
use patchlight_expr::Side;
use patchlight_ir::{GlobalId, GlobalKind, Init, RelocTarget};

impl State {
    /// Gives globals the contents that the old version begins with, beside those that they have.
    pub fn shadow_globals(
        &mut self,
        context: &mut Context,
        program: &Program,
        old: &[(GlobalId, Init)],
    ) {
        for (id, before) in old {
            let global = &program.module.globals[id.index()];
            let GlobalKind::Defined(after) = &global.kind else { continue };
            let address = self.shared.global_addresses[id.index()];
            let after = self.image(program, after, global.size);
            let before = self.image(program, before, global.size);
            self.shadow_bytes(context, address, &before, &after);
        }
    }

    /// Makes a state at the start of a program that is two versions one of them, with what that
    /// version's globals hold at first.
    pub fn be_version(&mut self, program: &Program, side: Side, old: &[(GlobalId, Init)]) {
        self.view = View::One(side);
        for (id, before) in old.iter().filter(|_| side == Side::Old) {
            let size = program.module.globals[id.index()].size;
            let image = self.image(program, before, size);
            let Ok((index, start)) = self.memory.locate(self.shared.global_addresses[id.index()])
            else {
                continue;
            };
            self.memory.put_bytes(index, start, &image);
        }
    }

    fn shadow_bytes(&mut self, context: &mut Context, address: u64, old: &[u8], new: &[u8]) {
        let Ok((index, start)) = self.memory.locate(address) else { return };
        for (at, (&old, &new)) in old.iter().zip(new).enumerate().filter(|(_, (a, b))| a != b) {
            let terms = &mut context.terms;
            let [old, new] = [old, new].map(|byte| terms.constant(8, byte.into()));
            let byte = terms.shadow(old, new);
            self.memory.put_byte(terms, index, start + at as u32, byte);
        }
        self.memory.refresh(index);
    }

    fn image(&self, program: &Program, init: &Init, size: u64) -> Vec<u8> {
        let mut image = init.bytes.clone();
        image.resize(size as usize, 0);
        for reloc in init.relocs.iter().filter(|reloc| reloc.size == 8) {
            let target = match reloc.target {
                RelocTarget::Func(func) => program.func_address(func),
                RelocTarget::Global(global) => self.shared.global_addresses[global.index()],
                RelocTarget::Block(func, block) => program.block_address(func, block),
            };
            let value = target.wrapping_add_signed(reloc.addend);
            let at = reloc.offset as usize;
            image[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        image
    }
}
