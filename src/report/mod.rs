//! What people are shown.
//!
//! In: plain data of the other stages. Out: text. Nothing here decides anything.

pub mod diagnostics;
