//! Which clauses apply to what happens, and which of them an exception defeats.

use crate::code::tree::{ClauseId, Condition, Trigger, TriggerKind};
use crate::code::value::Value;

use super::duties::Breach;
use super::eval::{Ev, Scope};
use super::event::{Happening, HappeningKind};
use super::truth::Tri;
use super::world::{Fault, Frame, LawFault, Names, with_names};

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

impl Scope<'_> {
    /// Every application of a clause to what happens, exceptions after what they except.
    pub fn applications(&self, happening: &Happening, breaches: &[Breach]) -> Result<Vec<Application>, Fault> {
        let mut found: Vec<Application> = Vec::new();
        for id in self.program.waiting(happening, breaches) {
            if self.program.needs[id.index()].iter().any(|status| self.world.standing(*status).is_empty()) {
                continue;
            }
            let guard = self.program.clause_guards[id.index()].as_ref().zip(happening.as_event());
            let refuted = guard.and_then(|(guard, (_, values))| self.passes(guard, values)) == Some(false);
            if refuted && !cfg!(debug_assertions) {
                continue;
            }
            let before = found.len();
            self.apply_clause(*id, happening, breaches, &mut found)?;
            debug_assert!(!refuted || found.len() == before, "a clause applies that a glance says does not");
        }
        if found.is_empty() {
            return Ok(found);
        }
        let mut place = 0;
        while place < found.len() {
            if found.len() > MOST_APPLICATIONS {
                let clause = &self.code.clauses[found[place].clause.index()];
                let message = format!("more than {MOST_APPLICATIONS} applications of clauses to one event");
                return Err(Box::new(LawFault { message, span: clause.span }));
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
        let mut waiting = clause.triggers.iter().filter(|trigger| self.awaits(trigger, happening, breaches));
        let (Some(trigger), others) = (waiting.next(), waiting.next()) else { return Ok(()) };
        let fails = |place: &usize| matches!(self.test(id, *place, &[]), Some(Ok(Tri::No)));
        if self.program.nameless[id.index()].iter().any(fails) {
            return Ok(());
        }
        if others.is_none() && !self.may_apply(id, trigger, happening)? {
            return Ok(());
        }
        let empty: Frame = vec![None; clause.slots.len()];
        for matched in self.match_any(&clause.triggers, &empty, happening, breaches)? {
            let start = matched.ask.map_or(Tri::Yes, Tri::Ask);
            for (frame, holds) in self.satisfy(id, matched.frame, start)? {
                if !found.iter().any(|known| known.clause == id && known.frame == frame) {
                    found.push(Application { clause: id, frame, holds, defeats: Vec::new() });
                }
            }
        }
        Ok(())
    }

    /// A first look at a clause, of which nothing is kept: no clause applies whose trigger does not fit, or of whose conditions one
    /// fails before anything more is bound.
    fn may_apply(&self, id: ClauseId, trigger: &Trigger, happening: &Happening) -> Result<bool, Fault> {
        let (TriggerKind::Event(_, args), HappeningKind::Event(_, values)) = (&trigger.kind, &happening.kind) else {
            return Ok(true);
        };
        let clause = &self.code.clauses[id.index()];
        with_names(&[], clause.slots.len(), |names| {
            if self.bind(args, values, names)? == Tri::No {
                return Ok(false);
            }
            for place in 0..clause.conditions.len() {
                let Some(holds) = self.test(id, place, names) else { break };
                if holds? == Tri::No {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// Whether a condition of a clause holds; nothing for one that binds names.
    fn test(&self, id: ClauseId, place: usize, names: &Names) -> Option<Result<Tri, Fault>> {
        let Condition::Test(expr) = self.code.clauses[id.index()].conditions.get(place)? else { return None };
        let glance = self.program.conditions[id.index()][place].as_ref()?;
        Some(self.holds_at(glance, expr, names))
    }

    /// The ways in which the conditions of a clause hold.
    fn satisfy(&self, id: ClauseId, frame: Frame, start: Tri) -> Result<Vec<(Frame, Tri)>, Fault> {
        let mut ways = Vec::new();
        self.satisfy_from(id, 0, frame, start, &mut ways)?;
        Ok(ways)
    }

    /// The ways in which the conditions of a clause hold, those before `place` being met.
    fn satisfy_from(
        &self,
        id: ClauseId,
        place: usize,
        frame: Frame,
        holds: Tri,
        ways: &mut Vec<(Frame, Tri)>,
    ) -> Result<(), Fault> {
        let clause = &self.code.clauses[id.index()];
        let Some(condition) = clause.conditions.get(place) else {
            let mut holds = holds;
            for (unless, glance) in clause.unless.iter().zip(&self.program.unless[id.index()]) {
                holds = holds.and(self.holds_at(glance, unless, &frame)?.not());
            }
            if holds != Tri::No {
                ways.push((frame, holds));
            }
            return Ok(());
        };
        match condition {
            Condition::Test(expr) => {
                let known = self.test(id, place, &frame).unwrap_or_else(|| self.holds(expr, &frame));
                let holds = holds.and(known?);
                if holds != Tri::No {
                    self.satisfy_from(id, place + 1, frame, holds, ways)?;
                }
            }
            Condition::Stands(status, args, _) => {
                for standing in self.world.standing(*status) {
                    if let Some(found) = self.match_args(args, &standing.args, &frame)? {
                        let holds = holds.clone().and(found.ask.map_or(Tri::Yes, Tri::Ask));
                        self.satisfy_from(id, place + 1, found.frame, holds, ways)?;
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
                            self.satisfy_from(id, place + 1, frame, holds, ways)?;
                        }
                    }
                }
                Ev::Unknown(question) => {
                    self.satisfy_from(id, place + 1, frame, holds.and(Tri::Ask(question)), ways)?;
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
        let ways = self.satisfy(id, frame, to.holds.clone())?;
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
