//! Text that is right and still misleads.

use std::collections::BTreeMap;

use crate::code::show::Show;
use crate::code::tree::{Code, Condition, EffectKind, Expr, ExprKind, FactBody, Param};
use crate::code::value::{Base, TRUTH};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::walk::{self, Met};

/// Names that speak of an order.
const ORDER: [&str; 9] = ["later", "earlier", "first", "second", "last", "next", "before", "after", "previous"];

/// All lints of a code.
pub fn lints(code: &Code) -> Vec<Diagnostic> {
    let mut found = same_meaning(code);
    found.extend(unordered(code));
    found.extend(same_options(code));
    found
}

/// Two facts that say the same, two words with one phrase.
fn same_meaning(code: &Code) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut facts: BTreeMap<String, (&str, Span)> = BTreeMap::new();
    let slots: Vec<Param> = (0..64).map(|place| Param { name: format!("${place}"), ty: TRUTH }).collect();
    for fact in &code.facts {
        let FactBody::Defined { body, .. } = &fact.body else { continue };
        if fact.params.is_empty() && matches!(body.kind, ExprKind::Value(_)) {
            continue;
        }
        let types: Vec<String> = fact.params.iter().map(|param| format!("{:?}", param.ty)).collect();
        let says = format!("{} {}", types.join(", "), Show::new(code, &slots).expr(body));
        match facts.get(&says) {
            // A copy of a fact, made for laws that read it differently, bears the same name.
            Some((name, _)) if *name == fact.name => {}
            Some((name, span)) => {
                let text = format!("`{}` says the same as `{name}`", fact.name);
                found.push(
                    Diagnostic::warning("L0605", fact.span, text).also(*span, "declared here").help("keep one of them"),
                );
            }
            None => {
                facts.insert(says, (&fact.name, fact.span));
            }
        }
    }
    let events = code.events.iter().map(|word| (&word.phrase, &word.name, word.span));
    let statuses = code.statuses.iter().map(|word| (&word.phrase, &word.name, word.span));
    let findings = code.findings.iter().map(|word| (&word.phrase, &word.name, word.span));
    let remedies = code.remedies.iter().map(|word| (&word.phrase, &word.name, word.span));
    let facts = code.facts.iter().map(|word| (&word.phrase, &word.name, word.span));
    found.extend(same_phrase(events));
    found.extend(same_phrase(statuses));
    found.extend(same_phrase(findings));
    found.extend(same_phrase(remedies));
    found.extend(same_phrase(facts));
    found
}

/// Two words of one kind with one phrase.
fn same_phrase<'c>(words: impl Iterator<Item = (&'c String, &'c String, Span)>) -> Vec<Diagnostic> {
    let mut phrases: BTreeMap<&str, (&str, Span)> = BTreeMap::new();
    let mut found = Vec::new();
    for (phrase, name, span) in words {
        match phrases.get(phrase.as_str()) {
            Some((other, _)) if *other == name => {}
            Some((other, there)) => {
                let text = format!("`{name}` and `{other}` read alike: one phrase for both");
                found.push(Diagnostic::warning("L0605", span, text).also(*there, "the other is here"));
            }
            None => {
                phrases.insert(phrase, (name, span));
            }
        }
    }
    found
}

/// A trick or a number that is called `later` though no condition orders it.
fn unordered(code: &Code) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for clause in &code.clauses {
        for (slot, param) in clause.slots.iter().enumerate() {
            let speaks = ORDER.contains(&param.name.as_str());
            if !speaks || !matches!(param.ty.base, Base::Trick | Base::Number) || param.ty.set {
                continue;
            }
            let mut ordered = false;
            walk::clause(code, clause, &mut |met| {
                if let Met::Expr(Expr { kind: ExprKind::Compare(_, a, b), .. }) = met {
                    ordered |= names(a, slot) || names(b, slot);
                }
            });
            if !ordered && has_conditions(&clause.conditions) {
                let text = format!("nothing says that `{}` is {0}", param.name);
                let span = super::cycles::label_place(clause.span, &clause.label);
                let help = format!("add a condition such as `{} over t`, or choose another name", param.name);
                found.push(Diagnostic::warning("L0607", span, text).within(super::title(code, clause.law)).help(help));
            }
        }
    }
    found
}

fn has_conditions(conditions: &[Condition]) -> bool {
    !conditions.is_empty()
}

/// Whether an expression names a slot.
fn names(expr: &Expr, slot: usize) -> bool {
    let mut found = false;
    walk::expr(expr, &mut |met| {
        found |= matches!(met, Met::Expr(Expr { kind: ExprKind::Slot(other), .. }) if *other == slot);
    });
    found
}

/// Two options of a right that do the same.
fn same_options(code: &Code) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for right in &code.rights {
        let Some(clause) = code.clauses.get(right.clause.index()) else { continue };
        let show = Show::new(code, &clause.slots);
        let does = |place: usize| -> Vec<String> {
            let option = &right.options[place];
            let words = option.effects.iter().map(|effect| match effect.kind {
                EffectKind::Right(id) => format!("right {}", id.0),
                _ => show.effect(effect),
            });
            let condition = option.condition.iter().map(|condition| format!("if {}", show.expr(condition)));
            let when = option.when.iter().map(|when| format!("when {}", show.trigger(when)));
            words.chain(condition).chain(when).collect()
        };
        let done: Vec<Vec<String>> = (0..right.options.len()).map(does).collect();
        for (place, option) in right.options.iter().enumerate() {
            let same = (0..place).find(|other| option.picks.is_empty() && done[*other] == done[place]);
            if let Some(other) = same {
                let text = format!("`{}` does the same as `{}`", option.label, right.options[other].label);
                let diagnostic = Diagnostic::warning("L0306", option.span, text)
                    .also(right.options[other].span, "the other option")
                    .within(super::title(code, clause.law));
                found.push(diagnostic);
            }
        }
    }
    found
}
