//! Makes the LLVM text of one source and puts it into the store.

use super::args::{Input, Invocation, Language};
use crate::record::{Record, State};
use anyhow::{Context, Result, ensure};
use patchlight_cache::{Cache, Key};
use patchlight_toolchain::Clang;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::Arc;

/// As much of a compiler's message as a record keeps.
const MAX_REASON: usize = 400;

/// What takes the place of `$PATCHLIGHT_ROOT` in the names of LLVM text: it is the same for all
/// versions of a project, wherever they are built.
pub const ROOT: &str = "/patchlight-root";

/// What system headers contain after gcc's preprocessor and clang does not know.
const GCC_SPELLINGS: [&str; 6] = [
    "-D__malloc__(...)=__malloc__",
    "-D_Float32=float",
    "-D_Float64=double",
    "-D_Float32x=double",
    "-D_Float64x=long double",
    "-D_Float128=__float128",
];

/// What the compiler's standard input was, where a source comes from there.
pub struct StandardInput {
    /// A file without a name, so that nothing is left behind.
    file: File,
}

impl StandardInput {
    /// Keeps all of it, so that two compilers can read it.
    pub fn keep() -> Result<StandardInput> {
        let name = format!("patchlight-{}-stdin", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut file = File::create_new(&path)?;
        fs::remove_file(&path)?;
        std::io::copy(&mut std::io::stdin().lock(), &mut file)?;
        Ok(StandardInput { file })
    }

    /// The input from its beginning, with a position of its own.
    pub fn open(&self) -> Result<File> {
        Ok(File::open(format!("/proc/self/fd/{}", self.file.as_raw_fd()))?)
    }
}

/// A source whose LLVM text is wanted, and how to make it.
pub struct Job<'a> {
    pub invocation: &'a Invocation,
    pub input: &'a Input,
    pub stdin: Option<&'a StandardInput>,
    /// Our clang, or why there is none.
    pub clang: Arc<Result<Clang, String>>,
    /// A build system only tries what the compiler can do: nobody runs what is made.
    pub is_probe: bool,
}

impl Job<'_> {
    /// The LLVM text, or why there is none.
    pub fn text(&self) -> Result<Vec<u8>, String> {
        match self.input.language {
            Language::C | Language::PreprocessedC => {}
            Language::Assembly => return Err("assembly".to_string()),
            _ => return Err("not C".to_string()),
        }
        if let Some(obstacle) = &self.invocation.obstacle {
            return Err(obstacle.clone());
        }
        if self.is_probe {
            return Err("a probe of the build system".to_string());
        }
        let from_stdin = self.input.path == "-";
        if !from_stdin && !Path::new(&self.input.path).is_file() {
            // A pipe can be read once, and the native compiler reads it.
            return Err("not a regular file".to_string());
        }
        let clang = Result::as_ref(&self.clang).map_err(String::clone)?;
        let run = |features: &[OsString]| {
            self.run(clang, features, &["-S", "-emit-llvm"]).map_err(|error| format!("{error:#}"))
        };
        let mut output = run(&[])?;
        if !output.status.success() && !self.invocation.machine.is_empty() {
            let second = run(&self.invocation.machine)?;
            if second.status.success() {
                output = second;
            }
        }
        match output.status.success() {
            true => Ok(without_names(output.stdout)),
            false => Err(reason(&output)),
        }
    }

    /// The source after the preprocessor, and our clang: what its LLVM text is made from. Nothing if it
    /// gets none; `None` if that cannot be told.
    pub fn preprocessed(&self) -> Option<Vec<Vec<u8>>> {
        if self.input.language != Language::C || self.invocation.obstacle.is_some() || self.is_probe
        {
            return Some(Vec::new());
        }
        let Ok(clang) = &*self.clang else { return None };
        let output = self.run(clang, &[], &["-E"]).ok()?;
        output.status.success().then(|| vec![output.stdout, clang.identity()])
    }

    /// `what`: the options that say what is made.
    fn run(&self, clang: &Clang, features: &[OsString], what: &[&str]) -> Result<Output> {
        let mut command = clang.command();
        command.args(clang.fixed_flags()).args(features);
        if self.input.language == Language::PreprocessedC {
            // Macros are expanded already: what there is left of them is ours.
            let of_language = |flag: &&OsString| {
                ["-std", "--std", "-ansi", "-f", "-m"]
                    .iter()
                    .any(|start| flag.as_encoded_bytes().starts_with(start.as_bytes()))
            };
            command.args(self.invocation.meaning.iter().filter(of_language));
            command.args(["-nostdinc", "-undef"]).args(GCC_SPELLINGS);
        } else {
            command.args(&self.invocation.meaning);
            match self.invocation.system_headers {
                true => command.args(clang.system_includes()),
                false => command.arg("-nostdinc"),
            };
        }
        if let Some(root) = std::env::var_os("PATCHLIGHT_ROOT").filter(|root| !root.is_empty()) {
            command.args([prefix_map("-fdebug-prefix-map=", &root, ROOT)]);
            let mut directory = root.clone();
            directory.push("/");
            command.args([prefix_map("-fmacro-prefix-map=", &directory, "")]);
            // A clang that maps names would make `x.c` of `./x.c`; gcc does not.
            command.arg("-fno-file-reproducible");
        }
        command.arg("-Wno-everything").args(what).args(["-o", "-", "-x", "c"]);
        command.arg(&self.input.path);
        let stdin = match self.stdin {
            Some(stdin) if self.input.path == "-" => Stdio::from(stdin.open()?),
            _ => Stdio::null(),
        };
        command.stdin(stdin).output().context("cannot start clang")
    }

    /// Stores the text; what goes wrong becomes the record's reason.
    pub fn record(&self, store: &Result<Store>, text: Result<Vec<u8>, String>) -> Record {
        let stored = text.and_then(|text| {
            let store = store.as_ref().map_err(|error| format!("{error:#}"))?;
            store.keep(&text, "ll").map_err(|error| format!("{error:#}"))
        });
        let flags: Vec<_> = self.invocation.meaning.iter().map(|f| f.to_string_lossy()).collect();
        let source = Path::new(&self.input.path);
        Record {
            source: std::path::absolute(source).unwrap_or_else(|_| source.to_path_buf()),
            flags: flags.join(" "),
            state: stored.map_or_else(State::Unsupported, State::Module),
            defines: Vec::new(),
        }
    }
}

