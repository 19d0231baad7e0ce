//! What declarations mean: bodies of facts, ends of statuses, tests of duties, cases of moments, defaults of house rules.

use crate::code::tree::{
    BrokenBy, Expr, ExprKind, FactBody, FactId, HouseRuleId, MomentCase, MomentId, Param, RemedyId, StatusId,
    TriggerKind,
};
use crate::code::value::{Base, Set, Type, Value};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{DeclarationKind, Name};

use super::Resolver;
use super::names::{Meaning, Wanted};
use super::operators::is_object;
use super::scope::Scope;
use super::triggers::can_be_tried;

impl Resolver<'_> {
    /// Reads all bodies.
    pub(super) fn define_all(&mut self) {
        for definition in self.definitions.clone() {
            let kind = &definition.declaration.kind;
            self.at(definition.place, |this| this.define(definition.meaning.as_ref(), kind));
        }
        self.against_both_ways();
    }

    fn define(&mut self, meaning: Option<&Meaning>, kind: &DeclarationKind) {
        match (kind, meaning) {
            (DeclarationKind::Fact(decl), Some(Meaning::Fact(id))) => self.fact_body(*id, decl),
            (DeclarationKind::Moment(decl), Some(Meaning::Moment(id))) => self.moment_cases(*id, decl),
            (DeclarationKind::Table(decl), Some(Meaning::Table(id))) => self.table_rows(*id, decl),
            (DeclarationKind::Status(decl), Some(Meaning::Status(id))) => {
                self.natural_end(*id, &decl.params, &decl.until);
                self.status_against(*id, &decl.against);
            }
            (DeclarationKind::Duty(decl), Some(Meaning::Duty(id))) => self.duty_tests(*id, decl),
            (DeclarationKind::Remedy(decl), Some(Meaning::Remedy(id))) => self.remedy_against(*id, &decl.against),
            (DeclarationKind::Option(decl), Some(Meaning::HouseRule(id))) => self.house_rule_default(*id, decl),
            (DeclarationKind::Yield(decl), _) => self.yields(decl),
            // Types, events, findings and readings are their own meaning.
            _ => {}
        }
    }

    /// The frame of a definition: its parts.
    pub(super) fn parts(&mut self, params: &[Param], written: &[syntax::Param], waiting: bool) -> Scope {
        let mut scope = Scope::default();
        for (param, written) in params.iter().zip(written) {
            self.not_taken(&scope, &written.name);
            scope.part(&param.name, param.ty, written.name.span, waiting);
        }
        scope
    }

    pub(super) fn fact_body(&mut self, id: FactId, decl: &syntax::FactDecl) {
        let Some(written) = &decl.body else { return };
        let fact = &self.code.facts[id.index()];
        let (params, ty) = (fact.params.clone(), fact.ty);
        let mut scope = self.parts(&params, &decl.params, false);
        if let Some(body) = self.expr(&mut scope, written, ty) {
            let slots = scope.slots.len();
            self.code.facts[id.index()].body = FactBody::Defined { body: Box::new(body), slots };
        }
    }

    pub(super) fn moment_cases(&mut self, id: MomentId, decl: &syntax::MomentDecl) {
        let params = self.code.moments[id.index()].params.clone();
        let mut cases = Vec::new();
        for case in &decl.cases {
            let mut scope = self.parts(&params, &decl.params, true);
            let errors = self.found.len();
            let trigger = self.trigger(&mut scope, &case.trigger, &[]);
            if let Some(TriggerKind::Moment(other, _)) = trigger.as_ref().map(|trigger| &trigger.kind) {
                let text = format!(
                    "`{}` is a moment, and a moment stands for events only",
                    self.code.moments[other.index()].name
                );
                self.report(Diagnostic::error("L0312", case.trigger.span, text).help("name its events instead"));
                continue;
            }
            let condition = case.condition.as_ref().map(|condition| self.truth(&mut scope, condition));
            if self.found.len() == errors {
                self.undecided_parts(&scope, &decl.name, case);
                self.unused_names(&scope);
            }
            let (Some(trigger), None | Some(Some(_))) = (trigger, &condition) else { continue };
            let slots = scope.slots.len();
            cases.push(MomentCase { trigger, condition: condition.flatten(), slots });
        }
        self.code.moments[id.index()].cases = cases;
    }

    /// A part that the trigger of a case does not bind must be decided by its `if`.
    fn undecided_parts(&mut self, scope: &Scope, moment: &Name, case: &syntax::MomentCase) {
        let waiting: Vec<_> = scope.names().filter(|bound| bound.waiting).cloned().collect();
        for bound in waiting {
            if bound.used && can_be_tried(bound.ty) {
                continue;
            }
            let text = format!("this case does not say which `{}` the moment `{}` is of", bound.name, moment.value);
            let help = match can_be_tried(bound.ty) {
                true => format!("let the trigger bind `{}`, or decide it with `if`", bound.name),
                false => format!("let the trigger bind `{}`", bound.name),
            };
            self.report(Diagnostic::error("L0311", case.trigger.span, text).also(bound.span, "this part").help(help));
        }
    }

    /// Reports names that a definition binds and does not use.
    pub(super) fn unused_names(&mut self, scope: &Scope) {
        for bound in scope.names().filter(|bound| !bound.used && !bound.free).cloned().collect::<Vec<_>>() {
            self.unused_name(&bound.name, bound.span);
        }
    }

    /// The natural end of a status.
    fn natural_end(&mut self, id: StatusId, written: &[syntax::Param], until: &[syntax::Trigger]) {
        let params = self.code.statuses[id.index()].params.clone();
        let mut scope = match until.is_empty() {
            true => Scope::default(),
            false => self.parts(&params, written, false),
        };
        let errors = self.found.len();
        let triggers = self.triggers(&mut scope, until);
        if self.found.len() == errors {
            self.unused_names(&scope);
        }
        let status = &mut self.code.statuses[id.index()];
        status.until = triggers;
        status.until_slots = scope.slots.len().max(status.params.len());
    }

    fn duty_tests(&mut self, id: StatusId, decl: &syntax::DutyDecl) {
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

    fn status_against(&mut self, id: StatusId, names: &[Name]) {
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

    fn remedy_against(&mut self, id: RemedyId, names: &[Name]) {
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
    fn against_both_ways(&mut self) {
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

    fn house_rule_default(&mut self, id: HouseRuleId, decl: &syntax::OptionDecl) {
        let ty = self.code.house_rules[id.index()].ty;
        let Some(expr) = self.expr(&mut Scope::default(), &decl.default, ty) else { return };
        match constant(&expr) {
            Some(value) => self.code.house_rules[id.index()].default = value,
            None => {
                let text = format!("the house rule `{}` needs a plain value to begin with", decl.name.value);
                self.report(Diagnostic::error("L0220", expr.span, text));
            }
        }
    }
}

/// The value of an expression that is one.
fn constant(expr: &Expr) -> Option<Value> {
    match &expr.kind {
        ExprKind::Value(value) => Some(value.clone()),
        ExprKind::Negative(inner) => constant(inner)?.number().map(|number| Value::Number(-number)),
        ExprKind::Set(members) => {
            let values = members.iter().map(|(first, last)| if last.is_some() { None } else { constant(first) });
            Some(Value::Set(Box::new(Set::of(values.collect::<Option<Vec<_>>>()?))))
        }
        _ => None,
    }
}
