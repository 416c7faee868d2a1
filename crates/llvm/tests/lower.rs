//! What code becomes: small functions in LLVM text, and their ops.

use expect_test::{Expect, expect};
use patchlight_ir::text::print_function;
use patchlight_ir::{FuncId, FuncKind};

/// Lowers a module, verifies it, and compares the text of its defined functions.
fn check(text: &str, expected: Expect) {
    let ast = patchlight_llvm::parse(text.as_bytes()).expect("the text parses");
    let (module, diags) = patchlight_llvm::lower::lower(&ast).expect("the module can be lowered");
    patchlight_ir::verify(&module).expect("the lowered module is sound");
    let mut printed = String::new();
    for (i, function) in module.functions.iter().enumerate() {
        if let FuncKind::Defined(_) = function.kind {
            printed.push_str(&print_function(&module, FuncId::from_index(i)));
            printed.push('\n');
        }
    }
    for diag in diags {
        printed.push_str(&format!("{}: {}\n", diag.line, diag.message));
    }
    expected.assert_eq(&printed);
}

#[test]
fn a_loop_over_locals_takes_three_ops_a_round() {
    check(
        r#"
@comp = internal global [100 x i8] zeroinitializer
define void @mark(i32 %0) {
  %2 = alloca i32
  %3 = alloca i32
  store i32 %0, ptr %2
  store i32 0, ptr %3
  br label %4
4:
  %5 = load i32, ptr %3
  %6 = icmp sle i32 %5, 99
  br i1 %6, label %7, label %14
7:
  %8 = load i32, ptr %3
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds [100 x i8], ptr @comp, i64 0, i64 %9
  store i8 1, ptr %10
  br label %11
11:
  %12 = load i32, ptr %2
  %13 = load i32, ptr %3
  %x = add nsw i32 %13, %12
  store i32 %x, ptr %3
  br label %4
14:
  ret void
}
"#,
        expect![[r#"

            func @mark external params 1 ret 0 {
              regs 4 optimised
              loc !0 file0 0 0 n0
              local l0 "" r0 width 32
              local l1 "" r1 width 32
            b0:
              const r2, 1
              const r1, 0
              br.slt.32i r1, 100, b1, b2
            b1:
              store.8gxs r2, r1, 1, @comp, 0
              add.32 r1, r1, r0
              br.slt.32i r1, 100, b1, b2
            b2:
              ret r0, 0
            }

        "#]],
    );
}

#[test]
fn an_old_value_that_is_still_needed_is_saved_before_its_variable_changes() {
    // *p++ = i++
    check(
        r#"
define void @f(ptr %0, i32 %1) {
  %3 = alloca ptr
  %4 = alloca i32
  store ptr %0, ptr %3
  store i32 %1, ptr %4
  %5 = load i32, ptr %4
  %6 = add i32 %5, 1
  store i32 %6, ptr %4
  %7 = load ptr, ptr %3
  %8 = getelementptr i32, ptr %7, i32 1
  store ptr %8, ptr %3
  store i32 %5, ptr %7
  ret void
}
"#,
        expect![[r#"

            func @f external params 2 ret 0 {
              regs 4 optimised
              loc !0 file0 0 0 n0
              local l0 "" r0 width 64
              local l1 "" r1 width 32
            b0:
              mov r3, r1
              add.32i r1, r1, 1
              mov r2, r0
              add.64i r0, r0, 4
              store.32 r3, r2, 0
              ret r0, 0
            }

        "#]],
    );
}

#[test]
fn a_saved_value_does_not_take_a_register_that_the_next_op_reads() {
    // y = (x += *p, old x)
    check(
        r#"
define i32 @f(ptr %p, i32 %a) {
  %x = alloca i32
  store i32 %a, ptr %x
  %1 = load i32, ptr %x
  %2 = load i32, ptr %p
  %3 = add i32 %1, %2
  store i32 %3, ptr %x
  %4 = load i32, ptr %x
  %5 = mul i32 %4, %1
  ret i32 %5
}
"#,
        expect![[r#"

            func @f external params 2 ret 1 {
              regs 4 optimised
              loc !0 file0 0 0 n0
              local l0 "" r1 width 32
            b0:
              load.32 r2, r0, 0
              mov r3, r1
              add.32 r1, r1, r2
              mul.32 r3, r1, r3
              ret r3, 1
            }

        "#]],
    );
}

#[test]
fn a_wide_index_into_a_vector_is_compared_lane_by_lane() {
    check(
        r#"
define i32 @f(i128 %i) {
  %1 = extractelement <2 x i32> <i32 10, i32 20>, i128 %i
  ret i32 %1
}
"#,
        expect![[r#"

            func @f external params 2 ret 1 {
              regs 8 optimised
              loc !0 file0 0 0 n0
            b0:
              const r2, 0
              const r3, 0
              wide.cmp eq, 128, r4, r0, r2
              const r5, 10
              const r6, 20
              select r7, r4, r5, r6
              ret r7, 1
            }

        "#]],
    );
}

#[test]
fn variables_that_may_be_read_before_they_are_written_start_as_zero() {
    check(
        r#"
define i32 @f(i1 %c) {
  %x = alloca i32
  %y = alloca i32
  br i1 %c, label %set, label %use
set:
  store i32 1, ptr %x
  store i32 2, ptr %y
  %1 = load i32, ptr %y
  br label %use
use:
  %v = load i32, ptr %x
  ret i32 %v
}
"#,
        expect![[r#"

            func @f external params 1 ret 1 {
              regs 3 optimised
              loc !0 file0 0 0 n0
              local l0 "" r1 width 32
              local l1 "" r2 width 32
            b0:
              const r1, 0
              br r0, b1, b2
            b1:
              const r1, 1
              const r2, 2
              ret r1, 1
            b2:
              ret r1, 1
            }

        "#]],
    );
}

#[test]
fn phi_nodes_that_exchange_values_go_through_a_temporary() {
    check(
        r#"
define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %done, label %loop
done:
  ret i32 %a
}
"#,
        expect![[r#"

            func @f external params 1 ret 1 {
              regs 5 optimised
              loc !0 file0 0 0 n0
            b0:
              const r1, 1
              const r3, 0
              const r2, 2
              add.32i r3, r3, 1
              br.eq 32, r3, r0, b1, b2
            b1:
              ret r1, 1
            b2:
              mov r4, r1
              mov r1, r2
              mov r2, r4
              add.32i r3, r3, 1
              br.eq 32, r3, r0, b1, b2
            }

        "#]],
    );
}

#[test]
fn a_shift_and_a_mask_are_one_op_and_a_store_cuts_by_itself() {
    check(
        r#"
define i32 @f(i32 %x, ptr %p) {
  %s = lshr i32 %x, 7
  %field = and i32 %s, 255
  %low = trunc i32 %x to i8
  store i8 %low, ptr %p
  %high = lshr i32 %x, 24
  %byte = trunc i32 %high to i8
  %wide = zext i8 %byte to i32
  %sum = add i32 %field, %wide
  ret i32 %sum
}
"#,
        expect![[r#"

            func @f external params 2 ret 1 {
              regs 4 optimised
              loc !0 file0 0 0 n0
            b0:
              store.8 r0, r1, 0
              lshr.and.i 32, 7, r2, r0, 255
              lshr.i 32, r3, r0, 24
              add.32 r2, r2, r3
              ret r2, 1
            }

        "#]],
    );
}

#[test]
fn an_expected_condition_is_the_condition() {
    check(
        r#"
define i32 @f(i32 %x) {
  %c = icmp ne i32 %x, 5
  %n = xor i1 %c, true
  %b = zext i1 %n to i32
  %e = sext i32 %b to i64
  %t = icmp ne i64 %e, 0
  br i1 %t, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
"#,
        expect![[r#"

            func @f external params 1 ret 1 {
              regs 2 optimised
              loc !0 file0 0 0 n0
            b0:
              br.eq.i 32, r0, 5, b1, b2
            b1:
              const r1, 1
              ret r1, 1
            b2:
              const r1, 2
              ret r1, 1
            }

        "#]],
    );
}

#[test]
fn a_conditional_value_is_written_to_its_variable_on_the_edges() {
    check(
        r#"
define i32 @f(i32 %x) {
  %n = alloca i32
  %c = icmp slt i32 %x, 0
  br i1 %c, label %neg, label %pos
neg:
  %m = sub i32 0, %x
  br label %join
pos:
  br label %join
join:
  %v = phi i32 [ %m, %neg ], [ %x, %pos ]
  store i32 %v, ptr %n
  %r = load i32, ptr %n
  %s = mul i32 %r, %r
  ret i32 %s
}
"#,
        expect![[r#"

            func @f external params 1 ret 1 {
              regs 3 optimised
              loc !0 file0 0 0 n0
              local l0 "" r1 width 32
            b0:
              br.slt.32i r0, 0, b1, b2
            b1:
              const r2, 0
              sub.32 r1, r2, r0
              mul.32 r2, r1, r1
              ret r2, 1
            b2:
              mov r1, r0
              mul.32 r2, r1, r1
              ret r2, 1
            }

        "#]],
    );
}

#[test]
fn boolean_idioms_fold_into_the_branch() {
    check(
        r#"
define i32 @f(i32 %a, i32 %b) {
  %1 = icmp ult i32 %a, %b
  %2 = zext i1 %1 to i32
  %3 = icmp ne i32 %2, 0
  %4 = xor i1 %3, true
  br i1 %4, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
"#,
        expect![[r#"

            func @f external params 2 ret 1 {
              regs 3 optimised
              loc !0 file0 0 0 n0
            b0:
              br.ule 32, r1, r0, b1, b2
            b1:
              const r2, 1
              ret r2, 1
            b2:
              const r2, 0
              ret r2, 1
            }

        "#]],
    );
}

#[test]
fn addresses_fold_fields_and_indices_into_one_access() {
    check(
        r#"
%struct.item = type { i32, [3 x i16], ptr }
define i64 @f(ptr %items, i64 %i, i32 %j) {
  %1 = getelementptr inbounds %struct.item, ptr %items, i64 %i, i32 2
  %2 = load ptr, ptr %1
  %3 = sext i32 %j to i64
  %4 = getelementptr inbounds %struct.item, ptr %2, i64 0, i32 1, i64 %3
  %5 = load i16, ptr %4
  %6 = sext i16 %5 to i64
  %7 = getelementptr inbounds i8, ptr %2, i64 4294967296
  store i64 %6, ptr %7
  ret i64 %6
}
"#,
        expect![[r#"

            func @f external params 3 ret 1 {
              regs 6 optimised
              loc !0 file0 0 0 n0
            b0:
              load.64x r3, r0, r1, 24, 16
              load.16xs r4, r3, r2, 2, 4
              sext 16, 64, r5, r4
              add.64i r4, r3, 4294967296
              store.64 r5, r4, 0
              ret r5, 1
            }

        "#]],
    );
}

#[test]
fn wide_and_odd_integers_take_the_bytes_and_words_they_need() {
    check(
        r#"
define i128 @f(ptr %p, i128 %x) {
  %1 = load i128, ptr %p
  %2 = add i128 %1, %x
  %3 = load i17, ptr %p
  %4 = zext i17 %3 to i128
  %5 = xor i128 %2, %4
  store i1 true, ptr %p
  ret i128 %5
}
"#,
        expect![[r#"

            func @f external params 3 ret 2 {
              regs 10 optimised
              loc !0 file0 0 0 n0
            b0:
              load.64 r3, r0, 0
              load.64 r4, r0, 8
              wide add, 128, r5, r3, r1
              load.n 24, r7, r0, 0
              trunc 24, 17, r7, r7
              wide.zext 17, 128, r3, r7
              wide xor, 128, r8, r5, r3
              const r7, 1
              store.8 r7, r0, 0
              ret r8, 2
            }

        "#]],
    );
}

#[test]
fn long_double_moves_ten_bytes() {
    check(
        r#"
define void @f(ptr %p, ptr %q) {
  %1 = load x86_fp80, ptr %p
  %2 = fadd x86_fp80 %1, 0xK3FFF8000000000000000
  store x86_fp80 %2, ptr %q
  ret void
}
"#,
        expect![[r#"

            func @f external params 2 ret 0 {
              regs 8 optimised
              loc !0 file0 0 0 n0
            b0:
              load.64 r2, r0, 0
              load.16 r3, r0, 8
              const r4, 9223372036854775808
              const r5, 16383
              float2 fadd, f80, r6, r2, r4
              store.64 r6, r1, 0
              store.16 r7, r1, 8
              ret r0, 0
            }

        "#]],
    );
}

#[test]
fn vectors_are_split_and_regrouped_by_shifts() {
    check(
        r#"
define i64 @f(<2 x i32> %a, <2 x i32> %b) {
  %1 = add <2 x i32> %a, %b
  %2 = shufflevector <2 x i32> %1, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %3 = bitcast <2 x i32> %2 to i64
  %4 = call i32 @llvm.vector.reduce.smax.v2i32(<2 x i32> %a)
  %5 = zext i32 %4 to i64
  %6 = xor i64 %3, %5
  ret i64 %6
}
declare i32 @llvm.vector.reduce.smax.v2i32(<2 x i32>)
"#,
        expect![[r#"

            func @f external params 4 ret 1 {
              regs 8 optimised
              loc !0 file0 0 0 n0
            b0:
              add.32 r4, r0, r2
              add.32 r5, r1, r3
              shl.64i r6, r4, 32
              or 64, r7, r5, r6
              bit2 smax, 32, r4, r0, r1
              xor 64, r7, r7, r4
              ret r7, 1
            }

        "#]],
    );
}

#[test]
fn vectors_of_bits_are_packed_in_memory() {
    check(
        r#"
define void @f(<4 x i1> %m, ptr %p) {
  store <4 x i1> %m, ptr %p
  ret void
}
"#,
        expect![[r#"

            func @f external params 5 ret 0 {
              regs 8 optimised
              loc !0 file0 0 0 n0
            b0:
              shl.64i r5, r1, 1
              or 64, r6, r0, r5
              shl.64i r5, r2, 2
              or 64, r7, r6, r5
              shl.64i r5, r3, 3
              or 64, r6, r7, r5
              store.8 r6, r4, 0
              ret r0, 0
            }

        "#]],
    );
}

#[test]
fn variable_arguments_lie_as_the_abi_passes_them() {
    check(
        r#"
declare i32 @printf(ptr, ...)
define void @f(ptr %s, i32 %i, double %d, x86_fp80 %l) {
  %1 = call i32 (ptr, ...) @printf(ptr %s, i32 %i, i32 7)
  %2 = call i32 (ptr, ...) @printf(ptr %s, double %d, i32 %i, x86_fp80 %l)
  ret void
}
"#,
        expect![[r#"

            func @f external params 5 ret 0 {
              regs 6 optimised
              loc !0 file0 0 0 n0
              args r0 r1 r5 r0 r1 r5 r5 r5 r5 r2 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r3 r4
            b0:
              const r5, 7
              call r5, 1, @printf, 3, args0 ; r0 r1 r5
              const r5, 0
              call r5, 1, @printf, 25, args3 ; r0 r1 r5 r5 r5 r5 r2 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r5 r3 r4
              ret r0, 0
            }

        "#]],
    );
}

#[test]
fn a_struct_passed_by_value_is_copied_by_the_callee() {
    check(
        r#"
%struct.big = type { [40 x i8] }
define i8 @f(ptr byval(%struct.big) align 8 %b) {
  %1 = getelementptr i8, ptr %b, i64 3
  %2 = load i8, ptr %1
  ret i8 %2
}
"#,
        expect![[r#"

            func @f external params 1 ret 1 {
              regs 3 optimised
              loc !0 file0 0 0 n0
              local l0 "" size 40 align 8
            b0:
              alloca r1, l0
              const r2, 40
              memcpy r1, r0, r2
              load.8 r2, r1, 3
              ret r2, 1
            }

        "#]],
    );
}

#[test]
fn aggregates_come_back_in_consecutive_registers() {
    check(
        r#"
declare { i64, i32 } @pair(i64)
define { i32, i64 } @f(i64 %x) {
  %1 = call { i64, i32 } @pair(i64 %x)
  %2 = extractvalue { i64, i32 } %1, 0
  %3 = extractvalue { i64, i32 } %1, 1
  %4 = insertvalue { i32, i64 } poison, i32 %3, 0
  %5 = insertvalue { i32, i64 } %4, i64 %2, 1
  ret { i32, i64 } %5
}
"#,
        expect![[r#"

            func @f external params 1 ret 2 {
              regs 5 optimised
              loc !0 file0 0 0 n0
              args r0
            b0:
              call r1, 2, @pair, 1, args0 ; r0
              mov r3, r2
              mov r4, r1
              ret r3, 2
            }

        "#]],
    );
}

#[test]
fn atomics_are_plain_reads_and_writes() {
    check(
        r#"
define i32 @f(ptr %p, i32 %old, i32 %new) {
  %1 = cmpxchg ptr %p, i32 %old, i32 %new seq_cst seq_cst
  %2 = extractvalue { i32, i1 } %1, 0
  %3 = atomicrmw umax ptr %p, i32 %2 monotonic
  fence seq_cst
  ret i32 %3
}
"#,
        expect![[r#"

            func @f external params 3 ret 1 {
              regs 6 optimised
              loc !0 file0 0 0 n0
            b0:
              load.32 r3, r0, 0
              eq 32, r4, r3, r1
              select r5, r4, r2, r3
              store.32 r5, r0, 0
              load.32 r4, r0, 0
              bit2 umax, 32, r5, r4, r3
              store.32 r5, r0, 0
              ret r4, 1
            }

        "#]],
    );
}

#[test]
fn intrinsics_become_ops_or_library_calls() {
    check(
        r#"
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.sin.f64(double)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare void @llvm.lifetime.start.p0(i64, ptr)
define double @f(i32 %a, double %x) {
  %v = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %v)
  %1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 1)
  %2 = extractvalue { i32, i1 } %1, 0
  %3 = call i32 @llvm.fshl.i32(i32 %2, i32 %2, i32 5)
  store i32 %3, ptr %v
  %4 = load i32, ptr %v
  %5 = sitofp i32 %4 to double
  %6 = call double @llvm.fmuladd.f64(double %x, double %5, double 1.0)
  %7 = call double @llvm.sin.f64(double %6)
  ret double %7
}
"#,
        expect![[r#"

            func @f external params 2 ret 1 {
              regs 7 optimised
              loc !0 file0 0 0 n0
              local l0 "" r2 width 32
              args r6
            b0:
              const r3, 1
              overflow sadd, 32, r4, r0, r3
              const r5, 5
              funnel false, 32, r2, r4, r4, r5
              itof f64, true, 32, r3, r2
              fmul.64 r4, r1, r3
              const r5, 4607182418800017408
              fadd.64 r6, r4, r5
              call r3, 1, @sin, 1, args0 ; r6
              ret r3, 1
            }

        "#]],
    );
}

#[test]
fn what_we_do_not_know_ends_the_path_where_it_is_executed() {
    check(
        r#"
declare i32 @llvm.made.up.i32(i32)
define i32 @f(i1 %c) {
  br i1 %c, label %bad, label %good
bad:
  %1 = call i32 @llvm.made.up.i32(i32 0)
  ret i32 %1
good:
  ret i32 0
}
define void @g() {
  call void asm sideeffect "outb %al, $$0x80", ""()
  ret void
}
"#,
        expect![[r#"

            func @f external params 1 ret 1 {
              regs 2 optimised
              loc !0 file0 0 0 n0
            b0:
              br r0, b1, b2
            b1:
              unsupported n1 ; "intrinsic llvm.made.up.i32"
            b2:
              const r1, 0
              ret r1, 1
            }


            func @g external params 0 ret 0 {
              regs 0 optimised
              loc !0 file0 0 0 n2
            b0:
              unsupported n3 ; "inline assembly `outb %al, $$0x80`"
            }

        "#]],
    );
}

#[test]
fn known_inline_assembly_becomes_ops() {
    check(
        r#"
define i32 @f(ptr %p, i32 %x) {
  %1 = call i32 asm "", "=r,0"(i32 %x)
  call void asm sideeffect "pause", "~{memory}"()
  %2 = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m"(ptr elementtype(i32) %p, i32 %1, ptr elementtype(i32) %p)
  %3 = call i32 asm "bswap $0", "=r,0"(i32 %2)
  ret i32 %3
}
"#,
        expect![[r#"

            func @f external params 2 ret 1 {
              regs 5 optimised
              loc !0 file0 0 0 n0
            b0:
              load.32 r2, r0, 0
              add.32 r3, r2, r1
              store.32 r3, r0, 0
              bit1 bswap, 32, r4, r2
              ret r4, 1
            }

        "#]],
    );
}

#[test]
fn computed_jumps_list_their_targets() {
    check(
        r#"
define i32 @f(i1 %c) {
  %1 = select i1 %c, ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)
  indirectbr ptr %1, [label %a, label %b]
a:
  %x = phi i32 [ 5, %0 ]
  ret i32 %x
b:
  ret i32 6
}
"#,
        expect![[r#"

            func @f external params 1 ret 1 {
              regs 5 optimised
              loc !0 file0 0 0 n0
              table t0 b1 b2
            b0:
              addr.b r3, @f, b1
              addr.b r4, @f, b2
              select r3, r0, r3, r4
              const r2, 5
              br.indirect r3, t0
            b1:
              mov r1, r2
              ret r1, 1
            b2:
              const r3, 6
              ret r3, 1
            }

        "#]],
    );
}

#[test]
fn a_switch_is_sorted_and_a_wide_one_is_a_chain() {
    check(
        r#"
define i32 @f(i32 %x, i128 %y) {
  switch i32 %x, label %wide [
    i32 7, label %one
    i32 -1, label %two
    i32 3, label %one
  ]
wide:
  switch i128 %y, label %two [
    i128 18446744073709551617, label %one
  ]
one:
  ret i32 1
two:
  ret i32 2
}
"#,
        expect![[r#"

            func @f external params 3 ret 1 {
              regs 6 optimised
              loc !0 file0 0 0 n0
              switch t0 3: b1, 7: b1, 4294967295: b2, default b3
            b0:
              switch 32, r0, t0
            b1:
              const r3, 1
              ret r3, 1
            b2:
              const r3, 2
              ret r3, 1
            b3:
              const r4, 1
              const r5, 1
              wide.cmp eq, 128, r3, r1, r4
              br r3, b1, b2
            }

        "#]],
    );
}

#[test]
fn calls_that_must_be_tail_calls_leave_the_frame() {
    check(
        r#"
declare i32 @g(i32)
define i32 @f(i32 %x) {
  %1 = musttail call i32 @g(i32 %x)
  ret i32 %1
}
"#,
        expect![[r#"

            func @f external params 1 ret 1 {
              regs 1 optimised
              loc !0 file0 0 0 n0
              args r0
            b0:
              tailcall @g, 1, args0 ; r0
            }

        "#]],
    );
}

#[test]
fn inlined_code_keeps_its_own_function_and_the_call_that_it_replaced() {
    check(
        r#"
define i32 @f(i32 %x) !dbg !4 {
  %1 = add i32 %x, 1, !dbg !6
  ret i32 %1, !dbg !8
}
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "cut.c", directory: "/src")
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 10, unit: !0)
!5 = distinct !DISubprogram(name: "plus", scope: !1, file: !1, line: 3, unit: !0)
!6 = !DILocation(line: 4, column: 7, scope: !5, inlinedAt: !7)
!7 = distinct !DILocation(line: 12, column: 9, scope: !4)
!8 = !DILocation(line: 12, column: 2, scope: !4)
"#,
        expect![[r#"

            func @f external params 1 ret 1 {
              regs 2 optimised
              loc !0 file1 10 0 n0
              loc !1 file1 12 9 n0
              loc !2 file1 4 7 n1 at !1
              loc !3 file1 12 2 n0
            b0:
              add.32i r1, r0, 1 !2
              ret r1, 1 !3
            }

        "#]],
    );
}
