//! Questions, and addresses that depend on the input.
//!
//! A symbolic address belongs to the object of its constant base, and leaving that object is out of
//! bounds. Where there is no such base (a choice between pointers, a pointer from a table), the
//! path forks over the objects that it may be.

use crate::context::Context;
use crate::memory::Fault;
use crate::outcome::Access;
use crate::program::Program;
use crate::state::{State, Stop, View};
use crate::value::{Beside, Tag, Value};
use patchlight_expr::{Kind, TermId, Terms};
use std::rc::Rc;

/// A symbolic access of more places than this takes each place on a path of its own.
const MAX_PLACES: u32 = 4096;
/// Below this, asking the solver for a tighter range costs more than it saves.
const FEW_PLACES: u32 = 256;

/// After so many writes of a path to several places, the next ones take each place on a path of its
/// own, if there are no more than `FEW_VALUES`: each write makes the bytes of all places larger
/// terms, and a place that is known once is often known from then on.
const MANY_WRITES: u32 = 32;
const FEW_VALUES: usize = 8;

/// Where in an object an access may be: `offset` is a term of 32 bits between `lo` and `hi`.
struct Span {
    index: usize,
    offset: TermId,
    lo: u32,
    hi: u32,
}

/// A sum without its constant, and the constant.
fn without_constant(terms: &Terms, sum: TermId) -> (TermId, u64) {
    let (mut at, mut constant) = (sum, 0u64);
    loop {
        let node = terms.node(at);
        if node.kind != Kind::Add {
            return (at, constant);
        }
        // Constants come last.
        let Some(last) = terms.as_u64(node.b()) else { return (at, constant) };
        constant = constant.wrapping_add(last);
        at = node.a();
    }
}

impl State {
    /// The truth of a condition on this path; asks if nobody knows yet.
    pub fn decide(&mut self, context: &mut Context, condition: TermId) -> Result<bool, Stop> {
        let condition = match self.view {
            View::One(side) => context.terms.project(condition, side),
            View::Both => condition,
        };
        let condition = self.meanings.get(&condition).copied().unwrap_or(condition);
        if let Some(truth) = context.terms.as_bool(condition) {
            return Ok(truth);
        }
        // One question serves both polarities.
        let node = context.terms.node(condition);
        if node.kind == Kind::Not {
            return self.decide(context, node.a()).map(|truth| !truth);
        }
        if let Some(truth) = self.path.known.get(condition) {
            return Ok(truth);
        }
        if self.path.condition.contains(condition) {
            return Ok(true);
        }
        let negation = context.terms.not(condition);
        if self.path.condition.contains(negation) {
            return Ok(false);
        }
        Err(Stop::Decide(condition))
    }

    /// Says that a condition is the same as another one, which is easier to answer.
    pub(crate) fn means(&mut self, context: &Context, condition: TermId, same: TermId) {
        let terms = &context.terms;
        if !terms.is_constant(condition) && !terms.has_shadow(condition) {
            Rc::make_mut(&mut self.meanings).insert(condition, same);
        }
    }

    /// What the versions that run here see of a value; gives up if they see different things.
    pub fn seen(&self, context: &mut Context, value: Value) -> Result<Value, Stop> {
        match value {
            Value::Term(term) if context.terms.has_shadow(term) => match self.view {
                View::Both => Err(Stop::Apart),
                View::One(side) => {
                    let term = context.terms.project(term, side);
                    Ok(context.terms.as_u64(term).map_or(Value::Term(term), Value::Word))
                }
            },
            value => Ok(value),
        }
    }

    /// The value of a term on this path, which forks over all its values.
    pub fn settle(&mut self, context: &mut Context, value: Value) -> Result<u64, Stop> {
        let term = match self.seen(context, value)? {
            Value::Word(word) => return Ok(word),
            Value::Term(term) => term,
        };
        let word = self.choose(context, term, |terms, word| {
            let constant = terms.constant(terms.width(term), word);
            terms.eq(term, constant)
        })?;
        self.determine(&context.terms, term, word);
        Ok(word)
    }

    /// The witness's value of a term, once the path is known to be the one that `question` about
    /// this value leads to.
    pub(super) fn choose(
        &mut self,
        context: &mut Context,
        term: TermId,
        question: impl Fn(&mut Terms, u64) -> TermId,
    ) -> Result<u64, Stop> {
        let word = context.word_under(&self.path.witness, term);
        let condition = question(&mut context.terms, word);
        let stop = match self.decide(context, condition) {
            Ok(holds) => {
                debug_assert!(holds, "the witness satisfies the path condition");
                return Ok(word);
            }
            Err(stop) => stop,
        };
        let Some(foretold) = self.path.choices.foretold() else {
            self.path.choices.ask(word);
            return Err(stop);
        };
        // The witness that chose on the way to the end of the path's name was another one.
        self.path.choices.ask(foretold);
        let condition = question(&mut context.terms, foretold);
        Err(self.decide(context, condition).err().unwrap_or(stop))
    }

