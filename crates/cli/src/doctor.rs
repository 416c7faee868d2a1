//! `patchlight doctor`: what is installed, what is missing, how to get it.

use crate::exit::Exit;
use anyhow::Result;
use clap::Args;
use patchlight_cache::{Cache, ScratchDir};
use patchlight_load::libc;
use patchlight_replay::{
    Executable, LandlockAbi, Protection, SANITIZERS, Sandbox, Sanitizers, sandbox_config,
    sanitizer_environment,
};
use patchlight_toolchain::{Environment, native_toolchain};
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
    /// The first command that needs it gets it.
    FirstUse,
}

struct Check {
    name: &'static str,
    need: Need,
    /// What was found, or what is wrong and how to mend it.
    found: Result<String, String>,
}

pub fn run(_args: &DoctorArgs) -> Result<Exit> {
    let checks = [
        tool(
            "C compiler",
            native_toolchain().command(),
            Need::Always,
            "apt install build-essential",
        ),
        tool(
            "git",
            Command::new("git"),
            Need::Sometimes,
            "apt install git, or use --old and --new",
        ),
        tool("make", Command::new("make"), Need::Sometimes, "apt install make"),
        tool(
            "objdump",
            Command::new("objdump"),
            Need::Sometimes,
            "apt install binutils; `patchlight reach` confirms lines with it",
        ),
        tool(
            "CMake",
            Command::new("cmake"),
            Need::Sometimes,
            "apt install cmake, for projects that use CMake",
        ),
        tool(
            "Python",
            Command::new("python3"),
            Need::Always,
            "apt install python3 python3-venv; it installs the compiler",
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
            (Err(why), _) => println!("absent   {:<16} {why}", check.name),
        }
    }
    let is_missing = |check: &&Check| check.found.is_err() && check.need == Need::Always;
    let n = checks.iter().filter(is_missing).count();
    let comes_later = |check: &Check| check.found.is_err() && check.need == Need::FirstUse;
    match n {
        0 if checks.iter().any(comes_later) => println!("ready for `patchlight setup`"),
        0 => println!("everything required is installed"),
        1 => println!("1 requirement is missing"),
        n => println!("{n} requirements are missing"),
    }
    Ok(if n == 0 { Exit::Ok } else { Exit::Usage })
}

fn tool(name: &'static str, mut command: Command, need: Need, remedy: &str) -> Check {
    let output = command.arg("--version").stdin(Stdio::null()).output();
    let program = command.get_program().display();
    let found = match output {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            Ok(text.lines().next().unwrap_or_default().to_string())
        }
        Ok(output) => Err(format!("`{program}` failed ({}); {remedy}", output.status)),
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
        native_toolchain().compile(&[&source], Sanitizers::On, &exe)?;
        let run = Command::new(&exe).envs(sanitizer_environment()).output()?;
        anyhow::ensure!(run.status.success(), "a program built with sanitizers does not run");
        Ok(SANITIZERS.map(|sanitizer| sanitizer.name).join(" and "))
    })();
    let remedy = "apt install gcc, or libclang-rt-dev for clang";
    let found = found.map_err(|error| format!("{error:#}; {remedy}"));
    Check { name: "sanitizers", need: Need::Sometimes, found }
}

fn clang() -> Check {
    let is_installed = |cache: &Cache| Environment::of(cache).is_installed();
    first_use("clang", is_installed, "the clang that produces LLVM IR is installed")
}

fn libc() -> Check {
    first_use("libc", libc::is_built, "Patchlight's libc is built")
}

fn first_use(name: &'static str, is_there: impl Fn(&Cache) -> bool, found: &str) -> Check {
    const NOT_YET: &str =
        "not yet: `patchlight setup` gets it, as does the first command to need it";
    let (need, found) = match Cache::open() {
        Ok(cache) if is_there(&cache) => (Need::FirstUse, Ok(found.to_string())),
        Ok(_) => (Need::FirstUse, Err(NOT_YET.to_string())),
        Err(error) => (Need::Always, Err(format!("{error:#}"))),
    };
    Check { name, need, found }
}

fn sandbox() -> Check {
    let found = (|| -> Result<(Vec<Protection>, LandlockAbi)> {
        let config = sandbox_config()?;
        let executable = Executable::open(&std::env::current_exe()?)?;
        let sandbox = Sandbox::start(&config, &[executable])?;
        Ok((sandbox.protections().to_vec(), sandbox.landlock()))
    })();
    let found = match found {
        Ok((on, landlock)) => {
            let off = Protection::ALL.iter().filter(|layer| !on.contains(layer));
            let off: Vec<String> =
                off.map(|layer| format!("{layer} ({})", layer.without_it())).collect();
            let landlock = format!("Landlock: version {}", landlock.0);
            Ok(match off.is_empty() {
                true => format!("all protections are available ({landlock})"),
                false => format!("works ({landlock}), but without {}", off.join("; ")),
            })
        }
        Err(error) => Err(format!("{error:#}; programs are not run natively without a sandbox")),
    };
    Check { name: "sandbox", need: Need::Always, found }
}

/// Whether programs of ours can be traced, which recording needs.
fn tracing() -> Check {
    let scope = fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    let found = match scope.trim() {
        "3" => Err("the system forbids ptrace (kernel.yama.ptrace_scope = 3): suites cannot be \
                    recorded; use `tests` in patchlight.toml instead"
            .to_string()),
        _ => Ok("programs can be traced, so suites can be recorded".to_string()),
    };
    Check { name: "ptrace", need: Need::Sometimes, found }
}
