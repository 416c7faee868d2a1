//! What holds for every page, whatever it shows.

/// The names of all elements, with their attributes.
fn tags(html: &str) -> Vec<&str> {
    html.split('<').skip(1).filter_map(|rest| rest.split('>').next()).collect()
}

/// What is between the head and the script.
fn body(html: &str) -> &str {
    &html[html.find("<body>").unwrap()..html.rfind("<script>").unwrap()]
}

pub fn nothing_acts(html: &str) {
    for tag in tags(body(html)) {
        let name = tag.trim_start_matches('/').split(' ').next().unwrap();
        assert!(!["img", "script", "style", "iframe"].contains(&name), "{tag}");
        // Every other part is a value in quotes.
        let names: String = tag.split('"').step_by(2).collect();
        assert!(!names.contains(" on") && !names.contains(" style"), "{tag}");
    }
    assert!(!html.contains("<img") && !html.contains('\u{202e}') && !html.contains('\x1b'));
    assert_eq!(html.matches("<script").count(), 1);
}

pub fn nothing_is_loaded(html: &str) {
    let body = &html[html.find("<body>").unwrap()..];
    for attribute in [" src=", "url(", "@import", "http-equiv=\"refresh"] {
        assert!(!html.contains(attribute), "{attribute}");
    }
    for link in body.split(" href=\"").skip(1) {
        assert!(link.starts_with('#'), "{}", &link[..40]);
    }
}

pub fn all_is_closed(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in tags(body(html)) {
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

pub fn links_lead_to_one_place(html: &str) {
    for link in html.split(" href=\"#").skip(1) {
        let id = link.split('"').next().unwrap();
        assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
}
