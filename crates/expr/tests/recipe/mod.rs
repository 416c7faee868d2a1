//! Terms as recipes: the same recipe builds one term with rewrites and one without.
//!
//! This is the generator; what is right is decided by the evaluator or a solver elsewhere.
#![allow(dead_code)] // Several test programs use a part of this module each.

use patchlight_expr::{ArrayDef, ArrayId, Assignment, Bits, Contents, Kind, TermId, Terms};

/// How to build a term.
#[derive(Clone, Debug)]
pub enum Recipe {
    /// A variable; its number and its width name it.
    Var(u32, u32),
    Const(Bits),
    Unary(Kind, Box<Recipe>),
    Op(Kind, Box<Recipe>, Box<Recipe>),
    Extract(Box<Recipe>, u32, u32),
    Extend(Kind, Box<Recipe>, u32),
    Ite(Box<Recipe>, Box<Recipe>, Box<Recipe>),
    Shadow(Box<Recipe>, Box<Recipe>),
    Read(Box<ArrayRecipe>, Box<Recipe>),
}

/// How to build an array term with indices of the given width and elements of 8 bits.
#[derive(Clone, Debug)]
pub enum ArrayRecipe {
    Table(u32, Vec<u8>),
    Filled(u32, Recipe),
    Object(u32, Vec<Recipe>),
    Input(u32),
    Store(Box<ArrayRecipe>, Recipe, Recipe),
}

/// The variables of recipes: an array for each width, so that ids agree between arenas.
pub struct Variables {
    of_width: Vec<ArrayId>,
    input: Vec<ArrayId>,
}

const MAX_VAR_WIDTH: u32 = 400;

impl Variables {
    /// Declares the variables in an empty arena.
    pub fn declare(terms: &mut Terms) -> Variables {
        let of_width =
            (0..=MAX_VAR_WIDTH).map(|w| terms.input_array(&format!("v{w}"), 8, w)).collect();
        let input = (0..=64).map(|w| terms.input_array(&format!("in{w}"), w, 8)).collect();
        Variables { of_width, input }
    }

    pub fn assign(&self, assignment: &mut Assignment, var: (u32, u32), value: Bits) {
        assignment.set(self.of_width[var.1 as usize], u64::from(var.0), value);
    }

    pub fn assign_input(&self, assignment: &mut Assignment, index_width: u32, bytes: &[u8]) {
        assignment.set_bytes(self.input[index_width as usize], bytes);
    }

    pub fn build(&self, t: &mut Terms, recipe: &Recipe) -> TermId {
        match recipe {
            Recipe::Var(number, width) => {
                t.element(self.of_width[*width as usize], u64::from(*number))
            }
            Recipe::Const(value) => t.constant_bits(value),
            Recipe::Unary(kind, a) => {
                let a = self.build(t, a);
                t.unary(*kind, a)
            }
            Recipe::Op(kind, a, b) => {
                let (a, b) = (self.build(t, a), self.build(t, b));
                if *kind == Kind::Concat { t.concat(a, b) } else { t.binary(*kind, a, b) }
            }
            Recipe::Extract(a, low, width) => {
                let a = self.build(t, a);
                t.extract(a, *low, *width)
            }
            Recipe::Extend(kind, a, width) => {
                let a = self.build(t, a);
                if *kind == Kind::ZExt { t.zext(a, *width) } else { t.sext(a, *width) }
            }
            Recipe::Ite(c, a, b) => {
                let (c, a, b) = (self.build(t, c), self.build(t, a), self.build(t, b));
                t.ite(c, a, b)
            }
            Recipe::Shadow(a, b) => {
                let (a, b) = (self.build(t, a), self.build(t, b));
                t.shadow(a, b)
            }
            Recipe::Read(array, index) => {
                let array = self.build_array(t, array);
                let index = self.build(t, index);
                t.read(array, index)
            }
        }
    }

