//! The programs of `tests/hostile` at the repository's root, each of which tries something that must
//! not work, in every way in which a sandbox can be set up: nothing of the host changes, its processes
//! live on, and no secret comes out.
//!
//! `PATCHLIGHT_TEST_LONG=1` tries all modes instead of some, and prints the table of
//! `docs/internals/hostile.md`. `PATCHLIGHT_TEST_ONLY=NAME` tries one program,
//! `PATCHLIGHT_TEST_MODES=r,u1` some modes.

#[path = "hostile/planted.rs"]
mod planted;
mod support;

use patchlight_replay::{
    CaseLimits, End, Executable, LandlockAbi, LateOutput, NativeOutcome, Protection, Sandbox,
    SandboxConfig,
};
use planted::{Planted, SECRET};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use support::{NAMESPACES, PLAIN, case, config, is_root, never, plain_config};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/hostile");
const MEMORY_MB: u64 = 64;

/// A program, and what its comment says of it.
struct Program {
    name: String,
    /// The ways in which it may end.
    ends: Vec<String>,
    loses_output: bool,
}

/// A way in which a sandbox is set up.
#[derive(Clone)]
struct Mode {
    name: String,
    is_plain: bool,
    without: Vec<Protection>,
    newest_landlock: Option<u8>,
    in_container: bool,
    /// Tried in every run of the tests.
    is_sample: bool,
}

/// `r` is root, `u` a plain user; `n`: without user namespaces (a plain user has no others then);
/// `1` to `6`: without any, and with that version of Landlock; `c`: in a container.
fn modes() -> Vec<Mode> {
    let mut modes = Vec::new();
    for (user, is_plain) in [("r", false), ("u", true)] {
        let mode = |name: &str, without: &[Protection], newest_landlock, in_container| Mode {
            name: format!("{user}{name}"),
            is_plain,
            without: without.to_vec(),
            newest_landlock,
            in_container,
            is_sample: matches!((name, is_plain), ("", _) | ("1", true)),
        };
        modes.push(mode("", &[], None, false));
        modes.push(mode("n", &[Protection::UserNamespace], None, false));
        for abi in 1..=6u8 {
            modes.push(mode(&abi.to_string(), &NAMESPACES, Some(abi), false));
        }
        modes.push(mode("c", &[], None, true));
    }
    modes.retain(|mode| mode.is_plain || is_root());
    modes
}

fn programs() -> Vec<Program> {
    let mut names: Vec<String> = fs::read_dir(PROGRAMS)
        .unwrap()
        .filter_map(|entry| {
            Some(entry.unwrap().file_name().to_str()?.strip_suffix(".c")?.to_string())
        })
        .collect();
    names.sort();
    let only = std::env::var("PATCHLIGHT_TEST_ONLY").ok();
    names.retain(|name| only.as_ref().is_none_or(|only| only == name));
    let program = |name: String| {
        let text = fs::read_to_string(Path::new(PROGRAMS).join(format!("{name}.c"))).unwrap();
        let comment = text.split("*/").next().unwrap().to_string();
        let said = |what: &str| {
            let lines = comment.lines().map(|line| line.trim_start_matches([' ', '*']));
            lines.filter_map(|line| line.strip_prefix(what)).next().map(str::trim)
        };
        assert!(said("Tries:").is_some() && said("Must not:").is_some(), "{name} says too little");
        let ends = said("Ends:").unwrap_or("exit").split(", ").map(str::to_string).collect();
        let loses_output = said("Late:") == Some("lost");
        Program { name, ends, loses_output }
    };
    names.into_iter().map(program).collect()
}

/// All programs as one, which is called with the name of one: compiling each by itself takes longer
/// than running it.
fn compile_all(dir: &Path, programs: &[Program]) -> Executable {
    let mut text = "#include \"hostile.h\"\n".to_string();
    let mut table = String::new();
    for Program { name, .. } in programs {
        let function = format!("attack_{}", name.replace('-', "_"));
        text += &format!("#define main {function}\n#include \"{name}.c\"\n#undef main\n");
        table += &format!("if (strcmp(argv[1], \"{name}\") == 0) {function}();\n");
    }
    text += "int main(int argc, char **argv) {\n\
             if (argc < 8) return 2;\n\
             host = argv[2], readable = argv[3], port = atoi(argv[5]);\n\
             for (char *p = argv[4]; *p; p += *p == ',') victims[n_victims++] = strtol(p, &p, 10);\n\
             abstract_name = argv[6], limit_mb = atoi(argv[7]);\n";
    text += &table;
    text += "return 0; }\n";
    let source = dir.join("all.c");
    fs::write(&source, text).unwrap();
    support::compile(&source, &["-w", "-pthread", "-I", PROGRAMS], &dir.join("hostile"))
}

