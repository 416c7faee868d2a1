//! The module: symbols, linkage, aliases, constructors, and the order in which things are lowered.

use super::consts::{Known, Target};
use super::function::{FnLower, Gap, Scratch};
use super::intrinsics::Intrinsic;
use super::locations::Locations;
use super::names::Names;
use super::tidy::tidy;
use super::types::{Layouts, Shape};
use crate::ast::{self, ConstId, ConstKind, FnAttrs, Operand, SymbolDef, SymbolId, TypeId};
use patchlight_ir::versions::{IS_OLD, mark_version_branches};
use patchlight_ir::{
    BlockId, Body, FileId, FuncId, FuncKind, Function, Global, GlobalId, GlobalKind, Linkage,
    Module, NameId, Op, Structor,
};
use std::collections::HashMap;
use thiserror::Error;

/// Something that the user may want to know about a module that could be lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diag {
    /// The line of the LLVM text; 0 if it is about the module.
    pub line: u32,
    pub message: String,
}

/// Why a module cannot be lowered.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LowerError {
    #[error("data layout `{0}` is not that of x86-64 Linux")]
    DataLayout(String),
    #[error("{line}: initialiser of `{name}`: {reason}")]
    Initialiser { name: String, line: u32, reason: &'static str },
    #[error("{line}: alias `{name}` leads to no function or variable of this module")]
    Alias { name: String, line: u32 },
    #[error("{line}: `{name}`: {reason}")]
    Symbol { name: String, line: u32, reason: &'static str },
}

/// What a global name is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum SymbolRef {
    Func(FuncId),
    Global(GlobalId),
    Intrinsic(Intrinsic),
    Undefined,
}

pub(super) struct ModuleCx<'m, 'a> {
    pub ast: &'m ast::Module<'a>,
    pub layouts: Layouts<'m, 'a>,
    pub symbols: Vec<SymbolRef>,
    pub out: Module,
    pub names: Names<NameId>,
    pub files: Names<FileId>,
    pub locations: Locations<'m, 'a>,
    pub diags: Vec<Diag>,
    /// Functions of the C library that intrinsics stand for, by name.
    runtime: HashMap<String, FuncId>,
    /// For functions whose blocks' addresses are taken: the block of each block of the text.
    block_maps: HashMap<FuncId, Vec<Option<BlockId>>>,
    pub has_block_addresses: bool,
}

/// Lowers a module of LLVM text.
pub fn lower(ast: &ast::Module<'_>) -> Result<(Module, Vec<Diag>), LowerError> {
    let i128_align = check_layout(ast)?;
    let mut files = Names::new(FileId::from_index);
    let locations = Locations::new(ast, &mut files);
    let mut cx = ModuleCx {
        ast,
        layouts: Layouts::new(&ast.types, i128_align),
        symbols: vec![SymbolRef::Undefined; ast.symbols.len()],
        out: Module::default(),
        names: Names::new(NameId::from_index),
        files,
        locations,
        diags: Vec::new(),
        runtime: HashMap::new(),
        block_maps: HashMap::new(),
        has_block_addresses: false,
    };
    cx.declare_functions();
    cx.declare_globals();
    cx.declare_aliases()?;
    cx.lower_functions();
    cx.lower_globals()?;
    cx.resolve_aliases()?;
    cx.structors()?;
    cx.module_asm();
    cx.resolve_block_addresses();
    cx.out.names = cx.names.into_list();
    cx.out.files = cx.files.into_list();
    cx.out.directories = cx.locations.directories();
    Ok((cx.out, cx.diags))
}

/// Gives the alignment of `i128`, which LLVM 18 changed.
fn check_layout(ast: &ast::Module<'_>) -> Result<u32, LowerError> {
    let Some(layout) = &ast.data_layout else { return Ok(16) };
    let parts: Vec<&str> = layout.split('-').collect();
    let has = |part: &str| parts.contains(&part);
    let other_pointers =
        parts.iter().any(|part| part.starts_with("p:") && !part.starts_with("p:64"));
    if !(has("e") && has("m:e") && has("i64:64") && has("f80:128")) || other_pointers {
        return Err(LowerError::DataLayout(layout.to_string()));
    }
    Ok(if has("i128:128") { 16 } else { 8 })
}

