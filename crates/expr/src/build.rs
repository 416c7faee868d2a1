//! Building terms: the public constructors, constant folding, and the way into the rules.
//!
//! Callers keep widths right; a wrong width is a broken invariant and panics with the ids.

use crate::array::{ArrayId, Contents};
use crate::bits::{Bits, mask64};
use crate::kind::{Kind, for_each_kind};
use crate::ops;
use crate::rewrite;
use crate::shadow::Side;
use crate::term::{MAX_WIDTH, Node, TermId};
use crate::terms::Terms;

macro_rules! define_builders {
    (
        leaves { $($leaf:tt)* }
        unary { $($un:ident $un_name:ident { $($un_columns:tt)* })* }
        arithmetic { $($bin:ident $bin_name:ident $bin_order:ident { $($bin_columns:tt)* })* }
        comparisons { $($cmp:ident $cmp_name:ident $cmp_order:ident { $($cmp_columns:tt)* })* }
        others { $($other:tt)* }
    ) => {
        /// The operations of the table, by their names.
        impl Terms {
            $(pub fn $un_name(&mut self, a: TermId) -> TermId {
                self.unary(Kind::$un, a)
            })*
            $(pub fn $bin_name(&mut self, a: TermId, b: TermId) -> TermId {
                self.binary(Kind::$bin, a, b)
            })*
            $(pub fn $cmp_name(&mut self, a: TermId, b: TermId) -> TermId {
                self.binary(Kind::$cmp, a, b)
            })*
        }
    };
}
for_each_kind!(define_builders);

impl Terms {
    /// Builds what `node` says: folded, rewritten, or as it stands.
    pub(crate) fn build(&mut self, mut node: Node) -> TermId {
        if node.width > 0 && node.operands().any(|operand| self.has_shadow(operand)) {
            return self.build_for_each_side(node);
        }
        if self.rules.orders_operands() {
            if let Some(constant) = self.fold(&node) {
                self.rules.count_fold();
                return constant;
            }
            self.order_operands(&mut node);
        }
        if let Some(term) = rewrite::apply(self, node) {
            return term;
        }
        self.intern(node)
    }

    /// Shadows rise to the top of a term: what is done to a shadow is done to both of its sides.
    fn build_for_each_side(&mut self, node: Node) -> TermId {
        let [old, new] = [Side::Old, Side::New].map(|side| {
            let mut node = node;
            let n = node.kind.n_operands();
            for field in [&mut node.a, &mut node.b, &mut node.c].into_iter().take(n) {
                *field = self.project(TermId(*field), side).0;
            }
            self.build(node)
        });
        self.shadow(old, new)
    }

    /// Puts the operands of commutative operations in order: constants last, then by age.
    fn order_operands(&self, node: &mut Node) {
        if node.kind.is_commutative() {
            let (a, b) = (node.a(), node.b());
            if (self.is_constant(a), a) > (self.is_constant(b), b) {
                std::mem::swap(&mut node.a, &mut node.b);
            }
        }
    }

    /// The constant that `node` amounts to, if its operands are constants.
    fn fold(&mut self, node: &Node) -> Option<TermId> {
        if matches!(node.kind, Kind::Ite | Kind::Read | Kind::Shadow | Kind::Store) {
            return None;
        }
        let a = self.node(node.operands().next()?);
        if a.kind == Kind::Const && node.width <= 64 {
            return self.fold_word(node, a);
        }
        let a = self.as_bits(node.a())?;
        let value = match node.kind {
            Kind::Extract => a.extract(node.low(), node.width()),
            Kind::ZExt => a.resize(node.width()),
            Kind::SExt => a.sext(node.width()),
            Kind::Concat => a.concat(&self.as_bits(node.b())?),
            kind if kind.is_unary() => ops::wide_unary(kind, &a),
            kind => ops::wide_binary(kind, &a, &self.as_bits(node.b())?),
        };
        Some(self.constant_bits(&value))
    }

