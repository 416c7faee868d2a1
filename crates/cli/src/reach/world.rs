//! The inputs of a hunt: tests to start from, and tests that are made of them by adding something.

use super::vary::{TERMINALS, Variation};
use crate::cache::ScratchDir;
use crate::program::ENTRY;
use crate::shadow::seeds::{config, directory, is_input};
use anyhow::{Result, anyhow};
use patchlight_engine::explore::names::InputBytes;
use patchlight_engine::{Context, Program, State};
use patchlight_guide::hunt::{HuntError, SeedId, World};
use patchlight_guide::options::Addition;
use patchlight_posix::{Posix, Symbolic, SymbolicArgs, SymbolicString};
use patchlight_replay::{Case, File, Hex, Named, Run, files_changed};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many inputs a hunt may make by adding.
const MAX_SEEDS: usize = 2000;
/// How many symbolic bytes a variable has that a program asks for and that is not set.
const VARIABLE_ROOM: u32 = 16;
/// What standard input and files grow by where they are empty.
const FILLER: u8 = b'0';
/// The locale with characters of several bytes that every system has.
const LOCALE: (&str, &[u8]) = ("LC_ALL", b"C.UTF-8");

/// An input: a test, and what of it may become other.
#[derive(Clone)]
pub struct Seed {
    pub case: Case,
    /// How many bytes longer arguments may become.
    room: u32,
    /// Variables that are inputs.
    variables: BTreeSet<String>,
    /// Where its files are.
    dir: Rc<ScratchDir>,
}

pub struct Seeds<'p> {
    program: &'p Program,
    /// `argv[0]`.
    name: &'p [u8],
    seeds: Vec<Seed>,
    /// Those that no hunt made.
    n_fixed: usize,
}

