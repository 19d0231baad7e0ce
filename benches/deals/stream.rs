//! A stream of deals: random hands, a random contract, random cards that follow suit, and in one deal of five an irregularity.
//!
//! In: a seed. Out: deals, always the same ones, each with what happens at its table. Nothing here judges.

use hoyle::bridge::{Card, CardSet, Seat, Side, Strain, Suit};

/// What can be played in.
const STRAINS: [Strain; 5] = [Strain::Clubs, Strain::Diamonds, Strain::Hearts, Strain::RoyalSpades, Strain::NoTrump];

/// One thing that somebody does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// A card is put down.
    Play(Seat, Card),
    /// A card of the trick in progress is taken back for another.
    Correct(Seat, Card, Card),
    /// The trick is turned and quitted.
    Quit(u8, Side),
}

/// A deal and all that happens in it.
#[derive(Debug, Clone)]
pub struct Dealt {
    /// The four hands, in rotation from North.
    pub hands: [CardSet; 4],
    /// Who plays the two hands.
    pub declarer: Seat,
    /// What is played in.
    pub strain: Strain,
    /// What happens.
    pub acts: Vec<Act>,
    /// Whether something irregular was meant to happen.
    pub irregular: bool,
}

/// A small generator of numbers (xorshift), the same on every machine.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// Begins with a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed | 1)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn card(&mut self, from: CardSet) -> Card {
        let cards: Vec<Card> = from.iter().collect();
        self.pick(&cards)
    }
}

/// Something irregular that is to happen as soon as it can, from a trick on.
#[derive(Debug, Clone, Copy)]
enum Plan {
    Revoke { by: Seat, put_right: bool, from: u8 },
    LeadOutOfTurn { by: Seat, from: u8 },
}

/// The next deal of the stream.
pub fn deal(dice: &mut Dice) -> Dealt {
    let mut pack: Vec<Card> = Card::all().collect();
    for place in (1..pack.len()).rev() {
        pack.swap(place, dice.below(place + 1));
    }
    let hands: [CardSet; 4] = [0, 1, 2, 3].map(|place| pack[place * 13..][..13].iter().copied().collect());
    let (declarer, strain) = (dice.pick(&Seat::ALL), dice.pick(&STRAINS));
    let plans = if dice.below(5) == 0 { plans(dice, declarer) } else { Vec::new() };
    let irregular = !plans.is_empty();
    let mut table = Table { hands, declarer, strain, plans, acts: Vec::with_capacity(66) };
    let mut leader = declarer.lho();
    for t in 1..=13 {
        leader = table.trick(dice, t, leader);
    }
    Dealt { hands, declarer, strain, acts: table.acts, irregular }
}

/// One of the six kinds of irregular deal.
fn plans(dice: &mut Dice, declarer: Seat) -> Vec<Plan> {
    let defenders = [declarer.lho(), declarer.rho()];
    let kind = dice.below(6);
    let mut revoke = |of: &[Seat], put_right| Plan::Revoke {
        by: of[dice.below(of.len())],
        put_right,
        from: 1 + dice.below(8) as u8,
    };
    match kind {
        0 => vec![revoke(&defenders, false)],
        1 => vec![revoke(&[declarer], false)],
        2 => vec![revoke(&[defenders[0], defenders[1], declarer], true)],
        3 => {
            let first = revoke(&[defenders[0], declarer], false);
            let of_a_defender = matches!(first, Plan::Revoke { by, .. } if by != declarer);
            vec![first, if of_a_defender { revoke(&defenders, false) } else { revoke(&[declarer], false) }]
        }
        4 => vec![revoke(&defenders, false), revoke(&[declarer], false)],
        _ => vec![Plan::LeadOutOfTurn { by: dice.pick(&defenders), from: 2 + dice.below(8) as u8 }],
    }
}

/// The table while the deal is played.
struct Table {
    hands: [CardSet; 4],
    declarer: Seat,
    strain: Strain,
    plans: Vec<Plan>,
    acts: Vec<Act>,
}

impl Table {
    /// Plays a trick; gives its winner.
    fn trick(&mut self, dice: &mut Dice, t: u8, due: Seat) -> Seat {
        let leader = self.false_leader(t, due).unwrap_or(due);
        let mut cards: Vec<(Seat, Card)> = Vec::with_capacity(4);
        let mut wrong: Option<(usize, Card)> = None;
        for seat in leader.rotation() {
            let led = cards.first().map(|(_, card)| card.suit());
            let hand = self.hands[seat.index()];
            let follows = led.map_or(CardSet::EMPTY, |led| hand.and(CardSet::of_suit(led)));
            let other = hand.without(follows);
            let mut card = dice.card(if follows.is_empty() { hand } else { follows });
            if !follows.is_empty()
                && !other.is_empty()
                && let Some(put_right) = self.revokes(seat, t)
            {
                let renounced = dice.card(other);
                match put_right {
                    true => wrong = Some((cards.len(), renounced)),
                    false => card = renounced,
                }
            }
            self.hands[seat.index()].remove(card);
            cards.push((seat, card));
        }
        self.write(dice, &cards, wrong);
        let winner = self.winner(&cards);
        self.acts.push(Act::Quit(t, winner.side()));
        winner
    }

    /// A defender who leads now though it is another's turn.
    fn false_leader(&mut self, t: u8, due: Seat) -> Option<Seat> {
        let fits = |plan: &Plan| matches!(plan, Plan::LeadOutOfTurn { by, from } if *from <= t && *by != due);
        match self.plans.iter().position(fits).map(|place| self.plans.remove(place)) {
            Some(Plan::LeadOutOfTurn { by, .. }) => Some(by),
            _ => None,
        }
    }

    /// Whether a player revokes now, and then whether he puts it right.
    fn revokes(&mut self, seat: Seat, t: u8) -> Option<bool> {
        let fits = |plan: &Plan| matches!(plan, Plan::Revoke { by, from, .. } if *by == seat && *from <= t);
        match self.plans.iter().position(fits).map(|place| self.plans.remove(place)) {
            Some(Plan::Revoke { put_right, .. }) => Some(put_right),
            _ => None,
        }
    }

    /// The acts of a trick; a wrong card lies there until the player puts it right, before the trick is quitted.
    fn write(&mut self, dice: &mut Dice, cards: &[(Seat, Card)], wrong: Option<(usize, Card)>) {
        let begun = self.acts.len();
        self.acts.extend(cards.iter().map(|(seat, card)| Act::Play(*seat, *card)));
        if let Some((place, renounced)) = wrong {
            let (seat, card) = cards[place];
            self.acts[begun + place] = Act::Play(seat, renounced);
            let after = place + 1 + dice.below(4 - place);
            self.acts.insert(begun + after, Act::Correct(seat, renounced, card));
        }
    }

    fn winner(&self, cards: &[(Seat, Card)]) -> Seat {
        let led = cards[0].1.suit();
        let power = |card: Card| match card.suit() {
            suit if Some(suit) == self.strain.suit() => (2, card.rank()),
            suit if suit == led => (1, card.rank()),
            Suit::Clubs | Suit::Diamonds | Suit::Hearts | Suit::Spades => (0, card.rank()),
        };
        cards.iter().max_by_key(|(_, card)| power(*card)).map_or(self.declarer, |(seat, _)| *seat)
    }
}
