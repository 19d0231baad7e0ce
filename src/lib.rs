//! hoyle: law codes of bridge that run.
#![forbid(unsafe_code)]

pub mod bridge;
pub mod code;
pub mod diagnostic;
pub mod engine;
pub mod record;
pub mod report;
pub mod ruling;
pub mod source;
pub mod syntax;
pub mod table;
