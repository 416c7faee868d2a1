//! The dependence graph on small programs. `tests/dependence` has them as C, and as `patchlight ir`
//! prints them; expected values follow from the C by hand.

use patchlight_guide::dependence::{DependenceKind, Dependences};
use patchlight_ir::{FileId, FuncId, Module, OpPlace, SourceMap, text};
use std::collections::BTreeSet;

struct Program {
    module: Module,
    dependences: Dependences,
    map: SourceMap,
}

impl Program {
    fn new(text: &str) -> Program {
        let module = text::parse(text).expect("a module");
        let dependences = Dependences::new(&module, |_| false);
        let map = SourceMap::new(&module);
        Program { module, dependences, map }
    }

    fn line_of(&self, place: OpPlace) -> u32 {
        let body = self.module.functions[place.func.index()].body().expect("a body");
        body.loc(place.op).line
    }

    /// The lines that what a line does may affect.
    fn affected(&self, line: u32) -> Vec<u32> {
        let ops = self.map.ops_of_line(FileId(0), line);
        assert!(!ops.is_empty(), "line {line} has no code");
        let affected = self.dependences.affected_by(ops);
        let lines: BTreeSet<u32> = affected.iter().map(|place| self.line_of(place)).collect();
        lines.into_iter().collect()
    }

    /// The other lines that a line depends on directly.
    fn of(&self, line: u32) -> Vec<(u32, DependenceKind)> {
        let ops = self.map.ops_of_line(FileId(0), line);
        let direct = ops.iter().flat_map(|&op| self.dependences.of(op));
        let lines = direct.map(|(place, kind)| (self.line_of(place), kind));
        let lines: BTreeSet<_> = lines.filter(|&(of, _)| of != line).collect();
        lines.into_iter().collect()
    }
}

const RUNNING_EXAMPLE: &str = include_str!("dependence/running_example.plir");
const BUFFER: &str = include_str!("dependence/buffer.plir");

#[test]
fn the_flag_and_the_condition_meet_where_the_value_is_chosen() {
    let program = Program::new(RUNNING_EXAMPLE);
    // `lhs = 1` and `c = lhs` both decide what `init = c ? v : 1` gives.
    assert!(program.affected(7).contains(&10));
    assert!(program.affected(9).contains(&10));
    assert!(program.affected(2).contains(&10));
    // The first value of `init` is what is returned if there is no dash, and nothing else.
    assert!(program.affected(10).contains(&13));
    assert!(!program.affected(10).contains(&9));
}

#[test]
fn a_definition_reaches_its_uses() {
    use DependenceKind::*;
    let program = Program::new(RUNNING_EXAMPLE);
    // `c = lhs` reads both values of `lhs`; line 8 decides whether it does.
    assert_eq!(program.of(9), [(2, Register), (7, Register), (8, Control)]);
}

#[test]
fn an_access_depends_on_the_allocation_of_what_it_accesses() {
    use DependenceKind::*;
    let program = Program::new(BUFFER);
    // `field[i]`: the pointer, the memory behind it, the argument, the call.
    assert_eq!(program.of(5), [(11, Memory), (11, Allocation), (14, Argument), (14, Call)]);
    // Both conditions of the paper's Figure 3 affect the access.
    assert!(program.affected(10).contains(&5));
    assert!(program.affected(13).contains(&5));
    // The allocation does not decide whether the access is tried.
    assert!(!program.affected(11).contains(&13));
}

const CONTEXTS: &str = include_str!("dependence/contexts.plir");

#[test]
fn a_slice_comes_out_of_a_function_where_it_went_in() {
    let program = Program::new(CONTEXTS);
    let affected = program.affected(13);
    // `a` goes through `twice` to `ta`, through the condition of `choose` to `ca`, and through `put`
    // and memory to `n`.
    for line in [2, 15, 5, 17, 20, 10, 21] {
        assert!(affected.contains(&line), "line {line} is not in {affected:?}");
    }
    // `tb` and `cb` come from other calls of the same functions.
    assert!(!affected.contains(&16), "{affected:?}");
    assert!(!affected.contains(&18), "{affected:?}");
}

