//! Who executes the changed lines.

use super::select::{ChangedLines, LineOfFile, Reach};
use crate::interact::changes::without_comments;
use crate::trace::Tracers;
use patchlight_project::changes;
use patchlight_project::config::Config;
use patchlight_results::{Executed, Line, PatchedFile, Unknown, UnknownKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What compilers make objects of.
const COMPILED: [&str; 6] = ["c", "cc", "cpp", "cxx", "C", "c++"];

/// Who executes the changed lines with code, of all programs together.
#[derive(Default)]
pub struct Executions {
    old: BTreeMap<LineOfFile, Executed>,
    new: BTreeMap<LineOfFile, Executed>,
    /// The changed files that some program has code of.
    files: BTreeSet<String>,
}

impl Executions {
    /// Lines of the new version that no test executes.
    pub fn untested(&self) -> Vec<LineOfFile> {
        let untested = self.new.iter().filter(|(_, n)| n.by_tests + n.by_generated == 0);
        untested.map(|(place, _)| place.clone()).collect()
    }

    pub fn with_code(&mut self, changed: &ChangedLines) {
        for (all, places) in [(&mut self.old, &changed.old), (&mut self.new, &changed.new)] {
            for place in places {
                all.entry(place.clone()).or_default();
            }
        }
        self.files.extend(changed.files.iter().cloned());
    }

    /// Sources that a program is made of and that the engine does not see: `FILE: REASON`.
    pub fn without_text(&mut self, missing: &[String]) {
        let files = missing.iter().filter_map(|missing| missing.split_once(": "));
        self.files.extend(files.map(|(file, _)| file.to_string()));
    }

    /// The changed sources that no program has code of, as far as the engine sees it. Not those in
    /// which only comments changed.
    pub fn not_built(&self, config: &Config, patch: &[PatchedFile]) -> Vec<String> {
        let is_compiled = |file: &&PatchedFile| {
            let extension = Path::new(&file.path).extension().and_then(|text| text.to_str());
            config.is_source(Path::new(&file.path))
                && extension.is_some_and(|text| COMPILED.contains(&text))
        };
        let is_changed = |file: &&PatchedFile| {
            let text = |has: fn(&Line) -> bool| {
                let lines = file.hunks.iter().flatten().filter(|line| has(line));
                without_comments(
                    &lines.map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n"),
                )
            };
            text(|line| line.old.is_some()) != text(|line| line.new.is_some())
        };
        let sources = patch.iter().filter(is_compiled).filter(is_changed);
        let foreign = sources.filter(|file| !self.files.contains(&file.path));
        foreign.map(|file| file.path.clone()).collect()
    }

    pub fn add(&mut self, reach: &Reach, count: fn(&mut Executed) -> &mut u32) {
        for (all, places) in [(&mut self.old, &reach.old), (&mut self.new, &reach.new)] {
            for place in places {
                *count(all.entry(place.clone()).or_default()) += 1;
            }
        }
    }

    /// A test executes a line, behind something that the engine does not support.
    pub fn add_test(&mut self, place: &LineOfFile) {
        self.new.entry(place.clone()).or_default().by_tests += 1;
    }

    /// Says at each changed line who executes it. Gives those that nothing executes.
    pub fn mark(&self, config: &Config, patch: &mut [PatchedFile]) -> Vec<Unknown> {
        for (path, line) in changes::changed_lines(config, patch) {
            let (of, number) = match (line.old, line.new) {
                (Some(number), _) => (&self.old, number),
                (_, Some(number)) => (&self.new, number),
                (None, None) => continue,
            };
            line.executed = of.get(&(path.to_string(), number)).copied();
        }
        let not_reached = self.new.iter().filter(|(_, n)| n.by_tests + n.by_generated == 0);
        let unknown = |((file, line), _): (&LineOfFile, &Executed)| Unknown {
            program: String::new(),
            kind: UnknownKind::NotReached,
            what: format!("{file}:{line}"),
            count: 1,
        };
        not_reached.map(unknown).collect()
    }
}

/// The changed lines that have code in a program.
pub fn changed_lines(
    tracers: &Tracers<'_>,
    config: &Config,
    patch: &mut [PatchedFile],
) -> ChangedLines {
    let [old_code, new_code] = [&tracers.old, &tracers.new].map(|tracer| tracer.lines_with_code());
    let mut changed = ChangedLines::default();
    let with_code: BTreeSet<&str> =
        old_code.iter().chain(&new_code).map(|(file, _)| file.as_str()).collect();
    let files = patch.iter().filter(|file| with_code.contains(file.path.as_str()));
    changed.files = files.map(|file| file.path.clone()).collect();
    for (path, line) in changes::changed_lines(config, patch) {
        let (of, code, number) = match (line.old, line.new) {
            (Some(number), _) => (&mut changed.old, &old_code, number),
            (_, Some(number)) => (&mut changed.new, &new_code, number),
            (None, None) => continue,
        };
        let place = (path.to_string(), number);
        if code.contains(&place) {
            of.insert(place);
        }
    }
    changed
}
