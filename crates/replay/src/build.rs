//! Versions from sources: as they are, and with sanitizers, by the user's own compiler.

use crate::error::{Error, Result};
use crate::executable::Executable;
use crate::judge::Version;
use crate::sanitizer::sanitizer_flags;
use crate::toolchain::{Sanitizers, Toolchain, succeed};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How sources become executables.
#[derive(Clone, Debug)]
pub struct Builder {
    pub toolchain: Toolchain,
    pub cflags: Vec<OsString>,
    /// Where executables go, one directory per version.
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
        let mut args = self.cflags.clone();
        args.extend(sources.iter().map(OsString::from));
        args.push("-lm".into());
        let build = |to: PathBuf, sanitizers: Sanitizers| {
            self.toolchain.compile(&args, sanitizers, &to)?;
            Executable::open(&to)
        };
        let sanitized = dir.join("sanitized");
        fs::create_dir_all(&sanitized).map_err(|error| Error::Executable(dir.clone(), error))?;
        Ok(Version {
            plain: build(dir.join(program), Sanitizers::Off)?,
            sanitized: Some(build(sanitized.join(program), Sanitizers::On)?),
        })
    }

    fn run_command(&self, name: &str, source: &Path) -> Result<Version> {
        let (Some(build), Some(product)) = (&self.command, &self.product) else {
            let source = source.display();
            return Err(Error::Build(format!(
                "{source} is a directory: use --build and --exe to say how to build it"
            )));
        };
        let make = |kind: &str, flags: &str| {
            let dir = self.dir.join(format!("{name}-{kind}"));
            copy_tree(source, &dir).map_err(|error| Error::Executable(dir.clone(), error))?;
            let mut command = Command::new("sh");
            command.arg("-c").arg(build).current_dir(&dir).env("CC", self.toolchain.name());
            let given: Vec<String> =
                self.cflags.iter().map(|flag| flag.to_string_lossy().into_owned()).collect();
            command.env("CFLAGS", format!("-g {flags} {}", given.join(" ")).trim_end());
            command.env("LDFLAGS", flags);
            let said = build.to_string_lossy();
            let output = command.output();
            succeed(&said, output.map_err(|error| Error::Build(format!("{said}: {error}")))?)?;
            Executable::open(&dir.join(product))
        };
        let plain = make("plain", "")?;
        let sanitized = make("sanitized", &sanitizer_flags().join(" "))?;
        if !sanitized.is_sanitized {
            return Err(Error::Build(
                "the build command ignores CC, CFLAGS or LDFLAGS: its executable has no sanitizers"
                    .to_string(),
            ));
        }
        Ok(Version { plain, sanitized: Some(sanitized) })
    }
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
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
