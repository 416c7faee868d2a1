//! Families of ops seen as one: the fast path has an op for each width and form of operand, terms
//! do not care. (Loads and stores are seen so by `Op::access`.)

use patchlight_ir::kinds::{BinOp, IntPred};
use patchlight_ir::{BlockId, Def, Op, Reg};

#[derive(Copy, Clone)]
pub(crate) enum Operand {
    Reg(Reg),
    /// Cut to the width already.
    Imm(u64),
}

pub(crate) struct Binary<T> {
    pub(crate) op: T,
    pub(crate) w: u8,
    pub(crate) a: Reg,
    pub(crate) b: Operand,
}

impl<T> Binary<T> {
    fn new(op: T, w: u8, a: Reg, b: Operand) -> Binary<T> {
        Binary { op, w, a, b }
    }
}

/// Integer operators of at most 64 bits.
pub(crate) fn arithmetic(op: &Op) -> Option<(Def, Binary<BinOp>)> {
    use BinOp::*;
    use Operand::{Imm, Reg};
    Some(match *op {
        Op::Add32 { dst, a, b } => (dst, Binary::new(Add, 32, a, Reg(b))),
        Op::Add64 { dst, a, b } => (dst, Binary::new(Add, 64, a, Reg(b))),
        Op::AddN { w, dst, a, b } => (dst, Binary::new(Add, w, a, Reg(b))),
        Op::Add32I { dst, a, b } => (dst, Binary::new(Add, 32, a, Imm(b))),
        Op::Add64I { dst, a, b } => (dst, Binary::new(Add, 64, a, Imm(b))),
        Op::AddNI { w, dst, a, b } => (dst, Binary::new(Add, w, a, Imm(b))),
        Op::Sub32 { dst, a, b } => (dst, Binary::new(Sub, 32, a, Reg(b))),
        Op::Sub64 { dst, a, b } => (dst, Binary::new(Sub, 64, a, Reg(b))),
        Op::SubN { w, dst, a, b } => (dst, Binary::new(Sub, w, a, Reg(b))),
        Op::Mul32 { dst, a, b } => (dst, Binary::new(Mul, 32, a, Reg(b))),
        Op::Mul64 { dst, a, b } => (dst, Binary::new(Mul, 64, a, Reg(b))),
        Op::MulN { w, dst, a, b } => (dst, Binary::new(Mul, w, a, Reg(b))),
        Op::Mul32I { dst, a, b } => (dst, Binary::new(Mul, 32, a, Imm(b))),
        Op::Mul64I { dst, a, b } => (dst, Binary::new(Mul, 64, a, Imm(b))),
        Op::MulNI { w, dst, a, b } => (dst, Binary::new(Mul, w, a, Imm(b))),
        Op::Shl32 { dst, a, b } => (dst, Binary::new(Shl, 32, a, Reg(b))),
        Op::Shl64 { dst, a, b } => (dst, Binary::new(Shl, 64, a, Reg(b))),
        Op::ShlN { w, dst, a, b } => (dst, Binary::new(Shl, w, a, Reg(b))),
        Op::Shl32I { dst, a, b } => (dst, Binary::new(Shl, 32, a, Imm(b))),
        Op::Shl64I { dst, a, b } => (dst, Binary::new(Shl, 64, a, Imm(b))),
        Op::ShlNI { w, dst, a, b } => (dst, Binary::new(Shl, w, a, Imm(b))),
        Op::And { w, dst, a, b } => (dst, Binary::new(And, w, a, Reg(b))),
        Op::AndI { w, dst, a, b } => (dst, Binary::new(And, w, a, Imm(b))),
        Op::Or { w, dst, a, b } => (dst, Binary::new(Or, w, a, Reg(b))),
        Op::OrI { w, dst, a, b } => (dst, Binary::new(Or, w, a, Imm(b))),
        Op::Xor { w, dst, a, b } => (dst, Binary::new(Xor, w, a, Reg(b))),
        Op::XorI { w, dst, a, b } => (dst, Binary::new(Xor, w, a, Imm(b))),
        Op::Lshr { w, dst, a, b } => (dst, Binary::new(Lshr, w, a, Reg(b))),
        Op::LshrI { w, dst, a, b } => (dst, Binary::new(Lshr, w, a, Imm(b))),
        Op::Udiv { w, dst, a, b } => (dst, Binary::new(Udiv, w, a, Reg(b))),
        Op::UdivI { w, dst, a, b } => (dst, Binary::new(Udiv, w, a, Imm(b))),
        Op::Urem { w, dst, a, b } => (dst, Binary::new(Urem, w, a, Reg(b))),
        Op::UremI { w, dst, a, b } => (dst, Binary::new(Urem, w, a, Imm(b))),
        Op::Ashr32 { dst, a, b } => (dst, Binary::new(Ashr, 32, a, Reg(b))),
        Op::Ashr64 { dst, a, b } => (dst, Binary::new(Ashr, 64, a, Reg(b))),
        Op::AshrN { w, dst, a, b } => (dst, Binary::new(Ashr, w, a, Reg(b))),
        Op::Ashr32I { dst, a, b } => (dst, Binary::new(Ashr, 32, a, Imm(b))),
        Op::Ashr64I { dst, a, b } => (dst, Binary::new(Ashr, 64, a, Imm(b))),
        Op::AshrNI { w, dst, a, b } => (dst, Binary::new(Ashr, w, a, Imm(b))),
        Op::Sdiv32 { dst, a, b } => (dst, Binary::new(Sdiv, 32, a, Reg(b))),
        Op::Sdiv64 { dst, a, b } => (dst, Binary::new(Sdiv, 64, a, Reg(b))),
        Op::SdivN { w, dst, a, b } => (dst, Binary::new(Sdiv, w, a, Reg(b))),
        Op::Sdiv32I { dst, a, b } => (dst, Binary::new(Sdiv, 32, a, Imm(b))),
        Op::Sdiv64I { dst, a, b } => (dst, Binary::new(Sdiv, 64, a, Imm(b))),
        Op::Srem32 { dst, a, b } => (dst, Binary::new(Srem, 32, a, Reg(b))),
        Op::Srem64 { dst, a, b } => (dst, Binary::new(Srem, 64, a, Reg(b))),
        Op::SremN { w, dst, a, b } => (dst, Binary::new(Srem, w, a, Reg(b))),
        Op::Srem32I { dst, a, b } => (dst, Binary::new(Srem, 32, a, Imm(b))),
        Op::Srem64I { dst, a, b } => (dst, Binary::new(Srem, 64, a, Imm(b))),
        _ => return None,
    })
}

