//! Declarations of a base code: those that adopted laws use come along; those that went are remembered.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::from_syntax::name_of;
use crate::code::mentions::{mentioned, mentioned_by, mentioned_in};
use crate::code::whole::{Declared, Gone, Whole, WholeBody, WholeLaw};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Change, CodeHeader, Declaration, DeclarationKind, Item, ItemKind, LawItem};

use super::accounts::Fate;
use super::amendments::taken_out_by;
use super::own_declaration;

/// Puts the declarations of the new code together: vocabularies, what is needed of the base, its own.
pub fn come_along(whole: &mut Whole, base: &Whole, items: &[&Item], words: Vec<Declared>, found: &mut Vec<Diagnostic>) {
    let name = whole.name().to_owned();
    let own: Vec<Declared> = items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Declaration(declaration) => Some(own_declaration(declaration, &name)),
            _ => None,
        })
        .collect();
    let mut older: Vec<Declared> = base.declarations.clone();
    replace_declarations(whole, &mut older, items, found);
    let needed = needed(whole, &older, &own);
    let mut all: Vec<Declared> = older
        .into_iter()
        .enumerate()
        .filter(|(place, declared)| declared.shared || needed.contains(place))
        .map(|(_, declared)| declared)
        .collect();
    for declared in words {
        if !all.iter().any(|other| other.declaration.span == declared.declaration.span) {
            all.push(declared);
        }
    }
    all.extend(own);
    whole.declarations = all;
}

/// `replace option dealer_may_pass: truth = yes "…"`: puts a declaration in the place of one of the base.
fn replace_declarations(whole: &mut Whole, older: &mut [Declared], items: &[&Item], found: &mut Vec<Diagnostic>) {
    let code = whole.name().to_owned();
    for item in items {
        let ItemKind::Replace(Change::Declaration(new)) = &item.kind else { continue };
        let Some((name, _)) = name_of(&new.kind) else { continue };
        let same = |old: &Declaration| {
            let kind = std::mem::discriminant(&old.kind) == std::mem::discriminant(&new.kind);
            kind && name_of(&old.kind).is_some_and(|(old, _)| old.value == name.value)
        };
        let outside = older.iter_mut().find(|declared| same(&declared.declaration));
        if let Some(declared) = outside {
            *declared = own_declaration(new, &code);
            continue;
        }
        let inside = whole.laws.iter_mut().filter_map(|law| match &mut law.body {
            WholeBody::Items(items) => Some(items),
            WholeBody::Advisory(_) | WholeBody::Unwritten(_) => None,
        });
        let there = inside.flatten().find(|item| matches!(&item.item, LawItem::Declaration(old) if same(old)));
        match there {
            Some(item) => {
                item.item = LawItem::Declaration(new.clone());
                item.origin.clone_from(&code);
                item.readings.clear();
            }
            None => {
                let text = format!("no adopted text declares `{}`, so it cannot be replaced", name.value);
                found.push(Diagnostic::error("L0903", name.span, text).help("declare it without `replace`"));
            }
        }
    }
}

/// The places of the base's own declarations that the laws of the new code use, directly or through others.
fn needed(whole: &Whole, older: &[Declared], own: &[Declared]) -> BTreeSet<usize> {
    let code = whole.name();
    let mut own_names: BTreeSet<String> = own.iter().flat_map(|declared| names(&declared.declaration)).collect();
    let reads = whole.reads.iter().flat_map(|(from, to)| [from.value.clone(), to.value.clone()]);
    let mut by_adopted: BTreeSet<String> = reads.collect();
    let mut by_own: BTreeSet<String> = own.iter().flat_map(|declared| mentioned(&declared.declaration)).collect();
    for law in &whole.laws {
        by_adopted.extend(law.readings.iter().map(|(_, to)| to.clone()));
        for (origin, mentioned, declared) in of_law(law) {
            if origin == code {
                by_own.extend(mentioned);
                own_names.extend(declared);
            } else {
                by_adopted.extend(mentioned);
            }
        }
    }
    // What this code names anew is its own; an adopted text that names it still needs the base's.
    let mut todo: Vec<String> = by_adopted.into_iter().chain(by_own.difference(&own_names).cloned()).collect();
    let mut seen: BTreeSet<String> = todo.iter().cloned().collect();
    let mut places = BTreeSet::new();
    while let Some(name) = todo.pop() {
        for (place, declared) in older.iter().enumerate() {
            if !declared.shared && names(&declared.declaration).contains(&name) && places.insert(place) {
                let more = mentioned(&declared.declaration);
                todo.extend(more.into_iter().filter(|name| seen.insert(name.clone())));
            }
        }
    }
    places
}

/// The parts of a law: where each comes from, what it mentions, what it declares.
fn of_law(law: &WholeLaw) -> Vec<(String, BTreeSet<String>, Vec<String>)> {
    match &law.body {
        WholeBody::Advisory(_) => Vec::new(),
        WholeBody::Unwritten(triggers) => vec![(law.origin.clone(), mentioned_by(triggers), Vec::new())],
        WholeBody::Items(items) => items
            .iter()
            .map(|item| {
                let declared = match &item.item {
                    LawItem::Declaration(declaration) => names(declaration),
                    LawItem::Clause(_) | LawItem::Advisory { .. } => Vec::new(),
                };
                (item.origin.clone(), mentioned_in(&item.item), declared)
            })
            .collect(),
    }
}

/// All names that a declaration gives a meaning to; types have a name space of their own.
fn names(declaration: &Declaration) -> Vec<String> {
    match &declaration.kind {
        DeclarationKind::Type(decl) => {
            let values = decl.values.iter().map(|value| value.value.clone());
            std::iter::once(format!("type {}", decl.name.value)).chain(values).collect()
        }
        DeclarationKind::Reading(decl) => {
            let values = decl.cases.iter().map(|(value, _)| value.value.clone());
            std::iter::once(decl.name.value.clone()).chain(values).collect()
        }
        kind => name_of(kind).map(|(name, _)| name.value.clone()).into_iter().collect(),
    }
}

/// The names that went with laws of the base.
pub fn gone_names(base: &Whole, fates: &[Fate<'_>], whole: &Whole, header: &CodeHeader) -> BTreeMap<String, Gone> {
    let mut gone = base.gone_names.clone();
    for (law, fate) in base.laws.iter().zip(fates).filter(|(_, fate)| !fate.stays()) {
        let WholeBody::Items(items) = &law.body else { continue };
        for item in items {
            let LawItem::Declaration(declaration) = &item.item else { continue };
            let was = name_of(&declaration.kind).map_or(declaration.span, |(name, _)| name.span);
            for name in names(declaration) {
                let (code, by) = (base.name().to_owned(), taken_out_by(fate, header));
                gone.insert(name, Gone { code, law: law.number.value.clone(), was, by });
            }
        }
    }
    let laws = whole.laws.iter().flat_map(of_law).flat_map(|(_, _, declared)| declared);
    let there: BTreeSet<String> =
        whole.declarations.iter().flat_map(|declared| names(&declared.declaration)).chain(laws).collect();
    gone.retain(|name, _| !there.contains(name));
    gone
}
