define void @f(i32 %a, i32 %b, ptr %p, double %d, <4 x i32> %v, i1 %c) {
  %1 = extractelement <4 x i32> %v, i32 %a
  %2 = insertelement <4 x i32> %v, i32 %1, i64 0
  %3 = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 poison>
  %4 = add <2 x i32> %3, splat (i32 7)
  %5 = icmp eq <2 x i32> %4, zeroinitializer
  %6 = insertvalue { i32, { i8, ptr } } undef, ptr %p, 1, 1, !dbg !4
  %7 = extractvalue { i32, { i8, ptr } } %6, 1
  %8 = freeze { i8, ptr } %7
  ret void
}
declare void @g(...)
@x = external global i32
