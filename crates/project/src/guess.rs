//! Makes `patchlight.toml` by trying what a project looks like.
//!
//! How it may be built and tested is read from its files (`recipe`). Whether that works, and which
//! programs matter, is not: a copy is built, its suite is run once, and the programs that the suite
//! executes are the ones to compare.

use super::CONFIG;
use super::build::{common_variables, is_clash, plain_environment};
use super::config::{Config, DEFAULT_BUDGET};
use super::recipe::{Recipe, is_for_tests, recipes, unknown_system};
use super::snapshot::{self, Kind};
use anyhow::{Context, Result, bail};
use patchlight_cache::ScratchDir;
use patchlight_record::Executed;
use patchlight_toolchain::in_path;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Lines of a failed command's output that a message shows.
const TAIL: usize = 15;

/// How many seconds a test program may take if the suite does not run it.
const LONGEST_PROGRAM: u32 = 20;

/// What is to be found out, and what is known already.
pub struct Wanted<'a> {
    /// Replace a `patchlight.toml` that is there.
    pub force: bool,
    /// The programs; without any, those that the suite executes.
    pub programs: &'a [PathBuf],
}

/// What was found out.
pub struct Guess {
    pub config: Config,
    /// How the suite ended, and how often it executed each program; `None` if it was not run.
    pub suite: Option<SuiteRun>,
    /// Programs that are built and that the suite does not execute.
    pub not_run: Vec<PathBuf>,
}

pub struct SuiteRun {
    pub status: i32,
    pub executed: BTreeMap<PathBuf, u64>,
}

/// Writes `patchlight.toml`. `say` is told what goes on, a line at a time.
pub fn write_config(root: &Path, wanted: &Wanted<'_>, say: &dyn Fn(&str)) -> Result<Guess> {
    let path = root.join(CONFIG);
    if path.exists() && !wanted.force {
        bail!("{CONFIG} already exists; use --force to replace it");
    }
    let recipes = recipes(root)?;
    if recipes.is_empty() {
        bail!("{}", nothing_to_try(root));
    }
    let Looked { recipe, programs, suite, not_run } = match wanted.programs {
        [] => first_that_works(root, recipes, say)?,
        programs => Looked::without_looking(recipes, programs),
    };
    let config = Config {
        programs,
        configure: recipe.configure,
        build: recipe.build,
        suite: recipe.suite,
        tests: tests(root),
        corpus_args: Vec::new(),
        sources: Vec::new(),
        mask_times: Vec::new(),
        budget: DEFAULT_BUDGET,
    };
    fs::write(&path, written(&config)?).with_context(|| format!("cannot write {CONFIG}"))?;
    Ok(Guess { config, suite, not_run })
}

fn nothing_to_try(root: &Path) -> String {
    match unknown_system(root) {
        Some(system) => format!(
            "{system} is not supported by init: write {CONFIG} with `programs`, `build` and \
             `suite`, for example\n\nprograms = [\"NAME\"]\nbuild = \"the command that builds \
             NAME\"\nsuite = \"the command that runs the tests\""
        ),
        None => "no CMakeLists.txt, meson.build, configure, makefile or C file found here".into(),
    }
}

/// A recipe that was tried.
struct Looked {
    recipe: Recipe,
    programs: Vec<PathBuf>,
    suite: Option<SuiteRun>,
    not_run: Vec<PathBuf>,
}

impl Looked {
    fn without_looking(mut recipes: Vec<Recipe>, programs: &[PathBuf]) -> Looked {
        let recipe = recipes.remove(0);
        Looked { recipe, programs: programs.to_vec(), suite: None, not_run: Vec::new() }
    }
}

/// The first recipe that makes programs which its suite executes; without a suite, the first that
/// makes programs.
fn first_that_works(root: &Path, recipes: Vec<Recipe>, say: &dyn Fn(&str)) -> Result<Looked> {
    let (mut without_suite, mut failures) = (None, Vec::new());
    for recipe in recipes {
        say(&format!("{}: `{}`", recipe.system, recipe.build));
        let name = recipe.system;
        match look(root, recipe, say) {
            Ok(looked) if looked.suite.is_some() => return Ok(looked),
            Ok(looked) => without_suite = without_suite.or(Some(looked)),
            Err(error) => {
                say(&format!("{name}: this does not work here"));
                failures.push(format!("{name}: {error:#}"));
            }
        }
    }
    match without_suite {
        Some(looked) if failures.is_empty() || !tests(root).is_empty() => Ok(looked),
        _ => bail!("{}\nwrite {CONFIG} by hand, or use --program", failures.join("\n")),
    }
}

