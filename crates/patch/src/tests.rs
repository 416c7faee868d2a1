//! Patches by `diff`, applied to texts that changed meanwhile: what `patch` makes of them, or that it
//! refuses them.

use super::{Changes, Patch};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

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
    fs::write(dir.join("old"), text).expect("writable");
    fs::remove_file(dir.join("new")).expect("there");
    let mut changes = Changes::new();
    let patch = Patch::read(&dir.join("patch")).map_err(|error| error.to_string())?;
    patch.apply(dir, &mut changes).map_err(|error| error.to_string())?;
    let text = changes.remove(Path::new("old")).flatten().ok_or("not changed")?;
    Ok(String::from_utf8_lossy(&text).into_owned())
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
