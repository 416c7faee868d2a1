//! What functions are called where each must be told from all others.

use patchlight_ir::Module;
use std::collections::HashMap;
use std::path::Path;

/// A name for each function of a module, none twice: its own, with its file if static functions of
/// several files have that name. It stays the same where other functions come or go.
pub fn function_labels(module: &Module) -> Vec<String> {
    let names = module.functions.iter().map(|function| function.name.clone()).collect();
    let file_of = |n: usize| -> Option<&str> {
        let body = module.functions[n].body()?;
        let file = body.locs.first()?.file;
        module.files.get(file.index()).map(String::as_str)
    };
    let file_name = |n: usize| Path::new(file_of(n)?).file_name()?.to_str();
    let labels = told_apart(names, |n, name| file_name(n).map(|file| format!("{name} ({file})")));
    let labels = told_apart(labels, |n, _| {
        let name = &module.functions[n].name;
        file_of(n).map(|file| format!("{name} ({file})"))
    });
    told_apart(labels, |n, label| Some(format!("{label} #{n}")))
}

/// Makes those that are there several times longer.
fn told_apart(labels: Vec<String>, longer: impl Fn(usize, &str) -> Option<String>) -> Vec<String> {
    let mut n_alike: HashMap<&str, u32> = HashMap::new();
    for label in &labels {
        *n_alike.entry(label).or_default() += 1;
    }
    let label = |(n, label): (usize, &String)| match n_alike[label.as_str()] {
        1 => label.clone(),
        _ => longer(n, label).unwrap_or_else(|| label.clone()),
    };
    labels.iter().enumerate().map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_ir::{Body, FileId, FuncKind, Function, Linkage, Loc, NameId};

    #[test]
    fn functions_of_one_name_are_told_apart_by_their_files() {
        let files = ["/a/html.c", "/a/xml.c", "/b/xml.c"].map(str::to_string).to_vec();
        let function = |(name, file): (&str, usize)| {
            let file = FileId::from_index(file);
            let function = NameId::from_index(0);
            let loc = Loc { file, line: 1, column: 1, function, inlined_at: None };
            let body = Body { locs: vec![loc], ..Body::default() };
            Function {
                name: name.to_string(),
                linkage: Linkage::Internal,
                n_params: 0,
                variadic: false,
                n_ret: 0,
                kind: FuncKind::Defined(Box::new(body)),
            }
        };
        let all =
            [("main", 0), ("render", 0), ("render", 1), ("render", 2), ("out", 1), ("out", 1)];
        let functions = all.into_iter().map(function).collect();
        let labels = function_labels(&Module { files, functions, ..Module::default() });
        let expected = [
            "main",
            "render (html.c)",
            "render (/a/xml.c)",
            "render (/b/xml.c)",
            "out (/a/xml.c) #4",
            "out (/a/xml.c) #5",
        ];
        assert_eq!(labels, expected);
    }
}
