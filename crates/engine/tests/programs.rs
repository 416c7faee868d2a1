//! Small programs in the text format, run to their end.

use patchlight_engine::{BugKind, Context, Halt, Limit, PathEnd, Program, State, Value};

const HEADER: &str = "file \"t.c\"\nname \"main\"\n\
    func @malloc external params 1 ret 1 declared\n\
    func @calloc external params 2 ret 1 declared\n\
    func @realloc external params 2 ret 1 declared\n\
    func @free external params 1 ret 0 declared\n\
    func @setjmp external params 1 ret 1 declared\n\
    func @__pl_longjmp external params 2 ret 0 declared\n\
    func @strlen external params 1 ret 1 declared\n";

/// Runs `main` of a module, with the header before it.
fn run(items: &str) -> (State, Halt) {
    let module = patchlight_ir::text::parse(&format!("{HEADER}{items}")).expect("a module");
    let program = Program::new(module).expect("a valid module");
    let mut state = State::new(&program, "main", 1 << 30).expect("a `main`");
    let halt = state.run(&program, &mut Context::default(), 10_000_000);
    (state, halt.break_value().expect("no system call"))
}

/// The body of a `main` with 12 registers whose argument pool is `r0 r1 r2`.
fn main_of(ops: &str) -> String {
    format!(
        "func @main external params 0 ret 1 {{\n regs 12\n loc !0 file0 1 1 n0\n \
         local l0 \"buf\" size 16 align 8\n args r0 r1 r2\n{ops}\n}}\n"
    )
}

fn result_of(ops: &str) -> u64 {
    match run(&main_of(ops)).1 {
        Halt::Returned(Value::Word(value)) => value,
        other => panic!("{other:?}"),
    }
}

