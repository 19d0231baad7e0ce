//! Words that stand between two expressions, and `lawful`.

use crate::code::tree::{Arithmetic, Expr, ExprKind, Order};
use crate::code::value::{Base, NUMBER, TRUTH, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{ArgKind, BinaryOp, Pattern};

use super::Resolver;
use super::names::{Meaning, Wanted};
use super::scope::{Scope, UNREADABLE};
use super::types::{comparable, fits, ordered};

impl Resolver<'_> {
    /// `a OP b`
    pub(super) fn binary(
        &mut self,
        scope: &mut Scope,
        whole: &syntax::Expr,
        op: BinaryOp,
        left: &syntax::Expr,
        right: &syntax::Expr,
    ) -> Option<Expr> {
        use BinaryOp as B;
        match op {
            B::And | B::Or => self.junction(scope, whole, op),
            B::Is => self.is(scope, left, right, whole.span),
            B::IsNot => {
                let is = self.is(scope, left, right, whole.span)?;
                Some(Expr { kind: ExprKind::Not(Box::new(is)), ty: TRUTH, span: whole.span })
            }
            B::In => self.member(scope, left, right, whole.span),
            B::Over => self.compare(scope, Order::Over, left, right, whole.span),
            B::Under => self.compare(scope, Order::Under, left, right, whole.span),
            B::AtLeast => self.compare(scope, Order::AtLeast, left, right, whole.span),
            B::AtMost => self.compare(scope, Order::AtMost, left, right, whole.span),
            B::Add => self.arithmetic(scope, Arithmetic::Add, left, right, whole.span),
            B::Subtract => self.arithmetic(scope, Arithmetic::Subtract, left, right, whole.span),
            B::Multiply => self.arithmetic(scope, Arithmetic::Multiply, left, right, whole.span),
        }
    }

    /// `a and b and c`, or the same with `or`.
    fn junction(&mut self, scope: &mut Scope, whole: &syntax::Expr, op: BinaryOp) -> Option<Expr> {
        let parts = Self::parts_of(whole, op);
        let mut read = Vec::new();
        let mut all_read = true;
        for part in parts {
            match self.truth(scope, part) {
                Some(expr) => read.push(expr),
                None => all_read = false,
            }
        }
        let kind = if op == BinaryOp::And { ExprKind::And(read) } else { ExprKind::Or(read) };
        all_read.then_some(Expr { kind, ty: TRUTH, span: whole.span })
    }

    /// What one of the two words joins, from left to right.
    fn parts_of(whole: &syntax::Expr, op: BinaryOp) -> Vec<&syntax::Expr> {
        let mut parts = Vec::new();
        let mut todo = vec![whole];
        while let Some(expr) = todo.pop() {
            match &expr.kind {
                syntax::ExprKind::Binary(found, left, right) if *found == op => {
                    todo.push(right);
                    todo.push(left);
                }
                _ => parts.push(expr),
            }
        }
        parts
    }

    /// `x is E`: equal, member, or a truth of one part that is applied; the types decide.
    fn is(&mut self, scope: &mut Scope, left: &syntax::Expr, right: &syntax::Expr, span: Span) -> Option<Expr> {
        let left = self.infer(scope, left, None);
        if let Some((name, meaning)) = self.one_place_truth(scope, right) {
            let left = left?;
            let param = match meaning {
                Meaning::Fact(id) => self.code.facts[id.index()].params[0].ty,
                Meaning::Finding(id) => self.code.findings[id.index()].params[0].ty,
                _ => return None,
            };
            if !fits(left.ty, param) {
                let (found, wanted) = (self.a_type(left.ty), self.a_type(param));
                let text = format!("`{name}` is said of {wanted}, and this is {found}");
                self.report(Diagnostic::error("L0206", left.span, text));
                return None;
            }
            let kind = match meaning {
                Meaning::Finding(id) => ExprKind::Finding(id, vec![left]),
                Meaning::Fact(id) => ExprKind::Fact(id, vec![left]),
                _ => return None,
            };
            return Some(Expr { kind, ty: TRUTH, span });
        }
        let hint = left.as_ref().map(|left| Type::set(left.ty.base));
        let right = self.infer(scope, right, hint);
        let (left, right) = (left?, right?);
        if right.ty.set && !left.ty.set {
            let right = if comparable(left.ty, Type::one(right.ty.base)) {
                right
            } else {
                self.fit_quietly(right, Type::set(left.ty.base))
            };
            return self.member_of(left, right, span);
        }
        let right = if comparable(left.ty, right.ty) { right } else { self.fit_quietly(right, left.ty) };
        if !comparable(left.ty, right.ty) {
            let (a, b) = (self.a_type(left.ty), self.a_type(right.ty));
            let mut diagnostic = Diagnostic::error("L0206", span, format!("{a} cannot be {b}"));
            if left.ty.set && left.ty.base == right.ty.base {
                diagnostic = diagnostic.help("a member is asked for the other way round: `x is S`");
            }
            self.report(diagnostic);
            return None;
        }
        Some(Expr { kind: ExprKind::Equal(Box::new(left), Box::new(right)), ty: TRUTH, span })
    }

    /// A word of `kind` as a call, where that makes it fit; else as it is.
    fn fit_quietly(&mut self, expr: Expr, wanted: Type) -> Expr {
        let before = self.found.len();
        let fitted = self.fit(expr.clone(), wanted);
        self.found.truncate(before);
        fitted.unwrap_or(expr)
    }

    /// The fact or finding of one part and of type truth that a lone name means, if it does.
    fn one_place_truth(&mut self, scope: &Scope, expr: &syntax::Expr) -> Option<(String, Meaning)> {
        let syntax::ExprKind::Name(name) = &expr.kind else { return None };
        if scope.get(name).is_some() {
            return None;
        }
        let entry = self.meaning(name)?;
        let ty = match entry.meaning {
            Meaning::Fact(id) => self.code.facts[id.index()].ty,
            Meaning::Finding(id) => self.code.findings[id.index()].ty,
            _ => return None,
        };
        (entry.arity == 1 && ty == TRUTH).then(|| (name.clone(), entry.meaning))
    }

    /// `x in E` where nothing is bound.
    fn member(&mut self, scope: &mut Scope, left: &syntax::Expr, right: &syntax::Expr, span: Span) -> Option<Expr> {
        let left = self.infer(scope, left, None);
        let hint = left.as_ref().map(|left| Type::set(left.ty.base));
        let right = self.infer(scope, right, hint);
        let (left, right) = (left?, right?);
        let right = if comparable(left.ty, Type::one(right.ty.base)) {
            right
        } else {
            self.fit_quietly(right, Type::set(left.ty.base))
        };
        self.member_of(left, right, span)
    }

    fn member_of(&mut self, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        if right.ty != UNREADABLE && (!right.ty.set || !comparable(left.ty, Type::one(right.ty.base))) {
            let (a, b) = (self.a_type(left.ty), self.a_type(right.ty));
            let text = if right.ty.set {
                format!("{a} cannot be a member of a {b}")
            } else {
                format!("`in` needs a set, and this is {b}")
            };
            self.report(Diagnostic::error("L0206", if right.ty.set { span } else { right.span }, text));
            return None;
        }
        Some(Expr { kind: ExprKind::Member(Box::new(left), Box::new(right)), ty: TRUTH, span })
    }

    fn compare(
        &mut self,
        scope: &mut Scope,
        order: Order,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = (self.infer(scope, left, None), self.infer(scope, right, None));
        let (left, right) = (left?, right?);
        for side in [&left, &right] {
            if !ordered(side.ty) {
                let text = format!("{} cannot be put in order", self.a_type(side.ty));
                let help = "numbers, tricks and ranks have an order; for calls, the code says which is higher";
                self.report(Diagnostic::error("L0206", side.span, text).help(help));
                return None;
            }
        }
        if !comparable(left.ty, right.ty) {
            let (a, b) = (self.a_type(left.ty), self.a_type(right.ty));
            self.report(Diagnostic::error("L0206", span, format!("{a} cannot be compared with {b}")));
            return None;
        }
        Some(Expr { kind: ExprKind::Compare(order, Box::new(left), Box::new(right)), ty: TRUTH, span })
    }

    fn arithmetic(
        &mut self,
        scope: &mut Scope,
        op: Arithmetic,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (left, right) = (self.expr(scope, left, NUMBER), self.expr(scope, right, NUMBER));
        let (left, right) = (Box::new(left?), Box::new(right?));
        Some(Expr { kind: ExprKind::Arithmetic(op, left, right), ty: NUMBER, span })
    }

    /// `lawful call(p, c)`
    pub(super) fn lawful(&mut self, scope: &mut Scope, act: &Pattern, span: Span) -> Option<Expr> {
        let Some(entry) = self.meaning(&act.name.value) else {
            self.unknown(&act.name.value, act.name.span, Wanted::Act, Some(act.args.len()), std::iter::empty());
            return None;
        };
        let params = match &entry.meaning {
            Meaning::Event(id) => self.code.events[id.index()].params.clone(),
            _ => Vec::new(),
        };
        let object = params.get(1).filter(|param| is_object(param.ty));
        let (Meaning::Event(id), Some(object), true) =
            (&entry.meaning, object, params.first().is_some_and(|param| param.ty == Type::one(Base::Player)))
        else {
            let text = format!("`{}` is no act of a player with a card or a call", act.name.value);
            let help = "`lawful` asks of an event such as `call(p, c)` or `play(p, c)`";
            self.report(Diagnostic::error("L0410", act.name.span, text).help(help));
            return None;
        };
        if act.args.len() < 2 || act.args.len() > params.len() {
            self.right_number(&act.name, act.args.len(), params.len(), entry.span);
            return None;
        }
        let mut values = Vec::new();
        for (arg, param) in act.args.iter().zip(&params) {
            self.label(arg, &param.name);
            match &arg.kind {
                ArgKind::Expr(expr) => values.push(self.expr(scope, expr, param.ty)),
                ArgKind::Any | ArgKind::Every(_) => {
                    let text = "`lawful` asks of one act: each of its parts must be named";
                    self.report(Diagnostic::error("L0410", arg.span, text));
                    values.push(None);
                }
            }
        }
        let _ = object;
        let mut values = values.into_iter();
        let (who, what) = (values.next().flatten()?, values.next().flatten()?);
        Some(Expr { kind: ExprKind::Lawful(*id, Box::new(who), Box::new(what)), ty: TRUTH, span })
    }
}

/// Whether it is what an act is done with: one card or one call.
pub(super) fn is_object(ty: Type) -> bool {
    ty == Type::one(Base::Card) || ty == Type::one(Base::Call)
}
