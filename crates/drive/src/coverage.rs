//! Coverage: which lines and branches of the program's own sources the tests reach, as an lcov
//! tracefile. A count is the number of tests.

use patchlight_engine::{Program, State};
use patchlight_ir::cfg::Cfg;
use patchlight_ir::{Body, FileId, FuncId, Op};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;

/// What happened to a state: at most one block, up to a jump, call or return.
#[derive(Copy, Clone)]
pub struct Step {
    pub before: Before,
    /// The op at hand ended the path.
    pub ended: bool,
}

/// Where a state was before it ran.
#[derive(Copy, Clone)]
pub struct Before {
    pub(crate) n_frames: usize,
    pub(crate) position: Option<(FuncId, u32)>,
    n_ops: u64,
}

impl Before {
    pub fn of(state: &State) -> Before {
        Before { n_frames: state.n_frames(), position: state.position(), n_ops: state.path.n_ops }
    }
}

/// What one test reaches.
#[derive(Default)]
pub struct Reached {
    /// The first and the last op of each piece of a block that was executed.
    pieces: HashSet<(FuncId, u32, u32)>,
    /// The op that jumped and the op where it went.
    edges: HashSet<(FuncId, u32, u32)>,
}

impl Reached {
    /// Takes note of what was executed.
    pub fn mark(&mut self, program: &Program, state: &State, Step { before, ended }: Step) {
        let Some((func, first)) = before.position else { return };
        let Some(body) = program.module.functions[func.index()].body() else { return };
        let block = body.block_range(body.block_of(first as usize));
        let terminator = block.end as u32 - 1;
        let here = state.position_at(before.n_frames - 1).filter(|&(now, _)| now == func);
        let called = state.n_frames() > before.n_frames;
        let last =
            match here {
                // The op at hand has not been executed: it asked something, or calls.
                Some((_, op)) if op > first && block.contains(&(op as usize)) => {
                    if called || ended { op } else { op - 1 }
                }
                Some((_, op)) if op == first && (called || ended) => op,
                Some((_, op)) if op == first && state.path.n_ops == before.n_ops => return,
                Some((_, op)) if state.n_frames() == before.n_frames => {
                    self.edges.insert((func, terminator, op));
                    terminator
                }
                _ => terminator,
            };
        self.pieces.insert((func, first, last));
    }
}

impl Reached {
    /// Whether an op of some line was executed.
    pub fn has_line(&self, program: &Program, is_line: &dyn Fn(&str, u32) -> bool) -> bool {
        let module = &program.module;
        self.pieces.iter().any(|&(func, first, last)| {
            let Some(body) = module.functions[func.index()].body() else { return false };
            (first as usize..=last as usize).any(|op| {
                let loc = body.loc(op);
                module.files.get(loc.file.index()).is_some_and(|file| is_line(file, loc.line))
            })
        })
    }

    /// The first and the last ops of pieces of blocks that were executed, in order.
    pub fn pieces(&self) -> BTreeSet<(FuncId, u32, u32)> {
        self.pieces.iter().copied().collect()
    }

    /// The functions of which anything was executed.
    pub fn functions(&self) -> HashSet<FuncId> {
        self.pieces.iter().map(|&(func, ..)| func).collect()
    }
}

/// What all tests reach.
pub struct Coverage<'p> {
    program: &'p Program,
    /// Whether a file belongs to the program, not to libc.
    own: Vec<bool>,
    own_functions: Vec<bool>,
    lines: BTreeMap<(FileId, u32), u64>,
    edges: HashMap<(FuncId, u32, u32), u64>,
    functions: HashMap<FuncId, u64>,
}

