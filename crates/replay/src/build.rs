//! Executables from sources: as they are, and with AddressSanitizer and UndefinedBehaviorSanitizer
//! (which end the program at the first error), by the user's own compiler.

use crate::error::{Error, Result};
use crate::executable::Executable;
use crate::judge::Version;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SANITIZE: [&str; 3] =
    ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];

/// How sources become executables.
#[derive(Clone, Debug)]
pub struct Builder {
    pub compiler: OsString,
    pub cflags: Vec<OsString>,
    /// Where executables go, one directory a version.
    pub dir: PathBuf,
    /// A shell command that builds a directory of sources, which gets `CC`, `CFLAGS` and `LDFLAGS`.
    pub command: Option<OsString>,
    /// The executable that the command makes, relative to the directory.
    pub product: Option<PathBuf>,
}

impl Builder {
    /// A version from an executable, from C files, or from a directory with a build command.
    pub fn version(&self, name: &str, paths: &[PathBuf]) -> Result<Version> {
        match paths {
            [path] if path.is_dir() => self.run_command(name, path),
            [path] if !is_source(path) => {
                Ok(Version { plain: Executable::open(path)?, sanitized: None })
            }
            sources => self.compile(name, sources),
        }
    }

    fn compile(&self, name: &str, sources: &[PathBuf]) -> Result<Version> {
        let dir = self.dir.join(name);
        fs::create_dir_all(&dir).map_err(|error| Error::Executable(dir.clone(), error))?;
        let program = sources[0].file_stem().unwrap_or(sources[0].as_os_str());
        let build = |to: PathBuf, more: &[&str]| {
            let mut command = Command::new(&self.compiler);
            command.args(["-g", "-w"]).args(more).args(&self.cflags).args(sources);
            command.arg("-o").arg(&to).arg("-lm");
            run(&mut command, &self.compiler.to_string_lossy())?;
            Executable::open(&to)
        };
        let sanitized = dir.join("sanitized");
        fs::create_dir_all(&sanitized).map_err(|error| Error::Executable(dir.clone(), error))?;
        Ok(Version {
            plain: build(dir.join(program), &[])?,
            sanitized: Some(build(sanitized.join(program), &SANITIZE)?),
        })
    }

    fn run_command(&self, name: &str, source: &Path) -> Result<Version> {
        let (Some(build), Some(product)) = (&self.command, &self.product) else {
            let source = source.display();
            return Err(Error::Build(format!(
                "{source} is a directory: --build and --exe say how its executable is made"
            )));
        };
        let make = |kind: &str, flags: &str| {
            let dir = self.dir.join(format!("{name}-{kind}"));
            copy_tree(source, &dir).map_err(|error| Error::Executable(dir.clone(), error))?;
            let mut command = Command::new("sh");
            command.arg("-c").arg(build).current_dir(&dir).env("CC", &self.compiler);
            let given: Vec<String> =
                self.cflags.iter().map(|flag| flag.to_string_lossy().into_owned()).collect();
            command.env("CFLAGS", format!("-g {flags} {}", given.join(" ")).trim_end());
            command.env("LDFLAGS", flags);
            run(&mut command, &build.to_string_lossy())?;
            Executable::open(&dir.join(product))
        };
        let plain = make("plain", "")?;
        let sanitized = make("sanitized", &SANITIZE.join(" "))?;
        if !sanitized.is_sanitized {
            return Err(Error::Build(
                "the build command does not heed CC, CFLAGS and LDFLAGS: its executable has no \
                 sanitizers in it"
                    .to_string(),
            ));
        }
        Ok(Version { plain, sanitized: Some(sanitized) })
    }
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}

fn run(command: &mut Command, name: &str) -> Result<()> {
    let output = command.output().map_err(|error| Error::Build(format!("{name}: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    Err(Error::Build(format!("{name} fails:\n{messages}")))
}

fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_tree(&entry.path(), &to)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path())?, &to)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), &to)?;
            // Makefiles compare times.
            let time = entry.metadata()?.modified()?;
            fs::File::options()
                .append(true)
                .open(&to)
                .and_then(|file| file.set_modified(time))
                .ok();
        }
    }
    Ok(())
}
