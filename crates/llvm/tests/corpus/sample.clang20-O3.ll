; ModuleID = 'sample.c'
source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.big = type { [5 x i64], %struct.point }
%struct.point = type { i32, i32 }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@per_thread = dso_local thread_local local_unnamed_addr global i32 3, align 4
@dispatch.labels = internal unnamed_addr constant [3 x ptr] [ptr blockaddress(@dispatch, %3), ptr blockaddress(@dispatch, %4), ptr blockaddress(@dispatch, %8)], align 16
@table = internal unnamed_addr constant [2 x ptr] [ptr @twice, ptr @twice_exported], align 16
@counter = internal global i32 0, align 4
@precise = internal unnamed_addr global x86_fp80 0xK3FFFC000000000000000, align 16
@weak_var = weak dso_local local_unnamed_addr global i32 0, align 4
@common_like = dso_local local_unnamed_addr global i32 0, align 4
@.str.1 = private unnamed_addr constant [13 x i8] c"two\0A\22three\22\80\00", align 1

@twice_alias = dso_local alias i32 (i32), ptr @twice_exported

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local range(i32 -2147483648, 2147483647) i32 @twice_exported(i32 noundef %0) #0 {
  %2 = shl nsw i32 %0, 1
  ret i32 %2
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal range(i32 -2147483648, 2147483647) i32 @twice(i32 noundef %0) #0 {
  %2 = shl nsw i32 %0, 1
  ret i32 %2
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define dso_local void @make(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.big) align 8 initializes((0, 48)) %0, i32 noundef %1) local_unnamed_addr #1 {
  %3 = sext i32 %1 to i64
  store i64 %3, ptr %0, align 8, !tbaa !5
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 8
  store i64 2, ptr %4, align 8, !tbaa !5
  %5 = getelementptr inbounds nuw i8, ptr %0, i64 16
  store i64 3, ptr %5, align 8, !tbaa !5
  %6 = getelementptr inbounds nuw i8, ptr %0, i64 24
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %6, i8 0, i64 16, i1 false), !tbaa !5
  %7 = getelementptr inbounds nuw i8, ptr %0, i64 40
  store i32 4, ptr %7, align 8, !tbaa !9
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 44
  store i32 5, ptr %8, align 4, !tbaa !12
  ret void
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn uwtable
define dso_local i64 @take(ptr nocapture noundef readonly byval(%struct.big) align 8 %0, i64 %1, ...) local_unnamed_addr #2 {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %3) #14
  call void @llvm.va_start.p0(ptr nonnull %3)
  %4 = load i64, ptr %0, align 8, !tbaa !5
  %5 = load i32, ptr %3, align 16
  %6 = icmp ult i32 %5, 41
  br i1 %6, label %7, label %13

7:                                                ; preds = %2
  %8 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %9 = load ptr, ptr %8, align 16
  %10 = zext nneg i32 %5 to i64
  %11 = getelementptr i8, ptr %9, i64 %10
  %12 = add nuw nsw i32 %5, 8
  store i32 %12, ptr %3, align 16
  br label %17

13:                                               ; preds = %2
  %14 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr i8, ptr %15, i64 8
  store ptr %16, ptr %14, align 8
  br label %17

17:                                               ; preds = %13, %7
  %18 = phi ptr [ %11, %7 ], [ %15, %13 ]
  %19 = load i32, ptr %18, align 4, !tbaa !13
  %20 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %21 = load i32, ptr %20, align 4
  %22 = icmp ult i32 %21, 161
  br i1 %22, label %23, label %29

23:                                               ; preds = %17
  %24 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %25 = load ptr, ptr %24, align 16
  %26 = zext nneg i32 %21 to i64
  %27 = getelementptr i8, ptr %25, i64 %26
  %28 = add nuw nsw i32 %21, 16
  store i32 %28, ptr %20, align 4
  br label %33

29:                                               ; preds = %17
  %30 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %31 = load ptr, ptr %30, align 8
  %32 = getelementptr i8, ptr %31, i64 8
  store ptr %32, ptr %30, align 8
  br label %33

33:                                               ; preds = %29, %23
  %34 = phi ptr [ %27, %23 ], [ %31, %29 ]
  %35 = shl i64 %1, 32
  %36 = ashr exact i64 %35, 32
  %37 = add nsw i64 %4, %36
  %38 = sext i32 %19 to i64
  %39 = add nsw i64 %37, %38
  %40 = load double, ptr %34, align 8, !tbaa !14
  %41 = fptosi double %40 to i64
  %42 = add nsw i64 %39, %41
  call void @llvm.va_end.p0(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %3) #14
  ret i64 %42
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: read) uwtable
define dso_local i32 @dispatch(ptr nocapture noundef readonly %0, i32 noundef %1) #5 {
  br label %9

