//! The register machine that Patchlight executes: typed ids, one op table, modules; their text
//! format, verifier and linker; control flow, dominators, calls and source lines.
//!
//! **Invariant.** Nothing here knows LLVM, the JVM or an engine: front ends produce these types
//! and the engine consumes them. There is no IO; everything is plain data that `serde` can carry.
//!
//! Absent on purpose: types on registers (an op carries the widths that it needs) and SSA (locals
//! are registers that are assigned many times, so two versions of a function align by name).

pub mod access;
mod assignment;
pub mod callgraph;
pub mod cfg;
pub mod dominators;
pub mod ids;
pub mod kinds;
pub mod link;
pub mod liveness;
pub mod module;
pub mod op;
pub mod source;
pub mod text;
mod uses;
pub mod verify;
pub mod versions;

pub use callgraph::{CallGraph, CallSite, Callee};
pub use cfg::Cfg;
pub use dominators::Dominators;
pub use ids::{ArgsId, BlockId, FileId, FuncId, GlobalId, LocalId, NameId, Reg, TableId};
pub use link::{Library, LinkError, Linker, ModuleLibrary, link_library};
pub use liveness::Liveness;
pub use module::{
    BLOCK_ADDRESS_STEP, Body, FuncKind, Function, Global, GlobalKind, Init, Linkage, Loc, Local,
    LocalPlace, Module, Reloc, RelocTarget, Structor, SwitchTable,
};
pub use op::{Def, Op};
pub use source::{OpPlace, SourceMap, SourcePlace};
pub use verify::{Sizes, VerifyError, verify, verify_body, verify_global, verify_structure};
