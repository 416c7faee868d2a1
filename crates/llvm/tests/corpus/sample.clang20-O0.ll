; ModuleID = 'sample.c'
source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

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
    #dbg_declare(ptr %2, !81, !DIExpression(), !82)
  %3 = load i32, ptr %2, align 4, !dbg !83
  %4 = call i32 @twice(i32 noundef %3), !dbg !84
  ret i32 %4, !dbg !85
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @twice(i32 noundef %0) #0 !dbg !86 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
    #dbg_declare(ptr %2, !87, !DIExpression(), !88)
  %3 = load i32, ptr %2, align 4, !dbg !89
  %4 = mul nsw i32 2, %3, !dbg !90
  ret i32 %4, !dbg !91
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local void @make(ptr dead_on_unwind noalias writable sret(%struct.big) align 8 %0, i32 noundef %1) #0 !dbg !92 {
  %3 = alloca i32, align 4
  store i32 %1, ptr %3, align 4
    #dbg_declare(ptr %3, !106, !DIExpression(), !107)
    #dbg_declare(ptr %0, !108, !DIExpression(), !109)
  %4 = getelementptr inbounds nuw %struct.big, ptr %0, i32 0, i32 0, !dbg !110
  %5 = load i32, ptr %3, align 4, !dbg !111
  %6 = sext i32 %5 to i64, !dbg !111
  store i64 %6, ptr %4, align 8, !dbg !112
  %7 = getelementptr inbounds i64, ptr %4, i64 1, !dbg !112
  store i64 2, ptr %7, align 8, !dbg !112
  %8 = getelementptr inbounds i64, ptr %4, i64 2, !dbg !112
  store i64 3, ptr %8, align 8, !dbg !112
  %9 = getelementptr inbounds i64, ptr %4, i64 3, !dbg !112
  %10 = getelementptr inbounds i64, ptr %4, i64 5, !dbg !112
  br label %11, !dbg !112

11:                                               ; preds = %11, %2
  %12 = phi ptr [ %9, %2 ], [ %13, %11 ], !dbg !112
  store i64 0, ptr %12, align 8, !dbg !112
  %13 = getelementptr inbounds i64, ptr %12, i64 1, !dbg !112
  %14 = icmp eq ptr %13, %10, !dbg !112
  br i1 %14, label %15, label %11, !dbg !112

15:                                               ; preds = %11
  %16 = getelementptr inbounds nuw %struct.big, ptr %0, i32 0, i32 1, !dbg !110
  %17 = getelementptr inbounds nuw %struct.point, ptr %16, i32 0, i32 0, !dbg !113
  store i32 4, ptr %17, align 8, !dbg !113
  %18 = getelementptr inbounds nuw %struct.point, ptr %16, i32 0, i32 1, !dbg !113
  store i32 5, ptr %18, align 4, !dbg !113
  ret void, !dbg !114
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i64 @take(ptr noundef byval(%struct.big) align 8 %0, i64 %1, ...) #0 !dbg !115 {
  %3 = alloca %struct.point, align 4
  %4 = alloca [1 x %struct.__va_list_tag], align 16
  %5 = alloca i64, align 8
  store i64 %1, ptr %3, align 4
    #dbg_declare(ptr %0, !118, !DIExpression(), !119)
    #dbg_declare(ptr %3, !120, !DIExpression(), !121)
    #dbg_declare(ptr %4, !122, !DIExpression(), !136)
  %6 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0, !dbg !137
  call void @llvm.va_start.p0(ptr %6), !dbg !137
    #dbg_declare(ptr %5, !138, !DIExpression(), !139)
  %7 = getelementptr inbounds nuw %struct.big, ptr %0, i32 0, i32 0, !dbg !140
  %8 = getelementptr inbounds [5 x i64], ptr %7, i64 0, i64 0, !dbg !141
  %9 = load i64, ptr %8, align 8, !dbg !141
  %10 = getelementptr inbounds nuw %struct.point, ptr %3, i32 0, i32 0, !dbg !142
  %11 = load i32, ptr %10, align 4, !dbg !142
  %12 = sext i32 %11 to i64, !dbg !143
  %13 = add nsw i64 %9, %12, !dbg !144
  %14 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0, !dbg !145
  %15 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %14, i32 0, i32 0, !dbg !145
  %16 = load i32, ptr %15, align 16, !dbg !145
  %17 = icmp ule i32 %16, 40, !dbg !145
  br i1 %17, label %18, label %23, !dbg !145

18:                                               ; preds = %2
  %19 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %14, i32 0, i32 3, !dbg !145
  %20 = load ptr, ptr %19, align 16, !dbg !145
  %21 = getelementptr i8, ptr %20, i32 %16, !dbg !145
  %22 = add i32 %16, 8, !dbg !145
  store i32 %22, ptr %15, align 16, !dbg !145
  br label %27, !dbg !145

23:                                               ; preds = %2
  %24 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %14, i32 0, i32 2, !dbg !145
  %25 = load ptr, ptr %24, align 8, !dbg !145
  %26 = getelementptr i8, ptr %25, i32 8, !dbg !145
  store ptr %26, ptr %24, align 8, !dbg !145
  br label %27, !dbg !145

