//! What the readers of one game share: where they tell what is wrong, and what became of each token.

use super::account::{Fate, Fates};
use super::tokens::Token;
use crate::diagnostic::Diagnostic;
use crate::record::report::Report;
use crate::source::Span;

/// Said of a bare irregular act: it is far more often an error of whoever wrote the file.
pub(super) const SLIP: &str = "it may be a slip of the record; an irregular act that stood bears a mark";

/// The desk at which one game is read.
pub(super) struct Desk<'a> {
    report: &'a mut Report,
    pub(super) fates: Fates,
    /// Which game this is, for the reader of a diagnostic.
    context: String,
    failed: bool,
}

impl<'a> Desk<'a> {
    /// The desk of a game.
    pub(super) fn new(report: &'a mut Report, fates: Fates, context: String) -> Self {
        Desk { report, fates, context, failed: false }
    }

    /// Whether the game cannot be read.
    pub(super) fn failed(&self) -> bool {
        self.failed
    }

    /// Tells something of the game.
    pub(super) fn tell(&mut self, diagnostic: Diagnostic) {
        self.failed |= diagnostic.is_error();
        self.report.push(diagnostic.within(self.context.clone()));
    }

    /// Tells that something is not as it should be, though it can be read.
    pub(super) fn warn(&mut self, number: &'static str, span: Span, message: impl Into<String>) {
        self.tell(Diagnostic::warning(number, span, message));
    }

    /// Tells that the game cannot be read.
    pub(super) fn error(&mut self, number: &'static str, span: Span, message: impl Into<String>) {
        self.tell(Diagnostic::error(number, span, message));
    }

    /// Tells of a token that is not read.
    pub(super) fn unread(&mut self, token: &Token<'_>, number: &'static str, message: impl Into<String>) {
        self.fates.settle(token.id, Fate::Told);
        self.warn(number, token.span, message);
    }

    /// Tells of a bare irregular act that is read as it stands.
    pub(super) fn slip(&mut self, number: &'static str, span: Span, message: impl Into<String>) {
        self.tell(Diagnostic::warning(number, span, message).help(SLIP));
    }

    /// Tells once a file that a dialect has been put right.
    pub(super) fn dialect(&mut self, number: &'static str, span: Span, message: impl Into<String>) {
        let diagnostic = Diagnostic::warning(number, span, message).help("said once for this file");
        self.report.once(diagnostic.within(self.context.clone()));
    }

    /// Says that a token is in the record.
    pub(super) fn used(&mut self, token: &Token<'_>) {
        self.fates.settle(token.id, Fate::Used);
    }
}
