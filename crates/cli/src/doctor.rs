//! `patchlight doctor`: what is installed, what is missing, how to get it.

use crate::cache::{Cache, ScratchDir};
use crate::exit::Exit;
use crate::replay;
use crate::toolchain::Clang;
use anyhow::Result;
use clap::Args;
use patchlight_replay::{Executable, Protection, Sandbox};
use std::fs;
use std::process::{Command, Stdio};

#[derive(Args)]
pub struct DoctorArgs {}

/// What a part is needed for.
#[derive(Copy, Clone, PartialEq)]
enum Need {
    /// Nothing works without it.
    Always,
    /// Only some projects need it.
    Sometimes,
}

struct Check {
    name: &'static str,
    need: Need,
    /// What was found, or what is wrong and how to mend it.
    found: Result<String, String>,
}

pub fn run(_args: &DoctorArgs) -> Result<Exit> {
    let checks = [
        tool("C compiler", "cc", &["--version"], Need::Always, "apt install build-essential"),
        tool(
            "git",
            "git",
            &["--version"],
            Need::Sometimes,
            "apt install git; --old and --new do without",
        ),
        tool("make", "make", &["--version"], Need::Sometimes, "apt install make"),
        tool(
            "objdump",
            "objdump",
            &["--version"],
            Need::Sometimes,
            "apt install binutils: `patchlight reach` confirms lines with it",
        ),
        tool(
            "CMake",
            "cmake",
            &["--version"],
            Need::Sometimes,
            "apt install cmake, for projects with CMake",
        ),
        tool(
            "Python",
            "python3",
            &["--version"],
            Need::Always,
            "apt install python3 python3-venv: it installs the compiler",
        ),
        sanitizers(),
        clang(),
        libc(),
        sandbox(),
        tracing(),
    ];
    for check in &checks {
        match (&check.found, check.need) {
            (Ok(found), _) => println!("ok       {:<16} {found}", check.name),
            (Err(why), Need::Always) => println!("MISSING  {:<16} {why}", check.name),
            (Err(why), Need::Sometimes) => println!("absent   {:<16} {why}", check.name),
        }
    }
    let is_missing = |check: &&Check| check.found.is_err() && check.need == Need::Always;
    let n = checks.iter().filter(is_missing).count();
    match n {
        0 => println!("everything that is needed is there"),
        n => println!("{n} things are missing"),
    }
    Ok(if n == 0 { Exit::Ok } else { Exit::Usage })
}

fn tool(name: &'static str, program: &str, args: &[&str], need: Need, remedy: &str) -> Check {
    let output = Command::new(program).args(args).stdin(Stdio::null()).output();
    let found = match output {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            Ok(text.lines().next().unwrap_or_default().to_string())
        }
        Ok(output) => Err(format!("`{program}` fails ({}); {remedy}", output.status)),
        Err(error) => Err(format!("`{program}`: {error}; {remedy}")),
    };
    Check { name, need, found }
}

/// Whether the compiler makes executables with sanitizers.
fn sanitizers() -> Check {
    let found = (|| -> Result<String> {
        let dir = ScratchDir::new("doctor")?;
        let (source, exe) = (dir.0.join("a.c"), dir.0.join("a"));
        fs::write(&source, "int main(void) { return 0; }\n")?;
        let mut cc = Command::new("cc");
        cc.args(["-fsanitize=address,undefined", "-o"]).arg(&exe).arg(&source);
        let output = cc.output()?;
        anyhow::ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let run = Command::new(&exe).env("ASAN_OPTIONS", "detect_leaks=0").output()?;
        anyhow::ensure!(run.status.success(), "a program with sanitizers does not run");
        Ok("AddressSanitizer and UndefinedBehaviorSanitizer".to_string())
    })();
    let remedy = "apt install gcc, or libclang-rt-dev for clang";
    let found = found.map_err(|error| format!("{error:#}; {remedy}"));
    Check { name: "sanitizers", need: Need::Sometimes, found }
}

fn clang() -> Check {
    let found = Cache::open()
        .and_then(|cache| Clang::find(&cache, None))
        .map(|_| "the clang that makes LLVM text is installed".to_string())
        .map_err(|error| format!("{error:#}; `patchlight setup` installs it"));
    Check { name: "clang", need: Need::Always, found }
}

fn libc() -> Check {
    let found = Cache::open()
        .and_then(|cache| crate::setup::libc(&cache).map(drop))
        .map(|()| "Patchlight's libc is built".to_string())
        .map_err(|error| format!("{error:#}; `patchlight setup` builds it"));
    Check { name: "libc", need: Need::Always, found }
}

fn sandbox() -> Check {
    let found = (|| -> Result<Vec<Protection>> {
        let config = replay::sandbox_config()?;
        let executable = Executable::open(&std::env::current_exe()?)?;
        let sandbox = Sandbox::start(&config, &[executable])?;
        Ok(sandbox.protections().to_vec())
    })();
    let found = match found {
        Ok(on) => {
            let off = Protection::ALL.iter().filter(|layer| !on.contains(layer));
            let off: Vec<String> = off.map(Protection::to_string).collect();
            Ok(match off.is_empty() {
                true => "all protections can be had".to_string(),
                false => format!("works, without {}", off.join(", ")),
            })
        }
        Err(error) => Err(format!("{error:#}; native runs are refused without one")),
    };
    Check { name: "sandbox", need: Need::Always, found }
}

/// Whether programs of ours can be traced, which recording needs.
fn tracing() -> Check {
    let scope = fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    let found = match scope.trim() {
        "3" => Err("the system forbids ptrace (kernel.yama.ptrace_scope = 3): suites cannot be \
                    recorded; `tests` in patchlight.toml names cases instead"
            .to_string()),
        _ => Ok("programs can be traced, so suites can be recorded".to_string()),
    };
    Check { name: "ptrace", need: Need::Sometimes, found }
}
