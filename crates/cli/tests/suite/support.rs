//! What the suites share: finding programs, building them natively, running both sides.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// Whether there is time for all that can be tested: `make test-long` takes its time.
pub fn is_long() -> bool {
    std::env::var_os("PATCHLIGHT_TEST_LONG").is_some()
}

/// A program of a suite: one source or a directory of them, with what its comments ask for.
pub struct Case {
    pub name: String,
    pub sources: Vec<PathBuf>,
    pub cflags: Vec<String>,
    /// Natively compiled by clang, because gcc lacks the feature.
    native_clang: bool,
    args: Vec<String>,
    env: Vec<(String, String)>,
    stdin: Vec<u8>,
}

/// All programs of `tests/DIR`, by name.
pub fn cases(dir: &str) -> Vec<Case> {
    let dir = root().join("tests").join(dir);
    let mut paths: Vec<PathBuf> = fs::read_dir(&dir)
        .unwrap_or_else(|error| panic!("{}: {error}", dir.display()))
        .map(|entry| entry.expect("a readable directory").path())
        .filter(|path| matches!(path.extension().and_then(|e| e.to_str()), Some("c" | "d")))
        .collect();
    paths.sort();
    paths.iter().map(|path| Case::read(path)).collect()
}

impl Case {
    pub fn read(path: &Path) -> Case {
        let mut sources = vec![path.to_path_buf()];
        if path.is_dir() {
            let entries = fs::read_dir(path).expect("a readable directory");
            sources = entries.map(|entry| entry.expect("an entry").path()).collect();
            sources.retain(|source| source.extension().is_some_and(|e| e == "c"));
            sources.sort();
        }
        let main = sources.iter().find(|s| s.ends_with("main.c")).unwrap_or(&sources[0]);
        let text = fs::read_to_string(main).expect("a readable source");
        let comment = |key: &str| {
            let line = text.lines().take(4).find(|line| line.contains(key))?;
            Some(line.split_once(key)?.1.trim().trim_end_matches("*/").trim().to_string())
        };
        let beside = |extension: &str| fs::read(path.with_extension(extension)).ok();
        let lines = |extension: &str| {
            let bytes = beside(extension).unwrap_or_default();
            let text = String::from_utf8(bytes).expect("UTF-8");
            text.lines().map(str::to_string).collect::<Vec<_>>()
        };
        let cflags = comment("cflags:").unwrap_or_default();
        Case {
            name: path.file_stem().expect("a name").to_string_lossy().into_owned(),
            cflags: cflags.split_whitespace().map(str::to_string).collect(),
            native_clang: comment("native:").is_some_and(|native| native == "clang"),
            args: lines("args"),
            env: lines("env")
                .iter()
                .filter_map(|line| line.split_once('='))
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
            stdin: beside("stdin").unwrap_or_default(),
            sources,
        }
    }

    /// Compiles with the system's compiler (or with Patchlight's clang, where gcc lacks the
    /// feature) and runs the program in a fresh directory.
    pub fn run_natively(&self, scratch: &Scratch) -> Output {
        let executable = scratch.path().join("native");
        let mut inputs = self.sources.clone();
        if self.native_clang {
            inputs = self.sources.iter().map(|source| clang_object(source, scratch)).collect();
        }
        let output = Command::new("cc")
            .args(["-O0", "-g", "-w"])
            .args(&inputs)
            .arg("-o")
            .arg(&executable)
            .args(&self.cflags)
            .arg("-lm")
            .output()
            .expect("a C compiler");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{} does not compile natively:\n{messages}", self.name);
        let cwd = scratch.dir("native-cwd");
        self.feed(Command::new(&executable).args(&self.args), &cwd)
    }

    /// Runs an executable of the program in a directory of its own.
    pub fn run_executable(&self, executable: &Path, scratch: &Scratch) -> Output {
        let cwd = scratch.dir("executable-cwd");
        self.feed(Command::new(executable).args(&self.args), &cwd)
    }

    /// Options of the compiler without those of the linker.
    pub fn compile_flags(&self) -> Vec<&str> {
        let flags = self.cflags.iter().map(String::as_str);
        flags.filter(|flag| !flag.starts_with("-l") && *flag != "-pthread").collect()
    }

