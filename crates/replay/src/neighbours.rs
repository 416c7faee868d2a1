//! Neighbours of seeds: given cases with one thing changed.
//!
//! One byte of an argument, of standard input or of a file; one option inserted or removed; one
//! file of another kind. They cost a few milliseconds each, and on real patches show a good part of
//! what there is to find.

mod options;

pub use options::{Arity, OptionSpec, from_executable, from_help};

use crate::bytes::Hex;
use crate::case::{Case, File, FileKind, Mode, Run};
use crate::error::{Error, Result};
use crate::judge::Versions;
use crate::sandbox::{RunFailure, Sandbox, SandboxConfig};
use patchlight_budget::{Cut, Deadline};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// What an option's argument may be.
const VALUES: &[&[u8]] = &[b"0", b"1", b"-1", b"2", b"a", b"", b",", b"1-", b"9999999999"];
/// What a byte is changed to, beside its own neighbours.
const BYTES: &[u8] = b"09a-,: \n/%\x80\x00";
/// How far into standard input and files bytes are changed.
const FAR: usize = 64;
/// Data that is not compared byte by byte.
const LARGE: usize = 1 << 16;

/// The options of both versions: from their tables, or else from what `--help` prints. They are not
/// known if the deadline comes before that.
pub fn program_options(
    config: &SandboxConfig,
    versions: &Versions,
    deadline: &Deadline,
) -> Result<std::result::Result<Vec<OptionSpec>, Cut>> {
    let both = [&versions.old.plain, &versions.new.plain];
    let mut options = Vec::new();
    for executable in both {
        let bytes = std::fs::read(&executable.path);
        let bytes = bytes.map_err(|error| Error::Executable(executable.path.clone(), error))?;
        options.extend(from_executable(&bytes));
    }
    if options.is_empty() {
        let help = Run { args: vec![Hex::from(b"--help".to_vec())], ..Run::default() };
        let help = Case { run: help, ..Case::default() };
        for executable in both {
            if let Some(cut) = deadline.cut() {
                return Ok(Err(cut));
            }
            let mut sandbox = Sandbox::start(config, std::slice::from_ref(executable))?;
            match sandbox.run(0, &help, deadline)? {
                Ok(outcome) => {
                    options.extend(from_help(&String::from_utf8_lossy(&outcome.stdout.bytes)));
                }
                Err(RunFailure::Cut(cut)) => return Ok(Err(cut)),
                // A program that does not start says so for every case.
                Err(_) => {}
            }
        }
    }
    options.sort();
    options.dedup();
    Ok(Ok(options))
}

/// A case with one thing changed. It is made when it is asked for: there may be many, and their files
/// may be large.
pub struct Variant<'s> {
    seed: &'s Case,
    what: String,
    edit: Edit<'s>,
}

type Edit<'s> = Box<dyn Fn(&mut Run) + 's>;

impl<'s> Variant<'s> {
    fn new(seed: &'s Case, what: String, edit: impl Fn(&mut Run) + 's) -> Variant<'s> {
        Variant { seed, what, edit: Box::new(edit) }
    }

    pub fn case(&self) -> Case {
        let mut case = self.seed.clone();
        (self.edit)(&mut case.run);
        case.name = format!("{}, {}", self.seed.name, self.what);
        case.origin = None;
        case
    }
}

/// Variants that make different cases, near ones of all kinds first, at most `most` for each seed.
/// Behind the deadline no more are made: there is no time to run them.
pub fn neighbours<'s>(
    seeds: &'s [Case],
    options: &'s [OptionSpec],
    most: usize,
    deadline: &Deadline,
) -> Vec<Variant<'s>> {
    let mut seen: HashSet<u64> = seeds.iter().map(identity).collect();
    let mut all = Vec::new();
    for seed in seeds.iter().take_while(|_| !deadline.is_over()) {
        let kinds = [
            options_removed(seed),
            options_inserted(seed, options),
            files_changed(seed),
            arg_bytes_changed(seed),
            data_bytes_changed(seed),
        ];
        // In turn, so that no kind is left out when there are many of another.
        let mut kinds: Vec<_> = kinds.into_iter().map(Vec::into_iter).collect();
        let mut n_made = 0;
        while n_made < most && !kinds.is_empty() {
            kinds.retain_mut(|kind| {
                let Some(variant) = kind.next() else { return false };
                let case = variant.case();
                if n_made < most && case.check().is_ok() && seen.insert(identity(&case)) {
                    all.push(variant);
                    n_made += 1;
                }
                true
            });
        }
    }
    all
}

/// What makes two cases the same. Large data is the same if it is shared.
fn identity(case: &Case) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut run = case.run.clone();
    let stdin = std::iter::once(&mut run.stdin);
    for data in stdin.chain(run.files.iter_mut().map(|file| &mut file.bytes)) {
        if data.0.len() > LARGE {
            Arc::as_ptr(&data.0).hash(&mut hasher);
            *data = Hex::default();
        }
    }
    format!("{:?} {run:?}", case.inputs).hash(&mut hasher);
    hasher.finish()
}

