//! The suites that run the binary: against native runs, on programs with errors, on bad input.

mod bad_input;
mod capture;
mod fail;
mod libc;
mod run;
mod rust;
mod support;
