//! What the results of a test come to.
//!
//! **Invariant.** "No difference" is said only of code that was compared: every changed line with
//! code was executed in the version that has it, natively compared inputs came by it, and nothing was
//! left out. Everything else is [`Verdict::Inconclusive`], with the doubts that make it so.

use crate::{Executed, LeftOut, ProgramResults, Results, SourceLine, Suite};
use patchlight_replay::Class;
use serde::Serialize;

/// The answer of a test, the worst first.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The new version fails where the old one does not.
    Regression,
    /// The versions differ otherwise.
    Difference,
    /// The project's own suite fails on the new version.
    SuiteFailed,
    /// Nothing was found, and that says little: see [`Results::doubts`].
    Inconclusive,
    /// Nothing was found, and all that was changed was compared.
    NoDifference,
    /// The patch does not change the code of any program.
    SameCode,
}

/// Why there may be a difference though none was found.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(tag = "doubt", rename_all = "snake_case")]
pub enum Doubt {
    Interrupted,
    /// Of changed programs, no input was compared natively, all for one reason.
    NotCompared {
        programs: Vec<String>,
        why: WhyNot,
    },
    /// Changed lines with code that nothing executes.
    NotExecuted {
        lines: Vec<SourceLine>,
        n_changed: usize,
    },
    /// Changed lines that are executed, but by no input on which the versions could be compared.
    NotComparedLines {
        lines: Vec<SourceLine>,
        n_changed: usize,
    },
    /// Functions that are not the same in both versions, and that no compared input executes in these
    /// programs.
    NotEntered {
        programs: Vec<String>,
        functions: Vec<String>,
    },
    /// Sources that the engine does not see may have changed.
    NotCaptured {
        program: String,
        sources: Vec<String>,
    },
    /// A program that was not compared at all.
    LeftOut {
        program: String,
        why: String,
    },
    /// Changed sources that no program of the configuration is made of.
    NotBuilt {
        files: Vec<String>,
    },
}

/// Why no input was compared.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(tag = "why", content = "detail", rename_all = "snake_case")]
pub enum WhyNot {
    /// No test executes changed code, and no input was found that does.
    NoInput,
    /// There are inputs, but none could be run.
    NotRun(String),
    /// On every input a version behaves otherwise from run to run.
    Varies,
    /// The budget ended before.
    Budget,
}

impl Results {
    pub fn verdict(&self) -> Verdict {
        let news = || self.findings.iter().filter(|finding| !finding.is_accepted);
        let is_bad = |class: Class| matches!(class, Class::Regression | Class::Bug);
        let is_suite_failed = self.suite.as_ref().is_some_and(Suite::fails_newly);
        if news().any(|finding| is_bad(finding.class)) {
            Verdict::Regression
        } else if news().next().is_some() {
            Verdict::Difference
        } else if is_suite_failed {
            Verdict::SuiteFailed
        } else if !self.doubts().is_empty() {
            Verdict::Inconclusive
        } else if self.programs.iter().all(|program| program.is_same_code) {
            Verdict::SameCode
        } else {
            Verdict::NoDifference
        }
    }

