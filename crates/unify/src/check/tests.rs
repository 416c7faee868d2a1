//! Unifications made by hand: right ones are accepted, and each thing that the check asks for is
//! violated once.
//!
//! A module has three functions, `@old`, `@new` and `@both`. Origins are a letter for each op of
//! `@both`: `b` is both versions', `o` the old one's, `n` the new one's, `.` nobody's.

use super::*;
use crate::NewIds;
use patchlight_ir::{FuncId, Module};
use std::collections::HashMap;

const OLD_AND_NEW: [Side; 2] = [Side::Old, Side::New];

fn origins(letters: &str) -> Vec<Origin> {
    let origin = |letter: char| match letter {
        'b' => Origin { old: true, new: true },
        'o' => Origin { old: true, new: false },
        'n' => Origin { old: false, new: true },
        '.' => Origin::default(),
        other => panic!("whose is `{other}`?"),
    };
    letters.chars().filter(|letter| *letter != ' ').map(origin).collect()
}

fn function<'m>(module: &'m Module, name: &str) -> &'m Function {
    module.functions.iter().find(|function| function.name == name).expect("three functions")
}

/// What the check says of both projections. `params`: how many words `@callee` takes in the versions.
fn verdicts(text: &str, letters: &str, params: Option<[u16; 2]>) -> [Result<(), String>; 2] {
    let text = format!("file \"t.c\"\nname \"f\"\n{text}");
    let module = patchlight_ir::text::parse(&text).expect("a module");
    let sizes = patchlight_ir::verify::Sizes::of(&module);
    for function in &module.functions {
        patchlight_ir::verify::verify_structure(sizes, function).expect("a sound function");
    }
    let unified = function(&module, "both").body().expect("a body");
    let origins = origins(letters);
    assert_eq!(origins.len(), unified.ops.len(), "a letter for each op");
    let callee = module.functions.iter().position(|function| function.name == "callee");
    let all: HashMap<FuncId, [u16; 2]> = callee
        .zip(params)
        .map(|(callee, both)| (FuncId::from_index(callee), both))
        .into_iter()
        .collect();
    OLD_AND_NEW.map(|side| {
        let own = function(&module, if side == Side::Old { "old" } else { "new" });
        let body = own.body().expect("a body");
        let params = Params { all: &all, side };
        Projection::new((unified, &origins), (own, body), params).check(&mut NewIds)
    })
}

/// A function of two parameters and eight registers. Its argument pool is `r0` to `r5`, its stack
/// objects have 8 and 16 bytes.
fn func(name: &str, ops: &str) -> String {
    format!(
        "func @{name} external params 2 ret 1 {{\n regs 8\n loc !0 file0 1 1 n0\n \
         local l0 \"a\" size 8 align 8\n local l1 \"b\" size 16 align 8\n \
         args r0 r1 r2 r3 r4 r5\n{ops}\n}}\n"
    )
}

fn three(old: &str, new: &str, both: &str) -> String {
    func("old", old) + &func("new", new) + &func("both", both)
}

#[track_caller]
fn accepts(old: &str, new: &str, both: &str, letters: &str) {
    assert_eq!(verdicts(&three(old, new, both), letters, None), [Ok(()), Ok(())]);
}

/// The old projection is refused, for a reason with these words; the new one is accepted.
#[track_caller]
fn refuses(old: &str, new: &str, both: &str, letters: &str, words: &str) {
    let [of_old, of_new] = verdicts(&three(old, new, both), letters, None);
    let why = of_old.expect_err("a wrong projection");
    assert!(why.contains(words), "{words:?} is not in: {why}");
    assert_eq!(of_new, Ok(()), "only the old projection is wrong");
}

const SUM: &str = "b0:\n add.32 r2, r0, r1\n ret r2, 1";
const SUM_AND_TWO: &str = "b0:\n add.32 r2, r0, r1\n add.32i r2, r2, 2\n ret r2, 1";
/// The new version adds 2.
const BOTH_SUMS: &str = "b0:\n add.32 r2, r0, r1\n br.version b2, b1\n\
    b1:\n add.32i r2, r2, 2\n jmp b2\nb2:\n ret r2, 1";
