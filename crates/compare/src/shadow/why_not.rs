//! `--why-not FILE:LINE`: what the tests that were run say about a line that made no difference.
//!
//! For each test: whether a version comes by the line at all; if so, whether the versions end
//! differently on it; else whether they part somewhere and come together again, whether a variable of
//! a changed function differs on the way and nothing depends on it, or whether all of them are equal.

use super::confirm::{self, PredictedEnd};
use super::totals::Totals;
use super::trace::{self, Shapes, Visit};
use crate::versions::Versions;
use anyhow::{Context, Result, bail};
use patchlight_engine::{Place, Program, Side};
use patchlight_replay::Case;
use serde::Serialize;

/// Generated inputs that are looked at: those that show different things come first.
const MAX_GENERATED: usize = 100;
/// Tests that are named for one answer.
const MAX_NAMED: usize = 5;

/// A line of one version.
#[derive(Clone)]
pub struct Line {
    side: Side,
    file: String,
    line: u32,
}

impl std::str::FromStr for Line {
    type Err = String;

    fn from_str(text: &str) -> Result<Line, String> {
        let (side, place) = match text.strip_prefix("old:") {
            Some(place) => (Side::Old, place),
            None => (Side::New, text.strip_prefix("new:").unwrap_or(text)),
        };
        let (file, line) = place.rsplit_once(':').ok_or("expected FILE:LINE")?;
        let line = line.parse().map_err(|_| format!("`{line}` is not a line number"))?;
        Ok(Line { side, file: file.to_string(), line })
    }
}

impl Line {
    /// Names may be given without directories.
    fn is(&self, file: &str, line: u32) -> bool {
        let is_file = file == self.file || file.ends_with(&format!("/{}", self.file));
        is_file && line == self.line
    }

    fn has_code(&self, program: &Program) -> bool {
        let module = &program.module;
        let bodies = module.functions.iter().filter_map(|function| function.body());
        bodies.flat_map(|body| &body.locs).any(|loc| {
            module.files.get(loc.file.index()).is_some_and(|file| self.is(file, loc.line))
        })
    }
}

/// What a line did on a test.
#[derive(Clone, PartialEq, Serialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// The version does not come by.
    NotReached,
    /// The versions leave something different behind.
    Differs { old: PredictedEnd, new: PredictedEnd },
    /// They part there, come together again, and leave the same behind.
    Parted { at: String },
    /// A variable differs there, and nothing depends on it.
    Unused { variable: String, at: String },
    /// All variables of changed functions are the same.
    Equal,
}

#[derive(Serialize)]
pub struct Asked {
    test: String,
    /// One of those that were given, not one that was generated.
    is_given: bool,
    #[serde(flatten)]
    answer: Answer,
}

/// All answers for one line.
#[derive(Serialize)]
pub struct WhyNot {
    line: String,
    tests: Vec<Asked>,
    /// Generated inputs that were not looked at.
    n_left_out: usize,
}

pub fn ask(versions: &Versions, tests: &[Case], totals: &Totals, line: &Line) -> Result<WhyNot> {
    let version = if line.side == Side::Old { "old" } else { "new" };
    let name = format!("{}:{} of the {version} version", line.file, line.line);
    let program = if line.side == Side::Old { &versions.old } else { &versions.new };
    if !line.has_code(program) {
        bail!("--why-not: there is no code at {name}");
    }
    let given = tests.iter().map(|case| (case, true));
    let replayed = totals.inputs().filter(|test| test.is_replayed);
    let others = totals.inputs().filter(|test| !test.is_replayed);
    let generated = replayed.chain(others).map(|test| (&test.case, false));
    let mut shapes = Shapes::new(versions);
    let mut tests = Vec::new();
    for (case, is_given) in given.chain(generated.take(MAX_GENERATED)) {
        let answer = answer(versions, &mut shapes, case, line)
            .with_context(|| format!("--why-not on {}", case.name))?;
        tests.push(Asked { test: case.name.clone(), is_given, answer });
    }
    let n_left_out = totals.n_inputs().saturating_sub(MAX_GENERATED);
    Ok(WhyNot { line: name, tests, n_left_out })
}

