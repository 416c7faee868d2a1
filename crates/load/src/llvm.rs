//! LLVM text: of C sources, of bitcode, or captured when a program was built.
//!
//! What was compiled or lowered before is taken from the cache.

use crate::lowering::{FRONT_END, lower_cached, lower_text};
use crate::module_file::{decode_module, encode_module};
use crate::{FrontEnd, NamedModule, ProgramFiles, captured, defines, libc};
use anyhow::{Context, Result, bail};
use patchlight_cache::{Cache, Key};
use patchlight_capture::modules;
use patchlight_engine::builtin::{SAVE_MASK, SET_ERRNO, is_builtin};
use patchlight_ir::Module;
use patchlight_ir::link::Linker;
use patchlight_replay::{Builder, Version};
use patchlight_toolchain::{Clang, harness_headers, native_toolchain, split_flags};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// The function that sets up libc and calls `main`.
pub const ENTRY: &str = "__pl_start";

/// C, on a real libc.
pub(crate) struct Llvm;

impl FrontEnd for Llvm {
    fn takes(&self) -> &'static str {
        "a .c, .ll or .bc file, or an executable built with `patchlight cc`"
    }

    fn recognises(&self, file: &Path, content: &[u8]) -> bool {
        modules::is_built_file(content) || is_source(file)
    }

    fn lower(
        &self,
        cache: &Cache,
        program: &ProgramFiles,
        file: &Path,
        content: &[u8],
    ) -> Result<Vec<NamedModule>> {
        if modules::is_built_file(content) {
            return captured::load(cache, &*program.built_file(file)?);
        }
        Ok(vec![(file.display().to_string(), lower_file(cache, program, file, content)?)])
    }

    fn entry(&self) -> &'static str {
        ENTRY
    }

    fn link(
        &self,
        cache: &Cache,
        program: &ProgramFiles,
        modules: Vec<NamedModule>,
        entry: &str,
    ) -> Result<Module> {
        let has_main = defines(&modules, "main");
        let is_elsewhere = || {
            let mut built = program.built.iter().filter(|_| program.may_lack_main);
            built.any(|built| built.missing().next().is_some())
        };
        if !has_main && !is_elsewhere() {
            let files: Vec<String> =
                program.files.iter().map(|file| file.display().to_string()).collect();
            let missing = program.files.iter().flat_map(|file| modules::missing(file));
            let missing = missing.map(|line| format!("\nnot captured: {line}"));
            bail!("{}: no function `main`{}", files.join(", "), missing.collect::<String>());
        }
        let mut roots: BTreeSet<String> = BTreeSet::new();
        if !has_main {
            // Whatever has no module may call any of it.
            let all = modules.iter().flat_map(|(_, module)| captured::definitions(module));
            roots.extend(all.map(str::to_string));
        }
        let mut linker = Linker::new();
        for (name, module) in modules {
            linker.add(name, module);
        }
        let mut libc = libc::library(cache)?;
        let roots = roots.iter().map(String::as_str);
        let roots: Vec<&str> = [entry, SET_ERRNO, SAVE_MASK].into_iter().chain(roots).collect();
        Ok(linker.finish(&roots, &mut libc, &is_builtin)?)
    }

    fn build_natively(&self, name: &str, program: &ProgramFiles, dir: &Path) -> Result<Version> {
        let mut cflags = split_flags(&program.cflags)?;
        cflags.extend(["-isystem".into(), harness_headers(&Cache::open()?)?.into_os_string()]);
        let (toolchain, dir) = (native_toolchain(), dir.to_path_buf());
        let builder = Builder { toolchain, cflags, dir, command: None, product: None };
        let version = builder.version(name, &program.files);
        version.with_context(|| format!("the {name} version, natively"))
    }

    /// `dir/tool.c` runs as `dir/tool`, `tool.c` as `./tool`; an executable as it is named.
    fn name_of(&self, file: &Path) -> OsString {
        if !is_source(file) {
            return file.into();
        }
        let name = file.with_extension("");
        let in_cwd = file.parent() == Some(Path::new(""));
        if in_cwd { Path::new(".").join(name).into() } else { name.into() }
    }

    fn is_fresh(&self, file: &Path) -> bool {
        file.extension() == Some(OsStr::new("c"))
    }
}

fn is_source(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("c" | "ll" | "bc"))
}

fn lower_file(
    cache: &Cache,
    program: &ProgramFiles,
    file: &Path,
    content: &[u8],
) -> Result<Module> {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("ll") => lower_cached(cache, content, file),
        Some("bc") => {
            let clang = Clang::find(cache, program.clang.as_deref())?;
            let command = ["-x", "ir", "-S", "-emit-llvm", "-Wno-override-module"];
            let mut command: Vec<OsString> = command.map(OsString::from).to_vec();
            command.push(file.into());
            let text = clang.run(&command, &cache.scratch("text.ll"), file)?;
            lower_cached(cache, &text, file)
        }
        _ => compile_cached(cache, program, file, content),
    }
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
    program: &ProgramFiles,
    file: &Path,
    content: &[u8],
) -> Result<Module> {
    let clang = Clang::find(cache, program.clang.as_deref())?;
    let absolute = std::path::absolute(file)?;
    let key = Key::of([
        absolute.as_os_str().as_encoded_bytes(),
        file.as_os_str().as_encoded_bytes(),
        content,
        program.cflags.as_bytes(),
        &clang.identity(),
        FRONT_END.as_bytes(),
    ]);
    let name = format!("compiled/{}", key.as_str());
    if let Some(module) = cached_compilation(cache, &name) {
        return Ok(module);
    }
    let deps = cache.scratch("deps");
    let mut command = clang.analysis_flags();
    command.extend(split_flags(&program.cflags)?);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_read_from_a_rule() {
        let rule = "x.ll: a.c dir\\ b/c.h \\\n  d$$e.h\n";
        let expected: Vec<PathBuf> = ["a.c", "dir b/c.h", "d$e.h"].map(PathBuf::from).to_vec();
        assert_eq!(dependencies(rule), expected);
    }
}
