//! Test-Comp's exchange format for test suites: `metadata.xml` and one XML file a test.
//!
//! Only `__VERIFIER_nondet_…` inputs have a type there. Other inputs are written as one value of
//! as many bytes as they have, which harnesses of Test-Comp do not use.

use super::cases::Case;
use patchlight_replay::CaseInput;
use std::fmt::Write;

const TESTCASE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n";

const METADATA: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
\"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n";

/// `when` is an ISO 8601 time, `hash` the SHA-256 of the program's file in hexadecimal digits.
pub fn metadata(program: &str, hash: &str, when: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let fields = [
        ("sourcecodelang", "C"),
        ("producer", &format!("patchlight {version}")),
        ("specification", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"),
        ("programfile", program),
        ("programhash", hash),
        ("entryfunction", "main"),
        ("architecture", "64bit"),
        ("creationtime", when),
    ];
    let fields = fields.map(|(name, text)| format!("  <{name}>{}</{name}>\n", escape(text)));
    format!("{METADATA}<test-metadata>\n{}</test-metadata>\n", fields.concat())
}

pub fn testcase(case: &Case) -> String {
    let mut text = format!("{TESTCASE}<testcase>\n");
    for input in &case.inputs {
        let ty = input.name.strip_prefix("nondet_").unwrap_or("bytes");
        let name = escape(&input.name);
        let value = value(ty, input);
        let _ = writeln!(text, "  <input variable=\"{name}\" type=\"{ty}\">{value}</input>");
    }
    text + "</testcase>\n"
}

/// A constant of the input's type, as C writes it.
fn value(ty: &str, input: &CaseInput) -> String {
    let bytes = &input.bytes.0;
    let mut word = [0; 8];
    if ty == "bytes" || bytes.len() > word.len() {
        return format!("0x{}", bytes.iter().rev().map(|b| format!("{b:02x}")).collect::<String>());
    }
    word[..bytes.len()].copy_from_slice(bytes);
    let word = u64::from_le_bytes(word);
    let unused = 64 - 8 * bytes.len() as u32;
    match ty {
        "char" | "short" | "int" | "long" | "longlong" | "loff_t" => {
            format!("{}", (word << unused) as i64 >> unused)
        }
        "float" => format!("{:e}", f32::from_bits(word as u32)),
        "double" => format!("{:e}", f64::from_bits(word)),
        _ => format!("{word}"),
    }
}

fn escape(text: &str) -> String {
    let escaped = |c: char| match c {
        '&' => "&amp;".to_string(),
        '<' => "&lt;".to_string(),
        '>' => "&gt;".to_string(),
        '"' => "&quot;".to_string(),
        // Other control characters cannot be written in XML 1.0 at all.
        c if c.is_control() && !matches!(c, '\t' | '\n' | '\r') => "\u{fffd}".to_string(),
        c => c.to_string(),
    };
    text.chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::tests::sample;
    use patchlight_replay::Hex;

    #[test]
    fn a_testcase_has_one_typed_value_an_input() {
        let text = testcase(&sample());
        let inputs: Vec<&str> = text.lines().filter(|line| line.contains("<input")).collect();
        assert_eq!(
            inputs,
            [
                "  <input variable=\"a\" type=\"bytes\">0xff00</input>",
                "  <input variable=\"nondet_int\" type=\"int\">-2</input>",
            ]
        );
    }

    #[test]
    fn values_are_constants_of_their_types() {
        let input =
            |bytes: &[u8]| CaseInput { name: String::new(), bytes: Hex::from(bytes.to_vec()) };
        assert_eq!(value("char", &input(&[0x80])), "-128");
        assert_eq!(value("uchar", &input(&[0x80])), "128");
        assert_eq!(value("long", &input(&[0xff; 8])), "-1");
        assert_eq!(value("ulong", &input(&[0xff; 8])), "18446744073709551615");
        assert_eq!(value("float", &input(&1.5f32.to_le_bytes())), "1.5e0");
    }

    #[test]
    fn names_with_markup_are_escaped() {
        assert_eq!(escape("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;\u{fffd}");
    }
}
