//! Two versions of a program over one operating system, or over two that differ.

use crate::data::Data;
use crate::fs::changes::{Change, Entry, EntryKind, What};
use crate::run::Posix;
use crate::streams::Stream;
use patchlight_engine::pair::Observed;
use patchlight_engine::{Side, Terms, Value};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::rc::Rc;

impl Observed for Posix {
    fn join(&mut self, terms: &mut Terms, old: &Posix) -> bool {
        if !self.is_same_but_for_output(old) {
            return false;
        }
        self.output.join(&old.output, |old, new| match old == new {
            true => new.clone(),
            false => shadow(terms, old, new),
        })
    }

    fn visible(&mut self) -> Vec<(String, Vec<Value>)> {
        let mut seen = Vec::new();
        let pieces = self.output.clone().into_pieces();
        for (name, which) in [("stdout", Stream::Out), ("stderr", Stream::Err)] {
            let written = pieces.iter().filter(|(stream, _)| *stream == which);
            let values = written.flat_map(|(_, data)| data.values().collect::<Vec<_>>());
            seen.push((name.to_string(), values.collect()));
        }
        for change in self.changes().unwrap_or_default() {
            if is_only_touched(&change) {
                continue;
            }
            let name = String::from_utf8_lossy(change.path.as_os_str().as_bytes()).into_owned();
            let (what, contents) = match &change.what {
                What::Removed => ("removed".to_string(), Vec::new()),
                What::Made(entry) | What::Changed(entry) => match &entry.kind {
                    EntryKind::File(data) => {
                        (format!("file {:o}", entry.mode), data.values().collect())
                    }
                    EntryKind::Directory => (format!("directory {:o}", entry.mode), Vec::new()),
                    EntryKind::Link(to) => {
                        ("link".to_string(), to.iter().map(|&b| Value::Word(b.into())).collect())
                    }
                    EntryKind::Special => (format!("special {:o}", entry.mode), Vec::new()),
                },
            };
            seen.push((format!("{name}: {what}"), contents));
        }
        seen
    }
}

/// Whether a directory has other times than the host's and nothing else. What happened in it is told
/// by itself; and whoever makes a file in one of the host's directories while this runs changes its
/// times, too.
fn is_only_touched(change: &Change) -> bool {
    let What::Changed(Entry { kind: EntryKind::Directory, mode, .. }) = &change.what else {
        return false;
    };
    let host = std::fs::symlink_metadata(&change.path);
    host.is_ok_and(|host| host.is_dir() && host.mode() & 0o7777 == *mode)
}

impl Posix {
    fn is_same_but_for_output(&self, other: &Posix) -> bool {
        let Posix {
            fs,
            descriptors,
            signals,
            clock,
            stdin,
            output: _,
            closed,
            mappings,
            random,
            name,
            limits,
            undecided,
            // Made before the program starts.
            config: _,
        } = self;
        let same_files = Rc::ptr_eq(fs, &other.fs) || *fs == other.fs;
        same_files
            && *descriptors == other.descriptors
            && *signals == other.signals
            && *clock == other.clock
            && *stdin == other.stdin
            && *closed == other.closed
            && *mappings == other.mappings
            && *random == other.random
            && *name == other.name
            && *limits == other.limits
            && *undecided == other.undecided
    }
}

/// Bytes of one length of which some differ between the versions.
fn shadow(terms: &mut Terms, old: &Data, new: &Data) -> Data {
    let byte = |terms: &mut Terms, value| match value {
        Value::Word(byte) => terms.constant(8, byte),
        Value::Term(term) => term,
    };
    let pairs = old.values().zip(new.values());
    let bytes = pairs.map(|(old, new)| {
        if old == new {
            return new;
        }
        let (old, new) = (byte(terms, old), byte(terms, new));
        let (old, new) = (terms.project(old, Side::Old), terms.project(new, Side::New));
        let both = terms.shadow(old, new);
        terms.as_u64(both).map_or(Value::Term(both), Value::Word)
    });
    bytes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fs::node::Time;

    #[test]
    fn a_directory_that_others_make_files_in_is_not_seen_to_have_changed() {
        let dir = std::env::temp_dir().join(format!("patchlight-{}-touched", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a writable directory");
        let mode = std::fs::metadata(&dir).expect("a directory").mode() & 0o7777;
        let with_mode = |mode, kind| Change {
            path: dir.clone(),
            what: What::Changed(Entry {
                kind,
                mode,
                uid: 0,
                gid: 0,
                mtime: Time::default(),
                number: 1,
            }),
        };
        assert!(is_only_touched(&with_mode(mode, EntryKind::Directory)));
        assert!(!is_only_touched(&with_mode(mode ^ 0o100, EntryKind::Directory)));
        assert!(!is_only_touched(&with_mode(mode, EntryKind::Special)));
        std::fs::remove_dir(&dir).expect("an empty directory");
    }
}
