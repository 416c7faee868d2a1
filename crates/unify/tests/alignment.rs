//! What is matched in functions that changed, one kind of change per test. Every unified function is
//! also run as each of its versions, and does what that version does.

mod common;

use common::{Pair, pair, with_lines};
use expect_test::expect;
use patchlight_unify::Lines;

/// The smaller of twice `x` and 100, at least `least`.
const CLAMP: &str = "func @clamp external params 2 ret 1 {
  regs 5
  loc !0 file0 1 1 n0
  loc !1 file0 2 1 n0
  loc !2 file0 3 1 n0
  loc !3 file0 4 1 n0
  loc !4 file0 5 1 n0
  local l0 \"x\" r0 width 32
  local l1 \"least\" r1 width 32
b0:
  mul.32i r2, r0, 2 !1
  br.ugt.i 32, r2, 100, b1, b2 !2
b1:
  const r2, 100 !2
  jmp b2
b2:
  br.ult 32, r2, r1, b3, b4 !3
b3:
  ret r1, 1 !3
b4:
  ret r2, 1 !4
}
";
const INPUTS: [&[u64]; 7] =
    [&[0, 0], &[7, 3], &[3, 9], &[49, 98], &[50, 0], &[51, 101], &[90, 200]];

/// Replaces texts that are there once.
fn edited(text: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(text.to_string(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from} once");
        text.replace(from, to)
    })
}

/// The change of one function, checked by running it.
#[track_caller]
fn change(edits: &[(&str, &str)]) -> Pair {
    let pair = pair(CLAMP, &edited(CLAMP, edits));
    pair.is_both(["clamp", "clamp"], &INPUTS);
    pair
}

#[test]
fn a_function_and_itself_are_one_without_a_branch_of_versions() {
    let pair = change(&[]);
    assert_eq!(pair.unified.summary.same, ["clamp"]);
    assert_eq!(pair.unified.module.functions[0], pair.new.functions[0]);
}

#[test]
fn lines_and_names_of_variables_alone_are_no_change() {
    let edits = [("loc !1 file0 2", "loc !1 file0 7"), ("\"least\"", "\"lowest\"")];
    assert_eq!(change(&edits).unified.summary.same, ["clamp"]);
}

