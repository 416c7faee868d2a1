//! Reading and writing SMT-LIB.

mod recipe;

use expect_test::{Expect, expect};
use patchlight_expr::smtlib::{Command, Reader, write_query};
use patchlight_expr::{Assignment, Evaluator, TermId, Terms};
use recipe::{Random, Variables};

/// Reads a whole script and gives its assertions.
fn read(terms: &mut Terms, text: &str) -> Result<Vec<TermId>, String> {
    let mut reader = Reader::new(text);
    let mut assertions = Vec::new();
    while let Some(command) = reader.next_command(terms).map_err(|error| error.to_string())? {
        if let Command::Assert(term) = command {
            assertions.push(term);
        }
    }
    Ok(assertions)
}

fn check_error(text: &str, expected: Expect) {
    let error = read(&mut Terms::new(), text).expect_err("the text is wrong");
    expected.assert_eq(&error);
}

/// Whether the conjunction of a script's assertions over `x` (8 bits) holds for a value.
fn holds(body: &str, x: u64) -> bool {
    let text = format!("(declare-fun x () (_ BitVec 8))\n{body}");
    let mut terms = Terms::new();
    let assertions = read(&mut terms, &text).expect("the text is right");
    let (array, _) = terms.arrays().next().expect("x is declared");
    let mut assignment = Assignment::new();
    assignment.set(array, 0, patchlight_expr::Bits::from_u64(8, x));
    let mut evaluator = Evaluator::new(assignment);
    assertions.iter().all(|&assertion| evaluator.is_true(&terms, assertion))
}

#[test]
fn errors_say_line_column_and_reason() {
    check_error("(assert (= 1", expect!["1:12: unknown symbol `1`"]);
    check_error("(assert true", expect!["1:13: expected `)`"]);
    check_error("(assert (and true", expect!["1:18: the text ends within a term"]);
    check_error("assert", expect!["1:1: expected a command"]);
    check_error("\n  (frobnicate)", expect!["2:4: the command `frobnicate` is not supported"]);
    check_error("(set-logic QF_LIA)", expect!["1:12: unknown logic `QF_LIA`"]);
    check_error("(declare-fun x () Int)", expect!["1:19: unknown sort `Int`"]);
    check_error(
        "(declare-fun x () (_ FloatingPoint 8 24))",
        expect!["1:22: unknown sort `FloatingPoint`"],
    );
    check_error(
        "(declare-fun x () (_ BitVec 0))",
        expect!["1:29: a width from 1 to 65535 is needed, not 0"],
    );
    check_error(
        "(declare-fun x () (_ BitVec 8))\n(assert (= x (_ bv1 9)))",
        expect!["2:9: `=` takes operands of one sort, not (_ BitVec 8) and (_ BitVec 9)"],
    );
    check_error(
        "(declare-fun x () (_ BitVec 8))\n(assert\n  (bvult x #b1))",
        expect!["3:3: `bvult` takes operands of one sort, not (_ BitVec 8) and (_ BitVec 1)"],
    );
    check_error(
        "(declare-fun x () (_ BitVec 8))(assert x)",
        expect!["1:40: `assert` takes a Boolean, not a (_ BitVec 8)"],
    );
    check_error(
        "(declare-fun x () (_ BitVec 8))(assert (= ((_ extract 8 0) x) #b0))",
        expect!["1:43: `extract` takes bits 8 to 0 of only 8"],
    );
    check_error("(assert (bvfoo #b1))", expect!["1:10: unknown symbol `bvfoo`"]);
    check_error("(assert (not true false))", expect!["1:9: `not` does not take 2 operands"]);
    check_error("(assert (= (_ bv256 8) #x00))", expect!["1:15: `256` is not a number of 8 bits"]);
    check_error("(assert (= #xg0 #x00))", expect!["1:12: `#xg0` is not a constant"]);
    check_error("(pop)", expect!["1:2: `pop` without a `push`"]);
    check_error("(declare-fun |x () Bool)", expect!["1:14: quoted symbol without an end"]);
    check_error("(assert (let ((x)) true))", expect!["1:17: unexpected `)`"]);
    check_error(
        "(declare-fun a () (Array (_ BitVec 32) (_ BitVec 8)))\n(assert (= (select a #x00) #x00))",
        expect!["2:12: `select` takes an index of 32 bits, not a (_ BitVec 8)"],
    );
    check_error(
        "(declare-fun x () Bool)(declare-fun x () Bool)",
        expect!["1:37: `x` is declared already"],
    );
    check_error("(check-sat) \u{1}", expect!["1:13: unexpected character"]);
}

