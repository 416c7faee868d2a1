define void @f(i32 %a, i32 %b, ptr %p, double %d, <4 x i32> %v, i1 %c) {
  %1 = add nuw nsw i32 %a, %b
  %2 = or disjoint i32 %1, -1
  %3 = lshr exact i32 %2, 3
  %4 = icmp samesign ult i32 %3, %a
  %5 = zext nneg i32 %3 to i64
  %6 = trunc nuw nsw i64 %5 to i7
  %7 = srem i7 %6, -3
  ret void
}
declare void @g(...)
@x = external global i32
