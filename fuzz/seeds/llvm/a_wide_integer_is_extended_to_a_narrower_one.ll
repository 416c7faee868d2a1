
define i64 @f(<2 x i32> %a, <2 x i32> %b) {
  %1 = add <2 x i32> %a, %b
  %2 = shufflevector <2 x i32> %1, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %3 = bitcast <2 x i32> %2 to i64
  %4 = call i32 @llvm.vector.reduce.smax.v2i32(<2 x i32> %a)
  %5 = zext i72 54 to i64
  %6 = xor i64 %3, %5
  ret i64 %5
}
declare i32 @llvm.vector.reduce.smax.v2i32(<2 x i32>)
