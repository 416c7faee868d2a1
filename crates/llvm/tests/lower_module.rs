//! What a module's symbols become: globals, layouts, linkage, aliases, constructors.

use patchlight_ir::{FuncKind, GlobalKind, Linkage, Module, RelocTarget};
use patchlight_llvm::lower::LowerError;

fn lower(text: &str) -> Module {
    try_lower(text).expect("the module can be lowered")
}

fn try_lower(text: &str) -> Result<Module, LowerError> {
    let ast = patchlight_llvm::parse(text.as_bytes()).expect("the text parses");
    let (module, _) = patchlight_llvm::lower::lower(&ast)?;
    patchlight_ir::verify(&module).expect("the lowered module is sound");
    Ok(module)
}

fn size_and_align(module: &Module, name: &str) -> (u64, u32) {
    let global = module.globals.iter().find(|g| g.name == name).expect("the global exists");
    (global.size, global.align)
}

fn bytes<'m>(module: &'m Module, name: &str) -> &'m [u8] {
    let global = module.globals.iter().find(|g| g.name == name).expect("the global exists");
    match &global.kind {
        GlobalKind::Defined(init) => &init.bytes,
        kind => panic!("{name} is {kind:?}"),
    }
}

/// Expected values: `sizeof` and `_Alignof` of the same C types as gcc 12 gives them on x86-64.
#[test]
fn types_have_the_sizes_that_c_gives_them() {
    let module = lower(
        r#"
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
"#,
    );
    // struct { char a; int b; short c; void *d; float e; }
    assert_eq!(size_and_align(&module, "mixed"), (32, 8));
    assert_eq!(size_and_align(&module, "packed"), (15, 1));
    // struct { char a; struct mixed b; short c[3]; }
    assert_eq!(size_and_align(&module, "nested"), (48, 8));
    // struct { char a; long double b; }
    assert_eq!(size_and_align(&module, "long"), (32, 16));
    // struct { char a; __int128 b; }
    assert_eq!(size_and_align(&module, "wide"), (32, 16));
    // int __attribute__((vector_size(16))) has 16 bytes, and so has one of three elements.
    assert_eq!(size_and_align(&module, "vector"), (16, 16));
    assert_eq!(size_and_align(&module, "bits"), (2, 2));
    assert_eq!(size_and_align(&module, "odd"), (8, 4));
    assert_eq!(size_and_align(&module, "array"), (224, 8));
    assert_eq!(size_and_align(&module, "empty"), (0, 1));
}

#[test]
fn before_llvm_18_wide_integers_were_aligned_to_8_bytes() {
    let module = lower(
        r#"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
@wide = global { i8, i128 } zeroinitializer
"#,
    );
    assert_eq!(size_and_align(&module, "wide"), (24, 8));
}

#[test]
fn another_data_layout_is_refused_by_name() {
    let layout = "e-m:o-i64:64-i128:128-n32:64-S128";
    let error = try_lower(&format!("target datalayout = \"{layout}\"\n")).unwrap_err();
    assert_eq!(error.to_string(), format!("data layout `{layout}` is not that of x86-64 Linux"));
}

#[test]
fn initialisers_are_laid_out_in_memory_order() {
    let module = lower(
        r#"
@text = constant [6 x i8] c"hello\00"
@mixed = global { i8, i32, i16 } { i8 -1, i32 305419896, i16 2 }
@long = global x86_fp80 0xK4000C90FDAA22168C235
@wide = global i128 -2
@bits = global <10 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 1, i1 0, i1 1>
@splat = global <2 x i16> splat (i16 258)
"#,
    );
    assert_eq!(bytes(&module, "text"), b"hello");
    assert_eq!(bytes(&module, "mixed"), [0xff, 0, 0, 0, 0x78, 0x56, 0x34, 0x12, 2]);
    // Pi as gcc stores it in a long double.
    assert_eq!(
        bytes(&module, "long"),
        [0x35, 0xc2, 0x68, 0x21, 0xa2, 0xda, 0x0f, 0xc9, 0x00, 0x40]
    );
    assert_eq!(bytes(&module, "wide")[..2], [0xfe, 0xff]);
    assert_eq!(bytes(&module, "wide").len(), 16);
    assert_eq!(bytes(&module, "bits"), [0b1000_0101, 0b10]);
    assert_eq!(bytes(&module, "splat"), [2, 1, 2, 1]);
}

