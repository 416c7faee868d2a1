//! `patchlight cc`: a drop-in C compiler.
//!
//! The user's own compiler gets the command line exactly as it is; what it writes and how it ends
//! is what the caller sees. Meanwhile our clang makes LLVM text of the same sources. Where a file
//! with code comes out, a section of it names the LLVM text of its sources (see `record`).
//!
//! **Invariants.** The native build never fails or says anything because of us: whatever goes
//! wrong on our side is written into the record as the reason why there is no module (and told on
//! stderr only if `PATCHLIGHT_VERBOSE` is set). A call that compiles nothing is replaced by the
//! native compiler (`exec`). If the native compiler fails, nothing is stored.

mod args;
mod capture;
mod elf;
mod objects;
mod options;

use crate::modules;
use crate::record::{Record, SECTION, State};
use anyhow::{Context, Result, anyhow, bail};
use args::{Input, Invocation, Stage};
pub use capture::ROOT;
use capture::{Job, StandardInput, Store};
pub use objects::OBJECTS;
use objects::Wanted;
use patchlight_cache::Cache;
use patchlight_replay::Toolchain;
use patchlight_toolchain::{Clang, in_parallel, in_path};
use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// The user's compiler: `$PATCHLIGHT_CC`, which may have arguments, or `cc`.
fn native_compiler() -> Command {
    Toolchain::new(&std::env::var("PATCHLIGHT_CC").unwrap_or_default()).command()
}

/// The compilers that were started already, separated by colons. One of them may be a wrapper that
/// calls us again.
const TRIED: &str = "PATCHLIGHT_CC_TRIED";

/// Takes the place of this process with a compiler that was not tried. What is compiled is captured by
/// who called the first one.
fn run_another(tried: &OsStr, args: &[OsString]) -> anyhow::Error {
    let tried: Vec<PathBuf> = std::env::split_paths(tried).collect();
    let mut all = ["cc", "gcc", "clang"].into_iter().flat_map(|name| in_path(OsStr::new(name)));
    let Some(next) = all.find(|file| !tried.contains(file)) else {
        let tried: Vec<String> = tried.iter().map(|file| file.display().to_string()).collect();
        let tried = tried.join(", ");
        return anyhow!(
            "no compiler found that does not call `patchlight cc` again (tried: {tried}); set PATCHLIGHT_CC to the path of one"
        );
    };
    let mut all_tried = tried;
    all_tried.push(next.clone());
    let error = match std::env::join_paths(all_tried) {
        Ok(tried) => Command::new(&next).args(args).env(TRIED, tried).exec(),
        Err(error) => return anyhow!(error),
    };
    anyhow!("cannot start {}: {error}", next.display())
}

/// Set if nothing is captured: only compiled objects are kept.
pub const NATIVE_ONLY: &str = "PATCHLIGHT_NATIVE_ONLY";

/// Programs that are there and are not linked again, separated by colons: what a suite that is recorded
/// makes anew would take the recorders' places.
pub const KEEP: &str = "PATCHLIGHT_KEEP";

fn is_kept(invocation: &Invocation) -> bool {
    let Some(kept) = std::env::var_os(KEEP) else { return false };
    let output = invocation.output.clone().unwrap_or_else(|| PathBuf::from("a.out"));
    let output = output.canonicalize();
    invocation.stage == Stage::Link
        && output.is_ok_and(|output| std::env::split_paths(&kept).any(|path| path == output))
}

