//! Findings as soon as they are confirmed: their inputs are not the smallest yet, and findings with one
//! cause are not one yet. They are said, and written into the store.

use super::native::NativeRuns;
use super::progress::Progress;
use crate::shadow::phases::Test;
use anyhow::Result;
use patchlight_budget::{Budget, Deadline};
use patchlight_cache::Key;
use patchlight_project::store::Store;
use patchlight_replay::{Case, Report};
use patchlight_results::{Finding, Results};
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is said of a finding. Nothing if nobody wants to hear of it.
pub type Announce<'a> = dyn Fn(&Finding) -> Option<String> + Sync + 'a;

/// Inputs that the engine made which are confirmed before all tests are followed: one of a kind, and so
/// many kinds.
const MOST_KINDS: usize = 30;
/// What confirming one of them may take.
const LONGEST: Budget = Budget::seconds(5);

/// How findings of a run are said and kept.
#[derive(Copy, Clone)]
pub struct Voice<'a> {
    pub progress: &'a Progress,
    pub announce: &'a Announce<'a>,
    pub store: &'a Store,
    /// Stands for the run.
    pub run: &'a Key,
}

/// The early findings of one program.
pub struct Early<'a> {
    voice: Voice<'a>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// All results by now, those of other programs as well.
    results: Results,
    /// What was said of this program.
    said: Vec<Finding>,
    /// What inputs of the engine show, as far as one of the kind was tried.
    tried: BTreeSet<String>,
}

impl<'a> Early<'a> {
    pub fn new(voice: Voice<'a>) -> Early<'a> {
        Early { voice, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on, what is found is written with these results.
    pub fn begin(&self, results: Results) {
        let known = &mut *self.known();
        known.results = results;
        for finding in &known.said {
            if !known.results.findings.iter().any(|other| is_alike(finding, other)) {
                known.results.findings.push(finding.clone());
            }
        }
    }

    /// Says what was not said before.
    pub fn add(&self, findings: &[Finding]) -> Result<()> {
        let mut known = self.known();
        for finding in findings {
            if known.results.findings.iter().any(|other| is_alike(finding, other)) {
                continue;
            }
            known.results.findings.push(finding.clone());
            known.said.push(finding.clone());
            if let Some(line) = (self.voice.announce)(finding) {
                self.voice.progress.say(&line);
            }
            self.voice.store.put_run(self.voice.run, &known.results)?;
        }
        Ok(())
    }

    /// Confirms what following a test showed, one input of each kind, as long as there is time.
    pub fn confirm(
        &self,
        native: &NativeRuns<'_>,
        tests: &[Test],
        deadline: &Deadline,
    ) -> Result<()> {
        for test in tests.iter().filter(|test| test.is_replayed && test.differs) {
            if deadline.is_over() {
                break;
            }
            let is_new = {
                let mut known = self.known();
                known.tried.len() < MOST_KINDS && known.tried.insert(test.shows())
            };
            if is_new {
                self.add(&native.confirm(test, &deadline.within(LONGEST))?)?;
            }
        }
        Ok(())
    }

    /// What became of what was said: it is one of the findings, or part of one. What was not run again,
    /// such as for lack of time, is one still. Returns the inputs that do not differ every time.
    pub fn settle(
        &self,
        cases: &[Case],
        report: &Report,
        findings: &mut Vec<Finding>,
    ) -> Result<Vec<String>> {
        let Voice { progress, announce, store, .. } = self.voice;
        let said = self.known().said.clone();
        let mut withdrawn = Vec::new();
        for early in &said {
            let id = &early.id;
            let is_said = announce(early).is_some();
            match became(early, report, findings) {
                Some(now) if now == *id => {}
                Some(now) if store.alias(id)?.as_ref() == Some(&now) => {}
                Some(now) => {
                    store.put_alias(id, &now)?;
                    if is_said {
                        progress.say(&format!("{id} is part of {now}"));
                    }
                }
                None if was_run(early, cases, report) => {
                    withdrawn.push(early.case.name.clone());
                    if is_said {
                        progress.say(&format!("{id} is withdrawn: it does not differ every time"));
                    }
                }
                None => findings.push(early.clone()),
            }
        }
        Ok(withdrawn)
    }
}

/// The id of the finding that an early one is, or is part of.
fn became(early: &Finding, report: &Report, findings: &[Finding]) -> Option<String> {
    let all: Vec<(&Finding, &String)> = findings
        .iter()
        .flat_map(|one| std::iter::once(one).chain(&one.variants).map(|part| (part, &one.id)))
        .collect();
    let find = |is: &dyn Fn(&Finding) -> bool| {
        all.iter().find(|(part, _)| is(part)).map(|(_, id)| (*id).clone())
    };
    // With sanitizers, the same input may show another effect.
    let member = report.findings.iter().find(|(_, one)| one.case.name == early.case.name);
    let effect = member.map(|(_, one)| (one.class, one.shape.to_string()));
    let is_effect = |one: &Finding| effect == Some((one.class, one.shape.clone()));
    find(&|one| one.id == early.id)
        .or_else(|| find(&|one| is_effect(one) && one.place == early.place))
        .or_else(|| find(&is_effect))
        .or_else(|| find(&|one| (one.class, &one.shape) == (early.class, &early.shape)))
}

/// Whether its input was run again to the end.
fn was_run(early: &Finding, cases: &[Case], report: &Report) -> bool {
    let is_early = |case: &Case| case.name == early.case.name;
    let is_cut = report.not_compared.iter().any(|(case, _)| is_early(case))
        || report.not_replayed.iter().any(|(case, _)| is_early(case));
    cases.iter().any(is_early) && !is_cut
}

/// Whether two findings will be one, as far as can be told. Of those that were found without the
/// engine, nobody knows the place.
pub fn is_alike(one: &Finding, other: &Finding) -> bool {
    let is_same_place =
        one.place == other.place || one.case.origin.is_none() || other.case.origin.is_none();
    is_same_place
        && (&one.program, one.class, &one.shape) == (&other.program, other.class, &other.shape)
}
