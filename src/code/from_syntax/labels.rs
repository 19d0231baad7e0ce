//! Labels of clauses, and how laws are cited.

use crate::syntax::tree::LawRef;

/// Whether a label is the other one or stands under it: `B1(a)` under `B1` and under `B`, `(a)` under the whole law.
pub fn within(label: &str, above: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    label.strip_prefix(above).is_some_and(|rest| !(digit(above.chars().last()) && digit(rest.chars().next())))
}

/// A reference as cited: `84(b)`.
pub fn cited(reference: &LawRef) -> String {
    let label = &reference.label.value;
    let gap = if label.is_empty() || label.starts_with('(') { "" } else { " " };
    format!("{}{gap}{label}", reference.number.value)
}
