//! What stands there and should not: a misspelt word, a reserved word as a name, a bracket apart from its word, anything else.

use super::{Case, Wanted, wanted};
use crate::diagnostic::Diagnostic;
use crate::syntax::numbers as n;
use crate::syntax::tokens::TokenKind;
use crate::syntax::words::{BETWEEN, FOLDS, RESERVED, nearest};

/// Words that go on with a clause or right, and so end what stands before them.
const GO_ON: &[&str] =
    &["when", "if", "unless", "then", "may", "else", "lost", "until", "begins", "ends", "takes", "instead", "passing"];
/// Words that stand before a value and could be taken for a name when they are misspelt.
const BEFORE: &[&str] = &["not", "lawful", "every", "either", "some", "until", "against"];

impl Case<'_, '_> {
    /// A word that is nearly one that could stand here, or nearly one that could have stood before.
    pub(super) fn misspelt(&self) -> Option<Diagnostic> {
        if self.is_name(self.index)
            && let Some(near) = nearest(self.word(), wanted::reserved(&self.wanted))
        {
            return Some(self.did_you_mean(self.index, near));
        }
        let before = self.index.checked_sub(1).filter(|before| self.is_name(*before))?;
        if !self.begins_value() {
            return None;
        }
        let near = nearest(self.tokens.word(before), BEFORE.iter().copied())?;
        Some(self.did_you_mean(before, near))
    }

    fn did_you_mean(&self, index: usize, near: &str) -> Diagnostic {
        let message = format!("`{}` means nothing here", self.tokens.text_of(index));
        Diagnostic::error(n::MISSPELT_WORD, self.tokens.span(index), message).help(format!("did you mean `{near}`?"))
    }

    /// A fold whose first word is misspelt or missing, so that its `:` stands among arguments.
    pub(super) fn no_fold(&self) -> Option<Diagnostic> {
        let (_, bracket) = self.place.bracket()?;
        if self.kind() != Some(TokenKind::Mark(':')) || self.tokens.word(bracket + 2) != "in" {
            return None;
        }
        let word = bracket.checked_sub(1).filter(|before| !self.tokens.word(*before).is_empty())?;
        if let Some(near) = nearest(self.tokens.word(word), FOLDS.iter().copied()) {
            return Some(self.did_you_mean(word, near));
        }
        let message = format!("`{}` takes nothing together", self.tokens.word(word));
        let help = format!("words that could stand before the bracket: `{}`", FOLDS.join("`, `"));
        Some(Diagnostic::error(n::UNFIT, self.tokens.span(word), message).help(help))
    }

    /// A name that is written as none can be, with capitals; a number with letters in it.
    pub(super) fn not_a_name(&self) -> Option<Diagnostic> {
        let word = self.text();
        let first = word.chars().next()?;
        let fits = |wanted: &Wanted| !matches!(wanted, Wanted::Word(_) | Wanted::LawNumber | Wanted::End);
        if !self.wanted.iter().any(fits) {
            return None;
        }
        if first.is_ascii_uppercase() {
            let message = format!("`{word}` cannot be a name: names are written in small letters");
            let help = format!("write `{}`", word.to_ascii_lowercase());
            return Some(Diagnostic::error(n::UNFIT, self.span(), message).help(help));
        }
        let odd = first.is_ascii_digit() && word.contains(|c: char| !c.is_ascii_digit());
        let message = || format!("`{word}` is neither a number nor a name");
        odd.then(|| Diagnostic::error(n::UNFIT, self.span(), message()))
    }

    /// Something that begins no part of a law.
    pub(super) fn no_part(&self) -> Option<Diagnostic> {
        let part = self.index == self.piece.start && self.wants("advisory") && self.wants("status");
        part.then(|| {
            Diagnostic::error(n::UNFIT, self.span(), format!("{} begins no part of a law", self.found()))
                .help("a clause begins with its label, such as `(a)`, a declaration with a word such as `fact`")
        })
    }

    /// A word and its bracket that do not touch.
    pub(super) fn apart(&self) -> Option<Diagnostic> {
        let before = self.index.checked_sub(1).filter(|before| self.is_name(*before));
        let (word, bracket) = match before {
            Some(before) if self.opens(self.index) && self.after_value() => (before, self.index),
            _ if self.is_name(self.index) && self.opens(self.index + 1) && self.wants_pattern() => {
                (self.index, self.index + 1)
            }
            _ => return None,
        };
        if self.tokens.begins_line(bracket) {
            return None;
        }
        let word = self.tokens.text_of(word);
        let message = format!("the bracket after `{word}` stands apart from it");
        Some(
            Diagnostic::error(n::NO_ARGUMENTS, self.tokens.span(bracket), message)
                .label("this bracket touches no word")
                .help(format!("write `{word}(` without a space; only the label of a clause stands by itself")),
        )
    }

    /// A reserved word where a name or value is wanted.
    pub(super) fn reserved_name(&self) -> Option<Diagnostic> {
        let word = self.word();
        if !RESERVED.contains(&word) || GO_ON.contains(&word) {
            return None;
        }
        let value = self.wants_value() && !BETWEEN.contains(&word);
        let name = !self.wants_value() && self.wanted.contains(&Wanted::Name);
        (value || name).then(|| {
            let message = format!("`{word}` is a reserved word and cannot be a name");
            Diagnostic::error(n::RESERVED_NAME, self.span(), message)
                .help("take another word: this one has its own meaning in the language")
        })
    }

    /// Something else stands where the block wants a certain thing.
    pub(super) fn unfit(&self) -> Diagnostic {
        let wanted = wanted::list(&self.wanted, &self.place);
        if !self.has(self.index) {
            let message = format!("something is missing at the end: {wanted}");
            return Diagnostic::error(n::UNFIT, self.span(), message);
        }
        let diagnostic = Diagnostic::error(n::UNFIT, self.span(), format!("{} cannot stand here", self.found()));
        if self.word() == "unwritten" {
            return diagnostic.help("`unwritten` stands before the heading: `law 39 unwritten \"…\"`");
        }
        if self.wanted.iter().all(|wanted| *wanted == Wanted::End) {
            return diagnostic.label("what stands before it is complete");
        }
        diagnostic.help(format!("what could stand here: {wanted}"))
    }
}
