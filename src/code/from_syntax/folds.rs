//! Sets written out, and folds over sets.

use crate::code::tree::{Expr, ExprKind, Fold};
use crate::code::value::{NUMBER, TRUTH, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{FoldKind, Name};

use super::Resolver;
use super::scope::{Scope, UNREADABLE};
use super::types::{join, ordered};

/// How deep folds may nest.
const FOLDS: usize = 3;

impl Resolver<'_> {
    /// `[a, b to c]`
    pub(super) fn set(
        &mut self,
        scope: &mut Scope,
        members: &[(syntax::Expr, Option<syntax::Expr>)],
        wanted: Option<Type>,
        span: Span,
    ) -> Option<Expr> {
        let mut element = UNREADABLE;
        let mut read = Vec::new();
        let mut all_read = true;
        let hint = wanted.filter(|ty| ty.set).map(|ty| Type::one(ty.base));
        for (first, last) in members {
            let first = match last {
                None => self.infer(scope, first, hint),
                Some(_) => self.expr(scope, first, NUMBER),
            };
            let last = last.as_ref().map(|last| self.expr(scope, last, NUMBER));
            let (Some(first), None | Some(Some(_))) = (first, &last) else {
                all_read = false;
                continue;
            };
            match join(element, first.ty) {
                Some(ty) if !first.ty.set => element = ty,
                _ => {
                    let (a, b) = (self.a_type(element), self.a_type(first.ty));
                    let text = format!("the members of a set are of one type, but one is {a} and this is {b}");
                    self.report(Diagnostic::error("L0206", first.span, text));
                    all_read = false;
                }
            }
            read.push((first, last.flatten()));
        }
        all_read.then(|| Expr { kind: ExprKind::Set(read), ty: Type::set(element.base), span })
    }

    /// `count(x in E: C)` and so on.
    pub(super) fn fold(
        &mut self,
        scope: &mut Scope,
        kind: FoldKind,
        name: &Name,
        set: &syntax::Expr,
        body: &syntax::Expr,
        span: Span,
    ) -> Option<Expr> {
        if scope.folds >= FOLDS {
            let text = format!("more than {FOLDS} folds stand inside one another");
            self.report(Diagnostic::error("L1004", span, text).help("give the inner one a name with `fact`"));
            return None;
        }
        let set = self.infer(scope, set, None);
        if let Some(set) = set.as_ref().filter(|set| !set.ty.set && set.ty != UNREADABLE) {
            let text = format!("`in` needs a set, and this is {}", self.a_type(set.ty));
            self.report(Diagnostic::error("L0206", set.span, text));
            return None;
        }
        self.not_taken(scope, name);
        let element = set.as_ref().map_or(UNREADABLE, |set| Type::one(set.ty.base));
        let mark = scope.mark();
        let slot = scope.bind(&name.value, element, name.span);
        scope.folds += 1;
        let body = match kind {
            Fold::Some | Fold::Every | Fold::Count | Fold::All | Fold::The => self.truth(scope, body),
            Fold::Sum => self.expr(scope, body, NUMBER),
            Fold::Least | Fold::Most => self.infer(scope, body, None),
        };
        scope.folds -= 1;
        for bound in scope.take(mark) {
            if !bound.used && body.is_some() {
                let text = format!("`{}` is bound and never used", bound.name);
                self.report(Diagnostic::error("L0209", bound.span, text));
            }
        }
        let (set, body) = (set?, body?);
        let ty = match kind {
            Fold::Some | Fold::Every => TRUTH,
            Fold::Count | Fold::Sum => NUMBER,
            Fold::All => Type::set(element.base),
            Fold::The => element,
            Fold::Least | Fold::Most if ordered(body.ty) => body.ty,
            Fold::Least | Fold::Most => {
                let text = format!("{} cannot be put in order", self.a_type(body.ty));
                self.report(Diagnostic::error("L0206", body.span, text));
                return None;
            }
        };
        Some(Expr { kind: ExprKind::Fold(kind, slot, Box::new(set), Box::new(body)), ty, span })
    }
}
