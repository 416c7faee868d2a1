//! Whether tests natively take the predicted path, by coverage.
//!
//! Blocks of machine code have no names that we know. What must hold whatever they are called is
//! which tests run a block together: every native block must have been run by exactly the tests
//! that run some block of ours. Ours may have merged a block that does nothing but jump on with
//! the jumps that lead there, or copied a short block to those who jump to it: so the tests of
//! several jumps to one place, or of several copies of one branch, count together.

use super::native::Observed;
use crate::cases::Case;
use patchlight_drive::coverage::{Coverage, Reached};
use patchlight_ir::FuncId;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Places as people name them.
type Place = (String, u32);

/// Something that a test does.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
enum Step {
    Op(FuncId, u32),
    /// From an op to another one.
    Jump(FuncId, u32, u32),
    /// The last op of a block, whose line and column copies of it share.
    End(FuncId, u32, (u32, u32)),
}

/// What steps that count together have in common.
#[derive(Copy, Clone, Eq, PartialEq, Hash)]
enum Group {
    JumpTo(FuncId, u32),
    EndAt(FuncId, (u32, u32)),
}

impl Step {
    fn group(self) -> Option<Group> {
        match self {
            Step::Op(..) => None,
            Step::Jump(func, _, to) => Some(Group::JumpTo(func, to)),
            Step::End(func, _, place) => Some(Group::EndAt(func, place)),
        }
    }

    /// The op that names its place.
    fn op(self) -> (FuncId, u32) {
        match self {
            Step::Op(func, op) | Step::Jump(func, _, op) | Step::End(func, op, _) => (func, op),
        }
    }
}

/// Which tests go where.
#[derive(Default)]
pub struct Predicted {
    /// The tests that do something, in order.
    tests: HashMap<Step, Vec<u64>>,
    places: HashMap<Step, Option<Place>>,
}

impl Predicted {
    pub fn add(&mut self, coverage: &Coverage<'_>, case: u64, reached: &Reached) {
        let ops = coverage.leaders_of(reached).into_iter().map(|(func, op)| Step::Op(func, op));
        let jumps = coverage.edges_of(reached).into_iter();
        let jumps = jumps.map(|(func, from, to)| Step::Jump(func, from, to));
        let ends = coverage.block_ends_of(reached).into_iter();
        let ends = ends.map(|((func, op), place)| Step::End(func, op, place));
        for step in ops.chain(jumps).chain(ends) {
            let tests = self.tests.entry(step).or_default();
            if tests.last() != Some(&case) {
                tests.push(case);
            }
            self.places.entry(step).or_insert_with(|| coverage.place_of(step.op()));
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
            if is_group(&predicted, tests) {
                continue;
            }
            let Some(place) = places.get(block) else { continue };
            let here = predicted.iter().filter(|(step, _)| self.is_at(step, place));
            let differing = here.map(|(_, expected)| symmetric_difference(tests, expected));
            // Without any block of ours there, all tests that go there are wrong.
            let wrong = differing.min_by_key(Vec::len).unwrap_or_else(|| tests.clone());
            for test in wrong {
                let goes = if tests.contains(&test) { "only" } else { "not" };
                let text = format!("{}:{} is {goes} reached natively", place.0, place.1);
                deviations.entry(test).or_insert(text);
            }
        }
        deviations
    }

    fn is_at(&self, step: &Step, place: &Place) -> bool {
        self.places.get(step).is_some_and(|at| at.as_ref() == Some(place))
    }
}

/// Whether these are all tests of some steps that count together.
fn is_group(predicted: &HashMap<Step, Vec<u64>>, tests: &[u64]) -> bool {
    let all: HashSet<u64> = tests.iter().copied().collect();
    let mut together: HashMap<Group, HashSet<u64>> = HashMap::new();
    for (step, doing) in predicted {
        if let Some(group) = step.group()
            && doing.iter().all(|test| all.contains(test))
        {
            together.entry(group).or_default().extend(doing);
        }
    }
    together.values().any(|together| *together == all)
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
    fn a_block_that_only_jumps_on_is_known_by_the_jumps_that_lead_to_it() {
        let jump = |to, from, tests: &[u64]| (Step::Jump(FuncId(0), from, to), tests.to_vec());
        let jumps = [jump(9, 1, &[1, 2]), jump(9, 2, &[3]), jump(9, 3, &[4]), jump(8, 4, &[5])];
        let predicted = HashMap::from(jumps);
        assert!(is_group(&predicted, &[1, 2, 3]));
        assert!(!is_group(&predicted, &[1, 3]));
        assert!(!is_group(&predicted, &[1, 2, 5]));
    }

    #[test]
    fn tests_of_one_side_alone_are_the_difference() {
        assert_eq!(symmetric_difference(&[1, 2, 5], &[2, 3]), [1, 3, 5]);
        assert!(symmetric_difference(&[1, 2], &[1, 2]).is_empty());
    }
}
