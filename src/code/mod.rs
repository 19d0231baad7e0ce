//! A code of laws, from the trees of its files to one resolved, consolidated, checked whole.
//!
//! In: [`crate::syntax::tree::Tree`]s. Out: a [`tree::Code`] and the diagnostics of the checker; no code when there is an error.

mod amend;
pub mod check;
mod from_log;
mod from_syntax;
mod hidden;
mod kinds;
pub mod known;
mod library;
pub mod log;
mod mentions;
pub mod print;
mod show;
pub mod tree;
pub mod value;
mod whole;

pub use from_log::resolve_log;
pub use library::{Library, Loaded};
pub use tree::Code;
