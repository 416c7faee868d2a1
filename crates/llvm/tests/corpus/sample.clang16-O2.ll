; ModuleID = 'sample.c'
source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.big = type { [5 x i64], %struct.point }
%struct.point = type { i32, i32 }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@per_thread = dso_local thread_local global i32 3, align 4
@dispatch.labels = internal unnamed_addr constant [3 x ptr] [ptr blockaddress(@dispatch, %3), ptr blockaddress(@dispatch, %4), ptr blockaddress(@dispatch, %8)], align 16
@table = internal unnamed_addr constant [2 x ptr] [ptr @twice, ptr @twice_exported], align 16
@counter = internal global i32 0, align 4
@precise = internal unnamed_addr global x86_fp80 0xK3FFFC000000000000000, align 16
@weak_var = weak dso_local local_unnamed_addr global i32 0, align 4
@common_like = dso_local local_unnamed_addr global i32 0, align 4
@.str.1 = private unnamed_addr constant [13 x i8] c"two\0A\22three\22\80\00", align 1

@twice_alias = dso_local alias i32 (i32), ptr @twice_exported

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @twice_exported(i32 noundef %0) #0 {
  %2 = shl nsw i32 %0, 1
  ret i32 %2
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal i32 @twice(i32 noundef %0) #0 {
  %2 = shl nsw i32 %0, 1
  ret i32 %2
}

; Function Attrs: nofree norecurse nosync nounwind memory(argmem: write) uwtable
define dso_local void @make(ptr noalias nocapture writeonly sret(%struct.big) align 8 %0, i32 noundef %1) local_unnamed_addr #1 {
  %3 = sext i32 %1 to i64
  store i64 %3, ptr %0, align 8, !tbaa !5
  %4 = getelementptr inbounds i64, ptr %0, i64 1
  store i64 2, ptr %4, align 8, !tbaa !5
  %5 = getelementptr inbounds i64, ptr %0, i64 2
  store i64 3, ptr %5, align 8, !tbaa !5
  %6 = getelementptr i8, ptr %0, i64 24
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %6, i8 0, i64 16, i1 false), !tbaa !5
  %7 = getelementptr inbounds %struct.big, ptr %0, i64 0, i32 1
  store i32 4, ptr %7, align 8, !tbaa !9
  %8 = getelementptr inbounds %struct.big, ptr %0, i64 0, i32 1, i32 1
  store i32 5, ptr %8, align 4, !tbaa !12
  ret void
}

; Function Attrs: mustprogress nofree nosync nounwind willreturn uwtable
define dso_local i64 @take(ptr nocapture noundef readonly byval(%struct.big) align 8 %0, i64 %1, ...) local_unnamed_addr #2 {
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %3) #15
  call void @llvm.va_start(ptr nonnull %3)
  %4 = load i64, ptr %0, align 8, !tbaa !5
  %5 = load i32, ptr %3, align 16
  %6 = icmp ult i32 %5, 41
  br i1 %6, label %7, label %13

7:                                                ; preds = %2
  %8 = getelementptr inbounds %struct.__va_list_tag, ptr %3, i64 0, i32 3
  %9 = load ptr, ptr %8, align 16
  %10 = zext i32 %5 to i64
  %11 = getelementptr i8, ptr %9, i64 %10
  %12 = add nuw nsw i32 %5, 8
  store i32 %12, ptr %3, align 16
  br label %17

13:                                               ; preds = %2
  %14 = getelementptr inbounds %struct.__va_list_tag, ptr %3, i64 0, i32 2
  %15 = load ptr, ptr %14, align 8
  %16 = getelementptr i8, ptr %15, i64 8
  store ptr %16, ptr %14, align 8
  br label %17

17:                                               ; preds = %13, %7
  %18 = phi ptr [ %11, %7 ], [ %15, %13 ]
  %19 = load i32, ptr %18, align 4
  %20 = getelementptr inbounds %struct.__va_list_tag, ptr %3, i64 0, i32 1
  %21 = load i32, ptr %20, align 4
  %22 = icmp ult i32 %21, 161
  br i1 %22, label %23, label %29

