define void @f(i32 %a, i32 %b, ptr %p, double %d, <4 x i32> %v, i1 %c) {
  %1 = fadd reassoc nnan double %d, 1.5
  %2 = fneg fast double %1
  %3 = fcmp nnan uno double %2, 0.0
  %4 = uitofp nneg i32 %a to float
  %5 = select nsz i1 %3, double %1, double %2
  %6 = call fast double @sqrt(double %5)
  ret void
}
declare double @sqrt(double)
define void @h() {
  ret void
}
declare void @g(...)
@x = external global i32
