//! A case: everything that decides what a program does natively.
//!
//! The JSON form is these types as serde writes them; `docs/replay.md` describes it. Names of files
//! are relative to the case's directory and stay below it: `Case::check` refuses others, and
//! nothing else in this crate makes a file by a name that was not checked.

mod command_lines;
mod inputs;
mod ktest;
mod load;

pub use command_lines::{BadCommandLines, command_lines};
pub use inputs::{Arguments, NamedBytes};
pub use ktest::{NotHeld, encode as encode_ktest, encode_case as encode_ktest_case};
pub use load::{Loaded, Template, load, load_bytes};

use crate::bytes::Hex;
use patchlight_inputs::InputName;
use serde::{Deserialize, Serialize};

/// The version of the JSON form. It grows when a field changes its meaning or goes away.
pub const VERSION: u32 = 1;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// How reports call it: a file's name or a number.
    #[serde(default)]
    pub name: String,
    /// What a harness for KLEE or Test-Comp asks for, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<CaseInput>,
    pub run: Run,
    /// Where the versions part on it, if an exploration made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct CaseInput {
    /// The text of an [`InputName`].
    pub name: String,
    pub bytes: Hex,
}

#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    pub phase: String,
    pub file: String,
    pub line: u32,
}

/// What a native run needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// `argv[0]`; the executable's own name if it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Hex>,
    /// `argv` without the program's name.
    pub args: Vec<Hex>,
    #[serde(default)]
    pub env: Vec<Named>,
    #[serde(default)]
    pub stdin: Hex,
    /// The standard streams that are terminals. As standard input, one is at its end at once:
    /// `stdin` is empty then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terminals: Vec<Terminal>,
    /// Files of the case's directory, in the order in which they are made.
    #[serde(default)]
    pub files: Vec<File>,
    /// The working directory, below the case's directory.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cwd: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub umask: Option<Mode>,
    /// The user and group that the program believes to be; 1000 if it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<CaseLimits>,
}

impl Run {
    /// Which of standard input, output and error are terminals.
    pub fn are_terminals(&self) -> [bool; 3] {
        [Terminal::Stdin, Terminal::Stdout, Terminal::Stderr]
            .map(|stream| self.terminals.contains(&stream))
    }
}

/// A standard stream that is a terminal.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terminal {
    Stdin,
    Stdout,
    Stderr,
}

#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Named {
    pub name: String,
    pub bytes: Hex,
}

#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct File {
    pub name: String,
    /// The contents, or where a link points to.
    #[serde(default)]
    pub bytes: Hex,
    #[serde(default, skip_serializing_if = "FileKind::is_regular")]
    pub kind: FileKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// When it was changed, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mtime: Option<i64>,
}

#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileKind {
    #[default]
    Regular,
    Directory,
    Link,
    Fifo,
    /// Sockets and devices: programs leave them behind, cases do not have them.
    Other,
}

impl FileKind {
    fn is_regular(&self) -> bool {
        *self == FileKind::Regular
    }
}

/// Permission bits, written in octal digits.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Mode(pub u32);

impl From<Mode> for String {
    fn from(mode: Mode) -> String {
        format!("{:03o}", mode.0)
    }
}

impl TryFrom<String> for Mode {
    type Error = String;

    fn try_from(text: String) -> Result<Mode, String> {
        match u32::from_str_radix(&text, 8) {
            Ok(mode) if mode <= 0o7777 => Ok(Mode(mode)),
            _ => Err(format!("`{text}` is not a mode in octal digits")),
        }
    }
}

/// Limits of one case, where they differ from those of all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CaseLimits {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_mb: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_mb: Option<u64>,
}

/// The longest run that a case may ask for.
pub(crate) const MOST_SECONDS: f64 = 86_400.0;

