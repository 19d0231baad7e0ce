//! Clauses: trigger, conditions, exemptions, consequences, each in the frame of the clause.

use crate::code::tree::{Clause, ClauseId};
use crate::code::value::PLAYER;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::Resolver;
use super::conditions::binders;
use super::laws::ClauseText;
use super::names::{Wanted, nearest_of};
use super::scope::{Scope, UNREADABLE};

/// How many names a clause may bind.
const NAMES: usize = 8;

impl<'a> Resolver<'a> {
    /// Reads all clauses; an exception without `when` after what it excepts.
    pub(super) fn resolve_clauses(&mut self) {
        self.find_excepted();
        for clause in self.in_order_of_exceptions() {
            let text = self.clause_texts[clause.index()].clone();
            self.clause_in_hand = clause;
            self.at(text.place.clone(), |this| this.clause(clause, &text));
        }
        self.report_unused();
    }

    fn clause(&mut self, id: ClauseId, text: &ClauseText<'a>) {
        let clause = text.clause;
        let errors = self.found.len();
        let mut scope = Scope::of_clause(binders(clause));
        let mut triggers = Vec::new();
        if !clause.when.is_empty() {
            triggers = self.triggers(&mut scope, &clause.when);
        } else if clause.instead.is_empty() {
            let text = format!("clause {} waits for nothing", clause.label.value);
            let help = "begin it with `when …`; only an exception (`instead of …`) takes this from another clause";
            self.report(Diagnostic::error("L0301", clause.label.span, text).help(help));
            return;
        } else if !self.inherit(id, &mut scope) {
            return;
        }
        let conditions = clause.condition.as_ref().map(|condition| self.conditions(&mut scope, condition));
        let unless: Vec<_> = clause.unless.iter().filter_map(|unless| self.truth(&mut scope, unless)).collect();
        self.sights.insert(id, scope.names().cloned().collect());
        let effects = self.effects(&mut scope, &clause.effects);
        let clean = self.found.len() == errors;
        self.names_of_clause(id, &scope, clause.span, clean);
        let offender = scope.get("offender").map(|bound| (bound.slot, bound.ty, bound.span));
        if let Some((_, ty, span)) = offender.filter(|(_, ty, _)| *ty != PLAYER && *ty != UNREADABLE) {
            let text = format!("`offender` is a player, and here it is bound to {}", self.a_type(ty));
            self.report(Diagnostic::error("L0206", span, text).help("choose another name"));
        }
        let made = &mut self.code.clauses[id.index()];
        let Clause { law, label, origin, instead, span, .. } = made.clone();
        let (slots, conditions) = (scope.slots, conditions.unwrap_or_default());
        let offender = offender.map(|(slot, ..)| slot);
        *made = Clause { law, label, origin, triggers, conditions, unless, effects, slots, offender, instead, span };
    }

    /// A clause binds few names, and uses each; those not used may yet be used by an exception.
    fn names_of_clause(&mut self, id: ClauseId, scope: &Scope, span: Span, clean: bool) {
        let own: Vec<_> = scope.names().filter(|bound| !bound.inherited).collect();
        if own.len() > NAMES {
            let text = format!("this clause binds {} names, and {NAMES} are the most", own.len());
            let names: Vec<String> = own.iter().map(|bound| format!("`{}`", bound.name)).collect();
            let help = format!("put a part of it into a fact or a status; it binds {}", names.join(", "));
            self.report(Diagnostic::error("L1005", span, text).help(help));
        }
        let unused = own.iter().filter(|bound| clean && !bound.used && !bound.free && bound.name != "offender");
        let unused: Vec<_> = unused.map(|bound| (bound.name.clone(), bound.span)).collect();
        let used: Vec<String> =
            scope.names().filter(|bound| bound.inherited && bound.used).map(|bound| bound.name.clone()).collect();
        self.unused.insert(id, unused);
        // A name that an exception uses is used, however far up it is bound.
        let mut above: Vec<ClauseId> = self.code.clauses[id.index()].instead.iter().map(|one| one.clause).collect();
        let mut seen = std::collections::BTreeSet::new();
        while let Some(clause) = above.pop() {
            if !seen.insert(clause) {
                continue;
            }
            if let Some(unused) = self.unused.get_mut(&clause) {
                unused.retain(|(name, _)| !used.contains(name));
            }
            above.extend(self.code.clauses[clause.index()].instead.iter().map(|one| one.clause));
        }
    }

    /// Reports the names that neither their clause nor an exception to it uses.
    fn report_unused(&mut self) {
        for (clause, names) in std::mem::take(&mut self.unused) {
            let place = self.clause_texts[clause.index()].place.clone();
            self.at(place, |this| {
                for (name, span) in names {
                    this.unused_name(&name, span);
                }
            });
        }
    }

    /// Reports a name that is bound and never used, in this code's own text.
    pub(super) fn unused_name(&mut self, name: &str, span: Span) {
        if !self.own() {
            return;
        }
        let known = self.names.iter().filter(|(_, entry)| entry.arity == 0 && Wanted::Expression.fits(&entry.meaning));
        let near = nearest_of(name, known.map(|(known, _)| (known, 0)));
        let help = match near {
            Some(near) => format!("write `_`, or did you mean `{near}`?"),
            None => "write `_` where any will do".to_owned(),
        };
        let text = format!("`{name}` is bound and never used");
        self.report(Diagnostic::error("L0209", span, text).help(help));
    }
}
