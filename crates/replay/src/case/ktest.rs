//! KLEE's binary test format, version 3: all numbers are 32 bits, big-endian.
//!
//! ```text
//! "KTEST" version
//! n { length argument }               the command line
//! n_symbolic_arguments symbolic_argument_length
//! n { length name  length bytes }     the inputs, in the order in which the path asks for them
//! ```
//!
//! Read back, inputs become what they stand for. KLEE's command line says where symbolic arguments
//! stand (`--sym-args` and the like), `A-data` is the contents of file `A`, `stdin` is standard
//! input; our own names are those of `docs/explore.md`. All others are for harnesses. The format
//! prescribes names as programs give them: one that a program gives and that is one of these is not
//! told apart.

use super::inputs::{Arguments, NamedBytes};
use super::{Case, CaseInput, FileKind, Named, Run};
use crate::bytes::Hex;
use patchlight_inputs::InputName;

const MAGIC: &[u8] = b"KTEST";
const VERSION: u32 = 3;

/// `args` is the program's command line, its name first.
pub fn encode(args: &[Vec<u8>], inputs: &[CaseInput]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    number(&mut out, VERSION as usize);
    number(&mut out, args.len());
    args.iter().for_each(|arg| counted(&mut out, arg));
    // Symbolic arguments are inputs like all others here.
    number(&mut out, 0);
    number(&mut out, 0);
    number(&mut out, inputs.len());
    for input in inputs {
        counted(&mut out, InputName::from(input.name.as_str()).as_given().as_bytes());
        counted(&mut out, &input.bytes.0);
    }
    out
}

/// A whole case: arguments are the command line; all else has the names that are read back. `program`
/// is what it is called if the case does not say so.
pub fn encode_case(case: &Case, program: &[u8]) -> Result<Vec<u8>, NotHeld> {
    let run = &case.run;
    let program = run.program.as_ref().map_or(program, |name| &name.0);
    let mut argv = vec![program.to_vec()];
    argv.extend(run.args.iter().map(|arg| arg.0.to_vec()));
    let input =
        |name: InputName, bytes: &Hex| CaseInput { name: name.to_string(), bytes: bytes.clone() };
    let variable = |one: &Named| input(InputName::Variable(one.name.clone()), &one.bytes);
    let mut inputs: Vec<CaseInput> = run.env.iter().map(variable).collect();
    if !run.stdin.0.is_empty() {
        inputs.push(input(InputName::Stdin, &run.stdin));
    }
    for file in &run.files {
        if file.kind != FileKind::Regular {
            return Err(NotHeld(file.name.clone()));
        }
        inputs.push(input(InputName::File(file.name.clone()), &file.bytes));
    }
    inputs.extend(case.inputs.iter().cloned());
    Ok(encode(&argv, &inputs))
}

/// A file that a case has and the format does not.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the format cannot hold `{0}`, which is not a regular file")]
pub struct NotHeld(pub String);

fn number(out: &mut Vec<u8>, n: usize) {
    // Inputs are below 4 GiB: their length is 32 bits in the engine.
    out.extend((n as u32).to_be_bytes());
}

fn counted(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len());
    out.extend(bytes);
}

/// What is wrong with a file.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadKtest {
    #[error("not a .ktest file: it does not begin with `KTEST`")]
    Magic,
    #[error("unknown version {0} of the .ktest format")]
    Version(u32),
    #[error("the .ktest file ends in the middle of {0}")]
    Short(&'static str),
    #[error("{0} bytes follow the last input")]
    Long(usize),
}

pub fn decode(bytes: &[u8]) -> Result<Case, BadKtest> {
    let mut at = Reader { rest: bytes.strip_prefix(MAGIC).ok_or(BadKtest::Magic)? };
    let version = at.number("the version")?;
    if !(1..=VERSION).contains(&version) {
        return Err(BadKtest::Version(version));
    }
    let n_args = at.number("the command line")?;
    let args: Vec<Vec<u8>> =
        (0..n_args).map(|_| at.counted("the command line")).collect::<Result<_, _>>()?;
    if version >= 2 {
        at.number("the symbolic arguments")?;
        at.number("the symbolic arguments")?;
    }
    let n_inputs = at.number("the inputs")?;
    let mut inputs = Vec::new();
    for _ in 0..n_inputs {
        let name = String::from_utf8_lossy(&at.counted("an input's name")?).into_owned();
        inputs.push(CaseInput { name, bytes: Hex::from(at.counted("an input")?) });
    }
    if !at.rest.is_empty() {
        return Err(BadKtest::Long(at.rest.len()));
    }
    Ok(case_of(&args, inputs))
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn number(&mut self, what: &'static str) -> Result<u32, BadKtest> {
        let (number, rest) = self.rest.split_first_chunk().ok_or(BadKtest::Short(what))?;
        self.rest = rest;
        Ok(u32::from_be_bytes(*number))
    }

    fn counted(&mut self, what: &'static str) -> Result<Vec<u8>, BadKtest> {
        let length = self.number(what)? as usize;
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or(BadKtest::Short(what))?;
        self.rest = rest;
        Ok(bytes.to_vec())
    }
}

