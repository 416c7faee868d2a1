//! Instruments LLVM text: before each load and store a call with the address, the size and a number;
//! the same for blocks and calls. What the calls do is in `observer.c`.
//!
//! Lines are made those of statements first: what only computes gets the line of the store, call or
//! jump that it computes for. The lowering folds such instructions into others.

use super::llvm_text::{Function, Instruction, functions, line_of_dbg, split_operands};
use std::collections::HashMap;
use std::fmt::Write;

/// A line of a function.
pub type Line = (String, u32);

/// What a number that the observer records stands for.
#[derive(Clone, Debug)]
pub enum Place {
    One(Line),
    /// A block: all its lines.
    Block(Vec<Line>),
}

/// All modules of a program.
#[derive(Default)]
pub struct Program {
    /// The number 0 is nobody's.
    pub places: Vec<Place>,
    n_functions: usize,
    tables: String,
    deciders: String,
    n_blocks: String,
    block_places: String,
    branch_places: String,
}

impl Program {
    fn place(&mut self, place: Place) -> usize {
        if self.places.is_empty() {
            self.places.push(Place::Block(Vec::new()));
        }
        self.places.push(place);
        self.places.len() - 1
    }

    /// The tables that `observer.c` asks for; `output` is the file for the pairs.
    pub fn tables(&self, output: &str) -> String {
        format!(
            "const char dep_output[] = {output:?};\n{}\
             const int *const *const dep_deciders[] = {{{}0}};\n\
             const int dep_n_blocks[] = {{{}0}};\n\
             const int *const dep_block_places[] = {{{}0}};\n\
             const int *const dep_branch_places[] = {{{}0}};\n",
            self.tables, self.deciders, self.n_blocks, self.block_places, self.branch_places
        )
    }

    /// The instrumented text of a module.
    pub fn instrument(&mut self, text: &str) -> String {
        let lines = line_of_dbg(text);
        let mut out = String::with_capacity(text.len() * 2);
        let mut at = 0;
        for function in functions(text) {
            out.push_str(&text[at..function.start]);
            at = function.end;
            self.function(&function, &lines, &mut out);
        }
        out.push_str(&text[at..]);
        out.push_str(DECLARATIONS);
        out
    }

