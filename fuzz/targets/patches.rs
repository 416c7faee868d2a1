//! Patches: read, apply, compare.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patchlight_fuzz::check("patches", bytes));
