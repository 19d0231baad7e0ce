//! No printed law is missing from its code, and none is invented: the numbers that each code prints stand in `printed.txt`.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use hoyle::code::Library;
use hoyle::code::tree::LawKind;

/// What a line of `printed.txt` says.
#[derive(Default)]
struct Printed {
    numbers: BTreeSet<String>,
    ours: BTreeSet<String>,
    adopts: Option<String>,
}

/// `21-106`, `(1)-(15)`, `A-H`, `47a`.
fn range(word: &str) -> Vec<String> {
    let Some((first, last)) = word.split_once('-') else { return vec![word.to_owned()] };
    let bare = |text: &str| text.trim_matches(|c| c == '(' || c == ')').to_owned();
    let dress = |text: String| if first.starts_with('(') { format!("({text})") } else { text };
    match (bare(first).parse::<u32>(), bare(last).parse::<u32>()) {
        (Ok(first), Ok(last)) => (first..=last).map(|number| dress(number.to_string())).collect(),
        _ => {
            let letter = |text: &str| text.chars().next().expect("a range of letters");
            (letter(first)..=letter(last)).map(|letter| letter.to_string()).collect()
        }
    }
}

fn printed() -> BTreeMap<String, Printed> {
    let lines = include_str!("printed.txt").lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let read = |line: &str| {
        let mut words = line.split_whitespace();
        let code = words.next().expect("a line begins with a code").to_owned();
        let mut printed = Printed::default();
        let mut part = "numbers";
        for word in words {
            match (part, word) {
                (_, "ours" | "adopts") => part = word,
                ("adopts", base) => printed.adopts = Some(base.to_owned()),
                ("ours", letter) => drop(printed.ours.insert(letter.to_owned())),
                (_, numbers) => printed.numbers.extend(range(numbers)),
            }
        }
        (code, printed)
    };
    lines.map(read).collect()
}

#[test]
fn every_printed_law_is_there_and_none_is_invented() {
    let printed = printed();
    let mut library = Library::built_in();
    for name in common::CODES {
        let of_print = printed.get(name).unwrap_or_else(|| panic!("printed.txt does not know {name}"));
        let code = library.load(name).code.expect("a shipped code loads");
        let laws = || code.laws.iter().filter(|law| law.number != "ordinary");
        let there: BTreeSet<String> = laws().map(|law| law.number.clone()).collect();
        let missing: Vec<&String> =
            of_print.numbers.union(&of_print.ours).filter(|number| !there.contains(*number)).collect();
        assert!(missing.is_empty(), "{name} lacks the printed laws {missing:?}");
        let base = of_print.adopts.as_ref().map(|base| &printed[base]);
        let invented: Vec<&str> = laws()
            .filter(|law| !of_print.numbers.contains(&law.number) && !of_print.ours.contains(&law.number))
            .filter(|law| {
                let adopted = |base: &Printed| base.numbers.contains(&law.number) || base.ours.contains(&law.number);
                !base.is_some_and(adopted)
            })
            .map(|law| law.number.as_str())
            .collect();
        assert!(invented.is_empty(), "{name} has laws that are not printed: {invented:?}");
        let unwritten: Vec<&str> =
            laws().filter(|law| matches!(law.kind, LawKind::Unwritten(_))).map(|law| law.number.as_str()).collect();
        assert!(unwritten.is_empty(), "{name} has laws that are not written yet: {unwritten:?}");
    }
}
