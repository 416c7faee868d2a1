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

/// What an option's argument may be.
const VALUES: &[&[u8]] = &[b"0", b"1", b"-1", b"2", b"a", b"", b",", b"1-", b"9999999999"];
/// What a byte is changed to, beside its own neighbours.
const BYTES: &[u8] = b"09a-,: \n/%\x80\x00";
/// How far into standard input and files bytes are changed.
const FAR: usize = 64;

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
        let help = Run { args: vec![Hex(b"--help".to_vec())], ..Run::default() };
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

/// Different cases, near ones of all kinds first, at most `most` for each seed. Behind the deadline no
/// more are made: there is no time to run them.
pub fn neighbours(
    seeds: &[Case],
    options: &[OptionSpec],
    most: usize,
    deadline: &Deadline,
) -> Vec<Case> {
    let mut seen: HashSet<String> = seeds.iter().map(identity).collect();
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
                let Some((what, mut case)) = kind.next() else { return false };
                if n_made < most && case.check().is_ok() && seen.insert(identity(&case)) {
                    case.name = format!("{}, {what}", seed.name);
                    case.origin = None;
                    all.push(case);
                    n_made += 1;
                }
                true
            });
        }
    }
    all
}

/// What makes two cases the same.
fn identity(case: &Case) -> String {
    format!("{:?} {:?}", case.inputs, case.run)
}

type Variants = Vec<(String, Case)>;

fn changed(seed: &Case, change: impl FnOnce(&mut Case)) -> Case {
    let mut case = seed.clone();
    change(&mut case);
    case
}

fn options_removed(seed: &Case) -> Variants {
    let mut variants = Vec::new();
    for (n, arg) in seed.run.args.iter().enumerate() {
        let text = String::from_utf8_lossy(&arg.0);
        variants.push((
            format!("without {text}"),
            changed(seed, |case| {
                case.run.args.remove(n);
            }),
        ));
        if arg.0.starts_with(b"-") && n + 1 < seed.run.args.len() {
            variants.push((
                format!("without {text} and its argument"),
                changed(seed, |case| {
                    case.run.args.drain(n..n + 2);
                }),
            ));
        }
    }
    variants
}