27:                                               ; preds = %23, %18
  %28 = phi ptr [ %21, %18 ], [ %25, %23 ], !dbg !145
  %29 = load i32, ptr %28, align 4, !dbg !145
  %30 = sext i32 %29 to i64, !dbg !145
  %31 = add nsw i64 %13, %30, !dbg !146
  %32 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0, !dbg !147
  %33 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %32, i32 0, i32 1, !dbg !147
  %34 = load i32, ptr %33, align 4, !dbg !147
  %35 = icmp ule i32 %34, 160, !dbg !147
  br i1 %35, label %36, label %41, !dbg !147

36:                                               ; preds = %27
  %37 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %32, i32 0, i32 3, !dbg !147
  %38 = load ptr, ptr %37, align 16, !dbg !147
  %39 = getelementptr i8, ptr %38, i32 %34, !dbg !147
  %40 = add i32 %34, 16, !dbg !147
  store i32 %40, ptr %33, align 4, !dbg !147
  br label %45, !dbg !147

41:                                               ; preds = %27
  %42 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %32, i32 0, i32 2, !dbg !147
  %43 = load ptr, ptr %42, align 8, !dbg !147
  %44 = getelementptr i8, ptr %43, i32 8, !dbg !147
  store ptr %44, ptr %42, align 8, !dbg !147
  br label %45, !dbg !147

45:                                               ; preds = %41, %36
  %46 = phi ptr [ %39, %36 ], [ %43, %41 ], !dbg !147
  %47 = load double, ptr %46, align 8, !dbg !147
  %48 = fptosi double %47 to i64, !dbg !148
  %49 = add nsw i64 %31, %48, !dbg !149
  store i64 %49, ptr %5, align 8, !dbg !139
  %50 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %4, i64 0, i64 0, !dbg !150
  call void @llvm.va_end.p0(ptr %50), !dbg !150
  %51 = load i64, ptr %5, align 8, !dbg !151
  ret i64 %51, !dbg !152
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #1

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @dispatch(ptr noundef %0, i32 noundef %1) #0 !dbg !23 {
  %3 = alloca ptr, align 8
  %4 = alloca i32, align 4
  store ptr %0, ptr %3, align 8
    #dbg_declare(ptr %3, !153, !DIExpression(), !154)
  store i32 %1, ptr %4, align 4
    #dbg_declare(ptr %4, !155, !DIExpression(), !156)
  %5 = load ptr, ptr %3, align 8, !dbg !157
  %6 = load i8, ptr %5, align 1, !dbg !158
  %7 = zext i8 %6 to i64, !dbg !159
  %8 = getelementptr inbounds nuw [3 x ptr], ptr @dispatch.labels, i64 0, i64 %7, !dbg !159
  %9 = load ptr, ptr %8, align 8, !dbg !159
  br label %30, !dbg !160

10:                                               ; preds = %30
    #dbg_label(!161, !162)
  %11 = load i32, ptr %4, align 4, !dbg !163
  %12 = add nsw i32 %11, 1, !dbg !163
  store i32 %12, ptr %4, align 4, !dbg !163
  %13 = load ptr, ptr %3, align 8, !dbg !164
  %14 = getelementptr inbounds nuw i8, ptr %13, i32 1, !dbg !164
  store ptr %14, ptr %3, align 8, !dbg !164
  %15 = load i8, ptr %14, align 1, !dbg !165
  %16 = zext i8 %15 to i64, !dbg !166
  %17 = getelementptr inbounds nuw [3 x ptr], ptr @dispatch.labels, i64 0, i64 %16, !dbg !166
  %18 = load ptr, ptr %17, align 8, !dbg !166
  br label %30, !dbg !167

19:                                               ; preds = %30
    #dbg_label(!168, !169)
  %20 = load i32, ptr %4, align 4, !dbg !170
  %21 = add nsw i32 %20, -1, !dbg !170
  store i32 %21, ptr %4, align 4, !dbg !170
  %22 = load ptr, ptr %3, align 8, !dbg !171
  %23 = getelementptr inbounds nuw i8, ptr %22, i32 1, !dbg !171
  store ptr %23, ptr %3, align 8, !dbg !171
  %24 = load i8, ptr %23, align 1, !dbg !172
  %25 = zext i8 %24 to i64, !dbg !173
  %26 = getelementptr inbounds nuw [3 x ptr], ptr @dispatch.labels, i64 0, i64 %25, !dbg !173
  %27 = load ptr, ptr %26, align 8, !dbg !173
  br label %30, !dbg !174

28:                                               ; preds = %30
    #dbg_label(!175, !176)
  %29 = load i32, ptr %4, align 4, !dbg !177
  ret i32 %29, !dbg !178

30:                                               ; preds = %19, %10, %2
  %31 = phi ptr [ %9, %2 ], [ %18, %10 ], [ %27, %19 ]
  indirectbr ptr %31, [label %10, label %19, label %28]
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @choose(i32 noundef %0, <4 x i32> noundef %1) #2 !dbg !179 {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca <4 x i32>, align 16
  store i32 %0, ptr %4, align 4
    #dbg_declare(ptr %4, !184, !DIExpression(), !185)
  store <4 x i32> %1, ptr %5, align 16
    #dbg_declare(ptr %5, !186, !DIExpression(), !187)
  %6 = load i32, ptr %4, align 4, !dbg !188
  switch i32 %6, label %19 [
    i32 1, label %7
    i32 7, label %10
    i32 9, label %10
    i32 -3, label %18
  ], !dbg !189

