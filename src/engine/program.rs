//! A code made ready to run: what can be told of it beforehand, so that nothing is tried that cannot be.
//!
//! In: a resolved code. Out: its clauses, duties and statuses by what they wait for. Nothing here is a rule: each list leaves out only
//! what the engine would find not to apply.

use crate::code::Code;
use crate::code::check::walk::{self, Met};
use crate::code::known::Builtin;
use crate::code::tree::{
    Arg, BrokenBy, Clause, ClauseId, Condition, Duty, EffectKind, EventId, Expr, ExprKind, FactBody, Moment, Status,
    StatusId, Trigger, TriggerKind,
};
use crate::code::value::Base;

use super::duties::Breach;
use super::event::{Happening, HappeningKind};
use super::glance::{Glance, Guard, glance, guard};

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
    pub exceptions: Vec<Vec<ClauseId>>,
    /// For each clause, statuses of which one must stand for each.
    pub needs: Vec<Vec<StatusId>>,
    /// For each clause, those of its conditions that use none of its names, by place.
    pub nameless: Vec<Vec<usize>>,
    /// For each kind of event, the duties that it can break.
    pub duties: Vec<Vec<StatusId>>,
    /// For each kind of event, whether any trigger of the code waits for it.
    heard: Vec<bool>,
    /// For each duty, those that it gives way to.
    pub yields_to: Vec<Vec<StatusId>>,
    /// For each duty, whether it stands always.
    pub always: Vec<bool>,
    /// For each duty, whether cards of one suit keep it alike.
    pub by_suit: Vec<bool>,
    /// For each kind of event and each status, whether it can end it.
    ending: Vec<Vec<bool>>,
    /// For each duty, the condition of each way to break it.
    pub breaking: Vec<Vec<Option<Glance>>>,
    /// For each duty, its excuse.
    pub excuses: Vec<Option<Glance>>,
    /// For each clause, those of its conditions that bind nothing, by place.
    pub conditions: Vec<Vec<Option<Glance>>>,
    /// For each clause, what keeps it from applying.
    pub unless: Vec<Vec<Glance>>,
    /// For each moment, the condition of each case.
    pub cases: Vec<Vec<Option<Glance>>>,
    /// For each duty that stands always, the condition of each way to break it, on the parts of the act alone.
    pub duty_guards: Vec<Vec<Option<Guard>>>,
    /// For each clause that waits for one event, its conditions before the first that binds a name.
    pub clause_guards: Vec<Option<Guard>>,
}

