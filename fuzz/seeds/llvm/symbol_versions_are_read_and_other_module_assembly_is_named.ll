
module asm ".symver old_f, f@@V2"
module asm ".globl strange"
define void @old_f() {
  ret void
}
