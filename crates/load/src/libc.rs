//! The lowered libc, made once.
//!
//! `libc/build.toml` says which sources are compiled how. The LLVM text of each is kept in the
//! cache, so that a new front end lowers libc again without compiling it again.

use crate::lowering::{FRONT_END, lower_text};
use crate::module_file::{LibraryFile, encode_library};
use anyhow::{Context, Result, bail};
use include_dir::{Dir, DirEntry, include_dir};
use patchlight_cache::{Cache, Key};
use patchlight_ir::Module;
use patchlight_ir::link::link_library;
use patchlight_toolchain::{Clang, Environment, REQUIREMENTS, in_parallel};
use serde::Deserialize;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Our own part of libc: headers, the shim, and how all of it is built.
static LIBC: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../libc");

#[derive(Deserialize)]
struct Recipe {
    common: Vec<String>,
    group: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    root: String,
    sources: Vec<String>,
    #[serde(default)]
    include: Vec<String>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    exclude: Vec<String>,
    #[serde(default)]
    extra: Vec<Extra>,
}

#[derive(Deserialize)]
struct Extra {
    files: Vec<String>,
    flags: Vec<String>,
}

/// One source file and the options that it is compiled with.
struct Unit {
    source: PathBuf,
    args: Vec<OsString>,
}

/// The lowered libc, from the cache if it is there.
pub fn library(cache: &Cache) -> Result<LibraryFile> {
    let sources = sources_key();
    if let Some(library) = from_cache(cache, &sources) {
        return Ok(library);
    }
    let texts = compiled_texts(cache, &sources)?;
    eprintln!("patchlight: lowering libc ({} modules)", texts.len());
    let modules = in_parallel(&texts, |path| {
        let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let module: Module = lower_text(&text, &path.display().to_string())?;
        Ok((name, module))
    })?;
    let module = link_library(modules)?;
    let bytes = encode_library(&module)?;
    cache.write(&file_name(&sources), &bytes)?;
    LibraryFile::decode(bytes)
}

/// Whether the lowered libc is in the cache.
pub fn is_built(cache: &Cache) -> bool {
    from_cache(cache, &sources_key()).is_some()
}

fn from_cache(cache: &Cache, sources: &Key) -> Option<LibraryFile> {
    LibraryFile::decode(cache.read(&file_name(sources))?).ok()
}

fn file_name(sources: &Key) -> String {
    let key = Key::of([sources.as_str().as_bytes(), FRONT_END.as_bytes()]);
    format!("libc-{}.plm", key.as_str())
}

fn sources_key() -> Key {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    collect(&LIBC, &mut parts);
    parts.push(REQUIREMENTS.as_bytes().to_vec());
    Key::of(parts.iter().map(Vec::as_slice))
}

fn collect(dir: &Dir<'_>, parts: &mut Vec<Vec<u8>>) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => collect(dir, parts),
            DirEntry::File(file) => {
                parts.push(file.path().as_os_str().as_encoded_bytes().to_vec());
                parts.push(file.contents().to_vec());
            }
        }
    }
}

/// The LLVM text of every unit, in a fixed order.
fn compiled_texts(cache: &Cache, key: &Key) -> Result<Vec<PathBuf>> {
    let dir = cache.path(&format!("libc-text-{}", key.as_str()));
    if !dir.is_dir() {
        let scratch = cache.scratch("libc-text");
        let _ = fs::remove_dir_all(&scratch);
        fs::create_dir_all(&scratch)?;
        compile_all(cache, key, &scratch)?;
        if fs::rename(&scratch, &dir).is_err() && !dir.is_dir() {
            bail!("cannot move the compiled libc to {}", dir.display());
        }
    }
    let mut texts: Vec<PathBuf> =
        fs::read_dir(&dir)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    texts.sort();
    Ok(texts)
}

