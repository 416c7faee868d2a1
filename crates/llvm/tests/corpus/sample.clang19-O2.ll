; ModuleID = 'sample.c'
source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.big = type { [5 x i64], %struct.point }
%struct.point = type { i32, i32 }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@per_thread = dso_local thread_local local_unnamed_addr global i32 3, align 4, !dbg !0
@dispatch.labels = internal unnamed_addr constant [3 x ptr] [ptr blockaddress(@dispatch, %3), ptr blockaddress(@dispatch, %4), ptr blockaddress(@dispatch, %8)], align 16, !dbg !21
@table = internal unnamed_addr constant [2 x ptr] [ptr @twice, ptr @twice_exported], align 16, !dbg !48
@counter = internal global i32 0, align 4, !dbg !45
@precise = internal unnamed_addr global x86_fp80 0xK3FFFC000000000000000, align 16, !dbg !57
@weak_var = weak dso_local local_unnamed_addr global i32 0, align 4, !dbg !41
@common_like = dso_local local_unnamed_addr global i32 0, align 4, !dbg !43
@.str.1 = private unnamed_addr constant [13 x i8] c"two\0A\22three\22\80\00", align 1, !dbg !66

@twice_alias = dso_local alias i32 (i32), ptr @twice_exported

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @twice_exported(i32 noundef %0) #0 !dbg !85 {
    #dbg_value(i32 %0, !87, !DIExpression(), !88)
    #dbg_value(i32 %0, !89, !DIExpression(), !92)
  %2 = shl nsw i32 %0, 1, !dbg !94
  ret i32 %2, !dbg !95
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal i32 @twice(i32 noundef %0) #0 !dbg !90 {
    #dbg_value(i32 %0, !89, !DIExpression(), !96)
  %2 = shl nsw i32 %0, 1, !dbg !97
  ret i32 %2, !dbg !98
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) uwtable
define dso_local void @make(ptr dead_on_unwind noalias nocapture writable writeonly sret(%struct.big) align 8 %0, i32 noundef %1) local_unnamed_addr #1 !dbg !99 {
    #dbg_value(i32 %1, !114, !DIExpression(), !116)
    #dbg_declare(ptr %0, !115, !DIExpression(), !117)
  %3 = sext i32 %1 to i64, !dbg !118
  store i64 %3, ptr %0, align 8, !dbg !119, !tbaa !120
  %4 = getelementptr inbounds i8, ptr %0, i64 8, !dbg !119
  store i64 2, ptr %4, align 8, !dbg !119, !tbaa !120
  %5 = getelementptr inbounds i8, ptr %0, i64 16, !dbg !119
  store i64 3, ptr %5, align 8, !dbg !119, !tbaa !120
  %6 = getelementptr inbounds i8, ptr %0, i64 24, !dbg !119
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %6, i8 0, i64 16, i1 false), !dbg !119, !tbaa !120
  %7 = getelementptr inbounds i8, ptr %0, i64 40, !dbg !119
  store i32 4, ptr %7, align 8, !dbg !124, !tbaa !125
  %8 = getelementptr inbounds i8, ptr %0, i64 44, !dbg !124
  store i32 5, ptr %8, align 4, !dbg !124, !tbaa !128
  ret void, !dbg !129
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn uwtable
define dso_local i64 @take(ptr nocapture noundef readonly byval(%struct.big) align 8 %0, i64 %1, ...) local_unnamed_addr #2 !dbg !130 {
  %3 = alloca [1 x %struct.__va_list_tag], align 16, !DIAssignID !151
    #dbg_assign(i1 undef, !136, !DIExpression(), !151, ptr %3, !DIExpression(), !152)
    #dbg_value(i64 %1, !135, !DIExpression(DW_OP_LLVM_convert, 64, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 32), !152)
    #dbg_value(i64 %1, !135, !DIExpression(DW_OP_constu, 32, DW_OP_shr, DW_OP_LLVM_convert, 64, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_unsigned, DW_OP_stack_value, DW_OP_LLVM_fragment, 32, 32), !152)
    #dbg_declare(ptr %0, !134, !DIExpression(), !153)
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %3) #14, !dbg !154
  call void @llvm.va_start.p0(ptr nonnull %3), !dbg !155
  %4 = load i64, ptr %0, align 8, !dbg !156, !tbaa !120
  %5 = load i32, ptr %3, align 16, !dbg !157
  %6 = icmp ult i32 %5, 41, !dbg !157
  br i1 %6, label %7, label %13, !dbg !157

7:                                                ; preds = %2
  %8 = getelementptr inbounds i8, ptr %3, i64 16, !dbg !157
  %9 = load ptr, ptr %8, align 16, !dbg !157
  %10 = zext nneg i32 %5 to i64, !dbg !157
  %11 = getelementptr i8, ptr %9, i64 %10, !dbg !157
  %12 = add nuw nsw i32 %5, 8, !dbg !157
  store i32 %12, ptr %3, align 16, !dbg !157, !DIAssignID !158
    #dbg_assign(i32 %12, !136, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !158, ptr %3, !DIExpression(), !152)
  br label %17, !dbg !157

13:                                               ; preds = %2
  %14 = getelementptr inbounds i8, ptr %3, i64 8, !dbg !157
  %15 = load ptr, ptr %14, align 8, !dbg !157
  %16 = getelementptr i8, ptr %15, i64 8, !dbg !157
  store ptr %16, ptr %14, align 8, !dbg !157, !DIAssignID !159
    #dbg_assign(ptr %16, !136, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !159, ptr %14, !DIExpression(), !152)
  br label %17, !dbg !157

17:                                               ; preds = %13, %7
  %18 = phi ptr [ %11, %7 ], [ %15, %13 ], !dbg !157
  %19 = load i32, ptr %18, align 4, !dbg !157, !tbaa !160
  %20 = getelementptr inbounds i8, ptr %3, i64 4, !dbg !161
  %21 = load i32, ptr %20, align 4, !dbg !161
  %22 = icmp ult i32 %21, 161, !dbg !161
  br i1 %22, label %23, label %29, !dbg !161

