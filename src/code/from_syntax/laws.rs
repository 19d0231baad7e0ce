//! The laws and their clauses as a list, and what a reference to one means.

use std::collections::BTreeSet;

use crate::code::tree::{Clause, ClauseId, Law, LawId, LawKind, Yield};
use crate::code::value::Citation;
use crate::code::whole::{WholeBody, WholeLaw, number_key};
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::tree as syntax;
use crate::syntax::tree::{DeclarationKind, EffectKind, LawItem, LawRef};

use super::labels::within;
use super::names::{Meaning, Wanted, nearest_of};
use super::scope::Scope;
use super::{Place, Resolver};

/// A clause as written.
#[derive(Debug, Clone)]
pub struct ClauseText<'a> {
    /// The text.
    pub clause: &'a syntax::Clause,
    /// Where it stands.
    pub place: Place,
    /// The labels of the options of the rights that it opens.
    pub options: Vec<String>,
}

impl<'a> Resolver<'a> {
    /// Lists the laws and their clauses, so that references can be read.
    pub(super) fn list_laws(&mut self) {
        for (number, law) in self.whole.laws.iter().enumerate() {
            let id = LawId(number as u16);
            let place = Place {
                law: Some(id),
                title: Some(law.title().into()),
                origin: law.origin.clone(),
                readings: law.readings.clone(),
            };
            self.at(place.clone(), |this| this.number_in_order(number, law));
            self.code.laws.push(Law {
                number: law.number.value.clone(),
                heading: law.heading.value.clone(),
                origin: law.origin.to_string(),
                other_numbers: self.whole.other_numbers(&law.number.value),
                read_as: law.readings.to_vec(),
                kind: LawKind::Definition,
                advisories: Vec::new(),
                span: law.span,
            });
            self.at(place, |this| this.list_clauses(id, law));
        }
    }

    /// A number stands once, and after those that are printed before it.
    fn number_in_order(&mut self, place: usize, law: &WholeLaw) {
        let earlier = &self.whole.laws[..place];
        if let Some(first) = earlier.iter().find(|first| first.number.value == law.number.value) {
            let text = format!("law {} stands twice in this code", law.number.value);
            let diagnostic =
                Diagnostic::error("L0303", law.number.span, text).also(first.number.span, "the first is here");
            self.report(diagnostic);
        } else if let Some(before) = earlier.last()
            && *before.origin == *self.code.name
            && self.own()
            && number_key(&law.number.value) < number_key(&before.number.value)
        {
            let text = format!("law {} stands after law {}", law.number.value, before.number.value);
            let diagnostic = Diagnostic::warning("L0304", law.number.span, text)
                .also(before.number.span, "this number is printed later")
                .help("keep the printed order, so that a reader can follow with the book");
            self.report(diagnostic);
        }
    }

    /// The clauses and advisory clauses of a law.
    fn list_clauses(&mut self, id: LawId, law: &'a WholeLaw) {
        match &law.body {
            WholeBody::Advisory(reason) => self.code.laws[id.index()].kind = LawKind::Advisory(reason.value.clone()),
            WholeBody::Unwritten(_) => {}
            WholeBody::Items(items) => {
                if items.is_empty() {
                    let text = format!("law {} says nothing", law.number.value);
                    let help = "write `advisory \"reason\"` when no act decides, `unwritten \"gist\"` when it is still to be written";
                    self.report(Diagnostic::error("L0310", law.number.span, text).help(help));
                }
                let mut labels: Vec<&Spanned<String>> = Vec::new();
                for item in items {
                    let place =
                        Place { origin: item.origin.clone(), readings: item.readings.clone(), ..self.place.clone() };
                    let label = match &item.item {
                        LawItem::Clause(clause) => {
                            self.list_clause(id, clause, place);
                            &clause.label
                        }
                        LawItem::Advisory { label, reason, .. } => {
                            let advisory = (label.value.clone(), reason.value.clone());
                            self.code.laws[id.index()].advisories.push(advisory);
                            label
                        }
                        LawItem::Declaration(_) => continue,
                    };
                    if let Some(first) = labels.iter().find(|first| first.value == label.value) {
                        let text = format!("the label {} stands twice in law {}", label.value, law.number.value);
                        self.report(Diagnostic::error("L0302", label.span, text).also(first.span, "the first is here"));
                    }
                    labels.push(label);
                }
            }
        }
    }

