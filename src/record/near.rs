//! The nearest known word to a misspelt one.

use crate::slips::slips;

/// `did you mean ...`, when one of the words is close enough.
pub(super) fn did_you_mean(written: &str, words: &[&str]) -> Option<String> {
    let written = written.to_lowercase();
    let near = words.iter().map(|word| (slips(&written, &word.to_lowercase()), *word)).min_by_key(|(slips, _)| *slips);
    near.filter(|(slips, word)| *slips <= 1 + word.len() / 4).map(|(_, word)| format!("did you mean `{word}`?"))
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn finds_a_slip_and_leaves_a_stranger() {
        let words = ["dealer", "vulnerable", "hands"];
        assert_eq!(did_you_mean("delaer", &words).as_deref(), Some("did you mean `dealer`?"));
        assert_eq!(did_you_mean("weather", &words), None);
    }
}
