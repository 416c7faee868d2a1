//! What a finding changes for whoever uses the program, in a line.

use super::escape;
use patchlight_replay::{Case, quote};
use patchlight_results::{Behaviour, Finding};

/// How many variants of a finding are shown.
const MOST_VARIANTS: usize = 3;
/// Longer command lines and texts are cut.
const LONGEST_CALL: usize = 60;
const LONGEST_TEXT: usize = 40;
/// How many bytes are shown before those that differ in lines that begin alike.
const CONTEXT: usize = 8;
/// How `End::Timeout` is shown.
const NO_END: &str = "no end in time";

/// `` `fields 2-1` succeeds instead of failing with exit status 1 ``.
pub fn title(finding: &Finding) -> String {
    let call = call(finding);
    match what(&finding.old, &finding.new) {
        Some(what) => format!("{call} {what}"),
        None => format!("{call}: {}", escape::name(&finding.shape)),
    }
}

/// What else has the same cause, a line each.
pub fn variants(finding: &Finding) -> Vec<String> {
    let shown = finding.variants.iter().take(MOST_VARIANTS);
    let mut lines: Vec<String> = shown.map(title).collect();
    let n_more = finding.n_variants.saturating_sub(lines.len());
    if n_more > 0 {
        lines.push(format!("{n_more} more like this"));
    }
    lines
}

fn call(finding: &Finding) -> String {
    call_of(finding, &finding.case)
}

/// What both versions do alike: `` `fields 2-2` ``, or which data does not show it.
pub fn agreeing(finding: &Finding) -> Option<String> {
    let (case, agreeing) = (&finding.case.run, &finding.agreeing.as_ref()?.run);
    let text = |bytes: &[u8]| format!("`{}`", escape::shorten(&quote(bytes), LONGEST_TEXT));
    if case.args != agreeing.args {
        return Some(call_of(finding, finding.agreeing.as_ref()?));
    }
    if case.stdin != agreeing.stdin {
        return Some(format!("standard input {}", text(&agreeing.stdin.0)));
    }
    let files = case.files.iter().zip(&agreeing.files).find(|(a, b)| a.bytes != b.bytes);
    if let Some((_, file)) = files {
        return Some(format!("{} with {}", escape::name(&file.name), text(&file.bytes.0)));
    }
    let variables = case.env.iter().zip(&agreeing.env).find(|(a, b)| a.bytes != b.bytes);
    variables.map(|(_, one)| format!("{}={}", escape::name(&one.name), text(&one.bytes.0)))
}

/// The command line, without what else the program is run with.
fn call_of(finding: &Finding, case: &Case) -> String {
    let mut call = finding.program.clone();
    for arg in &case.run.args {
        call.push(' ');
        call.push_str(&quote(&arg.0));
    }
    format!("`{}`", escape::shorten(&escape::name(&call), LONGEST_CALL))
}

/// What the new version does otherwise; `None` if the shape says it best, as that of an error does.
fn what(old: &Behaviour, new: &Behaviour) -> Option<String> {
    if old.sanitizer.is_some() || new.sanitizer.is_some() {
        return None;
    }
    if old.end != new.end {
        let [was, is] = [&old.end, &new.end].map(|end| escape::name(end));
        return Some(match (status(&was), status(&is)) {
            (Some(status), Some("0")) => {
                format!("succeeds instead of failing with exit status {status}")
            }
            (Some("0"), Some(status)) => {
                format!("fails with exit status {status} instead of succeeding")
            }
            (Some(was), Some(is)) => format!("ends with exit status {is} instead of {was}"),
            (_, None) if new.end == NO_END => "no longer ends".to_string(),
            (None, _) if old.end == NO_END => format!("ends ({is}) where it did not before"),
            _ => format!("ends with {is} instead of {was}"),
        });
    }
    let streams =
        [(&old.stdout.0, &new.stdout.0, ""), (&old.stderr.0, &new.stderr.0, " on standard error")];
    let streams = streams.into_iter().find(|(old, new, _)| old != new);
    if let Some((old, new, where_to)) = streams {
        return Some(match first_difference(old, new)? {
            (Some(was), Some(is)) => format!("prints {is} instead of {was}{where_to}"),
            (None, Some(is)) => format!("also prints {is}{where_to}"),
            (Some(was), None) => format!("no longer prints {was}{where_to}"),
            (None, None) => return None,
        });
    }
    None
}

