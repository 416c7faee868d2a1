//! What sanitizers report.

use super::{Headline, REPORT_NAME, headline};
use crate::outcome::{End, NativeOutcome};
use serde::{Deserialize, Serialize};

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
        let name = path.rsplit('/').next().unwrap_or(path);
        Some(Frame { function: String::new(), file: name.to_string(), line })
    }
}

impl SanitizerReport {
    /// The report that a run left behind: in a file, or on standard error, where gcc's runtime for
    /// undefined behaviour puts it whatever it is told.
    pub fn of(outcome: &NativeOutcome) -> Option<SanitizerReport> {
        let file = outcome.files.iter().find(|file| is_report(&file.path));
        let text = file.map_or(&outcome.stderr.bytes, |file| &file.data.bytes);
        match (file, outcome.end) {
            (Some(_), _) | (None, End::Signal(_)) => {
                SanitizerReport::parse(&String::from_utf8_lossy(text))
            }
            _ => None,
        }
    }

    /// An error of which nothing but the abort is known: the program closed standard error.
    pub fn unknown() -> SanitizerReport {
        SanitizerReport { kind: "unknown error".to_string(), access: None, frames: Vec::new() }
    }

    pub fn parse(text: &str) -> Option<SanitizerReport> {
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
            match frame(words) {
                Some(frame) => {
                    has_frames = true;
                    own.extend(frame);
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

/// `#0 0x55d in main /src/x.c:12:7`. The outer option is whether it is a frame at all, the inner
/// one whether it is the program's own.
fn frame(line: &str) -> Option<Option<Frame>> {
    let rest = line.strip_prefix('#')?.trim_start_matches(|c: char| c.is_ascii_digit());
    let Some((_, rest)) = rest.trim_start().split_once(" in ") else { return Some(None) };
    let Some((function, place)) = rest.rsplit_once(' ') else { return Some(None) };
    let is_runtime = place.contains("libsanitizer")
        || ["__interceptor", "__libc_start"].iter().any(|start| function.starts_with(start));
    let own = Frame::at(place).filter(|_| !is_runtime);
    Some(own.map(|at| Frame { function: function.to_string(), ..at }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(function: &str, file: &str, line: u32) -> Frame {
        Frame { function: function.to_string(), file: file.to_string(), line }
    }

    /// Written by gcc 12's AddressSanitizer.
    #[test]
    fn an_address_error_has_its_kind_and_the_program_s_frames() {
        let text = "=================================================================\n\
            ==2==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x\n\
            WRITE of size 4 at 0x602000000014 thread T0\n    \
            #0 0x7ffff7457f5e in __interceptor_memset ../../../../src/libsanitizer/x.inc:799\n    \
            #1 0x5555555551f8 in fill /src/dir/x.c:9\n    \
            #2 0x55555555525a in main /src/dir/x.c:15\n    \
            #3 0x7ffff7246249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58\n\
            \n0x602000000014 is located 0 bytes to the right of 4-byte region\n\
            allocated by thread T0 here:\n    \
            #0 0x7ffff74b79cf in __interceptor_malloc ../../../../src/libsanitizer/y.cpp:69\n    \
            #1 0x5555555551e1 in make /src/dir/x.c:5\n";
        let report = SanitizerReport::parse(text).unwrap();
        assert_eq!(report.kind, "heap-buffer-overflow");
        assert_eq!(report.access.as_deref(), Some("WRITE"));
        assert_eq!(report.frames, [frame("fill", "x.c", 9), frame("main", "x.c", 15)]);
    }

    #[test]
    fn an_undefined_operation_has_its_place() {
        let text = "x.c:6:12: runtime error: index 5 out of bounds for type 'int [3]'\n    \
            #0 0x401 in get x.c:6\n    #1 0x402 in main x.c:9\n";
        let report = SanitizerReport::parse(text).unwrap();
        assert_eq!(report.kind, "index N out of bounds for type 'int [3]'");
        assert_eq!(report.frames, [frame("get", "x.c", 6), frame("main", "x.c", 9)]);
        assert_eq!(SanitizerReport::parse("nothing\n"), None);
    }
}
