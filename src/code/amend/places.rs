//! The laws and clauses of a base code that amendments name.

use crate::code::from_syntax::names::nearest_of;
use crate::code::whole::{WholeBody, WholeLaw};
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::tree::{LawItem, LawSpan};

use super::accounts::Accounts;

impl<'a> Accounts<'a, '_> {
    /// The places of the laws of a list that names whole laws.
    pub(super) fn whole_laws(&mut self, laws: &'a [LawSpan], what: &str) -> Vec<usize> {
        let mut places = Vec::new();
        for law in laws {
            if !law.first.label.value.is_empty() {
                let text = format!("only whole laws can be {what} by a list");
                self.found.push(Diagnostic::error("L0903", law.first.label.span, text));
                continue;
            }
            places.extend(self.places(law, what));
        }
        places
    }

    /// The places of the laws from the first to the last, in the order of the base.
    pub(super) fn places(&mut self, law: &LawSpan, what: &str) -> Vec<usize> {
        let Some(first) = self.find(&law.first.number, what) else { return Vec::new() };
        let Some(last) = &law.last else { return vec![first] };
        let Some(end) = self.find(last, what) else { return Vec::new() };
        if end < first {
            let text = format!("law {} stands after law {}", law.first.number.value, last.value);
            self.found.push(Diagnostic::error("L0903", law.first.number.span.to(last.span), text));
        }
        (first..=end).collect()
    }

    /// The place of a law of the base.
    pub(super) fn find(&mut self, number: &Spanned<String>, what: &str) -> Option<usize> {
        let place = self.base.laws.iter().position(|law| law.number.value == number.value);
        if place.is_none() {
            let text = format!("{} has no law {}, so it cannot be {what}", self.base.name(), number.value);
            let mut diagnostic = Diagnostic::error("L0903", number.span, text);
            let known = self.base.laws.iter().map(|law| (law.number.value.as_str(), 0));
            if let Some(near) = nearest_of(&number.value, known) {
                diagnostic = diagnostic.help(format!("did you mean law {near}?"));
            } else if what == "replaced" {
                diagnostic = diagnostic.help("a law that is new is put in with `insert law …`");
            }
            self.found.push(diagnostic);
        }
        place
    }

    /// Whether a law of the base has a clause of that label; if not, that is told.
    pub(super) fn has_label(&mut self, place: usize, label: &Spanned<String>) -> bool {
        let law = &self.base.laws[place];
        let there = label_in(law, &label.value).is_some();
        if !there {
            let text = format!("law {} of {} has no clause {}", law.number.value, self.base.name(), label.value);
            let labels: Vec<String> = labels(law).map(|(label, _)| label.to_owned()).collect();
            let mut diagnostic = Diagnostic::error("L0903", label.span, text).also(law.number.span, "the law is here");
            if !labels.is_empty() {
                diagnostic = diagnostic.help(format!("its clauses are {}", labels.join(", ")));
            }
            self.found.push(diagnostic);
        }
        there
    }
}

/// The labels of a law, with their places.
fn labels(law: &WholeLaw) -> impl Iterator<Item = (&str, Span)> {
    let items = match &law.body {
        WholeBody::Items(items) => items.as_slice(),
        WholeBody::Advisory(_) | WholeBody::Unwritten(_) => &[],
    };
    items.iter().filter_map(|item| match &item.item {
        LawItem::Clause(clause) => Some((clause.label.value.as_str(), clause.label.span)),
        LawItem::Advisory { label, .. } => Some((label.value.as_str(), label.span)),
        LawItem::Declaration(_) => None,
    })
}

pub(super) fn label_in(law: &WholeLaw, label: &str) -> Option<Span> {
    labels(law).find(|(found, _)| *found == label).map(|(_, span)| span)
}
