//! What a deadline cuts is never taken for what a program does, and in steps nothing depends on how
//! fast anything is.

mod support;

use patchlight_budget::{Budget, Cut, Deadline, Interrupt, cost};
use patchlight_replay::{
    Case, End, Judge, Options, Report, RunFailure, Sandbox, SandboxConfig, Verdict, Version,
    Versions, compare, program_options,
};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use support::{case, compile_text, never, scratch};

/// The new version counts a text that has an `x` in it otherwise.
const OLD: &str = r#"
    #include <stdio.h>
    #include <string.h>
    int main(int c, char **v) { return printf("%zu\n", strlen(v[c - 1])) < 0; }"#;
const NEW: &str = r#"
    #include <stdio.h>
    #include <string.h>
    int main(int c, char **v)
    {
        return printf("%zu\n", strlen(v[c - 1]) + !!strchr(v[c - 1], 'x')) < 0;
    }"#;
const HANGS: &str = "#include <unistd.h>\nint main(void) { for (;;) pause(); }";

/// Runs that judging takes, if one rerun confirms a difference and there are no sanitizers.
const RUNS_OF_SAME: u64 = 2;
const RUNS_OF_FINDING: u64 = 4;

fn versions(dir: &Path) -> Versions {
    let version =
        |name: &str, text: &str| Version { plain: compile_text(dir, name, text), sanitized: None };
    Versions { old: version("old", OLD), new: version("new", NEW), fixes: Vec::new() }
}

/// However slow the machine is, no run comes to its own limit.
fn config(dir: &Path) -> SandboxConfig {
    let mut config = support::config(dir);
    config.limits.seconds = 3600.0;
    config
}

fn options(n_workers: usize, minimise_runs: usize) -> Options {
    Options { n_reruns: 1, n_workers, minimise_runs, ..Options::default() }
}

fn cases(texts: &[&str]) -> Vec<Case> {
    let named = |text: &&str| Case { name: text.to_string(), ..case(&[text]) };
    texts.iter().map(named).collect()
}

fn runs(n: u64) -> Deadline {
    Deadline::new(Budget::Steps(n * cost::NATIVE_RUN), &Interrupt::default())
}

fn names<T>(cases: &[(Case, T)]) -> Vec<&str> {
    cases.iter().map(|(case, _)| case.name.as_str()).collect()
}

#[test]
fn behind_the_deadline_nothing_runs_and_no_case_is_compared() {
    let dir = scratch();
    let versions = versions(dir.path());
    let cases = cases(&["a", "x", "b"]);
    let interrupted = Interrupt::default();
    interrupted.ask(None);
    let over = [
        (never().within(Budget::Time(Duration::ZERO)), Cut::Time),
        (runs(0), Cut::Steps),
        (Deadline::never(&interrupted), Cut::Interrupted),
    ];
    // There is no such worker, so nothing can run.
    let config = SandboxConfig::new([dir.path().join("absent").into_os_string()]);
    for (deadline, cut) in over {
        let report = compare(&config, &versions, &cases, &options(2, 100), &deadline).unwrap();
        assert_eq!(names(&report.not_compared), ["a", "x", "b"]);
        assert!(report.not_compared.iter().all(|(_, why)| *why == cut), "{cut}");
        let summary = &report.summary;
        assert_eq!((summary.cases, summary.not_compared, summary.runs), (3, 3, 0));
        assert!(report.findings.is_empty() && report.not_replayed.is_empty());
        assert_eq!(program_options(&config, &versions, &deadline).unwrap(), Err(cut));
    }
    assert!(compare(&config, &versions, &cases, &options(2, 100), &never()).is_err());
}

#[test]
fn a_program_that_hangs_is_cut_at_the_deadline_and_has_a_timeout_at_its_own_limit() {
    let dir = scratch();
    let exe = compile_text(dir.path(), "hangs", HANGS);
    let config = config(dir.path());
    let started = |seconds: f64| {
        let mut config = config.clone();
        config.limits.seconds = seconds;
        Sandbox::start(&config, std::slice::from_ref(&exe)).unwrap()
    };
    let short = || never().within(Budget::Time(Duration::from_millis(100)));
    let mut sandbox = started(3600.0);
    let ran = sandbox.run(0, &case(&[]), &short()).unwrap();
    assert_eq!(ran.map(|outcome| outcome.end), Err(RunFailure::Cut(Cut::Time)));
    let hour = never().within(Budget::seconds(3600));
    for deadline in [&hour, &never(), &runs(1)] {
        let ran = started(0.1).run(0, &case(&[]), deadline).unwrap();
        assert_eq!(ran.map(|outcome| outcome.end), Ok(End::Timeout));
    }
}

/// Takes 0.3 s of a processor, whoever else wants it.
const WORKS: &str = r#"
    #include <time.h>
    int main(void) { while (clock() < 3 * CLOCKS_PER_SEC / 10) ; return 7; }"#;

