//! Puts recorders in the place of programs, and the programs back.
//!
//! While `prog` is recorded, its own file is `.prog.patchlight`, in the same directory, since
//! libraries and data may be looked for relative to where a program is. Every step is one `rename`,
//! so that there is a program under the name at any time. A recorder says which file it stands for:
//! what a killed recording left behind is put back by the next one, and works until then.

use super::stub::Stub;
use anyhow::{Context, Result, bail};
use patchlight_capture::modules::libtool_program;
use std::fs::{self, FileTimes, Permissions};
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

/// A program in whose place a recorder stands. Dropping it puts the program back.
pub struct Installed {
    pub program: PathBuf,
    pub real: PathBuf,
    is_back: bool,
}

/// What was found when a program was put back.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum PutBack {
    Done,
    /// The suite itself made the program anew: the new one stays.
    Rebuilt,
}

/// The executables that a name leads to: links are followed, and libtool's scripts, which may lead
/// to two.
pub fn executables(name: &Path) -> Result<Vec<PathBuf>> {
    let place = || format!("cannot record {}", name.display());
    let path = name.canonicalize().with_context(place)?;
    let found = match libtool_program(&path).with_context(place)? {
        Some(real) => {
            let relinked = format!("lt-{}", real.file_name().unwrap_or_default().to_string_lossy());
            let relinked = real.with_file_name(relinked);
            [real, relinked].into_iter().filter(|path| path.is_file()).collect()
        }
        None => vec![path],
    };
    for path in &found {
        repair(path).with_context(place)?;
        let mut magic = [0; 4];
        let is_elf = fs::File::open(path)?.read_exact(&mut magic).is_ok() && magic == *b"\x7fELF";
        if !is_elf {
            bail!("{} is not an executable file: only those can be recorded", path.display());
        }
        if fs::metadata(path)?.mode() & 0o6000 != 0 {
            bail!("{} runs as another user: it cannot be recorded", path.display());
        }
    }
    match found.is_empty() {
        true => bail!("{}: the program that it runs is not built", name.display()),
        false => Ok(found),
    }
}

/// Puts back what a recording that was killed left behind.
fn repair(program: &Path) -> Result<()> {
    let real = real_name(program);
    match Stub::read(program) {
        Some(stub) if UnixStream::connect(&stub.socket).is_ok() => {
            bail!("it is already being recorded");
        }
        Some(stub) => fs::rename(&stub.real, program)
            .with_context(|| format!("cannot restore {}", stub.real.display())),
        // It was killed just before or after the exchange: both are the program.
        None if real.is_file() => {
            fs::remove_file(&real).with_context(|| format!("cannot remove {}", real.display()))
        }
        None => Ok(()),
    }
}

/// Where a program is while a recorder stands in its place.
pub fn real_name(program: &Path) -> PathBuf {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    program.with_file_name(format!(".{name}.patchlight"))
}

impl Installed {
    /// `stub` says who listens.
    pub fn new(program: &Path, stub: impl FnOnce(PathBuf) -> Stub) -> Result<Installed> {
        let place = || format!("cannot replace {} by a recorder", program.display());
        let real = real_name(program);
        let data = fs::metadata(program).with_context(place)?;
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let scratch = program.with_file_name(format!(".{name}.patchlight-new"));
        fs::write(&scratch, stub(real.clone()).encode()?).with_context(place)?;
        // As old as the program: `make` must see nothing new.
        let times = FileTimes::new().set_modified(data.modified()?).set_accessed(data.accessed()?);
        fs::File::options().write(true).open(&scratch)?.set_times(times).with_context(place)?;
        fs::set_permissions(&scratch, Permissions::from_mode(data.mode() & 0o777))?;
        let kept = fs::hard_link(program, &real).or_else(|_| {
            fs::copy(program, &real)?;
            fs::File::options().write(true).open(&real)?.set_times(times)
        });
        let exchanged = kept.and_then(|()| fs::rename(&scratch, program));
        if exchanged.is_err() {
            let _ = fs::remove_file(&scratch);
            let _ = fs::remove_file(&real);
        }
        exchanged.with_context(place)?;
        Ok(Installed { program: program.to_path_buf(), real, is_back: false })
    }

    pub fn put_back(&mut self) -> Result<PutBack> {
        self.is_back = true;
        let place = || format!("cannot restore {}", self.program.display());
        match Stub::read(&self.program) {
            Some(_) => {
                fs::rename(&self.real, &self.program).with_context(place)?;
                Ok(PutBack::Done)
            }
            None => {
                // Whatever is there now is newer; if nothing is there, the suite removed it.
                fs::remove_file(&self.real).with_context(place)?;
                Ok(PutBack::Rebuilt)
            }
        }
    }
}

impl Drop for Installed {
    fn drop(&mut self) {
        if !self.is_back {
            let _ = self.put_back();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(dir: &Path) -> PathBuf {
        let path = dir.canonicalize().unwrap().join("echo");
        fs::copy("/bin/echo", &path).unwrap();
        path
    }

    fn stub(real: PathBuf) -> Stub {
        Stub { real, socket: "/absent/socket".into(), tracer: 1, missed: "/absent".into() }
    }

    #[test]
    fn what_a_killed_recording_left_behind_is_put_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = program(dir.path());
        let before = fs::metadata(&path).unwrap();
        std::mem::forget(Installed::new(&path, stub).unwrap());
        let recorder = fs::metadata(&path).unwrap();
        assert!(Stub::read(&path).is_some());
        assert_eq!(before.modified().unwrap(), recorder.modified().unwrap());
        assert_eq!(executables(&path).unwrap(), std::slice::from_ref(&path));
        assert_eq!(fs::metadata(&path).unwrap().ino(), before.ino());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_program_that_the_suite_makes_anew_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = program(dir.path());
        let mut installed = Installed::new(&path, stub).unwrap();
        fs::remove_file(&path).unwrap();
        fs::copy("/bin/true", &path).unwrap();
        assert_eq!(installed.put_back().unwrap(), PutBack::Rebuilt);
        assert_eq!(fs::read(&path).unwrap(), fs::read("/bin/true").unwrap());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn scripts_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("script");
        fs::write(&path, "#!/bin/sh\n").unwrap();
        let error = executables(&path).unwrap_err().to_string();
        assert!(error.contains("is not an executable file"), "{error}");
    }
}
