//! Versions, built: as `patchlight cc` does it, and with sanitizers.
//!
//! A version has a directory of its own, named by the hash of its sources and of how it is built.
//! It is complete if the file `built` is in it; anything else is made anew. Whoever works in it holds
//! the lock beside it, and so does everything that was started for that: what a killed process left
//! running there comes to its end before the version is made anew.
//!
//! Build commands find our compilers under the names of the system's: first in `PATH` and as
//! `CC`. So a makefile may name `gcc`, and options stay what the project makes them.

use super::Project;
use super::git::Repository;
use super::snapshot::Snapshot;
use anyhow::{Context, Result};
use patchlight_budget::{Cut, Deadline, Interrupted};
use patchlight_cache::Key;
use patchlight_capture::cc;
use patchlight_capture::modules::to_run;
use patchlight_replay::{Executable, LibrarySearch, sanitizer_environment, sanitizer_flags};
use patchlight_toolchain::{chosen_compiler, in_path};
use rustix::process::{Pid, Signal, kill_process_group};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// The names under which build commands call compilers. What a C++ compiler makes is linked, and has
/// no LLVM text.
const COMPILERS: [&str; 10] = [
    "cc",
    "gcc",
    "clang",
    "c99",
    "x86_64-linux-gnu-gcc",
    "tcc",
    "c++",
    "g++",
    "clang++",
    "x86_64-linux-gnu-g++",
];
/// Names of sources that a program prints are the same wherever it was built.
const MAP: &str = "\"-fmacro-prefix-map=$PATCHLIGHT_ROOT/=\"";
/// A clang that maps names also makes `x.c` of `./x.c`, unless it is told not to.
const AS_GIVEN: &str = "-fno-file-reproducible";
/// What a compiler warns of that is younger than the sources is no error, except where build systems
/// try what it can do.
const LENIENT: &str = "case \"$* $PWD\" in\n\
    *conftest* | *CMakeScratch* | *CMakeTmp* | *meson-private*) ;;\n\
    *) set -- \"$@\" -Wno-error ;;\n\
    esac";
/// What compilers get before everything else, for code from before `-fno-common` was the default.
const COMMON: &str = "PATCHLIGHT_COMMON";
/// The file that says that a version was built so.
const IS_COMMON: &str = "common";
/// Where compiled objects are kept.
const OBJECTS: &str = "objects";
/// So many bytes of them are kept; the oldest go.
const MOST_BYTES: u64 = 2 << 30;
/// The file that says why there is no build with sanitizers.
const NOT_SANITIZED: &str = "not-sanitized";
/// How much of a build's output a message shows.
const TAIL: usize = 25;
/// So many versions are kept; the oldest go.
const MOST_KEPT: usize = 24;

/// A build command that failed.
#[derive(Debug, thiserror::Error)]
#[error("cannot build the {version} version: `{command}` failed ({status}){}\nfull output: {}",
    shown(.tail), log.display())]
pub struct BuildFailed {
    version: String,
    command: String,
    status: String,
    /// The end of its output.
    tail: String,
    log: PathBuf,
}

fn shown(tail: &str) -> String {
    if tail.is_empty() { String::new() } else { format!(":\n{tail}") }
}

/// A version that is built.
#[derive(Clone)]
pub struct Built {
    pub dir: PathBuf,
    /// What it was built from.
    pub snapshot: Snapshot,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum Flavour {
    /// As the project builds itself, to see what that makes.
    Plain,
    Captured,
    Sanitized,
}

impl Flavour {
    fn name(self) -> &'static str {
        match self {
            Flavour::Plain => "plain",
            Flavour::Captured => "captured",
            Flavour::Sanitized => "sanitized",
        }
    }
}

impl Built {
    /// The sources as they were before the build.
    pub fn sources(&self) -> PathBuf {
        self.dir.join("source")
    }

    /// The directory in which the version was built as `patchlight cc` does it.
    pub fn captured(&self) -> PathBuf {
        self.dir.join(Flavour::Captured.name())
    }

    /// A program, and the same with sanitizers if the build made one.
    pub fn executables(&self, program: &Path) -> Result<(PathBuf, Option<PathBuf>)> {
        let sanitized = self.dir.join(Flavour::Sanitized.name()).join(program);
        let sanitized = sanitized.is_file().then_some(sanitized);
        Ok((self.captured().join(program), sanitized))
    }

