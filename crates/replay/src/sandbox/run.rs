//! One run: the case's files, the program, its output and its end, what it left behind.

use super::child::{Believed, Prepared, Step, Strings, become_program};
use super::filter::Filters;
use super::namespaces::Plan;
use super::program::{RunningProgram, Watch};
use super::protocol::{Job, KTEST_NAME, Ready, Reply, RunFailure, Setup};
use super::questions::Questions;
use super::terminals::{ENDS, Streams, Terminals};
use super::tree::{self, Collected, Snapshot};
use super::view::View;
use super::watch::Family;
use super::{LandlockAbi, Protection, RunLimits, USER, fence, filter, guard};
use crate::outcome::{End, NativeOutcome};
use rustix::fs::{Mode, chmod};
use rustix::process::{DumpableBehavior, Pid};
use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Instant;

/// What the dynamic loader exits with if it cannot load a program.
const NOT_LOADED: i32 = 127;
/// No program has this number before it is given away: the first process has 1.
const FIRST_PID: &[u8] = b"1";

/// Runs programs in the namespaces that this process is in.
pub struct Runner<'a> {
    plan: Plan,
    terminals: &'a Terminals,
    view: View,
    landlock: LandlockAbi,
    rules: Option<OwnedFd>,
    /// `None` if the kernel does not ask.
    questions: Option<Questions>,
    /// `None` if programs run without.
    filters: Option<Filters>,
    family: Family,
    /// Writing to it makes every program's number the same.
    last_pid: Option<File>,
    /// The host's processes of this user, where they count against the limit.
    n_other_processes: Option<u64>,
    /// Whether further user namespaces can be made in this one; `None` if we have no say in it.
    nested_allowed: Option<bool>,
}

