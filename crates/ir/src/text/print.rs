//! The printer.

use crate::ids::{ArgsId, BlockId, FuncId, GlobalId, LocalId, NameId, Reg, TableId};
use crate::kinds::{
    BinOp, BitBinOp, BitUnOp, FloatBinOp, FloatFmt, FloatPred, FloatUnOp, IntPred, OverflowOp,
};
use crate::module::{
    Body, FuncKind, Function, Global, GlobalKind, Init, Linkage, LocalPlace, Module, RelocTarget,
    Structor,
};
use crate::op::{Def, Op};
use std::collections::HashSet;
use std::fmt::{self, Display, Formatter, Write};

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let printer = Printer::new(self);
        for file in &self.files {
            writeln!(f, "file {}", Quoted(file))?;
        }
        for name in &self.names {
            writeln!(f, "name {}", Quoted(name))?;
        }
        for Structor { priority, func } in &self.constructors {
            writeln!(f, "constructor {priority} {}", printer.func(*func))?;
        }
        for Structor { priority, func } in &self.destructors {
            writeln!(f, "destructor {priority} {}", printer.func(*func))?;
        }
        for index in 0..self.globals.len() {
            printer.global_item(f, GlobalId::from_index(index))?;
        }
        for index in 0..self.functions.len() {
            printer.func_item(f, FuncId::from_index(index))?;
        }
        Ok(())
    }
}

/// One function as it stands in the text of its module.
pub fn print_function(module: &Module, id: FuncId) -> String {
    let mut text = String::new();
    // Writing into a string does not fail.
    let _ = write!(text, "{}", FunctionText { module, id });
    text
}

struct FunctionText<'a> {
    module: &'a Module,
    id: FuncId,
}

impl Display for FunctionText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Printer::new(self.module).func_item(f, self.id)
    }
}

struct Printer<'a> {
    module: &'a Module,
    /// Names that more than one function (global) has.
    shared_func_names: HashSet<&'a str>,
    shared_global_names: HashSet<&'a str>,
}

fn shared<'a>(names: impl Iterator<Item = &'a str>) -> HashSet<&'a str> {
    let mut seen = HashSet::new();
    names.filter(|name| !seen.insert(*name)).collect()
}

