//! From the inputs of a test to what a program is run with: arguments, variables, standard input and
//! files, as they are outside of Patchlight.

use super::{File, FileKind, Mode, Named, Run, Terminal};
use crate::bytes::Hex;
use patchlight_inputs::{FileForm, InputName, Stream};
use std::collections::BTreeMap;

/// Inputs, in the order in which a path makes those of one name.
pub type NamedBytes<'a> = (InputName, &'a [u8]);

impl Run {
    /// Takes what inputs stand for, in the place of what it has. Strings end at their first NUL.
    /// Arguments are not among it: [`Arguments`] are taken one after the other.
    pub fn take_inputs(&mut self, inputs: &[NamedBytes<'_>]) {
        let all: BTreeMap<&InputName, &[u8]> =
            inputs.iter().map(|(name, bytes)| (name, *bytes)).collect();
        for (name, bytes) in inputs {
            match name {
                InputName::Variable(name) => self.set_variable(name, until_nul(bytes)),
                InputName::Stdin => self.stdin = Hex::from(bytes.to_vec()),
                InputName::File(name) => self.set_file(name, bytes, &all),
                InputName::Terminal(stream) if **bytes == [1] => {
                    self.terminals.push(Terminal::from(*stream));
                }
                // Natively, the data are standard input: `harness/fuzz_main.c`.
                InputName::FuzzData if !all.contains_key(&InputName::Stdin) => {
                    let size = all.get(&InputName::FuzzSize).map_or(0, |size| number(size));
                    self.stdin = Hex::from(bytes[..bytes.len().min(size as usize)].to_vec());
                }
                InputName::Terminal(_)
                | InputName::FuzzData
                | InputName::FuzzSize
                | InputName::FileKind(_)
                | InputName::FileSize(_)
                | InputName::Argument(_)
                | InputName::NArguments
                | InputName::Other(_) => {}
            }
        }
    }

    /// Sets a variable, where it stands if it is there.
    pub fn set_variable(&mut self, name: &str, bytes: Hex) {
        match self.env.iter_mut().find(|variable| variable.name == name) {
            Some(variable) => variable.bytes = bytes,
            None => self.env.push(Named { name: name.to_string(), bytes }),
        }
    }

    fn set_file(&mut self, name: &str, bytes: &[u8], all: &BTreeMap<&InputName, &[u8]>) {
        let form = all.get(&InputName::FileKind(name.to_string()));
        let form = form.and_then(|bytes| FileForm::from_number(*bytes.first()?));
        let size = all.get(&InputName::FileSize(name.to_string()));
        let size = size.map_or(bytes.len(), |bytes| number(bytes) as usize);
        let contents = &bytes[..bytes.len().min(size)];
        match (self.files.iter_mut().find(|file| file.name == name), form) {
            // Nothing else about it was a choice.
            (Some(file), None) => file.bytes = Hex::from(contents.to_vec()),
            _ => self.files.extend(make_file(name, form, contents)),
        }
    }
}

/// A file of this form; `None` if there is none. Only what was a choice is said about it.
fn make_file(name: &str, form: Option<FileForm>, contents: &[u8]) -> Option<File> {
    let file = File { name: name.to_string(), ..File::default() };
    let mode = form.map(|form| Mode(form.permissions()));
    Some(match form.unwrap_or(FileForm::Regular) {
        FileForm::Missing => return None,
        FileForm::Directory => File { kind: FileKind::Directory, mode, ..file },
        FileForm::Dangling => {
            File { kind: FileKind::Link, bytes: Hex::from(FileForm::NOWHERE.to_vec()), ..file }
        }
        FileForm::Regular | FileForm::ReadOnly | FileForm::Unreadable => {
            File { bytes: Hex::from(contents.to_vec()), mode, ..file }
        }
    })
}

impl From<Stream> for Terminal {
    fn from(stream: Stream) -> Terminal {
        match stream {
            Stream::In => Terminal::Stdin,
            Stream::Out => Terminal::Stdout,
            Stream::Err => Terminal::Stderr,
        }
    }
}

/// The inputs that are arguments, and those that say how many there are.
pub struct Arguments<'a> {
    args: std::vec::IntoIter<&'a [u8]>,
    counts: std::vec::IntoIter<u32>,
}

