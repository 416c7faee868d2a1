//! What `/proc` tells of a process that is about to run its first instruction.

use anyhow::{Context, Result};
use patchlight_replay::USER;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::PathBuf;

/// How a process begins.
#[derive(Clone, Debug, Default)]
pub struct Start {
    pub argv: Vec<Vec<u8>>,
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    pub cwd: PathBuf,
    pub root: PathBuf,
    pub umask: u32,
    pub user: u32,
    pub streams: [StreamKind; 3],
    /// What is behind the offset of a regular file that is standard input.
    pub stdin_file: Option<Vec<u8>>,
    /// Descriptors beyond the standard streams.
    pub inherited: Vec<i32>,
    /// Soft limits by their names in `/proc`; `None` is no limit.
    pub limits: Vec<(String, Option<u64>)>,
}

#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum StreamKind {
    #[default]
    Closed,
    Regular,
    Pipe,
    Socket,
    Terminal,
    /// `/dev/null`
    Null,
    Directory,
    /// Any other device.
    Device,
}

/// The most that is kept of standard input.
pub const MOST_INPUT: u64 = 4 << 20;

pub fn start(pid: i32) -> Result<Start> {
    let dir = PathBuf::from(format!("/proc/{pid}"));
    let read = |name: &str| fs::read(dir.join(name)).with_context(|| format!("/proc: {name}"));
    let status = String::from_utf8_lossy(&read("status")?).into_owned();
    let field = |name: &str, n: usize| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("");
        line.split_whitespace().nth(n).unwrap_or("").to_string()
    };
    let streams = [0, 1, 2].map(|fd| stream_kind(pid, fd));
    let stdin_file = match streams[0] {
        StreamKind::Regular => rest_of(pid, 0).ok(),
        _ => None,
    };
    Ok(Start {
        argv: strings(&read("cmdline")?),
        env: strings(&read("environ")?).into_iter().filter_map(variable).collect(),
        cwd: fs::read_link(dir.join("cwd")).unwrap_or_default(),
        root: fs::read_link(dir.join("root")).unwrap_or_default(),
        umask: u32::from_str_radix(&field("Umask:", 0), 8).unwrap_or(0o022),
        // Real, effective, saved: files are opened as the effective one.
        user: field("Uid:", 1).parse().unwrap_or(USER),
        streams,
        stdin_file,
        inherited: descriptors(pid).into_iter().filter(|&fd| fd > 2).collect(),
        limits: limits(&String::from_utf8_lossy(&read("limits")?)),
    })
}

/// The limits of this process, to compare others with.
pub fn own_limits() -> Vec<(String, Option<u64>)> {
    limits(&fs::read_to_string("/proc/self/limits").unwrap_or_default())
}

/// Where glibc's dynamic linker is in a process's memory; nowhere if there is none. (musl's linker is
/// its libc, whose calls are the program's own.)
pub fn linker(pid: i32) -> Range<u64> {
    let maps = fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
    let is_linker = |line: &&str| {
        line.rsplit('/')
            .next()
            .is_some_and(|name| name.starts_with("ld-linux") || name.starts_with("ld-2."))
    };
    let range = |line: &str| {
        let (start, end) = line.split_whitespace().next()?.split_once('-')?;
        Some(u64::from_str_radix(start, 16).ok()?..u64::from_str_radix(end, 16).ok()?)
    };
    let parts: Vec<Range<u64>> = maps.lines().filter(is_linker).filter_map(range).collect();
    match (parts.first(), parts.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    }
}

/// The descriptors that are open.
pub fn descriptors(pid: i32) -> Vec<i32> {
    let entries = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
    let mut fds: Vec<i32> =
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    fds.sort_unstable();
    fds
}

fn stream_kind(pid: i32, fd: i32) -> StreamKind {
    const TERMINALS: [u32; 2] = [4, 5];
    let Ok(data) = fs::metadata(format!("/proc/{pid}/fd/{fd}")) else { return StreamKind::Closed };
    let kind = data.file_type();
    let (major, minor) = (libc::major(data.rdev()), libc::minor(data.rdev()));
    match () {
        () if kind.is_file() => StreamKind::Regular,
        () if kind.is_fifo() => StreamKind::Pipe,
        () if kind.is_socket() => StreamKind::Socket,
        () if kind.is_dir() => StreamKind::Directory,
        // Both ends of pseudo-terminals have majors of their own.
        () if kind.is_char_device() && (136..=143).contains(&major) => StreamKind::Terminal,
        () if kind.is_char_device() && TERMINALS.contains(&major) => StreamKind::Terminal,
        () if kind.is_char_device() && (major, minor) == (1, 3) => StreamKind::Null,
        () => StreamKind::Device,
    }
}

/// What a descriptor's file holds behind its offset. The descriptor itself is not touched.
fn rest_of(pid: i32, fd: i32) -> io::Result<Vec<u8>> {
    let info = fs::read_to_string(format!("/proc/{pid}/fdinfo/{fd}"))?;
    let position = info.lines().find_map(|line| line.strip_prefix("pos:"));
    let position = position.and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    let mut file = File::open(format!("/proc/{pid}/fd/{fd}"))?;
    file.seek(SeekFrom::Start(position))?;
    let mut bytes = Vec::new();
    file.take(MOST_INPUT + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn strings(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = bytes.split(|&byte| byte == 0).map(<[u8]>::to_vec).collect();
    // The last string ends with NUL, too.
    parts.pop();
    parts
}

fn variable(text: Vec<u8>) -> Option<(Vec<u8>, Vec<u8>)> {
    let at = text.iter().position(|&byte| byte == b'=')?;
    Some((text[..at].to_vec(), text[at + 1..].to_vec()))
}

fn limits(text: &str) -> Vec<(String, Option<u64>)> {
    // Names have blanks in them, and at least two behind them.
    let limit = |line: &str| {
        let (name, rest) = line.split_once("  ")?;
        Some((name.to_string(), rest.split_whitespace().next()?.parse().ok()))
    };
    text.lines().skip(1).filter_map(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text is the kernel's.
    #[test]
    fn soft_limits_are_read() {
        let text = "Limit                     Soft Limit           Hard Limit           Units     \n\
                    Max cpu time              unlimited            unlimited            seconds   \n\
                    Max address space         1048576              unlimited            bytes     \n";
        let expected = [("Max cpu time", None), ("Max address space", Some(1_048_576))];
        assert_eq!(limits(text), expected.map(|(name, most)| (name.to_string(), most)));
    }

    #[test]
    fn strings_may_be_empty() {
        assert_eq!(strings(b"a\0\0b\0"), [b"a".to_vec(), Vec::new(), b"b".to_vec()]);
    }
}