const LARGER: &str = "b0:\n br.ult 32, r0, r1, b1, b2\nb1:\n ret r1, 1\nb2:\n ret r0, 1";
const SMALLER: &str = "b0:\n br.ult 32, r0, r1, b1, b2\nb1:\n ret r0, 1\nb2:\n ret r1, 1";

#[test]
fn a_body_that_is_the_same_in_both_is_its_own_unification() {
    accepts(SUM, SUM, SUM, "bb");
    accepts(LARGER, LARGER, LARGER, "bbb");
}

#[test]
fn an_op_of_one_version_stands_on_a_way_of_its_own() {
    accepts(SUM, SUM_AND_TWO, BOTH_SUMS, "b. n. b");
    accepts(SUM_AND_TWO, SUM, &BOTH_SUMS.replace("b2, b1", "b1, b2"), "b. o. b");
}

#[test]
fn registers_may_have_other_numbers_and_values_may_move() {
    let both = "b0:\n mov r5, r1\n mov r4, r0\n add.32 r3, r4, r5\n mov r6, r3\n ret r6, 1";
    accepts(SUM, SUM, both, "..b.b");
}

#[test]
fn versions_may_choose_an_operand() {
    let old = "b0:\n add.32i r2, r0, 7\n ret r2, 1";
    let new = "b0:\n add.32i r2, r1, 7\n ret r2, 1";
    let both = "b0:\n version r3, r0, r1\n add.32i r2, r3, 7\n ret r2, 1";
    accepts(old, new, both, ".bb");
    let swapped = both.replace("r0, r1", "r1, r0");
    let verdicts = verdicts(&three(old, new, &swapped), ".bb", None);
    assert!(verdicts.iter().all(Result::is_err), "{verdicts:?}");
}

#[test]
fn a_branch_may_ask_what_was_compared_before_or_its_opposite() {
    let both = "b0:\n ult 32, r3, r0, r1\n br r3, b1, b2\nb1:\n ret r1, 1\nb2:\n ret r0, 1";
    accepts(LARGER, LARGER, both, ".bbb");
    let turned = "b0:\n ult 32, r3, r0, r1\n eq.i 1, r4, r3, 0\n br r4, b2, b1\n\
        b1:\n ret r1, 1\nb2:\n ret r0, 1";
    accepts(LARGER, LARGER, turned, "..bbb");
}

#[test]
fn a_constant_decides_a_branch_that_only_one_version_asks() {
    let both = "b0:\n br.version b2, b1\nb1:\n ult 32, r3, r0, r1\n jmp b3\n\
        b2:\n const r3, 0\n jmp b3\nb3:\n br r3, b4, b5\n\
        b4:\n ret r1, 1\nb5:\n ret r0, 1";
    accepts("b0:\n ret r0, 1", LARGER, both, ". .. .. n n b");
    let wrong = both.replace("const r3, 0", "const r3, 1");
    refuses("b0:\n ret r0, 1", LARGER, &wrong, ". .. .. n b n", "reads [r1], not [r0]");
}

#[test]
fn another_op_is_refused() {
    let old = SUM.replace("add", "sub");
    refuses(&old, SUM, SUM, "bb", "is not op 0");
    let old = SUM_AND_TWO.replace(", 2\n", ", 3\n");
    refuses(&old, SUM_AND_TWO, SUM_AND_TWO, "bbb", "is not op 1");
}

#[test]
fn another_operand_is_refused() {
    let old = SUM.replace("r0, r1", "r1, r1");
    refuses(&old, SUM, SUM, "bb", "reads [r0, r1], not [r1, r1]");
    refuses("b0:\n ret r1, 1", "b0:\n ret r0, 1", "b0:\n ret r0, 1", "b", "reads [r0]");
}

#[test]
fn an_op_that_the_version_has_and_the_projection_skips_is_refused() {
    refuses(SUM_AND_TWO, SUM, SUM, "bb", "is not op 1");
}

