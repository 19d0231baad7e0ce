//! What may stand after a call or a card: at most one note and one suffix, and any number of `$` figures.

use super::desk::Desk;
use super::tokens::{self, Sort, Token};

/// The annotations of the call or card read last, and the notes that a section refers to.
#[derive(Debug, Default)]
pub(super) struct Annotations<'t> {
    begun: bool,
    note: bool,
    suffix: bool,
    /// The references to notes, in order.
    pub(super) references: Vec<Token<'t>>,
}

impl<'t> Annotations<'t> {
    /// Another call or card begins.
    pub(super) fn next(&mut self) {
        *self = Annotations { begun: true, references: std::mem::take(&mut self.references), ..Annotations::default() };
    }

    /// Takes an annotation.
    pub(super) fn add(&mut self, token: &Token<'t>, desk: &mut Desk<'_>) {
        tokens::annotation(&mut desk.fates, token);
        if !self.begun {
            desk.unread(token, "P0116", format!("`{}` stands after nothing that it could speak of", token.text));
            return;
        }
        match token.kind {
            Sort::Note(_) => {
                self.references.push(*token);
                one(&mut self.note, token, "note", desk);
            }
            Sort::Suffix => one(&mut self.suffix, token, "suffix", desk),
            Sort::Symbol | Sort::Mark(_) | Sort::Nag | Sort::Star | Sort::Plus => {}
        }
    }
}

fn one(seen: &mut bool, token: &Token<'_>, what: &str, desk: &mut Desk<'_>) {
    if *seen {
        desk.unread(token, "P0117", format!("a call or a card has at most one {what}"));
    }
    *seen = true;
}
