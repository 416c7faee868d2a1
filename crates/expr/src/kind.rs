//! The table of operations. One row for each: `for_each_kind!` hands the rows to whoever generates
//! something from them. Here that is the enum and how operations are spelled, in [`crate::ops`] what
//! they compute, in `build` the methods that build them.
//!
//! **Columns of an operation on bit-vectors**, which are all of one width:
//! - its name, and the name of two methods: the one of `Terms` that builds it, and the one of
//!   `Bits` that computes it at any width;
//! - whether its operands are `ordered`, or `commutative` (then it is associative as well, and takes
//!   any number of them in SMT-LIB);
//! - `smtlib`: its name there. What SMT-LIB has no name for is spelled out over the operands `a`
//!   and `b` and the number `w`, which is the width: `"(ite (bvult a b) b a)"`. After `/` its name
//!   on Booleans, which are bit-vectors of width 1 here;
//! - `infix`: the operator that people read, or the name of a function. After `/` how it is shown at
//!   width 1, and for a comparison how its opposite is shown;
//! - `words`: its value on words of at most 64 bits, from the width and the operands, whose upper
//!   bits are 0. Those of the value are cut off. A comparison gives a `bool`.
//!
//! Division and shifts are total, as in SMT-LIB. The other kinds (leaves, and those that move bits,
//! choose, or are about arrays) have no columns but the number of operands: each is handled where
//! it is met.
//!
//! Invariant: what two columns say is the same; tests that go through all rows compare them, here
//! and in the solver. Deliberately absent: facts and rewrite rules. Of an operation without any,
//! nothing is known, and it stays as it is.

macro_rules! for_each_kind {
    ($then:ident) => {
        $then! {
            leaves {
                /// A constant of at most 64 bits, inline.
                Const,
                /// A wider constant, in a side table.
                WideConst,
                /// One element of an input array, at a constant index.
                Input,
                /// An array of the array table, as an array term.
                Array,
            }
            unary {
                Not not { smtlib: "bvnot" / "not", infix: "~" / "!", words: |_, a| !a }
            }
            arithmetic {
                And and commutative { smtlib: "bvand" / "and", infix: "&" / "&&", words: |_, a, b| a & b }
                Or or commutative { smtlib: "bvor" / "or", infix: "|" / "||", words: |_, a, b| a | b }
                Xor xor commutative { smtlib: "bvxor" / "xor", infix: "^", words: |_, a, b| a ^ b }
                Add add commutative { smtlib: "bvadd", infix: "+", words: |_, a, b| a.wrapping_add(b) }
                Sub sub ordered { smtlib: "bvsub", infix: "-", words: |_, a, b| a.wrapping_sub(b) }
                Mul mul commutative { smtlib: "bvmul", infix: "*", words: |_, a, b| a.wrapping_mul(b) }
                UDiv udiv ordered {
                    smtlib: "bvudiv", infix: "/", words: |_, a, b| a.checked_div(b).unwrap_or(u64::MAX)
                }
                URem urem ordered {
                    smtlib: "bvurem", infix: "%", words: |_, a, b| a.checked_rem(b).unwrap_or(a)
                }
                SDiv sdiv ordered {
                    smtlib: "bvsdiv", infix: "/", words: |width, a, b| signed_quotient(width, a, b)
                }
                SRem srem ordered {
                    smtlib: "bvsrem", infix: "%", words: |width, a, b| signed_remainder(width, a, b)
                }
                Shl shl ordered {
                    smtlib: "bvshl", infix: "<<", words: |width, a, b| if b < width.into() { a << b } else { 0 }
                }
                LShr lshr ordered {
                    smtlib: "bvlshr", infix: ">>", words: |width, a, b| if b < width.into() { a >> b } else { 0 }
                }
                AShr ashr ordered {
                    smtlib: "bvashr", infix: ">>", words: |width, a, b| (signed(width, a) >> b.min(63)) as u64
                }
            }
            comparisons {
                Eq eq commutative { smtlib: "=", infix: "==" / "!=", words: |_, a, b| a == b }
                Ult ult ordered { smtlib: "bvult", infix: "<" / ">=", words: |_, a, b| a < b }
                Slt slt ordered {
                    smtlib: "bvslt", infix: "<" / ">=", words: |width, a, b| signed(width, a) < signed(width, b)
                }
            }
            others {
                Extract(1),
                Concat(2),
                ZExt(1),
                SExt(1),
                Ite(3),
                /// An array read at a symbolic index.
                Read(2),
                /// What the old and the new version see.
                Shadow(2),
                /// An array term with one element overwritten: an update log is a chain of these.
                Store(3),
            }
        }
    };
}
pub(crate) use for_each_kind;

