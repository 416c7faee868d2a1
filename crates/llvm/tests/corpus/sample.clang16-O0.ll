; ModuleID = 'sample.c'
source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.big = type { [5 x i64], %struct.point }
%struct.point = type { i32, i32 }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%union.number = type { float }
%struct.bits = type { i32 }

@per_thread = dso_local thread_local global i32 3, align 4, !dbg !0
@dispatch.labels = internal constant [3 x ptr] [ptr blockaddress(@dispatch, %10), ptr blockaddress(@dispatch, %19), ptr blockaddress(@dispatch, %28)], align 16, !dbg !21
@table = internal constant [2 x ptr] [ptr @twice, ptr @twice_exported], align 16, !dbg !43
@counter = internal global i32 0, align 4, !dbg !40
@__const.floats.b = private unnamed_addr constant { i8, i8, i8, i8 } { i8 17, i8 -12, i8 -1, i8 -1 }, align 4
@precise = internal global x86_fp80 0xK3FFFC000000000000000, align 16, !dbg !52
@names = internal constant [3 x ptr] [ptr @.str, ptr @.str.1, ptr null], align 16, !dbg !66
@weak_var = weak dso_local global i32 0, align 4, !dbg !36
@common_like = dso_local global i32 0, align 4, !dbg !38
@.str = private unnamed_addr constant [4 x i8] c"one\00", align 1, !dbg !55
@.str.1 = private unnamed_addr constant [13 x i8] c"two\0A\22three\22\80\00", align 1, !dbg !61

@twice_alias = dso_local alias i32 (i32), ptr @twice_exported

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @twice_exported(i32 noundef %0) #0 !dbg !80 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  call void @llvm.dbg.declare(metadata ptr %2, metadata !81, metadata !DIExpression()), !dbg !82
  %3 = load i32, ptr %2, align 4, !dbg !83
  %4 = call i32 @twice(i32 noundef %3), !dbg !84
  ret i32 %4, !dbg !85
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @twice(i32 noundef %0) #0 !dbg !86 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  call void @llvm.dbg.declare(metadata ptr %2, metadata !87, metadata !DIExpression()), !dbg !88
  %3 = load i32, ptr %2, align 4, !dbg !89
  %4 = mul nsw i32 2, %3, !dbg !90
  ret i32 %4, !dbg !91
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @make(ptr noalias sret(%struct.big) align 8 %0, i32 noundef %1) #0 !dbg !92 {
  %3 = alloca i32, align 4
  store i32 %1, ptr %3, align 4
  call void @llvm.dbg.declare(metadata ptr %3, metadata !106, metadata !DIExpression()), !dbg !107
  call void @llvm.dbg.declare(metadata ptr %0, metadata !108, metadata !DIExpression()), !dbg !109
  %4 = getelementptr inbounds %struct.big, ptr %0, i32 0, i32 0, !dbg !110
  %5 = getelementptr inbounds [5 x i64], ptr %4, i64 0, i64 0, !dbg !111
  %6 = load i32, ptr %3, align 4, !dbg !112
  %7 = sext i32 %6 to i64, !dbg !112
  store i64 %7, ptr %5, align 8, !dbg !111
  %8 = getelementptr inbounds i64, ptr %5, i64 1, !dbg !111
  store i64 2, ptr %8, align 8, !dbg !111
  %9 = getelementptr inbounds i64, ptr %8, i64 1, !dbg !111
  store i64 3, ptr %9, align 8, !dbg !111
  %10 = getelementptr inbounds i64, ptr %9, i64 1, !dbg !111
  %11 = getelementptr inbounds i64, ptr %5, i64 5, !dbg !111
  br label %12, !dbg !111

12:                                               ; preds = %12, %2
  %13 = phi ptr [ %10, %2 ], [ %14, %12 ], !dbg !111
  store i64 0, ptr %13, align 8, !dbg !111
  %14 = getelementptr inbounds i64, ptr %13, i64 1, !dbg !111
  %15 = icmp eq ptr %14, %11, !dbg !111
  br i1 %15, label %16, label %12, !dbg !111

16:                                               ; preds = %12
  %17 = getelementptr inbounds %struct.big, ptr %0, i32 0, i32 1, !dbg !110
  %18 = getelementptr inbounds %struct.point, ptr %17, i32 0, i32 0, !dbg !113
  store i32 4, ptr %18, align 8, !dbg !113
  %19 = getelementptr inbounds %struct.point, ptr %17, i32 0, i32 1, !dbg !113
  store i32 5, ptr %19, align 4, !dbg !113
  ret void, !dbg !114
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i64 @take(ptr noundef byval(%struct.big) align 8 %0, i64 %1, ...) #0 !dbg !115 {
  %3 = alloca %struct.point, align 4
  %4 = alloca [1 x %struct.__va_list_tag], align 16
  %5 = alloca i64, align 8
  store i64 %1, ptr %3, align 4
  call void @llvm.dbg.declare(metadata ptr %0, metadata !118, metadata !DIExpression()), !dbg !119
  call void @llvm.dbg.declare(metadata ptr %3, metadata !120, metadata !DIExpression()), !dbg !121
  call void @llvm.dbg.declare(metadata ptr %4, metadata !122, metadata !DIExpression()), !dbg !137
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0, !dbg !138
  call void @llvm.va_start(ptr %6), !dbg !138
  call void @llvm.dbg.declare(metadata ptr %5, metadata !139, metadata !DIExpression()), !dbg !140
  %7 = getelementptr inbounds %struct.big, ptr %0, i32 0, i32 0, !dbg !141
  %8 = getelementptr inbounds [5 x i64], ptr %7, i64 0, i64 0, !dbg !142
  %9 = load i64, ptr %8, align 8, !dbg !142
  %10 = getelementptr inbounds %struct.point, ptr %3, i32 0, i32 0, !dbg !143
  %11 = load i32, ptr %10, align 4, !dbg !143
  %12 = sext i32 %11 to i64, !dbg !144
  %13 = add nsw i64 %9, %12, !dbg !145
  %14 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0, !dbg !146
  %15 = getelementptr inbounds %struct.__va_list_tag, ptr %14, i32 0, i32 0, !dbg !146
  %16 = load i32, ptr %15, align 16, !dbg !146
  %17 = icmp ule i32 %16, 40, !dbg !146
  br i1 %17, label %18, label %23, !dbg !146

18:                                               ; preds = %2
  %19 = getelementptr inbounds %struct.__va_list_tag, ptr %14, i32 0, i32 3, !dbg !146
  %20 = load ptr, ptr %19, align 16, !dbg !146
  %21 = getelementptr i8, ptr %20, i32 %16, !dbg !146
  %22 = add i32 %16, 8, !dbg !146
  store i32 %22, ptr %15, align 16, !dbg !146
  br label %27, !dbg !146

