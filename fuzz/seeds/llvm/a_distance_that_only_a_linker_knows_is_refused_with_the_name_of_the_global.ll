
@a = global i32 0
@b = global i32 0
@d = global i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))
