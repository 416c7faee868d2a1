//! Which of a program's surroundings are inputs: arguments, variables, standard input, files.
//!
//! The inputs are made before the program starts, under names that the caller finds in its tests
//! ([`InputName`]). A string of `len` bytes is an object of one more, the last of which is NUL; any
//! byte before may be NUL as well and then ends the string.

use crate::data::Data;
use crate::kernel::{Answer, Kernel, Refusal};
use crate::run::Posix;
use crate::streams::Stream;
use crate::symbolic_files::UndecidedFile;
use crate::symbolic_terminals::UndecidedStream;
use patchlight_engine::{Context, Limit, OwnNames, Program, State, TermId, Value};
use patchlight_inputs::{FileForm, InputName};
use std::rc::Rc;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Symbolic {
    /// They come after the arguments that are known.
    pub args: Vec<SymbolicArgs>,
    pub env: Vec<SymbolicString>,
    /// As many bytes come from standard input, which then ends.
    pub stdin: Option<u32>,
    /// Files in the working directory.
    pub files: Vec<SymbolicString>,
    /// What each of them may be, if that is a choice.
    pub file_forms: Vec<FileForm>,
    /// Whether each of them may be shorter.
    pub file_sizes: bool,
    /// Streams that may be terminals.
    pub terminals: Vec<Stream>,
}

/// From `min` to `max` arguments of at most `len` bytes each.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SymbolicArgs {
    pub min: u32,
    pub max: u32,
    pub len: u32,
}

/// Something with a name and `len` bytes that are not known.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolicString {
    pub name: String,
    pub len: u32,
}

/// Choices that are made when the program asks, as far as it has not asked yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Undecided {
    /// By group of symbolic arguments. The program asks once, before all else.
    pub(crate) arg_counts: Rc<[ArgCount]>,
    /// Symbolic files that no call has looked at yet.
    pub(crate) files: Rc<[UndecidedFile]>,
    /// Streams of which no call has asked yet whether they are terminals.
    pub(crate) streams: Rc<[UndecidedStream]>,
}

/// How many arguments of a group there are.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct ArgCount {
    count: Value,
    min: u32,
    max: u32,
}

impl Symbolic {
    /// Whether the number of arguments is a choice, for which the program has to ask.
    pub fn chooses_args(&self) -> bool {
        self.args.iter().any(|group| group.min < group.max)
    }
}

impl Posix {
    /// Like [`Posix::start`], with inputs.
    pub fn start_symbolic(
        &mut self,
        program: &Program,
        context: &mut Context,
        state: &mut State,
        symbolic: &Symbolic,
    ) -> Result<(), Limit> {
        context.own_names = OwnNames(|name| InputName::given_by_program(name).to_string());
        let known = |strings: &[Vec<u8>]| strings.iter().map(|s| Data::from(s.clone())).collect();
        let mut args: Vec<Data> = known(&self.config.args);
        let mut env: Vec<Data> = known(&self.config.env);
        let mut counts = Vec::new();
        for group in &symbolic.args {
            counts.push(count_of(context, state, group));
            for _ in 0..group.max {
                let name = InputName::Argument(args.len() - self.config.args.len());
                args.push(input(context, state, name, group.len));
            }
        }
        for variable in &symbolic.env {
            let mut entry = Data::from(format!("{}=", variable.name).into_bytes());
            let name = InputName::Variable(variable.name.clone());
            entry.append(&input(context, state, name, variable.len));
            env.push(entry);
        }
        if let Some(len) = symbolic.stdin {
            self.stdin.replace(input(context, state, InputName::Stdin, len));
        }
        for file in &symbolic.files {
            let data = input(context, state, InputName::File(file.name.clone()), file.len);
            let now = self.clock.now();
            Rc::make_mut(&mut self.fs).place_file(file.name.as_bytes(), data, now);
        }
        self.undecided = Undecided {
            arg_counts: counts.into(),
            files: self.undecided_files(context, state, symbolic),
            streams: self.undecided_streams(context, state, &symbolic.terminals),
        };
        self.start_with(program, context, state, &args, &env)
    }
}

