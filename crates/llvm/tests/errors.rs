//! What is said about bad input: place and reason, and never a panic.

use expect_test::{Expect, expect};
use patchlight_llvm::parse;

fn check(text: &str, expect: Expect) {
    match parse(text.as_bytes()) {
        Ok(_) => panic!("no error in {text}"),
        Err(error) => expect.assert_eq(&error.to_string()),
    }
}

#[test]
fn errors_name_the_place_and_the_reason() {
    check("define void @f() {\n  %1 = foo i32 1\n}", expect!["2:8: unknown instruction `foo`"]);
    check("@x = global }", expect!["1:13: expected a type, found `}`"]);
    check("@x = global i32", expect!["1:16: expected a constant, found end of file"]);
    check(
        "@x = global i32 \"a",
        expect!["1:17: expected a constant, found a string that does not end"],
    );
    check("@x = global quux 1", expect!["1:13: unknown type `quux`"]);
    check("@x = global i0 1", expect!["1:13: unknown type `i0`"]);
    check("@x = global i8 1 +1a }", expect!["1:22: expected a definition, found `}`"]);
    check("@x = global i8 1.5", expect!["1:16: `1.5` is not a constant of type i8"]);
    check(
        "@x = global [2 x i8] c\"abc\"",
        expect!["1:22: a string of 3 bytes is not of type [2 x i8]"],
    );
    check(
        "@x = global { i8, i8 } { i8 1 }",
        expect!["1:24: the elements of the constant do not match its type { i8, i8 }"],
    );
    check("hello", expect!["1:1: expected a definition, found `hello`"]);
    check("@x = global i8 0, align 3", expect!["1:25: an alignment is a power of two"]);
}

#[test]
fn typed_pointers_say_which_clang_to_use() {
    check(
        "define i32 @f(i8** %p) {\n",
        expect!["1:15: typed pointers are not supported: use clang 15 or newer (opaque pointers)"],
    );
}

#[test]
fn names_are_defined_once_and_used_at_their_type() {
    check("define i32 @f() {\n  ret i32 %x\n}", expect!["2:11: undefined value `%x`"]);
    check("define i32 @f() {\n  ret i32 %7\n}", expect!["2:11: undefined value `%7`"]);
    check("define void @f() {\n  br label %x\n}", expect!["2:12: undefined label `%x`"]);
    check(
        "define void @f() {\n  call void @g()\n  ret void\n}",
        expect!["2:13: undefined symbol `@g`"],
    );
    check("@x = external global %t", expect!["1:22: undefined type `%t`"]);
    check("@x = global i8 0\n@x = global i8 1", expect!["2:1: redefinition of symbol `@x`"]);
    check(
        "define void @f(i32 %x) {\n  %x = add i32 1, 2\n  ret void\n}",
        expect!["2:3: redefinition of value `%x`"],
    );
    check(
        "define void @f() {\n  %1 = add i32 1, 2\n  %1 = add i32 1, 2\n  ret void\n}",
        expect!["3:3: redefinition of value `%1`"],
    );
    check(
        "define void @f() {\n  br label %a\na:\n  ret void\na:\n  ret void\n}",
        expect!["5:1: redefinition of block `a`"],
    );
    check(
        "define void @f(i32 %x) {\n  ret i64 %x\n}",
        expect!["2:11: `%x` has type i32, expected i64"],
    );
    check(
        "define i64 @f() {\n  br label %n\nn:\n  ret i64 %x\nm:\n  %x = add i32 1, 1\n  unreachable\n}",
        expect!["6:3: `%x` has type i32, expected i64"],
    );
}

#[test]
fn instructions_have_operands_of_fitting_types() {
    let body = |inst: &str| {
        format!("define void @f(ptr %p, i32 %a, double %d) {{\n  {inst}\n  ret void\n}}")
    };
    check(
        &body("%1 = add double %d, %d"),
        expect!["2:12: expected an integer type, found `double`"],
    );
    check(&body("%1 = fadd i32 %a, %a"), expect!["2:13: expected a float type, found `i32`"]);
    check(&body("%1 = load i32, i32 %a"), expect!["2:18: `i32` has type i32, expected ptr"]);
    check(&body("br i32 %a, label %x, label %x"), expect!["2:6: `i32` has type i32, expected i1"]);
    check(
        &body("%1 = extractvalue { i8 } undef, 1"),
        expect!["2:35: index 1 is not valid in { i8 }"],
    );
    check(&body("%1 = alloca void"), expect!["2:15: expected a type of values, found `void`"]);
    check(
        &body("%1 = store i32 1, ptr %p"),
        expect!["2:3: an instruction of type void has no result"],
    );
    check(
        &body("call void (i32) %p(i64 1)"),
        expect!["2:8: the arguments of the call do not match the type void (i32)"],
    );
    check(&body("ret i32 %a"), expect!["2:7: `i32` has type i32, expected void"]);
    check("define i32 @f() {\n  ret void\n}", expect!["2:7: `void` has type void, expected i32"]);
    check(&body("br label %0"), expect!["2:12: no branch leads to the entry block"]);
}

