//! What kinds of happening a trigger waits for.

use std::collections::BTreeSet;

use super::tree::{ClauseId, Code, EventId, StatusId, Trigger, TriggerKind};

/// A kind of happening.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happening {
    /// An event.
    Event(EventId),
    /// A status begins.
    Begins(StatusId),
    /// A status ends.
    Ends(StatusId),
    /// An option of the right of a clause is chosen.
    Takes(ClauseId, String),
    /// The right of a clause dies unused.
    RightEnds(ClauseId),
}

/// The kinds that a trigger waits for: those of all cases of a moment, those of all acts that break a duty.
pub fn kinds(code: &Code, trigger: &Trigger) -> BTreeSet<Happening> {
    match &trigger.kind {
        TriggerKind::Event(id, _) => BTreeSet::from([Happening::Event(*id)]),
        // INVARIANT: the case of a moment is never a moment (checked), so this goes one step deep.
        TriggerKind::Moment(id, _) => {
            let cases = code.moments.get(id.index()).map_or(&[][..], |moment| &moment.cases);
            let cases = cases.iter().filter(|case| !matches!(case.trigger.kind, TriggerKind::Moment(..)));
            cases.flat_map(|case| kinds(code, &case.trigger)).collect()
        }
        TriggerKind::Begins(id, _) => BTreeSet::from([Happening::Begins(*id)]),
        TriggerKind::Ends(id, _) => BTreeSet::from([Happening::Ends(*id)]),
        TriggerKind::Broken(_, _, Some(act)) => acts(code, act),
        TriggerKind::Broken(duty, _, None) => {
            let duty = code.statuses.get(duty.index()).and_then(|status| status.duty.as_ref());
            duty.iter().flat_map(|duty| &duty.broken_by).flat_map(|broken| acts(code, &broken.act)).collect()
        }
        TriggerKind::Takes(clauses, option) => {
            clauses.iter().map(|clause| Happening::Takes(*clause, option.clone())).collect()
        }
        TriggerKind::RightEnds(clauses) => clauses.iter().map(|clause| Happening::RightEnds(*clause)).collect(),
    }
}

/// The kinds of an act, which is an event or a moment.
fn acts(code: &Code, act: &Trigger) -> BTreeSet<Happening> {
    match act.kind {
        TriggerKind::Event(..) | TriggerKind::Moment(..) => kinds(code, act),
        _ => BTreeSet::new(),
    }
}