23:                                               ; preds = %17
  %24 = getelementptr inbounds i8, ptr %3, i64 16, !dbg !161
  %25 = load ptr, ptr %24, align 16, !dbg !161
  %26 = zext nneg i32 %21 to i64, !dbg !161
  %27 = getelementptr i8, ptr %25, i64 %26, !dbg !161
  %28 = add nuw nsw i32 %21, 16, !dbg !161
  store i32 %28, ptr %20, align 4, !dbg !161, !DIAssignID !162
    #dbg_assign(i32 %28, !136, !DIExpression(DW_OP_LLVM_fragment, 32, 32), !162, ptr %20, !DIExpression(), !152)
  br label %33, !dbg !161

29:                                               ; preds = %17
  %30 = getelementptr inbounds i8, ptr %3, i64 8, !dbg !161
  %31 = load ptr, ptr %30, align 8, !dbg !161
  %32 = getelementptr i8, ptr %31, i64 8, !dbg !161
  store ptr %32, ptr %30, align 8, !dbg !161, !DIAssignID !163
    #dbg_assign(ptr %32, !136, !DIExpression(DW_OP_LLVM_fragment, 64, 64), !163, ptr %30, !DIExpression(), !152)
  br label %33, !dbg !161

33:                                               ; preds = %29, %23
  %34 = phi ptr [ %27, %23 ], [ %31, %29 ], !dbg !161
  %35 = shl i64 %1, 32, !dbg !164
  %36 = ashr exact i64 %35, 32, !dbg !164
  %37 = add nsw i64 %4, %36, !dbg !165
  %38 = sext i32 %19 to i64, !dbg !157
  %39 = add nsw i64 %37, %38, !dbg !166
  %40 = load double, ptr %34, align 8, !dbg !161, !tbaa !167
  %41 = fptosi double %40 to i64, !dbg !169
  %42 = add nsw i64 %39, %41, !dbg !170
    #dbg_value(i64 %42, !150, !DIExpression(), !152)
  call void @llvm.va_end.p0(ptr nonnull %3), !dbg !171
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %3) #14, !dbg !172
  ret i64 %42, !dbg !173
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #4

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #3

; Function Attrs: nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) uwtable
define dso_local i32 @dispatch(ptr nocapture noundef readonly %0, i32 noundef %1) #5 !dbg !23 {
    #dbg_value(ptr %0, !30, !DIExpression(), !174)
    #dbg_value(i32 %1, !31, !DIExpression(), !174)
  br label %9, !dbg !175

3:                                                ; preds = %9
    #dbg_label(!32, !176)
    #dbg_value(i32 %6, !31, !DIExpression(), !174)
    #dbg_value(ptr %10, !30, !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value), !174)
  br label %4, !dbg !177

4:                                                ; preds = %9, %3
  %5 = phi i32 [ 1, %3 ], [ -1, %9 ]
  %6 = add nsw i32 %11, %5, !dbg !174
  %7 = getelementptr inbounds i8, ptr %10, i64 1, !dbg !174
  br label %9, !dbg !174

8:                                                ; preds = %9
    #dbg_label(!34, !178)
  ret i32 %11, !dbg !179

9:                                                ; preds = %4, %2
  %10 = phi ptr [ %0, %2 ], [ %7, %4 ]
  %11 = phi i32 [ %1, %2 ], [ %6, %4 ]
  %12 = load i8, ptr %10, align 1, !dbg !174, !tbaa !180
  %13 = zext i8 %12 to i64, !dbg !174
  %14 = getelementptr inbounds [3 x ptr], ptr @dispatch.labels, i64 0, i64 %13, !dbg !174
  %15 = load ptr, ptr %14, align 8, !dbg !174, !tbaa !181
    #dbg_value(i32 %11, !31, !DIExpression(), !174)
    #dbg_value(ptr %10, !30, !DIExpression(), !174)
  indirectbr ptr %15, [label %3, label %4, label %8]
}

; Function Attrs: nounwind uwtable
define dso_local i32 @choose(i32 noundef %0, <4 x i32> noundef %1) local_unnamed_addr #6 !dbg !183 {
    #dbg_value(i32 %0, !189, !DIExpression(), !191)
    #dbg_value(<4 x i32> %1, !190, !DIExpression(), !191)
  %3 = add i32 %0, 3, !dbg !192
  %4 = tail call i32 @llvm.fshl.i32(i32 %3, i32 %3, i32 31), !dbg !192
  switch i32 %4, label %13 [
    i32 2, label %5
    i32 5, label %7
    i32 6, label %7
  ], !dbg !192

5:                                                ; preds = %2
  %6 = extractelement <4 x i32> %1, i64 0, !dbg !193
  br label %17, !dbg !195

7:                                                ; preds = %2, %2
  %8 = and i32 %0, 1, !dbg !196
  %9 = zext nneg i32 %8 to i64, !dbg !197
  %10 = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %9, !dbg !197
  %11 = load ptr, ptr %10, align 8, !dbg !197, !tbaa !181
  %12 = tail call i32 %11(i32 noundef %0) #14, !dbg !197
  br label %17, !dbg !198

13:                                               ; preds = %2
  %14 = icmp sgt i32 %0, 100, !dbg !199
  %15 = sub nsw i32 0, %0, !dbg !200
  %16 = select i1 %14, i32 %0, i32 %15, !dbg !200
  br label %17, !dbg !201

17:                                               ; preds = %13, %7, %5
  %18 = phi i32 [ %16, %13 ], [ %12, %7 ], [ %6, %5 ], !dbg !202
  ret i32 %18, !dbg !203
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local { i64, i64 } @wide(i64 noundef %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #0 !dbg !204 {
  %4 = zext i64 %1 to i128
  %5 = shl nuw i128 %4, 64
  %6 = zext i64 %0 to i128
  %7 = or disjoint i128 %5, %6
    #dbg_value(i128 %7, !208, !DIExpression(), !210)
    #dbg_value(i64 %2, !209, !DIExpression(), !210)
  %8 = sext i64 %2 to i128, !dbg !211
  %9 = mul nsw i128 %7, %8, !dbg !212
  %10 = add nsw i128 %9, 1267650600228229401496703205376, !dbg !213
  %11 = trunc i128 %9 to i64, !dbg !214
  %12 = lshr i128 %10, 64, !dbg !214
  %13 = trunc nuw i128 %12 to i64, !dbg !214
  %14 = insertvalue { i64, i64 } poison, i64 %11, 0, !dbg !214
  %15 = insertvalue { i64, i64 } %14, i64 %13, 1, !dbg !214
  ret { i64, i64 } %15, !dbg !214
}

