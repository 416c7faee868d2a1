
%struct.item = type { i32, [3 x i16], ptr }
define i64 @f(ptr %items, i64 %i, i32 %j) {
  %1 = getelementptr inbounds %struct.item, ptr %items, i64 %i, i32 2
  %2 = load ptr, ptr %1
  %3 = sext i32 %j to i64
  %4 = getelementptr inbounds %struct.item, ptr %2, i64 0, i32 1, i64 %3
  %5 = load i16, ptr %4
  %6 = sext i16 %5 to i64
  %7 = getelementptr inbounds i8, ptr %2, i64 4294967296
  store i64 %6, ptr %7
  ret i64 %6
}
