//! Results of a test: whatever stands in them, they come back equal when they are written, and every
//! report of them can be made, the same twice; their inputs can be exported, or it is said why not.

use patchlight_report::export::{Expected, Kind, make};
use patchlight_report::{FORMATS, Format, Screen, parse};
use patchlight_results::Results;
use std::path::Path;

pub fn hold(bytes: &[u8]) {
    let Ok(results) = parse(Path::new("results.json"), bytes) else { return };
    for format in &FORMATS {
        for screen in
            [Screen { width: 100, has_colour: false }, Screen { width: 1, has_colour: true }]
        {
            let report = render(format, &results, screen);
            assert_eq!(report, render(format, &results, screen), "{}", format.name);
            check_text(format, &report);
        }
    }
    for finding in &results.findings {
        for (kind, ..) in Kind::ALL {
            for expected in [None, Some(Expected::Old), Some(Expected::New)] {
                drop(make(kind, expected, &results, finding));
            }
        }
    }
}

fn render(format: &Format, results: &Results, screen: Screen) -> String {
    let rendered = format.render(results, screen);
    rendered.unwrap_or_else(|error| panic!("{}: {error:#}", format.name))
}

/// What a report is must not depend on what programs have written.
fn check_text(format: &Format, report: &str) {
    match format.name {
        "json" | "sarif" => {
            let read = serde_json::from_str::<serde_json::Value>(report);
            read.unwrap_or_else(|error| panic!("{}: {error}\n{report}", format.name));
        }
        _ => {}
    }
}
