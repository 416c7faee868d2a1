//! Objects that were compiled before: a version that is built after another one compiles what differs.
//!
//! **What an object is made from is its key**: the text after the preprocessor, that of the native
//! compiler and that of our clang, the options, the compilers and the directory. A build runs as a whole
//! every time, so that nothing rests on what a makefile knows about dependencies, on options that
//! depend on sources, or on what generated sources are made from.
//!
//! Versions are built in directories whose names have the same length. Where only names of files begin
//! with it, the directory is no part of the key, and in the object it is replaced.
//!
//! **Absent:** links, assembly, and whatever reads or writes more than sources and one object (see
//! `MORE`).

use super::args::{Input, Invocation, Language, Stage};
use super::options::{self, Role};
use memchr::memmem;
use object::{Object, ObjectSection, SectionFlags};
use patchlight_cache::Key;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// The directory in which objects are kept. Without it, or without a root, nothing is.
pub const OBJECTS: &str = "PATCHLIGHT_OBJECTS";

/// What stands for the directory of a version.
const PLACEHOLDER: &[u8] = b"/patchlight-root";

/// Options with which a compiler reads or writes something else, or with which the text after the
/// preprocessor does not say everything: how they begin.
const MORE: [&str; 30] = [
    "--coverage",
    "-coverage",
    "-fprofile",
    "-ftest-coverage",
    "-fbranch-prob",
    "-fauto-profile",
    "-save-temps",
    "--save-temps",
    "-gsplit-dwarf",
    "-gz",
    "-g3",
    "-ggdb3",
    "-flto",
    "-fplugin",
    "-fdump",
    "-d",
    "-aux-info",
    "-wrapper",
    "-specs",
    "--specs",
    "-fstack-usage",
    "-fcallgraph-info",
    "-fmodules",
    "-fopt-info",
    "-Wa,",
    "-Xassembler",
    "-P",
    "-MJ",
    "-fworking-directory",
    "-fno-working-directory",
];
/// Variables that make a compiler write something else.
const VARIABLES: [&str; 2] = ["DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"];
/// What makes a compiler read files that the preprocessor does not.
const READERS: [&[u8]; 2] = [b".incbin", b"#embed"];
const CXX: [&str; 8] = ["c", "cc", "cp", "cxx", "cpp", "CPP", "c++", "C"];

/// A compilation whose object may be there already.
pub struct Wanted {
    entry: PathBuf,
    root: Vec<u8>,
    output: PathBuf,
}

/// What is kept of a compilation.
#[derive(Serialize, Deserialize)]
struct Kept {
    /// The directory of the version that it was made for.
    root: Vec<u8>,
    /// What the compiler said.
    messages: Vec<u8>,
    object: Vec<u8>,
}

