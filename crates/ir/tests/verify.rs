//! Every rule of the verifier, each broken once in a module that is sound otherwise.

use expect_test::{Expect, expect};
use patchlight_ir::kinds::{BinOp, BitBinOp, BitUnOp, FloatBinOp, FloatFmt, FloatPred, FloatUnOp};
use patchlight_ir::kinds::{IntPred, OverflowOp};
use patchlight_ir::*;

/// `f(a, b)` adds its parameters if the first is not 0, and looks at the sum with a switch.
fn sound_module() -> Module {
    let body = Body {
        n_regs: 4,
        optimised: false,
        ops: vec![
            Op::BrIf { cond: Reg(0), then: BlockId(1), other: BlockId(2) },
            Op::Add32 { dst: Def(Reg(2)), a: Reg(0), b: Reg(1) },
            Op::Call { dst: Def(Reg(3)), n_ret: 1, func: FuncId(1), n_args: 2, args: ArgsId(0) },
            Op::Switch { w: 32, a: Reg(2), table: TableId(0) },
            Op::Const { dst: Def(Reg(3)), value: 7 },
            Op::Jmp { to: BlockId(3) },
            Op::Ret { a: Reg(3), n: 1 },
        ],
        blocks: vec![0, 1, 4, 6],
        op_locs: vec![0; 7],
        locs: vec![Loc {
            file: FileId(0),
            line: 1,
            column: 0,
            function: NameId(0),
            inlined_at: None,
        }],
        locals: vec![
            Local { name: "x".into(), place: LocalPlace::Register { reg: Reg(2), width: 32 } },
            Local { name: "y".into(), place: LocalPlace::Memory { size: 8, align: 8 } },
        ],
        args: vec![Reg(0), Reg(2)],
        switches: vec![SwitchTable {
            cases: vec![(1, BlockId(2)), (0xffff_ffff, BlockId(3))],
            default: BlockId(3),
        }],
        branch_tables: vec![],
    };
    let function = |name: &str, n_params, kind| Function {
        name: name.into(),
        linkage: Linkage::External,
        n_params,
        variadic: false,
        n_ret: 1,
        kind,
    };
    let relocs = vec![
        Reloc { offset: 0, target: RelocTarget::Func(FuncId(0)), addend: 0, size: 8 },
        Reloc { offset: 8, target: RelocTarget::Block(FuncId(0), BlockId(1)), addend: 0, size: 4 },
    ];
    Module {
        functions: vec![
            function("f", 2, FuncKind::Defined(Box::new(body))),
            function("g", 2, FuncKind::Declared),
            function("h", 2, FuncKind::Alias(FuncId(0))),
        ],
        globals: vec![Global {
            name: "table".into(),
            linkage: Linkage::Internal,
            size: 16,
            align: 8,
            constant: true,
            thread_local: false,
            section: None,
            kind: GlobalKind::Defined(Init { bytes: vec![0; 12], relocs }),
        }],
        directories: Vec::new(),
        files: vec!["f.c".into()],
        names: vec!["f".into()],
        constructors: vec![Structor { priority: 65535, func: FuncId(0) }],
        destructors: vec![],
    }
}

fn message(module: &Module) -> String {
    match verify(module) {
        Ok(()) => "sound".into(),
        Err(error) => error.to_string(),
    }
}

fn check(spoil: impl FnOnce(&mut Module), expected: Expect) {
    let mut module = sound_module();
    spoil(&mut module);
    expected.assert_eq(&message(&module));
}

fn check_body(spoil: impl FnOnce(&mut Body), expected: Expect) {
    check(
        |module| match &mut module.functions[0].kind {
            FuncKind::Defined(body) => spoil(body),
            _ => unreachable!("f is defined"),
        },
        expected,
    );
}

#[test]
fn a_sound_module_passes() {
    check(|_| {}, expect!["sound"]);
}

