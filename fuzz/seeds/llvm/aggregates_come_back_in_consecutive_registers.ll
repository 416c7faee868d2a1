
declare { i64, i32 } @pair(i64)
define { i32, i64 } @f(i64 %x) {
  %1 = call { i64, i32 } @pair(i64 %x)
  %2 = extractvalue { i64, i32 } %1, 0
  %3 = extractvalue { i64, i32 } %1, 1
  %4 = insertvalue { i32, i64 } poison, i32 %3, 0
  %5 = insertvalue { i32, i64 } %4, i64 %2, 1
  ret { i32, i64 } %5
}
