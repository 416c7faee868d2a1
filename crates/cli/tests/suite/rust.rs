//! LLVM text of another compiler: what rustc emits for a small crate parses and verifies.

use crate::support::{Scratch, patchlight};
use std::fs;
use std::process::Command;

const CRATE: &str = r#"
#![crate_type = "lib"]
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub enum Shape { Circle(f64), Square { side: f32 }, Named(String) }

pub fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(r) => r * r * 3.25,
        Shape::Square { side } => f64::from(*side).powi(2),
        Shape::Named(name) => name.len() as f64,
    }
}

pub fn count(words: &[&str]) -> BTreeMap<String, u128> {
    let mut counts = BTreeMap::new();
    for word in words {
        *counts.entry(word.to_lowercase()).or_insert(0u128) += 1;
    }
    counts
}

#[unsafe(no_mangle)]
pub extern "C" fn checksum(bytes: *const u8, n: usize) -> u32 {
    let bytes = unsafe { std::slice::from_raw_parts(bytes, n) };
    bytes.iter().fold(17, |sum, &b| sum.rotate_left(5).wrapping_mul(31) ^ u32::from(b))
}
"#;

#[test]
fn llvm_text_of_rustc_parses_and_verifies() {
    let scratch = Scratch::new("rustc");
    let source = scratch.path().join("shapes.rs");
    fs::write(&source, CRATE).expect("a writable directory");
    for level in ["0", "2"] {
        let text = scratch.path().join(format!("shapes{level}.ll"));
        let output = Command::new("rustc")
            .args(["--edition", "2024", "--emit=llvm-ir", "-g", "-C"])
            .arg(format!("opt-level={level}"))
            .arg(&source)
            .arg("-o")
            .arg(&text)
            .output()
            .expect("rustc");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let output = Command::new(patchlight()).arg("ir").arg(&text).output().expect("starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.contains("func @checksum external params 2 ret 1 {"), "at -O{level}");
    }
}
