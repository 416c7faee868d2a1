//! How the changes of a patch act together.

mod json;
mod page;
mod text;

use crate::picture;
use anyhow::{Context, Result, bail};
use patchlight_compare::interact::graph::Subject;
use patchlight_compare::interact::{Counts, Error, Found, Test};
use patchlight_guide::changes::{EdgeKind, NodeKind};
use std::fmt::Write;
use std::fs;
use std::ops::Deref;
use std::path::Path;

/// What was found, to be shown.
pub struct Report<'a>(pub &'a Found<'a>);

impl<'a> Deref for Report<'a> {
    type Target = Found<'a>;

    fn deref(&self) -> &Found<'a> {
        self.0
    }
}

impl Report<'_> {
    /// Writes `report.json`, `report.html`, the graph and the inputs.
    pub fn write(&self, dir: &Path) -> Result<()> {
        fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let text = serde_json::to_string_pretty(&self.json())?;
        fs::write(dir.join("report.json"), text)?;
        fs::write(dir.join("report.html"), page::render(&self.contents()))?;
        let errors = self.errors.iter().enumerate();
        for (n, error) in errors {
            let text = serde_json::to_string_pretty(&error.case)?;
            fs::write(dir.join(format!("error-{}.json", n + 1)), text)?;
        }
        write_graph(self.subject, &dir.join("graph.svg"))
    }
}

/// Writes the graph in the form that the name asks for.
pub fn write_graph(subject: &Subject<'_>, path: &Path) -> Result<()> {
    let text = match path.extension().and_then(|extension| extension.to_str()) {
        Some("json") => serde_json::to_string_pretty(&subject.json())?,
        Some("dot") => dot(subject),
        Some("svg") => picture::svg(&subject.data("")),
        _ => bail!("--graph {}: expected a .svg, .dot or .json file", path.display()),
    };
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn dot(subject: &Subject<'_>) -> String {
    let mut text = String::from("digraph changes {\n  node [fontname=\"monospace\"];\n");
    text += "  start [shape=point];\n";
    for number in subject.sequences.numbers() {
        let shape = match subject.sequences.node(number).kind {
            NodeKind::Change => "box, style=filled, fillcolor=lightgrey",
            NodeKind::Interaction => "diamond",
            NodeKind::Output => "ellipse",
        };
        let label = format!("{}\n{}", subject.short(number), subject.source_line(number));
        let label = label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let _ = writeln!(text, "  n{} [label=\"{label}\", shape={shape}];", number.0);
    }
    for start in &subject.sequences.starts {
        let _ = writeln!(text, "  start -> n{};", start.0);
    }
    for edge in &subject.sequences.edges {
        let style = match edge.kind {
            EdgeKind::Flow => "",
            EdgeKind::Dependence => " [style=dashed, constraint=false]",
        };
        let _ = writeln!(text, "  n{} -> n{}{style};", edge.from.0, edge.to.0);
    }
    text + "}\n"
}