/// Builds a copy, runs its suite, and sees which programs that executes.
fn look(root: &Path, mut recipe: Recipe, say: &dyn Fn(&str)) -> Result<Looked> {
    if !is_installed(recipe.tool) {
        bail!("{} is not installed", recipe.tool);
    }
    let scratch = ScratchDir::new("init")?;
    say("building a copy");
    let mut env = plain_environment(&scratch.0.join("bin"))?;
    let copy = scratch.0.join(root.file_name().unwrap_or_default());
    let (copy, before) = match build_copy(root, &recipe, &copy, &env) {
        Err(error) if is_clash(&format!("{error:#}")) => {
            say("once more, with -fcommon: variables are defined more than once");
            env.push(common_variables());
            build_copy(root, &recipe, &copy, &env)?
        }
        built => built?,
    };
    let built = programs(&copy, &before)?;
    let Some(suite) = &recipe.suite else {
        if built.is_empty() {
            bail!("`{}` produced no executable", recipe.build);
        }
        return Ok(Looked {
            programs: for_users(&built),
            recipe,
            suite: None,
            not_run: Vec::new(),
        });
    };
    say(&format!("running `{suite}` once to see which programs it runs"));
    let log = scratch.0.join("suite.log");
    let tree = Tree { copy: &copy, env: &env, before: &before, log: &log };
    let mut suite = suite.clone();
    let mut run = tree.run_suite(&suite)?;
    if run.executed.is_empty() {
        let end = tail(&fs::read(&log).unwrap_or_default());
        let Some(by_hand) = tree.programs_as_suite(&suite, run.status)? else {
            let names: Vec<String> = built.iter().map(|path| path.display().to_string()).collect();
            let names = if names.is_empty() { "none".to_string() } else { names.join(", ") };
            bail!(
                "`{suite}` (exit status {}) runs no program that the project builds; built: \
                 {names}\n{end}",
                run.status
            );
        };
        say(&format!("it runs none; running the test programs instead: `{by_hand}`"));
        suite = by_hand;
        run = tree.run_suite(&suite)?;
        recipe.suite = Some(suite.clone());
    }
    let executed = &run.executed;
    let mut not_run = programs(&copy, &before)?;
    not_run.retain(|path| !executed.contains_key(path));
    let late: Vec<&PathBuf> = executed.keys().filter(|path| !built.contains(*path)).collect();
    if !late.is_empty() {
        recipe.build = with_late(&recipe, &suite, &late, &tree);
    }
    let programs = executed.keys().cloned().collect();
    Ok(Looked { recipe, programs, suite: Some(run), not_run })
}

/// Builds a copy. Returns where it is, and the files that were there before.
fn build_copy(
    root: &Path,
    recipe: &Recipe,
    copy: &Path,
    env: &[(OsString, OsString)],
) -> Result<(PathBuf, BTreeSet<PathBuf>)> {
    if copy.exists() {
        fs::remove_dir_all(copy).with_context(|| format!("cannot remove {}", copy.display()))?;
    }
    snapshot::copy_sources(root, copy)?;
    let copy = copy.canonicalize()?;
    let before = snapshot::files(&copy)?.into_iter().map(|(name, _)| name).collect();
    for command in recipe.configure.iter().chain([&recipe.build]) {
        run(command, &copy, env)?;
    }
    Ok((copy, before))
}

/// A copy that is built.
struct Tree<'a> {
    copy: &'a Path,
    /// What commands find around them.
    env: &'a [(OsString, OsString)],
    /// The files that were there before the build.
    before: &'a BTreeSet<PathBuf>,
    log: &'a Path,
}

impl Tree<'_> {
    fn run_suite(&self, suite: &str) -> Result<SuiteRun> {
        let output = fs::File::create(self.log)
            .with_context(|| format!("cannot write {}", self.log.display()))?;
        let Executed { status, programs } =
            patchlight_record::executed(suite, self.copy, self.env, &output)?;
        let mut executed: BTreeMap<PathBuf, u64> = BTreeMap::new();
        for (path, n) in programs {
            let Ok(name) = path.strip_prefix(self.copy) else { continue };
            if !self.before.contains(name) && is_elf_program(&path) {
                *executed.entry(behind_libtool(self.copy, name)).or_default() += n;
            }
        }
        Ok(SuiteRun { status, executed })
    }

    /// What to run for a suite that runs nothing, because it only builds the test programs or stops
    /// at something that is not possible here: all test programs that pass by themselves.
    fn programs_as_suite(&self, suite: &str, status: i32) -> Result<Option<String>> {
        if let Some(target) = suite.strip_prefix("make ").filter(|_| status != 0) {
            // What it builds of them counts.
            let _ = run(&format!("make -k {target}"), self.copy, self.env);
        }
        let mut commands = Vec::new();
        for program in programs(self.copy, self.before)? {
            let command = format!("./{}", program.display());
            let is_plain =
                !command.contains(|c: char| c.is_whitespace() || "'\"$&;|<>()".contains(c));
            let limited = format!("timeout {LONGEST_PROGRAM} {command}");
            if is_plain && is_for_tests(&program) && run(&limited, self.copy, self.env).is_ok() {
                commands.push(command);
            }
        }
        Ok((!commands.is_empty()).then(|| commands.join(" && ")))
    }
}

