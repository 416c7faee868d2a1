//! `report.json`.

use patchlight_budget::Cut;
use patchlight_replay::{
    Case, Change, Class, End, FileKind, Finding, Judgement, LateOutput, Latin1, Mode, Observed,
    Protection, Report, SanitizerReport, Shape, Summary, VERSION,
};
use serde::Serialize;

/// How much of an output is written.
const LONGEST: usize = 64 << 10;

#[derive(Serialize)]
pub struct Json<'a> {
    version: u32,
    summary: &'a Summary,
    sandbox: &'a [Protection],
    /// The version of Landlock that was used; 0 if none was.
    landlock: u8,
    findings: Vec<JsonFinding<'a>>,
    clusters: Vec<JsonCluster<'a>>,
    non_deterministic: Vec<Varying<'a>>,
    not_replayed: Vec<NotReplayed<'a>>,
    not_compared: Vec<NotCompared<'a>>,
    problems: &'a [String],
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    class: Class,
    #[serde(skip_serializing_if = "Option::is_none")]
    judgement: Option<Judgement>,
    shape: &'a Shape,
    phase: Option<&'a str>,
    file: Option<&'a str>,
    line: Option<u32>,
    case: &'a Case,
    /// What could not be run is in `not_replayed`.
    replayed: bool,
    old: Side<'a>,
    new: Side<'a>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    varies: &'a [String],
    cluster: usize,
}

/// A cluster, with the minimised case that stands for it.
#[derive(Serialize)]
struct JsonCluster<'a> {
    class: Class,
    shape: &'a Shape,
    findings: usize,
    case: &'a Case,
    old: Side<'a>,
    new: Side<'a>,
}

#[derive(Serialize)]
struct Side<'a> {
    exit: Option<i32>,
    signal: Option<i32>,
    /// `timeout`, `output_limit` or `memory_limit` if that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<End>,
    /// `lost` if a process that it left behind was ended while it could still write.
    #[serde(skip_serializing_if = "Option::is_none")]
    late_output: Option<LateOutput>,
    stdout: Latin1,
    stderr: Latin1,
    sanitizer: Option<&'a SanitizerReport>,
    files: Vec<JsonFile>,
    peak_kb: u64,
}

#[derive(Serialize)]
struct JsonFile {
    path: Latin1,
    change: Change,
    kind: FileKind,
    mode: Mode,
    contents: Latin1,
}

#[derive(Serialize)]
struct Varying<'a> {
    case: &'a Case,
    varies: &'a [String],
}

#[derive(Serialize)]
struct NotReplayed<'a> {
    case: &'a Case,
    replayed: bool,
    why: &'a str,
}

#[derive(Serialize)]
struct NotCompared<'a> {
    case: &'a Case,
    why: Cut,
}

impl<'a> Json<'a> {
    pub fn new(report: &'a Report, problems: &'a [String]) -> Json<'a> {
        let findings = report.findings.iter();
        let clusters = report.clusters.iter().map(|cluster| JsonCluster {
            class: cluster.class,
            shape: &cluster.shape,
            findings: cluster.n_findings,
            case: &cluster.representative.case,
            old: side(&cluster.representative.old),
            new: side(&cluster.representative.new),
        });
        let varying = report.non_deterministic.iter();
        let not_replayed = report.not_replayed.iter();
        Json {
            version: VERSION,
            summary: &report.summary,
            sandbox: &report.protections,
            landlock: report.landlock.0,
            findings: findings.map(|(cluster, finding)| json(*cluster, finding)).collect(),
            clusters: clusters.collect(),
            non_deterministic: varying.map(|(case, varies)| Varying { case, varies }).collect(),
            not_replayed: not_replayed
                .map(|(case, why)| NotReplayed { case, replayed: false, why })
                .collect(),
            not_compared: report
                .not_compared
                .iter()
                .map(|(case, why)| NotCompared { case, why: *why })
                .collect(),
            problems,
        }
    }
}

fn json(cluster: usize, finding: &Finding) -> JsonFinding<'_> {
    let origin = finding.case.origin.as_ref();
    // Without an exploration, the place is the error's.
    let frame = match &finding.shape {
        Shape::Sanitizer { frames, .. } => frames.first(),
        _ => None,
    };
    let file = origin.map(|origin| origin.file.as_str());
    let line = origin.map(|origin| origin.line);
    JsonFinding {
        class: finding.class,
        judgement: finding.judgement,
        shape: &finding.shape,
        phase: origin.map(|origin| origin.phase.as_str()),
        file: file.or_else(|| frame.map(|frame| frame.file.as_str())),
        line: line.or_else(|| frame.map(|frame| frame.line)),
        case: &finding.case,
        replayed: true,
        old: side(&finding.old),
        new: side(&finding.new),
        varies: &finding.varies,
        cluster,
    }
}

fn side(observed: &Observed) -> Side<'_> {
    let plain = &observed.plain;
    let first = |bytes: &[u8]| Latin1(bytes[..bytes.len().min(LONGEST)].to_vec());
    let files = plain.files.iter().map(|file| JsonFile {
        path: Latin1(file.path.clone()),
        change: file.change,
        kind: file.kind,
        mode: Mode(file.mode),
        contents: first(&file.data.bytes),
    });
    Side {
        exit: match plain.end {
            End::Exit(status) => Some(status),
            _ => None,
        },
        signal: match plain.end {
            End::Signal(signal) => Some(signal),
            _ => None,
        },
        limit: match plain.end {
            End::Exit(_) | End::Signal(_) => None,
            end => Some(end),
        },
        late_output: Some(plain.late_output).filter(|late| *late == LateOutput::Lost),
        stdout: first(&plain.stdout.bytes),
        stderr: first(&plain.stderr.bytes),
        sanitizer: observed.report.as_ref(),
        files: files.collect(),
        peak_kb: plain.peak_kb,
    }
}

/// The case that stands for each cluster, as a file that `replay` reads again.
pub fn representatives(report: &Report) -> impl Iterator<Item = (usize, String)> {
    report
        .clusters
        .iter()
        .enumerate()
        .filter_map(|(n, cluster)| Some((n, case_json(&cluster.representative.case).ok()?)))
}

/// A case as a file that `replay` reads.
pub fn case_json(case: &Case) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Written<'a> {
        version: u32,
        #[serde(flatten)]
        case: &'a Case,
    }
    serde_json::to_string(&Written { version: VERSION, case })
}
