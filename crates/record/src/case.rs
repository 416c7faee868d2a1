//! From what was seen of an invocation to a case that can be replayed.
//!
//! The case's directory stands for the deepest directory that has the working directory and all
//! files in it, so that relative names keep their meaning. Absolute names below it are made relative
//! in arguments, variables and links, and in the recorded output; an invocation that uses absolute
//! names of its own making is no test, and says so.

use super::environment::{Environment, PRELOADS};
use super::files::{Area, Files, Kind, Snapshot};
use super::notes::{Effect, Note, NoteKind};
use super::process::{MOST_INPUT, Start, StreamKind};
use super::rewrite::Rewrite;
use super::tracer::Trace;
use super::{Behaviour, Invocation, RecordedProgram};
use patchlight_replay::{Case, CaseLimits, File, FileKind, Hex, Mode, Named, Run, Terminal, USER};
use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// The mask of cases that do not say otherwise.
const UMASK: u32 = 0o022;

/// What the invocations of a recording are compared with.
pub struct Outside {
    pub environment: Environment,
    pub limits: Vec<(String, Option<u64>)>,
}

pub fn invocation(
    outside: &Outside,
    program: &RecordedProgram,
    number: u64,
    trace: Trace,
) -> Invocation {
    let Trace { start, streams, files, notes, executes, end } = trace;
    let mut notes: BTreeSet<Note> =
        notes.into_iter().chain(streams.notes).chain(files.notes.iter().cloned()).collect();
    let root = root(&start, &files, &mut notes);
    let variables = outside.environment.kept(&start.env, &program.real, &files.libraries, executes);
    let rewrite = rewrite(&root, &start, &files, &variables, &mut notes);
    let mut run = Run {
        program: argv0(&start, program),
        args: start.argv.iter().skip(1).map(|arg| Hex::from(rewrite.apply(arg))).collect(),
        env: env(&variables, &rewrite, &mut notes),
        files: case_files(&root, &start, &files, &mut notes),
        cwd: below(&root, &start.cwd, &mut notes),
        umask: (start.umask != UMASK).then_some(Mode(start.umask)),
        user: (start.user != USER).then_some(start.user),
        limits: limits(&start, outside, &mut notes),
        ..Run::default()
    };
    for (n, terminal) in [Terminal::Stdin, Terminal::Stdout, Terminal::Stderr].iter().enumerate() {
        if start.streams[n] == StreamKind::Terminal {
            run.terminals.push(*terminal);
        }
    }
    if !run.terminals.contains(&Terminal::Stdin) {
        let file = start.stdin_file.as_ref().filter(|_| streams.stdin_used);
        run.stdin = Hex::from(file.unwrap_or(&streams.input).clone());
        if run.stdin.0.len() as u64 > MOST_INPUT {
            run.stdin = Hex::default();
            notes.insert(Note::new(NoteKind::TooLarge, "standard input"));
        }
    }
    let is_preloaded =
        |(name, _): &(Vec<u8>, Vec<u8>)| PRELOADS.iter().any(|other| other.as_bytes() == name);
    if start.env.iter().any(is_preloaded) {
        notes.insert(Note::new(NoteKind::Preload, ""));
    }
    let case = Case { name: format!("{}-{number}", program.name), run, ..Case::default() };
    if let Err(error) = case.check() {
        notes.insert(Note::new(NoteKind::OddFile, error.to_string()));
    }
    let is_whole =
        end.is_some() && notes.iter().all(|note| note.kind.effect() != Effect::OutcomeUnknown);
    let discards = start.streams[1] == StreamKind::Null;
    let [stdout, stderr] = streams.outputs.map(|output| rewrite.apply(&output));
    Invocation {
        program: program.name.clone(),
        numbers: vec![number],
        case,
        behaviour: Behaviour { end, stdout, stderr, discards, is_whole },
        root,
        libraries: files.libraries.into_iter().collect(),
        notes: notes.into_iter().collect(),
    }
}

/// The name by which it was called, if that is not simply its own.
fn argv0(start: &Start, program: &RecordedProgram) -> Option<Hex> {
    let name = start.argv.first()?;
    (name != program.file.as_bytes()).then(|| Hex::from(name.clone()))
}

fn root(start: &Start, files: &Files, notes: &mut BTreeSet<Note>) -> PathBuf {
    let is_gone = !start.cwd.is_dir() && start.cwd.as_os_str().as_bytes().ends_with(b"(deleted)");
    if start.root != Path::new("/") || is_gone || files.area(&start.cwd) != Area::Own {
        notes.insert(Note::new(NoteKind::OtherRoot, start.cwd.display().to_string()));
    }
    let existing = files.seen.iter().filter(|(_, seen)| seen.kind != Kind::Missing);
    let mut root = existing.fold(start.cwd.clone(), |root, (path, _)| common(&root, path));
    // Nothing can be said of the rights of the case's directory itself.
    while files.seen.get(&root).is_some_and(|seen| seen.mode & 0o700 != 0o700) && root.pop() {}
    root
}

fn common(one: &Path, other: &Path) -> PathBuf {
    let same = one.components().zip(other.components()).take_while(|(one, other)| one == other);
    same.map(|(component, _)| component).collect()
}