impl<'p> Seeds<'p> {
    pub fn new(program: &'p Program, name: &'p [u8], cases: Vec<Case>) -> Result<Seeds<'p>> {
        let mut seeds = Vec::new();
        for (n, case) in cases.into_iter().enumerate() {
            let dir = Rc::new(directory(&case.run, &format!("reach-{n}"))?);
            seeds.push(Seed { case, room: 0, variables: BTreeSet::new(), dir });
        }
        let n_fixed = seeds.len();
        Ok(Seeds { program, name, seeds, n_fixed })
    }

    pub fn ids(&self) -> impl Iterator<Item = SeedId> + use<> {
        (0..self.seeds.len()).map(SeedId)
    }

    pub fn case(&self, seed: SeedId) -> &Case {
        &self.seeds[seed.0].case
    }

    /// Another input to start from, with files of its own. `None` if there are too many.
    pub fn keep(&mut self, case: Case) -> Result<Option<SeedId>> {
        let dir = Rc::new(directory(&case.run, &format!("reach-{}", self.seeds.len()))?);
        let seed = Seed { case, room: 0, variables: BTreeSet::new(), dir };
        self.n_fixed = self.n_fixed.max(self.seeds.len() + 1);
        Ok(self.add(seed))
    }

    /// An input like another one, varied as it is: nothing of it is searched for. `None` if it cannot be
    /// varied so.
    pub fn vary(&mut self, seed: SeedId, variation: &Variation) -> Option<SeedId> {
        let mut varied = self.seeds[seed.0].clone();
        let run = &mut varied.case.run;
        match variation {
            Variation::Last(more) => run.args.extend(more.iter().cloned().map(Hex)),
            Variation::First(more) => {
                run.args.splice(0..0, more.iter().cloned().map(Hex)).for_each(drop);
            }
            Variation::Addition(Addition::Argument(text)) => run.args.insert(0, Hex(text.clone())),
            Variation::Addition(Addition::Text(text)) => run.args.push(Hex(text.clone())),
            Variation::Addition(Addition::Variable(name)) => set_variable(run, name, b"1"),
            Variation::Addition(Addition::Locale) => set_variable(run, LOCALE.0, LOCALE.1),
            Variation::Addition(Addition::Room(_)) => return None,
            Variation::Terminal(n) if run.terminals.contains(&TERMINALS[*n]) => return None,
            Variation::Terminal(n) => run.terminals.push(TERMINALS[*n]),
            Variation::Files(n) => {
                let (_, case) = files_changed(&varied.case).into_iter().nth(*n)?;
                case.check().ok()?;
                // A name that is no file's here is none for a test.
                let dir = directory(&case.run, &format!("reach-{}", self.seeds.len())).ok()?;
                varied = Seed { case, dir: Rc::new(dir), ..varied };
            }
        }
        self.add(varied)
    }

    /// An input like another one, with arguments that may become longer; itself if there are too many.
    pub fn with_room(&mut self, seed: SeedId, room: u32) -> SeedId {
        let longer = Seed { room, ..self.seeds[seed.0].clone() };
        if room == 0 { seed } else { self.add(longer).unwrap_or(seed) }
    }

    /// Forgets the seeds behind the first `n`.
    pub fn truncate(&mut self, n: usize) {
        self.seeds.truncate(n);
    }

    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// The program at its start on a test as it is.
    pub fn start_concrete(&self, seed: SeedId) -> Result<(State, Posix)> {
        let Seed { case, dir, .. } = &self.seeds[seed.0];
        let mut config = config(&case.run, self.name, &dir.0);
        config.args.extend(case.run.args.iter().map(|Hex(bytes)| bytes.clone()));
        config.stdin = patchlight_posix::Input::Bytes(case.run.stdin.0.clone().into());
        let mut state = State::new(self.program, ENTRY, 8 << 30)?;
        let posix = Posix::new(config);
        posix.start(self.program, &mut state).map_err(|limit| anyhow!("{limit}"))?;
        Ok((state, posix))
    }

    /// The test with other inputs.
    pub fn with_inputs(&self, seed: SeedId, inputs: &InputBytes) -> Case {
        let mut case = self.seeds[seed.0].case.clone();
        let until_nul = |bytes: &[u8]| -> Vec<u8> {
            bytes.iter().copied().take_while(|&byte| byte != 0).collect()
        };
        for ((name, _), bytes) in inputs {
            let run = &mut case.run;
            if let Some(n) = name.strip_prefix("arg").and_then(|n| n.parse::<usize>().ok()) {
                if let Some(arg) = run.args.get_mut(n) {
                    *arg = Hex(until_nul(bytes));
                }
            } else if name == "stdin" {
                run.stdin = Hex(bytes.clone());
            } else if let Some(name) = name.strip_prefix("env-") {
                if let Some(variable) = run.env.iter_mut().find(|one| one.name == name) {
                    variable.bytes = Hex(until_nul(bytes));
                }
            } else if let Some(name) = name.strip_prefix("file-")
                && let Some(file) = run.files.iter_mut().find(|file| file.name == name)
            {
                file.bytes = Hex(bytes.clone());
            }
        }
        case
    }

    fn add(&mut self, seed: Seed) -> Option<SeedId> {
        if self.seeds.len() >= self.n_fixed + MAX_SEEDS || seed.case.check().is_err() {
            return None;
        }
        // The directory is that of the seed that it was made of: files that grew are inputs, which are
        // not looked for there.
        self.seeds.push(seed);
        Some(SeedId(self.seeds.len() - 1))
    }
}

impl Seed {
    fn symbolic(&self) -> Symbolic {
        let run = &self.case.run;
        let arg = |arg: &Hex| SymbolicArgs { min: 1, max: 1, len: arg.0.len() as u32 + self.room };
        let file = |file: &File| SymbolicString {
            name: file.name.clone(),
            len: file.bytes.0.len() as u32,
        };
        let variable = |variable: &Named| SymbolicString {
            name: variable.name.clone(),
            len: variable.bytes.0.len() as u32 + self.room.max(VARIABLE_ROOM),
        };
        let env = run.env.iter().filter(|one| self.variables.contains(&one.name));
        Symbolic {
            args: run.args.iter().map(arg).collect(),
            stdin: Some(run.stdin.0.len() as u32),
            files: self.files().map(file).collect(),
            env: env.map(variable).collect(),
            ..Symbolic::default()
        }
    }

    /// The files that are inputs.
    fn files(&self) -> impl Iterator<Item = &File> {
        // Names of inputs are those in the working directory.
        let is_there = self.case.run.cwd.is_empty();
        self.case.run.files.iter().filter(move |file| is_there && is_input(file))
    }

