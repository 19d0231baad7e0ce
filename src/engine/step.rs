//! One event, step by step: settle rights, judge, let exceptions defeat, record, let things expire, do what follows.

use std::borrow::Cow;
use std::sync::Arc;

use crate::bridge::Seat;
use crate::code::known::KnownEvent;
use crate::code::log::{LogArg, RecordedKind};
use crate::code::print::fill;
use crate::code::tree::{ClauseId, Param, StatusId, Trigger, TriggerKind};
use crate::code::value::{Base, Value};
use crate::ruling::{Derivation, EventRef, Kind, Ruling};
use crate::source::{FileId, Span};
use crate::table::{Contract, Found, Stage};

use super::apply::Planned;
use super::duties::Breach;
use super::eval::Scope;
use super::event::{Happening, HappeningKind};
use super::parts::Parts;
use super::run::Shared;
use super::select::{Application, live};
use super::truth::Tri;
use super::world::{Frame, LawFault, Question, Stop, World};

/// What a live application does: its place among the applications, its clause, its consequences.
type Plan = (usize, ClauseId, Vec<Planned>);

/// One event of the record settles in at most so many steps.
const MOST_STEPS: u32 = 20_000;

impl World {
    /// What an evaluation sees of this world.
    pub fn scope<'a>(&'a self, shared: &Shared<'a>) -> Scope<'a> {
        Scope { code: shared.code, settings: shared.settings, program: shared.program, world: self }
    }