/// A worker's command in a container.
fn in_container(dir: &Path, config: &mut SandboxConfig) {
    let path = dir.join("container");
    if !path.exists() {
        let source = Path::new(PROGRAMS).join("container/container.c");
        support::compile(&source, &[], &path);
    }
    // After a change of users, which a container does not do either.
    let worker = config.worker.pop().unwrap();
    config.worker.extend([path.into_os_string(), worker]);
}

fn sandbox(dir: &Path, readable: &Path, mode: &Mode, exe: &Executable) -> Sandbox {
    let mut config = if mode.is_plain { plain_config(dir) } else { config(dir) };
    if mode.in_container {
        in_container(dir, &mut config);
    }
    config.without = mode.without.clone();
    config.newest_landlock = mode.newest_landlock;
    config.read_only = vec![readable.to_path_buf()];
    config.limits.memory_mb = MEMORY_MB;
    config.limits.file_mb = 8;
    config.limits.output_mb = 1;
    let sandbox = Sandbox::start(&config, std::slice::from_ref(exe)).unwrap();
    let n_namespaces =
        NAMESPACES.iter().filter(|layer| sandbox.protections().contains(layer)).count();
    let expected = match (mode.in_container, mode.is_plain, mode.without.len()) {
        (true, ..) | (_, true, 1) | (_, _, 5) => 0,
        (_, _, without) => 5 - without,
    };
    assert_eq!(n_namespaces, expected, "{}: {:?}", mode.name, sandbox.protections());
    if let Some(newest) = mode.newest_landlock {
        assert_eq!(sandbox.landlock(), LandlockAbi(newest));
    }
    sandbox
}

/// How it ended, as comments call it.
fn end_of(outcome: &NativeOutcome) -> &'static str {
    match outcome.end {
        End::Exit(_) | End::Signal(_) => "exit",
        End::Timeout => "time",
        End::OutputLimit => "output",
        End::MemoryLimit => "memory",
    }
}

fn tells_the_secret(outcome: &NativeOutcome) -> bool {
    let files = outcome.files.iter().flat_map(|file| [&file.path, &file.data.bytes]);
    let all = [&outcome.stdout.bytes, &outcome.stderr.bytes].into_iter().chain(files);
    all.into_iter().any(|bytes| memchr::memmem::find(bytes, SECRET.as_bytes()).is_some())
}

