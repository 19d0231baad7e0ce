//! Values that can be copied, each in one machine word, so that a glance hands them on in a register.

use crate::bridge::{Call, Card, Rank, Seat, Side, Strain};
use crate::code::tree::EnumId;
use crate::code::value::Value;

/// What kind of value it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Player,
    Side,
    Strain,
    Rank,
    Card,
    Call,
    Number,
    Truth,
    Choice,
    Incident,
    Enum,
}

/// A value that can be copied, but for numbers too large for it. INVARIANT: two of one kind stand in the order of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plain {
    kind: Kind,
    bits: i32,
}

impl Plain {
    pub const YES: Plain = Plain::truth(true);

    pub const fn truth(truth: bool) -> Plain {
        Plain { kind: Kind::Truth, bits: truth as i32 }
    }

    pub fn number(number: i64) -> Option<Plain> {
        Some(Plain { kind: Kind::Number, bits: i32::try_from(number).ok()? })
    }

    pub fn small(number: u8) -> Plain {
        Plain { kind: Kind::Number, bits: number.into() }
    }

    #[inline]
    pub fn of(value: &Value) -> Option<Plain> {
        let counted = |kind, n: u32| Some(Plain { kind, bits: i32::try_from(n).ok()? });
        match value {
            Value::Player(seat) => Some((*seat).into()),
            Value::Side(side) => Some((*side).into()),
            Value::Strain(strain) => Some((*strain).into()),
            Value::Rank(rank) => Some((*rank).into()),
            Value::Card(card) => Some((*card).into()),
            Value::Call(call) => Some((*call).into()),
            Value::Number(number) => Plain::number(*number),
            Value::Truth(truth) => Some(Plain::truth(*truth)),
            Value::Choice(right) => counted(Kind::Choice, *right),
            Value::Incident(event) => counted(Kind::Incident, *event),
            Value::Enum(id, place) => Plain::of_enum(*id, *place),
            Value::Citation(_) | Value::Set(_) => None,
        }
    }

    #[inline]
    pub fn of_enum(id: EnumId, place: u16) -> Option<Plain> {
        let bits = i32::from(i16::try_from(id.0).ok()?) << 16 | i32::from(place);
        Some(Plain { kind: Kind::Enum, bits })
    }

    /// The value; none for bits that stand for nothing, which are never made.
    pub fn value(self) -> Option<Value> {
        Some(match self.kind {
            Kind::Player => Value::Player(self.as_player()?),
            Kind::Side => Value::Side(self.as_side()?),
            Kind::Strain => Value::Strain(*Strain::ALL.get(self.place()?)?),
            Kind::Rank => Value::Rank(Rank::new(u8::try_from(self.bits).ok()?)?),
            Kind::Card => Value::Card(self.as_card()?),
            Kind::Call => Value::Call(self.as_call()?),
            Kind::Number => Value::Number(self.bits.into()),
            Kind::Truth => Value::Truth(self.bits != 0),
            Kind::Choice => Value::Choice(u32::try_from(self.bits).ok()?),
            Kind::Incident => Value::Incident(u32::try_from(self.bits).ok()?),
            Kind::Enum => Value::Enum(EnumId((self.bits >> 16) as u16), self.bits as u16),
        })
    }

    fn place(self) -> Option<usize> {
        usize::try_from(self.bits).ok()
    }

    #[inline]
    pub fn as_number(self) -> Option<i64> {
        (self.kind == Kind::Number).then_some(self.bits.into())
    }

    #[inline]
    pub fn as_trick(self) -> Option<u8> {
        if self.kind == Kind::Number { u8::try_from(self.bits).ok() } else { None }
    }

    #[inline]
    pub fn as_player(self) -> Option<Seat> {
        if self.kind == Kind::Player { Seat::ALL.get(self.bits as usize).copied() } else { None }
    }

    #[inline]
    pub fn as_side(self) -> Option<Side> {
        if self.kind == Kind::Side { u8::try_from(self.bits).ok().map(Side::of_bits) } else { None }
    }

    #[inline]
    pub fn as_card(self) -> Option<Card> {
        if self.kind == Kind::Card { Card::of_index(self.bits as usize) } else { None }
    }

    pub fn as_call(self) -> Option<Call> {
        let strain = || Strain::ALL.get((self.bits & 0xFF) as usize).copied();
        match (self.kind, self.bits >> 16) {
            (Kind::Call, 0) => Some(Call::Pass),
            (Kind::Call, 1) => Some(Call::Double),
            (Kind::Call, 2) => Some(Call::Redouble),
            (Kind::Call, 3) => Some(Call::Bid { level: (self.bits >> 8) as u8, strain: strain()? }),
            (Kind::Call, 4) => strain().map(Call::Name),
            (Kind::Call, 5) => Some(Call::Word(self.bits as u16)),
            _ => None,
        }
    }
}

impl From<Seat> for Plain {
    #[inline]
    fn from(seat: Seat) -> Plain {
        Plain { kind: Kind::Player, bits: seat.index() as i32 }
    }
}

impl From<Side> for Plain {
    #[inline]
    fn from(side: Side) -> Plain {
        Plain { kind: Kind::Side, bits: side.bits().into() }
    }
}

impl From<Strain> for Plain {
    #[inline]
    fn from(strain: Strain) -> Plain {
        Plain { kind: Kind::Strain, bits: strain as i32 }
    }
}

impl From<Rank> for Plain {
    #[inline]
    fn from(rank: Rank) -> Plain {
        Plain { kind: Kind::Rank, bits: rank.number().into() }
    }
}

impl From<Card> for Plain {
    #[inline]
    fn from(card: Card) -> Plain {
        Plain { kind: Kind::Card, bits: card.index() as i32 }
    }
}

impl From<Call> for Plain {
    /// The kind of the call goes before what it names, as it does among calls.
    fn from(call: Call) -> Plain {
        let (kind, named): (i32, i32) = match call {
            Call::Pass => (0, 0),
            Call::Double => (1, 0),
            Call::Redouble => (2, 0),
            Call::Bid { level, strain } => (3, i32::from(level) << 8 | strain as i32),
            Call::Name(strain) => (4, strain as i32),
            Call::Word(place) => (5, place.into()),
        };
        Plain { kind: Kind::Call, bits: kind << 16 | named }
    }
}