    fn list_clause(&mut self, law: LawId, clause: &'a syntax::Clause, place: Place) {
        let rights = clause.effects.iter().filter_map(|effect| match &effect.kind {
            EffectKind::Right(right) => Some(right),
            EffectKind::Do(..) | EffectKind::End(_) => None,
        });
        let options = rights.flat_map(|right| right.options.iter().map(|option| option.label.value.clone())).collect();
        let origin = place.origin.to_string();
        self.clause_texts.push(ClauseText { clause, place, options });
        self.code.clauses.push(Clause {
            law,
            label: clause.label.value.clone(),
            origin,
            triggers: Vec::new(),
            conditions: Vec::new(),
            unless: Vec::new(),
            effects: Vec::new(),
            slots: Vec::new(),
            offender: None,
            instead: Vec::new(),
            span: clause.span,
        });
    }

    /// The options of the rights that a clause opens.
    pub(super) fn options_of(&self, clause: ClauseId) -> Vec<String> {
        self.clause_texts.get(clause.index()).map(|text| text.options.clone()).unwrap_or_default()
    }

    /// `law 84(b)` as a value.
    pub(super) fn citation(&mut self, reference: &LawRef) -> Option<Citation> {
        let law = self.law_of(&reference.number)?;
        let label = &reference.label.value;
        let text = &self.code.laws[law.index()];
        let advisory = text.advisories.iter().any(|(found, _)| within(found, label));
        if !label.is_empty() && !advisory && self.labelled(law, label).is_empty() {
            self.no_clause(law, &reference.label);
            return None;
        }
        Some(Citation { law, label: label.clone() })
    }

    /// The clauses that `law 84(b)` or `law 84` means; none is an error.
    pub(super) fn clauses_of(&mut self, reference: &LawRef) -> Option<Vec<ClauseId>> {
        let law = self.law_of(&reference.number)?;
        self.clauses_in(law, &reference.label, reference.number.span)
    }

    /// The clauses of a law under a label, all of them when the label is empty.
    pub(super) fn clauses_in(&mut self, law: LawId, label: &Spanned<String>, place: Span) -> Option<Vec<ClauseId>> {
        let found = self.labelled(law, &label.value);
        if !found.is_empty() {
            return Some(found);
        }
        if label.value.is_empty() {
            let text = format!("law {} has no clause that rules", self.code.laws[law.index()].number);
            let there = self.whole.laws[law.index()].number.span;
            self.report(Diagnostic::error("L0305", place, text).also(there, "the law is here"));
        } else {
            self.no_clause(law, label);
        }
        None
    }

    /// The law of a number.
    pub(super) fn law_of(&mut self, number: &Spanned<String>) -> Option<LawId> {
        let found = self.code.law(&number.value);
        if found.is_none() {
            let text = format!("there is no law {} in this code", number.value);
            let mut diagnostic = Diagnostic::error("L0305", number.span, text);
            if let Some(gone) = self.whole.gone_laws.get(&number.value) {
                let text = format!("law {} of {} is no longer in this code", number.value, gone.code);
                diagnostic = Diagnostic::error("L0907", number.span, text)
                    .also(gone.was, "the law as it was")
                    .also(gone.by, "taken out by this")
                    .help("replace the clause that names it, or adopt the law");
            } else {
                let known: Vec<String> = self.code.laws.iter().map(|law| law.number.clone()).collect();
                if let Some(near) = nearest_of(&number.value, known.iter().map(|known| (known.as_str(), 0))) {
                    diagnostic = diagnostic.help(format!("did you mean `law {near}`?"));
                }
            }
            self.report(diagnostic);
        }
        found
    }

