//! The shared libraries that a program is run with, beside the system's.
//!
//! The dynamic linker looks for a library in directories that executables and the environment name.
//! Few of them are there in a sandbox, so a program would not start, or would run with the system's
//! library of the same name. Here the libraries that it is meant to run with are found beforehand;
//! the sandbox has copies of them, and asks the dynamic linker whether it takes these.

use crate::system::SYSTEM;
use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, DT_SONAME, ET_DYN};
use object::read::elf::{ElfFile64, FileHeader};
use object::{Endianness, Object};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

const ELF_MAGIC: &[u8] = b"\x7fELF";

/// A shared library that is not the system's.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Library {
    /// What the dynamic linker looks for.
    pub name: String,
    pub path: PathBuf,
}

/// Where shared libraries are looked for, beside the directories that files themselves name.
#[derive(Clone, Debug, Default)]
pub struct LibrarySearch {
    /// As in `LD_LIBRARY_PATH`.
    pub directories: Vec<PathBuf>,
    /// What a build made, by the names that the dynamic linker looks for.
    built: BTreeMap<String, Vec<PathBuf>>,
}

impl LibrarySearch {
    /// Also the libraries below a directory, wherever they are: whoever runs a build's programs tells
    /// the dynamic linker where its libraries are.
    pub fn built_in(directory: &Path) -> LibrarySearch {
        let mut search = LibrarySearch::default();
        let directory = directory.canonicalize().unwrap_or_else(|_| directory.to_path_buf());
        let mut directories = vec![directory];
        while let Some(directory) = directories.pop() {
            let entries = fs::read_dir(&directory).into_iter().flatten().flatten();
            for entry in entries {
                let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
                if kind.is_dir() {
                    directories.push(path);
                } else if kind.is_file() && may_be_library(&path) {
                    search.add(path);
                }
            }
        }
        for paths in search.built.values_mut() {
            paths.sort();
        }
        search
    }

    fn add(&mut self, path: PathBuf) {
        let Ok(content) = fs::read(&path) else { return };
        let Some(dynamic) = Dynamic::read(&path, &content).filter(|dynamic| dynamic.is_library)
        else {
            return;
        };
        let name = dynamic.name.or_else(|| Some(path.file_name()?.to_str()?.to_string()));
        if let Some(name) = name {
            self.built.entry(name).or_default().push(path);
        }
    }

    /// The library with this name that a build made. Of several, the one nearest to who asks for it.
    fn built(&self, name: &str, asks: &Path) -> Option<PathBuf> {
        let n_shared = |path: &Path| {
            let parts = path.components().zip(asks.components());
            parts.take_while(|(part, other)| part == other).count()
        };
        let paths = self.built.get(name)?;
        // The first of those that are equally near.
        paths.iter().rev().max_by_key(|path| n_shared(path)).cloned()
    }

    /// The shared libraries that a file needs and that are found, those that they need included, in
    /// the order in which the dynamic linker searches them for symbols.
    pub fn libraries(&self, file: &Path) -> Vec<Library> {
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        let mut inherited = Vec::new();
        let mut queue = VecDeque::from([file.to_path_buf()]);
        while let Some(file) = queue.pop_front() {
            let Ok(content) = fs::read(&file) else { continue };
            let Some(dynamic) = Dynamic::read(&file, &content) else { continue };
            for name in &dynamic.needs {
                if seen.contains(name) {
                    continue;
                }
                let Some(path) = self.find(name, &file, &dynamic, &inherited) else { continue };
                seen.insert(name.clone());
                queue.push_back(path.clone());
                found.push(Library { name: name.clone(), path });
            }
            if dynamic.is_inherited {
                inherited.extend(dynamic.directories);
            }
        }
        found
    }

    fn find(
        &self,
        name: &str,
        asks: &Path,
        dynamic: &Dynamic,
        inherited: &[PathBuf],
    ) -> Option<PathBuf> {
        let (before, after) = match dynamic.is_inherited {
            true => (dynamic.directories.as_slice(), &[][..]),
            false => (&[][..], dynamic.directories.as_slice()),
        };
        let named = before.iter().chain(inherited).chain(&self.directories).chain(after);
        let there = named.map(|directory| directory.join(name)).find(|path| path.is_file());
        // The system's libraries are in every sandbox, where the system has them.
        match there {
            Some(path) if self.is_built(name, &path) || !is_systems(&path) => Some(path),
            Some(_) => None,
            None => self.built(name, asks),
        }
    }

    fn is_built(&self, name: &str, path: &Path) -> bool {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        self.built.get(name).is_some_and(|built| built.contains(&path))
    }
}

fn is_systems(path: &Path) -> bool {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let local = ["/usr/local", "/opt"].iter().any(|local| path.starts_with(local));
    !local && SYSTEM.iter().any(|system| path.starts_with(system))
}

/// Libraries are called `libx.so`, `libx.so.1.2` or `x.so`: nothing else is read.
fn may_be_library(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".so") || name.contains(".so.")
}

/// What an executable or a shared library tells the dynamic linker.
struct Dynamic {
    is_library: bool,
    name: Option<String>,
    needs: Vec<String>,
    directories: Vec<PathBuf>,
    /// Its directories are searched for what its libraries need, too: `DT_RPATH` without `DT_RUNPATH`.
    is_inherited: bool,
}

impl Dynamic {
    /// `None` if the file is none of both, or damaged.
    fn read(file: &Path, content: &[u8]) -> Option<Dynamic> {
        if !content.starts_with(ELF_MAGIC) {
            return None;
        }
        let elf = ElfFile64::<Endianness>::parse(content).ok()?;
        let table = elf.elf_section_table().dynamic_table(elf.endian(), content).ok()?;
        let text = |entry| Some(String::from_utf8_lossy(table.string(entry).ok()?).into_owned());
        let mut dynamic = Dynamic {
            is_library: elf.elf_header().e_type(elf.endian()) == ET_DYN
                && elf.section_by_name(".interp").is_none(),
            name: None,
            needs: Vec::new(),
            directories: Vec::new(),
            is_inherited: false,
        };
        let (mut rpath, mut runpath) = (None, None);
        for entry in table.iter() {
            match entry.tag {
                DT_NEEDED => dynamic.needs.push(text(entry)?),
                DT_SONAME => dynamic.name = text(entry),
                DT_RPATH => rpath = text(entry),
                DT_RUNPATH => runpath = text(entry),
                _ => {}
            }
        }
        dynamic.is_inherited = runpath.is_none() && rpath.is_some();
        if let Some(path) = runpath.or(rpath) {
            dynamic.directories = directories_of(OsStr::new(&path), file);
        }
        Some(dynamic)
    }
}

/// The directories of a search path; `$ORIGIN` is where the file is.
pub fn directories_of(path: &OsStr, file: &Path) -> Vec<PathBuf> {
    let parent = file.parent().filter(|directory| !directory.as_os_str().is_empty());
    let origin = parent.unwrap_or(Path::new(".")).to_string_lossy();
    let text = String::from_utf8_lossy(path.as_bytes());
    let text = text.replace("$ORIGIN", &origin).replace("${ORIGIN}", &origin);
    text.split([':', ';']).filter(|part| !part.is_empty()).map(PathBuf::from).collect()
}
