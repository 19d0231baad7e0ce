//! The tricks on the table: who put which card where, in what order.

use crate::bridge::{Card, Seat, Side, Suit};
use crate::few::{Blank, Few};

use super::{Found, Stage, Table};

/// One trick.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trick {
    /// The cards, in the order in which they came.
    pub plays: Few<(Seat, Card)>,
    /// The side that turned and quitted it.
    pub quitted: Option<Side>,
}

impl Blank for (Seat, Card) {
    const BLANK: (Seat, Card) = (Seat::North, Card::FIRST);
}

impl Trick {
    /// The card with which a player takes part in the trick: the first that he put there.
    pub fn card(&self, seat: Seat) -> Option<Card> {
        self.cards_of(seat).next()
    }

    /// Whether he put a card there.
    pub fn has(&self, seat: Seat) -> bool {
        self.plays.iter().any(|(who, _)| *who == seat)
    }

    /// All cards that he put there.
    pub fn cards_of(&self, seat: Seat) -> impl Iterator<Item = Card> {
        self.plays.iter().filter(move |(who, _)| *who == seat).map(|(_, card)| *card)
    }

    /// Who led.
    pub fn leader(&self) -> Option<Seat> {
        self.plays.first().map(|(seat, _)| *seat)
    }

    /// Whether each player has put a card there.
    pub fn is_full(&self) -> bool {
        self.plays.len() >= 4 && Seat::ALL.into_iter().all(|seat| self.has(seat))
    }

    /// Whether nobody need play to it any more.
    pub fn is_done(&self) -> bool {
        self.quitted.is_some() || self.is_full()
    }
}

impl Table {
    /// The trick of that number.
    pub fn trick(&self, t: u8) -> Option<&Trick> {
        self.tricks.get(usize::from(t).checked_sub(1)?)
    }

    /// The number of the trick in progress, or of the next one.
    pub fn this_trick(&self) -> u8 {
        match self.tricks.last() {
            Some(last) if !last.is_done() => self.tricks.len() as u8,
            _ => self.tricks.len() as u8 + 1,
        }
    }

    /// To which trick a card that this player puts down now goes, and whether that is a lead.
    pub fn where_to(&self, seat: Seat) -> (u8, bool) {
        let t = self.this_trick();
        match self.trick(t) {
            Some(trick) if !trick.plays.is_empty() => {
                if !trick.has(seat) {
                    (t, false)
                } else {
                    (t + 1, true)
                }
            }
            _ => (t, true),
        }
    }

    /// The suit of the first card of a trick.
    pub fn suit_led(&self, t: u8) -> Option<Suit> {
        self.trick(t)?.plays.first().map(|(_, card)| card.suit())
    }

    /// Who won a trick, once nobody need play to it any more.
    pub fn winner(&self, t: u8) -> Option<Seat> {
        let trick = self.trick(t)?;
        if trick.is_done() { self.winning_so_far(t).map(|(seat, _)| seat) } else { None }
    }

    /// The best card in a trick so far.
    pub fn winning_so_far(&self, t: u8) -> Option<(Seat, Card)> {
        let trick = self.trick(t)?;
        let led = trick.plays.first()?.1.suit();
        let mut best: Option<((u8, u8), Seat, Card)> = None;
        let mut seen = [false; 4];
        for (seat, card) in &trick.plays {
            let first = !std::mem::replace(&mut seen[seat.index()], true);
            let power = self.power(*card, led);
            if first && best.is_none_or(|(so_far, by, _)| (so_far, by) <= (power, *seat)) {
                best = Some((power, *seat, *card));
            }
        }
        best.map(|(_, seat, card)| (seat, card))
    }

    /// How high a card ranks in a trick to which `led` was led; nothing when it cannot win.
    pub fn power(&self, card: Card, led: Suit) -> (u8, u8) {
        let trumps = self.contract.and_then(|contract| contract.strain.suit());
        if Some(card.suit()) == trumps {
            (2, card.rank().number())
        } else if card.suit() == led {
            (1, card.rank().number())
        } else {
            (0, 0)
        }
    }