fn case_of(argv: &[Vec<u8>], inputs: Vec<CaseInput>) -> Case {
    let mut run = Run::default();
    let (program, given) = match argv {
        [program, given @ ..] => (Some(file_name(program)), given),
        [] => (None, &[][..]),
    };
    run.program = program;
    let meant = meanings(&inputs);
    let mut symbolic = Arguments::of(&meant);
    let mut given = given.iter();
    let mut names_symbolic = false;
    while let Some(arg) = given.next() {
        match klee_option(arg) {
            None => run.args.push(Hex::from(arg.clone())),
            Some(option) => {
                names_symbolic = true;
                let values: Vec<_> = given.by_ref().take(option.n_values).collect();
                match option.what {
                    KleeWhat::OneArg => run.args.extend(symbolic.take(1)),
                    KleeWhat::SomeArgs => {
                        let most = values.get(1).and_then(|text| decimal(text));
                        run.args.extend(symbolic.choose(most.unwrap_or(usize::MAX)));
                    }
                    KleeWhat::Other => {}
                }
            }
        }
    }
    if !names_symbolic {
        run.args.extend(symbolic.choose(usize::MAX));
    }
    run.take_inputs(&meant);
    let own = meant.iter().filter(|(name, _)| matches!(name, InputName::Other(_)));
    let input = |(name, bytes): &NamedBytes<'_>| CaseInput {
        name: name.to_string(),
        bytes: Hex::from(bytes.to_vec()),
    };
    Case { name: String::new(), inputs: own.map(input).collect(), run, origin: None }
}

/// What inputs stand for, without those of KLEE's model of files.
fn meanings(inputs: &[CaseInput]) -> Vec<NamedBytes<'_>> {
    let mut meant: Vec<NamedBytes<'_>> = Vec::new();
    for input in inputs {
        let Some(name) = meaning(&input.name) else { continue };
        // The surroundings are made before the program starts, and there is one of each.
        let is_again = meant.iter().any(|(earlier, _)| *earlier == name);
        let name = match is_again && name != InputName::NArguments {
            true => InputName::Other(input.name.clone()),
            false => name,
        };
        meant.push((name, &input.bytes.0));
    }
    meant
}

/// What a name stands for; `None` if it is what KLEE's model of files has beside their contents.
/// KLEE's file `A` is `A-data`, its first argument `arg00`.
fn meaning(name: &str) -> Option<InputName> {
    let other = || InputName::Other(name.to_string());
    match InputName::from(name) {
        // The format has no mark for a program's own; and to KLEE, a fuzz target's are its own.
        InputName::Other(_) | InputName::FuzzData | InputName::FuzzSize => {}
        ours => return Some(ours),
    }
    if name == "model_version" || name.ends_with("-stat") || name == "stdout" {
        return None;
    }
    let file = name.strip_suffix("-data").filter(|file| file.len() == 1);
    let argument = name.strip_prefix("arg").and_then(|n| decimal(n.as_bytes()));
    let file = file.map(|file| InputName::File(file.to_string()));
    Some(file.or(argument.map(InputName::Argument)).unwrap_or_else(other))
}

fn file_name(path: &[u8]) -> Hex {
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or(path);
    Hex::from(name.strip_suffix(b".bc").unwrap_or(name).to_vec())
}

struct KleeOption {
    what: KleeWhat,
    n_values: usize,
}

enum KleeWhat {
    OneArg,
    SomeArgs,
    Other,
}

fn klee_option(arg: &[u8]) -> Option<KleeOption> {
    let name = arg.strip_prefix(b"-")?;
    let name = name.strip_prefix(b"-").unwrap_or(name);
    let option = |what, n_values| Some(KleeOption { what, n_values });
    match name {
        b"sym-arg" => option(KleeWhat::OneArg, 1),
        b"sym-args" => option(KleeWhat::SomeArgs, 3),
        b"sym-files" => option(KleeWhat::Other, 2),
        b"sym-stdin" => option(KleeWhat::Other, 1),
        b"sym-stdout" => option(KleeWhat::Other, 0),
        _ => None,
    }
}