    /// Why there may be more than was found.
    pub fn doubts(&self) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        if self.is_interrupted {
            doubts.push(Doubt::Interrupted);
        }
        let (mut idle, mut not_entered) = (Vec::new(), Vec::new());
        for program in self.programs.iter().filter(|program| !program.is_same_code) {
            if program.n_compared == 0 {
                let why = self.why_not_compared(program);
                if !program.is_compared_elsewhere || why != WhyNot::NoInput {
                    idle.push((why, program.name.clone()));
                }
            } else {
                let functions = program.not_entered.iter().cloned();
                not_entered.extend(functions.map(|function| (function, program.name.clone())));
            }
            if !program.not_captured.is_empty() {
                let (program, sources) = (program.name.clone(), program.not_captured.clone());
                doubts.push(Doubt::NotCaptured { program, sources });
            }
        }
        for (why, programs) in grouped(idle) {
            doubts.push(Doubt::NotCompared { programs, why });
        }
        // Functions of the same programs are one doubt.
        let of_functions = grouped(not_entered).into_iter();
        for (programs, functions) in grouped(of_functions.map(|(f, of)| (of, f)).collect()) {
            doubts.push(Doubt::NotEntered { programs, functions });
        }
        let changed = self.changed_lines();
        let n_changed = changed.len();
        let lines = |is: fn(&Executed) -> bool| -> Vec<SourceLine> {
            let such = changed.iter().filter(|(_, executed)| is(executed));
            such.map(|(place, _)| place.clone()).collect()
        };
        let not_executed = lines(|executed| !executed.is_executed());
        if !not_executed.is_empty() {
            doubts.push(Doubt::NotExecuted { lines: not_executed, n_changed });
        }
        let uncompared = lines(|executed| executed.is_executed() && executed.n_compared == 0);
        // Where nothing at all was compared, that is said above.
        if !uncompared.is_empty() && self.programs.iter().any(|program| program.n_compared > 0) {
            doubts.push(Doubt::NotComparedLines { lines: uncompared, n_changed });
        }
        for LeftOut { program, why } in &self.left_out {
            let (program, why) = (program.clone(), why.clone());
            doubts.push(Doubt::LeftOut { program, why });
        }
        if !self.not_built.is_empty() {
            doubts.push(Doubt::NotBuilt { files: self.not_built.clone() });
        }
        doubts
    }

    fn why_not_compared(&self, program: &ProgramResults) -> WhyNot {
        let is_cut = self.stages.iter().any(|stage| stage.cut.is_some());
        match program.not_replayed.first() {
            Some((_, why)) => WhyNot::NotRun(why.clone()),
            None if !program.non_deterministic.is_empty() => WhyNot::Varies,
            None if is_cut && program.n_touching + program.n_untraced > 0 => WhyNot::Budget,
            None => WhyNot::NoInput,
        }
    }

    /// The changed lines with code, and who executes them.
    fn changed_lines(&self) -> Vec<(SourceLine, Executed)> {
        let mut lines = Vec::new();
        for file in &self.patch {
            for line in file.hunks.iter().flatten() {
                if let (Some(executed), Some(number)) = (line.executed, line.new.or(line.old)) {
                    let (file, is_old) = (file.path.clone(), line.new.is_none());
                    lines.push((SourceLine { file, line: number, is_old }, executed));
                }
            }
        }
        lines
    }
}

impl Doubt {
    /// What it is, in a sentence without its full stop.
    pub fn sentence(&self) -> String {
        match self {
            Doubt::Interrupted => "the test was interrupted".to_string(),
            Doubt::NotCompared { programs, why } => {
                let why = match why {
                    WhyNot::NoInput => {
                        "no test executes the changed code, and no input was found that does"
                    }
                    WhyNot::NotRun(why) => &format!("no input could be run natively: {why}"),
                    WhyNot::Varies => "on every input, the behaviour varies from run to run",
                    WhyNot::Budget => "the budget ran out before any input was compared",
                };
                format!("{}: {why}", some(programs, "programs"))
            }
            Doubt::NotExecuted { lines, n_changed } => {
                let of = match n_changed {
                    1 => "the changed line of code".to_string(),
                    all => format!("{} of {all} changed lines of code", lines.len()),
                };
                format!("nothing executes {of}: {}", places(lines))
            }
            Doubt::NotComparedLines { lines, n_changed } => {
                let of = match n_changed {
                    1 => "the changed line of code".to_string(),
                    all => format!("{} of {all} changed lines of code", lines.len()),
                };
                format!("no input that executes {of} could be compared: {}", places(lines))
            }
            Doubt::NotEntered { programs, functions } => {
                let names: Vec<String> = functions.iter().map(|name| format!("`{name}`")).collect();
                let named = some(&names, "functions");
                let functions = match functions.len() {
                    1 => format!("{named}, which differs"),
                    n if n <= MOST_NAMED => format!("{named}, which differ"),
                    _ => format!("{named} that differ"),
                };
                format!("{}: nothing executes {functions}", some(programs, "programs"))
            }
            Doubt::NotCaptured { program, sources } => {
                let some = sources.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
                let more = match sources.len().saturating_sub(MOST_NAMED) {
                    0 => String::new(),
                    n => format!(" and {n} more"),
                };
                format!(
                    "{program}: code that cannot be followed may have changed; only native runs \
                     of the tests were compared ({some}{more})"
                )
            }
            Doubt::LeftOut { program, why } => format!("{program} was not compared: {why}"),
            Doubt::NotBuilt { files } => {
                let some = files.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
                match files.len() {
                    n if n <= MOST_NAMED => format!("no tested program contains {some}"),
                    n => format!("no tested program contains {some} and {} more", n - MOST_NAMED),
                }
            }
        }
    }

