//! The functions that differ, over all programs: what is the same in two programs need be executed in
//! one of them only.

use super::program_run::label;
use crate::pair::Pair;
use crate::versions::source_of;
use patchlight_engine::Program;
use patchlight_engine::contents::Contents;
use patchlight_ir::FuncId;
use patchlight_results::ProgramResults;
use patchlight_unify::{Differing, function_labels};
use std::collections::{BTreeSet, HashMap};

/// What tells whether functions of two programs are the same one. Names alone do not: every program
/// has a `main`.
#[derive(Clone, Debug, PartialEq)]
struct Identity {
    name: String,
    file: String,
    /// What stands for its code in the old and in the new version; none if the program leaves it out.
    code: Option<[Option<u64>; 2]>,
}

impl Identity {
    /// Code may be compiled for two programs in two ways. A program that leaves a function out has
    /// none.
    fn is(&self, other: &Identity) -> bool {
        let is_same_code = self.code.is_none() || other.code.is_none() || self.code == other.code;
        (&self.name, &self.file) == (&other.name, &other.file) && is_same_code
    }
}

#[derive(Debug)]
struct ChangedFunction {
    label: String,
    /// Unknown for tables, and where sources cannot be told apart.
    identity: Option<Identity>,
    /// Some input of this program executes it.
    is_entered: bool,
}

/// The functions that differ in one program.
#[derive(Debug, Default)]
pub struct ChangedFunctions {
    functions: Vec<ChangedFunction>,
    /// Only functions differ: no data, and nothing that the engine does not see.
    is_all: bool,
}

impl ChangedFunctions {
    /// `entered`: the labels, in either version, of those that some input executes.
    pub fn of(pair: &Pair, entered: &BTreeSet<String>) -> ChangedFunctions {
        let versions = &pair.versions;
        let Some(summary) = &versions.summary else { return ChangedFunctions::default() };
        let codes = [&versions.old, &versions.new].map(Codes::new);
        let is_entered = |one: &Differing| {
            let mut names = one.old.iter().chain(&one.new);
            names.any(|name| entered.contains(name))
        };
        let linked = summary.differing.iter().map(|one| ChangedFunction {
            label: label(one),
            identity: identity(pair, &codes, one),
            is_entered: is_entered(one),
        });
        let unreached = versions.unreached.iter().map(|one| ChangedFunction {
            label: label(&one.differing),
            identity: one.function.as_ref().map(|(name, file)| Identity {
                name: name.clone(),
                file: pair.path_of(file),
                code: None,
            }),
            is_entered: is_entered(&one.differing),
        });
        let functions = linked.chain(unreached).collect();
        let is_all = summary.initialisers.is_empty() && pair.is_missing_same;
        ChangedFunctions { functions, is_all }
    }
}

/// The functions of one version by label, and what they hold.
struct Codes<'p> {
    program: &'p Program,
    numbers: HashMap<String, usize>,
    contents: Contents<'p>,
}

impl<'p> Codes<'p> {
    fn new(program: &'p Program) -> Codes<'p> {
        let labels = function_labels(&program.module).into_iter().enumerate();
        Codes {
            program,
            numbers: labels.map(|(n, label)| (label, n)).collect(),
            contents: Contents::new(program, &[], usize::MAX),
        }
    }
}

fn identity(pair: &Pair, codes: &[Codes<'_>; 2], one: &Differing) -> Option<Identity> {
    let (mut place, mut code) = (None, [None, None]);
    for ((label, of), code) in [&one.old, &one.new].into_iter().zip(codes).zip(&mut code) {
        let Some(label) = label else { continue };
        let number = *of.numbers.get(label)?;
        let function = &of.program.module.functions[number];
        *code = Some(of.contents.of(FuncId::from_index(number)).hash);
        place = Some((function.name.clone(), source_of(&of.program.module, function)?));
    }
    let (name, file) = place?;
    Some(Identity { name, file: pair.path_of(file), code: Some(code) })
}

/// Notes which functions no program executes, and which programs need not do what others do.
pub fn settle<'a>(programs: impl Iterator<Item = (&'a mut ProgramResults, &'a ChangedFunctions)>) {
    let programs: Vec<_> = programs.collect();
    let compared = programs.iter().filter(|(program, _)| program.n_compared > 0);
    let entered = compared.flat_map(|(_, of)| of.functions.iter().filter(|one| one.is_entered));
    let entered: Vec<Identity> = entered.filter_map(|one| one.identity.clone()).collect();
    let is_settled = |one: &&ChangedFunction| {
        let identity = one.identity.as_ref();
        identity.is_some_and(|identity| entered.iter().any(|other| other.is(identity)))
    };
    for (program, of) in programs {
        let open = of.functions.iter().filter(|one| !one.is_entered && !is_settled(one));
        let open: BTreeSet<&String> = open.map(|one| &one.label).collect();
        program.not_entered = open.into_iter().cloned().collect();
        let is_elsewhere = of.is_all && of.functions.iter().all(|one| is_settled(&one));
        program.is_compared_elsewhere =
            program.n_compared == 0 && is_elsewhere && !of.functions.is_empty();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str, file: &str, code: Option<u64>, is_entered: bool) -> ChangedFunction {
        let code = code.map(|code| [Some(code), Some(code + 1)]);
        let (name, file) = (name.to_string(), file.to_string());
        ChangedFunction {
            label: name.clone(),
            identity: Some(Identity { name, file, code }),
            is_entered,
        }
    }

    /// What is open in two programs, of which the first was compared, and whether the second one needs
    /// no comparison.
    fn open(first: ChangedFunction, second: ChangedFunction, n_compared: usize) -> (usize, bool) {
        let mut programs = [1, n_compared]
            .map(|n_compared| ProgramResults { n_compared, ..ProgramResults::default() });
        let functions = [first, second]
            .map(|function| ChangedFunctions { functions: vec![function], is_all: true });
        settle(programs.iter_mut().zip(&functions));
        let n_open = programs.iter().map(|program| program.not_entered.len()).sum();
        (n_open, programs[1].is_compared_elsewhere)
    }

    #[test]
    fn a_function_is_executed_in_one_program_for_all_that_have_the_same() {
        let entered = || function("f", "a.c", Some(1), true);
        assert_eq!(open(entered(), function("f", "a.c", Some(1), false), 0), (0, true));
        assert_eq!(open(entered(), function("f", "a.c", Some(1), false), 3), (0, false));
        // The second program leaves the function out.
        assert_eq!(open(entered(), function("f", "a.c", None, false), 0), (0, true));
        let others = [
            ("another name", function("g", "a.c", Some(1), false)),
            ("another file", function("f", "b.c", Some(1), false)),
            ("compiled otherwise", function("f", "a.c", Some(2), false)),
            ("unknown", ChangedFunction { identity: None, ..function("f", "a.c", None, false) }),
        ];
        for (what, other) in others {
            assert_eq!(open(entered(), other, 0), (1, false), "{what}");
        }
        // Nobody executes it.
        let idle = || function("f", "a.c", Some(1), false);
        assert_eq!(open(idle(), idle(), 1), (2, false));
    }
}