impl<'m, 'a> ModuleCx<'m, 'a> {
    pub fn name(&mut self, text: &str) -> NameId {
        self.names.intern(text)
    }

    pub fn callee_symbol(&self, callee: Operand) -> Option<SymbolId> {
        match callee {
            Operand::Symbol(symbol) => Some(symbol),
            Operand::Const(id) => match self.ast.consts.get(id).kind {
                ConstKind::Symbol(symbol) => Some(symbol),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn intrinsic_of(&self, callee: Operand) -> Option<Intrinsic> {
        match self.symbols[self.callee_symbol(callee)?.index()] {
            SymbolRef::Intrinsic(intrinsic) => Some(intrinsic),
            _ => None,
        }
    }

    pub fn symbol_name(&self, symbol: SymbolId) -> &'m str {
        let name = &self.ast.symbols[symbol.index()].name;
        name.strip_prefix('\u{1}').unwrap_or(name)
    }

    fn declare_functions(&mut self) {
        for function in &self.ast.functions {
            let name = self.symbol_name(function.symbol);
            if let Some(rest) = name.strip_prefix("llvm.")
                && function.body.is_none()
            {
                let intrinsic = Intrinsic::resolve(rest);
                self.symbols[function.symbol.index()] = SymbolRef::Intrinsic(intrinsic);
                continue;
            }
            let params = function.params.iter().map(|param| param.ty);
            let (n_params, n_ret) = self.signature(params, function.ret);
            let mut linkage = self.linkage(&function.link, function.comdat);
            if function.body.is_none() && linkage != Linkage::Weak {
                linkage = Linkage::External;
            }
            let id = self.add_function(Function {
                name: name.to_owned(),
                linkage,
                n_params,
                variadic: function.varargs,
                n_ret,
                kind: FuncKind::Declared,
            });
            self.symbols[function.symbol.index()] = SymbolRef::Func(id);
        }
    }

    fn add_function(&mut self, function: Function) -> FuncId {
        self.out.functions.push(function);
        FuncId::from_index(self.out.functions.len() - 1)
    }

    /// How many words go in and come out. Types that registers cannot hold count for one: whatever
    /// uses them is refused where it is executed.
    fn signature(&mut self, params: impl Iterator<Item = TypeId>, ret: TypeId) -> (u16, u8) {
        let words: u32 = params.map(|ty| self.layouts.words(ty).unwrap_or(1)).sum();
        let ret = self.layouts.words(ret).unwrap_or(1);
        (words.min(u16::MAX.into()) as u16, ret.min(u8::MAX.into()) as u8)
    }

    /// A function of the C library, declared if the module does not know it.
    pub fn runtime(&mut self, name: &str, n_params: u16, n_ret: u8) -> FuncId {
        if self.runtime.is_empty() {
            let functions = self.out.functions.iter().enumerate();
            self.runtime =
                functions.map(|(i, f)| (f.name.clone(), FuncId::from_index(i))).collect();
        }
        if let Some(&id) = self.runtime.get(name) {
            return id;
        }
        let id = self.add_function(Function {
            name: name.to_owned(),
            linkage: Linkage::External,
            n_params,
            variadic: false,
            n_ret,
            kind: FuncKind::Declared,
        });
        self.runtime.insert(name.to_owned(), id);
        id
    }

    fn linkage(&self, link: &ast::LinkInfo, comdat: Option<ast::ComdatId>) -> Linkage {
        match link.linkage {
            ast::Linkage::Private | ast::Linkage::Internal => Linkage::Internal,
            ast::Linkage::Weak
            | ast::Linkage::WeakOdr
            | ast::Linkage::LinkOnce
            | ast::Linkage::LinkOnceOdr
            | ast::Linkage::ExternWeak => Linkage::Weak,
            ast::Linkage::Common => Linkage::Common,
            ast::Linkage::External
            | ast::Linkage::AvailableExternally
            | ast::Linkage::Appending => {
                if comdat.is_some() {
                    Linkage::Weak
                } else {
                    Linkage::External
                }
            }
        }
    }

    fn declare_globals(&mut self) {
        for global in &self.ast.globals {
            let name = self.symbol_name(global.symbol);
            if name.starts_with("llvm.") {
                continue;
            }
            let layout = self.layouts.get(global.ty);
            let align = if global.align == 0 { layout.align } else { global.align };
            self.out.globals.push(Global {
                name: name.to_owned(),
                linkage: self.linkage(&global.link, global.comdat),
                size: layout.size,
                align,
                constant: global.is_const,
                thread_local: global.link.thread_local.is_some(),
                section: global.section.as_ref().map(|section| section.to_string()),
                kind: GlobalKind::Declared,
            });
            let id = GlobalId::from_index(self.out.globals.len() - 1);
            self.symbols[global.symbol.index()] = SymbolRef::Global(id);
        }
    }

    // Aliases.

    /// What an alias leads to in the end.
    fn alias_base(&self, target: ConstId, depth: u32) -> Option<SymbolDef> {
        if depth > 100 {
            return None;
        }
        match self.ast.consts.get(target).kind {
            ConstKind::Symbol(symbol) => match self.ast.symbol(symbol).def? {
                SymbolDef::Alias(alias) => {
                    let alias = self.ast.alias(alias);
                    if alias.is_ifunc {
                        return Some(SymbolDef::Alias(self.alias_id(symbol)?));
                    }
                    self.alias_base(alias.target, depth + 1)
                }
                def => Some(def),
            },
            ConstKind::GetElementPtr { operands, .. } => {
                self.alias_base(*self.ast.consts.elements(operands).first()?, depth + 1)
            }
            ConstKind::Cast { value, .. } => self.alias_base(value, depth + 1),
            ConstKind::Binary { lhs, .. } => self.alias_base(lhs, depth + 1),
            _ => None,
        }
    }

    fn alias_id(&self, symbol: SymbolId) -> Option<ast::AliasId> {
        match self.ast.symbol(symbol).def? {
            SymbolDef::Alias(id) => Some(id),
            _ => None,
        }
    }

    fn declare_aliases(&mut self) -> Result<(), LowerError> {
        for alias in &self.ast.aliases {
            let name = self.symbol_name(alias.symbol).to_owned();
            let linkage = self.linkage(&alias.link, None);
            let base = self.alias_base(alias.target, 0);
            let symbol = match (alias.is_ifunc, base) {
                (true, _) | (false, Some(SymbolDef::Function(_) | SymbolDef::Alias(_))) => {
                    let (n_params, n_ret, variadic) = match base {
                        Some(SymbolDef::Function(id)) if !alias.is_ifunc => {
                            let f = self.ast.function(id);
                            let params = f.params.iter().map(|param| param.ty);
                            let (n_params, n_ret) = self.signature(params, f.ret);
                            (n_params, n_ret, f.varargs)
                        }
                        _ => self.function_type(alias.ty),
                    };
                    let kind = FuncKind::Declared;
                    let f = Function { name, linkage, n_params, variadic, n_ret, kind };
                    SymbolRef::Func(self.add_function(f))
                }
                (false, Some(SymbolDef::Global(id))) => {
                    let target = self.ast.global(id);
                    let layout = self.layouts.get(alias.ty);
                    self.out.globals.push(Global {
                        name,
                        linkage,
                        size: layout.size,
                        align: layout.align,
                        constant: target.is_const,
                        thread_local: target.link.thread_local.is_some(),
                        section: None,
                        kind: GlobalKind::Declared,
                    });
                    SymbolRef::Global(GlobalId::from_index(self.out.globals.len() - 1))
                }
                (false, None) => return Err(LowerError::Alias { name, line: alias.line }),
            };
            self.symbols[alias.symbol.index()] = symbol;
        }
        Ok(())
    }

    fn function_type(&mut self, ty: TypeId) -> (u16, u8, bool) {
        match self.ast.types.get(ty) {
            ast::Type::Function { ret, params, varargs } => {
                let params = self.ast.types.list(params).iter().copied();
                let (n_params, n_ret) = self.signature(params, ret);
                (n_params, n_ret, varargs)
            }
            _ => (0, 0, true),
        }
    }

    fn resolve_aliases(&mut self) -> Result<(), LowerError> {
        for alias in &self.ast.aliases {
            let place = match self.known(alias.target) {
                Some(Known::Addr(place)) => Some(place),
                _ => None,
            };
            let done =
                match (self.symbols[alias.symbol.index()], place.map(|p| (p.target, p.addend))) {
                    (SymbolRef::Func(id), Some((Target::Func(target), 0))) if id != target => {
                        self.out.functions[id.index()].kind = match alias.is_ifunc {
                            true => FuncKind::IFunc(target),
                            false => FuncKind::Alias(target),
                        };
                        true
                    }
                    (SymbolRef::Global(id), Some((Target::Global(global), offset)))
                        if id != global =>
                    {
                        match u64::try_from(offset) {
                            Ok(offset) => {
                                let kind = GlobalKind::Alias { global, offset };
                                self.out.globals[id.index()].kind = kind;
                                true
                            }
                            Err(_) => false,
                        }
                    }
                    _ => false,
                };
            if !done {
                let name = self.symbol_name(alias.symbol).to_owned();
                return Err(LowerError::Alias { name, line: alias.line });
            }
        }
        Ok(())
    }

    // Definitions.

    fn lower_functions(&mut self) {
        let mut scratch = Scratch::default();
        let is_old = self.out.functions.iter().position(|function| function.name == IS_OLD);
        let is_old = is_old.map(FuncId::from_index);
        for function in &self.ast.functions {
            let Some(body) = &function.body else { continue };
            let SymbolRef::Func(id) = self.symbols[function.symbol.index()] else { continue };
            if function.link.linkage == ast::Linkage::AvailableExternally {
                continue;
            }
            let name = self.symbol_name(function.symbol);
            self.locations.start_function(function, name, &mut self.names, &mut self.files);
            let lowered = FnLower::new(self, &mut scratch, function, body).lower();
            let mut body = match lowered {
                Ok(lowered) => lowered,
                Err(Gap(what)) => {
                    let message = format!("`{name}` cannot be executed: {what}");
                    self.diags.push(Diag { line: function.line, message });
                    self.refused_body(&what, id)
                }
            };
            let kept: Vec<bool> =
                function.body.iter().flat_map(|b| &b.blocks).map(|b| b.address_taken).collect();
            body.optimised = !self.ast.function_attrs(function).contains(FnAttrs::OPTNONE);
            if let Some(is_old) = is_old {
                mark_version_branches(&mut body, is_old);
            }
            let map = tidy(&mut body, &kept);
            if kept.contains(&true) {
                self.block_maps.insert(id, map);
            }
            self.out.functions[id.index()].kind = FuncKind::Defined(Box::new(body));
        }
    }

    /// A body that says why it cannot be executed.
    fn refused_body(&mut self, what: &str, id: FuncId) -> Body {
        let what = self.name(what);
        let mut locs = self.locations.take();
        locs.truncate(1);
        Body {
            n_regs: self.out.functions[id.index()].n_params,
            ops: vec![Op::Unsupported { what }],
            blocks: vec![0],
            op_locs: vec![0],
            locs,
            ..Body::default()
        }
    }

    fn lower_globals(&mut self) -> Result<(), LowerError> {
        for global in &self.ast.globals {
            let SymbolRef::Global(id) = self.symbols[global.symbol.index()] else { continue };
            if global.link.linkage == ast::Linkage::AvailableExternally {
                continue;
            }
            if let Some(init) = global.init {
                let init = self.initialiser(global, id, init)?;
                self.out.globals[id.index()].kind = GlobalKind::Defined(init);
            }
        }
        Ok(())
    }

    /// `llvm.global_ctors` and `llvm.global_dtors`.
    fn structors(&mut self) -> Result<(), LowerError> {
        for global in &self.ast.globals {
            let name = self.symbol_name(global.symbol);
            let Some(init) = global.init else { continue };
            match name {
                "llvm.global_ctors" => self.out.constructors = self.structor_list(global, init)?,
                "llvm.global_dtors" => self.out.destructors = self.structor_list(global, init)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn structor_list(
        &mut self,
        global: &ast::Global<'a>,
        init: ConstId,
    ) -> Result<Vec<Structor>, LowerError> {
        let ast = self.ast;
        let mut list = Vec::new();
        let ConstKind::Aggregate(entries) = ast.consts.get(init).kind else { return Ok(list) };
        for &entry in ast.consts.elements(entries) {
            let ConstKind::Aggregate(fields) = ast.consts.get(entry).kind else { continue };
            let &[priority, func, ..] = ast.consts.elements(fields) else { continue };
            match (self.known(priority), self.known(func)) {
                (Some(Known::Int(priority)), Some(Known::Addr(place))) => {
                    if let Target::Func(func) = place.target {
                        list.push(Structor { priority: priority as u32, func });
                        continue;
                    }
                }
                (_, Some(Known::Int(0))) => continue,
                _ => {}
            }
            return Err(LowerError::Symbol {
                name: self.symbol_name(global.symbol).to_owned(),
                line: global.line,
                reason: "an entry is not a function",
            });
        }
        list.sort_by_key(|structor| structor.priority);
        Ok(list)
    }

    /// `.symver f, g@@VERSION` makes `g` another name of `f`; everything else is named.
    fn module_asm(&mut self) {
        for line in &self.ast.module_asm {
            for statement in line.split(['\n', ';']) {
                let statement = statement.trim();
                let ignored = ["", ".text", ".data", ".previous", ".popsection"];
                if ignored.contains(&statement) || statement.starts_with('#') {
                    continue;
                }
                if let Some(rest) = statement.strip_prefix(".symver") {
                    self.symver(rest);
                    continue;
                }
                let message = format!("module assembly is not executed: `{statement}`");
                self.diags.push(Diag { line: 0, message });
            }
        }
    }

    fn symver(&mut self, operands: &str) {
        let mut operands = operands.split(',').map(str::trim);
        let (Some(from), Some(to)) = (operands.next(), operands.next()) else { return };
        let Some((name, _)) = to.split_once("@@") else { return };
        let functions = &self.out.functions;
        if name == from || functions.iter().any(|f| f.name == name) {
            return;
        }
        let Some(index) = functions.iter().position(|f| f.name == from) else { return };
        let target = &functions[index];
        let alias = Function {
            name: name.to_owned(),
            linkage: Linkage::Weak,
            n_params: target.n_params,
            variadic: target.variadic,
            n_ret: target.n_ret,
            kind: FuncKind::Alias(FuncId::from_index(index)),
        };
        self.out.functions.push(alias);
    }

    /// The number of a block of the text after its function was tidied.
    pub fn final_block(&self, func: FuncId, block: u32) -> BlockId {
        let map = self.block_maps.get(&func);
        map.and_then(|map| map.get(block as usize).copied().flatten()).unwrap_or(BlockId(0))
    }

    /// Blocks are renumbered when a function is tidied; ops that take addresses of blocks follow.
    fn resolve_block_addresses(&mut self) {
        if !self.has_block_addresses {
            return;
        }
        let mut functions = std::mem::take(&mut self.out.functions);
        for function in &mut functions {
            let FuncKind::Defined(body) = &mut function.kind else { continue };
            for op in &mut body.ops {
                if let Op::BlockAddr { func, block, .. } = op {
                    *block = self.final_block(*func, block.0);
                }
            }
        }
        self.out.functions = functions;
    }

    pub fn is_scalar(&mut self, ty: TypeId) -> bool {
        matches!(self.layouts.shape(ty), Shape::Scalar(_))
    }
}