    /// Whether the build made a program.
    pub fn has(&self, program: &Path) -> bool {
        self.captured().join(program).is_file()
    }

    /// Why there is no build with sanitizers.
    pub fn without_sanitizers(&self) -> Option<String> {
        fs::read_to_string(self.dir.join(NOT_SANITIZED)).ok()
    }

    /// Whether variables that are defined in several files had to be made one, as older compilers did.
    pub fn has_common_variables(&self) -> bool {
        self.dir.join(IS_COMMON).is_file()
    }

    /// Lets something work in the version's directory. If it does not come to its end, the version
    /// is not complete any more.
    pub fn while_held<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let _hold = hold(&self.dir)?;
        let (built, held) = (self.marker(), self.dir.join("in-use"));
        let place = || format!("cannot rename {}", built.display());
        fs::rename(&built, &held).with_context(place)?;
        let done = work()?;
        fs::rename(&held, &built).with_context(place)?;
        Ok(done)
    }

    /// How a command of the project, such as its suite, ends in this version.
    pub fn status(&self, project: &Project, command: &str, deadline: &Deadline) -> Result<i32> {
        let (dir, log) = (self.captured(), self.dir.join("suite.log"));
        let env = self.environment(project)?;
        let status = self.while_held(|| run_shell(command, &dir, &env, &log, deadline))?;
        Ok(status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)))
    }

    fn marker(&self) -> PathBuf {
        self.dir.join("built")
    }

    /// What commands in this version's directory find around them.
    pub fn environment(&self, project: &Project) -> Result<Vec<(OsString, OsString)>> {
        environment(&project.directory()?, Flavour::Captured, self)
    }
}

/// A version that is to be built.
pub struct Order<'a> {
    pub project: &'a Project,
    pub snapshot: &'a Snapshot,
    pub repository: Option<&'a Repository>,
    /// The version's name in messages.
    pub said: &'a str,
    pub deadline: &'a Deadline,
}

/// A build that the deadline ended.
#[derive(Debug, thiserror::Error)]
#[error("the build was stopped: {0}")]
pub struct BuildCut(pub Cut);

/// Whether anything had to be done.
pub type IsNew = bool;

/// Builds a version as `patchlight cc` does it, or finds that it was built before.
pub fn build(order: &Order<'_>) -> Result<(Built, IsNew)> {
    let Order { project, snapshot, repository, said, .. } = *order;
    let own = project.directory()?;
    let how = project.config.build_key();
    let key = Key::of([snapshot.version.id.as_bytes(), how.as_bytes()]);
    let dir = own.join("versions").join(key.as_str());
    let built = Built { dir, snapshot: snapshot.clone() };
    let marker = built.marker();
    let _hold = if marker.is_file() { None } else { Some(hold(&built.dir)?) };
    // The one that held it may have made it.
    if marker.is_file() {
        // What is used stays.
        let _ = fs::File::open(&marker)
            .and_then(|file| file.set_modified(std::time::SystemTime::now()));
        return Ok((built, false));
    }
    if built.dir.exists() {
        fs::remove_dir_all(&built.dir)
            .with_context(|| format!("cannot remove {}", built.dir.display()))?;
    }
    snapshot.write_to(&built.sources(), repository)?;
    let log = built.dir.join("captured.log");
    if let Err(first) = compile(order, &built, Flavour::Captured) {
        let clashes = || fs::read(&log).is_ok_and(|log| is_clash(&String::from_utf8_lossy(&log)));
        if !first.is::<BuildFailed>() || !clashes() {
            return Err(first);
        }
        let marker = built.dir.join(IS_COMMON);
        let place = || format!("cannot write {}", marker.display());
        fs::write(&marker, "").with_context(place)?;
        fs::remove_dir_all(built.captured()).with_context(place)?;
        compile(order, &built, Flavour::Captured)
            .map_err(|error| if error.is::<BuildFailed>() { first } else { error })?;
    }
    if !project.config.programs.iter().any(|program| built.has(program)) {
        let names: Vec<String> =
            project.config.programs.iter().map(|program| program.display().to_string()).collect();
        return Err(BuildFailed {
            version: said.to_string(),
            command: project.config.build.clone(),
            status: format!("it did not produce {}", names.join(", ")),
            tail: String::new(),
            log,
        }
        .into());
    }
    fs::write(&marker, "").with_context(|| format!("cannot write {}", marker.display()))?;
    forget_oldest(&own.join("versions"), &built.dir);
    forget_objects(&own.join(OBJECTS));
    Ok((built, true))
}

