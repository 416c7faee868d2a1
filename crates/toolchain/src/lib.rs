//! The C compilers: the one that makes LLVM text, with the private environment that it comes from,
//! and the user's, which makes native code.

use anyhow::{Context, Result, bail, ensure};
mod flags;
mod harness;
mod parallel;

pub use flags::split_flags;
pub use harness::{FUZZ_MAIN, REPLAY, START, headers as harness_headers};
pub use parallel::in_parallel;

use patchlight_cache::{Cache, Key};
use patchlight_replay::Toolchain;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The executables of a name that a shell would find, in its order.
pub fn in_path(name: &OsStr) -> impl Iterator<Item = PathBuf> {
    let is_executable = |file: &PathBuf| {
        let data = fs::metadata(file);
        data.is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all: Vec<PathBuf> = std::env::split_paths(&path).map(|dir| dir.join(name)).collect();
    all.into_iter().filter(is_executable)
}

/// The pinned wheels, in pip's own format.
pub const REQUIREMENTS: &str = include_str!("requirements.txt");

/// Directories with the system's headers, in the order of a native compiler.
const SYSTEM_INCLUDES: &[&str] =
    &["/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"];

/// The C compiler that the user wants for native code, with its first arguments: `$CC`.
pub fn chosen_compiler() -> Option<String> {
    std::env::var("CC").ok().filter(|words| !words.trim().is_empty())
}

/// What makes native code: the user's compiler, or else the system's.
pub fn native_toolchain() -> Toolchain {
    Toolchain::new(&chosen_compiler().unwrap_or_default())
}

/// The packages that Patchlight brings along: a clang with musl's sources, and Z3.
pub struct Environment {
    dir: PathBuf,
}

impl Environment {
    /// The environment, installed on first use.
    pub fn ensure(cache: &Cache) -> Result<Environment> {
        Environment::ensure_from(cache, None)
    }

    /// The same; `wheels` is a directory to install from, without a network.
    pub fn ensure_from(cache: &Cache, wheels: Option<&Path>) -> Result<Environment> {
        let environment = Environment::of(cache);
        if !environment.is_installed() {
            // Compilers are started many at a time: one installs, the others wait.
            let lock = fs::File::create(cache.path("install.lock"))?;
            lock.lock()?;
            if !environment.is_installed() {
                install(cache, &environment.dir, wheels)?;
            }
        }
        Ok(environment)
    }

    /// The environment as it would be, installed or not.
    pub fn of(cache: &Cache) -> Environment {
        let key = Key::of([REQUIREMENTS.as_bytes()]);
        Environment { dir: cache.path(&format!("env-{}", key.as_str())) }
    }

    pub fn is_installed(&self) -> bool {
        self.wheel().is_dir()
    }

    /// The package directory of the compiler.
    pub fn wheel(&self) -> PathBuf {
        self.dir.join("ziglang")
    }

    pub fn z3(&self) -> PathBuf {
        self.dir.join("bin/z3")
    }
}

fn install(cache: &Cache, dir: &Path, wheels: Option<&Path>) -> Result<()> {
    eprintln!("patchlight: installing the pinned compiler and solver into {}", dir.display());
    let scratch = cache.scratch("env");
    let requirements = cache.scratch("requirements.txt");
    fs::write(&requirements, REQUIREMENTS)?;
    let _ = fs::remove_dir_all(&scratch);
    let mut args: Vec<OsString> = vec![
        "install".into(),
        "--quiet".into(),
        "--disable-pip-version-check".into(),
        "--no-cache-dir".into(),
        "--no-deps".into(),
        "--only-binary=:all:".into(),
        "--require-hashes".into(),
        "--target".into(),
        scratch.clone().into(),
        "--requirement".into(),
        requirements.clone().into(),
    ];
    if let Some(wheels) = wheels {
        args.extend(["--no-index".into(), "--find-links".into(), wheels.into()]);
    }
    let result = run_pip(cache, &args);
    let _ = fs::remove_file(&requirements);
    result?;
    // Another process may have been faster: its environment is as good.
    if fs::rename(&scratch, dir).is_err() {
        ensure!(dir.is_dir(), "cannot move the environment to {}", dir.display());
        let _ = fs::remove_dir_all(&scratch);
    }
    Ok(())
}

/// Runs pip: the user's, or one from a virtual environment.
fn run_pip(cache: &Cache, args: &[OsString]) -> Result<()> {
    let has_pip = succeeds(Command::new("python3").args(["-m", "pip", "--version"]));
    let venv = cache.scratch("venv");
    let python = if has_pip {
        PathBuf::from("python3")
    } else {
        make_venv(&venv)?;
        venv.join("bin/python3")
    };
    let output = Command::new(&python)
        .args(["-m", "pip"])
        .args(args)
        .output()
        .with_context(|| format!("cannot start {}", python.display()))?;
    let _ = fs::remove_dir_all(&venv);
    if !output.status.success() {
        bail!("pip failed:\n{}", String::from_utf8_lossy(&output.stderr).trim_end());
    }
    Ok(())
}

fn make_venv(venv: &Path) -> Result<()> {
    let made = || succeeds(Command::new("python3").args(["-m", "venv"]).arg(venv));
    if made() {
        return Ok(());
    }
    // Debian keeps venv and pip in a package of their own.
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--quiet", "python3-venv"]);
    if succeeds(&mut install) && made() {
        return Ok(());
    }
    bail!("python3 has neither pip nor venv: install one (Debian: apt-get install python3-venv)")
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// A clang of version 15 or later.
pub struct Clang {
    program: PathBuf,
    first_args: Vec<OsString>,
    /// Its own headers (`stddef.h` and the like).
    builtin_include: Option<PathBuf>,
}

impl Clang {
    /// The one from the environment, or the one that the user names.
    pub fn find(cache: &Cache, user: Option<&Path>) -> Result<Clang> {
        let from_env = std::env::var_os("PATCHLIGHT_CLANG").map(PathBuf::from);
        if let Some(program) = user.map(Path::to_path_buf).or(from_env) {
            return Ok(Clang { program, first_args: Vec::new(), builtin_include: None });
        }
        let wheel = Environment::ensure(cache)?.wheel();
        Ok(Clang {
            program: wheel.join("zig"),
            first_args: vec!["clang".into()],
            builtin_include: Some(wheel.join("lib/include")),
        })
    }

    /// What distinguishes this compiler from others, for cache keys.
    pub fn identity(&self) -> Vec<u8> {
        let mut identity = self.program.as_os_str().as_encoded_bytes().to_vec();
        if let Ok(metadata) = fs::metadata(&self.program) {
            identity.extend(metadata.len().to_le_bytes());
        }
        identity
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.first_args);
        command
    }

    /// The options that choose the system's headers, as a native build sees them.
    pub fn system_includes(&self) -> Vec<OsString> {
        let Some(builtin) = &self.builtin_include else { return Vec::new() };
        let mut args: Vec<OsString> = vec!["-nostdinc".into(), "-isystem".into(), builtin.into()];
        for dir in SYSTEM_INCLUDES {
            args.extend(["-isystem".into(), dir.into()]);
        }
        args
    }

    /// Options for programs under test, before the user's own.
    pub fn analysis_flags(&self) -> Vec<OsString> {
        let mut args = self.fixed_flags();
        args.extend(self.system_includes());
        args
    }

    /// The analysis flags except for the choice of headers.
    pub fn fixed_flags(&self) -> Vec<OsString> {
        let flags = [
            "-target",
            "x86_64-linux-gnu",
            "-O0",
            "-g",
            "-fno-pic",
            "-fno-pie",
            "-fno-stack-protector",
            "-fno-discard-value-names",
            "-U_FORTIFY_SOURCE",
            "-D__NO_INLINE__",
            // As gcc has it in C. The signature would make a function with an assertion another one if
            // a parameter becomes `const`.
            "-D__PRETTY_FUNCTION__=__func__",
            "-Wno-macro-redefined",
        ];
        flags.map(OsString::from).to_vec()
    }

    /// Runs the compiler and returns what it wrote to `output`.
    pub fn run(&self, args: &[OsString], output: &Path, what: &Path) -> Result<Vec<u8>> {
        let result: Output = self
            .command()
            .args(args)
            .args([OsStr::new("-o"), output.as_os_str()])
            .output()
            .with_context(|| format!("cannot start {}", self.program.display()))?;
        let messages = String::from_utf8_lossy(&result.stderr);
        if !result.status.success() {
            bail!("{} does not compile:\n{}", what.display(), messages.trim_end());
        }
        eprint!("{messages}");
        let text = fs::read(output).with_context(|| format!("cannot read {}", output.display()));
        let _ = fs::remove_file(output);
        text
    }
}
