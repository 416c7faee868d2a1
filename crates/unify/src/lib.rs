//! Makes one program of two versions.
//!
//! Functions, globals and, inside of functions that changed, ops and registers of the two versions
//! are matched; the result is a module in which `br.version` sends each version its own way and
//! `version` gives each its own value. Everything that is not matched belongs to one version.
//!
//! **Invariants.** Matching is a matter of taste, never of truth: whatever is matched, the unified
//! module projected to one version is that version. [`unify`] proves it for every body that it
//! makes, by a check of its own (`check`).
//!
//! Nothing here does IO: texts of sources come in through [`Lines`].

mod align;
mod asserts;
mod branches;
mod check;
mod emit;
mod guards;
mod items;
mod labels;
mod likeness;
mod lines;
mod own;
pub mod own_names;
mod patterns;
mod plain;
mod registers;
mod structors;
mod summary;
mod symbols;
mod tails;
mod webs;

pub use labels::function_labels;
pub use lines::{Anchor, Lines};
pub use patterns::Patterns;
pub use summary::{Differing, FunctionSummary, Summary};

use align::align;
use check::Projection;
use emit::{Emitter, OldPlaces};
use items::{Items, Params, Shapes};
use patchlight_ir::op::IdMap;
use patchlight_ir::{
    Body, FuncId, FuncKind, Function, GlobalId, GlobalKind, Init, Module, Op, RelocTarget,
};
use registers::{Pairing, Registers};
use std::collections::HashSet;
use summary::Aligned;
use symbols::{OldIds, Symbols};

/// One of the two versions. (`expr` has its own, for terms: neither of the two crates sees the other.)
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Side {
    Old,
    New,
}

#[derive(Debug, thiserror::Error)]
pub enum UnifyError {
    #[error("the versions have nothing in common: they seem to be different programs")]
    NothingInCommon,
    #[error("internal error: `{function}` was not unified correctly, please report it: {why}")]
    Mismatch { function: String, why: String },
}

/// Two versions in one module.
pub struct Unified {
    pub module: Module,
    /// What globals hold at first in the old version, where that differs.
    pub old_initialisers: Vec<(GlobalId, Init)>,
    pub summary: Summary,
}

/// Makes one module of two linked programs. `is_own`: whether a function is the program's, not a
/// library's.
pub fn unify(
    old: &Module,
    new: &Module,
    lines: &Lines,
    is_own: &dyn Fn(&str) -> bool,
) -> Result<Unified, UnifyError> {
    let (old, new) = (&*asserts::without_places(old), &*asserts::without_places(new));
    let labelled = labelled(old, new);
    let mut apart = HashSet::new();
    loop {
        match try_unify(old, new, lines, &labelled, &apart)? {
            Ok(unified) if unified.summary.shares_nothing(old, new, is_own) => {
                return Err(UnifyError::NothingInCommon);
            }
            Ok(unified) => return Ok(unified),
            Err(function) => apart.insert(function),
        };
    }
}

/// For a program that is both versions already, but for what globals hold at first: adds what only
/// the old version has, and says where they differ.
pub fn old_initialisers(old: &Module, both: &mut Module) -> Vec<(GlobalId, Init)> {
    let new = both.clone();
    let symbols = Symbols::of(old, both, &HashSet::new());
    add_old_functions(old, both, &symbols);
    initialisers(old, &new, both, &symbols)
}

/// Functions whose labels have addresses. Those that changed cannot be one function.
fn labelled(old: &Module, new: &Module) -> HashSet<FuncId> {
    let mut names = HashSet::new();
    for module in [old, new] {
        let mut add = |func: FuncId| names.insert(module.functions[func.index()].name.as_str());
        for body in module.functions.iter().filter_map(Function::body) {
            for op in &body.ops {
                if let Op::BlockAddr { func, .. } = *op {
                    add(func);
                }
            }
        }
        for global in &module.globals {
            let GlobalKind::Defined(init) = &global.kind else { continue };
            for reloc in &init.relocs {
                if let RelocTarget::Block(func, _) = reloc.target {
                    add(func);
                }
            }
        }
    }
    let all = old.functions.iter().enumerate();
    let labelled = all.filter(|(_, function)| names.contains(function.name.as_str()));
    labelled.map(|(n, _)| FuncId::from_index(n)).collect()
}

