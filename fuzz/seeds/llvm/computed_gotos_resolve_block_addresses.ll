@table = internal constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %2)]
define void @f(ptr) {
  indirectbr ptr %0, [label %a, label %2]
a:
  ret void
2:
  ret void
}
