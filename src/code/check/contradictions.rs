//! Clauses whose conditions can never hold together.

use std::collections::BTreeSet;

use crate::code::tree::{ClauseId, Code, Condition};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::frames::{Frame, chain};
use super::together::can_hold;

/// All clauses that can never apply.
pub fn contradictions(code: &Code, frames: &[Vec<Frame>]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut told: BTreeSet<ClauseId> = BTreeSet::new();
    for (place, frames) in frames.iter().enumerate() {
        let id = ClauseId(place as u16);
        let above = chain(code, id);
        if above.iter().skip(1).any(|clause| told.contains(clause)) {
            continue;
        }
        let possible = frames.iter().any(|frame| can_hold(frame.conditions.iter()));
        // An exception to several clauses applies where any of them would.
        let several = code.clauses[place].instead.len() > 1 && code.clauses[place].triggers.is_empty();
        if possible || frames.is_empty() || several {
            continue;
        }
        told.insert(id);
        let clause = &code.clauses[place];
        let text = "these conditions contradict one another, so the clause never applies";
        let span = conditions_place(code, id).unwrap_or(clause.span);
        let mut diagnostic = Diagnostic::error("L0801", span, text).within(super::title(code, clause.law));
        for inherited in above.iter().skip(1) {
            if let Some(span) = conditions_place(code, *inherited) {
                diagnostic = diagnostic.also(span, format!("{} also asks for this", code.cite(*inherited)));
            }
        }
        found.push(diagnostic);
    }
    found
}

/// The place of the conditions of a clause.
fn conditions_place(code: &Code, id: ClauseId) -> Option<Span> {
    let clause = &code.clauses[id.index()];
    let spans = clause.conditions.iter().map(|condition| match condition {
        Condition::Test(test) | Condition::In(_, test) => test.span,
        Condition::Stands(_, _, span) => *span,
    });
    spans.chain(clause.unless.iter().map(|unless| unless.span)).reduce(Span::to)
}
