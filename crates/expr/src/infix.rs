//! Terms for people: operators between operands, inputs by name.
//!
//! What grows too long is cut to `…`: this is an explanation, not a format.

mod decimal;

use crate::array::ArrayId;
use crate::kind::Kind;
use crate::term::{Node, TermId};
use crate::terms::Terms;
use decimal::Digits;

/// Operators that are written out before the rest is cut.
const MAX_OPERATORS: u32 = 60;

impl Terms {
    /// A term in the notation of C, as far as C has one. `name` says what to call an input.
    pub fn infix(&self, term: TermId, name: &dyn Fn(ArrayId) -> String) -> String {
        let mut writer = Writer { terms: self, name, left: MAX_OPERATORS, text: String::new() };
        writer.write(term, false);
        writer.text
    }
}

/// Bytes from `low` to `high`.
struct Range {
    byte: TermId,
    low: u8,
    high: u8,
}

/// A byte as C writes it.
fn character(byte: u8) -> String {
    match byte {
        0 => "'\\0'".to_string(),
        b'\n' | b'\t' | b'\r' | 0x20..=0x7e => format!("'{}'", char::from(byte).escape_default()),
        _ => byte.to_string(),
    }
}

struct Writer<'a> {
    terms: &'a Terms,
    name: &'a dyn Fn(ArrayId) -> String,
    left: u32,
    text: String,
}

