//! Duties: which of them an act breaks, and what is lawful.
//!
//! An act breaks a duty when one of its ways to be broken fits, no excuse holds, and the player could have kept it.

use crate::bridge::{Card, CardSet, Seat};
use crate::code::known::KnownEvent;
use crate::code::tree::{BrokenBy, Duty, EventId, StatusId};
use crate::code::value::{Base, Value};

use super::eval::{Ev, Evaluated, Scope, Tri};
use super::event::{Happening, HappeningKind};
use super::world::{Fault, Frame, Question};

/// A duty that an act breaks.
#[derive(Debug, Clone, PartialEq)]
pub struct Breach {
    pub duty: StatusId,
    pub args: Vec<Value>,
    /// The question that it hangs on.
    pub ask: Option<Box<Question>>,
}

impl Scope<'_> {
    /// All duties that an act breaks, in the order of the code.
    pub fn breaches(&self, happening: &Happening) -> Result<Vec<Breach>, Fault> {
        let mut found = Vec::new();
        let Some((event, _)) = happening.as_event() else { return Ok(found) };
        for duty in self.program.duties.get(event.index()).into_iter().flatten() {
            self.breaches_of(*duty, happening, &mut found)?;
        }
        Ok(found)
    }

    /// The breaches of one kind of duty.
    fn breaches_of(&self, duty: StatusId, happening: &Happening, found: &mut Vec<Breach>) -> Result<(), Fault> {
        let status = &self.code.statuses[duty.index()];
        let Some(test) = &status.duty else { return Ok(()) };
        let mut add = |args: Vec<Value>, broken: Tri| {
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
        for way in &test.broken_by {
            if test.always {
                for (frame, broken) in self.fits(way, &vec![None; way.slots], happening)? {
                    let args: Vec<Value> = frame.iter().take(status.params.len()).flatten().cloned().collect();
                    let broken = self.in_earnest(duty, test, way, &args, happening, broken)?;
                    add(args, broken);
                }
            } else {
                for standing in self.world.standing(duty) {
                    let frame = with_parts(&standing.args, way.slots);
                    for (_, broken) in self.fits(way, &frame, happening)? {
                        let broken = self.in_earnest(duty, test, way, &standing.args, happening, broken)?;
                        add(standing.args.clone(), broken);
                    }
                }
            }
        }
        Ok(())
    }

    /// The ways in which an act fits one way to break a duty, its condition worked out.
    fn fits(&self, way: &BrokenBy, frame: &Frame, happening: &Happening) -> Result<Vec<(Frame, Tri)>, Fault> {
        let mut out = Vec::new();
        for found in self.match_trigger(&way.act, frame, happening, &[])? {
            let condition = match &way.condition {
                None => Tri::Yes,
                Some(condition) => self.holds(condition, &found.frame)?,
            };
            if condition != Tri::No {
                out.push((found.frame, condition));
            }
        }
        Ok(out)
    }

    /// A way to break a duty fits: it is a breach unless it is excused or could not have been kept.
    fn in_earnest(
        &self,
        duty: StatusId,
        test: &Duty,
        way: &BrokenBy,
        args: &[Value],
        happening: &Happening,
        fits: Tri,
    ) -> Result<Tri, Fault> {
        let excused = match &test.excused {
            None => Tri::No,
            Some(excuse) => self.holds(excuse, &args.iter().cloned().map(Some).collect())?,
        };
        let broken = fits.and(excused.not());
        if broken == Tri::No || !way.looks {
            return Ok(broken);
        }
        Ok(broken.and(self.could_keep(duty, args, happening)?))
    }

    /// Whether the player who acts holds a card that keeps the duty. A call can always be made.
    fn could_keep(&self, duty: StatusId, args: &[Value], happening: &Happening) -> Result<Tri, Fault> {
        let HappeningKind::Event(event, values) = &happening.kind else { return Ok(Tri::Yes) };
        let Some(place) = self.card_place(*event) else { return Ok(Tri::Yes) };
        let Some(player) = happening.actor() else { return Ok(Tri::Yes) };
        let keeps = |card: Card| -> Result<bool, Fault> {
            let mut values = values.clone();
            values[place] = Value::Card(card);
            let instead = Happening { kind: HappeningKind::Event(*event, values), ..happening.clone() };
            self.keeps(duty, args, &instead)
        };
        for card in self.world.table.hand(player).iter() {
            if keeps(card)? {
                return Ok(Tri::Yes);
            }
        }
        let mut hidden = CardSet::EMPTY;
        for card in self.world.table.hidden(player).iter() {
            if keeps(card)? {
                hidden.insert(card);
            }
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
    fn keeps(&self, duty: StatusId, args: &[Value], act: &Happening) -> Result<bool, Fault> {
        let status = &self.code.statuses[duty.index()];
        let Some(test) = &status.duty else { return Ok(true) };
        for way in &test.broken_by {
            let frame = if test.always { vec![None; way.slots] } else { with_parts(args, way.slots) };
            let hit = self.fits(way, &frame, act)?;
            let same = |frame: &Frame| !test.always || frame.iter().take(args.len()).flatten().eq(args.iter());
            if hit.iter().any(|(frame, broken)| same(frame) && *broken == Tri::Yes) {
                return Ok(false);
            }
        }
        for other in self.yields_to(duty) {
            let mut broken = Vec::new();
            self.breaches_of(other, act, &mut broken)?;
            if !broken.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The duties that a duty gives way to.
    fn yields_to(&self, duty: StatusId) -> impl Iterator<Item = StatusId> {
        self.code.yields.iter().filter(move |line| line.left == duty).flat_map(|line| line.right.iter().copied())
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
            _ => Happening::event(event, vec![player.clone(), what.clone()]),
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
        Some(Happening::event(event, vec![Value::Player(seat), Value::Card(card), Value::Number(i64::from(t))]))
    }
}

/// A frame that begins with the parts of a duty.
fn with_parts(args: &[Value], slots: usize) -> Frame {
    let mut frame: Frame = args.iter().cloned().map(Some).collect();
    frame.resize(slots.max(args.len()), None);
    frame
}