#[test]
fn registers_must_exist_with_all_their_words() {
    check_body(
        |body| body.ops[1] = Op::Mov { dst: Def(Reg(4)), a: Reg(0) },
        expect!["`f`, op 1 (mov): 1 word(s) from r4 on exceed the 4 registers"],
    );
    check_body(
        |body| body.ops[1] = Op::Mov { dst: Def(Reg(2)), a: Reg(4) },
        expect!["`f`, op 1 (mov): 1 word(s) from r4 on exceed the 4 registers"],
    );
    let wide = |dst| Op::WideZext { from: 32, to: 128, dst: Def(Reg(dst)), a: Reg(0) };
    check_body(
        |body| body.ops[4] = wide(3),
        expect!["`f`, op 4 (wide.zext): 2 word(s) from r3 on exceed the 4 registers"],
    );
    check_body(|body| body.ops[4] = wide(2), expect!["sound"]);
    check_body(
        |body| body.ops[6] = Op::Ret { a: Reg(u16::MAX), n: 1 },
        expect!["`f`, op 6 (ret): 1 word(s) from r65535 on exceed the 4 registers"],
    );
    check_body(
        |body| body.args[1] = Reg(4),
        expect!["`f`: 1 word(s) from r4 on exceed the 4 registers"],
    );
    let place = LocalPlace::Register { reg: Reg(2), width: 129 };
    check_body(
        |body| body.locals[0].place = place,
        expect!["`f`: 3 word(s) from r2 on exceed the 4 registers"],
    );
    check(
        |module| module.functions[0].n_params = 5,
        expect!["`f`: 5 parameters exceed the 4 registers"],
    );
}

#[test]
fn a_field_that_covers_no_register_may_be_anything() {
    check(
        |module| {
            let FuncKind::Defined(body) = &mut module.functions[0].kind else { return };
            body.ops[6] = Op::Ret { a: Reg(999), n: 0 };
            module.functions[0].n_ret = 0;
        },
        expect!["sound"],
    );
}

#[test]
fn blocks_must_tile_the_ops_and_end_in_their_only_terminator() {
    check_body(|body| body.blocks.clear(), expect!["`f`: there are no blocks"]);
    check_body(
        |body| body.blocks[0] = 1,
        expect!["`f`: b0 does not start after the block before it, inside the ops"],
    );
    check_body(
        |body| body.blocks[2] = 1,
        expect!["`f`: b1 does not start after the block before it, inside the ops"],
    );
    check_body(|body| body.blocks[3] = 7, expect!["`f`: a terminator stands inside b2"]);
    check_body(
        |body| body.blocks[3] = u32::MAX,
        expect!["`f`: b2 does not start after the block before it, inside the ops"],
    );
    check_body(|body| body.blocks[1] = 2, expect!["`f`: b0 does not end in a terminator"]);
    check_body(|body| body.ops[4] = Op::Trap {}, expect!["`f`: a terminator stands inside b2"]);
    check_body(
        |body| body.ops[6] = Op::Const { dst: Def(Reg(0)), value: 0 },
        expect!["`f`: b3 does not end in a terminator"],
    );
}

#[test]
fn no_edge_leads_to_the_entry_or_out_of_the_body() {
    check_body(
        |body| body.ops[5] = Op::Jmp { to: BlockId(0) },
        expect!["`f`, op 5 (jmp): an edge leads to the entry block"],
    );
    check_body(
        |body| body.ops[5] = Op::Jmp { to: BlockId(4) },
        expect!["`f`, op 5 (jmp): block 4 does not exist"],
    );
    check_body(
        |body| body.switches[0].default = BlockId(0),
        expect!["`f`: an edge leads to the entry block"],
    );
    check_body(
        |body| body.switches[0].cases[0].1 = BlockId(9),
        expect!["`f`: block 9 does not exist"],
    );
    check_body(
        |body| body.branch_tables = vec![vec![BlockId(4)]],
        expect!["`f`: block 4 does not exist"],
    );
}

