//! PROGRAM on the command line: one or several `.c`, `.ll` or `.bc` files, or what was built with
//! `patchlight cc`, made into one linked program. What was compiled or lowered before is taken
//! from the cache.

use crate::cache::{Cache, Key};
use crate::cc::ROOT;
use crate::module_file::{decode_module, encode_module};
use crate::modules;
use crate::setup;
use crate::toolchain::Clang;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use patchlight_engine::Program;
use patchlight_engine::builtin::{SAVE_MASK, SET_ERRNO, is_builtin};
use patchlight_ir::Module;
use patchlight_ir::link::Linker;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The state of the parser and the lowering (see `build.rs`).
pub const FRONT_END: &str = env!("FRONT_END");

/// The function that sets up libc and calls `main`.
pub const ENTRY: &str = "__pl_start";

#[derive(Args, Clone)]
pub struct ProgramArgs {
    /// The program: an executable built with `patchlight cc`, or .c, .ll or .bc files
    #[arg(required = true, value_name = "PROGRAM")]
    pub files: Vec<PathBuf>,

    /// Compiler options for the C sources
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    pub cflags: String,

    /// Another clang (version 15 or later) than the one that Patchlight brings along
    #[arg(long, value_name = "CLANG")]
    pub clang: Option<PathBuf>,

    /// The directory that was `$PATCHLIGHT_ROOT` when the program was built.
    #[arg(skip)]
    pub root: Option<PathBuf>,
}

impl ProgramArgs {
    /// Where a source is that LLVM text names.
    pub fn source_path(&self, dir: &Path, name: &str) -> PathBuf {
        let path = dir.join(name);
        match (&self.root, path.strip_prefix(ROOT)) {
            (Some(root), Ok(below)) => root.join(below),
            _ => path,
        }
    }
}

/// Reads, compiles and links everything that PROGRAM names.
pub fn load(args: &ProgramArgs) -> Result<Program> {
    let cache = Cache::open()?;
    let modules = load_all(&cache, args)?;
    link(&cache, args, modules, ENTRY)
}

/// The modules of everything that PROGRAM names.
pub fn load_all(cache: &Cache, args: &ProgramArgs) -> Result<Vec<(String, Module)>> {
    let mut modules = Vec::new();
    for file in &args.files {
        modules.extend(load_modules(cache, args, file)?);
    }
    Ok(modules)
}

/// Whether one of the modules has this function with a body.
pub fn defines(modules: &[(String, Module)], function: &str) -> bool {
    let defined =
        |module: &Module| module.functions.iter().any(|f| f.name == function && f.body().is_some());
    modules.iter().any(|(_, module)| defined(module))
}

/// Links modules with libc to a program that begins with `entry`.
pub fn link(
    cache: &Cache,
    args: &ProgramArgs,
    modules: Vec<(String, Module)>,
    entry: &str,
) -> Result<Program> {
    Ok(Program::new(link_module(cache, args, modules, entry)?)?)
}

/// Links modules with libc.
pub fn link_module(
    cache: &Cache,
    args: &ProgramArgs,
    modules: Vec<(String, Module)>,
    entry: &str,
) -> Result<Module> {
    if !defines(&modules, "main") {
        let files: Vec<String> = args.files.iter().map(|f| f.display().to_string()).collect();
        let missing: Vec<String> =
            args.files.iter().flat_map(|file| modules::missing(file)).collect();
        let missing = missing.iter().map(|line| format!("\nnot captured: {line}"));
        bail!("{}: no function `main`{}", files.join(", "), missing.collect::<String>());
    }
    let mut linker = Linker::new();
    for (name, module) in modules {
        linker.add(name, module);
    }
    let mut libc = setup::libc(cache)?;
    Ok(linker.finish(&[entry, SET_ERRNO, SAVE_MASK], &mut libc, &is_builtin)?)
}

/// The same, with summaries in the place of libc's string functions.
pub fn link_with_summaries(
    cache: &Cache,
    args: &ProgramArgs,
    modules: Vec<(String, Module)>,
    entry: &str,
) -> Result<Program> {
    let own = own_functions(&modules);
    Ok(link(cache, args, modules, entry)?.summarise(|name| own.contains(name)))
}

