//! The options of a program: from the tables that it gives to `getopt_long`, found in its
//! executable, or from what it says of itself with `--help`.

use object::{Object, ObjectSection};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Arity {
    None,
    Required,
    Optional,
}

#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct OptionSpec {
    /// With its dashes.
    pub name: String,
    pub arity: Arity,
}

/// `struct option`: a pointer to the name, whether it has an argument, a pointer, a value.
const ENTRY: usize = 32;

/// The options in an executable's tables. Empty if it has none, or is no executable.
pub fn from_executable(bytes: &[u8]) -> Vec<OptionSpec> {
    let Some(image) = Image::parse(bytes) else { return Vec::new() };
    let mut options = BTreeSet::new();
    let mut letters = BTreeSet::new();
    for (address, data) in image.sections.iter() {
        let mut at = (8 - address % 8) as usize % 8;
        while at + ENTRY <= data.len() {
            let (table, end) = image.table(*address, data, at);
            if table.is_empty() {
                at += 8;
                continue;
            }
            for (name, arity, value) in table {
                options.insert(OptionSpec { name: format!("--{name}"), arity });
                letters.extend(u8::try_from(value).ok().filter(u8::is_ascii_alphanumeric));
            }
            at = end;
        }
    }
    options.extend(image.short_options(&letters));
    options.into_iter().collect()
}

/// The parts of an executable that are loaded.
struct Image<'a> {
    sections: Vec<(u64, &'a [u8])>,
    /// Pointers that the loader fills in.
    pointers: BTreeMap<u64, u64>,
}

impl<'a> Image<'a> {
    fn parse(bytes: &'a [u8]) -> Option<Image<'a>> {
        let file = object::File::parse(bytes).ok()?;
        let sections = file.sections().filter_map(|section| {
            let name = section.name().ok()?;
            let is_data = name.starts_with(".data") || name.starts_with(".rodata");
            is_data.then(|| Some((section.address(), section.data().ok()?)))?
        });
        let sections = sections.collect();
        let relocations = file.dynamic_relocations().into_iter().flatten();
        let pointers = relocations.map(|(at, relocation)| (at, relocation.addend() as u64));
        Some(Image { sections, pointers: pointers.collect() })
    }

    fn string(&self, address: u64) -> Option<&'a str> {
        let contains =
            |(start, data): &&(u64, &[u8])| (*start..start + data.len() as u64).contains(&address);
        let (start, data) = self.sections.iter().find(contains)?;
        let rest = &data[(address - start) as usize..];
        let end = memchr::memchr(0, rest)?;
        std::str::from_utf8(&rest[..end]).ok()
    }

    /// Entries from here up to one of zeros, and where that ends; none if it is no table.
    fn table(&self, address: u64, data: &[u8], from: usize) -> (Vec<(&'a str, Arity, u32)>, usize) {
        let mut entries = Vec::new();
        let mut at = from;
        while let Some(entry) = data.get(at..at + ENTRY) {
            let pointer = self.pointer(address + at as u64, entry);
            if pointer == 0 && entry.iter().all(|&byte| byte == 0) {
                return (entries, at + ENTRY);
            }
            match self.entry(pointer, entry) {
                Some(entry) => entries.push(entry),
                None => break,
            }
            at += ENTRY;
        }
        (Vec::new(), from)
    }

    fn pointer(&self, address: u64, bytes: &[u8]) -> u64 {
        let written = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
        self.pointers.get(&address).copied().unwrap_or(written)
    }

    fn entry(&self, name: u64, entry: &[u8]) -> Option<(&'a str, Arity, u32)> {
        let number = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().expect("four"));
        let arity = match (number(8), number(12)) {
            (0, 0) => Arity::None,
            (1, 0) => Arity::Required,
            (2, 0) => Arity::Optional,
            _ => return None,
        };
        let name = self.string(name)?;
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_name = name.len() > 1 && name.chars().all(is_letter) && !name.starts_with('-');
        is_name.then_some((name, arity, number(24)))
    }