impl CaseLimits {
    /// Limits that are none, or that no machine can keep, are mistakes.
    pub(crate) fn check(&self) -> Result<(), BadCase> {
        let numbers = [
            ("memory_mb", self.memory_mb, 1 << 20),
            ("file_mb", self.file_mb, 1 << 20),
            ("output_mb", self.output_mb, 1 << 12),
            ("processes", self.processes, 1 << 16),
        ];
        for (name, given, most) in numbers {
            if given.is_some_and(|given| given == 0 || given > most) {
                return Err(BadCase::Limit { name, least: "1", most });
            }
        }
        match self.seconds {
            Some(seconds) if !(seconds > 0.0 && seconds <= MOST_SECONDS) => {
                let most = MOST_SECONDS as u64;
                Err(BadCase::Limit { name: "seconds", least: "more than 0", most })
            }
            _ => Ok(()),
        }
    }
}

/// Why a case cannot be run.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadCase {
    #[error("the file `{0}` is outside the case's directory")]
    Outside(String),
    #[error("the name `{0}` has an empty part or a `.` in it; one file has one name here")]
    NotPlain(String),
    #[error("the working directory `{0}` is outside the case's directory")]
    CwdOutside(String),
    #[error("the file `{0}` is named twice")]
    Twice(String),
    #[error("{0} contains a NUL")]
    Nul(String),
    #[error("the file `{0}` is of a kind that is not supported in cases")]
    Kind(String),
    #[error("`{0}` is not a valid variable name")]
    Variable(String),
    #[error("standard input is a terminal, which has no bytes")]
    TerminalInput,
    #[error("`{0}` cannot be a user's number")]
    User(u32),
    #[error("the limit `{name}` must be from {least} to {most}")]
    Limit { name: &'static str, least: &'static str, most: u64 },
}

impl CaseInput {
    /// Whether the program makes it itself, for its harness. All others are in the run.
    pub fn is_own(&self) -> bool {
        matches!(InputName::from(self.name.as_str()), InputName::Other(_))
    }
}

impl Case {
    /// Whether it can be run as it is.
    pub fn check(&self) -> Result<(), BadCase> {
        let run = &self.run;
        for (n, arg) in run.args.iter().enumerate() {
            no_nul(&arg.0, || format!("argument {}", n + 1))?;
        }
        if let Some(program) = &run.program {
            no_nul(&program.0, || "the program's name".to_string())?;
        }
        for variable in &run.env {
            if variable.name.is_empty() || variable.name.contains(['=', '\0']) {
                return Err(BadCase::Variable(variable.name.clone()));
            }
            no_nul(&variable.bytes.0, || format!("the variable {}", variable.name))?;
        }
        let mut names = std::collections::BTreeSet::new();
        for file in &run.files {
            if !is_inside(&file.name) {
                return Err(BadCase::Outside(file.name.clone()));
            }
            if !is_plain(&file.name) {
                return Err(BadCase::NotPlain(file.name.clone()));
            }
            if !names.insert(file.name.trim_end_matches('/')) {
                return Err(BadCase::Twice(file.name.clone()));
            }
            if file.kind == FileKind::Other {
                return Err(BadCase::Kind(file.name.clone()));
            }
            if file.kind == FileKind::Link {
                no_nul(&file.bytes.0, || format!("the link {}", file.name))?;
            }
        }
        // What lies below a link would lie where the link points to.
        let links = run.files.iter().filter(|file| file.kind != FileKind::Directory);
        for link in links {
            let below = format!("{}/", link.name.trim_end_matches('/'));
            if let Some(file) = run.files.iter().find(|file| file.name.starts_with(&below)) {
                return Err(BadCase::Outside(file.name.clone()));
            }
        }
        run.limits.as_ref().map_or(Ok(()), CaseLimits::check)?;
        // Where a number is expected, the last one means none.
        if let Some(user) = run.user.filter(|&user| user == u32::MAX) {
            return Err(BadCase::User(user));
        }
        if run.terminals.contains(&Terminal::Stdin) && !run.stdin.0.is_empty() {
            return Err(BadCase::TerminalInput);
        }
        let is_own = |name: &str| name.is_empty() || is_inside(name) && is_plain(name);
        if !is_own(&run.cwd) {
            return Err(BadCase::CwdOutside(run.cwd.clone()));
        }
        Ok(())
    }

