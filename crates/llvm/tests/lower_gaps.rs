//! Text that parses but that LLVM's own verifier refuses, or that we do not model: lowering names
//! it, and what comes out is sound.

use expect_test::{Expect, expect};
use patchlight_ir::{FuncKind, Op};

/// Lowers a module, verifies it, and compares its gaps and what is said about it, a line each.
fn check(text: &str, expected: Expect) {
    let ast = patchlight_llvm::parse(text.as_bytes()).expect("the text parses");
    let (module, diags) = patchlight_llvm::lower::lower(&ast).expect("the module can be lowered");
    patchlight_ir::verify(&module).expect("the lowered module is sound");
    let mut gaps = String::new();
    for function in &module.functions {
        let FuncKind::Defined(body) = &function.kind else { continue };
        for op in &body.ops {
            if let Op::Unsupported { what } = op {
                gaps.push_str(&format!("{}: {}\n", function.name, module.names[what.index()]));
            }
        }
    }
    for diag in diags {
        gaps.push_str(&format!("{}: {}\n", diag.line, diag.message));
    }
    expected.assert_eq(&gaps);
}

#[test]
fn a_value_that_is_used_where_it_may_not_be_defined_refuses_its_function() {
    check(
        r#"
define i32 @far(i32 %a, i1 %c) {
  br i1 %c, label %then, label %join
then:
  %x = add i32 %a, 1
  br label %join
join:
  ret i32 %x
}
define i32 @near(i32 %a) {
  %1 = add i32 %2, %a
  %2 = add i32 %a, 1
  ret i32 %1
}
define i32 @itself() {
  %1 = add i32 %1, 1
  ret i32 %1
}
"#,
        expect![[r#"
            far: `%x` is used on a path that does not define it
            near: `%2` is used on a path that does not define it
            itself: `%1` is used on a path that does not define it
            2: `far` cannot be executed: `%x` is used on a path that does not define it
            10: `near` cannot be executed: `%2` is used on a path that does not define it
            15: `itself` cannot be executed: `%1` is used on a path that does not define it
        "#]],
    );
}

#[test]
fn code_that_no_path_reaches_may_use_values_in_any_order() {
    check(
        r#"
define i32 @f(i32 %a) {
  br label %join
dead:
  %1 = phi i32 [ %3, %dead ]
  %2 = add i32 %2, %3
  %3 = add i32 %1, 1
  br i1 true, label %dead, label %join
join:
  %4 = phi i32 [ %a, %0 ], [ %3, %dead ]
  ret i32 %4
}
"#,
        expect![""],
    );
}

#[test]
fn intrinsics_with_operands_that_they_do_not_have_are_named() {
    check(
        r#"
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i128 @llvm.readcyclecounter()
declare double @llvm.sin.f64(double)
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i64>)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @too_few() {
  %1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 1)
  ret void
}
define void @none() {
  %1 = call i32 @llvm.fshl.i32()
  ret void
}
define void @wider() {
  %1 = call i32 @llvm.smax.i32(i32 1, i64 -1)
  ret void
}
define i128 @result() {
  %1 = call i128 @llvm.readcyclecounter()
  ret i128 %1
}
define double @other_type(i32 %x) {
  %1 = call double @llvm.sin.f64(i32 %x)
  ret double %1
}
define <2 x i32> @lanes(ptr %p) {
  %1 = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <1 x i1> <i1 true>, <2 x i32> zeroinitializer)
  ret <2 x i32> %1
}
define i32 @elements(<4 x i64> %v) {
  %1 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i64> %v)
  ret i32 %1
}
define void @no_address(i128 %p) {
  call void @llvm.memcpy.p0.p0.i64(i128 %p, i128 %p, i64 1, i1 false)
  ret void
}
"#,
        expect![[r#"
            too_few: intrinsic llvm.sadd.with.overflow.i32 with these operands
            none: intrinsic llvm.fshl.i32 with these operands
            wider: intrinsic llvm.smax.i32 with these operands
            result: intrinsic llvm.readcyclecounter with these operands
            other_type: intrinsic llvm.sin.f64 with these operands
            lanes: masked access with lanes of another type
            elements: intrinsic llvm.vector.reduce.add.v4i32 with these operands
            no_address: intrinsic llvm.memcpy.p0.p0.i64 with these operands
        "#]],
    );
}

#[test]
fn assembly_with_more_constraints_than_arguments_is_named() {
    check(
        r#"
define void @f(ptr %p) {
  %1 = call i32 asm "xaddl $0, $1", "=r,0,*m"(i32 1)
  ret void
}
"#,
        expect![[r#"
            f: inline assembly `xaddl $0, $1`
        "#]],
    );
}

#[test]
fn assembly_on_operands_that_differ_in_width_is_named() {
    check(
        r#"
define i32 @xadd(ptr %p) {
  %1 = call i32 asm "lock; xaddl $0, $1", "=r,=*m,0,*m"(ptr %p, i33 -1, ptr %p)
  ret i32 %1
}
define i32 @xchg(ptr %p) {
  %1 = call i32 asm "xchgl $0, $1", "=r,=*m,0,*m"(ptr %p, i64 -1, ptr %p)
  ret i32 %1
}
define i32 @cmpxchg(ptr %p, i64 %x) {
  %1 = call i32 asm "lock; cmpxchgl $2, $1", "={ax},*m,r,0"(ptr %p, i64 %x, i32 0)
  ret i32 %1
}
define void @update(ptr %p, i128 %x) {
  call void asm "lock; addl $1, $0", "=*m,r"(ptr %p, i128 %x)
  ret void
}
define i128 @unary(i128 %x) {
  %1 = call i128 asm "bswap $0", "=r,0"(i128 %x)
  ret i128 %1
}
define i32 @tied(i64 %x) {
  %1 = call i32 asm "", "=r,0"(i64 %x)
  ret i32 %1
}
define i128 @counter() {
  %1 = call i128 asm "rdtsc", "=A"()
  ret i128 %1
}
define void @no_address(i32 %p) {
  call void asm "lock; incl $0", "=*m"(i32 %p)
  ret void
}
"#,
        expect![[r#"
            xadd: inline assembly on i33
            xchg: inline assembly on operands of different widths
            cmpxchg: inline assembly on operands of different widths
            update: inline assembly on i128
            unary: inline assembly on i128
            tied: inline assembly with these outputs
            counter: rdtsc with these outputs
            no_address: inline assembly on memory without an address
        "#]],
    );
}
