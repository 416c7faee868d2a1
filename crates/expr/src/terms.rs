//! The arena and its hash-consing table.
//!
//! The table is cut by the age of a term's youngest operand: each run of ids has a small table of
//! the terms built on top of it. New terms are mostly made of recent ones, so the tables in use stay
//! in the processor's caches however many terms there are (with one large table nearly every new
//! term costs a miss, which makes building more than twice as slow). Wide constants, arrays and
//! projections live in side tables.

use rustc_hash::FxHashMap;

use crate::array::{ArrayDef, ArrayId, Contents};
use crate::bits::{Bits, mask64};
use crate::kind::Kind;
use crate::rewrite::RuleBook;
use crate::table::Table;
use crate::term::{HAS_SHADOW, Node, TermId};

/// Ids whose parents share a table, as a power of two.
const RUN_BITS: u32 = 12;

/// Every term of an engine.
pub struct Terms {
    nodes: Vec<Node>,
    /// The table of terms without operands, then one for each run of ids.
    tables: Vec<Table>,
    wide_constants: Vec<Bits>,
    wide_ids: FxHashMap<Bits, u32>,
    arrays: Vec<ArrayDef>,
    array_ids: FxHashMap<ArrayDef, ArrayId>,
    pub(crate) rules: RuleBook,
    pub(crate) projections: [FxHashMap<TermId, TermId>; 2],
}

/// Bytes that an arena holds.
#[derive(Copy, Clone, Debug)]
pub struct MemoryUse {
    pub nodes: usize,
    pub table: usize,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// An empty arena with every rewrite rule on.
    pub fn new() -> Terms {
        Terms::with_rules(RuleBook::all())
    }

    /// An arena that builds terms as they are written: only the laws of shadows hold.
    pub fn plain() -> Terms {
        Terms::with_rules(RuleBook::none())
    }