    /// How many bytes a reader has to look at: arguments, variables, standard input, files.
    pub fn size(&self) -> usize {
        let run = &self.run;
        let args = run.args.iter().map(|arg| arg.0.len() + 1);
        let env = run.env.iter().map(|variable| variable.name.len() + variable.bytes.0.len() + 2);
        let files = run.files.iter().map(|file| file.name.len() + file.bytes.0.len() + 2);
        let inputs = self.inputs.iter().map(|input| input.bytes.0.len());
        args.chain(env).chain(files).chain(inputs).sum::<usize>() + run.stdin.0.len()
    }
}

fn is_inside(name: &str) -> bool {
    !name.starts_with('/') && !name.contains('\0') && !name.split('/').any(|part| part == "..")
}

/// Whether no other name leads to the same place.
fn is_plain(name: &str) -> bool {
    let mut parts = name.strip_suffix('/').unwrap_or(name).split('/');
    !parts.any(|part| matches!(part, "" | "."))
}

fn no_nul(bytes: &[u8], what: impl FnOnce() -> String) -> Result<(), BadCase> {
    if bytes.contains(&0) { Err(BadCase::Nul(what())) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_file(name: &str) -> Case {
        let file = File { name: name.to_string(), ..File::default() };
        Case { run: Run { files: vec![file], ..Run::default() }, ..Case::default() }
    }

    #[test]
    fn files_outside_of_the_directory_are_refused() {
        for name in ["", "./l", "a//b", "a/./b", ".", "a//"] {
            assert_eq!(with_file(name).check(), Err(BadCase::NotPlain(name.to_string())));
        }
        for name in ["/etc/passwd", "../x", "a/../../x", "/"] {
            assert_eq!(with_file(name).check(), Err(BadCase::Outside(name.to_string())));
        }
        assert_eq!(with_file("a/b..c").check(), Ok(()));
    }

    #[test]
    fn limits_have_a_range() {
        let refused = |limits: CaseLimits| {
            let run = Run { limits: Some(limits), ..Run::default() };
            Case { run, ..Case::default() }.check().is_err()
        };
        for number in [0, (1 << 20) + 1, 1 << 44, 1 << 60, u64::MAX] {
            let some = Some(number);
            assert!(refused(CaseLimits { memory_mb: some, ..CaseLimits::default() }), "{number}");
            assert!(refused(CaseLimits { file_mb: some, ..CaseLimits::default() }), "{number}");
            assert!(refused(CaseLimits { output_mb: some, ..CaseLimits::default() }), "{number}");
            assert!(refused(CaseLimits { processes: some, ..CaseLimits::default() }), "{number}");
        }
        for seconds in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
            let seconds = Some(seconds);
            assert!(refused(CaseLimits { seconds, ..CaseLimits::default() }), "{seconds:?}");
        }
        let (seconds, memory_mb) = (Some(0.3), Some(1 << 20));
        assert!(!refused(CaseLimits { seconds, memory_mb, ..CaseLimits::default() }));
    }

    #[test]
    fn a_file_below_a_link_is_refused() {
        let mut case = with_file("l/x");
        let link = File {
            name: "l".to_string(),
            bytes: Hex::from(b"/etc".to_vec()),
            kind: FileKind::Link,
            ..File::default()
        };
        case.run.files.insert(0, link);
        assert_eq!(case.check(), Err(BadCase::Outside("l/x".to_string())));
    }

    #[test]
    fn what_is_not_given_is_not_written() {
        let run = serde_json::to_string(&Run::default()).unwrap();
        assert_eq!(run, "{\"args\":[],\"env\":[],\"stdin\":\"\",\"files\":[]}");
        let file = "{\"name\":\"d\",\"bytes\":\"\",\"kind\":\"directory\",\"mode\":\"755\"}";
        let read: File = serde_json::from_str(file).unwrap();
        assert_eq!((read.kind, read.mode), (FileKind::Directory, Some(Mode(0o755))));
        assert_eq!(serde_json::to_string(&read).unwrap(), file);
    }

    #[test]
    fn arguments_with_a_nul_are_refused() {
        let case = Case {
            run: Run { args: vec![Hex::from(vec![0])], ..Run::default() },
            ..Case::default()
        };
        assert_eq!(case.check(), Err(BadCase::Nul("argument 1".to_string())));
    }
}