23:                                               ; preds = %2
  %24 = getelementptr inbounds %struct.__va_list_tag, ptr %14, i32 0, i32 2, !dbg !146
  %25 = load ptr, ptr %24, align 8, !dbg !146
  %26 = getelementptr i8, ptr %25, i32 8, !dbg !146
  store ptr %26, ptr %24, align 8, !dbg !146
  br label %27, !dbg !146

27:                                               ; preds = %23, %18
  %28 = phi ptr [ %21, %18 ], [ %25, %23 ], !dbg !146
  %29 = load i32, ptr %28, align 4, !dbg !146
  %30 = sext i32 %29 to i64, !dbg !146
  %31 = add nsw i64 %13, %30, !dbg !147
  %32 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0, !dbg !148
  %33 = getelementptr inbounds %struct.__va_list_tag, ptr %32, i32 0, i32 1, !dbg !148
  %34 = load i32, ptr %33, align 4, !dbg !148
  %35 = icmp ule i32 %34, 160, !dbg !148
  br i1 %35, label %36, label %41, !dbg !148

36:                                               ; preds = %27
  %37 = getelementptr inbounds %struct.__va_list_tag, ptr %32, i32 0, i32 3, !dbg !148
  %38 = load ptr, ptr %37, align 16, !dbg !148
  %39 = getelementptr i8, ptr %38, i32 %34, !dbg !148
  %40 = add i32 %34, 16, !dbg !148
  store i32 %40, ptr %33, align 4, !dbg !148
  br label %45, !dbg !148

41:                                               ; preds = %27
  %42 = getelementptr inbounds %struct.__va_list_tag, ptr %32, i32 0, i32 2, !dbg !148
  %43 = load ptr, ptr %42, align 8, !dbg !148
  %44 = getelementptr i8, ptr %43, i32 8, !dbg !148
  store ptr %44, ptr %42, align 8, !dbg !148
  br label %45, !dbg !148

45:                                               ; preds = %41, %36
  %46 = phi ptr [ %39, %36 ], [ %43, %41 ], !dbg !148
  %47 = load double, ptr %46, align 8, !dbg !148
  %48 = fptosi double %47 to i64, !dbg !149
  %49 = add nsw i64 %31, %48, !dbg !150
  store i64 %49, ptr %5, align 8, !dbg !140
  %50 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0, !dbg !151
  call void @llvm.va_end(ptr %50), !dbg !151
  %51 = load i64, ptr %5, align 8, !dbg !152
  ret i64 %51, !dbg !153
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start(ptr) #2

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end(ptr) #2

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @dispatch(ptr noundef %0, i32 noundef %1) #0 !dbg !23 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
  call void @llvm.dbg.declare(metadata ptr %3, metadata !154, metadata !DIExpression()), !dbg !155
  store i32 %1, ptr %4, align 4
  call void @llvm.dbg.declare(metadata ptr %4, metadata !156, metadata !DIExpression()), !dbg !157
  %5 = load ptr, ptr %3, align 8, !dbg !158
  %6 = load i8, ptr %5, align 1, !dbg !159
  %7 = zext i8 %6 to i64, !dbg !160
  %8 = getelementptr inbounds [3 x ptr], ptr @dispatch.labels, i64 0, i64 %7, !dbg !160
  %9 = load ptr, ptr %8, align 8, !dbg !160
  br label %30, !dbg !161

10:                                               ; preds = %30
  call void @llvm.dbg.label(metadata !162), !dbg !163
  %11 = load i32, ptr %4, align 4, !dbg !164
  %12 = add nsw i32 %11, 1, !dbg !164
  store i32 %12, ptr %4, align 4, !dbg !164
  %13 = load ptr, ptr %3, align 8, !dbg !165
  %14 = getelementptr inbounds i8, ptr %13, i32 1, !dbg !165
  store ptr %14, ptr %3, align 8, !dbg !165
  %15 = load i8, ptr %14, align 1, !dbg !166
  %16 = zext i8 %15 to i64, !dbg !167
  %17 = getelementptr inbounds [3 x ptr], ptr @dispatch.labels, i64 0, i64 %16, !dbg !167
  %18 = load ptr, ptr %17, align 8, !dbg !167
  br label %30, !dbg !168

19:                                               ; preds = %30
  call void @llvm.dbg.label(metadata !169), !dbg !170
  %20 = load i32, ptr %4, align 4, !dbg !171
  %21 = add nsw i32 %20, -1, !dbg !171
  store i32 %21, ptr %4, align 4, !dbg !171
  %22 = load ptr, ptr %3, align 8, !dbg !172
  %23 = getelementptr inbounds i8, ptr %22, i32 1, !dbg !172
  store ptr %23, ptr %3, align 8, !dbg !172
  %24 = load i8, ptr %23, align 1, !dbg !173
  %25 = zext i8 %24 to i64, !dbg !174
  %26 = getelementptr inbounds [3 x ptr], ptr @dispatch.labels, i64 0, i64 %25, !dbg !174
  %27 = load ptr, ptr %26, align 8, !dbg !174
  br label %30, !dbg !175

28:                                               ; preds = %30
  call void @llvm.dbg.label(metadata !176), !dbg !177
  %29 = load i32, ptr %4, align 4, !dbg !178
  ret i32 %29, !dbg !179

30:                                               ; preds = %19, %10, %2
  %31 = phi ptr [ %9, %2 ], [ %18, %10 ], [ %27, %19 ]
  indirectbr ptr %31, [label %10, label %19, label %28]
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.label(metadata) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @choose(i32 noundef %0, <4 x i32> noundef %1) #3 !dbg !180 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca <4 x i32>, align 16
  store i32 %0, ptr %4, align 4
  call void @llvm.dbg.declare(metadata ptr %4, metadata !185, metadata !DIExpression()), !dbg !186
  store <4 x i32> %1, ptr %5, align 16
  call void @llvm.dbg.declare(metadata ptr %5, metadata !187, metadata !DIExpression()), !dbg !188
  %6 = load i32, ptr %4, align 4, !dbg !189
  switch i32 %6, label %19 [
    i32 1, label %7
    i32 7, label %10
    i32 9, label %10
    i32 -3, label %18
  ], !dbg !190

7:                                                ; preds = %2
  %8 = load <4 x i32>, ptr %5, align 16, !dbg !191
  %9 = extractelement <4 x i32> %8, i32 0, !dbg !191
  store i32 %9, ptr %3, align 4, !dbg !193
  br label %29, !dbg !193

