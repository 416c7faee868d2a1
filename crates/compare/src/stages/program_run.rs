//! What the stages find out about one program.

use super::findings::{Origins, findings};
use super::follow::Followed;
use super::native::{Compared, valid};
use super::usage::PatchedTexts;
use crate::pair::Pair;
use crate::run_key::run_key;
use crate::shadow::native::disagreements;
use crate::shadow::phases::Test;
use anyhow::Result;
use patchlight_replay::{Case, Executable, Report, Versions};
use patchlight_results::{
    Executables, Finding, FoundBy, Parting, ProgramResults, SourceLine, Unknown, UnknownKind,
};
use patchlight_unify::Differing;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Inputs that part the versions at one place in one way that are run natively.
const MAX_ALIKE: usize = 12;

/// What is known of one program while its stages run.
pub struct ProgramRun {
    pub program: ProgramResults,
    /// The names of the inputs on which both versions did something that can be compared.
    pub compared: HashSet<String>,
    /// Cases on which the versions differ natively, and the stage that found them.
    differing: Vec<(Case, FoundBy)>,
    /// What the engine found, an input once.
    pub tests: Vec<Test>,
    /// By the name of the test that was followed.
    origins: HashMap<String, String>,
    pub unknowns: Vec<Unknown>,
}

impl ProgramRun {
    pub fn new(pair: &Pair) -> ProgramRun {
        let mut changed = BTreeSet::new();
        let mut is_same_code = false;
        if let Some(summary) = &pair.versions.summary {
            changed.extend(summary.differing.iter().map(label));
            let unreached = pair.versions.unreached.iter();
            changed.extend(unreached.map(|one| label(&one.differing)));
            let is_same_text = changed.is_empty() && summary.initialisers.is_empty();
            is_same_code = is_same_text && pair.is_missing_same;
        }
        let mut run = ProgramRun {
            program: ProgramResults {
                name: pair.name.clone(),
                is_same_code,
                changed_functions: changed.into_iter().collect(),
                executables: executables(&pair.native),
                ..ProgramResults::default()
            },
            compared: HashSet::new(),
            differing: Vec::new(),
            tests: Vec::new(),
            origins: HashMap::new(),
            unknowns: Vec::new(),
        };
        for missing in &pair.missing {
            run.unknown(UnknownKind::NotCaptured, missing.clone(), 1);
        }
        run
    }

    pub fn unknown(&mut self, kind: UnknownKind, what: String, count: u64) {
        let program = self.program.name.clone();
        self.unknowns.push(Unknown { program, kind, what, count });
    }

    pub fn add_compared(&mut self, compared: Compared, phase: FoundBy) {
        if phase == FoundBy::Suite {
            self.program.n_compared += compared.valid.len();
            self.compared.extend(compared.valid);
            self.program.failing.extend(compared.failing);
        }
        self.program.non_deterministic.extend(compared.non_deterministic);
        self.program.not_replayed.extend(compared.not_replayed);
        self.differing.extend(compared.differing.into_iter().map(|case| (case, phase)));
    }

    pub fn add_followed(&mut self, followed: Vec<Followed>) -> Result<()> {
        let (mut inputs, mut alike) = (HashSet::new(), HashMap::<String, usize>::new());
        let (mut limits, mut gaps) = (BTreeMap::new(), BTreeMap::new());
        for one in followed {
            for (all, some) in [(&mut limits, one.limits), (&mut gaps, one.unsupported)] {
                for (what, n) in some {
                    *all.entry(what).or_insert(0) += n;
                }
            }
            for mut test in one.found {
                if !inputs.insert(run_key(&test.case.run)?) {
                    continue;
                }
                let n_alike = alike.entry(test.shows()).or_default();
                *n_alike += 1;
                test.is_replayed &= *n_alike <= MAX_ALIKE;
                self.origins.insert(test.case.name.clone(), one.test.clone());
                self.tests.push(test);
            }
        }
        for (what, n) in limits {
            self.unknown(UnknownKind::Limit, what, n);
        }
        for (what, n) in gaps {
            self.unknown(UnknownKind::Unsupported, what, n);
        }
        self.program.n_generated = self.tests.len();
        Ok(())
    }

    /// The cases that are run natively for the report.
    pub fn natively(&self) -> impl Iterator<Item = &Case> {
        let differing = self.differing.iter().map(|(case, _)| case);
        let found = self.tests.iter().filter(|test| test.is_replayed).map(|test| &test.case);
        differing.chain(found)
    }

    /// `cases`: those that the report is about.
    pub fn take_report(&mut self, cases: &[Case], report: &Report) {
        self.compared.extend(valid(cases, report).map(str::to_string));
        self.program.n_replayed = report.summary.cases;
        self.program.disagreements = disagreements(self.tests.iter(), report);
        let varying = report.non_deterministic.iter();
        let varying = varying.map(|(case, varies)| (case.name.clone(), varies.clone()));
        self.program.non_deterministic.extend(varying);
        let not_run = report.not_replayed.iter();
        let not_run = not_run.map(|(case, why)| (case.name.clone(), why.clone()));
        self.program.not_replayed.extend(not_run);
    }

    pub fn findings(&self, pair: &Pair, report: &Report, texts: &PatchedTexts) -> Vec<Finding> {
        let found = self.tests.iter().map(|test| (test.case.name.as_str(), test));
        let phases = self.differing.iter().map(|(case, phase)| (case.name.as_str(), *phase));
        let origins = Origins { found: found.collect(), phases: phases.collect(), texts };
        findings(pair, report, &origins)
    }

    /// Where the versions part, test by test.
    pub fn partings(&self, pair: &Pair) -> Vec<Parting> {
        let mut partings: BTreeMap<(String, u32, String, u32, String), Parting> = BTreeMap::new();
        for test in &self.tests {
            let seed = self.origins.get(&test.case.name).cloned().unwrap_or_default();
            let key = (seed.clone(), test.depth, test.file.clone(), test.line, test.what.clone());
            let parting = partings.entry(key).or_insert_with(|| Parting {
                program: self.program.name.clone(),
                test: seed,
                place: SourceLine {
                    file: pair.path_of(&test.file),
                    line: test.line,
                    is_old: test.is_old,
                },
                what: test.what.clone(),
                depth: test.depth,
                condition: test.condition.clone(),
                n_inputs: 0,
                n_differing: 0,
            });
            parting.n_inputs += 1;
            parting.n_differing += usize::from(test.differs);
        }
        partings.into_values().collect()
    }
}

/// What a function that differs is called.
pub fn label(function: &Differing) -> String {
    let label = function.new.as_ref().or(function.old.as_ref());
    label.cloned().unwrap_or_default()
}

fn executables(versions: &Versions) -> Executables {
    let path = |executable: &Executable| executable.path.to_str().map(str::to_string);
    Executables {
        old: path(&versions.old.plain),
        new: path(&versions.new.plain),
        old_sanitized: versions.old.sanitized.as_ref().and_then(path),
        new_sanitized: versions.new.sanitized.as_ref().and_then(path),
    }
}