#[test]
fn a_program_that_waits_for_a_processor_is_not_taken_for_one_that_hangs() {
    let dir = scratch();
    let exe = compile_text(dir.path(), "works", WORKS);
    let mut config = config(dir.path());
    config.limits.seconds = 0.6;
    let mut sandbox = Sandbox::start(&config, &[exe]).unwrap();
    let is_over = AtomicBool::new(false);
    let n_others = 6 * std::thread::available_parallelism().map_or(1, usize::from);
    let ran = std::thread::scope(|scope| {
        for _ in 0..n_others {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let ran = sandbox.run(0, &case(&[]), &never());
        is_over.store(true, Ordering::Relaxed);
        ran
    });
    assert_eq!(ran.unwrap().map(|outcome| outcome.end), Ok(End::Exit(7)));
}

#[test]
fn an_interrupt_cuts_a_run_and_the_sandbox_runs_the_next_program() {
    let dir = scratch();
    let [hangs, ends] = [("hangs", HANGS), ("ends", "int main(void) { return 7; }")]
        .map(|(name, text)| compile_text(dir.path(), name, text));
    let mut sandbox = Sandbox::start(&config(dir.path()), &[hangs, ends]).unwrap();
    for _ in 0..3 {
        let interrupt = Interrupt::default();
        let ran = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                interrupt.ask(None);
            });
            sandbox.run(0, &case(&[]), &Deadline::never(&interrupt)).unwrap()
        });
        assert_eq!(ran.map(|outcome| outcome.end), Err(RunFailure::Cut(Cut::Interrupted)));
        let next = sandbox.run(1, &case(&[]), &never()).unwrap();
        assert_eq!(next.map(|outcome| outcome.end), Ok(End::Exit(7)));
    }
}

#[test]
fn a_case_with_a_run_missing_is_not_compared() {
    let dir = scratch();
    let (config, versions, options) = (config(dir.path()), versions(dir.path()), options(1, 0));
    let mut judge = Judge::new(&config, &versions, &options).unwrap();
    for n in 0..RUNS_OF_FINDING {
        let verdict = judge.judge(&case(&["x"]), &runs(n)).unwrap();
        assert!(matches!(verdict, Verdict::NotCompared(Cut::Steps)), "{n} runs: {verdict:?}");
    }
    let whole = judge.judge(&case(&["x"]), &runs(RUNS_OF_FINDING)).unwrap();
    assert!(matches!(whole, Verdict::Found(_)), "{whole:?}");
    let same = judge.judge(&case(&["a"]), &runs(RUNS_OF_SAME)).unwrap();
    assert!(matches!(same, Verdict::Same), "{same:?}");
}

#[test]
fn what_was_found_before_the_deadline_stays() {
    let dir = scratch();
    let (config, versions) = (config(dir.path()), versions(dir.path()));
    let cases = cases(&["a", "x", "b", "1x", "c"]);
    let enough = runs(2 * RUNS_OF_SAME + RUNS_OF_FINDING);
    let report = compare(&config, &versions, &cases, &options(1, 100), &enough).unwrap();
    assert_eq!(names(&report.not_compared), ["1x", "c"]);
    assert_eq!((report.summary.same, report.summary.output_differences), (2, 1));
    assert_eq!(report.clusters[0].cut, Some(Cut::Steps), "there was nothing left to minimise it");
    assert!(!report.protections.is_empty());
}

#[test]
fn what_a_cut_minimisation_gives_shows_the_same() {
    let dir = scratch();
    let (config, versions) = (config(dir.path()), versions(dir.path()));
    let (options, cases) = (options(1, 1000), cases(&["abcdefghxijklmnop"]));
    let mut judge = Judge::new(&config, &versions, &options).unwrap();
    let mut sizes = Vec::new();
    for n_more in [0, 3, 4, 9, 16, 1000] {
        let deadline = runs(RUNS_OF_FINDING + n_more);
        let report = compare(&config, &versions, &cases, &options, &deadline).unwrap();
        let cluster = &report.clusters[0];
        let Verdict::Found(again) = judge.judge(&cluster.representative.case, &never()).unwrap()
        else {
            panic!("{n_more} runs: {:?} shows nothing", cluster.representative.case)
        };
        assert_eq!((&again.class, &again.shape), (&cluster.class, &cluster.shape));
        assert_eq!(cluster.cut, (n_more < 1000).then_some(Cut::Steps), "{n_more} runs");
        sizes.push(cluster.representative.case.size());
    }
    assert!(sizes.is_sorted_by(|more, less| more >= less), "{sizes:?}");
    assert_eq!((sizes[0], sizes[5]), (cases[0].size(), case(&["x"]).size()));
}

/// Everything of a report that could depend on who was faster.
fn said(report: &Report) -> String {
    let findings = report.findings.iter().map(|(n, finding)| (n, &finding.case.name));
    let findings: Vec<_> = findings.collect();
    let clusters = report.clusters.iter();
    let clusters: Vec<_> =
        clusters.map(|one| (&one.representative.case, one.n_findings, one.cut)).collect();
    let cut = (names(&report.not_compared), names(&report.not_replayed));
    format!("{findings:?} {clusters:?} {cut:?} {:?}", report.summary)
}

#[test]
fn in_steps_one_worker_and_four_find_the_same() {
    let dir = scratch();
    let (config, versions) = (config(dir.path()), versions(dir.path()));
    let texts: Vec<String> = (0..24)
        .map(|n| match n % 3 {
            0 => format!("{n:010}"),
            1 => format!("{n:04}x{n:04}"),
            _ => format!("\n{n}x"),
        })
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let cases = cases(&texts);
    for n_runs in [1, 10, 33, 100, 200] {
        let report = |n_workers| {
            let deadline = runs(n_runs);
            let options = options(n_workers, 500);
            let report = compare(&config, &versions, &cases, &options, &deadline).unwrap();
            assert!(report.summary.runs as u64 <= n_runs);
            (said(&report), deadline.left())
        };
        let (one, four) = (report(1), report(4));
        assert_eq!(one, four, "{n_runs} runs");
    }
}
