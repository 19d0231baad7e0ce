//! Whether an account of a base code adds up: nothing said twice, nothing left unsaid.

use std::collections::BTreeSet;

use crate::code::whole::Whole;
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Item, ItemKind};

use super::accounts::Accounts;

impl<'a> Accounts<'a, '_> {
    /// What was said of each law must fit together, and something must be said of each.
    pub(super) fn adds_up(&mut self, items: &[&'a Item]) {
        let enumerated = !items.iter().any(|item| matches!(&item.kind, ItemKind::Adopt(adopt) if adopt.all));
        let mut unmentioned = Vec::new();
        for place in 0..self.fates.len() {
            let law = &self.base.laws[place];
            let number = &law.number.value;
            let fate = &self.fates[place];
            let replaced = fate.replaced.map(|law| law.number.span);
            let gone = replaced.map(|span| (span, "replaced")).or(fate.repealed.map(|span| (span, "repealed")));
            if let (Some(replaced), Some(repealed)) = (replaced, fate.repealed) {
                self.both(number, "replaced", replaced, "repealed", repealed);
            } else if let (Some((gone, word)), Some(adopted)) = (gone, fate.adopted) {
                self.both(number, word, gone, "adopted", adopted);
            } else if let (Some((gone, word)), Some(changed)) = (gone, fate.implied()) {
                self.both(number, word, gone, "changed", changed);
            } else if let (Some(excepted), Some(changed)) = (fate.excepted, fate.implied()) {
                self.both(number, "changed", changed, "left out", excepted);
            } else if enumerated && gone.is_none() && fate.adopted.is_none() && fate.implied().is_none() {
                unmentioned.push(number.clone());
            }
        }
        self.inserted_over();
        if !unmentioned.is_empty() {
            let head = items.iter().find_map(|item| match &item.kind {
                ItemKind::Code(header) => header.amends.as_ref(),
                _ => None,
            });
            let Some(head) = head else { return };
            let text = format!("nothing is said of some laws of {}, so they are not in this code", head.value);
            let help = format!("adopt, replace or repeal laws {}", ranges(&unmentioned, self.base));
            self.found.push(Diagnostic::warning("L0906", head.span, text).help(help));
        }
    }

    /// A new law stands at a number that no law of the base has, or has any more.
    fn inserted_over(&mut self) {
        let numbers: BTreeSet<&str> =
            self.fates.iter().filter_map(|fate| fate.renumbered).map(|to| to.value.as_str()).collect();
        let mut faults = Vec::new();
        for law in &self.inserted {
            let there = self.base.laws.iter().position(|other| other.number.value == law.number.value);
            if let Some(place) = there.filter(|place| self.fates[*place].renumbered.is_none()) {
                let number = &law.number.value;
                let text = format!("{} has a law {number} already", self.base.name());
                let diagnostic = Diagnostic::error("L0905", law.number.span, text)
                    .also(self.base.laws[place].number.span, "it is here")
                    .help(format!("write `replace law {number} …` to put this in its place"));
                faults.push(diagnostic);
            } else if numbers.contains(law.number.value.as_str()) {
                let text = format!("another law gets the number {}", law.number.value);
                faults.push(Diagnostic::error("L0905", law.number.span, text));
            }
        }
        for place in 0..self.fates.len() {
            let Some(to) = self.fates[place].renumbered else { continue };
            let taken = self.base.laws.iter().position(|law| law.number.value == to.value);
            let stands = |place: usize| {
                let fate = &self.fates[place];
                (fate.stays() || fate.replaced.is_some()) && fate.renumbered.is_none()
            };
            if taken.is_some_and(stands) {
                let text = format!("law {} stays in this code, so its number is taken", to.value);
                faults.push(Diagnostic::error("L0905", to.span, text).help("repeal it, or give it another number"));
            }
            let twice =
                self.fates[..place].iter().filter_map(|fate| fate.renumbered).find(|other| other.value == to.value);
            if let Some(first) = twice {
                let text = format!("two laws get the number {}", to.value);
                faults.push(Diagnostic::error("L0904", to.span, text).also(first.span, "first here"));
            }
        }
        self.found.extend(faults);
    }
}

/// Numbers as a reader would list them: `3, 5 to 10`, runs being those of the base.
fn ranges(numbers: &[String], base: &Whole) -> String {
    let place = |number: &String| base.laws.iter().position(|law| law.number.value == *number).unwrap_or(0);
    let mut runs: Vec<(&String, &String, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last, end)) if *end + 1 == place(number) => {
                *last = number;
                *end += 1;
            }
            _ => runs.push((number, number, place(number))),
        }
    }
    let say = |(first, last, _): &(&String, &String, usize)| match first == last {
        true => (*first).clone(),
        false => format!("{first} to {last}"),
    };
    runs.iter().map(say).collect::<Vec<_>>().join(", ")
}
