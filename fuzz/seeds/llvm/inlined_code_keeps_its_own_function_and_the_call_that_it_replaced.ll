
define i32 @f(i32 %x) !dbg !4 {
  %1 = add i32 %x, 1, !dbg !6
  ret i32 %1, !dbg !8
}
!llvm.dbg.cu = !{!0}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "cut.c", directory: "/src")
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 10, unit: !0)
!5 = distinct !DISubprogram(name: "plus", scope: !1, file: !1, line: 3, unit: !0)
!6 = !DILocation(line: 4, column: 7, scope: !5, inlinedAt: !7)
!7 = distinct !DILocation(line: 12, column: 9, scope: !4)
!8 = !DILocation(line: 12, column: 2, scope: !4)
