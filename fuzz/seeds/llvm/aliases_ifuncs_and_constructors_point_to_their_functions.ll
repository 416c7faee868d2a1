
@data = global [4 x i32] zeroinitializer
@second = alias i32, getelementptr (i8, ptr @data, i64 4)
@other = alias void (), ptr @real
@pick = ifunc void (), ptr @resolver
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @real, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
define void @real() {
  ret void
}
define void @early() {
  ret void
}
define ptr @resolver() {
  ret ptr @real
}
