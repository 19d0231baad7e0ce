//! What a piece of law text mentions: names, and numbers of laws.
//!
//! In: syntax trees. Out: the names in them, for what must come along with an adopted law, and references that can be changed when a
//! law gets another number. No meaning is known here: names of parts and bound names are among the names.

use std::collections::BTreeSet;

use crate::syntax::tree::{
    Arg, ArgKind, Clause, ClauseRef, Declaration, DeclarationKind, Effect, EffectKind, Expr, ExprKind, Holder, LawItem,
    LawRef, Name, Param, Pattern, Right, Trigger, TriggerKind, TypeRef,
};

/// What a walk meets.
pub enum Met<'m> {
    /// A name that is used.
    Name(&'m mut String),
    /// A reference to a law.
    Law(&'m mut LawRef),
    /// A reference after `instead of`.
    Clause(&'m mut ClauseRef),
}

type See<'s> = &'s mut dyn FnMut(Met<'_>);

/// All names that a declaration mentions, its own and those of its parts among them.
pub fn mentioned(declaration: &Declaration) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut copy = declaration.clone();
    walk_declaration(&mut copy, &mut |met| collect(met, &mut names));
    names
}

/// All names that a part of a law mentions.
pub fn mentioned_in(item: &LawItem) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut copy = item.clone();
    walk_item(&mut copy, &mut |met| collect(met, &mut names));
    names
}

/// All names that triggers mention.
pub fn mentioned_by(triggers: &[Trigger]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut copy = triggers.to_vec();
    walk_triggers(&mut copy, &mut |met| collect(met, &mut names));
    names
}

/// All names that a word with its parts mentions.
pub fn mentioned_by_pattern(word: &Pattern) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    pattern(&mut word.clone(), &mut |met| collect(met, &mut names));
    names
}

fn collect(met: Met<'_>, names: &mut BTreeSet<String>) {
    if let Met::Name(name) = met {
        names.insert(name.clone());
    }
}

/// Walks through a part of a law.
pub fn walk_item(item: &mut LawItem, see: See<'_>) {
    match item {
        LawItem::Clause(clause) => walk_clause(clause, see),
        LawItem::Advisory { .. } => {}
        LawItem::Declaration(declaration) => walk_declaration(declaration, see),
    }
}

/// Walks through a clause.
pub fn walk_clause(clause: &mut Clause, see: See<'_>) {
    clause.instead.iter_mut().for_each(|reference| see(Met::Clause(reference)));
    walk_triggers(&mut clause.when, see);
    clause.condition.iter_mut().for_each(|expr| walk(expr, see));
    clause.unless.iter_mut().for_each(|expr| walk(expr, see));
    walk_effects(&mut clause.effects, see);
}

/// Walks through a declaration.
pub fn walk_declaration(declaration: &mut Declaration, see: See<'_>) {
    match &mut declaration.kind {
        DeclarationKind::Type(decl) => {
            decl.values.iter_mut().for_each(|value| name(value, see));
        }
        DeclarationKind::Event(decl) => params(&mut decl.params, see),
        DeclarationKind::Status(decl) => {
            params(&mut decl.params, see);
            decl.against.iter_mut().for_each(|word| name(word, see));
            walk_triggers(&mut decl.until, see);
        }
        DeclarationKind::Duty(decl) => {
            params(&mut decl.params, see);
            decl.against.iter_mut().for_each(|word| name(word, see));
            walk_triggers(&mut decl.until, see);
            for broken in &mut decl.broken_by {
                pattern(&mut broken.act, see);
                broken.condition.iter_mut().for_each(|expr| walk(expr, see));
            }
            decl.excused.iter_mut().for_each(|expr| walk(expr, see));
        }
        DeclarationKind::Yield(decl) => {
            decl.left.iter_mut().chain(&mut decl.right).for_each(|word| name(word, see));
        }
        DeclarationKind::Fact(decl) => {
            params(&mut decl.params, see);
            type_ref(&mut decl.ty, see);
            decl.body.iter_mut().for_each(|expr| walk(expr, see));
        }
        DeclarationKind::Finding(decl) => {
            params(&mut decl.params, see);
            type_ref(&mut decl.ty, see);
        }
        DeclarationKind::Remedy(decl) => {
            params(&mut decl.params, see);
            decl.against.iter_mut().for_each(|word| name(word, see));
        }
        DeclarationKind::Moment(decl) => {
            params(&mut decl.params, see);
            for case in &mut decl.cases {
                walk_trigger(&mut case.trigger, see);
                case.condition.iter_mut().for_each(|expr| walk(expr, see));
            }
        }
        DeclarationKind::Option(decl) => {
            type_ref(&mut decl.ty, see);
            walk(&mut decl.default, see);
        }
        DeclarationKind::Reading(_) => {}
        DeclarationKind::Table(decl) => {
            params(&mut decl.params, see);
            type_ref(&mut decl.ty, see);
            for row in &mut decl.rows {
                for key in &mut row.keys {
                    if let crate::syntax::tree::Key::Name(name) = &mut key.value {
                        see(Met::Name(name));
                    }
                }
                walk(&mut row.cell, see);
            }
        }
    }
}

