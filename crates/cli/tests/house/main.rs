//! How the project is laid out: crates and their modules import one another in one direction, and
//! files stay small. Nothing is built or run; the sources are read.

mod graph;
mod imports;
mod tokens;

use graph::{Edge, Graph};
use imports::Sources;
use std::fs;
use std::path::{Path, PathBuf};

/// The binary is glue.
const MAX_LINES_OF_CLI: usize = 4_000;

const MAX_LINES_OF_FILE: usize = 800;

/// Files that may be longer, since they are tables.
const TABLES: &[&str] = &[
    // One arm per op, in one loop.
    "crates/engine/src/interp.rs",
    // One test per construct.
    "crates/llvm/tests/lower.rs",
];

/// Crates in which some modules import one another. No module may join them, and whoever takes one
/// out of its cycle takes it off this list.
const KNOWN_CYCLES: &[(&str, &[&str])] = &[
    ("engine", &["builtin", "interp", "program", "state", "summary"]),
    ("expr", &["rewrite", "terms"]),
    (
        "posix",
        &["calls", "kernel", "run", "signals", "symbolic", "symbolic_files", "symbolic_terminals"],
    ),
    ("project", &["git", "snapshot"]),
    ("replay", &["minimise", "report"]),
    ("solver", &["bytes", "solver", "z3"]),
    ("unify", &["likeness", "patterns", "summary", "symbols"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The directories below `crates`, by name.
fn crates() -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(root().join("crates")).expect("a directory of crates");
    let dirs = entries.map(|entry| entry.expect("a readable directory").path());
    let mut crates: Vec<_> = dirs
        .filter(|dir| dir.join("Cargo.toml").is_file())
        .map(|dir| (dir.file_name().unwrap().to_string_lossy().into_owned(), dir))
        .collect();
    crates.sort();
    crates
}

/// The Rust files below a directory, sorted.
fn rust_files(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let Ok(entries) = fs::read_dir(dir) else { return files };
    for entry in entries {
        let path = entry.expect("a readable directory").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn n_lines(file: &Path) -> usize {
    fs::read_to_string(file).expect("a readable source").lines().count()
}

fn name_from_root(file: &Path) -> String {
    file.strip_prefix(root()).expect("a file of ours").display().to_string()
}

#[test]
fn crates_depend_on_one_another_in_one_direction_also_in_their_tests() {
    let crates = crates();
    let mut graph = Graph::default();
    for (_, dir) in &crates {
        let manifest = dir.join("Cargo.toml");
        let text = fs::read_to_string(&manifest).expect("a readable manifest");
        let table: toml::Table = text.parse().expect("a manifest");
        let package = table["package"]["name"].as_str().expect("a name").to_string();
        for (kind, dependency) in dependencies(&table) {
            let line = text.lines().position(|line| line.starts_with(&dependency)).unwrap_or(0) + 1;
            let place = format!("{}:{line}: {kind}", name_from_root(&manifest));
            graph.add(Edge { from: package.clone(), to: dependency, place });
        }
    }
    let cycles = graph.describe_cycles();
    assert!(cycles.is_empty(), "crates depend on one another in a circle\n{cycles}");
}

/// All dependencies of a package with the table that they stand in, those of others included: no
/// cycle leads through them.
fn dependencies(manifest: &toml::Table) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let targets = manifest.get("target").and_then(|targets| targets.as_table());
    let of_targets = targets.into_iter().flat_map(|targets| targets.values());
    for table in of_targets.filter_map(|table| table.as_table()).chain([manifest]) {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let names = table.get(kind).and_then(|table| table.as_table());
            found.extend(names.into_iter().flat_map(|t| t.keys()).map(|name| (kind, name.clone())));
        }
    }
    found
}

#[test]
fn modules_of_a_crate_import_one_another_in_one_direction() {
    let mut problems = String::new();
    for (name, dir) in crates() {
        let sources = Sources::read(&dir.join("src"), &root());
        let known = KNOWN_CYCLES.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, k)| *k);
        let graph = sources.graph();
        let in_cycles = graph.nodes_in_cycles();
        let is_new = |node: &&String| !known.contains(&node.as_str());
        if in_cycles.iter().any(|node| is_new(&node)) {
            problems += &format!("crate `{name}`:\n{}", graph.describe_cycles());
        }
        for gone in known.iter().filter(|node| !in_cycles.contains(**node)) {
            problems += &format!("crate `{name}`: `{gone}` is in no cycle, take it off the list\n");
        }
    }
    assert!(problems.is_empty(), "modules import one another in a circle\n{problems}");
}

#[test]
fn the_binary_is_glue() {
    let files = rust_files(&root().join("crates/cli/src"));
    let mut sizes: Vec<(usize, String)> =
        files.iter().map(|file| (n_lines(file), name_from_root(file))).collect();
    sizes.sort_by(|a, b| b.cmp(a));
    let n: usize = sizes.iter().map(|(n, _)| n).sum();
    let largest = sizes.iter().take(10).map(|(n, name)| format!("  {n:5} {name}\n"));
    assert!(
        n <= MAX_LINES_OF_CLI,
        "crates/cli/src has {n} lines, {MAX_LINES_OF_CLI} at most: what is not about the command \
         line belongs to another crate\n{}",
        largest.collect::<String>()
    );
}

#[test]
fn files_are_short() {
    let mut problems = String::new();
    for file in crates().iter().flat_map(|(_, dir)| rust_files(dir)) {
        let (n, name) = (n_lines(&file), name_from_root(&file));
        match (n > MAX_LINES_OF_FILE, TABLES.contains(&name.as_str())) {
            (true, false) => problems += &format!("  {name}: {n} lines\n"),
            (false, true) => problems += &format!("  {name}: short by now, take it off the list\n"),
            _ => {}
        }
    }
    assert!(problems.is_empty(), "files have {MAX_LINES_OF_FILE} lines at most\n{problems}");
}

/// `make test` does not ask each crate for examples in comments: there would be nothing but the asking.
#[test]
fn comments_have_no_examples_that_nobody_runs() {
    for (_, dir) in crates() {
        for file in rust_files(&dir.join("src")) {
            let text = fs::read_to_string(&file).expect("a source");
            let mut is_inside = false;
            for line in text.lines().map(str::trim_start) {
                let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
                let Some(fence) = comment.and_then(|line| line.trim_start().strip_prefix("```"))
                else {
                    continue;
                };
                assert!(is_inside || fence == "text", "{}: {line}", name_from_root(&file));
                is_inside = !is_inside;
            }
        }
    }
}