7:                                                ; preds = %2
  %8 = load <4 x i32>, ptr %5, align 16, !dbg !190
  %9 = extractelement <4 x i32> %8, i32 0, !dbg !190
  store i32 %9, ptr %3, align 4, !dbg !192
  br label %29, !dbg !192

10:                                               ; preds = %2, %2
  %11 = load i32, ptr %4, align 4, !dbg !193
  %12 = and i32 %11, 1, !dbg !194
  %13 = sext i32 %12 to i64, !dbg !195
  %14 = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %13, !dbg !195
  %15 = load ptr, ptr %14, align 8, !dbg !195
  %16 = load i32, ptr %4, align 4, !dbg !196
  %17 = call i32 %15(i32 noundef %16), !dbg !195
  store i32 %17, ptr %3, align 4, !dbg !197
  br label %29, !dbg !197

18:                                               ; preds = %2
  unreachable, !dbg !198

19:                                               ; preds = %2
  %20 = load i32, ptr %4, align 4, !dbg !199
  %21 = icmp sgt i32 %20, 100, !dbg !200
  br i1 %21, label %22, label %24, !dbg !199

22:                                               ; preds = %19
  %23 = load i32, ptr %4, align 4, !dbg !201
  br label %27, !dbg !199

24:                                               ; preds = %19
  %25 = load i32, ptr %4, align 4, !dbg !202
  %26 = sub nsw i32 0, %25, !dbg !203
  br label %27, !dbg !199

27:                                               ; preds = %24, %22
  %28 = phi i32 [ %23, %22 ], [ %26, %24 ], !dbg !199
  store i32 %28, ptr %3, align 4, !dbg !204
  br label %29, !dbg !204

29:                                               ; preds = %27, %10, %7
  %30 = load i32, ptr %3, align 4, !dbg !205
  ret i32 %30, !dbg !205
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local { i64, i64 } @wide(i64 noundef %0, i64 noundef %1, i64 noundef %2) #0 !dbg !206 {
  %4 = alloca i128, align 16
  %5 = alloca i128, align 16
  %6 = alloca i128, align 16
  %7 = alloca i64, align 8
  %8 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 0
  store i64 %0, ptr %8, align 16
  %9 = getelementptr inbounds nuw { i64, i64 }, ptr %5, i32 0, i32 1
  store i64 %1, ptr %9, align 8
  %10 = load i128, ptr %5, align 16
  store i128 %10, ptr %6, align 16
    #dbg_declare(ptr %6, !209, !DIExpression(), !210)
  store i64 %2, ptr %7, align 8
    #dbg_declare(ptr %7, !211, !DIExpression(), !212)
  %11 = load i128, ptr %6, align 16, !dbg !213
  %12 = load i64, ptr %7, align 8, !dbg !214
  %13 = sext i64 %12 to i128, !dbg !214
  %14 = mul nsw i128 %11, %13, !dbg !215
  %15 = add nsw i128 %14, 1267650600228229401496703205376, !dbg !216
  store i128 %15, ptr %4, align 16, !dbg !217
  %16 = load { i64, i64 }, ptr %4, align 16, !dbg !217
  ret { i64, i64 } %16, !dbg !217
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @atomics(i32 noundef %0) #0 !dbg !218 {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i8, align 1
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
    #dbg_declare(ptr %2, !219, !DIExpression(), !220)
    #dbg_declare(ptr %3, !221, !DIExpression(), !222)
  store i32 1, ptr %3, align 4, !dbg !222
  %9 = load i32, ptr %2, align 4, !dbg !223
  store i32 %9, ptr %4, align 4, !dbg !223
  %10 = load i32, ptr %3, align 4, !dbg !223
  %11 = load i32, ptr %4, align 4, !dbg !223
  %12 = cmpxchg ptr @counter, i32 %10, i32 %11 seq_cst seq_cst, align 4, !dbg !223
  %13 = extractvalue { i32, i1 } %12, 0, !dbg !223
  %14 = extractvalue { i32, i1 } %12, 1, !dbg !223
  br i1 %14, label %16, label %15, !dbg !223

15:                                               ; preds = %1
  store i32 %13, ptr %3, align 4, !dbg !223
  br label %16, !dbg !223

16:                                               ; preds = %15, %1
  %17 = zext i1 %14 to i8, !dbg !223
  store i8 %17, ptr %5, align 1, !dbg !223
  %18 = load i8, ptr %5, align 1, !dbg !223
  %19 = trunc i8 %18 to i1, !dbg !223
  store i32 2, ptr %6, align 4, !dbg !224
  %20 = load i32, ptr %6, align 4, !dbg !224
  %21 = atomicrmw add ptr @counter, i32 %20 seq_cst, align 4, !dbg !224
  store i32 %21, ptr %7, align 4, !dbg !224
  %22 = load i32, ptr %7, align 4, !dbg !224
  fence acquire, !dbg !225
  %23 = load atomic i32, ptr @counter seq_cst, align 4, !dbg !226
  store i32 %23, ptr %8, align 4, !dbg !226
  %24 = load i32, ptr %8, align 4, !dbg !226
  ret i32 %24, !dbg !227
}

