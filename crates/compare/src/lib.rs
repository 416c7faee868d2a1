//! Two versions of a program, compared: what `patchlight test` and the commands beside it do.
//!
//! - [`versions`]: both versions in one program, and each by itself.
//! - [`shadow`]: tests followed by both versions at once.
//! - [`reach`]: inputs that lead to given lines.
//! - [`interact`]: errors that several changes only make together.
//! - [`stages`]: all of it, from two versions of a project to [`patchlight_results::Results`].
//!
//! What is found is data; how it is shown is absent.

mod effort;
pub mod interact;
mod memo;
pub mod pair;
mod patched;
pub mod reach;
mod run_key;
pub mod shadow;
pub mod stages;
mod trace;
pub mod versions;
