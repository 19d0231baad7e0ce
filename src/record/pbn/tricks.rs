//! The play, card by card as it went.
//!
//! In: the rows, the deal and the contract. Out: the cards as entries in the order in which they were played, with `quit()` after each
//! full trick. What the marks say is held against the hands as far as they are known: `^R` against a card of the suit, `^L` against
//! whose lead it was. A bare irregular card is told, and is played as it stands. These are the facts of the standard, of no law code.

use super::account::Fate;
use super::calls::Slot;
use super::contract::Contract;
use super::deal::Deal;
use super::desk::Desk;
use super::play::{Column, Mark};
use super::rows::{self, Row};
use super::tokens::Token;
use crate::bridge::{Card, CardSet, Seat, Suit};
use crate::record::entry;
use crate::source::Span;
use crate::syntax::tree::LogEntry;

/// The tricks that the play shows as won.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Won {
    pub(super) declarer: usize,
    pub(super) defenders: usize,
}

/// The play of a deal.
#[derive(Debug, Default)]
pub(super) struct Tricks {
    pub(super) entries: Vec<LogEntry>,
    pub(super) won: Won,
    /// Somebody is still to play: the section ends with `+`.
    pub(super) open: bool,
    /// A revoke stood.
    pub(super) revoked: bool,
}

