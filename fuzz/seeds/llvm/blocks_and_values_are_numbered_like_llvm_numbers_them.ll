define i32 @f(i32, i1) {
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
"named2":
  unreachable
}