/// `Ok(Err(function))`: that function of the old version cannot be one with the new one's.
fn try_unify(
    old: &Module,
    new: &Module,
    lines: &Lines,
    labelled: &HashSet<FuncId>,
    apart: &HashSet<FuncId>,
) -> Result<Result<Unified, FuncId>, UnifyError> {
    let mut module = new.clone();
    let symbols = Symbols::of(old, &mut module, apart);
    let (mut summary, mut changed) = (Summary::default(), Vec::new());
    for &(before, after) in &symbols.pairs {
        let (was, is) = (&old.functions[before.index()], &new.functions[after.index()]);
        let (Some(was_body), Some(is_body)) = (was.body(), is.body()) else { continue };
        if same_body(was_body, is_body, &mut OldIds(&symbols)) {
            summary.same.push(is.name.clone());
            continue;
        }
        if labelled.contains(&before) {
            return Ok(Err(before));
        }
        let pair = FunctionPair { old, new, was, is, was_body, is_body, symbols: &symbols, lines };
        match pair.unify()? {
            Some((body, function)) => {
                summary.changed.push(function);
                changed.push((before, after));
                module.functions[after.index()].kind = FuncKind::Defined(Box::new(body));
            }
            None => return Ok(Err(before)),
        }
    }
    add_old_functions(old, &mut module, &symbols);
    structors::join(old, new, &symbols, &mut module);
    let old_initialisers = initialisers(old, new, &mut module, &symbols);
    summary.add_symbols(old, new, &symbols, &old_initialisers, &changed);
    Ok(Ok(Unified { module, old_initialisers, summary }))
}

/// Whether two bodies are the same but for lines and names of variables.
fn same_body(old: &Body, new: &Body, ids: &mut impl IdMap) -> bool {
    let same_op = |(old, new): (&Op, &Op)| {
        let mut old = *old;
        old.remap(ids);
        old == *new
    };
    old.ops.len() == new.ops.len()
        && old.n_regs == new.n_regs
        && old.blocks == new.blocks
        && old.args == new.args
        && old.switches == new.switches
        && old.branch_tables == new.branch_tables
        && old.locals.len() == new.locals.len()
        && old.locals.iter().zip(&new.locals).all(|(old, new)| old.place == new.place)
        && old.ops.iter().zip(&new.ops).all(same_op)
}

/// A function that is not the same in both versions.
struct FunctionPair<'a> {
    old: &'a Module,
    new: &'a Module,
    was: &'a Function,
    is: &'a Function,
    was_body: &'a Body,
    is_body: &'a Body,
    symbols: &'a Symbols,
    lines: &'a Lines,
}

/// The ids of the new version are those of the unified module.
struct NewIds;
impl IdMap for NewIds {}

