//! The four seats and the sides that players make.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A seat at the table, in rotation to the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Seat {
    North,
    East,
    South,
    West,
}

impl Seat {
    /// All seats, in rotation from North.
    pub const ALL: [Seat; 4] = [Seat::North, Seat::East, Seat::South, Seat::West];

    /// The number of the seat, North being 0, in rotation.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The seat that is `steps` places to the left.
    pub fn left(self, steps: usize) -> Seat {
        Seat::ALL[(self.index() + steps) % 4]
    }

    /// The left-hand opponent.
    pub fn lho(self) -> Seat {
        self.left(1)
    }

    /// The partner, opposite.
    pub fn partner(self) -> Seat {
        self.left(2)
    }

    /// The right-hand opponent.
    pub fn rho(self) -> Seat {
        self.left(3)
    }

    /// The side that the seat belongs to at a table of four.
    pub fn side(self) -> Side {
        match self {
            Seat::North | Seat::South => Side::NS,
            Seat::East | Seat::West => Side::EW,
        }
    }

    /// The name of the seat.
    pub fn name(self) -> &'static str {
        match self {
            Seat::North => "North",
            Seat::East => "East",
            Seat::South => "South",
            Seat::West => "West",
        }
    }

    /// The letter of the seat.
    pub fn letter(self) -> char {
        match self {
            Seat::North => 'N',
            Seat::East => 'E',
            Seat::South => 'S',
            Seat::West => 'W',
        }
    }

    /// The seats in rotation, this one first.
    pub fn rotation(self) -> [Seat; 4] {
        [self, self.left(1), self.left(2), self.left(3)]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Seat {
    type Err = ();

    /// A seat by its English name or its letter, in any case.
    fn from_str(text: &str) -> Result<Self, ()> {
        Seat::ALL
            .into_iter()
            .find(|seat| {
                text.eq_ignore_ascii_case(&seat.to_string()) || text.eq_ignore_ascii_case(&seat.letter().to_string())
            })
            .ok_or(())
    }
}

/// Players who win and lose together: two partners, or one player who plays for himself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(u8);

impl Side {
    /// North and South.
    pub const NS: Side = Side(0b0101);
    /// East and West.
    pub const EW: Side = Side(0b1010);
    /// The two sides of a table of four.
    pub const PAIRS: [Side; 2] = [Side::NS, Side::EW];

    /// A player by himself.
    pub fn alone(seat: Seat) -> Side {
        Side(1 << seat.index())
    }

    /// Two players.
    pub fn pair(one: Seat, other: Seat) -> Side {
        Side(1 << one.index() | 1 << other.index())
    }

    /// Its players as bits, North the lowest.
    pub(crate) fn bits(self) -> u8 {
        self.0
    }

    /// The side of these players.
    pub(crate) fn of_bits(bits: u8) -> Side {
        Side(bits & 0b1111)
    }

    /// Its place where both sides of a deal are counted: 0 for that of North, 1 for the other.
    pub fn index(self) -> usize {
        usize::from(!self.has(Seat::North))
    }

    /// The two seats that are not of this pair.
    pub fn other(self) -> Side {
        Side(!self.0 & 0b1111)
    }

    /// Whether a player belongs to it.
    pub fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// Whether all its players belong to the other, too.
    pub fn within(self, other: Side) -> bool {
        self.0 & !other.0 == 0
    }

    /// The players, in rotation from North.
    pub fn members(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::ALL.into_iter().filter(move |seat| self.has(*seat))
    }

    /// The players by name: `North and South`.
    pub fn names(self) -> String {
        self.members().map(Seat::name).collect::<Vec<_>>().join(" and ")
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.members().try_for_each(|seat| write!(f, "{}", seat.letter()))
    }
}

impl FromStr for Side {
    type Err = ();

    /// One or two letters of seats, in any order and case.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut bits = 0;
        for letter in text.chars() {
            let seat = Seat::ALL.into_iter().find(|seat| seat.letter().eq_ignore_ascii_case(&letter)).ok_or(())?;
            let bit = 1 << seat.index();
            if bits & bit != 0 {
                return Err(());
            }
            bits |= bit;
        }
        if (1..=2).contains(&text.len()) { Ok(Side(bits)) } else { Err(()) }
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Side, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|()| D::Error::custom(format!("`{text}` is no side")))
    }
}
