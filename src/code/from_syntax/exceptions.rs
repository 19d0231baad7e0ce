//! Exceptions: what a clause is `instead of`, in which order clauses must be read, and which names an exception takes over.

use std::collections::BTreeSet;

use crate::code::kinds::kinds;
use crate::code::show::Show;
use crate::code::tree::{ClauseId, Instead, Trigger};
use crate::diagnostic::Diagnostic;
use crate::source::Spanned;
use crate::syntax::tree::ClauseRef;

use super::Resolver;
use super::scope::{Bound, Scope};
use super::types::fits;

impl Resolver<'_> {
    /// Finds what each clause is instead of.
    pub(super) fn find_excepted(&mut self) {
        for place in 0..self.clause_texts.len() {
            let text = self.clause_texts[place].clone();
            let id = ClauseId(place as u16);
            let mut found: Vec<ClauseId> = Vec::new();
            for reference in &text.clause.instead {
                let clauses = self.at(text.place.clone(), |this| this.excepted(id, reference));
                for clause in clauses.unwrap_or_default() {
                    if !found.contains(&clause) {
                        found.push(clause);
                    }
                }
            }
            self.code.clauses[place].instead =
                found.into_iter().map(|clause| Instead { clause, shared: Vec::new() }).collect();
        }
    }

    /// The clauses that one reference of an exception means.
    fn excepted(&mut self, id: ClauseId, reference: &ClauseRef) -> Option<Vec<ClauseId>> {
        let own = self.code.clauses[id.index()].law;
        let law = match &reference.law {
            None => own,
            Some(number) => {
                let number = self.number_in(reference, number)?;
                self.law_of(&number)?
            }
        };
        let mut clauses = self.clauses_in(law, &reference.label, reference.span)?;
        if clauses.contains(&id) && clauses.len() > 1 {
            clauses.retain(|clause| *clause != id);
        }
        if clauses == [id] {
            let text = "a clause cannot be an exception to itself";
            self.report(Diagnostic::error("L0402", reference.span, text));
            return None;
        }
        Some(clauses)
    }

    /// The number in this code of a law that is named by its number in a base code.
    fn number_in(&mut self, reference: &ClauseRef, number: &Spanned<String>) -> Option<Spanned<String>> {
        let Some(code) = &reference.code else { return Some(number.clone()) };
        if code.value != self.code.name && !self.code.amends.contains(&code.value) {
            let text = format!("`{}` is no base of this code", code.value);
            self.report(Diagnostic::error("L0305", code.span, text));
            return None;
        }
        let now = self.whole.renumbered.get(&(code.value.clone(), number.value.clone()));
        Some(Spanned::new(now.unwrap_or(&number.value).clone(), number.span))
    }

    /// Gives an exception without `when` the frame of what it excepts. Whether that could be done.
    pub(super) fn inherit(&mut self, id: ClauseId, scope: &mut Scope) -> bool {
        let above: Vec<ClauseId> = self.code.clauses[id.index()].instead.iter().map(|one| one.clause).collect();
        let Some((first, others)) = above.split_first() else { return false };
        let base = &self.code.clauses[first.index()];
        if base.slots.is_empty() && base.triggers.is_empty() && base.effects.is_empty() {
            // What it excepts could not be read.
            return false;
        }
        scope.slots = base.slots.clone();
        let sight = self.sight_of(*first);
        let names: Vec<String> = sight.iter().map(|bound| format!("`{}`", bound.name)).collect();
        let binds = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        let label = self.clause_texts[first.index()].clause.label.span;
        scope.takes_over = Some((label, format!("{} binds {binds}", self.code.cite(*first))));
        let others: Vec<Vec<Bound>> = others.iter().map(|clause| self.sight_of(*clause)).collect();
        for bound in &sight {
            let everywhere =
                others.iter().all(|names| names.iter().any(|name| name.name == bound.name && fits(name.ty, bound.ty)));
            if everywhere {
                scope.bind_to(&bound.name, bound.slot, bound.ty, bound.span);
                scope.inherited_last();
            } else {
                scope.elsewhere.insert(bound.name.clone());
            }
        }
        true
    }

    /// The names that a clause binds by its trigger and conditions, with those that it takes over.
    fn sight_of(&self, clause: ClauseId) -> Vec<Bound> {
        self.sights.get(&clause).cloned().unwrap_or_default()
    }

    /// What is left to check of exceptions when all is read: the same event, and which names both bind.
    pub(super) fn finish_exceptions(&mut self) {
        for place in 0..self.code.clauses.len() {
            let id = ClauseId(place as u16);
            let own_when = !self.code.clauses[place].triggers.is_empty();
            let above: Vec<ClauseId> = self.code.clauses[place].instead.iter().map(|one| one.clause).collect();
            if above.is_empty() {
                continue;
            }
            let text = self.clause_texts[place].clone();
            let names = self.sight_of(id);
            self.at(text.place.clone(), |this| {
                if own_when {
                    this.same_event(id, &above, &text.clause.instead);
                } else {
                    this.same_triggers(&above, &text.clause.instead);
                }
            });
            for (number, other) in above.iter().enumerate() {
                let shared = self.shared(&names, *other);
                self.code.clauses[place].instead[number].shared = shared;
            }
        }
    }

    /// An exception with its own `when` waits for the event that what it excepts waits for.
    fn same_event(&mut self, id: ClauseId, above: &[ClauseId], references: &[ClauseRef]) {
        let mine: BTreeSet<_> =
            self.code.clauses[id.index()].triggers.iter().flat_map(|trigger| kinds(&self.code, trigger)).collect();
        for other in above {
            let theirs: BTreeSet<_> =
                self.waits_for(*other).iter().flat_map(|trigger| kinds(&self.code, trigger)).collect();
            if mine.is_disjoint(&theirs) && !mine.is_empty() && !theirs.is_empty() {
                let cited = self.code.cite(*other);
                let text = format!("this exception and {cited} wait for different events");
                let span = references.first().map_or(self.code.clauses[id.index()].span, |one| one.span);
                let there = self.clause_texts[other.index()].clause.label.span;
                let diagnostic = Diagnostic::error("L0401", span, text)
                    .also(there, format!("{cited} is here"))
                    .help("an exception takes the place of another clause at the same event: give both the same `when`, or leave it out");
                self.report(diagnostic);
            }
        }
    }

    /// Clauses excepted together, without a `when` of the exception's own, wait for the same thing in the same words.
    fn same_triggers(&mut self, above: &[ClauseId], references: &[ClauseRef]) {
        let words = |this: &Self, clause: ClauseId| -> Vec<String> {
            let root = this.root_of(clause);
            let slots = &this.code.clauses[root.index()].slots;
            let show = Show::new(&this.code, slots);
            this.code.clauses[root.index()].triggers.iter().map(|trigger| show.trigger(trigger)).collect()
        };
        let Some((first, rest)) = above.split_first() else { return };
        let of_first = words(self, *first);
        for other in rest {
            if words(self, *other) != of_first {
                let (a, b) = (self.code.cite(*first), self.code.cite(*other));
                let text =
                    format!("{a} and {b} do not wait for the same thing, so it is not clear what this waits for");
                let span = references.first().map(|one| one.span).unwrap_or(self.code.clauses[first.index()].span);
                let span = references.last().map_or(span, |last| span.to(last.span));
                let diagnostic = Diagnostic::error("L0403", span, text)
                    .also(self.clause_texts[first.index()].clause.label.span, format!("{a} is here"))
                    .also(self.clause_texts[other.index()].clause.label.span, format!("{b} is here"))
                    .help("give this clause a `when` of its own, or write one exception for each");
                self.report(diagnostic);
                return;
            }
        }
    }

    /// The clause whose triggers a clause has: its own, or that which it goes back to.
    pub(super) fn root_of(&self, clause: ClauseId) -> ClauseId {
        let mut at = clause;
        // INVARIANT: rings of exceptions are cut, so this ends.
        while let (true, Some(above)) =
            (self.code.clauses[at.index()].triggers.is_empty(), self.code.clauses[at.index()].instead.first())
        {
            at = above.clause;
        }
        at
    }

    /// What a clause waits for, its own triggers or those it takes over.
    fn waits_for(&self, clause: ClauseId) -> Vec<Trigger> {
        self.code.clauses[self.root_of(clause).index()].triggers.clone()
    }

    /// Names that two clauses both bind: slot in the first, slot in the second.
    fn shared(&self, names: &[Bound], other: ClauseId) -> Vec<(usize, usize)> {
        let theirs = self.sight_of(other);
        let pairs = names.iter().filter_map(|name| {
            let same = theirs.iter().find(|their| their.name == name.name && fits(their.ty, name.ty))?;
            Some((name.slot, same.slot))
        });
        pairs.collect()
    }
}
