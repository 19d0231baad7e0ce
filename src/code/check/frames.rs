//! The names of a clause as parts of what it waits for, so that two clauses can be held against each other.
//!
//! A name that the trigger binds is called by its place in the event (`play.1` is the card of a play); a name that a condition binds
//! keeps to its clause.

use crate::code::kinds::{Happening, kinds};
use crate::code::tree::{
    Arg, BrokenBy, Clause, ClauseId, Code, Condition, Expr, ExprKind, Instead, Param, StatusId, Trigger, TriggerKind,
};
use crate::code::value::{TRUTH, Type};

use super::literals::{Alternatives, Literal, Reader};

/// One way in which a clause can come to apply.
#[derive(Debug, Clone)]
pub struct Frame {
    /// What happens.
    pub happening: Happening,
    /// The names of the slots.
    pub names: Vec<Param>,
    /// What must be so.
    pub conditions: Vec<Alternatives>,
}

/// The frames of all clauses, in their order.
pub fn of_all(code: &Code) -> Vec<Vec<Frame>> {
    (0..code.clauses.len()).map(|place| frames(code, ClauseId(place as u16))).collect()
}

/// All ways in which a clause can come to apply: one for each kind of happening, each case of a moment, each breach.
fn frames(code: &Code, id: ClauseId) -> Vec<Frame> {
    let chain = chain(code, id);
    let Some(root) = chain.last() else { return Vec::new() };
    let root = &code.clauses[root.index()];
    let slots = &code.clauses[id.index()].slots;
    let mut frames = Vec::new();
    for trigger in &root.triggers {
        for happening in kinds(code, trigger) {
            for seen in ways(code, trigger, &happening) {
                frames.push(frame(code, id, &chain, slots, seen, happening.clone()));
            }
        }
    }
    frames
}

/// A clause and what it takes its trigger from, up to the one that has a trigger.
pub fn chain(code: &Code, id: ClauseId) -> Vec<ClauseId> {
    let mut chain = vec![id];
    let mut at = id;
    for _ in 0..code.clauses.len() {
        let clause = &code.clauses[at.index()];
        match clause.instead.first() {
            Some(Instead { clause: above, .. }) if clause.triggers.is_empty() => {
                chain.push(*above);
                at = *above;
            }
            _ => break,
        }
    }
    chain
}

/// What one trigger says of the slots of its frame at one kind of happening.
#[derive(Default, Clone)]
struct Seen {
    /// Slots that are parts of the happening.
    names: Vec<(usize, String)>,
    /// Expressions of the frame that parts must equal.
    tests: Vec<(String, Expr)>,
    /// What must be so besides.
    conditions: Vec<Alternatives>,
}

fn frame(code: &Code, id: ClauseId, chain: &[ClauseId], slots: &[Param], seen: Seen, happening: Happening) -> Frame {
    let mut names: Vec<Param> =
        slots.iter().map(|param| Param { name: format!("{}/{}", id.0, param.name), ty: param.ty }).collect();
    for (slot, name) in seen.names {
        if let Some(param) = names.get_mut(slot) {
            param.name = name;
        }
    }
    let mut conditions = seen.conditions;
    let reader = Reader::new(code, &names);
    for (part, test) in &seen.tests {
        conditions.push(part_is(code, &names, part, test));
    }
    for clause in chain.iter().map(|id| &code.clauses[id.index()]) {
        conditions.extend(of_clause(clause, &reader, &names));
    }
    Frame { happening, names, conditions }
}

/// That a part of the happening equals an expression of the frame.
fn part_is(code: &Code, names: &[Param], part: &str, test: &Expr) -> Alternatives {
    let mut names = names.to_vec();
    names.push(Param { name: part.to_owned(), ty: test.ty });
    let slot = Expr { kind: ExprKind::Slot(names.len() - 1), ty: test.ty, span: test.span };
    vec![vec![Reader::new(code, &names).equal(&slot, test, true)]]
}

/// The conditions of a clause.
fn of_clause(clause: &Clause, reader: &Reader<'_>, names: &[Param]) -> Vec<Alternatives> {
    let mut all = Vec::new();
    for condition in &clause.conditions {
        match condition {
            Condition::Test(test) => all.push(reader.alternatives(test, true)),
            Condition::Stands(id, args, span) => {
                let stands = Expr { kind: ExprKind::Stands(*id, args.clone()), ty: TRUTH, span: *span };
                all.push(reader.alternatives(&stands, true));
            }
            Condition::In(slot, set) => {
                let ty = names.get(*slot).map_or(Type::one(set.ty.base), |param| param.ty);
                let member = Expr { kind: ExprKind::Slot(*slot), ty, span: set.span };
                let kind = ExprKind::Member(Box::new(member), Box::new(set.clone()));
                all.push(reader.alternatives(&Expr { kind, ty: TRUTH, span: set.span }, true));
            }
        }
    }
    all.extend(clause.unless.iter().map(|unless| reader.alternatives(unless, false)));
    all
}

