
declare i32 @llvm.made.up.i32(i32)
define i32 @f(i1 %c) {
  br i1 %c, label %bad, label %good
bad:
  %1 = call i32 @llvm.made.up.i32(i32 0)
  ret i32 %1
good:
  ret i32 0
}
define void @g() {
  call void asm sideeffect "outb %al, $$0x80", ""()
  ret void
}
