//! What two runs may differ in without meaning anything: where the sandbox put things, addresses,
//! process numbers, the file and line that `assert` prints, and times in the user's formats.

use crate::outcome::NativeOutcome;
use crate::sandbox::Sandbox;
use memchr::memmem;
use std::os::unix::ffi::OsStrExt;

/// Numbers up to this one are given to programs in a PID namespace, where they are the same in
/// every run.
const SMALL_PID: u32 = 300;

/// Times as the user's programs write them, in the letters of `strftime`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TimeFormat(Vec<TimePart>);

#[derive(Clone, Debug, Eq, PartialEq)]
enum TimePart {
    Byte(u8),
    /// From so many to so many digits.
    Digits(usize, usize),
    /// Day of the month with a blank before a single digit.
    PaddedDay,
    /// Letters, as of days and months, so many at least.
    Letters(usize),
}

impl TimeFormat {
    /// `None` if there is a letter that it does not know.
    pub fn parse(text: &str) -> Option<TimeFormat> {
        let mut parts = Vec::new();
        let mut bytes = text.bytes();
        while let Some(byte) = bytes.next() {
            if byte != b'%' {
                parts.push(TimePart::Byte(byte));
                continue;
            }
            parts.extend(match bytes.next()? {
                b'Y' => vec![TimePart::Digits(4, 4)],
                b'm' | b'd' | b'H' | b'M' | b'S' | b'I' | b'y' => vec![TimePart::Digits(2, 2)],
                b'j' => vec![TimePart::Digits(3, 3)],
                b'e' => vec![TimePart::PaddedDay],
                b's' => vec![TimePart::Digits(9, 11)],
                b'N' => vec![TimePart::Digits(1, 9)],
                b'a' | b'b' | b'p' => vec![TimePart::Letters(2)],
                b'A' | b'B' => vec![TimePart::Letters(3)],
                b'Z' => vec![TimePart::Letters(1)],
                b'F' => TimeFormat::parse("%Y-%m-%d")?.0,
                b'T' => TimeFormat::parse("%H:%M:%S")?.0,
                b'%' => vec![TimePart::Byte(b'%')],
                _ => return None,
            });
        }
        (!parts.is_empty()).then_some(TimeFormat(parts))
    }

    /// How long the time is that begins here.
    fn matches(&self, text: &[u8]) -> Option<usize> {
        let mut at = 0;
        for part in &self.0 {
            let rest = &text[at..];
            let count = |most: usize, is: fn(&u8) -> bool| {
                rest.iter().take(most).take_while(|&byte| is(byte)).count()
            };
            at += match *part {
                TimePart::Byte(byte) => usize::from(rest.first() == Some(&byte)),
                TimePart::Digits(least, most) => {
                    Some(count(most, u8::is_ascii_digit)).filter(|&n| n >= least).unwrap_or(0)
                }
                TimePart::PaddedDay => match rest {
                    [b' ', day, ..] if day.is_ascii_digit() => 2,
                    _ => count(2, u8::is_ascii_digit),
                },
                TimePart::Letters(least) => {
                    let n = count(9, u8::is_ascii_alphabetic);
                    if n >= least { n } else { 0 }
                }
            };
            if at == text.len() - rest.len() {
                return None;
            }
        }
        Some(at)
    }
}

/// What is replaced in the outputs of one sandbox.
#[derive(Clone, Debug, Default)]
pub struct Normaliser {
    /// The longest first, so that none hides another.
    paths: Vec<(Vec<u8>, &'static [u8])>,
    exe_dir: Vec<u8>,
    times: Vec<TimeFormat>,
}

impl Normaliser {
    pub fn new(sandbox: &Sandbox, times: &[TimeFormat]) -> Normaliser {
        let bytes = |path: &std::path::Path| path.as_os_str().as_bytes().to_vec();
        let mut paths = vec![
            (bytes(sandbox.case_dir()), &b"/case"[..]),
            (bytes(sandbox.tmp_dir()), &b"/tmp"[..]),
        ];
        paths.retain(|(path, name)| path != name);
        let mut exe_dir = bytes(sandbox.exe_dir());
        exe_dir.push(b'/');
        Normaliser { paths, exe_dir, times: times.to_vec() }
    }

    /// The text of a run of that process.
    pub fn apply(&self, text: &[u8], outcome: &NativeOutcome) -> Vec<u8> {
        let mut text = text.to_vec();
        for (path, name) in &self.paths {
            text = replace_all(&text, path, name);
        }
        text = self.drop_exe_dir(&text);
        text = mask_words(&text, outcome.pid);
        text = mask_asserts(&text);
        self.mask_times(text)
    }

    /// `/exe/0/name` becomes `name`.
    fn drop_exe_dir(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = memmem::find(rest, &self.exe_dir) {
            out.extend(&rest[..at]);
            rest = &rest[at + self.exe_dir.len()..];
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if rest.get(digits) == Some(&b'/') {
                rest = &rest[digits + 1..];
            }
        }
        out.extend(rest);
        out
    }