#[test]
fn an_op_that_the_version_does_not_have_is_refused() {
    // Nobody goes around the addition, which is the new version's.
    let both = "b0:\n add.32 r2, r0, r1\n add.32i r2, r2, 2\n ret r2, 1";
    refuses(SUM, SUM_AND_TWO, both, "bnb", "is neither version's");
    // And nobody's op may do more than move and compare.
    let both = "b0:\n add.32i r5, r0, 9\n add.32 r2, r0, r1\n ret r2, 1";
    let verdicts = verdicts(&three(SUM, SUM, both), ".bb", None);
    assert!(verdicts.iter().all(|v| v.as_ref().is_err_and(|why| why.contains("neither"))));
}

#[test]
fn versions_that_are_sent_each_others_ways_are_refused() {
    let both = BOTH_SUMS.replace("b2, b1", "b1, b2");
    let [old, new] = verdicts(&three(SUM, SUM_AND_TWO, &both), "b. n. b", None);
    assert!(old.is_err_and(|why| why.contains("neither version's")));
    assert!(new.is_err_and(|why| why.contains("is not op 1")));
}

#[test]
fn a_value_that_was_overwritten_is_refused() {
    // The other version's constant goes where the sum is, before both return.
    let new = "b0:\n add.32 r2, r0, r1\n const r3, 5\n store.32 r3, r0, 0\n ret r2, 1";
    let both = "b0:\n add.32 r2, r0, r1\n const r2, 5\n br.version b2, b1\n\
        b1:\n const r3, 5\n store.32 r3, r0, 0\n jmp b2\nb2:\n ret r2, 1";
    let verdicts = verdicts(&three(SUM, new, both), "b.. nn. b", None);
    assert!(verdicts.iter().all(|v| v.as_ref().is_err_and(|why| why.contains("reads [r2]"))));
}

#[test]
fn exchanged_targets_are_refused() {
    let both = LARGER.replace("b1, b2\n", "b2, b1\n");
    let [old, new] = verdicts(&three(LARGER, LARGER, &both), "bbb", None);
    assert!(old.is_err() && new.is_err(), "{old:?} {new:?}");
    refuses(SMALLER, LARGER, LARGER, "bbb", "reads [r0], not [r1]");
}

#[test]
fn a_comparison_that_is_turned_once_too_often_is_refused() {
    let both = "b0:\n ult 32, r3, r0, r1\n eq.i 1, r4, r3, 0\n br r4, b1, b2\n\
        b1:\n ret r1, 1\nb2:\n ret r0, 1";
    refuses(LARGER, SMALLER, both, "..bbb", "reads [r1], not [r0]");
}

#[test]
fn a_branch_on_something_else_is_refused() {
    let compared = "b0:\n ult 32, r3, r1, r0\n br r3, b1, b2\nb1:\n ret r1, 1\nb2:\n ret r0, 1";
    let new = LARGER.replace("r0, r1, b1", "r1, r0, b1");
    refuses(LARGER, &new, compared, ".bbb", "is not op 0");
    // What was compared is not about the version's registers any more.
    let stale = "b0:\n ult 32, r3, r0, r1\n add.32i r0, r0, 1\n br r3, b1, b2\n\
        b1:\n ret r1, 1\nb2:\n ret r0, 1";
    let old =
        "b0:\n add.32i r0, r0, 1\n br.ult 32, r0, r1, b1, b2\nb1:\n ret r1, 1\nb2:\n ret r0, 1";
    let verdicts = verdicts(&three(old, old, stale), ".bbbb", None);
    assert!(verdicts.iter().all(Result::is_err), "{verdicts:?}");
}

#[test]
fn a_question_of_neither_version_is_refused() {
    let both = "b0:\n br r7, b1, b1\nb1:\n add.32 r2, r0, r1\n ret r2, 1";
    let verdicts = verdicts(&three(SUM, SUM, both), ".bb", None);
    let expected = "op 0 asks what neither version does";
    assert_eq!(verdicts, [Err(expected.to_string()), Err(expected.to_string())]);
}

#[test]
fn an_op_at_two_places_is_refused() {
    let old = "b0:\n br.eq.i 32, r0, 7, b1, b1\nb1:\n ret r1, 1";
    let both = "b0:\n br.eq.i 32, r0, 7, b1, b2\nb1:\n ret r1, 1\nb2:\n ret r1, 1";
    refuses(old, both, both, "bbb", "op 1 is in two places");
}

