//! Expressions and patterns: pest reads them flat, a Pratt parser folds their operators.

use std::sync::LazyLock;

use pest::iterators::{Pair, Pairs};
use pest::pratt_parser::{Assoc, Op, PrattParser};

use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};
use crate::syntax::grammar::Rule;
use crate::syntax::numbers as n;
use crate::syntax::pairs::{Read, Reader, internal};
use crate::syntax::tree::{Arg, ArgKind, BinaryOp, Expr, ExprKind, FoldKind, LawRef, Pattern};

/// The largest number that a law file may write.
const LARGEST_NUMBER: i64 = 1_000_000;

/// The operators, loosest first.
static OPERATORS: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    let left = |rule| Op::infix(rule, Assoc::Left);
    PrattParser::new()
        .op(left(Rule::or) | left(Rule::and))
        .op(Op::prefix(Rule::not))
        .op(left(Rule::is_not)
            | left(Rule::is)
            | left(Rule::in_)
            | left(Rule::at_least)
            | left(Rule::at_most)
            | left(Rule::over)
            | left(Rule::under))
        .op(left(Rule::add) | left(Rule::sub))
        .op(left(Rule::mul))
        .op(Op::prefix(Rule::neg))
});

impl Reader<'_, '_> {
    /// The expression inside a rule that holds one and no more.
    pub(super) fn inner_expr(&mut self, pair: Pair<'_, Rule>) -> Read<Expr> {
        let inner = self.parts(pair).take(Rule::expr)?;
        self.expr(inner)
    }

    pub(super) fn expr(&mut self, pair: Pair<'_, Rule>) -> Read<Expr> {
        let span = self.span(&pair);
        let flat = pair.into_inner();
        if flat.is_empty() {
            return Err(internal(span));
        }
        self.mixed(flat.clone());
        self.chained(flat.clone());
        self.fold_operators(flat)
    }

