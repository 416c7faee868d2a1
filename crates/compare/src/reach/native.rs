//! Whether a line is executed natively.
//!
//! In a copy of the executable, the instructions at which the line begins are replaced by a
//! breakpoint: a run that comes there is ended by `SIGTRAP`. So nothing has to survive the program's
//! end, however it comes.

use anyhow::{Context, Result, bail};
use object::{Object, ObjectSegment};
use patchlight_budget::Deadline;
use patchlight_cache::{Cache, ScratchDir};
use patchlight_capture::record::{Record, State};
use patchlight_load::ProgramFiles;
use patchlight_replay::{Case, End, Executable, LibrarySearch, Sandbox};
use patchlight_toolchain::Clang;
use patchlight_toolchain::{harness_headers, native_toolchain, split_flags};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// `int3`.
const BREAKPOINT: u8 = 0xcc;
const SIGTRAP: i32 = 5;
/// What a run may take.
const SECONDS: f64 = 10.0;

/// A native executable, and where its lines begin.
pub struct Breakpoints {
    scratch: ScratchDir,
    executable: PathBuf,
    /// Where its shared libraries are.
    libraries: LibrarySearch,
    /// By address.
    rows: Vec<Row>,
    /// Where blocks begin, once it is asked for.
    leaders: Option<BTreeSet<u64>>,
    /// The executable as it is, for runs that `SIGTRAP` ends.
    plain: Option<Sandbox>,
    /// The last copy with breakpoints, and their addresses.
    marked: Option<(Vec<u64>, Sandbox)>,
}

/// From this address on, up to that of the next row, the code is that of a line; of none if that is 0.
#[derive(Clone, Eq, PartialEq, Debug)]
struct Row {
    address: u64,
    line: u32,
    /// Without directories.
    file: String,
}

impl Row {
    fn is_of(&self, file: &str, line: u32) -> bool {
        self.line == line && self.file == file
    }
}

/// What a native run shows.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Confirmed {
    Yes,
    No,
    /// The executable has no code for the line, or none that can be told from what else the line has.
    NoCode,
}

