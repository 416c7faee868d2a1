//! Which functions and globals of two modules are the same, and what becomes of those that are not.

mod common;

use common::{Pair, module, pair, run, try_pair};
use patchlight_ir::{GlobalKind, Module};
use patchlight_unify::UnifyError;

/// `main` calls `scale`, which multiplies by the global `factor` and adds 1.
const PROGRAM: &str = "global @factor internal size 4 align 4 {
  bytes \"\\03\\00\\00\\00\"
}
func @main external params 1 ret 1 {
  regs 3
  loc !0 file0 1 1 n0
  args r0
b0:
  call r1, 1, @scale, 1, args0
  ret r1, 1
}
func @scale internal params 1 ret 1 {
  regs 3
  loc !0 file0 9 1 n0
  local l0 \"x\" r0 width 32
b0:
  load.32g r1, @factor, 0
  mul.32 r2, r0, r1
  add.32i r2, r2, 1
  ret r2, 1
}
";
const INPUTS: [&[u64]; 3] = [&[0], &[5], &[1 << 31]];

fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(PROGRAM.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

fn change(edits: &[(&str, &str)]) -> Pair {
    let pair = pair(PROGRAM, &edited(edits));
    pair.is_both(["main", "main"], &INPUTS);
    pair
}

fn names(module: &Module) -> Vec<&str> {
    module.functions.iter().map(|function| function.name.as_str()).collect()
}

#[test]
fn a_function_with_another_name_is_one_function() {
    let pair = change(&[("@scale", "@rescaled")]);
    let renamed = [("scale".to_string(), "rescaled".to_string())];
    assert_eq!(pair.unified.summary.renamed, renamed);
    assert!(pair.unified.summary.changed.is_empty());
    assert_eq!(names(&pair.unified.module), ["main", "rescaled"]);
}

#[test]
fn a_function_with_another_name_may_also_have_changed_a_little() {
    let pair = change(&[("@scale", "@rescaled"), ("r2, r2, 1", "r2, r2, 2")]);
    assert_eq!(pair.changed().name, "rescaled");
    assert_eq!(pair.changed().old_name, "scale");
    // The load, the multiplication and the return are shared.
    assert_eq!(pair.counts(), [3, 1, 1]);
}

#[test]
fn functions_of_a_few_ops_are_not_taken_for_one_another() {
    let text = |name: &str, value: u32| {
        PROGRAM.to_string()
            + &format!(
                "func @{name} external params 0 ret 1 {{\n regs 1\n loc !0 file0 1 1 n0\nb0:\n \
                 const r0, {value}\n ret r0, 1\n}}\n"
            )
    };
    let pair = pair(&text("one", 1), &text("another", 1));
    let summary = &pair.unified.summary;
    assert!(summary.renamed.is_empty());
    assert_eq!(
        (&summary.added[..], &summary.removed[..]),
        (&["another".to_string()][..], &["one".to_string()][..])
    );
    assert_eq!(names(&pair.unified.module), ["main", "scale", "another", "one"]);
    assert_eq!(run(&pair.unified.module, None, "one", &[]), run(&pair.old, None, "one", &[]));
}

#[test]
fn a_parameter_in_front_is_put_where_each_version_expects_it() {
    let edits = [
        ("scale internal params 1", "scale internal params 2"),
        (
            "args r0\nb0:\n  call r1, 1, @scale, 1",
            "args r1 r0\nb0:\n  const r1, 4\n  call r1, 1, @scale, 2",
        ),
        ("regs 3\n  loc !0 file0 9", "regs 5\n  loc !0 file0 9"),
        ("local l0 \"x\" r0", "local l0 \"x\" r1"),
        ("load.32g r1", "load.32g r3"),
        ("mul.32 r2, r0, r1\n  add.32i r2, r2, 1", "mul.32 r2, r1, r3\n  add.32 r2, r2, r0"),
    ];
    let pair = change(&edits);
    let function = &pair.unified.module.functions[pair.id("scale").index()];
    assert_eq!(function.n_params, 2, "as many as the version that takes more");
    let changed: Vec<&str> =
        pair.unified.summary.changed.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(changed, ["main", "scale"]);
}

#[test]
fn a_parameter_less_leaves_the_other_versions_call_as_it_was() {
    let edits = [
        ("scale internal params 1", "scale internal params 0"),
        ("@scale, 1, args0", "@scale, 0, args0"),
        ("local l0 \"x\" r0 width 32\n", ""),
        ("mul.32 r2, r0, r1", "mul.32 r2, r1, r1"),
    ];
    let pair = change(&edits);
    assert_eq!(pair.unified.module.functions[pair.id("scale").index()].n_params, 1);
}

#[test]
fn a_function_that_returns_something_else_is_two_functions() {
    let edits = [
        ("scale internal params 1 ret 1", "scale internal params 1 ret 0"),
        ("call r1, 1, @scale", "call r1, 0, @scale"),
        ("ret r2, 1", "ret r2, 0"),
        ("b0:\n  call", "b0:\n  const r1, 6\n  call"),
    ];
    // Something is left of the program all the same.
    let kept = "func @kept external params 1 ret 1 {\n regs 2\n loc !0 file0 1 1 n0\nb0:\n \
        add.32i r1, r0, 1\n mul.32i r1, r1, 3\n ret r1, 1\n}\n";
    let pair = pair(&(PROGRAM.to_string() + kept), &(edited(&edits) + kept));
    pair.is_both(["main", "main"], &INPUTS);
    assert_eq!(pair.unified.summary.apart, ["scale"]);
    assert_eq!(names(&pair.unified.module), ["main", "scale", "kept", "scale (old)"]);
}

#[test]
fn a_changed_initialiser_is_the_old_versions_bytes_for_one_global() {
    let pair = change(&[("\\03", "\\07")]);
    let unified = &pair.unified;
    assert_eq!(unified.summary.initialisers, ["factor"]);
    assert_eq!(unified.summary.same, ["main", "scale"]);
    let [(id, init)] = &unified.old_initialisers[..] else { panic!("one initialiser") };
    assert_eq!((id.index(), &init.bytes[..1]), (0, &[3][..]));
    let GlobalKind::Defined(new) = &unified.module.globals[0].kind else { panic!("defined") };
    assert_eq!(new.bytes[0], 7);
}

#[test]
fn a_global_of_another_size_is_two_globals() {
    let pair = change(&[("size 4 align 4", "size 8 align 4")]);
    let sizes: Vec<u64> = pair.unified.module.globals.iter().map(|global| global.size).collect();
    assert_eq!(sizes, [8, 4]);
    assert!(pair.unified.old_initialisers.is_empty());
    // Each version loads from its own.
    assert_eq!(pair.counts(), [3, 1, 1]);
}

#[test]
fn a_global_that_one_version_has_alone_is_there_for_it() {
    let new = edited(&[("@factor", "@multiplier")]);
    let pair = pair(PROGRAM, &new);
    pair.is_both(["main", "main"], &INPUTS);
    let names: Vec<&str> =
        pair.unified.module.globals.iter().map(|global| global.name.as_str()).collect();
    assert_eq!(names, ["multiplier", "factor"]);
}

#[test]
fn texts_without_names_are_known_by_what_they_say() {
    let texts = |first: &str, second: &str| {
        let global = |n: u32, text: &str| {
            format!(
                "global @.str.{n} internal constant size 2 align 1 {{\n  bytes \"{text}\"\n}}\n"
            )
        };
        let code = "func @f external params 0 ret 1 {\n regs 2\n loc !0 file0 1 1 n0\nb0:\n \
            load.8g r0, @.str.1, 0\n load.8g r1, @.str.2, 0\n sub.32 r0, r0, r1\n ret r0, 1\n}\n";
        global(1, first) + &global(2, second) + code
    };
    let pair = pair(&texts("a\\00", "b\\00"), &texts("b\\00", "a\\00"));
    pair.is_both(["f", "f"], &[&[]]);
    assert_eq!(pair.unified.module.globals.len(), 2);
    assert!(pair.unified.old_initialisers.is_empty());
}

#[test]
fn pointers_in_initialisers_are_to_what_they_were_to() {
    let table = |first: &str, second: &str| {
        let one = |name: &str, value: u32| {
            format!(
                "func @{name} internal params 0 ret 1 {{\n regs 1\n loc !0 file0 1 1 n0\nb0:\n \
                 const r0, {value}\n ret r0, 1\n}}\n"
            )
        };
        format!(
            "global @table internal size 16 align 8 {{\n reloc 8 at 0 func @{first} + 0\n \
             reloc 8 at 8 func @{second} + 0\n}}\n\
             func @main external params 1 ret 1 {{\n regs 3\n loc !0 file0 1 1 n0\n args r0\nb0:\n \
             load.64gx r1, r0, 8, @table, 0\n call.ptr r2, 1, r1, 0, args0\n ret r2, 1\n}}\n{}{}",
            one(first, 11),
            one(second, 22)
        )
    };
    let pair = pair(&table("a", "b"), &table("b", "c").replace("const r0, 11", "const r0, 33"));
    pair.is_both(["main", "main"], &[&[0], &[1]]);
    assert_eq!(pair.unified.old_initialisers.len(), 1);
}

#[test]
fn a_constructor_of_one_version_runs_in_that_version() {
    let init = "func @init internal params 0 ret 0 {\n regs 1\n loc !0 file0 1 1 n0\nb0:\n \
        const r0, 9\n store.32g r0, @factor, 0\n ret r0, 0\n}\n";
    let text = PROGRAM.replace("global @factor", "constructor 101 @init\nglobal @factor");
    let pair = pair(&(PROGRAM.to_string() + init), &(text + init));
    let [structor] = pair.unified.module.constructors[..] else { panic!("one constructor") };
    let name = &pair.unified.module.functions[structor.func.index()].name;
    assert_eq!(name, "init of one version");
    let called = patchlight_ir::text::print_function(&pair.unified.module, structor.func);
    assert!(called.contains("br.version b2, b1") && called.contains("@init"), "{called}");
}

#[test]
fn assertions_on_other_lines_are_the_same() {
    let text = |line: u32| {
        format!(
            "global @.str internal constant size 4 align 1 {{\n  bytes \"x>0\\00\"\n}}\n\
             global @.str.1 internal constant size 4 align 1 {{\n  bytes \"p.c\\00\"\n}}\n\
             global @__PRETTY_FUNCTION__.f internal constant size 2 align 1 {{\n  bytes \"f\\00\"\n}}\n\
             func @__assert_fail external params 4 ret 0 declared\n\
             func @f external params 1 ret 1 {{\n regs 5\n loc !0 file0 {line} 1 n0\n \
             args r1 r2 r3 r4\nb0:\n br.sgt.32i r0, 0, b1, b2\nb1:\n ret r0, 1\nb2:\n \
             addr.g r1, @.str, 0\n addr.g r2, @.str.1, 0\n const r3, {line}\n \
             addr.g r4, @__PRETTY_FUNCTION__.f, 0\n call r0, 0, @__assert_fail, 4, args0\n \
             unreachable\n}}\n"
        )
    };
    let pair = pair(&text(7), &text(12));
    assert_eq!(pair.unified.summary.same, ["f"]);
}

#[test]
fn a_changed_function_whose_labels_have_addresses_stays_apart() {
    let text = |value: u32| {
        format!(
            "{PROGRAM}func @jumps external params 1 ret 1 {{\n regs 3\n loc !0 file0 1 1 n0\n \
             table t0 b1\nb0:\n addr.b r1, @jumps, b1\n br.indirect r1, t0\nb1:\n \
             const r2, {value}\n ret r2, 1\n}}\n"
        )
    };
    let pair = pair(&text(5), &text(6));
    assert_eq!(pair.unified.summary.apart, ["jumps"]);
    let old = run(&pair.unified.module, Some(&[]), "jumps (old)", &[0]);
    assert_eq!(old, run(&pair.old, None, "jumps", &[0]));
    let unchanged = common::pair(&text(5), &text(5));
    assert!(unchanged.unified.summary.apart.is_empty());
}

#[test]
fn functions_of_one_name_are_told_apart_by_their_files() {
    let one = |file: u32, factor: u32| {
        format!(
            "func @helper#{file} internal params 1 ret 1 {{\n regs 2\n loc !0 file{file} 1 1 n0\nb0:\n \
             mul.32i r1, r0, {factor}\n add.32i r1, r1, {file}\n xor.i 32, r1, r1, {factor}\n \
             ret r1, 1\n}}\n"
        )
    };
    let main = "func @main external params 1 ret 1 {\n regs 3\n loc !0 file0 1 1 n0\n args r0\nb0:\n \
        call r1, 1, @helper#1, 1, args0\n call r2, 1, @helper#2, 1, args0\n sub.32 r1, r1, r2\n \
        ret r1, 1\n}\n";
    let text = |first: String, second: String, names: &str| format!("{names}{main}{first}{second}");
    let names = "file \"a.c\"\nfile \"b.c\"\n";
    let old = text(one(1, 5), one(2, 7), names);
    // The other order of the files: the helper of `a.c` is still that of `a.c`.
    let swapped = "file \"b.c\"\nfile \"a.c\"\n";
    let first = one(1, 7).replace("r1, r1, 1", "r1, r1, 2");
    let second = one(2, 5).replace("r1, r1, 2", "r1, r1, 1");
    let new = text(first, second, swapped)
        .replace("call r1, 1, @helper#1", "call r1, 1, @helper#3")
        .replace("call r2, 1, @helper#2", "call r2, 1, @helper#1")
        .replace("call r1, 1, @helper#3", "call r1, 1, @helper#2");
    let pair = pair(&old, &new);
    pair.is_both(["main", "main"], &INPUTS);
    assert_eq!(pair.unified.summary.same.len(), 3, "{:?}", pair.unified.summary.same);
}

#[test]
fn two_programs_with_nothing_in_common_are_no_versions_of_one() {
    let other = "func @main external params 1 ret 1 {\n regs 9\n loc !0 file0 1 1 n0\nb0:\n \
        zext 8, 64, r1, r0\n xor 64, r2, r1, r0\n lshr.i 64, r3, r2, 3\n and 64, r4, r3, r1\n \
        or.i 64, r5, r4, 5\n sub.64 r6, r5, r0\n urem.i 64, r7, r6, 10\n shl.64i r8, r7, 4\n \
        udiv.i 64, r8, r8, 3\n ret r8, 1\n}\n";
    let failed = try_pair(&PROGRAM.replace("ret r1, 1", "ret r0, 1"), other).err();
    assert!(matches!(failed, Some(UnifyError::NothingInCommon)), "{failed:?}");
}

#[test]
fn old_initialisers_of_an_annotated_program_are_found_by_name() {
    let old = module(PROGRAM);
    let mut both = module(&edited(&[("\\03", "\\08")]));
    let found = patchlight_unify::old_initialisers(&old, &mut both);
    let [(id, init)] = &found[..] else { panic!("one initialiser") };
    assert_eq!((id.index(), init.bytes[0]), (0, 3));
}
