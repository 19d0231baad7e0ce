//! A code of laws, from the trees of its files to one resolved, consolidated, checked whole.
//!
//! In: [`crate::syntax::tree::Tree`]s. Out: a [`tree::Code`] and the diagnostics of the checker; no code when there is an error.

pub mod known;
pub mod log;
pub mod print;
pub mod tree;
pub mod value;

pub use tree::Code;
