//! Absolute names of a case's files become relative ones: in a replay they are elsewhere.

use memchr::memmem;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What stands for a directory of the recording.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Rewrite(Vec<(Vec<u8>, Vec<u8>)>);

impl Rewrite {
    /// From directories below `root` (or `root` itself) to names relative to `cwd`.
    pub fn new(root: &Path, cwd: &Path, directories: &[PathBuf]) -> Rewrite {
        let depth = cwd.strip_prefix(root).map_or(0, |below| below.components().count());
        let pair = |dir: &PathBuf| {
            let below = dir.strip_prefix(root).unwrap_or(Path::new(""));
            let mut to = vec![".."; depth].join("/").into_bytes();
            if !below.as_os_str().is_empty() {
                to.extend(if to.is_empty() { &b"./"[..] } else { b"/" });
                to.extend(below.as_os_str().as_bytes());
            } else if to.is_empty() {
                to.push(b'.');
            }
            (dir.as_os_str().as_bytes().to_vec(), to)
        };
        Rewrite(directories.iter().map(pair).collect())
    }

    pub fn apply(&self, text: &[u8]) -> Vec<u8> {
        let replace = |text: Vec<u8>, (from, to): &(Vec<u8>, Vec<u8>)| replace(&text, from, to);
        self.0.iter().fold(text.to_vec(), replace)
    }

    /// Whether one of these texts says that `name` is looked at: it is in it, or a directory above.
    pub fn explains<'a>(&self, name: &[u8], mut texts: impl Iterator<Item = &'a [u8]>) -> bool {
        let is_in = |text: &[u8], from: &[u8]| {
            occurrences(text, from).any(|at| {
                let rest = &text[at..];
                let end = rest.iter().position(|&byte| byte == b':').unwrap_or(rest.len());
                let said = trim_slashes(&rest[..end]);
                let is_above = name.strip_prefix(said).is_some_and(|rest| rest.starts_with(b"/"));
                rest.starts_with(name) || is_above || said == name
            })
        };
        texts.any(|text| self.0.iter().any(|(from, _)| is_in(text, from)))
    }
}

/// Where `from` stands as a whole name, or as the beginning of one.
fn occurrences(text: &[u8], from: &[u8]) -> impl Iterator<Item = usize> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./".contains(&byte);
    memmem::find_iter(text, from).filter(move |&at| {
        // `-T/tmp` is an option with its argument.
        let is_attached = at == 2 && text[0] == b'-';
        let before = at.checked_sub(1).is_none_or(|before| is_attached || !is_name(text[before]));
        let after = text.get(at + from.len()).is_none_or(|&byte| byte == b'/' || !is_name(byte));
        before && after
    })
}

fn replace(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut end = 0;
    for at in occurrences(text, from) {
        if at < end {
            continue;
        }
        out.extend(&text[end..at]);
        out.extend(to);
        end = at + from.len();
        // `DIR//x` must not become a name that begins at the root.
        let slashes = text[end..].iter().take_while(|&&byte| byte == b'/').count();
        end += slashes.saturating_sub(1);
    }
    out.extend(&text[end..]);
    out
}

fn trim_slashes(name: &[u8]) -> &[u8] {
    let end = name.iter().rposition(|&byte| byte != b'/').map_or(0, |at| at + 1);
    &name[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrite(cwd: &str) -> Rewrite {
        Rewrite::new(Path::new("/a/b"), Path::new(cwd), &[PathBuf::from("/a/b")])
    }

    #[test]
    fn absolute_names_become_relative_to_the_working_directory() {
        let apply =
            |cwd: &str, text: &str| String::from_utf8(rewrite(cwd).apply(text.as_bytes())).unwrap();
        assert_eq!(apply("/a/b", "/a/b/in"), "./in");
        assert_eq!(apply("/a/b/c/d", "--from=/a/b/in"), "--from=../../in");
        assert_eq!(apply("/a/b", "/a/b:/a/b/c//d"), ".:./c//d");
        assert_eq!(apply("/a/b", "/a/bc /x/a/b /a/b//x"), "/a/bc /x/a/b ./x");
    }

    #[test]
    fn below_the_file_system_s_root_each_directory_has_a_name_of_its_own() {
        let dirs = [PathBuf::from("/tmp"), PathBuf::from("/home")];
        let rewrite = Rewrite::new(Path::new("/"), Path::new("/home/u"), &dirs);
        assert_eq!(rewrite.apply(b"/tmp/x /usr/bin"), b"../../tmp/x /usr/bin");
    }

    #[test]
    fn names_are_explained_by_what_is_above_them() {
        let explains = |name: &str, text: &str| {
            rewrite("/a/b").explains(name.as_bytes(), std::iter::once(text.as_bytes()))
        };
        assert!(explains("/a/b/in", "/a/b/in"));
        assert!(explains("/a/b/d/in", "-r/a/b/d/"));
        assert!(explains("/a/b/x", "/usr/bin:/a/b"));
        assert!(!explains("/a/b/other", "/a/b/in"));
        assert!(!explains("/a/b/in", "in"));
    }
}
