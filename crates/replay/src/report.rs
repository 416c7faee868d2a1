//! All cases: verdicts in the order of the cases, clusters of findings, the worst first.

use crate::case::{Case, Origin};
use crate::class::{Class, Shape, severity};
use crate::error::Result;
use crate::judge::{Finding, Judge, Options, Verdict, Versions};
use crate::minimise::minimise;
use crate::sandbox::{LandlockAbi, Protection, SandboxConfig};
use patchlight_budget::{Cut, Deadline};
use patchlight_pool::{Turn, in_parallel};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Only so many clusters are minimised, the worst first.
const MOST_MINIMISED: usize = 40;

/// What was found. Findings are ordered by cluster, each with its case as it was given.
#[derive(Debug, Default)]
pub struct Report {
    pub findings: Vec<(usize, Finding)>,
    /// By number.
    pub clusters: Vec<Cluster>,
    /// Cases that differ by chance, and in what.
    pub non_deterministic: Vec<(Case, Vec<String>)>,
    /// Cases that were not run, and why.
    pub not_replayed: Vec<(Case, String)>,
    /// Cases of which nothing is known, because the deadline came before.
    pub not_compared: Vec<(Case, Cut)>,
    /// Cases on which both versions fail in the same way, and how.
    pub failing: Vec<(Case, Shape)>,
    pub summary: Summary,
    pub protections: Vec<Protection>,
    pub landlock: LandlockAbi,
}

#[derive(Clone, Debug)]
pub struct Cluster {
    pub class: Class,
    pub shape: Shape,
    pub origin: Option<Origin>,
    pub n_findings: usize,
    /// What stands for all: the smallest of its findings, made smaller still.
    pub representative: Finding,
    /// A case that differs from it in one byte, on which the versions do the same.
    pub agreeing: Option<Case>,
    /// Why it may not be as small as it could be.
    pub cut: Option<Cut>,
}

/// How many cases showed what.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Summary {
    pub cases: usize,
    pub same: usize,
    pub regressions: usize,
    pub bugs: usize,
    pub resource_differences: usize,
    pub output_differences: usize,
    pub expected: usize,
    pub fixes: usize,
    pub latent_errors: usize,
    pub silent_divergences: usize,
    pub non_deterministic: usize,
    pub not_replayed: usize,
    pub not_compared: usize,
    pub clusters: usize,
    /// How many programs were run.
    pub runs: usize,
}

/// Compares two versions on all cases; then, with what is left, makes the findings that stand for
/// their clusters smaller, each in an equal piece of it.
pub fn compare(
    config: &SandboxConfig,
    versions: &Versions,
    cases: &[Case],
    options: &Options,
    deadline: &Deadline,
) -> Result<Report> {
    let judges = Judges { config, versions, options, protections: OnceLock::new() };
    let mut report = Report::default();
    let judged =
        judges.work(cases, deadline, |judge, case, turn| judge.judge(case, turn.deadline()))?;
    let mut findings = Vec::new();
    for (case, judged) in cases.iter().zip(judged) {
        report.summary.cases += 1;
        let verdict = match judged {
            Ok((verdict, n_runs)) => {
                report.summary.runs += n_runs;
                verdict
            }
            Err(cut) => Verdict::NotCompared(cut),
        };
        match verdict {
            Verdict::Same => report.summary.same += 1,
            Verdict::FailsAlike(shape) => {
                report.summary.same += 1;
                report.failing.push((case.clone(), shape));
            }
            Verdict::Found(finding) => findings.push(*finding),
            Verdict::NonDeterministic(varies) => {
                report.non_deterministic.push((case.clone(), varies));
            }
            Verdict::NotReplayed(why) => report.not_replayed.push((case.clone(), why)),
            Verdict::NotCompared(cut) => report.not_compared.push((case.clone(), cut)),
        }
    }
    report.cluster(findings);
    report.count();
    if options.minimise_runs > 0 {
        report.minimise(&judges, deadline)?;
    }
    (report.protections, report.landlock) = judges.protections.into_inner().unwrap_or_default();
    Ok(report)
}

/// Judges who work in parallel, and what they need.
struct Judges<'a> {
    config: &'a SandboxConfig,
    versions: &'a Versions,
    options: &'a Options,
    /// Those of the first sandbox.
    protections: OnceLock<(Vec<Protection>, LandlockAbi)>,
}