#[test]
fn ids_must_exist() {
    let address = |func, block| Op::BlockAddr { dst: Def(Reg(2)), func: FuncId(func), block };
    check_body(
        |body| body.ops[1] = address(0, BlockId(4)),
        expect!["`f`, op 1 (addr.b): block 4 does not exist"],
    );
    check_body(
        |body| body.ops[1] = address(1, BlockId(0)),
        expect!["`f`, op 1 (addr.b): block 0 does not exist"],
    );
    check_body(
        |body| body.ops[1] = address(3, BlockId(0)),
        expect!["`f`, op 1 (addr.b): function 3 does not exist"],
    );
    let load = Op::Load8G { dst: Def(Reg(2)), global: GlobalId(1), offset: 0 };
    check_body(|body| body.ops[1] = load, expect!["`f`, op 1 (load.8g): global 1 does not exist"]);
    check_body(
        |body| body.ops[6] = Op::Unsupported { what: NameId(1) },
        expect!["`f`, op 6 (unsupported): name 1 does not exist"],
    );
    let alloca = Op::Alloca { dst: Def(Reg(2)), local: LocalId(2) };
    check_body(|body| body.ops[1] = alloca, expect!["`f`, op 1 (alloca): local 2 does not exist"]);
    check_body(
        |body| body.args.truncate(1),
        expect!["`f`, op 2 (call): argument 2 does not exist"],
    );
    check_body(
        |body| body.switches.clear(),
        expect!["`f`, op 3 (switch): switch table 0 does not exist"],
    );
    check_body(
        |body| body.ops[6] = Op::IndirectBr { a: Reg(0), table: TableId(0) },
        expect!["`f`, op 6 (br.indirect): branch table 0 does not exist"],
    );
    check(
        |module| module.constructors[0].func = FuncId(3),
        expect!["`constructors`: function 3 does not exist"],
    );
}

#[test]
fn locations_must_exist_and_chains_of_inlining_must_end() {
    check_body(|body| body.op_locs.truncate(6), expect!["`f`: 6 locations for 7 ops"]);
    check_body(|body| body.op_locs[3] = 1, expect!["`f`: location 1 does not exist"]);
    check_body(|body| body.locs[0].file = FileId(1), expect!["`f`: file 1 does not exist"]);
    check_body(|body| body.locs[0].function = NameId(1), expect!["`f`: name 1 does not exist"]);
    check_body(|body| body.locs[0].inlined_at = Some(1), expect!["`f`: location 1 does not exist"]);
    check_body(
        |body| body.locs[0].inlined_at = Some(0),
        expect!["`f`: location 0 is inlined into itself"],
    );
}