impl Breakpoints {
    /// Builds C sources, or the LLVM text that an executable leads to, with the compiler of the
    /// exploration, so that lines are the same; an executable that cannot be built again is taken as
    /// it is.
    pub fn new(args: &ProgramFiles) -> Result<Breakpoints> {
        let scratch = ScratchDir::new("reach-native")?;
        let is_c = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "c");
        let mut libraries = LibrarySearch::default();
        let executable = match &args.files[..] {
            files if files.iter().all(is_c) => build(args, &scratch.0)?,
            // The executable may be optimised: its lines are blurred.
            [file] => match rebuilt(args, file, &scratch.0)? {
                Some(executable) => executable,
                None => {
                    let parts = &args.built_file(file)?.parts;
                    let directories = parts.iter().filter_map(|part| part.file.parent());
                    libraries.directories = directories.map(Path::to_path_buf).collect();
                    std::path::absolute(&parts[0].file)?
                }
            },
            _ => bail!(
                "targets are confirmed natively, which needs C sources or a single executable"
            ),
        };
        let rows = line_rows(&executable)?;
        let (leaders, plain, marked) = (None, None, None);
        Ok(Breakpoints { scratch, executable, libraries, rows, leaders, plain, marked })
    }

    /// Whether a run on a test comes to one of these lines of a file, the first that has code.
    /// Where a line has code that is not meant, tests that execute it `without` what is meant tell which.
    pub fn confirm(
        &mut self,
        file: &str,
        lines: &[u32],
        case: &Case,
        without: &[Case],
    ) -> Result<Confirmed> {
        let mut meant = match self.first_with_code(file, lines) {
            Some((name, line)) if !without.is_empty() => self.blocks(&name, line)?,
            _ => self.place(file, lines),
        };
        let each: Vec<Vec<u64>> = meant.iter().map(|&address| vec![address]).collect();
        let mut not_meant = self.first_of_each(&each, without)?.into_iter();
        meant.retain(|_| not_meant.next().flatten().is_none());
        if meant.is_empty() {
            return Ok(Confirmed::NoCode);
        }
        Ok(if self.comes_to(&meant, case)? { Confirmed::Yes } else { Confirmed::No })
    }

    /// Where the code of the first of some lines begins that has code.
    pub fn place(&self, file: &str, lines: &[u32]) -> Vec<u64> {
        let Some((name, line)) = self.first_with_code(file, lines) else { return Vec::new() };
        let rows = self.rows.iter().filter(|row| row.is_of(&name, line));
        rows.map(|row| row.address).collect()
    }

    fn first_with_code(&self, file: &str, lines: &[u32]) -> Option<(String, u32)> {
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let has_code = |line: &&u32| self.rows.iter().any(|row| row.is_of(&name, **line));
        let line = *lines.iter().find(has_code)?;
        Some((name, line))
    }

    /// Where the blocks of a line's code begin.
    fn blocks(&mut self, name: &str, line: u32) -> Result<Vec<u64>> {
        let leaders = match self.leaders.take() {
            Some(leaders) => leaders,
            None => leaders(&self.executable)?,
        };
        let leaders = self.leaders.insert(leaders);
        let mut all: BTreeSet<u64> = BTreeSet::new();
        for (row, next) in self.rows.iter().zip(self.rows.iter().skip(1)) {
            if row.is_of(name, line) {
                all.insert(row.address);
                all.extend(leaders.range(row.address..next.address));
            }
        }
        Ok(all.into_iter().collect())
    }

    /// The first of some tests on which a run comes to a place, for each of several, which are the
    /// addresses at which it begins.
    pub fn first_of_each(
        &mut self,
        places: &[Vec<u64>],
        cases: &[Case],
    ) -> Result<Vec<Option<usize>>> {
        let mut first = vec![None; places.len()];
        for (n, case) in cases.iter().enumerate() {
            let is_open = |&place: &usize| first[place].is_none() && !places[place].is_empty();
            let open: Vec<usize> = (0..places.len()).filter(is_open).collect();
            self.note_executed(places, &open, case, &mut |place| first[place] = Some(n))?;
        }
        Ok(first)
    }

    /// Notes those of the `open` places that a run comes to. A run ends at the first place, so halves of
    /// them are asked for until each stands alone.
    fn note_executed(
        &mut self,
        places: &[Vec<u64>],
        open: &[usize],
        case: &Case,
        note: &mut dyn FnMut(usize),
    ) -> Result<()> {
        let addresses: Vec<u64> = open.iter().flat_map(|&place| &places[place]).copied().collect();
        if addresses.is_empty() || !self.comes_to(&addresses, case)? {
            return Ok(());
        }
        if let &[place] = open {
            note(place);
            return Ok(());
        }
        let (some, others) = open.split_at(open.len() / 2);
        self.note_executed(places, some, case, note)?;
        self.note_executed(places, others, case, note)
    }

    /// Whether a run on a test comes to one of some addresses.
    fn comes_to(&mut self, addresses: &[u64], case: &Case) -> Result<bool> {
        // A program that traps by itself shows nothing.
        Ok(is_trapped(self.marked(addresses)?, case)? && !self.traps_by_itself(case)?)
    }

    fn marked(&mut self, addresses: &[u64]) -> Result<&mut Sandbox> {
        let marked = match self.marked.take() {
            Some((of, marked)) if of == addresses => marked,
            _ => {
                let copy = self.scratch.0.join("marked");
                mark(&self.executable, addresses, &copy)?;
                sandbox(&copy, &self.libraries)?
            }
        };
        let (_, marked) = self.marked.insert((addresses.to_vec(), marked));
        Ok(marked)
    }

    /// Whether a run on a test ends by itself.
    pub fn ends(&mut self, case: &Case) -> Result<bool> {
        Ok(run(self.plain()?, case)? != End::Timeout)
    }

    fn traps_by_itself(&mut self, case: &Case) -> Result<bool> {
        is_trapped(self.plain()?, case)
    }

    fn plain(&mut self) -> Result<&mut Sandbox> {
        let plain = match self.plain.take() {
            Some(plain) => plain,
            None => sandbox(&self.executable, &self.libraries)?,
        };
        Ok(self.plain.insert(plain))
    }
}

