module asm ".symver a, \22b\22"
target triple = "x86_64-unknown-linux-gnu"
define weak hidden noundef range(i32 0, 2) i32 @f(i32 inreg %x) local_unnamed_addr addrspace(0) #0 section ".init" partition "p" comdat($q) align 32 gc "x" prefix i32 1 prologue i8 -1 personality ptr @g !dbg !5 !prof !6 {
  ret i32 %x
}
declare !dbg !9 extern_weak zeroext i8 @g(...) unnamed_addr
attributes #0 = { naked returns_twice "no-trapping-math"="true" nofpclass(nan) }
uselistorder ptr @g, { 1, 0 }
^0 = module: (path: "x", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "f", summaries: (function: (module: ^0)))
