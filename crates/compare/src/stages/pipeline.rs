//! Runs the stages: one after the other, each within its share of what is left of the budget.

use super::bench::{Bench, Surroundings};
use super::cases::{self, Tests};
use super::early::{Announce, Early, Voice, is_alike};
use super::functions::{self, ChangedFunctions};
use super::lines::{Executions, changed_lines};
use super::meter::{Cost, Meter};
use super::native::{Look, NativeRuns};
use super::program_run::ProgramRun;
use super::progress::Progress;
use super::select::{ChangedLines, Selector};
use super::suite::{self, Recorded};
use super::usage::PatchedTexts;
use super::{STAGES, Said, Share, Work, reach, select};
use crate::interact::of_project::OfProject;
use crate::pair::{Executables, Pair};
use crate::reach::hunts::{HuntAll, Hunted};
use crate::trace::Traces;
use anyhow::Result;
use patchlight_budget::{Budget, Cut, Deadline, Interrupt, Interrupted};
use patchlight_cache::Key;
use patchlight_project::Project;
use patchlight_project::build::{self, BuildFailed, Built, IsNew, Order};
use patchlight_project::changes;
use patchlight_project::git::Repository;
use patchlight_project::snapshot::Snapshot;
use patchlight_project::store::Store;
use patchlight_replay::Case;
use patchlight_results::{
    ChangeGraph, FORMAT, Finding, LeftOut, Parting, ProgramResults, Results, SharedTests, Stage,
    StageName, Unknown, UnknownKind,
};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What is done with each program of a project.
pub type StudyAll<'a> = dyn Fn(&mut OfProject<'_>) -> Result<()> + 'a;

/// One part in so many of the budget is kept for `replay` and what comes after it.
const RESERVE: u32 = 5;
/// With less than one part in so many of the budget, nothing is begun again.
const LEAST: u32 = 10;
/// After Ctrl-C, what is known is still confirmed for so long.
const AFTER_INTERRUPT: Budget = Budget::seconds(5);
/// Tests that `interact` starts from: the first ones, in the order in which they are followed.
const MOST_TESTS: usize = 20;

/// What came of one program.
struct Outcome {
    program: ProgramResults,
    findings: Vec<Finding>,
    graph: Option<ChangeGraph>,
    partings: Vec<Parting>,
    unknowns: Vec<Unknown>,
    /// A stage was cut.
    is_partial: bool,
    /// The places of its stages among all.
    stages: Range<usize>,
    functions: ChangedFunctions,
}

impl Outcome {
    /// What came of going on where another one was cut. What is confirmed stays, though there may have
    /// been no time to confirm it again.
    fn after(mut self, known: Outcome) -> Outcome {
        let again = |one: &Finding| {
            let mut all = self
                .findings
                .iter()
                .flat_map(|finding| std::iter::once(finding).chain(&finding.variants));
            all.any(|other| other.id == one.id || is_alike(one, other))
        };
        let missing: Vec<Finding> =
            known.findings.into_iter().filter(|finding| !again(finding)).collect();
        self.findings.extend(missing);
        self
    }

    fn new(found: ProgramRun) -> Outcome {
        Outcome {
            program: found.program,
            findings: Vec::new(),
            graph: None,
            partings: Vec::new(),
            unknowns: found.unknowns,
            is_partial: false,
            stages: 0..0,
            functions: ChangedFunctions::default(),
        }
    }
}

/// Whether so much is left of a budget that it makes sense to begin.
fn is_worth_while(deadline: &Deadline, budget: Budget) -> bool {
    match (deadline.left(), budget) {
        (Some(Budget::Time(left)), Budget::Time(all)) => left >= all / LEAST,
        (Some(Budget::Steps(left)), Budget::Steps(all)) => left >= all / u64::from(LEAST),
        _ => !deadline.is_over(),
    }
}

/// Whether one part of a budget is less than another.
fn is_less(part: Option<Budget>, other: Option<Budget>) -> bool {
    match (part, other) {
        (Some(Budget::Time(part)), Some(Budget::Time(other))) => part < other,
        (Some(Budget::Steps(part)), Some(Budget::Steps(other))) => part < other,
        _ => false,
    }
}

/// What is said while a test runs.
#[derive(Copy, Clone)]
pub struct Saying<'p> {
    /// Of each finding, when it is confirmed.
    pub announce: &'p Announce<'p>,
    /// What each stage did.
    pub is_verbose: bool,
}

