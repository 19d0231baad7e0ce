//! Words that are declared and do nothing.

use std::collections::BTreeSet;

use crate::code::kinds::{Happening, kinds};
use crate::code::known::KnownStatus;
use crate::code::tree::{
    Code, EffectKind, EventId, ExprKind, FindingId, HouseRuleId, MomentId, ReadingId, RemedyId, StatusId, Trigger,
    TriggerKind,
};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

use super::walk::{self, Met};

/// What a code uses.
#[derive(Default)]
struct Uses {
    begun: BTreeSet<StatusId>,
    asked: BTreeSet<StatusId>,
    events: BTreeSet<EventId>,
    moments: BTreeSet<MomentId>,
    remedies: BTreeSet<RemedyId>,
    findings: BTreeSet<FindingId>,
    house_rules: BTreeSet<HouseRuleId>,
    readings: BTreeSet<ReadingId>,
}

/// Warns of words that nothing uses, and of waiting for what cannot happen. A file of words alone uses none.
pub fn unused(code: &Code) -> Vec<Diagnostic> {
    if code.laws.is_empty() {
        return Vec::new();
    }
    let mut uses = Uses::default();
    walk::code(code, &mut |met| uses.meet(met));
    let mut found = statuses(code, &uses);
    let mut warn = |what: &str, name: &str, span: Span| {
        found.push(Diagnostic::warning("L0603", span, format!("the {what} `{name}` is never used")));
    };
    for (place, event) in code.events.iter().enumerate() {
        if event.known.is_none() && !uses.events.contains(&EventId(place as u16)) {
            warn("event", &event.name, event.span);
        }
    }
    let copies = |place: usize, name: &str| code.moments[..place].iter().any(|moment| moment.name == name);
    for (place, moment) in code.moments.iter().enumerate() {
        let used = code
            .moments
            .iter()
            .enumerate()
            .any(|(other, one)| one.name == moment.name && uses.moments.contains(&MomentId(other as u16)));
        if !used && !copies(place, &moment.name) {
            warn("moment", &moment.name, moment.span);
        }
    }
    for (place, remedy) in code.remedies.iter().enumerate() {
        if !uses.remedies.contains(&RemedyId(place as u16)) {
            warn("remedy", &remedy.name, remedy.span);
        }
    }
    for (place, finding) in code.findings.iter().enumerate() {
        if !uses.findings.contains(&FindingId(place as u16)) {
            warn("finding", &finding.name, finding.span);
        }
    }
    for (place, rule) in code.house_rules.iter().enumerate() {
        if !uses.house_rules.contains(&HouseRuleId(place as u16)) {
            warn("house rule", &rule.name, rule.span);
        }
    }
    for (place, reading) in code.readings.iter().enumerate() {
        if !uses.readings.contains(&ReadingId(place as u16)) {
            warn("reading", &reading.name, reading.span);
        }
    }
    found.extend(cannot_happen(code, &uses));
    found
}

impl Uses {
    fn meet(&mut self, met: Met<'_>) {
        match met {
            Met::Trigger(trigger) => self.trigger(trigger),
            Met::Stands(id) => {
                self.asked.insert(id);
            }
            Met::Effect(effect) => match &effect.kind {
                EffectKind::Begin(id, ..) => {
                    self.begun.insert(*id);
                }
                EffectKind::Remedy(id, _) => {
                    self.remedies.insert(*id);
                }
                EffectKind::Deem(id, _) => {
                    self.events.insert(*id);
                }
                EffectKind::End(..) | EffectKind::Right(_) => {}
            },
            Met::Expr(expr) => match &expr.kind {
                ExprKind::Stands(id, _) => {
                    self.asked.insert(*id);
                }
                ExprKind::Finding(id, _) => {
                    self.findings.insert(*id);
                }
                ExprKind::HouseRule(id) => {
                    self.house_rules.insert(*id);
                }
                ExprKind::Reading(id) => {
                    self.readings.insert(*id);
                }
                _ => {}
            },
        }
    }

    fn trigger(&mut self, trigger: &Trigger) {
        match &trigger.kind {
            TriggerKind::Event(id, _) => {
                self.events.insert(*id);
            }
            TriggerKind::Moment(id, _) => {
                self.moments.insert(*id);
            }
            TriggerKind::Begins(id, _) | TriggerKind::Ends(id, _) | TriggerKind::Broken(id, ..) => {
                self.asked.insert(*id);
            }
            TriggerKind::Takes(..) | TriggerKind::RightEnds(_) => {}
        }
    }
}

fn statuses(code: &Code, uses: &Uses) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (place, status) in code.statuses.iter().enumerate() {
        let id = StatusId(place as u16);
        let always = status.duty.as_ref().is_some_and(|duty| duty.always);
        if always || status.known == Some(KnownStatus::Pending) {
            continue;
        }
        let kind = if status.duty.is_some() { "duty" } else { "status" };
        if !uses.begun.contains(&id) {
            let text = format!("no clause begins the {kind} `{}`", status.name);
            found.push(Diagnostic::warning("L0601", status.span, text));
        } else if status.duty.is_none() && status.known.is_none() && !uses.asked.contains(&id) {
            let text = format!("nothing asks whether `{}` stands, and nothing waits for it", status.name);
            found.push(Diagnostic::warning("L0602", status.span, text));
        }
    }
    found
}

/// Warns of triggers none of whose happenings can come about.
fn cannot_happen(code: &Code, uses: &Uses) -> Vec<Diagnostic> {
    let stands = |id: StatusId| {
        let status = &code.statuses[id.index()];
        uses.begun.contains(&id) || status.known == Some(KnownStatus::Pending)
    };
    let mut found = Vec::new();
    walk::code(code, &mut |met| {
        let Met::Trigger(trigger) = met else { return };
        let kinds = kinds(code, trigger);
        let possible = |happening: &Happening| match happening {
            Happening::Begins(id) | Happening::Ends(id) => stands(*id),
            Happening::Event(_) | Happening::Takes(..) | Happening::RightEnds(_) => true,
        };
        let begun = match &trigger.kind {
            TriggerKind::Broken(id, ..) => {
                stands(*id) || code.statuses[id.index()].duty.as_ref().is_some_and(|duty| duty.always)
            }
            _ => true,
        };
        if !begun || !kinds.iter().any(possible) {
            let why = match &trigger.kind {
                TriggerKind::Begins(id, _) | TriggerKind::Ends(id, _) | TriggerKind::Broken(id, ..) if !stands(*id) => {
                    format!("no clause begins `{}`, so this cannot happen", code.statuses[id.index()].name)
                }
                TriggerKind::Broken(id, ..) => {
                    format!("nothing breaks `{}`, so this cannot happen", code.statuses[id.index()].name)
                }
                TriggerKind::Moment(id, _) => {
                    format!("the moment `{}` stands for no event, so this cannot happen", code.moments[id.index()].name)
                }
                _ => "this cannot happen".to_owned(),
            };
            found.push(Diagnostic::warning("L0604", trigger.span, why));
        }
    });
    found
}
