//! Law files and logs as trees.
//!
//! In: the text of a law file, or the log of a record. Out: a [`tree::Tree`] (or log entries) with every place kept, and the
//! diagnostics of what could not be read. One broken block never hides the next.

pub mod tree;
