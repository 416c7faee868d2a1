
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%struct.mixed = type { i8, i32, i16, ptr, float }
%struct.packed = type <{ i8, i32, i16, ptr }>
%struct.nested = type { i8, %struct.mixed, [3 x i16] }
%struct.long = type { i8, x86_fp80 }
%struct.wide = type { i8, i128 }
@mixed = global %struct.mixed zeroinitializer
@packed = global %struct.packed zeroinitializer
@nested = global %struct.nested zeroinitializer
@long = global %struct.long zeroinitializer
@wide = global %struct.wide zeroinitializer
@vector = global <3 x i32> zeroinitializer
@bits = global <12 x i1> zeroinitializer
@odd = global [2 x i24] zeroinitializer
@array = global [7 x %struct.mixed] zeroinitializer
@empty = global {} zeroinitializer
