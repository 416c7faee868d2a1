//! Which op gave a register the value that another op reads: reaching definitions of one body.
//!
//! Registers are assigned many times. A *value* is what one op, or the call of the function, put into
//! a register; where ways with different values meet, the meeting is a value of its own, whose parts
//! are the values of the ways. So the size of the result grows with the body, not with definitions
//! times uses. Only registers that are read are followed, block by block backwards.
//!
//! After a call of `setjmp`, a register may be what any op of the function made it: the second return
//! comes from anywhere.

use crate::fast_hash::IdMap;
use patchlight_ir::{BlockId, Body, Cfg, Reg};

/// A value of one function.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Value(pub u32);

impl Value {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a value comes from.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Origin {
    /// This argument of the call.
    Parameter(u16),
    /// What a register has that nobody gave a value.
    Nothing,
    /// This op.
    Op(u32),
    /// Several values, see [`Values::parts`].
    Meeting,
}

pub struct Values {
    origins: Vec<Origin>,
    /// Each meeting with one of its parts.
    parts: Vec<(Value, Value)>,
    /// By op: where its reads begin in `reads`, and one more entry for the end.
    first_read: Vec<u32>,
    reads: Vec<Value>,
    /// By op: the value of the first register that it writes; the others follow.
    first_written: Vec<u32>,
}

impl Values {
    /// `is_setjmp`: whether the op at this index is a call of `setjmp`.
    pub fn new(body: &Body, cfg: &Cfg, n_params: u16, is_setjmp: impl Fn(usize) -> bool) -> Values {
        Builder::new(body, cfg, n_params).finish(&is_setjmp)
    }

    pub fn len(&self) -> usize {
        self.origins.len()
    }

    pub fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    pub fn origin(&self, value: Value) -> Origin {
        self.origins[value.index()]
    }

    pub fn parameter(&self, n: u16) -> Value {
        Value(n.into())
    }

    /// Meetings, each with one of its parts.
    pub fn parts(&self) -> &[(Value, Value)] {
        &self.parts
    }

    /// What an op reads, in the order of [`Body::for_each_read`].
    pub fn reads(&self, op: usize) -> &[Value] {
        &self.reads[self.first_read[op] as usize..self.first_read[op + 1] as usize]
    }

    /// What a register that an op reads holds before it.
    pub fn read(&self, body: &Body, op: usize, reg: Reg) -> Value {
        let (mut found, mut at) = (None, 0);
        body.for_each_read(&body.ops[op], |read| {
            found = found.or((read == reg).then_some(at));
            at += 1;
        });
        self.reads(op)[found.expect("a register that the op reads")]
    }

    /// The value of the `word`th register that an op writes.
    pub fn written(&self, op: usize, word: u16) -> Value {
        Value(self.first_written[op] + u32::from(word))
    }
}

struct Builder<'b> {
    body: &'b Body,
    cfg: &'b Cfg,
    n_params: u16,
    values: Values,
    /// The last value of each register that a block writes, in the order of the registers.
    last: Vec<Vec<(Reg, Value)>>,
    /// What a register is at the start of a block, as far as somebody asked.
    at_start: IdMap<(BlockId, Reg), Value>,
    /// Meetings whose parts are not known yet.
    pending: Vec<(Value, BlockId, Reg)>,
    /// What a register may be after `setjmp` returned for the second time.
    anything: IdMap<Reg, Value>,
    /// All values that ops give to each register; only with `setjmp`.
    all: IdMap<Reg, Vec<Value>>,
    /// Where blocks call `setjmp`.
    setjmps: IdMap<BlockId, Vec<usize>>,
}

