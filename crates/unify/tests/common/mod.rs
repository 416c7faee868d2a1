//! Pairs of modules in the text format, unified; and what each version does, by the engine.

#![allow(dead_code, reason = "each test uses a part")]

use patchlight_engine::{Context, Halt, Program, State};
use patchlight_expr::Side;
use patchlight_ir::verify::{Sizes, verify_global, verify_structure};
use patchlight_ir::{FuncId, GlobalId, Init, Module};
use patchlight_unify::{FunctionSummary, Lines, Unified, UnifyError, unify};
use std::ops::ControlFlow;

const HEADER: &str = "file \"p.c\"\nname \"f\"\n";
const MAX_OPS: u64 = 100_000;

pub struct Pair {
    pub old: Module,
    pub new: Module,
    pub unified: Unified,
}

pub fn module(items: &str) -> Module {
    let module = patchlight_ir::text::parse(&format!("{HEADER}{items}")).expect("a module");
    patchlight_ir::verify(&module).expect("a sound module");
    module
}

pub fn try_pair(old: &str, new: &str) -> Result<Pair, UnifyError> {
    with_lines(old, new, &Lines::default())
}

pub fn with_lines(old: &str, new: &str, lines: &Lines) -> Result<Pair, UnifyError> {
    let (old, new) = (module(old), module(new));
    let unified = unify(&old, &new, lines, &|_| true)?;
    check_structure(&unified.module);
    Ok(Pair { old, new, unified })
}

/// A register may be assigned in one version alone, so only the structure can be verified.
pub fn check_structure(unified: &Module) {
    let sizes = Sizes::of(unified);
    for function in &unified.functions {
        verify_structure(sizes, function).expect("a sound unified function");
    }
    unified.globals.iter().for_each(|global| verify_global(sizes, global).expect("a sound global"));
}

/// Unifies two versions, the check of which accepts the result.
#[track_caller]
pub fn pair(old: &str, new: &str) -> Pair {
    try_pair(old, new).unwrap_or_else(|error| panic!("{error}"))
}

/// What a function returns, or how it ends.
pub fn run(module: &Module, old: Option<&[(GlobalId, Init)]>, name: &str, args: &[u64]) -> String {
    let program = Program::new(module.clone()).expect("a program");
    let mut state = State::new(&program, name, 1 << 20).expect("a function");
    if let Some(initialisers) = old {
        state.be_version(&program, Side::Old, initialisers);
    }
    state.set_args(&program, args);
    match state.run(&program, &mut Context::default(), MAX_OPS) {
        ControlFlow::Break(Halt::End(end)) => {
            format!("{end:?}").split(' ').next().unwrap_or_default().to_string()
        }
        ControlFlow::Break(halt) => format!("{halt:?}"),
        ControlFlow::Continue(call) => format!("{call:?}"),
    }
}

impl Pair {
    /// A function of the unified module, as text, without its header.
    pub fn text(&self, name: &str) -> String {
        let function = self.id(name);
        let text = patchlight_ir::text::print_function(&self.unified.module, function);
        let ops = text.lines().skip_while(|line| !line.starts_with("b0:"));
        ops.map(|line| format!("{}\n", line.split(" !").next().unwrap_or_default())).collect()
    }

    pub fn id(&self, name: &str) -> FuncId {
        let functions = &self.unified.module.functions;
        let index = functions.iter().position(|function| function.name == name);
        FuncId::from_index(index.expect("a function of this name"))
    }

    /// What is said of the only function that changed.
    #[track_caller]
    pub fn changed(&self) -> &FunctionSummary {
        match &self.unified.summary.changed[..] {
            [function] => function,
            all => panic!("{} functions changed", all.len()),
        }
    }

    /// Ops of both versions, of the old one, of the new one.
    #[track_caller]
    pub fn counts(&self) -> [usize; 3] {
        let FunctionSummary { n_shared, n_old, n_new, .. } = *self.changed();
        [n_shared, n_old, n_new]
    }

    /// Runs each version by itself and as a part of the unified module, under its names.
    #[track_caller]
    pub fn is_both(&self, [old_name, new_name]: [&str; 2], all_args: &[&[u64]]) {
        let unified = &self.unified;
        let here = &self.unified.module.functions;
        let old_here = here.iter().any(|function| function.name == old_name);
        let name_of_old = if old_here { old_name } else { new_name };
        for args in all_args {
            let expected = run(&self.old, None, old_name, args);
            let initialisers = Some(&unified.old_initialisers[..]);
            let found = run(&unified.module, initialisers, name_of_old, args);
            assert_eq!(found, expected, "old on {args:?}:\n{}", unified.module);
            let expected = run(&self.new, None, new_name, args);
            let found = run(&unified.module, None, new_name, args);
            assert_eq!(found, expected, "new on {args:?}:\n{}", unified.module);
        }
    }
}