#[test]
fn vectors_and_addresses_have_operands_of_fitting_types() {
    let body =
        |inst: &str| format!("define void @f(ptr %p, double %d) {{\n  {inst}\n  ret void\n}}");
    check(
        &body("%1 = getelementptr i8, ptr %p, double %d"),
        expect!["2:34: expected an integer type, found `double`"],
    );
    check(
        &body("%1 = getelementptr i8, <2 x ptr> poison, <3 x i32> poison"),
        expect!["2:44: expected vectors of one length, found `<3 x i32>`"],
    );
    check(
        &body("%1 = select <2 x i1> poison, <3 x i32> poison, <3 x i32> poison"),
        expect!["2:15: expected a bit for each element, found `<2 x i1>`"],
    );
    check(
        &body("%1 = extractelement <2 x i32> poison, double %d"),
        expect!["2:41: expected an integer type, found `double`"],
    );
    check(&body("%1 = fneg i32 1"), expect!["2:13: expected a float type, found `i32`"]);
    check(
        &body("%1 = alloca <2 x { i32 }>"),
        expect!["2:20: expected a type of vector elements, found `{ i32 }`"],
    );
    check("@x = global i32 add (i32 1, i64 2)", expect!["1:17: `add` has type i64, expected i32"]);
    check(
        "@x = global i32 blockaddress(@f, %x)",
        expect!["1:17: `blockaddress` has type ptr, expected i32"],
    );
}

#[test]
fn casts_that_llvm_refuses_are_errors() {
    for (cast, from, to) in [
        ("zext", "i72 1", "i64"),
        ("trunc", "i32 %a", "i32"),
        ("sext", "i32 %a", "<2 x i64>"),
        ("fptrunc", "double %d", "x86_fp80"),
        ("fpext", "i32 %a", "double"),
        ("sitofp", "double %d", "double"),
        ("ptrtoint", "i32 %a", "i64"),
        ("inttoptr", "ptr %p", "ptr"),
        ("bitcast", "i32 %a", "double"),
        ("bitcast", "ptr %p", "i64"),
    ] {
        let ty = from.split(' ').next().unwrap_or_default();
        let refused = format!(": invalid cast from {ty} to {to}");
        for text in [
            format!(
                "define void @f(ptr %p, i32 %a, double %d) {{\n  %1 = {cast} {from} to {to}\n}}"
            ),
            format!("@x = global {to} {cast} ({ty} poison to {to})"),
        ] {
            let error = parse(text.as_bytes()).expect_err("LLVM refuses the cast").to_string();
            assert!(error.ends_with(&refused), "{cast}: {error}");
        }
    }
}

#[test]
fn nesting_is_bounded() {
    let deep = |open: &str, close: &str| open.repeat(100_000) + "i8" + &close.repeat(100_000);
    check(
        &format!("@x = external global {}", deep("[1 x ", "]")),
        expect!["1:662: a type nests more than 128 levels deep"],
    );
    check(
        &format!("@x = global i8 {}", "trunc (i16 zext (i8 ".repeat(100_000)),
        expect!["1:1296: a constant nests more than 128 levels deep"],
    );
    check(
        &format!("define void @f() {{\n call void @f({}", "metadata ".repeat(100_000)),
        expect!["2:24: `metadata` has type metadata, expected ptr"],
    );
    check("%t = type { i8, %t }", expect!["1:1: a type nests more than 512 levels deep"]);
    let chain: String = (0..2000).map(|i| format!("%t{i} = type {{ %t{} }}\n", i + 1)).collect();
    check(
        &(chain + "%t2000 = type { i8 }\n"),
        expect!["1:1: a type nests more than 512 levels deep"],
    );
}

#[test]
fn bitcode_and_other_bytes_are_told_apart() {
    let error = parse(b"BC\xC0\xDE1234").expect_err("bitcode is not text");
    expect!["1:1: this is LLVM bitcode: turn it into text with llvm-dis"]
        .assert_eq(&error.to_string());
    let error = parse(b"; fine\n; \xff\n").expect_err("not UTF-8");
    expect!["2:3: the text is not UTF-8"].assert_eq(&error.to_string());
}