23:                                               ; preds = %17
  %24 = getelementptr inbounds %struct.__va_list_tag, ptr %3, i64 0, i32 3
  %25 = load ptr, ptr %24, align 16
  %26 = zext i32 %21 to i64
  %27 = getelementptr i8, ptr %25, i64 %26
  %28 = add nuw nsw i32 %21, 16
  store i32 %28, ptr %20, align 4
  br label %33

29:                                               ; preds = %17
  %30 = getelementptr inbounds %struct.__va_list_tag, ptr %3, i64 0, i32 2
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
  %40 = load double, ptr %34, align 8
  %41 = fptosi double %40 to i64
  %42 = add nsw i64 %39, %41
  call void @llvm.va_end(ptr nonnull %3)
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %3) #15
  ret i64 %42
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start(ptr) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end(ptr) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) uwtable
define dso_local i32 @dispatch(ptr nocapture noundef readonly %0, i32 noundef %1) #5 {
  br label %9

3:                                                ; preds = %9
  br label %4

4:                                                ; preds = %9, %3
  %5 = phi i32 [ 1, %3 ], [ -1, %9 ]
  %6 = add nsw i32 %11, %5
  %7 = getelementptr inbounds i8, ptr %10, i64 1
  br label %9

8:                                                ; preds = %9
  ret i32 %11

9:                                                ; preds = %4, %2
  %10 = phi ptr [ %0, %2 ], [ %7, %4 ]
  %11 = phi i32 [ %1, %2 ], [ %6, %4 ]
  %12 = load i8, ptr %10, align 1, !tbaa !13
  %13 = zext i8 %12 to i64
  %14 = getelementptr inbounds [3 x ptr], ptr @dispatch.labels, i64 0, i64 %13
  %15 = load ptr, ptr %14, align 8, !tbaa !14
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
  %9 = zext i32 %8 to i64
  %10 = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %9
  %11 = load ptr, ptr %10, align 8, !tbaa !14
  %12 = tail call i32 %11(i32 noundef %0) #15
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
  %7 = or i128 %5, %6
  %8 = sext i64 %2 to i128
  %9 = mul nsw i128 %7, %8
  %10 = add nsw i128 %9, 1267650600228229401496703205376
  %11 = trunc i128 %9 to i64
  %12 = lshr i128 %10, 64
  %13 = trunc i128 %12 to i64
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
  %3 = load x86_fp80, ptr @precise, align 16, !tbaa !16
  %4 = fadd x86_fp80 %3, %1
  store x86_fp80 %4, ptr @precise, align 16, !tbaa !16
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
  br i1 %6, label %7, label %79

7:                                                ; preds = %2
  %8 = and i64 %4, 3
  %9 = icmp ult i32 %0, 4
  br i1 %9, label %12, label %10

10:                                               ; preds = %7
  %11 = and i64 %4, 4294967292
  br label %50

12:                                               ; preds = %50, %7
  %13 = phi i64 [ 0, %7 ], [ %76, %50 ]
  %14 = icmp eq i64 %8, 0
  br i1 %14, label %26, label %15

15:                                               ; preds = %12, %15
  %16 = phi i64 [ %23, %15 ], [ %13, %12 ]
  %17 = phi i64 [ %24, %15 ], [ 0, %12 ]
  %18 = getelementptr inbounds ptr, ptr %1, i64 %16
  %19 = load ptr, ptr %18, align 8, !tbaa !14
  %20 = load i8, ptr %19, align 1, !tbaa !13
  %21 = sext i8 %20 to i32
  %22 = getelementptr inbounds i32, ptr %5, i64 %16
  store i32 %21, ptr %22, align 4, !tbaa !18
  %23 = add nuw nsw i64 %16, 1
  %24 = add i64 %17, 1
  %25 = icmp eq i64 %24, %8
  br i1 %25, label %26, label %15, !llvm.loop !19

