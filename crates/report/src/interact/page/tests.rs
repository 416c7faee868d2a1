use super::*;
use crate::checks;
use crate::sample::{self, HOSTILE};
use patchlight_compare::interact::halves::{Half, Split};
use patchlight_replay::Judgement;
use serde_json::Value;

/// An error that needs changes 1 and 2, which meet at the third node; `text` is all of its texts.
fn error(text: &str, is_interaction: bool) -> Error {
    let parts = [BTreeSet::from([0]), BTreeSet::from([1]), BTreeSet::from([0, 1])];
    let halves = [Half::Passes, Half::DoesNotCompile, Half::Fails(text.to_string())];
    Error {
        what: text.to_string(),
        critical: vec![NodeNumber(0), NodeNumber(1)],
        n_tests: 2,
        command: Some(text.to_string()),
        case: Value::Null,
        split: Split {
            halves: parts.into_iter().zip(halves).collect(),
            needed: vec![(usize::from(!is_interaction)..2).collect()],
            is_cut: false,
            is_complete: true,
        },
        is_interaction,
        meets_definition: true,
        meets_at: vec![NodeNumber(2)],
        in_isolation: Some(0),
        critical_tests: [4, 2],
        other_tests: [12, 0],
    }
}

fn test(text: &str) -> Test {
    Test {
        name: text.to_string(),
        changes: vec![NodeNumber(0); 50],
        nodes: vec![NodeNumber(0), NodeNumber(2)],
        class: "regression",
        judgement: Some(Judgement::Bug),
        error: Some(0),
        case: Value::Null,
    }
}

fn page(text: &str) -> String {
    let change = |line: u32| Change {
        file: text.to_string(),
        old_start: line,
        new_start: line + 1,
        text: format!("-{text}\n-x\n+\ty{text}\n"),
    };
    let (texts, tests) = ([text.to_string()], [test(text), test(text)]);
    render(&Contents {
        graph: sample::graph(text),
        change_of: vec![Some(0), Some(1), None],
        n_interactions: 7,
        graph_seconds: 0.25,
        changes: vec![change(10), change(20)],
        initialisers: &texts,
        counts: Counts { tests: 16, different: 3, errors: 2 },
        isolation: Some(Counts { tests: 5, different: 1, errors: 0 }),
        errors: &[error(text, true), error(text, false)],
        tests: &tests,
        generated: Some((1.5, false, 3)),
        gaps: &texts,
    })
}

/// What a reader sees, in one line.
fn shown(html: &str) -> String {
    let body = &html[html.find("<main>").unwrap()..html.find("</main>").unwrap()];
    let text: String =
        body.split('<').map(|part| part.split_once('>').map_or("", |(_, text)| text)).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn sources_and_inputs_cannot_act() {
    checks::nothing_acts(&page("new.c"));
    checks::nothing_acts(&page(HOSTILE));
}

#[test]
fn the_page_is_well_formed_and_needs_nothing_but_itself() {
    checks::all_is_closed(&page(HOSTILE));
    checks::nothing_is_loaded(&page("new.c"));
}

#[test]
fn links_lead_to_nodes_changes_and_errors_that_are_there() {
    checks::links_lead_to_one_place(&page(HOSTILE));
}

#[test]
fn an_interaction_says_which_changes_meet_where() {
    let text = shown(&page("new.c"));
    assert!(text.contains("1 change interaction error and 1 error more"), "{text}");
    let meets = "change 1 at new.c:0 and change 2 at new.c:1 together affect new.c:2: new.c";
    assert!(text.contains(meets), "{text}");
    assert!(
        text.contains("It needs change 1 and change 2. No smaller part of the patch shows it.")
    );
    assert!(text.contains("change 2 fails by itself."));
}

/// 4 of 16 tests are critical, of which 2 fail.
#[test]
fn the_tables_are_those_of_the_paper() {
    let html = page("new.c");
    let cells = |cells: &[&str]| {
        let cells = cells.iter().map(|cell| format!("<td class=\"number\">{cell}</td>"));
        cells.collect::<String>()
    };
    for row in [
        &["1", "16", "3", "2"],
        &["0", "5", "1", "0"],
        &["12", "75.0 %", "0", "0.0 %"],
        &["4", "25.0 %", "2", "50.0 %"],
    ] {
        assert_eq!(html.matches(&cells(row)).count(), 1, "{row:?}");
    }
}

#[test]
fn lines_of_changes_have_the_numbers_of_their_version() {
    let html = page("new.c");
    for (class, numbers) in [
        ("removed", ["10", ""]),
        ("removed", ["11", ""]),
        ("added", ["", "11"]),
        ("added", ["", "21"]),
    ] {
        let [old, new] = numbers.map(|number| format!("<td class=\"n\">{number}</td>"));
        assert_eq!(html.matches(&format!("<tr class=\"{class}\">{old}{new}")).count(), 1);
    }
}

#[test]
fn what_was_left_out_is_said() {
    let text = shown(&page("a gap"));
    assert!(text.contains("Not all paths were run"), "{text}");
}
