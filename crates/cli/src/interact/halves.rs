//! The patch in parts: programs with only some of its changes, on the inputs that show errors.

use super::changes::Changes;
use super::outcome::{Error, Outcome, build_one, findings, is_error};
use crate::cache::ScratchDir;
use crate::program::ProgramArgs;
use crate::shadow::patched::PatchedTree;
use crate::shadow::versions::Sources;
use anyhow::Result;
use patchlight_replay::{Case, Version, Versions};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Of so many changes at most all parts are tried.
const ALL_PARTS: usize = 5;
/// Of more changes, so many are tried by themselves.
const MOST_ALONE: usize = 40;

/// Some changes of a patch, by their numbers from 0 on.
pub type Subset = BTreeSet<usize>;
/// Programs with parts of the patch; none where it does not compile.
type Built = BTreeMap<Subset, Option<Version>>;

/// What a program with some of the changes does on an input that shows an error.
#[derive(Clone, Debug, PartialEq)]
pub enum Half {
    /// The same error, or another one.
    Fails(String),
    Passes,
    DoesNotCompile,
}

/// What parts of a patch say about an error.
#[derive(Default)]
pub struct Split {
    pub halves: Vec<(Subset, Half)>,
    /// The smallest parts that fail; none if the patch was not split.
    pub needed: Vec<Subset>,
    /// All smaller parts were tried.
    pub is_complete: bool,
}

impl Split {
    /// Whether no change fails by itself, and several together do.
    pub fn needs_several(&self) -> bool {
        !self.needed.is_empty() && self.needed.iter().all(|part| part.len() > 1)
    }
}

pub struct Halves<'a> {
    sources: &'a Sources,
    changes: &'a Changes,
    versions: &'a Versions,
    builds: &'a Path,
}

impl<'a> Halves<'a> {
    pub fn new(
        sources: &'a Sources,
        changes: &'a Changes,
        versions: &'a Versions,
        builds: &'a Path,
    ) -> Halves<'a> {
        Halves { sources, changes, versions, builds }
    }

    /// What parts of the patch do on the input of each error.
    pub fn judge_all(&self, outcome: &Outcome<'_>) -> Result<Vec<Split>> {
        let mut built = Built::new();
        outcome.errors.iter().map(|error| self.judge(error, &mut built)).collect()
    }

    fn judge(&self, error: &Error, built: &mut Built) -> Result<Split> {
        let n = self.changes.hunks.len();
        let mut split = Split::default();
        if n < 2 || !self.can_split() {
            split.needed.extend((n == 1).then(|| Subset::from([0])));
            return Ok(split);
        }
        split.is_complete = n <= ALL_PARTS;
        match split.is_complete {
            true => self.try_all(error, &mut split, built)?,
            false => self.take_away(error, &mut split, built)?,
        }
        if split.needed.is_empty() {
            split.needed.push((0..n).collect());
        }
        Ok(split)
    }

    /// All parts, smaller ones first; what contains a part that fails is not tried.
    fn try_all(&self, error: &Error, split: &mut Split, built: &mut Built) -> Result<()> {
        let n = self.changes.hunks.len();
        for part in (1..n).flat_map(|size| parts(n, size)) {
            if !split.needed.iter().any(|needed| needed.is_subset(&part))
                && self.fails(error, &part, split, built)?
            {
                split.needed.push(part);
            }
        }
        Ok(())
    }

    /// Each change by itself; then all without this one and that one, for as long as it fails.
    fn take_away(&self, error: &Error, split: &mut Split, built: &mut Built) -> Result<()> {
        let n = self.changes.hunks.len();
        let several = n.min(MOST_ALONE);
        for part in parts(several, 1) {
            if self.fails(error, &part, split, built)? {
                split.needed.push(part);
            }
        }
        if !split.needed.is_empty() {
            return Ok(());
        }
        let mut part: Subset = (0..n).collect();
        for change in 0..n {
            let mut smaller = part.clone();
            smaller.remove(&change);
            if self.fails(error, &smaller, split, built)? {
                part = smaller;
            }
        }
        split.needed.push(part);
        Ok(())
    }

    /// Runs a part of the patch on the input of an error.
    fn fails(
        &self,
        error: &Error,
        part: &Subset,
        split: &mut Split,
        built: &mut Built,
    ) -> Result<bool> {
        if !built.contains_key(part) {
            built.insert(part.clone(), self.build(part)?);
        }
        let half = match &built[part] {
            None => Half::DoesNotCompile,
            Some(version) => self.run(version, &error.case)?,
        };
        let fails = matches!(half, Half::Fails(_));
        split.halves.push((part.clone(), half));
        Ok(fails)
    }

    /// Only sources can be patched in part.
    fn can_split(&self) -> bool {
        let is_source = |file: &std::path::PathBuf| file.extension().is_some_and(|e| e == "c");
        self.sources.old.files.iter().all(is_source)
    }

    fn build(&self, part: &Subset) -> Result<Option<Version>> {
        let scratch = ScratchDir::new("half")?;
        let patch = scratch.0.join("half.patch");
        let old = &self.sources.old;
        fs::write(&patch, self.changes.half(part, &old.files)?)?;
        let tree = PatchedTree::make(&[patch], &old.files)?;
        let half = ProgramArgs {
            files: tree.files(&old.files)?,
            cflags: tree.flags(&old.cflags)?,
            ..old.clone()
        };
        let numbers: Vec<String> = part.iter().map(|n| (n + 1).to_string()).collect();
        let name = format!("changes-{}", numbers.join("-"));
        // A part that uses what another one declares does not compile.
        Ok(build_one(&name, &half, self.builds).ok())
    }

    fn run(&self, version: &Version, case: &Case) -> Result<Half> {
        let versions = Versions { new: version.clone(), ..self.versions.clone() };
        let found = findings(&versions, std::slice::from_ref(case))?;
        let error = found.into_values().find(is_error);
        Ok(error.map_or(Half::Passes, |finding| Half::Fails(finding.shape.to_string())))
    }
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