    /// Takes note that a term has one value on this path. Registers of the top frame that hold it, or
    /// a sum of it and a constant, hold a word from now on; others are looked up when they are used.
    fn determine(&mut self, terms: &Terms, term: TermId, word: u64) {
        let (core, constant) = without_constant(terms, term);
        if terms.has_shadow(core) || terms.is_constant(core) {
            return;
        }
        let value = super::cut(terms.width(core) as u8, word.wrapping_sub(constant));
        if Rc::make_mut(&mut self.path.determined).insert(core, value) == Some(value) {
            return;
        }
        let Some(top) = self.stack.frames.last() else { return };
        for at in top.base..top.base + usize::from(top.n_regs) {
            let tag = self.stack.tags[at].tag;
            if tag.is_set()
                && tag != Tag::PAIR
                && let Some(word) = tag.term().and_then(|term| self.determined(terms, term))
            {
                self.stack.regs[at] = word;
                self.stack.tags[at] = Beside::NOTHING;
            }
        }
    }

    /// The value of a term, if it is known to have only one on this path.
    pub(super) fn determined(&self, terms: &Terms, term: TermId) -> Option<u64> {
        if self.path.determined.is_empty() {
            return None;
        }
        let (core, constant) = without_constant(terms, term);
        let value = self.path.determined.get(&core)?.wrapping_add(constant);
        Some(super::cut(terms.width(term) as u8, value))
    }

    pub(super) fn load_at(
        &mut self,
        program: &Program,
        context: &mut Context,
        address: TermId,
        n: u32,
    ) -> Result<Value, Stop> {
        let span = match self.resolve(program, context, address, n, false)? {
            Ok(span) => span,
            Err(address) => {
                let loaded = self.memory.load_slow(&mut context.terms, address, n);
                self.take_remark(program);
                let access = Access { address, size: n.into(), write: false };
                return loaded.map_err(|f| Stop::End(self.access_bug(program, f, access)));
            }
        };
        let terms = &mut context.terms;
        let bytes: Vec<TermId> =
            (span.lo..span.hi + n).map(|at| self.memory.byte_term(terms, span.index, at)).collect();
        let array = terms.object(&bytes);
        let array = terms.array_term(array);
        let first = terms.constant(32, span.lo.into());
        let start = terms.sub(span.offset, first);
        let byte = |terms: &mut Terms, at: u32| {
            let distance = terms.constant(32, at.into());
            let place = terms.add(start, distance);
            terms.read(array, place)
        };
        let low = byte(terms, 0);
        let value = (1..n).fold(low, |low, at| {
            let high = byte(terms, at);
            terms.concat(high, low)
        });
        Ok(terms.as_u64(value).map_or(Value::Term(value), Value::Word))
    }

    pub(super) fn store_at(
        &mut self,
        program: &Program,
        context: &mut Context,
        address: TermId,
        value: Value,
        n: u32,
    ) -> Result<(), Stop> {
        let span = match self.resolve(program, context, address, n, true)? {
            Ok(span) => span,
            Err(address) => {
                let stored = match value {
                    Value::Word(word) => self.memory.store_slow(address, word, n),
                    Value::Term(term) => {
                        self.memory.store_term(&mut context.terms, address, term, n)
                    }
                };
                let access = Access { address, size: n.into(), write: true };
                return stored.map_err(|f| Stop::End(self.access_bug(program, f, access)));
            }
        };
        self.path.n_scattered += 1;
        let aligned = context.solver.facts(&context.terms, span.offset).zeros;
        let terms = &mut context.terms;
        let value = match value {
            Value::Word(word) => terms.constant(8 * n, super::cut((8 * n) as u8, word)),
            Value::Term(term) => term,
        };
        // Where the offset is a multiple of `n`, only one byte of the value can reach a place.
        let only = n.is_power_of_two() && aligned & u64::from(n - 1) == u64::from(n - 1);
        for at in span.lo..span.hi + n {
            let mut byte = self.memory.byte_term(terms, span.index, at);
            for k in 0..n.min(at + 1) {
                let start = at - k;
                if start < span.lo || start > span.hi || (only && start % n != 0) {
                    continue;
                }
                let start = terms.constant(32, start.into());
                let here = terms.eq(span.offset, start);
                let part = terms.extract(value, 8 * k, 8);
                byte = terms.ite(here, part, byte);
            }
            self.memory.put_byte(terms, span.index, at, byte);
        }
        self.memory.mark_range(span.index, span.lo, span.hi + n - span.lo);
        Ok(())
    }