/// The names of the functions that modules have with a body.
pub fn own_functions(modules: &[(String, Module)]) -> HashSet<String> {
    let functions = modules.iter().flat_map(|(_, module)| &module.functions);
    functions.filter(|f| f.body().is_some()).map(|f| f.name.clone()).collect()
}

/// The lowered modules of one file, each with what to call it in messages.
pub fn load_modules(
    cache: &Cache,
    args: &ProgramArgs,
    file: &Path,
) -> Result<Vec<(String, Module)>> {
    let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    if modules::is_built_file(&content) {
        return modules::load(cache, file);
    }
    Ok(vec![(file.display().to_string(), load_module(cache, args, file, &content)?)])
}

fn load_module(cache: &Cache, args: &ProgramArgs, file: &Path, content: &[u8]) -> Result<Module> {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("ll") => lower_cached(cache, content, file),
        Some("bc") => {
            let clang = Clang::find(cache, args.clang.as_deref())?;
            let command = ["-x", "ir", "-S", "-emit-llvm", "-Wno-override-module"];
            let mut command: Vec<OsString> = command.map(OsString::from).to_vec();
            command.push(file.into());
            let text = clang.run(&command, &cache.scratch("text.ll"), file)?;
            lower_cached(cache, &text, file)
        }
        Some("c") => compile_cached(cache, args, file, content),
        _ => bail!("{}: not a .c, .ll or .bc file and not an executable", file.display()),
    }
}

fn lower_cached(cache: &Cache, text: &[u8], file: &Path) -> Result<Module> {
    let key = Key::of([text, FRONT_END.as_bytes()]);
    let name = format!("modules/{}.plm", key.as_str());
    if let Some(module) = cache.read(&name).and_then(|bytes| decode_module(&bytes).ok()) {
        return Ok(module);
    }
    let module = lower_text(text, &file.display().to_string())?;
    cache.write(&name, &encode_module(&module)?)?;
    Ok(module)
}

/// The lowered module of captured LLVM text, whose file is named by its content.
pub fn lower_captured(cache: &Cache, file: &Path) -> Result<Module> {
    let stem = file.file_stem().unwrap_or_default().as_encoded_bytes();
    let key = Key::of([b"captured", stem, FRONT_END.as_bytes()]);
    let name = format!("modules/{}.plm", key.as_str());
    if let Some(module) = cache.read(&name).and_then(|bytes| decode_module(&bytes).ok()) {
        return Ok(module);
    }
    let text = fs::read(file).with_context(|| {
        format!("{} is not in the store any more; build the program again", file.display())
    })?;
    let module = lower_text(&text, &file.display().to_string())?;
    cache.write(&name, &encode_module(&module)?)?;
    Ok(module)
}

/// Parses and lowers LLVM text; `name` stands for it in messages.
pub fn lower_text(text: &[u8], name: &str) -> Result<Module> {
    let parsed = patchlight_llvm::parse(text).map_err(|error| anyhow!("{name}:{error}"))?;
    let (module, diags) =
        patchlight_llvm::lower::lower(&parsed).map_err(|error| anyhow!("{name}: {error}"))?;
    for diag in diags {
        eprintln!("patchlight: {name}: {}", diag.message);
    }
    patchlight_ir::verify::verify(&module)
        .map_err(|error| anyhow!("{name}: the lowered module is not valid: {error}"))?;
    Ok(module)
}

