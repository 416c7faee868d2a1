//! Virtual registers: what a register means, apart from its number.
//!
//! Lowering reuses registers, so a number says little. A variable's register is one virtual register
//! throughout. Another register is a new one wherever it is written, unless what was written at
//! several places is read at one.

use patchlight_ir::op::Field;
use patchlight_ir::{BlockId, Body, Cfg, Function, LocalPlace, Reg};
use std::collections::{BTreeSet, HashMap};

/// A virtual register of one version.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub(crate) struct Virtual(pub(crate) u32);

pub(crate) struct VirtualInfo {
    /// The variable that it is, if it is one.
    pub(crate) name: String,
    /// The first word of the run of registers that are used as one, and how many there are.
    pub(crate) first: Virtual,
    pub(crate) words: u16,
}

/// Gives registers their virtual numbers, op by op in the order of the body.
pub(crate) struct Virtuals {
    all: Vec<VirtualInfo>,
    /// For a register that is one virtual register throughout.
    fixed: Vec<Option<Virtual>>,
    /// For the others, what was written last.
    current: Vec<Option<Virtual>>,
    webs: Webs,
    numbers: HashMap<usize, Virtual>,
}

impl Virtuals {
    pub(crate) fn of(function: &Function, body: &Body) -> Virtuals {
        let n = usize::from(body.n_regs);
        let Runs { names, mut is_fixed, goes_on } = Runs::of(body);
        is_fixed[..usize::from(function.n_params)].fill(true);
        let mut all = Vec::new();
        let mut fixed = vec![None; n];
        let mut at = 0;
        while at < n {
            let len = 1 + goes_on[at..].iter().take_while(|&&more| more).count();
            if len > 1 || is_fixed[at] {
                let first = Virtual(all.len() as u32);
                for word in 0..len {
                    fixed[at + word] = Some(Virtual(first.0 + word as u32));
                    let name = names[at + word].clone();
                    all.push(VirtualInfo { name, first, words: len as u16 });
                }
            }
            at += len;
        }
        let webs = Webs::of(body, &fixed);
        Virtuals { all, fixed, current: vec![None; n], webs, numbers: HashMap::new() }
    }

    pub(crate) fn begin_block(&mut self, block: BlockId) {
        self.current.fill(None);
        for (reg, web) in self.webs.entering.remove(&block).unwrap_or_default() {
            let web = web.map(|at| self.webs.root(at));
            self.current[reg.index()] = Some(self.number(web));
        }
    }

    /// The virtual register of a web, which is known by the op that is its root; a new one for what
    /// was never written.
    fn number(&mut self, web: Option<usize>) -> Virtual {
        let next = Virtual(self.all.len() as u32);
        let number = match web {
            Some(web) => *self.numbers.entry(web).or_insert(next),
            None => next,
        };
        if number == next {
            self.all.push(VirtualInfo { name: String::new(), first: next, words: 1 });
        }
        number
    }

    pub(crate) fn fixed(&self, reg: Reg) -> Virtual {
        self.fixed[reg.index()].expect("parameters are fixed")
    }

    pub(crate) fn read(&self, reg: Reg) -> Virtual {
        let current = self.current[reg.index()];
        self.fixed[reg.index()].or(current).expect("written before, or entering the block")
    }

    /// The op at `at` writes a register.
    pub(crate) fn write(&mut self, reg: Reg, at: usize) -> Virtual {
        if let Some(fixed) = self.fixed[reg.index()] {
            return fixed;
        }
        let web = self.webs.root(at);
        let number = self.number(Some(web));
        self.current[reg.index()] = Some(number);
        number
    }

    /// All virtual registers, and which registers are one throughout.
    pub(crate) fn into_parts(self) -> (Vec<VirtualInfo>, Vec<Option<Virtual>>) {
        (self.all, self.fixed)
    }
}

/// Variables, and runs of registers that some op takes as one value.
struct Runs {
    names: Vec<String>,
    is_fixed: Vec<bool>,
    /// The next register belongs to the same run.
    goes_on: Vec<bool>,
}

impl Runs {
    fn of(body: &Body) -> Runs {
        let n = usize::from(body.n_regs);
        let mut runs = Runs {
            names: vec![String::new(); n],
            is_fixed: vec![false; n],
            goes_on: vec![false; n],
        };
        for op in &body.ops {
            let (def_words, use_words) = op.words();
            op.for_each_field(|field| match field {
                Field::Def(reg) => runs.add(reg, def_words),
                Field::Use(reg) => runs.add(reg, use_words),
                _ => {}
            });
        }
        for local in &body.locals {
            if let LocalPlace::Register { reg, width } = local.place {
                let words = width.div_ceil(64);
                runs.add(reg, words);
                for word in reg.index()..reg.index() + usize::from(words) {
                    runs.is_fixed[word] = true;
                    runs.names[word] = local.name.clone();
                }
            }
        }
        runs
    }

    fn add(&mut self, first: Reg, words: u16) {
        let last = first.index() + usize::from(words.max(1)) - 1;
        self.goes_on[first.index()..last].fill(true);
    }
}

/// Writes of registers whose values are read at the same ops.
struct Webs {
    /// For each op that writes, another one of its web; itself if it is the root.
    parents: Vec<usize>,
    /// For each block the registers that it reads before writing them, and a write that may be
    /// what is read.
    entering: HashMap<BlockId, Vec<(Reg, Option<usize>)>>,
}

impl Webs {
    fn of(body: &Body, fixed: &[Option<Virtual>]) -> Webs {
        let mut last_write: HashMap<(BlockId, Reg), usize> = HashMap::new();
        let mut exposed: BTreeSet<(BlockId, Reg)> = BTreeSet::new();
        for block in body.block_ids() {
            for at in body.block_range(block) {
                body.for_each_read(&body.ops[at], |reg| {
                    let is_fixed = fixed[reg.index()].is_some();
                    if !is_fixed && !last_write.contains_key(&(block, reg)) {
                        exposed.insert((block, reg));
                    }
                });
                body.ops[at].for_each_write(|reg| {
                    if fixed[reg.index()].is_none() {
                        last_write.insert((block, reg), at);
                    }
                });
            }
        }
        let mut webs = Webs { parents: (0..body.ops.len()).collect(), entering: HashMap::new() };
        let cfg = Cfg::new(body);
        for (block, reg) in exposed {
            let mut first = None;
            let mut seen = vec![false; body.n_blocks()];
            let mut pending = cfg.predecessors(block).to_vec();
            while let Some(before) = pending.pop() {
                match last_write.get(&(before, reg)) {
                    Some(&write) => {
                        let known = *first.get_or_insert(write);
                        webs.join(known, write);
                    }
                    None if !seen[before.index()] => {
                        seen[before.index()] = true;
                        pending.extend(cfg.predecessors(before));
                    }
                    None => {}
                }
            }
            webs.entering.entry(block).or_default().push((reg, first));
        }
        webs
    }

    fn root(&self, mut at: usize) -> usize {
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        let (first, second) = (a.min(b), a.max(b));
        self.parents[second] = first;
    }
}
