//! Objects that the versions begin with in different states: globals with changed initialisers.

use crate::context::Context;
use crate::memory::{NewObject, ObjectKind, SiteId};
use crate::program::Program;
use crate::state::State;
use patchlight_ir::{FuncId, Global, GlobalId, GlobalKind, Init, RelocTarget};
use std::collections::HashMap;

impl State {
    /// Gives globals the contents that the old version begins with, beside those that they have.
    /// Those that the old version does not have, or has in another size, stay as they are. `own`: how
    /// many globals of a name are the program's; libraries are the same in both versions.
    pub fn shadow_globals(
        &mut self,
        context: &mut Context,
        program: &Program,
        old: &Program,
        own: &HashMap<String, usize>,
    ) {
        let olds = by_name(old);
        for (&(name, n), &id) in &by_name(program) {
            let is_own = own.get(name).is_some_and(|&count| n < count);
            let Some(&old_id) = olds.get(&(name, n)).filter(|_| is_own) else { continue };
            let [new_global, old_global] =
                [(program, id), (old, old_id)].map(|(p, id)| &p.module.globals[id.index()]);
            let (Some(new), Some(before)) = (initialiser(new_global), initialiser(old_global))
            else {
                continue;
            };
            if new_global.size == old_global.size {
                let address = self.global_addresses[id.index()];
                let after = self.image(program, program, new, new_global.size);
                let before = self.image(program, old, before, old_global.size);
                self.shadow_bytes(context, address, &before, &after);
            }
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

    /// The bytes of an initialiser of `from`, with the addresses of what `program` has for it.
    fn image(&mut self, program: &Program, from: &Program, init: &Init, size: u64) -> Vec<u8> {
        let mut image = init.bytes.clone();
        image.resize(size as usize, 0);
        for reloc in init.relocs.iter().filter(|reloc| reloc.size == 8) {
            let target = match reloc.target {
                RelocTarget::Func(func) => {
                    let functions = &from.module.functions;
                    let name = &functions[func.index()].name;
                    let nth = functions[..func.index()].iter().filter(|f| f.name == *name).count();
                    let alike = program.module.functions.iter().enumerate();
                    let found = alike.filter(|(_, function)| function.name == *name).nth(nth);
                    found.map_or(0, |(n, _)| program.func_address(FuncId::from_index(n)))
                }
                RelocTarget::Global(global) => self.address_of(program, from, global),
                RelocTarget::Block(func, block) => program.block_address(func, block),
            };
            let value = target.wrapping_add_signed(reloc.addend);
            let at = reloc.offset as usize;
            image[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        image
    }

    /// Where `program` has a global of `from`: by its name, or for a constant without one by its
    /// contents. A constant that it does not have is made.
    fn address_of(&mut self, program: &Program, from: &Program, id: GlobalId) -> u64 {
        let wanted = &from.module.globals[id.index()];
        if std::ptr::eq(program, from) {
            return self.global_addresses[id.index()];
        }
        let is_text = |global: &Global| global.name.starts_with(".str");
        let is_alike = |global: &Global| {
            if is_text(wanted) {
                is_text(global) && global.kind == wanted.kind
            } else {
                global.name == wanted.name
            }
        };
        let nth = match is_text(wanted) {
            true => 0,
            false => from.module.globals[..id.index()].iter().filter(|g| is_alike(g)).count(),
        };
        let all = program.module.globals.iter().enumerate();
        let mut alike = all.filter(|(_, global)| is_alike(global));
        if let Some((found, _)) = alike.nth(nth) {
            return self.global_addresses[found];
        }
        let bytes = initialiser(wanted).map_or(&[][..], |init| &init.bytes);
        let (kind, site) = (ObjectKind::System("constant of the old version"), SiteId::default());
        let new = NewObject { kind, size: wanted.size, align: 16, zeroed: true, site };
        let Ok(address) = self.memory.allocate(new) else { return 0 };
        let written = self.memory.write(address, bytes);
        debug_assert!(written.is_ok(), "an initialiser is not larger than its global");
        self.memory.make_constant(address);
        address
    }
}

fn initialiser(global: &Global) -> Option<&Init> {
    match &global.kind {
        GlobalKind::Defined(init) => Some(init),
        _ => None,
    }
}

/// The globals that have names of their own; those of one name in their order.
fn by_name(program: &Program) -> HashMap<(&str, usize), GlobalId> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut all = HashMap::new();
    for (id, global) in program.module.globals.iter().enumerate() {
        if !global.name.starts_with(".str") {
            let n = seen.entry(&global.name).or_default();
            all.insert((global.name.as_str(), *n), GlobalId::from_index(id));
            *n += 1;
        }
    }
    all
}
