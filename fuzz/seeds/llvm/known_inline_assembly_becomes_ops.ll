
define i32 @f(ptr %p, i32 %x) {
  %1 = call i32 asm "", "=r,0"(i32 %x)
  call void asm sideeffect "pause", "~{memory}"()
  %2 = call i32 asm sideeffect "lock; xaddl $0, $1", "=r,=*m,0,*m"(ptr elementtype(i32) %p, i32 %1, ptr elementtype(i32) %p)
  %3 = call i32 asm "bswap $0", "=r,0"(i32 %2)
  ret i32 %3
}