    /// From the string that looks most like one for `getopt`: it has the letters that the long
    /// options stand for, or colons.
    fn short_options(&self, letters: &BTreeSet<u8>) -> Vec<OptionSpec> {
        let constants = self.sections.iter().flat_map(|(_, data)| data.split(|&byte| byte == 0));
        let candidates = constants.filter_map(short_options);
        let score = |options: &Vec<OptionSpec>| {
            let has = |option: &&OptionSpec| letters.contains(&option.name.as_bytes()[1]);
            let known = options.iter().filter(has).count();
            let with_argument = options.iter().filter(|option| option.arity != Arity::None).count();
            match letters.is_empty() {
                true => with_argument,
                false => 2 * known + with_argument,
            }
        };
        let best = candidates.max_by_key(|options| (score(options), options.len()));
        best.filter(|options| score(options) >= 1).unwrap_or_default()
    }
}

/// `+:ab:c::`
fn short_options(text: &[u8]) -> Option<Vec<OptionSpec>> {
    let start = text.iter().take_while(|byte| b"+-:".contains(byte)).count();
    let mut options: Vec<OptionSpec> = Vec::new();
    for &byte in &text[start..] {
        match byte {
            b':' => {
                let last = options.last_mut()?;
                last.arity = match last.arity {
                    Arity::None => Arity::Required,
                    Arity::Required => Arity::Optional,
                    Arity::Optional => return None,
                };
            }
            byte if byte.is_ascii_alphanumeric() => {
                let name = format!("-{}", char::from(byte));
                if options.iter().any(|option| option.name == name) {
                    return None;
                }
                options.push(OptionSpec { name, arity: Arity::None });
            }
            _ => return None,
        }
    }
    (options.len() > 1).then_some(options)
}

/// Options in the text that `--help` prints: `-w, --width=COLS`.
pub fn from_help(text: &str) -> Vec<OptionSpec> {
    let mut options = BTreeSet::new();
    for line in text.lines().map(str::trim_start).filter(|line| line.starts_with('-')) {
        let mut long_arity = None;
        let mut short = Vec::new();
        // What an option means stands behind two blanks.
        let names = line.split("  ").next().unwrap_or(line);
        for word in names.split([' ', ',', '\t']) {
            let (name, arity) = match word.split_once('=') {
                Some((name, _)) if name.ends_with('[') => (name, Arity::Optional),
                Some((name, _)) => (name, Arity::Required),
                None => (word, Arity::None),
            };
            let name = name.trim_end_matches('[');
            let letters = name.trim_start_matches('-');
            let is_name = letters.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
                && !letters.is_empty();
            match is_name {
                true if name.starts_with("--") => {
                    long_arity = Some(arity);
                    options.insert(OptionSpec { name: name.to_string(), arity });
                }
                true if name.starts_with('-') && letters.len() == 1 => short.push(name.to_string()),
                _ => {}
            }
        }
        // What the long form takes, the short form takes too.
        let arity = long_arity.unwrap_or(Arity::None);
        options.extend(short.into_iter().map(|name| OptionSpec { name, arity }));
    }
    options.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(options: &[OptionSpec]) -> String {
        let word = |option: &OptionSpec| match option.arity {
            Arity::None => option.name.clone(),
            Arity::Required => format!("{}:", option.name),
            Arity::Optional => format!("{}::", option.name),
        };
        options.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_are_read_from_help() {
        let text = "Usage: cut OPTION... [FILE]...\n\n  -b, --bytes=LIST        select bytes\n  \
            -n                      with -b: nothing\n      --complement        the rest\n  \
            -z, --zero[=WHEN]  NUL -x is no option here\n";
        assert_eq!(words(&from_help(text)), "--bytes: --complement --zero:: -b: -n -z::");
    }

    #[test]
    fn strings_for_getopt_are_told_from_words() {
        assert_eq!(words(&short_options(b"+ab:c::").unwrap()), "-a -b: -c::");
        assert_eq!(short_options(b"usage: %s"), None);
        assert_eq!(short_options(b"hello"), None);
    }

    #[test]
    fn files_that_are_no_executables_have_no_options() {
        assert_eq!(from_executable(b"#!/bin/sh\n"), []);
        assert_eq!(from_executable(&[0x7f, b'E', b'L', b'F', 2, 1, 1, 0]), []);
    }
}