; Function Attrs: noinline nounwind optnone uwtable
define dso_local double @floats(float noundef %0, x86_fp80 noundef %1) #0 !dbg !228 {
  %3 = alloca float, align 4
  %4 = alloca x86_fp80, align 16
  %5 = alloca %union.number, align 4
  %6 = alloca %struct.bits, align 4
  store float %0, ptr %3, align 4
    #dbg_declare(ptr %3, !232, !DIExpression(), !233)
  store x86_fp80 %1, ptr %4, align 16
    #dbg_declare(ptr %4, !234, !DIExpression(), !235)
    #dbg_declare(ptr %5, !236, !DIExpression(), !241)
  %7 = load float, ptr %3, align 4, !dbg !242
  store float %7, ptr %5, align 4, !dbg !243
    #dbg_declare(ptr %6, !244, !DIExpression(), !250)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %6, ptr align 4 @__const.floats.b, i64 4, i1 false), !dbg !250
  %8 = load i32, ptr %5, align 4, !dbg !251
  %9 = load i32, ptr %6, align 4, !dbg !252
  %10 = ashr i32 %9, 10, !dbg !252
  %11 = add nsw i32 %10, %8, !dbg !252
  %12 = load i32, ptr %6, align 4, !dbg !252
  %13 = and i32 %11, 4194303, !dbg !252
  %14 = shl i32 %13, 10, !dbg !252
  %15 = and i32 %12, 1023, !dbg !252
  %16 = or i32 %15, %14, !dbg !252
  store i32 %16, ptr %6, align 4, !dbg !252
  %17 = shl i32 %13, 10, !dbg !252
  %18 = ashr i32 %17, 10, !dbg !252
  %19 = load x86_fp80, ptr %4, align 16, !dbg !253
  %20 = load x86_fp80, ptr @precise, align 16, !dbg !254
  %21 = fadd x86_fp80 %20, %19, !dbg !254
  store x86_fp80 %21, ptr @precise, align 16, !dbg !254
  %22 = load float, ptr %3, align 4, !dbg !255
  %23 = fcmp olt float %22, 0x3FB99999A0000000, !dbg !256
  br i1 %23, label %24, label %28, !dbg !255

24:                                               ; preds = %2
  %25 = load float, ptr %3, align 4, !dbg !257
  %26 = fneg float %25, !dbg !258
  %27 = fpext float %26 to double, !dbg !258
  br label %35, !dbg !255

28:                                               ; preds = %2
  %29 = load x86_fp80, ptr @precise, align 16, !dbg !259
  %30 = fptrunc x86_fp80 %29 to double, !dbg !260
  %31 = load i32, ptr %6, align 4, !dbg !261
  %32 = ashr i32 %31, 10, !dbg !261
  %33 = sitofp i32 %32 to double, !dbg !262
  %34 = fadd double %30, %33, !dbg !263
  br label %35, !dbg !255

35:                                               ; preds = %28, %24
  %36 = phi double [ %27, %24 ], [ %34, %28 ], !dbg !255
  ret double %36, !dbg !264
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #3

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #0 !dbg !265 {
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
    #dbg_declare(ptr %4, !270, !DIExpression(), !271)
  store ptr %1, ptr %5, align 8
    #dbg_declare(ptr %5, !272, !DIExpression(), !273)
  %15 = load i32, ptr %4, align 4, !dbg !274
  %16 = zext i32 %15 to i64, !dbg !275
  %17 = call ptr @llvm.stacksave.p0(), !dbg !275
  store ptr %17, ptr %6, align 8, !dbg !275
  %18 = alloca i32, i64 %16, align 16, !dbg !275
  store i64 %16, ptr %7, align 8, !dbg !275
    #dbg_declare(ptr %7, !276, !DIExpression(), !278)
    #dbg_declare(ptr %18, !279, !DIExpression(), !283)
    #dbg_declare(ptr %8, !284, !DIExpression(), !285)
  store i32 0, ptr %8, align 4, !dbg !285
    #dbg_declare(ptr %9, !286, !DIExpression(), !287)
    #dbg_declare(ptr %10, !288, !DIExpression(), !290)
  store i32 0, ptr %10, align 4, !dbg !290
  br label %19, !dbg !291

19:                                               ; preds = %35, %2
  %20 = load i32, ptr %10, align 4, !dbg !292
  %21 = load i32, ptr %4, align 4, !dbg !294
  %22 = icmp slt i32 %20, %21, !dbg !295
  br i1 %22, label %23, label %38, !dbg !296

23:                                               ; preds = %19
  %24 = load ptr, ptr %5, align 8, !dbg !297
  %25 = load i32, ptr %10, align 4, !dbg !298
  %26 = sext i32 %25 to i64, !dbg !297
  %27 = getelementptr inbounds ptr, ptr %24, i64 %26, !dbg !297
  %28 = load ptr, ptr %27, align 8, !dbg !297
  %29 = getelementptr inbounds i8, ptr %28, i64 0, !dbg !297
  %30 = load i8, ptr %29, align 1, !dbg !297
  %31 = sext i8 %30 to i32, !dbg !297
  %32 = load i32, ptr %10, align 4, !dbg !299
  %33 = sext i32 %32 to i64, !dbg !300
  %34 = getelementptr inbounds i32, ptr %18, i64 %33, !dbg !300
  store i32 %31, ptr %34, align 4, !dbg !301
  br label %35, !dbg !300

35:                                               ; preds = %23
  %36 = load i32, ptr %10, align 4, !dbg !302
  %37 = add nsw i32 %36, 1, !dbg !302
  store i32 %37, ptr %10, align 4, !dbg !302
  br label %19, !dbg !303, !llvm.loop !304