    /// The variants with a text in one more place.
    fn with_text(&self, text: &[u8]) -> Vec<Seed> {
        let mut variants = Vec::new();
        let mut add = |change: &dyn Fn(&mut Seed)| {
            let mut seed = self.clone();
            change(&mut seed);
            variants.push(seed);
        };
        add(&|seed| seed.case.run.args.insert(0, Hex(text.to_vec())));
        let line = [text, b"\n"].concat();
        if !self.case.run.stdin.0.is_empty() || self.case.run.files.is_empty() {
            add(&|seed| seed.case.run.stdin.0.splice(0..0, line.iter().copied()).for_each(drop));
            add(&|seed| seed.case.run.stdin.0.extend(&line));
        }
        for n in 0..self.case.run.args.len().min(4) {
            add(&|seed| seed.case.run.args[n] = Hex(text.to_vec()));
        }
        add(&|seed| seed.case.run.args.push(Hex(text.to_vec())));
        for n in 0..self.case.run.files.len().min(4) {
            if is_input(&self.case.run.files[n]) {
                add(&|seed| {
                    let bytes = &mut seed.case.run.files[n].bytes.0;
                    bytes.splice(0..0, line.iter().copied()).for_each(drop);
                });
                add(&|seed| seed.case.run.files[n].bytes.0.extend(&line));
            }
        }
        for n in 0..self.case.run.env.len() {
            if self.variables.contains(&self.case.run.env[n].name) {
                add(&|seed| seed.case.run.env[n].bytes = Hex(text.to_vec()));
            }
        }
        variants
    }

    fn with_room(&self, room: u32) -> Vec<Seed> {
        let longer = Seed { room: self.room + room, ..self.clone() };
        let mut grown = longer.clone();
        grow(&mut grown.case.run.stdin.0, room);
        for file in grown.case.run.files.iter_mut().filter(|file| is_input(file)) {
            grow(&mut file.bytes.0, room);
        }
        vec![longer, grown]
    }
}

fn set_variable(run: &mut Run, name: &str, value: &[u8]) {
    run.env.retain(|variable| variable.name != name);
    run.env.push(Named { name: name.to_string(), bytes: Hex(value.to_vec()) });
}

/// Repeats what is there.
fn grow(bytes: &mut Vec<u8>, by: u32) {
    let len = bytes.len();
    for n in 0..by as usize {
        let byte = if len == 0 { FILLER } else { bytes[n % len] };
        bytes.push(byte);
    }
}

impl World for Seeds<'_> {
    type System = Posix;

    fn start(&self, context: &mut Context, seed: SeedId) -> Result<(State, Posix), HuntError> {
        let seed = &self.seeds[seed.0];
        let run = &seed.case.run;
        for (n, arg) in run.args.iter().enumerate() {
            context.set_seed(&format!("arg{n}"), 0, arg.0.clone());
        }
        context.set_seed("stdin", 0, run.stdin.0.clone());
        for file in seed.files() {
            context.set_seed(&format!("file-{}", file.name), 0, file.bytes.0.clone());
        }
        let mut fixed = run.clone();
        fixed.env.retain(|variable| !seed.variables.contains(&variable.name));
        for variable in run.env.iter().filter(|one| seed.variables.contains(&one.name)) {
            context.set_seed(&format!("env-{}", variable.name), 0, variable.bytes.0.clone());
        }
        let fails = |error: String| HuntError::Start(error);
        let state = State::new(self.program, ENTRY, 8 << 30);
        let mut state = state.map_err(|error| fails(error.to_string()))?;
        let mut posix = Posix::new(config(&fixed, self.name, &seed.dir.0));
        let started = posix.start_symbolic(self.program, context, &mut state, &seed.symbolic());
        started.map_err(|limit| fails(format!("the inputs: {limit}")))?;
        Ok((state, posix))
    }

    fn extend(
        &mut self,
        seed: SeedId,
        inputs: Option<&InputBytes>,
        addition: &Addition,
    ) -> Vec<SeedId> {
        let mut base = self.seeds[seed.0].clone();
        if let Some(inputs) = inputs {
            base.case = self.with_inputs(seed, inputs);
        }
        let made = match addition {
            Addition::Argument(text) => {
                base.case.run.args.insert(0, Hex(text.clone()));
                vec![base]
            }
            Addition::Text(text) => base.with_text(text),
            Addition::Variable(name) => {
                let is_set = base.case.run.env.iter().any(|variable| variable.name == *name);
                if !is_set {
                    base.case.run.env.push(Named { name: name.clone(), bytes: Hex(Vec::new()) });
                }
                base.variables.insert(name.clone());
                vec![base]
            }
            Addition::Locale => {
                set_variable(&mut base.case.run, LOCALE.0, LOCALE.1);
                vec![base]
            }
            Addition::Room(room) => base.with_room(*room),
        };
        made.into_iter().filter_map(|seed| self.add(seed)).collect()
    }
}
