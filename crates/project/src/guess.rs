//! Makes `patchlight.toml` from what a project looks like.
//!
//! How it is built is read from the files at its top. Which programs that makes is not read from
//! anywhere: a copy is built, and the executables that are there afterwards are the programs.

use super::CONFIG;
use super::config::{Config, DEFAULT_BUDGET};
use super::snapshot::{self, Kind};
use anyhow::{Context, Result, bail};
use patchlight_cache::ScratchDir;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Scripts that run a project's tests, if it has no build system that does.
const SCRIPTS: [&str; 9] = [
    "test.sh",
    "tests.sh",
    "check.sh",
    "run-tests.sh",
    "run_tests.sh",
    "tests/run.sh",
    "test/run.sh",
    "tests/run",
    "tests/run-tests.sh",
];

/// How a project is built, as far as its files tell.
struct Recipe {
    system: &'static str,
    configure: Option<&'static str>,
    build: String,
    suite: Option<String>,
}

/// What is to be found out, and what is known already.
pub struct Wanted<'a> {
    /// Replace a `patchlight.toml` that is there.
    pub force: bool,
    /// The programs; without any, those that a build makes.
    pub programs: &'a [PathBuf],
}

/// Writes `patchlight.toml`. `say` is told what goes on, a line at a time.
pub fn write_config(root: &Path, wanted: &Wanted<'_>, say: &dyn Fn(&str)) -> Result<Config> {
    let path = root.join(CONFIG);
    if path.exists() && !wanted.force {
        bail!("{CONFIG} already exists; use --force to replace it");
    }
    let recipe = recipe(root)?;
    say(&format!("{}: `{}`", recipe.system, recipe.build));
    let programs = match wanted.programs {
        [] => {
            say("building a copy to find the programs");
            programs(root, &recipe)?
        }
        programs => programs.to_vec(),
    };
    let config = Config {
        programs,
        configure: recipe.configure.map(str::to_string),
        build: recipe.build,
        suite: recipe.suite,
        tests: tests(root),
        corpus_args: Vec::new(),
        sources: Vec::new(),
        budget: DEFAULT_BUDGET,
    };
    fs::write(&path, written(&config)?).with_context(|| format!("cannot write {CONFIG}"))?;
    Ok(config)
}

fn recipe(root: &Path) -> Result<Recipe> {
    let has = |name: &str| root.join(name).is_file();
    let makefile = ["GNUmakefile", "makefile", "Makefile"].into_iter().find(|name| has(name));
    if has("CMakeLists.txt") {
        let text = fs::read_to_string(root.join("CMakeLists.txt")).unwrap_or_default();
        let has_tests = text.contains("enable_testing") || text.contains("include(CTest)");
        return Ok(Recipe {
            system: "CMake",
            configure: Some("cmake -S . -B build"),
            build: "cmake --build build".to_string(),
            suite: has_tests.then(|| "ctest --test-dir build --output-on-failure".to_string()),
        });
    }
    let configure = match () {
        () if has("configure") => Some("./configure"),
        () if has("bootstrap") && has("configure.ac") => Some("./bootstrap && ./configure"),
        () if has("autogen.sh") => Some("NOCONFIGURE=1 ./autogen.sh && ./configure"),
        () if has("configure.ac") => Some("autoreconf -i && ./configure"),
        () => None,
    };
    if configure.is_some() {
        let template = ["Makefile.in", "Makefile.am"].into_iter().find(|name| has(name));
        // Automake's makefiles always have the target.
        let suite = match template {
            Some("Makefile.am") => Some("make check".to_string()),
            Some(template) => make_target(&root.join(template)),
            None => Some("make check".to_string()),
        };
        let build = "make".to_string();
        return Ok(Recipe { system: "configure", configure, build, suite });
    }
    if let Some(makefile) = makefile {
        let suite = make_target(&root.join(makefile)).or_else(|| script(root));
        return Ok(Recipe { system: "Make", configure: None, build: "make".to_string(), suite });
    }
    if let Some(system) = unknown_system(root) {
        bail!(
            "{system} is not supported by init: write {CONFIG} with `programs`, `build` and \
             `suite`, for example\n\n{}",
            example(system)
        );
    }
    let sources = c_files(root)?;
    let program = match sources.as_slice() {
        [] => bail!("no makefile, configure, CMakeLists.txt or C file found here"),
        [source] => source.trim_end_matches(".c").to_string(),
        _ => root.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    };
    let build = format!("cc -g -o {program} {} -lm", sources.join(" "));
    Ok(Recipe { system: "C files", configure: None, build, suite: script(root) })
}

