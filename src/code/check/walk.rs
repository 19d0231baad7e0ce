//! A walk through everything that a code says.

use crate::code::tree::{
    Arg, Clause, Code, Condition, Effect, EffectKind, EndArg, Expr, ExprKind, FactBody, Holder, LawKind, Right,
    Trigger, TriggerKind,
};

/// What a walk meets.
pub enum Met<'c> {
    /// Something that is waited for.
    Trigger(&'c Trigger),
    /// A condition of a clause that a status stands and binds names.
    Stands(crate::code::tree::StatusId),
    /// A consequence.
    Effect(&'c Effect),
    /// An expression.
    Expr(&'c Expr),
}

type See<'s, 'c> = &'s mut dyn FnMut(Met<'c>);

/// Walks through a whole code.
pub fn code<'c>(code: &'c Code, see: See<'_, 'c>) {
    for status in &code.statuses {
        triggers(&status.until, see);
        let Some(duty) = &status.duty else { continue };
        for broken in &duty.broken_by {
            trigger(&broken.act, see);
            broken.condition.iter().for_each(|condition| expr(condition, see));
        }
        duty.excused.iter().for_each(|excused| expr(excused, see));
    }
    for fact in &code.facts {
        if let FactBody::Defined { body, .. } = &fact.body {
            expr(body, see);
        }
    }
    for moment in &code.moments {
        for case in &moment.cases {
            trigger(&case.trigger, see);
            case.condition.iter().for_each(|condition| expr(condition, see));
        }
    }
    for table in &code.tables {
        table.rows.iter().for_each(|row| expr(&row.cell, see));
    }
    for law in &code.laws {
        if let LawKind::Unwritten(kinds) = &law.kind {
            triggers(kinds, see);
        }
    }
    for one in &code.clauses {
        clause(code, one, see);
    }
}

/// Walks through a clause and the rights that it opens.
pub fn clause<'c>(code: &'c Code, clause: &'c Clause, see: See<'_, 'c>) {
    triggers(&clause.triggers, see);
    for condition in &clause.conditions {
        match condition {
            Condition::Test(test) | Condition::In(_, test) => expr(test, see),
            Condition::Stands(id, parts, _) => {
                see(Met::Stands(*id));
                args(parts, see);
            }
        }
    }
    clause.unless.iter().for_each(|unless| expr(unless, see));
    effects(code, &clause.effects, see);
}

fn effects<'c>(code: &'c Code, list: &'c [Effect], see: See<'_, 'c>) {
    for effect in list {
        see(Met::Effect(effect));
        match &effect.kind {
            EffectKind::Begin(_, parts, until) => {
                parts.iter().for_each(|part| expr(&part.value, see));
                triggers(until, see);
            }
            EffectKind::End(_, parts) => {
                for part in parts {
                    if let EndArg::Equal(value) | EndArg::Each(value) = part {
                        expr(value, see);
                    }
                }
            }
            EffectKind::Remedy(_, parts) | EffectKind::Deem(_, parts) => {
                parts.iter().for_each(|part| expr(&part.value, see));
            }
            EffectKind::Right(id) => {
                if let Some(one) = code.rights.get(id.index()) {
                    right(code, one, see);
                }
            }
        }
    }
}

/// Walks through a right.
fn right<'c>(code: &'c Code, right: &'c Right, see: See<'_, 'c>) {
    match &right.holder {
        Holder::One(one) | Holder::Either(one) | Holder::Every(one) => expr(one, see),
        Holder::Passing(first, second) => {
            expr(first, see);
            expr(second, see);
        }
    }
    right.target.iter().for_each(|target| expr(target, see));
    triggers(&right.until, see);
    for option in &right.options {
        option.picks.iter().for_each(|(_, set)| expr(set, see));
        triggers(&option.when, see);
        option.condition.iter().for_each(|condition| expr(condition, see));
        effects(code, &option.effects, see);
    }
    for lost in &right.lost {
        triggers(&lost.when, see);
        lost.condition.iter().for_each(|condition| expr(condition, see));
    }
}

fn triggers<'c>(list: &'c [Trigger], see: See<'_, 'c>) {
    list.iter().for_each(|one| trigger(one, see));
}

fn trigger<'c>(one: &'c Trigger, see: See<'_, 'c>) {
    see(Met::Trigger(one));
    match &one.kind {
        TriggerKind::Event(_, parts)
        | TriggerKind::Moment(_, parts)
        | TriggerKind::Begins(_, parts)
        | TriggerKind::Ends(_, parts) => args(parts, see),
        TriggerKind::Broken(_, parts, act) => {
            args(parts, see);
            act.iter().for_each(|act| trigger(act, see));
        }
        TriggerKind::Takes(..) | TriggerKind::RightEnds(_) => {}
    }
}

fn args<'c>(list: &'c [Arg], see: See<'_, 'c>) {
    for arg in list {
        if let Arg::Test(test) = arg {
            expr(test, see);
        }
    }
}

/// Walks through an expression.
pub fn expr<'c>(one: &'c Expr, see: See<'_, 'c>) {
    see(Met::Expr(one));
    match &one.kind {
        ExprKind::Value(_) | ExprKind::Slot(_) | ExprKind::HouseRule(_) | ExprKind::Reading(_) => {}
        ExprKind::Fact(_, list) | ExprKind::Table(_, list) | ExprKind::Finding(_, list) => {
            list.iter().for_each(|inner| expr(inner, see));
        }
        ExprKind::And(list) | ExprKind::Or(list) => list.iter().for_each(|inner| expr(inner, see)),
        ExprKind::Stands(_, parts) => args(parts, see),
        ExprKind::There(inner) | ExprKind::Not(inner) | ExprKind::Negative(inner) => expr(inner, see),
        ExprKind::Set(members) => {
            for (first, last) in members {
                expr(first, see);
                last.iter().for_each(|last| expr(last, see));
            }
        }
        ExprKind::Lawful(_, first, second)
        | ExprKind::Fold(_, _, first, second)
        | ExprKind::Equal(first, second)
        | ExprKind::Member(first, second)
        | ExprKind::Compare(_, first, second)
        | ExprKind::Arithmetic(_, first, second) => {
            expr(first, see);
            expr(second, see);
        }
    }
}
