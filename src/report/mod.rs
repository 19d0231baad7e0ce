//! What the program says: rulings as text, RON and JSON, and diagnostics drawn with their places.
//!
//! In: data of the stages before. Out: text. Nothing is decided here.

pub mod boards;
pub mod compare;
pub mod deal;
pub mod diagnostics;
pub mod sheet;
pub mod text;

pub use deal::DealReport;