10:                                               ; preds = %2, %2
  %11 = load i32, ptr %4, align 4, !dbg !194
  %12 = and i32 %11, 1, !dbg !195
  %13 = sext i32 %12 to i64, !dbg !196
  %14 = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %13, !dbg !196
  %15 = load ptr, ptr %14, align 8, !dbg !196
  %16 = load i32, ptr %4, align 4, !dbg !197
  %17 = call i32 %15(i32 noundef %16), !dbg !196
  store i32 %17, ptr %3, align 4, !dbg !198
  br label %29, !dbg !198

18:                                               ; preds = %2
  unreachable, !dbg !199

19:                                               ; preds = %2
  %20 = load i32, ptr %4, align 4, !dbg !200
  %21 = icmp sgt i32 %20, 100, !dbg !201
  br i1 %21, label %22, label %24, !dbg !200

22:                                               ; preds = %19
  %23 = load i32, ptr %4, align 4, !dbg !202
  br label %27, !dbg !200

24:                                               ; preds = %19
  %25 = load i32, ptr %4, align 4, !dbg !203
  %26 = sub nsw i32 0, %25, !dbg !204
  br label %27, !dbg !200

27:                                               ; preds = %24, %22
  %28 = phi i32 [ %23, %22 ], [ %26, %24 ], !dbg !200
  store i32 %28, ptr %3, align 4, !dbg !205
  br label %29, !dbg !205

29:                                               ; preds = %27, %10, %7
  %30 = load i32, ptr %3, align 4, !dbg !206
  ret i32 %30, !dbg !206
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local { i64, i64 } @wide(i64 noundef %0, i64 noundef %1, i64 noundef %2) #0 !dbg !207 {
  %4 = alloca i128, align 16
  %5 = alloca i128, align 16
  %6 = alloca i128, align 16
  %7 = alloca i64, align 8
  %8 = getelementptr inbounds { i64, i64 }, ptr %5, i32 0, i32 0
  store i64 %0, ptr %8, align 16
  %9 = getelementptr inbounds { i64, i64 }, ptr %5, i32 0, i32 1
  store i64 %1, ptr %9, align 8
  %10 = load i128, ptr %5, align 16
  store i128 %10, ptr %6, align 16
  call void @llvm.dbg.declare(metadata ptr %6, metadata !210, metadata !DIExpression()), !dbg !211
  store i64 %2, ptr %7, align 8
  call void @llvm.dbg.declare(metadata ptr %7, metadata !212, metadata !DIExpression()), !dbg !213
  %11 = load i128, ptr %6, align 16, !dbg !214
  %12 = load i64, ptr %7, align 8, !dbg !215
  %13 = sext i64 %12 to i128, !dbg !215
  %14 = mul nsw i128 %11, %13, !dbg !216
  %15 = add nsw i128 %14, 1267650600228229401496703205376, !dbg !217
  store i128 %15, ptr %4, align 16, !dbg !218
  %16 = load { i64, i64 }, ptr %4, align 16, !dbg !218
  ret { i64, i64 } %16, !dbg !218
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @atomics(i32 noundef %0) #0 !dbg !219 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  call void @llvm.dbg.declare(metadata ptr %2, metadata !220, metadata !DIExpression()), !dbg !221
  call void @llvm.dbg.declare(metadata ptr %3, metadata !222, metadata !DIExpression()), !dbg !223
  store i32 1, ptr %3, align 4, !dbg !223
  %9 = load i32, ptr %2, align 4, !dbg !224
  store i32 %9, ptr %4, align 4, !dbg !224
  %10 = load i32, ptr %3, align 4, !dbg !224
  %11 = load i32, ptr %4, align 4, !dbg !224
  %12 = cmpxchg ptr @counter, i32 %10, i32 %11 seq_cst seq_cst, align 4, !dbg !224
  %13 = extractvalue { i32, i1 } %12, 0, !dbg !224
  %14 = extractvalue { i32, i1 } %12, 1, !dbg !224
  br i1 %14, label %16, label %15, !dbg !224

15:                                               ; preds = %1
  store i32 %13, ptr %3, align 4, !dbg !224
  br label %16, !dbg !224

16:                                               ; preds = %15, %1
  %17 = zext i1 %14 to i8, !dbg !224
  store i8 %17, ptr %5, align 1, !dbg !224
  %18 = load i8, ptr %5, align 1, !dbg !224
  %19 = trunc i8 %18 to i1, !dbg !224
  store i32 2, ptr %6, align 4, !dbg !225
  %20 = load i32, ptr %6, align 4, !dbg !225
  %21 = atomicrmw add ptr @counter, i32 %20 seq_cst, align 4, !dbg !225
  store i32 %21, ptr %7, align 4, !dbg !225
  %22 = load i32, ptr %7, align 4, !dbg !225
  fence acquire, !dbg !226
  %23 = load atomic i32, ptr @counter seq_cst, align 4, !dbg !227
  store i32 %23, ptr %8, align 4, !dbg !227
  %24 = load i32, ptr %8, align 4, !dbg !227
  ret i32 %24, !dbg !228
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local double @floats(float noundef %0, x86_fp80 noundef %1) #0 !dbg !229 {
  %3 = alloca float, align 4
  %4 = alloca x86_fp80, align 16
  %5 = alloca %union.number, align 4
  %6 = alloca %struct.bits, align 4
  store float %0, ptr %3, align 4
  call void @llvm.dbg.declare(metadata ptr %3, metadata !233, metadata !DIExpression()), !dbg !234
  store x86_fp80 %1, ptr %4, align 16
  call void @llvm.dbg.declare(metadata ptr %4, metadata !235, metadata !DIExpression()), !dbg !236
  call void @llvm.dbg.declare(metadata ptr %5, metadata !237, metadata !DIExpression()), !dbg !242
  %7 = load float, ptr %3, align 4, !dbg !243
  store float %7, ptr %5, align 4, !dbg !244
  call void @llvm.dbg.declare(metadata ptr %6, metadata !245, metadata !DIExpression()), !dbg !251
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %6, ptr align 4 @__const.floats.b, i64 4, i1 false), !dbg !251
  %8 = load i32, ptr %5, align 4, !dbg !252
  %9 = load i32, ptr %6, align 4, !dbg !253
  %10 = ashr i32 %9, 10, !dbg !253
  %11 = add nsw i32 %10, %8, !dbg !253
  %12 = load i32, ptr %6, align 4, !dbg !253
  %13 = and i32 %11, 4194303, !dbg !253
  %14 = shl i32 %13, 10, !dbg !253
  %15 = and i32 %12, 1023, !dbg !253
  %16 = or i32 %15, %14, !dbg !253
  store i32 %16, ptr %6, align 4, !dbg !253
  %17 = shl i32 %13, 10, !dbg !253
  %18 = ashr i32 %17, 10, !dbg !253
  %19 = load x86_fp80, ptr %4, align 16, !dbg !254
  %20 = load x86_fp80, ptr @precise, align 16, !dbg !255
  %21 = fadd x86_fp80 %20, %19, !dbg !255
  store x86_fp80 %21, ptr @precise, align 16, !dbg !255
  %22 = load float, ptr %3, align 4, !dbg !256
  %23 = fcmp olt float %22, 0x3FB99999A0000000, !dbg !257
  br i1 %23, label %24, label %28, !dbg !256

