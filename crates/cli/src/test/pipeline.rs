//! The stages, in their order: build, unify, record, select, reach, natively, neighbours, together,
//! follow, replay, parts.

mod together;
mod untested;

use super::cases::{self, Tests};
use super::follow::follow_all;
use super::native::Native;
use super::pair::Pair;
use super::program_run::ProgramRun;
use super::progress::Progress;
use super::reach::reach_all;
use super::select::{ChangedLines, Place, Reach, Selector, order};
use super::suite::{self, Recorded};
use crate::cache::Key;
use crate::interrupt;
use crate::project::Project;
use crate::project::build::{self, Built};
use crate::project::config::Time;
use crate::project::git::Repository;
use crate::project::patch;
use crate::project::snapshot::Snapshot;
use crate::results::{Executed, FORMAT, Results, Stage, Unknown, UnknownKind};
use crate::store::Store;
use anyhow::Result;
use patchlight_replay::Case;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// Of the time that is left after the build, the neighbours get this part.
const SHARE_OF_NEIGHBOURS: u32 = 6;
/// Hunting for inputs that lead to lines which no test executes gets this part.
const SHARE_OF_REACH: u32 = 5;
/// Replaying and making findings smaller gets this part.
const SHARE_OF_REPLAY: u32 = 5;
/// However long the build takes, the rest has this part of the budget.
const LEAST_SHARE: u32 = 4;
/// So many generated inputs are traced for what they reach.
const MOST_TRACED: usize = 300;

pub struct Pipeline<'p> {
    project: &'p Project,
    repository: Option<&'p Repository>,
    store: Store,
    budget: Time,
    begin: Instant,
    progress: Progress,
    results: Results,
}

