
define void @f(ptr %p, ptr %q) {
  %1 = load x86_fp80, ptr %p
  %2 = fadd x86_fp80 %1, 0xK3FFF8000000000000000
  store x86_fp80 %2, ptr %q
  ret void
}
