//! Rulings as the engine keeps them, and how they are put into words.
//!
//! In: what was done, in the terms of the code. Out: [`Ruling`]s, whose texts are made only when somebody asks for them. INVARIANT:
//! what can change later, such as who declarer is, is kept as it was; the rest is read off the code and off what has happened.

use std::borrow::Cow;

use crate::bridge::{Seat, Side};
use crate::code::known::KnownRemedy;
use crate::code::log::{LogArg, RecordedKind};
use crate::code::print::fill;
use crate::code::tree::{ClauseId, EventId, Param, RemedyId, StatusId};
use crate::code::value::{Base, Value};
use crate::ruling::{Award, Derivation, Effect, EffectKind, EventRef, Kind, Outcome, RightReport, Ruling, Transfer};

use super::event::Parts;
use super::settings::Shared;
use super::world::{Frame, World};

/// A ruling, not yet in words.
#[derive(Debug, Clone)]
pub struct Ruled {
    /// Its number in the deal, from 1.
    pub id: u32,
    /// What kind.
    pub kind: Kind,
    /// The clause.
    pub clause: Option<ClauseId>,
    /// The names of the clause and what they were.
    pub frame: Frame,
    /// The law and what there is to say, where no clause says it.
    pub words: Option<Box<Said>>,
    /// The event.
    pub event: About,
    /// The event of the record at which the matter arose.
    pub arose: u32,
    /// The trick that it is about.
    pub trick: Option<u8>,
    /// The offender.
    pub offender: Option<Seat>,
    /// His side.
    pub side: Option<Side>,
    /// What he is, once declarer is known.
    pub role: Option<Role>,
    /// What follows by itself.
    pub effects: Vec<Deed>,
    /// What may be chosen.
    pub right: Option<Box<RightReport>>,
    /// What became of a right.
    pub outcome: Option<Outcome>,
    /// The clauses that it takes the place of, or those in conflict.
    pub instead_of: Vec<ClauseId>,
}

/// What is said of a ruling that no clause gives.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// The law as cited, if there is one.
    pub law: String,
    /// What there is to say.
    pub gist: String,
}

/// What a ruling is about.
#[derive(Debug, Clone)]
pub enum About {
    /// An event, and its number in the record.
    Event(u32, EventId, Parts),
    /// An entry of the record that is no event, or none yet.
    Entry(Box<EventRef>),
}

/// What a player is in a deal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Role {
    Declarer,
    Dummy,
    Defender,
}

impl Role {
    fn word(self) -> &'static str {
        match self {
            Role::Declarer => "declarer",
            Role::Dummy => "dummy",
            Role::Defender => "defender",
        }
    }
}

/// One consequence.
#[derive(Debug, Clone)]
pub struct Deed {
    /// What.
    pub what: Done,
    /// Its parts.
    pub args: Vec<Value>,
}

/// What is done.
#[derive(Debug, Clone, Copy)]
pub enum Done {
    /// A status begins.
    Begins(StatusId),
    /// A status ends.
    Ends(StatusId),
    /// Something is done.
    Does(RemedyId),
    /// An event is dealt with as if it had happened.
    Deems(EventId),
}

impl Ruled {
    /// Says what there is to say, where no clause does.
    pub fn say(&mut self, gist: impl Into<String>) {
        self.words.get_or_insert_default().gist = gist.into();
    }

    /// Whether it is mere bookkeeping, as [`Ruling::is_routine`] says of it in words.
    pub fn is_routine(&self, shared: &Shared<'_>) -> bool {
        let quiet = |deed: &Deed| match deed.what {
            Done::Begins(_) | Done::Ends(_) => true,
            Done::Does(remedy) => {
                let known = shared.code.remedies[remedy.index()].known;
                matches!(known, Some(KnownRemedy::CloseCalling | KnownRemedy::PassOut))
            }
            Done::Deems(_) => false,
        };
        self.kind == Kind::Clause && self.offender.is_none() && self.right.is_none() && self.effects.iter().all(quiet)
    }

    /// The law as cited; empty when there is none.
    pub fn law(&self, shared: &Shared<'_>) -> String {
        match (&self.words, self.clause) {
            (Some(words), None) => words.law.clone(),
            (_, clause) => clause.map(|clause| shared.code.cite(clause)).unwrap_or_default(),
        }
    }

    /// The number of the event of the record that led to it.
    fn event_nr(&self) -> u32 {
        match &self.event {
            About::Event(nr, ..) => *nr,
            About::Entry(entry) => entry.nr,
        }
    }

    /// Whether it answers an event of the record, and is not mere bookkeeping.
    pub fn answers(&self, shared: &Shared<'_>, nr: u32) -> bool {
        self.event_nr() == nr && self.kind == Kind::Clause && !self.is_routine(shared)
    }
}

