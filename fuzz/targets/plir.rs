//! The IR's text format: parse, verify, print, parse; analyses and the linker.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patchlight_fuzz::check("plir", bytes));
