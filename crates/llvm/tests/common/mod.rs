//! Prints a parsed module back in LLVM's syntax, without attributes, flags of optimisers' interest
//! kept, metadata dropped but for `!dbg`. Tests compare this text with what they expect.

use std::fmt::{self, Write};

use patchlight_llvm::ast::*;

/// The whole module.
pub fn dump(module: &Module<'_>) -> String {
    let mut printer = Printer { module, body: None, out: String::new() };
    printer.module().expect("writing to a string");
    printer.out
}

struct Printer<'m, 'a> {
    module: &'m Module<'a>,
    body: Option<&'m Body<'a>>,
    out: String,
}

impl<'m, 'a> Printer<'m, 'a> {
    fn module(&mut self) -> fmt::Result {
        let module = self.module;
        for line in &module.module_asm {
            writeln!(self.out, "module asm \"{}\"", escape(line.as_bytes()))?;
        }
        for global in &module.globals {
            self.global(global)?;
        }
        for alias in &module.aliases {
            let keyword = if alias.is_ifunc { "ifunc" } else { "alias" };
            let (symbol, ty) = (self.symbol(alias.symbol), module.types.display(alias.ty));
            let target = self.typed_const(alias.target);
            writeln!(self.out, "{symbol} = {}{keyword} {ty}, {target}", link(&alias.link))?;
        }
        for function in &module.functions {
            self.function(function)?;
        }
        Ok(())
    }

    fn global(&mut self, global: &Global<'_>) -> fmt::Result {
        let symbol = self.symbol(global.symbol);
        let external = match (global.init, global.link.linkage) {
            (None, Linkage::External) => "external ",
            _ => "",
        };
        let keyword = if global.is_const { "constant" } else { "global" };
        let ty = self.module.types.display(global.ty);
        write!(self.out, "{symbol} = {external}{}", link(&global.link))?;
        if global.addr_space != 0 {
            write!(self.out, "addrspace({}) ", global.addr_space)?;
        }
        write!(self.out, "{keyword} {ty}")?;
        if let Some(init) = global.init {
            let init = self.constant(init);
            write!(self.out, " {init}")?;
        }
        if let Some(section) = &global.section {
            write!(self.out, ", section \"{section}\"")?;
        }
        self.comdat(", ", global.comdat, global.symbol)?;
        if global.align != 0 {
            write!(self.out, ", align {}", global.align)?;
        }
        for dbg in &global.dbg {
            write!(self.out, ", !dbg {dbg:?}")?;
        }
        writeln!(self.out)
    }

    fn comdat(&mut self, before: &str, comdat: Option<ComdatId>, symbol: SymbolId) -> fmt::Result {
        let Some(comdat) = comdat else { return Ok(()) };
        let name = &self.module.comdat(comdat).name;
        if *name == self.module.symbol(symbol).name {
            write!(self.out, "{before}comdat")
        } else {
            write!(self.out, "{before}comdat(${name})")
        }
    }

