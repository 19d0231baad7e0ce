//! The facts of the table at a glance: those that the laws ask for at each card, read off without values or sets being made.

use crate::bridge::{Call, Strain};
use crate::code::known::Builtin;
use crate::code::tree::FactId;

use super::super::eval::{Ev, Scope};
use super::plain::Plain;
use super::{Bindings, Seen, Term};

fn seen(plain: Option<impl Into<Plain>>) -> Seen {
    plain.map_or(Seen::Missing, |plain| Seen::Is(plain.into()))
}

impl Scope<'_> {
    /// A fact of the table. One that has no arm of its own is worked out as [`Scope::builtin`] does.
    #[inline(never)]
    pub(super) fn see_table(&self, builtin: Builtin, fact: FactId, args: &[Term], bound: &mut Bindings) -> Seen {
        let mut plain = [None, None];
        for (plain, arg) in plain.iter_mut().zip(args) {
            match self.see(arg, bound) {
                Seen::Is(value) => *plain = Some(value),
                other => return other,
            }
        }
        let table = &self.world.table;
        let [first, second] = plain;
        let player = || first.and_then(Plain::as_player);
        let of_trick = || first.and_then(Plain::as_trick).and_then(|t| table.trick(t));
        let to_trick = || second.and_then(Plain::as_trick);
        let number = |n: usize| i64::try_from(n).ok().map(Plain::number);
        match builtin {
            Builtin::StageNow => self.settings.words.stage(table.stage).as_ref().map_or(Seen::Missing, Seen::of),
            Builtin::Dealer => seen(table.dealer),
            Builtin::Declarer => seen(table.declarer()),
            Builtin::Dummy => seen(table.declarer().and_then(|declarer| table.seating.partner(declarer))),
            Builtin::Partner => seen(player().and_then(|seat| table.seating.partner(seat))),
            Builtin::Lho => seen(player().and_then(|seat| table.seating.lho(seat))),
            Builtin::Rho => seen(player().and_then(|seat| table.seating.rho(seat))),
            Builtin::Side => seen(player().map(|seat| table.seating.side(seat))),
            Builtin::Opponents => seen(player().and_then(|seat| table.seating.other(table.seating.side(seat)))),
            Builtin::Other => seen(first.and_then(Plain::as_side).and_then(|side| table.seating.other(side))),
            Builtin::Suit => seen(first.and_then(Plain::as_card).map(|card| Strain::from(card.suit()))),
            Builtin::Rank => seen(first.and_then(Plain::as_card).map(|card| card.rank())),
            Builtin::ThisTrick => Seen::Is(Plain::number(table.this_trick().into())),
            Builtin::Led => seen(of_trick().and_then(|trick| trick.plays.first()).map(|(_, card)| *card)),
            Builtin::Leader => seen(of_trick().and_then(|trick| trick.leader())),
            Builtin::CardOf => match (player(), to_trick().and_then(|t| table.trick(t))) {
                (Some(seat), Some(trick)) => seen(trick.card(seat)),
                _ => Seen::Missing,
            },
            Builtin::PlayedTo => match (player(), to_trick()) {
                (Some(seat), Some(t)) => Seen::truth(table.trick(t).is_some_and(|trick| trick.has(seat))),
                _ => Seen::Missing,
            },
            Builtin::Winner => seen(first.and_then(Plain::as_trick).and_then(|t| table.winner(t))),
            Builtin::Quitted => match first.and_then(Plain::as_trick) {
                Some(t) => Seen::truth(table.trick(t).is_some_and(|trick| trick.quitted.is_some())),
                None => Seen::Missing,
            },
            Builtin::Level => {
                seen(first.and_then(Plain::as_call).and_then(Call::level).map(|n| Plain::number(n.into())))
            }
            Builtin::Strain => seen(first.and_then(Plain::as_call).and_then(Call::strain)),
            Builtin::CallsMade => seen(number(table.calls.len())),
            Builtin::PassesRunning => seen(number(table.passes_running())),
            _ => self.see_fact(builtin, fact, plain),
        }
    }

    /// A fact that the laws ask for seldom, or that needs more than the table.
    #[inline(never)]
    fn see_fact(&self, builtin: Builtin, fact: FactId, args: [Option<Plain>; 2]) -> Seen {
        let [first, second] = args.map(|plain| plain.and_then(Plain::value));
        match self.builtin(builtin, fact, [first.as_ref(), second.as_ref()]) {
            Ok(Ev::Is(value)) => Seen::of(&value),
            Ok(Ev::Missing) => Seen::Missing,
            Ok(Ev::Unknown(_)) | Err(_) => Seen::Unsure,
        }
    }
}
