//! Patches by `diff`, applied to texts that changed meanwhile: what `patch` makes of them, or that it
//! refuses them.

use super::{Changes, Patch};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const N_SHAPES: usize = 300;

/// Fifty lines, some of them alike.
fn lines() -> Vec<String> {
    (0..50).map(|n| if n % 7 == 3 { "}".to_string() } else { format!("line {n}") }).collect()
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The same numbers each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// Changes, adds and removes some lines.
fn edited(lines: &[String], numbers: &mut Numbers, n_edits: usize) -> Vec<String> {
    let mut lines = lines.to_vec();
    for _ in 0..n_edits {
        let at = numbers.below(lines.len());
        match numbers.below(3) {
            0 => lines[at] = format!("changed {}", numbers.below(1000)),
            1 => lines.insert(at, format!("added {}", numbers.below(1000))),
            _ => drop(lines.remove(at)),
        }
    }
    lines
}

fn diff(dir: &Path, old: &str, new: &str) -> bool {
    fs::write(dir.join("old"), old).expect("writable");
    fs::write(dir.join("new"), new).expect("writable");
    let output = Command::new("diff").args(["-u", "old", "new"]).current_dir(dir).output();
    let output = output.expect("diff");
    fs::write(dir.join("patch"), &output.stdout).expect("writable");
    !output.stdout.is_empty()
}

/// The text that `patch` makes, if it applies.
fn by_patch(dir: &Path, text: &str) -> Option<String> {
    fs::write(dir.join("file"), text).expect("writable");
    let mut command = Command::new("patch");
    command.args(["-s", "-f", "-N", "-r", "-", "file", "patch"]).current_dir(dir);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("patch");
    status.success().then(|| fs::read_to_string(dir.join("file")).expect("text"))
}

fn by_us(dir: &Path, text: &str) -> Result<String, String> {
    let patch = fs::read_to_string(dir.join("patch")).expect("text");
    let mut left = applied(&[("old", text)], &patch)?;
    Ok(left.remove(Path::new("old")).flatten().ok_or("not changed")?)
}

type Texts = BTreeMap<PathBuf, Option<String>>;

/// What a patch makes of a tree that is nowhere but here.
fn applied(files: &[(&str, &str)], patch: &str) -> Result<Texts, String> {
    let files = files.iter().map(|(name, text)| (name.into(), Some(text.as_bytes().to_vec())));
    let mut changes: Changes = files.collect();
    let patch = Patch::parse(Path::new("patch"), patch.as_bytes());
    let patch = patch.map_err(|error| error.to_string())?;
    patch.apply(Path::new("/nowhere"), &mut changes).map_err(|error| error.to_string())?;
    let text = |text: Vec<u8>| String::from_utf8_lossy(&text).into_owned();
    Ok(changes.into_iter().map(|(path, change)| (path, change.map(text))).collect())
}

/// The one file of a tree after a patch.
fn changed(text: &str, patch: &str) -> Result<String, String> {
    let mut left = applied(&[("f", text)], &format!("--- a/f\n+++ b/f\n{patch}"))?;
    Ok(left.remove(Path::new("f")).flatten().expect("not removed"))
}

#[test]
fn patches_to_texts_that_changed_meanwhile_do_what_patch_does() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut numbers = Numbers(2026);
    let (mut n_applied, mut n_refused) = (0, 0);
    for n in 0..300 {
        let base = lines();
        let new = edited(&base, &mut numbers, 3);
        if !diff(dir.path(), &text(&base), &text(&new)) {
            continue;
        }
        let n_edits = n % 4 * 3;
        let meanwhile = text(&edited(&base, &mut numbers, n_edits));
        let expected = by_patch(dir.path(), &meanwhile);
        let ours = by_us(dir.path(), &meanwhile);
        let patch = fs::read_to_string(dir.path().join("patch")).expect("text");
        assert_eq!(ours.as_ref().ok(), expected.as_ref(), "{n}: {ours:?}\n{patch}\n{meanwhile}");
        if expected.is_some() { n_applied += 1 } else { n_refused += 1 }
    }
    assert!(n_applied > 100 && n_refused > 20, "{n_applied} applied, {n_refused} refused");
}

#[test]
fn ends_without_a_newline_are_kept_added_and_taken_away() {
    let dir = tempfile::tempdir().expect("a directory");
    for (old, new) in [("a\nb", "a\nc"), ("a\nb\n", "a\nb"), ("a\nb", "a\nb\n"), ("b", "a\nb")] {
        assert!(diff(dir.path(), old, new));
        assert_eq!(by_us(dir.path(), old).as_deref(), Ok(new), "{old:?}");
    }
}

