//! The four seats and the two sides.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

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

    /// The side that the seat belongs to.
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

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Side {
    NS,
    EW,
}

impl Side {
    /// Both sides.
    pub const ALL: [Side; 2] = [Side::NS, Side::EW];

    /// The number of the side, North and South being 0.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side against this one.
    pub fn other(self) -> Side {
        match self {
            Side::NS => Side::EW,
            Side::EW => Side::NS,
        }
    }

    /// The two players of the side, in rotation from North.
    pub fn members(self) -> [Seat; 2] {
        match self {
            Side::NS => [Seat::North, Seat::South],
            Side::EW => [Seat::East, Seat::West],
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl FromStr for Side {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.to_ascii_uppercase().as_str() {
            "NS" => Ok(Side::NS),
            "EW" => Ok(Side::EW),
            _ => Err(()),
        }
    }
}
