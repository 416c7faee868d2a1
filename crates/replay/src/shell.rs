//! A case as a command that can be pasted into a shell.

use crate::{Case, File, FileKind, Library};
use std::fmt::Write;
use std::path::Path;

/// Contents longer than this are not shown: the command would be of no use.
const LONGEST: usize = 4096;

/// Runs the executable on the case, in a new directory. `None` if it is too long, has inputs that
/// only a harness asks for, or needs terminals of its own. `libraries`: those that are not the system's.
pub fn command(case: &Case, executable: &Path, libraries: &[Library]) -> Option<String> {
    let run = &case.run;
    let contents = run.files.iter().map(|file| file.bytes.0.len()).sum::<usize>();
    if contents + run.stdin.0.len() > LONGEST
        || !case.inputs.is_empty()
        || !run.terminals.is_empty()
    {
        return None;
    }
    let mut steps = Vec::new();
    if !run.files.is_empty() || !run.cwd.is_empty() {
        steps.push("cd \"$(mktemp -d)\"".to_string());
    }
    run.files.iter().for_each(|file| steps.extend(make(file)));
    if !run.cwd.is_empty() {
        steps.push(format!("cd {}", quote(run.cwd.as_bytes())));
    }
    if let Some(umask) = run.umask {
        steps.push(format!("umask {}", String::from(umask)));
    }
    let mut last = String::new();
    if !run.stdin.0.is_empty() {
        let _ = write!(last, "{} | ", printf(&run.stdin.0));
    }
    let directories = library_directories(libraries);
    if !run.env.is_empty() || !directories.is_empty() {
        last.push_str("env");
        if !directories.is_empty() {
            let _ = write!(last, " LD_LIBRARY_PATH={}", quote(directories.as_bytes()));
        }
        for variable in &run.env {
            // Any name that is no word of its own may be part of one.
            let name = quote(variable.name.as_bytes());
            let _ = write!(last, " {name}={}", quote(&variable.bytes.0));
        }
        last.push(' ');
    }
    last.push_str(&quote(executable.as_os_str().as_encoded_bytes()));
    for arg in &run.args {
        let _ = write!(last, " {}", quote(&arg.0));
    }
    if run.stdin.0.is_empty() {
        last.push_str(" </dev/null");
    }
    steps.push(last);
    let command = steps.join(" && ");
    Some(if steps.len() > 1 { format!("({command})") } else { command })
}

/// Where the dynamic linker finds libraries, as it is told.
fn library_directories(libraries: &[Library]) -> String {
    let mut directories: Vec<String> = Vec::new();
    for directory in libraries.iter().filter_map(|library| library.path.parent()) {
        let directory = directory.display().to_string();
        if !directories.contains(&directory) {
            directories.push(directory);
        }
    }
    directories.join(":")
}

fn make(file: &File) -> Vec<String> {
    let name = quote(file.name.as_bytes());
    let mut steps = Vec::new();
    if let Some((dir, _)) = file.name.rsplit_once('/') {
        steps.push(format!("mkdir -p {}", quote(dir.as_bytes())));
    }
    steps.push(match file.kind {
        FileKind::Directory => format!("mkdir -p {name}"),
        FileKind::Link => format!("ln -s {} {name}", quote(&file.bytes.0)),
        FileKind::Fifo => format!("mkfifo {name}"),
        _ if file.bytes.0.is_empty() => format!(": >{name}"),
        _ => format!("{} >{name}", printf(&file.bytes.0)),
    });
    if let Some(seconds) = file.mtime {
        steps.push(format!("touch -h -d @{seconds} {name}"));
    }
    if let Some(mode) = file.mode.filter(|_| file.kind != FileKind::Link) {
        steps.push(format!("chmod {} {name}", String::from(mode)));
    }
    steps
}

/// A command that writes these bytes.
fn printf(bytes: &[u8]) -> String {
    // What begins with a dash would be an option.
    let end_of_options = if bytes.starts_with(b"-") { "-- " } else { "" };
    format!("printf {end_of_options}{}", quote(&escape_percent(bytes)))
}

/// For `printf`'s format. NUL is an escape that `printf` itself understands.
fn escape_percent(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for &byte in bytes {
        match byte {
            b'%' => out.extend(b"%%"),
            b'\\' => out.extend(b"\\\\"),
            0 => out.extend(b"\\000"),
            byte => out.push(byte),
        }
    }
    out
}

/// One word for the shell: as it is, in quotes, or in `$'…'` if there is more than text in it.
pub fn quote(bytes: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./,:=+@%".contains(byte);
    let is_text = |byte: &u8| (b' '..0x7f).contains(byte);
    match bytes {
        bytes if !bytes.is_empty() && bytes.iter().all(is_plain) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        bytes if bytes.iter().all(is_text) => {
            format!("'{}'", String::from_utf8_lossy(bytes).replace('\'', "'\\''"))
        }
        bytes => {
            let mut out = String::from("$'");
            for &byte in bytes {
                match byte {
                    b'\n' => out.push_str("\\n"),
                    b'\t' => out.push_str("\\t"),
                    b'\'' | b'\\' => {
                        out.push('\\');
                        out.push(char::from(byte));
                    }
                    byte if is_text(&byte) => out.push(char::from(byte)),
                    byte => {
                        let _ = write!(out, "\\{byte:03o}");
                    }
                }
            }
            out + "'"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hex;
    use std::process::Command;

    /// The oracle is bash itself.
    #[test]
    fn a_pasted_command_gives_the_program_what_the_case_has() {
        let bytes = |bytes: &[u8]| Hex::from(bytes.to_vec());
        let mut case = Case::default();
        case.run.args = vec![bytes(b"a b"), bytes(b"it's"), bytes(b""), bytes(b"\x01\xff\n'\\")];
        case.run.stdin = bytes(b"-v 50% \\n \0.\n");
        let file = |name: &str, contents: &[u8]| File {
            name: name.to_string(),
            bytes: bytes(contents),
            ..File::default()
        };
        case.run.files = vec![file("dir/x", b"--\0%d'\n"), file("empty", b"")];
        let script = "printf '%s|' \"$@\"; cat; cat dir/x; ls";
        let mut full = case.clone();
        full.run.args.splice(0..0, [bytes(b"-c"), bytes(script.as_bytes()), bytes(b"sh")]);
        let command = command(&full, Path::new("/bin/sh"), &[]).unwrap();
        let output = Command::new("bash").arg("-c").arg(&command).output().unwrap();
        let expected = [
            b"a b|it's||\x01\xff\n'\\|".as_slice(),
            b"-v 50% \\n \0.\n",
            b"--\0%d'\n",
            b"dir\nempty\n",
        ];
        assert_eq!(output.stdout, expected.concat(), "{command}");
    }
}