fn prefix_map(option: &str, from: &OsStr, to: &str) -> OsString {
    let mut flag = OsString::from(option);
    flag.push(from);
    flag.push("=");
    flag.push(to);
    flag
}

/// LLVM text begins with the name of its source, which means nothing to anybody: equal code is
/// equal text without it.
fn without_names(text: Vec<u8>) -> Vec<u8> {
    let is_name =
        |line: &[u8]| line.starts_with(b"; ModuleID = ") || line.starts_with(b"source_filename = ");
    let mut rest = text.as_slice();
    while let Some(end) = memchr::memchr(b'\n', rest).filter(|&end| is_name(&rest[..end])) {
        rest = &rest[end + 1..];
    }
    rest.to_vec()
}

/// The compiler's first complaint.
fn reason(output: &Output) -> String {
    let messages = String::from_utf8_lossy(&output.stderr);
    let error = messages.lines().find(|line| line.contains("error: "));
    let line = error.or(messages.lines().next()).unwrap_or("clang failed without a message");
    let cut: String = line.chars().take(MAX_REASON).collect();
    format!("clang: {cut}")
}

/// The directory with all captured LLVM text, each named by its hash: equal text is there once.
pub struct Store {
    dir: PathBuf,
}

impl Store {
    /// `$PATCHLIGHT_STORE`, or `captured` in the cache.
    pub fn open(cache: &Result<Cache>) -> Result<Store> {
        let from_env = std::env::var_os("PATCHLIGHT_STORE").filter(|dir| !dir.is_empty());
        let dir = match (from_env, cache) {
            (Some(dir), _) => PathBuf::from(dir),
            (None, Ok(cache)) => cache.path("captured"),
            (None, Err(error)) => anyhow::bail!("{error:#}"),
        };
        fs::create_dir_all(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
        Ok(Store { dir: dir.canonicalize()? })
    }

    /// Keeps `text`; returns its place.
    pub fn keep(&self, text: &[u8], extension: &str) -> Result<PathBuf> {
        ensure!(!text.is_empty(), "clang wrote nothing");
        let key = Key::of([text]);
        let path = self.dir.join(format!("{}.{extension}", key.as_str()));
        let is_there = fs::metadata(&path).is_ok_and(|found| found.len() == text.len() as u64);
        if is_there {
            return Ok(path);
        }
        // Others see all of the text or nothing.
        let scratch = self.dir.join(format!("tmp-{}-{}", std::process::id(), key.as_str()));
        let written = fs::write(&scratch, text).and_then(|()| fs::rename(&scratch, &path));
        if written.is_err() {
            let _ = fs::remove_file(&scratch);
        }
        written.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }
}
