//! What the classes of findings are called and what they mean, wherever a report explains them.

use patchlight_replay::Class;

/// A class of findings as a rule that code scanning knows. Ids never change.
pub struct Rule {
    pub class: Class,
    pub id: &'static str,
    pub name: &'static str,
    pub plural: &'static str,
    pub level: Level,
    /// One sentence.
    pub short: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

/// How much a class matters.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Level {
    Error,
    Warning,
    Note,
}

impl Level {
    /// As SARIF calls it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }
}

/// In the order of importance.
pub const RULES: [Rule; 8] = [
    Rule {
        class: Class::Regression,
        id: "patchlight/regression",
        name: "Regression",
        plural: "regressions",
        level: Level::Error,
        short: "The new version crashes, is stopped by a sanitizer or hangs where the old version does not.",
        help: "Run the command of the finding to see the error in the new version. The patch breaks an input that the old version handles.",
    },
    Rule {
        class: Class::Bug,
        id: "patchlight/bug",
        name: "Bug",
        plural: "bugs",
        level: Level::Error,
        short: "The versions differ, and a version that is known to be correct reverts the difference.",
        help: "The later, fixed version behaves as the old version did. Keep the old behaviour on this input.",
    },
    Rule {
        class: Class::ResourceDifference,
        id: "patchlight/resource-difference",
        name: "ResourceDifference",
        plural: "resource differences",
        level: Level::Warning,
        short: "The new version uses more than four times as much memory, and over 32 MB more.",
        help: "Check what the patch allocates on this input, and whether it is freed.",
    },
    Rule {
        class: Class::OutputDifference,
        id: "patchlight/output-difference",
        name: "OutputDifference",
        plural: "output differences",
        level: Level::Warning,
        short: "The versions write different output, leave different files behind or exit with a different status.",
        help: "Decide whether the patch is meant to change this. If so, accept the finding (`patchlight accept ID`) and consider adding the input as a test (`patchlight export --as suite`).",
    },
    Rule {
        class: Class::Expected,
        id: "patchlight/expected",
        name: "Expected",
        plural: "expected differences",
        level: Level::Note,
        short: "The versions differ, and a version that is known to be correct keeps the difference.",
        help: "Nothing needs to be done.",
    },
    Rule {
        class: Class::Fix,
        id: "patchlight/fix",
        name: "Fix",
        plural: "fixes",
        level: Level::Note,
        short: "The old version crashes, is stopped by a sanitizer or hangs where the new version does not.",
        help: "The patch fixes this input. Consider adding it as a test (`patchlight export --as suite`).",
    },
    Rule {
        class: Class::LatentError,
        id: "patchlight/latent-error",
        name: "LatentError",
        plural: "latent errors",
        level: Level::Note,
        short: "Only the new version hands a null pointer to a function that must not get one, for no bytes at all.",
        help: "Nothing goes wrong today. Compilers may take it as a promise that the pointer is never null: check for a length of 0 before the call.",
    },
    Rule {
        class: Class::SilentDivergence,
        id: "patchlight/silent-divergence",
        name: "SilentDivergence",
        plural: "silent divergences",
        level: Level::Note,
        short: "The versions execute different code, but behave the same.",
        help: "Nothing differs on the inputs that were tried. The location says where the patch has an effect.",
    },
];

pub fn rule(class: Class) -> &'static Rule {
    let stands_for = |rule: &&Rule| rule.class == class;
    RULES.iter().find(stands_for).expect("every class has a rule, as the tests see")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_one_rule_with_an_id_of_its_own() {
        let classes = RULES.map(|rule| rule.class);
        assert!(classes.is_sorted() && classes.len() == Class::SilentDivergence as usize + 1);
        classes.iter().for_each(|&class| assert_eq!(rule(class).class, class));
        let mut ids = RULES.map(|rule| rule.id);
        ids.sort();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
