//! An auction of the modern game, call by call.
//!
//! In: calls with their callers. Out: what is irregular in each by the modern ranks, and the contract that they lead to. Its facts
//! are those that the PBN standard rests on, and of no law code: codes judge the calls by themselves.

use std::collections::BTreeMap;

use crate::bridge::{Call, Seat, Side, Strain};

/// What a call can be wrong by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrong {
    /// A bid that is not above the last one.
    Insufficient,
    /// A double of nothing, of one's own side, or of what is doubled already.
    Double,
    /// A redouble of what the other side has not doubled.
    Redouble,
}

/// A bid that stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bid {
    pub(super) level: u8,
    pub(super) strain: Strain,
    pub(super) seat: Seat,
}

/// What an auction comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// More calls are to come.
    Open,
    PassedOut,
    Contract {
        bid: Bid,
        doubles: usize,
        declarer: Seat,
    },
}

/// The calls so far.
#[derive(Debug, Default, Clone)]
pub(super) struct Bidding {
    last: Option<Bid>,
    doubles: usize,
    passes: usize,
    /// Who first named a strain for his side.
    first: BTreeMap<(Side, Strain), Seat>,
}

impl Bidding {
    /// The bid that stands.
    pub(super) fn last(&self) -> Option<Bid> {
        self.last
    }

    /// How many passes end the auction from here.
    pub(super) fn passes_to_end(&self) -> usize {
        let needed = if self.last.is_some() { 3 } else { 4 };
        needed - self.passes.min(needed)
    }

    /// Takes a call in, and says what is wrong with it. An inadmissible double changes nothing; an insufficient bid stands.
    pub(super) fn call(&mut self, seat: Seat, call: Call) -> Option<Wrong> {
        let wrong = self.wrong(seat, call);
        self.passes = if call == Call::Pass { self.passes + 1 } else { 0 };
        match call {
            Call::Bid { level, strain } => {
                self.last = Some(Bid { level, strain, seat });
                self.doubles = 0;
                self.first.entry((seat.side(), strain)).or_insert(seat);
            }
            Call::Double if wrong.is_none() => self.doubles = 1,
            Call::Redouble if wrong.is_none() => self.doubles = 2,
            Call::Pass | Call::Double | Call::Redouble | Call::Name(_) | Call::Word(_) => {}
        }
        wrong
    }

    fn wrong(&self, seat: Seat, call: Call) -> Option<Wrong> {
        let last_side = self.last.map(|last| last.seat.side());
        match call {
            Call::Bid { level, strain } => {
                let over = self.last.is_none_or(|last| (level, strain) > (last.level, last.strain));
                (!over).then_some(Wrong::Insufficient)
            }
            Call::Double => {
                let lawful = last_side == Some(seat.side().other()) && self.doubles == 0;
                (!lawful).then_some(Wrong::Double)
            }
            Call::Redouble => {
                let lawful = last_side == Some(seat.side()) && self.doubles == 1;
                (!lawful).then_some(Wrong::Redouble)
            }
            Call::Pass | Call::Name(_) | Call::Word(_) => None,
        }
    }

    /// What the calls come to.
    pub(super) fn outcome(&self) -> Outcome {
        match self.last {
            _ if self.passes_to_end() > 0 => Outcome::Open,
            None => Outcome::PassedOut,
            Some(bid) => {
                let declarer = self.first.get(&(bid.seat.side(), bid.strain)).copied().unwrap_or(bid.seat);
                Outcome::Contract { bid, doubles: self.doubles, declarer }
            }
        }
    }
}
