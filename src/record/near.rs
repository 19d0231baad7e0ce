//! The nearest known word to a misspelt one.

/// `did you mean ...`, when one of the words is close enough.
pub(super) fn did_you_mean(written: &str, words: &[&str]) -> Option<String> {
    let near = words.iter().map(|word| (distance(written, word), *word)).min_by_key(|(steps, _)| *steps);
    near.filter(|(steps, word)| *steps <= 1 + word.len() / 4).map(|(_, word)| format!("did you mean `{word}`?"))
}

/// How many letters must be put in, taken out, changed or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().take(40).collect();
    let b: Vec<char> = b.to_lowercase().chars().take(40).collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut steps = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                steps = steps.min(rows[i - 2][j - 2] + 1);
            }
            row.push(steps);
        }
        rows.push(row);
    }
    rows.last().and_then(|row| row.last()).copied().unwrap_or(usize::MAX)
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