/// What is wrong, and how each program ended.
fn attack(
    mode: &Mode,
    programs: &[Program],
    exe: &Executable,
    dir: &Path,
) -> (Vec<String>, Vec<&'static str>) {
    // Not below /tmp, which a sandbox has one of its own of.
    let readable = tempfile::Builder::new().prefix("readable").tempdir_in("/var/tmp").unwrap();
    fs::set_permissions(readable.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .unwrap();
    let owner = match (mode.is_plain, is_root()) {
        (true, true) => PLAIN,
        _ => rustix::process::getuid().as_raw(),
    };
    let scratch = tempfile::Builder::new().tempdir_in(dir).unwrap();
    fs::set_permissions(scratch.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .unwrap();
    let mut planted = Planted::new(scratch.path(), readable.path(), owner);
    let mut sandbox = sandbox(dir, readable.path(), mode, exe);
    let (mut wrong, mut ends) = (Vec::new(), Vec::new());
    let arguments = planted.arguments(MEMORY_MB);
    for program in programs {
        let words: Vec<&str> = [program.name.as_str()]
            .into_iter()
            .chain(arguments.iter().map(String::as_str))
            .collect();
        let mut case = case(&words);
        let seconds = if program.ends.iter().any(|end| end == "time") { 0.3 } else { 60.0 };
        case.run.limits = Some(CaseLimits { seconds: Some(seconds), ..CaseLimits::default() });
        let mut complain =
            |what: String| wrong.push(format!("{} {}: {what}", mode.name, program.name));
        let outcome = match sandbox.run(0, &case, &never()).unwrap() {
            Ok(outcome) => outcome,
            Err(failure) => {
                complain(failure.to_string());
                ends.push("?");
                continue;
            }
        };
        let stdout = String::from_utf8_lossy(&outcome.stdout.bytes);
        if stdout.contains("HARM") {
            complain(
                stdout
                    .lines()
                    .filter(|line| line.starts_with("HARM"))
                    .take(3)
                    .collect::<Vec<_>>()
                    .join("; "),
            );
        }
        if tells_the_secret(&outcome) {
            complain("a secret came out".to_string());
        }
        let end = end_of(&outcome);
        if !program.ends.iter().any(|allowed| allowed == end) {
            complain(format!("ended by {:?}", outcome.end));
        }
        if program.loses_output && outcome.late_output != LateOutput::Lost {
            complain("lost output is not mentioned".to_string());
        }
        planted.check().into_iter().for_each(&mut complain);
        ends.push(end);
    }
    for complaint in &wrong {
        eprintln!("{complaint}");
    }
    (wrong, ends)
}

#[test]
fn hostile_programs_leave_the_host_as_it_was_and_learn_nothing() {
    let dir = support::scratch();
    let programs = programs();
    let exe = compile_all(dir.path(), &programs);
    let is_long = std::env::var_os("PATCHLIGHT_TEST_LONG").is_some();
    let modes: Vec<Mode> = modes()
        .into_iter()
        .filter(|mode| is_long || mode.is_sample)
        .filter(|mode| {
            std::env::var("PATCHLIGHT_TEST_MODES")
                .map_or(true, |modes| modes.split(',').any(|one| one == mode.name))
        })
        .collect();
    let mut wrong = Vec::new();
    let mut table: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for mode in &modes {
        eprintln!("mode {}", mode.name);
        let (complaints, ends) = attack(mode, &programs, &exe, dir.path());
        wrong.extend(complaints);
        for (program, end) in programs.iter().zip(ends) {
            table.entry(&program.name).or_default().push(end);
        }
    }
    if is_long {
        let names: Vec<&str> = modes.iter().map(|mode| mode.name.as_str()).collect();
        println!("| program | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
        for (name, ends) in &table {
            println!("| `{name}` | {} |", ends.join(" | "));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_at_least_sixty_hostile_programs() {
    let n = fs::read_dir(PROGRAMS)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "c"));
    assert!(n.count() >= 60);
}

#[test]
fn in_a_container_a_sandbox_works_and_says_what_it_lacks() {
    let dir = support::scratch();
    let source = dir.path().join("hello.c");
    fs::write(&source, "int puts(const char *); int main(void) { puts(\"hello\"); return 3; }")
        .unwrap();
    let exe = support::compile(&source, &[], &dir.path().join("hello"));
    for mut config in [config(dir.path()), plain_config(dir.path())] {
        in_container(dir.path(), &mut config);
        let mut sandbox = Sandbox::start(&config, std::slice::from_ref(&exe)).unwrap();
        let expected = [
            Protection::NoNewPrivileges,
            Protection::Landlock,
            Protection::SystemCallFilter,
            Protection::Limits,
        ];
        assert_eq!(sandbox.protections(), expected);
        let outcome = sandbox.run(0, &case(&[]), &never()).unwrap().unwrap();
        assert_eq!((outcome.end, outcome.stdout.bytes.as_slice()), (End::Exit(3), &b"hello\n"[..]));
        // Without Landlock, too, nothing protects files: the user has to insist.
        config.newest_landlock = Some(0);
        let error = Sandbox::start(&config, std::slice::from_ref(&exe)).map(drop).unwrap_err();
        assert!(error.to_string().contains("--unsafe-no-sandbox"), "{error}");
        config.unsafe_no_sandbox = true;
        let mut sandbox = Sandbox::start(&config, std::slice::from_ref(&exe)).unwrap();
        let outcome = sandbox.run(0, &case(&[]), &never()).unwrap().unwrap();
        assert_eq!(outcome.end, End::Exit(3));
    }
}