fn unknown_system(root: &Path) -> Option<&'static str> {
    let systems = [
        ("meson.build", "Meson"),
        ("build.ninja", "Ninja"),
        ("SConstruct", "SCons"),
        ("BUILD.bazel", "Bazel"),
        ("xmake.lua", "xmake"),
        ("premake5.lua", "Premake"),
        ("wscript", "waf"),
    ];
    systems.into_iter().find(|(file, _)| root.join(file).is_file()).map(|(_, system)| system)
}

fn example(system: &str) -> &'static str {
    match system {
        "Meson" => {
            "programs = [\"build/NAME\"]\nconfigure = \"meson setup build\"\n\
             build = \"ninja -C build\"\nsuite = \"meson test -C build\""
        }
        _ => {
            "programs = [\"NAME\"]\nbuild = \"the command that builds NAME\"\nsuite = \"the command that runs the tests\""
        }
    }
}

/// `make check` or `make test`, whichever there is.
fn make_target(makefile: &Path) -> Option<String> {
    let text = fs::read_to_string(makefile).ok()?;
    let has = |target: &str| {
        let mut rules = text.lines().filter(|line| !line.starts_with('\t'));
        rules.any(|line| {
            line.split_once(':').is_some_and(|(targets, rest)| {
                !rest.starts_with('=') && targets.split_whitespace().any(|name| name == target)
            })
        })
    };
    let target = ["check", "test"].into_iter().find(|target| has(target))?;
    Some(format!("make {target}"))
}

fn script(root: &Path) -> Option<String> {
    let script = SCRIPTS.into_iter().find(|name| root.join(name).is_file())?;
    Some(format!("sh {script}"))
}

/// Cases that need no suite.
fn tests(root: &Path) -> Vec<PathBuf> {
    let places = ["cases.toml", "tests/cases.toml", "test/cases.toml"];
    places.iter().map(PathBuf::from).filter(|path| root.join(path).is_file()).collect()
}

fn c_files(root: &Path) -> Result<Vec<String>> {
    let mut names: Vec<String> = fs::read_dir(root)?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".c"))
        .collect();
    names.sort();
    Ok(names)
}

/// The executables that a build of a copy makes.
fn programs(root: &Path, recipe: &Recipe) -> Result<Vec<PathBuf>> {
    let scratch = ScratchDir::new("init")?;
    let copy = scratch.0.join(root.file_name().unwrap_or_default());
    snapshot::copy_sources(root, &copy)?;
    let before = snapshot::files(&copy)?;
    for command in recipe.configure.into_iter().chain([recipe.build.as_str()]) {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command).current_dir(&copy).stdin(Stdio::null());
        let output = shell.output().context("cannot start sh")?;
        if !output.status.success() {
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8_lossy(&text);
            let lines: Vec<&str> = text.lines().collect();
            let tail = lines[lines.len().saturating_sub(15)..].join("\n");
            bail!("`{command}` failed:\n{tail}\nwrite {CONFIG} by hand, or use --program");
        }
    }
    let is_new = |name: &PathBuf| !before.iter().any(|(old, _)| old == name);
    let mut found: Vec<PathBuf> = snapshot::files(&copy)?
        .into_iter()
        .filter(|(_, kind)| matches!(kind, Kind::File { executable: true }))
        .map(|(name, _)| name)
        .filter(|name| is_new(name) && is_program(&copy.join(name)))
        .collect();
    // Programs that are made for the tests are no programs of the project, unless there are only such.
    let for_users: Vec<PathBuf> =
        found.iter().filter(|name| !is_for_tests(name)).cloned().collect();
    if !for_users.is_empty() {
        found = for_users;
    }
    if found.is_empty() {
        bail!("`{}` produced no executable: write {CONFIG} by hand", recipe.build);
    }
    Ok(found)
}

