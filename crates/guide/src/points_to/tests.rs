//! What pointers of small programs may point to: expected sets follow from the text by hand.

use super::*;
use crate::values::Values;
use patchlight_ir::Cfg;

/// A module with globals `@a`, `@b` and `@p` of 16 bytes, and what is known of its functions.
struct Solved {
    module: Module,
    values: Vec<Option<Values>>,
}

impl Solved {
    fn new(items: &str) -> Solved {
        let global = |name: &str| format!("global @{name} internal size 16 align 8 {{\n}}\n");
        let globals = global("a") + &global("b") + &global("p");
        let text = format!("file \"p.c\"\nname \"f\"\n{globals}{items}");
        let module = patchlight_ir::text::parse(&text).expect("a module");
        patchlight_ir::verify(&module).expect("a sound module");
        let values = module.functions.iter().map(|function| {
            let body = function.body()?;
            Some(Values::new(body, &Cfg::new(body), function.n_params, |_| false))
        });
        let values = values.collect();
        Solved { module, values }
    }

    /// What the register that an op reads first points to.
    fn read(&self, name: &str, op: usize) -> Vec<String> {
        let points_to = PointsTo::new(&self.module, &self.values);
        let index = self.module.functions.iter().position(|function| function.name == name);
        let func = FuncId::from_index(index.expect("a function"));
        let values = self.values[func.index()].as_ref().expect("a body");
        let node = points_to.node(func, values.reads(op)[0]);
        let mut places: Vec<String> = points_to
            .places(node)
            .into_iter()
            .map(|(object, place)| self.show(&points_to, object, place))
            .collect();
        places.sort();
        places
    }

    fn show(&self, points_to: &PointsTo<'_>, object: ObjectId, place: Offsets) -> String {
        let name = match points_to.objects()[object.index()].kind {
            ObjectKind::Global(global) => self.module.globals[global.index()].name.clone(),
            ObjectKind::MadeBy(func, op) => {
                format!("{}:{op}", self.module.functions[func.index()].name)
            }
            other => format!("{other:?}"),
        };
        match place {
            Offsets { offset, stride: 0 } => format!("{name}+{offset}"),
            Offsets { offset, stride } => format!("{name}+{offset}%{stride}"),
        }
    }
}

fn func(head: &str, ops: &str) -> String {
    format!(
        "func {head} {{\n regs 8\n loc !0 file0 1 1 n0\n local l0 \"x\" size 16 align 8\n \
         local l1 \"y\" size 16 align 8\n args r0 r1 r2 r3 r4\n{ops}\n}}\n"
    )
}

fn main_of(ops: &str) -> Solved {
    Solved::new(&func("@main external params 2 ret 1", ops))
}

#[test]
fn an_address_is_followed_through_moves_and_additions() {
    let solved = main_of(
        "b0:\n addr.g r2, @a, 4\n mov r3, r2\n add.64i r4, r3, 8\n load.8 r5, r4, 0\n ret r5, 1",
    );
    assert_eq!(solved.read("main", 3), ["a+12"]);
}

#[test]
fn a_choice_points_to_both() {
    let solved = main_of(
        "b0:\n addr.g r2, @a, 0\n addr.g r3, @b, 0\n br.eq.i 32, r0, 1, b1, b2\nb1:\n mov r2, r3\n \
         jmp b2\nb2:\n load.8 r4, r2, 0\n ret r4, 1",
    );
    assert_eq!(solved.read("main", 5), ["a+0", "b+0"]);
}

#[test]
fn a_register_that_is_assigned_again_points_to_what_it_was_assigned_last() {
    let solved =
        main_of("b0:\n addr.g r2, @a, 0\n addr.g r2, @b, 0\n load.8 r4, r2, 0\n ret r4, 1");
    assert_eq!(solved.read("main", 2), ["b+0"]);
}

#[test]
fn a_pointer_that_was_stored_is_loaded_from_the_same_place_alone() {
    let solved = main_of(
        "b0:\n addr.g r2, @a, 0\n addr.g r3, @b, 0\n store.64g r2, @p, 0\n store.64g r3, @p, 8\n \
         load.64g r4, @p, 0\n load.8 r5, r4, 0\n load.64g r6, @p, 8\n load.8 r7, r6, 0\n ret r5, 1",
    );
    assert_eq!(solved.read("main", 5), ["a+0"]);
    assert_eq!(solved.read("main", 7), ["b+0"]);
}

#[test]
fn an_index_reaches_every_element_and_no_field_between_them() {
    let solved = main_of("b0:\n lea.gx r2, r0, 8, @a, 4\n load.8 r3, r2, 0\n ret r3, 1");
    assert_eq!(solved.read("main", 1), ["a+4%8"]);
    // Elements of pointers: what one index stored another one loads.
    let solved = main_of(
        "b0:\n addr.g r2, @a, 0\n store.64gx r2, r0, 8, @p, 0\n load.64gx r3, r1, 8, @p, 0\n \
         load.8 r4, r3, 0\n ret r4, 1",
    );
    assert_eq!(solved.read("main", 3), ["a+0"]);
}

#[test]
fn stack_objects_are_told_apart_by_the_op_that_makes_them() {
    let solved = main_of(
        "b0:\n alloca r2, l0\n alloca r3, l1\n store.64 r2, r3, 0\n load.64 r4, r3, 0\n \
         load.8 r5, r4, 0\n ret r5, 1",
    );
    assert_eq!(solved.read("main", 4), ["main:0+0"]);
    assert_eq!(solved.read("main", 3), ["main:1+0"]);
}

