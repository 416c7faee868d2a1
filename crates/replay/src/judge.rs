//! One case, both versions: runs, runs again, a verdict.

use crate::case::Case;
use crate::class::{Class, Judgement, Shape, classify, shape};
use crate::compare::{Difference, Facts, Observed, difference};
use crate::error::Result;
use crate::executable::Executable;
use crate::normalise::{Normaliser, TimeFormat};
use crate::outcome::NativeOutcome;
use crate::sandbox::{LandlockAbi, Protection, RunFailure, Sandbox, SandboxConfig};
use crate::sanitizer::{SanitizerReport, Symbols};
use patchlight_budget::{Cut, Deadline};

/// One version of a program.
#[derive(Clone, Debug)]
pub struct Version {
    pub plain: Executable,
    /// The same with sanitizers.
    pub sanitized: Option<Executable>,
}

/// A later version that is known to be right, and the one just before it.
#[derive(Clone, Debug)]
pub struct Fix {
    /// `None`: the new version itself.
    pub parent: Option<Version>,
    pub fixed: Version,
}

#[derive(Clone, Debug)]
pub struct Versions {
    pub old: Version,
    pub new: Version,
    pub fixes: Vec<Fix>,
}

impl Versions {
    /// The old and the new version without sanitizers.
    pub fn plain(&self) -> Versions {
        let plain = |version: &Version| Version { plain: version.plain.clone(), sanitized: None };
        Versions { old: plain(&self.old), new: plain(&self.new), fixes: Vec::new() }
    }
}

#[derive(Clone, Debug)]
pub struct Options {
    /// How often a difference is run again.
    pub n_reruns: usize,
    /// How many cases run at a time.
    pub n_workers: usize,
    pub times: Vec<TimeFormat>,
    /// How many runs minimising one finding may take; 0 leaves findings as they are.
    pub minimise_runs: usize,
}

impl Default for Options {
    fn default() -> Options {
        let n_workers = patchlight_pool::n_processors();
        Options { n_reruns: 3, n_workers, times: Vec::new(), minimise_runs: 2000 }
    }
}

/// What a case shows.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Nothing differs, and nobody said that the versions part on it.
    Same,
    /// The same, and it is an error: what both versions do.
    FailsAlike(Shape),
    Found(Box<Finding>),
    /// They differ only in what is not the same from run to run of one version.
    NonDeterministic(Vec<String>),
    /// It could not be run.
    NotReplayed(String),
    /// The deadline came before all its runs had ended. What those that did showed does not count.
    NotCompared(Cut),
}

#[derive(Clone, Debug)]
pub struct Finding {
    pub case: Case,
    pub class: Class,
    pub shape: Shape,
    pub judgement: Option<Judgement>,
    pub old: Observed,
    pub new: Observed,
    pub difference: Difference,
    /// What varies from run to run, and was not compared.
    pub varies: Vec<String>,
}

/// A sandbox with both versions in it.
pub struct Judge<'a> {
    config: &'a SandboxConfig,
    versions: &'a Versions,
    options: &'a Options,
    /// Those in the sandbox.
    executables: Vec<Executable>,
    sandbox: Sandbox,
    normaliser: Normaliser,
    symbols: Symbols,
    n_runs: usize,
}

/// Which executables a version has in the sandbox.
#[derive(Copy, Clone)]
struct Slots {
    plain: usize,
    sanitized: Option<usize>,
}

impl Slots {
    /// The build without sanitizers alone.
    fn plain(self) -> Slots {
        Slots { sanitized: None, ..self }
    }
}

impl<'a> Judge<'a> {
    pub fn new(
        config: &'a SandboxConfig,
        versions: &'a Versions,
        options: &'a Options,
    ) -> Result<Self> {
        let executables = executables(versions);
        let sandbox = Sandbox::start(config, &executables)?;
        let normaliser = Normaliser::new(&sandbox, &options.times);
        let symbols = Symbols::default();
        Ok(Judge {
            config,
            versions,
            options,
            executables,
            sandbox,
            normaliser,
            symbols,
            n_runs: 0,
        })
    }

    pub fn landlock(&self) -> LandlockAbi {
        self.sandbox.landlock()
    }

    pub fn protections(&self) -> &[Protection] {
        self.sandbox.protections()
    }

    /// How many programs have run. Those that a deadline cut do not count.
    pub fn n_runs(&self) -> usize {
        self.n_runs
    }

    /// What the versions do on a case.
    pub fn judge(&mut self, case: &Case, deadline: &Deadline) -> Result<Verdict> {
        self.guarded(case, deadline, |judge| judge.try_judge(case, deadline))
    }

