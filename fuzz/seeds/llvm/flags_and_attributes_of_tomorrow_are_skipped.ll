define void @f(i32 %a, i32 %b, ptr %p, double %d, <4 x i32> %v, i1 %c) {
  %1 = add shiny nsw i32 %a, %b
  %2 = getelementptr inbounds sparkling(1, 2) i8, ptr %p, i32 %1
  call void (...) @g(i32 gleaming range(i32 0, 5) %1, ptr glossy({ i8, (2) }) "k"="v" %p) polished lustre(1)
  ret void
}
declare void @g(...)
@x = external global i32