    /// Works everything off that is queued.
    pub fn drain(&mut self, shared: &Shared<'_>) -> Result<(), Stop> {
        while let Some(happening) = self.queue.pop_front() {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                self.queue.clear();
                let span = shared.code.clauses.first().map_or(Span::new(FileId(0), 0, 0), |clause| clause.span);
                return Err(Stop::Fault(Box::new(LawFault {
                    message: format!("one event leads to more than {MOST_STEPS} others"),
                    span,
                })));
            }
            self.step(shared, &happening)?;
        }
        Ok(())
    }

    /// One happening.
    pub fn step(&mut self, shared: &Shared<'_>, happening: &Arc<Happening>) -> Result<(), Stop> {
        let outer = self.event_ref.take();
        if !happening.past && self.rights.iter().any(|right| right.open) {
            let rest = std::mem::take(&mut self.queue);
            self.event_ref = Some(Arc::clone(happening));
            self.settle_rights(shared, happening)?;
            self.queue = rest;
        }
        self.event_ref = Some(Arc::clone(happening));
        let scope = self.scope(shared);
        let breaches = if happening.as_event().is_some() { scope.breaches(happening)? } else { Vec::new() };
        let found = scope.applications(happening, &breaches)?;
        if breaches.is_empty() && found.is_empty() {
            // No law speaks: by far the most happenings are of this kind.
            self.take_place(shared, happening)?;
            self.event_ref = outer;
            return Ok(());
        }
        let alive = live(&found);
        if let Some(question) = first_question(shared, &alive, &breaches, &found) {
            return Err(Stop::Ask(question));
        }
        let live_places: Vec<usize> = (0..found.len()).filter(|place| alive[*place] == Tri::Yes).collect();
        let (planned, faults) = self.plan_all(shared, &found, &live_places)?;
        let planned = once_for_each_defeated(&found, planned);
        let (planned, conflicts) = self.without_conflicts(shared, planned);
        let taken_up =
            |breach: &&Breach| !live_places.iter().any(|place| shared.takes_up(found[*place].clause, breach.duty, 0));
        let open: Vec<Breach> = breaches.iter().filter(taken_up).cloned().collect();
        let unanswered = self.unanswered(shared, happening, &open);
        self.take_place(shared, happening)?;
        for ruling in unanswered.into_iter().chain(faults).chain(conflicts) {
            self.keep(ruling);
        }
        self.carry_out(shared, &found, planned)?;
        self.event_ref = outer;
        Ok(())
    }

    /// The table records what happens, and what it ends comes to its end.
    fn take_place(&mut self, shared: &Shared<'_>, happening: &Happening) -> Result<(), Stop> {
        if happening.past {
            return Ok(());
        }
        let found = self.record(shared, happening);
        self.queue_found(shared, found);
        self.expire(shared, happening)
    }

    /// Works out what each live application does. One that cannot be worked out becomes a ruling that says so.
    fn plan_all(
        &mut self,
        shared: &Shared<'_>,
        found: &[Application],
        live_places: &[usize],
    ) -> Result<(Vec<Plan>, Vec<Ruling>), Stop> {
        let mut planned = Vec::with_capacity(live_places.len());
        let mut faults = Vec::new();
        for place in live_places {
            let application = &found[*place];
            let clause = &shared.code.clauses[application.clause.index()];
            match self.scope(shared).plan(&clause.effects, &application.frame) {
                Ok(effects) => planned.push((*place, application.clause, effects)),
                Err(Stop::Ask(question)) => return Err(Stop::Ask(question)),
                Err(Stop::Fault(fault)) => faults.push((application.clause, application.frame.clone(), fault)),
            }
        }
        let faults = faults
            .into_iter()
            .map(|(clause, frame, fault)| self.fault_ruling(shared, clause, &frame, &fault.message))
            .collect();
        Ok((planned, faults))
    }

    fn fault_ruling(&mut self, shared: &Shared<'_>, clause: ClauseId, frame: &Frame, message: &str) -> Ruling {
        let mut ruling = self.new_ruling(shared, Kind::Fault, Some(clause), frame);
        ruling.gist = message.to_string();
        ruling
    }

    /// Takes out what contradicts itself: two clauses of which neither is an exception to the other.
    fn without_conflicts(&mut self, shared: &Shared<'_>, planned: Vec<Plan>) -> (Vec<Plan>, Vec<Ruling>) {
        let mut out: Vec<usize> = Vec::new();
        let mut rulings = Vec::new();
        for one in 0..planned.len() {
            for other in one + 1..planned.len() {
                let clash = planned[one].1 != planned[other].1
                    && planned[one].2.iter().any(|a| planned[other].2.iter().any(|b| clashes(shared, a, b)));
                if clash {
                    out.extend([one, other]);
                    let mut ruling = self.new_ruling(shared, Kind::Conflict, Some(planned[one].1), &Vec::new());
                    ruling.instead_of = vec![shared.code.cite(planned[one].1), shared.code.cite(planned[other].1)];
                    ruling.gist =
                        "two clauses contradict each other and neither is an exception to the other".to_string();
                    rulings.push(ruling);
                }
            }
        }
        let kept =
            planned.into_iter().enumerate().filter(|(place, _)| !out.contains(place)).map(|(_, one)| one).collect();
        (kept, rulings)
    }

    /// Breaches that no clause takes up.
    fn unanswered(&mut self, shared: &Shared<'_>, happening: &Happening, breaches: &[Breach]) -> Vec<Ruling> {
        let mut rulings = Vec::new();
        for breach in breaches {
            let duty = &shared.code.statuses[breach.duty.index()];
            let mut ruling = self.new_ruling(shared, Kind::Irregular, None, &Vec::new());
            let printed = duty.law.map(|law| shared.code.laws[law.index()].number.clone());
            ruling.law = printed.or_else(|| self.law_that_began(breach)).unwrap_or_default();
            ruling.gist = shared.code.atom(&duty.name, &breach.args);
            ruling.offender = happening.actor();
            ruling.side = ruling.offender.map(Seat::side);
            ruling.role = self.role(ruling.offender);
            rulings.push(ruling);
        }
        rulings
    }

    /// The clause that began the duty which is broken.
    fn law_that_began(&self, breach: &Breach) -> Option<String> {
        let stands = self.standing(breach.duty).iter().find(|stands| stands.args == breach.args)?;
        self.rulings.iter().find(|ruling| ruling.id == stands.ruling).map(|ruling| ruling.law.clone())
    }

    /// Does everything, kind by kind: ends, beginnings, remedies, rights, deemed events; within a kind in the order of the laws.
    fn carry_out(&mut self, shared: &Shared<'_>, found: &[Application], planned: Vec<Plan>) -> Result<(), Stop> {
        let mut rulings: Vec<Ruling> = Vec::with_capacity(planned.len());
        let mut deeds: Vec<(u8, usize, usize, Planned)> = Vec::new();
        for (order, (place, clause, effects)) in planned.into_iter().enumerate() {
            let mut ruling = self.new_ruling(shared, Kind::Clause, Some(clause), &found[place].frame);
            ruling.instead_of =
                found[place].defeats.iter().map(|other| shared.code.cite(found[*other].clause)).collect();
            ruling.instead_of.dedup();
            rulings.push(ruling);
            deeds.extend(effects.into_iter().map(|effect| (effect.phase(), order, place, effect)));
        }
        deeds.sort_by_key(|(phase, order, ..)| (*phase, *order));
        for (_, order, place, effect) in deeds {
            self.perform(shared, effect, &found[place].frame, &mut rulings[order])?;
        }
        for ruling in rulings.into_iter().filter(|ruling| !ruling.effects.is_empty() || ruling.right.is_some()) {
            self.keep(ruling);
        }
        Ok(())
    }

    fn keep(&mut self, ruling: Ruling) {
        self.rulings.push(ruling);
    }

    /// The table records an act.
    fn record(&mut self, shared: &Shared<'_>, happening: &Happening) -> Vec<Found> {
        let Some((event, args)) = happening.as_event() else { return Vec::new() };
        let Some(known) = shared.code.events[event.index()].known else { return Vec::new() };
        let t = |value: &Value| value.number().and_then(|t| u8::try_from(t).ok()).unwrap_or(0);
        match (known, args) {
            (KnownEvent::Dealt, _) => {
                self.table.stage = self.table.stage.max(Stage::Calling);
                Vec::new()
            }
            (KnownEvent::Call, [Value::Player(seat), Value::Call(call)]) => {
                self.table.make_call(*seat, *call);
                Vec::new()
            }
            (KnownEvent::Recall, [Value::Player(seat), Value::Call(old), Value::Call(new)]) => {
                self.table.change_call(*seat, *old, *new);
                Vec::new()
            }
            (KnownEvent::Declared, [Value::Player(seat), Value::Call(call), Value::Number(n)]) => match call.strain() {
                Some(strain) => self.table.set_contract(Contract {
                    declarer: *seat,
                    strain,
                    level: call.level(),
                    doubles: u32::try_from(*n).unwrap_or(0),
                }),
                None => Vec::new(),
            },
            (
                KnownEvent::Lead | KnownEvent::Play | KnownEvent::Supply,
                [Value::Player(seat), Value::Card(card), trick],
            ) => self.table.put_card(*seat, *card, t(trick)),
            (KnownEvent::Quit, [trick, Value::Side(side)]) => {
                self.table.quit(t(trick), *side);
                Vec::new()
            }
            (KnownEvent::Withdraw, [_, Value::Card(card), _]) => {
                self.table.take_back(*card);
                Vec::new()
            }
            (KnownEvent::Correct, [Value::Player(seat), Value::Card(old), Value::Card(new), _]) => {
                self.table.replace_card(*seat, *old, *new);
                Vec::new()
            }
            (KnownEvent::Agree, [Value::Number(n)]) => self.table.end_play(Some(*n)),
            (KnownEvent::BreakOff, _) => {
                self.table.broken_off = true;
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    /// What the table found becomes events.
    pub fn queue_found(&mut self, shared: &Shared<'_>, found: Vec<Found>) {
        for found in found {
            let player = Value::Player;
            let trick = |t: u8| Value::Number(i64::from(t));
            let (known, args): (_, Parts) = match found {
                Found::CallsClosed(seat) => (KnownEvent::CallsClosed, [player(seat)].into()),
                Found::PassedOut => (KnownEvent::PassedOut, [].into()),
                Found::TrickFull(t) => (KnownEvent::TrickFull, [trick(t)].into()),
                Found::Missed(seat, t) => (KnownEvent::Missed, [player(seat), trick(t)].into()),
                Found::Surplus(seat, t, card) => {
                    (KnownEvent::Surplus, [player(seat), trick(t), Value::Card(card)].into())
                }
                Found::ToLead(seat, t) => (KnownEvent::ToLead, [player(seat), trick(t)].into()),
                Found::PlayOver => (KnownEvent::PlayOver, [].into()),
                Found::GameOver(side) => (KnownEvent::GameOver, [Value::Side(side)].into()),
                Found::RubberOver(side) => (KnownEvent::RubberOver, [Value::Side(side)].into()),
            };
            if let Some(event) = shared.settings.known_event(known) {
                self.queue.push_back(Arc::new(Happening::event(event, args)));
            }
        }
    }

    /// Statuses whose end this event is, oldest first.
    fn expire(&mut self, shared: &Shared<'_>, happening: &Happening) -> Result<(), Stop> {
        let may_end = |status| shared.program.may_end(happening, status);
        if !self.statuses.any_waits(may_end) {
            return Ok(());
        }
        let mut ended: Vec<(u64, StatusId, Parts)> = Vec::new();
        let scope = self.scope(shared);
        for (status, standing) in self.statuses.iter().filter(|(status, _)| may_end(*status)) {
            for stands in standing.iter().filter(|stands| !stands.until.is_empty()) {
                match scope.fires(&stands.until, happening, &[])? {
                    Tri::Yes => ended.push((stands.since, status, stands.args.iter().cloned().collect())),
                    Tri::Ask(question) => return Err(Stop::Ask(question)),
                    Tri::No => {}
                }
            }
        }
        if ended.is_empty() {
            return Ok(());
        }
        ended.sort_by_key(|(since, ..)| *since);
        for (since, status, args) in ended {
            self.statuses.keep(status, |stands| stands.since != since);
            self.queue_up(HappeningKind::Ends(status, args));
        }
        Ok(())
    }

    /// A ruling to be filled in.
    pub fn new_ruling(&mut self, shared: &Shared<'_>, kind: Kind, clause: Option<ClauseId>, frame: &Frame) -> Ruling {
        self.next_ruling += 1;
        let clause_of = clause.map(|id| &shared.code.clauses[id.index()]);
        let law = clause_of.map(|clause| &shared.code.laws[clause.law.index()]);
        let offender = clause_of
            .and_then(|clause| clause.offender)
            .and_then(|slot| frame.get(slot)?.as_ref())
            .and_then(Value::player);
        let trick = clause_of.and_then(|clause| {
            let slots = clause.slots.iter().zip(frame).filter(|(slot, _)| slot.ty.base == Base::Trick);
            slots.filter_map(|(_, value)| value.as_ref().and_then(Value::number)).next()
        });
        Ruling {
            id: self.next_ruling,
            kind,
            law: clause.map(|id| shared.code.cite(id)).unwrap_or_default(),
            as_in: law.zip(clause_of).filter(|(_, clause)| clause.origin != shared.code.name).map(|(law, clause)| {
                let read: Vec<String> =
                    law.read_as.iter().map(|(from, to)| format!(", read with {to} for {from}")).collect();
                format!("{}{}", clause.origin, read.concat())
            }),
            gist: law.map(|law| law.heading.clone()).unwrap_or_default(),
            event: self.current_event(shared),
            trick: trick.and_then(|t| u8::try_from(t).ok()),
            offender,
            side: offender.map(|seat| self.table.seating.side(seat)),
            role: self.role(offender),
            arose: self.now,
            noticed: None,
            effects: Vec::new(),
            right: None,
            outcome: None,
            instead_of: Vec::new(),
            derivation: self.derivation(shared, clause, frame),
        }
    }

    fn derivation(&self, shared: &Shared<'_>, clause: Option<ClauseId>, frame: &Frame) -> Derivation {
        let Some(id) = clause else { return Derivation::default() };
        let clause = &shared.code.clauses[id.index()];
        let bound = clause.slots.iter().zip(frame);
        let bindings = bound
            .filter_map(|(slot, value)| value.as_ref().map(|value| (slot.name.clone(), shared.code.notation(value))));
        let conditions = shared.condition_texts.get(id.index()).cloned().unwrap_or_default();
        Derivation { bindings: bindings.collect(), conditions }
    }

    /// What a player is in this deal, once declarer is known.
    fn role(&self, seat: Option<Seat>) -> Option<String> {
        let (seat, declarer) = (seat?, self.table.declarer()?);
        let role = if seat == declarer {
            "declarer"
        } else if Some(seat) == self.table.seating.partner(declarer) {
            "dummy"
        } else {
            "defender"
        };
        Some(role.to_string())
    }

    /// A phrase with its parts in words: an earlier event is told, a right is called by its law.
    pub fn phrase(&self, shared: &Shared<'_>, phrase: &str, params: &[Param], args: &[Value]) -> String {
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

    /// The event that is being dealt with; for a status or a right that begins or ends, the event that led to it.
    pub fn current_event(&self, shared: &Shared<'_>) -> EventRef {
        let event = self.event_ref.as_ref().and_then(|now| match now.as_event() {
            Some(_) => Some(now),
            None => now.cause.as_ref(),
        });
        match event.and_then(|event| event.as_event()) {
            Some((event, args)) => {
                let kind = &shared.code.events[event.index()];
                let english = self.phrase(shared, &kind.phrase, &kind.params, args);
                EventRef { nr: self.now, text: shared.code.atom(&kind.name, args), english }
            }
            None => self.entry_event(shared),
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
            RecordedKind::Event(..) | RecordedKind::Judge { .. } => text.clone(),
        };
        EventRef { nr: self.now, text, english }
    }
}

/// The first question on which what follows from this event hangs: of a clause, or of a breach that no clause takes up.
fn first_question(
    shared: &Shared<'_>,
    alive: &[Tri],
    breaches: &[Breach],
    found: &[Application],
) -> Option<Box<Question>> {
    let of_clauses = alive.iter().find_map(|tri| match tri {
        Tri::Ask(question) => Some(question.clone()),
        Tri::Yes | Tri::No => None,
    });
    of_clauses.or_else(|| {
        let open =
            breaches.iter().filter(|breach| !found.iter().any(|one| shared.takes_up(one.clause, breach.duty, 0)));
        open.filter_map(|breach| breach.ask.clone()).next()
    })
}

/// Two live exceptions to the same application that do the same do it once.
fn once_for_each_defeated(found: &[Application], mut planned: Vec<Plan>) -> Vec<Plan> {
    for later in 1..planned.len() {
        let (before, rest) = planned.split_at_mut(later);
        let (place, _, effects) = &mut rest[0];
        let rivals: Vec<&Plan> = before
            .iter()
            .filter(|(other, ..)| found[*other].defeats.iter().any(|one| found[*place].defeats.contains(one)))
            .collect();
        effects.retain(|effect| match effect {
            Planned::Do(remedy, args) => !rivals.iter().flat_map(|(_, _, effects)| effects).any(|other| match other {
                Planned::Do(same, equal) => same == remedy && equal == args,
                _ => false,
            }),
            _ => true,
        });
    }
    planned
}

/// Whether two consequences of different clauses contradict each other.
fn clashes(shared: &Shared<'_>, one: &Planned, other: &Planned) -> bool {
    match (one, other) {
        (Planned::Do(a, first), Planned::Do(b, second)) => {
            let listed = shared.code.remedies[a.index()].against.contains(b)
                || shared.code.remedies[b.index()].against.contains(a);
            listed && first.first() == second.first() && (a, first) != (b, second)
        }
        (Planned::Begin(a, first, _), Planned::Begin(b, second, _)) => {
            let listed = shared.code.statuses[a.index()].against.contains(b)
                || shared.code.statuses[b.index()].against.contains(a);
            listed && first.first() == second.first() && (a, first) != (b, second)
        }
        (Planned::Begin(a, args, _), Planned::End(b, tests)) | (Planned::End(b, tests), Planned::Begin(a, args, _)) => {
            a == b && tests.iter().all(|test| *test != super::apply::EndTest::Any) && super::apply::all_fit(tests, args)
        }
        (Planned::Open(a), Planned::Open(b)) => {
            a.target.is_some() && a.target == b.target && a.holders.iter().any(|seat| b.holders.contains(seat))
        }
        _ => false,
    }
}

impl Shared<'_> {
    /// Whether a clause, or what it is an exception to, waits for this duty to be broken.
    fn takes_up(&self, clause: ClauseId, duty: StatusId, depth: usize) -> bool {
        let clause = &self.code.clauses[clause.index()];
        let waits = |trigger: &Trigger| matches!(&trigger.kind, TriggerKind::Broken(broken, ..) if *broken == duty);
        clause.triggers.iter().any(waits)
            || (clause.triggers.is_empty()
                && depth < 32
                && clause.instead.iter().any(|instead| self.takes_up(instead.clause, duty, depth + 1)))
    }
}