impl Writer<'_> {
    /// `is_operand`: operators need parentheses.
    fn write(&mut self, term: TermId, is_operand: bool) {
        let node = self.terms.node(term);
        match node.kind {
            Kind::Const | Kind::WideConst => return self.write_constant(term),
            Kind::Input => {
                let name = (self.name)(ArrayId(node.a));
                self.text.push_str(&format!("{name}[{}]", node.payload()));
                return;
            }
            _ => {}
        }
        let Some(left) = self.left.checked_sub(1) else {
            self.text.push('…');
            return;
        };
        self.left = left;
        if let Some(digits) = Digits::of(self.terms, term) {
            return self.write_number(digits, is_operand);
        }
        let (a, b) = (node.a(), node.b());
        match node.kind {
            Kind::Ult if let Some(range) = self.range(node) => {
                self.write_range(&range, "in", is_operand);
            }
            Kind::Not if let Some(range) = self.range(self.terms.node(a)) => {
                self.write_range(&range, "not in", is_operand);
            }
            Kind::Not if self.opposite(a).is_some() => self.write_opposite(a, is_operand),
            Kind::ZExt | Kind::SExt => self.write(a, is_operand),
            Kind::Extract if node.low() == 0 => self.write(a, is_operand),
            Kind::Extract => {
                let (low, high) = (node.low(), node.low() + node.width() - 1);
                self.text.push_str(&format!("bits {low}..{high} of "));
                self.write(a, true);
            }
            Kind::Ite => {
                self.open(is_operand);
                self.write(a, true);
                self.text.push_str(" ? ");
                self.write(b, true);
                self.text.push_str(" : ");
                self.write(node.c(), true);
                self.close(is_operand);
            }
            Kind::Concat => match extended(self.terms, term) {
                Some(value) => self.write(value, is_operand),
                None => self.write_call("concat", &[a, b]),
            },
            Kind::Read => self.write_call("table", &[b]),
            Kind::Array | Kind::Store => self.text.push_str("table"),
            Kind::Shadow => self.write_call("change", &[a, b]),
            _ => self.write_operation(node, is_operand),
        }
    }

    /// The value of digits.
    fn write_number(&mut self, digits: Digits, is_operand: bool) {
        let Digits { array, first, last } = digits;
        let name = (self.name)(array);
        self.open(is_operand);
        let text = match last - first {
            0 => format!("number at {name}[{first}]"),
            _ => format!("number at {name}[{first}..{last}]"),
        };
        self.text.push_str(&text);
        self.close(is_operand);
    }

    /// `byte + -low < n` is how compilers ask whether a byte is in a range.
    fn range(&self, node: Node) -> Option<Range> {
        let sum = self.terms.node(node.a());
        if node.kind != Kind::Ult || sum.kind != Kind::Add {
            return None;
        }
        let n = self.terms.as_u64(node.b())?;
        let [a, b] = [sum.a(), sum.b()];
        let (byte, low) = match (self.terms.as_u64(a), self.terms.as_u64(b)) {
            (Some(low), None) => (b, low),
            (None, Some(low)) => (a, low),
            _ => return None,
        };
        let byte = self.byte(byte)?;
        let low = u8::try_from(-crate::ops::signed(self.terms.width(a), low)).ok()?;
        let high = low.checked_add(u8::try_from(n.checked_sub(1)?).ok()?)?;
        Some(Range { byte, low, high })
    }

    fn write_range(&mut self, range: &Range, relation: &str, is_operand: bool) {
        let [low, high] = [range.low, range.high].map(character);
        self.open(is_operand);
        self.write(range.byte, true);
        self.text.push_str(&format!(" {relation} {low}..{high}"));
        self.close(is_operand);
    }

    /// The element of an input that a term is, at whatever width.
    fn byte(&self, term: TermId) -> Option<TermId> {
        let node = self.terms.node(term);
        match node.kind {
            Kind::Input if node.width() == 8 => Some(term),
            Kind::ZExt | Kind::SExt => self.byte(node.a()),
            _ => None,
        }
    }

    fn write_constant(&mut self, term: TermId) {
        let Some(word) = self.terms.as_u64(term) else {
            self.text.push_str("a large number");
            return;
        };
        let width = self.terms.width(term);
        let signed = crate::ops::signed(width, word);
        let text = match (width, word) {
            (1, _) => (word == 1).to_string(),
            (8, _) => character(word as u8),
            _ if signed < 0 => signed.to_string(),
            _ => word.to_string(),
        };
        self.text.push_str(&text);
    }

    /// An operation as its row in the table of kinds says.
    fn write_operation(&mut self, node: Node, is_operand: bool) {
        let Some(spelling) = node.kind.spelling() else {
            panic!("{:?} is not shown as an operation", node.kind);
        };
        let of_booleans = spelling.infix_of_booleans.filter(|_| node.width() == 1);
        let text = of_booleans.unwrap_or(spelling.infix);
        let operands: Vec<TermId> = node.operands().collect();
        match operands[..] {
            _ if text.starts_with(char::is_alphabetic) => self.write_call(text, &operands),
            [a, b] => self.write_binary(text, a, b, is_operand),
            _ => self.write_prefix(text, node.a()),
        }
    }

    /// The operator that says the opposite of a comparison.
    fn opposite(&self, term: TermId) -> Option<&'static str> {
        self.terms.kind(term).spelling()?.infix_of_opposite
    }

    fn write_opposite(&mut self, comparison: TermId, is_operand: bool) {
        let node = self.terms.node(comparison);
        let opposite = self.opposite(comparison).expect("the term is a comparison");
        self.write_binary(opposite, node.a(), node.b(), is_operand);
    }

    fn write_prefix(&mut self, operator: &str, term: TermId) {
        self.text.push_str(operator);
        self.write(term, true);
    }

    fn write_call(&mut self, function: &str, operands: &[TermId]) {
        self.text.push_str(function);
        self.text.push('(');
        for (n, &operand) in operands.iter().enumerate() {
            if n > 0 {
                self.text.push_str(", ");
            }
            self.write(operand, false);
        }
        self.text.push(')');
    }

    fn write_binary(&mut self, operator: &str, a: TermId, b: TermId, is_operand: bool) {
        self.open(is_operand);
        self.write_beside(a, b);
        self.text.push(' ');
        self.text.push_str(operator);
        self.text.push(' ');
        self.write_beside(b, a);
        self.close(is_operand);
    }

    /// An operand: a number beside a byte is a character.
    fn write_beside(&mut self, operand: TermId, other: TermId) {
        let number = self.terms.as_u64(operand).filter(|_| self.byte(other).is_some());
        match number.and_then(|number| u8::try_from(number).ok()) {
            Some(number) => self.text.push_str(&character(number)),
            None => self.write(operand, true),
        }
    }

    fn open(&mut self, is_operand: bool) {
        if is_operand {
            self.text.push('(');
        }
    }

    fn close(&mut self, is_operand: bool) {
        if is_operand {
            self.text.push(')');
        }
    }
}

/// A value that a concatenation takes apart and puts together again, with its sign in front or
/// without: `concat(v[31..32], …, concat(v[8..32], low bits of v))`.
fn extended(terms: &Terms, term: TermId) -> Option<TermId> {
    let mut rest = term;
    let mut signs: Vec<TermId> = Vec::new();
    loop {
        let node = terms.node(rest);
        if node.kind != Kind::Concat {
            return None;
        }
        let piece = terms.node(node.a());
        if piece.kind != Kind::Extract {
            return None;
        }
        let (value, low) = (piece.a(), piece.low());
        if low + piece.width() != terms.width(value) {
            return None;
        }
        if is_low_part(terms, node.b(), value, low) || is_longer(terms, node.b(), value) {
            return signs.iter().all(|&sign| sign == value).then_some(value);
        }
        if piece.width() != 1 {
            return None;
        }
        signs.push(value);
        rest = node.b();
    }
}

