//! What stands for each player now: what he must and must not do, what he may choose, which calls and cards are left to him.

use serde::{Deserialize, Serialize};

use crate::bridge::{Call, Card, Seat, Strain};
use crate::code::known::KnownEvent;
use crate::code::value::{Base, Value};
use crate::table::Stage;

use super::event::Happening;
use super::settings::Shared;
use super::world::World;

/// What stands at the end, for each player in rotation from North, and for all.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Standing {
    /// For each player.
    pub players: Vec<Player>,
    /// Statuses that bind nobody in particular, in English.
    pub table: Vec<String>,
}

/// What stands for one player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Who.
    pub seat: Seat,
    /// Duties and other statuses on him, each with the law that began it.
    pub bound: Vec<String>,
    /// Rights that he may use now: law, then options.
    pub may: Vec<String>,
    /// Calls that break no duty if made now; empty outside the calling.
    pub calls: Vec<String>,
    /// Cards that break no duty if played now; empty outside the play.
    pub cards: Vec<String>,
    /// What cannot be said of his cards, since his hand is hidden.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hidden: Option<String>,
}

impl World {
    /// What stands now.
    pub fn stands(&self, shared: &Shared<'_>) -> Standing {
        let players = self.table.seating.rotation(Seat::North).map(|seat| self.stands_for(shared, seat)).collect();
        let mut table = Vec::new();
        for (status, stands) in
            self.statuses.iter().flat_map(|(status, all)| all.iter().map(move |one| (status.index(), one)))
        {
            let kind = &shared.code.statuses[status];
            if !kind.params.iter().any(|param| param.ty.base == Base::Player || param.ty.base == Base::Choice) {
                table.push(self.with_law(shared, status, &stands.args, stands.ruling));
            }
        }
        Standing { players, table }
    }

    fn stands_for(&self, shared: &Shared<'_>, seat: Seat) -> Player {
        let mut bound = Vec::new();
        for (status, stands) in
            self.statuses.iter().flat_map(|(status, all)| all.iter().map(move |one| (status.index(), one)))
        {
            if stands.args.iter().find_map(Value::player) == Some(seat) {
                bound.push(self.with_law(shared, status, &stands.args, stands.ruling));
            }
        }
        let mut may = Vec::new();
        for (place, right) in self.rights.iter().enumerate() {
            if right.open && right.holders.contains(&seat) {
                let labels = self.right_report(shared, place).map(|report| {
                    let offered = report.options.into_iter().filter(|option| option.offered);
                    offered.map(|option| option.label.replace('_', " ")).collect::<Vec<_>>().join(", ")
                });
                may.push(format!("law {}: {}", shared.code.cite(right.clause), labels.unwrap_or_default()));
            }
        }
        let cards = self.lawful_cards(shared, seat);
        let hidden = (!self.table.hidden(seat).is_empty() && self.table.stage == Stage::Playing)
            .then(|| format!("{seat}'s hand is not whole: more cards may be left to him"));
        Player {
            seat,
            bound,
            may,
            calls: self
                .lawful_calls(shared, seat)
                .into_iter()
                .map(|call| shared.code.notation(&Value::Call(call)))
                .collect(),
            cards: cards.into_iter().map(|card| card.to_string()).collect(),
            hidden,
        }
    }

    fn with_law(&self, shared: &Shared<'_>, status: usize, args: &[Value], ruling: u32) -> String {
        let kind = &shared.code.statuses[status];
        let text = shared.code.phrase(&kind.phrase, &kind.params, args);
        match self.ruled(ruling).map(|ruled| ruled.law(shared)) {
            Some(law) if !law.is_empty() => format!("{text} (law {law})"),
            _ => text,
        }
    }

    /// The cards that a player can play now without breaking a duty, of those he is known to hold.
    pub fn lawful_cards(&self, shared: &Shared<'_>, seat: Seat) -> Vec<Card> {
        if self.table.void || !matches!(self.table.stage, Stage::BeforeLead | Stage::Playing) {
            return Vec::new();
        }
        let scope = self.scope(shared);
        let lawful = |card: &Card| {
            scope
                .card_act(seat, *card)
                .is_some_and(|act| scope.breaches(&act).is_ok_and(|breaches| breaches.is_empty()))
        };
        self.table.hand(seat).iter().filter(lawful).collect()
    }

    /// The calls that a player can make now without breaking a duty.
    pub fn lawful_calls(&self, shared: &Shared<'_>, seat: Seat) -> Vec<Call> {
        if self.table.void || self.table.stage != Stage::Calling {
            return Vec::new();
        }
        let Some(call) = shared.settings.known_event(KnownEvent::Call) else { return Vec::new() };
        let scope = self.scope(shared);
        let lawful = |value: &Call| {
            let act = Happening::event(call, [Value::Player(seat), Value::Call(*value)]);
            scope.breaches(&act).is_ok_and(|breaches| breaches.is_empty())
        };
        self.every_call(shared).into_iter().filter(lawful).collect()
    }

    /// Every call that a code of this kind knows: bids of each strain that it values, or trumps named and words.
    fn every_call(&self, shared: &Shared<'_>) -> Vec<Call> {
        let mut calls = vec![Call::Pass, Call::Double, Call::Redouble];
        let strains: Vec<Strain> = Strain::ALL.into_iter().filter(|strain| shared.code.values(*strain)).collect();
        let names_trump = shared.code.family == "bridge";
        for strain in strains {
            match names_trump {
                true => calls.push(Call::Name(strain)),
                false => calls.extend((1..=7).map(|level| Call::Bid { level, strain })),
            }
        }
        if names_trump && let Some(kind) = shared.code.enumeration("kind") {
            let words = shared.code.enums[kind.index()].values.iter().enumerate();
            let spoken =
                words.filter(|(_, word)| !["pass", "bid", "double", "redouble", "name_trump"].contains(&word.as_str()));
            calls.extend(spoken.map(|(place, _)| Call::Word(place as u16)));
            calls.retain(|call| !matches!(call, Call::Pass | Call::Redouble));
        }
        calls
    }
}
