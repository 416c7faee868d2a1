//! Executables to run.

use crate::error::{Error, Result};
use crate::libraries::{Library, LibrarySearch};
use crate::sanitizer::has_sanitizer;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Executable {
    pub path: PathBuf,
    /// What it is called when it runs, the same for all versions of a program.
    pub name: String,
    /// Whether it has a sanitizer in it.
    pub is_sanitized: bool,
    /// The shared libraries that it is run with, beside the system's.
    pub libraries: Vec<Library>,
}

impl Executable {
    /// The executable in a file. It is called by the file's name, and run with the libraries in the
    /// directories that it names itself.
    pub fn open(path: &Path) -> Result<Executable> {
        Executable::open_with(path, &LibrarySearch::default())
    }

    /// The same, with libraries that are searched for elsewhere, too.
    pub fn open_with(path: &Path, search: &LibrarySearch) -> Result<Executable> {
        let cannot = |error| Error::Executable(path.to_path_buf(), error);
        let path = path.canonicalize().map_err(cannot)?;
        let bytes = std::fs::read(&path).map_err(cannot)?;
        let is_sanitized = has_sanitizer(&bytes);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let libraries = search.libraries(&path);
        Ok(Executable { path, name, is_sanitized, libraries })
    }

    /// The host's file, by the name that the executable or one of its libraries has when it runs. `None`
    /// for the system's.
    pub fn file_of(&self, running: &Path) -> Option<&Path> {
        let name = running.file_name()?.to_str()?;
        match self.libraries.iter().find(|library| library.name == name) {
            Some(library) => Some(&library.path),
            None => (self.name == name).then_some(&self.path),
        }
    }

    pub fn called(self, name: &str) -> Executable {
        Executable { name: name.to_string(), ..self }
    }
}

/// Whether two executables, and the libraries that they are run with, do the same because they hold
/// the same: what is loaded of them is equal but for the build's number.
pub fn same_machine_code(old: &Executable, new: &Executable) -> bool {
    let same_files = |old: &Path, new: &Path| match (loaded(old), loaded(new)) {
        (Some(old), Some(new)) => old == new,
        _ => false,
    };
    let names = |executable: &Executable| -> Vec<String> {
        executable.libraries.iter().map(|library| library.name.clone()).collect()
    };
    let mut libraries = old.libraries.iter().zip(&new.libraries);
    same_files(&old.path, &new.path)
        && names(old) == names(new)
        && libraries.all(|(old, new)| same_files(&old.path, &new.path))
}

/// The sections of a file that are loaded.
fn loaded(path: &Path) -> Option<Vec<(String, u64, Vec<u8>)>> {
    use object::{Object, ObjectSection, SectionFlags};
    let content = std::fs::read(path).ok()?;
    let file = object::File::parse(content.as_slice()).ok()?;
    let is_loaded = |flags: SectionFlags| match flags {
        SectionFlags::Elf { sh_flags, .. } => sh_flags.0 & object::elf::SHF_ALLOC.0 != 0,
        _ => false,
    };
    let sections = file.sections().filter(|section| is_loaded(section.flags()));
    let of = |section: object::Section<'_, '_>| {
        let name = section.name().ok()?.to_string();
        Some((name, section.size(), section.data().ok()?.to_vec()))
    };
    let sections: Option<Vec<_>> = sections.map(of).collect();
    Some(sections?.into_iter().filter(|(name, ..)| name != ".note.gnu.build-id").collect())
}
