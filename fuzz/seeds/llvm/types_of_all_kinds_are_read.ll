%a = type { ptr, %b, %0 }
%b = type <{ i8, i24 }>
%0 = type opaque
%"c d" = type {}
@t1 = external global %a
@t2 = external global [2 x %"c d"]
@t3 = external global target("spirv.Image", void, 1)
@t4 = external global <vscale x 4 x i32>
@t5 = external global ptr addrspace(3)
declare void @f(ptr, x86_amx, <2 x half>)
