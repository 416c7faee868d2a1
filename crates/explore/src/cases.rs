//! A test: the inputs that lead along one path and what the program does on them.
//!
//! `docs/explore.md` describes the JSON form, which is this type as serde writes it; what is in
//! `run` and `inputs` is `replay`'s.

use patchlight_drive::describe;
use patchlight_drive::{Found as _, concrete};
use patchlight_engine::explore::Ended;
use patchlight_engine::{Context, PathEnd, Place, Program};
use patchlight_posix::{Posix, Stream, Symbolic};
use patchlight_replay::{CaseInput, Hex, Latin1, Run, VERSION};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    pub version: u32,
    /// N of `case-N`, from 1 on.
    pub case: u64,
    /// In the order in which the path asks for them.
    pub inputs: Vec<CaseInput>,
    /// What these inputs are to the program.
    pub run: Run,
    pub end: CaseEnd,
    /// Where the program was when it failed, the innermost place first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub backtrace: Vec<String>,
    #[serde(default, skip_serializing_if = "Latin1::is_empty")]
    pub stdout: Latin1,
    #[serde(default, skip_serializing_if = "Latin1::is_empty")]
    pub stderr: Latin1,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CaseEnd {
    Exit(i32),
    Killed(i32),
    Error { kind: String, text: String },
    Unsupported(String),
    Limit(String),
}

impl CaseEnd {
    /// Whether it says what the program does, not what we cannot do.
    pub fn is_prediction(&self) -> bool {
        !matches!(self, CaseEnd::Unsupported(_) | CaseEnd::Limit(_))
    }
}

impl Case {
    /// Everything that an ended path says about its test. `args` and `symbolic` are what the
    /// exploration started with.
    pub fn new(
        number: u64,
        program: &Program,
        context: &mut Context,
        mut ended: Ended<Posix>,
        args: &[Vec<u8>],
        symbolic: &Symbolic,
    ) -> Case {
        let witness = context.new_witness(ended.model);
        let status = ended.process.state.path.exit_status;
        let status = status.map(|term| context.word_under(&witness, term) as i32 & 0xff);
        let mut output = BTreeMap::new();
        for (stream, data) in ended.process.system.take_output() {
            let stream: &mut Vec<u8> = output.entry(stream == Stream::Err).or_default();
            stream.extend(data.under(context, &witness));
        }
        let backtrace = match &ended.end {
            PathEnd::Killed(_) => ended.process.state.backtrace(program),
            PathEnd::Bug(bug) => bug.backtrace.clone(),
            PathEnd::Unsupported(gap) => gap.backtrace.clone(),
            PathEnd::Exit(_) | PathEnd::Limit(_) | PathEnd::Discarded => Vec::new(),
        };
        let inputs = ended.inputs.unwrap_or_default();
        let known = Run { args: args.iter().cloned().map(Hex::from).collect(), ..Run::default() };
        let run = concrete(known, symbolic, &inputs.named());
        let input = |(input, bytes): (patchlight_engine::Input, Vec<u8>)| CaseInput {
            name: input.name,
            bytes: Hex::from(bytes),
        };
        Case {
            version: VERSION,
            case: number,
            inputs: inputs.into_iter().map(input).collect(),
            run,
            end: end_of(&ended.end, status),
            backtrace: backtrace.iter().map(Place::to_string).collect(),
            stdout: Latin1(output.remove(&false).unwrap_or_default()),
            stderr: Latin1(output.remove(&true).unwrap_or_default()),
        }
    }

    /// The text of `case-N.err`.
    pub fn error_report(&self) -> Option<String> {
        let headline = match &self.end {
            CaseEnd::Error { text, .. } => text.clone(),
            CaseEnd::Killed(signal) => {
                let places = self.backtrace.iter().map(|place| format!("  in {place}\n"));
                format!("error: killed by signal {signal}\n{}", places.collect::<String>())
            }
            _ => return None,
        };
        let inputs =
            self.inputs.iter().map(|input| format!("  {} = {}\n", input.name, input.bytes));
        Some(format!("{headline}inputs\n{}", inputs.collect::<String>()))
    }
}

/// `status`: the exit status under the test's inputs, if it depends on them.
pub fn end_of(end: &PathEnd, status: Option<i32>) -> CaseEnd {
    match end {
        PathEnd::Exit(code) => CaseEnd::Exit(status.unwrap_or(*code)),
        PathEnd::Killed(signal) => CaseEnd::Killed(*signal),
        PathEnd::Bug(bug) => {
            CaseEnd::Error { kind: bug.kind.name().to_string(), text: describe::describe_bug(bug) }
        }
        PathEnd::Unsupported(gap) => CaseEnd::Unsupported(gap.what.clone()),
        PathEnd::Limit(limit) => CaseEnd::Limit(limit.to_string()),
        PathEnd::Discarded => CaseEnd::Limit("discarded by the harness".to_string()),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn sample() -> Case {
        Case {
            version: VERSION,
            case: 7,
            inputs: vec![
                CaseInput { name: "a".to_string(), bytes: Hex::from(vec![0, 0xff]) },
                CaseInput {
                    name: "nondet_int".to_string(),
                    bytes: Hex::from(vec![0xfe, 0xff, 0xff, 0xff]),
                },
            ],
            run: Run::default(),
            end: CaseEnd::Exit(3),
            backtrace: Vec::new(),
            stdout: Latin1(b"\x80 ok\n".to_vec()),
            stderr: Latin1::default(),
        }
    }

    #[test]
    fn a_case_is_one_line_of_json_and_comes_back_from_it() {
        let text = serde_json::to_string(&sample()).unwrap();
        assert_eq!(
            text,
            "{\"version\":1,\"case\":7,\"inputs\":[{\"name\":\"a\",\"bytes\":\"00ff\"},\
             {\"name\":\"nondet_int\",\"bytes\":\"feffffff\"}],\
             \"run\":{\"args\":[],\"env\":[],\"stdin\":\"\",\"files\":[]},\
             \"end\":{\"exit\":3},\"stdout\":\"\u{80} ok\\n\"}"
        );
        assert_eq!(serde_json::from_str::<Case>(&text).unwrap(), sample());
    }
}
