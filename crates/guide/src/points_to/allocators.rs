//! Functions that do nothing with memory but allocate it, as `xmalloc`: each call of one makes an
//! object of its own, as if it were a call of `malloc`.
//!
//! Such a function returns what `malloc` or another one of them gave it, or null, and looks at it at
//! most: one that fills the memory is none, because what it stores belongs to all of its calls.

use super::Solver;
use super::constraints::meant;
use crate::library::Returned;
use crate::values::{Origin, Value, Values};
use patchlight_ir::{Body, FuncId, Op};
use std::collections::{HashMap, HashSet};

/// What an allocating function gives back beside new memory.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Allocator {
    NewOnly,
    /// The memory that this parameter points to, with another size.
    Reallocates(u16),
}

impl Solver<'_> {
    /// All allocating functions of the program.
    pub(super) fn find_allocators(&mut self) {
        loop {
            let before = self.allocators.len();
            for (index, function) in self.module.functions.iter().enumerate() {
                let func = FuncId::from_index(index);
                if let (Some(body), Some(values)) = (function.body(), &self.values[index])
                    && !self.allocators.contains_key(&func)
                    && let Some(allocator) = self.allocator(body, values)
                {
                    self.allocators.insert(func, allocator);
                }
            }
            if self.allocators.len() == before {
                return;
            }
        }
    }

    fn allocator(&self, body: &Body, values: &Values) -> Option<Allocator> {
        // Most functions allocate nothing.
        if !(0..body.ops.len()).any(|at| self.allocation(body, values, at).is_some()) {
            return None;
        }
        let mut parts: HashMap<Value, Vec<Value>> = HashMap::new();
        for &(meeting, part) in values.parts() {
            parts.entry(meeting).or_default().push(part);
        }
        let mut returned: HashSet<Value> = HashSet::new();
        let mut waiting: Vec<Value> = Vec::new();
        for (at, op) in body.ops.iter().enumerate() {
            match op {
                Op::Ret { n: 1, .. } => waiting.extend(values.reads(at)),
                Op::Ret { .. }
                | Op::TailCall { .. }
                | Op::TailCallPtr { .. }
                | Op::Forward { .. } => {
                    return None;
                }
                _ => {}
            }
        }
        let mut found = None;
        while let Some(value) = waiting.pop() {
            if !returned.insert(value) {
                continue;
            }
            match values.origin(value) {
                Origin::Meeting => waiting.extend(parts.get(&value).into_iter().flatten()),
                Origin::Op(at) => match body.ops[at as usize] {
                    Op::Const { value: 0, .. } => {}
                    Op::Mov { .. } => waiting.extend(values.reads(at as usize)),
                    _ => {
                        let one = self.allocation(body, values, at as usize)?;
                        if found.is_some_and(|known| known != one) {
                            return None;
                        }
                        found = Some(one);
                    }
                },
                Origin::Parameter(_) | Origin::Nothing => return None,
            }
        }
        follow_copies(body, values, &mut returned);
        found.filter(|_| (0..body.ops.len()).all(|at| only_looks(body, values, at, &returned)))
    }

    /// What an op allocates, if it does.
    fn allocation(&self, body: &Body, values: &Values, at: usize) -> Option<Allocator> {
        let Op::Call { func, n_ret: 1, .. } = body.ops[at] else { return None };
        let func = meant(self.module, func);
        let reallocated = match self.allocators.get(&func) {
            Some(Allocator::NewOnly) => return Some(Allocator::NewOnly),
            Some(Allocator::Reallocates(n)) => usize::from(*n),
            None if self.values[func.index()].is_some() => return None,
            None => {
                match self.library.behaviour(&self.module.functions[func.index()].name).returned {
                    Returned::Allocated => return Some(Allocator::NewOnly),
                    Returned::Reallocated => 0,
                    _ => return None,
                }
            }
        };
        match values.origin(*values.reads(at).get(reallocated)?) {
            Origin::Parameter(n) => Some(Allocator::Reallocates(n)),
            _ => None,
        }
    }
}

/// Adds what values are moved to.
fn follow_copies(body: &Body, values: &Values, all: &mut HashSet<Value>) {
    loop {
        let before = all.len();
        for &(meeting, part) in values.parts() {
            if all.contains(&part) {
                all.insert(meeting);
            }
        }
        for (at, op) in body.ops.iter().enumerate() {
            if matches!(op, Op::Mov { .. }) && all.contains(&values.reads(at)[0]) {
                all.insert(values.written(at, 0));
            }
        }
        if all.len() == before {
            return;
        }
    }
}

/// Whether an op does no more with values than to compare, move and return them.
fn only_looks(body: &Body, values: &Values, at: usize, of: &HashSet<Value>) -> bool {
    let op = &body.ops[at];
    let is_harmless = op.is_branch()
        || matches!(op, Op::Mov { .. } | Op::Ret { .. } | Op::EqI { .. } | Op::NeI { .. });
    is_harmless || !values.reads(at).iter().any(|value| of.contains(value))
}
