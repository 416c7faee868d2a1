//! Which lines of the sources the patch leaves alone.
//!
//! A line is a hint, never a proof: macros put ops of several functions on one line, and a line that
//! did not change may mean something else. White space does not count.

use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::collections::HashMap;

/// Where the text of an op stands, in the numbering of the new version.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Anchor {
    /// Nothing is known of the text.
    Unknown,
    /// The patch adds, removes or changes this line.
    Changed,
    /// The same line for both versions: of this file, with this number.
    At(u32, u32),
}

/// The lines of all files whose texts are known.
#[derive(Default)]
pub struct Lines {
    n_files: u32,
    old: HashMap<String, FileLines>,
    new: HashMap<String, FileLines>,
}

struct FileLines {
    file: u32,
    /// For each line, from 1 on, its number in the new version; 0 where there is none.
    numbers: Vec<u32>,
}

impl Lines {
    /// Compares the texts of a file in both versions, under the names that debug information uses.
    pub fn add(&mut self, (old_name, old): (&str, &str), (new_name, new): (&str, &str)) {
        let squeeze = |text: &str| -> Vec<String> {
            text.lines().map(|line| line.split_whitespace().collect()).collect()
        };
        let (old, new) = (squeeze(old), squeeze(new));
        let mut old_numbers = vec![0; old.len() + 1];
        let mut new_numbers = vec![0; new.len() + 1];
        for change in capture_diff_slices(Algorithm::Patience, &old, &new) {
            if change.tag() == DiffTag::Equal {
                for (before, after) in change.old_range().zip(change.new_range()) {
                    old_numbers[before + 1] = after as u32 + 1;
                    new_numbers[after + 1] = after as u32 + 1;
                }
            }
        }
        let file = self.n_files;
        self.n_files += 1;
        self.old.insert(old_name.to_string(), FileLines { file, numbers: old_numbers });
        self.new.insert(new_name.to_string(), FileLines { file, numbers: new_numbers });
    }

    pub fn of_old(&self, file: &str, line: u32) -> Anchor {
        anchor(&self.old, file, line)
    }

    pub fn of_new(&self, file: &str, line: u32) -> Anchor {
        anchor(&self.new, file, line)
    }
}

fn anchor(files: &HashMap<String, FileLines>, file: &str, line: u32) -> Anchor {
    let Some(lines) = files.get(file).filter(|_| line > 0) else { return Anchor::Unknown };
    match lines.numbers.get(line as usize) {
        Some(0) => Anchor::Changed,
        Some(&number) => Anchor::At(lines.file, number),
        None => Anchor::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_only_moved_or_were_indented_are_the_same() {
        let mut lines = Lines::default();
        lines.add(("a.c", "one\ntwo\nthree\n"), ("b.c", "zero\none\n  t wo\nthird\n"));
        assert_eq!(lines.of_old("a.c", 1), lines.of_new("b.c", 2));
        assert_eq!(lines.of_old("a.c", 2), lines.of_new("b.c", 3));
        assert_eq!(lines.of_old("a.c", 3), Anchor::Changed);
        assert_eq!(lines.of_new("b.c", 1), Anchor::Changed);
        assert_eq!(lines.of_new("b.c", 9), Anchor::Unknown);
        assert_eq!(lines.of_new("c.c", 1), Anchor::Unknown);
    }
}