/// Builds a version that is built once more, with sanitizers, or finds that it was done before. A
/// project that does not build so is compared without.
pub fn sanitize(order: &Order<'_>, built: &Built) -> Result<IsNew> {
    let marker = built.dir.join("built-sanitized");
    let place = || format!("cannot write {}", marker.display());
    if marker.is_file() {
        return Ok(false);
    }
    let _hold = hold(&built.dir)?;
    if marker.is_file() {
        return Ok(false);
    }
    let dir = built.dir.join(Flavour::Sanitized.name());
    if dir.exists() {
        fs::remove_dir_all(&dir).with_context(|| format!("cannot remove {}", dir.display()))?;
    }
    if let Err(error) = compile(order, built, Flavour::Sanitized) {
        let failed = error.downcast::<BuildFailed>()?;
        let why = format!("`{}` failed; see {}", failed.command, failed.log.display());
        fs::write(built.dir.join(NOT_SANITIZED), why).with_context(place)?;
    }
    fs::write(&marker, "").with_context(place)?;
    Ok(true)
}

/// Waits until nobody else works in a version's directory. What is started from now on holds the
/// lock for as long as it runs.
fn hold(dir: &Path) -> Result<fs::File> {
    let path = dir.with_extension("lock");
    let place = || format!("cannot lock {}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(dir)).with_context(place)?;
    let lock = fs::File::create(&path).with_context(place)?;
    if lock.try_lock().is_err() {
        eprintln!("patchlight: waiting for another process that uses {}", dir.display());
        lock.lock().with_context(place)?;
    }
    rustix::io::fcntl_setfd(&lock, rustix::io::FdFlags::empty()).with_context(place)?;
    Ok(lock)
}

fn compile(order: &Order<'_>, built: &Built, flavour: Flavour) -> Result<()> {
    let Order { project, snapshot, repository, .. } = *order;
    let dir = built.dir.join(flavour.name());
    snapshot.write_to(&dir, repository)?;
    snapshot.make_repository(&dir, repository)?;
    let log = built.dir.join(format!("{}.log", flavour.name()));
    let env = environment(&project.directory()?, flavour, built)?;
    let config = &project.config;
    for command in config.configure.iter().chain([&config.build]) {
        run(order, command, &dir, &env, &log)?;
    }
    Ok(())
}

fn run(
    order: &Order<'_>,
    command: &str,
    dir: &Path,
    env: &[(OsString, OsString)],
    log: &Path,
) -> Result<()> {
    let status = run_shell(command, dir, env, log, order.deadline)?;
    if status.success() {
        return Ok(());
    }
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let tail = lines[lines.len().saturating_sub(TAIL)..].join("\n");
    let (command, said) = (command.to_string(), order.said.to_string());
    let (status, log) = (status.to_string(), log.to_path_buf());
    Err(BuildFailed { version: said, command, status, tail, log }.into())
}

/// Runs a shell command, and adds what it says to a log.
fn run_shell(
    command: &str,
    dir: &Path,
    env: &[(OsString, OsString)],
    log: &Path,
    deadline: &Deadline,
) -> Result<ExitStatus> {
    let place = || format!("cannot write {}", log.display());
    let output = fs::File::options().create(true).append(true).open(log).with_context(place)?;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).current_dir(dir).envs(env.iter().map(|(n, v)| (n, v)));
    shell.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    run_until(&mut shell, deadline)
}

/// How often a command that runs is looked at.
const TICK: Duration = Duration::from_millis(10);

/// Runs a command to its end, or ends it with everything that it started.
fn run_until(command: &mut Command, deadline: &Deadline) -> Result<ExitStatus> {
    // In a group of its own, it can be ended as a whole.
    let mut child = command.process_group(0).spawn().context("cannot start sh")?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if let Some(cut) = deadline.cut() {
            let group = Pid::from_child(&child);
            // It may have ended just now.
            let _ = kill_process_group(group, Signal::KILL);
            child.wait()?;
            return Err(match cut {
                Cut::Interrupted => Interrupted.into(),
                Cut::Time | Cut::Steps => BuildCut(cut).into(),
            });
        }
        std::thread::sleep(TICK);
    }
}

