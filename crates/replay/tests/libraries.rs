//! Programs run with the shared libraries that they were built with, or not at all.

mod support;

use patchlight_replay::{End, Executable, LibrarySearch, RunFailure, Sandbox, SandboxConfig};
use std::fs;
use std::path::Path;
use std::process::Command;
use support::{NAMESPACES, case, config, never, plain_config, scratch};

const MAIN: &str = "const char *zlibVersion(void); int puts(const char *);\n\
                    int main(void) { return puts(zlibVersion()) < 0; }\n";

fn cc(dir: &Path, args: &[&str]) {
    let status = Command::new("cc").args(args).current_dir(dir).status();
    assert!(status.expect("a C compiler").success(), "{args:?}");
}

/// A library with the name of one of the system's, in a directory of its own, and a program that
/// needs it.
fn build(dir: &Path, says: &str, link: &[&str]) {
    fs::create_dir_all(dir.join("out/lib")).unwrap();
    let library = format!("const char *zlibVersion(void) {{ return \"{says}\"; }}\n");
    fs::write(dir.join("z.c"), library).unwrap();
    fs::write(dir.join("main.c"), MAIN).unwrap();
    let soname = "-Wl,-soname,libz.so.1";
    cc(dir, &["-shared", "-fPIC", soname, "-o", "out/lib/libz.so.1.99", "z.c"]);
    let args = ["-o", "out/main", "main.c", "out/lib/libz.so.1.99"];
    cc(dir, &[&args, link].concat());
}

fn run(config: &SandboxConfig, executable: Executable) -> Result<(End, String), RunFailure> {
    let mut sandbox = Sandbox::start(config, &[executable]).expect("a sandbox");
    let outcome = sandbox.run(0, &case(&[]), &never()).expect("a worker that lives")?;
    Ok((outcome.end, String::from_utf8_lossy(&outcome.stdout.bytes).into_owned()))
}

#[test]
fn a_library_of_the_build_comes_before_one_of_the_system_with_the_same_name() {
    let dir = scratch();
    build(dir.path(), "ours", &[]);
    let search = LibrarySearch::built_in(&dir.path().join("out"));
    let without_mounts = |mut config: SandboxConfig| {
        config.without = NAMESPACES.to_vec();
        config
    };
    let configs = [
        config(dir.path()),
        plain_config(dir.path()),
        without_mounts(config(dir.path())),
        without_mounts(plain_config(dir.path())),
    ];
    for config in configs {
        let exe = Executable::open_with(&dir.path().join("out/main"), &search).unwrap();
        assert_eq!(run(&config, exe), Ok((End::Exit(0), "ours\n".to_string())), "{config:?}");
    }
}

#[test]
fn libraries_are_found_where_executables_say() {
    for link in ["-Wl,-rpath,$ORIGIN/lib", "-Wl,--disable-new-dtags,-rpath,$ORIGIN/lib"] {
        let dir = scratch();
        build(dir.path(), "beside", &[link]);
        let lib = dir.path().join("out/lib");
        fs::rename(lib.join("libz.so.1.99"), lib.join("libz.so.1")).unwrap();
        let exe = Executable::open(&dir.path().join("out/main")).unwrap();
        assert_eq!(run(&config(dir.path()), exe), Ok((End::Exit(0), "beside\n".to_string())));
    }
}

#[test]
fn what_a_library_needs_is_there_too() {
    let dir = scratch();
    build(dir.path(), "deep", &[]);
    fs::write(dir.path().join("mid.c"), MAIN.replace("main", "mid")).unwrap();
    fs::write(dir.path().join("top.c"), "int mid(void); int main(void) { return mid(); }").unwrap();
    let mid = ["-shared", "-fPIC", "-o", "out/libmid.so", "mid.c", "out/lib/libz.so.1.99"];
    cc(dir.path(), &mid);
    cc(dir.path(), &["-o", "out/top", "top.c", "-Lout", "-lmid", "-Wl,--allow-shlib-undefined"]);
    let search = LibrarySearch::built_in(&dir.path().join("out"));
    let exe = Executable::open_with(&dir.path().join("out/top"), &search).unwrap();
    let names: Vec<&str> = exe.libraries.iter().map(|library| library.name.as_str()).collect();
    assert_eq!(names, ["libmid.so", "libz.so.1"]);
    assert_eq!(run(&config(dir.path()), exe), Ok((End::Exit(0), "deep\n".to_string())));
}

#[test]
fn a_program_that_would_load_another_library_is_not_run() {
    let dir = scratch();
    let system = Command::new("cc").arg("-print-file-name=libc.so.6").output().unwrap().stdout;
    let system = String::from_utf8(system).unwrap();
    let system = Path::new(system.trim()).canonicalize().unwrap();
    let system = system.parent().unwrap().display().to_string();
    // The directory that the program names comes before all others, and has the system's library.
    let other = Path::new(&system).join("libz.so.1");
    assert!(other.is_file(), "{} is part of every Debian", other.display());
    build(dir.path(), "ours", &[&format!("-Wl,--disable-new-dtags,-rpath,{system}")]);
    let mut exe = Executable::open(&dir.path().join("out/main")).unwrap();
    assert!(exe.libraries.is_empty());
    let path = dir.path().join("out/lib/libz.so.1.99");
    exe.libraries.push(patchlight_replay::Library { name: "libz.so.1".into(), path });
    let failure = run(&config(dir.path()), exe).unwrap_err();
    let RunFailure::NotStarted(why) = &failure else { panic!("{failure}") };
    assert!(why.starts_with("libz.so.1 would be loaded from "), "{why}");
}
