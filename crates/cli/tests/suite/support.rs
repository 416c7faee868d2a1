//! What the suites share: finding programs, building them natively, running both sides.

use patchlight_testing::{CommentedProgram, Dialect, Table};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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
    /// The source with the comments.
    pub program: CommentedProgram,
    pub cflags: Vec<String>,
    /// Natively compiled by clang, because gcc lacks the feature.
    native_clang: bool,
    args: Vec<String>,
    env: Vec<(String, String)>,
    stdin: Vec<u8>,
}

/// The entries of a directory of the repository whose names end in one of these, by name.
pub fn entries(dir: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(dir)).unwrap_or_else(|error| panic!("{dir}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    let extension = |path: &Path| path.extension().map(|e| e.to_string_lossy().into_owned());
    paths.retain(|path| extension(path).is_some_and(|e| extensions.contains(&e.as_str())));
    paths.sort();
    paths
}

/// All that is read, or every complaint about what cannot be.
pub fn read_all<T>(paths: &[PathBuf], read: impl Fn(&Path) -> Result<T, String>) -> Vec<T> {
    let mut complaints = Vec::new();
    let read = |path: &PathBuf| read(path).map_err(|complaint| complaints.push(complaint)).ok();
    let all = paths.iter().filter_map(read).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    all
}

/// All programs of a directory of the repository.
pub fn cases(dir: &str, dialect: &Dialect) -> Table<Case> {
    cases_of(dir, dialect, |_| true)
}

/// The programs of a directory of the repository that a test is about, by their names.
pub fn cases_of(dir: &str, dialect: &Dialect, is_wanted: impl Fn(&str) -> bool) -> Table<Case> {
    let mut all = read_all(&entries(dir, &["c", "d"]), |path| Case::read(path, dialect));
    all.retain(|case| is_wanted(&case.name));
    Table::new(dir, all, |case| case.name.clone())
}

impl Case {
    /// A source, or the directory of several. One of them has comments.
    pub fn read(path: &Path, dialect: &Dialect) -> Result<Case, String> {
        let mut sources = vec![path.to_path_buf()];
        if path.is_dir() {
            sources = entries(&path.to_string_lossy(), &["c"]);
        }
        let main = sources.iter().find(|s| s.ends_with("main.c")).unwrap_or(&sources[0]);
        let program = CommentedProgram::read(main, dialect)?;
        for other in sources.iter().filter(|&source| source != main) {
            CommentedProgram::read(other, &Dialect::new(&[]))?;
        }
        let text = |bytes| String::from_utf8(bytes).map_err(|error| error.to_string());
        let env = program.named("env", '=')?.into_iter();
        Ok(Case {
            name: path.file_stem().expect("a name").to_string_lossy().into_owned(),
            cflags: program.words("cflags")?,
            native_clang: match program.one("native")? {
                None => false,
                Some("clang") => true,
                Some(other) => return Err(format!("{}: native: {other}", path.display())),
            },
            args: program.words("args")?,
            env: env
                .map(|(name, value)| Ok((name, text(value)?)))
                .collect::<Result<_, String>>()?,
            stdin: program.text("stdin")?.unwrap_or_default(),
            program,
            sources,
        })
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

/// `patchlight shadow`, `reach` or `interact` with budgets in steps, so that what is found does not
/// depend on how busy the machine is. A budget that a test adds is the one that counts.
pub fn in_steps(command: &str) -> Command {
    let budgets: &[&str] = match command {
        "shadow" => &["--concolic-budget", "6Gsteps", "--bounded-budget", "6Gsteps"],
        "reach" => &["--budget", "6Gsteps", "--patience", "2Gsteps"],
        "interact" => &["--budget", "3Gsteps"],
        _ => panic!("`{command}` has no budget"),
    };
    let mut patchlight = Command::new(patchlight());
    patchlight.arg(command).args(budgets);
    patchlight
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