    /// The object and the offsets that an access may mean, all in bounds; or the one address that
    /// is left.
    fn resolve(
        &mut self,
        program: &Program,
        context: &mut Context,
        address: TermId,
        n: u32,
        write: bool,
    ) -> Result<Result<Span, u64>, Stop> {
        let example = context.word_under(&self.path.witness, address);
        let access = Access { address: example, size: n.into(), write };
        let fail = |state: &State, fault| Stop::End(state.access_bug(program, fault, access));
        let base = self.constant_base(&context.terms, address);
        let base = match base {
            Some(base) => base,
            None => {
                let high = context.terms.extract(address, 32, 32);
                self.choose(context, high, |terms, number| {
                    let number = terms.constant(32, number);
                    terms.eq(high, number)
                })?;
                example
            }
        };
        let (index, _) = self.memory.locate(base).map_err(|fault| fail(self, fault))?;
        let (start, size, constant) = self.memory.extent(index);
        let start = base & !0xffff_ffff | u64::from(start);
        let start = context.terms.constant(64, start);
        let distance = context.terms.sub(address, start);
        let Some(last) = size.checked_sub(n) else {
            return Err(fail(self, Fault::OutOfBounds));
        };
        let limit = context.terms.constant(64, last.into());
        let mut inside = context.terms.ule(distance, limit);
        let size = self.memory.size_term(index);
        if let Some(size) = size {
            let n = context.terms.constant(64, n.into());
            let end = context.terms.add(distance, n);
            let fits = context.terms.ule(end, size);
            inside = context.terms.and(inside, fits);
        }
        if !self.decide(context, inside)? {
            let Some(size) = size else { return Err(fail(self, Fault::OutOfBounds)) };
            let size = context.word_under(&self.path.witness, size);
            return Err(Stop::End(self.size_bug(program, access, size)));
        }
        if write && constant {
            return Err(fail(self, Fault::Constant));
        }
        if let Some(word) = self.determined(&context.terms, address) {
            return Ok(Err(word));
        }
        let offset = context.terms.extract(distance, 0, 32);
        let (lo, hi) = self.places(context, offset, last)?;
        let most = if context.follows_witness { FEW_PLACES } else { MAX_PLACES };
        let is_full = write && self.path.n_scattered >= MANY_WRITES;
        let settles = is_full && self.has_values(context, offset, FEW_VALUES)?;
        if lo == hi || hi - lo >= most || settles {
            if lo == hi {
                self.determine(&context.terms, address, example);
            } else {
                self.settle(context, Value::Term(address))?;
            }
            return Ok(Err(example));
        }
        Ok(Ok(Span { index, offset, lo, hi }))
    }

    /// The least and greatest offset that the path allows, as far as that is cheap to know.
    fn places(
        &mut self,
        context: &mut Context,
        offset: TermId,
        last: u32,
    ) -> Result<(u32, u32), Stop> {
        let facts = context.solver.facts(&context.terms, offset);
        let (mut lo, mut hi) = (facts.lo.min(last.into()) as u32, facts.hi.min(last.into()) as u32);
        if hi - lo > FEW_PLACES
            && !context.follows_witness
            && let Some((least, greatest)) = self.range(context, offset)?
        {
            lo = lo.max(least as u32);
            hi = hi.min(greatest as u32);
        }
        Ok((lo, hi))
    }

    /// The constant part of a sum, if it is the address of a live object.
    fn constant_base(&self, terms: &Terms, address: TermId) -> Option<u64> {
        let (_, base) = without_constant(terms, address);
        self.memory.locate(base).is_ok().then_some(base)
    }

    /// Checks that the bytes before `end` of an object are within a size that depends on the input.
    pub(crate) fn check_range(
        &mut self,
        program: &Program,
        context: &mut Context,
        access: Access,
        index: usize,
        end: u64,
    ) -> Result<(), Stop> {
        let Some(size) = self.memory.size_term(index) else { return Ok(()) };
        let end = context.terms.constant(64, end);
        let inside = context.terms.ule(end, size);
        if self.decide(context, inside)? {
            return Ok(());
        }
        let size = context.word_under(&self.path.witness, size);
        Err(Stop::End(self.size_bug(program, access, size)))
    }
}
