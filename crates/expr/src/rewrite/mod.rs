//! Rewrite rules, applied while a term is built.
//!
//! A rule is one named function with its law in two lines. It looks at the node that is about to
//! be built and may give an equal term instead; it never gives a larger one (written out as a
//! tree). Rules are grouped by the kind they match, tried in order, counted, and can be switched
//! off one by one, which is how each is tested by itself. Operands of commutative operations come
//! in order (constants last), so rules look for constants on the right only.

mod arith;
mod bitwise;
mod compare;
mod ite;
mod polynomial;
mod read;
mod shape;

use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

type Apply = fn(&mut Terms, Node) -> Option<TermId>;

/// A rewrite rule.
pub struct Rule {
    pub name: &'static str,
    pub kind: Kind,
    apply: Apply,
}

/// Makes the list of rules for one kind out of the functions' names.
macro_rules! rules {
    ($list:ident, $kind:ident, [$($name:ident),* $(,)?]) => {
        pub(super) const $list: &[crate::rewrite::Rule] = &[$(crate::rewrite::Rule {
            name: stringify!($name),
            kind: crate::kind::Kind::$kind,
            apply: $name,
        }),*];
    };
}
use rules;

/// The lists of rules, one for each kind that has some.
const LISTS: &[&[Rule]] = &[
    bitwise::NOT,
    bitwise::AND,
    bitwise::OR,
    bitwise::XOR,
    arith::ADD,
    arith::SUB,
    arith::MUL,
    arith::UDIV,
    arith::UREM,
    arith::SDIV,
    arith::SREM,
    arith::SHL,
    arith::LSHR,
    arith::ASHR,
    compare::EQ,
    compare::ULT,
    compare::SLT,
    shape::EXTRACT,
    shape::CONCAT,
    shape::ZEXT,
    shape::SEXT,
    ite::ITE,
    read::READ,
    read::STORE,
];

/// The rules of each kind, in the order of [`Kind`].
static BY_KIND: [&[Rule]; Kind::COUNT] = {
    let mut by_kind: [&[Rule]; Kind::COUNT] = [&[]; Kind::COUNT];
    let mut i = 0;
    while i < LISTS.len() {
        by_kind[LISTS[i][0].kind as usize] = LISTS[i];
        i += 1;
    }
    by_kind
};

/// Every rule, in the order in which [`RuleBook`] numbers them.
pub fn all_rules() -> impl Iterator<Item = &'static Rule> {
    BY_KIND.iter().flat_map(|rules| rules.iter())
}

/// Which rules are on, and how often each was applied.
#[derive(Clone, Debug)]
pub struct RuleBook {
    first: [u16; Kind::COUNT],
    enabled: Vec<bool>,
    counts: Vec<u64>,
    folds: u64,
    is_plain: bool,
}

impl RuleBook {
    /// Every rule is on.
    pub fn all() -> RuleBook {
        let mut first = [0; Kind::COUNT];
        let mut n_rules = 0;
        for (kind, rules) in BY_KIND.iter().enumerate() {
            first[kind] = n_rules;
            n_rules += rules.len() as u16;
        }
        let n_rules = usize::from(n_rules);
        let counts = vec![0; n_rules];
        RuleBook { first, enabled: vec![true; n_rules], counts, folds: 0, is_plain: false }
    }

    /// No rule is on, and neither constants are folded nor operands ordered.
    pub fn none() -> RuleBook {
        let mut book = RuleBook::all();
        book.enabled.fill(false);
        book.is_plain = true;
        book
    }

    /// Constants are folded and operands ordered, and the one rule with this name is on.
    pub fn only(name: &str) -> RuleBook {
        let mut book = RuleBook::all();
        for (enabled, rule) in book.enabled.iter_mut().zip(all_rules()) {
            *enabled = rule.name == name;
        }
        book
    }

    /// How often each rule was applied.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        all_rules().map(|rule| rule.name).zip(self.counts.iter().copied())
    }

    /// How often any rule was applied.
    pub fn n_applied(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How often an operation on constants was folded.
    pub fn folds(&self) -> u64 {
        self.folds
    }

    pub(crate) fn orders_operands(&self) -> bool {
        !self.is_plain
    }

    pub(crate) fn count_fold(&mut self) {
        self.folds += 1;
    }
}

/// The first enabled rule's answer for `node`.
pub(crate) fn apply(terms: &mut Terms, node: Node) -> Option<TermId> {
    if terms.rules.is_plain {
        return None;
    }
    let kind = node.kind as usize;
    let first = usize::from(terms.rules.first[kind]);
    for (i, rule) in BY_KIND[kind].iter().enumerate() {
        if terms.rules.enabled[first + i]
            && let Some(term) = (rule.apply)(terms, node)
        {
            debug_assert_eq!(terms.width(term), node.width(), "{} changed the width", rule.name);
            terms.rules.counts[first + i] += 1;
            return Some(term);
        }
    }
    None
}
