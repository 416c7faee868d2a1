//! `malloc` and its family.
//!
//! A size that depends on the input stays a term: the object gets room for its largest feasible
//! size, and every access is checked against the term.

use super::{Flow, SET_ERRNO};
use crate::context::Context;
use crate::memory::{MAX_OBJECT, NewObject, ObjectKind};
use crate::outcome::{Access, Limit, PathEnd};
use crate::program::Program;
use crate::state::{State, Stop};
use crate::term_ops;
use crate::value::Value;
use patchlight_expr::TermId;
use patchlight_ir::kinds::OverflowOp;

/// Natively, a request of this size fails on every machine.
const HOPELESS: u64 = 1 << 46;
const EINVAL: i32 = 22;
const ENOMEM: i32 = 12;

impl State {
    pub(super) fn malloc(
        &mut self,
        context: &mut Context,
        size: Value,
        align: u64,
        zeroed: bool,
    ) -> Result<Flow, Stop> {
        let (size, size_term) = match self.seen(context, size)? {
            Value::Word(size) if size >= HOPELESS => return Ok(out_of_memory()),
            Value::Word(size) => (size, None),
            Value::Term(term) => match self.largest_size(context, term)? {
                Some(largest) => (largest, Some(term_ops::fit(&mut context.terms, term, 64))),
                None => return Ok(out_of_memory()),
            },
        };
        let site = self.site();
        let new = NewObject { kind: ObjectKind::Heap, size, align, zeroed, site };
        let address = self.memory.allocate(new).map_err(limit_stop)?;
        if let Some(term) = size_term {
            self.memory.set_size_term(address, term);
        }
        Ok(Flow::Value(Value::Word(address)))
    }

    /// The largest value of a size on this path; `None` on the path where there is no such memory.
    fn largest_size(&mut self, context: &mut Context, size: TermId) -> Result<Option<u64>, Stop> {
        let size = term_ops::fit(&mut context.terms, size, 64);
        let hopeless = context.terms.constant(64, HOPELESS);
        let possible = context.terms.ult(size, hopeless);
        if !self.decide(context, possible)? {
            return Ok(None);
        }
        let limit = context.terms.constant(64, MAX_OBJECT);
        let fits = context.terms.ule(size, limit);
        if !self.decide(context, fits)? {
            let size = context.word_under(&self.path.witness, size);
            return Err(limit_stop(Limit::ObjectSize(size)));
        }
        let range = self.range(context, size)?;
        Ok(Some(range.map_or(MAX_OBJECT, |(_, largest)| largest.min(MAX_OBJECT))))
    }

    pub(super) fn calloc(
        &mut self,
        context: &mut Context,
        n: Value,
        size: Value,
    ) -> Result<Flow, Stop> {
        if let (Value::Word(n), Value::Word(size)) = (n, size) {
            return match n.checked_mul(size) {
                Some(bytes) => self.malloc(context, Value::Word(bytes), 16, true),
                None => Ok(out_of_memory()),
            };
        }
        let terms = &mut context.terms;
        let [n, size] = [n, size].map(|value| match value {
            Value::Word(word) => terms.constant(64, word),
            Value::Term(term) => term_ops::fit(terms, term, 64),
        });
        let (bytes, over) = term_ops::overflowing(terms, OverflowOp::Umul, n, size);
        if self.decide(context, over)? {
            return Ok(out_of_memory());
        }
        let bytes = context.terms.as_u64(bytes).map_or(Value::Term(bytes), Value::Word);
        self.malloc(context, bytes, 16, true)
    }

    pub(super) fn realloc(
        &mut self,
        program: &Program,
        context: &mut Context,
        old: Value,
        size: Value,
    ) -> Result<Flow, Stop> {
        let old = self.settle(context, old)?;
        if old == 0 {
            return self.malloc(context, size, 16, false);
        }
        let old_size = self
            .memory
            .heap_block_size(old)
            .map_err(|fault| Stop::End(self.free_bug(program, fault, old)))?;
        let is_zero = match size {
            Value::Word(size) => size == 0,
            Value::Term(term) => {
                let is_set = term_ops::is_set(&mut context.terms, term);
                !self.decide(context, is_set)?
            }
        };
        if is_zero {
            self.free(program, old)?;
            return Ok(Flow::Value(Value::Word(0)));
        }
        let flow = self.malloc(context, size, 16, false)?;
        if let Flow::Value(Value::Word(new)) = flow {
            // What lies beyond a symbolic size is copied too: no access reaches it.
            let room = self.memory.heap_block_size(new).unwrap_or(0);
            let copied = self.memory.copy(new, old, old_size.min(room), false);
            debug_assert!(copied.is_ok(), "both blocks have room");
            self.free(program, old)?;
        }
        Ok(flow)
    }

    pub(super) fn free(&mut self, program: &Program, address: u64) -> Result<u64, Stop> {
        if address != 0 {
            let site = self.site();
            self.memory
                .free(address, site)
                .map_err(|fault| Stop::End(self.free_bug(program, fault, address)))?;
        }
        Ok(0)
    }

    pub(super) fn memalign(
        &mut self,
        context: &mut Context,
        align: Value,
        size: Value,
    ) -> Result<Flow, Stop> {
        let align = self.settle(context, align)?;
        self.malloc(context, size, align.next_power_of_two().max(16), false)
    }

    /// Returns the error instead of setting `errno`.
    pub(super) fn posix_memalign(
        &mut self,
        program: &Program,
        context: &mut Context,
        result: u64,
        align: u64,
        size: u64,
    ) -> Result<u64, Stop> {
        if !align.is_power_of_two() || !align.is_multiple_of(8) {
            return Ok(EINVAL as u64);
        }
        let flow = self.malloc(context, Value::Word(size), align.max(16), false)?;
        let Flow::Value(Value::Word(address)) = flow else {
            return Ok(ENOMEM as u64);
        };
        self.memory.write(result, &address.to_le_bytes()).map_err(|fault| {
            let access = Access { address: result, size: 8, write: true };
            Stop::End(self.access_bug(program, fault, access))
        })?;
        Ok(0)
    }

    pub(super) fn usable_size(&mut self, program: &Program, address: u64) -> Result<u64, Stop> {
        if address == 0 {
            return Ok(0);
        }
        self.memory
            .heap_block_size(address)
            .map_err(|fault| Stop::End(self.free_bug(program, fault, address)))
    }
}

fn out_of_memory() -> Flow {
    Flow::Ask(SET_ERRNO, 0, ENOMEM as u64)
}

fn limit_stop(limit: Limit) -> Stop {
    Stop::End(PathEnd::Limit(limit))
}
