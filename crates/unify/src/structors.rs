//! Functions that run before and after `main`.
//!
//! Both lists become one, in the order of their priorities. What only one version has is called by a
//! function that does nothing in the other one.

use crate::Side;
use crate::symbols::Symbols;
use patchlight_ir::{
    ArgsId, BlockId, Body, Def, FileId, FuncId, FuncKind, Function, Linkage, Loc, Module, NameId,
    Op, Reg, Structor,
};
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// An entry of a list, and the only version that has it.
type Entry = (Structor, Option<Side>);

/// Gives `module`, which is the new version with the old one's functions, what both versions run.
pub(crate) fn join(old: &Module, new: &Module, symbols: &Symbols, module: &mut Module) {
    let of_old = |all: &[Structor]| -> Vec<Structor> {
        let here = |s: &Structor| Structor { func: symbols.functions[s.func.index()], ..*s };
        all.iter().map(here).collect()
    };
    let constructors = merged(&of_old(&old.constructors), &new.constructors);
    let destructors = merged(&of_old(&old.destructors), &new.destructors);
    module.constructors = called(module, constructors);
    module.destructors = called(module, destructors);
}

/// One list in which both are, each in its order, and the priorities still grow.
fn merged(old: &[Structor], new: &[Structor]) -> Vec<Entry> {
    let key = |s: &Structor| (s.priority, s.func);
    let keys = [old, new].map(|all| all.iter().map(key).collect::<Vec<_>>());
    let mut all = Vec::new();
    for change in capture_diff_slices(Algorithm::Myers, &keys[0], &keys[1]) {
        if change.tag() == DiffTag::Equal {
            all.extend(new[change.new_range()].iter().map(|&s| (s, None)));
            continue;
        }
        let own = |all: &[Structor], side| -> Vec<Entry> {
            all.iter().map(|&s| (s, Some(side))).collect()
        };
        let mut gap = own(&old[change.old_range()], Side::Old);
        gap.extend(own(&new[change.new_range()], Side::New));
        gap.sort_by_key(|(s, _)| s.priority);
        all.extend(gap);
    }
    all
}

fn called(module: &mut Module, all: Vec<Entry>) -> Vec<Structor> {
    let mut entries = Vec::with_capacity(all.len());
    for (structor, side) in all {
        let func = match side {
            None => structor.func,
            Some(side) => add_call(module, structor.func, side),
        };
        entries.push(Structor { func, ..structor });
    }
    entries
}

/// A function that calls another one in one version, and does nothing in the other.
fn add_call(module: &mut Module, func: FuncId, side: Side) -> FuncId {
    let callee = &module.functions[func.index()];
    let nowhere =
        Loc { file: FileId(0), line: 0, column: 0, function: NameId(0), inlined_at: None };
    let loc = callee.body().and_then(|body| body.locs.first()).cloned().unwrap_or(nowhere);
    let locs = vec![loc];
    let (calls, nothing) = (BlockId(1), BlockId(2));
    let (old, new) = match side {
        Side::Old => (calls, nothing),
        Side::New => (nothing, calls),
    };
    let ops = vec![
        Op::BrVersion { old, new },
        Op::Call { dst: Def(Reg(0)), n_ret: 0, func, n_args: 0, args: ArgsId(0) },
        Op::Ret { a: Reg(0), n: 0 },
        Op::Ret { a: Reg(0), n: 0 },
    ];
    let (op_locs, blocks) = (vec![0; ops.len()], vec![0, 1, 3]);
    let body = Body { n_regs: 1, ops, blocks, op_locs, locs, ..Body::default() };
    module.functions.push(Function {
        name: format!("{} of one version", callee.name),
        linkage: Linkage::Internal,
        n_params: 0,
        variadic: false,
        n_ret: 0,
        kind: FuncKind::Defined(Box::new(body)),
    });
    FuncId::from_index(module.functions.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(entries: &[(u32, u32)]) -> Vec<Structor> {
        entries.iter().map(|&(priority, func)| Structor { priority, func: FuncId(func) }).collect()
    }

    fn as_seen_by(all: &[Entry], side: Side) -> Vec<(u32, u32)> {
        let of_side = all.iter().filter(|(_, own)| own.is_none_or(|own| own == side));
        of_side.map(|(s, _)| (s.priority, s.func.0)).collect()
    }

    #[test]
    fn each_version_runs_what_it_ran_in_its_order_and_priorities_grow() {
        type List<'l> = &'l [(u32, u32)];
        let pairs: [(List<'_>, List<'_>); 5] = [
            (&[], &[(1, 7)]),
            (&[(1, 1), (3, 2)], &[(2, 3), (3, 2)]),
            (&[(1, 1), (1, 2), (9, 3)], &[(1, 2), (1, 1), (5, 3)]),
            (&[(4, 1), (4, 2), (4, 3)], &[(4, 3), (4, 2), (4, 1)]),
            (&[(1, 1), (2, 2), (65_535, 3)], &[(1, 1), (2, 2), (65_535, 3)]),
        ];
        for (old, new) in pairs {
            let all = merged(&list(old), &list(new));
            assert_eq!(as_seen_by(&all, Side::Old), old);
            assert_eq!(as_seen_by(&all, Side::New), new);
            assert!(all.is_sorted_by_key(|(s, _)| s.priority), "{old:?} {new:?}");
        }
    }
}