/// Compiles as the arguments say. Ends the process as the native compiler does if that fails.
pub fn compile(args: Vec<OsString>) -> Result<()> {
    let (user_clang, args) = chosen_clang(args)?;
    if let Some(tried) = std::env::var_os(TRIED) {
        return Err(run_another(&tried, &args));
    }
    let mut invocation = Invocation::parse(&args);
    if is_kept(&invocation) {
        return Ok(());
    }
    let mut native = native_compiler();
    if is_for_cxx(&native) {
        invocation.take_c_for_cxx();
    }
    native.args(&args);
    let found = in_path(native.get_program()).next();
    let tried = found.unwrap_or_else(|| PathBuf::from(native.get_program()));
    native.env(TRIED, &tried);
    let is_captured = std::env::var_os(NATIVE_ONLY).is_none();
    let linked = if is_captured { Linked::by(&invocation) } else { Linked::default() };
    let has_source = invocation.sources().next().is_some();
    if invocation.stage == Stage::NoObject || (!has_source && linked.is_empty()) {
        return Err(replace_by(native));
    }
    let reads_stdin = invocation.sources().any(|input| input.path == "-");
    let stdin = if reads_stdin && is_captured { Some(StandardInput::keep()?) } else { None };
    if let Some(stdin) = &stdin {
        native.stdin(Stdio::from(stdin.open()?));
    }
    let capture =
        is_captured.then(|| Capture::new(&invocation, user_clang.as_deref(), stdin.as_ref()));
    let clang_text = || match &capture {
        Some(capture) => capture.jobs.first().and_then(Job::preprocessed),
        None => Some(Vec::new()),
    };
    let preprocessor = || {
        let mut native = native_compiler();
        native.env(TRIED, &tried);
        native
    };
    // A probe is as quick to compile as to preprocess.
    let wanted = match is_probe(&invocation) {
        true => None,
        false => Wanted::of(&invocation, &args, preprocessor, clang_text),
    };
    if wanted.as_ref().is_some_and(Wanted::take) {
        return Ok(());
    }
    if capture.is_none() && wanted.is_none() {
        return Err(replace_by(native));
    }
    if wanted.is_some() {
        native.stderr(Stdio::piped());
    }
    let mut child = native
        .spawn()
        .with_context(|| format!("cannot start {}", native.get_program().display()))?;
    let (texts, messages) = std::thread::scope(|scope| {
        let texts = scope.spawn(|| capture.as_ref().map(Capture::texts));
        let mut messages = Vec::new();
        if let Some(mut pipe) = child.stderr.take() {
            pipe.read_to_end(&mut messages).context("cannot read what the compiler says")?;
            let _ = std::io::stderr().write_all(&messages);
        }
        let status = child.wait().context("cannot wait for the compiler")?;
        if !status.success() {
            // Our clang writes to a pipe of this process and ends with it.
            std::process::exit(status.code().unwrap_or(128 + status.signal().unwrap_or(0)));
        }
        Ok::<_, anyhow::Error>((texts.join().expect("the worker does not panic"), messages))
    })?;
    if let (Some(capture), Some(texts)) = (&capture, texts) {
        mark(&invocation, &capture.records(texts, linked));
    }
    if let Some(wanted) = wanted {
        wanted.keep(messages);
    }
    Ok(())
}

/// Takes the place of this process.
fn replace_by(mut native: Command) -> anyhow::Error {
    let error = native.exec();
    anyhow!("cannot start {}: {error}", native.get_program().display())
}

/// Whether a build system tries what the compiler can do.
fn is_probe(invocation: &Invocation) -> bool {
    let is_conftest =
        |input: &Input| Path::new(&input.path).file_stem() == Some("conftest".as_ref());
    let here = std::env::current_dir().unwrap_or_default();
    let is_scratch = |part: &OsStr| {
        ["CMakeScratch", "CMakeTmp", "meson-private"].iter().any(|name| part == *name)
    };
    here.iter().any(is_scratch) || invocation.sources().all(is_conftest)
}

/// Whether a compiler takes everything for C++, whatever files are called.
fn is_for_cxx(compiler: &Command) -> bool {
    let name = Path::new(compiler.get_program()).file_name().unwrap_or_default();
    name.to_string_lossy().contains("++")
}

/// What a link reads and the linker does not carry over by itself.
#[derive(Default)]
struct Linked {
    /// Of objects for link-time optimisation, whose sections are not concatenated.
    records: Vec<Record>,
    /// Archives, with the records of their members.
    archives: Vec<(PathBuf, Vec<u8>)>,
}

impl Linked {
    fn by(invocation: &Invocation) -> Linked {
        let (mut records, mut archives) = (Vec::new(), Vec::new());
        if invocation.stage == Stage::Link {
            let dropped = invocation.objects().map(|path| modules::lto_records(&path));
            records.extend(dropped.flatten().flatten());
            for path in invocation.archives() {
                let members = modules::archive_members(&path).unwrap_or_default();
                archives.push((path, members.iter().flat_map(Record::encode).collect()));
            }
            archives.retain(|(_, content): &(PathBuf, Vec<u8>)| !content.is_empty());
        }
        Linked { records, archives }
    }

