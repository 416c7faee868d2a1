//! From addresses and op indices to what a person can read.

use crate::memory::{Fault, Memory, Object, ObjectKind, SiteId};
use crate::outcome::{
    Access, BugKind, ObjectDescription, PathEnd, Place, ProgramBug, Unsupported, Warning,
    WarningKind,
};
use crate::program::Program;
use crate::state::State;
use patchlight_ir::op::Field;
use patchlight_ir::{FuncId, Op};
use std::rc::Rc;

/// How many calls of the way to an allocation are remembered.
const SITE_DEPTH: usize = 6;
/// Backtraces of endless recursions are cut here.
const BACKTRACE_DEPTH: usize = 64;

impl State {
    /// The site of the op that the top frame is at.
    pub(crate) fn site(&mut self) -> SiteId {
        let mut calls = [(FuncId(0), 0); SITE_DEPTH];
        let mut n = 0;
        for (call, frame) in calls.iter_mut().zip(self.stack.frames.iter().rev()) {
            *call = (frame.func, frame.pc);
            n += 1;
        }
        let calls = &calls[..n];
        let known = self.shared.sites.borrow().known(calls);
        known.unwrap_or_else(|| self.shared.sites.borrow_mut().add(calls))
    }

    /// Where the program is, innermost first.
    pub fn backtrace(&self, program: &Program) -> Vec<Place> {
        let frames = self.stack.frames.iter().rev().take(BACKTRACE_DEPTH);
        frames.flat_map(|frame| program.places(frame.func, frame.pc as usize)).collect()
    }

    pub(crate) fn bug(&self, program: &Program, kind: BugKind) -> PathEnd {
        let backtrace = self.backtrace(program);
        let (access, object, message) = (None, None, None);
        PathEnd::Bug(Box::new(ProgramBug { kind, access, object, message, backtrace }))
    }

    /// The end that the program's harness reports.
    pub(crate) fn reported_bug(&self, program: &Program, message: String) -> PathEnd {
        let (kind, backtrace) = (BugKind::Reported, self.backtrace(program));
        let (access, object, message) = (None, None, Some(message));
        PathEnd::Bug(Box::new(ProgramBug { kind, access, object, message, backtrace }))
    }

    /// The end that a faulty access brings.
    pub fn access_bug(&self, program: &Program, fault: Fault, access: Access) -> PathEnd {
        let kind = match fault {
            Fault::Null => BugKind::NullDereference,
            Fault::Wild => BugKind::WildPointer,
            Fault::OutOfBounds if access.write => BugKind::OutOfBoundsWrite,
            Fault::OutOfBounds => BugKind::OutOfBoundsRead,
            Fault::Dead if Memory::is_stack_address(access.address) => BugKind::UseAfterReturn,
            Fault::Dead => BugKind::UseAfterFree,
            Fault::Constant => BugKind::WriteToConstant,
            Fault::NotHeap => BugKind::InvalidFree,
            Fault::Overlap => BugKind::OverlappingMemcpy,
            Fault::Symbolic => {
                return self.unsupported(program, "symbolic bytes where concrete ones are needed");
            }
        };
        let object = self.describe_object(program, access.address);
        let backtrace = self.backtrace(program);
        let (access, message) = (Some(access), None);
        PathEnd::Bug(Box::new(ProgramBug { kind, access, object, message, backtrace }))
    }

    /// The end that an access beyond a size brings which depends on the input: here it is `size`.
    pub(crate) fn size_bug(&self, program: &Program, access: Access, size: u64) -> PathEnd {
        let mut end = self.access_bug(program, Fault::OutOfBounds, access);
        if let PathEnd::Bug(bug) = &mut end
            && let Some(object) = &mut bug.object
        {
            object.size = size;
        }
        end
    }

    /// The end that a call of something else than a function brings.
    pub(crate) fn call_bug(&self, program: &Program, target: u64) -> PathEnd {
        let kind = if target == 0 { BugKind::NullDereference } else { BugKind::BadCall };
        let object = self.describe_object(program, target);
        let backtrace = self.backtrace(program);
        let (access, message) = (None, None);
        PathEnd::Bug(Box::new(ProgramBug { kind, access, object, message, backtrace }))
    }

    /// The end that a wrong `free` (or `realloc`) brings.
    pub(crate) fn free_bug(&self, program: &Program, fault: Fault, address: u64) -> PathEnd {
        let kind = match fault {
            Fault::Dead if !Memory::is_stack_address(address) => BugKind::DoubleFree,
            _ => BugKind::InvalidFree,
        };
        let access = Access { address, size: 0, write: true };
        let object = self.describe_object(program, address);
        let backtrace = self.backtrace(program);
        let (access, message) = (Some(access), None);
        PathEnd::Bug(Box::new(ProgramBug { kind, access, object, message, backtrace }))
    }

    pub fn unsupported(&self, program: &Program, what: impl Into<String>) -> PathEnd {
        let backtrace = self.backtrace(program);
        PathEnd::Unsupported(Unsupported { what: what.into(), backtrace })
    }