    pub fn with_rules(rules: RuleBook) -> Terms {
        Terms {
            nodes: Vec::new(),
            tables: Vec::new(),
            wide_constants: Vec::new(),
            wide_ids: FxHashMap::default(),
            arrays: Vec::new(),
            array_ids: FxHashMap::default(),
            rules,
            projections: Default::default(),
        }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn memory_use(&self) -> MemoryUse {
        let table = self.tables.iter().map(Table::n_bytes).sum();
        MemoryUse { nodes: self.nodes.capacity() * size_of::<Node>(), table }
    }

    /// The rewrite rules and how often each was applied.
    pub fn rules(&self) -> &RuleBook {
        &self.rules
    }

    /// Builds from now on by other rules; terms that exist stay as they are.
    pub fn set_rules(&mut self, rules: RuleBook) {
        self.rules = rules;
    }

    pub fn node(&self, term: TermId) -> Node {
        self.nodes[term.index()]
    }

    pub fn kind(&self, term: TermId) -> Kind {
        self.nodes[term.index()].kind
    }

    pub fn width(&self, term: TermId) -> u32 {
        self.nodes[term.index()].width()
    }

    pub fn has_shadow(&self, term: TermId) -> bool {
        self.nodes[term.index()].flags & HAS_SHADOW != 0
    }

    /// The id of `node`, which is stored if it is new.
    pub(crate) fn intern(&mut self, mut node: Node) -> TermId {
        node.flags = self.flags_of(&node);
        let youngest = node.operands().max();
        let run = youngest.map_or(0, |operand| 1 + (operand.0 >> RUN_BITS) as usize);
        if run >= self.tables.len() {
            self.tables.resize_with(run + 1, Table::default);
        }
        let next = u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms");
        let id = self.tables[run].find_or_insert(&self.nodes, &node, next);
        if id == next {
            self.nodes.push(node);
        }
        TermId(id)
    }

    fn flags_of(&self, node: &Node) -> u8 {
        let inherited = match node.kind {
            Kind::Shadow => HAS_SHADOW,
            Kind::Array => self.array_flags(ArrayId(node.a)),
            _ => 0,
        };
        node.operands().fold(inherited, |flags, operand| flags | self.nodes[operand.index()].flags)
    }

    fn array_flags(&self, array: ArrayId) -> u8 {
        match &self.arrays[array.index()].contents {
            Contents::Object { elements, .. } => {
                elements.iter().fold(0, |flags, e| flags | self.nodes[e.index()].flags)
            }
            Contents::Filled { element } => self.nodes[element.index()].flags,
            Contents::Input { .. } | Contents::Table { .. } => 0,
        }
    }

    /// A constant from a word, cut to the width.
    pub fn constant(&mut self, width: u32, word: u64) -> TermId {
        if width > 64 {
            return self.constant_bits(&Bits::from_u64(width, word));
        }
        let word = word & mask64(width);
        self.intern(Node::new(Kind::Const, width, 0, word as u32, (word >> 32) as u32))
    }

    /// A constant of any width.
    pub fn constant_bits(&mut self, value: &Bits) -> TermId {
        if value.width() <= 64 {
            return self.constant(value.width(), value.low_u64());
        }
        let next = self.wide_constants.len() as u32;
        let index = *self.wide_ids.entry(value.clone()).or_insert(next);
        if index == next {
            self.wide_constants.push(value.clone());
        }
        self.intern(Node::new(Kind::WideConst, value.width(), index, 0, 0))
    }

    pub fn boolean(&mut self, value: bool) -> TermId {
        self.constant(1, u64::from(value))
    }

    pub fn is_constant(&self, term: TermId) -> bool {
        matches!(self.kind(term), Kind::Const | Kind::WideConst)
    }

    /// The value of a constant of at most 64 bits.
    pub fn as_u64(&self, term: TermId) -> Option<u64> {
        let node = self.nodes[term.index()];
        (node.kind == Kind::Const).then(|| node.payload())
    }

    /// The value of a constant of width 1.
    pub fn as_bool(&self, term: TermId) -> Option<bool> {
        let node = self.nodes[term.index()];
        (node.kind == Kind::Const && node.width == 1).then_some(node.b == 1)
    }

    /// The value of any constant.
    pub fn as_bits(&self, term: TermId) -> Option<Bits> {
        let node = self.nodes[term.index()];
        match node.kind {
            Kind::Const => Some(Bits::from_u64(node.width(), node.payload())),
            Kind::WideConst => Some(self.wide_constants[node.a as usize].clone()),
            _ => None,
        }
    }

    /// A new free array; two calls give two arrays, whatever the names.
    pub fn input_array(&mut self, name: &str, index_width: u32, element_width: u32) -> ArrayId {
        let contents = Contents::Input { name: name.to_owned() };
        self.arrays.push(ArrayDef { index_width, element_width, contents });
        ArrayId(self.arrays.len() as u32 - 1)
    }

    /// The array with these contents, which are not an input's.
    pub fn defined_array(&mut self, def: ArrayDef) -> ArrayId {
        debug_assert!(!def.is_input(), "inputs are made by `input_array`");
        let next = ArrayId(self.arrays.len() as u32);
        let id = *self.array_ids.entry(def.clone()).or_insert(next);
        if id == next {
            self.arrays.push(def);
        }
        id
    }

    /// A constant array of bytes with 32-bit indices; reads past its end give zero.
    pub fn table(&mut self, values: &[u8]) -> ArrayId {
        let contents = Contents::Table { values: values.into(), rest: None };
        self.defined_array(ArrayDef { index_width: 32, element_width: 8, contents })
    }

    /// An array of byte terms with 32-bit indices; reads past its end give zero.
    pub fn object(&mut self, elements: &[TermId]) -> ArrayId {
        let constants: Option<Vec<u8>> =
            elements.iter().map(|&e| self.as_u64(e).map(|byte| byte as u8)).collect();
        if let Some(values) = constants {
            return self.table(&values);
        }
        let contents = Contents::Object { elements: elements.into(), rest: None };
        self.defined_array(ArrayDef { index_width: 32, element_width: 8, contents })
    }

    pub fn array(&self, array: ArrayId) -> &ArrayDef {
        &self.arrays[array.index()]
    }

    /// All arrays, in the order of their ids.
    pub fn arrays(&self) -> impl Iterator<Item = (ArrayId, &ArrayDef)> {
        self.arrays.iter().enumerate().map(|(i, def)| (ArrayId(i as u32), def))
    }

    /// The array and index of an `Input` term.
    pub fn as_input(&self, term: TermId) -> Option<(ArrayId, u64)> {
        let node = self.nodes[term.index()];
        (node.kind == Kind::Input).then(|| (ArrayId(node.a), node.payload()))
    }

    /// The array behind an `Array` term.
    pub fn as_array(&self, term: TermId) -> Option<ArrayId> {
        let node = self.nodes[term.index()];
        (node.kind == Kind::Array).then_some(ArrayId(node.a))
    }

    /// Index and element width of an array term.
    pub fn array_shape(&self, array: TermId) -> (u32, u32) {
        let mut at = array;
        loop {
            let node = self.node(at);
            at = match node.kind {
                Kind::Array => {
                    let def = self.array(ArrayId(node.a));
                    return (def.index_width, def.element_width);
                }
                Kind::Store => return (self.width(node.b()), self.width(node.c())),
                Kind::Ite => node.b(),
                _ => node.a(),
            }
        }
    }
}