impl Posix {
    fn undecided_files(
        &mut self,
        context: &mut Context,
        state: &mut State,
        symbolic: &Symbolic,
    ) -> Rc<[UndecidedFile]> {
        let forms: Rc<[FileForm]> = symbolic.file_forms.as_slice().into();
        if !forms.is_empty() {
            Rc::make_mut(&mut self.fs).own_cwd();
        }
        let dir = self.fs.cwd;
        let undecided = symbolic.files.iter().filter_map(|file| {
            let most = symbolic.file_sizes.then_some(file.len);
            UndecidedFile::new(context, state, (dir, &file.name), &forms, most)
        });
        undecided.collect()
    }
}

impl Kernel<'_> {
    /// How many arguments of a group there are. Every path asks in the same order, whatever its
    /// witness.
    fn count(&mut self, group: &ArgCount) -> Result<u32, Refusal> {
        let Value::Term(count) = group.count else { return Ok(group.max) };
        for n in group.min..group.max {
            let terms = &mut self.context.terms;
            let number = terms.constant(32, n.into());
            let is_it = terms.eq(count, number);
            if self.state.decide(self.context, is_it)? {
                return Ok(n);
            }
        }
        Ok(group.max)
    }

    /// The program's first question: how many of `argc` arguments it has. Those that it has move
    /// together in `argv`.
    pub(crate) fn arguments(&mut self, argc: u64, argv: u64) -> Answer {
        let counts = Rc::clone(&self.os.undecided.arg_counts);
        let all = self.read_words(argv, argc)?;
        let n_symbolic: u32 = counts.iter().map(|group| group.max).sum();
        let (known, mut rest) = all.split_at(all.len() - n_symbolic as usize);
        let mut chosen = known.to_vec();
        for group in counts.iter() {
            let count = self.count(group)?;
            let (first, others) = rest.split_at(group.max as usize);
            chosen.extend(&first[..count as usize]);
            rest = others;
        }
        let n_chosen = chosen.len() as u64;
        chosen.resize(all.len(), 0);
        self.write_words(argv, &chosen)?;
        Ok(n_chosen)
    }
}

fn input(context: &mut Context, state: &mut State, name: InputName, len: u32) -> Data {
    state.new_input(context, &name.to_string(), len).into_iter().map(Value::Term).collect()
}

fn count_of(context: &mut Context, state: &mut State, group: &SymbolicArgs) -> ArgCount {
    if group.min == group.max {
        return ArgCount { count: Value::Word(group.max.into()), min: group.min, max: group.max };
    }
    let bytes = state.new_input(context, &InputName::NArguments.to_string(), 4);
    let count = joined(context, &bytes);
    let chosen = context.word_under(&state.path.witness, count);
    if !(u64::from(group.min)..=u64::from(group.max)).contains(&chosen) {
        let id = *state.path.inputs.last().expect("just made");
        let mut values = state.path.witness.values().clone();
        values.set_bytes(context.input(id).array, &group.min.to_le_bytes());
        state.path.witness = context.new_witness(values);
    }
    let [min, max] = [group.min, group.max].map(|bound| context.terms.constant(32, bound.into()));
    let (above, below) = (context.terms.ule(min, count), context.terms.ule(count, max));
    state.assume(context, above);
    state.assume(context, below);
    ArgCount { count: Value::Term(count), min: group.min, max: group.max }
}

/// The little-endian number of these bytes.
pub(crate) fn joined(context: &mut Context, bytes: &[TermId]) -> TermId {
    let (&first, rest) = bytes.split_first().expect("a number of at least one byte");
    rest.iter().fold(first, |low, &high| context.terms.concat(high, low))
}
