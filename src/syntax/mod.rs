//! Law files and logs as trees.
//!
//! In: the text of a law file, or the log of a record. Out: a [`tree::Tree`] (or log entries) with every place kept, and the
//! diagnostics of what could not be read. One broken block never hides the next.

mod brackets;
mod depth;
mod from_text;
mod grammar;
mod log;
mod messages;
mod numbers;
mod odd;
mod pairs;
mod parts;
mod place;
mod split;
mod tokens;
pub mod tree;
mod words;

pub use from_text::law_file;
pub use log::log;
