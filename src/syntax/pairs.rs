//! What pest found, taken apart step by step.
//!
//! In: the pairs of one grammar rule. Out: the next pair that is wanted, or an internal error with its place: never a panic.

use pest::iterators::{Pair, Pairs};

use super::grammar::Rule;
use super::numbers as n;
use super::tokens::Tokens;
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Spanned};

/// What was read, or why it could not be.
pub(crate) type Read<T> = Result<T, Box<Diagnostic>>;

/// The reader of one piece: it knows where the piece stands in its file.
pub(crate) struct Reader<'t, 'a> {
    /// The tokens of the whole file.
    pub tokens: &'t Tokens<'a>,
    /// The offset of the piece in the file.
    pub base: usize,
    /// What is wrong though it could be read.
    pub faults: Vec<Diagnostic>,
}

/// The pairs inside one rule, in order. Reserved words and marks are passed over.
pub(crate) struct Parts<'i> {
    pairs: Pairs<'i, Rule>,
    span: Span,
}

impl Reader<'_, '_> {
    /// The place of a pair in its file, without white space and comments at its end.
    pub fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        self.tokens.trimmed(self.base + span.start(), self.base + span.end())
    }

    /// The pairs inside a pair.
    pub fn parts<'i>(&self, pair: Pair<'i, Rule>) -> Parts<'i> {
        let span = self.span(&pair);
        Parts { pairs: pair.into_inner(), span }
    }

    /// The text of a pair as written, with its place.
    pub fn text(&self, pair: Pair<'_, Rule>) -> Spanned<String> {
        Spanned::new(pair.as_str().trim_end().to_owned(), self.span(&pair))
    }

    /// The next pair of that rule, as written.
    pub fn take_text(&self, parts: &mut Parts<'_>, rule: Rule) -> Read<Spanned<String>> {
        Ok(self.text(parts.take(rule)?))
    }
}

impl<'i> Parts<'i> {
    /// The next pair, whatever it is.
    pub fn next(&mut self) -> Option<Pair<'i, Rule>> {
        self.peek()?;
        self.pairs.next()
    }

    /// The rule of the next pair.
    pub fn peek(&mut self) -> Option<Rule> {
        loop {
            let rule = self.pairs.peek()?.as_rule();
            if rule < Rule::kw_law && rule != Rule::EOI {
                return Some(rule);
            }
            self.pairs.next();
        }
    }

    /// The next pair, which must be there.
    pub fn any(&mut self) -> Read<Pair<'i, Rule>> {
        self.next().ok_or_else(|| internal(self.span))
    }

    /// The next pair, which must be of that rule.
    pub fn take(&mut self, rule: Rule) -> Read<Pair<'i, Rule>> {
        self.maybe(rule).ok_or_else(|| internal(self.span))
    }

    /// The next pair if it is of that rule.
    pub fn maybe(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        if self.peek() == Some(rule) { self.pairs.next() } else { None }
    }

    /// All pairs of that rule that come next.
    pub fn all(&mut self, rule: Rule) -> Vec<Pair<'i, Rule>> {
        std::iter::from_fn(|| self.maybe(rule)).collect()
    }

    /// The place of the whole.
    pub fn span(&self) -> Span {
        self.span
    }
}

/// What the grammar promised is not there: a fault of this program.
pub(crate) fn internal(span: Span) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::error(n::INTERNAL, span, "this could not be read though nothing seems wrong with it")
            .help("this is an error of the program: please report it with this text"),
    )
}
