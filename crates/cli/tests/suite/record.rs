//! `patchlight record`: suites of a small program, with and without recorders.
//!
//! The oracle is the suite itself, run without: its output and its status must be the same, byte for
//! byte. What is recorded is compared with what the suite was written to do, and with a native replay
//! (`record --check`).

use crate::support::patchlight;
use serde_json::{Value, json};
use std::fs;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Does what its first argument says.
const TOOL: &str = include_str!("record_tool.c");

/// A directory with the built `tool` and a suite.
struct Project {
    dir: TempDir,
}

/// What a suite did.
#[derive(Debug, PartialEq)]
struct Ran {
    stdout: String,
    stderr: String,
    /// As shells have it: 128 and the signal that ended it.
    status: i32,
}

impl Project {
    fn new(suite: &str) -> Project {
        let project = Project { dir: tempfile::tempdir().unwrap() };
        fs::write(project.path("tool.c"), TOOL).unwrap();
        let cc = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let args = ["-o", "tool", "tool.c", "-pthread"];
        let built = Command::new(cc).args(args).current_dir(project.root()).status();
        assert!(built.unwrap().success());
        project.suite(suite);
        project
    }

    fn root(&self) -> PathBuf {
        self.dir.path().canonicalize().unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    fn suite(&self, text: &str) {
        fs::write(self.path("suite"), format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(self.path("suite"), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// The suite by itself.
    fn plain(&self) -> Ran {
        ran(Command::new("./suite").current_dir(self.root()).output().unwrap())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(patchlight());
        command.args(["record", "--program", "tool", "--out", "rec", "--", "./suite"]);
        command.current_dir(self.root());
        command
    }

    /// The suite under `record`; afterwards the program's file is the same as before.
    fn record(&self) -> Ran {
        let before = fs::metadata(self.path("tool")).unwrap();
        let mut ran = ran(self.command().output().unwrap());
        let after = fs::metadata(self.path("tool")).unwrap();
        assert_eq!((before.ino(), before.mtime_nsec()), (after.ino(), after.mtime_nsec()));
        self.assert_nothing_is_left();
        let at = ran.stderr.find("patchlight: ").expect("a summary");
        ran.stderr.truncate(at);
        ran
    }

    fn assert_nothing_is_left(&self) {
        for entry in fs::read_dir(self.root()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(!name.contains("patchlight"), "{name} is left");
        }
    }

    /// Runs the suite with and without recorders and gives what was recorded.
    fn recorded(&self) -> Vec<Recorded> {
        let with = self.record();
        assert_eq!(self.plain(), with);
        self.invocations()
    }

    fn invocations(&self) -> Vec<Recorded> {
        let lines = |name: &str| -> Vec<Value> {
            let text = fs::read_to_string(self.path("rec/tool").join(name)).unwrap();
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let cases = lines("cases.jsonl");
        let with_case = |seen: Value| {
            let case = cases.iter().find(|case| case["name"] == seen["name"]).cloned();
            Recorded { seen, case }
        };
        lines("observed.jsonl").into_iter().map(with_case).collect()
    }

    fn summary(&self) -> Value {
        serde_json::from_slice(&fs::read(self.path("rec/recording.json")).unwrap()).unwrap()
    }

    /// Replayed natively, so many tests do what was recorded, and all.
    fn assert_replays(&self, n: usize) {
        let mut command = Command::new(patchlight());
        command.args(["record", "--check", "rec"]).current_dir(self.root());
        let out = command.output().unwrap();
        let said = String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned();
        let expected = format!("{n} of {n} tests behave as recorded (100.0 %)");
        assert!(said.contains(&expected), "{said}");
    }
}

struct Recorded {
    seen: Value,
    /// `None` if it is no test.
    case: Option<Value>,
}

impl Recorded {
    fn run(&self) -> &Value {
        &self.case.as_ref().unwrap_or_else(|| panic!("no test: {}", self.seen))["run"]
    }

    fn args(&self) -> Vec<String> {
        self.run()["args"].as_array().unwrap().iter().map(text).collect()
    }

    fn stdin(&self) -> String {
        text(&self.run()["stdin"])
    }

    /// Names and contents.
    fn files(&self) -> Vec<(String, String)> {
        let files = self.run()["files"].as_array().unwrap().iter();
        files.map(|file| (file["name"].as_str().unwrap().into(), text(&file["bytes"]))).collect()
    }

    fn variables(&self) -> Vec<String> {
        let env = self.run()["env"].as_array().unwrap().iter();
        env.map(|variable| variable["name"].as_str().unwrap().to_string()).collect()
    }

    fn notes(&self) -> Vec<&str> {
        let notes = self.seen["notes"].as_array();
        notes.into_iter().flatten().map(|note| note["kind"].as_str().unwrap()).collect()
    }
}

fn text(hex: &Value) -> String {
    let digits = hex.as_str().unwrap().as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(|pair| char::from(byte(pair))).collect()
}

fn ran(output: Output) -> Ran {
    let signal = output.status.signal().map(|signal| 128 + signal);
    Ran {
        stdout: output.stdout.iter().copied().map(char::from).collect(),
        stderr: output.stderr.iter().copied().map(char::from).collect(),
        status: output.status.code().or(signal).unwrap(),
    }
}

fn names(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|(name, bytes)| (name.to_string(), bytes.to_string())).collect()
}

fn wait_for(path: &Path) {
    let end = Instant::now() + Duration::from_secs(600);
    while !path.exists() {
        assert!(Instant::now() < end, "{} does not appear", path.display());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn arguments_are_kept_to_the_byte() {
    let project = Project::new(
        r#"./tool args '' "$(printf 'a\377b')" 'x y' '*' "$(printf 'n\nl')"
           ./tool args"#,
    );
    let recorded = project.recorded();
    assert_eq!(recorded[0].args(), ["args", "", "a\u{ff}b", "x y", "*", "n\nl"]);
    assert_eq!(recorded[1].args(), ["args"]);
    project.assert_replays(2);
}

#[test]
fn standard_input_is_kept_wherever_it_comes_from() {
    let project = Project::new(
        r#"printf 'skipped\nrest\n' > in
           echo piped | ./tool cat
           { read line; ./tool cat; } < in
           ./tool cat <<END
here
END
           ./tool cat < /dev/null
           echo again | ./tool stdin
           echo unread | ./tool exit 0
           ./tool cat <&-
           ./tool exit 3 <&-"#,
    );
    let recorded = project.recorded();
    let input: Vec<String> = recorded[..6].iter().map(Recorded::stdin).collect();
    assert_eq!(input, ["piped\n", "rest\n", "here\n", "", "again\n", ""]);
    assert_eq!(recorded[6].notes(), ["closed_stream"]);
    assert!(recorded[6].case.is_none());
    assert_eq!(recorded[7].seen["end"]["exit"], 3);
    project.assert_replays(7);
}

#[test]
fn files_are_kept_as_they_were_before() {
    let project = Project::new(
        r#"mkdir -p d/e
           echo one > d/e/one
           echo two > d/two
           ln -sf e/one d/link
           ln -sfn "$PWD/d" absolute
           ./tool at d e/one
           (cd d/e && ../../tool cat ../two)
           ./tool cat d/link
           ./tool cat absolute/two
           ./tool cat "$PWD/d/two"
           ./tool overwrite d/two
           ./tool cat absent
           ./tool ls d"#,
    );
    let recorded = project.recorded();
    let one = ("d/e/one", "one\n");
    assert_eq!(recorded[0].files(), names(&[("d", ""), one]));
    assert_eq!(recorded[1].files(), names(&[("e", ""), ("two", "two\n")]));
    assert_eq!(recorded[1].run()["cwd"], "e");
    assert_eq!(recorded[2].files(), names(&[one, ("d/link", "e/one")]));
    assert_eq!(recorded[3].files(), names(&[("absolute", "./d"), ("d/two", "two\n")]));
    assert_eq!(recorded[4].args(), ["cat", "./d/two"]);
    assert_eq!(recorded[4].files(), names(&[("d/two", "two\n")]));
    assert_eq!(recorded[5].files(), names(&[("d/two", "two\n")]));
    assert_eq!(recorded[6].files(), names(&[]));
    let listed = [("d", ""), ("d/e", ""), ("d/link", "e/one"), ("d/two", "new\n")];
    assert_eq!(recorded[7].files(), names(&listed));
    project.assert_replays(8);
}

#[test]
fn files_elsewhere_belong_to_the_case_by_relative_names() {
    let elsewhere = tempfile::tempdir().unwrap();
    let dir = elsewhere.path().canonicalize().unwrap();
    fs::write(dir.join("in"), "far\n").unwrap();
    let project = Project::new(&format!("./tool cat {}/in; ./tool cat-list list", dir.display()));
    fs::write(project.path("list"), format!("{}/in\n", dir.display())).unwrap();
    let recorded = project.recorded();
    assert_eq!(recorded[0].files().len(), 2);
    assert!(recorded[0].args()[1].starts_with("../"), "{:?}", recorded[0].args());
    // The name stands in a file, where nobody rewrites it.
    assert_eq!(recorded[1].notes(), ["absolute_name"]);
    project.assert_replays(1);
}

#[test]
fn a_file_that_cannot_be_read_cannot_be_read_in_a_replay_either() {
    let project = Project::new("echo x > in; chmod 000 in; ./tool cat in; rm -f in");
    let recorded = project.recorded();
    // Root reads it all the same, which a replay does not allow.
    // SAFETY: a system call without arguments.
    match unsafe { libc::geteuid() } {
        0 => assert_eq!(recorded[0].notes(), ["rights"]),
        _ => project.assert_replays(1),
    }
}

#[test]
fn ends_are_what_they_were() {
    let project = Project::new(
        r#"for status in 0 1 77 255; do ./tool exit $status; echo $?; done
           ./tool die 6; echo $?
           ./tool die 9; echo $?
           exec ./tool die 15"#,
    );
    let recorded = project.recorded();
    let ends: Vec<Value> = recorded.iter().map(|one| one.seen["end"].clone()).collect();
    let exits = [0, 1, 77, 255].map(|status| json!({"exit": status}));
    let signals = [6, 9, 15].map(|signal| json!({"signal": signal}));
    assert_eq!(ends, [exits.to_vec(), signals.to_vec()].concat());
    project.assert_replays(7);
}

#[test]
fn the_suite_reaches_the_program_by_its_number() {
    let project = Project::new(
        r#"./tool wait > out &
           pid=$!
           while ! grep -q ready out 2> /dev/null; do sleep 0.01; done
           kill -STOP $pid; kill -CONT $pid
           kill -USR1 $pid
           wait $pid; echo $?
           cat out; rm out
           sh -c 'exec ./tool ids $$ '$$"#,
    );
    let recorded = project.recorded();
    assert!(recorded[0].notes().iter().all(|kind| *kind == "signalled"));
    assert!(recorded[0].case.is_none());
    assert_eq!(recorded[0].seen["end"]["exit"], 9);
    assert_eq!(recorded[0].seen["stdout"], "ready\ncaught\n");
    assert_eq!(recorded[1].seen["stdout"], "1 1\n");
}

#[test]
fn children_threads_and_other_programs_are_followed() {
    let project = Project::new(
        r#"echo data > in
           ./tool fork in
           ./tool thread in
           ./tool exec in
           ./tool shell 'cat in'
           ./tool dup
           ./tool descriptors
           ./tool descriptors 5< in"#,
    );
    let recorded = project.recorded();
    for one in &recorded[..4] {
        assert!(one.files().contains(&names(&[("in", "data\n")])[0]));
        assert_eq!(one.seen["stdout"], "data\n");
    }
    assert_eq!(recorded[4].seen["stdout"], "duplicate\n");
    assert_eq!(recorded.len(), 6, "the last two have the same input, as far as a case can say");
    assert_eq!(recorded[5].notes(), ["varies"]);
}

#[test]
fn variables_are_kept_if_the_program_can_ask_for_them() {
    let project = Project::new(
        r#"TOOL_OPTION=set NOISE=1 ./tool env
           TZ=UTC ./tool env
           umask 077; ./tool exit 0"#,
    );
    let recorded = project.recorded();
    assert!(recorded[0].variables().contains(&"TOOL_OPTION".to_string()));
    assert!(!recorded[0].variables().contains(&"NOISE".to_string()));
    assert!(recorded[1].variables().contains(&"TZ".to_string()));
    assert_eq!(recorded[2].run()["umask"], "077");
    project.assert_replays(3);
}

#[test]
fn a_limit_is_no_obstacle_and_part_of_the_case() {
    let project = Project::new(
        r#"(ulimit -v 20000; ./tool memory 100)
           (ulimit -n 20; ./tool exit 5; echo $?)"#,
    );
    let recorded = project.recorded();
    assert_eq!(recorded[0].run()["limits"]["memory_mb"], 20);
    assert_eq!(recorded[0].seen["stdout"], "none\n");
    assert_eq!(recorded[1].notes(), ["limit"]);
    project.assert_replays(1);
}

#[test]
fn what_cannot_tell_of_itself_is_counted() {
    let project = Project::new("(ulimit -n 3; ./tool exit 4; echo $?); ./tool exit 5; echo $?");
    let args = ["-static", "-o", "tool", "tool.c", "-pthread"];
    let built = Command::new("cc").args(args).current_dir(project.root()).status().unwrap();
    assert!(built.success());
    let recorded = project.recorded();
    assert_eq!(recorded.len(), 1);
    assert_eq!(project.summary()["missed"], json!({"it could not tell of itself": 1}));
    assert_eq!(project.summary()["invocations"], 2);
}

#[test]
fn what_cannot_be_replayed_is_kept_and_is_no_test() {
    let project = Project::new(
        r#"echo data > in
           echo data | ./tool cat > /dev/full
           ./tool cat in >&-
           ./tool cat /dev/fd/5 5< in
           mkfifo pipe; { echo data > pipe; } & ./tool cat pipe; wait; rm pipe"#,
    );
    let recorded = project.recorded();
    let notes: Vec<_> = recorded.iter().map(Recorded::notes).collect();
    assert_eq!(notes[3], ["odd_file"]);
    assert!(notes[0].contains(&"write_failed"), "{notes:?}");
    assert!(notes[1].contains(&"closed_stream"), "{notes:?}");
    assert!(notes[2].contains(&"inherited_descriptor"), "{notes:?}");
    assert!(recorded.iter().all(|one| one.case.is_none()));
    assert_eq!(project.summary()["tests"], 0);
}

#[test]
fn terminals_are_terminals_in_the_case_too() {
    let project = Project::new("./tool tty; ./tool tty < /dev/null; ./tool exit 0");
    let (master, slave) = terminal();
    let mut command = project.command();
    command.stdin(slave.try_clone().unwrap()).stdout(slave).stderr(Stdio::null());
    let status = command.status().unwrap();
    drop((command, master));
    assert!(status.success());
    let recorded = project.invocations();
    assert_eq!(recorded[0].run()["terminals"], json!(["stdin", "stdout"]));
    assert_eq!(recorded[0].seen["stdout"], "110\n");
    assert_eq!(recorded[1].run()["terminals"], json!(["stdout"]));
    assert_eq!(recorded[1].seen["stdout"], "010\n");
}

fn terminal() -> (OwnedFd, OwnedFd) {
    // SAFETY: plain system calls; descriptors that they return are new.
    unsafe {
        let master = libc::posix_openpt(libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC);
        assert!(master >= 0);
        let master = OwnedFd::from_raw_fd(master);
        assert_eq!(libc::unlockpt(master.as_raw_fd()), 0);
        let flags = libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC;
        let slave = libc::ioctl(master.as_raw_fd(), libc::TIOCGPTPEER, flags);
        assert!(slave >= 0);
        (master, OwnedFd::from_raw_fd(slave))
    }
}

#[test]
fn equal_invocations_are_one_with_all_their_numbers() {
    let project = Project::new(
        r#"for n in 1 2 3; do echo same > in; ./tool cat in; done
           echo other > in; ./tool cat in"#,
    );
    let recorded = project.recorded();
    assert_eq!(recorded.len(), 2);
    assert_eq!(recorded[0].seen["numbers"], json!([1, 2, 3]));
    assert_eq!(recorded[1].seen["numbers"], json!([4]));
}

#[test]
fn output_that_nobody_sees_is_not_compared() {
    let project = Project::new("./tool quiet > /dev/null; ./tool quiet; ./tool args > /dev/null");
    let recorded = project.recorded();
    assert_eq!(recorded.len(), 2);
    // The same input: what was written to somebody stays.
    assert_eq!(recorded[0].seen["stdout"], "not quiet\n");
    assert_eq!(recorded[1].seen["discards"], true);
    project.assert_replays(2);
}

#[test]
fn programs_that_run_at_the_same_time_are_all_recorded() {
    let project = Project::new(
        r#"n=0
           while [ $n -lt 40 ]; do
               n=$((n + 1))
               (echo "input $n" | ./tool cat > "out-$n") &
           done
           wait
           cat out-*; rm out-*"#,
    );
    let recorded = project.recorded();
    let mut inputs: Vec<String> = recorded.iter().map(Recorded::stdin).collect();
    inputs.sort();
    let mut expected: Vec<String> = (1..=40).map(|n| format!("input {n}\n")).collect();
    expected.sort();
    assert_eq!(inputs, expected);
    project.assert_replays(40);
}

#[test]
fn a_copy_of_the_program_is_recorded_too() {
    let project = Project::new("mkdir -p d; cp tool d/other; ./d/other args x; rm -r d");
    let recorded = project.recorded();
    assert_eq!(text(&recorded[0].run()["program"]), "./d/other");
    project.assert_replays(1);
}

#[test]
fn libtool_s_scripts_lead_to_what_is_recorded() {
    let project = Project::new("./tool args x");
    fs::create_dir(project.path(".libs")).unwrap();
    fs::rename(project.path("tool"), project.path(".libs/tool")).unwrap();
    let script = "#! /bin/sh\n# tool - temporary wrapper script for .libs/tool\n\
                  exec \"${0%/*}/.libs/tool\" \"$@\"\n";
    fs::write(project.path("tool"), script).unwrap();
    fs::set_permissions(project.path("tool"), fs::Permissions::from_mode(0o755)).unwrap();
    let recorded = project.recorded();
    assert_eq!(recorded[0].args(), ["args", "x"]);
    assert_eq!(fs::read_to_string(project.path("tool")).unwrap(), script);
    assert_eq!(fs::read_dir(project.path(".libs")).unwrap().count(), 1);
    project.assert_replays(1);
}

#[test]
fn libraries_of_the_project_are_not_files_of_the_case() {
    let project = Project::new("LD_LIBRARY_PATH=$PWD/lib ./tool; echo $?");
    fs::create_dir(project.path("lib")).unwrap();
    fs::write(project.path("lib/answer.c"), "int answer(void) { return 42; }").unwrap();
    fs::write(project.path("tool.c"), "int answer(void); int main(void) { return answer(); }")
        .unwrap();
    let compile = |args: &[&str]| {
        let built = Command::new("cc").args(args).current_dir(project.root()).status();
        assert!(built.unwrap().success());
    };
    compile(&["-shared", "-fPIC", "-o", "lib/libanswer.so", "lib/answer.c"]);
    compile(&["-o", "tool", "tool.c", "-Llib", "-lanswer"]);
    let recorded = project.recorded();
    assert_eq!(recorded[0].files(), names(&[]));
    assert_eq!(recorded[0].seen["libraries"], json!([project.path("lib/libanswer.so")]));
    assert_eq!(recorded[0].seen["end"]["exit"], 42);
    project.assert_replays(1);
}

#[test]
fn programs_built_with_patchlight_cc_are_found() {
    let project = Project::new("./tool args x; ./helper 2> /dev/null");
    let args = ["cc", "-o", "tool", "tool.c", "-pthread"];
    let built = Command::new(patchlight()).args(args).current_dir(project.root()).status();
    assert!(built.unwrap().success());
    fs::copy("/bin/true", project.path("helper")).unwrap();
    let mut command = Command::new(patchlight());
    command.args(["record", "--out", "rec", "--", "./suite"]).current_dir(project.root());
    let out = ran(command.output().unwrap());
    assert_eq!((out.status, out.stdout.as_str()), (0, "7800\n"), "{}", out.stderr);
    let programs = project.summary()["programs"].clone();
    assert_eq!(programs.as_array().unwrap().len(), 1, "{programs}");
    assert_eq!(programs[0]["name"], "tool");
}

#[test]
fn a_program_that_looks_at_the_recorder_is_no_test() {
    let project = Project::new("./tool ls . | grep -c tool");
    let out = ran(project.command().output().unwrap());
    // tool, tool.c, and what is hidden.
    assert_eq!(out.stdout, "3\n");
    let recorded = project.invocations();
    assert!(recorded[0].notes().contains(&"own_executable"));
    assert!(recorded[0].case.is_none());
}

#[test]
fn programs_that_go_on_after_the_suite_do_not_hold_it_up() {
    let project = Project::new("./tool sleep 600 > /dev/null 2>&1 & echo $! > pid; ./tool exit 0");
    project.record();
    let pid: i32 = fs::read_to_string(project.path("pid")).unwrap().trim().parse().unwrap();
    // SAFETY: the suite started it in the background; nobody else knows of it.
    assert_eq!(unsafe { libc::kill(pid, libc::SIGKILL) }, 0);
    let missed = json!({"it had not ended when the suite had": 1});
    assert_eq!(project.summary()["missed"], missed);
    assert_eq!(project.invocations().len(), 1);
}

#[test]
fn a_suite_that_fails_fails_in_the_same_way() {
    let project = Project::new("./tool exit 1 || { echo FAIL >&2; exit 42; }");
    project.recorded();
    assert_eq!(project.record().status, 42);
    assert_eq!(project.summary()["suite"], json!({"exit": 42}));
}

#[test]
fn a_program_that_the_suite_makes_anew_is_not_put_back() {
    let project = Project::new("./tool exit 0; cp tool.new tool.tmp; mv tool.tmp tool; ./tool");
    fs::copy("/bin/true", project.path("tool.new")).unwrap();
    let out = ran(project.command().output().unwrap());
    assert!(out.stderr.contains("rebuilt"), "{}", out.stderr);
    assert_eq!(fs::read(project.path("tool")).unwrap(), fs::read("/bin/true").unwrap());
    project.assert_nothing_is_left();
}

#[test]
fn an_interrupted_suite_leaves_the_programs_in_place() {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        let project = Project::new("./tool exit 0; echo > begun; exec sleep 30");
        let mut command = project.command();
        command.stdout(Stdio::null()).stderr(Stdio::null());
        // A shell's background jobs ignore SIGINT, and so would everything below them.
        // SAFETY: `signal` may be called between fork and exec.
        unsafe {
            command.pre_exec(move || {
                libc::signal(signal, libc::SIG_DFL);
                Ok(())
            });
        }
        let mut child = command.process_group(0).spawn().unwrap();
        wait_for(&project.path("begun"));
        // SAFETY: the process is a child that was not waited for.
        unsafe { libc::kill(child.id() as i32, signal) };
        let status = child.wait().unwrap();
        assert_eq!(status.code(), Some(128 + signal), "{status:?}");
        project.assert_nothing_is_left();
        let tool = Command::new(project.path("tool")).args(["exit", "6"]).status().unwrap();
        assert_eq!(tool.code(), Some(6));
        assert_eq!(project.invocations().len(), 1);
    }
}

#[test]
fn after_a_kill_the_program_works_and_the_next_recording_repairs() {
    let project = Project::new("./tool exit 0; echo $$ > pid; mv pid begun; exec sleep 30");
    let before = fs::metadata(project.path("tool")).unwrap();
    let mut command = project.command();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(&project.path("begun"));
    let busy = project.command().output().unwrap();
    assert_eq!(busy.status.code(), Some(1));
    let said = String::from_utf8(busy.stderr).unwrap();
    assert!(said.contains("it is already being recorded"), "{said}");
    child.kill().unwrap();
    child.wait().unwrap();
    let suite: i32 = fs::read_to_string(project.path("begun")).unwrap().trim().parse().unwrap();
    // SAFETY: the suite is a process of this test's that waits.
    assert_eq!(unsafe { libc::kill(suite, libc::SIGKILL) }, 0);
    let out = Command::new(project.path("tool")).args(["args", "x"]).output().unwrap();
    assert_eq!(out.stdout, b"7800\n");
    assert!(project.path(".tool.patchlight").exists());
    project.suite("./tool exit 5");
    let ran = ran(project.command().output().unwrap());
    assert_eq!(ran.status, 5, "{}", ran.stderr);
    assert_eq!(fs::metadata(project.path("tool")).unwrap().ino(), before.ino());
    project.assert_nothing_is_left();
}

#[test]
fn what_is_no_program_is_refused() {
    let project = Project::new("true");
    for (program, message) in [("suite", "is not an executable file"), ("absent", "No such file")] {
        let mut command = Command::new(patchlight());
        command.args(["record", "--program", program, "--", "./suite"]);
        let out = command.current_dir(project.root()).output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.code() == Some(1) && said.contains(message), "{said}");
    }
}
