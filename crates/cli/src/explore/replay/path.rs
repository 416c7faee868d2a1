//! Whether tests natively take the predicted path, by coverage.
//!
//! Blocks of machine code have no names that we know. What must hold whatever they are called is
//! which tests run a block together: every native block must have been run by exactly the tests
//! that run some block of ours, or take some jump (compilers give jumps blocks of their own).

use super::native::Observed;
use crate::explore::cases::Case;
use crate::explore::lcov::{Coverage, Reached};
use patchlight_ir::FuncId;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Places as people name them.
type Place = (String, u32);

/// Which tests go where.
#[derive(Default)]
pub struct Predicted {
    /// The tests that reach an op, or jump from one op to another, in order.
    tests: HashMap<Step, Vec<u64>>,
    places: HashMap<Step, Option<Place>>,
}

/// An op, or a jump: the target and the origin.
type Step = (FuncId, u32, Option<u32>);

impl Predicted {
    pub fn add(&mut self, coverage: &Coverage<'_>, case: u64, reached: &Reached) {
        let leaders = coverage.leaders_of(reached).into_iter().map(|(func, op)| (func, op, None));
        let edges = coverage.edges_of(reached).into_iter();
        let edges = edges.map(|(func, from, to)| (func, to, Some(from)));
        for step in leaders.chain(edges) {
            self.tests.entry(step).or_default().push(case);
            let place = || coverage.place_of((step.0, step.1));
            self.places.entry(step).or_insert_with(place);
        }
    }

    /// What is wrong with the way of each test that natively goes elsewhere.
    pub fn deviations(
        &self,
        cases: &[Case],
        observed: &[Option<Observed>],
        places: &HashMap<u64, Place>,
    ) -> HashMap<u64, String> {
        let mut native: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        let mut traced = HashSet::new();
        for (case, observed) in cases.iter().zip(observed) {
            let blocks = observed.as_ref().map_or(&[][..], |observed| &observed.blocks);
            if !blocks.is_empty() {
                traced.insert(case.case);
            }
            blocks.iter().for_each(|&block| native.entry(block).or_default().push(case.case));
        }
        // Tests that ran in the build with sanitizers leave no trace.
        let only_traced = |tests: &Vec<u64>| -> Vec<u64> {
            tests.iter().copied().filter(|test| traced.contains(test)).collect()
        };
        let predicted: HashMap<Step, Vec<u64>> =
            self.tests.iter().map(|(&step, tests)| (step, only_traced(tests))).collect();
        let known: HashSet<&Vec<u64>> = predicted.values().collect();
        let mut deviations = HashMap::new();
        for (block, tests) in native.iter().filter(|(_, tests)| !known.contains(tests)) {
            let Some(place) = places.get(block) else { continue };
            let here = predicted.iter().filter(|(step, _)| self.is_at(step, place));
            let differing = here.map(|(_, expected)| symmetric_difference(tests, expected));
            // Without any block of ours there, all tests that go there are wrong.
            let wrong = differing.min_by_key(Vec::len).unwrap_or_else(|| tests.clone());
            for test in wrong {
                let goes = if tests.contains(&test) { "alone" } else { "not" };
                let text = format!("{}:{} is natively reached {goes}", place.0, place.1);
                deviations.entry(test).or_insert(text);
            }
        }
        deviations
    }

    fn is_at(&self, step: &Step, place: &Place) -> bool {
        self.places.get(step).is_some_and(|at| at.as_ref() == Some(place))
    }
}

fn symmetric_difference(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (in_a, in_b): (HashSet<u64>, HashSet<u64>) =
        (a.iter().copied().collect(), b.iter().copied().collect());
    let mut all: Vec<u64> = in_a.symmetric_difference(&in_b).copied().collect();
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_one_side_alone_are_the_difference() {
        assert_eq!(symmetric_difference(&[1, 2, 5], &[2, 3]), [1, 3, 5]);
        assert!(symmetric_difference(&[1, 2], &[1, 2]).is_empty());
    }
}