    /// Folds the operators of one level of brackets.
    fn fold_operators(&mut self, flat: Pairs<'_, Rule>) -> Read<Expr> {
        // brackets stand in the flat row as three pairs; the marks are dropped and the inner one is a group
        let flat = flat.filter(|pair| pair.as_rule() < Rule::kw_law);
        let reader = std::cell::RefCell::new(self);
        OPERATORS
            .map_primary(|pair| reader.borrow_mut().primary(pair))
            .map_prefix(|op, value| {
                let (span, value) = (reader.borrow().span(&op), value?);
                let span = span.to(value.span);
                let kind = match op.as_rule() {
                    Rule::not => ExprKind::Not(Box::new(value)),
                    _ => ExprKind::Negative(Box::new(value)),
                };
                Ok(Expr { kind, span })
            })
            .map_infix(|left, op, right| {
                let (left, right) = (left?, right?);
                let span = left.span.to(right.span);
                let op = operator(op.as_rule()).ok_or_else(|| internal(span))?;
                Ok(Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span })
            })
            .parse(flat)
    }

    /// Tells `and` beside `or` without brackets.
    fn mixed(&mut self, flat: Pairs<'_, Rule>) {
        let words: Vec<_> = flat.filter(|pair| matches!(pair.as_rule(), Rule::and | Rule::or)).collect();
        let Some(first) = words.first() else { return };
        let Some(other) = words.iter().find(|word| word.as_rule() != first.as_rule()) else { return };
        let (first, other) = (self.span(first), self.span(other));
        self.faults.push(
            Diagnostic::error(n::MIXED, first, "`and` and `or` stand side by side, and either could bind first")
                .also(other, "beside this")
                .help("put brackets around what belongs together: `(a and b) or c`, or `a and (b or c)`"),
        );
    }

    /// Tells a comparison of a comparison.
    fn chained(&mut self, flat: Pairs<'_, Rule>) {
        let mut before: Option<Span> = None;
        for pair in flat {
            match pair.as_rule() {
                Rule::and | Rule::or => before = None,
                Rule::is | Rule::is_not | Rule::in_ | Rule::at_least | Rule::at_most | Rule::over | Rule::under => {
                    let span = self.span(&pair);
                    if let Some(first) = before.replace(span) {
                        self.faults.push(
                            Diagnostic::error(n::CHAINED, span, "one comparison cannot go on from another")
                                .also(first, "compared here already")
                                .help("write two comparisons with `and`: `a under b and b under c`"),
                        );
                    }
                }
                _ => {}
            }
        }
    }

    fn primary(&mut self, pair: Pair<'_, Rule>) -> Read<Expr> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number => ExprKind::Number(self.number(pair)),
            Rule::truth => ExprKind::Truth(self.parts(pair).peek() == Some(Rule::yes)),
            Rule::law_ref => ExprKind::Law(self.law_ref(pair)?),
            Rule::fold => self.fold(pair)?,
            Rule::set => self.set(pair)?,
            Rule::group => ExprKind::Group(Box::new(self.inner_expr(pair)?)),
            Rule::lawful => ExprKind::Lawful(self.pattern(self.parts(pair).take(Rule::pattern)?)?),
            Rule::of => self.of(pair)?,
            Rule::call => ExprKind::Call(self.pattern(pair)?),
            Rule::var => ExprKind::Name(pair.as_str().trim_end().to_owned()),
            _ => return Err(internal(span)),
        };
        Ok(Expr { kind, span })
    }

    fn of(&mut self, pair: Pair<'_, Rule>) -> Read<ExprKind> {
        let mut parts = self.parts(pair);
        let name = self.name(&mut parts)?;
        let argument = self.primary(parts.any()?)?;
        let span = argument.span;
        Ok(ExprKind::Of(name, Box::new(Arg { label: None, kind: ArgKind::Expr(argument), span })))
    }

    fn fold(&mut self, pair: Pair<'_, Rule>) -> Read<ExprKind> {
        let mut parts = self.parts(pair);
        let word = parts.take(Rule::fold_word)?;
        let kind = fold_kind(word.as_str().trim_end()).ok_or_else(|| internal(parts.span()))?;
        let name = self.name(&mut parts)?;
        let set = self.expr(parts.take(Rule::expr)?)?;
        let body = self.expr(parts.take(Rule::expr)?)?;
        Ok(ExprKind::Fold(kind, name, Box::new(set), Box::new(body)))
    }

    fn set(&mut self, pair: Pair<'_, Rule>) -> Read<ExprKind> {
        let elements = self.parts(pair).all(Rule::element);
        let elements = elements.into_iter().map(|pair| self.element(pair)).collect::<Read<_>>()?;
        Ok(ExprKind::Set(elements))
    }

    fn element(&mut self, pair: Pair<'_, Rule>) -> Read<(Expr, Option<Expr>)> {
        let mut parts = self.parts(pair);
        let first = self.expr(parts.take(Rule::expr)?)?;
        Ok((first, parts.maybe(Rule::expr).map(|pair| self.expr(pair)).transpose()?))
    }

    /// A word with its arguments, as a pattern or as a value.
    pub(super) fn pattern(&mut self, pair: Pair<'_, Rule>) -> Read<Pattern> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let name = self.take_text(&mut parts, Rule::callee)?;
        let args = self.parts(parts.take(Rule::args)?).all(Rule::arg);
        let args = args.into_iter().map(|pair| self.arg(pair)).collect::<Read<_>>()?;
        Ok(Pattern { name, args, span })
    }

    fn arg(&mut self, pair: Pair<'_, Rule>) -> Read<Arg> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        if let Some(lone) = parts.maybe(Rule::lone) {
            let name = self.primary(self.parts(lone).any()?)?;
            return Ok(Arg { label: None, kind: ArgKind::Expr(name), span });
        }
        let label = parts.maybe(Rule::arg_label).map(|pair| self.text(pair));
        let kind = if parts.maybe(Rule::any).is_some() {
            ArgKind::Any
        } else if parts.maybe(Rule::every).is_some() {
            ArgKind::Every(self.expr(parts.take(Rule::expr)?)?)
        } else {
            ArgKind::Expr(self.expr(parts.take(Rule::expr)?)?)
        };
        Ok(Arg { label, kind, span })
    }

    /// A number; one that is too large is told and read as the largest.
    pub(super) fn number(&mut self, pair: Pair<'_, Rule>) -> i64 {
        let number = pair.as_str().trim_end().parse::<i64>().ok().filter(|number| *number <= LARGEST_NUMBER);
        number.unwrap_or_else(|| {
            let message = format!("numbers go up to {LARGEST_NUMBER}");
            self.faults.push(Diagnostic::error(n::LARGE_NUMBER, self.span(&pair), message));
            LARGEST_NUMBER
        })
    }

    /// A law as a reference writes it: `84(b)`.
    pub(crate) fn law_cite(&mut self, pair: Pair<'_, Rule>) -> Read<LawRef> {
        let mut parts = self.parts(pair);
        let number = self.take_text(&mut parts, Rule::law_no)?;
        let label = match parts.maybe(Rule::cite_label) {
            Some(label) => Spanned::new(label.as_str().trim().to_owned(), self.span(&label)),
            None => Spanned::new(String::new(), Span { start: number.span.end, ..number.span }),
        };
        Ok(LawRef { number, label })
    }
}

fn operator(rule: Rule) -> Option<BinaryOp> {
    Some(match rule {
        Rule::or => BinaryOp::Or,
        Rule::and => BinaryOp::And,
        Rule::is => BinaryOp::Is,
        Rule::is_not => BinaryOp::IsNot,
        Rule::in_ => BinaryOp::In,
        Rule::over => BinaryOp::Over,
        Rule::under => BinaryOp::Under,
        Rule::at_least => BinaryOp::AtLeast,
        Rule::at_most => BinaryOp::AtMost,
        Rule::add => BinaryOp::Add,
        Rule::sub => BinaryOp::Subtract,
        Rule::mul => BinaryOp::Multiply,
        _ => return None,
    })
}

fn fold_kind(word: &str) -> Option<FoldKind> {
    Some(match word {
        "some" => FoldKind::Some,
        "every" => FoldKind::Every,
        "count" => FoldKind::Count,
        "all" => FoldKind::All,
        "the" => FoldKind::The,
        "sum" => FoldKind::Sum,
        "least" => FoldKind::Least,
        "most" => FoldKind::Most,
        _ => return None,
    })
}
