//! The statements of a program: what the lines of its own functions became.

use patchlight_ir::{Body, FileId, FuncId, Module, Op, OpPlace};
use std::collections::HashMap;

/// A statement, by its number.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct StatementId(pub u32);

impl StatementId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All ops of a line in a function.
#[derive(Clone, Debug)]
pub struct Statement {
    pub func: FuncId,
    pub file: FileId,
    pub line: u32,
    pub ops: Vec<OpPlace>,
}

/// Functions whose calls are seen from outside: what is written, and how the program ends.
const OUTPUTS: [&str; 40] = [
    "printf",
    "vprintf",
    "fprintf",
    "vfprintf",
    "dprintf",
    "vdprintf",
    "puts",
    "putchar",
    "putc",
    "fputc",
    "fputs",
    "fwrite",
    "perror",
    "fflush",
    "fclose",
    "putchar_unlocked",
    "putc_unlocked",
    "fputc_unlocked",
    "fputs_unlocked",
    "fwrite_unlocked",
    "write",
    "pwrite",
    "writev",
    "send",
    "sendto",
    "rename",
    "unlink",
    "error",
    "err",
    "errx",
    "warn",
    "warnx",
    "verr",
    "verrx",
    "exit",
    "_exit",
    "_Exit",
    "abort",
    "__assert_fail",
    "raise",
];

pub struct Statements {
    all: Vec<Statement>,
    /// By function, the statement of each op; empty where a function is not the program's own.
    of_op: Vec<Vec<Option<StatementId>>>,
}

impl Statements {
    pub fn new(module: &Module, is_own: impl Fn(FuncId) -> bool) -> Statements {
        let mut statements =
            Statements { all: Vec::new(), of_op: vec![Vec::new(); module.functions.len()] };
        for (index, function) in module.functions.iter().enumerate() {
            let func = FuncId::from_index(index);
            if let Some(body) = function.body().filter(|_| is_own(func)) {
                statements.add(func, body);
            }
        }
        statements
    }

    fn add(&mut self, func: FuncId, body: &Body) {
        let mut by_line: HashMap<(FileId, u32), StatementId> = HashMap::new();
        let mut of_op = vec![None; body.ops.len()];
        for block in body.block_ids() {
            for op in body.block_range(block) {
                let loc = body.loc(op);
                // What the compiler added, such as jumps, stands at the function itself.
                if loc.line == 0 || body.op_locs[op] == 0 {
                    continue;
                }
                let id = *by_line.entry((loc.file, loc.line)).or_insert_with(|| {
                    let (file, line) = (loc.file, loc.line);
                    self.all.push(Statement { func, file, line, ops: Vec::new() });
                    StatementId(self.all.len() as u32 - 1)
                });
                self.all[id.index()].ops.push(OpPlace { func, block, op });
                of_op[op] = Some(id);
            }
        }
        self.of_op[func.index()] = of_op;
    }

    pub fn get(&self, id: StatementId) -> &Statement {
        &self.all[id.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = StatementId> + use<> {
        (0..self.all.len() as u32).map(StatementId)
    }

    pub fn of(&self, func: FuncId, op: usize) -> Option<StatementId> {
        self.of_op[func.index()].get(op).copied().flatten()
    }

    /// The statements of a line: one for each function that has code there.
    pub fn at(&self, file: FileId, line: u32) -> impl Iterator<Item = StatementId> + '_ {
        self.ids().filter(move |&id| (self.get(id).file, self.get(id).line) == (file, line))
    }

    /// The statements that are seen from outside: those that call what writes or ends the program,
    /// and those that leave `main`.
    pub fn outputs(&self, module: &Module) -> Vec<StatementId> {
        self.ids().filter(|&id| self.is_output(module, id)).collect()
    }

    fn is_output(&self, module: &Module, id: StatementId) -> bool {
        let Statement { func, ops, .. } = self.get(id);
        let function = &module.functions[func.index()];
        let Some(body) = function.body() else { return false };
        ops.iter().any(|place| match body.ops[place.op] {
            Op::Call { func, .. } | Op::TailCall { func, .. } => {
                let callee = &module.functions[func.index()];
                let is_own = !self.of_op[func.index()].is_empty();
                !is_own && OUTPUTS.contains(&callee.name.as_str())
            }
            Op::Ret { .. } => function.name == "main",
            _ => false,
        })
    }
}
