
@a = global [4 x i32] zeroinitializer
@table = global [3 x ptr] [ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 2), ptr null, ptr @f]
@distance = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 12) to i64), i64 ptrtoint (ptr @a to i64))
@relative = constant [1 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @relative to i64)) to i32)]
define void @f() {
  ret void
}
