//! The processes of a run: ending all of them, the memory that they take together, and the time that
//! they wait for a processor.

use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, pidfd_open, pidfd_send_signal, wait};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, Instant};

/// How long ending all processes may take, where no PID namespace does it at once.
const PATIENCE: Duration = Duration::from_secs(60);

/// Which processes belong to a run.
#[derive(Copy, Clone, Eq, PartialEq)]
pub enum Family {
    /// All but this one: it is the first process of a PID namespace.
    Namespace,
    /// The descendants of this one, which adopts orphans.
    Descendants,
}

impl Family {
    /// Ends and reaps every process. False if some would not go.
    pub fn end_all(self) -> bool {
        match self {
            Family::Namespace => {
                loop {
                    // SAFETY: as the first process of its namespace, this reaches nothing outside.
                    unsafe { libc::kill(-1, libc::SIGKILL) };
                    // Every process of the namespace becomes a child of this one.
                    if wait(WaitOptions::empty()).is_err() {
                        return true;
                    }
                }
            }
            Family::Descendants => end_descendants(),
        }
    }

    /// How many MiB of memory of their own all processes have; shared memory is counted elsewhere.
    pub fn memory_mb(self, most: u64) -> u64 {
        let pids = self.pids();
        let total: u64 = pids.iter().filter_map(|pid| anonymous_kb(*pid)).sum();
        if total >> 10 <= most {
            return total >> 10;
        }
        // Forked processes share pages that count once only.
        pids.iter().filter_map(|pid| proportional_kb(*pid)).sum::<u64>() >> 10
    }

    /// How many shared mappings without a file exist. `None` if a process does not let us see.
    pub fn n_shared_mappings(self) -> Option<usize> {
        let mut inodes = HashSet::new();
        for pid in self.pids() {
            match fs::read_to_string(format!("/proc/{}/maps", pid.as_raw_nonzero())) {
                Ok(maps) => inodes.extend(shared_inodes(&maps)),
                Err(error) if is_gone(&error) => {}
                Err(_) => return None,
            }
        }
        Some(inodes.len())
    }

    /// Whether a process, or one of its threads, belongs to the run.
    pub fn has_task(self, task: i32) -> bool {
        let status = fs::read_to_string(format!("/proc/{task}/status")).unwrap_or_default();
        let process = status.lines().find_map(|line| line.strip_prefix("Tgid:"));
        let process = process.and_then(|word| word.trim().parse().ok()).and_then(Pid::from_raw);
        process.is_some_and(|process| self.pids().contains(&process))
    }

    /// Whether processes of the run form this group. It has no others then: each run is a session, or
    /// several.
    pub fn has_group(self, group: i32) -> bool {
        self.pids().iter().any(|pid| {
            let text = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
            // The name before these fields may contain anything.
            let text = text.unwrap_or_default();
            let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
            fields.split_whitespace().nth(2).and_then(|word| word.parse().ok()) == Some(group)
        })
    }

    /// Regular files without a name that its processes have open: how many, and their KiB.
    pub fn nameless_files(self) -> (u64, u64) {
        let mut seen = HashMap::new();
        for pid in self.pids() {
            let open = fs::read_dir(format!("/proc/{}/fd", pid.as_raw_nonzero()));
            for entry in open.into_iter().flatten().flatten() {
                if let Ok(file) = fs::metadata(entry.path())
                    && file.is_file()
                    && file.nlink() == 0
                {
                    seen.insert((file.dev(), file.ino()), file.blocks() / 2);
                }
            }
        }
        (seen.len() as u64, seen.values().sum())
    }

    fn pids(self) -> Vec<Pid> {
        match self {
            Family::Namespace => {
                let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
                let number = |name: std::ffi::OsString| name.to_str()?.parse::<i32>().ok();
                let pids = entries.filter_map(|entry| number(entry.file_name()));
                pids.filter(|&pid| pid > 1).filter_map(Pid::from_raw).collect()
            }
            Family::Descendants => descendants(),
        }
    }
}

