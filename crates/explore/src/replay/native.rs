//! Native builds of the program, and runs of them in the sandbox.

use crate::cases::{Case, CaseEnd};
use crate::{Options, command_line};
use anyhow::{Context as _, Result, bail};
use patchlight_budget::Deadline;
use patchlight_cache::Cache;
use patchlight_replay::{
    End, Executable, Hex, Named, NativeOutcome, RunLimits, Sandbox, SandboxConfig, Sanitizers,
    sandbox_config,
};
use patchlight_toolchain::{
    Clang, FUZZ_MAIN, REPLAY, harness_headers, native_toolchain, split_flags,
};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the runtime leaves the trace, among the files that a run left behind.
const TRACE: &str = "/tmp/trace";
/// What a test may take.
const SECONDS: f64 = 10.0;
const MEMORY_MB: u64 = 4096;

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
    end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The addresses of the basic blocks that ran.
    pub blocks: Vec<u64>,
}

impl Observed {
    pub fn how_it_ended(&self) -> String {
        match self.end {
            End::Exit(status) => format!("exit status {status}"),
            end => end.to_string(),
        }
    }

    /// Whether a signal ended it, as sanitizers do.
    pub fn was_stopped(&self) -> bool {
        matches!(self.end, End::Signal(_))
    }
}

/// The executables in a sandbox.
pub struct Runner<'b> {
    build: &'b Build,
    sandbox: Sandbox,
}

impl Build {
    pub fn new(args: &Options, is_fuzz_target: bool, sanitize: bool) -> Result<Build> {
        let cache = Cache::open()?;
        let dir = cache.scratch("replay");
        fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let plain = dir.join("plain");
        let mut build =
            Build { dir, argv: command_line(args)?, plain, traced: None, sanitized: None };
        let is_c = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "c");
        match &args.program.files[..] {
            files if files.iter().all(is_c) => {
                build.compile_all(args, &cache, is_fuzz_target, sanitize)?;
            }
            [file] if is_executable(file) => build.plain = std::path::absolute(file)?,
            _ => bail!("--replay needs C sources or a single executable"),
        }
        Ok(build)
    }

    fn compile_all(
        &mut self,
        args: &Options,
        cache: &Cache,
        is_fuzz_target: bool,
        sanitize: bool,
    ) -> Result<()> {
        let runtime = self.dir.join("replay.c");
        fs::write(&runtime, REPLAY).context("cannot write the runtime")?;
        let object = self.dir.join("replay.o");
        let compile = |args: &[OsString], sanitizers, to: &Path| {
            native_toolchain().compile(args, sanitizers, to).context("--replay")
        };
        compile(&["-O1".into(), "-c".into(), runtime.into()], Sanitizers::Off, &object)?;
        let mut libraries = vec![object.into(), OsString::from("-lm")];
        if is_fuzz_target {
            let (source, object) = (self.dir.join("fuzz_main.c"), self.dir.join("fuzz_main.o"));
            fs::write(&source, FUZZ_MAIN).context("cannot write the fuzz target's main")?;
            compile(&["-O1".into(), "-c".into(), source.into()], Sanitizers::Off, &object)?;
            libraries.push(object.into());
        }
        self.link_traced(args, cache, &libraries)?;
        let mut flags = split_flags(&args.program.cflags)?;
        flags.extend(["-isystem".into(), harness_headers(cache)?.into_os_string()]);
        flags.extend(args.program.files.iter().map(OsString::from));
        flags.extend(libraries);
        compile(&flags, Sanitizers::Off, &self.plain)?;
        if sanitize {
            let sanitized = self.dir.join("sanitized");
            compile(&flags, Sanitizers::On, &sanitized)?;
            self.sanitized = Some(sanitized);
        }
        Ok(())
    }

    fn link_traced(&mut self, args: &Options, cache: &Cache, libraries: &[OsString]) -> Result<()> {
        let clang = Clang::find(cache, args.program.clang.as_deref())?;
        // The linker has to know of sanitizers among the flags.
        let mut link = split_flags(&args.program.cflags)?;
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
        native_toolchain().link(&link, &traced).context("--replay")?;
        self.traced = Some(traced);
        Ok(())
    }

    /// An error's native behaviour is only defined in a build with sanitizers.
    pub fn can_check(&self, end: &CaseEnd) -> bool {
        self.sanitized.is_some() || !matches!(end, CaseEnd::Error { .. })
    }

    /// A sandbox for runs of the tests.
    pub fn runner(&self) -> Result<Runner<'_>> {
        let all = [Some(&self.plain), self.traced.as_ref(), self.sanitized.as_ref()];
        let open = |path: &PathBuf| Executable::open(path);
        let executables = all.into_iter().flatten().map(open).collect::<Result<Vec<_>, _>>()?;
        let limits = RunLimits { seconds: SECONDS, memory_mb: MEMORY_MB, ..RunLimits::default() };
        let config = SandboxConfig { limits, ..sandbox_config()? };
        Ok(Runner { build: self, sandbox: Sandbox::start(&config, &executables)? })
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

impl Runner<'_> {
    /// Runs a test in a fresh directory.
    pub fn run(&mut self, case: &Case) -> Result<Observed> {
        let has_trace = self.build.traced.is_some();
        if matches!(case.end, CaseEnd::Error { .. }) && self.build.sanitized.is_some() {
            return Ok(observed(self.observe(1 + usize::from(has_trace), case)?));
        }
        let plain = self.observe(0, case)?;
        let mut result = observed(plain);
        if has_trace {
            let traced = self.observe(1, case)?;
            let trace = traced.files.iter().find(|file| file.path == TRACE.as_bytes());
            result.blocks = trace.map_or_else(Vec::new, |file| blocks(&file.data.bytes));
        }
        Ok(result)
    }

    fn observe(&mut self, executable: usize, case: &Case) -> Result<NativeOutcome> {
        let mut run = case.run.clone();
        run.program.get_or_insert_with(|| Hex::from(self.build.argv[0].clone()));
        // The explored program is this user, too.
        run.user = Some(rustix::process::getuid().as_raw());
        let trace = self.sandbox.tmp_dir().join("trace").into_os_string().into_vec();
        run.env.push(Named { name: "PATCHLIGHT_TRACE".to_string(), bytes: Hex::from(trace) });
        let name = format!("case-{}", case.case);
        let inputs = case.inputs.iter().filter(|input| input.is_own()).cloned().collect();
        let case = patchlight_replay::Case { name, inputs, run, origin: None };
        self.sandbox.run(executable, &case, &Deadline::none())?.with_context(|| case.name)
    }
}

fn observed(outcome: NativeOutcome) -> Observed {
    let NativeOutcome { end, stdout, stderr, .. } = outcome;
    Observed { end, stdout: stdout.bytes, stderr: stderr.bytes, blocks: Vec::new() }
}

/// The list that the runtime writes, which a 0 ends.
fn blocks(trace: &[u8]) -> Vec<u64> {
    let words = trace.chunks_exact(8).map(|word| word.try_into().expect("eight bytes"));
    words.map(u64::from_le_bytes).take_while(|&block| block != 0).collect()
}