fn answer(
    versions: &Versions,
    shapes: &mut Shapes<'_>,
    case: &Case,
    line: &Line,
) -> Result<Answer> {
    let (outcome, reached) = confirm::trace_side(versions, line.side, case)?;
    let program = if line.side == Side::Old { &versions.old } else { &versions.new };
    if !reached.has_line(program, &|file, number| line.is(file, number)) {
        return Ok(Answer::NotReached);
    }
    let (old, new) = match line.side {
        Side::Old => (outcome, confirm::run_side(versions, Side::New, case)?),
        Side::New => (confirm::run_side(versions, Side::Old, case)?, outcome),
    };
    if old.differs(&new) {
        return Ok(Answer::Differs { old: old.end, new: new.end });
    }
    let old = trace::visits(versions, shapes, case, Side::Old)?;
    let new = trace::visits(versions, shapes, case, Side::New)?;
    let place = |visit: Option<&Visit>| {
        let places = visit.map(|visit| versions.both.places(visit.func, visit.pc as usize));
        let place = places.and_then(|places| places.first().map(Place::to_string));
        place.unwrap_or_else(|| "its start".to_string())
    };
    let is_same_place = |(old, new): (&Visit, &Visit)| (old.func, old.pc) == (new.func, new.pc);
    let n_alike = old.iter().zip(&new).take_while(|&both| is_same_place(both)).count();
    if n_alike < old.len().max(new.len()) {
        // Where they still were together.
        return Ok(Answer::Parted { at: place(n_alike.checked_sub(1).map(|last| &new[last])) });
    }
    for (old, new) in old.iter().zip(&new) {
        if let Some(variable) = shapes.differing(old, new) {
            return Ok(Answer::Unused { variable, at: place(Some(new)) });
        }
    }
    Ok(Answer::Equal)
}

impl WhyNot {
    pub fn print(&self) {
        println!("why not {}", self.line);
        let n_given = self.tests.iter().filter(|asked| asked.is_given).count();
        let n_generated = self.tests.len() - n_given;
        let mut kinds: Vec<(&'static str, Vec<&Asked>)> = Vec::new();
        for asked in &self.tests {
            let kind = asked.answer.kind();
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, all)) => all.push(asked),
                None => kinds.push((kind, vec![asked])),
            }
        }
        for (kind, all) in kinds {
            let given = all.iter().filter(|asked| asked.is_given).count();
            let generated = all.len() - given;
            println!(
                "  {kind}: {given} of {n_given} given tests, {generated} of {n_generated} generated inputs"
            );
            for asked in all.iter().take(MAX_NAMED) {
                println!("    {}{}", asked.test, asked.answer.details());
            }
            if all.len() > MAX_NAMED {
                println!("    and {} more", all.len() - MAX_NAMED);
            }
        }
        if self.n_left_out > 0 {
            println!("  {} more generated inputs were not examined", self.n_left_out);
        }
    }
}

impl Answer {
    fn kind(&self) -> &'static str {
        match self {
            Answer::NotReached => "not reached",
            Answer::Differs { .. } => "reached, and it made a difference",
            Answer::Parted { .. } => "reached, the versions diverge and rejoin",
            Answer::Unused { .. } => "reached, a variable differs and nothing depends on it",
            Answer::Equal => "reached with equal values",
        }
    }

    fn details(&self) -> String {
        match self {
            Answer::NotReached | Answer::Equal => String::new(),
            Answer::Differs { old, new } if old == new => format!(": {new}, different output"),
            Answer::Differs { old, new } => format!(": {old}, now {new}"),
            Answer::Parted { at } => format!(": after {at}"),
            Answer::Unused { variable, at } => format!(": `{variable}` at {at}"),
        }
    }
}