#[test]
fn memory_from_the_heap_is_one_object_for_each_call() {
    let malloc = "func @malloc external params 1 ret 1 declared\n";
    let solved = Solved::new(
        &(func(
            "@main external params 2 ret 1",
            "b0:\n call r2, 1, @malloc, 1, args0\n call r3, 1, @malloc, 1, args0\n load.8 r4, r2, 0\n \
             load.8 r5, r3, 0\n ret r4, 1",
        ) + malloc),
    );
    assert_eq!(solved.read("main", 2), ["main:0+0"]);
    assert_eq!(solved.read("main", 3), ["main:1+0"]);
}

#[test]
fn a_function_that_only_allocates_makes_an_object_for_each_of_its_calls() {
    let xmalloc = func(
        "@xmalloc internal params 1 ret 1",
        "b0:\n call r1, 1, @malloc, 1, args0\n br.eq.i 64, r1, 0, b1, b2\nb1:\n trap\nb2:\n ret r1, 1",
    );
    let solved = Solved::new(
        &(func(
            "@main external params 2 ret 1",
            "b0:\n call r2, 1, @xmalloc, 1, args0\n call r3, 1, @xmalloc, 1, args0\n load.8 r4, r2, 0\n \
             load.8 r5, r3, 0\n ret r4, 1",
        ) + &xmalloc
            + "func @malloc external params 1 ret 1 declared\n"),
    );
    assert_eq!(solved.read("main", 2), ["main:0+0"]);
    assert_eq!(solved.read("main", 3), ["main:1+0"]);
}

#[test]
fn parameters_point_to_what_all_calls_pass_and_results_to_what_is_returned() {
    let callee = func("@callee internal params 1 ret 1", "b0:\n load.8 r1, r0, 0\n ret r0, 1");
    let solved = Solved::new(
        &(func(
            "@main external params 2 ret 1",
            "b0:\n addr.g r0, @a, 0\n call r5, 1, @callee, 1, args0\n addr.g r0, @b, 0\n \
             call r6, 1, @callee, 1, args0\n load.8 r7, r6, 0\n ret r7, 1",
        ) + &callee),
    );
    assert_eq!(solved.read("callee", 0), ["a+0", "b+0"]);
    assert_eq!(solved.read("main", 4), ["a+0", "b+0"], "calls are not told apart");
}

#[test]
fn a_call_through_a_pointer_passes_its_arguments_to_what_the_pointer_may_be() {
    let one = |name: &str| {
        func(&format!("@{name} internal params 1 ret 1"), "b0:\n load.8 r1, r0, 0\n ret r1, 1")
    };
    let solved = Solved::new(
        &(func(
            "@main external params 2 ret 1",
            "b0:\n addr.f r5, @called\n addr.g r0, @a, 0\n call.ptr r6, 1, r5, 1, args0\n \
             addr.f r7, @not_called\n ret r6, 1",
        ) + &one("called")
            + &one("not_called")),
    );
    assert_eq!(solved.read("called", 0), ["a+0"]);
    assert_eq!(solved.read("not_called", 0), Vec::<String>::new());
}

#[test]
fn copied_memory_has_the_pointers_of_its_source() {
    let solved = main_of(
        "b0:\n addr.g r2, @a, 0\n store.64g r2, @p, 8\n addr.g r3, @p, 0\n addr.g r4, @b, 0\n \
         const r5, 16\n memcpy r4, r3, r5\n load.64g r6, @b, 8\n load.8 r7, r6, 0\n ret r7, 1",
    );
    assert_eq!(solved.read("main", 7), ["a+0"]);
}

#[test]
fn initialisers_hold_pointers() {
    let table = "global @table internal size 16 align 8 {\n reloc 8 at 0 global @a + 4\n \
        reloc 8 at 8 global @b + 0\n}\n";
    let solved = Solved::new(
        &(table.to_string()
            + &func(
                "@main external params 2 ret 1",
                "b0:\n load.64g r2, @table, 0\n load.8 r3, r2, 0\n load.64g r4, @table, 8\n \
                 load.8 r5, r4, 0\n ret r3, 1",
            )),
    );
    assert_eq!(solved.read("main", 1), ["a+4"]);
    assert_eq!(solved.read("main", 3), ["b+0"]);
}

#[test]
fn places_overlap_if_and_only_if_some_of_their_bytes_are_the_same() {
    // By listing offsets: strides up to 6, in a window that is long enough for all meetings.
    let offsets = |place: Offsets| -> Vec<i64> {
        match place.stride {
            0 => vec![place.offset],
            stride => (-30..=30).map(|n| place.offset + n * stride as i64).collect(),
        }
    };
    for (stride, other_stride) in (0..=6).flat_map(|a| (0..=6).map(move |b| (a, b))) {
        for (offset, other_offset) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
            let [one, other] =
                [Offsets::new(offset, stride), Offsets::new(other_offset, other_stride)];
            for (bytes, other_bytes) in [(1, 1), (2, 1), (1, 3), (4, 2)] {
                let (all, others) = (offsets(one), offsets(other));
                let expected = all
                    .iter()
                    .any(|a| others.iter().any(|b| a < &(b + other_bytes) && b < &(a + bytes)));
                let found = one.overlaps(bytes as u64, other, other_bytes as u64);
                assert_eq!(found, expected, "{one:?} {bytes} {other:?} {other_bytes}");
            }
        }
    }
}
