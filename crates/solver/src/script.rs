//! Running SMT-LIB scripts: a stack of assertions, checked on demand.

use std::time::{Duration, Instant};

use patchlight_expr::smtlib::{Command, Declaration, Reader, Sort, Value};
use patchlight_expr::{Assignment, Bits, Evaluator, ExprError, TermId, Terms};
use thiserror::Error;

use crate::error::SolverError;
use crate::fixed::simplify;
use crate::path::Path;
use crate::solver::{Answer, Solver, with_values};

/// What a command of a script answers.
#[derive(Debug)]
pub enum Response {
    /// The answer of a check, and how long it took.
    Checked(Answer, Duration),
    /// Text to print: values, models, echoes.
    Text(String),
    /// An error that the script can go on after.
    Refused(String),
    Exit,
}

#[derive(Debug, Error)]
pub enum ScriptError {
    #[error(transparent)]
    Text(#[from] ExprError),
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// Runs one script.
pub struct ScriptRunner<'a> {
    terms: Terms,
    reader: Reader<'a>,
    solver: Solver,
    assertions: Vec<TermId>,
    /// The number of assertions at each open `push`.
    scopes: Vec<usize>,
    model: Option<Assignment>,
    parsing: Duration,
}

impl<'a> ScriptRunner<'a> {
    pub fn new(text: &'a str, solver: Solver) -> ScriptRunner<'a> {
        ScriptRunner {
            terms: Terms::new(),
            reader: Reader::new(text),
            solver,
            assertions: Vec::new(),
            scopes: Vec::new(),
            model: None,
            parsing: Duration::ZERO,
        }
    }

    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Time spent on reading and building terms so far.
    pub fn parsing(&self) -> Duration {
        self.parsing
    }

    /// Runs to the next command that answers something; `None` at the end of the script.
    pub fn next_response(&mut self) -> Result<Option<Response>, ScriptError> {
        loop {
            let start = Instant::now();
            let command = self.reader.next_command(&mut self.terms)?;
            self.parsing += start.elapsed();
            let Some(command) = command else {
                return Ok(None);
            };
            if let Some(response) = self.run(command)? {
                return Ok(Some(response));
            }
        }
    }

    fn run(&mut self, command: Command) -> Result<Option<Response>, ScriptError> {
        match command {
            Command::Assert(term) => self.assertions.push(term),
            Command::Push(n_scopes) => {
                let n_assertions = self.assertions.len();
                self.scopes.extend((0..n_scopes).map(|_| n_assertions));
            }
            Command::Pop(n_scopes) => {
                for _ in 0..n_scopes {
                    self.assertions.truncate(self.scopes.pop().unwrap_or(0));
                }
            }
            Command::ResetAssertions | Command::Reset => {
                self.assertions.clear();
                self.scopes.clear();
                self.model = None;
            }
            Command::CheckSat => return self.check(&[]).map(Some),
            Command::CheckSatAssuming(assumptions) => return self.check(&assumptions).map(Some),
            Command::GetValue(values) => return Ok(Some(self.values(&values))),
            Command::GetModel => return Ok(Some(self.whole_model())),
            Command::Echo(text) => return Ok(Some(Response::Text(text))),
            Command::Exit => return Ok(Some(Response::Exit)),
            Command::Nothing => {}
        }
        Ok(None)
    }

    fn check(&mut self, assumptions: &[TermId]) -> Result<Response, ScriptError> {
        let start = Instant::now();
        let all: Vec<TermId> = self.assertions.iter().chain(assumptions).copied().collect();
        let answer = self.decide(&all)?;
        self.model = match &answer {
            Answer::Sat(model) => Some(model.clone()),
            _ => None,
        };
        Ok(Response::Checked(answer, start.elapsed()))
    }

    fn decide(&mut self, assertions: &[TermId]) -> Result<Answer, ScriptError> {
        let simplified = simplify(&mut self.terms, assertions);
        if simplified.is_false {
            return Ok(Answer::Unsat(assertions.to_vec()));
        }
        let mut path = Path::new();
        for &assertion in &simplified.assertions {
            self.solver.assume(&mut self.terms, &mut path, assertion);
        }
        Ok(match self.solver.check_path(&mut self.terms, &path, None)? {
            Answer::Sat(model) => {
                let model = with_values(&model, simplified.fixed);
                self.solver.validate(&self.terms, assertions, &model)?;
                Answer::Sat(model)
            }
            other => other,
        })
    }

    fn values(&self, asked: &[(String, Value)]) -> Response {
        let Some(model) = &self.model else {
            return Response::Refused("there is no model".into());
        };
        let mut evaluator = Evaluator::new(model.clone());
        let mut pairs = Vec::new();
        for (text, value) in asked {
            let printed = match value.sort(&self.terms) {
                Sort::Array(..) => match self.terms.as_array(value.term) {
                    Some(array) => self.array_text(model, array),
                    None => return Response::Refused("only declared arrays have a value".into()),
                },
                sort => scalar_text(sort, &evaluator.value(&self.terms, value.term)),
            };
            pairs.push(format!("({text} {printed})"));
        }
        Response::Text(format!("({})", pairs.join("\n ")))
    }

    fn array_text(&self, model: &Assignment, array: patchlight_expr::ArrayId) -> String {
        let def = self.terms.array(array);
        let sort = Sort::Array(def.index_width, def.element_width);
        let zero = Bits::zero(def.element_width);
        let mut text = format!("((as const {sort}) {})", zero.to_smtlib());
        for index in model.assigned_indices(array) {
            let value = model.get(array, index, def.element_width);
            if value != zero {
                let index = Bits::from_u64(def.index_width, index).to_smtlib();
                text = format!("(store {text} {index} {})", value.to_smtlib());
            }
        }
        text
    }

    fn whole_model(&self) -> Response {
        let Some(model) = &self.model else {
            return Response::Refused("there is no model".into());
        };
        let mut text = String::from("(\n");
        for declaration in self.reader.declarations() {
            text.push_str(&self.definition(model, declaration));
        }
        text.push(')');
        Response::Text(text)
    }

    fn definition(&self, model: &Assignment, declaration: &Declaration) -> String {
        let Declaration { name, array, sort, arguments } = declaration;
        let width = self.terms.array(*array).element_width;
        let value = match sort {
            _ if !arguments.is_empty() => return self.function_definition(model, declaration),
            Sort::Array(..) => self.array_text(model, *array),
            sort => scalar_text(*sort, &model.get(*array, 0, width)),
        };
        format!("  (define-fun {} () {sort} {value})\n", quoted(name))
    }

    /// A function as a case distinction over the arguments that the model names.
    fn function_definition(&self, model: &Assignment, declaration: &Declaration) -> String {
        let Declaration { name, array, sort, arguments } = declaration;
        let def = self.terms.array(*array);
        let mut body = scalar_text(*sort, &Bits::zero(def.element_width));
        for index in model.assigned_indices(*array) {
            let value = model.get(*array, index, def.element_width);
            if value.is_zero() {
                continue;
            }
            let value = scalar_text(*sort, &value);
            let point = Bits::from_u64(def.index_width, index);
            let mut low = def.index_width;
            let mut tests = Vec::new();
            for (i, argument) in arguments.iter().enumerate() {
                let width = if let Sort::BitVec(width) = argument { *width } else { 1 };
                low -= width;
                tests.push(format!(
                    "(= x{i} {})",
                    scalar_text(*argument, &point.extract(low, width))
                ));
            }
            body = format!("(ite (and true {}) {value} {body})", tests.join(" "));
        }
        let parameters: Vec<String> =
            arguments.iter().enumerate().map(|(i, sort)| format!("(x{i} {sort})")).collect();
        format!("  (define-fun {} ({}) {sort} {body})\n", quoted(name), parameters.join(" "))
    }
}

fn scalar_text(sort: Sort, value: &Bits) -> String {
    match sort {
        Sort::Bool => (value.low_u64() == 1).to_string(),
        _ => value.to_smtlib(),
    }
}

/// A symbol as SMT-LIB writes it.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let is_simple = name.chars().all(is_plain) && !name.starts_with(|c: char| c.is_ascii_digit());
    if is_simple && !name.is_empty() { name.to_owned() } else { format!("|{name}|") }
}
