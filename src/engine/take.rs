//! Entries of a record as the world takes them in: what was left unsaid is filled in from the table, then the event is worked off.

use std::sync::Arc;

use crate::bridge::Seat;
use crate::code::known::KnownEvent;
use crate::code::log::{LogArg, RecordedEvent, RecordedKind};
use crate::code::tree::EventId;
use crate::code::value::{Base, Value};
use crate::ruling::{Kind, State};

use super::eval::Scope;
use super::event::{Happened, Happening, HappeningKind, Parts};
use super::ruled::Said;
use super::settings::Shared;
use super::world::{Judgement, Stop, World, with_names};

impl World {
    /// Works one entry of the record off, with everything that follows from it.
    pub fn deal_with(&mut self, shared: &Shared<'_>, entry: &Arc<RecordedEvent>) -> Result<(), Stop> {
        self.happened.push(Happened { entry: Arc::clone(entry), what: None });
        if self.ended {
            if !self.is_ordinary(shared, entry) {
                self.refuse(shared, "the deal was given up before this");
            }
            return Ok(());
        }
        match &entry.kind {
            RecordedKind::Event(event, args) => self.take_event(shared, *event, args),
            RecordedKind::Choose { by, clauses, option, picks, nth } => match self.seat(shared, by) {
                Some(seat) => {
                    let refused = self.choose(shared, seat, clauses, option, picks, *nth)?;
                    self.after_choice(shared, refused)
                }
                None => self.after_choice(shared, Some("nobody is named who chooses".to_string())),
            },
            RecordedKind::Waive { by, clauses, nth } => match self.seat(shared, by) {
                Some(seat) => {
                    let refused = self.waive(shared, seat, clauses, *nth)?;
                    self.after_choice(shared, refused)
                }
                None => self.after_choice(shared, Some("nobody is named who gives a right up".to_string())),
            },
            RecordedKind::Judge { question, args, answer } => {
                let scope = self.scope(shared);
                let args: Option<Vec<Value>> = args.iter().map(|arg| self.resolve_arg(&scope, arg)).collect();
                match (args, self.resolve_arg(&scope, answer)) {
                    (Some(args), Some(answer)) => {
                        let judgement = Judgement { about: *question, args, answer };
                        if !self.judged.contains(&judgement) {
                            self.judged.push(judgement);
                        }
                    }
                    _ => self.refuse(shared, "the judgement names what is not there"),
                }
                Ok(())
            }
        }
    }

    fn after_choice(&mut self, shared: &Shared<'_>, refused: Option<String>) -> Result<(), Stop> {
        if let Some(why) = refused {
            self.refuse(shared, &why);
        }
        self.drain(shared)?;
        self.close_the_deal(shared);
        Ok(())
    }

    /// An event of the record.
    fn take_event(&mut self, shared: &Shared<'_>, event: EventId, args: &[Option<LogArg>]) -> Result<(), Stop> {
        let (event, values) = match self.fill(shared, event, args) {
            Ok(filled) => filled,
            Err(why) => {
                self.refuse(shared, &why);
                return Ok(());
            }
        };
        let known = shared.code.events[event.index()].known;
        let before = (self.ruled.len(), self.begun);
        if known == Some(KnownEvent::PlayOver) {
            self.set_happened(event, values);
            let found = self.table.end_play(None);
            self.queue_found(shared, found);
        } else {
            self.steps += 1;
            let outer = self.current.replace(Happening::event(event, values));
            self.step(shared)?;
            if let Some(Happening { kind: HappeningKind::Event(event, values), .. }) =
                std::mem::replace(&mut self.current, outer)
            {
                self.set_happened(event, values);
            }
        }
        self.drain(shared)?;
        if before == (self.ruled.len(), self.begun) && !is_routine(known) {
            self.say_nothing_applies(shared, event);
        }
        self.close_the_deal(shared);
        Ok(())
    }

