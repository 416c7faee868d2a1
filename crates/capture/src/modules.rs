//! What was captured when a program was built with `patchlight cc`: the modules that an executable,
//! a shared library, a static archive or an object leads to.
//!
//! An executable's shared libraries are found as the dynamic linker finds them.

use crate::record::{Record, SECTION, State};
use anyhow::{Context, Result, bail};
use object::read::archive::ArchiveFile;
use object::read::elf::{ElfFile64, FileHeader};
use object::{Endianness, Object, ObjectKind, ObjectSection, ObjectSymbol};
use patchlight_replay::{LibrarySearch, directories_of};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

const ELF_MAGIC: &[u8] = b"\x7fELF";
const ARCHIVE_MAGICS: [&[u8]; 2] = [b"!<arch>\n", b"!<thin>\n"];
/// What libtool writes into the scripts that stand in for executables not yet installed.
const LIBTOOL_WRAPPER: &[u8] = b"temporary wrapper script for .libs/";

/// Where `make install` puts libraries. Those of the distribution were not built with us.
const LOCAL_LIBRARIES: [&str; 2] = ["/usr/local/lib", "/usr/local/lib/x86_64-linux-gnu"];

/// A file that was built, and everything that it leads to: it is read once.
#[derive(Debug)]
pub struct BuiltFile {
    pub path: PathBuf,
    /// The file itself first, then its shared libraries in the order in which symbols are looked up.
    pub parts: Vec<Part>,
    n_loads: AtomicU32,
}

impl BuiltFile {
    pub fn read(path: &Path) -> Result<BuiltFile> {
        BuiltFile::read_with(path, &LibrarySearch::default())
    }

    /// The same, with libraries that are searched for elsewhere, too.
    pub fn read_with(path: &Path, search: &LibrarySearch) -> Result<BuiltFile> {
        let (file, search) = to_run(path, search)?;
        let parts = parts_of(&file, &read(&file)?, &search)?;
        Ok(BuiltFile { parts, path: path.to_path_buf(), n_loads: AtomicU32::new(0) })
    }

    /// What all parts were made from.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.parts.iter().flat_map(|part| &part.records)
    }

    /// Sources that have no module, and why.
    pub fn missing(&self) -> impl Iterator<Item = String> {
        self.records().filter_map(|record| match &record.state {
            State::Unsupported(reason) => Some(format!("{}: {reason}", record.source.display())),
            State::Module(_) | State::Archive(_) => None,
        })
    }

    /// Takes note that its modules are loaded.
    pub fn note_load(&self) {
        self.n_loads.fetch_add(1, Ordering::Relaxed);
    }

    /// How often its modules were loaded.
    pub fn n_loads(&self) -> u32 {
        self.n_loads.load(Ordering::Relaxed)
    }
}

/// A file with code, and what it was made from.
#[derive(Debug)]
pub struct Part {
    pub file: PathBuf,
    pub records: Vec<Record>,
    /// For a shared library: the symbols that others see.
    pub exports: Option<HashSet<String>>,
}

/// Whether a file with this content may lead to modules.
pub fn is_built_file(content: &[u8]) -> bool {
    content.starts_with(ELF_MAGIC) || is_archive(content) || is_libtool_wrapper(content)
}

fn is_libtool_wrapper(content: &[u8]) -> bool {
    let start = &content[..content.len().min(1024)];
    let mut windows = start.windows(LIBTOOL_WRAPPER.len());
    start.starts_with(b"#!") && windows.any(|window| window == LIBTOOL_WRAPPER)
}

/// The executable that a file stands for, which is another one for a libtool script, and where its
/// shared libraries are searched for: in the directories that the script or the environment names,
/// and where the user installs.
pub fn to_run(file: &Path, search: &LibrarySearch) -> Result<(PathBuf, LibrarySearch)> {
    let content = read(file)?;
    let mut search = search.clone();
    let is_wrapper = is_libtool_wrapper(&content);
    if is_wrapper {
        search.directories.extend(wrapper_directories(&content));
    }
    let real = if is_wrapper { behind_wrapper(file) } else { file.to_path_buf() };
    if let Some(path) = std::env::var_os("LD_LIBRARY_PATH") {
        search.directories.extend(directories_of(&path, &real));
    }
    search.directories.extend(LOCAL_LIBRARIES.map(PathBuf::from));
    Ok((real, search))
}

/// Whether a file is an executable that leads to modules.
pub fn is_captured(file: &Path) -> bool {
    let content = fs::read(file).unwrap_or_default();
    let is_executable = || {
        let kind = object::File::parse(content.as_slice()).map(|file| file.kind());
        matches!(kind, Ok(ObjectKind::Executable | ObjectKind::Dynamic))
            && ElfFile64::<Endianness>::parse(content.as_slice())
                .is_ok_and(|file| file.elf_header().e_entry(file.endian()) != 0)
    };
    content.starts_with(ELF_MAGIC)
        && is_executable()
        && elf_records(&content).is_ok_and(|records| !records.is_empty())
}

/// The executable that a libtool script runs; `None` if the file is no such script.
pub fn libtool_program(file: &Path) -> Result<Option<PathBuf>> {
    Ok(is_libtool_wrapper(&read(file)?).then(|| behind_wrapper(file)))
}

