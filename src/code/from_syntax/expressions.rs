//! Expressions: what every name in them means, and of what type they are.

use crate::code::tree::{Expr, ExprKind, Fold};
use crate::code::value::{Base, NUMBER, TRUTH, Type, Value};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{Arg, ArgKind, FoldKind, Name};

use super::names::{Meaning, Wanted};
use super::scope::{Scope, UNREADABLE};
use super::types::{join, ordered};
use super::{DEPTH, Resolver};

/// How deep folds may nest.
const FOLDS: usize = 3;

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
            K::Of(name, argument) => {
                let argument = Arg { label: None, span: argument.span, kind: ArgKind::Expr((**argument).clone()) };
                self.applied(scope, name, std::slice::from_ref(&argument), span)
            }
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
        // Its other uses in this clause are the same slip.
        scope.bind(name, UNREADABLE, span);
        scope.free_last();
    }

    /// A word with its parts: a fact, a finding, a table, a status.
    fn applied(&mut self, scope: &mut Scope, name: &Name, args: &[Arg], span: Span) -> Option<Expr> {
        if name.value == "there" {
            return self.there(scope, args, span);
        }
        let Some(entry) = self.meaning(&name.value) else {
            if scope.get(&name.value).is_some() {
                let text = format!("`{}` is a name bound here and has no parts", name.value);
                self.report(Diagnostic::error("L0204", name.span, text));
            } else {
                self.unknown(&name.value, name.span, Wanted::Expression, Some(args.len()), std::iter::empty());
            }
            return None;
        };
        let (params, ty) = match &entry.meaning {
            Meaning::Fact(id) => (self.code.facts[id.index()].params.clone(), self.code.facts[id.index()].ty),
            Meaning::Finding(id) => (self.code.findings[id.index()].params.clone(), self.code.findings[id.index()].ty),
            Meaning::Table(id) => (self.code.tables[id.index()].params.clone(), self.code.tables[id.index()].ty),
            Meaning::Status(id) | Meaning::Duty(id) => {
                let params = self.code.statuses[id.index()].params.clone();
                let args = self.tests(scope, name, &params, args)?;
                return Some(Expr { kind: ExprKind::Stands(*id, args), ty: TRUTH, span });
            }
            Meaning::Value(..) | Meaning::HouseRule(_) | Meaning::Reading(_) => {
                let text = format!("`{}` is {} and has no parts", name.value, entry.meaning.kind());
                self.report(Diagnostic::error("L0205", name.span, text));
                return None;
            }
            Meaning::Event(_) | Meaning::Remedy(_) | Meaning::Moment(_) => {
                self.wrong_kind(&name.value, name.span, &entry, Wanted::Expression);
                return None;
            }
        };
        if !self.right_number(name, args.len(), params.len(), entry.span) {
            return None;
        }
        let mut values = Vec::new();
        let mut all_read = true;
        for (arg, param) in args.iter().zip(&params) {
            self.label(arg, &param.name);
            match self.plain_argument(scope, arg, param.ty) {
                Some(expr) => values.push(expr),
                None => all_read = false,
            }
        }
        if !all_read {
            return None;
        }
        let kind = match entry.meaning {
            Meaning::Fact(id) => ExprKind::Fact(id, values),
            Meaning::Finding(id) => ExprKind::Finding(id, values),
            Meaning::Table(id) => ExprKind::Table(id, values),
            _ => return None,
        };
        Some(Expr { kind, ty, span })
    }

    /// `there(x)`
    fn there(&mut self, scope: &mut Scope, args: &[Arg], span: Span) -> Option<Expr> {
        let [Arg { kind: ArgKind::Expr(inner), .. }] = args else {
            self.report(Diagnostic::error("L0205", span, "`there(…)` asks of one expression whether it has a value"));
            return None;
        };
        let inner = self.infer(scope, inner, None)?;
        Some(Expr { kind: ExprKind::There(Box::new(inner)), ty: TRUTH, span })
    }

    /// An argument that is a value: no `_`, no `every`.
    fn plain_argument(&mut self, scope: &mut Scope, arg: &Arg, wanted: Type) -> Option<Expr> {
        match &arg.kind {
            ArgKind::Expr(expr) => {
                self.fold_in_argument(scope, expr);
                self.expr(scope, expr, wanted)
            }
            ArgKind::Any | ArgKind::Every(_) => {
                let word = if matches!(arg.kind, ArgKind::Any) { "_" } else { "every" };
                let text = format!("`{word}` can stand only in the parts of events and statuses");
                self.report(
                    Diagnostic::error("L0218", arg.span, text).help("a fact needs a value for each of its parts"),
                );
                None
            }
        }
    }

    /// Warns of a fold inside an argument of a clause.
    pub(super) fn fold_in_argument(&mut self, scope: &Scope, expr: &syntax::Expr) {
        if scope.clause && self.own() && matches!(expr.kind, syntax::ExprKind::Fold(..)) {
            let text = "a set worked out inside an argument is hard to read";
            let help = "name the set with a `fact` and use the name here";
            self.report(Diagnostic::warning("L0606", expr.span, text).help(help));
        }
    }

    /// Whether a word has the right number of parts; a wrong number is reported.
    pub(super) fn right_number(&mut self, name: &Name, found: usize, wanted: usize, declared: Option<Span>) -> bool {
        if found != wanted {
            let parts = |n: usize| match n {
                0 => "no part".to_owned(),
                1 => "one part".to_owned(),
                n => format!("{n} parts"),
            };
            let text = format!(
                "`{}` has {}, but {found} stand{} here",
                name.value,
                parts(wanted),
                if found == 1 { "s" } else { "" }
            );
            let mut diagnostic = Diagnostic::error("L0205", name.span, text);
            if let Some(span) = declared {
                diagnostic = diagnostic.also(span, "declared here");
            }
            self.report(diagnostic);
        }
        found == wanted
    }

    /// A label must be the name of the part at its place.
    pub(super) fn label(&mut self, arg: &Arg, part: &str) {
        if let Some(label) = arg.label.as_ref().filter(|label| label.value != part) {
            let text = format!("this part is named `{part}`, not `{}`", label.value);
            self.report(Diagnostic::error("L0207", label.span, text).help("the order of the parts stays as declared"));
        }
    }

    /// `[a, b to c]`
    fn set(
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
    fn fold(
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
