//! Who wins when modules meet, shown as the text of the linked module.

use expect_test::{Expect, expect};
use patchlight_ir::link::{LinkError, Linker, ModuleLibrary, link_library};
use patchlight_ir::text::parse;
use patchlight_ir::{Module, verify};

/// `BODY{` stands for the beginning of a body with one register and one block.
fn module(text: &str) -> Module {
    let tables = "regs 1\n loc !0 file0 1 1 n0\nb0:\n";
    let text = text.replace("BODY{", &format!("{{ {tables}"));
    let module = parse(&format!("file \"a.c\"\nname \"n\"\n{text}")).unwrap();
    verify(&module).unwrap();
    module
}

fn link_with(
    units: &[&str],
    roots: &[&str],
    library: &[&str],
    builtins: &[&str],
) -> Result<Module, LinkError> {
    let mut linker = Linker::new();
    for (index, unit) in units.iter().enumerate() {
        linker.add(format!("unit{index}.c"), module(unit));
    }
    let library =
        library.iter().enumerate().map(|(index, text)| (format!("lib{index}.c"), module(text)));
    let mut library = ModuleLibrary::new(link_library(library.collect())?);
    linker.finish(roots, &mut library, &|name| builtins.contains(&name))
}

fn check_with(
    units: &[&str],
    roots: &[&str],
    library: &[&str],
    builtins: &[&str],
    expected: Expect,
) {
    let text = match link_with(units, roots, library, builtins) {
        Ok(module) => {
            verify(&module).unwrap();
            let text = module.to_string();
            let lines = text.lines().map(str::trim_start).filter(|line| {
                let hidden = ["regs", "loc ", "b0:", "}", "ret ", "file", "name"];
                !line.is_empty() && !hidden.iter().any(|prefix| line.starts_with(prefix))
            });
            lines.collect::<Vec<_>>().join("\n")
        }
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&text);
}

fn check(units: &[&str], roots: &[&str], expected: Expect) {
    check_with(units, roots, &[], &[], expected);
}

const MAIN_CALLS_F: &str = "
    func @main external params 0 ret 0 BODY{ call r0, 0, @f, 0, args0 ret r0, 0 }
    func @f external params 0 ret 0 declared";

