
define i128 @f(ptr %p, i128 %x) {
  %1 = load i128, ptr %p
  %2 = add i128 %1, %x
  %3 = load i17, ptr %p
  %4 = zext i17 %3 to i128
  %5 = xor i128 %2, %4
  store i1 true, ptr %p
  ret i128 %5
}