fn decimal(text: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(text).ok()?;
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{File, FileKind, Mode, Terminal};

    fn input(name: &str, bytes: &[u8]) -> CaseInput {
        CaseInput { name: name.to_string(), bytes: Hex::from(bytes.to_vec()) }
    }

    /// Every byte is written down from the format's description.
    #[test]
    fn a_ktest_file_has_the_bytes_that_klee_writes() {
        let inputs = [input("a", b"\0\xff"), input("nondet_int", b"\xfe\xff\xff\xff")];
        let expected = [
            b"KTEST\0\0\0\x03".as_slice(),
            b"\0\0\0\x01\0\0\0\x06./prog",
            b"\0\0\0\0\0\0\0\0",
            b"\0\0\0\x02",
            b"\0\0\0\x01a\0\0\0\x02\0\xff",
            b"\0\0\0\x0anondet_int\0\0\0\x04\xfe\xff\xff\xff",
        ];
        let bytes = encode(&[b"./prog".to_vec()], &inputs);
        assert_eq!(bytes, expected.concat());
        let case = decode(&bytes).unwrap();
        assert_eq!((case.run.args.len(), case.inputs), (0, inputs.to_vec()));
    }

    #[test]
    fn klee_s_command_line_says_where_symbolic_arguments_stand() {
        let words = "echo.bc -n --sym-args 0 2 3 x --sym-arg 2 --sym-files 1 4 --sym-stdin 2";
        let argv: Vec<Vec<u8>> = words.split(' ').map(|word| word.as_bytes().to_vec()).collect();
        let inputs = [
            input("n_args", b"\x01\0\0\0"),
            input("arg00", b"ab\0\0"),
            input("arg01", b"zz\0\0"),
            input("arg02", b"q\0"),
            input("A-data", b"1234"),
            input("A-data-stat", b"stat"),
            input("stdin", b"in"),
            input("model_version", b"\x01\0\0\0"),
        ];
        let case = decode(&encode(&argv, &inputs)).unwrap();
        let args = ["-n", "ab", "x", "q"].map(|arg| Hex::from(arg.as_bytes().to_vec()));
        assert_eq!(case.run.args, args);
        assert_eq!(case.run.program, Some(Hex::from(b"echo".to_vec())));
        assert_eq!(case.run.stdin, Hex::from(b"in".to_vec()));
        assert_eq!(case.run.files[0].name, "A");
        assert_eq!(case.inputs, []);
    }

    #[test]
    fn what_is_known_of_files_and_streams_comes_back() {
        let inputs = [
            input("file-A", b"abc"),
            input("file-A-stat", b"a file's name"),
            input("file-D", b""),
            input("kind-of-D", b"\x02"),
            input("size-of-A", b"\x01\0\0\0"),
            input("stderr-terminal", b"\x01"),
        ];
        let case = decode(&encode(&[], &inputs)).unwrap();
        let file = |name: &str, bytes: &[u8]| File {
            name: name.to_string(),
            bytes: Hex::from(bytes.to_vec()),
            ..File::default()
        };
        let (a, stat) = (file("A", b"a"), file("A-stat", b"a file's name"));
        let d = File { kind: FileKind::Directory, mode: Some(Mode(0o755)), ..file("D", b"") };
        assert_eq!(case.run.files, [a, stat, d]);
        assert_eq!(case.run.terminals, [Terminal::Stderr]);
    }

    #[test]
    fn names_that_a_program_gives_stand_there_as_it_gives_them() {
        let inputs = [input("arg0", b"-a"), input("own-arg0", b"x"), input("own-stdin", b"y")];
        let bytes = encode(&[], &inputs);
        assert!(!bytes.windows(4).any(|text| text == b"own-"));
        let case = decode(&bytes).unwrap();
        assert_eq!(case.run.args, [Hex::from(b"-a".to_vec())]);
        assert_eq!(case.inputs, [input("own-arg0", b"x")]);
        // The format does not tell them apart.
        assert_eq!(case.run.stdin, Hex::from(b"y".to_vec()));
    }

    #[test]
    fn damaged_files_are_refused_by_name_of_what_is_wrong() {
        let whole = encode(&[b"p".to_vec()], &[input("a", b"xy")]);
        assert_eq!(decode(b"ELF"), Err(BadKtest::Magic));
        assert_eq!(decode(b"KTEST\0\0\0\x09"), Err(BadKtest::Version(9)));
        assert_eq!(decode(&whole[..whole.len() - 1]), Err(BadKtest::Short("an input")));
        assert_eq!(decode(&[&whole[..], b"z"].concat()), Err(BadKtest::Long(1)));
        for length in 0..whole.len() {
            assert!(decode(&whole[..length]).is_err());
        }
    }
}
