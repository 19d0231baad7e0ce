//! What is waited for: events, moments, beginnings and ends, breaches, what became of a right.

use std::collections::BTreeSet;

use crate::code::tree::{ClauseId, StatusId, Trigger, TriggerKind};
use crate::code::value::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{LawRef, Name, Pattern};

use super::Resolver;
use super::names::{Entry, Meaning, Wanted};
use super::patterns::New;
use super::scope::{Bound, Scope};

impl Resolver<'_> {
    /// Several triggers joined by `or`: all must bind the same names.
    pub(super) fn triggers(&mut self, scope: &mut Scope, triggers: &[syntax::Trigger]) -> Vec<Trigger> {
        let mark = scope.mark();
        let mut first: Option<Vec<Bound>> = None;
        let mut read = Vec::new();
        for trigger in triggers {
            let errors = self.found.len();
            let made = self.trigger(scope, trigger, first.as_deref().unwrap_or_default());
            let understood = self.found.len() == errors;
            let bound = scope.take(mark);
            match &first {
                None => first = Some(bound),
                Some(first) if understood => self.same_names(first, &bound, trigger.span),
                Some(_) => {}
            }
            read.extend(made);
        }
        scope.restore(first.unwrap_or_default());
        read
    }

    /// Reports names that only one of two triggers binds, or with another type.
    fn same_names(&mut self, first: &[Bound], other: &[Bound], span: Span) {
        for bound in first.iter().filter(|bound| bound.ty != super::scope::UNREADABLE) {
            match other.iter().find(|found| found.name == bound.name) {
                Some(found) if found.slot == bound.slot => {}
                Some(found) => {
                    let (a, b) = (self.a_type(bound.ty), self.a_type(found.ty));
                    let text = format!("`{}` is {a} in one trigger and {b} in another", bound.name);
                    self.report(Diagnostic::error("L0210", found.span, text).also(bound.span, "bound here first"));
                }
                None => {
                    let text = format!("this trigger does not bind `{}`", bound.name);
                    let diagnostic = Diagnostic::error("L0210", span, text)
                        .also(bound.span, "bound here")
                        .help("triggers joined by `or` must bind the same names");
                    self.report(diagnostic);
                }
            }
        }
        for bound in other.iter().filter(|bound| bound.ty != super::scope::UNREADABLE) {
            if !first.iter().any(|found| found.name == bound.name) {
                let text = format!("only this trigger binds `{}`", bound.name);
                let help = "triggers joined by `or` must bind the same names; write `_` where the name is not needed";
                self.report(Diagnostic::error("L0210", bound.span, text).help(help));
            }
        }
    }

    /// One trigger. Its new names are bound in `scope`.
    pub(super) fn trigger(&mut self, scope: &mut Scope, trigger: &syntax::Trigger, first: &[Bound]) -> Option<Trigger> {
        use syntax::TriggerKind as K;
        let kind = match &trigger.kind {
            K::Happens(pattern) => self.happens(scope, pattern, first)?,
            K::Begins(pattern) => {
                let (id, args) = self.status_pattern(scope, pattern, Wanted::Status, first)?;
                self.not_always(id, &pattern.name, "begins")?;
                TriggerKind::Begins(id, args)
            }
            K::Ends(pattern) => {
                let (id, args) = self.status_pattern(scope, pattern, Wanted::Status, first)?;
                self.not_always(id, &pattern.name, "ends")?;
                TriggerKind::Ends(id, args)
            }
            K::Broken(duty, act) => {
                let found = self.status_pattern(scope, duty, Wanted::Duty, first);
                let act = match act {
                    None => None,
                    Some(act) => {
                        let span = act.span;
                        let kind = self.happens(scope, act, first);
                        Some((Box::new(Trigger { kind: kind?, span }), act.name.span))
                    }
                };
                let (id, args) = found?;
                if let Some((act, span)) = &act {
                    self.acts_of_breach.push((id, (**act).clone(), *span, self.place.clone()));
                }
                TriggerKind::Broken(id, args, act.map(|(act, _)| act))
            }
            K::Takes(reference, option) => {
                TriggerKind::Takes(self.rights_of(reference, Some(option))?, option.value.clone())
            }
            K::RightEnds(reference) => TriggerKind::RightEnds(self.rights_of(reference, None)?),
        };
        Some(Trigger { kind, span: trigger.span })
    }

    /// An event or a moment.
    pub(super) fn happens(&mut self, scope: &mut Scope, pattern: &Pattern, first: &[Bound]) -> Option<TriggerKind> {
        let name = &pattern.name;
        let Some(entry) = self.meaning(&name.value) else {
            self.unknown(&name.value, name.span, Wanted::Trigger, Some(pattern.args.len()), std::iter::empty());
            self.bind_unreadable(scope, &pattern.args, New::Binds);
            return None;
        };
        if !matches!(entry.meaning, Meaning::Event(_) | Meaning::Moment(_)) {
            self.wrong_kind(&name.value, name.span, &entry, Wanted::Trigger);
            self.bind_unreadable(scope, &pattern.args, New::Binds);
            return None;
        }
        let args = self.pattern(scope, name, &entry.params, &pattern.args, New::Binds, first)?;
        match entry.meaning {
            Meaning::Event(id) => Some(TriggerKind::Event(id, args)),
            Meaning::Moment(id) => Some(TriggerKind::Moment(id, args)),
            _ => None,
        }
    }

    /// A status or a duty with its parts, in a place where new names bind.
    pub(super) fn status_pattern(
        &mut self,
        scope: &mut Scope,
        pattern: &Pattern,
        wanted: Wanted,
        first: &[Bound],
    ) -> Option<(StatusId, Vec<crate::code::tree::Arg>)> {
        let name = &pattern.name;
        let entry = self.meaning(&name.value);
        let id = match entry.as_ref().map(|entry| &entry.meaning) {
            None => {
                self.unknown(&name.value, name.span, wanted, Some(pattern.args.len()), std::iter::empty());
                None
            }
            Some(Meaning::Duty(id)) => Some(*id),
            Some(Meaning::Status(id)) if wanted == Wanted::Status => Some(*id),
            Some(Meaning::Status(_)) => {
                let text = format!("`{}` is a status, and only a duty can be broken", name.value);
                let help = "a duty says with `broken by` which act breaks it";
                self.report(Diagnostic::error("L0404", name.span, text).help(help));
                None
            }
            Some(_) => {
                if let Some(entry) = &entry {
                    self.wrong_kind(&name.value, name.span, entry, wanted);
                }
                None
            }
        };
        let (Some(id), Some(Entry { params, .. })) = (id, entry) else {
            self.bind_unreadable(scope, &pattern.args, New::BindsEvery);
            return None;
        };
        let args = self.pattern(scope, name, &params, &pattern.args, New::BindsEvery, first)?;
        Some((id, args))
    }

    /// An `always` duty neither begins nor ends.
    pub(super) fn not_always(&mut self, id: StatusId, name: &Name, word: &str) -> Option<()> {
        let status = &self.code.statuses[id.index()];
        if !status.duty.as_ref().is_some_and(|duty| duty.always) {
            return Some(());
        }
        let text = format!("`{}` is a duty that stands always: it never {word}", name.value);
        let declared = status.span;
        self.report(Diagnostic::error("L0407", name.span, text).also(declared, "declared with `always` here"));
        None
    }

    /// The clauses that a reference means and that open a right, with that option if one is named.
    fn rights_of(&mut self, reference: &LawRef, option: Option<&Name>) -> Option<Vec<ClauseId>> {
        let clauses = self.clauses_of(reference)?;
        let opening: Vec<ClauseId> =
            clauses.into_iter().filter(|clause| !self.options_of(*clause).is_empty()).collect();
        let cited = super::labels::cited(reference);
        if opening.is_empty() {
            let text = format!("law {cited} opens no right");
            self.report(Diagnostic::error("L0308", reference.number.span, text));
            return None;
        }
        let Some(option) = option else { return Some(opening) };
        let known: BTreeSet<String> = opening.iter().flat_map(|clause| self.options_of(*clause)).collect();
        let with: Vec<ClauseId> =
            opening.into_iter().filter(|clause| self.options_of(*clause).contains(&option.value)).collect();
        if with.is_empty() {
            let text = format!("no right of law {cited} has an option `{}`", option.value);
            let near = super::names::nearest_of(&option.value, known.iter().map(|known| (known.as_str(), 0)));
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its options are {}", list(&known)),
            };
            self.report(Diagnostic::error("L0308", option.span, text).help(help));
            return None;
        }
        Some(with)
    }

    /// Each `broken by` of a trigger must be able to break the duty: checked when all duties are read.
    pub(super) fn check_acts_of_breach(&mut self) {
        for (duty, act, span, place) in std::mem::take(&mut self.acts_of_breach) {
            let status = &self.code.statuses[duty.index()];
            let breaks: BTreeSet<_> = status
                .duty
                .iter()
                .flat_map(|duty| &duty.broken_by)
                .flat_map(|broken| crate::code::kinds::kinds(&self.code, &broken.act))
                .collect();
            let waits = crate::code::kinds::kinds(&self.code, &act);
            if waits.is_disjoint(&breaks) && !waits.is_empty() && !self.unread_duties.contains(&duty) {
                let text = format!("no such act can break `{}`", status.name);
                let diagnostic = Diagnostic::error("L0405", span, text)
                    .also(status.span, "the acts that break it stand after `broken by` here");
                self.at(place, |this| this.report(diagnostic));
            }
        }
    }
}

/// Words in backticks, joined by commas.
pub(super) fn list(words: &BTreeSet<String>) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Whether a moment can be tried with every value of a type.
pub(super) fn can_be_tried(ty: Type) -> bool {
    use crate::code::value::Base as B;
    !ty.set && matches!(ty.base, B::Player | B::Side | B::Suit | B::Strain | B::Trick | B::Enum(_) | B::Nothing)
}