    fn is_empty(&self) -> bool {
        self.records.is_empty() && self.archives.is_empty()
    }
}

/// `--clang CLANG` is ours if it comes first; everything else is the compiler's.
fn chosen_clang(mut args: Vec<OsString>) -> Result<(Option<PathBuf>, Vec<OsString>)> {
    let Some(first) = args.first().and_then(|first| first.to_str()) else {
        return Ok((None, args));
    };
    if let Some(clang) = first.strip_prefix("--clang=") {
        let clang = PathBuf::from(clang);
        args.remove(0);
        return Ok((Some(clang), args));
    }
    if first != "--clang" {
        return Ok((None, args));
    }
    if args.len() < 2 {
        bail!("--clang needs the path of a clang");
    }
    let clang = PathBuf::from(args.remove(1));
    args.remove(0);
    Ok((Some(clang), args))
}

/// Our side of a compilation.
struct Capture<'a> {
    cache: Result<Cache>,
    jobs: Vec<Job<'a>>,
}

type Text = Result<Vec<u8>, String>;

impl<'a> Capture<'a> {
    fn new(
        invocation: &'a Invocation,
        user_clang: Option<&Path>,
        stdin: Option<&'a StandardInput>,
    ) -> Capture<'a> {
        let cache = Cache::open();
        let clang = match &cache {
            Ok(cache) => Clang::find(cache, user_clang).map_err(|error| format!("{error:#}")),
            Err(error) => Err(format!("{error:#}")),
        };
        let clang = Arc::new(clang);
        let is_probe = is_probe(invocation);
        let job = |input| Job { invocation, input, stdin, clang: clang.clone(), is_probe };
        Capture { cache, jobs: invocation.sources().map(job).collect() }
    }

    fn texts(&self) -> Vec<Text> {
        in_parallel(&self.jobs, |job| Ok(job.text())).unwrap_or_default()
    }

    /// One record a source, in the order of the command line, and what the link adds.
    fn records(&self, texts: Vec<Text>, linked: Linked) -> Vec<Record> {
        let store = Store::open(&self.cache);
        let mut records: Vec<Record> =
            self.jobs.iter().zip(texts).map(|(job, text)| job.record(&store, text)).collect();
        records.extend(linked.records);
        let store = store.ok();
        records.extend(linked.archives.into_iter().filter_map(|(path, members)| {
            let members = store.as_ref()?.keep(&members, "members").ok()?;
            let source = std::path::absolute(&path).unwrap_or(path);
            let (flags, defines) = (String::new(), Vec::new());
            Some(Record { source, flags, state: State::Archive(members), defines })
        }));
        records
    }
}

/// Writes the records into what the native compiler made.
fn mark(invocation: &Invocation, records: &[Record]) {
    match invocation.stage {
        Stage::Object => {
            for (input, record) in invocation.sources().zip(records) {
                mark_file(&invocation.object_of(input), std::slice::from_ref(record));
            }
        }
        Stage::Link => {
            let output = invocation.output.as_deref().unwrap_or(Path::new("a.out"));
            mark_file(output, records);
        }
        Stage::NoObject => {}
    }
}

fn mark_file(file: &Path, records: &[Record]) {
    let is_verbose = std::env::var_os("PATCHLIGHT_VERBOSE").is_some();
    for record in records {
        if let (true, State::Unsupported(reason)) = (is_verbose, &record.state) {
            eprintln!("patchlight: {}: not captured: {reason}", record.source.display());
        }
    }
    // `-o /dev/null` is common in probes.
    if !file.is_file() {
        return;
    }
    let content: Vec<u8> = records.iter().flat_map(Record::encode).collect();
    let result = elf::add_to_section(file, SECTION, &content);
    if let (true, Err(error)) = (is_verbose, result) {
        eprintln!("patchlight: {}: not marked: {error:#}", file.display());
    }
}
