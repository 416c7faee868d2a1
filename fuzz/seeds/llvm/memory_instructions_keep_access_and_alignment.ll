define void @f(i32 %a, i32 %b, ptr %p, double %d, <4 x i32> %v, i1 %c) {
  %1 = alloca [4 x i32], align 16
  %2 = alloca inalloca i8, i32 %a, align 8, addrspace(5)
  %3 = load volatile i32, ptr %p, align 4, !tbaa !5
  store atomic volatile i32 %3, ptr %p syncscope("singlethread") release, align 4
  %4 = load atomic i32, ptr %p seq_cst, align 4
  %5 = cmpxchg weak volatile ptr %p, i32 %a, i32 %b syncscope("x") acq_rel monotonic, align 4
  %6 = extractvalue { i32, i1 } %5, 1
  %7 = atomicrmw volatile umax ptr %p, i32 %a monotonic, align 4
  fence syncscope("agent") acquire
  %8 = va_arg ptr %p, double
  %9 = getelementptr inbounds nuw { i32, [3 x i8] }, ptr %p, i64 0, i32 1, i32 %a
  %10 = getelementptr nusw nuw i8, <2 x ptr> zeroinitializer, i64 1
  %11 = getelementptr i8, ptr %p, <2 x i64> <i64 1, i64 2>
  ret void
}
declare void @g(...)
@x = external global i32
