//! The patch in parts: programs with only some of its changes, on the inputs that show errors.

use super::changes::Changes;
use super::outcome::{Interactions, findings, is_error};
use crate::patched::PatchedTree;
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_cache::ScratchDir;
use patchlight_load::ProgramFiles;
use patchlight_replay::{Case, Version, Versions};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

/// Of so many changes at most all parts are tried.
const ALL_PARTS: usize = 5;
/// Of more changes, so many are tried by themselves.
const MOST_ALONE: usize = 40;

/// Some changes of a patch, by their numbers from 0 on.
pub type Subset = BTreeSet<usize>;

/// What a program with some of the changes does on an input that shows an error.
#[derive(Clone, Debug, PartialEq)]
pub enum Half {
    /// The same error, or another one.
    Fails(String),
    Passes,
    DoesNotCompile,
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Half::Fails(what) => write!(f, "fails ({what})"),
            Half::Passes => f.write_str("passes"),
            Half::DoesNotCompile => f.write_str("does not compile"),
        }
    }
}

/// What parts of a patch say about an error.
#[derive(Default)]
pub struct Split {
    pub halves: Vec<(Subset, Half)>,
    /// The smallest parts that fail; none if the patch was not split.
    pub needed: Vec<Subset>,
    /// All smaller parts were tried.
    pub is_complete: bool,
    /// There was no time for some part.
    pub is_cut: bool,
}

impl Split {
    /// Of a patch that cannot be split. One change needs no other.
    pub fn not_made(n_changes: usize) -> Split {
        let needed = (n_changes == 1).then(|| Subset::from([0])).into_iter().collect();
        Split { needed, ..Split::default() }
    }

    /// Whether no change fails by itself, and several together do.
    pub fn needs_several(&self) -> bool {
        !self.needed.is_empty() && self.needed.iter().all(|part| part.len() > 1)
    }
}

/// A program with some changes.
pub enum Made {
    Version(Version),
    DoesNotCompile,
    /// There is no time for it.
    LackOfTime,
}

/// Builds the old version with some changes.
pub type Build<'a> = dyn Fn(&Subset) -> Result<Made> + 'a;

pub struct Halves<'a> {
    n_changes: usize,
    versions: &'a Versions,
    build: &'a Build<'a>,
    built: BTreeMap<Subset, Made>,
    deadline: &'a Deadline,
}

impl<'a> Halves<'a> {
    pub fn new(
        n_changes: usize,
        versions: &'a Versions,
        build: &'a Build<'a>,
        deadline: &'a Deadline,
    ) -> Halves<'a> {
        Halves { n_changes, versions, build, built: BTreeMap::new(), deadline }
    }

    /// What parts of the patch do on the input of each error.
    pub fn judge_all(&mut self, outcome: &Interactions<'_>) -> Result<Vec<Split>> {
        outcome.errors.iter().map(|error| self.judge(&error.case)).collect()
    }

    /// What parts of the patch do on a case that shows an error.
    pub fn judge(&mut self, case: &Case) -> Result<Split> {
        let n = self.n_changes;
        let mut split = Split { is_complete: n <= ALL_PARTS, ..Split::default() };
        match split.is_complete {
            true => self.try_all(case, &mut split)?,
            false => self.take_away(case, &mut split)?,
        }
        if split.is_cut {
            // Parts that were not tried may be smaller. A change that is enough by itself is enough.
            split.needed.retain(|part| part.len() == 1);
            return Ok(split);
        }
        let was_split = !split.halves.is_empty();
        if split.needed.is_empty() && was_split {
            split.needed.push((0..n).collect());
        }
        Ok(split)
    }

    /// All parts, smaller ones first; what contains a part that fails is not tried.
    fn try_all(&mut self, case: &Case, split: &mut Split) -> Result<()> {
        let n = self.n_changes;
        for part in (1..n).flat_map(|size| parts(n, size)) {
            if !split.needed.iter().any(|needed| needed.is_subset(&part))
                && self.fails(case, &part, split)?
            {
                split.needed.push(part);
            }
        }
        Ok(())
    }

    /// Each change by itself; then all without this one and that one, for as long as it fails.
    fn take_away(&mut self, case: &Case, split: &mut Split) -> Result<()> {
        for part in parts(self.n_changes.min(MOST_ALONE), 1) {
            if self.fails(case, &part, split)? {
                split.needed.push(part);
            }
        }
        if !split.needed.is_empty() {
            return Ok(());
        }
        let mut part: Subset = (0..self.n_changes).collect();
        for change in 0..self.n_changes.min(MOST_ALONE) {
            let mut smaller = part.clone();
            smaller.remove(&change);
            if self.fails(case, &smaller, split)? {
                part = smaller;
            }
        }
        split.needed.push(part);
        Ok(())
    }

    /// Runs a part of the patch on the input of an error.
    fn fails(&mut self, case: &Case, part: &Subset, split: &mut Split) -> Result<bool> {
        if !self.built.contains_key(part) {
            self.built.insert(part.clone(), (self.build)(part)?);
        }
        let half = match &self.built[part] {
            Made::Version(version) => self.run(version, case)?,
            Made::DoesNotCompile => Some(Half::DoesNotCompile),
            Made::LackOfTime => None,
        };
        let Some(half) = half else {
            (split.is_complete, split.is_cut) = (false, true);
            return Ok(false);
        };
        let fails = matches!(half, Half::Fails(_));
        split.halves.push((part.clone(), half));
        Ok(fails)
    }

    /// `None` if there is no time for it.
    fn run(&self, version: &Version, case: &Case) -> Result<Option<Half>> {
        let versions = Versions { new: version.clone(), ..self.versions.clone() };
        let Some(found) = findings(&versions, std::slice::from_ref(case), self.deadline)? else {
            return Ok(None);
        };
        let error = found.into_values().find(is_error);
        let fails = |finding: patchlight_replay::Finding| Half::Fails(finding.shape.to_string());
        Ok(Some(error.map_or(Half::Passes, fails)))
    }
}

/// Builds the old version, which is made of C files, with some changes.
pub fn build_sources(
    old: &ProgramFiles,
    changes: &Changes,
    builds: &Path,
    part: &Subset,
) -> Result<Made> {
    let scratch = ScratchDir::new("half")?;
    let patch = scratch.0.join("half.patch");
    fs::write(&patch, changes.half(part, &changes.root(&old.files)?)?)?;
    let tree = PatchedTree::make(&[patch], &old.files)?;
    let half = ProgramFiles {
        files: tree.files(&old.files)?,
        cflags: tree.flags(&old.cflags)?,
        ..old.clone()
    };
    let numbers: Vec<String> = part.iter().map(|n| (n + 1).to_string()).collect();
    let built = half.build_natively(&format!("changes-{}", numbers.join("-")), builds);
    Ok(built.map_or(Made::DoesNotCompile, Made::Version))
}

/// All parts of `n` changes that have `size`.
fn parts(n: usize, size: usize) -> Vec<Subset> {
    let mut all = vec![Subset::new()];
    for _ in 0..size {
        let larger = all.iter().flat_map(|part| {
            let first = part.last().map_or(0, |&last| last + 1);
            (first..n).map(|next| {
                let mut part = part.clone();
                part.insert(next);
                part
            })
        });
        all = larger.collect();
    }
    all
}