; Function Attrs: mustprogress nofree norecurse nounwind willreturn uwtable
define dso_local i32 @atomics(i32 noundef %0) local_unnamed_addr #7 !dbg !215 {
    #dbg_value(i32 %0, !217, !DIExpression(), !219)
    #dbg_value(i32 1, !218, !DIExpression(), !219)
  %2 = cmpxchg ptr @counter, i32 1, i32 %0 seq_cst seq_cst, align 4, !dbg !220
  %3 = atomicrmw add ptr @counter, i32 2 seq_cst, align 4, !dbg !221
  fence acquire, !dbg !222
  %4 = load atomic i32, ptr @counter seq_cst, align 4, !dbg !223
  ret i32 %4, !dbg !224
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) uwtable
define dso_local double @floats(float noundef %0, x86_fp80 noundef %1) local_unnamed_addr #8 !dbg !225 {
    #dbg_value(float %0, !230, !DIExpression(), !243)
    #dbg_value(x86_fp80 %1, !231, !DIExpression(DW_OP_LLVM_fragment, 0, 80), !243)
    #dbg_value(float %0, !232, !DIExpression(), !243)
    #dbg_value(i32 -3055, !237, !DIExpression(), !243)
    #dbg_value(!DIArgList(i32 17, float %0), !237, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 10, DW_OP_shl, DW_OP_constu, 3072, DW_OP_minus, DW_OP_or, DW_OP_stack_value), !243)
  %3 = load x86_fp80, ptr @precise, align 16, !dbg !244, !tbaa !245
  %4 = fadd x86_fp80 %3, %1, !dbg !244
  store x86_fp80 %4, ptr @precise, align 16, !dbg !244, !tbaa !245
  %5 = fcmp olt float %0, 0x3FB99999A0000000, !dbg !247
  br i1 %5, label %6, label %9, !dbg !248

6:                                                ; preds = %2
  %7 = fneg float %0, !dbg !249
  %8 = fpext float %7 to double, !dbg !249
  br label %17, !dbg !248

9:                                                ; preds = %2
  %10 = bitcast float %0 to i32, !dbg !250
    #dbg_value(!DIArgList(i32 17, i32 %10), !237, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 10, DW_OP_shl, DW_OP_constu, 3072, DW_OP_minus, DW_OP_or, DW_OP_stack_value), !243)
  %11 = shl i32 %10, 10, !dbg !251
    #dbg_value(!DIArgList(i32 17, i32 %11), !237, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 3072, DW_OP_minus, DW_OP_or, DW_OP_stack_value), !243)
  %12 = add i32 %11, -3055, !dbg !251
    #dbg_value(i32 %12, !237, !DIExpression(), !243)
  %13 = fptrunc x86_fp80 %4 to double, !dbg !252
  %14 = ashr i32 %12, 10, !dbg !253
  %15 = sitofp i32 %14 to double, !dbg !254
  %16 = fadd double %15, %13, !dbg !255
  br label %17, !dbg !248

17:                                               ; preds = %9, %6
  %18 = phi double [ %8, %6 ], [ %16, %9 ], !dbg !248
  ret double %18, !dbg !256
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main(i32 noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #9 !dbg !257 {
  %3 = alloca %struct.big, align 8
    #dbg_value(i32 %0, !263, !DIExpression(), !277)
    #dbg_value(ptr %1, !264, !DIExpression(), !277)
  %4 = zext i32 %0 to i64, !dbg !278
  %5 = alloca i32, i64 %4, align 16, !dbg !278
    #dbg_value(i64 %4, !265, !DIExpression(), !277)
    #dbg_declare(ptr %5, !267, !DIExpression(), !279)
    #dbg_value(i32 0, !271, !DIExpression(), !277)
    #dbg_value(i32 0, !273, !DIExpression(), !280)
  %6 = icmp sgt i32 %0, 0, !dbg !281
  br i1 %6, label %7, label %79, !dbg !283

7:                                                ; preds = %2
  %8 = and i64 %4, 3, !dbg !283
  %9 = icmp ult i32 %0, 4, !dbg !283
  br i1 %9, label %12, label %10, !dbg !283

10:                                               ; preds = %7
  %11 = and i64 %4, 2147483644, !dbg !283
  br label %50, !dbg !283

12:                                               ; preds = %50, %7
  %13 = phi i64 [ 0, %7 ], [ %76, %50 ]
  %14 = icmp eq i64 %8, 0, !dbg !283
  br i1 %14, label %26, label %15, !dbg !283

15:                                               ; preds = %12, %15
  %16 = phi i64 [ %23, %15 ], [ %13, %12 ]
  %17 = phi i64 [ %24, %15 ], [ 0, %12 ]
    #dbg_value(i64 %16, !273, !DIExpression(), !280)
  %18 = getelementptr inbounds ptr, ptr %1, i64 %16, !dbg !284
  %19 = load ptr, ptr %18, align 8, !dbg !284, !tbaa !181
  %20 = load i8, ptr %19, align 1, !dbg !284, !tbaa !180
  %21 = sext i8 %20 to i32, !dbg !284
  %22 = getelementptr inbounds i32, ptr %5, i64 %16, !dbg !285
  store i32 %21, ptr %22, align 4, !dbg !286, !tbaa !160
  %23 = add nuw nsw i64 %16, 1, !dbg !287
    #dbg_value(i64 %23, !273, !DIExpression(), !280)
  %24 = add i64 %17, 1, !dbg !283
  %25 = icmp eq i64 %24, %8, !dbg !283
  br i1 %25, label %26, label %15, !dbg !283, !llvm.loop !288

26:                                               ; preds = %15, %12
    #dbg_value(i32 0, !271, !DIExpression(), !277)
    #dbg_value(i32 0, !275, !DIExpression(), !290)
  br i1 %6, label %27, label %79, !dbg !291

27:                                               ; preds = %26
  %28 = icmp ult i32 %0, 8, !dbg !291
  br i1 %28, label %29, label %32, !dbg !291

29:                                               ; preds = %46, %27
  %30 = phi i64 [ 0, %27 ], [ %33, %46 ]
  %31 = phi i32 [ 0, %27 ], [ %48, %46 ]
  br label %84, !dbg !291

32:                                               ; preds = %27
  %33 = and i64 %4, 2147483640, !dbg !291
  br label %34, !dbg !291

34:                                               ; preds = %34, %32
  %35 = phi i64 [ 0, %32 ], [ %44, %34 ], !dbg !292
  %36 = phi <4 x i32> [ zeroinitializer, %32 ], [ %42, %34 ]
  %37 = phi <4 x i32> [ zeroinitializer, %32 ], [ %43, %34 ]
  %38 = getelementptr inbounds i32, ptr %5, i64 %35, !dbg !294
  %39 = getelementptr inbounds i8, ptr %38, i64 16, !dbg !294
  %40 = load <4 x i32>, ptr %38, align 16, !dbg !294, !tbaa !160
  %41 = load <4 x i32>, ptr %39, align 16, !dbg !294, !tbaa !160
  %42 = add <4 x i32> %40, %36, !dbg !295
  %43 = add <4 x i32> %41, %37, !dbg !295
  %44 = add nuw i64 %35, 8, !dbg !292
  %45 = icmp eq i64 %44, %33, !dbg !292
  br i1 %45, label %46, label %34, !dbg !292, !llvm.loop !296

46:                                               ; preds = %34
  %47 = add <4 x i32> %43, %42, !dbg !291
  %48 = tail call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %47), !dbg !291
  %49 = icmp eq i64 %33, %4, !dbg !291
  br i1 %49, label %79, label %29, !dbg !291

