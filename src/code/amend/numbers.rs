//! Laws that get another number: what refers to them follows.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::mentions::reading::{Met, walk_item};
use crate::code::whole::Whole;
use crate::diagnostic::Diagnostic;
use crate::source::Spanned;
use crate::syntax::tree::{Law, LawItem};

use super::accounts::Fate;

/// Numbers of the base, and what they are in the new code.
pub struct Renumbering {
    base: String,
    new: BTreeMap<String, String>,
    /// Numbers of the base that mean another law in the new code.
    taken: BTreeSet<String>,
}

impl Renumbering {
    /// The numbers as the amendments change them.
    pub fn of(base: &Whole, fates: &[Fate<'_>], inserted: &[&Law]) -> Renumbering {
        let pairs = base.laws.iter().zip(fates);
        let new: BTreeMap<String, String> = pairs
            .clone()
            .filter_map(|(law, fate)| Some((law.number.value.clone(), fate.renumbered?.value.clone())))
            .collect();
        let gone = pairs.filter(|(_, fate)| !fate.stays() && fate.replaced.is_none()).map(|(law, _)| &law.number.value);
        let given: BTreeSet<&String> = new.values().chain(inserted.iter().map(|law| &law.number.value)).collect();
        let taken = gone.filter(|number| given.contains(number)).cloned().collect();
        Renumbering { base: base.name().to_owned(), new, taken }
    }

    /// Whether a part of an adopted law names a number that does not stay as it is.
    pub fn change(&self, item: &LawItem) -> bool {
        if self.new.is_empty() && self.taken.is_empty() {
            return false;
        }
        let mut named = false;
        let mut meet = |number: &Spanned<String>| {
            named |= self.new.contains_key(&number.value) || self.taken.contains(&number.value);
        };
        walk_item(item, &mut |met| match met {
            Met::Law(reference) => meet(&reference.number),
            Met::Clause(reference) => reference.law.iter().for_each(&mut meet),
            Met::Name(_) | Met::Type(_) => {}
        });
        named
    }

    /// A number in an adopted law follows; one that now means another law is an error until the clause is replaced.
    pub fn follow(&self, number: &mut Spanned<String>, title: &str, found: &mut Vec<Diagnostic>) {
        if let Some(new) = self.new.get(&number.value) {
            number.value.clone_from(new);
        } else if self.taken.contains(&number.value) {
            let text = format!("law {} of {} went, and this number now means another law", number.value, self.base);
            let diagnostic =
                Diagnostic::error("L0911", number.span, text).within(title).help("replace the clause that says so");
            found.push(diagnostic);
        }
    }

    /// The numbers of all base codes, as they are in the new one.
    pub fn of_all_bases(&self, base: &Whole) -> BTreeMap<(String, String), String> {
        let older = base.renumbered.iter().map(|(old, number)| {
            let number = self.new.get(number).unwrap_or(number);
            (old.clone(), number.clone())
        });
        let direct = self.new.iter().map(|(old, number)| ((self.base.clone(), old.clone()), number.clone()));
        // A law that only this code renumbers had the same number in the codes below its base.
        let below = self.new.iter().flat_map(|(old, number)| {
            let codes =
                base.amends.iter().filter(|code| !base.renumbered.contains_key(&((*code).clone(), old.clone())));
            codes.map(|code| ((code.clone(), old.clone()), number.clone()))
        });
        below.chain(direct).chain(older).collect()
    }
}
