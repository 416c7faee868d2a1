//! Builds that are captured: `patchlight cc` compiles C as the user's own compiler does and keeps the
//! LLVM text of the same sources ([`cc`]); what was built leads back to it ([`modules`]).
//!
//! What both agree on is a section of the files with code ([`record`]). Lowering the text is absent.

pub mod cc;
pub mod modules;
pub mod record;