#[test]
fn widths_and_immediates_must_fit() {
    let checked = |op| {
        let mut module = sound_module();
        let FuncKind::Defined(body) = &mut module.functions[0].kind else { return String::new() };
        body.ops[4] = op;
        message(&module)
    };
    let (dst, a, b) = (Def(Reg(3)), Reg(0), Reg(1));
    let lines = [
        checked(Op::AndI { w: 8, dst, a, b: 0xff }),
        checked(Op::AndI { w: 8, dst, a, b: 0x100 }),
        checked(Op::AndI { w: 64, dst, a, b: u64::MAX }),
        checked(Op::AndI { w: 1, dst, a, b: 2 }),
        checked(Op::LshrAndI { w: 16, shift: 15, dst, a, mask: 0xffff }),
        checked(Op::LshrAndI { w: 16, shift: 16, dst, a, mask: 1 }),
        checked(Op::LshrAndI { w: 16, shift: 1, dst, a, mask: 0x1_0000 }),
        checked(Op::Add32I { dst, a, b: 0xffff_ffff }),
        checked(Op::Add32I { dst, a, b: 0x1_0000_0000 }),
        checked(Op::AddN { w: 65, dst, a, b }),
        checked(Op::LoadN { w: 12, dst, base: a, offset: 0 }),
        checked(Op::LoadN { w: 72, dst, base: a, offset: 0 }),
        checked(Op::Zext { from: 32, to: 16, dst, a }),
        checked(Op::Trunc { from: 16, to: 32, dst, a }),
        checked(Op::WideTrunc { from: 64, to: 32, dst, a }),
        checked(Op::BitUn { op: BitUnOp::Popcount, w: 129, dst: Def(Reg(2)), a }),
    ];
    expect![[r#"
        sound
        `f`, op 4 (and.i): immediate 0x100 exceeds 8 bits
        sound
        `f`, op 4 (and.i): immediate 0x2 exceeds 1 bits
        sound
        `f`, op 4 (lshr.and.i): width 16 is not allowed here
        `f`, op 4 (lshr.and.i): immediate 0x10000 exceeds 16 bits
        sound
        `f`, op 4 (add.32i): immediate 0x100000000 exceeds 32 bits
        `f`, op 4 (add.n): width 65 is not allowed here
        `f`, op 4 (load.n): width 12 is not allowed here
        `f`, op 4 (load.n): width 72 is not allowed here
        `f`, op 4 (zext): widths 32 to 16 go the wrong way
        `f`, op 4 (trunc): widths 16 to 32 go the wrong way
        `f`, op 4 (wide.trunc): width 64 is not allowed here
        `f`, op 4 (bit1): width 129 is not allowed here"#]]
    .assert_eq(&lines.join("\n"));
}

/// A value for every type that the op table uses: widths 0, registers 0, first ids.
trait Zero {
    fn zero() -> Self;
}

macro_rules! zeros {
    ($($ty:ty = $value:expr,)*) => { $(impl Zero for $ty { fn zero() -> Self { $value } })* };
}

zeros! {
    u8 = 0, u16 = 0, u32 = 0, u64 = 0, i32 = 0, i64 = 0, bool = false,
    Def = Def(Reg(2)), Reg = Reg(0), BlockId = BlockId(1), FuncId = FuncId(0),
    GlobalId = GlobalId(0), NameId = NameId(0), ArgsId = ArgsId(0), TableId = TableId(0),
    LocalId = LocalId(0), BinOp = BinOp::Add, IntPred = IntPred::Eq, FloatPred = FloatPred::Oeq,
    FloatFmt = FloatFmt::F64, FloatBinOp = FloatBinOp::Add, FloatUnOp = FloatUnOp::Neg,
    BitUnOp = BitUnOp::Popcount, BitBinOp = BitBinOp::Smin, OverflowOp = OverflowOp::Sadd,
}

macro_rules! all_ops {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident: $ty:ty),* },)*) => {
        vec![$((
            Op::$name { $($field: Zero::zero()),* },
            [$(stringify!($field)),*].contains(&"w") || [$(stringify!($field)),*].contains(&"from"),
        )),*] as Vec<(Op, bool)>
    };
}

#[test]
fn every_op_of_the_table_with_a_width_refuses_width_zero() {
    for (op, has_width) in for_each_op!(all_ops) {
        let is_float_cast =
            matches!(op, Op::FloatCast { .. } | Op::MemCpy { .. } | Op::MemMove { .. });
        let mut module = sound_module();
        let FuncKind::Defined(body) = &mut module.functions[0].kind else { continue };
        body.branch_tables = vec![vec![]];
        body.ops[if op.is_terminator() { 6 } else { 4 }] = op;
        let refused = message(&module).contains("width 0 is not allowed");
        assert_eq!(refused, has_width && !is_float_cast, "{op:?}");
    }
}

#[test]
fn switch_cases_increase_and_fit_the_width() {
    check_body(
        |body| body.switches[0].cases[0].0 = 0xffff_ffff,
        expect!["`f`: the cases of t0 do not increase"],
    );
    check_body(
        |body| body.switches[0].cases[1].0 = 0x1_0000_0000,
        expect!["`f`, op 3 (switch): immediate 0x100000000 exceeds 32 bits"],
    );
}

#[test]
fn a_return_hands_back_what_the_function_promises() {
    check_body(
        |body| body.ops[6] = Op::Ret { a: Reg(0), n: 2 },
        expect!["`f`, op 6 (ret): 2 registers are returned, not 1"],
    );
}