impl<'p> Coverage<'p> {
    /// `sources`: the names of the program's own files.
    pub fn new(program: &'p Program, sources: &HashSet<String>) -> Coverage<'p> {
        let files = program.module.files.iter();
        let own: Vec<bool> = files.map(|file| sources.contains(file)).collect();
        let mut coverage = Coverage {
            program,
            own,
            own_functions: vec![false; program.module.functions.len()],
            lines: BTreeMap::new(),
            edges: HashMap::new(),
            functions: HashMap::new(),
        };
        for (index, function) in program.module.functions.iter().enumerate() {
            let Some(body) = function.body() else { continue };
            for op in 0..body.ops.len() {
                if let Some(line) = coverage.line_of(body, op) {
                    coverage.lines.insert(line, 0);
                    coverage.own_functions[index] = true;
                }
            }
        }
        coverage
    }

    fn line_of(&self, body: &Body, op: usize) -> Option<(FileId, u32)> {
        let loc = body.loc(op);
        let own = loc.line != 0 && self.own.get(loc.file.index()) == Some(&true);
        own.then_some((loc.file, loc.line))
    }

    /// The program's own lines that have code.
    pub fn lines_with_code(&self) -> impl Iterator<Item = (FileId, u32)> {
        self.lines.keys().copied()
    }

    /// The lines that a test reaches.
    pub fn lines_of(&self, reached: &Reached) -> BTreeSet<(FileId, u32)> {
        let mut lines = BTreeSet::new();
        for &(func, first, last) in &reached.pieces {
            lines.extend(self.lines_of_piece(func, (first, last)));
        }
        lines
    }

    /// The program's own lines of some ops of a function.
    pub fn lines_of_piece(
        &self,
        func: FuncId,
        (first, last): (u32, u32),
    ) -> impl Iterator<Item = (FileId, u32)> {
        let function = &self.program.module.functions[func.index()];
        let body = function.body().filter(|_| self.is_own(func));
        let ops = body.into_iter().flat_map(move |body| {
            let last = body.ops.len().min(last as usize + 1);
            (first as usize..last).map(move |op| (body, op))
        });
        ops.filter_map(|(body, op)| self.line_of(body, op))
    }

    /// The program's own ops that a test reaches and that begin a block or follow a call: what
    /// else there is of a block is executed exactly when one of these is.
    pub fn leaders_of(&self, reached: &Reached) -> BTreeSet<(FuncId, u32)> {
        let mut leaders = BTreeSet::new();
        for &(func, first, last) in &reached.pieces {
            if self.is_own(func)
                && let Some(body) = self.program.module.functions[func.index()].body()
            {
                let ops = (first..=last).filter(|&op| is_leader(body, op));
                leaders.extend(ops.map(|op| (func, op)));
            }
        }
        leaders
    }

    /// The program's own jumps that a test takes.
    pub fn edges_of(&self, reached: &Reached) -> Vec<(FuncId, u32, u32)> {
        reached.edges.iter().copied().filter(|&(func, ..)| self.is_own(func)).collect()
    }

    /// The program's own blocks that a test runs to their end: the last op, and its line and column,
    /// which copies of a block have in common.
    pub fn block_ends_of(&self, reached: &Reached) -> Vec<((FuncId, u32), (u32, u32))> {
        let mut ends = Vec::new();
        for &(func, first, last) in reached.pieces.iter().filter(|&&(func, ..)| self.is_own(func)) {
            let Some(body) = self.program.module.functions[func.index()].body() else { continue };
            let block = body.block_range(body.block_of(first as usize));
            if last as usize + 1 == block.end {
                let loc = body.loc(last as usize);
                ends.push(((func, last), (loc.line, loc.column)));
            }
        }
        ends
    }

    /// Where an op is: the name of the file without its directory, and the line.
    pub fn place_of(&self, (func, op): (FuncId, u32)) -> Option<(String, u32)> {
        let body = self.program.module.functions[func.index()].body()?;
        let (file, line) = self.line_of(body, op as usize)?;
        let name = Path::new(self.program.module.file(file)).file_name()?;
        Some((name.to_string_lossy().into_owned(), line))
    }

    pub fn is_own(&self, func: FuncId) -> bool {
        self.own_functions[func.index()]
    }

    pub fn add(&mut self, reached: &Reached) {
        for line in self.lines_of(reached) {
            *self.lines.entry(line).or_default() += 1;
        }
        for &edge in &reached.edges {
            *self.edges.entry(edge).or_default() += 1;
        }
        for func in reached.functions() {
            *self.functions.entry(func).or_default() += 1;
        }
    }

    /// Lines that were reached, and lines that there are.
    pub fn n_lines(&self) -> (usize, usize) {
        (self.lines.values().filter(|&&n| n > 0).count(), self.lines.len())
    }

    pub fn to_lcov(&self) -> String {
        let mut files: BTreeMap<FileId, Record> = BTreeMap::new();
        for (&(file, line), &n) in &self.lines {
            files.entry(file).or_default().lines.push((line, n));
        }
        for (index, function) in self.program.module.functions.iter().enumerate() {
            let Some(body) = function.body() else { continue };
            let Some((file, line)) = self.line_of(body, 0) else { continue };
            let line = if body.locs[0].line != 0 { body.locs[0].line } else { line };
            let func = FuncId::from_index(index);
            let n = self.functions.get(&func).copied().unwrap_or(0);
            let record = files.entry(file).or_default();
            record.functions.push((line, &function.name, n));
            self.add_branches(func, body, record);
        }
        let mut text = String::new();
        for (file, record) in &files {
            record.write(&mut text, self.program.module.file(*file));
        }
        text
    }

    fn add_branches(&self, func: FuncId, body: &Body, record: &mut Record<'p>) {
        let cfg = Cfg::new(body);
        for block in body.block_ids().filter(|&block| cfg.successors(block).len() > 1) {
            let from = body.block_range(block).end - 1;
            let Some((_, line)) = self.line_of(body, from) else { continue };
            let targets = cfg.successors(block).iter().map(|to| body.blocks[to.index()]);
            let taken = |to| self.edges.get(&(func, from as u32, to)).copied().unwrap_or(0);
            record.branches.push((line, from, targets.map(taken).collect()));
        }
    }
}

fn is_leader(body: &Body, op: u32) -> bool {
    let after_call =
        |op: u32| matches!(body.ops[op as usize - 1], Op::Call { .. } | Op::CallPtr { .. });
    body.blocks.binary_search(&op).is_ok() || after_call(op)
}

/// A source file's part of the tracefile.
#[derive(Default)]
struct Record<'p> {
    lines: Vec<(u32, u64)>,
    functions: Vec<(u32, &'p str, u64)>,
    /// Line, number, how often each side was taken.
    branches: Vec<(u32, usize, Vec<u64>)>,
}

impl Record<'_> {
    fn write(&self, text: &mut String, file: &str) {
        let _ = writeln!(text, "TN:\nSF:{file}");
        for (line, name, _) in &self.functions {
            let _ = writeln!(text, "FN:{line},{name}");
        }
        for (_, name, n) in &self.functions {
            let _ = writeln!(text, "FNDA:{n},{name}");
        }
        let hit = self.functions.iter().filter(|(.., n)| *n > 0).count();
        let _ = writeln!(text, "FNF:{}\nFNH:{hit}", self.functions.len());
        let (mut found, mut hit) = (0, 0);
        for (line, number, sides) in &self.branches {
            let reached = sides.iter().any(|&n| n > 0);
            for (side, n) in sides.iter().enumerate() {
                let n = if reached { n.to_string() } else { "-".to_string() };
                let _ = writeln!(text, "BRDA:{line},{number},{side},{n}");
            }
            found += sides.len();
            hit += sides.iter().filter(|&&n| n > 0).count();
        }
        let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
        for (line, n) in &self.lines {
            let _ = writeln!(text, "DA:{line},{n}");
        }
        let hit = self.lines.iter().filter(|(_, n)| *n > 0).count();
        let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", self.lines.len());
    }
}
