//! Programs that mean harm leave the host as it was, whoever runs them and however much of the
//! sandbox the kernel offers; programs that do not are run as anywhere else.

mod support;

use patchlight_replay::{
    Case, CaseLimits, Change, End, Executable, File, FileKind, Hex, LateOutput, Mode,
    NativeOutcome, Protection, RunFailure, Sandbox, SandboxConfig, Terminal,
};
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};
use support::{
    NAMESPACES, PLAIN, case, compile, compile_text, config, is_root, never, plain_config,
};

const HOSTILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile/hostile.c");

/// Something of the host's that every attack could reach if nothing stopped it.
struct Host {
    dir: PathBuf,
    victim: Child,
    priority: i32,
    socket: UnixListener,
    tcp: TcpListener,
    started: (SystemTime, Instant),
    mounts: String,
    hostname: String,
}

impl Host {
    fn new(dir: &Path, owner: u32) -> Host {
        let dir = dir.join(format!("host-{owner}"));
        fs::create_dir_all(dir.join("sub")).unwrap();
        for name in ["file", "sub/file"] {
            fs::write(dir.join(name), "precious").unwrap();
        }
        let socket = UnixListener::bind(dir.join("socket")).unwrap();
        socket.set_nonblocking(true).unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        tcp.set_nonblocking(true).unwrap();
        let mut victim = Command::new("sleep");
        if is_root() {
            for name in ["", "file", "sub", "sub/file", "socket"] {
                chown(dir.join(name), Some(owner), Some(owner)).unwrap();
            }
            std::os::unix::process::CommandExt::uid(&mut victim, owner);
        }
        let victim = victim.arg("600").stdin(Stdio::null()).spawn().unwrap();
        Host {
            dir,
            priority: priority_of(&victim),
            victim,
            socket,
            tcp,
            started: (SystemTime::now(), Instant::now()),
            mounts: fs::read_to_string("/proc/self/mounts").unwrap(),
            hostname: fs::read_to_string("/proc/sys/kernel/hostname").unwrap(),
        }
    }

    /// What the attack is directed at.
    fn target(&self, attack: &str) -> String {
        match attack {
            "connect" => self.tcp.local_addr().unwrap().port().to_string(),
            "connect-unix" => self.dir.join("socket").display().to_string(),
            "priorities" | "ptrace" | "kill" => self.victim.id().to_string(),
            _ => self.dir.join("file").display().to_string(),
        }
    }

    /// Complaints about what is not as it was.
    fn check(&mut self) -> Vec<String> {
        let mut wrong = Vec::new();
        for name in ["file", "sub/file"] {
            let path = self.dir.join(name);
            let is_same = fs::read(&path).is_ok_and(|bytes| bytes == b"precious")
                && fs::metadata(&path).is_ok_and(|data| data.mode() & 0o777 == 0o644);
            if !is_same {
                wrong.push(format!("{name} has changed"));
            }
        }
        let names = fs::read_dir(&self.dir).unwrap().count();
        if names != 3 {
            wrong.push(format!("{names} entries instead of 3"));
        }
        if self.victim.try_wait().unwrap().is_some() {
            wrong.push("another process was ended".to_string());
        }
        let priority = priority_of(&self.victim);
        if priority != self.priority {
            wrong.push(format!("another process has priority {priority}, not {}", self.priority));
        }
        if self.socket.accept().is_ok() || self.tcp.accept().is_ok() {
            wrong.push("somebody connected".to_string());
        }
        let clock = self.started.0.elapsed().unwrap_or_default();
        if clock.abs_diff(self.started.1.elapsed()) > Duration::from_secs(5) {
            wrong.push("the clock was set".to_string());
        }
        if fs::read_to_string("/proc/self/mounts").unwrap() != self.mounts {
            wrong.push("the mounts have changed".to_string());
        }
        if fs::read_to_string("/proc/sys/kernel/hostname").unwrap() != self.hostname {
            wrong.push("the host has another name".to_string());
        }
        if n_processes_called("hostile") > 0 {
            wrong.push("a process is left".to_string());
        }
        wrong
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
    }
}