/// How an operation is written.
#[derive(Debug)]
pub(crate) struct Spelling {
    /// The name in SMT-LIB, or an expression that begins with a parenthesis.
    pub smtlib: &'static str,
    /// The name in SMT-LIB for Booleans, if it is an operation on them.
    pub connective: Option<&'static str>,
    /// An operator, or the name of a function.
    pub infix: &'static str,
    pub infix_of_booleans: Option<&'static str>,
    /// The operator of the opposite comparison.
    pub infix_of_opposite: Option<&'static str>,
}

macro_rules! optional {
    () => {
        None
    };
    ($text:literal) => {
        Some($text)
    };
}

macro_rules! is_commutative {
    (commutative) => {
        true
    };
    (ordered) => {
        false
    };
}

macro_rules! define_kind {
    (
        leaves { $($(#[$leaf_doc:meta])* $leaf:ident,)* }
        unary { $($un:ident $un_name:ident {
            smtlib: $un_smt:literal $(/ $un_bool:literal)?,
            infix: $un_infix:literal $(/ $un_infix_bool:literal)?, words: $($un_words:tt)*
        })* }
        arithmetic { $($bin:ident $bin_name:ident $bin_order:ident {
            smtlib: $bin_smt:literal $(/ $bin_bool:literal)?,
            infix: $bin_infix:literal $(/ $bin_infix_bool:literal)?, words: $($bin_words:tt)*
        })* }
        comparisons { $($cmp:ident $cmp_name:ident $cmp_order:ident {
            smtlib: $cmp_smt:literal, infix: $cmp_infix:literal / $cmp_opposite:literal,
            words: $($cmp_words:tt)*
        })* }
        others { $($(#[$other_doc:meta])* $other:ident($n_operands:literal),)* }
    ) => {
        /// The operation at the root of a term. Boolean terms are terms of width 1; array terms have
        /// width 0.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Kind {
            $($(#[$leaf_doc])* $leaf,)*
            $($un,)*
            $($bin,)*
            $($cmp,)*
            $($(#[$other_doc])* $other,)*
        }

        impl Kind {
            /// Every kind, in the order of the enum.
            pub const ALL: &[Kind] = &[
                $(Kind::$leaf,)* $(Kind::$un,)* $(Kind::$bin,)* $(Kind::$cmp,)* $(Kind::$other,)*
            ];
            /// The operations on one bit-vector that give one of the same width.
            pub const UNARY: &[Kind] = &[$(Kind::$un,)*];
            /// The operations on two bit-vectors of one width that give one of the same width.
            pub const ARITHMETIC: &[Kind] = &[$(Kind::$bin,)*];
            /// The operations on two bit-vectors of one width that give a bit.
            pub const COMPARISONS: &[Kind] = &[$(Kind::$cmp,)*];
            /// The operations on bit-vectors: these three together.
            pub const OPERATIONS: &[Kind] = &[$(Kind::$un,)* $(Kind::$bin,)* $(Kind::$cmp,)*];

            pub fn is_unary(self) -> bool {
                matches!(self, $(Kind::$un)|*)
            }

            pub fn is_arithmetic(self) -> bool {
                matches!(self, $(Kind::$bin)|*)
            }

            pub fn is_comparison(self) -> bool {
                matches!(self, $(Kind::$cmp)|*)
            }

            pub fn is_commutative(self) -> bool {
                match self {
                    $(Kind::$bin => is_commutative!($bin_order),)*
                    $(Kind::$cmp => is_commutative!($cmp_order),)*
                    _ => false,
                }
            }

            /// Whether `a` (and then `b`, `c`) of the node are terms.
            pub(crate) fn n_operands(self) -> usize {
                match self {
                    $(Kind::$leaf => 0,)*
                    $(Kind::$un => 1,)*
                    $(Kind::$bin => 2,)*
                    $(Kind::$cmp => 2,)*
                    $(Kind::$other => $n_operands,)*
                }
            }

            /// How an operation on bit-vectors is written.
            pub(crate) fn spelling(self) -> Option<&'static Spelling> {
                Some(match self {
                    $(Kind::$un => &Spelling {
                        smtlib: $un_smt,
                        connective: optional!($($un_bool)?),
                        infix: $un_infix,
                        infix_of_booleans: optional!($($un_infix_bool)?),
                        infix_of_opposite: None,
                    },)*
                    $(Kind::$bin => &Spelling {
                        smtlib: $bin_smt,
                        connective: optional!($($bin_bool)?),
                        infix: $bin_infix,
                        infix_of_booleans: optional!($($bin_infix_bool)?),
                        infix_of_opposite: None,
                    },)*
                    $(Kind::$cmp => &Spelling {
                        smtlib: $cmp_smt,
                        connective: None,
                        infix: $cmp_infix,
                        infix_of_booleans: None,
                        infix_of_opposite: Some($cmp_opposite),
                    },)*
                    _ => return None,
                })
            }

            /// The operation on bit-vectors that SMT-LIB calls so.
            pub(crate) fn from_smtlib(name: &str) -> Option<Kind> {
                Some(match name {
                    $($un_smt => Kind::$un,)*
                    $($bin_smt => Kind::$bin,)*
                    $($cmp_smt => Kind::$cmp,)*
                    _ => return None,
                })
            }

            /// The operation that SMT-LIB calls so on Booleans.
            pub(crate) fn from_connective(name: &str) -> Option<Kind> {
                Some(match name {
                    $($($un_bool => Kind::$un,)?)*
                    $($($bin_bool => Kind::$bin,)?)*
                    _ => return None,
                })
            }
        }
    };
}
for_each_kind!(define_kind);

impl Kind {
    pub const COUNT: usize = Kind::ALL.len();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops;
    use crate::smtlib::{Command, Declaration, Reader, write_query};
    use crate::{Assignment, Bits, Evaluator, TermId, Terms};

    fn apply(t: &mut Terms, kind: Kind, x: TermId, y: TermId) -> TermId {
        if kind.is_unary() { t.unary(kind, x) } else { t.binary(kind, x, y) }
    }

    /// Random limbs; the same for every run.
    fn limbs(state: &mut u64, width: u32) -> Bits {
        let limb = |_| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.rotate_right(17)
        };
        Bits::from_limbs(width, (0..width.div_ceil(64)).map(limb).collect())
    }

    #[test]
    fn every_operation_has_the_width_and_the_operands_of_its_group() {
        for &kind in Kind::OPERATIONS {
            let mut t = Terms::plain();
            let array = t.input_array("in", 32, 8);
            let [x, y] = [0, 1].map(|at| t.element(array, at));
            let term = apply(&mut t, kind, x, y);
            assert_eq!(t.width(term), if kind.is_comparison() { 1 } else { 8 }, "{kind:?}");
            let n_operands = if kind.is_unary() { 1 } else { 2 };
            let operands: Vec<TermId> = t.node(term).operands().collect();
            assert_eq!(operands, [x, y][..n_operands], "{kind:?}");
        }
    }

    #[test]
    fn an_operation_is_commutative_if_its_row_says_so_and_then_it_is_associative() {
        let all = || (0..8u64).flat_map(|a| (0..8).map(move |b| (a, b)));
        for &kind in Kind::ARITHMETIC.iter().chain(Kind::COMPARISONS) {
            let op = |a, b| ops::binary(kind, 3, a, b);
            let commutes = all().all(|(a, b)| op(a, b) == op(b, a));
            assert_eq!(kind.is_commutative(), commutes, "{kind:?}");
            if commutes && kind.is_arithmetic() {
                let associates = |c| all().all(|(a, b)| op(op(a, b), c) == op(a, op(b, c)));
                assert!((0..8).all(associates), "{kind:?}");
            }
        }
    }

    #[test]
    fn every_operation_on_constants_is_folded_to_the_value_of_the_term() {
        let mut state = 7;
        for &kind in Kind::OPERATIONS {
            for width in [1, 2, 5, 8, 63, 64, 65, 100, 128, 129, 200] {
                let [a, b] = [limbs(&mut state, width), limbs(&mut state, width)];
                let (mut folding, mut plain) = (Terms::new(), Terms::plain());
                let [folded, term] = [&mut folding, &mut plain].map(|t| {
                    let (x, y) = (t.constant_bits(&a), t.constant_bits(&b));
                    apply(t, kind, x, y)
                });
                let value = Evaluator::default().value(&plain, term);
                assert_eq!(folding.as_bits(folded), Some(value), "{kind:?} of {a:?}, {b:?}");
            }
        }
    }

    /// The one assertion of a script, and what it declares.
    fn read(t: &mut Terms, text: &str) -> (TermId, Vec<Declaration>) {
        let mut reader = Reader::new(text);
        let mut assertion = None;
        while let Some(command) = reader.next_command(t).expect("the text is right") {
            if let Command::Assert(term) = command {
                assertion = Some(term);
            }
        }
        (assertion.expect("the text has an assertion"), reader.declarations().to_vec())
    }

    #[test]
    fn every_operation_is_read_as_it_was_written() {
        let mut state = 11;
        let cases = Kind::OPERATIONS.iter().flat_map(|kind| [1, 2, 8, 64, 70].map(|w| (kind, w)));
        for (&kind, width) in cases {
            let mut t = Terms::plain();
            let arrays = ["x", "y", "z"].map(|name| t.input_array(name, 0, width));
            let [x, y, z] = arrays.map(|array| t.element(array, 0));
            let term = apply(&mut t, kind, x, y);
            let is_it = if kind.is_comparison() { term } else { t.eq(term, z) };
            let text = write_query(&t, &[is_it], &[x, y, z]);
            let mut other = Terms::plain();
            let (back, declarations) = read(&mut other, &text);
            if kind.spelling().is_some_and(|spelling| !spelling.smtlib.starts_with('(')) {
                let has_kind = |at: usize| other.kind(TermId::from_index(at)) == kind;
                assert!((0..other.len()).any(has_kind), "{kind:?} is another operation in {text}");
            }
            for _ in 0..20 {
                let [a, b] = [limbs(&mut state, width), limbs(&mut state, width)];
                let value = if kind.is_unary() {
                    ops::wide_unary(kind, &a)
                } else {
                    ops::wide_binary(kind, &a, &b)
                };
                let values = [a, b, value.resize(width)];
                let (mut here, mut there) = (Assignment::new(), Assignment::new());
                for ((array, bits), name) in arrays.into_iter().zip(&values).zip(["x", "y", "z"]) {
                    here.set(array, 0, bits.clone());
                    let declared = declarations.iter().find(|found| found.name.starts_with(name));
                    there.set(declared.expect("inputs are declared").array, 0, bits.clone());
                }
                let expected = Evaluator::new(here).is_true(&t, is_it);
                assert!(expected || kind.is_comparison(), "{kind:?} of {values:?}");
                assert_eq!(Evaluator::new(there).is_true(&other, back), expected, "{text}");
            }
        }
    }

    #[test]
    fn every_kind_is_shown_with_its_operands() {
        for &kind in Kind::ALL {
            let mut t = Terms::plain();
            let array = t.input_array("in", 32, 8);
            let [x, y] = [0, 1].map(|at| t.element(array, at));
            let object = t.object(&[x, y]);
            let (object, zero) = (t.array_term(object), t.zero(32));
            let term = match kind {
                Kind::Const => t.constant(8, 1),
                Kind::WideConst => t.constant(100, 1),
                Kind::Input => x,
                Kind::Array => object,
                Kind::Extract => t.extract(x, 1, 3),
                Kind::Concat => t.concat(x, y),
                Kind::ZExt => t.zext(x, 16),
                Kind::SExt => t.sext(x, 16),
                Kind::Ite => {
                    let condition = t.eq(x, y);
                    t.ite(condition, x, y)
                }
                Kind::Read => t.read(object, zero),
                Kind::Store => t.store(object, zero, x),
                Kind::Shadow => t.shadow(x, y),
                _ => apply(&mut t, kind, x, y),
            };
            assert_eq!(t.kind(term), kind);
            let text = t.infix(term, &|_| "input".to_string());
            assert!(!text.is_empty(), "{kind:?}");
            if let Some(spelling) = kind.spelling() {
                assert!(!spelling.infix.is_empty() && text.contains(spelling.infix), "{kind:?}");
                let n_shown =
                    (0..2).filter(|index| text.contains(&format!("input[{index}]"))).count();
                assert_eq!(n_shown, kind.n_operands(), "{kind:?}: {text}");
            }
        }
    }
}
