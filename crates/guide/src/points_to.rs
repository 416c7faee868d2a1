//! What pointers may point to: inclusion between sets of targets, solved by a work list.
//!
//! One linked module, without the library's functions (see [`crate::library`]). Flow and calling
//! contexts are not told apart; fields are, by offset, and elements of arrays by their stride (see
//! [`objects`]). Memory from the heap is one object for each call of an allocating function
//! (see `allocators`).
//!
//! **Sound for what C programs do**: integers carry pointers through moves, additions, masks, shifts
//! and any loads and stores, byte by byte too. What is absent: pointers made by multiplication or
//! division, or from numbers that were never addresses; accesses beyond the object that a pointer
//! was made for.
//!
//! **Scales** because sets are small: a set of more than a few targets, the fewer the larger the
//! program, makes its objects one, which is what unification would have done in the first place.

mod allocators;
mod calls;
mod constraints;
mod library_calls;
pub mod objects;
#[cfg(test)]
mod tests;

use crate::fast_hash::{IdMap, IdSet};
use crate::library::Library;
use crate::values::{Value, Values};
use allocators::Allocator;
use objects::{Cell, Object, ObjectId, ObjectKind, Offsets};
use patchlight_ir::{FuncId, GlobalId, Linkage, Module};
use std::collections::{HashMap, VecDeque};

pub use calls::{Site, SiteKind};
pub use constraints::{constant_of, is_call};

/// A thing that may hold pointers: a value of a function, or a cell of an object.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Node(pub u32);

impl Node {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in an object, by its number.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
struct TargetId(u32);

/// A program with so many values has sets of one element.
const LARGE: usize = 1_200_000;

/// What follows from a pointer in a node.
#[derive(Copy, Clone, Debug)]
enum Rule {
    /// The other node has it too.
    Copy(Node),
    /// The other node has it, moved.
    Move(Node, Offsets),
    /// What is there is in the other node.
    Load {
        to: Node,
        by: Offsets,
        bytes: u64,
    },
    /// What the other node has is there.
    Store {
        from: Node,
        by: Offsets,
        bytes: u64,
    },
    /// The functions are called, by the call of this number.
    Call(u32),
    /// An access without pointers.
    Touch {
        bytes: u64,
    },
    /// The copy of this number is from there, or to there.
    CopyFrom(u32),
    CopyTo(u32),
}

/// A copy of memory.
#[derive(Copy, Clone, Debug)]
struct MemoryCopy {
    to: Node,
    from: Node,
    bytes: u64,
}

#[derive(Default)]
struct Holder {
    targets: Vec<TargetId>,
    /// Those of the targets that the rules have not seen.
    fresh: Vec<TargetId>,
    rules: Vec<Rule>,
}

pub struct Solver<'m> {
    module: &'m Module,
    library: Library,
    values: &'m [Option<Values>],
    /// By function, the node of its first value.
    first_node: Vec<u32>,
    /// By function, what it returns.
    returned: Vec<Node>,
    holders: Vec<Holder>,
    waiting: VecDeque<Node>,
    /// Nodes with too many targets, objects with too many places.
    too_large: Vec<Node>,
    to_fold: Vec<ObjectId>,
    copies: IdSet<(Node, Node)>,
    memory_copies: Vec<MemoryCopy>,
    objects: Vec<Object>,
    object_of: HashMap<ObjectKind, ObjectId>,
    targets: Vec<(ObjectId, Offsets)>,
    target_of: IdMap<(ObjectId, Offsets), TargetId>,
    sites: Vec<Site>,
    /// What `strtok` and the like keep, by function.
    kept: HashMap<FuncId, Node>,
    /// Sets become no larger than this.
    max_targets: usize,
    allocators: HashMap<FuncId, Allocator>,
    /// Functions that handle signals.
    handlers: Node,
    /// Globals that the library writes, by name.
    globals: HashMap<&'m str, GlobalId>,
}

/// The solved system.
pub struct PointsTo<'m> {
    solver: Solver<'m>,
}