/// Follows the rows. `first` led to the first trick, or was to.
pub(super) fn follow(rows: &[Row<'_>], first: Seat, deal: &Deal, contract: &Contract, desk: &mut Desk<'_>) -> Tricks {
    let hands = Seat::ALL.map(|seat| deal.hand(seat));
    let mut walk = Walk {
        desk,
        deal,
        contract,
        hands,
        played: CardSet::EMPTY,
        tricks: Tricks::default(),
        stopped: false,
        told: false,
    };
    let mut due = first;
    for row in rows {
        if walk.stopped {
            walk.rest(row);
        } else if let Some(winner) = walk.row(row, due) {
            due = winner;
        }
    }
    walk.tricks
}

struct Walk<'d, 'r> {
    desk: &'d mut Desk<'r>,
    deal: &'d Deal,
    contract: &'d Contract,
    /// What is left of the hands that are known.
    hands: [Option<CardSet>; 4],
    played: CardSet,
    tricks: Tricks,
    /// A trick was not full: nothing after it can be followed.
    stopped: bool,
    /// It has been told that cards are not read.
    told: bool,
}

impl Walk<'_, '_> {
    /// One row, to which `due` is to lead; who won it, if it is full.
    fn row(&mut self, row: &Row<'_>, due: Seat) -> Option<Seat> {
        let leader = self.leader(row, due);
        let mut trick: Vec<(Seat, Card)> = Vec::new();
        let mut last = None;
        for seat in leader.rotation() {
            match row[seat.index()].map(|column| (column.slot, column)) {
                Some((Slot::Card(card), column)) if !self.stopped => {
                    self.card(seat, card, &column, trick.first().map(|(_, led)| led.suit()));
                    trick.push((seat, card));
                    last = Some(column.token.span);
                }
                Some((Slot::Next, _)) if !self.stopped => {
                    self.stopped = true;
                    self.tricks.open = true;
                }
                Some((Slot::Nothing, _)) | None => self.stopped = true,
                Some((Slot::Card(_) | Slot::Next, column)) => self.too_late(&column),
            }
        }
        if self.stopped { None } else { last.map(|span| self.full(&trick, span)) }
    }

    /// Who led to a row.
    fn leader(&mut self, row: &Row<'_>, due: Seat) -> Seat {
        let mut leader = None;
        for seat in due.rotation() {
            let Some((Mark::Lead, mark)) = row[seat.index()].and_then(|column| column.mark) else { continue };
            if seat == due {
                self.desk.unread(
                    &mark,
                    "P0304",
                    format!("`^L` marks a lead out of turn, but it was {due}'s turn to lead"),
                );
            } else if leader.is_some() {
                self.desk.unread(&mark, "P0305", "this trick has another card that was led out of turn");
            } else {
                leader = Some(seat);
            }
        }
        leader.unwrap_or(due)
    }

    /// A card that is played to the trick; `led` is the suit led, nothing for the leader.
    fn card(&mut self, seat: Seat, card: Card, column: &Column<'_>, led: Option<Suit>) {
        let revoke = column.mark.filter(|(mark, _)| *mark == Mark::Revoke).map(|(_, token)| token);
        self.holding(seat, card, column.token.span);
        match (led, revoke) {
            (None, Some(mark)) => self.desk.unread(&mark, "P0308", "who leads to a trick cannot revoke"),
            (None, None) => {}
            (Some(led), Some(mark)) => self.revoke(seat, card, led, &mark),
            (Some(led), None) => self.renounce(seat, card, led, column.token.span),
        }
        if let Some(hand) = &mut self.hands[seat.index()] {
            hand.remove(card);
        }
        self.played.insert(card);
        self.tricks.entries.push(entry::play(seat, card, column.token.span));
    }

    /// A card is of the hand that plays it, and is played once.
    fn holding(&mut self, seat: Seat, card: Card, span: Span) {
        if self.played.has(card) {
            self.desk.slip("P0314", span, format!("the card {card} is played a second time"));
        } else if let Some(owner) = self.deal.owner(card).filter(|owner| *owner != seat) {
            self.desk.slip("P0313", span, format!("{seat} does not hold {card}: it is in the hand of {owner}"));
        } else if self.hands[seat.index()].is_some_and(|hand| !hand.has(card)) {
            self.desk.slip("P0313", span, format!("{seat} does not hold {card}"));
        }
    }

    /// A card marked `^R`. When the hand is not known, the mark says what was in it.
    fn revoke(&mut self, seat: Seat, card: Card, led: Suit, mark: &Token<'_>) {
        if card.suit() == led {
            self.desk.unread(mark, "P0306", format!("`^R` marks a revoke, but {seat} followed suit"));
            return;
        }
        let hand = self.hands[seat.index()];
        self.tricks.revoked |= hand.is_none_or(|hand| !hand.and(CardSet::of_suit(led)).is_empty());
        match hand {
            None => self.tricks.entries.push(held(seat, led, mark.span)),
            Some(hand) if hand.and(CardSet::of_suit(led)).is_empty() => {
                let message = format!("`^R` marks a revoke, but {seat} has none of the {} that were led", led.name());
                self.desk.unread(mark, "P0307", message);
            }
            Some(_) => {}
        }
    }

    /// A bare card of another suit, by one who is known to hold the suit led.
    fn renounce(&mut self, seat: Seat, card: Card, led: Suit, span: Span) {
        let suit = self.hands[seat.index()].map(|hand| hand.and(CardSet::of_suit(led)));
        if card.suit() != led && suit.is_some_and(|suit| !suit.is_empty()) {
            self.desk.slip("P0309", span, format!("{seat} does not follow suit, and holds {}", led.name()));
        }
    }

    /// A full trick is turned; who won it.
    fn full(&mut self, trick: &[(Seat, Card)], span: Span) -> Seat {
        self.tricks.entries.push(entry::quit(span));
        let winner = winner(trick, self.contract.strain.suit()).unwrap_or(self.contract.declarer);
        if winner.side() == self.contract.declarer.side() {
            self.tricks.won.declarer += 1;
        } else {
            self.tricks.won.defenders += 1;
        }
        winner
    }

    /// A row after one that was not full.
    fn rest(&mut self, row: &Row<'_>) {
        if rows::is_empty(row) {
            return;
        }
        for column in row.iter().flatten().filter(|column| column.slot != Slot::Nothing) {
            self.too_late(column);
        }
    }

    /// A card after one that is not known, or after a `+`; it is told once.
    fn too_late(&mut self, column: &Column<'_>) {
        if let Some((_, mark)) = column.mark {
            self.desk.fates.settle(mark.id, Fate::Told);
        }
        self.desk.fates.settle(column.token.id, Fate::Told);
        if std::mem::replace(&mut self.told, true) {
            return;
        }
        let (number, message) = match (self.tricks.open, column.slot) {
            (true, Slot::Next) => ("P0316", "another seat is to play next already; this and the rest is not read"),
            (true, _) => ("P0317", "another seat is to play before this card; it and the rest is not read"),
            (false, _) => ("P0315", "a card before this one is not known; this and the rest is not read"),
        };
        self.desk.warn(number, column.token.span, message);
    }
}

/// `judge(held(East, diamonds), yes)`
fn held(seat: Seat, suit: Suit, span: Span) -> LogEntry {
    let question = entry::entry("held", vec![entry::word(seat, span), entry::word(suit.name(), span)], span);
    entry::entry("judge", vec![entry::nested(question), entry::word("yes", span)], span)
}

/// Who wins a trick: the highest trump, or the highest card of the suit led.
fn winner(trick: &[(Seat, Card)], trumps: Option<Suit>) -> Option<Seat> {
    let (_, led) = trick.first()?;
    let strength = |card: Card| (Some(card.suit()) == trumps, card.suit() == led.suit(), card.rank());
    trick.iter().max_by_key(|(_, card)| strength(*card)).map(|(seat, _)| *seat)
}
