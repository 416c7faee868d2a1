//! `patchlight.toml`.

use anyhow::{Context, Result, bail};
use patchlight_budget::Budget;
use patchlight_replay::TimeFormat;
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
    /// Times that do not count in outputs, as `strftime` formats such as `%H:%M:%S`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mask_times: Vec<String>,
    /// How long a patch is tested, such as `90s` or `5m`: builds and the suite do not count.
    #[serde(default = "default_budget")]
    pub budget: Budget,
}

const LONGEST_BUDGET: Duration = Duration::from_secs(30 * 24 * 3600);

/// What `patchlight.toml` need not say.
pub const DEFAULT_BUDGET: Budget = Budget::seconds(300);

fn default_budget() -> Budget {
    DEFAULT_BUDGET
}

/// The budget of a whole test. Longer ones than a month are a slip of the finger.
pub fn check_budget(budget: Budget) -> Result<()> {
    match budget {
        Budget::Steps(0) | Budget::Time(Duration::ZERO) => {
            bail!("`budget` must be more than 0")
        }
        Budget::Time(time) if time > LONGEST_BUDGET => {
            bail!("`budget` is {budget}, but must be at most 30 days")
        }
        Budget::Steps(_) | Budget::Time(_) => Ok(()),
    }
}

impl Config {
    pub fn parse(text: &str) -> Result<Config> {
        let config: Config = toml::from_str(text)?;
        if config.programs.is_empty() {
            bail!("`programs` is empty");
        }
        for (what, path) in config.programs.iter().map(|path| ("programs", path)) {
            let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
            if !is_below {
                bail!("`{what}`: {} is not in the project's directory", path.display());
            }
        }
        check_budget(config.budget)?;
        config.time_formats()?;
        Ok(config)
    }

    /// The times that do not count in outputs.
    pub fn time_formats(&self) -> Result<Vec<TimeFormat>> {
        let format = |text: &String| {
            TimeFormat::parse(text)
                .with_context(|| format!("`mask_times`: `{text}` is not a time format"))
        };
        self.mask_times.iter().map(format).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_neither_nothing_nor_a_slip_of_the_finger() {
        let budget = |text: &str| {
            let text = format!("programs = [\"a\"]\nbuild = \"make\"\nbudget = \"{text}\"\n");
            Config::parse(&text).map(|config| config.budget)
        };
        assert_eq!(budget("90s").unwrap(), Budget::seconds(90));
        assert_eq!(budget("1h30m").unwrap(), Budget::seconds(5400));
        for text in ["", "5x", "m", "0s", "99999999999999999999h", "-5s", "50000m", "0steps"] {
            assert!(budget(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_wrong_key_is_named_with_its_line() {
        let text = "programs = [\"a\"]\nbuild = \"make\"\nbugdet = \"5m\"\n";
        let message = format!("{:#}", Config::parse(text).unwrap_err());
        assert!(message.contains("bugdet") && message.contains("line 3"), "{message}");
    }

    #[test]
    fn times_that_do_not_count_are_formats_of_times() {
        let text = |format: &str| {
            format!("programs = [\"a\"]\nbuild = \"make\"\nmask_times = [\"{format}\"]\n")
        };
        assert_eq!(Config::parse(&text("%H:%M:%S")).unwrap().time_formats().unwrap().len(), 1);
        let message = format!("{:#}", Config::parse(&text("%Q")).unwrap_err());
        assert!(message.contains("`%Q` is not a time format"), "{message}");
    }

    #[test]
    fn programs_lie_below_the_project() {
        for path in ["/bin/ls", "../x", "a/../../b"] {
            let text = format!("programs = [\"{path}\"]\nbuild = \"make\"\n");
            assert!(Config::parse(&text).is_err(), "{path}");
        }
    }
}
