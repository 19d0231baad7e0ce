//! Calls, of every time: bids of a level and a strain, a trump named without a level, and other spoken words.

use std::fmt;
use std::str::FromStr;

use super::Strain;

/// A call. Nothing is refused here: a bid of nine or a redouble of nothing is a call that somebody can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Call {
    /// `pass`
    Pass,
    /// `X`
    Double,
    /// `XX`
    Redouble,
    /// `1S`: so many odd tricks in a strain.
    Bid {
        /// The odd tricks, 1 to 99.
        level: u8,
        /// The strain.
        strain: Strain,
    },
    /// The trump, or no trump, named without a number, as the dealer of 1904 does.
    Name(Strain),
    /// Another word that a code lets people say (`leave_it`, `may_lead` …): its place in the enumeration `kind`.
    Word(u16),
}

impl Call {
    /// The strain that the call names.
    pub fn strain(self) -> Option<Strain> {
        match self {
            Call::Bid { strain, .. } | Call::Name(strain) => Some(strain),
            Call::Pass | Call::Double | Call::Redouble | Call::Word(_) => None,
        }
    }

    /// The odd tricks that the call bids.
    pub fn level(self) -> Option<u8> {
        match self {
            Call::Bid { level, .. } => Some(level),
            _ => None,
        }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::Pass => f.write_str("pass"),
            Call::Double => f.write_str("X"),
            Call::Redouble => f.write_str("XX"),
            Call::Bid { level, strain } => write!(f, "{level}{}", strain.short()),
            Call::Name(strain) => f.write_str(strain.name()),
            Call::Word(place) => write!(f, "word {place}"),
        }
    }
}

impl FromStr for Call {
    type Err = ();

    /// `pass` or `P`, `X`, `XX`, `1S`, `2NT` (or `2N`), `3R` for three royal spades; in any case. Words of a code are not read here.
    fn from_str(text: &str) -> Result<Self, ()> {
        let upper = text.to_ascii_uppercase();
        match upper.as_str() {
            "P" | "PASS" => return Ok(Call::Pass),
            "X" => return Ok(Call::Double),
            "XX" => return Ok(Call::Redouble),
            _ => {}
        }
        let digits = upper.chars().take_while(char::is_ascii_digit).count();
        let (level, strain) = upper.split_at(digits);
        let level = level.parse::<u8>().ok().filter(|level| (1..=99).contains(level)).ok_or(())?;
        let strain = Strain::from_short(strain).ok_or(())?;
        Ok(Call::Bid { level, strain })
    }
}