    fn fold_word(&mut self, node: &Node, a: Node) -> Option<TermId> {
        let (width, word) = (a.width(), a.payload());
        let value = match node.kind {
            Kind::Extract => word >> node.low(),
            Kind::ZExt => word,
            Kind::SExt => ops::signed(width, word) as u64,
            Kind::Concat => word << self.width(node.b()) | self.as_u64(node.b())?,
            kind if kind.is_unary() => ops::unary(kind, width, word),
            kind => ops::binary(kind, width, word, self.as_u64(node.b())?),
        };
        Some(self.constant(node.width(), value))
    }

    /// Builds an operation on one term.
    pub fn unary(&mut self, kind: Kind, a: TermId) -> TermId {
        debug_assert!(kind.is_unary(), "{kind:?} is not an operation on one term");
        let width = self.width(a);
        self.build(Node::unary(kind, width, a))
    }

    /// Builds an operation on two terms of one width; comparisons give width 1.
    pub fn binary(&mut self, kind: Kind, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        assert!(width == self.width(b) && width > 0, "{kind:?} of {a} and {b}: widths differ");
        let result = if kind.is_comparison() { 1 } else { width };
        self.build(Node::binary(kind, result, a, b))
    }

    pub fn neg(&mut self, a: TermId) -> TermId {
        let zero = self.zero(self.width(a));
        self.sub(zero, a)
    }

    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// `a <= b`, which is `not (b < a)`: one comparison serves both sides of a branch.
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let above = self.ult(b, a);
        self.not(above)
    }

    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let above = self.slt(b, a);
        self.not(above)
    }

    /// `width` bits of `a` from bit `low` on.
    pub fn extract(&mut self, a: TermId, low: u32, width: u32) -> TermId {
        assert!(width > 0 && low + width <= self.width(a), "extract of {a}: out of range");
        self.build(Node::new(Kind::Extract, width, a.0, low, 0))
    }

    /// `high` above `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let width = self.width(high) + self.width(low);
        assert!(width <= MAX_WIDTH, "concat of {high} and {low}: more than {MAX_WIDTH} bits");
        self.build(Node::binary(Kind::Concat, width, high, low))
    }

    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        self.extend(Kind::ZExt, a, width)
    }

    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        self.extend(Kind::SExt, a, width)
    }

    fn extend(&mut self, kind: Kind, a: TermId, width: u32) -> TermId {
        let narrow = self.width(a);
        assert!((narrow..=MAX_WIDTH).contains(&width), "extension of {a} to {width} bits");
        if narrow == width {
            return a;
        }
        self.build(Node::unary(kind, width, a))
    }

    /// `condition ? then : other`; the branches may be array terms.
    pub fn ite(&mut self, condition: TermId, then: TermId, other: TermId) -> TermId {
        let width = self.width(then);
        let fits = self.width(condition) == 1 && width == self.width(other);
        assert!(fits, "ite of {condition}, {then}, {other}: widths differ");
        self.build(Node::new(Kind::Ite, width, condition.0, then.0, other.0))
    }

    /// The element of an array at a constant index.
    pub fn element(&mut self, array: ArrayId, index: u64) -> TermId {
        let def = self.array(array);
        let width = def.element_width;
        let (known, rest) = match &def.contents {
            Contents::Input { .. } => {
                let node =
                    Node::new(Kind::Input, width, array.0, index as u32, (index >> 32) as u32);
                return self.intern(node);
            }
            Contents::Filled { element } => return *element,
            Contents::Object { elements, rest } => (elements.get(index as usize).copied(), *rest),
            Contents::Table { values, rest } => match values.get(index as usize) {
                Some(&value) => return self.constant(width, u64::from(value)),
                None => (None, *rest),
            },
        };
        match (known, rest) {
            (Some(element), _) => element,
            (None, Some(rest)) => self.element(rest, index),
            (None, None) => self.zero(width),
        }
    }

    /// An array as a term.
    pub fn array_term(&mut self, array: ArrayId) -> TermId {
        self.intern(Node::new(Kind::Array, 0, array.0, 0, 0))
    }

    /// The array term `array` with `value` at `index`.
    pub fn store(&mut self, array: TermId, index: TermId, value: TermId) -> TermId {
        let shape = (self.width(index), self.width(value));
        assert!(shape == self.array_shape(array), "store to {array}: widths differ");
        self.build(Node::new(Kind::Store, 0, array.0, index.0, value.0))
    }

    /// The element of the array term `array` at `index`.
    pub fn read(&mut self, array: TermId, index: TermId) -> TermId {
        let (index_width, element_width) = self.array_shape(array);
        assert!(self.width(index) == index_width, "read of {array} at {index}: widths differ");
        self.build(Node::binary(Kind::Read, element_width, array, index))
    }

    /// What the old and the new version see. No shadow is ever beneath a shadow, and two equal
    /// sides are no shadow: these are laws, not rewrites, and hold in every arena.
    pub fn shadow(&mut self, old: TermId, new: TermId) -> TermId {
        let width = self.width(old);
        assert!(width == self.width(new), "shadow of {old} and {new}: widths differ");
        let old = self.project(old, Side::Old);
        let new = self.project(new, Side::New);
        if old == new {
            return old;
        }
        self.intern(Node::binary(Kind::Shadow, width, old, new))
    }

    /// Rebuilds a term with other operands; `operands` are as many as the term has.
    pub fn with_operands(&mut self, term: TermId, operands: &[TermId]) -> TermId {
        let mut node = self.node(term);
        let fields = [&mut node.a, &mut node.b, &mut node.c];
        for (field, operand) in fields.into_iter().zip(operands) {
            *field = operand.0;
        }
        if node.kind == Kind::Shadow {
            return self.shadow(node.a(), node.b());
        }
        self.build(node)
    }

    pub fn zero(&mut self, width: u32) -> TermId {
        self.constant(width, 0)
    }

    pub fn ones(&mut self, width: u32) -> TermId {
        if width <= 64 {
            return self.constant(width, mask64(width));
        }
        self.constant_bits(&Bits::ones(width))
    }

    pub(crate) fn is_zero(&self, term: TermId) -> bool {
        match self.kind(term) {
            Kind::Const => self.node(term).payload() == 0,
            Kind::WideConst => self.as_bits(term).is_some_and(|bits| bits.is_zero()),
            _ => false,
        }
    }

    pub(crate) fn is_ones(&self, term: TermId) -> bool {
        match self.kind(term) {
            Kind::Const => self.node(term).payload() == mask64(self.width(term)),
            Kind::WideConst => self.as_bits(term).is_some_and(|bits| bits.is_ones()),
            _ => false,
        }
    }

    pub(crate) fn is_one(&self, term: TermId) -> bool {
        match self.kind(term) {
            Kind::Const => self.node(term).payload() == 1,
            Kind::WideConst => self.as_bits(term).is_some_and(|bits| bits.to_u64() == Some(1)),
            _ => false,
        }
    }

    /// Whether one term is the complement of the other.
    pub(crate) fn are_complements(&self, a: TermId, b: TermId) -> bool {
        let is_not = |n: Node, of: TermId| n.kind == Kind::Not && n.a() == of;
        is_not(self.node(a), b) || is_not(self.node(b), a)
    }

    /// The exponent of a constant that is a power of two.
    pub(crate) fn log2(&self, term: TermId) -> Option<u32> {
        let bits = self.as_bits(term)?;
        let n_ones: u32 = bits.limbs().iter().map(|limb| limb.count_ones()).sum();
        (n_ones == 1).then(|| (0..bits.width()).find(|&i| bits.bit(i)))?
    }
}
