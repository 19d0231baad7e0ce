//! Statuses and duties: when they end, what breaks a duty, what stands against what.

use crate::code::tree::{BrokenBy, Param, RemedyId, StatusId, Trigger, TriggerKind};
use crate::code::value::{Base, Type};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree as syntax;
use crate::syntax::tree::Name;

use super::Resolver;
use super::names::{Meaning, Wanted};
use super::operators::is_object;
use super::scope::Scope;

impl Resolver<'_> {
    /// The natural end of a status.
    pub(super) fn natural_end(&mut self, id: StatusId, written: &[syntax::Param], until: &[syntax::Trigger]) {
        let params = self.code.statuses[id.index()].params.clone();
        let mut scope = match until.is_empty() {
            true => Scope::default(),
            false => self.parts(&params, written, false),
        };
        let errors = self.found.len();
        let triggers = self.ways_to_end(&mut scope, until);
        if self.found.len() == errors {
            self.unused_names(&scope);
        }
        let status = &mut self.code.statuses[id.index()];
        status.until = triggers;
        status.until_slots = scope.slots.len().max(status.params.len());
    }

    /// Triggers that end something that stands: an act can, and what begins or ends with it; that it breaks a duty is found only
    /// when the laws look at it, and then all that it ends has ended.
    pub(super) fn ways_to_end(&mut self, scope: &mut Scope, written: &[syntax::Trigger]) -> Vec<Trigger> {
        let triggers = self.triggers(scope, written);
        for trigger in triggers.iter().filter(|trigger| matches!(trigger.kind, TriggerKind::Broken(..))) {
            let text = "a breach ends nothing: it is found when the act has been dealt with";
            let help = "wait for the act itself, or end it in a clause that waits for the breach";
            self.report(Diagnostic::error("L0314", trigger.span, text).help(help));
        }
        triggers
    }

    pub(super) fn duty_tests(&mut self, id: StatusId, decl: &syntax::DutyDecl) {
        self.natural_end(id, &decl.params, &decl.until);
        self.status_against(id, &decl.against);
        if decl.always {
            self.stands_always(decl);
        }
        let params = self.code.statuses[id.index()].params.clone();
        let broken_by: Vec<BrokenBy> =
            decl.broken_by.iter().filter_map(|broken| self.broken_by(&params, decl, broken)).collect();
        let excused = decl.excused.as_ref().and_then(|excused| {
            let mut scope = self.parts(&params, &decl.params, false);
            self.truth(&mut scope, excused)
        });
        if broken_by.len() < decl.broken_by.len() {
            self.unread_duties.insert(id);
        }
        if let Some(duty) = &mut self.code.statuses[id.index()].duty {
            duty.broken_by = broken_by;
            duty.excused = excused;
        }
    }

    /// An `always` duty stands in a law, and something breaks it.
    fn stands_always(&mut self, decl: &syntax::DutyDecl) {
        if self.place.law.is_none() {
            let text = format!("the duty `{}` stands always, and no law is its source", decl.name.value);
            let help = "put it in the law that says so, or in `law ordinary`";
            self.report(Diagnostic::error("L0406", decl.name.span, text).help(help));
        }
        if decl.broken_by.is_empty() {
            let text = format!("nothing breaks `{}`, which stands always", decl.name.value);
            self.report(Diagnostic::error("L0408", decl.name.span, text).help("add `broken by …`"));
        }
    }

    /// One way to break a duty.
    fn broken_by(&mut self, params: &[Param], decl: &syntax::DutyDecl, broken: &syntax::BrokenBy) -> Option<BrokenBy> {
        let mut scope = self.parts(params, &decl.params, decl.always);
        let errors = self.found.len();
        let kind = self.happens(&mut scope, &broken.act, &[]);
        let condition = broken.condition.as_ref().map(|condition| self.truth(&mut scope, condition));
        let clean = self.found.len() == errors;
        let kind = kind?;
        let (act_params, args) = match &kind {
            TriggerKind::Event(id, args) => (self.code.events[id.index()].params.clone(), args),
            TriggerKind::Moment(id, args) => (self.code.moments[id.index()].params.clone(), args),
            _ => return None,
        };
        let player = act_params.first().is_some_and(|param| param.ty == Type::one(Base::Player));
        let objects: Vec<usize> =
            act_params.iter().enumerate().filter(|(_, param)| is_object(param.ty)).map(|(place, _)| place).collect();
        let (true, [object]) = (player, objects.as_slice()) else {
            let text = format!("`{}` is no act of a player with one card or one call", broken.act.name.value);
            let help = "a duty is broken by an act such as `call(p, c)`, `lead(p, c, _)` or a moment of such acts";
            self.report(Diagnostic::error("L0411", broken.act.span, text).help(help));
            return None;
        };
        let looks = !matches!(args.get(*object), Some(crate::code::tree::Arg::Any));
        if clean {
            for bound in scope.names().filter(|bound| bound.waiting).cloned().collect::<Vec<_>>() {
                let text = format!("the act does not say which `{}` the duty `{}` is of", bound.name, decl.name.value);
                let help = "a duty that stands always begins with no law: its parts must all be parts of the act";
                self.report(Diagnostic::error("L0408", broken.act.span, text).also(bound.span, "this part").help(help));
            }
            self.unused_names(&scope);
        }
        let condition = match condition {
            Some(None) => return None,
            Some(read) => read,
            None => None,
        };
        let act = crate::code::tree::Trigger { kind, span: broken.act.span };
        Some(BrokenBy { act, condition, slots: scope.slots.len(), looks })
    }

    pub(super) fn status_against(&mut self, id: StatusId, names: &[Name]) {
        for name in names {
            match self.meaning(&name.value) {
                Some(entry) => match entry.meaning {
                    Meaning::Status(other) | Meaning::Duty(other) => self.code.statuses[id.index()].against.push(other),
                    _ => self.wrong_kind(&name.value, name.span, &entry, Wanted::AgainstStatus),
                },
                None => self.unknown(&name.value, name.span, Wanted::AgainstStatus, None, std::iter::empty()),
            }
        }
    }

    pub(super) fn remedy_against(&mut self, id: RemedyId, names: &[Name]) {
        for name in names {
            match self.meaning(&name.value) {
                Some(entry) => match entry.meaning {
                    Meaning::Remedy(other) => self.code.remedies[id.index()].against.push(other),
                    _ => self.wrong_kind(&name.value, name.span, &entry, Wanted::AgainstRemedy),
                },
                None => self.unknown(&name.value, name.span, Wanted::AgainstRemedy, None, std::iter::empty()),
            }
        }
    }

    /// What stands against one word, that word stands against.
    pub(super) fn against_both_ways(&mut self) {
        for place in 0..self.code.statuses.len() {
            for other in self.code.statuses[place].against.clone() {
                self.code.statuses[other.index()].against.push(StatusId(place as u16));
            }
        }
        for place in 0..self.code.remedies.len() {
            for other in self.code.remedies[place].against.clone() {
                self.code.remedies[other.index()].against.push(RemedyId(place as u16));
            }
        }
        self.code.statuses.iter_mut().for_each(|status| {
            status.against.sort_unstable();
            status.against.dedup();
        });
        self.code.remedies.iter_mut().for_each(|remedy| {
            remedy.against.sort_unstable();
            remedy.against.dedup();
        });
    }
}
