//! One test a feature: text in, the parsed module printed back.

mod common;

use expect_test::{Expect, expect};
use patchlight_llvm::parse;

fn check(text: &str, expect: Expect) {
    match parse(text.as_bytes()) {
        Ok(module) => expect.assert_eq(&common::dump(&module)),
        Err(error) => expect.assert_eq(&format!("error: {error}\n")),
    }
}

/// The text between the braces of a function with some parameters.
fn check_body(body: &str, expect: Expect) {
    let text = format!(
        "define void @f(i32 %a, i32 %b, ptr %p, double %d, <4 x i32> %v, i1 %c) {{\n{body}\n}}\n\
         declare void @g(...)\n@x = external global i32\n"
    );
    match parse(text.as_bytes()) {
        Ok(module) => {
            let dump = common::dump(&module);
            let start = dump.find("{\n").expect("a body");
            let end = dump.find("\n}").expect("a body") + 2;
            expect.assert_eq(&dump[start..end]);
        }
        Err(error) => expect.assert_eq(&format!("error: {error}\n")),
    }
}

#[test]
fn integer_arithmetic_keeps_its_flags() {
    check_body(
        "  %1 = add nuw nsw i32 %a, %b
  %2 = or disjoint i32 %1, -1
  %3 = lshr exact i32 %2, 3
  %4 = icmp samesign ult i32 %3, %a
  %5 = zext nneg i32 %3 to i64
  %6 = trunc nuw nsw i64 %5 to i7
  %7 = srem i7 %6, -3
  ret void",
        expect![[r#"
            {
              %1 = add nuw nsw i32 %a, %b
              %2 = or disjoint i32 %1, -1
              %3 = lshr exact i32 %2, 3
              %4 = icmp samesign ult i32 %3, %a
              %5 = zext nneg i32 %3 to i64
              %6 = trunc nuw nsw i64 %5 to i7
              %7 = srem i7 %6, -3
              ret void
            }"#]],
    );
}

#[test]
fn float_arithmetic_keeps_its_flags() {
    check_body(
        "  %1 = fadd reassoc nnan double %d, 1.5
  %2 = fneg fast double %1
  %3 = fcmp nnan uno double %2, 0.0
  %4 = uitofp nneg i32 %a to float
  %5 = select nsz i1 %3, double %1, double %2
  %6 = call fast double @sqrt(double %5)
  ret void
}
declare double @sqrt(double)
define void @h() {
  ret void",
        expect![[r#"
            {
              %1 = fadd reassoc nnan double %d, 0x3FF8000000000000
              %2 = fneg fast double %1
              %3 = fcmp nnan uno double %2, 0x0000000000000000
              %4 = uitofp nneg i32 %a to float
              %5 = select i1 %3, double %1, double %2
              %6 = call fast double @sqrt(double %5)
              ret void
            }"#]],
    );
}

#[test]
fn flags_and_attributes_of_tomorrow_are_skipped() {
    check_body(
        "  %1 = add shiny nsw i32 %a, %b
  %2 = getelementptr inbounds sparkling(1, 2) i8, ptr %p, i32 %1
  call void (...) @g(i32 gleaming range(i32 0, 5) %1, ptr glossy({ i8, (2) }) \"k\"=\"v\" %p) polished lustre(1)
  ret void",
        expect![[r#"
            {
              %1 = add nsw i32 %a, %b
              %2 = getelementptr inbounds i8, ptr %p, i32 %1
              call void (...) @g(i32 %1, ptr %p)
              ret void
            }"#]],
    );
}

#[test]
fn memory_instructions_keep_access_and_alignment() {
    check_body(
        "  %1 = alloca [4 x i32], align 16
  %2 = alloca inalloca i8, i32 %a, align 8, addrspace(5)
  %3 = load volatile i32, ptr %p, align 4, !tbaa !5
  store atomic volatile i32 %3, ptr %p syncscope(\"singlethread\") release, align 4
  %4 = load atomic i32, ptr %p seq_cst, align 4
  %5 = cmpxchg weak volatile ptr %p, i32 %a, i32 %b syncscope(\"x\") acq_rel monotonic, align 4
  %6 = extractvalue { i32, i1 } %5, 1
  %7 = atomicrmw volatile umax ptr %p, i32 %a monotonic, align 4
  fence syncscope(\"agent\") acquire
  %8 = va_arg ptr %p, double
  %9 = getelementptr inbounds nuw { i32, [3 x i8] }, ptr %p, i64 0, i32 1, i32 %a
  %10 = getelementptr nusw nuw i8, <2 x ptr> zeroinitializer, i64 1
  %11 = getelementptr i8, ptr %p, <2 x i64> <i64 1, i64 2>
  ret void",
        expect![[r#"
            {
              %1 = alloca [4 x i32], align 16
              %2 = alloca i8, i32 %a, align 8, addrspace(5)
              %3 = load volatile i32, ptr %p, align 4
              store atomic volatile i32 %3, ptr %p release, align 4
              %4 = load atomic i32, ptr %p seq_cst, align 4
              %5 = cmpxchg weak ptr %p, i32 %a, i32 %b acq_rel monotonic
              %6 = extractvalue { i32, i1 } %5, 1
              %7 = atomicrmw volatile umax ptr %p, i32 %a monotonic, align 4
              fence acquire
              %8 = va_arg ptr %p, double
              %9 = getelementptr inbounds nuw { i32, [3 x i8] }, ptr %p, i64 0, i32 1, i32 %a
              %10 = getelementptr nusw nuw i8, <2 x ptr> zeroinitializer, i64 1
              %11 = getelementptr i8, ptr %p, <2 x i64> <i64 1, i64 2>
              ret void
            }"#]],
    );
}

#[test]
fn vectors_and_aggregates_get_their_types() {
    check_body(
        "  %1 = extractelement <4 x i32> %v, i32 %a
  %2 = insertelement <4 x i32> %v, i32 %1, i64 0
  %3 = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 poison>
  %4 = add <2 x i32> %3, splat (i32 7)
  %5 = icmp eq <2 x i32> %4, zeroinitializer
  %6 = insertvalue { i32, { i8, ptr } } undef, ptr %p, 1, 1, !dbg !4
  %7 = extractvalue { i32, { i8, ptr } } %6, 1
  %8 = freeze { i8, ptr } %7
  ret void",
        expect![[r#"
            {
              %1 = extractelement <4 x i32> %v, i32 %a
              %2 = insertelement <4 x i32> %v, i32 %1, i64 0
              %3 = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 poison>
              %4 = add <2 x i32> %3, splat (i32 7)
              %5 = icmp eq <2 x i32> %4, zeroinitializer
              %6 = insertvalue { i32, { i8, ptr } } undef, ptr %p, 1, 1, !dbg !4
              %7 = extractvalue { i32, { i8, ptr } } %6, 1
              %8 = freeze { i8, ptr } %7
              ret void
            }"#]],
    );
}

#[test]
fn blocks_and_values_are_numbered_like_llvm_numbers_them() {
    check(
        "define i32 @f(i32, i1) {
  br i1 %1, label %3, label %named
3:
  call i32 @f(i32 1, i1 0)
  %5 = add i32 %4, %0
  br label %named
named:
  %6 = phi i32 [ %5, %3 ], [ 0, %2 ], !dbg !3
  switch i32 %6, label %7 [
    i32 1, label %named2
    i32 -2, label %7
  ]
  ret i32 %6
\"named2\":
  unreachable
}",
        expect![[r#"
            define i32 @f(i32, i1) {
              br i1 %1, label %3, label %named
            3:
              %4 = call i32 @f(i32 1, i1 false)
              %5 = add i32 %4, %0
              br label %named
            named:
              %6 = phi i32 [ %5, %3 ], [ 0, %2 ], !dbg !3
              switch i32 %6, label %7 [ i32 1, label %named2 i32 -2, label %7 ]
              ret i32 %6
            named2:
              unreachable
            }
        "#]],
    );
}

#[test]
fn values_may_be_used_before_their_definition() {
    check_body(
        "  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %a
  br i1 %more, label %loop, label %\"the end\"
\"the end\":
  ret void",
        expect![[r#"
            {
              br label %loop
            loop:
              %i = phi i32 [ 0, %0 ], [ %next, %loop ]
              %next = add i32 %i, 1
              %more = icmp slt i32 %next, %a
              br i1 %more, label %loop, label %"the end"
            "the end":
              ret void
            }"#]],
    );
}

#[test]
fn calls_keep_what_matters() {
    check(
        r#"%s = type { i32 }
define fastcc void @f(ptr %p, ...) {
  %1 = tail call noundef signext i32 @h(ptr noundef byval(%s) align 8 %p, i8 zeroext 3) #1
  musttail call void (ptr, ...) @f(ptr %p, ...)
  notail call cc 11 void %p() noreturn nounwind
  call preserve_mostcc addrspace(0) void inttoptr (i64 8 to ptr)(i1 true) [ "align"(ptr %p, i64 16), "deopt"() ]
  %2 = call i64 asm sideeffect inteldialect "mov $0, \22x\22\0A", "=r,~{dirflag}"(), !srcloc !3
  call void @k(ptr sret({ i8 }) %p, ptr nest returned null)
  ret void
}
declare i32 @h(ptr, i8)
declare void @k(ptr, ptr)
attributes #1 = { "a"="b" memory(argmem: read) noreturn allocsize(0) }"#,
        expect![[r#"
            define fastcc void @f(ptr %p, ...) {
              %1 = tail call signext i32 @h(ptr byval(%s) align 8 %p, i8 zeroext 3) noreturn
              musttail call void (ptr, ...) @f(ptr %p)
              notail call cc 11 void %p() noreturn
              call othercc void inttoptr (i64 8 to ptr)(i1 true) [ "align"(ptr %p, i64 16), "deopt"() ]
              %2 = call i64 asm sideeffect inteldialect "mov $0, \22x\22\0A", "=r,~{dirflag}"()
              call void @k(ptr sret({ i8 }) %p, ptr nest returned null)
              ret void
            }
            declare i32 @h(ptr, i8)
            declare void @k(ptr, ptr)
        "#]],
    );
}

#[test]
fn unwinding_is_control_flow() {
    check(
        "define void @f() personality ptr @g {
  %1 = invoke i32 @g(i32 3) #0
          to label %ok unwind label %bad
ok:
  callbr void asm \"jmp $0\", \"!i\"() to label %done [label %bad2, label %done]
bad:
  %2 = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @x]
  resume { ptr, i32 } %2
bad2:
  %3 = cleanuppad within none [ptr null, i32 64]
  cleanupret from %3 unwind label %sw
sw:
  %4 = catchswitch within none [label %pad] unwind to caller
pad:
  %5 = catchpad within %4 [i32 1]
  catchret from %5 to label %done
done:
  ret void
}
declare i32 @g(i32)
@x = external global i8",
        expect![[r#"
            @x = external global i8
            define void @f() personality ptr @g {
              %1 = invoke i32 @g(i32 3) to label %ok unwind label %bad
            ok:
              callbr void asm "jmp $0", "!i"() to label %done [label %bad2, label %done]
            bad:
              %2 = landingpad { ptr, i32 } cleanup catch ptr null filter [1 x ptr] [ptr @x]
              resume { ptr, i32 } %2
            bad2:
              %3 = cleanuppad
              cleanupret [label %sw]
            sw:
              %4 = catchswitch [label %pad]
            pad:
              %5 = catchpad
              catchret [label %done]
            done:
              ret void
            }
            declare i32 @g(i32)
        "#]],
    );
}

#[test]
fn computed_gotos_resolve_block_addresses() {
    check(
        "@table = internal constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %2)]
define void @f(ptr) {
  indirectbr ptr %0, [label %a, label %2]
a:
  ret void
2:
  ret void
}",
        expect![[r#"
            @table = internal constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %2)]
            define void @f(ptr) {
              indirectbr ptr %0, [label %a, label %2]
            a: ; address taken
              ret void
            2: ; address taken
              ret void
            }
        "#]],
    );
}

#[test]
fn globals_keep_linkage_storage_and_place() {
    check(
        r#"$c = comdat nodeduplicate
$g5 = comdat any
@g1 = private unnamed_addr constant [4 x i8] c"a\22\5C\00", align 1
@g2 = external dso_local thread_local(initialexec) global i32, align 4
@g3 = extern_weak hidden global i8
@g4 = weak_odr protected local_unnamed_addr addrspace(1) externally_initialized global i32 5, section "s", partition "p", comdat($c), align 8, !dbg !0, !type !1
@g5 = linkonce_odr global i32 0, comdat, no_sanitize_address, code_model "large" #3
@g6 = common global i64 0
@g7 = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }], section "llvm.metadata"
@g8 = dllimport thread_local(localdynamic) global i32 0
@0 = private constant i8 1
@"\01name with \22quote\22" = available_externally thread_local(localexec) constant <{ i8, i32 }> <{ i8 1, i32 2 }>
@al = weak hidden alias i32, ptr getelementptr inbounds (i8, ptr @g6, i64 4)
@if = dso_local ifunc i32 (i32), ptr @resolve, partition "q"
declare void @init()
declare ptr @resolve()"#,
        expect![[r#"
            @g1 = private unnamed_addr constant [4 x i8] c"a\22\\\00", align 1
            @g2 = external dso_local thread_local(initialexec) global i32, align 4
            @g3 = extern_weak hidden global i8
            @g4 = weak_odr protected unnamed_addr addrspace(1) global i32 5, section "s", comdat($c), align 8, !dbg !0
            @g5 = linkonce_odr global i32 0, comdat
            @g6 = common global i64 0
            @g7 = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }], section "llvm.metadata"
            @g8 = dllimport thread_local(localdynamic) global i32 0
            @0 = private constant i8 1
            @"\01name with \22quote\22" = available_externally thread_local(localexec) constant <{ i8, i32 }> <{ i8 1, i32 2 }>
            @al = weak hidden alias i32, ptr getelementptr inbounds (i8, ptr @g6, i64 4)
            @if = dso_local ifunc i32 (i32), ptr @resolve
            declare void @init()
            declare ptr @resolve()
        "#]],
    );
}

#[test]
fn constant_expressions_of_all_versions_are_read() {
    check(
        "@a = external global [4 x i32]
@e1 = global ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, inrange i32 1)
@e2 = global ptr getelementptr inbounds nuw inrange(-8, 8) (i8, ptr @a, i64 4)
@e3 = global i32 trunc (i64 sub nuw (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @e1 to i64)) to i32)
@e4 = global i64 mul (i64 shl (i64 1, i64 2), i64 xor (i64 add nsw (i64 1, i64 2), i64 -1))
@e5 = global i1 icmp eq (ptr @a, ptr @e1)
@e6 = global i32 select (i1 fcmp oeq (float 1.0, float 2.0), i32 1, i32 zext (i8 2 to i32))
@e7 = global i32 extractelement (<2 x i32> insertelement (<2 x i32> poison, i32 1, i32 0), i32 0)
@e8 = global <2 x i32> shufflevector (<2 x i32> undef, <2 x i32> zeroinitializer, <2 x i32> <i32 0, i32 1>)
@e9 = global ptr addrspacecast (ptr addrspace(1) null to ptr)
@e10 = global ptr dso_local_equivalent @f
@e11 = global ptr no_cfi @f
@e12 = global ptr inttoptr (i64 bitcast (double 1.0 to i64) to ptr)
@e13 = global i8 extractvalue ({ i8, [2 x i8] } insertvalue ({ i8, [2 x i8] } undef, i8 3, 1, 0), 1, 0)
@e14 = global ptr ptrauth (ptr @f, i32 0, i64 1234)
@e15 = global float fneg (float 1.0)
declare void @f()",
        expect![[r#"
            @a = external global [4 x i32]
            @e1 = global ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i32 1)
            @e2 = global ptr getelementptr inbounds nuw (i8, ptr @a, i64 4)
            @e3 = global i32 trunc (i64 sub nuw (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @e1 to i64)) to i32)
            @e4 = global i64 mul (i64 shl (i64 1, i64 2), i64 xor (i64 add nsw (i64 1, i64 2), i64 -1))
            @e5 = global i1 icmp eq (ptr @a, ptr @e1)
            @e6 = global i32 select (i1 fcmp oeq (float 0x3FF0000000000000, float 0x4000000000000000), i32 1, i32 zext (i8 2 to i32))
            @e7 = global i32 extractelement (<2 x i32> insertelement (<2 x i32> poison, i32 1, i32 0), i32 0)
            @e8 = global <2 x i32> shufflevector (<2 x i32> undef, <2 x i32> zeroinitializer, <2 x i32> <i32 0, i32 1>)
            @e9 = global ptr addrspacecast (ptr addrspace(1) null to ptr)
            @e10 = global ptr dso_local_equivalent @f
            @e11 = global ptr no_cfi @f
            @e12 = global ptr inttoptr (i64 bitcast (double 0x3FF0000000000000 to i64) to ptr)
            @e13 = global i8 extractvalue ({ i8, [2 x i8] } insertvalue ({ i8, [2 x i8] } undef, i8 3, 1, 0), 1, 0)
            @e14 = global ptr @f
            @e15 = global float fneg (float 0x3FF0000000000000)
            declare void @f()
        "#]],
    );
}

#[test]
fn literals_of_all_forms_are_read() {
    check(
        "@i1 = global i128 -170141183460469231731687303715884105728
@i2 = global i65 18446744073709551616
@i3 = global i200 u0xFF00000000000000000000000000000001
@i4 = global i16 s0xF0
@i5 = global i64 18446744073709551615
@f1 = global float 0x3FB99999A0000000
@f2 = global double 0x7FF8000000000000
@f3 = global x86_fp80 0xK3FFFC000000000000000
@f4 = global fp128 0xL00000000000000003FFF000000000000
@f5 = global ppc_fp128 0xM3FF00000000000000000000000000000
@f6 = global half 0xH3C00
@f7 = global bfloat 0xR3F80
@f8 = global float f0x3F800000
@f9 = global double -inf
@f10 = global float +qnan
@f11 = global double -1.25e-3
@f12 = global half 1.0",
        expect![[r#"
            @i1 = global i128 -170141183460469231731687303715884105728
            @i2 = global i65 -18446744073709551616
            @i3 = global i200 u0x000000000000000000000000000000FF00000000000000000000000000000001
            @i4 = global i16 -16
            @i5 = global i64 -1
            @f1 = global float 0x3FB99999A0000000
            @f2 = global double 0x7FF8000000000000
            @f3 = global x86_fp80 0xK3FFFC000000000000000
            @f4 = global fp128 0xL00000000000000003FFF000000000000
            @f5 = global ppc_fp128 0xM3FF00000000000000000000000000000
            @f6 = global half 0xH3C00
            @f7 = global bfloat 0xR3F80
            @f8 = global float 0x3FF0000000000000
            @f9 = global double 0xFFF0000000000000
            @f10 = global float 0x7FF8000000000000
            @f11 = global double 0xBF547AE147AE147B
            @f12 = global half 0xH3C00
        "#]],
    );
}

#[test]
fn types_of_all_kinds_are_read() {
    check(
        "%a = type { ptr, %b, %0 }
%b = type <{ i8, i24 }>
%0 = type opaque
%\"c d\" = type {}
@t1 = external global %a
@t2 = external global [2 x %\"c d\"]
@t3 = external global target(\"spirv.Image\", void, 1)
@t4 = external global <vscale x 4 x i32>
@t5 = external global ptr addrspace(3)
declare void @f(ptr, x86_amx, <2 x half>)",
        expect![[r#"
            @t1 = external global %a
            @t2 = external global [2 x %c d]
            @t3 = external global target(…)
            @t4 = external global <vscale x 4 x i32>
            @t5 = external global ptr addrspace(3)
            declare void @f(ptr, x86_amx, <2 x half>)
        "#]],
    );
}

#[test]
fn function_headers_are_read_whole() {
    check(
        r#"module asm ".symver a, \22b\22"
target triple = "x86_64-unknown-linux-gnu"
define weak hidden noundef range(i32 0, 2) i32 @f(i32 inreg %x) local_unnamed_addr addrspace(0) #0 section ".init" partition "p" comdat($q) align 32 gc "x" prefix i32 1 prologue i8 -1 personality ptr @g !dbg !5 !prof !6 {
  ret i32 %x
}
declare !dbg !9 extern_weak zeroext i8 @g(...) unnamed_addr
attributes #0 = { naked returns_twice "no-trapping-math"="true" nofpclass(nan) }
uselistorder ptr @g, { 1, 0 }
^0 = module: (path: "x", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "f", summaries: (function: (module: ^0)))"#,
        expect![[r#"
            module asm ".symver a, \22b\22"
            define weak hidden unnamed_addr i32 @f(i32 %x) returns_twice naked section ".init" comdat($q) align 32 gc "x" prefix i32 1 prologue i8 -1 personality ptr @g !dbg !5 {
              ret i32 %x
            }
            declare extern_weak unnamed_addr zeroext i8 @g(...) !dbg !9
        "#]],
    );
}

#[test]
fn both_kinds_of_debug_records_are_the_same() {
    check(
        r#"define void @f(i32 %a) {
    #dbg_declare(ptr %p, !1, !DIExpression(), !2)
    #dbg_value(i32 poison, !1, !DIExpression(DW_OP_deref), !2)
    #dbg_value(!DIArgList(i32 %a, i32 0), !1, !DIExpression(), !2)
    #dbg_assign(i32 %a, !1, !DIExpression(), !3, ptr %p, !DIExpression(), !2)
    #dbg_label(!4, !2)
  %p = alloca i32
  call void @llvm.dbg.declare(metadata ptr %p, metadata !1, metadata !DIExpression()), !dbg !2
  tail call void @llvm.dbg.value(metadata i32 7, metadata !1, metadata !DIExpression()), !dbg !2
  tail call void @llvm.dbg.value(metadata !DIArgList(i32 %a), metadata !1, metadata !DIExpression()), !dbg !2
  call void @llvm.dbg.label(metadata !4), !dbg !2
  %1 = call i64 @llvm.read_register.i64(metadata !0)
  ret void, !dbg !DILocation(line: 1, scope: !5)
}"#,
        expect![[r#"
            define void @f(i32 %a) {
                #dbg_declare(ptr %p, !1, !DIExpression(), !2)
                #dbg_value(none, !1, !DIExpression(DW_OP_deref), !2)
                #dbg_value(none, !1, !DIExpression(), !2)
                #dbg_assign(i32 %a, !1, !DIExpression(), !2)
                #dbg_label(none, !4, none, !2)
              %p = alloca i32
                #dbg_declare(ptr %p, !1, !DIExpression(), !2)
                #dbg_value(i32 7, !1, !DIExpression(), !2)
                #dbg_value(none, !1, !DIExpression(), !2)
                #dbg_label(none, !4, none, !2)
              %1 = call i64 @llvm.read_register.i64(metadata !0)
              ret void, !dbg !inline
            }
        "#]],
    );
}
