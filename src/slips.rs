//! How far a word that was written lies from one that is known: the measure behind every "did you mean".

/// At most so many letters of a word are looked at.
const MOST_LETTERS: usize = 40;

/// How many slips part two words: a letter missing, added, wrong, or two neighbours exchanged.
pub(crate) fn slips(a: &str, b: &str) -> usize {
    let letters = |word: &str| word.chars().take(MOST_LETTERS).collect::<Vec<char>>();
    let (a, b) = (letters(a), letters(b));
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

#[cfg(test)]
mod tests {
    use super::slips;

    #[test]
    fn each_slip_counts_once() {
        let pairs =
            [("dealer", "dealer", 0), ("delaer", "dealer", 1), ("deler", "dealer", 1), ("dealers", "dealer", 1)];
        for (written, meant, many) in pairs {
            assert_eq!(slips(written, meant), many, "{written} for {meant}");
            assert_eq!(slips(meant, written), many, "{meant} for {written}");
        }
        assert_eq!(slips("", "abc"), 3);
        assert_eq!(slips("established", "estabished"), 1);
    }
}