impl<'p> Pipeline<'p> {
    pub fn new(
        project: &'p Project,
        repository: Option<&'p Repository>,
        budget: Time,
    ) -> Result<Pipeline<'p>> {
        let store = Store::open(&project.directory()?)?;
        let results = Results { format: FORMAT, project: project.name(), ..Results::default() };
        let (begin, progress) = (Instant::now(), Progress::new());
        Ok(Pipeline { project, repository, store, budget, begin, progress, results })
    }

    pub fn run(mut self, old: &Snapshot, new: &Snapshot) -> Result<Results> {
        self.results.old = old.version.clone();
        self.results.new = new.version.clone();
        let old = self.build(old, "old")?;
        let new = self.build(new, "new")?;
        let key = self.key(&old, &new)?;
        if let Some(results) = self.store.run(&key)? {
            self.progress.say("nothing has changed since the last run");
            // As the last of all runs, it is what `report` shows.
            self.store.put_run(&key, &results)?;
            return Ok(results);
        }
        self.results.patch = patch::changes(&old.sources(), &new.sources())?;
        let recorded = self.record(&new)?;
        let programs = self.project.config.programs.clone();
        let mut lines = Executions::default();
        for (n, program) in programs.iter().enumerate() {
            let left = programs.len() - n;
            self.program([&old, &new], program, left, &recorded, &mut lines)?;
        }
        self.results.findings.sort_by_key(|finding| finding.class);
        self.mark_lines(&lines);
        self.results.is_interrupted = interrupt::is_asked();
        if !self.results.is_interrupted {
            self.store.put_run(&key, &self.results)?;
        }
        Ok(self.results)
    }

    /// What stands for the whole run.
    fn key(&self, old: &Built, new: &Built) -> Result<Key> {
        let mut parts = vec![toml::to_string(&self.project.config)?];
        for program in &self.project.config.programs {
            parts.push(Pair::key(old, new, program, self.budget)?.as_str().to_string());
        }
        parts.push(format!("{} {}", old.dir.display(), new.dir.display()));
        Ok(Key::of(parts.iter().map(String::as_bytes)))
    }

    fn build(&mut self, snapshot: &Snapshot, said: &'static str) -> Result<Built> {
        let begin = Instant::now();
        self.progress.show(|| format!("building the {said} version"));
        let (built, is_new) = build::build(self.project, snapshot, self.repository, said)?;
        let name = &snapshot.version.name;
        self.stage("build", begin, !is_new, format!("{said} version, {name}"));
        Ok(built)
    }

    fn stage(&mut self, name: &str, begin: Instant, is_cached: bool, result: String) {
        let seconds = begin.elapsed().as_secs_f64();
        let cost = if is_cached { "as before".to_string() } else { format!("{seconds:.1} s") };
        self.progress.say(&format!("{name:<11}{result} ({cost})"));
        let name = name.to_string();
        self.results.stages.push(Stage { name, seconds, is_cached, result });
    }

    /// The time that is left for what follows the build.
    fn left(&self) -> Duration {
        let spent = self.begin.elapsed();
        self.budget.0.saturating_sub(spent).max(self.budget.0 / LEAST_SHARE)
    }

    /// All stages of one program. `n_left`: how many programs share the time.
    fn program(
        &mut self,
        [old, new]: [&Built; 2],
        program: &Path,
        n_left: usize,
        recorded: &Recorded,
        lines: &mut Executions,
    ) -> Result<()> {
        let begin = Instant::now();
        let file = program.display();
        self.progress.show(|| format!("unifying {file}"));
        let pair = Pair::load(self.project, [old, new], program, self.budget)?;
        let mut found = ProgramRun::new(&pair);
        let n_changed = found.program.changed_functions.len();
        self.stage("unify", begin, false, format!("{}: {n_changed} functions differ", pair.name));
        if found.is_unchanged {
            self.results.programs.push(found.program);
            return Ok(());
        }
        let end = Instant::now() + self.left() / n_left as u32;
        let tests = self.tests(&pair, new, recorded.tests(program))?;
        found.program.n_tests = tests.len();
        let changed = self.changed_lines(&pair, lines);
        let selector = Selector::new(&pair, &changed);
        let order = self.select(&selector, &tests, &mut found, lines)?;
        let touching: Vec<&Case> = order.iter().map(|&n| &tests[n]).collect();
        let reached = self.reach(&pair, &selector, &touching, &tests, end, lines)?;
        let seeds: Vec<&Case> = reached.iter().chain(touching).collect();
        let native = Native::new(&pair)?;
        self.natively(&native, &seeds, end, &mut found)?;
        self.together(&pair, &native, &seeds, end, &mut found)?;
        self.follow(&pair, &seeds, end, &mut found)?;
        self.trace_generated(&selector, &found, lines)?;
        self.replay(&pair, &native, (old, program), found)
    }

    /// What the suite runs the programs with.
    fn record(&mut self, new: &Built) -> Result<Recorded> {
        let Some(command) = &self.project.config.suite else { return Ok(Recorded::default()) };
        let begin = Instant::now();
        self.progress.show(|| format!("recording `{command}`"));
        let (recorded, is_cached) = suite::recorded(self.project, command, new, &self.store)?;
        let (n, status) = (recorded.suite.n_invocations, recorded.suite.status);
        let result = match status {
            0 => format!("`{command}` runs the programs {n} times"),
            _ => format!("`{command}` fails (exit {status}) and runs the programs {n} times"),
        };
        self.stage("record", begin, is_cached, result);
        self.results.suite = Some(recorded.suite.clone());
        self.results.unknowns.extend(recorded.unknowns());
        Ok(recorded)
    }

    fn tests(&mut self, pair: &Pair, new: &Built, recorded: &[Case]) -> Result<Tests> {
        let mut tests = recorded.to_vec();
        tests.extend(cases::named(self.project, &new.sources(), &pair.name)?);
        if tests.is_empty() {
            // Without any test, the program without arguments is one.
            let name = "without arguments".to_string();
            tests.push(Case { name, ..Case::default() });
        }
        cases::without_copies(tests)
    }

    fn changed_lines(&mut self, pair: &Pair, lines: &mut Executions) -> ChangedLines {
        let [old_code, new_code] = pair.tracers().map(|tracer| tracer.lines_with_code());
        let mut changed = ChangedLines::default();
        for (path, line) in patch::changed_lines(&self.project.config, &mut self.results.patch) {
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
        lines.with_code(&changed);
        changed
    }

    fn select(
        &mut self,
        selector: &Selector<'_>,
        tests: &[Case],
        found: &mut ProgramRun,
        lines: &mut Executions,
    ) -> Result<Vec<usize>> {
        let begin = Instant::now();
        let all: Vec<&Case> = tests.iter().collect();
        let (reached, n_known) = selector.reach_all(&all, &self.store, &self.progress)?;
        for reach in &reached {
            lines.add(reach, |executed| &mut executed.by_tests);
        }
        let mut gaps: BTreeMap<&str, u64> = BTreeMap::new();
        for gap in reached.iter().filter_map(|reach| reach.gap.as_deref()) {
            *gaps.entry(gap).or_default() += 1;
        }
        for (gap, count) in gaps {
            found.unknown(UnknownKind::Unsupported, format!("tracing a test: {gap}"), count);
        }
        let order = order(&all, &reached);
        found.program.n_touching = order.len();
        let (n, all) = (order.len(), tests.len());
        let result = format!("{n} of {all} tests come by the patch{}", before(n_known, all));
        self.stage("select", begin, n_known == all, result);
        Ok(order)
    }

    /// Inputs for changed lines that no test executes.
    fn reach(
        &mut self,
        pair: &Pair,
        selector: &Selector<'_>,
        touching: &[&Case],
        tests: &[Case],
        end: Instant,
        lines: &mut Executions,
    ) -> Result<Vec<Case>> {
        let untested: Vec<Place> = lines.untested();
        if untested.is_empty() || interrupt::is_asked() {
            return Ok(Vec::new());
        }
        let begin = Instant::now();
        let time = end.saturating_duration_since(begin) / SHARE_OF_REACH;
        let all: Vec<&Case> = tests.iter().collect();
        let starts = if touching.is_empty() { &all[..] } else { touching };
        let reached = reach_all(pair, starts, &untested, &self.store, time, &self.progress)?;
        for place in &reached.covered {
            lines.new.entry(place.clone()).or_default().by_tests += 1;
        }
        let (found, n) = (reached.cases.len(), untested.len() - reached.covered.len());
        let mut result = format!("{found} of {n} changed lines that no test executes");
        if reached.n_unreachable > 0 {
            result += &format!(", {} unreachable", reached.n_unreachable);
        }
        self.stage("reach", begin, reached.n_known == untested.len(), result);
        let cases: Vec<&Case> = reached.cases.iter().collect();
        let (reaches, _) = selector.reach_all(&cases, &self.store, &self.progress)?;
        for reach in &reaches {
            lines.add(reach, |executed| &mut executed.by_generated);
        }
        Ok(reached.cases)
    }

    /// The tests natively, then variants of them.
    fn natively(
        &mut self,
        native: &Native<'_>,
        seeds: &[&Case],
        end: Instant,
        found: &mut ProgramRun,
    ) -> Result<()> {
        if interrupt::is_asked() {
            return Ok(());
        }
        let begin = Instant::now();
        self.progress.show(|| format!("natively: {} tests", seeds.len()));
        let (compared, is_cached) = native.cross_check(&self.store, seeds)?;
        let (n, differing) = (compared.n_cases, compared.differing.len());
        found.add_compared(compared, "suite");
        self.stage("natively", begin, is_cached, format!("{n} tests, {differing} differ"));
        if interrupt::is_asked() {
            return Ok(());
        }
        let begin = Instant::now();
        let time = end.saturating_duration_since(begin) / SHARE_OF_NEIGHBOURS;
        self.progress.show(|| "natively: neighbours of the tests".to_string());
        let (compared, is_cached) = native.neighbours(&self.store, seeds, time)?;
        let (n, differing) = (compared.n_cases, compared.differing.len());
        found.add_compared(compared, "neighbours");
        let result = format!("{n} variants of tests, {differing} differ");
        self.stage("neighbours", begin, is_cached, result);
        Ok(())
    }

    fn follow(
        &mut self,
        pair: &Pair,
        seeds: &[&Case],
        end: Instant,
        found: &mut ProgramRun,
    ) -> Result<()> {
        let begin = Instant::now();
        // Whatever the native stages took, the tests are followed.
        let least = self.budget.0 / LEAST_SHARE / self.project.config.programs.len() as u32;
        let time = end.saturating_duration_since(begin).max(least);
        let end = begin + time - time / SHARE_OF_REPLAY;
        let (followed, n_known) = follow_all(pair, seeds, &self.store, end, &self.progress)?;
        let n = followed.len();
        if n < seeds.len() {
            let n_left = (seeds.len() - n) as u64;
            found.unknown(UnknownKind::Limit, "no time to follow a test".into(), n_left);
        }
        found.add_followed(followed)?;
        let inputs = found.tests.len();
        let result =
            format!("{n} tests followed{}, {inputs} inputs part the versions", before(n_known, n));
        self.stage("follow", begin, n_known == seeds.len(), result);
        Ok(())
    }

    fn trace_generated(
        &mut self,
        selector: &Selector<'_>,
        found: &ProgramRun,
        lines: &mut Executions,
    ) -> Result<()> {
        let cases: Vec<&Case> = found.natively().take(MOST_TRACED).collect();
        let (reached, _) = selector.reach_all(&cases, &self.store, &self.progress)?;
        for reach in &reached {
            lines.add(reach, |executed| &mut executed.by_generated);
        }
        Ok(())
    }

    /// Everything that was found, natively, for the report.
    fn replay(
        &mut self,
        pair: &Pair,
        native: &Native<'_>,
        (old, program): (&Built, &Path),
        mut found: ProgramRun,
    ) -> Result<()> {
        let begin = Instant::now();
        let cases: Vec<Case> = found.natively().cloned().collect();
        self.progress.show(|| format!("natively: {} inputs", cases.len()));
        let report = native.report(&cases, self.budget.0)?;
        found.take_report(&report);
        let mut findings = found.findings(pair, &report);
        let n = findings.len();
        self.stage("replay", begin, false, format!("{} inputs, {n} findings", cases.len()));
        self.explain_together(pair, old, program, &mut findings)?;
        self.results.findings.extend(findings);
        self.results.partings.extend(found.partings(pair));
        self.results.unknowns.append(&mut found.unknowns);
        self.results.programs.push(found.program);
        Ok(())
    }

    /// Says at each changed line who executes it.
    fn mark_lines(&mut self, lines: &Executions) {
        for (path, line) in patch::changed_lines(&self.project.config, &mut self.results.patch) {
            let (of, number) = match (line.old, line.new) {
                (Some(number), _) => (&lines.old, number),
                (_, Some(number)) => (&lines.new, number),
                (None, None) => continue,
            };
            line.executed = of.get(&(path.to_string(), number)).copied();
        }
        let not_reached = lines.new.iter().filter(|(_, n)| n.by_tests + n.by_generated == 0);
        self.results.unknowns.extend(not_reached.map(|((file, line), _)| Unknown {
            program: String::new(),
            kind: UnknownKind::NotReached,
            what: format!("{file}:{line}"),
            count: 1,
        }));
    }
}

/// How many of some tests were known, if that has to be said.
fn before(n_known: usize, all: usize) -> String {
    let is_some = n_known > 0 && n_known < all;
    if is_some { format!(" ({n_known} as before)") } else { String::new() }
}

/// Who executes the changed lines with code, of all programs together.
#[derive(Default)]
struct Executions {
    old: BTreeMap<(String, u32), Executed>,
    new: BTreeMap<(String, u32), Executed>,
}

impl Executions {
    /// Lines of the new version that no test executes.
    fn untested(&self) -> Vec<Place> {
        let untested = self.new.iter().filter(|(_, n)| n.by_tests + n.by_generated == 0);
        untested.map(|(place, _)| place.clone()).collect()
    }

    fn with_code(&mut self, changed: &ChangedLines) {
        for (all, places) in [(&mut self.old, &changed.old), (&mut self.new, &changed.new)] {
            for place in places {
                all.entry(place.clone()).or_default();
            }
        }
    }

    fn add(&mut self, reach: &Reach, count: fn(&mut Executed) -> &mut u32) {
        for (all, places) in [(&mut self.old, &reach.old), (&mut self.new, &reach.new)] {
            for place in places {
                *count(all.entry(place.clone()).or_default()) += 1;
            }
        }
    }
}