24:                                               ; preds = %2
  %25 = load float, ptr %3, align 4, !dbg !258
  %26 = fneg float %25, !dbg !259
  %27 = fpext float %26 to double, !dbg !259
  br label %35, !dbg !256

28:                                               ; preds = %2
  %29 = load x86_fp80, ptr @precise, align 16, !dbg !260
  %30 = fptrunc x86_fp80 %29 to double, !dbg !261
  %31 = load i32, ptr %6, align 4, !dbg !262
  %32 = ashr i32 %31, 10, !dbg !262
  %33 = sitofp i32 %32 to double, !dbg !263
  %34 = fadd double %30, %33, !dbg !264
  br label %35, !dbg !256

35:                                               ; preds = %28, %24
  %36 = phi double [ %27, %24 ], [ %34, %28 ], !dbg !256
  ret double %36, !dbg !265
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #4

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 !dbg !266 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca i64, align 8
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = alloca i32, align 4
  %11 = alloca i32, align 4
  %12 = alloca i32, align 4
  %13 = alloca %struct.big, align 8
  %14 = alloca %struct.point, align 4
  store i32 0, ptr %3, align 4
  store i32 %0, ptr %4, align 4
  call void @llvm.dbg.declare(metadata ptr %4, metadata !271, metadata !DIExpression()), !dbg !272
  store ptr %1, ptr %5, align 8
  call void @llvm.dbg.declare(metadata ptr %5, metadata !273, metadata !DIExpression()), !dbg !274
  %15 = load i32, ptr %4, align 4, !dbg !275
  %16 = zext i32 %15 to i64, !dbg !276
  %17 = call ptr @llvm.stacksave(), !dbg !276
  store ptr %17, ptr %6, align 8, !dbg !276
  %18 = alloca i32, i64 %16, align 16, !dbg !276
  store i64 %16, ptr %7, align 8, !dbg !276
  call void @llvm.dbg.declare(metadata ptr %7, metadata !277, metadata !DIExpression()), !dbg !279
  call void @llvm.dbg.declare(metadata ptr %18, metadata !280, metadata !DIExpression()), !dbg !284
  call void @llvm.dbg.declare(metadata ptr %8, metadata !285, metadata !DIExpression()), !dbg !286
  store i32 0, ptr %8, align 4, !dbg !286
  call void @llvm.dbg.declare(metadata ptr %9, metadata !287, metadata !DIExpression()), !dbg !288
  call void @llvm.dbg.declare(metadata ptr %10, metadata !289, metadata !DIExpression()), !dbg !291
  store i32 0, ptr %10, align 4, !dbg !291
  br label %19, !dbg !292

19:                                               ; preds = %35, %2
  %20 = load i32, ptr %10, align 4, !dbg !293
  %21 = load i32, ptr %4, align 4, !dbg !295
  %22 = icmp slt i32 %20, %21, !dbg !296
  br i1 %22, label %23, label %38, !dbg !297

23:                                               ; preds = %19
  %24 = load ptr, ptr %5, align 8, !dbg !298
  %25 = load i32, ptr %10, align 4, !dbg !299
  %26 = sext i32 %25 to i64, !dbg !298
  %27 = getelementptr inbounds ptr, ptr %24, i64 %26, !dbg !298
  %28 = load ptr, ptr %27, align 8, !dbg !298
  %29 = getelementptr inbounds i8, ptr %28, i64 0, !dbg !298
  %30 = load i8, ptr %29, align 1, !dbg !298
  %31 = sext i8 %30 to i32, !dbg !298
  %32 = load i32, ptr %10, align 4, !dbg !300
  %33 = sext i32 %32 to i64, !dbg !301
  %34 = getelementptr inbounds i32, ptr %18, i64 %33, !dbg !301
  store i32 %31, ptr %34, align 4, !dbg !302
  br label %35, !dbg !301

35:                                               ; preds = %23
  %36 = load i32, ptr %10, align 4, !dbg !303
  %37 = add nsw i32 %36, 1, !dbg !303
  store i32 %37, ptr %10, align 4, !dbg !303
  br label %19, !dbg !304, !llvm.loop !305

38:                                               ; preds = %19
  call void @llvm.dbg.declare(metadata ptr %11, metadata !308, metadata !DIExpression()), !dbg !310
  store i32 0, ptr %11, align 4, !dbg !310
  br label %39, !dbg !311

39:                                               ; preds = %50, %38
  %40 = load i32, ptr %11, align 4, !dbg !312
  %41 = load i32, ptr %4, align 4, !dbg !314
  %42 = icmp slt i32 %40, %41, !dbg !315
  br i1 %42, label %43, label %53, !dbg !316

43:                                               ; preds = %39
  %44 = load i32, ptr %11, align 4, !dbg !317
  %45 = sext i32 %44 to i64, !dbg !318
  %46 = getelementptr inbounds i32, ptr %18, i64 %45, !dbg !318
  %47 = load i32, ptr %46, align 4, !dbg !318
  %48 = load i32, ptr %8, align 4, !dbg !319
  %49 = add nsw i32 %48, %47, !dbg !319
  store i32 %49, ptr %8, align 4, !dbg !319
  br label %50, !dbg !320

50:                                               ; preds = %43
  %51 = load i32, ptr %11, align 4, !dbg !321
  %52 = add nsw i32 %51, 1, !dbg !321
  store i32 %52, ptr %11, align 4, !dbg !321
  br label %39, !dbg !322, !llvm.loop !323