#[test]
fn what_holds_only_the_first_time_round_is_refused() {
    let old = "b0:\n const r2, 0\n jmp b1\n\
        b1:\n add.32 r2, r2, r0\n br.ult 32, r2, r1, b1, b2\nb2:\n ret r2, 1";
    let both = |back: &str| {
        format!(
            "b0:\n const r3, 0\n jmp b1\nb1:\n add.32 r4, r3, r0\n{back} br.ult 32, r4, r1, b1, b2\n\
             b2:\n ret r4, 1"
        )
    };
    accepts(old, old, &both(" mov r3, r4\n"), "b. b.b b");
    let verdicts = verdicts(&three(old, old, &both("")), "b. bb b", None);
    assert!(verdicts.iter().all(|v| v.as_ref().is_err_and(|why| why.contains("reads [r3, r0]"))));
}

#[test]
fn another_stack_object_is_refused() {
    let object = |local: &str| format!("b0:\n alloca r2, {local}\n ret r2, 1");
    accepts(&object("l1"), &object("l1"), &object("l1"), "bb");
    refuses(&object("l0"), &object("l1"), &object("l1"), "bb", "stack objects differ");
}

#[test]
fn switches_are_compared_value_by_value() {
    let on = |table: &str| {
        format!(
            "switch t0 3: b1, default b2\n switch t1 3: b2, default b1\n \
             switch t2 3: b1, 4: b1, default b2\n\
             b0:\n switch 32, r0, {table}\nb1:\n ret r0, 1\nb2:\n ret r1, 1"
        )
    };
    accepts(&on("t0"), &on("t0"), &on("t0"), "bbb");
    // The tables agree on 3, and on what is neither 3 nor 4.
    refuses(&on("t0"), &on("t2"), &on("t2"), "bbb", "op 2 is in two places");
    refuses(&on("t1"), &on("t0"), &on("t0"), "bbb", "not [r");
}

#[test]
fn jumps_with_other_numbers_of_targets_are_refused() {
    let jump = |table: &str| {
        format!(
            "table t0 b1 b2\n table t1 b1\nb0:\n br.indirect r0, {table}\n\
             b1:\n ret r0, 1\nb2:\n ret r1, 1"
        )
    };
    refuses(&jump("t0"), &jump("t1"), &jump("t1"), "bbb", "has other targets");
}

#[test]
fn calls_pass_what_their_version_takes_and_the_rest_behind_it() {
    const CALLEE: &str = "func @callee external params 2 ret 1 declared\n";
    let call = |n: u32| format!("b0:\n call r2, 1, @callee, {n}, args0\n ret r2, 1");
    let text = |old, new, both| {
        func("old", &call(old)) + &func("new", &call(new)) + &func("both", &call(both)) + CALLEE
    };
    let changed = Some([1, 2]);
    assert_eq!(verdicts(&text(1, 2, 2), "bb", changed), [Ok(()), Ok(())]);
    // Without the change of its parameters it is another call.
    let [old, new] = verdicts(&text(1, 2, 2), "bb", None);
    assert!(old.is_err_and(|why| why.contains("is not op 0")) && new.is_ok());
    // Too few, too many, or not those of the version.
    let [old, new] = verdicts(&text(1, 2, 1), "bb", changed);
    assert!(old.is_ok() && new.is_err());
    let [old, new] = verdicts(&text(1, 2, 3), "bb", changed);
    assert!(old.is_err() && new.is_err());
    let others = text(1, 2, 2).replacen("args r0 r1", "args r1 r0", 1);
    let [old, new] = verdicts(&others, "bb", changed);
    assert!(old.is_err_and(|why| why.contains("not [r1]")) && new.is_ok());
}

#[test]
fn ops_of_nobody_that_lead_nowhere_are_refused() {
    let both = "b0:\n jmp b1\nb1:\n mov r5, r0\n jmp b1";
    let verdicts = verdicts(&three(SUM, SUM, both), "...", None);
    assert!(verdicts.iter().all(|v| v.as_ref().is_err_and(|why| why.contains("circle"))));
}
