//! The diagnostics of one file, gathered.
//!
//! In: what the readers find wrong. Out: a list that a hostile file cannot make endless: past a bound they are only counted.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// So many diagnostics of one file are told; the rest are counted.
const MOST_TOLD: usize = 1_000;

/// A fault that ends the reading of something.
pub(super) type Fault = Box<Diagnostic>;

/// An error, ready to be returned.
pub(super) fn fault(number: &'static str, span: Span, message: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error(number, span, message))
}

/// The diagnostics of a file so far.
#[derive(Debug, Default)]
pub(super) struct Report {
    told: Vec<Diagnostic>,
    errors: usize,
    untold: usize,
    said_once: BTreeSet<&'static str>,
}

impl Report {
    /// Takes one in.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.is_error());
        if self.told.len() < MOST_TOLD {
            self.told.push(diagnostic);
        } else {
            self.untold += 1;
        }
    }

    /// Takes one in, unless one of that number has been told by this way before.
    pub(super) fn once(&mut self, diagnostic: Diagnostic) {
        if self.said_once.insert(diagnostic.number) {
            self.push(diagnostic);
        }
    }

    /// How many are told so far.
    pub(super) fn told(&self) -> usize {
        self.told.len()
    }

    /// Says of those told since then where they stand, if they do not say it themselves.
    pub(super) fn within(&mut self, since: usize, context: &str) {
        for diagnostic in self.told.iter_mut().skip(since).filter(|diagnostic| diagnostic.context.is_none()) {
            diagnostic.context = Some(context.to_owned());
        }
    }

    /// How many errors there are, told or not.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// All that is told, in the order of the text, and a last line for what is not.
    pub(super) fn finish(mut self, file: FileId) -> Vec<Diagnostic> {
        self.told.sort_by_key(|diagnostic| (diagnostic.span.file, diagnostic.span.start));
        if self.untold > 0 {
            let message = format!("{} more are not shown", self.untold);
            self.told.push(Diagnostic::warning("R0107", Span::new(file, 0, 0), message));
        }
        self.told
    }
}
