//! Cards, suits, strains, and sets of cards as 52 bits.

use std::fmt;
use std::str::FromStr;

/// A suit of the pack, lowest first as hands are printed today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// The four suits, clubs first.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The letter of the suit.
    pub fn letter(self) -> char {
        match self {
            Suit::Clubs => 'C',
            Suit::Diamonds => 'D',
            Suit::Hearts => 'H',
            Suit::Spades => 'S',
        }
    }

    /// The symbol of the suit.
    pub fn symbol(self) -> char {
        match self {
            Suit::Clubs => '♣',
            Suit::Diamonds => '♦',
            Suit::Hearts => '♥',
            Suit::Spades => '♠',
        }
    }

    /// The suit of that letter, in any case.
    pub fn from_letter(letter: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }

    /// The name of the suit, in the plural and in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Suit::Clubs => "clubs",
            Suit::Diamonds => "diamonds",
            Suit::Hearts => "hearts",
            Suit::Spades => "spades",
        }
    }
}

/// What a deal can be played in: a suit, spades at their high value (the royal spades of 1912 and 1913), or no trump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Strain {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
    RoyalSpades,
    NoTrump,
}

impl Strain {
    /// All strains.
    pub const ALL: [Strain; 6] =
        [Strain::Clubs, Strain::Diamonds, Strain::Hearts, Strain::Spades, Strain::RoyalSpades, Strain::NoTrump];

    /// The suit whose cards are trumps; none at no trump.
    pub fn suit(self) -> Option<Suit> {
        match self {
            Strain::Clubs => Some(Suit::Clubs),
            Strain::Diamonds => Some(Suit::Diamonds),
            Strain::Hearts => Some(Suit::Hearts),
            Strain::Spades | Strain::RoyalSpades => Some(Suit::Spades),
            Strain::NoTrump => None,
        }
    }

    /// The short form used in records: `C D H S R NT`.
    pub fn short(self) -> &'static str {
        match self {
            Strain::Clubs => "C",
            Strain::Diamonds => "D",
            Strain::Hearts => "H",
            Strain::Spades => "S",
            Strain::RoyalSpades => "R",
            Strain::NoTrump => "NT",
        }
    }

    /// The name as the law language writes it.
    pub fn name(self) -> &'static str {
        match self {
            Strain::Clubs => "clubs",
            Strain::Diamonds => "diamonds",
            Strain::Hearts => "hearts",
            Strain::Spades => "spades",
            Strain::RoyalSpades => "royal_spades",
            Strain::NoTrump => "no_trump",
        }
    }

    /// The strain of a short form (`N` for `NT` too), in any case.
    pub fn from_short(text: &str) -> Option<Strain> {
        if text.eq_ignore_ascii_case("N") {
            return Some(Strain::NoTrump);
        }
        Strain::ALL.into_iter().find(|strain| text.eq_ignore_ascii_case(strain.short()))
    }
}

impl From<Suit> for Strain {
    fn from(suit: Suit) -> Strain {
        match suit {
            Suit::Clubs => Strain::Clubs,
            Suit::Diamonds => Strain::Diamonds,
            Suit::Hearts => Strain::Hearts,
            Suit::Spades => Strain::Spades,
        }
    }
}

/// A rank, 2 to 14; the ace is 14.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl Rank {
    /// The letters of the ranks, the two first.
    const LETTERS: &'static str = "23456789TJQKA";

    /// All ranks, the two first.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> {
        (2..=14).map(Rank)
    }

    /// The rank of that number, 2 to 14.
    pub fn new(number: u8) -> Option<Rank> {
        (2..=14).contains(&number).then_some(Rank(number))
    }

    /// The number of the rank, 2 to 14.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The letter or figure of the rank; ten is `T`.
    pub fn letter(self) -> char {
        Rank::LETTERS.as_bytes().get(usize::from(self.0 - 2)).map_or('?', |letter| char::from(*letter))
    }

    /// The rank of a letter or figure, in any case.
    pub fn from_letter(letter: char) -> Option<Rank> {
        let place = Rank::LETTERS.chars().position(|c| c == letter.to_ascii_uppercase())?;
        Rank::new(u8::try_from(place).ok()? + 2)
    }
}

/// One card of the pack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The two of clubs, the first of the pack.
    pub(crate) const FIRST: Card = Card(0);

    /// The card of a suit and a rank.
    pub fn new(suit: Suit, rank: Rank) -> Card {
        Card(suit as u8 * 13 + rank.0 - 2)
    }

    /// The whole pack, in order of suit (clubs first) and rank (two first).
    pub fn all() -> impl Iterator<Item = Card> {
        (0..52).map(Card)
    }

    /// The number of the card, 0 to 51.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The card of that number, 0 to 51.
    pub(crate) fn of_index(index: usize) -> Option<Card> {
        u8::try_from(index).ok().filter(|index| *index < 52).map(Card)
    }

    /// The suit of the card.
    pub fn suit(self) -> Suit {
        Suit::ALL[usize::from(self.0 / 13)]
    }

    /// The rank of the card.
    pub fn rank(self) -> Rank {
        Rank(self.0 % 13 + 2)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.rank().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = ();

    /// A card such as `S6`, `HT` or `D10`, in any case.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut letters = text.chars();
        let suit = letters.next().and_then(Suit::from_letter).ok_or(())?;
        let rank = match letters.as_str() {
            "10" => Rank::new(10),
            rest => {
                let mut rest = rest.chars();
                let rank = rest.next().and_then(Rank::from_letter);
                if rest.next().is_some() { None } else { rank }
            }
        };
        rank.map(|rank| Card::new(suit, rank)).ok_or(())
    }
}

/// A set of cards, one bit a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// The whole pack.
    pub const PACK: CardSet = CardSet((1 << 52) - 1);

    /// The cards of one suit.
    pub fn of_suit(suit: Suit) -> CardSet {
        CardSet(0x1FFF << (suit as u8 * 13))
    }

    /// Whether the card is in the set.
    pub fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Puts a card in.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out.
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// The cards in either.
    #[must_use]
    pub fn or(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards in both.
    #[must_use]
    pub fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// How many cards.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards, in order of suit and rank.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let card = Card(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(card)
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl fmt::Display for CardSet {
    /// A hand as records write it: spades, hearts, diamonds, clubs, parted by dots.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for suit in Suit::ALL.into_iter().rev() {
            for rank in Rank::all().rev() {
                if self.has(Card::new(suit, rank)) {
                    write!(f, "{}", rank.letter())?;
                }
            }
            if suit != Suit::Clubs {
                f.write_str(".")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
