//! The phases of one test: following it, then the new version alone beyond each parting.

use super::progress::Progress;
use super::{Plan, confirm};
use crate::effort::{self, Spent};
use crate::versions::Versions;
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_drive::Seed;
use patchlight_engine::explore::search::BreadthFirst;
use patchlight_engine::pair::{Divergence, Found, PairExplorer, PartingKind, Shows, Site};
use patchlight_engine::{Context, Input};
use patchlight_ir::FuncId;
use patchlight_posix::Posix;
use patchlight_replay::{Case, Origin};
use patchlight_results::FoundBy;
use patchlight_solver::SolverConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Instant;

/// An input on which the versions differ.
#[derive(Serialize, Deserialize)]
pub struct Test {
    pub phase: FoundBy,
    pub function: String,
    pub file: String,
    pub line: u32,
    /// The place is in code that only the old version has.
    #[serde(default)]
    pub is_old: bool,
    /// The place is a branch that only one version has, and whether that is the new one: where they
    /// part is before it.
    #[serde(default)]
    pub solo: Option<bool>,
    pub what: String,
    /// That the versions part at the place, or for good, is what the test is for.
    #[serde(skip)]
    pub shows_parting: bool,
    /// How many partings off the seed's path it is.
    pub depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    pub case: Case,
    /// What each version does on it, by itself.
    pub outcomes: Option<[confirm::Prediction; 2]>,
    pub differs: bool,
    /// The engine saw that what is left behind, files too, differs.
    #[serde(skip)]
    pub is_visible: bool,
    /// No test before it has the same input.
    #[serde(skip)]
    pub is_first: bool,
    /// It is run natively.
    pub is_replayed: bool,
}

impl Test {
    /// What it shows, as far as the engine can tell: where and how the versions part, and what each
    /// of them does then.
    pub fn shows(&self) -> String {
        let ends = self.outcomes.as_ref().map(|[old, new]| (&old.end, &new.end));
        format!("{:?}", (&self.file, self.line, &self.what, ends, self.differs))
    }

    pub fn take_outcomes(&mut self, outcomes: &[confirm::Prediction; 2]) {
        self.differs = outcomes[0].differs(&outcomes[1]);
        self.outcomes = Some(outcomes.clone());
    }
}

/// What following a test showed.
pub struct Followed {
    pub touched: bool,
    pub tests: Vec<Test>,
    pub limits: BTreeMap<String, u64>,
    pub unsupported: BTreeMap<String, u64>,
    /// Values that were fixed, by reason and place.
    pub fixed: BTreeMap<String, u64>,
    /// Paths through both versions, and whether these are all.
    pub paths: u64,
    pub is_complete: bool,
    /// What the concolic and the bounded phase took.
    pub seconds: [f64; 2],
    /// The functions that were entered.
    pub entered: Vec<FuncId>,
}

/// Follows a test: both versions at once, then the new version beyond each branch at which they part.
/// What each phase may take is in the plan; both end at the deadline.
pub fn follow(
    versions: &Versions,
    seed: &Seed,
    plan: &Plan,
    deadline: &Deadline,
    progress: &mut Progress,
) -> Result<Followed> {
    let own = deadline.within(plan.concolic);
    let budget = effort::of_question(&own);
    let mut context = Context::new(SolverConfig { budget, ..SolverConfig::default() });
    let (mut state, posix) = seed.start(&versions.both, &mut context, &versions.name)?;
    state.shadow_globals(&mut context, &versions.both, &versions.old_initialisers);
    let entered = state.entered();
    let mut pairs = PairExplorer::new(&versions.both, context, plan.mode);
    pairs.shown_input = patchlight_inputs::in_c;
    pairs.add(state, posix);
    let (start, mut spent) = (Instant::now(), Spent::default());
    while pairs.step()? {
        spent.charge(&own, pairs.stats.ops, pairs.stats.questions);
        progress.concolic(start, &own, &pairs);
        if own.is_over() {
            let left = pairs.n_live() as u64;
            *pairs.stats.limits.entry("time").or_default() += left;
            break;
        }
    }
    let teller = Teller { versions, seed };
    let mut tests: Vec<Test> = pairs.found.iter().map(|found| teller.test(found, plan)).collect();
    let concolic = start.elapsed();
    let fixed: BTreeMap<String, u64> = fixed(&pairs.context);
    let is_complete = pairs.stats.is_complete() && fixed.is_empty();
    bounded(&mut pairs, &deadline.within(plan.bounded), &teller, &mut tests, progress)?;
    let bounded = start.elapsed() - concolic;
    let stats = &pairs.stats;
    Ok(Followed {
        touched: stats.touched,
        tests,
        limits: stats.limits.iter().map(|(why, n)| (why.to_string(), *n)).collect(),
        unsupported: stats.unsupported.clone(),
        fixed,
        paths: stats.paths,
        is_complete,
        seconds: [concolic, bounded].map(|time| time.as_secs_f64()),
        entered: entered.functions(),
    })
}