type Variants<'s> = Vec<Variant<'s>>;

fn options_removed(seed: &Case) -> Variants<'_> {
    let mut variants = Vec::new();
    for (n, arg) in seed.run.args.iter().enumerate() {
        let text = String::from_utf8_lossy(&arg.0);
        let without = move |run: &mut Run| drop(run.args.remove(n));
        variants.push(Variant::new(seed, format!("without {text}"), without));
        if arg.0.starts_with(b"-") && n + 1 < seed.run.args.len() {
            let what = format!("without {text} and its argument");
            let without = move |run: &mut Run| drop(run.args.drain(n..n + 2));
            variants.push(Variant::new(seed, what, without));
        }
    }
    variants
}

fn options_inserted<'s>(seed: &'s Case, options: &'s [OptionSpec]) -> Variants<'s> {
    let mut variants = Vec::new();
    let insert = |words: Vec<Vec<u8>>| {
        let text: Vec<_> = words.iter().map(|word| String::from_utf8_lossy(word)).collect();
        let what = format!("with {}", text.join(" "));
        Variant::new(seed, what, move |run| {
            run.args.splice(0..0, words.iter().cloned().map(Hex::from));
        })
    };
    for option in options.iter().filter(|option| option.arity != Arity::Required) {
        variants.push(insert(vec![option.name.clone().into_bytes()]));
    }
    let files = seed.run.files.iter().map(|file| file.name.as_bytes());
    let values: Vec<&[u8]> = VALUES.iter().copied().chain(files).collect();
    for value in values {
        for option in options.iter().filter(|option| option.arity != Arity::None) {
            let name = option.name.as_bytes();
            variants.push(insert(match (option.name.starts_with("--"), option.arity) {
                (true, _) => vec![[name, b"=", value].concat()],
                (false, Arity::Optional) => vec![[name, value].concat()],
                (false, _) => vec![name.to_vec(), value.to_vec()],
            }));
        }
    }
    variants
}

/// One file of another kind, with other rights or contents, or missing; operands that name nothing as
/// files.
pub fn files_changed(seed: &Case) -> Vec<Variant<'_>> {
    let mut variants = Vec::new();
    for (n, file) in seed.run.files.iter().enumerate() {
        let name = &file.name;
        let below = format!("{name}/");
        if seed.run.files.iter().any(|other| other.name.starts_with(&below)) {
            continue;
        }
        let mut change = |what: &str, change: fn(&mut File)| {
            let edit = move |run: &mut Run| change(&mut run.files[n]);
            variants.push(Variant::new(seed, format!("{name} {what}"), edit));
        };
        change("a directory", |file| {
            file.kind = FileKind::Directory;
            file.bytes = Hex::default();
        });
        change("a dangling link", |file| {
            file.kind = FileKind::Link;
            file.bytes = Hex::from(b"nowhere".to_vec());
        });
        change("a link to itself", |file| {
            file.kind = FileKind::Link;
            file.bytes = Hex::from(file.name.clone().into_bytes());
        });
        change("unreadable", |file| file.mode = Some(Mode(0)));
        change("read-only", |file| file.mode = Some(Mode(0o444)));
        change("empty", |file| {
            file.kind = FileKind::Regular;
            file.bytes = Hex::default();
        });
        change("without its last byte", |file| {
            file.bytes.make_mut().pop();
        });
        let missing = move |run: &mut Run| drop(run.files.remove(n));
        variants.push(Variant::new(seed, format!("{name} missing"), missing));
    }
    // Operands that name nothing become files.
    for arg in &seed.run.args {
        let Ok(name) = String::from_utf8(arg.0.to_vec()) else { continue };
        if name.starts_with('-') || seed.run.files.iter().any(|file| file.name == name) {
            continue;
        }
        for (what, kind, bytes) in [
            ("a file", FileKind::Regular, &b"a\nb\n"[..]),
            ("a directory", FileKind::Directory, b""),
            ("a dangling link", FileKind::Link, b"nowhere"),
        ] {
            let bytes = Hex::from(bytes.to_vec());
            let file = File { name: name.clone(), bytes, kind, ..File::default() };
            let add = move |run: &mut Run| run.files.push(file.clone());
            variants.push(Variant::new(seed, format!("{name} {what}"), add));
        }
    }
    variants
}

fn arg_bytes_changed(seed: &Case) -> Variants<'_> {
    let mut variants = Vec::new();
    for (n, arg) in seed.run.args.iter().enumerate() {
        for (what, edit) in byte_edits(&arg.0, usize::MAX) {
            let what = format!("argument {} {what}", n + 1);
            let change = move |run: &mut Run| edit.apply(&mut run.args[n]);
            variants.push(Variant::new(seed, what, change));
        }
    }
    // The same change in all arguments, one after the other, tells little.
    interleave(variants, 7)
}

