//! Which diagnostics still hold when part of a file could not be read.
//!
//! A block that could not be read may declare what the rest of the file names. What could be a consequence of that is not told.

use crate::diagnostic::Diagnostic;

/// The words that declare a name.
const DECLARING: [&str; 12] =
    ["type", "event", "status", "duty", "fact", "finding", "remedy", "moment", "option", "reading", "table", "law"];

/// Whether a diagnostic of the resolver holds whatever stands in the blocks that could not be read.
pub fn is_certain(diagnostic: &Diagnostic, text: &str) -> bool {
    match diagnostic.number {
        "L0202" | "L0203" => {
            let name = diagnostic.message.split('`').nth(1).unwrap_or("");
            !declared(name, text)
        }
        // Uses of a name, or clauses of a law, may stand where nothing could be read.
        "L0209" | "L0305" | "L0405" | "L0308" | "L0310" | "L0408" | "L0701" | "L0906" | "L0907" | "L0908" => false,
        _ => diagnostic.is_error(),
    }
}

/// Whether the text seems to declare the name somewhere.
fn declared(name: &str, text: &str) -> bool {
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
    let mut before = words.next().unwrap_or("");
    for word in words {
        if word == name && DECLARING.contains(&before) {
            return true;
        }
        before = word;
    }
    // A word with its parts or its type, whatever stands before it.
    let after = |rest: &str| {
        let rest = rest.trim_start();
        let parts = rest.strip_prefix('(').unwrap_or(rest).trim_start();
        let name = parts.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        rest.starts_with(':') || (rest.starts_with('(') && name.trim_start().starts_with(':'))
    };
    if text.match_indices(name).any(|(place, _)| text.get(place + name.len()..).is_some_and(after)) {
        return true;
    }
    // A value of an enumeration that could not be read.
    text.contains(&format!("| {name}")) || text.contains(&format!("= {name}"))
}