fn sandbox(executable: &Path, libraries: &LibrarySearch) -> Result<Sandbox> {
    let mut config = patchlight_replay::sandbox_config()?;
    config.limits.seconds = SECONDS;
    Ok(Sandbox::start(&config, &[Executable::open_with(executable, libraries)?])?)
}

fn is_trapped(sandbox: &mut Sandbox, case: &Case) -> Result<bool> {
    Ok(run(sandbox, case)? == End::Signal(SIGTRAP))
}

fn run(sandbox: &mut Sandbox, case: &Case) -> Result<End> {
    Ok(sandbox.run(0, case, &Deadline::none())?.with_context(|| case.name.clone())?.end)
}

fn build(args: &ProgramFiles, dir: &Path) -> Result<PathBuf> {
    let cache = Cache::open()?;
    let clang = Clang::find(&cache, args.clang.as_deref())?;
    let mut link = split_flags(&args.cflags)?;
    for (n, file) in args.files.iter().enumerate() {
        let mut command = clang.analysis_flags();
        command.extend(split_flags(&args.cflags)?);
        command.extend(["-isystem".into(), harness_headers(&cache)?.into()]);
        command.extend(["-w".into(), "-c".into(), OsString::from(file)]);
        let object = dir.join(format!("{n}.o"));
        let bytes = clang.run(&command, &cache.scratch("native.o"), file)?;
        fs::write(&object, bytes).context("cannot write an object file")?;
        link.push(object.into());
    }
    link.push("-lm".into());
    let executable = dir.join("native");
    native_toolchain().link(&link, &executable).context("cannot build the native executable")?;
    Ok(executable)
}

/// An executable of the LLVM text that an executable leads to. `None` if it cannot be linked.
fn rebuilt(args: &ProgramFiles, file: &Path, dir: &Path) -> Result<Option<PathBuf>> {
    let cache = Cache::open()?;
    let clang = Clang::find(&cache, args.clang.as_deref())?;
    let built = args.built_file(file)?;
    let (mut objects, mut archives) = (Vec::new(), Vec::new());
    for record in built.records() {
        match &record.state {
            State::Module(text) => objects.extend(assembled(&cache, &clang, text, dir)?),
            State::Archive(archive) => archives.push(archive),
            State::Unsupported(_) => return Ok(None),
        }
    }
    let executable = dir.join("native");
    if linked(&objects, &executable) {
        return Ok(Some(executable));
    }
    // Without optimisation, the program may call members that nobody needed before.
    let mut members = Vec::new();
    for archive in archives {
        for record in Record::decode_all(&fs::read(archive).unwrap_or_default()) {
            if let State::Module(text) = &record.state {
                members.extend(assembled(&cache, &clang, text, dir)?);
            }
        }
    }
    members.retain(|member| !objects.contains(member));
    let archive = dir.join("members.a");
    let made = Command::new("ar").arg("rcs").arg(&archive).args(&members).output();
    if !made.is_ok_and(|output| output.status.success()) {
        return Ok(None);
    }
    objects.push(archive);
    Ok(linked(&objects, &executable).then_some(executable))
}

/// An object file of LLVM text, named as it is; `None` if the compiler refuses it.
fn assembled(cache: &Cache, clang: &Clang, text: &Path, dir: &Path) -> Result<Option<PathBuf>> {
    let name = text.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let object = dir.join(format!("{name}.o"));
    if object.exists() {
        return Ok(Some(object));
    }
    let flags = ["-w", "-O0", "-c", "-x", "ir"].map(OsString::from);
    let command = [flags.to_vec(), vec![text.into()]].concat();
    let Ok(bytes) = clang.run(&command, &cache.scratch("native.o"), text) else { return Ok(None) };
    fs::write(&object, bytes).context("cannot write an object file")?;
    Ok(Some(object))
}

fn linked(objects: &[PathBuf], executable: &Path) -> bool {
    let libraries = ["-lm", "-lpthread", "-ldl"].map(OsStr::new);
    let args: Vec<&OsStr> =
        objects.iter().map(|object| object.as_os_str()).chain(libraries).collect();
    native_toolchain().link(&args, executable).is_ok()
}

