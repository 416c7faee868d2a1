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
//! input; our own names are those of `docs/explore.md`. All others are for harnesses.

use super::{Case, CaseInput, File, Named, Run};
use crate::bytes::Hex;

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
        counted(&mut out, input.name.as_bytes());
        counted(&mut out, &input.bytes.0);
    }
    out
}

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
    #[error("version {0} of the .ktest format is not known")]
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
        inputs.push(CaseInput { name, bytes: Hex(at.counted("an input")?) });
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
    let mut symbolic = SymbolicArgs::new(&inputs);
    let mut given = given.iter();
    let mut names_symbolic = false;
    while let Some(arg) = given.next() {
        match klee_option(arg) {
            None => run.args.push(Hex(arg.clone())),
            Some(option) => {
                names_symbolic = true;
                let values: Vec<_> = given.by_ref().take(option.n_values).collect();
                match option.what {
                    KleeWhat::OneArg => run.args.extend(symbolic.next()),
                    KleeWhat::SomeArgs => {
                        let most = values.get(1).and_then(|text| decimal(text));
                        run.args.extend(symbolic.some(most.unwrap_or(u32::MAX)));
                    }
                    KleeWhat::Other => {}
                }
            }
        }
    }
    if !names_symbolic {
        run.args.extend(symbolic.some(u32::MAX));
    }
    let mut others = Vec::new();
    for input in inputs {
        let bytes = input.bytes.clone();
        if let Some(name) = input.name.strip_prefix("env-") {
            run.env.push(Named { name: name.to_string(), bytes: until_nul(&bytes.0) });
        } else if input.name == "stdin" {
            run.stdin = bytes;
        } else if let Some(name) = file_of(&input.name) {
            run.files.push(File { name: name.to_string(), bytes, ..File::default() });
        } else if !is_argument(&input.name) && !is_klee_model(&input.name) {
            others.push(input);
        }
    }
    Case { name: String::new(), inputs: others, run, origin: None }
}

/// KLEE's file `A` is `A-data`, ours is `file-A`.
fn file_of(name: &str) -> Option<&str> {
    let klee = || name.strip_suffix("-data").filter(|name| name.len() == 1);
    name.strip_prefix("file-").or_else(klee)
}

fn is_argument(name: &str) -> bool {
    let digits = name.strip_prefix("arg").unwrap_or("");
    name == "n_args" || !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// What KLEE's model of files has beside their contents.
fn is_klee_model(name: &str) -> bool {
    name == "model_version" || name.ends_with("-stat") || name == "stdout"
}

fn file_name(path: &[u8]) -> Hex {
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or(path);
    Hex(name.strip_suffix(b".bc").unwrap_or(name).to_vec())
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

fn decimal(text: &[u8]) -> Option<u32> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// The inputs that are arguments, one after the other.
struct SymbolicArgs<'a> {
    args: std::vec::IntoIter<&'a [u8]>,
    counts: std::vec::IntoIter<u32>,
}

impl<'a> SymbolicArgs<'a> {
    fn new(inputs: &'a [CaseInput]) -> SymbolicArgs<'a> {
        let is_count = |input: &&CaseInput| input.name == "n_args";
        let counts: Vec<u32> =
            inputs.iter().filter(is_count).map(|input| little_endian(&input.bytes.0)).collect();
        let args = inputs.iter().filter(|input| is_argument(&input.name) && !is_count(input));
        let args: Vec<&[u8]> = args.map(|input| input.bytes.0.as_slice()).collect();
        SymbolicArgs { args: args.into_iter(), counts: counts.into_iter() }
    }

    fn next(&mut self) -> Option<Hex> {
        self.args.next().map(until_nul)
    }

    /// As many as the next count says. KLEE makes inputs of all that there may be.
    fn some(&mut self, most: u32) -> Vec<Hex> {
        let count = self.counts.next().unwrap_or(most).min(most);
        let made = self.args.by_ref().take(most as usize);
        let all: Vec<Hex> = made.map(until_nul).collect();
        all.into_iter().take(count as usize).collect()
    }
}

fn until_nul(bytes: &[u8]) -> Hex {
    Hex(bytes.iter().copied().take_while(|&byte| byte != 0).collect())
}

fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, bytes: &[u8]) -> CaseInput {
        CaseInput { name: name.to_string(), bytes: Hex(bytes.to_vec()) }
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
        let args = ["-n", "ab", "x", "q"].map(|arg| Hex(arg.as_bytes().to_vec()));
        assert_eq!(case.run.args, args);
        assert_eq!(case.run.program, Some(Hex(b"echo".to_vec())));
        assert_eq!(case.run.stdin, Hex(b"in".to_vec()));
        assert_eq!(case.run.files[0].name, "A");
        assert_eq!(case.inputs, []);
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