fn options_inserted(seed: &Case, options: &[OptionSpec]) -> Variants {
    let mut variants = Vec::new();
    let insert = |words: Vec<Vec<u8>>| {
        let text: Vec<_> = words.iter().map(|word| String::from_utf8_lossy(word)).collect();
        let what = format!("with {}", text.join(" "));
        let case = changed(seed, |case| {
            case.run.args.splice(0..0, words.iter().cloned().map(Hex));
        });
        (what, case)
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
/// files. Each with what was done.
pub fn files_changed(seed: &Case) -> Vec<(String, Case)> {
    let mut variants = Vec::new();
    for (n, file) in seed.run.files.iter().enumerate() {
        let name = &file.name;
        let below = format!("{name}/");
        let has_entries = seed.run.files.iter().any(|other| other.name.starts_with(&below));
        let mut change = |what: &str, change: &dyn Fn(&mut File)| {
            if !has_entries {
                let case = changed(seed, |case| change(&mut case.run.files[n]));
                variants.push((format!("{name} {what}"), case));
            }
        };
        change("a directory", &|file| {
            file.kind = FileKind::Directory;
            file.bytes.0.clear();
        });
        change("a dangling link", &|file| {
            file.kind = FileKind::Link;
            file.bytes.0 = b"nowhere".to_vec();
        });
        change("a link to itself", &|file| {
            file.kind = FileKind::Link;
            file.bytes.0 = file.name.clone().into_bytes();
        });
        change("unreadable", &|file| file.mode = Some(Mode(0)));
        change("read-only", &|file| file.mode = Some(Mode(0o444)));
        change("empty", &|file| {
            file.kind = FileKind::Regular;
            file.bytes.0.clear();
        });
        change("without its last byte", &|file| {
            file.bytes.0.pop();
        });
        if !has_entries {
            variants.push((
                format!("{name} missing"),
                changed(seed, |case| {
                    case.run.files.remove(n);
                }),
            ));
        }
    }
    // Operands that name nothing become files.
    for arg in &seed.run.args {
        let Ok(name) = String::from_utf8(arg.0.clone()) else { continue };
        if name.starts_with('-') || seed.run.files.iter().any(|file| file.name == name) {
            continue;
        }
        for (what, kind, bytes) in [
            ("a file", FileKind::Regular, &b"a\nb\n"[..]),
            ("a directory", FileKind::Directory, b""),
            ("a dangling link", FileKind::Link, b"nowhere"),
        ] {
            let bytes = Hex(bytes.to_vec());
            let file = File { name: name.clone(), bytes, kind, ..File::default() };
            variants.push((
                format!("{name} {what}"),
                changed(seed, |case| {
                    case.run.files.push(file);
                }),
            ));
        }
    }
    variants
}

fn arg_bytes_changed(seed: &Case) -> Variants {
    let mut variants = Vec::new();
    for (n, arg) in seed.run.args.iter().enumerate() {
        for (what, bytes) in byte_variants(&arg.0, usize::MAX) {
            let case = changed(seed, |case| case.run.args[n] = Hex(bytes));
            variants.push((format!("argument {} {what}", n + 1), case));
        }
    }
    // The same change in all arguments, one after the other, tells little.
    interleave(variants, 7)
}

fn data_bytes_changed(seed: &Case) -> Variants {
    let mut variants = Vec::new();
    for (what, bytes) in byte_variants(&seed.run.stdin.0, FAR) {
        let case = changed(seed, |case| case.run.stdin = Hex(bytes));
        variants.push((format!("standard input {what}"), case));
    }
    for (n, file) in seed.run.files.iter().enumerate() {
        if file.kind != FileKind::Regular {
            continue;
        }
        for (what, bytes) in byte_variants(&file.bytes.0, FAR) {
            let case = changed(seed, |case| case.run.files[n].bytes = Hex(bytes));
            variants.push((format!("{} {what}", file.name), case));
        }
    }
    interleave(variants, 7)
}

/// The bytes with one of them changed, removed or doubled.
fn byte_variants(bytes: &[u8], far: usize) -> Vec<(String, Vec<u8>)> {
    let mut variants = Vec::new();
    for at in 0..bytes.len().min(far) {
        let own = [bytes[at].wrapping_add(1), bytes[at].wrapping_sub(1)];
        for byte in own.iter().chain(BYTES).copied().filter(|&byte| byte != bytes[at]) {
            let mut other = bytes.to_vec();
            other[at] = byte;
            variants.push((format!("with byte {at} = {byte:#04x}"), other));
        }
        let mut without = bytes.to_vec();
        without.remove(at);
        variants.push((format!("without byte {at}"), without));
        let mut doubled = bytes.to_vec();
        doubled.insert(at, bytes[at]);
        variants.push((format!("with byte {at} twice"), doubled));
    }
    variants
}

/// Every `step`th first, then the ones behind them, …
fn interleave(variants: Variants, step: usize) -> Variants {
    let mut order: Vec<(usize, (String, Case))> = variants.into_iter().enumerate().collect();
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
            File { name: "data".to_string(), bytes: Hex(b"x\n".to_vec()), ..File::default() };
        let args = [&b"-a"[..], b"data"].map(|arg| Hex(arg.to_vec())).to_vec();
        Case { run: Run { args, files: vec![file], ..Run::default() }, ..Case::default() }
    }

    #[test]
    fn every_kind_of_change_is_made_once() {
        let option = OptionSpec { name: "--width".to_string(), arity: Arity::Required };
        let all = neighbours(&[seed()], &[option], 10_000, &never());
        let mut identities: Vec<String> = all.iter().map(identity).collect();
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
        let all = neighbours(&[seed()], &[option], 5, &never());
        assert_eq!(all.len(), 5);
        assert!(all.iter().any(|case| case.name.contains("with -q")));
        assert!(all.iter().any(|case| case.name.contains("data a directory")));
    }

    #[test]
    fn behind_the_deadline_there_are_no_neighbours() {
        let past = never().within(Budget::seconds(0));
        assert_eq!(neighbours(&[seed()], &[], 5, &past), []);
    }
}