    fn no_clause(&mut self, law: LawId, label: &Spanned<String>) {
        let text = &self.code.laws[law.index()];
        let mut labels: BTreeSet<String> = text.advisories.iter().map(|(label, _)| label.clone()).collect();
        labels.extend(self.code.clauses.iter().filter(|clause| clause.law == law).map(|clause| clause.label.clone()));
        let message = format!("law {} has no clause {}", text.number, label.value);
        let labels: Vec<String> = labels.into_iter().collect();
        let help = match labels.is_empty() {
            true => "it has no clauses at all".to_owned(),
            false => format!("its clauses are {}", labels.join(", ")),
        };
        let number = if self.own() { "L0305" } else { "L0907" };
        let there = self.whole.laws[law.index()].number.span;
        let diagnostic = Diagnostic::error(number, label.span, message).also(there, "the law is here").help(help);
        self.report(diagnostic);
    }

    /// The clauses of a law with that label; else those whose label it opens; all for the empty label.
    fn labelled(&self, law: LawId, label: &str) -> Vec<ClauseId> {
        let of_law = || {
            let clauses = self.code.clauses.iter().enumerate().filter(|(_, clause)| clause.law == law);
            clauses.map(|(place, clause)| (ClauseId(place as u16), clause))
        };
        let exact: Vec<ClauseId> = of_law().filter(|(_, clause)| clause.label == label).map(|(id, _)| id).collect();
        if !exact.is_empty() {
            return exact;
        }
        of_law().filter(|(_, clause)| within(&clause.label, label)).map(|(id, _)| id).collect()
    }

    /// What became of each law, and what its yields and unwritten triggers are.
    pub(super) fn resolve_laws(&mut self) {
        for (number, law) in self.whole.laws.iter().enumerate() {
            let id = LawId(number as u16);
            let place = Place {
                law: Some(id),
                title: Some(law.title().into()),
                origin: law.origin.clone(),
                readings: law.readings.clone(),
            };
            let kind = self.at(place, |this| this.law_kind(law));
            if let Some(kind) = kind {
                self.code.laws[number].kind = kind;
            }
        }
    }

    fn law_kind(&mut self, law: &WholeLaw) -> Option<LawKind> {
        let items = match &law.body {
            WholeBody::Advisory(_) => return None,
            WholeBody::Unwritten(triggers) => {
                let mut scope = Scope::default();
                let triggers = self.triggers(&mut scope, triggers);
                return Some(LawKind::Unwritten(triggers));
            }
            WholeBody::Items(items) => items,
        };
        let (mut rules, mut defines, mut advises) = (false, false, None);
        for item in items {
            match &item.item {
                LawItem::Clause(_) => rules = true,
                LawItem::Advisory { reason, .. } => advises = advises.or(Some(reason.value.clone())),
                LawItem::Declaration(declaration) => match declaration.kind {
                    DeclarationKind::Duty(_) | DeclarationKind::Yield(_) => rules = true,
                    _ => defines = true,
                },
            }
        }
        Some(match advises {
            _ if rules => LawKind::Rule,
            Some(reason) if !defines => LawKind::Advisory(reason),
            _ => LawKind::Definition,
        })
    }

    /// `yield must_play, must_win to follow_suit`
    pub(super) fn yields(&mut self, decl: &syntax::YieldDecl) {
        let Some(law) = self.place.law else { return };
        let right: Vec<_> = decl.right.iter().filter_map(|name| self.duty_named(name)).collect();
        for name in &decl.left {
            if let Some(left) = self.duty_named(name) {
                self.code.yields.push(Yield { left, right: right.clone(), law });
            }
        }
    }

    fn duty_named(&mut self, name: &syntax::Name) -> Option<crate::code::tree::StatusId> {
        match self.meaning(&name.value) {
            Some(entry) => match entry.meaning {
                Meaning::Duty(id) => return Some(id),
                _ => self.wrong_kind(&name.value, name.span, &entry, Wanted::Duty),
            },
            None => self.unknown(&name.value, name.span, Wanted::Duty, None, std::iter::empty()),
        }
        None
    }
}
