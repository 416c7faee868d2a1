//! `patchlight.toml`.

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The executables that are compared, relative to the project's directory.
    pub programs: Vec<PathBuf>,
    /// A shell command that prepares a fresh copy of the sources, such as `./configure`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configure: Option<String>,
    /// A shell command that makes the programs.
    pub build: String,
    /// A shell command that runs the project's tests after the build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
    /// Further tests: directories of cases, files of them, `cases.toml`, a fuzzer's corpus.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<PathBuf>,
    /// The arguments with which an input of a corpus is run; `@@` stands for its file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corpus_args: Vec<String>,
    /// Where the programs' sources are: lines elsewhere are not lines of the patch.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<PathBuf>,
    /// How long a patch is tested, such as `90s` or `5m`.
    #[serde(default = "default_budget")]
    pub budget: Time,
}

/// What `patchlight.toml` need not say.
fn default_budget() -> Time {
    Time(Duration::from_secs(300))
}

impl Config {
    pub fn parse(text: &str) -> Result<Config> {
        let config: Config = toml::from_str(text)?;
        if config.programs.is_empty() {
            bail!("`programs` names no program");
        }
        for (what, path) in config.programs.iter().map(|path| ("programs", path)) {
            let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
            if !is_below {
                bail!("`{what}`: {} is not below the project's directory", path.display());
            }
        }
        Ok(config)
    }

    /// Whether a file's lines count as lines of the patch.
    pub fn is_source(&self, path: &Path) -> bool {
        self.sources.is_empty()
            || self.sources.iter().any(|dir| dir == Path::new(".") || path.starts_with(dir))
    }

    /// What decides how a version is built.
    pub fn build_key(&self) -> String {
        format!("{:?} {:?} {:?}", self.programs, self.configure, self.build)
    }
}

/// A length of time as people write it: `90s`, `5m`, `1h30m`, `45` (seconds).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "String")]
pub struct Time(pub Duration);

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Seconds(u64),
    Text(String),
}

impl TryFrom<Written> for Time {
    type Error = String;

    fn try_from(written: Written) -> Result<Time, String> {
        match written {
            Written::Seconds(seconds) => Ok(Time(Duration::from_secs(seconds))),
            Written::Text(text) => text.parse(),
        }
    }
}

impl From<Time> for String {
    fn from(time: Time) -> String {
        time.to_string()
    }
}

impl std::fmt::Display for Time {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.0.as_secs();
        match (seconds / 60, seconds % 60) {
            (0, seconds) => write!(f, "{seconds}s"),
            (minutes, 0) => write!(f, "{minutes}m"),
            (minutes, seconds) => write!(f, "{minutes}m{seconds}s"),
        }
    }
}

impl std::str::FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        let wrong = || format!("`{text}` is no time such as 90s, 5m or 1h30m");
        let (mut total, mut number) = (0u64, String::new());
        for c in text.chars() {
            let unit = match c {
                '0'..='9' => {
                    number.push(c);
                    continue;
                }
                's' => 1,
                'm' => 60,
                'h' => 3600,
                _ => return Err(wrong()),
            };
            let n: u64 = number.parse().map_err(|_| wrong())?;
            let seconds = n.checked_mul(unit).ok_or_else(wrong)?;
            total = total.checked_add(seconds).ok_or_else(wrong)?;
            number.clear();
        }
        if !number.is_empty() {
            let seconds: u64 = number.parse().map_err(|_| wrong())?;
            total = total.checked_add(seconds).ok_or_else(wrong)?;
        }
        // Longer ones are a slip of the finger, and would not fit into clocks.
        if total == 0 || total > 30 * 24 * 3600 {
            return Err(wrong());
        }
        Ok(Time(Duration::from_secs(total)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let seconds = |text: &str| text.parse::<Time>().map(|time| time.0.as_secs());
        assert_eq!(seconds("90s"), Ok(90));
        assert_eq!(seconds("5m"), Ok(300));
        assert_eq!(seconds("1h30m"), Ok(5400));
        assert_eq!(seconds("45"), Ok(45));
        for text in ["", "5x", "m", "0s", "99999999999999999999h", "-5s"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_wrong_key_is_named_with_its_line() {
        let text = "programs = [\"a\"]\nbuild = \"make\"\nbugdet = \"5m\"\n";
        let message = format!("{:#}", Config::parse(text).unwrap_err());
        assert!(message.contains("bugdet") && message.contains("line 3"), "{message}");
    }

    #[test]
    fn programs_lie_below_the_project() {
        for path in ["/bin/ls", "../x", "a/../../b"] {
            let text = format!("programs = [\"{path}\"]\nbuild = \"make\"\n");
            assert!(Config::parse(&text).is_err(), "{path}");
        }
    }
}