38:                                               ; preds = %19
    #dbg_declare(ptr %11, !307, !DIExpression(), !309)
  store i32 0, ptr %11, align 4, !dbg !309
  br label %39, !dbg !310

39:                                               ; preds = %50, %38
  %40 = load i32, ptr %11, align 4, !dbg !311
  %41 = load i32, ptr %4, align 4, !dbg !313
  %42 = icmp slt i32 %40, %41, !dbg !314
  br i1 %42, label %43, label %53, !dbg !315

43:                                               ; preds = %39
  %44 = load i32, ptr %11, align 4, !dbg !316
  %45 = sext i32 %44 to i64, !dbg !317
  %46 = getelementptr inbounds i32, ptr %18, i64 %45, !dbg !317
  %47 = load i32, ptr %46, align 4, !dbg !317
  %48 = load i32, ptr %8, align 4, !dbg !318
  %49 = add nsw i32 %48, %47, !dbg !318
  store i32 %49, ptr %8, align 4, !dbg !318
  br label %50, !dbg !319

50:                                               ; preds = %43
  %51 = load i32, ptr %11, align 4, !dbg !320
  %52 = add nsw i32 %51, 1, !dbg !320
  store i32 %52, ptr %11, align 4, !dbg !320
  br label %39, !dbg !321, !llvm.loop !322

53:                                               ; preds = %39
  %54 = load i32, ptr %8, align 4, !dbg !324
  %55 = call i32 asm sideeffect "", "=r,0,~{memory},~{dirflag},~{fpsr},~{flags}"(i32 %54) #6, !dbg !324, !srcloc !325
  store i32 %55, ptr %8, align 4, !dbg !324
  %56 = load i32, ptr %8, align 4, !dbg !326
  %57 = load i32, ptr %4, align 4, !dbg !328
  %58 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %56, i32 %57), !dbg !329
  %59 = extractvalue { i32, i1 } %58, 1, !dbg !329
  %60 = extractvalue { i32, i1 } %58, 0, !dbg !329
  store i32 %60, ptr %9, align 4, !dbg !329
  br i1 %59, label %61, label %65, !dbg !329

61:                                               ; preds = %53
  %62 = load i32, ptr %8, align 4, !dbg !330
  %63 = load ptr, ptr getelementptr inbounds ([3 x ptr], ptr @names, i64 0, i64 1), align 8, !dbg !331
  %64 = call i32 (i32, ...) @outside(i32 noundef %62, ptr noundef %63, double noundef 2.500000e+00), !dbg !332
  store i32 %64, ptr %3, align 4, !dbg !333
  store i32 1, ptr %12, align 4
  br label %78, !dbg !333

65:                                               ; preds = %53
  %66 = load i32, ptr %8, align 4, !dbg !334
  call void @make(ptr dead_on_unwind writable sret(%struct.big) align 8 %13, i32 noundef %66), !dbg !335
  %67 = getelementptr inbounds nuw %struct.point, ptr %14, i32 0, i32 0, !dbg !336
  store i32 1, ptr %67, align 4, !dbg !336
  %68 = getelementptr inbounds nuw %struct.point, ptr %14, i32 0, i32 1, !dbg !336
  store i32 2, ptr %68, align 4, !dbg !336
  %69 = load i64, ptr %14, align 4, !dbg !337
  %70 = call i64 (ptr, i64, ...) @take(ptr noundef byval(%struct.big) align 8 %13, i64 %69, i32 noundef 3, double noundef 4.000000e+00), !dbg !337
  %71 = trunc i64 %70 to i32, !dbg !338
  %72 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @per_thread), !dbg !339
  %73 = load i32, ptr %72, align 4, !dbg !340
  %74 = add nsw i32 %73, 1, !dbg !340
  store i32 %74, ptr %72, align 4, !dbg !340
  %75 = add nsw i32 %71, %73, !dbg !341
  %76 = load i32, ptr @weak_var, align 4, !dbg !342
  %77 = add nsw i32 %75, %76, !dbg !343
  store i32 %77, ptr %3, align 4, !dbg !344
  store i32 1, ptr %12, align 4
  br label %78, !dbg !344

78:                                               ; preds = %65, %61
  %79 = load ptr, ptr %6, align 8, !dbg !345
  call void @llvm.stackrestore.p0(ptr %79), !dbg !345
  %80 = load i32, ptr %3, align 4, !dbg !345
  ret i32 %80, !dbg !345
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #4