impl World {
    /// The rulings so far, in words.
    pub fn rulings(&self, shared: &Shared<'_>) -> Vec<Ruling> {
        self.ruled.iter().map(|ruled| self.ruling(shared, ruled)).collect()
    }

    /// A ruling in words.
    pub fn ruling(&self, shared: &Shared<'_>, ruled: &Ruled) -> Ruling {
        let clause = ruled.clause.map(|id| &shared.code.clauses[id.index()]);
        let law = clause.map(|clause| &shared.code.laws[clause.law.index()]);
        let said = ruled.words.as_ref().map(|words| words.gist.clone());
        let mut instead_of: Vec<String> = ruled.instead_of.iter().map(|id| shared.code.cite(*id)).collect();
        instead_of.dedup();
        Ruling {
            id: ruled.id,
            kind: ruled.kind,
            law: ruled.law(shared),
            as_in: law
                .zip(clause)
                .filter(|(_, clause)| clause.origin != shared.code.name)
                .map(|(law, clause)| law.as_in(&clause.origin)),
            gist: said.unwrap_or_else(|| law.map(|law| law.heading.clone()).unwrap_or_default()),
            event: self.event_ref(shared, &ruled.event),
            trick: ruled.trick,
            offender: ruled.offender,
            side: ruled.side,
            role: ruled.role.map(|role| role.word().to_string()),
            arose: ruled.arose,
            noticed: None,
            effects: ruled.effects.iter().map(|deed| self.effect(shared, deed)).collect(),
            right: ruled.right.as_deref().cloned(),
            outcome: ruled.outcome.clone(),
            instead_of,
            derivation: derivation(shared, ruled),
        }
    }

    /// A ruling to be filled in.
    pub fn new_ruling(&mut self, shared: &Shared<'_>, kind: Kind, clause: Option<ClauseId>, frame: &Frame) -> Ruled {
        self.next_ruling += 1;
        let clause_of = clause.map(|id| &shared.code.clauses[id.index()]);
        let offender = clause_of
            .and_then(|clause| clause.offender)
            .and_then(|slot| frame.get(slot)?.as_ref())
            .and_then(Value::player);
        let trick = clause_of.and_then(|clause| {
            let slots = clause.slots.iter().zip(frame).filter(|(slot, _)| slot.ty.base == Base::Trick);
            slots.filter_map(|(_, value)| value.as_ref().and_then(Value::number)).next()
        });
        Ruled {
            id: self.next_ruling,
            kind,
            clause,
            frame: frame.clone(),
            words: None,
            event: self.about(shared),
            arose: self.now,
            trick: trick.and_then(|t| u8::try_from(t).ok()),
            offender,
            side: offender.map(|seat| self.table.seating.side(seat)),
            role: self.role(offender),
            effects: Vec::new(),
            right: None,
            outcome: None,
            instead_of: Vec::new(),
        }
    }

    /// The ruling of that number.
    pub fn ruled(&self, id: u32) -> Option<&Ruled> {
        self.ruled.iter().find(|ruled| ruled.id == id)
    }

    /// What a player is in this deal, once declarer is known.
    pub fn role(&self, seat: Option<Seat>) -> Option<Role> {
        let (seat, declarer) = (seat?, self.table.declarer()?);
        Some(if seat == declarer {
            Role::Declarer
        } else if Some(seat) == self.table.seating.partner(declarer) {
            Role::Dummy
        } else {
            Role::Defender
        })
    }

    /// The event that is being dealt with; for a status or a right that begins or ends, the event that led to it.
    fn about(&self, shared: &Shared<'_>) -> About {
        let event = self.current.as_ref().and_then(|now| match now.as_event() {
            Some(_) => Some(now),
            None => now.cause.as_deref(),
        });
        match event.and_then(|event| event.as_event()) {
            Some((event, args)) => About::Event(self.now, event, args.iter().cloned().collect()),
            None => About::Entry(Box::new(self.entry_event(shared))),
        }
    }

    fn event_ref(&self, shared: &Shared<'_>, about: &About) -> EventRef {
        match about {
            About::Event(nr, event, args) => {
                let kind = &shared.code.events[event.index()];
                let english = self.phrase(shared, &kind.phrase, &kind.params, args);
                EventRef { nr: *nr, text: shared.code.atom(&kind.name, args), english }
            }
            About::Entry(entry) => (**entry).clone(),
        }
    }