50:                                               ; preds = %50, %10
  %51 = phi i64 [ 0, %10 ], [ %76, %50 ]
  %52 = phi i64 [ 0, %10 ], [ %77, %50 ]
    #dbg_value(i64 %51, !273, !DIExpression(), !280)
  %53 = getelementptr inbounds ptr, ptr %1, i64 %51, !dbg !284
  %54 = load ptr, ptr %53, align 8, !dbg !284, !tbaa !181
  %55 = load i8, ptr %54, align 1, !dbg !284, !tbaa !180
  %56 = sext i8 %55 to i32, !dbg !284
  %57 = getelementptr inbounds i32, ptr %5, i64 %51, !dbg !285
  store i32 %56, ptr %57, align 16, !dbg !286, !tbaa !160
  %58 = or disjoint i64 %51, 1, !dbg !287
    #dbg_value(i64 %58, !273, !DIExpression(), !280)
  %59 = getelementptr inbounds ptr, ptr %1, i64 %58, !dbg !284
  %60 = load ptr, ptr %59, align 8, !dbg !284, !tbaa !181
  %61 = load i8, ptr %60, align 1, !dbg !284, !tbaa !180
  %62 = sext i8 %61 to i32, !dbg !284
  %63 = getelementptr inbounds i32, ptr %5, i64 %58, !dbg !285
  store i32 %62, ptr %63, align 4, !dbg !286, !tbaa !160
  %64 = or disjoint i64 %51, 2, !dbg !287
    #dbg_value(i64 %64, !273, !DIExpression(), !280)
  %65 = getelementptr inbounds ptr, ptr %1, i64 %64, !dbg !284
  %66 = load ptr, ptr %65, align 8, !dbg !284, !tbaa !181
  %67 = load i8, ptr %66, align 1, !dbg !284, !tbaa !180
  %68 = sext i8 %67 to i32, !dbg !284
  %69 = getelementptr inbounds i32, ptr %5, i64 %64, !dbg !285
  store i32 %68, ptr %69, align 8, !dbg !286, !tbaa !160
  %70 = or disjoint i64 %51, 3, !dbg !287
    #dbg_value(i64 %70, !273, !DIExpression(), !280)
  %71 = getelementptr inbounds ptr, ptr %1, i64 %70, !dbg !284
  %72 = load ptr, ptr %71, align 8, !dbg !284, !tbaa !181
  %73 = load i8, ptr %72, align 1, !dbg !284, !tbaa !180
  %74 = sext i8 %73 to i32, !dbg !284
  %75 = getelementptr inbounds i32, ptr %5, i64 %70, !dbg !285
  store i32 %74, ptr %75, align 4, !dbg !286, !tbaa !160
  %76 = add nuw nsw i64 %51, 4, !dbg !287
    #dbg_value(i64 %76, !273, !DIExpression(), !280)
  %77 = add i64 %52, 4, !dbg !283
  %78 = icmp eq i64 %77, %11, !dbg !283
  br i1 %78, label %12, label %50, !dbg !283, !llvm.loop !301

79:                                               ; preds = %84, %46, %2, %26
  %80 = phi i32 [ 0, %26 ], [ 0, %2 ], [ %48, %46 ], [ %89, %84 ], !dbg !277
  %81 = tail call i32 asm sideeffect "", "=r,0,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %80) #14, !dbg !303, !srcloc !304
    #dbg_value(i32 %81, !271, !DIExpression(), !277)
  %82 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %81, i32 %0), !dbg !305
  %83 = extractvalue { i32, i1 } %82, 1, !dbg !305
    #dbg_value(i32 poison, !272, !DIExpression(), !277)
  br i1 %83, label %92, label %94, !dbg !307

84:                                               ; preds = %29, %84
  %85 = phi i64 [ %90, %84 ], [ %30, %29 ]
  %86 = phi i32 [ %89, %84 ], [ %31, %29 ]
    #dbg_value(i32 %86, !271, !DIExpression(), !277)
    #dbg_value(i64 %85, !275, !DIExpression(), !290)
  %87 = getelementptr inbounds i32, ptr %5, i64 %85, !dbg !294
  %88 = load i32, ptr %87, align 4, !dbg !294, !tbaa !160
  %89 = add nsw i32 %88, %86, !dbg !295
    #dbg_value(i32 %89, !271, !DIExpression(), !277)
  %90 = add nuw nsw i64 %85, 1, !dbg !292
    #dbg_value(i64 %90, !275, !DIExpression(), !290)
  %91 = icmp eq i64 %90, %4, !dbg !308
  br i1 %91, label %79, label %84, !dbg !291, !llvm.loop !309

