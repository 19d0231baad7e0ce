//! A base code changed as its amendments say.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::code::mentions::changing::{Met, walk_item};
use crate::code::whole::{Declared, Gone, Readings, Whole, WholeBody, WholeItem, WholeLaw, number_key};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree::{Clause, CodeHeader, Item, ItemKind, LawItem};

use super::accounts::{Accounts, ClauseChange, Fate};
use super::numbers::Renumbering;
use super::{declarations, own_law, strike};

/// A code that amends another. `words` are the declarations of the vocabularies that it uses itself.
pub fn amend(
    header: &CodeHeader,
    base: &Whole,
    items: &[&Item],
    words: Vec<Declared>,
    found: &mut Vec<Diagnostic>,
) -> Whole {
    let accounts = Accounts::of(base, items, found);
    let (fates, inserted) = (accounts.fates, accounts.inserted);
    strike::options_there(base, &fates, found);
    let name: Arc<str> = header.name.value.as_str().into();
    let mut whole = Whole::empty(header.clone());
    whole.amends = std::iter::once(base.name().to_owned()).chain(base.amends.iter().cloned()).collect();
    let numbers = Renumbering::of(base, &fates, &inserted);
    for (law, fate) in base.laws.iter().zip(&fates) {
        if let Some(new) = fate.replaced {
            whole.laws.push(own_law(new, &name));
        } else if fate.stays() {
            whole.laws.push(changed(law, fate, &name, &numbers, found));
        }
    }
    whole.laws.extend(inserted.iter().map(|law| own_law(law, &name)));
    whole.laws.sort_by_key(|law| number_key(&law.number.value));
    whole.renumbered = numbers.of_all_bases(base);
    whole.reads = items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::ReadAs(read) => Some((read.from.clone(), read.to.clone())),
            _ => None,
        })
        .collect();
    declarations::come_along(&mut whole, base, items, words, &name, found);
    whole.gone_laws = gone_laws(base, &fates, &whole, header);
    whole.gone_names = declarations::gone_names(base, &fates, &whole, header);
    whole
}

/// A law of the base as it stands in the new code.
fn changed(
    law: &WholeLaw,
    fate: &Fate<'_>,
    name: &Arc<str>,
    numbers: &Renumbering,
    found: &mut Vec<Diagnostic>,
) -> WholeLaw {
    let mut law = law.clone();
    let title = law.title();
    let reads = fate.reads.iter().map(|read| (read.from.value.clone(), read.to.value.clone()));
    let reads: Readings = reads.collect();
    read_with(&mut law.readings, &reads);
    if let WholeBody::Items(items) = &mut law.body {
        for item in items.iter_mut() {
            read_with(&mut item.readings, &reads);
            if numbers.change(&item.item) {
                walk_item(&mut item.item, &mut |met| match met {
                    Met::Law(reference) => numbers.follow(&mut reference.number, &title, found),
                    Met::Clause(reference) => {
                        let number = reference.law.as_mut().filter(|_| reference.code.is_none());
                        number.into_iter().for_each(|number| numbers.follow(number, &title, found));
                    }
                    Met::Name(_) | Met::Type(_) => {}
                });
            }
            strike::options(&mut item.item, fate, &title, found);
        }
        for (_, change) in &fate.clauses {
            change_clause(items, change, name);
        }
    }
    if let Some(number) = fate.renumbered {
        law.number = number.clone();
    }
    law
}

/// Adds readings to those that a part has.
fn read_with(readings: &mut Readings, more: &Readings) {
    if readings.is_empty() {
        *readings = Arc::clone(more);
    } else if !more.is_empty() {
        *readings = readings.iter().chain(more.iter()).cloned().collect();
    }
}

/// One clause put in, changed or taken out.
fn change_clause(items: &mut Vec<WholeItem>, change: &ClauseChange<'_>, name: &Arc<str>) {
    let label_of = |item: &WholeItem| match &item.item {
        LawItem::Clause(clause) => Some(clause.label.value.clone()),
        LawItem::Advisory { label, .. } => Some(label.value.clone()),
        LawItem::Declaration(_) => None,
    };
    let own = |clause: &Arc<Clause>| WholeItem {
        item: LawItem::Clause(Arc::clone(clause)),
        origin: Arc::clone(name),
        readings: Readings::default(),
    };
    match change {
        ClauseChange::Replace(clause) => {
            let there = items.iter_mut().find(|item| label_of(item).as_ref() == Some(&clause.label.value));
            there.into_iter().for_each(|item| *item = own(clause));
        }
        ClauseChange::Insert(clause) => items.push(own(clause)),
        ClauseChange::Remove(label) => items.retain(|item| label_of(item).as_ref() != Some(&label.value)),
    }
}

/// The laws of the base that the new code does not have, and what took each out.
fn gone_laws(base: &Whole, fates: &[Fate<'_>], whole: &Whole, header: &CodeHeader) -> BTreeMap<String, Gone> {
    let mut gone = base.gone_laws.clone();
    for (law, fate) in base.laws.iter().zip(fates) {
        if !fate.stays() && fate.replaced.is_none() {
            let (code, by) = (base.name().to_owned(), taken_out_by(fate, header));
            let number = law.number.value.clone();
            gone.insert(number.clone(), Gone { code, law: number, was: law.number.span, by });
        }
    }
    gone.retain(|number, _| !whole.laws.iter().any(|law| law.number.value == *number));
    gone
}

/// The words that took a law out.
pub fn taken_out_by(fate: &Fate<'_>, header: &CodeHeader) -> Span {
    let replaced = fate.replaced.map(|law| law.number.span);
    let amends = header.amends.as_ref().map_or(header.name.span, |name| name.span);
    replaced.or(fate.repealed).or(fate.excepted).unwrap_or(amends)
}
