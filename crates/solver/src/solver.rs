//! The chain of layers.
//!
//! A question goes from the cheapest layer to the dearest and stops at the first that knows:
//! constants, sets of byte values, facts, the caller's witness, slices, kept cores, kept models,
//! SAT.

use patchlight_expr::{Assignment, InputKey, TermId, Terms};

use crate::blast::Blaster;
use crate::budget::{self, Budget, Why};
use crate::bytes::set_byte;
use crate::cache::Cache;
use crate::circuit::Lit;
use crate::error::SolverError;
use crate::instance::{ElementValue, InstanceStats, Instances, LitsOutcome};
use crate::known::Known;
use crate::path::Path;
use crate::sat::Limits;
use crate::z3::Z3;

/// What the solver found.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A model; inputs that the question does not touch have the witness's values.
    Sat(Assignment),
    /// Constraints that cannot hold together, the condition among them if it takes part.
    Unsat(Vec<TermId>),
    Unknown(Why),
}

impl Answer {
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat(_))
    }

    /// The word that SMT-LIB has for it.
    pub fn name(&self) -> &'static str {
        match self {
            Answer::Sat(_) => "sat",
            Answer::Unsat(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        }
    }
}

/// Who decides what the cheap layers leave.
#[derive(Default)]
pub enum Backend {
    /// The bit-blaster and SAT.
    #[default]
    Sat,
    /// Z3 decides everything.
    Z3(Z3),
    /// The bit-blaster and SAT; Z3 must agree, and takes over where they give up.
    Checked(Z3),
}

/// How a solver is set up.
#[derive(Default)]
pub struct SolverConfig {
    pub budget: Budget,
    pub backend: Backend,
}

/// How often each layer had the answer.
#[derive(Copy, Clone, Default, Debug)]
pub struct SolverStats {
    pub queries: u64,
    pub by_constant: u64,
    /// Questions about single bytes, answered by the values that are left to them.
    pub by_byte_set: u64,
    pub by_facts: u64,
    pub by_witness: u64,
    pub by_models: u64,
    pub by_cores: u64,
    pub by_sat: u64,
    pub unknown: u64,
}

/// Decides questions about terms of one arena.
#[derive(Default)]
pub struct Solver {
    pub(crate) config: SolverConfig,
    pub(crate) known: Known,
    pub(crate) blaster: Blaster,
    pub(crate) instances: Instances,
    pub(crate) cache: Cache,
    pub(crate) stats: SolverStats,
}

impl Solver {
    pub fn new(config: SolverConfig) -> Solver {
        Solver { config, ..Solver::default() }
    }

    pub fn stats(&self) -> SolverStats {
        self.stats
    }

    pub fn instance_stats(&self) -> InstanceStats {
        self.instances.stats
    }

    /// Gates in the circuit of all terms blasted so far.
    pub fn n_gates(&self) -> usize {
        self.blaster.circuit.len()
    }

    pub fn budget(&self) -> &Budget {
        &self.config.budget
    }

    pub fn set_budget(&mut self, budget: Budget) {
        self.config.budget = budget;
    }

    /// What is known of a term whatever the inputs are.
    pub fn facts(&mut self, terms: &Terms, term: TermId) -> patchlight_expr::Facts {
        self.known.facts.of(terms, term)
    }

    /// Adds a constraint to a path condition.
    pub fn assume(&mut self, terms: &mut Terms, path: &mut Path, constraint: TermId) {
        path.push(terms, &mut self.known, constraint);
    }

    /// A model of the path condition, slice by slice.
    pub fn check_path(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        near: Option<&Assignment>,
    ) -> Result<Answer, SolverError> {
        self.stats.queries += 1;
        let limits = self.config.budget.start();
        if path.is_false() {
            self.stats.by_constant += 1;
            return Ok(Answer::Unsat(vec![terms.boolean(false)]));
        }
        let mut model = near.cloned().unwrap_or_default();
        for (array, index, domain) in path.bytes_alone() {
            let Some(byte) = domain.nearest(model.get_u64(array, index) as u8) else {
                self.stats.by_byte_set += 1;
                return Ok(Answer::Unsat(self.byte_core(terms, path, (array, index), None)));
            };
            set_byte(&mut model, (array, index), byte);
        }
        for slice in path.wide_slices() {
            match self.check_slice(terms, &slice, &model, &limits)? {
                Answer::Sat(found) => model = found,
                other => return Ok(other),
            }
        }
        Ok(Answer::Sat(model))
    }