fn bug_of(ops: &str) -> (BugKind, Option<(String, i64)>) {
    match run(&main_of(ops)).1 {
        Halt::End(PathEnd::Bug(bug)) => {
            (bug.kind, bug.object.map(|object| (object.name, object.offset)))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn narrow_arithmetic_is_cut_to_its_width() {
    assert_eq!(result_of("b0:\n const r1, 250\n add.ni 8, r2, r1, 10\n ret r2, 1"), 4);
    assert_eq!(
        result_of("b0:\n const r1, 1\n const r3, 0\n sub.32 r2, r3, r1\n ret r2, 1"),
        u64::from(u32::MAX)
    );
    assert_eq!(
        result_of("b0:\n const r1, 128\n sext 8, 32, r2, r1\n ret r2, 1"),
        u64::from(-128i32 as u32)
    );
    assert_eq!(
        result_of("b0:\n const r1, 4294967295\n ashr.32i r2, r1, 4\n ret r2, 1"),
        u64::from(u32::MAX)
    );
}

#[test]
fn a_shift_by_the_width_or_more_gives_zero() {
    for op in ["shl.32", "ashr.32"] {
        let ops =
            format!("b0:\n const r1, 4294967295\n const r2, 32\n {op} r3, r1, r2\n ret r3, 1");
        assert_eq!(result_of(&ops), 0, "{op}");
    }
}

#[test]
fn division_by_zero_and_its_overflow_are_told_apart() {
    let by_zero = "b0:\n const r1, 7\n const r2, 0\n sdiv.32 r3, r1, r2\n ret r3, 1";
    assert_eq!(bug_of(by_zero).0, BugKind::DivisionByZero);
    let overflow =
        "b0:\n const r1, 2147483648\n const r2, 4294967295\n sdiv.32 r3, r1, r2\n ret r3, 1";
    assert_eq!(bug_of(overflow).0, BugKind::DivisionOverflow);
}

#[test]
fn an_access_past_a_block_names_object_and_offset() {
    let ops = "b0:\n const r0, 10\n call r1, 1, @malloc, 1, args0\n store.32 r0, r1, 8\n ret r0, 1";
    assert_eq!(bug_of(ops), (BugKind::OutOfBoundsWrite, Some(("heap".to_string(), 8))));
    let before =
        "b0:\n const r0, 10\n call r1, 1, @malloc, 1, args0\n load.8 r2, r1, -1\n ret r2, 1";
    assert_eq!(bug_of(before), (BugKind::OutOfBoundsRead, Some(("heap".to_string(), -1))));
    let local = "b0:\n alloca r1, l0\n load.8 r2, r1, 16\n ret r2, 1";
    assert_eq!(bug_of(local), (BugKind::OutOfBoundsRead, Some(("buf".to_string(), 16))));
}

#[test]
fn freed_blocks_stay_dead() {
    let start = "b0:\n const r0, 8\n call r1, 1, @malloc, 1, args0\n mov r0, r1\n \
                 call r2, 0, @free, 1, args0\n";
    let read = format!("{start} load.8 r2, r1, 0\n ret r2, 1");
    assert_eq!(bug_of(&read).0, BugKind::UseAfterFree);
    let again = format!("{start} call r2, 0, @free, 1, args0\n ret r1, 1");
    assert_eq!(bug_of(&again).0, BugKind::DoubleFree);
    let inside = "b0:\n const r0, 8\n call r0, 1, @malloc, 1, args0\n add.64i r0, r0, 4\n \
                  call r2, 0, @free, 1, args0\n ret r0, 1";
    assert_eq!(bug_of(inside), (BugKind::InvalidFree, Some(("heap".to_string(), 4))));
}

#[test]
fn a_thousand_reuses_of_a_slot_do_not_revive_a_pointer() {
    let ops = "b0:\n const r0, 8\n call r5, 1, @malloc, 1, args0\n mov r0, r5\n \
        call r2, 0, @free, 1, args0\n const r6, 0\n jmp b1\n\
        b1:\n const r0, 8\n call r0, 1, @malloc, 1, args0\n call r2, 0, @free, 1, args0\n \
        add.32i r6, r6, 1\n br.slt.32i r6, 100000, b1, b2\n\
        b2:\n load.8 r2, r5, 0\n ret r2, 1";
    assert_eq!(bug_of(ops).0, BugKind::UseAfterFree);
}

#[test]
fn null_and_wild_pointers_are_told_apart() {
    assert_eq!(
        bug_of("b0:\n const r1, 8\n load.8 r2, r1, 0\n ret r2, 1").0,
        BugKind::NullDereference
    );
    let wild = "b0:\n const r1, 81985529216486895\n load.8 r2, r1, 0\n ret r2, 1";
    assert_eq!(bug_of(wild).0, BugKind::WildPointer);
}

#[test]
fn unwritten_bytes_give_a_warning_and_zero() {
    let ops = "b0:\n alloca r1, l0\n load.32 r2, r1, 4\n ret r2, 1";
    let (state, stop) = run(&main_of(ops));
    assert_eq!(stop, Halt::Returned(Value::Word(0)));
    assert_eq!(state.path.warnings.len(), 1);
    assert_eq!(state.path.warnings[0].kind.name(), "uninitialised-read");
}

#[test]
fn realloc_keeps_the_bytes_and_ends_the_old_block() {
    let start = "b0:\n const r0, 4\n call r4, 1, @malloc, 1, args0\n const r5, 77\n \
        store.32 r5, r4, 0\n mov r0, r4\n const r1, 400\n call r6, 1, @realloc, 2, args0\n";
    assert_eq!(result_of(&format!("{start} load.32 r7, r6, 0\n ret r7, 1")), 77);
    assert_eq!(bug_of(&format!("{start} load.32 r7, r4, 0\n ret r7, 1")).0, BugKind::UseAfterFree);
}

#[test]
fn longjmp_returns_to_setjmp_with_its_value() {
    let ops = "b0:\n const r0, 200\n const r5, 0\n call r4, 1, @malloc, 1, args0\n mov r0, r4\n \
        call r1, 1, @setjmp, 1, args0\n add.32i r5, r5, 1\n br.slt.32i r5, 3, b1, b2\n\
        b1:\n add.32i r1, r5, 40\n call r2, 0, @__pl_longjmp, 2, args0\n ret r1, 1\n\
        b2:\n ret r1, 1";
    assert_eq!(result_of(ops), 42);
}

#[test]
fn endless_recursion_is_a_stack_overflow() {
    let items = "func @main external params 0 ret 0 {\n regs 1\n loc !0 file0 1 1 n0\n\
        b0:\n call r0, 0, @main, 0, args0\n ret r0, 0\n}\n";
    let (_, stop) = run(items);
    assert!(matches!(stop, Halt::End(PathEnd::Bug(bug)) if bug.kind == BugKind::StackOverflow));
}

#[test]
fn a_huge_block_is_a_limit_not_a_guess() {
    let ops = "b0:\n const r0, 3000000000\n call r1, 1, @malloc, 1, args0\n ret r1, 1";
    let (_, stop) = run(&main_of(ops));
    assert_eq!(stop, Halt::End(PathEnd::Limit(Limit::ObjectSize(3_000_000_000))));
}

#[test]
fn an_endless_loop_pauses_when_its_ops_are_used_up() {
    let (state, stop) = run(&main_of("b0:\n jmp b1\nb1:\n jmp b1"));
    assert_eq!(stop, Halt::Paused);
    assert!(state.path.n_ops >= 10_000_000 && state.path.n_ops < 10_000_100);
}

#[test]
fn tables_choose_by_value() {
    let ops = |value: u64| {
        format!(
            "switch t0 3: b1, 5: b2, 1000000: b1, default b3\n\
             b0:\n const r0, {value}\n switch 32, r0, t0\n\
             b1:\n const r1, 1\n ret r1, 1\nb2:\n const r1, 2\n ret r1, 1\n\
             b3:\n const r1, 3\n ret r1, 1"
        )
    };
    for (value, expected) in [(3, 1), (5, 2), (1_000_000, 1), (4, 3), (0, 3), (999_999, 3)] {
        assert_eq!(result_of(&ops(value)), expected, "of {value}");
    }
}

/// Why a program with these globals cannot be started.
fn refusal_of(globals: &str) -> String {
    let main = main_of("b0:\n const r1, 0\n ret r1, 1");
    let module = patchlight_ir::text::parse(&format!("{HEADER}{globals}{main}"));
    let program = Program::new(module.expect("a module")).expect("a valid module");
    State::new(&program, "main", 1 << 30).err().expect("an error").to_string()
}

#[test]
fn an_alias_is_inside_of_its_global_or_at_its_end() {
    let base = "global @base external size 16 align 8 { }\n";
    let alias = |offset: u64| {
        format!("{base}global @inner external size 4 align 4 alias @base + {offset}\n")
    };
    let ops = "b0:\n addr.g r1, @inner, 0\n addr.g r2, @base, 0\n sub.64 r3, r1, r2\n ret r3, 1";
    for offset in [0, 12, 16] {
        match run(&format!("{}{}", alias(offset), main_of(ops))).1 {
            Halt::Returned(Value::Word(distance)) => assert_eq!(distance, offset),
            other => panic!("{other:?}"),
        }
    }
    // The second would be in another object, the last two wrap around.
    for offset in [17, 1 << 32, u64::MAX - 1, u64::MAX] {
        let why = format!("the alias `inner` lies {offset} bytes into `base`, which has 16");
        assert_eq!(refusal_of(&alias(offset)), why);
    }
}
