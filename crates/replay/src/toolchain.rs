//! The user's own C compiler: what is built natively is built here.
//!
//! Which compiler that is, somebody says who may read the environment.

use crate::error::{Error, Result};
use crate::sanitizer::sanitizer_flags;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

/// A C compiler, with what comes first on its command line: `cc`, `ccache gcc`, `clang -m64`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Toolchain {
    program: String,
    first_args: Vec<String>,
}

/// Whether a build has sanitizers in it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Sanitizers {
    Off,
    On,
}

impl Default for Toolchain {
    /// The system's.
    fn default() -> Toolchain {
        Toolchain { program: "cc".to_string(), first_args: Vec::new() }
    }
}

impl Toolchain {
    /// A compiler as `$CC` has it: words with blanks between them. Without a word, the system's.
    pub fn new(words: &str) -> Toolchain {
        let mut words = words.split_whitespace().map(str::to_string);
        match words.next() {
            Some(program) => Toolchain { program, first_args: words.collect() },
            None => Toolchain::default(),
        }
    }

    /// As `$CC` would have it.
    pub fn name(&self) -> String {
        let words = std::iter::once(&self.program).chain(&self.first_args);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// The begin of a command line.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.first_args);
        command
    }

    /// An object file or an executable of sources, with debug information and without warnings.
    pub fn compile<S: AsRef<OsStr>>(
        &self,
        args: &[S],
        sanitizers: Sanitizers,
        to: &Path,
    ) -> Result<()> {
        let mut command = self.command();
        command.args(["-g", "-w"]);
        if sanitizers == Sanitizers::On {
            // The linker need not look whether the sanitizers' own libraries are complete: that takes
            // half of the time that a small program needs, 60 ms.
            command.args(sanitizer_flags()).arg("-Wl,--allow-shlib-undefined");
        }
        self.run(command.args(args).arg("-o").arg(to))
    }

    /// An executable of object files, whose addresses are those that its debug information names,
    /// whatever the flags among the arguments say.
    pub fn link<S: AsRef<OsStr>>(&self, args: &[S], to: &Path) -> Result<()> {
        self.run(self.command().args(args).args(["-w", "-no-pie", "-o"]).arg(to))
    }

    fn run(&self, command: &mut Command) -> Result<()> {
        let output = command.output();
        succeed(&self.name(), output.map_err(|error| Error::NoCompiler(self.name(), error))?)
    }
}

/// What a command that builds something says is worth reading only if it fails.
pub fn succeed(name: &str, output: Output) -> Result<()> {
    if output.status.success() {
        return Ok(());
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    Err(Error::Build(format!("{name} fails:\n{messages}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_may_have_arguments() {
        let toolchain = Toolchain::new("  ccache gcc\t-m64 ");
        assert_eq!(toolchain.name(), "ccache gcc -m64");
        let command = toolchain.command();
        assert_eq!(command.get_program(), "ccache");
        assert!(command.get_args().eq(["gcc", "-m64"]));
        assert_eq!(Toolchain::new(" "), Toolchain::default());
    }

    #[test]
    fn a_compiler_that_fails_says_what_is_wrong() {
        let to = Path::new("/absent/out");
        let absent = Toolchain::new("/absent/cc").link(&["a.o"], to).unwrap_err();
        assert!(absent.to_string().starts_with("cannot start the C compiler `/absent/cc`: "));
        let source = ["-x", "c", "/absent.c"];
        let refused = Toolchain::default().compile(&source, Sanitizers::Off, to).unwrap_err();
        let text = refused.to_string();
        assert!(text.starts_with("cc fails:\n") && text.contains("/absent.c"), "{text}");
    }
}
