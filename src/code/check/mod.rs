//! The checker.
use crate::code::tree::Code;
use crate::diagnostic::Diagnostic;

/// Checks a resolved code.
pub fn check(_code: &Code) -> Vec<Diagnostic> {
    Vec::new()
}
