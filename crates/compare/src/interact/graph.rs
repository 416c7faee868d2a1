//! The change sequence graph of a program, and its forms: JSON, Graphviz, a picture.

use super::changes::Changes;
use anyhow::{Context, Result};
use patchlight_engine::Program;
use patchlight_guide::callees::Precision;
use patchlight_guide::changes::{
    EdgeKind, Interactions, Marked, NodeKind, NodeNumber, SequenceGraph, StatementId, Statements,
};
use patchlight_guide::dependence::Dependences;
use patchlight_guide::distance::ToReturn;
use patchlight_guide::graph::Graph;
use patchlight_ir::{FuncId, Function, Module};
use patchlight_results::{self, ChangeGraph};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A source of the program's own.
pub struct SourceFile {
    /// What people call it.
    pub shown: String,
    pub path: PathBuf,
}

/// The new version, and what its changes have to do with one another.
pub struct Subject<'p> {
    pub program: &'p Program,
    /// The program's own sources, by their names in debug information.
    sources: BTreeMap<String, SourceFile>,
    pub graph: Graph,
    pub to_return: ToReturn,
    pub statements: Statements,
    /// Changed statements.
    pub changed: Vec<StatementId>,
    pub sequences: SequenceGraph,
    pub n_dependences: usize,
    /// Potential interaction locations, the unimportant ones too.
    pub n_interactions: usize,
    /// By node, its line of the source.
    texts: Vec<String>,
}

impl<'p> Subject<'p> {
    pub fn new(
        program: &'p Program,
        entry: &str,
        sources: BTreeMap<String, SourceFile>,
        changes: &Changes,
    ) -> Result<Subject<'p>> {
        let module = &program.module;
        let is_own = |function: &Function| {
            let loc = function.body().and_then(|body| body.locs.first());
            let file = loc.and_then(|loc| module.files.get(loc.file.index()));
            file.is_some_and(|file| sources.contains_key(file))
        };
        let is_own: Vec<bool> = module.functions.iter().map(is_own).collect();
        let is_own = |func: FuncId| is_own[func.index()];
        let entry = program.function_named(entry).context("the program has no entry point")?;
        let graph = Graph::new(module, Precision::Likely);
        let to_return = ToReturn::new(module, &graph);
        let statements = Statements::new(module, is_own);
        let mut changed = Vec::new();
        for (file, lines) in &changes.lines {
            for &line in lines {
                let files = module.files_named(file).into_iter();
                changed.extend(files.flat_map(|file| statements.at(file, line)));
            }
        }
        // A file may have several names.
        changed.sort_unstable();
        changed.dedup();
        let dependences = Dependences::new(module, |func| !is_own(func));
        let interactions = Interactions::new(&statements, &dependences, &changed);
        let sequences =
            SequenceGraph::new(module, &graph, entry, &statements, &changed, &interactions);
        let (n_dependences, n_interactions) = (dependences.n_edges(), interactions.all().len());
        let texts = texts(module, &sources, &statements, &sequences);
        Ok(Subject {
            program,
            sources,
            graph,
            to_return,
            statements,
            changed,
            sequences,
            n_dependences,
            n_interactions,
            texts,
        })
    }

    pub fn module(&self) -> &'p Module {
        &self.program.module
    }

    /// The graph in which changes have nothing to do with one another.
    pub fn in_isolation(&self) -> SequenceGraph {
        let (module, statements) = (self.module(), &self.statements);
        SequenceGraph::in_isolation(module, &self.graph, statements, &self.changed)
    }

    pub fn marked<'a>(&'a self, sequences: &'a SequenceGraph) -> Marked<'a> {
        Marked::new(self.module(), &self.statements, sequences)
    }

    /// The file and line of a node.
    pub fn place(&self, number: NodeNumber) -> (&str, u32) {
        let statement = self.statements.get(self.sequences.node(number).statement);
        let file = self.module().file(statement.file);
        (self.sources.get(file).map_or(file, |source| source.shown.as_str()), statement.line)
    }

    /// As `report.json` has it.
    pub fn data(&self, program: &str) -> ChangeGraph {
        let nodes = self.sequences.numbers().map(|number| {
            let node = self.sequences.node(number);
            let statement = self.statements.get(node.statement);
            let (file, line) = self.place(number);
            patchlight_results::GraphNode {
                id: number.index(),
                file: file.to_string(),
                line,
                function: self.module().functions[statement.func.index()].name.clone(),
                kind: match node.kind {
                    NodeKind::Change => patchlight_results::NodeKind::Change,
                    NodeKind::Interaction => patchlight_results::NodeKind::Interaction,
                    NodeKind::Output => patchlight_results::NodeKind::Output,
                },
                depends_on: node.depends_on.iter().map(|change| change.index()).collect(),
                text: self.source_line(number),
            }
        });
        let edges = self.sequences.edges.iter().map(|edge| patchlight_results::GraphEdge {
            from: edge.from.index(),
            to: edge.to.index(),
            kind: match edge.kind {
                EdgeKind::Flow => patchlight_results::EdgeKind::Flow,
                EdgeKind::Dependence => patchlight_results::EdgeKind::Dependence,
            },
        });
        ChangeGraph {
            program: program.to_string(),
            nodes: nodes.collect(),
            edges: edges.collect(),
            starts: self.sequences.starts.iter().map(|start| start.index()).collect(),
        }
    }

    pub fn json(&self) -> Value {
        serde_json::to_value(self.data("")).unwrap_or_default()
    }

    /// A node's file, without directories, and line.
    pub fn short(&self, number: NodeNumber) -> String {
        let (file, line) = self.place(number);
        let file = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        format!("{file}:{line}")
    }

    /// What stands there, if the source can be read.
    pub fn source_line(&self, number: NodeNumber) -> String {
        self.texts[number.index()].clone()
    }
}

/// What stands at each node of a graph. Sources may be large: each is read once.
fn texts(
    module: &Module,
    sources: &BTreeMap<String, SourceFile>,
    statements: &Statements,
    sequences: &SequenceGraph,
) -> Vec<String> {
    let mut lines: BTreeMap<&str, BTreeMap<u32, Vec<usize>>> = BTreeMap::new();
    for (n, node) in sequences.nodes.iter().enumerate() {
        let statement = statements.get(node.statement);
        let of_file = lines.entry(module.file(statement.file)).or_default();
        of_file.entry(statement.line).or_default().push(n);
    }
    let mut texts = vec![String::new(); sequences.nodes.len()];
    for (file, lines) in lines {
        let bytes = sources.get(file).and_then(|source| fs::read(&source.path).ok());
        let bytes = bytes.unwrap_or_default();
        for (line, text) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
            for &node in lines.get(&line).into_iter().flatten() {
                texts[node] = String::from_utf8_lossy(text).trim().to_string();
            }
        }
    }
    texts
}

pub fn kind_name(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Change => "change",
        NodeKind::Interaction => "interaction",
        NodeKind::Output => "output",
    }
}