3:                                                ; preds = %9
  br label %4

4:                                                ; preds = %9, %3
  %5 = phi i32 [ 1, %3 ], [ -1, %9 ]
  %6 = add nsw i32 %11, %5
  %7 = getelementptr inbounds nuw i8, ptr %10, i64 1
  br label %9

8:                                                ; preds = %9
  ret i32 %11

9:                                                ; preds = %4, %2
  %10 = phi ptr [ %0, %2 ], [ %7, %4 ]
  %11 = phi i32 [ %1, %2 ], [ %6, %4 ]
  %12 = load i8, ptr %10, align 1, !tbaa !16
  %13 = zext i8 %12 to i64
  %14 = getelementptr inbounds nuw [3 x ptr], ptr @dispatch.labels, i64 0, i64 %13
  %15 = load ptr, ptr %14, align 8, !tbaa !17
  indirectbr ptr %15, [label %3, label %4, label %8]
}

; Function Attrs: nounwind uwtable
define dso_local i32 @choose(i32 noundef %0, <4 x i32> noundef %1) local_unnamed_addr #6 {
  %3 = add i32 %0, 3
  %4 = tail call i32 @llvm.fshl.i32(i32 %3, i32 %3, i32 31)
  switch i32 %4, label %13 [
    i32 2, label %5
    i32 5, label %7
    i32 6, label %7
  ]

5:                                                ; preds = %2
  %6 = extractelement <4 x i32> %1, i64 0
  br label %17

7:                                                ; preds = %2, %2
  %8 = and i32 %0, 1
  %9 = zext nneg i32 %8 to i64
  %10 = getelementptr inbounds nuw [2 x ptr], ptr @table, i64 0, i64 %9
  %11 = load ptr, ptr %10, align 8, !tbaa !17
  %12 = tail call i32 %11(i32 noundef %0) #14
  br label %17

13:                                               ; preds = %2
  %14 = icmp sgt i32 %0, 100
  %15 = sub nsw i32 0, %0
  %16 = select i1 %14, i32 %0, i32 %15
  br label %17

17:                                               ; preds = %13, %7, %5
  %18 = phi i32 [ %16, %13 ], [ %12, %7 ], [ %6, %5 ]
  ret i32 %18
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local { i64, i64 } @wide(i64 noundef %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = zext i64 %1 to i128
  %5 = shl nuw i128 %4, 64
  %6 = zext i64 %0 to i128
  %7 = or disjoint i128 %5, %6
  %8 = sext i64 %2 to i128
  %9 = mul nsw i128 %7, %8
  %10 = add nsw i128 %9, 1267650600228229401496703205376
  %11 = trunc i128 %9 to i64
  %12 = lshr i128 %10, 64
  %13 = trunc nuw i128 %12 to i64
  %14 = insertvalue { i64, i64 } poison, i64 %11, 0
  %15 = insertvalue { i64, i64 } %14, i64 %13, 1
  ret { i64, i64 } %15
}

; Function Attrs: mustprogress nofree norecurse nounwind willreturn uwtable
define dso_local i32 @atomics(i32 noundef %0) local_unnamed_addr #7 {
  %2 = cmpxchg ptr @counter, i32 1, i32 %0 seq_cst seq_cst, align 4
  %3 = atomicrmw add ptr @counter, i32 2 seq_cst, align 4
  fence acquire
  %4 = load atomic i32, ptr @counter seq_cst, align 4
  ret i32 %4
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) uwtable
define dso_local double @floats(float noundef %0, x86_fp80 noundef %1) local_unnamed_addr #8 {
  %3 = load x86_fp80, ptr @precise, align 16, !tbaa !19
  %4 = fadd x86_fp80 %1, %3
  store x86_fp80 %4, ptr @precise, align 16, !tbaa !19
  %5 = fcmp olt float %0, 0x3FB99999A0000000
  br i1 %5, label %6, label %9

6:                                                ; preds = %2
  %7 = fneg float %0
  %8 = fpext float %7 to double
  br label %17

9:                                                ; preds = %2
  %10 = bitcast float %0 to i32
  %11 = shl i32 %10, 10
  %12 = add i32 %11, -3055
  %13 = fptrunc x86_fp80 %4 to double
  %14 = ashr i32 %12, 10
  %15 = sitofp i32 %14 to double
  %16 = fadd double %15, %13
  br label %17