    /// What the versions do on a case that may show what a finding shows. That most do not, fewer runs
    /// tell: [`Verdict::Same`].
    pub fn judge_like(
        &mut self,
        finding: &Finding,
        case: &Case,
        deadline: &Deadline,
    ) -> Result<Verdict> {
        self.guarded(case, deadline, |judge| match judge.may_show(finding, case, deadline)? {
            true => judge.try_judge(case, deadline),
            false => Ok(Verdict::Same),
        })
    }

    /// A worker that went away is replaced for the next case.
    fn guarded(
        &mut self,
        case: &Case,
        deadline: &Deadline,
        judge: impl FnOnce(&mut Self) -> std::result::Result<Verdict, Stop>,
    ) -> Result<Verdict> {
        if let Err(error) = case.check() {
            return Ok(Verdict::NotReplayed(error.to_string()));
        }
        match judge(self) {
            Ok(verdict) => Ok(verdict),
            Err(Stop::Run(RunFailure::Cut(cut))) => Ok(Verdict::NotCompared(cut)),
            Err(Stop::Run(failure)) => Ok(Verdict::NotReplayed(failure.to_string())),
            // Whatever interrupts this process may have ended the worker, too.
            Err(Stop::Sandbox(_)) if deadline.interrupt().is_asked() => {
                Ok(Verdict::NotCompared(Cut::Interrupted))
            }
            Err(Stop::Sandbox(error)) => {
                self.sandbox = Sandbox::start(self.config, &self.executables)?;
                self.normaliser = Normaliser::new(&self.sandbox, &self.options.times);
                Ok(Verdict::NotReplayed(error.to_string()))
            }
        }
    }

    /// Whether a case may show what a finding shows, as far as one version tells (an error), or the
    /// builds without sanitizers (everything else).
    fn may_show(
        &mut self,
        finding: &Finding,
        case: &Case,
        deadline: &Deadline,
    ) -> std::result::Result<bool, Stop> {
        let [old, new] = [0, 1].map(|n| slots(self.versions)[n]);
        match (&finding.shape, finding.class) {
            (
                Shape::Sanitizer { kind, .. },
                Class::Regression | Class::LatentError | Class::Fix,
            ) => {
                let worse = if finding.class == Class::Fix { old } else { new };
                let report = self.observe(worse, case, deadline)?.report;
                Ok(report.is_some_and(|report| report.kind == *kind))
            }
            (Shape::Sanitizer { .. } | Shape::Memory | Shape::Nothing, _) => Ok(true),
            (Shape::Ends { .. } | Shape::LineCount | Shape::WithinLine, _)
            | (Shape::Files | Shape::StderrText, _) => {
                let old = self.observe(old.plain(), case, deadline)?;
                Ok(!is_equal(&old, &self.observe(new.plain(), case, deadline)?))
            }
        }
    }

    fn try_judge(
        &mut self,
        case: &Case,
        deadline: &Deadline,
    ) -> std::result::Result<Verdict, Stop> {
        let slots = slots(self.versions);
        let old = self.observe(slots[0], case, deadline)?;
        let new = self.observe(slots[1], case, deadline)?;
        let (mut old_facts, mut new_facts) = (self.facts(&old), self.facts(&new));
        let mut found = match is_equal(&old, &new) {
            true => Difference::default(),
            false => difference(&old_facts, &new_facts),
        };
        if found.is_none() {
            return Ok(match case.origin {
                Some(_) => {
                    let finding = self.finding(case, found, old, new, &old_facts, &new_facts);
                    Verdict::Found(Box::new(finding))
                }
                None if old.is_error() => {
                    let (report, end) =
                        (old.report.is_some(), Some((old.plain.end, new.plain.end)));
                    Verdict::FailsAlike(shape(&Difference { report, end, ..found }, &old, &new))
                }
                None => Verdict::Same,
            });
        }
        // Where sanitizers said nothing, the difference is one of the builds without them.
        let has_report = old.report.is_some() || new.report.is_some();
        let again =
            [slots[0], slots[1]].map(|slots| if has_report { slots } else { slots.plain() });
        for _ in 0..self.options.n_reruns {
            for (slot, facts) in [(again[0], &mut old_facts), (again[1], &mut new_facts)] {
                let again = self.observe(slot, case, deadline)?;
                facts.and(self.facts(&again));
            }
            found = difference(&old_facts, &new_facts);
            if found.is_none() {
                let mut varies = [old_facts.varies(), new_facts.varies()].concat();
                varies.sort();
                varies.dedup();
                return Ok(Verdict::NonDeterministic(varies));
            }
        }
        let mut finding = self.finding(case, found, old, new, &old_facts, &new_facts);
        self.ask_the_fixed(case, &mut finding, deadline)?;
        Ok(Verdict::Found(Box::new(finding)))
    }

