//! `tests/ui/replay`: pairs of programs with known truth. Each file is both versions (`-DOLD`,
//! `-DNEW`); its directives say what must come out, and on which case:
//!
//! ```text
//! expect: CLASS [SHAPE]     same, non_deterministic, or a class and what is seen first
//! args: WORDS   stdin: TEXT   file: NAME TEXT   env: NAME=VALUE
//! sanitize: yes             with builds that have sanitizers, too
//! seconds: S   memory: MB   limits
//! times: FORMAT             times that are not compared
//! origin: PHASE FILE LINE   where an exploration saw the versions part
//! ```

mod support;

use patchlight_replay::{
    Case, CaseLimits, File, Hex, Named, Options, Origin, Report, Sanitizers, TimeFormat, Version,
    Versions, compare,
};
use patchlight_testing::{CommentedProgram, Dialect, Table};
use std::fs;
use std::path::{Path, PathBuf};
use support::{compile_with, config, never, scratch};

const AT_LEAST: usize = 40;
const DIALECT: Dialect = Dialect::new(&[
    "expect", "args", "stdin", "file", "env", "sanitize", "seconds", "memory", "times", "origin",
]);

struct Pair {
    source: PathBuf,
    expect: String,
    sanitize: bool,
    times: Vec<TimeFormat>,
    case: Case,
}

impl Pair {
    fn read(path: &Path) -> Result<Pair, String> {
        let program = CommentedProgram::read(path, &DIALECT)?;
        let mut case = Case::default();
        let args = program.words("args")?.into_iter();
        case.run.args = args.map(|arg| Hex::from(arg.into_bytes())).collect();
        case.run.stdin = Hex::from(program.text("stdin")?.unwrap_or_default());
        let files = program.named("file", ' ')?.into_iter();
        let file = |(name, bytes)| File { name, bytes: Hex::from(bytes), ..File::default() };
        case.run.files = files.map(file).collect();
        let env = program.named("env", '=')?.into_iter();
        case.run.env = env.map(|(name, bytes)| Named { name, bytes: Hex::from(bytes) }).collect();
        case.run.limits = Some(CaseLimits {
            seconds: program.number("seconds")?,
            memory_mb: program.number("memory")?,
            ..CaseLimits::default()
        });
        if let Some(origin) = program.one("origin")? {
            let words: Vec<&str> = origin.split(' ').collect();
            let [phase, file, line] = words[..] else { return Err(format!("origin: {origin}")) };
            let line = line.parse().map_err(|error| format!("origin: {error}"))?;
            case.origin = Some(Origin { phase: phase.to_string(), file: file.to_string(), line });
        }
        let sanitize = match program.one("sanitize")? {
            None => false,
            Some("yes") => true,
            Some(other) => return Err(format!("sanitize: {other}")),
        };
        let time =
            |format: &str| TimeFormat::parse(format).ok_or_else(|| format!("times: {format}"));
        Ok(Pair {
            source: path.to_path_buf(),
            expect: program.required("expect")?.to_string(),
            sanitize,
            times: program.all("times").map(time).collect::<Result<_, _>>()?,
            case,
        })
    }

    fn report(&self, dir: &Path) -> Report {
        let version = |name: &str, define: &str| {
            let built = |sanitizers, kind: &str| {
                // Another name for each version, as users have it.
                let to = dir.join(format!("{name}{kind}"));
                compile_with(&self.source, &[define], sanitizers, &to)
            };
            let sanitized = self.sanitize.then(|| built(Sanitizers::On, "-sanitized"));
            Version { plain: built(Sanitizers::Off, ""), sanitized }
        };
        let versions = Versions {
            old: version("before", "-DOLD"),
            new: version("after", "-DNEW"),
            fixes: Vec::new(),
        };
        let times = self.times.clone();
        let options = Options { n_workers: 1, times, minimise_runs: 0, ..Options::default() };
        compare(&config(dir), &versions, std::slice::from_ref(&self.case), &options, &never())
            .unwrap()
    }
}

/// What came out, in the words of `expect`.
fn outcome(report: &Report) -> String {
    if let Some((_, why)) = report.not_replayed.first() {
        return format!("not replayed: {why}");
    }
    if !report.non_deterministic.is_empty() {
        return "non_deterministic".to_string();
    }
    let Some((_, finding)) = report.findings.first() else { return "same".to_string() };
    let word = |value: serde_json::Value| match value {
        serde_json::Value::Object(object) => object.keys().next().unwrap().clone(),
        value => value.as_str().unwrap().to_string(),
    };
    let class = word(serde_json::to_value(finding.class).unwrap());
    let shape = word(serde_json::to_value(&finding.shape).unwrap());
    format!("{class} {shape}")
}

#[test]
fn pairs_of_programs_are_classified_as_they_should_be() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ui/replay");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap().display().to_string();
    Table::new("tests/ui/replay", paths, name).at_least(AT_LEAST).check(|path| {
        let (pair, dir) = (Pair::read(path)?, scratch());
        let found = outcome(&pair.report(dir.path()));
        match found == pair.expect {
            true => Ok(()),
            false => Err(format!("{found}, not {}", pair.expect)),
        }
    });
}
