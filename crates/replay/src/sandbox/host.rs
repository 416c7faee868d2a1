//! The side of the sandbox that asks for runs.

use super::protocol::{
    Image, Job, JobFile, KTEST_NAME, Ready, Reply, Request, Setup, receive, send,
};
use super::view::LIBRARIES;
use super::{LandlockAbi, Protection, RunFailure, RunLimits, USER};
use crate::case::{Case, encode_ktest};
use crate::error::{Error, Result};
use crate::executable::Executable;
use crate::libraries::Library;
use crate::outcome::NativeOutcome;
use crate::sanitizer::reporting_environment;
use object::{Object, ObjectSection};
use patchlight_budget::{Deadline, Interrupt, cost};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const UMASK: u32 = 0o022;
/// How often a run looks whether somebody asks for its end.
const LISTEN_EVERY: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

/// How sandboxes are made.
#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// The command that runs [`super::serve`]: usually this program itself.
    pub worker: Vec<OsString>,
    pub limits: RunLimits,
    /// Directories that programs may read beside the system's own.
    pub read_only: Vec<PathBuf>,
    /// Layers that are not used although the kernel may have them.
    pub without: Vec<Protection>,
    /// For tests: no later version of Landlock than this is used, as on an older kernel.
    pub newest_landlock: Option<u8>,
    /// Run although nothing protects the user's files.
    pub unsafe_no_sandbox: bool,
}

impl SandboxConfig {
    pub fn new(worker: impl IntoIterator<Item = OsString>) -> SandboxConfig {
        SandboxConfig {
            worker: worker.into_iter().collect(),
            limits: RunLimits::default(),
            read_only: Vec::new(),
            without: Vec::new(),
            newest_landlock: None,
            unsafe_no_sandbox: false,
        }
    }
}

/// A worker that runs programs, one at a time. It ends with this value.
pub struct Sandbox {
    worker: Child,
    /// Taken when the worker has to end.
    socket: Option<UnixStream>,
    ready: Ready,
    executables: Vec<Executable>,
    /// For each executable, why it would not run with its own libraries.
    wrong_libraries: Vec<Option<String>>,
    limits: RunLimits,
    scratch: PathBuf,
}

impl Sandbox {
    /// A sandbox for runs of these executables.
    pub fn start(config: &SandboxConfig, executables: &[Executable]) -> Result<Sandbox> {
        config.limits.check()?;
        let (ours, theirs) = UnixStream::pair().map_err(Error::Worker)?;
        let mut command = Command::new(&config.worker[0]);
        command.args(&config.worker[1..]).env_clear().current_dir("/");
        command.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(Stdio::null());
        let worker = command.spawn().map_err(Error::Worker)?;
        // The worker's end of the socket must not stay open here.
        drop(command);
        let mut sandbox = Sandbox {
            worker,
            socket: Some(ours),
            ready: Ready::default(),
            executables: executables.to_vec(),
            wrong_libraries: vec![None; executables.len()],
            limits: config.limits.clone(),
            scratch: scratch_path(),
        };
        let setup = Setup {
            executables: executables.iter().map(image).collect(),
            read_only: config.read_only.clone(),
            without: config.without.clone(),
            newest_landlock: config.newest_landlock,
            limits: config.limits.clone(),
            scratch: sandbox.scratch.clone(),
        };
        let socket = sandbox.socket();
        send(socket, &setup).map_err(Error::WorkerEnded)?;
        let ready: std::result::Result<Ready, String> =
            receive(socket).map_err(Error::WorkerEnded)?;
        sandbox.ready = ready.map_err(|error| Error::Worker(std::io::Error::other(error)))?;
        let is_safe = sandbox.protections().iter().any(|protection| protection.protects_files());
        if !is_safe && !config.unsafe_no_sandbox {
            return Err(Error::NoProtection);
        }
        sandbox.check_libraries()?;
        Ok(sandbox)
    }

    /// Asks the dynamic linker which libraries it loads: a program with other libraries than those it
    /// was built with is another program.
    fn check_libraries(&mut self) -> Result<()> {
        for n in 0..self.executables.len() {
            let exe = &self.executables[n];
            if exe.libraries.is_empty() || !loads_like_glibc(&exe.path) {
                continue;
            }
            let mut job = self.job(n, &Case::default(), None);
            job.env.push(b"LD_TRACE_LOADED_OBJECTS=1".to_vec());
            self.wrong_libraries[n] = match self.ask(job, &Interrupt::default())? {
                Ok(outcome) => {
                    let directory = self.ready.exe_dir.join(n.to_string()).join(LIBRARIES);
                    wrong_library(&outcome.stdout.bytes, &self.executables[n].libraries, &directory)
                }
                Err(failure) => Some(failure.to_string()),
            };
        }
        Ok(())
    }

    /// The layers that are on.
    pub fn protections(&self) -> &[Protection] {
        &self.ready.protections
    }

    /// The version of Landlock that is used.
    pub fn landlock(&self) -> LandlockAbi {
        self.ready.landlock
    }

    /// The case's directory as programs see it.
    pub fn case_dir(&self) -> &Path {
        &self.ready.case_dir
    }

    /// The directory for temporary files as programs see it.
    pub fn tmp_dir(&self) -> &Path {
        &self.ready.tmp_dir
    }

    /// The directory below which programs find their own executables.
    pub fn exe_dir(&self) -> &Path {
        &self.ready.exe_dir
    }