    /// A card is put to a trick, as a lead or not. A card put to a trick before the one in progress fills it or is one too many.
    pub fn put_card(&mut self, seat: Seat, card: Card, t: u8) -> Few<Found> {
        self.stage = self.stage.max(Stage::Playing);
        let known = &mut self.dealt[seat.index()];
        known.cards.insert(card);
        while self.tricks.len() < usize::from(t) {
            self.tricks.push(Trick::default());
        }
        let mut found = self.missed(seat, t);
        let Some(trick) = usize::from(t).checked_sub(1).and_then(|place| self.tricks.get_mut(place)) else {
            return found;
        };
        let was_full = trick.is_full();
        let had_one = trick.has(seat);
        trick.plays.push((seat, card));
        if had_one {
            found.push(Found::Surplus(seat, t, card));
        } else if !was_full && trick.is_full() {
            self.trick_filled(t, &mut found);
        }
        found
    }

    /// The tricks, since the last to which he played, that a player who now puts a card to trick `t` has left out though the other
    /// three have played to them.
    fn missed(&self, seat: Seat, t: u8) -> Few<Found> {
        let has_card = |t: u8, seat: Seat| self.trick(t).is_some_and(|trick| trick.has(seat));
        if t < 2 || has_card(t - 1, seat) {
            return Few::new();
        }
        let last = (1..=t).rev().find(|earlier| has_card(*earlier, seat)).unwrap_or(0);
        let others_played = |t: &u8| Seat::ALL.into_iter().all(|other| other == seat || has_card(*t, other));
        (last..t).skip(1).filter(others_played).map(|earlier| Found::Missed(seat, earlier)).collect()
    }

    /// What follows from a trick that has its four cards now.
    fn trick_filled(&mut self, t: u8, found: &mut Few<Found>) {
        found.push(Found::TrickFull(t));
        if usize::from(t) >= self.hand_size && self.tricks.iter().all(Trick::is_full) {
            found.extend(self.end_play(None));
        } else if let Some(winner) = self.winner(t) {
            found.push(Found::ToLead(winner, t + 1));
        }
    }

    /// A trick is turned and quitted.
    pub fn quit(&mut self, t: u8, side: Side) {
        if let Some(trick) = usize::from(t).checked_sub(1).and_then(|place| self.tricks.get_mut(place)) {
            trick.quitted = trick.quitted.or(Some(side));
        }
    }

    /// A card goes back from a trick to the hand. An empty trick at the end is as if it had not begun.
    pub fn take_back(&mut self, card: Card) -> bool {
        let mut taken = false;
        for trick in &mut self.tricks {
            let before = trick.plays.len();
            trick.plays.retain(|(_, played)| *played != card);
            taken |= trick.plays.len() < before;
        }
        while self.tricks.last().is_some_and(|trick| trick.plays.is_empty()) {
            self.tricks.pop();
        }
        taken
    }

    /// A card in a trick is replaced by another of the same player.
    pub fn replace_card(&mut self, seat: Seat, old: Card, new: Card) -> bool {
        let mut plays = self.tricks.iter_mut().flat_map(|trick| trick.plays.iter_mut());
        let found = plays.find(|(who, card)| *who == seat && *card == old);
        let replaced = found.is_some();
        if let Some(play) = found {
            play.1 = new;
        }
        self.dealt[seat.index()].cards.insert(new);
        replaced
    }

    /// All cards of an unfinished trick go back to their hands.
    pub fn take_back_all(&mut self, t: u8) {
        if let Some(trick) = usize::from(t).checked_sub(1).and_then(|place| self.tricks.get_mut(place)) {
            trick.plays.clear();
        }
        while self.tricks.last().is_some_and(|trick| trick.plays.is_empty()) {
            self.tricks.pop();
        }
    }
}
