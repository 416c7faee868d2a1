//! Checks that need the whole module: definitions of symbols and types, block addresses, and types
//! that contain themselves.

use crate::ast::{BlockAddress, BlockId, Type};

use super::*;

/// Types may nest this deep, names looked through: what walks them may recurse.
const MAX_TYPE_DEPTH: u32 = 512;

pub(super) struct PendingBlockAddress<'a> {
    pub function: SymbolId,
    /// The label's name as written.
    pub name: &'a str,
    pub label: Token,
}

impl<'a> Parser<'a> {
    pub(super) fn finish(mut self) -> Result<Module<'a>> {
        self.check_symbols()?;
        self.check_types()?;
        self.resolve_block_addresses()?;
        Ok(self.module)
    }

    /// Every symbol is defined or declared. Intrinsics need no declaration (since LLVM 17).
    fn check_symbols(&self) -> Result<()> {
        for (symbol, info) in self.module.symbols.iter().zip(&self.symbol_info) {
            if symbol.def.is_none() && !symbol.name.starts_with("llvm.") {
                return Err(self.undefined("symbol", info.first_use));
            }
        }
        Ok(())
    }

    fn check_types(&self) -> Result<()> {
        for (named, &token) in self.module.types.named.iter().zip(&self.type_uses) {
            if !named.declared {
                return Err(self.undefined("type", token));
            }
        }
        let mut depths = vec![0; self.module.types.len()];
        for (named, &token) in self.module.types.named.iter().zip(&self.type_uses) {
            if let Some(body) = named.body
                && self.type_depth(body, 0, &mut depths).is_none()
            {
                let what = "a type";
                let kind = ParseErrorKind::TooDeep { what, limit: MAX_TYPE_DEPTH };
                return Err(self.error_at(token, kind));
            }
        }
        Ok(())
    }

    /// How deep a type nests, from 1; `None` if too deep, as a type that contains itself is.
    /// `outer` is how deep we are already. `depths` remembers, 0: not yet known.
    fn type_depth(&self, ty: TypeId, outer: u32, depths: &mut [u32]) -> Option<u32> {
        let known = depths[ty.index()];
        if outer + known >= MAX_TYPE_DEPTH {
            return None;
        }
        if known > 0 {
            return Some(known);
        }
        let inner = match self.module.types.get(ty) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => {
                self.type_depth(elem, outer + 1, depths)?
            }
            Type::Struct { fields, .. } => {
                let mut deepest = 0;
                for &field in self.module.types.list(fields) {
                    deepest = deepest.max(self.type_depth(field, outer + 1, depths)?);
                }
                deepest
            }
            _ => 0,
        };
        depths[ty.index()] = inner + 1;
        Some(inner + 1)
    }

    fn resolve_block_addresses(&mut self) -> Result<()> {
        let pending = std::mem::take(&mut self.pending_block_addresses);
        let mut blocks: FastMap<SymbolId, FastMap<&'a str, BlockId>> = FastMap::default();
        for PendingBlockAddress { function: symbol, name, label } in pending {
            let Some(SymbolDef::Function(function)) = self.module.symbol(symbol).def else {
                return Err(self.undefined("label", label));
            };
            let by_name = blocks.entry(symbol).or_insert_with(|| self.block_names(function));
            let Some(&block) = by_name.get(name) else {
                return Err(self.undefined("label", label));
            };
            if let Some(body) = &mut self.module.functions[function.index()].body {
                body.blocks[block.index()].address_taken = true;
            }
            self.module.consts.block_addresses.push(BlockAddress { function, block });
        }
        Ok(())
    }

    fn block_names(&self, function: crate::ast::FunctionId) -> FastMap<&'a str, BlockId> {
        let body = self.module.function(function).body.as_ref();
        let blocks = body.map_or(&[][..], |body| &body.blocks);
        blocks.iter().enumerate().map(|(i, block)| (block.name, BlockId(i as u32))).collect()
    }
}
