//! The suite's run: recorders in place, a tracer for each that reports, programs back.

use super::case::{Outside, invocation};
use super::environment::Environment;
use super::files::Files;
use super::install::{Installed, PutBack, executables, real_name};
use super::process::own_limits;
use super::stub::Stub;
use super::suite::run_suite;
use super::{Effect, Invocation, Note, Plan, RecordedProgram, Recording, tracer};
use anyhow::{Context, Result, bail};
use patchlight_replay::End;
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, Permissions};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_128;

/// How often the suite is asked whether it has ended.
const TICK: Duration = Duration::from_millis(10);
/// How long programs may run on after the suite's end.
const GRACE: Duration = Duration::from_secs(5);
/// What is kept of all invocations together.
const MOST_KEPT: usize = 1 << 30;

/// Runs the suite and keeps what its programs were run with. The suite's own failure is no error.
pub fn record(plan: &Plan) -> Result<Recording> {
    let project = plan.project.canonicalize().context("the project's directory")?;
    let programs = programs(&plan.programs)?;
    let scratch = Scratch::new()?;
    let [socket, missed] = ["socket", "missed"].map(|name| scratch.0.join(name));
    let listener = UnixListener::bind(&socket).context("the recording's socket")?;
    fs::create_dir(&missed)?;
    // Programs may run as somebody else.
    fs::set_permissions(&socket, Permissions::from_mode(0o777))?;
    fs::set_permissions(&missed, Permissions::from_mode(0o1777))?;
    let mut installed = Vec::new();
    for program in &programs {
        let tracer = std::process::id();
        installed.push(Installed::new(&program.path, |real| Stub {
            real,
            socket: socket.clone(),
            tracer,
            missed: missed.clone(),
        })?);
    }
    let shared = Arc::new(Shared::new(&project, programs));
    let server = {
        let shared = Arc::clone(&shared);
        std::thread::spawn(move || shared.serve(&listener))
    };
    let suite = run_suite(plan);
    shared.wait_for_tracers();
    shared.is_over.store(true, Ordering::SeqCst);
    // Wakes the server, which then sees that it is over.
    drop(UnixStream::connect(&socket));
    let _ = server.join();
    let mut rebuilt = Vec::new();
    for program in &mut installed {
        if program.put_back()? == PutBack::Rebuilt {
            rebuilt.push(program.program.clone());
        }
    }
    let n_silent = fs::read_dir(&missed).map_or(0, Iterator::count) as u64;
    let status = suite?;
    Ok(shared.finish(plan, status, n_silent, rebuilt))
}

fn programs(names: &[PathBuf]) -> Result<Vec<RecordedProgram>> {
    let mut programs: Vec<RecordedProgram> = Vec::new();
    for name in names {
        for path in executables(name)? {
            if programs.iter().any(|program| program.path == path) {
                continue;
            }
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let n_same = programs.iter().filter(|program| program.file == file).count();
            let name = if n_same == 0 { file.clone() } else { format!("{file}-{}", n_same + 1) };
            let real = real_name(&path);
            programs.push(RecordedProgram { name, file, path, real, n_invocations: 0 });
        }
    }
    if programs.is_empty() {
        bail!("no program to record");
    }
    Ok(programs)
}

/// A directory for the socket, with a short name: addresses have room for 107 bytes.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("patchlight-record-{}-{n}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // One of the same number may have been killed.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).with_context(|| format!("cannot create {}", path.display()))?;
        fs::set_permissions(&path, Permissions::from_mode(0o755))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What the tracers share.
struct Shared {
    project: PathBuf,
    programs: Vec<RecordedProgram>,
    outside: Outside,
    is_over: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    n_started: u64,
    /// Numbers of invocations that have not ended.
    running: BTreeMap<u64, usize>,
    /// By program and number in the suite.
    n_of: HashMap<usize, u64>,
    invocations: Vec<Invocation>,
    /// Where an invocation with this input is.
    known: HashMap<u128, usize>,
    len: usize,
    n_not_kept: u64,
    missed: BTreeMap<String, u64>,
}

