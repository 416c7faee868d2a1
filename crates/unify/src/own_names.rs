//! What a function of the old version is called in a module that has another one of that name.

const MARK: &str = " (old)";

/// The name of the old version's function.
pub fn of_old(name: &str) -> String {
    format!("{name}{MARK}")
}

/// What a function is called in its own version, and whether its name here is that of the old
/// version's function beside another one.
pub fn in_its_version(name: &str) -> (&str, bool) {
    match name.strip_suffix(MARK) {
        Some(name) => (name, true),
        None => (name, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_was_made() {
        assert_eq!(in_its_version(&of_old("scale")), ("scale", true));
        assert_eq!(in_its_version("scale"), ("scale", false));
    }
}