/// Whether a term is a value with more of its sign in front.
fn is_longer(terms: &Terms, term: TermId, value: TermId) -> bool {
    let (mut term, width) = (term, terms.width(value));
    while term != value && terms.width(term) >= width {
        let node = terms.node(term);
        match node.kind {
            Kind::SExt => term = node.a(),
            Kind::Extract if node.low() == 0 => term = node.a(),
            _ => return false,
        }
    }
    term == value
}

/// Whether `part` is the lowest bits of a value, as far as its form shows: what is computed bit
/// by bit from below may be computed on fewer bits.
fn is_low_part(terms: &Terms, part: TermId, value: TermId, width: u32) -> bool {
    if terms.width(part) != width {
        return false;
    }
    if part == value {
        return true;
    }
    if let (Some(low), Some(all)) = (terms.as_u64(part), terms.as_u64(value)) {
        return width < 64 && low == all & ((1 << width) - 1);
    }
    let (low, all) = (terms.node(part), terms.node(value));
    match all.kind {
        Kind::ZExt | Kind::SExt if terms.width(all.a()) >= width => {
            is_low_part(terms, part, all.a(), width)
        }
        Kind::Add | Kind::Sub | Kind::Mul | Kind::And | Kind::Or | Kind::Xor
            if low.kind == all.kind =>
        {
            is_low_part(terms, low.a(), all.a(), width)
                && is_low_part(terms, low.b(), all.b(), width)
        }
        _ => low.kind == Kind::Extract && low.low() == 0 && low.a() == value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_read_like_c() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let name = |_| "arg0".to_string();
        let [x, y] = [0, 1].map(|at| t.element(array, at));
        let letter = t.constant(8, u64::from(b'a'));
        let is_letter = t.eq(x, letter);
        assert_eq!(t.infix(is_letter, &name), "arg0[0] == 'a'");
        let wide = t.zext(y, 32);
        let limit = t.constant(32, 7);
        let small = t.slt(wide, limit);
        let large = t.not(small);
        let both = t.and(is_letter, large);
        let text = t.infix(both, &name);
        assert!(text.contains("arg0[0] == 'a'") && text.contains("&&") && text.contains(">="));
    }

    #[test]
    fn characters_and_ranges_of_them_are_shown_as_such() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let shown = |t: &Terms, term| t.infix(term, &|_| "argv[1]".to_string());
        let byte = t.element(array, 0);
        for (value, expected) in [(0, "'\\0'"), (10, "'\\n'"), (39, "'\\''"), (200, "200")] {
            let value = t.constant(8, value);
            let is = t.eq(byte, value);
            assert_eq!(shown(&t, is), format!("argv[1][0] == {expected}"));
        }
        let wide = t.sext(byte, 32);
        let (minus, ten) = (t.constant(32, (-48i64 as u64) & 0xffff_ffff), t.constant(32, 10));
        let digit = t.add(wide, minus);
        let is_digit = t.ult(digit, ten);
        assert_eq!(shown(&t, is_digit), "argv[1][0] in '0'..'9'");
        let is_none = t.not(is_digit);
        assert_eq!(shown(&t, is_none), "argv[1][0] not in '0'..'9'");
        let second = t.element(array, 2);
        let second = t.sext(second, 32);
        let second = t.add(second, minus);
        let is_less = t.slt(second, digit);
        assert_eq!(shown(&t, is_less), "(number at argv[1][2]) < (number at argv[1][0])");
    }

    #[test]
    fn a_sign_in_front_is_not_shown() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let digit = t.element(array, 0);
        let wide = t.zext(digit, 32);
        let zero = t.constant(32, (-48i64 as u64) & 0xffff_ffff);
        let value = t.add(wide, zero);
        let (sign, high, low) =
            (t.extract(value, 31, 1), t.extract(value, 8, 24), t.extract(value, 0, 8));
        let mut number = t.concat(high, low);
        for _ in 0..4 {
            number = t.concat(sign, number);
        }
        assert_eq!(t.width(number), 36);
        assert_eq!(t.infix(number, &|_| "arg0".to_string()), "number at arg0[0]");
        let signed = t.concat(sign, value);
        let signed = t.concat(sign, signed);
        assert_eq!(t.infix(signed, &|_| "arg0".to_string()), "number at arg0[0]");
        // Other bits below are another value.
        let other = t.element(array, 1);
        let mixed = t.concat(high, other);
        assert!(t.infix(mixed, &|_| "x".to_string()).starts_with("concat("));
    }

    #[test]
    fn what_is_too_long_is_cut() {
        let mut t = Terms::new();
        let array = t.input_array("in", 32, 8);
        let mut sum = t.element(array, 0);
        for at in 1..1000 {
            let byte = t.element(array, at);
            let product = t.mul(sum, byte);
            sum = t.xor(product, byte);
        }
        let text = t.infix(sum, &|_| "x".to_string());
        assert!(text.contains('…') && text.len() < 2000);
    }
}