fn behind_wrapper(script: &Path) -> PathBuf {
    let directory = script.parent().unwrap_or(Path::new("")).join(".libs");
    directory.join(script.file_name().unwrap_or_default())
}

fn parts_of(file: &Path, content: &[u8], search: &LibrarySearch) -> Result<Vec<Part>> {
    let mut parts =
        vec![Part { file: file.into(), records: records(file, content)?, exports: None }];
    for library in search.libraries(file) {
        let content = read(&library.path)?;
        let records = records(&library.path, &content)?;
        if !records.is_empty() {
            let exports = Some(exports(&library.path, &content)?);
            parts.push(Part { file: library.path, records, exports });
        }
    }
    if parts.iter().all(|part| part.records.is_empty()) {
        bail!(
            "{} was not built with Patchlight: build it with `patchlight cc` as the C compiler, \
             for instance by `make CC=\"patchlight cc\"` or `./configure CC=\"patchlight cc\"`",
            file.display()
        );
    }
    Ok(parts)
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

fn records(file: &Path, content: &[u8]) -> Result<Vec<Record>> {
    if !is_archive(content) {
        return elf_records(content).with_context(|| file.display().to_string());
    }
    let mut records = Vec::new();
    for_each_member(file, content, |data| {
        records.extend(elf_records(data)?);
        Ok(())
    })?;
    Ok(records)
}

/// The records of an archive's members, each with the symbols that the member defines.
pub fn archive_members(file: &Path) -> Result<Vec<Record>> {
    let content = read(file)?;
    let mut records = Vec::new();
    for_each_member(file, &content, |data| {
        let object = object::File::parse(data)?;
        let symbols =
            object.symbols().filter(|symbol| symbol.is_global() && symbol.is_definition());
        let defines: Vec<String> =
            symbols.filter_map(|symbol| Some(symbol.name().ok()?.to_string())).collect();
        for record in elf_records(data)? {
            records.push(Record { defines: defines.clone(), ..record });
        }
        Ok(())
    })?;
    Ok(records)
}

/// The records of an object for link-time optimisation: the linker drops their section.
pub fn lto_records(file: &Path) -> Result<Vec<Record>> {
    let content = read(file)?;
    let object = object::File::parse(content.as_slice())?;
    let is_lto = |name: &str| name.starts_with(".gnu.lto_");
    match object.sections().any(|section| section.name().is_ok_and(is_lto)) {
        true => elf_records(&content),
        false => Ok(Vec::new()),
    }
}

fn is_archive(content: &[u8]) -> bool {
    ARCHIVE_MAGICS.iter().any(|magic| content.starts_with(magic))
}

fn for_each_member(
    file: &Path,
    content: &[u8],
    mut visit: impl FnMut(&[u8]) -> Result<()>,
) -> Result<()> {
    let place = || format!("{}: not a valid archive", file.display());
    let archive = ArchiveFile::parse(content).with_context(place)?;
    for member in archive.members() {
        let member = member.with_context(place)?;
        let thin;
        let data = if archive.is_thin() {
            let name = Path::new(OsStr::from_bytes(member.name()));
            thin = read(&file.parent().unwrap_or(Path::new("")).join(name))?;
            &thin
        } else {
            member.data(content).with_context(place)?
        };
        if data.starts_with(ELF_MAGIC) {
            visit(data).with_context(place)?;
        }
    }
    Ok(())
}

/// The records of an object; `None` for what is none.
pub(crate) fn object_records(content: &[u8]) -> Option<Vec<Record>> {
    elf_records(content).ok()
}

fn elf_records(content: &[u8]) -> Result<Vec<Record>> {
    let file = object::File::parse(content).context("not a valid ELF file")?;
    let Some(section) = file.section_by_name(SECTION) else { return Ok(Vec::new()) };
    let section = section.data().context("not a valid ELF file")?;
    let mut records = Vec::new();
    for record in Record::decode_all(section) {
        if !records.contains(&record) {
            records.push(record);
        }
    }
    Ok(records)
}

fn exports(file: &Path, content: &[u8]) -> Result<HashSet<String>> {
    let elf = object::File::parse(content).with_context(|| file.display().to_string())?;
    let symbols = elf.dynamic_symbols().filter(|symbol| symbol.is_definition());
    Ok(symbols.filter_map(|symbol| Some(symbol.name().ok()?.to_string())).collect())
}

/// Where a libtool script has the dynamic linker search: `LD_LIBRARY_PATH="A:B:$LD_LIBRARY_PATH"`.
fn wrapper_directories(script: &[u8]) -> Vec<PathBuf> {
    let text = String::from_utf8_lossy(script);
    let line = text.lines().find_map(|line| line.trim().strip_prefix("LD_LIBRARY_PATH=\""));
    let path = line.unwrap_or_default().split('"').next().unwrap_or_default();
    path.split(':').filter(|dir| dir.starts_with('/')).map(PathBuf::from).collect()
}

/// The sources of a built file that have no module, with the reasons.
pub fn missing(file: &Path) -> Vec<String> {
    let content = fs::read(file).ok().filter(|content| is_built_file(content));
    let built = content.and_then(|_| BuiltFile::read(file).ok());
    built.iter().flat_map(BuiltFile::missing).collect()
}
