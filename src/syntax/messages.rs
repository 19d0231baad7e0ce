//! What is wrong, in our own words.
//!
//! In: the place where reading stopped and what could have stood there. Out: a diagnostic in the words of the language.

use std::ops::Range;

use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::Rule;
use super::numbers as n;
use super::tokens::{TokenKind, Tokens};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Where reading stopped, and what could have stood there.
pub(crate) struct Failure {
    /// The offset in the file.
    pub at: usize,
    /// What could have stood there.
    pub wanted: Vec<Rule>,
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
pub(crate) fn explain(tokens: &Tokens, _piece: &Range<usize>, failure: &Failure) -> Diagnostic {
    let index = tokens.at(failure.at);
    Diagnostic::error(n::UNFIT, tokens.span(index), format!("wanted {:?}", failure.wanted))
}

/// Text outside every block.
pub(crate) fn stray(tokens: &Tokens, piece: &Range<usize>) -> Diagnostic {
    Diagnostic::error(n::STRAY, tokens.span(piece.start), "this stands outside every law and declaration")
}

/// A top-level word that is misspelt.
pub(crate) fn misspelt_block(tokens: &Tokens, index: usize, word: &str) -> Diagnostic {
    Diagnostic::error(n::MISSPELT_WORD, tokens.span(index), format!("`{}` begins nothing", tokens.text_of(index)))
        .help(format!("did you mean `{word}`?"))
}

/// The law that a piece is or replaces, as messages name it.
pub(crate) fn law_heading(tokens: &Tokens, piece: &Range<usize>) -> Option<String> {
    let open = law_brace(tokens, piece)?;
    Some(tokens.text.get(tokens.span_of(&(piece.start..open)).range())?.to_owned())
}

/// The place in the list of the brace that opens the body of a law.
pub(crate) fn law_brace(tokens: &Tokens, piece: &Range<usize>) -> Option<usize> {
    let open = piece.clone().find(|index| tokens.kind(*index) == Some(TokenKind::Open('{')))?;
    (open >= piece.start + 3 && tokens.kind(open - 1) == Some(TokenKind::Text)).then_some(open)
}
