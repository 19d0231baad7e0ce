//! stub
use crate::code::whole::*;
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::*;
/// stub
pub fn amend(
    header: &CodeHeader,
    _base: &Whole,
    _own: &[&Item],
    _declarations: Vec<Declared>,
    _found: &mut Vec<Diagnostic>,
) -> Whole {
    Whole::empty(header.clone())
}