impl<'a> Printer<'a> {
    fn new(module: &'a Module) -> Printer<'a> {
        Printer {
            module,
            shared_func_names: shared(module.functions.iter().map(|f| f.name.as_str())),
            shared_global_names: shared(module.globals.iter().map(|g| g.name.as_str())),
        }
    }

    fn func(&self, id: FuncId) -> String {
        match self.module.functions.get(id.index()) {
            Some(Function { name, .. }) => {
                symbol(name, id.0, self.shared_func_names.contains(name.as_str()))
            }
            None => id.to_string(),
        }
    }

    fn global(&self, id: GlobalId) -> String {
        match self.module.globals.get(id.index()) {
            Some(Global { name, .. }) => {
                symbol(name, id.0, self.shared_global_names.contains(name.as_str()))
            }
            None => id.to_string(),
        }
    }

    fn global_item(&self, f: &mut Formatter<'_>, id: GlobalId) -> fmt::Result {
        let global = &self.module.globals[id.index()];
        write!(f, "\nglobal {} {}", self.global(id), linkage(global.linkage))?;
        if global.constant {
            write!(f, " constant")?;
        }
        if global.thread_local {
            write!(f, " thread_local")?;
        }
        write!(f, " size {} align {}", global.size, global.align)?;
        if let Some(section) = &global.section {
            write!(f, " section {}", Quoted(section))?;
        }
        match &global.kind {
            GlobalKind::Declared => writeln!(f, " declared"),
            GlobalKind::Alias { global, offset } => {
                writeln!(f, " alias {} + {offset}", self.global(*global))
            }
            GlobalKind::Defined(init) => self.init(f, init),
        }
    }

    fn init(&self, f: &mut Formatter<'_>, init: &Init) -> fmt::Result {
        writeln!(f, " {{")?;
        if !init.bytes.is_empty() {
            writeln!(f, "  bytes {}", QuotedBytes(&init.bytes))?;
        }
        for reloc in &init.relocs {
            write!(f, "  reloc {} at {} ", reloc.size, reloc.offset)?;
            match reloc.target {
                RelocTarget::Func(func) => write!(f, "func {}", self.func(func))?,
                RelocTarget::Global(global) => write!(f, "global {}", self.global(global))?,
                RelocTarget::Block(func, block) => write!(f, "block {} {block}", self.func(func))?,
            }
            writeln!(f, " + {}", reloc.addend)?;
        }
        writeln!(f, "}}")
    }

    fn func_item(&self, f: &mut Formatter<'_>, id: FuncId) -> fmt::Result {
        let function = &self.module.functions[id.index()];
        write!(f, "\nfunc {} {}", self.func(id), linkage(function.linkage))?;
        write!(f, " params {} ret {}", function.n_params, function.n_ret)?;
        if function.variadic {
            write!(f, " variadic")?;
        }
        match &function.kind {
            FuncKind::Declared => writeln!(f, " declared"),
            FuncKind::Alias(target) => writeln!(f, " alias {}", self.func(*target)),
            FuncKind::IFunc(resolver) => writeln!(f, " ifunc {}", self.func(*resolver)),
            FuncKind::Defined(body) => {
                writeln!(f, " {{")?;
                self.tables(f, body)?;
                self.ops(f, body)?;
                writeln!(f, "}}")
            }
        }
    }

    fn tables(&self, f: &mut Formatter<'_>, body: &Body) -> fmt::Result {
        let optimised = if body.optimised { " optimised" } else { "" };
        writeln!(f, "  regs {}{optimised}", body.n_regs)?;
        for (index, loc) in body.locs.iter().enumerate() {
            let (line, column) = (loc.line, loc.column);
            write!(f, "  loc !{index} {} {line} {column} {}", loc.file, loc.function)?;
            match loc.inlined_at {
                Some(at) => writeln!(f, " at !{at}")?,
                None => writeln!(f)?,
            }
        }
        for (index, local) in body.locals.iter().enumerate() {
            write!(f, "  local {} {} ", LocalId::from_index(index), Quoted(&local.name))?;
            match local.place {
                LocalPlace::Register { reg, width } => writeln!(f, "{reg} width {width}")?,
                LocalPlace::Memory { size, align } => writeln!(f, "size {size} align {align}")?,
            }
        }
        if !body.args.is_empty() {
            writeln!(f, "  args{}", Spaced(&body.args))?;
        }
        for (index, table) in body.switches.iter().enumerate() {
            write!(f, "  switch {}", TableId::from_index(index))?;
            for (value, block) in &table.cases {
                write!(f, " {value}: {block},")?;
            }
            writeln!(f, " default {}", table.default)?;
        }
        for (index, table) in body.branch_tables.iter().enumerate() {
            writeln!(f, "  table {}{}", TableId::from_index(index), Spaced(table))?;
        }
        Ok(())
    }

    fn ops(&self, f: &mut Formatter<'_>, body: &Body) -> fmt::Result {
        let mut next_block = 0;
        let mut last_loc = 0;
        for (index, op) in body.ops.iter().enumerate() {
            while body.blocks.get(next_block).is_some_and(|&start| start as usize == index) {
                writeln!(f, "{}:", BlockId::from_index(next_block))?;
                next_block += 1;
            }
            write!(f, "  ")?;
            self.op(f, op)?;
            let loc = body.op_locs.get(index).copied().unwrap_or(last_loc);
            if loc != last_loc {
                write!(f, " !{loc}")?;
                last_loc = loc;
            }
            self.comment(f, body, op)?;
            writeln!(f)?;
        }
        Ok(())
    }

    /// What the fields of an op only point to.
    fn comment(&self, f: &mut Formatter<'_>, body: &Body, op: &Op) -> fmt::Result {
        if let Some((args, n_args)) = op.call_args()
            && n_args > 0
            && let Some(args) = body.args.get(args.index()..args.index() + usize::from(n_args))
        {
            write!(f, " ;{}", Spaced(args))?;
        }
        if let Op::Unsupported { what } = op
            && let Some(name) = self.module.names.get(what.index())
        {
            write!(f, " ; {}", Quoted(name))?;
        }
        Ok(())
    }
}

/// How a field of an op is written.
trait PrintField {
    fn print(&self, printer: &Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result;
}

macro_rules! print_fields {
    (display { $($ty:ty,)* } words { $($kind:ty,)* }) => {
        $(impl PrintField for $ty {
            fn print(&self, _: &Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        })*
        $(impl PrintField for $kind {
            fn print(&self, _: &Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str(self.text())
            }
        })*
    };
}

print_fields! {
    display {
        Reg, BlockId, NameId, ArgsId, TableId, LocalId, u8, u16, u32, u64, i32, i64, bool,
    }
    words {
        BinOp, IntPred, FloatPred, FloatFmt, FloatBinOp, FloatUnOp, BitUnOp, BitBinOp, OverflowOp,
    }
}

impl PrintField for Def {
    fn print(&self, _: &Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl PrintField for FuncId {
    fn print(&self, printer: &Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&printer.func(*self))
    }
}

impl PrintField for GlobalId {
    fn print(&self, printer: &Printer<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&printer.global(*self))
    }
}

macro_rules! print_op {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident: $ty:ty),* },)*) => {
        impl Printer<'_> {
            fn op(&self, f: &mut Formatter<'_>, op: &Op) -> fmt::Result {
                match op {
                    $(Op::$name { $($field),* } => {
                        f.write_str($text)?;
                        let fields: &[&dyn PrintField] = &[$($field),*];
                        for (index, field) in fields.iter().enumerate() {
                            f.write_str(if index == 0 { " " } else { ", " })?;
                            field.print(self, f)?;
                        }
                        Ok(())
                    })*
                }
            }
        }
    };
}
crate::for_each_op!(print_op);

fn linkage(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "external",
        Linkage::Internal => "internal",
        Linkage::Weak => "weak",
        Linkage::Common => "common",
    }
}

fn symbol(name: &str, index: u32, is_shared: bool) -> String {
    let is_plain = !name.is_empty() && name.chars().all(super::lex::is_word);
    let mut text = if is_plain { format!("@{name}") } else { format!("@{}", Quoted(name)) };
    if is_shared {
        let _ = write!(text, "#{index}");
    }
    text
}

/// Text in quotes: `\` and two hex digits for what is not printable.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&QuotedBytes(self.0.as_bytes()), f)
    }
}

struct QuotedBytes<'a>(&'a [u8]);

impl Display for QuotedBytes<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for &byte in self.0 {
            match byte {
                b'"' | b'\\' => write!(f, "\\{byte:02x}")?,
                b' '..=b'~' => f.write_char(byte.into())?,
                _ => write!(f, "\\{byte:02x}")?,
            }
        }
        f.write_char('"')
    }
}

/// Each item after a space.
struct Spaced<'a, T>(&'a [T]);

impl<T: Display> Display for Spaced<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|item| write!(f, " {item}"))
    }
}
