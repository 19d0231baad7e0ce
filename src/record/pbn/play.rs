//! The Play section, as it is written.
//!
//! In: its tokens. Out: its slots, column after column: a card with its mark, a card that is not known, or the sign that this seat
//! plays next. Whose card it is, and when it was played, `rows` and `tricks` find.

use super::account::Fate;
use super::annotations::Annotations;
use super::calls::{self, Slot};
use super::desk::Desk;
use super::game::Section;
use super::tokens::{self, Sort, Token};

/// More columns than a deal can have are not read.
const MOST_SLOTS: usize = 52;

/// What a card is marked as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// `^R`
    Revoke,
    /// `^L`
    Lead,
}

/// One column of one row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column<'t> {
    pub(super) slot: Slot,
    pub(super) mark: Option<(Mark, Token<'t>)>,
    pub(super) token: Token<'t>,
}

/// The section as written.
#[derive(Debug, Default)]
pub(super) struct Columns<'t> {
    pub(super) columns: Vec<Column<'t>>,
    /// The notes that the cards refer to.
    pub(super) references: Vec<Token<'t>>,
}

/// Reads the section.
pub(super) fn read<'t>(section: &Section<'t>, desk: &mut Desk<'_>) -> Columns<'t> {
    let mut walk =
        Walk { desk, columns: Vec::new(), annotations: Annotations::default(), marks: Vec::new(), end: None };
    for token in tokens::of_section(section, walk.desk) {
        walk.token(&token);
    }
    walk.marks_alone();
    Columns { columns: walk.columns, references: walk.annotations.references }
}

struct Walk<'d, 'r, 't> {
    desk: &'d mut Desk<'r>,
    columns: Vec<Column<'t>>,
    annotations: Annotations<'t>,
    /// The marks before the card that is awaited.
    marks: Vec<Token<'t>>,
    /// Nothing more can follow, by this diagnostic; whether that has been told.
    end: Option<(&'static str, bool)>,
}

impl<'t> Walk<'_, '_, 't> {
    fn token(&mut self, token: &Token<'t>) {
        let acts = matches!(token.kind, Sort::Symbol | Sort::Mark(_) | Sort::Star | Sort::Plus);
        if let (true, Some((number, told))) = (acts, self.end) {
            return self.after_end(token, number, told);
        }
        match token.kind {
            Sort::Mark('R' | 'L') => self.marks.push(*token),
            Sort::Mark(_) => self.desk.unread(token, "P0311", format!("`{}` is a mark of the auction", token.text)),
            Sort::Suffix | Sort::Note(_) | Sort::Nag => self.annotations.add(token, self.desk),
            Sort::Star => {
                self.marks_alone();
                self.desk.used(token);
                self.end = Some(("P0318", false));
            }
            Sort::Plus => self.slot(token, Slot::Next),
            Sort::Symbol => match calls::card(token, self.desk) {
                Some(slot) => self.slot(token, slot),
                None => self.desk.error("P0320", token.span, format!("`{}` is no card", token.text)),
            },
        }
    }

    /// After `*`, or after thirteen rows, comes nothing; it is told once.
    fn after_end(&mut self, token: &Token<'t>, number: &'static str, told: bool) {
        self.desk.fates.settle(token.id, Fate::Told);
        if told || (number == "P0319" && token.kind == Sort::Star) {
            return;
        }
        let after = if number == "P0318" { "`*`" } else { "thirteen tricks" };
        self.desk.unread(token, number, format!("after {after} no card can follow; this and the rest is not read"));
        self.end = Some((number, true));
    }

    fn slot(&mut self, token: &Token<'t>, slot: Slot) {
        self.annotations.next();
        self.desk.used(token);
        let mark = self.mark(slot);
        self.columns.push(Column { slot, mark, token: *token });
        if self.columns.len() == MOST_SLOTS {
            self.end = Some(("P0319", false));
        }
    }

    /// The mark of a card, when it has one and no more.
    fn mark(&mut self, slot: Slot) -> Option<(Mark, Token<'t>)> {
        if !matches!(slot, Slot::Card(_)) {
            self.marks_alone();
        }
        let marks = std::mem::take(&mut self.marks);
        let first = marks.first()?;
        if let Some(last) = marks.get(1..).and_then(|more| more.last()) {
            marks.iter().for_each(|mark| self.desk.fates.settle(mark.id, Fate::Told));
            self.desk.warn("P0310", first.span.to(last.span), "a card bears at most one mark; none of these is read");
            return None;
        }
        self.desk.used(first);
        let mark = if first.kind == Sort::Mark('R') { Mark::Revoke } else { Mark::Lead };
        Some((mark, *first))
    }

    /// Marks that no card follows.
    fn marks_alone(&mut self) {
        for mark in std::mem::take(&mut self.marks) {
            self.desk.unread(&mark, "P0312", format!("no card follows this `{}`", mark.text));
        }
    }
}