fn priority_of(process: &Child) -> i32 {
    let pid = rustix::process::Pid::from_raw(process.id() as i32);
    rustix::process::getpriority_process(pid).unwrap()
}

fn n_processes_called(name: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let names = entries.filter_map(|entry| fs::read_to_string(entry.path().join("comm")).ok());
    names.filter(|comm| comm.trim_end() == name).count()
}

/// Attacks and whether they end by themselves.
const ATTACKS: [(&str, bool); 22] = [
    ("delete", true),
    ("write", true),
    ("self", true),
    ("connect", true),
    ("connect-unix", true),
    ("fork", false),
    ("memory", false),
    ("memory-together", false),
    ("disk", true),
    ("output", false),
    ("sleep", false),
    ("ignore-signals", false),
    ("daemons", true),
    ("clock", true),
    ("priorities", true),
    ("ptrace", true),
    ("kill", true),
    ("proc", true),
    ("links", true),
    ("mount", true),
    ("mess", true),
    ("after-mess", true),
];

/// Tests that look at all processes of the host, one at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn attack_all(config: &SandboxConfig, exe: &Executable, mut host: Host, skip: &[&str]) {
    let mut config = config.clone();
    config.limits.file_mb = 8;
    config.limits.output_mb = 4;
    config.limits.memory_mb = 200;
    let mut sandbox = Sandbox::start(&config, std::slice::from_ref(exe)).unwrap();
    let mut wrong = Vec::new();
    for (attack, ends) in ATTACKS.iter().filter(|(attack, _)| !skip.contains(attack)) {
        let mut case = case(&[attack, &host.target(attack)]);
        let seconds = if *ends { 60.0 } else { 0.15 };
        case.run.limits = Some(CaseLimits { seconds: Some(seconds), ..CaseLimits::default() });
        let outcome = sandbox.run(0, &case, &never()).unwrap().unwrap();
        let stdout = String::from_utf8_lossy(&outcome.stdout.bytes).into_owned();
        if stdout.contains("HARM") {
            wrong.push(format!("{attack}: {stdout}"));
        }
        let has_ended = matches!(outcome.end, End::Exit(0));
        if has_ended != *ends {
            wrong.push(format!("{attack} ended by {:?}", outcome.end));
        }
        wrong.extend(host.check().iter().map(|complaint| format!("{attack}: {complaint}")));
    }
    assert!(wrong.is_empty(), "{:?}:\n{}", sandbox.protections(), wrong.join("\n"));
}

fn check_attacks(plain: bool, without: &[Protection], expected: &[Protection], skip: &[&str]) {
    if !plain && !is_root() {
        return;
    }
    let _alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let dir = support::scratch();
    let exe = compile(Path::new(HOSTILE), &[], &dir.path().join("hostile"));
    let mut config = if plain { plain_config(dir.path()) } else { config(dir.path()) };
    config.without = without.to_vec();
    let sandbox = Sandbox::start(&config, std::slice::from_ref(&exe)).unwrap();
    let mut on = sandbox.protections().to_vec();
    on.sort();
    assert_eq!(on, expected);
    drop(sandbox);
    let owner = match (plain, is_root()) {
        (true, true) => PLAIN,
        _ => rustix::process::getuid().as_raw(),
    };
    attack_all(&config, &exe, Host::new(dir.path(), owner), skip);
}

fn but(without: &[Protection]) -> Vec<Protection> {
    Protection::ALL.into_iter().filter(|protection| !without.contains(protection)).collect()
}

#[test]
fn hostile_programs_of_root_leave_the_host_as_it_was() {
    check_attacks(false, &[], &Protection::ALL, &[]);
}

#[test]
fn hostile_programs_of_a_plain_user_leave_the_host_as_it_was() {
    check_attacks(true, &[], &Protection::ALL, &[]);
}

#[test]
fn root_needs_no_user_namespace() {
    let without = [Protection::UserNamespace];
    check_attacks(false, &without, &but(&without), &[]);
}

#[test]
fn namespaces_alone_protect_a_plain_user() {
    let without = [Protection::Landlock, Protection::SystemCallFilter];
    // In a user namespace of its own a program may mount what it likes, for itself.
    check_attacks(true, &without, &but(&without), &["mount"]);
}

