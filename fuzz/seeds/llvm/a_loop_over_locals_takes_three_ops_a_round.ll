
@comp = internal global [100 x i8] zeroinitializer
define void @mark(i32 %0) {
  %2 = alloca i32
  %3 = alloca i32
  store i32 %0, ptr %2
  store i32 0, ptr %3
  br label %4
4:
  %5 = load i32, ptr %3
  %6 = icmp sle i32 %5, 99
  br i1 %6, label %7, label %14
7:
  %8 = load i32, ptr %3
  %9 = sext i32 %8 to i64
  %10 = getelementptr inbounds [100 x i8], ptr @comp, i64 0, i64 %9
  store i8 1, ptr %10
  br label %11
11:
  %12 = load i32, ptr %2
  %13 = load i32, ptr %3
  %x = add nsw i32 %13, %12
  store i32 %x, ptr %3
  br label %4
14:
  ret void
}
