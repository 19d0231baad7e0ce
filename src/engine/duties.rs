//! Duties: which of them an act breaks, and what is lawful.
//!
//! An act breaks a duty when one of its ways to be broken fits, no excuse holds, and the player could have kept it.

use crate::bridge::{Card, CardSet, Seat};
use crate::code::known::KnownEvent;
use crate::code::tree::{BrokenBy, Duty, EventId, Expr, StatusId, TriggerKind};
use crate::code::value::{Base, Value};

use super::eval::{Ev, Evaluated, Scope};
use super::event::{Happening, HappeningKind};
use super::glance::Glance;
use super::truth::Tri;
use super::world::{Fault, Frame, Names, Question, with_names};

/// A duty that an act breaks.
#[derive(Debug, Clone, PartialEq)]
pub struct Breach {
    pub duty: StatusId,
    pub args: Vec<Value>,
    /// The question that it hangs on.
    pub ask: Option<Box<Question>>,
}

/// What is still to be asked before an act that fits breaks a duty.
#[derive(Clone, Copy)]
enum Condition<'p> {
    None,
    Plain(&'p Expr),
    Glance(&'p Expr, &'p Glance),
}

impl<'p> Condition<'p> {
    fn of(way: &'p BrokenBy, glance: Option<&'p Glance>) -> Condition<'p> {
        match (&way.condition, glance) {
            (Some(condition), Some(glance)) => Condition::Glance(condition, glance),
            (Some(condition), None) => Condition::Plain(condition),
            (None, _) => Condition::None,
        }
    }
}

