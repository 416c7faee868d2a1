//! `make install` and `make uninstall`, with a binary that is built already; a first look around.

use crate::support::{Scratch, patchlight, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn make(target: &str, destination: &Path) {
    let mut make = Command::new("make");
    make.arg("--directory").arg(root()).arg(target);
    make.args([&format!("PATCHLIGHT={}", patchlight()), "CARGO=true", "PREFIX=/opt/a"]);
    let output = make.arg(format!("DESTDIR={}", destination.display())).output().expect("make");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// All files below a directory, relative to it.
fn files(dir: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = vec![dir.to_path_buf()];
    while let Some(path) = open.pop() {
        match fs::read_dir(&path) {
            Ok(entries) => open.extend(entries.map(|entry| entry.expect("an entry").path())),
            Err(_) => found.push(path.strip_prefix(dir).expect("below").display().to_string()),
        }
    }
    found.sort();
    found
}

#[test]
fn what_is_installed_is_where_shells_and_man_look_and_goes_away_again() {
    let scratch = Scratch::new("install");
    make("install", scratch.path());
    let prefix = scratch.path().join("opt/a");
    let is_manual = |file: &&String| file.starts_with("share/man/man1/patchlight");
    let installed = files(&prefix);
    let others: Vec<&String> = installed.iter().filter(|file| !is_manual(file)).collect();
    assert_eq!(
        others,
        [
            "bin/patchlight",
            "share/bash-completion/completions/patchlight",
            "share/fish/vendor_completions.d/patchlight.fish",
            "share/zsh/site-functions/_patchlight",
        ]
    );
    for page in ["patchlight.1", "patchlight-test.1", "patchlight-explore.1"] {
        let text = fs::read_to_string(prefix.join("share/man/man1").join(page)).expect("a page");
        assert!(text.contains(".SH SYNOPSIS"), "{page}: {text:.200}");
    }
    let bash = Command::new("bash").arg("-n").arg(prefix.join(others[1])).status();
    assert!(bash.expect("bash").success());
    let version = Command::new(prefix.join("bin/patchlight")).arg("--version").output();
    let version = String::from_utf8(version.expect("the binary").stdout).expect("UTF-8");
    assert_eq!(version, format!("patchlight {}\n", env!("CARGO_PKG_VERSION")));

    make("uninstall", scratch.path());
    assert_eq!(files(&prefix), Vec::<String>::new());
}

#[test]
fn doctor_says_what_first_use_gets_and_does_not_get_it() {
    let scratch = Scratch::new("doctor");
    let mut doctor = Command::new(patchlight());
    let output = doctor.arg("doctor").env("PATCHLIGHT_CACHE", scratch.path()).output();
    let output = output.expect("patchlight");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}");
    for line in ["absent   clang            not yet: ", "absent   libc             not yet: "] {
        assert!(text.contains(line), "{text}");
    }
    assert!(text.ends_with("ready for `patchlight setup`\n"), "{text}");
    assert!(!files(scratch.path()).iter().any(|file| file.contains("ziglang")));
}

#[test]
fn without_a_network_setup_takes_wheels_of_a_directory_and_no_others() {
    let scratch = Scratch::new("wheels");
    let wheels = scratch.path().join("wheels");
    fs::create_dir(&wheels).expect("a directory");
    let setup = |args: &[&str]| {
        let mut setup = Command::new(patchlight());
        setup.arg("setup").args(args).env("PATCHLIGHT_CACHE", scratch.path().join("cache"));
        // Where else pip would look.
        let output = setup.env_remove("PIP_FIND_LINKS").output().expect("patchlight");
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).expect("UTF-8"))
    };
    let (status, list) = setup(&["--requirements"]);
    assert_eq!(status, Some(0), "{list}");
    assert!(list.contains("ziglang==") && list.contains("--hash=sha256:"), "{list}");
    let (status, text) = setup(&["--wheels", &wheels.display().to_string()]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("No matching distribution found for ziglang"), "{text}");
}
