
define i32 @f(i32 %a, i32 %b) {
  %1 = icmp ult i32 %a, %b
  %2 = zext i1 %1 to i32
  %3 = icmp ne i32 %2, 0
  %4 = xor i1 %3, true
  br i1 %4, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
