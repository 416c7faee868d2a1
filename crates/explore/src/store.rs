//! The output directory.
//!
//! Every test is a line of `cases.jsonl`, appended while the exploration runs: making a file takes
//! about as long as exploring forty paths, so files of their own are made at the end, and for all
//! tests only if there are few or the user asks. Tests that show an error get theirs at once.

use super::cases::Case;
use super::testcomp;
use anyhow::{Context as _, Result, bail};
use patchlight_replay::encode_ktest;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Up to this many tests are written in all formats, unless `--write` says which.
pub const FEW: u64 = 1000;

/// How long a finished test may wait in memory.
const FLUSH_AFTER: Duration = Duration::from_millis(500);

/// A form in which each test gets a file of its own.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Format {
    /// case-N.json
    Json,
    /// case-N.ktest, as KLEE writes it
    Ktest,
    /// corpus/case-N: the bytes of the inputs, for fuzzers
    Raw,
    /// test-suite/testcase-N.xml, for Test-Comp's tools
    Xml,
    /// coverage.info: lines and branches that the tests reach
    Lcov,
    /// All of these
    All,
    /// None of these
    None,
}

impl Format {
    /// All, with what they are called and what they are for.
    pub const ALL: [(Format, &'static str, &'static str); 7] = [
        (Format::Json, "json", "case-N.json"),
        (Format::Ktest, "ktest", "case-N.ktest, as KLEE writes it"),
        (Format::Raw, "raw", "corpus/case-N: the bytes of the inputs, for fuzzers"),
        (Format::Xml, "xml", "test-suite/testcase-N.xml, for Test-Comp's tools"),
        (Format::Lcov, "lcov", "coverage.info: lines and branches that the tests reach"),
        (Format::All, "all", "All formats"),
        (Format::None, "none", "No separate files"),
    ];
}

/// The formats that a run of `n_tests` tests is written in.
pub fn formats(asked: &[Format], n_tests: u64) -> Vec<Format> {
    let all = vec![Format::Json, Format::Ktest, Format::Raw, Format::Xml, Format::Lcov];
    match asked {
        [] if n_tests <= FEW => all,
        asked if asked.contains(&Format::All) => all,
        asked => asked.iter().copied().filter(|&format| format != Format::None).collect(),
    }
}

pub struct Store {
    dir: PathBuf,
    lines: BufWriter<File>,
    flushed: Instant,
    n: u64,
}

impl Store {
    pub fn create(dir: &Path) -> Result<Store> {
        let is_empty = match fs::read_dir(dir) {
            Ok(mut entries) => entries.next().is_none(),
            Err(_) => true,
        };
        if !is_empty {
            bail!("{}: the directory is not empty", dir.display());
        }
        fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let path = dir.join("cases.jsonl");
        let file =
            File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        let lines = BufWriter::with_capacity(1 << 16, file);
        Ok(Store { dir: dir.to_path_buf(), lines, flushed: Instant::now(), n: 0 })
    }

    /// Goes on with a directory that was written before. The tests that are in it, without one
    /// that a kill has cut off.
    pub fn resume(dir: &Path) -> Result<(Store, Vec<Case>)> {
        let path = dir.join("cases.jsonl");
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let cannot = || format!("cannot write {}", path.display());
        let file = File::options().write(true).open(&path).with_context(cannot)?;
        file.set_len(whole as u64).with_context(cannot)?;
        let cases: Vec<Case> = read(&path)?.collect::<Result<_>>()?;
        let file = File::options().append(true).open(&path).with_context(cannot)?;
        let lines = BufWriter::with_capacity(1 << 16, file);
        let n = cases.iter().map(|case| case.case).max().unwrap_or(0);
        Ok((Store { dir: dir.to_path_buf(), lines, flushed: Instant::now(), n }, cases))
    }

    /// The number of the next test.
    pub fn next_number(&self) -> u64 {
        self.n + 1
    }

    pub fn add(&mut self, case: &Case) -> Result<()> {
        self.n += 1;
        let text = serde_json::to_string(case)?;
        let lines = &mut self.lines;
        writeln!(lines, "{text}").with_context(|| self.cannot_write("cases.jsonl"))?;
        if let Some(report) = case.error_report() {
            self.write(&format!("case-{}.json", case.case), text.as_bytes())?;
            self.write(&format!("case-{}.err", case.case), report.as_bytes())?;
        }
        Ok(())
    }

