//! What must hold for any bytes that a front end is given. The fuzz targets are shims over this.
//!
//! **Invariants.** Each function returns for every input; a panic is a bug of ours.

use patchlight_llvm::{lower, parse};

/// LLVM text: bad text is an error, and what can be lowered passes the verifier.
pub fn llvm_text(bytes: &[u8]) {
    let Ok(ast) = parse(bytes) else { return };
    let Ok((module, _diags)) = lower::lower(&ast) else { return };
    if let Err(error) = patchlight_ir::verify::verify(&module) {
        panic!("the lowered module does not verify: {error}\n{module}");
    }
}

/// `.plir` text: what parses and verifies comes back equal from its printed form.
pub fn plir_text(text: &str) {
    let Ok(module) = patchlight_ir::text::parse(text) else { return };
    if patchlight_ir::verify::verify(&module).is_err() {
        return;
    }
    let printed = module.to_string();
    match patchlight_ir::text::parse(&printed) {
        Ok(again) => assert!(again == module, "another module comes back from\n{printed}"),
        Err(error) => panic!("the printed text does not parse: {error}\n{printed}"),
    }
}
