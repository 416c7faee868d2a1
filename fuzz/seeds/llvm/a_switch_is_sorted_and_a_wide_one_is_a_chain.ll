
define i32 @f(i32 %x, i128 %y) {
  switch i32 %x, label %wide [
    i32 7, label %one
    i32 -1, label %two
    i32 3, label %one
  ]
wide:
  switch i128 %y, label %two [
    i128 18446744073709551617, label %one
  ]
one:
  ret i32 1
two:
  ret i32 2
}
