//! The Deal tag.
//!
//! In: `N:AKJ2.95.Q932.76 ... - -`. Out: the four hands, each whole or unknown. A deal that cannot be is an error: nothing of the
//! game can be checked without it.

use super::desk::Desk;
use super::game::Entry;
use crate::bridge::{Card, CardSet, Rank, Seat, Suit};
use crate::diagnostic::Diagnostic;
use crate::record::Hand;
use crate::record::passage::Passage;
use crate::source::{Span, Spanned};

/// The hands of a deal, in rotation from North.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Deal {
    pub(super) hands: [Hand; 4],
    /// How many tricks it has.
    pub(super) tricks: usize,
}

impl Deal {
    /// A deal of which nothing is known.
    pub(super) const UNKNOWN: Deal = Deal { hands: [Hand::Unknown; 4], tricks: 13 };

    /// The cards of a hand, if it is known.
    pub(super) fn hand(&self, seat: Seat) -> Option<CardSet> {
        match self.hands[seat.index()] {
            Hand::Whole(cards) => Some(cards),
            Hand::Unknown | Hand::AtLeast(_) => None,
        }
    }

    /// Who was dealt a card, if a known hand has it.
    pub(super) fn owner(&self, card: Card) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.hand(*seat).is_some_and(|hand| hand.has(card)))
    }
}

/// Reads the tag.
pub(super) fn read(tag: &Entry<'_>, desk: &mut Desk<'_>) -> Deal {
    let colon = tag.value.find(':').unwrap_or(tag.value.len());
    let (first, hands) = tag.value.split_at(colon);
    let hands =
        Passage { file: tag.value_span.file, start: tag.value_span.start as usize + colon, said: hands.to_owned() };
    let mut written = hands.words();
    if written.first().is_some_and(|word| word.value == ":") {
        written.remove(0);
    }
    match first.trim().parse::<Seat>() {
        Ok(seat) if written.len() == 4 => dealt(seat, &written, tag, desk),
        Ok(_) | Err(()) => {
            let message = "a deal is written as a seat, a colon and four hands";
            let help = "such as `N:AKJ2.95.Q932.764 - - -`; a hand that is not known is `-`";
            desk.tell(Diagnostic::error("P0406", tag.value_span, message).help(help));
            Deal::UNKNOWN
        }
    }
}

fn dealt(first: Seat, written: &[Spanned<String>], tag: &Entry<'_>, desk: &mut Desk<'_>) -> Deal {
    let mut deal = Deal::UNKNOWN;
    let mut seen = CardSet::EMPTY;
    for (seat, hand) in first.rotation().into_iter().zip(written) {
        let cards = cards(hand, seat, &mut seen, desk);
        if !cards.is_empty() {
            deal.hands[seat.index()] = Hand::Whole(cards);
        }
    }
    let sizes: Vec<usize> = Seat::ALL.into_iter().filter_map(|seat| deal.hand(seat)).map(CardSet::len).collect();
    deal.tricks = sizes.iter().copied().max().unwrap_or(13);
    if sizes.iter().any(|size| *size != deal.tricks) {
        desk.warn("P0410", tag.value_span, "the hands of this deal are not of the same size");
    }
    fourth(&mut deal);
    deal
}

/// Three whole hands of thirteen leave the rest of the pack to the fourth.
fn fourth(deal: &mut Deal) {
    let known: Vec<CardSet> = Seat::ALL.into_iter().filter_map(|seat| deal.hand(seat)).collect();
    if known.len() == 3 && known.iter().all(|hand| hand.len() == 13) {
        let rest = known.into_iter().fold(CardSet::PACK, CardSet::without);
        for hand in deal.hands.iter_mut().filter(|hand| **hand == Hand::Unknown) {
            *hand = Hand::Whole(rest);
        }
    }
}

/// The cards of one hand; none when it is not known.
fn cards(hand: &Spanned<String>, seat: Seat, seen: &mut CardSet, desk: &mut Desk<'_>) -> CardSet {
    let written = hand.value.trim_start_matches(':');
    let place = Span { start: hand.span.end.saturating_sub(u32::try_from(written.len()).unwrap_or(0)), ..hand.span };
    let mut cards = CardSet::EMPTY;
    if written == "-" {
        return cards;
    }
    if written.matches('.').count() != 3 {
        desk.error("P0406", place, format!("the hand of {seat} is not four suits with dots between them"));
        return cards;
    }
    for (suit, ranks) in Suit::ALL.into_iter().rev().zip(written.split('.')) {
        for letter in ranks.replace("10", "T").chars() {
            match Rank::from_letter(letter).map(|rank| Card::new(suit, rank)) {
                None => desk.error("P0407", place, format!("`{letter}` in the hand of {seat} is no rank of a card")),
                Some(card) if seen.has(card) => desk.error("P0409", place, format!("the card {card} is dealt twice")),
                Some(card) => {
                    seen.insert(card);
                    cards.insert(card);
                }
            }
        }
    }
    if cards.len() > 13 {
        desk.error("P0408", place, format!("{seat} has {} cards, more than 13", cards.len()));
    }
    cards
}
