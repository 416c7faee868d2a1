$c = comdat nodeduplicate
$g5 = comdat any
@g1 = private unnamed_addr constant [4 x i8] c"a\22\5C\00", align 1
@g2 = external dso_local thread_local(initialexec) global i32, align 4
@g3 = extern_weak hidden global i8
@g4 = weak_odr protected local_unnamed_addr addrspace(1) externally_initialized global i32 5, section "s", partition "p", comdat($c), align 8, !dbg !0, !type !1
@g5 = linkonce_odr global i32 0, comdat, no_sanitize_address, code_model "large" #3
@g6 = common global i64 0
@g7 = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }], section "llvm.metadata"
@g8 = dllimport thread_local(localdynamic) global i32 0
@0 = private constant i8 1
@"\01name with \22quote\22" = available_externally thread_local(localexec) constant <{ i8, i32 }> <{ i8 1, i32 2 }>
@al = weak hidden alias i32, ptr getelementptr inbounds (i8, ptr @g6, i64 4)
@if = dso_local ifunc i32 (i32), ptr @resolve, partition "q"
declare void @init()
declare ptr @resolve()