impl Saying<'_> {
    /// Nothing but what is being done, on a terminal.
    pub const NOTHING: Saying<'static> = Saying { announce: &|_| None, is_verbose: false };
}

/// Where versions are built.
struct Site<'p> {
    project: &'p Project,
    repository: Option<&'p Repository>,
    interrupt: Interrupt,
}

/// Does something with both versions at the same time: much of a build, such as `configure`, keeps
/// one processor busy.
fn for_both<T: Send>(
    site: &Site<'_>,
    [old, new]: [(&Snapshot, &str); 2],
    work: impl Fn(&Order<'_>) -> Result<T> + Sync,
) -> [Result<(T, Cost)>; 2] {
    let &Site { project, repository, ref interrupt } = site;
    let deadline = &Deadline::never(interrupt);
    let work = |(snapshot, said): (&Snapshot, &str)| {
        let meter = Meter::of_project();
        let done = work(&Order { project, snapshot, repository, said, deadline })?;
        Ok((done, meter.cost()))
    };
    std::thread::scope(|scope| {
        let second = scope.spawn(|| work(new));
        let first = work(old);
        [first, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))]
    })
}

/// A test of two versions of a project.
pub struct Pipeline<'p> {
    project: &'p Project,
    repository: Option<&'p Repository>,
    store: Rc<Store>,
    budget: Budget,
    interrupt: Interrupt,
    progress: Rc<Progress>,
    announce: &'p Announce<'p>,
    results: Results,
}

