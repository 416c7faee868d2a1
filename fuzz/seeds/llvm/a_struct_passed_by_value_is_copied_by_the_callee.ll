
%struct.big = type { [40 x i8] }
define i8 @f(ptr byval(%struct.big) align 8 %b) {
  %1 = getelementptr i8, ptr %b, i64 3
  %2 = load i8, ptr %1
  ret i8 %2
}
