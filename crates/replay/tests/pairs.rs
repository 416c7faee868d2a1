//! `tests/ui/replay`: pairs of programs with known truth. Each file is both versions (`-DOLD`,
//! `-DNEW`); its first comment says what must come out, and on which case:
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
    Case, CaseLimits, File, Hex, Named, Options, Origin, Report, TimeFormat, Version, Versions,
    compare,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use support::{compile, config, scratch};

struct Pair {
    source: PathBuf,
    expect: String,
    sanitize: bool,
    times: Vec<TimeFormat>,
    case: Case,
}

impl Pair {
    fn read(path: &Path) -> Pair {
        let text = fs::read_to_string(path).unwrap();
        let mut pair = Pair {
            source: path.to_path_buf(),
            expect: String::new(),
            sanitize: false,
            times: Vec::new(),
            case: Case::default(),
        };
        let bytes = |text: &str| Hex(text.as_bytes().to_vec());
        let mut limits = CaseLimits::default();
        let header = text.lines().take_while(|line| !line.contains("*/"));
        for line in header.filter_map(|line| line.strip_prefix(" * ")) {
            let (key, value) = line.split_once(": ").expect("`key: value`");
            let run = &mut pair.case.run;
            match key {
                "expect" => pair.expect = value.to_string(),
                "sanitize" => pair.sanitize = true,
                "args" => run.args = value.split(' ').map(bytes).collect(),
                "stdin" => run.stdin = bytes(value),
                "times" => pair.times.extend(TimeFormat::parse(value)),
                "seconds" => limits.seconds = Some(value.parse().unwrap()),
                "memory" => limits.memory_mb = Some(value.parse().unwrap()),
                "file" => {
                    let (name, text) = value.split_once(' ').unwrap();
                    let (name, bytes) = (name.to_string(), bytes(text));
                    run.files.push(File { name, bytes, ..File::default() });
                }
                "env" => {
                    let (name, value) = value.split_once('=').unwrap();
                    run.env.push(Named { name: name.to_string(), bytes: bytes(value) });
                }
                "origin" => {
                    let words: Vec<&str> = value.split(' ').collect();
                    let [phase, file] = [words[0], words[1]].map(str::to_string);
                    let line = words[2].parse().unwrap();
                    pair.case.origin = Some(Origin { phase, file, line });
                }
                _ => panic!("{}: `{key}` is not known", path.display()),
            }
        }
        pair.case.run.limits = Some(limits);
        pair
    }

    fn report(&self, dir: &Path) -> Report {
        let version = |name: &str, define: &str| {
            let built = |flags: &[&str], kind: &str| {
                let flags = [&[define], flags].concat();
                // Another name for each version, as users have it.
                compile(&self.source, &flags, &dir.join(format!("{name}{kind}")))
            };
            let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
            let sanitized = self.sanitize.then(|| built(&sanitizers, "-sanitized"));
            Version { plain: built(&[], ""), sanitized }
        };
        let versions = Versions {
            old: version("before", "-DOLD"),
            new: version("after", "-DNEW"),
            fixes: Vec::new(),
        };
        let times = self.times.clone();
        let options = Options { n_workers: 1, times, minimise_runs: 0, ..Options::default() };
        compare(&config(dir), &versions, std::slice::from_ref(&self.case), &options).unwrap()
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
    assert!(paths.len() >= 40);
    let wrong = Mutex::new(Vec::new());
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let n = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
                    && let Some(path) = paths.get(n)
                {
                    let (pair, dir) = (Pair::read(path), scratch());
                    let found = outcome(&pair.report(dir.path()));
                    if found != pair.expect {
                        let name = path.file_name().unwrap().display().to_string();
                        let expected = &pair.expect;
                        wrong.lock().unwrap().push(format!("{name}: {found}, not {expected}"));
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), paths.len(), wrong.join("\n"));
}
