//! The file `paths`: all paths that are not finished, for `--resume`.
//!
//! One line of JSON each, after a line that says of which exploration they are. The file is replaced
//! as a whole, so that a kill at any moment leaves the old one or the new one.

use anyhow::{Context as _, Result, bail};
use patchlight_engine::explore::decisions::{Decision, Decisions};
use patchlight_engine::explore::names::PathName;
use patchlight_replay::Hex;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::sync::Arc;

pub const NAME: &str = "paths";

/// It grows when paths of an earlier version would lead elsewhere. 2: other names of inputs. 3: choices.
const VERSION: u32 = 3;

#[derive(Serialize, Deserialize)]
struct Header {
    version: u32,
    /// Stands for the program and everything that makes its inputs.
    exploration: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    /// A letter each: `t` and `f` where nothing else was possible, `T` and `F` at forks.
    decisions: String,
    choices: Vec<u64>,
    inputs: Vec<(String, u32, Hex)>,
}

pub fn write(dir: &Path, exploration: &str, names: &[Arc<PathName>]) -> Result<()> {
    let (path, new) = (dir.join(NAME), dir.join("paths.new"));
    write_lines(&new, exploration, names)
        .with_context(|| format!("cannot write {}", new.display()))?;
    fs::rename(&new, &path).with_context(|| format!("cannot replace {}", path.display()))
}

fn write_lines(path: &Path, exploration: &str, names: &[Arc<PathName>]) -> Result<()> {
    let mut file = BufWriter::new(fs::File::create(path)?);
    let header = Header { version: VERSION, exploration: exploration.to_string() };
    writeln!(file, "{}", serde_json::to_string(&header)?)?;
    for name in names {
        let inputs = name.inputs.iter();
        let inputs = inputs.map(|((name, n), bytes)| (name.clone(), *n, Hex::from(bytes.clone())));
        let line = Line {
            decisions: letters(&name.decisions),
            choices: name.choices.clone(),
            inputs: inputs.collect(),
        };
        writeln!(file, "{}", serde_json::to_string(&line)?)?;
    }
    Ok(file.flush()?)
}

pub fn read(dir: &Path, exploration: &str) -> Result<Vec<PathName>> {
    let path = dir.join(NAME);
    let text = fs::read_to_string(&path)
        .with_context(|| format!("{}: nothing to resume", path.display()))?;
    let mut lines = text.lines();
    let header: Header = serde_json::from_str(lines.next().unwrap_or_default())
        .with_context(|| format!("{}:1", path.display()))?;
    if header.version != VERSION {
        bail!("{}: unknown version {}", path.display(), header.version);
    }
    if header.exploration != exploration {
        bail!(
            "{}: made for another program or other inputs; --resume needs the same command line",
            path.display()
        );
    }
    let name = |(n, line): (usize, &str)| {
        let line: Line =
            serde_json::from_str(line).with_context(|| format!("{}:{}", path.display(), n + 2))?;
        let inputs = line.inputs.into_iter().map(|(name, n, bytes)| ((name, n), bytes.0.to_vec()));
        let decisions = decisions(&line.decisions)?;
        Ok(PathName { decisions, choices: line.choices, inputs: inputs.collect() })
    };
    lines.enumerate().map(name).collect()
}

fn letters(decisions: &Decisions) -> String {
    let letter = |decision: Decision| match (decision.truth, decision.forked) {
        (true, true) => 'T',
        (false, true) => 'F',
        (true, false) => 't',
        (false, false) => 'f',
    };
    (0..decisions.len()).filter_map(|n| decisions.get(n)).map(letter).collect()
}

fn decisions(letters: &str) -> Result<Decisions> {
    let mut decisions = Decisions::default();
    for letter in letters.chars() {
        decisions.push(match letter {
            'T' => Decision::forked(true),
            'F' => Decision::forked(false),
            't' => Decision::implied(true),
            'f' => Decision::implied(false),
            other => bail!("`{other}` is not a decision"),
        });
    }
    Ok(decisions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back_as_they_were_written() {
        let dir = tempfile::tempdir().unwrap();
        let inputs = [(("a\n".to_string(), 3), vec![0, 255])].into_iter().collect();
        let choices = vec![0, u64::MAX];
        let name = PathName { decisions: decisions("TtFfTT").unwrap(), choices, inputs };
        let names = [name, PathName::default()];
        write(dir.path(), "x", &names.clone().map(Arc::new)).unwrap();
        assert_eq!(read(dir.path(), "x").unwrap(), names);
        let error = read(dir.path(), "y").unwrap_err().to_string();
        assert!(error.contains("another program"), "{error}");
    }

    #[test]
    fn a_broken_file_is_refused_with_its_place() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "x", &[Arc::default()]).unwrap();
        let path = dir.path().join(NAME);
        let text = fs::read_to_string(&path).unwrap().replace("\"decisions\"", "\"decided\"");
        fs::write(&path, text).unwrap();
        let error = format!("{:#}", read(dir.path(), "x").unwrap_err());
        assert!(error.contains("paths:2"), "{error}");
    }
}
