//! The calls at the table, each as it was made and as it counts.

use crate::bridge::{Call, Seat, Side, Strain};

use crate::few::Few;

use super::{Found, Stage, Table};

/// One call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallMade {
    /// Who made it.
    pub seat: Seat,
    /// What he said.
    pub said: Call,
    /// What it counts as; none when it is cancelled.
    pub counts: Option<Call>,
    /// The call that it was before its maker changed it, and what that counted as.
    pub before: Option<(Call, Option<Call>)>,
}

/// What is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contract {
    /// Who plays the two hands.
    pub declarer: Seat,
    /// The trumps, or no trump.
    pub strain: Strain,
    /// The odd tricks; none where the trump is named without a number.
    pub level: Option<u8>,
    /// How often it was doubled.
    pub doubles: u32,
}

impl Table {
    /// A call is made.
    pub fn make_call(&mut self, seat: Seat, call: Call) {
        if self.stage == Stage::Dealing {
            self.stage = Stage::Calling;
        }
        self.calls.push(CallMade { seat, said: call, counts: Some(call), before: None });
    }

    /// A player says another call in the place of one that he made.
    pub fn change_call(&mut self, seat: Seat, old: Call, new: Call) {
        match self.calls.iter_mut().rev().find(|made| made.seat == seat && made.said == old) {
            Some(made) => {
                let before = Some((made.said, made.counts));
                *made = CallMade { seat, said: new, counts: Some(new), before };
            }
            None => self.make_call(seat, new),
        }
    }

    /// The latest call that was said as, or counts as, `call` counts as `other` from now on; as nothing when there is none.
    /// A call that was replaced meanwhile comes back when it is made to stand.
    pub fn count_call(&mut self, call: Call, other: Option<Call>) -> bool {
        let fits = |made: &&mut CallMade| made.said == call || made.counts == Some(call);
        match self.calls.iter_mut().rev().find(fits) {
            Some(made) => {
                made.counts = other;
                true
            }
            None => false,
        }
    }

    /// A change to `new` is not allowed: the call counts as what it was, `call`, counted before. What was cancelled then stays so.
    pub fn restore_call(&mut self, seat: Seat, new: Call, call: Call) {
        if let Some(made) = self.calls.iter_mut().rev().find(|made| made.seat == seat && made.said == new) {
            made.counts = match made.before {
                Some((old, counted)) if old == call => counted,
                _ => Some(call),
            };
        }
    }

    /// Every call that counts, with its maker, in order.
    pub fn standing_calls(&self) -> impl DoubleEndedIterator<Item = (Seat, Call)> {
        self.calls.iter().filter_map(|made| made.counts.map(|call| (made.seat, call)))
    }

    /// The last bid that stands (a trump named without a number too), and who made it.
    pub fn last_bid(&self) -> Option<(Seat, Call)> {
        self.standing_calls().rev().find(|(_, call)| call.strain().is_some())
    }

    /// The last bid of a side that stands.
    pub fn last_bid_of(&self, side: Side) -> Option<Call> {
        self.standing_calls()
            .rev()
            .find(|(seat, call)| side.has(*seat) && call.strain().is_some())
            .map(|(_, call)| call)
    }

    /// The first of a side who named a strain.
    pub fn first_to_name(&self, side: Side, strain: Strain) -> Option<Seat> {
        self.standing_calls()
            .find(|(seat, call)| side.has(*seat) && call.strain() == Some(strain))
            .map(|(seat, _)| seat)
    }

    /// How many doubles and redoubles stand over the last bid.
    pub fn doubles(&self) -> u32 {
        if let Some(contract) = self.contract {
            return contract.doubles;
        }
        let over = self.standing_calls().rev().take_while(|(_, call)| call.strain().is_none());
        u32::try_from(over.filter(|(_, call)| matches!(call, Call::Double | Call::Redouble)).count()).unwrap_or(0)
    }

    /// The passes since the last other call that stands.
    pub fn passes_running(&self) -> usize {
        self.standing_calls().rev().take_while(|(_, call)| *call == Call::Pass).count()
    }

    /// The calling is over: `declarer` plays the last bid that stands.
    pub fn close_calling(&mut self, declarer: Seat) -> Few<Found> {
        let doubles = self.doubles();
        let Some((_, bid)) = self.last_bid() else { return Few::new() };
        let Some(strain) = bid.strain() else { return Few::new() };
        self.set_contract(Contract { declarer, strain, level: bid.level(), doubles })
    }

    /// The contract is given.
    pub fn set_contract(&mut self, contract: Contract) -> Few<Found> {
        if self.contract.is_some() {
            return Few::new();
        }
        self.contract = Some(contract);
        self.stage = self.stage.max(Stage::BeforeLead);
        let mut found = Few::from([Found::CallsClosed(contract.declarer)]);
        found.extend(self.seating.lho(contract.declarer).map(|leader| Found::ToLead(leader, 1)));
        found
    }

    /// All have passed.
    pub fn pass_out(&mut self) -> Few<Found> {
        self.void = true;
        self.stage = Stage::AfterPlay;
        Few::from([Found::PassedOut])
    }
}
