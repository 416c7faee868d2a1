
define i32 @f(i1 %c) {
  %1 = select i1 %c, ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)
  indirectbr ptr %1, [label %a, label %b]
a:
  %x = phi i32 [ 5, %0 ]
  ret i32 %x
b:
  ret i32 6
}
