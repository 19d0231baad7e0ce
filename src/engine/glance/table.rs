//! The facts of the table at a glance: those that the laws ask for at each card, read off without values or sets being made.

use crate::bridge::{Call, Strain};
use crate::code::known::Builtin;
use crate::code::tree::FactId;

use super::super::eval::{Ev, Scope};
use super::Seen;
use super::plain::Plain;

fn seen(plain: Option<impl Into<Plain>>) -> Seen {
    plain.map_or(Seen::Missing, |plain| Seen::Is(plain.into()))
}

impl Scope<'_> {
    /// A fact of no parts. One that has no arm of its own is worked out as [`Scope::builtin`] does; so with those below.
    #[inline]
    pub(super) fn see_fact(&self, builtin: Builtin, fact: FactId) -> Seen {
        let table = &self.world.table;
        let number = |n: usize| i64::try_from(n).ok().and_then(Plain::number);
        match builtin {
            Builtin::StageNow => self.settings.words.stage(table.stage).as_ref().map_or(Seen::Missing, Seen::of),
            Builtin::Dealer => seen(table.dealer),
            Builtin::Declarer => seen(table.declarer()),
            Builtin::Dummy => seen(table.declarer().and_then(|declarer| table.seating.partner(declarer))),
            Builtin::ThisTrick => Seen::Is(Plain::small(table.this_trick())),
            Builtin::CallsMade => seen(number(table.calls.len())),
            Builtin::PassesRunning => seen(number(table.passes_running())),
            _ => self.see_seldom(builtin, fact, [None, None]),
        }
    }

    /// A fact of one part.
    #[inline]
    pub(super) fn see_fact_of(&self, builtin: Builtin, fact: FactId, part: Plain) -> Seen {
        let table = &self.world.table;
        let trick = || part.as_trick().and_then(|t| table.trick(t));
        match builtin {
            Builtin::Suit => seen(part.as_card().map(|card| Strain::from(card.suit()))),
            Builtin::Led => seen(trick().and_then(|trick| trick.plays.first()).map(|(_, card)| *card)),
            Builtin::Winner => seen(part.as_trick().and_then(|t| table.winner(t))),
            Builtin::Partner => seen(part.as_player().and_then(|seat| table.seating.partner(seat))),
            Builtin::Lho => seen(part.as_player().and_then(|seat| table.seating.lho(seat))),
            Builtin::Rho => seen(part.as_player().and_then(|seat| table.seating.rho(seat))),
            Builtin::Side => seen(part.as_player().map(|seat| table.seating.side(seat))),
            Builtin::Opponents => seen(part.as_player().and_then(|seat| table.seating.other(table.seating.side(seat)))),
            Builtin::Other => seen(part.as_side().and_then(|side| table.seating.other(side))),
            Builtin::Rank => seen(part.as_card().map(|card| card.rank())),
            Builtin::Leader => seen(trick().and_then(|trick| trick.leader())),
            Builtin::Quitted => match part.as_trick() {
                Some(t) => Seen::truth(table.trick(t).is_some_and(|trick| trick.quitted.is_some())),
                None => Seen::Missing,
            },
            Builtin::Level => seen(part.as_call().and_then(Call::level).map(Plain::small)),
            Builtin::Strain => seen(part.as_call().and_then(Call::strain)),
            Builtin::Kind => match part.as_call().and_then(|call| self.settings.words.kind(call)) {
                Some(kind) => Seen::of(&kind),
                None => Seen::Missing,
            },
            _ => self.see_seldom(builtin, fact, [Some(part), None]),
        }
    }

    /// A fact of two parts.
    #[inline]
    pub(super) fn see_fact_of_two(&self, builtin: Builtin, fact: FactId, first: Plain, second: Plain) -> Seen {
        let table = &self.world.table;
        match builtin {
            Builtin::PlayedTo => match (first.as_player(), second.as_trick()) {
                (Some(seat), Some(t)) => Seen::truth(table.trick(t).is_some_and(|trick| trick.has(seat))),
                _ => Seen::Missing,
            },
            Builtin::CardOf => match (first.as_player(), second.as_trick().and_then(|t| table.trick(t))) {
                (Some(seat), Some(trick)) => seen(trick.card(seat)),
                _ => Seen::Missing,
            },
            _ => self.see_seldom(builtin, fact, [Some(first), Some(second)]),
        }
    }

    /// A fact that the laws ask for seldom, or that needs more than the table.
    #[cold]
    #[inline(never)]
    fn see_seldom(&self, builtin: Builtin, fact: FactId, args: [Option<Plain>; 2]) -> Seen {
        let [first, second] = args.map(|plain| plain.and_then(Plain::value));
        match self.builtin(builtin, fact, [first.as_ref(), second.as_ref()]) {
            Ok(Ev::Is(value)) => Seen::of(&value),
            Ok(Ev::Missing) => Seen::Missing,
            Ok(Ev::Unknown(_)) | Err(_) => Seen::Unsure,
        }
    }
}
