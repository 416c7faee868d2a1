//! Two versions made one: the checker accepts every body, and each version still does what it did.
//!
//! An input is two modules in text form. What they do is asked of the engine, which knows nothing of
//! how versions are matched.

use crate::modules::{linked, module};
use crate::parts;
use patchlight_engine::{Context, Halt, PathEnd, Program, Side, State};
use patchlight_ir::verify::{Sizes, verify_global, verify_structure};
use patchlight_ir::{FuncKind, Function, GlobalId, GlobalKind, Init, Linkage, Module, Op};
use patchlight_unify::{Lines, Unified, UnifyError, own_names, unify};
use std::ops::ControlFlow;

const MAX_OPS: u64 = 2_000;
const MAX_BYTES: u64 = 1 << 16;
/// More registers, blocks or ops than this take seconds, and show nothing new.
const MAX_SIZE: usize = 2_000;

pub fn hold(bytes: &[u8]) {
    let parts = parts(bytes);
    // One module alone is both versions.
    let (old, new) = (parts[0], parts[parts.len() - 1]);
    let (Some(old), Some(new)) = (program(old), program(new)) else { return };
    let unified = match unify(&old, &new, &Lines::default(), &|_| true) {
        Ok(unified) => unified,
        Err(UnifyError::NothingInCommon) => return,
        Err(error) => panic!("{error}\n{old}\n=====\n{new}"),
    };
    check_structure(&unified.module);
    if is_free_of_addresses(&old) && is_free_of_addresses(&new) {
        check_behaviour(&old, &new, &unified);
    }
}

/// A linked program that is not two versions already.
fn program(text: &[u8]) -> Option<Module> {
    let program = linked(module(text)?)?;
    let mut bodies = program.functions.iter().filter_map(Function::body);
    let is_small = |n: usize| n <= MAX_SIZE;
    let is_plain = bodies.all(|body| {
        let n_regs = usize::from(body.n_regs);
        !body.has_versions() && is_small(body.ops.len()) && is_small(n_regs)
    });
    is_plain.then_some(program)
}

/// A register may be assigned in one version alone, so only the structure can be verified.
fn check_structure(unified: &Module) {
    let sizes = Sizes::of(unified);
    let functions = unified.functions.iter().map(|function| verify_structure(sizes, function));
    let globals = unified.globals.iter().map(|global| verify_global(sizes, global));
    if let Some(error) = functions.chain(globals).find_map(Result::err) {
        panic!("the unified module does not verify: {error}\n{unified}");
    }
}

/// Whether nothing that a function computes depends on where objects and functions lie: in the unified
/// program they lie elsewhere.
fn is_free_of_addresses(module: &Module) -> bool {
    let of_op = |op: &Op| {
        matches!(
            op,
            Op::GlobalAddr { .. }
                | Op::FuncAddr { .. }
                | Op::BlockAddr { .. }
                | Op::LeaGX { .. }
                | Op::LeaGXs { .. }
                | Op::Alloca { .. }
                | Op::AllocaDyn { .. }
                | Op::StackSave { .. }
                | Op::VaStart { .. }
                | Op::ReadCounter { .. }
        )
    };
    let has_body = |function: &Function| function.body().is_some();
    let mut bodies = module.functions.iter().filter_map(Function::body);
    let is_plain = |kind: &GlobalKind| match kind {
        GlobalKind::Defined(init) => init.relocs.is_empty(),
        GlobalKind::Declared | GlobalKind::Alias { .. } => false,
    };
    bodies.all(|body| !body.ops.iter().any(of_op))
        && module.functions.iter().all(has_body)
        && module.globals.iter().all(|global| is_plain(&global.kind) && global.section.is_none())
        && module.constructors.is_empty()
        && module.destructors.is_empty()
}

fn check_behaviour(old: &Module, new: &Module, unified: &Unified) {
    let initialisers = Some(&unified.old_initialisers[..]);
    for (own, initialisers) in [(old, initialisers), (new, None)] {
        let is_asked = |function: &&Function| function.linkage != Linkage::Internal;
        for function in own.functions.iter().filter(is_asked) {
            let Some(here) = name_here(&unified.module, &function.name, initialisers.is_some())
            else {
                continue;
            };
            for args in [[0; 4], [1, 2, 3, 4], [u64::MAX; 4]] {
                let args = &args[..usize::from(function.n_params).min(4)];
                let expected = run(own, None, &function.name, args);
                let found = run(&unified.module, initialisers, &here, args);
                if let (Some(expected), Some(found)) = (expected, found) {
                    let side = if initialisers.is_some() { "old" } else { "new" };
                    let Unified { module, .. } = unified;
                    assert_eq!(
                        found, expected,
                        "`{}` of the {side} version on {args:?}:\n{old}\n=====\n{new}\n=====\n{module}",
                        function.name
                    );
                }
            }
        }
    }
}

/// What a function of a version is called in the unified module, if it kept its name.
fn name_here(unified: &Module, name: &str, is_old: bool) -> Option<String> {
    let is_there = |name: &str| {
        let mut named = unified.functions.iter().filter(|function| function.name == name);
        let is_it = |function: &Function| {
            function.linkage != Linkage::Internal && matches!(function.kind, FuncKind::Defined(_))
        };
        // Of several functions of one name, which one is meant is not known here.
        named.next().is_some_and(is_it) && named.next().is_none()
    };
    let own = own_names::of_old(name);
    match is_old && is_there(&own) {
        true => Some(own),
        false => is_there(name).then(|| name.to_string()),
    }
}

/// How a function ends. None if that depends on how large the program is or how long it takes.
fn run(
    module: &Module,
    old: Option<&[(GlobalId, Init)]>,
    name: &str,
    args: &[u64],
) -> Option<String> {
    let program = Program::new(module.clone()).expect("a sound module");
    let mut state = State::new(&program, name, MAX_BYTES).ok()?;
    if let Some(initialisers) = old {
        state.be_version(&program, Side::Old, initialisers);
    }
    state.set_args(&program, args);
    match state.run(&program, &mut Context::default(), MAX_OPS) {
        ControlFlow::Break(Halt::Returned(value)) => Some(format!("{value:?}")),
        ControlFlow::Break(Halt::End(PathEnd::Exit(status))) => Some(format!("exit {status}")),
        ControlFlow::Break(Halt::End(PathEnd::Bug(bug))) => Some(bug.kind.name().to_string()),
        ControlFlow::Break(Halt::End(PathEnd::Unsupported(gap))) => Some(gap.what),
        _ => None,
    }
}