impl Scope<'_> {
    /// All duties that an act breaks, in the order of the code.
    pub fn breaches(&self, happening: &Happening) -> Result<Vec<Breach>, Fault> {
        let mut found = Vec::new();
        let Some((event, _)) = happening.as_event() else { return Ok(found) };
        for duty in self.program.duties.get(event.index()).into_iter().flatten() {
            if self.program.always[duty.index()] || !self.world.standing(*duty).is_empty() {
                self.breaches_of(*duty, happening, &mut found)?;
            }
        }
        Ok(found)
    }

    /// Whether an act fits one way to break a duty, as a glance at its parts tells.
    fn at_a_glance(&self, duty: StatusId, way: usize, act: &Happening) -> Option<bool> {
        let guard = self.program.duty_guards[duty.index()][way].as_ref();
        guard.zip(act.as_event()).and_then(|(guard, (_, values))| self.passes(guard, values))
    }

    /// The breaches of one kind of duty.
    fn breaches_of(&self, duty: StatusId, happening: &Happening, found: &mut Vec<Breach>) -> Result<(), Fault> {
        let status = &self.code.statuses[duty.index()];
        let Some(test) = &status.duty else { return Ok(()) };
        if !test.always && self.world.standing(duty).is_empty() {
            return Ok(());
        }
        let mut add = |args: &Names, broken: Tri| {
            if broken == Tri::No {
                return;
            }
            let args: Vec<Value> = args.iter().flatten().cloned().collect();
            if found.iter().any(|breach| breach.duty == duty && breach.args == args && breach.ask.is_none()) {
                return;
            }
            match broken {
                Tri::No => {}
                Tri::Yes => {
                    found.retain(|breach| breach.duty != duty || breach.args != args);
                    found.push(Breach { duty, args, ask: None });
                }
                Tri::Ask(question) => found.push(Breach { duty, args, ask: Some(question) }),
            }
        };
        for (place, way) in test.broken_by.iter().enumerate() {
            if !self.awaits(&way.act, happening, &[]) {
                continue;
            }
            let told = self.at_a_glance(duty, place, happening);
            if told == Some(false) && !cfg!(debug_assertions) {
                continue;
            }
            let glance = self.program.breaking[duty.index()][place].as_ref();
            let condition = match told {
                Some(true) if !cfg!(debug_assertions) => Condition::None,
                _ => Condition::of(way, glance),
            };
            if test.always {
                let mut fits = false;
                self.fits((way, condition), &[], happening, &mut |names, broken| {
                    fits = true;
                    let args = names.get(..status.params.len()).unwrap_or(names);
                    let broken = self.in_earnest((duty, test), way, args, happening, broken)?;
                    add(args, broken);
                    Ok(())
                })?;
                debug_assert!(told.is_none_or(|told| told == fits), "a glance sees a duty otherwise than the law does");
            } else {
                for standing in self.world.standing(duty) {
                    let args: Frame = standing.args.iter().cloned().map(Some).collect();
                    self.fits((way, condition), &args, happening, &mut |_, broken| {
                        let broken = self.in_earnest((duty, test), way, &args, happening, broken)?;
                        add(&args, broken);
                        Ok(())
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Tells `each` of the ways in which an act fits one way to break a duty with these parts, its condition worked out.
    fn fits(
        &self,
        (way, condition): (&BrokenBy, Condition<'_>),
        args: &Names,
        happening: &Happening,
        each: &mut dyn FnMut(&Names, Tri) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut tell = |names: &Names, fits: Tri| {
            let holds = match condition {
                _ if fits == Tri::No => fits,
                Condition::Glance(condition, glance) => fits.and(self.holds_at(glance, condition, names)?),
                Condition::Plain(condition) => fits.and(self.holds(condition, names)?),
                Condition::None => fits,
            };
            if holds == Tri::No { Ok(()) } else { each(names, holds) }
        };
        with_names(args, way.slots, |names| {
            // The act is an event but for a few duties: then nothing is kept of what is bound.
            if let (TriggerKind::Event(event, args), HappeningKind::Event(happened, values)) =
                (&way.act.kind, &happening.kind)
            {
                return if event == happened {
                    let fits = self.bind(args, values, names)?;
                    tell(names, fits)
                } else {
                    Ok(())
                };
            }
            self.match_trigger(&way.act, names, happening, &[])?.into_iter().try_for_each(|found| {
                let fits = found.ask.map_or(Tri::Yes, Tri::Ask);
                tell(&found.frame, fits)
            })
        })
    }

    /// A way to break a duty fits: it is a breach unless it is excused or could not have been kept.
    fn in_earnest(
        &self,
        (duty, test): (StatusId, &Duty),
        way: &BrokenBy,
        args: &Names,
        happening: &Happening,
        fits: Tri,
    ) -> Result<Tri, Fault> {
        let excused = match (&test.excused, &self.program.excuses[duty.index()]) {
            (Some(excuse), Some(glance)) => self.holds_at(glance, excuse, args)?,
            _ => Tri::No,
        };
        let broken = fits.and(excused.not());
        if broken == Tri::No || !way.looks {
            return Ok(broken);
        }
        Ok(broken.and(self.could_keep(duty, args, happening)?))
    }

    /// Whether the player who acts holds a card that keeps the duty. A call can always be made.
    fn could_keep(&self, duty: StatusId, args: &Names, happening: &Happening) -> Result<Tri, Fault> {
        let HappeningKind::Event(event, values) = &happening.kind else { return Ok(Tri::Yes) };
        let Some(place) = self.card_place(*event) else { return Ok(Tri::Yes) };
        let Some(player) = happening.actor() else { return Ok(Tri::Yes) };
        let mut instead = happening.clone();
        let mut keeps = |card: Card| -> Result<bool, Fault> {
            if let HappeningKind::Event(_, values) = &mut instead.kind {
                values[place] = Value::Card(card);
            }
            self.keeps(duty, args, &instead)
        };
        // Cards that keep the duty alike are tried together.
        let alike = |card: Card| match self.program.by_suit[duty.index()] {
            true => CardSet::of_suit(card.suit()),
            false => CardSet::from_iter([card]),
        };
        let mut rest = self.world.table.hand(player);
        while let Some(card) = rest.iter().next() {
            if keeps(card)? {
                return Ok(Tri::Yes);
            }
            rest = rest.without(alike(card));
        }
        let mut hidden = CardSet::EMPTY;
        let mut rest = self.world.table.hidden(player);
        while let Some(card) = rest.iter().next() {
            if keeps(card)? {
                hidden = hidden.or(rest.and(alike(card)));
            }
            rest = rest.without(alike(card));
        }
        if hidden.is_empty() {
            return Ok(Tri::No);
        }
        if !self.is_challenged(player, values) && self.world.answer_about_hand(self.code, player, hidden).is_none() {
            return Ok(Tri::No);
        }
        Ok(Tri::of(self.holds_any(player, hidden)?))
    }

    /// Whether an act keeps a duty, and breaks none of those that the duty yields to.
    fn keeps(&self, duty: StatusId, args: &Names, act: &Happening) -> Result<bool, Fault> {
        let status = &self.code.statuses[duty.index()];
        let Some(test) = &status.duty else { return Ok(true) };
        let mut kept = true;
        let own: &Names = if test.always { &[] } else { args };
        for (place, way) in test.broken_by.iter().enumerate().filter(|(_, way)| self.awaits(&way.act, act, &[])) {
            if let (Some(guard), Some((_, values))) = (&self.program.duty_guards[duty.index()][place], act.as_event())
                && let Some(broken) = self.passes(guard, values)
            {
                if broken && guard.binds(args, values) {
                    return Ok(false);
                }
                continue;
            }
            let glance = self.program.breaking[duty.index()][place].as_ref();
            self.fits((way, Condition::of(way, glance)), own, act, &mut |names, broken| {
                let same = !test.always || names.iter().take(args.len()).eq(args);
                kept &= !(same && broken == Tri::Yes);
                Ok(())
            })?;
            if !kept {
                return Ok(false);
            }
        }
        for other in self.program.yields_to[duty.index()].iter().copied() {
            let mut broken = Vec::new();
            self.breaches_of(other, act, &mut broken)?;
            if !broken.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The place of the card in an event of a player with one card.
    pub fn card_place(&self, event: EventId) -> Option<usize> {
        self.code.events[event.index()].params.iter().position(|param| param.ty.base == Base::Card && !param.ty.set)
    }

    /// A card that a hidden hand plays off suit is asked about only if somebody challenged it, or all such cards are suspect.
    fn is_challenged(&self, player: Seat, values: &[Value]) -> bool {
        if self.settings.suspect_all {
            return true;
        }
        let trick = values.iter().rev().find_map(Value::number).and_then(|t| u8::try_from(t).ok());
        trick.is_some_and(|t| self.world.challenged.contains(&(player, t)))
    }

    /// `lawful call(p, c)`, `lawful play(p, c)`: done now, it would break no duty.
    pub fn lawful(&self, event: EventId, player: &Value, what: &Value) -> Evaluated {
        let act = match (what, player) {
            (Value::Card(card), Value::Player(seat)) => match self.card_act(*seat, *card) {
                Some(act) => act,
                None => return Ok(Ev::Missing),
            },
            _ => Happening::event(event, [player.clone(), what.clone()]),
        };
        let breaches = self.breaches(&act)?;
        Ok(match breaches.iter().find(|breach| breach.ask.is_none()) {
            Some(_) => Ev::truth(false),
            None => match breaches.into_iter().next().and_then(|breach| breach.ask) {
                Some(question) => Ev::Unknown(question),
                None => Ev::truth(true),
            },
        })
    }

    /// A card put down by a player now, as a lead or a play.
    pub fn card_act(&self, seat: Seat, card: Card) -> Option<Happening> {
        let (t, lead) = self.world.table.where_to(seat);
        let known = if lead { KnownEvent::Lead } else { KnownEvent::Play };
        let event = self.settings.known_event(known)?;
        Some(Happening::event(event, [Value::Player(seat), Value::Card(card), Value::Number(i64::from(t))]))
    }
}
