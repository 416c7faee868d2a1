//! Cases from files: `case.json`, `cases.jsonl`, `.ktest`, and raw inputs for a command line with
//! `@@`. What cannot be read is a problem of its own; the rest goes on.

use super::{Case, CaseInput, File, Origin, Run, VERSION, ktest};
use crate::bytes::Hex;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// A raw input is given to the program in this file, where the command line has `@@`.
const RAW_NAME: &str = "input";

/// The command line of raw inputs, without the program's name. Without `@@` they are standard
/// input.
#[derive(Clone, Debug, Default)]
pub struct Template(pub Vec<Vec<u8>>);

/// What was found.
#[derive(Debug, Default)]
pub struct Loaded {
    pub cases: Vec<Case>,
    /// One message for each file or line that is no case.
    pub problems: Vec<String>,
}

/// Reads files and directories. With a `template`, files that are neither JSON nor `.ktest` are raw
/// inputs.
pub fn load(paths: &[PathBuf], template: Option<&Template>) -> Loaded {
    let mut loaded = Loaded::default();
    for path in paths {
        if path.is_dir() {
            loaded.directory(path, template);
        } else {
            loaded.file(path, template);
        }
    }
    loaded
}

/// Reads one file, whose contents are given; its name says what it is.
pub fn load_bytes(path: &Path, bytes: Vec<u8>, template: Option<&Template>) -> Loaded {
    let mut loaded = Loaded::default();
    loaded.bytes(path, bytes, template);
    loaded
}

impl Loaded {
    /// An output directory of `explore` has every case in `cases.jsonl`; otherwise each file is a
    /// case, JSON before `.ktest` of the same name.
    fn directory(&mut self, dir: &Path, template: Option<&Template>) {
        let all = dir.join("cases.jsonl");
        if all.is_file() {
            return self.file(&all, template);
        }
        let entries = match fs::read_dir(dir) {
            Ok(entries) => entries,
            Err(error) => return self.problem(dir, error),
        };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut paths: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
        paths.sort_by_key(|path| natural_order(path));
        for path in &paths {
            let has_json = path.with_extension("json").is_file();
            match extension(path) {
                "json" | "jsonl" => self.file(path, template),
                "ktest" if !has_json => self.file(path, template),
                _ if template.is_some() => self.file(path, template),
                _ => {}
            }
        }
    }

    fn file(&mut self, path: &Path, template: Option<&Template>) {
        match fs::read(path) {
            Ok(bytes) => self.bytes(path, bytes, template),
            Err(error) => self.problem(path, error),
        }
    }

    fn bytes(&mut self, path: &Path, bytes: Vec<u8>, template: Option<&Template>) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match extension(path) {
            "json" => match json(&bytes, &name) {
                Ok(case) => self.add(path, case),
                Err(error) => self.problem(path, error),
            },
            "jsonl" => self.lines(path, &bytes),
            "ktest" => match ktest::decode(&bytes) {
                Ok(case) => self.add(path, Case { name, ..case }),
                Err(error) => self.problem(path, error),
            },
            _ => match template {
                Some(template) => self.add(path, raw(template, name, bytes)),
                None => self.problem(
                    path,
                    "not a .json, .jsonl or .ktest file; raw inputs need a command line after `--`",
                ),
            },
        }
    }

    fn lines(&mut self, path: &Path, bytes: &[u8]) {
        let lines = bytes.split(|&byte| byte == b'\n').enumerate();
        for (n, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let name = format!("line {}", n + 1);
            match json(line, &name) {
                Ok(case) => self.add(path, case),
                Err(error) => {
                    self.problems.push(format!("{}:{}: {error}", path.display(), n + 1));
                }
            }
        }
    }

    fn add(&mut self, path: &Path, case: Case) {
        match case.check() {
            Ok(()) => self.cases.push(case),
            Err(error) => {
                self.problems.push(format!("{}: {}: {error}", path.display(), case.name));
            }
        }
    }

    fn problem(&mut self, path: &Path, error: impl std::fmt::Display) {
        self.problems.push(format!("{}: {error}", path.display()));
    }
}

