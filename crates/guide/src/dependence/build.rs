//! Builds the graph: registers here; control, memory and calls in files of their own.

use super::edges::{Edges, Helper};
use super::layout::Layout;
use super::memory::Memory;
use super::summary::{Call, Functions, shortcuts};
use super::{DependenceKind, Dependences};
use crate::library::Library;
use crate::points_to::PointsTo;
use crate::values::{Origin, Value, Values};
use patchlight_ir::{Body, Cfg, FuncId, FuncKind, Module, Op};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

pub(super) struct Builder<'a> {
    pub module: &'a Module,
    pub layout: Arc<Layout>,
    pub values: &'a [Option<Values>],
    pub points_to: &'a PointsTo<'a>,
    pub edges: Vec<(u32, u32, DependenceKind)>,
    pub helpers: Vec<Helper>,
    pub readers: BTreeMap<u32, u32>,
    /// By function.
    pub entries: Vec<u32>,
    pub returns: Vec<u32>,
    /// By function, its first parameter; the others follow.
    pub parameters: Vec<u32>,
    /// What calls of analysed functions give back, by the call's op.
    pub results: HashMap<u32, u32>,
    pub memory: Memory,
    /// Calls of analysed functions.
    pub calls: Vec<Call>,
    /// Calls that may reach the library.
    pub library_calls: HashSet<u32>,
}

/// A function while its ops are looked at.
#[derive(Copy, Clone)]
pub(super) struct Inside<'a> {
    pub func: FuncId,
    pub body: &'a Body,
    pub values: &'a Values,
}

impl<'a> Builder<'a> {
    pub fn build(module: &Module, is_library: impl Fn(FuncId) -> bool) -> Dependences {
        let ids = (0..module.functions.len()).map(FuncId::from_index);
        let has_body = |func: FuncId| module.functions[func.index()].body().is_some();
        let is_in: Vec<bool> = ids.map(|func| has_body(func) && !is_library(func)).collect();
        let mut cfgs = Vec::with_capacity(is_in.len());
        let mut values = Vec::with_capacity(is_in.len());
        for (function, &is_in) in module.functions.iter().zip(&is_in) {
            let body = function.body().filter(|_| is_in);
            let cfg = body.map(Cfg::new);
            values.push(body.zip(cfg.as_ref()).map(|(body, cfg)| {
                Values::new(body, cfg, function.n_params, |op| is_setjmp(module, &body.ops[op]))
            }));
            cfgs.push(cfg);
        }
        let points_to = PointsTo::new(module, &values);
        let layout = Arc::new(Layout::new(module, &is_in));
        let mut builder = Builder {
            module,
            layout,
            values: &values,
            points_to: &points_to,
            edges: Vec::new(),
            helpers: Vec::new(),
            readers: BTreeMap::new(),
            entries: Vec::new(),
            returns: Vec::new(),
            parameters: Vec::new(),
            results: HashMap::new(),
            memory: Memory::default(),
            calls: Vec::new(),
            library_calls: HashSet::new(),
        };
        builder.library_calls = builder.find_library_calls();
        builder.add_functions(&cfgs);
        builder.add_sites();
        builder.add_cells();
        let n_nodes = builder.layout.n_ops() + builder.helpers.len();
        let edges = Edges::new(n_nodes, &builder.edges);
        let functions = Functions {
            returns: &builder.returns,
            parameters: &builder.parameters,
            n_params: builder.module.functions.iter().map(|function| function.n_params).collect(),
        };
        let shortcuts = shortcuts(&edges, &functions, &builder.calls);
        let Builder { layout, helpers, readers, .. } = builder;
        Dependences { layout, edges, helpers, readers, shortcuts }
    }

