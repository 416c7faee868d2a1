//! All cases: verdicts in the order of the cases, clusters of findings, the worst first.

use crate::case::{Case, Origin};
use crate::class::{Class, Shape, severity};
use crate::error::Result;
use crate::judge::{Finding, Judge, Options, Verdict, Versions};
use crate::minimise::minimise;
use crate::sandbox::{Config, Protection};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    pub summary: Summary,
    pub protections: Vec<Protection>,
}

#[derive(Clone, Debug)]
pub struct Cluster {
    pub class: Class,
    pub shape: Shape,
    pub origin: Option<Origin>,
    pub n_findings: usize,
    /// What stands for all: the smallest of its findings, made smaller still.
    pub representative: Finding,
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
    pub silent_divergences: usize,
    pub non_deterministic: usize,
    pub not_replayed: usize,
    pub clusters: usize,
    /// How many programs were run.
    pub runs: usize,
}

/// Compares two versions on all cases.
pub fn compare(
    config: &Config,
    versions: &Versions,
    cases: &[Case],
    options: &Options,
) -> Result<Report> {
    let mut report = Report::default();
    let judged = in_parallel(config, versions, options, cases, |judge, case| judge.judge(case))?;
    report.protections = judged.protections;
    report.summary.runs = judged.n_runs;
    let mut findings = Vec::new();
    for (case, verdict) in cases.iter().zip(judged.results) {
        report.summary.cases += 1;
        match verdict {
            Verdict::Same => report.summary.same += 1,
            Verdict::Found(finding) => findings.push(*finding),
            Verdict::NonDeterministic(varies) => {
                report.non_deterministic.push((case.clone(), varies));
            }
            Verdict::NotReplayed(why) => report.not_replayed.push((case.clone(), why)),
        }
    }
    report.cluster(findings);
    report.count();
    if options.minimise_runs > 0 {
        report.minimise(config, versions, options)?;
    }
    Ok(report)
}

/// Something done with every item by judges that work in parallel.
struct Done<T> {
    /// In the order of the items.
    results: Vec<T>,
    protections: Vec<Protection>,
    n_runs: usize,
}

fn in_parallel<I: Sync, T: Send>(
    config: &Config,
    versions: &Versions,
    options: &Options,
    items: &[I],
    work: impl Fn(&mut Judge<'_>, &I) -> Result<T> + Sync,
) -> Result<Done<T>> {
    // One is started before all others: if that is impossible, nothing runs.
    let first = Judge::new(config, versions, options)?;
    let protections = first.protections().to_vec();
    let next = AtomicUsize::new(0);
    let results = Mutex::new((0..items.len()).map(|_| None).collect::<Vec<Option<T>>>());
    let work_off = |mut judge: Judge<'_>| -> Result<usize> {
        while let n = next.fetch_add(1, Ordering::Relaxed)
            && let Some(item) = items.get(n)
        {
            let result = work(&mut judge, item)?;
            results.lock().expect("no panic")[n] = Some(result);
        }
        Ok(judge.n_runs())
    };
    let n_others = options.n_workers.min(items.len()).saturating_sub(1);
    let n_runs = std::thread::scope(|scope| {
        let others: Vec<_> = (0..n_others)
            .map(|_| scope.spawn(|| Judge::new(config, versions, options).and_then(&work_off)))
            .collect();
        let mut n_runs = work_off(first)?;
        for other in others {
            n_runs += other.join().expect("no panic")?;
        }
        Ok::<usize, crate::error::Error>(n_runs)
    })?;
    let results = results.into_inner().expect("no panic").into_iter();
    let results = results.map(|result| result.expect("all items were done")).collect();
    Ok(Done { results, protections, n_runs })
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
            });
            self.findings.extend(findings.into_iter().map(|finding| (n, finding)));
        }
    }

    /// Makes what stands for the clusters as small as can be.
    fn minimise(&mut self, config: &Config, versions: &Versions, options: &Options) -> Result<()> {
        let is_seen = |cluster: &&Cluster| cluster.class != Class::SilentDivergence;
        let seen: Vec<&Cluster> =
            self.clusters.iter().filter(is_seen).take(MOST_MINIMISED).collect();
        if seen.is_empty() {
            return Ok(());
        }
        let done = in_parallel(config, versions, options, &seen, |judge, cluster| {
            minimise(judge, &cluster.representative, options.minimise_runs)
        })?;
        self.summary.runs += done.n_runs;
        // Silent ones come last, so these are the first.
        for (cluster, smaller) in self.clusters.iter_mut().zip(done.results) {
            cluster.representative = smaller;
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
                Class::SilentDivergence => &mut self.summary.silent_divergences,
            } += 1;
        }
        self.summary.non_deterministic = self.non_deterministic.len();
        self.summary.not_replayed = self.not_replayed.len();
        self.summary.clusters = self.clusters.len();
    }
}
