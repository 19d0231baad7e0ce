//! The Auction section.
//!
//! In: its tokens, and the dealer. Out: the calls as entries, each by the seat that made it, and what they come to. What the marks
//! say is held against the calls; a mark that does not fit is told, and the call stands as it is.

use super::account::Fate;
use super::annotations::Annotations;
use super::bidding::{Bidding, Outcome, Wrong};
use super::calls::{self, Symbol};
use super::desk::Desk;
use super::first_seat::first_seat;
use super::game::Section;
use super::tokens::{self, Sort, Token};
use crate::bridge::{Call, Seat};
use crate::diagnostic::Diagnostic;
use crate::record::entry;
use crate::source::Span;
use crate::syntax::tree::LogEntry;

/// The calls of a game.
#[derive(Debug)]
pub(super) struct Calls<'t> {
    pub(super) entries: Vec<LogEntry>,
    pub(super) outcome: Outcome,
    /// Who dealt, as far as the section shows it.
    pub(super) dealer: Option<Seat>,
    /// The notes that the calls refer to.
    pub(super) references: Vec<Token<'t>>,
}

/// Reads the section; `dealer` as the tag says.
pub(super) fn read<'t>(section: &Section<'t>, dealer: Option<Seat>, desk: &mut Desk<'_>) -> Calls<'t> {
    let tokens = tokens::of_section(section, desk);
    let (first, padding) = first_seat(section, &tokens, dealer, desk);
    let mut walk = Walk {
        desk,
        seat: first,
        padding,
        bidding: Bidding::default(),
        entries: Vec::new(),
        annotations: Annotations::default(),
        marks: Vec::new(),
        skipped: Vec::new(),
        end: None,
    };
    tokens.iter().for_each(|token| walk.token(token));
    walk.finish();
    let dealer = first.map(|seat| seat.left(padding));
    Calls { outcome: walk.bidding.outcome(), entries: walk.entries, dealer, references: walk.annotations.references }
}

/// A way through the section.
struct Walk<'d, 'r, 't> {
    desk: &'d mut Desk<'r>,
    seat: Option<Seat>,
    /// How many `-` may still come.
    padding: usize,
    bidding: Bidding,
    entries: Vec<LogEntry>,
    annotations: Annotations<'t>,
    /// The marks before the call that is awaited.
    marks: Vec<Token<'t>>,
    /// The `^S` since the last call.
    skipped: Vec<Token<'t>>,
    /// The `*` or `+` that ended the section.
    end: Option<End<'t>>,
}

/// A `*` or `+`, and whether what follows it has been told.
#[derive(Debug, Clone, Copy)]
struct End<'t> {
    token: Token<'t>,
    told: bool,
}

impl<'t> Walk<'_, '_, 't> {
    fn token(&mut self, token: &Token<'t>) {
        let acts = matches!(token.kind, Sort::Symbol | Sort::Mark(_) | Sort::Star | Sort::Plus);
        if let Some(end) = self.end.filter(|_| acts) {
            return self.after_end(token, end);
        }
        match token.kind {
            Sort::Mark('S') => self.skip_seat(token),
            Sort::Mark('I') => self.marks.push(*token),
            Sort::Mark(_) => self.desk.unread(token, "P0209", format!("`{}` is a mark of the play", token.text)),
            Sort::Suffix | Sort::Note(_) | Sort::Nag => self.annotations.add(token, self.desk),
            Sort::Star | Sort::Plus => {
                self.marks_alone();
                self.desk.used(token);
                self.end = Some(End { token: *token, told: false });
            }
            Sort::Symbol => self.symbol(token),
        }
    }

    /// After `*` or `+` comes nothing; it is told once.
    fn after_end(&mut self, token: &Token<'t>, end: End<'t>) {
        self.desk.fates.settle(token.id, Fate::Told);
        if end.told {
            return;
        }
        let number = if end.token.kind == Sort::Star { "P0214" } else { "P0215" };
        let message = format!("after `{}` no call can follow; this and the rest is not read", end.token.text);
        self.desk.unread(token, number, message);
        self.end = Some(End { told: true, ..end });
    }

