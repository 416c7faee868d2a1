//! The text format `.plir`: everything that a module holds, for people and for tests.
//!
//! ```text
//! file "max.c"
//! name "max"
//! constructor 65535 @init
//! global @limits internal constant size 16 align 8 section ".rodata" {
//!   bytes "\00\01ab"
//!   reloc 8 at 8 func @max + 0
//! }
//! func @init external params 0 ret 0 declared
//! func @max external params 2 ret 1 {
//!   regs 3
//!   loc !0 file0 3 1 n0
//!   loc !1 file0 4 9 n0 at !0
//!   local l0 "a" r0 width 32
//!   local l1 "buf" size 16 align 8
//!   args r0 r1
//!   switch t0 1: b1, 5: b2, default b2
//!   table t0 b1 b2
//! b0:
//!   switch 32, r0, t0
//! b1:
//!   ret r1, 1 !1
//! b2:
//!   call r2, 1, @max, 2, args0 ; r0 r1
//!   ret r2, 1
//! }
//! ```
//!
//! An op is its word and its fields as they stand in the op table, then its location where that
//! is another than the op's before it (before the first op that is `!0`). Functions and
//! globals go by name; where two of a kind share a name, `@name#3` says which entry of the table
//! is meant. `;` begins a comment: after calls the printer repeats the arguments there.
//!
//! **Invariant.** Parsing what was printed gives an equal module (if that was verified; the
//! printer shows others as well as it can). The parser checks words and ids that it has to look
//! up; everything else is the verifier's.

mod lex;
mod parse;
mod print;

pub use parse::{ParseError, parse};
pub use print::print_function;
