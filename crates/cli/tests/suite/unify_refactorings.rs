//! `tests/ui/unify/refactorings`: changes to the programs of `mutants` that change nothing.
//!
//! `# NAME` begins a refactoring. Its lines `< OLD` are replaced by the lines `> NEW` that follow them;
//! `rename OLD NEW` renames all words. That it changes nothing is asked of the native oracle first.
//! Then `patchlight shadow --explore` must find no difference, and nearly always the versions come
//! together again wherever they part.

use crate::mutator::renamed;
use crate::support::{Scratch, is_long, root};
use crate::unify_mutants::{Oracle, Pair, compare, explored, names};
use patchlight_testing::Table;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

const AT_LEAST: usize = 60;
/// Those that are tried if there is little time: one of so many.
const ONE_OF: usize = 3;
/// Of a hundred refactorings, those in which the versions end on ways of their own.
const MAX_DIVERGING: usize = 10;

/// The refactored text of a program.
fn refactored(text: &str, edits: &str) -> String {
    let mut text = text.to_string();
    let (mut old, mut new) = (String::new(), String::new());
    let mut lines = edits.lines().chain([""]).peekable();
    while let Some(line) = lines.next() {
        if let Some(names) = line.strip_prefix("rename ") {
            let (from, to) = names.split_once(' ').expect("two names");
            assert!(!text.contains(to), "there is a {to}");
            text = renamed(&text, from, to);
        }
        match line.split_at_checked(1) {
            Some(("<", line)) => {
                old += &(line.strip_prefix(' ').unwrap_or(line).to_string() + "\n")
            }
            Some((">", line)) => {
                new += &(line.strip_prefix(' ').unwrap_or(line).to_string() + "\n")
            }
            _ => {}
        }
        if !new.is_empty() && lines.peek().is_none_or(|next| !next.starts_with('>')) {
            let (from, to) = (old.trim_end_matches('\n'), new.trim_end_matches('\n'));
            assert_eq!(text.matches(from).count(), 1, "once:\n{from}");
            text = text.replace(from, to);
            (old, new) = (String::new(), String::new());
        }
    }
    text
}

fn pairs(scratch: &Scratch) -> Table<Pair> {
    let mut pairs = Vec::new();
    for (base, source) in names("tests/ui/unify/mutants") {
        let text = fs::read_to_string(&source).expect("a program");
        let edits = root().join(format!("tests/ui/unify/refactorings/{base}.txt"));
        let edits = fs::read_to_string(edits).expect("refactorings");
        for edit in edits.split("# ").skip(1) {
            let (name, edit) = edit.split_once('\n').expect("a name and what it is");
            let name = format!("{base}-{}", name.replace(' ', "-"));
            pairs.push(Pair::write(scratch, base.clone(), name, &text, &refactored(&text, edit)));
        }
    }
    let pairs = Table::new("tests/ui/unify/refactorings", pairs, |pair| pair.name.clone());
    pairs.at_least(AT_LEAST).one_of(if is_long() { 1 } else { ONE_OF })
}

#[test]
fn refactorings_change_nothing_and_nearly_all_come_together_again() {
    let scratch = Scratch::new("unify-refactorings");
    let oracle = Oracle::new(&scratch);
    let pairs = pairs(&scratch);
    let n_diverging = AtomicUsize::new(0);
    let check = |pair: &Pair| {
        let [old, new] = [oracle.runs(&pair.old)?, oracle.runs(&pair.new)?];
        let (Some(old), Some(new)) = (old, new) else { return Err("does not end".to_string()) };
        if old != new {
            return Err("is none".to_string());
        }
        let tests = explored(&pair.old, &pair.new, &pair.old.with_file_name("results"))?;
        if tests.iter().any(|test| test["what"] == "diverges") {
            println!("diverges: {}", pair.name);
            n_diverging.fetch_add(1, Ordering::Relaxed);
        }
        compare(&old, &new, &tests)
    };
    pairs.check(check);
    let (n_diverging, n_pairs) = (n_diverging.into_inner(), pairs.rows().len());
    println!("{n_diverging} of {n_pairs} refactorings diverge");
    let are_few = n_diverging * 100 <= n_pairs * MAX_DIVERGING;
    assert!(are_few || !pairs.is_whole(), "{n_diverging} of {n_pairs}");
}
