//! What declarations mean: bodies of facts, ends of statuses, tests of duties, cases of moments, defaults of house rules.

use crate::code::tree::{Expr, ExprKind, FactBody, FactId, HouseRuleId, MomentCase, MomentId, Param, TriggerKind};
use crate::code::value::{Set, Value};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{DeclarationKind, Name};

use super::Resolver;
use super::names::Meaning;
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
