//! Native builds of the program, and runs of them.

use crate::cache::Cache;
use crate::explore::cases::{Case, CaseEnd};
use crate::explore::concrete::Concrete;
use crate::explore::entry::FUZZ_MAIN;
use crate::explore::{ExploreArgs, command_line, ktest};
use crate::program::{harness_headers, split_flags};
use crate::toolchain::Clang;
use anyhow::{Context as _, Result, bail};
use rustix::process::{Resource, Rlimit, setrlimit};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{BufReader, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const RUNTIME: &str = include_str!("../../../harness/replay.c");
/// How long a test may run: seconds of processor time, and of any.
const CPU_SECONDS: u64 = 10;
const WALL: Duration = Duration::from_secs(30);
const FILE_BYTES: u64 = 64 << 20;
/// Not for builds with sanitizers, which reserve terabytes.
const MEMORY_BYTES: u64 = 4 << 30;
/// No more than this is kept of an output.
const OUTPUT_BYTES: u64 = 16 << 20;

const ASAN_OPTIONS: &str = "abort_on_error=1:detect_leaks=0:detect_stack_use_after_return=1";

/// The program's executables, in a directory that goes away with this.
pub struct Build {
    dir: PathBuf,
    /// The program's name and what the user gives it.
    argv: Vec<Vec<u8>>,
    plain: PathBuf,
    /// By the compiler of the exploration, so that its blocks are those of the explored program.
    traced: Option<PathBuf>,
    sanitized: Option<PathBuf>,
}

/// What a run did.
pub struct Observed {
    status: Option<i32>,
    pub signal: Option<i32>,
    timed_out: bool,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The addresses of the basic blocks that ran.
    pub blocks: Vec<u64>,
}

impl Observed {
    pub fn how_it_ended(&self) -> String {
        match (self.timed_out, self.status, self.signal) {
            (true, ..) => "no end in time".to_string(),
            (_, Some(status), _) => format!("exit status {status}"),
            (_, _, Some(signal)) => format!("signal {signal}"),
            (_, None, None) => "unknown".to_string(),
        }
    }
}

impl Build {
    pub fn new(args: &ExploreArgs, is_fuzz_target: bool, sanitize: bool) -> Result<Build> {
        let cache = Cache::open()?;
        let dir = cache.scratch("replay");
        fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let plain = dir.join("plain");
        let mut build =
            Build { dir, argv: command_line(args), plain, traced: None, sanitized: None };
        let is_c = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "c");
        match &args.program.files[..] {
            files if files.iter().all(is_c) => {
                build.compile_all(args, &cache, is_fuzz_target, sanitize)?;
            }
            [file] if is_executable(file) => build.plain = std::path::absolute(file)?,
            _ => bail!("--replay takes C sources or one executable"),
        }
        Ok(build)
    }

    fn compile_all(
        &mut self,
        args: &ExploreArgs,
        cache: &Cache,
        is_fuzz_target: bool,
        sanitize: bool,
    ) -> Result<()> {
        let runtime = self.dir.join("replay.c");
        fs::write(&runtime, RUNTIME).context("cannot write the runtime")?;
        let object = self.dir.join("replay.o");
        compile(&["-O1".into(), "-c".into(), runtime.into()], &object)?;
        let mut libraries = vec![object.into(), OsString::from("-lm")];
        if is_fuzz_target {
            let (source, object) = (self.dir.join("fuzz_main.c"), self.dir.join("fuzz_main.o"));
            fs::write(&source, FUZZ_MAIN).context("cannot write the fuzz target's main")?;
            compile(&["-O1".into(), "-c".into(), source.into()], &object)?;
            libraries.push(object.into());
        }
        self.link_traced(args, cache, &libraries)?;
        let mut flags = split_flags(&args.program.cflags)?;
        flags.extend(["-isystem".into(), harness_headers(cache)?.into_os_string()]);
        flags.extend(args.program.files.iter().map(OsString::from));
        flags.extend(libraries);
        let with = |more: &[&str]| {
            let more = more.iter().map(OsString::from);
            [more.collect::<Vec<_>>(), flags.clone()].concat()
        };
        compile(&with(&["-g", "-w"]), &self.plain)?;
        if sanitize {
            let sanitized = self.dir.join("sanitized");
            let fatal = "-fno-sanitize-recover=all";
            compile(&with(&["-g", "-w", "-fsanitize=address,undefined", fatal]), &sanitized)?;
            self.sanitized = Some(sanitized);
        }
        Ok(())
    }

    fn link_traced(
        &mut self,
        args: &ExploreArgs,
        cache: &Cache,
        libraries: &[OsString],
    ) -> Result<()> {
        let clang = Clang::find(cache, args.program.clang.as_deref())?;
        // The linker has to know of sanitizers among the flags.
        let mut link = split_flags(&args.program.cflags)?;
        link.extend(["-w".into(), "-no-pie".into()]);
        for (n, file) in args.program.files.iter().enumerate() {
            let mut command = clang.analysis_flags();
            command.extend(split_flags(&args.program.cflags)?);
            command.extend(["-isystem".into(), harness_headers(cache)?.into()]);
            command.extend(["-fsanitize-coverage=bb,trace-pc,no-prune", "-c"].map(OsString::from));
            command.push(file.into());
            let object = self.dir.join(format!("traced-{n}.o"));
            let bytes = clang.run(&command, &cache.scratch("traced.o"), file)?;
            fs::write(&object, bytes).context("cannot write an object file")?;
            link.push(object.into());
        }
        link.extend(libraries.iter().cloned());
        let traced = self.dir.join("traced");
        compile(&link, &traced)?;
        self.traced = Some(traced);
        Ok(())
    }

    /// An error's native behaviour is only defined in a build with sanitizers.
    pub fn can_check(&self, end: &CaseEnd) -> bool {
        self.sanitized.is_some() || !matches!(end, CaseEnd::Error { .. })
    }

    /// Runs a test in fresh directories of this worker's.
    pub fn run(&self, case: &Case, worker: usize) -> Result<Observed> {
        let dir = self.dir.join(format!("run-{worker}"));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let (test, trace) = (dir.join("test.ktest"), dir.join("trace"));
        fs::write(&test, ktest::encode(&self.argv, case)).context("cannot write a test")?;
        let command = |executable: &Path| {
            let name = executable.file_name().unwrap_or_default().to_string_lossy();
            self.command(executable, &dir.join(format!("{name}-cwd")), &test, &case.run)
        };
        if matches!(case.end, CaseEnd::Error { .. })
            && let Some(sanitized) = &self.sanitized
        {
            let mut command = command(sanitized)?;
            command.env("ASAN_OPTIONS", ASAN_OPTIONS).env("UBSAN_OPTIONS", "abort_on_error=1");
            limit(&mut command, false);
            return observe(&mut command);
        }
        let mut plain = command(&self.plain)?;
        limit(&mut plain, true);
        let mut observed = observe(&mut plain)?;
        if let Some(traced) = &self.traced {
            let mut traced = command(traced)?;
            traced.env("PATCHLIGHT_TRACE", &trace);
            limit(&mut traced, true);
            observe(&mut traced)?;
            observed.blocks = blocks(&trace);
        }
        Ok(observed)
    }

    /// A run in a new directory that holds the test's files and nothing else.
    fn command(
        &self,
        executable: &Path,
        cwd: &Path,
        test: &Path,
        run: &Concrete,
    ) -> Result<Command> {
        fs::create_dir_all(cwd).with_context(|| format!("cannot make {}", cwd.display()))?;
        for file in &run.files {
            fs::write(cwd.join(&file.name), &file.bytes.0).context("cannot write a test's file")?;
        }
        let stdin = cwd.with_extension("stdin");
        fs::write(&stdin, &run.stdin.0).context("cannot write a test's standard input")?;
        let mut command = Command::new(executable);
        command.arg0(OsStr::from_bytes(&self.argv[0]));
        command.args(run.args.iter().map(|arg| OsStr::from_bytes(&arg.0)));
        command.current_dir(cwd).env_clear().env("KTEST_FILE", test);
        for variable in &run.env {
            command.env(&variable.name, OsStr::from_bytes(&variable.bytes.0));
        }
        let stdin = File::open(&stdin).context("cannot read a test's standard input")?;
        command.stdin(Stdio::from(stdin));
        Ok(command)
    }

    /// File and line of every block that was seen.
    pub fn places_of<'a>(
        &self,
        observed: impl Iterator<Item = &'a Observed>,
    ) -> Result<HashMap<u64, (String, u32)>> {
        let mut blocks: Vec<u64> = observed.flat_map(|observed| observed.blocks.clone()).collect();
        blocks.sort_unstable();
        blocks.dedup();
        let Some(traced) = &self.traced else { return Ok(HashMap::new()) };
        let mut command = Command::new("addr2line");
        command.arg("-e").arg(traced).stdin(Stdio::piped()).stdout(Stdio::piped());
        let Ok(mut child) = command.stderr(Stdio::null()).spawn() else {
            return Ok(HashMap::new());
        };
        // The address is the one after the call at the block's begin.
        let text: String = blocks.iter().map(|block| format!("{:#x}\n", block - 1)).collect();
        let mut stdin = child.stdin.take().context("addr2line takes no input")?;
        let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
        let output = child.wait_with_output().context("addr2line")?;
        let _ = writer.join();
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(blocks
            .into_iter()
            .zip(output.lines().map(place))
            .filter_map(|(a, b)| Some((a, b?)))
            .collect())
    }
}

