//! How many cases a second, and what the sandbox costs: `cargo bench -p patchlight-replay`.

use patchlight_budget::{Deadline, Interrupt};
use patchlight_replay::{
    Case, Executable, Hex, Options, Run, Sandbox, SandboxConfig, Sanitizers, Toolchain, Variant,
    Version, Versions, compare, neighbours,
};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Spends about a millisecond of processor time.
const PROGRAM: &str = r#"
    #include <stdio.h>
    #include <time.h>
    static double cpu(void)
    {
        struct timespec t;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
        return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
    }
    int main(int argc, char **argv)
    {
        while (cpu() < 1.0)
            ;
        return printf("%s\n", argv[1]) < 0;
    }"#;

fn build(dir: &Path, name: &str) -> Executable {
    let source = dir.join("program.c");
    std::fs::write(&source, PROGRAM).expect("a writable directory");
    let to = dir.join(name);
    let args = ["-O1".as_ref(), source.as_os_str()];
    Toolchain::default().compile(&args, Sanitizers::Off, &to).expect("a C compiler");
    Executable::open(&to).expect("just made")
}

fn case(n: usize) -> Case {
    let args = vec![Hex::from(n.to_string().into_bytes())];
    Case { name: n.to_string(), run: Run { args, ..Run::default() }, ..Case::default() }
}

fn never() -> Deadline {
    Deadline::never(&Interrupt::default())
}

fn per_second(n: usize, elapsed: Duration) -> f64 {
    n as f64 / elapsed.as_secs_f64()
}

fn main() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (old, new) = (build(dir.path(), "old"), build(dir.path(), "new"));
    let config = SandboxConfig::new([env!("CARGO_BIN_EXE_sandbox-worker").into()]);
    overhead(&config, &old);
    let version = |plain: &Executable| Version { plain: plain.clone(), sanitized: None };
    let versions = Versions { old: version(&old), new: version(&new), fixes: Vec::new() };
    let options = Options { n_workers: 2, ..Options::default() };
    let cases: Vec<Case> = (0..1500).map(case).collect();
    let start = Instant::now();
    let report = compare(&config, &versions, &cases, &options, &never()).expect("a sandbox");
    let rate = per_second(cases.len(), start.elapsed());
    assert_eq!(report.summary.same, cases.len());
    let without = without_sandbox([&old, &new], &cases);
    println!(
        "cases: {rate:.0} a second, both versions, two workers, a program of 1 ms; \
         {without:.0} without a sandbox ({:.0} %)",
        100.0 * rate / without
    );
    let seeds = [case(123_456_789)];
    let variants = neighbours(&seeds, &[], 1000, &never());
    let variants: Vec<Case> = variants.iter().map(Variant::case).collect();
    let start = Instant::now();
    compare(&config, &versions, &variants, &options, &never()).expect("a sandbox");
    let rate = per_second(variants.len(), start.elapsed());
    println!("neighbours: {rate:.0} variants a second ({} variants)", variants.len());
}

/// Cases a second if both versions are merely started and waited for, by two threads.
fn without_sandbox(versions: [&Executable; 2], cases: &[Case]) -> f64 {
    let start = Instant::now();
    std::thread::scope(|scope| {
        for share in cases.chunks(cases.len().div_ceil(2)) {
            scope.spawn(move || {
                for (case, exe) in share.iter().flat_map(|case| versions.map(|exe| (case, exe))) {
                    Command::new(&exe.path).arg(&case.name).output().expect("a run");
                }
            });
        }
    });
    per_second(cases.len(), start.elapsed())
}

/// A run in the sandbox beside one without, in turn, by the median.
fn overhead(config: &SandboxConfig, exe: &Executable) {
    let start = Instant::now();
    let mut sandbox = Sandbox::start(config, std::slice::from_ref(exe)).expect("a sandbox");
    println!("sandbox: made in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for n in 0..300 {
        let start = Instant::now();
        sandbox.run(0, &case(n), &never()).expect("a worker").expect("a run");
        inside.push(start.elapsed());
        let start = Instant::now();
        Command::new(&exe.path).arg(n.to_string()).output().expect("a run");
        outside.push(start.elapsed());
    }
    let median = |mut times: Vec<Duration>| {
        times.sort();
        times[times.len() / 2].as_secs_f64() * 1e3
    };
    let (inside, outside) = (median(inside), median(outside));
    println!("run: {inside:.2} ms in the sandbox, {outside:.2} ms without, median of 300");
}