    fn function(&mut self, function: &'m Function<'a>) -> fmt::Result {
        let module = self.module;
        let keyword = if function.body.is_some() { "define" } else { "declare" };
        write!(self.out, "{keyword} {}{}", link(&function.link), cc(function.cc))?;
        let ret_attrs = self.attrs(function.ret_attrs);
        let (ret, symbol) = (module.types.display(function.ret), self.symbol(function.symbol));
        write!(self.out, "{ret_attrs}{ret} {symbol}(")?;
        for (i, param) in function.params.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            let attrs = self.attrs(param.attrs);
            write!(self.out, "{comma}{}", module.types.display(param.ty))?;
            if !attrs.is_empty() {
                write!(self.out, " {}", attrs.trim_end())?;
            }
            if !param.name.is_empty() {
                write!(self.out, " {}", local(param.name))?;
            }
        }
        match (function.varargs, function.params.is_empty()) {
            (true, true) => self.out.push_str("..."),
            (true, false) => self.out.push_str(", ..."),
            _ => {}
        }
        self.out.push(')');
        self.function_suffix(function)?;
        match &function.body {
            None => writeln!(self.out),
            Some(body) => {
                writeln!(self.out, " {{")?;
                self.body = Some(body);
                self.body()?;
                self.body = None;
                writeln!(self.out, "}}")
            }
        }
    }

    fn function_suffix(&mut self, function: &Function<'_>) -> fmt::Result {
        const ATTRS: [(FnAttrs, &str); 4] = [
            (FnAttrs::NORETURN, "noreturn"),
            (FnAttrs::RETURNS_TWICE, "returns_twice"),
            (FnAttrs::NAKED, "naked"),
            (FnAttrs::NOBUILTIN, "nobuiltin"),
        ];
        for (bit, name) in ATTRS {
            if self.module.function_attrs(function).contains(bit) {
                write!(self.out, " {name}")?;
            }
        }
        if let Some(section) = &function.section {
            write!(self.out, " section \"{section}\"")?;
        }
        self.comdat(" ", function.comdat, function.symbol)?;
        if function.align != 0 {
            write!(self.out, " align {}", function.align)?;
        }
        if let Some(gc) = &function.gc {
            write!(self.out, " gc \"{gc}\"")?;
        }
        let operands = [
            ("prefix", function.prefix),
            ("prologue", function.prologue),
            ("personality", function.personality),
        ];
        for (name, operand) in operands {
            if let Some(operand) = operand {
                let operand = self.typed_const(operand);
                write!(self.out, " {name} {operand}")?;
            }
        }
        match function.dbg {
            Some(dbg) => write!(self.out, " !dbg {dbg:?}"),
            None => Ok(()),
        }
    }

    fn current(&self) -> &'m Body<'a> {
        self.body.expect("inside of a function")
    }

    fn body(&mut self) -> fmt::Result {
        let body = self.current();
        let mut records = body.debug_records.iter().peekable();
        for block in &body.blocks {
            if !block.name.is_empty() {
                let name = local(block.name);
                let taken = if block.address_taken { " ; address taken" } else { "" };
                writeln!(self.out, "{}:{taken}", &name[1..])?;
            }
            for index in block.start..block.end {
                while let Some(record) = records.next_if(|record| record.at <= index) {
                    self.record(record)?;
                }
                self.inst(&body.insts[index as usize])?;
            }
        }
        Ok(())
    }

    fn record(&mut self, record: &DebugRecord) -> fmt::Result {
        let kind = format!("{:?}", record.kind).to_lowercase();
        let value = match record.value {
            Some(value) => self.typed(value),
            None => "none".to_owned(),
        };
        let [variable, expression, dbg] =
            [record.variable, record.expression, record.dbg].map(|id| self.node(id));
        writeln!(self.out, "    #dbg_{kind}({value}, {variable}, {expression}, {dbg})")
    }

    fn inst(&mut self, inst: &Inst) -> fmt::Result {
        self.out.push_str("  ");
        if let Some(result) = inst.result {
            let name = self.value(result);
            write!(self.out, "{name} = ")?;
        }
        let text = self.inst_text(inst);
        self.out.push_str(&text);
        if let Some(dbg) = inst.dbg {
            write!(self.out, ", !dbg {dbg:?}")?;
        }
        writeln!(self.out)
    }

    fn inst_text(&mut self, inst: &Inst) -> String {
        let body = self.current();
        let ty = self.module.types.display(inst.ty);
        match inst.kind {
            InstKind::Binary { op, flags, lhs, rhs } => {
                let name = format!("{op:?}").to_lowercase();
                format!("{name}{} {}, {}", flag_text(flags), self.typed(lhs), self.operand(rhs))
            }
            InstKind::FNeg { flags, value } => {
                format!("fneg{} {}", flag_text(flags), self.typed(value))
            }
            InstKind::ICmp { pred, flags, lhs, rhs } => {
                let pred = format!("{pred:?}").to_lowercase();
                let flags = flag_text(flags);
                format!("icmp{flags} {pred} {}, {}", self.typed(lhs), self.operand(rhs))
            }
            InstKind::FCmp { pred, flags, lhs, rhs } => {
                let pred = format!("{pred:?}").to_lowercase();
                let flags = flag_text(flags);
                format!("fcmp{flags} {pred} {}, {}", self.typed(lhs), self.operand(rhs))
            }
            InstKind::Cast { op, flags, value } => {
                let name = format!("{op:?}").to_lowercase();
                format!("{name}{} {} to {ty}", flag_text(flags), self.typed(value))
            }
            InstKind::Select { cond, if_true, if_false } => {
                let [cond, a, b] = [cond, if_true, if_false].map(|operand| self.typed(operand));
                format!("select {cond}, {a}, {b}")
            }
            InstKind::Freeze { value } => format!("freeze {}", self.typed(value)),
            InstKind::Phi { incoming } => {
                let edges = body.phi_edges(incoming).iter().map(|edge| {
                    format!("[ {}, {} ]", self.operand(edge.value), self.block(edge.block))
                });
                format!("phi {ty} {}", join(edges))
            }
            InstKind::Alloca { ty, count, align } => {
                let count = count.map_or(String::new(), |count| format!(", {}", self.typed(count)));
                let space = match self.module.types.get(inst.ty) {
                    Type::Ptr { addr_space } if addr_space > 0 => {
                        format!(", addrspace({addr_space})")
                    }
                    _ => String::new(),
                };
                let ty = self.module.types.display(ty);
                format!("alloca {ty}{count}{}{space}", align_text(align))
            }
            InstKind::Load { ptr, access } => {
                let (before, after) = access_text(access);
                format!("load{before} {ty}, {}{after}", self.typed(ptr))
            }
            InstKind::Store { value, ptr, access } => {
                let (before, after) = access_text(access);
                format!("store{before} {}, {}{after}", self.typed(value), self.typed(ptr))
            }
            InstKind::GetElementPtr { source, flags, operands } => {
                let operands = body.operands(operands).iter().map(|&operand| self.typed(operand));
                let source = self.module.types.display(source);
                format!("getelementptr{} {source}, {}", flag_text(flags), join(operands))
            }
            InstKind::CmpXchg { operands } => {
                let weak = if operands.weak { " weak" } else { "" };
                let (success, failure) = (ordering(operands.success), ordering(operands.failure));
                let operands = body.operands(operands.operands).iter();
                let operands = join(operands.map(|&operand| self.typed(operand)));
                format!("cmpxchg{weak} {operands} {success} {failure}")
            }
            InstKind::AtomicRmw { op, ptr, value, access } => {
                let op = format!("{op:?}").to_lowercase();
                let volatile = if access.volatile { " volatile" } else { "" };
                let (ptr, value) = (self.typed(ptr), self.typed(value));
                let order = ordering(access.ordering);
                format!(
                    "atomicrmw{volatile} {op} {ptr}, {value} {order}{}",
                    align_text(access.align)
                )
            }
            InstKind::Fence { ordering: order } => format!("fence {}", ordering(order)),
            InstKind::VaArg { list } => format!("va_arg {}, {ty}", self.typed(list)),
            _ => self.aggregate_or_control(inst),
        }
    }

    fn aggregate_or_control(&mut self, inst: &Inst) -> String {
        let body = self.current();
        let indices = |list: List<u32>| join(body.indices(list).iter().map(u32::to_string));
        match inst.kind {
            InstKind::ExtractElement { vector, index } => {
                format!("extractelement {}, {}", self.typed(vector), self.typed(index))
            }
            InstKind::InsertElement { vector, element, index } => {
                let operands = [vector, element, index].map(|operand| self.typed(operand));
                format!("insertelement {}", join(operands))
            }
            InstKind::ShuffleVector { lhs, rhs, mask } => {
                let (lhs, rhs, mask) = (self.typed(lhs), self.typed(rhs), self.typed_const(mask));
                format!("shufflevector {lhs}, {rhs}, {mask}")
            }
            InstKind::ExtractValue { aggregate, indices: list } => {
                format!("extractvalue {}, {}", self.typed(aggregate), indices(list))
            }
            InstKind::InsertValue { aggregate, element, indices: list } => {
                let (aggregate, element) = (self.typed(aggregate), self.typed(element));
                format!("insertvalue {aggregate}, {element}, {}", indices(list))
            }
            InstKind::Call { call } => self.call("call", body.call(call)),
            InstKind::LandingPad { cleanup, clauses } => {
                let mut text = format!("landingpad {}", self.module.types.display(inst.ty));
                text += if cleanup { " cleanup" } else { "" };
                for clause in body.clauses(clauses) {
                    text += if clause.filter { " filter " } else { " catch " };
                    text += &self.typed(clause.value);
                }
                text
            }
            InstKind::Funclet { op } => format!("{op:?}").to_lowercase(),
            InstKind::FuncletBr { op, targets } => {
                let op = format!("{op:?}").to_lowercase();
                format!("{op} [{}]", self.labels(body.targets(targets)))
            }
            InstKind::Invoke { call, normal, unwind } => {
                let call = self.call("invoke", body.call(call));
                format!("{call} to {} unwind {}", self.label(normal), self.label(unwind))
            }
            InstKind::CallBr { call, fallthrough, indirect } => {
                let call = self.call("callbr", body.call(call));
                let indirect = self.labels(body.targets(indirect));
                format!("{call} to {} [{indirect}]", self.label(fallthrough))
            }
            InstKind::Ret { value: None } => "ret void".to_owned(),
            InstKind::Ret { value: Some(value) } => format!("ret {}", self.typed(value)),
            InstKind::Br { target } => format!("br {}", self.label(target)),
            InstKind::CondBr { cond, if_true, if_false } => {
                let cond = self.typed(cond);
                format!("br {cond}, {}, {}", self.label(if_true), self.label(if_false))
            }
            InstKind::Switch { value, default, cases } => {
                let mut text = format!("switch {}, {} [", self.typed(value), self.label(default));
                for case in body.cases(cases) {
                    text +=
                        &format!(" {}, {}", self.typed_const(case.value), self.label(case.target));
                }
                text + " ]"
            }
            InstKind::IndirectBr { address, targets } => {
                let targets = self.labels(body.targets(targets));
                format!("indirectbr {}, [{targets}]", self.typed(address))
            }
            InstKind::Resume { value } => format!("resume {}", self.typed(value)),
            _ => "unreachable".to_owned(),
        }
    }

    fn call(&self, keyword: &str, call: &Call<'_>) -> String {
        let body = self.current();
        let tail = match call.tail {
            TailKind::None => "",
            TailKind::Tail => "tail ",
            TailKind::MustTail => "musttail ",
            TailKind::NoTail => "notail ",
        };
        let ty = self.module.types.display(call.fn_type.unwrap_or(call.ret));
        let callee = match &call.callee {
            Callee::Operand(operand) => self.operand(*operand),
            Callee::Asm(asm) => {
                let flags = [
                    (asm.side_effect, "sideeffect "),
                    (asm.align_stack, "alignstack "),
                    (asm.intel_dialect, "inteldialect "),
                    (asm.unwind, "unwind "),
                ];
                let flags: String =
                    flags.iter().filter(|(set, _)| *set).map(|(_, name)| *name).collect();
                let template = escape(asm.template.as_bytes());
                format!("asm {flags}\"{template}\", \"{}\"", escape(asm.constraints.as_bytes()))
            }
        };
        let args = body.args(call.args).iter().map(|arg| {
            let attrs = self.attrs(arg.attrs);
            format!("{} {attrs}{}", self.module.types.display(arg.ty), self.operand(arg.value))
        });
        let mut text = format!(
            "{tail}{keyword}{} {}{}{ty} {callee}({})",
            flag_text(call.flags),
            cc(call.cc),
            self.attrs(call.ret_attrs),
            join(args),
        );
        if self.module.call_attrs(call).contains(FnAttrs::NORETURN) {
            text += " noreturn";
        }
        if !call.bundles.is_empty() {
            let bundles = call.bundles.iter().map(|bundle| {
                let operands = body.operands(bundle.operands).iter();
                let operands = join(operands.map(|&operand| self.typed(operand)));
                format!("\"{}\"({operands})", bundle.tag)
            });
            text += &format!(" [ {} ]", join(bundles));
        }
        text
    }

    fn attrs(&self, id: ParamAttrsId) -> String {
        let attrs = self.module.param_attrs(id);
        let mut text = String::new();
        let flags = [
            (attrs.signext, "signext "),
            (attrs.zeroext, "zeroext "),
            (attrs.nest, "nest "),
            (attrs.returned, "returned "),
            (attrs.noalias, "noalias "),
        ];
        for (_, name) in flags.iter().filter(|(set, _)| *set) {
            text += name;
        }
        let types = [
            ("byval", attrs.byval),
            ("sret", attrs.sret),
            ("byref", attrs.byref),
            ("inalloca", attrs.inalloca),
            ("preallocated", attrs.preallocated),
            ("elementtype", attrs.element_type),
        ];
        for (name, ty) in types {
            if let Some(ty) = ty {
                text += &format!("{name}({}) ", self.module.types.display(ty));
            }
        }
        if attrs.align > 0 {
            text += &format!("align {} ", attrs.align);
        }
        text
    }

    // Operands.

    fn symbol(&self, id: SymbolId) -> String {
        let symbol = self.module.symbol(id);
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-$._".contains(&byte);
        if symbol.name.bytes().all(plain) && (symbol.unnamed || !starts_with_digit(&symbol.name)) {
            format!("@{}", symbol.name)
        } else {
            format!("@\"{}\"", escape(symbol.name.as_bytes()))
        }
    }

    fn value(&self, id: ValueId) -> String {
        let value = &self.current().values[id.index()];
        match value.number {
            Some(number) => format!("%{number}"),
            None => local(value.name),
        }
    }

    fn block(&self, id: BlockId) -> String {
        let block = &self.current().blocks[id.index()];
        match block.number {
            Some(number) => format!("%{number}"),
            None => local(block.name),
        }
    }

    fn label(&self, id: BlockId) -> String {
        format!("label {}", self.block(id))
    }

    fn labels(&self, ids: &[BlockId]) -> String {
        join(ids.iter().map(|&id| self.label(id)))
    }

    fn typed(&self, operand: Operand) -> String {
        let ty = self.module.operand_type(self.current(), operand);
        format!("{} {}", self.module.types.display(ty), self.operand(operand))
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Local(id) => self.value(id),
            Operand::Const(id) => self.constant(id),
            Operand::Symbol(id) => self.symbol(id),
            Operand::Metadata(id) => self.node(Some(id)),
        }
    }

    fn node(&self, id: Option<MetadataId>) -> String {
        match id {
            None => "none".to_owned(),
            Some(id) if id.number().is_some() => format!("{id:?}"),
            Some(id) => self.module.metadata_text(id).unwrap_or("none").to_owned(),
        }
    }

    fn typed_const(&self, id: ConstId) -> String {
        let ty = self.module.consts.get(id).ty;
        format!("{} {}", self.module.types.display(ty), self.constant(id))
    }

    fn constant(&self, id: ConstId) -> String {
        let consts = &self.module.consts;
        let Const { ty, kind } = consts.get(id);
        let typed_list = |ids: &[ConstId]| join(ids.iter().map(|&id| self.typed_const(id)));
        match kind {
            ConstKind::Bits(bits) => self.bits(ty, bits),
            ConstKind::Wide(words) => self.wide(ty, consts.words(words)),
            ConstKind::Null => "null".to_owned(),
            ConstKind::Undef => "undef".to_owned(),
            ConstKind::Poison => "poison".to_owned(),
            ConstKind::Zero => "zeroinitializer".to_owned(),
            ConstKind::None => "none".to_owned(),
            ConstKind::Aggregate(list) => {
                let elements = typed_list(consts.elements(list));
                match self.module.types.get(ty) {
                    Type::Array { .. } => format!("[{elements}]"),
                    Type::Vector { .. } => format!("<{elements}>"),
                    Type::Struct { packed: true, .. } => format!("<{{ {elements} }}>"),
                    _ => format!("{{ {elements} }}"),
                }
            }
            ConstKind::Splat(value) => format!("splat ({})", self.typed_const(value)),
            ConstKind::Bytes(bytes) => format!("c\"{}\"", escape(consts.bytes(bytes))),
            ConstKind::Symbol(symbol) => self.symbol(symbol),
            ConstKind::DsoLocalEquivalent(symbol) => {
                format!("dso_local_equivalent {}", self.symbol(symbol))
            }
            ConstKind::NoCfi(symbol) => format!("no_cfi {}", self.symbol(symbol)),
            ConstKind::BlockAddress(id) => {
                let BlockAddress { function, block } = consts.block_address(id);
                let function = self.module.function(function);
                let body = function.body.as_ref().expect("a function with blocks");
                let label = local(body.blocks[block.index()].name);
                format!("blockaddress({}, {label})", self.symbol(function.symbol))
            }
            ConstKind::GetElementPtr { source, flags, operands } => {
                let source = self.module.types.display(source);
                let operands = typed_list(consts.elements(operands));
                format!("getelementptr{} ({source}, {operands})", flag_text(flags))
            }
            ConstKind::Cast { op, value } => {
                let op = format!("{op:?}").to_lowercase();
                format!("{op} ({} to {})", self.typed_const(value), self.module.types.display(ty))
            }
            ConstKind::Binary { op, flags, lhs, rhs } => {
                let op = format!("{op:?}").to_lowercase();
                format!("{op}{} ({})", flag_text(flags), typed_list(&[lhs, rhs]))
            }
            ConstKind::FNeg { value } => format!("fneg ({})", self.typed_const(value)),
            ConstKind::ICmp { pred, lhs, rhs } => {
                let pred = format!("{pred:?}").to_lowercase();
                format!("icmp {pred} ({})", typed_list(&[lhs, rhs]))
            }
            ConstKind::FCmp { pred, lhs, rhs } => {
                let pred = format!("{pred:?}").to_lowercase();
                format!("fcmp {pred} ({})", typed_list(&[lhs, rhs]))
            }
            ConstKind::Select { cond, if_true, if_false } => {
                format!("select ({})", typed_list(&[cond, if_true, if_false]))
            }
            ConstKind::ExtractElement { vector, index } => {
                format!("extractelement ({})", typed_list(&[vector, index]))
            }
            ConstKind::InsertElement { vector, element, index } => {
                format!("insertelement ({})", typed_list(&[vector, element, index]))
            }
            ConstKind::ShuffleVector { lhs, rhs, mask } => {
                format!("shufflevector ({})", typed_list(&[lhs, rhs, mask]))
            }
            ConstKind::ExtractValue { aggregate, indices } => {
                let indices = join(consts.indices(indices).iter().map(u32::to_string));
                format!("extractvalue ({}, {indices})", self.typed_const(aggregate))
            }
            ConstKind::InsertValue { aggregate, element, indices } => {
                let indices = join(consts.indices(indices).iter().map(u32::to_string));
                format!("insertvalue ({}, {indices})", typed_list(&[aggregate, element]))
            }
        }
    }

    /// Integers in signed decimal; floats as the bits of the double of the same value, like LLVM.
    fn bits(&self, ty: TypeId, bits: u64) -> String {
        match self.module.types.get(ty) {
            Type::Int(1) => (bits == 1).to_string(),
            Type::Int(width) => {
                let shift = 64 - width;
                (((bits << shift) as i64) >> shift).to_string()
            }
            Type::Half => format!("0xH{bits:04X}"),
            Type::BFloat => format!("0xR{bits:04X}"),
            Type::Float => {
                let double = f64::from(f32::from_bits(bits as u32));
                format!("0x{:016X}", double.to_bits())
            }
            _ => format!("0x{bits:016X}"),
        }
    }

    fn wide(&self, ty: TypeId, words: &[u64]) -> String {
        match (self.module.types.get(ty), words) {
            (Type::X86Fp80, [mantissa, exponent]) => format!("0xK{exponent:04X}{mantissa:016X}"),
            (Type::Fp128, [low, high]) => format!("0xL{low:016X}{high:016X}"),
            (Type::PpcFp128, [first, second]) => format!("0xM{first:016X}{second:016X}"),
            (Type::Int(width), &[low, high]) => {
                let shift = 128 - width;
                let value = u128::from(high) << 64 | u128::from(low);
                (((value << shift) as i128) >> shift).to_string()
            }
            _ => {
                let digits: String =
                    words.iter().rev().map(|word| format!("{word:016X}")).collect();
                format!("u0x{digits}")
            }
        }
    }
}

