//! Two modules made one: unify, check, run.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patchlight_fuzz::check("unify", bytes));
