//! Debug info of a small module as clang 20 writes it (`int sq(int x) { return x * x; }` inlined into
//! `main`, with a static counter), shortened by hand.

use patchlight_llvm::ast::{MetadataId, Module};
use patchlight_llvm::debuginfo::DebugInfo;
use patchlight_llvm::parse;

const TEXT: &str = r#"
@main.count = internal global i32 0, align 4, !dbg !0
define i32 @main(i32 %0) !dbg !2 {
    #dbg_value(i32 %0, !9, !DIExpression(), !10)
  %2 = mul nsw i32 %0, %0, !dbg !11
  ret i32 %2, !dbg !14
}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "count", scope: !2, file: !3, line: 6, type: !8, isLocal: true)
!2 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 5, type: !6, spFlags: DISPFlagDefinition, unit: !4)
!3 = !DIFile(filename: "dir/a\C3\A4.c", directory: "/src", checksumkind: CSK_MD5, checksum: "00")
!4 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang, (x) 20", flags: "a, b)")
!5 = distinct !DISubprogram(name: "sq", linkageName: "_Z2sqi", file: !15, line: 1, unit: !4)
!6 = !DISubroutineType(types: !7)
!7 = !{!8, !8}
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !15, line: 1, type: !8)
!10 = !DILocation(line: 0, scope: !5, inlinedAt: !13)
!11 = !DILocation(line: 2, column: 12, scope: !12, inlinedAt: !13)
!12 = distinct !DILexicalBlock(scope: !5,
                               file: !16, line: 2)
!13 = distinct !DILocation(line: 7, column: 10, scope: !2)
!14 = !DILocation(line: 7, column: 3, scope: !2)
!15 = !DIFile(filename: "sq.h", directory: "/src")
!16 = !DIFile(filename: "body.inc", directory: "/src")
!17 = distinct !DILexicalBlock(scope: !17, line: 2)
!18 = !DILocation(line: 1, scope: !17)"#;

fn dbg_of(module: &Module<'_>, inst: usize) -> MetadataId {
    let body = module.functions[0].body.as_ref().expect("a definition");
    body.insts[inst].dbg.expect("a location")
}

#[test]
fn a_location_has_file_function_and_inlining() {
    let module = parse(TEXT.as_bytes()).expect("a module");
    let mut info = DebugInfo::new(&module);
    let location = info.location(dbg_of(&module, 0)).expect("a location");
    assert_eq!((location.line, location.column), (2, 12));
    let file = location.file.expect("a file");
    assert_eq!(info.files()[file.0 as usize].name, "body.inc");
    let function = location.function.expect("a function");
    let function = &info.subprograms()[function.0 as usize];
    assert_eq!((&*function.name, function.line), ("sq", 1));
    assert_eq!(function.linkage_name.as_deref(), Some("_Z2sqi"));

    let call = info.location(location.inlined_at.expect("inlined")).expect("a location");
    assert_eq!((call.line, call.column, call.inlined_at), (7, 10, None));
    let function = call.function.expect("a function");
    assert_eq!(info.subprograms()[function.0 as usize].name, "main");
    let file = call.file.expect("a file");
    assert_eq!(info.files()[file.0 as usize].name, "dir/aä.c");
    assert_eq!(info.files()[file.0 as usize].directory, "/src");
}

#[test]
fn variables_have_names_and_lines() {
    let module = parse(TEXT.as_bytes()).expect("a module");
    let mut info = DebugInfo::new(&module);
    let body = module.functions[0].body.as_ref().expect("a definition");
    let variable = body.debug_records[0].variable.expect("a variable");
    let variable = info.local_variable(variable).expect("a variable");
    assert_eq!((&*variable.name, variable.arg, variable.line), ("x", 1, 1));
    assert_eq!(variable.ty.and_then(|ty| ty.number()), Some(8));

    let global = info.global_variable(module.globals[0].dbg[0]).expect("a variable");
    assert_eq!((&*global.name, global.line), ("count", 6));
    let function = info.scope_function(global.scope.expect("a scope")).expect("a function");
    assert_eq!(info.subprograms()[function.0 as usize].name, "main");
}

#[test]
fn broken_debug_info_gives_nothing() {
    // A scope that is its own scope, a node that is missing, a node of another kind.
    let text = TEXT.replace("!dbg !11", "!dbg !18").replace("!dbg !14", "!dbg !99");
    let module = parse(text.as_bytes()).expect("a module");
    let mut info = DebugInfo::new(&module);
    let location = info.location(dbg_of(&module, 0)).expect("a location");
    assert_eq!((location.file, location.function), (None, None));
    assert_eq!(info.location(dbg_of(&module, 1)), None);
    let function = module.functions[0].dbg.expect("a function");
    assert_eq!(info.location(function), None);
}
