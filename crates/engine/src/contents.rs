//! What functions hold, so that a later version of a program can be asked whether they still do.
//!
//! What a run does depends on the functions that it enters, on the globals that these can name, and
//! on what is done before the first of them. So a result is as good for another program in which all
//! of this is the same: functions are known by name, ids do not count, and neither does the line at
//! which a function stands.

use crate::program::{CodeKind, Program};
use patchlight_ir::op::IdMap;
use patchlight_ir::{
    Body, FileId, FuncId, FuncKind, Function, GlobalId, GlobalKind, Init, Linkage, NameId,
    RelocTarget,
};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{Debug, Write};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// A function, wherever it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    pub hash: u64,
    /// The first line in each file that it has ops of; lines are counted from there. The files of
    /// the old version, which may have the same names, are told apart.
    pub lines: BTreeMap<(String, bool), u32>,
}

/// The contents of a program's functions, each looked at when it is first asked for.
pub struct Contents<'p> {
    program: &'p Program,
    /// What globals hold at first in the old version, where that differs.
    old_initialisers: HashMap<GlobalId, &'p Init>,
    /// Files from here on are those of the old version.
    n_new_files: usize,
    labels: Vec<String>,
    by_label: HashMap<String, FuncId>,
    known: Mutex<HashMap<FuncId, Content>>,
}

impl<'p> Contents<'p> {
    pub fn new(
        program: &'p Program,
        old_initialisers: &'p [(GlobalId, Init)],
        n_new_files: usize,
    ) -> Contents<'p> {
        let old_initialisers = old_initialisers.iter().map(|(id, init)| (*id, init)).collect();
        let labels = labels(program);
        let by_label = labels.iter().enumerate();
        let by_label = by_label.map(|(index, label)| (label.clone(), FuncId::from_index(index)));
        let (by_label, known) = (by_label.collect(), Mutex::default());
        Contents { program, old_initialisers, n_new_files, labels, by_label, known }
    }

    /// What every run depends on: what is called before and after `main`, and the globals of
    /// sections, which are found without being named.
    pub fn surroundings(&self) -> u64 {
        let module = &self.program.module;
        let mut reader = Reader::new(self);
        for structor in module.constructors.iter().chain(&module.destructors) {
            reader.add(&structor.priority);
            reader.function(structor.func);
        }
        for (index, global) in module.globals.iter().enumerate() {
            if global.section.is_some() {
                reader.see_global(GlobalId::from_index(index));
            }
        }
        reader.finish()
    }

    /// What a function is called here and in other versions: its name, with the file's if several
    /// functions have the name.
    pub fn label(&self, func: FuncId) -> &str {
        &self.labels[func.index()]
    }

    pub fn labelled(&self, label: &str) -> Option<FuncId> {
        self.by_label.get(label).copied()
    }

    pub fn of(&self, func: FuncId) -> Content {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(func).or_insert_with(|| self.read(func)).clone()
    }

    fn read(&self, func: FuncId) -> Content {
        let function = &self.program.module.functions[func.index()];
        let mut reader = Reader::new(self);
        reader.function(func);
        reader.add(&(function.n_params, function.variadic, function.n_ret));
        let lines = function.body().map(|body| self.first_lines(body)).unwrap_or_default();
        if let Some(body) = function.body() {
            reader.body(body);
            self.add_lines(&mut reader, body, &lines);
        }
        let name = |file: FileId| self.program.module.file(file).to_string();
        let is_old = |file: FileId| file.index() >= self.n_new_files;
        let lines = lines.into_iter().map(|(file, line)| ((name(file), is_old(file)), line));
        Content { lines: lines.collect(), hash: reader.finish() }
    }

    fn first_lines(&self, body: &Body) -> BTreeMap<FileId, u32> {
        let mut first = BTreeMap::new();
        for loc in body.locs.iter().filter(|loc| loc.line > 0 && self.is_file(loc.file)) {
            let line = first.entry(loc.file).or_insert(loc.line);
            *line = loc.line.min(*line);
        }
        first
    }

    fn is_file(&self, file: FileId) -> bool {
        file.index() < self.program.module.files.len()
    }

    fn add_lines(&self, reader: &mut Reader<'_, 'p>, body: &Body, first: &BTreeMap<FileId, u32>) {
        reader.add(&body.op_locs);
        for loc in &body.locs {
            if self.is_file(loc.file) {
                reader.add(self.program.module.file(loc.file));
            }
            let line = loc.line.wrapping_sub(first.get(&loc.file).copied().unwrap_or(0));
            reader.add(&(loc.file.index() >= self.n_new_files, line, loc.column, loc.inlined_at));
            reader.name(loc.function);
        }
    }
}

