//! The text format: what is printed parses to the same module, and errors say where they are.

use expect_test::{Expect, expect};
use patchlight_ir::kinds::{BinOp, BitBinOp, BitUnOp, FloatBinOp, FloatFmt, FloatPred, FloatUnOp};
use patchlight_ir::kinds::{IntPred, OverflowOp};
use patchlight_ir::text::{parse, print_function};
use patchlight_ir::*;
use proptest::prelude::*;

#[test]
fn a_module_in_canonical_text_prints_as_it_was_written() {
    let text = include_str!("all_fields.plir");
    let module = parse(text).unwrap();
    let without_comment = text.split_once('\n').unwrap().1;
    assert_eq!(module.to_string(), without_comment);
}

#[test]
fn the_example_of_the_description_is_sound() {
    let module = parse(include_str!("format.plir")).unwrap();
    verify(&module).unwrap();
    assert_eq!(parse(&module.to_string()).unwrap(), module);
    expect![[r#"

        func @max external params 2 ret 1 {
          regs 3
          loc !0 file0 3 1 n0
          loc !1 file0 4 9 n0 at !0
          local l0 "a" r0 width 32
          local l1 "buf" size 16 align 8
          args r0 r1
          switch t0 1: b1, 5: b2, default b2
          table t0 b1 b2
        b0:
          switch 32, r0, t0
        b1:
          ret r1, 1 !1
        b2:
          call r2, 1, @max, 2, args0 ; r0 r1
          ret r2, 1
        }
    "#]]
    .assert_eq(&print_function(&module, FuncId(1)));
}

#[test]
fn errors_say_where_and_what() {
    let check = |text: &str, expected: Expect| {
        expected.assert_eq(&parse(text).unwrap_err().to_string());
    };
    check("file", expect!["1:5: expected a text in quotes, found the end"]);
    check("file \"a", expect!["1:8: a text without its end"]);
    check("file \"\\zz\"", expect![[r#"1:10: expected two hex digits after `\`"#]]);
    check("file \"\\ff\"", expect!["1:6: a text that is not UTF-8"]);
    check("nonsense", expect!["1:1: expected an item, found `nonsense`"]);
    check("%", expect!["1:1: unexpected character '%'"]);
    check("constructor 1 @f", expect!["1:15: there is no function `@f`"]);
    check("func @f strong", expect!["1:9: expected a linkage, found `strong`"]);
    check("func @f weak params 70000", expect!["1:21: expected a number (u16), found `70000`"]);
    let body = |ops: &str| format!("func @f weak params 0 ret 0 {{\n  regs 1\n{ops}\n}}");
    check(&body("b1:"), expect!["3:1: expected `b0`, found `b1`"]);
    check(&body("b0:\n  mov r0"), expect!["5:1: expected `,`, found `}`"]);
    check(&body("b0:\n  mov r0, b0"), expect!["4:11: expected `rN`, found `b0`"]);
    check(&body("b0:\n  mov r0, r65536"), expect!["4:11: expected `rN`, found `r65536`"]);
    check(&body("b0:\n  move r0, r0"), expect!["4:3: expected an op, found `move`"]);
    check(&body("b0:\n  addr.g r0, @f, 0"), expect!["4:14: there is no global `@f`"]);
    check(&body("b0:\n  addr.f r0, @f#1"), expect!["4:14: there is no function `@f`"]);
    check(&body("b0:\n  fcast f65, f64, r0, r0"), expect!["4:9: expected FloatFmt, found `f65`"]);
    check(
        "func @f weak params 0 ret 0 {\n  regs 1\nb0:\n  trap\n",
        expect!["5:1: expected an op, found the end"],
    );
}

/// Numbers to build a module from; zeros when they run out, so that shorter lists are smaller
/// modules.
struct Entropy<'a>(&'a [u64]);

impl Entropy<'_> {
    fn next(&mut self) -> u64 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn name(&mut self) -> String {
        const NAMES: [&str; 9] =
            ["f", "g", "", "a b", "x.1", "#1", "\"", "\\é\n\u{0}", "-declared"];
        NAMES[self.below(9) as usize].to_string()
    }

    fn list<T>(&mut self, most: u64, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| item(self)).collect()
    }
}

/// How many functions, and how many globals, every generated module has.
const N_SYMBOLS: u64 = 4;

trait Random {
    fn random(entropy: &mut Entropy<'_>) -> Self;
}

macro_rules! random_fields {
    (
        numbers { $($number:ty,)* }
        ids { $($id:ident < $limit:expr,)* }
        kinds { $($kind:ident,)* }
    ) => {
        $(impl Random for $number {
            fn random(entropy: &mut Entropy<'_>) -> Self { entropy.next() as $number }
        })*
        $(impl Random for $id {
            fn random(entropy: &mut Entropy<'_>) -> Self {
                $id::from_index(entropy.below($limit) as usize)
            }
        })*
        $(impl Random for $kind {
            fn random(entropy: &mut Entropy<'_>) -> Self {
                $kind::ALL[entropy.below($kind::ALL.len() as u64) as usize]
            }
        })*
    };
}

random_fields! {
    numbers { u8, u16, u32, u64, i32, i64, }
    ids {
        Reg < 0xffff, BlockId < 0xffff_ffff, FuncId < N_SYMBOLS, GlobalId < N_SYMBOLS,
        NameId < 9, FileId < 9, ArgsId < 99, TableId < 9, LocalId < 9,
    }
    kinds {
        BinOp, IntPred, FloatPred, FloatFmt, FloatBinOp, FloatUnOp, BitUnOp, BitBinOp, OverflowOp,
    }
}

impl Random for bool {
    fn random(entropy: &mut Entropy<'_>) -> Self {
        entropy.below(2) == 1
    }
}

impl Random for Def {
    fn random(entropy: &mut Entropy<'_>) -> Self {
        Def(Reg::random(entropy))
    }
}

impl Random for Linkage {
    fn random(entropy: &mut Entropy<'_>) -> Self {
        [Linkage::External, Linkage::Internal, Linkage::Weak, Linkage::Common]
            [entropy.below(4) as usize]
    }
}

macro_rules! random_op {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident: $ty:ty),* },)*) => {
        impl Random for Op {
            fn random(entropy: &mut Entropy<'_>) -> Self {
                let makers: &[fn(&mut Entropy<'_>) -> Op] = &[
                    $(|_entropy| Op::$name { $($field: Random::random(_entropy)),* },)*
                ];
                makers[entropy.below(makers.len() as u64) as usize](entropy)
            }
        }
    };
}
for_each_op!(random_op);

impl Random for Body {
    fn random(entropy: &mut Entropy<'_>) -> Self {
        let mut ops = entropy.list(12, Op::random);
        ops.push(Op::Trap {});
        let n_ops = ops.len() as u64;
        let mut blocks = entropy.list(3, |entropy| entropy.below(n_ops) as u32);
        blocks.push(0);
        blocks.sort_unstable();
        blocks.dedup();
        Body {
            n_regs: u16::random(entropy),
            optimised: bool::random(entropy),
            op_locs: ops.iter().map(|_| entropy.below(3) as u32).collect(),
            ops,
            blocks,
            locs: entropy.list(3, |entropy| Loc {
                file: FileId::random(entropy),
                line: u32::random(entropy),
                column: u32::random(entropy),
                function: NameId::random(entropy),
                inlined_at: bool::random(entropy).then(|| u32::random(entropy)),
            }),
            locals: entropy.list(3, |entropy| Local {
                name: entropy.name(),
                place: if bool::random(entropy) {
                    LocalPlace::Register { reg: Reg::random(entropy), width: u16::random(entropy) }
                } else {
                    LocalPlace::Memory { size: u64::random(entropy), align: u32::random(entropy) }
                },
            }),
            args: entropy.list(5, Reg::random),
            switches: entropy.list(2, |entropy| SwitchTable {
                cases: entropy.list(3, |e| (u64::random(e), BlockId::random(e))),
                default: BlockId::random(entropy),
            }),
            branch_tables: entropy.list(2, |entropy| entropy.list(3, BlockId::random)),
        }
    }
}

impl Random for Function {
    fn random(entropy: &mut Entropy<'_>) -> Self {
        Function {
            name: entropy.name(),
            linkage: Linkage::random(entropy),
            n_params: u16::random(entropy),
            variadic: bool::random(entropy),
            n_ret: u8::random(entropy),
            kind: match entropy.below(5) {
                0 => FuncKind::Declared,
                1 => FuncKind::Alias(FuncId::random(entropy)),
                2 => FuncKind::IFunc(FuncId::random(entropy)),
                _ => FuncKind::Defined(Box::new(Body::random(entropy))),
            },
        }
    }
}

impl Random for Global {
    fn random(entropy: &mut Entropy<'_>) -> Self {
        Global {
            name: entropy.name(),
            linkage: Linkage::random(entropy),
            size: u64::random(entropy),
            align: u32::random(entropy),
            constant: bool::random(entropy),
            thread_local: bool::random(entropy),
            section: bool::random(entropy).then(|| entropy.name()),
            kind: match entropy.below(4) {
                0 => GlobalKind::Declared,
                1 => GlobalKind::Alias {
                    global: GlobalId::random(entropy),
                    offset: u64::random(entropy),
                },
                _ => GlobalKind::Defined(Init {
                    bytes: entropy.list(9, u8::random),
                    relocs: entropy.list(3, Reloc::random),
                }),
            },
        }
    }
}

impl Random for Reloc {
    fn random(entropy: &mut Entropy<'_>) -> Self {
        Reloc {
            offset: u64::random(entropy),
            target: match entropy.below(3) {
                0 => RelocTarget::Func(FuncId::random(entropy)),
                1 => RelocTarget::Global(GlobalId::random(entropy)),
                _ => RelocTarget::Block(FuncId::random(entropy), BlockId::random(entropy)),
            },
            addend: i64::random(entropy),
            size: u8::random(entropy),
        }
    }
}

impl Random for Structor {
    fn random(entropy: &mut Entropy<'_>) -> Self {
        Structor { priority: u32::random(entropy), func: FuncId::random(entropy) }
    }
}

impl Random for Module {
    fn random(entropy: &mut Entropy<'_>) -> Self {
        Module {
            directories: Vec::new(),
            files: entropy.list(3, Entropy::name),
            names: entropy.list(3, Entropy::name),
            constructors: entropy.list(2, Structor::random),
            destructors: entropy.list(2, Structor::random),
            functions: (0..N_SYMBOLS).map(|_| Function::random(entropy)).collect(),
            globals: (0..N_SYMBOLS).map(|_| Global::random(entropy)).collect(),
        }
    }
}

proptest! {
    #[test]
    fn what_is_printed_parses_to_the_same_module(numbers in prop::collection::vec(any::<u64>(), 0..400)) {
        let module = Module::random(&mut Entropy(&numbers));
        let text = module.to_string();
        prop_assert_eq!(parse(&text), Ok(module), "{}", text);
    }

    #[test]
    fn no_module_makes_the_verifier_panic(numbers in prop::collection::vec(any::<u64>(), 0..400)) {
        let _ = verify(&Module::random(&mut Entropy(&numbers)));
    }

    #[test]
    fn no_text_makes_the_parser_panic(
        text in r#"((func|global|@f|"\\0a"|r1|b0:|mov|switch|table|loc|!|\{|\}|,|[0-9]+|external|regs|args) ?){0,30}"#
    ) {
        let _ = parse(&text);
    }
}