/// The JSON form; `explore`'s predictions are in it too and are not looked at here.
#[derive(Deserialize)]
struct Json {
    version: u32,
    case: Option<u64>,
    name: Option<String>,
    #[serde(default)]
    inputs: Vec<CaseInput>,
    run: Run,
    origin: Option<Origin>,
}

fn json(bytes: &[u8], name: &str) -> Result<Case, String> {
    let json: Json = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if json.version != VERSION {
        return Err(format!("unknown version {} of the case format", json.version));
    }
    let number = json.case.map(|number| format!("case-{number}"));
    let name = json.name.or(number).unwrap_or_else(|| name.to_string());
    // Of the others, `explore` says in `run` what they are to the program.
    let inputs = json.inputs.into_iter().filter(CaseInput::is_own).collect();
    Ok(Case { name, inputs, run: json.run, origin: json.origin })
}

fn raw(template: &Template, name: String, bytes: Vec<u8>) -> Case {
    let mut run = Run::default();
    let mut is_file = false;
    for arg in &template.0 {
        let (arg, replaced) = replace_marker(arg);
        is_file |= replaced;
        run.args.push(Hex::from(arg));
    }
    match is_file {
        true => {
            run.files =
                vec![File { name: RAW_NAME.into(), bytes: Hex::from(bytes), ..File::default() }];
        }
        false => run.stdin = Hex::from(bytes),
    }
    Case { name, inputs: Vec::new(), run, origin: None }
}

fn replace_marker(arg: &[u8]) -> (Vec<u8>, bool) {
    match arg.windows(2).position(|pair| pair == b"@@") {
        Some(at) => ([&arg[..at], RAW_NAME.as_bytes(), &arg[at + 2..]].concat(), true),
        None => (arg.to_vec(), false),
    }
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or("")
}

/// `case-2` comes before `case-10`.
fn natural_order(path: &Path) -> (usize, PathBuf) {
    (path.as_os_str().len(), path.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raw_input_is_a_file_where_the_command_line_says_so() {
        let template = Template(vec![b"-x".to_vec(), b"--in=@@".to_vec()]);
        let case = raw(&template, "seed".to_string(), b"data".to_vec());
        assert_eq!(case.run.args[1], Hex::from(b"--in=input".to_vec()));
        assert_eq!(case.run.files[0].bytes, Hex::from(b"data".to_vec()));
        let case = raw(&Template::default(), "seed".to_string(), b"data".to_vec());
        assert_eq!(case.run.stdin, Hex::from(b"data".to_vec()));
    }

    #[test]
    fn bad_files_are_problems_and_the_rest_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            fs::write(dir.path().join(name), text).unwrap();
        };
        let good = "{\"version\":1,\"run\":{\"args\":[{\"text\":\"-a\"}]}}";
        write("good.json", good);
        write("broken.json", "{\"version\":1,\"run\":");
        write("future.json", "{\"version\":2,\"run\":{\"args\":[]}}");
        write(
            "outside.json",
            "{\"version\":1,\"run\":{\"args\":[],\"files\":[{\"name\":\"/x\"}]}}",
        );
        write("short.ktest", "KTEST\0\0");
        write("lines.jsonl", &format!("{good}\nno\n{good}\n"));
        let loaded = load(&[dir.path().to_path_buf(), dir.path().join("absent.json")], None);
        assert_eq!(loaded.cases.len(), 3);
        let text = loaded.problems.join("\n");
        for part in [
            "broken.json: EOF while parsing",
            "future.json: unknown version 2 of the case format",
            "outside.json: outside.json: the file `/x` is outside the case's directory",
            "short.ktest: the .ktest file ends in the middle of the version",
            "lines.jsonl:2: expected",
            "absent.json: No such file",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        assert_eq!(loaded.problems.len(), 6);
    }
}
