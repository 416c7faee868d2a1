//! Z3 as a process that reads SMT-LIB: a second opinion and a fallback.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use patchlight_expr::smtlib::{self, Reader};
use patchlight_expr::{Assignment, Kind, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::budget::{Budget, Why};
use crate::error::SolverError;
use crate::solver::Answer;

/// A running Z3.
pub struct Z3 {
    command: String,
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Z3 {
    /// Starts `command` (a path or a name), which must be Z3's binary.
    pub fn start(command: &Path) -> Result<Z3, SolverError> {
        let name = command.display().to_string();
        let error = |source| SolverError::Start { command: name.clone(), source };
        let mut child = Command::new(command)
            .arg("-in")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(error)?;
        let missing = || std::io::Error::other("no pipe");
        let stdin = child.stdin.take().ok_or_else(missing).map_err(error)?;
        let stdout = child.stdout.take().ok_or_else(missing).map_err(error)?;
        Ok(Z3 { command: name, child, stdin, stdout: BufReader::new(stdout) })
    }

    /// Whether the constraints can hold together.
    pub fn check(
        &mut self,
        terms: &mut Terms,
        constraints: &[TermId],
        near: &Assignment,
        budget: &Budget,
    ) -> Result<Answer, SolverError> {
        let mut script = String::from("(reset)\n");
        if let Some(time) = budget.time_left() {
            script.push_str(&format!("(set-option :timeout {})\n", time.as_millis().max(1)));
        }
        script.push_str(&smtlib::write_query(terms, constraints, &[]));
        self.send(&script)?;
        match self.line()?.as_str() {
            "sat" => self.model(terms, constraints, near),
            "unsat" => Ok(Answer::Unsat(constraints.to_vec())),
            "unknown" | "timeout" => Ok(Answer::Unknown(Why::Backend)),
            other => {
                Err(SolverError::Answer { command: self.command.clone(), answer: other.to_owned() })
            }
        }
    }

    /// Asks for the inputs' values; reads at symbolic indices are asked for too, since Z3 prints
    /// whole arrays in forms of its own.
    fn model(
        &mut self,
        terms: &mut Terms,
        constraints: &[TermId],
        near: &Assignment,
    ) -> Result<Answer, SolverError> {
        let mut model = near.clone();
        for term in reachable(terms, constraints) {
            match terms.kind(term) {
                Kind::Input => {
                    let Some((array, index)) = terms.as_input(term) else { continue };
                    let value = self.value(terms, &element_text(terms, array, index))?;
                    model.set(array, index, value);
                }
                Kind::Read => {
                    let node = terms.node(term);
                    let index = self.value(terms, &node.b().to_string());
                    let index = index
                        .map(|bits| bits.low_u64())
                        .or_else(|error| terms.as_u64(node.b()).ok_or(error))?;
                    for array in free_arrays(terms, node.a()) {
                        let value = self.value(terms, &element_text(terms, array, index))?;
                        model.set(array, index, value);
                    }
                }
                _ => {}
            }
        }
        Ok(Answer::Sat(model))
    }

    fn value(
        &mut self,
        terms: &mut Terms,
        text: &str,
    ) -> Result<patchlight_expr::Bits, SolverError> {
        self.send(&format!("(get-value ({text}))\n"))?;
        let answer = self.expression()?;
        // The answer is `((text value))`: the value is what follows the text, in brackets.
        let unreadable =
            || SolverError::Answer { command: self.command.clone(), answer: answer.clone() };
        let value = answer.trim().strip_suffix("))").ok_or_else(unreadable)?;
        let start = value.rfind(['#']).or_else(|| value.rfind("(_ bv")).ok_or_else(unreadable)?;
        let script = format!("(get-value ({}))", &value[start..]);
        let command = Reader::new(&script)
            .next_command(terms)
            .map_err(|source| SolverError::Unreadable { command: self.command.clone(), source })?;
        match command {
            Some(smtlib::Command::GetValue(values)) => values
                .first()
                .and_then(|(_, value)| terms.as_bits(value.term))
                .ok_or_else(unreadable),
            _ => Err(unreadable()),
        }
    }

    fn connection(&self, source: std::io::Error) -> SolverError {
        SolverError::Connection { command: self.command.clone(), source }
    }

    fn send(&mut self, text: &str) -> Result<(), SolverError> {
        let sent = self.stdin.write_all(text.as_bytes()).and_then(|()| self.stdin.flush());
        sent.map_err(|source| self.connection(source))
    }

    fn line(&mut self) -> Result<String, SolverError> {
        let mut line = String::new();
        match self.stdout.read_line(&mut line) {
            Ok(0) => Err(self.connection(std::io::Error::from(std::io::ErrorKind::UnexpectedEof))),
            Ok(_) => Ok(line.trim().to_owned()),
            Err(source) => Err(self.connection(source)),
        }
    }

    /// Reads lines until the parentheses balance.
    fn expression(&mut self) -> Result<String, SolverError> {
        let mut text = self.line()?;
        let depth = |text: &str| {
            text.chars().fold(0i64, |depth, c| match c {
                '(' => depth + 1,
                ')' => depth - 1,
                _ => depth,
            })
        };
        while depth(&text) > 0 {
            text.push(' ');
            text.push_str(&self.line()?);
        }
        Ok(text)
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        // The process may be gone already; there is nobody to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn element_text(terms: &Terms, array: patchlight_expr::ArrayId, index: u64) -> String {
    let symbol = smtlib::symbol_of_array(terms, array);
    match terms.array(array).index_width {
        0 => symbol,
        width => format!("(select {symbol} (_ bv{index} {width}))"),
    }
}

fn reachable(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut seen: FxHashSet<TermId> = roots.iter().copied().collect();
    let mut pending = roots.to_vec();
    while let Some(at) = pending.pop() {
        let mut parts: Vec<TermId> = terms.node(at).operands().collect();
        if let Some(array) = terms.as_array(at) {
            match &terms.array(array).contents {
                patchlight_expr::Contents::Object { elements, .. } => parts.extend(elements.iter()),
                patchlight_expr::Contents::Filled { element } => parts.push(*element),
                _ => {}
            }
        }
        pending.extend(parts.into_iter().filter(|&part| seen.insert(part)));
    }
    let mut all: Vec<TermId> = seen.into_iter().collect();
    all.sort_unstable();
    all
}

/// The free arrays at the bottom of an array term.
fn free_arrays(terms: &Terms, array: TermId) -> Vec<patchlight_expr::ArrayId> {
    let bases = reachable(terms, &[array]).into_iter().filter_map(|term| terms.as_array(term));
    let inputs = bases.filter_map(|base| {
        let def = terms.array(base);
        if def.is_input() { Some(base) } else { def.rest() }
    });
    inputs.collect()
}
