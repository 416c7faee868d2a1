//! Which modules of a crate import which.
//!
//! A module is one that the crate's root names, with all that is below it. The root itself is no
//! module: what it re-exports counts as its module's, what it defines as nobody's.

use crate::graph::{Edge, Graph};
use crate::tokens::{Token, tokens, without_tests};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

pub struct Sources {
    /// Each file's name, the way to its module, and its text.
    files: Vec<(String, Vec<String>, String)>,
    /// Names of the root, and the module that each comes from.
    names: BTreeMap<String, String>,
}

impl Sources {
    /// Reads the sources of a crate; files are named relative to `base`.
    pub fn read(src: &Path, base: &Path) -> Sources {
        let roots = [src.join("lib.rs"), src.join("main.rs")];
        let mut names = BTreeMap::new();
        let mut files = Vec::new();
        let mut test_only: BTreeSet<Vec<String>> = BTreeSet::new();
        for path in crate::rust_files(src) {
            let text = fs::read_to_string(&path).expect("a readable source");
            let module = if roots.contains(&path) { Vec::new() } else { module_of(src, &path) };
            let (tokens, tests) = without_tests(tokens(&text));
            test_only.extend(tests.into_iter().map(|name| [module.clone(), vec![name]].concat()));
            if roots.contains(&path) {
                names.extend(names_of_root(&tokens));
            } else {
                let name = path.strip_prefix(base).unwrap_or(&path).display().to_string();
                files.push((name, module, text));
            }
        }
        files
            .retain(|(_, module, _)| !(1..=module.len()).any(|n| test_only.contains(&module[..n])));
        Sources { files, names }
    }

    pub fn graph(&self) -> Graph {
        let mut graph = Graph::default();
        for (name, module, text) in &self.files {
            let (tokens, _) = without_tests(tokens(text));
            for (first, line) in paths_from_root(&tokens, module.len()) {
                let Some(to) = self.names.get(first) else { continue };
                if *to != module[0] {
                    let written = text.lines().nth(line - 1).unwrap_or_default().trim();
                    let place = format!("{name}:{line}: {written}");
                    graph.add(Edge { from: module[0].clone(), to: to.clone(), place });
                }
            }
        }
        graph
    }
}

/// `a/b.rs` and `a/b/mod.rs` are the module `a::b`.
fn module_of(src: &Path, file: &Path) -> Vec<String> {
    let mut path: PathBuf = file.strip_prefix(src).expect("a file of the crate").with_extension("");
    if path.ends_with("mod") {
        path.pop();
    }
    path.iter().map(|part| part.to_string_lossy().into_owned()).collect()
}

/// The modules that the root has, and what it re-exports or imports from them.
fn names_of_root(tokens: &[Token<'_>]) -> BTreeMap<String, String> {
    let word_after = |word: &'static str| {
        tokens.windows(2).enumerate().filter(move |(_, w)| w[0].text == word).map(|(n, _)| n + 1)
    };
    let mut names: BTreeMap<String, String> = word_after("mod")
        .map(|n| (tokens[n].text.to_string(), tokens[n].text.to_string()))
        .collect();
    for at in word_after("use") {
        for path in use_tree(&tokens[at..]) {
            let path = path.iter().skip_while(|part| matches!(**part, "crate" | "self" | "::"));
            let path: Vec<&str> = path.copied().collect();
            if let [module, .., name] = path[..]
                && names.get(module).is_some_and(|of| of == module)
            {
                // A module may have the name of a function that another one has: paths lead to it.
                names.entry(name.to_string()).or_insert(module.to_string());
            }
        }
    }
    names
}

/// The paths of a `use`; one with `as` ends with the new name.
fn use_tree<'a>(tokens: &[Token<'a>]) -> Vec<Vec<&'a str>> {
    let mut paths = Vec::new();
    let mut prefixes: Vec<Vec<&str>> = Vec::new();
    let mut path: Vec<&str> = Vec::new();
    for token in tokens {
        match token.text {
            "::" | "as" => {}
            "{" => prefixes.push(path.clone()),
            "," | "}" | ";" => {
                let prefix_len = prefixes.last().map_or(0, Vec::len);
                if path.len() > prefix_len {
                    paths.push(path);
                }
                match token.text {
                    ";" => break,
                    "}" => path = prefixes.pop().unwrap_or_default(),
                    _ => path = prefixes.last().cloned().unwrap_or_default(),
                }
                if token.text == "}" {
                    // What a group has in common is no path by itself.
                    path.truncate(prefixes.last().map_or(0, Vec::len));
                }
            }
            part => path.push(part),
        }
    }
    paths
}

/// The first part of each path that begins at the crate's root, with its line: `crate::a::B`,
/// `crate::{a::B, c}`, and as many `super` as the module is deep.
fn paths_from_root<'a>(tokens: &[Token<'a>], depth: usize) -> Vec<(&'a str, usize)> {
    let mut found = Vec::new();
    // How deep the braces of modules within the file are.
    let mut inner: Vec<usize> = Vec::new();
    let mut n_braces = 0;
    let mut at = 0;
    while at < tokens.len() {
        let text = |n: usize| tokens.get(at + n).map_or("", |token| token.text);
        match text(0) {
            "{" => n_braces += 1,
            "}" => {
                n_braces -= 1;
                inner.pop_if(|opened_at| *opened_at == n_braces);
            }
            "mod" if text(2) == "{" => inner.push(n_braces),
            "crate" if text(1) == "::" => found.extend(first_parts(&tokens[at + 2..])),
            "super" => {
                let n_supers = (0..).take_while(|n| text(2 * n) == "super").count();
                if n_supers == depth + inner.len() && text(2 * n_supers - 1) == "::" {
                    found.extend(first_parts(&tokens[at + 2 * n_supers..]));
                }
                at += 2 * n_supers - 2;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The first parts of what follows `crate::`.
fn first_parts<'a>(tokens: &[Token<'a>]) -> Vec<(&'a str, usize)> {
    let Some(first) = tokens.first() else { return Vec::new() };
    if first.text != "{" {
        return vec![(first.text, first.line)];
    }
    let mut found = Vec::new();
    let mut depth = 0;
    for pair in tokens.windows(2) {
        match pair[0].text {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        match (depth, pair[0].text) {
            (0, _) => break,
            (1, "{" | ",") if pair[1].text != "}" => found.push((pair[1].text, pair[1].line)),
            _ => {}
        }
    }
    found
}

#[test]
fn all_forms_of_paths_from_the_root_are_found() {
    let source = "use crate::a::B;\nuse crate::{c::{D, E}, f};\nuse super::g;\nuse super::super::h;\n\
                  mod inner {\n use super::super::i;\n use super::super::super::j; }\nlet k = crate::k();";
    let tokens = tokens(source);
    let found: Vec<&str> = paths_from_root(&tokens, 2).iter().map(|(first, _)| *first).collect();
    assert_eq!(found, ["a", "c", "f", "h", "j", "k"]);
}

#[test]
fn names_of_the_root_belong_to_their_modules() {
    let source = "mod a; pub mod b;\npub use a::{C, d::{E, F}, G as H, b};\npub use crate::b::I;\nuse std::J;";
    let names = names_of_root(&tokens(source));
    let found: Vec<(&str, &str)> = names.iter().map(|(n, m)| (n.as_str(), m.as_str())).collect();
    let expected =
        [("C", "a"), ("E", "a"), ("F", "a"), ("H", "a"), ("I", "b"), ("a", "a"), ("b", "b")];
    assert_eq!(found, expected);
}