/// The ways in which a trigger meets a kind of happening.
fn ways(code: &Code, trigger: &Trigger, happening: &Happening) -> Vec<Seen> {
    match &trigger.kind {
        TriggerKind::Event(id, args) => match happening {
            Happening::Event(found) if found == id => vec![parts(&code.events[id.index()].name, args)],
            _ => Vec::new(),
        },
        TriggerKind::Begins(id, args) | TriggerKind::Ends(id, args) => {
            vec![parts(&code.statuses[id.index()].name, args)]
        }
        TriggerKind::Moment(id, args) => {
            let moment = &code.moments[id.index()];
            let cases = moment.cases.iter().flat_map(|case| {
                through(&moment.params, case.slots, args, ways(code, &case.trigger, happening), |names| {
                    let reader = Reader::new(code, names);
                    case.condition.iter().map(|condition| reader.alternatives(condition, true)).collect()
                })
            });
            cases.collect()
        }
        TriggerKind::Broken(duty, args, act) => breaches(code, *duty, args, act.as_deref(), happening),
        TriggerKind::Takes(..) | TriggerKind::RightEnds(_) => vec![Seen::default()],
    }
}

/// The parts of an event or status by their places.
fn parts(word: &str, args: &[Arg]) -> Seen {
    let mut seen = Seen::default();
    for (place, arg) in args.iter().enumerate() {
        let part = format!("{word}.{place}");
        match arg {
            Arg::Any => {}
            Arg::Bind(slot) => seen.names.push((*slot, part)),
            Arg::Test(Expr { kind: ExprKind::Slot(slot), .. })
                if !seen.names.iter().any(|(known, _)| known == slot) =>
            {
                seen.names.push((*slot, part));
            }
            Arg::Test(test) => seen.tests.push((part, test.clone())),
        }
    }
    seen
}

/// The arguments of a word that stands for something else (a moment, a duty), by what its own parts are there.
fn through(
    params: &[Param],
    slots: usize,
    args: &[Arg],
    inner: Vec<Seen>,
    conditions: impl Fn(&[Param]) -> Vec<Alternatives>,
) -> Vec<Seen> {
    let mut all = Vec::new();
    for inner in inner {
        let mut names: Vec<Param> = (0..slots.max(params.len()))
            .map(|slot| {
                let ty = params.get(slot).map_or(TRUTH, |param| param.ty);
                let name = params.get(slot).map_or(format!("?{slot}"), |param| format!("?{}", param.name));
                Param { name, ty }
            })
            .collect();
        for (slot, name) in &inner.names {
            if let Some(param) = names.get_mut(*slot) {
                param.name.clone_from(name);
            }
        }
        let mut seen = Seen { conditions: inner.conditions, ..Seen::default() };
        seen.conditions.extend(conditions(&names));
        for (place, arg) in args.iter().enumerate() {
            let Some(name) = names.get(place).map(|param| param.name.clone()) else { continue };
            match arg {
                Arg::Any => {}
                Arg::Bind(slot) => seen.names.push((*slot, name)),
                Arg::Test(test) => seen.tests.push((name, test.clone())),
            }
        }
        all.push(seen);
    }
    all
}

/// The ways in which an act breaks a duty.
fn breaches(code: &Code, duty: StatusId, args: &[Arg], act: Option<&Trigger>, happening: &Happening) -> Vec<Seen> {
    let status = &code.statuses[duty.index()];
    let Some(test) = &status.duty else { return Vec::new() };
    let stands = !test.always;
    let of_duty = test.broken_by.iter().flat_map(|broken| {
        let BrokenBy { act, condition, slots, .. } = broken;
        through(&status.params, *slots, args, ways(code, act, happening), |names| {
            let reader = Reader::new(code, names);
            let mut all: Vec<Alternatives> =
                condition.iter().map(|condition| reader.alternatives(condition, true)).collect();
            if stands {
                let parts = names.iter().take(status.params.len()).map(|name| Some(name.name.clone()));
                all.push(vec![vec![Literal::Stands(duty, parts.collect(), true)]]);
            }
            all
        })
    });
    let Some(act) = act else { return of_duty.collect() };
    let of_act = ways(code, act, happening);
    let both = of_duty.flat_map(|duty| {
        of_act.clone().into_iter().map(move |act| {
            let mut seen = duty.clone();
            seen.names.extend(act.names);
            seen.tests.extend(act.tests);
            seen.conditions.extend(act.conditions);
            seen
        })
    });
    both.collect()
}