impl<'a> Runner<'a> {
    pub fn new(plan: &Plan, setup: &Setup, terminals: &'a Terminals) -> io::Result<Runner<'a>> {
        let view = View::new(plan, setup)?;
        let mut landlock = match plan.may_use(Protection::Landlock) {
            true => fence::version(setup.newest_landlock),
            false => LandlockAbi::default(),
        };
        let rules = fence::rules(&view, landlock);
        if rules.is_none() {
            landlock = LandlockAbi::default();
        }
        let may_filter = plan.may_use(Protection::SystemCallFilter);
        // Never outside of a user namespace: the setting would be the host's.
        let has_namespace = plan.has(Protection::UserNamespace);
        let none_nested = may_filter && has_namespace && allow_user_namespaces(false).is_ok();
        let filters = may_filter.then(|| filter::filters(plan, landlock, none_nested)).flatten();
        let has_pids = plan.has(Protection::PidNamespace);
        if !has_pids {
            rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        }
        // Programs of the same user must not reach it through /proc.
        rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
        let last_pid = File::options().write(true).open("/proc/sys/kernel/ns_last_pid");
        let questions = match may_filter {
            true => guard::stand(filter::duties(plan, landlock))?,
            false => None,
        };
        for program in filters.iter().flat_map(|filters| &filters.once) {
            seccompiler::apply_filter(program).map_err(io::Error::other)?;
        }
        let counts_apart = plan.has(Protection::UserNamespace) || plan.is_root;
        Ok(Runner {
            plan: plan.clone(),
            terminals,
            questions: questions.map(|listener| Questions::new(listener, &view.tmp_dir)),
            view,
            landlock,
            rules,
            filters,
            family: if has_pids { Family::Namespace } else { Family::Descendants },
            last_pid: last_pid.ok().filter(|_| has_pids),
            n_other_processes: (!counts_apart).then(n_own_processes),
            nested_allowed: none_nested.then_some(false),
        })
    }

    pub fn ready(&self) -> Ready {
        let mut protections = self.plan.namespaces.clone();
        protections.push(Protection::NoNewPrivileges);
        if self.rules.is_some() {
            protections.push(Protection::Landlock);
        }
        if self.filters.is_some() {
            protections.push(Protection::SystemCallFilter);
        }
        protections.push(Protection::Limits);
        Ready {
            protections,
            landlock: self.landlock,
            case_dir: self.view.case_dir.clone(),
            tmp_dir: self.view.tmp_dir.clone(),
            exe_dir: self.view.exe_dir.clone(),
        }
    }

    /// `socket` is watched: a sandbox whose user went away must end, and so must a run that nobody
    /// waits for any more.
    pub fn run(&mut self, job: &Job, socket: BorrowedFd<'_>) -> Reply {
        let cut_at = job.time_left.and_then(|left| Instant::now().checked_add(left));
        let reply = self.run_in_fresh_directories(job, cut_at, socket);
        let cleared = [&self.view.case_dir, &self.view.tmp_dir]
            .into_iter()
            .try_for_each(|dir| tree::clear(dir));
        cleared.map_err(|error| failed(format!("cannot remove a case's directory: {error}")))?;
        reply
    }

    fn run_in_fresh_directories(
        &mut self,
        job: &Job,
        cut_at: Option<Instant>,
        socket: BorrowedFd<'_>,
    ) -> Reply {
        let before = self.make_files(job)?;
        let mut program = self.start(job)?;
        let wall = Instant::now();
        let mut watch = Watch {
            family: self.family,
            socket,
            questions: self.questions.as_mut(),
            user: self.plan.other_user(),
            counts_queues: self.plan.has(Protection::IpcNamespace),
            host_dirs: match self.view.is_of_the_host {
                true => vec![&self.view.case_dir, &self.view.tmp_dir],
                false => Vec::new(),
            },
        };
        let end = program.watch(job, cut_at, &mut watch);
        let all_ended = self.family.end_all();
        let end = end.map_err(|error| failed(error.to_string()))?;
        if !all_ended {
            return Err(failed("a process of the program could not be killed".to_string()));
        }
        let end = end.map_err(RunFailure::Cut)?;
        program.read_the_rest(job);
        let wall_us = wall.elapsed().as_micros() as u64;
        let mut after = Snapshot::default();
        self.look_at_files(&mut after).map_err(|error| failed(error.to_string()))?;
        let is_truncated = after.is_truncated;
        let [stdout, stderr] = program.output.map(Collected::finish);
        if end.end == End::Exit(NOT_LOADED)
            && let Some(why) = loader_error(&stderr.bytes)
        {
            return Err(RunFailure::NotStarted(why));
        }
        Ok(NativeOutcome {
            end: end.end,
            late_output: end.late_output,
            stdout,
            stderr,
            files: after.changes_since(before),
            files_truncated: is_truncated,
            peak_kb: end.peak_kb,
            wall_us,
            pid: program.pid.as_raw_nonzero().get() as u32,
        })
    }

    fn look_at_files(&self, snapshot: &mut Snapshot) -> io::Result<()> {
        snapshot.add(&self.view.case_dir, b"")?;
        snapshot.add(&self.view.tmp_dir, b"/tmp/")
    }

    fn make_files(&self, job: &Job) -> Result<Snapshot, RunFailure> {
        let wrong = |error: io::Error| RunFailure::Files(error.to_string());
        let mut before = Snapshot::default();
        // A program may have changed the rights of these directories.
        for (dir, mode) in [(&self.view.case_dir, 0o755), (&self.view.tmp_dir, 0o1777)] {
            chmod(dir, Mode::from_raw_mode(mode)).map_err(|error| failed(error.to_string()))?;
        }
        if job.files.is_empty() && job.ktest.is_none() {
            return Ok(before);
        }
        let _as_user = self.plan.other_user().map(AsUser::new);
        tree::make(&self.view.case_dir, &job.files).map_err(wrong)?;
        if let Some(ktest) = &job.ktest {
            std::fs::write(self.view.tmp_dir.join(KTEST_NAME), ktest).map_err(wrong)?;
        }
        drop(_as_user);
        self.look_at_files(&mut before).map_err(wrong)?;
        Ok(before)
    }

    fn start(&mut self, job: &Job) -> Result<RunningProgram, RunFailure> {
        let system = |error: io::Error| failed(error.to_string());
        let (mut said, says) = io::pipe().map_err(system)?;
        // Programs may open them anew, by `/dev/stdin`: they have to be the program's own.
        let as_user = self.plan.other_user().map(AsUser::new);
        let streams = self.terminals.streams(job.terminals);
        drop(as_user);
        let Streams { stdin, feed, out, stdout, err, stderr } = streams.map_err(system)?;
        // Each program has rules of its own where they name its process.
        let own_rules = match self.view.is_of_the_host && self.rules.is_some() {
            true => fence::rules(&self.view, self.landlock),
            false => None,
        };
        let stdio = [stdin.as_raw_fd(), stdout.as_raw_fd(), stderr.as_raw_fd()];
        let prepared = self.prepare(job, stdio, own_rules.as_ref())?;
        let has_namespace = prepared.believed_user.is_some();
        let filters = self.filters.as_ref().map_or(&[][..], |filters| match has_namespace {
            true => &filters.in_user_namespace,
            false => &filters.each,
        });
        if let Some(allowed) = self.nested_allowed.filter(|&allowed| allowed != has_namespace) {
            allow_user_namespaces(!allowed).map_err(system)?;
            self.nested_allowed = Some(!allowed);
        }
        if let Some(questions) = &mut self.questions {
            questions.begin(match self.view.is_of_the_host {
                true => job.limits.file_mb << 10,
                false => 0,
            });
        }
        // The worker goes along, to see what is in there.
        let unshare = || {
            // SAFETY: this process has a single thread.
            unsafe { libc::unshare(libc::CLONE_NEWIPC) }
        };
        if self.plan.has(Protection::IpcNamespace) && unshare() != 0 {
            return Err(failed(format!("the IPC namespace: {}", io::Error::last_os_error())));
        }
        if let Some(file) = &self.last_pid {
            // Where this is not allowed, numbers grow, which does no harm.
            let _ = file.write_at(FIRST_PID, 0);
        }
        // SAFETY: this process has a single thread.
        let pid = match unsafe { libc::fork() } {
            -1 => return Err(system(io::Error::last_os_error())),
            0 => {
                let (step, errno) = become_program(&prepared, filters);
                let mut message = [0; 5];
                message[0] = step as u8;
                message[1..].copy_from_slice(&errno.to_le_bytes());
                // SAFETY: writes that many bytes and ends this process, which is no program.
                unsafe {
                    libc::write(says.as_raw_fd(), message.as_ptr().cast(), message.len());
                    libc::_exit(127)
                }
            }
            pid => Pid::from_raw(pid).expect("a child has a positive number"),
        };
        drop((stdin, stdout, stderr, says));
        let mut message = [0; 5];
        let mut program = RunningProgram::new(pid, feed, out, err).map_err(system)?;
        if prepared.sees_itself {
            // As long as it is open, it is the one that the rules name.
            program.entry = File::open(format!("/proc/{}", pid.as_raw_nonzero())).ok();
        }
        if said.read_exact(&mut message).is_ok() {
            self.family.end_all();
            return Err(not_started(message));
        }
        program.pending = match job.terminals[0] {
            true => ENDS.to_vec(),
            false => job.stdin.clone(),
        };
        Ok(program)
    }

    fn prepare(
        &self,
        job: &Job,
        stdio: [i32; 3],
        own_rules: Option<&OwnedFd>,
    ) -> Result<Prepared, RunFailure> {
        let nul = |error: std::ffi::NulError| RunFailure::NotStarted(error.to_string());
        let path = |path: &Path| CString::new(path.as_os_str().as_bytes()).map_err(nul);
        let executable = self.view.executables.get(job.executable as usize);
        let executable = executable.ok_or_else(|| failed("no such executable".to_string()))?;
        let is_user = self.plan.has(Protection::UserNamespace) && job.user == USER;
        let can_believe = self.plan.has(Protection::UserNamespace) && !is_user;
        let counted = self.n_other_processes.unwrap_or(0);
        Ok(Prepared {
            path: path(executable)?,
            argv: Strings::new(&job.argv).map_err(nul)?,
            envp: Strings::new(&job.env).map_err(nul)?,
            cwd: path(&self.view.case_dir.join(&job.cwd))?,
            umask: job.umask & 0o777,
            stdio,
            limits: RunLimits { file_mb: job.limits.file_mb.max(1), ..job.limits.clone() },
            limits_address_space: !job.is_sanitized,
            // All processes of a PID namespace end with the worker, whatever ended it.
            limits_processor_time: !self.plan.has(Protection::PidNamespace),
            most_processes: Some(job.limits.processes + counted),
            other_user: self.plan.other_user(),
            believed_user: can_believe.then(|| Believed::new(job.user)),
            rules: own_rules.or(self.rules.as_ref()).map(AsRawFd::as_raw_fd),
            sees_itself: own_rules.is_some(),
        })
    }
}

/// What the dynamic loader complains about, if that is how standard error begins: the program itself
/// has done nothing then, so it has no outcome.
fn loader_error(stderr: &[u8]) -> Option<String> {
    let line = String::from_utf8_lossy(stderr.split(|&byte| byte == b'\n').next()?);
    let complaints = ["error while loading shared libraries: ", "symbol lookup error: "];
    complaints.iter().find_map(|complaint| {
        let (_, why) = line.split_once(&format!(": {complaint}"))?;
        Some(why.to_string())
    })
}

fn failed(message: String) -> RunFailure {
    RunFailure::Sandbox(message)
}

fn not_started(message: [u8; 5]) -> RunFailure {
    let errno = i32::from_le_bytes([message[1], message[2], message[3], message[4]]);
    let error = io::Error::from_raw_os_error(errno);
    match Step::from_number(message[0]) {
        Some(Step::Start) => RunFailure::NotStarted(error.to_string()),
        Some(Step::Directory) => RunFailure::Files(format!("the working directory: {error}")),
        Some(step) => failed(format!("{}: {error}", step.name())),
        None => failed("unexpected message".to_string()),
    }
}

/// Says so for this user namespace and all within it.
fn allow_user_namespaces(allow: bool) -> io::Result<()> {
    std::fs::write("/proc/sys/user/max_user_namespaces", if allow { "10000" } else { "0" })
}

fn n_own_processes() -> u64 {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::getuid().as_raw();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let owned = entries.filter(|entry| entry.metadata().is_ok_and(|data| data.uid() == own));
    // Threads count as processes do.
    owned
        .map(|entry| std::fs::read_dir(entry.path().join("task")).map_or(0, Iterator::count))
        .sum::<usize>() as u64
}

/// While it lives, files are made as another user.
pub struct AsUser;

impl AsUser {
    pub fn new(user: u32) -> AsUser {
        set_file_ids(user);
        AsUser
    }
}

impl Drop for AsUser {
    fn drop(&mut self) {
        set_file_ids(0);
    }
}

fn set_file_ids(id: u32) {
    // SAFETY: plain system calls with integers.
    unsafe {
        libc::syscall(libc::SYS_setfsgid, id);
        libc::syscall(libc::SYS_setfsuid, id);
    }
}
