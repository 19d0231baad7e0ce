//! What is wrong with a text, where, and what would help.
//!
//! In: findings of the readers and the checker. Out: plain data; only `report` draws it.
//! Numbers are stable: a number is never given a second meaning.

use crate::source::Span;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The text can be used; its author should look.
    Warning,
    /// The text cannot be used as it stands.
    Error,
}

/// One thing to tell the author of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable number, such as `L0101` for a law file, `R0201` for a record, `P0101` for PBN; `docs/diagnostics.md` lists all.
    pub number: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong: lower case, no full stop, the author's own words in backticks.
    pub message: String,
    /// The place to underline, and a few words under it (may be empty).
    pub span: Span,
    /// Said under the underlined place.
    pub label: String,
    /// Other places that matter, each with its words.
    pub others: Vec<(Span, String)>,
    /// What would help, if something is known to.
    pub help: Option<String>,
    /// The law that the place stands in, such as `law 84 "what an established revoke costs"`.
    pub context: Option<String>,
}

impl Diagnostic {
    /// An error with its number, place and message.
    pub fn error(number: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            number,
            severity: Severity::Error,
            message: message.into(),
            span,
            label: String::new(),
            others: Vec::new(),
            help: None,
            context: None,
        }
    }

    /// A warning with its number, place and message.
    pub fn warning(number: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(number, span, message) }
    }

    /// Adds the words under the underlined place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, words: impl Into<String>) -> Self {
        self.others.push((span, words.into()));
        self
    }

    /// Adds what would help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the law that the place stands in.
    #[must_use]
    pub fn within(mut self, context: impl Into<String>) -> Self {
        self.context = Some(context.into());
        self
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