impl Drop for Build {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}

/// `dir/file.c:12 (discriminator 3)`
fn place(text: &str) -> Option<(String, u32)> {
    let (file, line) = text.rsplit_once(':')?;
    let line = line.split_whitespace().next()?.parse().ok()?;
    let name = Path::new(file).file_name().and_then(OsStr::to_str)?;
    Some((name.to_string(), line))
}

fn is_executable(file: &Path) -> bool {
    let mut magic = [0; 4];
    File::open(file).and_then(|mut file| file.read_exact(&mut magic)).is_ok()
        && magic == *b"\x7fELF"
}

fn compile(args: &[OsString], to: &Path) -> Result<()> {
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let output = Command::new(&compiler).args(args).arg("-o").arg(to).output();
    let name = compiler.to_string_lossy();
    let output = output.with_context(|| format!("--replay needs the C compiler `{name}`"))?;
    if !output.status.success() {
        bail!("{name} refuses the program:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

fn limit(command: &mut Command, limit_memory: bool) {
    let limits = move || {
        let set = |resource, most| {
            setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
        };
        set(Resource::Core, 0)?;
        set(Resource::Cpu, CPU_SECONDS)?;
        set(Resource::Fsize, FILE_BYTES)?;
        if limit_memory {
            set(Resource::As, MEMORY_BYTES)?;
        }
        Ok(())
    };
    // SAFETY: between fork and exec only setrlimit is called, which is async-signal-safe.
    unsafe { command.pre_exec(limits) };
}

fn observe(command: &mut Command) -> Result<Observed> {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.context("cannot run the native build")?;
    let (stdout, stderr) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let status = wait(&mut child)?;
    let timed_out = status.is_none();
    if timed_out {
        child.kill().context("cannot end the native run")?;
    }
    let status = child.wait().context("cannot wait for the native run")?;
    Ok(Observed {
        status: status.code(),
        signal: status.signal(),
        timed_out,
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
        blocks: Vec::new(),
    })
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.by_ref().take(OUTPUT_BYTES).read_to_end(&mut bytes);
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        bytes
    })
}

/// `None` if the run does not end in time.
fn wait(child: &mut Child) -> Result<Option<std::process::ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait().context("cannot wait for the native run")? {
            return Ok(Some(status));
        }
        if start.elapsed() >= WALL {
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// The list that the runtime writes, which a 0 ends.
fn blocks(trace: &Path) -> Vec<u64> {
    let Ok(file) = File::open(trace) else { return Vec::new() };
    let mut file = BufReader::with_capacity(4096, file);
    let mut word = [0; 8];
    let next = || file.read_exact(&mut word).ok().map(|()| u64::from_le_bytes(word));
    std::iter::from_fn(next).take_while(|&block| block != 0).collect()
}
