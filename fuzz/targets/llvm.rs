//! The LLVM front end: parse, lower, verify.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patchlight_fuzz::check("llvm", bytes));
