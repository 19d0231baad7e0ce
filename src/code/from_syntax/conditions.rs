//! The conditions of a clause, one conjunct after the other: which test, which bind.

use crate::code::tree::{Arg, Condition};
use crate::code::value::Type;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{ArgKind, BinaryOp, Name, Pattern};

use super::Resolver;
use super::names::{Meaning, Wanted};
use super::patterns::New;
use super::scope::{Scope, UNREADABLE};

impl Resolver<'_> {
    /// The conjuncts of `if`, in order.
    pub(super) fn conditions(&mut self, scope: &mut Scope, whole: &syntax::Expr) -> Vec<Condition> {
        let mut conditions = Vec::new();
        let mut todo = vec![whole];
        while let Some(expr) = todo.pop() {
            match &expr.kind {
                syntax::ExprKind::Binary(BinaryOp::And, left, right) => {
                    todo.push(right);
                    todo.push(left);
                }
                syntax::ExprKind::Group(inner) if matches!(inner.kind, syntax::ExprKind::Binary(BinaryOp::And, ..)) => {
                    todo.push(inner);
                }
                _ => conditions.extend(self.conjunct(scope, expr)),
            }
        }
        conditions
    }

    /// One conjunct.
    fn conjunct(&mut self, scope: &mut Scope, expr: &syntax::Expr) -> Option<Condition> {
        match &expr.kind {
            syntax::ExprKind::Call(atom) if self.is_status(atom) => {
                let (id, args) = self.status_pattern(scope, atom, Wanted::Status, &[])?;
                if args.iter().any(|arg| matches!(arg, Arg::Bind(_))) {
                    return Some(Condition::Stands(id, args, expr.span));
                }
                let kind = crate::code::tree::ExprKind::Stands(id, args);
                let ty = crate::code::value::TRUTH;
                Some(Condition::Test(crate::code::tree::Expr { kind, ty, span: expr.span }))
            }
            syntax::ExprKind::Binary(BinaryOp::In, left, right) => {
                let Some(name) = self.new_name(scope, left) else { return self.test(scope, expr) };
                let set = self.infer(scope, right, None);
                let element = match &set {
                    Some(set) if set.ty.set || set.ty == UNREADABLE => Type::one(set.ty.base),
                    Some(set) => {
                        let text = format!("`in` needs a set, and this is {}", self.a_type(set.ty));
                        self.report(crate::diagnostic::Diagnostic::error("L0206", set.span, text));
                        UNREADABLE
                    }
                    None => UNREADABLE,
                };
                let slot = scope.bind(&name.value, element, name.span);
                Some(Condition::In(slot, set?))
            }
            syntax::ExprKind::Call(atom) if !self.is_asked(atom) => {
                // A status may have been meant, and would have bound its names.
                let test = self.test(scope, expr);
                self.bind_unreadable(scope, &atom.args, New::Binds);
                test
            }
            _ => self.test(scope, expr),
        }
    }

    fn test(&mut self, scope: &mut Scope, expr: &syntax::Expr) -> Option<Condition> {
        self.truth(scope, expr).map(Condition::Test)
    }

    /// Whether the atom is of a status or a duty.
    fn is_status(&mut self, atom: &Pattern) -> bool {
        matches!(self.meaning(&atom.name.value).map(|entry| entry.meaning), Some(Meaning::Status(_) | Meaning::Duty(_)))
    }

    /// Whether the word can be asked for: a fact, a finding, a table.
    fn is_asked(&mut self, atom: &Pattern) -> bool {
        let meaning = self.meaning(&atom.name.value).map(|entry| entry.meaning);
        atom.name.value == "there"
            || matches!(meaning, Some(Meaning::Fact(_) | Meaning::Finding(_) | Meaning::Table(_)))
    }

    /// The name that an expression is, if it is a lone name that means nothing yet.
    fn new_name(&mut self, scope: &Scope, expr: &syntax::Expr) -> Option<Name> {
        let syntax::ExprKind::Name(name) = &expr.kind else { return None };
        let new = scope.get(name).is_none() && self.meaning(name).is_none();
        new.then(|| Name::new(name.clone(), expr.span))
    }
}

/// All names that a clause could bind somewhere: lone names in its patterns, in folds and in picks.
pub(super) fn binders(clause: &syntax::Clause) -> std::collections::BTreeSet<String> {
    let mut found = std::collections::BTreeSet::new();
    let mut patterns: Vec<&Pattern> = Vec::new();
    for trigger in &clause.when {
        match &trigger.kind {
            syntax::TriggerKind::Happens(one) | syntax::TriggerKind::Begins(one) | syntax::TriggerKind::Ends(one) => {
                patterns.push(one);
            }
            syntax::TriggerKind::Broken(duty, act) => patterns.extend(std::iter::once(duty).chain(act)),
            syntax::TriggerKind::Takes(..) | syntax::TriggerKind::RightEnds(_) => {}
        }
    }
    let mut todo: Vec<&syntax::Expr> = clause.condition.iter().chain(&clause.unless).collect();
    while let Some(expr) = todo.pop() {
        match &expr.kind {
            syntax::ExprKind::Call(atom) => patterns.push(atom),
            syntax::ExprKind::Fold(_, name, set, body) => {
                found.insert(name.value.clone());
                todo.extend([&**set, &**body]);
            }
            syntax::ExprKind::Binary(op, left, right) => {
                if let (BinaryOp::In, syntax::ExprKind::Name(name)) = (op, &left.kind) {
                    found.insert(name.clone());
                }
                todo.extend([&**left, &**right]);
            }
            syntax::ExprKind::Not(inner) | syntax::ExprKind::Negative(inner) | syntax::ExprKind::Group(inner) => {
                todo.push(inner);
            }
            _ => {}
        }
    }
    for effect in &clause.effects {
        if let syntax::EffectKind::Right(right) = &effect.kind {
            found.extend(right.options.iter().flat_map(|may| &may.picks).map(|(name, _)| name.value.clone()));
        }
    }
    for pattern in patterns {
        for arg in &pattern.args {
            if let ArgKind::Expr(expr) | ArgKind::Every(expr) = &arg.kind
                && let syntax::ExprKind::Name(name) = &expr.kind
            {
                found.insert(name.clone());
            }
        }
    }
    found
}