    fn build_array(&self, t: &mut Terms, recipe: &ArrayRecipe) -> TermId {
        let (index_width, contents) = match recipe {
            ArrayRecipe::Input(width) => return t.array_term(self.input[*width as usize]),
            ArrayRecipe::Store(array, index, value) => {
                let array = self.build_array(t, array);
                let (index, value) = (self.build(t, index), self.build(t, value));
                return t.store(array, index, value);
            }
            ArrayRecipe::Table(width, values) => {
                (*width, Contents::Table { values: values.clone().into(), rest: None })
            }
            ArrayRecipe::Filled(width, element) => {
                (*width, Contents::Filled { element: self.build(t, element) })
            }
            ArrayRecipe::Object(width, elements) => {
                let elements = elements.iter().map(|e| self.build(t, e)).collect();
                (*width, Contents::Object { elements, rest: Some(self.input[*width as usize]) })
            }
        };
        let array = t.defined_array(ArrayDef { index_width, element_width: 8, contents });
        t.array_term(array)
    }
}

impl Recipe {
    pub fn op(kind: Kind, a: Recipe, b: Recipe) -> Recipe {
        Recipe::Op(kind, Box::new(a), Box::new(b))
    }

    pub fn unary(kind: Kind, a: Recipe) -> Recipe {
        Recipe::Unary(kind, Box::new(a))
    }

    pub fn not(a: Recipe) -> Recipe {
        Recipe::unary(Kind::Not, a)
    }

    pub fn extract(a: Recipe, low: u32, width: u32) -> Recipe {
        Recipe::Extract(Box::new(a), low, width)
    }

    pub fn extend(kind: Kind, a: Recipe, width: u32) -> Recipe {
        Recipe::Extend(kind, Box::new(a), width)
    }

    pub fn ite(c: Recipe, a: Recipe, b: Recipe) -> Recipe {
        Recipe::Ite(Box::new(c), Box::new(a), Box::new(b))
    }

    pub fn shadow(a: Recipe, b: Recipe) -> Recipe {
        Recipe::Shadow(Box::new(a), Box::new(b))
    }

    pub fn word(width: u32, word: u64) -> Recipe {
        Recipe::Const(Bits::from_u64(width, word))
    }
}

/// A small random generator; the same seed gives the same recipes everywhere.
#[derive(Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize].clone()
    }

    pub fn bits(&mut self, width: u32) -> Bits {
        let limbs = (0..width.div_ceil(64)).map(|_| self.next()).collect();
        Bits::from_limbs(width, limbs)
    }

    /// A constant, often one of those that rules look for.
    pub fn constant(&mut self, width: u32) -> Bits {
        match self.below(8) {
            0 => Bits::zero(width),
            1 => Bits::from_u64(width, 1),
            2 => Bits::ones(width),
            3 => Bits::from_u64(width, u64::from(width)),
            4 => Bits::from_u64(width, self.below(2 * u64::from(width))),
            5 => {
                let by = Bits::from_u64(width, self.below(u64::from(width)));
                Bits::from_u64(width, 1).shl(&by)
            }
            6 => Bits::from_u64(width, 1).shl(&Bits::from_u64(width, u64::from(width - 1))),
            _ => self.bits(width),
        }
    }

    /// A random term of the given width over variables 0..3 of that width and parts of others.
    pub fn term(&mut self, width: u32, depth: u32) -> Recipe {
        if depth == 0 || self.below(12) == 0 {
            return self.leaf(width);
        }
        match self.below(20) {
            0..=8 => {
                let kind = self.pick(Kind::ARITHMETIC);
                Recipe::op(kind, self.term(width, depth - 1), self.term(width, depth - 1))
            }
            9 => Recipe::unary(self.pick(Kind::UNARY), self.term(width, depth - 1)),
            10 | 11 => {
                let condition = self.condition(depth - 1);
                let then = self.term(width, depth - 1);
                Recipe::ite(condition, then, self.term(width, depth - 1))
            }
            12 | 13 if width > 1 => {
                let low = 1 + self.below(u64::from(width) - 1) as u32;
                let high = self.term(width - low, depth - 1);
                Recipe::op(Kind::Concat, high, self.term(low, depth - 1))
            }
            14 | 15 if width > 1 => {
                let narrow = 1 + self.below(u64::from(width) - 1) as u32;
                let kind = self.pick(&[Kind::ZExt, Kind::SExt]);
                Recipe::extend(kind, self.term(narrow, depth - 1), width)
            }
            16 | 17 if width < 64 => {
                let more = 1 + self.below(8) as u32;
                let low = self.below(u64::from(more) + 1) as u32;
                Recipe::extract(self.term(width + more, depth - 1), low, width)
            }
            18 if width == 1 => self.condition(depth - 1),
            19 if width == 8 => self.read(depth - 1),
            _ => self.leaf(width),
        }
    }

    /// A random comparison or connective.
    pub fn condition(&mut self, depth: u32) -> Recipe {
        if depth > 0 && self.below(3) == 0 {
            let kind = self.pick(&[Kind::And, Kind::Or, Kind::Xor]);
            return Recipe::op(kind, self.condition(depth - 1), self.condition(depth - 1));
        }
        let width = self.pick(&[1, 3, 4, 7, 8, 8, 16, 32]);
        let kind = self.pick(Kind::COMPARISONS);
        let depth = depth.saturating_sub(1);
        let comparison = Recipe::op(kind, self.term(width, depth), self.term(width, depth));
        if self.below(3) == 0 { Recipe::not(comparison) } else { comparison }
    }

    fn read(&mut self, depth: u32) -> Recipe {
        let index_width = self.pick(&[2, 3, 8]);
        let n_elements = 1 + self.below(5);
        let mut array = match self.below(4) {
            0 => ArrayRecipe::Input(index_width),
            1 => ArrayRecipe::Object(index_width, (0..n_elements).map(|_| self.leaf(8)).collect()),
            2 => ArrayRecipe::Filled(index_width, self.leaf(8)),
            _ => {
                let values = (0..n_elements).map(|_| self.next() as u8).collect();
                ArrayRecipe::Table(index_width, values)
            }
        };
        for _ in 0..self.below(3) {
            let index = self.term(index_width, depth.min(1));
            array = ArrayRecipe::Store(Box::new(array), index, self.leaf(8));
        }
        Recipe::Read(Box::new(array), Box::new(self.term(index_width, depth.min(2))))
    }

    fn leaf(&mut self, width: u32) -> Recipe {
        if self.below(3) == 0 {
            return Recipe::Const(self.constant(width));
        }
        Recipe::Var(self.below(2) as u32, width)
    }
}