#[test]
fn initialisers_stay_inside_and_relocations_apart() {
    let init = |spoil: fn(&mut Init)| {
        move |module: &mut Module| match &mut module.globals[0].kind {
            GlobalKind::Defined(init) => spoil(init),
            _ => unreachable!("table is defined"),
        }
    };
    check(
        init(|init| init.bytes = vec![0; 17]),
        expect!["`table`: 17 bytes of initialiser exceed the size 16"],
    );
    check(
        init(|init| init.bytes[9] = 1),
        expect!["`table`: the bytes beneath the relocation at 8 are not 0"],
    );
    check(
        init(|init| init.relocs[1].offset = 4),
        expect![
            "`table`: the relocation at 4 overlaps another, leaves the global, or is not 4 or 8 bytes"
        ],
    );
    check(
        init(|init| init.relocs[1].offset = 13),
        expect![
            "`table`: the relocation at 13 overlaps another, leaves the global, or is not 4 or 8 bytes"
        ],
    );
    check(
        init(|init| init.relocs[1].offset = u64::MAX),
        expect![
            "`table`: the relocation at 18446744073709551615 overlaps another, leaves the global, or is not 4 or 8 bytes"
        ],
    );
    check(
        init(|init| init.relocs[1].size = 2),
        expect![
            "`table`: the relocation at 8 overlaps another, leaves the global, or is not 4 or 8 bytes"
        ],
    );
    check(
        init(|init| init.relocs[0].target = RelocTarget::Global(GlobalId(1))),
        expect!["`table`: global 1 does not exist"],
    );
    check(
        init(|init| init.relocs[1].target = RelocTarget::Block(FuncId(1), BlockId(0))),
        expect!["`table`: block 0 does not exist"],
    );
    check(
        |module| module.globals[0].align = 3,
        expect!["`table`: alignment 3 is not a power of two"],
    );
}

#[test]
fn aliases_must_end_somewhere() {
    check(
        |module| module.functions[2].kind = FuncKind::Alias(FuncId(2)),
        expect!["`h`: its aliases form a circle"],
    );
    check(
        |module| module.functions[2].kind = FuncKind::Alias(FuncId(3)),
        expect!["`h`: function 3 does not exist"],
    );
    check(
        |module| module.globals[0].kind = GlobalKind::Alias { global: GlobalId(0), offset: 0 },
        expect!["`table`: its aliases form a circle"],
    );
}

#[test]
fn a_register_must_be_written_on_all_paths_to_its_reads() {
    // r3 reaches the return from b2 and, past the call, from b1.
    check_body(
        |body| body.ops[4] = Op::Const { dst: Def(Reg(2)), value: 7 },
        expect!["`f`, op 6 (ret): r3 is read before it is written on some path"],
    );
    // Nothing else writes r2, which the call passes on.
    check_body(
        |body| body.ops[1] = Op::Const { dst: Def(Reg(3)), value: 7 },
        expect!["`f`, op 2 (call): r2 is read before it is written on some path"],
    );
    check_body(
        |body| body.ops[0] = Op::BrIf { cond: Reg(3), then: BlockId(1), other: BlockId(2) },
        expect!["`f`, op 0 (br): r3 is read before it is written on some path"],
    );
}

#[test]
fn a_block_that_is_never_reached_may_read_anything() {
    check_body(
        |body| {
            body.ops[0] = Op::Jmp { to: BlockId(2) };
            body.ops[1] = Op::Mov { dst: Def(Reg(2)), a: Reg(3) };
        },
        expect!["sound"],
    );
}