/// Whether a file is an executable that runs by itself, or a libtool script that stands for one.
fn is_program(path: &Path) -> bool {
    use object::Object;
    let Ok(content) = fs::read(path) else { return false };
    if path.components().any(|part| part.as_os_str() == ".libs") {
        return false;
    }
    if content.starts_with(b"#!") {
        return patchlight_capture::modules::is_built_file(&content);
    }
    let Ok(file) = object::File::parse(content.as_slice()) else { return false };
    // A shared library has no entry that a program would start at; a static program has no
    // interpreter.
    let has_interpreter = file.section_by_name(".interp").is_some();
    has_interpreter || (file.kind() == object::ObjectKind::Executable)
}

fn is_for_tests(name: &Path) -> bool {
    name.components().any(|part| {
        let part = part.as_os_str().to_string_lossy().to_lowercase();
        let stem = part.split('.').next().unwrap_or_default();
        ["test", "tests", "check", "cmakefiles", "gnulib-tests", "examples"].contains(&stem)
            || stem.starts_with("test-")
            || stem.starts_with("test_")
            || stem.ends_with("-test")
            || stem.ends_with("_test")
            || stem.ends_with("_tests")
    })
}

/// The file, with a word on each key.
fn written(config: &Config) -> Result<String> {
    let text = |value: &str| toml::Value::String(value.to_string()).to_string();
    let list = |paths: &[PathBuf]| {
        let names = paths.iter().map(|path| text(&path.to_string_lossy()));
        format!("[{}]", names.collect::<Vec<_>>().join(", "))
    };
    let mut out = String::from("# How Patchlight builds and tests this project.\n\n");
    out.push_str("# The executables to compare.\n");
    let _ = writeln!(out, "programs = {}", list(&config.programs));
    if let Some(configure) = &config.configure {
        let _ = writeln!(out, "configure = {}", text(configure));
    }
    let _ = writeln!(out, "build = {}", text(&config.build));
    if let Some(suite) = &config.suite {
        out.push_str("\n# The project's test suite: how it calls the programs is recorded.\n");
        let _ = writeln!(out, "suite = {}", text(suite));
    }
    if !config.tests.is_empty() {
        out.push_str("\n# Further tests: cases.toml, directories of cases, a fuzzer's corpus.\n");
        let _ = writeln!(out, "tests = {}", list(&config.tests));
    }
    let _ = writeln!(
        out,
        "\n# Time limit per test of a patch.\nbudget = {}",
        text(&config.budget.to_string())
    );
    Config::parse(&out).context("cannot read back what was written")?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_told_from_assignments() {
        let dir = tempfile::tempdir().unwrap();
        let makefile = dir.path().join("Makefile");
        fs::write(&makefile, "check := no\nall: x\nx test: y\n\techo check:\n").unwrap();
        assert_eq!(make_target(&makefile).as_deref(), Some("make test"));
    }

    #[test]
    fn programs_of_the_tests_are_known_by_their_names() {
        for name in ["tests/helper", "test-foo", "src/foo_test", "build/CMakeFiles/x/a.out"] {
            assert!(is_for_tests(Path::new(name)), "{name}");
        }
        for name in ["src/cut", "build/contest", "attest"] {
            assert!(!is_for_tests(Path::new(name)), "{name}");
        }
    }
}
