//! The words of the language, and which of them a misspelt word was meant to be.

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
        .map(|candidate| (distance(&word, candidate), candidate))
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

/// How many slips part two words: a letter missing, added, wrong, or two neighbours exchanged.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = changed.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