#[test]
fn operators_mean_what_the_standard_says() {
    // The expected values are worked out by hand from the definitions in the standard.
    assert!(holds("(assert (= (bvsmod x #x03) #x01))", 0xfb), "-5 mod 3 is 1");
    assert!(holds("(assert (= (bvsmod x #xfd) #xfe))", 0xfb), "-5 mod -3 is -2");
    assert!(holds("(assert (= (bvsmod x #xfd) #xff))", 0x05), "5 mod -3 is -1");
    assert!(holds("(assert (= ((_ rotate_left 3) x) #x0c))", 0x81));
    assert!(holds("(assert (= ((_ rotate_right 1) x) #xc0))", 0x81));
    assert!(holds("(assert (= ((_ repeat 2) x) #x8181))", 0x81));
    assert!(holds("(assert (= (bvcomp x #x81) #b1))", 0x81));
    assert!(holds("(assert (bvuaddo x #xff))", 1) && !holds("(assert (bvuaddo x #xff))", 0));
    assert!(holds("(assert (bvsmulo x #x02))", 64) && !holds("(assert (bvsmulo x #x02))", 63));
    assert!(holds("(assert (bvssubo x #x01))", 0x80) && !holds("(assert (bvssubo x #x01))", 0x81));
    assert!(holds("(assert (=> (bvult x #x05) false (= x x)))", 3), "right associative");
    assert!(
        holds("(assert (distinct x #x01 #x02))", 3) && !holds("(assert (distinct x #x01 #x02))", 2)
    );
    assert!(holds("(assert (= (bvxnor x #x0f) #xf0))", 0));
    assert!(holds("(assert (bvsle x (bvneg #x01)))", 0xff));
    assert!(holds("(assert (! (bvuge x #x80) :named big :pattern (x)))", 0x80));
}

#[test]
fn bindings_nest_and_shadow_and_definitions_are_applied() {
    assert!(holds("(assert (let ((y (bvadd x #x01)) (x #x07)) (let ((x y)) (= x #x03))))", 2));
    assert!(holds(
        "(define-fun twice ((y (_ BitVec 8))) (_ BitVec 8) (bvadd y y))(assert (= (twice (twice x)) #x0c))",
        3
    ));
    assert!(holds("(define-fun c () (_ BitVec 8) #x05)(assert (= x c))", 5));
    assert!(holds(
        "(push 1)(declare-const y Bool)(pop 1)(declare-const y Bool)(assert (or y true))",
        0
    ));
    assert!(holds(
        "(declare-fun f ((_ BitVec 8) Bool) Bool)(assert (= (f x true) (f #x05 true)))",
        5
    ));
    assert!(holds(
        "(assert (= (select (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x01) #x05 #x02) x) #x02))",
        5
    ));
}

#[test]
fn numbers_that_no_machine_has_room_for_are_errors() {
    check_error(
        "(push 3)(push 4294967295)",
        expect!["1:15: more than a million open scopes is not supported"],
    );
    let wide = "(_ BitVec 65535)".repeat(65_538);
    check_error(
        &format!("(declare-fun f ({wide}) Bool)"),
        expect!["1:1048627: a function of more than 64 bits is not supported"],
    );
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let depth = 200_000;
    let text = format!(
        "(declare-fun x () (_ BitVec 8))(assert (= x {}x{}))",
        "(bvadd (bvmul x #x03) ".repeat(depth),
        ")".repeat(depth)
    );
    let mut terms = Terms::new();
    let assertions = read(&mut terms, &text).expect("the text is right");
    let written = write_query(&terms, &assertions, &[]);
    assert!(read(&mut Terms::new(), &written).is_ok());
}

#[test]
fn what_is_written_is_read_back_with_the_same_meaning() {
    let mut r = Random(11);
    for round in 0..300 {
        let mut terms = Terms::new();
        let variables = Variables::declare(&mut terms);
        let recipe = r.condition(2 + round % 3);
        let term = variables.build(&mut terms, &recipe);
        let text = write_query(&terms, &[term], &[]);
        let mut other = Terms::new();
        let back = read(&mut other, &text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        for _ in 0..5 {
            let (mut here, mut there) = (Assignment::new(), Assignment::new());
            for (array, def) in other.arrays().filter(|(_, def)| def.is_input()) {
                let patchlight_expr::Contents::Input { name } = &def.contents else { continue };
                let id: usize = name.rsplit('!').next().unwrap().parse().unwrap();
                let original = terms.arrays().nth(id).unwrap().0;
                for index in 0..16 {
                    let value = r.bits(def.element_width);
                    here.set(original, index, value.clone());
                    there.set(array, index, value);
                }
            }
            let expected = Evaluator::new(here).is_true(&terms, term);
            assert_eq!(Evaluator::new(there).is_true(&other, back[0]), expected, "{text}");
        }
    }
}
