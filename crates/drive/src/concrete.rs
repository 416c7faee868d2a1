//! From inputs that were found to what a program is run with.

use patchlight_engine::Input;
use patchlight_engine::explore::names::InputBytes;
use patchlight_posix::Symbolic;
use patchlight_replay::{Arguments, NamedBytes, Run};

/// Inputs as the engine hands them back.
pub trait Found {
    fn named(&self) -> Vec<NamedBytes<'_>>;
}

impl Found for [(Input, Vec<u8>)] {
    fn named(&self) -> Vec<NamedBytes<'_>> {
        self.iter().map(|(input, bytes)| (input.name.as_str().into(), bytes.as_slice())).collect()
    }
}

impl Found for InputBytes {
    fn named(&self) -> Vec<NamedBytes<'_>> {
        self.iter().map(|((name, _), bytes)| (name.as_str().into(), bytes.as_slice())).collect()
    }
}

/// What a program is run with of which `known` is known, and that `symbolic`: arguments that are
/// inputs follow those that are known.
pub fn concrete(known: Run, symbolic: &Symbolic, inputs: &[NamedBytes<'_>]) -> Run {
    let mut run = known;
    let mut arguments = Arguments::of(inputs);
    for group in &symbolic.args {
        let most = group.max as usize;
        match group.min == group.max {
            true => run.args.extend(arguments.take(most)),
            false => run.args.extend(arguments.choose(most)),
        }
    }
    run.take_inputs(inputs);
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_inputs::InputName;
    use patchlight_posix::SymbolicArgs;
    use patchlight_replay::Hex;

    #[test]
    fn arguments_that_are_inputs_follow_those_that_are_known() {
        let group = |min, max, len| SymbolicArgs { min, max, len };
        let symbolic =
            Symbolic { args: vec![group(0, 2, 2), group(1, 1, 3)], ..Symbolic::default() };
        let inputs: [NamedBytes<'_>; 4] = [
            (InputName::NArguments, &[1, 0, 0, 0]),
            (InputName::Argument(0), b"x\0"),
            (InputName::Argument(1), b"yy"),
            (InputName::Argument(2), b"zzz"),
        ];
        let hex = |text: &str| Hex::from(text.as_bytes().to_vec());
        let known = Run { args: vec![hex("-v")], ..Run::default() };
        let found = concrete(known, &symbolic, &inputs);
        assert_eq!(found.args, ["-v", "x", "zzz"].map(hex));
    }
}