fn data_bytes_changed(seed: &Case) -> Variants<'_> {
    let mut variants = Vec::new();
    for (what, edit) in byte_edits(&seed.run.stdin.0, FAR) {
        let change = move |run: &mut Run| edit.apply(&mut run.stdin);
        variants.push(Variant::new(seed, format!("standard input {what}"), change));
    }
    for (n, file) in seed.run.files.iter().enumerate() {
        if file.kind != FileKind::Regular {
            continue;
        }
        for (what, edit) in byte_edits(&file.bytes.0, FAR) {
            let change = move |run: &mut Run| edit.apply(&mut run.files[n].bytes);
            variants.push(Variant::new(seed, format!("{} {what}", file.name), change));
        }
    }
    interleave(variants, 7)
}

/// What is done to one byte.
#[derive(Copy, Clone)]
enum ByteEdit {
    Set(usize, u8),
    Remove(usize),
    Double(usize),
}

impl ByteEdit {
    fn apply(self, bytes: &mut Hex) {
        let bytes = bytes.make_mut();
        match self {
            ByteEdit::Set(at, byte) => bytes[at] = byte,
            ByteEdit::Remove(at) => drop(bytes.remove(at)),
            ByteEdit::Double(at) => bytes.insert(at, bytes[at]),
        }
    }
}

fn byte_edits(bytes: &[u8], far: usize) -> Vec<(String, ByteEdit)> {
    let mut edits = Vec::new();
    for (at, &is) in bytes.iter().enumerate().take(far) {
        let own = [is.wrapping_add(1), is.wrapping_sub(1)];
        for byte in own.iter().chain(BYTES).copied().filter(|&byte| byte != is) {
            edits.push((format!("with byte {at} = {byte:#04x}"), ByteEdit::Set(at, byte)));
        }
        edits.push((format!("without byte {at}"), ByteEdit::Remove(at)));
        edits.push((format!("with byte {at} twice"), ByteEdit::Double(at)));
    }
    edits
}

/// Every `step`th first, then the ones behind them, …
fn interleave(variants: Variants<'_>, step: usize) -> Variants<'_> {
    let mut order: Vec<_> = variants.into_iter().enumerate().collect();
    order.sort_by_key(|(n, _)| (n % step, *n));
    order.into_iter().map(|(_, variant)| variant).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_budget::{Budget, Interrupt};

    fn never() -> Deadline {
        Deadline::never(&Interrupt::default())
    }

    fn seed() -> Case {
        let file =
            File { name: "data".to_string(), bytes: Hex::from(b"x\n".to_vec()), ..File::default() };
        let args = [&b"-a"[..], b"data"].map(|arg| Hex::from(arg.to_vec())).to_vec();
        Case { run: Run { args, files: vec![file], ..Run::default() }, ..Case::default() }
    }

    #[test]
    fn every_kind_of_change_is_made_once() {
        let option = OptionSpec { name: "--width".to_string(), arity: Arity::Required };
        let (seeds, options) = ([seed()], [option]);
        let all = neighbours(&seeds, &options, 10_000, &never());
        let all: Vec<Case> = all.iter().map(Variant::case).collect();
        let mut identities: Vec<String> =
            all.iter().map(|case| format!("{:?}", case.run)).collect();
        let n = identities.len();
        identities.sort();
        identities.dedup();
        assert_eq!(identities.len(), n);
        let names: Vec<&str> = all.iter().map(|case| case.name.as_str()).collect();
        for name in [
            ", without -a",
            ", with --width=9999999999",
            ", with --width=data",
            ", data a directory",
            ", data a dangling link",
            ", data missing",
            ", data unreadable",
            ", argument 1 with byte 1 = 0x62",
            ", data without byte 0",
        ] {
            assert!(names.contains(&name), "{name} is not in\n{}", names.join("\n"));
        }
    }

    #[test]
    fn few_neighbours_are_of_all_kinds() {
        let option = OptionSpec { name: "-q".to_string(), arity: Arity::None };
        let (seeds, options) = ([seed()], [option]);
        let all = neighbours(&seeds, &options, 5, &never());
        let all: Vec<Case> = all.iter().map(Variant::case).collect();
        assert_eq!(all.len(), 5);
        assert!(all.iter().any(|case| case.name.contains("with -q")));
        assert!(all.iter().any(|case| case.name.contains("data a directory")));
    }

    #[test]
    fn behind_the_deadline_there_are_no_neighbours() {
        let past = never().within(Budget::seconds(0));
        assert!(neighbours(&[seed()], &[], 5, &past).is_empty());
    }
}