fn join(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(", ")
}

fn starts_with_digit(name: &str) -> bool {
    name.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

fn local(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-$._".contains(&byte);
    if name.bytes().all(plain) { format!("%{name}") } else { format!("%\"{name}\"") }
}

fn escape(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'"' => text.push_str("\\22"),
            // LLVM's printer writes `\5C` in names and `\\` in strings; either is read.
            b'\\' => text.push_str("\\\\"),
            0x20..0x7f => text.push(byte as char),
            _ => text.push_str(&format!("\\{byte:02X}")),
        }
    }
    text
}

fn flag_text(flags: Flags) -> String {
    if flags.contains(Flags::FAST) {
        return " fast".to_owned();
    }
    let mut shown = flags;
    if flags.contains(Flags::INBOUNDS) {
        shown = Flags(flags.0 & !Flags::NUSW.0);
    }
    let mut names: Vec<String> = format!("{shown:?}")
        .trim_matches(['{', '}'])
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    // LLVM writes the flags of `getelementptr` in another order than the others.
    if shown.contains(Flags::INBOUNDS) || shown.contains(Flags::NUSW) {
        names.sort_by_key(|name| name == "nuw");
    }
    // … and `reassoc` first.
    names.sort_by_key(|name| name != "reassoc");
    names.iter().map(|name| format!(" {name}")).collect()
}

