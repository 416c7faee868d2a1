//! Which variables of an invocation's environment are part of its case.
//!
//! What a program asks for cannot be seen: `getenv` only reads memory. But the name that it asks for
//! is in its file. So a variable is kept if libc itself looks at it, or if its name stands in the
//! executable or in a library of the project; a program that executes others hands everything on,
//! and then what the suite set is kept, too. Never kept is what shells and `make` leave behind.

use memchr::memmem;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What libc and the terminal's libraries look at.
const ALWAYS: [&str; 14] = [
    "LANG",
    "LANGUAGE",
    "LOCPATH",
    "NLSPATH",
    "TZ",
    "TZDIR",
    "POSIXLY_CORRECT",
    "TERM",
    "TERMINFO",
    "COLUMNS",
    "LINES",
    "GLIBC_TUNABLES",
    "MALLOC_PERTURB_",
    "OUTPUT_CHARSET",
];
const ALWAYS_STARTS: [&str; 1] = ["LC_"];

const NEVER: [&str; 11] = [
    "_",
    "PWD",
    "OLDPWD",
    "SHLVL",
    "MAKEFLAGS",
    "MFLAGS",
    "MAKELEVEL",
    "MAKEOVERRIDES",
    "MAKE_TERMOUT",
    "MAKE_TERMERR",
    "LD_LIBRARY_PATH",
];

/// These put code into the program.
pub const PRELOADS: [&str; 2] = ["LD_PRELOAD", "LD_AUDIT"];

type Variables = Vec<(Vec<u8>, Vec<u8>)>;

/// Decides, and remembers what stands in which file.
#[derive(Default)]
pub struct Environment {
    /// Where the recording was started.
    outside: BTreeMap<Vec<u8>, Vec<u8>>,
    files: Mutex<HashMap<PathBuf, Mentions>>,
}

#[derive(Default)]
struct Mentions {
    bytes: Vec<u8>,
    known: HashMap<Vec<u8>, bool>,
}

impl Environment {
    pub fn new(outside: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>) -> Environment {
        Environment { outside: outside.into_iter().collect(), ..Environment::default() }
    }

    /// The variables that matter to a program.
    pub fn kept(
        &self,
        variables: &Variables,
        executable: &Path,
        libraries: &BTreeSet<PathBuf>,
        executes: bool,
    ) -> Variables {
        let files: Vec<&Path> =
            std::iter::once(executable).chain(libraries.iter().map(PathBuf::as_path)).collect();
        let is_kept = |(name, value): &&(Vec<u8>, Vec<u8>)| {
            let is = |list: &[&str]| list.iter().any(|other| other.as_bytes() == name);
            if is(&NEVER) || is(&PRELOADS) {
                return false;
            }
            let starts = ALWAYS_STARTS.iter().any(|start| name.starts_with(start.as_bytes()));
            let is_set = executes && (name == b"PATH" || self.outside.get(name) != Some(value));
            is(&ALWAYS) || starts || is_set || files.iter().any(|file| self.mentions(file, name))
        };
        let mut kept: Variables = variables.iter().filter(is_kept).cloned().collect();
        kept.sort();
        // Of a name that is there twice, programs see the first.
        kept.dedup_by(|later, first| later.0 == first.0);
        kept
    }

    /// Whether a string that ends like this is in the file: linkers make a string of another's end.
    fn mentions(&self, file: &Path, name: &[u8]) -> bool {
        let mut files = self.files.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mentions = files.entry(file.to_path_buf()).or_insert_with(|| Mentions {
            bytes: fs::read(file).unwrap_or_default(),
            known: HashMap::new(),
        });
        if let Some(&known) = mentions.known.get(name) {
            return known;
        }
        let found = memmem::find(&mentions.bytes, &[name, b"\0"].concat()).is_some();
        mentions.known.insert(name.to_vec(), found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &[(&str, &str)]) -> Variables {
        let bytes = |text: &str| text.as_bytes().to_vec();
        text.iter().map(|(name, value)| (bytes(name), bytes(value))).collect()
    }

    #[test]
    fn a_variable_is_kept_if_the_executable_names_it() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("program");
        fs::write(&file, b"\0MY_OPTION\0_POSIX2_VERSION\0").unwrap();
        let environment = Environment::new(pairs(&[("HOME", "/root"), ("CC", "gcc")]));
        let all = pairs(&[
            ("MY_OPTION", "1"),
            ("MY_OPT", "2"),
            ("LC_ALL", "C"),
            ("PWD", "/x"),
            ("CC", "clang"),
            ("HOME", "/root"),
        ]);
        let kept = environment.kept(&all, &file, &BTreeSet::new(), false);
        assert_eq!(kept, pairs(&[("LC_ALL", "C"), ("MY_OPTION", "1")]));
        let kept = environment.kept(&all, &file, &BTreeSet::new(), true);
        let expected = [("CC", "clang"), ("LC_ALL", "C"), ("MY_OPT", "2"), ("MY_OPTION", "1")];
        assert_eq!(kept, pairs(&expected));
    }
}
