%s = type { i32 }
define fastcc void @f(ptr %p, ...) {
  %1 = tail call noundef signext i32 @h(ptr noundef byval(%s) align 8 %p, i8 zeroext 3) #1
  musttail call void (ptr, ...) @f(ptr %p, ...)
  notail call cc 11 void %p() noreturn nounwind
  call preserve_mostcc addrspace(0) void inttoptr (i64 8 to ptr)(i1 true) [ "align"(ptr %p, i64 16), "deopt"() ]
  %2 = call i64 asm sideeffect inteldialect "mov $0, \22x\22\0A", "=r,~{dirflag}"(), !srcloc !3
  call void @k(ptr sret({ i8 }) %p, ptr nest returned null)
  ret void
}
declare i32 @h(ptr, i8)
declare void @k(ptr, ptr)
attributes #1 = { "a"="b" memory(argmem: read) noreturn allocsize(0) }