    fn function(&mut self, function: &Function<'_>, lines: &HashMap<u32, u32>, out: &mut String) {
        let number = self.n_functions;
        self.n_functions += 1;
        let line = |instruction: &Instruction<'_>| {
            let line = instruction.dbg.and_then(|dbg| lines.get(&dbg).copied())?;
            (line > 0).then(|| (function.name.clone(), line))
        };
        out.push_str(function.header);
        out.push('\n');
        let (mut blocks, mut branches) = (Vec::new(), Vec::new());
        for (n, block) in function.blocks.iter().enumerate() {
            if let Some(label) = block.label {
                writeln!(out, "{label}").unwrap();
            }
            // A jump that decides nothing belongs to no statement.
            let is_jump =
                |i: &&Instruction<'_>| i.opcode == "br" && i.operands.starts_with("label");
            let acting = block.instructions.iter().filter(|i| !is_jump(i));
            let all: Vec<Line> = acting.filter_map(line).collect();
            blocks.push(self.place(Place::Block(all)));
            let last = block.instructions.last().and_then(line);
            branches.push(last.map_or(0, |line| self.place(Place::One(line))));
            let n_phis = block.instructions.iter().take_while(|i| i.opcode == "phi").count();
            for (at, instruction) in block.instructions.iter().enumerate() {
                if at == n_phis {
                    if n == 0 {
                        writeln!(out, "  %dep.frame = call ptr @dep_enter(i32 {number})").unwrap();
                        for (name, ty) in &function.by_value {
                            let size = size_of(ty);
                            writeln!(out, "  call void @dep_store_parameter(ptr %dep.frame, ptr {name}, i64 {size})").unwrap();
                        }
                    }
                    writeln!(out, "  call void @dep_block(ptr %dep.frame, i32 {n})").unwrap();
                }
                self.instruction(function, instruction, line(instruction), out);
            }
        }
        self.add_tables(number, function, &blocks, &branches);
        out.push('}');
    }

    fn instruction(
        &mut self,
        function: &Function<'_>,
        instruction: &Instruction<'_>,
        line: Option<Line>,
        out: &mut String,
    ) {
        let mut id = || line.clone().map_or(0, |line| self.place(Place::One(line)));
        let mut before = String::new();
        let mut after = String::new();
        let operands = instruction.operands;
        match instruction.opcode {
            "load" => {
                let (ty, address) = typed_address(operands);
                writeln!(
                    before,
                    "  call void @dep_load({address}, i64 {}, i32 {})",
                    size_of(ty),
                    id()
                )
                .unwrap();
            }
            "store" => {
                let (value, address) = typed_address(operands);
                let size = size_of(first_type(operands));
                let value = value.rsplit(' ').next().unwrap_or_default();
                if line.is_none() && function.parameters.iter().any(|name| name == value) {
                    writeln!(
                        before,
                        "  call void @dep_store_parameter(ptr %dep.frame, {address}, i64 {size})"
                    )
                    .unwrap();
                } else {
                    writeln!(before, "  call void @dep_store({address}, i64 {size}, i32 {})", id())
                        .unwrap();
                }
            }
            "atomicrmw" | "cmpxchg" => {
                let parts = split_operands(operands);
                let address = &parts[0][parts[0].find("ptr ").unwrap_or(0)..];
                let size = size_of(first_type(parts[1]));
                let id = id();
                writeln!(before, "  call void @dep_load({address}, i64 {size}, i32 {id})").unwrap();
                writeln!(after, "  call void @dep_store({address}, i64 {size}, i32 {id})").unwrap();
            }
            "alloca" => {
                let name = instruction.result.unwrap_or_default();
                let parts = split_operands(operands);
                let count = parts.get(1).filter(|part| !part.starts_with("align"));
                let count = count.map_or("1".to_string(), |count| {
                    count.rsplit(' ').next().unwrap_or("1").to_string()
                });
                let size = size_of(parts[0].trim_start_matches("inalloca "));
                writeln!(after, "  call void @dep_clear(ptr {name}, i64 {size}, i64 {count})")
                    .unwrap();
            }
            "call" => self.call(instruction, line, &mut before, &mut after),
            "ret" => before.push_str("  call void @dep_leave(ptr %dep.frame)\n"),
            _ => {}
        }
        out.push_str(&before);
        writeln!(out, "{}", instruction.text).unwrap();
        out.push_str(&after);
    }

    fn call(
        &mut self,
        instruction: &Instruction<'_>,
        line: Option<Line>,
        before: &mut String,
        after: &mut String,
    ) {
        let id = line.map_or(0, |line| self.place(Place::One(line)));
        let Some((callee, arguments)) = callee(instruction.operands) else { return };
        let arguments = split_operands(arguments);
        let last = |n: usize| arguments[n].rsplit(' ').next().unwrap_or_default();
        let pointer = |n: usize| format!("ptr {}", pointer_operand(arguments[n]));
        if callee.starts_with("@llvm.memcpy") || callee.starts_with("@llvm.memmove") {
            writeln!(before, "  call void @dep_load({}, i64 {}, i32 {id})", pointer(1), last(2))
                .unwrap();
            writeln!(after, "  call void @dep_store({}, i64 {}, i32 {id})", pointer(0), last(2))
                .unwrap();
        } else if callee.starts_with("@llvm.memset") {
            writeln!(after, "  call void @dep_store({}, i64 {}, i32 {id})", pointer(0), last(2))
                .unwrap();
        } else if callee.starts_with("@llvm.va_start") {
            writeln!(after, "  call void @dep_va_start({}, i32 {id})", pointer(0)).unwrap();
        } else if callee.starts_with("@llvm.va_copy") {
            writeln!(before, "  call void @dep_load({}, i64 24, i32 {id})", pointer(1)).unwrap();
            writeln!(after, "  call void @dep_store({}, i64 24, i32 {id})", pointer(0)).unwrap();
        } else if !callee.starts_with("@llvm.") && !instruction.text.contains(" asm ") {
            writeln!(before, "  call void @dep_call(i32 {id})").unwrap();
        }
    }

    fn add_tables(
        &mut self,
        number: usize,
        function: &Function<'_>,
        blocks: &[usize],
        branches: &[usize],
    ) {
        let deciders = super::llvm_text::deciders(function);
        let mut all = String::new();
        for (n, deciders) in deciders.iter().enumerate() {
            let list: String = deciders.iter().map(|decider| format!("{decider},")).collect();
            writeln!(self.tables, "static const int d{number}_{n}[] = {{{list}-1}};").unwrap();
            write!(all, "d{number}_{n},").unwrap();
        }
        writeln!(self.tables, "static const int *const d{number}[] = {{{all}0}};").unwrap();
        for (name, places) in [("b", blocks), ("t", branches)] {
            let list: String = places.iter().map(|place| format!("{place},")).collect();
            writeln!(self.tables, "static const int {name}{number}[] = {{{list}0}};").unwrap();
        }
        write!(self.deciders, "d{number},").unwrap();
        write!(self.n_blocks, "{},", function.blocks.len()).unwrap();
        write!(self.block_places, "b{number},").unwrap();
        write!(self.branch_places, "t{number},").unwrap();
    }
}