92:                                               ; preds = %79
  %93 = tail call i32 (i32, ...) @outside(i32 noundef %81, ptr noundef nonnull @.str.1, double noundef 2.500000e+00) #14, !dbg !310
  br label %109, !dbg !311

94:                                               ; preds = %79
    #dbg_value(i32 %81, !114, !DIExpression(), !312)
    #dbg_declare(ptr %3, !115, !DIExpression(), !314)
  %95 = sext i32 %81 to i64, !dbg !315
  store i64 %95, ptr %3, align 8, !dbg !316, !tbaa !120, !alias.scope !317
  %96 = getelementptr inbounds i8, ptr %3, i64 8, !dbg !316
  store i64 2, ptr %96, align 8, !dbg !316, !tbaa !120, !alias.scope !317
  %97 = getelementptr inbounds i8, ptr %3, i64 16, !dbg !316
  store i64 3, ptr %97, align 8, !dbg !316, !tbaa !120, !alias.scope !317
  %98 = getelementptr inbounds i8, ptr %3, i64 24, !dbg !316
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %98, i8 0, i64 16, i1 false), !dbg !316, !tbaa !120, !alias.scope !317
  %99 = getelementptr inbounds i8, ptr %3, i64 40, !dbg !316
  store i32 4, ptr %99, align 8, !dbg !320, !tbaa !125, !alias.scope !317
  %100 = getelementptr inbounds i8, ptr %3, i64 44, !dbg !320
  store i32 5, ptr %100, align 4, !dbg !320, !tbaa !128, !alias.scope !317
  %101 = tail call i64 (ptr, i64, ...) @take(ptr noundef nonnull byval(%struct.big) align 8 %3, i64 8589934593, i32 noundef 3, double noundef 4.000000e+00), !dbg !321
  %102 = trunc i64 %101 to i32, !dbg !322
  %103 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @per_thread), !dbg !323
  %104 = load i32, ptr %103, align 4, !dbg !324, !tbaa !160
  %105 = add nsw i32 %104, 1, !dbg !324
  store i32 %105, ptr %103, align 4, !dbg !324, !tbaa !160
  %106 = add nsw i32 %104, %102, !dbg !325
  %107 = load i32, ptr @weak_var, align 4, !dbg !326, !tbaa !160
  %108 = add nsw i32 %106, %107, !dbg !327
  br label %109, !dbg !328

109:                                              ; preds = %94, %92
  %110 = phi i32 [ %93, %92 ], [ %108, %94 ], !dbg !277
  ret i32 %110, !dbg !329
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #10