#[test]
fn addresses_in_initialisers_become_relocations() {
    let module = lower(
        r#"
@a = global [4 x i32] zeroinitializer
@table = global [3 x ptr] [ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 2), ptr null, ptr @f]
@distance = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 12) to i64), i64 ptrtoint (ptr @a to i64))
@relative = constant [1 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @relative to i64)) to i32)]
define void @f() {
  ret void
}
"#,
    );
    let relocs = |name: &str| {
        let global = module.globals.iter().find(|g| g.name == name).expect("the global exists");
        match &global.kind {
            GlobalKind::Defined(init) => init.relocs.clone(),
            kind => panic!("{name} is {kind:?}"),
        }
    };
    let table = relocs("table");
    assert_eq!((table[0].offset, table[0].addend, table[0].size), (0, 8, 8));
    assert!(matches!(table[0].target, RelocTarget::Global(id) if id.index() == 0));
    assert_eq!(table[1].offset, 16);
    assert!(matches!(table[1].target, RelocTarget::Func(_)));
    assert_eq!(bytes(&module, "distance"), [12]);
    assert_eq!((relocs("relative")[0].size, relocs("relative")[0].addend), (4, 0));
}

#[test]
fn a_distance_that_only_a_linker_knows_is_refused_with_the_name_of_the_global() {
    let error = try_lower(
        r#"
@a = global i32 0
@b = global i32 0
@d = global i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))
"#,
    )
    .unwrap_err();
    assert_eq!(error.to_string(), "4: initialiser of `d`: distance of two addresses");
}

#[test]
fn linkage_decides_who_sees_a_symbol_and_who_gives_way() {
    let module = lower(
        r#"
@private = private constant i8 1
@common = common global i32 0
@weak = weak global i32 1
@maybe = extern_weak global i32
$group = comdat any
@group = linkonce_odr global i32 2, comdat
define internal void @internal() {
  ret void
}
define available_externally void @elsewhere() {
  ret void
}
declare extern_weak void @optional()
define void @"\01renamed"() {
  ret void
}
"#,
    );
    let global = |name: &str| module.globals.iter().find(|g| g.name == name).expect(name);
    assert_eq!(global("private").linkage, Linkage::Internal);
    assert_eq!(global("common").linkage, Linkage::Common);
    assert_eq!(global("weak").linkage, Linkage::Weak);
    assert_eq!(global("maybe").linkage, Linkage::Weak);
    assert_eq!(global("maybe").kind, GlobalKind::Declared);
    assert_eq!(global("group").linkage, Linkage::Weak);
    let function = |name: &str| module.functions.iter().find(|f| f.name == name).expect(name);
    assert_eq!(function("internal").linkage, Linkage::Internal);
    assert_eq!(function("elsewhere").kind, FuncKind::Declared);
    assert_eq!(function("optional").linkage, Linkage::Weak);
    assert!(function("renamed").body().is_some());
}

#[test]
fn aliases_ifuncs_and_constructors_point_to_their_functions() {
    let module = lower(
        r#"
@data = global [4 x i32] zeroinitializer
@second = alias i32, getelementptr (i8, ptr @data, i64 4)
@other = alias void (), ptr @real
@pick = ifunc void (), ptr @resolver
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @real, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
define void @real() {
  ret void
}
define void @early() {
  ret void
}
define ptr @resolver() {
  ret ptr @real
}
"#,
    );
    let id = |name: &str| module.functions.iter().position(|f| f.name == name).expect(name);
    let kind = |name: &str| module.functions[id(name)].kind.clone();
    assert!(matches!(kind("other"), FuncKind::Alias(target) if target.index() == id("real")));
    assert!(matches!(kind("pick"), FuncKind::IFunc(target) if target.index() == id("resolver")));
    let second = module.globals.iter().find(|g| g.name == "second").expect("the alias exists");
    assert!(matches!(second.kind, GlobalKind::Alias { offset: 4, .. }));
    let order: Vec<usize> = module.constructors.iter().map(|c| c.func.index()).collect();
    assert_eq!(order, [id("early"), id("real")]);
}

#[test]
fn symbol_versions_are_read_and_other_module_assembly_is_named() {
    let text = r#"
module asm ".symver old_f, f@@V2"
module asm ".globl strange"
define void @old_f() {
  ret void
}
"#;
    let ast = patchlight_llvm::parse(text.as_bytes()).expect("the text parses");
    let (module, diags) = patchlight_llvm::lower::lower(&ast).expect("the module can be lowered");
    assert!(module.functions.iter().any(|f| f.name == "f"));
    let messages: Vec<&str> = diags.iter().map(|diag| diag.message.as_str()).collect();
    assert_eq!(messages, ["module assembly is not executed: `.globl strange`"]);
}