/// Without a file system of its own, a program can fill the disk up to the limit on each file, and
/// shared memory is refused as a whole.
#[test]
fn landlock_and_the_filter_protect_where_there_are_no_namespaces() {
    check_attacks(true, &NAMESPACES, &but(&NAMESPACES), &["disk"]);
    check_attacks(false, &NAMESPACES, &but(&NAMESPACES), &["disk"]);
}

#[test]
fn without_protection_nothing_runs_unless_the_user_insists() {
    let dir = support::scratch();
    let exe = compile_text(dir.path(), "hello", "int main(void) { puts(\"hello\"); return 3; }");
    let mut config = config(dir.path());
    config.without = Protection::ALL.to_vec();
    let error = Sandbox::start(&config, std::slice::from_ref(&exe)).map(drop).unwrap_err();
    assert!(error.to_string().contains("--unsafe-no-sandbox"), "{error}");
    config.unsafe_no_sandbox = true;
    let mut sandbox = Sandbox::start(&config, &[exe]).unwrap();
    let outcome = sandbox.run(0, &case(&[]), &never()).unwrap().unwrap();
    assert_eq!((outcome.end, outcome.stdout.bytes.as_slice()), (End::Exit(3), &b"hello\n"[..]));
}

#[test]
fn what_listens_in_the_sandbox_is_not_reached_from_outside() {
    let dir = support::scratch();
    let exe = compile(Path::new(HOSTILE), &[], &dir.path().join("listener"));
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    for config in [config(dir.path()), plain_config(dir.path())] {
        let mut sandbox = Sandbox::start(&config, std::slice::from_ref(&exe)).unwrap();
        let mut case = case(&["listen", &port.to_string()]);
        case.run.limits = Some(CaseLimits { seconds: Some(0.5), ..CaseLimits::default() });
        let running = std::thread::spawn(move || sandbox.run(0, &case, &never()).unwrap().unwrap());
        while !running.is_finished() {
            let reached = TcpStream::connect(("127.0.0.1", port));
            assert!(reached.is_err(), "the sandbox was reached");
            std::thread::sleep(Duration::from_millis(10));
        }
        // Where Landlock knows of TCP, it does not even get to listening.
        let end = running.join().unwrap().end;
        assert!(matches!(end, End::Timeout | End::Exit(0)), "{end:?}");
    }
}

#[test]
fn a_sandbox_ends_with_whoever_started_it() {
    let _alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let dir = support::scratch();
    let exe = compile(Path::new(HOSTILE), &[], &dir.path().join("orphan"));
    let mut sandbox = Sandbox::start(&config(dir.path()), &[exe]).unwrap();
    let running = std::thread::spawn(move || {
        let outcome = sandbox.run(0, &case(&["daemons"]), &never()).unwrap();
        drop(sandbox);
        outcome
    });
    assert_eq!(running.join().unwrap().unwrap().end, End::Exit(0));
    assert_eq!(n_processes_called("orphan"), 0);
}

fn run_text(text: &str, case: &Case) -> Result<NativeOutcome, RunFailure> {
    let dir = support::scratch();
    let exe = compile_text(dir.path(), "program", text);
    Sandbox::start(&config(dir.path()), &[exe]).unwrap().run(0, case, &never()).unwrap()
}

fn file(name: &str, kind: FileKind, bytes: &[u8], mode: u32) -> File {
    let bytes = Hex::from(bytes.to_vec());
    File { name: name.to_string(), bytes, kind, mode: Some(Mode(mode)), mtime: Some(86_400) }
}

