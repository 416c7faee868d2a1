//! Operators of the theories of bit-vectors and arrays: sorts checked, terms built.

use super::sorts::{Sort, Value};
use crate::kind::Kind;
use crate::term::{MAX_WIDTH, TermId};
use crate::terms::Terms;

/// An operator, with its indices if it has some.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    /// An operation of the table of kinds, on Booleans.
    Connective(Kind),
    /// One on bit-vectors.
    Bits(Kind),
    Implies,
    Equal,
    Distinct,
    Ite,
    BvNeg,
    /// The complement of an operation on two bit-vectors.
    Complement(Kind),
    SMod,
    Comp,
    /// What a comparison says with operands swapped, negated, or both.
    Compare {
        kind: Kind,
        swap: bool,
        negate: bool,
    },
    ReduceOr,
    ReduceAnd,
    /// Whether an operation overflows: the operation, and whether it is signed.
    Overflow(Kind, bool),
    NegOverflow,
    Concat,
    Extract(u32, u32),
    ZeroExtend(u32),
    SignExtend(u32),
    RotateLeft(u32),
    RotateRight(u32),
    Repeat(u32),
    Select,
    Store,
}

impl Operator {
    pub fn from_name(name: &str) -> Option<Operator> {
        use Operator::*;
        let compare = |kind, swap, negate| Compare { kind, swap, negate };
        Some(match name {
            "=>" => Implies,
            "=" => Equal,
            "distinct" => Distinct,
            "ite" => Ite,
            "bvneg" => BvNeg,
            "bvsmod" => SMod,
            "bvnand" => Complement(Kind::And),
            "bvnor" => Complement(Kind::Or),
            "bvxnor" => Complement(Kind::Xor),
            "bvcomp" => Comp,
            "bvugt" => compare(Kind::Ult, true, false),
            "bvule" => compare(Kind::Ult, true, true),
            "bvuge" => compare(Kind::Ult, false, true),
            "bvsgt" => compare(Kind::Slt, true, false),
            "bvsle" => compare(Kind::Slt, true, true),
            "bvsge" => compare(Kind::Slt, false, true),
            "bvredor" => ReduceOr,
            "bvredand" => ReduceAnd,
            "bvuaddo" => Overflow(Kind::Add, false),
            "bvsaddo" => Overflow(Kind::Add, true),
            "bvusubo" => Overflow(Kind::Sub, false),
            "bvssubo" => Overflow(Kind::Sub, true),
            "bvumulo" => Overflow(Kind::Mul, false),
            "bvsmulo" => Overflow(Kind::Mul, true),
            "bvsdivo" => Overflow(Kind::SDiv, true),
            "bvnego" => NegOverflow,
            "concat" => Concat,
            "select" => Select,
            "store" => Store,
            _ => match Kind::from_connective(name) {
                Some(kind) => Connective(kind),
                None => Bits(Kind::from_smtlib(name)?),
            },
        })
    }

    /// An operator of the form `(_ name indices)`.
    pub fn indexed(name: &str, indices: &[u32]) -> Option<Operator> {
        Some(match (name, indices) {
            ("extract", &[high, low]) => Operator::Extract(high, low),
            ("zero_extend", &[by]) => Operator::ZeroExtend(by),
            ("sign_extend", &[by]) => Operator::SignExtend(by),
            ("rotate_left", &[by]) => Operator::RotateLeft(by),
            ("rotate_right", &[by]) => Operator::RotateRight(by),
            ("repeat", &[times]) => Operator::Repeat(times),
            _ => return None,
        })
    }

    /// Applies the operator; the error says what is wrong with the operands.
    pub fn apply(self, t: &mut Terms, args: &[Value]) -> Result<Value, String> {
        match self {
            Operator::Connective(_) | Operator::Implies => self.connective(t, args),
            Operator::Equal => {
                all_same_sort(t, args, 2)?;
                chain_pairs(t, args.windows(2), Terms::eq)
            }
            Operator::Distinct => {
                all_same_sort(t, args, 2)?;
                let pairs: Vec<[Value; 2]> = (0..args.len())
                    .flat_map(|i| (i + 1..args.len()).map(move |j| [args[i], args[j]]))
                    .collect();
                chain_pairs(t, pairs.iter().map(|pair| &pair[..]), Terms::ne)
            }
            Operator::Ite => ite(t, args),
            Operator::Select | Operator::Store => self.array_operation(t, args),
            _ => self.on_bits(t, args),
        }
    }

