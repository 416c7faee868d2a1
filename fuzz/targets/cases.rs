//! Cases in every format: read, write, read.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patchlight_fuzz::check("cases", bytes));