impl Judges<'_> {
    /// Something done with every item, and how many programs ran for it, in the order of the items.
    fn work<I: Sync, T: Send>(
        &self,
        items: &[I],
        deadline: &Deadline,
        work: impl Fn(&mut Judge<'_>, &I, &Turn) -> Result<T> + Sync,
    ) -> Result<Vec<std::result::Result<(T, usize), Cut>>> {
        let hire = || {
            let judge = Judge::new(self.config, self.versions, self.options)?;
            self.protections.get_or_init(|| (judge.protections().to_vec(), judge.landlock()));
            Ok(judge)
        };
        in_parallel(self.options.n_workers, items, deadline, hire, |judge, item, turn| {
            let before = judge.n_runs();
            let result = work(judge, item, turn)?;
            Ok((result, judge.n_runs() - before))
        })
    }
}

/// What findings of one cluster share, in the order of reports.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct ClusterKey {
    class: Class,
    severity: u8,
    place: Option<(String, u32)>,
    shape: Shape,
}

impl Finding {
    pub fn cluster_key(&self) -> ClusterKey {
        let place = self.case.origin.as_ref().map(|origin| (origin.file.clone(), origin.line));
        let worse = match self.class {
            Class::Fix => &self.old,
            _ => &self.new,
        };
        ClusterKey {
            class: self.class,
            severity: severity(worse),
            place,
            shape: self.shape.clone(),
        }
    }
}

impl Report {
    fn cluster(&mut self, findings: Vec<Finding>) {
        let mut by_key: BTreeMap<ClusterKey, Vec<Finding>> = BTreeMap::new();
        for finding in findings {
            by_key.entry(finding.cluster_key()).or_default().push(finding);
        }
        for (n, (key, mut findings)) in by_key.into_iter().enumerate() {
            // The smallest case stands for all.
            let sizes: Vec<usize> = findings.iter().map(|finding| finding.case.size()).collect();
            let smallest = (0..sizes.len()).min_by_key(|&n| sizes[n]).unwrap_or(0);
            let first = findings.remove(smallest);
            findings.insert(0, first);
            self.clusters.push(Cluster {
                class: key.class,
                shape: key.shape,
                origin: findings[0].case.origin.clone(),
                n_findings: findings.len(),
                representative: findings[0].clone(),
                agreeing: None,
                cut: None,
            });
            self.findings.extend(findings.into_iter().map(|finding| (n, finding)));
        }
    }

    /// Makes what stands for the clusters as small as can be, the worst first.
    fn minimise(&mut self, judges: &Judges<'_>, deadline: &Deadline) -> Result<()> {
        let is_seen = |cluster: &&Cluster| cluster.class != Class::SilentDivergence;
        let seen: Vec<&Cluster> =
            self.clusters.iter().filter(is_seen).take(MOST_MINIMISED).collect();
        let most_runs = judges.options.minimise_runs;
        let minimised = judges.work(&seen, deadline, |judge, cluster, turn| {
            minimise(judge, &cluster.representative, most_runs, &turn.piece())
        })?;
        // Silent ones come last, so these are the first.
        for (cluster, minimised) in self.clusters.iter_mut().zip(minimised) {
            match minimised {
                Ok((minimised, n_runs)) => {
                    self.summary.runs += n_runs;
                    cluster.representative = minimised.finding;
                    cluster.agreeing = minimised.agreeing;
                    cluster.cut = minimised.cut;
                }
                Err(cut) => cluster.cut = Some(cut),
            }
        }
        Ok(())
    }

    fn count(&mut self) {
        for (_, finding) in &self.findings {
            *match finding.class {
                Class::Regression => &mut self.summary.regressions,
                Class::Bug => &mut self.summary.bugs,
                Class::ResourceDifference => &mut self.summary.resource_differences,
                Class::OutputDifference => &mut self.summary.output_differences,
                Class::Expected => &mut self.summary.expected,
                Class::Fix => &mut self.summary.fixes,
                Class::LatentError => &mut self.summary.latent_errors,
                Class::SilentDivergence => &mut self.summary.silent_divergences,
            } += 1;
        }
        self.summary.non_deterministic = self.non_deterministic.len();
        self.summary.not_replayed = self.not_replayed.len();
        self.summary.not_compared = self.not_compared.len();
        self.summary.clusters = self.clusters.len();
    }
}
