//! Who executes the changed lines.

use super::select::{ChangedLines, LineOfFile, Reach};
use crate::interact::changes::without_comments;
use crate::trace::Tracers;
use patchlight_project::changes;
use patchlight_project::config::Config;
use patchlight_results::{Executed, Line, PatchedFile, Unknown, UnknownKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Where a version's lines stand.
const OLD: usize = 0;
const NEW: usize = 1;
/// What compilers make objects of.
const COMPILED: [&str; 6] = ["c", "cc", "cpp", "cxx", "C", "c++"];

pub type Counts = BTreeMap<LineOfFile, Executed>;

/// Who executes the changed lines with code, of all programs together.
#[derive(Default)]
pub struct Executions {
    /// Lines of the old and of the new version, by program.
    programs: BTreeMap<usize, [Counts; 2]>,
    /// The program that is at hand.
    current: usize,
    /// The files that some program has code of.
    files: BTreeSet<String>,
}

impl Executions {
    /// From now on, what is counted is of the program with this number. Gives what was counted of it
    /// before.
    pub fn begin(&mut self, program: usize) -> [Counts; 2] {
        self.current = program;
        self.programs.insert(program, Default::default()).unwrap_or_default()
    }

    /// What was counted of a program is as it was.
    pub fn put_back(&mut self, program: usize, counts: [Counts; 2]) {
        self.programs.insert(program, counts);
    }

    fn here(&mut self) -> &mut [Counts; 2] {
        self.programs.entry(self.current).or_default()
    }

    /// Of all programs.
    fn all(&self, version: usize) -> Counts {
        let mut all = Counts::new();
        for (place, n) in self.programs.values().flat_map(|counts| &counts[version]) {
            let sum = all.entry(place.clone()).or_default();
            sum.by_tests += n.by_tests;
            sum.by_generated += n.by_generated;
            sum.n_compared += n.n_compared;
        }
        all
    }

    /// Lines of the new version that no test executes.
    pub fn untested(&self) -> Vec<LineOfFile> {
        let untested = self.all(NEW).into_iter().filter(|(_, n)| !n.is_executed());
        untested.map(|(place, _)| place).collect()
    }

    /// The changed lines that a program has code of, and all files that it has code of.
    pub fn with_code(&mut self, changed: &ChangedLines) {
        for (all, places) in self.here().iter_mut().zip([&changed.old, &changed.new]) {
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

    /// The changed sources that no program is made of, as far as the engine sees it. Not those in which
    /// only comments changed. `sources`: where the new version's are.
    pub fn not_built(&self, config: &Config, patch: &[PatchedFile], sources: &Path) -> Vec<String> {
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
        let changed = patch.iter().filter(is_compiled).filter(is_changed);
        let is_foreign =
            |path: &&str| !self.files.contains(*path) && !self.is_included(path, sources);
        let paths = changed.map(|file| file.path.as_str());
        paths.filter(is_foreign).map(str::to_string).collect()
    }

    /// Whether a file that some program has code of includes this one: data, such as tables, have no
    /// lines with code.
    fn is_included(&self, path: &str, sources: &Path) -> bool {
        let name = Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path);
        let includes = |file: &String| {
            let text = std::fs::read(sources.join(file)).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            text.lines().any(|line| {
                let rest = line.trim_start().strip_prefix('#').map(str::trim_start);
                let named = rest.and_then(|rest| rest.strip_prefix("include")).unwrap_or_default();
                let named = named.trim().trim_matches(['"', '<', '>']);
                Path::new(named).file_name().is_some_and(|included| included == name)
            })
        };
        self.files.iter().any(includes)
    }

    pub fn add(&mut self, reach: &Reach, count: fn(&mut Executed) -> &mut u32) {
        for (all, places) in self.here().iter_mut().zip([&reach.old, &reach.new]) {
            for place in places {
                *count(all.entry(place.clone()).or_default()) += 1;
            }
        }
    }

    /// Says at each changed line who executes it. Gives those that nothing executes.
    pub fn mark(&self, config: &Config, patch: &mut [PatchedFile]) -> Vec<Unknown> {
        let [old, new] = [OLD, NEW].map(|version| self.all(version));
        for (path, line) in changes::changed_lines(config, patch) {
            let (of, number) = match (line.old, line.new) {
                (Some(number), _) => (&old, number),
                (_, Some(number)) => (&new, number),
                (None, None) => continue,
            };
            line.executed = of.get(&(path.to_string(), number)).copied();
        }
        let not_reached = new.iter().filter(|(_, n)| !n.is_executed());
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
    let files = old_code.iter().chain(&new_code).map(|(file, _)| file.clone()).collect();
    let mut changed = ChangedLines { files, ..ChangedLines::default() };
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