impl<'b> Builder<'b> {
    fn new(body: &'b Body, cfg: &'b Cfg, n_params: u16) -> Builder<'b> {
        let mut origins: Vec<Origin> = (0..n_params).map(Origin::Parameter).collect();
        origins.push(Origin::Nothing);
        let values = Values {
            origins,
            parts: Vec::new(),
            first_read: Vec::with_capacity(body.ops.len() + 1),
            reads: Vec::new(),
            first_written: Vec::with_capacity(body.ops.len()),
        };
        Builder {
            body,
            cfg,
            n_params,
            values,
            last: Vec::with_capacity(body.n_blocks()),
            at_start: IdMap::default(),
            pending: Vec::new(),
            anything: IdMap::default(),
            all: IdMap::default(),
            setjmps: IdMap::default(),
        }
    }

    fn finish(mut self, is_setjmp: &impl Fn(usize) -> bool) -> Values {
        self.number(is_setjmp);
        for block in self.body.block_ids() {
            self.read_block(block);
        }
        self.values.first_read.push(self.values.reads.len() as u32);
        while let Some((meeting, block, reg)) = self.pending.pop() {
            for &before in self.cfg.predecessors(block) {
                let part = self.at_end(before, reg);
                self.values.parts.push((meeting, part));
            }
        }
        self.values
    }

    /// Gives a value to every register that an op writes.
    fn number(&mut self, is_setjmp: &impl Fn(usize) -> bool) {
        for block in self.body.block_ids() {
            let mut last: Vec<(Reg, Value)> = Vec::new();
            for at in self.body.block_range(block) {
                if is_setjmp(at) {
                    self.setjmps.entry(block).or_default().push(at);
                    last.clear();
                }
                self.values.first_written.push(self.values.origins.len() as u32);
                self.body.ops[at].for_each_write(|reg| {
                    let value = Value(self.values.origins.len() as u32);
                    self.values.origins.push(Origin::Op(at as u32));
                    last.push((reg, value));
                });
            }
            // Of several values the last one counts: it is the first of its register backwards.
            last.reverse();
            last.sort_by_key(|&(reg, _)| reg);
            last.dedup_by_key(|&mut (reg, _)| reg);
            self.last.push(last);
        }
        if !self.setjmps.is_empty() {
            self.collect_all();
        }
    }

    fn collect_all(&mut self) {
        for (at, op) in self.body.ops.iter().enumerate() {
            let mut word = 0;
            op.for_each_write(|reg| {
                self.all.entry(reg).or_default().push(self.values.written(at, word));
                word += 1;
            });
        }
        for n in 0..self.n_params {
            self.all.entry(Reg(n)).or_default().push(Value(n.into()));
        }
    }

    fn read_block(&mut self, block: BlockId) {
        let mut current: IdMap<Reg, Value> = IdMap::default();
        let mut behind_setjmp = false;
        for at in self.body.block_range(block) {
            self.values.first_read.push(self.values.reads.len() as u32);
            let op = &self.body.ops[at];
            let body = self.body;
            body.for_each_read(op, |reg| {
                let value = match current.get(&reg) {
                    Some(&value) => value,
                    None if behind_setjmp => self.anything(reg),
                    None => self.at_start(block, reg),
                };
                current.insert(reg, value);
                self.values.reads.push(value);
            });
            if self.setjmps.get(&block).is_some_and(|calls| calls.contains(&at)) {
                current.clear();
                behind_setjmp = true;
            }
            let mut word = 0;
            op.for_each_write(|reg| {
                current.insert(reg, self.values.written(at, word));
                word += 1;
            });
        }
    }

    fn at_end(&mut self, block: BlockId, reg: Reg) -> Value {
        let last = &self.last[block.index()];
        match last.binary_search_by_key(&reg, |&(reg, _)| reg) {
            Ok(at) => last[at].1,
            Err(_) if self.setjmps.contains_key(&block) => self.anything(reg),
            Err(_) => self.at_start(block, reg),
        }
    }

    fn at_start(&mut self, block: BlockId, reg: Reg) -> Value {
        let (mut at, mut passed) = (block, Vec::new());
        let value = loop {
            if let Some(&known) = self.at_start.get(&(at, reg)) {
                break known;
            }
            // Blocks that nothing leads to may follow each other in a circle.
            if passed.len() > self.body.n_blocks() {
                break self.nothing();
            }
            passed.push(at);
            match *self.cfg.predecessors(at) {
                [] if at.index() == 0 && reg.0 < self.n_params => break Value(reg.0.into()),
                [] => break self.nothing(),
                [before] => {
                    let last = &self.last[before.index()];
                    if let Ok(at) = last.binary_search_by_key(&reg, |&(reg, _)| reg) {
                        break last[at].1;
                    }
                    if self.setjmps.contains_key(&before) {
                        break self.anything(reg);
                    }
                    at = before;
                }
                _ => {
                    let meeting = self.new_meeting();
                    self.pending.push((meeting, at, reg));
                    break meeting;
                }
            }
        };
        for block in passed {
            self.at_start.insert((block, reg), value);
        }
        value
    }

    fn anything(&mut self, reg: Reg) -> Value {
        if let Some(&known) = self.anything.get(&reg) {
            return known;
        }
        let meeting = self.new_meeting();
        self.anything.insert(reg, meeting);
        let parts = self.all.get(&reg).into_iter().flatten();
        self.values.parts.extend(parts.map(|&part| (meeting, part)));
        meeting
    }

    fn new_meeting(&mut self) -> Value {
        self.values.origins.push(Origin::Meeting);
        Value(self.values.origins.len() as u32 - 1)
    }

    fn nothing(&self) -> Value {
        Value(self.n_params.into())
    }
}