    fn connective(self, t: &mut Terms, args: &[Value]) -> Result<Value, String> {
        let is_unary = matches!(self, Operator::Connective(kind) if kind.is_unary());
        if is_unary && args.len() != 1 {
            return Err(wrong_count(args.len()));
        }
        if args.iter().any(|arg| arg.sort(t) != Sort::Bool) {
            return Err("takes Booleans".into());
        }
        let mut terms = args.iter().map(|arg| arg.term);
        let first = terms.next().ok_or_else(|| wrong_count(0))?;
        let term = match self {
            Operator::Connective(kind) if is_unary => t.unary(kind, first),
            Operator::Connective(kind) => terms.fold(first, |all, term| t.binary(kind, all, term)),
            _ => {
                let mut from_right = args.iter().rev().map(|arg| arg.term);
                let last = from_right.next().ok_or_else(|| wrong_count(0))?;
                from_right.fold(last, |conclusion, premise| {
                    let negated = t.not(premise);
                    t.or(negated, conclusion)
                })
            }
        };
        Ok(Value::boolean(term))
    }

    fn array_operation(self, t: &mut Terms, args: &[Value]) -> Result<Value, String> {
        let n_args = if self == Operator::Select { 2 } else { 3 };
        if args.len() != n_args {
            return Err(wrong_count(args.len()));
        }
        let Sort::Array(index, element) = args[0].sort(t) else {
            return Err(format!("takes an array, not a {}", args[0].sort(t)));
        };
        if args[1].sort(t) != Sort::BitVec(index) {
            return Err(format!("takes an index of {index} bits, not a {}", args[1].sort(t)));
        }
        if self == Operator::Select {
            return Ok(Value::bits(t.read(args[0].term, args[1].term)));
        }
        if t.width(args[2].term) != element {
            return Err(format!("takes an element of {element} bits, not a {}", args[2].sort(t)));
        }
        Ok(Value::bits(t.store(args[0].term, args[1].term, args[2].term)))
    }

    fn on_bits(self, t: &mut Terms, args: &[Value]) -> Result<Value, String> {
        if args.is_empty() {
            return Err(wrong_count(0));
        }
        for arg in args {
            if !matches!(arg.sort(t), Sort::BitVec(_)) {
                return Err(format!("takes bit-vectors, not a {}", arg.sort(t)));
            }
        }
        let terms: Vec<TermId> = args.iter().map(|arg| arg.term).collect();
        if let [a] = terms[..] {
            return self.on_one(t, a);
        }
        if self == Operator::Concat {
            let width: u64 = terms.iter().map(|&term| u64::from(t.width(term))).sum();
            check_width(width)?;
            let first = terms[0];
            let joined = terms[1..].iter().fold(first, |high, &low| t.concat(high, low));
            return Ok(Value::bits(joined));
        }
        all_same_sort(t, args, 2)?;
        if let Some(kind) = self.as_chain() {
            let first = terms[0];
            let result = terms[1..].iter().fold(first, |a, &b| t.binary(kind, a, b));
            return Ok(Value::bits(result));
        }
        match terms[..] {
            [a, b] => self.on_two(t, a, b),
            _ => Err(wrong_count(terms.len())),
        }
    }

    /// The operation that is applied from left to right to any number of bit-vectors.
    fn as_chain(self) -> Option<Kind> {
        match self {
            Operator::Bits(kind) if kind.is_arithmetic() && kind.is_commutative() => Some(kind),
            _ => None,
        }
    }

    fn on_one(self, t: &mut Terms, a: TermId) -> Result<Value, String> {
        let width = t.width(a);
        let term = match self {
            Operator::Bits(kind) if kind.is_unary() => t.unary(kind, a),
            Operator::BvNeg => t.neg(a),
            Operator::Extract(high, low) => {
                if high < low || high >= width {
                    return Err(format!("takes bits {high} to {low} of only {width}"));
                }
                t.extract(a, low, high - low + 1)
            }
            Operator::ZeroExtend(by) => {
                check_width(u64::from(width) + u64::from(by))?;
                t.zext(a, width + by)
            }
            Operator::SignExtend(by) => {
                check_width(u64::from(width) + u64::from(by))?;
                t.sext(a, width + by)
            }
            Operator::RotateLeft(by) => rotate_left(t, a, by % width),
            Operator::RotateRight(by) => rotate_left(t, a, (width - by % width) % width),
            Operator::Repeat(times) => {
                check_width(u64::from(width) * u64::from(times))?;
                if times == 0 {
                    return Err("takes at least one repetition".into());
                }
                (1..times).fold(a, |all, _| t.concat(a, all))
            }
            Operator::ReduceOr => {
                let zero = t.zero(width);
                t.ne(a, zero)
            }
            Operator::ReduceAnd => {
                let ones = t.ones(width);
                t.eq(a, ones)
            }
            Operator::NegOverflow => {
                let least = least_signed(t, width);
                return Ok(Value::boolean(t.eq(a, least)));
            }
            Operator::Concat => a,
            _ if self.as_chain().is_some() => a,
            _ => return Err(wrong_count(1)),
        };
        Ok(Value::bits(term))
    }