fn environment(own: &Path, flavour: Flavour, of: &Built) -> Result<Vec<(OsString, OsString)>> {
    let mut env = tools(&own.join("compilers").join(flavour.name()), flavour)?;
    env.extend([
        ("PATCHLIGHT_STORE".into(), own.join("captured").into()),
        ("PATCHLIGHT_ROOT".into(), of.dir.join(flavour.name()).into()),
        (cc::OBJECTS.into(), own.join(OBJECTS).into()),
    ]);
    if of.has_common_variables() {
        env.push(common_variables());
    }
    if flavour == Flavour::Sanitized {
        // Programs that a build makes and runs may leave memory to the system.
        env.extend(sanitizer_environment().map(|(name, options)| (name.into(), options.into())));
    }
    Ok(env)
}

/// Whether a linker complains of what older compilers made one variable.
pub fn is_clash(output: &str) -> bool {
    output.contains("multiple definition of") || output.contains("duplicate symbol")
}

/// What makes our compilers treat variables as older ones did.
pub fn common_variables() -> (OsString, OsString) {
    (COMMON.into(), "-fcommon".into())
}

/// What a command finds around it that builds a project as it is, or runs its suite. `dir` is for the
/// scripts that it finds.
pub fn plain_environment(dir: &Path) -> Result<Vec<(OsString, OsString)>> {
    tools(dir, Flavour::Plain)
}

/// Where commands find compilers and valgrind: in a directory of scripts.
fn tools(dir: &Path, flavour: Flavour) -> Result<Vec<(OsString, OsString)>> {
    make_compilers(dir, flavour)?;
    make_valgrind(dir)?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let entries = std::iter::once(dir.to_path_buf()).chain(std::env::split_paths(&path));
    Ok(vec![
        ("PATH".into(), std::env::join_paths(entries).context("PATH")?),
        ("CC".into(), dir.join("cc").into()),
        ("CXX".into(), dir.join("c++").into()),
    ])
}

/// Scripts with the names of compilers. Which compiler `cc` is, `$CC` may say.
fn make_compilers(dir: &Path, flavour: Flavour) -> Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    let this = std::env::current_exe().context("cannot find Patchlight's own executable")?;
    for name in COMPILERS {
        let users = (name == "cc").then(chosen_compiler).flatten();
        let Some(native) = users.or_else(|| first_in_path(name)) else { continue };
        let map = if knows_as_given(&native) { format!("{MAP} {AS_GIVEN}") } else { MAP.into() };
        let ours = |native: &str, mode: &str| {
            let (native, this) = (quote(native), quote(&this.to_string_lossy()));
            format!(
                "#!/bin/sh\n{LENIENT}\nPATCHLIGHT_CC={native}\nexport PATCHLIGHT_CC\n\
                 {mode}exec {this} cc ${COMMON} \"$@\" {map}\n"
            )
        };
        let script = match flavour {
            Flavour::Plain => {
                format!("#!/bin/sh\n{LENIENT}\nexec {native} ${COMMON} \"$@\"\n")
            }
            Flavour::Captured => ours(&native, ""),
            Flavour::Sanitized => {
                let native = format!("{native} -g {}", sanitizer_flags().join(" "));
                ours(&native, &format!("{0}=1\nexport {0}\n", cc::NATIVE_ONLY))
            }
        };
        make_script(dir, name, &script)?;
    }
    Ok(())
}