    /// The entry that is dealt with was this event.
    fn set_happened(&mut self, event: EventId, values: Parts) {
        if let Some(happened) = self.happened.last_mut() {
            happened.what = Some((event, values));
        }
    }

    /// No clause answers: the code is silent, or the law that treats this is not written yet.
    fn say_nothing_applies(&mut self, shared: &Shared<'_>, event: EventId) {
        let parts = self.happened.last().and_then(|happened| happened.what.clone()).map(|(_, parts)| parts);
        let happening = Happening::event(event, parts.unwrap_or_else(|| [].into()));
        self.current = Some(happening.clone());
        let unwritten = shared.code.laws.iter().find(|law| match &law.kind {
            crate::code::tree::LawKind::Unwritten(triggers) => {
                let found = self.scope(shared).match_any(triggers, &vec![None; 32], &happening, &[]);
                found.is_ok_and(|found| !found.is_empty())
            }
            _ => false,
        });
        let mut ruling = match unwritten {
            Some(law) => {
                let mut ruling = self.new_ruling(shared, Kind::NotWritten, None, &Vec::new());
                ruling.words = Some(Box::new(Said { law: law.number.clone(), gist: law.heading.clone() }));
                ruling
            }
            None if self.happened.last().is_some_and(|happened| self.is_ruled_already(shared, happened.args())) => {
                self.current = None;
                return;
            }
            None => {
                let mut ruling = self.new_ruling(shared, Kind::Silent, None, &Vec::new());
                let waiting = shared.program.waiting_for(event);
                let mut nearest: Vec<String> = waiting
                    .iter()
                    .map(|id| shared.code.laws[shared.code.clauses[id.index()].law.index()].number.clone())
                    .collect();
                nearest.dedup();
                ruling.say(match nearest.as_slice() {
                    [] => "no law of this code speaks of it".to_string(),
                    nearest => format!("no clause applies as things stand; nearest: law {}", nearest.join(", ")),
                });
                ruling
            }
        };
        ruling.offender = None;
        self.current = None;
        self.ruled.push(ruling);
    }

    /// Whether an event only draws attention to something that was ruled on when it happened.
    fn is_ruled_already(&self, shared: &Shared<'_>, args: &[Value]) -> bool {
        args.iter().any(|value| match value {
            Value::Incident(nr) => self.ruled.iter().any(|ruled| ruled.answers(shared, *nr)),
            _ => false,
        })
    }

    /// After a new deal is ordered nothing of this deal can be chosen any more.
    fn close_the_deal(&mut self, shared: &Shared<'_>) {
        if self.ended {
            for place in 0..self.rights.len() {
                if self.rights[place].open {
                    self.end_right(shared, place, State::Lapsed, None);
                }
            }
            self.queue.clear();
            self.table.void = true;
        }
    }

    /// What the record says could not be.
    fn refuse(&mut self, shared: &Shared<'_>, why: &str) {
        self.current = None;
        let mut ruling = self.new_ruling(shared, Kind::Refused, None, &Vec::new());
        ruling.say(why);
        self.ruled.push(ruling);
    }

    fn is_ordinary(&self, shared: &Shared<'_>, entry: &RecordedEvent) -> bool {
        match &entry.kind {
            RecordedKind::Event(event, _) => is_routine(shared.code.events[event.index()].known),
            RecordedKind::Judge { .. } => true,
            RecordedKind::Choose { .. } | RecordedKind::Waive { .. } => false,
        }
    }

    /// Who chooses: the player named, or the holder of the right meant.
    fn seat(&self, shared: &Shared<'_>, arg: &LogArg) -> Option<Seat> {
        match self.resolve_arg(&self.scope(shared), arg)? {
            Value::Choice(place) => self.rights.get(place as usize)?.holders.first().copied(),
            other => other.player(),
        }
    }

