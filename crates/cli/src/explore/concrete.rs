//! From the inputs of a test to what a program is run with: arguments, variables, standard input
//! and files, as they are outside of Patchlight.

use patchlight_posix::{FileForm, Stream, Symbolic};
use patchlight_replay::{File, FileKind, Hex, Mode, Named, Run, Terminal};

/// An input's name and bytes.
pub type InputBytes = (String, Vec<u8>);

/// What the inputs of a test stand for in a run with these `args` and that `symbolic`. Strings end
/// at their first NUL. For a program with `LLVMFuzzerTestOneInput`, the data are standard input
/// (see `harness/fuzz_main.c`).
pub fn concrete(args: &[Vec<u8>], symbolic: &Symbolic, inputs: &[InputBytes]) -> Run {
    let bytes = |name: &str| {
        let found = inputs.iter().find(|(input, _)| input == name);
        found.map_or(&[][..], |(_, bytes)| bytes.as_slice())
    };
    let mut args: Vec<Hex> = args.iter().cloned().map(Hex).collect();
    let mut counts = inputs.iter().filter(|(name, _)| name == "n_args");
    let mut n_made = 0;
    for group in &symbolic.args {
        let count = match group.min == group.max {
            true => group.max,
            false => counts.next().map_or(group.min, |(_, bytes)| number(bytes)),
        };
        let group_args = (n_made..n_made + count).map(|n| until_nul(bytes(&format!("arg{n}"))));
        args.extend(group_args);
        n_made += group.max;
    }
    let env = symbolic.env.iter().map(|variable| Named {
        name: variable.name.clone(),
        bytes: until_nul(bytes(&format!("env-{}", variable.name))),
    });
    let files = symbolic.files.iter().filter_map(|file| {
        let of_file = |what: &str| bytes(&format!("file-{}{what}", file.name));
        let form = of_file("-kind").first().and_then(|&number| FileForm::from_number(number));
        let size = match symbolic.file_sizes {
            true => number(of_file("-size")) as usize,
            false => file.len as usize,
        };
        let contents = of_file("");
        make_file(&file.name, form, &contents[..contents.len().min(size)])
    });
    let has_data = inputs.iter().any(|(name, _)| name == "data");
    let stdin = match symbolic.stdin {
        None if has_data => {
            let data = bytes("data");
            &data[..data.len().min(number(bytes("size")) as usize)]
        }
        _ => bytes("stdin"),
    };
    let stdin = Hex(stdin.to_vec());
    let is_terminal = |stream: &&Stream| bytes(stream.terminal_input()) == [1];
    let terminals = symbolic.terminals.iter().filter(is_terminal).map(|stream| match stream {
        Stream::In => Terminal::Stdin,
        Stream::Out => Terminal::Stdout,
        Stream::Err => Terminal::Stderr,
    });
    let terminals = terminals.collect();
    let (env, files) = (env.collect(), files.collect());
    Run { args, env, stdin, files, terminals, ..Run::default() }
}

/// A file of this form; `None` if there is none. Only what was a choice is said about it.
fn make_file(name: &str, form: Option<FileForm>, contents: &[u8]) -> Option<File> {
    let file = File { name: name.to_string(), ..File::default() };
    let mode = form.map(|form| Mode(form.permissions()));
    Some(match form.unwrap_or(FileForm::Regular) {
        FileForm::Missing => return None,
        FileForm::Directory => File { kind: FileKind::Directory, mode, ..file },
        FileForm::Dangling => {
            File { kind: FileKind::Link, bytes: Hex(FileForm::NOWHERE.to_vec()), ..file }
        }
        FileForm::Regular | FileForm::ReadOnly | FileForm::Unreadable => {
            File { bytes: Hex(contents.to_vec()), mode, ..file }
        }
    })
}

fn until_nul(bytes: &[u8]) -> Hex {
    Hex(bytes.iter().copied().take_while(|&byte| byte != 0).collect())
}

/// A little-endian number of at most four bytes.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_posix::{SymbolicArgs, SymbolicString};

    #[test]
    fn strings_are_cut_and_arguments_counted() {
        let group = |min, max, len| SymbolicArgs { min, max, len };
        let symbolic = Symbolic {
            args: vec![group(0, 2, 2), group(1, 1, 3)],
            env: vec![SymbolicString { name: "HOME".into(), len: 2 }],
            stdin: Some(3),
            files: vec![SymbolicString { name: "A".into(), len: 2 }],
            ..Symbolic::default()
        };
        let inputs = [
            ("n_args", &[1, 0, 0, 0][..]),
            ("arg0", b"x\0"),
            ("arg1", b"yy"),
            ("arg2", b"zzz"),
            ("env-HOME", b"\0h"),
            ("stdin", b"a\0b"),
            ("file-A", b"\0f"),
        ];
        let inputs = inputs.map(|(name, bytes)| (name.to_string(), bytes.to_vec()));
        let found = concrete(&[b"-v".to_vec()], &symbolic, &inputs);
        let bytes = |bytes: &[u8]| Hex(bytes.to_vec());
        let named = |name: &str, value| Named { name: name.to_string(), bytes: bytes(value) };
        assert_eq!(found.args, [bytes(b"-v"), bytes(b"x"), bytes(b"zzz")]);
        assert_eq!(found.env, [named("HOME", b"")]);
        assert_eq!(found.stdin, bytes(b"a\0b"));
        let file = File { name: "A".to_string(), bytes: bytes(b"\0f"), ..File::default() };
        assert_eq!(found.files, [file]);
    }
}
