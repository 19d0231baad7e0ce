//! What is known of the hands as they were dealt.

use crate::bridge::{CardSet, Seat};
use crate::record::Hand;

/// A hand as dealt, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DealtHand {
    /// Cards that he was dealt for certain.
    pub cards: CardSet,
    /// He was dealt no others.
    pub whole: bool,
}

/// The hands of a deal: what the record says of them, completed by `shown`, the cards that each player plays or shows later.
/// Gives the hands, and how many cards each player was dealt.
pub fn complete(hands: &[Hand; 4], shown: &[CardSet; 4]) -> ([DealtHand; 4], usize) {
    let mut dealt = [DealtHand::default(); 4];
    let mut size = None;
    for seat in Seat::ALL {
        let hand = &mut dealt[seat.index()];
        match hands[seat.index()] {
            Hand::Unknown => hand.cards = shown[seat.index()],
            Hand::AtLeast(cards) => hand.cards = cards.or(shown[seat.index()]),
            Hand::Whole(cards) => {
                *hand = DealtHand { cards: cards.or(shown[seat.index()]), whole: true };
                size = size.max(Some(cards.len()));
            }
        }
    }
    let size = size.unwrap_or(13);
    for hand in &mut dealt {
        hand.whole |= hand.cards.len() >= size;
    }
    close_the_last(&mut dealt, size);
    (dealt, size)
}

/// When three whole hands of thirteen are known, the fourth holds the rest of the pack.
fn close_the_last(dealt: &mut [DealtHand; 4], size: usize) {
    let open: Vec<usize> = (0..4).filter(|place| !dealt[*place].whole).collect();
    if let ([last], 13) = (open.as_slice(), size) {
        let known = dealt.iter().fold(CardSet::EMPTY, |all, hand| all.or(hand.cards));
        let rest = CardSet::PACK.without(known);
        if dealt[*last].cards.len() + rest.len() == size {
            dealt[*last].cards = dealt[*last].cards.or(rest);
            dealt[*last].whole = true;
        }
    }
}

/// The cards that a hand which is not whole may hold besides those known.
pub(super) fn hidden(dealt: &[DealtHand; 4], seat: Seat) -> CardSet {
    if dealt[seat.index()].whole {
        return CardSet::EMPTY;
    }
    let known = dealt.iter().fold(CardSet::EMPTY, |all, hand| all.or(hand.cards));
    CardSet::PACK.without(known)
}