/// A build command that also makes programs which only the suite made.
fn with_late(recipe: &Recipe, suite: &str, late: &[&PathBuf], tree: &Tree<'_>) -> String {
    let names: Vec<String> = late.iter().map(|path| path.display().to_string()).collect();
    let by_name = format!("make {}", names.join(" "));
    let by_name = (recipe.tool == "make").then_some(by_name.as_str());
    for command in recipe.build_tests.into_iter().chain(by_name) {
        for name in late {
            let _ = fs::remove_file(tree.copy.join(name));
        }
        let is_built = |name: &&PathBuf| tree.copy.join(name).is_file();
        if run(command, tree.copy, tree.env).is_ok() && late.iter().all(is_built) {
            return format!("{} && {command}", recipe.build);
        }
    }
    // Whether it passes is not the build's business.
    format!("{} && {{ {suite} || true; }}", recipe.build)
}

fn run(command: &str, dir: &Path, env: &[(OsString, OsString)]) -> Result<()> {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(command).current_dir(dir).envs(env.iter().cloned()).stdin(Stdio::null());
    let output = shell.output().context("cannot start sh")?;
    if output.status.success() {
        return Ok(());
    }
    bail!("`{command}` failed:\n{}", tail(&[output.stdout, output.stderr].concat()));
}

fn tail(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(TAIL)..].join("\n")
}

fn is_installed(tool: &str) -> bool {
    in_path(tool.as_ref()).next().is_some()
}

/// Cases that need no suite.
fn tests(root: &Path) -> Vec<PathBuf> {
    let places = ["cases.toml", "tests/cases.toml", "test/cases.toml"];
    places.iter().map(PathBuf::from).filter(|path| root.join(path).is_file()).collect()
}

/// The programs that were not there before the build.
fn programs(copy: &Path, before: &BTreeSet<PathBuf>) -> Result<Vec<PathBuf>> {
    let files = snapshot::files(copy)?.into_iter();
    let executable = files.filter(|(_, kind)| matches!(kind, Kind::File { executable: true }));
    let new = executable.map(|(name, _)| name).filter(|name| !before.contains(name));
    let is_probe = |name: &Path| {
        let probes = ["CMakeFiles", "meson-private"];
        name.components().any(|part| probes.iter().any(|probe| part.as_os_str() == *probe))
    };
    Ok(new.filter(|name| !is_probe(name) && is_program(&copy.join(name))).collect())
}

/// Programs that are made for the tests are no programs of the project, unless there are only such.
fn for_users(built: &[PathBuf]) -> Vec<PathBuf> {
    let some: Vec<PathBuf> = built.iter().filter(|name| !is_for_tests(name)).cloned().collect();
    if some.is_empty() { built.to_vec() } else { some }
}

/// The libtool script that runs a program in `.libs`, or the program itself.
fn behind_libtool(copy: &Path, name: &Path) -> PathBuf {
    let script = || {
        let directory = name.parent()?;
        let file = name.file_name()?.to_str()?;
        let script = directory.parent()?.join(file.strip_prefix("lt-").unwrap_or(file));
        (directory.ends_with(".libs") && is_program(&copy.join(&script))).then_some(script)
    };
    script().unwrap_or_else(|| name.to_path_buf())
}

/// Whether a file is an executable that runs by itself, or a libtool script that stands for one.
fn is_program(path: &Path) -> bool {
    if path.components().any(|part| part.as_os_str() == ".libs") {
        return false;
    }
    match fs::read(path) {
        Ok(content) if content.starts_with(b"#!") => {
            patchlight_capture::modules::is_built_file(&content)
        }
        _ => is_elf_program(path),
    }
}

fn is_elf_program(path: &Path) -> bool {
    use object::Object;
    let Ok(content) = fs::read(path) else { return false };
    let Ok(file) = object::File::parse(content.as_slice()) else { return false };
    // A shared library has no entry that a program would start at; a static program has no
    // interpreter.
    let has_interpreter = file.section_by_name(".interp").is_some();
    has_interpreter || (file.kind() == object::ObjectKind::Executable)
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