#[test]
fn a_program_gets_what_its_case_says() {
    let text = r#"
        #define _GNU_SOURCE
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/stat.h>
        #include <unistd.h>
        int main(int argc, char **argv)
        {
            struct stat st;
            char cwd[99], text[99];
            getcwd(cwd, sizeof cwd);
            size_t n = fread(text, 1, sizeof text, stdin);
            mode_t mask = umask(0);
            stat("../data", &st);
            printf("%s %s %s|%.*s|%s|%o|%u|%o %ld|%d\n", argv[0], argv[1], getenv("NAME"),
                   (int)n, text, cwd, mask, getuid(), st.st_mode & 07777, (long)st.st_mtime,
                   access("../closed", R_OK));
            return environ[1] != NULL;
        }"#;
    let mut case = case(&["one arg"]);
    case.run.program = Some(Hex::from(b"called".to_vec()));
    case.run.stdin = Hex::from(b"input".to_vec());
    case.run.cwd = "dir".to_string();
    case.run.umask = Some(Mode(0o27));
    case.run.user = Some(0);
    case.run.env = vec![patchlight_replay::Named {
        name: "NAME".to_string(),
        bytes: Hex::from(b"v".to_vec()),
    }];
    case.run.files = vec![
        file("dir", FileKind::Directory, b"", 0o755),
        file("data", FileKind::Regular, b"x", 0o640),
        file("closed", FileKind::Regular, b"x", 0),
    ];
    let outcome = run_text(text, &case).unwrap();
    let stdout = String::from_utf8_lossy(&outcome.stdout.bytes).into_owned();
    assert_eq!(stdout, "called one arg v|input|/case/dir|27|0|640 86400|-1\n");
    assert_eq!((outcome.end, outcome.files), (End::Exit(0), vec![]));
}

#[test]
fn the_user_may_change_from_case_to_case() {
    let text = "#define _GNU_SOURCE\n#include <sched.h>\n#include <stdio.h>\n#include <unistd.h>\n\
        int main(void) { printf(\"%d %d\", getuid(), unshare(CLONE_NEWUSER)); return 0; }";
    let dir = support::scratch();
    let exe = compile_text(dir.path(), "users", text);
    for config in [config(dir.path()), plain_config(dir.path())] {
        let mut sandbox = Sandbox::start(&config, std::slice::from_ref(&exe)).unwrap();
        for n in 0..60 {
            let user = [None, Some(0), Some(0), Some(7)][n % 4];
            let mut case = case(&[]);
            case.run.user = user;
            let outcome = sandbox.run(0, &case, &never()).unwrap().unwrap();
            let expected = format!("{} -1", user.unwrap_or(1000));
            assert_eq!(String::from_utf8_lossy(&outcome.stdout.bytes), expected);
        }
    }
}

#[test]
fn a_program_reads_its_own_processor_time_as_finely_as_anywhere() {
    let text = r#"
        #include <stdio.h>
        #include <time.h>
        int main(void)
        {
            clock_t least = CLOCKS_PER_SEC;
            for (int n = 0; n < 10; n++) {
                clock_t start = clock(), end;
                while ((end = clock()) == start)
                    ;
                if (end - start < least)
                    least = end - start;
            }
            /* A tick of the kernel's is 1 ms at least. */
            return least >= CLOCKS_PER_SEC / 1000;
        }"#;
    let outcome = run_text(text, &case(&[])).unwrap();
    assert_eq!(outcome.end, End::Exit(0));
}

#[test]
fn terminals_are_new_for_each_program_whatever_the_last_one_did_to_them() {
    let text = r#"
        #include <stdio.h>
        #include <sys/ioctl.h>
        #include <termios.h>
        #include <unistd.h>
        int main(void)
        {
            struct termios settings;
            struct winsize size;
            printf("%d%d%d ", isatty(0), isatty(1), isatty(2));
            tcgetattr(0, &settings);
            ioctl(0, TIOCGWINSZ, &size);
            printf("%x %x %d\n\r\n", settings.c_lflag, settings.c_iflag, size.ws_col);
            printf("%d %d\n", getchar(), getchar());
            fflush(stdout);
            /* Makes it its own and the worst of it. */
            ioctl(0, TIOCSCTTY, 0);
            size.ws_col = 1;
            ioctl(0, TIOCSWINSZ, &size);
            cfmakeraw(&settings);
            tcsetattr(0, TCSANOW, &settings);
            tcsetattr(1, TCSANOW, &settings);
            write(0, "junk", 4);
            return 0;
        }"#;
    let dir = support::scratch();
    let exe = compile_text(dir.path(), "terminals", text);
    for config in [config(dir.path()), plain_config(dir.path())] {
        let mut sandbox = Sandbox::start(&config, std::slice::from_ref(&exe)).unwrap();
        for n in 0..6 {
            let mut case = case(&[]);
            case.run.terminals = vec![Terminal::Stdin, Terminal::Stderr];
            if n % 2 == 0 {
                case.run.terminals.push(Terminal::Stdout);
            }
            let outcome = sandbox.run(0, &case, &never()).unwrap().unwrap();
            let seen = String::from_utf8_lossy(&outcome.stdout.bytes).into_owned();
            // ISIG, ICANON and IEXTEN; ICRNL and IXON.
            let expected = format!("1{}1 8003 500 80\n\r\n-1 -1\n", (n + 1) % 2);
            assert_eq!((outcome.end, seen), (End::Exit(0), expected));
        }
    }
}

