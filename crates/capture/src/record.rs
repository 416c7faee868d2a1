//! What an object file says about where it comes from: the section `.patchlight`.
//!
//! A section holds records, each ended by a NUL; linkers concatenate the sections of all objects
//! that they take. A record is lines of `KEY VALUE`; line breaks in values are written as blanks.
//! Unknown keys are skipped, so that older programs read newer records.

use std::fmt::Write;
use std::path::PathBuf;

pub const SECTION: &str = ".patchlight";

/// The beginning of every record: tells ours from anybody else's bytes.
const MAGIC: &str = "patchlight-module 1";

/// One source of an object, and what became of it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Record {
    pub source: PathBuf,
    /// The options that its LLVM text was made with.
    pub flags: String,
    pub state: State,
    /// For a member of an archive: the symbols that its object defines.
    pub defines: Vec<String>,
}

#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum State {
    /// The file with the LLVM text.
    Module(PathBuf),
    /// There is no LLVM text, for this reason.
    Unsupported(String),
    /// The source is an archive that was linked; the file has the records of all its members.
    /// Optimised code does not call what was inlined, so the linker may have left out members
    /// that the LLVM text needs.
    Archive(PathBuf),
}

impl Record {
    pub fn encode(&self) -> Vec<u8> {
        let mut text = format!("{MAGIC}\n");
        let mut line = |key: &str, value: &str| {
            let value = value.replace(['\n', '\0'], " ");
            let _ = writeln!(text, "{key} {value}");
        };
        line("source", &self.source.to_string_lossy());
        line("flags", &self.flags);
        match &self.state {
            State::Module(path) => line("module", &path.to_string_lossy()),
            State::Unsupported(reason) => line("unsupported", reason),
            State::Archive(path) => line("archive", &path.to_string_lossy()),
        }
        if !self.defines.is_empty() {
            line("defines", &self.defines.join(" "));
        }
        let mut bytes = text.into_bytes();
        bytes.push(0);
        bytes
    }

    /// All records of a section; what is none is skipped (padding between inputs, other tools').
    pub fn decode_all(section: &[u8]) -> Vec<Record> {
        section.split(|&byte| byte == 0).filter_map(Record::decode).collect()
    }

    fn decode(bytes: &[u8]) -> Option<Record> {
        let text = std::str::from_utf8(bytes).ok()?;
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return None;
        }
        let (mut source, mut flags, mut state) = (None, String::new(), None);
        let mut defines = Vec::new();
        for line in lines {
            match line.split_once(' ')? {
                ("source", value) => source = Some(PathBuf::from(value)),
                ("flags", value) => flags = value.to_string(),
                ("module", value) => state = Some(State::Module(value.into())),
                ("unsupported", value) => state = Some(State::Unsupported(value.to_string())),
                ("archive", value) => state = Some(State::Archive(value.into())),
                ("defines", value) => defines = value.split(' ').map(str::to_string).collect(),
                _ => {}
            }
        }
        Some(Record { source: source?, flags, state: state?, defines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concatenated_records_with_padding_are_read_back() {
        let a = Record {
            source: "/src/a.c".into(),
            flags: "-DX=1 -I.".into(),
            state: State::Module("/store/1.ll".into()),
            defines: vec!["f".into(), "g".into()],
        };
        let b = Record {
            source: "/src/b.s".into(),
            flags: String::new(),
            state: State::Unsupported("assembly".into()),
            defines: Vec::new(),
        };
        let mut section = a.encode();
        section.extend([0, 0, 0]);
        section.extend(b"something else\0");
        section.extend(b.encode());
        assert_eq!(Record::decode_all(&section), [a, b]);
    }

    #[test]
    fn a_reason_with_line_breaks_stays_one_value() {
        let state = State::Unsupported("a\nmodule /x".into());
        let (source, flags, defines) = ("/a.c".into(), String::new(), Vec::new());
        let record = Record { source, flags, state, defines };
        let read = Record::decode_all(&record.encode());
        assert_eq!(read[0].state, State::Unsupported("a module /x".into()));
    }
}