fn name(name: &mut Name, see: See<'_>) {
    see(Met::Name(&mut name.value));
}

fn type_ref(ty: &mut TypeRef, see: See<'_>) {
    // Types have a name space of their own.
    let mut word = format!("type {}", ty.name.value);
    see(Met::Name(&mut word));
}

fn params(params: &mut [Param], see: See<'_>) {
    params.iter_mut().for_each(|param| type_ref(&mut param.ty, see));
}

/// Walks through triggers.
pub fn walk_triggers(triggers: &mut [Trigger], see: See<'_>) {
    triggers.iter_mut().for_each(|trigger| walk_trigger(trigger, see));
}

fn walk_trigger(trigger: &mut Trigger, see: See<'_>) {
    match &mut trigger.kind {
        TriggerKind::Happens(happens) | TriggerKind::Begins(happens) | TriggerKind::Ends(happens) => {
            pattern(happens, see)
        }
        TriggerKind::Broken(duty, act) => {
            pattern(duty, see);
            act.iter_mut().for_each(|act| pattern(act, see));
        }
        TriggerKind::Takes(law, _) | TriggerKind::RightEnds(law) => see(Met::Law(law)),
    }
}

fn pattern(pattern: &mut Pattern, see: See<'_>) {
    name(&mut pattern.name, see);
    walk_args(&mut pattern.args, see);
}

fn walk_args(args: &mut [Arg], see: See<'_>) {
    for arg in args {
        if let ArgKind::Every(expr) | ArgKind::Expr(expr) = &mut arg.kind {
            walk(expr, see);
        }
    }
}

fn walk_effects(effects: &mut [Effect], see: See<'_>) {
    for effect in effects {
        match &mut effect.kind {
            EffectKind::Do(deed, until) => {
                pattern(deed, see);
                walk_triggers(until, see);
            }
            EffectKind::End(status) => pattern(status, see),
            EffectKind::Right(right) => walk_right(right, see),
        }
    }
}

fn walk_right(right: &mut Right, see: See<'_>) {
    match &mut right.holder {
        Holder::Either(expr) | Holder::Every(expr) | Holder::One(expr, None) => walk(expr, see),
        Holder::One(first, Some(second)) => {
            walk(first, see);
            walk(second, see);
        }
    }
    right.target.iter_mut().for_each(|expr| walk(expr, see));
    walk_triggers(&mut right.until, see);
    for option in &mut right.options {
        option.picks.iter_mut().for_each(|(_, set)| walk(set, see));
        walk_triggers(&mut option.when, see);
        option.condition.iter_mut().for_each(|expr| walk(expr, see));
        walk_effects(&mut option.effects, see);
    }
    for lost in &mut right.lost {
        walk_triggers(&mut lost.when, see);
        lost.condition.iter_mut().for_each(|expr| walk(expr, see));
    }
}

/// Walks through an expression. INVARIANT: the reader bounds how deep expressions nest.
pub fn walk(expr: &mut Expr, see: See<'_>) {
    match &mut expr.kind {
        ExprKind::Number(_) | ExprKind::Truth(_) => {}
        ExprKind::Name(name) => see(Met::Name(name)),
        ExprKind::Law(law) => see(Met::Law(law)),
        ExprKind::Call(call) | ExprKind::Lawful(call) => pattern(call, see),
        ExprKind::Of(fact, inner) => {
            name(fact, see);
            walk(inner, see);
        }
        ExprKind::Set(members) => {
            for (first, last) in members {
                walk(first, see);
                last.iter_mut().for_each(|last| walk(last, see));
            }
        }
        ExprKind::Fold(_, _, set, body) => {
            walk(set, see);
            walk(body, see);
        }
        ExprKind::Not(inner) | ExprKind::Negative(inner) | ExprKind::Group(inner) => walk(inner, see),
        ExprKind::Binary(_, left, right) => {
            walk(left, see);
            walk(right, see);
        }
    }
}
