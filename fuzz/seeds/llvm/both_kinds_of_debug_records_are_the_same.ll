define void @f(i32 %a) {
    #dbg_declare(ptr %p, !1, !DIExpression(), !2)
    #dbg_value(i32 poison, !1, !DIExpression(DW_OP_deref), !2)
    #dbg_value(!DIArgList(i32 %a, i32 0), !1, !DIExpression(), !2)
    #dbg_assign(i32 %a, !1, !DIExpression(), !3, ptr %p, !DIExpression(), !2)
    #dbg_label(!4, !2)
  %p = alloca i32
  call void @llvm.dbg.declare(metadata ptr %p, metadata !1, metadata !DIExpression()), !dbg !2
  tail call void @llvm.dbg.value(metadata i32 7, metadata !1, metadata !DIExpression()), !dbg !2
  tail call void @llvm.dbg.value(metadata !DIArgList(i32 %a), metadata !1, metadata !DIExpression()), !dbg !2
  call void @llvm.dbg.label(metadata !4), !dbg !2
  %1 = call i64 @llvm.read_register.i64(metadata !0)
  ret void, !dbg !DILocation(line: 1, scope: !5)
}
