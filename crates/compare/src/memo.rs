//! What a stage gave for a test, for as long as the functions that the test came by stay the same.
//!
//! A result is stored with the contents of all functions that were entered for it. Another version of
//! the program in which these are the same gives the same result, whatever else was changed.

use anyhow::Result;
use patchlight_cache::Key;
use patchlight_engine::contents::{Content, Contents};
use patchlight_ir::FuncId;
use patchlight_project::store::Store;
use patchlight_unify::own_names::in_its_version;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// So many versions of what one result needs are remembered.
const MOST_VERSIONS: usize = 8;

/// A function that a result depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Need {
    /// Which of the programs it is in.
    program: usize,
    function: String,
    hash: u64,
    /// Where it stood: file, whether it is the old version's, first line.
    lines: Vec<(String, bool, u32)>,
}

/// A stage whose results depend on functions.
pub struct Memo<'p> {
    stage: &'static str,
    needs: &'static str,
    /// The programs that are run.
    programs: Vec<Contents<'p>>,
    /// Stands for everything else that all results depend on.
    surroundings: Vec<u8>,
}

/// Where functions stood when a result was made, and where they stand now.
#[derive(Default)]
pub struct Moves(BTreeMap<(String, String, bool), (u32, u32)>);

impl Moves {
    pub fn is_empty(&self) -> bool {
        self.0.values().all(|(then, now)| then == now)
    }

    /// Where a line of a function is now. `None` if that is not known.
    pub fn line(&self, function: &str, file: &str, is_old: bool, line: u32) -> Option<u32> {
        let find =
            |is_old: bool| self.0.get(&(function.to_string(), file.to_string(), is_old)).copied();
        let (then, now) = find(is_old).or_else(|| find(!is_old))?;
        Some(line.checked_sub(then)? + now)
    }
}

impl<'p> Memo<'p> {
    /// `stage`: its name in the store; `needs`: the name under which its needs are.
    pub fn new(
        [stage, needs]: [&'static str; 2],
        programs: Vec<Contents<'p>>,
        depends_on: &[&[u8]],
    ) -> Memo<'p> {
        let mut surroundings = Vec::new();
        for program in &programs {
            surroundings.extend(program.surroundings().to_le_bytes());
        }
        let key = Key::of([surroundings.as_slice()].into_iter().chain(depends_on.iter().copied()));
        Memo { stage, needs, programs, surroundings: key.as_str().as_bytes().to_vec() }
    }

    /// What a function of the first program is called in all versions.
    pub fn label(&self, func: FuncId) -> &str {
        self.programs[0].label(func)
    }

    pub fn labelled(&self, label: &str) -> Option<FuncId> {
        self.programs[0].labelled(label)
    }

    fn key(&self, test: &[u8]) -> Key {
        Key::of([self.surroundings.as_slice(), test])
    }

    /// What is known of a test, and where functions stand now.
    pub fn get<T: DeserializeOwned>(
        &self,
        store: &Store,
        test: &[u8],
    ) -> Result<Option<(T, Moves)>> {
        let key = self.key(test);
        let versions: Vec<Vec<Need>> =
            store.get(self.needs, &key)?.map(|(needs, _)| needs).unwrap_or_default();
        for needs in versions.iter().rev() {
            if let Some(moves) = self.moves(needs)
                && let Some((value, _)) = store.get(self.stage, &result_key(&key, needs))?
            {
                return Ok(Some((value, moves)));
            }
        }
        Ok(None)
    }

    /// How far functions moved, if they are the same.
    fn moves(&self, needs: &[Need]) -> Option<Moves> {
        let mut moves = Moves::default();
        for need in needs {
            let program = self.programs.get(need.program)?;
            let now = program.of(program.labelled(&need.function)?);
            if now.hash != need.hash {
                return None;
            }
            for (file, is_old, then) in &need.lines {
                let now = *now.lines.get(&(file.clone(), *is_old))?;
                let name = need.function.split('@').next().unwrap_or_default();
                let name = in_its_version(name).0.to_string();
                moves.0.insert((name, file.clone(), *is_old), (*then, now));
            }
        }
        Some(moves)
    }

    /// Stores what a test gave. `entered`: the functions of each program that were entered.
    pub fn put<T: Serialize>(
        &self,
        store: &Store,
        test: &[u8],
        entered: &[Vec<FuncId>],
        value: &T,
        seconds: f64,
    ) -> Result<()> {
        let mut needs = Vec::new();
        for (number, (program, functions)) in self.programs.iter().zip(entered).enumerate() {
            for &func in functions {
                let Content { hash, lines } = program.of(func);
                let lines = lines.into_iter().map(|((file, is_old), line)| (file, is_old, line));
                let function = program.label(func).to_string();
                needs.push(Need { program: number, function, hash, lines: lines.collect() });
            }
        }
        let key = self.key(test);
        store.put(self.stage, &result_key(&key, &needs), value, seconds)?;
        let mut versions: Vec<Vec<Need>> =
            store.get(self.needs, &key)?.map(|(needs, _)| needs).unwrap_or_default();
        versions.retain(|other| hashes(other) != hashes(&needs));
        versions.push(needs);
        let n_old = versions.len().saturating_sub(MOST_VERSIONS);
        store.put(self.needs, &key, &versions.split_off(n_old), 0.0)
    }
}

fn hashes(needs: &[Need]) -> Vec<(usize, &str, u64)> {
    needs.iter().map(|need| (need.program, need.function.as_str(), need.hash)).collect()
}

/// What a result is stored under: functions may have moved since, so their lines do not count.
fn result_key(key: &Key, needs: &[Need]) -> Key {
    let mut bytes = key.as_str().as_bytes().to_vec();
    for (program, function, hash) in hashes(needs) {
        bytes.extend((program as u64).to_le_bytes());
        bytes.extend(hash.to_le_bytes());
        bytes.extend(function.as_bytes());
        bytes.push(0);
    }
    Key::of([bytes.as_slice()])
}
