//! One event, step by step: settle rights, judge, let exceptions defeat, record, let things expire, do what follows.

use crate::bridge::Seat;
use crate::code::known::KnownEvent;
use crate::code::tree::{ClauseId, StatusId, Trigger, TriggerKind};
use crate::code::value::Value;
use crate::few::Few;
use crate::ruling::Kind;
use crate::source::{FileId, Span};
use crate::table::{Contract, Found, Stage, Table};

use super::apply::Planned;
use super::duties::Breach;
use super::eval::Scope;
use super::event::{Happening, HappeningKind, Parts};
use super::ruled::{Ruled, Said};
use super::select::{Application, live};
use super::settings::Shared;
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
        while let Some(next) = self.queue.pop_front() {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                self.queue.clear();
                let span = shared.code.clauses.first().map_or(Span::new(FileId(0), 0, 0), |clause| clause.span);
                return Err(Stop::Fault(Box::new(LawFault {
                    message: format!("one event leads to more than {MOST_STEPS} others"),
                    span,
                })));
            }
            // INVARIANT: whatever is dealt with in between is done with here, so that what was dealt with before is put back.
            let outer = self.current.replace(next);
            self.step(shared)?;
            self.current = outer;
        }
        Ok(())
    }

    /// What is being dealt with, whole: rights that it ends are settled first.
    pub fn step(&mut self, shared: &Shared<'_>) -> Result<(), Stop> {
        let past = self.current.as_ref().is_some_and(|happening| happening.past);
        if !past && self.rights.iter().any(|right| right.open) {
            let rest = std::mem::take(&mut self.queue);
            self.settle_rights(shared)?;
            self.queue = rest;
        }
        self.work_off(shared)
    }

    /// What is being dealt with is judged, takes place, and what follows from it is done.
    fn work_off(&mut self, shared: &Shared<'_>) -> Result<(), Stop> {
        let Some(happening) = &self.current else { return Ok(()) };
        let scope = self.scope(shared);
        let breaches = if happening.as_event().is_some() { scope.breaches(happening)? } else { Vec::new() };
        let found = scope.applications(happening, &breaches)?;
        if breaches.is_empty() && found.is_empty() {
            // No law speaks: by far the most happenings are of this kind.
            return self.take_place(shared);
        }
        let actor = happening.actor();
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
        let unanswered = self.unanswered(shared, actor, &open);
        self.take_place(shared)?;
        for ruling in unanswered.into_iter().chain(faults).chain(conflicts) {
            self.keep(ruling);
        }
        self.carry_out(shared, &found, planned)
    }

    /// The table records what happens, and what it ends comes to its end.
    fn take_place(&mut self, shared: &Shared<'_>) -> Result<(), Stop> {
        let Some(happening) = self.current.as_ref().filter(|happening| !happening.past) else { return Ok(()) };
        let found = record(&mut self.table, shared, happening);
        self.queue_found(shared, found);
        self.expire(shared)
    }

    /// Works out what each live application does. One that cannot be worked out becomes a ruling that says so.
    fn plan_all(
        &mut self,
        shared: &Shared<'_>,
        found: &[Application],
        live_places: &[usize],
    ) -> Result<(Vec<Plan>, Vec<Ruled>), Stop> {
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

    fn fault_ruling(&mut self, shared: &Shared<'_>, clause: ClauseId, frame: &Frame, message: &str) -> Ruled {
        let mut ruling = self.new_ruling(shared, Kind::Fault, Some(clause), frame);
        ruling.say(message);
        ruling
    }

    /// Takes out what contradicts itself: two clauses of which neither is an exception to the other.
    fn without_conflicts(&mut self, shared: &Shared<'_>, planned: Vec<Plan>) -> (Vec<Plan>, Vec<Ruled>) {
        let mut out: Vec<usize> = Vec::new();
        let mut rulings = Vec::new();
        for one in 0..planned.len() {
            for other in one + 1..planned.len() {
                let clash = planned[one].1 != planned[other].1
                    && planned[one].2.iter().any(|a| planned[other].2.iter().any(|b| clashes(shared, a, b)));
                if clash {
                    out.extend([one, other]);
                    let mut ruling = self.new_ruling(shared, Kind::Conflict, Some(planned[one].1), &Vec::new());
                    ruling.instead_of = vec![planned[one].1, planned[other].1];
                    ruling.say("two clauses contradict each other and neither is an exception to the other");
                    rulings.push(ruling);
                }
            }
        }
        let kept =
            planned.into_iter().enumerate().filter(|(place, _)| !out.contains(place)).map(|(_, one)| one).collect();
        (kept, rulings)
    }

    /// Breaches that no clause takes up.
    fn unanswered(&mut self, shared: &Shared<'_>, actor: Option<Seat>, breaches: &[Breach]) -> Vec<Ruled> {
        let mut rulings = Vec::new();
        for breach in breaches {
            let duty = &shared.code.statuses[breach.duty.index()];
            let mut ruling = self.new_ruling(shared, Kind::Irregular, None, &Vec::new());
            let printed = duty.law.map(|law| shared.code.laws[law.index()].number.clone());
            let law = printed.or_else(|| self.law_that_began(shared, breach)).unwrap_or_default();
            ruling.words = Some(Box::new(Said { law, gist: shared.code.atom(&duty.name, &breach.args) }));
            ruling.offender = actor;
            ruling.side = ruling.offender.map(Seat::side);
            ruling.role = self.role(ruling.offender);
            rulings.push(ruling);
        }
        rulings
    }

    /// The clause that began the duty which is broken.
    fn law_that_began(&self, shared: &Shared<'_>, breach: &Breach) -> Option<String> {
        let stands = self.standing(breach.duty).iter().find(|stands| stands.args == breach.args)?;
        self.ruled(stands.ruling).map(|ruled| ruled.law(shared))
    }

    /// Does everything, kind by kind: ends, beginnings, remedies, rights, deemed events; within a kind in the order of the laws.
    fn carry_out(&mut self, shared: &Shared<'_>, found: &[Application], planned: Vec<Plan>) -> Result<(), Stop> {
        let mut rulings: Vec<Ruled> = Vec::with_capacity(planned.len());
        let mut deeds: Vec<(u8, usize, usize, Planned)> = Vec::new();
        for (order, (place, clause, effects)) in planned.into_iter().enumerate() {
            let mut ruling = self.new_ruling(shared, Kind::Clause, Some(clause), &found[place].frame);
            ruling.instead_of = found[place].defeats.iter().map(|other| found[*other].clause).collect();
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

    fn keep(&mut self, ruling: Ruled) {
        self.ruled.push(ruling);
    }

    /// What the table found becomes events.
    pub fn queue_found(&mut self, shared: &Shared<'_>, found: Few<Found>) {
        for found in found.iter().copied() {
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
            if let Some(event) = shared.settings.known_event(known).filter(|event| shared.program.is_heard(*event)) {
                self.queue.push_back(Happening::event(event, args));
            }
        }
    }

    /// Statuses whose end this event is, oldest first.
    fn expire(&mut self, shared: &Shared<'_>) -> Result<(), Stop> {
        let Some(happening) = &self.current else { return Ok(()) };
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
}

/// The table records an act.
fn record(table: &mut Table, shared: &Shared<'_>, happening: &Happening) -> Few<Found> {
    let Some((event, args)) = happening.as_event() else { return Few::new() };
    let Some(known) = shared.code.events[event.index()].known else { return Few::new() };
    let t = |value: &Value| value.number().and_then(|t| u8::try_from(t).ok()).unwrap_or(0);
    match (known, args) {
        (KnownEvent::Dealt, _) => {
            table.stage = table.stage.max(Stage::Calling);
            Few::new()
        }
        (KnownEvent::Call, [Value::Player(seat), Value::Call(call)]) => {
            table.make_call(*seat, *call);
            Few::new()
        }
        (KnownEvent::Recall, [Value::Player(seat), Value::Call(old), Value::Call(new)]) => {
            table.change_call(*seat, *old, *new);
            Few::new()
        }
        (KnownEvent::Declared, [Value::Player(seat), Value::Call(call), Value::Number(n)]) => match call.strain() {
            Some(strain) => table.set_contract(Contract {
                declarer: *seat,
                strain,
                level: call.level(),
                doubles: u32::try_from(*n).unwrap_or(0),
            }),
            None => Few::new(),
        },
        (KnownEvent::Lead | KnownEvent::Play | KnownEvent::Supply, [Value::Player(seat), Value::Card(card), trick]) => {
            table.put_card(*seat, *card, t(trick))
        }
        (KnownEvent::Quit, [trick, Value::Side(side)]) => {
            table.quit(t(trick), *side);
            Few::new()
        }
        (KnownEvent::Withdraw, [_, Value::Card(card), _]) => {
            table.take_back(*card);
            Few::new()
        }
        (KnownEvent::Correct, [Value::Player(seat), Value::Card(old), Value::Card(new), _]) => {
            table.replace_card(*seat, *old, *new);
            Few::new()
        }
        (KnownEvent::Agree, [Value::Number(n)]) => table.end_play(Some(*n)),
        (KnownEvent::BreakOff, _) => {
            table.broken_off = true;
            Few::new()
        }
        _ => Few::new(),
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