#[test]
fn files_are_made_removed_and_renamed_as_git_says() {
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("gone.c"), "x\n").expect("writable");
    fs::write(dir.path().join("was.c"), "one\ntwo\n").expect("writable");
    let patch = "diff --git a/made.c b/made.c\nnew file mode 100644\n--- /dev/null\n+++ b/made.c\n\
        @@ -0,0 +1,2 @@\n+1\n+2\ndiff --git a/gone.c b/gone.c\ndeleted file mode 100644\n\
        --- a/gone.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\ndiff --git a/was.c b/is.c\n\
        similarity index 50%\nrename from was.c\nrename to is.c\n--- a/was.c\n+++ b/is.c\n\
        @@ -1,2 +1,2 @@\n-one\n+ONE\n two\n";
    fs::write(dir.path().join("patch"), patch).expect("writable");
    let mut changes = Changes::new();
    let patch = Patch::read(&dir.path().join("patch")).expect("a patch");
    patch.apply(dir.path(), &mut changes).expect("applies");
    let expected = [
        ("gone.c", None),
        ("is.c", Some("ONE\ntwo\n")),
        ("made.c", Some("1\n2\n")),
        ("was.c", None),
    ];
    let expected = expected.map(|(name, text)| (name.into(), text.map(|t| t.as_bytes().to_vec())));
    assert_eq!(changes, Changes::from(expected));
}

/// Hunks for some lines of a text or of another one, with any context, `away` from where they fit.
fn hunks(lines: &[&str], away: usize, numbers: &mut Numbers) -> String {
    let (mut start, mut hunks) = (0, String::new());
    for _ in 0..=numbers.below(2) {
        start += numbers.below(lines.len() - start + 1);
        let (mut n_old, mut n_new, mut text) = (0, 0, String::new());
        for line in lines[start..].iter().take(1 + numbers.below(6)) {
            let line = if numbers.below(20) == 0 { "other" } else { line };
            match numbers.below(4) {
                0 => (n_old, text) = (n_old + 1, format!("{text}-{line}\n")),
                1 => (n_new, text) = (n_new + 1, format!("{text}+new\n")),
                _ => (n_old, n_new, text) = (n_old + 1, n_new + 1, format!("{text} {line}\n")),
            }
        }
        let at = if n_old > 0 { start + 1 + away } else { start };
        hunks += &format!("@@ -{at},{n_old} +{at},{n_new} @@\n{text}");
        start += n_old;
    }
    hunks
}

#[test]
fn hunks_of_any_shape_do_what_patch_does() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut numbers = Numbers(7);
    let mut n_applied = 0;
    for _ in 0..N_SHAPES {
        let n_lines = numbers.below(12);
        let lines: Vec<&str> = (0..n_lines).map(|_| ["a", "b", "c"][numbers.below(3)]).collect();
        let old: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let away = [0, 0, 0, 1, 2, 5, 1000][numbers.below(7)];
        let patch = format!("--- old\n+++ old\n{}", hunks(&lines, away, &mut numbers));
        fs::write(dir.path().join("patch"), &patch).expect("writable");
        let (expected, ours) = (by_patch(dir.path(), &old), by_us(dir.path(), &old));
        match &ours {
            // `patch` adds lines without context to the end of a file that is too short.
            Err(why) if why.contains("the file has only") => {}
            _ => assert_eq!(ours.as_ref().ok(), expected.as_ref(), "{old}{patch}{ours:?}"),
        }
        n_applied += usize::from(ours.is_ok());
    }
    assert!((N_SHAPES / 5..N_SHAPES * 4 / 5).contains(&n_applied), "{n_applied}");
}

/// What `patch` 2.7.6 says to each is in the comment; it leaves the file as it is.
#[test]
fn hunks_that_are_not_what_their_headers_say_are_refused() {
    let refused = |hunks: &str| changed("a\nb\nc\n", hunks).expect_err("refused");
    let expected = [
        // malformed patch at line 6
        ("@@ -1,3 +1,3 @@\n a\n b\n c\n", "patch:3: the hunk changes nothing"),
        ("@@ -2,1 +2,1 @@\n-b\n+B\n@@ -3,1 +3,1 @@\n c\n", "patch:6: the hunk changes nothing"),
        // malformed patch at line 3
        ("@@ -0,0 +0,0 @@\n", "patch:3: the hunk changes nothing"),
        // malformed patch at line 5
        ("@@ -2,1 +2,2 @@\n-b\n-c\n+B\n+c\n", "patch:5: the hunk is longer than its header says"),
        ("@@ -2,2 +2,1 @@\n+B\n+c\n-b\n-c\n", "patch:5: the hunk is longer than its header says"),
        // malformed patch at line 4
        ("@@ -2 +2 @@\n\\ No\n-b\n+B\n", "patch:4: the hunk is shorter than its header says"),
        // malformed patch at line 6, 7
        (
            "@@ -1,3 +1,3 @@\n a\n-b\n\\ No\n+B\n c\n",
            "patch:6: more lines follow the end of the file",
        ),
        (
            "@@ -1,3 +1,3 @@\n a\n-b\n+B\n\\ No\n c\n",
            "patch:7: more lines follow the end of the file",
        ),
        // patch unexpectedly ends in middle of line
        ("@@ -2 +2 @@\n-b\n+B", "patch:5: the patch ends in the middle of a line"),
    ];
    for (hunks, why) in expected {
        assert_eq!(refused(hunks), why, "{hunks}");
    }
}

