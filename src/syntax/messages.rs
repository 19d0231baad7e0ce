//! What is wrong, in our own words.
//!
//! In: the place where reading stopped and what could have stood there. Out: a diagnostic in the words of the language.
//! The likeliest cause is told: a misspelt word before a missing one, a missing one before a wrong one.

mod blocks;
mod missing;
mod wanted;
mod wrong;

use std::ops::Range;

use pest::error::{Error, ErrorVariant, InputLocation};

pub(crate) use blocks::{law_brace, law_heading, law_name, misspelt_block, stray};
use wanted::Wanted;

use super::grammar::Rule;
use super::place::Place;
use super::tokens::{TokenKind, Tokens};
use super::words::RESERVED;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Where reading stopped, and what could have stood there.
pub(crate) struct Failure {
    /// The offset in the file.
    at: usize,
    /// What could have stood there.
    wanted: Vec<Rule>,
}

impl Failure {
    /// What pest says of a piece that stands at `span`.
    pub fn new(error: &Error<Rule>, span: Span) -> Self {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let wanted = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.clone(),
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        Failure { at: span.range().start + at, wanted }
    }
}

/// Tells why a piece could not be read.
pub(crate) fn explain(tokens: &Tokens, piece: &Range<usize>, failure: &Failure) -> Diagnostic {
    let index = tokens.at(failure.at).min(piece.end);
    let place = Place::new(tokens, piece.start, index);
    let wanted = wanted::wanted(&failure.wanted, &place);
    let case = Case { tokens, piece: piece.clone(), index, place, wanted };
    case.misspelt()
        .or_else(|| case.no_fold())
        .or_else(|| case.not_a_name())
        .or_else(|| case.no_part())
        .or_else(|| case.no_heading())
        .or_else(|| case.apart())
        .or_else(|| case.no_option())
        .or_else(|| case.no_then())
        .or_else(|| case.no_trigger())
        .or_else(|| case.reserved_name())
        .or_else(|| case.nothing_there())
        .or_else(|| case.nothing_between())
        .unwrap_or_else(|| case.unfit())
}

/// A piece that could not be read, and where.
struct Case<'t, 'a> {
    tokens: &'t Tokens<'a>,
    /// The piece.
    piece: Range<usize>,
    /// The token that reading stopped at; the end of the piece when all of it was read and more is wanted.
    index: usize,
    /// Where that token stands.
    place: Place,
    /// What could have stood there.
    wanted: Vec<Wanted>,
}

impl<'a> Case<'_, 'a> {
    /// Whether a token of this number is in the piece.
    fn has(&self, index: usize) -> bool {
        self.piece.contains(&index)
    }

    /// The kind of the token that reading stopped at; none at the end of the piece.
    fn kind(&self) -> Option<TokenKind> {
        self.tokens.kind(self.index).filter(|_| self.has(self.index))
    }

    /// The text of the token that reading stopped at; empty at the end of the piece.
    fn text(&self) -> &'a str {
        if self.has(self.index) { self.tokens.text_of(self.index) } else { "" }
    }

    /// The word that reading stopped at; empty when it is no word.
    fn word(&self) -> &'a str {
        if self.has(self.index) { self.tokens.word(self.index) } else { "" }
    }

    /// The token that reading stopped at, as a message names it.
    fn found(&self) -> String {
        if self.has(self.index) { format!("`{}`", self.text()) } else { "the end".to_owned() }
    }

    /// The word or mark before the place where reading stopped.
    fn last_word(&self) -> &'a str {
        self.tokens.text_of(self.index.saturating_sub(1))
    }

    /// Whether the piece, or the braces around this place, end where reading stopped.
    fn at_end(&self) -> bool {
        !self.has(self.index) || self.kind() == Some(TokenKind::Close('}'))
    }

    /// The place to underline: the token, or the point after the last one when the piece ends.
    fn span(&self) -> Span {
        if self.has(self.index) { self.tokens.span(self.index) } else { self.after_last() }
    }

    /// The point after the token before.
    fn after_last(&self) -> Span {
        let last = self.tokens.span(self.index.saturating_sub(1));
        Span { start: last.end, ..last }
    }

    /// Whether a bracket opens at this token.
    fn opens(&self, index: usize) -> bool {
        self.has(index) && self.tokens.kind(index) == Some(TokenKind::Open('('))
    }

    /// Whether a name stands at this token.
    fn is_name(&self, index: usize) -> bool {
        self.has(index) && !self.tokens.word(index).is_empty() && !RESERVED.contains(&self.tokens.word(index))
    }

    /// Whether the token that reading stopped at could begin a value.
    fn begins_value(&self) -> bool {
        match self.kind() {
            Some(TokenKind::Word) => {
                self.is_name(self.index) || matches!(self.word(), "not" | "some" | "every" | "yes" | "no" | "law")
            }
            Some(TokenKind::Number | TokenKind::Open('(' | '[')) => true,
            _ => false,
        }
    }

    /// Whether this word or mark is wanted.
    fn wants(&self, word: &str) -> bool {
        wanted::has(&self.wanted, word)
    }

    /// Whether a value is wanted.
    fn wants_value(&self) -> bool {
        self.wanted.contains(&Wanted::Value)
    }

    /// Whether a value ended just before, so that it could go on.
    fn after_value(&self) -> bool {
        wanted::after_value(&self.wanted)
    }

    /// Whether a word with its arguments is wanted, as a trigger or a consequence.
    fn wants_pattern(&self) -> bool {
        !self.wants_value() && self.wanted.iter().any(|wanted| matches!(wanted, Wanted::Pattern(_)))
    }
}