    /// The entry of the record itself: a choice, or what could not become an event.
    fn entry_event(&self, shared: &Shared<'_>) -> EventRef {
        let Some(happened) = self.happened.last() else {
            return EventRef { nr: 0, text: String::new(), english: "the deal".to_string() };
        };
        let who = |by: &LogArg| {
            let seat = self.resolve_arg(&self.scope(shared), by).as_ref().and_then(Value::player);
            seat.map_or_else(|| "the holder of a right".to_string(), |seat| seat.to_string())
        };
        let text = happened.entry.text.clone();
        let english = match &happened.entry.kind {
            RecordedKind::Choose { by, .. } => format!("{} chooses", who(by)),
            RecordedKind::Waive { by, .. } => format!("{} gives a right up", who(by)),
            RecordedKind::Event(event, args) => said(shared, *event, args).unwrap_or_else(|| text.clone()),
            RecordedKind::Judge { .. } => text.clone(),
        };
        EventRef { nr: self.now, text, english }
    }

    fn effect(&self, shared: &Shared<'_>, deed: &Deed) -> Effect {
        let code = shared.code;
        let (kind, name, phrase, params) = match deed.what {
            Done::Begins(id) | Done::Ends(id) => {
                let status = &code.statuses[id.index()];
                let begins = matches!(deed.what, Done::Begins(_));
                let kind = if begins { EffectKind::Begins } else { EffectKind::Ends };
                (kind, &status.name, &status.phrase, &status.params)
            }
            Done::Does(id) => {
                let remedy = &code.remedies[id.index()];
                (EffectKind::Does, &remedy.name, &remedy.phrase, &remedy.params)
            }
            Done::Deems(id) => {
                let event = &code.events[id.index()];
                (EffectKind::Deems, &event.name, &event.phrase, &event.params)
            }
        };
        let mut effect = Effect {
            kind,
            what: code.atom(name, &deed.args),
            text: self.phrase(shared, phrase, params, &deed.args),
            award: None,
            transfer: None,
        };
        let known = match deed.what {
            Done::Does(id) => code.remedies[id.index()].known,
            _ => None,
        };
        match (known, deed.args.as_slice()) {
            (
                Some(known @ (KnownRemedy::Award | KnownRemedy::Strike)),
                [Value::Number(points), column, Value::Side(side)],
            ) => {
                let points = if known == KnownRemedy::Strike { points.saturating_neg() } else { *points };
                effect.award = Some(Award { points, column: code.notation(column), side: *side });
            }
            (Some(KnownRemedy::Transfer), [Value::Number(tricks), Value::Side(from), Value::Side(to), _]) => {
                effect.transfer = Some(Transfer { tricks: *tricks, from: *from, to: *to });
            }
            _ => {}
        }
        effect
    }

    /// A phrase with its parts in words: an earlier event is told, a right is called by its law.
    fn phrase(&self, shared: &Shared<'_>, phrase: &str, params: &[Param], args: &[Value]) -> String {
        let words: Vec<Cow<'_, str>> = args.iter().map(|value| self.in_words(shared, value)).collect();
        fill(phrase, params, &words)
    }

    fn in_words<'s>(&self, shared: &Shared<'s>, value: &Value) -> Cow<'s, str> {
        match value {
            Value::Incident(nr) => {
                let happened = (*nr as usize).checked_sub(1).and_then(|place| self.happened.get(place));
                let told = happened.and_then(|happened| {
                    let kind = &shared.code.events[happened.event()?.index()];
                    let words: Vec<Cow<'_, str>> =
                        happened.args().iter().map(|value| shared.code.word(value)).collect();
                    Some(fill(&kind.phrase, &kind.params, &words))
                });
                told.unwrap_or_else(|| format!("event {nr}")).into()
            }
            Value::Choice(place) => match self.rights.get(*place as usize) {
                Some(right) => format!("the right of law {}", shared.code.cite(right.clause)).into(),
                None => shared.code.word(value),
            },
            other => shared.code.word(other),
        }
    }
}

/// An event as the record says it, in English; nothing where the table would have to fill a part in.
fn said(shared: &Shared<'_>, event: EventId, args: &[Option<LogArg>]) -> Option<String> {
    let kind = &shared.code.events[event.index()];
    let word = |arg: &Option<LogArg>| match arg {
        Some(LogArg::Value(value)) => Some(shared.code.english(value)),
        _ => None,
    };
    let words: Vec<String> = args.iter().map(word).collect::<Option<_>>()?;
    Some(fill(&kind.phrase, &kind.params, &words))
}

fn derivation(shared: &Shared<'_>, ruled: &Ruled) -> Derivation {
    let Some(id) = ruled.clause else { return Derivation::default() };
    let clause = &shared.code.clauses[id.index()];
    let bound = clause.slots.iter().zip(&ruled.frame);
    let bindings =
        bound.filter_map(|(slot, value)| value.as_ref().map(|value| (slot.name.clone(), shared.code.notation(value))));
    let conditions = shared.condition_texts.get(id.index()).cloned().unwrap_or_default();
    Derivation { bindings: bindings.collect(), conditions }
}