impl<'m> PointsTo<'m> {
    /// `values` has an entry for each function that is analysed: all with a body that are not the
    /// library's.
    pub fn new(module: &'m Module, values: &'m [Option<Values>]) -> PointsTo<'m> {
        let mut solver = Solver::new(module, values);
        solver.find_allocators();
        solver.add_constraints();
        solver.solve();
        while solver.connect_merged_functions() {
            solver.solve();
        }
        PointsTo { solver }
    }

    pub fn library(&self) -> &Library {
        &self.solver.library
    }

    pub fn sites(&self) -> &[Site] {
        &self.solver.sites
    }

    pub fn objects(&self) -> &[Object] {
        &self.solver.objects
    }

    /// The object that an object became part of.
    pub fn whole(&self, object: ObjectId) -> ObjectId {
        self.solver.whole(object)
    }

    pub fn node(&self, func: FuncId, value: Value) -> Node {
        self.solver.node(func, value)
    }

    /// The places of memory that a node points to; functions left out.
    pub fn places(&self, node: Node) -> Vec<(ObjectId, Offsets)> {
        let mut places: Vec<_> = self
            .solver
            .settled_targets(node)
            .into_iter()
            .filter(|&(object, _)| !self.solver.is_function(object))
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    pub fn object(&self, kind: ObjectKind) -> Option<ObjectId> {
        self.solver.object_of.get(&kind).map(|&object| self.solver.whole(object))
    }

    /// The place of a global; `None` for constants without pointers, and where nothing names it.
    pub fn global(&self, global: GlobalId) -> Option<(ObjectId, Offsets)> {
        let (global, place) = constraints::aliased(self.solver.module, global);
        Some((self.object(ObjectKind::Global(global))?, place))
    }

    /// The cell of an access to a place; `None` if there is no such access.
    pub fn cell(&self, object: ObjectId, place: Offsets, bytes: u64) -> Option<Cell> {
        let (object, place) = self.solver.settled(object, place);
        let bytes = if place.stride == 1 { objects::TO_THE_END } else { bytes };
        self.solver.find_cell(object, place, bytes)
    }

    pub fn n_nodes(&self) -> usize {
        self.solver.holders.len()
    }
}

impl<'m> Solver<'m> {
    fn new(module: &'m Module, values: &'m [Option<Values>]) -> Self {
        let mut first_node = Vec::with_capacity(values.len());
        let mut n_nodes = 0;
        for values in values {
            first_node.push(n_nodes);
            n_nodes += values.as_ref().map_or(0, Values::len) as u32;
        }
        let returned = (0..values.len()).map(|n| Node(n_nodes + n as u32)).collect();
        let mut holders = Vec::new();
        holders.resize_with(n_nodes as usize + values.len() + 1, Holder::default);
        Solver {
            module,
            library: Library::default(),
            values,
            first_node,
            returned,
            holders,
            waiting: VecDeque::new(),
            too_large: Vec::new(),
            to_fold: Vec::new(),
            copies: IdSet::default(),
            memory_copies: Vec::new(),
            objects: Vec::new(),
            object_of: HashMap::new(),
            targets: Vec::new(),
            target_of: IdMap::default(),
            sites: Vec::new(),
            kept: HashMap::new(),
            allocators: HashMap::new(),
            handlers: Node(n_nodes + values.len() as u32),
            max_targets: (LARGE / n_nodes.max(1) as usize).clamp(6, 48),
            globals: named_globals(module),
        }
    }

    fn node(&self, func: FuncId, value: Value) -> Node {
        Node(self.first_node[func.index()] + value.0)
    }

    fn new_node(&mut self) -> Node {
        self.holders.push(Holder::default());
        Node(self.holders.len() as u32 - 1)
    }