/// How long the processes of a run could not run because others did: on a busy machine a program that
/// ends must not be taken for one that does not.
pub struct Delay {
    /// By task: the nanoseconds that it had waited for a processor when it was last looked at.
    seen: HashMap<String, u64>,
    looked: Instant,
    total: Duration,
}

impl Delay {
    pub fn since_now() -> Delay {
        Delay { seen: HashMap::new(), looked: Instant::now(), total: Duration::ZERO }
    }

    /// The delay until now. Between two looks the task counts that waited longest: what it waits for
    /// the others of its run is theirs to answer for, but nobody can tell it from the rest.
    pub fn look(&mut self, family: Family) -> Duration {
        let mut seen = HashMap::new();
        let mut longest = 0;
        for pid in family.pids() {
            let tasks = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero()));
            for task in tasks.into_iter().flatten().flatten() {
                let text = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
                let waited = text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
                let (Some(waited), Ok(name)) = (waited, task.file_name().into_string()) else {
                    continue;
                };
                let before = self.seen.get(&name).copied().unwrap_or(0);
                longest = longest.max(u64::saturating_sub(waited, before));
                seen.insert(name, waited);
            }
        }
        let now = Instant::now();
        self.total += Duration::from_nanos(longest).min(now - self.looked);
        (self.seen, self.looked) = (seen, now);
        self.total
    }
}

fn end_descendants() -> bool {
    let start = Instant::now();
    loop {
        // What forks without end is faster than who kills one after the other: first all of them stop.
        let mut stopped = 0;
        while start.elapsed() <= PATIENCE {
            let all = descendants();
            all.iter().for_each(|pid| send(*pid, Signal::STOP));
            if all.len() == stopped {
                break;
            }
            stopped = all.len();
        }
        descendants().into_iter().for_each(|pid| send(pid, Signal::KILL));
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(_) => return true,
            }
        }
        if start.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

/// By a descriptor: the guard would ask about a number.
fn send(pid: Pid, signal: Signal) {
    if let Ok(process) = pidfd_open(pid, PidfdFlags::empty()) {
        let _ = pidfd_send_signal(process, signal);
    }
}

fn descendants() -> Vec<Pid> {
    let mut all = vec![rustix::process::getpid()];
    let mut n = 0;
    while let Some(pid) = all.get(n).copied() {
        n += 1;
        let threads = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero()));
        for thread in threads.into_iter().flatten().flatten() {
            let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            let children = text.split_whitespace().filter_map(|word| word.parse().ok());
            all.extend(children.filter_map(Pid::from_raw));
        }
    }
    all.split_off(1)
}

/// Shared mappings without a file are files to the kernel, with this name.
fn shared_inodes(maps: &str) -> impl Iterator<Item = String> {
    let shared = maps.lines().filter(|line| line.ends_with(" /dev/zero (deleted)"));
    shared.filter_map(|line| line.split_whitespace().nth(4).map(str::to_string))
}

fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound || error.raw_os_error() == Some(libc::ESRCH)
}

fn anonymous_kb(pid: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/statm", pid.as_raw_nonzero())).ok()?;
    let mut fields = text.split_whitespace().filter_map(|field| field.parse::<u64>().ok());
    let (resident, shared) = (fields.nth(1)?, fields.next()?);
    Some(resident.saturating_sub(shared) * 4)
}

fn proportional_kb(pid: Pid) -> Option<u64> {
    let path = format!("/proc/{}/smaps_rollup", pid.as_raw_nonzero());
    let text = fs::read_to_string(path).ok()?;
    let line = ["Pss_Anon:", "Pss:"]
        .iter()
        .find_map(|name| text.lines().find_map(|line| line.strip_prefix(name)))?;
    line.split_whitespace().next()?.parse().ok()
}