fn compile_all(cache: &Cache, key: &Key, to: &Path) -> Result<()> {
    let wheel = Environment::ensure(cache)?.wheel();
    let clang = Clang::find(cache, Some(&wheel.join("zig")))?;
    let libc = cache.path(&format!("libc-source-{}", key.as_str()));
    fs::create_dir_all(&libc)?;
    LIBC.extract(&libc).context("cannot write libc's sources into the cache")?;
    let units = units(&libc, &wheel)?;
    eprintln!("patchlight: compiling libc ({} files, once)", units.len());
    let numbered: Vec<(usize, &Unit)> = units.iter().enumerate().collect();
    in_parallel(&numbered, |(n, unit)| {
        let stem = unit.source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let output = to.join(format!("{n:04}-{stem}.ll"));
        let mut args: Vec<OsString> = vec!["clang".into()];
        args.extend(unit.args.iter().cloned());
        args.push(unit.source.clone().into());
        let text = clang.run(&args, &output, &unit.source)?;
        fs::write(&output, text)?;
        Ok(())
    })?;
    let _ = fs::remove_dir_all(&libc);
    Ok(())
}

fn units(libc: &Path, wheel: &Path) -> Result<Vec<Unit>> {
    let recipe = fs::read_to_string(libc.join("build.toml"))?;
    let recipe: Recipe = toml::from_str(&recipe).context("libc/build.toml")?;
    let places = Places { libc, wheel };
    let mut units = Vec::new();
    for group in &recipe.group {
        let root = PathBuf::from(places.fill(&group.root));
        let mut found = Vec::new();
        for pattern in &group.sources {
            find(&root, pattern, &mut found)?;
        }
        found.sort();
        for source in found.iter().filter(|s| !group.exclude.iter().any(|p| matches(p, s))) {
            let mut args: Vec<OsString> = Vec::new();
            args.extend(places.fill_all(&recipe.common));
            for extra in group.extra.iter().filter(|e| e.files.iter().any(|p| matches(p, source))) {
                args.extend(places.fill_all(&extra.flags));
            }
            args.extend(places.fill_all(&group.flags));
            for dir in &group.include {
                args.extend(["-I".into(), places.fill(dir).into()]);
            }
            units.push(Unit { source: root.join(source), args });
        }
    }
    Ok(units)
}

/// What the placeholders of the recipe stand for.
struct Places<'a> {
    libc: &'a Path,
    wheel: &'a Path,
}

impl Places<'_> {
    fn fill(&self, text: &str) -> String {
        text.replace("{libc}", &self.libc.to_string_lossy())
            .replace("{musl}", &self.wheel.join("lib/libc/musl").to_string_lossy())
            .replace("{wheel}", &self.wheel.to_string_lossy())
    }

    fn fill_all<'a>(&'a self, texts: &'a [String]) -> impl Iterator<Item = OsString> + 'a {
        texts.iter().flat_map(|text| {
            if text == "{system}" {
                let clang = self.wheel.join("lib/include");
                let dirs =
                    [&clang, Path::new("/usr/include/x86_64-linux-gnu"), Path::new("/usr/include")];
                dirs.iter().flat_map(|dir| ["-isystem".into(), OsString::from(dir)]).collect()
            } else {
                vec![OsString::from(self.fill(text))]
            }
        })
    }
}

/// Files below `root` whose relative path matches the pattern, e.g. `src/*/*.c`.
fn find(root: &Path, pattern: &str, found: &mut Vec<String>) -> Result<()> {
    let mut level = vec![String::new()];
    for part in pattern.split('/') {
        let mut next = Vec::new();
        for dir in &level {
            let full = root.join(dir);
            if !full.is_dir() {
                continue;
            }
            let place = || format!("cannot read {}", full.display());
            for entry in fs::read_dir(&full).with_context(place)? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                if matches_part(part, &name) {
                    next.push(if dir.is_empty() { name } else { format!("{dir}/{name}") });
                }
            }
        }
        level = next;
    }
    found.extend(level);
    Ok(())
}

fn matches(pattern: &str, path: &str) -> bool {
    let (mut patterns, mut parts) = (pattern.split('/'), path.split('/'));
    loop {
        match (patterns.next(), parts.next()) {
            (None, None) => return true,
            (Some(pattern), Some(part)) if matches_part(pattern, part) => {}
            _ => return false,
        }
    }
}

/// `*` stands for any characters; there is at most one in a part.
fn matches_part(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
    }
}
