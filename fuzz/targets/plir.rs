//! The IR's text format: parse, verify, print, parse.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| patchlight_fuzz::plir_text(text));