    /// `^S`: this seat has lost its turn.
    fn skip_seat(&mut self, token: &Token<'t>) {
        self.marks_alone();
        self.desk.used(token);
        self.skipped.push(*token);
        if self.skipped.len() == 4 {
            self.desk.warn("P0208", token.span, "four seats in a row are skipped, so nobody was");
        }
        self.seat = self.seat.map(Seat::lho);
    }

    fn symbol(&mut self, token: &Token<'t>) {
        match calls::call(token, self.desk) {
            None => self.desk.error("P0213", token.span, format!("`{}` is no call", token.text)),
            Some(Symbol::None) => self.before_dealer(token),
            Some(Symbol::AllPass) => self.all_pass(token),
            Some(Symbol::Call(call)) => self.call(token, call),
        }
    }

    fn before_dealer(&mut self, token: &Token<'t>) {
        if self.padding == 0 {
            self.desk.error("P0212", token.span, "`-` stands only at the front, for the seats before the dealer");
            return;
        }
        self.padding -= 1;
        self.desk.used(token);
        self.seat = self.seat.map(Seat::lho);
    }

    fn all_pass(&mut self, token: &Token<'t>) {
        self.marks_alone();
        self.annotations.next();
        self.desk.used(token);
        let passes = self.bidding.passes_to_end();
        if passes == 0 {
            self.desk.unread(token, "P0216", "the auction has ended before this `AP`");
        }
        for _ in 0..passes {
            self.enter(Call::Pass, token.span);
        }
    }

    fn call(&mut self, token: &Token<'t>, call: Call) {
        self.annotations.next();
        let marks = std::mem::take(&mut self.marks);
        if self.bidding.passes_to_end() == 0 {
            self.desk.unread(token, "P0206", format!("the auction has ended before this `{}`", token.text));
            marks.iter().for_each(|mark| self.desk.fates.settle(mark.id, Fate::Told));
            return;
        }
        let last = self.bidding.last();
        self.desk.used(token);
        let wrong = self.enter(call, token.span);
        let marked = self.marked(&marks, call);
        let over = last.map(|last| format!("{}{}", last.level, last.strain.short())).unwrap_or_default();
        match (wrong, marked) {
            (Some(Wrong::Insufficient), None) => {
                let message = format!("`{}` is not sufficient over {over}", token.text);
                self.desk.slip("P0201", token.span, message);
            }
            (None, Some(mark)) => {
                let message = format!("`{}` is marked as insufficient, but it is sufficient", token.text);
                self.desk.warn("P0202", mark.span.to(token.span), message);
            }
            (Some(Wrong::Double), _) => self.inadmissible("P0204", token, "double"),
            (Some(Wrong::Redouble), _) => self.inadmissible("P0205", token, "redouble"),
            (Some(Wrong::Insufficient), Some(_)) | (None, None) => {}
        }
    }

    /// The `^I` of a call, when it can have one.
    fn marked(&mut self, marks: &[Token<'t>], call: Call) -> Option<Token<'t>> {
        let (first, more) = marks.split_first()?;
        for mark in more {
            self.desk.unread(mark, "P0210", "a call bears at most one mark");
        }
        if matches!(call, Call::Bid { .. }) {
            self.desk.used(first);
            return Some(*first);
        }
        self.desk.unread(first, "P0203", "`^I` stands only before a bid");
        None
    }

    fn inadmissible(&mut self, number: &'static str, token: &Token<'_>, what: &str) {
        let message = format!("this {what} is inadmissible, and has no mark because it must be taken back");
        self.desk.slip(number, token.span, message);
    }

    /// Puts a call of the seat whose turn it is into the record.
    fn enter(&mut self, call: Call, span: Span) -> Option<Wrong> {
        let seat = self.seat?;
        self.seat = Some(seat.lho());
        self.skipped.clear();
        self.entries.push(entry::call(seat, call, span));
        self.bidding.call(seat, call)
    }

    /// Marks that no call follows.
    fn marks_alone(&mut self) {
        for mark in std::mem::take(&mut self.marks) {
            self.desk.unread(&mark, "P0211", format!("no bid follows this `{}`", mark.text));
        }
    }

    fn finish(&mut self) {
        self.marks_alone();
        if let Some(mark) = self.skipped.first() {
            let message = "no call follows this `^S`, so nobody called out of turn";
            self.desk.tell(Diagnostic::warning("P0207", mark.span, message));
        }
    }
}
