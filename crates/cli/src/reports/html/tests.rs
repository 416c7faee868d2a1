use super::super::sample;
use super::*;

/// The names of all elements, with their attributes.
fn tags(html: &str) -> Vec<&str> {
    html.split('<').skip(1).filter_map(|rest| rest.split('>').next()).collect()
}

#[test]
fn hostile_texts_make_no_elements_handlers_or_styles() {
    let (plain, hostile) = (render(&sample::cut()), render(&sample::hostile()));
    for html in [&plain, &hostile] {
        let body = &html[html.find("<body>").unwrap()..html.rfind("<script>").unwrap()];
        for tag in tags(body) {
            let name = tag.trim_start_matches('/').split(' ').next().unwrap();
            assert!(!["img", "script", "style", "iframe"].contains(&name), "{tag}");
            // Every other part is a value in quotes.
            let names: String = tag.split('"').step_by(2).collect();
            assert!(!names.contains(" on") && !names.contains(" style"), "{tag}");
        }
        assert!(!html.contains("<img") && !html.contains('\u{202e}') && !html.contains('\x1b'));
        assert_eq!(html.matches("<script").count(), 1);
    }
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let html = render(&sample::cut());
    let body = &html[html.find("<body>").unwrap()..];
    for attribute in [" src=", "url(", "@import", "http-equiv=\"refresh"] {
        assert!(!html.contains(attribute), "{attribute}");
    }
    for link in body.split(" href=\"").skip(1) {
        assert!(link.starts_with('#'), "{}", &link[..40]);
    }
}

#[test]
fn every_element_that_is_opened_is_closed() {
    let html = render(&sample::hostile());
    let mut open: Vec<&str> = Vec::new();
    let body = &html[html.find("<body>").unwrap()..html.rfind("<script>").unwrap()];
    for tag in tags(body) {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        let is_void = ["input", "meta", "link"].contains(&name) || tag.ends_with('/');
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
            None if is_void => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, ["body"]);
}

#[test]
fn links_lead_to_findings_that_are_there_once() {
    let html = render(&sample::hostile());
    for link in html.split(" href=\"#").skip(1) {
        let id = link.split('"').next().unwrap();
        assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
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
