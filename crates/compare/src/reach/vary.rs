//! Tests with something more on their command lines, with other files, or on a terminal, before anything
//! is hunted for: running them costs less than finding out what leads where.

use super::hunts::{Hunts, Passed};
use anyhow::Result;
use patchlight_budget::Deadline;
use patchlight_guide::analysis::Trace;
use patchlight_guide::graph::Node;
use patchlight_guide::hunt::SeedId;
use patchlight_guide::options::Addition;
use patchlight_ir::FuncId;
use patchlight_replay::{Case, Terminal};
use std::collections::{BTreeSet, HashSet, VecDeque};

/// Longer runs are not varied.
const MAX_OPS: u64 = 3_000_000;
/// How many of the tests that are made are kept.
const MAX_KEPT: usize = 400;
/// Longer arguments are no options.
const MAX_OPTION: usize = 40;
/// How many options are taken from tests.
const MAX_OPTIONS: usize = 200;
/// How many options are made of what the program's code names.
const MAX_WITH_WORDS: usize = 2000;
/// What a word gets as a value.
const VALUES: [&[u8]; 2] = [b"1", b"."];
/// How many ways of changing the files of a test are tried.
const MAX_FILES_CHANGED: usize = 40;

/// What a test gets.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum Variation {
    /// Something that the program's code names.
    Addition(Addition),
    /// Arguments behind all others, and before them.
    Last(Vec<Vec<u8>>),
    First(Vec<Vec<u8>>),
    /// The n-th way of making one of its files something else.
    Files(usize),
    /// A terminal instead of a pipe: standard output or standard error.
    Terminal(usize),
}

/// The streams that a variation may make terminals.
pub const TERMINALS: [Terminal; 2] = [Terminal::Stdout, Terminal::Stderr];

impl Hunts<'_> {
    /// Runs tests that execute together all that is executed, each with what the program's code names
    /// and with the options of the other tests, one at a time. Those that execute something new are
    /// tests from then on, and are varied themselves. Returns those that come to the watched places.
    pub fn vary(&mut self, watched: &HashSet<Node>, deadline: &Deadline) -> Result<Vec<Passed>> {
        let variations = self.variations();
        let own = self.own_nodes();
        let (mut executed, chosen) = self.cover(&own);
        let mut waiting = VecDeque::from(shuffled(&chosen, variations.len()));
        let (mut passed, mut left) = (Vec::new(), watched.clone());
        let n_before = self.tests.traces.len();
        while let Some((seed, n)) = waiting.pop_front() {
            let is_full = self.tests.traces.len() >= n_before + MAX_KEPT;
            if left.is_empty() || is_full || deadline.is_over() {
                break;
            }
            let Some(varied) = self.tests.seeds.vary(seed, &variations[n]) else { continue };
            let traced = self.trace(varied, MAX_OPS)?;
            let is_new = |&&node: &&Node| traced.trace.has(node) && !executed.has(node);
            let new: Vec<Node> = own.iter().filter(is_new).copied().collect();
            if new.is_empty() {
                self.tests.seeds.truncate(varied.0);
                continue;
            }
            executed.add(&traced.trace);
            for node in new.into_iter().filter(|node| left.remove(node)) {
                let case = self.tests.seeds.case(varied).clone();
                let seed = self.tests.seeds.case(seed).name.clone();
                passed.push(Passed { node, case, seed });
            }
            self.tests.keep_trace(traced);
            waiting.extend(shuffled(&[varied], variations.len()));
        }
        Ok(passed)
    }

    fn variations(&self) -> Vec<Variation> {
        let mut all: BTreeSet<Variation> =
            self.known.texts.all().cloned().map(Variation::Addition).collect();
        all.insert(Variation::Addition(Addition::Locale));
        let cases = (0..self.tests.n_given).map(|n| self.tests.seeds.case(SeedId(n)));
        let options: BTreeSet<Vec<Vec<u8>>> = cases.flat_map(options_of).collect();
        let mut options: Vec<Vec<Vec<u8>>> = options.into_iter().collect();
        options.sort_by_key(|option| option.iter().map(Vec::len).sum::<usize>());
        options.truncate(MAX_OPTIONS);
        options.extend(self.options_with_words());
        all.extend(options.iter().cloned().map(Variation::First));
        all.extend(options.into_iter().map(Variation::Last));
        all.extend((0..MAX_FILES_CHANGED).map(Variation::Files));
        all.extend((0..TERMINALS.len()).map(Variation::Terminal));
        all.into_iter().collect()
    }

    /// Words that the program knows as options, alone and with a value, and options that may take a value
    /// with each of the words. Names of long options are no words.
    fn options_with_words(&self) -> Vec<Vec<Vec<u8>>> {
        let is_long = |word: &[u8]| {
            let long = [b"--", word].concat();
            let is_it = |addition: &Addition| match addition {
                Addition::Argument(text) => text.starts_with(&long),
                _ => false,
            };
            self.known.texts.all().any(is_it)
        };
        let words: Vec<&Vec<u8>> = self.known.texts.words().filter(|word| !is_long(word)).collect();
        let with_word = |addition: &Addition, word: &[u8]| match addition {
            Addition::Argument(text) => {
                let option = text.strip_suffix(b"1").filter(|option| option.len() > 1)?;
                Some(vec![[option, word].concat()])
            }
            Addition::Text(text) if text.len() == 2 && text[0] == b'-' => {
                Some(vec![text.clone(), word.to_vec()])
            }
            _ => None,
        };
        let dashed = |word: &&Vec<u8>| {
            let option = [b"-", &word[..]].concat();
            let with_values = VALUES.map(|value| vec![option.clone(), value.to_vec()]);
            std::iter::once(vec![option]).chain(with_values).collect::<Vec<_>>()
        };
        let alone = words.iter().filter(|word| word[0] != b'-').flat_map(dashed);
        let all = self.known.texts.all();
        let all = all.flat_map(|one| words.iter().filter_map(move |word| with_word(one, word)));
        alone.chain(all).take(MAX_WITH_WORDS).collect()
    }

    fn own_nodes(&self) -> Vec<Node> {
        let own = self.known.is_own.iter().enumerate().filter(|(_, is_own)| **is_own);
        own.flat_map(|(n, _)| self.known.analysis.graph.nodes_of(FuncId::from_index(n))).collect()
    }

    /// What all tests execute, and the shorter ones of those that do so together.
    fn cover(&self, own: &[Node]) -> (Trace, Vec<SeedId>) {
        let mut order: Vec<usize> =
            (0..self.tests.traces.len()).filter(|&n| self.tests.lengths[n] <= MAX_OPS).collect();
        order.sort_by_key(|&n| self.tests.lengths[n]);
        let mut executed = Trace::new(&self.known.analysis.graph);
        let mut chosen = Vec::new();
        for n in order {
            let trace = &self.tests.traces[n];
            if own.iter().any(|&node| trace.has(node) && !executed.has(node)) {
                executed.add(trace);
                chosen.push(SeedId(n));
            }
        }
        self.tests.traces.iter().for_each(|trace| executed.add(trace));
        (executed, chosen)
    }
}