fn labels(program: &Program) -> Vec<String> {
    let functions = &program.module.functions;
    let mut n_named: HashMap<&str, u32> = HashMap::new();
    for function in functions {
        *n_named.entry(&function.name).or_default() += 1;
    }
    let mut taken = HashSet::new();
    let label = |function: &Function| {
        let mut label = function.name.clone();
        if n_named[label.as_str()] > 1 {
            let file = function.body().map(|body| body.locs[0].file);
            let file = file.and_then(|file| program.module.files.get(file.index()));
            label = format!("{label}@{}", file.map_or("", String::as_str));
        }
        while !taken.insert(label.clone()) {
            label.push('@');
        }
        label
    };
    functions.iter().map(label).collect()
}

/// Reads what is in a program into one number.
struct Reader<'c, 'p> {
    contents: &'c Contents<'p>,
    hasher: DefaultHasher,
    /// Globals that were read.
    seen: HashSet<GlobalId>,
}

impl<'c, 'p> Reader<'c, 'p> {
    fn new(contents: &'c Contents<'p>) -> Self {
        Reader { contents, hasher: DefaultHasher::new(), seen: HashSet::new() }
    }

    fn add(&mut self, value: &(impl Hash + ?Sized)) {
        value.hash(&mut self.hasher);
    }

    fn add_text(&mut self, value: &impl Debug) {
        // Writing into a hasher does not fail.
        let _ = write!(self, "{value:?};");
    }

    fn finish(self) -> u64 {
        self.hasher.finish()
    }

    /// Which function is meant, and how it is called, not what it does.
    fn function(&mut self, func: FuncId) {
        let program = self.contents.program;
        let function = &program.module.functions[func.index()];
        self.add(&function.name);
        self.add(match program.code[func.index()].kind {
            CodeKind::Defined => "defined",
            CodeKind::Summarised(_) => "summarised",
            CodeKind::Builtin(_) => "builtin",
            CodeKind::Undefined => "undefined",
        });
        if let FuncKind::Alias(target) | FuncKind::IFunc(target) = function.kind {
            self.add(&program.module.functions[target.index()].name);
        }
    }

    fn body(&mut self, body: &Body) {
        self.add(&(body.n_regs, body.optimised));
        for op in &body.ops {
            let mut op = *op;
            op.remap(self);
            self.add_text(&op);
        }
        self.add(&body.blocks);
        self.add_text(&(&body.args, &body.switches, &body.branch_tables, &body.locals));
    }

    fn name(&mut self, name: NameId) {
        let names = &self.contents.program.module.names;
        self.add(&names.get(name.index()));
    }

    /// A global and all that can be reached from it.
    fn see_global(&mut self, id: GlobalId) {
        let contents = self.contents;
        let global = &contents.program.module.globals[id.index()];
        // Compilers number constants without a name of their own.
        let has_name = !(global.constant && global.linkage == Linkage::Internal);
        self.add(&has_name.then_some(&global.name));
        if !self.seen.insert(id) {
            return;
        }
        self.add(&(global.size, global.align, global.constant, global.thread_local));
        self.add(&global.section);
        match &global.kind {
            GlobalKind::Declared => self.add("declared"),
            GlobalKind::Defined(init) => self.initialiser(init),
            GlobalKind::Alias { global, offset } => {
                self.add(offset);
                self.see_global(*global);
            }
        }
        if let Some(init) = contents.old_initialisers.get(&id) {
            self.add("old");
            self.initialiser(init);
        }
    }

    fn initialiser(&mut self, init: &Init) {
        self.add(&init.bytes);
        for reloc in &init.relocs {
            self.add(&(reloc.offset, reloc.addend, reloc.size));
            match reloc.target {
                RelocTarget::Func(func) => self.function(func),
                RelocTarget::Global(global) => self.see_global(global),
                RelocTarget::Block(func, block) => {
                    self.function(func);
                    self.add(&block.index());
                }
            }
        }
    }
}

impl Write for Reader<'_, '_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.hasher.write(text.as_bytes());
        Ok(())
    }
}

/// Ids are read as what they stand for, and then left out.
impl IdMap for Reader<'_, '_> {
    fn func(&mut self, id: FuncId) -> FuncId {
        self.function(id);
        FuncId::from_index(0)
    }

    fn global(&mut self, id: GlobalId) -> GlobalId {
        self.see_global(id);
        GlobalId::from_index(0)
    }

    fn name(&mut self, id: NameId) -> NameId {
        Reader::name(self, id);
        NameId::from_index(0)
    }
}
