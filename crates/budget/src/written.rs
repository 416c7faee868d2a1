//! Budgets as people write them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How much work something may take.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "String")]
pub enum Budget {
    /// `90s`, `5m`, `1h30m`, `0.5s`, `45` (seconds).
    Time(Duration),
    /// `2000steps`, `500ksteps`, `200Msteps`, `2Gsteps`.
    Steps(u64),
}

impl Budget {
    pub const fn seconds(seconds: u64) -> Budget {
        Budget::Time(Duration::from_secs(seconds))
    }
}

/// As a file of settings has it: a number of seconds, or a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Seconds(u64),
    Text(String),
}

impl TryFrom<Written> for Budget {
    type Error = String;

    fn try_from(written: Written) -> Result<Budget, String> {
        match written {
            Written::Seconds(seconds) => Ok(Budget::seconds(seconds)),
            Written::Text(text) => text.parse(),
        }
    }
}

impl From<Budget> for String {
    fn from(budget: Budget) -> String {
        budget.to_string()
    }
}

/// Units of time and their seconds.
const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("h", 3600.0), ("m", 60.0), ("s", 1.0)];
/// What may stand before `steps`, the longest first.
const MULTIPLES: [(&str, u64); 4] =
    [("Gsteps", 1_000_000_000), ("Msteps", 1_000_000), ("ksteps", 1_000), ("steps", 1)];

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Budget::Steps(steps) => {
                let (unit, size) = MULTIPLES
                    .into_iter()
                    .find(|(_, size)| steps > 0 && steps.is_multiple_of(*size))
                    .unwrap_or(("steps", 1));
                write!(f, "{}{unit}", steps / size)
            }
            Budget::Time(time) if time.subsec_nanos() != 0 => write!(f, "{}s", time.as_secs_f64()),
            Budget::Time(time) => {
                let seconds = time.as_secs();
                let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")];
                if seconds == 0 {
                    return write!(f, "0s");
                }
                let parts = parts.into_iter().filter(|(n, _)| *n > 0);
                parts.into_iter().try_for_each(|(n, unit)| write!(f, "{n}{unit}"))
            }
        }
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Budget, String> {
        let wrong =
            || format!("`{text}` is not a budget; write 90s, 5m, 1h30m or 200Msteps, for example");
        for (unit, size) in MULTIPLES {
            if let Some(number) = text.strip_suffix(unit) {
                let steps: u64 = number.parse().map_err(|_| wrong())?;
                return Ok(Budget::Steps(steps.checked_mul(size).ok_or_else(wrong)?));
            }
        }
        let (mut rest, mut seconds) = (text, 0.0);
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            let number: f64 = rest[..digits].parse().map_err(|_| wrong())?;
            rest = &rest[digits..];
            let unit = UNITS.into_iter().find(|(unit, _)| rest.starts_with(unit));
            match unit {
                Some((unit, size)) => {
                    seconds += number * size;
                    rest = &rest[unit.len()..];
                }
                None if rest.is_empty() => seconds += number,
                None => return Err(wrong()),
            }
        }
        let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
        if text.is_empty() { Err(wrong()) } else { Ok(Budget::Time(time)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn budgets_are_written_in_many_ways() {
        let time = |seconds| Ok(Budget::Time(Duration::from_secs_f64(seconds)));
        assert_eq!("45".parse(), time(45.0));
        assert_eq!("90s".parse(), time(90.0));
        assert_eq!("1h30m".parse(), time(5400.0));
        assert_eq!("1.5s".parse(), time(1.5));
        assert_eq!("250ms".parse(), time(0.25));
        assert_eq!("0".parse(), time(0.0));
        assert_eq!("7steps".parse(), Ok(Budget::Steps(7)));
        assert_eq!("20Msteps".parse(), Ok(Budget::Steps(20_000_000)));
    }

    #[test]
    fn what_is_no_budget_is_named() {
        let most = u64::MAX.to_string();
        for text in ["", "x", "-1", "1x", "s", "5m x", "Msteps", "1.5steps", "1e999", "nan", "5 s"]
        {
            let error = text.parse::<Budget>().unwrap_err();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
        assert!(format!("{most}Gsteps").parse::<Budget>().is_err());
    }

    #[test]
    fn settings_have_seconds_or_texts() {
        #[derive(Deserialize)]
        struct Settings {
            budget: Budget,
        }
        let read = |text: &str| toml::from_str::<Settings>(text).map(|settings| settings.budget);
        assert_eq!(read("budget = 20"), Ok(Budget::seconds(20)));
        assert_eq!(read("budget = '5m'"), Ok(Budget::seconds(300)));
        assert!(read("budget = 'soon'").unwrap_err().to_string().contains("`soon`"));
    }

    proptest! {
        #[test]
        fn a_budget_is_read_as_it_was_written(seconds in 0u64..1_000_000, steps: u64) {
            for budget in [Budget::seconds(seconds), Budget::Steps(steps)] {
                prop_assert_eq!(budget.to_string().parse(), Ok(budget));
            }
        }
    }
}