#[test]
fn more_than_64_registers_flow_through_a_loop() {
    // b0 writes r0..r199 but one; b1 loops on itself; b2 reads them all.
    let skipped = 130;
    let mut module = sound_module();
    let mut ops = Vec::new();
    for reg in (0..200).filter(|&reg| reg != skipped) {
        ops.push(Op::Const { dst: Def(Reg(reg)), value: 0 });
    }
    ops.push(Op::Jmp { to: BlockId(1) });
    let head = ops.len() as u32;
    ops.push(Op::BrIf { cond: Reg(0), then: BlockId(1), other: BlockId(2) });
    for reg in 0..200 {
        ops.push(Op::Mov { dst: Def(Reg(0)), a: Reg(reg) });
    }
    ops.push(Op::Ret { a: Reg(0), n: 1 });
    module.functions[0].n_params = 0;
    module.globals.clear();
    let FuncKind::Defined(body) = &mut module.functions[0].kind else { return };
    **body = Body {
        n_regs: 200,
        op_locs: vec![0; ops.len()],
        ops,
        blocks: vec![0, head, head + 1],
        locs: body.locs.clone(),
        ..Body::default()
    };
    expect!["`f`, op 331 (mov): r130 is read before it is written on some path"]
        .assert_eq(&message(&module));
}

/// Small numbers, so that sound and broken ops both occur.
struct Small(u64);

impl Small {
    fn below(&mut self, limit: u64) -> u64 {
        // A linear congruential generator with Knuth's constants.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

trait Any {
    fn any(source: &mut Small) -> Self;
}

macro_rules! any_small {
    ($($ty:ty = |$source:ident| $value:expr,)*) => {
        $(impl Any for $ty { fn any($source: &mut Small) -> Self { $value } })*
    };
}

any_small! {
    u8 = |s| [0, 1, 2, 8, 32, 64, 65, 128][s.below(8) as usize],
    u16 = |s| s.below(4) as u16, u32 = |s| s.below(4) as u32, u64 = |s| s.below(4),
    i32 = |s| s.below(4) as i32, i64 = |s| s.below(4) as i64, bool = |s| s.below(2) == 1,
    Def = |s| Def(Reg::any(s)), Reg = |s| Reg(s.below(6) as u16),
    BlockId = |s| BlockId(s.below(5) as u32), FuncId = |s| FuncId(s.below(4) as u32),
    GlobalId = |s| GlobalId(s.below(2) as u32), NameId = |s| NameId(s.below(2) as u32),
    ArgsId = |s| ArgsId(s.below(4) as u32), TableId = |s| TableId(s.below(2) as u32),
    LocalId = |s| LocalId(s.below(3) as u32),
    BinOp = |_s| BinOp::Add, IntPred = |_s| IntPred::Eq, FloatPred = |_s| FloatPred::Oeq,
    FloatFmt = |s| FloatFmt::ALL[s.below(6) as usize], FloatBinOp = |_s| FloatBinOp::Add,
    FloatUnOp = |_s| FloatUnOp::Neg, BitUnOp = |_s| BitUnOp::Popcount,
    BitBinOp = |_s| BitBinOp::Smin, OverflowOp = |_s| OverflowOp::Sadd,
}

macro_rules! any_op {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident: $ty:ty),* },)*) => {
        &[$(|_source: &mut Small| Op::$name { $($field: Any::any(_source)),* }),*] as &[fn(&mut Small) -> Op]
    };
}

#[test]
fn what_passes_touches_only_what_exists() {
    let mut source = Small(1);
    let (mut n_sound, mut n_broken) = (0, 0);
    for make in for_each_op!(any_op).iter().cycle().take(100_000) {
        let op = make(&mut source);
        let mut module = sound_module();
        let FuncKind::Defined(body) = &mut module.functions[0].kind else { continue };
        let at = if op.is_terminator() { 6 } else { 4 };
        body.ops[at] = op;
        if verify_structure(Sizes::of(&module), &module.functions[0]).is_err() {
            n_broken += 1;
            continue;
        }
        n_sound += 1;
        let body = module.functions[0].body().unwrap();
        op.for_each_write(|reg| assert!(reg.0 < 4, "{op:?}"));
        body.for_each_read(&op, |reg| assert!(reg.0 < 4, "{op:?}"));
        if op.is_terminator() {
            body.for_each_successor(&op, |block| assert!((1..4).contains(&block.0), "{op:?}"));
        }
    }
    assert!(n_sound > 10_000 && n_broken > 10_000, "{n_sound} sound, {n_broken} broken");
}
