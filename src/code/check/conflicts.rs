//! Clauses that can apply to one event together and do what cannot be done together.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::kinds::Happening;
use crate::code::show::Show;
use crate::code::tree::{Clause, ClauseId, Code, Effect, EffectArg, EffectKind, EndArg, Holder};
use crate::diagnostic::Diagnostic;

use super::cycles::label_place;
use super::frames::Frame;
use super::together::can_hold;

/// Warns of each pair of clauses that can conflict.
pub fn conflicts(code: &Code, frames: &[Vec<Frame>]) -> Vec<Diagnostic> {
    let ids: Vec<ClauseId> = (0..code.clauses.len()).map(|place| ClauseId(place as u16)).collect();
    let mut by_happening: BTreeMap<&Happening, Vec<(ClauseId, &Frame)>> = BTreeMap::new();
    for (id, frames) in ids.iter().zip(frames) {
        for frame in frames {
            by_happening.entry(&frame.happening).or_default().push((*id, frame));
        }
    }
    let above: BTreeMap<ClauseId, BTreeSet<ClauseId>> = ids.iter().map(|id| (*id, excepted(code, *id))).collect();
    let mut told: BTreeSet<(ClauseId, ClauseId)> = BTreeSet::new();
    let mut found = Vec::new();
    for list in by_happening.values() {
        for (place, (first, a)) in list.iter().enumerate() {
            for (second, b) in &list[place + 1..] {
                let pair = (*first.min(second), *first.max(second));
                let related = above[first].contains(second) || above[second].contains(first);
                if first == second || related || told.contains(&pair) {
                    continue;
                }
                let (one, other) = (&code.clauses[first.index()], &code.clauses[second.index()]);
                let Some(why) = clash(code, one, a, other, b) else { continue };
                if !can_hold(a.conditions.iter().chain(&b.conditions)) {
                    continue;
                }
                told.insert(pair);
                found.push(tell(code, pair, why));
            }
        }
    }
    found
}

/// All that a clause is instead of, through others too.
fn excepted(code: &Code, id: ClauseId) -> BTreeSet<ClauseId> {
    let mut all = BTreeSet::new();
    let mut todo = vec![id];
    while let Some(clause) = todo.pop() {
        for above in &code.clauses[clause.index()].instead {
            if all.insert(above.clause) {
                todo.push(above.clause);
            }
        }
    }
    all
}

/// What two clauses do that cannot be done together, if anything.
fn clash(code: &Code, one: &Clause, a: &Frame, other: &Clause, b: &Frame) -> Option<String> {
    let (show_a, show_b) = (Show::new(code, &a.names), Show::new(code, &b.names));
    for first in &one.effects {
        for second in &other.effects {
            if let Some(why) = effects_clash(code, (first, &show_a), (second, &show_b)) {
                return Some(why);
            }
        }
    }
    None
}

type Shown<'s, 'c> = (&'s Effect, &'s Show<'c>);

fn effects_clash(code: &Code, first: Shown<'_, '_>, second: Shown<'_, '_>) -> Option<String> {
    let same = |a: Option<&EffectArg>, b: Option<&EffectArg>| match (a, b) {
        (Some(a), Some(b)) => first.1.expr(&a.value) == second.1.expr(&b.value),
        (None, None) => true,
        _ => false,
    };
    let differ = || first.1.effect(first.0) != second.1.effect(second.0);
    match (&first.0.kind, &second.0.kind) {
        (EffectKind::Remedy(a, args_a), EffectKind::Remedy(b, args_b)) => {
            let against = code.remedies[a.index()].against.contains(b);
            let (a, b) = (&code.remedies[a.index()].name, &code.remedies[b.index()].name);
            (against && same(args_a.first(), args_b.first()) && differ())
                .then(|| format!("`{a}` and `{b}` cannot both be done to the same thing"))
        }
        (EffectKind::Begin(a, args_a, _), EffectKind::Begin(b, args_b, _)) => {
            let against = code.statuses[a.index()].against.contains(b);
            let (a, b) = (&code.statuses[a.index()].name, &code.statuses[b.index()].name);
            (against && same(args_a.first(), args_b.first()) && differ())
                .then(|| format!("`{a}` and `{b}` cannot both stand for the same player"))
        }
        (EffectKind::Begin(a, begin, _), EffectKind::End(b, end)) => {
            let met = a == b && meets(begin, first.1, end, second.1);
            met.then(|| format!("one begins `{}` and the other ends it", code.statuses[a.index()].name))
        }
        (EffectKind::End(a, end), EffectKind::Begin(b, begin, _)) => {
            let met = a == b && meets(begin, second.1, end, first.1);
            met.then(|| format!("one ends `{}` and the other begins it", code.statuses[a.index()].name))
        }
        (EffectKind::Right(a), EffectKind::Right(b)) => {
            let (a, b) = (code.rights.get(a.index())?, code.rights.get(b.index())?);
            let target = |right: &crate::code::tree::Right, show: &Show<'_>| {
                right.target.as_ref().map(|target| show.expr(target))
            };
            let (target_a, target_b) = (target(a, first.1), target(b, second.1));
            let overlap = || holders_overlap(&a.holder, first.1, &b.holder, second.1);
            (target_a.is_some() && target_a == target_b && overlap())
                .then(|| "both give the same player a right against the same offender".to_owned())
        }
        _ => None,
    }
}

/// Whether what begins is surely among what ends.
fn meets(begin: &[EffectArg], show_begin: &Show<'_>, end: &[EndArg], show_end: &Show<'_>) -> bool {
    begin.iter().zip(end).all(|(begin, end)| match end {
        EndArg::Any => true,
        EndArg::Equal(end) => !begin.every && show_begin.expr(&begin.value) == show_end.expr(end),
        EndArg::Each(end) => begin.every && show_begin.expr(&begin.value) == show_end.expr(end),
    })
}

/// Whether two rights have a holder in common, as far as their words tell.
fn holders_overlap(a: &Holder, show_a: &Show<'_>, b: &Holder, show_b: &Show<'_>) -> bool {
    let words = |holder: &Holder, show: &Show<'_>| match holder {
        Holder::One(one) => vec![show.expr(one)],
        Holder::Passing(first, second) => vec![show.expr(first), show.expr(second)],
        Holder::Either(set) | Holder::Every(set) => vec![show.expr(set)],
    };
    let (a, b) = (words(a, show_a), words(b, show_b));
    a.iter().any(|word| b.contains(word))
}

fn tell(code: &Code, (first, second): (ClauseId, ClauseId), why: String) -> Diagnostic {
    let (one, other) = (&code.clauses[first.index()], &code.clauses[second.index()]);
    let (cite_one, cite_other) = (code.cite(first), code.cite(second));
    let text = format!("{cite_one} and {cite_other} can both apply, and {why}");
    Diagnostic::warning("L0802", label_place(other.span, &other.label), text)
        .also(label_place(one.span, &one.label), format!("{cite_one} is here"))
        .within(super::title(code, other.law))
        .help(format!("make one an exception (`instead of law {cite_one}`), or add a condition that tells them apart"))
}
