
define i32 @f(i1 %c) {
  %x = alloca i32
  %y = alloca i32
  br i1 %c, label %set, label %use
set:
  store i32 1, ptr %x
  store i32 2, ptr %y
  %1 = load i32, ptr %y
  br label %use
use:
  %v = load i32, ptr %x
  ret i32 %v
}
