//! The writer: assertions as a script that any solver reads.
//!
//! Every operation is given a name by `define-fun`, so the text does not nest however deep the terms
//! are, and shared terms stay shared.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::array::{ArrayId, Contents};
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;

/// The name of an input array in written scripts: unique, and quoted where that is needed.
pub fn symbol_of_array(terms: &Terms, array: ArrayId) -> String {
    let name = match &terms.array(array).contents {
        Contents::Input { name } => name.replace(['|', '\\'], "_"),
        _ => "table".to_owned(),
    };
    format!("|{name}!{}|", array.index())
}

/// A script that asserts the terms, checks, and (if asked for) gets the values of the inputs.
pub fn write_query(terms: &Terms, assertions: &[TermId], get_values_of: &[TermId]) -> String {
    let mut writer = Writer { terms, names: FxHashMap::default(), out: String::new() };
    writer.out.push_str("(set-logic QF_AUFBV)\n");
    let roots: Vec<TermId> = assertions.iter().chain(get_values_of).copied().collect();
    let order = writer.declare_and_order(&roots);
    writer.define_terms(&order);
    for &assertion in assertions {
        let text = writer.as_bool(assertion);
        let _ = writeln!(writer.out, "(assert {text})");
    }
    writer.out.push_str("(check-sat)\n");
    if !get_values_of.is_empty() {
        let values: Vec<String> = get_values_of.iter().map(|&term| writer.as_bits(term)).collect();
        let _ = writeln!(writer.out, "(get-value ({}))", values.join(" "));
    }
    writer.out
}

struct Writer<'a> {
    terms: &'a Terms,
    /// The text by which a term is referred to.
    names: FxHashMap<TermId, String>,
    out: String,
}

