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
