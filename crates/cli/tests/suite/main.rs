//! The suites that run the binary: against native runs, on programs with errors, on bad input.

mod bad_input;
mod capture;
mod explore;
mod explore_inputs;
mod explore_limits;
mod export;
mod fail;
mod left_behind;
mod libc;
mod mutator;
mod record;
mod replay;
mod report;
mod run;
mod rust;
mod shadow;
mod shadow_bad;
mod shadow_exact;
mod shadow_patch;
mod shadow_verdicts;
mod shadow_why_not;
mod support;
mod unify;
mod unify_mutants;
mod unify_refactorings;
