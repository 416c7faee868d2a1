//! Patches: whatever stands in one, reading and applying it end, with an error or with texts for names
//! in the tree; and what a diff between two texts says is what applying it does.
//!
//! The first part of an input is a patch, the next ones are the files `f.c` and `dir/g.c` of the tree
//! that it is applied to.

use crate::parts;
use patchlight_patch::{Changes, Patch};
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices, group_diff_ops};
use std::path::{Component, Path, PathBuf};

/// No file system can have this directory, so all files are those of the input.
const ROOT: &str = "\0";
const NAMES: [&str; 2] = ["f.c", "dir/g.c"];

pub fn hold(bytes: &[u8]) {
    let parts = parts(bytes);
    let texts = [1, 2].map(|n| parts.get(n).copied().unwrap_or(b"a\nb\nc\n"));
    let tree: Changes =
        NAMES.iter().zip(texts).map(|(name, text)| (name.into(), Some(text.to_vec()))).collect();
    if let Some(after) = applied(parts[0], &tree) {
        let is_plain = |path: &PathBuf| {
            let mut parts = path.components();
            path.is_relative() && parts.all(|part| matches!(part, Component::Normal(_)))
        };
        assert!(after.keys().all(is_plain), "{:?}", after.keys());
        assert_eq!(applied(parts[0], &tree), Some(after.clone()));
        for (path, new) in &after {
            let old = tree.get(path).cloned().flatten();
            diff_is_applied(old.as_deref().unwrap_or_default(), new.as_deref().unwrap_or_default());
        }
    }
    diff_is_applied(texts[0], texts[1]);
    diff_is_applied(texts[1], texts[0]);
}

/// The tree after a patch; none if it is not a patch or does not apply.
fn applied(patch: &[u8], tree: &Changes) -> Option<Changes> {
    let patch = Patch::parse(Path::new("patch"), patch).ok()?;
    let mut after = tree.clone();
    patch.apply(Path::new(ROOT), &mut after).ok()?;
    Some(after)
}

/// With any number of lines around what changes.
fn diff_is_applied(old: &[u8], new: &[u8]) {
    for context in [0, 1, 3] {
        let patch = diff(old, new, context);
        if patch.is_empty() {
            assert_eq!(old, new);
            continue;
        }
        let tree = Changes::from([("f".into(), Some(old.to_vec()))]);
        let expected = Changes::from([("f".into(), Some(new.to_vec()))]);
        let shown = String::from_utf8_lossy(&patch);
        assert_eq!(applied(&patch, &tree), Some(expected), "{shown}");
    }
}

/// What `diff -u` would print.
fn diff(old: &[u8], new: &[u8], context: usize) -> Vec<u8> {
    let lines = |text| <[u8]>::split_inclusive(text, |&byte| byte == b'\n').collect::<Vec<_>>();
    let (old, new): (Vec<&[u8]>, Vec<&[u8]>) = (lines(old), lines(new));
    let mut patch = Vec::new();
    let changes = capture_diff_slices(Algorithm::Myers, &old, &new);
    for hunk in group_diff_ops(changes, context) {
        let is_changed = |op: &DiffOp| op.tag() != DiffTag::Equal;
        if !hunk.iter().any(is_changed) {
            continue;
        }
        if patch.is_empty() {
            patch.extend(b"--- a/f\n+++ b/f\n");
        }
        let n_old: usize = hunk.iter().map(|op| op.old_range().len()).sum();
        let n_new: usize = hunk.iter().map(|op| op.new_range().len()).sum();
        // Lines are counted from 1; where there are none, the line before is named.
        let (old_start, new_start) = (hunk[0].old_range().start, hunk[0].new_range().start);
        let starts = (old_start + usize::from(n_old > 0), new_start + usize::from(n_new > 0));
        let header = format!("@@ -{},{n_old} +{},{n_new} @@\n", starts.0, starts.1);
        patch.extend(header.bytes());
        for op in hunk {
            let (removed, added) = (&old[op.old_range()], &new[op.new_range()]);
            if is_changed(&op) {
                removed.iter().for_each(|line| add(&mut patch, b'-', line));
                added.iter().for_each(|line| add(&mut patch, b'+', line));
            } else {
                removed.iter().for_each(|line| add(&mut patch, b' ', line));
            }
        }
    }
    patch
}

fn add(patch: &mut Vec<u8>, kind: u8, line: &[u8]) {
    patch.push(kind);
    patch.extend(line);
    if !line.ends_with(b"\n") {
        patch.extend(b"\n\\ No newline at end of file\n");
    }
}
