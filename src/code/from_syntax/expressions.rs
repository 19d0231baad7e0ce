//! Expressions: what every name in them means, and of what type they are.

use crate::code::tree::{Expr, ExprKind};
use crate::code::value::{Base, NUMBER, TRUTH, Type, Value};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;
use crate::syntax::tree::Name;

use super::names::{Meaning, Wanted};
use super::scope::{Scope, UNREADABLE};
use super::{DEPTH, Resolver};

impl Resolver<'_> {
    /// An expression of the wanted type.
    pub(super) fn expr(&mut self, scope: &mut Scope, expr: &syntax::Expr, wanted: Type) -> Option<Expr> {
        let found = self.infer(scope, expr, Some(wanted))?;
        self.fit(found, wanted)
    }

    /// A condition.
    pub(super) fn truth(&mut self, scope: &mut Scope, expr: &syntax::Expr) -> Option<Expr> {
        self.expr(scope, expr, TRUTH)
    }

    /// An expression of whatever type it is of; the wanted type, if any, only helps with `[]`.
    pub(super) fn infer(&mut self, scope: &mut Scope, expr: &syntax::Expr, wanted: Option<Type>) -> Option<Expr> {
        if self.depth >= DEPTH {
            if self.found.last().is_none_or(|last| last.number != "L1003") {
                let text = "this expression has too many parts to be read";
                let help = "give a part of it a name with `fact`";
                self.report(Diagnostic::error("L1003", expr.span, text).help(help));
            }
            return None;
        }
        self.depth += 1;
        let found = self.infer_kind(scope, expr, wanted);
        self.depth -= 1;
        found
    }

    fn infer_kind(&mut self, scope: &mut Scope, expr: &syntax::Expr, wanted: Option<Type>) -> Option<Expr> {
        use syntax::ExprKind as K;
        let span = expr.span;
        match &expr.kind {
            K::Number(number) => Some(value(Value::Number(*number), NUMBER, span)),
            K::Truth(truth) => Some(value(Value::Truth(*truth), TRUTH, span)),
            K::Name(name) => self.name(scope, name, span),
            K::Law(reference) => {
                let citation = self.citation(reference)?;
                Some(value(Value::Citation(Box::new(citation)), Type::one(Base::Citation), span))
            }
            K::Call(call) => self.applied(scope, &call.name, &call.args, span),
            K::Of(name, argument) => self.applied(scope, name, std::slice::from_ref(argument), span),
            K::Set(members) => self.set(scope, members, wanted, span),
            K::Lawful(act) => self.lawful(scope, act, span),
            K::Fold(kind, name, set, body) => self.fold(scope, *kind, name, set, body, span),
            K::Not(inner) => {
                let inner = self.truth(scope, inner)?;
                Some(Expr { kind: ExprKind::Not(Box::new(inner)), ty: TRUTH, span })
            }
            K::Negative(inner) => {
                let inner = self.expr(scope, inner, NUMBER)?;
                Some(Expr { kind: ExprKind::Negative(Box::new(inner)), ty: NUMBER, span })
            }
            K::Binary(op, left, right) => self.binary(scope, expr, *op, left, right),
            K::Group(inner) => self.infer(scope, inner, wanted),
        }
    }

    /// A name alone.
    fn name(&mut self, scope: &mut Scope, name: &str, span: Span) -> Option<Expr> {
        if let Some(bound) = scope.get_mut(name) {
            bound.used = true;
            let (slot, ty) = (bound.slot, bound.ty);
            return Some(Expr { kind: ExprKind::Slot(slot), ty, span });
        }
        let Some(entry) = self.meaning(name) else {
            self.unknown_or_unbound(scope, name, span);
            return None;
        };
        let of_parts = |kind: &str, parts: &[crate::code::tree::Param]| {
            let example = match parts {
                [part] => format!("`{name} of {}`", part.name),
                _ => {
                    format!("`{name}({})`", parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(", "))
                }
            };
            Diagnostic::error("L0205", span, format!("the {kind} `{name}` needs its parts"))
                .help(format!("write {example}"))
        };
        let (kind, ty) = match &entry.meaning {
            Meaning::Value(value, ty) => (ExprKind::Value(value.clone()), *ty),
            Meaning::HouseRule(id) => (ExprKind::HouseRule(*id), self.code.house_rules[id.index()].ty),
            Meaning::Reading(id) => {
                let answers = self.code.readings[id.index()].answers;
                (ExprKind::Reading(*id), Type::one(Base::Enum(answers)))
            }
            Meaning::Fact(id) if entry.arity == 0 => (ExprKind::Fact(*id, Vec::new()), self.code.facts[id.index()].ty),
            Meaning::Finding(id) if entry.arity == 0 => {
                (ExprKind::Finding(*id, Vec::new()), self.code.findings[id.index()].ty)
            }
            Meaning::Fact(id) => {
                let diagnostic = of_parts("fact", &self.code.facts[id.index()].params);
                self.report(diagnostic);
                return None;
            }
            Meaning::Finding(id) => {
                let diagnostic = of_parts("finding", &self.code.findings[id.index()].params);
                self.report(diagnostic);
                return None;
            }
            Meaning::Table(id) => {
                let diagnostic = of_parts("table", &self.code.tables[id.index()].params);
                self.report(diagnostic);
                return None;
            }
            Meaning::Status(id) | Meaning::Duty(id) => {
                let places = vec!["_"; self.code.statuses[id.index()].params.len()].join(", ");
                let kind = entry.meaning.kind().trim_start_matches("a ");
                let text = format!("the {kind} `{name}` needs its parts");
                let help = format!("write `{name}({places})` to ask whether it stands");
                self.report(Diagnostic::error("L0205", span, text).help(help));
                return None;
            }
            Meaning::Event(_) | Meaning::Remedy(_) | Meaning::Moment(_) => {
                self.wrong_kind(name, span, &entry, Wanted::Expression);
                return None;
            }
        };
        Some(Expr { kind, ty, span })
    }

    /// Reports a lone name that means nothing here.
    pub(super) fn unknown_or_unbound(&mut self, scope: &mut Scope, name: &str, span: Span) {
        if scope.elsewhere.contains(name) {
            let text = format!("`{name}` is not bound here");
            let help = "the trigger, or a condition of its own further left, must bind a name before it is used";
            self.report(Diagnostic::error("L0208", span, text).help(help));
        } else {
            let bound: Vec<String> = scope.names().map(|bound| bound.name.clone()).collect();
            self.unknown(name, span, Wanted::Expression, None, bound.iter().map(String::as_str));
        }
        if let (Some((label, words)), Some(last)) = (&scope.takes_over, self.found.last_mut())
            && last.span == span
        {
            last.others.push((*label, words.clone()));
        }
        // Its other uses in this clause are the same slip.
        scope.bind(name, UNREADABLE, span);
        scope.free_last();
    }

    /// Reports a name that is to be bound though it means something already.
    pub(super) fn not_taken(&mut self, scope: &Scope, name: &Name) {
        let (text, there) = if let Some(bound) = scope.get(&name.value) {
            (format!("`{}` is bound already", name.value), Some(bound.span))
        } else if let Some(entry) = self.names.get(&name.value) {
            (format!("`{}` cannot be bound: it is {} of the code", name.value, entry.meaning.kind()), entry.span)
        } else {
            return;
        };
        let mut diagnostic = Diagnostic::error("L0212", name.span, text).help("choose another name");
        if let Some(there) = there {
            diagnostic = diagnostic.also(there, "here");
        }
        self.report(diagnostic);
    }

    /// A type in words, with its article.
    pub(super) fn a_type(&self, ty: Type) -> String {
        super::types::a_type(&self.code, ty)
    }
}

/// A constant.
pub(super) fn value(value: Value, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Value(value), ty, span }
}