/// Comparisons whose result is a register.
pub(crate) fn comparison(op: &Op) -> Option<(Def, Binary<IntPred>)> {
    use IntPred::*;
    use Operand::{Imm, Reg};
    Some(match *op {
        Op::Eq { w, dst, a, b } => (dst, Binary::new(Eq, w, a, Reg(b))),
        Op::EqI { w, dst, a, b } => (dst, Binary::new(Eq, w, a, Imm(b))),
        Op::Ne { w, dst, a, b } => (dst, Binary::new(Ne, w, a, Reg(b))),
        Op::NeI { w, dst, a, b } => (dst, Binary::new(Ne, w, a, Imm(b))),
        Op::Ult { w, dst, a, b } => (dst, Binary::new(Ult, w, a, Reg(b))),
        Op::UltI { w, dst, a, b } => (dst, Binary::new(Ult, w, a, Imm(b))),
        Op::Ule { w, dst, a, b } => (dst, Binary::new(Ule, w, a, Reg(b))),
        Op::UgtI { w, dst, a, b } => (dst, Binary::new(Ugt, w, a, Imm(b))),
        Op::Slt32 { dst, a, b } => (dst, Binary::new(Slt, 32, a, Reg(b))),
        Op::Slt64 { dst, a, b } => (dst, Binary::new(Slt, 64, a, Reg(b))),
        Op::SltN { w, dst, a, b } => (dst, Binary::new(Slt, w, a, Reg(b))),
        Op::Slt32I { dst, a, b } => (dst, Binary::new(Slt, 32, a, Imm(b))),
        Op::Slt64I { dst, a, b } => (dst, Binary::new(Slt, 64, a, Imm(b))),
        Op::SltNI { w, dst, a, b } => (dst, Binary::new(Slt, w, a, Imm(b))),
        Op::Sle32 { dst, a, b } => (dst, Binary::new(Sle, 32, a, Reg(b))),
        Op::Sle64 { dst, a, b } => (dst, Binary::new(Sle, 64, a, Reg(b))),
        Op::SleN { w, dst, a, b } => (dst, Binary::new(Sle, w, a, Reg(b))),
        Op::Sgt32I { dst, a, b } => (dst, Binary::new(Sgt, 32, a, Imm(b))),
        Op::Sgt64I { dst, a, b } => (dst, Binary::new(Sgt, 64, a, Imm(b))),
        Op::SgtNI { w, dst, a, b } => (dst, Binary::new(Sgt, w, a, Imm(b))),
        _ => return None,
    })
}