17:                                               ; preds = %9, %6
  %18 = phi double [ %8, %6 ], [ %16, %9 ]
  ret double %18
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main(i32 noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #9 {
  %3 = alloca %struct.big, align 8
  %4 = zext i32 %0 to i64
  %5 = alloca i32, i64 %4, align 16
  %6 = icmp sgt i32 %0, 0
  br i1 %6, label %7, label %78

7:                                                ; preds = %2
  %8 = and i64 %4, 3
  %9 = icmp ult i32 %0, 4
  br i1 %9, label %12, label %10

10:                                               ; preds = %7
  %11 = and i64 %4, 2147483644
  br label %49

12:                                               ; preds = %49, %7
  %13 = phi i64 [ 0, %7 ], [ %75, %49 ]
  %14 = icmp eq i64 %8, 0
  br i1 %14, label %26, label %15

15:                                               ; preds = %12, %15
  %16 = phi i64 [ %23, %15 ], [ %13, %12 ]
  %17 = phi i64 [ %24, %15 ], [ 0, %12 ]
  %18 = getelementptr inbounds nuw ptr, ptr %1, i64 %16
  %19 = load ptr, ptr %18, align 8, !tbaa !21
  %20 = load i8, ptr %19, align 1, !tbaa !16
  %21 = sext i8 %20 to i32
  %22 = getelementptr inbounds nuw i32, ptr %5, i64 %16
  store i32 %21, ptr %22, align 4, !tbaa !13
  %23 = add nuw nsw i64 %16, 1
  %24 = add i64 %17, 1
  %25 = icmp eq i64 %24, %8
  br i1 %25, label %26, label %15, !llvm.loop !23

26:                                               ; preds = %15, %12
  %27 = icmp ult i32 %0, 8
  br i1 %27, label %46, label %28

28:                                               ; preds = %26
  %29 = and i64 %4, 2147483640
  br label %30

30:                                               ; preds = %30, %28
  %31 = phi i64 [ 0, %28 ], [ %40, %30 ]
  %32 = phi <4 x i32> [ zeroinitializer, %28 ], [ %38, %30 ]
  %33 = phi <4 x i32> [ zeroinitializer, %28 ], [ %39, %30 ]
  %34 = getelementptr inbounds nuw i32, ptr %5, i64 %31
  %35 = getelementptr inbounds nuw i8, ptr %34, i64 16
  %36 = load <4 x i32>, ptr %34, align 16, !tbaa !13
  %37 = load <4 x i32>, ptr %35, align 16, !tbaa !13
  %38 = add <4 x i32> %36, %32
  %39 = add <4 x i32> %37, %33
  %40 = add nuw i64 %31, 8
  %41 = icmp eq i64 %40, %29
  br i1 %41, label %42, label %30, !llvm.loop !25

42:                                               ; preds = %30
  %43 = add <4 x i32> %39, %38
  %44 = tail call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %43)
  %45 = icmp eq i64 %29, %4
  br i1 %45, label %78, label %46

46:                                               ; preds = %26, %42
  %47 = phi i64 [ 0, %26 ], [ %29, %42 ]
  %48 = phi i32 [ 0, %26 ], [ %44, %42 ]
  br label %83

49:                                               ; preds = %49, %10
  %50 = phi i64 [ 0, %10 ], [ %75, %49 ]
  %51 = phi i64 [ 0, %10 ], [ %76, %49 ]
  %52 = getelementptr inbounds nuw ptr, ptr %1, i64 %50
  %53 = load ptr, ptr %52, align 8, !tbaa !21
  %54 = load i8, ptr %53, align 1, !tbaa !16
  %55 = sext i8 %54 to i32
  %56 = getelementptr inbounds nuw i32, ptr %5, i64 %50
  store i32 %55, ptr %56, align 16, !tbaa !13
  %57 = or disjoint i64 %50, 1
  %58 = getelementptr inbounds nuw ptr, ptr %1, i64 %57
  %59 = load ptr, ptr %58, align 8, !tbaa !21
  %60 = load i8, ptr %59, align 1, !tbaa !16
  %61 = sext i8 %60 to i32
  %62 = getelementptr inbounds nuw i32, ptr %5, i64 %57
  store i32 %61, ptr %62, align 4, !tbaa !13
  %63 = or disjoint i64 %50, 2
  %64 = getelementptr inbounds nuw ptr, ptr %1, i64 %63
  %65 = load ptr, ptr %64, align 8, !tbaa !21
  %66 = load i8, ptr %65, align 1, !tbaa !16
  %67 = sext i8 %66 to i32
  %68 = getelementptr inbounds nuw i32, ptr %5, i64 %63
  store i32 %67, ptr %68, align 8, !tbaa !13
  %69 = or disjoint i64 %50, 3
  %70 = getelementptr inbounds nuw ptr, ptr %1, i64 %69
  %71 = load ptr, ptr %70, align 8, !tbaa !21
  %72 = load i8, ptr %71, align 1, !tbaa !16
  %73 = sext i8 %72 to i32
  %74 = getelementptr inbounds nuw i32, ptr %5, i64 %69
  store i32 %73, ptr %74, align 4, !tbaa !13
  %75 = add nuw nsw i64 %50, 4
  %76 = add i64 %51, 4
  %77 = icmp eq i64 %76, %11
  br i1 %77, label %12, label %49, !llvm.loop !29