impl Program {
    /// Sorts the clauses of a code.
    pub fn of(code: &Code) -> Program {
        let of = |expr: &Option<Expr>, names: usize| expr.as_ref().map(|expr| glance(code, expr, names));
        let breaking = |duty: &Duty| duty.broken_by.iter().map(|way| of(&way.condition, way.slots)).collect();
        let cases = |moment: &Moment| moment.cases.iter().map(|case| of(&case.condition, case.slots)).collect();
        let excuse = |status: &Status| of(&status.duty.as_ref()?.excused, status.params.len());
        let conditions = |clause: &Clause| {
            let at_a_glance = |expr| glance(code, expr, clause.slots.len());
            clause.conditions.iter().map(|condition| test(condition).map(at_a_glance)).collect()
        };
        let unless =
            |clause: &Clause| clause.unless.iter().map(|expr| glance(code, expr, clause.slots.len())).collect();
        let mut program = Program {
            by_event: vec![Vec::new(); code.events.len()],
            unbroken: vec![Vec::new(); code.events.len()],
            by_begin: vec![Vec::new(); code.statuses.len()],
            by_end: vec![Vec::new(); code.statuses.len()],
            by_right: Vec::new(),
            exceptions: vec![Vec::new(); code.clauses.len()],
            needs: code.clauses.iter().map(needs).collect(),
            nameless: code.clauses.iter().map(nameless).collect(),
            always: code.statuses.iter().map(|one| one.duty.as_ref().is_some_and(|duty| duty.always)).collect(),
            by_suit: (0..code.statuses.len()).map(|place| is_by_suit(code, StatusId(place as u16))).collect(),
            duties: vec![Vec::new(); code.events.len()],
            heard: vec![false; code.events.len()],
            yields_to: vec![Vec::new(); code.statuses.len()],
            ending: vec![vec![false; code.statuses.len()]; code.events.len()],
            breaking: code.statuses.iter().map(|status| status.duty.as_ref().map_or_else(Vec::new, breaking)).collect(),
            excuses: code.statuses.iter().map(excuse).collect(),
            conditions: code.clauses.iter().map(conditions).collect(),
            unless: code.clauses.iter().map(unless).collect(),
            cases: code.moments.iter().map(cases).collect(),
            duty_guards: code.statuses.iter().map(|status| duty_guards(code, status)).collect(),
            clause_guards: code.clauses.iter().map(|clause| clause_guard(code, clause)).collect(),
        };
        for (place, status) in code.statuses.iter().enumerate() {
            for way in status.duty.iter().flat_map(|duty| &duty.broken_by) {
                for event in events_of(code, &way.act) {
                    add(&mut program.duties[event.index()], StatusId(place as u16));
                }
            }
        }
        for line in &code.yields {
            program.yields_to[line.left.index()].extend(&line.right);
        }
        walk::code(code, &mut |met| {
            if let Met::Trigger(trigger) = met {
                events_of(code, trigger).iter().for_each(|event| program.heard[event.index()] = true);
            }
        });
        for (status, trigger) in ends(code) {
            for event in events_of(code, trigger) {
                program.ending[event.index()][status.index()] = true;
            }
        }
        for (place, clause) in code.clauses.iter().enumerate() {
            let id = ClauseId(place as u16);
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
    pub fn waiting(&self, happening: &Happening, breaches: &[Breach]) -> &[ClauseId] {
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

    /// Whether this happening can end a status of this kind.
    pub fn may_end(&self, happening: &Happening, status: StatusId) -> bool {
        let Some((event, _)) = happening.as_event() else { return true };
        self.ending.get(event.index()).and_then(|ends| ends.get(status.index())).copied().unwrap_or(false)
    }

    /// Whether any law waits for a kind of event, or would end by it.
    pub fn is_heard(&self, event: EventId) -> bool {
        self.heard.get(event.index()).copied().unwrap_or(false)
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

/// A condition that binds nothing.
fn test(condition: &Condition) -> Option<&Expr> {
    match condition {
        Condition::Test(expr) => Some(expr),
        Condition::Stands(..) | Condition::In(..) => None,
    }
}

fn duty_guards(code: &Code, status: &Status) -> Vec<Option<Guard>> {
    let Some(duty) = &status.duty else { return Vec::new() };
    let of_way = |way: &BrokenBy| match &way.act.kind {
        TriggerKind::Event(_, args) if duty.always => guard(code, args, way.condition.iter(), way.slots),
        _ => None,
    };
    duty.broken_by.iter().map(of_way).collect()
}

fn clause_guard(code: &Code, clause: &Clause) -> Option<Guard> {
    let [Trigger { kind: TriggerKind::Event(_, args), .. }] = clause.triggers.as_slice() else { return None };
    guard(code, args, clause.conditions.iter().map_while(test), clause.slots.len())
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

/// The conditions of a clause that use none of its names.
fn nameless(clause: &Clause) -> Vec<usize> {
    let uses_none = |condition: &Condition| match condition {
        Condition::Test(expr) => !any(expr, |one| matches!(one, ExprKind::Slot(_))),
        Condition::Stands(..) | Condition::In(..) => false,
    };
    let conditions = clause.conditions.iter().enumerate();
    conditions.filter(|(_, condition)| uses_none(condition)).map(|(place, _)| place).collect()
}

/// Whether a duty looks at the card of an act for its suit alone, so that one card of a suit keeps it when another does.
fn is_by_suit(code: &Code, duty: StatusId) -> bool {
    let Some(test) = &code.statuses[duty.index()].duty else { return false };
    let yields = code.yields.iter().any(|line| line.left == duty);
    !yields
        && test.broken_by.iter().all(|way| {
            let TriggerKind::Event(event, args) = &way.act.kind else { return false };
            let params = &code.events[event.index()].params;
            let actor = params.iter().zip(args).find(|(param, _)| param.ty.base == Base::Player);
            let actor = actor.and_then(|(_, arg)| match arg {
                Arg::Bind(slot) => Some(*slot),
                Arg::Test(Expr { kind: ExprKind::Slot(slot), .. }) => Some(*slot),
                Arg::Any | Arg::Test(_) => None,
            });
            let cards = params.iter().zip(args).filter(|(param, _)| param.ty.base == Base::Card);
            cards.into_iter().all(|(_, arg)| match arg {
                Arg::Any => true,
                Arg::Bind(slot) => way
                    .condition
                    .as_ref()
                    .is_none_or(|condition| asks_suit_alone(code, condition, Play { card: *slot, actor }, 0)),
                Arg::Test(_) => false,
            }) && !args.iter().any(|arg| matches!(arg, Arg::Test(expr) if !matches!(expr.kind, ExprKind::Slot(_))))
        })
}

/// The names of a card and of him who puts it down.
#[derive(Clone, Copy)]
struct Play {
    card: usize,
    actor: Option<usize>,
}

/// Definitions are looked into so deep.
const DEPTH: usize = 8;

/// Whether an expression tells the cards of a suit that a player holds not apart: it asks for the suit of the card, or whether it is
/// the one that he has in a trick, which no card is that he still holds.
fn asks_suit_alone(code: &Code, expr: &Expr, play: Play, depth: usize) -> bool {
    let is = |arg: &Expr, slot: usize| matches!(arg.kind, ExprKind::Slot(name) if name == slot);
    let is_card = |arg: &Expr| is(arg, play.card);
    let lies_there = |arg: &Expr| match &arg.kind {
        ExprKind::Fact(fact, args) => {
            matches!(code.facts[fact.index()].body, FactBody::Table(Builtin::CardOf))
                && args.first().zip(play.actor).is_some_and(|(player, actor)| is(player, actor))
        }
        _ => false,
    };
    let (mut uses, mut alike) = (0, 0);
    walk::expr(expr, &mut |met| {
        let Met::Expr(one) = met else { return };
        match &one.kind {
            ExprKind::Slot(slot) if *slot == play.card => uses += 1,
            ExprKind::Equal(left, right) if is_card(left) && lies_there(right) => alike += 1,
            ExprKind::Equal(left, right) if lies_there(left) && is_card(right) => alike += 1,
            ExprKind::Fact(fact, args) => match &code.facts[fact.index()].body {
                FactBody::Table(Builtin::Suit) => alike += usize::from(args.first().is_some_and(is_card)),
                FactBody::Table(_) => {}
                FactBody::Defined { body, .. } if depth < DEPTH => {
                    let actor = args.iter().position(|arg| play.actor.is_some_and(|actor| is(arg, actor)));
                    let cards = args.iter().enumerate().filter(|(_, arg)| is_card(arg));
                    let of_suit = |card| asks_suit_alone(code, body, Play { card, actor }, depth + 1);
                    alike += cards.filter(|(card, _)| of_suit(*card)).count();
                }
                FactBody::Defined { .. } => {}
            },
            _ => {}
        }
    });
    uses == alike
}

fn count(expr: &Expr, is: impl Fn(&ExprKind) -> bool) -> usize {
    let mut found = 0;
    walk::expr(expr, &mut |met| found += usize::from(matches!(met, Met::Expr(one) if is(&one.kind))));
    found
}

fn any(expr: &Expr, is: impl Fn(&ExprKind) -> bool) -> bool {
    count(expr, is) > 0
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