impl Wanted {
    /// What a compilation is known by; `None` if that cannot be told. `native` begins its command
    /// line. `clang_text` gives the text that our clang sees, with what else decides what it makes;
    /// none if it has no part in it.
    pub fn of(
        invocation: &Invocation,
        args: &[OsString],
        native: impl Fn() -> Command,
        clang_text: impl FnOnce() -> Option<Vec<Vec<u8>>> + Send,
    ) -> Option<Wanted> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let (dir, root) = (PathBuf::from(set(OBJECTS)?), set("PATCHLIGHT_ROOT")?);
        let root = root.as_bytes().to_vec();
        let mut sources = invocation.sources();
        let (Some(source), None) = (sources.next(), sources.next()) else { return None };
        let is_known = invocation.stage == Stage::Object && is_compiled(source);
        if !is_known || VARIABLES.iter().any(|name| set(name).is_some()) {
            return None;
        }
        let output = invocation.object_of(source);
        let mut preprocess = native();
        let program = PathBuf::from(preprocess.get_program());
        let first_args: Vec<OsString> = preprocess.get_args().map(OsStr::to_owned).collect();
        preprocess.args(to_preprocess(args, &output)?);
        preprocess.stdin(Stdio::null()).stderr(Stdio::null());
        let (native_text, clang_text) = std::thread::scope(|scope| {
            let clang_text = scope.spawn(clang_text);
            let native_text = preprocess.output().ok().filter(|made| made.status.success());
            (native_text, clang_text.join().ok().flatten())
        });
        let mut texts = vec![native_text?.stdout];
        texts.extend(clang_text?);
        if texts.iter().any(|text| READERS.iter().any(|word| contains(text, word))) {
            return None;
        }
        let mut parts = vec![b"1".to_vec(), identity(&std::env::current_exe().ok()?)?];
        parts.push(identity(&patchlight_toolchain::in_path(program.as_os_str()).next()?)?);
        let here = std::env::current_dir().ok()?.into_os_string();
        for word in first_args.iter().chain(args).chain([&here]) {
            parts.push(replaced(word.as_bytes(), &root, PLACEHOLDER));
        }
        for text in &texts {
            parts.push(
                without_root(text, &root).unwrap_or_else(|| [text, root.as_slice()].concat()),
            );
        }
        let entry = dir.join(Key::of(parts.iter().map(Vec::as_slice)).as_str());
        Some(Wanted { entry, root, output })
    }

    /// Puts the object into its place if it is there, and says what the compiler said.
    pub fn take(&self) -> bool {
        let Some(kept) = self.read() else { return false };
        // The compiler makes a new file, too.
        let _ = fs::remove_file(&self.output);
        if fs::write(&self.output, &kept.object).is_err() {
            return false;
        }
        let _ = std::io::stderr().write_all(&kept.messages);
        // What is used stays.
        let touched = fs::File::open(&self.entry);
        let _ = touched.and_then(|file| file.set_modified(SystemTime::now()));
        true
    }

    fn read(&self) -> Option<Kept> {
        let Kept { root, messages, object } =
            postcard::from_bytes(&fs::read(&self.entry).ok()?).ok()?;
        if root.len() != self.root.len() && (contains(&object, &root) || contains(&messages, &root))
        {
            return None;
        }
        let [messages, object] =
            [messages, object].map(|bytes| replaced(&bytes, &root, &self.root));
        // The LLVM text that it leads to may have been removed.
        let records = crate::modules::object_records(&object)?;
        let is_there = records.iter().all(|record| match &record.state {
            crate::record::State::Module(path) | crate::record::State::Archive(path) => {
                path.is_file()
            }
            crate::record::State::Unsupported(_) => true,
        });
        is_there.then_some(Kept { root, messages, object })
    }

    /// Keeps what was made just now. Others see all of it or nothing.
    pub fn keep(&self, messages: Vec<u8>) {
        let Ok(object) = fs::read(&self.output) else { return };
        let Some(dir) = self.entry.parent().filter(|_| is_plain(&object)) else { return };
        let kept = Kept { root: self.root.clone(), messages, object };
        let scratch = self.entry.with_extension(std::process::id().to_string());
        let written = fs::create_dir_all(dir)
            .map_err(|_| ())
            .and_then(|()| postcard::to_stdvec(&kept).map_err(|_| ()))
            .and_then(|bytes| fs::write(&scratch, bytes).map_err(|_| ()))
            .and_then(|()| fs::rename(&scratch, &self.entry).map_err(|_| ()));
        if written.is_err() {
            let _ = fs::remove_file(&scratch);
        }
    }
}

/// Whether a source is C or C++ in a file.
fn is_compiled(source: &Input) -> bool {
    let extension = Path::new(&source.path).extension().and_then(OsStr::to_str);
    let is_cxx = extension.is_some_and(|extension| CXX.contains(&extension));
    let is_language = match source.language {
        Language::C => true,
        Language::Other => is_cxx,
        _ => false,
    };
    is_language && Path::new(&source.path).is_file()
}

