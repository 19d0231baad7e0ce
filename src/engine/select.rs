//! Which clauses apply to what happens, and which of them an exception defeats.

use crate::code::Code;
use crate::code::tree::{Clause, ClauseId, Condition, EffectKind, EventId, StatusId, Trigger, TriggerKind};
use crate::code::value::Value;

use super::duties::Breach;
use super::eval::{Ev, Scope, Tri};
use super::event::{Happening, HappeningKind};
use super::world::{Fault, Frame};

/// A clause, for one assignment of its names.
#[derive(Debug, Clone)]
pub struct Application {
    pub clause: ClauseId,
    pub frame: Frame,
    pub holds: Tri,
    /// The applications that it defeats, by place.
    pub defeats: Vec<usize>,
}

/// At most so many applications of clauses to one event.
const MOST_APPLICATIONS: usize = 4_096;

/// The clauses of a code by what they wait for.
#[derive(Debug, Clone, Default)]
pub struct Program {
    by_event: Vec<Vec<ClauseId>>,
    /// Of these, the clauses that do not wait for a duty to be broken: all that can speak while none is.
    unbroken: Vec<Vec<ClauseId>>,
    by_begin: Vec<Vec<ClauseId>>,
    by_end: Vec<Vec<ClauseId>>,
    by_right: Vec<ClauseId>,
    /// For each clause, the exceptions to it that wait for nothing of their own.
    exceptions: Vec<Vec<ClauseId>>,
    /// For each clause, statuses of which one must stand for each.
    needs: Vec<Vec<StatusId>>,
    /// For each kind of event, the duties that it can break.
    pub duties: Vec<Vec<StatusId>>,
    /// For each kind of event, the statuses that it can end.
    ending: Vec<Vec<StatusId>>,
}

impl Program {
    /// Sorts the clauses of a code.
    pub fn of(code: &Code) -> Program {
        let mut program = Program {
            by_event: vec![Vec::new(); code.events.len()],
            unbroken: vec![Vec::new(); code.events.len()],
            by_begin: vec![Vec::new(); code.statuses.len()],
            by_end: vec![Vec::new(); code.statuses.len()],
            by_right: Vec::new(),
            exceptions: vec![Vec::new(); code.clauses.len()],
            needs: vec![Vec::new(); code.clauses.len()],
            duties: vec![Vec::new(); code.events.len()],
            ending: vec![Vec::new(); code.events.len()],
        };
        for (place, status) in code.statuses.iter().enumerate() {
            for way in status.duty.iter().flat_map(|duty| &duty.broken_by) {
                for event in events_of(code, &way.act) {
                    add(&mut program.duties[event.index()], StatusId(place as u16));
                }
            }
        }
        for (status, trigger) in ends(code) {
            for event in events_of(code, trigger) {
                add(&mut program.ending[event.index()], status);
            }
        }
        program.ending.iter_mut().for_each(|statuses| statuses.sort_unstable());
        for (place, clause) in code.clauses.iter().enumerate() {
            let id = ClauseId(place as u16);
            program.needs[place] = needs(clause);
            for trigger in &clause.triggers {
                program.sort_in(code, id, trigger);
            }
            if clause.triggers.is_empty() {
                for instead in &clause.instead {
                    add(&mut program.exceptions[instead.clause.index()], id);
                }
            }
        }
        program
    }

    fn sort_in(&mut self, code: &Code, id: ClauseId, trigger: &Trigger) {
        match &trigger.kind {
            TriggerKind::Event(..) | TriggerKind::Moment(..) | TriggerKind::Broken(..) => {
                for event in events_of(code, trigger) {
                    add(&mut self.by_event[event.index()], id);
                    if !matches!(trigger.kind, TriggerKind::Broken(..)) {
                        add(&mut self.unbroken[event.index()], id);
                    }
                }
            }
            TriggerKind::Begins(status, _) => add(&mut self.by_begin[status.index()], id),
            TriggerKind::Ends(status, _) => add(&mut self.by_end[status.index()], id),
            TriggerKind::Takes(..) | TriggerKind::RightEnds(..) => add(&mut self.by_right, id),
        }
    }

    /// The clauses that can speak when this happens and breaks these duties, in the order of the code.
    fn waiting(&self, happening: &Happening, breaches: &[Breach]) -> &[ClauseId] {
        match &happening.kind {
            HappeningKind::Event(event, _) if breaches.is_empty() => {
                self.unbroken.get(event.index()).map_or(&[], Vec::as_slice)
            }
            HappeningKind::Event(event, _) => self.waiting_for(*event),
            HappeningKind::Begins(status, _) => self.by_begin.get(status.index()).map_or(&[], Vec::as_slice),
            HappeningKind::Ends(status, _) => self.by_end.get(status.index()).map_or(&[], Vec::as_slice),
            HappeningKind::Takes { .. } | HappeningKind::RightEnds { .. } => &self.by_right,
        }
    }