#[test]
fn a_declaration_becomes_the_definition_of_another_module() {
    let unit = "func @f external params 0 ret 0 BODY{ trap }
                func @unused external params 0 ret 0 BODY{ trap }";
    check(
        &[MAIN_CALLS_F, unit],
        &["main"],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @f, 0, args0
        func @f external params 0 ret 0 {
        trap"#]],
    );
}

#[test]
fn an_external_definition_beats_weak_ones_and_of_weak_ones_the_first_stays() {
    let weak = "func @f weak params 0 ret 0 BODY{ unreachable }";
    let other = "func @f weak params 1 ret 0 BODY{ unreachable }";
    let strong = "func @f external params 0 ret 0 BODY{ trap }";
    check(
        &[MAIN_CALLS_F, weak, strong],
        &["main"],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @f, 0, args0
        func @f external params 0 ret 0 {
        trap"#]],
    );
    check(
        &[MAIN_CALLS_F, strong, weak],
        &["main"],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @f, 0, args0
        func @f external params 0 ret 0 {
        trap"#]],
    );
    check(
        &[MAIN_CALLS_F, weak, other],
        &["main"],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @f, 0, args0
        func @f weak params 0 ret 0 {
        unreachable"#]],
    );
}

#[test]
fn two_external_definitions_are_an_error_that_names_both_modules() {
    let strong = "func @f external params 0 ret 0 BODY{ trap }";
    check(
        &[MAIN_CALLS_F, strong, strong],
        &["main"],
        expect!["`f` is defined twice: in unit1.c and in unit2.c"],
    );
}

#[test]
fn internal_symbols_never_meet_others() {
    let one = "func @main external params 0 ret 0 BODY{ call r0, 0, @f, 0, args0 ret r0, 0 }
               func @f internal params 0 ret 0 BODY{ call r0, 0, @g, 0, args0 trap }
               func @g external params 0 ret 0 declared";
    let two = "func @g external params 0 ret 0 BODY{ call r0, 0, @f, 0, args0 ret r0, 0 }
               func @f internal params 0 ret 0 BODY{ unreachable }";
    check(
        &[one, two],
        &["main"],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @f#1, 0, args0
        func @f#1 internal params 0 ret 0 {
        call r0, 0, @g, 0, args0
        trap
        func @g external params 0 ret 0 {
        call r0, 0, @f#3, 0, args0
        func @f#3 internal params 0 ret 0 {
        unreachable"#]],
    );
}

#[test]
fn the_largest_tentative_definition_stays_unless_there_is_a_real_one() {
    let use_x = "func @main external params 0 ret 0 BODY{ addr.g r0, @x, 0 ret r0, 0 }";
    let small = format!("{use_x} global @x common size 4 align 16 {{ }}");
    let large = "global @x common size 400 align 4 { }";
    let real = "global @x external size 8 align 8 { bytes \"abc\" }";
    check(
        &[&small, large],
        &["main"],
        expect![[r#"
        global @x common size 400 align 16 {
        func @main external params 0 ret 0 {
        addr.g r0, @x, 0"#]],
    );
    check(
        &[&small, large, real],
        &["main"],
        expect![[r#"
        global @x external size 8 align 8 {
        bytes "abc"
        func @main external params 0 ret 0 {
        addr.g r0, @x, 0"#]],
    );
}

#[test]
fn what_nobody_defines_stays_declared_and_weak_only_if_all_say_so() {
    let unit = |linkage: &str, name: &str| {
        format!(
            "func @{name} external params 0 ret 0 BODY{{
                addr.f r0, @f addr.g r0, @x, 0 addr.f r0, @only ret r0, 0 }}
             func @f {linkage} params 0 ret 0 declared
             func @only weak params 0 ret 0 declared
             global @x {linkage} size 4 align 4 declared"
        )
    };
    check(
        &[&unit("weak", "main"), &unit("external", "two")],
        &["main", "two"],
        expect![[r#"
        global @x external size 0 align 4 declared
        func @main external params 0 ret 0 {
        addr.f r0, @f
        addr.g r0, @x, 0
        addr.f r0, @only
        func @two external params 0 ret 0 {
        addr.f r0, @f
        addr.g r0, @x, 0
        addr.f r0, @only
        func @f external params 0 ret 0 declared
        func @only weak params 0 ret 0 declared"#]],
    );
}

#[test]
fn the_library_gives_what_is_missing_and_only_that() {
    let libc = "func @f external params 0 ret 0 BODY{ call r0, 0, @helper, 0, args0 ret r0, 0 }
                func @helper internal params 0 ret 0 BODY{ addr.g r0, @table, 0 ret r0, 0 }
                func @other external params 0 ret 0 BODY{ trap }
                global @unused external size 4 align 4 { }
                global @table internal size 8 align 8 { reloc 8 at 0 func @last + 0 }
                func @last external params 0 ret 0 declared";
    let more = "func @last external params 0 ret 0 BODY{ unreachable }";
    check_with(
        &[MAIN_CALLS_F],
        &["main"],
        &[libc, more],
        &[],
        expect![[r#"
        global @table internal size 8 align 8 {
        reloc 8 at 0 func @last + 0
        func @main external params 0 ret 0 {
        call r0, 0, @f, 0, args0
        func @f external params 0 ret 0 {
        call r0, 0, @helper, 0, args0
        func @helper internal params 0 ret 0 {
        addr.g r0, @table, 0
        func @last external params 0 ret 0 {
        unreachable"#]],
    );
}

#[test]
fn the_program_beats_the_library_also_inside_the_library() {
    let libc = "func @f external params 0 ret 0 BODY{ call r0, 0, @malloc, 0, args0 ret r0, 0 }
                func @malloc external params 0 ret 0 BODY{ trap }";
    let own = "func @malloc weak params 0 ret 0 BODY{ unreachable }";
    check_with(
        &[MAIN_CALLS_F, own],
        &["main"],
        &[libc],
        &[],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @f, 0, args0
        func @f external params 0 ret 0 {
        call r0, 0, @malloc, 0, args0
        func @malloc weak params 0 ret 0 {
        unreachable"#]],
    );
}

#[test]
fn a_builtin_stays_declared_unless_the_program_defines_it() {
    let libc = "func @f external params 0 ret 0 BODY{ call r0, 0, @memcpy, 0, args0 ret r0, 0 }
                func @memcpy external params 0 ret 0 BODY{ trap }
                func @copy weak params 0 ret 0 alias @memcpy";
    let own = "func @memcpy external params 0 ret 0 BODY{ unreachable }";
    check_with(
        &[MAIN_CALLS_F],
        &["main"],
        &[libc],
        &["memcpy"],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @f, 0, args0
        func @f external params 0 ret 0 {
        call r0, 0, @memcpy, 0, args0
        func @memcpy external params 0 ret 0 declared"#]],
    );
    check_with(
        &[MAIN_CALLS_F, own],
        &["main"],
        &[libc],
        &["memcpy"],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @f, 0, args0
        func @f external params 0 ret 0 {
        call r0, 0, @memcpy, 0, args0
        func @memcpy external params 0 ret 0 {
        unreachable"#]],
    );
    let copies = "func @main external params 0 ret 0 BODY{ call r0, 0, @copy, 0, args0 ret r0, 0 }
                  func @copy external params 0 ret 0 declared";
    check_with(
        &[copies],
        &["main"],
        &[libc],
        &["memcpy"],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @memcpy, 0, args0
        func @memcpy external params 0 ret 0 declared"#]],
    );
}

#[test]
fn aliases_are_replaced_by_what_they_stand_for() {
    let unit = "func @real internal params 0 ret 0 BODY{ trap }
                func @middle weak params 0 ret 0 alias @real
                func @f external params 0 ret 0 alias @middle";
    check(
        &[MAIN_CALLS_F, unit],
        &["main"],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @real, 0, args0
        func @real internal params 0 ret 0 {
        trap"#]],
    );
}

#[test]
fn an_alias_means_the_definition_of_its_own_module() {
    let library = "func @f external params 0 ret 0 alias @g
                   func @g weak params 0 ret 0 BODY{ trap }";
    let own = "func @g external params 0 ret 0 BODY{ call r0, 0, @f, 0, args0 unreachable }
               func @f external params 0 ret 0 declared";
    check_with(
        &[own],
        &["g"],
        &[library],
        &[],
        expect![[r#"
        func @g#0 external params 0 ret 0 {
        call r0, 0, @g#1, 0, args0
        unreachable
        func @g#1 internal params 0 ret 0 {
        trap"#]],
    );
}

#[test]
fn an_alias_into_a_global_keeps_its_offset_from_the_global() {
    let unit = "func @main external params 0 ret 0 BODY{
                    addr.g r0, @same, 0 addr.g r0, @inner, 0 addr.g r0, @inmost, 0 ret r0, 0 }
                global @same external size 16 align 8 alias @base + 0
                global @inner external size 8 align 8 alias @base + 8
                global @inmost external size 4 align 4 alias @inner + 4
                global @base internal size 16 align 8 { }";
    check(
        &[unit],
        &["main"],
        expect![[r#"
        global @base internal size 16 align 8 {
        global @inner external size 8 align 8 alias @base + 8
        global @inmost external size 4 align 4 alias @base + 12
        func @main external params 0 ret 0 {
        addr.g r0, @base, 0
        addr.g r0, @inner, 0
        addr.g r0, @inmost, 0"#]],
    );
}

#[test]
fn an_ifunc_calls_its_resolver_and_forwards() {
    let unit = "func @f external params 2 ret 1 ifunc @pick
                func @pick internal params 0 ret 1 BODY{ addr.f r0, @pick ret r0, 1 }";
    check(
        &[MAIN_CALLS_F, unit],
        &["main"],
        expect![[r#"
        func @main external params 0 ret 0 {
        call r0, 0, @f, 0, args0
        func @f external params 2 ret 1 {
        call r2, 1, @pick, 0, args0
        forward r2
        func @pick internal params 0 ret 1 {
        addr.f r0, @pick"#]],
    );
}

#[test]
fn constructors_come_in_order_of_priority_then_of_modules() {
    let unit = |names: [&str; 2], priorities: [u32; 2]| {
        let [a, b] = names;
        format!(
            "constructor {} @{a} constructor {} @{b} destructor 9 @{b}
             func @{a} internal params 0 ret 0 BODY{{ trap }}
             func @{b} internal params 0 ret 0 BODY{{ trap }}",
            priorities[0], priorities[1]
        )
    };
    check_with(
        &[&unit(["a", "b"], [200, 100]), &unit(["c", "d"], [100, 200])],
        &[],
        &[&unit(["lib", "late"], [100, 65535])],
        &[],
        expect![[r#"
            constructor 100 @lib
            constructor 100 @b
            constructor 100 @c
            constructor 200 @a
            constructor 200 @d
            constructor 65535 @late
            destructor 9 @late
            destructor 9 @b
            destructor 9 @d
            func @lib internal params 0 ret 0 {
            trap
            func @late internal params 0 ret 0 {
            trap
            func @a internal params 0 ret 0 {
            trap
            func @b internal params 0 ret 0 {
            trap
            func @c internal params 0 ret 0 {
            trap
            func @d internal params 0 ret 0 {
            trap"#]],
    );
}

#[test]
fn globals_of_a_section_whose_bounds_are_asked_for_are_kept_in_order() {
    let one = "func @main external params 0 ret 0 BODY{
                   addr.g r0, @__start_tests, 0 addr.g r0, @second, 0 ret r0, 0 }
               global @__start_tests external size 0 align 1 declared
               global @first internal size 8 align 8 section \"tests\" { }
               global @second internal size 8 align 8 section \"tests\" { }
               global @elsewhere internal size 8 align 8 section \"more\" { }";
    let two = "global @third internal size 8 align 8 section \"tests\" { reloc 8 at 0 func @f + 0 }
               func @f internal params 0 ret 0 BODY{ trap }";
    check(
        &[one, two],
        &["main"],
        expect![[r#"
        global @first internal size 8 align 8 section "tests" {
        global @second internal size 8 align 8 section "tests" {
        global @third internal size 8 align 8 section "tests" {
        reloc 8 at 0 func @f + 0
        global @__start_tests external size 0 align 1 declared
        func @main external params 0 ret 0 {
        addr.g r0, @__start_tests, 0
        addr.g r0, @second, 0
        func @f internal params 0 ret 0 {
        trap"#]],
    );
}

#[test]
fn a_library_keeps_everything_and_the_names_of_aliases() {
    let write = "func @__write internal params 0 ret 0 BODY{ trap }
                 func @write weak params 0 ret 0 alias @__write
                 func @dummy internal params 0 ret 0 BODY{ unreachable }
                 func @flush weak params 0 ret 0 alias @dummy
                 func @exit external params 0 ret 0 BODY{ call r0, 0, @flush, 0, args0 trap }
                 global @x external size 4 align 4 { }";
    let flush = "func @flush external params 0 ret 0 BODY{ call r0, 0, @write, 0, args0 trap }
                 func @write external params 0 ret 0 declared
                 func @missing external params 0 ret 0 declared";
    let modules = vec![("write.c".to_string(), module(write)), ("flush.c".into(), module(flush))];
    let linked = link_library(modules).unwrap();
    verify(&linked).unwrap();
    expect![[r#"
        file "a.c"
        name "n"

        global @x external size 4 align 4 {
        }

        func @__write internal params 0 ret 0 {
          regs 1
          loc !0 file0 1 1 n0
        b0:
          trap
        }

        func @write weak params 0 ret 0 alias @__write

        func @dummy internal params 0 ret 0 {
          regs 1
          loc !0 file0 1 1 n0
        b0:
          unreachable
        }

        func @exit external params 0 ret 0 {
          regs 1
          loc !0 file0 1 1 n0
        b0:
          call r0, 0, @flush, 0, args0
          trap
        }

        func @flush external params 0 ret 0 {
          regs 1
          loc !0 file0 1 1 n0
        b0:
          call r0, 0, @write, 0, args0
          trap
        }
    "#]]
    .assert_eq(&linked.to_string());
}

#[test]
fn a_root_may_be_a_global_and_a_missing_root_is_left_out() {
    check(
        &["global @environ external size 8 align 8 { }"],
        &["environ", "main"],
        expect!["global @environ external size 8 align 8 {"],
    );
}