53:                                               ; preds = %39
  %54 = load i32, ptr %8, align 4, !dbg !325
  %55 = call i32 asm sideeffect "", "=r,0,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %54) #6, !dbg !325, !srcloc !326
  store i32 %55, ptr %8, align 4, !dbg !325
  %56 = load i32, ptr %8, align 4, !dbg !327
  %57 = load i32, ptr %4, align 4, !dbg !329
  %58 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %56, i32 %57), !dbg !330
  %59 = extractvalue { i32, i1 } %58, 1, !dbg !330
  %60 = extractvalue { i32, i1 } %58, 0, !dbg !330
  store i32 %60, ptr %9, align 4, !dbg !330
  br i1 %59, label %61, label %65, !dbg !331

61:                                               ; preds = %53
  %62 = load i32, ptr %8, align 4, !dbg !332
  %63 = load ptr, ptr getelementptr inbounds ([3 x ptr], ptr @names, i64 0, i64 1), align 8, !dbg !333
  %64 = call i32 (i32, ...) @outside(i32 noundef %62, ptr noundef %63, double noundef 2.500000e+00), !dbg !334
  store i32 %64, ptr %3, align 4, !dbg !335
  store i32 1, ptr %12, align 4
  br label %78, !dbg !335

65:                                               ; preds = %53
  %66 = load i32, ptr %8, align 4, !dbg !336
  call void @make(ptr sret(%struct.big) align 8 %13, i32 noundef %66), !dbg !337
  %67 = getelementptr inbounds %struct.point, ptr %14, i32 0, i32 0, !dbg !338
  store i32 1, ptr %67, align 4, !dbg !338
  %68 = getelementptr inbounds %struct.point, ptr %14, i32 0, i32 1, !dbg !338
  store i32 2, ptr %68, align 4, !dbg !338
  %69 = load i64, ptr %14, align 4, !dbg !339
  %70 = call i64 (ptr, i64, ...) @take(ptr noundef byval(%struct.big) align 8 %13, i64 %69, i32 noundef 3, double noundef 4.000000e+00), !dbg !339
  %71 = trunc i64 %70 to i32, !dbg !340
  %72 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @per_thread), !dbg !341
  %73 = load i32, ptr %72, align 4, !dbg !342
  %74 = add nsw i32 %73, 1, !dbg !342
  store i32 %74, ptr %72, align 4, !dbg !342
  %75 = add nsw i32 %71, %73, !dbg !343
  %76 = load i32, ptr @weak_var, align 4, !dbg !344
  %77 = add nsw i32 %75, %76, !dbg !345
  store i32 %77, ptr %3, align 4, !dbg !346
  store i32 1, ptr %12, align 4
  br label %78, !dbg !346

78:                                               ; preds = %65, %61
  %79 = load ptr, ptr %6, align 8, !dbg !347
  call void @llvm.stackrestore(ptr %79), !dbg !347
  %80 = load i32, ptr %3, align 4, !dbg !347
  ret i32 %80, !dbg !347
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave() #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #1

