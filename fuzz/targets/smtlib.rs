//! SMT-LIB scripts: read, evaluate, write, read; answers to easy ones.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patchlight_fuzz::check("smtlib", bytes));