    /// An argument as a value: roles are looked up now, incidents among the events before.
    pub fn resolve_arg(&self, scope: &Scope<'_>, arg: &LogArg) -> Option<Value> {
        match arg {
            LogArg::Value(value) => Some(value.clone()),
            LogArg::Role(fact) => scope.role_of(*fact),
            LogArg::Incident(event, parts) => self.find_incident(scope, *event, parts).map(Value::Incident),
            LogArg::Right(clauses) => {
                let open = self.find_right(clauses, 1, None);
                let any = (0..self.rights.len()).rev().find(|place| clauses.contains(&self.rights[*place].clause));
                open.or(any).map(|place| Value::Choice(place as u32))
            }
            LogArg::Set(several) => {
                let values: Option<Vec<Value>> = several.iter().map(|arg| self.resolve_arg(scope, arg)).collect();
                values.map(|values| Value::Set(Box::new(crate::code::value::Set::of(values))))
            }
        }
    }

    /// The latest earlier event that fits; a lead is found as a play too.
    fn find_incident(&self, scope: &Scope<'_>, event: EventId, parts: &[Option<LogArg>]) -> Option<u32> {
        let known = scope.code.events[event.index()].known;
        let is_card = |known| matches!(known, Some(KnownEvent::Lead | KnownEvent::Play));
        let wanted: Vec<Option<Value>> =
            parts.iter().map(|part| part.as_ref().and_then(|part| self.resolve_arg(scope, part))).collect();
        let fits = |happened: &Happened| {
            happened.event().is_some_and(|other| {
                other == event || (is_card(known) && is_card(scope.code.events[other.index()].known))
            }) && wanted
                .iter()
                .zip(happened.args())
                .all(|(wanted, found)| wanted.as_ref().is_none_or(|wanted| wanted == found))
        };
        let place = self.happened.iter().rposition(fits)?;
        u32::try_from(place + 1).ok()
    }

    /// Fills in what an entry leaves unsaid. A card that is put down becomes a lead or a play as the table has it.
    fn fill(&self, shared: &Shared<'_>, event: EventId, args: &[Option<LogArg>]) -> Result<(EventId, Parts), String> {
        let scope = self.scope(shared);
        let kind = &shared.code.events[event.index()];
        if let Some(filled) = self.fill_plainly(shared, event, args) {
            return Ok(filled);
        }
        with_names(&[], kind.params.len(), |values| {
            for ((value, param), arg) in values.iter_mut().zip(&kind.params).zip(args) {
                let Some(arg) = arg else { continue };
                *value = self.resolve_arg(&scope, arg);
                if value.is_none() {
                    return Err(format!("the part `{}` names what is not there", param.name));
                }
            }
            let mut event = event;
            if let (
                Some(KnownEvent::Lead | KnownEvent::Play),
                [Some(Value::Player(seat)), Some(Value::Card(_)), trick],
            ) = (kind.known, &mut *values)
            {
                let lead = self.place_card(kind.known == Some(KnownEvent::Lead), *seat, trick);
                let known = if lead { KnownEvent::Lead } else { KnownEvent::Play };
                event = shared.settings.known_event(known).unwrap_or(event);
            }
            let values = &*values;
            let filled = kind.params.iter().zip(values).map(|(param, value)| {
                let value = value.clone().or_else(|| self.unsaid_part(kind.known, param.ty.base, values));
                value.ok_or_else(|| format!("the part `{}` is not said", param.name))
            });
            Ok((event, filled.collect::<Result<Parts, String>>()?))
        })
    }

