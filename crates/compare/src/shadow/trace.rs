//! What each version does on a test: the blocks that both versions have, in the order in which one
//! version comes by, with the variables of changed functions.
//!
//! The one program is run as each of its versions, with inputs that are fixed. So equal places are the
//! same op for both, and what only one version does is left out, with all that it calls.

use super::confirm::MAX_OPS;
use crate::versions::{Versions, blocks_of};
use anyhow::Result;
use patchlight_drive::{Seed, by_block};
use patchlight_engine::{Context, Program, Side};
use patchlight_ir::{Body, FuncId, LocalPlace, Reg};
use patchlight_replay::Case;
use std::collections::{BTreeMap, HashMap};

/// Longer runs are compared up to here.
const MAX_VISITS: usize = 2_000_000;

/// A version that comes by a block of both.
#[derive(PartialEq)]
pub struct Visit {
    pub func: FuncId,
    pub pc: u32,
    /// What the variables hold, in a function that changed.
    pub variables: Vec<u64>,
}

/// What is known of a function without running it.
struct Shape {
    /// By block: whether both versions come by.
    is_shared: Vec<bool>,
    /// The variables that both versions have, by name; none if the function did not change.
    variables: Vec<(String, Reg)>,
}

/// The functions of a program that is two versions.
pub struct Shapes<'p> {
    program: &'p Program,
    is_annotated: bool,
    known: HashMap<FuncId, Shape>,
}

impl<'p> Shapes<'p> {
    pub fn new(versions: &'p Versions) -> Shapes<'p> {
        let Versions { both, is_annotated, .. } = versions;
        Shapes { program: both, is_annotated: *is_annotated, known: HashMap::new() }
    }

    fn of(&mut self, func: FuncId) -> Option<(&Shape, &'p Body)> {
        let body = self.program.module.functions[func.index()].body()?;
        let is_annotated = self.is_annotated;
        let shape = self.known.entry(func).or_insert_with(|| Shape {
            is_shared: shared_blocks(body),
            variables: variables(body, is_annotated),
        });
        Some((shape, body))
    }

    /// The name of the first variable that two visits of one place do not agree in.
    pub fn differing(&mut self, old: &Visit, new: &Visit) -> Option<String> {
        let at = old.variables.iter().zip(&new.variables).position(|(old, new)| old != new)?;
        let (shape, _) = self.of(new.func)?;
        shape.variables.get(at).map(|(name, _)| name.clone())
    }
}

/// Blocks that both versions can come to.
fn shared_blocks(body: &Body) -> Vec<bool> {
    let [old, new] = [Side::Old, Side::New].map(|side| blocks_of(body, side));
    old.into_iter().zip(new).map(|(old, new)| old && new).collect()
}

fn variables(body: &Body, is_annotated: bool) -> Vec<(String, Reg)> {
    if !body.has_versions() {
        return Vec::new();
    }
    let mut named: BTreeMap<u16, (String, usize)> = BTreeMap::new();
    for local in body.locals.iter().filter(|local| !local.name.is_empty()) {
        if let LocalPlace::Register { reg, .. } = local.place {
            named.entry(reg.0).or_insert_with(|| (local.name.clone(), 0)).1 += 1;
        }
    }
    // A variable of both versions stands there for each of them.
    let n_owners = if is_annotated { 1 } else { 2 };
    let shared = named.into_iter().filter(|(_, (_, n))| *n >= n_owners);
    shared.map(|(reg, (name, _))| (name, Reg(reg))).collect()
}

/// All visits of one version on a test.
pub fn visits(
    versions: &Versions,
    shapes: &mut Shapes<'_>,
    case: &Case,
    side: Side,
) -> Result<Vec<Visit>> {
    let mut visits = Vec::new();
    // How many frames there are while the version is by itself.
    let mut alone: Option<usize> = None;
    let program = &versions.both;
    let seed = Seed::new(case.clone(), "confirm")?;
    let (mut state, mut posix) = seed.start_fixed(program, &versions.name)?;
    state.be_version(program, side, &versions.old_initialisers);
    let mut context = Context::default();
    by_block(program, &mut context, &mut state, &mut posix, MAX_OPS, |state, _| {
        let n_frames = state.n_frames();
        if alone.is_some_and(|depth| n_frames > depth) {
            return true;
        }
        let Some((func, pc)) = state.position() else { return true };
        let Some((shape, body)) = shapes.of(func) else { return true };
        let block = body.block_of(pc as usize);
        alone = (!shape.is_shared[block.index()]).then_some(n_frames);
        if alone.is_none() && body.blocks[block.index()] == pc {
            let registers: Vec<Reg> = shape.variables.iter().map(|(_, reg)| *reg).collect();
            visits.push(Visit { func, pc, variables: state.top_words(&registers) });
        }
        visits.len() < MAX_VISITS
    });
    Ok(visits)
}