    /// What can be done about it.
    pub fn next_step(&self) -> &'static str {
        match self {
            Doubt::Interrupted => "run it again; what is known by now is kept",
            Doubt::NotCompared { why, .. } => match why {
                WhyNot::NoInput => "add a test that executes it, or give more time with --budget",
                WhyNot::NotRun(_) => "see `patchlight doctor`, and try the program by hand",
                WhyNot::Varies => {
                    "if times in the output vary, set `mask_times` in patchlight.toml"
                }
                WhyNot::Budget => "give more time with --budget",
            },
            Doubt::NotExecuted { .. } | Doubt::NotEntered { .. } => {
                "add a test that executes them, or give more time with --budget"
            }
            Doubt::NotComparedLines { .. } => {
                "set `mask_times` in patchlight.toml if times vary, or give more time with --budget"
            }
            Doubt::LeftOut { .. } => "remove it from `programs` if it is not meant to be compared",
            Doubt::NotCaptured { .. } => "see that the tests execute the change",
            Doubt::NotBuilt { .. } => "add a program made of them to `programs` in patchlight.toml",
        }
    }
}

/// Files, functions and ranges of lines that a sentence names.
const MOST_NAMED: usize = 5;

/// `a, b and 12 more THINGS`.
fn some(names: &[String], things: &str) -> String {
    let first = names.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST_NAMED) {
        0 => first,
        1 => format!("{first} and 1 more {}", things.trim_end_matches('s')),
        n => format!("{first} and {n} more {things}"),
    }
}

/// What belongs to the same key, in the order of the keys' first members.
fn grouped<K: PartialEq, T>(all: Vec<(K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, one) in all {
        match groups.iter_mut().find(|(of, _)| *of == key) {
            Some((_, group)) => group.push(one),
            None => groups.push((key, vec![one])),
        }
    }
    groups
}