    /// The statuses that this happening can end, in the order of the code; none where it may be any.
    pub fn ending(&self, happening: &Happening) -> Option<&[StatusId]> {
        happening.as_event().map(|(event, _)| self.ending.get(event.index()).map_or(&[][..], Vec::as_slice))
    }

    /// The clauses that wait for a kind of event.
    pub fn waiting_for(&self, event: EventId) -> &[ClauseId] {
        self.by_event.get(event.index()).map_or(&[], Vec::as_slice)
    }
}

/// Every status that this code begins, with the triggers that end it: those of its declaration, and those that a consequence sets.
fn ends(code: &Code) -> Vec<(StatusId, &Trigger)> {
    let of_clauses = code.clauses.iter().flat_map(|clause| &clause.effects);
    let of_options = code.rights.iter().flat_map(|right| &right.options).flat_map(|option| &option.effects);
    let set = of_clauses.chain(of_options).filter_map(|effect| match &effect.kind {
        EffectKind::Begin(status, _, until) => Some((*status, until)),
        _ => None,
    });
    let declared = code.statuses.iter().enumerate().map(|(place, status)| (StatusId(place as u16), &status.until));
    declared.chain(set).flat_map(|(status, until)| until.iter().map(move |trigger| (status, trigger))).collect()
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// The statuses that a clause binds, without which it cannot apply.
fn needs(clause: &Clause) -> Vec<StatusId> {
    let stands = |condition: &Condition| match condition {
        Condition::Stands(status, ..) => Some(*status),
        Condition::Test(_) | Condition::In(..) => None,
    };
    clause.conditions.iter().filter_map(stands).collect()
}

/// The kinds of event that a trigger can wait for.
pub fn events_of(code: &Code, trigger: &Trigger) -> Vec<EventId> {
    match &trigger.kind {
        TriggerKind::Event(event, _) => vec![*event],
        TriggerKind::Moment(moment, _) => {
            code.moments[moment.index()].cases.iter().flat_map(|case| events_of(code, &case.trigger)).collect()
        }
        TriggerKind::Broken(_, _, Some(act)) => events_of(code, act),
        TriggerKind::Broken(duty, _, None) => {
            let duty = code.statuses[duty.index()].duty.iter();
            duty.flat_map(|duty| &duty.broken_by).flat_map(|way| events_of(code, &way.act)).collect()
        }
        TriggerKind::Begins(..) | TriggerKind::Ends(..) | TriggerKind::Takes(..) | TriggerKind::RightEnds(..) => {
            Vec::new()
        }
    }
}

impl Scope<'_> {
    /// Every application of a clause to what happens, exceptions after what they except.
    pub fn applications(&self, happening: &Happening, breaches: &[Breach]) -> Result<Vec<Application>, Fault> {
        let mut found: Vec<Application> = Vec::new();
        for id in self.program.waiting(happening, breaches) {
            if self.program.needs[id.index()].iter().any(|status| self.world.standing(*status).is_empty()) {
                continue;
            }
            self.apply_clause(*id, happening, breaches, &mut found)?;
        }
        if found.is_empty() {
            return Ok(found);
        }
        let mut place = 0;
        while place < found.len() {
            if found.len() > MOST_APPLICATIONS {
                let clause = &self.code.clauses[found[place].clause.index()];
                let message = format!("more than {MOST_APPLICATIONS} applications of clauses to one event");
                return Err(Fault { message, span: clause.span });
            }
            for exception in &self.program.exceptions[found[place].clause.index()] {
                if let Some(application) = self.except(*exception, place, &found[place])? {
                    found.push(application);
                }
            }
            place += 1;
        }
        self.match_exceptions(&mut found);
        Ok(found)
    }

    /// The applications of a clause that waits for something itself.
    fn apply_clause(
        &self,
        id: ClauseId,
        happening: &Happening,
        breaches: &[Breach],
        found: &mut Vec<Application>,
    ) -> Result<(), Fault> {
        let clause = &self.code.clauses[id.index()];
        if !clause.triggers.iter().any(|trigger| self.awaits(trigger, happening, breaches)) {
            return Ok(());
        }
        let empty: Frame = vec![None; clause.slots.len()];
        for matched in self.match_any(&clause.triggers, &empty, happening, breaches)? {
            let start = matched.ask.map_or(Tri::Yes, Tri::Ask);
            for (frame, holds) in self.satisfy(clause, matched.frame, start)? {
                if !found.iter().any(|known| known.clause == id && known.frame == frame) {
                    found.push(Application { clause: id, frame, holds, defeats: Vec::new() });
                }
            }
        }
        Ok(())
    }

    /// The ways in which the conditions of a clause hold.
    fn satisfy(&self, clause: &Clause, frame: Frame, start: Tri) -> Result<Vec<(Frame, Tri)>, Fault> {
        let mut ways = Vec::new();
        self.satisfy_from(clause, 0, frame, start, &mut ways)?;
        Ok(ways)
    }

    /// The ways in which the conditions of a clause hold, those before `place` being met.
    fn satisfy_from(
        &self,
        clause: &Clause,
        place: usize,
        frame: Frame,
        holds: Tri,
        ways: &mut Vec<(Frame, Tri)>,
    ) -> Result<(), Fault> {
        let Some(condition) = clause.conditions.get(place) else {
            let mut holds = holds;
            for unless in &clause.unless {
                holds = holds.and(self.holds(unless, &frame)?.not());
            }
            if holds != Tri::No {
                ways.push((frame, holds));
            }
            return Ok(());
        };
        match condition {
            Condition::Test(expr) => {
                let holds = holds.and(self.holds(expr, &frame)?);
                if holds != Tri::No {
                    self.satisfy_from(clause, place + 1, frame, holds, ways)?;
                }
            }
            Condition::Stands(status, args, _) => {
                for standing in self.world.standing(*status) {
                    if let Some(found) = self.match_args(args, &standing.args, &frame)? {
                        let holds = holds.clone().and(found.ask.map_or(Tri::Yes, Tri::Ask));
                        self.satisfy_from(clause, place + 1, found.frame, holds, ways)?;
                    }
                }
            }
            Condition::In(slot, expr) => match self.eval(expr, &frame)? {
                Ev::Is(Value::Set(set)) => {
                    for value in set.sure.iter().chain(&set.maybe) {
                        let member = match (set.maybe.contains(value), set.hidden, value.card()) {
                            (true, Some(player), Some(card)) => {
                                Tri::of(self.holds_any(player, crate::bridge::CardSet::from_iter([card]))?)
                            }
                            _ => Tri::Yes,
                        };
                        let holds = holds.clone().and(member);
                        if holds != Tri::No {
                            let mut frame = frame.clone();
                            frame[*slot] = Some(value.clone());
                            self.satisfy_from(clause, place + 1, frame, holds, ways)?;
                        }
                    }
                }
                Ev::Unknown(question) => {
                    self.satisfy_from(clause, place + 1, frame, holds.and(Tri::Ask(question)), ways)?;
                }
                Ev::Is(_) | Ev::Missing => {}
            },
        }
        Ok(())
    }

    /// An exception that has no trigger of its own, to one application of what it excepts: it applies once at most.
    fn except(&self, id: ClauseId, place: usize, to: &Application) -> Result<Option<Application>, Fault> {
        let clause = &self.code.clauses[id.index()];
        let Some(instead) = clause.instead.iter().find(|instead| instead.clause == to.clause) else { return Ok(None) };
        let mut frame: Frame = vec![None; clause.slots.len()];
        for (mine, theirs) in &instead.shared {
            frame[*mine] = to.frame[*theirs].clone();
        }
        let ways = self.satisfy(clause, frame, to.holds.clone())?;
        let best = ways.iter().find(|(_, holds)| *holds == Tri::Yes).or(ways.first()).cloned();
        Ok(best.map(|(frame, holds)| Application { clause: id, frame, holds, defeats: vec![place] }))
    }

    /// Exceptions with a trigger of their own defeat each application of what they except that agrees in the names both bind.
    fn match_exceptions(&self, found: &mut [Application]) {
        for place in 0..found.len() {
            let clause = &self.code.clauses[found[place].clause.index()];
            if clause.triggers.is_empty() {
                continue;
            }
            let defeats = clause.instead.iter().flat_map(|instead| {
                let mine = &found[place].frame;
                found.iter().enumerate().filter(move |(_, other)| {
                    let agrees = |(a, b): &(usize, usize)| {
                        mine[*a].is_none() || other.frame[*b].is_none() || mine[*a] == other.frame[*b]
                    };
                    other.clause == instead.clause && instead.shared.iter().all(agrees)
                })
            });
            let defeats: Vec<usize> = defeats.map(|(other, _)| other).collect();
            found[place].defeats = defeats;
        }
    }
}

/// Which applications are live: those that hold and that no live exception defeats.
pub fn live(found: &[Application]) -> Vec<Tri> {
    let mut known: Vec<Option<Tri>> = vec![None; found.len()];
    (0..found.len()).map(|place| live_one(found, place, &mut known, 0)).collect()
}

fn live_one(found: &[Application], place: usize, known: &mut Vec<Option<Tri>>, depth: usize) -> Tri {
    if let Some(tri) = &known[place] {
        return tri.clone();
    }
    let mut tri = found[place].holds.clone();
    if depth <= found.len() {
        let defeaters = (0..found.len()).filter(|other| found[*other].defeats.contains(&place));
        for other in defeaters.collect::<Vec<_>>() {
            tri = tri.and(live_one(found, other, known, depth + 1).not());
        }
    }
    known[place] = Some(tri.clone());
    tri
}
