//! How many megabytes of LLVM text a second are parsed and lowered, on one thread.
//!
//! `cargo bench -p patchlight-llvm --bench front_end -- FILE.ll|DIR…`; a directory stands for the
//! `.ll` files in it. All texts are in memory before the clock starts; each figure is the best of
//! several rounds over all of them, so that load on the machine counts as little as it can.

use patchlight_llvm::{lower, parse};
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const ROUNDS: usize = 7;

struct Text {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// How long one round took.
#[derive(Copy, Clone)]
struct Times {
    parse: Duration,
    lower: Duration,
    both: Duration,
}

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let paths = std::env::args_os().skip(1).filter(|arg| arg != "--bench").map(PathBuf::from);
    match measure(&paths.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("front_end: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(paths: &[PathBuf]) -> Result<(), String> {
    let mut texts = Vec::new();
    for path in paths {
        texts.append(&mut read(path).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    let n_bytes: usize = texts.iter().map(|text| text.bytes.len()).sum();
    let mut best = round(&texts)?;
    for _ in 1..ROUNDS {
        let times = round(&texts)?;
        best = Times {
            parse: best.parse.min(times.parse),
            lower: best.lower.min(times.lower),
            both: best.both.min(times.both),
        };
    }
    let megabytes = n_bytes as f64 / 1e6;
    println!("{} files, {megabytes:.1} MB of LLVM text, best of {ROUNDS} rounds", texts.len());
    for (what, time) in [("parse", best.parse), ("lower", best.lower), ("parse+lower", best.both)] {
        println!("{what:12} {:7.1} MB/s", megabytes / time.as_secs_f64());
    }
    Ok(())
}

/// The texts of a file, or of the files of a directory in the order of their names.
fn read(path: &Path) -> std::io::Result<Vec<Text>> {
    let mut paths = vec![path.to_path_buf()];
    if path.is_dir() {
        let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
        paths = entries.collect::<std::io::Result<_>>()?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "ll"));
        paths.sort();
    }
    paths.into_iter().map(|path| fs::read(&path).map(|bytes| Text { path, bytes })).collect()
}

/// Parses and lowers every text once. What is made is dropped outside of `parse` and `lower`, but
/// within `both`, as a program pays for it too.
fn round(texts: &[Text]) -> Result<Times, String> {
    let start = Instant::now();
    let (mut parse_time, mut lower_time) = (Duration::ZERO, Duration::ZERO);
    for Text { path, bytes } in texts {
        let before = Instant::now();
        let ast = parse(bytes).map_err(|error| format!("{}:{error}", path.display()))?;
        let parsed = Instant::now();
        let module = lower::lower(&ast).map_err(|error| format!("{}:{error}", path.display()))?;
        lower_time += parsed.elapsed();
        parse_time += parsed - before;
        black_box(module);
    }
    Ok(Times { parse: parse_time, lower: lower_time, both: start.elapsed() })
}