/// Absolute names are rewritten only if the program uses them as names: others are texts.
fn rewrite(
    root: &Path,
    start: &Start,
    files: &Files,
    variables: &[(Vec<u8>, Vec<u8>)],
    notes: &mut BTreeSet<Note>,
) -> Rewrite {
    if files.absolute.is_empty() {
        return Rewrite::default();
    }
    let mut directories = vec![root.to_path_buf()];
    if root == Path::new("/") {
        let first = |path: &PathBuf| -> Option<PathBuf> {
            let first =
                path.components().nth(1).filter(|part| matches!(part, Component::Normal(_)));
            Some(Path::new("/").join(first?))
        };
        let existing = files.seen.iter().filter(|(_, seen)| seen.kind != Kind::Missing);
        let tops: BTreeSet<PathBuf> = existing.filter_map(|(path, _)| first(path)).collect();
        directories = tops.into_iter().collect();
    }
    let rewrite = Rewrite::new(root, &start.cwd, &directories);
    // A shell looks whether `PWD` is right; without the variable it does not.
    let is_pwd = |name: &Vec<u8>| start.env.iter().any(|(key, pwd)| key == b"PWD" && pwd == name);
    for name in files.absolute.iter().filter(|name| !is_pwd(name)) {
        let args = start.argv.iter().skip(1).map(Vec::as_slice);
        let values = variables.iter().map(|(_, value)| value.as_slice());
        let links = files.seen.values().filter_map(|seen| match &seen.kind {
            Kind::Link(target) => Some(target.as_slice()),
            _ => None,
        });
        if !rewrite.explains(name, args.chain(values).chain(links)) {
            let name = String::from_utf8_lossy(name).into_owned();
            notes.insert(Note::new(NoteKind::AbsoluteName, name));
        }
    }
    rewrite
}

fn env(
    variables: &[(Vec<u8>, Vec<u8>)],
    rewrite: &Rewrite,
    notes: &mut BTreeSet<Note>,
) -> Vec<Named> {
    let mut env = Vec::new();
    for (name, value) in variables {
        match String::from_utf8(name.clone()) {
            Ok(name) => env.push(Named { name, bytes: Hex::from(rewrite.apply(value)) }),
            Err(_) => {
                notes.insert(Note::new(NoteKind::NotUtf8, "a variable"));
            }
        }
    }
    env
}

/// A path relative to the root, as cases name files.
fn below(root: &Path, path: &Path, notes: &mut BTreeSet<Note>) -> String {
    let below = path.strip_prefix(root).unwrap_or(Path::new(""));
    below.to_str().map(str::to_string).unwrap_or_else(|| {
        notes.insert(Note::new(NoteKind::NotUtf8, path.display().to_string()));
        String::new()
    })
}

fn case_files(root: &Path, start: &Start, files: &Files, notes: &mut BTreeSet<Note>) -> Vec<File> {
    let mut out = Vec::new();
    if start.cwd != root && !files.seen.contains_key(&start.cwd) {
        let name = below(root, &start.cwd, notes);
        out.push(File { name, kind: FileKind::Directory, ..File::default() });
    }
    for (path, seen) in &files.seen {
        let name = below(root, path, notes);
        if name.is_empty() || seen.kind == Kind::Missing {
            continue;
        }
        out.push(case_file(root, path, name, seen));
    }
    out
}

fn case_file(root: &Path, path: &Path, name: String, seen: &Snapshot) -> File {
    let (kind, bytes) = match &seen.kind {
        Kind::Regular(bytes) => (FileKind::Regular, bytes.clone()),
        Kind::Listed | Kind::Missing => (FileKind::Regular, Vec::new()),
        Kind::Directory => (FileKind::Directory, Vec::new()),
        Kind::Fifo => (FileKind::Fifo, Vec::new()),
        Kind::Link(target) => {
            let at = path.parent().unwrap_or(root);
            let is_inside = root != Path::new("/");
            let rewrite = Rewrite::new(root, at, &[root.to_path_buf()]);
            let target = if is_inside { rewrite.apply(target) } else { target.clone() };
            (FileKind::Link, target)
        }
    };
    // A link has no rights of its own.
    let mode = (kind != FileKind::Link).then_some(Mode(seen.mode));
    let mtime = (kind != FileKind::Link).then_some(seen.mtime);
    File { name, bytes: Hex::from(bytes), kind, mode, mtime }
}

fn limits(start: &Start, outside: &Outside, notes: &mut BTreeSet<Note>) -> Option<CaseLimits> {
    let mut limits = CaseLimits::default();
    for (name, limit) in &start.limits {
        let usual = outside.limits.iter().find(|(other, _)| other == name);
        let usual = usual.and_then(|(_, limit)| *limit);
        let Some(most) = limit.filter(|&most| usual.is_none_or(|usual| most < usual)) else {
            continue;
        };
        match name.as_str() {
            "Max address space" => limits.memory_mb = Some(most.div_ceil(1 << 20)),
            "Max file size" => limits.file_mb = Some(most.div_ceil(1 << 20)),
            "Max core file size" => {}
            _ => {
                notes.insert(Note::new(NoteKind::Limit, format!("{name}: {most}")));
            }
        }
    }
    (limits != CaseLimits::default()).then_some(limits)
}