/// Whether a compiler is a clang that is young enough for [`AS_GIVEN`]. Others are not asked.
fn knows_as_given(native: &str) -> bool {
    let file = native.split_whitespace().next().and_then(|name| in_path(name.as_ref()).next());
    let is_clang = file.and_then(|file| file.canonicalize().ok()).is_some_and(|file| {
        file.file_name().is_some_and(|name| name.to_string_lossy().contains("clang"))
    });
    let ask = format!("{native} {AS_GIVEN} -fsyntax-only -x c /dev/null");
    let mut shell = Command::new("sh");
    shell.args(["-c", &ask]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    is_clang && shell.status().is_ok_and(|status| status.success())
}

/// If valgrind is installed, one that runs programs without it: a suite that runs everything under
/// valgrind executes only that, and builds with sanitizers show what it would. Its log says that all is
/// well, for suites that look there.
fn make_valgrind(dir: &Path) -> Result<()> {
    let Some(valgrind) = first_in_path("valgrind") else { return Ok(()) };
    let script = format!(
        "#!/bin/sh\n\
         for option; do\n\
         \x20 case $option in\n\
         \x20   -h | --help* | --version) exec {} \"$@\" ;;\n\
         \x20   --log-file=*)\n\
         \x20     log=$(printf %s \"${{option#*=}}\" | sed \"s/%p/$$/g\")\n\
         \x20     echo \"==$$== ERROR SUMMARY: 0 errors from 0 contexts\" >\"$log\" ;;\n\
         \x20   -*) ;;\n\
         \x20   *) break ;;\n\
         \x20 esac\n\
         \x20 shift\n\
         done\n\
         exec \"$@\"\n",
        quote(&valgrind)
    );
    make_script(dir, "valgrind", &script)
}

fn make_script(dir: &Path, name: &str, script: &str) -> Result<()> {
    let file = dir.join(name);
    if fs::read_to_string(&file).is_ok_and(|text| text == script) {
        return Ok(());
    }
    let place = || format!("cannot write {}", file.display());
    // Another process may be running it: it is replaced, not written to.
    let me = (std::process::id(), std::thread::current().id());
    let scratch = dir.join(format!(".{name}-{}-{:?}", me.0, me.1));
    fs::write(&scratch, script).with_context(place)?;
    fs::set_permissions(&scratch, fs::Permissions::from_mode(0o755)).with_context(place)?;
    fs::rename(&scratch, &file).with_context(place)
}

fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn first_in_path(name: &str) -> Option<String> {
    in_path(name.as_ref()).next().map(|file| file.to_string_lossy().into_owned())
}

fn forget_oldest(versions: &Path, just_built: &Path) {
    let entries = fs::read_dir(versions).into_iter().flatten().flatten();
    let used = |dir: &Path| fs::metadata(dir.join("built")).and_then(|data| data.modified()).ok();
    let mut dirs: Vec<_> = entries.map(|entry| (used(&entry.path()), entry.path())).collect();
    dirs.retain(|(used, dir)| used.is_some() && dir != just_built);
    dirs.sort();
    let n_old = (dirs.len() + 1).saturating_sub(MOST_KEPT);
    for (_, dir) in dirs.iter().take(n_old) {
        let _ = fs::remove_dir_all(dir);
        let _ = fs::remove_file(dir.with_extension("lock"));
    }
}

/// Objects that no version needed for the longest time go, if there are too many.
fn forget_objects(objects: &Path) {
    let entries = fs::read_dir(objects).into_iter().flatten().flatten();
    let known = entries.filter_map(|entry| {
        let data = entry.metadata().ok()?;
        Some((data.modified().ok()?, data.len(), entry.path()))
    });
    let mut all: Vec<_> = known.collect();
    let mut n_bytes: u64 = all.iter().map(|(_, len, _)| len).sum();
    all.sort();
    for (_, len, path) in all {
        if n_bytes <= MOST_BYTES {
            break;
        }
        n_bytes -= len;
        let _ = fs::remove_file(path);
    }
}

/// Both builds of a program, for native runs, each with the libraries that the same build made.
/// Without sanitizers in it, the second is of no use.
pub fn native(built: &Built, program: &Path) -> Result<patchlight_replay::Version> {
    let (plain, sanitized) = built.executables(program)?;
    let open = |path: &Path, flavour: Flavour| -> Result<Executable> {
        let libraries = LibrarySearch::built_in(&built.dir.join(flavour.name()));
        let (file, search) = to_run(path, &libraries)?;
        Ok(Executable::open_with(&file, &search)?)
    };
    let sanitized = sanitized.map(|path| open(&path, Flavour::Sanitized)).transpose()?;
    Ok(patchlight_replay::Version {
        plain: open(&plain, Flavour::Captured)?,
        sanitized: sanitized.filter(|executable| executable.is_sanitized),
    })
}