#[test]
fn created_changed_and_removed_files_are_seen() {
    let text = r#"
        #include <fcntl.h>
        #include <stdio.h>
        #include <sys/stat.h>
        #include <unistd.h>
        int main(void)
        {
            fputs("more", fopen("changed", "a"));
            chmod("mode", 0600);
            unlink("removed");
            symlink("changed", "link");
            fputs("t", fopen("/tmp/left", "w"));
            return 0;
        }"#;
    let mut case = case(&[]);
    case.run.files = ["changed", "mode", "removed", "same"]
        .map(|name| file(name, FileKind::Regular, b"x", 0o644))
        .to_vec();
    let outcome = run_text(text, &case).unwrap();
    let seen: Vec<_> = outcome
        .files
        .iter()
        .map(|file| {
            let path = String::from_utf8_lossy(&file.path).into_owned();
            (path, file.change, file.mode, file.data.bytes.as_slice())
        })
        .collect();
    let expected: [(String, Change, u32, &[u8]); 5] = [
        ("/tmp/left".to_string(), Change::Created, 0o644, b"t"),
        ("changed".to_string(), Change::Changed, 0o644, b"xmore"),
        ("link".to_string(), Change::Created, 0o777, b"changed"),
        ("mode".to_string(), Change::Changed, 0o600, b"x"),
        ("removed".to_string(), Change::Removed, 0o644, b"x"),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn every_way_to_end_is_told_apart() {
    let text = r#"
        #include <signal.h>
        #include <stdlib.h>
        #include <string.h>
        int main(int argc, char **argv)
        {
            switch (argv[1][0]) {
            case 'a': abort();
            case 's': *(volatile int *)0 = 0;
            case 'p': raise(SIGPIPE);
            case 'h': for (;;) ;
            case 'm': for (;;) memset(malloc(1 << 20), 1, 1 << 20);
            }
            return 7;
        }"#;
    let end = |arg: &str| {
        let mut case = case(&[arg]);
        case.run.limits = Some(CaseLimits { seconds: Some(0.2), ..CaseLimits::default() });
        run_text(text, &case).unwrap().end
    };
    assert_eq!(end("x"), End::Exit(7));
    assert_eq!(end("a"), End::Signal(6));
    assert_eq!(end("s"), End::Signal(11));
    assert_eq!(end("p"), End::Signal(13));
    assert_eq!(end("h"), End::Timeout);
}

#[test]
fn executables_that_do_not_start_say_why() {
    let dir = support::scratch();
    let path = dir.path().join("text");
    fs::write(&path, "no program\n").unwrap();
    let exe = Executable::open(&path).unwrap();
    let config = config(dir.path());
    let mut sandbox = Sandbox::start(&config, &[exe]).unwrap();
    let failure = sandbox.run(0, &case(&[]), &never()).unwrap().unwrap_err();
    assert!(matches!(&failure, RunFailure::NotStarted(text) if text.contains("format")));
    // The loader's failure is not the program's.
    let library = dir.path().join("libpart.so");
    fs::write(dir.path().join("part.c"), "int part(void) { return 3; }").unwrap();
    fs::write(dir.path().join("whole.c"), "int part(void); int main(void) { return part(); }")
        .unwrap();
    let cc = |args: &[&str]| {
        let status = std::process::Command::new("cc").args(args).current_dir(dir.path()).status();
        assert!(status.unwrap().success());
    };
    cc(&["-shared", "-fPIC", "-o", "libpart.so", "part.c"]);
    cc(&["-o", "whole", "whole.c", "-L.", "-lpart"]);
    fs::remove_file(library).unwrap();
    let exe = Executable::open(&dir.path().join("whole")).unwrap();
    let mut sandbox = Sandbox::start(&config, &[exe]).unwrap();
    let failure = sandbox.run(0, &case(&[]), &never()).unwrap().unwrap_err();
    assert!(matches!(&failure, RunFailure::NotStarted(text) if text.contains("libpart.so")));
    let error = Executable::open(&dir.path().join("absent")).unwrap_err();
    assert!(error.to_string().contains("absent"), "{error}");
}

#[test]
fn long_inputs_and_outputs_pass_through() {
    let text = r#"
        #include <unistd.h>
        int main(void)
        {
            static char block[1 << 16];
            for (ssize_t n; (n = read(0, block, sizeof block)) > 0;)
                write(1, block, n);
            return 0;
        }"#;
    let mut case = case(&[]);
    case.run.stdin =
        Hex::from((0..3_000_000u32).map(|n| (n.wrapping_mul(n) >> 7) as u8).collect::<Vec<u8>>());
    let outcome = run_text(text, &case).unwrap();
    assert_eq!(outcome.stdout.len, 3_000_000);
    assert_eq!(outcome.stdout.hash, patchlight_replay::Data::new(case.run.stdin.0.to_vec()).hash);
    assert!(!outcome.stdout.is_whole());
}

#[test]
fn what_a_child_prints_after_its_parents_end_is_part_of_the_outcome_or_named_as_lost() {
    let text = r#"
        #include <stdio.h>
        #include <string.h>
        #include <unistd.h>
        int main(int argc, char **argv)
        {
            pid_t parent = getpid();
            if (fork() == 0) {
                /* The parent is gone as soon as somebody else is. */
                while (getppid() == parent)
                    usleep(100);
                write(1, "late\n", 5);
                if (argc > 1)
                    sleep(1000);
                _exit(0);
            }
            return 4;
        }"#;
    let outcome = run_text(text, &case(&[])).unwrap();
    assert_eq!((outcome.end, outcome.late_output), (End::Exit(4), LateOutput::Complete));
    assert_eq!(outcome.stdout.bytes, b"late\n");
    let outcome = run_text(text, &case(&["stay"])).unwrap();
    assert_eq!((outcome.end, outcome.late_output), (End::Exit(4), LateOutput::Lost));
}

#[test]
fn limits_out_of_range_are_errors_wherever_they_come_from() {
    let dir = support::scratch();
    let exe = compile_text(dir.path(), "nothing", "int main(void) { return 0; }");
    let usual = config(dir.path());
    let mut sandbox = Sandbox::start(&usual, std::slice::from_ref(&exe)).unwrap();
    let limits = |seconds, number| CaseLimits {
        seconds,
        memory_mb: number,
        file_mb: number,
        processes: number,
        output_mb: number,
    };
    let bad = [
        limits(Some(f64::NAN), None),
        limits(Some(1e300), None),
        limits(Some(-1.0), None),
        CaseLimits { memory_mb: Some(1 << 60), ..CaseLimits::default() },
        CaseLimits { file_mb: Some(1 << 44), ..CaseLimits::default() },
        CaseLimits { processes: Some(u64::MAX), ..CaseLimits::default() },
        CaseLimits { output_mb: Some(0), ..CaseLimits::default() },
    ];
    for limits in bad {
        let mut case = case(&[]);
        case.run.limits = Some(limits.clone());
        let failure = sandbox.run(0, &case, &never()).unwrap().unwrap_err();
        assert!(matches!(failure, RunFailure::BadCase(_)), "{limits:?}: {failure}");
        let mut config = usual.clone();
        config.limits = config.limits.with(&limits);
        // A time that is none leaves the default.
        let refused = Sandbox::start(&config, std::slice::from_ref(&exe)).is_err();
        assert_eq!(refused, limits.seconds.is_none_or(|seconds| seconds > 0.0), "{limits:?}");
    }
    let mut user = case(&[]);
    user.run.user = Some(u32::MAX);
    let failure = sandbox.run(0, &user, &never()).unwrap().unwrap_err();
    assert!(matches!(failure, RunFailure::BadCase(_)), "{failure}");
}
