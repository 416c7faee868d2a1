//! LLVM's syntax tree → [`patchlight_ir::Module`].
//!
//! **Invariants.** What comes out passes the IR's verifier. A construct that we cannot lower becomes
//! an `unsupported` op that names it, in the place where it would be executed: a program that never
//! gets there is not affected. Only what makes the whole module meaningless is a [`LowerError`].
//!
//! **The way.** `module` declares all symbols, then lowers functions one by one, then globals.
//! A function is looked at once (`analyse`) to see which allocas become registers and which values
//! cross blocks, then its blocks are walked in text order (`function`, `insts` and the files by
//! kind of instruction); `tidy` joins and orders the blocks at the end.
//!
//! Absent on purpose: optimisation across blocks. What is done serves the interpreter's speed on
//! unoptimised code: locals in registers, one op for an address and its access, for a comparison
//! and its branch, for an operation and the assignment of its result.

mod analyse;
mod arith;
mod asm;
mod calls;
mod consts;
mod control;
mod function;
mod globals;
mod insts;
mod intrinsics;
mod limbs;
mod locations;
mod memory;
mod module;
mod names;
mod regs;
mod tidy;
mod types;
mod value;
mod varargs;
mod vectors;

pub use module::{Diag, LowerError, lower};