26:                                               ; preds = %15, %12
  br i1 %6, label %27, label %79

27:                                               ; preds = %26
  %28 = icmp ult i32 %0, 8
  br i1 %28, label %47, label %29

29:                                               ; preds = %27
  %30 = and i64 %4, 4294967288
  br label %31

31:                                               ; preds = %31, %29
  %32 = phi i64 [ 0, %29 ], [ %41, %31 ]
  %33 = phi <4 x i32> [ zeroinitializer, %29 ], [ %39, %31 ]
  %34 = phi <4 x i32> [ zeroinitializer, %29 ], [ %40, %31 ]
  %35 = getelementptr inbounds i32, ptr %5, i64 %32
  %36 = load <4 x i32>, ptr %35, align 16, !tbaa !18
  %37 = getelementptr inbounds i32, ptr %35, i64 4
  %38 = load <4 x i32>, ptr %37, align 16, !tbaa !18
  %39 = add <4 x i32> %36, %33
  %40 = add <4 x i32> %38, %34
  %41 = add nuw i64 %32, 8
  %42 = icmp eq i64 %41, %30
  br i1 %42, label %43, label %31, !llvm.loop !21

43:                                               ; preds = %31
  %44 = add <4 x i32> %40, %39
  %45 = tail call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %44)
  %46 = icmp eq i64 %30, %4
  br i1 %46, label %79, label %47

47:                                               ; preds = %27, %43
  %48 = phi i64 [ 0, %27 ], [ %30, %43 ]
  %49 = phi i32 [ 0, %27 ], [ %45, %43 ]
  br label %84

50:                                               ; preds = %50, %10
  %51 = phi i64 [ 0, %10 ], [ %76, %50 ]
  %52 = phi i64 [ 0, %10 ], [ %77, %50 ]
  %53 = getelementptr inbounds ptr, ptr %1, i64 %51
  %54 = load ptr, ptr %53, align 8, !tbaa !14
  %55 = load i8, ptr %54, align 1, !tbaa !13
  %56 = sext i8 %55 to i32
  %57 = getelementptr inbounds i32, ptr %5, i64 %51
  store i32 %56, ptr %57, align 16, !tbaa !18
  %58 = or i64 %51, 1
  %59 = getelementptr inbounds ptr, ptr %1, i64 %58
  %60 = load ptr, ptr %59, align 8, !tbaa !14
  %61 = load i8, ptr %60, align 1, !tbaa !13
  %62 = sext i8 %61 to i32
  %63 = getelementptr inbounds i32, ptr %5, i64 %58
  store i32 %62, ptr %63, align 4, !tbaa !18
  %64 = or i64 %51, 2
  %65 = getelementptr inbounds ptr, ptr %1, i64 %64
  %66 = load ptr, ptr %65, align 8, !tbaa !14
  %67 = load i8, ptr %66, align 1, !tbaa !13
  %68 = sext i8 %67 to i32
  %69 = getelementptr inbounds i32, ptr %5, i64 %64
  store i32 %68, ptr %69, align 8, !tbaa !18
  %70 = or i64 %51, 3
  %71 = getelementptr inbounds ptr, ptr %1, i64 %70
  %72 = load ptr, ptr %71, align 8, !tbaa !14
  %73 = load i8, ptr %72, align 1, !tbaa !13
  %74 = sext i8 %73 to i32
  %75 = getelementptr inbounds i32, ptr %5, i64 %70
  store i32 %74, ptr %75, align 4, !tbaa !18
  %76 = add nuw nsw i64 %51, 4
  %77 = add i64 %52, 4
  %78 = icmp eq i64 %77, %11
  br i1 %78, label %12, label %50, !llvm.loop !25

79:                                               ; preds = %84, %43, %2, %26
  %80 = phi i32 [ 0, %26 ], [ 0, %2 ], [ %45, %43 ], [ %89, %84 ]
  %81 = tail call i32 asm sideeffect "", "=r,0,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %80) #15, !srcloc !26
  %82 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %81, i32 %0)
  %83 = extractvalue { i32, i1 } %82, 1
  br i1 %83, label %92, label %94

