//! The facts that the table gives to the laws.
//!
//! One arm a fact, in the order of `code/known.rs`. What a fact cannot say yet is missing; what depends on a hidden hand is unknown.

use crate::bridge::{Call, Card, CardSet, Rank, Seat, Side, Strain, Suit};
use crate::code::known::{Builtin, KnownRemedy};
use crate::code::log::Judged;
use crate::code::tree::{FactBody, FactId, FindingId};
use crate::code::value::{Citation, Set, Value};
use crate::table::Stage;

use super::eval::{Ev, Evaluated, Scope};
use super::event::Happened;
use super::world::{Opened, Question, World};

/// The seats and sides of a value set.
fn players(seats: impl IntoIterator<Item = Seat>) -> Value {
    Value::Set(Box::new(Set::of(seats.into_iter().map(Value::Player))))
}

fn number(number: impl TryInto<i64>) -> Value {
    Value::Number(number.try_into().unwrap_or(i64::MAX))
}

fn suit_of(value: Option<&Value>) -> Option<Suit> {
    match value {
        Some(Value::Strain(strain)) => Suit::ALL.into_iter().find(|suit| Strain::from(*suit) == *strain),
        _ => None,
    }
}

impl Scope<'_> {
    /// The value of a fact that the table gives.
    pub fn builtin(&self, builtin: Builtin, fact: FactId, args: [Option<&Value>; 2]) -> Evaluated {
        let table = &self.world.table;
        let player = || args[0].and_then(Value::player);
        let card = |place: usize| args[place].and_then(Value::card);
        let trick = |place: usize| args[place].and_then(Value::number).and_then(|t| u8::try_from(t).ok());
        let side = || match args[0] {
            Some(Value::Side(side)) => Some(*side),
            _ => None,
        };
        let call = || match args[0] {
            Some(Value::Call(call)) => Some(*call),
            _ => None,
        };
        let strain = |place: usize| match args[place] {
            Some(Value::Strain(strain)) => Some(*strain),
            _ => None,
        };
        let value = match builtin {
            Builtin::StageNow => self.settings.words.stage(table.stage),
            Builtin::Dealer => table.dealer.map(Value::Player),
            Builtin::Declarer => table.declarer().map(Value::Player),
            Builtin::Dummy => table.declarer().and_then(|declarer| table.seating.partner(declarer)).map(Value::Player),
            Builtin::Players => Some(players(self.rotation())),
            Builtin::Sides => Some(Value::Set(Box::new(Set::of(table.seating.sides().into_iter().map(Value::Side))))),
            Builtin::Partner => player().and_then(|seat| table.seating.partner(seat)).map(Value::Player),
            Builtin::Lho => player().and_then(|seat| table.seating.lho(seat)).map(Value::Player),
            Builtin::Rho => player().and_then(|seat| table.seating.rho(seat)).map(Value::Player),
            Builtin::Side => player().map(|seat| Value::Side(table.seating.side(seat))),
            Builtin::Alone => player().map(|seat| Value::Side(Side::alone(seat))),
            Builtin::Opponents => {
                player().and_then(|seat| table.seating.other(table.seating.side(seat))).map(Value::Side)
            }
            Builtin::Opponent => player().map(|seat| players(table.seating.opponents(seat))),
            Builtin::Member => side().map(|side| players(side.members())),
            Builtin::Other => side().and_then(|side| table.seating.other(side)).map(Value::Side),
            Builtin::Suits => Some(Value::Set(Box::new(Set::of(Suit::ALL.map(|suit| Value::Strain(suit.into())))))),
            Builtin::Suit => card(0).map(|card| Value::Strain(card.suit().into())),
            Builtin::Rank => card(0).map(|card| Value::Rank(card.rank())),
            Builtin::CardOfPack => match (suit_of(args[0]), args[1]) {
                (Some(suit), Some(Value::Rank(rank))) => Some(Value::Card(Card::new(suit, *rank))),
                _ => None,
            },
            Builtin::Hand => player().map(|seat| self.cards(seat, table.hand(seat))),
            Builtin::DealtHand => player().map(|seat| self.cards(seat, table.dealt[seat.index()].cards)),
            Builtin::Owner => card(0).and_then(|card| table.owner(card)).map(Value::Player),
            Builtin::Holds => return self.holds_card(player(), card(1)),
            Builtin::Held => {
                return match (player(), suit_of(args[1])) {
                    (Some(seat), Some(suit)) => self.holds_any(seat, CardSet::of_suit(suit)),
                    _ => Ok(Ev::Missing),
                };
            }
            Builtin::ThisTrick => Some(number(table.this_trick())),
            Builtin::TricksPlayed => {
                let begun = (1..=table.tricks.len()).filter(|t| !table.tricks[t - 1].plays.is_empty());
                Some(Value::Set(Box::new(Set::of(begun.map(number)))))
            }
            Builtin::Led => {
                trick(0).and_then(|t| table.trick(t)).and_then(|t| t.plays.first()).map(|(_, card)| Value::Card(*card))
            }
            Builtin::Leader => trick(0).and_then(|t| table.trick(t)).and_then(|t| t.leader()).map(Value::Player),
            Builtin::CardOf => match (player(), trick(1).and_then(|t| table.trick(t))) {
                (Some(seat), Some(trick)) => trick.card(seat).map(Value::Card),
                _ => None,
            },
            Builtin::PlayedTo => match (player(), trick(1)) {
                (Some(seat), Some(t)) => {
                    Some(Value::Truth(table.trick(t).is_some_and(|trick| trick.card(seat).is_some())))
                }
                _ => None,
            },
            Builtin::Place => {
                match (player(), trick(1).and_then(|t| table.trick(t)).and_then(|trick| trick.leader())) {
                    (Some(seat), Some(leader)) => {
                        table.seating.rotation(leader).position(|other| other == seat).map(|place| number(place + 1))
                    }
                    _ => None,
                }
            }
            Builtin::Winner => trick(0).and_then(|t| table.winner(t)).map(Value::Player),
            Builtin::Quitted => {
                trick(0).map(|t| Value::Truth(table.trick(t).is_some_and(|trick| trick.quitted.is_some())))
            }
            Builtin::Winning => return self.winning(card(0)),
            Builtin::BeatsTrick => match (card(0), trick(1)) {
                (Some(card), Some(t)) => self.beats(card, t),
                _ => None,
            },
            Builtin::WonInPlay => side().map(|side| Value::Number(table.won_in_play(side))),
            Builtin::Won => side().map(|side| Value::Number(self.world.won(side, None))),
            Builtin::WonCounting => match (side(), args[1]) {
                (Some(side), Some(swing)) => Some(Value::Number(self.world.won(side, Some(swing)))),
                _ => None,
            },
            Builtin::Kind => call().and_then(|call| self.settings.words.kind(call)),
            Builtin::Level => call().and_then(Call::level).map(number),
            Builtin::Strain => call().and_then(Call::strain).map(Value::Strain),
            Builtin::ABid => match (args[0].and_then(Value::number), strain(1)) {
                (Some(level), Some(strain)) => {
                    u8::try_from(level).ok().map(|level| Value::Call(Call::Bid { level, strain }))
                }
                _ => None,
            },
            Builtin::APass => Some(Value::Call(Call::Pass)),
            Builtin::LastBid => table.last_bid().map(|(_, call)| Value::Call(call)),
            Builtin::LastBidder => table.last_bid().map(|(seat, _)| Value::Player(seat)),
            Builtin::LastCall => player()
                .and_then(|seat| table.calls.iter().rev().find(|made| made.seat == seat))
                .map(|made| Value::Call(made.said)),
            Builtin::PassesRunning => Some(number(table.passes_running())),
            Builtin::CallsMade => Some(number(table.calls.len())),
            Builtin::LastOf => side().and_then(|side| table.last_bid_of(side)).map(Value::Call),
            Builtin::FirstToName => match (side(), strain(1)) {
                (Some(side), Some(strain)) => table.first_to_name(side, strain).map(Value::Player),
                _ => None,
            },
            Builtin::HasCalled => player().map(|seat| Value::Truth(table.standing_calls().any(|(who, _)| who == seat))),
            Builtin::Trumps => {
                table.contract.map(|contract| contract.strain).or_else(|| self.strain_called()).map(Value::Strain)
            }
            Builtin::Trump => {
                let trumps = table.contract.map(|contract| contract.strain).or_else(|| self.strain_called());
                match (card(0), trumps) {
                    (Some(card), Some(strain)) => Some(Value::Truth(strain.suit() == Some(card.suit()))),
                    _ => None,
                }
            }
            Builtin::ContractLevel => table.contract.and_then(|contract| contract.level).map(number),
            Builtin::Doubles => Some(number(table.doubles())),
            Builtin::Vulnerable => match (side(), table.vulnerable) {
                (Some(side), Some(vulnerable)) => Some(Value::Truth(vulnerable[side.index()])),
                (Some(_), None) => return self.unsaid(fact, args),
                _ => None,
            },
            Builtin::TowardsGame => match (side(), table.score) {
                (Some(side), Some(_)) => table.score_of(side).map(|score| Value::Number(score.towards)),
                (Some(_), None) => return self.unsaid(fact, args),
                _ => None,
            },
            Builtin::GamesWon => match (side(), table.score) {
                (Some(side), Some(_)) => table.score_of(side).map(|score| Value::Number(score.games.into())),
                (Some(_), None) => return self.unsaid(fact, args),
                _ => None,
            },
            Builtin::Made => self.over_contract().map(|over| Value::Truth(over >= 0)),
            Builtin::ShortBy => self.over_contract().map(|over| Value::Number((-over).max(0))),
            Builtin::OverBy => self.over_contract().map(|over| Value::Number(over.max(0))),
            Builtin::Min | Builtin::Max | Builtin::Power => {
                let pair = (args[0].and_then(Value::number), args[1].and_then(Value::number));
                match pair {
                    (Some(a), Some(b)) => Some(Value::Number(of_two(builtin, a, b))),
                    _ => None,
                }
            }
            Builtin::Holder => match (self.right(args[0]), args[1]) {
                (Some(right), Some(Value::Player(seat))) => Some(Value::Truth(right.holders.contains(seat))),
                _ => None,
            },
            Builtin::Target => self.right(args[0]).and_then(|right| right.target).map(Value::Player),
            Builtin::Source => self.right(args[0]).map(|right| {
                let clause = &self.code.clauses[right.clause.index()];
                Value::Citation(Box::new(Citation { law: clause.law, label: clause.label.clone() }))
            }),
            Builtin::AroseFrom => match (self.right(args[0]), args[1]) {
                (Some(right), Some(Value::Incident(event))) => Some(Value::Truth(right.opened == *event)),
                _ => None,
            },
            Builtin::Doer => {
                self.incident(args[0]).and_then(|parts| parts.iter().find_map(Value::player)).map(Value::Player)
            }
            Builtin::IncidentCard => {
                self.incident(args[0]).and_then(|parts| parts.iter().find_map(Value::card)).map(Value::Card)
            }
            Builtin::TrickOf => match args[0] {
                Some(Value::Incident(event)) => self.world.trick_of_event(*event, self.code).map(number),
                _ => None,
            },
        };
        Ok(value.into())
    }

    /// The value of a fact of no parameters, such as `declarer`.
    pub fn role_of(&self, fact: FactId) -> Option<Value> {
        let found = match &self.code.facts[fact.index()].body {
            FactBody::Table(builtin) => self.builtin(*builtin, fact, [None, None]),
            FactBody::Defined { body, slots } => self.eval(body, &vec![None; *slots]),
        };
        match found {
            Ok(Ev::Is(value)) => Some(value),
            _ => None,
        }
    }

    /// The hands that take part, in rotation, the dealer first.
    pub fn rotation(&self) -> impl Iterator<Item = Seat> + Clone {
        self.world.table.seating.rotation(self.world.table.dealer.unwrap_or(Seat::North))
    }

    /// Cards of a player as a set: those known, and those that his hidden cards may be.
    fn cards(&self, seat: Seat, known: CardSet) -> Value {
        let hidden = self.world.table.hidden(seat);
        Value::Set(Box::new(Set {
            sure: known.iter().map(Value::Card).collect(),
            maybe: hidden.iter().map(Value::Card).collect(),
            hidden: (!hidden.is_empty()).then_some(seat),
        }))
    }

    fn holds_card(&self, player: Option<Seat>, card: Option<Card>) -> Evaluated {
        match (player, card) {
            (Some(seat), Some(card)) => self.holds_any(seat, CardSet::from_iter([card])),
            _ => Ok(Ev::Missing),
        }
    }

    /// Whether a player holds any of these cards now.
    pub fn holds_any(&self, player: Seat, cards: CardSet) -> Evaluated {
        let table = &self.world.table;
        if !table.hand(player).and(cards).is_empty() {
            return Ok(Ev::truth(true));
        }
        let hidden = table.hidden(player).and(cards);
        if hidden.is_empty() {
            return Ok(Ev::truth(false));
        }
        Ok(match self.world.answer_about_hand(self.code, player, hidden) {
            Some(held) => Ev::truth(held),
            None => Ev::Unknown(Box::new(Question::Holds { event: self.world.now, player, cards: hidden })),
        })
    }

    /// What the record does not say, unless this world supposes it.
    fn unsaid(&self, fact: FactId, args: [Option<&Value>; 2]) -> Evaluated {
        let question = Question::Unsaid { fact, args: args.into_iter().flatten().cloned().collect() };
        Ok(match self.world.answers.get(&question) {
            Some(answer) => Ev::Is(answer.clone()),
            None => Ev::Unknown(Box::new(question)),
        })
    }

    /// Whether a card beats every card that the other side still hold.
    fn winning(&self, card: Option<Card>) -> Evaluated {
        let table = &self.world.table;
        let Some(card) = card else { return Ok(Ev::Missing) };
        let Some(owner) = table.owner(card) else { return Ok(Ev::Missing) };
        let trumps = table.contract.and_then(|contract| contract.strain.suit());
        let mut better: CardSet =
            Rank::all().filter(|rank| *rank > card.rank()).map(|rank| Card::new(card.suit(), rank)).collect();
        let holds_suit = |seat: Seat| !table.hand(seat).and(CardSet::of_suit(card.suit())).is_empty();
        let mut out = Ev::truth(true);
        for foe in table.seating.opponents(owner) {
            if let Some(trumps) = trumps.filter(|trumps| *trumps != card.suit() && !holds_suit(foe)) {
                better = better.or(CardSet::of_suit(trumps));
            }
            match self.holds_any(foe, better)? {
                Ev::Is(Value::Truth(true)) => return Ok(Ev::truth(false)),
                Ev::Unknown(question) => out = Ev::Unknown(question),
                _ => {}
            }
        }
        Ok(out)
    }

    /// Whether a card beats the cards that lie in a trick.
    fn beats(&self, card: Card, t: u8) -> Option<Value> {
        let table = &self.world.table;
        let led = table.suit_led(t)?;
        let (_, best) = table.winning_so_far(t)?;
        Some(Value::Truth(best == card || table.power(card, led) > table.power(best, led)))
    }

    fn strain_called(&self) -> Option<Strain> {
        self.world.table.last_bid().and_then(|(_, call)| call.strain())
    }

    /// How many tricks declarer's side are over their contract, or under it; none before the tricks are known.
    pub fn over_contract(&self) -> Option<i64> {
        let table = &self.world.table;
        let contract = table.contract?;
        let level = contract.level?;
        table.tricks_known().then(|| self.world.won(table.seating.side(contract.declarer), None) - 6 - i64::from(level))
    }

    fn right(&self, value: Option<&Value>) -> Option<&Opened> {
        match value {
            Some(Value::Choice(place)) => self.world.rights.get(*place as usize),
            _ => None,
        }
    }

    fn incident(&self, value: Option<&Value>) -> Option<&[Value]> {
        match value {
            Some(Value::Incident(event)) => {
                self.world.happened.get((*event as usize).checked_sub(1)?).map(Happened::args)
            }
            _ => None,
        }
    }

    /// Whether the play has begun or is over, for the hints that a report gives.
    pub fn stage(&self) -> Stage {
        self.world.table.stage
    }
}

