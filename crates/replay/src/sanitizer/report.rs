//! What sanitizers report.

use super::{Headline, REPORT_NAME, headline};
use crate::outcome::{End, NativeOutcome};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How many frames tell errors apart.
const TOP: usize = 3;

#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
pub struct SanitizerReport {
    /// `heap-buffer-overflow`, `signed integer overflow`, …
    pub kind: String,
    /// `READ` or `WRITE`, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access: Option<String>,
    /// The program's own frames, the innermost first.
    pub frames: Vec<Frame>,
}

#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    pub file: String,
    pub line: u32,
}

impl Frame {
    /// `/src/x.c:12:7` or `/src/x.c:12`, in whatever function that is.
    pub(super) fn at(text: &str) -> Option<Frame> {
        let (rest, last) = text.rsplit_once(':')?;
        let last: u32 = last.parse().ok()?;
        let (path, line) = match rest.rsplit_once(':').map(|(path, line)| (path, line.parse())) {
            Some((path, Ok(line))) => (path, line),
            _ => (rest, last),
        };
        Some(Frame::new(String::new(), path, line))
    }

    /// Of a source's path, its name alone: versions are built in different directories.
    pub(super) fn new(function: String, path: &str, line: u32) -> Frame {
        let name = path.rsplit('/').next().unwrap_or(path);
        Frame { function, file: name.to_string(), line }
    }
}

impl SanitizerReport {
    /// The report that a run left behind: in a file, or on standard error, where gcc's runtime for
    /// undefined behaviour puts it whatever it is told.
    ///
    /// `frames`: what is at an address of a file.
    pub fn of(
        outcome: &NativeOutcome,
        frames: impl FnMut(&Path, u64) -> Vec<Frame>,
    ) -> Option<SanitizerReport> {
        let file = outcome.files.iter().find(|file| is_report(&file.path));
        let text = file.map_or(&outcome.stderr.bytes, |file| &file.data.bytes);
        match (file, outcome.end) {
            (Some(_), _) | (None, End::Signal(_)) => {
                SanitizerReport::parse(&String::from_utf8_lossy(text), frames)
            }
            _ => None,
        }
    }

    /// An error of which nothing but the abort is known: the program closed standard error.
    pub fn unknown() -> SanitizerReport {
        SanitizerReport { kind: "unknown error".to_string(), access: None, frames: Vec::new() }
    }

    fn parse(
        text: &str,
        mut frames: impl FnMut(&Path, u64) -> Vec<Frame>,
    ) -> Option<SanitizerReport> {
        let mut kind = None;
        let mut access = None;
        let mut own = Vec::new();
        let mut has_frames = false;
        for line in text.lines() {
            if kind.is_none() {
                kind = headline(line).map(|Headline { kind, place }| {
                    own.extend(place);
                    kind
                });
                continue;
            }
            let words = line.trim_start();
            if access.is_none() && (words.starts_with("READ of") || words.starts_with("WRITE of")) {
                access = words.split(' ').next().map(str::to_string);
            }
            match address(words) {
                Some(place) => {
                    has_frames = true;
                    own.extend(place.map(|(file, at)| frames(file, at)).unwrap_or_default());
                }
                // Later stacks say where memory came from.
                None if has_frames => break,
                None => {}
            }
        }
        let kind = kind?;
        own.dedup();
        // The headline's place is the first frame's, without the function.
        if own.len() > 1 && own[0].function.is_empty() {
            own.remove(0);
        }
        own.truncate(TOP);
        Some(SanitizerReport { kind, access, frames: own })
    }

    /// Whether it is undefined by the letter alone: a null pointer for no bytes at all. With any, the
    /// program would crash.
    pub fn is_latent(&self) -> bool {
        let kinds = ["null pointer passed as argument", "applying zero offset to null pointer"];
        kinds.iter().any(|kind| self.kind.starts_with(kind))
    }

