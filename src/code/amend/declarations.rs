//! Declarations of a base code: those that adopted laws use come along; those that went are remembered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::code::from_syntax::name_of;
use crate::code::mentions::{Word, mentioned, mentioned_by, mentioned_in};
use crate::code::whole::{Declared, Gone, Readings, Whole, WholeBody, WholeLaw};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Change, CodeHeader, Declaration, DeclarationKind, Item, ItemKind, LawItem};

use super::accounts::Fate;
use super::amendments::taken_out_by;
use super::own_declaration;

/// Puts the declarations of the new code together: vocabularies, what is needed of the base, its own.
pub fn come_along(
    whole: &mut Whole,
    base: &Whole,
    items: &[&Item],
    words: Vec<Declared>,
    name: &Arc<str>,
    found: &mut Vec<Diagnostic>,
) {
    let own: Vec<Declared> = items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Declaration(declaration) => Some(own_declaration(declaration, name)),
            _ => None,
        })
        .collect();
    let mut older: Vec<Declared> = base.declarations.clone();
    replace_declarations(whole, &mut older, items, name, found);
    let needed = needed(whole, &older, &own, name);
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
fn replace_declarations(
    whole: &mut Whole,
    older: &mut [Declared],
    items: &[&Item],
    code: &Arc<str>,
    found: &mut Vec<Diagnostic>,
) {
    for item in items {
        let ItemKind::Replace(Change::Declaration(new)) = &item.kind else { continue };
        let Some((name, _)) = name_of(&new.kind) else { continue };
        let same = |old: &Declaration| {
            let kind = std::mem::discriminant(&old.kind) == std::mem::discriminant(&new.kind);
            kind && name_of(&old.kind).is_some_and(|(old, _)| old.value == name.value)
        };
        let outside = older.iter_mut().find(|declared| same(&declared.declaration));
        if let Some(declared) = outside {
            *declared = own_declaration(new, code);
            continue;
        }
        let inside = whole.laws.iter_mut().filter_map(|law| match &mut law.body {
            WholeBody::Items(items) => Some(items),
            WholeBody::Advisory(_) | WholeBody::Unwritten(_) => None,
        });
        let there = inside.flatten().find(|item| matches!(&item.item, LawItem::Declaration(old) if same(old)));
        match there {
            Some(item) => {
                item.item = LawItem::Declaration(Arc::clone(new));
                item.origin = Arc::clone(code);
                item.readings = Readings::default();
            }
            None => {
                let text = format!("no adopted text declares `{}`, so it cannot be replaced", name.value);
                found.push(Diagnostic::error("L0903", name.span, text).help("declare it without `replace`"));
            }
        }
    }
}

/// The places of the base's own declarations that the laws of the new code use, directly or through others.
fn needed(whole: &Whole, older: &[Declared], own: &[Declared], code: &str) -> BTreeSet<usize> {
    let (mut by_adopted, mut by_own, mut own_words) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for declared in own {
        mentioned(&declared.declaration, &mut by_own);
        declares(&declared.declaration, |word| _ = own_words.insert(word));
    }
    for (from, to) in &whole.reads {
        by_adopted.extend([Word::Name(&from.value), Word::Name(&to.value)]);
    }
    for law in &whole.laws {
        by_adopted.extend(law.readings.iter().map(|(_, to)| Word::Name(to)));
        match &law.body {
            WholeBody::Advisory(_) => {}
            WholeBody::Unwritten(triggers) => {
                mentioned_by(triggers, if *law.origin == *code { &mut by_own } else { &mut by_adopted });
            }
            WholeBody::Items(items) => {
                for item in items {
                    let is_own = *item.origin == *code;
                    mentioned_in(&item.item, if is_own { &mut by_own } else { &mut by_adopted });
                    if let (true, LawItem::Declaration(declaration)) = (is_own, &item.item) {
                        declares(declaration, |word| _ = own_words.insert(word));
                    }
                }
            }
        }
    }
    let mut declared_at: BTreeMap<Word<'_>, Vec<usize>> = BTreeMap::new();
    for (place, declared) in older.iter().enumerate().filter(|(_, declared)| !declared.shared) {
        declares(&declared.declaration, |word| declared_at.entry(word).or_default().push(place));
    }
    // What this code names anew is its own; an adopted text that names it still needs the base's.
    let mut seen: BTreeSet<Word<'_>> = by_own.difference(&own_words).copied().chain(by_adopted).collect();
    let mut todo: Vec<Word<'_>> = seen.iter().copied().collect();
    let mut places = BTreeSet::new();
    while let Some(word) = todo.pop() {
        for place in declared_at.get(&word).into_iter().flatten() {
            if places.insert(*place) {
                let mut more = BTreeSet::new();
                mentioned(&older[*place].declaration, &mut more);
                todo.extend(more.into_iter().filter(|word| seen.insert(*word)));
            }
        }
    }
    places
}

/// Gives each word that a declaration gives a meaning to.
fn declares<'t>(declaration: &'t Declaration, mut take: impl FnMut(Word<'t>)) {
    match &declaration.kind {
        DeclarationKind::Type(decl) => {
            take(Word::Type(&decl.name.value));
            decl.values.iter().for_each(|value| take(Word::Name(&value.value)));
        }
        DeclarationKind::Reading(decl) => {
            take(Word::Name(&decl.name.value));
            decl.cases.iter().for_each(|(value, _)| take(Word::Name(&value.value)));
        }
        kind => name_of(kind).into_iter().for_each(|(name, _)| take(Word::Name(&name.value))),
    }
}

/// The declarations among the parts of a law.
fn declarations_in(law: &WholeLaw) -> impl Iterator<Item = &Declaration> {
    let items = match &law.body {
        WholeBody::Items(items) => items.as_slice(),
        WholeBody::Advisory(_) | WholeBody::Unwritten(_) => &[],
    };
    items.iter().filter_map(|item| match &item.item {
        LawItem::Declaration(declaration) => Some(&**declaration),
        LawItem::Clause(_) | LawItem::Advisory { .. } => None,
    })
}

/// The names that went with laws of the base.
pub fn gone_names(base: &Whole, fates: &[Fate<'_>], whole: &Whole, header: &CodeHeader) -> BTreeMap<String, Gone> {
    let mut gone = base.gone_names.clone();
    for (law, fate) in base.laws.iter().zip(fates).filter(|(_, fate)| !fate.stays()) {
        for declaration in declarations_in(law) {
            let was = name_of(&declaration.kind).map_or(declaration.span, |(name, _)| name.span);
            let (code, by) = (base.name().to_owned(), taken_out_by(fate, header));
            let went = Gone { code, law: law.number.value.clone(), was, by };
            // A type is not told as gone: what it is missed by is told as a type that is not there.
            declares(declaration, |word| {
                if let Word::Name(name) = word {
                    gone.insert(name.to_owned(), went.clone());
                }
            });
        }
    }
    let outside = whole.declarations.iter().map(|declared| &*declared.declaration);
    let mut there = BTreeSet::new();
    for declaration in outside.chain(whole.laws.iter().flat_map(declarations_in)) {
        declares(declaration, |word| _ = there.insert(word));
    }
    gone.retain(|name, _| !there.contains(&Word::Name(name)));
    gone
}
