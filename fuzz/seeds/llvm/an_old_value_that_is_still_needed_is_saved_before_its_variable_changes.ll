
define void @f(ptr %0, i32 %1) {
  %3 = alloca ptr
  %4 = alloca i32
  store ptr %0, ptr %3
  store i32 %1, ptr %4
  %5 = load i32, ptr %4
  %6 = add i32 %5, 1
  store i32 %6, ptr %4
  %7 = load ptr, ptr %3
  %8 = getelementptr i32, ptr %7, i32 1
  store ptr %8, ptr %3
  store i32 %5, ptr %7
  ret void
}
