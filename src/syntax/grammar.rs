//! The parser that pest makes of `grammar/law.pest`.
//!
//! Its `Rule` and `Pair` are used by the readers of this folder only; no grammar name is ever shown to anybody.

use pest_derive::Parser;

/// Reads one piece of a text by one rule.
#[derive(Parser)]
#[grammar = "grammar/law.pest"]
pub(crate) struct Grammar;