    /// By far the most entries say all their parts outright, or are a card of which the trick is not said.
    fn fill_plainly(&self, shared: &Shared<'_>, event: EventId, args: &[Option<LogArg>]) -> Option<(EventId, Parts)> {
        let said = |arg: &Option<LogArg>| match arg {
            Some(LogArg::Value(value)) => Some(value.clone()),
            _ => None,
        };
        let kind = &shared.code.events[event.index()];
        match (kind.known, args) {
            (
                Some(KnownEvent::Lead | KnownEvent::Play),
                [Some(LogArg::Value(player @ Value::Player(seat))), Some(LogArg::Value(card @ Value::Card(_))), trick],
            ) => {
                let mut t = match trick {
                    None => None,
                    trick => Some(said(trick)?),
                };
                let lead = self.place_card(kind.known == Some(KnownEvent::Lead), *seat, &mut t);
                let known = if lead { KnownEvent::Lead } else { KnownEvent::Play };
                let event = shared.settings.known_event(known).unwrap_or(event);
                Some((event, [player.clone(), card.clone(), t?].into()))
            }
            (Some(KnownEvent::Lead | KnownEvent::Play), _) => None,
            (_, [one]) if kind.params.len() == 1 => Some((event, [said(one)?].into())),
            (_, [one, other]) if kind.params.len() == 2 => Some((event, [said(one)?, said(other)?].into())),
            _ if args.len() == kind.params.len() => {
                args.iter().map(said).collect::<Option<Parts>>().map(|parts| (event, parts))
            }
            _ => None,
        }
    }

    /// Fills in the trick of a card and says whether it is led.
    fn place_card(&self, said_lead: bool, seat: Seat, trick: &mut Option<Value>) -> bool {
        let number = |t: u8| Some(Value::Number(i64::from(t)));
        let (t, lead) = self.table.where_to(seat);
        match trick.as_ref().and_then(Value::number).and_then(|t| u8::try_from(t).ok()) {
            Some(t) => said_lead || self.table.trick(t).is_none_or(|trick| trick.plays.is_empty()),
            None => {
                *trick = number(t);
                said_lead || lead
            }
        }
    }

    /// A part that the table can fill in.
    fn unsaid_part(&self, known: Option<KnownEvent>, ty: Base, values: &[Option<Value>]) -> Option<Value> {
        let card = values.iter().flatten().find_map(Value::card);
        let last = u8::try_from(self.table.tricks.len()).unwrap_or(u8::MAX);
        let trick = match (known, values.iter().flatten().find_map(Value::number), card) {
            (_, Some(t), _) => u8::try_from(t).ok(),
            (Some(KnownEvent::Supply), ..) => self.short_trick(values),
            (Some(KnownEvent::Withdraw | KnownEvent::Correct), _, Some(card)) => self.trick_with(card),
            (None, ..) if last > 0 && self.table.trick(last).is_some_and(|trick| !trick.is_done()) => Some(last),
            (Some(KnownEvent::Quit), ..) | (None, ..) => Some(last.max(1)),
            _ => Some(self.table.this_trick()),
        };
        match ty {
            Base::Trick => trick.map(|t| Value::Number(i64::from(t))),
            Base::Side => {
                let winner = trick.and_then(|t| self.table.winning_so_far(t)).map(|(seat, _)| seat);
                let actor = values.iter().flatten().find_map(Value::player);
                actor.or(winner).map(|seat| Value::Side(self.table.seating.side(seat)))
            }
            Base::Suit | Base::Strain => {
                trick.and_then(|t| self.table.suit_led(t)).map(|suit| Value::Strain(suit.into()))
            }
            Base::Number if known == Some(KnownEvent::Declared) => Some(Value::Number(0)),
            _ => None,
        }
    }

    /// The first trick to which a player has not played though others have.
    fn short_trick(&self, values: &[Option<Value>]) -> Option<u8> {
        let seat = values.iter().flatten().find_map(Value::player)?;
        let short = self.table.tricks.iter().position(|trick| !trick.plays.is_empty() && trick.card(seat).is_none())?;
        u8::try_from(short + 1).ok()
    }

    fn trick_with(&self, card: crate::bridge::Card) -> Option<u8> {
        let place = self.table.tricks.iter().position(|trick| trick.plays.iter().any(|(_, played)| *played == card))?;
        u8::try_from(place + 1).ok()
    }
}

/// Events that need no answer when no law speaks: they are the game itself.
fn is_routine(known: Option<KnownEvent>) -> bool {
    known.is_some_and(|known| {
        !matches!(known, KnownEvent::Expose | KnownEvent::Notice | KnownEvent::Bystander | KnownEvent::PlayTogether)
    })
}