declare i32 @outside(i32 noundef, ...) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore(ptr) #2

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind willreturn }
attributes #3 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!72, !73, !74, !75, !76, !77, !78}
!llvm.ident = !{!79}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "per_thread", scope: !2, file: !3, line: 11, type: !19, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !20, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "sample.c", directory: ".", checksumkind: CSK_MD5, checksum: "356c2eae4714e8cfed750334bb82773a")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 60, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "2aec2bf8bd6e0ecaa362310432b26ada")
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
!20 = !{!0, !21, !36, !38, !40, !43, !52, !55, !61, !66}
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(name: "labels", scope: !23, file: !3, line: 32, type: !30, isLocal: true, isDefinition: true)
!23 = distinct !DISubprogram(name: "dispatch", scope: !3, file: !3, line: 31, type: !24, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!24 = !DISubroutineType(types: !25)
!25 = !{!19, !26, !19}
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !27, size: 64)
!27 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !28)
!28 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!29 = !{}
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 192, elements: !34)
!31 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !32)
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64)
!33 = !DIDerivedType(tag: DW_TAG_const_type, baseType: null)
!34 = !{!35}
!35 = !DISubrange(count: 3)
!36 = !DIGlobalVariableExpression(var: !37, expr: !DIExpression())
!37 = distinct !DIGlobalVariable(name: "weak_var", scope: !2, file: !3, line: 12, type: !19, isLocal: false, isDefinition: true)
!38 = !DIGlobalVariableExpression(var: !39, expr: !DIExpression())
!39 = distinct !DIGlobalVariable(name: "common_like", scope: !2, file: !3, line: 13, type: !19, isLocal: false, isDefinition: true)
!40 = !DIGlobalVariableExpression(var: !41, expr: !DIExpression())
!41 = distinct !DIGlobalVariable(name: "counter", scope: !2, file: !3, line: 16, type: !42, isLocal: true, isDefinition: true)
!42 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !19)
!43 = !DIGlobalVariableExpression(var: !44, expr: !DIExpression())
!44 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 21, type: !45, isLocal: true, isDefinition: true)
!45 = !DICompositeType(tag: DW_TAG_array_type, baseType: !46, size: 128, elements: !50)
!46 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !47)
!47 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !48, size: 64)
!48 = !DISubroutineType(types: !49)
!49 = !{!19, !19}
!50 = !{!51}
!51 = !DISubrange(count: 2)
!52 = !DIGlobalVariableExpression(var: !53, expr: !DIExpression())
!53 = distinct !DIGlobalVariable(name: "precise", scope: !2, file: !3, line: 15, type: !54, isLocal: true, isDefinition: true)
!54 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)
!55 = !DIGlobalVariableExpression(var: !56, expr: !DIExpression())
!56 = distinct !DIGlobalVariable(scope: null, file: !3, line: 14, type: !57, isLocal: true, isDefinition: true)
!57 = !DICompositeType(tag: DW_TAG_array_type, baseType: !58, size: 32, elements: !59)
!58 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!59 = !{!60}
!60 = !DISubrange(count: 4)
!61 = !DIGlobalVariableExpression(var: !62, expr: !DIExpression())
!62 = distinct !DIGlobalVariable(scope: null, file: !3, line: 14, type: !63, isLocal: true, isDefinition: true)
!63 = !DICompositeType(tag: DW_TAG_array_type, baseType: !58, size: 104, elements: !64)
!64 = !{!65}
!65 = !DISubrange(count: 13)
!66 = !DIGlobalVariableExpression(var: !67, expr: !DIExpression())
!67 = distinct !DIGlobalVariable(name: "names", scope: !2, file: !3, line: 14, type: !68, isLocal: true, isDefinition: true)
!68 = !DICompositeType(tag: DW_TAG_array_type, baseType: !69, size: 192, elements: !34)
!69 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !70)
!70 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64)
!71 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !58)
!72 = !{i32 7, !"Dwarf Version", i32 5}
!73 = !{i32 2, !"Debug Info Version", i32 3}
!74 = !{i32 1, !"wchar_size", i32 4}
!75 = !{i32 8, !"PIC Level", i32 2}
!76 = !{i32 7, !"PIE Level", i32 2}
!77 = !{i32 7, !"uwtable", i32 2}
!78 = !{i32 7, !"frame-pointer", i32 2}
!79 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!80 = distinct !DISubprogram(name: "twice_exported", scope: !3, file: !3, line: 20, type: !48, scopeLine: 20, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!81 = !DILocalVariable(name: "n", arg: 1, scope: !80, file: !3, line: 20, type: !19)
!82 = !DILocation(line: 20, column: 24, scope: !80)
!83 = !DILocation(line: 20, column: 42, scope: !80)
!84 = !DILocation(line: 20, column: 36, scope: !80)
!85 = !DILocation(line: 20, column: 29, scope: !80)
!86 = distinct !DISubprogram(name: "twice", scope: !3, file: !3, line: 18, type: !48, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !29)
!87 = !DILocalVariable(name: "n", arg: 1, scope: !86, file: !3, line: 18, type: !19)
!88 = !DILocation(line: 18, column: 22, scope: !86)
!89 = !DILocation(line: 18, column: 38, scope: !86)
!90 = !DILocation(line: 18, column: 36, scope: !86)
!91 = !DILocation(line: 18, column: 27, scope: !86)
!92 = distinct !DISubprogram(name: "make", scope: !3, file: !3, line: 23, type: !93, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!93 = !DISubroutineType(types: !94)
!94 = !{!95, !19}
!95 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "big", file: !3, line: 6, size: 384, elements: !96)
!96 = !{!97, !101}
!97 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !95, file: !3, line: 6, baseType: !98, size: 320)
!98 = !DICompositeType(tag: DW_TAG_array_type, baseType: !16, size: 320, elements: !99)
!99 = !{!100}
!100 = !DISubrange(count: 5)
!101 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !95, file: !3, line: 6, baseType: !102, size: 64, offset: 320)
!102 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "point", file: !3, line: 5, size: 64, elements: !103)
!103 = !{!104, !105}
!104 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !102, file: !3, line: 5, baseType: !19, size: 32)
!105 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !102, file: !3, line: 5, baseType: !19, size: 32, offset: 32)
!106 = !DILocalVariable(name: "n", arg: 1, scope: !92, file: !3, line: 23, type: !19)
!107 = !DILocation(line: 23, column: 21, scope: !92)
!108 = !DILocalVariable(name: "b", scope: !92, file: !3, line: 23, type: !95)
!109 = !DILocation(line: 23, column: 37, scope: !92)
!110 = !DILocation(line: 23, column: 41, scope: !92)
!111 = !DILocation(line: 23, column: 42, scope: !92)
!112 = !DILocation(line: 23, column: 43, scope: !92)
!113 = !DILocation(line: 23, column: 53, scope: !92)
!114 = !DILocation(line: 23, column: 62, scope: !92)
!115 = distinct !DISubprogram(name: "take", scope: !3, file: !3, line: 24, type: !116, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!116 = !DISubroutineType(types: !117)
!117 = !{!16, !95, !102, null}
!118 = !DILocalVariable(name: "b", arg: 1, scope: !115, file: !3, line: 24, type: !95)
!119 = !DILocation(line: 24, column: 22, scope: !115)
!120 = !DILocalVariable(name: "p", arg: 2, scope: !115, file: !3, line: 24, type: !102)
!121 = !DILocation(line: 24, column: 38, scope: !115)
!122 = !DILocalVariable(name: "ap", scope: !115, file: !3, line: 25, type: !123)
!123 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !124, line: 22, baseType: !125)
!124 = !DIFile(filename: "include/stdarg.h", directory: "", checksumkind: CSK_MD5, checksum: "4c819f80dd915987182e9ab226e27a5a")
!125 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !126, baseType: !127)
!126 = !DIFile(filename: "sample.c", directory: ".")
!127 = !DICompositeType(tag: DW_TAG_array_type, baseType: !128, size: 192, elements: !135)
!128 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !129)
!129 = !{!130, !131, !132, !134}
!130 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !128, file: !126, line: 25, baseType: !7, size: 32)
!131 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !128, file: !126, line: 25, baseType: !7, size: 32, offset: 32)
!132 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !128, file: !126, line: 25, baseType: !133, size: 64, offset: 64)
!133 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!134 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !128, file: !126, line: 25, baseType: !133, size: 64, offset: 128)
!135 = !{!136}
!136 = !DISubrange(count: 1)
!137 = !DILocation(line: 25, column: 13, scope: !115)
!138 = !DILocation(line: 26, column: 5, scope: !115)
!139 = !DILocalVariable(name: "sum", scope: !115, file: !3, line: 27, type: !16)
!140 = !DILocation(line: 27, column: 10, scope: !115)
!141 = !DILocation(line: 27, column: 18, scope: !115)
!142 = !DILocation(line: 27, column: 16, scope: !115)
!143 = !DILocation(line: 27, column: 27, scope: !115)
!144 = !DILocation(line: 27, column: 25, scope: !115)
!145 = !DILocation(line: 27, column: 23, scope: !115)
!146 = !DILocation(line: 27, column: 31, scope: !115)
!147 = !DILocation(line: 27, column: 29, scope: !115)
!148 = !DILocation(line: 27, column: 55, scope: !115)
!149 = !DILocation(line: 27, column: 49, scope: !115)
!150 = !DILocation(line: 27, column: 47, scope: !115)
!151 = !DILocation(line: 28, column: 5, scope: !115)
!152 = !DILocation(line: 29, column: 12, scope: !115)
!153 = !DILocation(line: 29, column: 5, scope: !115)
!154 = !DILocalVariable(name: "code", arg: 1, scope: !23, file: !3, line: 31, type: !26)
!155 = !DILocation(line: 31, column: 35, scope: !23)
!156 = !DILocalVariable(name: "n", arg: 2, scope: !23, file: !3, line: 31, type: !19)
!157 = !DILocation(line: 31, column: 45, scope: !23)
!158 = !DILocation(line: 33, column: 19, scope: !23)
!159 = !DILocation(line: 33, column: 18, scope: !23)
!160 = !DILocation(line: 33, column: 11, scope: !23)
!161 = !DILocation(line: 33, column: 5, scope: !23)
!162 = !DILabel(scope: !23, name: "inc", file: !3, line: 34)
!163 = !DILocation(line: 34, column: 1, scope: !23)
!164 = !DILocation(line: 34, column: 7, scope: !23)
!165 = !DILocation(line: 34, column: 25, scope: !23)
!166 = !DILocation(line: 34, column: 24, scope: !23)
!167 = !DILocation(line: 34, column: 17, scope: !23)
!168 = !DILocation(line: 34, column: 11, scope: !23)
!169 = !DILabel(scope: !23, name: "dec", file: !3, line: 35)
!170 = !DILocation(line: 35, column: 1, scope: !23)
!171 = !DILocation(line: 35, column: 7, scope: !23)
!172 = !DILocation(line: 35, column: 25, scope: !23)
!173 = !DILocation(line: 35, column: 24, scope: !23)
!174 = !DILocation(line: 35, column: 17, scope: !23)
!175 = !DILocation(line: 35, column: 11, scope: !23)
!176 = !DILabel(scope: !23, name: "stop", file: !3, line: 36)
!177 = !DILocation(line: 36, column: 1, scope: !23)
!178 = !DILocation(line: 36, column: 14, scope: !23)
!179 = !DILocation(line: 36, column: 7, scope: !23)
!180 = distinct !DISubprogram(name: "choose", scope: !3, file: !3, line: 38, type: !181, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!181 = !DISubroutineType(types: !182)
!182 = !{!19, !19, !183}
!183 = !DIDerivedType(tag: DW_TAG_typedef, name: "v4", file: !3, line: 9, baseType: !184)
!184 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 128, flags: DIFlagVector, elements: !59)
!185 = !DILocalVariable(name: "n", arg: 1, scope: !180, file: !3, line: 38, type: !19)
!186 = !DILocation(line: 38, column: 16, scope: !180)
!187 = !DILocalVariable(name: "v", arg: 2, scope: !180, file: !3, line: 38, type: !183)
!188 = !DILocation(line: 38, column: 22, scope: !180)
!189 = !DILocation(line: 39, column: 13, scope: !180)
!190 = !DILocation(line: 39, column: 5, scope: !180)
!191 = !DILocation(line: 40, column: 20, scope: !192)
!192 = distinct !DILexicalBlock(scope: !180, file: !3, line: 39, column: 16)
!193 = !DILocation(line: 40, column: 13, scope: !192)
!194 = !DILocation(line: 41, column: 34, scope: !192)
!195 = !DILocation(line: 41, column: 36, scope: !192)
!196 = !DILocation(line: 41, column: 28, scope: !192)
!197 = !DILocation(line: 41, column: 41, scope: !192)
!198 = !DILocation(line: 41, column: 21, scope: !192)
!199 = !DILocation(line: 42, column: 14, scope: !192)
!200 = !DILocation(line: 43, column: 21, scope: !192)
!201 = !DILocation(line: 43, column: 23, scope: !192)
!202 = !DILocation(line: 43, column: 31, scope: !192)
!203 = !DILocation(line: 43, column: 36, scope: !192)
!204 = !DILocation(line: 43, column: 35, scope: !192)
!205 = !DILocation(line: 43, column: 14, scope: !192)
!206 = !DILocation(line: 45, column: 1, scope: !180)
!207 = distinct !DISubprogram(name: "wide", scope: !3, file: !3, line: 46, type: !208, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!208 = !DISubroutineType(types: !209)
!209 = !{!17, !17, !16}
!210 = !DILocalVariable(name: "a", arg: 1, scope: !207, file: !3, line: 46, type: !17)
!211 = !DILocation(line: 46, column: 24, scope: !207)
!212 = !DILocalVariable(name: "b", arg: 2, scope: !207, file: !3, line: 46, type: !16)
!213 = !DILocation(line: 46, column: 32, scope: !207)
!214 = !DILocation(line: 46, column: 44, scope: !207)
!215 = !DILocation(line: 46, column: 48, scope: !207)
!216 = !DILocation(line: 46, column: 46, scope: !207)
!217 = !DILocation(line: 46, column: 50, scope: !207)
!218 = !DILocation(line: 46, column: 37, scope: !207)
!219 = distinct !DISubprogram(name: "atomics", scope: !3, file: !3, line: 47, type: !48, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!220 = !DILocalVariable(name: "n", arg: 1, scope: !219, file: !3, line: 47, type: !19)
!221 = !DILocation(line: 47, column: 17, scope: !219)
!222 = !DILocalVariable(name: "expected", scope: !219, file: !3, line: 48, type: !19)
!223 = !DILocation(line: 48, column: 9, scope: !219)
!224 = !DILocation(line: 49, column: 5, scope: !219)
!225 = !DILocation(line: 50, column: 5, scope: !219)
!226 = !DILocation(line: 51, column: 5, scope: !219)
!227 = !DILocation(line: 52, column: 12, scope: !219)
!228 = !DILocation(line: 52, column: 5, scope: !219)
!229 = distinct !DISubprogram(name: "floats", scope: !3, file: !3, line: 54, type: !230, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!230 = !DISubroutineType(types: !231)
!231 = !{!18, !232, !54}
!232 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!233 = !DILocalVariable(name: "f", arg: 1, scope: !229, file: !3, line: 54, type: !232)
!234 = !DILocation(line: 54, column: 21, scope: !229)
!235 = !DILocalVariable(name: "l", arg: 2, scope: !229, file: !3, line: 54, type: !54)
!236 = !DILocation(line: 54, column: 36, scope: !229)
!237 = !DILocalVariable(name: "u", scope: !229, file: !3, line: 55, type: !238)
!238 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "number", file: !3, line: 8, size: 32, elements: !239)
!239 = !{!240, !241}
!240 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !238, file: !3, line: 8, baseType: !232, size: 32)
!241 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !238, file: !3, line: 8, baseType: !19, size: 32)
!242 = !DILocation(line: 55, column: 18, scope: !229)
!243 = !DILocation(line: 55, column: 28, scope: !229)
!244 = !DILocation(line: 55, column: 22, scope: !229)
!245 = !DILocalVariable(name: "b", scope: !229, file: !3, line: 56, type: !246)
!246 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "bits", file: !3, line: 7, size: 32, elements: !247)
!247 = !{!248, !249, !250}
!248 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !246, file: !3, line: 7, baseType: !7, size: 3, flags: DIFlagBitField, extraData: i64 0)
!249 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !246, file: !3, line: 7, baseType: !7, size: 7, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!250 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !246, file: !3, line: 7, baseType: !19, size: 22, offset: 10, flags: DIFlagBitField, extraData: i64 0)
!251 = !DILocation(line: 56, column: 17, scope: !229)
!252 = !DILocation(line: 57, column: 14, scope: !229)
!253 = !DILocation(line: 57, column: 9, scope: !229)
!254 = !DILocation(line: 58, column: 16, scope: !229)
!255 = !DILocation(line: 58, column: 13, scope: !229)
!256 = !DILocation(line: 59, column: 12, scope: !229)
!257 = !DILocation(line: 59, column: 14, scope: !229)
!258 = !DILocation(line: 59, column: 24, scope: !229)
!259 = !DILocation(line: 59, column: 23, scope: !229)
!260 = !DILocation(line: 59, column: 36, scope: !229)
!261 = !DILocation(line: 59, column: 28, scope: !229)
!262 = !DILocation(line: 59, column: 48, scope: !229)
!263 = !DILocation(line: 59, column: 46, scope: !229)
!264 = !DILocation(line: 59, column: 44, scope: !229)
!265 = !DILocation(line: 59, column: 5, scope: !229)
!266 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 61, type: !267, scopeLine: 61, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!267 = !DISubroutineType(types: !268)
!268 = !{!19, !19, !269}
!269 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !270, size: 64)
!270 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !58, size: 64)
!271 = !DILocalVariable(name: "argc", arg: 1, scope: !266, file: !3, line: 61, type: !19)
!272 = !DILocation(line: 61, column: 14, scope: !266)
!273 = !DILocalVariable(name: "argv", arg: 2, scope: !266, file: !3, line: 61, type: !269)
!274 = !DILocation(line: 61, column: 27, scope: !266)
!275 = !DILocation(line: 62, column: 13, scope: !266)
!276 = !DILocation(line: 62, column: 5, scope: !266)
!277 = !DILocalVariable(name: "__vla_expr0", scope: !266, type: !278, flags: DIFlagArtificial)
!278 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!279 = !DILocation(line: 0, scope: !266)
!280 = !DILocalVariable(name: "vla", scope: !266, file: !3, line: 62, type: !281)
!281 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, elements: !282)
!282 = !{!283}
!283 = !DISubrange(count: !277)
!284 = !DILocation(line: 62, column: 9, scope: !266)
!285 = !DILocalVariable(name: "sum", scope: !266, file: !3, line: 62, type: !19)
!286 = !DILocation(line: 62, column: 20, scope: !266)
!287 = !DILocalVariable(name: "out", scope: !266, file: !3, line: 62, type: !19)
!288 = !DILocation(line: 62, column: 29, scope: !266)
!289 = !DILocalVariable(name: "i", scope: !290, file: !3, line: 63, type: !19)
!290 = distinct !DILexicalBlock(scope: !266, file: !3, line: 63, column: 5)
!291 = !DILocation(line: 63, column: 14, scope: !290)
!292 = !DILocation(line: 63, column: 10, scope: !290)
!293 = !DILocation(line: 63, column: 21, scope: !294)
!294 = distinct !DILexicalBlock(scope: !290, file: !3, line: 63, column: 5)
!295 = !DILocation(line: 63, column: 25, scope: !294)
!296 = !DILocation(line: 63, column: 23, scope: !294)
!297 = !DILocation(line: 63, column: 5, scope: !290)
!298 = !DILocation(line: 63, column: 45, scope: !294)
!299 = !DILocation(line: 63, column: 50, scope: !294)
!300 = !DILocation(line: 63, column: 40, scope: !294)
!301 = !DILocation(line: 63, column: 36, scope: !294)
!302 = !DILocation(line: 63, column: 43, scope: !294)
!303 = !DILocation(line: 63, column: 32, scope: !294)
!304 = !DILocation(line: 63, column: 5, scope: !294)
!305 = distinct !{!305, !297, !306, !307}
!306 = !DILocation(line: 63, column: 54, scope: !290)
!307 = !{!"llvm.loop.mustprogress"}
!308 = !DILocalVariable(name: "i", scope: !309, file: !3, line: 64, type: !19)
!309 = distinct !DILexicalBlock(scope: !266, file: !3, line: 64, column: 5)
!310 = !DILocation(line: 64, column: 14, scope: !309)
!311 = !DILocation(line: 64, column: 10, scope: !309)
!312 = !DILocation(line: 64, column: 21, scope: !313)
!313 = distinct !DILexicalBlock(scope: !309, file: !3, line: 64, column: 5)
!314 = !DILocation(line: 64, column: 25, scope: !313)
!315 = !DILocation(line: 64, column: 23, scope: !313)
!316 = !DILocation(line: 64, column: 5, scope: !309)
!317 = !DILocation(line: 64, column: 47, scope: !313)
!318 = !DILocation(line: 64, column: 43, scope: !313)
!319 = !DILocation(line: 64, column: 40, scope: !313)
!320 = !DILocation(line: 64, column: 36, scope: !313)
!321 = !DILocation(line: 64, column: 32, scope: !313)
!322 = !DILocation(line: 64, column: 5, scope: !313)
!323 = distinct !{!323, !316, !324, !307}
!324 = !DILocation(line: 64, column: 48, scope: !309)
!325 = !DILocation(line: 65, column: 5, scope: !266)
!326 = !{i64 2150}
!327 = !DILocation(line: 66, column: 32, scope: !328)
!328 = distinct !DILexicalBlock(scope: !266, file: !3, line: 66, column: 9)
!329 = !DILocation(line: 66, column: 37, scope: !328)
!330 = !DILocation(line: 66, column: 9, scope: !328)
!331 = !DILocation(line: 66, column: 9, scope: !266)
!332 = !DILocation(line: 66, column: 65, scope: !328)
!333 = !DILocation(line: 66, column: 70, scope: !328)
!334 = !DILocation(line: 66, column: 57, scope: !328)
!335 = !DILocation(line: 66, column: 50, scope: !328)
!336 = !DILocation(line: 67, column: 27, scope: !266)
!337 = !DILocation(line: 67, column: 22, scope: !266)
!338 = !DILocation(line: 67, column: 47, scope: !266)
!339 = !DILocation(line: 67, column: 17, scope: !266)
!340 = !DILocation(line: 67, column: 12, scope: !266)
!341 = !DILocation(line: 67, column: 65, scope: !266)
!342 = !DILocation(line: 67, column: 75, scope: !266)
!343 = !DILocation(line: 67, column: 63, scope: !266)
!344 = !DILocation(line: 67, column: 80, scope: !266)
!345 = !DILocation(line: 67, column: 78, scope: !266)
!346 = !DILocation(line: 67, column: 5, scope: !266)
!347 = !DILocation(line: 68, column: 1, scope: !266)