#[test]
fn an_argument_that_does_not_decide_leaves_the_condition_alone() {
    let program = Program::new(CONTEXTS);
    // `b` is what `choose` may return, not what it looks at.
    let affected = program.affected(14);
    assert!(affected.contains(&6) && affected.contains(&18), "{affected:?}");
    assert!(!affected.contains(&5) && !affected.contains(&7), "{affected:?}");
}

const ALLOCATORS: &str = include_str!("dependence/allocators.plir");

const LIBRARY: &str = include_str!("dependence/library.plir");

impl Program {
    /// The other lines whose stores, or whose definitions, a line reads.
    fn of_kind(&self, line: u32, kind: DependenceKind) -> Vec<u32> {
        let of = self.of(line).into_iter();
        of.filter(|&(_, of)| of == kind).map(|(line, _)| line).collect()
    }
}

#[test]
fn what_the_library_calls_back_depends_on_the_call() {
    let program = Program::new(LIBRARY);
    // `by_x` is called by `qsort` and compares what line 25 stored and `qsort` moved about.
    assert_eq!(program.of_kind(10, DependenceKind::Call), [26]);
    assert_eq!(program.of_kind(10, DependenceKind::Memory), [25, 26]);
    // What it returns decides where `qsort` leaves things.
    assert_eq!(program.of_kind(26, DependenceKind::Result), [10]);
    assert_eq!(program.of_kind(27, DependenceKind::Memory), [25, 26]);
}

#[test]
fn variable_arguments_come_from_the_call() {
    let program = Program::new(LIBRARY);
    // `va_arg` reads the list, which line 14 began, and what line 28 passed.
    assert_eq!(program.of_kind(17, DependenceKind::Memory), [14, 28]);
}

#[test]
fn library_functions_write_what_they_are_known_to_write() {
    let program = Program::new(LIBRARY);
    // `strcpy` writes `text`; `strchr` and `printf` only read it.
    assert_eq!(program.of_kind(34, DependenceKind::Memory), [33]);
    assert_eq!(program.of_kind(35, DependenceKind::Memory), [33]);
    assert_eq!(program.of_kind(43, DependenceKind::Memory), [33]);
    // `copy` is only what `memcpy` made it.
    assert_eq!(program.of_kind(31, DependenceKind::Memory), [30]);
}

#[test]
fn after_setjmp_a_variable_has_any_of_its_values() {
    let program = Program::new(LIBRARY);
    assert_eq!(program.of_kind(41, DependenceKind::Register), [36, 38]);
}

#[test]
fn a_call_through_a_table_reaches_its_functions() {
    let program = Program::new(LIBRARY);
    for line in [20, 21] {
        assert_eq!(program.of_kind(line, DependenceKind::Argument), [42]);
    }
}

#[test]
fn what_comes_from_an_allocating_function_is_an_object_for_each_call() {
    use DependenceKind::*;
    let program = Program::new(ALLOCATORS);
    // `a` comes from `xmalloc`, `b` through `xcalloc` from it, too.
    assert_eq!(program.of_kind(24, Memory), [21]);
    assert_eq!(program.of_kind(25, Memory), [22]);
    // What `xrealloc` gives back is what it was given: its size is that of line 20 or 23.
    let allocations = program.of(25);
    assert!(allocations.contains(&(20, Allocation)), "{allocations:?}");
    assert!(allocations.contains(&(23, Allocation)), "{allocations:?}");
    assert!(!allocations.contains(&(19, Allocation)), "{allocations:?}");
}

#[test]
fn what_depends_directly_is_in_the_slice() {
    for text in [RUNNING_EXAMPLE, BUFFER, CONTEXTS, ALLOCATORS, LIBRARY] {
        let program = Program::new(text);
        for (index, function) in program.module.functions.iter().enumerate() {
            let Some(body) = function.body() else { continue };
            for op in 0..body.ops.len() {
                let (func, block) = (FuncId::from_index(index), body.block_of(op));
                let place = OpPlace { func, block, op };
                for (from, kind) in program.dependences.of(place) {
                    let affected = program.dependences.affected_by(&[from]);
                    assert!(affected.contains(place), "{place:?} {kind:?} {from:?}");
                }
            }
        }
    }
}