fn align_text(align: u32) -> String {
    if align == 0 { String::new() } else { format!(", align {align}") }
}

fn ordering(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::NotAtomic => "",
        Ordering::Unordered => "unordered",
        Ordering::Monotonic => "monotonic",
        Ordering::Acquire => "acquire",
        Ordering::Release => "release",
        Ordering::AcqRel => "acq_rel",
        Ordering::SeqCst => "seq_cst",
    }
}

/// What stands before and behind the operands.
fn access_text(access: Access) -> (String, String) {
    let atomic = access.ordering != Ordering::NotAtomic;
    let before = format!(
        "{}{}",
        if atomic { " atomic" } else { "" },
        if access.volatile { " volatile" } else { "" }
    );
    let order = if atomic { format!(" {}", ordering(access.ordering)) } else { String::new() };
    (before, order + &align_text(access.align))
}

fn cc(cc: CallConv) -> String {
    match cc {
        CallConv::C => String::new(),
        CallConv::FAST => "fastcc ".to_owned(),
        CallConv::COLD => "coldcc ".to_owned(),
        CallConv::OTHER => "othercc ".to_owned(),
        CallConv(number) => format!("cc {number} "),
    }
}

fn link(link: &LinkInfo) -> String {
    let mut text = match link.linkage {
        Linkage::External => "",
        Linkage::Private => "private ",
        Linkage::Internal => "internal ",
        Linkage::Weak => "weak ",
        Linkage::WeakOdr => "weak_odr ",
        Linkage::LinkOnce => "linkonce ",
        Linkage::LinkOnceOdr => "linkonce_odr ",
        Linkage::Common => "common ",
        Linkage::ExternWeak => "extern_weak ",
        Linkage::AvailableExternally => "available_externally ",
        Linkage::Appending => "appending ",
    }
    .to_owned();
    let words = [
        (link.dso_local, "dso_local "),
        (link.visibility == Visibility::Hidden, "hidden "),
        (link.visibility == Visibility::Protected, "protected "),
        (link.dll_import, "dllimport "),
        (link.dll_export, "dllexport "),
    ];
    for (_, word) in words.iter().filter(|(set, _)| *set) {
        text += word;
    }
    text += match link.thread_local {
        None => "",
        Some(TlsModel::GeneralDynamic) => "thread_local ",
        Some(TlsModel::LocalDynamic) => "thread_local(localdynamic) ",
        Some(TlsModel::InitialExec) => "thread_local(initialexec) ",
        Some(TlsModel::LocalExec) => "thread_local(localexec) ",
    };
    text + if link.unnamed_addr { "unnamed_addr " } else { "" }
}