    /// Whether memory that is not the program's was written.
    pub fn is_write(&self) -> bool {
        self.access.as_deref() == Some("WRITE")
    }

    /// Whether memory was used that is not the program's, or not any more.
    pub fn is_memory_error(&self) -> bool {
        ["overflow", "use-after", "free", "underflow"].iter().any(|part| self.kind.contains(part))
            && !self.kind.contains("integer")
    }

    /// What stays the same when lines move.
    pub fn without_lines(&self) -> (&str, Vec<&str>) {
        let functions = self.frames.iter().map(|frame| frame.function.as_str()).collect();
        (&self.kind, functions)
    }
}

pub fn is_report(path: &[u8]) -> bool {
    path.strip_prefix(b"/tmp/").is_some_and(|name| name.starts_with(REPORT_NAME.as_bytes()))
}

/// `#0 0x55d  (/exe/0/x+0x11f8) (BuildId: 12ab)`: the file, and the address in it. The outer option is
/// whether it is a frame at all, the inner one whether it is in a file.
fn address(line: &str) -> Option<Option<(&Path, u64)>> {
    let rest = line.strip_prefix('#')?;
    let place = || {
        let (_, rest) = rest.split_once('(')?;
        let (file, rest) = rest.split_once("+0x")?;
        let (address, _) = rest.split_once(')')?;
        Some((Path::new(file), u64::from_str_radix(address, 16).ok()?))
    };
    Some(place())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(function: &str, file: &str, line: u32) -> Frame {
        Frame { function: function.to_string(), file: file.to_string(), line }
    }

    /// As if each file had one function, with a line for each address.
    fn frames(file: &Path, address: u64) -> Vec<Frame> {
        match file.to_str() {
            Some("/exe/0/x") => vec![frame(&format!("f{address}"), "x.c", address as u32)],
            _ => Vec::new(),
        }
    }

    /// Written by gcc 12's AddressSanitizer.
    #[test]
    fn an_address_error_has_its_kind_and_the_program_s_frames() {
        let text = "=================================================================\n\
            ==2==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x\n\
            WRITE of size 4 at 0x602000000014 thread T0\n    \
            #0 0x7ffff7457f5e  (/lib/x86_64-linux-gnu/libasan.so.8+0x47680)\n    \
            #1 0x555555555009  (/exe/0/x+0x9)\n    \
            #2 0x55555555500f  (/exe/0/x+0xf) (BuildId: 12ab)\n    \
            #3 0x7ffff7246249  (/lib/x86_64-linux-gnu/libc.so.6+0x27249)\n\
            \n0x602000000014 is located 0 bytes to the right of 4-byte region\n\
            allocated by thread T0 here:\n    \
            #0 0x7ffff74b79cf  (/lib/x86_64-linux-gnu/libasan.so.8+0xb89cf)\n    \
            #1 0x555555555005  (/exe/0/x+0x5)\n";
        let report = SanitizerReport::parse(text, frames).unwrap();
        assert_eq!(report.kind, "heap-buffer-overflow");
        assert_eq!(report.access.as_deref(), Some("WRITE"));
        assert_eq!(report.frames, [frame("f9", "x.c", 9), frame("f15", "x.c", 15)]);
    }

    #[test]
    fn an_undefined_operation_has_its_place() {
        let text = "x.c:6:12: runtime error: index 5 out of bounds for type 'int [3]'\n    \
            #0 0x401  (/exe/0/x+0x6)\n    #1 0x402  (/exe/0/x+0x9)\n    #2 0x403  (<unknown module>)\n";
        let report = SanitizerReport::parse(text, frames).unwrap();
        assert_eq!(report.kind, "index N out of bounds for type 'int [3]'");
        assert_eq!(report.frames, [frame("f6", "x.c", 6), frame("f9", "x.c", 9)]);
        assert_eq!(SanitizerReport::parse("nothing\n", frames), None);
    }
}