    fn describe_object(&self, program: &Program, address: u64) -> Option<ObjectDescription> {
        let object = self.memory.object_at(address)?;
        let (name, what) = program.name_object(object);
        let places = |site| {
            let sites = self.shared.sites.borrow();
            let calls = sites.calls(site).iter();
            calls.flat_map(|&(func, pc)| program.places(func, pc as usize)).collect()
        };
        Some(ObjectDescription {
            name,
            what,
            size: object.size.into(),
            offset: i64::from(address as u32) - i64::from(object.base),
            allocated: places(object.allocated),
            freed: places(object.freed),
        })
    }

    /// Turns what an access remarked into a warning, once for each op. Whoever performs system
    /// calls asks for it before the call is finished.
    #[cold]
    pub fn take_remark(&mut self, program: &Program) {
        let Some(remark) = self.memory.remark.take() else { return };
        let frame = *self.stack.frames.last().expect("an access has a frame");
        let pc = program.code[frame.func.index()].together.original(frame.pc);
        let mark = (frame.func, pc, remark.kind);
        if self.path.warned.contains(&mark) {
            return;
        }
        Rc::make_mut(&mut self.path.warned).insert(mark);
        let body = program.module.functions[frame.func.index()].body();
        let optimised = body.is_some_and(|body| body.optimised);
        let is_uninitialised = remark.kind == WarningKind::UninitialisedRead;
        let harmless = || is_moved_or_masked(program, frame.func, pc as usize);
        if is_uninitialised && (optimised || harmless()) {
            return;
        }
        let warning = Warning {
            kind: remark.kind,
            access: Access { address: remark.address, size: remark.size, write: false },
            object: self.describe_object(program, remark.address),
            backtrace: self.backtrace(program),
        };
        Rc::make_mut(&mut self.path.warnings).push(warning);
    }
}

/// Whether a loaded value is only stored elsewhere, or only takes part in the update of its
/// neighbours: an assignment to a bit-field loads the whole unit, clears its own bits and stores
/// all; one to an element of a vector loads and stores all elements. What is loaded then need not
/// be written yet.
fn is_moved_or_masked(program: &Program, func: FuncId, pc: usize) -> bool {
    let Some(body) = program.module.functions[func.index()].body() else { return false };
    let ops = &body.ops;
    let mut loaded = None;
    ops[pc].for_each_field(|field| {
        if let Field::Def(reg) = field {
            loaded = Some(reg);
        }
    });
    let uses_it = |op: &&Op| {
        let mut used = false;
        op.for_each_field(|field| used |= loaded.is_some_and(|reg| field == Field::Use(reg)));
        used
    };
    let Some(first_use) = ops[pc + 1..].iter().find(uses_it) else { return false };
    match *first_use {
        Op::Select { cond, .. } => Some(cond) != loaded,
        Op::AndI { a, .. } => Some(a) == loaded,
        _ => first_use.access().is_some_and(|access| {
            access.address.index.is_none() && access.stored().is_some_and(|a| Some(a) == loaded)
        }),
    }
}

impl Program {
    /// The source places of an op: where it is, then where that was inlined, outwards.
    pub fn places(&self, func: FuncId, op_index: usize) -> Vec<Place> {
        let function = &self.module.functions[func.index()];
        let Some(body) = function.body() else {
            let (file, line, column) = (String::new(), 0, 0);
            return vec![Place { function: function.name.clone(), file, line, column }];
        };
        let mut places = Vec::new();
        let original = self.code[func.index()].together.original(op_index as u32);
        let mut next = Some(body.op_locs[original as usize]);
        while let Some(at) = next {
            let loc = body.locs[at as usize];
            places.push(Place {
                function: self.module.name(loc.function).to_string(),
                file: self.module.file(loc.file).to_string(),
                line: loc.line,
                column: loc.column,
            });
            next = loc.inlined_at;
        }
        places
    }

    fn name_object(&self, object: &Object) -> (String, String) {
        match object.kind {
            ObjectKind::Global(id) => {
                let global = &self.module.globals[id.index()];
                // Compilers give literals private names that begin with a dot.
                let (name, what) = match (global.name.starts_with(".str"), global.constant) {
                    (true, true) => ("", "string literal"),
                    (_, true) => (&*global.name, "constant"),
                    _ => (&*global.name, "global"),
                };
                (name.to_string(), what.to_string())
            }
            ObjectKind::Heap => ("heap".to_string(), "allocated block".to_string()),
            ObjectKind::Stack(func, local) => {
                let function = &self.module.functions[func.index()];
                let name = function.body().map_or("", |body| &body.local(local).name);
                (name.to_string(), format!("local of `{}`", function.name))
            }
            ObjectKind::Varargs(func) => {
                let function = &self.module.functions[func.index()];
                ("...".to_string(), format!("variable arguments of `{}`", function.name))
            }
            ObjectKind::System(name) => (name.to_string(), "made by the system".to_string()),
        }
    }
}