    /// Whether `condition` can be true on a path whose condition the witness satisfies.
    pub fn check(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        condition: TermId,
        witness: &Assignment,
    ) -> Result<Answer, SolverError> {
        self.stats.queries += 1;
        if path.is_false() {
            self.stats.by_constant += 1;
            return Ok(Answer::Unsat(vec![terms.boolean(false)]));
        }
        if let Some(answer) = self.without_solving(terms, path, condition, witness) {
            return Ok(answer);
        }
        let limits = self.config.budget.start();
        let mut query = path.slice(self.known.support(terms, condition));
        query.push(condition);
        if let Some(model) = self.by_changing_one_byte(terms, path, &query, witness) {
            return Ok(Answer::Sat(model));
        }
        self.check_slice(terms, &query, witness, &limits)
    }

    /// Whether `condition` is true wherever the path condition is. `None` past the budget.
    pub fn must_be_true(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        condition: TermId,
        witness: &Assignment,
    ) -> Result<Option<bool>, SolverError> {
        let negation = terms.not(condition);
        Ok(match self.check(terms, path, negation, witness)? {
            Answer::Sat(_) => Some(false),
            Answer::Unsat(_) => Some(true),
            Answer::Unknown(_) => None,
        })
    }

    fn without_solving(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        condition: TermId,
        witness: &Assignment,
    ) -> Option<Answer> {
        if let Some(truth) = terms.as_bool(condition) {
            self.stats.by_constant += 1;
            return Some(answer_of(truth, condition, witness));
        }
        if let Some(one_byte) = self.known.one_byte(terms, condition) {
            return self.by_byte_set(terms, path, (condition, one_byte), witness);
        }
        if path.contains(condition) {
            self.stats.by_constant += 1;
            return Some(Answer::Sat(witness.clone()));
        }
        let negation = terms.not(condition);
        if path.contains(negation) {
            self.stats.by_constant += 1;
            return Some(Answer::Unsat(vec![negation, condition]));
        }
        if let Some(truth) = self.known.facts.of(terms, condition).as_bool() {
            self.stats.by_facts += 1;
            return Some(answer_of(truth, condition, witness));
        }
        self.known.evaluator.set_assignment(witness.clone());
        if self.known.evaluator.is_true(terms, condition) {
            self.stats.by_witness += 1;
            return Some(Answer::Sat(witness.clone()));
        }
        self.by_byte_sets_of_parts(terms, path, condition, witness)
    }

    /// A model of constraints that belong together; inputs that they do not touch are `near`'s.
    fn check_slice(
        &mut self,
        terms: &mut Terms,
        constraints: &[TermId],
        near: &Assignment,
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        if let Some(answer) = self.kept_answer(terms, constraints, near) {
            return Ok(answer);
        }
        let answer = match &mut self.config.backend {
            Backend::Sat => self.check_by_sat(terms, constraints, near, limits)?,
            Backend::Z3(z3) => z3.check(terms, constraints, near, &self.config.budget)?,
            Backend::Checked(_) => self.check_by_both(terms, constraints, near, limits)?,
        };
        match &answer {
            Answer::Sat(model) => {
                self.validate(terms, constraints, model)?;
                self.cache.keep_model(model.clone());
                self.stats.by_sat += 1;
            }
            Answer::Unsat(core) => {
                self.cache.keep_core(core);
                self.stats.by_sat += 1;
            }
            Answer::Unknown(_) => self.stats.unknown += 1,
        }
        Ok(answer)
    }

    fn kept_answer(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        near: &Assignment,
    ) -> Option<Answer> {
        if let Some(core) = self.cache.find_core(constraints) {
            self.stats.by_cores += 1;
            return Some(Answer::Unsat(core.to_vec()));
        }
        let found = self.cache.models().find(|model| {
            self.known.evaluator.set_assignment((*model).clone());
            // The newest constraint is the likeliest to fail.
            constraints.iter().rev().all(|&term| self.known.evaluator.is_true(terms, term))
        })?;
        self.stats.by_models += 1;
        let mut model = near.clone();
        for &constraint in constraints {
            for &key in self.known.support(terms, constraint) {
                copy_input(terms, key, found, &mut model);
            }
        }
        Some(Answer::Sat(model))
    }

