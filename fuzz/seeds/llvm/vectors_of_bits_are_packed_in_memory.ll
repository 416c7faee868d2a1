
define void @f(<4 x i1> %m, ptr %p) {
  store <4 x i1> %m, ptr %p
  ret void
}
