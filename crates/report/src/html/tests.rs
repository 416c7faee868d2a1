use super::*;
use crate::sample;

#[test]
fn hostile_texts_make_no_elements_handlers_or_styles() {
    checks::nothing_acts(&render(&sample::cut()));
    checks::nothing_acts(&render(&sample::hostile()));
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    checks::nothing_is_loaded(&render(&sample::cut()));
}

#[test]
fn every_element_that_is_opened_is_closed() {
    checks::all_is_closed(&render(&sample::hostile()));
}

#[test]
fn links_lead_to_findings_that_are_there_once() {
    checks::links_lead_to_one_place(&render(&sample::hostile()));
}

#[test]
fn five_hundred_findings_are_a_page_of_a_few_megabytes() {
    let html = render(&sample::many(500));
    assert_eq!(html.matches("<article").count(), 500);
    assert!(html.len() < 8 << 20, "{} bytes", html.len());
}

/// The examples of RFC 4648.
#[test]
fn base64_is_that_of_the_rfc() {
    let expected = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
    for (n, expected) in expected.iter().enumerate() {
        assert_eq!(base64(&b"foobar"[..n]), *expected);
    }
}

#[test]
fn a_suite_that_fails_newly_comes_first_with_its_output() {
    let mut results = sample::cut();
    let suite = results.suite.as_mut().expect("the sample has one");
    (suite.status, suite.old_status) = (2, Some(0));
    suite.output = "FAIL: a<b".to_string();
    let html = render(&results);
    let at = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text} is not there"));
    assert!(at("fails on the new version") < at("<pre>FAIL: a&lt;b</pre>"));
    assert!(at("FAIL: a&lt;b") < at("<article"));
    checks::all_is_closed(&html);
}
