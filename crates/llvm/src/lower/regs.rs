//! Registers for temporaries: handed out within a block, reused after the last use.
//!
//! Registers below `base` belong to parameters, locals and values that live across blocks; they
//! are never freed. A temporary is counted: every value that refers to it holds one reference.

use patchlight_ir::Reg;

#[derive(Debug, Default)]
pub(super) struct Temps {
    base: u32,
    /// One beyond the highest register in use in this block, and in the function so far.
    top: u32,
    max: u32,
    refs: Vec<u32>,
    /// 1 or 2: how many registers were handed out together.
    words: Vec<u8>,
    free_singles: Vec<u16>,
    free_pairs: Vec<u16>,
    only_fresh: bool,
}

/// Two words of a pair must fit below this too.
const LIMIT: u32 = u16::MAX as u32 - 1;

impl Temps {
    pub fn start_function(&mut self, base: u32) {
        self.base = base;
        self.max = base;
        self.start_block();
    }

    pub fn start_block(&mut self) {
        self.top = self.base;
        self.refs.clear();
        self.words.clear();
        self.free_singles.clear();
        self.free_pairs.clear();
    }

    /// How many registers the function needs; too many if it is beyond [`Temps::fits`].
    pub fn n_regs(&self) -> u32 {
        self.max
    }

    pub fn fits(&self) -> bool {
        self.max <= LIMIT
    }

    /// From now on, are only registers handed out that this block has not used before?
    pub fn set_only_fresh(&mut self, only_fresh: bool) {
        self.only_fresh = only_fresh;
    }

    /// A register (or two) with one reference, which the caller owns.
    pub fn alloc(&mut self, words: u16) -> Reg {
        let free = match words {
            _ if self.only_fresh => None,
            1 => self.free_singles.pop(),
            _ => self.free_pairs.pop(),
        };
        match free {
            Some(reg) => {
                let slot = (u32::from(reg) - self.base) as usize;
                self.refs[slot] = 1;
                self.words[slot] = words as u8;
                Reg(reg)
            }
            None => self.alloc_run(words, 1),
        }
    }

    /// `n` consecutive groups of `words` registers, each counted on its own; gives the first.
    /// A function that needs too many goes on with wrong numbers: it is thrown away at its end.
    pub fn alloc_run(&mut self, words: u16, n: u16) -> Reg {
        let first = self.top;
        for _ in 0..n {
            for word in 0..words {
                self.refs.push(u32::from(word == 0));
                self.words.push(words as u8);
            }
            self.top += u32::from(words);
        }
        self.max = self.max.max(self.top);
        Reg(first.min(LIMIT) as u16)
    }

    pub fn is_temp(&self, reg: Reg) -> bool {
        u32::from(reg.0) >= self.base
    }

    fn slot(&self, reg: Reg) -> Option<usize> {
        let slot = u32::from(reg.0).checked_sub(self.base)? as usize;
        (slot < self.refs.len()).then_some(slot)
    }

    /// Does exactly one value refer to this temporary?
    pub fn is_sole(&self, reg: Reg) -> bool {
        self.slot(reg).is_some_and(|slot| self.refs[slot] == 1)
    }

    pub fn retain(&mut self, reg: Reg) {
        if let Some(slot) = self.slot(reg) {
            self.refs[slot] += 1;
        }
    }

    pub fn release(&mut self, reg: Reg) {
        let Some(slot) = self.slot(reg) else { return };
        if self.refs[slot] == 0 {
            return;
        }
        self.refs[slot] -= 1;
        if self.refs[slot] == 0 {
            let free =
                if self.words[slot] == 1 { &mut self.free_singles } else { &mut self.free_pairs };
            free.push(reg.0);
        }
    }
}
