//! Texts for `--help` that the patch itself changes: that they differ is no news.

use patchlight_replay::Case;
use patchlight_results::{Behaviour, Finding, PatchedFile};

/// Words that a line may begin with and that its source does not have, such as the program's name.
const MOST_OTHER: usize = 2;
/// Shorter pieces are found everywhere.
const SHORTEST: usize = 4;

/// The lines that a patch removes and adds, as words.
#[derive(Default)]
pub struct PatchedTexts {
    old: String,
    new: String,
}

impl PatchedTexts {
    pub fn of(patch: &[PatchedFile]) -> PatchedTexts {
        let mut texts = PatchedTexts::default();
        for line in patch.iter().flat_map(|file| &file.hunks).flatten() {
            let text = match (line.old, line.new) {
                (Some(_), None) => &mut texts.old,
                (None, Some(_)) => &mut texts.new,
                _ => continue,
            };
            let plain = line.text.replace("\\n", " ").replace("\\t", " ").replace('"', " ");
            text.push_str(&words(&plain));
            text.push(' ');
        }
        texts
    }

    /// Whether a finding shows nothing but lines of a usage message that the patch changes.
    pub fn explain(&self, finding: &Finding) -> bool {
        let Finding { old, new, case, .. } = finding;
        let sees_more =
            (&old.end, &old.sanitizer, &old.files) != (&new.end, &new.sanitizer, &new.files);
        if sees_more || !is_usage(case, old) && !is_usage(case, new) {
            return false;
        }
        let streams = [(&old.stdout, &new.stdout), (&old.stderr, &new.stderr)];
        streams.iter().all(|(old, new)| {
            let [old, new] = [old, new].map(|text| lines(&text.0));
            let are_there = |own: &[String], other: &[String], text: &str| {
                own.iter().filter(|line| !other.contains(line)).all(|line| is_in(line, text))
            };
            are_there(&old, &new, &self.old) && are_there(&new, &old, &self.new)
        })
    }
}

fn is_usage(case: &Case, behaviour: &Behaviour) -> bool {
    let asks = ["--help", "-h", "-?", "--usage", "--version", "-V"];
    let is_asked =
        case.run.args.iter().any(|arg| asks.iter().any(|ask| arg.0.as_slice() == ask.as_bytes()));
    let shows = |text: &[u8]| String::from_utf8_lossy(text).to_lowercase().contains("usage:");
    is_asked || shows(&behaviour.stdout.0) || shows(&behaviour.stderr.0)
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    text.lines().map(words).filter(|line| !line.is_empty()).collect()
}

/// Whether a line, but for its first words, stands in a text.
fn is_in(line: &str, text: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    (0..=MOST_OTHER.min(words.len() - 1)).any(|first| {
        let rest = words[first..].join(" ");
        rest.len() >= SHORTEST && text.contains(&rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_replay::Latin1;
    use patchlight_results::Line;
    use serde_json::json;

    fn finding(old: &str, new: &str) -> Finding {
        let does = |text: &str| Behaviour {
            end: "exit 0".to_string(),
            stdout: Latin1(text.as_bytes().to_vec()),
            ..Behaviour::default()
        };
        serde_json::from_value(json!({
            "id": "0123456789ab", "program": "p", "class": "output_difference", "shape": "x",
            "place": null, "what": null, "condition": null, "phase": "suite", "n_cases": 1,
            "tests": [], "old_command": null, "new_command": null, "case": Case::default(),
            "old": does(old), "new": does(new), "is_accepted": false,
        }))
        .expect("a finding")
    }

    #[test]
    fn usage_that_the_patch_changes_is_no_news() {
        let line = |old: Option<u32>, new: Option<u32>, text: &str| Line {
            old,
            new,
            text: text.to_string(),
            ..Line::default()
        };
        let hunk = vec![
            line(Some(3), None, r#"  printf("Usage: %s [-f N] FILE\n", name);"#),
            line(None, Some(3), r#"  printf("Usage: %s [-f N] [-v] FILE\n", name);"#),
            line(None, Some(4), r#"  puts("  -v\tsay more");"#),
        ];
        let file = PatchedFile { hunks: vec![hunk], ..PatchedFile::default() };
        let texts = PatchedTexts::of(&[file]);
        let (old, new) =
            ("Usage: p [-f N] FILE\n", "Usage: p [-f N] [-v] FILE\n  -v    say more\n");
        assert!(texts.explain(&finding(old, new)));
        assert!(!texts.explain(&finding(old, &format!("{new}3 files\n"))), "something else");
        assert!(!texts.explain(&finding("2\n", "3\n")), "no usage");
        let mut fails = finding(old, new);
        fails.new.end = "exit 1".to_string();
        assert!(!texts.explain(&fails), "another end");
    }
}