/// `a.c:3, a.c:7-9, b.c:4 and 12 more lines`.
fn places(lines: &[SourceLine]) -> String {
    let mut ranges: Vec<(&SourceLine, u32)> = Vec::new();
    for place in lines {
        match ranges.last_mut() {
            Some((first, last))
                if (&first.file, first.is_old) == (&place.file, place.is_old)
                    && *last + 1 == place.line =>
            {
                *last = place.line;
            }
            _ => ranges.push((place, place.line)),
        }
    }
    let range = |(first, last): &(&SourceLine, u32)| {
        let old = if first.is_old { " (old)" } else { "" };
        match first.line == *last {
            true => format!("{}:{}{old}", first.file, first.line),
            false => format!("{}:{}-{last}{old}", first.file, first.line),
        }
    };
    let some: Vec<String> = ranges.iter().take(MOST_NAMED).map(range).collect();
    let rest: u32 = ranges.iter().skip(MOST_NAMED).map(|(first, last)| last - first.line + 1).sum();
    match rest {
        0 => some.join(", "),
        1 => format!("{} and 1 more line", some.join(", ")),
        rest => format!("{} and {rest} more lines", some.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, PatchedFile, Stage};

    /// A program that was compared, and a patch whose lines are executed so often.
    fn results(executed: &[Option<u32>]) -> Results {
        let line = |(n, by_tests): (usize, &Option<u32>)| Line {
            new: Some(n as u32 + 1),
            executed: by_tests.map(|n| Executed { by_tests: n, by_generated: 0, n_compared: n }),
            ..Line::default()
        };
        let hunk = executed.iter().enumerate().map(line).collect();
        let file = PatchedFile { path: "a.c".into(), hunks: vec![hunk], ..PatchedFile::default() };
        let program =
            ProgramResults { name: "p".into(), n_compared: 3, ..ProgramResults::default() };
        Results { programs: vec![program], patch: vec![file], ..Results::default() }
    }

    fn sentences(results: &Results) -> Vec<String> {
        assert_eq!(results.verdict(), Verdict::Inconclusive);
        results.doubts().iter().map(Doubt::sentence).collect()
    }

    #[test]
    fn no_difference_takes_comparisons_and_every_changed_line_with_code() {
        assert_eq!(results(&[Some(1), None, Some(7)]).verdict(), Verdict::NoDifference);
        let some = sentences(&results(&[Some(1), Some(0), Some(0), None, Some(0)]));
        assert_eq!(some, ["nothing executes 3 of 4 changed lines of code: a.c:2-3, a.c:5"]);
        let one = sentences(&results(&[Some(0)]));
        assert_eq!(one, ["nothing executes the changed line of code: a.c:1"]);
    }

    #[test]
    fn lines_that_only_uncompared_inputs_execute_are_a_doubt() {
        let mut results = results(&[Some(1), Some(2)]);
        let executed = results.patch[0].hunks[0][1].executed.as_mut().unwrap();
        executed.n_compared = 0;
        let said = sentences(&results);
        let expected =
            "no input that executes 1 of 2 changed lines of code could be compared: a.c:2";
        assert_eq!(said, [expected]);
    }

    #[test]
    fn a_program_that_was_not_compared_says_why() {
        let why = |change: &dyn Fn(&mut Results)| {
            let mut results = results(&[Some(1)]);
            results.programs[0].n_compared = 0;
            change(&mut results);
            sentences(&results).remove(0)
        };
        let no_input = "p: no test executes the changed code, and no input was found that does";
        assert_eq!(why(&|_| {}), no_input);
        let cut = |results: &mut Results| {
            results.programs[0].n_touching = 1;
            results.stages.push(Stage { cut: Some("time".into()), ..Stage::default() });
        };
        assert_eq!(why(&cut), "p: the budget ran out before any input was compared");
        let not_run = |results: &mut Results| {
            cut(results);
            results.programs[0].not_replayed.push(("a".into(), "exit 127".into()));
        };
        assert_eq!(why(&not_run), "p: no input could be run natively: exit 127");
    }

    #[test]
    fn code_that_is_the_same_needs_no_comparison_and_files_outside_of_programs_are_named() {
        let mut results = results(&[None]);
        (results.programs[0].is_same_code, results.programs[0].n_compared) = (true, 0);
        assert_eq!(results.verdict(), Verdict::SameCode);
        results.not_built = (1..=7).map(|n| format!("{n}.c")).collect();
        let expected = "no tested program contains 1.c, 2.c, 3.c, 4.c, 5.c and 2 more";
        assert_eq!(sentences(&results), [expected]);
    }

    #[test]
    fn functions_that_differ_and_are_not_entered_are_named() {
        let mut results = results(&[Some(1)]);
        results.programs[0].not_entered = vec!["f".to_string(), "g".to_string()];
        assert_eq!(sentences(&results), ["p: nothing executes `f`, `g`, which differ"]);
    }

    #[test]
    fn what_is_said_of_several_programs_is_said_once() {
        let mut results = results(&[Some(1)]);
        for name in ["q", "r"] {
            let other = ProgramResults { name: name.into(), ..results.programs[0].clone() };
            results.programs.push(other);
        }
        for program in &mut results.programs[..2] {
            program.not_entered = vec!["f".to_string(), "g".to_string()];
        }
        let both = "p, q: nothing executes `f`, `g`, which differ";
        assert_eq!(sentences(&results), [both]);
        results.programs[2].not_entered = vec!["g".to_string()];
        let one = "p, q: nothing executes `f`, which differs";
        assert_eq!(sentences(&results), [one, "p, q, r: nothing executes `g`, which differs"]);
        results.programs.iter_mut().for_each(|program| program.not_entered.clear());
        results.programs[1].n_compared = 0;
        let idle = "q: no test executes the changed code, and no input was found that does";
        assert_eq!(sentences(&results), [idle]);
        results.programs[1].is_compared_elsewhere = true;
        assert_eq!(results.verdict(), Verdict::NoDifference);
    }

    #[test]
    fn a_suite_that_fails_comes_before_doubts() {
        let mut results = results(&[Some(0)]);
        results.suite = Some(Suite { status: 2, ..Suite::default() });
        assert_eq!(results.verdict(), Verdict::SuiteFailed);
        // One that fails as before says nothing of the patch.
        results.suite = Some(Suite { status: 2, old_status: Some(1), ..Suite::default() });
        assert_eq!(results.verdict(), Verdict::Inconclusive);
    }
}