declare !dbg !330 i32 @outside(i32 noundef, ...) local_unnamed_addr #11

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
attributes #5 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress nofree norecurse nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #13 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #14 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!77, !78, !79, !80, !81, !82, !83}
!llvm.ident = !{!84}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "per_thread", scope: !2, file: !3, line: 11, type: !19, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !20, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "sample.c", directory: ".", checksumkind: CSK_MD5, checksum: "356c2eae4714e8cfed750334bb82773a")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 68, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!16, !17, !18, !19}
!16 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!17 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!18 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!19 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!20 = !{!0, !21, !41, !43, !45, !48, !57, !60, !66, !71}
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "labels", scope: !23, file: !3, line: 32, type: !35, isLocal: true, isDefinition: true)
!23 = distinct !DISubprogram(name: "dispatch", scope: !3, file: !3, line: 31, type: !24, scopeLine: 31, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !29)
!24 = !DISubroutineType(types: !25)
!25 = !{!19, !26, !19}
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64)
!27 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !28)
!28 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!29 = !{!30, !31, !32, !33, !34}
!30 = !DILocalVariable(name: "code", arg: 1, scope: !23, file: !3, line: 31, type: !26)
!31 = !DILocalVariable(name: "n", arg: 2, scope: !23, file: !3, line: 31, type: !19)
!32 = !DILabel(scope: !23, name: "inc", file: !3, line: 34)
!33 = !DILabel(scope: !23, name: "dec", file: !3, line: 35)
!34 = !DILabel(scope: !23, name: "stop", file: !3, line: 36)
!35 = !DICompositeType(tag: DW_TAG_array_type, baseType: !36, size: 192, elements: !39)
!36 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !37)
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !38, size: 64)
!38 = !DIDerivedType(tag: DW_TAG_const_type, baseType: null)
!39 = !{!40}
!40 = !DISubrange(count: 3)
!41 = !DIGlobalVariableExpression(var: !42, expr: !DIExpression())
!42 = distinct !DIGlobalVariable(name: "weak_var", scope: !2, file: !3, line: 12, type: !19, isLocal: false, isDefinition: true)
!43 = !DIGlobalVariableExpression(var: !44, expr: !DIExpression())
!44 = distinct !DIGlobalVariable(name: "common_like", scope: !2, file: !3, line: 13, type: !19, isLocal: false, isDefinition: true)
!45 = !DIGlobalVariableExpression(var: !46, expr: !DIExpression())
!46 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 16, type: !47, isLocal: true, isDefinition: true)
!47 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !19)
!48 = !DIGlobalVariableExpression(var: !49, expr: !DIExpression())
!49 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 21, type: !50, isLocal: true, isDefinition: true)
!50 = !DICompositeType(tag: DW_TAG_array_type, baseType: !51, size: 128, elements: !55)
!51 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !52)
!52 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !53, size: 64)
!53 = !DISubroutineType(types: !54)
!54 = !{!19, !19}
!55 = !{!56}
!56 = !DISubrange(count: 2)
!57 = !DIGlobalVariableExpression(var: !58, expr: !DIExpression())
!58 = distinct !DIGlobalVariable(name: "precise", scope: !2, file: !3, line: 15, type: !59, isLocal: true, isDefinition: true)
!59 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)
!60 = !DIGlobalVariableExpression(var: !61, expr: !DIExpression())
!61 = distinct !DIGlobalVariable(scope: null, file: !3, line: 14, type: !62, isLocal: true, isDefinition: true)
!62 = !DICompositeType(tag: DW_TAG_array_type, baseType: !63, size: 32, elements: !64)
!63 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!64 = !{!65}
!65 = !DISubrange(count: 4)
!66 = !DIGlobalVariableExpression(var: !67, expr: !DIExpression())
!67 = distinct !DIGlobalVariable(scope: null, file: !3, line: 14, type: !68, isLocal: true, isDefinition: true)
!68 = !DICompositeType(tag: DW_TAG_array_type, baseType: !63, size: 104, elements: !69)
!69 = !{!70}
!70 = !DISubrange(count: 13)
!71 = !DIGlobalVariableExpression(var: !72, expr: !DIExpression())
!72 = distinct !DIGlobalVariable(name: "names", scope: !2, file: !3, line: 14, type: !73, isLocal: true, isDefinition: true)
!73 = !DICompositeType(tag: DW_TAG_array_type, baseType: !74, size: 192, elements: !39)
!74 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !75)
!75 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !76, size: 64)
!76 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !63)
!77 = !{i32 7, !"Dwarf Version", i32 5}
!78 = !{i32 2, !"Debug Info Version", i32 3}
!79 = !{i32 1, !"wchar_size", i32 4}
!80 = !{i32 8, !"PIC Level", i32 2}
!81 = !{i32 7, !"PIE Level", i32 2}
!82 = !{i32 7, !"uwtable", i32 2}
!83 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!84 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!85 = distinct !DISubprogram(name: "twice_exported", scope: !3, file: !3, line: 20, type: !53, scopeLine: 20, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !86)
!86 = !{!87}
!87 = !DILocalVariable(name: "n", arg: 1, scope: !85, file: !3, line: 20, type: !19)
!88 = !DILocation(line: 0, scope: !85)
!89 = !DILocalVariable(name: "n", arg: 1, scope: !90, file: !3, line: 18, type: !19)
!90 = distinct !DISubprogram(name: "twice", scope: !3, file: !3, line: 18, type: !53, scopeLine: 18, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !91)
!91 = !{!89}
!92 = !DILocation(line: 0, scope: !90, inlinedAt: !93)
!93 = distinct !DILocation(line: 20, column: 36, scope: !85)
!94 = !DILocation(line: 18, column: 36, scope: !90, inlinedAt: !93)
!95 = !DILocation(line: 20, column: 29, scope: !85)
!96 = !DILocation(line: 0, scope: !90)
!97 = !DILocation(line: 18, column: 36, scope: !90)
!98 = !DILocation(line: 18, column: 27, scope: !90)
!99 = distinct !DISubprogram(name: "make", scope: !3, file: !3, line: 23, type: !100, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !113)
!100 = !DISubroutineType(types: !101)
!101 = !{!102, !19}
!102 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "big", file: !3, line: 6, size: 384, elements: !103)
!103 = !{!104, !108}
!104 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !102, file: !3, line: 6, baseType: !105, size: 320)
!105 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 320, elements: !106)
!106 = !{!107}
!107 = !DISubrange(count: 5)
!108 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !102, file: !3, line: 6, baseType: !109, size: 64, offset: 320)
!109 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", file: !3, line: 5, size: 64, elements: !110)
!110 = !{!111, !112}
!111 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !109, file: !3, line: 5, baseType: !19, size: 32)
!112 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !109, file: !3, line: 5, baseType: !19, size: 32, offset: 32)
!113 = !{!114, !115}
!114 = !DILocalVariable(name: "n", arg: 1, scope: !99, file: !3, line: 23, type: !19)
!115 = !DILocalVariable(name: "b", scope: !99, file: !3, line: 23, type: !102)
!116 = !DILocation(line: 0, scope: !99)
!117 = !DILocation(line: 23, column: 37, scope: !99)
!118 = !DILocation(line: 23, column: 43, scope: !99)
!119 = !DILocation(line: 23, column: 42, scope: !99)
!120 = !{!121, !121, i64 0}
!121 = !{!"long", !122, i64 0}
!122 = !{!"omnipotent char", !123, i64 0}
!123 = !{!"Simple C/C++ TBAA"}
!124 = !DILocation(line: 23, column: 53, scope: !99)
!125 = !{!126, !127, i64 0}
!126 = !{!"point", !127, i64 0, !127, i64 4}
!127 = !{!"int", !122, i64 0}
!128 = !{!126, !127, i64 4}
!129 = !DILocation(line: 23, column: 62, scope: !99)
!130 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 24, type: !131, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !133)
!131 = !DISubroutineType(types: !132)
!132 = !{!16, !102, !109, null}
!133 = !{!134, !135, !136, !150}
!134 = !DILocalVariable(name: "b", arg: 1, scope: !130, file: !3, line: 24, type: !102)
!135 = !DILocalVariable(name: "p", arg: 2, scope: !130, file: !3, line: 24, type: !109)
!136 = !DILocalVariable(name: "ap", scope: !130, file: !3, line: 25, type: !137)
!137 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !138, line: 12, baseType: !139)
!138 = !DIFile(filename: "include/__stdarg_va_list.h", directory: "", checksumkind: CSK_MD5, checksum: "7bd78a282b99fcfe41a9e3c566d14f7d")
!139 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !3, baseType: !140)
!140 = !DICompositeType(tag: DW_TAG_array_type, baseType: !141, size: 192, elements: !148)
!141 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !142)
!142 = !{!143, !144, !145, !147}
!143 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !141, file: !3, line: 25, baseType: !7, size: 32)
!144 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !141, file: !3, line: 25, baseType: !7, size: 32, offset: 32)
!145 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !141, file: !3, line: 25, baseType: !146, size: 64, offset: 64)
!146 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!147 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !141, file: !3, line: 25, baseType: !146, size: 64, offset: 128)
!148 = !{!149}
!149 = !DISubrange(count: 1)
!150 = !DILocalVariable(name: "sum", scope: !130, file: !3, line: 27, type: !16)
!151 = distinct !DIAssignID()
!152 = !DILocation(line: 0, scope: !130)
!153 = !DILocation(line: 24, column: 22, scope: !130)
!154 = !DILocation(line: 25, column: 5, scope: !130)
!155 = !DILocation(line: 26, column: 5, scope: !130)
!156 = !DILocation(line: 27, column: 16, scope: !130)
!157 = !DILocation(line: 27, column: 31, scope: !130)
!158 = distinct !DIAssignID()
!159 = distinct !DIAssignID()
!160 = !{!127, !127, i64 0}
!161 = !DILocation(line: 27, column: 55, scope: !130)
!162 = distinct !DIAssignID()
!163 = distinct !DIAssignID()
!164 = !DILocation(line: 27, column: 25, scope: !130)
!165 = !DILocation(line: 27, column: 23, scope: !130)
!166 = !DILocation(line: 27, column: 29, scope: !130)
!167 = !{!168, !168, i64 0}
!168 = !{!"double", !122, i64 0}
!169 = !DILocation(line: 27, column: 49, scope: !130)
!170 = !DILocation(line: 27, column: 47, scope: !130)
!171 = !DILocation(line: 28, column: 5, scope: !130)
!172 = !DILocation(line: 30, column: 1, scope: !130)
!173 = !DILocation(line: 29, column: 5, scope: !130)
!174 = !DILocation(line: 0, scope: !23)
!175 = !DILocation(line: 33, column: 5, scope: !23)
!176 = !DILocation(line: 34, column: 1, scope: !23)
!177 = !DILocation(line: 34, column: 11, scope: !23)
!178 = !DILocation(line: 36, column: 1, scope: !23)
!179 = !DILocation(line: 36, column: 7, scope: !23)
!180 = !{!122, !122, i64 0}
!181 = !{!182, !182, i64 0}
!182 = !{!"any pointer", !122, i64 0}
!183 = distinct !DISubprogram(name: "choose", scope: !3, file: !3, line: 38, type: !184, scopeLine: 38, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !188)
!184 = !DISubroutineType(types: !185)
!185 = !{!19, !19, !186}
!186 = !DIDerivedType(tag: DW_TAG_typedef, name: "v4", file: !3, line: 9, baseType: !187)
!187 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 128, flags: DIFlagVector, elements: !64)
!188 = !{!189, !190}
!189 = !DILocalVariable(name: "n", arg: 1, scope: !183, file: !3, line: 38, type: !19)
!190 = !DILocalVariable(name: "v", arg: 2, scope: !183, file: !3, line: 38, type: !186)
!191 = !DILocation(line: 0, scope: !183)
!192 = !DILocation(line: 39, column: 5, scope: !183)
!193 = !DILocation(line: 40, column: 20, scope: !194)
!194 = distinct !DILexicalBlock(scope: !183, file: !3, line: 39, column: 16)
!195 = !DILocation(line: 40, column: 13, scope: !194)
!196 = !DILocation(line: 41, column: 36, scope: !194)
!197 = !DILocation(line: 41, column: 28, scope: !194)
!198 = !DILocation(line: 41, column: 21, scope: !194)
!199 = !DILocation(line: 43, column: 23, scope: !194)
!200 = !DILocation(line: 43, column: 21, scope: !194)
!201 = !DILocation(line: 43, column: 14, scope: !194)
!202 = !DILocation(line: 0, scope: !194)
!203 = !DILocation(line: 45, column: 1, scope: !183)
!204 = distinct !DISubprogram(name: "wide", scope: !3, file: !3, line: 46, type: !205, scopeLine: 46, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !207)
!205 = !DISubroutineType(types: !206)
!206 = !{!17, !17, !16}
!207 = !{!208, !209}
!208 = !DILocalVariable(name: "a", arg: 1, scope: !204, file: !3, line: 46, type: !17)
!209 = !DILocalVariable(name: "b", arg: 2, scope: !204, file: !3, line: 46, type: !16)
!210 = !DILocation(line: 0, scope: !204)
!211 = !DILocation(line: 46, column: 48, scope: !204)
!212 = !DILocation(line: 46, column: 46, scope: !204)
!213 = !DILocation(line: 46, column: 50, scope: !204)
!214 = !DILocation(line: 46, column: 37, scope: !204)
!215 = distinct !DISubprogram(name: "atomics", scope: !3, file: !3, line: 47, type: !53, scopeLine: 47, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !216)
!216 = !{!217, !218}
!217 = !DILocalVariable(name: "n", arg: 1, scope: !215, file: !3, line: 47, type: !19)
!218 = !DILocalVariable(name: "expected", scope: !215, file: !3, line: 48, type: !19)
!219 = !DILocation(line: 0, scope: !215)
!220 = !DILocation(line: 49, column: 5, scope: !215)
!221 = !DILocation(line: 50, column: 5, scope: !215)
!222 = !DILocation(line: 51, column: 5, scope: !215)
!223 = !DILocation(line: 52, column: 12, scope: !215)
!224 = !DILocation(line: 52, column: 5, scope: !215)
!225 = distinct !DISubprogram(name: "floats", scope: !3, file: !3, line: 54, type: !226, scopeLine: 54, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !229)
!226 = !DISubroutineType(types: !227)
!227 = !{!18, !228, !59}
!228 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!229 = !{!230, !231, !232, !237}
!230 = !DILocalVariable(name: "f", arg: 1, scope: !225, file: !3, line: 54, type: !228)
!231 = !DILocalVariable(name: "l", arg: 2, scope: !225, file: !3, line: 54, type: !59)
!232 = !DILocalVariable(name: "u", scope: !225, file: !3, line: 55, type: !233)
!233 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "number", file: !3, line: 8, size: 32, elements: !234)
!234 = !{!235, !236}
!235 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !233, file: !3, line: 8, baseType: !228, size: 32)
!236 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !233, file: !3, line: 8, baseType: !19, size: 32)
!237 = !DILocalVariable(name: "b", scope: !225, file: !3, line: 56, type: !238)
!238 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "bits", file: !3, line: 7, size: 32, elements: !239)
!239 = !{!240, !241, !242}
!240 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !238, file: !3, line: 7, baseType: !7, size: 3, flags: DIFlagBitField, extraData: i64 0)
!241 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !238, file: !3, line: 7, baseType: !7, size: 7, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!242 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !238, file: !3, line: 7, baseType: !19, size: 22, offset: 10, flags: DIFlagBitField, extraData: i64 0)
!243 = !DILocation(line: 0, scope: !225)
!244 = !DILocation(line: 58, column: 13, scope: !225)
!245 = !{!246, !246, i64 0}
!246 = !{!"long double", !122, i64 0}
!247 = !DILocation(line: 59, column: 14, scope: !225)
!248 = !DILocation(line: 59, column: 12, scope: !225)
!249 = !DILocation(line: 59, column: 23, scope: !225)
!250 = !DILocation(line: 57, column: 14, scope: !225)
!251 = !DILocation(line: 57, column: 9, scope: !225)
!252 = !DILocation(line: 59, column: 28, scope: !225)
!253 = !DILocation(line: 59, column: 48, scope: !225)
!254 = !DILocation(line: 59, column: 46, scope: !225)
!255 = !DILocation(line: 59, column: 44, scope: !225)
!256 = !DILocation(line: 59, column: 5, scope: !225)
!257 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 61, type: !258, scopeLine: 61, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !262)
!258 = !DISubroutineType(types: !259)
!259 = !{!19, !19, !260}
!260 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !261, size: 64)
!261 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !63, size: 64)
!262 = !{!263, !264, !265, !267, !271, !272, !273, !275}
!263 = !DILocalVariable(name: "argc", arg: 1, scope: !257, file: !3, line: 61, type: !19)
!264 = !DILocalVariable(name: "argv", arg: 2, scope: !257, file: !3, line: 61, type: !260)
!265 = !DILocalVariable(name: "__vla_expr0", scope: !257, type: !266, flags: DIFlagArtificial)
!266 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!267 = !DILocalVariable(name: "vla", scope: !257, file: !3, line: 62, type: !268)
!268 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, elements: !269)
!269 = !{!270}
!270 = !DISubrange(count: !265)
!271 = !DILocalVariable(name: "sum", scope: !257, file: !3, line: 62, type: !19)
!272 = !DILocalVariable(name: "out", scope: !257, file: !3, line: 62, type: !19)
!273 = !DILocalVariable(name: "i", scope: !274, file: !3, line: 63, type: !19)
!274 = distinct !DILexicalBlock(scope: !257, file: !3, line: 63, column: 5)
!275 = !DILocalVariable(name: "i", scope: !276, file: !3, line: 64, type: !19)
!276 = distinct !DILexicalBlock(scope: !257, file: !3, line: 64, column: 5)
!277 = !DILocation(line: 0, scope: !257)
!278 = !DILocation(line: 62, column: 5, scope: !257)
!279 = !DILocation(line: 62, column: 9, scope: !257)
!280 = !DILocation(line: 0, scope: !274)
!281 = !DILocation(line: 63, column: 23, scope: !282)
!282 = distinct !DILexicalBlock(scope: !274, file: !3, line: 63, column: 5)
!283 = !DILocation(line: 63, column: 5, scope: !274)
!284 = !DILocation(line: 63, column: 45, scope: !282)
!285 = !DILocation(line: 63, column: 36, scope: !282)
!286 = !DILocation(line: 63, column: 43, scope: !282)
!287 = !DILocation(line: 63, column: 32, scope: !282)
!288 = distinct !{!288, !289}
!289 = !{!"llvm.loop.unroll.disable"}
!290 = !DILocation(line: 0, scope: !276)
!291 = !DILocation(line: 64, column: 5, scope: !276)
!292 = !DILocation(line: 64, column: 32, scope: !293)
!293 = distinct !DILexicalBlock(scope: !276, file: !3, line: 64, column: 5)
!294 = !DILocation(line: 64, column: 43, scope: !293)
!295 = !DILocation(line: 64, column: 40, scope: !293)
!296 = distinct !{!296, !291, !297, !298, !299, !300}
!297 = !DILocation(line: 64, column: 48, scope: !276)
!298 = !{!"llvm.loop.mustprogress"}
!299 = !{!"llvm.loop.isvectorized", i32 1}
!300 = !{!"llvm.loop.unroll.runtime.disable"}
!301 = distinct !{!301, !283, !302, !298}
!302 = !DILocation(line: 63, column: 54, scope: !274)
!303 = !DILocation(line: 65, column: 5, scope: !257)
!304 = !{i64 2150}
!305 = !DILocation(line: 66, column: 9, scope: !306)
!306 = distinct !DILexicalBlock(scope: !257, file: !3, line: 66, column: 9)
!307 = !DILocation(line: 66, column: 9, scope: !257)
!308 = !DILocation(line: 64, column: 23, scope: !293)
!309 = distinct !{!309, !291, !297, !298, !300, !299}
!310 = !DILocation(line: 66, column: 57, scope: !306)
!311 = !DILocation(line: 66, column: 50, scope: !306)
!312 = !DILocation(line: 0, scope: !99, inlinedAt: !313)
!313 = distinct !DILocation(line: 67, column: 22, scope: !257)
!314 = !DILocation(line: 23, column: 37, scope: !99, inlinedAt: !313)
!315 = !DILocation(line: 23, column: 43, scope: !99, inlinedAt: !313)
!316 = !DILocation(line: 23, column: 42, scope: !99, inlinedAt: !313)
!317 = !{!318}
!318 = distinct !{!318, !319, !"make: argument 0"}
!319 = distinct !{!319, !"make"}
!320 = !DILocation(line: 23, column: 53, scope: !99, inlinedAt: !313)
!321 = !DILocation(line: 67, column: 17, scope: !257)
!322 = !DILocation(line: 67, column: 12, scope: !257)
!323 = !DILocation(line: 67, column: 65, scope: !257)
!324 = !DILocation(line: 67, column: 75, scope: !257)
!325 = !DILocation(line: 67, column: 63, scope: !257)
!326 = !DILocation(line: 67, column: 80, scope: !257)
!327 = !DILocation(line: 67, column: 78, scope: !257)
!328 = !DILocation(line: 67, column: 5, scope: !257)
!329 = !DILocation(line: 68, column: 1, scope: !257)
!330 = !DISubprogram(name: "outside", scope: !3, file: !3, line: 17, type: !331, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!331 = !DISubroutineType(types: !332)
!332 = !{!19, !19, null}