84:                                               ; preds = %47, %84
  %85 = phi i64 [ %90, %84 ], [ %48, %47 ]
  %86 = phi i32 [ %89, %84 ], [ %49, %47 ]
  %87 = getelementptr inbounds i32, ptr %5, i64 %85
  %88 = load i32, ptr %87, align 4, !tbaa !18
  %89 = add nsw i32 %88, %86
  %90 = add nuw nsw i64 %85, 1
  %91 = icmp eq i64 %90, %4
  br i1 %91, label %79, label %84, !llvm.loop !27

92:                                               ; preds = %79
  %93 = tail call i32 (i32, ...) @outside(i32 noundef %81, ptr noundef nonnull @.str.1, double noundef 2.500000e+00) #15
  br label %109

94:                                               ; preds = %79
  %95 = sext i32 %81 to i64
  store i64 %95, ptr %3, align 8, !tbaa !5, !alias.scope !28
  %96 = getelementptr inbounds i64, ptr %3, i64 1
  store i64 2, ptr %96, align 8, !tbaa !5, !alias.scope !28
  %97 = getelementptr inbounds i64, ptr %3, i64 2
  store i64 3, ptr %97, align 8, !tbaa !5, !alias.scope !28
  %98 = getelementptr inbounds i8, ptr %3, i64 24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %98, i8 0, i64 16, i1 false), !tbaa !5, !alias.scope !28
  %99 = getelementptr inbounds %struct.big, ptr %3, i64 0, i32 1
  store i32 4, ptr %99, align 8, !tbaa !9, !alias.scope !28
  %100 = getelementptr inbounds %struct.big, ptr %3, i64 0, i32 1, i32 1
  store i32 5, ptr %100, align 4, !tbaa !12, !alias.scope !28
  %101 = tail call i64 (ptr, i64, ...) @take(ptr noundef nonnull byval(%struct.big) align 8 %3, i64 8589934593, i32 noundef 3, double noundef 4.000000e+00)
  %102 = trunc i64 %101 to i32
  %103 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @per_thread)
  %104 = load i32, ptr %103, align 4, !tbaa !18
  %105 = add nsw i32 %104, 1
  store i32 %105, ptr %103, align 4, !tbaa !18
  %106 = add nsw i32 %104, %102
  %107 = load i32, ptr @weak_var, align 4, !tbaa !18
  %108 = add nsw i32 %106, %107
  br label %109

109:                                              ; preds = %94, %92
  %110 = phi i32 [ %93, %92 ], [ %108, %94 ]
  ret i32 %110
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

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>) #14

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree norecurse nosync nounwind memory(argmem: write) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nofree nosync nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #5 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress nofree norecurse nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #14 = { nocallback nofree nosync nounwind willreturn memory(none) }
attributes #15 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"long", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!10, !11, i64 0}
!10 = !{!"point", !11, i64 0, !11, i64 4}
!11 = !{!"int", !7, i64 0}
!12 = !{!10, !11, i64 4}
!13 = !{!7, !7, i64 0}
!14 = !{!15, !15, i64 0}
!15 = !{!"any pointer", !7, i64 0}
!16 = !{!17, !17, i64 0}
!17 = !{!"long double", !7, i64 0}
!18 = !{!11, !11, i64 0}
!19 = distinct !{!19, !20}
!20 = !{!"llvm.loop.unroll.disable"}
!21 = distinct !{!21, !22, !23, !24}
!22 = !{!"llvm.loop.mustprogress"}
!23 = !{!"llvm.loop.isvectorized", i32 1}
!24 = !{!"llvm.loop.unroll.runtime.disable"}
!25 = distinct !{!25, !22}
!26 = !{i64 2150}
!27 = distinct !{!27, !22, !24, !23}
!28 = !{!29}
!29 = distinct !{!29, !30, !"make: argument 0"}
!30 = distinct !{!30, !"make"}
