//! From lines of the source to ops and back.
//!
//! An op that was inlined belongs to the line where it was written and to the lines of the calls
//! that were replaced: all of them find it.

use crate::ids::{BlockId, FileId, FuncId};
use crate::module::{Body, Loc, Module};
use std::collections::HashMap;

/// An op of a module.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct OpPlace {
    pub func: FuncId,
    pub block: BlockId,
    /// Its index among the ops of the function.
    pub op: usize,
}

/// One step of the way from an op to the function that holds it: the innermost first.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SourcePlace<'a> {
    pub file: &'a str,
    /// 0 if the compiler gave none.
    pub line: u32,
    pub column: u32,
    pub function: &'a str,
}

/// Which ops each line became.
#[derive(Clone, Debug)]
pub struct SourceMap {
    lines: HashMap<(FileId, u32), Vec<OpPlace>>,
}

impl SourceMap {
    /// The module must be verified.
    pub fn new(module: &Module) -> SourceMap {
        let mut map = SourceMap { lines: HashMap::new() };
        for (index, function) in module.functions.iter().enumerate() {
            if let Some(body) = function.body() {
                map.add(FuncId::from_index(index), body);
            }
        }
        map
    }

    fn add(&mut self, func: FuncId, body: &Body) {
        for block in body.block_ids() {
            for op in body.block_range(block) {
                let place = OpPlace { func, block, op };
                for loc in body.inlining_chain(op).filter(|loc| loc.line != 0) {
                    let places = self.lines.entry((loc.file, loc.line)).or_default();
                    // A recursive call that was inlined names its line more than once.
                    if places.last() != Some(&place) {
                        places.push(place);
                    }
                }
            }
        }
    }

    /// The ops of a line, in the order of the module.
    pub fn ops_of_line(&self, file: FileId, line: u32) -> &[OpPlace] {
        self.lines.get(&(file, line)).map_or(&[], Vec::as_slice)
    }

    /// The lines of a file that became ops, in order.
    pub fn lines_of_file(&self, file: FileId) -> Vec<u32> {
        let in_file = self.lines.keys().filter(|(of, _)| *of == file);
        let mut lines: Vec<u32> = in_file.map(|&(_, line)| line).collect();
        lines.sort_unstable();
        lines
    }
}

impl Body {
    /// Where the op was written, then the calls that were replaced by inlining, outwards.
    pub fn inlining_chain(&self, op: usize) -> impl Iterator<Item = &Loc> {
        let next = |loc: &&Loc| loc.inlined_at.map(|at| &self.locs[at as usize]);
        std::iter::successors(Some(self.loc(op)), next)
    }
}

impl Module {
    /// The files whose path is `path` or ends in it after a `/`: debug information has full paths,
    /// people write the end.
    pub fn files_named(&self, path: &str) -> Vec<FileId> {
        let fits = |file: &str| {
            file.strip_suffix(path).is_some_and(|front| front.is_empty() || front.ends_with('/'))
        };
        let ids = (0..self.files.len()).map(FileId::from_index);
        ids.filter(|&id| fits(self.file(id))).collect()
    }

    /// Where an op comes from: the innermost function first, the one that holds the op last.
    /// Empty if the function has no body.
    pub fn source_of(&self, func: FuncId, op: usize) -> Vec<SourcePlace<'_>> {
        let Some(body) = self.functions[func.index()].body() else { return Vec::new() };
        let place = |loc: &Loc| SourcePlace {
            file: self.file(loc.file),
            line: loc.line,
            column: loc.column,
            function: self.name(loc.function),
        };
        body.inlining_chain(op).map(place).collect()
    }
}
