//! What an expression of the law language can be worth, and the types of it.

use std::fmt;

use crate::bridge::{Call, Card, Rank, Seat, Side, Strain};

use super::tree::{EnumId, LawId};

/// A type without `set of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Base {
    Player,
    Side,
    /// A suit; each is also a strain.
    Suit,
    Strain,
    Rank,
    Card,
    Call,
    /// A number of a trick; compared with numbers freely.
    Trick,
    Number,
    Truth,
    /// One opened right.
    Choice,
    /// A law or a clause.
    Citation,
    /// An earlier event of the record.
    Incident,
    Enum(EnumId),
    /// The element type of `[]`: fits every other.
    Nothing,
}

/// A type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Type {
    /// The element type of a set, or the type itself.
    pub base: Base,
    /// `set of`.
    pub set: bool,
}

impl Type {
    /// A type that is no set.
    pub const fn one(base: Base) -> Type {
        Type { base, set: false }
    }

    /// `set of` the base type.
    pub const fn set(base: Base) -> Type {
        Type { base, set: true }
    }
}

/// The truth type.
pub const TRUTH: Type = Type::one(Base::Truth);
/// The number type.
pub const NUMBER: Type = Type::one(Base::Number);
/// The player type.
pub const PLAYER: Type = Type::one(Base::Player);

/// A value. Suits are kept as strains, tricks as numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Value {
    Player(Seat),
    Side(Side),
    Strain(Strain),
    Rank(Rank),
    Card(Card),
    Call(Call),
    Number(i64),
    Truth(bool),
    /// The number of a right, in the order in which rights opened.
    Choice(u32),
    Citation(Box<Citation>),
    /// The number of an event of the record, counted from 1.
    Incident(u32),
    /// A value of an enumeration: its place in [`super::tree::EnumType::values`].
    Enum(EnumId, u16),
    Set(Box<Set>),
}

impl crate::few::Blank for Value {
    const BLANK: Value = Value::Truth(false);
}

/// A law, or a clause of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Citation {
    /// The law.
    pub law: LawId,
    /// The label of the clause; empty for the whole law.
    pub label: String,
}

impl Citation {
    /// Whether this citation contains the other: a law contains its clauses, `B1` contains `B1(a)`.
    pub fn contains(&self, other: &Citation) -> bool {
        self.law == other.law && other.label.starts_with(&self.label)
    }
}

/// A set of values. What may belong to it but is not known to is kept apart: cards of a hand that is partly hidden.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Set {
    /// Members for certain, each once, in order.
    pub sure: Vec<Value>,
    /// Possible members.
    pub maybe: Vec<Value>,
    /// Whose hidden cards the possible members are.
    pub hidden: Option<Seat>,
}

impl Set {
    /// A set whose members are all known; repeated members count once.
    pub fn of(values: impl IntoIterator<Item = Value>) -> Set {
        let mut sure: Vec<Value> = Vec::new();
        for value in values {
            if !sure.contains(&value) {
                sure.push(value);
            }
        }
        Set { sure, maybe: Vec::new(), hidden: None }
    }
}

impl Value {
    /// The player, if it is one.
    pub fn player(&self) -> Option<Seat> {
        match self {
            Value::Player(seat) => Some(*seat),
            _ => None,
        }
    }

    /// The card, if it is one.
    pub fn card(&self) -> Option<Card> {
        match self {
            Value::Card(card) => Some(*card),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.set {
            f.write_str("set of ")?;
        }
        f.write_str(match self.base {
            Base::Player => "player",
            Base::Side => "side",
            Base::Suit => "suit",
            Base::Strain => "strain",
            Base::Rank => "rank",
            Base::Card => "card",
            Base::Call => "call",
            Base::Trick => "trick",
            Base::Number => "number",
            Base::Truth => "truth",
            Base::Choice => "choice",
            Base::Citation => "citation",
            Base::Incident => "incident",
            Base::Enum(_) => "enumeration",
            Base::Nothing => "nothing",
        })
    }
}