    /// Makes sure that tests do not stay in memory for long.
    pub fn tick(&mut self) -> Result<()> {
        if self.flushed.elapsed() >= FLUSH_AFTER {
            self.flush()?;
        }
        Ok(())
    }

    pub fn flush(&mut self) -> Result<()> {
        self.flushed = Instant::now();
        self.lines.flush().with_context(|| self.cannot_write("cases.jsonl"))
    }

    /// All tests so far, one after the other.
    pub fn cases(&mut self) -> Result<impl Iterator<Item = Result<Case>> + use<>> {
        self.flush()?;
        read(&self.dir.join("cases.jsonl"))
    }

    /// Gives each test its file in the formats that have one. `args` is the command line, and
    /// `program` the file that the user named first.
    pub fn write_files(
        &mut self,
        formats: &[Format],
        args: &[Vec<u8>],
        program: &Path,
    ) -> Result<()> {
        for (format, dir) in [(Format::Raw, "corpus"), (Format::Xml, "test-suite")] {
            if formats.contains(&format) {
                let dir = self.dir.join(dir);
                fs::create_dir_all(&dir)
                    .with_context(|| format!("cannot create {}", dir.display()))?;
            }
        }
        if formats.contains(&Format::Xml) {
            let hash = Sha256::digest(fs::read(program).unwrap_or_default());
            let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            let text = testcomp::metadata(&program.display().to_string(), &hash, &now());
            self.write("test-suite/metadata.xml", text.as_bytes())?;
        }
        for case in self.cases()? {
            let case = case?;
            let n = case.case;
            for format in formats {
                match format {
                    Format::Json => {
                        let text = serde_json::to_string(&case)?;
                        self.write(&format!("case-{n}.json"), text.as_bytes())?;
                    }
                    Format::Ktest => {
                        let bytes = encode_ktest(args, &case.inputs);
                        self.write(&format!("case-{n}.ktest"), &bytes)?;
                    }
                    Format::Raw => {
                        let bytes = case.inputs.iter().flat_map(|input| input.bytes.0.to_vec());
                        let bytes: Vec<u8> = bytes.collect();
                        self.write(&format!("corpus/case-{n}"), &bytes)?;
                    }
                    Format::Xml => {
                        let text = testcomp::testcase(&case);
                        self.write(&format!("test-suite/testcase-{n}.xml"), text.as_bytes())?;
                    }
                    Format::Lcov | Format::All | Format::None => {}
                }
            }
        }
        Ok(())
    }

    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        fs::write(self.dir.join(name), bytes).with_context(|| self.cannot_write(name))
    }

    fn cannot_write(&self, name: &str) -> String {
        format!("cannot write {}", self.dir.join(name).display())
    }
}

/// The tests of a `cases.jsonl`.
pub fn read(path: &Path) -> Result<impl Iterator<Item = Result<Case>> + use<>> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let lines = BufReader::new(file).lines().enumerate();
    Ok(lines.map(move |(n, line)| {
        let line = line.with_context(|| format!("cannot read {name}"))?;
        serde_json::from_str(&line).with_context(|| format!("{name}:{}", n + 1))
    }))
}

/// The time in the form of ISO 8601.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    iso_8601(since.as_secs())
}

fn iso_8601(seconds: u64) -> String {
    let (mut days, second) = (seconds / 86_400, seconds % 86_400);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let (month, day) = (month + 1, days + 1);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected texts are those of `date -u -d @N +%FT%TZ`.
    #[test]
    fn times_are_written_as_date_writes_them() {
        assert_eq!(iso_8601(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso_8601(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(iso_8601(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(iso_8601(1_735_689_600), "2025-01-01T00:00:00Z");
    }

    #[test]
    fn few_tests_are_written_in_all_formats_and_many_only_in_those_asked_for() {
        assert_eq!(formats(&[], FEW).len(), 5);
        assert_eq!(formats(&[], FEW + 1), []);
        assert_eq!(formats(&[Format::Ktest], 5), [Format::Ktest]);
        assert_eq!(formats(&[Format::All], FEW + 1).len(), 5);
        assert_eq!(formats(&[Format::None], 5), []);
    }
}