impl Writer<'_> {
    /// Declares all input arrays beneath the roots; gives all terms, operands first.
    fn declare_and_order(&mut self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut declared: FxHashSet<ArrayId> = FxHashSet::default();
        let mut pending: Vec<TermId> = roots.to_vec();
        let mut order = Vec::new();
        while let Some(at) = pending.pop() {
            if !seen.insert(at) {
                continue;
            }
            order.push(at);
            let terms = self.terms;
            pending.extend(terms.node(at).operands());
            let array = terms.as_array(at).or(terms.as_input(at).map(|input| input.0));
            let Some(array) = array else {
                continue;
            };
            match &terms.array(array).contents {
                Contents::Object { elements, .. } => pending.extend(elements.iter()),
                Contents::Filled { element } => pending.push(*element),
                Contents::Input { .. } | Contents::Table { .. } => {}
            }
            let input = terms.array(array).rest().unwrap_or(array);
            if terms.array(input).is_input() && declared.insert(input) {
                self.declare(input);
            }
        }
        // Operands are older than their terms, and elements older than the array's own term.
        order.sort_unstable();
        order
    }

    fn declare(&mut self, array: ArrayId) {
        let def = self.terms.array(array);
        let symbol = symbol_of_array(self.terms, array);
        let element = def.element_width;
        let _ = match def.index_width {
            0 => writeln!(self.out, "(declare-fun {symbol} () (_ BitVec {element}))"),
            index => writeln!(self.out, "(declare-fun {symbol} () {})", array_sort(index, element)),
        };
    }

    fn define_terms(&mut self, order: &[TermId]) {
        for &term in order {
            let node = self.terms.node(term);
            let text = self.text(term, node);
            let is_leaf = matches!(node.kind, Kind::Const | Kind::WideConst)
                || self
                    .terms
                    .as_array(term)
                    .is_some_and(|array| self.terms.array(array).is_input());
            if is_leaf {
                self.names.insert(term, text);
                continue;
            }
            let sort = match node.width() {
                0 => {
                    let (index, element) = self.terms.array_shape(term);
                    array_sort(index, element)
                }
                _ if is_boolean(node) => "Bool".to_owned(),
                width => format!("(_ BitVec {width})"),
            };
            let _ = writeln!(self.out, "(define-fun {term} () {sort} {text})");
            self.names.insert(term, term.to_string());
        }
    }

    fn as_bool(&self, term: TermId) -> String {
        let name = &self.names[&term];
        if is_boolean(self.terms.node(term)) { name.clone() } else { format!("(= {name} #b1)") }
    }

    fn as_bits(&self, term: TermId) -> String {
        let name = &self.names[&term];
        if is_boolean(self.terms.node(term)) {
            format!("(ite {name} #b1 #b0)")
        } else {
            name.clone()
        }
    }

    fn text(&self, term: TermId, node: Node) -> String {
        let bits = |operand: TermId| self.as_bits(operand);
        let (a, b, c) = (node.a(), node.b(), node.c());
        match node.kind {
            Kind::Const | Kind::WideConst => {
                self.terms.as_bits(term).map_or_else(String::new, |value| value.to_smtlib())
            }
            Kind::Input => self.input_text(term),
            Kind::Array => self.array_text(term),
            Kind::Extract => {
                let high = node.low() + node.width() - 1;
                format!("((_ extract {high} {}) {})", node.low(), bits(a))
            }
            Kind::ZExt | Kind::SExt => {
                let name = if node.kind == Kind::ZExt { "zero_extend" } else { "sign_extend" };
                let by = node.width() - self.terms.width(a);
                format!("((_ {name} {by}) {})", bits(a))
            }
            Kind::Ite if is_boolean(node) => {
                format!("(ite {} {} {})", self.as_bool(a), self.as_bool(b), self.as_bool(c))
            }
            Kind::Ite => format!("(ite {} {} {})", self.as_bool(a), bits(b), bits(c)),
            Kind::Store => format!("(store {} {} {})", bits(a), bits(b), bits(c)),
            Kind::Concat => format!("(concat {} {})", bits(a), bits(b)),
            Kind::Read => format!("(select {} {})", bits(a), bits(b)),
            _ => self.operation_text(node),
        }
    }

    /// An operation as its row in the table of kinds says.
    fn operation_text(&self, node: Node) -> String {
        let Some(spelling) = node.kind.spelling() else {
            panic!("{:?} has no name in SMT-LIB", node.kind);
        };
        let application =
            |name: &str, operands: Vec<String>| format!("({name} {})", operands.join(" "));
        if let Some(name) = spelling.connective.filter(|_| node.width() == 1) {
            return application(name, node.operands().map(|term| self.as_bool(term)).collect());
        }
        let operands: Vec<String> = node.operands().map(|term| self.as_bits(term)).collect();
        if spelling.smtlib.starts_with('(') {
            return spelled_out(spelling.smtlib, &operands, node.width());
        }
        application(spelling.smtlib, operands)
    }

    fn input_text(&self, term: TermId) -> String {
        let Some((array, index)) = self.terms.as_input(term) else {
            return String::new();
        };
        let symbol = symbol_of_array(self.terms, array);
        match self.terms.array(array).index_width {
            0 => symbol,
            width => format!("(select {symbol} (_ bv{index} {width}))"),
        }
    }

    fn array_text(&self, term: TermId) -> String {
        let Some(array) = self.terms.as_array(term) else {
            return String::new();
        };
        let def = self.terms.array(array);
        let sort = array_sort(def.index_width, def.element_width);
        let elements: Vec<String> = match &def.contents {
            Contents::Input { .. } => return symbol_of_array(self.terms, array),
            Contents::Filled { element } => {
                return format!("((as const {sort}) {})", self.as_bits(*element));
            }
            Contents::Table { values, .. } => {
                let width = def.element_width;
                values.iter().map(|value| format!("(_ bv{value} {width})")).collect()
            }
            Contents::Object { elements, .. } => {
                elements.iter().map(|&element| self.as_bits(element)).collect()
            }
        };
        let base = match def.rest() {
            Some(rest) => symbol_of_array(self.terms, rest),
            None => format!("((as const {sort}) (_ bv0 {}))", def.element_width),
        };
        // Elements that no index reaches would wrap around in the text.
        let n_reachable = 1usize.checked_shl(def.index_width).unwrap_or(usize::MAX);
        let elements = &elements[..elements.len().min(n_reachable)];
        let mut text = "(store ".repeat(elements.len());
        text.push_str(&base);
        for (index, element) in elements.iter().enumerate() {
            let _ = write!(text, " (_ bv{index} {}) {element})", def.index_width);
        }
        text
    }
}

/// Whether a term is written as a Boolean: comparisons, and connectives of width 1.
fn is_boolean(node: Node) -> bool {
    let is_connective =
        || node.kind.spelling().is_some_and(|spelling| spelling.connective.is_some());
    node.kind.is_comparison() || node.width() == 1 && (node.kind == Kind::Ite || is_connective())
}

/// An expression over `a`, `b` and the width `w`, which always fits the width, with these filled in.
fn spelled_out(expression: &str, operands: &[String], width: u32) -> String {
    let mut text = String::new();
    for word in expression.split_inclusive([' ', '(', ')']) {
        let symbol = word.trim_end_matches([' ', '(', ')']);
        match symbol {
            "a" => text.push_str(&operands[0]),
            "b" => text.push_str(&operands[1]),
            "w" => text.push_str(&format!("(_ bv{width} {width})")),
            _ => text.push_str(symbol),
        }
        text.push_str(&word[symbol.len()..]);
    }
    text
}

fn array_sort(index: u32, element: u32) -> String {
    format!("(Array (_ BitVec {index}) (_ BitVec {element}))")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_without_a_name_is_spelled_out_over_its_operands() {
        let operands = ["t1".to_owned(), "(ite t2 #b1 #b0)".to_owned()];
        let larger = spelled_out("(ite (bvult a b) b a)", &operands, 8);
        assert_eq!(larger, "(ite (bvult t1 (ite t2 #b1 #b0)) (ite t2 #b1 #b0) t1)");
        assert_eq!(spelled_out("(bvurem a w)", &operands, 8), "(bvurem t1 (_ bv8 8))");
    }
}