    fn settled_targets(&self, node: Node) -> Vec<(ObjectId, Offsets)> {
        let targets = self.holders[node.index()].targets.iter();
        let places = targets.map(|target| self.targets[target.0 as usize]);
        let mut places: Vec<_> =
            places.map(|(object, place)| self.settled(object, place)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    fn solve(&mut self) {
        loop {
            // Not where they are found: the stack would grow.
            while let Some(object) = self.to_fold.pop() {
                let whole = self.whole(object);
                self.fold(whole);
            }
            if let Some(node) = self.too_large.pop() {
                self.make_smaller(node);
                continue;
            }
            let Some(node) = self.waiting.pop_front() else { return };
            let mut fresh = std::mem::take(&mut self.holders[node.index()].fresh);
            fresh.iter_mut().for_each(|target| *target = self.settled_target(*target));
            fresh.sort_unstable();
            fresh.dedup();
            // Rules may be added while they are followed: those see all targets when they are.
            let n_rules = self.holders[node.index()].rules.len();
            for n in 0..n_rules {
                let rule = self.holders[node.index()].rules[n];
                for &target in &fresh {
                    self.follow(rule, target);
                }
            }
        }
    }

    fn follow(&mut self, rule: Rule, target: TargetId) {
        let (object, place) = self.targets[target.0 as usize];
        let (object, place) = self.settled(object, place);
        match rule {
            Rule::Copy(to) => {
                let target = self.settled_target(target);
                self.add_target(to, target);
            }
            Rule::Move(to, by) => self.add_place(to, object, place.moved(by)),
            Rule::Call(site) if self.is_function(object) => self.call_through(site, object),
            Rule::Call(_) => {}
            _ if self.is_function(object) => {}
            Rule::Load { to, by, bytes } => {
                let cell = self.cell(object, place.moved(by), bytes);
                self.add_copy(cell.loaded, to);
            }
            Rule::Store { from, by, bytes } => {
                let cell = self.cell(object, place.moved(by), bytes);
                self.add_copy(from, cell.stored);
            }
            Rule::Touch { bytes } => {
                self.cell(object, place, bytes);
            }
            Rule::CopyFrom(number) => {
                let MemoryCopy { to, bytes, .. } = self.memory_copies[number as usize];
                for to in self.settled_targets(to) {
                    self.copy_contents((object, place), to, bytes);
                }
            }
            Rule::CopyTo(number) => {
                let MemoryCopy { from, bytes, .. } = self.memory_copies[number as usize];
                for from in self.settled_targets(from) {
                    self.copy_contents(from, (object, place), bytes);
                }
            }
        }
    }

    fn add_rule(&mut self, node: Node, rule: Rule) {
        self.holders[node.index()].rules.push(rule);
        // Targets that still wait will be seen with all others.
        let holder = &self.holders[node.index()];
        if holder.targets.is_empty() {
            return;
        }
        let seen: Vec<TargetId> = holder.targets.clone();
        for target in seen {
            self.follow(rule, target);
        }
    }

    fn add_copy(&mut self, from: Node, to: Node) {
        if from != to && self.copies.insert((from, to)) {
            self.add_rule(from, Rule::Copy(to));
        }
    }

    fn add_place(&mut self, node: Node, object: ObjectId, place: Offsets) {
        let target = self.target(object, place);
        self.add_target(node, target);
    }

    fn target(&mut self, object: ObjectId, place: Offsets) -> TargetId {
        let (object, place) = self.settled(object, place);
        if let Some(&known) = self.target_of.get(&(object, place)) {
            return known;
        }
        let target = TargetId(self.targets.len() as u32);
        self.targets.push((object, place));
        self.target_of.insert((object, place), target);
        self.count_place(object);
        target
    }

    /// The target as it is known by now.
    fn settled_target(&mut self, target: TargetId) -> TargetId {
        let (object, place) = self.targets[target.0 as usize];
        match self.settled(object, place) == (object, place) {
            true => target,
            false => self.target(object, place),
        }
    }

    fn add_target(&mut self, node: Node, target: TargetId) {
        let holder = &mut self.holders[node.index()];
        let Err(at) = holder.targets.binary_search(&target) else { return };
        holder.targets.insert(at, target);
        if holder.fresh.is_empty() {
            self.waiting.push_back(node);
        }
        holder.fresh.push(target);
        if holder.targets.len() == self.max_targets + 1 {
            self.too_large.push(node);
        }
    }

    /// Makes the objects that a node points to one, and its places too if that is not enough.
    fn make_smaller(&mut self, node: Node) {
        let settled = self.settled_targets(node);
        if settled.len() > self.max_targets {
            for functions in [false, true] {
                let mut objects: Vec<ObjectId> =
                    settled.iter().map(|&(object, _)| object).collect();
                objects.retain(|&object| self.is_function(object) == functions);
                objects.dedup();
                for pair in objects.windows(2) {
                    self.merge(pair[0], pair[1]);
                }
            }
        }
        let settled = self.settled_targets(node);
        if settled.len() > self.max_targets {
            settled.iter().for_each(|&(object, _)| self.fold(object));
        }
        let mut targets = Vec::new();
        for (object, place) in self.settled_targets(node) {
            targets.push(self.target(object, place));
        }
        targets.sort_unstable();
        targets.dedup();
        let holder = &mut self.holders[node.index()];
        // Whatever is new in this form has not been seen by the rules.
        let is_new = |target: &&TargetId| holder.targets.binary_search(target).is_err();
        let new: Vec<TargetId> = targets.iter().filter(is_new).copied().collect();
        if holder.fresh.is_empty() && !new.is_empty() {
            self.waiting.push_back(node);
        }
        holder.fresh.extend(new);
        holder.targets = targets;
    }
}

/// Symbols that a program shares with its library.
fn named_globals(module: &Module) -> HashMap<&str, GlobalId> {
    let globals = module.globals.iter().enumerate();
    let shared = globals.filter(|(_, global)| global.linkage != Linkage::Internal);
    shared.map(|(n, global)| (global.name.as_str(), GlobalId::from_index(n))).collect()
}