    /// Runs the program under Patchlight in a directory of its own.
    pub fn run_patchlight(&self, cflags: &[&str], scratch: &Scratch) -> Output {
        let cwd = scratch.dir("patchlight-cwd");
        let mut flags: Vec<&str> = cflags.to_vec();
        flags.push("-w");
        flags.extend(self.compile_flags());
        let mut command = Command::new(patchlight());
        command.arg("run").arg("--cflags").arg(flags.join(" "));
        if let Some(clang) = std::env::var_os("PATCHLIGHT_TEST_CLANG") {
            command.arg("--clang").arg(clang);
        }
        command.args(&self.sources).arg("--").args(&self.args);
        self.feed(&mut command, &cwd)
    }

    /// Compiles with `patchlight cc`.
    pub fn executable(&self, scratch: &Scratch) -> Result<PathBuf, String> {
        let executable = scratch.path().join(&self.name);
        let output = Command::new(patchlight())
            .args(["cc", "-O0", "-w"])
            .args(&self.sources)
            .arg("-o")
            .arg(&executable)
            .args(&self.cflags)
            .arg("-lm")
            .output()
            .map_err(|error| error.to_string())?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        output.status.success().then_some(executable).ok_or(messages)
    }

    fn feed(&self, command: &mut Command, cwd: &Path) -> Output {
        let stdin = cwd.with_extension("stdin");
        fs::write(&stdin, &self.stdin).expect("a writable directory");
        let keep = ["PATH", "HOME", "PATCHLIGHT_CACHE", "XDG_CACHE_HOME"];
        let kept: Vec<_> =
            keep.iter().filter_map(|name| Some((name, std::env::var_os(name)?))).collect();
        command
            .current_dir(cwd)
            .env_clear()
            .envs(kept)
            .env("LC_ALL", "C")
            .env("TZ", "UTC")
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::from(fs::File::open(&stdin).expect("just written")))
            .output()
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

/// A native object by Patchlight's own clang.
fn clang_object(source: &Path, scratch: &Scratch) -> PathBuf {
    let object = scratch.path().join("native.o");
    let mut command = Command::new(patchlight());
    command.args(["clang", "--", "-O0", "-w", "-c"]).arg(source).arg("-o").arg(&object);
    let output = command.output().expect("patchlight");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    object
}

/// The binary under test, built by cargo.
pub fn patchlight() -> &'static str {
    env!("CARGO_BIN_EXE_patchlight")
}

/// A directory of a test's own, removed at the end.
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("patchlight-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a writable temporary directory");
        Scratch { path }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn dir(&self, name: &str) -> PathBuf {
        let dir = self.path.join(name);
        fs::create_dir_all(&dir).expect("a writable temporary directory");
        dir
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Checks all cases on all cores and panics with every complaint.
pub fn check_all(cases: &[Case], check: impl Fn(&Case) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    let mut complaints: Vec<String> = std::thread::scope(|scope| {
        let worker = || {
            let mut complaints = Vec::new();
            while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(complaint) = check(case) {
                    complaints.push(format!("--- {}: {complaint}", case.name));
                }
            }
            complaints
        };
        let workers: Vec<_> = (0..n_workers).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    complaints.sort();
    let n = complaints.len();
    assert!(n == 0, "{n} of {} programs:\n{}", cases.len(), complaints.join("\n"));
}

/// The first difference between two outputs, in words.
pub fn first_difference(what: &str, native: &[u8], ours: &[u8]) -> Result<(), String> {
    if native == ours {
        return Ok(());
    }
    let (native, ours) = (String::from_utf8_lossy(native), String::from_utf8_lossy(ours));
    let mut lines = native.lines().zip(ours.lines()).enumerate();
    let place = match lines.find(|(_, (a, b))| a != b) {
        Some((n, (a, b))) => format!("line {}\n  native:     {a}\n  patchlight: {b}", n + 1),
        None => format!("length: native {}, patchlight {} bytes", native.len(), ours.len()),
    };
    Err(format!("{what} differs at {place}"))
}