/// What a compiled source was made from, and the key of its module.
#[derive(Serialize, Deserialize)]
struct Compiled {
    inputs: Vec<Input>,
    module: String,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Input {
    path: PathBuf,
    size: u64,
    modified_ns: u128,
}

impl Input {
    fn of(path: &Path) -> Option<Input> {
        let metadata = fs::metadata(path).ok()?;
        let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        let (size, modified_ns) = (metadata.len(), modified.as_nanos());
        Some(Input { path: path.to_path_buf(), size, modified_ns })
    }
}

fn compile_cached(
    cache: &Cache,
    args: &ProgramArgs,
    file: &Path,
    content: &[u8],
) -> Result<Module> {
    let clang = Clang::find(cache, args.clang.as_deref())?;
    let absolute = std::path::absolute(file)?;
    let key = Key::of([
        absolute.as_os_str().as_encoded_bytes(),
        file.as_os_str().as_encoded_bytes(),
        content,
        args.cflags.as_bytes(),
        &clang.identity(),
        FRONT_END.as_bytes(),
    ]);
    let name = format!("compiled/{}", key.as_str());
    if let Some(module) = cached_compilation(cache, &name) {
        return Ok(module);
    }
    let deps = cache.scratch("deps");
    let mut command = clang.analysis_flags();
    command.extend(split_flags(&args.cflags)?);
    command.extend(["-isystem".into(), harness_headers(cache)?.into()]);
    command.extend(["-S", "-emit-llvm", "-MD", "-MF"].map(OsString::from));
    command.extend([deps.clone().into(), file.into()]);
    let text = clang.run(&command, &cache.scratch("text.ll"), file)?;
    let rules = fs::read_to_string(&deps).unwrap_or_default();
    let _ = fs::remove_file(&deps);
    let module = lower_text(&text, &file.display().to_string())?;
    let module_name = format!("modules/{}.plm", Key::of([&text, FRONT_END.as_bytes()]).as_str());
    cache.write(&module_name, &encode_module(&module)?)?;
    let inputs = dependencies(&rules).iter().filter_map(|path| Input::of(path)).collect();
    let compiled = Compiled { inputs, module: module_name };
    cache.write(&name, &postcard::to_stdvec(&compiled)?)?;
    Ok(module)
}

/// The directory of the headers that test harnesses include.
pub fn harness_headers(cache: &Cache) -> Result<PathBuf> {
    const HEADERS: [(&str, &str); 2] = [
        ("klee/klee.h", include_str!("../harness/klee/klee.h")),
        ("patchlight.h", include_str!("../harness/patchlight.h")),
    ];
    let dir = format!("harness-{}", Key::of(HEADERS.map(|(_, text)| text.as_bytes())).as_str());
    for (name, text) in HEADERS {
        let header = format!("{dir}/{name}");
        if cache.read(&header).is_none() {
            cache.write(&header, text.as_bytes())?;
        }
    }
    Ok(cache.path(&dir))
}

fn cached_compilation(cache: &Cache, name: &str) -> Option<Module> {
    let compiled: Compiled = postcard::from_bytes(&cache.read(name)?).ok()?;
    let fresh = compiled.inputs.iter().all(|input| Input::of(&input.path).as_ref() == Some(input));
    if !fresh {
        return None;
    }
    decode_module(&cache.read(&compiled.module)?).ok()
}

/// The prerequisites of a makefile rule as compilers write it.
fn dependencies(rules: &str) -> Vec<PathBuf> {
    let Some((_, files)) = rules.split_once(": ") else { return Vec::new() };
    let mut paths = Vec::new();
    let mut path = String::new();
    let mut chars = files.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(' ' | '#' | '\\')) => path.extend(chars.next()),
            ('\\', Some('\n')) => {}
            ('$', Some('$')) => path.extend(chars.next()),
            (c, _) if c.is_whitespace() => {
                if !path.is_empty() {
                    paths.push(PathBuf::from(std::mem::take(&mut path)));
                }
            }
            (c, _) => path.push(c),
        }
    }
    if !path.is_empty() {
        paths.push(path.into());
    }
    paths
}

/// Splits a string of options as a shell does: blanks separate, quotes and backslashes keep.
pub fn split_flags(flags: &str) -> Result<Vec<OsString>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = flags.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(quote) = quote {
        bail!("--cflags: unmatched {quote}");
    }
    words.extend(word.map(OsString::from));
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_split_as_in_a_shell() {
        let split = |flags: &str| split_flags(flags).unwrap();
        assert_eq!(split("-O2  -DX='a b' -I\"my dir\""), ["-O2", "-DX=a b", "-Imy dir"]);
        assert_eq!(split(r#"-DS=\"x\" '' "#), ["-DS=\"x\"", ""]);
        assert!(split_flags("-D'x").is_err());
    }

    #[test]
    fn dependencies_are_read_from_a_rule() {
        let rule = "x.ll: a.c dir\\ b/c.h \\\n  d$$e.h\n";
        let expected: Vec<PathBuf> = ["a.c", "dir b/c.h", "d$e.h"].map(PathBuf::from).to_vec();
        assert_eq!(dependencies(rule), expected);
    }
}
