define void @f(i32 %a, i32 %b, ptr %p, double %d, <4 x i32> %v, i1 %c) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %a
  br i1 %more, label %loop, label %"the end"
"the end":
  ret void
}
declare void @g(...)
@x = external global i32