fn status(end: &str) -> Option<&str> {
    end.strip_prefix("exit ")
}

type Lines = (Option<String>, Option<String>);

/// The first line of each that the other does not have there.
fn first_difference(old: &[u8], new: &[u8]) -> Option<Lines> {
    let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
        bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    let (old, new) = (lines(old), lines(new));
    let n_same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (was, is) = (old.get(n_same), new.get(n_same));
    // A line more, before a line that both have, is no other line.
    let (was, is) = match (was, is) {
        (Some(was), Some(_)) if new[n_same..].contains(was) && new.len() > old.len() => {
            (None, new.get(n_same))
        }
        (Some(_), Some(is)) if old[n_same..].contains(is) && old.len() > new.len() => {
            (old.get(n_same), None)
        }
        both => both,
    };
    let only_newline = match (was, is) {
        (Some(was), Some(is)) => {
            was.strip_suffix(b"\n").unwrap_or(was) == is.strip_suffix(b"\n").unwrap_or(is)
        }
        _ => false,
    };
    // Of long lines that begin alike, what differs is shown.
    let n_alike = match (was, is) {
        (Some(was), Some(is)) if was.len().max(is.len()) > LONGEST_TEXT => {
            was.iter().zip(is).take_while(|(was, is)| was == is).count()
        }
        _ => 0,
    };
    let n_left_out = if n_alike > LONGEST_TEXT / 2 { n_alike - CONTEXT } else { 0 };
    let shown = |line: &Vec<u8>| {
        let text = String::from_utf8_lossy(&line[n_left_out..]);
        let text = format!("{}{text}", if n_left_out > 0 { "…" } else { "" });
        let text = escape::shorten(&escape::name(text.trim_end_matches('\n')), LONGEST_TEXT);
        match only_newline && !line.ends_with(b"\n") {
            true => format!("`{text}` without a newline"),
            false => format!("`{text}`"),
        }
    };
    (was.is_some() || is.is_some()).then(|| (was.map(shown), is.map(shown)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_replay::Latin1;

    fn behaviour(end: &str, stdout: &str, stderr: &str) -> Behaviour {
        Behaviour {
            end: end.to_string(),
            stdout: Latin1(stdout.as_bytes().to_vec()),
            stderr: Latin1(stderr.as_bytes().to_vec()),
            ..Behaviour::default()
        }
    }

    #[test]
    fn a_title_says_what_changes_for_users() {
        let said = |old: (&str, &str, &str), new: (&str, &str, &str)| {
            what(&behaviour(old.0, old.1, old.2), &behaviour(new.0, new.1, new.2))
                .unwrap_or_default()
        };
        let exit = |n: &str| said(("exit 1", "", ""), (n, "x\n", ""));
        assert_eq!(exit("exit 0"), "succeeds instead of failing with exit status 1");
        assert_eq!(exit("exit 2"), "ends with exit status 2 instead of 1");
        assert_eq!(exit("no end in time"), "no longer ends");
        let prints = |old: &str, new: &str| said(("exit 0", old, ""), ("exit 0", new, ""));
        assert_eq!(prints("a\nb\n", "a\nc\n"), "prints `c` instead of `b`");
        assert_eq!(prints("a\nb\n", "a\nx\nb\n"), "also prints `x`");
        assert_eq!(prints("a\nb\n", "b\n"), "no longer prints `a`");
        assert_eq!(prints("a\n", "a"), "prints `a` without a newline instead of `a`");
        let errors = said(("exit 2", "", "usage\n"), ("exit 2", "", "use\n"));
        assert_eq!(errors, "prints `use` instead of `usage` on standard error");
    }
}
