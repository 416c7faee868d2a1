//! What a function holds stays the same as long as nothing that it can name changes.

use patchlight_engine::Program;
use patchlight_engine::contents::{Content, Contents};

/// `main` names a table of texts and calls `f`.
const PROGRAM: &str = "file \"t.c\"\nname \"main\"\n\
    global @.str internal constant size 3 align 1 {\n bytes \"hi\\00\"\n}\n\
    global @table external size 8 align 8 {\n reloc 8 at 0 global @.str + 0\n}\n\
    func @f external params 0 ret 1 {\n regs 1\n loc !0 file0 3 1 n0\n\
    b0:\n const r0, 1\n ret r0, 1\n}\n\
    func @main external params 0 ret 1 {\n regs 2\n loc !0 file0 7 1 n0\n loc !1 file0 8 1 n0\n\
    b0:\n addr.g r1, @table, 0 !1\n call r0, 1, @f, 0, args0 !1\n ret r0, 1 !1\n}\n";

fn content(text: &str, function: &str) -> Content {
    let module = patchlight_ir::text::parse(text).expect("a module");
    let program = Program::new(module).expect("a valid module");
    let contents = Contents::new(&program, &[], usize::MAX);
    contents.of(contents.labelled(function).expect("it is there"))
}

/// Whether `f` and `main` are as before after a text was replaced.
fn are_same(from: &str, to: &str) -> [bool; 2] {
    assert!(PROGRAM.contains(from), "{from}");
    let changed = PROGRAM.replace(from, to);
    ["f", "main"].map(|name| content(PROGRAM, name).hash == content(&changed, name).hash)
}

#[test]
fn a_change_of_a_function_is_one_of_its_own_alone() {
    assert_eq!(are_same("const r0, 1\n", "const r0, 2\n"), [false, true]);
    assert_eq!(are_same("call r0, 1, @f", "call r0, 1, @main"), [true, false]);
}

#[test]
fn a_text_that_is_reached_through_a_table_counts_and_its_name_does_not() {
    assert_eq!(are_same("\"hi\\00\"", "\"ho\\00\""), [true, false]);
    assert_eq!(are_same("@.str", "@.str.7"), [true, true]);
    assert_eq!(are_same("@table", "@others"), [true, false]);
}

#[test]
fn what_stands_before_a_function_does_not_count() {
    let added = "func @added external params 0 ret 0 {\n regs 1\n loc !0 file0 1 1 n0\nb0:\n ret r0, 0\n}\n";
    let changed = PROGRAM.replace("func @f ", &format!("{added}func @f "));
    assert_eq!(content(PROGRAM, "main"), content(&changed, "main"));
}

#[test]
fn a_function_that_moves_as_a_whole_is_the_same_at_another_line() {
    let moved = PROGRAM.replace("file0 7 1", "file0 9 1").replace("file0 8 1", "file0 10 1");
    let [before, after] = [PROGRAM, &moved].map(|text| content(text, "main"));
    assert_eq!(before.hash, after.hash);
    let line = |content: &Content| content.lines[&("t.c".to_string(), false)];
    assert_eq!((line(&before), line(&after)), (7, 9));
    assert_eq!(are_same("file0 8 1", "file0 9 1"), [true, false]);
}

#[test]
fn functions_of_one_name_are_told_apart_by_their_files() {
    let twice = PROGRAM.replace("file \"t.c\"", "file \"t.c\"\nfile \"u.c\"").replace(
        "func @main",
        "func @f internal params 0 ret 1 {\n regs 1\n loc !0 file1 3 1 n0\nb0:\n const r0, 9\n \
         ret r0, 1\n}\nfunc @main",
    );
    let [first, second] = ["f@t.c", "f@u.c"].map(|label| content(&twice, label).hash);
    assert_ne!(first, second);
}
