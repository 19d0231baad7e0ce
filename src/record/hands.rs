//! Hands as RON and JSON records write them.
//!
//! In: `"K4.Q943.Q3.KT762"`, or `"AK... +"` for at least those cards. Out: a [`Hand`]; what is no card, and what is twice in the
//! deal, is told with its place.

use std::collections::BTreeMap;

use super::Hand;
use super::passage::Passage;
use super::report::Report;
use crate::bridge::{Card, CardSet, Rank, Suit};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The suits in the order in which a hand is written.
const WRITTEN: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

/// Where each card of a deal was found so far.
pub(super) type Places = BTreeMap<Card, Span>;

/// Reads one hand; `places` holds the cards of the hands before it.
pub(super) fn hand(passage: &Passage, places: &mut Places, report: &mut Report) -> Hand {
    let written = passage.said.trim_end();
    let (written, more) = match written.strip_suffix('+') {
        Some(written) => (written.trim_end(), true),
        None => (written, false),
    };
    if written.trim() == "-" || (written.trim().is_empty() && !more) {
        return Hand::Unknown;
    }
    if written.matches('.').count() != 3 {
        let message = "a hand is written as four suits with dots between them: spades, hearts, diamonds, clubs";
        report.push(
            Diagnostic::error("R0302", passage.span(), message)
                .help("such as `AK4.Q943.Q3.KT76`; a void is left empty"),
        );
        return Hand::Unknown;
    }
    let cards = cards(passage, written, places, report);
    if cards.len() > 13 {
        let message = format!("this hand has {} cards, more than 13", cards.len());
        report.push(Diagnostic::error("R0304", passage.span(), message));
    }
    if more { Hand::AtLeast(cards) } else { Hand::Whole(cards) }
}

fn cards(passage: &Passage, written: &str, places: &mut Places, report: &mut Report) -> CardSet {
    let mut cards = CardSet::EMPTY;
    let mut suits = WRITTEN.into_iter();
    let mut suit = suits.next();
    let mut letters = written.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '.' {
            suit = suits.next();
            continue;
        }
        if letter.is_whitespace() {
            continue;
        }
        let ten = letter == '1' && letters.next_if(|(_, next)| *next == '0').is_some();
        let place = passage.place(at, at + letter.len_utf8() + usize::from(ten));
        let rank = if ten { Rank::new(10) } else { Rank::from_letter(letter) };
        match (suit, rank) {
            (Some(suit), Some(rank)) => add(Card::new(suit, rank), place, &mut cards, places, report),
            _ => report.push(bad_letter(letter, place)),
        }
    }
    cards
}

fn bad_letter(letter: char, place: Span) -> Diagnostic {
    Diagnostic::error("R0301", place, format!("`{letter}` is no rank of a card"))
        .help("ranks are `A K Q J T 9 8 7 6 5 4 3 2`")
}

fn add(card: Card, place: Span, cards: &mut CardSet, places: &mut Places, report: &mut Report) {
    if let Some(earlier) = places.insert(card, place) {
        let message = format!("the card {card} stands twice in this deal");
        report.push(Diagnostic::error("R0303", place, message).also(earlier, "here it is too"));
    }
    cards.insert(card);
}
