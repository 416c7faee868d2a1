//! Results of a test: read, report, export.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| patchlight_fuzz::check("results", bytes));