/// The options with which a compiler only preprocesses, and writes the same dependencies.
fn to_preprocess(args: &[OsString], output: &Path) -> Option<Vec<OsString>> {
    let mut words = Vec::new();
    let (mut has_rules, mut has_file, mut has_target) = (false, false, false);
    let mut args = args.iter();
    while let Some(word) = args.next() {
        let bytes = word.as_bytes();
        let text = word.to_str()?;
        if bytes.starts_with(b"@") || MORE.iter().any(|start| text.starts_with(start)) {
            return None;
        }
        let option = options::find(bytes).filter(|_| bytes.starts_with(b"-"));
        let value = option.filter(|option| option.takes_next).and_then(|_| args.next());
        has_rules |= matches!(text, "-MD" | "-MMD");
        has_file |= text.starts_with("-MF");
        has_target |= text.starts_with("-MT") || text.starts_with("-MQ");
        if option.is_some_and(|option| matches!(option.role, Role::Object | Role::Output)) {
            continue;
        }
        words.push(word.clone());
        words.extend(value.cloned());
    }
    if has_rules && !has_file {
        words.extend(["-MF".into(), output.with_extension("d").into_os_string()]);
    }
    if has_rules && !has_target {
        words.extend(["-MQ".into(), output.as_os_str().to_owned()]);
    }
    words.push("-E".into());
    Some(words)
}

/// A text after the preprocessor, with something else in the place of the directory of the version.
/// `None` if it is in the code.
fn without_root(text: &[u8], root: &[u8]) -> Option<Vec<u8>> {
    if !contains(text, root) {
        return Some(text.to_vec());
    }
    let mut all = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        match contains(line, root) {
            false => all.extend(line),
            true if line.starts_with(b"# ") => all.extend(replaced(line, root, PLACEHOLDER)),
            true => return None,
        }
    }
    Some(all)
}

/// Whether a file's bytes are what they say: nothing in it is compressed.
fn is_plain(object: &[u8]) -> bool {
    let is_compressed = |flags: SectionFlags| match flags {
        SectionFlags::Elf { sh_flags, .. } => sh_flags.0 & object::elf::SHF_COMPRESSED.0 != 0,
        _ => true,
    };
    object::File::parse(object)
        .is_ok_and(|file| !file.sections().any(|section| is_compressed(section.flags())))
}

/// What stands for a program: another one has another time or size.
fn identity(program: &Path) -> Option<Vec<u8>> {
    let data = fs::metadata(program).ok()?;
    let (len, modified) = (data.len(), data.modified().ok()?);
    Some(format!("{} {len} {modified:?}", program.canonicalize().ok()?.display()).into_bytes())
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    memmem::find(bytes, part).is_some()
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let (mut all, mut rest) = (Vec::with_capacity(bytes.len()), bytes);
    while let Some(at) = memmem::find(rest, from) {
        all.extend(&rest[..at]);
        all.extend(to);
        rest = &rest[at + from.len()..];
    }
    all.extend(rest);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preprocess(line: &str) -> Option<String> {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let words = to_preprocess(&args, Path::new("d/x.o"))?;
        Some(words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_preprocessor_writes_the_same_dependencies() {
        let table = [
            ("-O2 -c x.c -o d/x.o -DA", "-O2 x.c -DA -E"),
            ("-MD -c x.c -o d/x.o", "-MD x.c -MF d/x.d -MQ d/x.o -E"),
            ("-MD -MP -MF y.d -MT y -c x.c -o d/x.o", "-MD -MP -MF y.d -MT y x.c -E"),
        ];
        for (line, expected) in table {
            assert_eq!(preprocess(line).as_deref(), Some(expected));
        }
        for line in ["--coverage -c x.c", "-c x.c -g3", "@x -c", "-flto -c x.c", "-c x.c -Wa,-al=y"]
        {
            assert_eq!(preprocess(line), None, "{line}");
        }
    }

    #[test]
    fn a_directory_in_the_code_is_part_of_what_an_object_is_known_by() {
        let text = |dir: &str, code: &str| format!("# 1 \"{dir}/x.c\"\nint x;\n{code}\n");
        let one = without_root(text("/a/one", "").as_bytes(), b"/a/one");
        assert_eq!(one, without_root(text("/a/two", "").as_bytes(), b"/a/two"));
        assert!(one.is_some());
        assert_eq!(without_root(text("/a/one", "f(\"/a/one\");").as_bytes(), b"/a/one"), None);
    }
}
