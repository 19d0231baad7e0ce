//! The words of the language, and which of them a misspelt word was meant to be.

use crate::slips::slips;

/// The reserved words.
pub(crate) const RESERVED: &[&str] = &[
    "law", "advisory", "instead", "of", "when", "if", "unless", "then", "begins", "ends", "takes", "right", "either",
    "passing", "to", "against", "until", "may", "else", "lost", "or", "and", "not", "is", "in", "at", "over", "under",
    "some", "every", "yes", "no", "type", "event", "status", "duty", "fact", "finding", "remedy", "moment", "option",
    "reading", "table",
];

/// The words that stand between two values, and `of`.
pub(crate) const BETWEEN: &[&str] = &["or", "and", "is", "in", "at", "over", "under", "of"];

/// The words that take all members of a set together.
pub(crate) const FOLDS: &[&str] = &["some", "every", "count", "all", "the", "sum", "least", "most"];

/// The words that begin a top-level block.
pub(crate) const TOP_LEVEL: &[&str] = &[
    "code", "use", "type", "event", "status", "duty", "fact", "finding", "remedy", "moment", "option", "reading",
    "table", "law", "adopt", "read", "replace", "insert", "repeal", "renumber",
];

/// The words of the declarations that may stand inside a law.
pub(crate) const INSIDE_LAWS: &[&str] = &["status", "duty", "fact", "finding", "moment", "option", "reading", "table"];

/// The word among these that is nearest to a misspelt one: one slip away, two for a word of six letters or more.
pub(crate) fn nearest(word: &str, words: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    if word.len() < 2 || word.len() > 20 {
        return None;
    }
    words
        .map(|candidate| (slips(&word, candidate), candidate))
        .filter(|(distance, candidate)| fits(*distance, &word, candidate))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Whether so many slips may lie between a word and what it was meant to be. Words of two letters are near to too much:
/// only exchanged letters, or one too many, count.
fn fits(distance: usize, word: &str, candidate: &str) -> bool {
    match candidate.len() {
        0..=2 => distance == 1 && word.bytes().all(|letter| candidate.as_bytes().contains(&letter)),
        3..=5 => distance <= 1,
        _ => distance <= 2,
    }
}
