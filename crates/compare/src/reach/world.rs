//! The inputs of a hunt: tests to start from, and tests that are made of them by adding something.

use super::vary::{TERMINALS, Variation};
use anyhow::Result;
use patchlight_drive::{Seed, is_input};
use patchlight_engine::explore::names::InputBytes;
use patchlight_engine::{Context, Program, State};
use patchlight_guide::hunt::{HuntError, SeedId, World};
use patchlight_guide::options::Addition;
use patchlight_posix::Posix;
use patchlight_replay::{Case, Hex, files_changed};

/// How many inputs a hunt may make by adding.
const MAX_SEEDS: usize = 2000;
/// What standard input and files grow by where they are empty.
const FILLER: u8 = b'0';
/// The locale with characters of several bytes that every system has.
const LOCALE: (&str, &[u8]) = ("LC_ALL", b"C.UTF-8");

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
            seeds.push(Seed::new(case, &dir(n))?);
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
        let seed = Seed::new(case, &dir(self.seeds.len()))?;
        self.n_fixed = self.n_fixed.max(self.seeds.len() + 1);
        Ok(self.add(seed))
    }

    /// An input like another one, varied as it is: nothing of it is searched for. `None` if it cannot be
    /// varied so.
    pub fn vary(&mut self, seed: SeedId, variation: &Variation) -> Option<SeedId> {
        let mut varied = self.seeds[seed.0].clone();
        let run = &mut varied.case.run;
        match variation {
            Variation::Last(more) => run.args.extend(more.iter().cloned().map(Hex::from)),
            Variation::First(more) => {
                run.args.splice(0..0, more.iter().cloned().map(Hex::from)).for_each(drop);
            }
            Variation::Addition(Addition::Argument(text)) => {
                run.args.insert(0, Hex::from(text.clone()))
            }
            Variation::Addition(Addition::Text(text)) => run.args.push(Hex::from(text.clone())),
            Variation::Addition(Addition::Variable(name)) => {
                run.set_variable(name, Hex::from(b"1".to_vec()))
            }
            Variation::Addition(Addition::Locale) => {
                run.set_variable(LOCALE.0, Hex::from(LOCALE.1.to_vec()));
            }
            Variation::Addition(Addition::Room(_)) => return None,
            Variation::Terminal(n) if run.terminals.contains(&TERMINALS[*n]) => return None,
            Variation::Terminal(n) => run.terminals.push(TERMINALS[*n]),
            Variation::Files(n) => {
                let case = files_changed(&varied.case).get(*n)?.case();
                case.check().ok()?;
                // A name that is no file's here is none for a test.
                let Seed { room, variables, .. } = varied;
                varied = Seed::new(case, &dir(self.seeds.len())).ok()?;
                (varied.room, varied.variables) = (room, variables);
            }
        }
        self.add(varied)
    }

    /// An input like another one, with arguments that may become longer; itself if there are too many.
    pub fn with_room(&mut self, seed: SeedId, room: u32) -> SeedId {
        let mut longer = self.seeds[seed.0].clone();
        longer.room = room;
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
    pub fn start_fixed(&self, seed: SeedId) -> Result<(State, Posix)> {
        Ok(self.seeds[seed.0].start_fixed(self.program, self.name)?)
    }

    /// The test with other inputs.
    pub fn with_inputs(&self, seed: SeedId, inputs: &InputBytes) -> Case {
        self.seeds[seed.0].with_inputs(inputs)
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

/// What the directory of a seed is called.
fn dir(n: usize) -> String {
    format!("reach-{n}")
}

/// The variants with a text in one more place.
fn with_text(base: &Seed, text: &[u8]) -> Vec<Seed> {
    let run = &base.case.run;
    let mut variants = Vec::new();
    let mut add = |change: &dyn Fn(&mut Seed)| {
        let mut seed = base.clone();
        change(&mut seed);
        variants.push(seed);
    };
    add(&|seed| seed.case.run.args.insert(0, Hex::from(text.to_vec())));
    let line = [text, b"\n"].concat();
    if !run.stdin.0.is_empty() || run.files.is_empty() {
        add(&|seed| {
            seed.case.run.stdin.make_mut().splice(0..0, line.iter().copied()).for_each(drop)
        });
        add(&|seed| seed.case.run.stdin.make_mut().extend(&line));
    }
    for n in 0..run.args.len().min(4) {
        add(&|seed| seed.case.run.args[n] = Hex::from(text.to_vec()));
    }
    add(&|seed| seed.case.run.args.push(Hex::from(text.to_vec())));
    for n in 0..run.files.len().min(4) {
        if is_input(run, &run.files[n]) {
            add(&|seed| {
                let bytes = seed.case.run.files[n].bytes.make_mut();
                bytes.splice(0..0, line.iter().copied()).for_each(drop);
            });
            add(&|seed| seed.case.run.files[n].bytes.make_mut().extend(&line));
        }
    }
    for n in 0..run.env.len() {
        if base.variables.contains(&run.env[n].name) {
            add(&|seed| seed.case.run.env[n].bytes = Hex::from(text.to_vec()));
        }
    }
    variants
}

/// The variants with more room: in arguments, and in all inputs.
fn with_room(base: &Seed, room: u32) -> Vec<Seed> {
    let mut longer = base.clone();
    longer.room += room;
    let mut grown = longer.clone();
    grow(grown.case.run.stdin.make_mut(), room);
    let run = &base.case.run;
    let files = grown.case.run.files.iter_mut().zip(&run.files);
    for (file, _) in files.filter(|(_, file)| is_input(run, file)) {
        grow(file.bytes.make_mut(), room);
    }
    vec![longer, grown]
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
        let started = self.seeds[seed.0].start(self.program, context, self.name);
        started.map_err(|error| HuntError::Start(error.to_string()))
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
                base.case.run.args.insert(0, Hex::from(text.clone()));
                vec![base]
            }
            Addition::Text(text) => with_text(&base, text),
            Addition::Variable(name) => {
                let run = &mut base.case.run;
                if !run.env.iter().any(|variable| variable.name == *name) {
                    run.set_variable(name, Hex::from(Vec::new()));
                }
                base.variables.insert(name.clone());
                vec![base]
            }
            Addition::Locale => {
                base.case.run.set_variable(LOCALE.0, Hex::from(LOCALE.1.to_vec()));
                vec![base]
            }
            Addition::Room(room) => with_room(&base, *room),
        };
        made.into_iter().filter_map(|seed| self.add(seed)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_replay::{File, Run};

    /// The directory of a variant is that of its seed: files that are looked for there must be the same.
    #[test]
    fn only_files_that_are_inputs_become_others() {
        for (cwd, changes) in [("", true), ("d", false)] {
            let file =
                File { name: "a".to_string(), bytes: Hex::from(b"x".to_vec()), ..File::default() };
            let run = Run { files: vec![file], cwd: cwd.to_string(), ..Run::default() };
            let case = Case { run, ..Case::default() };
            let seed = Seed::new(case, "reach-files").expect("a seed");
            let mut variants = with_text(&seed, b"more").into_iter().chain(with_room(&seed, 3));
            let has_other = |variant: Seed| variant.case.run.files != seed.case.run.files;
            assert_eq!(variants.any(has_other), changes, "{cwd:?}");
        }
    }
}