/// What begins with a dash in a test's arguments, alone and with what follows it.
fn options_of(case: &Case) -> Vec<Vec<Vec<u8>>> {
    let is_option = |arg: &[u8]| arg.len() > 1 && arg[0] == b'-' && arg.len() <= MAX_OPTION;
    let args: Vec<&[u8]> = case.run.args.iter().map(|arg| &arg.0[..]).collect();
    let mut found = Vec::new();
    for (n, arg) in args.iter().enumerate().filter(|(_, arg)| is_option(arg)) {
        found.push(vec![arg.to_vec()]);
        if let Some(value) = args.get(n + 1).filter(|value| value.len() <= MAX_OPTION) {
            found.push(vec![arg.to_vec(), value.to_vec()]);
        }
    }
    found
}

/// Each seed with each variation, in an order without order: time may not be enough for all.
fn shuffled(seeds: &[SeedId], n_variations: usize) -> Vec<(SeedId, usize)> {
    let all = seeds.iter().flat_map(|&seed| (0..n_variations).map(move |n| (seed, n)));
    let mut all: Vec<(SeedId, usize)> = all.collect();
    let key = |&(seed, n): &(SeedId, usize)| {
        let bytes = [(seed.0 as u64).to_le_bytes(), (n as u64).to_le_bytes()].concat();
        xxhash_rust::xxh3::xxh3_64(&bytes)
    };
    all.sort_by_cached_key(key);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_of_a_test_is_taken_alone_and_with_its_value() {
        let args = ["dir", "-name", "x*", "-print"];
        let args: Vec<String> = args.iter().map(|arg| format!("{{\"text\":\"{arg}\"}}")).collect();
        let text = format!("{{\"name\":\"a\",\"run\":{{\"args\":[{}]}}}}", args.join(","));
        let case: Case = serde_json::from_str(&text).expect("a case");
        let found = options_of(&case);
        let expected: [&[&[u8]]; 3] = [&[b"-name"], &[b"-name", b"x*"], &[b"-print"]];
        assert_eq!(
            found,
            expected.map(|option| option.iter().map(|arg| arg.to_vec()).collect::<Vec<_>>())
        );
    }

    #[test]
    fn every_seed_gets_every_variation_once() {
        let mut all = shuffled(&[SeedId(3), SeedId(5)], 4);
        all.sort_unstable();
        let expected: Vec<(SeedId, usize)> =
            [3, 5].into_iter().flat_map(|seed| (0..4).map(move |n| (SeedId(seed), n))).collect();
        assert_eq!(all, expected);
    }
}