    fn on_two(self, t: &mut Terms, a: TermId, b: TermId) -> Result<Value, String> {
        let term = match self {
            Operator::Bits(kind) if kind.is_arithmetic() => t.binary(kind, a, b),
            Operator::Bits(kind) if kind.is_comparison() => {
                return Ok(Value::boolean(t.binary(kind, a, b)));
            }
            Operator::Complement(kind) => {
                let result = t.binary(kind, a, b);
                t.not(result)
            }
            Operator::SMod => smod(t, a, b),
            Operator::Comp => t.eq(a, b),
            Operator::Compare { kind, swap, negate } => {
                let result = if swap { t.binary(kind, b, a) } else { t.binary(kind, a, b) };
                return Ok(Value::boolean(if negate { t.not(result) } else { result }));
            }
            Operator::Overflow(kind, signed) => {
                return overflow(t, kind, signed, a, b).map(Value::boolean);
            }
            _ => return Err(wrong_count(2)),
        };
        Ok(Value::bits(term))
    }
}

fn wrong_count(n_args: usize) -> String {
    format!("does not take {n_args} operand{}", if n_args == 1 { "" } else { "s" })
}

fn check_width(width: u64) -> Result<(), String> {
    let fits = width <= u64::from(MAX_WIDTH);
    if fits { Ok(()) } else { Err(format!("would have {width} bits, more than {MAX_WIDTH}")) }
}

fn all_same_sort(t: &Terms, args: &[Value], n_least: usize) -> Result<(), String> {
    if args.len() < n_least {
        return Err(wrong_count(args.len()));
    }
    let sort = args[0].sort(t);
    match args.iter().map(|arg| arg.sort(t)).find(|&other| other != sort) {
        Some(other) => Err(format!("takes operands of one sort, not {sort} and {other}")),
        None if matches!(sort, Sort::Array(..)) => Err("between arrays is not supported".into()),
        None => Ok(()),
    }
}

fn chain_pairs<'a>(
    t: &mut Terms,
    pairs: impl Iterator<Item = &'a [Value]>,
    relate: fn(&mut Terms, TermId, TermId) -> TermId,
) -> Result<Value, String> {
    let mut all = t.boolean(true);
    for pair in pairs {
        let related = relate(t, pair[0].term, pair[1].term);
        all = t.and(all, related);
    }
    Ok(Value::boolean(all))
}

fn ite(t: &mut Terms, args: &[Value]) -> Result<Value, String> {
    let &[condition, then, other] = args else {
        return Err(wrong_count(args.len()));
    };
    if condition.sort(t) != Sort::Bool {
        return Err(format!("takes a Boolean condition, not a {}", condition.sort(t)));
    }
    let (sort, other_sort) = (then.sort(t), other.sort(t));
    if sort != other_sort {
        return Err(format!("takes branches of one sort, not {sort} and {other_sort}"));
    }
    let term = t.ite(condition.term, then.term, other.term);
    Ok(Value { term, is_bool: then.is_bool })
}

fn rotate_left(t: &mut Terms, a: TermId, by: u32) -> TermId {
    let width = t.width(a);
    if by == 0 {
        return a;
    }
    let (high, low) = (t.extract(a, 0, width - by), t.extract(a, width - by, by));
    t.concat(high, low)
}

/// The remainder with the sign of the divisor.
fn smod(t: &mut Terms, a: TermId, b: TermId) -> TermId {
    let width = t.width(a);
    let remainder = t.srem(a, b);
    let zero = t.zero(width);
    let (sign_r, sign_b) = (t.slt(remainder, zero), t.slt(b, zero));
    let signs_differ = t.xor(sign_r, sign_b);
    let is_nonzero = t.ne(remainder, zero);
    let must_shift = t.and(signs_differ, is_nonzero);
    let shifted = t.add(remainder, b);
    t.ite(must_shift, shifted, remainder)
}

fn least_signed(t: &mut Terms, width: u32) -> TermId {
    let (one, zeros) = (t.constant(1, 1), width - 1);
    if zeros == 0 {
        return one;
    }
    let zeros = t.zero(zeros);
    t.concat(one, zeros)
}

/// Whether the operation's exact result does not fit: it is computed in a width where it does.
fn overflow(
    t: &mut Terms,
    kind: Kind,
    signed: bool,
    a: TermId,
    b: TermId,
) -> Result<TermId, String> {
    let width = t.width(a);
    if kind == Kind::SDiv {
        let (least, minus_one) = (least_signed(t, width), t.ones(width));
        let (is_least, is_minus_one) = (t.eq(a, least), t.eq(b, minus_one));
        return Ok(t.and(is_least, is_minus_one));
    }
    let wide = if kind == Kind::Mul { 2 * width } else { width + 1 };
    check_width(u64::from(wide))?;
    let extend = if signed { Terms::sext } else { Terms::zext };
    let (a, b) = (extend(t, a, wide), extend(t, b, wide));
    let exact = t.binary(kind, a, b);
    let cut = t.extract(exact, 0, width);
    let back = extend(t, cut, wide);
    Ok(t.ne(exact, back))
}