impl Shared {
    fn new(project: &Path, programs: Vec<RecordedProgram>) -> Shared {
        let variables = std::env::vars_os();
        let bytes = variables.map(|(name, value)| (name.into_vec(), value.into_vec()));
        Shared {
            project: project.to_path_buf(),
            programs,
            outside: Outside { environment: Environment::new(bytes), limits: own_limits() },
            is_over: AtomicBool::new(false),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A tracer for each program that reports.
    fn serve(self: &Arc<Self>, listener: &UnixListener) {
        for socket in listener.incoming() {
            if self.is_over.load(Ordering::SeqCst) {
                return;
            }
            let Ok(socket) = socket else { continue };
            let Some((pid, program)) = self.peer(&socket) else { continue };
            let number = {
                let mut state = self.state();
                state.n_started += 1;
                let number = state.n_started;
                *state.n_of.entry(program).or_default() += 1;
                state.running.insert(number, program);
                number
            };
            let shared = Arc::clone(self);
            let spawned = std::thread::Builder::new().stack_size(256 << 10).spawn(move || {
                let programs = shared.programs.iter();
                let own: Vec<PathBuf> =
                    programs.flat_map(|one| [one.path.clone(), one.real.clone()]).collect();
                let files = Files::new(&shared.project, &own);
                let finish = |known| shared.ended(program, number, known);
                tracer::trace(pid, socket, files, finish);
            });
            if let Err(error) = spawned {
                // Its socket is closed: the program goes on by itself and counts as missed.
                self.forget(number, format!("no thread for it: {error}"));
            }
        }
    }

    /// Who reports, and which program it is to become.
    fn peer(&self, socket: &UnixStream) -> Option<(i32, usize)> {
        let pid = peer_pid(socket)?;
        let stub = Stub::read(Path::new(&format!("/proc/{pid}/exe")))?;
        let program = self.programs.iter().position(|program| program.real == stub.real)?;
        Some((pid, program))
    }

    fn ended(&self, program: usize, number: u64, known: Result<tracer::Trace, String>) {
        let trace = match known {
            Ok(trace) => trace,
            Err(why) => return self.forget(number, why),
        };
        let invocation = invocation(&self.outside, &self.programs[program], number, trace);
        let key = key(&invocation);
        let mut state = self.state();
        state.running.remove(&number);
        match state.known.get(&key).copied() {
            Some(at) => state.invocations[at].again(&invocation),
            None if state.len + invocation.case.size() > MOST_KEPT => state.n_not_kept += 1,
            None => {
                state.len += invocation.case.size();
                let at = state.invocations.len();
                state.known.insert(key, at);
                state.invocations.push(invocation);
            }
        }
        drop(state);
        self.changed.notify_all();
    }

    fn forget(&self, number: u64, why: String) {
        let mut state = self.state();
        state.running.remove(&number);
        *state.missed.entry(why).or_default() += 1;
        drop(state);
        self.changed.notify_all();
    }

    /// Until all have ended, but not for ever: the suite may have left some in the background.
    fn wait_for_tracers(&self) {
        let end = Instant::now() + GRACE;
        let mut state = self.state();
        while !state.running.is_empty() && Instant::now() < end {
            let waited = self.changed.wait_timeout(state, TICK * 10);
            state = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }

    fn finish(
        &self,
        plan: &Plan,
        status: ExitStatus,
        n_silent: u64,
        rebuilt: Vec<PathBuf>,
    ) -> Recording {
        let mut state = std::mem::take(&mut *self.state());
        let mut count = |why: &str, n: u64| {
            if n > 0 {
                *state.missed.entry(why.to_string()).or_default() += n;
            }
        };
        count("it could not tell of itself", n_silent);
        count("it had not ended when the suite had", state.running.len() as u64);
        count("there was no room left for it", state.n_not_kept);
        let mut programs = self.programs.clone();
        for (index, program) in programs.iter_mut().enumerate() {
            program.n_invocations = state.n_of.get(&index).copied().unwrap_or(0);
        }
        for invocation in &mut state.invocations {
            invocation.numbers.sort_unstable();
            invocation.case.name = format!("{}-{}", invocation.program, invocation.numbers[0]);
        }
        state.invocations.sort_by_key(|invocation| invocation.numbers[0]);
        let suite = match status.signal() {
            Some(signal) => End::Signal(signal),
            None => End::Exit(status.code().unwrap_or(0)),
        };
        Recording {
            command: plan.command.clone(),
            suite,
            programs,
            n_invocations: state.n_started + n_silent,
            invocations: state.invocations,
            missed: state.missed,
            rebuilt,
        }
    }
}

/// Invocations with the same input have the same key, if the case says all of it. When its files were
/// made is no input.
fn key(invocation: &Invocation) -> u128 {
    let mut case = invocation.case.clone();
    for file in &mut case.run.files {
        file.mtime = None;
    }
    let hidden = |note: &&Note| note.kind.effect() == Effect::NoTest;
    let hidden: Vec<&Note> = invocation.notes.iter().filter(hidden).collect();
    let input = (&invocation.program, case.run, hidden);
    xxh3_128(&serde_json::to_vec(&input).unwrap_or_default())
}

fn peer_pid(socket: &UnixStream) -> Option<i32> {
    let mut peer = libc::ucred { pid: 0, uid: 0, gid: 0 };
    let mut len = size_of::<libc::ucred>() as libc::socklen_t;
    // SAFETY: the structure is of the size that is said.
    let result = unsafe {
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_PEERCRED,
            (&raw mut peer).cast(),
            &mut len,
        )
    };
    (result == 0 && peer.pid > 0).then_some(peer.pid)
}