impl FunctionPair<'_> {
    /// `None` if the unified body would need too many registers.
    fn unify(&self) -> Result<Option<(Body, FunctionSummary)>, UnifyError> {
        let mut shapes = Shapes::default();
        let (was_body, is_body) = (tails::merge(self.was_body), tails::merge(self.is_body));
        let [of_old, of_new] = [Side::Old, Side::New].map(|side| self.params(side));
        let mut old_ids = OldIds(self.symbols);
        let old = Items::of(self.was, &was_body, &mut shapes, &of_old, &mut old_ids, |at| {
            self.old_anchor(&was_body, was_body.op_locs[at])
        });
        let new = Items::of(self.is, &is_body, &mut shapes, &of_new, &mut NewIds, |at| {
            self.new_anchor(&is_body, is_body.op_locs[at])
        });
        let first = align(&old, &new, &Pairing::by_name(&old, &new));
        let steps = align(&old, &new, &Pairing::by_vote(&old, &new, &first));
        let pairing = Pairing::by_vote(&old, &new, &steps);
        let Ok(registers) = Registers::of(&old, &new, &pairing) else { return Ok(None) };
        let steps = own::take_apart(&old, &new, &registers, &steps);
        let symbols = self.symbols;
        let places = OldPlaces { files: &symbols.files, names: &symbols.names };
        let emitter = Emitter::new(&old, &new, &steps, &registers, &places);
        let Ok((body, origins, guards)) = emitter.emit() else { return Ok(None) };
        self.check(&body, &origins)?;
        let aligned = Aligned {
            functions: [self.was, self.is],
            sides: [&old, &new],
            steps: &steps,
            pairing: &pairing,
            guards: &guards,
        };
        Ok(Some((body, FunctionSummary::of(&aligned))))
    }

    fn params(&self, side: Side) -> Params<'_> {
        Params { all: &self.symbols.params, side }
    }

    /// Where a location of the old body is in the text of the new version.
    fn old_anchor(&self, body: &Body, loc: u32) -> Anchor {
        let loc = &body.locs[loc as usize];
        let file = self.old.files.get(loc.file.index()).filter(|_| self.is_in_place());
        file.map_or(Anchor::Unknown, |file| self.lines.of_old(file, loc.line))
    }

    fn new_anchor(&self, body: &Body, loc: u32) -> Anchor {
        let loc = &body.locs[loc as usize];
        let file = self.new.files.get(loc.file.index()).filter(|_| self.is_in_place());
        file.map_or(Anchor::Unknown, |file| self.lines.of_new(file, loc.line))
    }

    /// Whether lines say anything: those of a function that took the place of another one do not.
    fn is_in_place(&self) -> bool {
        self.was.name == self.is.name
    }

    fn check(&self, unified: &Body, origins: &[emit::Origin]) -> Result<(), UnifyError> {
        let projection = |side, function, body| {
            Projection::new((unified, origins), (function, body), self.params(side))
        };
        let old = projection(Side::Old, self.was, self.was_body);
        let new = projection(Side::New, self.is, self.is_body);
        let checked = old
            .check(&mut OldIds(self.symbols))
            .map_err(|why| format!("old: {why}"))
            .and_then(|()| new.check(&mut NewIds).map_err(|why| format!("new: {why}")));
        checked.map_err(|why| UnifyError::Mismatch { function: self.is.name.clone(), why })
    }
}

/// Gives functions that only the old version has their bodies.
fn add_old_functions(old: &Module, module: &mut Module, symbols: &Symbols) {
    let matched: HashSet<FuncId> = symbols.pairs.iter().map(|pair| pair.0).collect();
    for (n, function) in old.functions.iter().enumerate() {
        let id = FuncId::from_index(n);
        let Some(body) = function.body().filter(|_| !matched.contains(&id)) else { continue };
        let mut body = body.clone();
        for op in &mut body.ops {
            op.remap(&mut OldIds(symbols));
        }
        for loc in &mut body.locs {
            loc.file = symbols.files.get(loc.file.index()).copied().unwrap_or(loc.file);
            loc.function = symbols.names.get(loc.function.index()).copied().unwrap_or(loc.function);
        }
        let own = &mut module.functions[symbols.functions[n].index()];
        own.kind = FuncKind::Defined(Box::new(body));
    }
}

/// Puts initialisers of the old version where only it has the global, and lists the others that
/// differ.
fn initialisers(
    old: &Module,
    new: &Module,
    module: &mut Module,
    symbols: &Symbols,
) -> Vec<(GlobalId, Init)> {
    let mut differ = Vec::new();
    for (n, global) in old.globals.iter().enumerate() {
        let id = symbols.globals[n];
        let GlobalKind::Defined(init) = &global.kind else { continue };
        let init = symbols.init(init);
        match new.globals.get(id.index()).map(|new| &new.kind) {
            Some(GlobalKind::Defined(after)) => {
                if *after != init {
                    differ.push((id, init));
                }
            }
            Some(_) => {}
            None => module.globals[id.index()].kind = GlobalKind::Defined(init),
        }
    }
    differ
}