    fn mask_times(&self, text: Vec<u8>) -> Vec<u8> {
        if self.times.is_empty() {
            return text;
        }
        let mut out = Vec::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            match self.times.iter().filter_map(|format| format.matches(&text[at..])).max() {
                Some(length) => {
                    out.extend(b"<time>");
                    at += length;
                }
                None => {
                    out.push(text[at]);
                    at += 1;
                }
            }
        }
        out
    }
}

fn replace_all(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memmem::find(rest, from) {
        out.extend(&rest[..at]);
        out.extend(to);
        rest = &rest[at + from.len()..];
    }
    out.extend(rest);
    out
}

/// Addresses become `<address>`, the process's own number `<pid>`.
fn mask_words(text: &[u8], pid: u32) -> Vec<u8> {
    let pid = pid.to_string();
    let masks_pid = pid.parse::<u32>().is_ok_and(|pid| pid > SMALL_PID);
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = text[at..].iter().take_while(|&byte| is_word(byte)).count();
        let word = &text[at..at + length];
        if length == 0 {
            out.push(text[at]);
            at += 1;
            continue;
        }
        match word {
            word if is_address(word) => out.extend(b"<address>"),
            word if masks_pid && word == pid.as_bytes() => out.extend(b"<pid>"),
            word => out.extend(word),
        }
        at += length;
    }
    out
}

/// Hexadecimal numbers where programs, their heap, stack and libraries lie, and where
/// AddressSanitizer puts its heap. Other numbers may be results.
fn is_address(word: &[u8]) -> bool {
    let Some(digits) = word.strip_prefix(b"0x") else { return false };
    let starts = [b"55", b"56", b"7e", b"7f", b"60", b"61", b"62", b"63"];
    digits.len() == 12
        && digits.iter().all(u8::is_ascii_hexdigit)
        && starts.iter().any(|start| digits.starts_with(&start[..]))
}

/// `prog: file.c:12: main: Assertion` keeps the function and the assertion.
pub fn mask_asserts(text: &[u8]) -> Vec<u8> {
    const MARK: &[u8] = b": Assertion `";
    if memmem::find(text, MARK).is_none() {
        return text.to_vec();
    }
    let lines = text.split_inclusive(|&byte| byte == b'\n').map(|line| {
        let Some(end) = memmem::find(line, MARK) else { return line.to_vec() };
        let fields: Vec<&[u8]> = line[..end].split(|&byte| byte == b':').collect();
        let is_number = |field: &[u8]| !field.is_empty() && field.iter().all(u8::is_ascii_digit);
        match fields.iter().position(|field| is_number(field)) {
            Some(at) if at >= 1 => {
                let mut kept = fields.clone();
                kept.splice(at - 1..=at, [&b" <place>"[..]]);
                [&kept.join(&b':')[..], &line[end..]].concat()
            }
            _ => line.to_vec(),
        }
    });
    lines.collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(text: &str) -> String {
        let text = mask_asserts(&mask_words(text.as_bytes(), 4711));
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn addresses_and_process_numbers_are_masked_and_results_are_not() {
        assert_eq!(masked("at 0x7ffc12345678, 0xdeadbeef"), "at <address>, 0xdeadbeef");
        assert_eq!(masked("pid 4711 or 47110, x4711"), "pid <pid> or 47110, x4711");
        assert_eq!(String::from_utf8(mask_words(b"2", 2)).unwrap(), "2");
    }

    /// The text is glibc's.
    #[test]
    fn an_assertion_keeps_all_but_its_place() {
        assert_eq!(
            masked("cut: src/cut.c:534: main: Assertion `n > 0' failed.\n"),
            "cut: <place>: main: Assertion `n > 0' failed.\n"
        );
        assert_eq!(masked("a:1: b\n"), "a:1: b\n");
    }

    #[test]
    fn times_are_masked_in_the_user_s_formats_only() {
        let formats = ["%Y-%m-%d", "%H:%M:%S"].map(|text| TimeFormat::parse(text).unwrap());
        let normaliser = Normaliser { times: formats.to_vec(), ..Normaliser::default() };
        let text = normaliser.mask_times(b"2026-01-02 at 10:20:30, 10:20".to_vec());
        assert_eq!(String::from_utf8(text).unwrap(), "<time> at <time>, 10:20");
        assert_eq!(TimeFormat::parse("%Q"), None);
    }

    #[test]
    fn the_way_to_an_executable_is_dropped() {
        let normaliser = Normaliser { exe_dir: b"/exe/".to_vec(), ..Normaliser::default() };
        assert_eq!(normaliser.drop_exe_dir(b"x /exe/12/cut: y"), b"x cut: y");
    }
}