78:                                               ; preds = %83, %42, %2
  %79 = phi i32 [ 0, %2 ], [ %44, %42 ], [ %88, %83 ]
  %80 = tail call i32 asm sideeffect "", "=r,0,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %79) #14, !srcloc !30
  %81 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %80, i32 %0)
  %82 = extractvalue { i32, i1 } %81, 1
  br i1 %82, label %91, label %93

83:                                               ; preds = %46, %83
  %84 = phi i64 [ %89, %83 ], [ %47, %46 ]
  %85 = phi i32 [ %88, %83 ], [ %48, %46 ]
  %86 = getelementptr inbounds nuw i32, ptr %5, i64 %84
  %87 = load i32, ptr %86, align 4, !tbaa !13
  %88 = add nsw i32 %87, %85
  %89 = add nuw nsw i64 %84, 1
  %90 = icmp eq i64 %89, %4
  br i1 %90, label %78, label %83, !llvm.loop !31

91:                                               ; preds = %78
  %92 = tail call i32 (i32, ...) @outside(i32 noundef %80, ptr noundef nonnull @.str.1, double noundef 2.500000e+00) #14
  br label %108

93:                                               ; preds = %78
  %94 = sext i32 %80 to i64
  store i64 %94, ptr %3, align 8, !tbaa !5, !alias.scope !32
  %95 = getelementptr inbounds nuw i8, ptr %3, i64 8
  store i64 2, ptr %95, align 8, !tbaa !5, !alias.scope !32
  %96 = getelementptr inbounds nuw i8, ptr %3, i64 16
  store i64 3, ptr %96, align 8, !tbaa !5, !alias.scope !32
  %97 = getelementptr inbounds nuw i8, ptr %3, i64 24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %97, i8 0, i64 16, i1 false), !tbaa !5, !alias.scope !32
  %98 = getelementptr inbounds nuw i8, ptr %3, i64 40
  store i32 4, ptr %98, align 8, !tbaa !9, !alias.scope !32
  %99 = getelementptr inbounds nuw i8, ptr %3, i64 44
  store i32 5, ptr %99, align 4, !tbaa !12, !alias.scope !32
  %100 = tail call i64 (ptr, i64, ...) @take(ptr noundef nonnull byval(%struct.big) align 8 %3, i64 8589934593, i32 noundef 3, double noundef 4.000000e+00)
  %101 = trunc i64 %100 to i32
  %102 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @per_thread)
  %103 = load i32, ptr %102, align 4, !tbaa !13
  %104 = add nsw i32 %103, 1
  store i32 %104, ptr %102, align 4, !tbaa !13
  %105 = add nsw i32 %103, %101
  %106 = load i32, ptr @weak_var, align 4, !tbaa !13
  %107 = add nsw i32 %105, %106
  br label %108

108:                                              ; preds = %93, %91
  %109 = phi i32 [ %92, %91 ], [ %107, %93 ]
  ret i32 %109
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #10

declare i32 @outside(i32 noundef, ...) local_unnamed_addr #11

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32) #12

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #13

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #12

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #5 = { nofree norecurse nosync nounwind memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress nofree norecurse nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #14 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"clang version 20.1.2 (https://github.com/ziglang/zig-bootstrap 7ef74e656cf8ddbd6bf891a8475892aa1afa6891)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"long", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !11, i64 0}
!10 = !{!"point", !11, i64 0, !11, i64 4}
!11 = !{!"int", !7, i64 0}
!12 = !{!10, !11, i64 4}
!13 = !{!11, !11, i64 0}
!14 = !{!15, !15, i64 0}
!15 = !{!"double", !7, i64 0}
!16 = !{!7, !7, i64 0}
!17 = !{!18, !18, i64 0}
!18 = !{!"any pointer", !7, i64 0}
!19 = !{!20, !20, i64 0}
!20 = !{!"long double", !7, i64 0}
!21 = !{!22, !22, i64 0}
!22 = !{!"p1 omnipotent char", !18, i64 0}
!23 = distinct !{!23, !24}
!24 = !{!"llvm.loop.unroll.disable"}
!25 = distinct !{!25, !26, !27, !28}
!26 = !{!"llvm.loop.mustprogress"}
!27 = !{!"llvm.loop.isvectorized", i32 1}
!28 = !{!"llvm.loop.unroll.runtime.disable"}
!29 = distinct !{!29, !26}
!30 = !{i64 2150}
!31 = distinct !{!31, !26, !28, !27}
!32 = !{!33}
!33 = distinct !{!33, !34, !"make: argument 0"}
!34 = distinct !{!34, !"make"}