#[test]
fn line_numbers_may_be_far_away_but_the_search_ends_with_the_file() {
    let old = "a\nb\nc\n";
    for line in [1000, u64::from(u32::MAX), u64::MAX >> 2] {
        let found = changed(old, &format!("@@ -{line},1 +1,1 @@\n-b\n+B\n"));
        assert_eq!(found.as_deref(), Ok("a\nB\nc\n"), "{line}");
        let missing = changed(old, &format!("@@ -{line},1 +1,1 @@\n-x\n+X\n")).unwrap_err();
        assert!(missing.ends_with("the file ends before `x`"), "{missing}");
        let behind = changed(old, &format!("@@ -{line},0 +1,1 @@\n+X\n")).unwrap_err();
        assert!(behind.ends_with("the file has only 3 lines"), "{behind}");
        // The next hunk is looked for as far away as the first one was found.
        let hunks = format!("@@ -{line} +{line} @@\n-b\n+B\n@@ -1 +1 @@\n-c\n+C\n");
        assert_eq!(changed(old, &hunks).as_deref(), Ok("a\nB\nC\n"), "{line}");
        let cut = changed(old, &format!("@@ -1,{line} +1,{line} @@\n-b\n+B\n")).unwrap_err();
        assert_eq!(cut, "patch:6: the hunk is cut off");
    }
    // `patch`: line number … is too large, or malformed patch
    for line in [u64::MAX, u64::MAX / 2, u64::MAX / 2 + 1] {
        let refused = changed(old, &format!("@@ -{line},1 +1,1 @@\n-b\n+B\n")).unwrap_err();
        assert_eq!(refused, "patch:3: the line number is too large");
    }
    let refused = changed(old, "@@ -99999999999999999999,1 +1,1 @@\n-b\n+B\n").unwrap_err();
    assert_eq!(refused, "patch:3: not a hunk header");
}

/// `patch`: misordered hunks! output would be garbled
#[test]
fn hunks_out_of_order_are_refused_even_if_they_fit_further_on() {
    let hunks = "@@ -5 +5 @@\n-e\n+E\n@@ -2 +2 @@\n-b\n+B\n";
    for old in ["a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\ne\nf\nb\n"] {
        let refused = changed(old, hunks).unwrap_err();
        assert!(refused.ends_with("it overlaps the hunk before it, or belongs before that"));
    }
}

/// As `patch` does, which also has a newline before what follows.
#[test]
fn an_end_without_a_newline_that_is_not_the_end_any_more_gets_one() {
    let hunk = "@@ -2 +2 @@\n-b\n+B\n\\ No newline at end of file\n";
    assert_eq!(changed("a\nb\nc\n", hunk).as_deref(), Ok("a\nB\nc\n"));
    assert_eq!(changed("a\nb\n", hunk).as_deref(), Ok("a\nB"));
    let context = "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n\\ No newline at end of file\n";
    assert_eq!(changed("a\nb\nc\n", context).as_deref(), Ok("a\nB\nc\n"));
}

const CHANGE_F: &str = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n";
const REMOVE_F: &str = "--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n";
const RENAME_F: &str = "diff --git a/f b/g\nsimilarity index 100%\nrename from f\nrename to g\n";
const COPY_F: &str = "diff --git a/f b/g\nsimilarity index 90%\ncopy from f\ncopy to g\n";
const MAKE_G: &str = "--- /dev/null\n+++ b/g\n@@ -0,0 +1 @@\n+new\n";
const CHANGE_G: &str = "--- a/g\n+++ b/g\n@@ -1 +1 @@\n-new\n+newer\n";

/// Files after a patch to `f` and `other`.
fn left(parts: &[&str]) -> Result<Vec<(String, String)>, String> {
    let left = applied(&[("f", "a\nb\n"), ("other", "a\nb\n")], &parts.concat())?;
    let there = left.into_iter().filter_map(|(path, text)| Some((path, text?)));
    let named = there.map(|(path, text)| (path.display().to_string(), text));
    Ok(named.filter(|(name, _)| name != "other").collect())
}

