//! Consolidation: the text of a code joined with the codes that it amends and the vocabularies that it uses.
//!
//! In: the tree of the code and what it builds on, joined already. Out: one [`Whole`]. Amendments are counted exactly: nothing of the
//! base is dropped, taken over or changed without a word that says so.

mod accounts;
mod amendments;
mod balance;
mod declarations;
mod numbers;
mod places;
mod strike;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::tree::{CodeHeader, Declaration, Item, ItemKind, Law, LawBody, Name, Tree};

use super::whole::{Declared, Readings, Whole, WholeBody, WholeItem, WholeLaw};

/// How one code builds on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// It amends it.
    Base,
    /// It uses its words.
    Words,
}

/// The codes that a file builds on, its base first.
pub fn builds_on(tree: &Tree) -> Vec<(Part, Name)> {
    let base = header(tree).and_then(|header| header.amends.clone()).map(|name| (Part::Base, name));
    let words = tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Use(name) => Some((Part::Words, name.clone())),
        _ => None,
    });
    base.into_iter().chain(words).collect()
}

fn header(tree: &Tree) -> Option<&CodeHeader> {
    tree.items.iter().find_map(|item| match &item.kind {
        ItemKind::Code(header) => Some(header),
        _ => None,
    })
}

/// Joins a code with what it builds on.
pub fn join(
    name: &str,
    file: FileId,
    tree: &Tree,
    parts: &[(Part, &Name, &Whole)],
) -> (Option<Whole>, Vec<Diagnostic>) {
    let mut found = Vec::new();
    one_header(file, tree, &mut found);
    let Some(header) = header(tree) else { return (None, found) };
    let mut declarations = Vec::new();
    for (part, place, whole) in parts {
        if *part == Part::Words {
            words(whole, place, &mut declarations, &mut found);
        }
    }
    let base = parts.iter().find(|(part, ..)| *part == Part::Base).map(|(_, _, whole)| *whole);
    let own: Vec<&Item> = tree.items.iter().collect();
    let whole = match base {
        Some(base) => amendments::amend(header, base, &own, declarations, &mut found),
        None => alone(&name.into(), header, &own, declarations, &mut found),
    };
    (Some(whole), found)
}

/// The head of a code stands first, and once.
fn one_header(file: FileId, tree: &Tree, found: &mut Vec<Diagnostic>) {
    let mut headers = tree.items.iter().filter(|item| matches!(item.kind, ItemKind::Code(_)));
    let help = "a law file begins with `code NAME { title \"…\" family auction }`";
    let Some(first) = headers.next() else {
        let span = tree.items.first().map_or(Span::new(file, 0, 0), |item| first_line(item.span));
        found.push(Diagnostic::error("L0219", span, "this file does not say which code it is").help(help));
        return;
    };
    if let Some(before) = tree.items.first().filter(|item| item.span != first.span) {
        let text = "the head of the code stands first in its file";
        found.push(Diagnostic::error("L0219", first.span, text).also(first_line(before.span), "this stands before it"));
    }
    for again in headers {
        let text = "a file holds one code only";
        found.push(Diagnostic::error("L0219", again.span, text).also(first.span, "its head is here"));
    }
}

/// A place of no more than some letters, where a whole block would be too much to underline.
fn first_line(span: Span) -> Span {
    Span { end: span.end.min(span.start + 1), ..span }
}

/// The words of a vocabulary.
fn words(whole: &Whole, place: &Name, declarations: &mut Vec<Declared>, found: &mut Vec<Diagnostic>) {
    if !whole.laws.is_empty() {
        let text = format!("`{}` has laws: it can be amended, not used", place.value);
        let help = "what is used holds declarations only";
        found.push(Diagnostic::error("L0909", place.span, text).help(help));
        return;
    }
    for declared in &whole.declarations {
        let there = |other: &Declared| other.declaration.span == declared.declaration.span;
        if !declarations.iter().any(there) {
            declarations.push(Declared { shared: true, ..declared.clone() });
        }
    }
}

/// A code that amends nothing.
fn alone(
    name: &Arc<str>,
    header: &CodeHeader,
    items: &[&Item],
    mut declarations: Vec<Declared>,
    found: &mut Vec<Diagnostic>,
) -> Whole {
    let mut laws = Vec::new();
    for item in items {
        match &item.kind {
            ItemKind::Code(_) | ItemKind::Use(_) => {}
            ItemKind::Declaration(declaration) => declarations.push(own_declaration(declaration, name)),
            ItemKind::Law(law) => laws.push(own_law(law, name)),
            ItemKind::Adopt(_)
            | ItemKind::ReadAs(_)
            | ItemKind::Replace(_)
            | ItemKind::Insert(_)
            | ItemKind::Repeal(_)
            | ItemKind::Renumber { .. } => {
                let text = "this changes another code, and the head names none";
                let help = format!("write `code {name} amends …`");
                found.push(Diagnostic::error("L0914", item.span, text).help(help));
            }
        }
    }
    Whole { header: header.clone(), declarations, laws, ..Whole::empty(header.clone()) }
}

fn own_declaration(declaration: &Arc<Declaration>, origin: &Arc<str>) -> Declared {
    Declared { declaration: Arc::clone(declaration), origin: Arc::clone(origin), shared: false }
}

/// A law of this code's own text.
fn own_law(law: &Law, origin: &Arc<str>) -> WholeLaw {
    let body = match &law.body {
        LawBody::Advisory(reason) => WholeBody::Advisory(reason.clone()),
        LawBody::Unwritten(triggers) => WholeBody::Unwritten(triggers.clone()),
        LawBody::Items(items) => {
            let items = items.iter().map(|item| WholeItem {
                item: item.clone(),
                origin: Arc::clone(origin),
                readings: Readings::default(),
            });
            WholeBody::Items(items.collect())
        }
    };
    WholeLaw {
        number: law.number.clone(),
        heading: law.heading.clone(),
        origin: Arc::clone(origin),
        readings: Readings::default(),
        body,
        span: law.span,
    }
}