impl<'p> Pipeline<'p> {
    pub fn new(
        project: &'p Project,
        repository: Option<&'p Repository>,
        budget: Budget,
        interrupt: &Interrupt,
        said: Saying<'p>,
    ) -> Result<Pipeline<'p>> {
        let store = Rc::new(Store::open(&project.directory()?)?);
        let results = Results { format: FORMAT, project: project.name(), ..Results::default() };
        let progress = Rc::new(Progress::new(said.is_verbose));
        let (interrupt, announce) = (interrupt.clone(), said.announce);
        Ok(Pipeline { project, repository, store, budget, interrupt, progress, announce, results })
    }

    /// Runs all stages.
    pub fn run(mut self, old: &Snapshot, new: &Snapshot) -> Result<Results> {
        self.results.old = old.version.clone();
        self.results.new = new.version.clone();
        let [old, new] = self.build_both(old, new)?;
        let mut programs = Vec::new();
        let mut executables = Vec::new();
        for program in self.programs(&old, &new) {
            if let Some(read) = self.executables([&old, &new], &program) {
                programs.push(program);
                executables.push(read);
            }
        }
        let key = self.key(&old, &new, &programs, &executables)?;
        let mut known = Vec::new();
        if let Some(results) = self.store.run(&key)? {
            if !is_partial(&results) {
                self.progress.say("nothing has changed since the last run");
                // As the last of all runs, it is what `report` shows.
                self.store.put_run(&key, &results)?;
                return Ok(results);
            }
            self.progress.say("continuing where the last run ended");
            known = results.findings;
        }
        self.results.patch = changes::changes(&old.sources(), &new.sources())?;
        let versions = [("old", &old), ("new", &new)].into_iter();
        let with_common = versions.filter(|(_, built)| built.has_common_variables());
        self.results.with_common = with_common.map(|(name, _)| name.to_string()).collect();
        let recorded = self.record(&new)?;
        self.ask_old_suite(&old)?;
        let mut pairs = Vec::new();
        for (program, executables) in programs.iter().zip(executables) {
            match self.unify([&old, &new], program, executables) {
                Ok(pair) => pairs.push((program, pair)),
                Err(error) if error.is::<Interrupted>() => return Err(error),
                Err(error) => {
                    let root = format!("{}/", old.captured().display());
                    self.leave_out(program, first_line(&error).replace(&root, ""));
                }
            }
        }
        let (progress, store) = (Rc::clone(&self.progress), Rc::clone(&self.store));
        let (progress, store, run) = (&*progress, &*store, &key);
        let voice = Voice { progress, announce: self.announce, store, run };
        let early: Vec<Early<'_>> = pairs.iter().map(|_| Early::new(voice)).collect();
        if pairs.iter().any(|(_, pair)| !ProgramRun::new(pair).program.is_same_code) {
            let so_far = self.so_far(&known, &BTreeMap::new());
            early.iter().for_each(|early| early.begin(so_far.clone()));
            self.sanitize([&old, &new], |this, is_done| {
                this.look(&pairs, &early, &new, &recorded, is_done)
            })?;
            for (program, pair) in &mut pairs {
                pair.take_sanitized([&old, &new], program)?;
            }
        }
        let whole = Deadline::new(self.budget, &self.interrupt);
        let mut lines = Executions::default();
        let mut outcomes: BTreeMap<usize, Outcome> = BTreeMap::new();
        let mut open: Vec<usize> = (0..pairs.len()).collect();
        // What some programs leave of their shares, those that were cut get.
        while !open.is_empty() && !self.interrupt.is_asked() && is_worth_while(&whole, self.budget)
        {
            for (n, &at) in open.iter().enumerate() {
                let deadline = whole.fraction(1, (open.len() - n) as u32);
                let (program, pair) = &pairs[at];
                let before = lines.begin(at);
                let versions = [&old, &new];
                let early = &early[at];
                early.begin(self.so_far(&known, &outcomes));
                let tests = recorded.tests(program);
                let outcome =
                    self.program(versions, (program, pair), tests, &deadline, &mut lines, early)?;
                let outcome = match outcomes.remove(&at) {
                    None => outcome,
                    // What it had no time to come to again is as it was.
                    Some(known) if self.interrupt.is_asked() => {
                        lines.put_back(at, before);
                        known
                    }
                    Some(known) => {
                        let cut = &mut self.results.stages[known.stages.clone()];
                        cut.iter_mut().for_each(|stage| stage.cut = None);
                        outcome.after(known)
                    }
                };
                outcomes.insert(at, outcome);
            }
            open.retain(|at| outcomes[at].is_partial);
            let is_over = self.interrupt.is_asked() || !is_worth_while(&whole, self.budget);
            if open.is_empty() || is_over {
                break;
            }
        }
        let mut outcomes: Vec<Outcome> = outcomes.into_values().collect();
        functions::settle(outcomes.iter_mut().map(|one| (&mut one.program, &one.functions)));
        outcomes.into_iter().for_each(|outcome| self.take(outcome));
        self.results.findings.sort_by_key(|finding| finding.class);
        let not_reached = lines.mark(&self.project.config, &mut self.results.patch);
        self.results.unknowns.extend(not_reached);
        let (config, patch) = (&self.project.config, &self.results.patch);
        self.results.not_built = lines.not_built(config, patch, &new.sources());
        self.results.is_interrupted = self.interrupt.is_asked();
        self.store.put_run(&key, &self.results)?;
        Ok(self.results)
    }

    /// What is written if it ends now: what was found, and what an earlier run had found.
    fn so_far(&self, known: &[Finding], outcomes: &BTreeMap<usize, Outcome>) -> Results {
        let mut results = Results { is_interrupted: true, ..self.results.clone() };
        let found = outcomes.values().flat_map(|outcome| &outcome.findings);
        for finding in found.chain(known) {
            if !results.findings.iter().any(|other| other.id == finding.id) {
                results.findings.push(finding.clone());
            }
        }
        results
    }

    /// The programs that both versions have. Others are named.
    fn programs(&mut self, old: &Built, new: &Built) -> Vec<PathBuf> {
        let programs = self.project.config.programs.iter();
        let (there, absent): (Vec<PathBuf>, Vec<PathBuf>) =
            programs.cloned().partition(|program| old.has(program) && new.has(program));
        for program in absent {
            let version = if new.has(&program) { "old" } else { "new" };
            self.leave_out(&program, format!("the {version} version does not build it"));
        }
        there
    }

    fn leave_out(&mut self, program: &Path, why: String) {
        let program = program.display().to_string();
        self.results.left_out.push(LeftOut { program, why });
    }

    /// What an executable leads to. `None` for one without LLVM text, such as one in C++.
    fn executables(&mut self, versions: [&Built; 2], program: &Path) -> Option<Executables> {
        let read = Pair::executables(versions, program);
        read.map_err(|error| self.leave_out(program, first_line(&error))).ok()
    }

    /// What stands for the whole run.
    fn key(
        &self,
        old: &Built,
        new: &Built,
        programs: &[PathBuf],
        executables: &[Executables],
    ) -> Result<Key> {
        let mut parts = vec![toml::to_string(&self.project.config)?];
        for (program, executables) in programs.iter().zip(executables) {
            parts.push(
                Pair::key(self.project, executables, program, self.budget)?.as_str().to_string(),
            );
        }
        parts.push(format!("{} {}", old.dir.display(), new.dir.display()));
        parts.push(cases::key(self.project, &new.sources())?.as_str().to_string());
        Ok(Key::of(parts.iter().map(String::as_bytes)))
    }

    /// Builds both versions with the same tests, if they build so: what differs is then what is tested,
    /// not the tests. The new version's tests come first; they may need what the old one lacks.
    fn build_both(&mut self, old: &Snapshot, new: &Snapshot) -> Result<[Built; 2]> {
        let tests = changes::changed_tests(old, new, self.repository)?;
        if tests.is_empty() {
            return self.build_pair(old, new);
        }
        let with_new = (old.with_files_of(new, &tests), new.clone(), "new");
        let with_old = (old.clone(), new.with_files_of(old, &tests), "old");
        for (old, new, version) in [with_new, with_old] {
            match self.build_pair(&old, &new) {
                Ok(both) => {
                    let files = tests.iter().map(|file| file.display().to_string()).collect();
                    let version = version.to_string();
                    self.results.shared_tests = Some(SharedTests { version, files });
                    return Ok(both);
                }
                Err(error) if error.is::<BuildFailed>() => {
                    self.progress.detail(&format!(
                        "build        the {version} version's tests do not build with both versions"
                    ));
                }
                Err(error) => return Err(error),
            }
        }
        self.results.unknowns.push(Unknown {
            program: String::new(),
            kind: UnknownKind::NotBuilt,
            what: "each version has its own tests: neither builds with the other's".to_string(),
            count: 1,
        });
        self.build_pair(old, new)
    }

    fn build_pair(&mut self, old: &Snapshot, new: &Snapshot) -> Result<[Built; 2]> {
        self.progress.show(|| "building both versions".to_string());
        let [first, second] = for_both(&self.site(), [(old, "old"), (new, "new")], build::build);
        let mut say = |made: Result<((Built, IsNew), Cost)>, said: &str| {
            let ((built, is_new), cost) = made?;
            let result = format!("{said} version, {}", built.snapshot.version.name);
            let said = Said { is_cached: !is_new, is_partial: false, result };
            self.say(StageName::Build, &cost, None, said);
            Ok::<_, anyhow::Error>(built)
        };
        Ok([say(first, "old")?, say(second, "new")?])
    }

    /// Builds both versions with sanitizers. Nothing that needs none waits for it: something is done
    /// meanwhile, until an interrupt says that they are built.
    fn sanitize(
        &mut self,
        [old, new]: [&Built; 2],
        meanwhile: impl FnOnce(&Self, &Interrupt) -> Result<()>,
    ) -> Result<()> {
        self.progress.show(|| "building both versions with sanitizers".to_string());
        let meter = Meter::of_project();
        let orders = [(&old.snapshot, "old"), (&new.snapshot, "new")];
        let (site, is_done) = (self.site(), Interrupt::default());
        let (made, looked) = std::thread::scope(|scope| {
            let builds = scope.spawn(|| {
                let made = for_both(&site, orders, |order| {
                    build::sanitize(order, if order.said == "old" { old } else { new })
                });
                is_done.ask(None);
                made
            });
            let looked = meanwhile(self, &is_done);
            (builds.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), looked)
        });
        looked?;
        let mut is_cached = true;
        for made in made {
            is_cached &= !made?.0;
        }
        let result = "both versions with sanitizers".to_string();
        self.say(
            StageName::Build,
            &meter.cost(),
            None,
            Said { is_cached, is_partial: false, result },
        );
        for (built, version) in [(old, "old"), (new, "new")] {
            let Some(why) = built.without_sanitizers() else { continue };
            let what = format!("the {version} version could not be built with sanitizers: {why}");
            self.results.unknowns.push(Unknown {
                program: String::new(),
                kind: UnknownKind::NotSanitized,
                what,
                count: 1,
            });
        }
        Ok(())
    }

    /// A first look at the tests of all programs in turn, until the builds with sanitizers are there.
    fn look(
        &self,
        pairs: &[(&PathBuf, Pair)],
        early: &[Early<'_>],
        new: &Built,
        recorded: &Recorded,
        is_done: &Interrupt,
    ) -> Result<()> {
        let deadline = Deadline::never(is_done);
        let mut looks = Vec::new();
        for ((program, pair), early) in pairs.iter().zip(early) {
            if !ProgramRun::new(pair).program.is_same_code {
                let tests = self.tests(pair, new, recorded.tests(program))?;
                looks.push((pair, early, pair.native.plain(), Look::new(tests)));
            }
        }
        // No program waits for all tests of another one.
        while !looks.is_empty() && !deadline.is_over() {
            for (pair, early, versions, look) in &mut looks {
                NativeRuns::plain(pair, versions)?.look(look, &deadline, early)?;
            }
            looks.retain_mut(|(.., look)| !look.is_over());
        }
        Ok(())
    }

    fn site(&self) -> Site<'p> {
        let interrupt = self.interrupt.clone();
        Site { project: self.project, repository: self.repository, interrupt }
    }

    /// What the suite runs the programs with.
    fn record(&mut self, new: &Built) -> Result<Recorded> {
        let Some(command) = &self.project.config.suite else { return Ok(Recorded::default()) };
        let meter = Meter::of_project();
        self.progress.show(|| format!("recording `{command}`"));
        let (recorded, is_cached) =
            suite::recorded(self.project, command, new, &self.store, &self.interrupt)?;
        let (n, status) = (recorded.suite.n_invocations, recorded.suite.status);
        let times = if n == 1 { "once".to_string() } else { format!("{n} times") };
        let result = match status {
            0 => format!("`{command}` ran the programs {times}"),
            _ => format!("`{command}` failed (exit status {status}) and ran the programs {times}"),
        };
        let said = Said { is_cached, is_partial: false, result };
        self.say(StageName::Record, &meter.cost(), None, said);
        self.results.suite = Some(recorded.suite.clone());
        self.results.unknowns.extend(recorded.unknowns());
        Ok(recorded)
    }

    /// A suite that fails says nothing of the patch if it failed before.
    fn ask_old_suite(&mut self, old: &Built) -> Result<()> {
        let Some(suite) = self.results.suite.as_mut().filter(|suite| suite.status != 0) else {
            return Ok(());
        };
        self.progress.show(|| format!("running `{}` on the old version", suite.command));
        let deadline = Deadline::never(&self.interrupt);
        suite.old_status = Some(old.status(self.project, &suite.command, &deadline)?);
        Ok(())
    }

    fn unify(
        &mut self,
        versions: [&Built; 2],
        program: &Path,
        executables: Executables,
    ) -> Result<Pair> {
        let meter = Meter::of_project();
        self.progress.show(|| format!("unifying {}", program.display()));
        let pair = Pair::load(self.project, versions, program, executables, self.budget)?;
        let n_changed = ProgramRun::new(&pair).program.changed_functions.len();
        let functions = if n_changed == 1 { "function differs" } else { "functions differ" };
        let result = format!("{}: {n_changed} {functions}", pair.name);
        let said = Said { is_cached: false, is_partial: false, result };
        self.say(StageName::Unify, &meter.cost_of_loading(&pair), None, said);
        Ok(pair)
    }

    /// Notes what a stage did, and says it.
    fn say(&mut self, name: StageName, cost: &Cost, cut: Option<String>, said: Said) {
        let Said { is_cached, result, .. } = said;
        let &Cost { seconds, engine } = cost;
        let cost = match &cut {
            _ if is_cached => "as before".to_string(),
            Some(cut) => format!("{seconds:.1} s, {cut}"),
            None => format!("{seconds:.1} s"),
        };
        self.progress.detail(&format!("{name:<13}{result} ({cost})"));
        self.results.stages.push(Stage { name, seconds, is_cached, cut, result, engine });
    }

    /// All stages of one program.
    fn program(
        &mut self,
        [old, new]: [&Built; 2],
        (path, pair): (&Path, &Pair),
        recorded: &[Case],
        deadline: &Deadline,
        lines: &mut Executions,
        early: &Early<'_>,
    ) -> Result<Outcome> {
        let (mut found, n_stages) = (ProgramRun::new(pair), self.results.stages.len());
        lines.without_text(&pair.missing);
        let config = &self.project.config;
        let tracers = pair.tracers();
        let changed = changed_lines(&tracers, config, &mut self.results.patch);
        if found.program.is_same_code {
            // Lines that have code and are the same need not be executed.
            lines.with_code(&ChangedLines { files: changed.files, ..ChangedLines::default() });
            return Ok(Outcome::new(found));
        }
        let tests = self.tests(pair, new, recorded)?;
        found.program.n_tests = tests.len();
        lines.with_code(&changed);
        let n_hunks = self.results.patch.iter().map(|file| file.hunks.len()).sum();
        let (store, progress) = (Rc::clone(&self.store), Rc::clone(&self.progress));
        let surroundings = Surroundings {
            project: self.project,
            repository: self.repository,
            store: &store,
            progress: &progress,
        };
        let mut bench = Bench {
            surroundings,
            path,
            old,
            pair,
            native: &NativeRuns::new(pair)?,
            early,
            tracers: &tracers,
            selector: &Selector::new(pair, &tracers, &changed),
            n_hunks,
            texts: &PatchedTexts::of(&self.results.patch),
            tests: &tests,
            lines,
            touching: Vec::new(),
            reached: Vec::new(),
            executed: Vec::new(),
            found,
            findings: Vec::new(),
            graph: None,
        };
        // What was found is shown, whatever the stages before took.
        let before_replay = deadline.fraction(RESERVE - 1, RESERVE);
        let reserve = deadline.fraction(1, RESERVE).left();
        let (mut is_replayed, mut is_partial) = (false, false);
        for stage in &STAGES {
            let (Work::Program(work), Share::Of(n, all)) = (&stage.work, stage.share) else {
                continue;
            };
            let is_interrupted = self.interrupt.is_asked();
            let own = match stage.name {
                StageName::Replay if is_interrupted => {
                    Deadline::new(AFTER_INTERRUPT, &Interrupt::default())
                }
                _ if is_interrupted => continue,
                StageName::Replay if is_less(deadline.left(), reserve) => reserve
                    .map_or_else(|| deadline.clone(), |own| Deadline::new(own, &self.interrupt)),
                _ if is_replayed || stage.name == StageName::Replay => deadline.fraction(n, all),
                _ => before_replay.fraction(n, all),
            };
            is_replayed |= stage.name == StageName::Replay;
            let meter = Meter::of_program(pair);
            if let Some(said) = work(&mut bench, &own)? {
                is_partial |= said.is_partial;
                let cut = said.is_partial.then(|| own.cut().unwrap_or(Cut::Time).to_string());
                self.say(stage.name, &meter.cost(), cut, said);
            }
        }
        let entered = bench.settle_compared();
        let Bench { mut found, findings, graph, .. } = bench;
        let functions = ChangedFunctions::of(pair, &entered);
        if !pair.is_missing_same {
            found.program.not_captured = pair.missing.clone();
        }
        let partings = found.partings(pair);
        let stages = n_stages..self.results.stages.len();
        let outcome = Outcome::new(found);
        Ok(Outcome { findings, graph, partings, is_partial, stages, functions, ..outcome })
    }

    fn take(&mut self, mut outcome: Outcome) {
        self.results.findings.extend(outcome.findings);
        self.results.graphs.extend(outcome.graph);
        self.results.partings.extend(outcome.partings);
        self.results.unknowns.append(&mut outcome.unknowns);
        self.results.programs.push(outcome.program);
    }

    fn tests(&self, pair: &Pair, new: &Built, recorded: &[Case]) -> Result<Tests> {
        let mut tests = recorded.to_vec();
        tests.extend(cases::named(self.project, &new.sources(), &pair.name)?);
        if tests.is_empty() {
            // Without any test, the program without arguments is one.
            let name = "without arguments".to_string();
            tests.push(Case { name, ..Case::default() });
        }
        cases::without_copies(tests)
    }

    /// Builds, records, and does something with each program: without the budget's stages.
    fn for_each_program(
        &mut self,
        old: &Snapshot,
        new: &Snapshot,
        mut work: impl FnMut(&mut Self, TestedProgram<'_>) -> Result<()>,
    ) -> Result<()> {
        let [old, new] = self.build_both(old, new)?;
        self.sanitize([&old, &new], |_, _| Ok(()))?;
        self.results.patch = changes::changes(&old.sources(), &new.sources())?;
        let recorded = self.record(&new)?;
        for path in &self.programs(&old, &new) {
            let executables = Pair::executables([&old, &new], path)?;
            let pair = Pair::load(self.project, [&old, &new], path, executables, self.budget)?;
            let tests = self.tests(&pair, &new, recorded.tests(path))?;
            work(self, TestedProgram { path, old: &old, pair: &pair, tests: &tests })?;
        }
        Ok(())
    }

    /// Hunts for the changed lines of the new version in each program. `hunt_all` says how.
    pub fn reach_patch(
        mut self,
        old: &Snapshot,
        new: &Snapshot,
        hunt_all: &HuntAll<'_>,
    ) -> Result<Vec<Hunted>> {
        let mut all = Vec::new();
        self.for_each_program(old, new, |this, TestedProgram { pair, tests, .. }| {
            let tracers = pair.tracers();
            let changed = changed_lines(&tracers, &this.project.config, &mut this.results.patch);
            let places: Vec<_> = changed.new.into_iter().collect();
            let tests: Vec<&Case> = tests.iter().collect();
            this.progress.show(|| format!("searching in {}", pair.name));
            let never = Deadline::never(&this.interrupt);
            let traces = Traces { tracer: &tracers.new, store: &this.store };
            all.extend(reach::hunt_places(pair, traces, &tests, &places, &never, hunt_all)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// Looks at how the changes of each program act together. `study` says how.
    pub fn interact_patch(
        mut self,
        old: &Snapshot,
        new: &Snapshot,
        study: &StudyAll<'_>,
    ) -> Result<()> {
        self.for_each_program(old, new, |this, TestedProgram { path, old, pair, tests }| {
            if ProgramRun::new(pair).program.is_same_code {
                return Ok(());
            }
            let tracers = pair.tracers();
            let changed = changed_lines(&tracers, &this.project.config, &mut this.results.patch);
            let selector = Selector::new(pair, &tracers, &changed);
            let never = Deadline::never(&this.interrupt);
            let (store, progress): (&Store, &Progress) = (&this.store, &this.progress);
            let all: Vec<&Case> = tests.iter().collect();
            let (reached, _) = selector.reach_all(&all, store, &never, progress)?;
            let order = select::order(&all, &reached);
            let touching: Vec<&Case> = order.iter().map(|&n| &tests[n]).collect();
            let tests = if touching.is_empty() { all } else { touching };
            let (project, repository) = (this.project, this.repository);
            let surroundings = Surroundings { project, repository, store, progress };
            study(&mut OfProject {
                pair,
                tests: &tests[..tests.len().min(MOST_TESTS)],
                build: &|patch| surroundings.build_patched(old, path, patch, &never),
            })
        })
    }
}

/// An error without its details.
fn first_line(error: &anyhow::Error) -> String {
    format!("{error:#}").lines().next().unwrap_or_default().to_string()
}

/// Whether a deadline ended a stage before it was done.
fn is_partial(results: &Results) -> bool {
    results.is_interrupted || results.stages.iter().any(|stage| stage.cut.is_some())
}

/// A program of a project, with its tests.
struct TestedProgram<'a> {
    path: &'a Path,
    /// The old version.
    old: &'a Built,
    pair: &'a Pair,
    tests: &'a [Case],
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_replay::Origin;
    use patchlight_results::Behaviour;
    use serde_json::json;

    fn outcome(ids: &[&str]) -> Outcome {
        let finding = |id: &&str| -> Finding {
            let finding = json!({
                "id": id, "program": "p", "class": "regression", "shape": id, "place": null,
                "what": null, "condition": null, "phase": "suite", "n_cases": 1, "tests": [],
                "old_command": null, "new_command": null, "case": Case::default(),
                "old": Behaviour::default(), "new": Behaviour::default(), "is_accepted": false,
            });
            serde_json::from_value(finding).expect("a finding")
        };
        Outcome {
            program: ProgramResults::default(),
            findings: ids.iter().map(finding).collect(),
            graph: None,
            partings: Vec::new(),
            unknowns: Vec::new(),
            is_partial: false,
            stages: 0..0,
            functions: ChangedFunctions::default(),
        }
    }

    #[test]
    fn what_was_confirmed_before_a_cut_stays_and_is_there_once() {
        let mut again = outcome(&["b", "c"]);
        again.findings[1].variants = outcome(&["d"]).findings;
        let mut before = outcome(&["a", "b", "d", "e"]);
        // By another id, and now with a place: the same.
        before.findings[3].shape = "b".to_string();
        again.findings[0].case.origin = Some(Origin::default());
        let all = again.after(before);
        let ids: Vec<&str> = all.findings.iter().map(|finding| finding.id.as_str()).collect();
        assert_eq!(ids, ["b", "c", "a"]);
    }
}