fn of_two(builtin: Builtin, a: i64, b: i64) -> i64 {
    match builtin {
        Builtin::Min => a.min(b),
        Builtin::Max => a.max(b),
        _ => a.saturating_pow(u32::try_from(b).unwrap_or(0)),
    }
}

impl World {
    /// The answer that the record gives to a finding.
    pub fn judged_finding(&self, finding: FindingId, args: &[Value]) -> Option<&Value> {
        let fits =
            |about: Judged, given: &[Value]| about == Judged::Finding(finding) && (given.is_empty() || given == args);
        self.judged
            .iter()
            .rev()
            .find(|judgement| fits(judgement.about, &judgement.args))
            .map(|judgement| &judgement.answer)
    }

    /// What this world supposes, or the record says, about hidden cards of a player: whether he holds any of these now.
    /// Cards do not come into a hand: who held none of them before holds none now.
    pub fn answer_about_hand(&self, code: &crate::code::Code, player: Seat, cards: CardSet) -> Option<bool> {
        for (question, answer) in &self.answers {
            let Question::Holds { event, player: who, cards: asked } = question else { continue };
            if *who != player {
                continue;
            }
            match answer {
                Value::Truth(true) if *event == self.now && asked.without(cards).is_empty() => return Some(true),
                Value::Truth(false) if cards.without(*asked).is_empty() => return Some(false),
                _ => {}
            }
        }
        self.judged.iter().rev().find_map(|judgement| {
            let Judged::Fact(fact) = judgement.about else { return None };
            let word = &code.facts[fact.index()].name;
            let asked = match (word.as_str(), judgement.args.as_slice()) {
                ("held", [Value::Player(who), Value::Strain(strain)]) if *who == player => {
                    CardSet::of_suit(strain.suit()?)
                }
                ("holds", [Value::Player(who), Value::Card(card)]) if *who == player => CardSet::from_iter([*card]),
                _ => return None,
            };
            let asked_now = asked.and(self.table.hidden(player));
            match judgement.answer {
                Value::Truth(true) if !asked_now.is_empty() && asked_now.without(cards).is_empty() => Some(true),
                Value::Truth(false) if cards.without(asked).is_empty() => Some(false),
                _ => None,
            }
        })
    }

