//! The parts of events and statuses in patterns: which bind, which test.

use crate::code::tree::{Arg, Expr, ExprKind, Param};
use crate::code::value::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{ArgKind, Name};

use super::Resolver;
use super::names::{Meaning, one_letter_apart};
use super::scope::{Bound, Scope, UNREADABLE};
use super::types::fits;

/// What a new name in a pattern does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum New {
    /// It binds.
    Binds,
    /// It binds, and `every x` binds without use.
    BindsEvery,
    /// It is an error.
    Unbound,
}

impl Resolver<'_> {
    /// The parts of a status in a place where nothing can be bound.
    pub(super) fn tests(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        params: &[Param],
        args: &[syntax::Arg],
    ) -> Option<Vec<Arg>> {
        self.pattern(scope, name, params, args, New::Unbound, &[])
    }

    /// The parts of a pattern. `first` are the names that the first of several triggers bound: the others bind to the same slots.
    pub(super) fn pattern(
        &mut self,
        scope: &mut Scope,
        name: &Name,
        params: &[Param],
        args: &[syntax::Arg],
        new: New,
        first: &[Bound],
    ) -> Option<Vec<Arg>> {
        let declared = self.names.get(&name.value).and_then(|entry| entry.span);
        if !self.right_number(name, args.len(), params.len(), declared) {
            self.bind_unreadable(scope, args, new);
            return None;
        }
        let mut read = Vec::new();
        let mut all_read = true;
        for (arg, param) in args.iter().zip(params) {
            self.label(arg, &param.name);
            match self.part(scope, arg, param.ty, new, first) {
                Some(arg) => read.push(arg),
                None => all_read = false,
            }
        }
        all_read.then_some(read)
    }

    /// One part of a pattern.
    fn part(&mut self, scope: &mut Scope, arg: &syntax::Arg, ty: Type, new: New, first: &[Bound]) -> Option<Arg> {
        let expr = match &arg.kind {
            ArgKind::Any => return Some(Arg::Any),
            ArgKind::Every(inner) => return self.every(scope, inner, ty, new, first, arg.span),
            ArgKind::Expr(expr) => expr,
        };
        let syntax::ExprKind::Name(name) = &expr.kind else {
            self.fold_in_argument(scope, expr);
            return self.expr(scope, expr, ty).map(Arg::Test);
        };
        if let Some(bound) = scope.get_mut(name) {
            let (slot, bound_ty) = (bound.slot, bound.ty);
            let waiting = std::mem::replace(&mut bound.waiting, false);
            bound.used |= !waiting;
            let expr = Expr { kind: ExprKind::Slot(slot), ty: bound_ty, span: expr.span };
            let expr = self.fit(expr, ty)?;
            return Some(if waiting { Arg::Bind(slot) } else { Arg::Test(expr) });
        }
        match self.meaning(name).map(|entry| entry.meaning) {
            Some(Meaning::Value(..) | Meaning::HouseRule(_) | Meaning::Reading(_)) => {
                self.expr(scope, expr, ty).map(Arg::Test)
            }
            Some(Meaning::Fact(id)) if self.code.facts[id.index()].params.is_empty() => {
                self.expr(scope, expr, ty).map(Arg::Test)
            }
            Some(Meaning::Finding(id)) if self.code.findings[id.index()].params.is_empty() => {
                self.expr(scope, expr, ty).map(Arg::Test)
            }
            Some(_) => {
                self.not_taken(scope, &Name::new(name.clone(), expr.span));
                if new != New::Unbound {
                    bind_unreadable_name(scope, name, expr.span);
                }
                None
            }
            None if new == New::Unbound => {
                let text = format!("nothing binds `{name}` here");
                let help = "under `not`, `or`, `unless` or in a fold a status binds no name: \
                            let a condition of its own bind it, or write `_` for any";
                self.report(Diagnostic::error("L0208", expr.span, text).help(help));
                bind_unreadable_name(scope, name, expr.span);
                None
            }
            None => Some(Arg::Bind(self.bind_new(scope, name, ty, expr.span, first))),
        }
    }

    /// `every t`: binds without use.
    fn every(
        &mut self,
        scope: &mut Scope,
        inner: &syntax::Expr,
        ty: Type,
        new: New,
        first: &[Bound],
        span: Span,
    ) -> Option<Arg> {
        let name = match &inner.kind {
            syntax::ExprKind::Name(name) if new == New::BindsEvery => name,
            _ => {
                let text = "`every` means nothing here";
                let help = "in a condition, `every t` binds a new name in the part of a status; \
                            in a consequence, `every S` stands before a set";
                self.report(Diagnostic::error("L0218", span, text).help(help));
                return None;
            }
        };
        let before = self.found.len();
        self.not_taken(scope, &Name::new(name.clone(), inner.span));
        if self.found.len() > before {
            return None;
        }
        let slot = self.bind_new(scope, name, ty, inner.span, first);
        scope.free_last();
        Some(Arg::Bind(slot))
    }

    /// Binds a new name: to its slot in the first of several triggers, if it has one of this type there.
    fn bind_new(&mut self, scope: &mut Scope, name: &str, ty: Type, span: Span, first: &[Bound]) -> usize {
        match first.iter().find(|bound| bound.name == name && fits(ty, bound.ty)) {
            Some(bound) => {
                scope.bind_to(name, bound.slot, bound.ty, span);
                bound.slot
            }
            None => {
                self.nearly_known(name, span);
                scope.bind(name, ty, span)
            }
        }
    }

    /// Warns of a new name that differs by one letter from a name of the code that could stand in its place.
    fn nearly_known(&mut self, name: &str, span: Span) {
        if name.len() < 4 || !self.own() {
            return;
        }
        let near = self.names.iter().find(|(known, entry)| {
            entry.arity == 0
                && known.len() >= 4
                && one_letter_apart(name, known)
                && matches!(entry.meaning, Meaning::Fact(_) | Meaning::Value(..))
        });
        if let Some((near, entry)) = near {
            let text = format!("`{name}` is a new name, but differs by one letter from `{near}`");
            let mut diagnostic = Diagnostic::warning("L0211", span, text)
                .help(format!("write `{near}` if that is meant; else choose a name that is less alike"));
            if let Some(there) = entry.span {
                diagnostic = diagnostic.also(there, format!("`{near}` is declared here"));
            }
            self.report(diagnostic);
        }
    }

    /// Binds what new names a pattern that could not be read would bind, so that their uses are not reported as well.
    pub(super) fn bind_unreadable(&mut self, scope: &mut Scope, args: &[syntax::Arg], new: New) {
        for arg in args {
            let (ArgKind::Expr(expr) | ArgKind::Every(expr)) = &arg.kind else { continue };
            if let syntax::ExprKind::Name(name) = &expr.kind
                && new != New::Unbound
                && scope.get(name).is_none()
                && self.names.get(name).is_none()
            {
                bind_unreadable_name(scope, name, expr.span);
            } else if let syntax::ExprKind::Name(name) = &expr.kind
                && let Some(bound) = scope.get_mut(name)
            {
                bound.used = true;
                bound.waiting = false;
            }
        }
    }
}

fn bind_unreadable_name(scope: &mut Scope, name: &str, span: Span) {
    scope.bind(name, UNREADABLE, span);
    scope.free_last();
}