#[test]
fn what_a_patch_removed_or_renamed_is_gone_for_its_later_parts() {
    let gone = "patch does not apply: f was removed or renamed before this change";
    for first in [REMOVE_F, RENAME_F] {
        for later in [CHANGE_F, REMOVE_F, RENAME_F] {
            let later = format!("diff --git a/f b/f\n{later}");
            let refused = left(&[first, &later]).unwrap_err();
            if (first, later.ends_with(RENAME_F)) == (RENAME_F, true) {
                assert_eq!(refused, "patch does not apply: g already exists");
            } else {
                assert_eq!(refused, gone);
            }
        }
    }
}

/// Also when the file is on the disk, where it was looked for again.
#[test]
fn a_file_on_the_disk_is_gone_once_a_patch_removed_it() {
    let dir = tempfile::tempdir().expect("a directory");
    fs::write(dir.path().join("f"), "a\nb\n").expect("writable");
    let patch = Patch::parse(Path::new("patch"), [REMOVE_F, CHANGE_F].concat().as_bytes());
    let refused = patch.expect("a patch").apply(dir.path(), &mut Changes::new()).unwrap_err();
    let gone = "patch does not apply: f was removed or renamed before this change";
    assert_eq!(refused.to_string(), gone);
}

#[test]
fn later_parts_of_a_patch_see_what_earlier_ones_made() {
    let g = |text: &str| Ok(vec![("f".into(), "a\nb\n".into()), ("g".into(), text.into())]);
    assert_eq!(left(&[MAKE_G, CHANGE_G]), g("newer\n"));
    assert_eq!(left(&[CHANGE_F, "--- a/f\n+++ b/f\n@@ -2 +2 @@\n-B\n+C\n"]), {
        Ok(vec![("f".into(), "a\nC\n".into())])
    });
    // Removed and made again.
    let make_f = MAKE_G.replace("b/g", "b/f");
    assert_eq!(left(&[REMOVE_F, &make_f]), Ok(vec![("f".into(), "new\n".into())]));
    // Without /dev/null, as other tools than git write it.
    let make_g = MAKE_G.replace("/dev/null", "a/g");
    assert_eq!(left(&[&make_g]), g("new\n"));
    let twice = left(&[MAKE_G, MAKE_G]).unwrap_err();
    assert_eq!(twice, "patch does not apply: g already exists");
}

#[test]
fn a_file_with_other_lines_than_a_patch_removes_stays() {
    let part = "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n";
    let refused = left(&[part]).unwrap_err();
    assert!(refused.ends_with("f is not empty after the lines that the patch removes with it"));
}

#[test]
fn renamed_and_copied_files_have_their_own_changes_and_no_others() {
    let renamed = |text: &str| Ok(vec![("g".into(), text.into())]);
    let change_g = "--- a/f\n+++ b/g\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n";
    let change_other = CHANGE_F.replace("/f", "/other");
    let next = format!("diff --git a/other b/other\n{change_other}");
    assert_eq!(left(&[RENAME_F]), renamed("a\nb\n"));
    assert_eq!(left(&[RENAME_F, change_g]), renamed("a\nB\n"));
    assert_eq!(left(&[RENAME_F, &next]), renamed("a\nb\n"));
    assert_eq!(left(&[RENAME_F, change_g, &change_other]), renamed("a\nB\n"));
    let copied = |text: &str| Ok(vec![("f".into(), "a\nb\n".into()), ("g".into(), text.into())]);
    assert_eq!(left(&[COPY_F]), copied("a\nb\n"));
    assert_eq!(left(&[COPY_F, change_g]), copied("a\nB\n"));
    // A message may say anything.
    assert_eq!(left(&["rename from f\nrename to g\n", CHANGE_F]), {
        Ok(vec![("f".into(), "a\nB\n".into())])
    });
    // Without leading directories, as `git diff --no-prefix` writes names.
    let plain = |text: &str| text.replace("a/f", "f").replace("b/g", "g");
    assert_eq!(left(&[&plain(RENAME_F), &plain(change_g)]), renamed("a\nB\n"));
    let over = left(&[&RENAME_F.replace("to g", "to other")]).unwrap_err();
    assert_eq!(over, "patch does not apply: other already exists");
}

#[test]
fn no_name_leads_out_of_the_tree() {
    for name in ["../f", "/f", "a/../../f", "a/../f", "/etc/f", "."] {
        let patch = format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+new\n");
        let refused = left(&[&patch]).unwrap_err();
        let why = format!("patch does not apply: the file name {name} is not usable");
        assert_eq!(refused, why);
    }
}