const DECLARATIONS: &str = "
declare void @dep_load(ptr, i64, i32)
declare void @dep_store(ptr, i64, i32)
declare void @dep_store_parameter(ptr, ptr, i64)
declare void @dep_clear(ptr, i64, i64)
declare void @dep_va_start(ptr, i32)
declare void @dep_call(i32)
declare ptr @dep_enter(i32)
declare void @dep_leave(ptr)
declare void @dep_block(ptr, i32)
";

/// The bytes of a type, as a constant of LLVM's.
fn size_of(ty: &str) -> String {
    match ty.trim() {
        // Its last six bytes are padding.
        "x86_fp80" => "10".to_string(),
        ty => format!("ptrtoint (ptr getelementptr ({ty}, ptr null, i32 1) to i64)"),
    }
}

/// What stands before the address of a load or store, and the address with its type.
fn typed_address(operands: &str) -> (&str, String) {
    let operands = operands.trim_start_matches("atomic ").trim_start_matches("volatile ");
    let parts = split_operands(operands);
    (parts[0], format!("ptr {}", pointer_operand(parts[1])))
}

/// The pointer of an operand: without its type and attributes, and what orders an atomic access.
fn pointer_operand(operand: &str) -> &str {
    let from = operand.find(['%', '@']).into_iter();
    let constant =
        ["getelementptr", "inttoptr", "null"].iter().filter_map(|word| operand.find(word));
    let from = from.chain(constant).min().unwrap_or(0);
    let pointer = &operand[from..];
    match pointer.starts_with(['%', '@']) {
        true => pointer.split(' ').next().unwrap_or(pointer),
        false => pointer[..=pointer.rfind(')').unwrap_or(pointer.len() - 1)].trim(),
    }
}

/// The type that operands begin with.
fn first_type(operands: &str) -> &str {
    let operands = operands.trim_start_matches("atomic ").trim_start_matches("volatile ");
    let mut depth = 0;
    for (at, character) in operands.char_indices() {
        match character {
            '{' | '[' | '<' | '(' => depth += 1,
            '}' | ']' | '>' | ')' => depth -= 1,
            ' ' if depth == 0 => return &operands[..at],
            _ => {}
        }
    }
    operands
}

/// Whom a call calls, and its arguments.
fn callee(operands: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    let mut start = None;
    // The arguments are the last parentheses that follow a name.
    for (at, character) in operands.char_indices() {
        match character {
            '(' if depth == 0 => {
                let name = operands[..at].rsplit(' ').next().unwrap_or_default();
                if name.starts_with(['@', '%']) {
                    start = Some((at, name));
                }
                depth += 1;
            }
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if let (0, Some((from, name))) = (depth, start) {
                    return Some((name, &operands[from + 1..at]));
                }
            }
            _ => {}
        }
    }
    None
}
