//! Annotations of a GitHub workflow: one `::error …::` a finding, within the limits of a step.

use super::escape;
use super::facts;
use super::rules::{Level, rule};
use crate::page::plural;
use patchlight_replay::Class;
use patchlight_results::{Finding, Results, Verdict};

/// GitHub shows so many errors, so many warnings and so many notices of a step.
const MOST: usize = 10;
/// It shows the first 4,096 characters of a message, give or take.
const LONGEST: usize = 3000;

pub fn render(results: &Results) -> String {
    let mut out = String::new();
    for level in [Level::Error, Level::Warning, Level::Note] {
        let of_level = |finding: &&Finding| rule(finding.class).level == level;
        let findings: Vec<&Finding> = facts::visible(results).filter(of_level).collect();
        // The last notice is the verdict; with more findings than fit, the last says how many.
        let room = if level == Level::Note { MOST - 1 } else { MOST };
        let n_shown = if findings.len() > room { room - 1 } else { findings.len() };
        for finding in &findings[..n_shown] {
            out += &annotation(results, level, finding);
        }
        if n_shown < findings.len() {
            let rest = plural(findings.len() - n_shown, "more finding", "more findings");
            let message = format!("{rest} like these; see the report");
            out += &command(level, &[("title", "Patchlight")], &message);
        }
    }
    let mut verdict = format!("{}: {}", facts::range(results), facts::verdict(results));
    if results.is_interrupted {
        verdict += " (interrupted)";
    }
    let level = match results.verdict() {
        Verdict::Inconclusive | Verdict::SuiteFailed => Level::Warning,
        _ => Level::Note,
    };
    let lines: Vec<String> = [verdict].into_iter().chain(facts::doubts(results)).collect();
    out + &command(level, &[("title", "Patchlight")], &lines.join("\n"))
}

fn annotation(results: &Results, level: Level, finding: &Finding) -> String {
    let title = format!("{} in {}", finding.class.name(), finding.program);
    let mut message = vec![escape::name(&finding.shape)];
    if let Some(place) = &finding.place {
        let path = escape::name(facts::path(results, place));
        message.push(format!("where: {path}:{}", place.line));
    }
    if let Some(what) = &finding.what {
        message.push(escape::name(what));
    }
    if let Some(condition) = &finding.condition {
        message.push(format!("when {}", escape::name(condition)));
    }
    message.push(format!("old: {}", escape::name(&finding.old.end)));
    message.push(format!("new: {}", escape::name(&finding.new.end)));
    // Fixes show their error in the old version.
    let command_line = match finding.class {
        Class::Fix => finding.old_command.as_ref(),
        _ => finding.new_command.as_ref(),
    };
    message.extend(command_line.map(|line| format!("run: {}", escape::name(line))));
    message.push(format!("id: {}", escape::name(&finding.id)));
    let mut properties = Vec::new();
    let (path, line);
    if let Some(anchor) = facts::anchor(results, finding) {
        (path, line) = (escape::name(anchor.path), anchor.line.to_string());
        properties.extend([("file", path.as_str()), ("line", line.as_str())]);
    }
    let title = escape::name(&title);
    properties.push(("title", title.as_str()));
    command(level, &properties, &message.join("\n"))
}

/// `::error file=a.c,line=1::message`, with everything escaped that would end a part of it.
fn command(level: Level, properties: &[(&str, &str)], message: &str) -> String {
    let name = match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |(name, value): &(&str, &str)| {
        format!("{name}={}", data(value).replace(':', "%3A").replace(',', "%2C"))
    };
    let properties: Vec<String> = properties.iter().map(property).collect();
    let message = data(&escape::shorten(message, LONGEST));
    format!("::{name} {}::{message}\n", properties.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_finding_is_annotated_where_it_is() {
        let text = render(&sample::cut());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with(
            "::error file=src/cut.c,line=43,title=regression in cut::heap-buffer-overflow in mark_fields at src/cut.c:27%0Awhere: src/cut.c:43%0Aonly the new version takes the branch%0Awhen "
        ), "{text}");
        assert!(lines[1].starts_with("::warning file=src/cut.c,line=94,"), "{text}");
        assert!(
            lines.last().unwrap().starts_with("::notice title=Patchlight::HEAD~1..HEAD: 1 reg")
        );
        assert_eq!(lines.len(), 5);
    }

    #[test]
    fn no_step_has_more_than_ten_of_a_kind() {
        let text = render(&sample::many(300));
        for kind in ["::error ", "::warning ", "::notice "] {
            assert_eq!(text.lines().filter(|line| line.starts_with(kind)).count(), 10, "{kind}");
        }
    }

    /// The runner takes a line for a command if it begins with `::`, and splits it at `::`, `,`
    /// and `=`.
    #[test]
    fn hostile_texts_make_no_commands() {
        let results = sample::hostile();
        let text = render(&results);
        for line in text.lines() {
            let (head, _) = line[2..].split_once("::").unwrap();
            let (name, properties) = head.split_once(' ').unwrap();
            assert!(["error", "warning", "notice"].contains(&name));
            for property in properties.split(',') {
                let (name, _) = property.split_once('=').unwrap();
                assert!(["file", "line", "title"].contains(&name), "{property}");
            }
        }
        assert_eq!(text.lines().count(), 5);
    }
}