pub(crate) struct Branch {
    pub(crate) test: Binary<IntPred>,
    pub(crate) then: BlockId,
    pub(crate) other: BlockId,
}

/// Compare-and-branch. (`BrIf` tests a whole register and is not among them.)
pub(crate) fn branch(op: &Op) -> Option<Branch> {
    use IntPred::*;
    let imm = |w: u8, value: i32| Operand::Imm(super::imm(w, value));
    let reg = Operand::Reg;
    let (test, then, other) = match *op {
        Op::BrEq { w, a, b, then, other } => (Binary::new(Eq, w, a, reg(b)), then, other),
        Op::BrEqI { w, a, b, then, other } => (Binary::new(Eq, w, a, imm(w, b)), then, other),
        Op::BrNe { w, a, b, then, other } => (Binary::new(Ne, w, a, reg(b)), then, other),
        Op::BrNeI { w, a, b, then, other } => (Binary::new(Ne, w, a, imm(w, b)), then, other),
        Op::BrUlt { w, a, b, then, other } => (Binary::new(Ult, w, a, reg(b)), then, other),
        Op::BrUltI { w, a, b, then, other } => (Binary::new(Ult, w, a, imm(w, b)), then, other),
        Op::BrUle { w, a, b, then, other } => (Binary::new(Ule, w, a, reg(b)), then, other),
        Op::BrUgtI { w, a, b, then, other } => (Binary::new(Ugt, w, a, imm(w, b)), then, other),
        Op::BrSlt32 { a, b, then, other } => (Binary::new(Slt, 32, a, reg(b)), then, other),
        Op::BrSlt32I { a, b, then, other } => (Binary::new(Slt, 32, a, imm(32, b)), then, other),
        Op::BrSle32 { a, b, then, other } => (Binary::new(Sle, 32, a, reg(b)), then, other),
        Op::BrSgt32I { a, b, then, other } => (Binary::new(Sgt, 32, a, imm(32, b)), then, other),
        Op::BrSlt64 { a, b, then, other } => (Binary::new(Slt, 64, a, reg(b)), then, other),
        Op::BrSlt64I { a, b, then, other } => (Binary::new(Slt, 64, a, imm(64, b)), then, other),
        Op::BrSle64 { a, b, then, other } => (Binary::new(Sle, 64, a, reg(b)), then, other),
        Op::BrSgt64I { a, b, then, other } => (Binary::new(Sgt, 64, a, imm(64, b)), then, other),
        _ => return None,
    };
    Some(Branch { test, then, other })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BugKind, Context, Halt, PathEnd, Program, State, Value};
    use patchlight_ir::for_each_op;

    /// The word and the fields of each op, with their types.
    macro_rules! fields_of_ops {
        ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident: $ty:ty),* },)*) => {
            &[$(($text, &[$((stringify!($field), stringify!($ty))),*])),*]
        };
    }
    const FIELDS: &[(&str, &[(&str, &str)])] = for_each_op!(fields_of_ops);

    /// The widths at which an op is tried. Most have one, by their name.
    const WIDTHS: [u8; 6] = [1, 7, 8, 33, 63, 64];

    /// An op on `r0` and `r1`, or `r0` and the immediate `b`, as text.
    fn line(mnemonic: &str, fields: &[(&str, &str)], w: u8, b: u64) -> Option<String> {
        let fields: Option<Vec<String>> = fields
            .iter()
            .map(|field| match field {
                ("w", _) => Some(w.to_string()),
                ("dst", _) => Some("r2".to_owned()),
                ("a", "Reg") => Some("r0".to_owned()),
                ("b", "Reg") => Some("r1".to_owned()),
                ("b", "u64") => Some(b.to_string()),
                _ => None,
            })
            .collect();
        Some(format!("{mnemonic} {}", fields?.join(", ")))
    }

    /// What the loop makes of an op: the op, and the value or `None` for an error in a division.
    fn execute(line: &str, a: u64, b: u64) -> (Op, Option<u64>) {
        let text = format!(
            "file \"t.c\"\nname \"main\"\nfunc @main external params 0 ret 1 {{\n regs 4\n \
             loc !0 file0 1 1 n0\nb0:\n const r0, {a}\n const r1, {b}\n {line}\n ret r2, 1\n}}\n"
        );
        let module = patchlight_ir::text::parse(&text).expect("a module");
        let op = module.functions[0].body().expect("a body").ops[2];
        let program = Program::new(module).expect("a valid module");
        let mut state = State::new(&program, "main", 1 << 20).expect("a `main`");
        let halt = state.run(&program, &mut Context::default(), 100).break_value();
        let value = match halt.expect("no system call") {
            Halt::Returned(Value::Word(value)) => Some(value),
            Halt::End(PathEnd::Bug(bug))
                if matches!(bug.kind, BugKind::DivisionByZero | BugKind::DivisionOverflow) =>
            {
                None
            }
            other => panic!("{line} of {a} and {b}: {other:?}"),
        };
        (op, value)
    }

    /// The loop has each operator written out for speed, at each width and form of operand; so have
    /// comparisons. This is what keeps them to the one description.
    #[test]
    fn every_op_of_the_loop_computes_what_its_operator_means() {
        let mut n_arithmetic = 0;
        let mut n_comparisons = 0;
        for (mnemonic, fields) in FIELDS {
            let is_any_width = fields.iter().any(|(name, _)| *name == "w");
            let by_name = [32, 64].into_iter().find(|w| mnemonic.contains(&w.to_string()));
            let widths = if is_any_width { &WIDTHS[..] } else { by_name.as_slice() };
            for &w in widths {
                let all = u64::MAX >> (64 - w);
                let last = u64::from(w) - 1;
                let values = [0, 1, 5, last, last + 1, all / 2, all / 2 + 1, all].map(|v| v & all);
                for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
                    let Some(line) = line(mnemonic, fields, w, b) else { break };
                    let (op, value) = execute(&line, a, b);
                    let expected = if let Some((_, Binary { op, w: width, .. })) = arithmetic(&op) {
                        assert_eq!(width, w);
                        n_arithmetic += 1;
                        op.fold(w, a, b)
                    } else if let Some((_, Binary { op, w: width, .. })) = comparison(&op) {
                        assert_eq!(width, w);
                        n_comparisons += 1;
                        let [signed_a, signed_b] = [a, b].map(|word| super::super::sext(w, word));
                        Some(op.holds(a.cmp(&b), signed_a.cmp(&signed_b)).into())
                    } else {
                        break;
                    };
                    assert_eq!(value, expected, "{line} of {a} and {b} at {w} bits");
                }
            }
        }
        // 49 ops of arithmetic and 20 comparisons, some of them at six widths.
        assert!(n_arithmetic >= 49 * 64 && n_comparisons >= 20 * 64);
    }
}