    fn finding(
        &self,
        case: &Case,
        difference: Difference,
        old: Observed,
        new: Observed,
        old_facts: &Facts,
        new_facts: &Facts,
    ) -> Finding {
        let class = match difference.is_none() {
            true => Class::SilentDivergence,
            false => classify(&difference, &old, &new),
        };
        let mut varies = [old_facts.varies(), new_facts.varies()].concat();
        varies.sort();
        varies.dedup();
        Finding {
            case: case.clone(),
            class,
            shape: shape(&difference, &old, &new),
            judgement: None,
            old,
            new,
            difference,
            varies,
        }
    }

    /// The Shadow paper's rule: a difference is expected if the fix does not touch the behaviour
    /// on this case, or if the fixed version behaves as the new one. An error that only the new
    /// version has is a bug whatever the fix does; one that only the old has is expected.
    fn ask_the_fixed(
        &mut self,
        case: &Case,
        finding: &mut Finding,
        deadline: &Deadline,
    ) -> std::result::Result<(), Stop> {
        let n_fixes = self.versions.fixes.len();
        if n_fixes == 0 {
            return Ok(());
        }
        let judgement = match finding.class {
            Class::Regression => Judgement::Bug,
            Class::Fix => Judgement::Expected,
            _ => {
                let mut judgement = Judgement::Expected;
                let slots = slots(self.versions);
                for pair in slots[2..].chunks_exact(2) {
                    let (parent, fixed) = (pair[0], pair[1]);
                    let [new, parent, fixed] =
                        [slots[1], parent, fixed].map(|slot| self.observe(slot, case, deadline));
                    let [new, parent, fixed] = [&new?, &parent?, &fixed?].map(|o| self.facts(o));
                    let fix_is_elsewhere = difference(&parent, &fixed).is_none();
                    if !fix_is_elsewhere && !difference(&fixed, &new).is_none() {
                        judgement = Judgement::Bug;
                    }
                }
                finding.class = match judgement {
                    Judgement::Bug => Class::Bug,
                    Judgement::Expected => Class::Expected,
                };
                judgement
            }
        };
        finding.judgement = Some(judgement);
        Ok(())
    }

    fn facts(&self, observed: &Observed) -> Facts {
        Facts::new(observed, &self.normaliser)
    }

    fn observe(
        &mut self,
        slots: Slots,
        case: &Case,
        deadline: &Deadline,
    ) -> std::result::Result<Observed, Stop> {
        let mut run = |executable: usize| {
            let ran = self.sandbox.run(executable, case, deadline).map_err(Stop::Sandbox)?;
            self.n_runs += usize::from(!matches!(ran, Err(RunFailure::Cut(_))));
            ran.map_err(Stop::Run)
        };
        let plain = run(slots.plain)?;
        let sanitized = slots.sanitized.map(run).transpose()?;
        let mut report = |slot: usize, outcome: &NativeOutcome| {
            let executable = &self.executables[slot];
            SanitizerReport::of(outcome, |file, at| match executable.file_of(file) {
                Some(path) => self.symbols.frames(path, at),
                None => Vec::new(),
            })
        };
        let of_sanitized = sanitized.as_ref().zip(slots.sanitized);
        let found = of_sanitized.and_then(|(outcome, slot)| report(slot, outcome));
        let found = found.or_else(|| report(slots.plain, &plain));
        Ok(Observed::new(plain, sanitized.as_ref(), found))
    }
}

enum Stop {
    Run(RunFailure),
    Sandbox(crate::error::Error),
}

/// Equal before anything is normalised, as most cases are.
fn is_equal(old: &Observed, new: &Observed) -> bool {
    let (a, b) = (&old.plain, &new.plain);
    a.end == b.end
        && old.report == new.report
        && old.report.is_none()
        && a.stdout == b.stdout
        && a.stderr == b.stderr
        && a.files == b.files
        && b.peak_kb <= 4 * a.peak_kb
}

fn all_versions(versions: &Versions) -> Vec<&Version> {
    let mut all = vec![&versions.old, &versions.new];
    for fix in &versions.fixes {
        all.extend([fix.parent.as_ref().unwrap_or(&versions.new), &fix.fixed]);
    }
    all
}

fn executables(versions: &Versions) -> Vec<Executable> {
    let all = all_versions(versions).into_iter();
    // All are called alike: a program that prints its name must not differ in it.
    let name = &versions.new.plain.name;
    let both = all.flat_map(|version| [Some(&version.plain), version.sanitized.as_ref()]);
    both.flatten().map(|executable| executable.clone().called(name)).collect()
}

fn slots(versions: &Versions) -> Vec<Slots> {
    let mut next = 0;
    let mut take = || {
        next += 1;
        next - 1
    };
    let slot = |version: &Version| Slots {
        plain: take(),
        sanitized: version.sanitized.as_ref().map(|_| take()),
    };
    all_versions(versions).into_iter().map(slot).collect()
}