    fn check_by_sat(
        &mut self,
        terms: &mut Terms,
        constraints: &[TermId],
        near: &Assignment,
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        let Some(lits) = self.blast_all(terms, constraints, limits) else {
            return Ok(Answer::Unknown(budget::why(limits)));
        };
        Ok(match self.solve_lits(terms, &lits, near, limits) {
            LitsOutcome::Sat(values) => Answer::Sat(with_values(near, values)),
            LitsOutcome::Unsat(core) => {
                Answer::Unsat(core.into_iter().map(|at| constraints[at]).collect())
            }
            LitsOutcome::Unknown => Answer::Unknown(budget::why(limits)),
        })
    }

    fn check_by_both(
        &mut self,
        terms: &mut Terms,
        constraints: &[TermId],
        near: &Assignment,
        limits: &Limits,
    ) -> Result<Answer, SolverError> {
        let ours = self.check_by_sat(terms, constraints, near, limits)?;
        let Backend::Checked(z3) = &mut self.config.backend else {
            return Ok(ours);
        };
        let theirs = z3.check(terms, constraints, near, &self.config.budget)?;
        match (&ours, &theirs) {
            (Answer::Unknown(_), _) => Ok(theirs),
            (_, Answer::Unknown(_)) => Ok(ours),
            _ if ours.name() == theirs.name() => Ok(ours),
            _ => Err(SolverError::Disagreement {
                ours: ours.name().to_owned(),
                theirs: theirs.name().to_owned(),
            }),
        }
    }

    pub(crate) fn blast_all(
        &mut self,
        terms: &mut Terms,
        constraints: &[TermId],
        limits: &Limits,
    ) -> Option<Vec<Lit>> {
        let mut blast = |&term: &TermId| {
            let lits = self.blaster.blast_within(terms, &mut self.known.facts, term, limits)?;
            Some(lits[0])
        };
        constraints.iter().map(&mut blast).collect()
    }

    pub(crate) fn solve_lits(
        &mut self,
        terms: &Terms,
        lits: &[Lit],
        hints: &Assignment,
        limits: &Limits,
    ) -> LitsOutcome {
        self.instances.solve(terms, &mut self.blaster, lits, Some(hints), limits)
    }

    /// Evaluates constraints under a model that is about to be given away.
    pub(crate) fn validate(
        &mut self,
        terms: &Terms,
        constraints: &[TermId],
        model: &Assignment,
    ) -> Result<(), SolverError> {
        self.known.evaluator.set_assignment(model.clone());
        match constraints.iter().find(|&&term| !self.known.evaluator.is_true(terms, term)) {
            Some(&constraint) => Err(SolverError::WrongModel { constraint }),
            None => Ok(()),
        }
    }

    pub(crate) fn value(
        &mut self,
        terms: &Terms,
        term: TermId,
        model: &Assignment,
    ) -> patchlight_expr::Bits {
        self.known.evaluator.set_assignment(model.clone());
        self.known.evaluator.value(terms, term)
    }
}

fn answer_of(truth: bool, condition: TermId, witness: &Assignment) -> Answer {
    if truth { Answer::Sat(witness.clone()) } else { Answer::Unsat(vec![condition]) }
}

pub(crate) fn with_values(near: &Assignment, values: Vec<ElementValue>) -> Assignment {
    let mut model = near.clone();
    for (array, index, value) in values {
        model.set(array, index, value);
    }
    model
}

fn copy_input(terms: &Terms, key: InputKey, from: &Assignment, to: &mut Assignment) {
    match key {
        InputKey::Element(array, index) => {
            let width = terms.array(array).element_width;
            to.set(array, index, from.get(array, index, width));
        }
        InputKey::Whole(array) => {
            let width = terms.array(array).element_width;
            let mut indices = from.assigned_indices(array);
            indices.extend(to.assigned_indices(array));
            for index in indices {
                to.set(array, index, from.get(array, index, width));
            }
        }
    }
}
