
declare i32 @printf(ptr, ...)
define void @f(ptr %s, i32 %i, double %d, x86_fp80 %l) {
  %1 = call i32 (ptr, ...) @printf(ptr %s, i32 %i, i32 7)
  %2 = call i32 (ptr, ...) @printf(ptr %s, double %d, i32 %i, x86_fp80 %l)
  ret void
}