    /// The tricks of a side: won in play, and moved by penalties (all of them, or those that count as `swing` says).
    /// A side cannot give more tricks than it has.
    pub fn won(&self, side: Side, swing: Option<&Value>) -> i64 {
        let mut won = [0; 2];
        for of_side in self.table.seating.sides() {
            won[of_side.index()] = self.table.won_in_play(of_side);
        }
        for noted in &self.noted {
            match (noted.remedy, noted.args.as_slice()) {
                (KnownRemedy::Transfer, [Value::Number(n), Value::Side(from), Value::Side(to), counting])
                    if swing.is_none_or(|swing| swing == counting) =>
                {
                    let moved = (*n).clamp(0, won[from.index()].max(0));
                    won[from.index()] -= moved;
                    won[to.index()] += moved;
                }
                (KnownRemedy::CountAsWon, [Value::Number(n), Value::Side(to)]) => won[to.index()] += n,
                _ => {}
            }
        }
        won[side.index()]
    }

    /// The trick that an event of the record was about.
    pub fn trick_of_event(&self, event: u32, code: &crate::code::Code) -> Option<u8> {
        let happened = self.happened.get((event as usize).checked_sub(1)?)?;
        let kind = happened.event()?;
        let params = &code.events[kind.index()].params;
        let place = params.iter().position(|param| param.ty.base == crate::code::value::Base::Trick)?;
        happened.args().get(place)?.number().and_then(|t| u8::try_from(t).ok())
    }
}