    fn add_functions(&mut self, cfgs: &[Option<Cfg>]) {
        for (function, values) in self.module.functions.iter().zip(self.values) {
            let is_in = values.is_some();
            let n_params = if is_in { function.n_params } else { 0 };
            let entry = self.new_helper(Helper::Between);
            self.entries.push(entry);
            let returned = self.new_helper(Helper::Between);
            self.returns.push(returned);
            let first = self.new_helpers(n_params.into());
            self.parameters.push(first);
        }
        // Results first: ops of any function may read them.
        for site in self.points_to.sites() {
            let is_own = |func: &FuncId| self.values[func.index()].is_some();
            let op = self.layout.op(site.func, site.op as usize);
            if site.callees.iter().any(is_own) && !self.results.contains_key(&op) {
                let result = self.new_helper(Helper::Between);
                self.results.insert(op, result);
            }
        }
        for (index, (function, values)) in self.module.functions.iter().zip(self.values).enumerate()
        {
            let func = FuncId::from_index(index);
            if let (Some(body), Some(values), Some(cfg)) = (function.body(), values, &cfgs[index]) {
                let at = Inside { func, body, values };
                self.add_registers(at);
                self.add_control(at, cfg);
                self.add_accesses(at);
            }
        }
    }

    pub fn new_helper(&mut self, helper: Helper) -> u32 {
        self.helpers.push(helper);
        (self.layout.n_ops() + self.helpers.len() - 1) as u32
    }

    /// The first of several helpers that follow each other.
    pub fn new_helpers(&mut self, n: usize) -> u32 {
        let first = self.layout.n_ops() + self.helpers.len();
        self.helpers.extend(std::iter::repeat_n(Helper::Between, n));
        first as u32
    }

    pub fn add(&mut self, from: u32, to: u32, kind: DependenceKind) {
        self.edges.push((from, to, kind));
    }

    fn add_registers(&mut self, at: Inside<'a>) {
        // Meetings follow each other at the end of a function's values.
        let n_values = at.values.len() as u32;
        let is_meeting = |value: &u32| at.values.origin(Value(*value)) == Origin::Meeting;
        let n_meetings = (0..n_values).rev().take_while(is_meeting).count() as u32;
        let first = self.new_helpers(n_meetings as usize);
        let meetings = (n_values - n_meetings, first);
        for &(meeting, part) in at.values.parts() {
            let to = first + meeting.0 - meetings.0;
            if let Some(from) = self.value_node(at, part, meetings) {
                self.add(from, to, DependenceKind::Register);
            }
        }
        for op in 0..at.body.ops.len() {
            let node = self.layout.op(at.func, op);
            let reader = self.reader(at, op, node);
            let reads = at.values.reads(op);
            let n_args = at.body.ops[op].call_args().map_or(0, |(_, n)| usize::from(n));
            for (n, &value) in reads.iter().enumerate() {
                let is_argument = n + n_args >= reads.len();
                let to = reader.filter(|_| is_argument).unwrap_or(node);
                if let Some(from) = self.value_node(at, value, meetings) {
                    self.add(from, to, DependenceKind::Register);
                    if is_argument {
                        self.memory.arguments.insert((node, n + n_args - reads.len()), from);
                    }
                }
            }
            if let Op::Ret { .. }
            | Op::TailCall { .. }
            | Op::TailCallPtr { .. }
            | Op::Forward { .. } = at.body.ops[op]
            {
                self.add(node, self.returns[at.func.index()], DependenceKind::Register);
            }
        }
    }

    /// The node that has a value.
    fn value_node(&self, at: Inside<'a>, value: Value, meetings: (u32, u32)) -> Option<u32> {
        match at.values.origin(value) {
            Origin::Parameter(n) => Some(self.parameters[at.func.index()] + u32::from(n)),
            Origin::Op(op) => {
                let op = self.layout.op(at.func, op as usize);
                Some(self.results.get(&op).copied().unwrap_or(op))
            }
            Origin::Meeting => Some(meetings.1 + value.0 - meetings.0),
            Origin::Nothing => None,
        }
    }

    /// For a call that only reaches analysed functions: its helper that reads the arguments.
    fn reader(&mut self, at: Inside<'a>, op: usize, node: u32) -> Option<u32> {
        if !crate::points_to::is_call(&at.body.ops[op]) || self.calls_library(node) {
            return None;
        }
        let reader = self.new_helper(Helper::Reader(node));
        self.readers.insert(node, reader);
        Some(reader)
    }
}

/// Whether an op calls `setjmp` by name.
fn is_setjmp(module: &Module, op: &Op) -> bool {
    let Op::Call { func, .. } = *op else { return false };
    let mut func = func;
    while let FuncKind::Alias(next) = module.functions[func.index()].kind {
        func = next;
    }
    Library::is_setjmp(&module.functions[func.index()].name)
}