#[test]
fn an_inserted_op_is_the_only_one_that_is_not_shared() {
    let pair = change(&[("r0, 2 !1\n", "r0, 2 !1\n  add.32i r2, r2, 5 !1\n")]);
    // All six ops that are no jumps, and one of the new version.
    assert_eq!(pair.counts(), [6, 0, 1]);
    assert_eq!(pair.changed().new_lines.iter().copied().collect::<Vec<_>>(), [2]);
    assert!(pair.changed().old_lines.is_empty());
    expect![[r#"
        b0:
          jmp b1
        b1:
          mul.32i r5, r0, 2
          version r3, r5, r3
          mov r2, r5
          br.version b3, b2
        b2:
          add.32i r3, r2, 5
          jmp b3
        b3:
          br.ugt.i 32, r3, 100, b4, b5
        b4:
          const r3, 100
          jmp b5
        b5:
          br.ult 32, r3, r1, b8, b9
        b6:
          ret r1, 1
        b7:
          ret r3, 1
        b8:
          const r4, 1
          jmp b10
        b9:
          const r4, 0
          jmp b10
        b10:
          br r4, b6, b7
        }
    "#]]
    .assert_eq(&pair.text("clamp"));
}

#[test]
fn a_removed_op_is_the_old_versions() {
    let longer = edited(CLAMP, &[("r0, 2 !1\n", "r0, 2 !1\n  add.32i r2, r2, 5 !1\n")]);
    let pair = pair(&longer, CLAMP);
    pair.is_both(["clamp", "clamp"], &INPUTS);
    assert_eq!(pair.counts(), [6, 1, 0]);
}

#[test]
fn a_changed_constant_is_two_ops_and_what_uses_it_is_shared() {
    let pair = change(&[("const r2, 100", "const r2, 99")]);
    assert_eq!(pair.counts(), [5, 1, 1]);
    expect![[r#"
        b0:
          jmp b1
        b1:
          mul.32i r2, r0, 2
          br.ugt.i 32, r2, 100, b7, b4
        b2:
          const r2, 100
          jmp b4
        b3:
          const r2, 99
          jmp b4
        b4:
          br.ult 32, r2, r1, b5, b6
        b5:
          ret r1, 1
        b6:
          ret r2, 1
        b7:
          br.version b2, b3
        }
    "#]]
    .assert_eq(&pair.text("clamp"));
}

#[test]
fn another_operator_is_two_ops_and_what_uses_it_is_shared() {
    let pair = change(&[("mul.32i r2, r0, 2", "add.32i r2, r0, 2")]);
    assert_eq!(pair.counts(), [5, 1, 1]);
}

#[test]
fn a_condition_with_another_bound_is_one_decision_of_both() {
    let pair = change(&[("br.ugt.i 32, r2, 100", "br.ugt.i 32, r2, 90")]);
    // A branch can be matched with any other branch.
    assert_eq!(pair.counts(), [6, 0, 0]);
    expect![[r#"
        b0:
          jmp b1
        b1:
          mul.32i r2, r0, 2
          ugt.i 32, r3, r2, 100
          ugt.i 32, r4, r2, 90
          version r5, r3, r4
          br r5, b2, b3
        b2:
          const r2, 100
          jmp b3
        b3:
          br.ult 32, r2, r1, b4, b5
        b4:
          ret r1, 1
        b5:
          ret r2, 1
        }
    "#]]
    .assert_eq(&pair.text("clamp"));
}

#[test]
fn a_condition_with_its_operands_exchanged_is_asked_by_each_version() {
    let pair = change(&[("br.ult 32, r2, r1, b3, b4", "br.ule 32, r1, r2, b4, b3")]);
    // Registers that are not the same speak against a match more than being branches for it.
    assert_eq!(pair.counts(), [5, 1, 1]);
}

#[test]
fn an_added_condition_is_asked_by_the_new_version_alone() {
    let edits =
        [("b0:\n", "b0:\n  br.eq.i 32, r0, 7, b3, b5 !1\n"), ("  mul.32i", "b5:\n  mul.32i")];
    // With a variable: what only computes for a branch would be part of one large condition.
    let name = "local l1 \"least\" r1 width 32\n";
    let old = edited(CLAMP, &[(name, &format!("{name}  local l2 \"twice\" r2 width 32\n"))]);
    // A block in the middle takes the next number: b0 b1 b2 b3 b4 b5 in the order of the text.
    let new = renumbered(&edited(&old, &edits), &["b0", "b5", "b1", "b2", "b3", "b4"]);
    let pair = pair(&old, &new);
    pair.is_both(["clamp", "clamp"], &INPUTS);
    assert_eq!(pair.counts(), [6, 0, 1]);
    assert_eq!(pair.changed().conditions_added, 1);
    let back = common::pair(&new, &old);
    back.is_both(["clamp", "clamp"], &INPUTS);
    assert_eq!((back.counts(), back.changed().conditions_removed), ([6, 1, 0], 1));
}

/// Blocks get the numbers of their places in a list.
fn renumbered(text: &str, order: &[&str]) -> String {
    let mut text = text.to_string();
    for (n, name) in order.iter().enumerate() {
        text = text.replace(&format!("{name}:"), &format!("#{n}:"));
        for end in [",", "\n", " "] {
            text = text.replace(&format!(" {name}{end}"), &format!(" #{n}{end}"));
        }
    }
    text.replace('#', "b")
}

#[test]
fn blocks_in_another_order_are_shared_as_far_as_the_order_is_the_same() {
    // The two returns change places: of the six ops one is matched with nothing in each version.
    let (small, large) = ("b3:\n  ret r1, 1 !3\n", "b4:\n  ret r2, 1 !4\n");
    let moved = edited(CLAMP, &[(&format!("{small}{large}"), &format!("{large}{small}"))]);
    let pair = pair(CLAMP, &renumbered(&moved, &["b0", "b1", "b2", "b4", "b3"]));
    pair.is_both(["clamp", "clamp"], &INPUTS);
    let [shared, old, new] = pair.counts();
    assert_eq!((shared + old, shared + new), (6, 6));
    assert!(shared >= 5, "{shared}");
}

#[test]
fn registers_with_other_numbers_are_the_same_variables() {
    let new = CLAMP.replace("r2", "r4").replace("const r4, 100", "const r4, 101");
    let pair = pair(CLAMP, &new);
    pair.is_both(["clamp", "clamp"], &INPUTS);
    assert_eq!(pair.counts(), [5, 1, 1]);
    assert!(!pair.text("clamp").contains("version r"), "{}", pair.text("clamp"));
}

#[test]
fn a_variable_with_another_name_is_said_to_be_renamed() {
    let pair = change(&[("\"least\"", "\"lowest\""), ("const r2, 100", "const r2, 99")]);
    let renamed: Vec<_> = pair.changed().renamed.iter().cloned().collect();
    assert_eq!(renamed, [("least".to_string(), "lowest".to_string())]);
}

#[test]
fn the_text_decides_which_of_two_equal_ops_was_added() {
    let text = |stores: &str| {
        let lines: String = (0..6).map(|n| format!(" loc !{n} file0 {n} 1 n0\n")).collect();
        format!(
            "global @log internal size 4 align 4 {{\n}}\nfunc @f external params 1 ret 1 {{\n regs 2\n\
             {lines}b0:\n mul.32i r1, r0, 3 !1\n{stores} ret r1, 1 !5\n}}\n"
        )
    };
    let store = |line: u32| format!(" store.32g r1, @log, 0 !{line}\n");
    let source = "int r = x * 3;\nlog = r;\n;\n;\nreturn r;\n";
    let twice = |other: &str| source.replace(";\n;\n;\nreturn", other);
    // The second of two stores was there before, or the first.
    for (new_source, added) in [
        (twice("; log = r;\nlog = r;\n;\nreturn"), 2),
        (twice(";\nlog = r; log = r;\n;\nreturn"), 3),
    ] {
        let mut lines = Lines::default();
        lines.add(("p.c", source), ("p.c", &new_source));
        let new = text(&(store(2) + &store(3)));
        let pair = with_lines(&text(&store(2)), &new, &lines).unwrap_or_else(|e| panic!("{e}"));
        pair.is_both(["f", "f"], &[&[5]]);
        assert_eq!(pair.counts(), [3, 0, 1]);
        assert_eq!(pair.changed().new_lines.iter().copied().collect::<Vec<_>>(), [added]);
    }
}

/// The sum of 0 to `n` - 1.
const LOOP: &str = "func @sum external params 1 ret 1 {
  regs 4
  loc !0 file0 1 1 n0
  local l0 \"n\" r0 width 32
b0:
  const r1, 0
  const r2, 0
  jmp b1
b1:
  br.ult 32, r2, r0, b2, b3
b2:
  add.32 r1, r1, r2
  add.32i r2, r2, 1
  jmp b1
b3:
  ret r1, 1
}
";

#[test]
fn a_loop_with_another_step_is_one_loop() {
    let pair = pair(LOOP, &edited(LOOP, &[("r2, r2, 1", "r2, r2, 2")]));
    pair.is_both(["sum", "sum"], &[&[0], &[1], &[2], &[7], &[100]]);
    assert_eq!(pair.counts(), [5, 1, 1]);
    expect![[r#"
        b0:
          jmp b1
        b1:
          const r1, 0
          const r2, 0
          jmp b2
        b2:
          br.ult 32, r2, r0, b3, b6
        b3:
          add.32 r1, r1, r2
          br.version b4, b5
        b4:
          add.32i r2, r2, 1
          jmp b2
        b5:
          add.32i r2, r2, 2
          jmp b2
        b6:
          ret r1, 1
        }
    "#]]
    .assert_eq(&pair.text("sum"));
}

#[test]
fn a_loop_that_counts_from_elsewhere_has_values_of_its_own_from_there_on() {
    let pair = pair(LOOP, &edited(LOOP, &[("const r2, 0", "const r2, 3")]));
    pair.is_both(["sum", "sum"], &[&[0], &[1], &[4], &[7], &[100]]);
}

#[test]
fn jumps_of_an_endless_loop_are_not_taken_for_its_beginning() {
    // Three jumps on one line lead to the constant, one of them from behind it.
    let text = |end: &str| {
        format!(
            "func @endless external params 1 ret 1 {{\n regs 3\n loc !0 file0 1 1 n0\nb0:\n \
             const r2, 6\n jmp b1\nb1:\n {end}\nb2:\n jmp b3\nb3:\n const r0, 0\n jmp b1\n}}\n"
        )
    };
    let pair = pair(&text("jmp b3"), &text("br r0, b1, b2"));
    assert_eq!(pair.counts(), [2, 0, 1]);
}

#[test]
fn no_version_waits_for_conditions_of_the_other_in_a_circle() {
    // The loop of the new version asks twice where the old one is at its own question: the old one
    // cannot wait for both in turn.
    let text = |body: &str| {
        format!(
            "global @g internal size 4 align 4 {{\n}}\nfunc @f external params 1 ret 1 {{\n regs 2\n \
             loc !0 file0 1 1 n0\n local l0 \"a\" r0 width 32\n{body}\n}}\n"
        )
    };
    let old = text(
        "b0:\n const r1, 12\n jmp b2\nb1:\n br.ult 32, r0, r0, b4, b1\nb2:\n jmp b1\n\
         b3:\n store.32g r0, @g, 0\n br r0, b4, b2\nb4:\n const r0, 0\n br r1, b2, b2",
    );
    let new = text(
        "b0:\n const r1, 12\n jmp b3\nb1:\n const r0, 0\n br r1, b3, b3\n\
         b2:\n store.32g r0, @g, 0\n br r0, b1, b3\nb3:\n br.ult 32, r0, r0, b1, b2\nb4:\n jmp b2",
    );
    pair(&old, &new);
    pair(&new, &old);
}

const CHOICE: &str = "func @choice external params 1 ret 1 {
  regs 2
  loc !0 file0 1 1 n0
  switch t0 1: b1, 5: b2, default b3
b0:
  switch 32, r0, t0
b1:
  const r1, 10
  ret r1, 1
b2:
  const r1, 50
  ret r1, 1
b3:
  ret r0, 1
}
";

#[test]
fn a_switch_with_a_case_more_is_one_switch() {
    let new = edited(CHOICE, &[("1: b1, 5: b2", "1: b1, 4: b2, 5: b2")]);
    let pair = pair(CHOICE, &new);
    let inputs: Vec<[u64; 1]> = (0..8).map(|n| [n]).collect();
    let inputs: Vec<&[u64]> = inputs.iter().map(|input| &input[..]).collect();
    pair.is_both(["choice", "choice"], &inputs);
    // The switch, two constants and two returns: copies of a return are one.
    assert_eq!(pair.counts(), [5, 0, 0]);
    expect![[r#"
        b0:
          jmp b1
        b1:
          switch 32, r0, t0
        b2:
          const r1, 10
          jmp b4
        b3:
          const r1, 50
          jmp b4
        b4:
          ret r1, 1
        b5:
          ret r0, 1
        b6:
          br.version b5, b3
        }
    "#]]
    .assert_eq(&pair.text("choice"));
}
