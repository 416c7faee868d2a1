//! A script for a finding: runs both versions and shows how they differ.

use super::script::{Script, runner};
use super::{Made, NewFile};
use crate::path;
use patchlight_replay::sanitizer_flags;
use patchlight_results::{Finding, Results, slug};

pub fn script(results: &Results, finding: &Finding) -> Made {
    let name = format!("{}.sh", slug(&finding.id));
    let mut script = Script::default();
    script.line("#!/bin/sh");
    head(&mut script, results, finding);
    script.line("#");
    script.comment(&format!("Usage: sh {name} OLD NEW"));
    script.comment("OLD and NEW are executables of the two versions. Prints how they differ and exits with 0 if");
    script.comment("they do not, 1 if they do, 2 if they could not be run.");
    if finding.old.sanitizer.is_some() || finding.new.sanitizer.is_some() {
        let [flag, ..] = sanitizer_flags();
        script.comment(&format!("A sanitizer stopped a version: use builds with {flag}."));
    }
    arguments(&mut script, results, finding);
    runner(&mut script, finding)?;
    script.line(SHOW);
    Ok(vec![NewFile::script(name, script.finish())])
}

/// What the script is about.
pub fn head(script: &mut Script, results: &Results, finding: &Finding) {
    script.comment(&format!("{} in {}: {}", finding.class.name(), finding.program, finding.shape));
    script.comment(&format!(
        "{}, {}..{}, {}",
        results.project, results.old.name, results.new.name, finding.id
    ));
    if let Some(place) = &finding.place {
        let what = finding.what.as_deref().map_or(String::new(), |what| format!(": {what}"));
        script.comment(&format!("where: {}:{}{what}", path(results, place), place.line));
    }
    if let Some(condition) = &finding.condition {
        script.comment(&format!("when: {condition}"));
    }
    if let Some(user) = finding.case.run.user {
        script.comment(&format!("The program was run as user {user}."));
    }
}

fn arguments(script: &mut Script, results: &Results, finding: &Finding) {
    let (old, new) = super::executables(results, finding);
    let old = old.map(|path| script.word(path.as_bytes())).unwrap_or_default();
    let new = new.map(|path| script.word(path.as_bytes())).unwrap_or_default();
    script.line(&format!("\nold={old}\nnew={new}"));
    script.line(ARGUMENTS);
}

const ARGUMENTS: &str = r#"[ $# -lt 1 ] || old=$1
[ $# -lt 2 ] || new=$2
if [ -z "$old" ] || [ -z "$new" ] || [ $# -gt 2 ]; then
	echo "usage: sh $0 OLD NEW" >&2
	exit 2
fi"#;

const SHOW: &str = r#"
describe() {
	echo "status $(cat "$work/$1.status")"
	for part in out err files; do
		echo "== $part"
		cat -v "$work/$1.$part"
		echo
	done
}

run old "$old"
run new "$new"
describe old >"$work/old"
describe new >"$work/new"
if cmp -s "$work/old" "$work/new"; then
	cat "$work/new"
	echo "both versions behave the same"
	exit 0
fi
cd "$work" && diff -u old new
exit 1"#;
