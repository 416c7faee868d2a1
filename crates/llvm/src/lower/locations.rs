//! The source map: where each op comes from, and what the program calls its files and functions.

use super::names::Names;
use crate::ast::{self, MetadataId};
use crate::debuginfo::{DebugInfo, SourceFileId, SubprogramId};
use patchlight_ir::{FileId, Loc, NameId};

const UNKNOWN: u32 = u32::MAX;

pub(super) struct Locations<'m, 'a> {
    debug: DebugInfo<'m, 'a>,
    /// By number of the metadata node: the function that asked last, and its place there.
    known: Vec<(u32, u32)>,
    epoch: u32,
    /// Of the current function.
    locs: Vec<Loc>,
    files: Vec<FileId>,
    /// By file, what its name is relative to.
    directories: Vec<String>,
    functions: Vec<NameId>,
    /// The file of code without debug info.
    no_file: FileId,
}

impl<'m, 'a> Locations<'m, 'a> {
    pub fn new(ast: &'m ast::Module<'a>, files: &mut Names<FileId>) -> Self {
        let no_file = files.intern(ast.source_filename.as_deref().unwrap_or(""));
        Locations {
            debug: DebugInfo::new(ast),
            known: Vec::new(),
            epoch: 0,
            locs: Vec::new(),
            files: Vec::new(),
            directories: Vec::new(),
            functions: Vec::new(),
            no_file,
        }
    }

    /// Place 0 of a body: the function itself.
    pub fn start_function(
        &mut self,
        function: &ast::Function<'a>,
        symbol: &str,
        names: &mut Names<NameId>,
        files: &mut Names<FileId>,
    ) {
        self.epoch += 1;
        self.locs.clear();
        let id = function.dbg.and_then(|dbg| self.debug.subprogram(dbg));
        let loc = match id {
            Some(id) => {
                let subprogram = &self.debug.subprograms()[id.0 as usize];
                let (line, file) = (subprogram.line, subprogram.file);
                Loc {
                    file: self.file(file, files),
                    line,
                    column: 0,
                    function: self.function(id, names),
                    inlined_at: None,
                }
            }
            None => Loc {
                file: self.no_file,
                line: 0,
                column: 0,
                function: names.intern(symbol),
                inlined_at: None,
            },
        };
        self.locs.push(loc);
    }

    /// The place of a `!dbg` attachment among the current function's.
    pub fn get(
        &mut self,
        dbg: MetadataId,
        names: &mut Names<NameId>,
        files: &mut Names<FileId>,
    ) -> u32 {
        self.get_at(dbg, names, files, 0)
    }

    fn get_at(
        &mut self,
        dbg: MetadataId,
        names: &mut Names<NameId>,
        files: &mut Names<FileId>,
        depth: u32,
    ) -> u32 {
        const MAX_INLINED: u32 = 64;
        let number = dbg.number().map(|number| number as usize);
        if let Some(number) = number
            && let Some(&(epoch, place)) = self.known.get(number)
            && epoch == self.epoch
        {
            return place;
        }
        let Some(location) = self.debug.location(dbg) else { return 0 };
        let function = match location.function {
            Some(id) => self.function(id, names),
            None => self.locs[0].function,
        };
        let inlined_at = match location.inlined_at {
            Some(call) if depth < MAX_INLINED => Some(self.get_at(call, names, files, depth + 1)),
            _ => None,
        };
        let loc = Loc {
            file: self.file(location.file, files),
            line: location.line,
            column: location.column,
            function,
            inlined_at,
        };
        let place = self.locs.len() as u32;
        self.locs.push(loc);
        if let Some(number) = number {
            if self.known.len() <= number {
                self.known.resize(number + 1, (0, UNKNOWN));
            }
            self.known[number] = (self.epoch, place);
        }
        place
    }

    /// What the names of files are relative to.
    pub fn directories(&self) -> Vec<String> {
        self.directories.clone()
    }

    pub fn take(&mut self) -> Vec<Loc> {
        std::mem::take(&mut self.locs)
    }

    /// What the source calls a local variable.
    pub fn variable(&mut self, variable: MetadataId) -> Option<String> {
        self.debug.local_variable(variable).map(|variable| variable.name.into_owned())
    }

    fn file(&mut self, id: Option<SourceFileId>, files: &mut Names<FileId>) -> FileId {
        let Some(id) = id else { return self.no_file };
        while self.files.len() <= id.0 as usize {
            let file = &self.debug.files()[self.files.len()];
            let known = files.intern(&file.name);
            self.directories.resize(self.directories.len().max(known.index() + 1), String::new());
            self.directories[known.index()] = file.directory.to_string();
            self.files.push(known);
        }
        self.files[id.0 as usize]
    }

    fn function(&mut self, id: SubprogramId, names: &mut Names<NameId>) -> NameId {
        while self.functions.len() <= id.0 as usize {
            let subprogram = &self.debug.subprograms()[self.functions.len()];
            self.functions.push(names.intern(&subprogram.name));
        }
        self.functions[id.0 as usize]
    }
}
