//! `patchlight.toml`: a bad one is an error, a good one comes back equal when it is written.

use patchlight_project::config::Config;

pub fn hold(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(config) = Config::parse(text) else { return };
    let written = toml::to_string(&config).expect("a configuration can be written");
    let read = Config::parse(&written).unwrap_or_else(|error| panic!("{error:#}\n{written}"));
    assert_eq!(read, config, "{written}");
}