/// An operand for a rule: a term of depth at most 2 that rules' patterns are made of.
pub fn operand(r: &mut Random, w: u32) -> Recipe {
    let x = Recipe::Var(r.below(2) as u32, w);
    let y = r.pick(&[Recipe::Var(0, w), Recipe::Var(1, w)]);
    let c = Recipe::Const(r.constant(w));
    let bool_var = Recipe::Var(9, 1);
    let simple = r.pick(&[x.clone(), y.clone(), c.clone(), Recipe::not(x.clone())]);
    match r.below(16) {
        0 => x,
        1 | 2 => c,
        3 => Recipe::not(simple),
        4..=7 => Recipe::op(r.pick(Kind::ARITHMETIC), x, simple),
        8 => {
            let k = Recipe::Const(r.constant(w));
            Recipe::op(r.pick(&[Kind::Sub, Kind::Add]), k, simple)
        }
        9 => Recipe::ite(bool_var, c, Recipe::Const(r.constant(w))),
        10 => {
            let choices = [
                Recipe::ite(bool_var.clone(), x.clone(), y.clone()),
                Recipe::not(bool_var),
                Recipe::op(Kind::Eq, x, y),
            ];
            let choice = r.pick(&choices);
            if w == 1 { choice } else { choices[0].clone() }
        }
        11 | 12 if w > 1 => {
            let narrow = if r.below(2) == 0 { w / 2 } else { 1 + r.below(u64::from(w) - 1) as u32 };
            let kind = r.pick(&[Kind::ZExt, Kind::SExt, Kind::ZExt]);
            let inner = Recipe::Var(r.below(2) as u32, narrow);
            let extended = Recipe::extend(kind, inner, w);
            let by = Recipe::word(w, u64::from(narrow));
            if r.below(3) == 0 { Recipe::op(Kind::Shl, extended, by) } else { extended }
        }
        13 if w > 1 => {
            let low = if r.below(2) == 0 { w / 2 } else { 1 + r.below(u64::from(w) - 1) as u32 };
            let part = |r: &mut Random, width: u32| match r.below(3) {
                0 => Recipe::Const(r.constant(width)),
                _ => Recipe::Var(r.below(2) as u32, width),
            };
            Recipe::op(Kind::Concat, part(r, w - low), part(r, low))
        }
        14 => {
            let low = r.below(3) as u32;
            Recipe::extract(Recipe::Var(2, w + 2), low, w)
        }
        15 => Recipe::shadow(x, y),
        _ => x,
    }
}