    /// Runs one of the executables on a case. A run that does not end before the deadline is
    /// [`RunFailure::Cut`]; one that takes longer than its own limit ends by `End::Timeout`.
    pub fn run(
        &mut self,
        executable: usize,
        case: &Case,
        deadline: &Deadline,
    ) -> Result<std::result::Result<NativeOutcome, RunFailure>> {
        if let Err(error) = case.check() {
            return Ok(Err(RunFailure::BadCase(error.to_string())));
        }
        if let Err(cut) = deadline.take(cost::NATIVE_RUN) {
            return Ok(Err(RunFailure::Cut(cut)));
        }
        if let Some(why) = &self.wrong_libraries[executable] {
            return Ok(Err(RunFailure::NotStarted(why.clone())));
        }
        self.ask(self.job(executable, case, deadline.time_left()), deadline.interrupt())
    }

    fn ask(&mut self, job: Job, interrupt: &Interrupt) -> Result<Reply> {
        let socket = self.socket();
        send(socket, &Request::Run(Box::new(job))).map_err(Error::WorkerEnded)?;
        if !replies(socket, interrupt).map_err(Error::WorkerEnded)? {
            send(socket, &Request::Stop).map_err(Error::WorkerEnded)?;
        }
        receive::<Reply>(socket).map_err(Error::WorkerEnded)
    }

    fn socket(&mut self) -> &mut UnixStream {
        self.socket.as_mut().expect("only dropping takes it")
    }

    fn job(&self, executable: usize, case: &Case, time_left: Option<Duration>) -> Job {
        let run = &case.run;
        let exe = &self.executables[executable];
        let program = run.program.as_ref().map_or(exe.name.as_bytes(), |name| name.0.as_slice());
        let mut argv = vec![program.to_vec()];
        argv.extend(run.args.iter().map(|arg| arg.0.to_vec()));
        let variable = |name: &str, value: &[u8]| [name.as_bytes(), b"=", value].concat();
        let mut env: Vec<Vec<u8>> =
            run.env.iter().map(|entry| variable(&entry.name, &entry.bytes.0)).collect();
        if !exe.libraries.is_empty() {
            // The same text for all versions: the dynamic linker puts in the executable's directory.
            env.retain(|entry| !entry.starts_with(b"LD_LIBRARY_PATH="));
            env.push(format!("LD_LIBRARY_PATH=$ORIGIN/{LIBRARIES}").into_bytes());
        }
        if exe.is_sanitized {
            let options = reporting_environment(&self.ready.tmp_dir);
            env.extend(options.map(|(name, options)| variable(name, options.as_bytes())));
        }
        let files = run.files.iter().map(JobFile::from).collect();
        let has_inputs = !case.inputs.is_empty();
        let ktest = has_inputs.then(|| encode_ktest(&argv, &case.inputs));
        if has_inputs {
            let path = self.ready.tmp_dir.join(KTEST_NAME);
            env.push(variable("KTEST_FILE", path.as_os_str().as_bytes()));
        }
        let limits = run.limits.as_ref().map_or(self.limits.clone(), |own| self.limits.with(own));
        Job {
            executable: executable as u32,
            argv,
            env,
            stdin: run.stdin.0.to_vec(),
            terminals: run.are_terminals(),
            files,
            ktest,
            cwd: run.cwd.clone(),
            umask: run.umask.map_or(UMASK, |mode| mode.0),
            user: run.user.unwrap_or(USER),
            limits,
            time_left,
            is_sanitized: exe.is_sanitized,
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // Without its socket the worker ends, and with it all that it started.
        self.socket = None;
        let _ = self.worker.wait();
        let _ = std::fs::remove_dir_all(&self.scratch);
    }
}

fn image(executable: &Executable) -> Image {
    let libraries = executable.libraries.iter();
    Image {
        path: executable.path.clone(),
        name: executable.name.clone(),
        libraries: libraries.map(|one| (one.name.clone(), one.path.clone())).collect(),
    }
}

/// Whether the dynamic linker of an executable can be asked what it would load. Others would run it.
fn loads_like_glibc(executable: &Path) -> bool {
    let interpreter = std::fs::read(executable).ok().and_then(|content| {
        let file = object::File::parse(content.as_slice()).ok()?;
        Some(file.section_by_name(".interp")?.data().ok()?.to_vec())
    });
    interpreter.is_some_and(|path| memchr::memmem::find(&path, b"/ld-linux").is_some())
}

/// What the dynamic linker would load instead of the libraries in `directory`, from its lines
/// `NAME => FILE (ADDRESS)`.
fn wrong_library(said: &[u8], libraries: &[Library], directory: &Path) -> Option<String> {
    let said = String::from_utf8_lossy(said);
    let loaded = |name: &str| {
        let mut files = said.lines().filter_map(|line| line.trim().split_once(" => "));
        let (_, file) = files.find(|(other, _)| *other == name)?;
        Some(file.split(" (0x").next().unwrap_or(file).trim())
    };
    libraries.iter().find_map(|library| {
        let name = &library.name;
        match loaded(name) {
            Some(file) if Path::new(file) == directory.join(name) => None,
            Some(file) => Some(format!(
                "{name} would be loaded from {file}, not from the build ({})",
                library.path.display()
            )),
            None => Some(format!("the dynamic linker does not load {name}")),
        }
    })
}

/// Waits for the worker to say something. False if somebody asks for an end before it does.
fn replies(socket: &UnixStream, interrupt: &Interrupt) -> std::io::Result<bool> {
    while !interrupt.is_asked() {
        match poll(&mut [PollFd::new(socket, PollFlags::IN)], Some(&LISTEN_EVERY)) {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return Ok(true),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(false)
}

/// A directory for a worker that cannot make a file system of its own.
fn scratch_path() -> PathBuf {
    // Only tells the directories of this process's sandboxes apart.
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("patchlight-{}-{n}", std::process::id()))
}
