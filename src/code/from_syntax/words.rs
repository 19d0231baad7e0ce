//! Words with their parts in expressions: facts, findings, tables, statuses.

use crate::code::tree::{Expr, ExprKind};
use crate::code::value::{TRUTH, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree as syntax;
use crate::syntax::tree::{Arg, ArgKind, Name};

use super::Resolver;
use super::names::{Meaning, Wanted};
use super::scope::Scope;

impl Resolver<'_> {
    /// A word with its parts: a fact, a finding, a table, a status.
    pub(super) fn applied(&mut self, scope: &mut Scope, name: &Name, args: &[Arg], span: Span) -> Option<Expr> {
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
        let params = &entry.params;
        let ty = match &entry.meaning {
            Meaning::Fact(id) => self.code.facts[id.index()].ty,
            Meaning::Finding(id) => self.code.findings[id.index()].ty,
            Meaning::Table(id) => self.code.tables[id.index()].ty,
            Meaning::Status(id) | Meaning::Duty(id) => {
                let args = self.tests(scope, name, params, args)?;
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
        for (arg, param) in args.iter().zip(params.iter()) {
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
}
