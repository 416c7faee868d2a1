@a = external global [4 x i32]
@e1 = global ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, inrange i32 1)
@e2 = global ptr getelementptr inbounds nuw inrange(-8, 8) (i8, ptr @a, i64 4)
@e3 = global i32 trunc (i64 sub nuw (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @e1 to i64)) to i32)
@e4 = global i64 mul (i64 shl (i64 1, i64 2), i64 xor (i64 add nsw (i64 1, i64 2), i64 -1))
@e5 = global i1 icmp eq (ptr @a, ptr @e1)
@e6 = global i32 select (i1 fcmp oeq (float 1.0, float 2.0), i32 1, i32 zext (i8 2 to i32))
@e7 = global i32 extractelement (<2 x i32> insertelement (<2 x i32> poison, i32 1, i32 0), i32 0)
@e8 = global <2 x i32> shufflevector (<2 x i32> undef, <2 x i32> zeroinitializer, <2 x i32> <i32 0, i32 1>)
@e9 = global ptr addrspacecast (ptr addrspace(1) null to ptr)
@e10 = global ptr dso_local_equivalent @f
@e11 = global ptr no_cfi @f
@e12 = global ptr inttoptr (i64 bitcast (double 1.0 to i64) to ptr)
@e13 = global i8 extractvalue ({ i8, [2 x i8] } insertvalue ({ i8, [2 x i8] } undef, i8 3, 1, 0), 1, 0)
@e14 = global ptr ptrauth (ptr @f, i32 0, i64 1234)
@e15 = global float fneg (float 1.0)
declare void @f()