/// The line table, as `objdump` prints it.
fn line_rows(executable: &Path) -> Result<Vec<Row>> {
    let text = objdump(&["-w", "--dwarf=decodedline"], executable)?;
    let mut rows: Vec<Row> = text.lines().filter_map(row).collect();
    // One function may end where another one begins.
    rows.sort_by_key(|row| (row.address, row.line != 0));
    Ok(rows)
}

/// Where blocks of instructions begin: where jumps lead, and behind jumps.
fn leaders(executable: &Path) -> Result<BTreeSet<u64>> {
    let text = objdump(&["-d", "--no-show-raw-insn"], executable)?;
    let mut leaders = BTreeSet::new();
    let mut is_behind_jump = false;
    for (address, mnemonic, operand) in text.lines().filter_map(instruction) {
        if is_behind_jump {
            leaders.insert(address);
        }
        is_behind_jump = mnemonic.starts_with('j');
        if is_behind_jump {
            leaders.extend(u64::from_str_radix(operand, 16).ok());
        }
    }
    Ok(leaders)
}

fn objdump(flags: &[&str], executable: &Path) -> Result<String> {
    let output = Command::new("objdump").args(flags).arg(executable).output();
    let output = output.context("cannot run objdump")?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// `  401136:\tjne    401150 <main+0x1a>`: an address, what is done there, and with what first.
fn instruction(text: &str) -> Option<(u64, &str, &str)> {
    let (address, rest) = text.split_once(':')?;
    let address = u64::from_str_radix(address.trim(), 16).ok()?;
    let mut words = rest.split_whitespace();
    Some((address, words.next()?, words.next().unwrap_or_default()))
}

/// `file.c   12   0x401136   1   x`: a row. Whether it is what the compiler calls a statement (`x`) does not
/// matter.
fn row(text: &str) -> Option<Row> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let at = fields.iter().rposition(|field| field.starts_with("0x"))?;
    let address = u64::from_str_radix(fields[at].strip_prefix("0x")?, 16).ok()?;
    // The end of a function's code has no line.
    let line = fields.get(at.checked_sub(1)?)?.parse().unwrap_or(0);
    let file = fields[..at - 1].join(" ");
    let name = Path::new(&file).file_name()?.to_string_lossy().into_owned();
    Some(Row { address, file: name, line })
}

/// A copy of an executable with breakpoints.
fn mark(executable: &Path, addresses: &[u64], to: &Path) -> Result<()> {
    let mut bytes = fs::read(executable).context("the native executable")?;
    let offsets: Vec<u64> = {
        let file = object::File::parse(&bytes[..]).context("the native executable")?;
        let offset = |&address: &u64| {
            file.segments().find_map(|segment| {
                let (offset, size) = segment.file_range();
                let within = address.checked_sub(segment.address())?;
                (within < size).then_some(offset + within)
            })
        };
        addresses.iter().filter_map(offset).collect()
    };
    for offset in offsets {
        bytes[offset as usize] = BREAKPOINT;
    }
    fs::write(to, bytes)?;
    fs::set_permissions(to, fs::Permissions::from_mode(0o755))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_the_line_table_is_a_file_a_line_and_an_address() {
        let of = |line, address, file: &str| Some(Row { address, line, file: file.to_string() });
        let statement = "a.c                 12            0x401136               x";
        assert_eq!(row(statement), of(12, 0x401136, "a.c"));
        let with_view = "/src/my file.c           12            0x401136       1       x";
        assert_eq!(row(with_view), of(12, 0x401136, "my file.c"));
        let inside = "a.c                 13            0x401138";
        assert_eq!(row(inside), of(13, 0x401138, "a.c"));
        let end = "a.c                  -            0x40113a";
        assert_eq!(row(end), of(0, 0x40113a, "a.c"));
    }

    #[test]
    fn an_instruction_is_an_address_a_mnemonic_and_an_operand() {
        let jump = "  401136:\tjne    401150 <main+0x1a>";
        assert_eq!(instruction(jump), Some((0x401136, "jne", "401150")));
        assert_eq!(instruction("  401138:\tret"), Some((0x401138, "ret", "")));
        assert_eq!(instruction("0000000000401136 <main>:"), None);
        assert_eq!(instruction("Disassembly of section .text:"), None);
    }
}
