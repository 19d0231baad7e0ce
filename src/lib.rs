//! hoyle: law codes of bridge that run.
#![forbid(unsafe_code)]

pub mod bridge;
pub mod diagnostic;
pub mod record;
pub mod report;
pub mod source;
pub mod syntax;