impl<'a> Arguments<'a> {
    pub fn of(inputs: &[NamedBytes<'a>]) -> Arguments<'a> {
        let args = inputs.iter().filter_map(|(name, bytes)| match name {
            InputName::Argument(n) => Some((*n, *bytes)),
            _ => None,
        });
        let args: BTreeMap<usize, &[u8]> = args.collect();
        let counts = inputs.iter().filter(|(name, _)| *name == InputName::NArguments);
        let counts: Vec<u32> = counts.map(|(_, bytes)| number(bytes)).collect();
        let args: Vec<&[u8]> = args.into_values().collect();
        Arguments { args: args.into_iter(), counts: counts.into_iter() }
    }

    /// The next `n`.
    pub fn take(&mut self, n: usize) -> impl Iterator<Item = Hex> {
        self.args.by_ref().take(n).map(until_nul)
    }

    /// As many of the next `most` as the next count says; without one, all.
    pub fn choose(&mut self, most: usize) -> impl Iterator<Item = Hex> {
        let n = self.counts.next().map_or(most, |n| n as usize);
        let made: Vec<Hex> = self.take(most).collect();
        made.into_iter().take(n)
    }
}

fn until_nul(bytes: &[u8]) -> Hex {
    Hex::from(bytes.iter().copied().take_while(|&byte| byte != 0).collect::<Vec<u8>>())
}

/// A little-endian number of at most four bytes.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> Hex {
        Hex::from(bytes.to_vec())
    }

    #[test]
    fn strings_are_cut_and_contents_are_not() {
        let inputs: [NamedBytes<'_>; 4] = [
            (InputName::Variable("HOME".to_string()), b"\0h"),
            (InputName::Stdin, b"a\0b"),
            (InputName::File("A".to_string()), b"\0f"),
            (InputName::Other("stdin".to_string()), b"a program's own"),
        ];
        let mut run = Run::default();
        run.take_inputs(&inputs);
        assert_eq!(run.env, [Named { name: "HOME".to_string(), bytes: hex(b"") }]);
        assert_eq!(run.stdin, hex(b"a\0b"));
        let file = File { name: "A".to_string(), bytes: hex(b"\0f"), ..File::default() };
        assert_eq!(run.files, [file]);
    }

    #[test]
    fn a_file_that_is_there_changes_its_contents_only() {
        let file = |bytes: &[u8]| File {
            name: "A".to_string(),
            bytes: hex(bytes),
            mode: Some(Mode(0o640)),
            mtime: Some(7),
            ..File::default()
        };
        let mut run = Run { files: vec![file(b"before"), File::default()], ..Run::default() };
        run.take_inputs(&[(InputName::File("A".to_string()), b"after")]);
        assert_eq!(run.files, [file(b"after"), File::default()]);
    }

    /// A file may be called as the input is that says what another file is.
    #[test]
    fn forms_and_sizes_are_those_of_the_file_that_they_are_about() {
        let named = |name: &str| name.to_string();
        let file = |name: &str| InputName::File(named(name));
        let kind = |name: &str| InputName::FileKind(named(name));
        let inputs: [NamedBytes<'_>; 9] = [
            (file("A"), b"abc"),
            (file("A-kind"), b"\x01"),
            (file("B"), b"b"),
            (file("C"), b"c"),
            (kind("A"), b"\0"),
            (kind("B"), &[FileForm::Missing as u8]),
            (kind("C"), &[FileForm::Directory as u8]),
            (InputName::FileSize(named("A")), b"\x02\0\0\0"),
            (InputName::Terminal(Stream::Out), b"\x01"),
        ];
        let mut run = Run::default();
        run.take_inputs(&inputs);
        let regular = |name: &str, bytes: &[u8]| File {
            name: named(name),
            bytes: hex(bytes),
            ..File::default()
        };
        let (a, other) = (regular("A", b"ab"), regular("A-kind", b"\x01"));
        let c = File { kind: FileKind::Directory, ..regular("C", b"") };
        let [a_mode, c_mode] = [0o644, 0o755].map(|mode| Some(Mode(mode)));
        assert_eq!(run.files, [File { mode: a_mode, ..a }, other, File { mode: c_mode, ..c }]);
        assert_eq!(run.terminals, [Terminal::Stdout]);
    }

    #[test]
    fn as_many_arguments_of_a_group_are_there_as_its_count_says() {
        let inputs: [NamedBytes<'_>; 6] = [
            (InputName::NArguments, b"\x01\0\0\0"),
            (InputName::Argument(0), b"x\0"),
            (InputName::Argument(10), b"zzz"),
            (InputName::Argument(2), b"yy"),
            (InputName::Argument(1), b"not there"),
            (InputName::Other("arg0".to_string()), b"a program's own"),
        ];
        let mut arguments = Arguments::of(&inputs);
        assert!(arguments.choose(2).eq([hex(b"x")]));
        assert!(arguments.take(2).eq([hex(b"yy"), hex(b"zzz")]));
        assert!(arguments.choose(2).eq([]));
    }
}