fn fixed(context: &Context) -> BTreeMap<String, u64> {
    let pins = context.pins.iter();
    pins.map(|((reason, place), n)| (format!("{} in {place}", reason.text()), *n)).collect()
}

/// Explores the new version alone beyond each parting, for the same share of the deadline each.
fn bounded(
    pairs: &mut PairExplorer<'_, Posix>,
    deadline: &Deadline,
    teller: &Teller<'_>,
    tests: &mut Vec<Test>,
    progress: &mut Progress,
) -> Result<()> {
    const LIMIT: &str = "time of the bounded phase";
    let begin = Instant::now();
    pairs.context.solver.set_budget(effort::of_question(deadline));
    let mut divergences = std::mem::take(&mut pairs.divergences);
    divergences.reverse();
    while let Some(Divergence { state, system, site }) = divergences.pop() {
        if deadline.is_over() {
            let left = divergences.len() as u64 + 1;
            *pairs.stats.limits.entry(LIMIT).or_default() += left;
            break;
        }
        let own = deadline.fraction(1, divergences.len() as u32 + 1);
        let start = Divergence { state, system, site: site.clone() };
        let mut explorer = pairs.explore_new(start, Box::<BreadthFirst>::default());
        let mut spent = Spent::default();
        while explorer.n_live() > 0 && !own.is_over() {
            progress.bounded(begin, deadline, divergences.len() + 1, tests.len());
            let ended = explorer.step()?;
            spent.charge(&own, explorer.stats.ops, explorer.stats.questions);
            let Some(ended) = ended else { continue };
            if let Some(inputs) = &ended.inputs {
                tests.push(teller.bounded_test(&site, inputs));
            }
        }
        if explorer.n_live() > 0 {
            *pairs.stats.limits.entry(LIMIT).or_default() += 1;
        }
        pairs.context = std::mem::take(&mut explorer.context);
    }
    Ok(())
}

/// Makes tests of what was found.
struct Teller<'a> {
    versions: &'a Versions,
    seed: &'a Seed,
}

impl Teller<'_> {
    fn test(&self, found: &Found, plan: &Plan) -> Test {
        use patchlight_engine::pair::Mode;
        let phase = match (&found.shows, found.depth) {
            (_, 0) if !matches!(found.shows, Shows::Output) => FoundBy::Suite,
            (Shows::Output, _) => FoundBy::Output,
            _ if plan.mode == Mode::Explore => FoundBy::Explore,
            _ => FoundBy::Concolic,
        };
        let what = match &found.shows {
            Shows::Parting => found.site.as_ref().map_or("parts", |site| kind(site.kind)),
            Shows::Divergence { .. } => "diverges",
            Shows::Output => "output differs",
        };
        let test = self.make(phase, what, found.site.as_ref(), &found.inputs);
        let shows_parting = !matches!(found.shows, Shows::Output);
        Test {
            depth: found.depth,
            condition: found.condition.clone(),
            shows_parting,
            is_visible: found.visible == Some(true),
            ..test
        }
    }

    fn bounded_test(&self, site: &Site, inputs: &[(Input, Vec<u8>)]) -> Test {
        self.make(FoundBy::Bounded, kind(site.kind), Some(site), inputs)
    }

    fn make(
        &self,
        phase: FoundBy,
        what: &str,
        site: Option<&Site>,
        inputs: &[(Input, Vec<u8>)],
    ) -> Test {
        let places = site.map_or(&[][..], |site| &site.places);
        let own = places.iter().find(|place| self.versions.sources.contains(&place.file));
        let place = own.or(places.first());
        let (function, file, line) = place
            .map(|place| (place.function.clone(), place.file.clone(), place.line))
            .unwrap_or_default();
        let is_old = site.is_some_and(|site| self.versions.is_only_old(site.func, site.pc));
        let origin = Origin { phase: phase.name().to_string(), file: file.clone(), line };
        let case = Case { origin: Some(origin), ..self.seed.with_inputs(inputs) };
        Test {
            phase,
            function,
            file,
            line,
            is_old,
            solo: site.and_then(|site| match site.kind {
                PartingKind::Solo(is_new) => Some(is_new),
                _ => None,
            }),
            what: what.to_string(),
            shows_parting: false,
            depth: 0,
            condition: None,
            case,
            outcomes: None,
            differs: false,
            is_visible: false,
            is_first: false,
            is_replayed: false,
        }
    }
}

fn kind(kind: PartingKind) -> &'static str {
    match kind {
        PartingKind::Branch(true) => "only the new version takes the branch",
        PartingKind::Branch(false) => "only the old version takes the branch",
        PartingKind::Jump => "the versions go to different places",
        PartingKind::Check(true) => "a check fails in the new version only",
        PartingKind::Check(false) => "a check fails in the old version only",
        PartingKind::Solo(true) => "a branch that only the new version has",
        PartingKind::Solo(false) => "a branch that only the old version has",
    }
}