declare i32 @outside(i32 noundef, ...) #5

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn }
attributes #2 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!72, !73, !74, !75, !76, !77, !78}
!llvm.ident = !{!79}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "per_thread", scope: !2, file: !3, line: 11, type: !19, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang version 20.1.2 (https://github.com/ziglang/zig-bootstrap 7ef74e656cf8ddbd6bf891a8475892aa1afa6891)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !20, splitDebugInlining: false, nameTableKind: None)
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
!79 = !{!"clang version 20.1.2 (https://github.com/ziglang/zig-bootstrap 7ef74e656cf8ddbd6bf891a8475892aa1afa6891)"}
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
!111 = !DILocation(line: 23, column: 43, scope: !92)
!112 = !DILocation(line: 23, column: 42, scope: !92)
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
!123 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !124, line: 12, baseType: !125)
!124 = !DIFile(filename: "include/__stdarg_va_list.h", directory: "", checksumkind: CSK_MD5, checksum: "7bd78a282b99fcfe41a9e3c566d14f7d")
!125 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !3, baseType: !126)
!126 = !DICompositeType(tag: DW_TAG_array_type, baseType: !127, size: 192, elements: !134)
!127 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !128)
!128 = !{!129, !130, !131, !133}
!129 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !127, file: !3, line: 25, baseType: !7, size: 32)
!130 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !127, file: !3, line: 25, baseType: !7, size: 32, offset: 32)
!131 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !127, file: !3, line: 25, baseType: !132, size: 64, offset: 64)
!132 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!133 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !127, file: !3, line: 25, baseType: !132, size: 64, offset: 128)
!134 = !{!135}
!135 = !DISubrange(count: 1)
!136 = !DILocation(line: 25, column: 13, scope: !115)
!137 = !DILocation(line: 26, column: 5, scope: !115)
!138 = !DILocalVariable(name: "sum", scope: !115, file: !3, line: 27, type: !16)
!139 = !DILocation(line: 27, column: 10, scope: !115)
!140 = !DILocation(line: 27, column: 18, scope: !115)
!141 = !DILocation(line: 27, column: 16, scope: !115)
!142 = !DILocation(line: 27, column: 27, scope: !115)
!143 = !DILocation(line: 27, column: 25, scope: !115)
!144 = !DILocation(line: 27, column: 23, scope: !115)
!145 = !DILocation(line: 27, column: 31, scope: !115)
!146 = !DILocation(line: 27, column: 29, scope: !115)
!147 = !DILocation(line: 27, column: 55, scope: !115)
!148 = !DILocation(line: 27, column: 49, scope: !115)
!149 = !DILocation(line: 27, column: 47, scope: !115)
!150 = !DILocation(line: 28, column: 5, scope: !115)
!151 = !DILocation(line: 29, column: 12, scope: !115)
!152 = !DILocation(line: 29, column: 5, scope: !115)
!153 = !DILocalVariable(name: "code", arg: 1, scope: !23, file: !3, line: 31, type: !26)
!154 = !DILocation(line: 31, column: 35, scope: !23)
!155 = !DILocalVariable(name: "n", arg: 2, scope: !23, file: !3, line: 31, type: !19)
!156 = !DILocation(line: 31, column: 45, scope: !23)
!157 = !DILocation(line: 33, column: 19, scope: !23)
!158 = !DILocation(line: 33, column: 18, scope: !23)
!159 = !DILocation(line: 33, column: 11, scope: !23)
!160 = !DILocation(line: 33, column: 5, scope: !23)
!161 = !DILabel(scope: !23, name: "inc", file: !3, line: 34)
!162 = !DILocation(line: 34, column: 1, scope: !23)
!163 = !DILocation(line: 34, column: 7, scope: !23)
!164 = !DILocation(line: 34, column: 25, scope: !23)
!165 = !DILocation(line: 34, column: 24, scope: !23)
!166 = !DILocation(line: 34, column: 17, scope: !23)
!167 = !DILocation(line: 34, column: 11, scope: !23)
!168 = !DILabel(scope: !23, name: "dec", file: !3, line: 35)
!169 = !DILocation(line: 35, column: 1, scope: !23)
!170 = !DILocation(line: 35, column: 7, scope: !23)
!171 = !DILocation(line: 35, column: 25, scope: !23)
!172 = !DILocation(line: 35, column: 24, scope: !23)
!173 = !DILocation(line: 35, column: 17, scope: !23)
!174 = !DILocation(line: 35, column: 11, scope: !23)
!175 = !DILabel(scope: !23, name: "stop", file: !3, line: 36)
!176 = !DILocation(line: 36, column: 1, scope: !23)
!177 = !DILocation(line: 36, column: 14, scope: !23)
!178 = !DILocation(line: 36, column: 7, scope: !23)
!179 = distinct !DISubprogram(name: "choose", scope: !3, file: !3, line: 38, type: !180, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!180 = !DISubroutineType(types: !181)
!181 = !{!19, !19, !182}
!182 = !DIDerivedType(tag: DW_TAG_typedef, name: "v4", file: !3, line: 9, baseType: !183)
!183 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, size: 128, flags: DIFlagVector, elements: !59)
!184 = !DILocalVariable(name: "n", arg: 1, scope: !179, file: !3, line: 38, type: !19)
!185 = !DILocation(line: 38, column: 16, scope: !179)
!186 = !DILocalVariable(name: "v", arg: 2, scope: !179, file: !3, line: 38, type: !182)
!187 = !DILocation(line: 38, column: 22, scope: !179)
!188 = !DILocation(line: 39, column: 13, scope: !179)
!189 = !DILocation(line: 39, column: 5, scope: !179)
!190 = !DILocation(line: 40, column: 20, scope: !191)
!191 = distinct !DILexicalBlock(scope: !179, file: !3, line: 39, column: 16)
!192 = !DILocation(line: 40, column: 13, scope: !191)
!193 = !DILocation(line: 41, column: 34, scope: !191)
!194 = !DILocation(line: 41, column: 36, scope: !191)
!195 = !DILocation(line: 41, column: 28, scope: !191)
!196 = !DILocation(line: 41, column: 41, scope: !191)
!197 = !DILocation(line: 41, column: 21, scope: !191)
!198 = !DILocation(line: 42, column: 14, scope: !191)
!199 = !DILocation(line: 43, column: 21, scope: !191)
!200 = !DILocation(line: 43, column: 23, scope: !191)
!201 = !DILocation(line: 43, column: 31, scope: !191)
!202 = !DILocation(line: 43, column: 36, scope: !191)
!203 = !DILocation(line: 43, column: 35, scope: !191)
!204 = !DILocation(line: 43, column: 14, scope: !191)
!205 = !DILocation(line: 45, column: 1, scope: !179)
!206 = distinct !DISubprogram(name: "wide", scope: !3, file: !3, line: 46, type: !207, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!207 = !DISubroutineType(types: !208)
!208 = !{!17, !17, !16}
!209 = !DILocalVariable(name: "a", arg: 1, scope: !206, file: !3, line: 46, type: !17)
!210 = !DILocation(line: 46, column: 24, scope: !206)
!211 = !DILocalVariable(name: "b", arg: 2, scope: !206, file: !3, line: 46, type: !16)
!212 = !DILocation(line: 46, column: 32, scope: !206)
!213 = !DILocation(line: 46, column: 44, scope: !206)
!214 = !DILocation(line: 46, column: 48, scope: !206)
!215 = !DILocation(line: 46, column: 46, scope: !206)
!216 = !DILocation(line: 46, column: 50, scope: !206)
!217 = !DILocation(line: 46, column: 37, scope: !206)
!218 = distinct !DISubprogram(name: "atomics", scope: !3, file: !3, line: 47, type: !48, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!219 = !DILocalVariable(name: "n", arg: 1, scope: !218, file: !3, line: 47, type: !19)
!220 = !DILocation(line: 47, column: 17, scope: !218)
!221 = !DILocalVariable(name: "expected", scope: !218, file: !3, line: 48, type: !19)
!222 = !DILocation(line: 48, column: 9, scope: !218)
!223 = !DILocation(line: 49, column: 5, scope: !218)
!224 = !DILocation(line: 50, column: 5, scope: !218)
!225 = !DILocation(line: 51, column: 5, scope: !218)
!226 = !DILocation(line: 52, column: 12, scope: !218)
!227 = !DILocation(line: 52, column: 5, scope: !218)
!228 = distinct !DISubprogram(name: "floats", scope: !3, file: !3, line: 54, type: !229, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!229 = !DISubroutineType(types: !230)
!230 = !{!18, !231, !54}
!231 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!232 = !DILocalVariable(name: "f", arg: 1, scope: !228, file: !3, line: 54, type: !231)
!233 = !DILocation(line: 54, column: 21, scope: !228)
!234 = !DILocalVariable(name: "l", arg: 2, scope: !228, file: !3, line: 54, type: !54)
!235 = !DILocation(line: 54, column: 36, scope: !228)
!236 = !DILocalVariable(name: "u", scope: !228, file: !3, line: 55, type: !237)
!237 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "number", file: !3, line: 8, size: 32, elements: !238)
!238 = !{!239, !240}
!239 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !237, file: !3, line: 8, baseType: !231, size: 32)
!240 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !237, file: !3, line: 8, baseType: !19, size: 32)
!241 = !DILocation(line: 55, column: 18, scope: !228)
!242 = !DILocation(line: 55, column: 28, scope: !228)
!243 = !DILocation(line: 55, column: 22, scope: !228)
!244 = !DILocalVariable(name: "b", scope: !228, file: !3, line: 56, type: !245)
!245 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "bits", file: !3, line: 7, size: 32, elements: !246)
!246 = !{!247, !248, !249}
!247 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !245, file: !3, line: 7, baseType: !7, size: 3, flags: DIFlagBitField, extraData: i64 0)
!248 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !245, file: !3, line: 7, baseType: !7, size: 7, offset: 3, flags: DIFlagBitField, extraData: i64 0)
!249 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !245, file: !3, line: 7, baseType: !19, size: 22, offset: 10, flags: DIFlagBitField, extraData: i64 0)
!250 = !DILocation(line: 56, column: 17, scope: !228)
!251 = !DILocation(line: 57, column: 14, scope: !228)
!252 = !DILocation(line: 57, column: 9, scope: !228)
!253 = !DILocation(line: 58, column: 16, scope: !228)
!254 = !DILocation(line: 58, column: 13, scope: !228)
!255 = !DILocation(line: 59, column: 12, scope: !228)
!256 = !DILocation(line: 59, column: 14, scope: !228)
!257 = !DILocation(line: 59, column: 24, scope: !228)
!258 = !DILocation(line: 59, column: 23, scope: !228)
!259 = !DILocation(line: 59, column: 36, scope: !228)
!260 = !DILocation(line: 59, column: 28, scope: !228)
!261 = !DILocation(line: 59, column: 48, scope: !228)
!262 = !DILocation(line: 59, column: 46, scope: !228)
!263 = !DILocation(line: 59, column: 44, scope: !228)
!264 = !DILocation(line: 59, column: 5, scope: !228)
!265 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 61, type: !266, scopeLine: 61, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !29)
!266 = !DISubroutineType(types: !267)
!267 = !{!19, !19, !268}
!268 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !269, size: 64)
!269 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !58, size: 64)
!270 = !DILocalVariable(name: "argc", arg: 1, scope: !265, file: !3, line: 61, type: !19)
!271 = !DILocation(line: 61, column: 14, scope: !265)
!272 = !DILocalVariable(name: "argv", arg: 2, scope: !265, file: !3, line: 61, type: !268)
!273 = !DILocation(line: 61, column: 27, scope: !265)
!274 = !DILocation(line: 62, column: 13, scope: !265)
!275 = !DILocation(line: 62, column: 5, scope: !265)
!276 = !DILocalVariable(name: "__vla_expr0", scope: !265, type: !277, flags: DIFlagArtificial)
!277 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!278 = !DILocation(line: 0, scope: !265)
!279 = !DILocalVariable(name: "vla", scope: !265, file: !3, line: 62, type: !280)
!280 = !DICompositeType(tag: DW_TAG_array_type, baseType: !19, elements: !281)
!281 = !{!282}
!282 = !DISubrange(count: !276)
!283 = !DILocation(line: 62, column: 9, scope: !265)
!284 = !DILocalVariable(name: "sum", scope: !265, file: !3, line: 62, type: !19)
!285 = !DILocation(line: 62, column: 20, scope: !265)
!286 = !DILocalVariable(name: "out", scope: !265, file: !3, line: 62, type: !19)
!287 = !DILocation(line: 62, column: 29, scope: !265)
!288 = !DILocalVariable(name: "i", scope: !289, file: !3, line: 63, type: !19)
!289 = distinct !DILexicalBlock(scope: !265, file: !3, line: 63, column: 5)
!290 = !DILocation(line: 63, column: 14, scope: !289)
!291 = !DILocation(line: 63, column: 10, scope: !289)
!292 = !DILocation(line: 63, column: 21, scope: !293)
!293 = distinct !DILexicalBlock(scope: !289, file: !3, line: 63, column: 5)
!294 = !DILocation(line: 63, column: 25, scope: !293)
!295 = !DILocation(line: 63, column: 23, scope: !293)
!296 = !DILocation(line: 63, column: 5, scope: !289)
!297 = !DILocation(line: 63, column: 45, scope: !293)
!298 = !DILocation(line: 63, column: 50, scope: !293)
!299 = !DILocation(line: 63, column: 40, scope: !293)
!300 = !DILocation(line: 63, column: 36, scope: !293)
!301 = !DILocation(line: 63, column: 43, scope: !293)
!302 = !DILocation(line: 63, column: 32, scope: !293)
!303 = !DILocation(line: 63, column: 5, scope: !293)
!304 = distinct !{!304, !296, !305, !306}
!305 = !DILocation(line: 63, column: 54, scope: !289)
!306 = !{!"llvm.loop.mustprogress"}
!307 = !DILocalVariable(name: "i", scope: !308, file: !3, line: 64, type: !19)
!308 = distinct !DILexicalBlock(scope: !265, file: !3, line: 64, column: 5)
!309 = !DILocation(line: 64, column: 14, scope: !308)
!310 = !DILocation(line: 64, column: 10, scope: !308)
!311 = !DILocation(line: 64, column: 21, scope: !312)
!312 = distinct !DILexicalBlock(scope: !308, file: !3, line: 64, column: 5)
!313 = !DILocation(line: 64, column: 25, scope: !312)
!314 = !DILocation(line: 64, column: 23, scope: !312)
!315 = !DILocation(line: 64, column: 5, scope: !308)
!316 = !DILocation(line: 64, column: 47, scope: !312)
!317 = !DILocation(line: 64, column: 43, scope: !312)
!318 = !DILocation(line: 64, column: 40, scope: !312)
!319 = !DILocation(line: 64, column: 36, scope: !312)
!320 = !DILocation(line: 64, column: 32, scope: !312)
!321 = !DILocation(line: 64, column: 5, scope: !312)
!322 = distinct !{!322, !315, !323, !306}
!323 = !DILocation(line: 64, column: 48, scope: !308)
!324 = !DILocation(line: 65, column: 5, scope: !265)
!325 = !{i64 2150}
!326 = !DILocation(line: 66, column: 32, scope: !327)
!327 = distinct !DILexicalBlock(scope: !265, file: !3, line: 66, column: 9)
!328 = !DILocation(line: 66, column: 37, scope: !327)
!329 = !DILocation(line: 66, column: 9, scope: !327)
!330 = !DILocation(line: 66, column: 65, scope: !327)
!331 = !DILocation(line: 66, column: 70, scope: !327)
!332 = !DILocation(line: 66, column: 57, scope: !327)
!333 = !DILocation(line: 66, column: 50, scope: !327)
!334 = !DILocation(line: 67, column: 27, scope: !265)
!335 = !DILocation(line: 67, column: 22, scope: !265)
!336 = !DILocation(line: 67, column: 47, scope: !265)
!337 = !DILocation(line: 67, column: 17, scope: !265)
!338 = !DILocation(line: 67, column: 12, scope: !265)
!339 = !DILocation(line: 67, column: 65, scope: !265)
!340 = !DILocation(line: 67, column: 75, scope: !265)
!341 = !DILocation(line: 67, column: 63, scope: !265)
!342 = !DILocation(line: 67, column: 80, scope: !265)
!343 = !DILocation(line: 67, column: 78, scope: !265)
!344 = !DILocation(line: 67, column: 5, scope: !265)
!345 = !DILocation(line: 68, column: 1, scope: !265)
